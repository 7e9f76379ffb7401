//! Staircase Nim: stones go down the stairs, one step at a time.
//!
//! Any number of stones may move from step i to step i-1; from step 1 they go to
//! the ground and are out of play. Steps are numbered from 1 and written from
//! the lowest.
//!
//! **Theorem.** Only the odd steps count: the Grundy value is the nim sum of
//! their stones. Stones that come down from an even step onto an odd one are
//! sent on at once, which undoes the move; what leaves an odd step is out of
//! the game as in Nim. Adding stones to a Nim heap wins too: if an odd heap
//! should become larger than it is, stones may come from the step above.
//!
//! **Misère.** Like misère Nim on the stones of the odd steps: as in normal play
//! while an odd step holds more than one stone, reversed when none does. (If all
//! odd steps hold at most one stone and their number is even, remove one; if
//! they are empty, bring one stone down.)
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::staircase::Staircase};
//! let stairs = Staircase.read("1,4,3").unwrap(); // odd steps: 1 and 3
//! let answer = ask(&Staircase, &stairs, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| Staircase.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["2 from 2", "2 from 3"]);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::stairs::{self, Stairs};
use crate::games::written;
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::picture::scene::{Id, Numbers, PANELS, Scene, Show, Stage, heaps, why};
use crate::solve::dense::Lattice;
use crate::text::Text;

/// The game. A component is a staircase: the stones on step 1, 2, ….
pub struct Staircase;

/// Stones that go one step down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// How many.
    pub stones: Natural,
    /// From which step, counted from 1.
    pub step: usize,
}

fn after(stairs: &[Natural], descent: &Descent) -> Option<Vec<Natural>> {
    let from = descent.step.checked_sub(1)?;
    if descent.stones.is_zero() || descent.stones > *stairs.get(from)? {
        return None;
    }
    let mut after = stairs.to_vec();
    after[from] -= &descent.stones;
    if let Some(below) = from.checked_sub(1) {
        after[below] += &descent.stones;
    }
    Some(after)
}

impl Game for Staircase {
    type Position = Vec<Natural>;
    type Move = Descent;

    fn options(
        &self,
        stairs: &Vec<Natural>,
        visit: &mut impl FnMut(Descent, &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        for (at, here) in stairs.iter().enumerate() {
            take::up_to(here, here, &mut |stones, _| {
                let descent = Descent {
                    stones,
                    step: at + 1,
                };
                match after(stairs, &descent) {
                    Some(after) => visit(descent, &[after]),
                    None => CONTINUE,
                }
            })?;
        }
        CONTINUE
    }

    fn play(&self, stairs: &Vec<Natural>, descent: &Descent) -> Option<Vec<Vec<Natural>>> {
        Some(vec![after(stairs, descent)?])
    }

    /// Empty steps at the top do not matter.
    fn canonical(&self, mut stairs: Vec<Natural>) -> Vec<Natural> {
        while stairs.last().is_some_and(Natural::is_zero) {
            stairs.pop();
        }
        stairs
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| reader.list())
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |stairs| notation::write_heaps(stairs))
    }

    fn read_move(&self, _: &Vec<Natural>, text: &str) -> Result<Descent, Error> {
        let mut reader = Reader::new(text);
        reader.eat("move");
        notation::read_from(&mut reader)
            .and_then(|(stones, step)| reader.end().map(|()| Descent { stones, step }))
            .map_err(|_| Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`N from STEP`", " `N from 级`"),
            })
    }

    fn write_move(&self, descent: &Descent) -> String {
        format!("{} from {}", descent.stones, descent.step)
    }
}

impl Stairs for Staircase {
    fn steps(&self, stairs: &Vec<Natural>) -> Vec<Natural> {
        stairs.clone()
    }

    fn descend(&self, _: &Vec<Natural>, step: usize, stones: Natural) -> Descent {
        Descent { stones, step }
    }
}

stairs::theorem!(Staircase, "the odd steps", "奇数级");

