//! The sparse space for values of any width, one heap at a time.
//!
//! The same reasoning as in [`super::sparse`], on plain 32-bit values: mark what
//! rare⊕common splits and whole heaps reach, take the least common value that
//! is not marked, and find a witness for each rare value below it. Slower than
//! the byte form by an order of magnitude, but it never runs out of width, and
//! being short it is a second opinion on the byte form.

use super::binary::Binary;
use super::brute::Seen;
use super::mask::{Histogram, Mask};

/// The sparse-space engine for wide values.
#[derive(Clone, Debug)]
pub struct Wide {
    binary: Binary,
    mask: Mask,
    parity: u64,
    values: Vec<u32>,
    rares: Vec<u64>,
    is_rare: Vec<bool>,
    seen: Seen,
    next_mask: u64,
    largest: u32,
}

impl Wide {
    /// Continues a sequence; `None` when more than an eighth of the heaps is rare.
    pub fn from_values(binary: &Binary, values: Vec<u32>) -> Option<Wide> {
        let parity = binary.split.first()? & 1;
        let (mask, rares) = Histogram::of(&values, parity).best_mask(&binary.split)?;
        if rares > values.len() as u64 / 8 {
            return None;
        }
        let mut engine = Wide {
            binary: binary.clone(),
            mask,
            parity,
            next_mask: values.len() as u64 * 3 / 2,
            largest: values.iter().copied().max().unwrap_or(0),
            values,
            rares: Vec::new(),
            is_rare: Vec::new(),
            seen: Seen::default(),
        };
        engine.set_mask(mask);
        Some(engine)
    }

    fn set_mask(&mut self, mask: Mask) {
        let used = self
            .largest
            .checked_add(1)
            .map_or(u32::MAX, |v| v.next_power_of_two() - 1);
        // Bits that no value has yet count, so that a first larger value is common.
        self.mask = Mask {
            bits: mask.bits | !used,
            ..mask
        };
        self.is_rare = (0..self.values.len())
            .map(|h| self.rare_value(self.values[h], h as u64))
            .collect();
        self.rares = (0..self.values.len() as u64)
            .filter(|&h| self.is_rare[h as usize])
            .collect();
    }

    fn rare_value(&self, value: u32, heap: u64) -> bool {
        self.mask.is_rare(value, (heap ^ self.parity) & 1 == 1)
    }

    /// The values so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The rare heaps in ascending order.
    pub fn rares(&self) -> &[u64] {
        &self.rares
    }

    /// The mask in use.
    pub fn mask(&self) -> Mask {
        self.mask
    }

    /// The largest value so far.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Computes one more value.
    pub fn step(&mut self) -> u32 {
        let n = self.values.len() as u64;
        if n >= self.next_mask {
            self.next_mask = n * 3 / 2;
            let histogram = Histogram::of(&self.values, self.parity);
            if let Some((mask, rares)) = histogram.best_mask(&self.binary.split)
                && rares * 10 < self.rares.len() as u64 * 9
            {
                self.set_mask(mask);
            }
        }
        self.seen.clear();
        if self.binary.clear.contains(&n) {
            self.seen.mark(0);
        }
        for &take in self.binary.whole.iter().filter(|&&t| t < n) {
            self.seen.mark(self.values[(n - take) as usize]);
        }
        let min = self.binary.min_part;
        for &take in self.binary.split.iter().filter(|&&t| t < n) {
            let rest = n - take;
            for &part in self.rares.iter().take_while(|&&r| r + min <= rest) {
                let partner = (rest - part) as usize;
                if part >= min && !self.is_rare[partner] {
                    self.seen
                        .mark(self.values[part as usize] ^ self.values[partner]);
                }
            }
        }
        let mut candidate = 0;
        let mut missing: Vec<u32> = Vec::new();
        loop {
            candidate = self.seen.mex_from(candidate);
            if !self.rare_value(candidate, n) {
                break;
            }
            missing.push(candidate);
            candidate += 1;
        }
        if !missing.is_empty() {
            self.find_witnesses(n, &mut missing);
        }
        let value = missing.first().copied().unwrap_or(candidate);
        let rare = self.rare_value(value, n);
        self.values.push(value);
        self.largest = self.largest.max(value);
        self.is_rare.push(rare);
        if rare {
            self.rares.push(n);
        }
        value
    }

    /// Leaves in `missing` what no split of the heap n has as value.
    fn find_witnesses(&self, n: u64, missing: &mut Vec<u32>) {
        for &take in self.binary.split.iter().filter(|&&t| t < n) {
            let rest = n - take;
            let Some(half) = self.binary.largest_half(rest) else {
                continue;
            };
            for part in self.binary.min_part..=half {
                let value = self.values[part as usize] ^ self.values[(rest - part) as usize];
                if let Ok(at) = missing.binary_search(&value) {
                    missing.remove(at);
                    if missing.is_empty() {
                        return;
                    }
                }
            }
        }
    }
}
