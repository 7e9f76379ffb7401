//! The atoms of sentences: comparisons of simple terms, and remainders.
//!
//! Terms are coordinates, their sums, minima, maxima, differences and nim sums, small multiples
//! and parts of them, and functions of their digits. An atom compares two of them, up
//! to a small number, or tells the remainder of one. Which moduli and bounds are tried is
//! read off the points; what says the same as a shorter atom at all points is left out.

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::evaluated;
use crate::automata::numeration::Numeration;
use crate::expression::{Condition, Expression as E, Function, Operation};

/// A condition with the points at which it holds.
#[derive(Clone)]
pub struct Atom {
    /// What it says.
    pub condition: Condition,
    pub(super) symbols: usize,
    pub(super) bits: Bits,
    /// Whether it says the same of the coordinates in any order.
    pub(super) symmetric: bool,
}

/// A term with its values at the points.
#[derive(Clone)]
pub(super) struct Term {
    pub(super) e: E,
    pub(super) values: Vec<i64>,
    /// The function of digits that it is, if it is one.
    of_digits: Option<Function>,
    /// Whether it is the same for the coordinates in any order.
    symmetric: bool,
}

/// Terms that differ at some point.
pub struct Pool {
    pub(super) terms: Vec<Term>,
    /// What remainders are taken of.
    forms: Vec<Term>,
    count: usize,
    dimension: usize,
}

/// a ∘ b ∘ … of all of them.
pub(super) fn fold(all: &[E], join: impl Fn(E, E) -> E) -> Option<E> {
    all.iter().cloned().reduce(join)
}

pub(super) fn two(function: Function) -> impl Fn(E, E) -> E {
    move |a, b| E::Call(function, vec![a, b])
}

pub(super) fn op(operation: Operation) -> impl Fn(E, E) -> E {
    move |a, b| E::binary(operation, a, b)
}

/// All pairs of coordinates, and all coordinates together.
pub(super) fn groups(dimension: usize) -> Vec<Vec<E>> {
    let x = |v| E::Variable(v);
    let mut groups = Vec::new();
    for i in 0..dimension.min(6) {
        for j in i + 1..dimension.min(6) {
            groups.push(vec![x(i), x(j)]);
        }
    }
    if dimension > 2 {
        groups.insert(0, (0..dimension).map(x).collect());
    }
    groups
}

