//! Everything that can be reached from some positions, as an explicit graph.
//!
//! Each position is a vertex, numbered in the order in which it was first
//! seen; positions that are the same by symmetry are one vertex, and parallel
//! moves one edge. Labels of any kind then cost O(V+E): see
//! [`super::retrograde`], [`super::loopy`] and [`Graph`] itself.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::solve::reach::Reach;
//! use grundy::solve::sum::Flat;
//! let start = [2u8, 1].map(Into::into).to_vec();
//! let mut meter = Budget::default().meter("exploring");
//! let reach = Reach::explore(Flat::new(&Nim), [start], &mut meter).unwrap();
//! assert_eq!(reach.graph().len(), 5); // 1,2 - 1,1 - 2 - 1 - nothing
//! ```
//!
//! Limits: fewer than 2^31 positions and 2^32 moves, and the budget of the
//! meter. A game whose moves split is explored in its
//! [`Flat`](super::sum::Flat) form.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::graph::{Graph, check_size};
use super::{CHARGED_AT_ONCE, room, room_of_list, room_of_table};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{BYTES_PER_STATE, CONTINUE, Game, STOP, weight};
use crate::outcome::{Convention, Winner};
use crate::solve::retrograde::Play;

/// Which vertex a position is.
pub struct Places<H: Game> {
    game: H,
    numbers: FxHashMap<H::Position, u32>,
}

impl<H: Game> Places<H> {
    /// The game.
    pub fn game(&self) -> &H {
        &self.game
    }

    /// The vertex of `position`, if it was reached.
    pub fn number(&self, position: &H::Position) -> Option<u32> {
        let position = self.game.canonical(position.clone());
        self.numbers.get(&position).copied()
    }

    /// The positions as they were numbered.
    pub fn positions(&self) -> Vec<&H::Position> {
        let mut positions: Vec<_> = self.numbers.iter().collect();
        positions.sort_unstable_by_key(|(_, number)| **number);
        positions
            .into_iter()
            .map(|(position, _)| position)
            .collect()
    }

    /// The numbers of all positions.
    pub fn into_numbers(self) -> FxHashMap<H::Position, u32> {
        self.numbers
    }
}

/// The graph of all positions that can be reached.
pub struct Reach<H: Game> {
    places: Places<H>,
    graph: Graph,
    declared: Vec<(u32, Winner)>,
}

impl<H: Game> Reach<H> {
    /// Explores everything that can be reached from `roots`, breadth first.
    /// The first root is vertex 0. `game` may be a reference.
    pub fn explore(
        game: H,
        roots: impl IntoIterator<Item = H::Position>,
        meter: &mut Meter,
    ) -> Result<Self, Error> {
        let mut frontier = Frontier {
            numbers: FxHashMap::default(),
            waiting: VecDeque::new(),
            targets: Vec::new(),
            weight: 0,
        };
        for root in roots {
            frontier.number(&game, game.canonical(root));
            meter.bytes(frontier.bytes())?;
        }
        let mut first = vec![0u32];
        let mut declared = Vec::new();
        while let Some(position) = frontier.waiting.pop_front() {
            meter.advance(weight(&game, &position))?;
            match game.over(&position) {
                Some(winner) => declared.push((first.len() as u32 - 1, winner)),
                None => frontier.expand(&game, &position, meter)?,
            }
            let (vertices, edges) = (frontier.numbers.len(), frontier.targets.len());
            check_size(vertices as u64, edges as u64)?;
            first.push(edges as u32);
        }
        Ok(Reach {
            places: Places {
                game,
                numbers: frontier.numbers,
            },
            graph: Graph::from_parts(first, frontier.targets)?,
            declared,
        })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Which vertex a position is.
    pub fn places(&self) -> &Places<H> {
        &self.places
    }

    /// When play is over: where the rules declare it, and where there is no
    /// move.
    pub fn play(&self, convention: Convention) -> Play {
        let play = Play::new(convention);
        self.declared
            .iter()
            .fold(play, |play, (v, winner)| play.with_declared(*v, *winner))
    }

    /// The vertices of the positions, and the graph.
    pub fn into_parts(self) -> (Places<H>, Graph) {
        (self.places, self.graph)
    }
}

/// What was seen and not looked at yet.
struct Frontier<P> {
    numbers: FxHashMap<P, u32>,
    waiting: VecDeque<P>,
    targets: Vec<u32>,
    /// How much the positions seen weigh.
    weight: u64,
}

impl<P: Clone + Eq + std::hash::Hash> Frontier<P> {
    fn number<H: Game<Position = P>>(&mut self, game: &H, position: P) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(position).or_insert_with_key(|position| {
            // Held by the table and, until it is looked at, by the queue.
            self.weight += 2 * weight(game, position);
            self.waiting.push_back(position.clone());
            next
        })
    }

    /// What the lists and the table take; lists in a position count by its
    /// weight.
    fn bytes(&self) -> u64 {
        let (length, capacity) = (self.waiting.len(), self.waiting.capacity());
        room_of_table(&self.numbers)
            + room(length, capacity, size_of::<P>())
            + BYTES_PER_STATE * self.weight
            + room_of_list(&self.targets)
    }

    /// Numbers the options of `position`, and adds each once to the targets.
    fn expand<H: Game<Position = P>>(
        &mut self,
        game: &H,
        position: &P,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let row = self.targets.len();
        let mut failed = None;
        let mut looked_at = 0;
        let mut charged_weight = self.weight;
        let _ = game.targets(position, &mut |to| {
            looked_at += 1;
            if let Err(error) = meter.poll_sometimes() {
                failed = Some(error);
                return STOP;
            }
            // Few long positions take as much as many short ones.
            if looked_at == CHARGED_AT_ONCE || self.weight - charged_weight > CHARGED_AT_ONCE {
                let charged = meter.options(looked_at);
                looked_at = 0;
                charged_weight = self.weight;
                if let Err(error) = charged.and_then(|()| meter.bytes(self.bytes())) {
                    failed = Some(error);
                    return STOP;
                }
            }
            let [to] = to else {
                failed = Some(super::splits());
                return STOP;
            };
            let to = game.representative(to);
            let known = self.numbers.get(&*to).copied();
            let number = known.unwrap_or_else(|| self.number(game, to.into_owned()));
            self.targets.push(number);
            CONTINUE
        });
        if let Some(error) = failed {
            return Err(error);
        }
        meter.options(looked_at)?;
        meter.bytes(self.bytes())?;
        self.targets[row..].sort_unstable();
        let mut kept = row;
        for at in row..self.targets.len() {
            if at == row || self.targets[at] != self.targets[kept - 1] {
                self.targets[kept] = self.targets[at];
                kept += 1;
            }
        }
        self.targets.truncate(kept);
        Ok(())
    }
}
