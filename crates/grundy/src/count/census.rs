//! Choices of k components by their nim sum, with the Walsh–Hadamard
//! transform.
//!
//! For a character χ (x ↦ the parity of x ∧ χ) let a of the n values be even
//! and b = n - a be odd. Over all choices of k components, the sum of
//! (-1)^χ(nim sum) is the coefficient of z^k in
//!
//! | k components | |
//! |---|---|
//! | a tuple, with repetition | (a - b)^k, not a coefficient |
//! | a subset | (1 + z)^a (1 - z)^b |
//! | a multiset | (1 - z)^-a (1 + z)^-b |
//!
//! and the inverse transform gives the counts. The differences a - b of all
//! characters are one transform of the histogram of the values. Going from b
//! to b + 1 multiplies both series by (1 - z)/(1 + z), which costs O(k) and no
//! division, so the coefficients are had in any [`Ring`].
//!
//! ```
//! use grundy::{budget::Budget, count::{Census, Exact}};
//! let heaps = Census::of([1, 2, 3], &Budget::default()).unwrap();
//! // Of the 27 lists of three, the six orders of 1, 2, 3 are lost.
//! assert_eq!(heaps.tuples(&Exact, 3)[0], 6.into());
//! assert_eq!(heaps.subsets(&Exact, 3, &Budget::default()).unwrap()[0], 1.into());
//! assert_eq!(heaps.multisets(&Exact, 2, &Budget::default()).unwrap()[0], 3.into());
//! ```
//!
//! Limits: memory is one number for each nim sum that may occur, 2^b for
//! values below 2^b.

use super::ring::Ring;
use crate::budget::Budget;
use crate::error::Error;

/// The values of the components to choose from, as their spectrum.
#[derive(Clone, Debug)]
pub struct Census {
    components: u64,
    bits: u32,
    /// For each character, how many values are even less how many are odd.
    spectrum: Vec<i64>,
}

impl Census {
    /// Components with these values.
    pub fn of(values: impl IntoIterator<Item = u64>, budget: &Budget) -> Result<Self, Error> {
        let values: Vec<u64> = values.into_iter().collect();
        let largest = values.iter().max().copied().unwrap_or(0);
        let bits = u64::BITS - largest.leading_zeros();
        let mut meter = budget.meter("census");
        // Saturates: 2^60 numbers are too many for every budget.
        meter.bytes(16 << bits.min(59))?;
        let mut spectrum = vec![0; 1 << bits];
        for value in &values {
            spectrum[*value as usize] += 1;
        }
        transform(&mut spectrum, |a, b| (a + b, a - b));
        Ok(Census {
            components: values.len() as u64,
            bits,
            spectrum,
        })
    }

    /// For every nim sum, how many lists of `k` components have it, where
    /// components may occur again.
    pub fn tuples<R: Ring>(&self, ring: &R, k: u64) -> Vec<R::Number> {
        self.counts(ring, |difference| ring.power(&ring.integer(difference), k))
    }

    /// For every nim sum, how many subsets of `k` components have it.
    pub fn subsets<R: Ring>(
        &self,
        ring: &R,
        k: u64,
        budget: &Budget,
    ) -> Result<Vec<R::Number>, Error> {
        if k > self.components {
            return Ok(vec![ring.number(0); self.spectrum.len()]);
        }
        self.by_series(ring, k, budget, |series| {
            for at in (1..series.len()).rev() {
                series[at] = ring.add(&series[at], &series[at - 1]);
            }
        })
    }

    /// For every nim sum, how many lists of `k` different components have it.
    pub fn arrangements<R: Ring>(
        &self,
        ring: &R,
        k: u64,
        budget: &Budget,
    ) -> Result<Vec<R::Number>, Error> {
        let mut counts = self.subsets(ring, k, budget)?;
        let orders = (2..=k.min(self.components)).fold(ring.number(1), |product, n| {
            ring.multiply(&product, &ring.number(n.into()))
        });
        for count in &mut counts {
            *count = ring.multiply(count, &orders);
        }
        Ok(counts)
    }

    /// For every nim sum, how many multisets of `k` components have it: each
    /// component may be taken any number of times, in no order.
    pub fn multisets<R: Ring>(
        &self,
        ring: &R,
        k: u64,
        budget: &Budget,
    ) -> Result<Vec<R::Number>, Error> {
        self.by_series(ring, k, budget, |series| {
            for at in 1..series.len() {
                series[at] = ring.add(&series[at], &series[at - 1]);
            }
        })
    }

