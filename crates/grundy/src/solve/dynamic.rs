//! Dynamic subtraction: how much may be taken depends on what was taken.
//!
//! A position (m, q): from `m` stones take r with 1 ≤ r ≤ q; the next player may
//! then take up to b(r), where the *bound* b never decreases. Let f(m) be the
//! least r whose taking wins, f(0) = ∞. Leaving (m-r, b(r)) wins exactly when
//! b(r) < f(m-r), so (m, q) is N exactly when q ≥ f(m), and
//!
//! > f(m) = min { r : f(m-r) > b(r) }.
//!
//! **The wall** gives f(1), f(2), … in O(1) amortised: see a heap j as a wall of
//! height f(j) at j, and look back from m over a growing threshold b(m-j). A wall
//! that is too low once is too low for ever, as b never decreases; so a stack
//! of walls, lower ones dropped for good, has the answer on top.
//!
//! **The sequence** gives f(m) for astronomical m. Let H₁ = 1 and
//! H_{i+1} = H_i + H_j with j least such that b(H_j) ≥ H_i; if there is no such j,
//! the sequence ends. (Schwenk 1970; Holshouser, Reiter and Rudzinski 2003.)
//! Every m is a sum of H's, chosen greedily, the last one repeatedly if the
//! sequence ends; *f(m) is its smallest part*. The proof needs nothing of b but
//! that it never decreases. By induction f(H_i) = H_i, and f(H_i + r) = f(r) for
//! 0 < r < H_j:
//! - takes below r leave the same in both; the take r = f(r), which is some H_l with
//!   l < j, wins at H_i + r because b(H_l) < H_i = f(H_i);
//! - at H_i + H_j, takes below H_j fail as they do at H_j; H_j itself fails because
//!   b(H_j) ≥ H_i; and larger takes r leave x < H_i with f(x) ≤ x < H_i ≤ b(r).
//!
//! After the last term H the values repeat with period H, by the same steps:
//! b(H_l) < H for all l. So for b(1) = 0 — a factor k < 1 — f is 1 everywhere. ∎
//!
//! **All winning takes** are sums of the smallest parts of m: if b(r) < f(m-r) = H_i,
//! then r < H_j, and the parts of m are those of m-r followed by those of r.
//!
//! ```
//! use grundy::solve::dynamic::{Linear, Sequence, Wall};
//! let twice: Vec<u64> = Wall::new(|r| 2 * r).take(8).collect();
//! assert_eq!(twice, [1, 2, 3, 1, 5, 1, 2, 8]);
//! let mut fibonacci = Sequence::new(Linear::times(2u8, 1u8));
//! assert_eq!(fibonacci.smallest(&8u8.into()), Some(8u8.into()));
//! assert_eq!(fibonacci.smallest(&20u8.into()), Some(2u8.into())); // 13 + 5 + 2
//! ```
//!
//! **Values.** Who wins is a small part of the Grundy value, for which no formula is known; [`Values`]
//! computes those of small heaps.
//!
//! Limits: the terms of a sequence are kept; a bound that grows fast makes the
//! sequence grow slowly, and beyond [`MOST_BYTES`] of terms it has no answer.

use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::natural::{self, Natural};

/// How much may be taken after a take. It must never decrease; any closure
/// that does not is a bound.
pub trait Bound {
    /// The most that may be taken after `taken` stones were.
    fn most(&self, taken: &Natural) -> Natural;
}

impl<F: Fn(&Natural) -> Natural> Bound for F {
    fn most(&self, taken: &Natural) -> Natural {
        self(taken)
    }
}

/// The bound ⌊k·r⌋ + c for a fraction k and an integer c, or 0 where that is
/// negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    numerator: Natural,
    denominator: Natural,
    plus: i64,
}

impl Linear {
    /// The bound ⌊r·numerator/denominator⌋; a denominator of 0 counts as 1.
    pub fn times(numerator: impl Into<Natural>, denominator: impl Into<Natural>) -> Self {
        let denominator: Natural = denominator.into();
        Linear {
            numerator: numerator.into(),
            denominator: denominator.max(Natural::ONE),
            plus: 0,
        }
    }

    /// With `plus` added.
    pub fn plus(mut self, plus: i64) -> Self {
        self.plus = plus;
        self
    }
}

