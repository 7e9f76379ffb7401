//! Nimbers of 8, 16, 32, 64 and 128 bits: the finite fields, with every field operation.
//!
//! The nimbers below 2^(2^a) are a field: ⊕ is exclusive or (so x ⊖ y = x ⊕ y), ⊗ is the nim product. Its
//! non-zero elements are a cyclic group of order N = 2^W − 1, a product of distinct primes (Fermat numbers); so a
//! root of degree n exists exactly when x^(N/g) = 1 with g = gcd(n, N), and is then a power of x. The map
//! x ↦ x² is linear, a trace to a subfield is the high half taken again and again, and x² ⊕ x = a has a
//! solution exactly when the top bit of a is 0.
//!
//! ```
//! use grundy_nimber::{Nim64, Nimber};
//! let x = Nim64(24) * Nim64(17);
//! assert_eq!(x, Nim64(128));
//! assert_eq!(x.divide(Nim64(17))?, Nim64(24));
//! assert_eq!(Nim64(8).inverse()? + Nim64(1), Nim64(11));
//! assert_eq!(Nim64(2).order()?, 3);
//! assert!(Nim64(2).root(3).is_err()); // ω is the first cube root of 2
//! # Ok::<(), grundy_nimber::NimError>(())
//! ```
//!
//! Limits: wider nimbers are in [`crate::big`]. There is no `/` operator, because it could only panic on zero.

#[cfg(target_arch = "x86_64")]
use crate::basis;
use crate::slice::Lanes;
use crate::{NimError, tower};
use core::fmt;
use core::hash::Hash;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The prime factors of 2^128 − 1; those of 2^W − 1 are the first ones.
const PRIMES: [u128; 9] = [
    3,
    5,
    17,
    257,
    65537,
    641,
    6_700_417,
    274_177,
    67_280_421_310_721,
];

/// A polynomial over GF(2) with leading coefficient 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinimalPolynomial {
    /// Its degree, at most 128.
    pub degree: u32,
    /// Bit i is the coefficient of x^i, for i below the degree.
    pub low: u128,
}

impl fmt::Display for MinimalPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        term(f, self.degree)?;
        for i in (0..self.degree).rev().filter(|i| self.low >> i & 1 == 1) {
            f.write_str(" + ")?;
            term(f, i)?;
        }
        Ok(())
    }
}

/// x^i as it is usually written.
pub(crate) fn term(f: &mut fmt::Formatter<'_>, i: u32) -> fmt::Result {
    match i {
        0 => f.write_str("1"),
        1 => f.write_str("x"),
        _ => write!(f, "x^{i}"),
    }
}

/// The solutions of a quadratic equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots<T> {
    /// One solution (a double one, or the equation is linear).
    One(T),
    /// Two solutions, the smaller first.
    Two(T, T),
}

