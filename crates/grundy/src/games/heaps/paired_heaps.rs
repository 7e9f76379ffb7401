//! E&D (SDOI 2009): heaps in pairs; drop one heap of a pair and split the
//! other in two.
//!
//! **Theorem** (SDOI 2009, found from the table). The value of the pair (a, b) is the number of
//! trailing ones of (a−1) | (b−1). For a split of h into u+1 and v+1 has u + v = h − 2;
//! it has value t exactly when, in the lowest t bits, u | v is all ones, and bit t is 0 in
//! both. Then there is no carry into bit t+1, and u + v is 2^t − 1 + c in these bits,
//! where c = u & v < 2^t: so h can reach exactly the values t for which h − 1 has
//! bit t set, and the mex over both heaps is the first bit that is set in neither.
//!
//! The same calculation gives all moves to value t: c is known, every bit below t
//! that c lacks goes to one of u and v, and the higher bits are split at will.
//!
//! ```
//! use grundy::{games::heaps::paired_heaps::PairedHeaps, theorem::Theorem};
//! let value = |a: u32, b: u32| PairedHeaps.value(&(a.into(), b.into())).unwrap();
//! assert_eq!([value(1, 1), value(1, 2), value(3, 2), value(4, 8)], [0u8, 1, 2, 3].map(Into::into));
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::Reader;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a pair of non-empty heaps.
pub struct PairedHeaps;

/// A pair of heaps.
pub type Pair = (Natural, Natural);

/// The heap that is kept is split; the other one is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Whether the second heap is kept.
    pub second: bool,
    /// The smaller part, which becomes the first heap.
    pub part: Natural,
}

fn kept(pair: &Pair, second: bool) -> &Natural {
    if second { &pair.1 } else { &pair.0 }
}

/// Names every u ≤ v with u + v = `sum`, such that u | v has exactly `ones`
/// trailing ones, until told to stop.
fn splits(sum: &Natural, ones: usize, visit: &mut impl FnMut(Natural) -> Flow) -> Flow {
    let full = (Natural::ONE << ones) - 1u8;
    let higher = sum >> (ones + 1);
    let low = sum - (&higher << (ones + 1));
    if low < full || &low - &full > full {
        return CONTINUE;
    }
    let both = low - &full;
    let free = &full ^ &both;
    // Which of the free bits go to u, as all subsets one after the other.
    let mut chosen = Natural::ZERO;
    loop {
        let (u, v) = (&both ^ &chosen, &both ^ (&free ^ &chosen));
        let mut high = Natural::ZERO;
        while &high * 2u8 <= higher {
            if &high * 2u8 < higher || u <= v {
                visit((&high << (ones + 1)) + &u)?;
            }
            high += 1u8;
        }
        chosen = ((chosen ^ &both) + 1u8) & &free;
        if chosen.is_zero() {
            return CONTINUE;
        }
    }
}

impl Game for PairedHeaps {
    type Position = Pair;
    type Move = Split;

    fn options(&self, pair: &Pair, visit: &mut impl FnMut(Split, &[Pair]) -> Flow) -> Flow {
        for second in [false, true] {
            let heap = kept(pair, second);
            for part in natural::from_to(1, &(heap >> 1)) {
                let after = (part.clone(), heap - &part);
                visit(Split { second, part }, &[after])?;
            }
        }
        CONTINUE
    }

    fn play(&self, pair: &Pair, split: &Split) -> Option<Vec<Pair>> {
        let heap = kept(pair, split.second);
        let legal = !split.part.is_zero() && &split.part * 2u8 <= *heap;
        legal.then(|| vec![(split.part.clone(), heap - &split.part)])
    }

    fn canonical(&self, pair: Pair) -> Pair {
        take::in_order(pair)
    }

    fn read(&self, text: &str) -> Result<Vec<Pair>, Error> {
        take::read_pairs(text, 1)
    }

    fn write(&self, sum: &[Pair]) -> String {
        take::write_pairs(sum, 1)
    }

    fn read_move(&self, pair: &Pair, text: &str) -> Result<Split, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            reader.eat("split");
            let second = !reader.eat("first");
            if second {
                reader.expect("second").ok()?;
            }
            let part = reader.natural().ok()?;
            reader.end().ok()?;
            // Either part may be named.
            let heap = kept(pair, second);
            let part = match &part * 2u8 > *heap && part <= *heap {
                true => heap - part,
                false => part,
            };
            Some(Split { second, part })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`split first K` or `split second K`",
                " `split first K` 或 `split second K`",
            ),
        })
    }

    fn write_move(&self, split: &Split) -> String {
        let place = if split.second { "second" } else { "first" };
        format!("split {place} {}", split.part)
    }
}

