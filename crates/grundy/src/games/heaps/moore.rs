//! Moore's Nim_k: take from up to k heaps at once.
//!
//! A move takes any positive number of stones from each of 1, 2, … or k heaps.
//! All heaps belong together, so a component is a whole list of heaps.
//!
//! **Theorem** (Moore 1910). Write the heaps in binary. The position is P
//! exactly when every binary digit is 1 in a multiple of k+1 heaps. For k = 1
//! this is Bouton's theorem.
//!
//! **Misère** (Moore 1910; Winning Ways, chapter 15). The same while some heap
//! exceeds 1; when none does, P exactly when the number of ones leaves
//! remainder 1 on division by k+1.
//!
//! **All winning moves.** Choose the new heaps digit by digit from the top. A
//! heap that was lowered is free in all lower digits; one that was not can only
//! change a 1 to a 0, which lowers it. Say f heaps are free and c ≡ r (mod k+1) of
//! the others have a 1 here. If k+1-r ≤ f (or r = 0), free heaps can make the
//! count right; if not, f + r ≤ k, and r more heaps may be lowered. So no choice
//! that is right for the digits so far runs into a dead end, and each winning move
//! is found in O(digits · heaps), however many there are.
//!
//! The Grundy value is known where k = 1 (the nim sum) and where there are at
//! most k heaps (the number of stones, as every smaller list can be reached).
//! Values of Moore sums of *other* games do not decide them by this rule.
//!
//! ```
//! use grundy::{catalogue, ask::Question};
//! let game = catalogue::find("moore:2").unwrap().build(&[]).unwrap();
//! let solved = game.solve("1,2,3,4", &Question::default()).unwrap();
//! let to: Vec<_> = solved.answer.winning_moves.iter().map(|mv| mv.to.as_str()).collect();
//! assert!(to.contains(&"1,2,3,3")); // each digit three times
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::natural::{self, Natural, nim_sum};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Numbers, PANELS, Scene, Show, Stage, heaps, why};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{Theorem, is_big};

/// The game. A component is the list of all heaps.
pub struct Moore {
    /// From how many heaps a move may take.
    most: usize,
}

/// Stones taken from one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The heap, counted from 0.
    pub heap: usize,
    /// How many stones.
    pub stones: Natural,
}

impl Moore {
    /// The game in which a move takes from at most `most` heaps; `None` if that
    /// is 0.
    pub fn new(most: usize) -> Option<Self> {
        (most > 0 && most < usize::MAX).then_some(Moore { most })
    }

    /// The heaps after a move, if it is legal.
    fn after(&self, heaps: &[Natural], taken: &[Taken]) -> Option<Vec<Natural>> {
        let in_order = taken.windows(2).all(|pair| pair[0].heap < pair[1].heap);
        if taken.is_empty() || taken.len() > self.most || !in_order {
            return None;
        }
        let mut after = heaps.to_vec();
        for Taken { heap, stones } in taken {
            let here = after.get_mut(*heap)?;
            if stones.is_zero() || stones > here {
                return None;
            }
            *here -= stones;
        }
        Some(after)
    }

    fn is_lost(&self, heaps: &[Natural], convention: Convention) -> bool {
        let modulus = self.most + 1;
        if convention == Convention::Misere && !heaps.iter().any(is_big) {
            return heaps.iter().filter(|heap| !heap.is_zero()).count() % modulus == 1;
        }
        let digits = heaps.iter().filter_map(natural::highest_bit).max();
        digits.is_none_or(|top| {
            (0..=top).all(|digit| {
                let ones = heaps.iter().filter(|heap| natural::bit(heap, digit));
                ones.count().is_multiple_of(modulus)
            })
        })
    }
}

/// The choice of new heaps, digit by digit from the top.
struct Choice<'h> {
    heaps: &'h [Natural],
    most: usize,
    convention: Convention,
    /// The lowered heaps, in the order in which they were, with their new
    /// sizes as far as these are chosen.
    free: Vec<(usize, Natural)>,
    /// The places where there was a choice, to come back to.
    trail: Vec<Place>,
}

