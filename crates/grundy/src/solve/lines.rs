//! Walks along lines: rows, columns and diagonals of a quarter plane.
//!
//! A piece stands on (x,y) and may go any distance along the given
//! directions, each of which lowers x, or y, or both by the same amount. All
//! squares that it can go to in one direction lie on one line, so instead of
//! looking at each of them, one set of the values seen so far is kept per
//! line: a square costs one look at as many sets as there are directions, and
//! its value is the mex of their union. A table of side n needs O(n³/64)
//! word operations instead of O(n³) options.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::lines::{Directions, Lines};
//! let queen = Directions { rows: true, columns: true, diagonals: true };
//! let mut lines = Lines::new(queen);
//! lines.grow(8, &mut Budget::default().meter("lines")).unwrap();
//! assert_eq!(lines.value(3, 5), Some(0)); // Wythoff's pair
//! assert_eq!(lines.value(1, 1), Some(2));
//! ```

use std::sync::Mutex;

use crate::budget::{Budget, Meter};
use crate::error::Error;

/// Along which lines a piece walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directions {
    /// x decreases.
    pub rows: bool,
    /// y decreases.
    pub columns: bool,
    /// Both decrease by the same amount.
    pub diagonals: bool,
}

/// Values as far as they were asked for, within the budget of each question.
#[derive(Debug)]
pub struct Known {
    lines: Mutex<Lines>,
    longest: usize,
}

impl Known {
    /// Nothing is known yet; boxes have sides up to `longest`.
    pub const fn new(directions: Directions, longest: usize) -> Known {
        Known {
            lines: Mutex::new(Lines {
                directions,
                side: 0,
                values: Vec::new(),
            }),
            longest,
        }
    }

    /// The value of a square, if it is not too far out and the budget allows it.
    pub fn value(&self, x: usize, y: usize) -> Option<u32> {
        let needed = x.max(y).checked_add(1)?;
        if needed > self.longest {
            return None;
        }
        // Known or not, it costs what it would cost alone: the same question has the same answer.
        let cost = (needed * needed) as u64;
        if cost > Budget::current().states_left() {
            return None;
        }
        let mut lines = self.lines.lock().ok()?;
        if lines.side() < needed {
            // Further than asked: the next question is often a little larger.
            let side = (needed + needed / 2 + 8).min(self.longest);
            let mut meter = Budget::current().meter("lines");
            if lines.grow(side, &mut meter).is_err() {
                lines
                    .grow(needed, &mut Budget::current().meter("lines"))
                    .ok()?;
            }
        }
        lines.value(x, y)
    }
}

/// The values of all squares of a box.
#[derive(Clone, Debug)]
pub struct Lines {
    directions: Directions,
    side: usize,
    values: Vec<u32>,
}

impl Lines {
    /// No square is known yet.
    pub fn new(directions: Directions) -> Lines {
        Lines {
            directions,
            side: 0,
            values: Vec::new(),
        }
    }

    /// Squares with both coordinates below this are known.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The value of a square that is known.
    pub fn value(&self, x: usize, y: usize) -> Option<u32> {
        (x < self.side && y < self.side).then(|| self.values[x * self.side + y])
    }

    /// Makes all squares with both coordinates below `side` known.
    pub fn grow(&mut self, side: usize, meter: &mut Meter) -> Result<(), Error> {
        if side <= self.side {
            return Ok(());
        }
        // A square has fewer than 3·side options, so its value is not greater.
        let words = 3 * side / 64 + 1;
        let lines = 4 * side;
        meter.bytes((4 * side as u64 * side as u64).saturating_add(8 * (words * lines) as u64))?;
        let mut seen = vec![0u64; words * lines];
        let mut values = vec![0u32; side * side];
        for x in 0..side {
            for y in 0..side {
                meter.state()?;
                // Rows, then columns, then diagonals from the lowest difference on.
                let on = [
                    self.directions.rows.then_some(y),
                    self.directions.columns.then_some(side + x),
                    self.directions
                        .diagonals
                        .then_some(2 * side + side - 1 + x - y),
                ];
                let mut value = 0;
                for word in 0..words {
                    let union = on
                        .iter()
                        .flatten()
                        .fold(0, |union, line| union | seen[line * words + word]);
                    value = 64 * word as u32 + union.trailing_ones();
                    if union != u64::MAX {
                        break;
                    }
                }
                for line in on.iter().flatten() {
                    seen[line * words + value as usize / 64] |= 1 << (value % 64);
                }
                values[x * side + y] = value;
            }
        }
        self.side = side;
        self.values = values;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn every_table_is_the_one_by_definition() {
        for bits in 0..8u8 {
            let directions = Directions {
                rows: bits & 1 != 0,
                columns: bits & 2 != 0,
                diagonals: bits & 4 != 0,
            };
            let mut lines = Lines::new(directions);
            let side = 25;
            lines
                .grow(side, &mut Budget::default().meter("lines"))
                .unwrap();
            let mut table = vec![vec![0u32; side]; side];
            for x in 0..side {
                for y in 0..side {
                    let mut options = Vec::new();
                    if directions.rows {
                        options.extend((1..=x).map(|k| table[x - k][y]));
                    }
                    if directions.columns {
                        options.extend((1..=y).map(|k| table[x][y - k]));
                    }
                    if directions.diagonals {
                        options.extend((1..=x.min(y)).map(|k| table[x - k][y - k]));
                    }
                    table[x][y] = crate::solve::mex(&options, &mut Vec::new());
                    assert_eq!(
                        lines.value(x, y),
                        Some(table[x][y]),
                        "{directions:?} {x},{y}"
                    );
                }
            }
        }
    }
}
