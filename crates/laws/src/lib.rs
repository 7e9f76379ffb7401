//! From table to theorem: find the law of a game's values, and prove it.
//!
//! [`study`] does all of it: it tabulates [`rules`], lets every finder of
//! [`find`] look at the table, and decides by [`automata`] whether what was
//! found is true of all positions ([`prove`]). A proof becomes a
//! [`certificate`], which [`check`] verifies from the rules alone, or a text
//! that the kernel of a proof assistant verifies ([`coq`]).
//!
//! ```
//! use grundy_laws::print::Style;
//! use grundy_laws::rules::Rules;
//! use grundy_laws::study::{Options, study};
//!
//! let wythoff = Rules::read("
//!     game wythoff
//!     state x, y
//!     move first(k in 1..x) -> [x-k, y]
//!     move second(k in 1..y) -> [x, y-k]
//!     move both(k in 1..min(x, y)) -> [x-k, y-k]
//! ").unwrap();
//! let study = study(&wythoff, &Options::default()).unwrap();
//! assert_eq!(study.findings[0].status.word(), "proven");
//! ```
//!
//! Rules are written in the rule language ([`language`]) or as a heap code;
//! tables come from anywhere ([`sample`]), those of plain numbers have laws of their own
//! ([`numbers`]), and any game can be studied ([`game`]). Laws are
//! written as text that is read again ([`mod@read`]), so that a conjecture of your own is decided
//! too ([`conjecture`]); and as LaTeX, C++ and Python ([`mod@print`]), automata are drawn
//! ([`picture`]), and a whole study becomes one page ([`report`]).
//!
//! Limits: proofs need moves that are linear, and a law that is automatic in
//! base 2 or in one of the numerations of [`automata::numeration`]. Products of two coordinates,
//! as in Euclid's game or the nim product, are beyond that.

pub mod alike;
pub mod automata;
pub mod brute;
pub mod certificate;
pub mod conjecture;
pub mod coq;
mod derived;
pub mod expansions;
pub mod expression;
pub mod facts;
pub mod family;
pub mod find;
pub mod formula;
pub mod game;
pub mod guess;
pub mod heap;
pub mod known;
pub mod language;
pub mod law;
pub mod learn;
pub mod moore;
pub mod numbers;
pub mod picture;
pub mod print;
pub mod program;
pub mod prove;
pub mod read;
pub mod report;
pub mod rows;
pub mod rules;
pub mod sample;
pub mod sentence;
pub mod simplify;
pub mod study;
pub mod walnut;

pub use grundy_verify::law as check;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
