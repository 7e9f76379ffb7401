//! x
/// x
pub struct Explored;
/// x
pub fn explore() {}
