//! Ordinals as nimbers, and the calculator.

use std::hash::{DefaultHasher, Hash, Hasher};

use grundy::text::Lang;
use grundy_desk::verbs::{nim_help, nim_message};
use grundy_nimber::calc::{CalcError, Calculator, Value};
use grundy_nimber::nat::Nat;
use grundy_nimber::ordinal::with_work_limit;
use grundy_nimber::{BigNim, Error, Ordinal};
use pyo3::prelude::*;
use serde_json::json;

use super::dense::by_work;
use super::errors::made;
use super::whole::{integer, natural};

/// An operation on ordinals may multiply this many pairs of terms: some seconds.
const MAX_WORK: u64 = 1 << 24;

/// Whatever has more terms than this is computed on a thread that can be stopped.
const QUICK_TERMS: usize = 16;

/// An ordinal below ω^ω^ω; the class for users is written in Python around it.
#[pyclass(frozen, name = "OrdinalCore", module = "grundy._core")]
pub struct OrdinalCore(Ordinal);

impl OrdinalCore {
    /// Computes from this and perhaps another one, with a limit.
    fn compute(
        &self,
        py: Python<'_>,
        other: Option<&Self>,
        job: impl FnOnce() -> Result<Ordinal, Error> + Send,
    ) -> PyResult<Self> {
        let terms = self.0.len().max(other.map_or(0, |other| other.0.len()));
        // What may take long is a power, an inverse or a root; those have no other operand.
        let quick = other.is_some() && terms <= QUICK_TERMS;
        let work = if quick { 0 } else { usize::MAX };
        by_work(py, work, || with_work_limit(MAX_WORK, job)).map(Self)
    }
}

#[pymethods]
impl OrdinalCore {
    /// Reads a Cantor normal form.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        by_work(py, 0, || text.parse()).map(Self)
    }

    /// A finite one.
    #[staticmethod]
    fn finite(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        let limbs = natural(x, "value")?;
        Ok(Self(Ordinal::from(BigNim::from_limbs(limbs))))
    }

    /// The integer that it is, if it is finite.
    fn as_int<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let finite = self.0.as_finite();
        finite.map(|c| integer(py, c.limbs())).transpose()
    }

    /// The Cantor normal form, with `ω` and `·` if it is to be pretty.
    fn text(&self, pretty: bool) -> String {
        if pretty {
            format!("{:#}", self.0)
        } else {
            self.0.to_string()
        }
    }

    /// How many terms the normal form has.
    fn terms(&self) -> usize {
        self.0.len()
    }

    /// The nim sum.
    fn plus(&self, other: &Self) -> Self {
        Self(self.0.plus(&other.0))
    }

    /// The nim product.
    fn times(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.compute(py, Some(other), || self.0.times(&other.0))
    }

    /// The nim quotient.
    fn divided(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.compute(py, None, || self.0.divide(&other.0))
    }

    /// 1/x.
    fn inverse(&self, py: Python<'_>) -> PyResult<Self> {
        self.compute(py, None, || self.0.inverse())
    }

    /// The n-th nim power, for n ≥ 0.
    fn power(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let n = Nat::from_limbs(natural(n, "n")?);
        self.compute(py, None, || self.0.pow(&n))
    }

    /// The square root.
    fn sqrt(&self, py: Python<'_>) -> PyResult<Self> {
        self.compute(py, None, || self.0.sqrt())
    }

    /// A y with y^n = x.
    fn root(&self, py: Python<'_>, n: u64) -> PyResult<Self> {
        self.compute(py, None, || self.0.root(n))
    }

    /// The degree over GF(2).
    fn degree(&self, py: Python<'_>) -> PyResult<u64> {
        by_work(py, usize::MAX, || {
            with_work_limit(MAX_WORK, || self.0.degree())
        })
    }

    /// -1, 0 or 1: the order of the ordinals.
    fn compare(&self, other: &Self) -> i8 {
        self.0.cmp(&other.0) as i8
    }

    /// Equal ordinals have equal ones.
    fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }
}

/// A calculator with names.
#[pyclass(name = "CalculatorCore", module = "grundy._core")]
#[derive(Default)]
pub struct CalculatorCore(Calculator);

fn language(name: &str) -> Lang {
    match name {
        "zh" => Lang::Zh,
        _ => Lang::En,
    }
}

#[pymethods]
impl CalculatorCore {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The kind of the value and the value: `nimber` and an ordinal, `integer` and an int,
    /// `nimbers` and a list of ordinals, `polynomial` and an int whose bits are coefficients.
    fn run<'py>(
        &mut self,
        py: Python<'py>,
        line: &str,
        lang: &str,
    ) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
        let mut refused: Option<CalcError> = None;
        let calculator = &mut self.0;
        let value = by_work(py, usize::MAX, || match calculator.run(line) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                refused = Some(error);
                Ok(None)
            }
        })?;
        let core = |x: Ordinal| -> PyResult<Bound<'py, PyAny>> {
            Ok(Bound::new(py, OrdinalCore(x))?.into_any())
        };
        match (value, refused) {
            (Some(Value::Nimber(x)), _) => Ok(("nimber", core(x)?)),
            (Some(Value::Nimbers(list)), _) => {
                let list: Vec<_> = list.into_iter().map(core).collect::<PyResult<_>>()?;
                Ok(("nimbers", list.into_pyobject(py)?.into_any()))
            }
            (Some(Value::Integer { negative, size }), _) => {
                let size = integer(py, size.limbs())?;
                Ok(("integer", if negative { size.neg()? } else { size }))
            }
            (Some(Value::Polynomial(bits)), _) => Ok(("polynomial", integer(py, bits.limbs())?)),
            (None, Some(error)) => {
                let message = nim_message(&error, language(lang));
                let numbers = json!({ "column": error.column });
                Err(made(py, "bad_expression", &message, &numbers))
            }
            (None, None) => Err(made(py, "error", "", &json!({}))),
        }
    }
}

/// What a calculator understands.
#[pyfunction]
fn nim_calculator_help(lang: &str) -> &'static str {
    nim_help(language(lang))
}

/// The functions and classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<OrdinalCore>()?;
    module.add_class::<CalculatorCore>()?;
    module.add_function(wrap_pyfunction!(nim_calculator_help, module)?)
}
