//! Beatty sequences ⌊nα+γ⌋, and the steps between their members.
//!
//! A sequence of whole numbers is ⌊nα+γ⌋ for some α and γ exactly if a line
//! runs above all points (n, g(n)) and below all points (n, g(n)+1). The
//! slopes of such lines form an interval; its ends are slopes between vertices
//! of the two convex hulls. The simplest slope in it is taken: a fraction, if
//! one is so simple that its period is seen several times (then the law is
//! ⌊(pn+r)/q⌋), else a number (a+b√d)/c, if it is too simple to lie there by
//! accident, else the slope is known to some digits only, and the law says so.
//!
//! Two neighbouring numbers in a balanced order, a Sturmian word, are the steps
//! of such a sequence: ⌊(n+1)α+γ⌋ - ⌊nα+γ⌋. With γ = 0 they tell the members
//! of another Beatty sequence from the rest (Beatty 1926).
//!
//! ```
//! use grundy_laws::numbers::{Integer, beatty};
//! use grundy_laws::print::Style;
//! let root = |n: i64| (2 * n * n).isqrt();
//! let values: Vec<Integer> = (0..60).map(|n| Integer::from(root(n))).collect();
//! let law = beatty::guess(0, &values).unwrap();
//! let text = law.written(Style::Text, &["n".to_string()]).to_string();
//! assert_eq!(text, "g(n) = ⌊√2·n⌋");
//! ```
//!
//! Limits: values of less than 40 bits, offsets p/q with q at most 10 000. Floating point only proposes slopes;
//! what is proposed is computed by whole numbers.

use dashu_int::ops::{DivEuclid, SquareRoot};
use dashu_int::{IBig as Integer, UBig};
use grundy::text::Text;

use super::polynomial::Polynomial;
use super::{NumberLaw, floor_of, function};
use crate::print::Style;

/// A slope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slope {
    /// (a + b√d)/c
    Quadratic {
        /// The whole part.
        a: i64,
        /// How many roots.
        b: i64,
        /// Of what; no square divides it.
        d: i64,
        /// What it is divided by.
        c: i64,
    },
    /// A fraction, by which all numbers between two bounds are meant.
    Near {
        /// The fraction.
        near: (i64, i64),
        /// The bounds.
        between: [(i64, i64); 2],
    },
}

/// ⌊(n+shift)·α + p/q⌋, or its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beatty {
    /// α
    pub slope: Slope,
    /// What is added to n.
    pub shift: i64,
    /// p and q: what is added at the end.
    pub offset: (i64, i64),
    /// For steps, what is added to them.
    pub steps: Option<i64>,
}

impl Beatty {
    fn floor(&self, n: &Integer) -> Integer {
        let n = n + Integer::from(self.shift);
        let (p, q) = (Integer::from(self.offset.0), Integer::from(self.offset.1));
        match &self.slope {
            Slope::Near {
                near: (over, under),
                ..
            } => {
                let (over, under) = (Integer::from(*over), Integer::from(*under));
                (&n * over * &q + p * &under).div_euclid(under * q)
            }
            Slope::Quadratic { a, b, d, c } => {
                // ⌊(x+√y)/k⌋ = ⌊(x+⌊√y⌋)/k⌋ for whole x and k; below 0 the
                // root is rounded up, for then it is subtracted.
                let c = Integer::from(*c);
                let times = Integer::from(*b) * &n * &q;
                let square = UBig::try_from(&times * &times * Integer::from(*d));
                let square = square.unwrap_or(UBig::ZERO);
                let root = Integer::from(square.sqrt());
                let root = match times < Integer::ZERO {
                    false => root,
                    true if Integer::from(square) == &root * &root => -root,
                    true => -root - Integer::ONE,
                };
                (Integer::from(*a) * &n * &q + p * &c + root).div_euclid(c * q)
            }
        }
    }

    /// The value at a number.
    pub fn value(&self, n: u64) -> Integer {
        let n = Integer::from(n);
        match self.steps {
            None => self.floor(&n),
            Some(added) => self.floor(&(&n + Integer::ONE)) - self.floor(&n) + Integer::from(added),
        }
    }

