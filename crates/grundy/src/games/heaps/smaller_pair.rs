//! Smaller pair: replace a heap by two smaller heaps, of any sizes.
//!
//! **Theorem.** The value of a heap of n ≥ 1 is the n-th odious number (1, 2, 4, 7,
//! 8, 11, …: an odd number of binary ones), which is 2(n−1), plus 1 if n−1 has an
//! even number of ones; an empty heap has value 0. For the nim sum of two odious
//! numbers is evil (an even number of ones), the heaps below n with an empty
//! heap give exactly the first n−1 odious numbers, and any evil number below the
//! n-th odious one is a nim sum of two of these: so the mex is that number.
//!
//! The new heaps may be larger together than the old one; play ends because
//! each is smaller.
//!
//! ```
//! use grundy::{games::heaps::smaller_pair::SmallerPair, theorem::Theorem};
//! let values: Vec<_> = (0u32..8).map(|n| SmallerPair.value(&n.into()).unwrap()).collect();
//! assert_eq!(values, [0u32, 1, 2, 4, 7, 8, 11, 13].map(Into::into));
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{no_table, small_sums};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap.
pub struct SmallerPair;

/// The two heaps that come instead, the smaller one first.
pub type Pair = (Natural, Natural);

/// The value of a heap of `n`: the n-th odious number, and 0 for 0.
pub fn odious(n: &Natural) -> Natural {
    if n.is_zero() {
        return Natural::ZERO;
    }
    let before = n - 1u8;
    let last = u8::from(!is_odious(&before));
    (before << 1) + last
}

/// Whether a number has an odd number of binary ones.
fn is_odious(n: &Natural) -> bool {
    match natural::small(n) {
        Some(word) => word.count_ones() % 2 == 1,
        None => {
            let bytes = n.to_le_bytes();
            let ones: u32 = bytes.iter().map(|byte| byte.count_ones()).sum();
            ones % 2 == 1
        }
    }
}

/// The number of an odious value: the heap that has it.
fn heap_of(value: &Natural) -> Natural {
    (value >> 1) + 1u8
}

/// Names every pair a ≤ b of heaps below `n` whose values have nim sum
/// `target`, until told to stop. Every step of the enumeration names one.
pub fn pairs(n: &Natural, target: &Natural, visit: &mut impl FnMut(Pair) -> Flow) -> Flow {
    let Some(top) = natural::highest_bit(target) else {
        let mut heap = Natural::ZERO;
        while heap < *n {
            visit((heap.clone(), heap.clone()))?;
            heap += 1u8;
        }
        return CONTINUE;
    };
    if is_odious(target) {
        // Two odious values make an evil one: the other heap is empty.
        let heap = heap_of(target);
        return match heap < *n {
            true => visit((Natural::ZERO, heap)),
            false => CONTINUE,
        };
    }
    // The larger value is any odious number with the target's highest bit set.
    let bit = Natural::ONE << top;
    let mut large = heap_of(&bit);
    while large < *n {
        let value = odious(&large);
        if natural::bit(&value, top) {
            let small = heap_of(&(value ^ target));
            visit((small, large.clone()))?;
            large += 1u8;
        } else {
            let next = ((value >> (top + 1)) << (top + 1)) + &bit;
            large = heap_of(&next);
        }
    }
    CONTINUE
}

impl Game for SmallerPair {
    type Position = Natural;
    type Move = Pair;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Pair, &[Natural]) -> Flow) -> Flow {
        let mut large = Natural::ZERO;
        while large < *heap {
            for small in natural::from_to(0, &large) {
                let heaps = [large.clone(), small.clone()];
                // Empty heaps are not kept.
                let kept = if small.is_zero() { 1 } else { 2 };
                visit((small, large.clone()), &heaps[..kept])?;
            }
            large += 1u8;
        }
        CONTINUE
    }

    fn play(&self, heap: &Natural, (small, large): &Pair) -> Option<Vec<Natural>> {
        if small > large || large >= heap {
            return None;
        }
        let mut heaps = vec![large.clone()];
        if !small.is_zero() {
            heaps.push(small.clone());
        }
        Some(heaps)
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, heaps: &[Natural]) -> String {
        notation::write_heaps(heaps)
    }

    fn read_move(&self, _: &Natural, text: &str) -> Result<Pair, Error> {
        let mut reader = Reader::new(text);
        reader.eat("to");
        match reader.naturals().as_deref() {
            Ok([a, b]) => Ok((a.min(b).clone(), a.max(b).clone())),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`to A,B`", " `to A,B`"),
            }),
        }
    }

    fn write_move(&self, (small, large): &Pair) -> String {
        format!("to {small},{large}")
    }
}

