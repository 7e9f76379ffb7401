//! Wythoff's game with three heaps: take from one heap, or the same number from
//! two heaps or from all three.
//!
//! No formula is known for its P-positions; they are found by search.
//! With one heap empty it is Wythoff's game.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::wythoff_heaps::WythoffHeaps};
//! let heaps = WythoffHeaps.read("0,3,5").unwrap();
//! let answer = ask(&WythoffHeaps, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::P);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::natural::Natural;
use crate::notation::{self, Reader};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is three heaps.
pub struct WythoffHeaps;

/// Stones are taken from some of the heaps, the same number from each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// Bit i is set if stones are taken from heap i.
    pub from: u8,
    /// How many from each.
    pub stones: u64,
}

type Heaps = [u64; 3];

impl Game for WythoffHeaps {
    type Position = Heaps;
    type Move = Take;

    fn options(&self, heaps: &Heaps, visit: &mut impl FnMut(Take, &[Heaps]) -> Flow) -> Flow {
        for from in 1..8u8 {
            let chosen = (0..3).filter(|i| from >> i & 1 == 1);
            let most = chosen.map(|i| heaps[i]).min().unwrap_or(0);
            for stones in 1..=most {
                let take = Take { from, stones };
                visit(take, &[after(heaps, take)])?;
            }
        }
        CONTINUE
    }

    fn play(&self, heaps: &Heaps, take: &Take) -> Option<Vec<Heaps>> {
        let chosen = |i: &usize| take.from >> i & 1 == 1;
        let fits = (0..3).filter(chosen).all(|i| take.stones <= heaps[i]);
        let legal = (1..8).contains(&take.from) && take.stones > 0 && fits;
        legal.then(|| vec![after(heaps, *take)])
    }

    fn canonical(&self, mut heaps: Heaps) -> Heaps {
        heaps.sort_unstable();
        heaps
    }

    fn read(&self, text: &str) -> Result<Vec<Heaps>, Error> {
        notation::read_sum(text, |reader| {
            let heaps = reader.items(Reader::small)?;
            heaps
                .try_into()
                .map_err(|_| reader.fail(Text::fixed("three heaps", "三堆石子")))
        })
    }

    fn write(&self, sum: &[Heaps]) -> String {
        if sum.is_empty() {
            return "0,0,0".to_string();
        }
        notation::write_sum(sum, |[a, b, c]| format!("{a},{b},{c}"))
    }

    fn read_move(&self, _: &Heaps, text: &str) -> Result<Take, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            reader.eat("take");
            let stones = reader.small().ok()?;
            reader.expect("from").ok()?;
            let mut from = 0u8;
            for heap in reader.items(Reader::small).ok()? {
                let bit = 1 << heap.checked_sub(1).filter(|i| *i < 3)?;
                if from & bit != 0 {
                    return None;
                }
                from |= bit;
            }
            reader.end().ok()?;
            Some(Take { from, stones })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`take N from HEAPS`", " `take N from 堆号`"),
        })
    }

    fn write_move(&self, take: &Take) -> String {
        let heaps: Vec<String> = (0..3)
            .filter(|i| take.from >> i & 1 == 1)
            .map(|i| (i + 1).to_string())
            .collect();
        format!("take {} from {}", take.stones, heaps.join(","))
    }
}

fn after(heaps: &Heaps, take: Take) -> Heaps {
    let mut after = *heaps;
    for (i, heap) in after.iter_mut().enumerate() {
        if take.from >> i & 1 == 1 {
            *heap -= take.stones;
        }
    }
    after
}

impl Theorem for WythoffHeaps {}

impl Lattice for WythoffHeaps {
    fn at(&self, point: &[u64]) -> Option<Heaps> {
        point.try_into().ok()
    }

    fn coordinates(&self, heaps: &Heaps, point: &mut [u64]) -> bool {
        let fits = point.len() == 3;
        if fits {
            point.copy_from_slice(heaps);
        }
        fits
    }
}

impl Show for WythoffHeaps {
    fn scene(&self, stage: &Stage<Heaps>) -> Scene {
        heaps::scene(stage, |heaps| heaps.map(Natural::from).to_vec())
    }

    fn touches(&self, stage: &Stage<Heaps>, mv: &SumMove<Take>) -> Vec<Id> {
        let heaps = stage.sum()[mv.component].map(Natural::from);
        let taken = [0, 1, 2].map(|i| match mv.mv.from >> i & 1 {
            0 => Natural::ZERO,
            _ => mv.mv.stones.into(),
        });
        heaps::take_each(stage, mv.component, heaps.iter().zip(&taken))
    }
}

impl Named for WythoffHeaps {
    const ABOUT: About = About {
        id: "wythoff-heaps",
        name: ("three-heap Wythoff", "三堆威佐夫博弈"),
        summary: (
            "three heaps: take from one, or the same number from two or three",
            "三堆石子：从一堆取，或从两堆、三堆取同样多枚",
        ),
        rules: (
            "There are three heaps. A move takes any positive number of stones from one heap, or the same \
             positive number from two heaps or from all three. Whoever takes the last stone wins.",
            "有三堆石子。每次从一堆取走任意正数枚，或从其中两堆或全部三堆各取走同样正数枚。取走最后一枚者获胜。",
        ),
        position: (
            "three heaps: 3,5,6; games side by side are joined by +",
            "三堆石子数：3,5,6；并列的多局用 + 连接",
        ),
        moves: (
            "take 2 from 1,3 (2 each from the first and the third heap)",
            "take 2 from 1,3（从第一、三堆各取 2 枚）",
        ),
        examples: &["3,5,6", "0,3,5", "1,1,4", "1,2,3 + 0,1,1"],
        dimension: 3,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game three_heap_wythoff\n\
             state a, b, c\n\
             move one((x, y, z) in {(1, 0, 0), (0, 1, 0), (0, 0, 1)}, k in 1..max(a, b, c)) -> [a-k*x, b-k*y, c-k*z]\n\
             move two((x, y, z) in {(1, 1, 0), (1, 0, 1), (0, 1, 1)}, k in 1..max(a, b, c)) -> [a-k*x, b-k*y, c-k*z]\n\
             move three(k in 1..min(a, b, c)) -> [a-k, b-k, c-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(WythoffHeaps)
    }

    fn small(&self) -> Vec<Vec<Heaps>> {
        let box_of = |side: u64| {
            (0..side)
                .flat_map(move |a| (0..side).flat_map(move |b| (0..side).map(move |c| [a, b, c])))
        };
        let pairs = box_of(2).map(|heaps| vec![heaps, [0, 1, 2]]);
        box_of(7).map(|heaps| vec![heaps]).chain(pairs).collect()
    }
}
