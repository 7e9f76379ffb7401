//! Errors of the desk and of the library as exceptions.
//!
//! The classes are written in Python (`grundy/_errors.py`), where a class may be an error of
//! ours and a `ValueError` at once; here they are looked up and raised.

use grundy_desk::Refused;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde_json::Value;

/// `grundy._errors.raised(code, message, numbers)`: the exception for an error.
static RAISED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception for what the desk refused.
pub fn refused(py: Python<'_>, refused: &Refused) -> PyErr {
    let numbers = Value::Object(refused.numbers().clone()).to_string();
    raised(py, refused.code(), refused.message(), &numbers)
}

/// The exception with a code; `numbers` is an object of JSON.
pub fn raised(py: Python<'_>, code: &str, message: &str, numbers: &str) -> PyErr {
    let made = RAISED
        .import(py, "grundy._errors", "raised")
        .and_then(|raised| raised.call1((code, message, numbers)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
