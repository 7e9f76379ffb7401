//! Conditions as guards, read for each case of their numbers.
//!
//! - `and`, `or` and finite quantifiers are read from left to right; what comes later is looked at
//!   only where nothing before it decides, and is read under that.
//! - `any` over a range that varies says that there is such a number, and `all` that there is
//!   none of which the opposite holds. Where that does not stand under `not` it is one more chosen
//!   number; elsewhere the checker makes an automaton of it, whose opposite can be said.
//! - Some comparisons are said directly, with fewer variables or cases than their sides have: with a
//!   minimum, a maximum or a quotient (m·a ≤ x for a ≤ ⌊x/m⌋), of a remainder with a number, of xors,
//!   `popcount(x) = 1`, `lowbit(x) = x`.
//!
//! Limits: a quantifier over a set whose numbers are conditional is refused.

use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Unary};

use super::form::{Bits, Form, Guard, Reason};
use super::lower::{Known, MOST_VALUES};
use super::numbers::{
    Case, DEEPEST, MOST_MODULUS, Meaning, NOT_LINEAR, Reader, TOO_DEEP, always, complement,
};

/// Ones are counted up to this.
const MOST_ONES: i128 = 64;

pub(super) const VARYING: Reason =
    Reason("a quantifier over a range that varies", "范围可变的量词");

impl Reader {
    /// A condition.
    pub fn guard(&mut self, cond: &Cond, depth: usize) -> Result<Guard, Reason> {
        if depth > DEEPEST {
            return Err(Reason("too deep a condition", "嵌套过深的条件"));
        }
        match cond {
            Cond::Truth(true) => Ok(Guard::All(Vec::new())),
            Cond::Truth(false) => Ok(Guard::Any(Vec::new())),
            Cond::Compare(sign, a, b) => self.compare(*sign, a, b, depth),
            Cond::Divides(a, b) => {
                let mut any = Vec::new();
                for (when, numbers) in self.tuples([a, b].into_iter(), depth)? {
                    let listed = match numbers[0].as_constant() {
                        None => self.under(&when, |this| this.listed(&numbers[0]))?,
                        Some(_) => Some(always(numbers[0].clone())),
                    };
                    for case in listed.ok_or(Reason("a divisor that varies", "可变的除数"))? {
                        let b = numbers[1].clone();
                        let divides = match case.form.constant.abs() {
                            0 => Guard::Zero(b),
                            m if m <= MOST_MODULUS => Guard::Remainder(b, m as i64, 0),
                            _ => return Err(Reason("a large divisor", "过大的除数")),
                        };
                        let when = when.iter().cloned().chain(case.when);
                        any.push(Guard::all(when.chain([divides])));
                    }
                }
                Ok(Guard::any(any))
            }
            Cond::Not(a) => Ok(self.guard(a, depth + 1)?.not()),
            Cond::And(a, b) | Cond::Or(a, b) => {
                let and = matches!(cond, Cond::And(..));
                let both = [(&**a, None), (&**b, None)];
                self.sequence(and, &mut both.into_iter(), depth)
            }
            Cond::Any(q) | Cond::All(q) => {
                let all = matches!(cond, Cond::All(_));
                match self.choices(q, depth)? {
                    Some(choices) => {
                        let mut each = choices.into_iter().map(|known| (&q.body, Some(known)));
                        self.sequence(all, &mut each, depth)
                    }
                    // What does not hold for all fails for one.
                    None => self.exists(q, !all, depth),
                }
            }
        }
    }

    /// Reads the conditions one after the other until one decides: for `and` that is the
    /// first that fails, for `or` the first that holds.
    fn sequence(
        &mut self,
        and: bool,
        conditions: &mut dyn Iterator<Item = (&Cond, Option<Known>)>,
        depth: usize,
    ) -> Result<Guard, Reason> {
        let before = self.under.len();
        let outside = self.frame.known.clone();
        let mut each = Vec::new();
        for (cond, known) in conditions {
            self.frame.known = known.unwrap_or_else(|| outside.clone());
            let guard = self.guard(cond, depth + 1)?;
            let decides = guard.truth() == Some(!and);
            self.under.push(match and {
                true => guard.clone(),
                false => guard.clone().not(),
            });
            each.push(guard);
            if decides {
                break;
            }
        }
        self.frame.known = outside;
        self.under.truncate(before);
        Ok(match and {
            true => Guard::all(each),
            false => Guard::any(each),
        })
    }

