//! One question for front ends: how many choices of the given components, in
//! which form, with which nim sum, counted how.
//!
//! ```
//! use grundy::{budget::Budget, count::{Form, Question, Wanted}};
//! let question = Question { form: Form::Tuples(3), ..Question::default() };
//! // Of the 27 lists of three of the heaps 1, 2, 3, six are lost.
//! assert_eq!(question.count(&[1, 2, 3], &Budget::default()).unwrap(), 6u8.into());
//! ```

use std::collections::BTreeSet;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those in this set; `{0}` for lost positions.
    In(BTreeSet<u64>),
    /// All that are not in this set; `{0}` for won positions.
    NotIn(BTreeSet<u64>),
    /// This one and all larger ones.
    AtLeast(u64),
}

impl Wanted {
    /// Lost positions.
    pub fn lost() -> Wanted {
        Wanted::In(BTreeSet::from([0]))
    }

    /// Won positions.
    pub fn won() -> Wanted {
        Wanted::NotIn(BTreeSet::from([0]))
    }

    fn accepts(&self, xor: u64) -> bool {
        match self {
            Wanted::In(set) => set.contains(&xor),
            Wanted::NotIn(set) => !set.contains(&xor),
            Wanted::AtLeast(bound) => xor >= *bound,
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
            wanted: Wanted::lost(),
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
        let wanted = &question.wanted;
        let census = || Census::of(values.iter().copied(), budget);
        let counts = match question.form {
            Form::AnySubset => {
                let subsets = Subsets::of(values.iter().copied());
                let these = |set: &BTreeSet<u64>| {
                    let counts = set.iter().map(|xor| subsets.with_xor(ring, *xor));
                    counts.fold(ring.number(0), |sum, count| ring.add(&sum, &count))
                };
                let count = match wanted {
                    Wanted::In(set) => these(set),
                    Wanted::NotIn(set) => ring.subtract(&subsets.at_least(ring, 0), &these(set)),
                    Wanted::AtLeast(bound) => subsets.at_least(ring, *bound),
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
        let count = |form, wanted: &Wanted, modulus: Natural| {
            let wanted = wanted.clone();
            let question = Question {
                form,
                wanted,
                modulus,
            };
            question.count(&values, &Budget::default()).unwrap()
        };
        let some = BTreeSet::from([0, 5, 9, 1 << 40]);
        for wanted in [
            Wanted::lost(),
            Wanted::won(),
            Wanted::In(some.clone()),
            Wanted::NotIn(some),
            Wanted::AtLeast(7),
        ] {
            // Subsets of all sizes together are any subset.
            let sizes = (0..=7).map(|k| count(Form::Subsets(k), &wanted, Natural::ZERO));
            let together = sizes.fold(Natural::ZERO, |sum, n| sum + n);
            assert_eq!(together, count(Form::AnySubset, &wanted, Natural::ZERO));
            assert_eq!(
                together,
                count(Form::MultiplesOf(1), &wanted, Natural::ZERO)
            );
            for form in [
                Form::AnySubset,
                Form::Tuples(4),
                Form::Multisets(3),
                Form::Arrangements(3),
                Form::MultiplesOf(2),
            ] {
                let exact = count(form, &wanted, Natural::ZERO);
                let moduli = [2u64, 7, 10, 1 << 40].map(Natural::from);
                for modulus in moduli.into_iter().chain([Natural::ONE << 64]) {
                    assert_eq!(count(form, &wanted, modulus.clone()), &exact % modulus);
                }
            }
        }
        let nothing = Question {
            form: Form::MultiplesOf(0),
            ..Question::default()
        };
        assert!(nothing.count(&values, &Budget::default()).is_err());
    }
}
