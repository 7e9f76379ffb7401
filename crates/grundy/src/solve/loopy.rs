//! Games in which play can come back: win, loss or draw by retrograde
//! labelling.
//!
//! Everything that can be reached is explored first, then labelled from the
//! ends backwards ([`Graph::retrograde`], O(V+E)). A position is P if every
//! option is N, N if some option is P, and a draw if neither can be shown:
//! then neither player can force an end. The remoteness says how many
//! moves the winner needs against the longest defence; a move to a P-position
//! of smaller remoteness makes progress, so that a win is not put off for ever.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::game::{Flow, Game};
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::loopy::Loopy;
//!
//! /// Step down by one or, from even numbers, up by one, as far as 5.
//! struct UpAndDown;
//! impl Game for UpAndDown {
//!     type Position = u32;
//!     type Move = bool;
//!     fn options(&self, n: &u32, visit: &mut impl FnMut(bool, &[u32]) -> Flow) -> Flow {
//!         if *n > 0 { visit(false, &[n - 1])?; }
//!         if *n == 2 || *n == 4 { visit(true, &[n + 1])?; }
//!         Flow::Continue(())
//!     }
//! }
//!
//! let mut loopy = Loopy::new(&UpAndDown, Convention::Normal);
//! let mut meter = Budget::default().meter("retrograde");
//! let mut outcome = |n| loopy.label(&n, &mut meter).unwrap().outcome;
//! assert_eq!([0, 1, 2].map(&mut outcome), [Outcome::P, Outcome::N, Outcome::Draw]);
//! ```

use rustc_hash::FxHashMap;

use super::graph::{Graph, Label};
use super::splits;
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP};
use crate::outcome::Convention;

/// The explored part of one game under one convention. Moves that split are
/// [`Error::Unsupported`]: explore the game's [`Flat`](super::sum::Flat) form.
pub struct Loopy<G: Game> {
    game: G,
    convention: Convention,
    numbers: FxHashMap<G::Position, u32>,
    positions: Vec<G::Position>,
    edges: Vec<(u32, u32)>,
    labels: Vec<Label>,
}

impl<G: Game> Loopy<G> {
    /// Nothing explored yet. `game` may be a reference.
    pub fn new(game: G, convention: Convention) -> Self {
        Loopy {
            game,
            convention,
            numbers: FxHashMap::default(),
            positions: Vec::new(),
            edges: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// How many positions have been labelled.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether nothing has been labelled yet.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Outcome and remoteness of `position`.
    pub fn label(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Label, Error> {
        let position = self.game.canonical(position.clone());
        if let Some(number) = self.numbers.get(&position) {
            return Ok(self.labels[*number as usize]);
        }
        let number = self.number(position);
        if let Err(error) = self.explore(meter) {
            // Half a graph says nothing.
            self.numbers.clear();
            self.positions.clear();
            self.edges.clear();
            self.labels.clear();
            return Err(error);
        }
        let graph = Graph::from_edges(self.positions.len(), &self.edges);
        self.labels = graph.retrograde(self.convention, |v| {
            let winner = self.game.over(&self.positions[v as usize]);
            winner.map(|winner| winner.outcome())
        });
        Ok(self.labels[number as usize])
    }

    fn number(&mut self, position: G::Position) -> u32 {
        let next = self.positions.len() as u32;
        *self.numbers.entry(position).or_insert_with_key(|position| {
            self.positions.push(position.clone());
            next
        })
    }

    fn explore(&mut self, meter: &mut Meter) -> Result<(), Error> {
        let mut next = self.labels.len();
        let mut targets = Vec::new();
        while next < self.positions.len() {
            meter.state()?;
            let each = 2 * size_of::<G::Position>() + size_of::<Label>() + 8;
            let held = self.positions.len() * each + self.edges.len() * 16;
            meter.bytes(held as u64)?;
            let position = self.positions[next].clone();
            if self.game.over(&position).is_none() {
                let mut stopped = None;
                let game = &self.game;
                let _ = game.options(&position, &mut |_, to| {
                    match to {
                        [option] => targets.push(game.canonical(option.clone())),
                        _ => stopped = Some(splits()),
                    }
                    if targets.len().is_multiple_of(1 << 16)
                        && let Err(error) = meter.advance(1 << 16)
                    {
                        stopped = Some(error);
                    }
                    if stopped.is_some() { STOP } else { CONTINUE }
                });
                if let Some(error) = stopped {
                    return Err(error);
                }
            }
            for option in targets.drain(..) {
                let to = self.number(option);
                self.edges.push((next as u32, to));
            }
            next += 1;
        }
        Ok(())
    }
}
