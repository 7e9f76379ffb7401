//! Whole slices at once: products, squares, roots, inverses, multiples, inner products, prefixes.
//!
//! A [`Kernel`] is a [`Path`] that this machine has; every operation takes one decision per call and then runs
//! that path over the slice. The functions of this module use the fastest one.
//!
//! ```
//! use grundy_nimber::{slice, Nim16};
//! let a = [Nim16(24), Nim16(8), Nim16(2)];
//! let b = [Nim16(17), Nim16(8), Nim16(3)];
//! let mut c = [Nim16(0); 3];
//! slice::mul(&a, &b, &mut c)?;
//! assert_eq!(c, [Nim16(128), Nim16(13), Nim16(1)]);
//! assert_eq!(slice::dot(&a, &b)?, c[0] + c[1] + c[2]);
//! # Ok::<(), grundy_nimber::NimError>(())
//! ```
//!
//! Limits: slices of different lengths, and a zero to be inverted, are errors; then nothing was written.

use crate::linear::{LinearMap, apply_by_nibbles};
use crate::nim::{Nim8, Nim16, Nim32, Nim64, Nim128, Nimber};
use crate::path::Path;
use crate::{NimError, tower};

/// A path known to be available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Path);

/// Below this length the turning of a block costs more than single products.
const SHORT: usize = 6;

/// The operations of one width on every path. Sealed: implemented for the five widths.
pub trait Lanes: Sized {
    #[doc(hidden)]
    fn lanes_mul(path: Path, a: &[Self], b: &[Self], out: &mut [Self]);
    #[doc(hidden)]
    fn lanes_mul_assign(path: Path, a: &mut [Self], b: &[Self]);
    #[doc(hidden)]
    fn lanes_axpy(path: Path, c: Self, x: &[Self], y: &mut [Self]);
    #[doc(hidden)]
    fn lanes_dot(path: Path, a: &[Self], b: &[Self]) -> Self;
    #[doc(hidden)]
    fn lanes_scale(path: Path, c: Self, x: &mut [Self]);
    #[doc(hidden)]
    fn lanes_square(path: Path, x: &mut [Self]);
    #[doc(hidden)]
    fn lanes_sqrt(path: Path, x: &mut [Self]);
    #[doc(hidden)]
    fn lanes_inverse(path: Path, x: &mut [Self]);
    #[doc(hidden)]
    fn lanes_linear(path: Path, map: &LinearMap<Self>, x: &mut [Self])
    where
        Self: Nimber;
    #[doc(hidden)]
    fn lanes_prefix_product(path: Path, x: &mut [Self]);
}

fn same_length<A, B>(a: &[A], b: &[B]) -> Result<(), NimError> {
    if a.len() == b.len() {
        Ok(())
    } else {
        Err(NimError::Length {
            left: a.len(),
            right: b.len(),
        })
    }
}

