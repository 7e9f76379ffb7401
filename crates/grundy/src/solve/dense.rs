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

use crate::budget::Meter;
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
}

const UNKNOWN: u32 = u32::MAX;

/// The Grundy values of all positions in the box `0..size[0] × …`, the last
/// coordinate running fastest; `None` where there is no position.
pub fn fill<L: Lattice>(
    game: &L,
    size: &[u64],
    meter: &mut Meter,
) -> Result<Vec<Option<u32>>, Error> {
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
    let values = match fill_in_order(game, size, None, meter) {
        Err(Error::NotWellFounded { .. }) => {
            fill_in_order(game, size, Some(&by_sum(cells as usize, size)), meter)?
        }
        filled => filled?,
    };
    Ok(values
        .into_iter()
        .map(|value| (value != UNKNOWN).then_some(value))
        .collect())
}

/// The coordinates of a cell, the last one running fastest.
pub fn point(cell: u64, size: &[u64]) -> Vec<u64> {
    let mut point = vec![0; size.len()];
    locate(cell, size, &mut point);
    point
}

/// Writes the coordinates of a cell to `point`.
fn locate(mut cell: u64, size: &[u64], point: &mut [u64]) {
    for (at, side) in point.iter_mut().zip(size).rev() {
        *at = cell % side;
        cell /= side;
    }
}

/// The cells by the sum of their coordinates, those of one sum row by row.
fn by_sum(cells: usize, size: &[u64]) -> Vec<usize> {
    let largest: u64 = size.iter().map(|side| side.saturating_sub(1)).sum();
    let mut sums = vec![0u64; cells];
    let mut here = vec![0; size.len()];
    // Where the cells of each sum begin.
    let mut starts = vec![0usize; largest as usize + 2];
    for (cell, sum) in sums.iter_mut().enumerate() {
        locate(cell as u64, size, &mut here);
        *sum = here.iter().sum();
        starts[*sum as usize + 1] += 1;
    }
    for sum in 1..starts.len() {
        starts[sum] += starts[sum - 1];
    }
    let mut order = vec![0; cells];
    for (cell, sum) in sums.iter().enumerate() {
        let next = &mut starts[*sum as usize];
        order[*next] = cell;
        *next += 1;
    }
    order
}

/// Fills the cells in `order`, row by row if there is none.
fn fill_in_order<L: Lattice>(
    game: &L,
    size: &[u64],
    order: Option<&[usize]>,
    meter: &mut Meter,
) -> Result<Vec<u32>, Error> {
    let cells = size.iter().product::<u64>() as usize;
    let mut values = vec![UNKNOWN; cells];
    // The cell for which a value was last seen among the options: no clearing.
    let mut seen_for: Vec<u32> = Vec::new();
    let mut place = vec![0; size.len()];
    let mut here = vec![0; size.len()];
    for index in 0..cells {
        let cell = order.map_or(index, |order| order[index]);
        let stamp = index as u32 + 1;
        meter.state()?;
        locate(cell as u64, size, &mut here);
        let Some(position) = game.at(&here) else {
            continue;
        };
        let mut bad = None;
        let mut looked_at = 0;
        let _ = game.options(&position, &mut |_, to| {
            looked_at += 1;
            let mut value = 0;
            for part in to {
                match game
                    .cell(part, size, &mut place)
                    .and_then(|at| values.get(at).copied())
                {
                    Some(known) if known != UNKNOWN => value ^= known,
                    _ => {
                        bad = Some(part.clone());
                        return STOP;
                    }
                }
            }
            if value as usize >= seen_for.len() {
                seen_for.resize(value as usize + 1, 0);
            }
            seen_for[value as usize] = stamp;
            CONTINUE
        });
        if let Some(option) = bad {
            return Err(Error::NotWellFounded {
                position: game.write(&[position]),
                option: game.write(&[option]),
            });
        }
        meter.options(looked_at)?;
        let mex = seen_for.iter().position(|seen| *seen != stamp);
        values[cell] = mex.unwrap_or(seen_for.len()) as u32;
    }
    Ok(values)
}
