//! The operations of [`super`] on registers of 32 bytes.

use super::{C, CC, IDENTITY, IN, OUT, ROOT};
use core::arch::x86_64::*;

type V = __m256i;

#[target_feature(enable = "avx2")]
#[inline]
fn xor(a: V, b: V) -> V {
    _mm256_xor_si256(a, b)
}
#[target_feature(enable = "avx2,gfni")]
#[inline]
fn mul_bytes(a: V, b: V) -> V {
    _mm256_gf2p8mul_epi8(a, b)
}
#[target_feature(enable = "avx2,gfni")]
#[inline]
fn affine(a: V, matrix: u64) -> V {
    _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(matrix as i64))
}
#[target_feature(enable = "avx2,gfni")]
#[inline]
fn affine_inverse(a: V) -> V {
    _mm256_gf2p8affineinv_epi64_epi8::<0>(a, _mm256_set1_epi64x(IDENTITY as i64))
}

// Bytes and words: shift one register under the other and blend. The pair (even, odd) is its own inverse.
#[target_feature(enable = "avx2")]
#[inline]
fn even1(a: V, b: V) -> V {
    _mm256_blendv_epi8(
        a,
        _mm256_slli_epi16::<8>(b),
        _mm256_set1_epi16(0xff00_u16 as i16),
    )
}
#[target_feature(enable = "avx2")]
#[inline]
fn odd1(a: V, b: V) -> V {
    _mm256_blendv_epi8(
        _mm256_srli_epi16::<8>(a),
        b,
        _mm256_set1_epi16(0xff00_u16 as i16),
    )
}
#[target_feature(enable = "avx2")]
#[inline]
fn low1(e: V, o: V) -> V {
    even1(e, o)
}
#[target_feature(enable = "avx2")]
#[inline]
fn high1(e: V, o: V) -> V {
    odd1(e, o)
}
#[target_feature(enable = "avx2")]
#[inline]
fn even2(a: V, b: V) -> V {
    _mm256_blend_epi16::<0xaa>(a, _mm256_slli_epi32::<16>(b))
}
#[target_feature(enable = "avx2")]
#[inline]
fn odd2(a: V, b: V) -> V {
    _mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(a), b)
}
#[target_feature(enable = "avx2")]
#[inline]
fn low2(e: V, o: V) -> V {
    even2(e, o)
}
#[target_feature(enable = "avx2")]
#[inline]
fn high2(e: V, o: V) -> V {
    odd2(e, o)
}
#[target_feature(enable = "avx2")]
#[inline]
fn mix_low(a: V, b: V) -> V {
    _mm256_unpacklo_epi8(a, b)
}
#[target_feature(enable = "avx2")]
#[inline]
fn mix_high(a: V, b: V) -> V {
    _mm256_unpackhi_epi8(a, b)
}

super::tower_on_registers!("avx2,gfni");
super::turns!("avx2,gfni");
super::all_widths!("avx2,gfni");
