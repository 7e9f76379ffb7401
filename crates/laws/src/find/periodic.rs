//! Periodic and arithmetic-periodic sequences, with exceptions at the start.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Condition, Expression as E, Operation};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks for a period.
pub struct Periodic;

/// The period must be seen so many times.
const REPEATS: usize = 3;

/// g(n + period) = g(n) + saltus from `start` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    pub start: usize,
    pub period: usize,
    pub saltus: i64,
}

/// The period with the least start + period.
pub(super) fn detect(values: &[u32]) -> Option<Period> {
    let count = values.len();
    let mut best: Option<Period> = None;
    for period in 1..=count / REPEATS {
        let value = |at: usize| i64::from(values[at]);
        let saltus = value(count - 1) - value(count - 1 - period);
        if saltus < 0 {
            continue;
        }
        let broken = (0..count - period)
            .rev()
            .find(|&n| value(n + period) - value(n) != saltus);
        let start = broken.map_or(0, |n| n + 1);
        let long_enough = count - start >= REPEATS * period && count - start >= count / 4;
        let better = best.is_none_or(|b| start + period < b.start + b.period);
        if long_enough && better {
            best = Some(Period {
                start,
                period,
                saltus,
            });
        }
    }
    best
}

fn n() -> E {
    E::Variable(0)
}

/// The law from its period, as short as it can be said.
pub(super) fn expression(values: &[u32], law: Period) -> E {
    let Period {
        start,
        period,
        saltus,
    } = law;
    // What the sequence would be at a heap if it were periodic from 0 on.
    let extended = |at: usize| {
        let mut up = at;
        let mut turns = 0;
        while up < start {
            up += period;
            turns += 1;
        }
        i64::from(values[up]) - saltus * turns
    };
    with_exceptions(values, start, body(period, saltus, &extended))
}

/// A law that is right from `start` on, with what is wrong before.
pub(super) fn with_exceptions(values: &[u32], start: usize, body: E) -> E {
    let exceptions: Vec<usize> = (0..start)
        .filter(|&at| body.value(&[at as u64]) != Some(values[at].into()))
        .collect();
    /// More exceptions than this are a list.
    const FEW: usize = 4;
    let cases = if exceptions.len() <= FEW {
        exceptions
            .iter()
            .map(|&at| {
                let here = Condition::equal(n(), E::Number(at as i64));
                (here, E::Number(values[at].into()))
            })
            .collect()
    } else {
        let list = values[..start].iter().map(|&v| v.into()).collect();
        let before = Condition::less(n(), E::Number(start as i64));
        vec![(before, E::Pick(list, Box::new(n())))]
    };
    E::cases(cases, body)
}

/// saltus·⌊n/period⌋ and a number for each remainder, as short as it can be
/// said.
pub(crate) fn body(period: usize, saltus: i64, value: &dyn Fn(usize) -> i64) -> E {
    let modulus = E::Number(period as i64);
    let rest = E::binary(Operation::Modulo, n(), modulus.clone());
    let list: Vec<i64> = (0..period).map(value).collect();
    if period == 1 && saltus == 0 {
        return E::Number(list[0]);
    }
    // A multiple of n and a small offset that depends on the remainder.
    if saltus > 0 && saltus % period as i64 == 0 {
        let slope = saltus / period as i64;
        let offsets: Vec<i64> = list.iter().zip(0..).map(|(v, at)| v - slope * at).collect();
        return by_offset(&offsets, &|offset| {
            E::plus(E::times(slope, n()), E::Number(offset))
        });
    }
    if saltus == 0 {
        if list.iter().copied().eq(0..period as i64) {
            return rest;
        }
        let short = by_offset(&list, &E::Number);
        let long = E::Pick(list, Box::new(rest));
        return if short.symbols() <= long.symbols() {
            short
        } else {
            long
        };
    }
    let turns = E::binary(Operation::Divide, n(), modulus);
    let grown = E::times(saltus, turns);
    match list.iter().all(|v| *v == list[0]) {
        true => E::plus(grown, E::Number(list[0])),
        false => E::plus(grown, E::Pick(list, Box::new(rest))),
    }
}

/// Cases by remainder, the most frequent one last.
fn by_offset(offsets: &[i64], value: &dyn Fn(i64) -> E) -> E {
    let mut groups: Vec<(i64, Vec<u32>)> = Vec::new();
    for (rest, &offset) in (0..).zip(offsets) {
        match groups.iter_mut().find(|g| g.0 == offset) {
            Some(group) => group.1.push(rest),
            None => groups.push((offset, vec![rest])),
        }
    }
    groups.sort_by_key(|g| (g.1.len(), std::cmp::Reverse(g.0)));
    let Some((last, _)) = groups.pop() else {
        return E::Number(0);
    };
    let modulus = offsets.len() as u32;
    let cases: Vec<(Condition, E)> = groups
        .into_iter()
        .map(|(offset, rests)| (Condition::Remainder(n(), modulus, rests), value(offset)))
        .collect();
    E::cases(cases, value(last))
}

impl Finder for Periodic {
    fn name(&self) -> Words {
        ("period", "周期")
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        /// Longer sequences are looked at up to here.
        const LOOKED_AT: usize = 20_000;
        if lower.size.len() != 1 {
            return Ok(Vec::new());
        }
        let mut values = lower.cells.clone();
        values.truncate(LOOKED_AT);
        // Heaps that do not exist may only come first.
        let missing = values.iter().take_while(|&&v| v == NOTHING).count();
        let shown = &values[missing..];
        if shown.len() < 8 || shown.contains(&NOTHING) {
            return Ok(Vec::new());
        }
        let Some(law) = detect(shown) else {
            return Ok(Vec::new());
        };
        if lower.outcomes && law.start == 0 {
            let lost = (0..law.period).filter(|&at| shown[at] == 0);
            let rests = lost
                .map(|at| ((at + missing) % law.period) as u32)
                .collect();
            let condition = Condition::Remainder(n(), law.period as u32, rests);
            return Ok(vec![Statement::Lost(condition)]);
        }
        // What is periodic from the first entry on is so from 0 on.
        let before = |at: usize| {
            let turns = (missing - at).div_ceil(law.period);
            i64::from(shown[at + turns * law.period - missing]) - law.saltus * turns as i64
        };
        let before: Option<Vec<u32>> = (0..missing)
            .map(|at| u32::try_from(before(at)).ok())
            .collect();
        if let Some(mut whole) = before.filter(|_| law.start == 0 && missing < law.period) {
            whole.extend(shown);
            let label = expression(&whole, law);
            return Ok(vec![super::constant::labelled(lower, label)]);
        }
        let shifted = E::plus(n(), E::Number(-(missing as i64)));
        let label = expression(shown, law).with(&[shifted]);
        Ok(vec![super::constant::labelled(lower, label)])
    }
}
