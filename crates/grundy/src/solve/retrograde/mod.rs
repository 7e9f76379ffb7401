//! Win, lose or draw where play can come back: retrograde analysis.
//!
//! Play on a directed graph may go on for ever; that is a draw. Labels are
//! found backwards from the ends. A position is N as soon as one option is
//! known to be P, and P as soon as all options are known to be N; what is
//! never decided is a draw (Smith 1966; Fraenkel and Perl 1975). Each edge is
//! looked at once: O(V+E).
//!
//! The *remoteness* of a decided position is the number of moves until play
//! is over when the winner hurries and the loser delays (Steinhaus 1925): 0
//! where play is over, one more than the least of the P options of an N
//! position, one more than the greatest option of a P position. It is the
//! round in which the analysis decides the position. A winner who always
//! lowers it never cycles.
//!
//! Play ends where there is no move, and where [`Play`] declares it: reaching
//! a *target* wins there and then.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::outcome::Outcome;
//! use grundy::solve::graph::Graph;
//! use grundy::solve::retrograde::{solve, Play};
//! // 0 ⇄ 1 → 2 → 3, and 4 ⇄ 5
//! let graph = Graph::from_edges(6, &[(0, 1), (1, 0), (1, 2), (2, 3), (4, 5), (5, 4)]);
//! let labels = solve(&graph, &Play::default(), 1, &Budget::default()).unwrap();
//! assert_eq!(labels.outcome(2), Outcome::N);
//! assert_eq!(labels.outcome(1), Outcome::Draw); // 1 → 2 would lose, 1 → 0 holds
//! assert_eq!(labels.best(&graph, 1), Some(0));
//! // Whoever reaches 0 wins: now 1 does.
//! let play = Play::default().with_target(0);
//! let labels = solve(&graph, &play, 1, &Budget::default()).unwrap();
//! assert_eq!((labels.outcome(1), labels.remoteness(1)), (Outcome::N, Some(1)));
//! ```
//!
//! | form | for | needs |
//! |---|---|---|
//! | [`forward`] | edges that all lead down, or all up | one pass, nothing but the labels |
//! | [`plain`] | small graphs, many questions about one graph; the oracle | the reversed graph and a queue |
//! | [`fast`] | large graphs, several threads | see there |
//! | [`explore`](explore()) | games given by their rules | a table of the positions reached |
//!
//! A self-loop is a move that changes nothing but whose turn it is: a position
//! with only a self-loop is a draw. Parallel edges change nothing.
//!
//! Limits: fewer than 2^31 vertices and 2^32 edges.

pub mod explore;
pub mod fast;
pub mod forward;
pub mod plain;

pub use explore::{Explored, Labelled, explore};

use crate::budget::Budget;
use crate::error::Error;
use crate::outcome::{Convention, Outcome, Winner};
use crate::solve::graph::{Graph, unknown_vertex};

/// When play is over, and who has won then.
#[derive(Clone, Debug, Default)]
pub struct Play {
    convention: Convention,
    declared: Vec<(u32, Winner)>,
}

impl Play {
    /// Play is over where there is no move; `convention` says who has won.
    pub fn new(convention: Convention) -> Self {
        Play {
            convention,
            declared: Vec::new(),
        }
    }

    /// Reaching `vertex` wins at once, whatever moves it may have.
    pub fn with_target(self, vertex: u32) -> Self {
        self.with_declared(vertex, Winner::Previous)
    }

    /// Play is over at `vertex`, with the stated winner. What was declared
    /// last counts.
    pub fn with_declared(mut self, vertex: u32, winner: Winner) -> Self {
        self.declared.push((vertex, winner));
        self
    }

    /// What a player who cannot move has done.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The labels before the analysis: those of positions where play is over.
    fn start(&self, graph: &Graph) -> Result<Labels, Error> {
        let rows = graph.first().windows(2);
        let mut codes: Vec<u32> = rows.map(|row| self.before(row[1] - row[0])).collect();
        self.declare(&mut codes)?;
        Ok(Labels { codes })
    }

    /// The label before the analysis of a vertex with so many options.
    fn before(&self, options: u32) -> u32 {
        match options {
            0 => code(0, self.convention.at_end()),
            _ => DRAW,
        }
    }

    /// Labels the vertices where play is declared to be over.
    fn declare(&self, codes: &mut [u32]) -> Result<(), Error> {
        for &(vertex, winner) in &self.declared {
            let vertices = codes.len() as u64;
            let label = codes.get_mut(vertex as usize);
            *label.ok_or_else(|| unknown_vertex(vertex.into(), vertices))? =
                code(0, winner.outcome());
        }
        Ok(())
    }
}

/// The label of a draw, or of what is not decided yet.
const DRAW: u32 = u32::MAX;

/// Twice the remoteness, and one more if the mover wins.
fn code(remoteness: u32, outcome: Outcome) -> u32 {
    2 * remoteness + u32::from(outcome == Outcome::N)
}

/// Outcome and remoteness of every vertex: four bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    codes: Vec<u32>,
}

impl Labels {
    /// How many vertices are labelled.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Who wins at `vertex`.
    pub fn outcome(&self, vertex: u32) -> Outcome {
        match self.codes[vertex as usize] {
            DRAW => Outcome::Draw,
            code => Outcome::mover_wins(code % 2 == 1),
        }
    }

    /// The number of moves until play is over, unless it is a draw.
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        let code = self.codes[vertex as usize];
        (code != DRAW).then_some(code / 2)
    }

    /// How many vertices are N, P and drawn.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for &code in &self.codes {
            match code {
                DRAW => counts.drawn += 1,
                code if code % 2 == 1 => counts.n += 1,
                _ => counts.p += 1,
            }
        }
        counts
    }

    /// The best move at `vertex`: the fastest win, the slowest loss, or one
    /// that keeps the draw; the first of its kind. `None` where play is over.
    pub fn best(&self, graph: &Graph, vertex: u32) -> Option<u32> {
        let after = graph.successors(vertex).iter().copied();
        let label = |to: &u32| self.codes[*to as usize];
        match self.codes[vertex as usize] {
            DRAW => after.into_iter().find(|to| label(to) == DRAW),
            0 | 1 => None,
            // A P option of an N position has an even label; the least is wanted.
            mine if mine % 2 == 1 => after
                .into_iter()
                .find(|to| label(to).wrapping_add(3) == mine),
            mine => after
                .into_iter()
                .find(|to| label(to).wrapping_add(1) == mine),
        }
    }

    /// The best move at every vertex, `u32::MAX` where play is over.
    pub fn best_moves(&self, graph: &Graph) -> Vec<u32> {
        (0..self.len() as u32)
            .map(|v| self.best(graph, v).unwrap_or(u32::MAX))
            .collect()
    }
}

/// How many vertices have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The mover wins.
    pub n: u64,
    /// The mover loses.
    pub p: u64,
    /// Nobody can force a win.
    pub drawn: u64,
}

/// From this many vertices on, binning pays.
const LARGE: usize = 1 << 17;

/// Labels every vertex by the form that suits the graph, on up to `threads`
/// threads. The bytes needed are asked of the budget before they are taken.
pub fn solve(graph: &Graph, play: &Play, threads: usize, budget: &Budget) -> Result<Labels, Error> {
    if let Some(direction) = graph.direction() {
        return forward::solve(graph, direction, play, budget);
    }
    if graph.len() < LARGE {
        return plain::Plain::new(graph, budget)?.solve(play, budget);
    }
    fast::solve(graph, play, threads, budget)
}
