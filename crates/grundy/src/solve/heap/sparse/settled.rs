//! Blocks of settled heaps, which is nearly all of them: whole vectors at a time.
//!
//! For n > 2ρ + T all partners are common ([`super::window`]), so a mark depends on
//! nothing but a byte. The candidates of a block are found first, then the rare
//! values below each are looked for among the scouts of all heaps together, as
//! long as any is missing ([`kernel::settle`]).
//!
//! Limits: 64 indices, and processors with AVX-512 (VBMI); all else goes through
//! `Sparse::block`, which is the definition.

use super::kernel::{self, Entry, Found, LANES, Missing, Sides, Ways};
use super::{Flow, Lanes, Largest, PAD, Sparse};

impl Sparse {
    /// Whether the next block can be computed here.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.lanes == Lanes::Vbmi && self.capacity <= 64 && self.partners_are_common()
    }

    fn ways(&self) -> Ways {
        let one_heap = |flips: bool| {
            let takes = self.whole.iter().filter(move |w| w.1 == flips);
            takes.map(|&(take, _)| Entry {
                back: take as u32,
                value: 0,
            })
        };
        let commons = self.entries.iter().copied().chain(one_heap(false));
        let scouts = one_heap(true).chain(self.scouts.iter().copied());
        Ways::new(commons.collect(), scouts.collect())
    }

    /// The eighths of the indices that hold all values so far, and all rare values
    /// below them: those agree with a common value above the bit left out.
    fn planes_in_use(&self) -> usize {
        let used = self.largest_index.max(8 * self.planes - 1) | ((1 << self.dropped) - 1);
        (used / 8 + 1).min(self.capacity / 8)
    }

    /// Computes the next 64 heaps, or fewer when a rare is born.
    pub(super) fn settled_block(&mut self) -> Flow {
        let ways = self.ways.take().unwrap_or_else(|| Box::new(self.ways()));
        let planes = self.planes_in_use();
        let at = PAD + (self.n - self.origin) as usize;
        let mut missing = [[0; LANES]; 8];
        let found = self.settle(at, &ways, planes, &mut missing);
        self.ways = Some(ways);

        let first = self.n;
        let mut special = found.full | found.lacking | found.greater;
        while special != 0 {
            let lane = special.trailing_zeros() as usize;
            special &= special - 1;
            self.n = first + lane as u64;
            if found.full >> lane & 1 == 1 {
                self.planes = planes + 1;
                if planes >= self.capacity / 8 {
                    return Flow::Grow;
                }
                // Again with more eighths, from the same heap: blocks end where they
                // end on any processor.
                self.n = first;
                return Flow::Done;
            }
            if found.lacking >> lane & 1 == 1 {
                let missing = u64::from_le_bytes(missing.map(|plane| plane[lane]));
                match self.without_witness([missing, 0, 0, 0]) {
                    Ok(None) => {}
                    Ok(Some(index)) => {
                        self.add_rare(index);
                        return Flow::Done;
                    }
                    Err(stop) => return Flow::Stop(stop),
                }
            }
            let candidate = usize::from(self.table[at + lane]);
            if candidate > self.largest_index {
                self.largest_index = candidate;
                let heap = first + lane as u64;
                let value = self.common[self.odd(heap)][candidate];
                if value > self.largest.value {
                    self.largest = Largest { value, heap };
                }
            }
        }
        self.n = first + LANES as u64;
        Flow::Done
    }

    fn settle(&mut self, at: usize, ways: &Ways, planes: usize, missing: &mut Missing) -> Found {
        let sides = Sides {
            below: &self.below_planes,
            odd: self.odd(self.n),
            largest: self.largest_index as u8,
        };
        #[cfg(target_arch = "x86_64")]
        if self.lanes == Lanes::Vbmi {
            let size = (planes, self.capacity == 16);
            // SAFETY: the features were detected before these were chosen.
            return unsafe {
                kernel::settle_vbmi(&mut self.table, at, ways, size, &sides, missing)
            };
        }
        kernel::settle(&mut self.table, at, ways, planes, &sides, missing)
    }
}
