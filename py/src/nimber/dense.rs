//! Polynomials and matrices over the nimbers of one width, as arrays.
//!
//! A polynomial is an array of coefficients from the constant one up; a matrix is an array of its
//! entries row by row, with its sides beside it. What comes back is new memory; elements of
//! 128 bits come as pairs of 64-bit integers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::text::Lang;
use grundy_nimber::slice::Kernel;
use grundy_nimber::{Error, Matrix, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Polynomial, stop};
use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::by_width;
use super::errors::raised;
use super::strided::{Plain, elements};
use crate::running::heavy;

/// Work below this many products of elements is done before a thread is started.
const QUICK: usize = 1 << 17;

/// Nimbers that an array of numpy can hold.
trait Held: Nimber + Plain {
    /// A new array with these elements; those of 128 bits as pairs.
    fn array(py: Python<'_>, all: Vec<Self>) -> Bound<'_, PyAny>;
}

macro_rules! held {
    ($($nim:ident)+) => {$(
        impl Held for $nim {
            fn array(py: Python<'_>, all: Vec<Self>) -> Bound<'_, PyAny> {
                let all: Vec<_> = all.into_iter().map(|x| x.0).collect();
                PyArray1::from_vec(py, all).into_any()
            }
        }
    )+};
}
held!(Nim8 Nim16 Nim32 Nim64);

impl Held for Nim128 {
    fn array(py: Python<'_>, all: Vec<Self>) -> Bound<'_, PyAny> {
        let halves = |x: Self| {
            let bytes = x.0.to_ne_bytes();
            let half = |from: usize| {
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[from..from + 8]);
                u64::from_ne_bytes(word)
            };
            [half(0), half(8)]
        };
        let all: Vec<u64> = all.into_iter().flat_map(halves).collect();
        PyArray1::from_vec(py, all).into_any()
    }
}

/// Runs work of so many products: little of it here, much on a thread that can be stopped.
pub fn by_work<T: Send>(
    py: Python<'_>,
    products: usize,
    job: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    let done = if products <= QUICK {
        py.detach(job)
    } else {
        heavy(py, None, Lang::En, |watch| {
            let flag: Arc<AtomicBool> = watch.cancel.clone().unwrap_or_default();
            stop::when_set(flag, job)
        })?
    };
    done.map_err(|error| raised(py, &error))
}

type Array<'py> = Bound<'py, PyUntypedArray>;

fn polynomial<T: Held>(array: &Array<'_>) -> PyResult<Polynomial<T>> {
    Ok(Polynomial::new(elements(array)?))
}

/// A product, quotient (with remainder) or greatest common divisor of polynomials.
#[pyfunction]
fn nim_polynomials<'py>(
    py: Python<'py>,
    op: &str,
    bits: u32,
    a: Array<'py>,
    b: Array<'py>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    by_width!(bits, T => {
        let (a, b) = (polynomial::<T>(&a)?, polynomial::<T>(&b)?);
        let (m, n) = (a.coefficients().len(), b.coefficients().len());
        let work = m.saturating_mul(n);
        let all = match op {
            // Long products go through a transform.
            "mul" => by_work(py, work.min(64 * (m + n)), || Ok(vec![a.times(&b)]))?,
            "divmod" => by_work(py, work, || a.divide(&b).map(|(q, r)| vec![q, r]))?,
            "gcd" => by_work(py, work, || Ok(vec![a.gcd(&b)?]))?,
            _ => return Err(PyValueError::new_err(format!("op: no function {op:?}"))),
        };
        Ok(all.into_iter().map(|f| T::array(py, f.coefficients().to_vec())).collect())
    })
}

/// The polynomial of least degree with these values at these points, or, without values, the
/// product of all x ⊕ point.
#[pyfunction]
#[pyo3(signature = (bits, points, values=None))]
fn nim_through<'py>(
    py: Python<'py>,
    bits: u32,
    points: Array<'py>,
    values: Option<Array<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    by_width!(bits, T => {
        let points: Vec<T> = elements(&points)?;
        let values: Option<Vec<T>> = values.map(|values| elements(&values)).transpose()?;
        let n = points.len();
        let work = if values.is_some() { n.saturating_mul(n) } else { n.saturating_mul(64) };
        let f = by_work(py, work, || match &values {
            Some(values) => Polynomial::interpolate(&points, values),
            None => Ok(Polynomial::from_roots(&points)),
        })?;
        Ok(T::array(py, f.coefficients().to_vec()))
    })
}

