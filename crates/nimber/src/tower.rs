//! The tower of fields, portable: products by halves down to bytes.
//!
//! A nimber of 2w bits is x = x₁F ⊕ x₀ with F = 2^w, and F² = F ⊕ c with c = F/2. Hence, with
//! p₀ = x₀y₀, p₂ = x₁y₁ and p₁ = (x₀⊕x₁)(y₀⊕y₁) (Karatsuba):
//!
//! ```text
//! x ⊗ y  = (p₁ ⊕ p₀)·F ⊕ p₀ ⊕ c⊗p₂          c⊗x of the double width: c·F ⊗ x
//! x²     = x₁²·F ⊕ x₀² ⊕ c⊗x₁²              √x = √x₁·F ⊕ √(x₀ ⊕ c⊗x₁)
//! norm x = x₀(x₀⊕x₁) ⊕ c⊗x₁²                1/x = (x₁·F ⊕ x₁ ⊕ x₀) / norm x
//! ```
//!
//! Bytes are multiplied through a logarithm; the two byte tables come from [`crate::reference`] at build
//! time. Everything is `const`, so the tables of the other paths are built with these functions.

use crate::reference::product;

/// Logarithm of zero: larger than a sum of three logarithms can be.
const LOG_ZERO: u16 = 765;
/// Where [`EXP8`] ends: three times the logarithm of zero.
const EXP_LEN: usize = 3 * LOG_ZERO as usize + 1;
/// The smallest generator of the 255 non-zero bytes.
const GENERATOR8: u8 = generator8();

const fn generator8() -> u8 {
    let mut g = 2u8;
    loop {
        let (mut x, mut order) = (g as u128, 1);
        while x != 1 {
            x = product(x, g as u128);
            order += 1;
        }
        if order == 255 {
            return g;
        }
        g += 1;
    }
}

/// Logarithms of bytes; zero maps beyond every sum of two others.
pub(crate) static LOG8: [u16; 256] = BYTE_TABLES.0;
/// Powers of the generator; zero from [`LOG_ZERO`] on.
pub(crate) static EXP8: [u8; EXP_LEN] = BYTE_TABLES.1;

const BYTE_TABLES: ([u16; 256], [u8; EXP_LEN]) = byte_tables();

const fn byte_tables() -> ([u16; 256], [u8; EXP_LEN]) {
    let mut log = [LOG_ZERO; 256];
    let mut exp = [0u8; EXP_LEN];
    let (mut x, mut i) = (1u8, 0u16);
    while i < 255 {
        log[x as usize] = i;
        exp[i as usize] = x;
        exp[i as usize + 255] = x;
        exp[i as usize + 510] = x;
        x = product(x as u128, GENERATOR8 as u128) as u8;
        i += 1;
    }
    (log, exp)
}

const LOG_C8: u16 = BYTE_TABLES.0[128];

/// Product of bytes.
#[inline]
pub(crate) const fn mul8(a: u8, b: u8) -> u8 {
    EXP8[LOG8[a as usize] as usize + LOG8[b as usize] as usize]
}

/// 128 ⊗ a ⊗ b, at the price of one product.
#[inline]
const fn mul8_c(a: u8, b: u8) -> u8 {
    EXP8[LOG8[a as usize] as usize + LOG8[b as usize] as usize + LOG_C8 as usize]
}

/// 128 ⊗ a.
#[inline]
pub(crate) const fn times_c8(a: u8) -> u8 {
    EXP8[LOG8[a as usize] as usize + LOG_C8 as usize]
}

/// Square of a byte.
#[inline]
pub(crate) const fn square8(a: u8) -> u8 {
    EXP8[2 * LOG8[a as usize] as usize]
}

/// Square root of a byte: the 128-th power.
#[inline]
pub(crate) const fn sqrt8(a: u8) -> u8 {
    if a == 0 {
        return 0;
    }
    EXP8[(LOG8[a as usize] as usize * 128) % 255]
}

/// Inverse of a byte, 0 for 0.
#[inline]
pub(crate) const fn inverse8(a: u8) -> u8 {
    if a == 0 {
        return 0;
    }
    EXP8[255 - LOG8[a as usize] as usize]
}

/// The even solution of x² ⊕ x = a for a byte below 128.
const ARTIN_SCHREIER8: [u8; 128] = {
    let mut table = [0u8; 128];
    let mut x = 0u16;
    while x < 256 {
        table[(square8(x as u8) ^ x as u8) as usize] = x as u8;
        x += 2;
    }
    table
};

/// The even solution of x² ⊕ x = a (if the top bit of a is 0).
#[inline]
pub(crate) const fn artin_schreier8(a: u8) -> u8 {
    ARTIN_SCHREIER8[(a & 127) as usize]
}

/// Product of two 16-bit nimbers.
#[inline]
pub(crate) const fn mul16(a: u16, b: u16) -> u16 {
    let (a1, a0) = ((a >> 8) as u8, a as u8);
    let (b1, b0) = ((b >> 8) as u8, b as u8);
    let p0 = mul8(a0, b0);
    let p1 = mul8(a0 ^ a1, b0 ^ b1);
    ((p1 ^ p0) as u16) << 8 | (p0 ^ mul8_c(a1, b1)) as u16
}

