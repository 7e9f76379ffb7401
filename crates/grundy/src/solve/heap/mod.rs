//! Heap sequences: octal, hexadecimal and every other take-and-break game.
//!
//! A heap of n tokens has a Grundy value G(n): the least number that is not the
//! value of an option, where several heaps are worth the xor of theirs. The
//! rules are given by a code ([`code`]); the values 0, 1, 2, … are computed by an
//! engine, which is an iterator ([`Sequence`]); a law G(n + p) = G(n) + s is
//! noticed on the way and proven ([`solve`]); its [`certificate`] can be checked
//! from the rules alone, by a crate of its own.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::Engine;
//! let rules = "dawsons-kayles".parse().unwrap();
//! let sequence = Engine::Auto.open(&rules, &Budget::default()).unwrap();
//! let values: Vec<u32> = sequence.take(10).collect::<Result<_, _>>().unwrap();
//! assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`code`] | rules as text: parse, print, cousins |
//! | [`brute`] | the definition, oracle of the others |
//! | [`vector`] | brute force with vector instructions |
//! | [`sparse`], [`kernel`], [`mask`] | the sparse space in bytes; the window form |
//! | [`wide`] | the sparse space for wide values |
//! | [`sets`] | three or more parts, endless codes |
//! | [`auto`], [`cost`] | chooses among them by what they are expected to cost |
//! | [`period`], [`solve`], [`allbut`] | noticing and proving laws |
//! | [`periodic`] | what a law says of heaps of any size |
//! | [`certificate`] | proofs as text |
//! | [`table`] | values in memory, computed when needed |
//! | [`filled`] | many values, copied where a period is proven |
//! | [`store`] | values on disk, resumable |
//! | [`moves`], [`survey`], [`plot`] | winning moves, classification, pictures |
//!
//! Limits: values fit 32 bits. Arithmetic periods of codes that split are called
//! observed: no theorem about them is applied here.

pub mod allbut;
pub mod auto;
pub mod binary;
pub mod brute;
pub mod certificate;
pub mod code;
pub mod cost;
mod files;
pub mod filled;

pub mod kernel;
pub mod known;
pub mod mask;
pub mod moves;
mod partitions;
pub mod period;
pub mod periodic;
pub mod plot;
mod scouts;
pub mod sets;
pub mod solve;
pub mod sparse;
pub mod store;
pub mod survey;
pub mod table;
pub mod vector;
pub mod wide;

use std::fmt;
use std::str::FromStr;

use crate::budget::Budget;
use crate::error::Error;
use crate::text::Text;
use code::Rules;
use mask::Mask;

/// A solver of a heap sequence: an iterator of the values of heaps 0, 1, 2, ….
///
/// The iterator ends only by an error, after which it may be asked again (with
/// more budget it would go on).
pub trait Sequence: Iterator<Item = Result<u32, Error>> {
    /// The engine at work now.
    fn name(&self) -> &'static str;

    /// Values are known for the heaps below this.
    fn known(&self) -> u64;

    /// The value of a heap that is known and kept in memory.
    fn value(&self, heap: u64) -> Option<u32>;

    /// Computes until at least the heaps below `to` are known.
    fn advance(&mut self, to: u64) -> Result<(), Error>;

    /// Goes on within another budget: what is known stays known.
    fn renew(&mut self, budget: &Budget);

    /// Appends the values of heaps `from .. to`, all of them known, to `out`.
    fn copy_values(&self, from: u64, to: u64, out: &mut Vec<u32>) {
        out.extend((from..to).map_while(|heap| self.value(heap)));
    }

    /// What the sparse space looks like, where one is in use.
    fn sparseness(&self) -> Option<Sparseness> {
        None
    }
}

/// The iterator of an engine, from its other methods and a cursor.
macro_rules! iterate {
    ($engine:ty) => {
        impl Iterator for $engine {
            type Item = Result<u32, $crate::error::Error>;

            fn next(&mut self) -> Option<Self::Item> {
                let heap = self.cursor;
                if let Err(error) = $crate::solve::heap::Sequence::advance(self, heap + 1) {
                    return Some(Err(error));
                }
                let value = $crate::solve::heap::Sequence::value(self, heap)?;
                self.cursor += 1;
                Some(Ok(value))
            }
        }
    };
}
use iterate;

/// [`Sequence`] for an engine with a table `values` and a method `step`.
macro_rules! sequence_of_values {
    ($engine:ty, $name:literal) => {
        impl $crate::solve::heap::Sequence for $engine {
            fn name(&self) -> &'static str {
                $name
            }

            fn known(&self) -> u64 {
                self.values.len() as u64
            }

            fn value(&self, heap: u64) -> Option<u32> {
                self.values.get(usize::try_from(heap).ok()?).copied()
            }

            fn advance(&mut self, to: u64) -> Result<(), $crate::error::Error> {
                while self.known() < to {
                    self.step()?;
                }
                Ok(())
            }

            fn renew(&mut self, budget: &$crate::budget::Budget) {
                self.meter.renew(budget);
            }
        }

        $crate::solve::heap::iterate!($engine);
    };
}
use sequence_of_values;

/// A sparse space in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparseness {
    /// What tells rare from common.
    pub mask: Mask,
    /// How many rare heaps there are so far.
    pub rares: u64,
    /// The last rare heap so far.
    pub last_rare: u64,
}

/// Which engine computes a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The one that fits, changing as the sequence unfolds.
    #[default]
    Auto,
    /// The definition.
    Brute,
    /// Vectorised brute force.
    Vector,
    /// The sparse space, even where it does not pay.
    Sparse,
    /// Sets of values, for many parts and endless codes.
    Sets,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 5] = [
        Engine::Auto,
        Engine::Brute,
        Engine::Vector,
        Engine::Sparse,
        Engine::Sets,
    ];

    /// The name that [`Engine::from_str`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Brute => "brute",
            Engine::Vector => "vector",
            Engine::Sparse => "sparse",
            Engine::Sets => "sets",
        }
    }

    /// Opens the sequence of `rules` with this engine.
    pub fn open(self, rules: &Rules, budget: &Budget) -> Result<Box<dyn Sequence + Send>, Error> {
        Ok(match self {
            Engine::Auto => Box::new(auto::Auto::new(rules, budget)),
            Engine::Brute => Box::new(brute::Brute::new(rules, budget)),
            Engine::Vector => Box::new(vector::Vector::new(rules, budget)?),
            Engine::Sparse => Box::new(auto::Auto::sparse(rules, budget)?),
            Engine::Sets => Box::new(sets::Sets::new(rules, budget)?),
        })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(text: &str) -> Result<Engine, Error> {
        Engine::ALL
            .into_iter()
            .find(|e| e.name() == text)
            .ok_or_else(|| Error::BadParameter {
                name: "engine".into(),
                value: text.into(),
                expected: Text::fixed(
                    "auto, brute, vector, sparse or sets",
                    "auto、brute、vector、sparse 或 sets",
                ),
            })
    }
}
