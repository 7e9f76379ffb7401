//! A whole box of integer positions at once.
//!
//! Where positions are points of a box `0..a × 0..b × …`, their Grundy values
//! fill a plain array: no hashing, no stack. The cells are filled in an order
//! in which options come first. Two orders are tried — row by row, then by
//! the sum of coordinates — and every option is checked to be filled already:
//! an order that is not well-founded for the rules is an error that names the
//! cell and its option, never a wrong value.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::game::{Flow, Game};
//! use grundy::solve::dense::{fill, Lattice};
//!
//! /// A king that walks towards the corner.
//! struct King;
//! impl Game for King {
//!     type Position = (u64, u64);
//!     type Move = ();
//!     fn options(&self, &(x, y): &(u64, u64), visit: &mut impl FnMut((), &[(u64, u64)]) -> Flow) -> Flow {
//!         if x > 0 { visit((), &[(x - 1, y)])?; }
//!         if y > 0 { visit((), &[(x, y - 1)])?; }
//!         if x > 0 && y > 0 { visit((), &[(x - 1, y - 1)])?; }
//!         Flow::Continue(())
//!     }
//! }
//! impl Lattice for King {
//!     fn at(&self, at: &[u64]) -> Option<(u64, u64)> { Some((at[0], at[1])) }
//!     fn coordinates(&self, p: &(u64, u64), at: &mut [u64]) -> bool { at.copy_from_slice(&[p.0, p.1]); true }
//! }
//! let mut meter = Budget::default().meter("table");
//! let values = fill(&King, &[2, 4], &mut meter).unwrap();
//! assert_eq!(values, [Some(0), Some(1), Some(0), Some(1), Some(1), Some(2), Some(3), Some(2)]);
//! ```

use crate::answer::Status;
use crate::budget::{Budget, Meter, OPTIONS_PER_STATE};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP};
use crate::text::Text;

/// A game whose positions are points of a lattice.
pub trait Lattice: Game {
    /// The position at a point, `None` where there is none.
    fn at(&self, point: &[u64]) -> Option<Self::Position>;

    /// Writes the point of a position to `point`; `false` if it has none of
    /// that dimension.
    fn coordinates(&self, position: &Self::Position, point: &mut [u64]) -> bool;

    /// The Grundy values of a whole box, see [`fill`].
    fn fill(&self, size: &[u64], meter: &mut Meter) -> Result<Vec<Option<u32>>, Error> {
        fill(self, size, meter)
    }

    /// The Grundy values of the positions at 0, 1, 2, … of a line, `cells` of them, all at once:
    /// where the game has an engine that finds them together sooner than one by one.
    fn line(&self, _cells: u64, _budget: &Budget) -> Option<Result<Line, Error>> {
        None
    }

    /// The number of a position's cell in the box `0..size[0] × …`, the last
    /// coordinate running fastest; `None` outside. Games that can tell without
    /// the detour by `point`, which is scratch, tables are filled faster.
    #[inline]
    fn cell(&self, position: &Self::Position, size: &[u64], point: &mut [u64]) -> Option<usize> {
        if !self.coordinates(position, point) {
            return None;
        }
        let mut cell = 0;
        for (at, side) in point.iter().zip(size) {
            if at >= side {
                return None;
            }
            cell = cell * *side as usize + *at as usize;
        }
        Some(cell)
    }

    /// A loop that fills many cells of the box in this order, if the game has one and making it is worth
    /// while. It is asked for before the first cell, and later again.
    fn kernel<'g>(
        &'g self,
        _size: &[u64],
        _order: Order,
        _work: Work,
    ) -> Option<Box<dyn Kernel + 'g>> {
        None
    }
}

/// Values of a line that an engine of the game found together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The values.
    pub values: Vec<u32>,
    /// How they are known.
    pub status: Status,
}

/// The value of a cell that has none yet, and of one that is no position.
pub const UNKNOWN: u32 = u32::MAX;

/// A loop that fills cells without naming a move.
pub trait Kernel {
    /// Fills cells from the one at `here` on, `cell` in the table, in the order for which it was made: at
    /// most `most` of them, and until their [work](CELL) is at least `work`. It stops before a cell that it cannot
    /// fill as the rules say, whatever the reason: the rules are asked about that one.
    fn run(
        &mut self,
        here: &[u64],
        cell: usize,
        most: u64,
        work: u64,
        values: &mut [u32],
    ) -> Filled;
}

/// How much there is to do in a box: [`CELL`] for each cell, and 1 for each option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// What was done so far, by the rules.
    pub done: u64,
    /// What is left if the other cells have as many options as those so far.
    pub left: u64,
    /// The cells that are left.
    pub cells: u64,
}

/// What a [`Kernel`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// So many cells.
    pub cells: u64,
    /// Options looked at in them.
    pub options: u64,
    /// Whether the rules are to be asked about the next cell.
    pub stuck: bool,
}

/// The work of a cell without options, where that of an option is 1.
pub const CELL: u64 = OPTIONS_PER_STATE;
/// After so much work by the rules a kernel is asked for again, and after twice as much each time.
const SECOND_LOOK: u64 = 1 << 12;