impl Pool {
    /// The terms in so many coordinates, at these points.
    pub fn new(dimension: usize, numeration: Numeration, points: &[Vec<u64>]) -> Pool {
        let binary = numeration == Numeration::BINARY;
        let mut pool = Pool {
            terms: Vec::new(),
            forms: Vec::new(),
            count: points.len(),
            dimension,
        };
        let mut known: FxHashMap<Vec<i64>, ()> = FxHashMap::default();
        let mut plain: Vec<E> = (0..dimension).map(E::Variable).collect();
        let mut symmetric = Vec::new();
        for group in groups(dimension) {
            let whole = group.len() == dimension;
            let mut found = vec![
                fold(&group, two(Function::Min)),
                fold(&group, two(Function::Max)),
                fold(&group, op(Operation::Add)),
            ];
            if binary {
                found.push(fold(&group, op(Operation::Xor)));
            }
            if let [a, b] = &group[..] {
                let difference = E::binary(Operation::Subtract, a.clone(), b.clone());
                found.push(Some(E::Call(Function::Abs, vec![difference])));
            }
            let found: Vec<E> = found.into_iter().flatten().collect();
            if whole {
                symmetric.extend(found.clone());
                // What is left without the greatest.
                if group.len() > 2 {
                    let rest = E::binary(Operation::Subtract, found[2].clone(), found[1].clone());
                    symmetric.push(rest);
                }
            }
            plain.extend(found);
        }
        plain.extend(symmetric.clone());
        let simple: Vec<E> = (0..dimension).map(E::Variable).collect();
        for t in simple
            .iter()
            .chain(&symmetric.clone()[..symmetric.len().min(2)])
        {
            for factor in [2, 3] {
                plain.push(E::times(factor, t.clone()));
                if !matches!(t, E::Variable(_)) {
                    symmetric.push(E::times(factor, t.clone()));
                }
            }
        }
        for t in &simple {
            for h in 2..=4 {
                plain.push(E::binary(Operation::Divide, t.clone(), E::Number(h)));
            }
        }
        for e in &plain {
            let alike = dimension == 1 || symmetric.contains(e);
            pool.add(e, None, alike, points, &mut known);
        }
        let functions: &[Function] = match (binary, numeration == Numeration::FIBONACCI) {
            (true, _) => &[Function::LowBit, Function::BitLength, Function::ThueMorse],
            (_, true) => &[Function::SmallestFibonacci],
            _ => &[],
        };
        let multiple = |e: &&E| matches!(e, E::Binary(Operation::Multiply, ..));
        for t in simple.iter().chain(&symmetric).filter(|e| !multiple(e)) {
            let alike = dimension == 1 || !matches!(t, E::Variable(_));
            for shift in [0, 1, -1] {
                let t = E::plus(t.clone(), E::Number(shift));
                for &function in functions {
                    let e = E::Call(function, vec![t.clone()]);
                    pool.add(&e, Some(function), alike, points, &mut known);
                }
            }
        }
        let mut forms = plain.clone();
        for i in 0..dimension.min(4) {
            for j in (0..dimension.min(4)).filter(|&j| j != i) {
                let (x, y) = (E::Variable(i), E::Variable(j));
                if i < j {
                    forms.push(E::binary(Operation::Subtract, x.clone(), y.clone()));
                }
                forms.push(E::plus(x, E::times(2, y)));
            }
        }
        if binary {
            let call = |function, t: &E| E::Call(function, vec![t.clone()]);
            for t in simple.iter().chain(&symmetric) {
                forms.push(call(Function::BitLength, t));
                // One more than the number of trailing zeros, and 0 of 0.
                forms.push(call(Function::BitLength, &call(Function::LowBit, t)));
            }
        }
        // A multiple says nothing that the number itself does not.
        forms.retain(|e| !matches!(e, E::Binary(Operation::Multiply, ..)));
        for e in forms {
            if let Some(values) = evaluated(&e, points)
                && !pool.forms.iter().any(|form| form.values == values)
            {
                let symmetric = dimension == 1 || symmetric.contains(&e);
                let of_digits = match &e {
                    E::Call(function @ Function::BitLength, _) => Some(*function),
                    _ => None,
                };
                pool.forms.push(Term {
                    e,
                    values,
                    of_digits,
                    symmetric,
                });
            }
        }
        pool
    }

    fn add(
        &mut self,
        e: &E,
        of_digits: Option<Function>,
        symmetric: bool,
        points: &[Vec<u64>],
        known: &mut FxHashMap<Vec<i64>, ()>,
    ) {
        if let Some(values) = evaluated(e, points)
            && known.insert(values.clone(), ()).is_none()
        {
            self.terms.push(Term {
                e: e.clone(),
                values,
                of_digits,
                symmetric,
            });
        }
    }

