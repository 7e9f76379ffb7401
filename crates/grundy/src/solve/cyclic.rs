//! Games whose rules say that positions may come back ([`Game::may_cycle`]):
//! who wins, how, and how play ends.
//!
//! One component, misère play and declared ends: everything that can be
//! reached is labelled as a whole by retrograde analysis
//! ([`super::retrograde`]). The answer is win, lose or draw with its
//! remoteness; the best move is the fastest win, the slowest loss, or one that
//! holds the draw.
//!
//! Several components in normal play: each is valued on its own by a number or
//! by ∞(A) ([`super::loopy`]), so that a sum costs the sum of its components
//! and not their product. The best move then makes progress by the counter
//! function, and a won position is never repeated.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::game::{Flow, Game};
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::cyclic::Cyclic;
//!
//! /// One step down, or from 2 back up to 3.
//! struct Stairs;
//!
//! impl Game for Stairs {
//!     type Position = u32;
//!     type Move = u32;
//!     fn options(&self, at: &u32, visit: &mut impl FnMut(u32, &[u32]) -> Flow) -> Flow {
//!         if *at > 0 { visit(at - 1, &[at - 1])?; }
//!         if *at == 2 { visit(3, &[3])?; }
//!         Flow::Continue(())
//!     }
//!     fn may_cycle(&self) -> bool { true }
//! }
//!
//! let budget = Budget::default();
//! let alone = Cyclic::new(&Stairs, &[vec![3]], Convention::Normal, &budget).unwrap();
//! assert_eq!(alone.outcome(&[3]), Some(Outcome::Draw)); // 3 → 2 → 3 → …
//! let sum = Cyclic::new(&Stairs, &[vec![2, 1]], Convention::Normal, &budget).unwrap();
//! assert_eq!(sum.outcome(&[2, 1]), Some(Outcome::N)); // 2 → 1, and then in pairs
//! ```
//!
//! Limits: those of [`super::reach`]. The value of one component costs O(V+E)
//! for each number that occurs.

use super::loopy::{Value, Values};
use super::reach::{Places, Reach};
use super::retrograde::explore::{Explored, explore_all};
use super::sum::Flat;
use crate::answer::{Answer, Status, SumMove};
use crate::budget::Budget;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP, each_option};
use crate::outcome::{Convention, Outcome};
use crate::text::{Lang, Text};

/// Sums of a game whose positions may come back, solved.
pub enum Cyclic<'g, G: Game> {
    /// Labelled as wholes.
    Whole(Explored<'g, G>),
    /// Valued component by component.
    Apart(Apart<'g, G>),
}

/// Components, each with its value.
pub struct Apart<'g, G: Game> {
    places: Places<Flat<'g, G>>,
    values: Values<'static>,
}

impl<'g, G: Game> Cyclic<'g, G> {
    /// Solves `sums` and all that can be reached from them.
    pub fn new(
        game: &'g G,
        sums: &[Vec<G::Position>],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Error> {
        if has_values(game, convention) && sums.iter().any(|sum| sum.len() > 1) {
            let components = sums.iter().flatten().map(|part| vec![part.clone()]);
            let mut meter = budget.meter("exploring");
            let reach = Reach::explore(Flat::new(game), components, &mut meter)?;
            let (places, graph) = reach.into_parts();
            let values = Values::owning(graph, budget)?;
            return Ok(Cyclic::Apart(Apart { places, values }));
        }
        Ok(Cyclic::Whole(explore_all(game, sums, convention, budget)?))
    }

    /// As [`Cyclic::new`], so that whole games can be played on it: where
    /// moves split a component, its parts are not valued apart.
    pub fn for_play(
        game: &'g G,
        sum: &[G::Position],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let sums = [sum.to_vec()];
        match Self::new(game, &sums, convention, budget)? {
            Cyclic::Apart(apart) if apart.splits() => {
                Ok(Cyclic::Whole(explore_all(game, &sums, convention, budget)?))
            }
            solved => Ok(solved),
        }
    }

    /// How many positions were reached.
    pub fn len(&self) -> usize {
        match self {
            Cyclic::Whole(whole) => whole.len(),
            Cyclic::Apart(apart) => apart.values.graph().len(),
        }
    }

    /// Whether nothing was reached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who wins, if `sum` was reached.
    pub fn outcome(&self, sum: &[G::Position]) -> Option<Outcome> {
        match self {
            Cyclic::Whole(whole) => whole.outcome(sum),
            Cyclic::Apart(apart) => Some(apart.values.sum(&apart.nodes(sum)?).outcome()),
        }
    }

    /// The best move, if there is one and `sum` was reached. Whoever plays it
    /// in a won position wins in the end.
    pub fn best(&self, sum: &[G::Position]) -> Option<SumMove<G::Move>> {
        match self {
            Cyclic::Whole(whole) => whole.best(sum),
            Cyclic::Apart(apart) => apart.best(sum),
        }
    }

    /// The loopy values of `sums` in normal play; none for games without.
    pub fn values<'s>(
        &self,
        game: &G,
        sums: impl Iterator<Item = &'s Vec<G::Position>>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Option<Value>>, Error>
    where
        G::Position: 's,
    {
        match self {
            Cyclic::Whole(_) if !has_values(game, convention) => Ok(sums.map(|_| None).collect()),
            Cyclic::Whole(whole) => {
                let values = Values::new(whole.graph(), budget)?;
                let value = |sum: &Vec<_>| Some(values.value(whole.number(sum)?));
                Ok(sums.map(value).collect())
            }
            Cyclic::Apart(apart) => {
                let value = |sum: &Vec<_>| Some(apart.values.sum(&apart.nodes(sum)?));
                Ok(sums.map(value).collect())
            }
        }
    }
}

impl<'g, G: Game> Apart<'g, G> {
    fn splits(&self) -> bool {
        let mut states = self.places.positions().into_iter();
        states.any(|state| state.len() > 1)
    }

