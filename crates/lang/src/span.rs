//! Between which numbers an expression lies, and whether it can fail.
//!
//! A plain analysis with intervals: where it says that an operation has a value for all numbers it
//! may meet, machine code needs no check ([`crate::native`]). It may be too careful, never too bold.
//!
//! ```
//! use grundy_lang::ir::{Binary, Expr};
//! use grundy_lang::span::{Span, of};
//! let sum = Expr::Binary(Binary::Add, Expr::Slot(0).into(), Expr::Const(3).into());
//! assert_eq!(of(&sum, &[Span::new(0, 9)]), (Span::new(3, 12), true));
//! let (_, total) = of(&sum, &[Span::ALL]);
//! assert!(!total);
//! ```

use crate::ir::{Binary, Binder, Cond, Domain, Expr, Unary, fold};

/// All numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least.
    pub least: i64,
    /// The greatest.
    pub most: i64,
}

impl Span {
    /// Every number of 64 bits.
    pub const ALL: Span = Span::new(i64::MIN, i64::MAX);

    /// The numbers from one to another.
    pub const fn new(least: i64, most: i64) -> Span {
        Span { least, most }
    }

    /// One number.
    pub const fn one(number: i64) -> Span {
        Span::new(number, number)
    }

    /// The number, if there is only one.
    pub fn single(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    /// Whether all of it lies in another.
    pub fn within(self, other: Span) -> bool {
        other.least <= self.least && self.most <= other.most
    }

    /// Whether a number lies in it.
    pub fn contains(self, number: i64) -> bool {
        self.least <= number && number <= self.most
    }

    /// What lies in both; something that is not empty even where there is nothing.
    pub fn clipped(self, other: Span) -> Span {
        let least = self.least.max(other.least);
        Span::new(least, self.most.min(other.most).max(least))
    }

    /// The least that holds both.
    pub fn joined(self, other: Span) -> Span {
        Span::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// How many numbers a range from a number of this one to a number of the other has at most.
    pub fn trips(self, last: Span) -> u128 {
        let count = i128::from(last.most) - i128::from(self.least) + 1;
        count.max(0) as u128
    }

    /// The farthest from 0.
    fn size(self) -> i128 {
        i128::from(self.least)
            .abs()
            .max(i128::from(self.most).abs())
    }
}

/// The least span of numbers, and whether all of them have 64 bits.
fn spanned(numbers: &[i128]) -> (Span, bool) {
    let (least, most) = numbers
        .iter()
        .fold((i128::MAX, i128::MIN), |(a, b), n| (a.min(*n), b.max(*n)));
    let total = least >= i128::from(i64::MIN) && most <= i128::from(i64::MAX);
    let cut = |n: i128| n.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    (Span::new(cut(least), cut(most)), total)
}

/// The results of an operation on one number, and whether it always has one.
pub fn unary(op: Unary, a: Span) -> (Span, bool) {
    let (least, most) = (i128::from(a.least), i128::from(a.most));
    match op {
        Unary::Negate => spanned(&[-least, -most]),
        Unary::Complement => spanned(&[-1 - least, -1 - most]),
        Unary::Abs if a.contains(0) => spanned(&[0, a.size()]),
        Unary::Abs => spanned(&[least.abs(), most.abs()]),
        Unary::Popcount => (Span::new(0, 63), least >= 0),
        Unary::Ctz => (Span::new(0, 62), least > 0),
        Unary::Lowbit => match a.least >= 0 {
            true => (Span::new(0, a.most), true),
            false => (Span::new(0, 1 << 62), a.least != i64::MIN),
        },
        Unary::Isqrt => {
            let root = |n: i64| n.max(0).isqrt();
            (Span::new(root(a.least), root(a.most)), least >= 0)
        }
    }
}

/// The results of an operation on two numbers, and whether it always has one.
pub fn binary(op: Binary, a: Span, b: Span) -> (Span, bool) {
    let ends = |of: &dyn Fn(i128, i128) -> i128| {
        let mut all = [0; 4];
        for (at, end) in all.iter_mut().enumerate() {
            let x = if at < 2 { a.least } else { a.most };
            let y = if at % 2 == 0 { b.least } else { b.most };
            *end = of(i128::from(x), i128::from(y));
        }
        spanned(&all)
    };
    // The one quotient that is too large.
    let broken = a.least == i64::MIN && b.contains(-1);
    match op {
        Binary::Add => ends(&|a, b| a + b),
        Binary::Subtract => {
            let (a, b) = ((a.least, a.most), (b.least, b.most));
            let least = i128::from(a.0) - i128::from(b.1);
            spanned(&[least, i128::from(a.1) - i128::from(b.0)])
        }
        Binary::Multiply => ends(&|a, b| a * b),
        Binary::Divide if b.least > 0 => ends(&|a, b| a.div_euclid(b)),
        Binary::Divide => {
            let (span, _) = spanned(&[-a.size() - 1, a.size() + 1]);
            (span, !b.contains(0) && !broken)
        }
        Binary::Remainder => {
            let most = (b.size() - 1).max(0);
            let most = match a.least >= 0 {
                true => most.min(i128::from(a.most)),
                false => most,
            };
            (spanned(&[0, most]).0, !b.contains(0) && !broken)
        }
        Binary::Power => match a.least >= 0 && b.within(Span::new(0, 63)) {
            true => {
                let (least, most) = (fold(op, a.least, b.least), fold(op, a.most, b.most));
                let least = if a.least == 0 { Some(0) } else { least };
                // 0**0 is 1.
                let most = most.map(|most| most.max(1));
                match (least, most) {
                    (Some(least), Some(most)) => (Span::new(least, most), true),
                    _ => (Span::new(0, i64::MAX), false),
                }
            }
            false => (Span::ALL, false),
        },
        Binary::Min => {
            let least = a.least.min(b.least);
            (Span::new(least, a.most.min(b.most)), true)
        }
        Binary::Max => {
            let least = a.least.max(b.least);
            (Span::new(least, a.most.max(b.most)), true)
        }
        Binary::Gcd => {
            let (span, total) = spanned(&[0, a.size().max(b.size())]);
            (span, total)
        }
        Binary::And => match (a.least >= 0, b.least >= 0) {
            (true, true) => (Span::new(0, a.most.min(b.most)), true),
            (true, false) => (Span::new(0, a.most), true),
            (false, true) => (Span::new(0, b.most), true),
            (false, false) => (Span::ALL, true),
        },
        Binary::Or | Binary::Xor => match a.least >= 0 && b.least >= 0 {
            true => {
                let bits = 64 - (a.most | b.most).leading_zeros();
                let most = ((1u64 << bits) - 1) as i64;
                (Span::new(0, most), true)
            }
            false => (Span::ALL, true),
        },
        Binary::ShiftLeft => match b.within(Span::new(0, 63)) {
            true => ends(&|a, b| a << b),
            false => (Span::ALL, false),
        },
        Binary::ShiftRight => match b.within(Span::new(0, 63)) {
            true => ends(&|a, b| a >> b),
            false => (Span::ALL, false),
        },
    }
}

/// Between which numbers an expression lies, where the slots lie in these spans, and whether it
/// always has a value.
pub fn of(expr: &Expr, slots: &[Span]) -> (Span, bool) {
    match expr {
        Expr::Const(number) => (Span::one(*number), true),
        Expr::Slot(slot) => (slots[usize::from(*slot)], true),
        Expr::Unary(op, a) => {
            let (a, sure) = of(a, slots);
            let (span, total) = unary(*op, a);
            (span, total && sure)
        }
        Expr::Binary(op, a, b) => {
            let ((a, first), (b, second)) = (of(a, slots), of(b, slots));
            let (span, total) = binary(*op, a, b);
            (span, total && first && second)
        }
        Expr::Element {
            first,
            length,
            index,
        } => {
            let (index, sure) = of(index, slots);
            let inside = index.within(Span::new(0, i64::from(*length) - 1));
            let (first, length) = (usize::from(*first), usize::from(*length));
            let all = &slots[first..first + length];
            // One element is known by its index.
            let one = index.single().filter(|_| inside);
            let all = one.map_or(all, |at| &all[at as usize..at as usize + 1]);
            let span = all.iter().copied().reduce(Span::joined);
            (span.unwrap_or(Span::ALL), sure && inside)
        }
        Expr::Choice(cond, yes, no) => {
            let sure = total(cond, slots);
            let ((yes, first), (no, second)) = (of(yes, slots), of(no, slots));
            (yes.joined(no), sure && first && second)
        }
        Expr::Count(q) => {
            let (inner, trips, sure) = chosen(&q.binder, slots);
            let most = trips.min(i64::MAX as u128) as i64;
            (Span::new(0, most), sure && total(&q.body, &inner))
        }
    }
}

/// Whether a condition can be looked at without a fault.
pub fn total(cond: &Cond, slots: &[Span]) -> bool {
    match cond {
        Cond::Truth(_) => true,
        Cond::Compare(_, a, b) | Cond::Divides(a, b) => of(a, slots).1 && of(b, slots).1,
        Cond::Not(a) => total(a, slots),
        Cond::And(a, b) | Cond::Or(a, b) => total(a, slots) && total(b, slots),
        Cond::Any(q) | Cond::All(q) => {
            let (inner, _, sure) = chosen(&q.binder, slots);
            sure && total(&q.body, &inner)
        }
    }
}

/// The spans inside a choice, how many choices there are at most, and whether it can be looked at
/// without a fault.
pub fn chosen(binder: &Binder, slots: &[Span]) -> (Vec<Span>, u128, bool) {
    let mut inner = slots.to_vec();
    let first = usize::from(binder.first);
    match &binder.domain {
        Domain::Range(least, most) => {
            let ((least, low), (most, high)) = (of(least, slots), of(most, slots));
            inner[first] = Span::new(least.least, most.most.max(least.least));
            (inner, least.trips(most), low && high)
        }
        Domain::Set(tuples) => {
            let mut sure = true;
            for (row, tuple) in tuples.iter().enumerate() {
                for (at, expr) in tuple.iter().enumerate() {
                    let (span, total) = of(expr, slots);
                    sure &= total;
                    let to = &mut inner[first + at];
                    *to = if row == 0 { span } else { to.joined(span) };
                }
            }
            (inner, tuples.len() as u128, sure)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::fold_one;

    const BINARY: [Binary; 14] = [
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::Divide,
        Binary::Remainder,
        Binary::Power,
        Binary::Min,
        Binary::Max,
        Binary::Gcd,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::ShiftLeft,
        Binary::ShiftRight,
    ];

    const UNARY: [Unary; 7] = [
        Unary::Negate,
        Unary::Complement,
        Unary::Abs,
        Unary::Popcount,
        Unary::Ctz,
        Unary::Lowbit,
        Unary::Isqrt,
    ];

    /// Numbers at which something happens, in order.
    const NUMBERS: [i64; 17] = [
        i64::MIN,
        i64::MIN + 1,
        -(1 << 40),
        -65,
        -7,
        -2,
        -1,
        0,
        1,
        2,
        3,
        8,
        62,
        63,
        64,
        1 << 40,
        i64::MAX,
    ];

    #[test]
    fn spans_hold_every_result() {
        let spans = || {
            let ends = (0..NUMBERS.len()).flat_map(|a| (a..NUMBERS.len()).map(move |b| (a, b)));
            ends.map(|(a, b)| (Span::new(NUMBERS[a], NUMBERS[b]), &NUMBERS[a..=b]))
        };
        let mut sure = 0;
        for (x, firsts) in spans() {
            for op in UNARY {
                let (span, total) = unary(op, x);
                for a in firsts {
                    let value = fold_one(op, *a);
                    assert!(value.is_some() || !total, "{op:?} {a} of {x:?}");
                    assert!(
                        value.is_none_or(|v| span.contains(v)),
                        "{op:?} {a}: {span:?}"
                    );
                }
            }
            for (y, seconds) in spans() {
                for op in BINARY {
                    let (span, total) = binary(op, x, y);
                    sure += u32::from(total);
                    for (a, b) in firsts
                        .iter()
                        .flat_map(|a| seconds.iter().map(move |b| (a, b)))
                    {
                        let value = fold(op, *a, *b);
                        assert!(value.is_some() || !total, "{a} {op:?} {b} of {x:?} {y:?}");
                        let inside = value.is_none_or(|v| span.contains(v));
                        assert!(inside, "{a} {op:?} {b} of {x:?} {y:?}: {value:?}, {span:?}");
                    }
                }
            }
        }
        // Whoever is never sure proves nothing.
        assert!(sure > 100_000, "{sure}");
    }
}
