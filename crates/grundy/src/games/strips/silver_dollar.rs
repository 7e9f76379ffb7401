//! Coins on a strip that slide to the left and neither pass nor share
//! (the silver dollar game without the dollar; Georgia and Bob).
//!
//! **Theorem.** Sliding a coin by `k` squares shortens the gap before it by `k` and
//! lengthens the gap behind it by `k`: stones go down a staircase whose step
//! 1 is the gap before the last coin, step 2 the gap before the last but one,
//! and so on. So the value is the nim sum of every other gap, counted from
//! the right. Misère: as misère Nim on these gaps. (Conway, On Numbers and
//! Games, ch. 11; the contest problem Georgia and Bob, POJ 1704.)
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::silver_dollar::SilverDollar};
//! let strip = SilverDollar.read("1,5,6,7,9,12,14,17").unwrap();
//! let answer = ask(&SilverDollar, &strip, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::N); // Georgia, who begins, wins
//! ```

use super::{Slide, Strip};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::stairs::{self, Stairs};
use crate::games::{no_table, small_sums, strips};
use crate::natural::Natural;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Number, Numbers, PANELS, Scene, Show, Stage, why};
use crate::text::Text;

/// The game. A component is a strip; its squares are numbered from 1.
pub struct SilverDollar;

/// The first square that the coin at index `at` can reach.
fn lowest(strip: &Strip, at: usize) -> Natural {
    match at.checked_sub(1) {
        Some(before) => &strip[before] + 1u8,
        None => Natural::ONE,
    }
}

impl Game for SilverDollar {
    type Position = Strip;
    type Move = Slide;

    fn options(&self, strip: &Strip, visit: &mut impl FnMut(Slide, &[Strip]) -> Flow) -> Flow {
        let mut after = [strip.clone()];
        for (at, from) in strip.iter().enumerate() {
            let mut to = lowest(strip, at);
            while to < *from {
                after[0][at] = to.clone();
                let mv = Slide {
                    from: from.clone(),
                    to: to.clone(),
                };
                visit(mv, &after)?;
                to += 1u8;
            }
            after[0][at] = from.clone();
        }
        CONTINUE
    }

    fn play(&self, strip: &Strip, mv: &Slide) -> Option<Vec<Strip>> {
        let at = strip.binary_search(&mv.from).ok()?;
        if mv.to >= mv.from || mv.to < lowest(strip, at) {
            return None;
        }
        let mut after = strip.clone();
        after[at] = mv.to.clone();
        Some(vec![after])
    }

    strips::notation!(1);
}

impl Stairs for SilverDollar {
    fn steps(&self, strip: &Strip) -> Vec<Natural> {
        let gap = |at: usize| &strip[at] - lowest(strip, at);
        (0..strip.len()).rev().map(gap).collect()
    }

    fn descend(&self, strip: &Strip, step: usize, stones: Natural) -> Slide {
        let from = &strip[strip.len() - step];
        Slide {
            from: from.clone(),
            to: from - stones,
        }
    }
}

stairs::theorem!(
    SilverDollar,
    "staircase Nim on the gaps",
    "间隔上的阶梯尼姆"
);
no_table!(SilverDollar);

impl Show for SilverDollar {
    fn scene(&self, stage: &Stage<Strip>) -> Scene {
        strips::scene(stage, 1)
    }

    fn touches(&self, stage: &Stage<Strip>, mv: &SumMove<Slide>) -> Vec<Id> {
        strips::touches(stage, mv, 1)
    }

    /// The gaps; every other one counts.
    fn numbers(&self, stage: &Stage<Strip>) -> Option<Numbers> {
        why::of_parts(stage, 2, |strip| {
            if strip.len() > PANELS {
                return None;
            }
            let gap = |at: usize| Number {
                of: Text::new(
                    format!("before {}", strip[at]),
                    format!("{} 之前", strip[at]),
                ),
                value: &strip[at] - lowest(strip, at),
                counts: (strip.len() - at) % 2 == 1,
            };
            Some((0..strip.len()).map(gap).collect())
        })
    }
}

