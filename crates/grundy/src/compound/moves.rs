//! Winning moves of a compound.
//!
//! [`construct`] makes one winning move from the components' numbers, at the
//! cost of one pass and one look at the options of the components it moves in:
//!
//! - conjunctive: in every live component to an option whose number (suspense,
//!   remoteness, or their misère forms) is exactly one less. It exists by the
//!   definition of the numbers, and the extreme number drops by one;
//! - selective: every component that is N to an option that is P; in long
//!   misère play care is taken that either two components stay live, or one
//!   that is misère P;
//! - disjunctive: Nim on the values G, F or F⁻; [`super::moore`] for up to k.
//!
//! [`leaving`] lists all of them, by looking at every move: for small
//! compounds.

use rustc_hash::FxHashMap;

use super::decide::{decide, effective_end};
use super::numbers::{Explored, Numbers};
use super::search::{Compound, Step, is_over};
use super::{End, Kind, Rules, moore};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::outcome::{Convention, Outcome};

/// A winning move of a compound that a theorem decides; `None` if it is not
/// decided, not won, or over.
pub fn construct(explored: &Explored, nodes: &[u32], rules: &Rules) -> Option<Vec<Step>> {
    let decision = decide(explored, nodes, rules)?;
    if decision.outcome != Outcome::N || is_over(explored, nodes, rules.end) {
        return None;
    }
    let maker = Maker { explored, nodes };
    let live = maker.live().count();
    let end = effective_end(explored, nodes, rules.end);
    let misere = rules.convention == Convention::Misere;
    match (rules.kind.among(live), end, misere) {
        (Kind::Disjunctive, End::Long | End::AllZero, false) => maker.nim(|n| n.value, |_| true),
        (Kind::Disjunctive, End::Long, true) => maker.tame(),
        (Kind::Disjunctive, End::AllZero, true) => maker.like_misere_nim(),
        (Kind::Disjunctive, End::Short, false) => maker
            .one(|_| true, |n| n.ended)
            .or_else(|| maker.nim(|n| n.foreclosed, |n| !n.can_end)),
        (Kind::Disjunctive, End::Short, true) => maker.nim(|n| n.misere_foreclosed, |n| !n.ended),
        (Kind::Conjunctive, End::Long, false) => maker.all_one_less(|n| n.suspense),
        (Kind::Conjunctive, End::Long, true) => maker.all_one_less(|n| n.misere_suspense),
        (Kind::Conjunctive, End::Short, false) => maker.all_one_less(|n| n.remoteness),
        (Kind::Conjunctive, End::Short, true) => maker.all_one_less(|n| n.misere_remoteness),
        (Kind::Selective, End::Long, true) if live == 1 => {
            maker.one(|n| !n.ended, |n| !n.wins_misere())
        }
        (Kind::Selective, End::Long, true) => maker.selective_misere(),
        (Kind::Selective, End::Long | End::Short, false) => {
            maker.every(Numbers::wins, |n| !n.wins())
        }
        (Kind::Selective, End::Short, true) => {
            maker.every(Numbers::wins_misere, |n| !n.wins_misere())
        }
        (Kind::UpTo(most), End::Long, false) => maker.moore(most),
        _ => None,
    }
}

/// Options that were chosen already: of many components most are alike, and the options of each are
/// looked through once.
#[derive(Default)]
struct Chosen {
    known: FxHashMap<u32, Option<u32>>,
}

impl Chosen {
    fn of(&mut self, node: u32, choose: impl FnOnce() -> Option<u32>) -> Option<u32> {
        *self.known.entry(node).or_insert_with(choose)
    }
}

struct Maker<'e> {
    explored: &'e Explored,
    nodes: &'e [u32],
}

