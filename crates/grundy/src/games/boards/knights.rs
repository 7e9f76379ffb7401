//! Knights that must all move (CEOI 2008).
//!
//! On a board of N × N squares a knight on (x,y) may go to (x−2,y±1) and
//! (x±1,y−2). Each turn the mover moves *every* knight that can move; if none
//! can, he loses. Several knights may share a square.
//!
//! **Theorem** (Conway: the conjunctive compound under the long rule). Whoever
//! wins with the knight that stays in play longest wins. Let a knight have the step
//! 0 where it cannot move; 1 + the greatest step of its options that are
//! even, if there are such (win slowly); else 1 + the least step of its options (lose
//! fast). The first player wins exactly when the greatest step is odd.
//!
//! **The step in O(1).** Away from the edges the steps repeat: four squares
//! further they are greater by 2. That is not typed in but computed: the
//! board of 28 to 31 squares with the same remainder modulo 4 is filled by the
//! definition, and checked to have this property at all places that are more
//! than nine squares from an edge in the direction of the shift. That proves it for
//! every larger board: cut the small board in the middle, insert rows and
//! columns in fours by the rule, and every square sees the same options,
//! all shifted, so the definition holds on the larger board too.

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Scene, Show, Stage, grids};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// A square, both coordinates from 1.
type Square = (u64, u64);

/// The game on a board of one size. A component is a board with knights,
/// sorted; a move says where each of them goes.
pub struct Knights {
    size: u64,
    steps: Steps,
}

/// Steps on a board of any size, from those on a small one.
struct Steps {
    size: u64,
    small: u64,
    table: Vec<u32>,
}

/// How far from an edge the steps begin to repeat, at the latest.
const EDGE: u64 = 10;
/// The period, and what is added in it.
const PERIOD: u64 = 4;
const SALTUS: u64 = 2;
/// Larger boards are folded to a size from here to three more.
const SMALL: u64 = 28;

fn leaps((x, y): Square, size: u64) -> impl Iterator<Item = Square> {
    let to = [
        (x.checked_sub(2), y.checked_sub(1)),
        (x.checked_sub(2), y.checked_add(1)),
        (x.checked_sub(1), y.checked_sub(2)),
        (x.checked_add(1), y.checked_sub(2)),
    ];
    to.into_iter()
        .filter_map(|(x, y)| Some((x?, y?)))
        .filter(move |(x, y)| (1..=size).contains(x) && (1..=size).contains(y))
}

impl Steps {
    fn new(size: u64) -> Result<Steps, Error> {
        let small = if size < SMALL {
            size
        } else {
            SMALL + (size - SMALL) % PERIOD
        };
        let steps = Steps {
            size,
            small,
            table: fill(small),
        };
        if size > small && !steps.repeats() {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("the steps on a board of {small} squares do not repeat as expected"),
                    format!("边长 {small} 的棋盘上的步数没有按预期重复"),
                ),
            });
        }
        Ok(steps)
    }

    /// Whether the steps repeat in the middle of the small board, along both
    /// axes, in a window that is wide enough for a period and two squares
    /// more on either side.
    fn repeats(&self) -> bool {
        let window = EDGE - 1..=self.small - EDGE + 2 - PERIOD;
        window.into_iter().all(|along| {
            (1..=self.small).all(|across| {
                let later = SALTUS as u32;
                self.at(along + PERIOD, across) == self.at(along, across) + later
                    && self.at(across, along + PERIOD) == self.at(across, along) + later
            })
        })
    }

    fn at(&self, x: u64, y: u64) -> u32 {
        self.table[((x - 1) * self.small + y - 1) as usize]
    }

    /// The coordinate on the small board, and how many periods were left out.
    fn fold(&self, at: u64) -> (u64, u64) {
        let beyond = self.size - self.small;
        let folded = if at <= EDGE {
            at
        } else if at > self.size - EDGE {
            at - beyond
        } else {
            EDGE + 1 + (at - EDGE - 1) % PERIOD
        };
        (folded, (at - folded) / PERIOD)
    }

    fn step(&self, (x, y): Square) -> u64 {
        if self.size == self.small {
            return u64::from(self.at(x, y));
        }
        let ((x, more_x), (y, more_y)) = (self.fold(x), self.fold(y));
        u64::from(self.at(x, y)) + SALTUS * (more_x + more_y)
    }
}

