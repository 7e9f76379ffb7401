//! Lasker's Nim: take any number of stones, or split a heap in two.
//!
//! **Theorem** (Lasker 1931). The Grundy value of a heap is G(4k+3) = 4k+4,
//! G(4k+4) = 4k+3, and G(n) = n otherwise. G is its own inverse.
//!
//! **Moves to a value t.** Taking: to the heap G(t). Splitting n into a + b with
//! G(a) ⊕ G(b) = t: let u = G(a) and v = G(b), so that a = u + δ(u) with δ(u) in
//! {-1, 0, 1} according to u mod 4. Then u + v = n - δ(u) - δ(v) and u ⊕ v = t.
//! Since u + v = (u ⊕ v) + 2(u & v), the common bits w = u & v are known for each of
//! the five sums of the δ's: w = (n - δ - t)/2, which must be whole and share no
//! bit with t. The bits of t may then be dealt out to u and v as one likes, the
//! last two so that the δ's come out right. So splits are listed without
//! search, though there may be 2^1000 of them.
//!
//! **Misère.** A heap has a value above 1 exactly when it has more than one
//! stone, and it can be taken down to 0 and to 1: so sums are played like misère
//! Nim on the values, by the usual argument.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::lasker::Lasker};
//! let heaps = Lasker.read("3,4").unwrap(); // values 4 and 3
//! let answer = ask(&Lasker, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(7u8.into()));
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural, nim_sum};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::text::Text;
use crate::theorem::{self, Theorem, is_big};

/// The game. A component is a heap.
pub struct Lasker;

/// What is done with a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// So many stones are taken.
    Take(Natural),
    /// The heap is split, and this is its smaller part.
    Split(Natural),
}

/// How much larger than `value` the heap of that value is: -1, 0 or 1.
fn shift(value: &Natural) -> i8 {
    match natural::modulo(value, 4) {
        3 => 1,
        0 if !value.is_zero() => -1,
        _ => 0,
    }
}

/// The value of a heap; also the heap of a value.
fn value(heap: &Natural) -> Natural {
    match shift(heap) {
        1 => heap + 1u8,
        -1 => heap - 1u8,
        _ => heap.clone(),
    }
}

/// Names every split of `heap` into parts whose values have nim sum `target`,
/// each by its smaller part.
fn splits_to(heap: &Natural, target: &Natural, visit: &mut impl FnMut(Natural) -> Flow) -> Flow {
    for delta in -2i8..=2 {
        // heap - delta - target, if it is not negative.
        let values = match delta {
            0.. if *heap < Natural::from(delta as u8) => continue,
            0.. => heap - Natural::from(delta as u8),
            _ => heap + Natural::from(delta.unsigned_abs()),
        };
        if values < *target {
            continue;
        }
        let twice = values - target;
        let common = &twice >> 1;
        if natural::bit(&twice, 0) || !(&common & target).is_zero() {
            continue;
        }
        deal(heap, &common, target, delta, visit)?;
    }
    CONTINUE
}

/// Deals the bits of `target` out to two values that share `common`, so that
/// their shifts add up to `delta`.
fn deal(
    heap: &Natural,
    common: &Natural,
    target: &Natural,
    delta: i8,
    visit: &mut impl FnMut(Natural) -> Flow,
) -> Flow {
    let low = target & Natural::from(3u8);
    let high = target ^ &low;
    // The first value never gets the highest bit, so no pair comes twice.
    let free = match natural::highest_bit(&high) {
        Some(top) => &high ^ (Natural::ONE << top),
        None => Natural::ZERO,
    };
    for lowest in 0..4u8 {
        let lowest = Natural::from(lowest);
        if &lowest & &low != lowest {
            continue;
        }
        // Whatever the other bits, the last two decide the shifts.
        let ends = [&lowest, &(&low ^ &lowest)].map(|end| (common + end) | Natural::from(4u8));
        if shift(&ends[0]) + shift(&ends[1]) != delta {
            continue;
        }
        for_each_subset(&free, &mut |subset| {
            let first = common + subset + &lowest;
            let second = common + (target - subset - &lowest);
            // Without a highest bit, order tells the pairs apart.
            let once = !high.is_zero() || first <= second;
            if !once || first.is_zero() || second.is_zero() {
                return CONTINUE;
            }
            let part = value(&first);
            let other = heap - &part;
            visit(part.min(other))
        })?;
    }
    CONTINUE
}

