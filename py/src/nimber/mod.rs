//! Nimbers for Python: whole arrays, integers of any size, polynomials, matrices, ordinals.
//!
//! The arithmetic is `grundy-nimber`; here it meets arrays of numpy and integers of Python. What
//! users see (names, promotion of types, shapes, exceptions that name the argument) is
//! written in Python (`python/grundy/nimber`), which hands over arrays of one type.
//!
//! An element of 8 to 64 bits is numpy's unsigned integer, one of 128 bits a pair of those of 64
//! with the low one first in the machine's order, so that a pair lies in memory as Rust's `u128`.

mod dense;
mod elementwise;
mod errors;
mod ordinal;
mod strided;
mod whole;

use pyo3::prelude::*;

/// Runs the body with `$T` as the nimbers of that many bits; there are no others.
macro_rules! by_width {
    ($bits:expr, $T:ident => $body:expr) => {
        match $bits {
            8 => {
                type $T = grundy_nimber::Nim8;
                $body
            }
            16 => {
                type $T = grundy_nimber::Nim16;
                $body
            }
            32 => {
                type $T = grundy_nimber::Nim32;
                $body
            }
            64 => {
                type $T = grundy_nimber::Nim64;
                $body
            }
            128 => {
                type $T = grundy_nimber::Nim128;
                $body
            }
            bits => Err(pyo3::exceptions::PyValueError::new_err(format!(
                "bits: there are arrays of 8, 16, 32, 64 and 128 bits, not of {bits}"
            ))),
        }
    };
}
use by_width;

/// The functions and classes of this folder.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    elementwise::register(module)?;
    whole::register(module)?;
    dense::register(module)?;
    ordinal::register(module)
}
