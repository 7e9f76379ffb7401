//! Sets of points, a bit for each.

/// A set of points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn none(count: usize) -> Bits {
        Bits(vec![0; count.div_ceil(64)])
    }

    pub(super) fn all(count: usize) -> Bits {
        Bits::from_fn(count, |_| true)
    }

    pub(super) fn from_fn(count: usize, holds: impl Fn(usize) -> bool) -> Bits {
        let mut bits = Bits::none(count);
        for at in (0..count).filter(|&at| holds(at)) {
            bits.0[at / 64] |= 1 << (at % 64);
        }
        bits
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        let words = self.0.iter().zip(&other.0);
        Bits(words.map(|(a, b)| f(*a, *b)).collect())
    }

    pub(super) fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub(super) fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub(super) fn minus(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn differ(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether every point of this set is in the other.
    pub(super) fn within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether every point of both sets is in the third.
    pub(super) fn both_within(&self, other: &Bits, whole: &Bits) -> bool {
        let mut words = self.0.iter().zip(&other.0).zip(&whole.0);
        words.all(|((a, b), c)| a & b & !c == 0)
    }

    /// Whether the two have a point in common.
    pub(super) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The members.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> + '_ {
        let bit = |at: usize| self.0[at / 64] >> (at % 64) & 1 == 1;
        (0..self.0.len() * 64).filter(move |&at| bit(at))
    }
}
