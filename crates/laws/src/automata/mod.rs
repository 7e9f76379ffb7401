//! Automata that read numbers: the decision procedure behind every proof.
//!
//! A relation between naturals is *automatic* in a numeration if a finite
//! automaton, reading the digits of all numbers side by side with the most
//! significant first, decides it. Automatic relations are closed under and,
//! or, not and "there is", and all of these can be computed; addition is
//! automatic in the numerations used here, xor in base 2. So
//! every first-order statement built from them is decided (Büchi 1960;
//! Bruyère, Hansel, Michaux and Villemaire 1994).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{Engine, numeration::Numeration};
//!
//! // Every number is even, or odd: there is y with x = 2y or x = 2y + 1.
//! let mut meter = Budget::default().meter("automata");
//! let mut engine = Engine::new(Numeration::FIBONACCI, &mut meter);
//! let (x, y) = (0, 1);
//! let even = engine.equal(&[(x, 1), (y, -2)], 0).unwrap();
//! let odd = engine.equal(&[(x, 1), (y, -2)], 1).unwrap();
//! let either = engine.or(&even, &odd).unwrap();
//! let all = engine.exists(&either, &[y]).unwrap();
//! let none = engine.not(&all).unwrap();
//! assert!(none.is_empty());
//! ```
//!
//! Limits: states are counted against the meter; a relation over `t` numbers
//! has `digits^t` letters, at most [`dfa::MOST_LETTERS`].

pub mod dfa;
mod digits;
mod eliminate;
mod linear;
mod minimise;
pub mod numeration;
mod project;
pub mod relation;
mod reverse;

use grundy::budget::Meter;
use grundy::error::Error;

pub use digits::MOST_ONES;
pub use linear::{MOST_COEFFICIENT, MOST_CONSTANT};
use numeration::Numeration;
pub use relation::{Relation, Variable};

/// Builds and combines relations in one numeration, against one meter.
pub struct Engine<'m> {
    numeration: Numeration,
    meter: &'m mut Meter,
    /// The largest automaton so far, before minimisation.
    largest: usize,
}

impl<'m> Engine<'m> {
    /// An engine for `numeration` whose states are counted by `meter`.
    pub fn new(numeration: Numeration, meter: &'m mut Meter) -> Self {
        Engine {
            numeration,
            meter,
            largest: 0,
        }
    }

    /// The numeration in use.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The number of states of the largest automaton that was made.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Accounts for a new state with so many letters.
    fn state(&mut self, letters: usize, states: usize) -> Result<(), Error> {
        self.largest = self.largest.max(states);
        // A state is a row of the table: wide rows count for more.
        self.meter.bytes(4 * letters as u64 * states as u64)?;
        self.meter.advance(1 + letters as u64 / 64)
    }
}
