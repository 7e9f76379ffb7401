//! Ordinal nimbers below ω^ω^ω: the field in which every equation has a solution.
//!
//! Conway (*On Numbers and Games*, ch. 6) and Lenstra (*On the algebraic closure of two*): for the k-th odd prime p
//! put κ_{pⁿ} = ω^(ω^(k−1)·p^(n−1)). Then κ_p^p = α_p, the least ordinal below κ_p without a p-th root
//! there, and κ_{pⁿ}^p = κ_{p^(n−1)} for n > 1. Products of powers of different κ below these relations, and multiples by
//! finite nimbers, are the ordinary ones. So a Cantor normal form Σ ω^e·c is a polynomial in the κ with
//! finite nimbers as coefficients, and for each prime the digits of e to the base p are the exponents of κ_p, κ_{p²}, …;
//! adding two of them carries *downwards*, and a carry out of the lowest digit is a factor α_p.
//!
//! ```
//! use grundy_nimber::Ordinal;
//! let w: Ordinal = "w".parse()?;
//! assert_eq!(w.times(&w)?.to_string(), "w^2");
//! assert_eq!(w.times(&"w^2".parse()?)?.to_string(), "2"); // ω is a cube root of 2
//! assert_eq!(format!("{:#}", w.inverse()?), "ω^2·3");
//! assert_eq!("2".parse::<Ordinal>()?.root(3)?, w);
//! # Ok::<(), grundy_nimber::Error>(())
//! ```
//!
//! Limits: each is a constant of this module, and exceeding one is [`Error::TooLarge`] or
//! [`Error::UnknownExcess`]: the number of terms, the degree of a field in which inverses, roots and excesses are
//! computed. α_p is in a table for p ≤ 127 and otherwise computed where the degree allows it.

mod excess;
mod root;
mod text;

pub(crate) use text::Reader;

use crate::big::BigNim;
use crate::error::{Error, Words};
use crate::nat::Nat;
use crate::stop;
pub use excess::{TABLE_LIMIT, computed_excess, excess, odd_prime};
use std::collections::BTreeMap;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

/// The most terms that a product may have.
pub const MAX_TERMS: usize = 1 << 13;
/// The largest degree over GF(2) of a field in which an inverse, a root or an excess is computed.
pub const MAX_DEGREE: u64 = 1000;
/// The most pairs of terms that one product may multiply.
const MAX_PAIRS: usize = 1 << 24;

std::thread_local! {
    static WORK_LEFT: core::cell::Cell<u64> = const { core::cell::Cell::new(u64::MAX) };
}

/// Runs `f` with at most `limit` products of terms; beyond them ordinal operations inside answer
/// [`Error::TooLarge`]. A power or root is thousands of products, whose sizes nobody knows beforehand.
pub fn with_work_limit<R>(limit: u64, f: impl FnOnce() -> R) -> R {
    struct Restore(u64);
    impl Drop for Restore {
        fn drop(&mut self) {
            WORK_LEFT.set(self.0);
        }
    }
    let _restore = Restore(WORK_LEFT.replace(limit));
    f()
}

fn spend(work: usize) -> Result<(), Error> {
    stop::check()?;
    match WORK_LEFT.get().checked_sub(work as u64) {
        Some(left) => WORK_LEFT.set(left),
        None => {
            return Err(Error::TooLarge {
                what: Words::fixed("the next product in terms", "下一个乘积的项数"),
                size: work as u64,
                limit: WORK_LEFT.get(),
            });
        }
    }
    Ok(())
}

/// An exponent of ω below ω^ω: Σ ω^k·n\[k\], without trailing zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Exponent(Vec<u64>);

impl Exponent {
    fn new(mut n: Vec<u64>) -> Self {
        while n.last() == Some(&0) {
            n.pop();
        }
        Self(n)
    }

    fn at(&self, k: usize) -> u64 {
        self.0.get(k).copied().unwrap_or(0)
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// An ordinal below ω^ω^ω as a nimber.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ordinal {
    /// ω^e·c with c ≠ 0.
    terms: BTreeMap<Exponent, BigNim>,
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordinal {
    /// The order of the ordinals.
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.terms.iter().rev().cmp(other.terms.iter().rev())
    }
}

impl From<BigNim> for Ordinal {
    fn from(c: BigNim) -> Self {
        Self::term(Exponent::default(), c)
    }
}

impl From<u128> for Ordinal {
    fn from(c: u128) -> Self {
        Self::from(BigNim::from(c))
    }
}

impl Ordinal {
    fn term(e: Exponent, c: BigNim) -> Self {
        let mut x = Self::default();
        x.add_term(e, c);
        x
    }