/// The different roots in the field, in ascending order.
#[pyfunction]
fn nim_roots<'py>(py: Python<'py>, bits: u32, f: Array<'py>) -> PyResult<Bound<'py, PyAny>> {
    by_width!(bits, T => {
        let f = polynomial::<T>(&f)?;
        let n = f.coefficients().len();
        let work = n.saturating_mul(n).saturating_mul(bits as usize);
        Ok(T::array(py, by_work(py, work, || f.roots())?))
    })
}

/// The values of a polynomial at all points: Horner's rule on the whole slice.
#[pyfunction]
fn nim_evaluate<'py>(
    py: Python<'py>,
    bits: u32,
    f: Array<'py>,
    points: Array<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    by_width!(bits, T => {
        let (f, points): (Vec<T>, Vec<T>) = (elements(&f)?, elements(&points)?);
        let kernel = Kernel::best();
        let values = by_work(py, f.len().saturating_mul(points.len()), || {
            let mut values = vec![T::ZERO; points.len()];
            // Blocks that stay in the cache.
            for (values, points) in values.chunks_mut(1024).zip(points.chunks(1024)) {
                for &c in f.iter().rev() {
                    stop::check()?;
                    kernel.mul_assign(values, points)?;
                    values.iter_mut().for_each(|v| *v += c);
                }
            }
            Ok(values)
        })?;
        Ok(T::array(py, values))
    })
}

/// x\[0\] ⊗ … ⊗ x\[i\] for every i.
#[pyfunction]
fn nim_prefix_product<'py>(
    py: Python<'py>,
    bits: u32,
    x: Array<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    by_width!(bits, T => {
        let mut x: Vec<T> = elements(&x)?;
        py.detach(|| Kernel::best().prefix_product(&mut x));
        Ok(T::array(py, x))
    })
}

fn matrix<T: Held>(
    py: Python<'_>,
    entries: &Array<'_>,
    rows: usize,
    columns: usize,
) -> PyResult<Matrix<T>> {
    let entries: Vec<T> = elements(entries)?;
    Matrix::from_rows(rows, columns, &entries).map_err(|error| raised(py, &error))
}

/// The entries row by row.
fn entries<T: Held>(m: &Matrix<T>) -> Vec<T> {
    let rows = (0..m.rows()).filter_map(|i| m.row(i));
    rows.flatten().copied().collect()
}

/// A matrix computed from one or two matrices: its sides and its entries.
///
/// `mul`: their product; `solve`: the X with a·X = b; `kernel`: rows that span all x with
/// a·x = 0 (b is not looked at).
#[pyfunction]
fn nim_matrices<'py>(
    py: Python<'py>,
    op: &str,
    bits: u32,
    a: (Array<'py>, usize, usize),
    b: (Array<'py>, usize, usize),
) -> PyResult<(usize, usize, Bound<'py, PyAny>)> {
    by_width!(bits, T => {
        let work = a.1.saturating_mul(a.2).saturating_mul(b.2.max(a.1));
        let (a, b) = (matrix::<T>(py, &a.0, a.1, a.2)?, matrix::<T>(py, &b.0, b.1, b.2)?);
        let m = match op {
            "mul" => by_work(py, work, || a.times(&b))?,
            "solve" => by_work(py, work, || a.solve(&b))?,
            "kernel" => by_work(py, work, || a.kernel())?,
            _ => return Err(PyValueError::new_err(format!("op: no function {op:?}"))),
        };
        Ok((m.rows(), m.columns(), T::array(py, entries(&m))))
    })
}

/// The rank of a matrix, or its determinant.
#[pyfunction]
fn nim_matrix_number<'py>(
    py: Python<'py>,
    op: &str,
    bits: u32,
    a: (Array<'py>, usize, usize),
) -> PyResult<u128> {
    by_width!(bits, T => {
        let work = a.1.saturating_mul(a.1).saturating_mul(a.2);
        let a = matrix::<T>(py, &a.0, a.1, a.2)?;
        match op {
            "rank" => by_work(py, work, || a.rank().map(|rank| rank as u128)),
            "det" => by_work(py, work, || a.determinant().map(Nimber::to_u128)),
            _ => Err(PyValueError::new_err(format!("op: no function {op:?}"))),
        }
    })
}

/// The functions of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(nim_polynomials, module)?)?;
    module.add_function(wrap_pyfunction!(nim_through, module)?)?;
    module.add_function(wrap_pyfunction!(nim_roots, module)?)?;
    module.add_function(wrap_pyfunction!(nim_evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(nim_prefix_product, module)?)?;
    module.add_function(wrap_pyfunction!(nim_matrices, module)?)?;
    module.add_function(wrap_pyfunction!(nim_matrix_number, module)?)
}
