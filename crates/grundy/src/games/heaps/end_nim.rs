//! End-Nim: heaps in a row; take from the first or the last one only.
//!
//! **Theorem** (Albert and Nowakowski 2001; ZJOI 2009). For every row `w`
//! there is exactly one number L(w) such that putting a heap of L(w) stones
//! before `w` gives a P-position, and one number R(w) for behind it (0 when
//! `w` is P itself). With l = L(w), r = R(w), and a heap of x behind `w`:
//!
//! - L(w x) = 0 if x = r,
//! - L(w x) = x if x is below both l and r, or above both,
//! - L(w x) = x − 1 if r < x ≤ l, and x + 1 if l ≤ x < r,
//!
//! and R(x w) likewise with l and r exchanged. So a row of n heaps is decided
//! in O(n²), and the winning moves are to leave L of the rest in the first
//! heap, or R of the rest in the last.
//!
//! As L(w x) is 0 or differs from x by at most 1, heaps that differ much from
//! their neighbours decide the comparisons at once: rows of more than
//! [`QUADRATIC`] heaps are decided by looking only at those parts of the row on
//! which the answer depends, and refused if there are too many of them.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::end_nim::EndNim};
//! let row = EndNim.read("3,1,9,4").unwrap();
//! let answer = ask(&EndNim, &row, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::P);
//! ```

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::games::{no_table, small_sums};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::text::Text;
use crate::theorem::Theorem;

/// Rows of up to this many heaps are decided by the full recurrence.
pub const QUADRATIC: usize = 4096;

/// For longer rows, this many parts of the row are looked at.
const PARTS: usize = 4_000_000;

/// The game. A component is a row of heaps, none of them empty.
pub struct EndNim;

/// Where stones are taken; a single heap is the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// From the first heap.
    First,
    /// From the last heap.
    Last,
}

const ENDS: [(End, &str); 2] = [(End::First, "first"), (End::Last, "last")];

impl Game for EndNim {
    type Position = Vec<Natural>;
    type Move = (End, Natural);

    fn options(
        &self,
        row: &Vec<Natural>,
        visit: &mut impl FnMut((End, Natural), &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        let ends: &[End] = match row.len() {
            0 => &[],
            1 => &[End::First],
            _ => &[End::First, End::Last],
        };
        for end in ends {
            let heap = match end {
                End::First => &row[0],
                End::Last => &row[row.len() - 1],
            };
            for taken in natural::from_to(1, heap) {
                let after = take(row, *end, &taken);
                visit((*end, taken), &[after])?;
            }
        }
        CONTINUE
    }

    fn play(&self, row: &Vec<Natural>, (end, taken): &(End, Natural)) -> Option<Vec<Vec<Natural>>> {
        let heap = match end {
            End::First => row.first()?,
            End::Last if row.len() > 1 => row.last()?,
            End::Last => return None,
        };
        (!taken.is_zero() && taken <= heap).then(|| vec![take(row, *end, taken)])
    }

    fn canonical(&self, row: Vec<Natural>) -> Vec<Natural> {
        let turned = row.iter().rev();
        if turned.cmp(row.iter()) == Ordering::Less {
            row.into_iter().rev().collect()
        } else {
            row
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| {
            let mut row = reader.list()?;
            row.retain(|heap| !heap.is_zero());
            if row.len() > QUADRATIC && completions(&row).is_none() {
                return Err(reader.fail(Text::new(
                    format!("a row of at most {QUADRATIC} heaps, or one whose heaps differ more"),
                    format!("不超过 {QUADRATIC} 堆的一排，或各堆差别更大的一排"),
                )));
            }
            Ok(row)
        })
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |row| notation::write_heaps(row))
    }

    fn read_move(&self, row: &Vec<Natural>, text: &str) -> Result<(End, Natural), Error> {
        let mut reader = Reader::new(text);
        let end = ENDS.into_iter().find(|(_, name)| reader.eat(name));
        let number = reader.natural().and_then(|n| reader.end().map(|()| n));
        match (end, number) {
            (Some(_), Ok(taken)) if row.len() == 1 => Ok((End::First, taken)),
            (Some((end, _)), Ok(taken)) => Ok((end, taken)),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`first N` or `last N`", " `first N` 或 `last N`"),
            }),
        }
    }

    fn write_move(&self, (end, taken): &(End, Natural)) -> String {
        let name = ENDS.iter().find(|(e, _)| e == end).map_or("", |e| e.1);
        format!("{name} {taken}")
    }
}

