//! k-regular sequences.
//!
//! A sequence s is k-regular if the sequences s(k^e·n + r) all lie in a space
//! of finite dimension (Allouche and Shallit 1992). Then there are matrices
//! M_0 … M_{k-1} with V(k·n + r) = M_r V(n) for a vector V whose first
//! entry is s. The space is guessed from a prefix: a sequence that is a
//! combination of those found so far adds nothing, another one is taken up
//! and its own subsequences are looked at.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;

use super::Finder;
use crate::law::Statement;
use crate::print::Style;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks for a space of subsequences.
pub struct KRegular;

/// A k-regular sequence by its matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// The base.
    pub base: u64,
    /// V(0).
    pub start: Vec<i64>,
    /// One matrix for each digit, by rows.
    pub matrices: Vec<Vec<Vec<i64>>>,
}

impl Regular {
    /// The value at n, if it fits.
    pub fn value(&self, n: u64) -> Option<u64> {
        let mut digits = Vec::new();
        let mut rest = n;
        while rest > 0 {
            digits.push((rest % self.base) as usize);
            rest /= self.base;
        }
        let mut vector = self.start.clone();
        for digit in digits.into_iter().rev() {
            vector = self.matrices[digit]
                .iter()
                .map(|row| {
                    row.iter()
                        .zip(&vector)
                        .try_fold(0i64, |sum, (f, v)| sum.checked_add(f.checked_mul(*v)?))
                })
                .collect::<Option<_>>()?;
        }
        u64::try_from(*vector.first()?).ok()
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        let entries = self.matrices.iter().flatten().flatten();
        2 + self.start.len() + entries.filter(|e| **e != 0).count() * 2
    }

    /// The law in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let n = names.first().map_or("n", String::as_str);
        let k = self.base;
        let same = |text: String| Text::new(text.clone(), text);
        match style {
            Style::Text | Style::Latex => Text::new(
                format!(
                    "g({n}) is {k}-regular of rank {}: V(0) = {:?}, V({k}{n}+r) = M_r V({n}), M = {:?}, g({n}) = first entry",
                    self.start.len(),
                    self.start,
                    self.matrices
                ),
                format!(
                    "g({n}) 为 {k}-正则序列，秩 {}：V(0) = {:?}，V({k}{n}+r) = M_r V({n})，M = {:?}，g({n}) 为首项",
                    self.start.len(),
                    self.start,
                    self.matrices
                ),
            ),
            Style::Python => same(format!(
                "S, M = {:?}, {:?}\n\
                 def V({n}): return S if {n} == 0 else [sum(a * b for a, b in zip(row, V({n} // {k}))) for row in M[{n} % {k}]]\n\
                 def g({n}): return V({n})[0]",
                self.start, self.matrices
            )),
            Style::Cpp => {
                let braces = |text: String| text.replace('[', "{").replace(']', "}");
                let (start, matrices) = (
                    braces(format!("{:?}", self.start)),
                    braces(format!("{:?}", self.matrices)),
                );
                same(format!(
                    "long long g(long long {n}) {{\n    \
                     static const std::vector<std::vector<std::vector<long long>>> M{matrices};\n    \
                     std::vector<long long> V{start}, digits;\n    \
                     for (; {n} > 0; {n} /= {k}) digits.push_back({n} % {k});\n    \
                     for (; !digits.empty(); digits.pop_back()) {{\n        \
                     std::vector<long long> W;\n        \
                     for (const auto& row : M[digits.back()]) W.push_back(std::inner_product(row.begin(), row.end(), V.begin(), 0LL));\n        \
                     V = W;\n    }}\n    return V[0];\n}}"
                ))
            }
        }
    }
}

/// A prime beyond all entries: dependence is decided modulo it, and then
/// tried on the table.
const PRIME: i128 = (1 << 61) - 1;
const MOST_RANK: usize = 10;

