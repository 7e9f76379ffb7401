//! Conditions of the rule language as guards.
//!
//! What is defined on the way stays inside the condition: "there is a number
//! such that …" ([`Frame::close`]). An equation between xors of linear numbers
//! needs no new number: with ~x = -1-x, which is natural where x is negative,
//! x ⊕ y = ~(~x ⊕ y), so the xor of all sides is 0 exactly if an even number of
//! them is negative and the xor of the x or ~x that are natural is 0.

use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Unary};

use super::frame::{Defined, Frame};
use super::number::{NEGATIVE_ONES, cases, form, listed, pairs, ranges, single};
use super::{DEEPEST, MOST_VALUES, Reason, add, at_most};
use crate::automata::MOST_ONES;
use crate::rules::{Form, Function, Guard};

/// Larger moduli make automata too large.
const LARGEST_MODULUS: u32 = 1 << 20;

/// Whether a condition holds, as a guard.
pub(super) fn guard(cond: &Cond, frame: &Frame, depth: usize) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    frame.work()?;
    match cond {
        Cond::Truth(truth) => Ok(fixed(*truth)),
        Cond::Compare(sign, a, b) => compare(*sign, a, b, frame, depth),
        Cond::Divides(a, b) => divides(a, b, frame, depth),
        Cond::Not(a) => Ok(not(guard(a, frame, depth + 1)?)),
        // What decides alone leaves the other unlooked at, and what is looked
        // at next may rely on it.
        Cond::And(a, b) => {
            let a = guard(a, frame, depth + 1)?;
            if truth(&a) == Some(false) {
                return Ok(a);
            }
            let b = guard(b, &frame.with(a.clone()), depth + 1)?;
            Ok(a.and(b))
        }
        Cond::Or(a, b) => {
            let a = guard(a, frame, depth + 1)?;
            if truth(&a) == Some(true) {
                return Ok(a);
            }
            let b = guard(b, &frame.with(not(a.clone())), depth + 1)?;
            Ok(Guard::Any(vec![a, b]))
        }
        Cond::Any(q) => match each(q, frame, depth) {
            Ok(each) => Ok(Guard::Any(each)),
            Err(reason) => some(q, true, frame, depth, reason),
        },
        Cond::All(q) => match each(q, frame, depth) {
            Ok(each) => Ok(Guard::All(each)),
            Err(reason) => Ok(not(some(q, false, frame, depth, reason)?)),
        },
    }
}

pub(super) fn fixed(truth: bool) -> Guard {
    match truth {
        true => Guard::always(),
        false => Guard::Any(Vec::new()),
    }
}

pub(super) fn not(guard: Guard) -> Guard {
    match guard {
        Guard::Not(inner) => *inner,
        other => Guard::Not(Box::new(other)),
    }
}

fn any(mut guards: Vec<Guard>) -> Guard {
    match guards.len() {
        1 => guards.remove(0),
        _ => Guard::Any(guards),
    }
}

/// Whether a guard holds, where that does not depend on anything.
pub(super) fn truth(guard: &Guard) -> Option<bool> {
    let fixed = match guard {
        Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) | Guard::PowerOfTwo(f) => {
            f.terms.is_empty()
        }
        Guard::XorZero(forms) => forms.iter().all(|f| f.terms.is_empty()),
        Guard::Is(f, function) => {
            let mut operands = function.operands().into_iter();
            f.terms.is_empty() && operands.all(|f| f.terms.is_empty())
        }
        Guard::Some(_, body) => return truth(body),
        Guard::Not(inner) => return truth(inner).map(|truth| !truth),
        Guard::All(all) => {
            let each: Vec<Option<bool>> = all.iter().map(truth).collect();
            return match each.contains(&Some(false)) {
                true => Some(false),
                false => each.iter().all(|t| *t == Some(true)).then_some(true),
            };
        }
        Guard::Any(any) => {
            let each: Vec<Option<bool>> = any.iter().map(truth).collect();
            return match each.contains(&Some(true)) {
                true => Some(true),
                false => each.iter().all(|t| *t == Some(false)).then_some(false),
            };
        }
    };
    fixed.then(|| guard.holds(&[]))
}

