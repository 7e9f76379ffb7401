//! Numbers: operators, brackets, functions, cases.

use super::lex::Kind;
use super::{Bond, FUNCTIONS, Fault, Parsed, Parser, Part, STROKES, Said};
use crate::expression::{Condition, Expression, Function, Operation};

impl Parser<'_> {
    /// A whole number with its sign.
    pub(super) fn literal(&mut self) -> Parsed<i64> {
        let negative = self.take("-");
        let Kind::Number(n) = *self.next() else {
            return Err(self.expected("a number", "一个数"));
        };
        let number = match negative {
            true => 0i64.checked_sub_unsigned(n),
            false => i64::try_from(n).ok(),
        };
        let Some(number) = number else {
            return Err(self.expected("a number of at most 63 bits", "不超过 63 位二进制的数"));
        };
        self.step();
        Ok(number)
    }

    /// A number, where a condition would be wrong.
    pub(super) fn number(&mut self) -> Parsed<(Expression, usize)> {
        let column = self.column();
        match self.bits()? {
            Part::Number(e, _, depth) => Ok((e, depth)),
            _ => Err(self.fault(
                column,
                "expected a number, found a condition",
                "应为一个数，而此处为条件",
            )),
        }
    }

    /// `a if c; b if d; e otherwise`, or a number alone. A single `if` belongs to the sentence.
    pub(super) fn cases_or_number(&mut self) -> Parsed<(Expression, usize)> {
        let (first, depth) = self.number()?;
        let back = (self.at, self.terms.len());
        if !self.at_case() {
            return Ok((first, depth));
        }
        // Only behind a condition is it seen whether there are more cases.
        self.take(",");
        self.step();
        let condition = self.condition()?;
        if !self.is(";") {
            self.at = back.0;
            self.terms.truncate(back.1);
            return Ok((first, depth));
        }
        self.more_cases(first, depth, condition)
    }

    pub(super) fn at_case(&self) -> bool {
        let comma = self.is(",");
        let word = match comma {
            true => self.after(1),
            false => self.next(),
        };
        matches!(word, Kind::Word(w) if w == "if")
    }

    pub(super) fn more_cases(
        &mut self,
        first: Expression,
        mut depth: usize,
        condition: Condition,
    ) -> Parsed<(Expression, usize)> {
        let mut cases = vec![(condition, first)];
        loop {
            self.need(";")?;
            let (e, d) = self.number()?;
            depth = depth.max(d);
            if self.at_case() {
                self.take(",");
                self.step();
                let condition = self.condition()?;
                cases.push((condition, e));
                continue;
            }
            self.take(",");
            if !self.take_word("otherwise") {
                return Err(self.expected(
                    "`if` with a condition, or `otherwise`",
                    "`if` 与条件，或 `otherwise`",
                ));
            }
            return Ok((
                Expression::Cases(cases, Box::new(e)),
                self.deeper(depth, 1)?,
            ));
        }
    }

    /// Operations on bits and `mod`: none beside another without brackets.
    pub(super) fn bits(&mut self) -> Parsed<Part> {
        let column = self.column();
        let first = self.sum()?;
        let Part::Number(mut left, mut bond, mut depth) = first else {
            return Ok(first);
        };
        let mut before = None;
        loop {
            let sign = match self.next() {
                Kind::Sign(sign @ ("⊕" | "&" | "⊗")) => sign,
                Kind::Sign("^") => "⊕",
                // Inside of |a| a stroke is the end of it.
                Kind::Sign("|") if !self.in_strokes() => "|",
                Kind::Word(w) if w == "xor" => "⊕",
                Kind::Word(w) if w == "mod" => "mod",
                _ => break,
            };
            let clash = before.is_some_and(|b| b != sign || sign == "mod");
            if clash || bond == Bond::Sum {
                return Err(self.unclear(column, sign));
            }
            self.step();
            let column = self.column();
            let right = self.sum()?;
            let Part::Number(right, b, d) = right else {
                return Err(self.fault(
                    column,
                    "expected a number, found a condition",
                    "应为一个数，而此处为条件",
                ));
            };
            if b == Bond::Sum || (sign == "mod" && b == Bond::Product) {
                return Err(self.unclear(column, sign));
            }
            depth = self.deeper(depth, d)?;
            left = match sign {
                "⊕" => Expression::binary(Operation::Xor, left, right),
                "&" => Expression::binary(Operation::And, left, right),
                "|" => Expression::binary(Operation::Or, left, right),
                "mod" => Expression::binary(Operation::Modulo, left, right),
                _ => Expression::Call(Function::NimProduct, vec![left, right]),
            };
            bond = Bond::Bits;
            before = Some(sign);
        }
        Ok(Part::Number(left, bond, depth))
    }

    pub(super) fn unclear(&self, column: usize, sign: &str) -> Fault {
        self.fault(
            column,
            &format!("expected brackets: how far `{sign}` reaches here is not agreed on"),
            &format!("此处应加括号：`{sign}` 的作用范围没有公认的约定"),
        )
    }

    /// Whether the brackets around this place are strokes.
    pub(super) fn in_strokes(&self) -> bool {
        self.quotients == Some(STROKES)
    }

    pub(super) fn sum(&mut self) -> Parsed<Part> {
        let negative = self.is("-");
        let (mut left, mut bond, mut depth) = match negative {
            true => {
                self.step();
                let column = self.column();
                match self.negated()? {
                    Part::Number(Expression::Number(n), Bond::Tight, d) if n > i64::MIN => {
                        (Expression::Number(-n), Bond::Sum, d)
                    }
                    Part::Number(e, Bond::Sum, d) => (e, Bond::Sum, d),
                    Part::Number(e, _, d) => {
                        let e = Expression::binary(Operation::Subtract, Expression::Number(0), e);
                        (e, Bond::Sum, self.deeper(d, 1)?)
                    }
                    _ => {
                        return Err(self.fault(
                            column,
                            "expected a number, found a condition",
                            "应为一个数，而此处为条件",
                        ));
                    }
                }
            }
            false => match self.product()? {
                Part::Number(e, bond, d) => (e, bond, d),
                other => return Ok(other),
            },
        };
        loop {
            let operation = match self.next() {
                Kind::Sign("+") => Operation::Add,
                Kind::Sign("-") => Operation::Subtract,
                _ => break,
            };
            self.step();
            let column = self.column();
            let right = match operation {
                Operation::Subtract => self.negated()?,
                _ => self.product()?,
            };
            let Part::Number(right, sign, d) = right else {
                return Err(self.fault(
                    column,
                    "expected a number, found a condition",
                    "应为一个数，而此处为条件",
                ));
            };
            depth = self.deeper(depth, d)?;
            left = match (operation, right) {
                (_, right) if sign == Bond::Sum => Expression::binary(Operation::Add, left, right),
                // A number is subtracted by adding its opposite, as laws are kept.
                (Operation::Subtract, Expression::Number(n)) if n > i64::MIN => {
                    Expression::binary(Operation::Add, left, Expression::Number(-n))
                }
                (operation, right) => Expression::binary(operation, left, right),
            };
            bond = Bond::Sum;
        }
        Ok(Part::Number(left, bond, depth))
    }

    /// A product behind `-`. -9223372036854775808 is a number, and 9223372036854775808 is none: that
    /// one comes with its sign, as a sum.
    pub(super) fn negated(&mut self) -> Parsed<Part> {
        if *self.next() == Kind::Number(1 << 63) {
            self.step();
            return Ok(Part::Number(Expression::Number(i64::MIN), Bond::Sum, 1));
        }
        self.product()
    }

    pub(super) fn product(&mut self) -> Parsed<Part> {
        let number = matches!(self.next(), Kind::Number(_));
        let first = self.raised()?;
        let Part::Number(mut left, mut bond, mut depth) = first else {
            return Ok(first);
        };
        // `2n` and `2(x+1)` are products.
        let beside = number
            && match self.next() {
                Kind::Word(w) => self.names.contains(w) && !self.is_word("mod"),
                Kind::Sign("(") => !self.pieces,
                _ => false,
            };
        if beside {
            let (right, d) = self.factor()?;
            depth = self.deeper(depth, d)?;
            left = Expression::binary(Operation::Multiply, left, right);
            bond = Bond::Product;
        }
        loop {
            let operation = match self.next() {
                // A multiple of the golden ratio is read by the brackets around it.
                Kind::Sign("*") if matches!(self.after(1), Kind::Word(w) if w == "φ" || w == "phi") =>
                {
                    break;
                }
                Kind::Sign("*") => Operation::Multiply,
                Kind::Sign("/") => Operation::Divide,
                Kind::Sign("%") => Operation::Modulo,
                _ => break,
            };
            if operation == Operation::Divide
                && let Some(count) = self.quotients.filter(|count| *count != STROKES)
            {
                self.quotients = Some(count + 1);
            }
            self.step();
            let (right, d) = self.factor()?;
            depth = self.deeper(depth, d)?;
            left = Expression::binary(operation, left, right);
            bond = Bond::Product;
        }
        Ok(Part::Number(left, bond, depth))
    }

    /// A number that stands behind an operator.
    pub(super) fn factor(&mut self) -> Parsed<(Expression, usize)> {
        let column = self.column();
        match self.raised()? {
            Part::Number(e, _, d) => Ok((e, d)),
            _ => Err(self.fault(
                column,
                "expected a number, found a condition",
                "应为一个数，而此处为条件",
            )),
        }
    }

    /// What binds most tightly, with its exponents: `2**10`, `n^2`. Between two names `^` is the nim
    /// sum; before a number it is a power, as laws are printed.
    pub(super) fn raised(&mut self) -> Parsed<Part> {
        let mut part = self.tight()?;
        loop {
            let column = self.column();
            let Part::Number(base, _, depth) = &part else {
                return Ok(part);
            };
            let sign = match self.next() {
                Kind::Sign(sign @ ("**" | "^")) => *sign,
                _ => return Ok(part),
            };
            let written = matches!(self.after(1), Kind::Number(_));
            if sign == "^" && !written && !matches!(base, Expression::Number(_)) {
                return Ok(part);
            }
            if sign == "^" && !matches!(self.after(1), Kind::Number(2..)) {
                return Err(self.fault(
                    column,
                    "expected `⊕` (or `xor`) for a nim sum, `**` for a power: what `^` means here is not agreed on",
                    "此处 `^` 的含义没有公认的约定：异或请写 `⊕`（或 `xor`），幂请写 `**`",
                ));
            }
            self.step();
            let exponent = self.literal()?;
            let (power, depth) = self.power(base, *depth, exponent, column)?;
            part = Part::Number(power, Bond::Tight, depth);
        }
    }

    /// A power with an exponent that is written out.
    fn power(
        &self,
        base: &Expression,
        mut depth: usize,
        exponent: i64,
        column: usize,
    ) -> Parsed<(Expression, usize)> {
        /// Higher powers of what varies are not written out.
        const MOST: i64 = 16;
        if let Expression::Number(base) = base {
            let power = u32::try_from(exponent)
                .ok()
                .and_then(|e| base.checked_pow(e));
            let power = power.ok_or_else(|| {
                self.fault(
                    column,
                    "expected a power that fits 63 bits",
                    "应为不超过 63 位的幂",
                )
            })?;
            return Ok((Expression::Number(power), 1));
        }
        if !(1..=MOST).contains(&exponent) {
            return Err(self.fault(
                column,
                &format!("expected an exponent from 1 to {MOST}, found {exponent}"),
                &format!("指数应为 1 至 {MOST}，而此处为 {exponent}"),
            ));
        }
        let mut power = base.clone();
        for _ in 1..exponent {
            power = Expression::binary(Operation::Multiply, power, base.clone());
            depth = self.deeper(depth, 1)?;
        }
        Ok((power, depth))
    }

    /// Numbers between brackets, at least one.
    pub(super) fn arguments(&mut self) -> Parsed<(Vec<Expression>, usize)> {
        self.inside(|p| {
            p.need("(")?;
            let (first, mut depth) = p.number()?;
            let mut all = vec![first];
            while p.take(",") {
                let (e, d) = p.number()?;
                depth = depth.max(d);
                all.push(e);
            }
            p.need(")")?;
            Ok((all, depth))
        })
    }

    pub(super) fn tight(&mut self) -> Parsed<Part> {
        match self.next().clone() {
            Kind::Number(n) => {
                let Ok(n) = i64::try_from(n) else {
                    return Err(
                        self.expected("a number of at most 63 bits", "不超过 63 位二进制的数")
                    );
                };
                self.step();
                Ok(Part::Number(Expression::Number(n), Bond::Tight, 1))
            }
            Kind::Sign("(") => self.brackets(),
            Kind::Sign("[") => self.pick(),
            Kind::Sign("|") => self.strokes(),
            Kind::Sign("⌊") => self.floor(),
            Kind::Sign("-") => {
                let (e, d) = self.inside(|p| {
                    p.step();
                    p.factor()
                })?;
                let e = match e {
                    Expression::Number(n) if n > i64::MIN => Expression::Number(-n),
                    e => Expression::binary(Operation::Subtract, Expression::Number(0), e),
                };
                Ok(Part::Number(e, Bond::Product, self.deeper(d, 1)?))
            }
            Kind::Word(word) => self.named(&word),
            _ => Err(self.expected("a number, a coordinate or a bracket", "数、坐标或括号")),
        }
    }

    /// What is in round brackets: a number, cases, a condition or a position.
    pub(super) fn brackets(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let part = p.truth()?;
            let part = match part {
                Part::Number(e, _, depth) if p.at_case() => {
                    p.take(",");
                    p.step();
                    let condition = p.condition()?;
                    let (e, d) = p.more_cases(e, depth, condition)?;
                    Part::Number(e, Bond::Tight, d)
                }
                Part::Number(e, _, mut depth) if p.is(",") => {
                    let mut point = vec![e];
                    while p.take(",") {
                        let (e, d) = p.number()?;
                        depth = depth.max(d);
                        point.push(e);
                    }
                    Part::Point(point, depth)
                }
                Part::Number(e, _, depth) => Part::Number(e, Bond::Tight, depth),
                part => part,
            };
            p.need(")")?;
            Ok(part)
        })
    }

    /// `[4, 0, 2][x mod 3]`
    pub(super) fn pick(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let mut list = vec![p.literal()?];
            while p.take(",") {
                list.push(p.literal()?);
            }
            p.need("]")?;
            p.need("[")?;
            let (index, depth) = p.number()?;
            p.need("]")?;
            let depth = p.deeper(depth, 1)?;
            Ok(Part::Number(
                Expression::Pick(list, Box::new(index)),
                Bond::Tight,
                depth,
            ))
        })
    }

    /// `|x-y|`
    pub(super) fn strokes(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            p.quotients = Some(STROKES);
            let (e, depth) = p.number()?;
            p.need("|")?;
            let depth = p.deeper(depth, 1)?;
            Ok(Part::Number(
                Expression::Call(Function::Abs, vec![e]),
                Bond::Tight,
                depth,
            ))
        })
    }

    /// `⌊a/b⌋`, `⌊√a⌋`, `⌊(a)·φ⌋`
    pub(super) fn floor(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let part = p.floored()?;
            p.need("⌋")?;
            Ok(part)
        })
    }

    pub(super) fn floored(&mut self) -> Parsed<Part> {
        if self.take("√") {
            let (e, d) = self.factor()?;
            let depth = self.deeper(d, 1)?;
            let root = Expression::Call(Function::SquareRoot, vec![e]);
            return Ok(Part::Number(root, Bond::Tight, depth));
        }
        let column = self.column();
        self.quotients = Some(0);
        let (e, depth) = self.number()?;
        let golden = |kind: &Kind| matches!(kind, Kind::Word(w) if w == "φ" || w == "phi");
        if golden(self.next()) || (self.is("*") && golden(self.after(1))) {
            self.take("*");
            self.step();
            let depth = self.deeper(depth, 1)?;
            let e = Expression::Call(Function::GoldenFloor, vec![e]);
            return Ok(Part::Number(e, Bond::Tight, depth));
        }
        // ⌊x/2+y/2⌋ is not ⌊x/2⌋+⌊y/2⌋.
        let whole = matches!(&e, Expression::Binary(Operation::Divide, ..));
        match (self.quotients, whole) {
            (Some(0), _) | (Some(1), true) => Ok(Part::Number(e, Bond::Tight, depth)),
            _ => Err(self.fault(
                column,
                "expected one quotient between ⌊ and ⌋",
                "⌊ 与 ⌋ 之间应为一个商",
            )),
        }
    }

    /// A word where a number or a condition may stand.
    pub(super) fn named(&mut self, word: &str) -> Parsed<Part> {
        let called = matches!(self.after(1), Kind::Sign("("));
        if called && word == "g" {
            let column = self.column();
            self.step();
            let (at, depth) = self.arguments()?;
            let term = self.term(Said::Value, at, column)?;
            return Ok(Part::Number(term, Bond::Tight, depth));
        }
        let known = self.names.iter().any(|n| n == word);
        let letter = matches!(word, "P" | "N");
        if letter && called && !known {
            let column = self.column();
            self.step();
            let (at, depth) = self.arguments()?;
            let term = self.term(Said::Outcome, at, column)?;
            let label = Expression::Number(i64::from(word == "N"));
            return Ok(Part::Truth(
                Condition::equal(term, label),
                self.deeper(depth, 0)?,
            ));
        }
        if letter && !known {
            let column = self.column();
            self.step();
            let here = self.here(Said::Outcome).at;
            let term = self.term(Said::Outcome, here, column)?;
            let label = Expression::Number(i64::from(word == "N"));
            return Ok(Part::Truth(Condition::equal(term, label), 2));
        }
        let function = FUNCTIONS.iter().find(|f| f.0 == word);
        if let Some((_, function, count)) = function.filter(|_| called) {
            return self.call(*function, *count);
        }
        if known {
            let at = self.name()?;
            return Ok(Part::Number(Expression::Variable(at), Bond::Tight, 1));
        }
        let part_of = self.take_words(&["smallest", "Fibonacci", "part", "of"])
            || self.take_word("smallest_fibonacci");
        if part_of {
            let (e, d) = self.inside(Self::factor)?;
            let depth = self.deeper(d, 1)?;
            let e = Expression::Call(Function::SmallestFibonacci, vec![e]);
            return Ok(Part::Number(e, Bond::Tight, depth));
        }
        if self.take_word("always") || self.take_word("true") {
            return Ok(Part::Truth(Condition::All(Vec::new()), 1));
        }
        if self.take_word("never") || self.take_word("false") {
            return Ok(Part::Truth(Condition::Any(Vec::new()), 1));
        }
        let at = self.name()?;
        Ok(Part::Number(Expression::Variable(at), Bond::Tight, 1))
    }

    pub(super) fn call(&mut self, function: Function, count: usize) -> Parsed<Part> {
        let column = self.column();
        self.step();
        // `floor(a/b)`
        if count == 0 {
            return self.inside(|p| {
                p.need("(")?;
                let part = p.floored()?;
                p.need(")")?;
                Ok(part)
            });
        }
        let (arguments, depth) = self.arguments()?;
        if count != usize::MAX && arguments.len() != count {
            let found = arguments.len();
            return Err(self.fault(
                column,
                &format!(
                    "expected {count} number{} in brackets, found {found}",
                    if count == 1 { "" } else { "s" }
                ),
                &format!("括号中应有 {count} 个数，而此处有 {found} 个"),
            ));
        }
        let depth = self.deeper(depth, arguments.len())?;
        if count != usize::MAX {
            return Ok(Part::Number(
                Expression::Call(function, arguments),
                Bond::Tight,
                depth,
            ));
        }
        // The least of many is that of two, again and again.
        let least = arguments
            .into_iter()
            .reduce(|a, b| Expression::Call(function, vec![a, b]));
        match least {
            Some(e) => Ok(Part::Number(e, Bond::Tight, depth)),
            None => Err(self.expected("a number", "一个数")),
        }
    }
}
