//! Components of a sum of games whose values a law tells, where they are beyond cheap search.
//!
//! Sums of several games are decided by the Grundy values of their components
//! ([`grundy::compound::expression`]). What a law is proven of knows these too: a component is valued
//! in the order of [`crate::stages`], and its moves to a value are those that the law constructs.

use std::collections::BTreeSet;
use std::ops::Range;

use grundy::answer::{Answer, Status, SumMove};
use grundy::budget::{Budget, Meter};
use grundy::choice::Trace;
use grundy::compound::parts::{Parts, Reached};
use grundy::erased::Position;
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, STOP};
use grundy::natural::Natural;
use grundy::outcome::Outcome;
use grundy::text::Text;
use grundy::theorem;
use grundy::workbench::{Seen, WrittenMove, written};

use crate::bench::Asked;
use crate::stages::{self, Stage};

/// A game of which a law may be known.
pub(crate) trait Lawful {
    /// What is tried, in order.
    fn stages(&self, budget: &Budget) -> Vec<Stage>;

    /// About how many positions a search from here would have to visit.
    fn below(&self, position: &str) -> Option<u64>;

    /// The Grundy value by a law, if one is found within a budget for the look.
    fn value(&self, position: &str, looking: &Budget) -> Result<Option<Natural>, Error>;

    /// The moves to a Grundy value by a law, and whether these are all.
    fn moves_to(
        &self,
        position: &str,
        target: &Natural,
        looking: &Budget,
    ) -> Result<Option<(Vec<String>, bool)>, Error>;
}

/// The value of a sum by what is known.
pub(crate) fn value(asked: &Asked, sum: &[Position]) -> Option<Natural> {
    theorem::sum_value(&asked.game, sum)
}

/// More moves of one component are not named.
const MOST: usize = 1 << 10;

/// The moves of one position to a value by what is known, and whether these are all.
pub(crate) fn moves_to(
    asked: &Asked,
    sum: &[Position],
    target: &Natural,
    budget: &Budget,
) -> Result<(Vec<WrittenMove>, bool), Error> {
    let game = &asked.game;
    let values = sum
        .iter()
        .map(|part| theorem::sum_value(game, std::slice::from_ref(part)));
    let values: Option<Vec<Natural>> = values.collect();
    let Some(values) = values else {
        return Ok((Vec::new(), false));
    };
    let total = grundy::natural::nim_sum(&values);
    let mut meter = budget.meter("winning moves");
    let mut found = Vec::new();
    let mut all = true;
    for (component, (part, value)) in sum.iter().zip(values).enumerate() {
        let wanted = &(&total ^ value) ^ target;
        let flow = theorem::moves_to(game, part, &wanted, &mut meter, &mut |mv| {
            found.push(SumMove { component, mv });
            if found.len() < MOST { CONTINUE } else { STOP }
        })?;
        all &= flow.is_continue();
    }
    let answer = Answer {
        outcome: Outcome::N,
        value: None,
        remoteness: None,
        winning_moves: found,
        truncated: false,
        reason: Text::default(),
        status: Status::Proven,
    };
    let solved = written(game, sum, answer);
    Ok((solved.answer.winning_moves, all && !solved.answer.truncated))
}

/// The components of a game whose values a law may tell.
pub(crate) fn parts<'g>(lawful: &'g dyn Lawful, inner: Box<dyn Parts + 'g>) -> Box<dyn Parts + 'g> {
    Box::new(ByLaw {
        lawful,
        inner,
        told: BTreeSet::new(),
    })
}

struct ByLaw<'g> {
    lawful: &'g dyn Lawful,
    inner: Box<dyn Parts + 'g>,
    /// The components whose value the law told, as they stand.
    told: BTreeSet<usize>,
}

impl ByLaw<'_> {
    fn written(&self, component: usize) -> String {
        self.inner.write(component..component + 1)
    }

    fn all_are_told(&self) -> bool {
        !self.told.is_empty() && self.told.len() == self.inner.len()
    }
}

impl Parts for ByLaw<'_> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn unite(&mut self) {
        self.told.clear();
        self.inner.unite();
    }

    fn is_single(&self, component: usize) -> bool {
        self.inner.is_single(component)
    }

    fn write(&self, components: Range<usize>) -> String {
        self.inner.write(components)
    }

    fn is_ended(&self, component: usize) -> bool {
        self.inner.is_ended(component)
    }

    fn has_values(&self) -> bool {
        self.all_are_told() || self.inner.has_values()
    }

    fn values_are_proven(&self) -> bool {
        self.all_are_told() || self.inner.values_are_proven()
    }

    fn may_cycle(&self) -> bool {
        self.inner.may_cycle()
    }

    fn is_like_nim(&self) -> bool {
        self.inner.is_like_nim()
    }

    fn value(&mut self, component: usize, meter: &mut Meter) -> Result<Natural, Error> {
        let budget = &Budget::current();
        let position = self.written(component);
        let lawful = self.lawful;
        // The law is asked while nobody else uses these.
        let (inner, meter) = (
            std::cell::RefCell::new(&mut self.inner),
            std::cell::RefCell::new(meter),
        );
        let rules = |limit: Option<u64>| {
            let value = match limit {
                Some(limit) => {
                    let mut meter = budget.clone().at_most(limit).meter("search");
                    inner.borrow_mut().value(component, &mut meter)
                }
                None => inner.borrow_mut().value(component, &mut meter.borrow_mut()),
            };
            value.map(|value| (value, false))
        };
        let law = |looking: &Budget| {
            let value = lawful.value(&position, looking)?;
            Ok(value.map(|value| (value, true)))
        };
        let below = || lawful.below(&position);
        let (stages, trace) = (lawful.stages(budget), Trace::default());
        let (value, told) = stages::run(&stages, budget, &trace, &below, &rules, &law)?;
        match told {
            true => self.told.insert(component),
            false => self.told.remove(&component),
        };
        Ok(value)
    }

    fn moves_to_value(
        &mut self,
        component: usize,
        target: &Natural,
        meter: &mut Meter,
        visit: &mut dyn FnMut(String) -> Flow,
    ) -> Result<Flow, Error> {
        if self.told.contains(&component) {
            // It is known already: nothing is looked for.
            let looking = Budget::current();
            let position = self.written(component);
            if let Some((moves, all)) = self.lawful.moves_to(&position, target, &looking)? {
                for mv in moves {
                    if visit(mv).is_break() {
                        return Ok(STOP);
                    }
                }
                return Ok(if all { CONTINUE } else { STOP });
            }
        }
        self.inner.moves_to_value(component, target, meter, visit)
    }

    fn moves(&self, component: usize, visit: &mut dyn FnMut(String, Option<u32>) -> Flow) -> Flow {
        self.inner.moves(component, visit)
    }

    fn explore(&mut self, meter: &mut Meter) -> Result<Reached<'_>, Error> {
        self.inner.explore(meter)
    }

    fn node(&self, component: usize) -> Option<u32> {
        self.inner.node(component)
    }

    fn play(&mut self, component: usize, text: &str) -> Result<(), Error> {
        self.told.remove(&component);
        self.inner.play(component, text)
    }

    fn back(&mut self, component: usize) {
        self.told.remove(&component);
        self.inner.back(component);
    }

    fn seen(&self, component: usize, clicks: usize) -> (Seen, Option<Natural>) {
        self.inner.seen(component, clicks)
    }
}
