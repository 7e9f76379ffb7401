//! Numbers as linear forms: the cases of an expression, and the variables that it needs.
//!
//! A number becomes *cases*: a list of conditions, of which exactly one holds, each with a
//! linear form. `abs`, `min`, `max`, `?:`, `count`, elements of arrays, remainders and gcd by
//! small fixed numbers are nothing but cases. Other operations get a variable more, which is
//! *defined*: a condition that for all numbers before it exactly one natural fulfils. So it does
//! not matter where the definition stands, and it stands in front of the move, never under `not`.
//! Each holds of unbounded integers; ~x = -1-x is natural exactly if x is negative:
//!
//! - ⌊x/m⌋ for m > 0 is q with m·q ≤ x < m·q + m if x ≥ 0, and -1-⌊~x/m⌋ if x < 0; for a divisor
//!   -m it is -⌊x/m⌋, and x % m is x - m·⌊x/m⌋ for both, as 0 ≤ x % m < m. `x >> b` is ⌊x/2^b⌋;
//! - `x & y` of naturals is z whose binary digits are ones where both have ones. With z = X & Y
//!   for X = x or ~x, Y = y or ~y, whichever is natural, it is z, x - z, y - z or 1 + x + y + z if
//!   none, the second, the first or both are negative (for ~X & ~Y = ~(X + Y - z)). Then
//!   `x | y` = x + y - (x & y) and `x xor y` = x + y - 2·(x & y);
//! - `lowbit(x)` is that of |x|, whose last one it is.
//!
//! What is read only sometimes is read *under* the conditions for that; if it has no value there,
//! this is noted as trouble (`lower`).
//!
//! Limits: products, `popcount` as a number (but not `popcount(x) % m`), divisors that vary, more
//! than 64 cases and factors beyond 2^62 are refused by name.

use grundy_lang::ir::{self, Binary, Expr, Slot, Unary};

use super::conditions::VARYING;
use super::form::{Bits, Form, Guard, Reason};
use super::lower::{Frame, POWER};

/// More cases of one number are not told apart.
const MOST_CASES: usize = 64;
/// How deep expressions may be nested.
pub(super) const DEEPEST: usize = 64;
/// The largest modulus.
pub(super) const MOST_MODULUS: i128 = 1 << 20;
/// Remainders up to this modulus are told apart one by one; beyond, by their quotient.
const FEW_REMAINDERS: i128 = 8;

pub(super) const NOT_LINEAR: Reason = Reason("a number that is not linear", "非线性的数");
const NO_VALUE: Reason = Reason("an expression without a value", "无值的表达式");
pub(super) const TOO_DEEP: Reason = Reason("too deep an expression", "嵌套过深的表达式");
const MANY_CASES: Reason = Reason("too many cases of a number", "一个数的情形过多");

/// What a variable that is not chosen by the rules stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// x, or ~x if x is negative.
    Natural,
    /// |x|
    Absolute,
    /// ⌊x/m⌋, or ⌊~x/m⌋ if x is negative.
    Quotient(i128),
    And,
    Lowbit,
}

/// A number where some conditions hold.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub when: Vec<Guard>,
    pub form: Form,
}

/// A number without conditions.
pub(super) fn always(form: Form) -> Vec<Case> {
    let when = Vec::new();
    vec![Case { when, form }]
}

/// Several numbers where some conditions hold.
pub(super) type Tuple = (Vec<Guard>, Vec<Form>);

/// Whether two conditions are seen not to hold together.
fn contradict(a: &Guard, b: &Guard) -> bool {
    match (a, b) {
        (Guard::Zero(a), Guard::Zero(b)) => {
            let difference = a.plus(-1, b).ok().and_then(|f| f.as_constant());
            difference.is_some_and(|constant| constant != 0)
        }
        (Guard::Remainder(a, m, r), Guard::Remainder(b, n, s)) => a == b && m == n && r != s,
        (a, b) => *a == b.clone().not(),
    }
}

