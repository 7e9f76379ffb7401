//! Values of games that can come back: loopy nim values.
//!
//! Where play may repeat, the mex rule has no bottom to start from. Smith
//! (1966) and Fraenkel and Perl (1975) give each position a natural number or
//! ∞(A): start with ∞ everywhere and set G(v) = m when m is the mex of the
//! values known among the options of v, and every option that is unknown or
//! larger than m has itself an option of value m, known before. A is the set
//! of finite values among the options of an infinite position.
//!
//! A sum of x and y is x ⊕ y; of ∞(A) and y it is ∞(A ⊕ y), with A ⊕ y the
//! set of a ⊕ y; two infinite parts make ∞(∅). The value 0 is P, another
//! number N; ∞(A) is N if 0 ∈ A, otherwise a draw.
//!
//! The order of assignment, the *counter function* of Fraenkel and Perl,
//! makes the strategy end: a move to a larger or infinite value can be
//! answered by one back to the same value with a lower counter, any other
//! move by one that lowers the sum of the values. [`Values::best`] takes,
//! among the moves to a P position, one with the least pair (sum of values,
//! sum of counters). That pair falls with each of its moves, so a won game is
//! never repeated.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::outcome::Outcome;
//! use grundy::solve::graph::Graph;
//! use grundy::solve::loopy::{Value, Values};
//! // 0 is an end; 1 → 0; 2 may stay at 2 or move to 1.
//! let graph = Graph::from_edges(3, &[(1, 0), (2, 2), (2, 1)]);
//! let values = Values::new(&graph, &Budget::default()).unwrap();
//! assert_eq!(values.value(1), Value::Finite(1));
//! assert_eq!(values.value(2), Value::Infinite(vec![1]));
//! assert_eq!(values.value(2).outcome(), Outcome::Draw);
//! // With 1 beside it, the mover takes 2 to 1 and wins.
//! assert_eq!(values.sum(&[2, 1]).outcome(), Outcome::N);
//! assert_eq!(values.best(&[2, 1]).unwrap(), (0, 1));
//! ```
//!
//! Stages m = 0, 1, 2, … assign the value m. Only vertices that have all of
//! 0, …, m-1 among their options take part, so a stage costs O(V+E) at most
//! and there are no more than √(2E) + 2 of them.
//!
//! Limits: normal play; fewer than 2^31 vertices and 2^32 edges.

use std::borrow::Cow;

use super::graph::Graph;
use crate::budget::Budget;
use crate::error::Error;
use crate::outcome::Outcome;

/// The value of a position from which play may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The position equals a nim heap of this size.
    Finite(u32),
    /// ∞(A), with the members of A in rising order.
    Infinite(Vec<u32>),
}

impl Value {
    /// The value of two games side by side.
    pub fn plus(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(x), Value::Finite(y)) => Value::Finite(x ^ y),
            (Value::Infinite(set), Value::Finite(y)) | (Value::Finite(y), Value::Infinite(set)) => {
                let mut shifted: Vec<u32> = set.iter().map(|a| a ^ y).collect();
                shifted.sort_unstable();
                Value::Infinite(shifted)
            }
            (Value::Infinite(_), Value::Infinite(_)) => Value::Infinite(Vec::new()),
        }
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(x) => Outcome::mover_wins(*x != 0),
            Value::Infinite(set) if set.first() == Some(&0) => Outcome::N,
            Value::Infinite(_) => Outcome::Draw,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Finite(x) => write!(f, "{x}"),
            Value::Infinite(set) => {
                let members: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞({})", members.join(","))
            }
        }
    }
}

/// Marks a vertex without a finite value.
const INFINITE: u32 = u32::MAX;

/// The values of all vertices of a graph.
pub struct Values<'g> {
    graph: Cow<'g, Graph>,
    values: Vec<u32>,
    /// When the value was assigned.
    counters: Vec<u32>,
}

