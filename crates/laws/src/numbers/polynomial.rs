//! Polynomials with rational coefficients, in any number of coordinates, and
//! quasi-polynomials: a polynomial for each residue.
//!
//! A sequence is a polynomial of degree d exactly if its differences of order
//! d + 1 vanish; Newton's formula g(n) = Σ Δⁱg(0)·C(n, i) gives it. On the
//! residues modulo p the same is done with steps of p (Ehrhart 1962: so are
//! partitions into given parts). Where the polynomials of all residues differ
//! in their constants only, and these by less than 1, all of them together are
//! the floor of one: ⌊n²/4⌋.
//!
//! ```
//! use grundy_laws::numbers::{Integer, polynomial::sequence};
//! use grundy_laws::print::Style;
//! let squares: Vec<Integer> = (0..20).map(|n| Integer::from(n * n / 4)).collect();
//! let law = sequence(0, &squares).unwrap();
//! assert_eq!(law.formula(Style::Text, &["n".to_string()]), "⌊n^2/4⌋");
//! assert_eq!(law.value(&[1001]), Some(Integer::from(250_500)));
//! ```
//!
//! Limits: degree at most [`MOST_DEGREE`], at most [`MOST_PERIOD`] residues,
//! and on each residue three members more than its polynomial needs.

use dashu_int::IBig as Integer;
use dashu_int::ops::{Abs, DivEuclid, Gcd};

use super::{digits, joined, power, signed_sum};
use crate::expression::{Condition, Expression, Operation};
use crate::print::Style;

/// The largest degree that is looked for.
pub const MOST_DEGREE: usize = 8;
/// The largest number of residues that is looked for.
pub const MOST_PERIOD: usize = 512;
/// So many differences must vanish.
const VANISH: usize = 3;

/// (a, b, multiplicity) for a·n + b.
type Factor = (i64, i64, u32);

/// Σ factor·Π xᵢ^eᵢ, divided by a positive number: exactly, or rounded down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// The exponents of each term with its factor, which is not 0; the largest
    /// exponents come first.
    pub terms: Vec<(Vec<u32>, Integer)>,
    /// What the sum is divided by.
    pub denominator: Integer,
    /// Whether the quotient is rounded down; else it is a whole number.
    pub floor: bool,
}

impl Polynomial {
    /// The sum of terms over a denominator, in lowest terms.
    pub fn new(terms: Vec<(Vec<u32>, Integer)>, denominator: Integer) -> Polynomial {
        let mut terms: Vec<_> = terms.into_iter().filter(|t| t.1 != Integer::ZERO).collect();
        let degree = |t: &Vec<u32>| t.iter().sum::<u32>();
        terms.sort_by(|a, b| (degree(&b.0), &b.0).cmp(&(degree(&a.0), &a.0)));
        let common = terms.iter().fold(denominator.clone(), |gcd, t| {
            Integer::from((&gcd).gcd(&t.1))
        });
        for term in &mut terms {
            term.1 = &term.1 / &common;
        }
        Polynomial {
            terms,
            denominator: denominator / common,
            floor: false,
        }
    }

    /// A polynomial in one coordinate from its coefficients, the constant first.
    fn of_one(coefficients: Vec<Integer>, denominator: Integer) -> Polynomial {
        let terms = (0u32..).zip(coefficients);
        Polynomial::new(terms.map(|(e, c)| (vec![e], c)).collect(), denominator)
    }

    /// The sum before it is divided.
    fn sum(&self, at: &[u64]) -> Integer {
        let term = |(exponents, factor): &(Vec<u32>, Integer)| {
            let powers = exponents
                .iter()
                .zip(at)
                .map(|(e, x)| Integer::from(*x).pow(*e as usize));
            powers.fold(factor.clone(), |product, power| product * power)
        };
        self.terms.iter().map(term).sum()
    }

    /// The value at a point; `None` where it is no whole number.
    pub fn value(&self, at: &[u64]) -> Option<Integer> {
        let sum = self.sum(at);
        let quotient = (&sum).div_euclid(&self.denominator);
        (self.floor || &quotient * &self.denominator == sum).then_some(quotient)
    }

