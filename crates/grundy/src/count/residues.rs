//! Subsets by their nim sum and their size modulo d.
//!
//! Xor dynamic programming: adding a value v, the subsets with nim sum x and
//! size r come from those with (x, r) and those with (x ⊕ v, r-1). The nim sums x
//! and x ⊕ v exchange what they have, so one table serves, in place. Small
//! values come first: as long as all are below 2^b, only 2^b nim sums occur, so
//! the work is at most 2·d·Σ values, and the memory d numbers for each nim sum.
//!
//! ```
//! use grundy::{budget::Budget, count::{Modulo, Residues}};
//! let ring = Modulo::new(1_000_000_007).unwrap();
//! let table = Residues::of(&ring, &[1, 3, 4, 1, 2], 2, &Budget::default()).unwrap();
//! // Of even size with nim sum 5: {1,4}, twice.
//! assert_eq!(*table.get(5, 0), 2);
//! ```

use super::ring::Ring;
use crate::budget::Budget;
use crate::error::Error;

/// How many subsets there are of each nim sum and each size modulo d.
#[derive(Clone, Debug)]
pub struct Residues<N> {
    modulus: usize,
    zero: N,
    /// The d numbers of nim sum 0, those of 1, and so on.
    counts: Vec<N>,
}

impl<N: Clone> Residues<N> {
    /// Counts the subsets of `values` by size modulo `modulus` (0 counts as 1).
    pub fn of<R: Ring<Number = N>>(
        ring: &R,
        values: &[u64],
        modulus: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let modulus = modulus.max(1);
        let mut values = values.to_vec();
        values.sort_unstable();
        let width = |value: u64| u64::BITS - value.leading_zeros();
        let mut meter = budget.meter("subsets by size");
        let sums = 1u64 << width(values.last().copied().unwrap_or(0)).min(50);
        let numbers = sums.saturating_mul(modulus as u64);
        meter.bytes(numbers.saturating_mul(size_of::<N>() as u64))?;
        let mut counts = vec![ring.number(0); numbers as usize];
        counts[0] = ring.number(1);
        let mut before = vec![ring.number(0); modulus];
        for value in values {
            let live = modulus << width(value);
            meter.advance(1 + live as u64 / 64)?;
            if value == 0 {
                // Each set again with one more: the sizes move on by one.
                for block in counts[..modulus].chunks_exact_mut(modulus) {
                    before.clone_from_slice(block);
                    add_shifted(ring, block, &before);
                }
                continue;
            }
            let top = modulus << value.ilog2();
            let (low, high) = counts[..live].split_at_mut(top);
            for (sum, a) in low.chunks_exact_mut(modulus).enumerate() {
                let other = modulus * ((sum as u64 ^ value) as usize) - top;
                let b = &mut high[other..other + modulus];
                before.clone_from_slice(a);
                add_shifted(ring, a, b);
                add_shifted(ring, b, &before);
            }
        }
        Ok(Residues {
            modulus,
            zero: ring.number(0),
            counts,
        })
    }

    /// How many subsets have this nim sum and a size ≡ `size`.
    pub fn get(&self, xor: u64, size: usize) -> &N {
        let at = usize::try_from(xor).ok().and_then(|xor| {
            let at = xor.checked_mul(self.modulus)?;
            at.checked_add(size % self.modulus)
        });
        at.and_then(|at| self.counts.get(at)).unwrap_or(&self.zero)
    }
}

/// Adds the counts of other sets, each set made larger by one.
#[inline]
fn add_shifted<R: Ring>(ring: &R, to: &mut [R::Number], from: &[R::Number]) {
    let (last, rest) = (from.len() - 1, &from[..from.len() - 1]);
    to[0] = ring.add(&to[0], &from[last]);
    for (to, from) in to[1..].iter_mut().zip(rest) {
        *to = ring.add(to, from);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::{Exact, Modulo};
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_enumeration(values in vec(0u64..40, 0..10), modulus in 1usize..6) {
            let mut expected = vec![0u32; 64 * modulus];
            for chosen in 0u32..1 << values.len() {
                let inside = |i: &usize| chosen >> i & 1 == 1;
                let xor = (0..values.len()).filter(inside).fold(0, |x, i| x ^ values[i]) as usize;
                expected[xor * modulus + chosen.count_ones() as usize % modulus] += 1;
            }
            let budget = Budget::default();
            let exact = Residues::of(&Exact, &values, modulus, &budget).unwrap();
            let ring = Modulo::new(7).unwrap();
            let modulo = Residues::of(&ring, &values, modulus, &budget).unwrap();
            for xor in 0..64u64 {
                for size in 0..modulus {
                    let count = expected[xor as usize * modulus + size];
                    prop_assert_eq!(exact.get(xor, size), &count.into());
                    prop_assert_eq!(*modulo.get(xor, size + modulus), count % 7);
                }
            }
            prop_assert_eq!(*modulo.get(u64::MAX, 0), 0);
        }
    }

    #[test]
    fn values_that_are_too_large_are_refused() {
        let refused = Residues::of(&Exact, &[u64::MAX], 3, &Budget::default());
        assert!(refused.is_err_and(|error| error.is_budget()));
    }
}