/// Every number whose bits are among those of `mask`, in increasing order.
fn for_each_subset(mask: &Natural, visit: &mut impl FnMut(&Natural) -> Flow) -> Flow {
    let width = natural::highest_bit(mask).map_or(0, |top| top + 1);
    let others = mask ^ ((Natural::ONE << width) - 1u8);
    let mut subset = Natural::ZERO;
    loop {
        visit(&subset)?;
        // Adding one to the number with all other bits set carries across them.
        subset = ((&subset | &others) + 1u8) & mask;
        if subset.is_zero() {
            return CONTINUE;
        }
    }
}

impl Game for Lasker {
    type Position = Natural;
    type Move = Action;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Action, &[Natural]) -> Flow) -> Flow {
        take::up_to(heap, heap, &mut |taken, left| {
            visit(Action::Take(taken), &[left])
        })?;
        natural::from_to(1, &(heap >> 1)).try_for_each(|part| {
            let other = heap - &part;
            visit(Action::Split(part.clone()), &[part, other])
        })
    }

    fn play(&self, heap: &Natural, action: &Action) -> Option<Vec<Natural>> {
        match action {
            Action::Take(taken) => take::play(heap, taken),
            Action::Split(part) => {
                (!part.is_zero() && *part <= heap >> 1).then(|| vec![part.clone(), heap - part])
            }
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, heaps: &[Natural]) -> String {
        notation::write_heaps(heaps)
    }

    fn read_move(&self, heap: &Natural, text: &str) -> Result<Action, Error> {
        let mut reader = Reader::new(text);
        let split = reader.eat("split");
        let _ = !split && reader.eat("take");
        let number = reader.natural().and_then(|n| reader.end().map(|()| n));
        match number {
            // Either part may be named.
            Ok(part) if split && part < *heap => Ok(Action::Split(part.clone().min(heap - part))),
            Ok(part) if split => Ok(Action::Split(part)),
            Ok(taken) => Ok(Action::Take(taken)),
            Err(_) => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`take N` or `split N`", " `take N` 或 `split N`"),
            }),
        }
    }

    fn write_move(&self, action: &Action) -> String {
        match action {
            Action::Take(taken) => format!("take {taken}"),
            Action::Split(part) => format!("split {part}"),
        }
    }
}

impl Theorem for Lasker {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        Some(value(heap))
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Action) -> Flow,
    ) -> Option<Flow> {
        let mut all = || {
            take::leave(heap, &value(target), &mut |taken| {
                visit(Action::Take(taken))
            })?;
            splits_to(heap, target, &mut |part| visit(Action::Split(part)))
        };
        Some(all())
    }

    fn outcome(&self, heaps: &[Natural], convention: Convention) -> Option<Outcome> {
        let values: Vec<Natural> = heaps.iter().map(value).collect();
        let reversed = convention == Convention::Misere && !values.iter().any(is_big);
        Some(Outcome::mover_wins(nim_sum(&values).is_zero() == reversed))
    }

    fn winning_moves(
        &self,
        heaps: &[Natural],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Action>) -> Flow,
    ) -> Option<Flow> {
        if convention == Convention::Normal {
            return None; // They follow from the values.
        }
        if self.outcome(heaps, convention) == Some(Outcome::P) {
            return Some(CONTINUE);
        }
        let values: Vec<Natural> = heaps.iter().map(value).collect();
        let total = nim_sum(&values);
        let big = values.iter().filter(|value| is_big(value)).count();
        let mut all = || {
            for (component, (heap, own)) in heaps.iter().zip(&values).enumerate() {
                let mut visit = |mv| visit(SumMove { component, mv });
                let others = own ^ &total;
                let big_elsewhere = big > usize::from(is_big(own));
                let left = theorem::target(others.clone(), convention, big_elsewhere);
                take::leave(heap, &value(&left), &mut |taken| visit(Action::Take(taken)))?;
                // A split leaves a heap of more than one stone, and normal play goes
                // on — unless it leaves two single stones and nothing large.
                let wanted = match natural::small(heap) {
                    Some(2) => left,
                    _ => others,
                };
                splits_to(heap, &wanted, &mut |part| visit(Action::Split(part)))?;
            }
            CONTINUE
        };
        Some(all())
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        theorem::nim_sum_reason(("Lasker's theorem", "拉斯克定理"), self, heaps, convention)
    }
}

