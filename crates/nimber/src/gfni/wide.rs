//! Products of wide nimbers, eight words of 64 bits to a register.
//!
//! Words are taken to the basis 1, c, c², … of the field of 64 bits, where c = 2⁶³ (see [`crate::basis`] for another such
//! basis). Then a word product is one carry-less multiplication and a remainder, and the product with c, which Karatsuba
//! needs at every storey of the tower, is a shift.
//!
//! The storeys are run through breadth first. Going down, every storey of h words appends to an array of nodes of 2h words
//! the sums of their halves, and the array is then one of nodes of h words: no node is copied. The lowest two storeys,
//! four nodes of four words at a time, stay in registers. Going up, the nodes at the end of the array are consumed.
//! A word of the one operand stands beside that of the other, so that one sum serves both.
//!
//! Limits: whole registers; nodes of more than [`BASE`] registers are halved depth first, which keeps the arrays small.

use crate::big::Operation;
use crate::linear::{affine_matrix, invert64};
use crate::tower::times_c64;
use alloc::vec::Vec;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Eight words.
type V = __m512i;

/// Registers of the widest nimber whose product is made breadth first: 4096 bits.
const BASE: usize = 8;

/// The nimbers c⁰, c¹, … c⁶³.
const POWERS: [u64; 64] = {
    let (mut columns, mut i) = ([1u64; 64], 1);
    while i < 64 {
        columns[i] = times_c64(columns[i - 1]);
        i += 1;
    }
    columns
};
const COORDINATES: [u64; 64] = invert64(POWERS);

/// A matrix of bits by its columns, as blocks for the affine instruction.
const fn blocks(columns: [u64; 64]) -> [u64; 64] {
    let (mut out, mut at) = ([0u64; 64], 0);
    while at < 64 {
        let (mut bytes, mut k) = ([0u8; 8], 0);
        while k < 8 {
            bytes[k] = (columns[8 * (at % 8) + k] >> (8 * (at / 8))) as u8;
            k += 1;
        }
        out[at] = affine_matrix(bytes);
        at += 1;
    }
    out
}
static TO: [u64; 64] = blocks(COORDINATES);
static FROM: [u64; 64] = blocks(POWERS);

/// c⁶⁴ as a sum of lower powers: the minimal polynomial of c without its first term.
const TAIL: u64 = {
    let (x, mut sum, mut i) = (times_c64(POWERS[63]), 0, 0);
    while i < 64 {
        if x >> i & 1 == 1 {
            sum ^= COORDINATES[i];
        }
        i += 1;
    }
    sum
};
/// The quotient of x¹²⁸ by the minimal polynomial, without its first term.
const QUOTIENT: u64 = {
    // Long division of x⁶⁴·TAIL, digit by digit.
    let (mut rest, mut q, mut i) = ((TAIL as u128) << 64, 0u64, 64);
    while i > 0 {
        i -= 1;
        if rest >> (64 + i) & 1 == 1 {
            q |= 1 << i;
            rest ^= ((1 << 64) | TAIL as u128) << i;
        }
    }
    q
};
/// The remainders of 0, 1, … 7 times x⁶⁴.
const OVERFLOW: [u64; 8] = {
    let (mut table, mut i) = ([0u64; 8], 1);
    while i < 8 {
        // Three bits times TAIL, whose own overflow is folded once more.
        let mut product = 0u128;
        let mut bit = 0;
        while bit < 3 {
            if i >> bit & 1 == 1 {
                product ^= (TAIL as u128) << bit;
            }
            bit += 1;
        }
        let mut high = 2;
        while high > 0 {
            high -= 1;
            if product >> (64 + high) & 1 == 1 {
                product ^= ((1 << 64) | TAIL as u128) << high;
            }
        }
        table[i] = product as u64;
        i += 1;
    }
    table
};

/// Whether the instructions are there.
pub(crate) fn available() -> bool {
    crate::path::detected!(
        "avx512f",
        "avx512bw",
        "avx512dq",
        "avx512vbmi",
        "gfni",
        "vpclmulqdq"
    )
}

macro_rules! with_features {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident $([$($generics:tt)+])? ($($args:tt)*) $(-> $out:ty)? $body:block)+) => {$(
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,gfni,vpclmulqdq")]
        $vis fn $name $(<$($generics)+>)? ($($args)*) $(-> $out)? $body
    )+};
}