impl Kernel {
    /// The fastest path of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self(Path::best())
    }

    /// The given path, if this machine has it.
    #[must_use]
    pub fn on(path: Path) -> Option<Self> {
        path.is_available().then_some(Self(path))
    }

    /// Which path it is.
    #[must_use]
    pub fn path(self) -> Path {
        self.0
    }

    /// The path for a slice of this length: short ones are done one by one.
    fn path_for(self, len: usize) -> Path {
        match self.0 {
            Path::Avx512 | Path::Avx2 if len < SHORT => {
                if Path::Clmul.is_available() {
                    Path::Clmul
                } else {
                    Path::Portable
                }
            }
            path => path,
        }
    }

    /// out = a ⊗ b, element by element.
    pub fn mul<T: Nimber>(self, a: &[T], b: &[T], out: &mut [T]) -> Result<(), NimError> {
        same_length(a, b)?;
        same_length(a, out)?;
        T::lanes_mul(self.path_for(a.len()), a, b, out);
        Ok(())
    }

    /// a = a ⊗ b, element by element.
    pub fn mul_assign<T: Nimber>(self, a: &mut [T], b: &[T]) -> Result<(), NimError> {
        same_length(a, b)?;
        T::lanes_mul_assign(self.path_for(a.len()), a, b);
        Ok(())
    }

    /// y = y ⊕ c ⊗ x.
    pub fn axpy<T: Nimber>(self, c: T, x: &[T], y: &mut [T]) -> Result<(), NimError> {
        same_length(x, y)?;
        T::lanes_axpy(self.path_for(x.len()), c, x, y);
        Ok(())
    }

    /// The sum of all a ⊗ b.
    pub fn dot<T: Nimber>(self, a: &[T], b: &[T]) -> Result<T, NimError> {
        same_length(a, b)?;
        Ok(T::lanes_dot(self.path_for(a.len()), a, b))
    }

    /// x = c ⊗ x.
    pub fn scale<T: Nimber>(self, c: T, x: &mut [T]) {
        T::lanes_scale(self.path_for(x.len()), c, x);
    }

    /// x = x².
    pub fn square<T: Nimber>(self, x: &mut [T]) {
        T::lanes_square(self.path_for(x.len()), x);
    }

    /// x = √x.
    pub fn sqrt<T: Nimber>(self, x: &mut [T]) {
        T::lanes_sqrt(self.path_for(x.len()), x);
    }

    /// x = 1/x, where 0 stays 0.
    pub fn inverse_or_zero<T: Nimber>(self, x: &mut [T]) {
        T::lanes_inverse(self.path_for(x.len()), x);
    }

    /// x = 1/x; an error, and nothing written, if there is a zero.
    pub fn inverse<T: Nimber>(self, x: &mut [T]) -> Result<(), NimError> {
        if x.contains(&T::ZERO) {
            return Err(NimError::DivisionByZero { numerator: 1 });
        }
        self.inverse_or_zero(x);
        Ok(())
    }

    /// Replaces every element by its image.
    pub fn linear<T: Nimber>(self, map: &LinearMap<T>, x: &mut [T]) {
        T::lanes_linear(self.path_for(x.len()), map, x);
    }

    /// x[i] = x[0] ⊗ … ⊗ x[i].
    ///
    /// Long slices are cut into squares: the products along the rows of a square are independent of each other; then each
    /// row is multiplied by the last element of the row before.
    pub fn prefix_product<T: Nimber>(self, x: &mut [T]) {
        T::lanes_prefix_product(self.path_for(x.len()), x);
    }
}

/// out = a ⊗ b, element by element, on the fastest path.
pub fn mul<T: Nimber>(a: &[T], b: &[T], out: &mut [T]) -> Result<(), NimError> {
    Kernel::best().mul(a, b, out)
}

/// y = y ⊕ c ⊗ x, on the fastest path.
pub fn axpy<T: Nimber>(c: T, x: &[T], y: &mut [T]) -> Result<(), NimError> {
    Kernel::best().axpy(c, x, y)
}

/// The sum of all a ⊗ b, on the fastest path.
pub fn dot<T: Nimber>(a: &[T], b: &[T]) -> Result<T, NimError> {
    Kernel::best().dot(a, b)
}

/// x = c ⊗ x, on the fastest path.
pub fn scale<T: Nimber>(c: T, x: &mut [T]) {
    Kernel::best().scale(c, x);
}

/// x = x², on the fastest path.
pub fn square<T: Nimber>(x: &mut [T]) {
    Kernel::best().square(x);
}

/// x = √x, on the fastest path.
pub fn sqrt<T: Nimber>(x: &mut [T]) {
    Kernel::best().sqrt(x);
}

/// x = 1/x on the fastest path; an error, and nothing written, if there is a zero.
pub fn inverse<T: Nimber>(x: &mut [T]) -> Result<(), NimError> {
    Kernel::best().inverse(x)
}

/// x[i] = x[0] ⊕ … ⊕ x[i].
pub fn prefix_sum<T: Nimber>(x: &mut [T]) {
    let mut sum = T::ZERO;
    for v in x {
        sum = sum + *v;
        *v = sum;
    }
}

/// x[i] = x[0] ⊗ … ⊗ x[i], on the fastest path.
pub fn prefix_product<T: Nimber>(x: &mut [T]) {
    Kernel::best().prefix_product(x);
}

