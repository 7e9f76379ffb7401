//! The inverse of one element: the tower of [`super`] with a byte in each register.
//!
//! Byte products do not care what stands beside the byte, so register k is the element moved down by k bytes. That
//! is two hundred instructions for 64 bits, few of which wait for each other.

// Squares, roots and the highest constants are not needed.
#![allow(dead_code)]

use super::{C, CC, IDENTITY, IN, OUT, ROOT};
use core::arch::x86_64::*;

type V = __m128i;

#[target_feature(enable = "avx")]
#[inline]
fn xor(a: V, b: V) -> V {
    _mm_xor_si128(a, b)
}
#[target_feature(enable = "avx,gfni")]
#[inline]
fn mul_bytes(a: V, b: V) -> V {
    _mm_gf2p8mul_epi8(a, b)
}
#[target_feature(enable = "avx,gfni")]
#[inline]
fn affine(a: V, matrix: u64) -> V {
    _mm_gf2p8affine_epi64_epi8::<0>(a, _mm_set1_epi64x(matrix as i64))
}
#[target_feature(enable = "avx,gfni")]
#[inline]
fn affine_inverse(a: V) -> V {
    _mm_gf2p8affineinv_epi64_epi8::<0>(a, _mm_set1_epi64x(IDENTITY as i64))
}

super::tower_on_registers!("avx,gfni");

/// The lowest bytes of eight registers.
#[target_feature(enable = "avx")]
#[inline]
fn gather(b: [V; 8]) -> V {
    let two = |i: usize| _mm_unpacklo_epi8(b[i], b[i + 1]);
    let four = |i: usize| _mm_unpacklo_epi16(two(i), two(i + 2));
    _mm_unpacklo_epi32(four(0), four(4))
}

/// 1/x, and 0 for 0.
#[target_feature(enable = "avx,gfni")]
pub(crate) fn inverse64(x: u64) -> u64 {
    let x = affine(_mm_cvtsi64_si128(x as i64), IN);
    let y = i8([
        x,
        _mm_srli_si128::<1>(x),
        _mm_srli_si128::<2>(x),
        _mm_srli_si128::<3>(x),
        _mm_srli_si128::<4>(x),
        _mm_srli_si128::<5>(x),
        _mm_srli_si128::<6>(x),
        _mm_srli_si128::<7>(x),
    ]);
    _mm_cvtsi128_si64(affine(gather(y), OUT)) as u64
}

/// 1/x, and 0 for 0.
#[target_feature(enable = "avx,gfni")]
pub(crate) fn inverse128(x: u128) -> u128 {
    let x = affine(_mm_set_epi64x((x >> 64) as i64, x as i64), IN);
    let y = i16([
        x,
        _mm_srli_si128::<1>(x),
        _mm_srli_si128::<2>(x),
        _mm_srli_si128::<3>(x),
        _mm_srli_si128::<4>(x),
        _mm_srli_si128::<5>(x),
        _mm_srli_si128::<6>(x),
        _mm_srli_si128::<7>(x),
        _mm_srli_si128::<8>(x),
        _mm_srli_si128::<9>(x),
        _mm_srli_si128::<10>(x),
        _mm_srli_si128::<11>(x),
        _mm_srli_si128::<12>(x),
        _mm_srli_si128::<13>(x),
        _mm_srli_si128::<14>(x),
        _mm_srli_si128::<15>(x),
    ]);
    let [y0, y1, y2, y3, y4, y5, y6, y7, high @ ..] = y;
    let low = gather([y0, y1, y2, y3, y4, y5, y6, y7]);
    let y = affine(_mm_unpacklo_epi64(low, gather(high)), OUT);
    let (low, high) = (
        _mm_cvtsi128_si64(y),
        _mm_cvtsi128_si64(_mm_unpackhi_epi64(y, y)),
    );
    u128::from(high as u64) << 64 | u128::from(low as u64)
}

#[cfg(test)]
mod tests {
    use crate::tower;

    #[test]
    fn inverses_are_those_of_the_portable_path() {
        if !crate::path::detected!("avx", "gfni") {
            return;
        }
        let mut x = 0u128;
        for n in 0..4000u32 {
            // SAFETY: the instructions were detected.
            let (short, long) = unsafe { (super::inverse64(x as u64), super::inverse128(x)) };
            assert_eq!(short, tower::inverse64(x as u64), "{x}");
            assert_eq!(long, tower::inverse128(x), "{x}");
            x = (x ^ (x >> 71)).wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5)
                + u128::from(n);
        }
    }
}
