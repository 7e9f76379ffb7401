//! Many values at once: where the period is proven early, the rest is copied.
//!
//! A period is looked for in the first sixteenth of the heaps, which costs little even where there is
//! none. Where one is proven (`solve`), the values after it are those of a period before.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::filled::filled;
//! let kayles = filled(&"kayles".parse().unwrap(), 1_000_000, &Budget::default()).unwrap();
//! assert_eq!(kayles.values[999_999], kayles.values[999_999 % 12 + 120]);
//! assert_eq!(kayles.law, Some((71, 12)));
//! ```
//!
//! Limits: values fit 32 bits.

use super::auto::Auto;
use super::code::Rules;
use super::period::Status;
use super::solve::{Options, solve};
use super::{Sequence, Sparseness};
use crate::budget::Budget;
use crate::error::Error;

/// The values of heaps 0, 1, 2, ….
#[derive(Clone, Debug)]
pub struct Filled {
    /// The values.
    pub values: Vec<u32>,
    /// The engine that computed them, or those before they repeat.
    pub engine: &'static str,
    /// Where a proven period begins and how long it is, if values were copied.
    pub law: Option<(u64, u64)>,
    /// The sparse space, where one is in use.
    pub sparseness: Option<Sparseness>,
}

/// So many heaps are always looked at for a period.
const LEAST: u64 = 1 << 12;
/// So many are always computed: by then an engine has found its sparse space.
const COMPUTED: u64 = 1 << 13;
/// So many values are copied between two looks at the budget.
const AT_ONCE: usize = 1 << 20;

/// The values of the heaps below `heaps`.
pub fn filled(rules: &Rules, heaps: u64, budget: &Budget) -> Result<Filled, Error> {
    let law = match heaps > 2 * COMPUTED && budget.states() >= heaps {
        true => law(rules, heaps, budget)?,
        false => None,
    };
    let mut engine = Auto::new(rules, budget);
    let Some(law) = law else {
        engine.set_goal(heaps);
        engine.advance(heaps)?;
        let mut values = Vec::new();
        engine.copy_values(0, heaps, &mut values);
        return Ok(Filled {
            values,
            engine: engine.name(),
            law: None,
            sparseness: engine.sparseness(),
        });
    };
    let mut meter = budget.meter("heap sequence");
    meter.bytes(4 * heaps)?;
    meter.set_goal(heaps);
    let mut values = Vec::with_capacity(heaps as usize);
    let computed = COMPUTED.max(law.start + law.period);
    engine.advance(computed)?;
    engine.copy_values(0, computed, &mut values);
    let heaps = heaps as usize;
    while values.len() < heaps {
        let more = (heaps - values.len()).min(AT_ONCE);
        law.repeat(&mut values, more);
        meter.advance(more as u64)?;
    }
    let sparseness = engine.sparseness().map(|found| {
        let odd = (0..=rules.last()).find(|t| rules.digit(*t) & 4 != 0);
        let odd = odd.unwrap_or(0);
        let rare = |(heap, value): &(u64, &u32)| found.mask.is_rare(**value, (heap ^ odd) & 1 == 1);
        let mut rares = (0u64..).zip(&values).filter(rare).map(|(heap, _)| heap);
        let first = rares.next();
        let (count, last) = rares.fold((0, first), |(count, _), heap| (count + 1, Some(heap)));
        Sparseness {
            rares: count + u64::from(first.is_some()),
            last_rare: last.unwrap_or(0),
            ..found
        }
    });
    Ok(Filled {
        values,
        engine: engine.name(),
        law: Some((law.start, law.period)),
        sparseness,
    })
}

/// A proven period.
struct Repeats {
    start: u64,
    period: u64,
    saltus: u32,
}

/// The period, if one is proven and is of use.
fn law(rules: &Rules, heaps: u64, budget: &Budget) -> Result<Option<Repeats>, Error> {
    let options = Options {
        budget: budget.clone().at_most(LEAST.max(heaps / 16)),
        window: false,
        ..Options::default()
    };
    let law = match solve(rules, &options) {
        Ok(report) => report.law,
        Err(Error::OverBudget { .. } | Error::Unsupported { .. }) => None,
        Err(error) => return Err(error),
    };
    let law = law.filter(|law| matches!(law.status, Status::Proven(_)));
    Ok(law.and_then(|law| {
        let most = (heaps / law.period).checked_mul(law.saltus)?;
        // All values must fit, with room for those of one period.
        let fits = most.checked_add(heaps)? < u64::from(u32::MAX);
        let early = law.start.checked_add(law.period)? < heaps / 2;
        (fits && early).then_some(Repeats {
            start: law.start,
            period: law.period,
            saltus: law.saltus as u32,
        })
    }))
}

impl Repeats {
    /// Appends `more` values, of which those before it are known from the start of the period on.
    fn repeat(&self, values: &mut Vec<u32>, more: usize) {
        let end = values.len() + more;
        let period = self.period as usize;
        if self.saltus == 0 {
            while values.len() < end {
                // As many whole periods as there are: each round doubles them.
                let known = values.len() - self.start as usize;
                let from = values.len() - known / period * period;
                let to = values.len().min(from + (end - values.len()));
                values.extend_from_within(from..to);
            }
            return;
        }
        for _ in 0..more {
            let value = values[values.len() - period] + self.saltus;
            values.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_copied_is_what_would_be_computed() {
        let heaps = 2 * COMPUTED + 777;
        let budget = Budget::default();
        let mut copied = 0;
        for code in [
            "0.77", "0.07", "0.15", "0.156", "0.3", "0.33", "0.137", "0.16", "0.104", "4.3",
            "0.333", "0.26", "0.175", "0.F",
        ] {
            let rules: Rules = code.parse().unwrap();
            let filled = filled(&rules, heaps, &budget).unwrap();
            let mut plain = Auto::new(&rules, &budget);
            plain.advance(heaps).unwrap();
            let mut values = Vec::new();
            plain.copy_values(0, heaps, &mut values);
            assert_eq!(filled.values, values, "{code}");
            assert_eq!(filled.engine, plain.name(), "{code}");
            // An engine may go a little further than it is asked to.
            if plain.sparseness().is_none_or(|s| s.last_rare < heaps) {
                assert_eq!(filled.sparseness, plain.sparseness(), "{code}");
            }
            copied += u32::from(filled.law.is_some());
        }
        assert!(copied >= 8, "{copied}");
    }

    #[test]
    fn the_budget_is_for_what_is_copied_too() {
        let rules: Rules = "0.07".parse().unwrap();
        let most = Budget::default().with_states(50_000);
        assert!(filled(&rules, 50_000, &most).is_ok());
        assert!(filled(&rules, 50_001, &most).is_err_and(|error| error.is_budget()));
        let most = Budget::default().with_bytes(1 << 18);
        assert!(filled(&rules, 1 << 20, &most).is_err_and(|error| error.is_budget()));
    }
}
