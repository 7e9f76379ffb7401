//! Bachet's game: take from one to k stones.
//!
//! **Theorem** (Bachet 1612, for one heap). A heap of `n` has Grundy value
//! `n mod (k+1)`: the values 0, 1, …, k repeat, because from `n` one can reach
//! exactly the k heaps before it. Whoever leaves a multiple of k+1 answers
//! every `t` stones by `k+1-t`.
//!
//! **Misère** (Ferguson 1974). Sums are played like misère Nim on the values:
//! a heap of value 0 that has moves, a multiple of k+1, has one to value 1 —
//! take k — and no more is needed.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::bachet::Bachet};
//! let game = Bachet::new(3u8.into()).unwrap();
//! let heap = game.read("21").unwrap();
//! let answer = ask(&game, &heap, &Question::default()).unwrap();
//! assert_eq!(game.write_move(&answer.winning_moves[0].mv), "take 1");
//! ```

use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{Flow, Game};
use crate::games::written;
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::outcome::Convention;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap; a move is the number of stones taken.
pub struct Bachet {
    most: Natural,
}

impl Bachet {
    /// The game in which at most `most` stones are taken; `None` if that is 0.
    pub fn new(most: Natural) -> Option<Self> {
        (!most.is_zero()).then_some(Bachet { most })
    }
}

/// For which limits k a position is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limits {
    /// For none.
    None,
    /// For this one, and for none that is larger.
    UpTo(Natural),
    /// For every k from some number on.
    Unbounded,
}

/// The largest k for which the player to move wins from `heaps` (AtCoder
/// ARC 168 B). Where k is at least the largest heap this is Nim: if the nim sum
/// is not 0, every large k will do. If it is, equal heaps cancel in pairs whatever
/// k is. If m is the largest heap left, k = m-1 turns it alone into 0 and the nim sum into m,
/// and every larger k is Nim.
///
/// ```
/// use grundy::games::heaps::bachet::{Limits, largest_limit};
/// let heaps = [1u8, 2, 3, 9, 9].map(Into::into);
/// assert_eq!(largest_limit(&heaps), Limits::UpTo(2u8.into()));
/// ```
pub fn largest_limit(heaps: &[Natural]) -> Limits {
    if !natural::nim_sum(heaps).is_zero() {
        return Limits::Unbounded;
    }
    let mut heaps: Vec<&Natural> = heaps.iter().collect();
    heaps.sort_unstable();
    let mut runs = heaps.chunk_by(|a, b| a == b).rev();
    let largest = runs.find(|run| run.len() % 2 == 1).map(|run| run[0]);
    match largest.filter(|heap| !heap.is_zero()) {
        Some(heap) => Limits::UpTo(heap - 1u8),
        None => Limits::None,
    }
}

impl Game for Bachet {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        take::up_to(heap, &self.most, &mut |taken, left| visit(taken, &[left]))
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        take::play(heap, taken).filter(|_| *taken <= self.most)
    }

    take::notation!();
}

impl Theorem for Bachet {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        Some(heap % (&self.most + 1u8))
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        Some(take::leave_remainder(heap, &self.most, target, visit))
    }

    fn misere_like_nim(&self) -> bool {
        true
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let modulus = &self.most + 1u8;
        let name = (
            format!("heaps are worth their remainders modulo {modulus}"),
            format!("各堆的值为其模 {modulus} 的余数"),
        );
        theorem::nim_sum_reason((&name.0, &name.1), self, heaps, convention)
    }
}

take::table!(Bachet);

take::show!(Bachet);

impl Named for Bachet {
    const ABOUT: About = About {
        id: "bachet",
        aliases: &[("bachet", &["bash", "take-away", "巴什", "一堆取石子"])],
        name: ("Bachet's game", "巴什博弈"),
        summary: (
            "take from one to k stones from a heap",
            "从一堆中取走 1 至 k 枚石子",
        ),
        rules: (
            "There are one or more heaps of stones. A move takes at least one and at most k stones \
             from one heap. Whoever takes the last stone wins.",
            "有一堆或若干堆石子。每次从其中一堆取走至少 1 枚、至多 k 枚石子。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "A heap of n has Grundy value n mod (k+1). Misère: like misère Nim on these values.",
            "n 枚石子的一堆的 SG 值为 n mod (k+1)。反常规则：如同以这些值玩反常尼姆游戏。",
        ),
        source: "C. G. Bachet de Méziriac, Problèmes plaisans et délectables qui se font par les nombres (1612); \
                 misère: T. S. Ferguson, On sums of graph games with last player losing, \
                 International Journal of Game Theory 3 (1974)",
        position: ("heaps: 21, or 5,9", "各堆石子数：21，或 5,9"),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["21", "20", "5,9,14", "10^1000,7"],
        parameters: &[Parameter {
            name: "k",
            default: "3",
            meaning: (
                "the most stones that a move may take",
                "每次最多取走的石子数",
            ),
        }],
        tested_with: &[
            &[],
            &[("k", "1")],
            &[("k", "2")],
            &[("k", "6")],
            &[("k", "10^1000")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let most = natural::small(&self.most).filter(|most| *most < 1 << 62);
        let most = most.ok_or(written::TOO_LARGE)?;
        // A short range is recognised, a long one must end at the heap.
        let last = if most <= 64 { "k" } else { "min(k, n)" };
        Ok(format!(
            "game bachet(k = {most})\nstate n\nmove take(t in 1..{last}) -> [n-t]"
        ))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a whole number from 1 on", "不小于 1 的整数");
        parameters.get("k", expected, |text| Bachet::new(natural::read(text)?))
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let singles = (0u64..=20).map(|n| vec![Natural::from(n)]);
        let sums = small_sums((0u64..=8).map(Natural::from), 3);
        singles.chain(sums).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_limit_is_that_of_all_limits() {
        for heaps in small_sums((0u64..=7).map(Natural::from), 4) {
            let wins = |k: u64| {
                let game = Bachet::new(k.into()).unwrap();
                !theorem::sum_value(&game, &heaps).unwrap().is_zero()
            };
            // From the largest heap on nothing changes.
            let expected = match (1..=8).rev().find(|k| wins(*k)) {
                Some(8) => Limits::Unbounded,
                Some(k) => Limits::UpTo(k.into()),
                None => Limits::None,
            };
            assert_eq!(largest_limit(&heaps), expected, "{heaps:?}");
        }
    }

    #[test]
    fn huge_heaps_and_huge_limits_answer_at_once() {
        let limit = Natural::from(10u8).pow(500);
        let game = Bachet::new(limit.clone()).unwrap();
        let heap = (&limit + 1u8) * Natural::from(12345u32) + 7u8;
        assert_eq!(game.value(&heap), Some(Natural::from(7u8)));
        let mut found = Vec::new();
        let _ = game.moves_to(&heap, &Natural::from(3u8), &mut |taken| {
            found.push(taken);
            crate::game::CONTINUE
        });
        assert_eq!(found, [Natural::from(4u8)]);
    }
}
