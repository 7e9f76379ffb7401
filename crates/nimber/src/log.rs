//! Discrete logarithms: k with base^k = x.
//!
//! The group of order 2^W − 1 splits along the tower (Pohlig and Hellman): from W = 2w bits, x^(2^w+1) is the norm
//! and lies in the field of w bits, and x^(2^w−1) = x̄/x lies in a group of order 2^w + 1; the two orders have no
//! common factor. So a 64-bit logarithm is one of 16 bits (table), one in a group of 65537 (table, indexed by
//! the ratio of the halves), one in a group of 641 (table) and one in a group of 6700417 (baby steps and
//! giant steps). For 128 bits there are two more, of order 274177 and 67280421310721, again by baby and giant steps;
//! there x and 1/x have the same trace, so each baby step serves two.
//!
//! ```
//! use grundy_nimber::{log, Nim64, Nim128, Nimber};
//! let g = Nim64::GENERATOR;
//! assert_eq!(log::logarithm(g.pow(123_456_789_012_345), g)?, 123_456_789_012_345);
//! assert_eq!(log::logarithm(Nim64(3), Nim64(2))?, 2);
//! assert!(log::logarithm(Nim64(4), Nim64(2)).is_err());
//! # Ok::<(), grundy_nimber::NimError>(())
//! ```
//!
//! Limits: up to 64 bits the tables (1.7 MiB) are built on first use, in some milliseconds, and a logarithm then takes
//! about two microseconds. For 128 bits [`Log128`] takes the memory it is given, and at most
//! 67280421310721 / (2·entries) giant steps.

use crate::basis::{Resident64, Resident128};
use crate::logexp;
use crate::nim::{Nim32, Nim64, Nim128, Nimber, gcd, inverse_modulo};
use crate::{NimError, tower};
use std::boxed::Box;
use std::sync::OnceLock;
use std::vec;

const ORDER32: u64 = (1 << 32) - 1;
const ORDER64: u64 = u64::MAX;
const P1: u64 = 641;
const P2: u64 = 6_700_417;
const P3: u64 = 274_177;
const P4: u64 = 67_280_421_310_721;

/// The least k ≥ 0 with base^k = x.
///
/// Values beyond 64 bits use the shared [`Log128`] of 16 MiB.
pub fn logarithm<T: Nimber>(x: T, base: T) -> Result<u128, NimError> {
    let (x, base) = (x.to_u128(), base.to_u128());
    if x >> 64 == 0 && base >> 64 == 0 {
        return logarithm64(Nim64(x as u64), Nim64(base as u64)).map(u128::from);
    }
    Log128::shared().logarithm(Nim128(x), Nim128(base), |_| true)
}

/// The least k ≥ 0 with base^k = x, for 64 bits.
pub fn logarithm64(x: Nim64, base: Nim64) -> Result<u64, NimError> {
    let missing = NimError::NoLogarithm {
        value: x.0.into(),
        base: base.0.into(),
    };
    if x.0 <= 1 || base.0 == 0 {
        return trivial(x.0.into(), base.0.into())
            .map(|k| k as u64)
            .ok_or(missing);
    }
    let (lx, lb) = (log64(x)?, log64(base)?);
    match solve(lx.into(), lb.into(), ORDER64.into()) {
        Some(k) => Ok(k as u64),
        None => Err(missing),
    }
}

/// The logarithms of 0 and 1, and those to the base 0.
fn trivial(x: u128, base: u128) -> Option<u128> {
    match (x, base) {
        (1, _) => Some(0),
        (0, 0) => Some(1),
        _ => None,
    }
}

/// The least k with k·b ≡ x modulo n.
fn solve(x: u128, b: u128, n: u128) -> Option<u128> {
    let g = gcd(b, n);
    if !x.is_multiple_of(g) {
        return None;
    }
    let m = n / g;
    Some(times_modulo(x / g % m, inverse_modulo(b / g % m, m)?, m))
}

/// a·b modulo m, for all of 128 bits.
fn times_modulo(a: u128, mut b: u128, m: u128) -> u128 {
    if m <= 1 << 64 {
        return (a % m) * (b % m) % m;
    }
    let plus = |x: u128, y: u128| {
        let (s, over) = x.overflowing_add(y);
        if over || s >= m { s.wrapping_sub(m) } else { s }
    };
    let (mut a, mut result) = (a % m, 0);
    while b != 0 {
        if b & 1 == 1 {
            result = plus(result, a);
        }
        a = plus(a, a);
        b >>= 1;
    }
    result
}

