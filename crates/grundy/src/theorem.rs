//! What is known about a game beyond its rules.
//!
//! A theorem is a shortcut: it says in closed form what search would find.
//! Each hook of [`Theorem`] may stay silent (`None`), for all positions or
//! for some; the engines then search. The conformance suite compares every
//! word of a theorem with search.
//!
//! - Where the Grundy value of a component is known, give [`Theorem::value`]
//!   (and [`Theorem::moves_to`] if heaps may be huge): outcome and winning
//!   moves of every sum follow by Sprague–Grundy.
//! - Where only outcomes are known, or in misère play, give
//!   [`Theorem::outcome`] (and [`Theorem::winning_moves`]).

use crate::answer::{Status, SumMove};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP, each_option, replace};
use crate::natural::{Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::text::Text;

/// A guide through one game: follows the normal play of a component and knows who is
/// winning it, where each move changes little of what is known (a matching, a tree).
pub trait Guide<M> {
    /// Who wins from here.
    fn outcome(&mut self) -> Outcome;

    /// A winning move, if there is one.
    fn winning_move(&mut self) -> Option<M>;

    /// Plays a move; an illegal one is refused and changes nothing.
    fn go(&mut self, mv: &M) -> Result<(), Error>;
}

/// What is known about a game; `impl Theorem for … {}` where nothing is.
pub trait Theorem: Game {
    /// The Grundy value of one component in normal play.
    fn value(&self, _position: &Self::Position) -> Option<Natural> {
        None
    }

    /// Names every move of `position` to the Grundy value `target` until told
    /// to stop. Silent: all options are looked at. A construction that names
    /// some moves and leaves out others — one at least for every target below
    /// the value — answers [`STOP`]: the list is then marked as cut short.
    fn moves_to(
        &self,
        _position: &Self::Position,
        _target: &Natural,
        _visit: &mut impl FnMut(Self::Move) -> Flow,
    ) -> Option<Flow> {
        None
    }

    /// The Grundy value of one component where an engine computes it with little
    /// work and the theorem only knows who wins: it is told beside the outcome.
    fn computed_value(&self, _position: &Self::Position) -> Option<Natural> {
        None
    }

    /// Whether the Grundy value of `sum`, where the theorem gives none, is
    /// worth a short search beside a proven outcome. Not where already the
    /// options of one position are too many to be looked at.
    fn seeks_value(&self, _sum: &[Self::Position]) -> bool {
        true
    }

    /// The outcome of a sum, where it does not follow from values.
    fn outcome(&self, _sum: &[Self::Position], _convention: Convention) -> Option<Outcome> {
        None
    }

    /// Names every winning move of a sum until told to stop, where they do
    /// not follow from values; in a draw, every move that keeps it. Silent: all options are looked at. A
    /// construction that names some and leaves out others answers [`STOP`].
    fn winning_moves(
        &self,
        _sum: &[Self::Position],
        _convention: Convention,
        _visit: &mut impl FnMut(SumMove<Self::Move>) -> Flow,
    ) -> Option<Flow> {
        None
    }

    /// Whether misère sums are played like misère Nim on the Grundy values:
    /// as in normal play while some component has a value above 1, and with
    /// the winner reversed when none has. Components with that property are
    /// tame in the narrowest sense (genus 0¹, 1⁰, nⁿ); it must be proven.
    ///
    /// If every move leads to one component, it is enough that every position
    /// of value 0 that has moves has one to value 1. Where moves split a
    /// component, the value of the parts together does not say whether one of
    /// them exceeds 1: such games give [`Theorem::outcome`] and
    /// [`Theorem::winning_moves`] instead.
    fn misere_like_nim(&self) -> bool {
        false
    }

    /// How the theorem knows: *proven*, unless it rests on computation.
    fn status(&self, _sum: &[Self::Position], _convention: Convention) -> Status {
        Status::Proven
    }

    /// For a game whose positions may come back ([`Game::may_cycle`]): a
    /// number of moves within which every play of `sum` ends in which the
    /// winner, in normal play, always makes the first move that
    /// [`Theorem::winning_moves`] names. It must be proven. `None`: nothing is
    /// promised, and whoever plays searches for moves that make progress.
    fn ends_within(&self, _sum: &[Self::Position]) -> Option<Natural> {
        None
    }

    /// A guide through the normal play of one component, if it knows more
    /// cheaply who wins after a move than by a fresh question. For games whose
    /// moves leave one component and are written the same way in all its
    /// positions.
    fn guide(&self, _position: &Self::Position) -> Option<Box<dyn Guide<Self::Move>>> {
        None
    }

    /// Why the answer for `sum` holds, with its numbers.
    fn reason(&self, _sum: &[Self::Position], _convention: Convention) -> Text {
        Text::fixed("by the game's theorem", "由该游戏的定理")
    }
}

/// A reference to a game knows what the game knows.
impl<G: Theorem> Theorem for &G {
    fn value(&self, position: &Self::Position) -> Option<Natural> {
        G::value(self, position)
    }
    fn moves_to(
        &self,
        position: &Self::Position,
        target: &Natural,
        visit: &mut impl FnMut(Self::Move) -> Flow,
    ) -> Option<Flow> {
        G::moves_to(self, position, target, visit)
    }
    fn computed_value(&self, position: &Self::Position) -> Option<Natural> {
        G::computed_value(self, position)
    }
    fn seeks_value(&self, sum: &[Self::Position]) -> bool {
        G::seeks_value(self, sum)
    }
    fn outcome(&self, sum: &[Self::Position], convention: Convention) -> Option<Outcome> {
        G::outcome(self, sum, convention)
    }
    fn winning_moves(
        &self,
        sum: &[Self::Position],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Self::Move>) -> Flow,
    ) -> Option<Flow> {
        G::winning_moves(self, sum, convention, visit)
    }
    fn misere_like_nim(&self) -> bool {
        G::misere_like_nim(self)
    }
    fn status(&self, sum: &[Self::Position], convention: Convention) -> Status {
        G::status(self, sum, convention)
    }
    fn ends_within(&self, sum: &[Self::Position]) -> Option<Natural> {
        G::ends_within(self, sum)
    }
    fn guide(&self, position: &Self::Position) -> Option<Box<dyn Guide<Self::Move>>> {
        G::guide(self, position)
    }
    fn reason(&self, sum: &[Self::Position], convention: Convention) -> Text {
        G::reason(self, sum, convention)
    }
}

