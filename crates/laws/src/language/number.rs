//! Numbers of the rule language as linear forms, in cases.
//!
//! [`form`] reads what is linear as it stands. [`cases`] reads the rest: a
//! number is one linear form in each of finitely many cases that exclude each
//! other and leave nothing out, and what is not even piecewise linear is a new
//! natural variable with a condition that determines it:
//!
//! - `min`, `max`, `abs`, `? :` are cases.
//! - x / m for m > 0: q with m·q ≤ x < m·q + m. Where x is negative so is the
//!   quotient, and with ~x = -1-x it is ~(~x / m), since rounding is towards minus
//!   infinity. x / -m is -(x / m), and x % m is x - m·(x / m).
//! - `&`, `|`, `xor` are functions of digits ([`Function::digits`]), a shift is
//!   a multiple or a quotient, `lowbit(x)` is that of |x|.
//! - `gcd(x, c)` depends on x modulo c.
//! - A factor, divisor, exponent or index that the rules bound by small numbers
//!   is known, one number in each case.

use grundy_lang::ir::{self, Binary, Domain, Expr, Slot, Unary};

use super::condition::{guard, not, truth};
use super::frame::{Defined, Frame, POWER};
use super::{DEEPEST, MOST_VALUES, Reason, add, at_most, fit};
use crate::automata::{MOST_COEFFICIENT, MOST_ONES};
use crate::rules::{Form, Function, Guard};

/// A number in each of the cases that there are.
pub(super) type Cases = Vec<(Frame, Form)>;

/// More cases of one number than this are not told apart.
const MOST_CASES: usize = 256;
/// More conditions than this are not counted.
const MOST_COUNTED: usize = 6;

pub(super) const NOT_LINEAR: Reason = ("a number that is not linear", "非线性的数");
const PRODUCT: Reason = ("a product of numbers that vary", "可变数之积");
const VARYING_DIVISOR: Reason = ("a divisor that varies or is large", "可变或过大的除数");
pub(super) const VARYING_ELEMENT: Reason = ("an element of an array that varies", "可变的数组元素");
pub(super) const NO_VALUE: Reason = (
    "an operation that has no value, which is a fault",
    "没有值的运算，这是故障",
);
pub(super) const NEGATIVE_ONES: Reason = (
    "`popcount` of a number that may be negative, which is a fault",
    "可能为负的数的 `popcount`，这是故障",
);

/// The linear form of a number that has one as it stands.
pub(super) fn form(e: &Expr, frame: &Frame, depth: usize) -> Result<Form, Reason> {
    if depth > DEEPEST {
        return Err(("too deep an expression", "嵌套过深的表达式"));
    }
    frame.work()?;
    let sub = |e: &Expr| form(e, frame, depth + 1);
    match e {
        Expr::Const(value) => fit(Form::constant(*value)),
        Expr::Slot(slot) => frame.known.get(slot).cloned().ok_or(NOT_LINEAR),
        Expr::Unary(Unary::Negate, a) => add(&Form::default(), -1, &sub(a)?),
        Expr::Unary(Unary::Complement, a) => add(&Form::constant(-1), -1, &sub(a)?),
        Expr::Binary(Binary::Add, a, b) => add(&sub(a)?, 1, &sub(b)?),
        Expr::Binary(Binary::Subtract, a, b) => add(&sub(a)?, -1, &sub(b)?),
        Expr::Binary(Binary::Multiply, a, b) => product(&sub(a)?, &sub(b)?),
        Expr::Element {
            first,
            length,
            index,
        } => {
            let index = sub(index)?;
            if !index.terms.is_empty() {
                return Err(VARYING_ELEMENT);
            }
            element(frame, *first, *length, index.constant)
        }
        e if power_of_two(e).is_some_and(|slot| frame.known.contains_key(&(slot | POWER))) => {
            let slot = power_of_two(e).unwrap_or(0);
            frame.known.get(&(slot | POWER)).cloned().ok_or(NOT_LINEAR)
        }
        // Of numbers that are known there is nothing to be linear in.
        Expr::Binary(operation, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            if !a.terms.is_empty() || !b.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold(*operation, a.constant, b.constant);
            fit(value.map(Form::constant).ok_or(NO_VALUE)?)
        }
        Expr::Unary(operation, a) => {
            let a = sub(a)?;
            if !a.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold_one(*operation, a.constant);
            fit(value.map(Form::constant).ok_or(NO_VALUE)?)
        }
        Expr::Choice(..) | Expr::Count(_) => Err(NOT_LINEAR),
    }
}

