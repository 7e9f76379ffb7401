//! From rules to an explicit graph: everything that can be reached.
//!
//! A state is one component: a sum of positions of the game, sorted, without
//! the parts in which no move is left ([`Flat`]). The graph holds each state
//! once and each pair of states at most once, so that the numbers of all
//! states cost O(V+E).
//!
//! Limits: the budget of the meter; games whose rules declare a winner before
//! the last move cannot be components, because the compound's own rules say
//! when play is over.

use rustc_hash::FxHashMap;

use super::numbers::Explored;
use crate::budget::Meter;
use crate::error::Error;
use crate::game::Game;
use crate::solve::graph::Graph;
use crate::solve::reach::Reach;
use crate::solve::sum::Flat;
use crate::text::Text;

/// The states that can be reached, numbered, and the moves between them.
pub struct Region<P> {
    numbers: FxHashMap<Vec<P>, u32>,
    edges: Vec<(u32, u32)>,
}

impl<P: Clone + Ord + std::hash::Hash> Region<P> {
    /// Everything that can be reached from `roots`.
    pub fn explore<G: Game<Position = P>>(
        game: &G,
        roots: &[Vec<P>],
        meter: &mut Meter,
    ) -> Result<Self, Error> {
        if game.declares_ends() {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "a game whose rules declare a winner before the last move cannot be a component",
                    "规则在最后一步之前宣布胜者的游戏不能作为分量",
                ),
            });
        }
        let reach = Reach::explore(Flat::new(game), roots.iter().cloned(), meter)?;
        let (places, graph) = reach.into_parts();
        Ok(Region {
            numbers: places.into_numbers(),
            edges: graph.pairs().collect(),
        })
    }

    /// The number of a state that was reached.
    pub fn find<G: Game<Position = P>>(&self, game: &G, sum: &[P]) -> Option<u32> {
        let state = Flat::new(game).canonical(sum.to_vec());
        self.numbers.get(&state).copied()
    }

    /// How many states there are.
    pub fn states(&self) -> u32 {
        self.numbers.len() as u32
    }

    /// The moves, each pair of states once.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }
}

/// Everything that can be reached from `components`, with its numbers, and the
/// node of each component.
pub fn explore<G: Game>(
    game: &G,
    components: &[Vec<G::Position>],
    meter: &mut Meter,
) -> Result<(Explored, Vec<u32>), Error> {
    let region = Region::explore(game, components, meter)?;
    let graph = Graph::from_edges(region.states() as usize, region.edges());
    let nodes = components
        .iter()
        .filter_map(|component| region.find(game, component))
        .collect();
    Ok((Explored::new(graph)?, nodes))
}