/// The Grundy value of a sum, if the theorem knows that of every component.
pub fn sum_value<G: Theorem>(game: &G, sum: &[G::Position]) -> Option<Natural> {
    let values = component_values(game, sum)?;
    Some(nim_sum(&values))
}

/// The Grundy value of every component, if the theorem knows them all.
pub fn component_values<G: Theorem>(game: &G, sum: &[G::Position]) -> Option<Vec<Natural>> {
    sum.iter().map(|part| game.value(part)).collect()
}

/// The outcome of a sum, if the theorem knows it.
pub fn outcome<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
) -> Option<Outcome> {
    game.outcome(sum, convention).or_else(|| {
        if convention == Convention::Misere && !game.misere_like_nim() {
            return None;
        }
        let values = component_values(game, sum)?;
        let total = nim_sum(&values);
        let reversed = convention == Convention::Misere && !values.iter().any(is_big);
        Some(Outcome::mover_wins(total.is_zero() == reversed))
    })
}

/// A guide through the play of `sum`, if there is one.
pub fn guide<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
) -> Option<Box<dyn Guide<G::Move>>> {
    match (sum, convention) {
        ([only], Convention::Normal) => game.guide(only),
        _ => None,
    }
}

/// Whether a value behaves in misère play as it does in normal play.
pub fn is_big(value: &Natural) -> bool {
    *value > Natural::ONE
}

/// The value to which a component must be moved to win, when the nim sum of
/// the other components is `others` and `big_elsewhere` says whether one of
/// them is above 1.
pub fn target(others: Natural, convention: Convention, big_elsewhere: bool) -> Natural {
    match convention {
        Convention::Misere if !big_elsewhere => others ^ Natural::ONE,
        _ => others,
    }
}

