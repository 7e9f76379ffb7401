//! Formulas as automatic relations: from a law on paper to a decidable claim.
//!
//! Sums of multiples are linear relations; remainders and quotients by fixed
//! numbers, minima, lists and cases are combinations of these; in base 2 the
//! bit operations, the lowest bit, the parity of ones, and the remainders of the
//! number of digits and of trailing zeros are automatic too.
//! Products of coordinates and nim products are not.

use grundy::error::Error;
use grundy::text::Text;

use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation, Variable};
use crate::expression::{Condition, Expression, Function, Operation};
use crate::rules::Form;

fn not_automatic(what: &str, zh: &str) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("the law has {what}, which no automaton computes"),
            format!("规律中含有{zh}，自动机无法计算"),
        ),
    }
}

struct Compiler<'e, 'm> {
    engine: &'e mut Engine<'m>,
    free: Variable,
    depth: usize,
}

/// The relation value = expression, between the coordinates `0..dimension`
/// and the variable `dimension`. Where the expression is negative there is no
/// value.
pub fn graph(
    engine: &mut Engine,
    expression: &Expression,
    dimension: usize,
) -> Result<Relation, Error> {
    let value = dimension as Variable;
    let mut compiler = Compiler {
        engine,
        free: value + 1,
        depth: 0,
    };
    let relation = compiler.equals(expression, value)?;
    let all: Vec<Variable> = (0..=value).collect();
    let all = engine.all(&all)?;
    engine.and(&relation, &all)
}

/// The relation value = 2^(the number of binary digits of the expression), between the
/// coordinates and the variable `dimension`; only in base 2.
pub fn lengths(
    engine: &mut Engine,
    expression: &Expression,
    dimension: usize,
) -> Result<Relation, Error> {
    let value = dimension as Variable;
    let mut compiler = Compiler {
        engine,
        free: value + 1,
        depth: 0,
    };
    let (of, mut all) = compiler.named(expression)?;
    engine.xor_zero(&[of])?;
    // The one of the power stands just before the first digit.
    let mut dfa = Dfa::new(4, false);
    let (before, digits) = (dfa.add(true), dfa.add(true));
    dfa.set(0, 0, 0);
    dfa.set(0, 2, before);
    dfa.set(before, 1, digits);
    dfa.set(digits, 0, digits);
    dfa.set(digits, 1, digits);
    all.push(engine.given(&dfa, &[of, value])?);
    let keep: Vec<Variable> = (0..=value).collect();
    let relation = engine.join(all, &keep)?;
    let all = engine.all(&keep)?;
    engine.and(&relation, &all)
}

/// The points at which a condition holds.
pub fn set(
    engine: &mut Engine,
    condition: &Condition,
    dimension: usize,
) -> Result<Relation, Error> {
    let mut compiler = Compiler {
        engine,
        free: dimension as Variable,
        depth: 0,
    };
    let relation = compiler.condition(condition)?;
    let all: Vec<Variable> = (0..dimension as Variable).collect();
    let all = engine.all(&all)?;
    engine.and(&relation, &all)
}

/// The linear form of an expression, if it has one.
pub(crate) fn linear(e: &Expression) -> Option<Form> {
    match e {
        Expression::Number(n) => Some(Form::constant(*n)),
        Expression::Variable(v) => Some(Form::variable(*v)),
        Expression::Binary(Operation::Add, a, b) => Some(linear(a)?.plus(1, &linear(b)?)),
        Expression::Binary(Operation::Subtract, a, b) => Some(linear(a)?.plus(-1, &linear(b)?)),
        Expression::Binary(Operation::Multiply, a, b) => match (linear(a)?, linear(b)?) {
            (a, b) if a.terms.is_empty() => Some(Form::default().plus(a.constant, &b)),
            (a, b) if b.terms.is_empty() => Some(Form::default().plus(b.constant, &a)),
            _ => None,
        },
        _ => None,
    }
}

/// Binary digits are counted up to this, or modulo at most this.
const MOST_LENGTHS: i64 = 64;

/// That of which an expression is the number of binary digits.
fn length_of(e: &Expression) -> Option<&Expression> {
    match e {
        Expression::Call(Function::BitLength, of) => of.first(),
        _ => None,
    }
}

