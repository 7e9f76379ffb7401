//! Finding the sparse space of a sequence of values.
//!
//! A value is *rare* at heap n when parity(value & mask), flipped on every
//! second heap if the mask is alternating, is 0. That class adds over a split
//! when every splitting digit t has the same parity as far as heaps alternate:
//! rare with rare and common with common give rare, only rare with common gives
//! common (Berlekamp, Conway and Guy, *Winning Ways*, ch. 4; Flammenkamp). The
//! mask with the fewest rares is the most negative coefficient of the
//! Walsh–Hadamard transform of the histogram of values.

/// A way to tell rare from common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask {
    /// The bits of a value whose parity decides.
    pub bits: u32,
    /// Whether the class flips with the parity of heap plus splitting digit.
    pub alternating: bool,
}

impl Mask {
    /// Whether `value` is rare at a heap with (heap − split) of parity `odd`.
    #[inline]
    pub fn is_rare(self, value: u32, odd: bool) -> bool {
        let flip = u32::from(self.alternating && odd);
        ((value & self.bits).count_ones() ^ flip) & 1 == 0
    }
}

/// How often each value occurs, apart for heaps of both parities of (heap − split).
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: [Vec<i64>; 2],
    heaps: u64,
}

impl Histogram {
    /// Counts `values` of heaps 0, 1, …; `parity` is that of the splitting digits.
    pub fn of(values: &[u32], parity: u64) -> Histogram {
        let mut histogram = Histogram::default();
        for (heap, &value) in values.iter().enumerate() {
            histogram.add(value, (heap as u64 ^ parity) & 1 == 1, 1);
        }
        histogram
    }

    /// Counts `times` more heaps of one value.
    pub fn add(&mut self, value: u32, odd: bool, times: u64) {
        for counts in &mut self.counts {
            if counts.len() <= value as usize {
                counts.resize((value as usize + 1).next_power_of_two().max(2), 0);
            }
        }
        self.counts[usize::from(odd)][value as usize] += times as i64;
        self.heaps += times;
    }

    /// The mask with the fewest rare heaps, and how many. Alternating masks are
    /// tried when all `splits` have one parity.
    pub fn best_mask(&self, splits: &[u64]) -> Option<(Mask, u64)> {
        let size = self.counts[0].len();
        if size < 2 || size > 1 << 20 {
            return None;
        }
        let parity = splits.first()? & 1;
        let mut best: Option<(Mask, u64)> = None;
        for alternating in [false, true] {
            if alternating && splits.iter().any(|t| t & 1 != parity) {
                continue;
            }
            let sign = if alternating { -1 } else { 1 };
            let mut coefficients: Vec<i64> = (0..size)
                .map(|v| self.counts[0][v] + sign * self.counts[1][v])
                .collect();
            walsh_hadamard(&mut coefficients);
            // A coefficient is rares minus commons.
            let (bits, &least) = coefficients
                .iter()
                .enumerate()
                .skip(1)
                .min_by_key(|&(_, c)| c)?;
            let rares = ((self.heaps as i64 + least) / 2) as u64;
            if best.is_none_or(|(_, fewest)| rares < fewest) {
                let bits = bits as u32;
                best = Some((Mask { bits, alternating }, rares));
            }
        }
        best
    }
}

fn walsh_hadamard(data: &mut [i64]) {
    let mut half = 1;
    while half < data.len() {
        for block in data.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_transform_finds_the_best_mask(
            values in prop::collection::vec(0u32..30, 1..200),
            splits in prop::collection::vec(0u64..4, 1..3),
        ) {
            prop_assume!(values.iter().any(|&v| v > 0));
            let (mask, rares) = Histogram::of(&values, splits[0]).best_mask(&splits).unwrap();
            let one_parity = splits.iter().all(|t| (t ^ splits[0]) & 1 == 0);
            prop_assert!(one_parity || !mask.alternating);
            let count = |mask: Mask| {
                values.iter().enumerate()
                    .filter(|&(n, &v)| mask.is_rare(v, (n as u64 ^ splits[0]) & 1 == 1))
                    .count() as u64
            };
            prop_assert_eq!(count(mask), rares);
            for bits in 1..32 {
                for alternating in [false, true] {
                    if alternating && !one_parity { continue; }
                    let other = count(Mask { bits, alternating });
                    prop_assert!(other >= rares);
                }
            }
        }
    }
}
