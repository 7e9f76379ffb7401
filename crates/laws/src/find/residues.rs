//! Sequences that rise by a saltus of its own on each residue class, and
//! rulers.
//!
//! Some hexadecimal games are neither periodic nor arithmetic-periodic, but
//! regular on each class n ≡ r (mod p). Writing m = ⌊n/p⌋, a class is a
//! *line*, a·m + b, where a differs from class to class (partly periodic,
//! partly arithmetic: Horrocks and Nowakowski 2003), or a *ruler*,
//! a·m + b + c·lowbit(m+d) but for the m+d that are powers of two, which
//! lie on a line again (0.2048: Grossman and Nowakowski 2015). In base 2 the
//! lowest bit is automatic, so that all of this can be decided.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use super::periodic::{body, with_exceptions};
use crate::expression::{Condition, Expression as E, Function, Operation};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks at residue classes.
pub struct Residues;

/// The members that a class must have.
const FEWEST: usize = 6;
/// The members that a ruler must have: several lowest bits are to be seen.
const FEWEST_OF_RULER: usize = 16;

/// How a class goes on; m counts its members.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Class {
    /// a·m + b
    Line { a: i64, b: i64 },
    /// a·m + b + c·lowbit(m+d); a·m + e where m + d is a power of two or 0.
    Ruler {
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        e: i64,
    },
}

impl Class {
    fn value(self, m: i64) -> i64 {
        match self {
            Class::Line { a, b } => a * m + b,
            Class::Ruler { a, b, c, d, e } => match m + d {
                j if j & (j - 1) == 0 => a * m + e,
                j => a * m + b + c * (j & -j),
            },
        }
    }

    fn expression(self, m: &E) -> E {
        let line = |a, b| E::plus(E::times(a, m.clone()), E::Number(b));
        match self {
            Class::Line { a, b } => line(a, b),
            Class::Ruler { a, b, c, d, e } => {
                let j = E::plus(m.clone(), E::Number(d));
                let low = E::Call(Function::LowBit, vec![j.clone()]);
                let ruler = match c < 0 {
                    true => E::binary(Operation::Subtract, line(a, b), E::times(-c, low.clone())),
                    false => E::plus(line(a, b), E::times(c, low.clone())),
                };
                E::cases(vec![(Condition::equal(j, low), line(a, e))], ruler)
            }
        }
    }

    /// From which member on this is right, if it is for most of them.
    fn start(self, members: &[i64]) -> Option<usize> {
        let wrong = |&m: &usize| self.value(m as i64) != members[m];
        let start = (0..members.len()).rev().find(wrong).map_or(0, |m| m + 1);
        // Of numbers below 0 there is no lowest bit.
        let start = match self {
            Class::Ruler { d, .. } => start.max(usize::try_from(-d).unwrap_or(0)),
            Class::Line { .. } => start,
        };
        (start <= members.len() / 2).then_some(start)
    }
}

fn line(members: &[i64]) -> Option<(Class, usize)> {
    let [.., before, last] = *members else {
        return None;
    };
    let a = last - before;
    let b = last - a * (members.len() as i64 - 1);
    let class = Class::Line { a, b };
    Some((class, class.start(members)?))
}

fn ruler(members: &[i64]) -> Option<(Class, usize)> {
    let count = members.len() as i64;
    if members.len() < FEWEST_OF_RULER {
        return None;
    }
    // Where the lowest bits are 1, 1, 2 and 4, far from powers of two.
    let far = count.ilog2() - 1;
    let base = (1i64 << far) + 8;
    for d in -3..=3i64 {
        let at = |j: i64| members.get(usize::try_from(j - d).ok()?).copied();
        let (Some(one), Some(three), Some(two)) = (at(base + 1), at(base + 3), at(base + 2)) else {
            continue;
        };
        // One and three have the lowest bit 1, two has 2.
        let a = (three - one) / 2;
        let c = two - one - a;
        if c == 0 {
            continue;
        }
        let b = one - a * (base + 1 - d) - c;
        // Powers of two, the largest there is.
        let power = 1i64 << far;
        let e = at(power)? - a * (power - d);
        let class = Class::Ruler { a, b, c, d, e };
        if let Some(start) = class.start(members) {
            return Some((class, start));
        }
    }
    None
}

