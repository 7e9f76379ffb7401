//! Natural numbers of any size.
//!
//! Theorems do not care how many stones a heap holds, so heaps and Grundy
//! values are [`Natural`]: numbers below 2^128 live inside the value itself
//! (no allocation), larger ones on the heap.
//!
//! ```
//! use grundy::natural::{self, Natural};
//! let heap = Natural::from(10u8).pow(1000);
//! assert_eq!(natural::small(&heap), None);
//! let counted: Vec<Natural> = natural::from_to(1, &Natural::from(3u8)).collect();
//! assert_eq!(counted, [1u8, 2, 3].map(Natural::from));
//! ```

use dashu_int::ops::BitTest;
use grundy_nimber::{BigNim, Nim64, Nimber};

/// A natural number of any size.
pub use dashu_int::UBig as Natural;

/// The number as a machine word, if it fits. Asked of every heap again and again: it reads the
/// words where they lie.
#[inline]
#[allow(clippy::useless_conversion)] // A word has 32 bits on some machines.
pub fn small(n: &Natural) -> Option<u64> {
    match n.as_words() {
        [] => Some(0),
        [word] => Some(u64::from(*word)),
        _ => u64::try_from(n).ok(),
    }
}

/// The number as an index, if there can be a list so long on this machine.
pub fn index(n: &Natural) -> Option<usize> {
    usize::try_from(n).ok()
}

/// Counts `first, first + 1, …, last`.
pub fn from_to(first: u64, last: &Natural) -> impl Iterator<Item = Natural> + use<> {
    let last = last.clone();
    // Nobody counts past 2^64, so a machine word does the counting.
    let end = small(&last).unwrap_or(u64::MAX);
    (first..=end).map(Natural::from)
}

/// The position of the highest set bit, `None` for zero.
#[inline]
pub fn highest_bit(n: &Natural) -> Option<usize> {
    match small(n) {
        Some(word) => word.checked_ilog2().map(|bit| bit as usize),
        None => n.bit_len().checked_sub(1),
    }
}

/// Whether bit `at` of `n` is set.
#[inline]
pub fn bit(n: &Natural, at: usize) -> bool {
    match small(n) {
        Some(word) => at < 64 && word >> at & 1 == 1,
        None => n.bit(at),
    }
}

/// The nim sum (exclusive or) of all numbers.
pub fn nim_sum<'a>(numbers: impl IntoIterator<Item = &'a Natural>) -> Natural {
    let mut small_part = 0u64;
    let mut rest = Natural::ZERO;
    for n in numbers {
        match small(n) {
            Some(word) => small_part ^= word,
            None => rest ^= n,
        }
    }
    rest ^ Natural::from(small_part)
}

/// The nim product: the value of a coin whose place is a pair of places of
/// values `a` and `b` (Conway's ⊗, the product of the field of nimbers).
pub fn nim_product(a: &Natural, b: &Natural) -> Natural {
    match (small(a), small(b)) {
        (Some(a), Some(b)) => Natural::from((Nim64(a) * Nim64(b)).0),
        _ => Natural::from(&(&BigNim::from(a) * &BigNim::from(b))),
    }
}

/// The number whose nim product with `n` is 1; `None` for zero.
pub fn nim_inverse(n: &Natural) -> Option<Natural> {
    match small(n) {
        Some(word) => Nim64(word).inverse().ok().map(|x| Natural::from(x.0)),
        None => BigNim::from(n).inverse().ok().map(|x| Natural::from(&x)),
    }
}

/// The number in which exactly the bits given an odd number of times are
/// set: a nim sum of powers of two, however wide, at O(1) each.
pub fn from_bits(bits: impl IntoIterator<Item = usize>) -> Natural {
    let mut bytes: Vec<u8> = Vec::new();
    for bit in bits {
        let at = bit / 8;
        if at >= bytes.len() {
            bytes.resize(at + 1, 0);
        }
        bytes[at] ^= 1 << (bit % 8);
    }
    Natural::from_le_bytes(&bytes)
}

/// Reads a number as [`crate::notation::Reader::natural`] does, for
/// parameters: `12`, `1e18` or `10^1000`.
pub fn read(text: &str) -> Option<Natural> {
    let mut reader = crate::notation::Reader::new(text);
    let number = reader.natural().ok()?;
    reader.end().ok()?;
    Some(number)
}

/// `n mod m` for a small modulus.
pub fn modulo(n: &Natural, m: u64) -> u64 {
    match small(n) {
        Some(word) => word % m,
        None => small(&(n % Natural::from(m))).unwrap_or(0),
    }
}
