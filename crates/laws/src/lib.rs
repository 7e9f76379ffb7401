//! From table to theorem: find the law of a game's values, and prove it.

pub mod automata;
pub mod certificate;
pub mod check;
pub mod expression;
pub mod find;
pub mod formula;
pub mod guess;
pub mod language;
pub mod law;
pub mod learn;
pub mod picture;
pub mod print;
pub mod prove;
pub mod report;
pub mod rules;
pub mod sample;
pub mod study;
