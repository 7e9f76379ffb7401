//! Northcott's game: in every row one white and one black piece face each
//! other; each player moves pieces of one colour along the rows.
//!
//! **Theorem** (Northcott; Winning Ways, ch. 3). Who is to move loses exactly
//! when the nim sum of the gaps between the two pieces of each row is 0. The
//! players have different pieces, but both can shorten every gap, as in Nim;
//! and a retreat, which lengthens a gap, is answered by following.
//!
//! Retreats make positions come back, so that the graph of the game has
//! cycles, and a player who only knows "N" could stall a won game for ever.
//! The strategy does not: it always shortens a gap, so that the winner's
//! pieces only go forward, and if they have A squares in all between them and
//! the far ends (one less in each row for the other piece), the game is over
//! after 2A + 1 moves at most.
//!
//! A position says whose turn it is, and is not added to others. In misère
//! play retreating may go on for ever, and small boards are searched.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::northcott::Northcott};
//! let board = Northcott.read("white 1-4/8, 6-2/8, 3-4/5").unwrap();
//! let answer = ask(&Northcott, &board, &Question::default()).unwrap();
//! let first = &answer.winning_moves[0];
//! assert_eq!(Northcott.write_move(&first.mv), "row 2 to 5");
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::{self, Natural, nim_sum};
use crate::notation::Reader;
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Number, Numbers, PANELS, Scene, Show, Stage, grids, why};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. There is one component, the board.
pub struct Northcott;

/// Who moves which pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
}

/// A row of squares, numbered from 1, with two pieces on different squares.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// The square of the white piece.
    pub white: Natural,
    /// The square of the black piece.
    pub black: Natural,
    /// How many squares there are.
    pub length: Natural,
}

/// The rows, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The player to move.
    pub turn: Colour,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The player's piece of a row goes to another square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// The row, counted from 0.
    pub row: usize,
    /// The square it goes to.
    pub to: Natural,
}

impl Colour {
    fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }
}

impl Row {
    /// The piece of `colour`, then the other one.
    fn pieces(&self, colour: Colour) -> (&Natural, &Natural) {
        match colour {
            Colour::White => (&self.white, &self.black),
            Colour::Black => (&self.black, &self.white),
        }
    }

    /// The first and the last square that the piece of `colour` can reach.
    fn reach(&self, colour: Colour) -> (Natural, Natural) {
        let (own, other) = self.pieces(colour);
        if own < other {
            (Natural::ONE, other - 1u8)
        } else {
            (other + 1u8, self.length.clone())
        }
    }

    fn gap(&self) -> Natural {
        let (low, high) = (
            (&self.white).min(&self.black),
            (&self.white).max(&self.black),
        );
        high - low - 1u8
    }

    /// Where the piece of `colour` must go to make the gap `wanted`, if the
    /// row is long enough.
    fn with_gap(&self, colour: Colour, wanted: &Natural) -> Option<Natural> {
        let (own, other) = self.pieces(colour);
        let distance = wanted + 1u8;
        if own < other {
            (distance < *other).then(|| other - distance)
        } else {
            let to = other + distance;
            (to <= self.length).then_some(to)
        }
    }

    /// How far the piece of `colour` could go forward if the other piece
    /// retreated to the end.
    fn way_ahead(&self, colour: Colour) -> Natural {
        let (own, other) = self.pieces(colour);
        if own < other {
            &self.length - own - 1u8
        } else {
            own - Natural::from(2u8)
        }
    }
}

impl Board {
    fn total(&self) -> Natural {
        let gaps: Vec<Natural> = self.rows.iter().map(Row::gap).collect();
        nim_sum(&gaps)
    }

    fn go(&mut self, row: usize, to: Natural) {
        match self.turn {
            Colour::White => self.rows[row].white = to,
            Colour::Black => self.rows[row].black = to,
        }
    }
}

impl Game for Northcott {
    type Position = Board;
    type Move = Go;

    fn options(&self, board: &Board, visit: &mut impl FnMut(Go, &[Board]) -> Flow) -> Flow {
        let mut after = [board.clone()];
        for (at, row) in board.rows.iter().enumerate() {
            let own = row.pieces(board.turn).0;
            let (mut to, last) = row.reach(board.turn);
            while to <= last {
                if to != *own {
                    after[0].turn = board.turn;
                    after[0].go(at, to.clone());
                    after[0].turn = board.turn.other();
                    let mv = Go {
                        row: at,
                        to: to.clone(),
                    };
                    visit(mv, &after)?;
                }
                to += 1u8;
            }
            after[0].rows[at].clone_from(row);
        }
        CONTINUE
    }