/// The loops over one element at a time, for a given product.
macro_rules! one_by_one {
    ($mul:expr, $op:ident, $($arg:expr),*) => {
        one_by_one!(@ $op, $mul, $($arg),*)
    };
    (@ mul, $mul:expr, $a:expr, $b:expr, $out:expr) => {
        for ((o, &a), &b) in $out.iter_mut().zip($a.iter()).zip($b.iter()) {
            *o = $mul(a, b);
        }
    };
    (@ mul_assign, $mul:expr, $a:expr, $b:expr) => {
        for (a, &b) in $a.iter_mut().zip($b.iter()) {
            *a = $mul(*a, b);
        }
    };
    (@ axpy, $mul:expr, $c:expr, $x:expr, $y:expr) => {
        for (y, &x) in $y.iter_mut().zip($x.iter()) {
            *y ^= $mul($c, x);
        }
    };
    (@ scale, $mul:expr, $c:expr, $x:expr) => {
        for x in $x.iter_mut() {
            *x = $mul($c, *x);
        }
    };
    (@ dot, $mul:expr, $a:expr, $b:expr) => {
        $a.iter().zip($b.iter()).fold(0, |s, (&a, &b)| s ^ $mul(a, b))
    };
}

/// The carry-less path: the loops inside functions that have the instructions.
#[cfg(target_arch = "x86_64")]
mod clmul {
    macro_rules! loops {
        ($width:ident, $t:ty, $mul:path) => {
            pub(super) mod $width {
                use $mul as product;
                #[target_feature(enable = "pclmulqdq,sse4.1")]
                pub(crate) fn mul(a: &[$t], b: &[$t], out: &mut [$t]) {
                    one_by_one!(product, mul, a, b, out);
                }
                #[target_feature(enable = "pclmulqdq,sse4.1")]
                pub(crate) fn mul_assign(a: &mut [$t], b: &[$t]) {
                    one_by_one!(product, mul_assign, a, b);
                }
                #[target_feature(enable = "pclmulqdq,sse4.1")]
                pub(crate) fn axpy(c: $t, x: &[$t], y: &mut [$t]) {
                    one_by_one!(product, axpy, c, x, y);
                }
                #[target_feature(enable = "pclmulqdq,sse4.1")]
                pub(crate) fn scale(c: $t, x: &mut [$t]) {
                    one_by_one!(product, scale, c, x);
                }
                #[target_feature(enable = "pclmulqdq,sse4.1")]
                pub(crate) fn dot(a: &[$t], b: &[$t]) -> $t {
                    one_by_one!(product, dot, a, b)
                }
            }
        };
    }
    loops!(w8, u8, crate::tower::mul8);
    loops!(w16, u16, crate::tower::mul16);
    loops!(w32, u32, crate::basis::mul32);
    loops!(w64, u64, crate::basis::mul64);
    loops!(w128, u128, crate::basis::mul128);
}

/// Views of a slice of nimbers as a slice of integers.
macro_rules! ints {
    ($x:expr, $t:ty) => {{
        let x: &[_] = $x;
        // SAFETY: the nimber types are transparent wrappers of their integer.
        unsafe { core::slice::from_raw_parts(x.as_ptr().cast::<$t>(), x.len()) }
    }};
    (mut $x:expr, $t:ty) => {{
        let x: &mut [_] = $x;
        // SAFETY: the nimber types are transparent wrappers of their integer.
        unsafe { core::slice::from_raw_parts_mut(x.as_mut_ptr().cast::<$t>(), x.len()) }
    }};
}