impl Theorem for SmallerPair {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        Some(odious(heap))
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Pair) -> Flow,
    ) -> Option<Flow> {
        Some(pairs(heap, target, visit))
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let name = (
            "a heap has the value of its odious number",
            "n 枚一堆的 SG 值为第 n 个 odious 数（二进制中有奇数个 1）",
        );
        theorem::nim_sum_reason(name, self, heaps, convention)
    }
}

// Heaps multiply, so that a misère table is soon beyond search.
no_table!(SmallerPair);

impl Show for SmallerPair {
    fn scene(&self, stage: &Stage<Natural>) -> Scene {
        heaps::scene(stage, |heap| vec![heap.clone()])
    }

    /// Where the heap would be cut to leave either of the new ones.
    fn touches(&self, stage: &Stage<Natural>, mv: &SumMove<Pair>) -> Vec<Id> {
        let heap = &stage.sum()[mv.component];
        let cut = |left| heaps::stone(stage.board(mv.component), 0, heap, left);
        vec![cut(&mv.mv.0), cut(&mv.mv.1)]
    }
}

impl Named for SmallerPair {
    const ABOUT: About = About {
        id: "smaller-pair",
        name: ("smaller pair", "拆分为更小的两堆"),
        summary: (
            "replace a heap by two smaller heaps of any sizes",
            "将一堆换成两堆更小的石子，大小任意",
        ),
        rules: (
            "A move takes a heap away and puts two heaps in its place, each smaller than it; they may be \
             empty, and together they may hold more stones than before. Whoever cannot move loses.",
            "每次取走一堆石子，换上两堆，每堆都小于原堆；可以为空，两堆之和可以大于原堆。无法操作者负。",
        ),
        theorem: (
            "A heap of n has the n-th odious number as its value (those with an odd number of binary \
             ones: 1, 2, 4, 7, 8, 11, …).",
            "n 枚一堆的 SG 值为第 n 个二进制中有奇数个 1 的数：1, 2, 4, 7, 8, 11, …。",
        ),
        source: "the values are those of Mock Turtles: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, ch. 14; \
                 AcWing 894",
        position: ("heaps: 2,3", "各堆石子数：2,3"),
        moves: ("to 1,2", "to 1,2（换成 1 枚和 2 枚两堆）"),
        examples: &["2,3", "4", "1,2,5", "10^100,10^50"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game smaller_pair\n\
             state n\n\
             move to(a in 0..n-1, b in 0..a) -> [a] + [b]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(SmallerPair)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        // The number of heaps grows, so that sums stay small.
        let mut sums: Vec<Vec<Natural>> = (0u64..=4).map(|n| vec![n.into()]).collect();
        sums.extend(small_sums((0u64..=3).map(Natural::from), 2));
        sums.extend(small_sums((0u64..=2).map(Natural::from), 3));
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    #[test]
    fn pairs_are_those_of_the_definition() {
        for n in 0..40u64 {
            for target in 0..90u64 {
                let value = |n: u64| odious(&n.into());
                let expected: Vec<Pair> = (0..n)
                    .flat_map(|b| (0..=b).map(move |a| (a, b)))
                    .filter(|(a, b)| value(*a) ^ value(*b) == target.into())
                    .map(|(a, b)| (a.into(), b.into()))
                    .collect();
                let mut found = Vec::new();
                let _ = pairs(&n.into(), &target.into(), &mut |pair| {
                    found.push(pair);
                    CONTINUE
                });
                found.sort_by(|(a, b), (c, d)| (b, a).cmp(&(d, c)));
                assert_eq!(found, expected, "{n} to {target}");
            }
        }
    }

    /// Two heaps below n make every evil number below the n-th odious one.
    #[test]
    fn values_are_those_of_the_definition() {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..200u64 {
            let below = &values;
            let found: Vec<u64> = below
                .iter()
                .flat_map(|a| below.iter().map(move |b| a ^ b))
                .collect();
            let mex = (0..).find(|v| !found.contains(v)).unwrap();
            assert_eq!(odious(&n.into()), mex.into());
            values.push(mex);
        }
    }

    #[test]
    fn the_judges_sample_and_huge_heaps() {
        let outcome = |text: &str| {
            let heaps = SmallerPair.read(text).unwrap();
            ask(&SmallerPair, &heaps, &Question::default()).unwrap()
        };
        assert_eq!(outcome("2 3").outcome, Outcome::N);
        assert_eq!(outcome("10^1000,10^900").winning_moves.len(), 1);
    }
}
