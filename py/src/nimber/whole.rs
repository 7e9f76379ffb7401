//! Integers of Python as finite nimbers of any size.

use std::sync::atomic::Ordering;

use grundy::text::Lang;
use grundy_desk::Watch;
use grundy_nimber::log::{Log128, logarithm64};
use grundy_nimber::nat::Nat;
use grundy_nimber::{
    BigNim, Error, Nim8, Nim16, Nim32, Nim64, Nim128, NimError, Nimber, Roots, Words,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use super::errors::{made, raised, too_large};
use crate::running::heavy;

/// The most bits of a nimber here: one product then takes less than a second.
const MAX_BITS: u64 = 1 << 22;

/// What it is a limit of.
const BITS: Words = Words::fixed("a nimber in bits", "尼姆数的位数");

/// The most bits where an answer takes as many products as the nimber has bits, or more.
const MAX_BITS_OF_FIELD: u64 = 4096;

/// Fewer bits are done before a thread is started.
const QUICK_BITS: usize = 1 << 14;

/// A natural number of Python; an exception names the argument.
pub fn natural(x: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<u64>> {
    if let Ok(small) = x.extract::<u64>() {
        return Ok(vec![small]);
    }
    let Ok(number) = x.cast::<PyInt>() else {
        let kind = x.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "{name}: an int is expected, not {kind}"
        )));
    };
    if number.lt(0)? {
        // A number of any size would be printed digit by digit.
        return Err(PyValueError::new_err(format!(
            "{name}: nimbers are 0, 1, 2, …; this is a negative number"
        )));
    }
    let bits: u64 = number.call_method0("bit_length")?.extract()?;
    if bits > MAX_BITS {
        return Err(too_large(x.py(), BITS, bits, MAX_BITS));
    }
    let bytes = number.call_method1("to_bytes", (bits.div_ceil(64) * 8, "little"))?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let word = |w: &[u8]| w.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
    Ok(bytes.chunks(8).map(word).collect())
}

/// Words, least significant first, as an integer of Python.
pub fn integer<'py>(py: Python<'py>, limbs: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    match limbs {
        [] => Ok(0u64.into_pyobject(py)?.into_any()),
        [one] => Ok(one.into_pyobject(py)?.into_any()),
        _ => {
            let bytes: Vec<u8> = limbs.iter().flat_map(|w| w.to_le_bytes()).collect();
            let bytes = PyBytes::new(py, &bytes);
            py.get_type::<PyInt>()
                .call_method1("from_bytes", (bytes, "little"))
        }
    }
}

fn nimber(x: &Bound<'_, PyAny>, name: &str) -> PyResult<BigNim> {
    natural(x, name).map(BigNim::from_limbs)
}

/// Runs work that grows with the bits: little of it here, much on a thread that can be stopped.
fn by_size<T: Send>(
    py: Python<'_>,
    bits: usize,
    job: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    if bits <= QUICK_BITS {
        let watch = Watch {
            cancel: None,
            progress: None,
        };
        return Ok(py.detach(|| job(&watch)));
    }
    heavy(py, None, Lang::En, job)
}

/// Was the work stopped?
pub fn stopped(watch: &Watch) -> bool {
    let flag = watch.cancel.as_ref();
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// An error if answers about the field of x take too long.
fn within_field(py: Python<'_>, x: &BigNim) -> PyResult<()> {
    match x.degree() as u64 {
        size if size > MAX_BITS_OF_FIELD => Err(too_large(
            py,
            Words::fixed("a field in bits", "域的位数"),
            size,
            MAX_BITS_OF_FIELD,
        )),
        _ => Ok(()),
    }
}

/// a ⊗ b.
#[pyfunction]
fn nim_mul<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if let (Ok(a), Ok(b)) = (a.extract::<u64>(), b.extract::<u64>()) {
        return Ok((Nim64(a) * Nim64(b)).0.into_pyobject(py)?.into_any());
    }
    let (a, b) = (nimber(a, "a")?, nimber(b, "b")?);
    let bits = a.bits().max(b.bits());
    let product = by_size(py, bits, |_| &a * &b)?;
    integer(py, product.limbs())
}

