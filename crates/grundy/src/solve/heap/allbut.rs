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

use super::brute::Seen;
use super::code::Rules;
use super::period::{Law, Source, Status, Theorem};
use super::solve::Report;
use super::sparse::Largest;
use crate::budget::Budget;
use crate::error::Error;
use crate::primes::prime_factors;

/// Whether the theorem is about these rules.
pub fn applies(rules: &Rules) -> bool {
    rules.tail().len() == 1 && rules.max_parts() <= 1
}

/// Looks for the law of an all-but set. The recurrence is found as in Brent
/// (1980), by comparing with a state saved at doubling distances.
pub fn solve(rules: &Rules, budget: &Budget) -> Result<Report, Error> {
    let mut meter = budget.meter("all-but set");
    let mut run = Run::new(rules);
    let mut saved: Option<State> = None;
    let mut distance = 1;
    let mut stopped = None;
    let mut law = None;
    let charge = 1 + run.known;
    loop {
        run.reach();
        let n = run.heap();
        // A window is a state only once it is full.
        if n > run.known {
            match &saved {
                Some(then) if run.recurs(then) => {
                    let saltus = u64::from(run.least - then.least);
                    law = Some(build(rules, &run.values, then.heap, n, saltus));
                    break;
                }
                Some(then) if n - then.heap < distance => {}
                _ => {
                    saved = Some(run.state());
                    distance *= 2;
                }
            }
        }
        run.step();
        let counted = meter.state().and_then(|()| meter.options(charge));
        if let Err(error) = counted.and_then(|()| meter.bytes(4 * n + 8 * run.known)) {
            if !error.is_budget() {
                return Err(error);
            }
            stopped = Some(error);
            break;
        }
    }
    Ok(Report {
        rules: rules.clone(),
        known: run.heap(),
        law,
        largest: largest(&run.values),
        sparseness: None,
        engine: "relative state",
        stopped,
    })
}

/// The values so far, and E.
struct Run<'r> {
    rules: &'r Rules,
    /// From this number on every number of tokens may be taken.
    known: u64,
    values: Vec<u32>,
    /// M.
    least: u32,
    /// E without the numbers below M, which are all in it.
    above: BTreeSet<u32>,
    options: Seen,
}

/// What is compared; the window of values is looked up.
struct State {
    heap: u64,
    least: u32,
    above: BTreeSet<u32>,
}

impl<'r> Run<'r> {
    fn new(rules: &'r Rules) -> Self {
        Run {
            rules,
            known: rules.digits().len() as u64,
            values: Vec::new(),
            least: 0,
            above: BTreeSet::new(),
            options: Seen::default(),
        }
    }

    fn heap(&self) -> u64 {
        self.values.len() as u64
    }

    /// Adds to E what the endless moves of the next heap reach first.
    fn reach(&mut self) {
        let Some(target) = self.heap().checked_sub(self.known) else {
            return;
        };
        let tail = self.rules.tail()[0];
        let reached = if target == 0 { tail & 1 } else { tail & 2 };
        // Nothing but the whole heap 0 is taken where it has no value yet.
        let value = self.values.get(target as usize).copied().unwrap_or(0);
        if reached != 0 && value >= self.least {
            self.above.insert(value);
            while self.above.remove(&self.least) {
                self.least += 1;
            }
        }
    }

    /// The value of the next heap.
    fn step(&mut self) {
        let n = self.heap();
        self.options.clear();
        for take in 0..self.known.min(n + 1) {
            let digit = self.rules.digit(take);
            let rest = n - take;
            if digit & 1 != 0 && rest == 0 {
                self.options.mark(0);
            }
            if digit & 2 != 0 && rest > 0 {
                self.options.mark(self.values[rest as usize]);
            }
        }
        let mut value = self.least;
        while self.options.has(value) || self.above.contains(&value) {
            value += 1;
        }
        self.values.push(value);
    }

    fn state(&self) -> State {
        State {
            heap: self.heap(),
            least: self.least,
            above: self.above.clone(),
        }
    }

    /// Whether the state now is that of `then`, both relative to their M.
    fn recurs(&self, then: &State) -> bool {
        let relative = |value: u32, least: u32| value.checked_sub(least);
        // Only the values that finite digits or E will still read.
        let window = |heap: u64| self.values[(heap - self.known) as usize..heap as usize].iter();
        window(self.heap())
            .rev()
            .zip(window(then.heap).rev())
            .all(|(now, before)| relative(*now, self.least) == relative(*before, then.least))
            && self.above.len() == then.above.len()
            && self
                .above
                .iter()
                .zip(&then.above)
                .all(|(now, before)| now - self.least == before - then.least)
    }
}

/// The largest value, and where it comes first.
fn largest(values: &[u32]) -> Largest {
    let mut largest = Largest::default();
    for (heap, &value) in (0..).zip(values) {
        if value > largest.value {
            largest = Largest { value, heap };
        }
    }
    largest
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
    Law {
        rules: rules.clone(),
        start,
        period,
        saltus,
        status: Status::Proven(Theorem::RelativeState { then, now }),
        largest: largest(&table),
        sparseness: None,
        source: Source::Table(table),
    }
}
