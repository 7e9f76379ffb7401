//! All-but sets: arithmetic periods proven by recurrence of the relative state.
//!
//! From some number on, every number of tokens may be taken and none of the
//! moves splits. Let E be the set of values of the heaps that are reached by
//! those moves and M = mex E. Every value from now on is at least M, and it is
//! determined by the last few values and E, both relative to M: a value below M
//! is in E already and can be forgotten. So if this *relative state* recurs
//! after p heaps while M grew by s, then G(n+p) = G(n) + s from there on, for
//! ever. (That all-but sets are arithmetic-periodic is in *Winning Ways*, ch. 4.)
//!
//! ```
//! use grundy::solve::heap::solve::{Options, solve};
//! let law = solve(&"allbut{}".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! assert_eq!((law.start, law.period, law.saltus), (0, 1, 1)); // Nim
//! ```

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::code::Rules;
use super::period::{Law, Source, Status, Theorem, prime_factors};
use super::solve::Report;
use super::sparse::Largest;
use crate::budget::Budget;
use crate::error::Error;

/// Whether the theorem is about these rules.
pub fn applies(rules: &Rules) -> bool {
    rules.tail().len() == 1 && rules.max_parts() <= 1
}

/// Looks for the law of an all-but set.
pub fn solve(rules: &Rules, budget: &Budget) -> Result<Report, Error> {
    let mut meter = budget.meter("all-but set");
    let known = rules.digits().len() as u64;
    let tail = rules.tail()[0];
    let mut values: Vec<u32> = Vec::new();
    // E without the numbers below M, which are all in it.
    let mut above: BTreeSet<u32> = BTreeSet::new();
    let mut least = 0u32;
    let mut states: FxHashMap<Vec<u32>, (u64, u32)> = FxHashMap::default();
    let mut bytes = 0u64;
    let mut largest = Largest::default();
    let mut stopped = None;
    let mut law = None;
    for n in 0.. {
        if let Some(target) = u64::checked_sub(n, known) {
            let reached = if target == 0 { tail & 1 } else { tail & 2 };
            let value = if target == 0 {
                0
            } else {
                values[target as usize]
            };
            if reached != 0 && value >= least {
                above.insert(value);
                while above.remove(&least) {
                    least += 1;
                }
            }
        }
        if n > known {
            // Only the values that finite digits or E will still read.
            let window = values[(n - known) as usize..].iter();
            let state: Vec<u32> = window
                .map(|&v| v.checked_sub(least).map_or(0, |d| d + 1))
                .chain([u32::MAX])
                .chain(above.iter().map(|&v| v - least))
                .collect();
            bytes += 4 * state.len() as u64 + 64;
            if let Some(&(then, before)) = states.get(&state) {
                law = Some(build(rules, &values, then, n, u64::from(least - before)));
                break;
            }
            states.insert(state, (n, least));
        }
        let mut options: BTreeSet<u32> = BTreeSet::new();
        for take in 0..known.min(n + 1) {
            let digit = rules.digit(take);
            let rest = n - take;
            if digit & 1 != 0 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                options.insert(values[rest as usize]);
            }
        }
        let mut value = least;
        while options.contains(&value) || above.contains(&value) {
            value += 1;
        }
        if value > largest.value {
            largest = Largest { value, heap: n };
        }
        values.push(value);
        let result = meter.state().and_then(|()| meter.bytes(bytes + 4 * n));
        if let Err(error) = result {
            if !error.is_budget() {
                return Err(error);
            }
            stopped = Some(error);
            break;
        }
    }
    Ok(Report {
        rules: rules.clone(),
        known: values.len() as u64,
        law,
        largest,
        sparseness: None,
        engine: "relative state",
        stopped,
    })
}

/// The law from a state that recurs: least period, least start.
fn build(rules: &Rules, values: &[u32], then: u64, now: u64, saltus: u64) -> Law {
    let (whole, grown) = (now - then, saltus);
    let (mut period, mut saltus) = (whole, grown);
    let full = |heap: u64| {
        // Values beyond the table, by the law itself.
        let beyond = heap.saturating_sub(then) / whole;
        u64::from(values[(heap - beyond * whole) as usize]) + beyond * grown
    };
    for factor in prime_factors(period) {
        while period.is_multiple_of(factor) && saltus.is_multiple_of(factor) {
            let (p, s) = (period / factor, saltus / factor);
            if (then..now).any(|n| full(n + p) != full(n) + s) {
                break;
            }
            (period, saltus) = (p, s);
        }
    }
    let mut start = then;
    while start > 0 && full(start - 1 + period) == full(start - 1) + saltus {
        start -= 1;
    }
    let table: Vec<u32> = (0..start + period).map(|n| full(n) as u32).collect();
    let mut largest = Largest::default();
    for (heap, &value) in (0..).zip(&table) {
        if value > largest.value {
            largest = Largest { value, heap };
        }
    }
    Law {
        rules: rules.clone(),
        start,
        period,
        saltus,
        status: Status::Proven(Theorem::RelativeState { then, now }),
        largest,
        sparseness: None,
        source: Source::Table(table),
    }
}