    /// How long the formula is.
    pub fn symbols(&self) -> usize {
        let number = |n: i64| 1 + n.unsigned_abs().checked_ilog10().unwrap_or(0) as usize;
        let slope = match &self.slope {
            Slope::Quadratic { a, b, d, c } => {
                let mut count = 1 + number(*d);
                count += if *a == 0 { 0 } else { 1 + number(*a) };
                count += if b.abs() == 1 { 0 } else { number(*b) };
                count + if *c == 1 { 0 } else { 1 + number(*c) }
            }
            Slope::Near { near: (p, q), .. } => 2 + number(*p) + number(*q),
        };
        let one = 2
            + slope
            + if self.shift == 0 {
                0
            } else {
                1 + number(self.shift)
            }
            + match self.offset {
                (0, _) => 0,
                (p, 1) => 1 + number(p),
                (p, q) => 2 + number(p) + number(q),
            };
        match self.steps {
            None => one,
            Some(_) => one + 6,
        }
    }

    /// α as it stands before n.
    fn slope_text(&self, latex: bool) -> String {
        let Slope::Quadratic { a, b, d, c } = &self.slope else {
            return if latex { "\\alpha".into() } else { "α".into() };
        };
        let root = match latex {
            true => format!("\\sqrt{{{d}}}"),
            false => format!("√{d}"),
        };
        let sum = super::signed_sum(
            &[
                (Integer::from(*a), String::new()),
                (Integer::from(*b), root),
            ],
            if latex { " " } else { "·" },
        );
        match (*c, latex, *a == 0) {
            (1, _, true) => sum,
            (1, ..) => format!("({sum})"),
            (c, true, _) => format!("\\tfrac{{{sum}}}{{{c}}}"),
            (c, false, true) => format!("({sum}/{c})"),
            (c, false, false) => format!("(({sum})/{c})"),
        }
    }

    /// ⌊(n+more)·α + γ⌋
    fn floor_text(&self, name: &str, more: i64, latex: bool) -> String {
        let shift = self.shift + more;
        let point = match shift {
            0 => name.to_string(),
            shift => format!("({name}{shift:+})"),
        };
        let slope = self.slope_text(latex);
        let offset = match self.offset {
            (0, _) => String::new(),
            (p, 1) => format!("{p:+}"),
            (p, q) => format!("{p:+}/{q}"),
        };
        match latex {
            true => format!("\\lfloor {slope} {point} {offset} \\rfloor").replace("  ", " "),
            false => format!("⌊{slope}·{point}{offset}⌋"),
        }
    }

