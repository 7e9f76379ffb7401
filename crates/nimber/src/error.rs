//! What can go wrong, with the operand that made it go wrong.

use core::fmt;

/// Why an operation on finite nimbers of fixed width has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NimError {
    /// Zero has no inverse; `numerator` is what was to be divided.
    DivisionByZero {
        /// The dividend (1 for a plain inverse).
        numerator: u128,
    },
    /// `y^n = value` has no solution in the field of `bits` bits.
    NoRoot {
        /// The operand.
        value: u128,
        /// Which root was wanted.
        n: u128,
        /// The width of the field.
        bits: u32,
    },
    /// `base^k = value` has no solution.
    NoLogarithm {
        /// The operand.
        value: u128,
        /// The base.
        base: u128,
    },
    /// `a·x² ⊕ b·x = c` has no solution in the field of `bits` bits.
    NoQuadraticRoot {
        /// Coefficient of x².
        a: u128,
        /// Coefficient of x.
        b: u128,
        /// Constant term.
        c: u128,
        /// The width of the field.
        bits: u32,
    },
    /// Every element solves the equation: all its coefficients are zero.
    EveryElement,
    /// Zero has no multiplicative order.
    ZeroHasNoOrder,
    /// The subfield of `wanted` bits does not lie in the field of `bits` bits.
    NoSubfield {
        /// The size asked for.
        wanted: u32,
        /// The width of the field.
        bits: u32,
    },
    /// Slices that must have one length have two.
    Length {
        /// Length of the first slice.
        left: usize,
        /// Length of the other one.
        right: usize,
    },
    /// The callback asked to stop a long search.
    Cancelled {
        /// How many steps had been made.
        steps: u64,
    },
    /// A search ended without an answer: the arithmetic is at fault, so nothing is claimed.
    SearchFailed {
        /// The operand.
        value: u128,
        /// How many steps had been made.
        steps: u64,
    },
}

impl fmt::Display for NimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::DivisionByZero { numerator } => write!(f, "division of {numerator} by zero"),
            Self::NoRoot { value, n, bits } => {
                write!(f, "{value} has no root of degree {n} among the nimbers of {bits} bits")
            }
            Self::NoLogarithm { value, base } => write!(f, "{value} is not a power of {base}"),
            Self::NoQuadraticRoot { a, b, c, bits } => write!(
                f,
                "{a}⊗x² ⊕ {b}⊗x = {c} has no solution among the nimbers of {bits} bits"
            ),
            Self::EveryElement => write!(f, "every nimber solves 0⊗x² ⊕ 0⊗x = 0"),
            Self::ZeroHasNoOrder => write!(f, "0 has no multiplicative order"),
            Self::NoSubfield { wanted, bits } => {
                write!(f, "there is no subfield of {wanted} bits in the field of {bits} bits")
            }
            Self::Length { left, right } => {
                write!(f, "slices of different lengths: {left} and {right}")
            }
            Self::Cancelled { steps } => write!(f, "cancelled after {steps} steps"),
            Self::SearchFailed { value, steps } => {
                write!(f, "no logarithm of {value} found in {steps} steps")
            }
        }
    }
}

impl core::error::Error for NimError {}