    /// The quotient, rounded down, as a formula, if its numbers fit one.
    pub fn expression(&self) -> Option<Expression> {
        let mut sum = Expression::Number(0);
        for (exponents, factor) in &self.terms {
            let mut product: Option<Expression> = None;
            for (variable, exponent) in exponents.iter().enumerate() {
                for _ in 0..*exponent {
                    let x = Expression::Variable(variable);
                    product = Some(match product {
                        None => x,
                        Some(before) => Expression::binary(Operation::Multiply, before, x),
                    });
                }
            }
            let factor = i64::try_from(factor).ok()?;
            let term = match product {
                None => Expression::Number(factor),
                Some(product) => Expression::times(factor, product),
            };
            sum = Expression::plus(sum, term);
        }
        Some(match i64::try_from(&self.denominator).ok()? {
            1 => sum,
            by => Expression::binary(Operation::Divide, sum, Expression::Number(by)),
        })
    }

    /// The largest sum of exponents.
    pub fn degree(&self) -> u32 {
        let degrees = self.terms.iter().map(|t| t.0.iter().sum::<u32>());
        degrees.max().unwrap_or(0)
    }

    /// How long the formula is.
    pub fn symbols(&self) -> usize {
        let one = Integer::ONE;
        let mut count = match self.denominator == one {
            true => 0,
            false => 1 + digits(&self.denominator) + usize::from(self.floor),
        };
        for (exponents, factor) in &self.terms {
            let powers: usize = exponents
                .iter()
                .map(|e| match e {
                    0 => 0,
                    1 => 1,
                    _ => 2,
                })
                .sum();
            let factor = match factor.clone().abs() == one && powers > 0 {
                true => 0,
                false => digits(factor),
            };
            count += 1 + powers + factor;
        }
        count.max(1)
    }

    /// The coefficient of a power of the only coordinate.
    fn coefficient(&self, exponent: u32) -> Integer {
        let term = self.terms.iter().find(|t| t.0 == [exponent]);
        term.map_or(Integer::ZERO, |t| t.1.clone())
    }

    /// The polynomial of one coordinate as a product of linear factors with
    /// small roots: what stands before, and (a, b, multiplicity) for a·n + b.
    fn factored(&self) -> Option<(Integer, Vec<Factor>)> {
        let single = self.terms.first()?.0.len() == 1;
        if self.floor || !single || self.terms.len() < 2 || self.degree() < 2 {
            return None;
        }
        let mut rest: Vec<Integer> = (0..=self.degree())
            .rev()
            .map(|e| self.coefficient(e))
            .collect();
        let mut found: Vec<Factor> = Vec::new();
        // 0 first, then -1, 1, -2 …; whole roots before halves.
        let roots = (1..=3i64).flat_map(|a| (0..=12i64).flat_map(move |b| [(a, b), (a, -b)]));
        for (a, b) in roots {
            if a > 1 && b % a == 0 {
                continue;
            }
            while rest.len() > 1
                && let Some(quotient) = divided(&rest, a, b)
            {
                rest = quotient;
                match found.last_mut() {
                    Some(last) if (last.0, last.1) == (a, b) => last.2 += 1,
                    _ => found.push((a, b, 1)),
                }
            }
        }
        match &rest[..] {
            [whole] => Some((whole.clone(), found)),
            _ => None,
        }
    }

