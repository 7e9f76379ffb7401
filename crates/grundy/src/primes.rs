//! Small number theory for games about divisors and primes: exact answers for
//! all numbers below 2^64.
//!
//! Primality by the strong probable-prime test to the first twelve prime
//! bases, which is proven for n < 3.3·10^24 (Sorenson and Webster 2015); factors by
//! Pollard's rho with Brent's cycle search, at most about 2^18 steps per factor.

use std::sync::OnceLock;

/// Numbers below this are looked up.
const SIEVED: u64 = 1 << 16;

/// A bit for every number below [`SIEVED`], set where it is prime (Eratosthenes).
fn sieve() -> &'static [u64] {
    static SIEVE: OnceLock<Vec<u64>> = OnceLock::new();
    SIEVE.get_or_init(|| {
        let mut bits = vec![u64::MAX; SIEVED as usize / 64];
        bits[0] &= !3;
        for n in 2..1 << 8 {
            if bits[n / 64] >> (n % 64) & 1 == 1 {
                for multiple in (n * n..SIEVED as usize).step_by(n) {
                    bits[multiple / 64] &= !(1 << (multiple % 64));
                }
            }
        }
        bits
    })
}

/// Whether `n` is prime.
pub fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < SIEVED {
        return sieve()[n as usize / 64] >> (n % 64) & 1 == 1;
    }
    if let Some(p) = BASES.into_iter().find(|p| n.is_multiple_of(*p)) {
        return n == p;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.into_iter().all(|base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

fn times(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

fn power(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, n);
        }
        base = times(base, base, n);
        exponent >>= 1;
    }
    result
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A divisor of a composite number, neither 1 nor itself.
fn divisor(n: u64) -> u64 {
    if n.is_multiple_of(2) {
        return 2;
    }
    for step in 1.. {
        let next = |x: u64| ((u128::from(x) * u128::from(x) + step) % u128::from(n)) as u64;
        let (mut slow, mut fast, mut found) = (2, 2, 1);
        while found == 1 {
            slow = next(slow);
            fast = next(next(fast));
            found = gcd(slow.abs_diff(fast), n);
        }
        if found != n {
            return found;
        }
    }
    n
}

/// The prime factors of `n`, in ascending order, repeated as they occur.
pub fn factors(n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut parts = vec![n];
    while let Some(part) = parts.pop() {
        if part < 2 {
            continue;
        }
        if is_prime(part) {
            primes.push(part);
            continue;
        }
        let found = divisor(part);
        parts.extend([found, part / found]);
    }
    primes.sort_unstable();
    primes
}

/// The primes that divide `n`, in ascending order, each once.
pub fn prime_factors(n: u64) -> Vec<u64> {
    let mut primes = factors(n);
    primes.dedup();
    primes
}

/// All divisors of `n` ≥ 1, in ascending order.
pub fn divisors(n: u64) -> Vec<u64> {
    let mut divisors = vec![1];
    let primes = factors(n);
    for run in primes.chunk_by(|p, q| p == q) {
        let known = divisors.len();
        let mut power = 1;
        for p in run {
            power *= p;
            for i in 0..known {
                divisors.push(divisors[i] * power);
            }
        }
    }
    divisors.sort_unstable();
    divisors
}

/// Whether `n` is 1 or a power of a prime.
pub fn is_prime_power(n: u64) -> bool {
    if n < 2 {
        return n == 1;
    }
    // The exponent is at most 63; only an exact root can be the prime.
    (1..64u32).any(|exponent| {
        let root = nth_root(n, exponent);
        root.checked_pow(exponent) == Some(n) && is_prime(root)
    })
}

/// ⌊n^(1/k)⌋ by bisection.
fn nth_root(n: u64, k: u32) -> u64 {
    let (mut low, mut high) = (1u64, n);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if middle.checked_pow(k).is_some_and(|power| power <= n) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_by_the_definition() {
        for n in 1..3000u64 {
            let by_trial: Vec<u64> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
            assert_eq!(divisors(n), by_trial, "{n}");
            assert_eq!(is_prime(n), by_trial.len() == 2, "{n}");
            let primes = by_trial.iter().filter(|d| is_prime(**d)).count();
            assert_eq!(is_prime_power(n), primes <= 1, "{n}");
        }
    }

    #[test]
    fn large_numbers() {
        assert!(is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime(u64::MAX));
        assert_eq!(factors(u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        let (p, q) = (4_294_967_291, 4_294_967_279);
        assert_eq!(factors(p * q), [q, p]);
        assert!(is_prime_power(p * p) && !is_prime_power(p * q));
    }
}
