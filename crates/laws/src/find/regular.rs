//! k-regular sequences and tables.
//!
//! A sequence s is k-regular if the sequences s(k^e·n + r) all lie in a space
//! of finite dimension (Allouche and Shallit 1992). Then there are matrices
//! M_0 … M_{k-1} with V(k·n + r) = M_r V(n) for a vector V whose first
//! entry is s. The space is guessed from a prefix: a sequence that is a
//! combination of those found so far adds nothing, another one is taken up
//! and its own subsequences are looked at. A table of several coordinates is
//! treated alike, with a digit of each coordinate for r.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::text::Text;

use super::Finder;
use crate::law::Statement;
use crate::print::Style;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks for a space of subsequences.
pub struct KRegular;

/// A k-regular sequence or table by its matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// The base.
    pub base: u64,
    /// How many coordinates there are.
    pub dimension: usize,
    /// V(0).
    pub start: Vec<i64>,
    /// One matrix, by rows, for each tuple of digits; that of the first
    /// coordinate runs fastest.
    pub matrices: Vec<Vec<Vec<i64>>>,
}

impl Regular {
    /// The value at a point, if it fits.
    pub fn value(&self, at: &[u64]) -> Option<u64> {
        let mut rest = at.to_vec();
        let mut digits = Vec::new();
        while rest.iter().any(|&n| n > 0) {
            let mut digit = 0;
            for n in rest.iter_mut().rev() {
                digit = digit * self.base + *n % self.base;
                *n /= self.base;
            }
            digits.push(digit as usize);
        }
        let mut vector = self.start.clone();
        for digit in digits.into_iter().rev() {
            vector = self
                .matrices
                .get(digit)?
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
        let k = self.base;
        let same = |text: String| Text::new(text.clone(), text);
        let point = names.join(", ");
        // The tuple of digits as one number.
        let digit = |digit: &dyn Fn(&String) -> String| {
            let (mut text, mut scale) = (String::new(), 1);
            for name in names {
                text += &match scale {
                    1 => digit(name),
                    scale => format!(" + {scale} * ({})", digit(name)),
                };
                scale *= k;
            }
            text
        };
        match style {
            Style::Text | Style::Latex => {
                let longer: Vec<String> = match names {
                    [n] => vec![format!("{k}·{n}+r")],
                    names => { 1.. }
                        .zip(names)
                        .map(|(at, n)| format!("{k}·{n}+r{at}"))
                        .collect(),
                };
                let longer = longer.join(", ");
                let which = match names {
                    [_] => "M_r".to_string(),
                    names => {
                        let digits = (1..=names.len()).map(|at| match at {
                            1 => "r1".to_string(),
                            at => format!("{}·r{at}", k.pow(at as u32 - 1)),
                        });
                        format!("M_({})", digits.collect::<Vec<_>>().join("+"))
                    }
                };
                let (rank, start, matrices) = (self.start.len(), &self.start, &self.matrices);
                Text::new(
                    format!(
                        "g({point}) is {k}-regular of rank {rank}: V(0) = {start:?}, V({longer}) = {which} V({point}), M = {matrices:?}, g({point}) = first entry"
                    ),
                    format!(
                        "g({point}) 为 {k}-正则，秩 {rank}：V(0) = {start:?}，V({longer}) = {which} V({point})，M = {matrices:?}，g({point}) 为首项"
                    ),
                )
            }
            Style::Python => {
                // Digit by digit: a call for each entry of V would cost as
                // much as there are digits, in the exponent.
                let shorter: Vec<String> = names.iter().map(|n| format!("{n} // {k}")).collect();
                let rest = digit(&|n| format!("{n} % {k}"));
                same(format!(
                    "S, M = {:?}, {:?}
def V({point}):
    digits, h = [], S
    while {}:
        digits.append({rest})
        {point} = {}
    for i in reversed(digits): h = [sum(p * f for p, f in zip(row, h)) for row in M[i]]
    return h
def g({point}): return V({point})[0]",
                    self.start,
                    self.matrices,
                    names.join(" | "),
                    shorter.join(", "),
                ))
            }
            Style::Cpp => {
                let braces = |text: String| text.replace('[', "{").replace(']', "}");
                let (start, matrices) = (
                    braces(format!("{:?}", self.start)),
                    braces(format!("{:?}", self.matrices)),
                );
                let arguments: Vec<String> =
                    names.iter().map(|n| format!("long long {n}")).collect();
                let shorter: Vec<String> = names.iter().map(|n| format!("{n} /= {k}")).collect();
                let rest = digit(&|n| format!("{n} % {k}"));
                same(format!(
                    "long long g({}) {{\n    \
                     static const std::vector<std::vector<std::vector<long long>>> M{matrices};\n    \
                     std::vector<long long> V{start}, digits;\n    \
                     for (; {}; {}) digits.push_back({rest});\n    \
                     for (; !digits.empty(); digits.pop_back()) {{\n        \
                     std::vector<long long> W;\n        \
                     for (const auto& row : M[digits.back()]) W.push_back(std::inner_product(row.begin(), row.end(), V.begin(), 0LL));\n        \
                     V = W;\n    }}\n    return V[0];\n}}",
                    arguments.join(", "),
                    names.join(" | "),
                    shorter.join(", "),
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

fn guess(sample: &Sample, base: u64) -> Option<Regular> {
    /// Points at which subsequences are compared.
    const MOST_POINTS: u64 = 96;
    let labels = sample.labels();
    let dimension = sample.size.len();
    let side = *sample.size.iter().min()?;
    let digits = base.checked_pow(dimension as u32)?;
    // A subsequence is a step and where it begins; the constant one is always
    // at hand, which makes offsets possible.
    let mut basis: Vec<(u64, Vec<u64>)> = vec![(1, vec![0; dimension])];
    let points = |step: u64| {
        // As many on each side as there are, and no more than are needed.
        let mut across = (side / step).saturating_sub(1);
        while across > 2 && across.pow(dimension as u32) > MOST_POINTS {
            across -= 1;
        }
        let size = vec![across; dimension];
        let count = across.pow(dimension as u32);
        (0..count).map(move |at| grundy::solve::dense::point(at, &size))
    };
    let row = |(step, offset): &(u64, Vec<u64>), along: u64| -> Option<Vec<i64>> {
        points(along)
            .map(|point| {
                let at = point.iter().zip(offset).map(|(n, o)| step * n + o);
                labels.get(&at.collect::<Vec<_>>()).map(i64::from)
            })
            .collect()
    };
    let mut relations: Vec<Vec<i64>> = Vec::new();
    let mut at = 0;
    while at < basis.len() {
        let (step, offset) = basis[at].clone();
        for digit in 0..digits {
            let mut rest = digit;
            let mut begin = offset.clone();
            for o in &mut begin {
                *o += step * (rest % base);
                rest /= base;
            }
            let child = (step * base, begin);
            let target = row(&child, child.0)?;
            if (target.len() as u64) < 3 * (basis.len() as u64 + 2) {
                return None;
            }
            let mut rows: Vec<Vec<i64>> = basis
                .iter()
                .map(|b| row(b, child.0))
                .collect::<Option<_>>()?;
            rows.push(vec![1; target.len()]);
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
    let mut matrices = vec![Vec::new(); digits as usize];
    for (number, mut factors) in relations.into_iter().enumerate() {
        // The constant was the last factor when the relation was found.
        let constant = factors.pop().unwrap_or(0);
        factors.resize(rank - 1, 0);
        factors.push(constant);
        matrices[number % digits as usize].push(factors);
    }
    for matrix in &mut matrices {
        let mut last = vec![0; rank];
        last[rank - 1] = 1;
        matrix.push(last);
    }
    let mut start: Vec<i64> = basis
        .iter()
        .map(|(_, offset)| labels.get(offset).map(i64::from))
        .collect::<Option<_>>()?;
    start.push(1);
    Some(Regular {
        base,
        dimension,
        start,
        matrices,
    })
}

impl Finder for KRegular {
    fn name(&self) -> Words {
        ("k-regular", "k-正则")
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        if lower.size.len() > 2 || lower.outcomes || lower.cells.contains(&NOTHING) {
            return Ok(Vec::new());
        }
        let found = [2, 3].into_iter().filter_map(|base| guess(lower, base));
        Ok(found.map(Statement::Regular).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_digits_and_their_like_are_regular() {
        let ones: Vec<u32> = (0..512u32).map(u32::count_ones).collect();
        let law = guess(&Sample::sequence(&ones), 2).unwrap();
        assert!((0..5000u64).all(|n| law.value(&[n]) == Some(n.count_ones().into())));
        // The largest power of two that divides n, times n.
        let product: Vec<u32> = (0..512u32).map(|n| n * (n & n.wrapping_neg())).collect();
        if let Some(law) = guess(&Sample::sequence(&product), 2) {
            assert!((0..512).all(|n| law.value(&[n]) == Some(product[n as usize].into())));
        }
    }

    #[test]
    fn tables_may_be_regular_too() {
        let table = |value: &dyn Fn(u64, u64) -> u64| Sample {
            size: vec![64, 64],
            cells: (0..64 * 64)
                .map(|at| value(at / 64, at % 64) as u32)
                .collect(),
            outcomes: false,
            names: crate::sample::names(2),
        };
        let distance = |x: u64, y: u64| u64::from((x ^ y).count_ones());
        let product = |x: u64, y: u64| x * y;
        for value in [&distance as &dyn Fn(u64, u64) -> u64, &product] {
            let law = guess(&table(value), 2).unwrap();
            for (x, y) in [(0, 0), (63, 1), (1000, 77), (5, 4096)] {
                assert_eq!(law.value(&[x, y]), Some(value(x, y)), "{law:?}");
            }
        }
    }
}
