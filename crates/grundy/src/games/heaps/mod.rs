//! Games played with heaps of stones.

pub mod code;
pub mod nim;
pub mod pins;
pub mod wythoff;
