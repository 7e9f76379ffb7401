//! Laws for all values of a parameter, read as they are printed:
//! `k mod 2 = 0: g(n) = r mod 2 (r < k), 2 (r = k), where r = n mod (k+1); k mod 2 = 1: g(n) = n mod 2`,
//! perhaps with `for all k >= 1` behind it.
//!
//! A law speaks of a heap only by its remainder modulo a number that is linear in the parameter, of
//! which there is one in each case. A value may be told for some remainders at a time, as above,
//! or by cases `a if c; b otherwise`.

use grundy::error::Error;
use grundy_verify::law::family::Line;

use super::lex::{Kind, lex};
use super::{Fault, LONGEST, Parsed, Parser, Part};
use crate::expression::{Condition, Expression, Operation};

/// What is said of the parameters that leave a remainder.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The modulus.
    pub modulus: i64,
    /// The remainder of the parameter.
    pub rest: i64,
    /// The period.
    pub period: Line,
    /// The value, or 0 and 1 for P and N; of the parameter and the remainder of the heap. Negative
    /// where nothing is said.
    pub value: Expression,
}

/// A law for all values of a parameter, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// One for each remainder of the parameter.
    pub cases: Vec<Case>,
    /// The least parameter of which it is said, if that is said.
    pub least: Option<i64>,
    /// Whether it tells who loses, and no values.
    pub lost: bool,
}

impl Law {
    /// What is claimed of a heap; `None` where nothing is.
    pub fn value(&self, parameter: i64, heap: i64) -> Option<i64> {
        let of = |case: &&Case| parameter.checked_rem_euclid(case.modulus) == Some(case.rest);
        let case = self.cases.iter().find(of)?;
        let period = case.period.at(parameter).filter(|period| *period > 0)?;
        let rest = u64::try_from(heap.rem_euclid(period)).ok()?;
        let value = case.value.value(&[u64::try_from(parameter).ok()?, rest])?;
        (value >= 0).then_some(value)
    }
}

/// The parameter, the heap and its remainder.
const K: usize = 0;
const N: usize = 1;
const R: usize = 2;
/// Parameters are told apart modulo at most this.
const MOST_MODULUS: i64 = 64;

/// Reads a law for all values of a parameter of one heap.
///
/// ```
/// use grundy_laws::read::family::read;
/// let text = "g(n) = r mod 2 (r < k), 2 (r = k), where r = n mod (k+1) for all k >= 2";
/// let law = read(text, "k", "n").unwrap();
/// assert_eq!(law.least, Some(2));
/// assert_eq!((0..8).map(|n| law.value(4, n).unwrap()).collect::<Vec<_>>(), [0, 1, 0, 1, 2, 0, 1, 0]);
/// ```
pub fn read(text: &str, parameter: &str, heap: &str) -> Result<Law, Error> {
    parsed(text, parameter, heap).map_err(|fault| Error::BadLaw {
        text: text.to_string(),
        column: fault.column,
        expected: fault.because,
    })
}

fn parsed(text: &str, parameter: &str, heap: &str) -> Parsed<Law> {
    let names = vec![parameter.to_string(), heap.to_string(), "r".to_string()];
    if text.len() > LONGEST {
        return Err(super::too_long(text));
    }
    let mut parser = Parser {
        source: text,
        tokens: lex(text, &names)?,
        at: 0,
        depth: 0,
        dimension: names.len(),
        names,
        terms: Vec::new(),
        others: Vec::new(),
        quotients: None,
        pieces: true,
    };
    parser.family()
}