    /// The law in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let name = names.first().map_or("n", String::as_str);
        let same = |text: String| Text::new(text.clone(), text);
        let latex = style == Style::Latex;
        if let Style::Text | Style::Latex = style {
            let one = self.floor_text(name, 0, latex);
            let formula = match self.steps {
                None => one,
                Some(added) => {
                    let next = self.floor_text(name, 1, latex);
                    let added = if added == 0 {
                        String::new()
                    } else {
                        format!("{added:+}")
                    };
                    format!("{next}-{one}{added}")
                }
            };
            let text = format!("g({name}) = {formula}");
            let Slope::Near { near, between } = &self.slope else {
                return same(text);
            };
            // As many digits as the bounds have in common, and one more.
            const SHOWN: usize = 9;
            let [low, high] = between.map(|(p, q)| decimal(p, q, SHOWN));
            let common = low
                .bytes()
                .zip(high.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            let places = (common + 1)
                .saturating_sub(low.find('.').unwrap_or(0) + 1)
                .max(2);
            let digits = decimal(near.0, near.1, places.min(SHOWN));
            let (p, q) = near;
            return match style {
                Style::Latex => same(format!("{text},\\ \\alpha \\approx {digits}")),
                _ => Text::new(
                    format!("{text}, α ≈ {digits} ({p}/{q}, between {low} and {high})"),
                    format!("{text}，α ≈ {digits}（{p}/{q}，介于 {low} 与 {high} 之间）"),
                ),
            };
        }
        let wide = |n: &i64| i128::from(*n);
        let (p, q) = (wide(&self.offset.0), wide(&self.offset.1));
        let argument = |more: i64| format!("({name} + {})", self.shift + more);
        let floor = |more: i64| {
            let n = argument(more);
            match &self.slope {
                Slope::Near {
                    near: (over, under),
                    ..
                } => {
                    let (over, under) = (wide(over), wide(under));
                    let sum = format!("{n} * {} + {}", q * over, p * under);
                    match style {
                        Style::Python => format!("({sum}) // {}", under * q),
                        _ => format!("floor_of((__int128){sum}, {})", under * q),
                    }
                }
                Slope::Quadratic { a, b, d, c } => {
                    let [a, b, d, c] = [a, b, d, c].map(wide);
                    let (whole, square) = (q * a, q * q * b * b * d);
                    let constant = p * c;
                    match (style, b < 0) {
                        (Style::Python, false) => format!(
                            "({n} * {whole} + {constant} + math.isqrt({square} * {n}**2)) // {}",
                            c * q
                        ),
                        // A root that is subtracted is rounded up.
                        (Style::Python, true) => format!(
                            "({n} * {whole} + {constant} - 1 - math.isqrt(max(0, {square} * {n}**2 - 1)) + ({n} == 0)) // {}",
                            c * q
                        ),
                        (_, false) => format!(
                            "floor_of((__int128){n} * {whole} + {constant} + floor_root((__int128){square} * {n} * {n}), {})",
                            c * q
                        ),
                        (_, true) => format!(
                            "floor_of((__int128){n} * {whole} + {constant} - 1 - floor_root(std::max<__int128>(0, (__int128){square} * {n} * {n} - 1)) + ({n} == 0), {})",
                            c * q
                        ),
                    }
                }
            }
        };
        let body = match self.steps {
            None => floor(0),
            Some(added) => format!("{} - {} + {added}", floor(1), floor(0)),
        };
        let before = crate::print::preamble(&body, style) + floor_of(&body, style);
        same(match style {
            Style::Python => format!("{before}def g({name}): return {body}"),
            _ => format!(
                "{before}{}",
                function(&[name.to_string()], &format!("    return {body};"))
            ),
        })
    }
}

/// p/q to some places, rounded down.
fn decimal(p: i64, q: i64, places: usize) -> String {
    let scaled = (Integer::from(p) * Integer::from(10).pow(places)).div_euclid(Integer::from(q));
    let sign = if scaled < Integer::ZERO { "-" } else { "" };
    let digits = format!(
        "{:0>width$}",
        dashu_int::ops::Abs::abs(scaled).to_string(),
        width = places + 1
    );
    let (whole, part) = digits.split_at(digits.len() - places);
    format!("{sign}{whole}.{part}")
}

type Fraction = (i128, i128);

/// What is added to n, and p and q of what is added at the end.
type Offset = (i64, (i64, i64));

fn less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// The simplest fraction strictly between two, by the tree of Stern and Brocot
/// with runs taken at once.
fn simplest(low: Fraction, high: Fraction) -> Option<Fraction> {
    if !less(low, high) {
        return None;
    }
    // Continued fractions: as long as both bounds agree, their common part.
    let (mut low, mut high) = (low, high);
    let mut parts: Vec<i128> = Vec::new();
    for _ in 0..64 {
        let whole = low.0.div_euclid(low.1);
        let next = whole + 1;
        if less((next, 1), high) {
            // A whole number lies between.
            let mut found = (next, 1);
            // 0 is the simplest of all.
            if parts.is_empty() && low.0 < 0 {
                found = if high.0 > 0 {
                    (0, 1)
                } else {
                    ((high.0 - 1).div_euclid(high.1), 1)
                };
            }
            for part in parts.into_iter().rev() {
                found = (part.checked_mul(found.0)?.checked_add(found.1)?, found.0);
            }
            return Some(found);
        }
        // whole <= low < high <= whole + 1: take the whole part off, turn over.
        let (a, b) = (
            (low.0 - whole * low.1, low.1),
            (high.0 - whole * high.1, high.1),
        );
        parts.push(whole);
        low = (b.1, b.0);
        high = match a.0 {
            // 1/0: no bound; any number beyond the other one will do.
            0 => ((low.0 / low.1 + 2), 1),
            _ => (a.1, a.0),
        };
    }
    None
}

