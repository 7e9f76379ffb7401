//! Well-known tables: xor, sum, minimum, nim product, ruler and the like,
//! with small offsets before and after.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Condition, Expression, Function, Operation};
use crate::law::Statement;
use crate::sample::Sample;

/// Compares with well-known tables.
pub struct Known;

use Expression as E;

fn fold(list: &[E], join: impl Fn(E, E) -> E) -> Option<E> {
    let mut list = list.iter().cloned();
    let first = list.next()?;
    Some(list.fold(first, join))
}

fn call(function: Function, arguments: Vec<E>) -> E {
    E::Call(function, arguments)
}

/// So many of the first heaps may be exceptions.
const MOST_APART: usize = 3;

/// Whether a function of digits, a root or the like occurs.
fn calls(e: &E) -> bool {
    match e {
        E::Call(..) => true,
        E::Binary(_, a, b) => calls(a) || calls(b),
        _ => false,
    }
}

/// The first heaps as cases: one if all have the same value.
fn apart(first: &[(Vec<u64>, u32)]) -> Vec<(Condition, E)> {
    let n = || E::Variable(0);
    let number = |v: usize| E::Number(v as i64);
    match first {
        [_, (_, value), ..] if first.iter().all(|(_, v)| v == value) => {
            let below = Condition::less(n(), number(first.len()));
            vec![(below, E::Number((*value).into()))]
        }
        _ => {
            let case = |(at, (_, v)): (usize, &(Vec<u64>, u32))| {
                (Condition::equal(n(), number(at)), E::Number((*v).into()))
            };
            first.iter().enumerate().map(case).collect()
        }
    }
}

/// The tables over the given coordinates.
fn candidates(x: &[E]) -> Vec<E> {
    let mut found = Vec::new();
    if let [n] = x {
        let next = || E::plus(n.clone(), E::Number(1));
        found.extend([
            n.clone(),
            E::binary(Operation::Divide, n.clone(), E::Number(2)),
            E::times(2, n.clone()),
            call(Function::TrailingZeros, vec![n.clone()]),
            call(Function::TrailingZeros, vec![next()]),
            call(Function::LowBit, vec![n.clone()]),
            call(Function::LowBit, vec![next()]),
            call(Function::Ones, vec![n.clone()]),
            call(Function::ThueMorse, vec![n.clone()]),
            call(Function::SquareRoot, vec![n.clone()]),
            call(Function::SmallestFibonacci, vec![n.clone()]),
            call(Function::GoldenFloor, vec![n.clone()]),
            // Take at most half.
            E::binary(
                Operation::Divide,
                n.clone(),
                E::times(2, call(Function::LowBit, vec![next()])),
            ),
            // The odious numbers, and twice that.
            E::binary(
                Operation::Subtract,
                E::plus(E::times(2, n.clone()), E::Number(1)),
                call(Function::ThueMorse, vec![n.clone()]),
            ),
            E::binary(Operation::Multiply, n.clone(), n.clone()),
            // Gray's code.
            E::binary(
                Operation::Xor,
                n.clone(),
                E::binary(Operation::Divide, n.clone(), E::Number(2)),
            ),
        ]);
        return found;
    }
    let pair = |f: Function| move |a, b| E::Call(f, vec![a, b]);
    let op = |o: Operation| move |a, b| E::binary(o, a, b);
    found.extend(fold(x, op(Operation::Xor)));
    found.extend(fold(x, op(Operation::Add)));
    found.extend(fold(x, op(Operation::Or)));
    found.extend(fold(x, op(Operation::And)));
    found.extend(fold(x, pair(Function::Min)));
    found.extend(fold(x, pair(Function::Max)));
    if x.len() == 2 {
        found.push(call(Function::NimProduct, x.to_vec()));
        found.push(call(
            Function::Abs,
            vec![E::binary(Operation::Subtract, x[0].clone(), x[1].clone())],
        ));
    }
    // At how many places an odd number of ones stands.
    if let Some(sum) = fold(x, op(Operation::Xor)) {
        found.push(call(Function::Ones, vec![sum]));
    }
    // The lowest place at which all numbers have a zero.
    if let Some(all) = fold(x, op(Operation::Or)) {
        let next = E::plus(all, E::Number(1));
        found.push(call(Function::TrailingZeros, vec![next]));
    }
    found
}

impl Finder for Known {
    fn name(&self) -> Words {
        ("known tables", "已知的表")
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        let dimension = lower.size.len();
        let mut found = Vec::new();
        // Of a sequence more of the first heaps may be apart.
        let shifts: &[i64] = match dimension {
            1 => &[0, -1, 1, -2, -3],
            _ => &[0, -1, 1],
        };
        for &shift in shifts {
            let x: Vec<E> = (0..dimension)
                .map(|v| E::plus(E::Variable(v), E::Number(shift)))
                .collect();
            for candidate in candidates(&x) {
                let labels = lower.labels();
                // The offset is taken where an exception is not allowed.
                let Some((first, label)) = labels.positions().take(1 + MOST_APART).last() else {
                    return Ok(found);
                };
                let Some(value) = candidate.value(&first) else {
                    continue;
                };
                // Outcomes can only be compared with zero.
                let offset = if lower.outcomes {
                    0
                } else {
                    i64::from(label) - value
                };
                if offset.abs() > 2 {
                    continue;
                }
                let fits = |(at, label): &(Vec<u64>, u32)| {
                    let value = candidate.value(at).map(|v| v + offset);
                    match lower.outcomes {
                        true => value.is_some_and(|v| (v == 0) == (*label == 0)),
                        false => value == Some((*label).into()),
                    }
                };
                let wrong = labels.positions().filter(|p| !fits(p));
                let wrong: Vec<(Vec<u64>, u32)> = wrong.take(1 + MOST_APART).collect();
                let label = E::plus(candidate.clone(), E::Number(offset));
                // The first heaps may be exceptions; a polynomial that begins late is the
                // business of other finders.
                let most = if calls(&candidate) { MOST_APART } else { 1 };
                let first_ones = (0..).zip(&wrong).all(|(n, (at, _))| *at == [n]);
                if wrong.is_empty() {
                    found.push(super::constant::labelled(lower, label));
                } else if first_ones && wrong.len() <= most && !lower.outcomes {
                    found.push(Statement::Value(E::cases(apart(&wrong), label)));
                }
            }
        }
        Ok(found)
    }
}