    /// Atoms that hold at some points and not at all, the shortest first. Remainders and bounds are
    /// those that tell points inside of a set from points outside.
    pub fn atoms(&self, inside: &[bool], meter: &mut Meter) -> Result<Vec<Atom>, Error> {
        let mut atoms = Atoms {
            count: self.count,
            sequence: self.dimension == 1,
            list: Vec::new(),
            best: FxHashMap::default(),
        };
        let cost = 1 + self.count as u64 / 64;
        for (at, a) in self.terms.iter().enumerate() {
            self.with_numbers(a, inside, &mut atoms);
            meter.advance(12 * cost)?;
            for b in &self.terms[at + 1..] {
                let nim = |t: &Term| matches!(t.e, E::Binary(Operation::Xor, ..));
                let fits = match (a.of_digits, b.of_digits) {
                    // A nim sum is compared with numbers and coordinates: nobody reads more.
                    (None, None) if nim(a) => matches!(b.e, E::Variable(_)),
                    (None, None) if nim(b) => matches!(a.e, E::Variable(_)),
                    (None, None) => true,
                    (Some(f), Some(g)) => f == g,
                    // A part of the digits is compared with coordinates.
                    (None, Some(f)) | (Some(f), None) => {
                        let simple =
                            matches!((&a.e, &b.e), (E::Variable(_), _) | (_, E::Variable(_)));
                        simple && matches!(f, Function::LowBit | Function::SmallestFibonacci)
                    }
                };
                if !fits {
                    continue;
                }
                let shifts = match a.of_digits.or(b.of_digits) {
                    None => -2..=2,
                    Some(Function::LowBit | Function::SmallestFibonacci) => -1..=1,
                    Some(_) => 0..=0,
                };
                for shift in shifts {
                    meter.advance(cost)?;
                    atoms.compare(a, b, shift);
                }
            }
        }
        // The long ones only where there is room: a sequence has few atoms.
        let most = if self.dimension == 1 { 48 } else { 12 };
        for form in &self.forms {
            for modulus in 2..=most {
                meter.advance(cost)?;
                atoms.remainders(form, modulus, inside);
            }
        }
        // That all coordinates are equal.
        if self.dimension > 2 {
            let each =
                (1..self.dimension).map(|v| Condition::equal(E::Variable(v - 1), E::Variable(v)));
            let each: Vec<Condition> = each.collect();
            let equal = |at: usize| {
                let first = &self.terms[0].values;
                let mut others = self.terms[1..self.dimension].iter();
                others.all(|term| term.values[at] == first[at])
            };
            let bits = Bits::from_fn(self.count, equal);
            // It is read more easily than any shorter way to say so.
            for alike in [true, false] {
                if let Some(&at) = atoms.best.get(&(bits.clone(), alike)) {
                    atoms.list[at].symbols = usize::MAX;
                }
            }
            atoms.add(bits, true, 0, || Condition::All(each));
            self.occurrences(&mut atoms);
        }
        let mut all = atoms.list;
        all.sort_by_key(|atom| atom.symbols);
        Ok(all)
    }

    /// How often the least and the greatest coordinate occur.
    fn occurrences(&self, atoms: &mut Atoms) {
        let coordinates: Vec<E> = (0..self.dimension).map(E::Variable).collect();
        let most = self.dimension as u32;
        let mut counts: Vec<Vec<u32>> = (1..most).map(|times| vec![times]).collect();
        counts.extend((2..most).map(|least| (least..=most).collect()));
        for function in [Function::Max, Function::Min] {
            for times in &counts {
                let c = Condition::Occurs(function, coordinates.clone(), times.clone());
                let point = |at: usize| -> Vec<u64> {
                    let each = self.terms[..self.dimension].iter();
                    each.map(|term| term.values[at] as u64).collect()
                };
                let bits = Bits::from_fn(self.count, |at| c.holds(&point(at)) == Some(true));
                atoms.add(bits, true, 2, || c);
            }
        }
    }

    /// A term compared with numbers: small ones, and those that bound it inside or outside.
    fn with_numbers(&self, a: &Term, inside: &[bool], atoms: &mut Atoms) {
        let mut numbers: Vec<i64> = (0..=8).collect();
        for side in [true, false] {
            let here = a.values.iter().zip(inside);
            let here = || here.clone().filter(|(_, i)| **i == side).map(|(v, _)| *v);
            numbers.extend(here().min());
            numbers.extend(here().max());
        }
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let constant = Term {
                e: E::Number(number),
                values: vec![number; self.count],
                of_digits: None,
                symmetric: true,
            };
            atoms.compare(a, &constant, 0);
        }
    }
}

struct Atoms {
    count: usize,
    /// Whether there is one coordinate only.
    sequence: bool,
    list: Vec<Atom>,
    /// Where the atom that holds at these points is; symmetric ones are apart, since others that
    /// are shorter would hide them.
    best: FxHashMap<(Bits, bool), usize>,
}

