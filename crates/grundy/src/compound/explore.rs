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
use crate::game::{CONTINUE, Game, STOP, each_option};
use crate::solve::graph::Graph;
use crate::solve::sum::Flat;
use crate::text::Text;

/// The states found so far, numbered, and the moves between them.
pub struct Region<P> {
    numbers: FxHashMap<Vec<P>, u32>,
    states: u32,
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
        let flat = Flat::new(game);
        let mut region = Region {
            numbers: FxHashMap::default(),
            states: 0,
            edges: Vec::new(),
        };
        let mut open: Vec<Vec<P>> = Vec::new();
        for root in roots {
            let root = flat.canonical(root.clone());
            region.number(root, &mut open);
        }
        while let Some(state) = open.pop() {
            let from = region.numbers[&state];
            meter.state()?;
            let first = region.edges.len();
            let mut failed = None;
            let _ = each_option(&flat, &state, &mut |_, to| {
                if let Err(error) = meter.options(1) {
                    failed = Some(error);
                    return STOP;
                }
                let to = region.number(flat.canonical(to[0].clone()), &mut open);
                region.edges.push((from, to));
                CONTINUE
            });
            if let Some(error) = failed {
                return Err(error);
            }
            region.edges[first..].sort_unstable();
            let mut kept = first;
            for at in first..region.edges.len() {
                if at == first || region.edges[at] != region.edges[at - 1] {
                    region.edges[kept] = region.edges[at];
                    kept += 1;
                }
            }
            region.edges.truncate(kept);
            let entry = size_of::<(Vec<P>, u32)>() + size_of::<P>() * 2;
            let held = region.numbers.len() * entry + region.edges.len() * size_of::<(u32, u32)>();
            meter.bytes(held as u64)?;
        }
        Ok(region)
    }

    fn number(&mut self, state: Vec<P>, open: &mut Vec<Vec<P>>) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states;
        self.states += 1;
        self.numbers.insert(state.clone(), number);
        open.push(state);
        number
    }

    /// The number of a state that was reached.
    pub fn find<G: Game<Position = P>>(&self, game: &G, sum: &[P]) -> Option<u32> {
        let state = Flat::new(game).canonical(sum.to_vec());
        self.numbers.get(&state).copied()
    }

    /// How many states there are.
    pub fn states(&self) -> u32 {
        self.states
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
