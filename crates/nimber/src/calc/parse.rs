//! Reads and computes in one pass. Chains of operators are loops; only parentheses nest, to a fixed depth.

use super::functions::{self, Argument};
use super::token::{Token, fault};
use super::{CalcError, MAX_BITS, MAX_DEPTH, MAX_INTEGER_BITS, MAX_WORK, Value, within};
use crate::error::{Error, Words};
use crate::nat::Nat;
use crate::ordinal::Ordinal;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// An ordinary integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) negative: bool,
    pub(super) size: Nat,
}

impl Integer {
    pub(super) fn from_nat(size: Nat) -> Self {
        Self {
            negative: false,
            size,
        }
    }

    fn negated(mut self) -> Self {
        self.negative = !self.negative && !self.size.is_zero();
        self
    }

    fn plus(&self, other: &Self) -> Self {
        if self.negative == other.negative {
            return Self {
                negative: self.negative,
                size: self.size.plus(&other.size),
            };
        }
        let (large, small) = if self.size < other.size {
            (other, self)
        } else {
            (self, other)
        };
        let size = large.size.minus(&small.size);
        Self {
            negative: large.negative && !size.is_zero(),
            size,
        }
    }

    fn times(&self, other: &Self) -> Self {
        let size = self.size.times(&other.size);
        Self {
            negative: self.negative != other.negative && !size.is_zero(),
            size,
        }
    }
}

/// The state of one computation.
pub(super) struct Parser<'a> {
    tokens: &'a [(Token, usize)],
    at: usize,
    /// The column just beyond the line.
    end: usize,
    depth: usize,
    work: u64,
    variables: &'a BTreeMap<String, Ordinal>,
}

type Named = (Option<(String, usize)>, Value);

/// Computes a whole line; a name in front of `=` is given back with its column.
pub(super) fn run(
    tokens: &[(Token, usize)],
    end: usize,
    variables: &BTreeMap<String, Ordinal>,
) -> Result<Named, CalcError> {
    let mut parser = Parser {
        tokens,
        at: 0,
        end,
        depth: 0,
        work: 0,
        variables,
    };
    let name = match tokens {
        [(Token::Name(name), column), (Token::Symbol('='), _), ..] => {
            if functions::find(name).is_some() || name == "ans" {
                return Err(fault(
                    column - 1,
                    Words::new(
                        format!("{name} cannot be given a value"),
                        format!("{name} 不能被赋值"),
                    ),
                ));
            }
            parser.at = 2;
            Some((name.clone(), *column))
        }
        _ => None,
    };
    let value = parser.line()?;
    if parser.at < tokens.len() {
        return Err(parser.expected(Words::fixed(
            "an operator or the end is expected",
            "此处应为运算符或结尾",
        )));
    }
    if name.is_some() && !matches!(value, Value::Nimber(_)) {
        return Err(fault(
            0,
            Words::fixed(
                "only a nimber can be kept under a name",
                "只有 Nim 数可以命名",
            ),
        ));
    }
    Ok((name, value))
}