/// A count of binary digits.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    /// All digits.
    Digits,
    /// The zeros at the end, of which 0 has no number.
    Zeros,
}

/// What an expression counts, and of which number.
fn count_of(e: &Expression) -> Option<(Count, &Expression)> {
    match e {
        Expression::Call(Function::BitLength, of) => Some((Count::Digits, of.first()?)),
        Expression::Call(Function::TrailingZeros, of) => Some((Count::Zeros, of.first()?)),
        _ => None,
    }
}

/// Numbers are raised by at most this.
const LOWEST: i64 = 1 << 16;

/// A number that an expression of naturals is never below, if one is seen.
fn least(e: &Expression) -> Option<i64> {
    match e {
        Expression::Number(n) => Some(*n),
        Expression::Variable(_) => Some(0),
        Expression::Binary(operation, a, b) => match operation {
            Operation::Add => least(a)?.checked_add(least(b)?),
            Operation::Subtract => match **b {
                Expression::Number(b) => least(a)?.checked_sub(b),
                _ => None,
            },
            Operation::Multiply => match (&**a, &**b) {
                (Expression::Number(by @ 0..), e) | (e, Expression::Number(by @ 0..)) => {
                    least(e)?.checked_mul(*by)
                }
                _ => None,
            },
            Operation::Divide => match **b {
                Expression::Number(by @ 1..) => Some(least(a)?.div_euclid(by)),
                _ => None,
            },
            // These have no other values.
            Operation::Modulo | Operation::Xor | Operation::And | Operation::Or => Some(0),
        },
        Expression::Call(function, arguments) => match (function, &arguments[..]) {
            (Function::Min, [a, b]) => Some(least(a)?.min(least(b)?)),
            (Function::Max, [a, b]) => least(a).max(least(b)),
            _ => Some(0),
        },
        Expression::Pick(list, _) => list.iter().copied().min(),
        Expression::Cases(cases, otherwise) => {
            let mut all = least(otherwise)?;
            for (_, e) in cases {
                all = all.min(least(e)?);
            }
            Some(all)
        }
    }
}

/// The expression with `by` added, where what is added can go inside.
fn raised(e: &Expression, by: i64) -> Option<Expression> {
    let plus = |e: &Expression, by| Expression::plus(e.clone(), Expression::Number(by));
    match e {
        Expression::Call(function @ (Function::Min | Function::Max), arguments) => {
            let arguments = arguments.iter().map(|e| plus(e, by));
            Some(Expression::Call(*function, arguments.collect()))
        }
        Expression::Binary(Operation::Divide, a, m) => match **m {
            Expression::Number(m @ 1..) => {
                let a = plus(a, m.checked_mul(by)?);
                Some(Expression::binary(
                    Operation::Divide,
                    a,
                    Expression::Number(m),
                ))
            }
            _ => None,
        },
        Expression::Cases(cases, otherwise) => Some(Expression::Cases(
            cases
                .iter()
                .map(|(c, e)| (c.clone(), plus(e, by)))
                .collect(),
            Box::new(plus(otherwise, by)),
        )),
        _ => None,
    }
}

impl Compiler<'_, '_> {
    fn fresh(&mut self) -> Variable {
        self.free += 1;
        self.free - 1
    }