/// a / b.
#[pyfunction]
fn nim_div<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (nimber(a, "a")?, nimber(b, "b")?);
    if b.is_zero() {
        // A long dividend is not printed digit by digit.
        let error = match a.to_u128() {
            Some(numerator) => Error::Nim(NimError::DivisionByZero { numerator }),
            None => Error::DivisionByZero {
                numerator: format!("a nimber of {} bits", a.bits()),
            },
        };
        return Err(raised(py, &error));
    }
    let quotient = by_size(py, a.bits().max(b.bits()), |_| a.divide(&b))?;
    let quotient = quotient.map_err(|error| raised(py, &error))?;
    integer(py, quotient.limbs())
}

/// a ⊗ a.
#[pyfunction]
fn nim_square<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    integer(py, by_size(py, a.bits(), |_| a.square())?.limbs())
}

/// The y with y ⊗ y = a.
#[pyfunction]
fn nim_sqrt<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    integer(py, by_size(py, a.bits(), |_| a.sqrt())?.limbs())
}

/// 1/a.
#[pyfunction]
fn nim_inv<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    let inverse = by_size(py, a.bits(), |_| a.inverse())?;
    let inverse = inverse.map_err(|error| raised(py, &error))?;
    integer(py, inverse.limbs())
}

/// The n-th power, for n ≥ 0.
#[pyfunction]
fn nim_pow<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, n) = (nimber(a, "a")?, Nat::from_limbs(natural(n, "n")?));
    if let (Some(a), Some(n)) = (a.to_u128(), n.to_u128()) {
        return integer(py, BigNim::from(Nim128(a).pow(n).to_u128()).limbs());
    }
    // A power is as many products as the exponent has bits.
    let bits = a.bits().saturating_mul(1 + n.bits() / 64);
    let power = by_size(py, bits, |watch| {
        let mut result = BigNim::from(1);
        for i in (0..n.bits()).rev() {
            if stopped(watch) {
                break;
            }
            result = result.square();
            if n.bit(i) {
                result = &result * &a;
            }
        }
        result
    })?;
    integer(py, power.limbs())
}

/// A y with y^n = a in the smallest field that contains a.
#[pyfunction]
fn nim_root<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, n) = (nimber(a, "a")?, Nat::from_limbs(natural(n, "n")?));
    within_field(py, &a)?;
    let root = by_size(py, 64 * a.bits(), |_| a.root(&n))?;
    let root = root.map_err(|error| raised(py, &error))?;
    integer(py, root.limbs())
}

/// The least n ≥ 0 with base^n = a, up to 128 bits; without a base, to the generator of the
/// smallest field of 8, 16, … bits that holds a.
#[pyfunction]
#[pyo3(signature = (a, base=None))]
fn nim_log<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let word = |x: &Bound<'py, PyAny>, name: &str| -> PyResult<u128> {
        let x = nimber(x, name)?;
        x.to_u128().ok_or_else(|| {
            let bits = x.bits() as u64;
            too_large(
                py,
                Words::fixed("a nimber in bits, for logarithms,", "求对数的尼姆数的位数"),
                bits,
                128,
            )
        })
    };
    let a = word(a, "a")?;
    let base = match base {
        Some(base) => word(base, "base")?,
        None => generator(128 - a.leading_zeros()),
    };
    let found = match (u64::try_from(a), u64::try_from(base)) {
        (Ok(a), Ok(base)) => py
            .detach(|| logarithm64(Nim64(a), Nim64(base)))
            .map(u128::from),
        _ => heavy(py, None, Lang::En, |watch| {
            Log128::shared().logarithm(Nim128(a), Nim128(base), |_| !stopped(watch))
        })?,
    };
    let found = found.map_err(|error| raised(py, &error.into()))?;
    integer(py, BigNim::from(found).limbs())
}

/// The generator of the smallest field of fixed width that holds numbers of so many bits.
fn generator(bits: u32) -> u128 {
    match bits {
        0..=8 => Nim8::GENERATOR.to_u128(),
        9..=16 => Nim16::GENERATOR.to_u128(),
        17..=32 => Nim32::GENERATOR.to_u128(),
        33..=64 => Nim64::GENERATOR.to_u128(),
        _ => Nim128::GENERATOR.to_u128(),
    }
}

