//! Matrices over the nimbers of one width.
//!
//! Elimination as over any field; whole rows are added with the slice operations, so the cost is that of n³ vector
//! products.
//!
//! ```
//! use grundy_nimber::{Matrix, Nim16};
//! let m = Matrix::from_rows(2, 2, &[Nim16(1), Nim16(2), Nim16(3), Nim16(4)])?;
//! assert_eq!(m.determinant()?, Nim16(4) + Nim16(2) * Nim16(3));
//! assert_eq!(m.times(&m.inverse()?)?, Matrix::identity(2));
//! # Ok::<(), grundy_nimber::Error>(())
//! ```
//!
//! Limits: dense; cubic.

use crate::error::Error;
use crate::nim::Nimber;
use crate::slice::Kernel;
use crate::stop;
use alloc::vec;
use alloc::vec::Vec;

/// A dense matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix<T: Nimber> {
    rows: usize,
    columns: usize,
    entries: Vec<T>,
}

impl<T: Nimber> Matrix<T> {
    /// From entries row by row.
    pub fn from_rows(rows: usize, columns: usize, entries: &[T]) -> Result<Self, Error> {
        let wanted = rows.checked_mul(columns).ok_or(Error::Shape {
            wanted: usize::MAX,
            found: entries.len(),
        })?;
        if wanted != entries.len() {
            return Err(Error::Shape {
                wanted,
                found: entries.len(),
            });
        }
        Ok(Self {
            rows,
            columns,
            entries: entries.to_vec(),
        })
    }

    /// All zeros.
    #[must_use]
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            entries: vec![T::ZERO; rows * columns],
        }
    }

    /// Ones on the diagonal.
    #[must_use]
    pub fn identity(n: usize) -> Self {
        let mut m = Self::zero(n, n);
        for i in 0..n {
            m.entries[i * n + i] = T::ONE;
        }
        m
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Row i, if there is one.
    #[must_use]
    pub fn row(&self, i: usize) -> Option<&[T]> {
        (i < self.rows).then(|| self.line(i))
    }

    fn line(&self, i: usize) -> &[T] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Result<Self, Error> {
        if self.columns != other.rows {
            return Err(Error::Shape {
                wanted: self.columns,
                found: other.rows,
            });
        }
        let kernel = Kernel::best();
        let mut product = Self::zero(self.rows, other.columns);
        for i in 0..self.rows {
            stop::check()?;
            let out = &mut product.entries[i * other.columns..(i + 1) * other.columns];
            for (k, &c) in self.line(i).iter().enumerate() {
                if c != T::ZERO {
                    kernel.axpy(c, other.line(k), out)?;
                }
            }
        }
        Ok(product)
    }

    /// Reduces to row echelon form with leading ones, for the first `width` columns. Gives the columns of the leading ones and the
    /// product of the pivots, which is the determinant of a square matrix of full rank (signs do not matter).
    fn reduce(&mut self, width: usize) -> Result<(Vec<usize>, T), Error> {
        let kernel = Kernel::best();
        let n = self.columns;
        let (mut leads, mut product) = (Vec::new(), T::ONE);
        for column in 0..width {
            stop::check()?;
            let top = leads.len();
            let Some(pivot) = (top..self.rows).find(|&i| self.entries[i * n + column] != T::ZERO)
            else {
                continue;
            };
            if pivot != top {
                let (above, below) = self.entries.split_at_mut(pivot * n);
                above[top * n..(top + 1) * n].swap_with_slice(&mut below[..n]);
            }
            let lead = self.entries[top * n + column];
            product = product * lead;
            let mut row = self.line(top).to_vec();
            kernel.scale(lead.inverse()?, &mut row);
            self.entries[top * n..(top + 1) * n].copy_from_slice(&row);
            for (i, line) in self.entries.chunks_exact_mut(n).enumerate() {
                let c = line[column];
                if i != top && c != T::ZERO {
                    kernel.axpy(c, &row, line)?;
                }
            }
            leads.push(column);
        }
        Ok((leads, product))
    }

    /// The rank.
    pub fn rank(&self) -> Result<usize, Error> {
        Ok(self.clone().reduce(self.columns)?.0.len())
    }

    fn square(&self) -> Result<usize, Error> {
        if self.rows == self.columns {
            Ok(self.rows)
        } else {
            Err(Error::Shape {
                wanted: self.rows,
                found: self.columns,
            })
        }
    }

    /// The determinant of a square matrix.
    pub fn determinant(&self) -> Result<T, Error> {
        let n = self.square()?;
        let (leads, product) = self.clone().reduce(n)?;
        Ok(if leads.len() == n { product } else { T::ZERO })
    }

    /// Writes another matrix beside this one.
    fn beside(&self, other: &Self) -> Result<Self, Error> {
        if self.rows != other.rows {
            return Err(Error::Shape {
                wanted: self.rows,
                found: other.rows,
            });
        }
        let mut entries = Vec::with_capacity(self.entries.len() + other.entries.len());
        for i in 0..self.rows {
            entries.extend_from_slice(self.line(i));
            entries.extend_from_slice(other.line(i));
        }
        Ok(Self {
            rows: self.rows,
            columns: self.columns + other.columns,
            entries,
        })
    }

    /// The inverse of a square matrix.
    pub fn inverse(&self) -> Result<Self, Error> {
        let n = self.square()?;
        self.solve(&Self::identity(n))
    }

    /// The X with self·X = right, for a square matrix of full rank.
    pub fn solve(&self, right: &Self) -> Result<Self, Error> {
        let n = self.square()?;
        let mut both = self.beside(right)?;
        let (leads, _) = both.reduce(n)?;
        if leads.len() < n {
            return Err(Error::Singular {
                rank: leads.len(),
                size: n,
            });
        }
        let entries = (0..n)
            .flat_map(|i| both.line(i)[n..].iter().copied())
            .collect();
        Ok(Self {
            rows: n,
            columns: right.columns,
            entries,
        })
    }

    /// Vectors (as rows) that span all x with self·x = 0.
    pub fn kernel(&self) -> Result<Self, Error> {
        let mut m = self.clone();
        let (leads, _) = m.reduce(self.columns)?;
        let free: Vec<usize> = (0..self.columns).filter(|c| !leads.contains(c)).collect();
        let mut basis = Self::zero(free.len(), self.columns);
        for (i, &column) in free.iter().enumerate() {
            let line = &mut basis.entries[i * self.columns..(i + 1) * self.columns];
            line[column] = T::ONE;
            for (row, &lead) in leads.iter().enumerate() {
                line[lead] = m.entries[row * self.columns + column];
            }
        }
        Ok(basis)
    }
}
