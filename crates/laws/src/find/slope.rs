//! Pairs along a line of quadratic slope: (⌊n·α⌋, ⌊n·α⌋ + n), n ≥ 0.
//!
//! α = (a + b·√d)/c is any positive number of a real quadratic field, whatever its continued fraction
//! begins with. The numeration of the field is enough for all of them, one whose partial quotients
//! repeat from the first on: if ω is the number of that numeration, α = (p + q·ω)/r in whole numbers with
//! r > 0, and ⌊n·α⌋ = ⌊(p·n + ⌊(q·n)·ω⌋)/r⌋, since ⌊z/r⌋ = ⌊⌊z⌋/r⌋. So the pairs are automatic
//! wherever ⌊n·ω⌋ is, and places that begin otherwise would say nothing new.
//!
//! That a function f whose graph is automatic is ⌊n·α⌋ is decided by what only that function has:
//!
//! 1. f(m) + f(n) ≤ f(m+n) ≤ f(m) + f(n) + 1 for all m and n;
//! 2. A·f(f(n)) + B·f(n) + C·n is bounded, where A·z² + B·z + C is the polynomial of α;
//! 3. for some N, α lies between f(N)/N and (f(N)+1)/N, and the other root does not.
//!
//! *Proof.* By (1) f is superadditive and f + 1 is subadditive, so that f(n)/n has a limit δ, and
//! f(n) ≤ n·δ ≤ f(n) + 1 for all n > 0 (Fekete 1923). Divided by n, (2) says that δ is a root of the polynomial: the
//! limit is not 0, for C is not 0 where α is irrational. By (3) it is α, and since n·α is no whole number f(n) = ⌊n·α⌋
//! for n > 0. By (1) f(0) = 0. ∎
//!
//! Pairs may be such pairs times a number and something more, as in Ho's and Larsson's variants of Wythoff's game; and the pairs
//! of which the greater is at most α times the smaller, as in Euclid's game (Cole and Davie 1969), follow from those along the line.
//!
//! ```
//! use grundy_laws::find::slope::Root;
//! // 1/√2, whose continued fraction is [0; 1, 2, 2, 2, …].
//! let root = Root::new(0, 1, 2, 2).unwrap();
//! assert_eq!((0..8).map(|n| root.floor(n)).collect::<Vec<_>>(), [0, 0, 1, 2, 2, 3, 4, 4]);
//! assert_eq!(root.to_string(), "√2/2");
//! assert_eq!(root.polynomial(), [2, 0, -1]);
//! assert_eq!(Root::new(1, 1, 4, 2), None);
//! ```
//!
//! Limits: numbers below [`FARTHEST`]; coefficients to [`MOST`], so that squares fit 128 bits.

use std::fmt;

use grundy::error::Error;

use super::numerations::{of_field, squarefree};
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation};

/// The largest number of which it is told.
pub const FARTHEST: u64 = 1 << 50;
/// The largest coefficient.
pub const MOST: i64 = 500;

