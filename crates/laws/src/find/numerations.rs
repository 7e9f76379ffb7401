//! In which numerations a table is likely to be automatic.
//!
//! Base 2 and Zeckendorf's numeration come first. Others are mined:
//!
//! - from the rules: bases from remainders and from factors of coordinates; Ostrowski's
//!   numerations whose partial quotients are differences that the rules allow; where what was
//!   taken limits what may be taken next, the recurrence of Schwenk's sequence;
//! - from the table: if the P-positions of a sequence obey a linear recurrence, its own
//!   numeration; if pairs (x, y) are lost whose ratio tends to β, those numerations whose
//!   places grow by β, and those of the quadratic fields in which β may lie. What is automatic
//!   depends on the units of the field only (Bruyère and Hansel 1997), so one numeration for
//!   each field is enough: the one with the fewest digits.
//!
//! ```
//! use grundy_laws::automata::numeration::Numeration;
//! use grundy_laws::find::numerations::of_field;
//! assert_eq!(of_field(5), Some(Numeration::FIBONACCI));
//! assert_eq!(of_field(3), Numeration::ostrowski(&[1, 2]));
//! assert_eq!(of_field(4), None);
//! ```
//!
//! Limits: a wrong guess costs time, nothing else.

use crate::automata::numeration::{MOST_PERIOD, Numeration};
use crate::rules::{Form, Guard, Rules};
use crate::sample::Sample;

use super::schwenk::Takeaway;
use super::sparse::{Sparse, recurrence};

/// Recurrences whose growth is compared with ratios in a table.
const KNOWN: [&[u8]; 14] = [
    &[2, 2],
    &[3, 1],
    &[3, 2],
    &[3, 3],
    &[4, 1],
    &[4, 2],
    &[4, 3],
    &[4, 4],
    &[1, 1, 1],
    &[1, 0, 1],
    &[2, 0, 1],
    &[2, 1, 1],
    &[2, 2, 1],
    &[2, 1],
];
/// Lost pairs that are looked at, the largest ones.
const PAIRS: usize = 12;
/// How far a second number may be from β times the first.
const SLACK: i128 = 3;

/// More digits make alphabets that are too large for several numbers at once.
const MOST_DIGITS: usize = 12;
/// Numerations that the rules suggest, at most.
const MOST_SUGGESTED: usize = 6;
/// Quadratic fields that are tried, at most.
const MOST_FIELDS: usize = 4;

/// The numerations to try, the likeliest first.
pub fn numerations(sample: &Sample) -> Vec<Numeration> {
    in_order(Vec::new(), sample)
}

/// The same, where the rules are known.
pub fn of_game(rules: &Rules, sample: &Sample) -> Vec<Numeration> {
    in_order(suggested(rules), sample)
}

fn in_order(suggested: Vec<Numeration>, sample: &Sample) -> Vec<Numeration> {
    let mut found = vec![Numeration::BINARY, Numeration::FIBONACCI];
    found.extend(suggested);
    found.extend(mined(sample));
    found.extend([Numeration::TERNARY, Numeration::PELL]);
    distinct(found)
}

/// Each once, in the order of their first mention.
fn distinct(found: Vec<Numeration>) -> Vec<Numeration> {
    let mut kept = Vec::new();
    for numeration in found {
        if !kept.contains(&numeration) {
            kept.push(numeration);
        }
    }
    kept
}

