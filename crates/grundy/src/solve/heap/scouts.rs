//! Choosing the common parts that are tried as witnesses for a whole block.
//!
//! A good list covers, with few parts, nearly all rare values that heaps need a
//! witness for. It is chosen by a greedy cover of a sample of recent heaps (each
//! step the best of a few candidates) and cut where one more part would cost
//! the block more than it saves the heaps that look on alone. Only speed
//! depends on the choice, never a value.

use super::kernel::Entry;

/// Candidates compared at each step of the cover.
const COMPARED: usize = 32;
/// What a heap pays, in cycles, for looking alone, and for each value it lacks.
const ALONE: (f64, f64) = (100.0, 120.0);

/// What scouts cost.
pub(super) struct Cost {
    /// Cycles for each heap that one more scout takes.
    pub(super) marking: f64,
    /// Whether bytes of 0x80 and more are no partners.
    pub(super) flagged: bool,
}

/// A heap of the sample: its place in the table, and the rare values it needs.
type Sample = (usize, [u64; 4]);

/// The best scouts among `candidates`, best first, and how many of them are worth
/// sending for every block; the others are for blocks that still lack a witness.
pub(super) fn choose(
    table: &[u8],
    mut candidates: Vec<Entry>,
    sample: &[Sample],
    cost: &Cost,
) -> (Vec<Entry>, usize) {
    let hit = |entry: &Entry, (at, missing): &Sample| -> (usize, u64) {
        let index = table[at - entry.back as usize] ^ entry.value;
        let word = (index >> 6) as usize;
        let bit = u64::from(!cost.flagged || index < 0x80) << (index & 63);
        (word, missing[word] & bit)
    };
    let cross_out = |entry: &Entry, left: &mut Vec<Sample>| {
        for heap in left.iter_mut() {
            let (word, bit) = hit(entry, heap);
            heap.1[word] &= !bit;
        }
        left.retain(|(_, missing)| *missing != [0; 4]);
    };
    // One half chooses, the other tells how well the choice does elsewhere.
    let half = |odd: usize| {
        sample
            .iter()
            .skip(odd)
            .step_by(2)
            .copied()
            .collect::<Vec<_>>()
    };
    let (choosing, mut left_alone) = (half(0), half(1));

    let mut scouts = Vec::new();
    let mut left = choosing.clone();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut covers = 0;
    while !candidates.is_empty() && covers < 4 {
        let mut best = (0, 0);
        for _ in 0..COMPARED {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let i = (state % candidates.len() as u64) as usize;
            let hits = left.iter().filter(|heap| hit(&candidates[i], heap).1 != 0);
            best = best.max((hits.count(), i));
        }
        let entry = candidates.swap_remove(best.1);
        scouts.push(entry);
        if best.0 == 0 {
            // Nothing is left to cover: cover everything once more.
            covers += 1;
            left = choosing.clone();
        }
        cross_out(&entry, &mut left);
    }

    let all = left_alone.len().max(1) as f64;
    let mut best = (f64::MAX, 0);
    for used in 0..=scouts.len() {
        let lacking = left_alone
            .iter()
            .flat_map(|heap| heap.1)
            .map(u64::count_ones);
        let lacking = f64::from(lacking.sum::<u32>());
        let alone = (left_alone.len() as f64 * ALONE.0 + lacking * ALONE.1) / all;
        let total = used as f64 * cost.marking + alone;
        if total < best.0 {
            best = (total, used);
        }
        if let Some(entry) = scouts.get(used) {
            cross_out(entry, &mut left_alone);
        }
    }
    (scouts, best.1)
}