fn take(row: &[Natural], end: End, taken: &Natural) -> Vec<Natural> {
    let mut after = row.to_vec();
    let at = match end {
        End::First => 0,
        End::Last => row.len() - 1,
    };
    after[at] -= taken;
    if after[at].is_zero() {
        after.remove(at);
    }
    after
}

/// A completion L or R of a row, relative to the heap at its far end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Completion {
    Zero,
    Less,
    Same,
    More,
}

impl Completion {
    fn of(self, heap: u32) -> u32 {
        match self {
            Completion::Zero => 0,
            Completion::Less => heap - 1,
            Completion::Same => heap,
            Completion::More => heap + 1,
        }
    }

    fn of_natural(self, heap: &Natural) -> Natural {
        match self {
            Completion::Zero => Natural::ZERO,
            Completion::Less => heap - 1u8,
            Completion::Same => heap.clone(),
            Completion::More => heap + 1u8,
        }
    }
}

/// The completion on the far side when a heap is added, from how the heap
/// compares with the completions of the row on the far side and on its own.
fn extended(with_far: Ordering, with_near: Ordering) -> Completion {
    use Ordering::{Equal, Greater, Less};
    match (with_far, with_near) {
        (_, Equal) => Completion::Zero,
        (Less, Less) | (Greater, Greater) => Completion::Same,
        (Less | Equal, Greater) => Completion::Less,
        (Greater | Equal, Less) => Completion::More,
    }
}

/// Small numbers in the same order as the heaps and 0, and with the same
/// differences as long as these are below 3.
fn shrunk(row: &[Natural]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..row.len() as u32).collect();
    order.sort_unstable_by(|i, j| row[*i as usize].cmp(&row[*j as usize]));
    let mut small = vec![0; row.len()];
    let (mut last, mut at) = (&Natural::ZERO, 0);
    for i in order {
        let heap = &row[i as usize];
        at += natural::small(&(heap - last)).unwrap_or(3).min(3) as u32;
        last = heap;
        small[i as usize] = at;
    }
    small
}

/// L of the row without its first heap and R of the row without its last, if
/// that is not too much work. The row has at least two heaps.
fn completions(row: &[Natural]) -> Option<(Natural, Natural)> {
    let small = shrunk(row);
    let (l, r) = if row.len() <= QUADRATIC {
        by_recurrence(&small)
    } else {
        Lazy::new(&small).both()?
    };
    Some((l.of_natural(&row[row.len() - 1]), r.of_natural(&row[0])))
}

/// All rows of one length after the other.
fn by_recurrence(heaps: &[u32]) -> (Completion, Completion) {
    // L and R of the row of the current length that begins at each place.
    let mut both = vec![(Completion::Same, Completion::Same); heaps.len()];
    for length in 2..heaps.len() {
        for i in 0..=heaps.len() - length {
            let (first, last) = (heaps[i], heaps[i + length - 1]);
            let (l, r) = both[i];
            let (l, r) = (l.of(heaps[i + length - 2]), r.of(first));
            let (next_l, next_r) = both[i + 1];
            let (next_l, next_r) = (next_l.of(last), next_r.of(heaps[i + 1]));
            both[i] = (
                extended(last.cmp(&l), last.cmp(&r)),
                extended(first.cmp(&next_r), first.cmp(&next_l)),
            );
        }
    }
    (both[1].0, both[0].1)
}

/// The same, looking only at the rows on which the answer depends.
struct Lazy<'h> {
    heaps: &'h [u32],
    known: FxHashMap<Part, Completion>,
}

/// L (`First`) or R (`Last`) of the heaps from one index to another.
type Part = (End, u32, u32);

impl<'h> Lazy<'h> {
    fn new(heaps: &'h [u32]) -> Self {
        Lazy {
            heaps,
            known: FxHashMap::default(),
        }
    }

    fn both(&mut self) -> Option<(Completion, Completion)> {
        let last = self.heaps.len() as u32 - 1;
        let l = self.completion((End::First, 1, last))?;
        let r = self.completion((End::Last, 0, last - 1))?;
        Some((l, r))
    }

