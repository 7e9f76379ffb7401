//! Conditions: where code goes on.

use grundy_native::{self as native, Block, Emitter};

use super::writer::{Num, Writer};
use crate::ir::{self, Binary, Compare, Cond, Expr};
use crate::span::Span;

impl Writer<'_> {
    /// Goes to one of two places.
    pub(super) fn test(
        &mut self,
        e: &mut Emitter<'_>,
        cond: &Cond,
        yes: Block,
        no: Block,
    ) -> Option<()> {
        self.count(1)?;
        match cond {
            Cond::Truth(true) => e.jump(yes),
            Cond::Truth(false) => e.jump(no),
            Cond::Compare(
                compare @ (Compare::Equal | Compare::Unequal),
                Expr::Binary(Binary::Remainder, a, by),
                Expr::Const(0),
            ) if matches!(**by, Expr::Const(1..)) => {
                // Whether something is divided is cheaper to know than the remainder.
                let (a, by) = (self.number(e, a)?, self.number(e, by)?);
                match compare {
                    Compare::Equal => self.divides(e, by, a, yes, no),
                    _ => self.divides(e, by, a, no, yes),
                }
            }
            Cond::Compare(compare, a, b) => {
                let (a, b) = (self.number(e, a)?, self.number(e, b)?);
                match decided(*compare, a.span, b.span) {
                    Some(true) => e.jump(yes),
                    Some(false) => e.jump(no),
                    None => {
                        let compare = match compare {
                            Compare::Equal => native::Compare::Equal,
                            Compare::Unequal => native::Compare::Unequal,
                            Compare::Less => native::Compare::Less,
                            Compare::AtMost => native::Compare::AtMost,
                        };
                        let holds = e.compare(compare, a.value, b.value);
                        e.branch(holds, yes, no);
                    }
                }
            }
            Cond::Divides(a, b) => {
                let (a, b) = (self.number(e, a)?, self.number(e, b)?);
                self.divides(e, a, b, yes, no);
            }
            Cond::Not(inner) => self.test(e, inner, no, yes)?,
            Cond::And(a, b) => {
                let second = e.block();
                self.test(e, a, second, no)?;
                e.start(second);
                self.test(e, b, yes, no)?;
            }
            Cond::Or(a, b) => {
                let second = e.block();
                self.test(e, a, yes, second)?;
                e.start(second);
                self.test(e, b, yes, no)?;
            }
            Cond::Any(q) => {
                self.choose(e, &q.binder, &mut |writer, e| {
                    let on = e.block();
                    writer.test(e, &q.body, yes, on)?;
                    e.start(on);
                    Some(())
                })?;
                e.jump(no);
            }
            Cond::All(q) => {
                self.choose(e, &q.binder, &mut |writer, e| {
                    let on = e.block();
                    writer.test(e, &q.body, on, no)?;
                    e.start(on);
                    Some(())
                })?;
                e.jump(yes);
            }
        }
        Some(())
    }

    fn divides(&mut self, e: &mut Emitter<'_>, a: Num, b: Num, yes: Block, no: Block) {
        let small = a.span.most <= i64::from(u32::MAX) && b.span.most <= i64::from(u32::MAX);
        let fixed = a.span.single().map(i64::unsigned_abs);
        match fixed {
            Some(by) if by.is_power_of_two() && by < 1 << 62 => {
                let mask = e.number(by as i64 - 1);
                let rest = e.binary(native::Binary::And, b.value, mask);
                e.branch(rest, no, yes);
            }
            Some(by) if by % 2 == 1 && b.span.least >= 0 => {
                // Multiples of an odd number, times its inverse modulo 2^64, are the numbers 0, 1, 2, …:
                // up to (2^64 - 1)/by, and nothing else is.
                let inverse = e.number(inverse(by) as i64);
                let product = e.binary(native::Binary::Multiply, b.value, inverse);
                let end = e.number((u64::MAX / by + 1) as i64);
                let below = e.compare(native::Compare::Below, product, end);
                e.branch(below, yes, no);
            }
            Some(by @ 2..) if by < 1 << 62 => {
                let rest = e.divide_by(b.value, by as i64, b.span.least >= 0).1;
                e.branch(rest, no, yes);
            }
            _ if a.span.least >= 0 && b.span.least >= 0 => {
                // 0 divides 0 alone.
                let zero = e.block();
                let rest = e.remainder(b.value, a.value, small, zero);
                e.branch(rest, no, yes);
                e.start(zero);
                e.branch(b.value, no, yes);
            }
            _ => {
                let holds = e.call(divides, a.value, b.value);
                e.branch(holds, yes, no);
            }
        }
    }
}

/// The inverse of an odd number modulo 2^64: every step of Newton's doubles the bits that are right.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        let wrong = odd.wrapping_mul(inverse);
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(wrong));
    }
    inverse
}

/// Whether a comparison holds of all numbers of two spans, or of none.
fn decided(compare: Compare, a: Span, b: Span) -> Option<bool> {
    let apart = a.most < b.least || b.most < a.least;
    let same = a.single().is_some() && a.single() == b.single();
    match compare {
        Compare::Equal | Compare::Unequal if apart => Some(compare == Compare::Unequal),
        Compare::Equal | Compare::Unequal if same => Some(compare == Compare::Equal),
        Compare::Less if a.most < b.least => Some(true),
        Compare::Less if a.least >= b.most => Some(false),
        Compare::AtMost if a.most <= b.least => Some(true),
        Compare::AtMost if a.least > b.most => Some(false),
        _ => None,
    }
}

extern "C" fn divides(a: i64, b: i64) -> i64 {
    i64::from(ir::divides(a, b))
}