/// (a + b·√d)/c, positive and irrational, in lowest terms; d has no square in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    a: i64,
    b: i64,
    d: i64,
    c: i64,
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Root {
    /// The number, if it is a positive one of a quadratic field with small coefficients.
    pub fn new(a: i64, b: i64, d: i64, c: i64) -> Option<Root> {
        let small = |n: i64| n.abs() <= MOST;
        if ![a, b, d, c].into_iter().all(small) || b == 0 || d < 2 || c < 1 {
            return None;
        }
        if squarefree(d as u64) != d as u64 {
            return None;
        }
        let by = gcd(gcd(a, b), c);
        let (a, b, c) = (a / by, b / by, c / by);
        let root = Root { a, b, d, c };
        root.reaches(1, 0).then_some(root)
    }

    /// Whether m ≤ n·α; both are below [`FARTHEST`], or a few times that.
    pub(super) fn reaches(&self, n: u64, m: u64) -> bool {
        let [a, b, d, c] = [self.a, self.b, self.d, self.c].map(i128::from);
        let (n, m) = (i128::from(n), i128::from(m));
        // c·m - a·n ≤ b·√d·n
        let (left, right) = (c * m - a * n, b * n);
        let squares = (left * left).cmp(&(right * right * d));
        match (left > 0, right > 0) {
            (true, false) => false,
            (false, true) => true,
            (true, true) => squares.is_le(),
            (false, false) => squares.is_ge(),
        }
    }

    /// ⌊n·α⌋ for n below [`FARTHEST`], where it is below too; else some number that is too small.
    pub fn floor(&self, n: u64) -> u64 {
        let (mut low, mut high) = (0, 2 * FARTHEST);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            match self.reaches(n, middle) {
                true => low = middle,
                false => high = middle,
            }
        }
        low
    }

    /// Whether (x, y) is (⌊n·α⌋, ⌊n·α⌋ + n) or its mirror image.
    pub fn holds(&self, x: u64, y: u64) -> bool {
        let (m, n) = (x.min(y), x.abs_diff(y));
        m < FARTHEST && n < FARTHEST && self.reaches(n, m) && !self.reaches(n, m + 1)
    }

    /// Whether the greater of two numbers is at most α times the smaller.
    pub fn covers(&self, x: u64, y: u64) -> bool {
        let (n, m) = (x.min(y), x.max(y));
        m < FARTHEST && self.reaches(n, m)
    }

    /// A, B and C of A·z² + B·z + C = 0, in lowest terms.
    pub fn polynomial(&self) -> [i64; 3] {
        let Root { a, b, d, c } = *self;
        let all = [c * c, -2 * a * c, a * a - b * b * d];
        let by = gcd(gcd(all[0], all[1]), all[2]);
        all.map(|n| n / by)
    }

    /// The numeration of its field.
    pub fn numeration(&self) -> Option<Numeration> {
        of_field(self.d as u64)
    }

    /// As papers write it.
    pub fn latex(&self) -> String {
        let sum = self.sum(&format!("\\sqrt{{{}}}", self.d), " ");
        match self.c {
            1 => sum,
            c => format!("\\tfrac{{{sum}}}{{{c}}}"),
        }
    }

    fn sum(&self, root: &str, times: &str) -> String {
        let many = match self.b.abs() {
            1 => root.to_string(),
            b => format!("{b}{times}{root}"),
        };
        let sign = if self.b < 0 { "-" } else { "+" };
        match (self.a, self.b < 0) {
            (0, false) => many,
            (0, true) => format!("-{many}"),
            (a, _) => format!("{a}{sign}{many}"),
        }
    }

    /// Whether m ≤ n·α, in a programming language.
    pub(super) fn below(&self, m: &str, n: &str, and: &str, or: &str) -> String {
        let Root { a, b, d, c } = *self;
        let left = match a {
            0 => format!("{c}*{m}"),
            a => format!("{c}*{m} - ({a})*{n}"),
        };
        let square = format!("{}*{n}*{n}", b * b * d);
        match b > 0 {
            true => format!("({left} <= 0 {or} ({left})*({left}) <= {square})"),
            false => format!("({left} <= 0 {and} ({left})*({left}) >= {square})"),
        }
    }

    /// Whether m = ⌊n·α⌋ for the whole numbers `m` and `n`, in a programming language.
    pub(super) fn tested(&self, and: &str, or: &str) -> String {
        let (low, high) = (
            self.below("m", "n", and, or),
            self.below("(m+1)", "n", and, or),
        );
        let not = if and == "and" { "not " } else { "!" };
        format!("{low} {and} {not}{high}")
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = self.sum(&format!("√{}", self.d), "·");
        match (self.c, self.a) {
            (1, _) => f.write_str(&sum),
            (c, 0) => write!(f, "{sum}/{c}"),
            (c, _) => write!(f, "({sum})/{c}"),
        }
    }
}

