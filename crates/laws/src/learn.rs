//! Automata learned from a table.
//!
//! Read numbers from the most significant digit. Two prefixes belong to the
//! same state if every continuation is answered alike (Myhill and Nerode); a
//! finite table shows the continuations up to some depth d. So: take the
//! *signature* of a prefix, the answers to all its continuations up to
//! length d; prefixes of equal signature become one state; raise d until the
//! automaton is right about the part of the table that was held out. A
//! prefix so long that the table shows less than depth d is compared as far
//! as it goes, and must fit one state only. The automaton remains a guess,
//! to be proven.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{dfa::Dfa, numeration::Numeration};
//! use grundy_laws::learn::learn;
//! // The Thue–Morse word: an even number of binary ones.
//! let even = |x: &[u64]| x[0].count_ones() % 2 == 0;
//! let right = |dfa: &Dfa| (0..256).all(|n| {
//!     let bits = (0..8).rev().map(|i| n >> i & 1);
//!     dfa.accepts(bits) == even(&[n as u64])
//! });
//! let learned = learn(Numeration::BINARY, 1, 7, &even, &right, &Budget::default()).unwrap();
//! assert_eq!(learned.unwrap().states(), 2);
//! ```

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use rustc_hash::FxHashMap;

use crate::automata::dfa::{DEAD, Dfa};
use crate::automata::numeration::{MOST_ORDER, Numeration, START, Weights};
use crate::automata::relation::digits_of;

/// Larger automata are no laws.
const MOST_STATES: usize = 400;
/// The longest signature, in answers.
const MOST_ANSWERS: usize = 1 << 14;

struct Learner<'a> {
    numeration: Numeration,
    tracks: usize,
    /// Questions may be asked about numbers of at most so many digits.
    length: usize,
    ask: &'a dyn Fn(&[u64]) -> bool,
    /// For each letter, its digits.
    letters: Vec<Vec<u8>>,
}

/// A prefix: for each track what was read is worth, and how expansions may go
/// on.
#[derive(Clone)]
struct Prefix {
    weight: Vec<Weights<u64>>,
    repeated: Vec<u8>,
    phase: usize,
    /// Whether some digit was not 0.
    begun: bool,
    length: usize,
}

