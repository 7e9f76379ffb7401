//! The sparse-space engine: a value from the few rare heaps instead of all splits.
//!
//! With a [`Mask`] every heap is rare or common, and an option that is a split
//! has a *common* value only if one part is rare and the other common. So the
//! least common value `c` that is not an option is found from the rare heaps
//! alone; no other split can exclude it. The value of the heap is `c` unless a
//! rare value `v < c` is not an option either: each such `v` needs one witness
//! split, found almost at once among the many common⊕common splits. If an
//! exhaustive scan finds none, the value is the least such `v` and the heap
//! joins the rares. This is correct for any mask; a bad mask only costs time.
//!
//! **Indices.** Let b be the lowest bit of the mask. Within one class the other
//! bits of a value determine bit b, and leaving bit b out keeps the order (two
//! values of one class that agree above bit b agree in it). Leaving out is
//! linear over xor, so the table holds this *index* in one byte, and half as
//! many marks are needed. A rare heap has bit 0x80 set, which marks nothing
//! when it is met as a partner; when 128 indices no longer suffice, the flag is
//! given up, which is possible once n > 2ρ + T, where partners are never rare.
//!
//! The window form (`window`) needs constant memory and proves periods early.
//!
//! Limits: finite codes leaving at most two heaps; values below 512. Wider
//! ones are computed by [`super::wide`].
//!
//! Sources: Berlekamp, Conway and Guy, *Winning Ways*, ch. 4; A. Flammenkamp
//! and J. P. Grossman for the sparse space.

mod settled;
mod window;
mod witness;

use super::binary::Binary;
pub use super::kernel::Lanes;
use super::kernel::{self, Below, Entry, LANES, Sets, Ways};
use super::mask::{Histogram, Mask};
use super::scouts;
use crate::error::Error;
use crate::text::Text;

/// Unusable bytes before the first heap, so that a block may reach below heap 0.
const PAD: usize = LANES;
/// The mark of a byte that is no partner of a rare or common part.
const RARE: u8 = 0x80;
/// Room behind the window before it is moved to the front again.
const SLACK: usize = 256 << 10;
/// Witnesses are looked for this far before a proof by window is given up.
const DEFAULT_REACH: u64 = 1 << 17;
/// At most this many common heaps are tried for all heaps of a block together.
const MOST_SCOUTS: usize = 4096;

/// The window form keeps this many heaps more than it needs.
pub const LOOK_BACK: usize = 4096;
/// How many late witnesses are remembered.
const RECENT: usize = 24;

/// Why the engine stopped before the heap asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A value does not fit a byte: continue with [`super::wide`].
    TooWide,
    /// In the window form a witness lay beyond the reach, or a rare was born:
    /// only the full table can decide the value of this heap.
    BeyondWindow,
}

enum Flow {
    Done,
    Grow,
    Stop(Stop),
}

/// The largest value so far and the first heap that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Largest {
    /// The value.
    pub value: u32,
    /// The heap.
    pub heap: u64,
}

/// The sparse-space engine for values below 512.
#[derive(Clone, Debug)]
pub struct Sparse {
    binary: Binary,
    mask: Mask,
    /// Parity of the splitting digits (of the first, if they differ).
    parity: u64,
    /// Position of the lowest bit of the mask.
    dropped: u32,
    /// Takes that leave one heap, and whether the class flips on the way.
    whole: Vec<(usize, bool)>,
    lanes: Lanes,

    table: Vec<u8>,
    /// The heap at `table[PAD]`.
    origin: u64,
    n: u64,
    /// In the window form: heaps 0 to max(ρ, reach).
    head: Vec<u8>,
    window: Option<usize>,
    reach: u64,

    /// Values of the heaps below the least part, whose bytes are no partners.
    low: Vec<u32>,
    rares: Vec<(u64, u32)>,
    entries: Vec<Entry>,
    /// Common parts tried as witnesses for a whole block, with their part.
    scouts: Vec<Entry>,
    /// How many of them are tried for every block.
    first_scouts: usize,
    /// Take, part and partner of witnesses that were found late.
    recent: [(u64, u64, u64); RECENT],
    recent_at: usize,

