//! Chomp: bite off a square and all to the right of it and below it.
//!
//! The square in the corner is poisoned: whoever is left with it alone loses.
//! So a position is a list of rows that do not grow, and the corner is never
//! chosen: whoever cannot move loses.
//!
//! **What is proven.** Every rectangle but the poisoned square itself is a win
//! for the first player (Gale 1974): if biting off the far corner square does
//! not win, the answer to it does, and that bite could have been made at once.
//! This says nothing about which bite wins; it is searched for, except where
//! more is known: two rows are lost exactly when the first has one square more
//! than the second, and a row and a column that meet in the poison are two
//! heaps of Nim, so on a square board the bite at (2,2) wins.

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation;
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::solve::boards::grid::low;
use crate::solve::boards::{Boards, Piece, Rules, Search};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a list of the lengths of the rows, none longer
/// than the one above it, at least one.
pub struct Chomp;

/// The most rows, and the longest row.
const MOST_ROWS: usize = 1 << 12;
const LONGEST: u64 = 1 << 32;

/// What is left after a bite at row and column, counted from 1.
fn bitten(rows: &[u64], (row, column): (u64, u64)) -> Vec<u64> {
    let mut left = rows.to_vec();
    for length in &mut left[row as usize - 1..] {
        *length = (*length).min(column - 1);
    }
    left.retain(|length| *length > 0);
    left
}

/// The two heaps, if the position is a row and a column.
fn hook(rows: &[u64]) -> Option<(u64, u64)> {
    let column = rows[1..].iter().all(|length| *length == 1);
    column.then(|| (rows[0] - 1, rows.len() as u64 - 1))
}

impl Game for Chomp {
    type Position = Vec<u64>;
    type Move = (u64, u64);

    fn options(
        &self,
        rows: &Vec<u64>,
        visit: &mut impl FnMut((u64, u64), &[Vec<u64>]) -> Flow,
    ) -> Flow {
        for (row, length) in (1..).zip(rows) {
            for column in 1..=*length {
                if (row, column) != (1, 1) {
                    visit((row, column), &[bitten(rows, (row, column))])?;
                }
            }
        }
        CONTINUE
    }

    fn play(&self, rows: &Vec<u64>, &(row, column): &(u64, u64)) -> Option<Vec<Vec<u64>>> {
        let length = usize::try_from(row).ok()?.checked_sub(1);
        let length = length.and_then(|row| rows.get(row))?;
        let legal = (1..=*length).contains(&column) && (row, column) != (1, 1);
        legal.then(|| vec![bitten(rows, (row, column))])
    }

    /// A position and its mirror image are the same.
    fn canonical(&self, rows: Vec<u64>) -> Vec<u64> {
        // Long rows are not turned into as many short ones.
        if rows[0] > MOST_ROWS as u64 {
            return rows;
        }
        let mirrored: Vec<u64> = (1..=rows[0])
            .map(|column| rows.iter().take_while(|length| **length >= column).count() as u64)
            .collect();
        rows.min(mirrored)
    }

    fn boards(&self, convention: Convention) -> Option<Boards> {
        (convention == Convention::Normal).then(|| Box::new(Search::new(Edges)) as Boards)
    }

    fn pack(&self, _: &mut Boards, rows: &Vec<u64>, pieces: &mut Vec<Piece>) -> bool {
        if (rows.len() as u64).saturating_add(rows[0]) > 64 {
            return false;
        }
        let (mut edge, mut at, mut passed) = (0u64, 0, 0);
        for length in rows.iter().rev() {
            at += length - passed;
            passed = *length;
            edge |= 1 << at;
            at += 1;
        }
        pieces.push(Piece {
            squares: representative(edge),
            shape: 1,
        });
        true
    }

