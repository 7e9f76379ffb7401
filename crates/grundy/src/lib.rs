//! Impartial combinatorial games: describe a game once, get every answer.
//!
//! A game is its rules: positions, moves, and where a move leads. From that
//! one description come who wins and by what value, all winning moves, a
//! strategy that keeps winning, tables, drawings — and the tests.
//!
//! # A game in ten lines
//!
//! ```
//! use grundy::game::{Flow, Game};
//!
//! /// Take one, two or three stones.
//! struct OneToThree;
//!
//! impl Game for OneToThree {
//!     type Position = u32;
//!     type Move = u32;
//!     fn options(&self, n: &u32, visit: &mut impl FnMut(u32, &[u32]) -> Flow) -> Flow {
//!         (1..=3.min(*n)).try_for_each(|taken| visit(taken, &[n - taken]))
//!     }
//! }
//!
//! // Nothing more is needed to ask:
//! use grundy::{ask::{by_search, Question}, outcome::Outcome};
//! let answer = by_search(&OneToThree, &[10, 7], &Question::default()).unwrap();
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.value, Some(1u8.into())); // (10 mod 4) ⊕ (7 mod 4)
//! ```
//!
//! # The same trait, hot
//!
//! A position can be one machine word, and [`game::Game::options`] hands each
//! move to a closure: nothing is allocated per move. Symmetry goes into
//! [`game::Game::canonical`], and engines keep only representatives.
//!
//! ```
//! use grundy::game::{Flow, Game, CONTINUE};
//! use grundy::{budget::Budget, solve::memo::Memo};
//!
//! /// A ring of 16 lamps; put out one lit lamp or two neighbours.
//! struct Ring;
//!
//! impl Game for Ring {
//!     type Position = u16;
//!     type Move = u16; // the lamps put out
//!
//!     fn options(&self, lit: &u16, visit: &mut impl FnMut(u16, &[u16]) -> Flow) -> Flow {
//!         for at in 0..16 {
//!             for lamps in [1u16.rotate_left(at), 3u16.rotate_left(at)] {
//!                 if lit & lamps == lamps {
//!                     visit(lamps, &[lit & !lamps])?;
//!                 }
//!             }
//!         }
//!         CONTINUE
//!     }
//!
//!     fn canonical(&self, lit: u16) -> u16 {
//!         let turns = |lit: u16| (0..16).map(move |by| lit.rotate_left(by));
//!         turns(lit).chain(turns(lit.reverse_bits())).min().unwrap()
//!     }
//! }
//!
//! let mut memo = Memo::new(&Ring);
//! let mut meter = Budget::default().meter("search");
//! assert_eq!(memo.value(&u16::MAX, &mut meter).unwrap(), 0); // answer across the ring
//! assert!(memo.len() < 3000); // of 65,536
//! ```
//!
//! # Named games
//!
//! [`catalogue`] lists the games of the field with their theorems; front ends
//! talk to them through [`workbench`], as text. [`conformance`] compares all
//! that a game claims with plain search.
//!
//! ```
//! use grundy::{ask::Question, catalogue};
//! let wythoff = catalogue::find("wythoff").unwrap().build(&[]).unwrap();
//! let solved = wythoff.solve("10^40,3", &Question::default()).unwrap();
//! assert_eq!(solved.answer.winning_moves[0].to, "5,3");
//! ```
//!
//! # Where things are
//!
//! The trait is in [`game`]; *how* a value is found is in [`solve`]; *what* is
//! solved is in [`games`]; what is known beyond the rules is a [`theorem`].
//! [`count`] says how many positions are lost.
//! Every computation runs under a [`budget`], every failure is an [`error`]
//! with numbers in it, every sentence exists in English and Chinese ([`text`]).
//! Clocks, threads and files come through [`platform`], so the library runs in a
//! browser too.

pub mod answer;
pub mod ask;
pub mod budget;
pub mod catalogue;
pub mod choice;
pub mod compound;
pub mod conformance;
pub mod count;
pub mod diagram;
pub mod erased;
pub mod error;
pub mod explicit;
pub mod game;
pub mod games;
pub mod natural;
pub mod notation;
pub mod outcome;
pub mod picture;
pub mod platform;
pub mod primes;
pub mod random;
pub mod solve;
pub mod strategy;
pub mod table;
pub mod text;
pub mod theorem;
pub mod workbench;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
