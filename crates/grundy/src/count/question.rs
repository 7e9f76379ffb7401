//! One question for front ends: how many choices of the given components, in
//! which form, with which nim sum, counted how.
//!
//! ```
//! use grundy::{budget::Budget, count::{Form, Question, Wanted}};
//! let question = Question { form: Form::Tuples(3), ..Question::default() };
//! // Of the 27 lists of three of the heaps 1, 2, 3, six are lost.
//! assert_eq!(question.count(&[1, 2, 3], &Budget::default()).unwrap(), 6u8.into());
//! ```

use super::{Census, Exact, Modulo, Residues, Ring, Subsets, Word};
use crate::budget::Budget;
use crate::error::Error;
use crate::natural::Natural;
use crate::text::Text;

/// How components are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any subset, the empty one included.
    AnySubset,
    /// A subset of so many.
    Subsets(u64),
    /// A subset whose size is a multiple of this.
    MultiplesOf(u64),
    /// A list of so many, in which components may occur again.
    Tuples(u64),
    /// A list of so many different ones.
    Arrangements(u64),
    /// So many in no order, in which components may occur again.
    Multisets(u64),
}

/// Which nim sums are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This one; 0 for lost positions.
    Xor(u64),
    /// All but this one; 0 for won positions.
    Not(u64),
    /// This one and all larger ones.
    AtLeast(u64),
}

impl Wanted {
    fn accepts(self, xor: u64) -> bool {
        match self {
            Wanted::Xor(wanted) => xor == wanted,
            Wanted::Not(other) => xor != other,
            Wanted::AtLeast(bound) => xor >= bound,
        }
    }
}

/// The question.
#[derive(Clone, Debug)]
pub struct Question {
    /// How components are chosen.
    pub form: Form,
    /// Which nim sums are counted.
    pub wanted: Wanted,
    /// The answer is given modulo this; 0 for the exact number.
    pub modulus: Natural,
}

impl Default for Question {
    /// All lost subsets, exactly.
    fn default() -> Self {
        Question {
            form: Form::AnySubset,
            wanted: Wanted::Xor(0),
            modulus: Natural::ZERO,
        }
    }
}

impl Question {
    /// The answer for components with these values.
    pub fn count(&self, values: &[u64], budget: &Budget) -> Result<Natural, Error> {
        let work = Counting {
            question: self,
            values,
            budget,
        };
        in_ring(&self.modulus, work)
    }
}

/// Work that can be done in any ring.
pub trait InAnyRing {
    /// Does it; the answer is a count.
    fn run<R: Ring>(self, ring: &R) -> Result<Natural, Error>;
}

/// Does `work` modulo `modulus` (0: exactly), in the ring that costs least.
pub fn in_ring(modulus: &Natural, work: impl InAnyRing) -> Result<Natural, Error> {
    if *modulus == Natural::ONE << 64 {
        return work.run(&Word);
    }
    if let Some(ring) = u32::try_from(modulus).ok().and_then(Modulo::new) {
        return work.run(&ring);
    }
    let count = work.run(&Exact)?;
    Ok(if modulus.is_zero() {
        count
    } else {
        count % modulus
    })
}

struct Counting<'q> {
    question: &'q Question,
    values: &'q [u64],
    budget: &'q Budget,
}

impl InAnyRing for Counting<'_> {
    fn run<R: Ring>(self, ring: &R) -> Result<Natural, Error> {
        let Counting {
            question,
            values,
            budget,
        } = self;
        let wanted = question.wanted;
        let census = || Census::of(values.iter().copied(), budget);
        let counts = match question.form {
            Form::AnySubset => {
                let subsets = Subsets::of(values.iter().copied());
                let count = match wanted {
                    Wanted::Xor(xor) => subsets.with_xor(ring, xor),
                    Wanted::AtLeast(bound) => subsets.at_least(ring, bound),
                    Wanted::Not(xor) => {
                        let (all, these) = (subsets.at_least(ring, 0), subsets.with_xor(ring, xor));
                        ring.subtract(&all, &these)
                    }
                };
                return Ok(ring.natural(&count));
            }
            Form::MultiplesOf(divisor) => {
                let divisor = usize::try_from(divisor).ok().filter(|d| *d > 0);
                let divisor = divisor.ok_or_else(|| Error::Unsupported {
                    because: Text::fixed(
                        "sizes can be multiples of 1 or more",
                        "个数只能是正整数的倍数",
                    ),
                })?;
                let table = Residues::of(ring, values, divisor, budget)?;
                let largest = values.iter().max().copied().unwrap_or(0);
                let sums = 1u64 << (u64::BITS - largest.leading_zeros());
                (0..sums).map(|xor| table.get(xor, 0).clone()).collect()
            }
            Form::Subsets(k) => census()?.subsets(ring, k, budget)?,
            Form::Arrangements(k) => census()?.arrangements(ring, k, budget)?,
            Form::Multisets(k) => census()?.multisets(ring, k, budget)?,
            Form::Tuples(k) => census()?.tuples(ring, k),
        };
        let chosen = (0u64..)
            .zip(&counts)
            .filter(|(xor, _)| wanted.accepts(*xor));
        let total = chosen.fold(ring.number(0), |sum, (_, count)| ring.add(&sum, count));
        Ok(ring.natural(&total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_moduli_agree() {
        let values = [3, 5, 6, 6, 1, 0, 9];
        let count = |form, wanted, modulus: u64| {
            let question = Question {
                form,
                wanted,
                modulus: modulus.into(),
            };
            question.count(&values, &Budget::default()).unwrap()
        };
        for wanted in [
            Wanted::Xor(0),
            Wanted::Xor(5),
            Wanted::Not(0),
            Wanted::AtLeast(7),
        ] {
            // Subsets of all sizes together are any subset.
            let sizes = (0..=7).map(|k| count(Form::Subsets(k), wanted, 0));
            let together = sizes.fold(Natural::ZERO, |sum, n| sum + n);
            assert_eq!(together, count(Form::AnySubset, wanted, 0));
            assert_eq!(together, count(Form::MultiplesOf(1), wanted, 0));
            for form in [
                Form::Tuples(4),
                Form::Multisets(3),
                Form::Arrangements(3),
                Form::MultiplesOf(2),
            ] {
                let exact = count(form, wanted, 0);
                for modulus in [2, 7, 10, 1 << 40] {
                    assert_eq!(
                        count(form, wanted, modulus),
                        &exact % Natural::from(modulus)
                    );
                }
                let word = Question {
                    form,
                    wanted,
                    modulus: Natural::ONE << 64,
                };
                assert_eq!(word.count(&values, &Budget::default()).unwrap(), exact);
            }
        }
        let nothing = Question {
            form: Form::MultiplesOf(0),
            ..Question::default()
        };
        assert!(nothing.count(&values, &Budget::default()).is_err());
    }
}
