//! Slice kernels from byte products: the tower of fields on registers of bytes.
//!
//! GFNI multiplies bytes in the field of AES, GF(2)\[x\]/(x⁸+x⁴+x³+x+1), which is isomorphic to the nimbers
//! below 256 by x ↦ 0x60; the affine instruction applies the isomorphism, and any other 8×8 matrix of bits.
//! A block of one register's number of bytes as elements is turned so that register k holds byte k of every
//! element (any fixed order of the elements will do, since the same turn is undone at the end). Then the tower of
//! [`crate::tower`] runs on whole registers: 27 byte products for 64 bits, Karatsuba at every storey.
//!
//! The two instruction sets differ only in the names of eight operations, so the bodies are macros.
//! Each function is safe to call where its instructions are known to exist; [`crate::slice`] sees to that.

use crate::linear::{affine_matrix, invert64};
use crate::tower::{inverse8, mul8, sqrt8, times_c8};

/// Columns of the isomorphism from AES bytes to nimbers: powers of 0x60.
const FROM_AES: [u8; 8] = {
    let mut columns = [1u8; 8];
    let mut i = 1;
    while i < 8 {
        columns[i] = mul8(columns[i - 1], 0x60);
        i += 1;
    }
    columns
};

const TO_AES: [u8; 8] = {
    let mut wide = [0u64; 8];
    let mut i = 0;
    while i < 8 {
        wide[i] = FROM_AES[i] as u64;
        i += 1;
    }
    let inverse = invert64(wide);
    let mut columns = [0u8; 8];
    i = 0;
    while i < 8 {
        columns[i] = inverse[i] as u8;
        i += 1;
    }
    columns
};

const fn apply(columns: [u8; 8], x: u8) -> u8 {
    let (mut y, mut i) = (0, 0);
    while i < 8 {
        if x >> i & 1 == 1 {
            y ^= columns[i];
        }
        i += 1;
    }
    y
}

/// Which byte map is wanted in the AES basis.
const fn matrix_of(which: u8) -> u64 {
    let mut columns = [0u8; 8];
    let mut i = 0;
    while i < 8 {
        let x = apply(FROM_AES, 1 << i);
        columns[i] = apply(
            TO_AES,
            match which {
                0 => times_c8(x),
                1 => times_c8(times_c8(x)),
                _ => sqrt8(x),
            },
        );
        i += 1;
    }
    affine_matrix(columns)
}

/// Nimber byte to AES byte.
pub(crate) const IN: u64 = affine_matrix(TO_AES);
/// AES byte to nimber byte.
pub(crate) const OUT: u64 = affine_matrix(FROM_AES);
/// Product with 128.
pub(crate) const C: u64 = matrix_of(0);
/// Product with 128 ⊗ 128.
pub(crate) const CC: u64 = matrix_of(1);
/// Square root.
pub(crate) const ROOT: u64 = matrix_of(2);
/// The identity matrix.
pub(crate) const IDENTITY: u64 = affine_matrix([1, 2, 4, 8, 16, 32, 64, 128]);

// The byte inverse of AES must be that of the nimbers: both are the inverse of a field.
const _: () = assert!(mul8(0x60, inverse8(0x60)) == 1);