/// The vertices of the upper hull of points with rising first coordinates.
fn upper_hull(points: &[(i128, i128)]) -> Vec<(i128, i128)> {
    let mut hull: Vec<(i128, i128)> = Vec::new();
    for &(x, y) in points {
        while let [.., a, b] = hull[..]
            && (b.0 - a.0) * (y - a.1) >= (b.1 - a.1) * (x - a.0)
        {
            hull.pop();
        }
        hull.push((x, y));
    }
    hull
}

/// The slopes of lines above all points and below all points moved up by 1:
/// their interval, which is open, and the two hulls.
struct Lines {
    low: Fraction,
    high: Fraction,
    above: Vec<(i128, i128)>,
    below: Vec<(i128, i128)>,
}

fn lines(first: u64, values: &[i128]) -> Option<Lines> {
    let points: Vec<(i128, i128)> = (i128::from(first)..).zip(values.iter().copied()).collect();
    let above = upper_hull(&points);
    let turned: Vec<(i128, i128)> = points.iter().map(|&(x, y)| (x, -(y + 1))).collect();
    let below: Vec<(i128, i128)> = upper_hull(&turned)
        .into_iter()
        .map(|(x, y)| (x, -y))
        .collect();
    let (mut low, mut high): (Option<Fraction>, Option<Fraction>) = (None, None);
    for &(i, a) in &above {
        for &(j, b) in &below {
            if i > j {
                let bound = (a - b, i - j);
                if low.is_none_or(|l| less(l, bound)) {
                    low = Some(bound);
                }
            } else if i < j {
                let bound = (b - a, j - i);
                if high.is_none_or(|h| less(bound, h)) {
                    high = Some(bound);
                }
            }
        }
    }
    let (low, high) = (low?, high?);
    less(low, high).then_some(Lines {
        low,
        high,
        above,
        below,
    })
}

fn as_float((p, q): Fraction) -> f64 {
    p as f64 / q as f64
}

impl Lines {
    /// What may be added to a slope: from the first number on, below the
    /// second.
    fn offsets(&self, slope: f64) -> (f64, f64) {
        let above = self.above.iter().map(|&(x, y)| y as f64 - x as f64 * slope);
        let below = self.below.iter().map(|&(x, y)| y as f64 - x as f64 * slope);
        (
            above.fold(f64::NEG_INFINITY, f64::max),
            below.fold(f64::INFINITY, f64::min),
        )
    }

    /// The shift and the offset that are simplest, for a slope that is no
    /// fraction.
    fn simplest_offset(&self, slope: f64) -> Option<Offset> {
        const SLACK: f64 = 1e-9;
        const LARGEST: i64 = 10_000;
        let (low, high) = self.offsets(slope);
        if low >= high {
            return None;
        }
        let mut best: Option<(i64, Offset)> = None;
        for shift in -3..=3i64 {
            let moved = shift as f64 * slope;
            let (low, high) = (low - moved, high - moved);
            let found = match low <= SLACK && high > SLACK {
                // 0 may be the bound itself: ⌊n·α⌋ is 0 at 0.
                true => (0, 1),
                false => {
                    // The bound itself may be meant: a little below it.
                    let scale = (1i128 << 40) as f64;
                    let low = ((low * scale) as i128 - 4, 1i128 << 40);
                    let high = ((high * scale) as i128, 1i128 << 40);
                    let Some((p, q)) = simplest(low, high) else {
                        continue;
                    };
                    match (i64::try_from(p), i64::try_from(q)) {
                        (Ok(p), Ok(q)) if q <= LARGEST => (p, q),
                        _ => continue,
                    }
                }
            };
            let cost = 3 * shift.abs() + found.0.abs() + 2 * (found.1 - 1);
            if best.is_none_or(|b| cost < b.0) {
                best = Some((cost, (shift, found)));
            }
        }
        best.map(|b| b.1)
    }