    /// The form of an expression, where parts that are not linear are named
    /// by variables, and the relations that define these.
    fn form(&mut self, e: &Expression) -> Result<(Form, Vec<Relation>), Error> {
        if let Some(form) = linear(e) {
            return Ok((form, Vec::new()));
        }
        match e {
            Expression::Binary(op @ (Operation::Add | Operation::Subtract), a, b) => {
                let (a, mut all) = self.form(a)?;
                let (b, more) = self.form(b)?;
                all.extend(more);
                let factor = if *op == Operation::Add { 1 } else { -1 };
                Ok((a.plus(factor, &b), all))
            }
            Expression::Binary(Operation::Multiply, a, b) => {
                let (a, mut all) = self.form(a)?;
                let (b, more) = self.form(b)?;
                all.extend(more);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => Ok((Form::default().plus(a.constant, &b), all)),
                    (_, true) => Ok((Form::default().plus(b.constant, &a), all)),
                    _ => Err(not_automatic("a product of two numbers", "两数之积")),
                }
            }
            // A variable is a natural number: entries below 0 are raised first.
            Expression::Pick(list, index) if list.iter().any(|entry| *entry < 0) => {
                let least = list.iter().copied().min().unwrap_or(0);
                let raised = list.iter().map(|entry| entry - least).collect();
                let (form, all) = self.form(&Expression::Pick(raised, index.clone()))?;
                Ok((form.plus(1, &Form::constant(least)), all))
            }
            other => {
                // So is any other number that may fall below 0 so far.
                let least = least(other).filter(|least| (-LOWEST..0).contains(least));
                if let Some(least) = least
                    && let Some(raised) = raised(other, -least)
                {
                    let (form, all) = self.form(&raised)?;
                    return Ok((form.plus(1, &Form::constant(least)), all));
                }
                let value = self.fresh();
                let relation = self.equals(other, value)?;
                Ok((Form::variable(value as usize), vec![relation]))
            }
        }
    }

    fn compare(&mut self, form: &Form, equal: bool) -> Result<Relation, Error> {
        let terms: Vec<(Variable, i64)> = form
            .terms
            .iter()
            .map(|&(v, f)| (v as Variable, f))
            .collect();
        match equal {
            true => self.engine.equal(&terms, -form.constant),
            false => self.engine.at_most(&terms, -form.constant),
        }
    }

    /// A variable that holds the value of an expression.
    fn named(&mut self, e: &Expression) -> Result<(Variable, Vec<Relation>), Error> {
        let (form, mut all) = self.form(e)?;
        if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
            return Ok((*variable as Variable, all));
        }
        let value = self.fresh();
        let difference = form.plus(-1, &Form::variable(value as usize));
        all.push(self.compare(&difference, true)?);
        Ok((value, all))
    }

    /// Joins relations, hiding all variables made since `first`.
    fn hide(&mut self, all: Vec<Relation>, first: Variable) -> Result<Relation, Error> {
        let mut keep: Vec<Variable> = all
            .iter()
            .flat_map(|r| r.variables().iter().copied())
            .filter(|v| *v < first)
            .collect();
        keep.sort_unstable();
        keep.dedup();
        self.engine.join(all, &keep)
    }

    fn equals(&mut self, e: &Expression, value: Variable) -> Result<Relation, Error> {
        self.depth += 1;
        if self.depth > 64 {
            return Err(not_automatic("too deep a formula", "嵌套过深的公式"));
        }
        let first = self.free;
        let all = match e {
            Expression::Binary(Operation::Modulo, a, m)
                if count_of(a).is_some() && matches!(**m, Expression::Number(1..=MOST_LENGTHS)) =>
            {
                let (Some((count, of)), &Expression::Number(m)) = (count_of(a), &**m) else {
                    return Err(not_automatic("a large modulus", "过大的模"));
                };
                let (of, mut all) = self.named(of)?;
                let mut any = self.engine.none(&[of, value])?;
                for rest in 0..m as u32 {
                    let long = self.counted(count, of, m as u32, &[rest])?;
                    let rest = self.engine.constant(value, rest.into())?;
                    let both = self.engine.and(&long, &rest)?;
                    any = self.engine.or(&any, &both)?;
                }
                all.push(any);
                all
            }
            Expression::Binary(op @ (Operation::Divide | Operation::Modulo), a, m) => {
                let Expression::Number(m @ 1..) = **m else {
                    return Err(not_automatic(
                        "a division by a number that varies",
                        "除数可变的除法",
                    ));
                };
                let (form, mut all) = self.form(a)?;
                match op {
                    Operation::Divide => {
                        // m·value ≤ form < m·value + m
                        let value = Form::variable(value as usize);
                        let below = Form::default().plus(m, &value).plus(-1, &form);
                        let above = form.plus(-m, &value).plus(1, &Form::constant(1 - m));
                        all.push(self.compare(&below, false)?);
                        all.push(self.compare(&above, false)?);
                    }
                    _ => {
                        let modulus = u32::try_from(m)
                            .map_err(|_| not_automatic("a large modulus", "过大的模"))?;
                        let difference = form.plus(-1, &Form::variable(value as usize));
                        let terms: Vec<(Variable, i64)> = difference
                            .terms
                            .iter()
                            .map(|&(v, f)| (v as Variable, f))
                            .collect();
                        let rest = (-difference.constant).rem_euclid(m) as u32;
                        all.push(self.engine.congruent(&terms, modulus, &[rest])?);
                        all.push(self.engine.at_most(&[(value, 1)], m - 1)?);
                    }
                }
                all
            }
            Expression::Binary(op @ (Operation::Xor | Operation::And | Operation::Or), a, b) => {
                let (a, mut all) = self.named(a)?;
                let (b, more) = self.named(b)?;
                all.extend(more);
                // Only in base 2 are the digits the bits.
                self.engine.xor_zero(&[a])?;
                let op = *op;
                all.push(self.engine.digitwise(&[a, b, value], |d| {
                    d[2] == match op {
                        Operation::Xor => d[0] ^ d[1],
                        Operation::And => d[0] & d[1],
                        _ => d[0] | d[1],
                    }
                })?);
                all
            }
            Expression::Call(function, arguments) => self.call(*function, arguments, value)?,
            Expression::Pick(list, index) => {
                let (index, mut all) = self.named(index)?;
                let entries: Vec<Vec<u64>> = list
                    .iter()
                    .enumerate()
                    .filter_map(|(at, v)| Some(vec![at as u64, u64::try_from(*v).ok()?]))
                    .collect();
                all.push(self.engine.finite(&[index, value], &entries)?);
                all
            }
            Expression::Cases(cases, otherwise) => {
                let mut reached = self.engine.all(&[])?;
                let mut any = self.engine.none(&[])?;
                for (condition, e) in cases {
                    let holds = self.condition(condition)?;
                    let here = self.engine.and(&reached, &holds)?;
                    let equals = self.equals(e, value)?;
                    let case = self.engine.and(&here, &equals)?;
                    any = self.engine.or(&any, &case)?;
                    reached = self.engine.minus(&reached, &holds)?;
                }
                let equals = self.equals(otherwise, value)?;
                let last = self.engine.and(&reached, &equals)?;
                vec![self.engine.or(&any, &last)?]
            }
            e => {
                let (form, mut all) = self.form(e)?;
                let difference = form.plus(-1, &Form::variable(value as usize));
                all.push(self.compare(&difference, true)?);
                all
            }
        };
        self.depth -= 1;
        // The value may be younger than what is hidden.
        let mut keep: Vec<Variable> = (0..first).collect();
        keep.push(value);
        self.engine.join(all, &keep)
    }

    fn call(
        &mut self,
        function: Function,
        arguments: &[Expression],
        value: Variable,
    ) -> Result<Vec<Relation>, Error> {
        let v = Form::variable(value as usize);
        match (function, arguments) {
            (Function::Min | Function::Max, [a, b]) => {
                let (a, mut all) = self.form(a)?;
                let (b, more) = self.form(b)?;
                all.extend(more);
                let (lesser, greater) = (
                    self.compare(&a.plus(-1, &b), false)?,
                    self.compare(&b.plus(-1, &a), false)?,
                );
                let (is_a, is_b) = (
                    self.compare(&a.plus(-1, &v), true)?,
                    self.compare(&b.plus(-1, &v), true)?,
                );
                let (first, second) = match function {
                    Function::Min => (is_a, is_b),
                    _ => (is_b, is_a),
                };
                let one = self.engine.and(&lesser, &first)?;
                let other = self.engine.and(&greater, &second)?;
                all.push(self.engine.or(&one, &other)?);
                Ok(all)
            }
            (Function::Abs, [a]) => {
                let (a, mut all) = self.form(a)?;
                let plus = self.compare(&a.plus(-1, &v), true)?;
                let minus = self.compare(&a.plus(1, &v), true)?;
                all.push(self.engine.or(&plus, &minus)?);
                Ok(all)
            }
            (Function::LowBit | Function::SmallestFibonacci, [a]) => {
                let needed = match function {
                    Function::LowBit => Numeration::BINARY,
                    _ => Numeration::FIBONACCI,
                };
                if self.engine.numeration() != needed {
                    return Err(not_automatic(
                        "a function of other digits",
                        "其他记数法的函数",
                    ));
                }
                let (a, mut all) = self.named(a)?;
                // Anything over zeros, then one over one, then zeros.
                let mut dfa = Dfa::new(4, true);
                let open = dfa.add(false);
                let done = dfa.add(true);
                dfa.set(0, 0, 0);
                for from in [0, open] {
                    dfa.set(from, 1, open);
                    dfa.set(from, 3, done);
                }
                dfa.set(open, 0, open);
                dfa.set(done, 0, done);
                all.push(self.engine.given(&dfa, &[a, value])?);
                Ok(all)
            }
            (Function::ThueMorse, [a]) => {
                let (a, mut all) = self.named(a)?;
                self.engine.xor_zero(&[a])?;
                let mut dfa = Dfa::new(2, false);
                let odd = dfa.add(true);
                dfa.set(0, 0, 0);
                dfa.set(0, 1, odd);
                dfa.set(odd, 0, odd);
                dfa.set(odd, 1, 0);
                let odd = self.engine.given(&dfa, &[a])?;
                let even = self.engine.not(&odd)?;
                let (one, zero) = (
                    self.engine.constant(value, 1)?,
                    self.engine.constant(value, 0)?,
                );
                let one = self.engine.and(&odd, &one)?;
                let zero = self.engine.and(&even, &zero)?;
                all.push(self.engine.or(&one, &zero)?);
                Ok(all)
            }
            (Function::NimProduct, _) => Err(not_automatic("a nim product", "nim 积")),
            (Function::BitLength, _) => {
                Err(not_automatic("the number of binary digits", "二进制位数"))
            }
            (Function::Ones, _) => Err(not_automatic("a count of digits", "数字的个数")),
            (Function::SquareRoot, _) => Err(not_automatic("a square root", "平方根")),
            (Function::TrailingZeros, _) => Err(not_automatic(
                "the number of trailing zeros",
                "末尾零的个数",
            )),
            _ => Err(not_automatic(
                "a multiple of the golden ratio",
                "黄金比的倍数",
            )),
        }
    }

    /// The numbers of whose binary digits a count leaves one of these remainders.
    fn counted(
        &mut self,
        count: Count,
        of: Variable,
        modulus: u32,
        remainders: &[u32],
    ) -> Result<Relation, Error> {
        self.engine.xor_zero(&[of])?;
        // State 0 reads zeros in front; the others count modulo the modulus.
        let of_zero = count == Count::Digits && remainders.contains(&0);
        let mut dfa = Dfa::new(2, of_zero);
        dfa.set(0, 0, 0);
        for rest in 0..modulus {
            dfa.add(remainders.contains(&rest));
        }
        // After a one the zeros at the end are counted anew.
        let after_one = |rest: u32| match count {
            Count::Digits => (rest + 1) % modulus + 1,
            Count::Zeros => 1,
        };
        for rest in 0..modulus {
            dfa.set(rest + 1, 0, (rest + 1) % modulus + 1);
            dfa.set(rest + 1, 1, after_one(rest));
        }
        dfa.set(0, 1, after_one(0));
        self.engine.given(&dfa, &[of])
    }

    /// Compares the count of binary digits with another one, or with a number.
    fn compare_lengths(
        &mut self,
        c: &Condition,
        a: &Expression,
        b: &Expression,
    ) -> Result<Option<Relation>, Error> {
        let first = self.free;
        let holds = |order: std::cmp::Ordering| match c {
            Condition::Equal(..) => order.is_eq(),
            Condition::Unequal(..) => order.is_ne(),
            _ => order.is_lt(),
        };
        use std::cmp::Ordering::{Equal, Greater, Less};
        let (of, number, flipped) = match (length_of(a), length_of(b)) {
            (Some(a), Some(b)) => {
                let (a, mut all) = self.named(a)?;
                let (b, more) = self.named(b)?;
                all.extend(more);
                self.engine.xor_zero(&[a])?;
                // Whichever begins first is longer.
                let mut dfa = Dfa::new(4, holds(Equal));
                dfa.set(0, 0, 0);
                for (letter, order) in [(1, Greater), (2, Less), (3, Equal)] {
                    let to = dfa.add(holds(order));
                    dfa.set(0, letter, to);
                    (0..4).for_each(|letter| dfa.set(to, letter, to));
                }
                all.push(self.engine.given(&dfa, &[a, b])?);
                return self.hide(all, first).map(Some);
            }
            (Some(of), None) => match b {
                Expression::Number(n) => (of, *n, false),
                _ => return Ok(None),
            },
            (None, Some(of)) => match a {
                Expression::Number(n) => (of, *n, true),
                _ => return Ok(None),
            },
            (None, None) => return Ok(None),
        };
        if !(0..=MOST_LENGTHS).contains(&number) {
            return Ok(None);
        }
        let (of, mut all) = self.named(of)?;
        self.engine.xor_zero(&[of])?;
        // One state for each count up to the number, and one for more.
        let accepts = |count: i64| {
            let order = count.cmp(&number);
            holds(if flipped { order.reverse() } else { order })
        };
        let mut dfa = Dfa::new(2, accepts(0));
        dfa.set(0, 0, 0);
        let mut at = 0;
        for count in 1..=number + 1 {
            let to = dfa.add(accepts(count));
            if at > 0 {
                dfa.set(at, 0, to);
            }
            dfa.set(at, 1, to);
            at = to;
        }
        dfa.set(at, 0, at);
        dfa.set(at, 1, at);
        all.push(self.engine.given(&dfa, &[of])?);
        self.hide(all, first).map(Some)
    }

    fn condition(&mut self, c: &Condition) -> Result<Relation, Error> {
        let first = self.free;
        if let Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) = c
            && let Some(relation) = self.compare_lengths(c, a, b)?
        {
            return Ok(relation);
        }
        match c {
            Condition::Occurs(..) => match c.spelled() {
                Some(spelled) => self.condition(&spelled),
                None => Err(not_automatic(
                    "a count among many numbers",
                    "众多数中的计数",
                )),
            },
            Condition::Unequal(a, b) => {
                // Less or greater: where a part has no value neither holds.
                let less = self.condition(&Condition::less(a.clone(), b.clone()))?;
                let greater = self.condition(&Condition::less(b.clone(), a.clone()))?;
                self.engine.or(&less, &greater)
            }
            Condition::Remainder(a, m @ 1.., rests)
                if count_of(a).is_some() && i64::from(*m) <= MOST_LENGTHS =>
            {
                let Some((count, of)) = count_of(a) else {
                    return self.engine.none(&[]);
                };
                let (of, mut all) = self.named(of)?;
                all.push(self.counted(count, of, *m, rests)?);
                self.hide(all, first)
            }
            Condition::Equal(a, b) | Condition::Less(a, b) => {
                let equal = matches!(c, Condition::Equal(..));
                let (a, mut all) = self.form(a)?;
                let (b, more) = self.form(b)?;
                all.extend(more);
                let difference = a.plus(-1, &b);
                let form = match equal {
                    true => difference,
                    false => difference.plus(1, &Form::constant(1)),
                };
                all.push(self.compare(&form, equal)?);
                self.hide(all, first)
            }
            Condition::Remainder(a, m, rests) => {
                let (form, mut all) = self.form(a)?;
                let terms: Vec<(Variable, i64)> = form
                    .terms
                    .iter()
                    .map(|&(v, f)| (v as Variable, f))
                    .collect();
                let rests: Vec<u32> = rests
                    .iter()
                    .map(|r| {
                        (i64::from(*r) - form.constant).rem_euclid(i64::from((*m).max(1))) as u32
                    })
                    .collect();
                all.push(self.engine.congruent(&terms, *m, &rests)?);
                self.hide(all, first)
            }
            Condition::All(each) => {
                let mut relation = self.engine.all(&[])?;
                for one in each {
                    let next = self.condition(one)?;
                    relation = self.engine.and(&relation, &next)?;
                }
                Ok(relation)
            }
            Condition::Any(each) => {
                let mut relation = self.engine.none(&[])?;
                for one in each {
                    let next = self.condition(one)?;
                    relation = self.engine.or(&relation, &next)?;
                }
                Ok(relation)
            }
        }
    }
}
