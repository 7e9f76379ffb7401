//! Treblecross: put crosses on a row of squares; three in a row win.
//!
//! **Theorem** (Winning Ways, ch. 4). Whoever puts a cross next to another one, or next but one, lets the
//! opponent complete three. So unless three can be completed at once, only *safe* squares count, those
//! at distance 3 or more from every cross: a cross in a run of n safe squares uses
//! up itself and two on either side, and leaves two shorter runs. That is the octal code
//! 0.007 on heaps of n + 2, and the position is P exactly when the nim sum of the runs' values is 0. It is not
//! known whether these values are periodic; they are computed for runs of up to [`LONGEST_RUN`].
//!
//! On a row of at least three squares play always ends with three crosses, so that the convention about
//! the last move makes no difference.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::treblecross::Treblecross};
//! let game = Treblecross::new();
//! let row = game.read(".....").unwrap();
//! let answer = ask(&game, &row, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| game.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["3"]);
//! ```

use std::sync::Arc;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::solve::heap::code::Rules;
use crate::solve::heap::table::Table;
use crate::text::Text;
use crate::theorem::Theorem;

/// Runs of safe squares up to this length have known values.
pub const LONGEST_RUN: usize = 1 << 16;

/// The longest row that is read.
const LONGEST_ROW: usize = 1 << 24;

/// The game. A component is a row: where the crosses are.
pub struct Treblecross {
    /// The values of the octal code 0.007.
    octal: Table,
}

impl Default for Treblecross {
    fn default() -> Self {
        Treblecross::new()
    }
}

/// By how much the heap of the octal code exceeds the run.
const MORE: usize = 2;

impl Treblecross {
    /// The game; values are computed when they are needed.
    pub fn new() -> Self {
        let digits = vec![0, 0, 0, 7];
        let code = Rules::new(digits, Vec::new());
        let Ok(code) = code else {
            unreachable!("0.007 is a code")
        };
        Treblecross {
            octal: Table::new(code, (LONGEST_RUN + MORE + 1) as u64),
        }
    }

    /// The values of runs, at least as long as the longest in `rows`.
    fn values(&self, rows: &[Vec<bool>]) -> Option<Values> {
        let lengths = rows.iter().flat_map(|row| runs(row)).map(|run| run.1);
        let longest = lengths.max().unwrap_or(0);
        let octal = self.octal.below((longest + MORE + 1) as u64)?;
        Some(Values { octal })
    }
}

/// The values of runs of safe squares.
struct Values {
    octal: Arc<Vec<u32>>,
}

impl Values {
    fn of(&self, run: usize) -> u32 {
        self.octal[run + MORE]
    }

    /// The nim sum of the runs of all rows.
    fn total(&self, rows: &[Vec<bool>]) -> u32 {
        let runs = rows.iter().flat_map(|row| runs(row));
        runs.fold(0, |total, (_, length)| total ^ self.of(length))
    }
}

/// What a cross at `at` leaves of a run.
fn shorter(length: usize, at: usize) -> (usize, usize) {
    (at.saturating_sub(2), (length - at).saturating_sub(3))
}

/// The first square and the length of each run of safe squares.
fn runs(row: &[bool]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = 0;
    let crosses = (0..row.len()).filter(|at| row[*at]);
    for cross in crosses {
        if cross > start + 2 {
            runs.push((start, cross - 2 - start));
        }
        start = cross + 3;
    }
    if row.len() > start {
        runs.push((start, row.len() - start));
    }
    runs
}

fn has(row: &[bool], at: Option<usize>) -> bool {
    at.and_then(|at| row.get(at)).is_some_and(|cross| *cross)
}

/// Whether a cross on the free square `at` makes three in a row.
fn completes(row: &[bool], at: usize) -> bool {
    let before = [at.checked_sub(2), at.checked_sub(1)].map(|at| has(row, at));
    let behind = [at + 1, at + 2].map(|at| has(row, Some(at)));
    has_three(&[before[0], before[1], true, behind[0], behind[1]])
}

fn has_three(row: &[bool]) -> bool {
    row.windows(3).any(|three| three == [true; 3])
}

impl Game for Treblecross {
    type Position = Vec<bool>;
    /// The square, counted from 0.
    type Move = usize;

    fn options(
        &self,
        row: &Vec<bool>,
        visit: &mut impl FnMut(usize, &[Vec<bool>]) -> Flow,
    ) -> Flow {
        if has_three(row) {
            return CONTINUE;
        }
        let mut after = [row.clone()];
        for at in (0..row.len()).filter(|at| !row[*at]) {
            after[0][at] = true;
            visit(at, &after)?;
            after[0][at] = false;
        }
        CONTINUE
    }

