//! i-bounded Nim: from the i-th heap, take from one to i stones.
//!
//! Each heap is a [Bachet](super::bachet) heap with a limit of its own, its
//! number in the row.
//!
//! **Theorem.** Heap `i` with `x` stones has Grundy value `x mod (i+1)`. Misère
//! sums are played like misère Nim on the values, for the same reason as in
//! Bachet's game (Ferguson 1974): a heap of value 0 that has moves has one to
//! value 1.
//!
//! A component knows its number, so the plain list of sizes is the whole
//! notation; empty heaps are written, since they keep the others in place.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::bounded::Bounded};
//! let heaps = Bounded.read("3,5,7").unwrap(); // values 1, 2, 3
//! let answer = ask(&Bounded, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(0u8.into()));
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{Flow, Game};
use crate::games::take;
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a numbered heap; a move is the number of stones
/// taken.
pub struct Bounded;

/// The `number`-th heap of a row. A position holds each number once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// Its place in the row, counted from 1: how many stones a move may take.
    pub number: u32,
    /// Its stones.
    pub stones: Natural,
}

impl Heap {
    fn most(&self) -> Natural {
        Natural::from(self.number)
    }
}

/// Tables show the first heaps of a row only.
const TABLED: u64 = 1 << 16;

impl Game for Bounded {
    type Position = Heap;
    type Move = Natural;

    fn options(&self, heap: &Heap, visit: &mut impl FnMut(Natural, &[Heap]) -> Flow) -> Flow {
        let number = heap.number;
        take::up_to(&heap.stones, &heap.most(), &mut |taken, stones| {
            visit(taken, &[Heap { number, stones }])
        })
    }

    fn play(&self, heap: &Heap, taken: &Natural) -> Option<Vec<Heap>> {
        let left = take::play(&heap.stones, taken).filter(|_| *taken <= heap.most())?;
        let number = heap.number;
        let heap = |stones| Heap { number, stones };
        Some(left.into_iter().map(heap).collect())
    }

    fn read(&self, text: &str) -> Result<Vec<Heap>, Error> {
        let heaps = notation::read_heaps(text)?;
        Ok((1..)
            .zip(heaps)
            .map(|(number, stones)| Heap { number, stones })
            .collect())
    }

    fn write(&self, heaps: &[Heap]) -> String {
        // Engines drop and reorder components; the numbers say where they belong.
        let length = heaps.iter().map(|heap| heap.number).max().unwrap_or(0);
        let mut row = vec![Natural::ZERO; length as usize];
        for heap in heaps {
            row[heap.number as usize - 1] = heap.stones.clone();
        }
        notation::write_heaps(&row)
    }

    fn read_move(&self, _: &Heap, text: &str) -> Result<Natural, Error> {
        notation::read_verb(text, "take")
    }

    fn write_move(&self, taken: &Natural) -> String {
        format!("take {taken}")
    }
}

impl Theorem for Bounded {
    fn value(&self, heap: &Heap) -> Option<Natural> {
        Some(&heap.stones % (heap.most() + 1u8))
    }

    fn moves_to(
        &self,
        heap: &Heap,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        let flow = take::leave_remainder(&heap.stones, &heap.most(), target, visit);
        Some(flow)
    }

    fn misere_like_nim(&self) -> bool {
        true
    }

    fn reason(&self, heaps: &[Heap], convention: Convention) -> Text {
        let name = (
            "heap i is worth its remainder modulo i+1",
            "第 i 堆的值为其模 i+1 的余数",
        );
        theorem::nim_sum_reason(name, self, heaps, convention)
    }
}

/// The table has the number of the heap along one side, its size along the
/// other.
impl Lattice for Bounded {
    fn at(&self, point: &[u64]) -> Option<Heap> {
        match point {
            [number @ 1..=TABLED, stones] => Some(Heap {
                number: *number as u32,
                stones: Natural::from(*stones),
            }),
            _ => None,
        }
    }

    fn coordinates(&self, heap: &Heap, point: &mut [u64]) -> bool {
        let (Some(stones), [x, y]) = (natural::small(&heap.stones), point) else {
            return false;
        };
        (*x, *y) = (u64::from(heap.number), stones);
        true
    }
}

impl Show for Bounded {
    fn scene(&self, stage: &Stage<Heap>) -> Scene {
        heaps::named(stage, |heap| {
            vec![heaps::Heap {
                name: heap.number.to_string(),
                ..heaps::Heap::limited(heap.stones.clone(), &heap.most())
            }]
        })
    }

    fn touches(&self, stage: &Stage<Heap>, mv: &SumMove<Natural>) -> Vec<Id> {
        let stones = &stage.sum()[mv.component].stones;
        vec![heaps::take(stage, mv.component, 0, stones, &mv.mv)]
    }
}

impl Named for Bounded {
    const ABOUT: About = About {
        id: "bounded-nim",
        aliases: &[("bounded-nim", &["有界尼姆"])],
        name: ("i-bounded Nim", "限取尼姆游戏"),
        summary: (
            "from the i-th heap take from one to i stones",
            "从第 i 堆取走 1 至 i 枚石子",
        ),
        rules: (
            "The heaps stand in a row and are numbered from 1. A move takes at least one and at most i \
             stones from the i-th heap. Whoever takes the last stone wins.",
            "各堆石子排成一行，从 1 起编号。每次从第 i 堆取走至少 1 枚、至多 i 枚石子。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "Heap i with x stones has Grundy value x mod (i+1). Misère: like misère Nim on these values.",
            "有 x 枚石子的第 i 堆的 SG 值为 x mod (i+1)。反常规则：如同以这些值玩反常尼姆游戏。",
        ),
        source: "The Sprague–Grundy theorem applied to Bachet's game; misère: T. S. Ferguson, On sums of graph games \
                 with last player losing, International Journal of Game Theory 3 (1974)",
        position: (
            "the heaps in order, empty ones too: 3,0,7",
            "按顺序写出各堆，空堆也写：3,0,7",
        ),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["3,5,6", "3,5,7", "0,0,4", "1,10^1000,10^18"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game bounded_nim\n\
             state i in 1.., n\n\
             move take(k in 1..min(i, n)) -> [i, n-k]";
        Ok(text.to_string())
    }

    fn rule_position(&self, heaps: &[Heap]) -> Option<String> {
        written::sum(heaps, |heap| {
            Some(format!("{},{}", heap.number, heap.stones))
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Bounded)
    }

    fn small(&self) -> Vec<Vec<Heap>> {
        let row = |stones: &[u64]| -> Vec<Heap> {
            (1..)
                .zip(stones)
                .map(|(number, stones)| Heap {
                    number,
                    stones: Natural::from(*stones),
                })
                .collect()
        };
        let sizes = (0..4u64 * 6 * 9).map(|n| [n % 4, n / 4 % 6, n / 24]);
        let mut rows: Vec<_> = sizes.map(|sizes| row(&sizes)).collect();
        rows.extend((0..8).map(|n| row(&[n])));
        rows.extend((0..14).map(|n| row(&[1, 0, 0, n])));
        rows
    }
}
