//! Euclid: two numbers; subtract a multiple of the smaller from the larger.
//!
//! **Theorem.** Let 0 < a ≤ b.
//! - *Stop at equality* (Grossman 1997: both numbers stay positive). The
//!   Grundy value is ⌊b/a − a/b⌋ (Nivasch 2006). In misère play only the
//!   multiples of two consecutive Fibonacci numbers change, from which all
//!   moves are forced: they are fickle, all others firm (Gurvich 2007).
//! - *Stop at zero* (Cole and Davie 1969: who makes a zero wins). The value is
//!   the same, plus 1 if the continued fraction of b/a is [q; q, …, q] with an
//!   odd number of terms, minus 1 if it is that with an even number (Cairns,
//!   Ho and Lengyel 2011). Fickle are (0, b) and (a, a) only: any other
//!   position can reach both (0, a) and (a, a), or neither, so both mex agree.
//!
//! Under both rules a pair a < b is P exactly when b/a < φ. Everything is
//! decided with exact integers: b/a = [q; q, …, q] exactly when b² − qab − a² is
//! ∓g² with g a common divisor of a and b, minus for an odd number of terms; with
//! q = 1 these are the Fibonacci pairs.
//!
//! ```
//! use grundy::{games::heaps::euclid::{Euclid, Stop}, theorem::Theorem};
//! let euclid = Euclid { stop: Stop::Zero };
//! let value = |a: u32, b: u32| euclid.value(&(a.into(), b.into())).unwrap();
//! assert_eq!([value(25, 7), value(3, 5), value(2, 5), value(5, 12)], [3u8, 1, 1, 2].map(Into::into));
//! ```

use dashu_int::ops::SquareRoot;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::tame::{self, Tame};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// When play stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// When a number is zero.
    Zero,
    /// When the numbers are equal.
    Equal,
}

/// The game. A component is a pair of numbers; a move is how many times the
/// smaller one is subtracted from the larger.
pub struct Euclid {
    /// When play stops.
    pub stop: Stop,
}

type Pair = (Natural, Natural);

fn sorted((a, b): &Pair) -> (&Natural, &Natural) {
    if a <= b { (a, b) } else { (b, a) }
}

impl Euclid {
    /// How often the smaller number can be subtracted.
    fn most(&self, pair: &Pair) -> Natural {
        let (small, large) = sorted(pair);
        match self.stop {
            _ if small.is_zero() => Natural::ZERO,
            Stop::Zero => large / small,
            Stop::Equal => (large - 1u8) / small,
        }
    }

    /// The smallest number that can occur.
    fn least(&self) -> u64 {
        u64::from(self.stop == Stop::Equal)
    }

    fn after(pair: &Pair, times: &Natural) -> Pair {
        let (a, b) = pair;
        if a <= b {
            (a.clone(), b - a * times)
        } else {
            (a - b * times, b.clone())
        }
    }

    fn grundy(&self, pair: &Pair) -> Natural {
        let (a, b) = sorted(pair);
        if a.is_zero() {
            return Natural::ZERO;
        }
        let plain = (b * b - a * a) / (a * b);
        if self.stop == Stop::Equal {
            return plain;
        }
        let q = b / a;
        // 1 + 1/(1 + …) is written with a last term 2, so it is not constant.
        if q == Natural::ONE && a != b {
            return plain;
        }
        match constant_terms(&q, a, b) {
            Some(true) => plain + 1u8,
            Some(false) => plain - 1u8,
            None => plain,
        }
    }
}

/// Whether b/a = [q; q, …, q], and then whether the number of terms is odd.
fn constant_terms(q: &Natural, a: &Natural, b: &Natural) -> Option<bool> {
    let (square, rest) = (b * b, (q * b + a) * a);
    let (odd, norm) = if square < rest {
        (true, rest - square)
    } else {
        (false, square - rest)
    };
    let g = norm.sqrt();
    let divides = |n: &Natural| (n % &g).is_zero();
    (!g.is_zero() && &g * &g == norm && divides(a) && divides(b)).then_some(odd)
}

impl Game for Euclid {
    type Position = Pair;
    type Move = Natural;

    fn options(&self, pair: &Pair, visit: &mut impl FnMut(Natural, &[Pair]) -> Flow) -> Flow {
        natural::from_to(1, &self.most(pair)).try_for_each(|times| {
            let after = Euclid::after(pair, &times);
            visit(times, &[after])
        })
    }

    fn play(&self, pair: &Pair, times: &Natural) -> Option<Vec<Pair>> {
        let legal = !times.is_zero() && *times <= self.most(pair);
        legal.then(|| vec![Euclid::after(pair, times)])
    }

