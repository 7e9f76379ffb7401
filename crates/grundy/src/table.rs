//! Tables: the value or outcome at every point of a box.
//!
//! The values of a line are asked for all at once where the game has an engine for them
//! ([`Lattice::line`]), and so are those of its sums. Else
//! a cell is valued by the theorem where it speaks; otherwise the dense
//! engine fills the box, and where a game's positions are no lattice, one
//! memoised search serves all cells. Under conventions without Grundy values
//! the cells are outcomes; so are those of positions that may come back and
//! whose value is no number.

use rustc_hash::FxHashMap;

use crate::answer::Status;
use crate::budget::{Budget, Meter};
use crate::catalogue::About;
use crate::erased::{Erased, Position};
use crate::error::Error;
use crate::game::Game;
use crate::natural::Natural;
use crate::outcome::{Convention, Outcome};
use crate::solve::blocking::Blocking;
use crate::solve::cyclic::Cyclic;
use crate::solve::dense::{self, Lattice, Line};
use crate::solve::loopy::Value;
use crate::solve::memo::Memo;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::sum::Flat;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// What stands at one point of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    Nothing,
    /// Its Grundy value.
    Value(Natural),
    /// Its outcome, where there are no values.
    Outcome(Outcome),
}

/// A filled table.
#[derive(Clone, Debug)]
pub struct Table {
    /// How many cells there are along each axis.
    pub size: Vec<u64>,
    /// The cells, the last coordinate running fastest.
    pub cells: Vec<Cell>,
    /// How they were found.
    pub status: Status,
    /// Why they are right.
    pub reason: Text,
}

/// What a table says about the game it is of.
pub struct Caption<'c> {
    /// The name used in commands.
    pub id: &'c str,
    /// How many coordinates the table has by default; 0 if there is none.
    pub dimension: usize,
    /// Why all cells are right, if the theorem gave them all and is proven.
    pub theorem: Text,
    /// Where they come from, if the theorem gave them all but rests on
    /// computation.
    pub computed: Option<Text>,
}

impl Caption<'_> {
    /// What the page about a game says.
    pub fn of(about: &'static About) -> Self {
        let (en, zh) = about.theorem;
        Caption {
            id: about.id,
            dimension: about.dimension,
            theorem: Text::fixed(en, zh),
            // The page tells of a theorem that was not used then.
            computed: None,
        }
    }
}

