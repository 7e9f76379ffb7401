//! From table to theorem: find the law of a game's values, and prove it.

pub mod automata;