/// The Grundy values of all positions in the box `0..size[0] × …`, the last
/// coordinate running fastest; `None` where there is no position.
pub fn fill<L: Lattice>(
    game: &L,
    size: &[u64],
    meter: &mut Meter,
) -> Result<Vec<Option<u32>>, Error> {
    let values = values(game, size, meter)?;
    Ok(values
        .into_iter()
        .map(|value| (value != UNKNOWN).then_some(value))
        .collect())
}

/// As [`fill`], in half the room: [`UNKNOWN`] where there is no position.
pub fn values<L: Lattice>(game: &L, size: &[u64], meter: &mut Meter) -> Result<Vec<u32>, Error> {
    if game.declares_ends() {
        return Err(super::declared());
    }
    let cells = size
        .iter()
        .try_fold(1u64, |cells, side| cells.checked_mul(*side))
        .unwrap_or(u64::MAX);
    meter.bytes(cells.saturating_mul(20))?;
    if cells >= u64::from(u32::MAX) {
        return Err(Error::Unsupported {
            because: Text::new(
                format!("a table of {cells} cells: fewer than 2^32 are possible"),
                format!("表格有 {cells} 格：上限为 2^32 格"),
            ),
        });
    }
    meter.set_goal(cells);
    let mut values = vec![UNKNOWN; cells as usize];
    match fill_in_order(game, size, Order::Rows, &mut values, meter) {
        Err(Error::NotWellFounded { .. }) => {
            values.fill(UNKNOWN);
            fill_in_order(game, size, Order::Sums, &mut values, meter)?;
        }
        filled => filled?,
    }
    Ok(values)
}

/// The coordinates of a cell, the last one running fastest.
pub fn point(cell: u64, size: &[u64]) -> Vec<u64> {
    let mut point = vec![0; size.len()];
    point_of(cell, size, &mut point);
    point
}

/// As [`point`], into a list that is there.
pub fn point_of(mut cell: u64, size: &[u64], point: &mut [u64]) {
    for (at, side) in point.iter_mut().zip(size).rev() {
        *at = cell % side;
        cell /= side;
    }
}

/// In which order cells are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row by row: a kernel goes from the end of one to the beginning of the next.
    Rows,
    /// By the sum of the coordinates, those of one sum row by row: a kernel goes as long as the last
    /// coordinate passes one on to the last but one.
    Sums,
}

/// A walk over the points of a box, without a division on the way.
struct Walk<'s> {
    size: &'s [u64],
    /// How many cells there are from one value of each coordinate to the next.
    strides: Vec<usize>,
    order: Order,
    here: Vec<u64>,
    cell: usize,
    sum: u64,
}

impl<'s> Walk<'s> {
    /// At the first point of a box that is not empty.
    fn new(size: &'s [u64], order: Order) -> Self {
        let mut strides = vec![1; size.len()];
        for at in (1..size.len()).rev() {
            strides[at - 1] = strides[at] * size[at] as usize;
        }
        Walk {
            size,
            strides,
            order,
            here: vec![0; size.len()],
            cell: 0,
            sum: 0,
        }
    }

    /// Goes to the next point; there must be one.
    #[inline]
    fn step(&mut self) {
        match self.order {
            Order::Rows => {
                self.cell += 1;
                // As an odometer goes.
                for (at, side) in self.here.iter_mut().zip(self.size).rev() {
                    *at += 1;
                    if *at < *side {
                        break;
                    }
                    *at = 0;
                }
            }
            Order::Sums => {
                // Nearly always the last two coordinates pass one on.
                if let [.., x, y] = &mut self.here[..]
                    && let ([.., side, _], [.., stride, _]) = (self.size, &self.strides[..])
                    && *y > 0
                    && *x + 1 < *side
                {
                    *x += 1;
                    *y -= 1;
                    self.cell += stride - 1;
                    return;
                }
                self.step_in_sum();
            }
        }
    }

    /// How many cells from this one on are one run of a kernel, of which `left` are left.
    fn run(&self, left: u64) -> u64 {
        match (self.order, &self.here[..], self.size) {
            (Order::Rows, ..) => left,
            (Order::Sums, [.., x, y], [.., side, _]) => 1 + (*y).min(*side - 1 - *x),
            _ => 1,
        }
    }

    /// Goes on by some cells of a run.
    fn leap(&mut self, cells: u64) {
        match self.order {
            Order::Rows => {
                self.cell += cells as usize;
                point_of(self.cell as u64, self.size, &mut self.here);
            }
            Order::Sums => {
                if let ([.., x, y], [.., stride, _]) = (&mut self.here[..], &self.strides[..]) {
                    *x += cells;
                    *y -= cells;
                    self.cell += cells as usize * (stride - 1);
                }
            }
        }
    }