    fn play(&self, row: &Vec<bool>, at: &usize) -> Option<Vec<Vec<bool>>> {
        if *row.get(*at)? || has_three(row) {
            return None;
        }
        let mut after = row.clone();
        after[*at] = true;
        Some(vec![after])
    }

    fn canonical(&self, row: Vec<bool>) -> Vec<bool> {
        match row.iter().rev().lt(row.iter()) {
            true => row.into_iter().rev().collect(),
            false => row,
        }
    }

    fn declares_ends(&self) -> bool {
        true
    }

    fn over(&self, row: &Vec<bool>) -> Option<Winner> {
        has_three(row).then_some(Winner::Previous)
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<bool>>, Error> {
        notation::read_sum(text, |reader| {
            let mut row = Vec::new();
            if reader.peek().is_some_and(|c| c.is_ascii_digit()) {
                let length = reader.small()?;
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                row = vec![false; length.min(LONGEST_ROW + 1)];
            } else {
                while let Some(c) = reader.eat_if(|c| matches!(c, '.' | 'X' | 'x')) {
                    row.push(c != '.');
                }
            }
            if !(3..=LONGEST_ROW).contains(&row.len()) {
                return Err(reader.fail(Text::new(
                    format!(
                        "a row of 3 to {LONGEST_ROW} squares: `.` free, `X` crossed, or its length"
                    ),
                    format!("3 至 {LONGEST_ROW} 格的一行：`.` 为空，`X` 为叉；或只写长度"),
                )));
            }
            Ok(row)
        })
    }

    fn write(&self, sum: &[Vec<bool>]) -> String {
        if sum.is_empty() {
            return "XXX".to_string();
        }
        let square = |cross: &bool| if *cross { 'X' } else { '.' };
        notation::write_sum(sum, |row| row.iter().map(square).collect())
    }

    fn read_move(&self, _: &Vec<bool>, text: &str) -> Result<usize, Error> {
        let mut reader = Reader::new(text);
        let number = reader.small().and_then(|n| reader.end().map(|()| n)).ok();
        let square = number.and_then(|n| usize::try_from(n.checked_sub(1)?).ok());
        square.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("a square, counted from 1", "格子编号，从 1 数起"),
        })
    }

    fn write_move(&self, at: &usize) -> String {
        (at + 1).to_string()
    }
}

impl Theorem for Treblecross {
    fn outcome(&self, sum: &[Vec<bool>], _: Convention) -> Option<Outcome> {
        if sum.iter().any(|row| has_three(row)) {
            return Some(Outcome::P);
        }
        let wins = |row: &Vec<bool>| (0..row.len()).any(|at| !row[at] && completes(row, at));
        if sum.iter().any(wins) {
            return Some(Outcome::N);
        }
        // Without rows there is nothing to complete, and the convention decides.
        if sum.is_empty() {
            return None;
        }
        let values = self.values(sum)?;
        Some(Outcome::mover_wins(values.total(sum) != 0))
    }

    fn winning_moves(
        &self,
        sum: &[Vec<bool>],
        _: Convention,
        visit: &mut impl FnMut(SumMove<usize>) -> Flow,
    ) -> Option<Flow> {
        if sum.iter().any(|row| has_three(row)) {
            return Some(CONTINUE);
        }
        let mut at_once = false;
        for (component, row) in sum.iter().enumerate() {
            for mv in (0..row.len()).filter(|at| !row[*at] && completes(row, *at)) {
                at_once = true;
                if visit(SumMove { component, mv }).is_break() {
                    return Some(Flow::Break(()));
                }
            }
        }
        if at_once {
            return Some(CONTINUE);
        }
        let values = self.values(sum)?;
        let total = values.total(sum);
        for (component, row) in sum.iter().enumerate() {
            for (start, length) in runs(row) {
                let wanted = values.of(length) ^ total;
                for at in 0..length {
                    let (left, right) = shorter(length, at);
                    if values.of(left) ^ values.of(right) == wanted {
                        let mv = start + at;
                        if visit(SumMove { component, mv }).is_break() {
                            return Some(Flow::Break(()));
                        }
                    }
                }
            }
        }
        Some(CONTINUE)
    }

    fn reason(&self, sum: &[Vec<bool>], _: Convention) -> Text {
        if sum.iter().any(|row| has_three(row)) {
            return Text::fixed("three in a row: play is over", "已有三连：对局结束");
        }
        let wins = |row: &Vec<bool>| (0..row.len()).any(|at| !row[at] && completes(row, at));
        if sum.iter().any(wins) {
            return Text::fixed(
                "three in a row can be completed at once",
                "可以立即连成三个",
            );
        }
        let total = self.values(sum).map_or(0, |values| values.total(sum));
        Text::new(
            format!("octal game 0.007 on the runs of safe squares: the nim sum is {total}"),
            format!("安全格各段上的八进制游戏 0.007：异或和为 {total}"),
        )
    }
}

no_table!(Treblecross);