impl Linear {
    /// The numerator, the denominator and what is added.
    pub fn terms(&self) -> (&Natural, &Natural, i64) {
        (&self.numerator, &self.denominator, self.plus)
    }
}

impl Bound for Linear {
    fn most(&self, taken: &Natural) -> Natural {
        let product = taken * &self.numerator / &self.denominator;
        let shift = Natural::from(self.plus.unsigned_abs());
        match self.plus {
            0.. => product + shift,
            _ if product > shift => product - shift,
            _ => Natural::ZERO,
        }
    }
}

/// f(1), f(2), … in turn, each in O(1) amortised.
pub struct Wall<B> {
    bound: B,
    heap: u64,
    /// Heaps whose walls may still be seen, and their heights.
    walls: Vec<(u64, u64)>,
}

impl<B: Fn(u64) -> u64> Wall<B> {
    /// Begins at one stone. `bound` must never decrease.
    pub fn new(bound: B) -> Self {
        Wall {
            bound,
            heap: 0,
            // The empty heap is a wall without end: taking everything wins.
            walls: vec![(0, u64::MAX)],
        }
    }
}

impl<B: Fn(u64) -> u64> Iterator for Wall<B> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.heap += 1;
        let taken = loop {
            let (heap, height) = *self.walls.last()?;
            let taken = self.heap - heap;
            // The first wall stands for ever, whatever the bound says.
            if heap == 0 || height > (self.bound)(taken) {
                break taken;
            }
            self.walls.pop();
        };
        self.walls.push((self.heap, taken));
        Some(taken)
    }
}

/// The table f(0) … f(`most`), with `u64::MAX` for f(0) = ∞, in O(`most`).
pub fn table(most: u64, bound: impl Fn(u64) -> u64, meter: &mut Meter) -> Result<Vec<u64>, Error> {
    // The table, and a stack of walls that can grow as long.
    meter.bytes(most.saturating_mul(24))?;
    meter.set_goal(most);
    let mut values = Vec::with_capacity(most as usize + 1);
    values.push(u64::MAX);
    for value in Wall::new(bound).take(most as usize) {
        meter.state()?;
        values.push(value);
    }
    Ok(values)
}

/// The Grundy values of positions with few stones, as far as they were needed.
///
/// What may be taken with a smaller limit may be taken with a larger one, so the value of (m, q) never
/// decreases with q: of each heap the limits are kept at which it grows.
pub struct Values {
    /// The bound of each take, if below the heaps that are valued.
    bounds: Vec<u32>,
    /// For each heap, the limits at which the value becomes 1, 2, ….
    steps: Vec<Vec<u32>>,
    /// Marks of values seen, and by which heap.
    seen: Vec<u32>,
}

impl Default for Values {
    fn default() -> Self {
        Values {
            bounds: vec![0],
            steps: vec![Vec::new()],
            seen: Vec::new(),
        }
    }
}

impl Values {
    /// Heaps of so many stones are not valued.
    pub const LIMIT: u64 = 1 << 10;

    /// How many takes are looked at for all heaps up to `stones`.
    pub fn cost(stones: u64) -> u64 {
        stones.saturating_mul(stones) / 2
    }

    /// The value of a heap of fewer than [`Values::LIMIT`] stones of which at most `most` may be
    /// taken. The bound must be the same at every call.
    pub fn value(&mut self, stones: u64, most: u64, bound: &impl Bound) -> Option<u32> {
        if stones >= Self::LIMIT {
            return None;
        }
        while self.steps.len() as u64 <= stones {
            self.add(bound);
        }
        Some(value(&self.steps[stones as usize], most.min(stones) as u32))
    }

    /// Values the next heap.
    fn add(&mut self, bound: &impl Bound) {
        let stones = self.steps.len();
        let most = natural::small(&bound.most(&Natural::from(stones)));
        let most = most.unwrap_or(u64::MAX).min(Self::LIMIT);
        self.bounds.push(most as u32);
        // No value exceeds the number of takes.
        self.seen.resize(stones + 1, 0);
        let mut steps = Vec::new();
        for taken in 1..=stones {
            let after = value(&self.steps[stones - taken], self.bounds[taken]);
            self.seen[after as usize] = stones as u32;
            while self.seen.get(steps.len()) == Some(&(stones as u32)) {
                steps.push(taken as u32);
            }
        }
        self.steps.push(steps);
    }
}

