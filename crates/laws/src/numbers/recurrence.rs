//! Linear recurrences of values with constant whole factors, and their closed
//! forms where these are short.
//!
//! The shortest recurrence of a sequence modulo a prime is found by Berlekamp
//! and Massey's algorithm (Massey 1969). If whole numbers obey a recurrence at
//! all, the shortest one has whole factors (Fatou's lemma, 1906), so its
//! factors are the residues next to 0. That is a guess: it is then compared
//! with every number of the table. If all roots of the characteristic
//! polynomial are small whole numbers r, the sequence is a sum of c·nʲ·rⁿ, and
//! the c follow from the first members.
//!
//! ```
//! use grundy_laws::numbers::{Integer, recurrence::Recurrence};
//! use grundy_laws::print::Style;
//! let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13].map(Integer::from);
//! let law = Recurrence::guess(0, &fibonacci).unwrap();
//! let names = ["n".to_string()];
//! assert_eq!(law.written(Style::Text, &names).to_string(), "g(n) = g(n-1)+g(n-2), g(0) = 0, g(1) = 1");
//! assert_eq!(law.value(300).unwrap().to_string().len(), 63);
//! ```
//!
//! Limits: order at most [`MOST_ORDER`]. A value far out is computed by
//! squaring xⁿ modulo the characteristic polynomial (Fiduccia 1985).

use dashu_int::IBig as Integer;
use dashu_int::ops::{Abs, Gcd};
use grundy::text::Text;

use super::{digits, function, power, signed_sum};
use crate::print::Style;

