//! A calculator for nimbers, finite and ordinal: text in, value or error out.
//!
//! `+` (or `⊕`, and `-`, which is the same) is the nim sum, `*` (or `⊗`) the nim product, `/` the quotient. After `^` stands
//! an ordinary integer, in which `+ - * ^` are ordinary too: `3^(2^64-1)`, `8^-1`. `w` or `ω` is the first
//! infinite ordinal, and `w^…` an ordinal in normal form: `w^(w^2*4)`; the nim power of ω is written `(w)^3`.
//! [`HELP`] lists the functions.
//!
//! ```
//! use grundy_nimber::calc::Session;
//! let mut session = Session::default();
//! assert_eq!(session.run("(24 ⊗ 17) ⊕ 8^-1")?.to_string(), "138");
//! assert_eq!(session.run("ans + 138")?.to_string(), "0");
//! assert_eq!(session.run("root(2, 3)")?.to_string(), "w");
//! assert_eq!(session.run("log(3, 2)")?.to_string(), "2");
//! let error = session.run("2 * (3 + ").unwrap_err();
//! assert_eq!(error.to_string(), "column 10: a value is expected");
//! assert!(session.run("2^2^2^2^100").is_err()); // an exponent of 2^100 bits
//! # Ok::<(), grundy_nimber::calc::CalcError>(())
//! ```
//!
//! Limits, each an error with the numbers in it: length of the text, depth of parentheses, size of numbers, work.

mod functions;
mod parse;
mod token;

use crate::error::Error;
use crate::nat::Nat;
use crate::ordinal::{Ordinal, with_work_limit};
pub use functions::HELP;
use std::collections::BTreeMap;
use std::fmt;
use std::string::String;
use std::vec::Vec;

/// The most characters of one input.
pub const MAX_LENGTH: usize = 10_000;
/// The deepest nesting of parentheses and functions.
pub const MAX_DEPTH: usize = 64;
/// The most bits of a finite nimber.
pub const MAX_BITS: usize = 4096;
/// The most bits of an exponent or other ordinary integer.
pub const MAX_INTEGER_BITS: usize = 8192;
/// The most variables of a session.
pub const MAX_VARIABLES: usize = 1000;
/// Work of one input in finite nimbers: products of words, at the schoolbook price.
const MAX_WORK: u64 = 1 << 27;
/// Work of one input in ordinals: products of terms.
const MAX_ORDINAL_WORK: u64 = 1 << 22;

/// An error, with the place where it arose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalcError {
    /// Position in characters, counted from 1.
    pub column: usize,
    /// What went wrong.
    pub error: Error,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Error::Parse { message, .. } => write!(f, "column {}: {message}", self.column),
            error => write!(f, "column {}: {error}", self.column),
        }
    }
}

impl core::error::Error for CalcError {}

/// What an input is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A nimber, finite or not.
    Nimber(Ordinal),
    /// An ordinary integer: an order, a logarithm, a degree.
    Integer {
        /// Is it below zero?
        negative: bool,
        /// Its absolute value.
        size: Nat,
    },
    /// Several nimbers: solutions, conjugates.
    Nimbers(Vec<Ordinal>),
    /// A polynomial over GF(2): bit i is the coefficient of x^i.
    Polynomial(Nat),
}

impl fmt::Display for Value {
    /// With `{:#}` ordinals are printed with `ω`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(x) => x.fmt(f),
            Self::Integer { negative, size } => {
                write!(f, "{}{size}", if *negative { "-" } else { "" })
            }
            Self::Nimbers(list) => {
                for (i, x) in list.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    x.fmt(f)?;
                }
                Ok(())
            }
            Self::Polynomial(bits) => {
                let mut first = true;
                for i in (0..bits.bits()).rev().filter(|&i| bits.bit(i)) {
                    if !core::mem::take(&mut first) {
                        f.write_str(" + ")?;
                    }
                    crate::nim::term(f, i as u32)?;
                }
                if first { f.write_str("0") } else { Ok(()) }
            }
        }
    }
}

/// A calculator with memory: `ans` is the last nimber, `name = …` keeps one.
#[derive(Clone, Debug, Default)]
pub struct Session {
    variables: BTreeMap<String, Ordinal>,
}

impl Session {
    /// Computes one line. If it fails, nothing is remembered.
    pub fn run(&mut self, line: &str) -> Result<Value, CalcError> {
        let length = line.chars().count();
        if length > MAX_LENGTH {
            return Err(CalcError {
                column: 1,
                error: Error::TooLarge {
                    what: "an input in characters",
                    size: length as u64,
                    limit: MAX_LENGTH as u64,
                },
            });
        }
        let tokens = token::tokenise(line)?;
        let (name, value) = with_work_limit(MAX_ORDINAL_WORK, || {
            parse::run(&tokens, length + 1, &self.variables)
        })?;
        if let Value::Nimber(x) = &value {
            if let Some((name, column)) = name {
                if self.variables.len() >= MAX_VARIABLES && !self.variables.contains_key(&name) {
                    let limit = MAX_VARIABLES as u64;
                    let error = Error::TooLarge {
                        what: "a number of variables",
                        size: limit + 1,
                        limit,
                    };
                    return Err(CalcError { column, error });
                }
                self.variables.insert(name, x.clone());
            }
            self.variables.insert("ans".into(), x.clone());
        }
        Ok(value)
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Ordinal> {
        self.variables.get(name)
    }
}

/// Computes one line without memory.
pub fn evaluate(line: &str) -> Result<Value, CalcError> {
    Session::default().run(line)
}
