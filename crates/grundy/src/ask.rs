//! The question every front end asks: who wins, and what should I play?
//!
//! [`ask`] uses the theorem where it speaks and searches where it is silent,
//! and says which: the status is *proven* or *computed*, the reason has the
//! numbers. Where positions may come back, search is retrograde analysis and
//! the answer may be a draw. The one place where that is decided is `choose`; it
//! tells what it chooses to the trace of the question ([`crate::choice`]).
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

use std::sync::Arc;

use crate::answer::{Answer, Status, SumMove};
use crate::budget::{Budget, Meter};
use crate::choice::{Ended, Engine, Expected, Trace};
use crate::compound::Rules;
use crate::compound::numbers::Explored;
use crate::compound::player::Engine as Player;
use crate::erased::{Erasable, ErasableMove, Erased, Position};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP, each_option};
use crate::natural::{Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::solve::memo::Memo;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::reach::Reach;
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
    /// Skip the Grundy value where the outcome can be had without. If no moves are to be listed
    /// either, none are looked for.
    pub outcome_only: bool,
    /// Order of search where only the outcome is searched for.
    pub order: Order,
    /// What the answer may cost.
    pub budget: Budget,
    /// Search, where no theorem speaks, visits at most so many states: for those who know
    /// what else to try.
    pub searching: Option<u64>,
    /// Where it is told which engine answers, and why.
    pub trace: Trace,
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
            searching: None,
            trace: Trace::default(),
        }
    }
}

impl Question {
    /// What a search may cost; a list of moves that was found may cost what the question may.
    fn search(&self) -> Budget {
        match self.searching {
            Some(limit) => self.budget.clone().at_most(limit),
            None => self.budget.clone(),
        }
    }

    /// The same question, all of whose searches count together.
    pub fn as_one(&self) -> Question {
        Question {
            budget: self.budget.clone().as_one(),
            ..self.clone()
        }
    }

    /// Whether moves are looked for: not if only the outcome is wanted.
    pub(crate) fn wants_moves(&self) -> bool {
        self.moves > 0 || !self.outcome_only
    }
}

/// A value that the theorem does not give is searched for within this many
/// states: it is a courtesy beside an outcome that is already proven.
const COURTESY_STATES: u64 = 30_000;

/// A way to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By the theorem, which says who wins.
    Theorem(Outcome),
    /// By retrograde analysis.
    Cycles,
    /// By Grundy values.
    Values,
    /// By exploring each component, within so many states.
    Components(u64),
    /// By searching for the outcome.
    Outcomes,
}

/// Components are explored each by itself within so many states, or a quarter of what the
/// question may visit: the rest is for the sum as one position.
const EXPLORED: u64 = 1 << 17;

/// The ways to answer, each tried where the one before came to its limit.
fn choose<G: Theorem>(game: &G, sum: &[G::Position], question: &Question) -> Vec<Way> {
    match theorem::outcome(game, sum, question.convention) {
        Some(outcome) => vec![Way::Theorem(outcome)],
        None => {
            question.trace.pass_over(Engine::Theorem, || {
                Text::fixed("no theorem speaks of this position", "没有定理涉及此局面")
            });
            choose_search(game, sum, question)
        }
    }
}

/// The ways to search.
fn choose_search<G: Game>(game: &G, sum: &[G::Position], question: &Question) -> Vec<Way> {
    if game.may_cycle() {
        return vec![Way::Cycles];
    }
    let misere = question.convention == Convention::Misere;
    if !misere && !game.declares_ends() && !question.outcome_only {
        return vec![Way::Values];
    }
    question.trace.pass_over(Engine::Values, || {
        if misere {
            Text::fixed(
                "Grundy values do not decide misère play",
                "SG 值不决定反常规则下的胜负",
            )
        } else if game.declares_ends() {
            Text::fixed(
                "the rules declare who wins at some ends: there are no values",
                "规则声明了某些终局的胜者：没有 SG 值",
            )
        } else {
            Text::fixed("only the outcome was asked for", "只询问了胜负")
        }
    });
    let boards = game.boards(question.convention).is_some();
    match misere && sum.len() > 1 && !game.declares_ends() && !boards {
        true => {
            let states = question.searching.unwrap_or(u64::MAX);
            let states = states.min(question.budget.states());
            let limit = EXPLORED.min(states / 4);
            vec![Way::Components(limit), Way::Outcomes]
        }
        false => vec![Way::Outcomes],
    }
}

