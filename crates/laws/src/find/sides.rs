//! The automaton of pairs above and below a diagonal, learned from the pairs themselves.
//!
//! As in [`crate::learn`] prefixes after which the same happens, up to some depth, are one
//! state; but nothing is asked position by position. The continuations of a prefix are an
//! interval of numbers, since the order of words is that of numbers; so which pairs continue
//! two prefixes is found by counting through the few n for which both numbers lie in their
//! intervals. That reaches twice the depth in the time. What is learned remains a guess.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::numeration::Numeration;
//! use grundy_laws::find::sides::learn;
//! use grundy_laws::learn::accepts;
//! // (1, 3), (3, 7), (5, 11), … above the diagonal, (2, 1), (4, 2), (7, 4), … below it.
//! let numeration = Numeration::ostrowski(&[1, 2]).unwrap();
//! let enough = |dfa: &_| accepts(dfa, numeration, &[1_732, 3_732]);
//! let dfa = learn(2, 1, numeration, &enough, &Budget::default()).unwrap().unwrap();
//! assert!(accepts(&dfa, numeration, &[5, 11]) && accepts(&dfa, numeration, &[7, 4]));
//! ```
//!
//! Limits: at most [`MOST_STATES`] states, and continuations of at most [`MOST_NUMBERS`] numbers.

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::sparse::{floor, rank};
use crate::automata::dfa::Dfa;
use crate::automata::numeration::{MOST_ORDER, Numeration, START, Weights};
use crate::automata::relation::digits_of;

/// Larger automata are no laws.
pub const MOST_STATES: usize = 800;
/// A depth at which a prefix has more continuations is not looked at.
pub const MOST_NUMBERS: u64 = 1 << 14;
/// Numbers are at most this.
const LARGEST: u64 = 1 << 48;

/// A word: what it is worth, and how it may go on.
type Word = (Weights<u64>, u8);

struct Learner {
    above: u8,
    below: u8,
    numeration: Numeration,
    /// For each way to go on, how many numbers so many more digits make.
    counts: Vec<Vec<u64>>,
}

impl Learner {
    fn read(&self, word: Word, digit: u8) -> Option<Word> {
        let phase = self.numeration.phase(word.1);
        let at = self.numeration.follow(word.1, digit)?;
        Some((self.numeration.read(phase, word.0, digit.into()), at))
    }

    /// How many numbers continue a word by so many digits: the greatest tells.
    fn count(&self, at: u8, digits: usize) -> u64 {
        let mut word = ([0; MOST_ORDER], at);
        for _ in 0..digits {
            let greatest = (0..self.numeration.digit_count() as u8).rev();
            if let Some(next) = { greatest }.find_map(|digit| self.read(word, digit)) {
                word = next;
            }
        }
        word.0.iter().sum::<u64>() + 1
    }

    /// The numbers that continue a word by so many digits: the first, and how many.
    fn interval(&self, word: Word, digits: usize) -> (u64, u64) {
        let mut zeros = word;
        for _ in 0..digits {
            // After any word zeros may follow.
            zeros = self.read(zeros, 0).unwrap_or(zeros);
        }
        (
            zeros.0.iter().sum(),
            self.counts[usize::from(word.1)][digits],
        )
    }

    /// The pairs of two intervals as places in them.
    fn pairs(&self, x: (u64, u64), y: (u64, u64), found: &mut Vec<(u64, u64)>) {
        found.clear();
        if (x.0, y.0) == (0, 0) {
            found.push((0, 0));
        }
        let mut side = |x: (u64, u64), y: (u64, u64), r: u8, t: u8, turned: bool| {
            let step = u64::from(t);
            // x = ⌊n·α⌋ and y = x + t·n, n ≥ 1, both in their intervals.
            let (last_x, last_y) = (x.0 + x.1 - 1, y.0 + y.1 - 1);
            let least = y.0.saturating_sub(last_x).div_ceil(step);
            let from = rank(x.0, r, t).max(least).max(1);
            let to = rank(last_x + 1, r, t).min(last_y.saturating_sub(x.0) / step + 1);
            for n in from..to {
                let small = floor(n, r, t);
                let great = small + step * n;
                if (y.0..=last_y).contains(&great) && (x.0..=last_x).contains(&small) {
                    let places = (small - x.0, great - y.0);
                    found.push(if turned { (places.1, places.0) } else { places });
                }
            }
        };
        side(x, y, self.below, self.above, false);
        side(y, x, self.above, self.below, true);
        found.sort_unstable();
    }

