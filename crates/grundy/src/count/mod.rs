//! How many positions are lost.
//!
//! A position is a choice of components, and it is lost (P) when the nim sum
//! of their values is 0. How many choices have a given nim sum is asked in a
//! few forms, each with its own tool:
//!
//! | form | tool | cost |
//! |---|---|---|
//! | [`Subsets`]: any subset of given values | linear algebra over GF(2) | O(64·n), values up to 2^64 |
//! | [`Census`]: tuples, arrangements, subsets, multisets of *k* components | Walsh–Hadamard transform | O(2^b·b + n·k), values below 2^b |
//! | [`Residues`]: subsets by nim sum and size modulo d | xor dynamic programming in place, small values first | O(d·Σ values) time, O(d·2^b) memory |
//! | [`Sums`]: heaps with a fixed total, a condition on each binary digit | digit dynamic programming | O(total·heaps) |
//!
//! Counts soon exceed every machine word, so each form counts in a [`Ring`]:
//! [`Modulo`] an odd number, [`Word`] (modulo 2^64), or [`Exact`].
//!
//! ```
//! use grundy::count::{Exact, Ring, Subsets};
//! // Of the subsets of {1, 2, 3, 4}, two are lost: {} and {1, 2, 3}.
//! let subsets = Subsets::of([1, 2, 3, 4]);
//! assert_eq!(Exact.natural(&subsets.with_xor(&Exact, 0)), 2u8.into());
//! ```
//!
//! [`Question`] asks for any of the first three forms in one vocabulary, as front ends do.
//! Other questions of the kind are answered where their theory is:
//! [`crate::solve::dynamic::Sequence::wins_up_to`] counts the heaps from which a
//! game with a limit on takes is won, and
//! [`crate::games::heaps::bachet::largest_limit`] finds the largest limit for
//! which a position is won.

mod census;
mod question;
mod residues;
mod ring;
mod subsets;
mod sums;

pub use census::Census;
pub use question::{Form, InAnyRing, Question, Wanted, in_ring};
pub use residues::Residues;
pub use ring::{Exact, Modulo, Ring, Word};
pub use subsets::{Subsets, lost_with_forced_heap};
pub use sums::Sums;
