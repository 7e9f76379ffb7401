//! Roots of ordinal nimbers of any degree: they always exist.
//!
//! Let K = GF(2^d) contain x, and p an odd prime. If p does not divide 2^d − 1, the root is a power of x. Otherwise put
//! 2^d − 1 = p^s·t with p ∤ t. With pᵛ the part of p in d, β = κ_{p^(v+1)}^p lies in K (enlarged by degrees
//! prime to p if need be) and is no p-th power there, so x = β^j ⊗ y with y a p-th power in K for one
//! j < p, and κ_{p^(v+1)}^j ⊗ ᵖ√y is a root of x. The root of y is y^u, u = 1/p modulo t, corrected by an element
//! of the group of order p^s, which β^t generates (Adleman, Manders and Miller).

use super::excess::{character, field_degree_of_excess, order_of_two, prime_number};
use super::{MAX_DEGREE, Ordinal, excess, lcm, prime_factors, too_high};
use crate::error::{Error, Words};
use crate::nat::Nat;
use std::string::ToString;

/// Roots of larger prime degree are refused: the search among p-th roots of unity takes p steps.
const MAX_PRIME: u64 = 7919;

impl Ordinal {
    /// The square root.
    pub fn sqrt(&self) -> Result<Self, Error> {
        if let Some(c) = self.as_finite() {
            return Ok(Self::from(c.sqrt()));
        }
        self.frobenius(self.checked_degree()? - 1)
    }

    /// A y with y^n = x, for n ≥ 1: one prime factor of n after the other.
    pub fn root(&self, n: u64) -> Result<Self, Error> {
        if n == 0 {
            return Err(Error::NoRoot {
                value: self.to_string(),
                n: n.to_string(),
            });
        }
        if n > MAX_PRIME * MAX_PRIME {
            return Err(Error::TooLarge {
                what: Words::fixed("the degree of a root", "方根的次数"),
                size: n,
                limit: MAX_PRIME * MAX_PRIME,
            });
        }
        let (mut x, mut n) = (self.clone(), n);
        for p in prime_factors(n) {
            while n.is_multiple_of(p) {
                x = x.prime_root(p)?;
                n /= p;
            }
        }
        Ok(x)
    }

    fn prime_root(&self, p: u64) -> Result<Self, Error> {
        if p == 2 {
            return self.sqrt();
        }
        if self.is_zero() || self.is_one() {
            return Ok(self.clone());
        }
        if p > MAX_PRIME {
            return Err(Error::TooLarge {
                what: Words::fixed("the prime degree of a root", "方根的素数次数"),
                size: p,
                limit: MAX_PRIME,
            });
        }
        let d = self.field_degree()?;
        let f = order_of_two(p);
        if d % f != 0 {
            if d > MAX_DEGREE {
                return Err(too_high(d));
            }
            let n = Nat::from(u128::from(p)).inverse_modulo(&Nat::mersenne(d as usize));
            return self.pow(&n.unwrap_or_default());
        }
        let k = prime_number(p)?;
        let (mut part, mut v) = (1, 0);
        while d.is_multiple_of(part * p) {
            part *= p;
            v += 1;
        }
        let d = lcm(d, lcm(f, field_degree_of_excess(k)?.saturating_mul(part))?)?;
        if d > MAX_DEGREE {
            return Err(too_high(d));
        }
        let kappa = Self::kappa(Some(k), v + 1)?;
        let beta = if v == 0 {
            excess(k)?
        } else {
            Self::kappa(Some(k), v)?
        };
        // x = β^j ⊗ y: the p-th root of unity that belongs to x is the j-th power of that of β.
        let (of_x, of_beta) = (character(self, p, f, d)?, character(&beta, p, f, d)?);
        let j = position(&of_x, &of_beta, p)?.ok_or_else(|| self.no_root(p))?;
        let exponent = Nat::from(u128::from(j));
        let y = self.divide(&beta.pow(&exponent)?)?;
        let root = kappa
            .pow(&exponent)?
            .times(&y.root_of_power(p, d, &beta)?)?;
        // The theory says so; a wrong number must never leave this place.
        if root.pow(&Nat::from(u128::from(p)))? == *self {
            Ok(root)
        } else {
            Err(self.no_root(p))
        }
    }

    fn no_root(&self, p: u64) -> Error {
        Error::NoRoot {
            value: self.to_string(),
            n: p.to_string(),
        }
    }

    /// The p-th root of a p-th power in GF(2^d), where `beta` is no p-th power.
    fn root_of_power(&self, p: u64, d: u64, beta: &Self) -> Result<Self, Error> {
        let (mut t, mut s) = (Nat::mersenne(d as usize), 0u32);
        while let Some((q, 0)) = t.divide_small(p) {
            t = q;
            s += 1;
        }
        let big_p = Nat::from(u128::from(p));
        let u = big_p.inverse_modulo(&t).unwrap_or_default();
        let guess = self.pow(&u)?;
        // guess^p = x ⊗ error, and the error lies in the group of order p^s, as a power of γ = β^t.
        let error = guess.pow(&big_p)?.divide(self)?;
        let gamma = beta.pow(&t)?;
        let mut unity = gamma.clone();
        for _ in 1..s {
            unity = unity.pow(&big_p)?;
        }
        // Digits of the logarithm of the error, lowest first; the lowest is 0 because the error is a p-th power.
        let (mut rest, mut log, mut weight) = (error, Nat::zero(), Nat::from(1));
        for i in 0..s {
            let mut top = rest.clone();
            for _ in i + 1..s {
                top = top.pow(&big_p)?;
            }
            let digit = position(&top, &unity, p)?.ok_or_else(|| self.no_root(p))?;
            let step = weight.times(&Nat::from(u128::from(digit)));
            rest = rest.divide(&gamma.pow(&step)?)?;
            log = log.plus(&step);
            weight = weight.times(&big_p);
        }
        let half = log.divide_small(p).map_or_else(Nat::zero, |(q, _)| q);
        guess.divide(&gamma.pow(&half)?)
    }
}

/// The j < p with base^j = x.
fn position(x: &Ordinal, base: &Ordinal, p: u64) -> Result<Option<u64>, Error> {
    let mut power = Ordinal::from(1);
    for j in 0..p {
        if power == *x {
            return Ok(Some(j));
        }
        power = power.times(base)?;
    }
    Ok(None)
}