/// How many steps there are up to a limit.
fn value(steps: &[u32], most: u32) -> u32 {
    steps.partition_point(|step| *step <= most) as u32
}

/// How many bytes of terms a [`Sequence`] keeps at most.
pub const MOST_BYTES: usize = 64 << 20;

/// The generalised Fibonacci sequence of a bound, as far as it was needed.
pub struct Sequence<B> {
    bound: B,
    terms: Vec<Natural>,
    /// The j of the last step, which never decreases.
    step: usize,
    ended: bool,
    bytes: usize,
}

/// A number as a sum of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Different terms, the smallest first.
    pub small: Vec<Natural>,
    /// How often the last term of a sequence that ends is added on top.
    pub copies: Natural,
    /// That last term; 0 if the sequence goes on.
    pub last: Natural,
}

impl<B: Bound> Sequence<B> {
    /// Begins with H₁ = 1.
    pub fn new(bound: B) -> Self {
        Sequence {
            bound,
            terms: vec![Natural::ONE],
            step: 0,
            ended: false,
            bytes: 0,
        }
    }

    /// The bound.
    pub fn bound(&self) -> &B {
        &self.bound
    }

    /// Makes the terms up to the first above `m`; `false` if there are too many.
    fn reach(&mut self, m: &Natural) -> bool {
        while !self.ended && self.terms.last().is_some_and(|last| last <= m) {
            let last = &self.terms[self.terms.len() - 1];
            let low = |term: &Natural| self.bound.most(term) < *last;
            while self.terms.get(self.step).is_some_and(low) {
                self.step += 1;
            }
            let Some(added) = self.terms.get(self.step) else {
                self.ended = true;
                return true;
            };
            let next = last + added;
            self.bytes += 32 + natural::highest_bit(&next).unwrap_or(0) / 8;
            if self.bytes > MOST_BYTES {
                return false;
            }
            self.terms.push(next);
        }
        true
    }

    /// The terms up to `m`, and whether the sequence ends with them. `None` if
    /// there are too many.
    pub fn terms(&mut self, m: &Natural) -> Option<(&[Natural], bool)> {
        let reached = self.reach(m);
        let length = self.terms.partition_point(|term| term <= m);
        let ended = self.ended && length == self.terms.len();
        reached.then_some((&self.terms[..length], ended))
    }

    /// The greedy sum of terms for `m`. `None` if there are too many terms.
    pub fn parts(&mut self, m: &Natural) -> Option<Parts> {
        let (terms, ended) = self.terms(m)?;
        let (mut rest, mut copies, mut last) = (m.clone(), Natural::ZERO, Natural::ZERO);
        if let (true, Some(period)) = (ended, terms.last()) {
            last = period.clone();
            copies = &rest / period;
            rest %= period;
        }
        let mut small = Vec::new();
        let mut below = terms.len();
        while !rest.is_zero() {
            below = terms[..below].partition_point(|term| *term <= rest) - 1;
            rest -= &terms[below];
            small.push(terms[below].clone());
        }
        small.reverse();
        Some(Parts {
            small,
            copies,
            last,
        })
    }

    /// f(m) for m ≥ 1: the least take that wins. `None` if there are too many
    /// terms, or for m = 0.
    pub fn smallest(&mut self, m: &Natural) -> Option<Natural> {
        let parts = self.parts(m)?;
        let last = (!parts.copies.is_zero()).then_some(parts.last);
        parts.small.into_iter().next().or(last)
    }

