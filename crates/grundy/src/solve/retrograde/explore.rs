//! Retrograde analysis of a game given by its rules.
//!
//! Everything that can be reached from a sum of positions is explored once,
//! breadth first, within the budget; then the graph is labelled. Positions
//! that are the same by symmetry or by the order of components are one
//! vertex. Play may come back: what the searches of [`crate::solve::memo`]
//! and [`crate::solve::outcomes`] refuse as [`Error::Cycle`] is answered here,
//! with draws.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::game::{Flow, Game};
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::retrograde::explore;
//!
//! /// A token on a ring of nine points moves on by one or by four; from
//! /// point 0 there is no move.
//! struct Ring;
//!
//! impl Game for Ring {
//!     type Position = u32;
//!     type Move = u32;
//!     fn options(&self, at: &u32, visit: &mut impl FnMut(u32, &[u32]) -> Flow) -> Flow {
//!         let steps: &[u32] = if *at == 0 { &[] } else { &[1, 4] };
//!         steps.iter().try_for_each(|step| visit(*step, &[(at + step) % 9]))
//!     }
//! }
//!
//! let solved = explore(&Ring, &[3], Convention::Normal, &Budget::default()).unwrap();
//! assert_eq!(solved.outcome(&[3]), Some(Outcome::N));
//! assert_eq!(solved.remoteness(&[3]), Some(3));
//! assert_eq!(solved.best(&[3]).unwrap().mv, 1); // to 4: both 5 and 8 reach 0
//! ```
//!
//! Limits: fewer than 2^31 positions. A sum is explored as a whole;
//! [`crate::solve::cyclic`] values its components one by one where it can.

use super::{Labels, solve};
use crate::answer::{Answer, Status, SumMove};
use crate::budget::Budget;
use crate::error::Error;
use crate::game::{CONTINUE, Game};
use crate::outcome::{Convention, Outcome};
use crate::solve::graph::Graph;
use crate::solve::reach::Reach;
use crate::solve::sum::Flat;
use crate::text::Text;

/// All that can be reached from some positions of a game whose moves never
/// split, labelled.
pub struct Labelled<H: Game> {
    reach: Reach<H>,
    labels: Labels,
}

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// Who wins after it, seen from there.
    pub outcome: Outcome,
    /// The remoteness after it, unless it leads to a draw.
    pub remoteness: Option<u32>,
}

impl<M> Judged<M> {
    /// The smaller, the better for whoever moves: a win, the sooner the
    /// better, then a draw, then a loss, the later the better.
    fn rank(&self) -> (u8, u32) {
        match (self.outcome, self.remoteness) {
            (Outcome::P, Some(remoteness)) => (0, remoteness),
            (Outcome::N, Some(remoteness)) => (2, u32::MAX - remoteness),
            _ => (1, 0),
        }
    }
}

impl<H: Game> Labelled<H> {
    /// Explores everything that can be reached from `roots` and labels it.
    /// `game` may be a reference.
    pub fn explore(
        game: H,
        roots: impl IntoIterator<Item = H::Position>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let reach = Reach::explore(game, roots, &mut budget.meter("exploring"))?;
        let labels = solve(reach.graph(), &reach.play(convention), 1, budget)?;
        Ok(Labelled { reach, labels })
    }

    /// How many positions were reached.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether nothing was reached.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The graph of what was reached.
    pub fn reach(&self) -> &Reach<H> {
        &self.reach
    }

    /// Who wins at `position`, if it was reached.
    pub fn outcome(&self, position: &H::Position) -> Option<Outcome> {
        let number = self.reach.places().number(position)?;
        Some(self.labels.outcome(number))
    }

    /// The number of moves until play is over; `None` for a draw, or if
    /// `position` was not reached.
    pub fn remoteness(&self, position: &H::Position) -> Option<u32> {
        self.labels
            .remoteness(self.reach.places().number(position)?)
    }

    /// All moves of `position`, judged. None where play is over.
    pub fn moves(&self, position: &H::Position) -> Vec<Judged<H::Move>> {
        let mut judged = Vec::new();
        let places = self.reach.places();
        let game = places.game();
        if game.over(position).is_some() {
            return judged;
        }
        let _ = game.options(position, &mut |mv, to| {
            if let Some(number) = to.first().and_then(|to| places.number(to)) {
                judged.push(Judged {
                    mv,
                    outcome: self.labels.outcome(number),
                    remoteness: self.labels.remoteness(number),
                });
            }
            CONTINUE
        });
        judged
    }

    /// The best move: the fastest win, the slowest loss, or one that keeps
    /// the draw.
    pub fn best(&self, position: &H::Position) -> Option<H::Move> {
        let moves = self.moves(position).into_iter();
        moves.min_by_key(Judged::rank).map(|judged| judged.mv)
    }

    /// The moves that keep the outcome of `position`: those that win, the
    /// fastest first, or those that hold the draw; none where it is lost.
    pub fn keeping(&self, position: &H::Position) -> Vec<H::Move> {
        let Some(wanted) = self.outcome(position).and_then(Outcome::to_leave) else {
            return Vec::new();
        };
        let mut moves = self.moves(position);
        moves.retain(|judged| judged.outcome == wanted);
        moves.sort_by_key(Judged::rank);
        moves.into_iter().map(|judged| judged.mv).collect()
    }
}

/// All that can be reached from a sum of positions, labelled.
pub struct Explored<'g, G: Game>(Labelled<Flat<'g, G>>);

/// Explores everything that can be reached from `sum` and labels it.
pub fn explore<'g, G: Game>(
    game: &'g G,
    sum: &[G::Position],
    convention: Convention,
    budget: &Budget,
) -> Result<Explored<'g, G>, Error> {
    explore_all(game, &[sum.to_vec()], convention, budget)
}

