//! Nimbers of any size: the union of all the finite fields.
//!
//! A nimber of 64·2^k bits is a pair over the field of half the width, so products are Karatsuba on the tower: 3^k
//! products of words for 2^k words, hence time n^1.58. The words are first taken to a polynomial basis
//! ([`crate::basis`]), where a word product is one instruction, and taken back at the end. From 512 bits on, where the
//! machine has AVX-512 with carry-less products, eight words are multiplied at once, in the basis of powers of 2⁶³.
//! In this field every quadratic equation has a solution; a root of odd degree that is missing in the field of x is
//! missing in all larger ones too, because 2^W + 1 has no factor in common with 2^W − 1.
//!
//! ```
//! use grundy_nimber::BigNim;
//! let x: BigNim = "340282366920938463463374607431768211456".parse()?; // 2^128
//! assert_eq!(&x * &x, &x + &BigNim::power_of_two(127)); // F ⊗ F = F ⊕ F/2
//! assert_eq!(&x * &x.inverse()?, BigNim::from(1u128));
//! # Ok::<(), grundy_nimber::Error>(())
//! ```
//!
//! Limits: memory. Orders are known up to 4096 bits, as far as Fermat numbers are factored (F₁₁).

use crate::basis::{pair_mul, pair_times_c, word_from, word_to};
use crate::error::{Error, Words};
use crate::nat::Nat;
use crate::nim::Roots;
use crate::{Nim128, Nimber, tower};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Mul};
use core::str::FromStr;

/// A finite nimber of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BigNim(Nat);

impl BigNim {
    /// From 64-bit words, least significant first.
    #[must_use]
    pub fn from_limbs(limbs: Vec<u64>) -> Self {
        Self(Nat::from_limbs(limbs))
    }

