//! t-Wythoff: take from one heap, or from both nearly the same number.
//!
//! A move takes any positive number from one heap, or k from one and l from the
//! other, k, l > 0, with |k − l| < t. With t = 1 it is Wythoff's game.
//!
//! **Theorem** (Fraenkel 1982). The P-positions are (⌊nα⌋, ⌊nα⌋ + tn), n = 0, 1, 2, …, with
//! α = (2 − t + √(t² + 4))/2: each number occurs once, and so does each difference
//! tn. Everything is computed with exact integers, since ⌊nα⌋ = ⌊(⌊√(n²(t²+4))⌋ − (t−2)n)/2⌋.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::slanted_wythoff::SlantedWythoff};
//! let game = SlantedWythoff::new(2);
//! let heaps = game.read("4,8").unwrap();
//! let answer = ask(&game, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::N);
//! assert_eq!(game.write_move(&answer.winning_moves[0].mv), "take 2,2");
//! ```

use dashu_int::ops::SquareRoot;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::Reader;
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a pair of heaps.
pub struct SlantedWythoff {
    t: u64,
}

type Pair = (Natural, Natural);

impl SlantedWythoff {
    /// Numbers taken from both heaps differ by less than `t`, at least 1.
    pub fn new(t: u64) -> Self {
        SlantedWythoff { t: t.max(1) }
    }

    /// ⌊x√(t² + 4)⌋.
    fn times_root(&self, x: &Natural) -> Natural {
        let t = Natural::from(self.t);
        (x * x * (&t * &t + 4u8)).sqrt()
    }

    /// The n-th P-position, the smaller heap first.
    fn lost(&self, n: &Natural) -> Pair {
        // Added on both sides to stay with natural numbers: 2n - tn.
        let smaller = (self.times_root(n) + n * 2u8 - n * Natural::from(self.t)) >> 1;
        let larger = &smaller + n * Natural::from(self.t);
        (smaller, larger)
    }

    /// The heap that makes a P-position with `x`.
    fn partner(&self, x: &Natural) -> Natural {
        // x = ⌊nα⌋ has n about x/α = (x√(t²+4) + (t-2)x) / 2t; x = ⌊nβ⌋ has n about x - x/α.
        let t = Natural::from(self.t);
        let scaled = self.times_root(x) + x * &t;
        let twice = x * 2u8;
        let over_alpha = match scaled > twice {
            true => (scaled - twice) / (&t * 2u8),
            false => Natural::ZERO,
        };
        for n in [over_alpha.clone(), &over_alpha + 1u8] {
            let (smaller, larger) = self.lost(&n);
            if smaller == *x {
                return larger;
            }
        }
        let over_beta = match *x > over_alpha {
            true => x - &over_alpha,
            false => Natural::ZERO,
        };
        for n in [
            over_beta.clone(),
            &over_beta + 1u8,
            match over_beta.is_zero() {
                true => Natural::ZERO,
                false => &over_beta - 1u8,
            },
        ] {
            let (smaller, larger) = self.lost(&n);
            if larger == *x {
                return smaller;
            }
        }
        unreachable!("every number is ⌊nα⌋ or ⌊nα⌋ + tn for one n")
    }

    /// The P-positions that lie along the slanted ways of `pair`: those whose
    /// difference is within t of its difference.
    fn near_diagonal(&self, pair: &Pair) -> Vec<Pair> {
        let (a, b) = pair;
        let difference = if a <= b { b - a } else { a - b };
        let n = &difference / Natural::from(self.t);
        let mut found = Vec::new();
        for n in [n.clone(), n + 1u8, Natural::ZERO, Natural::ONE] {
            let (smaller, larger) = self.lost(&n);
            for target in [(smaller.clone(), larger.clone()), (larger, smaller)] {
                if !found.contains(&target) {
                    found.push(target);
                }
            }
        }
        found
    }
}

impl Game for SlantedWythoff {
    type Position = Pair;
    /// How many stones are taken from the first and from the second heap.
    type Move = Pair;

    fn options(&self, (a, b): &Pair, visit: &mut impl FnMut(Pair, &[Pair]) -> Flow) -> Flow {
        for k in natural::from_to(1, a) {
            let left = a - &k;
            visit((k, Natural::ZERO), &[(left, b.clone())])?;
        }
        for l in natural::from_to(1, b) {
            let left = b - &l;
            visit((Natural::ZERO, l), &[(a.clone(), left)])?;
        }
        for k in natural::from_to(1, a) {
            let reach = Natural::from(self.t - 1);
            let mut l = match k > reach {
                true => &k - &reach,
                false => Natural::ONE,
            };
            let last = (&k + reach).min(b.clone());
            while l <= last {
                let left = (a - &k, b - &l);
                visit((k.clone(), l.clone()), &[left])?;
                l += 1u8;
            }
        }
        CONTINUE
    }

    fn play(&self, (a, b): &Pair, (k, l): &Pair) -> Option<Vec<Pair>> {
        let both = !k.is_zero() && !l.is_zero();
        let apart = if k <= l { l - k } else { k - l };
        let none = k.is_zero() && l.is_zero();
        if none || k > a || l > b || (both && apart >= Natural::from(self.t)) {
            return None;
        }
        Some(vec![(a - k, b - l)])
    }

    fn canonical(&self, pair: Pair) -> Pair {
        take::in_order(pair)
    }

    fn read(&self, text: &str) -> Result<Vec<Pair>, Error> {
        take::read_pairs(text, 0)
    }

    fn write(&self, sum: &[Pair]) -> String {
        take::write_pairs(sum, 0)
    }

