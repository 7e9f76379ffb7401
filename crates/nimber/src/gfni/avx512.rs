//! The operations of [`super`] on registers of 64 bytes.

use super::{C, CC, IDENTITY, IN, OUT, ROOT};
use core::arch::x86_64::*;

type V = __m512i;

#[target_feature(enable = "avx512f")]
#[inline]
fn xor(a: V, b: V) -> V {
    _mm512_xor_si512(a, b)
}
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn mul_bytes(a: V, b: V) -> V {
    _mm512_gf2p8mul_epi8(a, b)
}
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn affine(a: V, matrix: u64) -> V {
    _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(matrix as i64))
}
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn affine_inverse(a: V) -> V {
    _mm512_gf2p8affineinv_epi64_epi8::<0>(a, _mm512_set1_epi64(IDENTITY as i64))
}

/// Positions for the two-register byte permutation: `start + step·(i/2)` and, for odd i, `other` more.
const fn byte_positions(start: u8, run: u8, other: u8) -> [u8; 64] {
    let mut at = [0u8; 64];
    let mut i = 0;
    while i < 64 {
        at[i] = if other == 0 {
            start + run * i as u8
        } else {
            start + (i as u8 / 2) + other * (i as u8 % 2)
        };
        i += 1;
    }
    at
}
const fn word_positions(start: u16, run: u16, other: u16) -> [u16; 32] {
    let mut at = [0u16; 32];
    let mut i = 0;
    while i < 32 {
        at[i] = if other == 0 {
            start + run * i as u16
        } else {
            start + (i as u16 / 2) + other * (i as u16 % 2)
        };
        i += 1;
    }
    at
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn pick_bytes(a: V, at: &'static [u8; 64], b: V) -> V {
    // SAFETY: 64 bytes are read from an array of 64 bytes, unaligned.
    let at = unsafe { _mm512_loadu_si512(at.as_ptr().cast()) };
    _mm512_permutex2var_epi8(a, at, b)
}
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn pick_words(a: V, at: &'static [u16; 32], b: V) -> V {
    // SAFETY: 64 bytes are read from an array of 64 bytes, unaligned.
    let at = unsafe { _mm512_loadu_si512(at.as_ptr().cast()) };
    _mm512_permutex2var_epi16(a, at, b)
}

macro_rules! picks {
    ($($name:ident $pick:ident $table:expr, $t:ty;)+) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        #[inline]
        fn $name(a: V, b: V) -> V {
            static AT: $t = $table;
            $pick(a, &AT, b)
        }
    )+};
}
picks! {
    even1 pick_bytes byte_positions(0, 2, 0), [u8; 64];
    odd1 pick_bytes byte_positions(1, 2, 0), [u8; 64];
    low1 pick_bytes byte_positions(0, 1, 64), [u8; 64];
    high1 pick_bytes byte_positions(32, 1, 64), [u8; 64];
    even2 pick_words word_positions(0, 2, 0), [u16; 32];
    odd2 pick_words word_positions(1, 2, 0), [u16; 32];
    low2 pick_words word_positions(0, 1, 32), [u16; 32];
    high2 pick_words word_positions(16, 1, 32), [u16; 32];
}

#[target_feature(enable = "avx512f")]
#[inline]
fn even4(a: V, b: V) -> V {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    _mm512_castps_si512(_mm512_shuffle_ps::<0x88>(a, b))
}
#[target_feature(enable = "avx512f")]
#[inline]
fn odd4(a: V, b: V) -> V {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    _mm512_castps_si512(_mm512_shuffle_ps::<0xdd>(a, b))
}
#[target_feature(enable = "avx512f")]
#[inline]
fn low4(e: V, o: V) -> V {
    _mm512_unpacklo_epi32(e, o)
}
#[target_feature(enable = "avx512f")]
#[inline]
fn high4(e: V, o: V) -> V {
    _mm512_unpackhi_epi32(e, o)
}
#[target_feature(enable = "avx512f")]
#[inline]
fn even8(a: V, b: V) -> V {
    _mm512_unpacklo_epi64(a, b)
}
#[target_feature(enable = "avx512f")]
#[inline]
fn odd8(a: V, b: V) -> V {
    _mm512_unpackhi_epi64(a, b)
}
#[target_feature(enable = "avx512f")]
#[inline]
fn low8(e: V, o: V) -> V {
    _mm512_unpacklo_epi64(e, o)
}
#[target_feature(enable = "avx512f")]
#[inline]
fn high8(e: V, o: V) -> V {
    _mm512_unpackhi_epi64(e, o)
}

super::tower_on_registers!("avx512f,avx512bw,avx512vbmi,gfni");
super::all_widths!("avx512f,avx512bw,avx512vbmi,gfni");
