//! Misère sums.
pub mod canonical;
mod learn;
pub mod quotient;