/// The classes modulo `period`, and the number from which they are right.
fn classes(values: &[u32], period: usize) -> Option<(Vec<Class>, usize)> {
    let allowed = (period / 8).max(1);
    let (mut found, mut start, mut rulers) = (Vec::new(), 0, 0);
    for rest in 0..period {
        let members = values[rest..].iter().step_by(period);
        let members: Vec<i64> = members.map(|&v| v.into()).collect();
        let straight = line(&members);
        rulers += usize::from(straight.is_none());
        if rulers > allowed {
            return None;
        }
        let (class, from) = straight.or_else(|| ruler(&members))?;
        // A number of the class before `from` is wrong.
        start = start.max(match from {
            0 => 0,
            from => (from - 1) * period + rest + 1,
        });
        if let Class::Ruler { d, .. } = class {
            start = start.max(usize::try_from(-d).unwrap_or(0) * period);
        }
        found.push(class);
    }
    Some((found, start))
}

fn expression(values: &[u32], period: usize, classes: &[Class], start: usize) -> Option<E> {
    let lines = |a: i64| {
        let same = |class: &&Class| matches!(class, Class::Line { a: other, .. } if *other == a);
        classes.iter().filter(same).count()
    };
    let slope = |class: &Class| match *class {
        Class::Line { a, .. } => Some(a),
        Class::Ruler { .. } => None,
    };
    let main = classes.iter().filter_map(slope).max_by_key(|&a| lines(a));
    let (n, modulus) = (E::Variable(0), E::Number(period as i64));
    let m = match period {
        1 => n.clone(),
        _ => E::binary(Operation::Divide, n.clone(), modulus),
    };
    let own = |class: &&Class| slope(class) != main || main.is_none();
    if !classes.iter().any(|class| own(&class)) {
        return None;
    }
    // Equal classes are said once.
    let mut groups: Vec<(Class, Vec<u32>)> = Vec::new();
    for (rest, class) in (0..).zip(classes) {
        if own(&class) {
            match groups.iter_mut().find(|g| g.0 == *class) {
                Some(group) => group.1.push(rest),
                None => groups.push((*class, vec![rest])),
            }
        }
    }
    let last = match main {
        None => groups.pop()?.0.expression(&m),
        Some(saltus) => {
            // What a class of its own would be among the others is free.
            let usual = |at: usize| match classes[at] {
                Class::Line { a, b } if a == saltus => Some(b),
                _ => None,
            };
            let neighbour = |at: usize| (0..=at).rev().find_map(usual);
            let first = (0..period).find_map(usual).unwrap_or(0);
            body(period, saltus, &|at| neighbour(at).unwrap_or(first))
        }
    };
    let mut cases = Vec::new();
    for (class, rests) in groups {
        let here = Condition::Remainder(n.clone(), period as u32, rests);
        match class.expression(&m) {
            // Cases within a case are said one after the other.
            E::Cases(inner, otherwise) => {
                for (condition, value) in inner {
                    let both = Condition::All(vec![here.clone(), condition]);
                    cases.push((both, value));
                }
                cases.push((here, *otherwise));
            }
            value => cases.push((here, value)),
        }
    }
    Some(with_exceptions(values, start, E::cases(cases, last)))
}

/// The law with the least period.
fn detect(values: &[u32]) -> Option<E> {
    (1..=values.len() / FEWEST).find_map(|period| {
        let (classes, start) = classes(values, period)?;
        // Most of what was seen must be regular.
        if start > values.len() / 2 {
            return None;
        }
        expression(values, period, &classes, start)
    })
}

impl Finder for Residues {
    fn name(&self) -> Words {
        ("residue classes", "剩余类")
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        if lower.size.len() != 1 || lower.outcomes || lower.cells.contains(&NOTHING) {
            return Ok(Vec::new());
        }
        Ok(detect(&lower.cells)
            .into_iter()
            .map(Statement::Value)
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_made_up_sequences() {
        let check = |value: &dyn Fn(u32) -> u32| {
            let values: Vec<u32> = (0..400).map(value).collect();
            let law = detect(&values).unwrap();
            for n in 0..2_000u32 {
                assert_eq!(
                    law.value(&[n.into()]),
                    Some(value(n).into()),
                    "{n} of {law:?}"
                );
            }
        };
        // Two classes stand still, the others rise.
        check(&|n| if n % 5 == 3 { 7 } else { n / 5 * 2 + n % 5 });
        // Exceptions at the start.
        check(&|n| match n {
            7 => 90,
            n if n % 3 == 1 => 4,
            n => n / 3 * 6 + 1,
        });
        // A ruler on one class.
        check(&|n| match (n % 4, n / 4) {
            (2, m) if m.is_power_of_two() || m == 0 => 3 * m + 1,
            (2, m) => 3 * m + 2 * (m & m.wrapping_neg()) + 5,
            (r, m) => 3 * m + r,
        });
        // One class only.
        check(&|n| match n + 1 {
            j if j.is_power_of_two() => n,
            j => n + 8 * (j & j.wrapping_neg()),
        });
        assert!(detect(&(0..400).map(|n| n * n % 101).collect::<Vec<u32>>()).is_none());
    }
}
