//! Squares of a rectangle as bits, and its symmetries by shifts and masks.
//!
//! Square (row, column) is bit `row · columns + column`, so a rectangle has at most 64
//! squares. A half turn is the word read backwards; a flip moves whole rows; a
//! transpose spreads each row with one product: for k bits `b0 b1 …` of a row and a
//! stride s > k, `b · (1 + 2^(s-1) + 2^(2(s-1)) + …)` has `bi` at `s·i`, no two terms of the
//! product meet, and others lie at multiples of s only from `s·(s-1)` on. Nothing walks over the squares.
//!
//! ```
//! use grundy::solve::boards::grid::Grid;
//! let corner = Grid::new(2, 3, 0b001_011).unwrap(); // ##. / #..
//! assert_eq!(corner.half_turn().squares(), 0b110_100);
//! let upright = Grid::new(3, 2, 0b00_01_11).unwrap(); // ## / #. / ..
//! assert_eq!(corner.canonical(), upright.canonical());
//! ```
//!
//! Limits: 64 squares, counted with those that are not in the set.

/// A set of squares within a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    rows: u8,
    columns: u8,
    squares: u64,
}

/// Bit 0 of every `stride` bits.
const STRIPES: [u64; 65] = {
    let mut stripes = [0; 65];
    let mut stride = 1;
    while stride <= 64 {
        let mut at = 0;
        while at < 64 {
            stripes[stride] |= 1 << at;
            at += stride;
        }
        stride += 1;
    }
    stripes
};

/// The lowest `count` bits.
#[inline]
pub const fn low(count: u32) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

impl Grid {
    /// Squares of a rectangle; `None` if it has none or more than 64, or if a
    /// square lies outside.
    pub const fn new(rows: u8, columns: u8, squares: u64) -> Option<Grid> {
        let area = rows as u32 * columns as u32;
        if area == 0 || area > 64 || squares & !low(area) != 0 {
            return None;
        }
        Some(Grid {
            rows,
            columns,
            squares,
        })
    }

    /// How many rows the rectangle has.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many columns the rectangle has.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The squares, as bits.
    pub const fn squares(self) -> u64 {
        self.squares
    }

    /// Other squares of the same rectangle; what lies outside is left out.
    #[inline]
    pub const fn with(self, squares: u64) -> Grid {
        let squares = squares & low(self.rows as u32 * self.columns as u32);
        Grid { squares, ..self }
    }

    /// All squares of the first column.
    #[inline]
    const fn first_column(self) -> u64 {
        STRIPES[self.columns as usize & 127] & low(self.rows as u32 * self.columns as u32)
    }

    /// The squares that have a neighbour to the right within the set.
    #[inline]
    pub const fn left_of_another(self) -> u64 {
        self.squares & (self.squares & !self.first_column()) >> 1
    }

    /// The squares that have a neighbour below within the set.
    #[inline]
    pub const fn above_another(self) -> u64 {
        match self.squares.checked_shr(self.columns as u32) {
            Some(moved) => self.squares & moved,
            None => 0,
        }
    }

    /// The squares beside those of `part` within the set.
    #[inline]
    const fn beside(self, part: u64) -> u64 {
        // A step to the right comes into any column but the first, one to the left from any but it.
        let first = self.first_column();
        let columns = self.columns as u32;
        let (below, above) = match columns {
            64 => (0, 0),
            _ => (part << columns, part >> columns),
        };
        ((part << 1) & !first | (part & !first) >> 1 | below | above) & self.squares
    }