/// The longest recurrence that is looked for.
pub const MOST_ORDER: usize = 24;
/// A Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;
/// Values beyond this index are not computed: they would fill the memory.
const FARTHEST: u64 = 1 << 24;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn minus(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn inverse(a: u64) -> u64 {
    // Fermat: a^(p-2).
    let (mut base, mut exponent, mut result) = (a, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// The shortest recurrence modulo the prime: factors of the members before,
/// the latest first, and how many members come before it begins.
fn berlekamp_massey(values: &[u64]) -> Option<(Vec<u64>, usize)> {
    // Connection polynomials: 1 - c₁x - c₂x² - …
    let (mut current, mut before) = (vec![1u64], vec![1u64]);
    let (mut length, mut gap, mut last) = (0usize, 1usize, 1u64);
    for n in 0..values.len() {
        let discrepancy = (1..current.len()).fold(values[n], |sum, i| {
            (sum + times(current[i], values[n - i])) % PRIME
        });
        if discrepancy == 0 {
            gap += 1;
            continue;
        }
        let factor = times(discrepancy, inverse(last));
        let kept = current.clone();
        let size = current.len().max(before.len() + gap);
        current.resize(size, 0);
        for (i, &b) in before.iter().enumerate() {
            current[i + gap] = minus(current[i + gap], times(factor, b));
        }
        if 2 * length <= n {
            length = n + 1 - length;
            (before, last, gap) = (kept, discrepancy, 1);
            if length > MOST_ORDER {
                return None;
            }
        } else {
            gap += 1;
        }
    }
    while current.last() == Some(&0) {
        current.pop();
    }
    let factors = current[1..].iter().map(|&c| minus(0, c)).collect();
    Some((factors, length))
}

/// Σ factor·nʲ·rⁿ over a denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// Factor, j, and r.
    pub terms: Vec<(Integer, u32, i64)>,
    /// What the sum is divided by.
    pub denominator: Integer,
}

impl Closed {
    fn symbols(&self) -> usize {
        let over = match self.denominator == Integer::ONE {
            true => 0,
            false => 1 + digits(&self.denominator),
        };
        let term = |(factor, j, r): &(Integer, u32, i64)| {
            let factor = match factor.clone().abs() == Integer::ONE {
                true => 0,
                false => digits(factor),
            };
            1 + factor + *j as usize + if *r == 1 { 0 } else { 2 }
        };
        over + self.terms.iter().map(term).sum::<usize>()
    }

    /// The value at a number, if it is whole.
    pub(crate) fn value(&self, n: u64) -> Option<Integer> {
        let exponent = usize::try_from(n).ok()?;
        let term = |(factor, j, r): &(Integer, u32, i64)| {
            factor * Integer::from(n).pow(*j as usize) * Integer::from(*r).pow(exponent)
        };
        let sum: Integer = self.terms.iter().map(term).sum();
        let quotient = &sum / &self.denominator;
        (&quotient * &self.denominator == sum).then_some(quotient)
    }

    fn formula(&self, style: Style, name: &str) -> String {
        let latex = style == Style::Latex;
        let term = |(factor, j, r): &(Integer, u32, i64)| {
            let mut parts = Vec::new();
            if *j > 0 {
                parts.push(power(name, *j, style));
            }
            let base = if *r < 0 {
                format!("({r})")
            } else {
                r.to_string()
            };
            match (r, style) {
                (1, _) => {}
                (_, Style::Text) => parts.push(format!("{base}^{name}")),
                (_, Style::Latex) => parts.push(format!("{base}^{{{name}}}")),
                _ => parts.push(format!("{base}**{name}")),
            }
            let sign = if style == Style::Text { "·" } else { "*" };
            let product = parts.join(if latex { " " } else { sign });
            (factor.clone(), product)
        };
        let sum: Vec<_> = self.terms.iter().map(term).collect();
        let text = match style {
            Style::Text => signed_sum(&sum, "·"),
            // Two numbers side by side would be read as one.
            Style::Latex => signed_sum(&sum, " \\cdot "),
            _ => signed_sum(&sum, "*"),
        };
        match style {
            _ if self.denominator == Integer::ONE => text,
            Style::Latex => format!("\\frac{{{text}}}{{{}}}", self.denominator),
            Style::Text if self.terms.len() < 2 => format!("{text}/{}", self.denominator),
            Style::Text => format!("({text})/{}", self.denominator),
            _ => format!("({text}) // {}", self.denominator),
        }
    }
}

/// g(n) = Σ factor·g(n-1-j) after the first members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The number of the first member.
    pub first: u64,
    /// The first members, at least as many as there are factors.
    pub seed: Vec<Integer>,
    /// The factors of the members before, the latest first; the last is not 0.
    pub factors: Vec<Integer>,
    /// A closed form, if there is a short one.
    pub closed: Option<Closed>,
}

impl Recurrence {
    /// The recurrence that members from `first` on seem to obey: it is seen
    /// at least as often as it has factors, and four times.
    pub fn guess(first: u64, values: &[Integer]) -> Option<Recurrence> {
        let modulus = Integer::from(PRIME);
        let field = |v: &Integer| {
            let rest = v % &modulus;
            let rest = if rest < Integer::ZERO {
                rest + &modulus
            } else {
                rest
            };
            u64::try_from(&rest).unwrap_or(0)
        };
        let residues: Vec<u64> = values.iter().map(field).collect();
        let (factors, length) = berlekamp_massey(&residues)?;
        if factors.is_empty() || values.len() < 2 * length + 4 {
            return None;
        }
        let whole = |&c: &u64| match c > PRIME / 2 {
            true => -Integer::from(PRIME - c),
            false => Integer::from(c),
        };
        let mut law = Recurrence {
            first,
            seed: values[..length.max(factors.len())].to_vec(),
            factors: factors.iter().map(whole).collect(),
            closed: None,
        };
        if law.prefix(values.len()) != values {
            return None;
        }
        law.closed = law.close();
        Some(law)
    }

    /// The first members.
    pub fn prefix(&self, count: usize) -> Vec<Integer> {
        let mut found = self.seed.clone();
        found.truncate(count);
        while found.len() < count {
            let members = found.iter().rev();
            let next = self.factors.iter().zip(members).map(|(f, v)| f * v).sum();
            found.push(next);
        }
        found
    }

    /// The member with a number, unless it is too far out.
    pub fn value(&self, n: u64) -> Option<Integer> {
        let at = n.checked_sub(self.first).filter(|at| *at <= FARTHEST)?;
        if let Some(member) = self.seed.get(at as usize) {
            return Some(member.clone());
        }
        if let Some(closed) = &self.closed {
            return closed.value(n);
        }
        // x^at modulo the characteristic polynomial, from the place where the
        // recurrence begins.
        let order = self.factors.len();
        let skipped = self.seed.len() - order;
        let exponent = at - skipped as u64;
        let reduce = |mut product: Vec<Integer>| {
            while product.len() > order {
                let Some(top) = product.pop() else { break };
                let end = product.len();
                for (back, factor) in (1..).zip(&self.factors) {
                    product[end - back] += &top * factor;
                }
            }
            product
        };
        let mut result = vec![Integer::ONE];
        for bit in (0..64 - exponent.leading_zeros()).rev() {
            let mut square = vec![Integer::ZERO; 2 * result.len() - 1];
            for (i, a) in result.iter().enumerate() {
                for (j, b) in result.iter().enumerate() {
                    square[i + j] += a * b;
                }
            }
            if exponent >> bit & 1 == 1 {
                square.insert(0, Integer::ZERO);
            }
            result = reduce(square);
        }
        let members = &self.seed[skipped..];
        Some(result.iter().zip(members).map(|(c, v)| c * v).sum())
    }

    /// The closed form, if all roots are small whole numbers and it is short.
    fn close(&self) -> Option<Closed> {
        const LARGEST: i64 = 1000;
        let order = self.factors.len();
        if order > 5 || self.seed.len() > order {
            return None;
        }
        let mut rest: Vec<Integer> = vec![Integer::ONE];
        rest.extend(self.factors.iter().map(|f| -f));
        let mut roots: Vec<(i64, u32)> = Vec::new();
        for root in (1..=LARGEST).flat_map(|r| [r, -r]) {
            while rest.len() > 1 {
                // Horner, with all that comes before the remainder.
                let mut quotient = Vec::with_capacity(rest.len());
                let mut carry = Integer::ZERO;
                for coefficient in &rest {
                    carry = carry * Integer::from(root) + coefficient;
                    quotient.push(carry.clone());
                }
                if quotient.pop() != Some(Integer::ZERO) {
                    break;
                }
                rest = quotient;
                match roots.last_mut() {
                    Some(last) if last.0 == root => last.1 += 1,
                    _ => roots.push((root, 1)),
                }
            }
            if rest.len() == 1 {
                break;
            }
        }
        if rest.len() > 1 {
            return None;
        }
        // The largest powers first.
        roots.sort_by_key(|(r, _)| (std::cmp::Reverse(r.abs()), std::cmp::Reverse(*r)));
        let basis: Vec<(u32, i64)> = roots
            .iter()
            .flat_map(|&(r, times)| (0..times).rev().map(move |j| (j, r)))
            .collect();
        let first = usize::try_from(self.first).ok().filter(|f| *f < 64)?;
        let rows: Vec<Vec<Integer>> = (first..first + order)
            .zip(&self.seed)
            .map(|(n, value)| {
                let term = |&(j, r): &(u32, i64)| {
                    Integer::from(n).pow(j as usize) * Integer::from(r).pow(n)
                };
                let mut row: Vec<Integer> = basis.iter().map(term).collect();
                row.push(value.clone());
                row
            })
            .collect();
        let solution = solved(rows)?;
        let denominator = solution.iter().fold(Integer::ONE, |lcm, (_, d)| {
            let gcd = Integer::from((&lcm).gcd(d));
            lcm / gcd * d
        });
        let terms = solution.iter().zip(&basis);
        let terms: Vec<(Integer, u32, i64)> = terms
            .filter(|((c, _), _)| *c != Integer::ZERO)
            .map(|((c, d), (j, r))| (c * &denominator / d, *j, *r))
            .collect();
        let closed = Closed { terms, denominator };
        let recurrence = self.recurrence_symbols();
        // A closed form is worth a few symbols more.
        (closed.symbols() <= recurrence + 3).then_some(closed)
    }

    fn recurrence_symbols(&self) -> usize {
        let factor = |f: &Integer| match f.clone().abs() == Integer::ONE {
            true => 2,
            false => 2 + digits(f),
        };
        let factors = self.factors.iter().filter(|f| **f != Integer::ZERO);
        let seed: usize = self.seed.iter().map(digits).sum();
        seed + factors.map(factor).sum::<usize>()
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        match &self.closed {
            Some(closed) => closed.symbols(),
            None => self.recurrence_symbols(),
        }
    }

    /// The largest number below which all values have at most 63 bits.
    fn fits(&self) -> Option<u64> {
        const LOOKED_AT: usize = 4096;
        let most = Integer::from(i64::MAX);
        let values = self.prefix(LOOKED_AT.max(self.seed.len()));
        let large = values.iter().position(|v| v.clone().abs() > most)?;
        Some(self.first + large as u64)
    }

    /// How members follow from those before, as a sentence without the first ones.
    pub(crate) fn step(&self, name: &str) -> String {
        let terms = (1..).zip(&self.factors).filter(|t| *t.1 != Integer::ZERO);
        let terms: Vec<(Integer, String)> = terms
            .map(|(back, f): (usize, _)| (f.clone(), format!("g({name}-{back})")))
            .collect();
        let begins = self.first + self.seed.len() as u64;
        format!(
            "g({name}) = {} for {name} >= {begins}",
            signed_sum(&terms, "·")
        )
    }

    /// The law in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let same = |text: String| Text::new(text.clone(), text);
        let name = names.first().map_or("n", String::as_str);
        let order = self.factors.len();
        if let (Some(closed), Style::Text | Style::Latex | Style::Python) = (&self.closed, style) {
            let formula = closed.formula(style, name);
            return match style {
                Style::Python => same(format!("def g({name}): return {formula}")),
                _ => same(format!("g({name}) = {formula}")),
            };
        }
        let sum = |back: &dyn Fn(usize) -> String, sign: &str| {
            let terms = (1..).zip(&self.factors).filter(|t| *t.1 != Integer::ZERO);
            let terms: Vec<_> = terms.map(|(at, f)| (f.clone(), back(at))).collect();
            signed_sum(&terms, sign)
        };
        let list: Vec<String> = self.seed.iter().map(Integer::to_string).collect();
        match style {
            Style::Text | Style::Latex => {
                let sign = if style == Style::Text { "·" } else { " " };
                let rule = sum(&|back| format!("g({name}-{back})"), sign);
                let given: Vec<String> = (self.first..)
                    .zip(&list)
                    .map(|(n, value)| format!("g({n}) = {value}"))
                    .collect();
                let comma = if style == Style::Text { ", " } else { ",\\ " };
                same(format!("g({name}) = {rule}{comma}{}", given.join(comma)))
            }
            Style::Python => {
                let rule = sum(&|back| format!("h[{}]", order - back), "*");
                let (first, list) = (self.first, list.join(", "));
                let seeds = self.seed.len();
                same(format!(
                    "def g({name}):
    h = [{list}]
    if {name} < {} : return h[{name} - {first}]
    h = h[-{order}:]
    for _ in range({name} - {}): h = h[1:] + [{rule}]
    return h[-1]",
                    first + seeds as u64,
                    first + seeds as u64 - 1,
                ))
            }
            Style::Cpp => {
                let small = |v: &Integer| i64::try_from(v).is_ok();
                if !self.seed.iter().chain(&self.factors).all(small) {
                    return same(super::too_large(name));
                }
                let rule = sum(&|back| format!("h[h.size() - {back}]"), "*");
                let (first, seeds) = (self.first, self.seed.len());
                let limit = match self.fits() {
                    Some(n) => format!(
                        "// Exact for {name} < {n}; beyond, values have more than 63 bits.\n"
                    ),
                    None => String::new(),
                };
                let body = format!(
                    "    std::vector<long long> h{{{}}};
    if ({name} < {}) return h[{name} - {first}];
    h.erase(h.begin(), h.end() - {order});
    for (long long i = {}; i <= {name}; i++) {{
        h.push_back({rule});
        h.erase(h.begin());
    }}
    return h.back();",
                    list.join(", "),
                    first + seeds as u64,
                    first + seeds as u64,
                );
                same(format!("{limit}{}", function(&[name.to_string()], &body)))
            }
        }
    }
}