impl Show for Treblecross {
    fn scene(&self, stage: &Stage<Vec<bool>>) -> Scene {
        let write = |row: &Vec<bool>| self.write(std::slice::from_ref(row));
        Scene::by_board(stage, write, |board, _, on_it| {
            let [(_, row)] = on_it else { return None };
            grids::strip(board, row.len() as u64, 1, |column| {
                Some(match row[column as usize] {
                    true => Look::Cross,
                    false => Look::Free,
                })
            })
        })
    }

    fn touches(&self, stage: &Stage<Vec<bool>>, mv: &SumMove<usize>) -> Vec<Id> {
        let board = stage.board(mv.component);
        match stage.sum()[mv.component].len() as u64 <= grids::LONG {
            true => vec![grids::cell(board, 0, mv.mv as i32)],
            false => vec![Id::whole(board)],
        }
    }

    /// The values of the runs of safe squares, where they decide: three in a row are
    /// neither there nor to be had.
    fn numbers(&self, stage: &Stage<Vec<bool>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |row| {
            let wins = |at: usize| !row[at] && completes(row, at);
            if row.len() as u64 > grids::LONG || has_three(row) || (0..row.len()).any(wins) {
                return None;
            }
            let values = self.values(std::slice::from_ref(row))?;
            let number = |(start, length): (usize, usize)| {
                Number::of(super::run_name(start + 1, length), values.of(length))
            };
            Some(runs(row).into_iter().map(number).collect())
        })
    }
}

impl Named for Treblecross {
    const ABOUT: About = About {
        id: "treblecross",
        aliases: &[(
            "treblecross",
            &[
                "one-dimensional tic-tac-toe",
                "一维井字棋",
                "1d tic-tac-toe",
            ],
        )],
        name: ("Treblecross", "三连叉"),
        summary: (
            "put crosses on a row of squares; whoever makes three in a row wins",
            "在一行格子上画叉，先连成三个者胜",
        ),
        rules: (
            "A move puts a cross on a free square of a row of at least three squares. Whoever first makes \
             three crosses side by side wins.",
            "在一行（至少三格）格子上，每次在一个空格中画叉。先使三个叉相连者获胜。",
        ),
        theorem: (
            "If three can be completed, do it; otherwise the position is the octal game 0.007 on the runs of \
             squares at distance 3 or more from every cross.",
            "能连成三个则立即连成；否则等价于各段安全格（与每个叉的距离至少为 3）上的八进制游戏 0.007。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, ch. 4 (Treblecross)",
        position: (
            "the row: ..X.... or its length; rows are joined by +",
            "一行：..X....，或只写长度；多行用 + 连接",
        ),
        moves: ("the square, counted from 1", "格子编号，从 1 数起"),
        examples: &["7", "..X....", "X..X.X.", "12 + 5", "2000"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game treblecross(longest = 20)\n\
             state length in 3..longest, row in bits longest\n\
             move cross(i in 0..length-1) if bit(row, i) = 0 -> [length, row + (1 << i)]\n\
             win when any(i in 0..length-3: (row >> i) & 7 = 7)\n\
             measure length - popcount(row)";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<bool>]) -> Option<String> {
        written::sum(sum, |row| {
            let crosses = (0u64..).zip(row).filter(|(_, cross)| **cross);
            let set = written::bits(crosses.map(|(at, _)| at), 20)?;
            (row.len() <= 20).then(|| format!("{},{set}", row.len()))
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Treblecross::new())
    }

    fn small(&self) -> Vec<Vec<Vec<bool>>> {
        let rows = |length: usize| {
            (0..1u32 << length).map(move |set| (0..length).map(|i| set >> i & 1 == 1).collect())
        };
        let one = (3..=9).flat_map(rows).map(|row: Vec<bool>| vec![row]);
        let pairs = rows(4).map(|row: Vec<bool>| vec![row, vec![false; 5]]);
        one.chain(pairs).chain([vec![vec![false; 12]]]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs by their own rule: a cross leaves two shorter runs.
    #[test]
    fn the_values_are_those_of_the_octal_code() {
        let game = Treblecross::new();
        let values = game.values(&[vec![false; 200]]).unwrap();
        let mut known: Vec<u32> = Vec::new();
        for length in 0..200usize {
            let options: Vec<u32> = (0..length)
                .map(|at| shorter(length, at))
                .map(|(left, right)| known[left] ^ known[right])
                .collect();
            known.push(crate::solve::mex(&options, &mut Vec::new()));
            assert_eq!(values.of(length), known[length], "{length}");
        }
    }

    #[test]
    fn a_million_squares() {
        let text = "X..........".repeat(100_000);
        let game = Treblecross::new();
        let row = game.read(&text).unwrap();
        assert!(game.outcome(&row, Convention::Normal).is_some());
    }
}
