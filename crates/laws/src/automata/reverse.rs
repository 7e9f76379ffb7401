//! Automata that read the last digit first.

use rustc_hash::FxHashMap;

use super::dfa::{DEAD, Dfa};
use grundy::budget::Meter;
use grundy::error::Error;

impl Dfa {
    /// The smallest automaton that accepts the words of this one read
    /// backwards: its states are sets of states here, those from which what was
    /// read leads to acceptance. If every state here can be reached, no two of
    /// these sets mean the same (Brzozowski 1962).
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// use grundy_laws::automata::dfa::Dfa;
    /// // Words that begin with 1, then words that end with 1.
    /// let mut begins = Dfa::new(2, false);
    /// let seen = begins.add(true);
    /// begins.set(0, 1, seen);
    /// begins.set(seen, 0, seen);
    /// begins.set(seen, 1, seen);
    /// let ends = begins.reversed(&mut Budget::default().meter("automata")).unwrap();
    /// assert_eq!(ends.states(), 2);
    /// assert!(ends.accepts([0, 0, 1]) && !ends.accepts([1, 0]));
    /// ```
    pub fn reversed(&self, meter: &mut Meter) -> Result<Dfa, Error> {
        let start: Vec<u32> = (0..self.states() as u32)
            .filter(|&state| self.accepting(state))
            .collect();
        let has_start = |set: &[u32]| set.first() == Some(&0);
        let mut found = Dfa::new(self.letters(), has_start(&start));
        let mut known = FxHashMap::from_iter([(start.clone(), 0u32)]);
        let mut sets = vec![start];
        let mut at = 0;
        while at < sets.len() {
            let mut member = vec![false; self.states()];
            for &state in &sets[at] {
                member[state as usize] = true;
            }
            for letter in 0..self.letters() {
                let before: Vec<u32> = (0..self.states() as u32)
                    .filter(|&state| match self.next(state, letter) {
                        DEAD => false,
                        to => member[to as usize],
                    })
                    .collect();
                if before.is_empty() {
                    continue;
                }
                let to = match known.get(&before) {
                    Some(&to) => to,
                    None => {
                        meter.advance(1 + self.states() as u64 / 64)?;
                        meter.bytes(4 * ((sets.len() + 1) * self.letters()) as u64)?;
                        let to = found.add(has_start(&before));
                        known.insert(before.clone(), to);
                        sets.push(before);
                        to
                    }
                };
                found.set(at as u32, letter, to);
            }
            at += 1;
        }
        Ok(found)
    }
}