/// A condition for each of finitely many known choices.
pub(super) fn each(q: &ir::Quantified, frame: &Frame, depth: usize) -> Result<Vec<Guard>, Reason> {
    let choices = listed(&q.binder.domain, frame, depth)?;
    let choices = choices.ok_or(("a quantifier over a range that varies", "范围可变的量词"))?;
    let mut found = Vec::new();
    for choice in choices {
        let mut inner = frame.clone();
        inner.known.extend((q.binder.first..).zip(choice));
        found.push(guard(&q.body, &inner, depth + 1)?);
    }
    Ok(found)
}

/// Whether the condition holds for some number of a range (or, if `holds` is
/// false, does not hold for some).
fn some(
    q: &ir::Quantified,
    holds: bool,
    frame: &Frame,
    depth: usize,
    reason: Reason,
) -> Result<Guard, Reason> {
    let Domain::Range(least, most) = &q.binder.domain else {
        return Err(reason);
    };
    let mut found = Vec::new();
    for (mut there, chosen) in ranges("q", least, most, frame, depth + 1)? {
        there.known.insert(q.binder.first, chosen);
        let body = guard(&q.body, &there, depth + 1)?;
        let body = if holds { body } else { not(body) };
        found.push(there.close(frame, body));
    }
    Ok(any(found))
}

