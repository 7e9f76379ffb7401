//! What can go wrong, with the operand that made it go wrong; as a sentence in English
//! (`Display`) and in Chinese (`chinese`).

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use alloc::format;
#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
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
                write!(
                    f,
                    "{value} has no root of degree {n} among the nimbers of {bits} bits"
                )
            }
            Self::NoLogarithm { value, base } => write!(f, "{value} is not a power of {base}"),
            Self::NoQuadraticRoot { a, b, c, bits } => write!(
                f,
                "{a}⊗x² ⊕ {b}⊗x = {c} has no solution among the nimbers of {bits} bits"
            ),
            Self::EveryElement => write!(f, "every nimber solves 0⊗x² ⊕ 0⊗x = 0"),
            Self::ZeroHasNoOrder => write!(f, "0 has no multiplicative order"),
            Self::NoSubfield { wanted, bits } => {
                write!(
                    f,
                    "there is no subfield of {wanted} bits in the field of {bits} bits"
                )
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

#[cfg(feature = "alloc")]
impl NimError {
    /// The sentence in Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        match self {
            Self::DivisionByZero { numerator } => format!("{numerator} 除以零"),
            Self::NoRoot { value, n, bits } => {
                format!("{value} 在 {bits} 位 Nim 数中没有 {n} 次方根")
            }
            Self::NoLogarithm { value, base } => format!("{value} 不是 {base} 的幂"),
            Self::NoQuadraticRoot { a, b, c, bits } => {
                format!("{a}⊗x² ⊕ {b}⊗x = {c} 在 {bits} 位 Nim 数中无解")
            }
            Self::EveryElement => "每个 Nim 数都是 0⊗x² ⊕ 0⊗x = 0 的解".to_string(),
            Self::ZeroHasNoOrder => "0 没有乘法阶".to_string(),
            Self::NoSubfield { wanted, bits } => {
                format!("{bits} 位域中没有 {wanted} 位的子域")
            }
            Self::Length { left, right } => format!("长度不同：{left} 与 {right}"),
            Self::Cancelled { steps } => format!("{steps} 步之后被取消"),
            Self::SearchFailed { value, steps } => {
                format!("{steps} 步内未找到 {value} 的对数")
            }
        }
    }
}

impl core::error::Error for NimError {}

/// A sentence, or a part of one, in both languages: whoever adds one adds the other.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// In English.
    pub en: Cow<'static, str>,
    /// In Chinese.
    pub zh: Cow<'static, str>,
}

#[cfg(feature = "alloc")]
impl Words {
    /// Words with nothing of the operands in them.
    #[must_use]
    pub const fn fixed(en: &'static str, zh: &'static str) -> Self {
        Self {
            en: Cow::Borrowed(en),
            zh: Cow::Borrowed(zh),
        }
    }

    /// Words that were just made.
    #[must_use]
    pub fn new(en: String, zh: String) -> Self {
        Self {
            en: Cow::Owned(en),
            zh: Cow::Owned(zh),
        }
    }
}

/// Why an operation on nimbers of arbitrary size, ordinals, polynomials or matrices has no answer.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A nimber of fixed width says why.
    Nim(NimError),
    /// Division by zero; the operand that was to be divided.
    DivisionByZero {
        /// The dividend.
        numerator: String,
    },
    /// No element of the kind asked for has this power.
    NoRoot {
        /// The operand.
        value: String,
        /// Which root was wanted.
        n: String,
    },
    /// `base^k = value` has no solution.
    NoLogarithm {
        /// The operand.
        value: String,
        /// The base.
        base: String,
    },
    /// The answer would be larger than a bound: what, how large, and the bound.
    TooLarge {
        /// What grew.
        what: Words,
        /// How large it is or would be, at least.
        size: u64,
        /// The bound.
        limit: u64,
    },
    /// The excess α_p of this prime is neither in the table nor cheap to compute.
    UnknownExcess {
        /// The prime.
        p: u64,
        /// The degree of the field in which it would have to be searched.
        degree: u64,
        /// The largest degree that is searched.
        limit: u64,
    },
    /// A matrix or polynomial has the wrong shape.
    Shape {
        /// What was wanted.
        wanted: usize,
        /// What was found.
        found: usize,
    },
    /// The matrix has no inverse, or the system no unique solution.
    Singular {
        /// The rank that was found.
        rank: usize,
        /// The rank that is needed.
        size: usize,
    },
    /// Text that is not what it should be.
    Parse {
        /// Position in characters, counted from 1.
        column: usize,
        /// What is wrong.
        message: Words,
    },
}

#[cfg(feature = "alloc")]
impl From<NimError> for Error {
    fn from(e: NimError) -> Self {
        Self::Nim(e)
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nim(e) => e.fmt(f),
            Self::DivisionByZero { numerator } => write!(f, "division of {numerator} by zero"),
            Self::NoRoot { value, n } => write!(f, "{value} has no root of degree {n} here"),
            Self::NoLogarithm { value, base } => write!(f, "{value} is not a power of {base}"),
            Self::TooLarge { what, size, limit } => {
                write!(f, "{} of {size} exceeds the limit of {limit}", what.en)
            }
            Self::UnknownExcess { p, degree, limit } => write!(
                f,
                "α_{p} is not in the table, and the field of degree {degree} in which to search it exceeds the limit of {limit}"
            ),
            Self::Shape { wanted, found } => {
                write!(f, "a size of {wanted} was expected, {found} was found")
            }
            Self::Singular { rank, size } => {
                write!(f, "the matrix is singular: rank {rank} of {size}")
            }
            Self::Parse { column, message } => write!(f, "column {column}: {}", message.en),
        }
    }
}

#[cfg(feature = "alloc")]
impl Error {
    /// The sentence in Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        match self {
            Self::Nim(e) => e.chinese(),
            Self::DivisionByZero { numerator } => format!("{numerator} 除以零"),
            Self::NoRoot { value, n } => format!("{value} 在此没有 {n} 次方根"),
            Self::NoLogarithm { value, base } => format!("{value} 不是 {base} 的幂"),
            Self::TooLarge { what, size, limit } => {
                format!("{}为 {size}，超过上限 {limit}", what.zh)
            }
            Self::UnknownExcess { p, degree, limit } => {
                format!("α_{p} 不在表中，而搜索所需的域次数 {degree} 超过上限 {limit}")
            }
            Self::Shape { wanted, found } => format!("应为大小 {wanted}，实为 {found}"),
            Self::Singular { rank, size } => format!("矩阵奇异：秩 {rank}，阶 {size}"),
            Self::Parse { column, message } => format!("第 {column} 列：{}", message.zh),
        }
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for Error {}
