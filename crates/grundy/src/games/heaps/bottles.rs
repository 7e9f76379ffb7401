//! The splitting game with three targets (HNOI 2007): a bean in one bottle
//! becomes two beans in later bottles.
//!
//! Bottles 0, …, n−1 hold beans. A move takes a bean out of bottle i and puts one
//! into bottle j and one into bottle k, i < j ≤ k.
//!
//! **Theorem.** Every bean is a game of its own, and a bean that is d bottles
//! before the last one is a heap of d in [`super::smaller_pair`]: its value is the
//! d-th odious number. Two beans in the same bottle cancel, so only the parities of
//! the bottles count.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::bottles::Bottles};
//! let bottles = Bottles.read("1,0,1,5000").unwrap();
//! let answer = ask(&Bottles, &bottles, &Question::default()).unwrap();
//! assert_eq!(Bottles.write_move(&answer.winning_moves[0].mv), "0 to 2,3");
//! assert_eq!(answer.winning_moves.len(), 1);
//! ```

use super::smaller_pair::{odious, pairs};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::{self, Natural, nim_sum};
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Look, Numbers, PANELS, Part, Scene, Show, Stage, grids, why};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a row of bottles: how many beans are in each.
pub struct Bottles;

/// A bean of one bottle becomes two in later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The bottle, counted from 0.
    pub from: usize,
    /// The first new bean's bottle.
    pub first: usize,
    /// The second new bean's bottle, not before the first one's.
    pub second: usize,
}

/// The value of a bean in bottle `at` of `bottles`.
fn bean(bottles: usize, at: usize) -> Natural {
    odious(&Natural::from(bottles - 1 - at))
}

fn value(bottles: &[Natural]) -> Natural {
    let odd = (0..bottles.len()).filter(|at| natural::bit(&bottles[*at], 0));
    let values: Vec<Natural> = odd.map(|at| bean(bottles.len(), at)).collect();
    nim_sum(&values)
}

impl Game for Bottles {
    type Position = Vec<Natural>;
    type Move = Split;

    fn options(
        &self,
        bottles: &Vec<Natural>,
        visit: &mut impl FnMut(Split, &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        let mut after = [bottles.clone()];
        for from in (0..bottles.len()).filter(|at| !bottles[*at].is_zero()) {
            after[0][from] -= 1u8;
            for first in from + 1..bottles.len() {
                after[0][first] += 1u8;
                for second in first..bottles.len() {
                    after[0][second] += 1u8;
                    let mv = Split {
                        from,
                        first,
                        second,
                    };
                    visit(mv, &after)?;
                    after[0][second] -= 1u8;
                }
                after[0][first] -= 1u8;
            }
            after[0][from] += 1u8;
        }
        CONTINUE
    }

    fn play(&self, bottles: &Vec<Natural>, mv: &Split) -> Option<Vec<Vec<Natural>>> {
        let ordered = mv.from < mv.first && mv.first <= mv.second && mv.second < bottles.len();
        if !ordered || bottles[mv.from].is_zero() {
            return None;
        }
        let mut after = bottles.clone();
        after[mv.from] -= 1u8;
        after[mv.first] += 1u8;
        after[mv.second] += 1u8;
        Some(vec![after])
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| reader.list())
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |bottles| notation::write_heaps(bottles))
    }

    fn read_move(&self, _: &Vec<Natural>, text: &str) -> Result<Split, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            let mut bottle = |token: &str| {
                let at = reader.small().ok().and_then(|at| usize::try_from(at).ok());
                (token.is_empty() || reader.eat(token)).then_some(at?)
            };
            let from = bottle("to")?;
            let first = bottle(",")?;
            let second = bottle("")?;
            reader.end().ok()?;
            Some(Split {
                from,
                first: first.min(second),
                second: first.max(second),
            })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`I to J,K`", " `I to J,K`"),
        })
    }

    fn write_move(&self, mv: &Split) -> String {
        format!("{} to {},{}", mv.from, mv.first, mv.second)
    }
}

impl Theorem for Bottles {
    fn value(&self, bottles: &Vec<Natural>) -> Option<Natural> {
        Some(value(bottles))
    }

    /// In ascending order of the three bottles.
    fn moves_to(
        &self,
        bottles: &Vec<Natural>,
        target: &Natural,
        visit: &mut impl FnMut(Split) -> Flow,
    ) -> Option<Flow> {
        let change = value(bottles) ^ target;
        let last = bottles.len().saturating_sub(1);
        let at = |heap: &Natural| last - natural::small(heap).unwrap_or(0) as usize;
        for from in (0..bottles.len()).filter(|at| !bottles[*at].is_zero()) {
            let wanted = &change ^ bean(bottles.len(), from);
            let mut found = Vec::new();
            let _ = pairs(&Natural::from(last - from), &wanted, &mut |(
                small,
                large,
            )| {
                found.push((at(&large), at(&small)));
                CONTINUE
            });
            found.sort_unstable();
            for (first, second) in found {
                let mv = Split {
                    from,
                    first,
                    second,
                };
                if visit(mv).is_break() {
                    return Some(Flow::Break(()));
                }
            }
        }
        Some(CONTINUE)
    }