/// The table of stairs with two steps.
impl Lattice for Staircase {
    fn at(&self, point: &[u64]) -> Option<Vec<Natural>> {
        match point {
            [low, high] => Some(vec![Natural::from(*low), Natural::from(*high)]),
            _ => None,
        }
    }

    fn coordinates(&self, stairs: &Vec<Natural>, point: &mut [u64]) -> bool {
        let (Some(low), Some(high), 2, [x, y]) = (
            stairs.first().and_then(natural::small),
            stairs.get(1).and_then(natural::small),
            stairs.len(),
            point,
        ) else {
            return false;
        };
        (*x, *y) = (low, high);
        true
    }
}

impl Show for Staircase {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        heaps::lists(stage, |stairs| notation::write_heaps(stairs))
    }

    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<Descent>) -> Vec<Id> {
        let Descent { stones, step } = &mv.mv;
        let from = step.wrapping_sub(1);
        vec![heaps::take_from(stage, mv.component, from, stones)]
    }

    /// Only the odd steps count.
    fn numbers(&self, stage: &Stage<Vec<Natural>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |stairs| {
            let step = |(step, stones): (usize, &Natural)| {
                (step.to_string(), stones.clone(), step % 2 == 1)
            };
            (stairs.len() <= PANELS).then(|| (1..).zip(stairs).map(step).collect())
        })
    }
}

impl Named for Staircase {
    const ABOUT: About = About {
        id: "staircase",
        aliases: &[(
            "staircase",
            &["staircase-nim", "stair-nim", "stairs", "阶梯", "台阶尼姆"],
        )],
        name: ("staircase Nim", "阶梯尼姆游戏"),
        summary: (
            "move any number of stones one step down the stairs",
            "把任意多枚石子下移一级台阶",
        ),
        rules: (
            "Stones lie on the steps of a staircase. A move takes one or more stones from one step and puts \
             them on the next step below; from step 1 they go to the ground and are out of play. Whoever \
             makes the last move wins.",
            "石子放在各级台阶上。每次从某一级取至少一枚石子放到下一级；从第 1 级下到地面的石子不再参与。走最后一步者获胜。",
        ),
        theorem: (
            "The Grundy value is the nim sum of the stones on the odd steps. Misère: like misère Nim on \
             the odd steps.",
            "SG 值等于奇数级石子数的异或和。反常规则：如同以奇数级玩反常尼姆游戏。",
        ),
        source: "R. P. Sprague, Über zwei Abarten von Nim, Tohoku Mathematical Journal 43 (1937)",
        position: (
            "stones on step 1, 2, 3, …: 1,4,3; several staircases are joined by +",
            "第 1、2、3…级的石子数：1,4,3；多个阶梯用 + 连接",
        ),
        moves: (
            "2 from 3: two stones from step 3",
            "2 from 3：从第 3 级移两枚",
        ),
        examples: &[
            "1,4,3",
            "2,7,2",
            "0,5",
            "10^1000,3,10^1000,1",
            "1,2 + 3,0,3",
        ],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game staircase(steps = 6)\n\
             state s[steps]\n\
             move off(k in 1..s[0]) -> [s[0 := s[0]-k]]\n\
             move down(i in 1..steps-1, k in 1..s[i]) -> [s[i := s[i]-k, i-1 := s[i-1]+k]]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        written::sum(sum, |stairs| written::padded(stairs, 6))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Staircase)
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let stairs = |steps: &[u64]| steps.iter().map(|n| Natural::from(*n)).collect::<Vec<_>>();
        let base = 3u64;
        let four = (0..base.pow(4)).map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27]);
        let three = (0..64).map(|n| [n % 4, n / 4 % 4, n / 16]);
        let tiny = [stairs(&[0]), stairs(&[1]), stairs(&[2]), stairs(&[0, 1])];
        four.map(|steps| vec![stairs(&steps)])
            .chain(three.map(|steps| vec![stairs(&steps)]))
            .chain(small_sums(tiny, 3))
            .collect()
    }
}
