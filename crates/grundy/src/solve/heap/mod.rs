//! Heap sequences: every take-and-break game.
#![allow(missing_docs)]

pub mod binary;
pub mod brute;
pub mod code;
pub mod kernel;
pub mod mask;
pub mod sparse;
