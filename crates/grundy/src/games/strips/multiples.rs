//! The array game by multiples (HAOI 2015): turn over a white cell and its
//! first multiples.
//!
//! Cells 1, …, n are black or white. A move picks a white cell x and a number
//! k ≤ n/x and turns x, 2x, …, kx over.
//!
//! **Theorem.** It is a coin-turning game, so the value of a board is the nim
//! sum of the values of its white cells alone, and g(x) = mex over k of
//! g(2x) ⊕ … ⊕ g(kx). As ⌊n/(ix)⌋ = ⌊⌊n/x⌋/i⌋, g(x) depends on ⌊n/x⌋ only, which takes at
//! most 2√n values; for each of them the multiples fall into runs of equal
//! value, along which the nim sum alternates: O(n^¾) in all, n = 10^9 at once.
//! Winning moves are found from the same runs.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::multiples::Multiples};
//! let game = Multiples::new(1_000_000_000);
//! let board = game.read("1,2").unwrap();
//! let answer = ask(&game, &board, &Question { moves: 1, ..Question::default() }).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::N);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::games::{no_table, small_sums};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{
    Id, Layout, Look, Number, Numbers, PANELS, Panel, Scene, Show, Stage, grids, why,
};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The largest number of cells.
pub const MOST_CELLS: u32 = 1_000_000_000;

/// Moves that turn more cells than this are not read: the board would not
/// fit comfortably.
const MOST_TURNED: u32 = 1 << 26;

/// The game on a fixed number of cells. A component is a board: its white
/// cells in ascending order.
pub struct Multiples {
    cells: u32,
    /// Values of cells by ⌊n/x⌋, up to √n.
    by_quotient: Vec<u32>,
    /// Values of cells by x, for larger quotients.
    by_cell: Vec<u32>,
}

/// Turn the first `count` multiples of `cell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The white cell.
    pub cell: u32,
    /// How many multiples are turned, the cell itself included.
    pub count: u32,
}

impl Multiples {
    /// The game on `cells` cells, at most [`MOST_CELLS`].
    pub fn new(cells: u32) -> Self {
        let cells = cells.min(MOST_CELLS);
        let root = cells.isqrt();
        let mut game = Multiples {
            cells,
            by_quotient: vec![0; root as usize + 1],
            by_cell: vec![0; (cells / (root + 1)) as usize + 1],
        };
        let mut seen_for: Vec<u32> = Vec::new();
        let small = 1..=root;
        let large = (1..=cells / (root + 1)).rev().map(|cell| cells / cell);
        for (stamp, quotient) in small.chain(large).enumerate() {
            let stamp = stamp as u32 + 1;
            // After the cell itself is gone, nothing or more multiples are turned.
            mark(&mut seen_for, 0, stamp);
            let mut turned = 0;
            let _ = game.runs(quotient, 2, &mut |value, length, _| {
                mark(&mut seen_for, turned ^ value, stamp);
                if length % 2 == 1 {
                    turned ^= value;
                }
                CONTINUE
            });
            let mex = seen_for.iter().position(|seen| *seen != stamp);
            let mex = mex.unwrap_or(seen_for.len()) as u32;
            if quotient <= root {
                game.by_quotient[quotient as usize] = mex;
            } else {
                game.by_cell[(cells / quotient) as usize] = mex;
            }
        }
        game
    }

    /// The value of the cells x with ⌊n/x⌋ = `quotient`.
    fn value_at(&self, quotient: u32) -> u32 {
        match self.by_quotient.get(quotient as usize) {
            Some(value) => *value,
            None => self.by_cell[(self.cells / quotient) as usize],
        }
    }

    fn cell_value(&self, cell: u32) -> u32 {
        self.value_at(self.cells / cell)
    }

    /// Names the runs of multiples i ≥ `from` of a cell with equal values: the
    /// value, how many there are, and the first i.
    fn runs(
        &self,
        quotient: u32,
        from: u32,
        visit: &mut impl FnMut(u32, u32, u32) -> Flow,
    ) -> Flow {
        let mut i = from;
        while i <= quotient {
            let inner = quotient / i;
            let last = quotient / inner;
            visit(self.value_at(inner), last - i + 1, i)?;
            i = last + 1;
        }
        CONTINUE
    }

    fn board_value(&self, board: &[u32]) -> u32 {
        board
            .iter()
            .fold(0, |total, cell| total ^ self.cell_value(*cell))
    }
}

