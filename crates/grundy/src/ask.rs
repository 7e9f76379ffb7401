//! The question every front end asks: who wins, and what should I play?
//!
//! [`ask`] uses the theorem where it speaks and searches where it is silent,
//! and says which: the status is *proven* or *computed*, the reason has the
//! numbers. Where positions may come back, search is retrograde analysis and
//! the answer may be a draw.
//!
//! ```
//! use grundy::ask::{ask, Question};
//! use grundy::games::heaps::nim::Nim;
//! use grundy::outcome::Outcome;
//! let heaps = [3u8, 5, 7].map(Into::into);
//! let answer = ask(&Nim, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.value, Some(1u8.into()));
//! assert_eq!(answer.winning_moves.len(), 3);
//! ```

use crate::answer::{Answer, Status, SumMove};
use crate::budget::{Budget, Meter};
use crate::erased::{Erasable, ErasableMove, Erased, Position};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP, each_option};
use crate::natural::{Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::solve::memo::Memo;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::sum::Flat;
use crate::solve::{self, cyclic};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// How the question is put.
#[derive(Clone, Debug)]
pub struct Question {
    /// Whether the last move wins or loses.
    pub convention: Convention,
    /// List at most this many winning moves.
    pub moves: usize,
    /// Skip the Grundy value where the outcome can be had without.
    pub outcome_only: bool,
    /// Order of search where only the outcome is searched for.
    pub order: Order,
    /// What the answer may cost.
    pub budget: Budget,
}

impl Default for Question {
    /// Normal play, a hundred moves, within the current budget.
    fn default() -> Self {
        Question {
            convention: Convention::Normal,
            moves: 100,
            outcome_only: false,
            order: Order::Hint,
            budget: Budget::current(),
        }
    }
}

impl Question {
    /// The same question, all of whose searches count together.
    pub fn as_one(&self) -> Question {
        Question {
            budget: self.budget.clone().as_one(),
            ..self.clone()
        }
    }
}

/// A value that the theorem does not give is searched for within this many
/// states: it is a courtesy beside an outcome that is already proven.
const COURTESY_STATES: u64 = 30_000;

/// Answers for a sum of components.
pub fn ask<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let question = question.as_one();
    let _scope = question.budget.scope();
    match theorem::outcome(game, sum, question.convention) {
        Some(outcome) => by_theorem(game, sum, outcome, &question),
        None => by_search(game, sum, &question),
    }
}

/// Only whether the player to move wins, for those who want nothing else: by
/// the theorem, or by search within the default budget.
///
/// ```
/// use grundy::{ask::wins, games::heaps::nim::Nim, outcome::Convention};
/// let heaps = [3u8, 5, 7].map(Into::into);
/// assert!(wins(&Nim, &heaps, Convention::Normal).unwrap());
/// ```
pub fn wins<G>(game: &G, sum: &[G::Position], convention: Convention) -> Result<bool, Error>
where
    G: Theorem<Position: Erasable, Move: ErasableMove> + Sync,
{
    let outcome = match theorem::outcome(game, sum, convention) {
        Some(outcome) => outcome,
        None => searched_outcome(&Erased::new(game), &Position::all(sum.to_vec()), convention)?,
    };
    Ok(outcome == Outcome::N)
}

fn searched_outcome(
    game: &Erased<'_>,
    sum: &[Position],
    convention: Convention,
) -> Result<Outcome, Error> {
    let question = Question {
        convention,
        moves: 0,
        outcome_only: true,
        ..Question::default()
    };
    Ok(by_search(game, sum, &question)?.outcome)
}

