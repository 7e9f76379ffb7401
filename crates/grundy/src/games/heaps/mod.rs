//! Games played with heaps of stones.

pub mod bachet;
pub mod bottles;
pub mod bounded;
pub mod candy;
pub mod code;
pub mod dynamic;
pub mod end_nim;
pub mod euclid;
pub mod fibonacci;
pub mod half;
pub mod lasker;
pub mod leave;
pub mod merging;
pub mod moore;
pub mod nim;
pub mod numbers;
pub mod paired_heaps;
pub mod pass;
pub mod pebbles;
pub mod pins;
pub mod slanted_wythoff;
pub mod smaller_pair;
pub mod staircase;
pub mod subtraction;
pub mod wythoff;
pub mod wythoff_heaps;
