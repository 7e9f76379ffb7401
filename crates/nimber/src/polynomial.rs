//! Polynomials over the nimbers of one width.
//!
//! Products of long polynomials go through the additive Fourier transform ([`crate::fft`]); narrow fields, which have too
//! few points, are embedded in a wider one, where nimbers keep their names. Roots are found by Berlekamp's
//! trace algorithm: the gcd with x^(2^W) ⊕ x keeps the factors of degree one, and the traces of b⊗x for the basis elements
//! b = 1, 2, 4, … separate any two of them.
//!
//! ```
//! use grundy_nimber::{Nim32, Polynomial};
//! let f = Polynomial::from_roots(&[Nim32(3), Nim32(77), Nim32(1 << 20)]);
//! assert_eq!(f.degree(), Some(3));
//! assert_eq!(f.roots()?, [Nim32(3), Nim32(77), Nim32(1 << 20)]);
//! # Ok::<(), grundy_nimber::Error>(())
//! ```
//!
//! Limits: division, gcd and interpolation at free points are quadratic, on the fast slice operations.

use crate::error::Error;
use crate::fft;
use crate::nim::{Nim32, Nimber};
use crate::slice::Kernel;
use crate::stop;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Products below this many coefficients of the shorter factor are made by the definition.
const FFT_FROM: usize = 48;

/// A polynomial: coefficients from the constant one up, the last not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial<T: Nimber>(Vec<T>);

impl<T: Nimber> Polynomial<T> {
    /// From coefficients, lowest first; zeros at the end are dropped.
    #[must_use]
    pub fn new(mut coefficients: Vec<T>) -> Self {
        while coefficients.last() == Some(&T::ZERO) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The coefficients, lowest first.
    #[must_use]
    pub fn coefficients(&self) -> &[T] {
        &self.0
    }

    /// The product of all x ⊕ r.
    #[must_use]
    pub fn from_roots(roots: &[T]) -> Self {
        // Neighbours are multiplied in pairs, so that the factors stay of one size.
        let mut factors: Vec<Self> = roots.iter().map(|&r| Self(vec![r, T::ONE])).collect();
        while factors.len() > 1 {
            factors = factors
                .chunks(2)
                .map(|pair| {
                    if let [a, b] = pair {
                        a.times(b)
                    } else {
                        pair[0].clone()
                    }
                })
                .collect();
        }
        factors.pop().unwrap_or_else(|| Self(vec![T::ONE]))
    }

    /// The degree; none for 0.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at x, by Horner's rule.
    #[must_use]
    pub fn evaluate(&self, x: T) -> T {
        self.0.iter().rev().fold(T::ZERO, |value, &c| value * x + c)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() < other.0.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut sum = long.0.clone();
        sum.iter_mut().zip(&short.0).for_each(|(a, &b)| *a = *a + b);
        Self::new(sum)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::default();
        }
        let length = self.0.len() + other.0.len() - 1;
        if self.0.len().min(other.0.len()) < FFT_FROM {
            return self.times_by_definition(other);
        }
        let size = length.next_power_of_two();
        if T::BITS < 32 && size.trailing_zeros() > T::BITS {
            let wide = |f: &Self| -> Vec<Nim32> {
                f.0.iter().map(|c| Nim32::from_u128(c.to_u128())).collect()
            };
            let product = transform_product(&wide(self), &wide(other), size);
            return Self::new(product.iter().map(|c| T::from_u128(c.to_u128())).collect());
        }
        Self::new(transform_product(&self.0, &other.0, size))
    }

