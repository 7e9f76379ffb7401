//! Squares in rows of a fixed number of bits, for the inner loop of games on boards.
//!
//! A [`Grid`] packs its rows without gaps, so every shape has shifts of its own. Here the rows of a piece are
//! *lanes* of one of eight widths, which the compiler knows: a piece of up to eight rows and columns has lanes of 8 bits, and a
//! flip of it is a swap of bytes; longer ones have lanes of 16, 21, 32 or 64 bits, and those of five rows
//! and more have 9, 10 or 12. The width depends on rows and columns alone, so a piece has
//! one form only: moved into the corner, with no more rows than columns, the least of its images.
//!
//! ```
//! use grundy::solve::boards::{grid::Grid, lanes};
//! let corner = Grid::new(2, 3, 0b001_011).unwrap(); // ##. / #..
//! let upright = Grid::new(3, 2, 0b00_01_11).unwrap(); // ## / #. / ..
//! assert_eq!(lanes::piece(corner), lanes::piece(upright));
//! assert_eq!(lanes::piece(corner).shape, 8);
//! ```
//!
//! Limits: those of [`Grid`]: rows times columns is at most 64.

use super::Piece;
use super::grid::{Grid, low};

/// Bit 0 of each lane.
const fn first(width: u32) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at + width <= 64 {
        bits |= 1 << at;
        at += width;
    }
    bits
}

/// How wide the lanes of a piece are that has no more rows than columns.
const fn width(rows: u32, columns: u32) -> u32 {
    match (rows, columns) {
        (_, 0..=8) => 8,
        (0..=4, ..=16) => 16,
        (0..=3, ..=21) => 21,
        (0..=2, ..=32) => 32,
        (0..=1, _) => 64,
        (_, 9) => 9,
        (_, 10) => 10,
        _ => 12,
    }
}

/// Calls a function for the width of a piece's lanes.
macro_rules! with_lanes {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            8 => $function::<8>($($argument),*),
            9 => $function::<9>($($argument),*),
            10 => $function::<10>($($argument),*),
            12 => $function::<12>($($argument),*),
            16 => $function::<16>($($argument),*),
            21 => $function::<21>($($argument),*),
            32 => $function::<32>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}
pub(crate) use with_lanes;

/// All squares one lane further down, or up.
#[inline]
const fn down<const W: u32>(set: u64) -> u64 {
    if W < 64 { set << W } else { 0 }
}

#[inline]
const fn up<const W: u32>(set: u64) -> u64 {
    if W < 64 { set >> W } else { 0 }
}

/// All squares one further to the right, or to the left.
#[inline]
const fn right<const W: u32>(set: u64) -> u64 {
    set << 1 & const { !first(W) }
}

#[inline]
const fn left<const W: u32>(set: u64) -> u64 {
    (set & const { !first(W) }) >> 1
}

/// All squares of a column.
#[inline]
pub(crate) const fn column<const W: u32>(column: u32) -> u64 {
    (const { first(W) }) << column
}

/// The columns in which there are squares, as the bits of one lane.
#[inline]
pub(crate) const fn columns<const W: u32>(set: u64) -> u64 {
    let mut seen = set;
    let mut lanes = 64 / W;
    while lanes > 1 {
        let half = lanes.div_ceil(2);
        seen |= seen >> (half * W);
        lanes = half;
    }
    seen & const { low(W) }
}

/// The squares that have a neighbour to the right within the set.
#[inline]
pub(crate) const fn left_of_another<const W: u32>(set: u64) -> u64 {
    set & left::<W>(set)
}

/// The squares that have a neighbour below within the set.
#[inline]
pub(crate) const fn above_another<const W: u32>(set: u64) -> u64 {
    set & up::<W>(set)
}

/// The squares that share a side with one of `part`, and others outside the board.
#[inline]
pub(crate) const fn beside<const W: u32>(part: u64) -> u64 {
    right::<W>(part) | left::<W>(part) | down::<W>(part) | up::<W>(part)
}

/// The set without squares that no domino needs.
///
/// A *leaf* has one neighbour, a *hub* has a leaf. A square whose neighbours are all hubs is not needed, unless it is the one leaf of its hub:
/// a domino on it and a hub leaves the same as one on the hub and its leaf, but for single squares; and whatever else is played, hubs that
/// are left keep their leaves. So without it the value is the same, by induction. A single square has no neighbours, and is not needed either.
///
/// Once is enough: hubs alone lose neighbours, and each keeps a leaf.
#[inline]
pub(crate) const fn needed<const W: u32>(set: u64) -> u64 {
    // What has a neighbour on this side.
    let (above, below) = (set & down::<W>(set), set & up::<W>(set));
    let (before, after) = (set & right::<W>(set), set & left::<W>(set));
    let several = above & below | before & after | (above | below) & (before | after);
    let leaves = (above | below | before | after) & !several;
    // Side by side: a leaf whose hub has one on an earlier side is spare.
    let mut hubs = up::<W>(leaves & above);
    let mut spare = leaves & before & right::<W>(hubs);
    hubs |= left::<W>(leaves & before);
    spare |= leaves & after & left::<W>(hubs);
    hubs |= right::<W>(leaves & after);
    spare |= leaves & below & up::<W>(hubs);
    hubs |= down::<W>(leaves & below);
    let others = set & !(leaves | hubs);
    set & !(spare | others & !beside::<W>(others))
}

