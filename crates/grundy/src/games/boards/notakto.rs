//! Notakto: noughts and crosses with crosses only.
//!
//! Both players put a cross on a free square of an n × n board. A full row,
//! column or diagonal kills the board: nobody plays there any more. Whoever
//! kills the last live board loses.
//!
//! The rule book declares the end, so the game states it ([`Game::over`]): with no
//! live board left, the player who would be next has won, under either
//! convention. Play ends on all boards together, not on each by itself;
//! therefore all boards are *one* component and not a sum of components, in
//! which one finished board would end everything.
//!
//! Boards that are turned or reflected images of each other are the same, their
//! order does not matter, and dead boards may be forgotten.
//!
//! There is no theorem here: positions are searched. (Plambeck and Whitehead
//! solved any number of 3 × 3 boards in 2013 by a misère quotient of 18 elements.)
//! On one 3 × 3 board the first player wins, by the centre alone:
//!
//! ```
//! use grundy::{catalogue, ask::Question};
//! let game = catalogue::find("notakto").unwrap().build(&[]).unwrap();
//! let solved = game.solve("empty", &Question::default()).unwrap();
//! let moves: Vec<_> = solved.answer.winning_moves.iter().map(|m| m.mv.as_str()).collect();
//! assert_eq!(moves, ["2,2"]);
//! ```
//!
//! Limits: boards of up to 8 × 8; an empty board larger than 5 × 5, or two larger than 4 × 4, are beyond search.

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Winner};
use crate::picture::scene::{Id, Layout, Look, PANELS, Panel, Scene, Show, Stage, grids};
use crate::solve::boards::grid::{Grid, low};
use crate::solve::boards::{Boards, Piece, Rules, Search};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. There is one component, which holds all boards.
pub struct Notakto {
    side: u8,
    /// The squares of each row, column and diagonal.
    lines: Vec<u64>,
}

/// A cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross {
    /// The board, counted from 1.
    pub board: usize,
    /// The row, counted from 1.
    pub row: u8,
    /// The column, counted from 1.
    pub column: u8,
}

/// All boards: bit `row * side + column` is set where there is a cross.
type Crossed = Vec<u64>;

impl Notakto {
    /// The game on boards of `side` × `side` squares, from 1 to 8.
    pub fn new(side: u8) -> Option<Self> {
        if !(1..=8).contains(&side) {
            return None;
        }
        let line = |square: &dyn Fn(u8) -> (u8, u8)| -> u64 {
            (0..side).fold(0, |line, i| line | bit(side, square(i)))
        };
        let mut lines = vec![line(&|i| (i, i)), line(&|i| (i, side - 1 - i))];
        for at in 0..side {
            lines.push(line(&|i| (at, i)));
            lines.push(line(&|i| (i, at)));
        }
        Some(Notakto { side, lines })
    }

    fn is_dead(&self, board: u64) -> bool {
        self.lines.iter().any(|line| board & line == *line)
    }

    fn squares(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
    }

    /// The least of the eight images of a set of squares.
    fn least_image(&self, squares: u64) -> u64 {
        let grid = Grid::new(self.side, self.side, squares);
        grid.map_or(squares, |grid| grid.canonical().squares())
    }

    /// The board after a cross, if there may be one.
    fn crossed(&self, boards: &[u64], cross: Cross) -> Option<u64> {
        let board = *boards.get(cross.board.checked_sub(1)?)?;
        let square = (cross.row.checked_sub(1)?, cross.column.checked_sub(1)?);
        if self.is_dead(board) || square.0 >= self.side || square.1 >= self.side {
            return None;
        }
        let new = bit(self.side, square);
        (board & new == 0).then_some(board | new)
    }