    fn step_in_sum(&mut self) {
        // The last coordinate that can grow at the cost of those behind it.
        let mut behind = 0;
        for at in (0..self.here.len()).rev() {
            if behind > 0 && self.here[at] + 1 < self.size[at] {
                self.here[at] += 1;
                self.cell += self.strides[at];
                return self.deal(at + 1, behind - 1);
            }
            behind += self.here[at];
        }
        self.sum += 1;
        self.deal(0, self.sum);
    }

    /// Deals `rest` to the coordinates from `first` on, the last ones first.
    fn deal(&mut self, first: usize, mut rest: u64) {
        for at in (first..self.here.len()).rev() {
            let new = rest.min(self.size[at] - 1);
            let old = std::mem::replace(&mut self.here[at], new);
            self.cell += new as usize * self.strides[at];
            self.cell -= old as usize * self.strides[at];
            rest -= new;
        }
    }
}

/// Values below this are kept in one word.
const LOW: u32 = u64::BITS;

/// Marks a value that is larger than any before.
#[cold]
#[inline(never)]
fn see(seen_for: &mut Vec<u32>, value: u32, stamp: u32) {
    seen_for.resize(value as usize + 1, 0);
    seen_for[value as usize] = stamp;
}

/// Fills the cells in the given order.
fn fill_in_order<L: Lattice>(
    game: &L,
    size: &[u64],
    order: Order,
    values: &mut [u32],
    meter: &mut Meter,
) -> Result<(), Error> {
    let cells = values.len();
    // The cell for which a value was last seen among the options, for the
    // values that have no bit in `low`: no clearing.
    let mut seen_for: Vec<u32> = Vec::new();
    let mut place = vec![0; size.len()];
    let mut walk = Walk::new(size, order);
    let mut kernel: Option<Box<dyn Kernel + '_>> = None;
    // Work done by the rules, and how much of it there must be before a kernel is asked for.
    let (mut work, mut look) = (0u64, 0);
    let mut index = 0;
    while index < cells {
        if kernel.is_none() && work >= look {
            let each = (work / (index as u64).max(1)).max(CELL);
            let left = (cells - index) as u64;
            let seen = Work {
                done: work,
                left: each.saturating_mul(left),
                cells: left,
            };
            kernel = game.kernel(size, order, seen);
            look = (2 * work).max(SECOND_LOOK);
        }
        if let Some(kernel) = &mut kernel {
            let run = walk.run((cells - index) as u64);
            let done = kernel.run(&walk.here, walk.cell, run, meter.room(), values);
            meter.advance(done.cells)?;
            meter.options(done.options)?;
            index += done.cells as usize;
            if done.cells == run {
                // The last one of the run is where the walk goes on from.
                walk.leap(run - 1);
                if index < cells {
                    walk.step();
                }
                continue;
            }
            walk.leap(done.cells);
            if !done.stuck {
                continue;
            }
        }
        let stamp = index as u32 + 1;
        meter.state()?;
        let Some(position) = game.at(&walk.here) else {
            index += 1;
            if index < cells {
                walk.step();
            }
            continue;
        };
        let mut bad = None;
        let mut looked_at = 0;
        let mut low = 0u64;
        let _ = game.options(&position, &mut |_, to| {
            looked_at += 1;
            let mut value = 0;
            for part in to {
                let cell = game.cell(part, size, &mut place);
                let known = cell.and_then(|at| values.get(at)).copied();
                let known = known.unwrap_or(UNKNOWN);
                if known == UNKNOWN {
                    bad = Some(part.clone());
                    return STOP;
                }
                value ^= known;
            }
            if value < LOW {
                low |= 1 << value;
                return CONTINUE;
            }
            match seen_for.get_mut((value - LOW) as usize) {
                Some(seen) => *seen = stamp,
                None => see(&mut seen_for, value - LOW, stamp),
            }
            CONTINUE
        });
        if let Some(option) = bad {
            return Err(Error::NotWellFounded {
                position: game.write(&[position]),
                option: game.write(&[option]),
            });
        }
        meter.options(looked_at)?;
        values[walk.cell] = match low.trailing_ones() {
            LOW => {
                let missing = seen_for.iter().position(|seen| *seen != stamp);
                LOW + missing.unwrap_or(seen_for.len()) as u32
            }
            mex => mex,
        };
        work += CELL + looked_at;
        index += 1;
        if index < cells {
            walk.step();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_walks_visit_every_cell_in_order() {
        for size in [vec![7], vec![3, 5], vec![1, 4, 1, 3], vec![2, 3, 4], vec![]] {
            let cells = size.iter().product::<u64>();
            for order in [Order::Rows, Order::Sums] {
                let mut walk = Walk::new(&size, order);
                let mut visited = Vec::new();
                for index in 0..cells {
                    if index > 0 {
                        walk.step();
                    }
                    assert_eq!(walk.here, point(walk.cell as u64, &size), "{size:?}");
                    visited.push(walk.cell as u64);
                }
                let mut expected: Vec<u64> = (0..cells).collect();
                if order == Order::Sums {
                    expected.sort_by_key(|cell| point(*cell, &size).iter().sum::<u64>());
                }
                assert_eq!(visited, expected, "{size:?}");
            }
        }
    }
}