    /// The formula in a style.
    pub fn formula(&self, style: Style, names: &[String]) -> String {
        let code = matches!(style, Style::Cpp | Style::Python);
        let one = self.denominator == Integer::ONE;
        if code {
            let mut sum: Vec<(Integer, String)> = Vec::new();
            for (exponents, factor) in &self.terms {
                let product: Vec<String> = exponents
                    .iter()
                    .zip(names)
                    .filter(|(e, _)| **e > 0)
                    .map(|(e, name)| vec![name.as_str(); *e as usize].join("*"))
                    .collect();
                sum.push((factor.clone(), product.join("*")));
            }
            let text = match style {
                // The first factor makes the whole sum wide.
                Style::Cpp => sum
                    .iter()
                    .map(|(factor, product)| match product.as_str() {
                        "" => format!("(__int128){factor}"),
                        product => format!("(__int128){factor}*{product}"),
                    })
                    .collect::<Vec<_>>()
                    .join(" + "),
                _ => signed_sum(&sum, "*"),
            };
            let text = if text.is_empty() { "0".into() } else { text };
            return match (style, one) {
                (_, true) => text,
                (Style::Cpp, _) => format!("floor_of({text}, {})", self.denominator),
                _ => format!("({text}) // {}", self.denominator),
            };
        }
        let latex = style == Style::Latex;
        let (text, product) = match self.factored() {
            Some((before, factors)) => (product(&before, &factors, style, &names[0]), true),
            None => {
                let term = |(exponents, factor): &(Vec<u32>, Integer)| {
                    let powers = exponents.iter().zip(names).filter(|(e, _)| **e > 0);
                    let powers: Vec<String> =
                        powers.map(|(e, name)| power(name, *e, style)).collect();
                    (factor.clone(), joined(&powers, style))
                };
                let sum: Vec<_> = self.terms.iter().map(term).collect();
                let text = signed_sum(&sum, if latex { " " } else { "·" });
                (text, self.terms.len() < 2)
            }
        };
        let text = if text.is_empty() { "0".into() } else { text };
        let whole = match (one, latex) {
            (true, _) => text,
            (_, true) => format!("\\frac{{{text}}}{{{}}}", self.denominator),
            (_, false) if product => format!("{text}/{}", self.denominator),
            (_, false) => format!("({text})/{}", self.denominator),
        };
        match (self.floor, latex) {
            (true, true) => format!("\\left\\lfloor {whole} \\right\\rfloor"),
            (true, false) => format!("⌊{whole}⌋"),
            _ => whole,
        }
    }
}

/// Coefficients, the highest first, divided by a·n + b if that leaves nothing.
fn divided(coefficients: &[Integer], a: i64, b: i64) -> Option<Vec<Integer>> {
    let (a, b) = (Integer::from(a), Integer::from(b));
    let mut carry = Integer::ZERO;
    let mut quotient = Vec::with_capacity(coefficients.len());
    for coefficient in coefficients {
        let here = coefficient - &b * &carry;
        if quotient.len() + 1 == coefficients.len() {
            return (here == Integer::ZERO).then_some(quotient);
        }
        let next = &here / &a;
        if &next * &a != here {
            return None;
        }
        quotient.push(next.clone());
        carry = next;
    }
    None
}

fn product(before: &Integer, factors: &[Factor], style: Style, name: &str) -> String {
    let mut parts = Vec::new();
    for &(a, b, times) in factors {
        let sum = [
            (Integer::from(a), name.to_string()),
            (Integer::from(b), String::new()),
        ];
        let latex = style == Style::Latex;
        let linear = signed_sum(&sum, if latex { " " } else { "·" });
        let tight = b == 0 && a == 1;
        let linear = if tight { linear } else { format!("({linear})") };
        parts.push(power(&linear, times, style));
    }
    let text = joined(&parts, style);
    let one = Integer::ONE;
    match before {
        b if *b == one => text,
        b if *b == -one => format!("-{text}"),
        b if style == Style::Latex => format!("{b} {text}"),
        b => format!("{b}·{text}"),
    }
}

/// A polynomial for each residue of n modulo their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quasi {
    /// The polynomial for the residues 0, 1, …
    pub classes: Vec<Polynomial>,
}

impl Quasi {
    /// The value at a number.
    pub fn value(&self, n: u64) -> Option<Integer> {
        let class = n.checked_rem(self.classes.len() as u64)?;
        self.classes[class as usize].value(&[n])
    }

    /// The polynomials as cases of one formula.
    pub fn expression(&self) -> Option<Expression> {
        let modulus = u32::try_from(self.classes.len()).ok()?;
        let groups = self.groups();
        let ((last, _), cases) = groups.split_last()?;
        let mut said = Vec::new();
        for (class, rests) in cases {
            let rests = rests.iter().map(|rest| *rest as u32).collect();
            let here = Condition::Remainder(Expression::Variable(0), modulus, rests);
            said.push((here, class.expression()?));
        }
        Some(Expression::cases(said, last.expression()?))
    }

    /// The different polynomials with their residues, the most frequent last.
    fn groups(&self) -> Vec<(&Polynomial, Vec<usize>)> {
        let mut groups: Vec<(&Polynomial, Vec<usize>)> = Vec::new();
        for (rest, class) in self.classes.iter().enumerate() {
            match groups.iter_mut().find(|g| g.0 == class) {
                Some(group) => group.1.push(rest),
                None => groups.push((class, vec![rest])),
            }
        }
        groups.sort_by_key(|g| g.1.len());
        groups
    }

    /// How long the formula is.
    pub fn symbols(&self) -> usize {
        let each = self.groups();
        each.iter().map(|(p, r)| p.symbols() + r.len() + 3).sum()
    }