    /// Small positions first: they are lost more often.
    fn urgency(&self, rows: &Vec<u64>) -> i32 {
        let squares = rows.iter().fold(0u64, |all, row| all.saturating_add(*row));
        -i32::try_from(squares).unwrap_or(i32::MAX)
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<u64>>, Error> {
        notation::read_sum(text, |reader| {
            let mut rows = Vec::new();
            let first = reader.small()?;
            if reader.eat("x") {
                let columns = reader.small()?;
                if first <= MOST_ROWS as u64 {
                    rows = vec![columns; first as usize];
                }
            } else {
                rows.push(first);
                while reader.eat(",") && rows.len() <= MOST_ROWS {
                    rows.push(reader.small()?);
                }
            }
            let proper = (1..=MOST_ROWS).contains(&rows.len())
                && rows.windows(2).all(|pair| pair[0] >= pair[1])
                && rows.iter().all(|row| (1..=LONGEST).contains(row));
            if !proper {
                return Err(reader.fail(Text::new(
                    format!(
                        "1 to {MOST_ROWS} rows of 1 to 2^32 squares, none longer than the one above"
                    ),
                    format!("1 至 {MOST_ROWS} 行，每行 1 至 2^32 格，且不长于上一行"),
                )));
            }
            Ok(rows)
        })
    }

    fn write(&self, sum: &[Vec<u64>]) -> String {
        if sum.is_empty() {
            return "1".to_string();
        }
        notation::write_sum(sum, |rows| {
            let rows: Vec<String> = rows.iter().map(u64::to_string).collect();
            rows.join(",")
        })
    }

    fn read_move(&self, _: &Vec<u64>, text: &str) -> Result<(u64, u64), Error> {
        let mut reader = notation::Reader::new(text);
        reader.eat("bite");
        let read = (|| {
            let row = reader.small().ok()?;
            reader.expect(",").ok()?;
            let column = reader.small().ok()?;
            reader.end().ok()?;
            Some((row, column))
        })();
        read.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`bite ROW,COLUMN`", " `bite 行,列`"),
        })
    }

    fn write_move(&self, (row, column): &(u64, u64)) -> String {
        format!("bite {row},{column}")
    }
}

/// Bars as pieces: the edge of the bar from its lower left to its upper right corner, a bit 0 for
/// each column that it passes and a bit 1 for each row, from the lowest bit on.
///
/// A square lies in the column of some 0 and in the row of a later 1. A bite at it brings the rows
/// between these two before the columns; what then has no squares falls off at the ends. The mirror
/// image is the word backwards with 0 and 1 exchanged.
struct Edges;

/// The edge of a bar without rows and columns that have no squares, or of its mirror image.
fn representative(edge: u64) -> u64 {
    let edge = edge >> edge.trailing_ones();
    edge.min(mirrored(edge))
}

/// The edge of the mirror image.
fn mirrored(edge: u64) -> u64 {
    (!edge).reverse_bits() >> edge.leading_zeros()
}

/// Edges of so many rows and columns together may be valued in order.
const SHORT: u32 = 26;

/// How many rows and columns an edge has.
fn sides(edge: u64) -> (u32, u32) {
    let rows = edge.count_ones();
    (rows, 64 - edge.leading_zeros() - rows)
}

/// Whether the bar of the first edge lies within that of the other.
fn lies_within(edge: u64, other: u64) -> bool {
    let ((rows, columns), (most_rows, most_columns)) = (sides(edge), sides(other));
    if rows > most_rows || columns > most_columns {
        return false;
    }
    // The longest row is the last bit; each is as long as there are bits 0 before it.
    let (mut edge, mut other) = (edge, other);
    while edge != 0 {
        let (length, most) = (sides(edge).1, sides(other).1);
        if length > most {
            return false;
        }
        edge ^= 1 << edge.ilog2();
        other ^= 1 << other.ilog2();
        // A rectangle has nothing but rows of one length.
        if most_columns == most && other.trailing_zeros() == most {
            return true;
        }
    }
    true
}

impl Rules for Edges {
    const LARGE_VALUES: bool = true;

    /// Where one of 64 words or more is a bar.
    fn in_order(&self, root: Piece) -> bool {
        let (rows, columns) = sides(root.squares);
        let all = rows + columns;
        let bars = |sides: u32| {
            let next = |bars, row| bars * u64::from(columns + row) / u64::from(row);
            (1..=sides).fold(1, next)
        };
        all <= SHORT && bars(rows) << 6 >= 1 << all
    }

    fn leads_to(&self, root: Piece, squares: u64) -> bool {
        // The first bit is a column, or it would have no squares.
        squares & 1 == 0
            && representative(squares) == squares
            && (lies_within(squares, root.squares) || lies_within(squares, mirrored(root.squares)))
    }

    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        let edge = piece.squares;
        let mut columns = !edge & low(64 - edge.leading_zeros());
        let first = columns & columns.wrapping_neg();
        while columns != 0 {
            let column = columns.trailing_zeros();
            let mut rows = edge & !low(column);
            while rows != 0 {
                let row = rows.trailing_zeros();
                rows &= rows - 1;
                if 1 << column == first && rows == 0 {
                    break; // The poison, in the first column and the last row to come.
                }
                let between = low(row + 1) & !low(column);
                let bitten = edge & !between | low((edge & between).count_ones()) << column;
                let squares = representative(bitten);
                visit(&[Piece { squares, ..piece }])?;
            }
            columns &= columns - 1;
        }
        CONTINUE
    }

    /// Rows and columns together.
    fn effort(&self, piece: Piece) -> u32 {
        64 - piece.squares.leading_zeros()
    }
}