/// The tower on registers: m = product, c = product with the highest power of two, q = square, r = square
/// root, i = inverse; the number is how many bytes an element has. Needs `V`, `xor`, `mul_bytes`,
/// `affine` and `affine_inverse` in scope.
macro_rules! tower_on_registers {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        #[inline]
        fn m1(a: [V; 1], b: [V; 1]) -> [V; 1] {
            [mul_bytes(a[0], b[0])]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn c1(a: [V; 1]) -> [V; 1] {
            [affine(a[0], C)]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn cc1(a: [V; 1]) -> [V; 1] {
            [affine(a[0], CC)]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn q1(a: [V; 1]) -> [V; 1] {
            m1(a, a)
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn r1(a: [V; 1]) -> [V; 1] {
            [affine(a[0], ROOT)]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn i1(a: [V; 1]) -> [V; 1] {
            [affine_inverse(a[0])]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn x1(a: [V; 1], b: [V; 1]) -> [V; 1] {
            [xor(a[0], b[0])]
        }
        crate::gfni::storey!($feature, 1, 2, [0], [1], [0 1], x1 m1 c1 cc1 q1 r1 i1, x2 m2 c2 cc2 q2 r2 i2);
        crate::gfni::storey!($feature, 2, 4, [0 1], [2 3], [0 1 2 3], x2 m2 c2 cc2 q2 r2 i2,
            x4 m4 c4 cc4 q4 r4 i4);
        crate::gfni::storey!($feature, 4, 8, [0 1 2 3], [4 5 6 7], [0 1 2 3 4 5 6 7], x4 m4 c4 cc4 q4 r4 i4,
            x8 m8 c8 cc8 q8 r8 i8);
        crate::gfni::storey!($feature, 8, 16, [0 1 2 3 4 5 6 7], [8 9 10 11 12 13 14 15],
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], x8 m8 c8 cc8 q8 r8 i8,
            x16 m16 c16 cc16 q16 r16 i16);
    };
}
pub(crate) use tower_on_registers;

/// One storey of [`tower_on_registers`].
macro_rules! storey {
    ($feature:literal, $n:literal, $nn:literal, [$($lo:literal)+], [$($hi:literal)+], [$($all:literal)+],
     $x:ident $m:ident $c:ident $cc:ident $q:ident $r:ident $i:ident,
     $xx:ident $mm:ident $c2:ident $cc2:ident $qq:ident $rr:ident $ii:ident) => {
        #[target_feature(enable = $feature)]
        #[inline]
        fn $xx(a: [V; $nn], b: [V; $nn]) -> [V; $nn] {
            [$(xor(a[$all], b[$all])),+]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn $mm(a: [V; $nn], b: [V; $nn]) -> [V; $nn] {
            let (a0, a1): ([V; $n], [V; $n]) = ([$(a[$lo]),+], [$(a[$hi]),+]);
            let (b0, b1): ([V; $n], [V; $n]) = ([$(b[$lo]),+], [$(b[$hi]),+]);
            let p0 = $m(a0, b0);
            let p2 = $m(a1, b1);
            let p1 = $m($x(a0, a1), $x(b0, b1));
            let (low, high) = ($x(p0, $c(p2)), $x(p1, p0));
            [$(low[$lo]),+ , $(high[$lo]),+]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        #[allow(dead_code)] // the highest storeys need no constant
        fn $c2(a: [V; $nn]) -> [V; $nn] {
            let (a0, a1): ([V; $n], [V; $n]) = ([$(a[$lo]),+], [$(a[$hi]),+]);
            let (low, high) = ($cc(a1), $c($x(a0, a1)));
            [$(low[$lo]),+ , $(high[$lo]),+]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        #[allow(dead_code)] // the highest storeys need no constant
        fn $cc2(a: [V; $nn]) -> [V; $nn] {
            $c2($c2(a))
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn $qq(a: [V; $nn]) -> [V; $nn] {
            let (s0, s1) = ($q([$(a[$lo]),+]), $q([$(a[$hi]),+]));
            let low = $x(s0, $c(s1));
            [$(low[$lo]),+ , $(s1[$lo]),+]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn $rr(a: [V; $nn]) -> [V; $nn] {
            let (a0, a1): ([V; $n], [V; $n]) = ([$(a[$lo]),+], [$(a[$hi]),+]);
            let (low, high) = ($r($x(a0, $c(a1))), $r(a1));
            [$(low[$lo]),+ , $(high[$lo]),+]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn $ii(a: [V; $nn]) -> [V; $nn] {
            let (a0, a1): ([V; $n], [V; $n]) = ([$(a[$lo]),+], [$(a[$hi]),+]);
            let sum = $x(a0, a1);
            let n = $i($x($m(a0, sum), $c($q(a1))));
            let (low, high) = ($m(sum, n), $m(a1, n));
            [$(low[$lo]),+ , $(high[$lo]),+]
        }
    };
}
pub(crate) use storey;

/// Turning: from registers as they are in memory to one register for every byte of an element (`split`), and back
/// (`join`). Needs `even`/`odd` (separate two registers by parity of position) and `low`/`high` (undo it) for units of 1
/// and 2 bytes, and `mix_low`/`mix_high` (bytes from two registers in turn, the lower or the upper halves of every 16
/// bytes) in scope.
///
/// The wider elements use only the latter, which every processor does in one operation. Of the four bits that number the
/// bytes of 16, mixing takes out the highest, which then says which of the two registers it is, and puts in at the
/// bottom what said so before.
macro_rules! turns {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        #[inline]
        fn split1(a: [V; 1]) -> [V; 1] {
            a
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn join1(a: [V; 1]) -> [V; 1] {
            a
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn split2(a: [V; 2]) -> [V; 2] {
            [even1(a[0], a[1]), odd1(a[0], a[1])]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn join2(a: [V; 2]) -> [V; 2] {
            [low1(a[0], a[1]), high1(a[0], a[1])]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn split4(a: [V; 4]) -> [V; 4] {
            let low = split2([even2(a[0], a[1]), even2(a[2], a[3])]);
            let high = split2([odd2(a[0], a[1]), odd2(a[2], a[3])]);
            [low[0], low[1], high[0], high[1]]
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn join4(a: [V; 4]) -> [V; 4] {
            let (e, o) = (join2([a[0], a[1]]), join2([a[2], a[3]]));
            [
                low2(e[0], o[0]),
                high2(e[0], o[0]),
                low2(e[1], o[1]),
                high2(e[1], o[1]),
            ]
        }
        /// Mixes the registers whose numbers differ in the one bit of STRIDE.
        #[target_feature(enable = $feature)]
        #[inline]
        fn mix<const N: usize, const STRIDE: usize>(a: [V; N]) -> [V; N] {
            let mut out = a;
            // Indices, because only this form is unrolled and keeps the array in registers.
            #[allow(clippy::needless_range_loop)]
            for i in 0..N {
                out[i] = if i & STRIDE == 0 {
                    mix_low(a[i], a[i + STRIDE])
                } else {
                    mix_high(a[i - STRIDE], a[i])
                };
            }
            out
        }
        /// From the bits (w k₂ k₁ k₀) of a byte in register (r₂ r₁ r₀) to (r₀ r₂ r₁ w) in (k₂ k₁ k₀).
        #[target_feature(enable = $feature)]
        #[inline]
        fn split8(a: [V; 8]) -> [V; 8] {
            mix::<8, 1>(mix::<8, 2>(mix::<8, 4>(mix::<8, 1>(a))))
        }
        /// From (r₀ r₂ r₁ w) in (k₂ k₁ k₀) to (w k₂ k₁ k₀) in (r₀ r₂ r₁).
        #[target_feature(enable = $feature)]
        #[inline]
        fn join8(a: [V; 8]) -> [V; 8] {
            let b = mix::<8, 1>(mix::<8, 2>(mix::<8, 4>(a)));
            [b[0], b[4], b[1], b[5], b[2], b[6], b[3], b[7]]
        }
        /// From (k₃ k₂ k₁ k₀) in (r₃ r₂ r₁ r₀) to the reverse: its own inverse.
        #[target_feature(enable = $feature)]
        #[inline]
        fn split16(a: [V; 16]) -> [V; 16] {
            mix::<16, 1>(mix::<16, 2>(mix::<16, 4>(mix::<16, 8>(a))))
        }
        #[target_feature(enable = $feature)]
        #[inline]
        fn join16(a: [V; 16]) -> [V; 16] {
            split16(a)
        }
    };
}
pub(crate) use turns;

/// The kernels of one width. Slices of one call have one length; the caller has checked it.
macro_rules! width_kernels {
    ($feature:literal, $width:ident, $t:ty, $n:literal,
     $x:ident $m:ident $q:ident $r:ident $i:ident $split:ident $join:ident) => {
        pub(crate) mod $width {
            use super::*;

            /// Elements per block: as many as a register has bytes.
            const BLOCK: usize = size_of::<V>();
            type Block = [$t; BLOCK];
            type Bytes = [V; $n];

            #[target_feature(enable = $feature)]
            #[inline]
            fn turn(block: &Block) -> Bytes {
                // SAFETY: a block has the size of `Bytes`, and any bits are valid; the read is unaligned.
                let plain = unsafe { core::ptr::from_ref(block).cast::<Bytes>().read_unaligned() };
                $split(plain)
            }

            #[target_feature(enable = $feature)]
            #[inline]
            fn turn_back(bytes: Bytes, block: &mut Block) {
                let plain = $join(bytes);
                // SAFETY: a block has the size of `Bytes`, and any bits are valid; the write is unaligned.
                unsafe { core::ptr::from_mut(block).cast::<Bytes>().write_unaligned(plain) }
            }

            #[target_feature(enable = $feature)]
            #[inline]
            fn enter(block: &Block) -> Bytes {
                let mut bytes = turn(block);
                for v in &mut bytes {
                    *v = affine(*v, IN);
                }
                bytes
            }

            #[target_feature(enable = $feature)]
            #[inline]
            fn leave(mut bytes: Bytes, block: &mut Block) {
                for v in &mut bytes {
                    *v = affine(*v, OUT);
                }
                turn_back(bytes, block);
            }

            /// The part of a slice that is no whole block, filled up with zeros.
            #[inline]
            fn fill(rest: &[$t]) -> Block {
                let mut block = [0; BLOCK];
                block[..rest.len()].copy_from_slice(rest);
                block
            }

            #[target_feature(enable = $feature)]
            #[inline]
            fn splat(c: $t) -> Bytes {
                enter(&[c; BLOCK])
            }

            /// out = a ⊗ b.
            #[target_feature(enable = $feature)]
            pub(crate) fn mul(a: &[$t], b: &[$t], out: &mut [$t]) {
                let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
                let (out, out_rest) = out.as_chunks_mut::<BLOCK>();
                for ((a, b), out) in a.iter().zip(b).zip(out) {
                    leave($m(enter(a), enter(b)), out);
                }
                if !a_rest.is_empty() {
                    let mut block = fill(a_rest);
                    leave($m(enter(&block), enter(&fill(b_rest))), &mut block);
                    out_rest.copy_from_slice(&block[..a_rest.len()]);
                }
            }

            /// a = a ⊗ b.
            #[target_feature(enable = $feature)]
            pub(crate) fn mul_assign(a: &mut [$t], b: &[$t]) {
                let ((a, a_rest), (b, b_rest)) = (a.as_chunks_mut::<BLOCK>(), b.as_chunks::<BLOCK>());
                for (a, b) in a.iter_mut().zip(b) {
                    leave($m(enter(a), enter(b)), a);
                }
                if !a_rest.is_empty() {
                    let mut block = fill(a_rest);
                    leave($m(enter(&block), enter(&fill(b_rest))), &mut block);
                    a_rest.copy_from_slice(&block[..b_rest.len()]);
                }
            }

            /// y = y ⊕ c ⊗ x.
            #[target_feature(enable = $feature)]
            pub(crate) fn axpy(c: $t, x: &[$t], y: &mut [$t]) {
                let c = splat(c);
                let ((x, x_rest), (y, y_rest)) = (x.as_chunks::<BLOCK>(), y.as_chunks_mut::<BLOCK>());
                for (x, y) in x.iter().zip(y) {
                    let mut block = [0; BLOCK];
                    leave($m(enter(x), c), &mut block);
                    y.iter_mut().zip(block).for_each(|(y, z)| *y ^= z);
                }
                if !x_rest.is_empty() {
                    let mut block = fill(x_rest);
                    leave($m(enter(&block), c), &mut block);
                    y_rest.iter_mut().zip(block).for_each(|(y, z)| *y ^= z);
                }
            }

            /// The sum of all a ⊗ b.
            #[target_feature(enable = $feature)]
            pub(crate) fn dot(a: &[$t], b: &[$t]) -> $t {
                let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
                let mut sum = $m(enter(&fill(a_rest)), enter(&fill(b_rest)));
                for (a, b) in a.iter().zip(b) {
                    sum = $x(sum, $m(enter(a), enter(b)));
                }
                let mut block = [0; BLOCK];
                leave(sum, &mut block);
                block.iter().fold(0, |s, &v| s ^ v)
            }

            crate::gfni::unary_kernels!($feature, $t, {
                /// x = x².
                square: |x| enter_leave($q);
                /// x = √x.
                sqrt: |x| enter_leave($r);
                /// x = 1/x, and 0 for 0.
                inverse: |x| enter_leave($i);
            });

            /// x = c ⊗ x.
            #[target_feature(enable = $feature)]
            pub(crate) fn scale(c: $t, x: &mut [$t]) {
                let c = splat(c);
                let (x, rest) = x.as_chunks_mut::<BLOCK>();
                for block in x {
                    leave($m(enter(block), c), block);
                }
                if !rest.is_empty() {
                    let mut block = fill(rest);
                    leave($m(enter(&block), c), &mut block);
                    let n = rest.len();
                    rest.copy_from_slice(&block[..n]);
                }
            }

            /// x = M x, for blocks, row by row, from byte j to byte i.
            #[target_feature(enable = $feature)]
            pub(crate) fn linear(matrix: &[u64; $n * $n], x: &mut [$t]) {
                #[target_feature(enable = $feature)]
                #[inline]
                fn one(matrix: &[u64; $n * $n], block: &mut Block) {
                    let bytes = turn(block);
                    let mut out = bytes;
                    for (out, row) in out.iter_mut().zip(matrix.as_chunks::<$n>().0) {
                        let mut sum = affine(bytes[0], row[0]);
                        // Indices, because only this form is unrolled and keeps `bytes` in registers.
                        #[allow(clippy::reversed_empty_ranges, clippy::needless_range_loop)]
                        for j in 1..$n {
                            sum = xor(sum, affine(bytes[j], row[j]));
                        }
                        *out = sum;
                    }
                    turn_back(out, block);
                }
                let (x, rest) = x.as_chunks_mut::<BLOCK>();
                for block in x {
                    one(matrix, block);
                }
                if !rest.is_empty() {
                    let mut block = fill(rest);
                    one(matrix, &mut block);
                    let n = rest.len();
                    rest.copy_from_slice(&block[..n]);
                }
            }
        }
    };
}
pub(crate) use width_kernels;

/// In-place maps of one operand.
macro_rules! unary_kernels {
    ($feature:literal, $t:ty, { $($(#[$doc:meta])+ $name:ident: |x| enter_leave($f:ident);)+ }) => {
        $(
            $(#[$doc])+
            #[target_feature(enable = $feature)]
            pub(crate) fn $name(x: &mut [$t]) {
                let (x, rest) = x.as_chunks_mut::<BLOCK>();
                for block in x {
                    leave($f(enter(block)), block);
                }
                if !rest.is_empty() {
                    let mut block = fill(rest);
                    leave($f(enter(&block)), &mut block);
                    let n = rest.len();
                    rest.copy_from_slice(&block[..n]);
                }
            }
        )+
    };
}
pub(crate) use unary_kernels;

/// All widths.
macro_rules! all_widths {
    ($feature:literal) => {
        crate::gfni::width_kernels!($feature, w8, u8, 1, x1 m1 q1 r1 i1 split1 join1);
        crate::gfni::width_kernels!($feature, w16, u16, 2, x2 m2 q2 r2 i2 split2 join2);
        crate::gfni::width_kernels!($feature, w32, u32, 4, x4 m4 q4 r4 i4 split4 join4);
        crate::gfni::width_kernels!($feature, w64, u64, 8, x8 m8 q8 r8 i8 split8 join8);
        crate::gfni::width_kernels!($feature, w128, u128, 16, x16 m16 q16 r16 i16 split16 join16);
    };
}
pub(crate) use all_widths;

pub(crate) mod avx2;
pub(crate) mod avx512;
pub(crate) mod one;
#[cfg(feature = "alloc")]
pub(crate) mod wide;
