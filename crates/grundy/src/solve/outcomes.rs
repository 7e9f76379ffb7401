//! Search for the outcome alone.
//!
//! A position is N as soon as one option is P, so the search stops at the
//! first such option; options known to be P are noticed while the moves are
//! still being named, and the order of the rest is a hint of the game
//! ([`Game::urgency`]) or a seeded shuffle. Explicit stack, canonical
//! positions, either convention, declared ends.
//!
//! Positions that can be packed into pieces of bits ([`Game::boards`]) are asked of
//! [`boards`](super::boards) instead; [`Outcomes::plain`] is the search above for every game.
//!
//! The engine looks at games whose moves lead to exactly one position.
//! [`outcome`] takes any sum of any game and turns to [`Flat`] where moves
//! split, or where several components must be searched together.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::outcomes::{outcome, Order};
//! let heaps = [1u8, 1, 1].map(Into::into);
//! let mut meter = Budget::default().meter("search");
//! let misere = outcome(&Nim, &heaps, Convention::Misere, Order::Hint, &mut meter).unwrap();
//! assert_eq!(misere, Outcome::P);
//! ```

use rustc_hash::FxHashMap;

use super::sum::Flat;
use super::{CHARGED_AT_ONCE, cycle, room_of_list, room_of_table, splits};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{BYTES_PER_STATE, CONTINUE, Game, STOP, weight};
use crate::outcome::{Convention, Outcome};
use crate::solve::boards::{Boards, Piece};

/// In which order options are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By [`Game::urgency`], the greatest first.
    Hint,
    /// Shuffled, the same way for the same seed.
    Random(u64),
}

/// The outcome of a sum under `convention`, by search.
pub fn outcome<G: Game>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
    order: Order,
    meter: &mut Meter,
) -> Result<Outcome, Error> {
    if let [position] = sum {
        match Outcomes::new(game, convention, order).search(position, meter) {
            Err(Stopped::Split) => {}
            Err(Stopped::Failed(error)) => return Err(error),
            Ok(outcome) => return Ok(outcome),
        }
    }
    Outcomes::new(Flat::new(game), convention, order).outcome(&sum.to_vec(), meter)
}

/// The table of one game under one convention, and the search that fills it.
pub struct Outcomes<G: Game> {
    game: G,
    convention: Convention,
    order: Order,
    known: FxHashMap<G::Position, State>,
    /// The search for packed boards, once it was asked for.
    boards: Option<Option<Boards>>,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    N,
    P,
}

struct Frame<P> {
    position: P,
    /// Where this position's waiting options begin.
    waiting: usize,
}

enum Stopped {
    /// A move led to a sum.
    Split,
    Failed(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Stopped::Failed(error)
    }
}

impl<G: Game> Outcomes<G> {
    /// An empty table. `game` may be a reference.
    pub fn new(game: G, convention: Convention, order: Order) -> Self {
        Outcomes {
            game,
            convention,
            order,
            known: FxHashMap::default(),
            boards: None,
            pieces: Vec::new(),
        }
    }

    /// An empty table that is filled position by position, as the definition says.
    pub fn plain(game: G, convention: Convention, order: Order) -> Self {
        Outcomes {
            boards: Some(None),
            ..Outcomes::new(game, convention, order)
        }
    }

