//! Games played on a board of squares.

pub mod cram;
pub mod notakto;