    /// The formula in a style.
    pub fn formula(&self, style: Style, names: &[String]) -> String {
        let groups = self.groups();
        let (count, name) = (self.classes.len(), &names[0]);
        let Some(((last, _), cases)) = groups.split_last() else {
            return "0".to_string();
        };
        let mut parts = Vec::new();
        for (class, rests) in cases {
            let formula = class.formula(style, names);
            let list: Vec<String> = rests.iter().map(usize::to_string).collect();
            let set = list.join(", ");
            let condition = match (style, &list[..]) {
                (Style::Text, [one]) => format!("{name} mod {count} = {one}"),
                (Style::Text, _) => format!("{name} mod {count} in {{{set}}}"),
                (Style::Latex, [one]) => format!("{name} \\bmod {count} = {one}"),
                (Style::Latex, _) => format!("{name} \\bmod {count} \\in \\{{{set}\\}}"),
                (Style::Python, [one]) => format!("{name} % {count} == {one}"),
                (Style::Python, _) => format!("{name} % {count} in ({set})"),
                (Style::Cpp, list) => {
                    let each = list.iter().map(|r| format!("{name} % {count} == {r}"));
                    format!("({})", each.collect::<Vec<_>>().join(" || "))
                }
            };
            parts.push(match style {
                Style::Text => format!("{formula} if {condition}; "),
                Style::Latex => format!("{formula} & \\text{{if }} {condition} \\\\ "),
                Style::Cpp => format!("{condition} ? {formula} : "),
                Style::Python => format!("{formula} if {condition} else "),
            });
        }
        let (cases, last) = (parts.concat(), last.formula(style, names));
        match style {
            Style::Text if cases.is_empty() => last,
            Style::Text => format!("{cases}{last} otherwise"),
            Style::Latex => {
                format!("\\begin{{cases}} {cases}{last} & \\text{{otherwise}} \\end{{cases}}")
            }
            Style::Cpp | Style::Python => format!("{cases}{last}"),
        }
    }
}

/// A polynomial, or one for each residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// One polynomial, perhaps rounded down.
    One(Polynomial),
    /// One for each residue.
    Many(Quasi),
}

impl Sequence {
    /// The value at a number.
    pub fn value(&self, at: &[u64]) -> Option<Integer> {
        match (self, at) {
            (Sequence::One(p), at) => p.value(at),
            (Sequence::Many(q), [n]) => q.value(*n),
            _ => None,
        }
    }

    /// The formula in a style.
    pub fn formula(&self, style: Style, names: &[String]) -> String {
        match self {
            Sequence::One(p) => p.formula(style, names),
            Sequence::Many(q) => q.formula(style, names),
        }
    }

    /// How long the formula is.
    pub fn symbols(&self) -> usize {
        match self {
            Sequence::One(p) => p.symbols(),
            Sequence::Many(q) => q.symbols(),
        }
    }
}

/// The differences of each order at the start, until they vanish; `None` if
/// they do not do so soon enough.
fn newton(members: &[Integer]) -> Option<Vec<Integer>> {
    let mut row = members.to_vec();
    let mut found = Vec::new();
    for _ in 0..=MOST_DEGREE + 1 {
        if row.len() < VANISH {
            return None;
        }
        if row.iter().all(|d| *d == Integer::ZERO) {
            return Some(found);
        }
        found.push(row[0].clone());
        row = row.windows(2).map(|w| &w[1] - &w[0]).collect();
    }
    None
}

/// The polynomial in n with these differences at `first`, in steps of `step`.
fn interpolated(differences: &[Integer], first: u64, step: u64) -> Polynomial {
    // C(k, i) for k = (n - first)/step is Π (n - first - step·j) / (stepⁱ·i!).
    let mut whole = Integer::ONE;
    for i in 1..differences.len() as u64 {
        whole *= Integer::from(step) * Integer::from(i);
    }
    let mut sum = vec![Integer::ZERO; differences.len().max(1)];
    let (mut basis, mut below) = (vec![Integer::ONE], Integer::ONE);
    for (i, difference) in (0u64..).zip(differences) {
        let scale = difference * &whole / &below;
        for (total, b) in sum.iter_mut().zip(&basis) {
            *total += &scale * b;
        }
        // The next basis polynomial: times n - (first + step·i).
        let root = Integer::from(first) + Integer::from(step) * Integer::from(i);
        let mut next = vec![Integer::ZERO; basis.len() + 1];
        for (at, b) in basis.iter().enumerate() {
            next[at + 1] += b;
            next[at] -= b * &root;
        }
        basis = next;
        below *= Integer::from(step) * Integer::from(i + 1);
    }
    Polynomial::of_one(sum, whole)
}