/// Both lists of conditions, unless they cannot hold together.
fn joined(a: &[Guard], b: &[Guard]) -> Option<Vec<Guard>> {
    let mut all = a.to_vec();
    for guard in b {
        match guard.truth() {
            Some(true) => continue,
            Some(false) => return None,
            None => {}
        }
        if all.iter().any(|known| contradict(known, guard)) {
            return None;
        }
        if !all.contains(guard) {
            all.push(guard.clone());
        }
    }
    Some(all)
}

/// Reads numbers and conditions. What is looked at only sometimes is read under the conditions
/// for that.
pub(super) struct Reader {
    pub frame: Frame,
    /// What holds where the reader is, beside the guard of the frame.
    pub under: Vec<Guard>,
    pub troubles: Vec<(Guard, Reason)>,
}

impl Reader {
    /// Notes that there is no value here if these conditions hold.
    fn trouble(&mut self, when: impl IntoIterator<Item = Guard>, reason: Reason) {
        let guard = Guard::all(self.under.iter().cloned().chain(when));
        let found = (guard, reason);
        if found.0.truth() != Some(false) && !self.troubles.contains(&found) {
            self.troubles.push(found);
        }
    }

    /// Reads something that is looked at only where these conditions hold.
    pub fn under<T>(&mut self, when: &[Guard], read: impl FnOnce(&mut Reader) -> T) -> T {
        let before = self.under.len();
        self.under.extend_from_slice(when);
        let found = read(self);
        self.under.truncate(before);
        found
    }

    /// The cases of a number.
    pub fn cases(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, Reason> {
        if depth > DEEPEST {
            return Err(TOO_DEEP);
        }
        match e {
            Expr::Const(value) => Form::default().plus(1, &Form::constant(*value)).map(always),
            Expr::Slot(slot) => {
                let form = self.frame.known.get(slot).cloned();
                form.map(always).ok_or(NOT_LINEAR)
            }
            Expr::Unary(operation, a) => {
                let a = self.cases(a, depth + 1)?;
                self.each(a, |this, x| this.unary(*operation, x))
            }
            Expr::Binary(operation, a, b) => {
                let power = power_of_two(e).and_then(|slot| self.frame.known.get(&(slot | POWER)));
                if let Some(power) = power {
                    return Ok(always(power.clone()));
                }
                if let (Binary::Remainder, Expr::Unary(Unary::Popcount, x)) = (operation, &**a)
                    && let Some(modulus @ 1..=64) = self.fixed(b)
                {
                    return self.ones(x, modulus as u32, depth);
                }
                let mut found = Vec::new();
                for (when, numbers) in self.tuples([&**a, &**b].into_iter(), depth)? {
                    let of = |this: &mut Reader| this.binary(*operation, &numbers[0], &numbers[1]);
                    let cases = self.under(&when, of)?;
                    extend(&mut found, &when, cases)?;
                }
                Ok(found)
            }
            Expr::Element {
                first,
                length,
                index,
            } => {
                let index = self.cases(index, depth + 1)?;
                self.each(index, |this, index| {
                    let mut found = Vec::new();
                    for (when, place) in this.index(index, *length)? {
                        let slot = place.map(|place| first + place as Slot);
                        let form = slot.map(|slot| this.frame.known.get(&slot).cloned());
                        let form = form.unwrap_or(Some(Form::default())).ok_or(NOT_LINEAR)?;
                        found.push(Case { when, form });
                    }
                    Ok(found)
                })
            }
            Expr::Choice(cond, a, b) => {
                let cond = self.guard(cond, depth + 1)?;
                let mut found = Vec::new();
                for (when, number) in [(cond.clone(), a), (cond.not(), b)] {
                    let when = match when.truth() {
                        Some(false) => continue,
                        Some(true) => Vec::new(),
                        None => vec![when],
                    };
                    let cases = self.under(&when, |this| this.cases(number, depth + 1))?;
                    extend(&mut found, &when, cases)?;
                }
                Ok(found)
            }
            Expr::Count(q) => {
                let mut found = always(Form::default());
                for known in self.choices(q, depth)?.ok_or(VARYING)? {
                    let outside = std::mem::replace(&mut self.frame.known, known);
                    let guard = self.guard(&q.body, depth + 1);
                    self.frame.known = outside;
                    let guard = guard?;
                    let mut next = Vec::new();
                    for case in found {
                        let more = Case {
                            when: vec![guard.clone()],
                            form: case.form.plus(1, &Form::constant(1))?,
                        };
                        let same = Case {
                            when: vec![guard.clone().not()],
                            form: case.form,
                        };
                        extend(&mut next, &case.when, vec![more, same])?;
                    }
                    found = next;
                }
                Ok(found)
            }
        }
    }

    /// Turns each case of a number into cases of another.
    fn each(
        &mut self,
        cases: Vec<Case>,
        mut turn: impl FnMut(&mut Reader, &Form) -> Result<Vec<Case>, Reason>,
    ) -> Result<Vec<Case>, Reason> {
        let mut found = Vec::new();
        for Case { when, form } in cases {
            let cases = self.under(&when, |this| turn(this, &form))?;
            extend(&mut found, &when, cases)?;
        }
        Ok(found)
    }

    /// The cases of several numbers together.
    pub fn tuples<'e>(
        &mut self,
        numbers: impl Iterator<Item = &'e Expr>,
        depth: usize,
    ) -> Result<Vec<Tuple>, Reason> {
        let mut found: Vec<Tuple> = vec![(Vec::new(), Vec::new())];
        for e in numbers {
            let cases = self.cases(e, depth + 1)?;
            let mut next = Vec::new();
            for (when, forms) in &found {
                for case in &cases {
                    if let Some(when) = joined(when, &case.when) {
                        let mut forms = forms.clone();
                        forms.push(case.form.clone());
                        next.push((when, forms));
                    }
                }
            }
            if next.len() > MOST_CASES {
                return Err(MANY_CASES);
            }
            found = next;
        }
        Ok(found)
    }

