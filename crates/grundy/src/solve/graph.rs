//! Labelling an explicit graph.
//!
//! Vertices are positions, edges are moves. In an acyclic graph every vertex
//! is labelled once, after all its successors: O(V+E) for outcomes under
//! either convention and for Grundy values; a cycle is refused by naming one.
//! [`Graph::retrograde`] labels any graph, with draws, from the ends backwards.
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

/// What [`Graph::retrograde`] finds out about a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves are left if the winner hurries and the loser does not;
    /// 0 for a draw.
    pub remoteness: u32,
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

    /// The vertices from which no cycle can be reached, successors first.
    pub fn peeled(&self) -> Vec<u32> {
        let reversed: Vec<(u32, u32)> = (0..self.len() as u32)
            .flat_map(|v| self.successors(v).iter().map(move |to| (*to, v)))
            .collect();
        let backwards = Graph::from_edges(self.len(), &reversed);
        let mut waiting: Vec<usize> = (0..self.len() as u32)
            .map(|v| self.successors(v).len())
            .collect();
        let mut peeled: Vec<u32> = (0..self.len() as u32)
            .filter(|v| waiting[*v as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(&v) = peeled.get(next) {
            next += 1;
            for &from in backwards.successors(v) {
                waiting[from as usize] -= 1;
                if waiting[from as usize] == 0 {
                    peeled.push(from);
                }
            }
        }
        peeled
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

    /// Outcome and remoteness of every vertex of a graph that may have
    /// cycles. Vertices are settled in the order of their remoteness: an N
    /// as soon as a successor is P, a P when the last successor is N. What is
    /// never settled is a draw.
    pub fn retrograde(
        &self,
        convention: Convention,
        declared: impl Fn(u32) -> Option<Outcome>,
    ) -> Vec<Label> {
        const OPEN: Label = Label {
            outcome: Outcome::Draw,
            remoteness: 0,
        };
        let n = self.len() as u32;
        let mut labels = vec![OPEN; self.len()];
        let mut queue = Vec::with_capacity(self.len());
        let mut waiting: Vec<u32> = (0..n).map(|v| self.successors(v).len() as u32).collect();
        let mut backwards = Vec::with_capacity(self.targets.len());
        for v in 0..n {
            let ended = (waiting[v as usize] == 0).then(|| convention.at_end());
            match declared(v).or(ended) {
                Some(outcome) => {
                    labels[v as usize].outcome = outcome;
                    queue.push(v);
                }
                None => backwards.extend(self.successors(v).iter().map(|to| (*to, v))),
            }
        }
        let backwards = Graph::from_edges(self.len(), &backwards);
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            let Label {
                outcome,
                remoteness,
            } = labels[v as usize];
            for &from in backwards.successors(v) {
                let label = &mut labels[from as usize];
                if label.outcome != Outcome::Draw {
                    continue;
                }
                waiting[from as usize] -= 1;
                label.outcome = match outcome {
                    Outcome::P => Outcome::N,
                    Outcome::N if waiting[from as usize] == 0 => Outcome::P,
                    _ => continue,
                };
                label.remoteness = remoteness + 1;
                queue.push(from);
            }
        }
        labels
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

    /// Who can force an end within `moves` moves, by plain recursion.
    fn forced(graph: &Graph, v: u32, moves: u32) -> Option<Outcome> {
        let after = graph.successors(v);
        if after.is_empty() {
            return Some(Outcome::P);
        }
        let moves = moves.checked_sub(1)?;
        let outcomes: Vec<_> = after.iter().map(|to| forced(graph, *to, moves)).collect();
        if outcomes.contains(&Some(Outcome::P)) {
            return Some(Outcome::N);
        }
        let lost = outcomes.iter().all(|o| *o == Some(Outcome::N));
        lost.then_some(Outcome::P)
    }

    #[test]
    fn cyclic_graphs_agree_with_the_definition() {
        let mut random = Random::new(2);
        let mut drawn = 0;
        for _ in 0..300 {
            let n = 1 + random.below(7) as u32;
            let mut edges = Vec::new();
            for _ in 0..random.below(2 * u64::from(n)) {
                edges.push((random.below(n.into()) as u32, random.below(n.into()) as u32));
            }
            let graph = Graph::from_edges(n as usize, &edges);
            let labels = graph.retrograde(Convention::Normal, |_| None);
            for v in 0..n {
                // Nobody needs more moves than there are vertices.
                let by_definition = forced(&graph, v, n);
                let label = labels[v as usize];
                assert_eq!(by_definition.unwrap_or(Outcome::Draw), label.outcome);
                match by_definition {
                    None => drawn += 1,
                    Some(_) => {
                        let least = (0..).find(|m| forced(&graph, v, *m).is_some());
                        assert_eq!(least, Some(label.remoteness));
                    }
                }
            }
        }
        assert!(drawn > 100);
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
            for v in 0..n {
                assert_eq!(values[v as usize], value(&graph, v));
                assert_eq!(outcomes[v as usize] == Outcome::N, values[v as usize] != 0);
            }
        }
    }
}