/// The slot whose number is the exponent, if this is a power of two.
pub(super) fn power_of_two(e: &Expr) -> Option<Slot> {
    match e {
        Expr::Binary(Binary::Power, two, exponent)
        | Expr::Binary(Binary::ShiftLeft, two, exponent) => {
            let base = match e {
                Expr::Binary(Binary::Power, ..) => 2,
                _ => 1,
            };
            match (&**two, &**exponent) {
                (Expr::Const(found), Expr::Slot(slot)) if *found == base => Some(*slot),
                _ => None,
            }
        }
        _ => None,
    }
}

fn product(a: &Form, b: &Form) -> Result<Form, Reason> {
    match (a.terms.is_empty(), b.terms.is_empty()) {
        (true, _) => add(&Form::default(), a.constant, b),
        (_, true) => add(&Form::default(), b.constant, a),
        _ => Err(PRODUCT),
    }
}

fn element(frame: &Frame, first: Slot, length: u16, index: i64) -> Result<Form, Reason> {
    match (0..i64::from(length)).contains(&index) {
        true => {
            let slot = first + index as Slot;
            frame.known.get(&slot).cloned().ok_or(NOT_LINEAR)
        }
        false => Err(("an index outside its array", "下标超出数组")),
    }
}

/// A number as a linear form in each of finitely many cases.
pub(super) fn cases(e: &Expr, frame: &Frame, depth: usize) -> Result<Cases, Reason> {
    if let Ok(form) = form(e, frame, depth) {
        return Ok(vec![(frame.clone(), form)]);
    }
    if depth > DEEPEST {
        return Err(("too deep an expression", "嵌套过深的表达式"));
    }
    let mut found: Cases = Vec::new();
    match e {
        Expr::Const(_) | Expr::Slot(_) => found.push((frame.clone(), form(e, frame, depth)?)),
        Expr::Choice(cond, yes, no) => {
            let cond = guard(cond, frame, depth + 1)?;
            // Only the branch that is taken is looked at.
            found = match truth(&cond) {
                Some(true) => cases(yes, frame, depth + 1)?,
                Some(false) => cases(no, frame, depth + 1)?,
                None => {
                    let mut both = cases(yes, &frame.with(cond.clone()), depth + 1)?;
                    both.extend(cases(no, &frame.with(not(cond)), depth + 1)?);
                    both
                }
            };
        }
        Expr::Count(q) => found = counted(q, frame, depth + 1)?,
        Expr::Element {
            first,
            length,
            index,
        } => {
            for (there, index) in known(index, frame, depth + 1, VARYING_ELEMENT)? {
                let form = element(&there, *first, *length, index)?;
                found.push((there, form));
            }
        }
        Expr::Unary(operation, a) => {
            for (there, a) in cases(a, frame, depth + 1)? {
                found.extend(unary(*operation, &there, &a)?);
            }
        }
        Expr::Binary(operation, a, b) => found = binary(*operation, a, b, frame, depth + 1)?,
    }
    match found.len() > MOST_CASES {
        true => Err(("a number of too many cases", "情形过多的数")),
        false => Ok(found),
    }
}