    /// The number, if it is a known one as it stands.
    pub fn fixed(&self, e: &Expr) -> Option<i128> {
        match e {
            Expr::Const(value) => Some(i128::from(*value)),
            Expr::Slot(slot) => self.frame.known.get(slot)?.as_constant(),
            _ => None,
        }
    }

    /// A fixed divisor.
    pub fn divisor(&self, e: &Expr) -> Option<i128> {
        self.fixed(e).filter(|m| (1..=MOST_MODULUS).contains(m))
    }

    fn unary(&mut self, operation: Unary, x: &Form) -> Result<Vec<Case>, Reason> {
        let fixed = x.as_constant().and_then(|x| i64::try_from(x).ok());
        match (operation, fixed) {
            (_, Some(x)) => {
                let value = ir::fold_one(operation, x);
                Ok(always(self.value(value)?))
            }
            (Unary::Negate, _) => x.times(-1).map(always),
            (Unary::Complement, _) => complement(x).map(always),
            (Unary::Abs, _) => {
                let cases = by_sign(x, Meaning::Absolute)?.into_iter();
                Ok(cases.map(|(when, form, _)| Case { when, form }).collect())
            }
            (Unary::Lowbit, _) => {
                let x = self.name(Meaning::Absolute, x)?;
                let bits = |x: &[Form], it: &Form| {
                    Ok(Guard::Bits(Bits::Lowbit, vec![x[0].clone(), it.clone()]))
                };
                self.define(Meaning::Lowbit, vec![x], bits).map(always)
            }
            (Unary::Popcount | Unary::Ctz | Unary::Isqrt, _) => match self.listed(x)? {
                Some(listed) => self.each(listed, |this, x| this.unary(operation, x)),
                None => Err(NOT_LINEAR),
            },
        }
    }

