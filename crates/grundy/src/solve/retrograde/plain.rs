//! Retrograde analysis in its plain form: the reversed graph, a counter of
//! undecided options for every vertex, and a queue.
//!
//! This is the textbook algorithm, kept as the oracle and the measure of
//! [`super::fast`], and the form for many questions about one graph: the
//! reversed graph is made once.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::outcome::Outcome;
//! use grundy::solve::graph::Graph;
//! use grundy::solve::retrograde::{plain::Plain, Play};
//! let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]);
//! let plain = Plain::new(&graph, &Budget::default()).unwrap();
//! // Who wins at 0, if the first to reach a given vertex wins?
//! let outcomes = [1, 2, 3].map(|target| {
//!     let play = Play::default().with_target(target);
//!     plain.outcome(&play, 0, &Budget::default()).unwrap()
//! });
//! assert_eq!(outcomes, [Outcome::N, Outcome::P, Outcome::N]);
//! ```

use super::{DRAW, Labels, Play};
use crate::budget::Budget;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::solve::graph::{Graph, unknown_vertex};

/// A graph with its edges turned round.
pub struct Plain<'g> {
    graph: &'g Graph,
    reversed: Graph,
}

impl<'g> Plain<'g> {
    /// Turns the edges of `graph` round.
    pub fn new(graph: &'g Graph, budget: &Budget) -> Result<Self, Error> {
        let (vertices, edges) = (graph.len() as u64, graph.edges() as u64);
        // The places while sorting are as many as the vertices.
        let bytes = Graph::bytes_for(vertices, edges) + 4 * (vertices + 1);
        budget.meter("retrograde analysis").bytes(bytes)?;
        let reversed = graph.reversed();
        Ok(Plain { graph, reversed })
    }

    /// Who wins at `vertex`. For nothing but that, vertices may be decided in
    /// any order, one number for each is enough, and the analysis stops as
    /// soon as `vertex` is decided.
    pub fn outcome(&self, play: &Play, vertex: u32, budget: &Budget) -> Result<Outcome, Error> {
        /// In place of the number of undecided options. Where that is 0, all
        /// options are won by the opponent: lost.
        const WON: u32 = u32::MAX;
        let (vertices, edges) = (self.graph.len() as u64, self.graph.edges() as u64);
        let wanted = vertex as usize;
        if wanted >= self.graph.len() {
            return Err(unknown_vertex(vertex.into(), vertices));
        }
        let mut meter = budget.meter("retrograde analysis");
        meter.bytes(Graph::bytes_for(vertices, edges) + 12 * vertices)?;
        let rows = self.graph.first().windows(2);
        let mut undecided: Vec<u32> = rows.map(|row| row[1] - row[0]).collect();
        let mut open = Vec::new();
        for (v, code) in (0u32..).zip(play.start(self.graph)?.codes) {
            if code != DRAW {
                undecided[v as usize] = if code % 2 == 1 { WON } else { 0 };
                open.push(v);
            }
        }
        let is_decided = |left: u32| left == 0 || left == WON;
        while !is_decided(undecided[wanted])
            && let Some(u) = open.pop()
        {
            meter.state()?;
            let lost = undecided[u as usize] == 0;
            for &v in self.reversed.successors(u) {
                let left = &mut undecided[v as usize];
                if is_decided(*left) {
                    continue;
                }
                *left = if lost { WON } else { *left - 1 };
                if is_decided(*left) {
                    open.push(v);
                }
            }
        }
        Ok(match undecided[wanted] {
            0 => Outcome::P,
            WON => Outcome::N,
            _ => Outcome::Draw,
        })
    }

    /// Labels every vertex.
    pub fn solve(&self, play: &Play, budget: &Budget) -> Result<Labels, Error> {
        let (vertices, edges) = (self.graph.len() as u64, self.graph.edges() as u64);
        let mut meter = budget.meter("retrograde analysis");
        meter.set_goal(vertices);
        // Labels, counters and the queue beside the reversed graph.
        meter.bytes(Graph::bytes_for(vertices, edges) + 12 * vertices)?;
        let mut labels = play.start(self.graph)?;
        let codes = &mut labels.codes;
        let mut undecided: Vec<u32> = self
            .graph
            .first()
            .windows(2)
            .map(|row| row[1] - row[0])
            .collect();
        let mut queue = Vec::with_capacity(self.graph.len());
        queue.extend((0..vertices as u32).filter(|v| codes[*v as usize] != DRAW));
        let mut next = 0;
        while let Some(&u) = queue.get(next) {
            next += 1;
            meter.state()?;
            let (mover_wins, round) = (codes[u as usize] % 2 == 1, codes[u as usize] / 2 + 1);
            for &v in self.reversed.successors(u) {
                if codes[v as usize] != DRAW {
                    continue;
                }
                if !mover_wins {
                    codes[v as usize] = 2 * round + 1;
                    queue.push(v);
                    continue;
                }
                undecided[v as usize] -= 1;
                if undecided[v as usize] == 0 {
                    codes[v as usize] = 2 * round;
                    queue.push(v);
                }
            }
        }
        Ok(labels)
    }
}
