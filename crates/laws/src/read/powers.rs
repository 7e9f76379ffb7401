//! Sums of products of powers: polynomials, one for each residue or rounded down, and sums of
//! c·nʲ·rⁿ over a number, which obey a linear recurrence.
//!
//! `^` is a power here, as it is printed. Products are multiplied out, so that `n·(n+1)/2` and
//! `(n^2+n)/2` are one polynomial. A quotient that is not rounded must be a whole number at every
//! number: a polynomial of degree d is that if it is so at d + 1 numbers that follow each other
//! (Pólya 1915).

use std::collections::BTreeMap;

use dashu_int::ops::{Abs, BitTest, Gcd};

use super::numbers::Cursor;
use super::{DEEPEST, Parsed};
use crate::numbers::polynomial::{MOST_PERIOD, Polynomial, Quasi, Sequence};
use crate::numbers::recurrence::{Closed, MOST_ORDER, Recurrence};
use crate::numbers::{Integer, NumberLaw};

/// Larger sums are not multiplied out.
const MOST_TERMS: usize = 1024;
/// The largest exponent of a coordinate, and of all of them together.
const MOST_DEGREE: u32 = 64;
/// The most bits of a number on the way.
const MOST_BITS: usize = 1 << 14;
/// The largest base of a power with a varying exponent.
const LARGEST_BASE: i64 = 1000;

/// The exponents of the coordinates, and r of rⁿ.
type Product = (Vec<u32>, i64);

/// Σ factor·Π xᵢ^eᵢ·rⁿ over a positive number.
#[derive(Clone)]
struct Sum {
    terms: BTreeMap<Product, Integer>,
    denominator: Integer,
}

impl Sum {
    fn one(product: Product, factor: Integer) -> Sum {
        let terms = match factor == Integer::ZERO {
            true => BTreeMap::new(),
            false => BTreeMap::from([(product, factor)]),
        };
        Sum {
            terms,
            denominator: Integer::ONE,
        }
    }

    /// The number that it is, if it is one.
    fn constant(&self) -> Option<Integer> {
        if self.denominator != Integer::ONE {
            return None;
        }
        match self.terms.iter().collect::<Vec<_>>()[..] {
            [] => Some(Integer::ZERO),
            [((exponents, 1), factor)] if exponents.iter().all(|e| *e == 0) => Some(factor.clone()),
            _ => None,
        }
    }

    /// Whether it is still small enough to be gone on with.
    fn fits(self) -> Option<Sum> {
        let degree = |p: &Product| p.0.iter().sum::<u32>();
        let small = |n: &Integer| n.bit_len() <= MOST_BITS;
        let all = self.terms.iter().all(|(product, factor)| {
            degree(product) <= MOST_DEGREE && product.1.abs() <= LARGEST_BASE && small(factor)
        });
        (all && self.terms.len() <= MOST_TERMS && small(&self.denominator)).then_some(self)
    }

    fn plus(&self, sign: i64, other: &Sum) -> Option<Sum> {
        let mut terms = BTreeMap::new();
        let sides = [
            (self, 1, &other.denominator),
            (other, sign, &self.denominator),
        ];
        for (side, sign, by) in sides {
            for (product, factor) in &side.terms {
                let entry = terms.entry(product.clone()).or_insert(Integer::ZERO);
                *entry += factor * by * Integer::from(sign);
            }
        }
        terms.retain(|_, factor| *factor != Integer::ZERO);
        Sum {
            terms,
            denominator: &self.denominator * &other.denominator,
        }
        .fits()
    }

    fn times(&self, other: &Sum) -> Option<Sum> {
        if self.terms.len() * other.terms.len() > MOST_TERMS * MOST_TERMS / 16 {
            return None;
        }
        let mut terms = BTreeMap::new();
        for ((a, r), f) in &self.terms {
            for ((b, s), g) in &other.terms {
                let exponents = a.iter().zip(b).map(|(a, b)| a + b).collect();
                let product = (exponents, r.checked_mul(*s)?);
                *terms.entry(product).or_insert(Integer::ZERO) += f * g;
            }
        }
        terms.retain(|_, factor| *factor != Integer::ZERO);
        Sum {
            terms,
            denominator: &self.denominator * &other.denominator,
        }
        .fits()
    }

    /// In lowest terms.
    fn reduced(mut self) -> Sum {
        let common = self
            .terms
            .values()
            .fold(self.denominator.clone(), |gcd, f| {
                Integer::from((&gcd).gcd(f))
            });
        for factor in self.terms.values_mut() {
            *factor = &*factor / &common;
        }
        self.denominator = &self.denominator / &common;
        self
    }
}

/// A formula of one case.
struct Formula {
    sum: Sum,
    floor: bool,
}

struct Reader<'s, 'n> {
    cursor: Cursor<'s>,
    names: &'n [String],
    /// How many quotients were read.
    quotients: usize,
}