    /// How many heaps from 1 to `most` are won by a player who may take up to
    /// `limit`: those m with f(m) ≤ limit. `None` if there are too many terms.
    ///
    /// Between H_i and H_{i+1} = H_i + H_j the values are those below H_j again,
    /// so the number w_i of won heaps below H_i satisfies
    /// w_{i+1} = w_i + [H_i ≤ limit] + w_j, and `most` is gone through part by part.
    ///
    /// ```
    /// use grundy::solve::dynamic::{Linear, Sequence};
    /// let mut fibonacci = Sequence::new(Linear::times(2u8, 1u8));
    /// // f = 1 2 3 1 5 1 2 8 1: below 10, five heaps have f ≤ 2.
    /// assert_eq!(fibonacci.wins_up_to(&8u8.into(), &2u8.into()), Some(5u8.into()));
    /// ```
    pub fn wins_up_to(&mut self, most: &Natural, limit: &Natural) -> Option<Natural> {
        let parts = self.parts(most)?;
        let (terms, _) = self.terms(most)?;
        let own = |term: &Natural| u8::from(term <= limit);
        // Won heaps below each term.
        let mut below: Vec<Natural> = Vec::with_capacity(terms.len());
        let mut added = 0;
        for (at, term) in terms.iter().enumerate() {
            let Some(before) = at.checked_sub(1) else {
                below.push(Natural::ZERO);
                continue;
            };
            if term - 1u8 <= *limit {
                // All of them, for a heap can be taken whole.
                below.push(term - 1u8);
                continue;
            }
            let gap = term - &terms[before];
            while terms[added] < gap {
                added += 1;
            }
            let won = &below[before] + &below[added] + own(&terms[before]);
            below.push(won);
        }
        let place = |term: &Natural| terms.partition_point(|other| other < term);
        let mut won = Natural::ZERO;
        for part in parts.small.iter().rev() {
            won += &below[place(part)] + own(part);
        }
        if !parts.copies.is_zero() {
            let period = &below[place(&parts.last)] + own(&parts.last);
            won += period * parts.copies;
        }
        Some(won)
    }

    /// Names every take of (m, q) that wins, the least first, until told to
    /// stop. `None` if there are too many terms.
    pub fn winning_takes(
        &mut self,
        m: &Natural,
        q: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        let parts = self.parts(m)?;
        Some(self.name_takes(m, q, &parts, visit))
    }