impl Named for SilverDollar {
    const ABOUT: About = About {
        id: "silver-dollar",
        aliases: &[(
            "silver-dollar",
            &["silver dollar without the dollar", "银币"],
        )],
        name: ("silver dollar game", "银元游戏"),
        summary: (
            "slide a coin to the left; coins neither pass nor share a square",
            "将一枚硬币左移，硬币不能越过彼此，也不能同格",
        ),
        rules: (
            "Coins lie on distinct squares of a strip whose squares are numbered from 1. A move slides one \
             coin to the left by any positive number of squares, without passing or landing on another \
             coin. Whoever makes the last move wins.",
            "硬币放在一条纸带的不同格子上，格子从 1 开始编号。每次将一枚硬币向左移动任意正数格，不能越过其他硬币，\
             也不能落在其他硬币所在的格子上。走最后一步者获胜。",
        ),
        theorem: (
            "Staircase Nim on the gaps: the value is the nim sum of every other gap, counted from the \
             last coin. Misère: as misère Nim on these gaps.",
            "间隔上的阶梯尼姆：从最后一枚硬币起，每隔一个间隔取一个，其异或和即 SG 值。反常规则：视为这些间隔上的反常尼姆游戏。",
        ),
        source: "J. H. Conway, On Numbers and Games, Academic Press (1976), ch. 11; staircase Nim: R. Sprague, \
                 Über zwei Abarten von Nim, Tôhoku Mathematical Journal 43 (1937)",
        position: (
            "the coins' squares: 1,3,7; strips are joined by +, - is an empty strip",
            "硬币所在的格子：1,3,7；多条纸带用 + 连接，- 表示空纸带",
        ),
        moves: ("7 to 5", "7 to 5（从第 7 格移到第 5 格）"),
        examples: &[
            "1,5,6,7,9,12,14,17",
            "1,2,3",
            "3,10^100,10^101",
            "2,5 + 4,9",
        ],
        variants: &[Variant {
            id: "georgia-and-bob",
            name: ("Georgia and Bob", "Georgia 与 Bob"),
            convention: Convention::Normal,
            parameters: &[],
        }],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game silver_dollar(squares = 20)\n\
             state c in bits squares\n\
             move slide(i in 1..squares-1, j in 0..i-1) if bit(c, i) = 1 if all(m in j..i-1: bit(c, m) = 0) -> [c - (1 << i) + (1 << j)]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Strip]) -> Option<String> {
        strips::as_bits(sum, 1, 20)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(SilverDollar)
    }

    fn small(&self) -> Vec<Vec<Strip>> {
        let one = strips::small_strips(1, 8, 5)
            .into_iter()
            .map(|strip| vec![strip]);
        one.chain(small_sums(strips::small_strips(1, 4, 2), 2))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    #[test]
    fn georgia_and_bob() {
        let winner = |text: &str| {
            let strip = SilverDollar.read(text).unwrap();
            ask(&SilverDollar, &strip, &Question::default())
                .unwrap()
                .outcome
        };
        assert_eq!(winner("1 2 3"), Outcome::P);
        assert_eq!(winner("1 5 6 7 9 12 14 17"), Outcome::N);
    }

    #[test]
    fn a_million_coins() {
        // The last gap alone has a bit beyond the others.
        let squares: Vec<String> = (1..1_000_000u64)
            .map(|i| i * i)
            .chain([1 << 50])
            .map(|square| square.to_string())
            .collect();
        let strip = SilverDollar.read(&squares.join(",")).unwrap();
        let question = Question {
            moves: 1,
            ..Question::default()
        };
        let answer = ask(&SilverDollar, &strip, &question).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        let after = SilverDollar
            .play(&strip[0], &answer.winning_moves[0].mv)
            .unwrap();
        assert_eq!(
            ask(&SilverDollar, &after, &question).unwrap().outcome,
            Outcome::P
        );
    }
}