impl Parser<'_> {
    fn family(&mut self) -> Parsed<Law> {
        let mut cases: Vec<Case> = Vec::new();
        let mut lost = None;
        let first = self.column();
        let begins = self.is_word("for");
        let before = match begins {
            true => self.of_parameters()?,
            false => None,
        };
        if begins && !self.take(",") && !self.take(":") {
            return Err(self.expected("`,` behind what it is said of", "所述范围之后的 `,`"));
        }
        loop {
            let (modulus, rest) = self.remainder()?;
            let column = self.column();
            let (value, of_outcomes) = self.said_of_heap()?;
            if *lost.get_or_insert(of_outcomes) != of_outcomes {
                return Err(self.fault(
                    column,
                    "expected all cases to be about values, or all about P-positions",
                    "各情形应同为关于值或同为关于 P 态",
                ));
            }
            let told = self.period()?;
            // Another letter would be another number, of which nothing is said.
            if let Some(&column) = self.others.first() {
                let (k, n) = (&self.names[K], &self.names[N]);
                return Err(self.fault(
                    column,
                    &format!("expected `{k}`, `{n}` or `r`, found another name"),
                    &format!("应为 `{k}`、`{n}` 或 `r`，而此处为别的名字"),
                ));
            }
            cases.push(self.case((modulus, rest), value, told, column)?);
            if !self.take(";") {
                break;
            }
        }
        let behind = self.of_parameters()?;
        if !matches!(self.next(), Kind::End) {
            let k = &self.names[K];
            return Err(self.expected(
                &format!(
                    "the end, `where r = {} mod …`, `;` or `for all {k} >= …`",
                    self.names[N]
                ),
                &format!(
                    "结尾、`where r = {} mod …`、`;` 或 `for all {k} >= …`",
                    self.names[N]
                ),
            ));
        }
        // Every parameter has one case.
        let modulus = cases.first().map_or(1, |case| case.modulus);
        let missing = (0..modulus).find(|rest| {
            let told = cases.iter().filter(|case| case.rest == *rest);
            told.count() != 1
        });
        let same = cases.iter().all(|case| case.modulus == modulus);
        let (true, None) = (same, missing) else {
            let (k, rest) = (&self.names[K], missing.unwrap_or(0));
            return Err(self.fault(
                first,
                &format!("expected one case for each remainder of {k} modulo the same number, such as `{k} mod {modulus} = {rest}: …`"),
                &format!("{k} 对同一个数的每个余数应各有一个情形，如 `{k} mod {modulus} = {rest}：…`"),
            ));
        };
        cases.sort_by_key(|case| case.rest);
        Ok(Law {
            cases,
            least: before.or(behind),
            lost: lost.unwrap_or(false),
        })
    }

    /// `for all k`, `for all k >= 3`: the least one that is said.
    fn of_parameters(&mut self) -> Parsed<Option<i64>> {
        self.take(",");
        if !self.take_word("for") {
            return Ok(None);
        }
        let _ = self.take_word("all") || self.take_word("every");
        let k = self.names[K].clone();
        if !self.take_word(&k) {
            return Err(self.expected(&format!("the parameter `{k}`"), &format!("参数 `{k}`")));
        }
        let strict = self.is(">");
        if !self.take(">=") && !self.take(">") {
            return Ok(None);
        }
        let least = self.literal()?;
        // As `check` says it.
        if self.take_words(&["and", "all"]) || self.take_word("与所有") {
            let n = self.names[N].clone();
            let _ = self.take_word(&n);
        }
        Ok(Some(least.saturating_add(i64::from(strict)).max(0)))
    }

    /// `k mod 2 = 0:`, where it stands.
    fn remainder(&mut self) -> Parsed<(i64, i64)> {
        let word = |at: usize, word: &str| matches!(self.after(at), Kind::Word(w) if w == word);
        let number = |at: usize| match self.after(at) {
            Kind::Number(n) => i64::try_from(*n).ok(),
            _ => None,
        };
        let is_case = word(0, &self.names[K])
            && word(1, "mod")
            && matches!(self.after(3), Kind::Sign("="))
            && matches!(self.after(5), Kind::Sign(":"));
        if !is_case {
            return Ok((1, 0));
        }
        let (Some(modulus), Some(rest)) = (number(2), number(4)) else {
            return Err(self.expected("`mod` and two numbers", " `mod` 与两个数"));
        };
        if !(1..=MOST_MODULUS).contains(&modulus) || rest >= modulus {
            return Err(self.expected(
                &format!("a remainder modulo a number from 1 to {MOST_MODULUS}"),
                &format!("模 1 至 {MOST_MODULUS} 的余数"),
            ));
        }
        (0..6).for_each(|_| self.step());
        Ok((modulus, rest))
    }

    /// `g(n) = …`, `n is P exactly if …`: the value, or 0 and 1; and whether it is about outcomes.
    fn said_of_heap(&mut self) -> Parsed<(Expression, bool)> {
        let n = self.names[N].clone();
        if self.take_word("g") {
            let heap = self.take("(") && self.take_word(&n);
            if !heap || !self.take(")") || !self.take("=") {
                return Err(self.expected(&format!("`g({n}) = …`"), &format!(" `g({n}) = …`")));
            }
            return Ok((self.pieces()?, false));
        }
        let heap = self.take_word(&n);
        if heap && !self.take_word("is") {
            return Err(self.expected("`is P exactly if …`", " `为 P 态当且仅当 …`"));
        }
        let Some(lost) = self.letter() else {
            return Err(self.expected(
                &format!("`g({n}) = …` or `{n} is P exactly if …`"),
                &format!(" `g({n}) = …` 或 `{n} 为 P 态当且仅当 …`"),
            ));
        };
        self.take(",");
        let iff = self.take_word("iff")
            || self.take_words(&["exactly", "if"])
            || self.take_words(&["if", "and", "only", "if"]);
        if !iff {
            return Err(self.expected("`exactly if`", " `当且仅当`"));
        }
        let number = Expression::Number;
        // Where values rise, who loses is told by them.
        let zero = matches!(self.next(), Kind::Number(0))
            && matches!(self.after(1), Kind::Sign("="))
            && matches!(self.after(2), Kind::Word(w) if w == "f");
        if zero && lost {
            (0..3).for_each(|_| self.step());
            if !self.take("(") || !self.take_word("r") || !self.take(")") || !self.take("=") {
                return Err(self.expected("`0 = f(r) = …`", " `0 = f(r) = …`"));
            }
            return Ok((self.pieces()?, true));
        }
        let condition = self.condition()?;
        let (here, elsewhere) = if lost { (0, 1) } else { (1, 0) };
        let cases = vec![(condition, number(here))];
        Ok((Expression::cases(cases, number(elsewhere)), true))
    }

    /// `r mod 2 (r < k), 2 (r = k)`, or a number with or without cases.
    fn pieces(&mut self) -> Parsed<Expression> {
        let mut cases: Vec<(Condition, Expression)> = Vec::new();
        loop {
            let (value, depth) = self.number()?;
            if self.at_case() {
                self.take(",");
                self.step();
                let condition = self.condition()?;
                let (value, _) = self.more_cases(value, depth, condition)?;
                return Ok(Expression::cases(cases, value));
            }
            if !self.take("(") {
                return Ok(Expression::cases(cases, value));
            }
            let mut all = vec![self.condition()?];
            while self.take(",") {
                all.push(self.condition()?);
            }
            self.need(")")?;
            cases.push((Condition::All(all), value));
            let ends = matches!(self.after(1), Kind::Word(w) if w == "where" || w == "for");
            if !self.is(",") || ends {
                // Of other remainders nothing is said.
                return Ok(Expression::cases(cases, Expression::Number(-1)));
            }
            self.step();
        }
    }

    /// `where r = n mod (k+1)`: what the remainder is taken by.
    fn period(&mut self) -> Parsed<Option<Line>> {
        let comma = matches!(self.after(1), Kind::Word(w) if w == "where");
        if comma {
            self.take(",");
        }
        if !self.take_word("where") {
            return Ok(None);
        }
        let n = self.names[N].clone();
        if self.names[..R].iter().any(|name| name == "r") {
            return Err(self.fault(
                self.column(),
                &format!("expected no `r` for a remainder where `r` is the parameter or the heap: write `{n} mod …` each time"),
                &format!("参数或堆已名为 `r` 时不能再以 `r` 表示余数：请每次写 `{n} mod …`"),
            ));
        }
        let says = self.take_word("r") && self.take("=") && self.take_word(&n);
        if !says || !self.take_word("mod") {
            return Err(self.expected(
                &format!("`where r = {n} mod …`"),
                &format!(" `其中 r = {n} mod …`"),
            ));
        }
        let column = self.column();
        let line = match self.tight()? {
            Part::Number(e, ..) => line_of(&e),
            _ => None,
        };
        line.map(Some).ok_or_else(|| self.no_period(column))
    }

    fn no_period(&self, column: usize) -> Fault {
        let k = &self.names[K];
        self.fault(
            column,
            &format!("expected a period that is linear in {k}, such as `({k}+1)`"),
            &format!("应为关于 {k} 线性的周期，如 `({k}+1)`"),
        )
    }

    /// A case whose value speaks of the heap by one remainder only.
    fn case(
        &self,
        (modulus, rest): (i64, i64),
        value: Expression,
        told: Option<Line>,
        column: usize,
    ) -> Parsed<Case> {
        let mut periods: Vec<Line> = told.into_iter().collect();
        let value = replaced(&value, &mut periods).ok_or_else(|| self.no_period(column))?;
        periods.dedup();
        let speaks = |variable: usize| speaks_of(&value, variable);
        let n = &self.names[N];
        let one = periods.len() < 2 && !speaks(N) && (told.is_some() || !speaks(LOCAL));
        if !one {
            return Err(self.fault(
                column,
                &format!("expected a law that speaks of {n} by one remainder only: `{n} mod …`, or `r` and `where r = {n} mod …`"),
                &format!("规律应只通过一个余数涉及 {n}：`{n} mod …`，或 `r` 与 `其中 r = {n} mod …`"),
            ));
        }
        // Where no remainder is spoken of all heaps are alike.
        let period = periods.first().copied().unwrap_or(Line::new(0, 1));
        let variables = [
            Expression::Variable(0),
            Expression::Variable(0),
            Expression::Variable(1),
            Expression::Variable(1),
        ];
        Ok(Case {
            modulus,
            rest,
            period,
            value: value.with(&variables),
        })
    }
}