/// What all nimbers of fixed width can do.
pub trait Nimber:
    Copy
    + Eq
    + Ord
    + Hash
    + Default
    + fmt::Debug
    + fmt::Display
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Lanes
    + Send
    + Sync
    + 'static
{
    /// Width in bits.
    const BITS: u32;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The smallest generator of the multiplicative group that is at least 2^(W/2).
    const GENERATOR: Self;
    /// An array of W elements.
    type Columns: AsRef<[Self]> + AsMut<[Self]> + Copy + Eq + fmt::Debug + Send + Sync;
    /// W zeros.
    const ZERO_COLUMNS: Self::Columns;
    /// An array of (W/8)² blocks of 64 bits.
    type Blocks: AsRef<[u64]> + AsMut<[u64]> + Copy + Eq + fmt::Debug + Send + Sync;
    /// That many zeros.
    const ZERO_BLOCKS: Self::Blocks;

    /// The nimber of the low W bits.
    #[must_use]
    fn from_u128(bits: u128) -> Self;
    /// The bits.
    #[must_use]
    fn to_u128(self) -> u128;
    /// x ⊗ x.
    #[must_use]
    fn square(self) -> Self;
    /// The one y with y ⊗ y = x.
    #[must_use]
    fn sqrt(self) -> Self;
    /// 1/x, and 0 for 0.
    #[must_use]
    fn inverse_or_zero(self) -> Self;
    /// The even solution of y² ⊕ y = x if there is one; the other is y ⊕ 1.
    #[must_use]
    fn artin_schreier(self) -> Option<Self>;

    /// 2^W − 1, the order of the multiplicative group.
    #[must_use]
    fn group_order() -> u128 {
        u128::MAX >> (128 - Self::BITS)
    }

    /// The prime factors of the group order; each divides it once.
    #[must_use]
    fn group_primes() -> &'static [u128] {
        &PRIMES[..match Self::BITS {
            8 => 3,
            16 => 4,
            32 => 5,
            64 => 7,
            _ => 9,
        }]
    }

    /// 1/x.
    fn inverse(self) -> Result<Self, NimError> {
        self.divide_into(Self::ONE)
    }

    /// x/y.
    fn divide(self, y: Self) -> Result<Self, NimError> {
        y.divide_into(self)
    }

    #[doc(hidden)]
    fn divide_into(self, numerator: Self) -> Result<Self, NimError> {
        if self == Self::ZERO {
            return Err(NimError::DivisionByZero {
                numerator: numerator.to_u128(),
            });
        }
        Ok(numerator * self.inverse_or_zero())
    }

    /// The n-th power; 0⁰ = 1.
    #[must_use]
    fn pow(self, n: u128) -> Self {
        let mut result = Self::ONE;
        for i in (0..128 - n.leading_zeros()).rev() {
            result = result.square();
            if n >> i & 1 == 1 {
                result = result * self;
            }
        }
        result
    }

    /// The n-th power, for n of either sign.
    fn pow_signed(self, n: i128) -> Result<Self, NimError> {
        let base = if n < 0 { self.inverse()? } else { self };
        Ok(base.pow(n.unsigned_abs()))
    }

    /// x^(2^k).
    #[must_use]
    fn frobenius(self, k: u32) -> Self {
        (0..k % Self::BITS).fold(self, |x, _| x.square())
    }

    /// The degree over GF(2): the size in bits of the smallest field that contains x.
    #[must_use]
    fn degree(self) -> u32 {
        let mut d = 1;
        while d < 128 && self.to_u128() >> d != 0 {
            d *= 2;
        }
        d
    }

    /// x, x², x⁴, …: all conjugates over GF(2), as many as the degree.
    fn conjugates(self) -> impl Iterator<Item = Self> {
        let mut x = self;
        (0..self.degree()).map(move |_| {
            let now = x;
            x = x.square();
            now
        })
    }

    /// The trace to the subfield of `bits` bits (a power of two up to W).
    fn trace(self, bits: u32) -> Result<Self, NimError> {
        descend(self, bits, |x, _, half| Self::from_u128(x >> half))
    }

    /// The norm to the subfield of `bits` bits (a power of two up to W).
    fn norm(self, bits: u32) -> Result<Self, NimError> {
        descend(self, bits, |x, low, half| {
            let (high, low) = (Self::from_u128(x >> half), Self::from_u128(low));
            low * (low + high) + Self::from_u128(1 << (half - 1)) * high.square()
        })
    }

    /// The least n > 0 with x^n = 1.
    fn order(self) -> Result<u128, NimError> {
        if self == Self::ZERO {
            return Err(NimError::ZeroHasNoOrder);
        }
        let mut order = Self::group_order();
        for &p in Self::group_primes() {
            if self.pow(order / p) == Self::ONE {
                order /= p;
            }
        }
        Ok(order)
    }

    /// A y with y^n = x. All others are its products with the elements of order dividing n.
    fn root(self, n: u128) -> Result<Self, NimError> {
        let missing = NimError::NoRoot {
            value: self.to_u128(),
            n,
            bits: Self::BITS,
        };
        if n == 0 {
            return if self == Self::ONE {
                Ok(self)
            } else {
                Err(missing)
            };
        }
        if self == Self::ZERO {
            return Ok(self);
        }
        let all = Self::group_order();
        let rest = all / gcd(n, all);
        if self.pow(rest) != Self::ONE {
            return Err(missing);
        }
        // `rest` is prime to n because the group order has no square factor.
        Ok(self.pow(inverse_modulo(n % rest, rest).ok_or(missing)?))
    }

    /// The solutions of a ⊗ x² ⊕ b ⊗ x = c.
    fn solve_quadratic(a: Self, b: Self, c: Self) -> Result<Roots<Self>, NimError> {
        let zero = Self::ZERO;
        let none = NimError::NoQuadraticRoot {
            a: a.to_u128(),
            b: b.to_u128(),
            c: c.to_u128(),
            bits: Self::BITS,
        };
        if a == zero && b == zero {
            return Err(if c == zero {
                NimError::EveryElement
            } else {
                none
            });
        }
        if a == zero {
            return Ok(Roots::One(c.divide(b)?));
        }
        if b == zero {
            return Ok(Roots::One(c.divide(a)?.sqrt()));
        }
        // x = (b/a)·y turns it into y² ⊕ y = a·c/b².
        let scale = b.divide(a)?;
        let y = (a * c).divide(b.square())?.artin_schreier().ok_or(none)?;
        let (x, other) = (scale * y, scale * (y + Self::ONE));
        Ok(Roots::Two(x.min(other), x.max(other)))
    }

    /// The polynomial over GF(2) of least degree that vanishes at x.
    #[must_use]
    fn minimal_polynomial(self) -> MinimalPolynomial {
        let mut coefficients = [Self::ZERO; 129];
        coefficients[0] = Self::ONE;
        for (k, conjugate) in self.conjugates().enumerate() {
            for i in (1..=k + 1).rev() {
                coefficients[i] = coefficients[i - 1] + conjugate * coefficients[i];
            }
            coefficients[0] = conjugate * coefficients[0];
        }
        let degree = self.degree();
        let low = (0..degree).fold(0, |bits, i| bits | coefficients[i as usize].to_u128() << i);
        MinimalPolynomial { degree, low }
    }
}

