//! How a value is found: one engine per kind of structure.

pub mod heap;