impl Theorem for Chomp {
    fn value(&self, rows: &Vec<u64>) -> Option<Natural> {
        hook(rows).map(|(row, column)| Natural::from(row ^ column))
    }

    fn moves_to(
        &self,
        rows: &Vec<u64>,
        target: &Natural,
        visit: &mut impl FnMut((u64, u64)) -> Flow,
    ) -> Option<Flow> {
        let (row, column) = hook(rows)?;
        let Some(target) = natural::small(target) else {
            return Some(CONTINUE);
        };
        // Each heap may be reduced to the other one ⊕ target.
        let (left, above) = (column ^ target, row ^ target);
        let bites = [
            (left < row).then(|| (1, left + 2)),
            (above < column).then(|| (above + 2, 1)),
        ];
        Some(bites.into_iter().flatten().try_for_each(visit))
    }

    fn winning_moves(
        &self,
        sum: &[Vec<u64>],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<(u64, u64)>) -> Flow,
    ) -> Option<Flow> {
        let ([rows], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let [first, second] = rows[..] else {
            return None;
        };
        let mv = match first - second {
            0 => (2, second),
            1 => return Some(CONTINUE),
            _ => (1, second + 2),
        };
        Some(visit(SumMove { component: 0, mv }))
    }

    fn outcome(&self, sum: &[Vec<u64>], convention: Convention) -> Option<Outcome> {
        let ([rows], Convention::Normal) = (sum, convention) else {
            return None;
        };
        match rows[..] {
            [first, second] => Some(Outcome::mover_wins(first != second + 1)),
            _ if hook(rows).is_some() => None, // By its value.
            _ => rows.iter().all(|row| *row == rows[0]).then_some(Outcome::N),
        }
    }

    fn reason(&self, sum: &[Vec<u64>], _: Convention) -> Text {
        match sum {
            [rows] if hook(rows).is_some() => Text::fixed(
                "a row and a column are two heaps of Nim",
                "一行一列即两堆 Nim",
            ),
            [rows] if rows.len() == 2 => Text::fixed(
                "two rows: lost exactly when the first has one square more",
                "两行：当且仅当第一行恰多一格时必败",
            ),
            [_] => Text::fixed(
                "strategy stealing: the first player wins every rectangle",
                "策略窃取：任何矩形都是先手必胜",
            ),
            _ => Text::fixed(
                "each is a row and a column, two heaps of Nim",
                "各为一行一列，即两堆 Nim",
            ),
        }
    }
}

impl Lattice for Chomp {
    fn at(&self, point: &[u64]) -> Option<Vec<u64>> {
        match point {
            [rows, columns] if (1..=64).contains(rows) && (1..=64).contains(columns) => {
                Some(vec![*columns; *rows as usize])
            }
            _ => None,
        }
    }

    fn coordinates(&self, _: &Vec<u64>, _: &mut [u64]) -> bool {
        false // Most positions are no rectangles.
    }
}

/// Whether a bar is small enough to be shown.
fn is_shown(rows: &[u64]) -> bool {
    rows.len() as u64 <= grids::LONG && rows[0] <= grids::LONG
}

