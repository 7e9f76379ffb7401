//! From table to theorem: find the law of a game's values, and prove it.

pub mod automata;
pub mod certificate;
pub mod check;
pub mod guess;
pub mod learn;
pub mod prove;
pub mod rules;