take::table!(Lasker);

impl Show for Lasker {
    fn scene(&self, stage: &Stage<Natural>) -> Scene {
        heaps::scene(stage, |heap| vec![heap.clone()])
    }

    /// The lowest stone that is taken, or that comes into the new heap.
    fn touches(&self, stage: &Stage<Natural>, mv: &SumMove<Action>) -> Vec<Id> {
        let heap = &stage.sum()[mv.component];
        vec![match &mv.mv {
            Action::Take(taken) => heaps::take(stage, mv.component, 0, heap, taken),
            Action::Split(part) => heaps::stone(stage.board(mv.component), 0, heap, part),
        }]
    }
}

impl Named for Lasker {
    const ABOUT: About = About {
        id: "lasker",
        aliases: &[("lasker", &["lasker-nim", "拉斯克", "take or split"])],
        name: ("Lasker's Nim", "拉斯克尼姆游戏"),
        summary: (
            "take any number of stones, or split a heap in two",
            "取走任意多枚石子，或把一堆分成两堆",
        ),
        rules: (
            "There are several heaps of stones. A move takes one or more stones from one heap, or splits \
             one heap into two that are not empty, taking nothing. Whoever takes the last stone wins.",
            "有若干堆石子。每次从一堆取走至少一枚石子，或把一堆分成两个非空的堆而不取石子。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "The Grundy values are 4k+3 ↦ 4k+4, 4k+4 ↦ 4k+3, and n ↦ n otherwise. Misère: like misère Nim \
             on these values.",
            "SG 值：4k+3 ↦ 4k+4，4k+4 ↦ 4k+3，其余 n ↦ n。反常规则：如同以这些值玩反常尼姆游戏。",
        ),
        source: "E. Lasker, Brettspiele der Völker (1931)",
        position: ("heaps: 3,5,7", "各堆石子数：3,5,7"),
        moves: (
            "take 2, or split 3 (a part of 3 stones)",
            "take 2，或 split 3（分出 3 枚）",
        ),
        examples: &["3,5,7", "3,4,7", "8", "10^1000,5", "10^1000,10^999,3"],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game lasker\n\
             state n\n\
             move take(k in 1..n) -> [n-k]\n\
             move split(k in 1..n/2) -> [k] + [n-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Lasker)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let singles = (0u64..=18).map(|n| vec![Natural::from(n)]);
        let sums = small_sums((0u64..=5).map(Natural::from), 3);
        singles.chain(sums).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::STOP;

    fn listed(heap: &Natural, target: &Natural, most: usize) -> Vec<Natural> {
        let mut found = Vec::new();
        let _ = splits_to(heap, target, &mut |part| {
            found.push(part);
            if found.len() == most { STOP } else { CONTINUE }
        });
        found
    }

    #[test]
    fn splits_are_exactly_those_that_trying_finds() {
        for heap in 0u32..=70 {
            for target in 0u32..=75 {
                let (heap, target) = (Natural::from(heap), Natural::from(target));
                let mut found = listed(&heap, &target, usize::MAX);
                found.sort();
                let tried: Vec<_> = natural::from_to(1, &(&heap >> 1))
                    .filter(|part| value(part) ^ value(&(&heap - part)) == target)
                    .collect();
                assert_eq!(found, tried, "{heap} to {target}");
            }
        }
    }

    #[test]
    fn splits_of_a_thousand_digits_are_listed_at_once() {
        let heap = Natural::from(10u8).pow(1000);
        for target in [&heap - 1u8, &heap - 4u8, Natural::ZERO, Natural::from(6u8)] {
            for part in listed(&heap, &target, 50) {
                assert_eq!(value(&part) ^ value(&(&heap - &part)), target);
            }
        }
        assert_eq!(listed(&heap, &(&heap - 4u8), 50).len(), 50);
    }
}