    /// The outcome on packed boards, if `position` has such a form. Another order than
    /// the game's own hint is that of the plain search.
    fn packed(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Option<Result<Outcome, Error>> {
        if self.order != Order::Hint {
            return None;
        }
        let (game, convention) = (&self.game, self.convention);
        let boards = self
            .boards
            .get_or_insert_with(|| game.boards(convention))
            .as_mut()?;
        self.pieces.clear();
        if !self.game.pack(boards, position, &mut self.pieces) {
            return None;
        }
        let lost = boards.is(&self.pieces, 0, meter);
        Some(lost.map(|lost| Outcome::mover_wins(!lost)))
    }

    /// How many positions have been decided.
    pub fn len(&self) -> usize {
        self.known.len() + self.boards.iter().flatten().map(|b| b.len()).sum::<usize>()
    }

    /// Whether nothing has been decided yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether [`Outcomes::len`] would be the same in another run: not if several threads
    /// were at work.
    pub fn is_counted(&self) -> bool {
        !self
            .boards
            .iter()
            .flatten()
            .any(|boards| boards.was_shared())
    }

    /// The outcome of `position`. A game with moves that split is
    /// [`Error::Unsupported`] here: search its [`Flat`] form.
    pub fn outcome(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Outcome, Error> {
        self.search(position, meter)
            .map_err(|stopped| match stopped {
                Stopped::Failed(error) => error,
                Stopped::Split => splits(),
            })
    }

    fn search(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Outcome, Stopped> {
        if let Some(outcome) = self.packed(position, meter) {
            return outcome.map_err(Stopped::Failed);
        }
        let root = self.game.canonical(position.clone());
        match self.known.get(&root) {
            Some(State::N) => return Ok(Outcome::N),
            Some(State::P) => return Ok(Outcome::P),
            _ => {}
        }
        let result = self.run(root, meter);
        if result.is_err() {
            self.known.retain(|_, state| *state != State::Open);
        }
        result
    }

    fn run(&mut self, root: G::Position, meter: &mut Meter) -> Result<Outcome, Stopped> {
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut waiting: Vec<G::Position> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(position) = next.take() {
                let start = waiting.len();
                let decided = self.open(&position, &mut waiting, meter)?;
                if let Some(state) = decided {
                    waiting.truncate(start);
                    self.known.insert(position, state);
                    if stack.is_empty() {
                        return Ok(Outcome::mover_wins(state == State::N));
                    }
                } else {
                    self.known.insert(position.clone(), State::Open);
                    stack.push(Frame {
                        position,
                        waiting: start,
                    });
                }
            }
            let Some(frame) = stack.last() else {
                unreachable!("the loop returns when the last frame is closed")
            };
            let mut state = State::P;
            while waiting.len() > frame.waiting {
                let option = &waiting[waiting.len() - 1];
                match self.known.get(option) {
                    Some(State::P) => {
                        state = State::N;
                        break;
                    }
                    Some(State::N) => {
                        waiting.pop();
                    }
                    Some(State::Open) => {
                        let path = stack.iter().map(|f| &f.position);
                        return Err(cycle(&self.game, path, option).into());
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if next.is_some() {
                continue;
            }
            waiting.truncate(frame.waiting);
            let Some(frame) = stack.pop() else {
                unreachable!("it was just looked at")
            };
            self.known.insert(frame.position, state);
            if stack.is_empty() {
                return Ok(Outcome::mover_wins(state == State::N));
            }
        }
    }

    /// Decides `position` at once, or adds the options that must be searched
    /// to `waiting`, the one to be searched first last.
    fn open(
        &mut self,
        position: &G::Position,
        waiting: &mut Vec<G::Position>,
        meter: &mut Meter,
    ) -> Result<Option<State>, Stopped> {
        let counts = weight(&self.game, position);
        meter.advance(counts)?;
        // What long lists and huge numbers need beside the position itself.
        let apart = BYTES_PER_STATE * (counts - 1);
        let table = room_of_table(&self.known) + self.known.len() as u64 * apart;
        let list = |list: &Vec<G::Position>| room_of_list(list) + list.len() as u64 * apart;
        meter.bytes(table + list(waiting))?;
        if let Some(winner) = self.game.over(position) {
            return Ok(Some(match winner.outcome() {
                Outcome::N => State::N,
                _ => State::P,
            }));
        }
        let (game, known) = (&self.game, &self.known);
        let start = waiting.len();
        let mut stopped = None;
        let mut decided = None;
        let mut any = false;
        let mut looked_at = 0;
        let _ = game.targets(position, &mut |to| {
            any = true;
            // An option is about as large as the position.
            looked_at += counts * (to.len() as u64).max(1);
            if let Err(error) = meter.poll_sometimes() {
                stopped = Some(Stopped::Failed(error));
                return STOP;
            }
            if looked_at >= CHARGED_AT_ONCE {
                let charged = meter.options(std::mem::take(&mut looked_at));
                if let Err(error) = charged.and_then(|()| meter.bytes(table + list(waiting))) {
                    stopped = Some(Stopped::Failed(error));
                    return STOP;
                }
            }
            let [option] = to else {
                stopped = Some(Stopped::Split);
                return STOP;
            };
            let option = game.representative(option);
            match known.get(&*option) {
                Some(State::P) => {
                    decided = Some(State::N);
                    return STOP;
                }
                Some(State::N) => {}
                Some(State::Open) | None => waiting.push(option.into_owned()),
            }
            CONTINUE
        });
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        meter.options(looked_at)?;
        if decided.is_some() {
            return Ok(decided);
        }
        if !any {
            return Ok(Some(match self.convention.at_end() {
                Outcome::N => State::N,
                _ => State::P,
            }));
        }
        match self.order {
            Order::Hint => {
                waiting[start..].reverse();
                by_urgency(waiting, start, |option| game.urgency(option));
            }
            Order::Random(seed) => shuffle(
                &mut waiting[start..],
                seed ^ meter.states().wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ),
        }
        Ok(None)
    }
}

/// Sorts what waits from `start` on by its urgency, the greatest last. The
/// places are sorted, not the positions: that is compiled once for all games.
fn by_urgency<P>(waiting: &mut Vec<P>, start: usize, urgency: impl Fn(&P) -> i32) {
    let keys = waiting[start..].iter().map(urgency);
    let mut order: Vec<(i32, usize)> = keys.enumerate().map(|(at, key)| (key, at)).collect();
    if order.is_sorted() {
        return;
    }
    order.sort_unstable();
    let mut old: Vec<Option<P>> = waiting.drain(start..).map(Some).collect();
    waiting.extend(order.iter().filter_map(|(_, at)| old[*at].take()));
}

/// A Fisher–Yates shuffle driven by a splitmix sequence.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = crate::random::Random::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}