/// The steps of all squares of a board, by the definition.
fn fill(size: u64) -> Vec<u32> {
    let mut steps = vec![0; (size * size) as usize];
    let index = |(x, y): Square| ((x - 1) * size + y - 1) as usize;
    // Every leap lowers the sum of the coordinates.
    for sum in 2..=2 * size {
        for x in 1.max(sum.saturating_sub(size))..=size.min(sum - 1) {
            let square = (x, sum - x);
            let after: Vec<u32> = leaps(square, size).map(|to| steps[index(to)]).collect();
            steps[index(square)] = step(&after);
        }
    }
    steps
}

/// The step of a knight whose options have these steps.
fn step(after: &[u32]) -> u32 {
    let won = after.iter().filter(|step| **step % 2 == 0).max();
    let lost = after.iter().min();
    won.or(lost).map_or(0, |step| step + 1)
}

impl Knights {
    /// The game on `size` × `size` squares.
    pub fn new(size: u64) -> Result<Self, Error> {
        let steps = Steps::new(size)?;
        Ok(Knights { size, steps })
    }

    /// Squares along an edge of the board.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// In how many turns the play of a lone knight ends, if both play as in
    /// the theorem; the first player wins with it if that is odd.
    pub fn step(&self, square: Square) -> u64 {
        self.steps.step(square)
    }

    fn greatest(&self, knights: &[Square]) -> u64 {
        knights.iter().map(|at| self.step(*at)).max().unwrap_or(0)
    }

    /// Where each knight can go; one that cannot move stays.
    fn choices(&self, knights: &[Square]) -> Vec<Vec<Square>> {
        let to = |at: &Square| {
            let to: Vec<Square> = leaps(*at, self.size).collect();
            if to.is_empty() { vec![*at] } else { to }
        };
        knights.iter().map(to).collect()
    }

    /// How many moves there are, if at most so many that all are gone through.
    fn few_moves(&self, knights: &[Square]) -> bool {
        const FEW: usize = 4096;
        let mut moves = 1usize;
        knights.iter().all(|at| {
            moves = moves.saturating_mul(leaps(*at, self.size).count().max(1));
            moves <= FEW
        })
    }

    fn square(&self, reader: &mut Reader<'_>) -> Result<Square, Error> {
        reader.expect("(")?;
        let x = reader.within(1, self.size)?;
        reader.expect(",")?;
        let y = reader.within(1, self.size)?;
        reader.expect(")")?;
        Ok((x, y))
    }

    fn squares(&self, reader: &mut Reader<'_>) -> Result<Vec<Square>, Error> {
        let mut squares = vec![self.square(reader)?];
        loop {
            let comma = reader.eat(",");
            if !comma && reader.peek() != Some('(') {
                return Ok(squares);
            }
            squares.push(self.square(reader)?);
        }
    }
}

fn write_squares(squares: &[Square]) -> String {
    let mut text = String::new();
    for (x, y) in squares {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&format!("({x},{y})"));
    }
    text
}

fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_unstable();
    squares
}

impl Game for Knights {
    type Position = Vec<Square>;
    type Move = Vec<Square>;

    fn options(
        &self,
        knights: &Vec<Square>,
        visit: &mut impl FnMut(Vec<Square>, &[Vec<Square>]) -> Flow,
    ) -> Flow {
        if knights
            .iter()
            .all(|at| leaps(*at, self.size).next().is_none())
        {
            return CONTINUE;
        }
        let choices = self.choices(knights);
        let mut chosen = vec![0; choices.len()];
        loop {
            let to: Vec<Square> = choices
                .iter()
                .zip(&chosen)
                .map(|(to, at)| to[*at])
                .collect();
            let after = sorted(to.clone());
            visit(to, &[after])?;
            // Counts through all combinations.
            let next = (0..choices.len())
                .rev()
                .find(|i| chosen[*i] + 1 < choices[*i].len());
            let Some(next) = next else { return CONTINUE };
            chosen[next] += 1;
            chosen[next + 1..].fill(0);
        }
    }

