//! The rule language: an impartial game in a few lines of text.
//!
//! A text says what a position is and which moves there are; every engine of
//! the library then plays it. No rules are compiled into the program, and no
//! text can crash or stall it.
//!
//! ```
//! use grundy::ask::Question;
//! let lasker = "
//!     game lasker
//!     state n
//!     move take(k in 1..n)    -> [n-k]
//!     move split(k in 1..n-1) -> [k] + [n-k]     # a sum of two games
//!     expect g(0..8) = 0 1 2 4 3 5 6 8 7
//! ";
//! let game = grundy_lang::load(lasker, None, &[]).unwrap();
//! let solved = game.solve("7,3", &Question::default()).unwrap();
//! assert_eq!(solved.answer.value, Some(12u8.into()));
//! assert_eq!(solved.answer.winning_moves[0].mv, "1: take(4)");
//! ```
//!
//! # From text to answers
//!
//! [`lex`] → [`parse()`] (statements, [`ast`]) → [`check()`] (names, types: the
//! checked form, [`ir`]) → [`compile`] (bytecode) → [`machine`]. [`rules`] makes
//! the library's `Game` of it, [`mod@bench`] puts it on the workbench, where all
//! front ends find it. The checked form is also what [`terminate`] proves that
//! play ends from, what [`recognise`] reads the shapes of the tuned engines
//! off, and, through [`linear`], what proofs of laws start from. [`oracle`] is
//! the meaning of the checked form, written as plainly as possible; tests
//! compare the machine with it on programs made at random ([`agree`], [`random`]).
//!
//! [`diagnostic`] and [`explain`] say what is wrong with a text, [`expect`]
//! runs the tests inside a file, [`format`](mod@format) writes it in one way. The language
//! itself is described in `docs/language.md`, every example of which is run.
//!
//! # Limits
//!
//! Numbers have 64 bits, a position at most 15 of them, a move chooses at most
//! 6 and leads to at most 8 positions. Only heap games, walks and a few coin
//! games are recognised; everything else is searched.

pub mod agree;
pub mod ast;
pub mod bench;
pub mod bits;
pub mod check;
pub mod coins;
pub mod compile;
pub mod compound;
pub mod diagnostic;
pub mod expect;
pub mod explain;
pub mod flat;
pub mod format;
pub mod functions;
pub mod ir;
pub mod knowledge;
mod lawful;
pub mod lex;
pub mod linear;
pub mod machine;
#[cfg(all(
    feature = "native",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub mod native;
pub mod notation;
pub mod oracle;
pub mod paired;
pub mod parse;
pub mod position;
pub mod random;
pub mod recognise;
pub mod rules;
pub mod show;
pub mod span;
mod stages;
pub mod terminate;

pub use bench::load;
pub use check::check;
pub use parse::parse;

/// The games of a file and the names of their parameters, in order.
pub fn games_of(file: &ast::File) -> Vec<(String, Vec<String>)> {
    let mut games: Vec<(String, Vec<String>)> = Vec::new();
    for line in &file.lines {
        match &line.statement {
            ast::Statement::Game(name, parameters) => {
                let parameters = parameters.iter().map(|(name, _)| name.text.clone());
                games.push((name.text.clone(), parameters.collect()));
            }
            _ if games.is_empty() => games.push(("game".to_string(), Vec::new())),
            _ => {}
        }
    }
    games
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