/// The solution of as many equations as there are unknowns, as fractions in
/// lowest terms with positive denominators.
fn solved(mut rows: Vec<Vec<Integer>>) -> Option<Vec<(Integer, Integer)>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&r| rows[r][column] != Integer::ZERO)?;
        rows.swap(column, pivot);
        for other in 0..count {
            if other == column || rows[other][column] == Integer::ZERO {
                continue;
            }
            let (here, there) = (rows[column][column].clone(), rows[other][column].clone());
            let line = rows[column].clone();
            for (x, y) in rows[other].iter_mut().zip(&line) {
                *x = &*x * &here - &there * y;
            }
        }
    }
    let fraction = |at: usize| {
        let (over, under) = (&rows[at][count], &rows[at][at]);
        let gcd = Integer::from(over.gcd(under));
        let gcd = if *under < Integer::ZERO { -gcd } else { gcd };
        (over / &gcd, under / &gcd)
    };
    Some((0..count).map(fraction).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(values: &[i64], first: u64) -> String {
        let values: Vec<Integer> = values.iter().map(|&v| v.into()).collect();
        let law = Recurrence::guess(first, &values).unwrap();
        // The definition by members, and the powers of x, say the same.
        let long = law.prefix(80);
        for (n, value) in (first..).zip(&long) {
            assert_eq!(law.value(n).as_ref(), Some(value), "{law:?} at {n}");
        }
        law.written(Style::Text, &["n".to_string()]).to_string()
    }

    #[test]
    fn recurrences_and_closed_forms() {
        let pell = [0, 1, 2, 5, 12, 29, 70, 169, 408, 985];
        assert_eq!(law(&pell, 0), "g(n) = 2·g(n-1)+g(n-2), g(0) = 0, g(1) = 1");
        let powers: Vec<i64> = (1..12).map(|n| 1 << n).collect();
        assert_eq!(law(&powers, 1), "g(n) = 2^n");
        let less: Vec<i64> = (0..12).map(|n| (3i64.pow(n) - 1) / 2).collect();
        assert_eq!(law(&less, 0), "g(n) = (3^n-1)/2");
        let hanoi: Vec<i64> = (0..14).map(|n| n * (1 << n)).collect();
        assert_eq!(law(&hanoi, 0), "g(n) = n·2^n");
        // A recurrence that begins late.
        let late = [9, 9, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
        assert!(law(&late, 0).starts_with("g(n) = g(n-1)+g(n-2), g(0) = 9"));
        let jacobsthal = [0, 1, 1, 3, 5, 11, 21, 43, 85, 171, 341, 683];
        assert_eq!(law(&jacobsthal, 0), "g(n) = (2^n-(-1)^n)/3");
    }

    #[test]
    fn no_recurrence_where_there_is_none() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
        assert_eq!(Recurrence::guess(0, &primes.map(Integer::from)), None);
        assert_eq!(Recurrence::guess(0, &[]), None);
    }
}
