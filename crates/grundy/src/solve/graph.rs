//! Labelling an explicit graph.
//!
//! Vertices are positions, edges are moves. Every vertex is labelled once,
//! after all its successors: O(V+E) for outcomes under either convention and
//! for Grundy values. A cycle is refused by naming one; where play may go
//! round in circles, [`Graph::retrograde`] labels from the ends.
//!
//! ```
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::graph::Graph;
//! // 0 → 1 → 2 and 0 → 2
//! let graph = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]);
//! let order = graph.order().unwrap();
//! assert_eq!(graph.values(&order), [2, 1, 0]);
//! assert_eq!(graph.outcomes(&order, Convention::Normal)[1], Outcome::N);
//! ```
//!
//! Limits: fewer than 2^32 vertices and edges.

use super::mex;
use crate::error::Error;
use crate::outcome::{Convention, Outcome};

/// A directed graph as one array of successors.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Successors of `v` are `targets[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    targets: Vec<u32>,
}

/// The vertices in an order in which successors come first.
#[derive(Clone, Debug)]
pub struct Order(Vec<u32>);

impl Order {
    /// The vertices, successors first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }
}

impl Graph {
    /// The graph on `vertices` vertices with the given edges. Edges to
    /// vertices that do not exist are a caller's mistake and panic.
    pub fn from_edges(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let mut first = vec![0u32; vertices + 1];
        for &(from, to) in edges {
            assert!(
                (to as usize) < vertices,
                "edge to vertex {to} of {vertices}"
            );
            first[from as usize + 1] += 1;
        }
        for v in 0..vertices {
            first[v + 1] += first[v];
        }
        let mut place = first.clone();
        let mut targets = vec![0u32; edges.len()];
        for &(from, to) in edges {
            let at = &mut place[from as usize];
            targets[*at as usize] = to;
            *at += 1;
        }
        Graph { first, targets }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where moves from `vertex` lead.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.targets[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// An order in which successors come first, or the cycle that forbids it.
    pub fn order(&self) -> Result<Order, Error> {
        const NEW: u32 = u32::MAX;
        const CLOSED: u32 = u32::MAX - 1;
        // While a vertex is open, `next` counts the successors looked at.
        let mut next = vec![NEW; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut path: Vec<u32> = Vec::new();
        for root in 0..self.len() as u32 {
            if next[root as usize] != NEW {
                continue;
            }
            next[root as usize] = 0;
            path.push(root);
            while let Some(&v) = path.last() {
                let at = next[v as usize];
                let Some(&to) = self.successors(v).get(at as usize) else {
                    next[v as usize] = CLOSED;
                    order.push(v);
                    path.pop();
                    continue;
                };
                next[v as usize] += 1;
                match next[to as usize] {
                    CLOSED => {}
                    NEW => {
                        next[to as usize] = 0;
                        path.push(to);
                    }
                    _ => {
                        let from = path.iter().position(|p| *p == to).unwrap_or(0);
                        return Err(Error::Cycle {
                            cycle: path[from..].iter().map(u32::to_string).collect(),
                        });
                    }
                }
            }
        }
        Ok(Order(order))
    }

    /// The Grundy value of every vertex.
    pub fn values(&self, order: &Order) -> Vec<u32> {
        let mut values = vec![0; self.len()];
        let (mut found, mut scratch) = (Vec::new(), Vec::new());
        for &v in &order.0 {
            found.clear();
            found.extend(self.successors(v).iter().map(|to| values[*to as usize]));
            values[v as usize] = mex(&found, &mut scratch);
        }
        values
    }

    /// The outcome of every vertex.
    pub fn outcomes(&self, order: &Order, convention: Convention) -> Vec<Outcome> {
        self.outcomes_with(order, convention, |_| None)
    }

    /// As [`Graph::outcomes`], where `declared` states the outcome of
    /// vertices at which play is over.
    pub fn outcomes_with(
        &self,
        order: &Order,
        convention: Convention,
        declared: impl Fn(u32) -> Option<Outcome>,
    ) -> Vec<Outcome> {
        let mut outcomes = vec![convention.at_end(); self.len()];
        for &v in &order.0 {
            let after = self.successors(v);
            outcomes[v as usize] = match declared(v) {
                Some(outcome) => outcome,
                None if after.is_empty() => convention.at_end(),
                None => {
                    Outcome::mover_wins(after.iter().any(|to| outcomes[*to as usize] == Outcome::P))
                }
            };
        }
        outcomes
    }

    /// The outcome of every vertex of a graph that may have cycles, and its
    /// remoteness: how many moves are left when the winner hurries and the
    /// loser delays (0 for draws, which never end).
    ///
    /// Counters and a queue from the ends (retrograde analysis), O(V+E): a
    /// vertex is N as soon as one successor is P, and P when all are N. What
    /// is never decided is a draw.
    pub fn retrograde(
        &self,
        convention: Convention,
        declared: impl Fn(u32) -> Option<Outcome>,
    ) -> (Vec<Outcome>, Vec<u32>) {
        let edges = (0..self.len() as u32)
            .flat_map(|v| self.successors(v).iter().map(move |to| (*to, v)))
            .collect::<Vec<_>>();
        let reverse = Graph::from_edges(self.len(), &edges);
        let mut undecided: Vec<u32> = (0..self.len() as u32)
            .map(|v| self.successors(v).len() as u32)
            .collect();
        let mut outcomes = vec![Outcome::Draw; self.len()];
        let mut remoteness = vec![0; self.len()];
        let mut queue = std::collections::VecDeque::new();
        for v in 0..self.len() as u32 {
            let end = declared(v).or((undecided[v as usize] == 0).then(|| convention.at_end()));
            if let Some(outcome) = end {
                outcomes[v as usize] = outcome;
                queue.push_back(v);
            }
        }
        while let Some(v) = queue.pop_front() {
            let lost = outcomes[v as usize] == Outcome::P;
            for &before in reverse.successors(v) {
                let at = before as usize;
                if outcomes[at] != Outcome::Draw {
                    continue;
                }
                undecided[at] -= 1;
                if lost || undecided[at] == 0 {
                    outcomes[at] = Outcome::mover_wins(lost);
                    remoteness[at] = remoteness[v as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        (outcomes, remoteness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_cycle_is_named() {
        let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]);
        match graph.order() {
            Err(Error::Cycle { cycle }) => assert_eq!(cycle, ["1", "2", "3"]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn play_round_a_cycle_is_a_draw_unless_someone_can_leave_it() {
        // 0 ⇄ 1, and 1 → 2 → 3: the player at 1 may leave, but only to lose.
        let graph = Graph::from_edges(4, &[(0, 1), (1, 0), (1, 2), (2, 3)]);
        let (outcomes, remoteness) = graph.retrograde(Convention::Normal, |_| None);
        use Outcome::{Draw, N, P};
        assert_eq!(outcomes, [Draw, Draw, N, P]);
        assert_eq!(remoteness, [0, 0, 1, 0]);
        let (outcomes, remoteness) = graph.retrograde(Convention::Misere, |_| None);
        assert_eq!(outcomes, [P, N, P, N]);
        assert_eq!(remoteness, [3, 2, 1, 0]);
    }

    #[test]
    fn a_path_a_million_deep_needs_no_call_stack() {
        let n = 1_000_000;
        let edges: Vec<_> = (0..n - 1).map(|v| (v, v + 1)).collect();
        let graph = Graph::from_edges(n as usize, &edges);
        let order = graph.order().unwrap();
        assert_eq!(graph.values(&order)[0], (n - 1) % 2);
    }

    /// Values by their definition, by plain recursion.
    fn value(graph: &Graph, v: u32) -> u32 {
        let found: Vec<u32> = graph
            .successors(v)
            .iter()
            .map(|to| value(graph, *to))
            .collect();
        (0..).find(|n| !found.contains(n)).unwrap()
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let n = 1 + random.below(10) as u32;
            let mut edges = Vec::new();
            for from in 0..n {
                for to in 0..from {
                    if random.below(2) == 0 {
                        edges.push((from, to));
                    }
                }
            }
            let graph = Graph::from_edges(n as usize, &edges);
            let order = graph.order().unwrap();
            let values = graph.values(&order);
            let outcomes = graph.outcomes(&order, Convention::Normal);
            let (again, _) = graph.retrograde(Convention::Normal, |_| None);
            assert_eq!(outcomes, again);
            for v in 0..n {
                assert_eq!(values[v as usize], value(&graph, v));
                assert_eq!(outcomes[v as usize] == Outcome::N, values[v as usize] != 0);
            }
        }
    }
}