/// The simplest slopes of which all these values, those at `first` and the numbers after it, are the floors:
/// several, since few values leave a choice. Floating point only proposes.
fn through(first: u64, values: &[u64]) -> Vec<Root> {
    const FEWEST: usize = 12;
    const LARGEST_ROOT: i64 = 60;
    const MOST_TOLD: usize = 6;
    // The steps of such a line are of two kinds, one of them greater by one.
    let steps = || values.windows(2).map(|pair| pair[1].checked_sub(pair[0]));
    let (least, most) = (steps().min().flatten(), steps().max().flatten());
    let (Some(least), Some(most)) = (least, most) else {
        return Vec::new();
    };
    if values.len() < FEWEST || most != least + 1 {
        return Vec::new();
    }
    let (mut low, mut high) = (0f64, f64::INFINITY);
    for (n, &value) in (first..).zip(values).filter(|(n, _)| *n > 0) {
        low = low.max(value as f64 / n as f64);
        high = high.min((value + 1) as f64 / n as f64);
    }
    let mut tried = Vec::new();
    for d in (2..=LARGEST_ROOT).filter(|d| squarefree(*d as u64) == *d as u64) {
        for c in 1..=8i64 {
            for b in (1..=4i64).flat_map(|b| [b, -b]) {
                let root = b as f64 * (d as f64).sqrt();
                let a = (high * c as f64 - root).floor();
                if a + root >= low * c as f64 && a.abs() <= MOST as f64 {
                    let a = a as i64;
                    let cost = a.abs() + b.abs() + c + d / 4 + i64::from(b < 0);
                    tried.push((cost, [a, b, d, c]));
                }
            }
        }
    }
    tried.sort_unstable();
    let roots = { tried.into_iter() }.filter_map(|(_, [a, b, d, c])| Root::new(a, b, d, c));
    let mut found: Vec<Root> = Vec::new();
    for root in roots {
        let mut each = (first..).zip(values);
        if !found.contains(&root) && each.all(|(n, value)| root.floor(n) == *value) {
            found.push(root);
            if found.len() == MOST_TOLD {
                break;
            }
        }
    }
    found
}

/// Slopes of lost pairs, if there is one pair for each difference and they lie along such a line.
pub(super) fn guess(lost: &[Vec<u64>]) -> Vec<Root> {
    let mut smaller: Vec<Option<u64>> = vec![None; lost.len()];
    for pair in lost.iter().filter(|pair| pair[0] <= pair[1]) {
        let difference = usize::try_from(pair[1] - pair[0]);
        let known = difference.ok().and_then(|n| smaller.get_mut(n));
        if known.is_some_and(|known| known.replace(pair[0]).is_some()) {
            return Vec::new();
        }
    }
    through(0, &smaller.into_iter().map_while(|m| m).collect::<Vec<_>>())
}

/// Slopes under which lost pairs lie in a square table, if they fill all that is between a line and
/// the diagonal.
pub(super) fn guess_cone(lost: &[Vec<u64>], side: u64) -> Vec<Root> {
    let mut greatest: Vec<u64> = Vec::new();
    for x in 1..side {
        let above = lost.iter().filter(|pair| pair[0] == x && pair[1] >= x);
        let (mut count, mut most) = (0, 0);
        for pair in above {
            (count, most) = (count + 1, pair[1].max(most));
        }
        // The table may end before the pairs do.
        if count == 0 || most + 1 >= side || most - x + 1 != count {
            break;
        }
        greatest.push(most);
    }
    let mut found = through(1, &greatest);
    found.retain(|root| root.covers(1, 1));
    found
}