/// The connected parts of `set`, which was connected before `gone` was taken out of it.
///
/// Each of them touches what is gone, so a part that has reached all squares there is all
/// that is left, however far it goes on.
#[inline]
pub(crate) fn parts<const W: u32>(set: u64, gone: u64, mut visit: impl FnMut(u64)) {
    let mut rest = set;
    let mut touching = beside::<W>(gone) & set;
    while touching != 0 {
        let mut part = touching & touching.wrapping_neg();
        loop {
            if touching & !part == 0 {
                return visit(rest);
            }
            let grown = part | beside::<W>(part) & rest;
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

/// The piece of some squares, at least one.
#[inline]
pub(crate) fn settled<const W: u32>(squares: u64) -> Piece {
    let squares = squares >> (squares.trailing_zeros() / W * W);
    let rows = (63 - squares.leading_zeros()) / W + 1;
    let seen = columns::<W>(squares);
    let before = seen.trailing_zeros();
    let columns = 64 - seen.leading_zeros() - before;
    let squares = squares >> before;
    let width = width(rows, columns);
    if width == W {
        return least::<W>(squares, rows, columns);
    }
    let squares = moved(squares, rows, columns, W, width);
    with_lanes!(width, least(squares, rows, columns))
}

/// The same squares in lanes of another width.
fn moved(squares: u64, rows: u32, columns: u32, from: u32, to: u32) -> u64 {
    let lane = low(columns);
    (1..rows).fold(squares & lane, |moved, row| {
        moved | (squares >> (row * from) & lane) << (row * to)
    })
}

/// The least image of squares in the corner, with no more rows than columns.
#[inline]
fn least<const W: u32>(squares: u64, rows: u32, columns: u32) -> Piece {
    let squares = match W {
        8 if rows > columns => least_of_four::<8>(transposed(squares), columns, rows),
        8 if rows == columns => {
            let other = least_of_four::<8>(transposed(squares), rows, columns);
            least_of_four::<8>(squares, rows, columns).min(other)
        }
        // Longer lanes have more columns than rows.
        _ => least_of_four::<W>(squares, rows, columns),
    };
    Piece {
        squares,
        shape: W as u16,
    }
}

#[inline]
fn least_of_four<const W: u32>(squares: u64, rows: u32, columns: u32) -> u64 {
    let last = (rows - 1) * W + columns - 1;
    let turned = |squares: u64| squares.reverse_bits() >> (63 - last);
    let flipped = flipped::<W>(squares, rows);
    let least = squares.min(turned(squares));
    least.min(flipped).min(turned(flipped))
}

/// The last row first.
#[inline]
fn flipped<const W: u32>(squares: u64, rows: u32) -> u64 {
    match W {
        8 => squares.swap_bytes() >> (64 - 8 * rows),
        64 => squares,
        _ => {
            let lane = const { low(W) };
            (1..rows).fold(squares & lane, |flipped, row| {
                flipped << W | squares >> (row * W) & lane
            })
        }
    }
}

/// Rows as columns, in lanes of 8: blocks of one, two and four squares change places.
#[inline]
const fn transposed(mut squares: u64) -> u64 {
    let mut change = (squares ^ squares >> 7) & 0x00aa_00aa_00aa_00aa;
    squares ^= change ^ change << 7;
    change = (squares ^ squares >> 14) & 0x0000_cccc_0000_cccc;
    squares ^= change ^ change << 14;
    change = (squares ^ squares >> 28) & 0x0000_0000_f0f0_f0f0;
    squares ^ change ^ change << 28
}

/// The piece of the squares of a grid, of which there is at least one.
pub fn piece(grid: Grid) -> Piece {
    let grid = grid.trimmed().canonical();
    let (rows, columns) = (u32::from(grid.rows()), u32::from(grid.columns()));
    let width = width(rows, columns);
    let squares = moved(grid.squares(), rows, columns, columns, width);
    with_lanes!(width, least(squares, rows, columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Grids of every shape with random squares, and all of some small ones.
    fn grids() -> Vec<Grid> {
        let mut random = Random::new(21);
        let mut grids = Vec::new();
        for rows in 1..=64u8 {
            for columns in (1..=64u8).filter(|c| u32::from(rows) * u32::from(*c) <= 64) {
                for dense in [false, true] {
                    for _ in 0..4 {
                        let mut word = || random.below(1 << 32) << 32 | random.below(1 << 32);
                        let (a, b) = (word(), word());
                        let area = low(u32::from(rows) * u32::from(columns));
                        let squares = if dense { a | b } else { a } & area;
                        grids.extend(Grid::new(rows, columns, squares));
                    }
                }
            }
        }
        for (rows, columns) in [(3, 4), (4, 3), (2, 6)] {
            grids.extend((1..1 << 12).filter_map(|squares| Grid::new(rows, columns, squares)));
        }
        grids.retain(|grid| grid.squares() != 0);
        grids
    }

    /// The squares of a piece.
    fn back(piece: Piece) -> Grid {
        let width = u32::from(piece.shape);
        let rows = piece.squares.ilog2() / width + 1;
        let seen = (0..rows).fold(0, |seen, row| {
            seen | piece.squares >> (row * width) & low(width)
        });
        let columns = 64 - seen.leading_zeros();
        let squares = moved(piece.squares, rows, columns, width, columns);
        Grid::new(rows as u8, columns as u8, squares).unwrap()
    }

    /// The squares of a grid moved to `row` and `column` of lanes, if they fit.
    fn laid<const W: u32>(grid: Grid, row: u32, column: u32) -> Option<u64> {
        let (rows, columns) = (u32::from(grid.rows()), u32::from(grid.columns()));
        let fits = row + rows <= 64 / W && column + columns <= W;
        fits.then(|| moved(grid.squares(), rows, columns, columns, W) << (row * W + column))
    }

    fn settles<const W: u32>(grid: Grid, random: &mut Random) {
        let (row, column) = (random.below(3) as u32, random.below(3) as u32);
        for (row, column) in [(0, 0), (row, column)] {
            if let Some(squares) = laid::<W>(grid, row, column) {
                assert_eq!(
                    settled::<W>(squares),
                    piece(grid),
                    "{grid:?} in lanes of {W}"
                );
            }
        }
    }

    #[test]
    fn a_piece_has_one_form_wherever_it_lies() {
        let mut random = Random::new(22);
        for grid in grids() {
            let form = piece(grid);
            let least = grid.trimmed().canonical();
            let back = back(form);
            assert_eq!(back.canonical(), least, "{grid:?}");
            assert_eq!(piece(back), form, "{grid:?}");
            for image in [grid.flipped(), grid.half_turn(), least] {
                assert_eq!(piece(image), form, "{grid:?}");
            }
            for width in [8, 9, 10, 12, 16, 21, 32, 64] {
                with_lanes!(width, settles(grid, &mut random));
            }
        }
    }

    /// The squares of a set beside one square, by a walk.
    fn near(square: u64, grid: Grid) -> u64 {
        let columns = u32::from(grid.columns());
        let (row, column) = (
            square.trailing_zeros() / columns,
            square.trailing_zeros() % columns,
        );
        (0..64)
            .map(|at| 1 << at)
            .filter(|other: &u64| {
                let at = other.trailing_zeros();
                grid.squares() & other != 0
                    && (at / columns).abs_diff(row) + (at % columns).abs_diff(column) == 1
            })
            .sum()
    }

    fn agrees<const W: u32>(grid: Grid) {
        let Some(squares) = laid::<W>(grid, 0, 0) else {
            return;
        };
        let back = |set: u64| {
            let (rows, columns) = (u32::from(grid.rows()), u32::from(grid.columns()));
            moved(set, rows, columns, W, columns)
        };
        assert_eq!(back(left_of_another::<W>(squares)), grid.left_of_another());
        assert_eq!(back(above_another::<W>(squares)), grid.above_another());
        let seen = (0..u32::from(grid.columns()))
            .filter(|at| squares & column::<W>(*at) != 0)
            .fold(0, |seen, at| seen | 1 << at);
        assert_eq!(columns::<W>(squares), seen, "{grid:?}");
        // Take squares out of a connected part.
        let part = grid.connected(grid.squares() & grid.squares().wrapping_neg());
        let gone = part & 0x5a5a_5a5a_5a5a_5a5a;
        let laid = |set| laid::<W>(grid.with(set), 0, 0).unwrap_or(0);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        parts::<W>(laid(part & !gone), laid(gone), |part| ours.push(back(part)));
        grid.with(part & !gone)
            .parts(gone, |part| theirs.push(part));
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{grid:?} in lanes of {W}");
        // What is not needed has only neighbours that keep a neighbour without any other.
        let kept = grid.with(back(needed::<W>(squares)));
        for square in (0..64).map(|at| 1 << at) {
            if grid.squares() & !kept.squares() & square != 0 {
                let with = grid.with(kept.squares() | square);
                let mut hubs = near(square, with);
                while hubs != 0 {
                    let hub = hubs & hubs.wrapping_neg();
                    hubs &= hubs - 1;
                    let mut others = near(hub, kept);
                    let mut leaves = 0;
                    while others != 0 {
                        let other = others & others.wrapping_neg();
                        others &= others - 1;
                        leaves += u32::from(near(other, kept) == hub);
                    }
                    assert!(leaves > 0, "{grid:?}, {square:b}");
                }
            }
        }
        assert_eq!(
            needed::<W>(laid(kept.squares())),
            laid(kept.squares()),
            "{grid:?}: once is enough"
        );
    }

    #[test]
    fn lanes_say_what_grids_say() {
        for grid in grids() {
            for width in [8, 9, 10, 12, 16, 21, 32, 64] {
                with_lanes!(width, agrees(grid));
            }
        }
    }
}
