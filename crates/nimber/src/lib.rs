#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![allow(long_running_const_eval)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod basis;
#[cfg(feature = "alloc")]
pub mod big;
#[cfg(feature = "std")]
pub mod calc;
pub mod error;
#[cfg(feature = "alloc")]
pub mod fft;
#[cfg(target_arch = "x86_64")]
mod gfni;
pub mod linear;
#[cfg(feature = "std")]
pub mod log;
#[cfg(feature = "std")]
mod logexp;
#[cfg(feature = "alloc")]
pub mod matrix;
#[cfg(feature = "alloc")]
pub mod nat;
pub mod nim;
#[cfg(feature = "std")]
pub mod ordinal;
pub mod path;
#[cfg(feature = "alloc")]
pub mod polynomial;
pub mod reference;
pub mod slice;
pub mod stop;
mod tower;

pub use basis::{Resident64, Resident128};
#[cfg(feature = "alloc")]
pub use big::BigNim;
pub use error::NimError;
#[cfg(feature = "alloc")]
pub use error::{Error, Words};
pub use linear::LinearMap;
#[cfg(feature = "alloc")]
pub use matrix::Matrix;
pub use nim::{MinimalPolynomial, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Roots};
#[cfg(feature = "std")]
pub use ordinal::Ordinal;
pub use path::Path;
#[cfg(feature = "alloc")]
pub use polynomial::Polynomial;
pub use slice::Kernel;