/// One storey of the tower: the product by Karatsuba.
macro_rules! storey_mul {
    ($mul:ident, $whole:ty, $half:ty, $w:literal, $half_mul:ident, $half_c:ident) => {
        #[doc = concat!("Product of two nimbers of 2·", $w, " bits.")]
        #[inline]
        pub(crate) const fn $mul(a: $whole, b: $whole) -> $whole {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            let (b1, b0) = ((b >> $w) as $half, b as $half);
            let p0 = $half_mul(a0, b0);
            let p2 = $half_mul(a1, b1);
            let p1 = $half_mul(a0 ^ a1, b0 ^ b1);
            ((p1 ^ p0) as $whole) << $w | (p0 ^ $half_c(p2)) as $whole
        }
    };
}

/// One storey of the tower: everything but the product.
macro_rules! storey {
    ($whole:ty, $half:ty, $w:literal, $half_mul:ident,
     $c:ident / $half_c:ident, $sq:ident / $half_sq:ident, $rt:ident / $half_rt:ident,
     $inv:ident / $half_inv:ident, $norm:ident, $ass:ident / $half_ass:ident) => {
        /// Product with the highest power of two of this width.
        #[inline]
        #[allow(dead_code)] // the highest storey needs no constant outside the tests
        pub(crate) const fn $c(a: $whole) -> $whole {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            ($half_c(a1 ^ a0) as $whole) << $w | $half_c($half_c(a1)) as $whole
        }

        /// Square.
        #[inline]
        pub(crate) const fn $sq(a: $whole) -> $whole {
            let (s1, s0) = ($half_sq((a >> $w) as $half), $half_sq(a as $half));
            (s1 as $whole) << $w | (s0 ^ $half_c(s1)) as $whole
        }

        /// Square root.
        #[inline]
        pub(crate) const fn $rt(a: $whole) -> $whole {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            ($half_rt(a1) as $whole) << $w | $half_rt(a0 ^ $half_c(a1)) as $whole
        }

        /// Norm to the field of half the width.
        #[inline]
        pub(crate) const fn $norm(a: $whole) -> $half {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            $half_mul(a0, a0 ^ a1) ^ $half_c($half_sq(a1))
        }

        /// Inverse, 0 for 0.
        #[inline]
        pub(crate) const fn $inv(a: $whole) -> $whole {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            let n = $half_inv($norm(a));
            ($half_mul(a1, n) as $whole) << $w | $half_mul(a0 ^ a1, n) as $whole
        }

        /// The even solution of x² ⊕ x = a (if the top bit of a is 0).
        ///
        /// x₁ solves the equation for a₁ and may be changed by 1, which flips the top bit of
        /// a₀ ⊕ c⊗x₁², the right side for x₀: so one of the two choices always works.
        #[inline]
        pub(crate) const fn $ass(a: $whole) -> $whole {
            let (a1, a0) = ((a >> $w) as $half, a as $half);
            let mut x1 = $half_ass(a1);
            let mut rest = a0 ^ $half_c($half_sq(x1));
            if rest >> ($w - 1) != 0 {
                x1 ^= 1;
                rest ^= 1 << ($w - 1);
            }
            (x1 as $whole) << $w | $half_ass(rest) as $whole
        }
    };
}

storey!(
    u16,
    u8,
    8,
    mul8,
    times_c16 / times_c8,
    square16 / square8,
    sqrt16 / sqrt8,
    inverse16 / inverse8,
    norm16,
    artin_schreier16 / artin_schreier8
);
storey_mul!(mul32, u32, u16, 16, mul16, times_c16);
storey!(
    u32,
    u16,
    16,
    mul16,
    times_c32 / times_c16,
    square32 / square16,
    sqrt32 / sqrt16,
    inverse32 / inverse16,
    norm32,
    artin_schreier32 / artin_schreier16
);
storey_mul!(mul64, u64, u32, 32, mul32, times_c32);
storey!(
    u64,
    u32,
    32,
    mul32,
    times_c64 / times_c32,
    square64 / square32,
    sqrt64 / sqrt32,
    inverse64 / inverse32,
    norm64,
    artin_schreier64 / artin_schreier32
);
storey_mul!(mul128, u128, u64, 64, mul64, times_c64);
storey!(
    u128,
    u64,
    64,
    mul64,
    times_c128 / times_c64,
    square128 / square64,
    sqrt128 / sqrt64,
    inverse128 / inverse64,
    norm128,
    artin_schreier128 / artin_schreier64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_the_reference() {
        let mut s = 0x9e37_79b9_7f4a_7c15_u128;
        for _ in 0..2000 {
            s = s
                .wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da4)
                .wrapping_add(0x1234_5677);
            let (a, b) = (s ^ (s >> 64), s.rotate_left(41) ^ (s >> 37));
            assert_eq!(
                u128::from(mul8(a as u8, b as u8)),
                product(a & 0xff, b & 0xff)
            );
            assert_eq!(
                u128::from(mul16(a as u16, b as u16)),
                product(a & 0xffff, b & 0xffff)
            );
            let (a32, b32) = (a as u32, b as u32);
            assert_eq!(u128::from(mul32(a32, b32)), product(a32.into(), b32.into()));
            let (a64, b64) = (a as u64, b as u64);
            assert_eq!(u128::from(mul64(a64, b64)), product(a64.into(), b64.into()));
            assert_eq!(mul128(a, b), product(a, b));
            assert_eq!(square128(a), product(a, a));
            assert_eq!(sqrt128(square128(a)), a);
            assert_eq!(times_c128(a), product(a, 1 << 127));
            assert_eq!(mul128(a, inverse128(a)), 1);
            let free = a & (u128::MAX >> 1);
            let x = artin_schreier128(free);
            assert_eq!(square128(x) ^ x, free);
            assert_eq!(x & 1, 0);
        }
    }
}
