//! Components of one game, behind text.
//!
//! A compound mixes games of different types. [`Parts`] is what it sees of
//! each: the components that one game contributes, as text and as nodes of the
//! graph of all that can be reached from them. [`Components`] makes one of any game
//! with its theorem, so that no game has to be edited to be a component.

use std::ops::Range;

use super::explore::Region;
use crate::answer::Status;
use crate::budget::Meter;
use crate::erased::{Erased, Position};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP, each_option, replace};
use crate::natural::Natural;
use crate::outcome::Convention;

use crate::solve::memo::Memo;
use crate::solve::sum::{Flat, read_sum_move, write_sum_move};
use crate::text::Text;
use crate::theorem::{self, Theorem};
use crate::workbench::{self, Seen};

/// How many states can be reached, and the moves between them.
pub type Reached<'p> = (u32, &'p [(u32, u32)]);

/// The components of one game in a compound that is being played.
pub trait Parts {
    /// How many components there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes one component of all of them, their sum.
    fn unite(&mut self);

    /// Whether the component is a single position, not a sum of several.
    fn is_single(&self, component: usize) -> bool;

    /// Writes components in the game's notation.
    fn write(&self, components: Range<usize>) -> String;

    /// Whether a component has no move.
    fn is_ended(&self, component: usize) -> bool;

    /// Whether the theorem knows the Grundy value of every component.
    fn has_values(&self) -> bool;

    /// Whether the values that the theorem knows are proven, not computed.
    fn values_are_proven(&self) -> bool;

    /// Whether positions may come back.
    fn may_cycle(&self) -> bool {
        false
    }

    /// Whether misère sums are played like misère Nim on the values.
    fn is_like_nim(&self) -> bool;

    /// The Grundy value of a component, by theorem or by search.
    fn value(&mut self, component: usize, meter: &mut Meter) -> Result<Natural, Error>;

    /// Names the moves of a component to the Grundy value `target`.
    fn moves_to_value(
        &mut self,
        component: usize,
        target: &Natural,
        meter: &mut Meter,
        visit: &mut dyn FnMut(String) -> Flow,
    ) -> Result<Flow, Error>;

    /// Names every move of a component, with the node it leads to if the
    /// graph is there.
    fn moves(&self, component: usize, visit: &mut dyn FnMut(String, Option<u32>) -> Flow) -> Flow;

    /// Explores all that can be reached; answers how many states there are and
    /// the moves between them.
    fn explore(&mut self, meter: &mut Meter) -> Result<Reached<'_>, Error>;

    /// The node of a component, counted within this game, once explored.
    fn node(&self, component: usize) -> Option<u32>;

    /// Plays a move given as text; an illegal one changes nothing.
    fn play(&mut self, component: usize, text: &str) -> Result<(), Error>;

    /// Takes back the last move in a component.
    fn back(&mut self, component: usize);

    /// A component as it is seen, with up to `clicks` of its moves as [`Parts::moves`]
    /// names them, and its Grundy value if the theorem knows it.
    fn seen(&self, component: usize, clicks: usize) -> (Seen, Option<Natural>);
}

/// The components of any game.
pub struct Components<'g> {
    game: &'g Erased<'static>,
    /// Each component as it stands, and as it stood before each move.
    components: Vec<Vec<Vec<Position>>>,
    region: Option<Region<Position>>,
    memo: Memo<&'g Erased<'static>>,
}

impl<'g> Components<'g> {
    /// One component for each position of `sum`.
    pub fn new(game: &'g Erased<'static>, sum: Vec<Position>) -> Self {
        Components {
            game,
            components: sum.into_iter().map(|p| vec![vec![p]]).collect(),
            region: None,
            memo: Memo::new(game),
        }
    }

    fn now(&self, component: usize) -> &[Position] {
        self.components[component].last().map_or(&[], Vec::as_slice)
    }

    /// What [`Parts::explore`] found, once it has.
    pub fn reached(&self) -> Option<Reached<'_>> {
        let region = self.region.as_ref()?;
        Some((region.states(), region.edges()))
    }
}

