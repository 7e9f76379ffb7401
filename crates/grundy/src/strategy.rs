//! Keep winning: take the opponent's move, give the reply.
//!
//! [`Strategy`] holds a sum in play. How it thinks depends on what is known:
//!
//! - **By values** (normal play, every component valued by theorem or by
//!   search). Components are listed under every bit set in their value. If
//!   the nim sum is `x` with highest bit `b`, any component listed under `b`
//!   has a move to value ⊕ `x`: finding it takes O(log max) after
//!   an O(n log max) start, with no rescan of the other components. Entries
//!   that became wrong are dropped when they are met.
//! - **By theorem** (outcomes only, or misère): the theorem's winning move.
//! - **By search**, where no theorem speaks; the table is kept between moves.
//!   Where play can come back, the reply is the one that wins soonest, holds
//!   the draw, or loses last.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::outcome::Convention;
//! use grundy::strategy::Strategy;
//! let heaps = [3u8, 5, 7].map(Into::into).to_vec();
//! let mut engine = Strategy::new(&Nim, heaps, Convention::Normal, Budget::default()).unwrap();
//! let mut moves = 0;
//! while engine.reply().unwrap().is_some() { moves += 1; } // both sides
//! assert_eq!(moves % 2, 1); // the first player made the last move
//! ```

use crate::answer::SumMove;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, is_terminal, replace, some_moves};
use crate::natural::{self, Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::solve::graph::Label;
use crate::solve::loopy::Loopy;
use crate::solve::memo::Memo;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::sum::Flat;
use crate::theorem::{self, Theorem, is_big};

/// A sum in play, and a player who never errs.
pub struct Strategy<'g, G: Theorem> {
    game: &'g G,
    sum: Vec<G::Position>,
    convention: Convention,
    budget: Budget,
    mind: Mind<'g, G>,
    /// Components before this one have no moves: where to look for a move
    /// when every move loses.
    first_live: usize,
}