    fn completion(&mut self, part: Part) -> Option<Completion> {
        let mut stack = vec![part];
        while let Some(&part) = stack.last() {
            match self.decide(part) {
                Ok(found) => {
                    self.known.insert(part, found);
                    stack.pop();
                }
                Err(needed) => stack.push(needed),
            }
            if self.known.len() + stack.len() > PARTS {
                return None;
            }
        }
        self.known.get(&part).copied()
    }

    /// The completion of a part, or a part that must be known first.
    fn decide(&self, (end, i, j): Part) -> Result<Completion, Part> {
        if i == j {
            return Ok(Completion::Same);
        }
        // The heap that is added, and the rest of the part.
        let (x, i, j) = match end {
            End::First => (self.heaps[j as usize], i, j - 1),
            End::Last => (self.heaps[i as usize], i + 1, j),
        };
        let near = match end {
            End::First => End::Last,
            End::Last => End::First,
        };
        Ok(extended(
            self.compare(x, (end, i, j))?,
            self.compare(x, (near, i, j))?,
        ))
    }

    /// How `x` compares with the completion of a part.
    fn compare(&self, x: u32, part: Part) -> Result<Ordering, Part> {
        let (end, i, j) = part;
        let (first, last) = (self.heaps[i as usize], self.heaps[j as usize]);
        let about = match end {
            End::First => last,
            End::Last => first,
        };
        if i == j {
            return Ok(x.cmp(&about));
        }
        if x > about + 1 {
            return Ok(Ordering::Greater);
        }
        // It is 0 only if the end heaps are about the same.
        if x + 1 < about && first.abs_diff(last) > 1 {
            return Ok(Ordering::Less);
        }
        match self.known.get(&part) {
            Some(completion) => Ok(x.cmp(&completion.of(about))),
            None => Err(part),
        }
    }
}

/// What to leave in the first and in the last heap to make the row P.
fn to_leave(row: &[Natural]) -> Option<(Natural, Natural)> {
    match row {
        [] | [_] => Some((Natural::ZERO, Natural::ZERO)),
        _ => completions(row),
    }
}

impl Theorem for EndNim {
    fn outcome(&self, sum: &[Vec<Natural>], convention: Convention) -> Option<Outcome> {
        let ([row], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let Some(first) = row.first() else {
            return Some(Outcome::P);
        };
        let (leave, _) = to_leave(row)?;
        Some(Outcome::mover_wins(leave != *first))
    }

    fn winning_moves(
        &self,
        sum: &[Vec<Natural>],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<(End, Natural)>) -> Flow,
    ) -> Option<Flow> {
        let ([row], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let (in_first, in_last) = to_leave(row)?;
        let mut leave = |end, heap: &Natural, left: &Natural| {
            if left >= heap {
                return CONTINUE;
            }
            let mv = (end, heap - left);
            visit(SumMove { component: 0, mv })
        };
        let mut all = || {
            if let Some(first) = row.first() {
                leave(End::First, first, &in_first)?;
            }
            match row.as_slice() {
                [_, .., last] => leave(End::Last, last, &in_last),
                _ => CONTINUE,
            }
        };
        Some(all())
    }

    fn reason(&self, sum: &[Vec<Natural>], _: Convention) -> Text {
        let ([row], Some((leave, _))) = (sum, sum.first().and_then(|row| to_leave(row))) else {
            return Text::default();
        };
        let first = row.first().cloned().unwrap_or_default();
        Text::new(
            format!(
                "Albert and Nowakowski: the row is lost with {leave} in the first heap, which has {first}"
            ),
            format!("Albert–Nowakowski：首堆为 {leave} 时必败，现为 {first}"),
        )
    }
}

no_table!(EndNim);

impl Show for EndNim {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        heaps::lists(stage, |row| notation::write_heaps(row))
    }

    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<(End, Natural)>) -> Vec<Id> {
        let (end, taken) = &mv.mv;
        let heap = match end {
            End::First => 0,
            End::Last => stage.sum()[mv.component].len().saturating_sub(1),
        };
        vec![heaps::take_from(stage, mv.component, heap, taken)]
    }

    /// What is left stays where it is when the first heap is gone.
    fn places(
        &self,
        row: &Vec<Natural>,
        (end, taken): &(End, Natural),
        _: &[Vec<Natural>],
    ) -> Option<Vec<(i32, i32)>> {
        let gone = *end == End::First && row.first() == Some(taken);
        Some(vec![(0, i32::from(gone))])
    }
}