/// The pairs (⌊n·α⌋, ⌊n·α⌋ + n) times `times`, and so much more each.
pub(super) fn moved(
    engine: &mut Engine,
    line: &Relation,
    times: u8,
    plus: u8,
) -> Result<Relation, Error> {
    if (times, plus) == (1, 0) {
        return Ok(line.clone());
    }
    let (times, plus) = (i64::from(times), i64::from(plus));
    let all = vec![
        engine.rename(line, &[2, 3])?,
        engine.equal(&[(0, 1), (2, -times)], plus)?,
        engine.equal(&[(1, 1), (3, -times)], plus)?,
    ];
    engine.join(all, &[0, 1])
}

/// The pairs of which the greater is at most α times the smaller, from those along the line.
pub(super) fn cone(engine: &mut Engine, line: &Relation) -> Result<Relation, Error> {
    // Variables 0 and 1 are the pair, 2 is ⌊n·α⌋ for n = 0.
    let all = vec![
        engine.rename(line, &[2, 3])?,
        engine.equal(&[(3, 1), (2, -1), (0, -1)], 0)?,
        engine.at_most(&[(0, 1), (1, -1)], 0)?,
        engine.at_most(&[(1, 1), (2, -1)], 0)?,
    ];
    let above = engine.join(all, &[0, 1])?;
    let below = engine.rename(&above, &[1, 0])?;
    engine.or(&above, &below)
}

/// Whether a symmetric relation is that of the pairs: see above.
pub(super) fn decide(engine: &mut Engine, pairs: &Relation, root: &Root) -> Result<bool, Error> {
    /// Where the roots are told apart.
    const AT: u64 = 1 << 20;
    /// Numbers that tell the bound of the second premise.
    const SEEN: u64 = 3_000;
    let (x, y, n) = (0, 1, 2);
    let ordered = engine.at_most(&[(x, 1), (y, -1)], 0)?;
    let told = engine.equal(&[(n, 1), (x, 1), (y, -1)], 0)?;
    let graph = engine.join(vec![pairs.clone(), ordered, told], &[x, n])?;
    // It is a function.
    let some = engine.exists(&graph, &[x])?;
    let two = engine.at_least(&graph, &[x], 2)?;
    if some != engine.all(&[n])? || !two.is_empty() {
        return Ok(false);
    }
    // Premise 1: variables 0, 2, 4 are the values at 1, 3, 5 = 1 + 3.
    let each = [[0, 1], [2, 3], [4, 5]];
    let sum = engine.equal(&[(5, 1), (1, -1), (3, -1)], 0)?;
    let less = engine.at_most(&[(4, 1), (0, -1), (2, -1)], -1)?;
    let more = engine.at_most(&[(0, 1), (2, 1), (4, -1)], -2)?;
    for wrong in [less, more] {
        let mut all = vec![sum.clone(), wrong];
        for to in each {
            all.push(engine.rename(&graph, &to)?);
        }
        if !engine.join(all, &[])?.is_empty() {
            return Ok(false);
        }
    }
    // Premise 2: 1, its value 0, and the value 2 of that.
    let [a, b, c] = root.polynomial();
    let near = (0..SEEN).map(|n| {
        let [n, m, k] = [n, root.floor(n), root.floor(root.floor(n))].map(|n| n as i64);
        (a * k + b * m + c * n).abs()
    });
    let bound = near.max().unwrap_or(0);
    for sign in [1, -1] {
        let over = [(2, -sign * a), (0, -sign * b), (1, -sign * c)];
        let over = engine.at_most(&over, -bound - 1)?;
        let inner = engine.rename(&graph, &[0, 1])?;
        let outer = engine.rename(&graph, &[2, 0])?;
        if !engine.join(vec![over, inner, outer], &[])?.is_empty() {
            return Ok(false);
        }
    }
    // Premise 3: the roots differ by 2·b·√d/c, which is more than 1/N.
    let [b, d, c] = [root.b, root.d, root.c].map(i128::from);
    let apart = 4 * b * b * d * i128::from(AT) * i128::from(AT) > c * c;
    Ok(apart && graph.contains(&[root.floor(AT), AT]))
}

#[cfg(test)]
mod tests {
    use grundy::budget::Budget;

