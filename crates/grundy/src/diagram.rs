//! The graph of a game: every position that can be reached, labelled.
//!
//! Positions that are the same by symmetry or by the order of components are
//! one vertex. The labels cost O(V+E), with draws where positions may come
//! back; the pictures are
//! made by [`crate::picture`].

use crate::budget::Budget;
use crate::erased::{Erased, Position};
use crate::error::Error;
use crate::game::Game;
use crate::outcome::{Convention, Outcome};
use crate::solve::reach::Reach;
use crate::solve::sum::Flat;
use crate::solve::{loopy, retrograde};

/// A labelled game graph.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The vertices; the start is the first.
    pub vertices: Vec<Vertex>,
    /// Moves, from vertex to vertex, without repetition.
    pub edges: Vec<(u32, u32)>,
}

impl Diagram {
    /// Whether the move from one vertex to another wins.
    pub fn is_winning(&self, from: u32, to: u32) -> bool {
        self.vertices[from as usize].outcome == Outcome::N
            && self.vertices[to as usize].outcome == Outcome::P
    }
}

/// A position of a diagram.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The position as its game writes it.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, in normal play without declared ends, where it is a
    /// number.
    pub value: Option<u32>,
}

/// Explores everything that can be reached from `sum`.
pub fn diagram(
    game: &Erased<'_>,
    sum: &[Position],
    convention: Convention,
    budget: &Budget,
) -> Result<Diagram, Error> {
    let budget = &budget.clone().as_one();
    let _scope = budget.scope();
    let mut meter = budget.meter("drawing");
    let reach = Reach::explore(Flat::new(game), [sum.to_vec()], &mut meter)?;
    let graph = reach.graph();
    let positions = reach.places().positions();
    let valued = convention == Convention::Normal && !game.declares_ends();
    let play = reach.play(convention);
    let labels = retrograde::solve(graph, &play, 1, budget)?;
    let values: Option<Vec<Option<u32>>> = match (valued, game.may_cycle()) {
        (false, true) => None,
        (true, true) => {
            let values = loopy::Values::new(graph, budget)?;
            Some((0..graph.len() as u32).map(|v| values.finite(v)).collect())
        }
        (_, false) => {
            let order = graph.order().map_err(|error| match error {
                Error::Cycle { cycle } => Error::Cycle {
                    cycle: cycle
                        .iter()
                        .filter_map(|v| Some(game.write(positions.get(v.parse::<usize>().ok()?)?)))
                        .collect(),
                },
                other => other,
            })?;
            let values = graph.values(&order).into_iter().map(Some);
            valued.then(|| values.collect())
        }
    };
    let mut vertices = Vec::with_capacity(positions.len());
    let mut written = 0;
    for (v, position) in (0u32..).zip(&positions) {
        let position = game.write(position);
        written += position.len() as u64;
        // Each is written again into the picture.
        meter.bytes(written.saturating_mul(2))?;
        vertices.push(Vertex {
            position,
            outcome: labels.outcome(v),
            value: values.as_ref().and_then(|values| values[v as usize]),
        });
    }
    let edges = graph.pairs().collect();
    Ok(Diagram { vertices, edges })
}