impl Named for EndNim {
    const ABOUT: About = About {
        id: "end-nim",
        name: ("End-Nim", "两端取石子"),
        summary: (
            "heaps in a row: take from the first or the last heap only",
            "石子堆排成一排，只能从最左或最右的一堆中取",
        ),
        rules: (
            "Heaps stand in a row. A move takes one or more stones from the first or from the last \
             heap of the row; an empty heap is gone. Whoever takes the last stone wins.",
            "若干堆石子排成一排。每次从最左或最右的一堆中取走至少一枚石子；取空的堆消失。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "For every row there is exactly one heap that makes it P when put before it, and one for \
             behind it; both follow from the shorter rows by comparing three numbers, in O(n²).",
            "对每一排，恰有一个数放在最左端使其成为 P 态，右端亦然；二者由更短的排通过比较三个数递推，O(n²)。",
        ),
        source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8 (2001); \
                 ZJOI 2009 (Luogu P2599)",
        position: (
            "the row of heaps: 3,1,9,4; rows are joined by +",
            "自左至右各堆石子数：3,1,9,4；多排用 + 连接",
        ),
        moves: (
            "first 2 or last 2",
            "first 2（从最左堆取）或 last 2（从最右堆取）",
        ),
        examples: &["3,1,9,4", "2,3,5", "5", "10^100,7,10^100", "1,2 + 3"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game end_nim(heaps = 6)\n\
             state h[heaps]\n\
             move first(i in 0..heaps-1, k in 1..h[i]) if all(j in 0..i-1: h[j] = 0) -> [h[i := h[i]-k]]\n\
             move last(i in 0..heaps-1, k in 1..h[i]) if all(j in i+1..heaps-1: h[j] = 0) if any(j in 0..i-1: h[j] > 0) -> [h[i := h[i]-k]]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        written::sum(sum, |row| written::padded(row, 6))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(EndNim)
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let mut rows: Vec<Vec<u64>> = vec![vec![]];
        let mut all = Vec::new();
        for (length, most) in [(1, 6), (2, 4), (3, 4), (4, 4), (5, 3), (6, 2)] {
            rows = rows
                .into_iter()
                .flat_map(|row| {
                    (1..=most).map(move |heap| {
                        let mut row = row.clone();
                        row.push(heap);
                        row
                    })
                })
                .filter(|row| length < 5 || row.iter().all(|heap| *heap <= most))
                .collect();
            all.extend(rows.iter().cloned());
        }
        let natural = |row: Vec<u64>| row.into_iter().map(Natural::from).collect::<Vec<_>>();
        let tiny = [vec![1], vec![2], vec![1, 1], vec![2, 1], vec![1, 2, 1]].map(natural);
        all.into_iter()
            .map(|row| vec![natural(row)])
            .chain([vec![vec![]]])
            .chain(small_sums(tiny, 2))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::random::Random;

    #[test]
    fn the_lazy_way_is_the_recurrence() {
        let mut random = Random::new(9);
        for round in 0..3000 {
            let most = 1 + random.below(1 + round % 12);
            let heaps: Vec<Natural> = (0..2 + random.below(20))
                .map(|_| Natural::from(1 + random.below(most)))
                .collect();
            let small = shrunk(&heaps);
            let lazy = Lazy::new(&small).both().unwrap();
            assert_eq!(lazy, by_recurrence(&small), "{heaps:?}");
        }
    }

    #[test]
    fn the_judges_sample() {
        let row = EndNim.read("3 1 9 4").unwrap();
        assert_eq!(EndNim.outcome(&row, Convention::Normal), Some(Outcome::P));
    }

    #[test]
    fn a_million_heaps() {
        let mut random = Random::new(1);
        let heaps: Vec<String> = (0..1_000_000)
            .map(|_| (1 + random.below(1 << 60)).to_string())
            .collect();
        let row = EndNim.read(&heaps.join(",")).unwrap();
        let answer = ask(
            &EndNim,
            &row,
            &Question {
                outcome_only: true,
                ..Question::default()
            },
        );
        assert_eq!(answer.unwrap().outcome, Outcome::N);
    }

    #[test]
    fn rows_that_are_too_alike_are_refused() {
        let row = vec!["2"; 20_000].join(",");
        assert!(matches!(EndNim.read(&row), Err(Error::BadPosition { .. })));
    }
}