    use super::super::decide::relation;
    use super::super::sparse::Sparse;
    use super::*;

    fn some() -> Vec<Root> {
        let all = [
            (0, 1, 2, 2),
            (0, 1, 2, 1),
            (1, 1, 5, 2),
            (0, 1, 7, 1),
            (2, -1, 2, 1),
            (3, -1, 5, 2),
            (-1, 1, 3, 1),
            (5, 3, 13, 7),
            (0, 2, 3, 5),
        ];
        let all = all.map(|(a, b, d, c)| Root::new(a, b, d, c));
        all.into_iter().collect::<Option<_>>().unwrap()
    }

    #[test]
    fn floors_are_between() {
        for root in some() {
            let [a, b, c] = root.polynomial().map(i128::from);
            let rough = (root.a as f64 + root.b as f64 * (root.d as f64).sqrt()) / root.c as f64;
            for n in (0..400u64).chain([1 << 40, (1 << 40) + 1]) {
                let m = root.floor(n);
                if n < 1000 {
                    assert_eq!(m, (rough * n as f64 + 1e-9).floor() as u64, "{root} {n}");
                }
                assert!(root.holds(m, m + n) && root.holds(m + n, m), "{root} {n}");
                assert!(!root.holds(m + 1, m + 1 + n), "{root} {n}");
            }
            // It is a root: the polynomial changes its sign between m/n and (m+1)/n.
            let (n, m) = (1i128 << 30, i128::from(root.floor(1 << 30)));
            let sign = |m: i128| (a * m * m + b * m * n + c * n * n).signum();
            assert!(sign(m) * sign(m + 1) < 0, "{root}");
        }
        for (a, b, d, c) in [
            (1, 0, 2, 1),
            (0, 1, 1, 1),
            (0, 1, 8, 1),
            (0, -1, 2, 1),
            (1, -1, 2, 1),
            (0, 1, 2, 0),
        ] {
            assert_eq!(Root::new(a, b, d, c), None, "{a} {b} {d} {c}");
        }
        assert_eq!(Root::new(2, 4, 3, 6), Root::new(1, 2, 3, 3));
    }

    #[test]
    fn a_line_is_not_taken_for_another() {
        let [half, whole, other] = [(0, 1, 2, 2), (0, 1, 2, 1), (2, -1, 2, 1)]
            .map(|(a, b, d, c)| Root::new(a, b, d, c).unwrap());
        let budget = Budget::default();
        let mut meter = budget.meter("test");
        let mut engine = Engine::new(half.numeration().unwrap(), &mut meter);
        let line = Sparse::Line {
            root: half,
            times: 1,
            plus: 0,
        };
        let pairs = relation(&line, &mut engine, &budget).unwrap().unwrap();
        assert!(decide(&mut engine, &pairs, &half).unwrap());
        for root in [whole, other] {
            assert!(!decide(&mut engine, &pairs, &root).unwrap(), "{root}");
        }
        // A pair less, and another in its place.
        assert_eq!(half.floor(17), 12);
        let gone = [vec![12, 29], vec![29, 12]];
        let gone = engine.finite(&[0, 1], &gone).unwrap();
        let fewer = engine.minus(&pairs, &gone).unwrap();
        assert!(!decide(&mut engine, &fewer, &half).unwrap());
        let new = [vec![13, 30], vec![30, 13]];
        let new = engine.finite(&[0, 1], &new).unwrap();
        let changed = engine.or(&fewer, &new).unwrap();
        assert!(!decide(&mut engine, &changed, &half).unwrap());
    }

    #[test]
    fn lines_are_told_from_their_pairs() {
        for root in some() {
            let pairs = (0..200u64).map(|n| (root.floor(n), n));
            let lost: Vec<Vec<u64>> = pairs.map(|(m, n)| vec![m, m + n]).collect();
            assert!(guess(&lost).contains(&root), "{root}");
        }
    }
}
