//! Polynomial bases: the same fields as binary polynomials, where the processor multiplies.
//!
//! All fields of 2^64 elements are isomorphic. In GF(2)\[x\]/(x⁶⁴+x⁴+x³+x+1) one carry-less product and a
//! few shifts multiply; the isomorphism is a matrix of bits, fixed by sending x to a root of that polynomial
//! among the nimbers, and is applied through eight tables of 256 words in each direction. [`Resident64`]
//! stays in the polynomial basis, so that a long chain of products pays for the conversion only at its ends.
//!
//! ```
//! use grundy_nimber::{Nim64, Nimber, Resident64};
//! let (mut chain, step) = (Resident64::from(Nim64(1)), Resident64::from(Nim64(6 + (1 << 32))));
//! for _ in 0..1000 {
//!     chain = chain * step;
//! }
//! assert_eq!(Nim64::from(chain), Nim64(6 + (1 << 32)).pow(1000));
//! ```
//!
//! Limits: 64 and 128 bits; the latter is the quadratic extension by F² = F ⊕ 2⁶³ over the former.
//! Without a carry-less multiply instruction the polynomial product is made from integer products.

use crate::linear::invert64;
use crate::tower;
use core::ops::{Add, Mul};

/// The nimber that x stands for.
const ROOT64: u64 = 0x61ca_6f79_e880_db76;

const FROM_COLUMNS: [u64; 64] = {
    let mut columns = [1u64; 64];
    let mut i = 1;
    while i < 64 {
        columns[i] = tower::mul64(columns[i - 1], ROOT64);
        i += 1;
    }
    columns
};

type ByteTables = [[u64; 256]; 8];

const fn byte_tables(columns: [u64; 64]) -> ByteTables {
    let mut tables = [[0u64; 256]; 8];
    let mut k = 0;
    while k < 8 {
        let mut b = 1usize;
        while b < 256 {
            tables[k][b] = tables[k][b & (b - 1)] ^ columns[8 * k + b.trailing_zeros() as usize];
            b += 1;
        }
        k += 1;
    }
    tables
}

/// Nimber to polynomial.
static TO: ByteTables = byte_tables(invert64(FROM_COLUMNS));
/// Polynomial to nimber.
static FROM: ByteTables = byte_tables(FROM_COLUMNS);
/// Polynomial to nimber times 2^63: what the product of the high halves contributes in 128 bits.
#[cfg(target_arch = "x86_64")]
static FROM_TIMES_C: ByteTables = {
    let mut columns = FROM_COLUMNS;
    let mut i = 0;
    while i < 64 {
        columns[i] = tower::times_c64(columns[i]);
        i += 1;
    }
    byte_tables(columns)
};
/// 2^63 as a polynomial.
const C_POLY: u64 = TO_COLUMNS[63];
/// Its square: 2^63 ⊗ 2^63 as a polynomial.
#[cfg(feature = "alloc")]
const C2_POLY: u64 = {
    let (square, mut poly, mut i) = (tower::square64(1 << 63), 0, 0);
    while i < 64 {
        if square >> i & 1 == 1 {
            poly ^= TO_COLUMNS[i];
        }
        i += 1;
    }
    poly
};
const TO_COLUMNS: [u64; 64] = invert64(FROM_COLUMNS);

/// Keeps the compiler from turning a balanced sum of look-ups into one long chain, which waits for each in turn.
#[inline(always)]
fn keep(x: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        let mut x = x;
        // SAFETY: no instruction is executed; the register goes in and comes out unchanged.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags));
        }
        x
    }
    #[cfg(not(target_arch = "x86_64"))]
    x
}