    /// The 64-bit words, least significant first, without leading zeros.
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        self.0.limbs()
    }

    /// 2^k.
    #[must_use]
    pub fn power_of_two(k: usize) -> Self {
        Self(Nat::power_of_two(k))
    }

    /// As a natural number.
    #[must_use]
    pub fn as_nat(&self) -> &Nat {
        &self.0
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.is_one()
    }

    /// The value, if it has at most 128 bits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.0.to_u128()
    }

    /// Length in bits; 0 for 0.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.0.bits()
    }

    /// The degree over GF(2): the width 2^k of the smallest field that contains x.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.bits().max(1).next_power_of_two()
    }

    /// Words of the smallest field of at least two words that contains x.
    fn words(&self) -> usize {
        self.limbs().len().next_power_of_two().max(2)
    }

    fn padded(&self, words: usize) -> Vec<u64> {
        let mut limbs = self.limbs().to_vec();
        limbs.resize(words, 0);
        limbs
    }

    fn resident(&self, words: usize) -> Vec<u64> {
        let mut limbs = self.padded(words);
        limbs.iter_mut().for_each(|w| *w = word_to(*w));
        limbs
    }

    fn from_resident(mut limbs: Vec<u64>) -> Self {
        limbs.iter_mut().for_each(|w| *w = word_from(*w));
        Self::from_limbs(limbs)
    }

    /// x ⊗ x.
    #[must_use]
    pub fn square(&self) -> Self {
        if let Some(limbs) = by_registers(self.words(), Operation::Square, self.limbs(), &[]) {
            return Self::from_limbs(limbs);
        }
        let mut limbs = self.padded(self.words());
        square(&mut limbs);
        Self::from_limbs(limbs)
    }

    /// The one y with y ⊗ y = x.
    #[must_use]
    pub fn sqrt(&self) -> Self {
        if let Some(limbs) = by_registers(self.words(), Operation::Root, self.limbs(), &[]) {
            return Self::from_limbs(limbs);
        }
        let mut limbs = self.padded(self.words());
        sqrt(&mut limbs);
        Self::from_limbs(limbs)
    }

    /// 1/x.
    pub fn inverse(&self) -> Result<Self, Error> {
        if self.is_zero() {
            return Err(Error::DivisionByZero {
                numerator: "1".to_string(),
            });
        }
        if let Some(limbs) = by_registers(self.words(), Operation::Inverse, self.limbs(), &[]) {
            return Ok(Self::from_limbs(limbs));
        }
        let mut limbs = self.resident(self.words());
        inverse(&mut limbs);
        Ok(Self::from_resident(limbs))
    }

    /// x/y.
    pub fn divide(&self, y: &Self) -> Result<Self, Error> {
        if y.is_zero() {
            return Err(Error::DivisionByZero {
                numerator: self.to_string(),
            });
        }
        Ok(self * &y.inverse()?)
    }

    /// The n-th power; 0⁰ = 1. The exponent is first reduced modulo the order of the group.
    #[must_use]
    pub fn pow(&self, n: &Nat) -> Self {
        if n.is_zero() {
            return Self::from(1);
        }
        if self.bits() <= 1 {
            return self.clone();
        }
        let order = Nat::mersenne(self.degree());
        let reduced = n.divide(&order).map_or_else(|| n.clone(), |(_, r)| r);
        let mut result = Self::from(1);
        for i in (0..reduced.bits()).rev() {
            result = result.square();
            if reduced.bit(i) {
                result = &result * self;
            }
        }
        result
    }

    /// A y with y^n = x, in the smallest field that contains x.
    pub fn root(&self, n: &Nat) -> Result<Self, Error> {
        let missing = || Error::NoRoot {
            value: self.to_string(),
            n: n.to_string(),
        };
        if n.is_zero() {
            return if self.is_one() {
                Ok(self.clone())
            } else {
                Err(missing())
            };
        }
        if self.is_zero() {
            return Ok(self.clone());
        }
        // Remove from the group order every prime of n; what is left is prime to n.
        let mut rest = Nat::mersenne(self.degree());
        loop {
            let g = rest.gcd(n);
            if g.is_one() {
                break;
            }
            rest = rest.divide(&g).ok_or_else(missing)?.0;
        }
        // The group order is squarefree as far as Fermat numbers are factored; beyond, y^n is checked.
        let y = self.pow(&n.inverse_modulo(&rest).ok_or_else(missing)?);
        if y.pow(n) == *self {
            Ok(y)
        } else {
            Err(missing())
        }
    }

    /// The even y with y² ⊕ y = x; the other solution is y ⊕ 1. It may have twice the width of x.
    #[must_use]
    pub fn artin_schreier(&self) -> Self {
        let mut words = self.words();
        if self.bits() == 64 * words {
            words *= 2;
        }
        let mut limbs = self.padded(words);
        artin_schreier(&mut limbs);
        Self::from_limbs(limbs)
    }

    /// The solutions of a ⊗ x² ⊕ b ⊗ x = c. There always are some unless a = b = 0.
    pub fn solve_quadratic(a: &Self, b: &Self, c: &Self) -> Result<Roots<Self>, Error> {
        match (a.is_zero(), b.is_zero()) {
            (true, true) if c.is_zero() => Err(crate::NimError::EveryElement.into()),
            (true, _) => Ok(Roots::One(c.divide(b)?)),
            (false, true) => Ok(Roots::One(c.divide(a)?.sqrt())),
            (false, false) => {
                let scale = b.divide(a)?;
                let y = (a * c).divide(&b.square())?.artin_schreier();
                let (x, other) = (&scale * &y, &scale * &(&y + &Self::from(1)));
                Ok(if x < other {
                    Roots::Two(x, other)
                } else {
                    Roots::Two(other, x)
                })
            }
        }
    }

    /// The trace from the smallest field that contains x to its subfield of `bits` bits.
    pub fn trace(&self, bits: usize) -> Result<Self, Error> {
        let mut width = self.check_subfield(bits)?;
        let mut x = self.0.clone();
        while width > bits {
            width /= 2;
            let mut limbs: Vec<u64> = x.limbs().iter().skip(width / 64).copied().collect();
            if width < 64 {
                limbs = vec![limbs.first().map_or(0, |w| w >> width)];
            }
            x = Nat::from_limbs(limbs);
        }
        Ok(Self(x))
    }

    /// The norm from the smallest field that contains x to its subfield of `bits` bits.
    pub fn norm(&self, bits: usize) -> Result<Self, Error> {
        // From x₁F ⊕ x₀ to the field of half the width: x₀(x₀⊕x₁) ⊕ c⊗x₁².
        let (mut width, mut x) = (self.check_subfield(bits)?, self.clone());
        while width > bits {
            width /= 2;
            let (low, high) = x.halves(width);
            let c = Self::power_of_two(width - 1);
            x = &(&low * &(&low + &high)) + &(&c * &high.square());
        }
        Ok(x)
    }

    /// x₀ and x₁ of x = x₁·2^width ⊕ x₀, for x of at most twice the width.
    fn halves(&self, width: usize) -> (Self, Self) {
        if let Some(x) = self.to_u128() {
            let high = x
                .checked_shr(u32::try_from(width).unwrap_or(u32::MAX))
                .unwrap_or(0);
            let low = if width < 128 { x ^ (high << width) } else { x };
            return (Self::from(low), Self::from(high));
        }
        let (low, high) = self.limbs().split_at((width / 64).min(self.limbs().len()));
        (
            Self::from_limbs(low.to_vec()),
            Self::from_limbs(high.to_vec()),
        )
    }

    fn check_subfield(&self, bits: usize) -> Result<usize, Error> {
        let width = self.degree();
        if bits.is_power_of_two() && bits <= width {
            return Ok(width);
        }
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Err(crate::NimError::NoSubfield {
            wanted: clip(bits),
            bits: clip(width),
        }
        .into())
    }

    /// The conjugates x, x², x⁴, … over GF(2), as many as the degree.
    pub fn conjugates(&self) -> impl Iterator<Item = Self> {
        let mut x = self.clone();
        (0..self.degree()).map(move |_| {
            let square = x.square();
            core::mem::replace(&mut x, square)
        })
    }

    /// Bit i of the answer is the coefficient of x^i in the minimal polynomial over GF(2).
    ///
    /// Powers of x are reduced against each other, as rows of bits, until one depends on the rest.
    #[must_use]
    pub fn minimal_polynomial(&self) -> Nat {
        let width = self.degree();
        let words = width.div_ceil(64);
        let mut rows: Vec<(usize, Vec<u64>, Vec<u64>)> = Vec::new();
        let mut power = Self::from(1);
        for k in 0..=width {
            let mut value = power.padded(words);
            let mut combination = vec![0u64; width / 64 + 1];
            combination[k / 64] |= 1 << (k % 64);
            for (pivot, row, from) in &rows {
                if value[pivot / 64] >> (pivot % 64) & 1 == 1 {
                    value.iter_mut().zip(row).for_each(|(a, b)| *a ^= b);
                    combination.iter_mut().zip(from).for_each(|(a, b)| *a ^= b);
                }
            }
            let Some(word) = value.iter().position(|&w| w != 0) else {
                return Nat::from_limbs(combination);
            };
            rows.push((
                64 * word + value[word].trailing_zeros() as usize,
                value,
                combination,
            ));
            power = &power * self;
        }
        Nat::zero()
    }

    /// The least n > 0 with x^n = 1, for x of at most 4096 bits.
    pub fn order(&self) -> Result<Nat, Error> {
        if self.is_zero() {
            return Err(crate::NimError::ZeroHasNoOrder.into());
        }
        let width = self.degree();
        if width > MAX_ORDER_BITS {
            return Err(Error::TooLarge {
                what: Words::fixed(
                    "a field in bits, where the order is asked,",
                    "求阶的域的位数",
                ),
                size: width as u64,
                limit: MAX_ORDER_BITS as u64,
            });
        }
        let mut order = Nat::mersenne(width);
        for p in primes_of_mersenne(width) {
            if let Some((rest, r)) = order.divide(&p)
                && r.is_zero()
                && self.pow(&rest).is_one()
            {
                order = rest;
            }
        }
        Ok(order)
    }
}

