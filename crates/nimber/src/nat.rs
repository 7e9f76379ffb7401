//! Natural numbers of any size, as exponents and group orders.
//!
//! The group of non-zero nimbers below 2^W has 2^W − 1 elements, so powers and roots of wide nimbers and of
//! ordinals need ordinary arithmetic on numbers of W bits. Only that is here: sum, difference, product, division
//! with remainder, gcd, inverse modulo m, decimal text.
//!
//! ```
//! use grundy_nimber::nat::Nat;
//! let n = Nat::mersenne(64); // 2^64 − 1
//! let (q, r) = n.divide(&Nat::from(6_700_417u128)).unwrap();
//! assert!(r.is_zero());
//! assert_eq!(q.to_string(), "2753074036095");
//! ```
//!
//! Limits: schoolbook algorithms, good to some ten thousand bits.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// A natural number: 64-bit digits, least significant first, no leading zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nat(Vec<u64>);

impl Nat {
    /// Zero.
    #[must_use]
    pub const fn zero() -> Self {
        Self(Vec::new())
    }

    /// From digits, least significant first.
    #[must_use]
    pub fn from_limbs(mut limbs: Vec<u64>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }

    /// The digits, least significant first.
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        &self.0
    }

    /// 2^bits − 1.
    #[must_use]
    pub fn mersenne(bits: usize) -> Self {
        let mut limbs = vec![u64::MAX; bits / 64];
        if !bits.is_multiple_of(64) {
            limbs.push((1 << (bits % 64)) - 1);
        }
        Self(limbs)
    }

    /// 2^k.
    #[must_use]
    pub fn power_of_two(k: usize) -> Self {
        let mut limbs = vec![0; k / 64];
        limbs.push(1 << (k % 64));
        Self(limbs)
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0 == [1]
    }

    /// Length in bits; 0 for 0.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.0
            .last()
            .map_or(0, |top| 64 * self.0.len() - top.leading_zeros() as usize)
    }

    /// Bit i.
    #[must_use]
    pub fn bit(&self, i: usize) -> bool {
        self.0
            .get(i / 64)
            .is_some_and(|limb| limb >> (i % 64) & 1 == 1)
    }

    /// The value, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match *self.0.as_slice() {
            [] => Some(0),
            [a] => Some(a.into()),
            [a, b] => Some(u128::from(b) << 64 | u128::from(a)),
            _ => None,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut limbs = Vec::with_capacity(self.0.len().max(other.0.len()) + 1);
        let mut carry = false;
        for i in 0..self.0.len().max(other.0.len()) {
            let (a, b) = (
                self.0.get(i).copied().unwrap_or(0),
                other.0.get(i).copied().unwrap_or(0),
            );
            let (s, c1) = a.overflowing_add(b);
            let (s, c2) = s.overflowing_add(u64::from(carry));
            carry = c1 || c2;
            limbs.push(s);
        }
        limbs.push(u64::from(carry));
        Self::from_limbs(limbs)
    }

    /// The difference, or zero if the other is larger.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        if *self <= *other {
            return Self::zero();
        }
        let mut limbs = self.0.clone();
        subtract(&mut limbs, &other.0);
        Self::from_limbs(limbs)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut limbs = vec![0u64; self.0.len() + other.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in other.0.iter().enumerate() {
                let t = u128::from(a) * u128::from(b) + u128::from(limbs[i + j]) + carry;
                limbs[i + j] = t as u64;
                carry = t >> 64;
            }
            limbs[i + other.0.len()] = carry as u64;
        }
        Self::from_limbs(limbs)
    }

    /// The power, or `None` if it would have more than `max_bits` bits.
    #[must_use]
    pub fn power(&self, n: &Self, max_bits: usize) -> Option<Self> {
        if self.bits() <= 1 {
            return Some(if n.is_zero() {
                Self::from(1)
            } else {
                self.clone()
            });
        }
        let n = usize::try_from(n.to_u128()?).ok()?;
        if (self.bits() - 1).checked_mul(n)? > max_bits {
            return None;
        }
        let mut result = Self::from(1);
        for i in (0..usize::BITS - n.leading_zeros()).rev() {
            result = result.times(&result);
            if n >> i & 1 == 1 {
                result = result.times(self);
            }
        }
        (result.bits() <= max_bits).then_some(result)
    }

    /// Quotient and remainder by one digit.
    #[must_use]
    pub fn divide_small(&self, d: u64) -> Option<(Self, u64)> {
        if d == 0 {
            return None;
        }
        let (mut quotient, mut r) = (vec![0; self.0.len()], 0u128);
        for (q, &limb) in quotient.iter_mut().zip(&self.0).rev() {
            let t = r << 64 | u128::from(limb);
            *q = (t / u128::from(d)) as u64;
            r = t % u128::from(d);
        }
        Some((Self::from_limbs(quotient), r as u64))
    }

    /// Quotient and remainder; `None` for a divisor of zero.
    #[must_use]
    pub fn divide(&self, d: &Self) -> Option<(Self, Self)> {
        if let [d] = *d.0.as_slice() {
            let (q, r) = self.divide_small(d)?;
            return Some((q, Self::from(u128::from(r))));
        }
        if d.is_zero() {
            return None;
        }
        if *self < *d {
            return Some((Self::zero(), self.clone()));
        }
        // One bit of the quotient after the other, on a shifted copy of the divisor.
        let shift = self.bits() - d.bits();
        let mut quotient = vec![0u64; shift / 64 + 1];
        let mut rest = self.0.clone();
        let mut divisor = d.shifted(shift).0;
        divisor.resize(rest.len().max(divisor.len()), 0);
        rest.resize(divisor.len(), 0);
        for i in (0..=shift).rev() {
            if !less(&rest, &divisor) {
                subtract(&mut rest, &divisor);
                quotient[i / 64] |= 1 << (i % 64);
            }
            halve(&mut divisor);
        }
        Some((Self::from_limbs(quotient), Self::from_limbs(rest)))
    }

    /// Times 2^k.
    #[must_use]
    pub fn shifted(&self, k: usize) -> Self {
        let mut limbs = vec![0u64; k / 64];
        let (by, mut carry) = (k % 64, 0);
        for &limb in &self.0 {
            limbs.push(limb << by | carry);
            carry = if by == 0 { 0 } else { limb >> (64 - by) };
        }
        limbs.push(carry);
        Self::from_limbs(limbs)
    }

    /// The greatest common divisor.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while let Some((_, r)) = a.divide(&b) {
            (a, b) = (b, r);
        }
        a
    }

    /// 1/self modulo m, if there is one (0 modulo 1).
    #[must_use]
    pub fn inverse_modulo(&self, m: &Self) -> Option<Self> {
        // Euclid's coefficients alternate in sign, so their absolute values are enough.
        let (mut r, mut t, mut t1) = (m.clone(), Self::zero(), Self::from(1));
        let (_, mut r1) = self.divide(m)?;
        let mut negative = true;
        while let Some((q, rest)) = r.divide(&r1) {
            let next = t.plus(&q.times(&t1));
            (r, r1, t, t1) = (r1, rest, t1, next);
            negative = !negative;
        }
        if !r.is_one() {
            return None;
        }
        let (_, t) = t.divide(m)?;
        Some(if negative && !t.is_zero() {
            m.minus(&t)
        } else {
            t
        })
    }

    /// Reads decimal digits; `None` if there is anything else.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut n = Self::zero();
        for chunk in text.as_bytes().chunks(18) {
            let digits = chunk.iter().fold(0u64, |v, b| 10 * v + u64::from(b - b'0'));
            let scale = Self::from(10u128.pow(chunk.len() as u32));
            n = n.times(&scale).plus(&Self::from(u128::from(digits)));
        }
        Some(n)
    }
}

fn less(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// a −= b, for a ≥ b.
fn subtract(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (i, x) in a.iter_mut().enumerate() {
        let (d, b1) = x.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (d, b2) = d.overflowing_sub(u64::from(borrow));
        *x = d;
        borrow = b1 || b2;
    }
}

fn halve(a: &mut [u64]) {
    let mut carry = 0;
    for x in a.iter_mut().rev() {
        (*x, carry) = (*x >> 1 | carry, *x << 63);
    }
}

impl From<u128> for Nat {
    fn from(x: u128) -> Self {
        Self::from_limbs(vec![x as u64, (x >> 64) as u64])
    }
}

impl PartialOrd for Nat {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nat {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let (mut rest, mut chunks) = (self.clone(), Vec::new());
        while let Some((q, r)) = rest.divide_small(CHUNK).filter(|_| !rest.is_zero()) {
            chunks.push(r);
            rest = q;
        }
        let mut text = String::new();
        for (i, chunk) in chunks.iter().rev().enumerate() {
            let digits = if i == 0 {
                alloc::format!("{chunk}")
            } else {
                alloc::format!("{chunk:019}")
            };
            text.push_str(&digits);
        }
        f.pad_integral(true, "", if text.is_empty() { "0" } else { &text })
    }
}
