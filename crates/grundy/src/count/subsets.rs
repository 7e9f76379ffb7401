//! Subsets of any size by their nim sum, with linear algebra.
//!
//! The nim sums of the subsets of n values form the space that the values
//! span over GF(2). If its dimension is r, each element of the space is the
//! nim sum of exactly 2^(n-r) subsets, and everything else of none.
//!
//! ```
//! use grundy::count::{Modulo, Subsets};
//! let ring = Modulo::new(1_000_000_007).unwrap();
//! let subsets = Subsets::of((0..100).map(|n| n % 8));
//! assert_eq!(subsets.with_xor(&ring, 0), 747_046_415); // 2^97
//! assert_eq!(subsets.with_xor(&ring, 8), 0);
//! ```

use super::ring::Ring;

/// The nim sums of all subsets of some values.
#[derive(Clone, Debug, Default)]
pub struct Subsets {
    values: u64,
    /// Independent values, each with a highest bit of its own, which no other
    /// has; in descending order.
    basis: Vec<u64>,
}

impl Subsets {
    /// All subsets of `values`, the empty one included.
    pub fn of(values: impl IntoIterator<Item = u64>) -> Self {
        let mut subsets = Subsets::default();
        for value in values {
            subsets.add(value);
        }
        subsets
    }

    /// Adds a value; `true` if it was independent of those before.
    pub fn add(&mut self, value: u64) -> bool {
        self.values += 1;
        let rest = self.reduced(value);
        if rest == 0 {
            return false;
        }
        let top = 1 << rest.ilog2();
        for other in &mut self.basis {
            if *other & top != 0 {
                *other ^= rest;
            }
        }
        let at = self.basis.partition_point(|other| *other > rest);
        self.basis.insert(at, rest);
        true
    }

    fn reduced(&self, value: u64) -> u64 {
        self.basis.iter().fold(value, |v, b| v.min(v ^ b))
    }

    /// How many values are independent.
    pub fn rank(&self) -> u32 {
        self.basis.len() as u32
    }

    /// How many subsets have nim sum `xor`.
    pub fn with_xor<R: Ring>(&self, ring: &R, xor: u64) -> R::Number {
        self.each(ring, u128::from(self.reduced(xor) == 0))
    }

    /// How many subsets have a nim sum of at least `bound`.
    pub fn at_least<R: Ring>(&self, ring: &R, bound: u64) -> R::Number {
        self.each(ring, self.sums_at_least(bound))
    }

    /// How many *different* nim sums are at least `bound`. The sum with the
    /// binary digits of i at the highest bits of the basis is the i-th in
    /// order, so it is found by following the bits of `bound` from the top.
    fn sums_at_least(&self, bound: u64) -> u128 {
        let mut above = 0;
        let (mut sum, mut left) = (0u64, self.basis.len());
        for bit in (0..64).rev() {
            let (wanted, free) = (bound >> bit & 1, self.basis.len() - left);
            let own = self.basis.get(free).filter(|b| b.ilog2() == bit);
            match own {
                Some(_) if wanted == 0 => {
                    // With this one in, everything below is free.
                    left -= 1;
                    above += 1u128 << left;
                }
                Some(b) => {
                    left -= 1;
                    sum ^= b;
                }
                None if sum >> bit & 1 > wanted => return above + (1u128 << left),
                None if sum >> bit & 1 < wanted => return above,
                None => {}
            }
        }
        above + 1
    }

    /// `sums` different nim sums, as often as each occurs.
    fn each<R: Ring>(&self, ring: &R, sums: u128) -> R::Number {
        let times = ring.power(&ring.number(2), self.values - u64::from(self.rank()));
        ring.multiply(&times, &ring.number(sums))
    }
}

/// Nim with a forced first move: a subset of the heaps is laid out, and one
/// heap of it is named in which the first player must begin. Counts the choices of
/// both for which the first player loses.
///
/// From a heap a the first player must leave the nim sum x of the others, so
/// he loses exactly when x ≥ a. Without a value that depends on the others,
/// the sums of the rest are the same; so only a basis of at most 64 values is
/// ever taken out.
///
/// ```
/// use grundy::count::{Exact, lost_with_forced_heap};
/// assert_eq!(lost_with_forced_heap(&Exact, &[2, 4, 5]), 5.into());
/// ```
pub fn lost_with_forced_heap<R: Ring>(ring: &R, heaps: &[u64]) -> R::Number {
    let mut all = Subsets::default();
    let independent: Vec<bool> = heaps.iter().map(|heap| all.add(*heap)).collect();
    let mut fewer = all.clone();
    fewer.values = fewer.values.saturating_sub(1);
    let mut lost = ring.number(0);
    for (at, heap) in heaps.iter().enumerate() {
        let others = match independent[at] {
            // The basis was found without this heap.
            false => fewer.at_least(ring, *heap),
            true => {
                let rest = heaps[..at].iter().chain(&heaps[at + 1..]);
                Subsets::of(rest.copied()).at_least(ring, *heap)
            }
        };
        lost = ring.add(&lost, &others);
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::super::ring::{Exact, Modulo, Word};
    use super::*;
    use crate::natural::Natural;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn sums(values: &[u64]) -> Vec<u64> {
        let mut sums = vec![0];
        for value in values {
            let with: Vec<u64> = sums.iter().map(|sum| sum ^ value).collect();
            sums.extend(with);
        }
        sums
    }

    proptest! {
        #[test]
        fn counts_are_those_of_enumeration(
            values in vec(prop_oneof![0u64..20, any::<u64>()], 0..11), wanted in prop_oneof![0u64..40, any::<u64>()]
        ) {
            let subsets = Subsets::of(values.iter().copied());
            let all = sums(&values);
            for wanted in [wanted, 0, u64::MAX, all[all.len() / 3], all[all.len() / 2] | 1] {
                let equal = all.iter().filter(|sum| **sum == wanted).count();
                let at_least = all.iter().filter(|sum| **sum >= wanted).count();
                prop_assert_eq!(subsets.with_xor(&Exact, wanted), equal.into());
                prop_assert_eq!(subsets.at_least(&Exact, wanted), at_least.into());
                prop_assert_eq!(subsets.at_least(&Word, wanted), at_least as u128);
            }
        }

        #[test]
        fn forced_heaps_are_those_of_enumeration(heaps in vec(prop_oneof![0u64..8, 0u64..200], 0..9)) {
            let mut lost = 0u32;
            for chosen in 1u32..1 << heaps.len() {
                let xor = (0..heaps.len()).filter(|i| chosen >> i & 1 == 1).fold(0, |x, i| x ^ heaps[i]);
                for at in (0..heaps.len()).filter(|i| chosen >> i & 1 == 1) {
                    let wins = (0..heaps[at]).any(|left| xor ^ heaps[at] ^ left == 0);
                    lost += u32::from(!wins);
                }
            }
            prop_assert_eq!(lost_with_forced_heap(&Exact, &heaps), lost.into());
            let modulus = Modulo::new(1_000_000_007).unwrap();
            prop_assert_eq!(lost_with_forced_heap(&modulus, &heaps), lost);
        }
    }

    #[test]
    fn a_full_space_has_two_to_the_sixty_four_sums() {
        let subsets = Subsets::of((0..64).map(|bit| 1 << bit));
        let all = subsets.at_least(&Exact, 0);
        assert_eq!(Exact.natural(&all), Natural::ONE << 64);
        assert_eq!(Word.natural(&subsets.at_least(&Word, 0)), Natural::ZERO);
        assert_eq!(
            Word.natural(&subsets.at_least(&Word, 1)),
            Natural::from(u64::MAX)
        );
    }
}