impl Theorem for PairedHeaps {
    fn value(&self, (a, b): &Pair) -> Option<Natural> {
        let union = (a - 1u8) | (b - 1u8);
        let ones = (union + 1u8).trailing_zeros().unwrap_or(0);
        Some(ones.into())
    }

    fn moves_to(
        &self,
        pair: &Pair,
        target: &Natural,
        visit: &mut impl FnMut(Split) -> Flow,
    ) -> Option<Flow> {
        let Ok(ones) = usize::try_from(target) else {
            return Some(CONTINUE);
        };
        let flow = [false, true].into_iter().try_for_each(|second| {
            let heap = kept(pair, second);
            if *heap < Natural::from(2u8) || natural::highest_bit(heap).is_none_or(|b| b < ones) {
                return CONTINUE;
            }
            let sum = heap - Natural::from(2u8);
            splits(&sum, ones, &mut |u| {
                let part = u + 1u8;
                visit(Split { second, part })
            })
        });
        Some(flow)
    }

    fn reason(&self, sum: &[Pair], convention: Convention) -> Text {
        let name = (
            "trailing ones of (a-1)|(b-1)",
            "(a-1)|(b-1) 末尾连续 1 的个数",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

impl Lattice for PairedHeaps {
    fn at(&self, point: &[u64]) -> Option<Pair> {
        take::pair_at(point, 1)
    }

    fn coordinates(&self, pair: &Pair, point: &mut [u64]) -> bool {
        take::pair_coordinates(pair, point)
    }
}

impl Show for PairedHeaps {
    fn scene(&self, stage: &Stage<Pair>) -> Scene {
        heaps::scene(stage, |(a, b)| vec![a.clone(), b.clone()])
    }

    /// Where the heap that is kept is cut.
    fn touches(&self, stage: &Stage<Pair>, mv: &SumMove<Split>) -> Vec<Id> {
        let Split { second, part } = &mv.mv;
        let heap = kept(&stage.sum()[mv.component], *second);
        let board = stage.board(mv.component);
        vec![heaps::stone(board, u32::from(*second), heap, part)]
    }
}

impl Named for PairedHeaps {
    const ABOUT: About = About {
        id: "paired-heaps",
        name: ("paired heaps (E&D)", "E&D 游戏"),
        summary: (
            "heaps in pairs: drop one heap of a pair and split the other in two",
            "石子堆两两成组：丢弃一组中的一堆，将另一堆分成两堆",
        ),
        rules: (
            "Heaps come in pairs. A move chooses a pair, drops one of its heaps and splits the other one \
             into two non-empty heaps, which are the new pair. Whoever cannot move loses.",
            "石子堆两两成组。每次选一组，丢弃其中一堆，再将另一堆分成两堆非空的石子，成为新的一组。无法操作者负。",
        ),
        theorem: (
            "The value of a pair (a, b) is the number of trailing ones of (a-1) | (b-1).",
            "一组 (a, b) 的 SG 值为 (a-1) | (b-1) 的二进制末尾连续 1 的个数。",
        ),
        source: "SDOI 2009, E&D (Luogu P2148)",
        position: ("pairs joined by +: 1,2 + 3,1", "各组用 + 连接：1,2 + 3,1"),
        moves: (
            "split second 1 (drop the first heap, split 1 off the second)",
            "split second 1（丢弃第一堆，从第二堆分出 1 枚）",
        ),
        examples: &["1,2 + 3,1", "1,1 + 1,1", "7,12", "10^100,2^300"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game paired_heaps\n\
             state a in 1.., b in 1..\n\
             move first(k in 1..a/2) -> [k, a-k]\n\
             move second(k in 1..b/2) -> [k, b-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(PairedHeaps)
    }

    fn small(&self) -> Vec<Vec<Pair>> {
        let pair = |a: u64, b: u64| (Natural::from(a), Natural::from(b));
        let singles = (1..=18).flat_map(|a| (1..=18).map(move |b| vec![pair(a, b)]));
        let tiny = (1..=4).flat_map(|a| (a..=6).map(move |b| pair(a, b)));
        singles.chain(small_sums(tiny, 2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    #[test]
    fn the_judges_sample() {
        let outcome = |text: &str| {
            let sum = PairedHeaps.read(text).unwrap();
            ask(&PairedHeaps, &sum, &Question::default())
                .unwrap()
                .outcome
        };
        assert_eq!(outcome("1,2 + 3,1"), Outcome::N);
        assert_eq!(outcome("1,1 + 1,1 + 1,1"), Outcome::P);
        assert_eq!(outcome("10^1000,2^3000 + 10^1000,10^1000"), Outcome::N);
    }
}