    /// The simplest number (a+b√d)/c in the interval, if it is so simple that
    /// it is none there by accident.
    fn quadratic(&self) -> Option<(Slope, f64)> {
        const LARGEST_ROOT: i64 = 60;
        let (low, high) = (as_float(self.low), as_float(self.high));
        let mut tried: Vec<(i64, i64, i64, i64)> = Vec::new();
        for d in 2..=LARGEST_ROOT {
            if (2..=7).any(|p| d % (p * p) == 0) {
                continue;
            }
            for c in 1..=8 {
                for b in (1..=6i64).flat_map(|b| [b, -b]) {
                    tried.push((b.abs() + c + d / 4 + i64::from(b < 0), b, d, c));
                }
            }
        }
        tried.sort_unstable();
        // How many such numbers lie in an interval of this length by accident.
        let mut accidents = 0.0;
        let mut best: Option<(i64, (Slope, f64))> = None;
        for (cost, b, d, c) in tried {
            accidents += (high - low) * c as f64;
            if accidents > 0.5 || best.as_ref().is_some_and(|b| b.0 <= cost) {
                break;
            }
            let root = b as f64 * (d as f64).sqrt();
            let a = (high * c as f64 - root).floor();
            if a < low * c as f64 - root || a.abs() > 1e6 {
                continue;
            }
            let cost = cost + (a.abs() as i64);
            if best.as_ref().is_none_or(|b| cost < b.0) {
                let number = (a + root) / c as f64;
                let a = a as i64;
                best = Some((cost, (Slope::Quadratic { a, b, d, c }, number)));
            }
        }
        best.map(|b| b.1)
    }
}

fn small(values: &[Integer]) -> Option<Vec<i128>> {
    const BITS: u32 = 40;
    let small = |v: &Integer| {
        let v = i64::try_from(v).ok()?;
        (v.unsigned_abs() < 1 << BITS).then_some(i128::from(v))
    };
    values.iter().map(small).collect()
}

/// The law of the values from `first` on. All of them are asked: that there is
/// a line at all is what tells a law from an accident, and the more entries
/// there are, the better the slope is known.
pub fn guess(first: u64, values: &[Integer]) -> Option<NumberLaw> {
    const FEWEST: usize = 12;
    if values.len() < FEWEST {
        return None;
    }
    let values = small(values)?;
    if let Some(law) = sequence(first, &values, None) {
        return Some(law);
    }
    // Two neighbouring numbers: the steps of another sequence.
    let least = *values.iter().min()?;
    if values.iter().any(|v| v - least > 1) || values.iter().all(|v| *v == least) {
        return None;
    }
    let mut sums = vec![0];
    for value in &values {
        sums.push(sums[sums.len() - 1] + value - least);
    }
    sequence(first, &sums, Some(i64::try_from(least).ok()?))
}