/// Why boards of bits are searched as they are.
const PACKED: Text = Text::fixed(
    "boards are sets of bits that fall apart: their pieces are a sum, asked for one nimber at a time",
    "棋盘是会分裂的位集：各块构成和，逐个尼姆数询问",
);

impl Way {
    /// Tells that this way is taken; `packed`: whether positions are boards of bits that fall apart.
    fn begin(self, question: &Question, packed: &dyn Fn() -> bool) -> usize {
        let budget = question.search();
        let expected = |together: bool| Expected {
            positions: question.trace.positions(together),
            most: Some(budget.states()),
            time: budget.time_left(),
        };
        let trace = &question.trace;
        match self {
            Way::Theorem(_) => trace.begin(Engine::Theorem, || {
                let why = Text::fixed(
                    "it says who wins, and names moves or knows each option",
                    "它断定胜负，并给出着法或知道每个选项",
                );
                (why, Expected::NOTHING)
            }),
            Way::Cycles => trace.begin(Engine::Cycles, || {
                let why = Text::fixed("positions may come back", "局面可能重复");
                (why, expected(true))
            }),
            Way::Values => trace.begin(Engine::Values, || {
                let why = match packed() {
                    true => PACKED,
                    false => Text::fixed(
                        "components are searched one by one: values add up by xor",
                        "逐个分量搜索：SG 值以异或相加",
                    ),
                };
                (why, expected(false))
            }),
            Way::Components(limit) => trace.begin(Engine::Components, || {
                let why = Text::fixed(
                    "a misère sum: tame components are played like Nim, others by their canonical forms",
                    "反常规则下的和：驯顺的分量如尼姆，其余按典范形",
                );
                let expected = Expected {
                    most: Some(limit),
                    ..expected(false)
                };
                (why, expected)
            }),
            Way::Outcomes => trace.begin(Engine::Outcomes, || {
                let why = match packed() {
                    true => PACKED,
                    false => Text::fixed(
                        "the sum is searched as one position, winning moves first",
                        "将和作为一个局面搜索，先试必胜着法",
                    ),
                };
                (why, expected(true))
            }),
        }
    }
}

/// Answers for a sum of components.
pub fn ask<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let question = question.as_one();
    let _scope = question.budget.scope();
    match choose(game, sum, &question)[..] {
        [way @ Way::Theorem(outcome)] => {
            let begun = way.begin(&question, &|| false);
            let answer = by_theorem(game, sum, outcome, &question);
            ended(&question, begun, &answer);
            answer
        }
        ref ways => by_ways(game, sum, ways, &question),
    }
}

fn ended<T>(question: &Question, begun: usize, answer: &Result<T, Error>) {
    let ended = match answer {
        Ok(_) => Ended::Answered,
        Err(Error::OverBudget { .. }) => Ended::Limit,
        Err(_) => Ended::Failed,
    };
    question.trace.end(begun, ended);
}

