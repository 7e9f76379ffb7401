//! Games played on a board of squares.

pub mod chomp;
pub mod cram;
pub mod knights;
pub mod notakto;
pub mod paper;
pub mod walks;