/// Numerations that numbers in the rules suggest, those with the fewest digits first.
///
/// ```
/// use grundy_laws::automata::numeration::Numeration;
/// use grundy_laws::find::numerations::suggested;
/// use grundy_laws::rules::Rules;
/// let rules = Rules::read("state n; move to(m in 1..n-1) if 10*m >= n -> [m]").unwrap();
/// assert_eq!(suggested(&rules), Numeration::mixed(&[2, 5]).into_iter().collect::<Vec<_>>());
/// ```
pub fn suggested(rules: &Rules) -> Vec<Numeration> {
    let (mut bases, mut differences) = (Vec::new(), Vec::new());
    let mut guards = vec![&rules.domain];
    for mv in &rules.moves {
        guards.push(&mv.guard);
        for form in mv.target.iter().flatten() {
            bases.extend(form.terms.iter().map(|t| t.1.unsigned_abs()));
        }
    }
    while let Some(guard) = guards.pop() {
        let mut form = |form: &Form| {
            bases.extend(form.terms.iter().map(|t| t.1.unsigned_abs()));
            // |k - l| < t is k - l ≤ t - 1.
            if form.terms.len() > 1 {
                differences.extend([
                    form.constant.unsigned_abs(),
                    form.constant.unsigned_abs() + 1,
                ]);
            }
        };
        match guard {
            Guard::AtMostZero(f) | Guard::Zero(f) | Guard::PowerOfTwo(f) => form(f),
            Guard::Remainder(f, modulus, _) => {
                form(f);
                bases.push(u64::from(*modulus));
            }
            Guard::XorZero(forms) => forms.iter().for_each(form),
            Guard::All(each) | Guard::Any(each) => guards.extend(each),
            Guard::Is(f, function) => {
                form(f);
                function.operands().into_iter().for_each(form);
            }
            Guard::Some(_, inner) | Guard::Not(inner) => guards.push(inner),
        }
    }
    let mut found: Vec<Numeration> = Vec::new();
    let two = |base: &u64| *base > 2;
    found.extend(
        bases
            .into_iter()
            .filter(two)
            .filter_map(Numeration::of_base),
    );
    if rules.dimension() == 2 {
        differences.sort_unstable();
        differences.dedup();
        let small: Vec<u8> = { differences.iter() }
            .filter_map(|d| u8::try_from(*d).ok())
            .filter(|d| (1..MOST_DIGITS as u8).contains(d))
            .collect();
        for (at, &a) in small.iter().enumerate() {
            let with = |&b: &u8| Numeration::ostrowski(&[a, b]);
            found.extend(small[at + 1..].iter().filter_map(with));
        }
    }
    found.sort_by_key(|n| (n.digit_count(), n.period()));
    // The limit on the next move, if there is one, says most.
    let own = Takeaway::of(rules).and_then(|takeaway| takeaway.numeration());
    let mut all: Vec<Numeration> = own.into_iter().collect();
    all.extend(found);
    all.retain(|n| n.digit_count() <= MOST_DIGITS && *n != Numeration::BINARY);
    let mut all = distinct(all);
    all.truncate(MOST_SUGGESTED);
    all
}

fn mined(sample: &Sample) -> Vec<Numeration> {
    let lost = sample.labels().positions().filter(|p| p.1 == 0);
    match sample.size.len() {
        1 => {
            let members: Vec<u64> = lost.map(|p| p.0[0]).collect();
            let found = match members.len() * 4 > sample.cells.len() {
                true => None,
                false => recurrence(&members),
            };
            let Some(Sparse::Recurrence { factors, .. }) = found else {
                return Vec::new();
            };
            of_recurrence(&factors).into_iter().collect()
        }
        2 => {
            let points: Vec<(u64, u64)> = lost.map(|p| (p.0[0], p.0[1])).collect();
            // Where most positions are lost, ratios say nothing.
            if points.len() * 4 > sample.cells.len() {
                return Vec::new();
            }
            let mut above: Vec<(u64, u64)> = points.clone();
            above.retain(|(x, y)| 0 < *x && x < y);
            let mut below: Vec<(u64, u64)> = points.iter().map(|&(x, y)| (y, x)).collect();
            below.retain(|(x, y)| 0 < *x && x < y);
            above.sort_unstable();
            below.sort_unstable();
            let last = &above[above.len().saturating_sub(PAIRS)..];
            let mut fitting: Vec<(usize, Numeration)> = KNOWN
                .into_iter()
                .filter_map(Numeration::recurrence)
                .map(|n| (last.iter().filter(|p| grows_by(n, **p)).count(), n))
                .filter(|(count, _)| *count >= 3)
                .collect();
            fitting.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
            let mut found: Vec<Numeration> = { fitting.into_iter() }.take(2).map(|f| f.1).collect();
            found.extend(fields(&above, &below).into_iter().filter_map(of_field));
            found
        }
        _ => Vec::new(),
    }
}

/// The slope of pairs that lie along a line through the origin: its least squares, a
/// fraction, and a bound on its error.
fn slope(pairs: &[(u64, u64)]) -> Option<(i128, i128, i128)> {
    /// Fewer say nothing.
    const LEAST: usize = 10;
    /// How far a pair may be from the line.
    const WIDTH: i128 = 4;
    if pairs.len() < LEAST {
        return None;
    }
    let sum = |of: &dyn Fn(i128, i128) -> i128| -> i128 {
        { pairs.iter() }
            .map(|&(x, y)| of(i128::from(x), i128::from(y)))
            .sum()
    };
    let count = pairs.len() as i128;
    let (x, y) = (sum(&|x, _| x), sum(&|_, y| y));
    let up = count * sum(&|x, y| x * y) - x * y;
    let down = count * sum(&|x, _| x * x) - x * x;
    let near =
        |&(x, y): &(u64, u64)| (i128::from(y) * down - i128::from(x) * up).abs() <= WIDTH * down;
    if down <= 0 || !pairs.iter().all(near) {
        return None;
    }
    // Rounding spreads evenly over a unit: the error of the slope is 1/(x·√count) or so, and
    // three times that is rarely passed.
    let widest = i128::from(pairs.iter().map(|p| p.0).max().unwrap_or(1));
    let error = 3 * down / (widest * i128::from((count as u64).isqrt()));
    Some((up, down, error))
}