    fn canonical(&self, pair: Pair) -> Pair {
        take::in_order(pair)
    }

    fn read(&self, text: &str) -> Result<Vec<Pair>, Error> {
        take::read_pairs(text, self.least())
    }

    fn write(&self, sum: &[Pair]) -> String {
        take::write_pairs(sum, self.least())
    }

    fn read_move(&self, _: &Pair, text: &str) -> Result<Natural, Error> {
        notation::read_verb(text, "times")
    }

    fn write_move(&self, times: &Natural) -> String {
        format!("times {times}")
    }
}

impl Theorem for Euclid {
    fn value(&self, pair: &Pair) -> Option<Natural> {
        Some(self.grundy(pair))
    }

    /// With j times the smaller number left over the remainder, the value is
    /// within 2 of j: a few j are looked at.
    fn moves_to(
        &self,
        pair: &Pair,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        let most = self.most(pair);
        let (small, large) = sorted(pair);
        if most.is_zero() {
            return Some(CONTINUE);
        }
        let whole = large / small;
        let last = &whole - &most;
        let mut try_left = |left: Natural| {
            if left >= whole || left < last {
                return CONTINUE;
            }
            let times = &whole - &left;
            if self.grundy(&Euclid::after(pair, &times)) == *target {
                visit(times)
            } else {
                CONTINUE
            }
        };
        let mut all = || {
            try_left(Natural::ZERO)?;
            let two = Natural::from(2u8);
            let from = if *target > two {
                target - two
            } else {
                Natural::ONE
            };
            let mut left = from;
            while left <= target + 2u8 {
                try_left(left.clone())?;
                left += 1u8;
            }
            CONTINUE
        };
        Some(all())
    }

    tame::misere!();