fn mark(seen_for: &mut Vec<u32>, value: u32, stamp: u32) {
    if value as usize >= seen_for.len() {
        seen_for.resize(value as usize + 1, 0);
    }
    seen_for[value as usize] = stamp;
}

fn turn_over(board: &mut Vec<u32>, cell: u32) {
    match board.binary_search(&cell) {
        Ok(at) => {
            board.remove(at);
        }
        Err(at) => board.insert(at, cell),
    }
}

impl Game for Multiples {
    type Position = Vec<u32>;
    type Move = Turn;

    fn options(&self, board: &Vec<u32>, visit: &mut impl FnMut(Turn, &[Vec<u32>]) -> Flow) -> Flow {
        for &cell in board {
            let mut after = [board.clone()];
            for count in 1..=self.cells / cell {
                turn_over(&mut after[0], cell * count);
                visit(Turn { cell, count }, &after)?;
            }
        }
        CONTINUE
    }

    fn play(&self, board: &Vec<u32>, turn: &Turn) -> Option<Vec<Vec<u32>>> {
        let white = board.binary_search(&turn.cell).is_ok();
        if !white || turn.count == 0 || turn.count > self.cells / turn.cell {
            return None;
        }
        // The symmetric difference of two ascending lists.
        let mut multiples = (1..=turn.count).map(|i| i * turn.cell).peekable();
        let mut after = Vec::with_capacity(board.len() + turn.count as usize);
        for &cell in board {
            while let Some(other) = multiples.next_if(|other| *other < cell) {
                after.push(other);
            }
            if multiples.next_if_eq(&cell).is_none() {
                after.push(cell);
            }
        }
        after.extend(multiples);
        Some(vec![after])
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<u32>>, Error> {
        notation::read_sum(text, |reader| {
            if reader.eat("-") {
                return Ok(Vec::new());
            }
            let mut board = reader.items(|reader| {
                let cell = reader.small()?;
                if cell == 0 || cell > u64::from(self.cells) {
                    return Err(reader.fail(Text::new(
                        format!("cells from 1 to {}", self.cells),
                        format!("1 到 {} 的格子", self.cells),
                    )));
                }
                Ok(cell as u32)
            })?;
            board.sort_unstable();
            board.dedup();
            Ok(board)
        })
    }

    fn write(&self, sum: &[Vec<u32>]) -> String {
        if sum.is_empty() {
            return "-".to_string();
        }
        notation::write_sum(sum, |board| {
            if board.is_empty() {
                return "-".to_string();
            }
            let cells: Vec<String> = board.iter().map(u32::to_string).collect();
            cells.join(",")
        })
    }

    fn read_move(&self, _: &Vec<u32>, text: &str) -> Result<Turn, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            let cell = u32::try_from(reader.small().ok()?).ok()?;
            reader.expect("x").ok()?;
            let count = u32::try_from(reader.small().ok()?).ok()?;
            reader.end().ok()?;
            (count <= MOST_TURNED).then_some(Turn { cell, count })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::new(
                format!("`CELLxCOUNT`, turning at most {MOST_TURNED} cells"),
                format!(" `格x个数`，至多翻转 {MOST_TURNED} 格"),
            ),
        })
    }

    fn write_move(&self, turn: &Turn) -> String {
        format!("{}x{}", turn.cell, turn.count)
    }
}

impl Theorem for Multiples {
    fn value(&self, board: &Vec<u32>) -> Option<Natural> {
        Some(self.board_value(board).into())
    }

    fn moves_to(
        &self,
        board: &Vec<u32>,
        target: &Natural,
        visit: &mut impl FnMut(Turn) -> Flow,
    ) -> Option<Flow> {
        let Some(target) = natural::small(target).and_then(|t| u32::try_from(t).ok()) else {
            return Some(CONTINUE);
        };
        let change = self.board_value(board) ^ target;
        let flow = board.iter().try_for_each(|&cell| {
            let mut turned = 0;
            self.runs(self.cells / cell, 1, &mut |value, length, first| {
                // Along a run the nim sum of what is turned alternates.
                let after_odd = turned ^ value == change;
                let after_even = turned == change;
                if after_odd || after_even {
                    for number in 1..=length {
                        if (number % 2 == 1 && after_odd) || (number % 2 == 0 && after_even) {
                            let count = first + number - 1;
                            visit(Turn { cell, count })?;
                        }
                    }
                }
                if length % 2 == 1 {
                    turned ^= value;
                }
                CONTINUE
            })
        });
        Some(flow)
    }

