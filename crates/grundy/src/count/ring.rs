//! What counts are numbers of: modulo an odd number, modulo 2^64, or exact.
//!
//! ```
//! use grundy::count::{Exact, Modulo, Ring, Word};
//! fn three_to_the<R: Ring>(ring: &R, n: u64) -> grundy::natural::Natural {
//!     ring.natural(&ring.power(&ring.number(3), n))
//! }
//! assert_eq!(three_to_the(&Modulo::new(7).unwrap(), 100), 4u8.into());
//! assert_eq!(three_to_the(&Word, 41), 36472996377170786403u128.rem_euclid(1 << 64).into());
//! assert_eq!(three_to_the(&Exact, 100) % 7u8, 4u8);
//! ```

use std::fmt::Debug;

use dashu_int::IBig;

use crate::natural::Natural;

/// A commutative ring in which is counted, and in which a number that is known
/// to be a multiple of 2^k can be divided by it.
pub trait Ring {
    /// Its numbers.
    type Number: Clone + PartialEq + Debug;

    /// A number of the ring.
    fn number(&self, n: u128) -> Self::Number;
    /// a + b
    fn add(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// a - b
    fn subtract(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// a · b
    fn multiply(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// n / 2^k, where n counts something that comes in multiples of 2^k.
    /// [`Word`] keeps 128 bits for this: k may be up to 64.
    fn halve(&self, n: &Self::Number, times: u32) -> Self::Number;
    /// The count as it is printed: the least natural number of its class.
    fn natural(&self, n: &Self::Number) -> Natural;

    /// A whole number that may be negative.
    fn integer(&self, n: i64) -> Self::Number {
        let size = self.number(u128::from(n.unsigned_abs()));
        match n {
            0.. => size,
            _ => self.subtract(&self.number(0), &size),
        }
    }

    /// baseⁿ by squaring.
    fn power(&self, base: &Self::Number, mut n: u64) -> Self::Number {
        let (mut square, mut result) = (base.clone(), self.number(1));
        while n > 0 {
            if n & 1 == 1 {
                result = self.multiply(&result, &square);
            }
            n >>= 1;
            if n > 0 {
                square = self.multiply(&square, &square);
            }
        }
        result
    }
}

/// Counting modulo an odd number below 2^31: a prime, usually. Four bytes a
/// number. (For an even modulus count exactly and take the remainder.)
#[derive(Clone, Copy, Debug)]
pub struct Modulo {
    modulus: u32,
}

impl Modulo {
    /// `None` unless `modulus` is odd, at least 3 and below 2^31.
    pub fn new(modulus: u32) -> Option<Self> {
        (modulus % 2 == 1 && (3..1 << 31).contains(&modulus)).then_some(Modulo { modulus })
    }
}

impl Ring for Modulo {
    type Number = u32;

    fn number(&self, n: u128) -> u32 {
        (n % u128::from(self.modulus)) as u32
    }

    #[inline]
    fn add(&self, a: &u32, b: &u32) -> u32 {
        let sum = a + b;
        // The smaller of the two is the reduced one: the other wraps round.
        sum.min(sum.wrapping_sub(self.modulus))
    }

    #[inline]
    fn subtract(&self, a: &u32, b: &u32) -> u32 {
        let difference = a.wrapping_sub(*b);
        difference.min(difference.wrapping_add(self.modulus))
    }

    #[inline]
    fn multiply(&self, a: &u32, b: &u32) -> u32 {
        (u64::from(*a) * u64::from(*b) % u64::from(self.modulus)) as u32
    }

    fn halve(&self, n: &u32, times: u32) -> u32 {
        let half = self.modulus / 2 + 1;
        self.multiply(n, &self.power(&half, times.into()))
    }

    fn natural(&self, n: &u32) -> Natural {
        (*n).into()
    }
}

/// Counting modulo 2^64.
#[derive(Clone, Copy, Debug)]
pub struct Word;

impl Ring for Word {
    type Number = u128;

    fn number(&self, n: u128) -> u128 {
        n
    }

    #[inline]
    fn add(&self, a: &u128, b: &u128) -> u128 {
        a.wrapping_add(*b)
    }

    #[inline]
    fn subtract(&self, a: &u128, b: &u128) -> u128 {
        a.wrapping_sub(*b)
    }

    #[inline]
    fn multiply(&self, a: &u128, b: &u128) -> u128 {
        a.wrapping_mul(*b)
    }

    fn halve(&self, n: &u128, times: u32) -> u128 {
        n.checked_shr(times).unwrap_or(0)
    }

    fn natural(&self, n: &u128) -> Natural {
        (*n as u64).into()
    }
}

/// Counting with numbers of any size.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Ring for Exact {
    type Number = IBig;

    fn number(&self, n: u128) -> IBig {
        n.into()
    }

    fn add(&self, a: &IBig, b: &IBig) -> IBig {
        a + b
    }

    fn subtract(&self, a: &IBig, b: &IBig) -> IBig {
        a - b
    }

    fn multiply(&self, a: &IBig, b: &IBig) -> IBig {
        a * b
    }

    fn halve(&self, n: &IBig, times: u32) -> IBig {
        n >> times as usize
    }

    fn natural(&self, n: &IBig) -> Natural {
        // A count is not negative.
        Natural::try_from(n.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_rings_agree(a in 0u64.., b in 0u64.., n in 0u64..200, m in 1u32..1 << 30) {
            let modulus = 2 * m + 1;
            let ring = Modulo::new(modulus).unwrap();
            fn of<R: Ring>(ring: &R, a: u64, b: u64, n: u64) -> Natural {
                let (a, b) = (ring.number(a.into()), ring.number(b.into()));
                let sum = ring.multiply(&ring.add(&a, &b), &ring.power(&b, n));
                let difference = ring.subtract(&ring.multiply(&sum, &ring.number(4)), &ring.number(0));
                ring.natural(&ring.halve(&difference, 2))
            }
            let exact = of(&Exact, a, b, n);
            prop_assert_eq!(of(&ring, a, b, n), &exact % Natural::from(modulus));
            prop_assert_eq!(of(&Word, a >> 33, b >> 33, n % 3), of(&Exact, a >> 33, b >> 33, n % 3) % (Natural::ONE << 64));
            let minus = ring.integer(-(m as i64));
            prop_assert_eq!(ring.add(&minus, &ring.number(m.into())), 0);
        }
    }

    #[test]
    fn even_and_large_moduli_are_refused() {
        for modulus in [0, 1, 2, 1_000_000_008, (1 << 31) + 1] {
            assert!(Modulo::new(modulus).is_none());
        }
    }
}