/// Orders are computed for fields up to this width.
pub const MAX_ORDER_BITS: usize = 4096;

/// Prime factors of the Fermat numbers F₀ … F₁₁ without the largest of each, which follows by division.
/// (Euler, Landry, Morrison and Brillhart, Brent and Pollard, Lenstra and others, Brent.)
const FERMAT_FACTORS: [&[&str]; 12] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &[
        "2424833",
        "7455602825647884208337395736200454918783366342657",
    ],
    &[
        "45592577",
        "6487031809",
        "4659775785220018543264560743076778192897",
    ],
    &[
        "319489",
        "974849",
        "167988556341760475137",
        "3560841906445833920513",
    ],
];

/// The prime factors of 2^width − 1 = F₀·F₁·… for a power of two up to 4096.
pub(crate) fn primes_of_mersenne(width: usize) -> Vec<Nat> {
    let mut primes = Vec::new();
    for (k, factors) in FERMAT_FACTORS
        .iter()
        .enumerate()
        .take(width.trailing_zeros() as usize)
    {
        let mut rest = Nat::power_of_two(1 << k).plus(&Nat::from(1));
        for p in factors.iter().filter_map(|p| Nat::from_decimal(p)) {
            if let Some((q, _)) = rest.divide(&p) {
                rest = q;
            }
            primes.push(p);
        }
        primes.push(rest);
    }
    primes
}

