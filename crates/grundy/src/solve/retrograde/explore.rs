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
//! Limits: fewer than 2^31 positions. A sum is explored as a whole; where
//! every component is a vertex of one graph, [`crate::solve::loopy`] values
//! them one by one.

use rustc_hash::FxHashMap;

use super::{Labels, Play, solve};
use crate::answer::{Answer, Status, SumMove};
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP};
use crate::outcome::{Convention, Outcome};
use crate::solve::CHARGED_AT_ONCE;
use crate::solve::graph::{Graph, check_size};
use crate::solve::sum::Flat;
use crate::text::Text;

/// All that can be reached from a position, labelled.
pub struct Explored<'g, G: Game> {
    flat: Flat<'g, G>,
    numbers: FxHashMap<Vec<G::Position>, u32>,
    labels: Labels,
}

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub mv: SumMove<M>,
    /// Who wins after it, seen from there.
    pub outcome: Outcome,
    /// The remoteness after it, unless it leads to a draw.
    pub remoteness: Option<u32>,
}

/// Explores everything that can be reached from `sum` and labels it.
pub fn explore<'g, G: Game>(
    game: &'g G,
    sum: &[G::Position],
    convention: Convention,
    budget: &Budget,
) -> Result<Explored<'g, G>, Error> {
    let flat = Flat::new(game);
    let mut meter = budget.meter("exploring");
    let start = flat.canonical(sum.to_vec());
    let mut numbers = FxHashMap::from_iter([(start.clone(), 0u32)]);
    let mut waiting = vec![start];
    let mut play = Play::new(convention);
    let (mut first, mut targets) = (vec![0u32], Vec::new());
    let mut next = 0;
    while next < waiting.len() {
        meter.state()?;
        // The table keeps a copy; this one is not needed again.
        let position = std::mem::take(&mut waiting[next]);
        match flat.over(&position) {
            Some(winner) => play = play.with_declared(next as u32, winner),
            None => expand(
                &flat,
                &position,
                &mut numbers,
                &mut waiting,
                &mut targets,
                &mut meter,
            )?,
        }
        check_size(waiting.len() as u64, targets.len() as u64)?;
        first.push(targets.len() as u32);
        next += 1;
    }
    drop(waiting);
    let graph = Graph::from_parts(first, targets)?;
    let labels = solve(&graph, &play, 1, budget)?;
    Ok(Explored {
        flat,
        numbers,
        labels,
    })
}

/// Numbers the options of `position`, and adds each once to `targets`.
fn expand<G: Game>(
    flat: &Flat<'_, G>,
    position: &Vec<G::Position>,
    numbers: &mut FxHashMap<Vec<G::Position>, u32>,
    waiting: &mut Vec<Vec<G::Position>>,
    targets: &mut Vec<u32>,
    meter: &mut Meter,
) -> Result<(), Error> {
    let row = targets.len();
    let mut failed = None;
    let mut looked_at = 0;
    // A position is held twice, by the table and by the list of those that
    // wait; a component counts as what it occupies itself.
    let entry = 2 * (size_of::<Vec<G::Position>>() + 8) as u64;
    let component = 2 * size_of::<G::Position>() as u64;
    let _ = flat.options(position, &mut |_, to| {
        looked_at += 1;
        if looked_at == CHARGED_AT_ONCE {
            looked_at = 0;
            let held = waiting.len() as u64 * (entry + component) + 4 * targets.len() as u64;
            let charged = meter.options(CHARGED_AT_ONCE);
            if let Err(error) = charged.and_then(|()| meter.bytes(held)) {
                failed = Some(error);
                return STOP;
            }
        }
        let to = flat.canonical(to[0].clone());
        targets.push(*numbers.entry(to).or_insert_with_key(|to| {
            waiting.push(to.clone());
            waiting.len() as u32 - 1
        }));
        CONTINUE
    });
    if let Some(error) = failed {
        return Err(error);
    }
    meter.options(looked_at)?;
    let components = position.len() as u64;
    let held = waiting.len() as u64 * (entry + component * components);
    meter.bytes(held + 4 * targets.len() as u64)?;
    targets[row..].sort_unstable();
    let mut kept = row;
    for at in row..targets.len() {
        if at == row || targets[at] != targets[kept - 1] {
            targets[kept] = targets[at];
            kept += 1;
        }
    }
    targets.truncate(kept);
    Ok(())
}

impl<G: Game> Explored<'_, G> {
    /// How many positions were reached.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether nothing was reached; never so, as the start is.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    fn number(&self, sum: &[G::Position]) -> Option<u32> {
        self.numbers
            .get(&self.flat.canonical(sum.to_vec()))
            .copied()
    }

    /// Who wins at `sum`, if it was reached.
    pub fn outcome(&self, sum: &[G::Position]) -> Option<Outcome> {
        Some(self.labels.outcome(self.number(sum)?))
    }

    /// The number of moves until play is over; `None` for a draw, or if `sum`
    /// was not reached.
    pub fn remoteness(&self, sum: &[G::Position]) -> Option<u32> {
        self.labels.remoteness(self.number(sum)?)
    }

    /// All moves of `sum`, judged. None where play is over.
    pub fn moves(&self, sum: &[G::Position]) -> Vec<Judged<G::Move>> {
        let mut judged = Vec::new();
        let sum = sum.to_vec();
        if self.flat.over(&sum).is_some() {
            return judged;
        }
        let _ = self.flat.options(&sum, &mut |mv, to| {
            if let Some(number) = self.number(&to[0]) {
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
    pub fn best(&self, sum: &[G::Position]) -> Option<SumMove<G::Move>> {
        let rank = |judged: &Judged<G::Move>| match (judged.outcome, judged.remoteness) {
            (Outcome::P, Some(remoteness)) => (0, remoteness),
            (Outcome::N, Some(remoteness)) => (2, u32::MAX - remoteness),
            _ => (1, 0),
        };
        let moves = self.moves(sum).into_iter();
        moves.min_by_key(rank).map(|judged| judged.mv)
    }

    /// The answer for `sum`, if it was reached, with at most `most` winning
    /// moves, the fastest first.
    pub fn answer(&self, sum: &[G::Position], most: usize) -> Option<Answer<SumMove<G::Move>>> {
        let outcome = self.outcome(sum)?;
        let mut winning = self.moves(sum);
        winning.retain(|judged| judged.outcome == Outcome::P);
        winning.sort_by_key(|judged| judged.remoteness);
        let truncated = winning.len() > most;
        winning.truncate(most);
        let (positions, moves) = (self.len(), self.remoteness(sum));
        let (until_en, until_zh) = match moves {
            Some(moves) => (
                format!("; over after {moves} moves"),
                format!("；{moves} 步后结束"),
            ),
            None => Default::default(),
        };
        Some(Answer {
            outcome,
            value: None,
            winning_moves: winning.into_iter().map(|judged| judged.mv).collect(),
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
