//! Games played with tokens on a strip of squares.

pub mod nimble;
