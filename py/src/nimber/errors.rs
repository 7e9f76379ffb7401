//! Errors of the nimbers as exceptions: the classes are in `grundy/nimber/_errors.py`.

use grundy_nimber::{Error, NimError, Words};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde_json::{Value, json};

/// `grundy.nimber._errors.raised(code, message, numbers)`: the exception for an error.
static RAISED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception for an error of nimbers of any kind.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let (code, numbers) = match error {
        Error::Nim(error) => of_width(error),
        Error::DivisionByZero { .. } => ("division_by_zero", json!({})),
        Error::NoRoot { .. } | Error::NoLogarithm { .. } => ("no_solution", json!({})),
        Error::TooLarge { what, size, limit } => (
            "too_large",
            json!({ "what": what.en, "size": size, "limit": limit }),
        ),
        Error::UnknownExcess { degree, limit, .. } => (
            "too_large",
            json!({ "what": "the degree of a field", "size": degree, "limit": limit }),
        ),
        Error::Shape { wanted, found } => ("shape", json!({ "wanted": wanted, "found": found })),
        Error::Singular { rank, size } => ("singular", json!({ "rank": rank, "size": size })),
        Error::Parse { column, .. } => ("bad_expression", json!({ "column": column })),
        _ => ("error", json!({})),
    };
    made(py, code, &error.to_string(), &numbers)
}

fn of_width(error: &NimError) -> (&'static str, Value) {
    match error {
        NimError::DivisionByZero { .. } => ("division_by_zero", json!({})),
        NimError::NoSubfield { .. } => ("no_subfield", json!({})),
        NimError::Length { left, right } => ("shape", json!({ "wanted": left, "found": right })),
        NimError::Cancelled { .. } => ("cancelled", json!({})),
        NimError::SearchFailed { .. } => ("error", json!({})),
        _ => ("no_solution", json!({})),
    }
}

/// The exception for an error of nimbers of fixed width.
pub fn raised_by_width(py: Python<'_>, error: NimError) -> PyErr {
    raised(py, &Error::Nim(error))
}

/// The exception for something that is larger than it may be.
pub fn too_large(py: Python<'_>, what: Words, size: u64, limit: u64) -> PyErr {
    raised(py, &Error::TooLarge { what, size, limit })
}

/// The exception with a code and a sentence of its own.
pub fn made(py: Python<'_>, code: &str, message: &str, numbers: &Value) -> PyErr {
    let made = RAISED
        .import(py, "grundy.nimber._errors", "raised")
        .and_then(|raised| raised.call1((code, message, numbers.to_string())));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