    /// ω.
    #[must_use]
    pub fn omega() -> Self {
        Self::term(Exponent(vec![1]), BigNim::from(1))
    }

    /// κ_{pⁿ} for the odd prime number `k` (0 for 3, 1 for 5, …) and n ≥ 1, or for p = 2 if `k` is `None`.
    pub fn kappa(k: Option<usize>, n: u32) -> Result<Self, Error> {
        let too_large = |size: u64, limit: u64| Error::TooLarge {
            what: Words::fixed("an exponent", "指数"),
            size,
            limit,
        };
        let Some(k) = k else {
            // κ_{2ⁿ} = 2^(2^(n−1)).
            let shift = n.saturating_sub(1);
            if shift > 16 {
                return Err(too_large(shift.into(), 16));
            }
            return Ok(Self::from(BigNim::power_of_two(1 << shift)));
        };
        let p = odd_prime(k)?;
        let power = p
            .checked_pow(n.saturating_sub(1))
            .ok_or_else(|| too_large(n.into(), 64))?;
        let mut e = vec![0; k];
        e.push(power);
        Ok(Self::term(Exponent(e), BigNim::from(1)))
    }

    fn add_term(&mut self, e: Exponent, c: BigNim) {
        if c.is_zero() {
            return;
        }
        match self.terms.entry(e) {
            std::collections::btree_map::Entry::Vacant(v) => {
                v.insert(c);
            }
            std::collections::btree_map::Entry::Occupied(mut o) => {
                let sum = o.get() + &c;
                if sum.is_zero() {
                    o.remove();
                } else {
                    *o.get_mut() = sum;
                }
            }
        }
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.as_finite().is_some_and(|c| c.is_one())
    }

    /// The finite nimber that it is, if it is one.
    #[must_use]
    pub fn as_finite(&self) -> Option<BigNim> {
        match self.terms.len() {
            0 => Some(BigNim::default()),
            1 => self.terms.get(&Exponent::default()).cloned(),
            _ => None,
        }
    }

    /// The last term, if it is finite; otherwise 0.
    #[must_use]
    pub fn finite_part(&self) -> BigNim {
        self.terms
            .get(&Exponent::default())
            .cloned()
            .unwrap_or_default()
    }

    /// How many terms the Cantor normal form has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Is it zero? (The normal form without terms.)
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The nim sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    fn add(&mut self, other: &Self) {
        for (e, c) in &other.terms {
            self.add_term(e.clone(), c.clone());
        }
    }

    /// The nim product.
    pub fn times(&self, other: &Self) -> Result<Self, Error> {
        let pairs = self.terms.len().saturating_mul(other.terms.len());
        check_size(
            Words::fixed("a product in pairs of terms", "乘积的项对数"),
            pairs,
            MAX_PAIRS,
        )?;
        spend(pairs)?;
        // First all products of terms, kept apart by the primes that carried; then the factors α_p.
        let mut groups: BTreeMap<Vec<usize>, Self> = BTreeMap::new();
        for (e, c) in &self.terms {
            for (f, d) in &other.terms {
                let (sum, carried) = add_exponents(e, f)?;
                groups.entry(carried).or_default().add_term(sum, c * d);
            }
        }
        carry_out(groups)
    }

    /// The nim square: the sum of the squares of the terms.
    pub fn square(&self) -> Result<Self, Error> {
        spend(self.terms.len())?;
        let mut groups: BTreeMap<Vec<usize>, Self> = BTreeMap::new();
        for (e, c) in &self.terms {
            let (sum, carried) = add_exponents(e, e)?;
            groups.entry(carried).or_default().add_term(sum, c.square());
        }
        carry_out(groups)
    }

    /// x^(2^k).
    pub fn frobenius(&self, k: u64) -> Result<Self, Error> {
        let mut x = self.clone();
        for _ in 0..k {
            x = x.square()?;
        }
        Ok(x)
    }