/// The quadratic fields in which the slopes of lost pairs may lie, by the squarefree number under
/// the root, those whose equations have the smallest coefficients first.
fn fields(above: &[(u64, u64)], below: &[(u64, u64)]) -> Vec<u64> {
    /// Coefficients a of a·z² + b·z + c = 0, and b and c.
    const SQUARE: i128 = 6;
    const OTHERS: i128 = 16;
    let slopes: Vec<_> = [above, below].into_iter().filter_map(slope).collect();
    let mut heights: Vec<rustc_hash::FxHashMap<u64, i128>> = Vec::new();
    for &(up, down, error) in &slopes {
        let mut found = rustc_hash::FxHashMap::default();
        let coefficients = (1..=SQUARE).flat_map(|a| {
            let b = -OTHERS..=OTHERS;
            b.flat_map(move |b| (-OTHERS..=OTHERS).map(move |c| (a, b, c)))
        });
        for (a, b, c) in coefficients {
            let sign = |z: i128| (a * z * z + b * z * down + c * down * down).signum();
            let discriminant = b * b - 4 * a * c;
            if discriminant <= 0 || sign(up - error) * sign(up + error) > 0 {
                continue;
            }
            let field = squarefree(discriminant as u64);
            let height = a + b.abs() + c.abs();
            let least = found.entry(field).or_insert(height);
            *least = height.min(*least);
        }
        found.remove(&1);
        heights.push(found);
    }
    // Both slopes lie in one field.
    let Some((first, rest)) = heights.split_first() else {
        return Vec::new();
    };
    let mut found: Vec<(i128, u64)> = { first.iter() }
        .filter_map(|(&field, &height)| {
            let others = rest.iter().map(|h| h.get(&field).copied());
            let others: Option<i128> = others.sum();
            Some((height + others?, field))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().take(MOST_FIELDS).map(|f| f.1).collect()
}

/// A number without the squares that divide it.
pub(super) fn squarefree(number: u64) -> u64 {
    let mut rest = number;
    let mut root = 2;
    while root * root <= rest {
        while rest.is_multiple_of(root * root) {
            rest /= root * root;
        }
        root += 1;
    }
    rest
}

/// A numeration of a real quadratic field, by the squarefree number under the root: that with
/// the fewest digits, and among these of the shortest period, if few digits are enough.
pub fn of_field(field: u64) -> Option<Numeration> {
    /// Sequences of partial quotients that are looked at for one greatest quotient and length.
    const MOST_TRIED: u64 = 5_000;
    const LONGEST: u32 = 4;
    for most in 1..MOST_DIGITS as u64 {
        for period in 1..=LONGEST {
            let Some(count) = most.checked_pow(period).filter(|c| *c <= MOST_TRIED) else {
                break;
            };
            for code in 0..count {
                let quotients: Vec<u8> = (0..period)
                    .rev()
                    .map(|i| (code / most.pow(i) % most + 1) as u8)
                    .collect();
                if quotients.iter().max() != Some(&(most as u8)) || unit(&quotients) != field {
                    continue;
                }
                if let Some(found) = Numeration::ostrowski(&quotients) {
                    return Some(found);
                }
            }
        }
    }
    longer(field)
}

/// The same with a longer period: that of a reduced number (p+√D)/q, D = f²·field, whose continued fraction repeats from
/// its first quotient on (Galois 1828).
fn longer(field: u64) -> Option<Numeration> {
    const MOST_FACTOR: u64 = 8;
    const LARGEST_FIELD: u64 = 1_000;
    if !(2..=LARGEST_FIELD).contains(&field) || squarefree(field) != field {
        return None;
    }
    let mut best: Option<(u64, Vec<u8>)> = None;
    for factor in 1..=MOST_FACTOR {
        let square = field * factor * factor;
        let root = square.isqrt();
        // √D - p < q < √D + p
        let reduced = (1..=root).flat_map(|p| (root - p + 1..=root + p).map(move |q| (p, q)));
        for (p, q) in reduced.filter(|(p, q)| (square - p * p).is_multiple_of(*q)) {
            let (mut a, mut b) = (p, q);
            let mut cycle = Vec::new();
            loop {
                let whole = (a + root) / b;
                cycle.push(whole);
                a = whole * b - a;
                b = (square - a * a) / b;
                if (a, b) == (p, q) || cycle.len() > MOST_PERIOD {
                    break;
                }
            }
            let most = cycle.iter().copied().max().unwrap_or(0);
            if cycle.len() > MOST_PERIOD || most >= MOST_DIGITS as u64 {
                continue;
            }
            let cycle: Vec<u8> = cycle.into_iter().map(|whole| whole as u8).collect();
            let known = best
                .as_ref()
                .map(|(most, cycle)| (*most, cycle.len(), cycle));
            if known.is_none_or(|known| (most, cycle.len(), &cycle) < known) {
                best = Some((most, cycle));
            }
        }
    }
    best.and_then(|(_, cycle)| of_cycle(&cycle))
}

/// Ostrowski's numeration of partial quotients that repeat, whatever their shortest period is.
pub fn of_cycle(quotients: &[u8]) -> Option<Numeration> {
    let count = quotients.len();
    let repeats =
        |by: &usize| count.is_multiple_of(*by) && quotients[*by..] == quotients[..count - by];
    let period = (1..=count).find(repeats)?;
    Numeration::ostrowski(&quotients[..period])
}

/// The field of the unit by which partial quotients multiply in a period: the product of the
/// matrices (a 1; 1 0) has the trace and the determinant of the unit.
fn unit(quotients: &[u8]) -> u64 {
    let mut m = [1u64, 0, 0, 1];
    for &a in quotients {
        let a = u64::from(a);
        m = [m[0] * a + m[1], m[0], m[2] * a + m[3], m[2]];
    }
    let trace = m[0] + m[3];
    let square = trace * trace;
    squarefree(match quotients.len() % 2 {
        0 => square.saturating_sub(4),
        _ => square + 4,
    })
}

/// The numeration of a recurrence, if it has one in which addition is known to
/// be automatic.
pub fn of_recurrence(factors: &[i64]) -> Option<Numeration> {
    let factors = factors.iter().map(|f| u8::try_from(*f).ok());
    Numeration::recurrence(&factors.collect::<Option<Vec<u8>>>()?)
}

/// Whether y is β·x, nearly: the characteristic polynomial at y/x changes its
/// sign nearby.
fn grows_by(numeration: Numeration, (x, y): (u64, u64)) -> bool {
    let above = |y: i128| {
        // y^d - c₁·y^(d-1)·x - c₂·y^(d-2)·x² - …, by Horner's rule.
        let (mut value, mut power) = (1i128, 1i128);
        for factor in numeration.factors() {
            power *= i128::from(x);
            value = value * y - i128::from(factor) * power;
        }
        value > 0
    };
    let y = i128::from(y);
    // Coordinates of a table are small.
    x < 1 << 30 && y < 1 << 30 && !above(y - SLACK) && above(y + SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_tell_their_numeration() {
        for (s, t) in [(2u8, 1u8), (3, 2), (1, 3)] {
            let set = Sparse::Pairs { s, t };
            let side = 150u64;
            let lost = |at: u64| u32::from(!set.contains(&[at / side, at % side]));
            let sample = Sample {
                size: vec![side, side],
                cells: (0..side * side).map(lost).collect(),
                outcomes: true,
                names: crate::sample::names(2),
            };
            let expected = super::super::sparse::of_pairs(s, t).unwrap();
            assert!(numerations(&sample).contains(&expected), "{s} {t}");
        }
    }

    #[test]
    fn nearly_every_field_has_a_numeration() {
        let mut without = Vec::new();
        for field in (2..100).filter(|d| squarefree(*d) == *d) {
            match of_field(field) {
                Some(found) if found.period() > 1 => assert_eq!(unit(found.firsts()), field),
                Some(found) => assert_eq!(unit(&found.factors()[..1]), field, "{found}"),
                None => without.push(field),
            }
        }
        // Their quotients are too large, or their periods too long.
        assert_eq!(without, [67, 94]);
    }

    #[test]
    fn a_recurrence_is_its_own_numeration() {
        let tribonacci = Numeration::recurrence(&[1, 1, 1]).unwrap();
        let places = tribonacci.places();
        let cells = (0..3_000u64).map(|n| u32::from(!places.contains(&n)));
        let sample = Sample::sequence(&cells.collect::<Vec<_>>());
        assert!(numerations(&sample).contains(&tribonacci));
    }
}
