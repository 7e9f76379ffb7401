//! Expressions: what cannot fail is one instruction, what may is checked, and what is rare is asked of Rust.

use grundy_native::{self as native, Emitter, Unary as One};

use super::writer::{Num, Writer};
use crate::ir::{self, Binary, Expr, Unary};
use crate::span::{self, Span};

impl Writer<'_> {
    /// A number; where it has none the cell is left to the bytecode.
    pub(super) fn number(&mut self, e: &mut Emitter<'_>, expr: &Expr) -> Option<Num> {
        let stuck = self.stuck;
        self.count(1)?;
        Some(match expr {
            Expr::Const(number) => self.fixed(e, *number),
            Expr::Slot(slot) => self.frame[usize::from(*slot)],
            Expr::Unary(op, a) => {
                let a = self.number(e, a)?;
                self.unary(e, *op, a)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.number(e, a)?, self.number(e, b)?);
                self.binary(e, *op, a, b)
            }
            Expr::Element {
                first,
                length,
                index,
            } => {
                let index = self.number(e, index)?;
                let (first, length) = (usize::from(*first), usize::from(*length));
                match index.span.single() {
                    Some(at) if (0..length as i64).contains(&at) => self.frame[first + at as usize],
                    _ => {
                        let whole = Span::new(0, length as i64 - 1);
                        let index = self.inside(e, index, whole, stuck);
                        let all = self.frame[first..first + length].to_vec();
                        let spans = all.iter().map(|number| number.span);
                        let span = spans.reduce(Span::joined).unwrap_or(Span::ALL);
                        let array = match self.aside {
                            false => self.array?,
                            true => self.other?,
                        };
                        if self.aside {
                            self.count(length)?;
                            for (at, number) in all.iter().enumerate() {
                                e.set_element(array, first + at, number.value);
                            }
                        }
                        let at = e.add_fixed(index.value, first as i64);
                        let value = e.element(array, at, stuck);
                        Num { value, span }
                    }
                }
            }
            Expr::Choice(cond, yes, no) => {
                let (then, other, over) = (e.block(), e.block(), e.block());
                let zero = e.number(0);
                let chosen = e.variable(zero);
                self.test(e, cond, then, other)?;
                e.start(then);
                let yes = self.number(e, yes)?;
                e.set(chosen, yes.value);
                e.jump(over);
                e.start(other);
                let no = self.number(e, no)?;
                e.set(chosen, no.value);
                e.jump(over);
                e.start(over);
                Num {
                    value: e.get(chosen),
                    span: yes.span.joined(no.span),
                }
            }
            Expr::Count(q) => {
                let span = span::of(expr, &self.spans()).0;
                let zero = e.number(0);
                let count = e.variable(zero);
                self.choose(e, &q.binder, &mut |writer, e| {
                    let (holds, over) = (e.block(), e.block());
                    writer.test(e, &q.body, holds, over)?;
                    e.start(holds);
                    let before = e.get(count);
                    let after = e.add_fixed(before, 1);
                    e.set(count, after);
                    e.jump(over);
                    e.start(over);
                    Some(())
                })?;
                let value = e.get(count);
                Num { value, span }
            }
        })
    }

    fn unary(&mut self, e: &mut Emitter<'_>, op: Unary, a: Num) -> Num {
        let (span, total) = span::unary(op, a.span);
        let stuck = self.stuck;
        let mut number = a;
        if !total {
            let least = match op {
                Unary::Popcount | Unary::Isqrt => 0,
                Unary::Ctz => 1,
                _ => i64::MIN + 1,
            };
            number = self.inside(e, a, Span::new(least, i64::MAX), stuck);
        }
        let a = number.value;
        let value = match op {
            Unary::Negate => e.unary(One::Negate, a),
            Unary::Complement => e.unary(One::Complement, a),
            Unary::Abs if number.span.least >= 0 => a,
            Unary::Abs => e.unary(One::Abs, a),
            Unary::Popcount => e.unary(One::Popcount, a),
            Unary::Ctz => e.unary(One::Ctz, a),
            Unary::Lowbit => {
                let minus = e.unary(One::Negate, a);
                e.binary(native::Binary::And, a, minus)
            }
            Unary::Isqrt => e.call(root, a, a),
        };
        Num { value, span }
    }

    fn binary(&mut self, e: &mut Emitter<'_>, op: Binary, a: Num, b: Num) -> Num {
        let (span, total) = span::binary(op, a.span, b.span);
        let stuck = self.stuck;
        if let (true, Some(number)) = (total, span.single()) {
            return self.fixed(e, number);
        }
        let plain = |op: native::Binary, e: &mut Emitter<'_>| match total {
            true => e.binary(op, a.value, b.value),
            false => e.checked(op, a.value, b.value, stuck),
        };
        // What is not in line with the fast ways is asked of Rust, with a number that says that there is none.
        let asked = |function, e: &mut Emitter<'_>| {
            let value = e.call(function, a.value, b.value);
            if !total {
                let none = e.number(NONE);
                let none = e.compare(native::Compare::Equal, value, none);
                e.escape_if(none, stuck);
            }
            value
        };
        let whole = a.span.least >= 0 && b.span.least >= 0;
        let small = a.span.most <= i64::from(u32::MAX) && b.span.most <= i64::from(u32::MAX);
        let divisor = b.span.single().filter(|b| ![0, -1, i64::MIN].contains(b));
        // Division by a power of two is a shift, of negative numbers too.
        let power_of_two = divisor.filter(|by| *by > 0 && by & (by - 1) == 0);
        let value = match op {
            Binary::Add => plain(native::Binary::Add, e),
            Binary::Subtract => plain(native::Binary::Subtract, e),
            Binary::Multiply => plain(native::Binary::Multiply, e),
            Binary::Divide => match divisor {
                Some(by) if power_of_two.is_some() => {
                    let amount = e.number(i64::from(by.trailing_zeros()));
                    e.binary(native::Binary::ShiftRight, a.value, amount)
                }
                Some(by) => e.divide_by(a.value, by, a.span.least >= 0).0,
                None if whole => e.quotient(a.value, b.value, small, stuck),
                None => asked(quotient, e),
            },
            Binary::Remainder => match divisor {
                Some(by) if power_of_two.is_some() => {
                    let mask = e.number(by - 1);
                    e.binary(native::Binary::And, a.value, mask)
                }
                Some(by) => e.divide_by(a.value, by, a.span.least >= 0).1,
                None if whole => e.remainder(a.value, b.value, small, stuck),
                None => asked(remainder, e),
            },
            Binary::Power => asked(power, e),
            Binary::Gcd => asked(gcd, e),
            Binary::Min => e.binary(native::Binary::Min, a.value, b.value),
            Binary::Max => e.binary(native::Binary::Max, a.value, b.value),
            Binary::And => e.binary(native::Binary::And, a.value, b.value),
            Binary::Or => e.binary(native::Binary::Or, a.value, b.value),
            Binary::Xor => e.binary(native::Binary::Xor, a.value, b.value),
            Binary::ShiftLeft if total => e.binary(native::Binary::ShiftLeft, a.value, b.value),
            Binary::ShiftLeft => asked(left, e),
            Binary::ShiftRight => {
                self.inside(e, b, Span::new(0, 63), stuck);
                e.binary(native::Binary::ShiftRight, a.value, b.value)
            }
        };
        Num { value, span }
    }
}

/// What functions of Rust answer where there is no number; where it is the number, the bytecode is
/// asked for nothing.
const NONE: i64 = i64::MIN;

fn folded(op: Binary, a: i64, b: i64) -> i64 {
    ir::fold(op, a, b).unwrap_or(NONE)
}

extern "C" fn root(a: i64, _: i64) -> i64 {
    ir::fold_one(Unary::Isqrt, a).unwrap_or(NONE)
}

extern "C" fn quotient(a: i64, b: i64) -> i64 {
    folded(Binary::Divide, a, b)
}

extern "C" fn remainder(a: i64, b: i64) -> i64 {
    folded(Binary::Remainder, a, b)
}

extern "C" fn power(a: i64, b: i64) -> i64 {
    folded(Binary::Power, a, b)
}

extern "C" fn gcd(a: i64, b: i64) -> i64 {
    folded(Binary::Gcd, a, b)
}

extern "C" fn left(a: i64, b: i64) -> i64 {
    folded(Binary::ShiftLeft, a, b)
}