macro_rules! dispatch {
    ($path:expr, $width:ident, $t:ty, $mul:ident, $op:ident ( $($arg:expr),* )) => {
        match $path {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Kernel` is made only for a path whose instructions were detected.
            Path::Avx512 => unsafe { crate::gfni::avx512::$width::$op($($arg),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Path::Avx2 => unsafe { crate::gfni::avx2::$width::$op($($arg),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Path::Clmul => unsafe { clmul::$width::$op($($arg),*) },
            #[cfg(feature = "std")]
            Path::LogExp16 => {
                let tables = crate::logexp::tables();
                let product = |a: $t, b: $t| tables.$mul(a, b);
                one_by_one!(product, $op, $($arg),*)
            }
            _ => one_by_one!(tower::$mul, $op, $($arg),*),
        }
    };
}

macro_rules! dispatch_unary {
    ($path:expr, $width:ident, $x:expr, $op:ident, $scalar:expr) => {
        match $path {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Kernel` is made only for a path whose instructions were detected.
            Path::Avx512 => unsafe { crate::gfni::avx512::$width::$op($x) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Path::Avx2 => unsafe { crate::gfni::avx2::$width::$op($x) },
            _ => $x.iter_mut().for_each(|v| *v = $scalar(*v)),
        }
    };
}

/// Rows and columns of the square in which a prefix product is made: one register of elements.
const SIDE: usize = 64;

macro_rules! lanes {
    ($nim:ident, $t:ty, $width:ident, $mul:ident, $square:ident, $sqrt:ident, $inverse:ident) => {
        impl Lanes for $nim {
            fn lanes_mul(path: Path, a: &[Self], b: &[Self], out: &mut [Self]) {
                let (a, b, out) = (ints!(a, $t), ints!(b, $t), ints!(mut out, $t));
                dispatch!(path, $width, $t, $mul, mul(a, b, out));
            }
            fn lanes_mul_assign(path: Path, a: &mut [Self], b: &[Self]) {
                let (a, b) = (ints!(mut a, $t), ints!(b, $t));
                dispatch!(path, $width, $t, $mul, mul_assign(a, b));
            }
            fn lanes_axpy(path: Path, c: Self, x: &[Self], y: &mut [Self]) {
                let (x, y) = (ints!(x, $t), ints!(mut y, $t));
                dispatch!(path, $width, $t, $mul, axpy(c.0, x, y));
            }
            fn lanes_dot(path: Path, a: &[Self], b: &[Self]) -> Self {
                let (a, b) = (ints!(a, $t), ints!(b, $t));
                $nim(dispatch!(path, $width, $t, $mul, dot(a, b)))
            }
            fn lanes_scale(path: Path, c: Self, x: &mut [Self]) {
                let x = ints!(mut x, $t);
                dispatch!(path, $width, $t, $mul, scale(c.0, x));
            }
            fn lanes_square(path: Path, x: &mut [Self]) {
                let x = ints!(mut x, $t);
                dispatch_unary!(path, $width, x, square, tower::$square);
            }
            fn lanes_sqrt(path: Path, x: &mut [Self]) {
                let x = ints!(mut x, $t);
                dispatch_unary!(path, $width, x, sqrt, tower::$sqrt);
            }
            fn lanes_inverse(path: Path, x: &mut [Self]) {
                let x = ints!(mut x, $t);
                dispatch_unary!(path, $width, x, inverse, tower::$inverse);
            }
            fn lanes_linear(path: Path, map: &LinearMap<Self>, x: &mut [Self]) {
                match path {
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx512 => {
                        let ints = ints!(mut x, $t);
                        // SAFETY: a `Kernel` is made only for a path whose instructions were detected.
                        unsafe { crate::gfni::avx512::$width::linear(map.blocks(), ints) }
                    }
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx2 => {
                        let ints = ints!(mut x, $t);
                        // SAFETY: as above.
                        unsafe { crate::gfni::avx2::$width::linear(map.blocks(), ints) }
                    }
                    _ => apply_by_nibbles(map.columns(), x),
                }
            }
            fn lanes_prefix_product(path: Path, x: &mut [Self]) {
                let mut carry = $nim(1);
                if !matches!(path, Path::Avx512 | Path::Avx2) {
                    for v in x {
                        carry *= *v;
                        *v = carry;
                    }
                    return;
                }
                // A square of SIDE rows at a time: a step multiplies one column into the next, for all rows at once.
                let (squares, rest) = x.as_chunks_mut::<{ SIDE * SIDE }>();
                for square in squares {
                    let mut column = [$nim(1); SIDE];
                    let mut step = [$nim(0); SIDE];
                    for j in 0..SIDE {
                        for (s, row) in step.iter_mut().zip(square.chunks_exact(SIDE)) {
                            *s = row[j];
                        }
                        Self::lanes_mul_assign(path, &mut column, &step);
                        for (&c, row) in column.iter().zip(square.chunks_exact_mut(SIDE)) {
                            row[j] = c;
                        }
                    }
                    for row in square.chunks_exact_mut(SIDE) {
                        Self::lanes_scale(path, carry, row);
                        carry = row[SIDE - 1];
                    }
                }
                for v in rest {
                    carry *= *v;
                    *v = carry;
                }
            }
        }
    };
}

lanes!(Nim8, u8, w8, mul8, square8, sqrt8, inverse8);
lanes!(Nim16, u16, w16, mul16, square16, sqrt16, inverse16);
lanes!(Nim32, u32, w32, mul32, square32, sqrt32, inverse32);
lanes!(Nim64, u64, w64, mul64, square64, sqrt64, inverse64);
lanes!(Nim128, u128, w128, mul128, square128, sqrt128, inverse128);