    /// Reads rows of `.` and `x` separated by `/`, `empty` for an empty board, or `#`
    /// for no live board.
    fn read_board(&self, reader: &mut Reader<'_>) -> Result<Option<u64>, Error> {
        if reader.eat("#") {
            return Ok(None);
        }
        if reader.eat("empty") {
            return Ok(Some(0));
        }
        let side = self.side;
        let mut board = 0;
        for (row, column) in self.squares() {
            if column == 0 && row > 0 {
                reader.expect("/")?;
            }
            match reader.eat_if(|c| matches!(c, '.' | 'x' | 'X')) {
                Some('.') => {}
                Some(_) => board |= bit(side, (row, column)),
                None => {
                    return Err(reader.fail(Text::new(
                        format!("{side} rows of {side} squares, `.` or `x`, separated by `/`"),
                        format!("{side} 行、每行 {side} 格的 `.` 或 `x`，各行以 `/` 分隔"),
                    )));
                }
            }
        }
        Ok(Some(board))
    }

    fn write_board(&self, board: u64) -> String {
        let mut text = String::new();
        for (row, column) in self.squares() {
            if column == 0 && row > 0 {
                text.push('/');
            }
            let crossed = board & bit(self.side, (row, column)) != 0;
            text.push(if crossed { 'x' } else { '.' });
        }
        text
    }
}

/// One live board as pieces.
///
/// Whoever fills a line of the only live board loses, so nobody does unless he must: a
/// position is lost exactly when every move that fills none leads to a won one. That is
/// normal play without the moves that fill a line.
///
/// A square that would fill a line will never be crossed, so its lines will never be
/// full: they are dead, and the square is gone. Squares matter to each other only through
/// live lines. So a board falls apart: into squares that live lines join, and
/// squares without one, each of which is a move and nothing else. A piece is a set
/// of squares that may be crossed, below, and its live lines, above: rows, columns, diagonals.
struct Avoiding {
    side: u8,
    /// The squares of each row, each column, the falling and the rising diagonal.
    lines: Vec<u64>,
}

/// The largest boards whose squares and lines fit into one word.
const MOST_PACKED: u8 = 6;
/// A board falls into no more pieces: one for each of 14 lines, and single squares.
const MOST_PIECES: usize = 16;

impl Avoiding {
    fn new(side: u8) -> Avoiding {
        let squares = |on: &dyn Fn(u8, u8) -> bool| {
            let all = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
            all.filter(|(row, column)| on(*row, *column))
                .fold(0, |line, square| line | bit(side, square))
        };
        let mut lines: Vec<u64> = (0..side).map(|at| squares(&|row, _| row == at)).collect();
        lines.extend((0..side).map(|at| squares(&|_, column| column == at)));
        lines.push(squares(&|row, column| row == column));
        lines.push(squares(&|row, column| row + column == side - 1));
        Avoiding { side, lines }
    }

    fn area(&self) -> u32 {
        u32::from(self.side) * u32::from(self.side)
    }

    /// The squares of a line of `set`.
    fn of_lines(&self, set: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let numbered = (0..).zip(&self.lines);
        numbered
            .filter(move |(number, _)| set >> number & 1 == 1)
            .map(|(number, line)| (1 << number, *line))
    }

    /// The pieces into which free squares fall whose lines in `live` are not full, and not dead.
    fn fall_apart(&self, free: u64, live: u32, pieces: &mut [Piece; MOST_PIECES]) -> usize {
        let gone = { self.of_lines(live) }.fold(0, |gone, (_, line)| {
            let missing = line & free;
            match missing & missing.wrapping_sub(1) {
                0 => gone | missing,
                _ => gone,
            }
        });
        let free = free & !gone;
        let (mut left, mut joined) = (0, 0);
        for (number, line) in self.of_lines(live) {
            if line & gone == 0 {
                left |= number;
                joined |= line & free;
            }
        }
        let mut count = 0;
        // Two moves that are nothing else cancel.
        if (free & !joined).count_ones() % 2 == 1 {
            pieces[0] = SINGLE;
            count = 1;
        }
        while left != 0 {
            let (mut squares, mut lines) = (0, left & left.wrapping_neg());
            let mut new = lines;
            while new != 0 {
                left &= !new;
                lines |= new;
                squares = { self.of_lines(new) }
                    .fold(squares, |squares, (_, line)| squares | line & free);
                new = { self.of_lines(left) }
                    .filter(|(_, line)| line & squares != 0)
                    .fold(0, |new, (number, _)| new | number);
            }
            pieces[count] = self.least_image(squares, lines);
            count += 1;
        }
        count
    }