    /// What continues two words, up to so many digits; `None` if numbers become too large.
    fn signature(
        &self,
        words: (Word, Word),
        depth: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<u64>>, Error> {
        let mut signature = vec![u64::from(words.0.1), u64::from(words.1.1)];
        let phase = self.numeration.phase(words.0.1);
        let mut found = Vec::new();
        for digits in (0..=depth).filter(|d| (phase + d).is_multiple_of(self.numeration.period())) {
            let (x, y) = (
                self.interval(words.0, digits),
                self.interval(words.1, digits),
            );
            if x.0.max(y.0) > LARGEST {
                return Ok(None);
            }
            self.pairs(x, y, &mut found);
            signature.push(u64::MAX);
            signature.extend(found.iter().flat_map(|&(x, y)| [x, y]));
            meter.advance(1 + found.len() as u64 / 64)?;
        }
        Ok(Some(signature))
    }

    /// The automaton at one depth.
    fn guess(&self, depth: usize, meter: &mut Meter) -> Result<Option<Dfa>, Error> {
        let base = self.numeration.digit_count();
        let letters: Vec<Vec<u8>> = (0..base * base).map(|l| digits_of(l, base, 2)).collect();
        let empty: Word = ([0; MOST_ORDER], START);
        let mut dfa = Dfa::new(letters.len(), true);
        let Some(signature) = self.signature((empty, empty), depth, meter)? else {
            return Ok(None);
        };
        let mut known: FxHashMap<Vec<u64>, u32> = FxHashMap::from_iter([(signature, 0)]);
        let mut words = vec![(empty, empty)];
        let mut at = 0;
        while at < words.len() {
            if words.len() > MOST_STATES {
                return Ok(None);
            }
            let (x, y) = words[at];
            for (letter, digits) in letters.iter().enumerate() {
                let (Some(x), Some(y)) = (self.read(x, digits[0]), self.read(y, digits[1])) else {
                    continue;
                };
                let Some(signature) = self.signature((x, y), depth, meter)? else {
                    return Ok(None);
                };
                // Accepted as it is: the first list of pairs is of no more digits.
                let ends = self.numeration.phase(x.1) == 0;
                let accepted = ends && signature.get(3).is_some_and(|first| *first != u64::MAX);
                let to = *known.entry(signature).or_insert_with(|| {
                    words.push((x, y));
                    dfa.add(accepted)
                });
                dfa.set(at as u32, letter, to);
            }
            at += 1;
        }
        Ok(Some(dfa))
    }
}

/// Learns the pairs of [`Sparse::Sides`](super::sparse::Sparse::Sides) until `right` is content with the
/// automaton. `None` if it never is.
pub fn learn(
    above: u8,
    below: u8,
    numeration: Numeration,
    right: &dyn Fn(&Dfa) -> bool,
    budget: &Budget,
) -> Result<Option<Dfa>, Error> {
    if above == 0 || below == 0 {
        return Ok(None);
    }
    let mut meter = budget.meter("learning");
    let mut learner = Learner {
        above,
        below,
        numeration,
        counts: Vec::new(),
    };
    let places = numeration.places();
    let deepest = places.iter().take_while(|p| **p <= MOST_NUMBERS).count();
    let ways = (numeration.period() * numeration.order()) as u8;
    let counts = (0..ways).map(|at| {
        (0..=deepest)
            .map(|digits| learner.count(at, digits))
            .collect()
    });
    learner.counts = counts.collect();
    for depth in 1..deepest {
        if let Some(guess) = learner.guess(depth, &mut meter)?
            && right(&guess)
        {
            return Ok(Some(guess));
        }
    }
    Ok(None)
}
