//! Misère sums: what can be said of them, and how it is proven.
//!
//! In misère play whoever cannot move wins, and Grundy values no longer decide
//! sums. Three tools remain, from the cheap to the thorough:
//!
//! - [`genus`]: the normal value and a sequence of misère values; where every
//!   position is *tame*, sums are played like misère Nim ([`super::decide`] has
//!   the proof);
//! - [`canonical`]: the simplest game that behaves the same in every sum;
//! - [`quotient`] and [`heaps`]: for heap games, the finite monoid that knows
//!   the outcome of every sum, with a [`certificate`] that a checker verifies anew
//!   ([`table`] keeps it for the games that use it).

pub mod canonical;
pub mod certificate;
pub mod genus;
pub mod heaps;
mod learn;
pub mod quotient;
mod refine;
pub mod table;
