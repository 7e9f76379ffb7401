//! What is known about pieces: a table that threads share without locks.
//!
//! Open addressing with linear probing, two words an entry: the squares, and the
//! shape with what is known. The first word is written once, the second only gains
//! bits (but for the mark of who is at work), so a reader sees a fact or does not see
//! it yet, and never a wrong one. The table is exact: keys are compared in full.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Piece;

/// What is known about a piece: its value, or values that it does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known(u64);

/// Values below this can be excluded one by one.
pub(super) const EXCLUDABLE: u32 = 31;
/// Values below this can be kept.
pub(super) const LARGEST: u32 = (1 << 16) - 1;

const SHAPE: u64 = 0xffff;
const VALUE: u32 = 16;
const NOT: u32 = 32;
const BUSY: u64 = 1 << 63;

impl Known {
    pub(super) const NOTHING: Known = Known(0);

    /// That the value is this one, if it can be kept.
    pub(super) fn value(value: u32) -> Option<Known> {
        (value < LARGEST).then(|| Known(u64::from(value + 1) << VALUE))
    }

    /// That the value is none of these, of which the first [`EXCLUDABLE`] are kept.
    pub(super) fn not(values: u64) -> Known {
        Known((values & ((1 << EXCLUDABLE) - 1)) << NOT)
    }

    /// The value, if it is known.
    #[inline]
    pub(super) fn exactly(self) -> Option<u32> {
        ((self.0 >> VALUE & SHAPE) as u32).checked_sub(1)
    }

    /// Whether the value is known not to be `value`, which is below [`EXCLUDABLE`].
    #[inline]
    pub(super) fn excludes(self, value: u32) -> bool {
        self.0 >> NOT >> value & 1 == 1
    }

    /// How many of the four least values are known not to be its value.
    #[inline]
    pub(super) fn excluded(self) -> u32 {
        (self.0 >> NOT & 0b1111).count_ones()
    }

    /// Whether somebody else is looking for it.
    #[inline]
    pub(super) fn is_busy(self) -> bool {
        self.0 & BUSY != 0
    }
}

/// The table. It does not grow by itself: [`Table::grown`] is a larger one.
pub(super) struct Table {
    /// Squares, then shape and knowledge, of each entry.
    words: Vec<AtomicU64>,
    /// The index of an entry is the hash shifted by this.
    shift: u32,
}

impl Table {
    /// A table of 2^`bits` entries, one at least.
    pub(super) fn new(bits: u32) -> Table {
        let bits = bits.max(1);
        Table {
            words: std::iter::repeat_with(AtomicU64::default)
                .take(2 << bits)
                .collect(),
            shift: 64 - bits,
        }
    }

    pub(super) fn places(&self) -> usize {
        self.words.len() / 2
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// What a table of twice as many places takes.
    pub(super) fn grown(&self) -> Table {
        let grown = Table::new(64 - self.shift + 1);
        for entry in self.words.chunks_exact(2) {
            let (squares, facts) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
            if squares != 0 {
                let piece = Piece {
                    squares,
                    shape: (facts & SHAPE) as u16,
                };
                grown.add(piece, Known(facts & !SHAPE));
            }
        }
        grown
    }

    #[inline]
    fn home(&self, piece: Piece) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = piece.squares ^ (u64::from(piece.shape)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let wide = u128::from(mixed) * u128::from(ODD);
        let hash = (wide as u64 ^ (wide >> 64) as u64).wrapping_mul(ODD);
        (hash >> self.shift) as usize
    }

    /// Says that `piece` will soon be asked for, so that memory is waited for but once.
    #[inline]
    pub(super) fn fetch(&self, piece: Piece) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let entry = &raw const self.words[2 * self.home(piece)];
            // SAFETY: this reads nothing; it is a hint about an address within the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(entry.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = piece;
    }

    /// What is known about `piece`.
    #[inline]
    pub(super) fn get(&self, piece: Piece) -> Known {
        let mask = self.places() - 1;
        let mut at = self.home(piece);
        loop {
            let squares = self.words[2 * at].load(Relaxed);
            if squares == 0 {
                return Known::NOTHING;
            }
            if squares == piece.squares {
                let facts = self.words[2 * at + 1].load(Relaxed);
                if facts & SHAPE == u64::from(piece.shape) {
                    return Known(facts & !SHAPE);
                }
                // Nothing yet: it is being entered, and whoever asks learns it a moment later.
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a fact about `piece`; whether the piece is new. There must be room.
    #[inline]
    pub(super) fn add(&self, piece: Piece, known: Known) -> bool {
        let mask = self.places() - 1;
        let mut at = self.home(piece);
        loop {
            let entry = &self.words[2 * at];
            let mut squares = entry.load(Relaxed);
            let mut new = false;
            if squares == 0 {
                match entry.compare_exchange(0, piece.squares, Relaxed, Relaxed) {
                    Ok(_) => (squares, new) = (piece.squares, true),
                    Err(other) => squares = other,
                }
            }
            if squares == piece.squares {
                let facts = &self.words[2 * at + 1];
                if new {
                    facts.fetch_or(u64::from(piece.shape) | known.0, Relaxed);
                    return true;
                }
                let mut found = facts.load(Relaxed);
                while found & SHAPE == 0 {
                    // Somebody has taken the place and is about to say for which shape.
                    std::hint::spin_loop();
                    found = facts.load(Relaxed);
                }
                if found & SHAPE == u64::from(piece.shape) {
                    if found & known.0 != known.0 {
                        facts.fetch_or(known.0, Relaxed);
                    }
                    return false;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Says that somebody is at work on `piece`; whether the piece is new.
    pub(super) fn begin(&self, piece: Piece) -> bool {
        self.add(piece, Known(BUSY))
    }

    /// Says that nobody is at work on `piece` any more.
    pub(super) fn end(&self, piece: Piece) {
        let mask = self.places() - 1;
        let mut at = self.home(piece);
        loop {
            let squares = self.words[2 * at].load(Relaxed);
            if squares == 0 {
                return;
            }
            let facts = &self.words[2 * at + 1];
            if squares == piece.squares && facts.load(Relaxed) & SHAPE == u64::from(piece.shape) {
                facts.fetch_and(!BUSY, Relaxed);
                return;
            }
            at = (at + 1) & mask;
        }
    }
}
