//! Impartial combinatorial games: describe a game once, get every answer.

pub mod budget;
pub mod error;
pub mod solve;
pub mod text;
