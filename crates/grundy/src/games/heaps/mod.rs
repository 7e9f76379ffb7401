//! Games played with heaps of stones.

pub mod bachet;
pub mod bounded;
pub mod dynamic;
pub mod fibonacci;
pub mod lasker;
pub mod moore;
pub mod nim;
pub mod pins;
pub mod staircase;
pub mod subtraction;
pub mod wythoff;