/// The k modulo m·n with k ≡ a (mod m) and k ≡ b (mod n), for coprime m, n.
fn chinese(a: u128, m: u128, b: u128, n: u128) -> Option<u128> {
    let difference = (b % n + n - a % n) % n;
    Some(a + m * times_modulo(difference, inverse_modulo(m % n, n)?, n))
}

/// An open hash table from 32-bit fingerprints to step numbers.
struct Steps {
    slots: Box<[u64]>,
    mask: usize,
}

const EMPTY: u64 = u64::MAX;

impl Steps {
    /// Room for `entries` steps, at most half filled.
    fn new(entries: usize) -> Self {
        let size = (2 * entries).next_power_of_two();
        Self {
            slots: vec![EMPTY; size].into_boxed_slice(),
            mask: size - 1,
        }
    }

    fn mix(key: u64) -> u64 {
        key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn insert(&mut self, key: u64, step: u32) {
        let hash = Self::mix(key);
        let mut at = (hash >> 32) as usize & self.mask;
        while self.slots[at] != EMPTY {
            at = (at + 1) & self.mask;
        }
        self.slots[at] = hash << 32 | u64::from(step);
    }

    /// The steps whose key may be this one.
    #[inline]
    fn find(&self, key: u64) -> impl Iterator<Item = u64> {
        let hash = Self::mix(key);
        let mut at = (hash >> 32) as usize & self.mask;
        core::iter::from_fn(move || {
            loop {
                let slot = self.slots[at];
                if slot == EMPTY {
                    return None;
                }
                at = (at + 1) & self.mask;
                if slot >> 32 == hash & 0xffff_ffff {
                    return Some(slot & 0xffff_ffff);
                }
            }
        })
    }
}

/// What 64-bit logarithms need: 512 KiB (16 bits), 128 KiB, 16 KiB and 1 MiB.
struct Tables64 {
    /// Logarithm in the group of 65537, less one, by the ratio low half / high half of a 32-bit nimber.
    ratio: Box<[u16]>,
    /// Factor that turns logarithms to the 16-bit generator into those to the norm of the 64-bit one.
    factor16: u64,
    small: Steps,
    small_base: Resident64,
    babies: Steps,
    baby_base: Resident64,
    giant: Resident64,
}

const BABIES: u64 = 1 << 16;

/// x̄/x = x̄²/norm(x), with the norm.
fn ratio64(x: Nim64) -> (Nim64, Nim32) {
    let norm = tower::norm64(x.0);
    let conjugate = Nim64(x.0 ^ (x.0 >> 32));
    (
        conjugate.square() * Nim64(tower::inverse32(norm).into()),
        Nim32(norm),
    )
}

fn tables64() -> &'static Tables64 {
    static TABLES: OnceLock<Tables64> = OnceLock::new();
    TABLES.get_or_init(|| {
        let (z, norm) = ratio64(Nim64::GENERATOR);
        let mut ratio = vec![0u16; 1 << 16].into_boxed_slice();
        let mut y = norm;
        for k in 0..=u16::MAX {
            ratio[usize::from(ratio16(y.0))] = k;
            y *= norm;
        }
        let log16 = u128::from(logexp::tables().log[usize::from(tower::norm32(norm.0))]);
        let factor16 = inverse_modulo(log16, 65535).unwrap_or(0) as u64;
        let z = Resident64::from(z);
        let (small_base, baby_base) = (z.pow(P2), z.pow(P1));
        let fill = |steps: &mut Steps, base: Resident64, count: u64| {
            let mut x = Resident64::ONE;
            for k in 0..count {
                steps.insert(x.bits(), k as u32);
                x = x * base;
            }
            x
        };
        let (mut small, mut babies) = (Steps::new(P1 as usize), Steps::new(BABIES as usize));
        fill(&mut small, small_base, P1);
        let giant = fill(&mut babies, baby_base, BABIES);
        Tables64 {
            ratio,
            factor16,
            small,
            small_base,
            babies,
            baby_base,
            giant,
        }
    })
}

/// low half / high half, for a non-zero high half.
fn ratio16(y: u32) -> u16 {
    tower::mul16(y as u16, tower::inverse16((y >> 16) as u16))
}

/// Combines logarithms modulo n − 1 and n + 1, for even n: n − 1 ≡ −2 modulo n + 1.
fn combine(a: u64, b: u64, n: u64) -> u64 {
    let m = n + 1;
    let difference = (a % m + m - b % m) % m;
    let half = if difference.is_multiple_of(2) {
        difference / 2
    } else {
        (difference + m) / 2
    };
    a + (n - 1) * half
}