/// Fills the box `0..size[0] × …` for `game`. A game with a one-dimensional
/// table has tables of higher dimension too: those of sums.
pub fn tabulate(
    game: &Erased<'_>,
    caption: &Caption<'_>,
    size: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Table, Error> {
    let budget = &budget.clone().as_one();
    let _scope = budget.scope();
    let (id, dimension) = (caption.id, caption.dimension);
    let as_sum = dimension == 1 && size.len() > 1;
    if dimension == 0 || (size.len() != dimension && !as_sum) {
        return Err(Error::Unsupported {
            because: no_table(id, dimension, size.len()),
        });
    }
    let mut meter = budget.meter("table");
    let cells = size
        .iter()
        .try_fold(1u64, |cells, side| cells.checked_mul(*side))
        .unwrap_or(u64::MAX);
    meter.bytes(cells.saturating_mul(size_of::<Cell>() as u64))?;
    meter.set_goal(cells);
    if dimension == 1
        && convention == Convention::Normal
        && !game.declares_ends()
        && let Some(line) = game.line(size.iter().copied().max().unwrap_or(0), budget)
    {
        match line {
            Ok(line) => return of_line(line, caption, size, &mut meter),
            Err(error) if error.is_budget() => return Err(error),
            // What the engine cannot do is asked of the cells.
            Err(_) => {}
        }
    }
    // Fills `sum` with the position of a cell, if there is one.
    let sum_at = |cell: u64, point: &mut [u64], sum: &mut Vec<Position>| -> bool {
        dense::point_of(cell, size, point);
        sum.clear();
        match as_sum {
            true => sum.extend(point.iter().filter_map(|at| game.at(&[*at]))),
            false => sum.extend(game.at(point)),
        }
        sum.len() == if as_sum { point.len() } else { 1 }
    };
    let mut point = vec![0; size.len()];
    let mut sum = Vec::with_capacity(size.len());
    let round_cycles = match game.may_cycle() {
        true => Some(RoundCycles::new(
            game,
            (0..cells).filter_map(|cell| {
                let mut sum = Vec::new();
                sum_at(cell, &mut vec![0; size.len()], &mut sum).then_some(sum)
            }),
            convention,
            budget,
        )?),
        false => None,
    };
    let mut filled = Vec::with_capacity(cells as usize);
    let mut outcomes = None;
    let mut memo = Memo::new(game);
    let mut dense = None;
    // Whether the theorem gave all cells, and whether it is proven of all.
    let (mut known, mut proven) = (true, true);
    for cell in 0..cells {
        meter.state()?;
        // Where the box is filled nothing more is asked of a cell.
        if let Some(Some(Some(value))) = dense
            .as_ref()
            .map(|d: &Vec<Option<u32>>| d.get(cell as usize))
        {
            filled.push(Cell::Value((*value).into()));
            continue;
        }
        if !sum_at(cell, &mut point, &mut sum) {
            filled.push(Cell::Nothing);
            continue;
        }
        if convention == Convention::Normal && !game.declares_ends() {
            if let Some(value) = theorem::sum_value(game, &sum) {
                // How sure it is may cost more than the value: one cell that is not proven is enough.
                proven = proven && game.status(&sum, convention) == Status::Proven;
                filled.push(Cell::Value(value));
                continue;
            }
            known = false;
            if let Some(solved) = &round_cycles {
                filled.push(solved.cell(&sum));
                continue;
            }
            if !as_sum && dense.is_none() {
                dense = Some(match game.fill(size, &mut meter) {
                    Ok(values) => values,
                    Err(error) if error.is_budget() => return Err(error),
                    // Not a lattice in either order: search cell by cell.
                    Err(_) => Vec::new(),
                });
            }
            if let Some(Some(Some(value))) = dense.as_ref().map(|d| d.get(cell as usize)) {
                filled.push(Cell::Value((*value).into()));
                continue;
            }
            let value = memo.sum_value(&sum, &mut meter)?;
            filled.push(Cell::Value(value.into()));
            continue;
        }
        // Here there are no values: a cell is an outcome.
        if let Some(outcome) = theorem::outcome(game, &sum, convention) {
            proven = proven && game.status(&sum, convention) == Status::Proven;
            filled.push(Cell::Outcome(outcome));
            continue;
        }
        known = false;
        if let Some(solved) = &round_cycles {
            filled.push(solved.cell(&sum));
            continue;
        }
        let table =
            outcomes.get_or_insert_with(|| Outcomes::new(Flat::new(game), convention, Order::Hint));
        filled.push(Cell::Outcome(table.outcome(&sum, &mut meter)?));
    }
    let (status, reason) = match (known, proven) {
        (true, true) => (Status::Proven, caption.theorem.clone()),
        (true, false) => {
            let reason = caption.computed.clone();
            let reason = reason.unwrap_or_else(|| from_rules(filled.len()));
            (Status::Computed, reason)
        }
        (false, _) => (Status::Computed, from_rules(filled.len())),
    };
    Ok(Table {
        size: size.to_vec(),
        cells: filled,
        status,
        reason,
    })
}

fn from_rules(cells: usize) -> Text {
    Text::new(
        format!("from the rules ({cells} cells)"),
        format!("由规则得出（{cells} 格）"),
    )
}

/// The table of a line whose values were found together, or of sums of its positions.
fn of_line(
    line: Line,
    caption: &Caption<'_>,
    size: &[u64],
    meter: &mut Meter,
) -> Result<Table, Error> {
    let value = |value: u32| Cell::Value(value.into());
    let cells: Vec<Cell> = match size {
        [_] => line.values.into_iter().map(value).collect(),
        _ => {
            let cells = size.iter().product::<u64>();
            let mut point = vec![0; size.len()];
            let mut filled = Vec::with_capacity(cells as usize);
            for cell in 0..cells {
                meter.state()?;
                dense::point_of(cell, size, &mut point);
                let of = |at: &u64| line.values[*at as usize];
                filled.push(value(point.iter().map(of).fold(0, |sum, one| sum ^ one)));
            }
            filled
        }
    };
    let reason = match (line.status, &caption.computed) {
        (Status::Proven, _) => caption.theorem.clone(),
        (_, Some(computed)) => computed.clone(),
        (_, None) => from_rules(cells.len()),
    };
    Ok(Table {
        size: size.to_vec(),
        cells,
        status: line.status,
        reason,
    })
}

/// Why there is no table with so many coordinates.
fn no_table(id: &str, dimension: usize, asked: usize) -> Text {
    match dimension {
        0 => Text::new(
            format!("positions of {id} are not tuples of numbers, so there is no table"),
            format!("{id} 的局面不是数组，因此没有表"),
        ),
        1 => Text::new(
            format!("a table of {id} has 1 coordinate or more, not {asked}"),
            format!("{id} 的表至少有 1 个坐标，而不是 {asked} 个"),
        ),
        _ => Text::new(
            format!("a table of {id} has {dimension} coordinates, not {asked}"),
            format!("{id} 的表有 {dimension} 个坐标，而不是 {asked} 个"),
        ),
    }
}

/// The outcomes of a box in normal play where up to `forbidden` options of
/// each position may be forbidden ([`Blocking`]).
pub fn tabulate_blocking(
    game: &Erased<'_>,
    forbidden: usize,
    size: &[u64],
    budget: &Budget,
) -> Result<Table, Error> {
    let budget = &budget.clone().as_one();
    let _scope = budget.scope();
    let mut meter = budget.meter("table");
    let count = size
        .iter()
        .try_fold(1u64, |all, side| all.checked_mul(*side));
    let count = count.unwrap_or(u64::MAX);
    meter.bytes(count.saturating_mul(size_of::<Cell>() as u64))?;
    meter.set_goal(count);
    let mut table = Blocking::new(game, forbidden);
    let mut cells = Vec::new();
    for cell in 0..count {
        meter.state()?;
        cells.push(match game.at(&dense::point(cell, size)) {
            Some(position) => Cell::Outcome(table.outcome(&position, &mut meter)?),
            None => Cell::Nothing,
        });
    }
    Ok(Table {
        size: size.to_vec(),
        cells,
        status: Status::Computed,
        reason: Text::new(
            format!("from the rules, where up to {forbidden} options may be forbidden"),
            format!("由规则得出，每步可禁止至多 {forbidden} 个选项"),
        ),
    })
}

/// The cells of a game whose positions may come back and of which the theorem
/// does not know all: everything that can be reached from them, solved once.
struct RoundCycles(FxHashMap<Vec<Position>, Cell>);

impl RoundCycles {
    fn new(
        game: &Erased<'_>,
        sums: impl Iterator<Item = Vec<Position>>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let valued = convention == Convention::Normal && !game.declares_ends();
        let unknown = |sum: &Vec<Position>| match valued {
            true => theorem::sum_value(game, sum).is_none(),
            false => theorem::outcome(game, sum, convention).is_none(),
        };
        let sums: Vec<Vec<Position>> = sums.filter(unknown).collect();
        if sums.is_empty() {
            return Ok(RoundCycles(FxHashMap::default()));
        }
        let solved = Cyclic::new(game, &sums, convention, budget)?;
        let values = solved.values(game, sums.iter(), convention, budget)?;
        let cell = |(sum, value): (Vec<Position>, Option<Value>)| {
            let cell = match value {
                Some(Value::Finite(value)) => Cell::Value(value.into()),
                _ => solved.outcome(&sum).map_or(Cell::Nothing, Cell::Outcome),
            };
            (sum, cell)
        };
        Ok(RoundCycles(
            sums.into_iter().zip(values).map(cell).collect(),
        ))
    }

    fn cell(&self, sum: &[Position]) -> Cell {
        self.0.get(sum).cloned().unwrap_or(Cell::Nothing)
    }
}
