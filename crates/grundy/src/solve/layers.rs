//! Nim in layers: lower one number, and set those behind it at will.
//!
//! Every vertex of an acyclic graph holds a number. A move lowers a positive
//! number and sets the numbers of the direct successors to anything, however
//! large. Whoever cannot move, because all numbers are 0, loses. Play ends
//! although there are infinitely many options; Grundy values would be infinite
//! ordinals, but outcomes are simple.
//!
//! **Theorem** (Codeforces 1149 E). Let the layer of a vertex be its Grundy value in the graph as a
//! plain game. The position is P exactly when the nim sum of every layer is 0.
//! *Proof.* No vertex has a successor in its own layer, so a move changes
//! exactly one number of the layer that it lowers in, and its nim sum. If some
//! nim sum is not 0, let x be that of the highest such layer: some vertex in it can be lowered
//! from h to h ⊕ x, and it has a successor in every lower layer (that is what mex
//! means), which sets that layer right. ∎
//!
//! The proof uses only that a move may reach every lower layer once, so any
//! ranking with this property will do ([`Layers::new`]): on a board on which the
//! cells of a path to the right and down may be set, the layers are the
//! anti-diagonals, the last one lowest (Codeforces 1451 F).
//!
//! ```
//! use grundy::solve::{graph::Graph, layers::Layers};
//! let graph = Graph::from_edges(4, &[(0, 1), (2, 3)]);
//! let layers = Layers::of(&graph).unwrap();
//! assert!(!layers.is_lost(&[2, 1, 1, 5]));
//! assert_eq!(layers.winning(&graph, &[2, 1, 1, 5]), Some(vec![1, 5, 1, 5]));
//! ```

use super::graph::Graph;
use crate::error::Error;

/// The layer of every vertex.
#[derive(Clone, Debug)]
pub struct Layers {
    layers: Vec<u32>,
    count: usize,
}

impl Layers {
    /// Layers that are known: a move from any vertex can set one number in
    /// every lower layer, and no other one in its own.
    pub fn new(layers: Vec<u32>) -> Self {
        let count = layers.iter().max().map_or(0, |top| *top as usize + 1);
        Layers { layers, count }
    }

    /// The layers of an acyclic graph.
    pub fn of(graph: &Graph) -> Result<Self, Error> {
        Ok(Layers::new(graph.values(&graph.order()?)))
    }

    /// The nim sum of each layer.
    fn sums(&self, numbers: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.count];
        for (layer, number) in self.layers.iter().zip(numbers) {
            sums[*layer as usize] ^= number;
        }
        sums
    }

    /// Whether the player to move loses.
    pub fn is_lost(&self, numbers: &[u64]) -> bool {
        self.sums(numbers).iter().all(|sum| *sum == 0)
    }

    /// Whether going from `before` to `after` is a legal move that wins.
    pub fn is_winning(&self, graph: &Graph, before: &[u64], after: &[u64]) -> bool {
        if before.len() != after.len() || !self.is_lost(after) {
            return false;
        }
        let changed: Vec<usize> = (0..before.len())
            .filter(|v| before[*v] != after[*v])
            .collect();
        let mut seen_from = vec![usize::MAX; before.len()];
        changed
            .iter()
            .filter(|v| after[**v] < before[**v])
            .any(|lowered| {
                // All others that changed must be its successors.
                let mut others = 0;
                for &next in graph.successors(*lowered as u32) {
                    let next = next as usize;
                    let new = std::mem::replace(&mut seen_from[next], *lowered) != *lowered;
                    others += usize::from(new && before[next] != after[next]);
                }
                others + 1 == changed.len()
            })
    }

    /// The numbers after a winning move, if there is one.
    pub fn winning(&self, graph: &Graph, numbers: &[u64]) -> Option<Vec<u64>> {
        let mut sums = self.sums(numbers);
        let top = sums.iter().rposition(|sum| *sum != 0)?;
        let lowered = self
            .layers
            .iter()
            .zip(numbers)
            .position(|(layer, number)| *layer as usize == top && number ^ sums[top] < *number)?;
        let mut after = numbers.to_vec();
        after[lowered] ^= sums[top];
        for &next in graph.successors(lowered as u32) {
            let at = next as usize;
            let sum = &mut sums[self.layers[at] as usize];
            // The first successor in a layer sets it right. Those in higher
            // layers find nothing to do.
            after[at] ^= std::mem::take(sum);
        }
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Whether `after` is one move from `before`.
    fn is_move(graph: &Graph, before: &[u64], after: &[u64]) -> bool {
        (0..before.len()).any(|v| {
            after[v] < before[v]
                && (0..before.len()).all(|u| {
                    u == v
                        || after[u] == before[u]
                        || graph.successors(v as u32).contains(&(u as u32))
                })
        })
    }

    /// On small graphs with numbers up to 3, set to at most 3: the definition.
    #[test]
    fn small_positions_agree_with_the_definition() {
        const NUMBERS: u64 = 4;
        let mut random = Random::new(1149);
        for _ in 0..60 {
            let n = 1 + random.below(4) as usize;
            let mut edges = Vec::new();
            for a in 0..n as u32 {
                for b in a + 1..n as u32 {
                    if random.below(2) == 0 {
                        edges.push((a, b));
                    }
                }
            }
            let graph = Graph::from_edges(n, &edges);
            let layers = Layers::of(&graph).unwrap();
            let positions = NUMBERS.pow(n as u32);
            // The first vertex counts most: every move leads to a smaller code.
            let numbers = |code: u64| -> Vec<u64> {
                (0..n)
                    .map(|v| code / NUMBERS.pow((n - 1 - v) as u32) % NUMBERS)
                    .collect()
            };
            let mut lost: Vec<bool> = Vec::new();
            for code in 0..positions {
                let here = numbers(code);
                let is_lost =
                    !(0..code).any(|to| lost[to as usize] && is_move(&graph, &here, &numbers(to)));
                lost.push(is_lost);
                assert_eq!(layers.is_lost(&here), is_lost, "{edges:?} {here:?}");
                match layers.winning(&graph, &here) {
                    Some(after) => {
                        assert!(layers.is_lost(&after) && is_move(&graph, &here, &after));
                    }
                    None => assert!(is_lost),
                }
                for to in (0..code).map(numbers) {
                    let wins = layers.is_lost(&to) && is_move(&graph, &here, &to);
                    assert_eq!(layers.is_winning(&graph, &here, &to), wins);
                }
            }
        }
    }
}