/// A reason that states the nim sum.
pub fn nim_sum_reason<G: Theorem>(
    name: (&str, &str),
    game: &G,
    sum: &[G::Position],
    convention: Convention,
) -> Text {
    let Some(values) = component_values(game, sum) else {
        return Text::default();
    };
    let total = nim_sum(&values);
    match convention {
        Convention::Normal => Text::new(
            format!("{}: the nim sum is {total}", name.0),
            format!("{}：异或和为 {total}", name.1),
        ),
        Convention::Misere if values.iter().any(is_big) => Text::new(
            format!(
                "{}, misère: a value exceeds 1 and the nim sum is {total}",
                name.0
            ),
            format!("{}（反常）：有值大于 1，且异或和为 {total}", name.1),
        ),
        Convention::Misere => Text::new(
            format!(
                "{}, misère: no value exceeds 1 and the nim sum is {total}",
                name.0
            ),
            format!("{}（反常）：没有值大于 1，且异或和为 {total}", name.1),
        ),
    }
}

/// Names the winning moves of a sum whose outcome the theorem knows, until
/// told to stop. Charges `meter` for options that must be looked at. `None`:
/// the theorem is silent about some options, so moves may be missing.
pub fn winning_moves<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
    meter: &mut Meter,
    visit: &mut impl FnMut(SumMove<G::Move>) -> Flow,
) -> Result<Option<Flow>, Error> {
    if let Some(flow) = game.winning_moves(sum, convention, visit) {
        return Ok(Some(flow));
    }
    let by_values = convention == Convention::Normal || game.misere_like_nim();
    let Some(values) = by_values.then(|| component_values(game, sum)).flatten() else {
        return winning_by_looking(game, sum, convention, meter, visit);
    };
    if outcome(game, sum, convention) == Some(Outcome::P) {
        return Ok(Some(CONTINUE));
    }
    let total = nim_sum(&values);
    let big = values.iter().filter(|value| is_big(value)).count();
    // A construction that is cut short ends one component, the visitor all.
    let (mut enough, mut all) = (false, CONTINUE);
    for (component, (position, value)) in sum.iter().zip(&values).enumerate() {
        let big_elsewhere = big > usize::from(is_big(value));
        let target = target(value ^ &total, convention, big_elsewhere);
        let flow = moves_to(game, position, &target, meter, &mut |mv| {
            let flow = visit(SumMove { component, mv });
            enough |= flow.is_break();
            flow
        })?;
        if flow.is_break() {
            all = STOP;
        }
        if enough {
            break;
        }
    }
    Ok(Some(all))
}

/// Names every move of `position` to the value `target`, by the theorem's
/// construction or by looking at all options.
pub fn moves_to<G: Theorem>(
    game: &G,
    position: &G::Position,
    target: &Natural,
    meter: &mut Meter,
    visit: &mut impl FnMut(G::Move) -> Flow,
) -> Result<Flow, Error> {
    if let Some(flow) = game.moves_to(position, target, visit) {
        return Ok(flow);
    }
    let mut failed = None;
    let flow = each_option(game, position, &mut |mv, to| {
        if let Err(error) = meter.state() {
            failed = Some(error);
            return STOP;
        }
        if sum_value(game, to).as_ref() == Some(target) {
            visit(mv)
        } else {
            CONTINUE
        }
    });
    failed.map_or(Ok(flow), Err)
}

fn winning_by_looking<G: Theorem>(
    game: &G,
    sum: &[G::Position],
    convention: Convention,
    meter: &mut Meter,
    visit: &mut impl FnMut(SumMove<G::Move>) -> Flow,
) -> Result<Option<Flow>, Error> {
    let Some(wanted) = outcome(game, sum, convention).and_then(Outcome::to_leave) else {
        return Ok(Some(CONTINUE));
    };
    let mut failed = None;
    let mut silent = false;
    let mut after = sum.to_vec();
    for (component, position) in sum.iter().enumerate() {
        let flow = each_option(game, position, &mut |mv, to| {
            if let Err(error) = meter.state() {
                failed = Some(error);
                return STOP;
            }
            after.clear();
            after.extend_from_slice(sum);
            replace(&mut after, component, to);
            match outcome(game, &after, convention) {
                Some(left) if left == wanted => visit(SumMove { component, mv }),
                Some(_) => CONTINUE,
                None => {
                    silent = true;
                    CONTINUE
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if flow.is_break() {
            return Ok(Some(STOP));
        }
    }
    Ok((!silent).then_some(CONTINUE))
}
