//! The engine that chooses for itself.
//!
//! It begins with vectorised brute force, looks for a sparse space now and then
//! and goes over to whatever is expected to be cheapest ([`super::cost`]): the
//! sparse space in bytes ([`Sparse`]) or with wide values ([`Wide`]), or
//! brute force again when a space is not sparse any more. Codes with three or
//! more parts or without end are computed by [`Sets`].

use super::binary::Binary;
use super::brute::Brute;
use super::code::Rules;
use super::cost::{Choice, Situation, Way, choose};
use super::mask::{Histogram, Mask};
use super::sets::Sets;
use super::sparse::{Sparse, Stop};
use super::vector::Vector;
use super::wide::Wide;
use super::{Sequence, Sparseness};
use crate::budget::{Budget, Meter};
use crate::error::Error;

/// The first heap at which a sparse space is looked for.
const FIRST_TRY: u64 = 1536;
/// Heaps between two looks at the budget.
const STRIDE: u64 = 1 << 14;

/// An engine that chooses among the others as the sequence unfolds.
#[derive(Debug)]
pub struct Auto {
    rules: Rules,
    budget: Budget,
    stage: Stage,
    next_try: u64,
    /// Use the sparse engine even if its space is not sparse.
    insist: bool,
    reach: Option<u64>,
    meter: Meter,
    cursor: u64,
}

#[derive(Debug)]
enum Stage {
    Vector(Vector),
    Sparse(Box<Sparse>),
    Wide(Box<Wide>),
    Sets(Sets),
    Brute(Brute),
}

impl Auto {
    /// The sequence of `rules`, from heap 0.
    pub fn new(rules: &Rules, budget: &Budget) -> Auto {
        let stage = if let Ok(vector) = Vector::new(rules, budget) {
            Stage::Vector(vector)
        } else if let Ok(sets) = Sets::new(rules, budget) {
            Stage::Sets(sets)
        } else {
            Stage::Brute(Brute::new(rules, budget))
        };
        Auto {
            rules: rules.clone(),
            budget: budget.clone(),
            stage,
            next_try: FIRST_TRY.max(2 * rules.last() + 2 * rules.min_part() + 256),
            insist: false,
            reach: None,
            meter: budget.meter("heap sequence"),
            cursor: 0,
        }
    }

    /// Continues the sequence of `rules` after `values`. Engines that need more
    /// than values to continue begin again from heap 0.
    pub fn from_values(rules: &Rules, budget: &Budget, values: &[u32]) -> Auto {
        let mut auto = Auto::new(rules, budget);
        if let Ok(vector) = Vector::from_values(rules, budget, values) {
            auto.stage = Stage::Vector(vector);
            auto.next_try = auto.next_try.max(values.len() as u64);
        }
        auto
    }

    /// As [`Auto::new`], using the sparse engine even where it does not pay.
    pub fn sparse(rules: &Rules, budget: &Budget) -> Result<Auto, Error> {
        Binary::new(rules)?;
        let mut auto = Auto::new(rules, budget);
        auto.insist = true;
        auto.next_try = 2 * rules.last() + 2 * rules.min_part() + 256;
        Ok(auto)
    }

    /// The sparse engine, once it is at work.
    pub fn as_sparse(&self) -> Option<&Sparse> {
        match &self.stage {
            Stage::Sparse(sparse) => Some(sparse),
            _ => None,
        }
    }

    /// The sparse engine, to be driven directly.
    pub(super) fn as_sparse_mut(&mut self) -> Option<&mut Sparse> {
        match &mut self.stage {
            Stage::Sparse(sparse) => Some(sparse),
            _ => None,
        }
    }

    /// Counts values that the sparse engine computed when driven directly.
    pub(super) fn account(&mut self, states: u64, bytes: u64) -> Result<(), Error> {
        if let Stage::Sparse(s) = &self.stage {
            self.meter
                .note(Some(s.rares().len() as u64), u64::from(s.largest().value));
        }
        self.meter.bytes(bytes)?;
        self.meter.advance(states)
    }

    /// How far the window form may look for witnesses; `None` for the usual.
    pub fn set_reach(&mut self, reach: Option<u64>) {
        self.reach = reach;
    }

    /// Tells listeners how many values will be needed.
    pub fn set_goal(&mut self, goal: u64) {
        self.meter.set_goal(goal);
    }

