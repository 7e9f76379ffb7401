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

/// Where a permutation of two registers of N units takes its units from: every second one from `start` on, or, to undo
/// that, alternately from both registers.
macro_rules! positions {
    (every second from $start:literal, $t:ty, $n:literal) => {{
        let (mut at, mut i) = ([0 as $t; $n], 0);
        while i < $n {
            at[i] = $start + 2 * i as $t;
            i += 1;
        }
        at
    }};
    (both in turn from $start:literal, $t:ty, $n:literal) => {{
        let (mut at, mut i) = ([0 as $t; $n], 0);
        while i < $n {
            at[i] = $start + i as $t / 2 + $n * (i as $t % 2);
            i += 1;
        }
        at
    }};
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
    even1 pick_bytes positions!(every second from 0, u8, 64), [u8; 64];
    odd1 pick_bytes positions!(every second from 1, u8, 64), [u8; 64];
    low1 pick_bytes positions!(both in turn from 0, u8, 64), [u8; 64];
    high1 pick_bytes positions!(both in turn from 32, u8, 64), [u8; 64];
    even2 pick_words positions!(every second from 0, u16, 32), [u16; 32];
    odd2 pick_words positions!(every second from 1, u16, 32), [u16; 32];
    low2 pick_words positions!(both in turn from 0, u16, 32), [u16; 32];
    high2 pick_words positions!(both in turn from 16, u16, 32), [u16; 32];
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn mix_low(a: V, b: V) -> V {
    _mm512_unpacklo_epi8(a, b)
}
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn mix_high(a: V, b: V) -> V {
    _mm512_unpackhi_epi8(a, b)
}

super::tower_on_registers!("avx512f,avx512bw,avx512vbmi,gfni");
super::turns!("avx512f,avx512bw,avx512vbmi,gfni");
super::all_widths!("avx512f,avx512bw,avx512vbmi,gfni");