/// As [`explore()`], from several sums at once.
pub fn explore_all<'g, G: Game>(
    game: &'g G,
    sums: &[Vec<G::Position>],
    convention: Convention,
    budget: &Budget,
) -> Result<Explored<'g, G>, Error> {
    let roots = sums.iter().cloned();
    let labelled = Labelled::explore(Flat::new(game), roots, convention, budget)?;
    Ok(Explored(labelled))
}

impl<G: Game> Explored<'_, G> {
    /// How many positions were reached.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was reached.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The graph of what was reached.
    pub fn graph(&self) -> &Graph {
        self.0.reach().graph()
    }

    /// The vertex of `sum`, if it was reached.
    pub fn number(&self, sum: &[G::Position]) -> Option<u32> {
        self.0.reach().places().number(&sum.to_vec())
    }

    /// Who wins at `sum`, if it was reached.
    pub fn outcome(&self, sum: &[G::Position]) -> Option<Outcome> {
        self.0.outcome(&sum.to_vec())
    }

    /// The number of moves until play is over; `None` for a draw, or if `sum`
    /// was not reached.
    pub fn remoteness(&self, sum: &[G::Position]) -> Option<u32> {
        self.0.remoteness(&sum.to_vec())
    }

    /// All moves of `sum`, judged. None where play is over.
    pub fn moves(&self, sum: &[G::Position]) -> Vec<Judged<SumMove<G::Move>>> {
        self.0.moves(&sum.to_vec())
    }

    /// The best move: the fastest win, the slowest loss, or one that keeps
    /// the draw.
    pub fn best(&self, sum: &[G::Position]) -> Option<SumMove<G::Move>> {
        self.0.best(&sum.to_vec())
    }

    /// The answer for `sum`, if it was reached, with at most `most` winning
    /// moves, the fastest first, or drawing moves.
    pub fn answer(&self, sum: &[G::Position], most: usize) -> Option<Answer<SumMove<G::Move>>> {
        let outcome = self.outcome(sum)?;
        let mut winning_moves = self.0.keeping(&sum.to_vec());
        let truncated = winning_moves.len() > most;
        winning_moves.truncate(most);
        let (positions, remoteness) = (self.len(), self.remoteness(sum));
        let (until_en, until_zh) = match remoteness {
            Some(moves) => (
                format!("; over after {moves} moves"),
                format!("；{moves} 步后结束"),
            ),
            None => Default::default(),
        };
        Some(Answer {
            outcome,
            value: None,
            remoteness,
            winning_moves,
            truncated,
            reason: Text::new(
                format!("retrograde analysis of {positions} positions{until_en}"),
                format!("对 {positions} 个局面作逆向分析{until_zh}"),
            ),
            status: Status::Computed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Flow;
    use crate::outcome::Winner;

    /// Positions 0, 1, 2, …; one may always go up.
    struct Endless;

    impl Game for Endless {
        type Position = u64;
        type Move = u64;
        fn options(&self, at: &u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
            visit(1, &[at + 1])
        }
    }

    /// A position with endlessly many options.
    struct Wide;

    impl Game for Wide {
        type Position = u64;
        type Move = u64;
        fn options(&self, _: &u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
            (0..).try_for_each(|to| visit(to, &[to]))
        }
    }

    #[test]
    fn endless_games_end_at_the_budget() {
        let budget = Budget::default().with_states(10_000);
        let endless = explore(&Endless, &[0], Convention::Normal, &budget).err();
        assert!(matches!(endless, Some(Error::OverBudget { .. })));
        let wide = explore(&Wide, &[0], Convention::Normal, &budget).err();
        assert!(matches!(wide, Some(Error::OverBudget { .. })));
        let bytes = Budget::default().with_bytes(1 << 16);
        let endless = explore(&Endless, &[0], Convention::Normal, &bytes).err();
        assert!(matches!(endless, Some(Error::OverBudget { .. })));
    }

    /// A walk on a line from 0 to 5 in steps of one; whoever arrives at 5
    /// wins, whoever arrives at 0 loses.
    struct Walk;

    impl Game for Walk {
        type Position = i8;
        type Move = i8;
        fn options(&self, at: &i8, visit: &mut impl FnMut(i8, &[i8]) -> Flow) -> Flow {
            [-1, 1]
                .into_iter()
                .try_for_each(|step| visit(step, &[at + step]))
        }
        fn declares_ends(&self) -> bool {
            true
        }
        fn over(&self, at: &i8) -> Option<Winner> {
            match at {
                5 => Some(Winner::Previous),
                0 => Some(Winner::Next),
                _ => None,
            }
        }
    }

    #[test]
    fn declared_ends_of_both_kinds() {
        let solved = explore(&Walk, &[2], Convention::Normal, &Budget::default()).unwrap();
        assert_eq!(solved.len(), 6);
        let outcomes = [0, 1, 2, 3, 4, 5].map(|at| solved.outcome(&[at]).unwrap());
        use Outcome::*;
        // From 1 one may step to 2, from 2 to 1 and so on, but 4 wins at once
        // and 3 must not go there.
        assert_eq!(outcomes, [N, Draw, Draw, Draw, N, P]);
        assert_eq!(solved.best(&[1]).unwrap().mv, 1);
        assert_eq!(solved.best(&[3]).unwrap().mv, -1);
        assert_eq!(solved.best(&[4]).unwrap().mv, 1);
        assert_eq!(solved.best(&[5]), None);
        let answer = solved.answer(&[4], 9).unwrap();
        assert_eq!((answer.outcome, answer.winning_moves.len()), (N, 1));
        assert_eq!(solved.outcome(&[9]), None);
    }
}
