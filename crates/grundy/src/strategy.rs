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
//! - **By a guide** that follows the play ([`Guide`]).
//! - **By search**, where no theorem speaks; the table is kept between moves.
//! - **Round cycles**, where positions may come back: the theorem only if it
//!   promises an end ([`Theorem::ends_within`]), else [`Cyclic`], whose moves
//!   make progress.
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
use crate::game::{CONTINUE, Game, STOP, each_option, replace, some_moves};
use crate::natural::{self, Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::solve::cyclic::Cyclic;
use crate::solve::memo::Memo;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::sum::Flat;
use crate::theorem::{self, Guide, Theorem, is_big};

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
    /// Nothing was asked yet.
    Blank,
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
    Guide(Box<dyn Guide<G::Move>>),
    Search(Box<Outcomes<Flat<'g, G>>>),
    Cyclic(Box<Cyclic<'g, G>>),
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

    /// The same without a thought until a move is asked for: a position that is too large
    /// to be solved can still be played by others.
    pub fn waiting(
        game: &'g G,
        sum: Vec<G::Position>,
        convention: Convention,
        budget: Budget,
    ) -> Self {
        Strategy {
            game,
            sum,
            convention,
            budget,
            mind: Mind::Blank,
            first_live: 0,
        }
    }

    fn mind(
        game: &'g G,
        sum: &[G::Position],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Mind<'g, G>, Error> {
        if game.may_cycle() {
            let promised = convention == Convention::Normal && game.ends_within(sum).is_some();
            if promised && theorem::outcome(game, sum, convention).is_some() {
                return Ok(Mind::Theorem);
            }
            return Self::cyclic(game, sum, convention, budget);
        }
        let mut memo = Memo::new(game);
        if (convention == Convention::Normal || game.misere_like_nim())
            && let Some(values) = theorem::component_values(game, sum)
        {
            return Ok(Self::by_values(values, memo));
        }
        if let Some(guide) = theorem::guide(game, sum, convention) {
            return Ok(Mind::Guide(guide));
        }
        if theorem::outcome(game, sum, convention).is_some() {
            return Ok(Mind::Theorem);
        }
        if convention == Convention::Normal && !game.declares_ends() {
            let mut meter = budget.meter("search");
            let mut values = Vec::with_capacity(sum.len());
            for part in sum {
                values.push(component_value(game, &mut memo, part, &mut meter)?);
            }
            return Ok(Self::by_values(values, memo));
        }
        Ok(Self::search(game, convention))
    }

    fn search(game: &'g G, convention: Convention) -> Mind<'g, G> {
        let outcomes = Outcomes::new(Flat::new(game), convention, Order::Hint);
        Mind::Search(Box::new(outcomes))
    }

    fn cyclic(
        game: &'g G,
        sum: &[G::Position],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Mind<'g, G>, Error> {
        let cyclic = Cyclic::for_play(game, sum, convention, budget)?;
        Ok(Mind::Cyclic(Box::new(cyclic)))
    }

    fn by_values(values: Vec<Natural>, memo: Memo<&'g G>) -> Mind<'g, G> {
        let mut lists = BitLists::default();
        for (component, value) in values.iter().enumerate() {
            lists.add(component, &Natural::ZERO, value);
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
                text: self.game.write_move(&mv.mv),
                expected: crate::text::Text::new(
                    format!("a move in one of {} components", self.sum.len()),
                    format!("{} 个分量之一中的着法", self.sum.len()),
                ),
            });
        };
        let Some(parts) = self.game.play(position, &mv.mv) else {
            return Err(Error::BadMove {
                text: self.game.write_move(&mv.mv),
                expected: some_moves(self.game, position),
            });
        };
        self.replace(mv, &parts)
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
        self.replace(&mv, &parts)?;
        Ok(Some(mv))
    }

    /// The move that [`Strategy::reply`] would play, without playing it.
    pub fn choose(&mut self) -> Result<Option<SumMove<G::Move>>, Error> {
        if matches!(self.mind, Mind::Blank) {
            self.mind = Self::mind(self.game, &self.sum, self.convention, &self.budget)?;
        }
        if matches!(self.mind, Mind::Theorem)
            && let Some(guide) = theorem::guide(self.game, &self.sum, self.convention)
        {
            self.mind = Mind::Guide(guide);
        }
        if matches!(self.mind, Mind::Theorem)
            && theorem::outcome(self.game, &self.sum, self.convention).is_none()
        {
            // The theorem spoke of earlier positions, but not of this one.
            self.mind = Self::mind(self.game, &self.sum, self.convention, &self.budget)?;
        }
        if let Mind::Cyclic(cyclic) = &self.mind
            && cyclic.outcome(&self.sum).is_none()
        {
            self.mind = Self::cyclic(self.game, &self.sum, self.convention, &self.budget)?;
        }
        if self.game.declares_ends() && self.sum.iter().any(|p| self.game.over(p).is_some()) {
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
            Mind::Blank => unreachable!("it was asked, so it has thought"),
            Mind::Theorem => {
                let mut found = None;
                let mut complete = Some(CONTINUE);
                if theorem::outcome(self.game, &self.sum, self.convention) != Some(Outcome::P) {
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
                    self.mind = match self.game.may_cycle() {
                        true => Self::cyclic(self.game, &self.sum, self.convention, &self.budget)?,
                        false => Self::search(self.game, self.convention),
                    };
                    return self.choose();
                }
                found
            }
            Mind::Guide(guide) => guide.winning_move().map(|mv| SumMove { component: 0, mv }),
            Mind::Search(outcomes) => {
                let flat = Flat::new(self.game);
                let mut found = None;
                let mut failed = None;
                if outcomes.outcome(&self.sum, &mut meter)? == Outcome::N {
                    let _ = each_option(&flat, &self.sum, &mut |mv, to| match outcomes
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
            Mind::Cyclic(cyclic) => cyclic.best(&self.sum),
        };
        Ok(winning.or_else(|| self.any_move()))
    }

    /// Some legal move, for positions in which every move loses.
    fn any_move(&mut self) -> Option<SumMove<G::Move>> {
        let component = first_live(self.game, &self.sum, &mut self.first_live)?;
        let mut first = None;
        let _ = self.game.moves(&self.sum[component], &mut |mv| {
            first = Some(SumMove { component, mv });
            STOP
        });
        first
    }

    fn replace(&mut self, mv: &SumMove<G::Move>, parts: &[G::Position]) -> Result<(), Error> {
        let component = mv.component;
        if let Mind::Guide(guide) = &mut self.mind {
            guide.go(&mv.mv)?;
        }
        if let Mind::Values {
            values,
            total,
            big,
            lists,
            memo,
        } = &mut self.mind
        {
            let mut new = Vec::with_capacity(parts.len());
            // Where a theorem has the values there is nothing to count.
            let mut meter = None;
            for part in parts {
                new.push(match self.game.value(part) {
                    Some(value) => value,
                    None => {
                        let meter = meter.get_or_insert_with(|| self.budget.meter("reply"));
                        memo.value(part, meter).map(Natural::from)?
                    }
                });
            }
            *total ^= &values[component];
            for value in &new {
                *total ^= value;
            }
            *big -= usize::from(is_big(&values[component]));
            *big += new.iter().filter(|value| is_big(value)).count();
            let end = values.len();
            // If nothing is left here, another component moves in: all its bits are new here.
            let before = match new.is_empty() {
                true => Natural::ZERO,
                false => values[component].clone(),
            };
            replace(values, component, &new);
            if component < values.len() {
                lists.add(component, &before, &values[component]);
            }
            for (added, value) in values.iter().enumerate().skip(end) {
                lists.add(added, &Natural::ZERO, value);
            }
        }
        replace(&mut self.sum, component, parts);
        self.first_live = self.first_live.min(component);
        Ok(())
    }
}

/// The first component that has moves, from `from` on, where the search for
/// it continues next time.
fn first_live<G: Game>(game: &G, sum: &[G::Position], from: &mut usize) -> Option<usize> {
    while game.is_terminal(sum.get(*from)?) {
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
        // A value that a search found is small, and so is any below it.
        let wanted = u32::try_from(target).unwrap_or(u32::MAX);
        let _ = each_option(
            game,
            position,
            &mut |mv, to| match memo.sum_is(to, wanted, meter) {
                Ok(true) => {
                    found = Some(mv);
                    STOP
                }
                Ok(false) => CONTINUE,
                Err(error) => {
                    failed = Some(error);
                    STOP
                }
            },
        );
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
    /// Lists a component under the bits that its value has gained; under the
    /// others it is listed already.
    fn add(&mut self, component: usize, before: &Natural, value: &Natural) {
        let mut push = |bit: usize| {
            if self.0.len() <= bit {
                self.0.resize_with(bit + 1, Vec::new);
            }
            self.0[bit].push(component as u32);
        };
        if let (Some(before), Some(word)) = (natural::small(before), natural::small(value)) {
            let mut gained = word & !before;
            while gained != 0 {
                push(gained.trailing_zeros() as usize);
                gained &= gained - 1;
            }
            return;
        }
        let bits = natural::highest_bit(value).map_or(0, |top| top + 1);
        for bit in (0..bits).filter(|bit| natural::bit(value, *bit)) {
            if !natural::bit(before, bit) {
                push(bit);
            }
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
