//! Games with a piece of one's own: not impartial in form. A position says
//! who is to move, so that every position has its moves and the theory of
//! game graphs applies; play can come back, and some positions could be draws.

pub mod battle;
pub mod leapfrog;