    /// `even` multiplies a series by the factor of a value that is even.
    fn by_series<R: Ring>(
        &self,
        ring: &R,
        k: u64,
        budget: &Budget,
        even: impl Fn(&mut [R::Number]),
    ) -> Result<Vec<R::Number>, Error> {
        let mut meter = budget.meter("census");
        let n = self.components;
        meter.bytes(16u64.saturating_mul(k.max(n)))?;
        let mut series = vec![ring.number(0); k as usize + 1];
        series[0] = ring.number(1);
        for _ in 0..n {
            meter.advance(1 + k / 16)?;
            even(&mut series);
        }
        // The coefficient for every number of odd values.
        let mut coefficients = vec![series[k as usize].clone()];
        for _ in 0..n {
            meter.advance(1 + k / 16)?;
            // Times 1 - z, and then by 1 + z: each new one is the old one less
            // the old and the new one before.
            let mut before = (ring.number(0), ring.number(0));
            for number in &mut series {
                let both = ring.add(&before.0, &before.1);
                let new = ring.subtract(number, &both);
                before = (std::mem::replace(number, new.clone()), new);
            }
            coefficients.push(series[k as usize].clone());
        }
        Ok(self.counts(ring, |difference| {
            // difference = n - 2·odd
            coefficients[((n as i64 - difference) / 2) as usize].clone()
        }))
    }

    fn counts<R: Ring>(&self, ring: &R, of: impl Fn(i64) -> R::Number) -> Vec<R::Number> {
        let mut counts: Vec<R::Number> = self.spectrum.iter().map(|d| of(*d)).collect();
        transform(&mut counts, |a, b| (ring.add(a, b), ring.subtract(a, b)));
        for count in &mut counts {
            *count = ring.halve(count, self.bits);
        }
        counts
    }
}

/// The Walsh–Hadamard transform in place; `butterfly` gives sum and difference.
fn transform<T>(numbers: &mut [T], butterfly: impl Fn(&T, &T) -> (T, T)) {
    let mut half = 1;
    while half < numbers.len() {
        for block in numbers.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = butterfly(a, b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::{Exact, Modulo, Word};
    use super::*;
    use crate::natural::Natural;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// All lists of k indices below n.
    fn lists(n: usize, k: usize) -> Vec<Vec<usize>> {
        (0..k).fold(vec![vec![]], |lists, _| {
            let longer = |list: &Vec<usize>| {
                let list = list.clone();
                (0..n).map(move |next| [&list[..], &[next]].concat())
            };
            lists.iter().flat_map(longer).collect()
        })
    }

    fn by_enumeration(values: &[u64], k: usize, fits: impl Fn(&[usize]) -> bool) -> Vec<u64> {
        let largest = values.iter().max().copied().unwrap_or(0);
        let mut counts = vec![0; 1 << (u64::BITS - largest.leading_zeros())];
        for list in lists(values.len(), k).iter().filter(|list| fits(list)) {
            counts[list.iter().fold(0, |x, i| x ^ values[*i]) as usize] += 1;
        }
        counts
    }

    /// Tuples, subsets, multisets or arrangements.
    fn counted<R: Ring>(values: &[u64], ring: &R, k: usize, form: usize) -> Vec<Natural> {
        let budget = Budget::default();
        let census = Census::of(values.iter().copied(), &budget).unwrap();
        let counts = match form {
            0 => Ok(census.tuples(ring, k as u64)),
            1 => census.subsets(ring, k as u64, &budget),
            2 => census.multisets(ring, k as u64, &budget),
            _ => census.arrangements(ring, k as u64, &budget),
        };
        counts.unwrap().iter().map(|n| ring.natural(n)).collect()
    }

    proptest! {
        #[test]
        fn counts_are_those_of_enumeration(values in vec(0u64..20, 0..6), k in 0usize..5) {
            for form in 0..4 {
                let expected = by_enumeration(&values, k, |list| match form {
                    0 => true,
                    1 => list.windows(2).all(|pair| pair[0] < pair[1]),
                    2 => list.windows(2).all(|pair| pair[0] <= pair[1]),
                    _ => (1..list.len()).all(|i| !list[..i].contains(&list[i])),
                });
                let small = Modulo::new(11).unwrap();
                let of = |n: u64| move |count: &u64| Natural::from(count % n);
                let exact: Vec<Natural> = expected.iter().map(of(u64::MAX)).collect();
                let rest: Vec<Natural> = expected.iter().map(of(11)).collect();
                prop_assert_eq!(counted(&values, &Exact, k, form), exact.clone());
                prop_assert_eq!(counted(&values, &Word, k, form), exact);
                prop_assert_eq!(counted(&values, &small, k, form), rest);
            }
        }
    }

    #[test]
    fn large_counts_are_exact() {
        let budget = Budget::default();
        let census = Census::of(0..64, &budget).unwrap();
        // By symmetry each nim sum occurs equally often among tuples.
        let each = Natural::from(64u8).pow(99);
        let exact = census.tuples(&Exact, 100);
        assert_eq!(Exact.natural(&exact[0]), each);
        let prime = Modulo::new(998_244_353).unwrap();
        let rest = census.tuples(&prime, 100)[5];
        assert_eq!(rest, each % 998_244_353u32);
        // Subsets of 32 of 64: all counts together are C(64,32).
        let subsets = census.subsets(&Exact, 32, &budget).unwrap();
        let total = subsets.iter().fold(0.into(), |sum, count| sum + count);
        assert_eq!(Exact.natural(&total), 1_832_624_140_942_590_534u64.into());
    }

    #[test]
    fn values_that_are_too_large_are_refused() {
        let error = Census::of([1 << 50], &Budget::default()).unwrap_err();
        assert!(error.is_budget());
        assert!(Census::of([u64::MAX], &Budget::default()).is_err());
    }
}
