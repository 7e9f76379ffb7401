//! The graph of a game: every position that can be reached, labelled.
//!
//! Positions that are the same by symmetry or by the order of components are
//! one vertex. The labels come from [`Graph`] in O(V+E); the pictures are
//! made by [`crate::picture`].

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, each_option};
use crate::outcome::{Convention, Outcome};
use crate::solve::graph::Graph;
use crate::solve::sum::Flat;

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
    /// The Grundy value, in normal play without declared ends.
    pub value: Option<u32>,
}

/// Explores everything that can be reached from `sum`.
pub fn diagram<G: Game>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
    budget: &Budget,
) -> Result<Diagram, Error> {
    let mut meter = budget.meter("drawing");
    let flat = Flat::new(game);
    let start = flat.canonical(sum.to_vec());
    let mut numbers = FxHashMap::from_iter([(start.clone(), 0u32)]);
    let mut positions = vec![start];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        meter.state()?;
        let from = next as u32;
        let position = positions[next].clone();
        next += 1;
        if flat.over(&position).is_some() {
            continue;
        }
        let mut targets = Vec::new();
        let mut failed = None;
        let _ = each_option(&flat, &position, &mut |_, to| {
            if targets.len() as u64 > budget.states() {
                failed = meter.advance(targets.len() as u64).err();
                return STOP;
            }
            let to = flat.canonical(to[0].clone());
            targets.push(*numbers.entry(to).or_insert_with_key(|to| {
                positions.push(to.clone());
                positions.len() as u32 - 1
            }));
            CONTINUE
        });
        if let Some(error) = failed {
            return Err(error);
        }
        targets.sort_unstable();
        targets.dedup();
        edges.extend(targets.into_iter().map(|to| (from, to)));
    }
    let graph = Graph::from_edges(positions.len(), &edges);
    let order = graph.order().map_err(|error| match error {
        Error::Cycle { cycle } => Error::Cycle {
            cycle: cycle
                .iter()
                .filter_map(|v| Some(game.write(positions.get(v.parse::<usize>().ok()?)?)))
                .collect(),
        },
        other => other,
    })?;
    let declared = |v: u32| flat.over(&positions[v as usize]).map(|w| w.outcome());
    let outcomes = graph.outcomes_with(&order, convention, declared);
    let valued = convention == Convention::Normal && !game.declares_ends();
    let values = valued.then(|| graph.values(&order));
    let vertices = positions
        .iter()
        .enumerate()
        .map(|(v, position)| Vertex {
            position: game.write(position),
            outcome: outcomes[v],
            value: values.as_ref().map(|values| values[v]),
        })
        .collect();
    Ok(Diagram { vertices, edges })
}
