//! Codes whose moves leave at most two heaps, sorted for the fast engines.

use super::code::Rules;
use crate::error::Error;
use crate::text::Text;

/// The moves of an octal code (with or without constraints), by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    /// Heaps of these sizes may be removed whole.
    pub clear: Vec<u64>,
    /// These many tokens may be taken, leaving one heap.
    pub whole: Vec<u64>,
    /// These many tokens may be taken, leaving two heaps.
    pub split: Vec<u64>,
    /// The two heaps must differ.
    pub unequal: bool,
    /// Each of two heaps has at least this many tokens.
    pub min_part: u64,
    /// The largest number of tokens that may be taken.
    pub last: u64,
}

impl Binary {
    /// Sorts the moves of `rules`, if they leave at most two heaps and are
    /// finitely many.
    pub fn new(rules: &Rules) -> Result<Binary, Error> {
        if !rules.is_finite() || rules.max_parts() > 2 {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "this engine needs a finite code that leaves at most two heaps",
                    "此引擎需要有限且至多留下两堆的编码",
                ),
            });
        }
        let with = |bit: u16| {
            (0..=rules.last())
                .filter(|&t| rules.digit(t) & bit != 0)
                .collect()
        };
        Ok(Binary {
            clear: with(1),
            whole: with(2),
            split: with(4),
            unequal: rules.unequal(),
            min_part: rules.min_part(),
            last: rules.last(),
        })
    }

    /// The largest smaller part of a split of `rest`, or `None` when there is no split.
    #[inline]
    pub fn largest_half(&self, rest: u64) -> Option<u64> {
        let half = rest.checked_sub(u64::from(self.unequal))? / 2;
        (half >= self.min_part).then_some(half)
    }
}