/// Takes x down the tower to the field of `bits` bits, one halving after the other.
fn descend<T: Nimber>(x: T, bits: u32, step: impl Fn(u128, u128, u32) -> T) -> Result<T, NimError> {
    if !bits.is_power_of_two() || bits > T::BITS {
        return Err(NimError::NoSubfield {
            wanted: bits,
            bits: T::BITS,
        });
    }
    let (mut x, mut width) = (x, T::BITS);
    while width > bits {
        width /= 2;
        let value = x.to_u128();
        x = step(value, value & ((1 << width) - 1), width);
    }
    Ok(x)
}

pub(crate) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// 1/a modulo m, if there is one (0 modulo 1).
pub(crate) fn inverse_modulo(a: u128, m: u128) -> Option<u128> {
    if m == 1 {
        return Some(0);
    }
    // Euclid's coefficients alternate in sign and stay below m, so their absolute values are kept.
    let (mut r, mut r1, mut t, mut t1, mut negative) = (m, a % m, 0u128, 1u128, true);
    while r1 != 0 {
        let q = r / r1;
        (r, r1) = (r1, r % r1);
        (t, t1) = (t1, if r1 == 0 { 0 } else { t + q * t1 });
        negative = !negative;
    }
    (r == 1).then(|| if negative { m - t } else { t })
}

