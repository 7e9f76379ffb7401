//! Mutational fuzzing of every text that grundy reads.
//!
//! A [`targets::Target`] is a way into the program with examples of what it
//! reads. The examples are changed at random ([`mutate`]) and read again; a
//! panic, a hang or a disagreement between two ways to the same result is a
//! finding ([`run`]). Findings are made as short as possible ([`shorten`]) and
//! written to files; once mended they move to `regressions/`, which a test
//! replays.
//!
//! ```
//! use grundy_fuzz::{run, targets};
//! let target = targets::find("nimbers").unwrap();
//! assert!(run::once(target, b"(24 * 17) + 8^-1").is_ok());
//! ```
//!
//! Everything follows from the seed: input number `i` of a run is the same
//! wherever it is made, only how many there are depends on the machine. There is
//! no guidance by coverage; the corpus is what makes inputs reach far.

pub mod mutate;
pub mod run;
pub mod shorten;
pub mod targets;