with_features! {

#[inline]
fn xor(a: V, b: V) -> V {
    _mm512_xor_si512(a, b)
}

/// The remainders of eight products, given as low and high words.
#[inline]
fn reduce(low: V, high: V) -> V {
    let (quotient, tail) = (_mm512_set1_epi64(QUOTIENT as i64), _mm512_set1_epi64(TAIL as i64));
    let even = _mm512_clmulepi64_epi128::<0x00>(high, quotient);
    let odd = _mm512_clmulepi64_epi128::<0x01>(high, quotient);
    let q = xor(high, _mm512_unpackhi_epi64(even, odd));
    let even = _mm512_clmulepi64_epi128::<0x00>(q, tail);
    let odd = _mm512_clmulepi64_epi128::<0x01>(q, tail);
    xor(low, _mm512_unpacklo_epi64(even, odd))
}

/// Words times powers of c, at most the third, each word with its own exponent.
#[inline]
fn times_powers(x: V, exponents: V) -> V {
    // SAFETY: 64 bytes are read from an array of 64 bytes, unaligned.
    let overflow = unsafe { _mm512_loadu_si512(OVERFLOW.as_ptr().cast()) };
    let top = _mm512_srlv_epi64(x, _mm512_sub_epi64(_mm512_set1_epi64(64), exponents));
    xor(_mm512_sllv_epi64(x, exponents), _mm512_permutexvar_epi64(top, overflow))
}

/// Words times c.
#[inline]
fn c0(x: V) -> V {
    let carry = _mm512_and_si512(_mm512_srai_epi64::<63>(x), _mm512_set1_epi64(TAIL as i64));
    xor(_mm512_add_epi64(x, x), carry)
}

/// Pairs of words times 2¹²⁷ = c·F: the low word becomes c²x₁, the high one c(x₀ ⊕ x₁).
#[inline]
fn c1(x: V) -> V {
    let turned = _mm512_shuffle_epi32::<0x4e>(x);
    times_powers(
        _mm512_mask_xor_epi64(turned, 0xaa, turned, x),
        _mm512_set_epi64(1, 2, 1, 2, 1, 2, 1, 2),
    )
}

/// Four words times 2²⁵⁵ = c₁·F, where c₁ is the constant of [`c1`]: the high half is c₁(x₀ ⊕ x₁), the low one c₁²x₁ with
/// c₁² = c²F ⊕ c³. In words: c³(x₂⊕x₃), c²(x₂⊕x₃⊕c·x₃), c²(x₁⊕x₃), c(x₀⊕x₁⊕x₂⊕x₃).
#[inline]
fn c2(x: V) -> V {
    let sums = xor(x, _mm512_shuffle_epi32::<0x4e>(x));
    let more = _mm512_mask_mov_epi64(x, 0x88, c0(x));
    let first = _mm512_permutex2var_epi64(sums, _mm512_set_epi64(6, 8 + 7, 6, 6, 2, 8 + 3, 2, 2), x);
    let second = _mm512_maskz_permutex2var_epi64(
        0xee,
        sums,
        _mm512_set_epi64(4, 8 + 5, 8 + 7, 0, 0, 8 + 1, 8 + 3, 0),
        more,
    );
    times_powers(xor(first, second), _mm512_set_epi64(1, 2, 2, 3, 1, 2, 2, 3))
}

/// Eight words times 2⁵¹¹, by halves.
#[inline]
fn c3(x: V) -> V {
    let turned = _mm512_shuffle_i64x2::<0x4e>(x, x);
    let once = c2(_mm512_mask_xor_epi64(turned, 0xf0, turned, x));
    _mm512_mask_mov_epi64(once, 0x0f, c2(once))
}

/// The products with the squares of the constants of [`c1`] to [`c3`]: with t = x₀ ⊕ x₁ and the constant c of half the width,
/// c²F² ⊗ (x₁F ⊕ x₀) = c²(t ⊕ c⊗x₁)·F ⊕ c²(c⊗t).
#[inline]
fn cc1(x: V) -> V {
    let turned = _mm512_shuffle_epi32::<0x4e>(x);
    let t = xor(x, turned);
    let once = c0(_mm512_mask_mov_epi64(t, 0xaa, x));
    times_powers(_mm512_mask_xor_epi64(once, 0xaa, once, t), _mm512_set1_epi64(2))
}
#[inline]
fn cc2(x: V) -> V {
    let turned = _mm512_permutex_epi64::<0x4e>(x);
    let t = xor(x, turned);
    let once = c1(_mm512_mask_mov_epi64(t, 0xcc, x));
    cc1(_mm512_mask_xor_epi64(once, 0xcc, once, t))
}
#[inline]
fn cc3(x: V) -> V {
    let turned = _mm512_shuffle_i64x2::<0x4e>(x, x);
    let t = xor(x, turned);
    let once = c2(_mm512_mask_mov_epi64(t, 0xf0, x));
    cc2(_mm512_mask_xor_epi64(once, 0xf0, once, t))
}

/// x = 2^(512n − 1) ⊗ x on n = 2^k registers.
fn times_c(x: &mut [V]) {
    match x {
        [] => {}
        [x] => *x = c3(*x),
        [x0, x1] => (*x0, *x1) = (cc3(*x1), c3(xor(*x0, *x1))),
        // As for words in `c2`.
        [x0, x1, x2, x3] => {
            let (sum, high) = (xor(*x0, *x1), xor(*x2, *x3));
            *x0 = cc3(c3(high));
            *x2 = cc3(xor(*x1, *x3));
            *x1 = cc3(xor(high, c3(*x3)));
            *x3 = c3(xor(sum, high));
        }
        _ => {
            let (x0, x1) = x.split_at_mut(x.len() / 2);
            add_to(x0, x1);
            times_c(x0);
            times_c(x1);
            times_c(x1);
            x0.swap_with_slice(x1);
        }
    }
}

#[inline]
fn add_to(a: &mut [V], b: &[V]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = xor(*a, *b);
    }
}