macro_rules! nimber {
    ($nim:ident, $t:ty, $bits:literal, $generator:expr, $mul:expr,
     $square:ident, $sqrt:ident, $inverse:expr, $ass:ident) => {
        #[doc = concat!("A nimber of ", $bits, " bits.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $nim(#[doc = "The nimber as an integer."] pub $t);

        impl Nimber for $nim {
            const BITS: u32 = $bits;
            const ZERO: Self = Self(0);
            const ONE: Self = Self(1);
            const GENERATOR: Self = Self($generator);
            type Columns = [Self; $bits];
            const ZERO_COLUMNS: Self::Columns = [Self(0); $bits];
            type Blocks = [u64; $bits * $bits / 64];
            const ZERO_BLOCKS: Self::Blocks = [0; $bits * $bits / 64];

            #[inline]
            fn from_u128(bits: u128) -> Self {
                Self(bits as $t)
            }
            #[inline]
            fn to_u128(self) -> u128 {
                self.0.into()
            }
            #[inline]
            fn square(self) -> Self {
                Self(tower::$square(self.0))
            }
            #[inline]
            fn sqrt(self) -> Self {
                Self(tower::$sqrt(self.0))
            }
            #[inline]
            fn inverse_or_zero(self) -> Self {
                Self($inverse(self.0))
            }
            #[inline]
            fn artin_schreier(self) -> Option<Self> {
                (self.0 >> ($bits - 1) == 0).then(|| Self(tower::$ass(self.0)))
            }
        }

        impl Add for $nim {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl)]
            fn add(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Sub for $nim {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl)]
            fn sub(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Neg for $nim {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self
            }
        }
        impl Mul for $nim {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self($mul(self.0, other.0))
            }
        }
        impl AddAssign for $nim {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl SubAssign for $nim {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
        impl MulAssign for $nim {
            #[inline]
            fn mul_assign(&mut self, other: Self) {
                *self = *self * other;
            }
        }
        impl fmt::Display for $nim {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
        impl From<$t> for $nim {
            fn from(x: $t) -> Self {
                Self(x)
            }
        }
        impl From<$nim> for $t {
            fn from(x: $nim) -> Self {
                x.0
            }
        }
    };
}

/// The inverse of one element: by byte products if the machine has them.
macro_rules! inverse_of_one {
    ($name:ident, $t:ty, $inverse:ident) => {
        #[inline]
        fn $name(x: $t) -> $t {
            #[cfg(target_arch = "x86_64")]
            if crate::path::detected!("avx", "gfni") {
                // SAFETY: the instructions were detected.
                return unsafe { crate::gfni::one::$inverse(x) };
            }
            tower::$inverse(x)
        }
    };
}
inverse_of_one!(inverse_of_one64, u64, inverse64);
inverse_of_one!(inverse_of_one128, u128, inverse128);

/// The product of one pair: by carry-less multiplication if the machine has it.
macro_rules! product_of_pair {
    ($name:ident, $t:ty) => {
        #[inline]
        fn $name(a: $t, b: $t) -> $t {
            #[cfg(target_arch = "x86_64")]
            if basis::has_clmul() {
                // SAFETY: the instructions were detected.
                return unsafe { basis::$name(a, b) };
            }
            tower::$name(a, b)
        }
    };
}
product_of_pair!(mul32, u32);
product_of_pair!(mul64, u64);
product_of_pair!(mul128, u128);

nimber!(
    Nim8,
    u8,
    8,
    0x12,
    tower::mul8,
    square8,
    sqrt8,
    tower::inverse8,
    artin_schreier8
);
nimber!(
    Nim16,
    u16,
    16,
    0x102,
    tower::mul16,
    square16,
    sqrt16,
    tower::inverse16,
    artin_schreier16
);
nimber!(
    Nim32,
    u32,
    32,
    0x1_0004,
    mul32,
    square32,
    sqrt32,
    tower::inverse32,
    artin_schreier32
);
nimber!(
    Nim64,
    u64,
    64,
    0x1_0000_0006,
    mul64,
    square64,
    sqrt64,
    inverse_of_one64,
    artin_schreier64
);
nimber!(
    Nim128,
    u128,
    128,
    (1 << 64) + 2,
    mul128,
    square128,
    sqrt128,
    inverse_of_one128,
    artin_schreier128
);

/// Widening is always the identity on nimbers.
macro_rules! widen {
    ($($small:ident => $($wide:ident)+;)+) => {$($(
        impl From<$small> for $wide {
            fn from(x: $small) -> Self {
                Self(x.0.into())
            }
        }
    )+)+};
}
widen! {
    Nim8 => Nim16 Nim32 Nim64 Nim128;
    Nim16 => Nim32 Nim64 Nim128;
    Nim32 => Nim64 Nim128;
    Nim64 => Nim128;
}