    fn may_cycle(&self) -> bool {
        true
    }

    fn play(&self, board: &Board, mv: &Go) -> Option<Vec<Board>> {
        let row = board.rows.get(mv.row)?;
        let (first, last) = row.reach(board.turn);
        let own = row.pieces(board.turn).0;
        if mv.to < first || mv.to > last || mv.to == *own {
            return None;
        }
        let mut after = board.clone();
        after.go(mv.row, mv.to.clone());
        after.turn = board.turn.other();
        Some(vec![after])
    }

    fn read(&self, text: &str) -> Result<Vec<Board>, Error> {
        let mut reader = Reader::new(text);
        let turn = if reader.eat("black") {
            Colour::Black
        } else {
            reader.eat("white");
            Colour::White
        };
        let mut rows = Vec::new();
        while !reader.done() {
            let row = read_row(&mut reader)?;
            rows.push(row);
            reader.eat_if(|c| matches!(c, ',' | '，'));
        }
        Ok(vec![Board { turn, rows }])
    }

    fn write(&self, sum: &[Board]) -> String {
        let board = |board: &Board| {
            let mut text = board.turn.name().to_string();
            for (at, row) in board.rows.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                text += &format!("{comma} {}-{}/{}", row.white, row.black, row.length);
            }
            text
        };
        match sum {
            [] => Colour::White.name().to_string(),
            boards => crate::notation::write_sum(boards, board),
        }
    }

    fn read_move(&self, _: &Board, text: &str) -> Result<Go, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            reader.eat("row");
            let row = reader.small().ok()?.checked_sub(1)?;
            reader.expect("to").ok()?;
            let to = reader.natural().ok()?;
            reader.end().ok()?;
            let row = usize::try_from(row).ok()?;
            Some(Go { row, to })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`row N to SQUARE`", " `row 行号 to 格`"),
        })
    }

    fn write_move(&self, mv: &Go) -> String {
        format!("row {} to {}", mv.row + 1, mv.to)
    }
}

fn read_row(reader: &mut Reader<'_>) -> Result<Row, Error> {
    let white = reader.natural()?;
    reader.expect("-")?;
    let black = reader.natural()?;
    reader.expect("/")?;
    let length = reader.natural()?;
    let inside = |square: &Natural| !square.is_zero() && *square <= length;
    if white == black || !inside(&white) || !inside(&black) {
        return Err(reader.fail(Text::fixed(
            "two different squares from 1 to the length of the row",
            "1 到行长之间的两个不同的格子",
        )));
    }
    Ok(Row {
        white,
        black,
        length,
    })
}

impl Theorem for Northcott {
    /// The loopy value. Shortening gaps reaches every smaller nim sum, no move
    /// keeps it, and a retreat is reversed by following, after which the same
    /// player is to move with less room behind: so the definition assigns
    /// the nim sum, by induction over it and over that room.
    fn value(&self, board: &Board) -> Option<Natural> {
        Some(board.total())
    }

    fn outcome(&self, sum: &[Board], convention: Convention) -> Option<Outcome> {
        let ([board], Convention::Normal) = (sum, convention) else {
            return None;
        };
        Some(Outcome::mover_wins(!board.total().is_zero()))
    }

    fn winning_moves(
        &self,
        sum: &[Board],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Go>) -> Flow,
    ) -> Option<Flow> {
        let ([board], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let total = board.total();
        if total.is_zero() {
            return Some(CONTINUE);
        }
        // First those that shorten a gap: only they make progress.
        let mut moves = |shorten: bool| {
            for (row, squares) in board.rows.iter().enumerate() {
                let gap = squares.gap();
                let wanted = &gap ^ &total;
                if (wanted < gap) != shorten {
                    continue;
                }
                if let Some(to) = squares.with_gap(board.turn, &wanted) {
                    let mv = Go { row, to };
                    visit(SumMove { component: 0, mv })?;
                }
            }
            CONTINUE
        };
        let mut all = || {
            moves(true)?;
            moves(false)
        };
        Some(all())
    }

    fn ends_within(&self, sum: &[Board]) -> Option<Natural> {
        let mut moves = Natural::ONE;
        for board in sum {
            let winner = match board.total().is_zero() {
                true => board.turn.other(),
                false => board.turn,
            };
            for row in &board.rows {
                moves += row.way_ahead(winner) * 2u8;
            }
        }
        Some(moves)
    }

    fn reason(&self, sum: &[Board], _: Convention) -> Text {
        let total = sum.first().map(Board::total).unwrap_or_default();
        let within = self.ends_within(sum).unwrap_or_default();
        let within = match natural::small(&within) {
            Some(moves) => moves.to_string(),
            None => format!("2^{}", natural::highest_bit(&within).unwrap_or(0) + 1),
        };
        Text::new(
            format!(
                "Nim on the gaps: their nim sum is {total}; retreats are followed, and play ends within \
                 {within} moves"
            ),
            format!("间隔上的尼姆游戏：异或和为 {total}；对方后退则跟进，{within} 步之内必定结束"),
        )
    }
}

