//! Nim: take any number of stones from one heap.
//!
//! **Theorem** (Bouton 1901). A heap of `n` has Grundy value `n`, so the
//! position is P exactly when the nim sum (exclusive or) of the heaps is 0.
//! To win, reduce a heap `h` to `h ⊕ x`, where `x` is the nim sum and `h` has
//! the highest bit of `x`. In misère play the winner plays the same until the
//! move that would leave heaps of one stone only, and then leaves an odd
//! number of them.
//!
//! ```
//! use grundy::{ask::{ask, Question}, games::heaps::nim::Nim, outcome::Outcome};
//! let heaps = ["10^1000", "10^1000"].map(|h| grundy::notation::read_heaps(h).unwrap().remove(0));
//! assert_eq!(ask(&Nim, &heaps, &Question::default()).unwrap().outcome, Outcome::P);
//! ```

use crate::catalogue::{About, Named, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::outcome::Convention;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap; a move is the number of stones taken.
pub struct Nim;

impl Game for Nim {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        natural::from_to(1, heap).try_for_each(|taken| {
            let left = heap - &taken;
            visit(taken, &[left])
        })
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        take::play(heap, taken)
    }

    take::notation!();
}

impl Theorem for Nim {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        Some(heap.clone())
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        Some(take::leave(heap, target, visit))
    }

    fn misere_like_nim(&self) -> bool {
        true
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        theorem::nim_sum_reason(("Bouton's theorem", "布顿定理"), self, heaps, convention)
    }
}

take::table!(Nim);

take::show!(Nim);

impl Named for Nim {
    const ABOUT: About = About {
        id: "nim",
        aliases: &[
            ("nim", &["取石子", "heaps game"]),
            ("misere-nim", &["anti-nim", "misere", "反尼姆", "反常尼姆"]),
        ],
        name: ("Nim", "尼姆游戏"),
        summary: (
            "take any number of stones from one heap",
            "从一堆中取走任意多枚石子",
        ),
        rules: (
            "There are several heaps of stones. A move takes one or more stones from one heap. \
             Whoever takes the last stone wins.",
            "有若干堆石子。每次从其中一堆取走至少一枚石子。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "The Grundy value of a heap is its size; P exactly when the nim sum of the heaps is 0. \
             Misère: the same while some heap exceeds 1, reversed when none does.",
            "一堆的 SG 值等于其石子数；各堆异或和为 0 时为 P 态。反常规则：存在大于 1 的堆时相同，否则相反。",
        ),
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        position: ("heaps: 3,5,7", "各堆石子数：3,5,7"),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["3,5,7", "1,2,3", "5", "10^1000,10^1000,7"],
        variants: &[Variant {
            id: "misere-nim",
            name: ("misère Nim", "反常尼姆游戏"),
            convention: Convention::Misere,
            parameters: &[],
        }],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game nim\n\
             state n\n\
             move take(k in 1..n) -> [n-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Nim)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        small_sums((0u64..=6).map(Natural::from), 3)
    }
}