/// Where the choice stands.
#[derive(Clone, Copy)]
struct Place {
    digit: usize,
    heap: usize,
    /// How many heaps were free when this digit was begun.
    free_before: usize,
    /// How many are free now.
    free_now: usize,
    /// Ones chosen so far in this digit.
    ones: usize,
    /// Ones that are still to come in heaps that are not free.
    ones_ahead: usize,
    /// Free heaps (from before this digit) that are still to come.
    free_ahead: usize,
    /// Whether a higher digit than this is 1 in some new heap.
    higher: bool,
    /// What was tried first, when coming back.
    second: bool,
}

impl<'h> Choice<'h> {
    fn new(game: &Moore, heaps: &'h [Natural], convention: Convention) -> Self {
        Choice {
            heaps,
            most: game.most,
            convention,
            free: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Begins a digit.
    fn begin(&self, digit: usize, higher: bool) -> Place {
        let ones = |n: &(usize, &Natural)| natural::bit(n.1, digit) && !self.is_free(n.0);
        Place {
            digit,
            heap: 0,
            free_before: self.free.len(),
            free_now: self.free.len(),
            ones: 0,
            ones_ahead: self.heaps.iter().enumerate().filter(ones).count(),
            free_ahead: self.free.len(),
            higher,
            second: false,
        }
    }

    fn is_free(&self, heap: usize) -> bool {
        self.free.iter().any(|(free, _)| *free == heap)
    }

    /// Whether the rest of the digit can still come out right.
    fn feasible(&self, place: &Place) -> bool {
        let modulus = self.most + 1;
        let lowered = place.ones_ahead.min(self.most - place.free_now);
        let least = place.ones + place.ones_ahead - lowered;
        let most = place.ones + place.ones_ahead + place.free_ahead;
        let alone = self.convention == Convention::Misere && place.digit == 0 && !place.higher;
        let wanted = usize::from(alone);
        // The least number from `least` on that is `wanted` modulo `modulus`.
        least + (wanted + modulus - least % modulus) % modulus <= most
    }

    /// Decides one heap of one digit, the first of its possibilities that is
    /// feasible, or the second when `place.second` says so. `None`: there is none.
    fn decide(&mut self, place: &Place) -> Option<Place> {
        let (heap, digit) = (place.heap, place.digit);
        let before = self.free[..place.free_before]
            .iter()
            .position(|(free, _)| *free == heap);
        let mut next = Place {
            heap: heap + 1,
            second: false,
            ..*place
        };
        if let Some(at) = before {
            next.free_ahead -= 1;
            let mut one = next;
            one.ones += 1;
            let chosen = self.pick(place, next, one)?;
            let new = &mut self.free[at].1;
            match chosen.ones > place.ones {
                true => new.set_bit(digit),
                false => new.clear_bit(digit),
            }
            return Some(chosen);
        }
        if !natural::bit(&self.heaps[heap], digit) || self.is_free(heap) {
            return self.feasible(&next).then_some(next);
        }
        next.ones_ahead -= 1;
        let mut kept = next;
        kept.ones += 1;
        if place.free_now == self.most {
            return self.feasible(&kept).then_some(kept);
        }
        next.free_now += 1;
        let chosen = self.pick(place, next, kept)?;
        if chosen.free_now > place.free_now {
            let mut new = self.heaps[heap].clone();
            new.clear_bit(digit);
            self.free.push((heap, new));
        }
        Some(chosen)
    }

    /// One of two possibilities; remembers the place if the other is feasible too.
    fn pick(&mut self, place: &Place, first: Place, second: Place) -> Option<Place> {
        if place.second {
            return Some(second);
        }
        match (self.feasible(&first), self.feasible(&second)) {
            (true, true) => {
                self.trail.push(Place {
                    second: true,
                    ..*place
                });
                Some(first)
            }
            (true, false) => Some(first),
            (false, true) => Some(second),
            (false, false) => None,
        }
    }

    /// Names every choice of new heaps that is lost for the next player.
    fn all(&mut self, visit: &mut impl FnMut(Vec<Taken>) -> Flow) -> Flow {
        let Some(top) = self.heaps.iter().filter_map(natural::highest_bit).max() else {
            return CONTINUE;
        };
        let mut place = Some(self.begin(top, false));
        loop {
            let Some(here) = place else {
                // Back to the last choice, undoing what came after it.
                let Some(last) = self.trail.pop() else {
                    return CONTINUE;
                };
                self.free.truncate(last.free_now);
                place = Some(last);
                continue;
            };
            place = if here.heap < self.heaps.len() {
                self.decide(&here)
            } else if here.digit > 0 {
                let next = self.begin(here.digit - 1, here.higher || here.ones > 0);
                self.feasible(&next).then_some(next)
            } else {
                visit(self.taken())?;
                None
            };
        }
    }

    fn taken(&self) -> Vec<Taken> {
        let mut taken: Vec<Taken> = self
            .free
            .iter()
            .map(|(heap, new)| Taken {
                heap: *heap,
                stones: &self.heaps[*heap] - new,
            })
            .collect();
        taken.sort_by_key(|taken| taken.heap);
        taken
    }
}

/// The next combination of heaps, in the order of their last members; `false`
/// after the last one.
fn next_combination(chosen: &mut [usize], heaps: usize) -> bool {
    let count = chosen.len();
    for at in (0..count).rev() {
        if chosen[at] < heaps - (count - at) {
            chosen[at] += 1;
            for later in at + 1..count {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

impl Game for Moore {
    type Position = Vec<Natural>;
    type Move = Vec<Taken>;

    fn options(
        &self,
        heaps: &Vec<Natural>,
        visit: &mut impl FnMut(Vec<Taken>, &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        let live: Vec<usize> = (0..heaps.len()).filter(|i| !heaps[*i].is_zero()).collect();
        for count in 1..=self.most.min(live.len()) {
            let mut chosen: Vec<usize> = (0..count).collect();
            loop {
                let mut taken: Vec<Taken> = chosen
                    .iter()
                    .map(|i| Taken {
                        heap: live[*i],
                        stones: Natural::ONE,
                    })
                    .collect();
                // Counts through all amounts like a milometer, the last wheel fastest.
                loop {
                    if let Some(after) = self.after(heaps, &taken) {
                        visit(taken.clone(), &[after])?;
                    }
                    let room = |taken: &Taken| taken.stones < heaps[taken.heap];
                    let Some(wheel) = taken.iter().rposition(room) else {
                        break;
                    };
                    taken[wheel].stones += 1u8;
                    for later in &mut taken[wheel + 1..] {
                        later.stones = Natural::ONE;
                    }
                }
                if !next_combination(&mut chosen, live.len()) {
                    break;
                }
            }
        }
        CONTINUE
    }

    fn play(&self, heaps: &Vec<Natural>, taken: &Vec<Taken>) -> Option<Vec<Vec<Natural>>> {
        Some(vec![self.after(heaps, taken)?])
    }

    /// The order of the heaps does not matter, nor do empty ones.
    fn canonical(&self, mut heaps: Vec<Natural>) -> Vec<Natural> {
        heaps.retain(|heap| !heap.is_zero());
        heaps.sort_unstable();
        heaps
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| reader.list())
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |heaps| notation::write_heaps(heaps))
    }

    fn read_move(&self, _: &Vec<Natural>, text: &str) -> Result<Vec<Taken>, Error> {
        let mut reader = Reader::new(text);
        reader.eat("take");
        let mut read = || -> Result<Vec<Taken>, Error> {
            let mut taken = Vec::new();
            loop {
                let (stones, place) = notation::read_from(&mut reader)?;
                // Heap 0 becomes one that no list has.
                let heap = place.wrapping_sub(1);
                taken.push(Taken { heap, stones });
                if !reader.eat(",") {
                    reader.end()?;
                    taken.sort_by_key(|taken| taken.heap);
                    return Ok(taken);
                }
            }
        };
        read().map_err(|_| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`N from HEAP, N from HEAP, …`",
                " `N from 堆, N from 堆, …`",
            ),
        })
    }

    fn write_move(&self, taken: &Vec<Taken>) -> String {
        let one = |taken: &Taken| format!("{} from {}", taken.stones, taken.heap.wrapping_add(1));
        taken.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Theorem for Moore {
    fn value(&self, heaps: &Vec<Natural>) -> Option<Natural> {
        if self.most == 1 {
            return Some(nim_sum(heaps));
        }
        let live = heaps.iter().filter(|heap| !heap.is_zero()).count();
        (live <= self.most).then(|| heaps.iter().fold(Natural::ZERO, |sum, heap| sum + heap))
    }

    fn outcome(&self, sum: &[Vec<Natural>], convention: Convention) -> Option<Outcome> {
        let [heaps] = sum else { return None };
        Some(Outcome::mover_wins(!self.is_lost(heaps, convention)))
    }

    fn winning_moves(
        &self,
        sum: &[Vec<Natural>],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Vec<Taken>>) -> Flow,
    ) -> Option<Flow> {
        let [heaps] = sum else { return None };
        if self.is_lost(heaps, convention) {
            return Some(CONTINUE);
        }
        let mut visit = |mv| visit(SumMove { component: 0, mv });
        Some(Choice::new(self, heaps, convention).all(&mut visit))
    }

    fn reason(&self, sum: &[Vec<Natural>], convention: Convention) -> Text {
        let [heaps] = sum else {
            return Text::fixed("the nim sum of the values of the lists", "各组的值的异或和");
        };
        let modulus = self.most + 1;
        let lost = self.is_lost(heaps, convention);
        if convention == Convention::Misere && !heaps.iter().any(is_big) {
            let ones = heaps.iter().filter(|heap| !heap.is_zero()).count();
            return Text::new(
                format!(
                    "Moore's theorem, misère: no heap exceeds 1, and {ones} of them are left (modulus {modulus})"
                ),
                format!("摩尔定理（反常）：没有大于 1 的堆，剩 {ones} 堆（模 {modulus}）"),
            );
        }
        match lost {
            true => Text::new(
                format!("Moore's theorem: every binary digit occurs a multiple of {modulus} times"),
                format!("摩尔定理：每个二进制位上 1 的个数都是 {modulus} 的倍数"),
            ),
            false => Text::new(
                format!(
                    "Moore's theorem: some binary digit does not occur a multiple of {modulus} times"
                ),
                format!("摩尔定理：有的二进制位上 1 的个数不是 {modulus} 的倍数"),
            ),
        }
    }
}

/// The table of three heaps.
impl Lattice for Moore {
    fn at(&self, point: &[u64]) -> Option<Vec<Natural>> {
        (point.len() == 3).then(|| point.iter().map(|n| Natural::from(*n)).collect())
    }

    fn coordinates(&self, heaps: &Vec<Natural>, point: &mut [u64]) -> bool {
        if heaps.len() != point.len() {
            return false;
        }
        point.iter_mut().zip(heaps).all(|(at, heap)| {
            natural::small(heap).is_some_and(|size| {
                *at = size;
                true
            })
        })
    }
}

impl Show for Moore {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        heaps::lists(stage, |heaps| notation::write_heaps(heaps))
    }

    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<Vec<Taken>>) -> Vec<Id> {
        let one = |taken: &Taken| heaps::take_from(stage, mv.component, taken.heap, &taken.stones);
        mv.mv.iter().map(one).collect()
    }

    /// The heaps of a list, modulo k + 1; of several lists their values.
    fn numbers(&self, stage: &Stage<Vec<Natural>>) -> Option<Numbers> {
        let [heaps] = stage.sum() else {
            return why::of_components(self, stage);
        };
        if heaps.len() > PANELS {
            return None;
        }
        let modulo = u32::try_from(self.most + 1).ok()?;
        why::of_parts(stage, modulo, |heaps| {
            let numbered = (1..).zip(heaps);
            let one = |(number, heap): (u32, &Natural)| (number.to_string(), heap.clone(), true);
            Some(numbered.map(one).collect())
        })
    }
}

impl Named for Moore {
    const ABOUT: About = About {
        id: "moore",
        aliases: &[("moore", &["moore-nim", "nim-k", "nimk", "摩尔", "摩尔-k"])],
        name: ("Moore's Nim", "摩尔尼姆游戏"),
        summary: (
            "take any numbers of stones from up to k heaps at once",
            "每次可从至多 k 堆中各取任意多枚石子",
        ),
        rules: (
            "There are several heaps of stones. A move chooses at least one and at most k heaps and takes \
             one or more stones from each of them. Whoever takes the last stone wins.",
            "有若干堆石子。每次选至少 1 堆、至多 k 堆，从其中每一堆取走至少一枚石子。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "P exactly when every binary digit is 1 in a multiple of k+1 heaps. Misère: the same while some \
             heap exceeds 1; otherwise P exactly when the number of ones is 1 modulo k+1.",
            "当且仅当每个二进制位上为 1 的堆数都是 k+1 的倍数时为 P 态。反常规则：存在大于 1 的堆时相同；否则当且仅当单枚石子的堆数模 k+1 余 1 时为 P 态。",
        ),
        source: "E. H. Moore, A generalization of the game called nim, Annals of Mathematics 11 (1910)",
        position: (
            "heaps: 3,5,7; separate lists are joined by +",
            "各堆石子数：3,5,7；彼此独立的各组用 + 连接",
        ),
        moves: (
            "2 from 1, 4 from 3: two stones from heap 1 and four from heap 3",
            "2 from 1, 4 from 3：从第 1 堆取 2 枚，从第 3 堆取 4 枚",
        ),
        examples: &[
            "1,2,3,4",
            "3,3,3",
            "4,6,9",
            "10^1000,10^999,10^998,7",
            "1,2,3 + 2,2",
        ],
        parameters: &[Parameter {
            name: "k",
            default: "2",
            meaning: ("from how many heaps a move may take", "每次至多可取的堆数"),
        }],
        tested_with: &[&[], &[("k", "1")], &[("k", "3")], &[("k", "4")]],
        dimension: 3,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Ok(format!(
            "game moore\nstate n\nmove take(k in 1..n) -> [n-k]\nsum upto {}",
            self.most
        ))
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        // The heaps of one list are the components there.
        let [heaps] = sum else { return None };
        written::heaps(heaps, |heap| Some(heap.to_string()))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        // Heaps are counted in `usize`, and a count plus k must fit too.
        const MOST: u64 = if usize::BITS > 34 { 1 << 32 } else { 1 << 30 };
        let most = parameters.number("k", 1, MOST)?;
        Ok(Moore {
            most: most as usize,
        })
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let list = |sizes: &[u64]| sizes.iter().map(|n| Natural::from(*n)).collect::<Vec<_>>();
        let three = (0..125u64).map(|n| vec![list(&[n % 5, n / 5 % 5, n / 25])]);
        let four = (0..81u64).map(|n| vec![list(&[n % 3, n / 3 % 3, n / 9 % 3, n / 27])]);
        let five = (0..32u64).map(|n| {
            let bit = |at: u64| n >> at & 1;
            vec![list(&[bit(0), bit(1), bit(2), bit(3), 2 * bit(4) + 1])]
        });
        let pairs = [
            list(&[1, 2]),
            list(&[1, 1, 1]),
            list(&[2, 0, 2]),
            list(&[3]),
        ];
        let sums = pairs
            .iter()
            .flat_map(|a| pairs.iter().map(move |b| vec![a.clone(), b.clone()]));
        three.chain(four).chain(five).chain(sums).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::STOP;

    #[test]
    fn no_k_is_cut_off() {
        let entry = crate::catalogue::find("moore").unwrap();
        let built = |k: u64| entry.build(&[("k".to_string(), k.to_string())]);
        let most = (1u64 << 32).min(usize::MAX as u64 / 4 + 1);
        assert!(built(most).is_ok() && built(most + 1).is_err());
        // Of 32 bits this would keep 1, which is Nim.
        assert!(built((1 << 32) + 1).is_err());
    }

    #[test]
    fn heaps_of_a_thousand_digits_are_won_at_once() {
        let game = Moore::new(3).unwrap();
        let ten = Natural::from(10u8);
        let heaps: Vec<Natural> = (990..=1000).map(|digits| ten.pow(digits)).collect();
        for convention in [Convention::Normal, Convention::Misere] {
            let mut won = 0;
            let sum = [heaps.clone()];
            let _ = game.winning_moves(&sum, convention, &mut |mv| {
                let after = game.after(&heaps, &mv.mv).unwrap();
                assert!(game.is_lost(&after, convention));
                won += 1;
                if won == 20 { STOP } else { CONTINUE }
            });
            assert_eq!(won, 20);
        }
    }

    #[test]
    fn the_value_is_known_for_few_heaps_only() {
        let game = Moore::new(2).unwrap();
        let list = |sizes: &[u8]| sizes.iter().map(|n| Natural::from(*n)).collect::<Vec<_>>();
        assert_eq!(game.value(&list(&[3, 0, 4])), Some(Natural::from(7u8)));
        assert_eq!(game.value(&list(&[1, 1, 1])), None);
    }
}