no_table!(Northcott);

/// The lengths of the rows, if the board is small enough to be shown.
fn lengths_shown(board: &Board) -> Option<Vec<u64>> {
    if board.rows.len() as u64 > grids::LONG {
        return None;
    }
    let length = |row: &Row| natural::small(&row.length).filter(|length| *length <= grids::LONG);
    board.rows.iter().map(length).collect()
}

/// A square of a row, counted from 0.
fn column(square: &Natural) -> Option<i32> {
    i32::try_from(natural::small(square)?.checked_sub(1)?).ok()
}

impl Show for Northcott {
    fn scene(&self, stage: &Stage<Board>) -> Scene {
        let write = |board: &Board| self.write(std::slice::from_ref(board));
        Scene::by_board(stage, write, |board, _, on_it| {
            let [(_, position)] = on_it else { return None };
            let lengths = lengths_shown(position)?;
            let rows = lengths.len() as u64;
            let columns = lengths.iter().copied().max().unwrap_or(0);
            let mut panel = grids::board(board, rows, columns, |row, column| {
                ((column as u64) < lengths[row as usize]).then_some(Look::Free)
            })?;
            for (row, pieces) in (0..).zip(&position.rows) {
                let own = row as u32 * 2;
                let (white, black) = (column(&pieces.white)?, column(&pieces.black)?);
                grids::token(&mut panel, board, own, Look::White, row, white, "");
                grids::token(&mut panel, board, own + 1, Look::Black, row, black, "");
            }
            let sign = match position.turn {
                Colour::White => "○",
                Colour::Black => "●",
            };
            grids::turn(&mut panel, stage, board, sign);
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    fn touches(&self, stage: &Stage<Board>, mv: &SumMove<Go>) -> Vec<Id> {
        let (board, position) = (stage.board(mv.component), &stage.sum()[mv.component]);
        let touched = || {
            lengths_shown(position)?;
            let row = i32::try_from(mv.mv.row).ok()?;
            let piece = row as u32 * 2 + u32::from(position.turn == Colour::Black);
            let to = grids::cell(board, row, column(&mv.mv.to)?);
            Some(vec![grids::piece(board, piece), to])
        };
        touched().unwrap_or_else(|| vec![Id::whole(board)])
    }

    /// The gaps of the rows.
    fn numbers(&self, stage: &Stage<Board>) -> Option<Numbers> {
        why::of_parts(stage, 2, |board| {
            let gap = |(at, row): (usize, &Row)| Number::of(at + 1, row.gap());
            let few = board.rows.len() <= PANELS;
            few.then(|| board.rows.iter().enumerate().map(gap).collect())
        })
    }
}

impl Named for Northcott {
    const ABOUT: About = About {
        id: "northcott",
        aliases: &[("northcott", &["northcott game", "诺斯科特"])],
        name: ("Northcott's game", "Northcott 游戏"),
        summary: (
            "in each row a white and a black piece; move yours along its row, no jumping",
            "每行一白一黑两枚棋子，沿行移动己方棋子，不能越过对方",
        ),
        rules: (
            "Each row has one white and one black piece. White moves white pieces, Black moves black \
             pieces: one piece, any number of squares along its row, forward or back, without jumping \
             over or landing on the other piece. Whoever cannot move loses.",
            "每行有一枚白子和一枚黑子。白方走白子，黑方走黑子：每次将一枚己方棋子沿所在行移动任意正数格，可进可退，\
             不能越过或落在对方棋子上。无子可动者负。",
        ),
        theorem: (
            "Nim on the gaps between the two pieces of each row. A retreat is answered by following, \
             so that play ends although positions can come back.",
            "等价于各行两子间隔上的尼姆游戏。对方后退则跟进，因此虽然局面可能重复，对局必定结束。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, ch. 3 (Northcott's game)",
        position: (
            "whose turn, then white's and black's square and the length of each row: white 1-4/8, 6-2/8",
            "轮到哪方，再写每行白子、黑子所在格与行长：white 1-4/8, 6-2/8",
        ),
        moves: (
            "row 2 to 5 (your piece of row 2 goes to square 5)",
            "row 2 to 5（第 2 行的己方棋子移到第 5 格）",
        ),
        examples: &[
            "white 1-4/8, 6-2/8, 3-4/5",
            "black 1-8/8, 8-1/8",
            "white 3-10^100/10^101, 7-5/9",
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game northcott(rows = 3)\n\
             state turn in 0..1, w[rows], b[rows], length[rows]\n\
             move white(i in 0..rows-1, to in 1..length[i]) if turn = 0 if to != w[i] if (w[i] < b[i] and to < b[i]) or (w[i] > b[i] and to > b[i]) -> [1, w[i := to], b, length]\n\
             move black(i in 0..rows-1, to in 1..length[i]) if turn = 1 if to != b[i] if (b[i] < w[i] and to < w[i]) or (b[i] > w[i] and to > w[i]) -> [0, w, b[i := to], length]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Board]) -> Option<String> {
        written::sum(sum, |board| {
            let list = |of: fn(&Row) -> &Natural| {
                let numbers: Vec<&Natural> = board.rows.iter().map(of).collect();
                written::padded(&numbers, 3)
            };
            let turn = u8::from(board.turn == Colour::Black);
            let (white, black) = (list(|row| &row.white)?, list(|row| &row.black)?);
            Some(format!(
                "{turn},{white},{black},{}",
                list(|row| &row.length)?
            ))
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Northcott)
    }

    fn small(&self) -> Vec<Vec<Board>> {
        let rows = |length: u64| -> Vec<Row> {
            let squares = move || 1..=length;
            squares()
                .flat_map(|white| squares().map(move |black| (white, black)))
                .filter(|(white, black)| white != black)
                .map(|(white, black)| Row {
                    white: white.into(),
                    black: black.into(),
                    length: length.into(),
                })
                .collect()
        };
        let mut boards: Vec<Vec<Row>> = rows(6).into_iter().map(|row| vec![row]).collect();
        for first in rows(4) {
            for second in rows(4) {
                boards.push(vec![first.clone(), second]);
            }
        }
        for first in rows(3) {
            for second in rows(3) {
                for third in rows(3).into_iter().take(3) {
                    boards.push(vec![first.clone(), second.clone(), third]);
                }
            }
        }
        let both = [Colour::White, Colour::Black];
        boards
            .into_iter()
            .flat_map(|rows| {
                both.map(|turn| {
                    vec![Board {
                        turn,
                        rows: rows.clone(),
                    }]
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::random::Random;
    use crate::strategy::Strategy;

    /// An opponent who retreats whenever that is possible cannot stall.
    #[test]
    fn a_retreating_opponent_is_followed_to_the_end() {
        let mut random = Random::new(3);
        for round in 0..200 {
            let rows: Vec<String> = (0..1 + round % 5)
                .map(|_| {
                    let length = 5 + random.below(30);
                    let white = 1 + random.below(length);
                    let black = 1 + (white + random.below(length - 1)) % length;
                    format!("{white}-{black}/{length}")
                })
                .collect();
            let board = Northcott
                .read(&format!("white {}", rows.join(" ")))
                .unwrap();
            let bound = natural::small(&Northcott.ends_within(&board).unwrap()).unwrap();
            let mut ours = Northcott.outcome(&board, Convention::Normal) == Some(Outcome::N);
            let mut play =
                Strategy::new(&Northcott, board, Convention::Normal, Budget::default()).unwrap();
            let mut moves = 0;
            loop {
                let now = play.position()[0].clone();
                if ours {
                    assert!(
                        play.reply().unwrap().is_some(),
                        "the winner can always move"
                    );
                } else {
                    let mut best: Option<(Natural, Go)> = None;
                    let _ = Northcott.options(&now, &mut |mv, to| {
                        let longer = to[0].rows[mv.row].gap();
                        if best.as_ref().is_none_or(|(gap, _)| longer > *gap) {
                            best = Some((longer, mv));
                        }
                        CONTINUE
                    });
                    let Some((_, mv)) = best else { break };
                    play.opponent(&SumMove { component: 0, mv }).unwrap();
                }
                ours = !ours;
                moves += 1;
                assert!(moves <= bound, "{moves} moves, promised {bound}");
            }
        }
    }

    #[test]
    fn a_hundred_thousand_rows() {
        let rows: Vec<String> = (1..=100_000u64)
            .map(|i| format!("1-{}/{}", i + 1, 2 * i))
            .collect();
        let board = Northcott.read(&rows.join(" ")).unwrap();
        let total = (0..100_000u64).fold(0, |total, gap| total ^ gap);
        let lost = Northcott.outcome(&board, Convention::Normal) == Some(Outcome::P);
        assert_eq!(lost, total == 0);
    }
}