    /// The n-th nim power; 0⁰ = 1.
    pub fn pow(&self, n: &Nat) -> Result<Self, Error> {
        if let Some(c) = self.as_finite() {
            return Ok(Self::from(c.pow(n)));
        }
        let mut n = n.clone();
        if n.bits() > 64
            && let Ok(degree) = self.field_degree()
            && degree <= MAX_DEGREE
            && let Some((_, r)) = n.divide(&Nat::mersenne(degree as usize))
        {
            n = r;
        }
        check_size(
            Words::fixed("an exponent in bits", "指数的位数"),
            n.bits(),
            2 * MAX_DEGREE as usize,
        )?;
        let mut result = Self::from(1);
        for i in (0..n.bits()).rev() {
            result = result.square()?;
            if n.bit(i) {
                result = result.times(self)?;
            }
        }
        Ok(result)
    }

    /// 1/x.
    pub fn inverse(&self) -> Result<Self, Error> {
        if self.is_zero() {
            return Err(Error::DivisionByZero {
                numerator: "1".to_string(),
            });
        }
        if let Some(c) = self.as_finite() {
            return Ok(Self::from(c.inverse()?));
        }
        if self.terms.len() == 1 {
            return self.inverse_of_term();
        }
        // x^(2^d − 2) = (x^(2^(d−1) − 1))² (Itoh and Tsujii).
        let d = self.checked_degree()?;
        norm_like(self, 1, d - 1)?.square()
    }

    /// 1/(ω^e·c): for each prime the digits are taken from a whole α_p, which is then divided by.
    fn inverse_of_term(&self) -> Result<Self, Error> {
        let mut result = Self::from(1);
        for (e, c) in &self.terms {
            let mut n = Vec::new();
            for k in 0..e.0.len() {
                n.push(if e.at(k) == 0 {
                    0
                } else {
                    complement(e.at(k), odd_prime(k)?)?
                });
            }
            result = Self::term(Exponent::new(n), c.inverse()?);
            for k in (0..e.0.len()).filter(|&k| e.at(k) != 0) {
                result = result.times(&excess(k)?.inverse()?)?;
            }
        }
        Ok(result)
    }

    /// x/y.
    pub fn divide(&self, y: &Self) -> Result<Self, Error> {
        if y.is_zero() {
            return Err(Error::DivisionByZero {
                numerator: self.to_string(),
            });
        }
        self.times(&y.inverse()?)
    }

    /// The degree over GF(2) of the field that the κ and coefficients occurring in x generate.
    pub fn field_degree(&self) -> Result<u64, Error> {
        let mut degree = 1;
        for (e, c) in &self.terms {
            degree = lcm(degree, c.degree() as u64)?;
            for (k, &n) in e.0.iter().enumerate().filter(|(_, n)| **n != 0) {
                let p = odd_prime(k)?;
                let mut power = p;
                let mut rest = n / p;
                while rest != 0 {
                    power = power.checked_mul(p).ok_or_else(|| too_high(u64::MAX))?;
                    rest /= p;
                }
                let below = excess::field_degree_of_excess(k)?;
                degree = lcm(
                    degree,
                    power.checked_mul(below).ok_or_else(|| too_high(u64::MAX))?,
                )?;
            }
        }
        Ok(degree)
    }

    fn checked_degree(&self) -> Result<u64, Error> {
        let d = self.field_degree()?;
        if d > MAX_DEGREE {
            Err(too_high(d))
        } else {
            Ok(d)
        }
    }