    /// Indices in use: a power of two.
    capacity: usize,
    flagged: bool,
    /// For each parity of heap − split: value of a common, of a rare index.
    common: [Vec<u32>; 2],
    rare: [Vec<u32>; 2],
    /// For each parity and common index: the rare indices of smaller value.
    below: [Vec<[u64; 4]>; 2],
    /// The same for settled heaps, and what else they need, once there are some.
    below_planes: Box<Below>,
    ways: Option<Box<Ways>>,
    /// How many eighths of the indices settled heaps are marked in.
    planes: usize,

    largest: Largest,
    largest_index: usize,
    groups: usize,
    /// The last heap at which a witness lay beyond the reach.
    last_far: u64,
    next_mask: u64,
}

impl Sparse {
    /// Continues the sequence whose first values are `values`, if they show a
    /// sparse space with at most an eighth of the heaps rare.
    pub fn from_values(binary: &Binary, values: &[u32]) -> Option<Sparse> {
        let parity = binary.split.first()? & 1;
        let n = values.len() as u64;
        if n < binary.last + binary.min_part + 2 * LANES as u64 {
            return None;
        }
        let (mask, rares) = Histogram::of(values, parity).best_mask(&binary.split)?;
        if rares > n / 8 {
            return None;
        }
        Sparse::with_mask(binary, values, mask)
    }

    /// As [`Sparse::from_values`] with a given mask, good or bad.
    pub fn with_mask(binary: &Binary, values: &[u32], mask: Mask) -> Option<Sparse> {
        let parity = binary.split.first()? & 1;
        let n = values.len() as u64;
        if mask.bits == 0 || n < binary.last + binary.min_part + 2 * LANES as u64 {
            return None;
        }
        let mixed = binary.split.iter().any(|t| t & 1 != parity);
        if mixed && mask.alternating {
            return None;
        }
        let mut engine = Sparse {
            binary: binary.clone(),
            mask,
            parity,
            dropped: 0,
            whole: Vec::new(),
            lanes: Lanes::detect(),
            table: vec![RARE; PAD + values.len() + 2 * LANES],
            origin: 0,
            n,
            head: Vec::new(),
            window: None,
            reach: DEFAULT_REACH,
            low: values[..(binary.min_part as usize)].to_vec(),
            rares: Vec::new(),
            entries: Vec::new(),
            scouts: Vec::new(),
            first_scouts: 0,
            recent: [(binary.split[0], 0, 0); RECENT],
            recent_at: 0,
            capacity: 16,
            flagged: true,
            common: Default::default(),
            rare: Default::default(),
            below: Default::default(),
            below_planes: Box::new([[[0; LANES]; 8]; 2]),
            ways: None,
            planes: 1,
            largest: Largest::default(),
            largest_index: 0,
            groups: 4,
            last_far: 0,
            next_mask: n + n / 2,
        };
        engine.set_mask(mask, |heap| values[heap as usize])?;
        Some(engine)
    }

    /// Uses other instructions than the best ones, for tests.
    pub fn with_lanes(mut self, lanes: Lanes) -> Sparse {
        if lanes.available() {
            self.lanes = lanes;
        }
        self
    }

    /// Changes how far witnesses are looked for by the window form.
    pub fn with_reach(mut self, reach: u64) -> Sparse {
        self.reach = reach;
        self.last_far = self.n;
        self
    }

    /// Values are known for the heaps below this.
    pub fn len(&self) -> u64 {
        self.n
    }

    /// Whether nothing is known: never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The first heap that is still in memory (besides the head).
    pub fn first_kept(&self) -> u64 {
        self.origin
    }

    /// The rare heaps and their values, in ascending order.
    pub fn rares(&self) -> &[(u64, u32)] {
        &self.rares
    }