/// Four products of pairs of words, without the last Karatsuba: in each lane of 128 bits stand a word of the one operand and
/// one of the other. The sum and the shift are done before the remainders, for which 128 bits are just enough.
#[inline]
fn pair(x0: V, x1: V) -> V {
    let product = |x: V| _mm512_clmulepi64_epi128::<0x10>(x, x);
    let (p0, p2, p1) = (product(x0), product(x1), product(xor(x0, x1)));
    let carry = _mm512_bslli_epi128::<8>(_mm512_srli_epi64::<63>(p2));
    let low = xor(p0, xor(_mm512_add_epi64(p2, p2), carry));
    let high = xor(p0, p1);
    reduce(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high))
}

/// The products of four nodes of four words, each node in one register with its words of both operands beside each other;
/// two products to a register.
#[inline]
fn four_nodes(node: &[V; 4]) -> [V; 2] {
    // Turn: register i has word i of every node.
    let (a, b) = (
        _mm512_shuffle_i64x2::<0x44>(node[0], node[1]),
        _mm512_shuffle_i64x2::<0x44>(node[2], node[3]),
    );
    let (c, d) = (
        _mm512_shuffle_i64x2::<0xee>(node[0], node[1]),
        _mm512_shuffle_i64x2::<0xee>(node[2], node[3]),
    );
    let (x0, x1) = (_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0xdd>(a, b));
    let (x2, x3) = (_mm512_shuffle_i64x2::<0x88>(c, d), _mm512_shuffle_i64x2::<0xdd>(c, d));
    let p0 = pair(x0, x1);
    let p2 = c1(pair(x2, x3));
    let p1 = pair(xor(x0, x2), xor(x1, x3));
    let (low, high) = (xor(p0, p2), xor(p0, p1));
    [
        _mm512_permutex2var_epi64(low, _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0), high),
        _mm512_permutex2var_epi64(low, _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4), high),
    ]
}

