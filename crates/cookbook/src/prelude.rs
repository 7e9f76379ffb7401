//! What the files of the problems share.

pub use grundy::count::Modulo;
pub use grundy::error::Error;
pub use grundy::natural::Natural;
pub use grundy::outcome::Convention::{Misere, Normal};
pub use grundy::text::Text;

use grundy::outcome::{Convention, Outcome};
use grundy::theorem::{self, Theorem};

pub use crate::peer::Peer;
pub use crate::read::{Input, Output};
pub use crate::{Problem, Statement, Technique};

/// No judge announces more of anything.
pub const MANY: u64 = 10_000_000;
/// No judge writes larger numbers.
pub const MOST: u64 = 1_000_000_000_000_000_000;

/// Whether the player to move wins, by the game's theorem: at a judge's sizes
/// there is no time for search.
pub fn wins<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
) -> Result<bool, Error> {
    let outcome = theorem::outcome(game, sum, convention);
    let outcome = outcome.ok_or_else(|| Error::Unsupported {
        because: Text::fixed(
            "the theorem does not speak of this position",
            "定理未涉及此局面",
        ),
    })?;
    Ok(outcome == Outcome::N)
}

/// A number from 0, as a judge who counts from 1 writes it.
pub fn from_one(number: &str) -> String {
    let counted = number.parse::<u64>().map(|number| (number + 1).to_string());
    counted.unwrap_or_else(|_| number.to_string())
}

/// One answer or the other.
pub fn yes<T>(yes: bool, then: T, otherwise: T) -> T {
    if yes { then } else { otherwise }
}

/// Counting modulo a prime.
pub fn modulo(prime: u32) -> Result<Modulo, Error> {
    Modulo::new(prime).ok_or_else(|| Error::BadParameter {
        name: "modulus".to_string(),
        value: prime.to_string(),
        expected: Text::fixed("an odd number below 2^31", "小于 2^31 的奇数"),
    })
}