    /// The mask in use, as far as it concerns values that have occurred.
    pub fn mask(&self) -> Mask {
        let used = (self.largest.value + 1).next_power_of_two() - 1;
        Mask {
            bits: self.mask.bits & used,
            ..self.mask
        }
    }

    /// The largest value so far.
    pub fn largest(&self) -> Largest {
        self.largest
    }

    /// Restores what an earlier run knew of the largest value.
    pub(super) fn set_largest(&mut self, largest: Largest) {
        self.largest = largest;
        self.largest_index = self.index(largest.value);
        while self.largest_index >= self.capacity && self.grow().is_ok() {}
    }

    /// How far witnesses may lie for the window form.
    pub fn reach(&self) -> u64 {
        self.reach.max(self.last_rare())
    }

    /// The heap from which on the conditions of the window form have held.
    pub fn window_holds_from(&self) -> u64 {
        (2 * self.last_rare() + self.binary.last + 1)
            .max(self.last_far + 1)
            .max(2 * self.reach() + self.binary.last + 1)
    }

    /// The length W of the window that determines the next value.
    pub fn window_length(&self) -> u64 {
        self.binary.last + self.reach()
    }

    /// Whether older values have been forgotten.
    pub fn is_windowed(&self) -> bool {
        self.window.is_some()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.table.capacity() + self.head.capacity()) as u64
            + (self.entries.len() * 8 + self.rares.len() * 16) as u64
    }

    fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |r| r.0)
    }

    /// Whether a rare part, or any smaller part, leaves a common partner from here on.
    fn partners_are_common(&self) -> bool {
        self.n > 2 * self.last_rare() + self.binary.last + 2 * LANES as u64
    }

    fn odd(&self, heap: u64) -> usize {
        ((heap ^ self.parity) & 1) as usize
    }

    /// The value that a raw byte stands for at a heap.
    pub fn decode(&self, heap: u64, byte: u8) -> u32 {
        if heap < self.low.len() as u64 {
            return self.low[heap as usize];
        }
        if let Ok(at) = self.rares.binary_search_by_key(&heap, |r| r.0) {
            return self.rares[at].1;
        }
        self.common[self.odd(heap)][byte as usize]
    }

    /// The value of a heap that is still in memory.
    pub fn value(&self, heap: u64) -> Option<u32> {
        if heap >= self.n {
            return None;
        }
        let byte = if heap >= self.origin {
            self.table[PAD + (heap - self.origin) as usize]
        } else {
            *self.head.get(usize::try_from(heap).ok()?)?
        };
        Some(self.decode(heap, byte))
    }

    /// Appends the values of the heaps `from .. to`, all in memory, to `out`.
    pub fn copy_values(&self, from: u64, to: u64, out: &mut Vec<u32>) {
        let start = PAD + (from - self.origin) as usize;
        let bytes = &self.table[start..start + (to - from) as usize];
        let tables = [
            &self.common[self.odd(from)],
            &self.common[self.odd(from + 1)],
        ];
        let first = out.len();
        out.extend(
            bytes
                .iter()
                .enumerate()
                .map(|(i, &byte)| tables[i & 1].get(byte as usize).copied().unwrap_or(0)),
        );
        let at = self.rares.partition_point(|r| r.0 < from);
        for &(heap, value) in self.rares[at..].iter().take_while(|r| r.0 < to) {
            out[first + (heap - from) as usize] = value;
        }
        for heap in from..to.min(self.low.len() as u64) {
            out[first + (heap - from) as usize] = self.low[heap as usize];
        }
    }

    /// The bytes of the heaps `from .. to`, which must be in memory. Equal bytes
    /// at heaps of equal parity mean equal values for n > 2ρ + T.
    pub fn raw(&self, from: u64, to: u64) -> &[u8] {
        let start = PAD + (from - self.origin) as usize;
        &self.table[start..start + (to - from) as usize]
    }

    /// Whether the raw bytes mean the same values only at heaps of equal parity.
    pub fn is_alternating(&self) -> bool {
        self.mask.alternating
    }

    // ----- tables -----

    /// Rebuilds everything that depends on the mask.
    fn set_mask(&mut self, mask: Mask, value_of: impl Fn(u64) -> u32) -> Option<()> {
        // Bits that no value has yet count, so that a first larger value is common.
        let seen = (0..self.n).map(&value_of).max()?.checked_add(1)?;
        let used = seen.next_power_of_two() - 1;
        if mask.bits & used == 0 {
            return None;
        }
        self.mask = Mask {
            bits: mask.bits & used | 0x1ff & !used,
            ..mask
        };
        self.dropped = self.mask.bits.trailing_zeros();
        self.whole = self
            .binary
            .whole
            .iter()
            .map(|&t| (t as usize, mask.alternating && t & 1 == 1))
            .collect();
        self.rares.clear();
        let (mut largest, mut largest_index) = (Largest::default(), 0);
        for heap in 0..self.n {
            let value = value_of(heap);
            let index = self.index(value);
            largest_index = largest_index.max(index);
            if value > largest.value {
                largest = Largest { value, heap };
            }
            if self.mask.is_rare(value, self.odd(heap) == 1) {
                self.rares.push((heap, value));
            }
        }
        let capacity = (largest.value as usize + 1).next_power_of_two();
        self.capacity = (capacity / 2).max(16);
        if self.capacity > 256 {
            return None;
        }
        self.flagged = self.capacity <= 128;
        if !self.flagged && !self.partners_are_common() {
            return None;
        }
        self.largest = largest;
        self.largest_index = largest_index;
        for heap in 0..self.n {
            let value = value_of(heap);
            let mut byte = self.index(value) as u8;
            let rare = self.mask.is_rare(value, self.odd(heap) == 1);
            if self.flagged && (rare || heap < self.binary.min_part) {
                byte |= RARE;
            }
            self.table[PAD + heap as usize] = byte;
        }
        self.build_tables();
        self.build_entries();
        self.build_scouts();
        Some(())
    }

    /// The value without the lowest bit of the mask.
    fn index(&self, value: u32) -> usize {
        let low = (1u32 << self.dropped) - 1;
        ((value >> 1 & !low) | (value & low)) as usize
    }

    fn value_of(&self, index: usize, odd: bool, rare: bool) -> u32 {
        let low = (1usize << self.dropped) - 1;
        let value = ((index & !low) << 1 | (index & low)) as u32;
        if self.mask.is_rare(value, odd) == rare {
            value
        } else {
            value | 1 << self.dropped
        }
    }

    fn build_tables(&mut self) {
        for odd in 0..2 {
            // One index beyond the capacity: the candidate when all are marked.
            let values = |rare| {
                (0..=self.capacity)
                    .map(|i| self.value_of(i, odd == 1, rare))
                    .collect::<Vec<u32>>()
            };
            let (common, rare) = (values(false), values(true));
            self.below[odd] = common
                .iter()
                .map(|&c| {
                    let mut set = [0u64; 4];
                    for (j, _) in rare[..self.capacity]
                        .iter()
                        .enumerate()
                        .filter(|r| *r.1 < c)
                    {
                        set[j >> 6] |= 1 << (j & 63);
                    }
                    set
                })
                .collect();
            for (c, set) in self.below[odd].iter().enumerate().take(LANES) {
                for (j, byte) in set[0].to_le_bytes().into_iter().enumerate() {
                    self.below_planes[odd][j][c] = byte;
                }
            }
            self.common[odd] = common;
            self.rare[odd] = rare;
        }
    }

    fn build_entries(&mut self) {
        self.ways = None;
        self.entries.clear();
        for &(heap, value) in &self.rares {
            if heap >= self.binary.min_part {
                let value = self.index(value) as u8;
                self.entries.extend(self.binary.split.iter().map(|t| Entry {
                    back: (t + heap) as u32,
                    value,
                }));
            }
        }
        self.entries.sort_unstable();
        self.entries.dedup();
    }

    /// Orders common parts by how many rare values they witness at a sample of
    /// recent heaps: a greedy cover, each step the best of a few candidates.
    fn build_scouts(&mut self) {
        let first = (LANES as u64).max(self.binary.min_part);
        let last = self.reach.min((self.n - self.binary.last) / 4);
        let candidates: Vec<Entry> = (first..=last)
            .filter(|part| self.rares.binary_search_by_key(part, |r| r.0).is_err())
            .flat_map(|part| {
                let value = self.table[PAD + part as usize];
                self.binary.split.iter().map(move |take| Entry {
                    back: (take + part) as u32,
                    value,
                })
            })
            .take(MOST_SCOUTS)
            .collect();
        let recent = (self.n - self.n / 4).max(self.n.saturating_sub(1 << 18));
        let step = ((self.n - recent) / 1024).max(1) | 1;
        let sample: Vec<(usize, [u64; 4])> = (recent..self.n)
            .step_by(step as usize)
            .filter_map(|heap| {
                let byte = self.table[PAD + heap as usize] as usize;
                let below = self.below[self.odd(heap)].get(byte)?;
                Some((PAD + heap as usize, *below))
            })
            .collect();
        let cost = scouts::Cost {
            marking: (2.0 + 2.0 * (self.capacity / 8) as f64) * 0.7 / LANES as f64,
            flagged: self.flagged,
        };
        (self.scouts, self.first_scouts) = scouts::choose(&self.table, candidates, &sample, &cost);
        self.ways = None;
    }

    /// Looks for a better mask, while everything is in memory.
    fn find_better_mask(&mut self) -> Option<()> {
        self.next_mask = if self.n < 1 << 15 {
            self.n + self.n / 2
        } else {
            4 * self.n
        };
        let mut histogram = Histogram::default();
        let mut counts = vec![[0u64; 256]; 2];
        for heap in 0..self.n {
            counts[self.odd(heap)][self.table[PAD + heap as usize] as usize] += 1;
        }
        for (odd, counts) in counts.iter().enumerate() {
            for (&value, &count) in self.common[odd].iter().zip(counts).take(self.capacity) {
                if count > 0 {
                    histogram.add(value, odd == 1, count);
                }
            }
        }
        if !self.flagged {
            // Rares were counted as commons of their index: too few to matter.
            self.build_scouts();
            return Some(());
        }
        for &(heap, value) in &self.rares {
            histogram.add(value, self.odd(heap) == 1, 1);
        }
        if let Some((mask, rares)) = histogram.best_mask(&self.binary.split)
            && mask != self.mask()
            && rares * 10 < self.rares.len() as u64 * 9
        {
            let values: Vec<u32> = (0..self.n).map(|h| self.value(h).unwrap_or(0)).collect();
            self.set_mask(mask, |heap| values[heap as usize])?;
        } else {
            self.build_scouts();
        }
        Some(())
    }

    // ----- running -----

    /// Computes values until at least the heaps below `to` are known.
    pub fn advance(&mut self, to: u64) -> Result<(), Stop> {
        while self.n < to {
            if self.n >= self.next_mask && self.window.is_none() && self.n < 1 << 22 {
                self.find_better_mask().ok_or(Stop::TooWide)?;
            }
            self.make_room();
            let flow = match self.capacity {
                _ if self.is_settled() => self.settled_block(),
                ..=64 => self.dispatch::<1>(),
                65..=128 => self.dispatch::<2>(),
                _ => self.dispatch::<4>(),
            };
            match flow {
                Flow::Done => {}
                Flow::Grow => self.grow()?,
                Flow::Stop(stop) => return Err(stop),
            }
            // Without flags a rare partner would not be recognised.
            if !self.flagged && !self.partners_are_common() {
                return Err(Stop::TooWide);
            }
        }
        Ok(())
    }

    fn make_room(&mut self) {
        let at = PAD + (self.n - self.origin) as usize;
        if at + 2 * LANES <= self.table.len() {
            return;
        }
        match self.window {
            Some(kept) => {
                self.table.copy_within(at - kept..at, PAD);
                self.origin = self.n - kept as u64;
            }
            None => {
                let more = (self.table.len() / 2).clamp(1 << 12, 1 << 24);
                self.table.resize(self.table.len() + more, RARE);
            }
        }
    }

    fn grow(&mut self) -> Result<(), Stop> {
        match self.capacity {
            ..128 => self.capacity *= 2,
            128 => {
                if !self.partners_are_common() {
                    return Err(Stop::TooWide);
                }
                self.capacity = 256;
                self.flagged = false;
                for byte in self.table.iter_mut().chain(&mut self.head) {
                    *byte &= !RARE;
                }
            }
            _ => return Err(Stop::TooWide),
        }
        self.build_tables();
        Ok(())
    }

    fn dispatch<const W: usize>(&mut self) -> Flow {
        match self.lanes {
            // SAFETY: the features were detected before these were chosen.
            #[cfg(target_arch = "x86_64")]
            Lanes::Vbmi => unsafe { block_vbmi::<W>(self) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => unsafe { block_avx2::<W>(self) },
            _ => self.block::<W, false>(),
        }
    }

    /// Computes the next 64 heaps, or fewer when a rare is born.
    #[inline(always)]
    fn block<const W: usize, const VBMI: bool>(&mut self) -> Flow {
        const SUB: usize = 16;
        let at = PAD + (self.n - self.origin) as usize;
        let first = self.n;
        let reachable = self
            .entries
            .partition_point(|e| u64::from(e.back) < first + LANES as u64);
        let near_end = self.entries[..reachable].partition_point(|e| (e.back as usize) < SUB);
        let far = self.entries[..reachable].partition_point(|e| (e.back as usize) < LANES);

        // Groups beyond the largest value so far are marked only when asked for.
        let groups = self.groups.min(W);

        let mut commons: Sets<W> = [[0; LANES]; W];
        let mut rares: Sets<W> = [[0; LANES]; W];
        let (far_entries, scouts) = (
            &self.entries[far..reachable],
            &self.scouts[..self.first_scouts],
        );
        if VBMI {
            #[cfg(target_arch = "x86_64")]
            {
                let planes = (self.capacity / 8).min(8);
                // SAFETY: `VBMI` is only chosen by `block_vbmi`.
                unsafe {
                    kernel::mark_block_vbmi::<W>(
                        &self.table,
                        at,
                        far_entries,
                        planes,
                        &mut commons,
                        groups,
                    );
                    kernel::mark_block_vbmi::<W>(
                        &self.table,
                        at,
                        scouts,
                        planes,
                        &mut rares,
                        groups,
                    );
                }
            }
        } else {
            kernel::mark_lanes::<LANES, W>(&self.table, at, 0, far_entries, &mut commons, groups);
            kernel::mark_lanes::<LANES, W>(&self.table, at, 0, scouts, &mut rares, groups);
        }
        for sub in (0..LANES).step_by(SUB) {
            kernel::mark_lanes::<SUB, W>(
                &self.table,
                at + sub,
                sub,
                &self.entries[near_end..far],
                &mut commons,
                groups,
            );
            for lane in sub..sub + SUB {
                let i = at + lane;
                let mut common: [u64; W] = std::array::from_fn(|g| commons[g][lane]);
                let mut rare: [u64; W] = std::array::from_fn(|g| rares[g][lane]);
                let recent: &[u8; SUB] = self.table[i - SUB..i].try_into().expect("16 bytes");
                for entry in &self.entries[..near_end] {
                    let index = recent[(SUB - entry.back as usize) & (SUB - 1)] ^ entry.value;
                    mark::<W>(&mut common, index, u64::from(W == 4 || index < RARE));
                }
                for &(take, flip) in &self.whole {
                    let byte = self.table[i - take];
                    let (index, is_rare) = if W == 4 {
                        (byte, flip)
                    } else {
                        (byte & !RARE, (byte >= RARE) ^ flip)
                    };
                    mark::<W>(&mut rare, index, u64::from(is_rare));
                    mark::<W>(&mut common, index, u64::from(!is_rare));
                }
                let mut candidate = 0;
                for (g, word) in common.iter().enumerate() {
                    candidate = g * 64 + (!word).trailing_zeros() as usize;
                    if *word != u64::MAX {
                        break;
                    }
                }
                if candidate >= 64 * groups && groups < W {
                    self.n = first + lane as u64;
                    self.groups = candidate / 64 + 1;
                    return Flow::Done;
                }
                if candidate >= self.capacity {
                    self.n = first + lane as u64;
                    return Flow::Grow;
                }
                let odd = ((first + lane as u64) ^ self.parity) as usize & 1;
                let below = &self.below[odd][candidate];
                let missing: [u64; W] = std::array::from_fn(|g| below[g] & !rare[g]);
                if missing.iter().fold(0, |a, w| a | w) != 0 {
                    self.n = first + lane as u64;
                    let mut all = [0u64; 4];
                    all[..W].copy_from_slice(&missing);
                    match self.without_witness(all) {
                        Ok(None) => {}
                        Ok(Some(index)) => {
                            self.add_rare(index);
                            return Flow::Done;
                        }
                        Err(stop) => return Flow::Stop(stop),
                    }
                }
                self.table[i] = candidate as u8;
                if candidate > self.largest_index {
                    self.largest_index = candidate;
                    let value = self.common[odd][candidate];
                    if value > self.largest.value {
                        self.largest = Largest {
                            value,
                            heap: first + lane as u64,
                        };
                    }
                }
            }
        }
        self.n = first + LANES as u64;
        self.groups = self.largest_index / 64 + 1;
        Flow::Done
    }

    fn add_rare(&mut self, index: usize) {
        let heap = self.n;
        let value = self.rare[self.odd(heap)][index];
        let at = PAD + (heap - self.origin) as usize;
        self.table[at] = index as u8 | if self.flagged { RARE } else { 0 };
        if value > self.largest.value {
            self.largest = Largest { value, heap };
        }
        self.rares.push((heap, value));
        self.ways = None;
        for &take in &self.binary.split {
            let entry = Entry {
                back: (take + heap) as u32,
                value: index as u8,
            };
            if let Err(place) = self.entries.binary_search(&entry) {
                self.entries.insert(place, entry);
            }
        }
        self.n += 1;
    }

    /// The error for a stop, for callers that cannot go on.
    pub fn stopped(&self, stop: Stop) -> Error {
        Error::Unsupported {
            because: match stop {
                Stop::TooWide => Text::new(
                    format!(
                        "heap {} has a value beyond the bytes of the sparse engine",
                        self.n
                    ),
                    format!("堆 {} 的值超出稀疏引擎的字节范围", self.n),
                ),
                Stop::BeyondWindow => Text::new(
                    format!("heap {} needs values older than the window", self.n),
                    format!("堆 {} 需要窗口之前的值", self.n),
                ),
            },
        }
    }
}

/// Adds `index` to the set if `condition` is 1.
#[inline(always)]
fn mark<const W: usize>(set: &mut [u64; W], index: u8, condition: u64) {
    let word = if W == 1 {
        0
    } else {
        (index >> 6) as usize & (W - 1)
    };
    set[word] |= condition << (index & 63);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt")]
fn block_vbmi<const W: usize>(engine: &mut Sparse) -> Flow {
    engine.block::<W, true>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn block_avx2<const W: usize>(engine: &mut Sparse) -> Flow {
    engine.block::<W, false>()
}
