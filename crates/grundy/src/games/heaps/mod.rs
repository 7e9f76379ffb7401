//! Games played with heaps of stones.

pub mod bottles;
pub mod candy;
pub mod end_nim;
pub mod euclid;
pub mod half;
pub mod leave;
pub mod merging;
pub mod nim;
pub mod numbers;
pub mod paired_heaps;
pub mod pass;
pub mod pebbles;
pub mod pins;
pub mod slanted_wythoff;
pub mod smaller_pair;
pub mod wythoff;
pub mod wythoff_heaps;
