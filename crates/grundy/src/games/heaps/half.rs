//! Take at most half of a heap.
//!
//! **Theorem.** The value of n is n without its trailing binary ones and
//! the zero before them: n = 2n′ has value n′, n = 2n′ + 1 has the value of n′
//! (and 0 has 0). For a heap n can be brought to ⌈n/2⌉, …, n − 1; if n = 2n′ these are n′ numbers in a
//! row, whose values are 0, …, n′ − 1 in some order; if n = 2n′ + 1 they are
//! n′ + 1, …, 2n′, in which only the value of n′ is missing from 0, …, n′ (the value of n′ is
//! replaced by n′, that of 2n′).
//!
//! ```
//! use grundy::{games::heaps::half::Half, theorem::Theorem};
//! let values: Vec<_> = (0u32..12).map(|n| Half.value(&n.into()).unwrap()).collect();
//! assert_eq!(values, [0u32, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1].map(Into::into));
//! ```

use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::Natural;
use crate::outcome::Convention;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap; a move is the number of stones taken.
pub struct Half;

impl Game for Half {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        take::up_to(heap, &(heap >> 1), &mut |taken, left| visit(taken, &[left]))
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        take::play_up_to(heap, &(heap >> 1), taken)
    }

    take::notation!();
}

impl Theorem for Half {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        let ones = (heap + 1u8).trailing_zeros().unwrap_or(0);
        Some(heap >> (ones + 1))
    }

    /// The heaps of value t are t, then a zero, then any number of ones.
    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        let mut left = target << 1;
        while left < *heap {
            if &left * 2u8 >= *heap && visit(heap - &left).is_break() {
                return Some(Flow::Break(()));
            }
            left = (left << 1) + 1u8;
        }
        Some(CONTINUE)
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let name = (
            "n without its trailing binary ones and the zero before them",
            "n 去掉二进制末尾连续的 1 及其前的一个 0",
        );
        theorem::nim_sum_reason(name, self, heaps, convention)
    }
}

take::table!(Half);

take::show!(Half);

impl Named for Half {
    const ABOUT: About = About {
        id: "half",
        name: ("take at most half", "至多取一半"),
        summary: (
            "take stones from a heap, at most half of it",
            "从一堆中取石子，至多取一半",
        ),
        rules: (
            "A move takes one or more stones from a heap, at most half of it. Whoever cannot move, \
             because no heap has more than one stone, loses.",
            "每次从一堆中取走至少一枚、至多一半的石子。无法操作（各堆都不超过一枚）者负。",
        ),
        theorem: (
            "g(2n) = n and g(2n+1) = g(n): the number without its trailing binary ones and the zero \
             before them.",
            "g(2n) = n，g(2n+1) = g(n)：即去掉二进制末尾连续的 1 及其前的一个 0。",
        ),
        source: "L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80 (2006)",
        position: ("heaps: 3,5,8", "各堆石子数：3,5,8"),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["6,9", "1,3,7", "4,9", "10^1000,10^999,17"],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game half\n\
             state n\n\
             move take(k in 1..n/2) -> [n-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Half)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let one = (0u64..=40).map(|n| vec![Natural::from(n)]);
        one.chain(small_sums((0u64..=9).map(Natural::from), 3))
            .collect()
    }
}