    fn read_move(&self, _: &Pair, text: &str) -> Result<Pair, Error> {
        let mut reader = Reader::new(text);
        reader.eat("take");
        match reader.naturals().as_deref() {
            Ok([k, l]) => Ok((k.clone(), l.clone())),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`take K,L`", " `take K,L`"),
            }),
        }
    }

    fn write_move(&self, (k, l): &Pair) -> String {
        format!("take {k},{l}")
    }
}

impl Theorem for SlantedWythoff {
    fn outcome(&self, sum: &[Pair], convention: Convention) -> Option<Outcome> {
        let ([(a, b)], Convention::Normal) = (sum, convention) else {
            return None;
        };
        Some(Outcome::mover_wins(self.partner(a) != *b))
    }

    fn winning_moves(
        &self,
        sum: &[Pair],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Pair>) -> Flow,
    ) -> Option<Flow> {
        let ([pair], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let (a, b) = pair;
        let mut targets = vec![(a.clone(), self.partner(a)), (self.partner(b), b.clone())];
        for target in self.near_diagonal(pair) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets.dedup();
        let flow = targets.into_iter().try_for_each(|(x, y)| {
            if x > *a || y > *b {
                return CONTINUE;
            }
            let mv = (a - x, b - y);
            match self.play(pair, &mv) {
                Some(_) => visit(SumMove { component: 0, mv }),
                None => CONTINUE,
            }
        });
        Some(flow)
    }

    fn reason(&self, sum: &[Pair], _: Convention) -> Text {
        let [(a, _)] = sum else {
            return Text::default();
        };
        let partner = self.partner(a);
        Text::new(
            format!("Fraenkel's theorem: the lost position with {a} is {a},{partner}"),
            format!("Fraenkel 定理：含 {a} 的必败态是 {a},{partner}"),
        )
    }
}

impl Lattice for SlantedWythoff {
    fn at(&self, point: &[u64]) -> Option<Pair> {
        take::pair_at(point, 0)
    }

    fn coordinates(&self, pair: &Pair, point: &mut [u64]) -> bool {
        take::pair_coordinates(pair, point)
    }
}

impl Show for SlantedWythoff {
    fn scene(&self, stage: &Stage<Pair>) -> Scene {
        heaps::scene(stage, |(a, b)| vec![a.clone(), b.clone()])
    }

    fn touches(&self, stage: &Stage<Pair>, mv: &SumMove<Pair>) -> Vec<Id> {
        let ((a, b), (k, l)) = (&stage.sum()[mv.component], &mv.mv);
        heaps::take_each(stage, mv.component, [(a, k), (b, l)])
    }
}

impl Named for SlantedWythoff {
    const ABOUT: About = About {
        id: "t-wythoff",
        name: ("t-Wythoff", "广义威佐夫博弈"),
        summary: (
            "two heaps: take from one, or from both numbers that differ by less than t",
            "两堆石子：从一堆取，或从两堆取相差小于 t 的数目",
        ),
        rules: (
            "There are two heaps. A move takes any positive number of stones from one heap, or a positive \
             number from each, such that the two numbers differ by less than t. Whoever takes the last \
             stone wins.",
            "有两堆石子。每次从一堆取走任意正数枚，或从两堆各取走正数枚，且两数之差小于 t。取走最后一枚者获胜。",
        ),
        theorem: (
            "P exactly when the heaps are ⌊nα⌋ and ⌊nα⌋ + tn for some n, α = (2 - t + √(t²+4))/2.",
            "当且仅当两堆为 ⌊nα⌋ 与 ⌊nα⌋ + tn 时为 P 态，其中 α = (2 - t + √(t²+4))/2。",
        ),
        source: "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American Mathematical Monthly \
                 89 (1982)",
        position: (
            "the two heaps: 3,5; pairs are joined by +",
            "两堆石子数：3,5；多对之间用 + 连接",
        ),
        moves: (
            "take 2,1 (2 from the first heap, 1 from the second)",
            "take 2,1（第一堆取 2 枚，第二堆取 1 枚）",
        ),
        examples: &["4,8", "1,3", "0,0", "10^1000,10^1001", "1,2 + 2,2"],
        parameters: &[Parameter {
            name: "t",
            default: "2",
            meaning: (
                "numbers taken from both heaps differ by less than t",
                "从两堆取走的数目之差须小于 t",
            ),
        }],
        tested_with: &[&[], &[("t", "1")], &[("t", "3")], &[("t", "7")]],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Ok(format!(
            "game t_wythoff(t = {})\nstate a, b\nmove first(k in 1..a) -> [a-k, b]\n\
             move second(k in 1..b) -> [a, b-k]\n\
             move both(i in 1..a, j in max(1, i-t+1)..min(b, i+t-1)) -> [a-i, b-j]",
            self.t
        ))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        Ok(SlantedWythoff::new(parameters.number(
            "t",
            1,
            u32::MAX.into(),
        )?))
    }

    fn small(&self) -> Vec<Vec<Pair>> {
        let pair = |a: u64, b: u64| (Natural::from(a), Natural::from(b));
        let singles = (0..=11).flat_map(|a| (0..=14).map(move |b| vec![pair(a, b)]));
        let tiny = (0..=2).flat_map(|a| (a..=3).map(move |b| pair(a, b)));
        singles.chain(small_sums(tiny, 2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_partner() {
        for t in 1..12 {
            let game = SlantedWythoff::new(t);
            for x in 0..3000u64 {
                let x = Natural::from(x);
                assert_eq!(game.partner(&game.partner(&x)), x);
            }
        }
        let game = SlantedWythoff::new(u32::MAX.into());
        let huge = Natural::from(10u8).pow(1000);
        assert_eq!(game.partner(&game.partner(&huge)), huge);
    }
}
