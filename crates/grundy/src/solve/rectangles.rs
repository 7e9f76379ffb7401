//! The nim sum of a board whose heads fill many rectangles.
//!
//! In the game of [squares](crate::games::coins::squares) a head on (x,y) has the
//! value min(2^i, 2^j, 2^l), where 2^i and 2^j are the largest powers of two that
//! divide x and y and 2^l is the largest that is at most the side k (Codeforces 494 E).
//! There a position is the outline of its heads, which is what a *player* needs;
//! but m rectangles may cross in m² places. Who only wants the value needs no outline.
//!
//! The nim sum is not 0 exactly when for some b ≤ l the number of heads (x,y)
//! with both coordinates divisible by 2^b is odd. Among the numbers in (u,v],
//! ⌊v/2^b⌋ - ⌊u/2^b⌋ are divisible by 2^b, and the parity of that is bit b of
//! u ⊕ v. So the parities for *all* b at once are one word, the *measure* u ⊕ v
//! of the interval; a rectangle has the bitwise and of the measures of its
//! sides, and a sweep line with a segment tree over the covered measure does
//! the union of m rectangles in O(m log m).
//!
//! ```
//! use grundy::solve::rectangles::{Rectangle, squares_value, union_measure};
//! let board = [Rectangle::new(1..=3, 1..=3), Rectangle::new(2..=4, 2..=4)];
//! assert_eq!(union_measure(&board) & 1, 0); // 14 places
//! assert_eq!(squares_value(&board, 1), 0); // single coins: lost
//! assert_ne!(squares_value(&board, 4), 0);
//! ```

use std::ops::RangeInclusive;

/// A full rectangle of places, counted from 1. Empty if a side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Rows u+1 to v.
    rows: (u64, u64),
    /// Columns u+1 to v.
    columns: (u64, u64),
}

impl Rectangle {
    /// The places of these rows and columns. Row and column 0 do not exist.
    pub fn new(rows: RangeInclusive<u64>, columns: RangeInclusive<u64>) -> Self {
        let side = |range: RangeInclusive<u64>| {
            let before = range.start().saturating_sub(1);
            (before, before.max(*range.end()))
        };
        Rectangle {
            rows: side(rows),
            columns: side(columns),
        }
    }
}

/// The Grundy value of the board in which squares of side up to `most` are
/// turned and the union of `heads` shows heads. For `most` = 0 there are no moves.
pub fn squares_value(heads: &[Rectangle], most: u64) -> u64 {
    let Some(highest) = most.checked_ilog2() else {
        return 0;
    };
    let kept = u64::MAX >> (63 - highest);
    let parities = union_measure(heads) & kept;
    // Bit b counts the heads of value 2^b or more, so those of just 2^b are the difference.
    parities ^ (parities >> 1)
}

/// Bit b: the parity of the number of places (x,y) in the union of
/// `rectangles` with both x and y divisible by 2^b.
pub fn union_measure(rectangles: &[Rectangle]) -> u64 {
    let mut columns: Vec<u64> = Vec::with_capacity(2 * rectangles.len());
    let mut events: Vec<(u64, usize, bool)> = Vec::with_capacity(2 * rectangles.len());
    for (number, rectangle) in rectangles.iter().enumerate() {
        let ((from, to), (left, right)) = (rectangle.rows, rectangle.columns);
        if from < to && left < right {
            columns.extend([left, right]);
            events.extend([(from, number, true), (to, number, false)]);
        }
    }
    columns.sort_unstable();
    columns.dedup();
    events.sort_unstable();
    let place = |column: u64| columns.partition_point(|other| *other < column);
    let mut covered = Covered::new(&columns);
    let (mut measure, mut before) = (0, 0);
    for (row, number, begins) in events {
        measure ^= (before ^ row) & covered.measure();
        before = row;
        let (left, right) = rectangles[number].columns;
        covered.change(place(left)..place(right), begins);
    }
    measure
}

/// A segment tree over intervals: how often each is covered, and the measure
/// of what is.
struct Covered<'c> {
    columns: &'c [u64],
    leaves: usize,
    times: Vec<u32>,
    measures: Vec<u64>,
}