    /// The least of the eight images of squares and lines.
    fn least_image(&self, squares: u64, lines: u32) -> Piece {
        let side = u32::from(self.side);
        let all = (1 << side) - 1;
        let (mut rows, mut columns, diagonals) =
            (lines & all, lines >> side & all, lines >> (2 * side));
        let backwards = |set: u32| set.reverse_bits() >> (32 - side);
        let exchanged = diagonals >> 1 | (diagonals & 1) << 1;
        let word = |grid: Grid, rows: u32, columns: u32, diagonals: u32| {
            let lines = rows | columns << side | diagonals << (2 * side);
            grid.squares() | u64::from(lines) << self.area()
        };
        let mut least = u64::MAX;
        let Some(mut grid) = Grid::new(self.side, self.side, squares) else {
            return SINGLE; // Not with sides from 1 to 8.
        };
        for _ in 0..2 {
            let flipped = grid.flipped();
            least = least
                .min(word(grid, rows, columns, diagonals))
                .min(word(
                    grid.half_turn(),
                    backwards(rows),
                    backwards(columns),
                    diagonals,
                ))
                .min(word(flipped, backwards(rows), columns, exchanged))
                .min(word(
                    flipped.half_turn(),
                    rows,
                    backwards(columns),
                    exchanged,
                ));
            grid = grid.transposed();
            (rows, columns) = (columns, rows);
        }
        Piece {
            squares: least,
            shape: 1,
        }
    }

    fn squares_of(&self, piece: Piece) -> u64 {
        piece.squares & low(self.area())
    }
}

/// A square without live lines.
const SINGLE: Piece = Piece {
    squares: 1,
    shape: 1,
};

impl Rules for Avoiding {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        let free = self.squares_of(piece);
        let live = (piece.squares >> self.area()) as u32;
        let mut pieces = [SINGLE; MOST_PIECES];
        let mut places = free;
        while places != 0 {
            let crossed = places & places.wrapping_neg();
            places &= places - 1;
            let count = self.fall_apart(free & !crossed, live, &mut pieces);
            visit(&pieces[..count])?;
        }
        CONTINUE
    }

    /// Few squares first. Of as many, those that are nearly their own half turn are lost more often: crosses
    /// are answered by their images.
    fn effort(&self, piece: Piece) -> u32 {
        let free = self.squares_of(piece);
        let turned =
            Grid::new(self.side, self.side, free).map_or(0, |grid| grid.half_turn().squares());
        8 * free.count_ones() + (free ^ turned).count_ones()
    }
}

fn bit(side: u8, (row, column): (u8, u8)) -> u64 {
    1 << (u32::from(row) * u32::from(side) + u32::from(column))
}

impl Game for Notakto {
    type Position = Crossed;
    type Move = Cross;

    fn options(&self, boards: &Crossed, visit: &mut impl FnMut(Cross, &[Crossed]) -> Flow) -> Flow {
        let mut after = boards.clone();
        for board in 1..=boards.len() {
            for (row, column) in self.squares() {
                let cross = Cross {
                    board,
                    row: row + 1,
                    column: column + 1,
                };
                if let Some(new) = self.crossed(boards, cross) {
                    let old = std::mem::replace(&mut after[board - 1], new);
                    visit(cross, std::slice::from_ref(&after))?;
                    after[board - 1] = old;
                }
            }
        }
        CONTINUE
    }

