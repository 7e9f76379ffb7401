//! What a value is expected to cost, and so which engine computes it.
//!
//! Of a code that leaves at most two heaps a value can be found in three ways: by
//! looking at all splits with vector instructions ([`super::vector`]), at the
//! rare heaps in bytes ([`super::sparse`]), or at the rare heaps one by one
//! ([`super::wide`]). What they cost was measured (heaps of 2,000 to 60,000 of 0.007,
//! 0.14, 0.36, 0.6, 0.64, 0.76, 0.106 and 4.673 on a processor with AVX-512); the costs
//! below are in picoseconds, and only their ratios matter.
//! No value depends on the choice.
//!
//! ```
//! use grundy::solve::heap::cost::{Situation, Way, choose};
//! let here = Situation { heap: 60_000, largest: 284, splits: 1, rares: Some(1584), fits: false };
//! // Wide values are looked for among all splits …
//! assert_eq!(choose(&here).way, Way::Vector);
//! // … until the bytes of the sparse space suffice, which saves three quarters.
//! let chosen = choose(&Situation { fits: true, ..here });
//! assert_eq!(chosen.way, Way::Sparse);
//! assert!(chosen.each * 4 < here.cost(Way::Vector).unwrap());
//! ```

/// A way to find a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All splits, with vector instructions.
    Vector,
    /// The rare heaps, in bytes.
    Sparse,
    /// The rare heaps, with values of any width.
    Wide,
}

/// What is known when a way is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// The next heap.
    pub heap: u64,
    /// The largest value so far.
    pub largest: u32,
    /// How many digits leave two heaps.
    pub splits: u64,
    /// How many heaps are rare, where a sparse space was looked for.
    pub rares: Option<u64>,
    /// Whether values fit the bytes of the sparse engine.
    pub fits: bool,
}

/// A way, and the picoseconds that it takes for the next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The way.
    pub way: Way,
    /// Picoseconds for a value.
    pub each: u64,
}

impl Situation {
    /// Picoseconds for the next value, if that way is open.
    pub fn cost(&self, way: Way) -> Option<u64> {
        let largest = u64::from(self.largest);
        Some(match way {
            Way::Vector => {
                // A prefix is marked pair by pair; a register holds cells of some width.
                let pair = match self.largest {
                    0..256 => 50,
                    256..65536 => 95,
                    _ => 190,
                };
                let pairs = (self.heap / 2).saturating_mul(self.splits);
                let all = pairs.saturating_mul(pair);
                all.saturating_add(100_000 + 400 * pairs.min(8 * largest + 64))
            }
            Way::Sparse if self.fits => {
                let groups = largest / 128 + 1;
                let each = self.rares?.saturating_mul(self.splits);
                each.saturating_mul(200 * groups).saturating_add(10_000)
            }
            Way::Wide => {
                let each = self.rares?.saturating_mul(self.splits);
                each.saturating_mul(7_000).saturating_add(50_000)
            }
            Way::Sparse => return None,
        })
    }
}

impl Situation {
    /// Whether rare heaps are few. While many are born every now and then a block of
    /// values is begun anew, which the costs above do not know.
    pub fn is_sparse(&self) -> bool {
        self.rares.is_some_and(|rares| rares <= self.heap / 8)
    }
}

/// The cheapest way.
pub fn choose(here: &Situation) -> Choice {
    let ways: &[Way] = match here.is_sparse() {
        true => &[Way::Sparse, Way::Wide, Way::Vector],
        false => &[Way::Vector],
    };
    let costs = ways.iter().copied().filter_map(|way| {
        Some(Choice {
            way,
            each: here.cost(way)?,
        })
    });
    costs.min_by_key(|choice| choice.each).unwrap_or(Choice {
        way: Way::Vector,
        each: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was measured, in nanoseconds, at places where two ways differ by half or more.
    #[test]
    fn the_cheapest_way_is_the_one_that_was_measured_to_be() {
        for (heap, largest, splits, rares, fits, way) in [
            (5_000, 289, 3, 502, false, Way::Vector),     // 3809, 11870
            (12_000, 296, 3, 504, false, Way::Vector),    // 7566, 24365
            (30_000, 296, 3, 504, true, Way::Sparse),     // 8541, 7674, 536
            (30_000, 284, 1, 1_584, false, Way::Vector),  // 4012, 12595
            (60_000, 284, 1, 1_584, true, Way::Sparse),   // 4784, 12220, 781
            (5_000, 256, 2, 477, false, Way::Vector),     // 2413, 5963
            (12_000, 176, 1, 516, true, Way::Sparse),     // 1390, 4054, 234
            (30_000, 45, 1, 1_687, true, Way::Sparse),    // 1261, 7500, 133
            (12_000, 23, 1, 15, true, Way::Sparse),       // 528, 140, 12
            (60_000, 707, 1, 13_359, false, Way::Vector), // wide not tried: about 90000
        ] {
            let rares = Some(rares);
            let here = Situation {
                heap,
                largest,
                splits,
                rares,
                fits,
            };
            assert_eq!(choose(&here).way, way, "{here:?}");
        }
        let blind = Situation {
            heap: 900,
            largest: 9,
            splits: 1,
            rares: None,
            fits: true,
        };
        assert_eq!(choose(&blind).way, Way::Vector);
        // Whatever is asked for has a cost.
        let most = Situation {
            heap: u64::MAX,
            largest: u32::MAX,
            splits: u64::MAX,
            rares: Some(u64::MAX / 8),
            fits: true,
        };
        assert_eq!(choose(&most).each, u64::MAX);
    }
}
