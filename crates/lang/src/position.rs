//! A position: a few numbers, without allocation.

use std::hash::{Hash, Hasher};

/// The coordinates of a position. Where a file has several games, the first
/// number says of which game it is; unused numbers are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position<const N: usize>(
    /// The numbers.
    pub [i64; N],
);

impl<const N: usize> Hash for Position<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Word by word: a hash of the bytes would be slower.
        for number in self.0 {
            state.write_i64(number);
        }
    }
}