    fn reason(&self, sum: &[Vec<u32>], convention: Convention) -> Text {
        let name = (
            "coin turning: a cell's value depends on ⌊n/x⌋ only",
            "翻硬币：格子的 SG 值只取决于 ⌊n/x⌋",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(Multiples);

impl Multiples {
    /// Whether every cell is shown; else the white ones alone are, if they are few.
    fn shows_all(&self) -> bool {
        u64::from(self.cells) <= grids::LONG
    }

    /// The id of a cell, which is at most [`MOST_CELLS`].
    fn cell_id(board: u32, cell: u32) -> Id {
        grids::cell(board, 0, cell as i32 - 1)
    }
}

impl Show for Multiples {
    fn scene(&self, stage: &Stage<Vec<u32>>) -> Scene {
        let write = |board: &Vec<u32>| self.write(std::slice::from_ref(board));
        Scene::by_board(stage, write, |board, _, on_it| {
            let [(_, white)] = on_it else { return None };
            if self.shows_all() {
                return grids::strip(board, self.cells.into(), 1, |column| {
                    let cell = column as u32 + 1;
                    Some(match white.binary_search(&cell) {
                        Ok(_) => Look::White,
                        Err(_) => Look::Black,
                    })
                });
            }
            if white.len() as u64 > grids::LONG {
                return None;
            }
            let mut panel = Panel::new(Layout::Grid);
            for (row, cell) in white.iter().enumerate() {
                let part = Multiples::cell_id(board, *cell).part;
                panel.put(board, part, Look::White, (0.0, row as f64), "");
                panel.rows.push(cell.to_string());
            }
            Some(panel)
        })
    }

    /// The first and the last cell that are turned, as far as they are shown.
    fn touches(&self, stage: &Stage<Vec<u32>>, mv: &SumMove<Turn>) -> Vec<Id> {
        let (board, white) = (stage.board(mv.component), &stage.sum()[mv.component]);
        let Turn { cell, count } = mv.mv;
        let first = Multiples::cell_id(board, cell);
        if self.shows_all() {
            return vec![first, Multiples::cell_id(board, cell.saturating_mul(count))];
        }
        match white.len() as u64 <= grids::LONG {
            true => vec![first],
            false => vec![Id::whole(board)],
        }
    }

    /// The values of the white cells.
    fn numbers(&self, stage: &Stage<Vec<u32>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |white| {
            let number = |cell: &u32| Number::of(cell, self.cell_value(*cell));
            (white.len() <= PANELS).then(|| white.iter().map(number).collect())
        })
    }
}

impl Named for Multiples {
    const ABOUT: About = About {
        id: "multiples",
        name: ("array game by multiples", "数组游戏"),
        summary: (
            "turn over a white cell and its first multiples",
            "翻转一个白格及其前若干个倍数",
        ),
        rules: (
            "Cells 1 to n are black or white. A move picks a white cell x and a number k with kx ≤ n, and \
             turns the cells x, 2x, …, kx over: white ones become black and black ones white. Whoever \
             finds no white cell loses.",
            "编号 1 到 n 的格子为黑或白。每次选一个白格 x 和满足 kx ≤ n 的 k，将 x, 2x, …, kx 全部翻转（黑白互换）。\
             没有白格可选者负。",
        ),
        theorem: (
            "A coin-turning game: the value is the nim sum over the white cells, and a cell's value \
             depends on ⌊n/x⌋ only, so that O(n^(3/4)) steps give them all.",
            "翻硬币游戏：SG 值为各白格 SG 值的异或和，而格子的 SG 值只取决于 ⌊n/x⌋，因此 O(n^(3/4)) 步即可求出全部。",
        ),
        source: "HAOI 2015 (Luogu P3179); coin-turning games: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning \
                 Ways, ch. 14",
        position: (
            "the white cells: 1,2; - for none; boards are joined by +",
            "各白格编号：1,2；没有白格写 -；多个棋盘用 + 连接",
        ),
        moves: (
            "3x2 turns the first 2 multiples of cell 3: 3 and 6",
            "3x2 表示翻转第 3 格的前 2 个倍数：3 与 6",
        ),
        examples: &["1,2", "2,3", "3", "1 + 2,3"],
        parameters: &[Parameter {
            name: "n",
            default: "12",
            meaning: ("how many cells there are", "格子总数"),
        }],
        tested_with: &[&[], &[("n", "3")], &[("n", "7")], &[("n", "1000000000")]],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let n = u64::from(self.cells);
        let moves = (1..=n.min(63)).map(|cell| n / cell).sum::<u64>();
        if n > 62 || moves > 200 {
            return Err(written::TOO_LARGE);
        }
        let mut text = format!("game multiples\nstate white in bits {n}");
        for cell in 1..=n {
            let mut turned = 0u64;
            for count in 1..=n / cell {
                turned |= 1 << (cell * count - 1);
                text += &format!(
                    "\nmove m{cell}x{count} if bit(white, {}) = 1 -> [white xor {turned}]",
                    cell - 1
                );
            }
        }
        Ok(text)
    }

    fn rule_position(&self, sum: &[Vec<u32>]) -> Option<String> {
        if self.cells > 62 {
            return None;
        }
        written::heaps(sum, |board| {
            let cells = board.iter().map(|cell| u64::from(cell - 1));
            written::bits(cells, self.cells as usize)
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let cells = parameters.number("n", 1, MOST_CELLS.into())?;
        Ok(Multiples::new(cells as u32))
    }

    fn small(&self) -> Vec<Vec<Vec<u32>>> {
        let n = self.cells;
        if n <= 12 {
            let boards: Vec<Vec<u32>> = (0..1u32 << n)
                .map(|set| (1..=n).filter(|x| set >> (x - 1) & 1 == 1).collect())
                .filter(|board: &Vec<u32>| n < 10 || board.len() <= 3)
                .collect();
            let pairs = match n {
                8.. => Vec::new(),
                _ => small_sums(boards.iter().take(8).cloned(), 2),
            };
            let one = boards.into_iter().map(|board| vec![board]);
            return one.chain(pairs).collect();
        }
        // Cells with one, two or three multiples: few boards can be reached.
        let cells = [n / 4 + 1, n / 4 + 2, n / 3 + 1, n / 3 + 2, n / 2 + 1, n];
        (0..1u32 << cells.len())
            .map(|set| {
                let chosen = (0..cells.len()).filter(|i| set >> i & 1 == 1);
                let mut board: Vec<u32> = chosen.map(|i| cells[i]).collect();
                board.sort_unstable();
                vec![board]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    #[test]
    fn the_judges_sample() {
        let game = Multiples::new(3);
        let first_wins = |text: &str| {
            let board = game.read(text).unwrap();
            ask(&game, &board, &Question::default()).unwrap().outcome == Outcome::N
        };
        assert!(first_wins("1 2"));
        assert!(!first_wins("2 3"));
    }

    #[test]
    fn values_by_classes_are_those_of_the_definition() {
        for n in 1..=300u32 {
            let game = Multiples::new(n);
            let mut values = vec![0u32; n as usize + 1];
            for x in (1..=n).rev() {
                let mut found = vec![0];
                let mut turned = 0;
                for k in 2..=n / x {
                    turned ^= values[(k * x) as usize];
                    found.push(turned);
                }
                values[x as usize] = (0..).find(|v| !found.contains(v)).unwrap();
                assert_eq!(game.cell_value(x), values[x as usize], "n = {n}, x = {x}");
            }
        }
    }

    #[test]
    fn every_winning_move_on_a_thousand_million_cells_wins() {
        let game = Multiples::new(MOST_CELLS);
        let board = game.read("1,2,3,1000,999999,500000001").unwrap();
        let question = Question {
            moves: 50,
            ..Question::default()
        };
        let answer = ask(&game, &board, &question).unwrap();
        let value = game.board_value(&board[0]);
        assert_eq!(answer.outcome == Outcome::N, value != 0);
        for mv in answer.winning_moves {
            if mv.mv.count < 1 << 20 {
                let after = game.play(&board[0], &mv.mv).unwrap();
                assert_eq!(game.board_value(&after[0]), 0, "{mv:?}");
            }
        }
    }

    #[test]
    fn a_million_white_cells() {
        let game = Multiples::new(MOST_CELLS);
        let cells: Vec<String> = (1..=1_000_000u32).map(|i| (i * 997).to_string()).collect();
        let board = game.read(&cells.join(",")).unwrap();
        let answer = ask(
            &game,
            &board,
            &Question {
                moves: 1,
                ..Question::default()
            },
        );
        assert_eq!(answer.unwrap().winning_moves.len(), 1);
    }
}