impl Reader<'_, '_> {
    /// A quotient that is rounded down, or a sum.
    fn formula(&mut self) -> Option<Formula> {
        let floor = self.cursor.take("⌊");
        let before = self.quotients;
        let sum = self.sum(0)?.reduced();
        // ⌊n/2+n/3⌋ may be meant as ⌊n/2⌋+⌊n/3⌋.
        if floor && (!self.cursor.take("⌋") || self.quotients > before + 1) {
            return None;
        }
        Some(Formula { sum, floor })
    }

    fn sum(&mut self, depth: usize) -> Option<Sum> {
        if depth > DEEPEST {
            return None;
        }
        let mut sum = Sum::one(self.nothing(), Integer::ZERO);
        let mut first = true;
        loop {
            let sign = match (self.cursor.take("-"), first) {
                (true, _) => -1,
                (false, true) => 1,
                (false, false) if self.cursor.take("+") => 1,
                _ => return Some(sum),
            };
            first = false;
            let product = self.product(depth)?;
            sum = sum.plus(sign, &product)?;
        }
    }

    fn product(&mut self, depth: usize) -> Option<Sum> {
        let mut product = self.power(depth)?;
        loop {
            if self.cursor.take_all(&["**"]) {
                return None;
            }
            if self.cursor.take("·") {
                product = product.times(&self.power(depth)?)?;
            } else if self.cursor.take("/") {
                let by = self.cursor.natural().filter(|by| *by > Integer::ZERO)?;
                product.denominator *= by;
                self.quotients += 1;
                product = product.fits()?;
            } else {
                return Some(product);
            }
        }
    }

    /// No power of any coordinate.
    fn nothing(&self) -> Product {
        (vec![0; self.names.len()], 1)
    }

    fn power(&mut self, depth: usize) -> Option<Sum> {
        let base = self.atom(depth)?;
        if !self.cursor.take("**") && !self.cursor.take("^") {
            return Some(base);
        }
        // rⁿ
        if let [name] = self.names
            && self.cursor.take(name)
        {
            let base = i64::try_from(&base.constant()?).ok()?;
            let product = (vec![0], base);
            return (base != 0 && base.abs() <= LARGEST_BASE)
                .then(|| Sum::one(product, Integer::ONE));
        }
        let exponent = self.cursor.count()?;
        let exponent = u32::try_from(exponent).ok()?;
        // x ^ 0 and x ^ 1 are written by nobody who means a power.
        if !(2..=4096).contains(&exponent) {
            return None;
        }
        let mut power = base.clone();
        for _ in 1..exponent {
            power = power.times(&base)?;
        }
        Some(power)
    }

    fn atom(&mut self, depth: usize) -> Option<Sum> {
        if let Some(number) = self.cursor.natural() {
            return Sum::one(self.nothing(), number).fits();
        }
        if self.cursor.take("(") {
            let sum = self.sum(depth + 1)?;
            return self.cursor.take(")").then_some(sum);
        }
        let at = (0..self.names.len()).find(|&at| self.cursor.take(&self.names[at]))?;
        let mut product = self.nothing();
        product.0[at] = 1;
        Some(Sum::one(product, Integer::ONE))
    }

    /// `n mod 3 = 1`, `n mod 3 in {0, 2}`: the modulus and the residues.
    fn residues(&mut self) -> Option<(usize, Vec<usize>)> {
        let [name] = self.names else {
            return None;
        };
        if !self.cursor.take_all(&[name, "mod"]) {
            return None;
        }
        let index = |cursor: &mut Cursor<'_>| usize::try_from(cursor.count()?).ok();
        let modulus = index(&mut self.cursor)?;
        let mut rests = Vec::new();
        if self.cursor.take("=") {
            rests.push(index(&mut self.cursor)?);
        } else if self.cursor.take("in") && self.cursor.take("{") {
            loop {
                rests.push(index(&mut self.cursor)?);
                if !self.cursor.take(",") {
                    break;
                }
            }
            if !self.cursor.take("}") {
                return None;
            }
        }
        let inside = rests.iter().all(|rest| *rest < modulus);
        (inside && !rests.is_empty() && modulus <= MOST_PERIOD).then_some((modulus, rests))
    }

