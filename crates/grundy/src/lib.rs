//! Impartial combinatorial games: describe a game once, get every answer.

pub mod answer;
pub mod ask;
pub mod budget;
pub mod catalogue;
pub mod conformance;
pub mod diagram;
pub mod error;
pub mod game;
pub mod games;
pub mod natural;
pub mod notation;
pub mod outcome;
pub mod picture;
pub mod random;
pub mod solve;
pub mod strategy;
pub mod table;
pub mod text;
pub mod theorem;
pub mod workbench;