    fn node(&self, part: &[G::Position]) -> Option<u32> {
        self.places.number(&part.to_vec())
    }

    fn nodes(&self, sum: &[G::Position]) -> Option<Vec<u32>> {
        let parts = sum.iter();
        parts
            .map(|part| self.node(std::slice::from_ref(part)))
            .collect()
    }

    /// Names the moves of one component with the vertices they lead to.
    fn each_move(
        &self,
        sum: &[G::Position],
        component: usize,
        visit: &mut dyn FnMut(SumMove<G::Move>, u32) -> Flow,
    ) -> Flow {
        let game = self.places.game().game();
        each_option(game, &sum[component], &mut |mv, to| match self.node(to) {
            Some(to) => visit(SumMove { component, mv }, to),
            None => CONTINUE,
        })
    }

    fn best(&self, sum: &[G::Position]) -> Option<SumMove<G::Move>> {
        let (component, wanted) = self.values.best(&self.nodes(sum)?)?;
        let mut found = None;
        let _ = self.each_move(sum, component, &mut |mv, to| {
            if to == wanted {
                found = Some(mv);
                return STOP;
            }
            CONTINUE
        });
        found
    }

    /// The moves that keep the outcome, the best one first.
    fn keeping(
        &self,
        sum: &[G::Position],
        nodes: &[u32],
        outcome: Outcome,
    ) -> Vec<SumMove<G::Move>> {
        let Some(wanted) = outcome.to_leave() else {
            return Vec::new();
        };
        let best = self.best(sum);
        let mut moves: Vec<_> = best.into_iter().collect();
        let after = self.values.after(nodes);
        for component in 0..sum.len() {
            let _ = self.each_move(sum, component, &mut |mv, to| {
                if after.outcome(component, to) == wanted && moves.first() != Some(&mv) {
                    moves.push(mv);
                }
                CONTINUE
            });
        }
        moves
    }
}

fn has_values<G: Game>(game: &G, convention: Convention) -> bool {
    convention == Convention::Normal && !game.declares_ends()
}

/// The answer for a sum of a game whose positions may come back, from its
/// rules alone, with at most `most` moves. The value is left out on request.
pub fn answer<G: Game>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
    most: usize,
    outcome_only: bool,
    budget: &Budget,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let sums = [sum.to_vec()];
    let solved = Cyclic::new(game, &sums, convention, budget)?;
    let value = match outcome_only {
        true => None,
        false => solved
            .values(game, sums.iter(), convention, budget)?
            .pop()
            .flatten(),
    };
    let answered = match &solved {
        Cyclic::Whole(whole) => whole.answer(sum, most),
        Cyclic::Apart(apart) => apart.answer(sum, most),
    };
    let Some(mut answer) = answered else {
        unreachable!("the start is always reached")
    };
    match value {
        Some(Value::Finite(value)) => answer.value = Some(value.into()),
        Some(infinite) => {
            let (en, zh) = (answer.reason.get(Lang::En), answer.reason.get(Lang::Zh));
            answer.reason = Text::new(
                format!("{en}; the loopy value is {infinite}"),
                format!("{zh}；循环 SG 值为 {infinite}"),
            );
        }
        None => {}
    }
    Ok(answer)
}

impl<G: Game> Apart<'_, G> {
    fn answer(&self, sum: &[G::Position], most: usize) -> Option<Answer<SumMove<G::Move>>> {
        let nodes = self.nodes(sum)?;
        let outcome = self.values.sum(&nodes).outcome();
        let mut winning_moves = self.keeping(sum, &nodes, outcome);
        let truncated = winning_moves.len() > most;
        winning_moves.truncate(most);
        let positions = self.values.graph().len();
        Some(Answer {
            outcome,
            value: None,
            remoteness: None,
            winning_moves,
            truncated,
            reason: Text::new(
                format!("loopy values of {positions} positions of the components"),
                format!("由各分量的 {positions} 个局面的循环 SG 值得出"),
            ),
            status: Status::Computed,
        })
    }
}