impl Atoms {
    /// Takes up a condition; `weight` is added to its length where it is harder to read.
    fn add(
        &mut self,
        bits: Bits,
        symmetric: bool,
        weight: usize,
        condition: impl FnOnce() -> Condition,
    ) {
        let held = bits.count();
        if held == 0 || held == self.count {
            return;
        }
        let condition = condition();
        let symbols = condition.symbols() + weight;
        let atom = Atom {
            condition,
            symbols,
            bits: bits.clone(),
            symmetric,
        };
        // Of equal length the first stays: the order is that of the terms.
        let key = (bits, symmetric);
        match self.best.get(&key) {
            Some(&at) if self.list[at].symbols <= symbols => {}
            Some(&at) => self.list[at] = atom,
            None => {
                self.best.insert(key, self.list.len());
                self.list.push(atom);
            }
        }
    }

    /// a ⋈ b + shift.
    fn compare(&mut self, a: &Term, b: &Term, shift: i64) {
        let pair = |at: usize| (a.values[at], b.values[at] + shift);
        let equal = Bits::from_fn(self.count, |at| pair(at).0 == pair(at).1);
        let less = Bits::from_fn(self.count, |at| pair(at).0 < pair(at).1);
        let all = Bits::all(self.count);
        // No number is subtracted where the other side can have it added.
        let sides = || match (shift, &b.e) {
            (0, _) => (a.e.clone(), b.e.clone()),
            (_, E::Number(n)) => (a.e.clone(), E::Number(n + shift)),
            (1.., _) => (a.e.clone(), E::plus(b.e.clone(), E::Number(shift))),
            _ => (E::plus(a.e.clone(), E::Number(-shift)), b.e.clone()),
        };
        let unequal = all.minus(&equal);
        let at_least = all.minus(&less);
        let at_most = less.or(&equal);
        let greater = all.minus(&at_most);
        let say = |by: fn(E, E) -> Condition| {
            let (a, b) = sides();
            by(a, b)
        };
        let alike = a.symmetric && b.symmetric;
        // Digits are harder to see than numbers, and are compared for equality if at all.
        let multiple = |e: &E| match e {
            E::Binary(Operation::Multiply, _, of) => !matches!(**of, E::Variable(_)),
            _ => false,
        };
        let (digits, less_than) = match a.of_digits.or(b.of_digits) {
            None if multiple(&a.e) || multiple(&b.e) => (2, 2),
            None => (0, 0),
            Some(Function::LowBit) => (1, 4),
            Some(_) => (2, 2),
        };
        self.add(equal, alike, digits, || say(Condition::equal));
        self.add(unequal, alike, digits, || say(Condition::unequal));
        self.add(less, alike, less_than, || say(Condition::less));
        self.add(at_most, alike, less_than, || say(Condition::at_most));
        self.add(at_least, alike, less_than, || {
            say(|a, b| Condition::at_most(b, a))
        });
        self.add(greater, alike, less_than, || {
            say(|a, b| Condition::less(b, a))
        });
    }

    /// The remainders of a form that occur inside, those that occur only there, and each alone.
    fn remainders(&mut self, form: &Term, modulus: u32, inside: &[bool]) {
        let rest = |at: usize| form.values[at].rem_euclid(i64::from(modulus)) as u32;
        let mut seen = vec![(false, false); modulus as usize];
        for (at, &inside) in inside.iter().enumerate() {
            let seen = &mut seen[rest(at) as usize];
            if inside { seen.0 = true } else { seen.1 = true }
        }
        let chosen = |keep: fn((bool, bool)) -> bool| -> Vec<u32> {
            let each = (0..modulus).zip(&seen);
            each.filter(|(_, s)| keep(**s)).map(|(r, _)| r).collect()
        };
        let mut sets = vec![chosen(|s| s.0), chosen(|s| s.0 && !s.1)];
        if modulus <= 6 {
            sets.extend((0..modulus).map(|r| vec![r]));
        }
        for set in sets {
            // Long lists fit by chance.
            let most = if self.sequence { 24 } else { 4 };
            if set.is_empty() || set.len() >= modulus as usize || set.len() > most {
                continue;
            }
            let bits = Bits::from_fn(self.count, |at| set.contains(&rest(at)));
            let weight = usize::from(form.of_digits.is_some());
            self.add(bits, form.symmetric, weight, || {
                Condition::Remainder(form.e.clone(), modulus, set)
            });
        }
    }
}
