//! Monotone heaps (POI 2009, Pebbles): heaps in a row that must stay in
//! non-decreasing order.
//!
//! **Theorem.** Taking `k` stones from a heap lowers its excess over the heap
//! before it by `k` and raises the excess of the next heap by `k`: the differences
//! are staircase Nim, whose step 1 is the excess of the last heap. So the value is
//! the nim sum of every other difference, counted from the right.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::pebbles::Pebbles};
//! let heaps = Pebbles.read("1,2,4").unwrap();
//! let answer = ask(&Pebbles, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::N);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::stairs::{self, Stairs};
use crate::games::written;
use crate::games::{no_table, small_sums};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::picture::scene::{Id, Numbers, PANELS, Scene, Show, Stage, heaps, why};
use crate::text::Text;

/// The game. A component is a row of heaps in non-decreasing order.
pub struct Pebbles;

/// Stones are taken from a heap, counted from 0.
pub type Take = (usize, Natural);

/// How many stones can be taken from a heap.
fn excess(heaps: &[Natural], at: usize) -> Natural {
    match at.checked_sub(1) {
        Some(before) => &heaps[at] - &heaps[before],
        None => heaps[0].clone(),
    }
}

impl Game for Pebbles {
    type Position = Vec<Natural>;
    type Move = Take;

    fn options(
        &self,
        heaps: &Vec<Natural>,
        visit: &mut impl FnMut(Take, &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        let mut after = [heaps.clone()];
        for at in 0..heaps.len() {
            for taken in natural::from_to(1, &excess(heaps, at)) {
                after[0][at] = &heaps[at] - &taken;
                visit((at, taken), &after)?;
            }
            after[0][at].clone_from(&heaps[at]);
        }
        CONTINUE
    }

    fn play(&self, heaps: &Vec<Natural>, (at, taken): &Take) -> Option<Vec<Vec<Natural>>> {
        if *at >= heaps.len() || taken.is_zero() || *taken > excess(heaps, *at) {
            return None;
        }
        let mut after = heaps.clone();
        after[*at] -= taken;
        Some(vec![after])
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| {
            let heaps = reader.list()?;
            if !heaps.is_sorted() {
                return Err(reader.fail(Text::fixed(
                    "heaps in non-decreasing order",
                    "按不减顺序排列的各堆",
                )));
            }
            Ok(heaps)
        })
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |heaps| notation::write_heaps(heaps))
    }

    fn read_move(&self, _: &Vec<Natural>, text: &str) -> Result<Take, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            reader.eat("heap");
            let heap = reader.small().ok()?.checked_sub(1)?;
            reader.expect("take").ok()?;
            let taken = reader.natural().ok()?;
            reader.end().ok()?;
            Some((usize::try_from(heap).ok()?, taken))
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`heap N take K`", " `heap 堆号 take K`"),
        })
    }

    fn write_move(&self, (at, taken): &Take) -> String {
        format!("heap {} take {taken}", at + 1)
    }
}

impl Stairs for Pebbles {
    fn steps(&self, heaps: &Vec<Natural>) -> Vec<Natural> {
        (0..heaps.len()).rev().map(|at| excess(heaps, at)).collect()
    }

    fn descend(&self, heaps: &Vec<Natural>, step: usize, stones: Natural) -> Take {
        (heaps.len() - step, stones)
    }
}

stairs::theorem!(
    Pebbles,
    "staircase Nim on the differences",
    "差分上的阶梯尼姆"
);
no_table!(Pebbles);

impl Show for Pebbles {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        heaps::lists(stage, |heaps| notation::write_heaps(heaps))
    }

    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<Take>) -> Vec<Id> {
        vec![heaps::take_from(stage, mv.component, mv.mv.0, &mv.mv.1)]
    }

    /// The differences; every other one counts, from the last heap on.
    fn numbers(&self, stage: &Stage<Vec<Natural>>) -> Option<Numbers> {
        why::of_parts(stage, 2, |heaps| {
            let difference = |at: usize| {
                let name = match at {
                    0 => "1".to_string(),
                    _ => format!("{}-{at}", at + 1),
                };
                (name, excess(heaps, at), (heaps.len() - at) % 2 == 1)
            };
            (heaps.len() <= PANELS).then(|| (0..heaps.len()).map(difference).collect())
        })
    }
}

impl Named for Pebbles {
    const ABOUT: About = About {
        id: "pebbles",
        name: ("monotone heaps (Pebbles)", "石子游戏（单调不减）"),
        summary: (
            "take stones from a heap; the row must stay non-decreasing",
            "从一堆中取石子，且各堆始终保持不减",
        ),
        rules: (
            "Heaps stand in a row, each at least as large as the one before it. A move takes one or more \
             stones from one heap such that this stays true. Whoever cannot move loses.",
            "若干堆石子排成一排，每堆不少于其前一堆。每次从一堆中取走至少一枚石子，且取后仍须满足该条件。无法操作者负。",
        ),
        theorem: (
            "Staircase Nim on the differences: the value is the nim sum of every other difference, \
             counted from the last heap. Misère: as misère Nim on these.",
            "差分上的阶梯尼姆：从最后一堆起，每隔一个差取一个，其异或和即 SG 值。反常规则：视为这些差上的反常尼姆游戏。",
        ),
        source: "POI 2009, Pebbles (Luogu P3480); staircase Nim: R. Sprague, Über zwei Abarten von Nim, Tôhoku \
                 Mathematical Journal 43 (1937)",
        position: (
            "heaps in order: 1,2,4; rows are joined by +",
            "依次各堆石子数：1,2,4；多排用 + 连接",
        ),
        moves: ("heap 3 take 1", "heap 3 take 1（从第 3 堆取 1 枚）"),
        examples: &["1,2,4", "2,2", "5,10^100,10^101", "1,3 + 2,2"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game pebbles(heaps = 6)\n\
             state h[heaps]\n\
             move take(i in 0..heaps-1, k in 1..h[i]) if i = 0 or h[i]-k >= h[i-1] -> [h[i := h[i]-k]]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        written::sum(sum, |row| {
            // Empty heaps in front change nothing.
            let mut heaps = vec![Natural::ZERO; 6usize.checked_sub(row.len())?];
            heaps.extend_from_slice(row);
            written::padded(&heaps, 6)
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Pebbles)
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let rows = |length: usize, most: u64| {
            small_sums((0..=most).map(Natural::from), length)
                .into_iter()
                .filter(move |row| row.len() == length)
        };
        let one = rows(1, 5)
            .chain(rows(2, 5))
            .chain(rows(3, 5))
            .chain(rows(4, 4));
        let tiny: Vec<_> = rows(2, 2).chain(rows(3, 1)).collect();
        one.map(|row| vec![row])
            .chain(small_sums(tiny, 2))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    #[test]
    fn the_judges_sample_and_a_million_heaps() {
        let outcome = |text: &str| {
            let heaps = Pebbles.read(text).unwrap();
            ask(&Pebbles, &heaps, &Question::default()).unwrap().outcome
        };
        assert_eq!(outcome("2 2"), Outcome::P);
        assert_eq!(outcome("1 2 4"), Outcome::N);
        let heaps: Vec<String> = (1..1_000_000u64)
            .map(|i| i * i)
            .chain([1 << 50])
            .map(|heap| heap.to_string())
            .collect();
        assert_eq!(outcome(&heaps.join(",")), Outcome::N);
    }
}