    /// A number of one variable, value by value, if what holds here leaves few of them.
    pub fn listed(&self, x: &Form) -> Result<Option<Vec<Case>>, Reason> {
        let [(variable, _)] = x.terms[..] else {
            return Ok(None);
        };
        let (mut least, mut most) = (0, None::<i128>);
        let mut at_most_zero = |form: &Form| {
            // factor·v + constant ≤ 0
            if let [(of, factor)] = form.terms[..]
                && of == variable
            {
                let bound = (-form.constant).div_euclid(factor.abs());
                match factor > 0 {
                    true => most = Some(most.map_or(bound, |most| most.min(bound))),
                    false => least = least.max(-bound),
                }
            }
        };
        // The condition of the domain has numbers of its own beside the coordinates, under names
        // that a move uses for others.
        let inside = match variable < self.frame.dimension {
            true => &self.frame.inside[..],
            false => &[],
        };
        let here = inside.iter().chain(&self.frame.guard).chain(&self.under);
        let mut open: Vec<(&Guard, bool)> = here.map(|g| (g, true)).collect();
        while let Some((guard, holds)) = open.pop() {
            match (guard, holds) {
                (Guard::All(all), true) | (Guard::Any(all), false) => {
                    open.extend(all.iter().map(|g| (g, holds)));
                }
                (Guard::Not(inner), _) => open.push((inner, !holds)),
                (Guard::AtMostZero(form), true) => at_most_zero(form),
                (Guard::AtMostZero(form), false) => {
                    at_most_zero(&form.times(-1)?.plus(1, &Form::constant(1))?);
                }
                (Guard::Zero(form), true) => {
                    at_most_zero(form);
                    at_most_zero(&form.times(-1)?);
                }
                _ => {}
            }
        }
        let few = most.filter(|most| most - least < MOST_CASES as i128);
        let Some(most) = few else {
            return Ok(None);
        };
        let v = Form::variable(variable);
        let case = |value: i128| -> Result<Case, Reason> {
            let value = Form::constant(value);
            Ok(Case {
                when: vec![Guard::Zero(v.plus(-1, &value)?)],
                form: x.substitute(variable, &value)?,
            })
        };
        let cases: Result<Vec<Case>, Reason> = (least..=most).map(case).collect();
        Ok(Some(cases?))
    }

    /// A number that was calculated; where it has no value, that is trouble.
    fn value(&mut self, value: Option<i64>) -> Result<Form, Reason> {
        if value.is_none() {
            self.trouble([], NO_VALUE);
        }
        Form::default().plus(1, &Form::constant(value.unwrap_or(0)))
    }

    fn binary(&mut self, operation: Binary, x: &Form, y: &Form) -> Result<Vec<Case>, Reason> {
        let fixed = |x: &Form| x.as_constant().and_then(|x| i64::try_from(x).ok());
        if let Some((x, y)) = fixed(x).zip(fixed(y)) {
            let value = ir::fold(operation, x, y);
            return Ok(always(self.value(value)?));
        }
        // What is linear only if one side is known is so for each of a few values of that side.
        let linear = matches!(
            operation,
            Binary::Add | Binary::Subtract | Binary::Min | Binary::Max
        );
        let bitwise = matches!(operation, Binary::And | Binary::Or | Binary::Xor);
        if !linear && !bitwise {
            let either = matches!(operation, Binary::Multiply | Binary::Gcd);
            if y.as_constant().is_none()
                && !(either && x.as_constant().is_some())
                && let Some(listed) = self.listed(y)?
            {
                return self.each(listed, |this, y| this.binary(operation, x, y));
            }
            if y.as_constant().is_none()
                && x.as_constant().is_none()
                && let Some(listed) = self.listed(x)?
            {
                return self.each(listed, |this, x| this.binary(operation, x, y));
            }
        }
        match (operation, x.as_constant(), y.as_constant()) {
            (Binary::Add, ..) => x.plus(1, y).map(always),
            (Binary::Subtract, ..) => x.plus(-1, y).map(always),
            (Binary::Multiply, Some(x), _) => y.times(x).map(always),
            (Binary::Multiply, _, Some(y)) => x.times(y).map(always),
            (Binary::Multiply, ..) => Err(Reason("a product of numbers that vary", "可变数之积")),
            (Binary::Min | Binary::Max, ..) => {
                let at_most = Guard::at_most(x, y)?;
                let (less, more) = match operation {
                    Binary::Min => (x, y),
                    _ => (y, x),
                };
                let mut found = Vec::new();
                for (when, form) in [(at_most.clone(), less), (at_most.not(), more)] {
                    let form = form.clone();
                    let when = vec![when];
                    extend(&mut found, &[], vec![Case { when, form }])?;
                }
                Ok(found)
            }
            (Binary::Divide | Binary::Remainder, _, Some(0)) => Ok(always(self.value(None)?)),
            (Binary::Divide | Binary::Remainder, _, Some(m)) if m.abs() <= MOST_MODULUS => {
                match operation {
                    Binary::Divide => self.quotient(x, m.abs(), m.signum()),
                    _ => self.remainder(x, m.abs()),
                }
            }
            (Binary::Divide | Binary::Remainder, ..) => Err(Reason(
                "a divisor that varies, or is large",
                "可变或过大的除数",
            )),
            (Binary::ShiftLeft, _, Some(by)) if !(0..64).contains(&by) => {
                Ok(always(self.value(None)?))
            }
            (Binary::ShiftRight, _, Some(by)) if !(0..64).contains(&by) => {
                Ok(always(self.value(None)?))
            }
            (Binary::ShiftLeft, _, Some(by)) => x.times(1 << by).map(always),
            (Binary::ShiftRight, _, Some(by)) if 1 << by <= MOST_MODULUS => {
                self.quotient(x, 1 << by, 1)
            }
            (Binary::Gcd, Some(m), _) => self.gcd(y, m),
            (Binary::Gcd, _, Some(m)) => self.gcd(x, m),
            (Binary::And | Binary::Or | Binary::Xor, ..) => self.bitwise(operation, x, y),
            (Binary::ShiftLeft | Binary::ShiftRight | Binary::Gcd | Binary::Power, ..) => {
                Err(NOT_LINEAR)
            }
        }
    }

