//! The module `grundy._core`: what the Python package `grundy` asks of Rust.
//!
//! The package itself is written in Python (`python/grundy`): names, types, documentation,
//! pictures in notebooks. Here is what must be quick or must not hold the interpreter's lock:
//! the desk's questions, arrays, nimbers, and search through games whose rules are a function
//! in Python.

mod desk;
mod errors;
mod nimber;
mod quick;
mod running;
mod search;

use pyo3::prelude::*;

/// What the package asks of Rust; not for users.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    desk::register(module)?;
    search::register(module)?;
    nimber::register(module)?;
    // Made up while names were added; the package lists what is for users.
    module.delattr("__all__")
}