/// a = a ⊗ b on N registers. There are 2N nodes of four words, DOWN is their number after all storeys, filled up to a
/// multiple of four.
#[inline]
fn breadth_first[const N: usize, const DOWN: usize](a: &mut [V], b: &[V]) {
    // The array is filled from its beginning to its end.
    let mut room = [const { MaybeUninit::<V>::uninit() }; DOWN];
    for (node, (a, b)) in room.as_chunks_mut::<2>().0.iter_mut().zip(a.iter().zip(b)) {
        node[0].write(_mm512_permutex2var_epi64(*a, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), *b));
        node[1].write(_mm512_permutex2var_epi64(*a, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), *b));
    }
    let (mut half, mut count) = (N, 1);
    while half > 0 {
        let (whole, sums) = room.split_at_mut(2 * half * count);
        // SAFETY: what is before the sums has been written.
        let whole = unsafe { core::slice::from_raw_parts(whole.as_ptr().cast::<V>(), whole.len()) };
        for (node, sum) in whole.chunks_exact(2 * half).zip(sums.chunks_exact_mut(half)) {
            let (x0, x1) = node.split_at(half);
            for ((sum, x0), x1) in sum.iter_mut().zip(x0).zip(x1) {
                sum.write(xor(*x0, *x1));
            }
        }
        half /= 2;
        count *= 3;
    }
    for node in &mut room[count..] {
        node.write(_mm512_setzero_si512());
    }
    // SAFETY: the nodes and what fills up the last four of them have been written.
    let products = unsafe { core::slice::from_raw_parts_mut(room.as_mut_ptr().cast::<V>(), DOWN) };
    // The products are fewer than the nodes and take their place.
    for i in 0..DOWN / 4 {
        let node = [products[4 * i], products[4 * i + 1], products[4 * i + 2], products[4 * i + 3]];
        [products[2 * i], products[2 * i + 1]] = four_nodes(&node);
    }
    // Two nodes of eight words at a time, each with its halves in one register.
    count /= 3;
    let mut i = 0;
    while i < count {
        let (x, y, p1) = (products[i], products[i + 1], products[count + i / 2]);
        let p0 = _mm512_shuffle_i64x2::<0x44>(x, y);
        let p2 = _mm512_shuffle_i64x2::<0xee>(x, y);
        let (low, high) = (xor(p0, c2(p2)), xor(p0, p1));
        // After the last of an odd number of nodes stands a p₁, which has been used.
        products[i] = _mm512_shuffle_i64x2::<0x44>(low, high);
        if i + 1 < count {
            products[i + 1] = _mm512_shuffle_i64x2::<0xee>(low, high);
        }
        i += 2;
    }
    let mut half = 1;
    while count > 1 {
        count /= 3;
        let (whole, p1) = products.split_at_mut(2 * half * count);
        for (node, p1) in whole.chunks_exact_mut(2 * half).zip(p1.chunks_exact(half)) {
            let (low, high) = node.split_at_mut(half);
            times_c(high);
            for ((low, high), p1) in low.iter_mut().zip(high).zip(p1) {
                (*low, *high) = (xor(*low, *high), xor(*low, *p1));
            }
        }
        half *= 2;
    }
    a.copy_from_slice(&products[..N]);
}

/// a = a ⊗ b on 2^k registers in the basis of powers of c; the scratch has four times their number.
fn multiply(a: &mut [V], b: &[V], scratch: &mut [V]) {
    match a.len() {
        1 => breadth_first::<1, 4>(a, b),
        2 => breadth_first::<2, 12>(a, b),
        4 => breadth_first::<4, 28>(a, b),
        BASE => breadth_first::<8, 84>(a, b),
        n => {
            let half = n / 2;
            let (a0, a1) = a.split_at_mut(half);
            let (b0, b1) = b.split_at(half);
            let (mine, deeper) = scratch.split_at_mut(2 * half);
            let (p1, sum) = mine.split_at_mut(half);
            for i in 0..half {
                (p1[i], sum[i]) = (xor(a0[i], a1[i]), xor(b0[i], b1[i]));
            }
            multiply(p1, sum, deeper);
            multiply(a0, b0, deeper);
            multiply(a1, b1, deeper);
            add_to(p1, a0);
            times_c(a1);
            add_to(a0, a1);
            a1.copy_from_slice(p1);
        }
    }
}

/// x = x² on 2^k registers: the squares of the words, then c times every high half to the low one, from the smallest up.
fn square(x: &mut [V], scratch: &mut [V]) {
    for v in &mut *x {
        let (even, odd) = (_mm512_clmulepi64_epi128::<0x00>(*v, *v), _mm512_clmulepi64_epi128::<0x11>(*v, *v));
        let s = reduce(_mm512_unpacklo_epi64(even, odd), _mm512_unpackhi_epi64(even, odd));
        let s = _mm512_mask_xor_epi64(s, 0x55, s, _mm512_shuffle_epi32::<0x4e>(c0(s)));
        let s = _mm512_mask_xor_epi64(s, 0x33, s, _mm512_permutex_epi64::<0x4e>(c1(s)));
        let turned = c2(s);
        *v = _mm512_mask_xor_epi64(s, 0x0f, s, _mm512_shuffle_i64x2::<0x4e>(turned, turned));
    }
    let mut half = 1;
    while half < x.len() {
        for node in x.chunks_exact_mut(2 * half) {
            add_c_of_high(node, scratch);
        }
        half *= 2;
    }
}

/// x₀ = x₀ ⊕ c⊗x₁.
fn add_c_of_high(x: &mut [V], scratch: &mut [V]) {
    let (x0, x1) = x.split_at_mut(x.len() / 2);
    let c = &mut scratch[..x1.len()];
    c.copy_from_slice(x1);
    times_c(c);
    add_to(x0, c);
}