/// The polynomial of all residues, rounded down, if there is one.
fn as_floor(classes: &[Polynomial]) -> Option<Polynomial> {
    let common = classes.iter().fold(Integer::ONE, |lcm, p| {
        let gcd = Integer::from((&lcm).gcd(&p.denominator));
        lcm / gcd * &p.denominator
    });
    let scaled = |p: &Polynomial, e: u32| p.coefficient(e) * &common / &p.denominator;
    let degree = classes.iter().map(Polynomial::degree).max()?;
    let shared: Vec<Integer> = (1..=degree).map(|e| scaled(&classes[0], e)).collect();
    for class in classes {
        if (1..=degree).any(|e| scaled(class, e) != shared[e as usize - 1]) {
            return None;
        }
    }
    let constants: Vec<Integer> = classes.iter().map(|p| scaled(p, 0)).collect();
    let (low, high) = (constants.iter().max()?, constants.iter().min()? + &common);
    if *low >= high {
        return None;
    }
    // Any constant from `low` on and below `high` will do. The common divisor
    // of the rest makes the denominator small; then the one next to 0.
    let rest = shared
        .iter()
        .fold(common.clone(), |gcd, c| Integer::from((&gcd).gcd(c)));
    let least = |unit: &Integer| {
        let up = -(-low.clone()).div_euclid(unit) * unit;
        let down = (&high - Integer::ONE).div_euclid(unit) * unit;
        match (up > down, up > Integer::ZERO, down < Integer::ZERO) {
            (true, ..) => None,
            (_, true, _) => Some(up),
            (_, _, true) => Some(down),
            _ => Some(Integer::ZERO),
        }
    };
    let constant = least(&rest).or_else(|| least(&Integer::ONE))?;
    let mut coefficients = vec![constant];
    coefficients.extend(shared);
    let mut law = Polynomial::of_one(coefficients, common);
    law.floor = law.denominator != Integer::ONE;
    Some(law)
}

/// The shortest form: as few residues as possible, with rounding where that
/// leaves fewer.
fn rounded(classes: Vec<Polynomial>) -> Sequence {
    let period = classes.len();
    for fewer in (1..period).filter(|fewer| period.is_multiple_of(*fewer)) {
        let group = |rest: usize| {
            let members: Vec<Polynomial> = classes[rest..].iter().step_by(fewer).cloned().collect();
            as_floor(&members)
        };
        let found: Option<Vec<Polynomial>> = (0..fewer).map(group).collect();
        if let Some(mut found) = found {
            return match (found.len(), found.pop()) {
                (1, Some(one)) => Sequence::One(one),
                (_, last) => {
                    found.extend(last);
                    Sequence::Many(Quasi { classes: found })
                }
            };
        }
    }
    Sequence::Many(Quasi { classes })
}

/// The polynomial with the fewest residues that the values from `first` on are
/// the values of.
pub fn sequence(first: u64, values: &[Integer]) -> Option<Sequence> {
    let most = MOST_PERIOD.min(values.len() / (VANISH + 1));
    'periods: for period in 1..=most {
        let mut classes = vec![None; period];
        for start in 0..period {
            let members: Vec<Integer> = values[start..].iter().step_by(period).cloned().collect();
            let Some(differences) = newton(&members) else {
                continue 'periods;
            };
            let at = first + start as u64;
            let class = (at % period as u64) as usize;
            classes[class] = Some(interpolated(&differences, at, period as u64));
        }
        let classes: Vec<Polynomial> = classes.into_iter().collect::<Option<_>>()?;
        if let [one] = &classes[..] {
            return Some(Sequence::One(one.clone()));
        }
        return Some(rounded(classes));
    }
    None
}