    fn play(&self, boards: &Crossed, cross: &Cross) -> Option<Vec<Crossed>> {
        let new = self.crossed(boards, *cross)?;
        let mut after = boards.clone();
        after[cross.board - 1] = new;
        Some(vec![after])
    }

    fn canonical(&self, mut boards: Crossed) -> Crossed {
        boards.retain(|board| !self.is_dead(*board));
        for board in &mut boards {
            *board = self.least_image(*board);
        }
        boards.sort_unstable();
        boards
    }

    fn boards(&self, _: Convention) -> Option<Boards> {
        let packed = self.side <= MOST_PACKED;
        packed.then(|| Box::new(Search::new(Avoiding::new(self.side))) as Boards)
    }

    /// One live board. Several are a misère sum, of which values say nothing.
    fn pack(&self, boards: &mut Boards, position: &Crossed, pieces: &mut Vec<Piece>) -> bool {
        let mut live = position.iter().filter(|board| !self.is_dead(**board));
        let (Some(board), None) = (live.next(), live.next()) else {
            return false;
        };
        let Some(rules) = boards.rules().downcast_ref::<Avoiding>() else {
            return false;
        };
        let lines = (1 << rules.lines.len()) - 1;
        let mut parts = [SINGLE; MOST_PIECES];
        let count = rules.fall_apart(low(rules.area()) & !board, lines, &mut parts);
        pieces.extend_from_slice(&parts[..count]);
        true
    }

    /// Without a live board, the player who killed the last one has lost.
    fn declares_ends(&self) -> bool {
        true
    }

    fn over(&self, boards: &Crossed) -> Option<Winner> {
        let ended = boards.iter().all(|board| self.is_dead(*board));
        ended.then_some(Winner::Next)
    }

    fn read(&self, text: &str) -> Result<Vec<Crossed>, Error> {
        let boards = notation::read_sum(text, |reader| self.read_board(reader))?;
        Ok(vec![boards.into_iter().flatten().collect()])
    }

    fn write(&self, sum: &[Crossed]) -> String {
        let boards: Vec<u64> = sum.iter().flatten().copied().collect();
        if boards.is_empty() {
            return "#".to_string();
        }
        notation::write_sum(&boards, |board| self.write_board(*board))
    }

    fn read_move(&self, boards: &Crossed, text: &str) -> Result<Cross, Error> {
        let bad = || Error::BadMove {
            text: text.to_string(),
            expected: crate::game::some_moves(self, boards),
        };
        let numbers = notation::read_heaps(text).map_err(|_| bad())?;
        let small = |n: &crate::natural::Natural| u8::try_from(n).ok();
        let (board, square) = match numbers.as_slice() {
            [row, column] => (1, (small(row), small(column))),
            [row, column, board] => {
                let board = usize::try_from(board).map_err(|_| bad())?;
                (board, (small(row), small(column)))
            }
            _ => return Err(bad()),
        };
        match square {
            (Some(row), Some(column)) => Ok(Cross { board, row, column }),
            _ => Err(bad()),
        }
    }

    fn write_move(&self, cross: &Cross) -> String {
        match cross.board {
            1 => format!("{},{}", cross.row, cross.column),
            board => format!("{},{},{board}", cross.row, cross.column),
        }
    }
}

impl Theorem for Notakto {}

impl Lattice for Notakto {
    fn at(&self, _: &[u64]) -> Option<Crossed> {
        None
    }

    fn coordinates(&self, _: &Crossed, _: &mut [u64]) -> bool {
        false
    }
}

impl Notakto {
    /// A square of one of the boards, which lie side by side with a gap between them.
    fn square_id(&self, stage_board: u32, board: usize, row: u8, column: u8) -> Id {
        let left = (board as u64).saturating_mul(u64::from(self.side) + 1);
        let column = left.saturating_add(column.into());
        grids::cell(
            stage_board,
            row.into(),
            i32::try_from(column).unwrap_or(i32::MAX),
        )
    }
}