/// `divides(a, b)`: 0 divides only 0.
fn divides(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Guard, Reason> {
    const REASON: Reason = ("a divisor that varies or is large", "可变或过大的除数");
    let mut found = Vec::new();
    for (there, a, b) in pairs(a, b, frame, depth + 1)? {
        let listed = match a.terms.is_empty() {
            true => vec![(there, a.constant)],
            false => {
                let bounds = there.bounds(&a, MOST_VALUES).ok_or(REASON)?;
                if bounds.1 - bounds.0 >= MOST_VALUES {
                    return Err(REASON);
                }
                let mut listed = Vec::new();
                for value in bounds.0..=bounds.1 {
                    let rest = add(&a, -1, &Form::constant(value))?;
                    listed.push((there.with(Guard::Zero(rest)), value));
                }
                listed
            }
        };
        for (there, a) in listed {
            let divides = match u32::try_from(a.unsigned_abs()) {
                Ok(0) => Guard::Zero(b.clone()),
                Ok(m @ 1..=LARGEST_MODULUS) => Guard::Remainder(b.clone(), m, 0),
                _ => return Err(REASON),
            };
            found.push(there.close(frame, divides));
        }
    }
    Ok(any(found))
}

/// A comparison.
pub(super) fn compare(
    sign: Compare,
    a: &Expr,
    b: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    frame.work()?;
    let sub = |sign, a: &Expr, b: &Expr| compare(sign, a, b, frame, depth + 1);
    // Only the branch that is taken is looked at.
    let choice = |cond: &Cond,
                  yes: &dyn Fn(&Frame) -> Result<Guard, Reason>,
                  no: &dyn Fn(&Frame) -> Result<Guard, Reason>| {
        let cond = guard(cond, frame, depth + 1)?;
        let other = not(cond.clone());
        Ok(match truth(&cond) {
            Some(true) => yes(frame)?,
            Some(false) => no(frame)?,
            None => Guard::Any(vec![
                cond.clone().and(yes(&frame.with(cond))?),
                other.clone().and(no(&frame.with(other))?),
            ]),
        })
    };
    match (a, b) {
        (Expr::Choice(cond, yes, no), _) => {
            return choice(
                cond,
                &|frame| compare(sign, yes, b, frame, depth + 1),
                &|frame| compare(sign, no, b, frame, depth + 1),
            );
        }
        (_, Expr::Choice(cond, yes, no)) => {
            return choice(
                cond,
                &|frame| compare(sign, a, yes, frame, depth + 1),
                &|frame| compare(sign, a, no, frame, depth + 1),
            );
        }
        _ => {}
    }
    match sign {
        Compare::Unequal => return Ok(not(sub(Compare::Equal, a, b)?)),
        Compare::Equal => {
            if let Some(found) = equal(a, b, frame, depth)? {
                return Ok(found);
            }
        }
        Compare::AtMost | Compare::Less => {
            let both = |x, y| Ok(Guard::All(vec![x, y]));
            let either = |x, y| Ok(Guard::Any(vec![x, y]));
            match (a, b) {
                (_, Expr::Binary(Binary::Min, x, y)) => {
                    return both(sub(sign, a, x)?, sub(sign, a, y)?);
                }
                (Expr::Binary(Binary::Max, x, y), _) => {
                    return both(sub(sign, x, b)?, sub(sign, y, b)?);
                }
                (_, Expr::Binary(Binary::Max, x, y)) => {
                    return either(sub(sign, a, x)?, sub(sign, a, y)?);
                }
                (Expr::Binary(Binary::Min, x, y), _) => {
                    return either(sub(sign, x, b)?, sub(sign, y, b)?);
                }
                _ => {}
            }
            // With a positive divisor a quotient is rounded down: a ≤ ⌊x/m⌋ is
            // m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            if let (Expr::Binary(Binary::Divide, x, m), true) = (b, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
                && let (Ok(a), Ok(x)) = (form(a, frame, depth), form(x, frame, depth))
            {
                return at_most(&add(&Form::default(), m, &a)?, &x);
            }
            if let (Expr::Binary(Binary::Divide, x, m), true) = (a, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
                && let (Ok(x), Ok(b)) = (form(x, frame, depth), form(b, frame, depth))
            {
                return at_most(&x, &add(&Form::constant(m - 1), m, &b)?);
            }
        }
    }
    if let Some(found) = ones(sign, a, b, frame, depth)? {
        return Ok(found);
    }
    let mut found = Vec::new();
    for (there, a, b) in pairs(a, b, frame, depth + 1)? {
        found.push(there.close(frame, of_forms(sign, &a, &b)?));
    }
    Ok(any(found))
}

fn of_forms(sign: Compare, a: &Form, b: &Form) -> Result<Guard, Reason> {
    match sign {
        Compare::Equal => Ok(Guard::Zero(add(a, -1, b)?)),
        Compare::Unequal => Ok(not(Guard::Zero(add(a, -1, b)?))),
        Compare::Less => at_most(&add(a, 1, &Form::constant(1))?, b),
        Compare::AtMost => at_most(a, b),
    }
}

/// The number of ones beside a fixed number, if this is that.
fn ones(
    sign: Compare,
    a: &Expr,
    b: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Option<Guard>, Reason> {
    let is_count = |e: &Expr| matches!(e, Expr::Unary(Unary::Popcount, _));
    let (x, fixed) = match (a, b) {
        (Expr::Unary(Unary::Popcount, x), b) if !is_count(b) => (x, b),
        (a, Expr::Unary(Unary::Popcount, x)) if !is_count(a) => (x, a),
        _ => return Ok(None),
    };
    let fixed = single(fixed, frame).filter(|form| form.terms.is_empty());
    let Some(fixed) = fixed.map(|form| form.constant) else {
        return Ok(None);
    };
    let most = match u32::try_from(fixed.max(-1) + 1) {
        Ok(most @ 0..=MOST_ONES) => most,
        _ => return Ok(None),
    };
    let mut found = Vec::new();
    for (mut there, x) in cases(x, frame, depth + 1)? {
        if !there.is_natural(&x) {
            return Err(NEGATIVE_ONES);
        }
        let count = there.define(Defined::Function(Function::Ones(x, most)))?;
        let fixed = Form::constant(fixed);
        let (a, b) = match is_count(a) {
            true => (count, fixed),
            false => (fixed, count),
        };
        found.push(there.close(frame, of_forms(sign, &a, &b)?));
    }
    Ok(Some(any(found)))
}

/// Equalities that need no new number though they are more than linear, if
/// this is one.
fn equal(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Option<Guard>, Reason> {
    let is_xor = |e: &Expr| matches!(e, Expr::Binary(Binary::Xor, ..));
    if is_xor(a) || is_xor(b) {
        return xor(a, b, frame, depth);
    }
    for (a, b) in [(a, b), (b, a)] {
        match (a, b) {
            (Expr::Binary(Binary::Remainder, x, m), b) => {
                let modulus = single(m, frame).filter(|m| m.terms.is_empty());
                let modulus = modulus.and_then(|m| u32::try_from(m.constant.unsigned_abs()).ok());
                let Some(m @ 1..=LARGEST_MODULUS) = modulus else {
                    continue;
                };
                let (Ok(x), Some(r)) = (form(x, frame, depth), single(b, frame)) else {
                    continue;
                };
                if !r.terms.is_empty() {
                    continue;
                }
                let r = u32::try_from(r.constant).ok().filter(|r| *r < m);
                return Ok(Some(r.map_or(fixed(false), |r| Guard::Remainder(x, m, r))));
            }
            (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                let Ok(x) = form(x, frame, depth) else {
                    continue;
                };
                if !frame.is_natural(&x) {
                    return Err(NEGATIVE_ONES);
                }
                return Ok(Some(Guard::PowerOfTwo(x)));
            }
            (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                // A number is its lowest bit if it is a power of two, or 0.
                let Ok(x) = form(x, frame, depth) else {
                    continue;
                };
                return Ok(Some(Guard::Any(vec![
                    Guard::Zero(x.clone()),
                    Guard::PowerOfTwo(x),
                ])));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// An equation between xors of linear numbers: that of all sides is 0.
fn xor(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Option<Guard>, Reason> {
    /// More signs than this are not distinguished.
    const MOST_OPEN: usize = 4;
    let mut sides = Vec::new();
    let mut open = vec![a, b];
    while let Some(e) = open.pop() {
        match e {
            Expr::Binary(Binary::Xor, x, y) => open.extend([&**x, &**y]),
            e => match form(e, frame, depth + 1) {
                Ok(side) => sides.push(side),
                Err(_) => return Ok(None),
            },
        }
    }
    // What is there twice cancels, whatever its sign.
    let mut left: Vec<Form> = Vec::new();
    for side in sides {
        match left.iter().position(|other| *other == side) {
            Some(at) => drop(left.swap_remove(at)),
            None if side == Form::default() => {}
            None => left.push(side),
        }
    }
    match &left[..] {
        [] => return Ok(Some(fixed(true))),
        [one] => return Ok(Some(Guard::Zero(one.clone()))),
        [one, other] => return Ok(Some(Guard::Zero(add(one, -1, other)?))),
        _ => {}
    }
    // The sides of each sign that is possible, with what says so.
    let mut cases: Vec<(bool, Vec<Guard>, Vec<Form>)> = vec![(false, Vec::new(), Vec::new())];
    let mut unsure = 0;
    for side in left {
        let below = add(&Form::constant(-1), -1, &side)?;
        let natural = frame.is_natural(&side);
        let negative = !natural && frame.is_natural(&below);
        if !natural && !negative {
            unsure += 1;
        }
        if unsure > MOST_OPEN {
            return Err((
                "an xor of many numbers that may be negative",
                "多个可能为负的数的异或",
            ));
        }
        let mut next = Vec::new();
        for (odd, signs, forms) in cases {
            if !negative {
                let (mut signs, mut forms) = (signs.clone(), forms.clone());
                if !natural {
                    signs.push(at_most(&Form::constant(0), &side)?);
                }
                forms.push(side.clone());
                next.push((odd, signs, forms));
            }
            if !natural {
                let (mut signs, mut forms) = (signs, forms);
                if !negative {
                    signs.push(at_most(&Form::constant(0), &below)?);
                }
                forms.push(below.clone());
                next.push((!odd, signs, forms));
            }
        }
        cases = next;
    }
    let cases = cases.into_iter().filter(|(odd, ..)| !odd);
    let cases = cases.map(|(_, mut all, forms)| {
        all.push(Guard::XorZero(forms));
        match all.len() {
            1 => all.remove(0),
            _ => Guard::All(all),
        }
    });
    Ok(Some(any(cases.collect())))
}