    fn play(&self, knights: &Vec<Square>, to: &Vec<Square>) -> Option<Vec<Vec<Square>>> {
        let mut moved = false;
        let legal = knights.len() == to.len()
            && knights.iter().zip(to).all(|(from, to)| {
                let mut can_move = false;
                let goes = leaps(*from, self.size).any(|square| {
                    can_move = true;
                    square == *to
                });
                moved |= can_move;
                if can_move { goes } else { from == to }
            });
        (legal && moved).then(|| vec![sorted(to.clone())])
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Square>>, Error> {
        notation::read_sum(text, |reader| self.squares(reader).map(sorted))
    }

    fn write(&self, sum: &[Vec<Square>]) -> String {
        if sum.is_empty() {
            return "(1,1)".to_string(); // A knight that cannot move.
        }
        notation::write_sum(sum, |knights| write_squares(knights))
    }

    fn read_move(&self, _: &Vec<Square>, text: &str) -> Result<Vec<Square>, Error> {
        let mut reader = Reader::new(text);
        reader.eat("to");
        let read = self
            .squares(&mut reader)
            .and_then(|to| reader.end().map(|()| to));
        read.map_err(|_| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`to` and one square for each knight, in their order",
                " `to` 与各匹马依次的去处",
            ),
        })
    }

    fn write_move(&self, to: &Vec<Square>) -> String {
        format!("to {}", write_squares(to))
    }
}

impl Theorem for Knights {
    fn seeks_value(&self, sum: &[Vec<Square>]) -> bool {
        sum.iter().all(|knights| self.few_moves(knights))
    }

    fn outcome(&self, sum: &[Vec<Square>], convention: Convention) -> Option<Outcome> {
        match (sum, convention) {
            ([knights], Convention::Normal) => {
                Some(Outcome::mover_wins(self.greatest(knights) % 2 == 1))
            }
            _ => None,
        }
    }

    fn winning_moves(
        &self,
        sum: &[Vec<Square>],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Vec<Square>>) -> Flow,
    ) -> Option<Flow> {
        let ([knights], Convention::Normal) = (sum, convention) else {
            return None;
        };
        if self.greatest(knights).is_multiple_of(2) {
            return Some(CONTINUE);
        }
        if self.few_moves(knights) {
            return Some(self.options(knights, &mut |mv, to| {
                if self.greatest(&to[0]).is_multiple_of(2) {
                    visit(SumMove { component: 0, mv })
                } else {
                    CONTINUE
                }
            }));
        }
        // Each knight that can move goes to a square whose step is one less.
        let mv: Vec<Square> = knights
            .iter()
            .map(|at| {
                let step = self.step(*at);
                leaps(*at, self.size)
                    .find(|to| self.step(*to) + 1 == step)
                    .unwrap_or(*at)
            })
            .collect();
        // There are exponentially many more.
        let _ = visit(SumMove { component: 0, mv });
        Some(STOP)
    }

    fn reason(&self, sum: &[Vec<Square>], _: Convention) -> Text {
        let [knights] = sum else {
            return Text::default();
        };
        let step = self.greatest(knights);
        Text::new(
            format!(
                "the last knight to stop does so after {step} turns; odd: the first player wins"
            ),
            format!("最后停下的马在 {step} 回合后停下；奇数则先手胜"),
        )
    }
}

impl Lattice for Knights {
    fn at(&self, point: &[u64]) -> Option<Vec<Square>> {
        match point {
            [x, y] if (1..=self.size).contains(x) && (1..=self.size).contains(y) => {
                Some(vec![(*x, *y)])
            }
            _ => None,
        }
    }

    fn coordinates(&self, knights: &Vec<Square>, point: &mut [u64]) -> bool {
        let (&[(x, y)], [to_x, to_y]) = (&knights[..], point) else {
            return false;
        };
        (*to_x, *to_y) = (x, y);
        true
    }
}

/// Boards up to this side are shown whole; of larger ones the corner to which the knights go.
const WHOLE: u64 = 20;