impl From<u128> for BigNim {
    fn from(x: u128) -> Self {
        Self(Nat::from(x))
    }
}

impl From<Nat> for BigNim {
    fn from(x: Nat) -> Self {
        Self(x)
    }
}

impl FromStr for BigNim {
    type Err = Error;

    /// Reads decimal digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        Nat::from_decimal(text)
            .map(Self)
            .ok_or_else(|| Error::Parse {
                column: 1 + text.chars().take_while(char::is_ascii_digit).count(),
                message: Words::fixed("a natural number is expected", "此处应为自然数"),
            })
    }
}

impl fmt::Display for BigNim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialOrd for BigNim {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BigNim {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl Add for &BigNim {
    type Output = BigNim;
    fn add(self, other: Self) -> BigNim {
        let (long, short) = if self.limbs().len() < other.limbs().len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut limbs = long.limbs().to_vec();
        xor(&mut limbs, short.limbs());
        BigNim::from_limbs(limbs)
    }
}

impl Mul for &BigNim {
    type Output = BigNim;
    fn mul(self, other: Self) -> BigNim {
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128()) {
            return BigNim::from((Nim128(a) * Nim128(b)).to_u128());
        }
        let words = self.words().max(other.words());
        if let Some(limbs) = by_registers(words, Operation::Product, self.limbs(), other.limbs()) {
            return BigNim::from_limbs(limbs);
        }
        let (mut a, b) = (self.resident(words), other.resident(words));
        multiply(&mut a, &b);
        BigNim::from_resident(a)
    }
}

#[cfg(feature = "dashu")]
impl From<&dashu_int::UBig> for BigNim {
    fn from(x: &dashu_int::UBig) -> Self {
        let bytes = x.to_le_bytes();
        Self::from_limbs(
            bytes
                .chunks(8)
                .map(|c| c.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b)))
                .collect(),
        )
    }
}

#[cfg(feature = "dashu")]
impl From<&BigNim> for dashu_int::UBig {
    fn from(x: &BigNim) -> Self {
        let bytes: Vec<u8> = x.limbs().iter().flat_map(|w| w.to_le_bytes()).collect();
        Self::from_le_bytes(&bytes)
    }
}

/// What [`by_registers`] can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Product,
    Square,
    Root,
    Inverse,
}

/// An operation on nimbers of 2^k words with eight words to a register, where the machine can do it and it pays.
fn by_registers(words: usize, what: Operation, a: &[u64], b: &[u64]) -> Option<Vec<u64>> {
    #[cfg(target_arch = "x86_64")]
    if words >= FILLED && crate::gfni::wide::available() {
        // SAFETY: the instructions were detected.
        return Some(unsafe { crate::gfni::wide::operate(words, what, a, b) });
    }
    let _ = (words, what, a, b);
    None
}

/// Below this number of words most of a register would stay empty.
#[cfg(target_arch = "x86_64")]
const FILLED: usize = 8;