fn sequence(first: u64, values: &[i128], steps: Option<i64>) -> Option<NumberLaw> {
    /// So often the period of a fraction must be seen.
    const SEEN: i128 = 8;
    /// So often each of the two steps must be seen.
    const FEWEST_STEPS: usize = 6;
    let lines = lines(first, values)?;
    let near = simplest(lines.low, lines.high)?;
    let (p, q) = near;
    if q * SEEN <= values.len() as i128 {
        // Periodic steps are found elsewhere.
        if steps.is_some() || q == 1 {
            return None;
        }
        let least = lines.above.iter().map(|&(x, y)| y * q - x * p).max()?;
        let below = lines.below.iter().map(|&(x, y)| y * q - x * p).min()?;
        if least >= below {
            return None;
        }
        // Any whole number from `least` on and below `below`, the one next to 0.
        let r = match (least > 0, below <= 0) {
            (true, _) => least,
            (_, true) => below - 1,
            _ => 0,
        };
        let terms = vec![(vec![1], Integer::from(p)), (vec![0], Integer::from(r))];
        let mut law = Polynomial::new(terms, Integer::from(q));
        law.floor = law.denominator != Integer::ONE;
        return Some(NumberLaw::Polynomial(super::polynomial::Sequence::One(law)));
    }
    // A slope that is no fraction shows in steps of two kinds, again and again.
    let steps_of = |step: i128| values.windows(2).filter(|w| w[1] - w[0] == step).count();
    let step = p.div_euclid(q);
    if steps_of(step).min(steps_of(step + 1)) < FEWEST_STEPS {
        return None;
    }
    let law = |slope, (shift, offset)| {
        NumberLaw::Beatty(Beatty {
            slope,
            shift,
            offset,
            steps,
        })
    };
    if let Some((slope, number)) = lines.quadratic()
        && let Some(offset) = lines.simplest_offset(number)
    {
        return Some(law(slope, offset));
    }
    // Known to some digits only.
    let narrow = |(p, q): Fraction| Some((i64::try_from(p).ok()?, i64::try_from(q).ok()?));
    let slope = Slope::Near {
        near: narrow(near)?,
        between: [narrow(lines.low)?, narrow(lines.high)?],
    };
    Some(law(slope, lines.simplest_offset(as_float(near))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: impl Fn(f64) -> f64, count: u32) -> String {
        let values: Vec<Integer> = (0..count)
            .map(|n| Integer::from(value(n.into()) as i64))
            .collect();
        let law = guess(0, &values).unwrap();
        for (n, v) in (0..).zip(&values) {
            assert_eq!(law.value(&[n]).as_ref(), Some(v), "{law:?} at {n}");
        }
        law.written(Style::Text, &["n".to_string()]).to_string()
    }

    #[test]
    fn slopes_are_recognised() {
        let (two, five) = (2f64.sqrt(), 5f64.sqrt());
        assert_eq!(written(|n| (n * two).floor(), 100), "g(n) = ⌊√2·n⌋");
        assert_eq!(
            written(|n| (n * (3.0 + five) / 2.0).floor(), 100),
            "g(n) = ⌊((3+√5)/2)·n⌋"
        );
        assert_eq!(
            written(|n| ((n + 1.0) * (1.0 + five) / 2.0).floor(), 200),
            "g(n) = ⌊((1+√5)/2)·(n+1)⌋"
        );
        assert_eq!(
            written(|n| (n * two + 0.5).floor(), 200),
            "g(n) = ⌊√2·n+1/2⌋"
        );
        assert_eq!(
            written(|n| ((5.0 * n + 2.0) / 7.0).floor(), 100),
            "g(n) = ⌊(5·n+2)/7⌋"
        );
        assert_eq!(
            written(|n| (n * (2.0 - two)).floor(), 200),
            "g(n) = ⌊(2-√2)·n⌋"
        );
        let digits = written(|n| (n * std::f64::consts::PI).floor(), 400);
        assert!(digits.starts_with("g(n) = ⌊α·n⌋, α ≈ 3.141"), "{digits}");
        // The members of ⌊k·√2⌋ among the numbers.
        let member = |n: f64| {
            let k = (n / two).ceil();
            f64::from(u8::from((k * two).floor() == n))
        };
        let set = written(member, 400);
        assert!(set.contains("√2"), "{set}");
    }

    #[test]
    fn the_simplest_fraction_lies_between() {
        for a in -12i128..12 {
            for b in 1..9 {
                for c in -12i128..12 {
                    for d in 1..9 {
                        let (low, high) = ((a, b), (c, d));
                        let found = simplest(low, high);
                        // The definition: the least denominator, then the
                        // least distance from 0.
                        let by_hand = (1..200i128).find_map(|q| {
                            let least = (a * q).div_euclid(b) + 1;
                            let most = (c * q - 1).div_euclid(d);
                            let near = if least > 0 { least } else { most.min(0) };
                            (least <= most).then_some((near, q))
                        });
                        assert_eq!(found.map(|f| f.1), by_hand.map(|f| f.1), "{low:?} {high:?}");
                        if let Some(found) = found {
                            assert!(less(low, found) && less(found, high), "{low:?} {high:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn hulls_give_the_slopes_of_all_pairs() {
        let mut random = grundy::random::Random::new(3);
        for _ in 0..200 {
            let (p, q) = (random.below(40) as i128, 1 + random.below(12) as i128);
            let r = random.below(9) as i128;
            let values: Vec<i128> = (0..30).map(|n| (p * n + r).div_euclid(q)).collect();
            let lines = lines(0, &values).unwrap();
            for i in 0..30i128 {
                for j in 0..i {
                    let step = values[i as usize] - values[j as usize];
                    assert!(!less(lines.low, (step - 1, i - j)));
                    assert!(!less((step + 1, i - j), lines.high));
                }
            }
        }
    }
}