/// Logarithm of a non-zero nimber to the base 2^32 + 6.
fn log64(x: Nim64) -> Result<u64, NimError> {
    let t = tables64();
    let (z, norm) = ratio64(x);
    let low =
        u64::from(logexp::tables().log[usize::from(tower::norm32(norm.0))]) * t.factor16 % 65535;
    let high = if norm.0 >> 16 == 0 {
        0
    } else {
        u64::from(t.ratio[usize::from(ratio16(norm.0))]) + 1
    };
    let part32 = combine(low, high, 1 << 16);
    if z.0 == 1 {
        return Ok(combine(part32 % ORDER32, 0, 1 << 32));
    }
    let failed = |steps| NimError::SearchFailed {
        value: x.0.into(),
        steps,
    };
    let z = Resident64::from(z);
    let (u, v) = (z.pow(P2), z.pow(P1));
    let small = t
        .small
        .find(u.bits())
        .find(|&k| t.small_base.pow(k) == u)
        .ok_or_else(|| failed(P1))?;
    // v = base^k with k = j − i·BABIES.
    let mut walk = v;
    for i in 0..=P2 / BABIES {
        if let Some(j) = t
            .babies
            .find(walk.bits())
            .find(|&j| t.baby_base.pow(j) == walk)
        {
            let k = (j + P2 - i * BABIES % P2) % P2;
            let part =
                chinese(small.into(), P1.into(), k.into(), P2.into()).ok_or_else(|| failed(i))?;
            return Ok(combine(part32 % ORDER32, part as u64, 1 << 32));
        }
        walk = walk * t.giant;
    }
    Err(failed(P2 / BABIES))
}

/// Logarithms of 128-bit nimbers, in the memory given.
pub struct Log128 {
    small: Steps,
    small_base: Resident128,
    babies: Steps,
    /// One bit per hash: most giant steps are turned away here, in the cache.
    filter: Box<[u64]>,
    baby_base: Resident128,
    entries: u64,
    /// base^(2·entries + 1).
    giant: Resident128,
    /// Factor that turns 64-bit logarithms into those to the norm of the 128-bit generator.
    factor64: u128,
}

const FILTER_BITS: u32 = 23;
/// Giant steps are made by this many walks side by side, since each product waits for the one before.
const WALKS: u64 = 8;

/// One allocation can hold half of the addresses, and the tables are built by doubling.
const MOST_MEMORY: u64 = if usize::BITS > 34 { 1 << 34 } else { 1 << 30 };

/// How many baby steps are kept in about `bytes` bytes, at most `most`.
fn baby_steps(bytes: u64, most: u64) -> u64 {
    1 << (bytes.clamp(1 << 16, most) / 16).ilog2()
}