impl Learner<'_> {
    fn empty(&self) -> Prefix {
        Prefix {
            weight: vec![[0; MOST_ORDER]; self.tracks],
            repeated: vec![START; self.tracks],
            phase: 0,
            begun: false,
            length: 0,
        }
    }

    /// The prefix with one more letter, unless it is no expansion.
    fn extend(&self, prefix: &Prefix, letter: usize) -> Option<Prefix> {
        let mut longer = prefix.clone();
        for (track, &digit) in self.letters[letter].iter().enumerate() {
            longer.repeated[track] = self.numeration.follow(prefix.repeated[track], digit)?;
            let weight = prefix.weight[track];
            longer.weight[track] = self.numeration.read(prefix.phase, weight, digit.into());
        }
        longer.phase = (prefix.phase + 1) % self.numeration.period();
        longer.begun |= letter > 0;
        // Whole periods of zeros in front do not make a word longer.
        longer.length = match (longer.begun, longer.phase) {
            (false, phase) => phase,
            _ => prefix.length + 1,
        };
        Some(longer)
    }

    /// Whether the word is accepted if it ends here; no word ends within a period.
    fn answer(&self, prefix: &Prefix, numbers: &mut Vec<u64>) -> bool {
        if prefix.phase > 0 {
            return false;
        }
        numbers.clear();
        numbers.extend(prefix.weight.iter().map(|w| w.iter().sum::<u64>()));
        (self.ask)(numbers)
    }

    /// The answers to all continuations up to length `depth`, and where in
    /// them each length ends.
    fn signature(
        &self,
        prefix: &Prefix,
        depth: usize,
        meter: &mut Meter,
    ) -> Result<(Vec<u64>, Vec<usize>), Error> {
        let mut signature = Vec::new();
        let mut ends = Vec::new();
        // Prefixes after which other digits may follow are different.
        if self.numeration.order() > 1 || self.numeration.period() > 1 {
            signature.extend(prefix.repeated.iter().map(|&r| u64::from(r)));
        }
        let mut numbers = Vec::with_capacity(self.tracks);
        let mut level = vec![prefix.clone()];
        for step in 0..=depth {
            for block in level.chunks(64) {
                let answers = block.iter().fold(0, |word, one| {
                    word << 1 | u64::from(self.answer(one, &mut numbers))
                });
                signature.push(answers);
            }
            ends.push(signature.len());
            meter.advance(1 + level.len() as u64 / 64)?;
            if step < depth {
                let mut next = Vec::with_capacity(level.len() * self.letters.len());
                for one in &level {
                    let longer = (0..self.letters.len()).filter_map(|l| self.extend(one, l));
                    next.extend(longer);
                }
                level = next;
            }
        }
        Ok((signature, ends))
    }

    /// The automaton at one depth; `None` if the table is too small for it.
    fn guess(&self, depth: usize, meter: &mut Meter) -> Result<Option<Dfa>, Error> {
        /// Several states look like this.
        const SEVERAL: u32 = DEAD;
        let count = self.letters.len();
        // For each depth, the states by what they look like.
        let mut known: Vec<FxHashMap<Vec<u64>, u32>> = vec![FxHashMap::default(); depth + 1];
        // Where the table shows little, what begins with zeros only is not what a longer word
        // looks like, if anything else is.
        let remember = |known: &mut [FxHashMap<Vec<u64>, u32>],
                        prefixes: &[Prefix],
                        state: u32,
                        signature: (Vec<u64>, Vec<usize>)| {
            let begun = |state: u32| prefixes.get(state as usize).is_some_and(|p| p.begun);
            for (known, &end) in known.iter_mut().zip(&signature.1) {
                known
                    .entry(signature.0[..end].to_vec())
                    .and_modify(|other| match (begun(*other), begun(state)) {
                        (false, true) if *other != SEVERAL => *other = state,
                        (true, false) => {}
                        _ => *other = SEVERAL,
                    })
                    .or_insert(state);
            }
        };
        let start = self.empty();
        let mut numbers = Vec::new();
        let mut dfa = Dfa::new(count, self.answer(&start, &mut numbers));
        let signature = self.signature(&start, depth, meter)?;
        let mut prefixes = vec![start];
        remember(&mut known, &prefixes, 0, signature);
        let mut at = 0;
        while at < prefixes.len() {
            if prefixes.len() > MOST_STATES {
                return Ok(None);
            }
            for letter in 0..count {
                let Some(longer) = self.extend(&prefixes[at], letter) else {
                    continue;
                };
                let Some(shown) = self.length.checked_sub(longer.length) else {
                    return Ok(None);
                };
                let shown = shown.min(depth);
                let signature = self.signature(&longer, shown, meter)?;
                let to = match known[shown].get(&signature.0) {
                    Some(&SEVERAL) => return Ok(None),
                    Some(&to) => to,
                    None if shown < depth => return Ok(None),
                    None => {
                        let to = dfa.add(self.answer(&longer, &mut numbers));
                        prefixes.push(longer);
                        remember(&mut known, &prefixes, to, signature);
                        to
                    }
                };
                dfa.set(at as u32, letter, to);
            }
            at += 1;
        }
        Ok(Some(dfa))
    }
}

