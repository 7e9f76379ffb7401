//! Games played with heaps of stones.

pub mod bachet;
pub mod bounded;
pub mod dynamic;
pub mod fibonacci;
pub mod nim;
pub mod pins;
pub mod subtraction;
pub mod wythoff;
