//! GF(2)-linear maps on nimbers of fixed width: squares, roots, products by a constant, traces, …
//!
//! Every field operation that respects ⊕ is a matrix of bits, and a matrix of W×W bits is W²/64 blocks of
//! 8×8, each of which one vector instruction applies to all bytes of a register. So any linear map on a
//! slice costs the same, and less than a product.
//!
//! ```
//! use grundy_nimber::{LinearMap, Nim64, Nimber};
//! let to_the_fourth = LinearMap::from_fn(|x: Nim64| x.square().square());
//! let mut x = [Nim64(5), Nim64(1 << 40)];
//! to_the_fourth.apply_slice(&mut x);
//! assert_eq!(x[1], Nim64(1 << 40).pow(4));
//! ```
//!
//! Limits: the map is given by its values on the powers of two; [`LinearMap::from_fn`] believes that the
//! function is linear.

use crate::nim::Nimber;
use crate::slice::Kernel;

/// The inverse of the matrix with the given columns (const, for tables built at compile time).
/// A singular matrix would give a wrong answer; the tests of the tables multiply both.
pub(crate) const fn invert64<const N: usize>(columns: [u64; N]) -> [u64; N] {
    let mut cols = columns;
    let mut origin = [0u64; N];
    let mut i = 0;
    while i < N {
        origin[i] = 1 << i;
        i += 1;
    }
    let mut bit = 0;
    while bit < N {
        let mut pivot = bit;
        while pivot < N - 1 && cols[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        let (c, o) = (cols[pivot], origin[pivot]);
        cols[pivot] = cols[bit];
        origin[pivot] = origin[bit];
        cols[bit] = c;
        origin[bit] = o;
        let mut j = 0;
        while j < N {
            if j != bit && cols[j] >> bit & 1 == 1 {
                cols[j] ^= c;
                origin[j] ^= o;
            }
            j += 1;
        }
        bit += 1;
    }
    origin
}

/// Eight columns of bytes in the order that the affine instruction of GFNI expects.
pub(crate) const fn affine_matrix(columns: [u8; 8]) -> u64 {
    let mut matrix = 0u64;
    let mut row = 0;
    while row < 8 {
        let mut j = 0;
        while j < 8 {
            matrix |= ((columns[j] >> row & 1) as u64) << (8 * (7 - row) + j);
            j += 1;
        }
        row += 1;
    }
    matrix
}

/// A linear map over GF(2) on the nimbers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearMap<T: Nimber> {
    columns: T::Columns,
    blocks: T::Blocks,
}

impl<T: Nimber> LinearMap<T> {
    /// The map that agrees with `f` on the powers of two. It equals `f` if and only if `f` is linear.
    pub fn from_fn(f: impl Fn(T) -> T) -> Self {
        let mut columns = T::ZERO_COLUMNS;
        for (i, column) in columns.as_mut().iter_mut().enumerate() {
            *column = f(T::from_u128(1 << i));
        }
        let mut blocks = T::ZERO_BLOCKS;
        let bytes = T::BITS as usize / 8;
        for (at, block) in blocks.as_mut().iter_mut().enumerate() {
            let (i, j) = (at / bytes, at % bytes);
            let mut byte_columns = [0u8; 8];
            for (k, byte) in byte_columns.iter_mut().enumerate() {
                *byte = (columns.as_ref()[8 * j + k].to_u128() >> (8 * i)) as u8;
            }
            *block = affine_matrix(byte_columns);
        }
        Self { columns, blocks }
    }

    /// x ↦ x².
    #[must_use]
    pub fn squaring() -> Self {
        Self::from_fn(T::square)
    }

    /// x ↦ x^(2^k).
    #[must_use]
    pub fn frobenius(k: u32) -> Self {
        Self::from_fn(|x| x.frobenius(k))
    }

    /// x ↦ c ⊗ x.
    #[must_use]
    pub fn scaling(c: T) -> Self {
        Self::from_fn(|x| c * x)
    }

    /// x ↦ x² ⊕ x (Artin–Schreier).
    #[must_use]
    pub fn artin_schreier() -> Self {
        Self::from_fn(|x| x.square() + x)
    }

    /// The images of 1, 2, 4, 8, …
    #[must_use]
    pub fn columns(&self) -> &[T] {
        self.columns.as_ref()
    }

    /// The blocks of 8×8 bits, row by row, each in the order of the affine instruction.
    // Only the vector paths read them.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) fn blocks(&self) -> &T::Blocks {
        &self.blocks
    }

    /// The value at x.
    #[must_use]
    pub fn apply(&self, x: T) -> T {
        let bits = x.to_u128();
        let mut y = T::ZERO;
        for (i, &column) in self.columns().iter().enumerate() {
            if bits >> i & 1 == 1 {
                y = y + column;
            }
        }
        y
    }

    /// Replaces every element of the slice by its image, on the fastest path of this machine.
    pub fn apply_slice(&self, x: &mut [T]) {
        Kernel::best().linear(self, x);
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self::from_fn(|x| next.apply(self.apply(x)))
    }

    /// The rank: how many of the columns are independent.
    #[must_use]
    pub fn rank(&self) -> u32 {
        let mut cols = self.columns;
        let cols = cols.as_mut();
        let mut rank = 0;
        for i in 0..cols.len() {
            let pivot = cols[i].to_u128();
            if pivot != 0 {
                rank += 1;
                let top = 127 - pivot.leading_zeros();
                for col in &mut cols[i + 1..] {
                    if col.to_u128() >> top & 1 == 1 {
                        *col = T::from_u128(col.to_u128() ^ pivot);
                    }
                }
            }
        }
        rank
    }
}

/// The portable way over a slice: tables of 16 entries for every four bits of input.
pub(crate) fn apply_by_nibbles<T: Nimber>(columns: &[T], x: &mut [T]) {
    let mut tables = [[T::ZERO; 16]; 32];
    for (table, four) in tables.iter_mut().zip(columns.chunks_exact(4)) {
        for nibble in 1..16usize {
            let low = nibble.trailing_zeros() as usize;
            table[nibble] = table[nibble & (nibble - 1)] + four[low];
        }
    }
    for value in x {
        let bits = value.to_u128();
        let mut y = T::ZERO;
        for (k, table) in tables[..columns.len() / 4].iter().enumerate() {
            y = y + table[(bits >> (4 * k)) as usize & 15];
        }
        *value = y;
    }
}