    /// What is known for each of finitely many choices; `None` if the range varies.
    pub fn choices(
        &mut self,
        q: &ir::Quantified,
        depth: usize,
    ) -> Result<Option<Vec<Known>>, Reason> {
        let mut choices: Vec<Vec<Form>> = Vec::new();
        match &q.binder.domain {
            Domain::Range(a, b) => {
                let ends = self.ends_of_range(a, b, depth)?;
                let [(_, ends)] = &ends[..] else {
                    return Ok(None);
                };
                match ends[0].as_constant().zip(ends[1].as_constant()) {
                    Some((a, b)) if b - a < MOST_VALUES => {
                        choices.extend((a..=b).map(|v| vec![Form::constant(v)]));
                    }
                    _ => return Ok(None),
                }
            }
            Domain::Set(tuples) => {
                for tuple in tuples {
                    let mut cases = self.tuples(tuple.iter(), depth)?;
                    match (cases.pop(), &cases[..]) {
                        (Some((when, forms)), []) if when.is_empty() => choices.push(forms),
                        _ => return Err(Reason("a set of conditional numbers", "含条件数的集合")),
                    }
                }
            }
        }
        let with = |choice: Vec<Form>| {
            let mut known = self.frame.known.clone();
            known.extend((q.binder.first..).zip(choice));
            known
        };
        Ok(Some(choices.into_iter().map(with).collect()))
    }

    /// Whether the body holds (or fails, if not `holds`) for a number of a range that varies,
    /// turned around if it fails. What is defined inside depends on that number, and stays inside.
    fn exists(&mut self, q: &ir::Quantified, holds: bool, depth: usize) -> Result<Guard, Reason> {
        let Domain::Range(least, most) = &q.binder.domain else {
            return Err(VARYING);
        };
        let ends = self.ends_of_range(least, most, depth)?;
        let (binders, guards) = (self.frame.binders, self.frame.guard.len());
        let (defined, troubles) = (self.frame.defined.len(), self.troubles.len());
        let outside = self.frame.known.clone();
        let mut any = Vec::new();
        for (when, chosen) in self.choose(least, most, ends)? {
            self.frame.known.insert(q.binder.first, chosen);
            let body = self.under(&when, |this| this.guard(&q.body, depth + 1))?;
            let body = if holds { body } else { body.not() };
            any.push(Guard::all(when.into_iter().chain([body])));
        }
        self.frame.known = outside;
        self.frame.defined.truncate(defined);
        let mut all = self.frame.guard.split_off(guards);
        for (guard, _) in &mut self.troubles[troubles..] {
            *guard = Guard::all(all.iter().cloned().chain([guard.clone()]));
        }
        all.push(Guard::any(any));
        let all = Guard::all(all);
        let mut bound: Vec<usize> = all.variables().into_iter().collect();
        bound.retain(|v| *v >= self.frame.dimension + binders);
        let found = Guard::Exists(bound, Box::new(all));
        Ok(if holds { found } else { found.not() })
    }

    /// A relation between two numbers, for each of their cases.
    fn relate(
        &mut self,
        a: &Expr,
        b: &Expr,
        depth: usize,
        relation: &dyn Fn(&Form, &Form) -> Result<Guard, Reason>,
    ) -> Result<Guard, Reason> {
        let mut any = Vec::new();
        for (when, numbers) in self.tuples([a, b].into_iter(), depth)? {
            let holds = relation(&numbers[0], &numbers[1])?;
            any.push(Guard::all(when.into_iter().chain([holds])));
        }
        Ok(Guard::any(any))
    }

    fn compare(
        &mut self,
        sign: Compare,
        a: &Expr,
        b: &Expr,
        depth: usize,
    ) -> Result<Guard, Reason> {
        if sign != Compare::Equal || self.fixed(a).or(self.fixed(b)) != Some(1) {
            for (a, b, turned) in [(a, b, false), (b, a, true)] {
                if let (Expr::Unary(Unary::Popcount, x), Some(number)) = (a, self.fixed(b))
                    && number <= MOST_ONES
                {
                    return self.ones_compared(x, number, sign, turned, depth);
                }
            }
        }
        match sign {
            Compare::Unequal => Ok(self.compare(Compare::Equal, a, b, depth)?.not()),
            Compare::AtMost => self.at_most(a, b, 0, depth),
            Compare::Less => self.at_most(a, b, 1, depth),
            Compare::Equal => {
                if let Some(found) = self.equal(a, b, depth)? {
                    return Ok(found);
                }
                // These say it without more variables or cases.
                let bounded = |e: &Expr| {
                    use Binary::{Divide, Max, Min};
                    matches!(e, Expr::Binary(Min | Max | Divide, ..))
                };
                match bounded(a) || bounded(b) {
                    false => self.relate(a, b, depth, &|a, b| Ok(Guard::Zero(a.plus(-1, b)?))),
                    true => Ok(Guard::all([
                        self.at_most(a, b, 0, depth + 1)?,
                        self.at_most(b, a, 0, depth + 1)?,
                    ])),
                }
            }
        }
    }