    fn values(&self) -> Vec<u32> {
        let mut values = Vec::new();
        self.copy_values(0, self.known(), &mut values);
        values
    }

    /// What the next value is expected to cost, and in which way it is found; `None`
    /// for codes that are left to [`Sets`] and [`Brute`].
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// use grundy::solve::heap::Sequence;
    /// use grundy::solve::heap::auto::Auto;
    /// use grundy::solve::heap::cost::Way;
    /// let mut auto = Auto::new(&"0.106".parse().unwrap(), &Budget::default());
    /// assert_eq!(auto.choice().unwrap().way, Way::Vector);
    /// auto.advance(10_000).unwrap();
    /// assert_eq!(auto.choice().unwrap().way, Way::Sparse);
    /// ```
    pub fn choice(&self) -> Option<Choice> {
        let way = match &self.stage {
            Stage::Vector(_) => Way::Vector,
            Stage::Sparse(_) => Way::Sparse,
            Stage::Wide(_) => Way::Wide,
            Stage::Sets(_) | Stage::Brute(_) => return None,
        };
        let each = self.situation()?.cost(way)?;
        Some(Choice { way, each })
    }

    /// What the choice depends on.
    fn situation(&self) -> Option<Situation> {
        let (largest, rares) = match &self.stage {
            Stage::Vector(v) => (v.largest(), None),
            Stage::Sparse(s) => (s.largest().value, Some(s.rares().len())),
            Stage::Wide(w) => (w.largest(), Some(w.rares().len())),
            Stage::Sets(_) | Stage::Brute(_) => return None,
        };
        Some(Situation {
            heap: self.known(),
            largest,
            splits: (0..=self.rules.last())
                .filter(|&t| self.rules.digit(t) & 4 != 0)
                .count() as u64,
            rares: rares.map(|r| r as u64),
            fits: matches!(self.stage, Stage::Sparse(_)),
        })
    }

    /// Whether the space in use is not sparse any more, or all splits are expected to
    /// cost less by a quarter: going over costs something too.
    fn is_crowded(&self) -> bool {
        let crowded = |here: Situation| {
            let (vector, sparse) = (here.cost(Way::Vector)?, self.choice()?.each);
            Some(!here.is_sparse() || vector + vector / 4 < sparse)
        };
        !self.insist && self.situation().and_then(crowded) == Some(true)
    }

    /// Goes over to a sparse space, if there is one that pays.
    fn go_sparse(&mut self) -> Option<()> {
        let binary = Binary::new(&self.rules).ok()?;
        let values = self.values();
        let parity = binary.split.first()? & 1;
        let found = Histogram::of(&values, parity).best_mask(&binary.split);
        let here = Situation {
            rares: found.map(|(_, rares)| rares),
            fits: true,
            ..self.situation()?
        };
        let sparse = if self.insist {
            let any = Mask {
                bits: 1,
                alternating: false,
            };
            Sparse::with_mask(&binary, &values, found.map_or(any, |m| m.0))
        } else {
            found
                .filter(|_| choose(&here).way == Way::Sparse)
                .and_then(|(mask, _)| Sparse::with_mask(&binary, &values, mask))
        };
        let wide = Situation {
            fits: false,
            ..here
        };
        let stage = match sparse {
            Some(mut sparse) => {
                if let Some(reach) = self.reach {
                    sparse = sparse.with_reach(reach);
                }
                Stage::Sparse(Box::new(sparse))
            }
            None if self.insist && values.iter().any(|&v| v > 255)
                || choose(&wide).way == Way::Wide =>
            {
                Stage::Wide(Box::new(Wide::from_values(&binary, values)?))
            }
            None => return None,
        };
        // One account for all stages.
        if let Stage::Vector(vector) = &mut self.stage {
            std::mem::swap(&mut self.meter, vector.meter_mut());
        }
        self.stage = stage;
        Some(())
    }

    fn go_vector(&mut self) -> Result<(), Error> {
        let values = self.values();
        let mut vector = Vector::from_values(&self.rules, &self.budget, &values)?;
        std::mem::swap(&mut self.meter, vector.meter_mut());
        self.stage = Stage::Vector(vector);
        Ok(())
    }

