//! What the files of the problems share.

pub use grundy::ask::wins;
pub use grundy::count::Modulo;
pub use grundy::error::Error;
pub use grundy::natural::Natural;
pub use grundy::outcome::Convention::{Misere, Normal};
pub use grundy::text::Text;

pub use crate::peer::Peer;
pub use crate::read::{Input, Output};
pub use crate::{Problem, Technique};

/// No judge announces more of anything.
pub const MANY: u64 = 10_000_000;
/// No judge writes larger numbers.
pub const MOST: u64 = 1_000_000_000_000_000_000;

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
