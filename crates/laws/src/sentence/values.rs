//! Values as an expression, a list read off at a remainder, or such by cases.
//!
//! In order: a term, or two terms added, subtracted or nim-added, one of which is looked
//! up; a term and a list at a remainder; two of these with the condition that tells where
//! which is right, anything being allowed where both are; a list of cases, the case
//! that explains most for its length first.

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::terms::{Pool, fold, groups, op, two};
use super::{Points, evaluated, sets};
use crate::automata::numeration::Numeration;
use crate::expression::{Condition, Expression as E, Function, Operation};
use crate::prove::Coding;

/// Formulas of each kind.
const MOST_FOUND: usize = 6;
/// Cases besides the last.
const MOST_CASES: usize = 4;
/// Terms that may stand in cases.
const MOST_TERMS: usize = 80;
/// Atoms that are tried as conditions of cases.
const MOST_ATOMS: usize = 900;

/// An expression with its values.
struct Valued {
    e: E,
    values: Vec<i64>,
}

/// Terms, those that have a value at all points and those that have one at some.
struct Terms {
    total: Vec<Valued>,
    partial: Vec<E>,
}

/// Expressions of at most `most` symbols with exactly these values.
pub fn search(
    points: &Points,
    dimension: usize,
    numeration: Numeration,
    coding: Coding,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<E>, Error> {
    let terms = valued(points, dimension, numeration, meter)?;
    if coding == Coding::Power {
        return Ok(of_digits(points, &terms.total));
    }
    let mut found = joined(&points.values, &terms.total, most, meter)?;
    if found.is_empty() {
        found = lists(points, dimension, &terms.total, most, meter)?;
    }
    if found.is_empty() {
        found = by_cases(points, dimension, numeration, &terms, most, meter)?;
    }
    found.sort_by_key(E::symbols);
    Ok(found)
}

/// Expressions that are told apart by the points, the shortest first.
fn valued(
    points: &Points,
    dimension: usize,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Terms, Error> {
    let binary = numeration == Numeration::BINARY;
    let pool = Pool::new(dimension, numeration, &points.at);
    let mut all: Vec<E> = pool.terms.into_iter().map(|term| term.e).collect();
    let mut numbers: Vec<i64> = points.values.clone();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(12);
    numbers.extend([0, 1, 2, 3]);
    all.extend(numbers.into_iter().map(E::Number));
    let x: Vec<E> = (0..dimension).map(E::Variable).collect();
    let divided = |e: &E, h: i64| E::binary(Operation::Divide, e.clone(), E::Number(h));
    let rest = |e: &E, m: i64| E::binary(Operation::Modulo, e.clone(), E::Number(m));
    let mut whole = x.clone();
    for group in groups(dimension) {
        whole.extend(fold(&group, op(Operation::Add)));
        if binary {
            whole.extend(fold(&group, op(Operation::Xor)));
            whole.extend(fold(&group, op(Operation::Or)));
            whole.extend(fold(&group, op(Operation::And)));
            // Blocks of h are nim-added, as where moves inside of a block are limited.
            for h in 2..=9 {
                let blocks: Vec<E> = group.iter().map(|e| divided(e, h)).collect();
                if let Some(sum) = fold(&blocks, op(Operation::Xor)) {
                    all.push(E::times(h, sum.clone()));
                    all.push(sum);
                }
                let rests: Vec<E> = group.iter().map(|e| rest(e, h)).collect();
                all.extend(fold(&rests, op(Operation::Xor)));
            }
            for shift in [-1, 1] {
                let shifted = group.iter().map(|e| E::plus(e.clone(), E::Number(shift)));
                all.extend(fold(&shifted.collect::<Vec<_>>(), op(Operation::Xor)));
            }
        }
    }
    for e in &x {
        for (shift, h) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4)] {
            all.push(divided(&E::plus(e.clone(), E::Number(shift)), h));
        }
    }
    for e in &whole {
        all.push(e.clone());
        for m in 2..=9 {
            all.push(divided(e, m));
            all.push(rest(e, m));
            for factor in 2..=4 {
                all.push(E::times(factor, divided(e, m)));
            }
        }
    }
    // The remainders of the least and the greatest too, and small multiples of remainders.
    let mut small = x.clone();
    for group in groups(dimension) {
        small.extend(fold(&group, op(Operation::Add)));
        small.extend(fold(&group, two(Function::Min)));
        small.extend(fold(&group, two(Function::Max)));
    }
    for e in &x {
        // What is left beyond a number.
        for by in 1..=4 {
            let less = E::plus(e.clone(), E::Number(-by));
            all.push(E::Call(Function::Max, vec![less, E::Number(0)]));
        }
    }
    for e in &small {
        for h in 2..=6 {
            all.push(E::times(h, divided(e, h)));
        }
        for m in 2..=4 {
            all.push(rest(e, m));
            for factor in 2..=4 {
                all.push(E::times(factor, rest(e, m)));
            }
        }
    }
    for e in all.clone() {
        for shift in [-2, -1, 1, 2] {
            all.push(E::plus(e.clone(), E::Number(shift)));
        }
    }
    all.sort_by_key(E::symbols);
    let mut known: FxHashMap<Vec<i64>, ()> = FxHashMap::default();
    let mut terms = Terms {
        total: Vec::new(),
        partial: Vec::new(),
    };
    for e in all {
        meter.advance(1 + points.at.len() as u64 / 32)?;
        match evaluated(&e, &points.at) {
            Some(values) => {
                if known.insert(values.clone(), ()).is_none() {
                    terms.total.push(Valued { e, values });
                }
            }
            None => terms.partial.push(e),
        }
    }
    Ok(terms)
}

