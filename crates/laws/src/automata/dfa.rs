//! Deterministic automata as tables.
//!
//! A letter is a tuple of digits, one for each track, packed into a number.
//! The start state is 0; a transition to [`DEAD`] rejects for good.

use std::collections::VecDeque;

/// The transition from which nothing is accepted.
pub const DEAD: u32 = u32::MAX;
/// The largest alphabet: tuples of digits.
pub const MOST_LETTERS: usize = 1 << 16;

/// A deterministic automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

impl Dfa {
    /// An automaton with a start state and no transitions.
    pub fn new(letters: usize, accepting: bool) -> Dfa {
        let mut dfa = Dfa {
            letters,
            next: Vec::new(),
            accepting: Vec::new(),
        };
        dfa.add(accepting);
        dfa
    }

    /// Adds a state without transitions and gives its number.
    pub fn add(&mut self, accepting: bool) -> u32 {
        self.next.resize(self.next.len() + self.letters, DEAD);
        self.accepting.push(accepting);
        (self.accepting.len() - 1) as u32
    }

    /// Sets a transition.
    pub fn set(&mut self, from: u32, letter: usize, to: u32) {
        self.next[from as usize * self.letters + letter] = to;
    }

    /// Where `letter` leads.
    #[inline]
    pub fn next(&self, from: u32, letter: usize) -> u32 {
        self.next[from as usize * self.letters + letter]
    }

    /// All transitions of a state, by letter.
    #[inline]
    pub fn row(&self, from: u32) -> &[u32] {
        let at = from as usize * self.letters;
        &self.next[at..at + self.letters]
    }

    /// Whether a word that ends here is accepted.
    #[inline]
    pub fn accepting(&self, state: u32) -> bool {
        state != DEAD && self.accepting[state as usize]
    }

    /// Makes words that end here accepted or not.
    pub fn set_accepting(&mut self, state: u32, accepting: bool) {
        self.accepting[state as usize] = accepting;
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let mut state = 0;
        for letter in word {
            if letter >= self.letters {
                return false;
            }
            state = self.next(state, letter);
            if state == DEAD {
                return false;
            }
        }
        self.accepting(state)
    }

    /// The first accepted word in order of length, then of letters by `order`.
    pub fn shortest(&self, order: &[usize]) -> Option<Vec<usize>> {
        let mut before = vec![(DEAD, 0usize); self.states()];
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        let mut queue = VecDeque::from([0u32]);
        while let Some(state) = queue.pop_front() {
            if self.accepting(state) {
                let mut word = Vec::new();
                let mut at = state;
                while before[at as usize].0 != DEAD {
                    let (from, letter) = before[at as usize];
                    word.push(letter);
                    at = from;
                }
                word.reverse();
                return Some(word);
            }
            for &letter in order {
                let to = self.next(state, letter);
                if to != DEAD && !seen[to as usize] {
                    seen[to as usize] = true;
                    before[to as usize] = (state, letter);
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The same automaton with its states in the order in which they are
    /// first reached: equal minimal automata become equal.
    pub(super) fn in_order(&self) -> Dfa {
        let mut number = vec![DEAD; self.states()];
        number[0] = 0;
        let mut reached = vec![0u32];
        let mut at = 0;
        while at < reached.len() {
            for &to in self.row(reached[at]) {
                if to != DEAD && number[to as usize] == DEAD {
                    number[to as usize] = reached.len() as u32;
                    reached.push(to);
                }
            }
            at += 1;
        }
        let mut next = Vec::with_capacity(reached.len() * self.letters);
        for &state in &reached {
            let row = self.row(state).iter();
            next.extend(row.map(|&to| {
                if to == DEAD {
                    DEAD
                } else {
                    number[to as usize]
                }
            }));
        }
        Dfa {
            letters: self.letters,
            next,
            accepting: reached.iter().map(|&s| self.accepting(s)).collect(),
        }
    }
}
