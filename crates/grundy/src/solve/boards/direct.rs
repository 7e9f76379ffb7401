//! Values of all pieces in the order of their squares, a byte a piece.
//!
//! Where values are large, all options of all pieces are valued anyway. If moreover every option is a smaller
//! number than its piece, and the numbers are dense, then the pieces are valued one after the other, and
//! the table is indexed by the squares themselves: nothing is hashed, nothing is searched for, and the many
//! options of a piece are looked up independently of each other.

use super::{Piece, Rules};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, STOP};

/// The values of pieces of one shape, plus 1; 0 where none is known.
#[derive(Default)]
pub(super) struct Direct {
    values: Vec<u8>,
    entries: u64,
}

/// Limits are looked at after so many pieces.
const STEPS: u64 = 256;

impl Direct {
    /// How many pieces have a value here.
    pub(super) fn len(&self) -> u64 {
        self.entries
    }

    /// The value of a piece, if it is known here.
    pub(super) fn get(&self, piece: Piece) -> Option<u32> {
        let at = usize::try_from(piece.squares).ok()?;
        u32::from(*self.values.get(at)?).checked_sub(1)
    }

    /// Values all that `root` leads to, as far as values are below 255: `root` then has no value here, if it
    /// has a larger one.
    pub(super) fn fill<R: Rules>(
        &mut self,
        rules: &R,
        root: Piece,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let Ok(last) = usize::try_from(root.squares) else {
            return Ok(());
        };
        if self.values.len() <= last {
            meter.bytes(2 * (last as u64 + 1))?;
            self.values.resize(last + 1, 0);
        }
        let (mut opened, mut looked_at) = (0, 0);
        for at in 1..=last {
            let squares = at as u64;
            if self.values[at] != 0 || !rules.leads_to(root, squares) {
                continue;
            }
            let mut met = [0u64; 4];
            let mut options = 0;
            let piece = Piece { squares, ..root };
            let flow = rules.options(piece, &mut |to| {
                options += 1;
                let mut sum = 0;
                for part in to {
                    let Some(value) = self.get(*part) else {
                        return STOP;
                    };
                    sum ^= value;
                }
                met[sum as usize >> 6 & 3] |= 1 << (sum & 63);
                CONTINUE
            });
            let mut value = 0;
            for word in met {
                value += word.trailing_ones();
                if word != u64::MAX {
                    break;
                }
            }
            if flow.is_break() || value > 254 {
                break;
            }
            self.values[at] = value as u8 + 1;
            self.entries += 1;
            opened += 1;
            looked_at += options;
            if opened == STEPS {
                meter.advance(std::mem::take(&mut opened))?;
                meter.options(std::mem::take(&mut looked_at))?;
            }
        }
        meter.advance(opened)?;
        meter.options(looked_at)
    }
}
