//! Evaluation at a whole subspace at once: the additive Fourier transform.
//!
//! Take β₀ = 1 and β_{i+1}² ⊕ β_{i+1} = β_i (Cantor's basis; the nimbers have one of W elements), and number the points
//! by ω_j = Σ bits of j times β. The polynomials s₀ = x, s_{i+1} = s_i² ⊕ s_i vanish on the first 2^i points,
//! are sums of x^(2^t) for the t with an odd binomial (i over t), and satisfy s_i(ω_j) = ω_{j>>i}. Written in the
//! products of the s_i instead of powers of x (Lin, Chung and Han 2014; Gao and Mateer 2010), a polynomial
//! with 2^m coefficients is evaluated at 2^m points with m·2^(m−1) products, and interpolated as quickly.
//!
//! ```
//! use grundy_nimber::{fft, Nim64};
//! let mut f = vec![Nim64(7), Nim64(1), Nim64(0), Nim64(5)];
//! let copy = f.clone();
//! fft::evaluate(&mut f)?;
//! assert_eq!(f[0], Nim64(7)); // the first point is 0
//! fft::interpolate(&mut f)?;
//! assert_eq!(f, copy);
//! # Ok::<(), grundy_nimber::Error>(())
//! ```
//!
//! Limits: the length is a power of two, at most the number of elements of the field.

use crate::error::{Error, Words};
use crate::nim::Nimber;
use crate::slice::Kernel;
use alloc::vec;
use alloc::vec::Vec;

/// Layers with blocks below this size gather their blocks for one vector product.
const SMALL_BLOCK: usize = 32;
/// How many products are gathered at a time.
const GATHER: usize = 1024;

/// β₀, β₁, …: as many as asked for (at most W).
pub fn cantor_basis<T: Nimber>(count: usize) -> Vec<T> {
    core::iter::successors(Some(T::ONE), |b| b.artin_schreier())
        .take(count)
        .collect()
}

/// The point ω_j.
fn point<T: Nimber>(basis: &[T], j: usize) -> T {
    basis
        .iter()
        .enumerate()
        .filter(|(i, _)| j >> i & 1 == 1)
        .fold(T::ZERO, |sum, (_, &b)| sum + b)
}

/// The points at which a transform of this length evaluates, in order.
pub fn points<T: Nimber>(length: usize) -> Result<Vec<T>, Error> {
    let m = levels::<T>(length)?;
    let basis = cantor_basis::<T>(m);
    Ok((0..length).map(|j| point(&basis, j)).collect())
}

fn levels<T: Nimber>(length: usize) -> Result<usize, Error> {
    if !length.is_power_of_two() {
        return Err(Error::Shape {
            wanted: length.next_power_of_two(),
            found: length,
        });
    }
    let m = length.trailing_zeros();
    if m > T::BITS {
        return Err(Error::TooLarge {
            what: Words::fixed("a transform, as a power of two,", "变换长度（2 的幂次）"),
            size: m.into(),
            limit: T::BITS.into(),
        });
    }
    Ok(m as usize)
}

/// Replaces coefficients (of powers of x, lowest first) by the values at [`points`].
pub fn evaluate<T: Nimber>(f: &mut [T]) -> Result<(), Error> {
    let m = levels::<T>(f.len())?;
    to_novel(f, m);
    let basis = cantor_basis::<T>(m);
    for i in (0..m).rev() {
        layer(f, i, &basis, Direction::Forward);
    }
    Ok(())
}

/// The inverse of [`evaluate`].
pub fn interpolate<T: Nimber>(f: &mut [T]) -> Result<(), Error> {
    let m = levels::<T>(f.len())?;
    let basis = cantor_basis::<T>(m);
    for i in 0..m {
        layer(f, i, &basis, Direction::Back);
    }
    from_novel(f, m);
    Ok(())
}

fn add<T: Nimber>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(a, &b)| *a = *a + b);
}

/// f += x^shift·(f from the source) for all terms of s_i but the first: a step of a division by s_i.
fn fold<T: Nimber>(block: &mut [T], i: usize, start: usize, len: usize) {
    let size = 1 << i;
    let (targets, sources) = block.split_at_mut(size + start);
    // Sources lie at size + start …, targets below them: see `to_novel`.
    for t in (0..i).filter(|t| t & !i == 0) {
        let to = start + (1 << t);
        add(&mut targets[to..to + len], &sources[..len]);
    }
}

/// From powers of x to products of the s_i: divide by s_{m−1}, then both halves by s_{m−2}, and so on. The quotient is read
/// off in two halves, the upper first; each half changes only coefficients below itself.
fn to_novel<T: Nimber>(f: &mut [T], m: usize) {
    for i in (1..m).rev() {
        let half = 1 << (i - 1);
        for block in f.chunks_exact_mut(2 << i) {
            fold(block, i, half, half);
            fold(block, i, 0, half);
        }
    }
}

/// The inverse of [`to_novel`].
fn from_novel<T: Nimber>(f: &mut [T], m: usize) {
    for i in 1..m {
        let half = 1 << (i - 1);
        for block in f.chunks_exact_mut(2 << i) {
            fold(block, i, 0, half);
            fold(block, i, half, half);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Back,
}

/// One layer of butterflies: (u, v) becomes (u ⊕ t⊗v, u ⊕ t⊗v ⊕ v) with t = s_i at the start of the block.
fn layer<T: Nimber>(f: &mut [T], i: usize, basis: &[T], direction: Direction) {
    let kernel = Kernel::best();
    let size = 1usize << i;
    if size >= SMALL_BLOCK {
        for (b, block) in f.chunks_exact_mut(2 * size).enumerate() {
            let t = point(basis, 2 * b);
            let (u, v) = block.split_at_mut(size);
            if direction == Direction::Back {
                add(v, u);
            }
            // The halves have one length, so the only error cannot occur.
            let _ = kernel.axpy(t, v, u);
            if direction == Direction::Forward {
                add(v, u);
            }
        }
        return;
    }
    let (mut twiddles, mut products) = (vec![T::ZERO; GATHER], vec![T::ZERO; GATHER]);
    for (c, chunk) in f.chunks_mut(2 * GATHER).enumerate() {
        let count = chunk.len() / 2;
        for (b, block) in chunk.chunks_exact_mut(2 * size).enumerate() {
            let t = point(basis, 2 * (c * GATHER / size + b));
            let (u, v) = block.split_at_mut(size);
            if direction == Direction::Back {
                add(v, u);
            }
            twiddles[b * size..][..size].fill(t);
            products[b * size..][..size].copy_from_slice(v);
        }
        // Both have `count` elements, so the only error cannot occur.
        let _ = kernel.mul_assign(&mut products[..count], &twiddles[..count]);
        for (b, block) in chunk.chunks_exact_mut(2 * size).enumerate() {
            let (u, v) = block.split_at_mut(size);
            add(u, &products[b * size..][..size]);
            if direction == Direction::Forward {
                add(v, u);
            }
        }
    }
}