#[inline]
fn xor(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

/// a = a ⊗ b on 2^k ≥ 2 words in the polynomial basis.
fn multiply(a: &mut [u64], b: &[u64]) {
    // Each storey needs four half-width buffers, and the next one the same of half the size.
    let mut scratch = vec![0u64; 4 * a.len()];
    multiply_with(a, b, &mut scratch);
}

/// The product on 2^k ≥ 2 words, given what is done on two words: compiled into one function with it.
macro_rules! multiply_by {
    ($name:ident, $times_c:ident, $pair_mul:path, $pair_times_c:path $(, #[$feature:meta])?) => {
        $(#[$feature])?
        fn $name(a: &mut [u64], b: &[u64], scratch: &mut [u64]) {
            if let ([a0, a1], [b0, b1]) = (&mut *a, b) {
                [*a0, *a1] = $pair_mul([*a0, *a1], [*b0, *b1]);
                return;
            }
            // The same as below, without slices.
            if let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (&mut *a, b) {
                let p0 = $pair_mul([*a0, *a1], [*b0, *b1]);
                let p2 = $pair_times_c($pair_mul([*a2, *a3], [*b2, *b3]));
                let p1 = $pair_mul([*a0 ^ *a2, *a1 ^ *a3], [*b0 ^ *b2, *b1 ^ *b3]);
                (*a0, *a1) = (p0[0] ^ p2[0], p0[1] ^ p2[1]);
                (*a2, *a3) = (p1[0] ^ p0[0], p1[1] ^ p0[1]);
                return;
            }
            let half = a.len() / 2;
            let (a0, a1) = a.split_at_mut(half);
            let (b0, b1) = b.split_at(half);
            let (mine, deeper) = scratch.split_at_mut(2 * half);
            let (p1, sum) = mine.split_at_mut(half);
            add(p1, a0, a1);
            add(sum, b0, b1);
            $name(p1, sum, deeper);
            $name(a0, b0, deeper);
            $name(a1, b1, deeper);
            xor(p1, a0);
            $times_c(a1);
            xor(a0, a1);
            a1.copy_from_slice(p1);
        }

        /// a = 2^(64n − 1) ⊗ a on n = 2^k ≥ 2 words.
        $(#[$feature])?
        fn $times_c(a: &mut [u64]) {
            if let [a0, a1] = a {
                [*a0, *a1] = $pair_times_c([*a0, *a1]);
                return;
            }
            if let [a0, a1, a2, a3] = a {
                let high = $pair_times_c([*a0 ^ *a2, *a1 ^ *a3]);
                [*a0, *a1] = $pair_times_c($pair_times_c([*a2, *a3]));
                [*a2, *a3] = high;
                return;
            }
            let (a0, a1) = a.split_at_mut(a.len() / 2);
            // (c·F) ⊗ (a₁F ⊕ a₀) = c(a₀⊕a₁)·F ⊕ c²a₁.
            xor(a0, a1);
            $times_c(a0);
            $times_c(a1);
            $times_c(a1);
            a0.swap_with_slice(a1);
        }
    };
}
multiply_by!(multiply_anywhere, times_c_anywhere, pair_mul, pair_times_c);
#[cfg(target_arch = "x86_64")]
multiply_by!(
    multiply_by_clmul,
    times_c_by_clmul,
    crate::basis::pair_mul_by_clmul,
    crate::basis::pair_times_c_by_clmul,
    #[target_feature(enable = "pclmulqdq,sse4.1")]
);

fn multiply_with(a: &mut [u64], b: &[u64], scratch: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if crate::basis::has_clmul() {
        // SAFETY: the instructions were detected.
        return unsafe { multiply_by_clmul(a, b, scratch) };
    }
    multiply_anywhere(a, b, scratch);
}

/// sum = a ⊕ b.
#[inline]
fn add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
        *sum = a ^ b;
    }
}

/// a = 2^(64n − 1) ⊗ a on n = 2^k ≥ 2 words, given the same on two words.
fn times_c(a: &mut [u64], pair: &impl Fn([u64; 2]) -> [u64; 2]) {
    if let [a0, a1] = a {
        [*a0, *a1] = pair([*a0, *a1]);
        return;
    }
    let (a0, a1) = a.split_at_mut(a.len() / 2);
    // (c·F) ⊗ (a₁F ⊕ a₀) = c(a₀⊕a₁)·F ⊕ c²a₁.
    xor(a0, a1);
    times_c(a0, pair);
    times_c(a1, pair);
    times_c(a1, pair);
    a0.swap_with_slice(a1);
}

/// The product of two words with 2^127, in the usual basis.
fn pair_times_c_plain(a: [u64; 2]) -> [u64; 2] {
    let c = tower::times_c128(u128::from(a[1]) << 64 | u128::from(a[0]));
    [c as u64, (c >> 64) as u64]
}

/// a = a² on 2^k ≥ 2 words, in the usual basis.
fn square(a: &mut [u64]) {
    if let [a0, a1] = a {
        let s = tower::square128(u128::from(*a1) << 64 | u128::from(*a0));
        (*a0, *a1) = (s as u64, (s >> 64) as u64);
        return;
    }
    let (a0, a1) = a.split_at_mut(a.len() / 2);
    square(a0);
    square(a1);
    let mut c = a1.to_vec();
    times_c(&mut c, &pair_times_c_plain);
    xor(a0, &c);
}

/// a = √a on 2^k ≥ 2 words, in the usual basis.
fn sqrt(a: &mut [u64]) {
    if let [a0, a1] = a {
        let s = tower::sqrt128(u128::from(*a1) << 64 | u128::from(*a0));
        (*a0, *a1) = (s as u64, (s >> 64) as u64);
        return;
    }
    let (a0, a1) = a.split_at_mut(a.len() / 2);
    let mut c = a1.to_vec();
    times_c(&mut c, &pair_times_c_plain);
    xor(a0, &c);
    sqrt(a0);
    sqrt(a1);
}

/// a = 1/a on 2^k ≥ 2 words in the polynomial basis, through the norm.
fn inverse(a: &mut [u64]) {
    if let [a0, a1] = a {
        let x = u128::from(word_from(*a1)) << 64 | u128::from(word_from(*a0));
        let y = tower::inverse128(x);
        (*a0, *a1) = (word_to(y as u64), word_to((y >> 64) as u64));
        return;
    }
    let (a0, a1) = a.split_at_mut(a.len() / 2);
    let mut norm = a1.to_vec();
    multiply(&mut norm, a1);
    times_c(&mut norm, &pair_times_c);
    let low = a0.to_vec();
    xor(a0, a1);
    let mut cross = low;
    multiply(&mut cross, a0);
    xor(&mut norm, &cross);
    inverse(&mut norm);
    multiply(a0, &norm);
    multiply(a1, &norm);
}

/// a = the even y with y² ⊕ y = a, for a with top bit 0, on 2^k ≥ 2 words in the usual basis.
fn artin_schreier(a: &mut [u64]) {
    if let [a0, a1] = a {
        let y = tower::artin_schreier128(u128::from(*a1) << 64 | u128::from(*a0));
        (*a0, *a1) = (y as u64, (y >> 64) as u64);
        return;
    }
    let half = a.len() / 2;
    let (a0, a1) = a.split_at_mut(half);
    artin_schreier(a1);
    let mut c = a1.to_vec();
    square(&mut c);
    times_c(&mut c, &pair_times_c_plain);
    xor(a0, &c);
    if a0[half - 1] >> 63 == 1 {
        a1[0] ^= 1;
        a0[half - 1] ^= 1 << 63;
    }
    artin_schreier(a0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fermat_factors_divide() {
        let primes = primes_of_mersenne(4096);
        let product = primes.iter().fold(Nat::from(1), |n, p| n.times(p));
        assert_eq!(product, Nat::mersenne(4096));
        assert_eq!(primes.len(), 5 + 2 + 2 + 2 + 2 + 3 + 4 + 5);
    }

    fn random(words: usize, seed: u64) -> Vec<u64> {
        let mut s = seed;
        let mut next = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s
        };
        (0..words).map(|_| next()).collect()
    }

    #[test]
    fn registers_agree_with_the_portable_path() {
        for log in 1..=8 {
            let words = 1 << log;
            // Full width, and numbers that fill half a register or one word more than half the width.
            for (seed, len) in [(7, words), (11, words.min(4)), (13, words / 2 + 1)] {
                let (x, y) = (
                    BigNim::from_limbs(random(len, seed)),
                    BigNim::from_limbs(random(words, seed + 1)),
                );
                let mut wanted = x.resident(words);
                let mut scratch = vec![0; 4 * words];
                multiply_anywhere(&mut wanted, &y.resident(words), &mut scratch);
                assert_eq!(&x * &y, BigNim::from_resident(wanted), "{words} words");
                let mut wanted = x.padded(words);
                square(&mut wanted);
                assert_eq!(x.square(), BigNim::from_limbs(wanted), "{words} words");
                let mut wanted = x.padded(words);
                sqrt(&mut wanted);
                assert_eq!(x.sqrt(), BigNim::from_limbs(wanted), "{words} words");
                if words <= 128 {
                    let mut wanted = x.resident(words);
                    inverse(&mut wanted);
                    let wanted = BigNim::from_resident(wanted);
                    assert_eq!(x.inverse().ok(), Some(wanted), "{words} words");
                }
            }
        }
    }

    #[cfg(feature = "dashu")]
    #[test]
    fn conversions_to_and_from_ubig() {
        for k in [0usize, 1, 63, 64, 65, 200, 1000] {
            let x = &BigNim::power_of_two(k) + &BigNim::from(12_345);
            let big = dashu_int::UBig::from(&x);
            assert_eq!(big.to_string(), x.to_string());
            assert_eq!(BigNim::from(&big), x);
        }
        assert_eq!(BigNim::from(&dashu_int::UBig::ZERO), BigNim::default());
    }
}