    /// The degree of x over GF(2): the least d > 0 with x^(2^d) = x.
    pub fn degree(&self) -> Result<u64, Error> {
        if let Some(c) = self.as_finite() {
            return Ok(c.degree() as u64);
        }
        let mut d = self.checked_degree()?;
        for r in prime_factors(d) {
            while d.is_multiple_of(r) && self.frobenius(d / r)? == *self {
                d /= r;
            }
        }
        Ok(d)
    }
}

fn too_high(degree: u64) -> Error {
    Error::TooLarge {
        what: Words::fixed("the degree of a field", "域的次数"),
        size: degree,
        limit: MAX_DEGREE,
    }
}

fn check_size(what: Words, size: usize, limit: usize) -> Result<(), Error> {
    if size > limit {
        return Err(Error::TooLarge {
            what,
            size: size as u64,
            limit: limit as u64,
        });
    }
    Ok(())
}

fn lcm(a: u64, b: u64) -> Result<u64, Error> {
    let g = crate::nim::gcd(a.into(), b.into()) as u64;
    (a / g).checked_mul(b).ok_or_else(|| too_high(u64::MAX))
}

fn prime_factors(mut n: u64) -> Vec<u64> {
    let (mut factors, mut p) = (Vec::new(), 2);
    while p * p <= n {
        if n.is_multiple_of(p) {
            factors.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        factors.push(n);
    }
    factors
}

/// The product of the conjugates x^(2^(step·i)) for i below `count`, in O(log count) products.
fn norm_like(x: &Ordinal, step: u64, count: u64) -> Result<Ordinal, Error> {
    let (mut result, mut have) = (x.clone(), 1);
    for i in (0..count.ilog2()).rev() {
        result = result.frobenius(step * have)?.times(&result)?;
        have *= 2;
        if count >> i & 1 == 1 {
            result = result.frobenius(step)?.times(x)?;
            have += 1;
        }
    }
    Ok(result)
}

/// Multiplies each group by its factors α_p and adds up. A factor α_p has only smaller primes in it, so the
/// nesting ends after as many steps as there are primes.
fn carry_out(groups: BTreeMap<Vec<usize>, Ordinal>) -> Result<Ordinal, Error> {
    let mut result = Ordinal::default();
    for (carried, mut x) in groups {
        for k in carried {
            x = x.times(&excess(k)?)?;
        }
        result.add(&x);
        check_size(
            Words::fixed("a number of terms", "项数"),
            result.terms.len(),
            MAX_TERMS,
        )?;
    }
    Ok(result)
}

/// The exponent of a product of two powers of ω, with the primes (by number) whose α_p is a factor besides.
fn add_exponents(e: &Exponent, f: &Exponent) -> Result<(Exponent, Vec<usize>), Error> {
    let (mut sum, mut carried) = (Vec::new(), Vec::new());
    for k in 0..e.0.len().max(f.0.len()) {
        let (a, b) = (e.at(k), f.at(k));
        if a == 0 || b == 0 {
            sum.push(a + b);
            continue;
        }
        let (n, carry) = add_fractions(a, b, odd_prime(k)?)?;
        sum.push(n);
        if carry {
            carried.push(k);
        }
    }
    Ok((Exponent::new(sum), carried))
}

/// Digits to the base p, least significant first.
fn digits(mut n: u64, p: u64) -> Vec<u64> {
    let mut d = Vec::new();
    while n != 0 {
        d.push(n % p);
        n /= p;
    }
    d
}

fn from_digits(d: &[u64], p: u64) -> Result<u64, Error> {
    d.iter()
        .rev()
        .try_fold(0u64, |n, &digit| n.checked_mul(p)?.checked_add(digit))
        .ok_or(Error::TooLarge {
            what: Words::fixed("an exponent in bits", "指数的位数"),
            size: 65,
            limit: 64,
        })
}

/// Digit j stands for κ_{p^(j+1)}, whose p-th power is the one below: a sum carries towards digit 0, and out.
fn add_fractions(a: u64, b: u64, p: u64) -> Result<(u64, bool), Error> {
    if a < p && b < p {
        // One digit each, the usual case.
        return Ok(if a + b < p {
            (a + b, false)
        } else {
            (a + b - p, true)
        });
    }
    let (mut a, b) = (digits(a, p), digits(b, p));
    a.resize(a.len().max(b.len()), 0);
    let mut carry = 0;
    for (j, x) in a.iter_mut().enumerate().rev() {
        let s = *x + b.get(j).copied().unwrap_or(0) + carry;
        carry = s / p;
        *x = s % p;
    }
    Ok((from_digits(&a, p)?, carry == 1))
}

/// The n' with n + n' = exactly one carry out of the lowest digit and nothing left.
fn complement(n: u64, p: u64) -> Result<u64, Error> {
    let mut d = digits(n, p);
    let last = d.len() - 1;
    for (j, x) in d.iter_mut().enumerate() {
        *x = if j == last { p - *x } else { p - 1 - *x };
    }
    from_digits(&d, p)
}