fn inverse(a: i128) -> i128 {
    // Fermat: a^(p-2).
    let (mut base, mut exponent, mut result) = (a, PRIME - 2, 1i128);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// `target` as a combination of the rows, with small whole factors.
fn combination(rows: &[Vec<i64>], target: &[i64]) -> Option<Vec<i64>> {
    let unknowns = rows.len();
    let field = |v: i64| i128::from(v).rem_euclid(PRIME);
    // One equation for each point: Σ factor·row[point] = target[point].
    let mut equations: Vec<Vec<i128>> = (0..target.len())
        .map(|at| {
            let mut line: Vec<i128> = rows.iter().map(|r| field(r[at])).collect();
            line.push(field(target[at]));
            line
        })
        .collect();
    let mut solved = 0;
    for column in 0..unknowns {
        let pivot = (solved..equations.len()).find(|&r| equations[r][column] != 0)?;
        equations.swap(solved, pivot);
        let scale = inverse(equations[solved][column]);
        for entry in &mut equations[solved] {
            *entry = *entry * scale % PRIME;
        }
        let line = equations[solved].clone();
        for (at, other) in equations.iter_mut().enumerate() {
            if at != solved && other[column] != 0 {
                let factor = other[column];
                for (x, y) in other.iter_mut().zip(&line) {
                    *x = (*x - factor * y).rem_euclid(PRIME);
                }
            }
        }
        solved += 1;
    }
    if equations[solved..].iter().any(|line| line[unknowns] != 0) {
        return None;
    }
    let small = |v: i128| {
        let v = if v > PRIME / 2 { v - PRIME } else { v };
        i64::try_from(v).ok().filter(|v| v.abs() <= 64)
    };
    (0..unknowns)
        .map(|at| small(equations[at][unknowns]))
        .collect()
}

fn guess(values: &[u32], base: u64) -> Option<Regular> {
    // A constant sequence is always at hand: it makes offsets possible.
    let mut basis: Vec<(u64, u64)> = vec![(1, 0)];
    let compared = |step: u64| (values.len() as u64 / step).min(96);
    let row = |(step, offset): (u64, u64), count: u64| -> Option<Vec<i64>> {
        (0..count)
            .map(|n| values.get((step * n + offset) as usize).map(|&v| v.into()))
            .collect()
    };
    let mut relations: Vec<Vec<i64>> = Vec::new();
    let mut at = 0;
    while at < basis.len() {
        let (step, offset) = basis[at];
        for digit in 0..base {
            let child = (step * base, offset + step * digit);
            let count = compared(child.0).saturating_sub(1);
            if count < 3 * (basis.len() as u64 + 2) {
                return None;
            }
            let target = row(child, count)?;
            let mut rows: Vec<Vec<i64>> = basis
                .iter()
                .map(|&b| row(b, count))
                .collect::<Option<_>>()?;
            rows.push(vec![1; count as usize]);
            match combination(&rows, &target) {
                Some(factors) => relations.push(factors),
                None if basis.len() < MOST_RANK => {
                    basis.push(child);
                    let mut unit = vec![0; basis.len() + 1];
                    unit[basis.len() - 1] = 1;
                    // Marked for later: the constant is always last.
                    relations.push(unit);
                }
                None => return None,
            }
        }
        at += 1;
    }
    let rank = basis.len() + 1;
    let mut matrices = vec![Vec::new(); base as usize];
    for (number, mut factors) in relations.into_iter().enumerate() {
        // The constant was the last factor when the relation was found.
        let constant = factors.pop().unwrap_or(0);
        factors.resize(rank - 1, 0);
        factors.push(constant);
        matrices[number % base as usize].push(factors);
    }
    for matrix in &mut matrices {
        let mut last = vec![0; rank];
        last[rank - 1] = 1;
        matrix.push(last);
    }
    let mut start: Vec<i64> = basis
        .iter()
        .map(|&(_, offset)| values.get(offset as usize).map(|&v| v.into()))
        .collect::<Option<_>>()?;
    start.push(1);
    Some(Regular {
        base,
        start,
        matrices,
    })
}

impl Finder for KRegular {
    fn name(&self) -> &'static str {
        "k-regular"
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        if lower.size.len() != 1 || lower.outcomes || lower.cells.contains(&NOTHING) {
            return Ok(Vec::new());
        }
        let found = [2, 3]
            .into_iter()
            .filter_map(|base| guess(&lower.cells, base));
        Ok(found.map(Statement::Regular).collect())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sums_of_digits_and_their_like_are_regular() {
        let ones: Vec<u32> = (0..512u32).map(u32::count_ones).collect();
        let law = super::guess(&ones, 2).unwrap();
        assert!((0..5000u64).all(|n| law.value(n) == Some(n.count_ones().into())));
        // The largest power of two that divides n, times n.
        let product: Vec<u32> = (0..512u32).map(|n| n * (n & n.wrapping_neg())).collect();
        let law = super::guess(&product, 2);
        if let Some(law) = law {
            assert!((0..512).all(|n| law.value(n) == Some(product[n as usize].into())));
        }
    }
}