impl Maker<'_> {
    fn numbers(&self, component: usize) -> &Numbers {
        self.explored.numbers(self.nodes[component])
    }

    fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&i| !self.numbers(i).ended)
    }

    /// A move in `component` to an option with the wanted property.
    fn step(&self, component: usize, wanted: impl Fn(&Numbers) -> bool) -> Option<Step> {
        let options = self.explored.options(self.nodes[component]);
        let to = options
            .iter()
            .find(|&&to| wanted(self.explored.numbers(to)))?;
        Some(Step { component, to: *to })
    }

    /// One move, in some component with a property.
    fn one(
        &self,
        from: impl Fn(&Numbers) -> bool,
        wanted: impl Fn(&Numbers) -> bool,
    ) -> Option<Vec<Step>> {
        (0..self.nodes.len())
            .filter(|&i| from(self.numbers(i)))
            .find_map(|i| self.step(i, &wanted))
            .map(|step| vec![step])
    }

    /// A move in every component with a property.
    fn every(
        &self,
        from: impl Fn(&Numbers) -> bool,
        wanted: impl Fn(&Numbers) -> bool,
    ) -> Option<Vec<Step>> {
        (0..self.nodes.len())
            .filter(|&i| from(self.numbers(i)))
            .map(|i| self.step(i, &wanted))
            .collect()
    }

    fn all_one_less(&self, number: fn(&Numbers) -> u32) -> Option<Vec<Step>> {
        self.live()
            .map(|i| {
                let wanted = number(self.numbers(i)).checked_sub(1)?;
                self.step(i, |n| number(n) == wanted)
            })
            .collect()
    }

    /// The Nim move on the given values, among options with a property.
    fn nim(
        &self,
        value: fn(&Numbers) -> u32,
        allowed: impl Fn(&Numbers) -> bool,
    ) -> Option<Vec<Step>> {
        let values = || (0..self.nodes.len()).map(|i| value(self.numbers(i)));
        let total = values().fold(0, |a, b| a ^ b);
        let component = values().position(|v| v ^ total < v)?;
        let wanted = value(self.numbers(component)) ^ total;
        let step = self.step(component, |n| allowed(n) && value(n) == wanted)?;
        Some(vec![step])
    }

    /// The move of misère Nim on Grundy values.
    fn like_misere_nim(&self) -> Option<Vec<Step>> {
        let values: Vec<u32> = (0..self.nodes.len())
            .map(|i| self.numbers(i).value)
            .collect();
        let big = values.iter().filter(|&&v| v > 1).count();
        match big {
            // Leave an odd number of ones.
            0 => self.one(|n| n.value == 1, |n| n.value == 0),
            1 => {
                let component = values.iter().position(|&v| v > 1)?;
                let ones = values.iter().filter(|&&v| v == 1).count() as u32;
                let wanted = (ones + 1) % 2;
                let step = self.step(component, |n| n.value == wanted)?;
                Some(vec![step])
            }
            _ => self.nim(|n| n.value, |_| true),
        }
    }

    /// The move of the proof in [`super::decide`].
    fn tame(&self) -> Option<Vec<Step>> {
        let firm = |n: &Numbers| n.value == n.misere_value;
        let count = (0..self.nodes.len())
            .filter(|&i| firm(self.numbers(i)))
            .count();
        match count {
            0 => self
                .one(|n| n.value == 1, |n| n.value == 0 && !firm(n))
                .or_else(|| self.one(|n| !n.ended, |n| n.misere_value == 0 && !firm(n))),
            1 => {
                let component = (0..self.nodes.len()).find(|&i| firm(self.numbers(i)))?;
                let total = (0..self.nodes.len()).fold(0, |t, i| t ^ self.numbers(i).value);
                let others = total ^ self.numbers(component).value;
                match self.step(component, |n| n.misere_value == others) {
                    Some(step) => Some(vec![step]),
                    None => self.one(|n| n.value == 1 && !firm(n), |n| n.value == 0),
                }
            }
            _ => self.nim(|n| n.value, |_| true),
        }
    }

    /// Long selective misère play with at least two live components.
    fn selective_misere(&self) -> Option<Vec<Step>> {
        // Leave at least two live components, all of them P in normal play: of one that is N the
        // suspense is one more than that of its longest option that is P, and 0 is an end. …
        let stays = |i: &usize| !self.numbers(*i).wins() || self.numbers(*i).suspense > 1;
        if self.live().filter(stays).take(2).count() == 2 {
            let mut lost = Chosen::default();
            return self
                .live()
                .filter(|&i| self.numbers(i).wins())
                .map(|component| {
                    let wanted = self.numbers(component).suspense - 1;
                    let longest = || Some(self.step(component, |n| n.suspense == wanted)?.to);
                    let to = lost.of(self.nodes[component], longest)?;
                    Some(Step { component, to })
                })
                .collect();
        }
        // … or end all but one, which is left misère P.
        let stubborn: Vec<usize> = self
            .live()
            .filter(|&i| !self.numbers(i).can_end)
            .take(2)
            .collect();
        let kept = match stubborn[..] {
            [only] => self.leave_misere_lost(only)?,
            [] => self.live().find_map(|i| self.leave_misere_lost(i))?,
            _ => return None,
        };
        let (kept, step) = kept;
        let mut ends = Chosen::default();
        self.live()
            .filter_map(|i| match i == kept {
                true => step.map(Some),
                false => {
                    let end = || Some(self.step(i, |n| n.ended)?.to);
                    let to = ends.of(self.nodes[i], end);
                    Some(to.map(|to| Step { component: i, to }))
                }
            })
            .collect()
    }

    /// How to leave `component` misère P and live: by nothing, or by a move.
    fn leave_misere_lost(&self, component: usize) -> Option<(usize, Option<Step>)> {
        if !self.numbers(component).wins_misere() {
            return Some((component, None));
        }
        let step = self.step(component, |n| !n.wins_misere())?;
        Some((component, Some(step)))
    }

    fn moore(&self, most: usize) -> Option<Vec<Step>> {
        let values: Vec<u32> = (0..self.nodes.len())
            .map(|i| self.numbers(i).value)
            .collect();
        moore::lowering(&values, most)?
            .into_iter()
            .map(|(i, wanted)| self.step(i, |n| n.value == wanted))
            .collect()
    }
}

/// Names every move that leaves `wanted`, the components counted as in
/// `nodes`. `outcome` says who wins after a move.
pub fn leaving(
    compound: &Compound,
    nodes: &[u32],
    wanted: Outcome,
    meter: &mut Meter,
    mut outcome: impl FnMut(&[u32], &mut Meter) -> Result<Outcome, Error>,
    visit: &mut impl FnMut(Vec<Step>) -> Flow,
) -> Result<Flow, Error> {
    let mut failed = None;
    let flow = compound.options(&nodes.to_vec(), &mut |steps, to| {
        let found = meter.state().and_then(|()| outcome(&to[0], meter));
        match found {
            Ok(left) if left == wanted => visit(steps),
            Ok(_) => CONTINUE,
            Err(error) => {
                failed = Some(error);
                STOP
            }
        }
    });
    failed.map_or(Ok(flow), Err)
}