    /// The number of ones compared with a number: all that are more are alike.
    fn ones_compared(
        &mut self,
        x: &Expr,
        number: i128,
        sign: Compare,
        turned: bool,
        depth: usize,
    ) -> Result<Guard, Reason> {
        let mut cases = self.naturals(x, depth)?;
        for case in &mut cases {
            case.form = self.name(Meaning::Natural, &case.form)?;
        }
        let most = (number + 1).max(0) as u32;
        let number = number as i64;
        let holds = |count: &u32| match turned {
            false => sign.holds(i64::from(*count), number),
            true => sign.holds(number, i64::from(*count)),
        };
        let counts: Vec<u32> = (0..=most).filter(holds).collect();
        Ok(in_cases(cases, |x| {
            let count = |count: &u32| Guard::Bits(Bits::Count(most, *count), vec![x.clone()]);
            Guard::any(counts.iter().map(count))
        }))
    }

    /// `a + more ≤ b`
    pub fn at_most(
        &mut self,
        a: &Expr,
        b: &Expr,
        more: i64,
        depth: usize,
    ) -> Result<Guard, Reason> {
        if depth > DEEPEST {
            return Err(TOO_DEEP);
        }
        let two = |this: &mut Self, pairs: [(&Expr, &Expr); 2]| -> Result<Vec<Guard>, Reason> {
            { pairs.into_iter() }
                .map(|(a, b)| this.at_most(a, b, more, depth + 1))
                .collect()
        };
        let more_form = Form::constant(more);
        match (a, b) {
            (_, Expr::Binary(Binary::Min, x, y)) => Ok(Guard::all(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Max, x, y), _) => Ok(Guard::all(two(self, [(x, b), (y, b)])?)),
            (_, Expr::Binary(Binary::Max, x, y)) => Ok(Guard::any(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Min, x, y), _) => Ok(Guard::any(two(self, [(x, b), (y, b)])?)),
            // a ≤ ⌊x/m⌋ is m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            (_, Expr::Binary(Binary::Divide, x, m)) if self.divisor(m).is_some() => {
                let m = self.divisor(m).unwrap_or(1);
                self.relate(a, x, depth, &|a, x| {
                    Guard::at_most(&a.plus(1, &more_form)?.times(m)?, x)
                })
            }
            (Expr::Binary(Binary::Divide, x, m), _) if self.divisor(m).is_some() => {
                let m = self.divisor(m).unwrap_or(1);
                self.relate(x, b, depth, &|x, b| {
                    let b = b.plus(-1, &more_form)?.times(m)?;
                    Guard::at_most(x, &b.plus(1, &Form::constant(m - 1))?)
                })
            }
            _ => self.relate(a, b, depth, &|a, b| {
                Guard::at_most(&a.plus(1, &more_form)?, b)
            }),
        }
    }

    /// Equalities that need fewer variables or cases than their sides, if this is one.
    fn equal(&mut self, a: &Expr, b: &Expr, depth: usize) -> Result<Option<Guard>, Reason> {
        let is_xor = |e: &Expr| matches!(e, Expr::Binary(Binary::Xor, ..));
        if (is_xor(a) || is_xor(b))
            && let Some(found) = self.xor_zero(a, b, depth)?
        {
            return Ok(Some(found));
        }
        for (a, b) in [(a, b), (b, a)] {
            match (a, b) {
                (Expr::Binary(Binary::Remainder, x, m), Expr::Const(r))
                    if self.divisor(m).is_some()
                        && !matches!(**x, Expr::Unary(Unary::Popcount, _)) =>
                {
                    let m = self.divisor(m).unwrap_or(1) as i64;
                    let leaves = |x: &Form| match (0..m).contains(r) {
                        true => Guard::Remainder(x.clone(), m, *r),
                        false => Guard::Any(Vec::new()),
                    };
                    let cases = self.cases(x, depth + 1)?;
                    return Ok(Some(in_cases(cases, leaves)));
                }
                (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                    let mut cases = self.naturals(x, depth)?;
                    for case in &mut cases {
                        // Of a negative number there is no value, and 0 is no power.
                        case.form = self.name(Meaning::Natural, &case.form)?;
                    }
                    let power = |x: &Form| Guard::Bits(Bits::Power, vec![x.clone()]);
                    return Ok(Some(in_cases(cases, power)));
                }
                (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                    // A number is its lowest bit if it is a power of two, or 0.
                    let mut any = Vec::new();
                    for Case { when, form } in self.cases(x, depth + 1)? {
                        let it = self.name(Meaning::Natural, &form)?;
                        let power = Guard::Bits(Bits::Power, vec![it]);
                        let positive = Guard::negative(&form)?.not();
                        let power = Guard::all([positive, power]);
                        let either = Guard::any([Guard::Zero(form), power]);
                        any.push(Guard::all(when.into_iter().chain([either])));
                    }
                    return Ok(Some(Guard::any(any)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// `a = b` where either is an xor of linear sides: the xor of all sides is 0.
    ///
    /// Numbers are two's complement, so x xor y = ~(~x xor y) with ~x = -1-x, which is natural
    /// exactly if x is negative. The xor of all sides is 0 exactly if an even number of them is
    /// negative and the xor of the sides, those with ~ in place of the negative ones, is 0.
    fn xor_zero(&mut self, a: &Expr, b: &Expr, depth: usize) -> Result<Option<Guard>, Reason> {
        /// Sides of which the sign is not known; every pattern of signs is one case.
        const MOST_UNSIGNED: usize = 4;
        let (mut open, mut sides) = (vec![a, b], Vec::<Form>::new());
        // Whether an odd number of negative sides was replaced, and the xor of what is fixed.
        let (mut odd, mut fixed) = (false, 0i128);
        while let Some(e) = open.pop() {
            if let Expr::Binary(Binary::Xor, x, y) = e {
                open.extend([&**x, &**y]);
                continue;
            }
            let mut cases = self.cases(e, depth + 1)?;
            let (
                Some(Case {
                    when,
                    form: mut side,
                }),
                true,
            ) = (cases.pop(), cases.is_empty())
            else {
                return Ok(None);
            };
            if !when.is_empty() {
                return Ok(None);
            }
            let below = complement(&side)?;
            if !side.is_natural() && below.is_natural() {
                (side, odd) = (below, !odd);
            }
            if let Some(value) = side.as_constant() {
                fixed ^= value;
            } else if let Some(twin) = sides.iter().position(|other| *other == side) {
                // What is there twice cancels, whatever its sign.
                sides.swap_remove(twin);
            } else {
                sides.push(side);
            }
        }
        let unsigned: Vec<usize> = { 0..sides.len() }
            .filter(|at| !sides[*at].is_natural())
            .collect();
        if unsigned.len() > MOST_UNSIGNED {
            return Err(Reason(
                "an xor of many numbers that may be negative",
                "多个可能为负的数的按位异或",
            ));
        }
        let fixed = Form::constant(i64::try_from(fixed).map_err(|_| NOT_LINEAR)?);
        let mut cases = Vec::new();
        for negative in 0u32..1 << unsigned.len() {
            if (negative.count_ones() % 2 == 1) != odd {
                continue;
            }
            let mut forms = sides.clone();
            let mut all = Vec::new();
            for (bit, &at) in unsigned.iter().enumerate() {
                let below = Guard::negative(&sides[at])?;
                all.push(match negative >> bit & 1 == 1 {
                    true => {
                        forms[at] = complement(&sides[at])?;
                        below
                    }
                    false => below.not(),
                });
            }
            if fixed != Form::default() {
                forms.push(fixed.clone());
            }
            // The xor of two is 0 if they are equal, of one if it is 0.
            all.push(match &forms[..] {
                [] => Guard::All(Vec::new()),
                [x] => Guard::Zero(x.clone()),
                [x, y] => Guard::Zero(x.plus(-1, y)?),
                _ => {
                    let mut named = Vec::new();
                    for side in sides.iter().chain(&forms[sides.len()..]) {
                        named.push(self.name(Meaning::Natural, side)?);
                    }
                    Guard::Bits(Bits::XorZero, named)
                }
            });
            cases.push(Guard::all(all));
        }
        Ok(Some(Guard::any(cases)))
    }
}

/// What holds of a number, in each of its cases.
fn in_cases(cases: Vec<Case>, holds: impl Fn(&Form) -> Guard) -> Guard {
    let each = cases.into_iter();
    Guard::any(each.map(|case| {
        let holds = holds(&case.form);
        Guard::all(case.when.into_iter().chain([holds]))
    }))
}