impl Show for Notakto {
    fn scene(&self, stage: &Stage<Crossed>) -> Scene {
        let mut scene = Scene::default();
        let side = u64::from(self.side);
        for (stage_board, boards) in stage.components().map(|(frame, b)| (frame.board, b)) {
            for (number, board) in boards.iter().enumerate() {
                if scene.panels.len() == PANELS {
                    scene.left_out += boards.len() - number;
                    break;
                }
                let mut panel = Panel::new(Layout::Grid);
                for (row, column) in self.squares() {
                    let look = match board & bit(self.side, (row, column)) != 0 {
                        true => Look::Cross,
                        false if self.is_dead(*board) => Look::Gone,
                        false => Look::Free,
                    };
                    let part = self.square_id(stage_board, number, row, column).part;
                    let at = (f64::from(column), f64::from(row));
                    panel.put(stage_board, part, look, at, "");
                }
                panel.title = match (stage.has_names(), boards.len()) {
                    (true, _) => format!("{}: {}", stage_board + 1, number + 1),
                    (false, 1) => String::new(),
                    (false, _) => (number + 1).to_string(),
                };
                scene.panels.push(grids::numbered(panel, side, side, 1));
            }
        }
        if scene.panels.is_empty() && !stage.sum().is_empty() {
            // All boards are dead and forgotten.
            scene.panels.push(Panel::card(0, &self.write(stage.sum())));
        }
        scene
    }

    fn touches(&self, stage: &Stage<Crossed>, mv: &SumMove<Cross>) -> Vec<Id> {
        let Cross { board, row, column } = mv.mv;
        let (row, column) = (row.saturating_sub(1), column.saturating_sub(1));
        let board = board.saturating_sub(1);
        vec![self.square_id(stage.board(mv.component), board, row, column)]
    }
}

impl Named for Notakto {
    const ABOUT: About = About {
        id: "notakto",
        aliases: &[("notakto", &["no-tac-toe", "无 O 井字棋"])],
        name: ("Notakto", "单方井字棋（Notakto）"),
        summary: (
            "both play crosses; whoever completes a line on the last live board loses",
            "双方都画叉；在最后一个存活棋盘上连成一线者负",
        ),
        rules: (
            "There are one or more boards of n × n squares. A move puts a cross on a free square of a live \
             board. A board with a full row, column or diagonal is dead, and nobody plays there any more. \
             Whoever kills the last live board loses.",
            "有一个或多个 n×n 的棋盘。每次在一个存活棋盘的空格上画叉。某行、某列或某条对角线被画满的棋盘即为死棋盘，不能再下。使最后一个存活棋盘死去者负。",
        ),
        position: (
            "rows from the top, `.` free and `x` crossed: x../.../...; `empty` is an empty board; boards are \
             joined by +, and # is a dead board",
            "自上而下的各行，`.` 为空，`x` 为叉：x../.../...；`empty` 为空棋盘；各棋盘用 + 连接，# 为死棋盘",
        ),
        moves: (
            "row,column, and the board if it is not the first: 2,2 or 1,3,2",
            "行,列；若不是第一个棋盘再加棋盘号：2,2 或 1,3,2",
        ),
        examples: &["empty", "empty + #"],
        parameters: &[Parameter {
            name: "n",
            default: "3",
            meaning: ("the side of a board, from 1 to 8", "棋盘的边长，1 至 8"),
        }],
        tested_with: &[&[], &[("n", "2")], &[("n", "4")]],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let squares = u32::from(self.side) * u32::from(self.side);
        if squares > 62 {
            return Err(written::TOO_LARGE);
        }
        let lines = self.lines.iter().map(|line| format!("x & {line} = {line}"));
        let dead = lines.collect::<Vec<_>>().join(" or ");
        Ok(format!(
            "game notakto\nstate x in bits {squares}\n\
             move cross(i in 0..{}) if not ({dead}) if bit(x, i) = 0 -> [x + (1 << i)]\n\
             measure {squares} - popcount(x)\nplay misere",
            squares - 1
        ))
    }