fn by_theorem<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    outcome: Outcome,
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let mut list = Listing::new(question);
    if outcome != Outcome::P {
        let mut meter = question.budget.meter("winning moves");
        let done = theorem::winning_moves(game, sum, question.convention, &mut meter, &mut |mv| {
            list.add(mv)
        });
        match done {
            Ok(Some(flow)) => list.truncated |= flow.is_break(),
            // The outcome stands; only the list of moves is cut short.
            Err(Error::OverBudget { .. }) => list.truncated = true,
            Err(error) => return Err(error),
            // The list itself may have been all that fits.
            Ok(None) if list.stopped.is_some() => {}
            // The theorem knows who wins but not all of how: search for the moves.
            Ok(None) => match by_search(game, sum, &for_the_rest(question, &list)) {
                Ok(searched) => {
                    return Ok(Answer {
                        reason: game.reason(sum, question.convention),
                        status: game.status(sum, question.convention),
                        ..searched
                    });
                }
                Err(Error::OverBudget { .. }) => list.truncated = true,
                Err(error) => return Err(error),
            },
        }
        list.cancelled()?;
    }
    let value = match question.convention {
        Convention::Normal => match theorem::sum_value(game, sum) {
            Some(value) => Some(value),
            None if game.declares_ends() => None,
            None if outcome == Outcome::P => Some(Natural::ZERO),
            None if outcome == Outcome::Draw => None,
            None if question.outcome_only || !game.seeks_value(sum) => None,
            None => match computed_value(game, sum) {
                Some(value) => Some(value),
                None => value_as_courtesy(game, sum, question)?,
            },
        },
        Convention::Misere => None,
    };
    Ok(Answer {
        outcome,
        value,
        remoteness: None,
        winning_moves: list.moves,
        truncated: list.truncated,
        reason: game.reason(sum, question.convention),
        status: game.status(sum, question.convention),
    })
}

/// Where some winning moves are known already, the rest is a courtesy.
fn for_the_rest<M>(question: &Question, found: &Listing<M>) -> Question {
    let mut question = question.clone();
    if !found.moves.is_empty() {
        question.budget = question.budget.at_most(COURTESY_STATES);
    }
    question
}

/// The Grundy value by an engine of the game.
fn computed_value<G: Theorem>(game: &G, sum: &[G::Position]) -> Option<Natural> {
    let values: Option<Vec<Natural>> = sum.iter().map(|at| game.computed_value(at)).collect();
    Some(nim_sum(&values?))
}

/// The Grundy value by search, if that is cheap.
fn value_as_courtesy<G: Game>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Option<Natural>, Error> {
    let budget = question.budget.clone().at_most(COURTESY_STATES);
    let value = if game.may_cycle() {
        let convention = Convention::Normal;
        cyclic::answer(game, sum, convention, 0, false, &budget).map(|answer| answer.value)
    } else {
        let mut meter = budget.meter("search");
        let value = Memo::new(game).sum_value(sum, &mut meter);
        value.map(|value| Some(value.into()))
    };
    match value {
        Err(Error::OverBudget { .. } | Error::Cycle { .. }) => Ok(None),
        value => value,
    }
}

/// Answers from the rules alone, as if nothing were known about the game.
pub fn by_search<G: Game>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    if game.may_cycle() {
        let Question {
            convention,
            moves,
            outcome_only,
            budget,
            ..
        } = question;
        return cyclic::answer(game, sum, *convention, *moves, *outcome_only, budget);
    }
    let valued = question.convention == Convention::Normal && !game.declares_ends();
    if valued && !question.outcome_only {
        by_values(game, sum, question)
    } else {
        by_outcomes(game, sum, question)
    }
}