#[inline(always)]
fn look_up(tables: &ByteTables, x: u64) -> u64 {
    let b = x.to_le_bytes();
    let at = |k: usize| tables[k][usize::from(b[k])];
    let (low, high) = (keep(at(0) ^ at(1)) ^ at(2), keep(at(3) ^ at(4)) ^ at(5));
    keep(low) ^ keep(high) ^ keep(at(6) ^ at(7))
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn look_up_low(tables: &ByteTables, x: u32) -> u64 {
    let b = x.to_le_bytes();
    let at = |k: usize| tables[k][usize::from(b[k])];
    (at(0) ^ at(1)) ^ keep(at(2) ^ at(3))
}

/// What the four bits beyond x⁶⁷ of (high·x⁶⁴) mod x⁶⁴+… become: the second round of the reduction, in polynomials.
#[cfg(target_arch = "x86_64")]
const fn overflow(top: u64) -> u64 {
    let o = top ^ (top >> 1) ^ (top >> 3);
    o ^ (o << 1) ^ (o << 3) ^ (o << 4)
}

/// The same as a nimber, by the top four bits: it is looked up while the first round is still computed.
#[cfg(target_arch = "x86_64")]
static FROM_OVERFLOW: [u64; 16] = {
    let (mut table, mut top) = ([0u64; 16], 0);
    while top < 16 {
        let (poly, mut i) = (overflow(top as u64), 0);
        while i < 64 {
            if poly >> i & 1 == 1 {
                table[top] ^= FROM_COLUMNS[i];
            }
            i += 1;
        }
        top += 1;
    }
    table
};

/// Remainder modulo x⁶⁴+x⁴+x³+x+1.
#[inline(always)]
const fn reduce(high: u64, low: u64) -> u64 {
    let t = high ^ (high >> 63) ^ (high >> 61) ^ (high >> 60);
    low ^ t ^ (t << 1) ^ (t << 3) ^ (t << 4)
}

/// Carry-less product of 64 bits from integer products: bits are spread so far apart (every fifth) that no
/// sum of at most 13 of them carries into the next.
fn clmul_portable(a: u64, b: u64) -> (u64, u64) {
    const SPREAD: u128 = {
        let (mut m, mut i) = (0u128, 0);
        while i < 128 {
            m |= 1 << i;
            i += 5;
        }
        m
    };
    let mut product = 0u128;
    for i in 0..5 {
        let x = a & (SPREAD << i) as u64;
        for j in 0..5 {
            let y = b & (SPREAD << j) as u64;
            // Classes beyond bit 4 wrap to the next class modulo 5, which the mask selects.
            let keep = SPREAD << ((i + j) % 5);
            product ^= (u128::from(x) * u128::from(y)) & keep;
        }
    }
    ((product >> 64) as u64, product as u64)
}

/// Product in the polynomial basis, without special instructions.
fn poly_mul_portable(a: u64, b: u64) -> u64 {
    let (high, low) = clmul_portable(a, b);
    reduce(high, low)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{
        C_POLY, FROM, FROM_OVERFLOW, FROM_TIMES_C, TO, keep, look_up, look_up_low, reduce,
    };
    use core::arch::x86_64::{
        __m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_extract_epi64,
        _mm_set_epi64x, _mm_unpackhi_epi64, _mm_xor_si128,
    };

    /// The carry-less product of the low word of b and the word of a that `SIDE` names, as text: a function that needs the
    /// instruction by its type could not become part of one that does not.
    ///
    /// # Safety
    /// The instruction must exist.
    #[inline(always)]
    unsafe fn clmul_anywhere<const SIDE: i32>(a: __m128i, b: __m128i) -> __m128i {
        let mut product = a;
        // SAFETY: two registers are read and one is written; the caller knows that the instruction exists.
        unsafe {
            core::arch::asm!("pclmulqdq {0}, {1}, {2}", inout(xmm_reg) product, in(xmm_reg) b, const SIDE,
                options(pure, nomem, nostack, preserves_flags));
        }
        product
    }

    /// The product in the polynomial basis. Nothing leaves the vector registers: x⁶⁴ = x⁴+x³+x+1, and what that leaves beyond
    /// x⁶³ is four bits, which are looked up.
    ///
    /// # Safety
    /// The instructions PCLMULQDQ and PSHUFB must exist.
    #[inline(always)]
    pub(super) unsafe fn poly_mul(a: u64, b: u64) -> u64 {
        // SAFETY: the caller knows that the instructions exist; all else is in every x86-64.
        unsafe {
            let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
            let p = clmul_anywhere::<0x00>(a, b);
            let first = clmul_anywhere::<0x01>(p, _mm_cvtsi64_si128(0x1b));
            let mut second =
                _mm_set_epi64x(0x9982_afb4_f5ee_c3d8_u64 as i64, 0x415a_776c_2d36_1b00);
            core::arch::asm!("pshufb {0}, {1}", inout(xmm_reg) second, in(xmm_reg) _mm_unpackhi_epi64(first, first),
                options(pure, nomem, nostack, preserves_flags));
            _mm_cvtsi128_si64(_mm_xor_si128(_mm_xor_si128(p, first), second)) as u64
        }
    }

    /// The nimber of a product of polynomials: the first round of the reduction, then both parts through tables.
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    fn product_of(a: u64, b: u64) -> u64 {
        let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let p = _mm_clmulepi64_si128::<0>(a, b);
        let (high, low) = (
            _mm_extract_epi64::<1>(p) as u64,
            _mm_cvtsi128_si64(p) as u64,
        );
        let first = keep(low ^ high ^ (high << 1)) ^ keep((high << 3) ^ (high << 4));
        look_up(&FROM, first) ^ FROM_OVERFLOW[(high >> 60) as usize]
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    pub(crate) fn mul32(a: u32, b: u32) -> u32 {
        product_of(look_up_low(&TO, a), look_up_low(&TO, b)) as u32
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    pub(crate) fn mul64(a: u64, b: u64) -> u64 {
        product_of(look_up(&TO, a), look_up(&TO, b))
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    pub(crate) fn mul128(a: u128, b: u128) -> u128 {
        let (a1, a0) = (look_up(&TO, (a >> 64) as u64), look_up(&TO, a as u64));
        let (b1, b0) = (look_up(&TO, (b >> 64) as u64), look_up(&TO, b as u64));
        // SAFETY: this function has the instructions.
        let poly_mul = |a: u64, b: u64| unsafe { poly_mul(a, b) };
        let p0 = poly_mul(a0, b0);
        let p2 = poly_mul(a1, b1);
        let p1 = poly_mul(a0 ^ a1, b0 ^ b1);
        let high = look_up(&FROM, p1 ^ p0);
        let low = look_up(&FROM, p0) ^ look_up(&FROM_TIMES_C, p2);
        u128::from(high) << 64 | u128::from(low)
    }

    /// The product of polynomials, not reduced: the high and the low word.
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    fn long_mul(a: u64, b: u64) -> (u64, u64) {
        let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let p = _mm_clmulepi64_si128::<0>(a, b);
        (
            _mm_extract_epi64::<1>(p) as u64,
            _mm_cvtsi128_si64(p) as u64,
        )
    }

    /// What is added is reduced together.
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    pub(crate) fn pair_mul(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        let (h0, l0) = long_mul(a[0], b[0]);
        let (h1, l1) = long_mul(a[0] ^ a[1], b[0] ^ b[1]);
        // SAFETY: this function has the instructions.
        let p2 = unsafe { poly_mul(a[1], b[1]) };
        let (h2, l2) = long_mul(C_POLY, p2);
        [reduce(h0 ^ h2, l0 ^ l2), reduce(h0 ^ h1, l0 ^ l1)]
    }

    #[cfg(feature = "alloc")]
    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[inline]
    pub(crate) fn pair_times_c(a: [u64; 2]) -> [u64; 2] {
        // SAFETY: this function has the instructions.
        let poly_mul = |a: u64, b: u64| unsafe { poly_mul(a, b) };
        [
            poly_mul(super::C2_POLY, a[1]),
            poly_mul(C_POLY, a[0] ^ a[1]),
        ]
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{mul32, mul64, mul128};
/// As [`pair_mul`] and [`pair_times_c`], where the instructions are known to exist.
#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
pub(crate) use x86::{pair_mul as pair_mul_by_clmul, pair_times_c as pair_times_c_by_clmul};

/// Whether the carry-less multiply instruction may be used.
#[inline(always)]
pub(crate) fn has_clmul() -> bool {
    crate::path::detected!("pclmulqdq", "sse4.1")
}

/// A word of a wider nimber, to the polynomial basis.
#[cfg(feature = "alloc")]
pub(crate) fn word_to(x: u64) -> u64 {
    look_up(&TO, x)
}

/// A word of a wider nimber, from the polynomial basis.
#[cfg(feature = "alloc")]
pub(crate) fn word_from(x: u64) -> u64 {
    look_up(&FROM, x)
}

/// The product of two 128-bit nimbers given as low and high word in the polynomial basis.
#[inline]
pub(crate) fn pair_mul(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    #[cfg(target_arch = "x86_64")]
    if has_clmul() {
        // SAFETY: the instructions were detected.
        return unsafe { x86::pair_mul(a, b) };
    }
    let p0 = poly_mul_portable(a[0], b[0]);
    let p2 = poly_mul_portable(a[1], b[1]);
    let p1 = poly_mul_portable(a[0] ^ a[1], b[0] ^ b[1]);
    [p0 ^ poly_mul_portable(C_POLY, p2), p1 ^ p0]
}

/// The product with 2^127 of a 128-bit nimber given as low and high word in the polynomial basis.
#[cfg(feature = "alloc")]
pub(crate) fn pair_times_c(a: [u64; 2]) -> [u64; 2] {
    #[cfg(target_arch = "x86_64")]
    if has_clmul() {
        // SAFETY: the instructions were detected.
        return unsafe { x86::pair_times_c(a) };
    }
    [
        poly_mul_portable(C2_POLY, a[1]),
        poly_mul_portable(C_POLY, a[0] ^ a[1]),
    ]
}

/// The n-th power, from the lowest bit of n: the squarings do not wait for the products.
fn power<T: Copy + Mul<Output = T>>(mut base: T, one: T, mut n: u128) -> T {
    let mut result = one;
    while n != 0 {
        if n & 1 == 1 {
            result = result * base;
        }
        base = base * base;
        n >>= 1;
    }
    result
}

/// An element of the field of 2^64 elements in the polynomial basis, for chains of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Resident64(u64);

impl Resident64 {
    /// One.
    pub const ONE: Self = Self(1);

    /// The bits: coefficient of x^i in bit i.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The element with the given coefficients.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The n-th power; 0⁰ = 1.
    #[must_use]
    pub fn pow(self, n: u64) -> Self {
        power(self, Self::ONE, n.into())
    }
}

impl From<crate::Nim64> for Resident64 {
    #[inline]
    fn from(x: crate::Nim64) -> Self {
        Self(look_up(&TO, x.0))
    }
}

impl From<Resident64> for crate::Nim64 {
    #[inline]
    fn from(x: Resident64) -> Self {
        Self(look_up(&FROM, x.0))
    }
}

impl Add for Resident64 {
    type Output = Self;
    #[inline]
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Mul for Resident64 {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        #[cfg(target_arch = "x86_64")]
        if has_clmul() {
            // SAFETY: the instructions were detected.
            return Self(unsafe { x86::poly_mul(self.0, other.0) });
        }
        Self(poly_mul_portable(self.0, other.0))
    }
}

/// An element of the field of 2^128 elements as a pair over [`Resident64`], for chains of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Resident128([u64; 2]);

impl Resident128 {
    /// One.
    pub const ONE: Self = Self([1, 0]);

    /// The coefficient of F = 2^64, which is the trace to the field of 64 bits.
    #[must_use]
    pub const fn trace(self) -> Resident64 {
        Resident64(self.0[1])
    }

    /// The conjugate over the field of 64 bits.
    #[must_use]
    pub const fn conjugate(self) -> Self {
        Self([self.0[0] ^ self.0[1], self.0[1]])
    }

    /// The n-th power; 0⁰ = 1.
    #[must_use]
    pub fn pow(self, n: u128) -> Self {
        power(self, Self::ONE, n)
    }
}

impl From<crate::Nim128> for Resident128 {
    fn from(x: crate::Nim128) -> Self {
        Self([look_up(&TO, x.0 as u64), look_up(&TO, (x.0 >> 64) as u64)])
    }
}

impl From<Resident128> for crate::Nim128 {
    fn from(x: Resident128) -> Self {
        Self(u128::from(look_up(&FROM, x.0[1])) << 64 | u128::from(look_up(&FROM, x.0[0])))
    }
}

impl Add for Resident128 {
    type Output = Self;
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Mul for Resident128 {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self(pair_mul(self.0, other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_satisfies_its_polynomial() {
        let r = |n: u32| (0..n).fold(1, |p, _| tower::mul64(p, ROOT64));
        assert_eq!(r(64) ^ r(4) ^ r(3) ^ r(1) ^ 1, 0);
    }

    #[test]
    fn conversions_are_inverse_and_products_agree() {
        let mut s = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..2000 {
            s = s
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let (a, b) = (s ^ (s >> 29), s.rotate_left(23) ^ (s >> 31));
            assert_eq!(look_up(&FROM, look_up(&TO, a)), a);
            let slow = look_up(&FROM, poly_mul_portable(look_up(&TO, a), look_up(&TO, b)));
            assert_eq!(slow, tower::mul64(a, b));
            #[cfg(target_arch = "x86_64")]
            if has_clmul() {
                // SAFETY: the instructions were detected.
                unsafe {
                    assert_eq!(mul64(a, b), slow);
                    assert_eq!(mul32(a as u32, b as u32), tower::mul32(a as u32, b as u32));
                    let (x, y) = (
                        u128::from(a) << 64 | u128::from(b),
                        u128::from(b) << 63 | 77,
                    );
                    assert_eq!(mul128(x, y), tower::mul128(x, y));
                }
            }
        }
    }
}