    /// ⌊x/m⌋ times 1 or -1.
    fn quotient(&mut self, x: &Form, m: i128, sign: i128) -> Result<Vec<Case>, Reason> {
        let mut found = Vec::new();
        for (when, natural, negative) in by_sign(x, Meaning::Natural)? {
            let q = match m {
                1 => natural,
                _ => self.define(Meaning::Quotient(m), vec![x.clone()], |x, q| {
                    let cases = by_sign(&x[0], Meaning::Natural)?.into_iter();
                    let each = cases.map(|(when, natural, _)| {
                        let rest = natural.plus(-m, q)?;
                        let low = Guard::negative(&rest)?.not();
                        let high = Guard::at_most(&rest, &Form::constant(m - 1))?;
                        Ok(Guard::all(when.into_iter().chain([low, high])))
                    });
                    Ok(Guard::any(each.collect::<Result<Vec<_>, Reason>>()?))
                })?,
            };
            let q = if negative { complement(&q)? } else { q };
            let form = q.times(sign)?;
            found.push(Case { when, form });
        }
        Ok(found)
    }

    /// x % m
    fn remainder(&mut self, x: &Form, m: i128) -> Result<Vec<Case>, Reason> {
        if m <= FEW_REMAINDERS {
            return Ok(residues(x, m, |r| r));
        }
        let quotients = self.quotient(x, m, 1)?;
        self.each(quotients, |_, q| x.plus(-m, q).map(always))
    }

    /// The greatest common divisor with a fixed number.
    fn gcd(&mut self, x: &Form, m: i128) -> Result<Vec<Case>, Reason> {
        match m.abs() {
            0 => self.unary(Unary::Abs, x),
            m if m <= MOST_CASES as i128 => Ok(residues(x, m, |r| {
                let (mut a, mut b) = (m, r);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            })),
            _ => Err(MANY_CASES),
        }
    }

    /// `x & y`, `x | y`, `x xor y`
    fn bitwise(&mut self, operation: Binary, x: &Form, y: &Form) -> Result<Vec<Case>, Reason> {
        let both = vec![
            self.name(Meaning::Natural, x)?,
            self.name(Meaning::Natural, y)?,
        ];
        let z = self.define(Meaning::And, both, |xy, z| {
            let all = vec![xy[0].clone(), xy[1].clone(), z.clone()];
            Ok(Guard::Bits(Bits::And, all))
        })?;
        let mut found = Vec::new();
        for (when, _, x_negative) in by_sign(x, Meaning::Natural)? {
            for (more, _, y_negative) in by_sign(y, Meaning::Natural)? {
                let and = match (x_negative, y_negative) {
                    (false, false) => z.clone(),
                    (false, true) => x.plus(-1, &z)?,
                    (true, false) => y.plus(-1, &z)?,
                    (true, true) => x.plus(1, y)?.plus(1, &z)?.plus(1, &Form::constant(1))?,
                };
                let form = match operation {
                    Binary::And => and,
                    Binary::Or => x.plus(1, y)?.plus(-1, &and)?,
                    _ => x.plus(1, y)?.plus(-2, &and)?,
                };
                extend(&mut found, &when, vec![Case { when: more, form }])?;
            }
        }
        Ok(found)
    }