/// Searches in one way after the other.
fn by_ways<G: Game>(
    game: &G,
    sum: &[G::Position],
    ways: &[Way],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let packed = || game.boards(question.convention).is_some();
    for way in ways {
        let begun = way.begin(question, &packed);
        let answer = match *way {
            Way::Cycles => {
                let Question {
                    convention,
                    moves,
                    outcome_only,
                    ..
                } = question;
                let budget = &question.search();
                cyclic::answer(game, sum, *convention, *moves, *outcome_only, budget)
            }
            Way::Values => by_values(game, sum, question),
            Way::Components(limit) => match by_components(game, sum, limit, question).transpose() {
                Some(answer) => answer,
                None => {
                    question.trace.end(begun, Ended::Limit);
                    continue;
                }
            },
            Way::Outcomes | Way::Theorem(_) => by_outcomes(game, sum, question),
        };
        ended(question, begun, &answer);
        return answer;
    }
    by_outcomes(game, sum, question)
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
    if outcome != Outcome::P && !question.wants_moves() {
        list.truncated = true;
    } else if outcome != Outcome::P {
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
            None if question.outcome_only => None,
            None => match computed_value(game, sum) {
                None if game.seeks_value(sum) => value_as_courtesy(game, sum, question)?,
                value => value,
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
    // It is a part of the answer by the theorem.
    let mut question = Question {
        searching: None,
        trace: Trace::default(),
        ..question.clone()
    };
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
    by_ways(game, sum, &choose_search(game, sum, question), question)
}

/// A misère sum by what each of its components can reach, as compounds are answered
/// ([`Engine`](crate::compound::player::Engine)); `None` where that is more than so many states.
fn by_components<G: Game>(
    game: &G,
    sum: &[G::Position],
    limit: u64,
    question: &Question,
) -> Result<Option<Answer<SumMove<G::Move>>>, Error> {
    let within = question.search().at_most(limit);
    let mut meter = within.meter("explore");
    let roots = sum.iter().map(|part| vec![part.clone()]);
    let (places, graph) = match Reach::explore(Flat::new(game), roots, &mut meter) {
        Ok(reach) => reach.into_parts(),
        Err(Error::OverBudget { .. }) if !question.budget.is_spent() => return Ok(None),
        Err(error) => return Err(error),
    };
    let node = |part: &[G::Position]| places.number(&part.to_vec()).unwrap_or_default();
    let mut nodes: Vec<u32> = sum
        .iter()
        .map(|part| node(std::slice::from_ref(part)))
        .collect();
    let rules = Rules {
        convention: question.convention,
        ..Rules::default()
    };
    let mut engine = Player::new(Arc::new(Explored::new(graph)?), rules);
    let mut meter = question.search().meter("search");
    let outcome = engine.outcome(&nodes, &mut meter)?;
    let (reason, status) = engine.reason(&nodes);
    let mut list = Listing::new(question);
    if outcome == Outcome::N && !question.wants_moves() {
        list.truncated = true;
    } else if outcome == Outcome::N {
        let mut failed = None;
        for (component, position) in sum.iter().enumerate() {
            let here = nodes[component];
            let flow = each_option(game, position, &mut |mv, to| {
                nodes[component] = node(to);
                match engine.outcome(&nodes, &mut meter) {
                    Ok(Outcome::P) => list.add(SumMove { component, mv }),
                    Ok(_) => CONTINUE,
                    Err(error) => {
                        failed = Some(error);
                        STOP
                    }
                }
            });
            nodes[component] = here;
            if flow.is_break() {
                break;
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        list.cancelled()?;
    }
    Ok(Some(Answer {
        outcome,
        value: None,
        remoteness: None,
        winning_moves: list.moves,
        truncated: list.truncated,
        reason,
        status,
    }))
}

fn by_values<G: Game>(
    game: &G,
    sum: &[G::Position],
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let mut meter = question.search().meter("search");
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
    let mut meter = question.search().meter("search");
    let mut outcomes = Outcomes::new(game, question.convention, question.order);
    let outcome = outcomes.outcome(position, &mut meter)?;
    let mut list = Listing::new(question);
    let mut failed = None;
    if outcome == Outcome::N && !question.wants_moves() {
        list.truncated = true;
    } else if outcome == Outcome::N && game.over(position).is_none() {
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