    /// The squares that are connected with `seed` by common sides.
    pub const fn connected(self, seed: u64) -> u64 {
        let mut part = seed;
        loop {
            let grown = part | self.beside(part);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The connected parts of a set that was connected before `gone` was taken out of it.
    ///
    /// Each of them touches what is gone, so a part that has reached all squares there is all
    /// that is left, however far it goes on.
    #[inline]
    pub fn parts(self, gone: u64, mut visit: impl FnMut(u64)) {
        let mut rest = self.squares;
        let mut touching = self.beside(gone);
        while touching != 0 {
            let mut part = touching & touching.wrapping_neg();
            loop {
                if touching & !part == 0 {
                    return visit(rest);
                }
                let grown = part | self.beside(part);
                if grown == part {
                    break;
                }
                part = grown;
            }
            visit(part);
            rest &= !part;
            touching &= !part;
        }
    }

    /// The same squares in the smallest rectangle; an empty set stays in one square.
    #[inline]
    pub const fn trimmed(self) -> Grid {
        if self.squares == 0 {
            return Grid {
                rows: 1,
                columns: 1,
                squares: 0,
            };
        }
        let columns = self.columns as u32;
        let first = self.first_column();
        let last_row = self.squares >> ((self.rows as u32 - 1) * columns);
        if self.squares & low(columns) != 0
            && last_row != 0
            && self.squares & first != 0
            && self.squares & first << (columns - 1) != 0
        {
            return self;
        }
        let top = self.squares.trailing_zeros() / columns;
        let bottom = (63 - self.squares.leading_zeros()) / columns;
        let squares = self.squares >> (top * columns);
        let rows = bottom - top + 1;
        // All rows upon each other.
        let mut seen = squares;
        let mut left = rows;
        while left > 1 {
            let half = left.div_ceil(2);
            seen |= seen >> (half * columns);
            left = half;
        }
        seen &= low(columns);
        let first = seen.trailing_zeros();
        let width = 64 - seen.leading_zeros() - first;
        let mut packed = squares >> first;
        if width < columns {
            let (mut row, from) = (1, packed);
            packed = from & low(width);
            while row < rows {
                packed |= (from >> (row * columns) & low(width)) << (row * width);
                row += 1;
            }
        }
        Grid {
            rows: rows as u8,
            columns: width as u8,
            squares: packed,
        }
    }

    /// Turned by half a turn.
    #[inline]
    pub const fn half_turn(self) -> Grid {
        let area = self.rows as u32 * self.columns as u32;
        let squares = self.squares.reverse_bits() >> (64 - area);
        Grid { squares, ..self }
    }

    /// The last row first.
    #[inline]
    pub const fn flipped(self) -> Grid {
        let columns = self.columns as u32;
        let row = low(columns);
        let (mut from, mut squares) = (self.squares, 0);
        let mut left = self.rows;
        while left > 0 {
            // A row of 64 squares is alone: it need not be moved.
            squares = match left == self.rows {
                true => from & row,
                false => squares << columns | from & row,
            };
            if left > 1 {
                from >>= columns;
            }
            left -= 1;
        }
        Grid { squares, ..self }
    }

    /// Rows as columns, where there are at least as many rows as columns, or only one.
    #[inline]
    pub(crate) const fn transposed(self) -> Grid {
        let (rows, columns) = (self.rows as u32, self.columns as u32);
        let image = Grid {
            rows: self.columns,
            columns: self.rows,
            squares: 0,
        };
        if rows == 1 || columns == 1 {
            return Grid {
                squares: self.squares,
                ..image
            };
        }
        let stride = rows as usize & 127;
        // Of as many bits as the stride, the last would meet the first.
        let count = if columns == rows {
            columns - 1
        } else {
            columns
        };
        let (spread, places) = (STRIPES[stride - 1], STRIPES[stride] & low(rows * count));
        let short = low(count);
        let (mut squares, mut row) = (0, 0);
        while row < rows {
            let bits = self.squares >> (row * columns) & low(columns);
            let mut wide = (bits & short).wrapping_mul(spread) & places;
            if columns == rows {
                wide |= (bits >> (columns - 1)) << ((columns - 1) * rows);
            }
            squares |= wide << row;
            row += 1;
        }
        let squares = squares & low(rows * columns);
        Grid { squares, ..image }
    }

    /// The least of all images by flips and turns, with no more rows than columns.
    #[inline]
    pub fn canonical(self) -> Grid {
        let upright = match self.rows > self.columns {
            true => self.transposed(),
            false => self,
        };
        let least = upright.least_of_four();
        match upright.rows == upright.columns && upright.rows > 1 {
            true => least.min(upright.transposed().least_of_four()),
            false => least,
        }
    }

    #[inline]
    fn least_of_four(self) -> Grid {
        let flipped = self.flipped();
        let pairs = [self, flipped].map(|image| image.squares.min(image.half_turn().squares));
        Grid {
            squares: pairs[0].min(pairs[1]),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The squares one by one.
    fn squares(grid: Grid) -> Vec<(u8, u8)> {
        let all = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
        all.filter(|(row, column)| grid.squares >> (row * grid.columns + column) & 1 == 1)
            .collect()
    }

    /// The grid with these squares.
    fn of(rows: u8, columns: u8, squares: impl IntoIterator<Item = (u8, u8)>) -> Grid {
        let bit = |(row, column): (u8, u8)| 1u64 << (row * columns + column);
        let squares = squares.into_iter().map(bit).sum();
        Grid::new(rows, columns, squares).unwrap()
    }

    fn by_walking(grid: Grid) -> Grid {
        let (rows, columns) = (grid.rows, grid.columns);
        let mut images = Vec::new();
        for flip in [false, true] {
            for turn in [false, true] {
                let map = |(r, c): (u8, u8)| {
                    let r = if flip { rows - 1 - r } else { r };
                    let c = if turn { columns - 1 - c } else { c };
                    (r, c)
                };
                let image: Vec<_> = squares(grid).into_iter().map(map).collect();
                images.push(of(rows, columns, image.iter().copied()));
                images.push(of(columns, rows, image.iter().map(|(r, c)| (*c, *r))));
            }
        }
        images.into_iter().min().unwrap()
    }

    fn trimmed_by_walking(grid: Grid) -> Grid {
        let all = squares(grid);
        let top = all.iter().map(|square| square.0).min().unwrap();
        let left = all.iter().map(|square| square.1).min().unwrap();
        let rows = all.iter().map(|square| square.0 - top + 1).max().unwrap();
        let columns = all.iter().map(|square| square.1 - left + 1).max().unwrap();
        of(rows, columns, all.iter().map(|(r, c)| (r - top, c - left)))
    }

    fn connected_by_walking(grid: Grid) -> Vec<u64> {
        let mut left = squares(grid);
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut at = 0;
            while let Some((row, column)) = part.get(at).copied() {
                at += 1;
                left.retain(|(r, c)| {
                    let near = r.abs_diff(row) + c.abs_diff(column) == 1;
                    if near {
                        part.push((*r, *c));
                    }
                    !near
                });
            }
            parts.push(of(grid.rows, grid.columns, part).squares);
        }
        parts.sort_unstable();
        parts
    }

    /// Rectangles of every shape with random squares, sparse and dense, and all of small ones.
    fn grids() -> Vec<Grid> {
        let mut random = Random::new(11);
        let mut grids = Vec::new();
        for rows in 1..=64u8 {
            for columns in (1..=64u8).filter(|c| u32::from(rows) * u32::from(*c) <= 64) {
                let area = low(u32::from(rows) * u32::from(columns));
                for dense in [false, true] {
                    for _ in 0..6 {
                        let mut word = || random.below(1 << 32) << 32 | random.below(1 << 32);
                        let (a, b) = (word(), word());
                        let squares = if dense { a | b } else { a & b } & area;
                        grids.push(Grid::new(rows, columns, squares).unwrap());
                    }
                }
                grids.push(Grid::new(rows, columns, area).unwrap());
            }
        }
        grids.extend((0..1 << 9).map(|squares| Grid::new(3, 3, squares).unwrap()));
        grids.extend((0..1 << 10).map(|squares| Grid::new(2, 5, squares).unwrap()));
        grids.extend((0..1 << 10).map(|squares| Grid::new(5, 2, squares).unwrap()));
        grids
    }

    #[test]
    fn symmetries_are_what_a_walk_over_the_squares_says() {
        for grid in grids() {
            assert_eq!(grid.canonical(), by_walking(grid), "{grid:?}");
            let (rows, columns) = (grid.rows, grid.columns);
            let flipped = squares(grid).into_iter().map(|(r, c)| (rows - 1 - r, c));
            assert_eq!(grid.flipped(), of(rows, columns, flipped), "{grid:?}");
            let turned = squares(grid)
                .into_iter()
                .map(|(r, c)| (rows - 1 - r, columns - 1 - c));
            assert_eq!(grid.half_turn(), of(rows, columns, turned), "{grid:?}");
            if grid.squares != 0 {
                assert_eq!(grid.trimmed(), trimmed_by_walking(grid), "{grid:?}");
            }
        }
        let empty = Grid::new(3, 4, 0).unwrap().trimmed();
        assert_eq!((empty.rows(), empty.columns(), empty.squares()), (1, 1, 0));
    }

    #[test]
    fn neighbours_and_parts_are_what_a_walk_says() {
        let mut random = Random::new(12);
        for grid in grids() {
            let all = squares(grid);
            let beside = |dr: u8, dc: u8| {
                let near = |(r, c): &&(u8, u8)| all.contains(&(r + dr, c + dc));
                let found: Vec<_> = all.iter().filter(near).copied().collect();
                of(grid.rows, grid.columns, found).squares
            };
            assert_eq!(grid.left_of_another(), beside(0, 1), "{grid:?}");
            assert_eq!(grid.above_another(), beside(1, 0), "{grid:?}");
            let parts = connected_by_walking(grid);
            for part in &parts {
                let seed = part & part.wrapping_neg();
                assert_eq!(grid.connected(seed), *part, "{grid:?}");
                // Take some squares out of a connected part: what is left falls apart.
                let part = grid.with(*part);
                let gone = (random.below(1 << 32) << 32 | random.below(1 << 32)) & part.squares();
                if gone == 0 {
                    continue;
                }
                let left = part.with(part.squares() & !gone);
                let mut found = Vec::new();
                left.parts(gone, |part| found.push(part));
                found.sort_unstable();
                assert_eq!(
                    found,
                    connected_by_walking(left),
                    "{part:?} without {gone:b}"
                );
            }
        }
    }

    #[test]
    fn rectangles_have_at_most_sixty_four_squares() {
        assert!(Grid::new(5, 13, 1).is_none() && Grid::new(0, 3, 0).is_none());
        assert!(Grid::new(2, 2, 0b1_0000).is_none());
        assert!(Grid::new(8, 8, u64::MAX).is_some() && Grid::new(1, 64, u64::MAX).is_some());
    }
}