/// The polynomial of least degree in two coordinates through a full table,
/// given by rows, whose corner has the coordinates `first`.
pub fn table(first: [u64; 2], rows: &[Vec<Integer>]) -> Option<Polynomial> {
    let width = rows.first()?.len();
    // Differences of the rows' differences: Δₓⁱ Δ_yʲ at the corner.
    let mut found: Vec<Vec<Integer>> = Vec::new();
    let mut down = rows.to_vec();
    for _ in 0..=MOST_DEGREE + 1 {
        if down.len() < VANISH || width < VANISH {
            return None;
        }
        if down.iter().flatten().all(|d| *d == Integer::ZERO) {
            break;
        }
        found.push(newton(&down[0])?);
        let below = |w: &[Vec<Integer>]| w[1].iter().zip(&w[0]).map(|(a, b)| a - b).collect();
        down = down.windows(2).map(below).collect();
    }
    if found.len() > MOST_DEGREE + 1 {
        return None;
    }
    let mut terms: Vec<(Vec<u32>, Integer)> = Vec::new();
    let mut denominator = Integer::ONE;
    for (i, row) in found.iter().enumerate() {
        // C(x, i), the i-th difference alone.
        let mut unit = vec![Integer::ZERO; i + 1];
        unit[i] = Integer::ONE;
        let (x, y) = (
            interpolated(&unit, first[0], 1),
            interpolated(row, first[1], 1),
        );
        let scale = &x.denominator * &y.denominator;
        for term in &mut terms {
            term.1 *= &scale;
        }
        for (a, p) in &x.terms {
            for (b, q) in &y.terms {
                let exponents = vec![a[0], b[0]];
                let product = p * q * &denominator;
                match terms.iter_mut().find(|t| t.0 == exponents) {
                    Some(term) => term.1 += product,
                    None => terms.push((exponents, product)),
                }
            }
        }
        denominator *= scale;
    }
    Some(Polynomial::new(terms, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: impl Fn(i64) -> i64, first: u64) -> String {
        let values: Vec<Integer> = (0..40)
            .map(|n| Integer::from(value(n + first as i64)))
            .collect();
        let law = sequence(first, &values).unwrap();
        for n in first..500 {
            assert_eq!(
                law.value(&[n]),
                Some(value(n as i64).into()),
                "{law:?} at {n}"
            );
        }
        law.formula(Style::Text, &["n".to_string()])
    }

    #[test]
    fn polynomials_are_written_as_people_do() {
        assert_eq!(written(|n| n * (n + 1) / 2, 0), "n·(n+1)/2");
        assert_eq!(written(|n| n * (n + 1) / 2, 1), "n·(n+1)/2");
        assert_eq!(
            written(|n| n * (n + 1) * (2 * n + 1) / 6, 0),
            "n·(n+1)·(2·n+1)/6"
        );
        assert_eq!(written(|n| n * n, 0), "n^2");
        assert_eq!(written(|n| n * n + n + 1, 0), "n^2+n+1");
        assert_eq!(written(|n| n * n * n - 7 * n, 0), "n^3-7·n");
        assert_eq!(written(|n| 3 * (n - 1) * (n - 1), 0), "3·(n-1)^2");
        assert_eq!(written(|n| (n * n + 2) / 3, 0), "⌊(n^2+2)/3⌋");
        assert_eq!(written(|n| n * n / 4, 1), "⌊n^2/4⌋");
        assert_eq!(
            written(|n| if n % 3 == 1 { n * n } else { 5 }, 0),
            "n^2 if n mod 3 = 1; 5 otherwise"
        );
        assert_eq!(written(|_| 0, 0), "0");
    }

    #[test]
    fn tables_in_two_coordinates() {
        let value = |x: i64, y: i64| (x + y) * (x + y + 1) / 2 + y;
        let rows: Vec<Vec<Integer>> = (1..12)
            .map(|x| (2..12).map(|y| value(x, y).into()).collect())
            .collect();
        let law = table([1, 2], &rows).unwrap();
        for (x, y) in [(0, 0), (7, 3), (100, 41)] {
            assert_eq!(law.value(&[x, y]), Some(value(x as i64, y as i64).into()));
        }
        let names = ["x".to_string(), "y".to_string()];
        assert_eq!(law.formula(Style::Text, &names), "(x^2+2·x·y+y^2+x+3·y)/2");
        let powers = |x: i64, y: i64| x.pow(y as u32);
        let rows: Vec<Vec<Integer>> = (0..9)
            .map(|x| (0..9).map(|y| powers(x, y).into()).collect())
            .collect();
        assert_eq!(table([0, 0], &rows), None);
    }
}