/// Functions of digits whose values are written as powers of two.
fn of_digits(points: &Points, terms: &[Valued]) -> Vec<E> {
    let functions = [Function::TrailingZeros, Function::BitLength];
    let each = terms
        .iter()
        .flat_map(|term| functions.map(|f| E::Call(f, vec![term.e.clone()])));
    let right = |e: &E| {
        let mut each = points.at.iter().zip(&points.values);
        each.all(|(at, value)| e.value(at) == Some(*value))
    };
    each.filter(right).take(MOST_FOUND).collect()
}

/// A term, or two joined by an operation that can be undone.
fn joined(
    target: &[i64],
    terms: &[Valued],
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<E>, Error> {
    let numbered = terms.iter().enumerate();
    let known: FxHashMap<&[i64], usize> = numbered.map(|(at, t)| (&t.values[..], at)).collect();
    if let Some(&at) = known.get(target) {
        return Ok(vec![terms[at].e.clone()]);
    }
    type Rest = fn(i64, i64) -> Option<i64>;
    let ways: [(Operation, Rest); 3] = [
        (Operation::Add, |t, e| t.checked_sub(e)),
        (Operation::Subtract, |t, e| t.checked_add(e)),
        (Operation::Xor, |t, e| (t >= 0 && e >= 0).then_some(t ^ e)),
    ];
    let mut found = Vec::new();
    for term in terms {
        for (operation, rest) in ways {
            meter.advance(1 + target.len() as u64 / 64)?;
            let rest: Option<Vec<i64>> = target
                .iter()
                .zip(&term.values)
                .map(|(t, e)| rest(*t, *e))
                .collect();
            let Some(&at) = rest.as_ref().and_then(|rest| known.get(&rest[..])) else {
                continue;
            };
            let e = match (operation, &terms[at].e) {
                // What is small stands behind.
                (Operation::Add, first) => match matches!(term.e, E::Binary(Operation::Modulo, ..))
                {
                    true => E::plus(first.clone(), term.e.clone()),
                    false => E::plus(term.e.clone(), first.clone()),
                },
                (operation, first) => E::binary(operation, first.clone(), term.e.clone()),
            };
            if e.symbols() <= most {
                found.push(e);
            }
        }
    }
    found.sort_by_key(E::symbols);
    found.truncate(MOST_FOUND);
    Ok(found)
}

/// Sums of coordinates, of which remainders are taken.
fn sums(dimension: usize) -> Vec<E> {
    let x: Vec<E> = (0..dimension).map(E::Variable).collect();
    let mut sums = x.clone();
    for group in groups(dimension) {
        sums.extend(fold(&group, op(Operation::Add)));
        if let [a, b] = &group[..] {
            sums.push(E::plus(a.clone(), E::times(2, b.clone())));
            sums.push(E::plus(E::times(2, a.clone()), b.clone()));
        }
    }
    sums
}

/// The entries of a list that gives the values at the points of `care`, read off at the remainder
/// of an index.
fn entries(values: &[i64], index: &[i64], modulus: i64, care: &Bits) -> Option<Vec<i64>> {
    let mut list: Vec<Option<i64>> = vec![None; modulus as usize];
    for at in care.members() {
        let entry = &mut list[index[at].rem_euclid(modulus) as usize];
        if *entry.get_or_insert(values[at]) != values[at] {
            return None;
        }
    }
    list.into_iter().collect()
}

/// Whether a term is 0 up to some number: with a list beside it, it hides an exception, which
/// is better said as a case.
fn begins_late(e: &E) -> bool {
    match e {
        E::Call(Function::Max, of) => of.iter().any(|e| matches!(e, E::Number(_))),
        E::Binary(_, a, b) => [a, b]
            .iter()
            .any(|e| matches!(***e, E::Call(Function::Max, _)) && begins_late(e)),
        _ => false,
    }
}

/// A term and a list at a remainder.
fn lists(
    points: &Points,
    dimension: usize,
    terms: &[Valued],
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<E>, Error> {
    let care = Bits::all(points.at.len());
    let longest = if dimension == 1 { 24 } else { 12 };
    let mut found = Vec::new();
    for index in sums(dimension) {
        let Some(at) = evaluated(&index, &points.at) else {
            continue;
        };
        let plain = |t: &&Valued| t.e.symbols() <= 7 && !begins_late(&t.e);
        for term in terms.iter().filter(plain) {
            let mut left = points.values.iter().zip(&term.values);
            // A list has few entries: what is left must not grow.
            if left.any(|(t, e)| (t - e).abs() > 64) {
                continue;
            }
            let left = points.values.iter().zip(&term.values);
            let left: Vec<i64> = left.map(|(t, e)| t - e).collect();
            for modulus in 2..=longest {
                meter.advance(1 + points.at.len() as u64 / 256)?;
                if let Some(list) = entries(&left, &at, modulus, &care) {
                    let rest = E::binary(Operation::Modulo, index.clone(), E::Number(modulus));
                    let e = E::plus(term.e.clone(), E::Pick(list, Box::new(rest)));
                    if e.symbols() <= most {
                        found.push(e);
                    }
                    break;
                }
            }
        }
    }
    found.sort_by_key(E::symbols);
    found.truncate(MOST_FOUND);
    Ok(found)
}

/// A term with the points at which it is right.
struct Right<'t> {
    e: &'t E,
    symbols: usize,
    bits: Bits,
}

/// Cases in which a term that has one value at all points of its case is that number.
fn with_numbers(mut cases: Vec<(Condition, E)>, mut last: E, points: &Points) -> E {
    let mut one: Vec<Option<Option<i64>>> = vec![None; cases.len() + 1];
    for (at, value) in points.at.iter().zip(&points.values) {
        let case = cases.iter().position(|(c, _)| c.holds(at) == Some(true));
        let seen = &mut one[case.unwrap_or(cases.len())];
        *seen = match *seen {
            None => Some(Some(*value)),
            Some(Some(other)) if other == *value => *seen,
            Some(_) => Some(None),
        };
    }
    let terms = cases.iter_mut().map(|(_, e)| e).chain([&mut last]);
    for (e, seen) in terms.zip(one) {
        if let Some(Some(value)) = seen
            && E::Number(value).symbols() <= e.symbols()
        {
            *e = E::Number(value);
        }
    }
    E::cases(cases, last)
}

fn by_cases(
    points: &Points,
    dimension: usize,
    numeration: Numeration,
    terms: &Terms,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<E>, Error> {
    let count = points.at.len();
    let mut right: Vec<Right> = Vec::new();
    let total = terms.total.iter().map(|term| {
        let bits = Bits::from_fn(count, |at| term.values[at] == points.values[at]);
        (&term.e, bits)
    });
    // In a case a term may have no value where the case does not apply.
    let partial = terms.partial.iter().map(|e| {
        let value = |at: usize| e.value(&points.at[at]) == Some(points.values[at]);
        (e, Bits::from_fn(count, value))
    });
    for (e, bits) in total.chain(partial) {
        meter.advance(1 + count as u64 / 64)?;
        // The same points are explained once, by the shortest.
        let enough = match e {
            E::Number(_) => !bits.is_empty(),
            _ => bits.count() * 50 >= count,
        };
        if enough && !right.iter().any(|other| bits.within(&other.bits)) {
            right.push(Right {
                e,
                symbols: e.symbols(),
                bits,
            });
        }
    }
    right.sort_by_key(|r| std::cmp::Reverse(r.bits.count() * 100 / (6 + r.symbols)));
    right.truncate(MOST_TERMS);
    let all = Bits::all(count);
    let pool = Pool::new(dimension, numeration, &points.at);
    let mut found = Vec::new();
    for last in right.iter().take(4) {
        let wrong = all.minus(&last.bits);
        let mut inside = vec![false; count];
        wrong.members().for_each(|at| inside[at] = true);
        let mut atoms = pool.atoms(&inside, meter)?;
        // Two terms: where the last is wrong the first must be taken.
        for first in &right {
            if !wrong.within(&first.bits) {
                continue;
            }
            let care = all.minus(&first.bits.and(&last.bits));
            let left = most.saturating_sub(first.symbols + last.symbols + 2);
            for condition in sets::plain(&atoms, &wrong, &care, left, meter)? {
                found.push(E::cases(vec![(condition, first.e.clone())], last.e.clone()));
            }
        }
        if !found.is_empty() {
            continue;
        }
        atoms.truncate(MOST_ATOMS);
        let mut left = all.clone();
        let mut cases = Vec::new();
        while !left.within(&last.bits) && cases.len() < MOST_CASES {
            let mut best: Option<(usize, usize, usize, usize)> = None;
            for (a, atom) in atoms.iter().enumerate() {
                let here = atom.bits.and(&left);
                let new = here.minus(&last.bits).count();
                meter.advance(1 + count as u64 / 640)?;
                let gain = new * 1000 / (6 + atom.symbols);
                if new == 0 || best.is_some_and(|b| gain <= b.0) {
                    continue;
                }
                for (r, term) in right.iter().enumerate() {
                    meter.advance(1 + count as u64 / 640)?;
                    let gain = new * 1000 / (6 + atom.symbols + term.symbols);
                    if best.is_none_or(|b| gain > b.0) && here.within(&term.bits) {
                        best = Some((gain, a, r, new));
                    }
                }
            }
            let Some((_, a, r, _)) = best else {
                break;
            };
            left = left.minus(&atoms[a].bits);
            cases.push((atoms[a].condition.clone(), right[r].e.clone()));
        }
        if left.within(&last.bits) {
            let e = with_numbers(cases, last.e.clone(), points);
            if e.symbols() <= most {
                found.push(e);
            }
        }
    }
    found.sort_by_key(E::symbols);
    found.truncate(2 * MOST_FOUND);
    Ok(found)
}