impl Knights {
    /// The side of the board as far as it is shown: all squares that the knights
    /// can reach from where they stood when play began. `None` if it is too large.
    fn side_shown(&self, first: &[Square]) -> Option<u64> {
        if first.len() as u64 > grids::LONG {
            return None;
        }
        // One square to the right costs two upwards.
        let reach = first.iter().map(|(x, y)| (x + y / 2).max(y + x / 2));
        let needed = reach.max().unwrap_or(0).max(8).min(self.size);
        let side = if self.size <= WHOLE {
            self.size
        } else {
            needed
        };
        (side <= grids::LONG).then_some(side)
    }
}

/// Row and column of a square on a board that is shown.
fn row_and_column((x, y): Square) -> (i32, i32) {
    (y as i32 - 1, x as i32 - 1)
}

impl Show for Knights {
    fn scene(&self, stage: &Stage<Vec<Square>>) -> Scene {
        let write = |knights: &Vec<Square>| write_squares(knights);
        Scene::by_board(stage, write, |board, first, on_it| {
            let [(_, knights)] = on_it else { return None };
            let side = self.side_shown(first)?;
            let mut panel = grids::board(board, side, side, |_, _| Some(Look::Free))?;
            for (number, square) in (0..).zip(*knights) {
                // They are sorted, and the last one on a square is on top.
                let here = knights[..=number as usize].iter().rev();
                let label = match here.take_while(|other| *other == square).count() {
                    1 => "♘".to_string(),
                    several => format!("♘{several}"),
                };
                let (row, column) = row_and_column(*square);
                grids::token(&mut panel, board, number, Look::White, row, column, &label);
            }
            Some(grids::numbered(panel, side, side, 1))
        })
    }

    /// Where the knights go; all that can must, so there is no need to point at them.
    fn touches(&self, stage: &Stage<Vec<Square>>, mv: &SumMove<Vec<Square>>) -> Vec<Id> {
        let board = stage.board(mv.component);
        if self.side_shown(stage.first(mv.component)).is_none() {
            return vec![Id::whole(board)];
        }
        let knights = stage.sum()[mv.component].iter().zip(&mv.mv);
        let gone = knights.filter(|(from, to)| from != to);
        gone.map(|(_, to)| row_and_column(*to))
            .map(|(row, column)| grids::cell(board, row, column))
            .collect()
    }
}