    fn name_takes(
        &self,
        m: &Natural,
        q: &Natural,
        parts: &Parts,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Flow {
        let wins = |taken: &Natural, next: &Natural| self.bound.most(taken) < *next;
        let mut taken = Natural::ZERO;
        for (number, part) in parts.small.iter().enumerate() {
            taken += part;
            let repeated = (!parts.copies.is_zero()).then_some(&parts.last);
            let next = parts.small.get(number + 1).or(repeated);
            if taken > *q {
                return CONTINUE;
            }
            if next.is_none_or(|next| wins(&taken, next)) {
                visit(taken.clone())?;
            }
        }
        if parts.copies.is_zero() {
            return CONTINUE;
        }
        // Each further copy of the last term wins until the bound is too large,
        // and then only taking everything does.
        loop {
            taken += &parts.last;
            if taken >= *m || !wins(&taken, &parts.last) {
                break;
            }
            if taken > *q {
                return CONTINUE;
            }
            visit(taken.clone())?;
        }
        if m <= q { visit(m.clone()) } else { CONTINUE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_definition() {
        for (numerator, denominator, plus) in
            [(2u8, 1u8, 0), (3, 2, 0), (1, 2, 0), (1, 1, 1), (5, 1, -3)]
        {
            let bound = Linear::times(numerator, denominator).plus(plus);
            let mut values = Values::default();
            let mut table: Vec<Vec<u32>> = Vec::new();
            for stones in 0..60usize {
                let mut row = Vec::new();
                for most in 0..=stones {
                    let after = (1..=most).map(|taken| {
                        let next = natural::small(&bound.most(&Natural::from(taken))).unwrap();
                        let left = stones - taken;
                        table[left][left.min(next as usize)]
                    });
                    let after: Vec<u32> = after.collect();
                    row.push(crate::solve::mex(&after, &mut Vec::new()));
                }
                table.push(row);
            }
            for (stones, row) in table.iter().enumerate().rev() {
                for (most, wanted) in row.iter().enumerate() {
                    let found = values.value(stones as u64, most as u64, &bound);
                    assert_eq!(found, Some(*wanted), "{bound:?}: {stones},{most}");
                }
                let beyond = values.value(stones as u64, u64::MAX, &bound);
                assert_eq!(beyond, row.last().copied());
            }
            assert_eq!(values.value(Values::LIMIT, 1, &bound), None);
        }
    }
    use crate::budget::Budget;
    use proptest::prelude::*;

    fn n(n: u64) -> Natural {
        Natural::from(n)
    }

    /// f(0) … f(most) by the definition.
    fn by_definition(most: u64, bound: impl Fn(u64) -> u64) -> Vec<u64> {
        let mut values = vec![u64::MAX];
        for m in 1..=most {
            let wins = |r: &u64| *r == m || values[(m - r) as usize] > bound(*r);
            values.push((1..=m).find(wins).unwrap());
        }
        values
    }

    fn counts_agree(known: &[u64], what: &str, sequence: &mut Sequence<impl Bound>) {
        for limit in [0, 1, 2, 3, 5, 8, 20, 1000] {
            let mut won = 0;
            for (most, f) in known.iter().enumerate().skip(1) {
                won += u64::from(*f <= limit);
                let counted = sequence.wins_up_to(&n(most as u64), &n(limit));
                assert_eq!(counted, Some(n(won)), "{what}: up to {most}, limit {limit}");
            }
        }
        assert_eq!(sequence.wins_up_to(&n(0), &n(3)), Some(n(0)));
    }

    fn agrees(most: u64, what: &str, bound: impl Fn(u64) -> u64) {
        let known = by_definition(most, &bound);
        let mut meter = Budget::default().meter("table");
        assert_eq!(table(most, &bound, &mut meter).unwrap(), known, "{what}");
        let mut sequence = Sequence::new(|r: &Natural| n(bound(natural::small(r).unwrap())));
        counts_agree(&known, what, &mut sequence);
        for m in 1..=most {
            let f = sequence.smallest(&n(m));
            assert_eq!(f, Some(n(known[m as usize])), "{what}: f({m})");
            for q in [1, 2, m / 3, m - 1, m, 2 * m] {
                let mut found = Vec::new();
                let _ = sequence.winning_takes(&n(m), &n(q), &mut |taken| {
                    found.push(natural::small(&taken).unwrap());
                    CONTINUE
                });
                let expected: Vec<u64> = (1..=q.min(m))
                    .filter(|r| *r == m || known[(m - r) as usize] > bound(*r))
                    .collect();
                assert_eq!(found, expected, "{what}: takes of ({m},{q})");
            }
        }
    }

    #[test]
    fn fractions_and_constants_agree_with_the_definition() {
        let fractions = [
            (1, 2),
            (9, 10),
            (1, 1),
            (4, 3),
            (10, 7),
            (3, 2),
            (2, 1),
            (7, 3),
            (5, 2),
            (3, 1),
            (6, 1),
        ];
        for (a, b) in fractions {
            for plus in [-3i64, -2, -1, 0, 1, 2, 5] {
                let bound = |r: u64| ((r * a / b) as i64 + plus).max(0) as u64;
                agrees(150, &format!("{a}/{b} {plus:+}"), bound);
                let linear = Linear::times(a, b).plus(plus);
                for r in 0..60 {
                    assert_eq!(linear.most(&n(r)), n(bound(r)));
                }
            }
        }
    }

    #[test]
    fn other_monotone_bounds_agree_with_the_definition() {
        agrees(300, "square", |r| r * r);
        agrees(300, "constant", |_| 4);
        agrees(300, "root", |r| 1 + r.isqrt());
        agrees(300, "steps", |r| r / 7 * 11 + 2);
        agrees(300, "everything", |_| 1_000_000);
    }

    #[test]
    fn a_thousand_digits_answer_at_once() {
        let m = n(10).pow(1000);
        let mut sequence = Sequence::new(Linear::times(3u8, 2u8));
        let f = sequence.smallest(&m).unwrap();
        // Take it, and the rest must be lost for the next player.
        let rest = sequence.smallest(&(&m - &f)).unwrap();
        assert!(rest > sequence.bound().most(&f));
        assert!(sequence.terms(&m).unwrap().0.len() < 10_000);
    }

    #[test]
    fn a_sequence_that_grows_too_slowly_has_no_answer() {
        let mut sequence = Sequence::new(|r: &Natural| r * r);
        assert_eq!(sequence.smallest(&n(10).pow(1000)), None);
        assert_eq!(sequence.smallest(&n(1)), Some(n(1)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn random_monotone_bounds_agree(steps in proptest::collection::vec(0u64..6, 120)) {
            let mut total = 0;
            let bound: Vec<u64> = steps.iter().map(|s| { total += s / 2; total }).collect();
            agrees(110, "random", |r| bound[r.min(119) as usize]);
        }
    }
}
