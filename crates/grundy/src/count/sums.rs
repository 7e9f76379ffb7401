//! Lists of heaps with a given total that satisfy a condition on their binary
//! digits.
//!
//! Many games on a strip are Nim on gaps: the gaps have a fixed total, some
//! of them decide and the rest are free. In Nim a position is lost when each
//! binary digit is 1 in an even number of heaps, in Moore's Nim_k when in a
//! multiple of k+1 of them.
//!
//! Digit dynamic programming: let f(t) be the number of lists of h heaps with
//! total t in which every digit is 1 in an allowed number of heaps. Choosing
//! the j heaps with an odd size leaves, of every heap, its half:
//! f(t) = Σ C(h,j)·f((t-j)/2) over allowed j ≡ t (mod 2), j ≤ t. A heap without
//! a condition turns f into its prefix sums. That is O(t·(h + free)) in all, in any
//! ring: nothing is divided.
//!
//! ```
//! use grundy::{budget::Budget, count::{Exact, Sums}};
//! // Two Nim heaps with 6 stones: lost as 3,3 only.
//! let nim = Sums::nim(&Exact, 2, 6, &Budget::default()).unwrap();
//! assert_eq!(nim.counts()[6], 1.into());
//! // With any number of stones laid aside: also as 2,2 and 1,1 and 0,0.
//! assert_eq!(nim.with_free(1, &Budget::default()).unwrap().counts()[6], 4.into());
//! ```

use super::ring::Ring;
use crate::budget::Budget;
use crate::error::Error;

/// For each total, how many lists of heaps there are.
#[derive(Clone, Debug)]
pub struct Sums<'r, R: Ring> {
    ring: &'r R,
    counts: Vec<R::Number>,
}

impl<'r, R: Ring> Sums<'r, R> {
    /// Lists of `heaps` heaps that are lost in Nim, for totals up to `most`.
    pub fn nim(ring: &'r R, heaps: u64, most: u64, budget: &Budget) -> Result<Self, Error> {
        Self::moore(ring, heaps, most, 1, budget)
    }

    /// Lists of `heaps` heaps that are lost in Moore's Nim where a move takes
    /// from up to `k` heaps.
    pub fn moore(
        ring: &'r R,
        heaps: u64,
        most: u64,
        k: u64,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let multiple = |ones: u64| k < u64::MAX && ones.is_multiple_of(k + 1);
        Self::where_digits(
            ring,
            heaps,
            most,
            |ones| ones == 0 || multiple(ones),
            budget,
        )
    }

    /// Lists of `heaps` heaps in which each binary digit is 1 in a number of
    /// heaps that is `allowed`. (0 always is: all but a few digits are.)
    pub fn where_digits(
        ring: &'r R,
        heaps: u64,
        most: u64,
        allowed: impl Fn(u64) -> bool,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut meter = budget.meter("digits of sums");
        let number = size_of::<R::Number>() as u64;
        let ones = heaps.min(most);
        meter.bytes(number.saturating_mul(most.saturating_add(ones)))?;
        // C(heaps, j) row by row: no division, whatever the ring.
        let mut binomials = vec![ring.number(0); ones as usize + 1];
        binomials[0] = ring.number(1);
        for _ in 0..heaps {
            meter.advance(1 + ones / 16)?;
            for j in (1..binomials.len()).rev() {
                binomials[j] = ring.add(&binomials[j], &binomials[j - 1]);
            }
        }
        let choices: Vec<(usize, R::Number)> = binomials
            .into_iter()
            .enumerate()
            .filter(|(j, _)| *j == 0 || allowed(*j as u64))
            .collect();
        let mut counts: Vec<R::Number> = Vec::with_capacity(most as usize + 1);
        counts.push(ring.number(1));
        for total in 1..=most as usize {
            meter.advance(1 + choices.len() as u64 / 16)?;
            let mut count = ring.number(0);
            for (odd, ways) in choices.iter().take_while(|(odd, _)| *odd <= total) {
                if (total - odd) % 2 == 0 {
                    let ways = ring.multiply(ways, &counts[(total - odd) / 2]);
                    count = ring.add(&count, &ways);
                }
            }
            counts.push(count);
        }
        Ok(Sums { ring, counts })
    }

    /// The same with `heaps` more heaps that may have any size.
    pub fn with_free(mut self, heaps: u64, budget: &Budget) -> Result<Self, Error> {
        let mut meter = budget.meter("digits of sums");
        for _ in 0..heaps {
            meter.advance(1 + self.counts.len() as u64 / 16)?;
            for at in 1..self.counts.len() {
                self.counts[at] = self.ring.add(&self.counts[at], &self.counts[at - 1]);
            }
        }
        Ok(self)
    }

    /// How many lists there are for each total, from 0 on.
    pub fn counts(&self) -> &[R::Number] {
        &self.counts
    }

    /// How many lists of this total, at most the one that was asked for, are
    /// *not* counted here; `heaps` is the number of all heaps, free ones included.
    pub fn others(&self, heaps: u64, total: u64, budget: &Budget) -> Result<R::Number, Error> {
        let ring = self.ring;
        let total = usize::try_from(total)
            .unwrap_or(usize::MAX)
            .min(self.counts.len() - 1);
        let mut all = vec![ring.number(0); total + 1];
        all[0] = ring.number(1);
        let all = Sums { ring, counts: all }.with_free(heaps, budget)?;
        Ok(ring.subtract(&all.counts[total], &self.counts[total]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::{Exact, Modulo};
    use super::*;
    use proptest::prelude::*;

    /// All lists of `heaps` numbers with a total of `most` or less.
    fn lists(heaps: usize, most: u64) -> Vec<Vec<u64>> {
        (0..heaps).fold(vec![vec![]], |lists, _| {
            let longer = |list: &Vec<u64>| {
                let list = list.clone();
                let left = most - list.iter().sum::<u64>();
                (0..=left).map(move |next| [&list[..], &[next]].concat())
            };
            lists.iter().flat_map(longer).collect()
        })
    }

    proptest! {
        #[test]
        fn counts_are_those_of_enumeration(heaps in 0u64..4, free in 0u64..3, most in 0u64..12, k in 1u64..4) {
            let lost = |list: &[u64]| (0..4).all(|bit| {
                let ones = list.iter().filter(|heap| *heap >> bit & 1 == 1).count() as u64;
                ones.is_multiple_of(k + 1)
            });
            let mut expected = vec![0u32; most as usize + 1];
            let mut others = expected.clone();
            for list in lists((heaps + free) as usize, most) {
                let total = list.iter().sum::<u64>() as usize;
                match lost(&list[..heaps as usize]) {
                    true => expected[total] += 1,
                    false => others[total] += 1,
                }
            }
            let budget = Budget::default();
            let exact = Sums::moore(&Exact, heaps, most, k, &budget).unwrap().with_free(free, &budget).unwrap();
            let ring = Modulo::new(5).unwrap();
            let modulo = Sums::moore(&ring, heaps, most, k, &budget).unwrap().with_free(free, &budget).unwrap();
            for total in 0..=most as usize {
                prop_assert_eq!(&exact.counts()[total], &expected[total].into());
                prop_assert_eq!(modulo.counts()[total], expected[total] % 5);
                prop_assert_eq!(exact.others(heaps + free, total as u64, &budget).unwrap(), others[total].into());
            }
        }
    }

    #[test]
    fn too_long_a_table_is_refused() {
        let refused = Sums::nim(&Exact, 3, u64::MAX, &Budget::default());
        assert!(refused.is_err_and(|error| error.is_budget()));
    }
}