/// The generator that logarithms in the field of 8, 16, 32, 64 or 128 bits have as their base.
#[pyfunction]
fn nim_generator(bits: u32) -> u128 {
    generator(bits)
}

/// The solutions of a ⊗ x² ⊕ b ⊗ x = c, the smaller first.
#[pyfunction]
fn nim_solve_quadratic<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    c: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (a, b, c) = (nimber(a, "a")?, nimber(b, "b")?, nimber(c, "c")?);
    if a.is_zero() && b.is_zero() && !c.is_zero() {
        let message = "0⊗x² ⊕ 0⊗x is 0 for every x, never c";
        return Err(made(py, "no_solution", message, &serde_json::json!({})));
    }
    let bits = a.bits().max(b.bits()).max(c.bits());
    let roots = by_size(py, bits, |_| BigNim::solve_quadratic(&a, &b, &c))?;
    match roots.map_err(|error| raised(py, &error))? {
        Roots::One(x) => Ok(vec![integer(py, x.limbs())?]),
        Roots::Two(x, y) => Ok(vec![integer(py, x.limbs())?, integer(py, y.limbs())?]),
    }
}

/// The even y with y² ⊕ y = a.
#[pyfunction]
fn nim_artin_schreier<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    integer(py, by_size(py, a.bits(), |_| a.artin_schreier())?.limbs())
}

/// The trace from the smallest field that contains a to the subfield of `bits` bits.
#[pyfunction]
fn nim_trace<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    bits: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let trace = nimber(a, "a")?.trace(bits);
    integer(py, trace.map_err(|error| raised(py, &error))?.limbs())
}

/// The norm from the smallest field that contains a to the subfield of `bits` bits.
#[pyfunction]
fn nim_norm<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    bits: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    within_field(py, &a)?;
    let norm = by_size(py, 64 * a.bits(), |_| a.norm(bits))?;
    integer(py, norm.map_err(|error| raised(py, &error))?.limbs())
}

/// The least n > 0 with a^n = 1.
#[pyfunction]
fn nim_order<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    let order = by_size(py, 64 * a.bits(), |_| a.order())?;
    integer(py, order.map_err(|error| raised(py, &error))?.limbs())
}

/// The conjugates a, a², a⁴, … over GF(2).
#[pyfunction]
fn nim_conjugates<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let a = nimber(a, "a")?;
    within_field(py, &a)?;
    let all = by_size(py, a.bits(), |_| a.conjugates().collect::<Vec<_>>())?;
    all.iter().map(|x| integer(py, x.limbs())).collect()
}

/// The minimal polynomial over GF(2): bit i is the coefficient of x^i.
#[pyfunction]
fn nim_minimal_polynomial<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a, "a")?;
    within_field(py, &a)?;
    let bits = by_size(py, 64 * a.bits(), |_| a.minimal_polynomial())?;
    integer(py, bits.limbs())
}

/// The functions of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(nim_mul, module)?)?;
    module.add_function(wrap_pyfunction!(nim_div, module)?)?;
    module.add_function(wrap_pyfunction!(nim_square, module)?)?;
    module.add_function(wrap_pyfunction!(nim_sqrt, module)?)?;
    module.add_function(wrap_pyfunction!(nim_inv, module)?)?;
    module.add_function(wrap_pyfunction!(nim_pow, module)?)?;
    module.add_function(wrap_pyfunction!(nim_root, module)?)?;
    module.add_function(wrap_pyfunction!(nim_log, module)?)?;
    module.add_function(wrap_pyfunction!(nim_generator, module)?)?;
    module.add_function(wrap_pyfunction!(nim_solve_quadratic, module)?)?;
    module.add_function(wrap_pyfunction!(nim_artin_schreier, module)?)?;
    module.add_function(wrap_pyfunction!(nim_trace, module)?)?;
    module.add_function(wrap_pyfunction!(nim_norm, module)?)?;
    module.add_function(wrap_pyfunction!(nim_order, module)?)?;
    module.add_function(wrap_pyfunction!(nim_conjugates, module)?)?;
    module.add_function(wrap_pyfunction!(nim_minimal_polynomial, module)?)
}