impl Log128 {
    /// Tables of about `bytes` bytes (at least 64 KiB, at most 16 GiB, 1 GiB where addresses have 32 bits): 16 bytes for
    /// each baby step, besides 2 MiB.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        let entries = baby_steps(bytes as u64, MOST_MEMORY);
        let (z, norm) = ratio128(Nim128::GENERATOR);
        let (small_base, baby_base) = (z.pow(P4.into()), z.pow(P3.into()));
        let mut small = Steps::new(P3 as usize / 2 + 1);
        let mut x = Resident128::ONE;
        for k in 0..=P3 / 2 {
            small.insert(x.trace().bits(), k as u32);
            x = x * small_base;
        }
        let mut babies = Steps::new(entries as usize);
        let mut filter = vec![0u64; 1 << (FILTER_BITS - 6)].into_boxed_slice();
        let mut x = Resident128::ONE;
        for k in 0..=entries {
            let key = x.trace().bits();
            babies.insert(key, k as u32);
            let (word, bit) = filter_place(key);
            filter[word] |= bit;
            x = x * baby_base;
        }
        let giant = baby_base.pow(u128::from(2 * entries + 1));
        let log = log64(norm).unwrap_or(0);
        let factor64 = inverse_modulo(log.into(), ORDER64.into()).unwrap_or(0);
        Self {
            small,
            small_base,
            babies,
            filter,
            baby_base,
            entries,
            giant,
            factor64,
        }
    }

    /// The shared tables of 16 MiB, built by the first caller.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Log128> = OnceLock::new();
        SHARED.get_or_init(|| Self::with_memory(1 << 24))
    }

    /// The most giant steps that one logarithm can need.
    #[must_use]
    pub fn max_steps(&self) -> u64 {
        P4 / (2 * self.entries + 1) + WALKS
    }

    /// The least k ≥ 0 with base^k = x. Now and then `go_on` is told how many steps were made since the
    /// beginning of the present search; if it answers `false` the search ends with [`NimError::Cancelled`].
    pub fn logarithm(
        &self,
        x: Nim128,
        base: Nim128,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<u128, NimError> {
        let missing = NimError::NoLogarithm {
            value: x.0,
            base: base.0,
        };
        if x.0 <= 1 || base.0 == 0 {
            return trivial(x.0, base.0).ok_or(missing);
        }
        let (lx, lb) = (self.log(x, &mut go_on)?, self.log(base, &mut go_on)?);
        solve(lx, lb, u128::MAX).ok_or(missing)
    }

    /// Logarithm of a non-zero nimber to the base of the generator.
    fn log(&self, x: Nim128, go_on: &mut impl FnMut(u64) -> bool) -> Result<u128, NimError> {
        let failed = NimError::SearchFailed {
            value: x.0,
            steps: self.max_steps(),
        };
        let (z, norm) = ratio128(x);
        let low = times_modulo(log64(norm)?.into(), self.factor64, ORDER64.into());
        let u = z.pow(P4.into());
        let small = both_signs(&self.small, u, self.small_base, P3).ok_or(failed)?;
        let large = self.walk(z.pow(P3.into()), go_on)?.ok_or(failed)?;
        let part = chinese(small.into(), P3.into(), large.into(), P4.into()).ok_or(failed)?;
        // k ≡ low modulo 2^64 − 1 and k ≡ part modulo 2^64 + 1.
        chinese(low, ORDER64.into(), part, (1 << 64) + 1).ok_or(failed)
    }

    /// k with base^k = v in the group of order 67280421310721.
    fn walk(
        &self,
        v: Resident128,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Result<Option<u64>, NimError> {
        let stride = self.giant.pow(WALKS.into());
        let mut walks = [v; WALKS as usize];
        for i in 1..walks.len() {
            walks[i] = walks[i - 1] * self.giant;
        }
        let mut step = 0u64;
        while step <= self.max_steps() {
            for (w, walk) in walks.iter_mut().enumerate() {
                let key = walk.trace().bits();
                let (word, bit) = filter_place(key);
                if self.filter[word] & bit != 0
                    && let Some(j) = both_signs(&self.babies, *walk, self.baby_base, P4)
                {
                    let back = u128::from(step + w as u64) * u128::from(2 * self.entries + 1);
                    return Ok(Some(
                        ((u128::from(j) + u128::from(P4) - back % u128::from(P4)) % u128::from(P4))
                            as u64,
                    ));
                }
                *walk = *walk * stride;
            }
            step += WALKS;
            if step.is_multiple_of(1 << 14) && !go_on(step) {
                return Err(NimError::Cancelled { steps: step });
            }
        }
        Ok(None)
    }
}

fn filter_place(key: u64) -> (usize, u64) {
    let place = Steps::mix(key) >> (64 - FILTER_BITS);
    ((place >> 6) as usize, 1 << (place & 63))
}

/// j or −j modulo p, for an entry j of the table with base^±j = x.
fn both_signs(steps: &Steps, x: Resident128, base: Resident128, p: u64) -> Option<u64> {
    steps.find(x.trace().bits()).find_map(|j| {
        let y = base.pow(j.into());
        if y == x {
            Some(j)
        } else if y.conjugate() == x {
            Some((p - j) % p)
        } else {
            None
        }
    })
}

/// x̄/x, with the norm.
fn ratio128(x: Nim128) -> (Resident128, Nim64) {
    let norm = tower::norm128(x.0);
    let conjugate = Nim128(x.0 ^ (x.0 >> 64));
    let z = conjugate.square() * Nim128(tower::inverse64(norm).into());
    (Resident128::from(z), Nim64(norm))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_large_as_addresses_allow() {
        // Whatever the machine, both limits can be asked.
        assert_eq!(baby_steps(u64::MAX, 1 << 30), 1 << 26);
        assert_eq!(baby_steps(u64::MAX, 1 << 34), 1 << 30);
        assert_eq!(baby_steps(0, MOST_MEMORY), 1 << 12);
        assert_eq!(baby_steps((1 << 24) + 5, MOST_MEMORY), 1 << 20);
        // Two slots of eight bytes for each step, in one allocation.
        assert!(16 * baby_steps(u64::MAX, MOST_MEMORY) <= isize::MAX as u64);
    }
}