fn by_values<G: Game>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let mut meter = question.budget.meter("search");
    let mut memo = Memo::new(game);
    let mut values = Vec::with_capacity(sum.len());
    for part in sum {
        values.push(memo.value(part, &mut meter)?);
    }
    let total = values.iter().fold(0, |total, value| total ^ value);
    let mut list = Listing::new(question);
    if total != 0 {
        let mut failed = None;
        for (component, (position, value)) in sum.iter().zip(&values).enumerate() {
            let target = value ^ total;
            let flow = each_option(game, position, &mut |mv, to| match memo
                .sum_is(to, target, &mut meter)
            {
                Ok(true) => list.add(SumMove { component, mv }),
                Ok(false) => CONTINUE,
                Err(error) => {
                    failed = Some(error);
                    STOP
                }
            });
            if flow.is_break() {
                break;
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        list.cancelled()?;
    }
    Ok(Answer {
        outcome: Outcome::mover_wins(total != 0),
        value: Some(total.into()),
        remoteness: None,
        winning_moves: list.moves,
        truncated: list.truncated,
        reason: searched(memo.is_counted().then_some(memo.len())),
        status: Status::Computed,
    })
}

fn by_outcomes<G: Game>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    // Packed boards may split where only the outcome is asked for too.
    if let [position] = sum
        && game.boards(question.convention).is_none()
    {
        // One component that never splits is searched as it is, not as a list of one.
        match outcomes_of(game, position, question, |mv| SumMove { component: 0, mv }) {
            Err(Error::Unsupported { .. }) => {}
            answer => return answer,
        }
    }
    outcomes_of(&Flat::new(game), &sum.to_vec(), question, |mv| mv)
}

fn outcomes_of<H: Game, M>(
    game: &H,
    position: &H::Position,
    question: &Question,
    name: impl Fn(H::Move) -> M,
) -> Result<Answer<M>, Error> {
    let mut meter = question.budget.meter("search");
    let mut outcomes = Outcomes::new(game, question.convention, question.order);
    let outcome = outcomes.outcome(position, &mut meter)?;
    let mut list = Listing::new(question);
    let mut failed = None;
    if outcome == Outcome::N && game.over(position).is_none() {
        let _ = each_option(
            game,
            position,
            &mut |mv, to| match outcomes.outcome(&to[0], &mut meter) {
                Ok(Outcome::P) => list.add(name(mv)),
                Ok(_) => CONTINUE,
                Err(error) => {
                    failed = Some(error);
                    STOP
                }
            },
        );
    }
    if let Some(error) = failed {
        return Err(error);
    }
    list.cancelled()?;
    Ok(Answer {
        outcome,
        value: None,
        remoteness: None,
        winning_moves: list.moves,
        truncated: list.truncated,
        reason: searched(outcomes.is_counted().then_some(outcomes.len())),
        status: Status::Computed,
    })
}

/// How many positions were searched, where that is a property of the question.
fn searched(positions: Option<usize>) -> Text {
    match positions {
        Some(positions) => Text::new(
            format!("searched {positions} positions"),
            format!("搜索了 {positions} 个局面"),
        ),
        None => Text::fixed("searched on all cores", "由所有处理器核共同搜索"),
    }
}

/// Winning moves up to a limit, and no more than there is room and time for.
struct Listing<M> {
    moves: Vec<M>,
    limit: usize,
    truncated: bool,
    meter: Meter,
    /// Why the list is no longer, if not because of its limit.
    stopped: Option<Error>,
}

/// What a move may hold outside of its own bytes: heaps and boards.
const MOVE_BYTES: u64 = 64;

impl<M> Listing<M> {
    fn new(question: &Question) -> Self {
        Listing {
            moves: Vec::new(),
            limit: question.moves,
            truncated: false,
            meter: question.budget.meter("list of moves"),
            stopped: None,
        }
    }

    fn add(&mut self, mv: M) -> Flow {
        if self.moves.len() == self.limit {
            self.truncated = true;
            return STOP;
        }
        let bytes = solve::room_of_list(&self.moves) + MOVE_BYTES * self.moves.len() as u64;
        if let Err(error) = self.meter.state().and_then(|()| self.meter.bytes(bytes)) {
            self.truncated = true;
            self.stopped = Some(error);
            return STOP;
        }
        self.moves.push(mv);
        CONTINUE
    }

    /// A list cut short is an answer; one that was cancelled is none.
    fn cancelled(&mut self) -> Result<(), Error> {
        match self.stopped.take() {
            Some(error @ Error::Cancelled { .. }) => Err(error),
            _ => Ok(()),
        }
    }
}
