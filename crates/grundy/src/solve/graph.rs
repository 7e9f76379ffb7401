//! A game given as a directed graph: vertices are positions, edges are moves.
//!
//! [`Graph`] is the one form in which the project holds an explicit graph:
//! compressed sparse rows, that is one array with the successors of all
//! vertices and one that says where each vertex's successors begin.
//!
//! Where no play comes back, every vertex is labelled once, after all its
//! successors: O(V+E) for outcomes under either convention and for Grundy
//! values. Here a cycle is refused by naming one; [`super::retrograde`] and
//! [`super::loopy`] label graphs with cycles.
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
//! *Parallel edges* are kept; they are the same move named twice and change no
//! outcome, remoteness or value. A *self-loop* is a move that stays: a cycle
//! of length one.
//!
//! Limits: fewer than 2^31 vertices and 2^32 edges.

use super::mex;
use crate::budget::Meter;
use crate::error::Error;
use crate::outcome::{Convention, Outcome};
use crate::text::Text;

/// A directed graph as one array of successors.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The way in which all edges of a graph lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From higher to lower numbers.
    Down,
    /// From lower to higher numbers.
    Up,
}

/// The largest number of vertices.
pub const MAX_VERTICES: u64 = (1 << 31) - 1;
/// The largest number of edges.
pub const MAX_EDGES: u64 = u32::MAX as u64;

impl Graph {
    /// The graph whose vertex `v` has the successors
    /// `targets[first[v]..first[v + 1]]`, or what is wrong with that.
    pub fn from_parts(first: Vec<u32>, targets: Vec<u32>) -> Result<Self, Error> {
        let vertices = first.len().saturating_sub(1);
        let whole = first.first() == Some(&0) && first.last() == Some(&(targets.len() as u32));
        if !whole || !first.is_sorted() || targets.len() as u64 > MAX_EDGES {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "{} row starts do not divide {} successors",
                        first.len(),
                        targets.len()
                    ),
                    format!("{} 个行首无法划分 {} 个后继", first.len(), targets.len()),
                ),
            });
        }
        check_size(vertices as u64, targets.len() as u64)?;
        // One comparison a target, without a branch, costs nothing to speak of.
        let highest = targets.iter().fold(0, |most, to| most.max(*to));
        if !targets.is_empty() && highest as usize >= vertices {
            return Err(unknown_vertex(highest.into(), vertices as u64));
        }
        Ok(Graph { first, targets })
    }

    /// As [`Graph::from_edges`], but every mistake is an error, and the bytes
    /// needed are asked of `meter` before they are taken. The edges may come
    /// in several pieces.
    pub fn from_pieces(
        vertices: u64,
        pieces: &[Vec<(u32, u32)>],
        meter: &mut Meter,
    ) -> Result<Self, Error> {
        let edges: u64 = pieces.iter().map(|piece| piece.len() as u64).sum();
        check_size(vertices, edges)?;
        // The pairs themselves, the places while sorting, and the graph.
        meter.bytes(8 * edges + 4 * (vertices + 1) + Graph::bytes_for(vertices, edges))?;
        let pairs = || pieces.iter().flatten().copied();
        if let Some(far) = pairs().map(|(from, to)| from.max(to)).max()
            && u64::from(far) >= vertices
        {
            return Err(unknown_vertex(far.into(), vertices));
        }
        Ok(Graph::sorted(vertices as usize, edges as usize, pairs))
    }

    /// How many bytes a graph of this size takes.
    pub fn bytes_for(vertices: u64, edges: u64) -> u64 {
        4 * (vertices + 1) + 4 * edges
    }

    /// How many edges there are, parallel ones included.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Where each vertex's successors begin in [`Graph::targets`]; one entry
    /// more than there are vertices.
    pub fn first(&self) -> &[u32] {
        &self.first
    }

    /// The successors of all vertices, one vertex after the other.
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// All edges turned round; the sources of a vertex's edges in rising
    /// order.
    pub fn reversed(&self) -> Graph {
        Graph::sorted(self.len(), self.edges(), || {
            self.pairs().map(|(from, to)| (to, from))
        })
    }

    /// All edges, as pairs of where they start and where they lead.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.len() as u32).flat_map(|v| self.successors(v).iter().map(move |to| (v, *to)))
    }

    /// A counting sort of the edges by where they start.
    fn sorted<I: Iterator<Item = (u32, u32)>>(
        vertices: usize,
        count: usize,
        edges: impl Fn() -> I,
    ) -> Graph {
        let mut place = vec![0u32; vertices + 1];
        edges().for_each(|(from, _)| place[from as usize + 1] += 1);
        for v in 0..vertices {
            place[v + 1] += place[v];
        }
        let first = place.clone();
        let mut targets = vec![0u32; count];
        edges().for_each(|(from, to)| {
            let at = &mut place[from as usize];
            targets[*at as usize] = to;
            *at += 1;
        });
        Graph { first, targets }
    }

    /// The way in which all edges lead, if they agree: then the graph is
    /// acyclic and one pass in the order of the numbers labels it.
    pub fn direction(&self) -> Option<Direction> {
        let mut rows = (0..self.len() as u32).map(|v| (v, self.successors(v)));
        let (v, after) = rows.clone().find(|(_, after)| !after.is_empty())?;
        let direction = match after[0] < v {
            true => Direction::Down,
            false => Direction::Up,
        };
        rows.all(|(v, after)| match direction {
            Direction::Down => after.iter().all(|to| *to < v),
            Direction::Up => after.iter().all(|to| *to > v),
        })
        .then_some(direction)
    }

    /// The graph on `vertices` vertices with the given edges. Edges to
    /// vertices that do not exist are a caller's mistake and panic;
    /// [`Graph::from_pieces`] returns them as errors.
    pub fn from_edges(vertices: usize, edges: &[(u32, u32)]) -> Self {
        for &(from, to) in edges {
            let far = from.max(to);
            assert!((far as usize) < vertices, "vertex {far} of {vertices}");
        }
        Graph::sorted(vertices, edges.len(), || edges.iter().copied())
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
}