    fn reason(&self, sum: &[Pair], convention: Convention) -> Text {
        let name = match self.stop {
            Stop::Equal => ("Nivasch's formula ⌊b/a - a/b⌋", "Nivasch 公式 ⌊b/a - a/b⌋"),
            Stop::Zero => (
                "⌊b/a - a/b⌋, corrected where the continued fraction is constant (Cairns, Ho, Lengyel)",
                "⌊b/a - a/b⌋，连分数各项相同时加以修正（Cairns–Ho–Lengyel）",
            ),
        };
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

impl Tame for Euclid {
    fn is_fickle(&self, pair: &Pair) -> bool {
        let (a, b) = sorted(pair);
        match self.stop {
            Stop::Zero => a.is_zero() || a == b,
            Stop::Equal => constant_terms(&Natural::ONE, a, b).is_some(),
        }
    }
}

impl Lattice for Euclid {
    fn at(&self, point: &[u64]) -> Option<Pair> {
        take::pair_at(point, self.least())
    }

    fn coordinates(&self, pair: &Pair, point: &mut [u64]) -> bool {
        take::pair_coordinates(pair, point)
    }
}

impl Show for Euclid {
    fn scene(&self, stage: &Stage<Pair>) -> Scene {
        heaps::scene(stage, |(a, b)| vec![a.clone(), b.clone()])
    }

    fn touches(&self, stage: &Stage<Pair>, mv: &SumMove<Natural>) -> Vec<Id> {
        let (a, b) = &stage.sum()[mv.component];
        let (heap, small, large) = if a <= b { (1, a, b) } else { (0, b, a) };
        let taken = small * &mv.mv;
        vec![heaps::take(stage, mv.component, heap, large, &taken)]
    }
}

impl Named for Euclid {
    const ABOUT: About = About {
        id: "euclid",
        aliases: &[("euclid", &["euclid game", "欧几里德", "辗转相除"])],
        name: ("Euclid", "欧几里得游戏"),
        summary: (
            "two numbers: subtract a multiple of the smaller from the larger",
            "两个数：从较大数中减去较小数的正整数倍",
        ),
        rules: (
            "There are two numbers. A move subtracts a positive multiple of the smaller from the larger. \
             By Cole and Davie's rule (stop=zero) the result may be zero, and whoever makes a zero wins; by \
             Grossman's rule (stop=equal) both numbers stay positive, so that play stops when they are \
             equal, and the last to move wins.",
            "有两个数。每次从较大数中减去较小数的正整数倍。按 Cole–Davie 规则（stop=zero），结果可以为零，得到零者获胜；\
             按 Grossman 规则（stop=equal），两数须保持为正，因此两数相等时结束，走最后一步者获胜。",
        ),
        theorem: (
            "For a ≤ b, stopping at equality, the value is ⌊b/a - a/b⌋; stopping at zero it is the same, plus \
             or minus 1 where b/a = [q; q, …, q] has an odd or an even number of terms. A pair a < b is P \
             exactly when b/a is below the golden ratio.",
            "设 a ≤ b。相等时结束的规则下 SG 值为 ⌊b/a - a/b⌋；为零时结束的规则下，若 b/a = [q; q, …, q] 且项数为奇（偶）则加（减）1，\
             其余相同。a < b 时，当且仅当 b/a 小于黄金分割比时为 P 态。",
        ),
        source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, \
                 Mathematical Gazette 53 (1969); G. Nivasch, The Sprague–Grundy function of the game Euclid, Discrete \
                 Mathematics 306 (2006); V. Gurvich, On the misère version of game Euclid and miserable games, \
                 Discrete Mathematics 307 (2007); G. Cairns, N. B. Ho and T. Lengyel, The Sprague–Grundy function \
                 of the real game Euclid, Discrete Mathematics 311 (2011)",
        position: (
            "the two numbers: 25,7; pairs are joined by +",
            "两个数：25,7；多对之间用 + 连接",
        ),
        moves: (
            "times 2 (subtract twice the smaller number)",
            "times 2（减去较小数的 2 倍）",
        ),
        examples: &["25,7", "8,13", "2,3", "10^1000,10^999", "25,7 + 3,8"],
        parameters: &[Parameter {
            name: "stop",
            default: "zero",
            meaning: (
                "when play stops: zero (a number is zero) or equal (the numbers are equal)",
                "何时结束：zero（出现零）或 equal（两数相等）",
            ),
        }],
        variants: &[Variant {
            id: "grossman-euclid",
            name: ("Grossman's Euclid", "Grossman 欧几里得游戏"),
            convention: Convention::Normal,
            parameters: &[("stop", "equal")],
        }],
        tested_with: &[&[("stop", "zero")], &[("stop", "equal")]],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = match self.stop {
            Stop::Zero => {
                "game euclid\nstate a, b\n\
                 move left(k in 1..a/max(b, 1)) if b > 0 if a >= b -> [a-k*b, b]\n\
                 move right(k in 1..b/max(a, 1)) if a > 0 if b > a -> [a, b-k*a]"
            }
            Stop::Equal => {
                "game grossman_euclid\nstate a in 1.., b in 1..\n\
                 move left(k in 1..(a-1)/b) -> [a-k*b, b]\n\
                 move right(k in 1..(b-1)/a) -> [a, b-k*a]"
            }
        };
        Ok(text.to_string())
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("zero or equal", "zero 或 equal");
        let stop = parameters.get("stop", expected, |text| match text {
            "zero" => Some(Stop::Zero),
            "equal" => Some(Stop::Equal),
            _ => None,
        })?;
        Ok(Euclid { stop })
    }

    fn small(&self) -> Vec<Vec<Pair>> {
        let pair = |a: u64, b: u64| (Natural::from(a), Natural::from(b));
        let least = self.least();
        let singles = (least..=30).flat_map(|a| (least..=30).map(move |b| vec![pair(a, b)]));
        let tiny = (least..=4).flat_map(|a| (a..=7).map(move |b| pair(a, b)));
        singles.chain(small_sums(tiny, 2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(mut a: u64, mut b: u64) -> Vec<u64> {
        let mut terms = Vec::new();
        while a > 0 {
            terms.push(b / a);
            (a, b) = (b % a, a);
        }
        terms
    }

    #[test]
    fn constant_continued_fractions_are_recognised() {
        for b in 1..400u64 {
            for a in 1..b {
                let terms = terms(a, b);
                let q = terms[0];
                if q == 1 {
                    continue;
                }
                let constant = terms.iter().all(|term| *term == q);
                let expected = constant.then_some(terms.len() % 2 == 1);
                let found = constant_terms(&q.into(), &a.into(), &b.into());
                assert_eq!(found, expected, "{b}/{a}");
            }
        }
    }

    #[test]
    fn huge_numbers_answer_at_once() {
        let euclid = Euclid { stop: Stop::Zero };
        let ten = Natural::from(10u8);
        let pair = (ten.pow(1000), ten.pow(999) + 7u8);
        let value = euclid.value(&pair).unwrap();
        let mut found = 0;
        let _ = euclid.moves_to(&pair, &Natural::from(3u8), &mut |times| {
            let after = Euclid::after(&pair, &times);
            assert_eq!(euclid.value(&after), Some(3u8.into()));
            found += 1;
            CONTINUE
        });
        assert!(value > Natural::from(3u8) && found == 1);
    }
}