impl Parser<'_> {
    /// Column of the next token, or just beyond the last.
    pub(super) fn column(&self) -> usize {
        self.tokens
            .get(self.at)
            .map_or(self.end, |(_, column)| *column)
    }

    fn expected(&self, message: Words) -> CalcError {
        fault(self.column() - 1, message)
    }

    fn accept(&mut self, symbol: char) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Symbol(s), _)) if *s == symbol);
        self.at += usize::from(found);
        found
    }

    fn require(&mut self, symbol: char) -> Result<(), CalcError> {
        if self.accept(symbol) {
            Ok(())
        } else {
            Err(self.expected(Words::new(
                format!("{symbol:?} is expected"),
                format!("此处应为 {symbol:?}"),
            )))
        }
    }

    fn enter(&mut self) -> Result<(), CalcError> {
        self.depth += 1;
        within(
            self.column(),
            Words::fixed("a nesting of parentheses", "括号的层数"),
            self.depth as u64,
            MAX_DEPTH as u64,
        )
    }

    /// Accounts for `count` products of the size of x.
    pub(super) fn spend(
        &mut self,
        column: usize,
        x: &Ordinal,
        count: u64,
    ) -> Result<(), CalcError> {
        let words = x.as_finite().map_or(1, |c| c.limbs().len().max(1) as u64);
        self.work = self
            .work
            .saturating_add(words.saturating_mul(words).saturating_mul(count));
        within(
            column,
            Words::fixed("the work in products of words", "运算量（字的乘积数）"),
            self.work,
            MAX_WORK,
        )
    }

    /// A whole line: a function that gives no single nimber may stand alone.
    fn line(&mut self) -> Result<Value, CalcError> {
        if let Some((Token::Name(name), column)) = self.tokens.get(self.at)
            && let Some(function) = functions::find(name)
            && !function.gives_nimber()
        {
            self.at += 1;
            return self.call(function, *column);
        }
        self.nimber().map(Value::Nimber)
    }

    fn guard(&self, x: Ordinal, column: usize) -> Result<Ordinal, CalcError> {
        let bits = x.as_finite().map_or(0, |c| c.bits());
        within(
            column,
            Words::fixed("a nimber in bits", "Nim 数的位数"),
            bits as u64,
            MAX_BITS as u64,
        )?;
        Ok(x)
    }

    /// Sums of products of powers.
    fn nimber(&mut self) -> Result<Ordinal, CalcError> {
        let mut sum = self.product()?;
        while self.accept('+') || self.accept('-') {
            let next = self.product()?;
            sum = sum.plus(&next);
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Ordinal, CalcError> {
        let mut product = self.power()?;
        loop {
            let column = self.column();
            let at = |error| CalcError { column, error };
            if self.accept('*') {
                let next = self.power()?;
                self.spend(column, if next > product { &next } else { &product }, 1)?;
                product = product.times(&next).map_err(at)?;
            } else if self.accept('/') {
                let next = self.power()?;
                self.spend(column, if next > product { &next } else { &product }, 4)?;
                product = product.divide(&next).map_err(at)?;
            } else {
                return Ok(product);
            }
        }
    }

    fn power(&mut self) -> Result<Ordinal, CalcError> {
        // The negative of a nimber is the nimber.
        while self.accept('-') {}
        let infinite = matches!(self.tokens.get(self.at), Some((Token::Omega(_), _)));
        let base = self.primary()?;
        let column = self.column();
        if !self.accept('^') {
            return Ok(base);
        }
        if infinite {
            return Err(fault(
                column - 1,
                Words::fixed(
                    "the nim power of an ordinal needs parentheses, as in (w^3)^2",
                    "序数的 Nim 幂需要括号，例如 (w^3)^2",
                ),
            ));
        }
        let n = self.exponent()?;
        self.raise(&base, &n, column)
    }

    fn raise(&mut self, base: &Ordinal, n: &Integer, column: usize) -> Result<Ordinal, CalcError> {
        let at = |error| CalcError { column, error };
        let base = if n.negative {
            base.inverse().map_err(at)?
        } else {
            base.clone()
        };
        self.spend(column, &base, 3 * n.size.bits() as u64 / 2 + 1)?;
        base.pow(&n.size).map_err(at)
    }

    fn primary(&mut self) -> Result<Ordinal, CalcError> {
        let Some((token, column)) = self.tokens.get(self.at) else {
            return Err(self.expected(Words::fixed("a value is expected", "此处应为一个值")));
        };
        self.at += 1;
        match token {
            Token::Number(n) => self.guard(Ordinal::from(crate::BigNim::from(n.clone())), *column),
            Token::Omega(x) => Ok(x.clone()),
            Token::Symbol('(') => {
                self.enter()?;
                let x = self.nimber()?;
                self.require(')')?;
                self.depth -= 1;
                Ok(x)
            }
            Token::Name(name) => match functions::find(name) {
                Some(function) => match self.call(function, *column)? {
                    Value::Nimber(x) => self.guard(x, *column),
                    _ => Err(fault(
                        column - 1,
                        Words::new(
                            format!("{name} does not give one nimber"),
                            format!("{name} 的结果不是一个 Nim 数"),
                        ),
                    )),
                },
                None => self.variables.get(name).cloned().ok_or_else(|| {
                    fault(
                        column - 1,
                        Words::new(
                            format!("{name} is neither a function nor a variable"),
                            format!("{name} 既不是函数也不是变量"),
                        ),
                    )
                }),
            },
            Token::Symbol(_) => {
                self.at -= 1;
                Err(self.expected(Words::fixed("a value is expected", "此处应为一个值")))
            }
        }
    }

    /// A function and its arguments in parentheses.
    fn call(&mut self, function: &functions::Function, column: usize) -> Result<Value, CalcError> {
        self.enter()?;
        self.require('(')?;
        let mut arguments = Vec::new();
        for (i, &kind) in function.arguments.iter().enumerate() {
            if i > 0 && !self.accept(',') {
                break;
            }
            arguments.push(match kind {
                Argument::Nimber => functions::Given::Nimber(self.nimber()?),
                Argument::Integer => functions::Given::Integer(self.integer()?),
            });
        }
        if arguments.len() < function.least
            || matches!(self.tokens.get(self.at), Some((Token::Symbol(','), _)))
        {
            let (least, most) = (function.least, function.arguments.len());
            return Err(self.expected(Words::new(
                format!("{} takes {least} to {most} arguments", function.name),
                format!("{} 有 {least} 至 {most} 个参数", function.name),
            )));
        }
        self.require(')')?;
        self.depth -= 1;
        functions::apply(function, &arguments, self, column)
    }

    /// What stands after `^`: powers of primary integers, grouped from the right.
    fn exponent(&mut self) -> Result<Integer, CalcError> {
        let mut negative = false;
        while self.accept('-') {
            negative = !negative;
        }
        let mut tower = vec![(self.integer_primary()?, self.column())];
        while self.accept('^') {
            let mut sign = false;
            while self.accept('-') {
                sign = !sign;
            }
            let next = self.integer_primary()?;
            tower.push((if sign { next.negated() } else { next }, self.column()));
        }
        let (mut value, _) = tower.pop().unwrap_or((Integer::from_nat(Nat::zero()), 1));
        while let Some((base, column)) = tower.pop() {
            if value.negative {
                return Err(fault(
                    column - 1,
                    Words::fixed(
                        "an ordinary power with a negative exponent is no integer",
                        "普通的负指数幂不是整数",
                    ),
                ));
            }
            let size = base
                .size
                .power(&value.size, MAX_INTEGER_BITS)
                .ok_or_else(|| {
                    let bits = (base.size.bits() as u64).saturating_sub(1).max(1);
                    let times = value
                        .size
                        .to_u128()
                        .and_then(|n| u64::try_from(n).ok())
                        .unwrap_or(u64::MAX);
                    let error = Error::TooLarge {
                        what: Words::fixed("an integer in bits", "整数的位数"),
                        size: bits.saturating_mul(times),
                        limit: MAX_INTEGER_BITS as u64,
                    };
                    CalcError { column, error }
                })?;
            value = Integer {
                negative: base.negative && value.size.bit(0) && !size.is_zero(),
                size,
            };
        }
        Ok(if negative { value.negated() } else { value })
    }

    /// Ordinary sums of products of powers.
    pub(super) fn integer(&mut self) -> Result<Integer, CalcError> {
        let mut sum = self.integer_product()?;
        loop {
            if self.accept('+') {
                sum = sum.plus(&self.integer_product()?);
            } else if self.accept('-') {
                sum = sum.plus(&self.integer_product()?.negated());
            } else {
                return Ok(sum);
            }
            self.guard_integer(&sum)?;
        }
    }

    fn guard_integer(&self, n: &Integer) -> Result<(), CalcError> {
        within(
            self.column(),
            Words::fixed("an integer in bits", "整数的位数"),
            n.size.bits() as u64,
            MAX_INTEGER_BITS as u64,
        )
    }

    fn integer_product(&mut self) -> Result<Integer, CalcError> {
        let mut product = self.exponent()?;
        while self.accept('*') {
            product = product.times(&self.exponent()?);
            self.guard_integer(&product)?;
        }
        Ok(product)
    }

    fn integer_primary(&mut self) -> Result<Integer, CalcError> {
        let Some((token, column)) = self.tokens.get(self.at) else {
            return Err(self.expected(Words::fixed("an integer is expected", "此处应为整数")));
        };
        self.at += 1;
        match token {
            Token::Number(n) => Ok(Integer::from_nat(n.clone())),
            Token::Symbol('(') => {
                self.enter()?;
                let n = self.integer()?;
                self.require(')')?;
                self.depth -= 1;
                Ok(n)
            }
            Token::Name(name) if functions::find(name).is_some_and(|f| !f.gives_nimber()) => {
                let function = functions::find(name);
                match function.map(|f| self.call(f, *column)).transpose()? {
                    Some(Value::Integer { negative, size }) => Ok(Integer { negative, size }),
                    _ => Err(fault(
                        column - 1,
                        Words::new(
                            format!("{name} does not give an integer"),
                            format!("{name} 的结果不是整数"),
                        ),
                    )),
                }
            }
            _ => {
                self.at -= 1;
                Err(self.expected(Words::fixed(
                    "an ordinary integer is expected",
                    "此处应为普通整数",
                )))
            }
        }
    }
}
