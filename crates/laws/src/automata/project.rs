//! "There is", and "there are at least k".
//!
//! Leaving out tracks makes an automaton nondeterministic. A state of the new
//! automaton says, for each old state, how many ways lead to it, counted up
//! to k: since a number has one expansion of each length, the ways are
//! exactly the numbers left out. With k = 1 this is the usual set of states.
//!
//! The numbers left out may have more digits than those that stay: the start
//! is what can be reached while the others still read zeros, whole periods of
//! them. That only grows, so it is found by repetition.

use grundy::error::Error;
use grundy::text::Text;
use rustc_hash::FxHashMap;

use super::Engine;
use super::dfa::{DEAD, Dfa};
use super::relation::{Relation, Variable, digits_of, letter_of, letters};

/// The most that is counted.
pub const MOST_COUNTED: u32 = 7;
const COUNT_BITS: u32 = 3;

impl Engine<'_> {
    /// There are numbers for these variables.
    pub fn exists(&mut self, a: &Relation, over: &[Variable]) -> Result<Relation, Error> {
        self.at_least(a, over, 1)
    }

    /// There are at least `least` tuples of numbers for these variables, from
    /// 1 to `MOST_COUNTED`.
    pub fn at_least(
        &mut self,
        a: &Relation,
        over: &[Variable],
        least: u32,
    ) -> Result<Relation, Error> {
        if least == 0 || least > MOST_COUNTED {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("counting to {least}: from 1 to {MOST_COUNTED} is possible"),
                    format!("计数到 {least}：只能是 1 到 {MOST_COUNTED}"),
                ),
            });
        }
        let kept: Vec<Variable> = a
            .variables()
            .iter()
            .copied()
            .filter(|v| !over.contains(v))
            .collect();
        if kept.len() == a.variables().len() {
            // Nothing is left out: there is the empty tuple, and only that.
            return if least == 1 {
                Ok(a.clone())
            } else {
                self.none(&kept)
            };
        }
        let numeration = self.numeration;
        let base = numeration.digit_count();
        let tracks = a.variables().len();
        let count = letters(numeration, kept.len())?;
        // For each new letter, the old letters it comes from.
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); count];
        for letter in 0..a.dfa().letters() {
            let digits = digits_of(letter, base, tracks);
            let stays: Vec<u8> = a
                .variables()
                .iter()
                .zip(&digits)
                .filter(|(v, _)| !over.contains(v))
                .map(|(_, d)| *d)
                .collect();
            sources[letter_of(&stays, base)].push(letter);
        }
        let dfa = a.dfa();
        let step = |set: &[u32], letters: &[usize], found: &mut Vec<u32>| {
            found.clear();
            for &packed in set {
                let (state, ways) = (packed >> COUNT_BITS, packed & MOST_COUNTED);
                let row = dfa.row(state);
                let next = letters.iter().map(|&l| row[l]).filter(|&to| to != DEAD);
                found.extend(next.map(|to| to << COUNT_BITS | ways));
            }
            merge(found, least);
        };
        let accepting = |set: &[u32]| {
            let ways = set
                .iter()
                .filter(|&&p| dfa.accepting(p >> COUNT_BITS))
                .map(|&p| p & MOST_COUNTED)
                .sum::<u32>();
            ways >= least
        };
        let mut found = Vec::new();
        let mut start = vec![1u32];
        loop {
            self.state(count, 0)?;
            let before = start.clone();
            for _ in 0..numeration.period() {
                step(&start, &sources[0], &mut found);
                std::mem::swap(&mut start, &mut found);
            }
            if start == before {
                break;
            }
        }
        let mut small = Dfa::new(count, accepting(&start));
        let mut number: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let start: Box<[u32]> = start.into();
        number.insert(start.clone(), 0);
        let mut sets = vec![start];
        let mut at = 0;
        while at < sets.len() {
            self.state(count + sets[at].len(), at)?;
            for (letter, from) in sources.iter().enumerate() {
                step(&sets[at], from, &mut found);
                if found.is_empty() {
                    continue;
                }
                let to = match number.get(&found[..]) {
                    Some(&to) => to,
                    None => {
                        let set: Box<[u32]> = found.as_slice().into();
                        sets.push(set.clone());
                        let to = small.add(accepting(&set));
                        number.insert(set, to);
                        to
                    }
                };
                small.set(at as u32, letter, to);
            }
            at += 1;
        }
        self.finish(kept, small)
    }
}

/// Sorts states with their counts, and adds up the counts of each.
fn merge(found: &mut Vec<u32>, most: u32) {
    found.sort_unstable();
    let mut kept = 0;
    for at in 0..found.len() {
        let packed = found[at];
        if kept > 0 && found[kept - 1] >> COUNT_BITS == packed >> COUNT_BITS {
            let sum = (found[kept - 1] & MOST_COUNTED) + (packed & MOST_COUNTED);
            found[kept - 1] = packed >> COUNT_BITS << COUNT_BITS | sum.min(most);
        } else {
            found[kept] = packed;
            kept += 1;
        }
    }
    found.truncate(kept);
}
