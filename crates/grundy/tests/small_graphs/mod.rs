//! Graphs for tests.

use grundy::random::Random;

/// The edges of every graph on the vertices `0..n`.
pub fn all(n: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    (0u32..1 << pairs.len()).map(move |chosen| {
        let taken = (0..pairs.len()).filter(|i| chosen >> i & 1 == 1);
        taken.map(|i| pairs[i]).collect()
    })
}

/// Random edges between the vertices `0..n`, loops and parallel ones among
/// them.
pub fn random_edges(n: u64, count: u64, random: &mut Random) -> Vec<(u32, u32)> {
    let mut end = || random.below(n) as u32;
    (0..count).map(|_| (end(), end())).collect()
}