impl Named for Knights {
    const ABOUT: About = About {
        id: "knights",
        name: ("knights that must all move", "同动之马"),
        summary: (
            "move every knight that can move, towards the corner",
            "每回合移动所有能动的马",
        ),
        rules: (
            "Knights stand on a square board, squares (x,y) counted from 1; several may share a square. A \
             knight may go from (x,y) to (x-2,y-1), (x-2,y+1), (x-1,y-2) or (x+1,y-2). A turn moves every \
             knight that can move, each once. Whoever can move no knight loses.",
            "若干匹马放在正方形棋盘上，格子 (x,y) 从 1 编号，同一格可以有多匹马。马可以从 (x,y) 走到 (x-2,y-1)、(x-2,y+1)、(x-1,y-2) 或 (x+1,y-2)。每回合必须将所有能动的马各移动一步。没有马能动者负。",
        ),
        theorem: (
            "Each knight has a step: 0 if it cannot move, 1 + the greatest even step of its options if there is \
             an even one, else 1 + the least step of its options. The first player wins exactly when the \
             greatest step is odd. The steps of large boards follow from those of a small one.",
            "每匹马有一个步数：不能动时为 0；后继中有偶数步数时为 1 + 其中最大的偶数；否则为 1 + 后继的最小步数。最大步数为奇数时先手胜。大棋盘的步数由小棋盘推出。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14; the board: CEOI 2008, Knights",
        position: (
            "the squares of the knights: (3,5),(4,4)",
            "各匹马所在的格子：(3,5),(4,4)",
        ),
        moves: (
            "where each knight goes, in their order, one that cannot move stays: to (1,4),(2,3)",
            "各匹马依次的去处，不能动的留在原处：to (1,4),(2,3)",
        ),
        examples: &["(3,5),(4,4)", "(5,5)", "(2,2),(3,3),(4,5)", "(3,5) + (4,4)"],
        parameters: &[Parameter {
            name: "size",
            default: "8",
            meaning: ("how many squares a side of the board has", "棋盘的边长"),
        }],
        variants: &[Variant::of(
            "knights-1000000",
            ("knights on a board of a million", "百万棋盘上的马"),
            &[("size", "1000000")],
        )],
        tested_with: &[&[("size", "5")], &[], &[("size", "1000003")]],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Ok(format!(
            "game knights(size = {})\nstate x in 1..size, y in 1..size\n\
             move hop((dx, dy) in {{(-2, 1), (-2, -1), (1, -2), (-1, -2)}}) -> [x+dx, y+dy]\n\
             sum every",
            self.size
        ))
    }

    fn rule_position(&self, sum: &[Vec<Square>]) -> Option<String> {
        // The knights of one board are the components there.
        let [knights] = sum else { return None };
        written::sum(knights, |(x, y)| Some(format!("{x},{y}")))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        Knights::new(parameters.number("size", 1, 1 << 60)?)
    }

    fn small(&self) -> Vec<Vec<Vec<Square>>> {
        let side = self.size.min(6);
        let squares: Vec<Square> = (1..=side)
            .flat_map(|x| (1..=side).map(move |y| (x, y)))
            .collect();
        let lone = squares.iter().map(|at| vec![vec![*at]]);
        let pairs = squares.iter().step_by(3).flat_map(|a| {
            let others = squares.iter().step_by(4);
            others.map(|b| vec![sorted(vec![*a, *b])])
        });
        let side_by_side = squares
            .iter()
            .step_by(5)
            .flat_map(|a| squares.iter().step_by(7).map(|b| vec![vec![*a], vec![*b]]));
        lone.chain(pairs).chain(side_by_side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::random::Random;

    #[test]
    fn folded_boards_are_as_defined() {
        for size in (1..=60).chain([97, 98, 99, 100, 203]) {
            let table = fill(size);
            let steps = Steps::new(size).unwrap();
            for x in 1..=size {
                for y in 1..=size {
                    let expected = u64::from(table[((x - 1) * size + y - 1) as usize]);
                    assert_eq!(steps.step((x, y)), expected, "({x},{y}) of {size}");
                }
            }
        }
    }

    /// The table of the board of nine squares, as printed in the literature on this problem.
    #[test]
    fn published_outcomes() {
        let rows = [
            "PPNNPPNNP",
            "PPNNPPNNP",
            "NNNNNNNNP",
            "NNNNNNNNP",
            "PPNNPPNNP",
            "PPNNPPNNP",
            "NNNNNNNNP",
            "NNNNNNNNN",
            "PPPPPPPNP",
        ];
        let game = Knights::new(9).unwrap();
        for (y, row) in (1..).zip(rows) {
            for (x, outcome) in (1..).zip(row.chars()) {
                let odd = game.step((x, y)) % 2 == 1;
                assert_eq!(odd, outcome == 'N', "({x},{y})");
            }
        }
    }

    #[test]
    fn two_hundred_thousand_knights_on_a_board_of_a_million() {
        let game = Knights::new(1_000_000).unwrap();
        let mut random = Random::new(3);
        let mut square = || 1 + random.below(1_000_000);
        let knights: Vec<Square> = (0..200_000).map(|_| (square(), square())).collect();
        let text = write_squares(&knights);
        let board = game.read(&text).unwrap();
        let answer = ask(&game, &board, &Question::default()).unwrap();
        let mut board = board;
        if answer.outcome == Outcome::P {
            // Any move of the loser, then the answer.
            let mut after = None;
            let _ = game.options(&board[0], &mut |_, to| {
                after = Some(to.to_vec());
                crate::game::STOP
            });
            board = after.unwrap();
        }
        let answer = ask(&game, &board, &Question::default()).unwrap();
        let after = game.play(&board[0], &answer.winning_moves[0].mv).unwrap();
        let after = ask(&game, &after, &Question::default()).unwrap();
        assert_eq!(after.outcome, Outcome::P);
    }
}
