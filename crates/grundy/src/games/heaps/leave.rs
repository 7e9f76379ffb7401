//! Nim in which a heap may not be taken whole: some stones must stay.
//!
//! **Theorem.** If k stones of every heap must stay, they only stand for the
//! floor: it is Nim on what lies above them, so the value of a heap is n − k, or 0 if
//! it has no more than that.
//!
//! ```
//! use grundy::{games::heaps::leave::Leave, theorem::Theorem};
//! let game = Leave::new(1u8.into());
//! assert_eq!(game.value(&5u8.into()), Some(4u8.into()));
//! ```

use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::games::{small_sums, take};
use crate::natural::Natural;
use crate::notation;
use crate::outcome::Convention;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap; a move is the number of stones taken.
pub struct Leave {
    stay: Natural,
}

impl Leave {
    /// At least `stay` stones of every heap stay.
    pub fn new(stay: Natural) -> Self {
        Leave { stay }
    }

    /// What may be taken from a heap.
    fn free(&self, heap: &Natural) -> Natural {
        if *heap > self.stay {
            heap - &self.stay
        } else {
            Natural::ZERO
        }
    }
}

impl Game for Leave {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        take::up_to(heap, &self.free(heap), &mut |taken, left| {
            visit(taken, &[left])
        })
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        take::play_up_to(heap, &self.free(heap), taken)
    }

    take::notation!();
}

impl Theorem for Leave {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        Some(self.free(heap))
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        let free = self.free(heap);
        Some(match *target < free {
            true => visit(free - target),
            false => CONTINUE,
        })
    }

    fn misere_like_nim(&self) -> bool {
        true
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let name = (
            "Nim on the stones above those that stay",
            "除去必须留下的石子后即为尼姆游戏",
        );
        theorem::nim_sum_reason(name, self, heaps, convention)
    }
}

take::table!(Leave);

take::show!(Leave);

impl Named for Leave {
    const ABOUT: About = About {
        id: "leave",
        name: ("Nim with stones that stay", "不能取完的尼姆游戏"),
        summary: (
            "Nim in which a heap may not be taken whole",
            "每堆都不能取完的尼姆游戏",
        ),
        rules: (
            "A move takes one or more stones from a heap, of which at least k must stay (k = 1: a heap may \
             not be taken whole). Whoever cannot move loses.",
            "每次从一堆中取走至少一枚石子，但该堆至少须留下 k 枚（k = 1：不能将一堆取完）。无法操作者负。",
        ),
        theorem: (
            "Nim on the heaps less k stones each. Misère: as misère Nim.",
            "各堆减去 k 枚后的尼姆游戏。反常规则：同反常尼姆游戏。",
        ),
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        position: ("heaps: 3,5,8", "各堆石子数：3,5,8"),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["3,5,8", "2,3,4", "1,1", "10^1000,7"],
        parameters: &[Parameter {
            name: "k",
            default: "1",
            meaning: (
                "how many stones of each heap must stay",
                "每堆至少留下的石子数",
            ),
        }],
        tested_with: &[&[], &[("k", "0")], &[("k", "3")]],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let stay = crate::natural::small(&self.stay).filter(|stay| *stay < 1 << 62);
        let stay = stay.ok_or(written::TOO_LARGE)?;
        Ok(format!(
            "game leave(k = {stay})\nstate n\nmove take(t in 1..n-k) -> [n-t]"
        ))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a whole number", "非负整数");
        let stay = parameters.get("k", expected, |text| {
            let numbers = notation::read_heaps(text).ok()?;
            let [stay] = numbers.as_slice() else {
                return None;
            };
            Some(stay.clone())
        })?;
        Ok(Leave::new(stay))
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        small_sums((0u64..=7).map(Natural::from), 3)
    }
}
