//! A calculator for nimbers, finite and ordinal: text in, value or error out.
//!
//! `+` (or `⊕`, and `-`, which is the same) is the nim sum, `*` (or `⊗`) the nim product, `/` the quotient. After `^` stands
//! an ordinary integer, in which `+ - * ^` are ordinary too: `3^(2^64-1)`, `8^-1`. `w` or `ω` is the first
//! infinite ordinal, and `w^…` an ordinal in normal form: `w^(w^2*4)`; the nim power of ω is written `(w)^3`.
//! [`HELP`] lists the functions.
//!
//! ```
//! use grundy_nimber::calc::Calculator;
//! let mut calculator = Calculator::default();
//! assert_eq!(calculator.run("(24 ⊗ 17) ⊕ 8^-1")?.to_string(), "138");
//! assert_eq!(calculator.run("ans + 138")?.to_string(), "0");
//! assert_eq!(calculator.run("root(2, 3)")?.to_string(), "w");
//! assert_eq!(calculator.run("log(3, 2)")?.to_string(), "2");
//! let error = calculator.run("2 * (3 + ").unwrap_err();
//! assert_eq!(error.to_string(), "column 10: a value is expected");
//! assert_eq!(error.chinese(), "第 10 列：此处应为一个值");
//! assert!(calculator.run("2^2^2^2^100").is_err()); // an exponent of 2^100 bits
//! # Ok::<(), grundy_nimber::calc::CalcError>(())
//! ```
//!
//! Limits, each an error with the numbers in it: length of the text, depth of parentheses, size of numbers, work.

mod functions;
mod parse;
mod token;

use crate::error::{Error, Words};
use crate::nat::Nat;
use crate::ordinal::{Ordinal, with_work_limit};
pub use functions::{HELP, HELP_ZH};
use std::collections::BTreeMap;
use std::fmt;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// The most characters of one input.
pub const MAX_LENGTH: usize = 10_000;
/// The deepest nesting of parentheses and functions.
pub const MAX_DEPTH: usize = 64;
/// The most bits of a finite nimber.
pub const MAX_BITS: usize = 4096;
/// The most bits of an exponent or other ordinary integer.
pub const MAX_INTEGER_BITS: usize = 8192;
/// The most variables of a calculator.
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
            Error::Parse { message, .. } => write!(f, "column {}: {}", self.column, message.en),
            error => write!(f, "column {}: {error}", self.column),
        }
    }
}

impl CalcError {
    /// The sentence in Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        let why = match &self.error {
            Error::Parse { message, .. } => message.zh.to_string(),
            error => error.chinese(),
        };
        format!("第 {} 列：{why}", self.column)
    }
}

impl core::error::Error for CalcError {}

/// An error if a size is above its limit.
fn within(column: usize, what: Words, size: u64, limit: u64) -> Result<(), CalcError> {
    if size > limit {
        return Err(CalcError {
            column,
            error: Error::TooLarge { what, size, limit },
        });
    }
    Ok(())
}

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
pub struct Calculator {
    variables: BTreeMap<String, Ordinal>,
}

impl Calculator {
    /// Computes one line. If it fails, nothing is remembered.
    pub fn run(&mut self, line: &str) -> Result<Value, CalcError> {
        let length = line.chars().count();
        within(
            1,
            Words::fixed("an input in characters", "输入的字符数"),
            length as u64,
            MAX_LENGTH as u64,
        )?;
        let tokens = token::tokenise(line)?;
        let (name, value) = with_work_limit(MAX_ORDINAL_WORK, || {
            parse::run(&tokens, length + 1, &self.variables)
        })?;
        if let Value::Nimber(x) = &value {
            if let Some((name, column)) = name {
                if !self.variables.contains_key(&name) {
                    let count = self.variables.len() as u64 + 1;
                    within(
                        column,
                        Words::fixed("a number of variables", "变量的个数"),
                        count,
                        MAX_VARIABLES as u64,
                    )?;
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
    Calculator::default().run(line)
}
