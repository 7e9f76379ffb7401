//! Moore sums: move in at least one and at most k components.
//!
//! **Theorem** (Moore 1910, for Nim). If no move ever raises a component's
//! Grundy value, the compound is P iff each binary digit occurs in a multiple
//! of k+1 of the values. It is *false* for arbitrary components: with k = 2 and
//! values 1, 1, 1, 0, where the last can move to value 1, the rule says P and
//! the truth is N. So the premise is checked on everything that can be reached
//! (`falling`), and search decides where it fails.
//!
//! The winning move goes through the digits from the top. Components already
//! lowered may have any digit from there on; `r` is how often the digit occurs
//! in the others, modulo k+1. If the lowered ones can fill up to k+1, they do;
//! otherwise `r` more components that have the digit drop it. Fewer than
//! k+1-r were lowered then, so at most k are in the end.
//!
//! **Jenkyns and Mayberry** (1980): for n ≥ 3 Nim heaps of which up to n-1 are
//! moved in, even the Grundy value of the whole is known ([`jenkyns_mayberry`]).
//!
//! ```
//! use grundy::compound::moore::{is_balanced, jenkyns_mayberry, lowering};
//! assert!(is_balanced([3, 3, 3].into_iter(), 2));
//! assert_eq!(lowering(&[5, 4, 4, 4], 2), Some(vec![(0, 0)])); // leaves three fours
//! assert_eq!(jenkyns_mayberry(&[1, 1, 1]), Some(0));
//! ```

/// Whether each binary digit occurs in a multiple of `most` + 1 of the values.
pub fn is_balanced(values: impl Iterator<Item = u32>, most: usize) -> bool {
    let mut counts = [0usize; 32];
    for value in values {
        let mut left = value;
        while left != 0 {
            counts[left.trailing_zeros() as usize] += 1;
            left &= left - 1;
        }
    }
    counts.iter().all(|count| count % (most + 1) == 0)
}

/// Which of the values to lower, and to what, so that they are balanced: at
/// most `most` of them. `None` if they are balanced already.
pub fn lowering(values: &[u32], most: usize) -> Option<Vec<(usize, u32)>> {
    // The components lowered, with the digits they have by now.
    let mut lowered: Vec<(usize, u32)> = Vec::new();
    let mut free = vec![false; values.len()];
    for digit in (0..32).rev() {
        let has: Vec<usize> = (0..values.len())
            .filter(|&i| !free[i] && values[i] >> digit & 1 == 1)
            .collect();
        let rest = has.len() % (most + 1);
        if rest == 0 {
            continue;
        }
        let missing = most + 1 - rest;
        if missing <= lowered.len() {
            for (_, value) in &mut lowered[..missing] {
                *value |= 1 << digit;
            }
        } else {
            for &i in &has[..rest] {
                free[i] = true;
                // The digits above stay, this one goes, those below are open.
                lowered.push((i, values[i] >> digit >> 1 << digit << 1));
            }
        }
    }
    (!lowered.is_empty()).then_some(lowered)
}

/// The Grundy value of `heaps` Nim heaps of which all but one may be moved in
/// at a turn; `None` for fewer than three heaps, or beyond 64 bits.
pub fn jenkyns_mayberry(heaps: &[u32]) -> Option<u64> {
    if heaps.len() < 3 {
        return None;
    }
    let least = u64::from(*heaps.iter().min()?);
    let total: u64 = heaps.iter().map(|&n| u64::from(n)).sum();
    let y = u128::from(total - least * heaps.len() as u64 + 1);
    let v = u64::try_from(y * (y - 1) / 2).ok()?;
    if least <= v {
        return Some(total);
    }
    let y = u64::try_from(y).ok()?;
    Some(v + (least - v - 1) % y)
}