/// Two numbers in all their cases.
pub(super) fn pairs(
    a: &Expr,
    b: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Vec<(Frame, Form, Form)>, Reason> {
    let mut found = Vec::new();
    for (there, a) in cases(a, frame, depth)? {
        for (there, b) in cases(b, &there, depth)? {
            found.push((there, a.clone(), b));
        }
        if found.len() > MOST_CASES {
            return Err(("numbers of too many cases", "情形过多的数"));
        }
    }
    Ok(found)
}

/// The form of a number, if it is one form and nothing had to be defined.
pub(super) fn single(e: &Expr, frame: &Frame) -> Option<Form> {
    let mut cases = cases(e, frame, 0).ok()?;
    let (there, form) = cases.pop()?;
    let same = cases.is_empty() && there.guard.len() == frame.guard.len();
    same.then_some(form)
}

/// A number in each case in which it is known; where the rules do not bound
/// it by small numbers the reason is given.
pub(super) fn known(
    e: &Expr,
    frame: &Frame,
    depth: usize,
    reason: Reason,
) -> Result<Vec<(Frame, i64)>, Reason> {
    let mut found = Vec::new();
    for (there, form) in cases(e, frame, depth)? {
        if form.terms.is_empty() {
            found.push((there, form.constant));
            continue;
        }
        let (least, most) = there.bounds(&form, MOST_VALUES).ok_or(reason)?;
        if most - least >= MOST_VALUES {
            return Err(reason);
        }
        for value in least..=most {
            let rest = add(&form, -1, &Form::constant(value))?;
            found.push((there.with(Guard::Zero(rest)), value));
        }
    }
    match found.len() > MOST_CASES {
        true => Err(reason),
        false => Ok(found),
    }
}

fn unary(operation: Unary, frame: &Frame, a: &Form) -> Result<Cases, Reason> {
    let negative = |a: &Form| add(&Form::default(), -1, a);
    let mut found = Vec::new();
    match operation {
        _ if a.terms.is_empty() => {
            let value = ir::fold_one(operation, a.constant).ok_or(NO_VALUE)?;
            found.push((frame.clone(), fit(Form::constant(value))?));
        }
        Unary::Negate => found.push((frame.clone(), negative(a)?)),
        Unary::Complement => {
            found.push((frame.clone(), add(&Form::constant(-1), -1, a)?));
        }
        Unary::Abs => {
            for (there, is_negative) in frame.signs(a)? {
                let form = if is_negative { negative(a)? } else { a.clone() };
                found.push((there, form));
            }
        }
        // That of x and of -x is the same.
        Unary::Lowbit => {
            for (mut there, is_negative) in frame.signs(a)? {
                let a = if is_negative { negative(a)? } else { a.clone() };
                let lowest = Defined::Function(Function::LowestBit(a));
                let form = there.define(lowest)?;
                found.push((there, form));
            }
        }
        Unary::Popcount => {
            return Err((
                "the number of ones of a number that varies, other than modulo or beside a fixed number",
                "可变数中一的个数，且并非取模或与固定的数比较",
            ));
        }
        Unary::Ctz => {
            return Err((
                "the number of trailing zeros of a number that varies",
                "可变数末尾零的个数",
            ));
        }
        Unary::Isqrt => {
            return Err(("the root of a number that varies", "可变数的平方根"));
        }
    }
    Ok(found)
}

fn binary(
    operation: Binary,
    a: &Expr,
    b: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Cases, Reason> {
    let mut found = Vec::new();
    match operation {
        Binary::Add | Binary::Subtract => {
            let factor = if operation == Binary::Add { 1 } else { -1 };
            for (there, a, b) in pairs(a, b, frame, depth)? {
                let sum = add(&a, factor, &b)?;
                found.push((there, sum));
            }
        }
        Binary::Min | Binary::Max => {
            for (there, a, b) in pairs(a, b, frame, depth)? {
                for (there, b_is_less) in there.signs(&add(&b, -1, &a)?)? {
                    let first = b_is_less != (operation == Binary::Min);
                    found.push((there, if first { a.clone() } else { b.clone() }));
                }
            }
        }
        Binary::Multiply => {
            // One of the two is known, number by number.
            let listed = known(b, frame, depth, PRODUCT).map(|known| (a, known));
            let listed = listed.or_else(|_| known(a, frame, depth, PRODUCT).map(|k| (b, k)));
            let (other, known) = listed?;
            for (there, factor) in known {
                for (there, form) in cases(other, &there, depth)? {
                    let form = product(&fit(Form::constant(factor))?, &form)?;
                    found.push((there, form));
                }
            }
        }
        Binary::Divide | Binary::Remainder => {
            if let (Binary::Remainder, Expr::Unary(Unary::Popcount, x)) = (operation, a)
                && form(a, frame, depth).is_err()
            {
                return ones_modulo(x, b, frame, depth);
            }
            for (there, m) in known(b, frame, depth, VARYING_DIVISOR)? {
                if m == 0 {
                    return Err(NO_VALUE);
                }
                if m.unsigned_abs() > MOST_COEFFICIENT as u64 {
                    return Err(VARYING_DIVISOR);
                }
                for (there, a) in cases(a, &there, depth)? {
                    match operation {
                        Binary::Remainder => found.extend(remainder(there, &a, m.abs())?),
                        _ => {
                            for (there, q) in quotient(there, &a, m.abs())? {
                                found.push((there, add(&Form::default(), m.signum(), &q)?));
                            }
                        }
                    }
                }
            }
        }
        Binary::ShiftLeft | Binary::ShiftRight => {
            let reason = ("a shift by a number that varies", "移动位数可变的移位");
            for (there, by) in known(b, frame, depth, reason)? {
                let power = match by {
                    0..=16 => 1i64 << by,
                    17..=63 => return Err(("a shift by more than 16", "超过 16 位的移位")),
                    _ => return Err(NO_VALUE),
                };
                for (there, a) in cases(a, &there, depth)? {
                    match operation {
                        Binary::ShiftRight => found.extend(quotient(there, &a, power)?),
                        _ => {
                            let form = add(&Form::default(), power, &a)?;
                            found.push((there, form));
                        }
                    }
                }
            }
        }
        Binary::Power => {
            let reason = ("a power of a number that varies", "可变数的幂");
            for (there, exponent) in known(b, frame, depth, reason)? {
                for (there, a) in cases(a, &there, depth)? {
                    let form = match (exponent, a.terms.is_empty()) {
                        (_, true) => {
                            let value = ir::fold(Binary::Power, a.constant, exponent);
                            fit(Form::constant(value.ok_or(NO_VALUE)?))?
                        }
                        (0, _) => Form::constant(1),
                        (1, _) => a,
                        (2..64, _) => return Err(reason),
                        _ => return Err(NO_VALUE),
                    };
                    found.push((there, form));
                }
            }
        }
        Binary::And | Binary::Or | Binary::Xor => {
            let digit = move |a: u8, b: u8| match operation {
                Binary::And => a & b,
                Binary::Or => a | b,
                _ => a ^ b,
            };
            let natural = |a: &Form, negative: bool| match negative {
                true => add(&Form::constant(-1), -1, a),
                false => Ok(a.clone()),
            };
            for (there, a, b) in pairs(a, b, frame, depth)? {
                for (there, a_is) in there.signs(&a)? {
                    for (mut there, b_is) in there.signs(&b)? {
                        let (a, b) = (natural(&a, a_is)?, natural(&b, b_is)?);
                        let digits = Function::digits(digit, (&a, a_is), (&b, b_is));
                        let it = there.define(Defined::Function(digits))?;
                        let negative = digit(a_is.into(), b_is.into()) == 1;
                        found.push((there, natural(&it, negative)?));
                    }
                }
            }
        }
        Binary::Gcd => found = gcd(a, b, frame, depth)?,
    }
    Ok(found)
}

/// ⌊a/m⌋ for m > 0.
fn quotient(frame: Frame, a: &Form, m: i64) -> Result<Cases, Reason> {
    if m == 1 {
        return Ok(vec![(frame, a.clone())]);
    }
    let mut found = Vec::new();
    for (mut there, negative) in frame.signs(a)? {
        // ⌊a/m⌋ = ~⌊~a/m⌋, and one of the two is of a natural number.
        let opposite = |form: &Form| add(&Form::constant(-1), -1, form);
        let natural = if negative { opposite(a)? } else { a.clone() };
        let q = there.define(Defined::Quotient(natural, m))?;
        let q = if negative { opposite(&q)? } else { q };
        found.push((there, q));
    }
    Ok(found)
}

/// a - m·⌊a/m⌋ for m > 0.
fn remainder(frame: Frame, a: &Form, m: i64) -> Result<Cases, Reason> {
    if m == 1 {
        return Ok(vec![(frame, Form::default())]);
    }
    // Where the sign is not known, the remainder does not ask for it.
    if let ([_, _], Ok(modulus)) = (&frame.signs(a)?[..], u32::try_from(m)) {
        let mut frame = frame;
        let form = frame.define(Defined::Remainder(a.clone(), modulus))?;
        return Ok(vec![(frame, form)]);
    }
    let mut found = Vec::new();
    for (there, q) in quotient(frame, a, m)? {
        let form = add(a, -m, &q)?;
        found.push((there, form));
    }
    Ok(found)
}

/// `popcount(x) % m`.
fn ones_modulo(x: &Expr, m: &Expr, frame: &Frame, depth: usize) -> Result<Cases, Reason> {
    let mut found = Vec::new();
    for (there, m) in known(m, frame, depth, VARYING_DIVISOR)? {
        let m = match u32::try_from(m.unsigned_abs()) {
            Ok(0) => return Err(NO_VALUE),
            Ok(m @ 1..=MOST_ONES) => m,
            _ => return Err(VARYING_DIVISOR),
        };
        for (mut there, x) in cases(x, &there, depth)? {
            if !there.is_natural(&x) {
                return Err(NEGATIVE_ONES);
            }
            let form = there.define(Defined::Function(Function::OnesModulo(x, m)))?;
            found.push((there, form));
        }
    }
    Ok(found)
}

/// gcd(a, b) where one of the two is known: it depends on the other modulo that.
fn gcd(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Cases, Reason> {
    const REASON: Reason = (
        "a greatest common divisor of numbers that vary",
        "可变数的最大公约数",
    );
    let listed = known(b, frame, depth, REASON).map(|known| (a, known));
    let listed = listed.or_else(|_| known(a, frame, depth, REASON).map(|k| (b, k)));
    let (other, known) = listed?;
    let mut found = Vec::new();
    for (there, c) in known {
        let c = c.abs();
        if c > MOST_VALUES {
            return Err(REASON);
        }
        for (there, x) in cases(other, &there, depth)? {
            if c == 0 {
                found.extend(unary(Unary::Abs, &there, &x)?);
                continue;
            }
            for divisor in (1..=c).filter(|d| c % d == 0) {
                let such = |r: &i64| ir::fold(Binary::Gcd, *r, c) == Some(divisor);
                let rests = (0..c).filter(such);
                let rests = rests.map(|r| Guard::Remainder(x.clone(), c as u32, r as u32));
                let there = there.with(Guard::Any(rests.collect()));
                found.push((there, Form::constant(divisor)));
            }
        }
    }
    Ok(found)
}

/// For how many of a few choices a condition holds.
fn counted(q: &ir::Quantified, frame: &Frame, depth: usize) -> Result<Cases, Reason> {
    let mut open = Vec::new();
    let mut always = 0;
    for one in super::condition::each(q, frame, depth)? {
        match truth(&one) {
            Some(holds) => always += i64::from(holds),
            None => open.push(one),
        }
    }
    if open.len() > MOST_COUNTED {
        return Err(("a count that varies", "可变的计数"));
    }
    let mut found: Cases = Vec::new();
    for which in 0..1u32 << open.len() {
        let mut there = frame.clone();
        for (at, one) in open.iter().enumerate() {
            there.know(match which >> at & 1 == 1 {
                true => one.clone(),
                false => not(one.clone()),
            });
        }
        found.push((
            there,
            Form::constant(always + i64::from(which.count_ones())),
        ));
    }
    Ok(found)
}

/// A range of numbers is listed if it is as short as this.
pub(super) fn listed(
    domain: &Domain,
    frame: &Frame,
    depth: usize,
) -> Result<Option<Vec<Vec<Form>>>, Reason> {
    Ok(match domain {
        Domain::Range(a, b) => {
            let ends = single(a, frame).zip(single(b, frame));
            let ends = ends.filter(|(a, b)| a.terms.is_empty() && b.terms.is_empty());
            let ends = ends.map(|(a, b)| (a.constant, b.constant));
            let short = ends.filter(|(a, b)| b.saturating_sub(*a) < MOST_VALUES);
            short.map(|(a, b)| (a..=b).map(|v| vec![Form::constant(v)]).collect())
        }
        Domain::Set(tuples) => {
            let mut choices = Vec::new();
            for tuple in tuples {
                let tuple = tuple.iter().map(|e| form(e, frame, depth));
                choices.push(tuple.collect::<Result<_, _>>()?);
            }
            Some(choices)
        }
    })
}

/// The least and the greatest number of a range in all cases, each with the
/// chosen number as a new variable, or counted from the lower end where that
/// may be negative.
pub(super) fn ranges(
    name: &str,
    least: &Expr,
    most: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Cases, Reason> {
    let mut found = Vec::new();
    for (mut there, least, most) in pairs(least, most, frame, depth)? {
        let natural = there.is_natural(&least);
        let it = there.fresh(name.to_string())?;
        let chosen = match natural {
            true => {
                there.know(at_most(&least, &it)?);
                it
            }
            false => add(&least, 1, &it)?,
        };
        there.know(at_most(&chosen, &most)?);
        found.push((there, chosen));
    }
    Ok(found)
}