    /// The product by the definition, row by row.
    #[must_use]
    pub fn times_by_definition(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::default();
        }
        let kernel = Kernel::best();
        let (short, long) = if self.0.len() < other.0.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut product = vec![T::ZERO; self.0.len() + other.0.len() - 1];
        for (i, &c) in short.0.iter().enumerate() {
            // Both have the length of `long`, so the only error cannot occur.
            let _ = kernel.axpy(c, &long.0, &mut product[i..i + long.0.len()]);
        }
        Self::new(product)
    }

    /// Quotient and remainder.
    pub fn divide(&self, divisor: &Self) -> Result<(Self, Self), Error> {
        let Some((&lead, _)) = divisor.0.split_last() else {
            return Err(Error::DivisionByZero {
                numerator: self.degree().map_or_else(
                    || "the zero polynomial".to_string(),
                    |d| alloc::format!("a polynomial of degree {d}"),
                ),
            });
        };
        let kernel = Kernel::best();
        let inverse = lead.inverse()?;
        let mut rest = self.0.clone();
        let n = divisor.0.len();
        if rest.len() < n {
            return Ok((Self::default(), self.clone()));
        }
        let mut quotient = vec![T::ZERO; rest.len() - n + 1];
        for (i, q) in quotient.iter_mut().enumerate().rev() {
            *q = rest[i + n - 1] * inverse;
            if *q != T::ZERO {
                stop::check()?;
                kernel.axpy(*q, &divisor.0, &mut rest[i..i + n])?;
            }
        }
        Ok((Self::new(quotient), Self::new(rest)))
    }

    /// The multiple with leading coefficient 1.
    pub fn monic(&self) -> Result<Self, Error> {
        let mut f = self.clone();
        if let Some(&lead) = self.0.last() {
            Kernel::best().scale(lead.inverse()?, &mut f.0);
        }
        Ok(f)
    }

    /// The greatest common divisor, with leading coefficient 1 (0 only for two zeros).
    pub fn gcd(&self, other: &Self) -> Result<Self, Error> {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let (_, r) = a.divide(&b)?;
            (a, b) = (b, r);
        }
        a.monic()
    }

    /// The polynomial of least degree with the given values at the given, different points (Newton).
    pub fn interpolate(points: &[T], values: &[T]) -> Result<Self, Error> {
        if points.len() != values.len() {
            return Err(Error::Shape {
                wanted: points.len(),
                found: values.len(),
            });
        }
        // f = Σ c_i·(x ⊕ x₀)…(x ⊕ x_{i−1}): each new coefficient corrects the value at the next point.
        let mut f = Self::default();
        let mut base = Self(vec![T::ONE]);
        for (&x, &y) in points.iter().zip(values) {
            stop::check()?;
            let c = (y + f.evaluate(x)).divide(base.evaluate(x))?;
            let mut step = base.clone();
            Kernel::best().scale(c, &mut step.0);
            f = f.plus(&Self::new(step.0));
            base = base.times_by_definition(&Self(vec![x, T::ONE]));
        }
        Ok(f)
    }

    /// The square modulo m: squares of the coefficients, at even places.
    fn square_modulo(&self, m: &Self) -> Result<Self, Error> {
        let mut squares = vec![T::ZERO; 2 * self.0.len()];
        for (i, &c) in self.0.iter().enumerate() {
            squares[2 * i] = c.square();
        }
        Ok(Self::new(squares).divide(m)?.1)
    }

    /// The different roots in the field, in ascending order. The zero polynomial is an error: all elements are roots.
    pub fn roots(&self) -> Result<Vec<T>, Error> {
        if self.is_zero() {
            return Err(crate::NimError::EveryElement.into());
        }
        let x = Self(vec![T::ZERO, T::ONE]);
        let (_, start) = x.divide(self)?;
        let mut power = start.clone();
        for _ in 0..T::BITS {
            power = power.square_modulo(self)?;
        }
        let split = self.gcd(&power.plus(&start))?;
        let (mut found, mut open) = (Vec::new(), vec![(split, 0)]);
        while let Some((f, from)) = open.pop() {
            match *f.0.as_slice() {
                [] | [_] => continue,
                [c, lead] => {
                    found.push(c.divide(lead)?);
                    continue;
                }
                _ => {}
            }
            for i in from..T::BITS {
                let mut conjugate = Self::new(vec![T::ZERO, T::from_u128(1 << i)]).divide(&f)?.1;
                let mut trace = conjugate.clone();
                for _ in 1..T::BITS {
                    conjugate = conjugate.square_modulo(&f)?;
                    trace = trace.plus(&conjugate);
                }
                let factor = f.gcd(&trace)?;
                if factor.degree() != f.degree() && factor.degree() != Some(0) {
                    let (other, _) = f.divide(&factor)?;
                    open.push((factor, i + 1));
                    open.push((other, i + 1));
                    break;
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// The product of two non-zero polynomials through `size` values.
fn transform_product<T: Nimber>(a: &[T], b: &[T], size: usize) -> Vec<T> {
    let values = |f: &[T]| {
        let mut v = f.to_vec();
        v.resize(size, T::ZERO);
        // The size is a power of two and the field has that many elements: the caller saw to it.
        let _ = fft::evaluate(&mut v);
        v
    };
    let (mut product, other) = (values(a), values(b));
    let _ = Kernel::best().mul_assign(&mut product, &other);
    let _ = fft::interpolate(&mut product);
    product
}