/// The error for a vertex that the graph does not have.
pub(crate) fn unknown_vertex(vertex: u64, vertices: u64) -> Error {
    let (en, zh) = match vertices.checked_sub(1) {
        Some(last) => (
            format!("a vertex from 0 to {last}"),
            format!("0 至 {last} 之间的顶点"),
        ),
        None => (
            "nothing: there are no vertices".to_string(),
            "空：没有顶点".to_string(),
        ),
    };
    Error::BadParameter {
        name: "vertex".to_string(),
        value: vertex.to_string(),
        expected: Text::new(en, zh),
    }
}

/// Refuses what the arrays cannot number.
pub(crate) fn check_size(vertices: u64, edges: u64) -> Result<(), Error> {
    if vertices <= MAX_VERTICES && edges <= MAX_EDGES {
        return Ok(());
    }
    Err(Error::Unsupported {
        because: Text::new(
            format!(
                "{vertices} vertices and {edges} edges: at most {MAX_VERTICES} and {MAX_EDGES} can be numbered"
            ),
            format!(
                "{vertices} 个顶点、{edges} 条边：最多支持 {MAX_VERTICES} 个顶点和 {MAX_EDGES} 条边"
            ),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        assert!(Graph::from_parts(vec![0, 1, 1], vec![1]).is_ok());
        assert!(Graph::from_parts(vec![0], vec![]).is_ok());
        for (first, targets) in [
            (vec![], vec![]),
            (vec![1, 1], vec![0]),
            (vec![0, 2, 1], vec![0]),
            (vec![0, 1], vec![]),
        ] {
            assert!(matches!(
                Graph::from_parts(first, targets),
                Err(Error::Unsupported { .. })
            ));
        }
        let unknown = Graph::from_parts(vec![0, 1], vec![1]);
        assert!(matches!(unknown, Err(Error::BadParameter { .. })));
        let mut meter = crate::budget::Budget::default().meter("test");
        let unknown = Graph::from_pieces(2, &[vec![(0, 1)], vec![(2, 0)]], &mut meter);
        assert!(matches!(unknown, Err(Error::BadParameter { .. })));
    }

    #[test]
    fn turning_twice_sorts_the_successors() {
        let graph = Graph::from_edges(4, &[(0, 3), (0, 1), (2, 2), (3, 1), (0, 1)]);
        let turned = graph.reversed();
        assert_eq!(turned.successors(1), [0, 0, 3]);
        let twice = turned.reversed();
        assert_eq!(twice.successors(0), [1, 1, 3]);
        assert_eq!((twice.edges(), twice.successors(2)), (5, &[2][..]));
    }

    #[test]
    fn directions() {
        let way = |edges: &[(u32, u32)]| Graph::from_edges(4, edges).direction();
        assert_eq!(way(&[(3, 1), (2, 0)]), Some(Direction::Down));
        assert_eq!(way(&[(1, 3), (0, 2)]), Some(Direction::Up));
        assert_eq!(way(&[(1, 3), (2, 0)]), None);
        assert_eq!(way(&[(3, 1), (2, 2)]), None);
        assert_eq!(way(&[(2, 2)]), None);
        assert_eq!(way(&[]), None);
    }

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