impl<'c> Covered<'c> {
    fn new(columns: &'c [u64]) -> Self {
        let leaves = columns.len().max(2).next_power_of_two();
        Covered {
            columns,
            leaves,
            times: vec![0; 2 * leaves],
            measures: vec![0; 2 * leaves],
        }
    }

    fn measure(&self) -> u64 {
        self.measures[1]
    }

    /// The measure of all intervals below a node.
    fn whole(&self, node: usize) -> u64 {
        let height = self.leaves.ilog2() - node.ilog2();
        let first = (node << height) - self.leaves;
        let end = |at: usize| self.columns[at.min(self.columns.len() - 1)];
        end(first) ^ end(first + (1 << height))
    }

    fn renew(&mut self, node: usize) {
        self.measures[node] = if self.times[node] > 0 {
            self.whole(node)
        } else if node < self.leaves {
            self.measures[2 * node] ^ self.measures[2 * node + 1]
        } else {
            0
        };
    }

    fn change(&mut self, intervals: std::ops::Range<usize>, begins: bool) {
        let (mut left, mut right) = (intervals.start + self.leaves, intervals.end + self.leaves);
        let (first, last) = (left, right - 1);
        while left < right {
            for node in [
                (left % 2 == 1).then_some(left),
                (right % 2 == 1).then(|| right - 1),
            ] {
                let Some(node) = node else { continue };
                // What ends has begun before.
                self.times[node] = match begins {
                    true => self.times[node] + 1,
                    false => self.times[node].saturating_sub(1),
                };
                self.renew(node);
            }
            left = left.div_ceil(2);
            right /= 2;
        }
        for mut node in [first, last] {
            while node > 1 {
                node /= 2;
                self.renew(node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn contains(rectangle: &Rectangle, x: u64, y: u64) -> bool {
        let ((from, to), (left, right)) = (rectangle.rows, rectangle.columns);
        from < x && x <= to && left < y && y <= right
    }

    #[test]
    fn unions_are_those_of_all_places() {
        let mut random = Random::new(494);
        for _ in 0..400 {
            let size = 1 + random.below(20);
            let heads: Vec<Rectangle> = (0..random.below(7))
                .map(|_| {
                    let mut side = || random.below(size + 1)..=random.below(size + 1);
                    Rectangle::new(side(), side())
                })
                .collect();
            let mut expected = 0;
            for x in 1..=size {
                for y in 1..=size {
                    if heads.iter().any(|head| contains(head, x, y)) {
                        let both = (x | y).trailing_zeros();
                        expected ^= u64::MAX >> (63 - both);
                    }
                }
            }
            assert_eq!(union_measure(&heads), expected, "{heads:?}");
        }
    }

    /// The value of a single head by the definition of a coin-turning game.
    #[test]
    fn values_are_those_of_the_definition() {
        const SIZE: usize = 18;
        for most in 0..=SIZE {
            let mut values = vec![[0u64; SIZE + 1]; SIZE + 1];
            for x in 1..=SIZE {
                for y in 1..=SIZE {
                    let mut seen = [false; 4 * SIZE];
                    for side in 1..=most.min(x).min(y) {
                        let mut worth = 0;
                        for (i, row) in values.iter().enumerate().skip(x + 1 - side).take(side) {
                            for (j, value) in row.iter().enumerate().skip(y + 1 - side).take(side) {
                                worth ^= if (i, j) == (x, y) { 0 } else { *value };
                            }
                        }
                        seen[worth as usize] = true;
                    }
                    values[x][y] = seen.iter().position(|seen| !seen).unwrap() as u64;
                    let place = Rectangle::new(x as u64..=x as u64, y as u64..=y as u64);
                    assert_eq!(
                        squares_value(&[place], most as u64),
                        values[x][y],
                        "{x},{y} {most}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_largest_board() {
        let all = Rectangle::new(1..=u64::MAX, 1..=u64::MAX);
        assert_eq!(union_measure(&[all, all]), u64::MAX);
        assert_eq!(union_measure(&[]), 0);
        assert_eq!(squares_value(&[all], 0), 0);
    }
}