    fn reason(&self, sum: &[Vec<Natural>], convention: Convention) -> Text {
        let name = (
            "each bean is a smaller-pair heap, the n-th odious number",
            "每颗豆子独立，SG 值为第 n 个 odious 数",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(Bottles);

/// How many beans there are in each bottle, as written on them, if that has room.
fn labels(bottles: &[Natural]) -> Option<Vec<String>> {
    const ROOM: usize = 72;
    let mut labels = Vec::new();
    let mut used = 0;
    for (at, beans) in bottles.iter().enumerate() {
        let label = beans.to_string();
        used += label.len().max(at.to_string().len()) + 1;
        if used > ROOM {
            return None;
        }
        labels.push(label);
    }
    Some(labels)
}

impl Show for Bottles {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        let write = |bottles: &Vec<Natural>| notation::write_heaps(bottles);
        Scene::by_board(stage, write, |board, _, on_it| {
            let labels = labels(on_it.first()?.1)?;
            let mut panel = grids::strip(board, labels.len() as u64, 0, |_| Some(Look::Free))?;
            for (bottle, label) in panel.elements.iter_mut().zip(labels) {
                bottle.label = label;
            }
            Some(panel)
        })
    }

    /// The bottle from which the bean comes and those into which the new ones go.
    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<Split>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let Split {
            from,
            first,
            second,
        } = mv.mv;
        match labels(&stage.sum()[mv.component]) {
            Some(_) => [from, first, second]
                .map(|at| grids::cell(board, 0, at as i32))
                .to_vec(),
            None => vec![Id {
                board,
                part: Part::Whole,
            }],
        }
    }

    /// What a bean of each bottle is worth; an even number of them is worth nothing.
    fn numbers(&self, stage: &Stage<Vec<Natural>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |bottles| {
            let one = |(at, beans): (usize, &Natural)| {
                let value = bean(bottles.len(), at);
                (at.to_string(), value, natural::bit(beans, 0))
            };
            (bottles.len() <= PANELS).then(|| bottles.iter().enumerate().map(one).collect())
        })
    }
}

impl Named for Bottles {
    const ABOUT: About = About {
        id: "bottles",
        name: ("splitting game with three targets", "分裂游戏"),
        summary: (
            "a bean in one bottle becomes two beans in later bottles",
            "从一个瓶子取一颗豆子，在后面的瓶子中放入两颗",
        ),
        rules: (
            "Bottles 0 to n-1 hold beans. A move takes a bean out of a bottle i, and puts one bean into a \
             bottle j and one into a bottle k, with i < j ≤ k. Whoever cannot move, because all beans are in \
             the last bottle, loses.",
            "编号 0 到 n-1 的瓶子中装有豆子。每次从瓶子 i 中取出一颗豆子，并向瓶子 j 和 k 中各放入一颗，其中 i < j ≤ k。\
             无法操作（所有豆子都在最后一个瓶子中）者负。",
        ),
        theorem: (
            "Every bean is a game of its own: d bottles before the last one, its value is the d-th odious \
             number. Only the parities count.",
            "每颗豆子相互独立：距最后一个瓶子为 d 的豆子，SG 值为第 d 个二进制中有奇数个 1 的数。只有豆子数的奇偶性有影响。",
        ),
        source: "HNOI 2007 (Luogu P3185), by Sprague–Grundy and the values of Mock Turtles (Winning Ways, ch. 14)",
        position: (
            "beans in each bottle: 1,0,1,5000; rows are joined by +",
            "各瓶豆子数：1,0,1,5000；多排用 + 连接",
        ),
        moves: (
            "0 to 2,3 (a bean of bottle 0 becomes one in 2 and one in 3)",
            "0 to 2,3（取瓶 0 的一颗，放入瓶 2 与瓶 3 各一颗）",
        ),
        examples: &["1,0,1,5000", "0,0,1", "1,1,1,1", "10^100,1,0,1,0"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game bottles  # a bean is its distance from the last bottle\n\
             state n\n\
             move to(a in 0..n-1, b in 0..a) -> [a] + [b]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        let mut beans = Vec::new();
        for row in sum {
            for (distance, count) in (0u64..).zip(row.iter().rev()) {
                let count = natural::small(count).filter(|count| *count <= 64)?;
                beans.extend(std::iter::repeat_n(distance, count as usize));
            }
        }
        written::heaps(&beans, |bean| Some(bean.to_string()))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Bottles)
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let counts = |bottles: u32, most: u64| {
            (0..most.pow(bottles)).map(move |mut code| {
                let row = (0..bottles).map(|_| {
                    let count = code % most;
                    code /= most;
                    Natural::from(count)
                });
                vec![row.collect::<Vec<_>>()]
            })
        };
        let pairs = counts(3, 2).map(|row| vec![row[0].clone(), vec![1u8.into(), 0u8.into()]]);
        counts(2, 4)
            .chain(counts(3, 3))
            .chain(counts(4, 2))
            .chain(pairs)
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
        let bottles = Bottles.read("0 0 1").unwrap();
        let answer = ask(&Bottles, &bottles, &Question::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::P);
        assert!(answer.winning_moves.is_empty());
    }
}