impl Show for Chomp {
    fn scene(&self, stage: &Stage<Vec<u64>>) -> Scene {
        let write = |rows: &Vec<u64>| self.write(std::slice::from_ref(rows));
        Scene::by_board(stage, write, |board, first, on_it| {
            let [(_, left)] = on_it else { return None };
            let (rows, columns) = (first.len() as u64, first[0]);
            let panel = grids::board(board, rows, columns, |row, column| {
                let length = |rows: &[u64]| rows.get(row as usize).copied().unwrap_or(0);
                let within = |rows: &[u64]| (column as u64) < length(rows);
                match (row, column) {
                    (0, 0) => Some(Look::Poison),
                    _ if within(left) => Some(Look::Free),
                    // What was never there is not gone.
                    _ => within(first).then_some(Look::Gone),
                }
            })?;
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    fn touches(&self, stage: &Stage<Vec<u64>>, mv: &SumMove<(u64, u64)>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let (row, column) = mv.mv;
        match is_shown(stage.first(mv.component)) {
            true => vec![grids::cell(board, row as i32 - 1, column as i32 - 1)],
            false => vec![Id::whole(board)],
        }
    }

    /// The arms of a row and a column that meet in the poison.
    fn numbers(&self, stage: &Stage<Vec<u64>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |rows| {
            let (row, column) = hook(rows)?;
            Some(vec![Number::of("→", row), Number::of("↓", column)])
        })
    }
}

impl Named for Chomp {
    const ABOUT: About = About {
        id: "chomp",
        aliases: &[("chomp", &["chocolate", "吃巧克力"])],
        name: ("Chomp", "Chomp（吃巧克力）"),
        summary: (
            "bite off a square with all to the right and below; the corner is poisoned",
            "咬掉一格及其右下方的所有格子；角上的一格有毒",
        ),
        rules: (
            "A bar of chocolate has rows of squares; the square in the upper left corner is poisoned. A move \
             chooses a square and bites off all squares that are neither above it nor to the left of it. \
             Whoever is left with the poisoned square alone loses.",
            "一块巧克力由若干行小格组成，左上角的一格有毒。每次选择一格，咬掉所有既不在其上方、也不在其左方的格子。只剩有毒一格时轮到者负。",
        ),
        theorem: (
            "Every rectangle of more than one square is N (strategy stealing; the bite itself is searched for). Two rows \
             are P exactly when the first has one square more. A row of a and a column of b squares that \
             meet in the corner have the value (a-1) ⊕ (b-1); so on a square board the bite at (2,2) wins.",
            "多于一格的矩形都是 N 态（策略窃取；具体着法靠搜索）。两行时，当且仅当第一行恰多一格时为 P 态。交于左上角的一行 a 格、一列 b 格，值为 (a-1) ⊕ (b-1)；因此正方形上咬 (2,2) 必胜。",
        ),
        source: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
        position: (
            "ROWSxCOLUMNS, or the lengths of the rows: 5,5,3; sums are joined by +",
            "行x列，或各行长度：5,5,3；多个用 + 连接",
        ),
        moves: ("row and column: bite 2,3", "行与列：bite 2,3"),
        examples: &["3x4", "4x4", "5,4", "4,2,1", "2x3 + 4,1"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game chomp\n\
             state h[5]\n\
             move bite(r in 0..4, c in 0..h[r]-1) if r + c > 0 -> [r > 0 ? h[0] : c, r > 1 ? h[1] : min(h[1], c), r > 2 ? h[2] : min(h[2], c), r > 3 ? h[3] : min(h[3], c), min(h[4], c)]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<u64>]) -> Option<String> {
        written::sum(sum, |rows| written::padded(rows, 5))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Chomp)
    }

    fn small(&self) -> Vec<Vec<Vec<u64>>> {
        let mut singles = Vec::new();
        for a in 1..=5u64 {
            for b in 0..=a {
                for c in 0..=b {
                    for d in 0..=c.min(3) {
                        let rows: Vec<u64> = [a, b, c, d].into_iter().filter(|r| *r > 0).collect();
                        singles.push(vec![rows]);
                    }
                }
            }
        }
        let tiny = [
            vec![1],
            vec![2],
            vec![3],
            vec![2, 1],
            vec![2, 2],
            vec![3, 1, 1],
        ];
        singles.extend(crate::games::small_sums(tiny, 2));
        singles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask, by_search};

    #[test]
    fn more_rows_than_addresses_are_refused() {
        // Of 32 bits the first would keep one row.
        for text in ["4294967297x2", "18446744073709551615x2", "4097x2", "0x2"] {
            assert!(Chomp.read(text).is_err(), "{text}");
        }
        assert_eq!(Chomp.read("4096x2").unwrap()[0].len(), MOST_ROWS);
    }

    #[test]
    fn large_two_rows_and_squares_are_answered() {
        for text in ["1000000,1000000", "4294967296", "60x60"] {
            let board = Chomp.read(text).unwrap();
            let question = Question {
                moves: 1,
                budget: crate::budget::Budget::default().with_states(100),
                ..Question::default()
            };
            let answer = ask(&Chomp, &board, &question).unwrap();
            assert_eq!(answer.outcome, Outcome::N, "{text}");
        }
    }

    #[test]
    fn rectangles_are_won_by_search_too() {
        for rows in 1..=5u64 {
            for columns in 1..=5u64 {
                let board = [vec![columns; rows as usize]];
                let answer = by_search(&Chomp, &board, &Question::default()).unwrap();
                let expected = Outcome::mover_wins(rows * columns > 1);
                assert_eq!(answer.outcome, expected, "{rows}x{columns}");
            }
        }
    }
}