/// What undoes [`square`], up to the roots of the words.
fn unsquare(x: &mut [V], scratch: &mut [V]) {
    let mut size = x.len();
    while size > 1 {
        for node in x.chunks_exact_mut(size) {
            add_c_of_high(node, scratch);
        }
        size /= 2;
    }
    for v in x {
        let turned = c2(*v);
        let s = _mm512_mask_xor_epi64(*v, 0x0f, *v, _mm512_shuffle_i64x2::<0x4e>(turned, turned));
        let s = _mm512_mask_xor_epi64(s, 0x33, s, _mm512_permutex_epi64::<0x4e>(c1(s)));
        *v = _mm512_mask_xor_epi64(s, 0x55, s, _mm512_shuffle_epi32::<0x4e>(c0(s)));
    }
}

/// x = 1/x on 2^k registers, by norms. The scratch has six times their number.
fn inverse(x: &mut [V], scratch: &mut [V]) {
    if let [x] = x {
        *x = inverse_of_one(*x);
        return;
    }
    let half = x.len() / 2;
    let (x0, x1) = x.split_at_mut(half);
    let (norm, deeper) = scratch.split_at_mut(half);
    norm.copy_from_slice(x1);
    square(norm, deeper);
    times_c(norm);
    let (cross, deeper) = deeper.split_at_mut(half);
    cross.copy_from_slice(x0);
    add_to(x0, x1);
    multiply(cross, x0, deeper);
    add_to(norm, cross);
    inverse(norm, deeper);
    multiply(x0, norm, deeper);
    multiply(x1, norm, deeper);
}

/// 1/x of eight words, by norms to four and to two.
fn inverse_of_one(x: V) -> V {
    let times = |a: V, b: V| {
        let mut a = [a];
        multiply(&mut a, &[b], &mut []);
        a[0]
    };
    let squared = |a: V| {
        let mut a = [a];
        square(&mut a, &mut []);
        a[0]
    };
    // Numerator x₁F ⊕ x₁ ⊕ x₀, norm x₀(x₀⊕x₁) ⊕ c⊗x₁²; what is in the low part of a register is in the smaller field.
    let turned = _mm512_shuffle_i64x2::<0x4e>(x, x);
    let low = |mask: u8, x: V| _mm512_maskz_mov_epi64(mask, x);
    let over4 = _mm512_mask_xor_epi64(x, 0x0f, x, turned);
    let norm4 = xor(times(low(0x0f, x), low(0x0f, over4)), c2(squared(low(0x0f, turned))));
    let turned = _mm512_permutex_epi64::<0x4e>(norm4);
    let over2 = _mm512_mask_xor_epi64(norm4, 0x03, norm4, turned);
    let norm2 = xor(times(low(0x03, norm4), low(0x03, over2)), c1(squared(low(0x03, turned))));
    let mut last = [norm2];
    leave(&mut last);
    let two = words(&mut last);
    let y = super::one::inverse128(u128::from(two[1]) << 64 | u128::from(two[0]));
    (two[0], two[1]) = (y as u64, (y >> 64) as u64);
    enter(&mut last);
    times(over4, times(over2, last[0]))
}

/// The result of an operation on nimbers of the given number of words, 2^k ≥ 8.
pub(crate) fn operate(count: usize, what: Operation, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = count / 8;
    let zero = _mm512_setzero_si512();
    let (mut short, mut long) = ([zero; 2 * BASE], Vec::new());
    // Short products need no scratch.
    let (both, scratch) = if n <= BASE && what == Operation::Product {
        (&mut short[..2 * n], &mut [][..])
    } else {
        long.resize(8 * n, zero);
        long.split_at_mut(2 * n)
    };
    words(both)[..a.len()].copy_from_slice(a);
    if what == Operation::Product {
        words(both)[count..][..b.len()].copy_from_slice(b);
        enter(both);
        let (a, b) = both.split_at_mut(n);
        multiply(a, b, scratch);
    } else {
        let a = &mut both[..n];
        enter(a);
        match what {
            Operation::Root => unsquare(a, scratch),
            Operation::Inverse => inverse(a, scratch),
            _ => square(a, scratch),
        }
    }
    let a = &mut both[..n];
    leave(a);
    if what == Operation::Root {
        super::avx512::w64::sqrt(words(a));
    }
    words(a).to_vec()
}

/// Words from nimbers to the basis of powers of c.
fn enter(x: &mut [V]) {
    super::avx512::w64::linear(&TO, words(x));
}

/// Words from the basis of powers of c to nimbers.
fn leave(x: &mut [V]) {
    super::avx512::w64::linear(&FROM, words(x));
}

}

/// Registers as words.
fn words(x: &mut [V]) -> &mut [u64] {
    // SAFETY: a register is eight words, aligned to more than a word needs, and any bits are valid.
    unsafe { core::slice::from_raw_parts_mut(x.as_mut_ptr().cast(), 8 * x.len()) }
}