/// Learns the set of tuples for which `ask` answers yes, asking only about
/// numbers of at most `length` digits, until `right` is content with the
/// automaton. `None` if it never is.
pub fn learn(
    numeration: Numeration,
    tracks: usize,
    length: usize,
    ask: &dyn Fn(&[u64]) -> bool,
    right: &dyn Fn(&Dfa) -> bool,
    budget: &Budget,
) -> Result<Option<Dfa>, Error> {
    let base = numeration.digit_count();
    let count = base.checked_pow(tracks as u32).unwrap_or(usize::MAX);
    if count > MOST_ANSWERS || length >= numeration.places().len() {
        return Ok(None);
    }
    // Where places differ, so does the number of digits at each.
    let continuations = |depth: usize| match numeration.period() {
        1 => count.checked_pow(depth as u32),
        _ => {
            let each = numeration.numbers_of_length(depth);
            let each = each.and_then(|n| usize::try_from(n).ok());
            each.and_then(|n| n.checked_pow(tracks as u32))
        }
    };
    let learner = Learner {
        numeration,
        tracks,
        length,
        ask,
        letters: (0..count).map(|l| digits_of(l, base, tracks)).collect(),
    };
    let mut meter = budget.meter("learning");
    for depth in 0..length {
        if continuations(depth).is_none_or(|answers| answers > MOST_ANSWERS) {
            break;
        }
        if let Some(guess) = learner.guess(depth, &mut meter)?
            && right(&guess)
        {
            return Ok(Some(guess));
        }
    }
    Ok(None)
}

/// Whether an automaton accepts a tuple.
pub fn accepts(dfa: &Dfa, numeration: Numeration, numbers: &[u64]) -> bool {
    dfa.accepts(letters(numeration, numbers, 0))
}

/// The digits of all numbers side by side, with `zeros` zeros in front.
fn letters(numeration: Numeration, numbers: &[u64], zeros: usize) -> Vec<usize> {
    let base = numeration.digit_count();
    let words: Vec<Vec<u8>> = numbers.iter().map(|&n| numeration.digits(n)).collect();
    let zeros = zeros.next_multiple_of(numeration.period());
    let length = words.iter().map(Vec::len).max().unwrap_or(0) + zeros;
    (0..length)
        .map(|at| {
            words.iter().rev().fold(0, |letter, word| {
                let digit = (at + word.len()).checked_sub(length).map_or(0, |i| word[i]);
                letter * base + usize::from(digit)
            })
        })
        .collect()
}

/// The one number v for which the automaton accepts (x, v); `None` if there
/// is none or more than one among those at most three digits longer than x, or a period.
pub fn value_at(dfa: &Dfa, numeration: Numeration, position: &[u64]) -> Option<u64> {
    const LONGER: usize = 3;
    let period = numeration.period();
    let base = numeration.digit_count();
    let step = base.checked_pow(position.len() as u32)?;
    // A number of so many digits fits 64 bits, or is none.
    let digits = position.iter().map(|&n| numeration.digits(n).len()).max();
    let room = (numeration.places().len() - 1).checked_sub(digits.unwrap_or(0))?;
    let longer = LONGER.next_multiple_of(period).min(room - room % period);
    // The states that some v leads to, with what v is worth so far, how it
    // may go on, and whether it is the only one.
    let mut here: Vec<(u32, Weights<u64>, u8, bool)> = vec![(0, [0; MOST_ORDER], START, true)];
    let mut next = Vec::new();
    let word = letters(numeration, position, longer);
    for (phase, letter) in word.into_iter().enumerate().map(|(i, l)| (i % period, l)) {
        next.clear();
        for &(state, weight, repeated, only) in &here {
            for digit in 0..base {
                let to = dfa.next(state, letter + digit * step);
                let Some(repeated) = numeration.follow(repeated, digit as u8) else {
                    continue;
                };
                if to == DEAD {
                    continue;
                }
                match next.iter_mut().find(|n: &&mut (u32, _, _, bool)| n.0 == to) {
                    Some(other) => other.3 = false,
                    None => {
                        let weight = numeration.read(phase, weight, digit as u64);
                        next.push((to, weight, repeated, only));
                    }
                }
            }
        }
        std::mem::swap(&mut here, &mut next);
    }
    let mut ends = here.iter().filter(|h| dfa.accepting(h.0));
    match (ends.next(), ends.next()) {
        (Some((_, weight, _, true)), None) => Some(weight.iter().sum()),
        _ => None,
    }
}