/// The remainder where it was written as `r`, which must be told; the other one tells itself.
const LOCAL: usize = R;
const OWN: usize = 3;

/// a·k + b
fn line_of(e: &Expression) -> Option<Line> {
    match e {
        Expression::Number(n) => Some(Line::new(0, *n)),
        Expression::Variable(K) => Some(Line::new(1, 0)),
        Expression::Binary(operation, a, b) => {
            let (a, b) = (line_of(a)?, line_of(b)?);
            let join = |f: fn(i64, i64) -> Option<i64>| {
                Some(Line::new(
                    f(a.factor, b.factor)?,
                    f(a.constant, b.constant)?,
                ))
            };
            match operation {
                Operation::Add => join(i64::checked_add),
                Operation::Subtract => join(i64::checked_sub),
                Operation::Multiply if a.factor == 0 || b.factor == 0 => {
                    let factor = a.factor.checked_mul(b.constant)?;
                    let other = b.factor.checked_mul(a.constant)?;
                    let constant = a.constant.checked_mul(b.constant)?;
                    Some(Line::new(factor.checked_add(other)?, constant))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The formula with the remainders of the heap as a variable of their own; `None` where one is taken
/// by something that is not linear.
fn replaced(e: &Expression, periods: &mut Vec<Line>) -> Option<Expression> {
    Some(match e {
        Expression::Binary(Operation::Modulo, of, by) if **of == Expression::Variable(N) => {
            let line = line_of(by)?;
            if !periods.contains(&line) {
                periods.push(line);
            }
            Expression::Variable(OWN)
        }
        Expression::Number(_) | Expression::Variable(_) => e.clone(),
        Expression::Binary(operation, a, b) => {
            Expression::binary(*operation, replaced(a, periods)?, replaced(b, periods)?)
        }
        Expression::Call(function, all) => {
            let all = all.iter().map(|e| replaced(e, periods));
            Expression::Call(*function, all.collect::<Option<_>>()?)
        }
        Expression::Pick(list, index) => {
            Expression::Pick(list.clone(), Box::new(replaced(index, periods)?))
        }
        Expression::Cases(cases, otherwise) => {
            let mut all = Vec::new();
            for (condition, value) in cases {
                all.push((replaced_in(condition, periods)?, replaced(value, periods)?));
            }
            Expression::Cases(all, Box::new(replaced(otherwise, periods)?))
        }
    })
}

fn replaced_in(c: &Condition, periods: &mut Vec<Line>) -> Option<Condition> {
    let mut both = |a: &Expression, b: &Expression| {
        let a = replaced(a, periods)?;
        Some((a, replaced(b, periods)?))
    };
    Some(match c {
        Condition::Equal(a, b) => both(a, b).map(|(a, b)| Condition::Equal(a, b))?,
        Condition::Unequal(a, b) => both(a, b).map(|(a, b)| Condition::Unequal(a, b))?,
        Condition::Less(a, b) => both(a, b).map(|(a, b)| Condition::Less(a, b))?,
        // n mod 4 in {0, 1}: the remainder is below 4.
        Condition::Remainder(Expression::Variable(N), m, rests) => {
            let line = Line::new(0, i64::from(*m));
            if !periods.contains(&line) {
                periods.push(line);
            }
            Condition::Remainder(Expression::Variable(OWN), *m, rests.clone())
        }
        Condition::Remainder(a, m, rests) => {
            Condition::Remainder(replaced(a, periods)?, *m, rests.clone())
        }
        Condition::Occurs(function, of, times) => {
            let of = of.iter().map(|e| replaced(e, periods));
            Condition::Occurs(*function, of.collect::<Option<_>>()?, times.clone())
        }
        Condition::All(all) => {
            let all = all.iter().map(|c| replaced_in(c, periods));
            Condition::All(all.collect::<Option<_>>()?)
        }
        Condition::Any(any) => {
            let any = any.iter().map(|c| replaced_in(c, periods));
            Condition::Any(any.collect::<Option<_>>()?)
        }
    })
}

/// Whether a formula speaks of a variable, also in its conditions.
fn speaks_of(e: &Expression, variable: usize) -> bool {
    match e {
        Expression::Number(_) => false,
        Expression::Variable(v) => *v == variable,
        Expression::Binary(_, a, b) => speaks_of(a, variable) || speaks_of(b, variable),
        Expression::Call(_, all) => all.iter().any(|e| speaks_of(e, variable)),
        Expression::Pick(_, index) => speaks_of(index, variable),
        Expression::Cases(cases, otherwise) => {
            let one = |(c, e): &(Condition, Expression)| {
                condition_speaks_of(c, variable) || speaks_of(e, variable)
            };
            cases.iter().any(one) || speaks_of(otherwise, variable)
        }
    }
}

fn condition_speaks_of(c: &Condition, variable: usize) -> bool {
    let of = |e: &Expression| speaks_of(e, variable);
    match c {
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => of(a) || of(b),
        Condition::Remainder(a, ..) => of(a),
        Condition::Occurs(_, all, _) => all.iter().any(of),
        Condition::All(all) | Condition::Any(all) => {
            all.iter().any(|c| condition_speaks_of(c, variable))
        }
    }
}
