//! α_p: the least ordinal below κ_p that has no p-th root there.
//!
//! Lenstra: α_p = κ_f + m_p, where f is the order of 2 modulo p, κ_f is the least ordinal whose degree is a multiple of f,
//! and m_p is a finite *excess*. κ_f is the sum of the κ_q for the prime powers q that divide f exactly,
//! without those that divide the degree of a larger one already. m_p is the least m such that κ_f + m is no p-th power in
//! the field GF(2^d) it generates, that is, (κ_f + m)^((2^d − 1)/p) ≠ 1. [`computed_excess`] does just that;
//! [`excess`] looks into the table first. The table is that of Conway, Lenstra and DiMuro.

use super::{MAX_DEGREE, Ordinal, lcm, norm_like, prime_factors};
use crate::error::{Error, Words};
use crate::nat::Nat;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// m_p for the odd primes in order.
const TABLE: [u8; 30] = [
    0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1,
];
/// The largest prime of the table.
pub const TABLE_LIMIT: u64 = 127;
/// How many odd primes an exponent may have room for.
const MAX_PRIMES: usize = 1000;
/// No excess above this is searched for (the largest that the table needs is 4).
const MAX_EXCESS: u128 = 1024;

/// The odd prime number k: 3 for 0, 5 for 1, …
pub fn odd_prime(k: usize) -> Result<u64, Error> {
    static PRIMES: std::sync::OnceLock<Vec<u64>> = std::sync::OnceLock::new();
    let primes = PRIMES.get_or_init(|| {
        let mut primes: Vec<u64> = Vec::new();
        let mut n = 3;
        while primes.len() < MAX_PRIMES {
            if primes
                .iter()
                .take_while(|&&p| p * p <= n)
                .all(|&p| n % p != 0)
            {
                primes.push(n);
            }
            n += 2;
        }
        primes
    });
    primes.get(k).copied().ok_or(Error::TooLarge {
        what: Words::fixed("the number of a prime", "素数的序号"),
        size: k as u64,
        limit: MAX_PRIMES as u64,
    })
}

/// The number of an odd prime, the inverse of [`odd_prime`].
pub(super) fn prime_number(p: u64) -> Result<usize, Error> {
    let mut k = 0;
    while odd_prime(k)? < p {
        k += 1;
    }
    Ok(k)
}

/// The order of 2 modulo an odd p.
pub(super) fn order_of_two(p: u64) -> u64 {
    let (mut x, mut f) = (2 % p, 1);
    while x != 1 {
        x = 2 * x % p;
        f += 1;
    }
    f
}

/// The least ordinal whose degree is a multiple of f, and the degree of the field of its parts.
fn kappa_of(f: u64) -> Result<(Ordinal, u64), Error> {
    let (mut sum, mut degree) = (Ordinal::default(), 1);
    for p in prime_factors(f).into_iter().rev() {
        let (mut q, mut n) = (p, 1);
        while f.is_multiple_of(q * p) {
            q *= p;
            n += 1;
        }
        if degree % q == 0 {
            continue;
        }
        let k = if p == 2 { None } else { Some(prime_number(p)?) };
        let part = Ordinal::kappa(k, n)?;
        degree = lcm(degree, part.field_degree()?)?;
        sum.add(&part);
    }
    Ok((sum, degree))
}

type Cache = Mutex<BTreeMap<usize, Ordinal>>;
static EXCESSES: Cache = Mutex::new(BTreeMap::new());
static DEGREES: Mutex<BTreeMap<usize, u64>> = Mutex::new(BTreeMap::new());

/// α_p for the odd prime number k, from the table or, beyond it, computed.
pub fn excess(k: usize) -> Result<Ordinal, Error> {
    if let Some(x) = EXCESSES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&k)
    {
        return Ok(x.clone());
    }
    let alpha = match TABLE.get(k) {
        Some(&m) => kappa_of(order_of_two(odd_prime(k)?))?
            .0
            .plus(&Ordinal::from(u128::from(m))),
        None => computed_excess(k, MAX_DEGREE)?,
    };
    EXCESSES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(k, alpha.clone());
    Ok(alpha)
}

/// The degree of the field that the parts of α_p generate.
pub(super) fn field_degree_of_excess(k: usize) -> Result<u64, Error> {
    if let Some(&d) = DEGREES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&k)
    {
        return Ok(d);
    }
    let degree = excess(k)?.field_degree()?;
    DEGREES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(k, degree);
    Ok(degree)
}

/// α_p for the odd prime number k, searched by its definition in a field of at most the given degree over GF(2): the table is
/// not read for p itself, only for the smaller primes in κ_f.
pub fn computed_excess(k: usize, max_degree: u64) -> Result<Ordinal, Error> {
    let p = odd_prime(k)?;
    let f = order_of_two(p);
    let (kappa, _) = kappa_of(f)?;
    for m in 0..MAX_EXCESS {
        let candidate = kappa.plus(&Ordinal::from(m));
        if !is_power(&candidate, p, f, max_degree)? {
            return Ok(candidate);
        }
    }
    Err(Error::TooLarge {
        what: Words::fixed("an excess", "超出量"),
        size: MAX_EXCESS as u64,
        limit: MAX_EXCESS as u64 - 1,
    })
}

/// Is x a p-th power in the field GF(2^d) of its parts, where the order f of 2 modulo p divides d?
fn is_power(x: &Ordinal, p: u64, f: u64, limit: u64) -> Result<bool, Error> {
    if x.is_zero() {
        return Ok(true);
    }
    let d = lcm(x.field_degree()?, f)?;
    if d > limit {
        return Err(Error::UnknownExcess {
            p,
            degree: d,
            limit,
        });
    }
    Ok(character(x, p, f, d)?.is_one())
}

/// x^((2^d − 1)/p): the norm to GF(2^f), then the power (2^f − 1)/p.
pub(super) fn character(x: &Ordinal, p: u64, f: u64, d: u64) -> Result<Ordinal, Error> {
    let norm = norm_like(x, f, d / f)?;
    let n = Nat::mersenne(f as usize)
        .divide_small(p)
        .map_or_else(Nat::zero, |(q, _)| q);
    norm.pow(&n)
}