    /// `popcount(x) % m`
    fn ones(&mut self, x: &Expr, m: u32, depth: usize) -> Result<Vec<Case>, Reason> {
        let x = self.naturals(x, depth)?;
        self.each(x, |this, x| {
            let x = this.name(Meaning::Natural, x)?;
            let case = |rest: u32| Case {
                when: vec![Guard::Bits(Bits::Ones(m, rest), vec![x.clone()])],
                form: Form::constant(rest),
            };
            Ok((0..m).map(case).collect())
        })
    }

    /// A variable that is defined here, unless it was before.
    fn define(
        &mut self,
        meaning: Meaning,
        of: Vec<Form>,
        definition: impl FnOnce(&[Form], &Form) -> Result<Guard, Reason>,
    ) -> Result<Form, Reason> {
        let same = |d: &&(Meaning, Vec<Form>, Form)| d.0 == meaning && d.1 == of;
        if let Some((_, _, known)) = self.frame.defined.iter().find(same) {
            return Ok(known.clone());
        }
        let it = self.frame.fresh();
        let guard = definition(&of, &it)?;
        self.frame.guard.push(guard);
        self.frame.defined.push((meaning, of, it.clone()));
        Ok(it)
    }

    /// A variable for the natural number that `meaning` makes of x.
    pub fn name(&mut self, meaning: Meaning, x: &Form) -> Result<Form, Reason> {
        if x.as_variable().is_some() {
            return Ok(x.clone());
        }
        self.define(meaning, vec![x.clone()], |x, it| {
            let mut any = Vec::new();
            for (when, natural, _) in by_sign(&x[0], meaning)? {
                let equal = Guard::Zero(natural.plus(-1, it)?);
                any.push(Guard::all(when.into_iter().chain([equal])));
            }
            Ok(Guard::any(any))
        })
    }