enum Mind<'g, G: Theorem> {
    Values {
        values: Vec<Natural>,
        total: Natural,
        /// How many values exceed 1.
        big: usize,
        lists: BitLists,
        /// Values by search, where the theorem has none.
        memo: Memo<&'g G>,
    },
    Theorem,
    Search(Box<Outcomes<Flat<'g, G>>>),
    Loopy(Box<Loopy<Flat<'g, G>>>),
}

impl<'g, G: Theorem> Strategy<'g, G> {
    /// Takes up the play of `sum`. `budget` is for each reply anew.
    pub fn new(
        game: &'g G,
        sum: Vec<G::Position>,
        convention: Convention,
        budget: Budget,
    ) -> Result<Self, Error> {
        let mind = Self::mind(game, &sum, convention, &budget)?;
        Ok(Strategy {
            game,
            sum,
            convention,
            budget,
            mind,
            first_live: 0,
        })
    }

    fn mind(
        game: &'g G,
        sum: &[G::Position],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Mind<'g, G>, Error> {
        let mut memo = Memo::new(game);
        if (convention == Convention::Normal || game.misere_like_nim())
            && let Some(values) = theorem::component_values(game, sum)
        {
            return Ok(Self::by_values(values, memo));
        }
        if theorem::outcome(game, sum, convention).is_some() {
            return Ok(Mind::Theorem);
        }
        if convention == Convention::Normal {
            let mut meter = budget.meter("search");
            let values: Result<Vec<Natural>, Error> = sum
                .iter()
                .map(|part| component_value(game, &mut memo, part, &mut meter))
                .collect();
            match values {
                Ok(values) => return Ok(Self::by_values(values, memo)),
                Err(Error::NoValue { .. }) => {}
                Err(Error::Cycle { .. }) => return Ok(Self::loopy(game, convention)),
                Err(error) => return Err(error),
            }
        }
        Ok(Self::search(game, convention))
    }

    fn loopy(game: &'g G, convention: Convention) -> Mind<'g, G> {
        Mind::Loopy(Box::new(Loopy::new(Flat::new(game), convention)))
    }

    fn search(game: &'g G, convention: Convention) -> Mind<'g, G> {
        let outcomes = Outcomes::new(Flat::new(game), convention, Order::Hint);
        Mind::Search(Box::new(outcomes))
    }

    fn by_values(values: Vec<Natural>, memo: Memo<&'g G>) -> Mind<'g, G> {
        let mut lists = BitLists::default();
        for (component, value) in values.iter().enumerate() {
            lists.add(component, value);
        }
        Mind::Values {
            total: nim_sum(&values),
            big: values.iter().filter(|value| is_big(value)).count(),
            values,
            lists,
            memo,
        }
    }

    /// The sum as it stands.
    pub fn position(&self) -> &[G::Position] {
        &self.sum
    }

    /// Plays the opponent's move; an illegal one is refused and changes
    /// nothing.
    pub fn opponent(&mut self, mv: &SumMove<G::Move>) -> Result<(), Error> {
        let Some(position) = self.sum.get(mv.component) else {
            return Err(Error::BadMove {
                text: format!("{mv:?}"),
                expected: crate::text::Text::new(
                    format!("a component below {}", self.sum.len()),
                    format!("小于 {} 的分量编号", self.sum.len()),
                ),
            });
        };
        let Some(parts) = self.game.play(position, &mv.mv) else {
            return Err(Error::BadMove {
                text: self.game.write_move(&mv.mv),
                expected: some_moves(self.game, position),
            });
        };
        self.replace(mv.component, &parts)
    }

    /// Chooses a move — a winning one wherever one exists — and plays it.
    /// `None`: play is over.
    pub fn reply(&mut self) -> Result<Option<SumMove<G::Move>>, Error> {
        let Some(mv) = self.choose()? else {
            return Ok(None);
        };
        let Some(parts) = self.game.play(&self.sum[mv.component], &mv.mv) else {
            unreachable!("a move that was chosen from the options is legal")
        };
        self.replace(mv.component, &parts)?;
        Ok(Some(mv))
    }

    /// The move that [`Strategy::reply`] would play, without playing it.
    pub fn choose(&mut self) -> Result<Option<SumMove<G::Move>>, Error> {
        if matches!(self.mind, Mind::Theorem)
            && theorem::outcome(self.game, &self.sum, self.convention).is_none()
        {
            // The theorem spoke of earlier positions, but not of this one.
            self.mind = Self::mind(self.game, &self.sum, self.convention, &self.budget)?;
        }
        if self.sum.iter().any(|part| self.game.over(part).is_some())
            && !matches!(self.mind, Mind::Values { .. })
        {
            return Ok(None);
        }
        let mut meter = self.budget.meter("reply");
        let winning = match &mut self.mind {
            Mind::Values {
                values,
                total,
                big,
                lists,
                memo,
            } => {
                let component = match (self.convention, *big) {
                    (Convention::Misere, 0) if !total.is_zero() => None,
                    // All values are 0 or 1: a component of value 1 will do, and if
                    // there is none, any that has moves.
                    (Convention::Misere, 0) => {
                        let one = lists.find(0, values);
                        one.or_else(|| first_live(self.game, &self.sum, &mut self.first_live))
                    }
                    (Convention::Misere, 1) => lists.find_big(values),
                    _ => natural::highest_bit(total).and_then(|bit| lists.find(bit, values)),
                };
                match component {
                    None => None,
                    Some(component) => {
                        let value = &values[component];
                        let big_elsewhere = *big > usize::from(is_big(value));
                        let others = value ^ &*total;
                        let target = theorem::target(others, self.convention, big_elsewhere);
                        let position = &self.sum[component];
                        let mv = move_to(self.game, memo, position, &target, &mut meter)?;
                        Some(SumMove { component, mv })
                    }
                }
            }
            Mind::Theorem => {
                let mut found = None;
                let mut complete = Some(CONTINUE);
                if theorem::outcome(self.game, &self.sum, self.convention) == Some(Outcome::N) {
                    complete = theorem::winning_moves(
                        self.game,
                        &self.sum,
                        self.convention,
                        &mut meter,
                        &mut |mv| {
                            found = Some(mv);
                            STOP
                        },
                    )?;
                }
                if found.is_none() && complete.is_none() {
                    // It knows who wins but not how: search from here on.
                    self.mind = Self::search(self.game, self.convention);
                    return self.choose();
                }
                found
            }
            Mind::Search(outcomes) => {
                let flat = Flat::new(self.game);
                let mut found = None;
                let mut failed = None;
                let outcome = match outcomes.outcome(&self.sum, &mut meter) {
                    Err(Error::Cycle { .. }) => {
                        self.mind = Self::loopy(self.game, self.convention);
                        return self.choose();
                    }
                    outcome => outcome?,
                };
                if outcome == Outcome::N {
                    let _ = flat.options(&self.sum, &mut |mv, to| match outcomes
                        .outcome(&to[0], &mut meter)
                    {
                        Ok(Outcome::P) => {
                            found = Some(mv);
                            STOP
                        }
                        Ok(_) => CONTINUE,
                        Err(error) => {
                            failed = Some(error);
                            STOP
                        }
                    });
                }
                if let Some(error) = failed {
                    return Err(error);
                }
                found
            }
            Mind::Loopy(loopy) => {
                let mut best = None;
                let mut failed = None;
                let _ = Flat::new(self.game).options(&self.sum, &mut |mv, to| {
                    let label = match loopy.label(&to[0], &mut meter) {
                        Ok(label) => label,
                        Err(error) => {
                            failed = Some(error);
                            return STOP;
                        }
                    };
                    let merit = merit(label);
                    if best.as_ref().is_none_or(|(most, _)| merit > *most) {
                        best = Some((merit, mv));
                    }
                    CONTINUE
                });
                if let Some(error) = failed {
                    return Err(error);
                }
                best.map(|(_, mv)| mv)
            }
        };
        Ok(winning.or_else(|| self.any_move()))
    }

    /// Some legal move, for positions in which every move loses.
    fn any_move(&mut self) -> Option<SumMove<G::Move>> {
        let component = first_live(self.game, &self.sum, &mut self.first_live)?;
        let mut first = None;
        let _ = self.game.options(&self.sum[component], &mut |mv, _| {
            first = Some(SumMove { component, mv });
            STOP
        });
        first
    }

    fn replace(&mut self, component: usize, parts: &[G::Position]) -> Result<(), Error> {
        if let Mind::Values {
            values,
            total,
            big,
            lists,
            memo,
        } = &mut self.mind
        {
            let mut meter = self.budget.meter("reply");
            let mut new = Vec::with_capacity(parts.len());
            for part in parts {
                new.push(component_value(self.game, memo, part, &mut meter)?);
            }
            *total ^= &values[component];
            *total ^= nim_sum(&new);
            *big -= usize::from(is_big(&values[component]));
            *big += new.iter().filter(|value| is_big(value)).count();
            let end = values.len();
            replace(values, component, &new);
            if component < values.len() {
                lists.add(component, &values[component]);
            }
            for (added, value) in values.iter().enumerate().skip(end) {
                lists.add(added, value);
            }
        }
        replace(&mut self.sum, component, parts);
        self.first_live = self.first_live.min(component);
        Ok(())
    }
}

/// How good a move is that leads to a position so labelled: a win, the sooner
/// the better, then a draw, then a loss, the later the better.
fn merit(label: Label) -> (u8, i64) {
    let remoteness = i64::from(label.remoteness);
    match label.outcome {
        Outcome::P => (2, -remoteness),
        Outcome::Draw => (1, 0),
        Outcome::N => (0, remoteness),
    }
}

/// The first component that has moves, from `from` on, where the search for
/// it continues next time.
fn first_live<G: Game>(game: &G, sum: &[G::Position], from: &mut usize) -> Option<usize> {
    while is_terminal(game, sum.get(*from)?) {
        *from += 1;
    }
    Some(*from)
}

/// The value of one component, by theorem or by search.
fn component_value<G: Theorem>(
    game: &G,
    memo: &mut Memo<&G>,
    position: &G::Position,
    meter: &mut Meter,
) -> Result<Natural, Error> {
    match game.value(position) {
        Some(value) => Ok(value),
        None => memo.value(position, meter).map(Natural::from),
    }
}

/// A move of `position` to the value `target`, which is known to exist.
fn move_to<G: Theorem>(
    game: &G,
    memo: &mut Memo<&G>,
    position: &G::Position,
    target: &Natural,
    meter: &mut Meter,
) -> Result<G::Move, Error> {
    let mut found = None;
    if game.value(position).is_some() {
        let _ = theorem::moves_to(game, position, target, meter, &mut |mv| {
            found = Some(mv);
            STOP
        })?;
    } else {
        let mut failed = None;
        let _ = game.options(position, &mut |mv, to| match memo.sum_value(to, meter) {
            Ok(value) if *target == value.into() => {
                found = Some(mv);
                STOP
            }
            Ok(_) => CONTINUE,
            Err(error) => {
                failed = Some(error);
                STOP
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
    }
    found.ok_or_else(|| Error::Unsupported {
        because: crate::text::Text::new(
            format!(
                "{} has no move to the smaller value {target}: its theorem contradicts its rules",
                game.write(std::slice::from_ref(position))
            ),
            format!(
                "{} 没有到更小值 {target} 的着法：其定理与规则矛盾",
                game.write(std::slice::from_ref(position))
            ),
        ),
    })
}

/// For each bit, components whose value has that bit set — and some whose
/// value no longer has.
#[derive(Default)]
struct BitLists(Vec<Vec<u32>>);

impl BitLists {
    fn add(&mut self, component: usize, value: &Natural) {
        let Some(top) = natural::highest_bit(value) else {
            return;
        };
        if self.0.len() <= top {
            self.0.resize_with(top + 1, Vec::new);
        }
        for bit in (0..=top).filter(|bit| natural::bit(value, *bit)) {
            self.0[bit].push(component as u32);
        }
    }

    /// A component whose value has `bit` set. Each entry is dropped at most
    /// once, so the cost is paid by its addition.
    fn find(&mut self, bit: usize, values: &[Natural]) -> Option<usize> {
        let list = self.0.get_mut(bit)?;
        while let Some(&component) = list.last() {
            let component = component as usize;
            let value = values.get(component);
            if value.is_some_and(|value| natural::bit(value, bit)) {
                return Some(component);
            }
            list.pop();
        }
        None
    }

    /// A component whose value exceeds 1.
    fn find_big(&mut self, values: &[Natural]) -> Option<usize> {
        (1..self.0.len()).find_map(|bit| self.find(bit, values))
    }
}