impl<'g> Values<'g> {
    /// Values every vertex of `graph`.
    pub fn new(graph: &'g Graph, budget: &Budget) -> Result<Self, Error> {
        Self::of(Cow::Borrowed(graph), budget)
    }

    /// As [`Values::new`], with the graph kept inside.
    pub fn owning(graph: Graph, budget: &Budget) -> Result<Values<'static>, Error> {
        Values::of(Cow::Owned(graph), budget)
    }

    fn of(graph: Cow<'g, Graph>, budget: &Budget) -> Result<Self, Error> {
        let (vertices, edges) = (graph.len() as u64, graph.edges() as u64);
        let mut meter = budget.meter("loopy values");
        // The reversed graph with its sorting, and seven words a vertex.
        meter.bytes(Graph::bytes_for(vertices, edges) + 32 * vertices)?;
        let reversed = graph.reversed();
        let mut values = vec![INFINITE; graph.len()];
        let mut counters = vec![0u32; graph.len()];
        let mut clock = 0;
        // A candidate of stage m has all of 0, …, m-1 among its options: it
        // has reached m.
        let mut reached = vec![0u32; graph.len()];
        let mut candidates: Vec<u32> = (0..vertices as u32).collect();
        // One more than the last stage whose value an option has.
        let mut seen = vec![0u32; graph.len()];
        // Options that are unknown and have no option of the stage's value.
        let mut blocking = vec![0u32; graph.len()];
        let mut free = Vec::new();
        for stage in 0u32.. {
            let before = clock;
            free.clear();
            for &v in &candidates {
                meter.state()?;
                let after = graph.successors(v);
                let unknown = after.iter().filter(|to| values[**to as usize] == INFINITE);
                blocking[v as usize] = unknown.count() as u32;
                if blocking[v as usize] == 0 {
                    free.push(v);
                }
            }
            let mut next = 0;
            while let Some(&v) = free.get(next) {
                next += 1;
                // An option may have got this value while the vertex waited.
                if seen[v as usize] > stage {
                    continue;
                }
                meter.state()?;
                values[v as usize] = stage;
                counters[v as usize] = clock;
                clock += 1;
                for &u in reversed.successors(v) {
                    if values[u as usize] != INFINITE || seen[u as usize] > stage {
                        continue;
                    }
                    seen[u as usize] = stage + 1;
                    for &w in reversed.successors(u) {
                        if values[w as usize] == INFINITE && reached[w as usize] == stage {
                            blocking[w as usize] -= 1;
                            if blocking[w as usize] == 0 {
                                free.push(w);
                            }
                        }
                    }
                }
            }
            if clock == before {
                break;
            }
            candidates.retain(|v| values[*v as usize] == INFINITE && seen[*v as usize] > stage);
            for &v in &candidates {
                reached[v as usize] = stage + 1;
            }
        }
        Ok(Values {
            graph,
            values,
            counters,
        })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The value of `vertex`.
    ///
    /// # Panics
    /// As do the other methods, if the graph has no such vertex.
    pub fn value(&self, vertex: u32) -> Value {
        match self.values[vertex as usize] {
            INFINITE => Value::Infinite(self.finite_options(vertex)),
            value => Value::Finite(value),
        }
    }

    /// The value if it is finite.
    pub fn finite(&self, vertex: u32) -> Option<u32> {
        let value = self.values[vertex as usize];
        (value != INFINITE).then_some(value)
    }

    /// The value of a sum of vertices.
    pub fn sum(&self, sum: &[u32]) -> Value {
        sum.iter()
            .fold(Value::Finite(0), |total, v| total.plus(&self.value(*v)))
    }

    /// A best move: the component and the vertex it is moved to. In an N
    /// position it wins, and playing on so ends the game; in a draw it keeps
    /// the draw; in a P position it is the first there is. `None` if there
    /// is no move.
    pub fn best(&self, sum: &[u32]) -> Option<(usize, u32)> {
        match self.sum(sum).outcome() {
            Outcome::N => self.winning(sum),
            Outcome::P => self.moves(sum).next(),
            Outcome::Draw => self.drawing(sum),
        }
    }

    /// All moves of a sum.
    fn moves(&self, sum: &[u32]) -> impl Iterator<Item = (usize, u32)> {
        sum.iter()
            .enumerate()
            .flat_map(|(i, v)| self.graph.successors(*v).iter().map(move |to| (i, *to)))
    }

    /// The set A of an infinite vertex.
    fn finite_options(&self, vertex: u32) -> Vec<u32> {
        let after = self.graph.successors(vertex).iter();
        let mut set: Vec<u32> = after.filter_map(|to| self.finite(*to)).collect();
        set.sort_unstable();
        set.dedup();
        set
    }

    /// The move to value 0 after which the sum of values, and among equals
    /// the sum of counters, is least.
    fn winning(&self, sum: &[u32]) -> Option<(usize, u32)> {
        let weight = |v: u32| match self.finite(v) {
            Some(value) => (i64::from(value), i64::from(self.counters[v as usize])),
            None => (0, 0),
        };
        let after = self.after(sum);
        self.moves(sum)
            .filter(|&(i, to)| after.outcome(i, to) == Outcome::P)
            .min_by_key(|&(i, to)| {
                let (old, new) = (weight(sum[i]), weight(to));
                (new.0 - old.0, new.1 - old.1)
            })
    }

    /// The first move to a draw.
    fn drawing(&self, sum: &[u32]) -> Option<(usize, u32)> {
        let after = self.after(sum);
        self.moves(sum)
            .find(|&(i, to)| after.outcome(i, to) == Outcome::Draw)
    }

    /// Judges the moves of a sum.
    pub fn after<'v>(&'v self, sum: &'v [u32]) -> After<'v, 'g> {
        let finite = sum.iter().filter_map(|v| self.finite(*v));
        let infinite: Vec<usize> = (0..sum.len())
            .filter(|i| self.finite(sum[*i]).is_none())
            .collect();
        // With more infinite components than two, one move leaves two.
        let known = if infinite.len() > 2 {
            0
        } else {
            infinite.len()
        };
        let sets = infinite[..known].iter();
        After {
            values: self,
            sum,
            total: finite.fold(0, |x, y| x ^ y),
            sets: sets.map(|i| (*i, self.finite_options(sum[*i]))).collect(),
            infinite: infinite.len(),
        }
    }

    /// Whether an option of `vertex` has the finite value `value`.
    fn has_option(&self, vertex: u32, value: u32) -> bool {
        let mut after = self.graph.successors(vertex).iter();
        after.any(|to| self.finite(*to) == Some(value))
    }
}

/// Who wins after a move in a sum.
pub struct After<'v, 'g> {
    values: &'v Values<'g>,
    sum: &'v [u32],
    /// The nim sum of the finite values.
    total: u32,
    /// The infinite components with their finite options, if they are few.
    sets: Vec<(usize, Vec<u32>)>,
    infinite: usize,
}

impl After<'_, '_> {
    /// Who wins once `component` has been moved to `to`.
    pub fn outcome(&self, component: usize, to: u32) -> Outcome {
        let own = self.values.finite(self.sum[component]);
        let rest = self.total ^ own.unwrap_or(0);
        let others = self.infinite - usize::from(own.is_none());
        let won = match (others, self.values.finite(to)) {
            (0, Some(value)) => return Outcome::mover_wins(value != rest),
            (0, None) => self.values.has_option(to, rest),
            (1, Some(value)) => {
                let mut others = self.sets.iter().filter(|(i, _)| *i != component);
                others.any(|(_, set)| set.binary_search(&(rest ^ value)).is_ok())
            }
            _ => false,
        };
        if won { Outcome::N } else { Outcome::Draw }
    }
}
