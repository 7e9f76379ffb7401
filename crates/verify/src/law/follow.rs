//! An atom and the digits read so far, with transitions that are remembered.

use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::atom::{Atom, AtomState};
use super::numeration::Numeration;

/// An atom with what digits so far may mean for it, numbered, and how one more
/// digit of each of its variables changes that, as far as it was asked.
pub(super) struct Follower<'b> {
    pub(super) atom: &'b Atom,
    pub(super) variables: Vec<usize>,
    pub(super) states: Vec<AtomState>,
    known: FxHashMap<AtomState, u32>,
    /// Whether the atom holds, where no more digits can change that.
    pub(super) settled: Vec<Option<bool>>,
    /// For each state and letter over the variables the next state, or
    /// [`UNKNOWN`]; empty if there are too many letters.
    next: Vec<u32>,
    letters: usize,
}

const UNKNOWN: u32 = u32::MAX;
/// Atoms with more letters are read anew each time.
const MOST_REMEMBERED: usize = 1 << 10;

impl<'b> Follower<'b> {
    pub(super) fn new(atom: &'b Atom, numeration: Numeration) -> Follower<'b> {
        let variables = atom.variables();
        let letters = numeration.digit_count().checked_pow(variables.len() as u32);
        let mut follower = Follower {
            atom,
            variables,
            states: Vec::new(),
            known: FxHashMap::default(),
            settled: Vec::new(),
            next: Vec::new(),
            letters: letters.filter(|l| *l <= MOST_REMEMBERED).unwrap_or(0),
        };
        follower.number(atom.start());
        follower
    }

    fn number(&mut self, state: AtomState) -> u32 {
        if let Some(&number) = self.known.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        let won = self.atom.is_won(&state).then_some(true);
        let lost = self.atom.is_lost(&state).then_some(false);
        self.settled.push(won.or(lost));
        self.states.push(state);
        self.known.insert(state, number);
        self.next.resize(self.next.len() + self.letters, UNKNOWN);
        number
    }

    pub(super) fn read(
        &mut self,
        state: u32,
        digits: &[u8],
        numeration: Numeration,
    ) -> Result<u32, Error> {
        let base = numeration.digit_count();
        let letter =
            { self.variables.iter() }.fold(0, |letter, &v| letter * base + usize::from(digits[v]));
        let at = state as usize * self.letters + letter;
        if self.letters > 0 && self.next[at] != UNKNOWN {
            return Ok(self.next[at]);
        }
        let before = self.states[state as usize];
        let to = self.number(self.atom.read(&before, digits, numeration)?);
        if self.letters > 0 {
            self.next[at] = to;
        }
        Ok(to)
    }
}
