//! Games played with heaps of stones.

pub mod bachet;
pub mod bounded;
pub mod nim;
pub mod pins;
pub mod wythoff;
