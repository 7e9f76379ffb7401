//! Functions of the binary digits of one number, as relations.
//!
//! The lowest bit and the number of ones, up to a bound or modulo a number, are
//! told by automata with as many states as the answer has values. Only in base 2.

use grundy::error::Error;

use super::dfa::Dfa;
use super::relation::{Relation, Variable};
use super::{Engine, numeration::Numeration};

/// More values of a count of digits than this are not distinguished.
pub const MOST_ONES: u32 = 64;

impl Engine<'_> {
    /// `value` is the largest power of two that divides `number`, 0 for 0; only
    /// in base 2.
    pub fn lowest_bit(&mut self, number: Variable, value: Variable) -> Result<Relation, Error> {
        self.only_binary("the lowest bit", "最低位")?;
        // Any digits over zeros, then one over one, then zeros: letter a + 2b is
        // the digit a of the number over the digit b of the value.
        let mut dfa = Dfa::new(4, true);
        let open = dfa.add(false);
        let done = dfa.add(true);
        dfa.set(0, 0, 0);
        for from in [0, open] {
            dfa.set(from, 1, open);
            dfa.set(from, 3, done);
        }
        dfa.set(open, 0, open);
        dfa.set(done, 0, done);
        self.given(&dfa, &[number, value])
    }

    /// The number of ones of `number` is `value`, or more if it is `most`; only
    /// in base 2.
    pub fn ones(
        &mut self,
        number: Variable,
        value: Variable,
        most: u32,
    ) -> Result<Relation, Error> {
        self.counted(number, value, most + 1, |ones| (ones + 1).min(most))
    }

    /// The number of ones of `number` leaves the remainder `value` modulo
    /// `modulus`, which is not 0; only in base 2.
    pub fn ones_modulo(
        &mut self,
        number: Variable,
        value: Variable,
        modulus: u32,
    ) -> Result<Relation, Error> {
        self.counted(number, value, modulus, |ones| (ones + 1) % modulus)
    }

    /// Counts ones in as many states as there are counts.
    fn counted(
        &mut self,
        number: Variable,
        value: Variable,
        counts: u32,
        next: impl Fn(u32) -> u32,
    ) -> Result<Relation, Error> {
        self.only_binary("the number of ones", "一的个数")?;
        debug_assert_eq!(self.numeration(), Numeration::BINARY);
        let mut any = self.none(&[number, value])?;
        for count in 0..counts {
            let mut dfa = Dfa::new(2, count == 0);
            for state in 1..counts {
                dfa.add(state == count);
            }
            for state in 0..counts {
                dfa.set(state, 0, state);
                dfa.set(state, 1, next(state));
            }
            let such = self.given(&dfa, &[number])?;
            let this = self.constant(value, count.into())?;
            let both = self.and(&such, &this)?;
            any = self.or(&any, &both)?;
        }
        Ok(any)
    }
}