    /// One stride towards `to`.
    fn stride(&mut self, to: u64) -> Result<(), Error> {
        let known = self.known();
        match &mut self.stage {
            Stage::Vector(vector) => {
                if known >= self.next_try {
                    self.next_try = known + known / 2;
                    if self.go_sparse().is_some() {
                        return Ok(());
                    }
                    return self.advance((known + 1).min(to));
                }
                vector.advance(to.min(self.next_try))
            }
            Stage::Sets(sets) => sets.advance(to),
            Stage::Brute(brute) => brute.advance(to),
            Stage::Sparse(sparse) => {
                let end = to.min(known + STRIDE);
                let result = sparse.advance(end);
                let (now, bytes) = (sparse.len(), sparse.bytes());
                let windowed = sparse.is_windowed();
                let error = result.err().map(|stop| (stop, sparse.stopped(stop)));
                self.account(now - known, bytes)?;
                let crowded = self.is_crowded();
                match error {
                    Some((Stop::TooWide, error)) => {
                        if windowed {
                            return Err(error);
                        }
                        let binary = Binary::new(&self.rules)?;
                        self.next_try = now + now / 2;
                        match Wide::from_values(&binary, self.values()) {
                            Some(wide) => self.stage = Stage::Wide(Box::new(wide)),
                            None => self.go_vector()?,
                        }
                        Ok(())
                    }
                    Some((Stop::BeyondWindow, error)) => Err(error),
                    None if crowded && !windowed => {
                        self.next_try = now + now / 2;
                        self.go_vector()
                    }
                    None => Ok(()),
                }
            }
            Stage::Wide(wide) => {
                let end = to.min(known + 256);
                for _ in known..end {
                    wide.step();
                }
                self.account(end - known, 5 * end)?;
                if self.is_crowded() {
                    self.next_try = end + end / 2;
                    return self.go_vector();
                }
                if end >= self.next_try {
                    self.next_try = end + end / 2;
                    self.go_sparse();
                }
                Ok(())
            }
        }
    }
}

impl Sequence for Auto {
    fn name(&self) -> &'static str {
        match &self.stage {
            Stage::Vector(_) => "vector",
            Stage::Sparse(s) if s.is_windowed() => "sparse, window form",
            Stage::Sparse(_) => "sparse",
            Stage::Wide(_) => "sparse, wide values",
            Stage::Sets(_) => "sets",
            Stage::Brute(_) => "brute",
        }
    }

    fn known(&self) -> u64 {
        match &self.stage {
            Stage::Vector(v) => v.known(),
            Stage::Sparse(s) => s.len(),
            Stage::Wide(w) => w.values().len() as u64,
            Stage::Sets(s) => s.known(),
            Stage::Brute(b) => b.known(),
        }
    }

    fn value(&self, heap: u64) -> Option<u32> {
        match &self.stage {
            Stage::Vector(v) => v.value(heap),
            Stage::Sparse(s) => s.value(heap),
            Stage::Wide(w) => w.values().get(usize::try_from(heap).ok()?).copied(),
            Stage::Sets(s) => s.value(heap),
            Stage::Brute(b) => b.value(heap),
        }
    }

    fn advance(&mut self, to: u64) -> Result<(), Error> {
        while self.known() < to {
            self.stride(to)?;
        }
        Ok(())
    }

    fn renew(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.meter.renew(budget);
        match &mut self.stage {
            Stage::Vector(v) => v.renew(budget),
            Stage::Sets(s) => s.renew(budget),
            Stage::Brute(b) => b.renew(budget),
            // These are metered from here.
            Stage::Sparse(_) | Stage::Wide(_) => {}
        }
    }

    fn copy_values(&self, from: u64, to: u64, out: &mut Vec<u32>) {
        match &self.stage {
            Stage::Sparse(s) if from >= s.first_kept() => s.copy_values(from, to, out),
            _ => out.extend((from..to).map_while(|heap| self.value(heap))),
        }
    }

    fn sparseness(&self) -> Option<Sparseness> {
        match &self.stage {
            Stage::Sparse(s) => Some(Sparseness {
                mask: s.mask(),
                rares: s.rares().len() as u64,
                last_rare: s.rares().last().map_or(0, |r| r.0),
            }),
            Stage::Wide(w) => Some(Sparseness {
                mask: w.mask(),
                rares: w.rares().len() as u64,
                last_rare: w.rares().last().copied().unwrap_or(0),
            }),
            _ => None,
        }
    }
}

super::iterate!(Auto);