impl Parts for Components<'_> {
    fn len(&self) -> usize {
        self.components.len()
    }

    fn unite(&mut self) {
        let sum = (0..self.len()).flat_map(|i| self.now(i).to_vec()).collect();
        self.components = vec![vec![sum]];
    }

    fn is_single(&self, component: usize) -> bool {
        self.now(component).len() == 1
    }

    fn write(&self, components: Range<usize>) -> String {
        let sum: Vec<_> = components.flat_map(|i| self.now(i).to_vec()).collect();
        self.game.write(&sum)
    }

    fn is_ended(&self, component: usize) -> bool {
        self.now(component).iter().all(|p| self.game.is_terminal(p))
    }

    fn has_values(&self) -> bool {
        (0..self.len()).all(|i| theorem::component_values(self.game, self.now(i)).is_some())
    }

    fn values_are_proven(&self) -> bool {
        let status = |i| self.game.status(self.now(i), Convention::Normal);
        (0..self.len()).all(|i| status(i) == Status::Proven)
    }

    fn may_cycle(&self) -> bool {
        self.game.may_cycle()
    }

    fn is_like_nim(&self) -> bool {
        self.game.misere_like_nim()
    }

    fn value(&mut self, component: usize, meter: &mut Meter) -> Result<Natural, Error> {
        let sum = self.components[component]
            .last()
            .map_or(&[][..], Vec::as_slice);
        match theorem::sum_value(self.game, sum) {
            Some(value) => Ok(value),
            None => self.memo.sum_value(sum, meter).map(Natural::from),
        }
    }

    fn moves_to_value(
        &mut self,
        component: usize,
        target: &Natural,
        meter: &mut Meter,
        visit: &mut dyn FnMut(String) -> Flow,
    ) -> Result<Flow, Error> {
        let sum = self.components[component]
            .last()
            .map_or(&[][..], Vec::as_slice);
        let mut values = Vec::with_capacity(sum.len());
        for part in sum {
            values.push(match self.game.value(part) {
                Some(value) => value,
                None => self.memo.value(part, meter)?.into(),
            });
        }
        let total = crate::natural::nim_sum(&values);
        // A construction that is cut short ends one part, the visitor all.
        let (mut enough, mut all) = (false, CONTINUE);
        for (at, (part, value)) in sum.iter().zip(&values).enumerate() {
            let wanted = &total ^ value ^ target;
            let mut name = |mv| {
                let mv = crate::answer::SumMove { component: at, mv };
                let flow = visit(write_sum_move(self.game, sum, &mv));
                enough |= flow.is_break();
                flow
            };
            let flow = if self.game.value(part).is_some() {
                theorem::moves_to(self.game, part, &wanted, meter, &mut name)?
            } else {
                let mut failed = None;
                let flow = each_option(self.game, part, &mut |mv, to| match self
                    .memo
                    .sum_value(to, meter)
                {
                    Ok(found) if wanted == found.into() => name(mv),
                    Ok(_) => CONTINUE,
                    Err(error) => {
                        failed = Some(error);
                        STOP
                    }
                });
                if let Some(error) = failed {
                    return Err(error);
                }
                flow
            };
            if flow.is_break() {
                all = STOP;
            }
            if enough {
                break;
            }
        }
        Ok(all)
    }

    fn moves(&self, component: usize, visit: &mut dyn FnMut(String, Option<u32>) -> Flow) -> Flow {
        let sum = self.now(component).to_vec();
        each_option(&Flat::new(self.game), &sum, &mut |mv, to| {
            let node = self.region.as_ref().and_then(|r| r.find(self.game, &to[0]));
            visit(write_sum_move(self.game, &sum, &mv), node)
        })
    }

    fn explore(&mut self, meter: &mut Meter) -> Result<Reached<'_>, Error> {
        let roots: Vec<_> = (0..self.len()).map(|i| self.now(i).to_vec()).collect();
        let region = Region::explore(self.game, &roots, meter)?;
        let region = self.region.insert(region);
        Ok((region.states(), region.edges()))
    }

    fn node(&self, component: usize) -> Option<u32> {
        let region = self.region.as_ref()?;
        region.find(self.game, self.now(component))
    }

    fn play(&mut self, component: usize, text: &str) -> Result<(), Error> {
        let mut sum = self.now(component).to_vec();
        let mv = read_sum_move(self.game, &sum, text)?;
        let Some(parts) = self.game.play(&sum[mv.component], &mv.mv) else {
            return Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("a legal move", "合法着法"),
            });
        };
        replace(&mut sum, mv.component, &parts);
        self.components[component].push(sum);
        Ok(())
    }

    fn back(&mut self, component: usize) {
        if self.components[component].len() > 1 {
            self.components[component].pop();
        }
    }

    fn seen(&self, component: usize, clicks: usize) -> (Seen, Option<Natural>) {
        let now = self.now(component);
        let seen = workbench::seen(self.game, now.to_vec(), Convention::Normal, clicks);
        (seen, theorem::sum_value(self.game, now))
    }
}