    fn rule_position(&self, sum: &[Crossed]) -> Option<String> {
        let boards: Vec<u64> = sum.iter().flatten().copied().collect();
        let squares = u64::from(self.side) * u64::from(self.side);
        written::heaps(&boards, |board| {
            let crosses = (0..squares).filter(|at| board >> at & 1 == 1);
            written::bits(crosses, squares as usize)
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a whole number from 1 to 8", "1 至 8 的整数");
        parameters.get("n", expected, |text| Notakto::new(text.parse().ok()?))
    }

    fn small(&self) -> Vec<Vec<Crossed>> {
        let squares = u32::from(self.side) * u32::from(self.side);
        let all = u64::MAX >> (64 - squares);
        // Boards with few free squares left, and pairs of these.
        let patterns: Vec<u64> = (0..64u64)
            .map(|n| (n * 0x9249) & all)
            .chain([all & 0xaaaa, all & 0x5ab5, all & 0x1ee1])
            .collect();
        let singles = patterns.iter().map(|board| vec![vec![*board]]);
        let full = patterns.iter().filter(|board| !self.is_dead(**board));
        let crowded: Vec<u64> = full
            .filter(|board| squares - board.count_ones() <= 6)
            .copied()
            .take(6)
            .collect();
        let pairs = crowded
            .iter()
            .flat_map(|a| crowded.iter().map(move |b| vec![vec![*a, *b]]));
        singles.chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    fn outcome(side: u8, text: &str, convention: Convention) -> Outcome {
        let game = Notakto::new(side).unwrap();
        let question = Question {
            convention,
            ..Question::default()
        };
        let position = game.read(text).unwrap();
        ask(&game, &position, &question).unwrap().outcome
    }

    /// The same rules as a plain misère sum: dead boards have no moves.
    struct Plain(Notakto);

    impl Game for Plain {
        type Position = u64;
        type Move = Cross;
        fn options(&self, board: &u64, visit: &mut impl FnMut(Cross, &[u64]) -> Flow) -> Flow {
            self.0
                .options(&vec![*board], &mut |cross, to| visit(cross, &[to[0][0]]))
        }
    }

    #[test]
    fn several_boards_are_a_misere_sum() {
        use crate::solve::outcomes::{Order, outcome as search};
        let boards = [0u64, 1, 0b101, 0b1_0001_0110, 0b1_0101_0010, 0b111];
        for a in boards {
            for b in boards
                .into_iter()
                .filter(|b| a.count_ones() + b.count_ones() > 4)
            {
                let plain = Plain(Notakto::new(3).unwrap());
                let mut meter = crate::budget::Budget::default().meter("search");
                let summed = search(&plain, &[a, b], Convention::Misere, Order::Hint, &mut meter);
                let game = Notakto::new(3).unwrap();
                let text = game.write(&[vec![a, b]]);
                for convention in [Convention::Normal, Convention::Misere] {
                    assert_eq!(
                        outcome(3, &text, convention),
                        summed.clone().unwrap(),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn known_first_player_results() {
        // One board of side 3 is won, two are lost (Plambeck and Whitehead 2013).
        assert_eq!(outcome(3, ".../.../...", Convention::Normal), Outcome::N);
        let two = ".../.../... + .../.../...";
        assert_eq!(outcome(3, two, Convention::Normal), Outcome::P);
        // Side 1: the only cross loses. Side 2: the second cross makes a line.
        assert_eq!(outcome(1, ".", Convention::Normal), Outcome::P);
        assert_eq!(outcome(2, "../..", Convention::Normal), Outcome::N);
    }
}