    /// The cases of a number whose binary digits are counted, with a note of trouble where it is
    /// negative.
    pub fn naturals(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, Reason> {
        let cases = self.cases(e, depth + 1)?;
        for Case { when, form } in &cases {
            if !form.is_natural() {
                let negative = Guard::negative(form)?;
                let reason = Reason("popcount of a negative number", "负数的 popcount");
                self.trouble(when.iter().cloned().chain([negative]), reason);
            }
        }
        Ok(cases)
    }

    /// The places that an index may mean, and where it means none, which is trouble.
    #[allow(clippy::type_complexity)]
    pub fn index(
        &mut self,
        index: &Form,
        length: u16,
    ) -> Result<Vec<(Vec<Guard>, Option<usize>)>, Reason> {
        let mut found = Vec::new();
        for place in 0..length {
            let here = Guard::Zero(index.plus(-1, &Form::constant(place))?);
            match here.truth() {
                Some(true) => return Ok(vec![(Vec::new(), Some(usize::from(place)))]),
                Some(false) => {}
                None => found.push((vec![here], Some(usize::from(place)))),
            }
        }
        let below = Guard::negative(index)?;
        let above = Guard::at_most(&Form::constant(length), index)?;
        let outside = Guard::any([below, above]);
        if outside.truth() != Some(false) {
            let reason = Reason("an index outside its array", "下标超出数组");
            self.trouble([outside.clone()], reason);
            found.push((vec![outside], None));
        }
        Ok(found)
    }

    /// Both ends of a range.
    pub fn ends_of_range(
        &mut self,
        least: &Expr,
        most: &Expr,
        depth: usize,
    ) -> Result<Vec<Tuple>, Reason> {
        self.tuples([least, most].into_iter(), depth)
    }

    /// One more number that is chosen from a range: what must hold of it, and what it is.
    /// Where the lower end may be negative it is counted from there.
    pub fn choose(
        &mut self,
        least: &Expr,
        most: &Expr,
        ends: Vec<Tuple>,
    ) -> Result<Vec<(Vec<Guard>, Form)>, Reason> {
        let it = self.frame.fresh();
        if self.is_natural(least, 0) {
            let hidden = Expr::Slot(CHOSEN);
            self.frame.known.insert(CHOSEN, it.clone());
            let low = self.at_most(least, &hidden, 0, 0)?;
            let high = self.at_most(&hidden, most, 0, 0)?;
            self.frame.known.remove(&CHOSEN);
            return Ok(vec![(vec![low, high], it)]);
        }
        let mut found = Vec::new();
        for (mut when, ends) in ends {
            let chosen = ends[0].plus(1, &it)?;
            when.push(Guard::at_most(&chosen, &ends[1])?);
            found.push((when, chosen));
        }
        Ok(found)
    }

    /// Whether a number is never negative, as far as its cases show.
    fn is_natural(&mut self, e: &Expr, depth: usize) -> bool {
        match e {
            _ if depth > DEEPEST => false,
            Expr::Binary(Binary::Max, a, b) => {
                self.is_natural(a, depth + 1) || self.is_natural(b, depth + 1)
            }
            Expr::Binary(Binary::Min, a, b) => {
                self.is_natural(a, depth + 1) && self.is_natural(b, depth + 1)
            }
            // Looked at beside the frame: nothing is defined, and no trouble noted, twice.
            e => {
                let (frame, troubles) = (self.frame.clone(), self.troubles.len());
                let cases = self.cases(e, depth);
                self.frame = frame;
                self.troubles.truncate(troubles);
                cases.is_ok_and(|cases| cases.iter().all(|case| case.form.is_natural()))
            }
        }
    }
}

/// The slot of a number that is being chosen.
const CHOSEN: Slot = POWER - 1;

/// The slot whose number is the exponent, if this is a power of two.
pub(super) fn power_of_two(e: &Expr) -> Option<Slot> {
    let (base, exponent) = match e {
        Expr::Binary(Binary::Power, two, exponent) => (2, (&**two, &**exponent)),
        Expr::Binary(Binary::ShiftLeft, one, exponent) => (1, (&**one, &**exponent)),
        _ => return None,
    };
    match exponent {
        (Expr::Const(found), Expr::Slot(slot)) if *found == base => Some(*slot),
        _ => None,
    }
}

/// ~x
pub(super) fn complement(x: &Form) -> Result<Form, Reason> {
    Form::constant(-1).plus(-1, x)
}

/// The natural number that `meaning` makes of x, where x is negative and where it is not: when
/// that is so, the natural number, whether x is negative.
#[allow(clippy::type_complexity)]
fn by_sign(x: &Form, meaning: Meaning) -> Result<Vec<(Vec<Guard>, Form, bool)>, Reason> {
    let negative = Guard::negative(x)?;
    let turned = match meaning {
        Meaning::Absolute => x.times(-1)?,
        _ => complement(x)?,
    };
    Ok(match negative.truth() {
        Some(false) => vec![(Vec::new(), x.clone(), false)],
        Some(true) => vec![(Vec::new(), turned, true)],
        None => vec![
            (vec![negative.clone().not()], x.clone(), false),
            (vec![negative], turned, true),
        ],
    })
}

/// The number that follows from the remainder of x, one case for each.
fn residues(x: &Form, m: i128, of: impl Fn(i128) -> i128) -> Vec<Case> {
    let case = |r: i128| Case {
        when: vec![Guard::Remainder(x.clone(), m as i64, r as i64)],
        form: Form::constant(of(r)),
    };
    match m {
        1 => always(Form::constant(of(0))),
        _ => (0..m).map(case).collect(),
    }
}

/// Adds cases that are looked at under some conditions.
fn extend(found: &mut Vec<Case>, when: &[Guard], cases: Vec<Case>) -> Result<(), Reason> {
    for case in cases {
        if let Some(when) = joined(when, &case.when) {
            let form = case.form;
            found.push(Case { when, form });
        }
    }
    match found.len() > MOST_CASES {
        true => Err(MANY_CASES),
        false => Ok(()),
    }
}