    /// The whole law behind `g(n) =`.
    fn law(&mut self) -> Option<NumberLaw> {
        let first = self.formula()?;
        if self.cursor.is_end() {
            return match polynomial(&first) {
                Some(law) => {
                    let always = law.floor || is_whole(&law, &vec![0; self.names.len()], 1);
                    always.then(|| NumberLaw::Polynomial(Sequence::One(law)))
                }
                None => closed(&first),
            };
        }
        let mut cases = Vec::new();
        let mut next = first;
        loop {
            let comma = self.cursor.take(",");
            if self.cursor.take("otherwise") || (comma && self.cursor.take("其余")) {
                break;
            }
            let says = self.cursor.take("if") || (comma && self.cursor.take("当"));
            if !says {
                return None;
            }
            cases.push((next, self.residues()?));
            if !self.cursor.take(";") {
                return None;
            }
            next = self.formula()?;
        }
        let modulus = cases.first()?.1.0;
        let same = cases.iter().all(|(_, (m, _))| *m == modulus);
        if !self.cursor.is_end() || !same {
            return None;
        }
        let otherwise = polynomial(&next)?;
        let mut classes: Vec<Option<Polynomial>> = vec![None; modulus];
        for (formula, (_, rests)) in &cases {
            let law = polynomial(formula)?;
            for &rest in rests {
                classes[rest].get_or_insert_with(|| law.clone());
            }
        }
        let classes = classes
            .into_iter()
            .map(|class| class.unwrap_or_else(|| otherwise.clone()));
        let classes: Vec<Polynomial> = classes.collect();
        let whole = (0..)
            .zip(&classes)
            .all(|(rest, law): (u64, _)| law.floor || is_whole(law, &[rest], modulus as u64));
        whole.then_some(NumberLaw::Polynomial(Sequence::Many(Quasi { classes })))
    }
}

/// A sum without rⁿ as a polynomial.
fn polynomial(formula: &Formula) -> Option<Polynomial> {
    let terms = formula.sum.terms.iter();
    let terms: Option<Vec<(Vec<u32>, Integer)>> = terms
        .map(|((exponents, base), factor)| {
            (*base == 1).then(|| (exponents.clone(), factor.clone()))
        })
        .collect();
    let mut law = Polynomial::new(terms?, formula.sum.denominator.clone());
    law.floor = formula.floor && law.denominator != Integer::ONE;
    Some(law)
}

/// Whether a quotient is a whole number at all points of a lattice that begins somewhere.
fn is_whole(law: &Polynomial, from: &[u64], step: u64) -> bool {
    const MOST_POINTS: u64 = 100_000;
    if law.denominator == Integer::ONE {
        return true;
    }
    let side = u64::from(law.degree()) + 1;
    let Some(count) = side.checked_pow(from.len() as u32) else {
        return false;
    };
    let point = |mut cell: u64| {
        let each = from.iter().map(|begin| {
            let at = begin + step * (cell % side);
            cell /= side;
            at
        });
        each.collect::<Vec<u64>>()
    };
    count <= MOST_POINTS && (0..count).all(|cell| law.value(&point(cell)).is_some())
}

/// Σ c·nʲ·rⁿ with the recurrence that it obeys: its characteristic polynomial has every r as often
/// as nʲ asks for.
fn closed(formula: &Formula) -> Option<NumberLaw> {
    const LATEST: u64 = 64;
    if formula.floor {
        return None;
    }
    let mut terms = Vec::new();
    for ((exponents, base), factor) in &formula.sum.terms {
        let [exponent] = exponents[..] else {
            return None;
        };
        terms.push((factor.clone(), exponent, *base));
    }
    // As laws are printed: the largest powers first.
    terms.sort_by_key(|(_, j, r)| {
        use std::cmp::Reverse;
        (Reverse(r.abs()), Reverse(*r), Reverse(*j))
    });
    let mut roots: Vec<i64> = Vec::new();
    for (at, (_, j, r)) in terms.iter().enumerate() {
        let seen = terms[..at].iter().any(|(_, _, s)| s == r);
        if !seen {
            roots.extend(std::iter::repeat_n(*r, *j as usize + 1));
        }
    }
    if roots.is_empty() || roots.len() > MOST_ORDER {
        return None;
    }
    let mut characteristic = vec![Integer::ONE];
    for root in &roots {
        // Times x - r, the highest coefficient first.
        let mut next = characteristic.clone();
        next.push(Integer::ZERO);
        for (at, coefficient) in characteristic.iter().enumerate() {
            next[at + 1] -= coefficient * Integer::from(*root);
        }
        characteristic = next;
    }
    let factors: Vec<Integer> = characteristic[1..].iter().map(|c| -c).collect();
    let closed = Closed {
        terms,
        denominator: formula.sum.denominator.clone().abs(),
    };
    // From where on all members are whole: so many that follow each other are enough, since the
    // recurrence has whole factors.
    let order = roots.len() as u64;
    let whole = |first: &u64| (*first..first + order).all(|n| closed.value(n).is_some());
    let first = (0..LATEST).find(whole)?;
    let seed = (first..first + order).map(|n| closed.value(n));
    Some(NumberLaw::Recurrence(Recurrence {
        first,
        seed: seed.collect::<Option<_>>()?,
        factors,
        closed: Some(closed),
    }))
}

/// The polynomial, or the sum of powers, that stands behind `g(n) =`.
pub(super) fn read(cursor: Cursor<'_>, names: &[String]) -> Parsed<Option<NumberLaw>> {
    let mut reader = Reader {
        cursor,
        names,
        quotients: 0,
    };
    Ok(reader.law())
}
