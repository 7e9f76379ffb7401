//! Sentences and conditions.

use super::lex::Kind;
use super::terms::{renumbered, speaks_of};
use super::{Bond, Conjecture, Parsed, Parser, Part, Said, Sentence, Term, law, opposite, sets};
use crate::expression::{Condition, Expression, Function, Operation};
use crate::law::Statement;

impl Parser<'_> {
    /// The whole sentence.
    pub(super) fn claim(&mut self) -> Parsed<Conjecture> {
        let every = self.take_words(&["every", "position", "is"]);
        if every || self.take_words(&["no", "position", "is"]) {
            let lost = match self.letter() {
                Some(lost) => lost,
                None => return Err(self.expected("P or N", " P 或 N")),
            };
            self.end()?;
            let none = Vec::new();
            let condition = match every == lost {
                true => Condition::All(none),
                false => Condition::Any(none),
            };
            return Ok(self.done(Sentence::Law(law(Statement::Lost(condition)))));
        }
        let first = self.column();
        let before = match self.is_word("for") {
            true => self.prefix()?,
            false => None,
        };
        let left = self.truth()?;
        let Part::Truth(left, _) = left else {
            return Err(self.expected(
                "a comparison, or what is said of the position (`is P exactly if …`)",
                "比较式，或对局面的断言（`为 P 态当且仅当 …`）",
            ));
        };
        let whole = self.all_lost(&left);
        let iff = self.take_word("iff")
            || self.take_words(&["if", "and", "only", "if"])
            || self.take_words(&["exactly", "if"])
            || self.take_words(&["exactly", "when"]);
        if iff {
            if let Some(lost) = whole
                && let Some(statement) = self.set(lost)?
            {
                return Ok(self.done(Sentence::Law(law(statement))));
            }
            let right = self.condition()?;
            let (premise, limited) = self.range(before.clone())?;
            self.end()?;
            if let Some(lost) = whole
                && !limited
                && !self.speaks_of_terms(&right)
                && self.names.len() == self.dimension
            {
                self.terms.clear();
                let condition = if lost { right } else { opposite(&right) };
                return Ok(self.done(Sentence::Law(law(Statement::Lost(condition)))));
            }
            let both = Condition::All(vec![left.clone(), right.clone()]);
            let neither = Condition::All(vec![opposite(&left), opposite(&right)]);
            let conclusion = Condition::Any(vec![both, neither]);
            return self.follows(premise, conclusion, first);
        }
        if self.take_words(&["only", "if"]) || self.take_word("implies") || self.take("=>") {
            let right = self.condition()?;
            let (premise, limited) = self.range(before.clone())?;
            self.end()?;
            let premise = match limited {
                true => Condition::All(vec![premise, left]),
                false => left,
            };
            return self.follows(premise, right, first);
        }
        let comma = matches!(self.after(1), Kind::Word(w) if w == "if");
        if comma {
            self.take(",");
        }
        if self.take_word("if") || self.take_word("when") {
            let right = self.condition()?;
            let (premise, limited) = self.range(before.clone())?;
            self.end()?;
            let premise = match limited {
                true => Condition::All(vec![premise, right]),
                false => right,
            };
            return self.follows(premise, left, first);
        }
        let (premise, limited) = self.range(before.clone())?;
        self.end()?;
        if let (Condition::Equal(a, b), false) = (&left, limited)
            && let (Expression::Variable(v), 1) = (a, self.terms.len())
            && *v == self.term_base()
            && self.terms[0] == self.here(Said::Value)
            && !self.number_speaks_of_terms(b)
            && self.names.len() == self.dimension
        {
            let law = law(Statement::Value(b.clone()));
            self.terms.clear();
            return Ok(self.done(Sentence::Law(law)));
        }
        self.follows(premise, left, first)
    }

    pub(super) fn done(&mut self, sentence: Sentence) -> Conjecture {
        // Terms were numbered from far behind, before all names were known.
        let (from, to) = (self.term_base(), self.names.len());
        let sentence = match sentence {
            Sentence::Follows {
                premise,
                conclusion,
            } => {
                let turn = |c: &Condition| renumbered(c, from, to);
                Sentence::Follows {
                    premise: turn(&premise),
                    conclusion: turn(&conclusion),
                }
            }
            law => law,
        };
        Conjecture {
            sentence,
            names: std::mem::take(&mut self.names),
            dimension: self.dimension,
            terms: std::mem::take(&mut self.terms),
            text: self.source.trim().to_string(),
        }
    }

    /// Whether a condition says no more than that the position is P, or that it is N.
    pub(super) fn all_lost(&self, c: &Condition) -> Option<bool> {
        let term = |e: &Expression| match e {
            Expression::Variable(v) => self.terms.get(v.checked_sub(self.term_base())?),
            _ => None,
        };
        let here = Some(self.here(Said::Outcome));
        match c {
            Condition::Equal(e, Expression::Number(0)) if term(e).cloned() == here => Some(true),
            Condition::Equal(e, Expression::Number(1)) if term(e).cloned() == here => Some(false),
            _ => None,
        }
    }

    pub(super) fn follows(
        &mut self,
        premise: Condition,
        conclusion: Condition,
        column: usize,
    ) -> Parsed<Conjecture> {
        if self.terms.is_empty() {
            return Err(self.fault(
                column,
                "expected a sentence about values or P-positions: `g(…) = …`, `P iff …`",
                "应为关于值或 P 态的断言：`g(…) = …`、`P iff …`",
            ));
        }
        // A number that says of no position which one it is was meant to be a coordinate.
        for (at, column) in (self.dimension..).zip(&self.others) {
            let used = |term: &Term| term.at.iter().any(|e| speaks_of(e, at));
            if !self.terms.iter().any(used) {
                let known: Vec<String> = { self.names[..self.dimension].iter() }
                    .take(8)
                    .map(|n| format!("`{n}`"))
                    .collect();
                let (known, other) = (known.join(", "), &self.names[at]);
                return Err(self.fault(
                    *column,
                    &format!("expected one of the coordinates {known}, or a number that is part of a position such as g({other}); found `{other}`"),
                    &format!("应为坐标 {known} 之一，或局面中出现的数，如 g({other})；而此处为 `{other}`"),
                ));
            }
        }
        Ok(self.done(Sentence::Follows {
            premise,
            conclusion,
        }))
    }

    /// `for all n >= 71, …`, where it stands first.
    pub(super) fn prefix(&mut self) -> Parsed<Option<Condition>> {
        self.step();
        let _ = self.take_word("all") || self.take_word("every");
        let condition = self.condition()?;
        if !self.take(",") && !self.take(":") {
            return Err(self.expected("`,` behind what it is said of", "所述范围之后的 `,`"));
        }
        Ok(Some(condition))
    }

    /// `for all x, y`, `for n >= 71`: what is supposed, also before the sentence, and whether
    /// anything is.
    pub(super) fn range(&mut self, before: Option<Condition>) -> Parsed<(Condition, bool)> {
        let (behind, limited) = self.range_behind()?;
        Ok(match (before, limited) {
            (None, limited) => (behind, limited),
            (Some(before), false) => (before, true),
            (Some(before), true) => (Condition::All(vec![before, behind]), true),
        })
    }

    pub(super) fn range_behind(&mut self) -> Parsed<(Condition, bool)> {
        let always = Condition::All(Vec::new());
        self.take(",");
        if !self.take_word("for") {
            return Ok((always, false));
        }
        let _ = self.take_word("all") || self.take_word("every");
        if self.take_word("positions") || self.take_word("position") {
            return Ok((always, false));
        }
        // Names alone say nothing more.
        let mut ahead = 0;
        while matches!(self.after(ahead), Kind::Word(_)) {
            match self.after(ahead + 1) {
                Kind::Sign(",") => ahead += 2,
                Kind::End => {
                    for _ in 0..=ahead {
                        if matches!(self.next(), Kind::Word(_)) {
                            self.name()?;
                        } else {
                            self.step();
                        }
                    }
                    return Ok((always, false));
                }
                _ => break,
            }
        }
        // `for all x, y >= 3` is said of both.
        let mut also = Vec::new();
        while ahead > 0 && matches!(self.after(1), Kind::Sign(",")) {
            also.push(self.name()?);
            self.step();
            ahead -= 2;
        }
        let column = self.column();
        let condition = self.condition()?;
        if also.is_empty() {
            return Ok((condition, true));
        }
        let each = |v: &usize| match &condition {
            Condition::Less(a, Expression::Variable(_)) => {
                Some(Condition::less(a.clone(), Expression::Variable(*v)))
            }
            Condition::Less(Expression::Variable(_), b) => {
                Some(Condition::less(Expression::Variable(*v), b.clone()))
            }
            Condition::Less(a, Expression::Binary(Operation::Add, _, one)) => {
                let v = Expression::plus(Expression::Variable(*v), (**one).clone());
                Some(Condition::less(a.clone(), v))
            }
            _ => None,
        };
        let Some(mut all) = also.iter().map(each).collect::<Option<Vec<_>>>() else {
            return Err(self.fault(
                column,
                "expected a bound such as `>= 3` behind several names; say other conditions with `and`",
                "多个名字之后应为 `>= 3` 之类的界；其他条件请用 `and` 连接",
            ));
        };
        all.push(condition);
        Ok((Condition::All(all), true))
    }

    pub(super) fn end(&self) -> Parsed<()> {
        match self.next() {
            Kind::End => Ok(()),
            _ => Err(self.expected(
                "the end, an operator, `and`, `or`, `if`, `iff` or `for`",
                "结尾、运算符、`and`、`or`、`if`、`iff` 或 `for`",
            )),
        }
    }

    /// `P` or `N`, and which.
    pub(super) fn letter(&mut self) -> Option<bool> {
        let lost = match self.next() {
            Kind::Word(w) if w == "P" => true,
            Kind::Word(w) if w == "N" => false,
            _ => return None,
        };
        self.step();
        Some(lost)
    }

    /// A condition, where a number would be wrong.
    pub(super) fn condition(&mut self) -> Parsed<Condition> {
        match self.truth()? {
            Part::Truth(c, _) => Ok(c),
            _ => Err(self.expected(
                "a comparison: one of `= != < <= > >= in`",
                "比较符 `= != < <= > >= in` 之一",
            )),
        }
    }

    /// Conditions with `or`, or anything else.
    pub(super) fn truth(&mut self) -> Parsed<Part> {
        let first = self.conjunction()?;
        let Part::Truth(first, mut depth) = first else {
            return Ok(first);
        };
        let mut any = vec![first];
        while self.take_word("or") {
            let (c, d) = self.right(Self::conjunction)?;
            any.push(c);
            depth = depth.max(d);
        }
        Ok(joined(any, Condition::Any, self.deeper(depth, 0)?))
    }

    pub(super) fn conjunction(&mut self) -> Parsed<Part> {
        let first = self.negation()?;
        let Part::Truth(first, mut depth) = first else {
            return Ok(first);
        };
        let mut all = vec![first];
        while self.take_word("and") {
            let (c, d) = self.right(Self::negation)?;
            all.push(c);
            depth = depth.max(d);
        }
        Ok(joined(all, Condition::All, self.deeper(depth, 0)?))
    }

    /// What stands right of `and`, `or`, `not`: a condition.
    pub(super) fn right(
        &mut self,
        read: fn(&mut Self) -> Parsed<Part>,
    ) -> Parsed<(Condition, usize)> {
        match read(self)? {
            Part::Truth(c, depth) => Ok((c, depth)),
            _ => Err(self.expected(
                "a comparison: one of `= != < <= > >= in`",
                "比较符 `= != < <= > >= in` 之一",
            )),
        }
    }

    pub(super) fn negation(&mut self) -> Parsed<Part> {
        if !self.names.iter().any(|n| n == "not") && self.take_word("not") {
            let (c, depth) = self.inside(|p| p.right(Self::negation))?;
            return Ok(Part::Truth(opposite(&c), self.deeper(depth, 0)?));
        }
        self.comparison()
    }

    pub(super) fn comparison(&mut self) -> Parsed<Part> {
        let first = self.bits()?;
        let (mut left, mut depth) = match first {
            Part::Point(point, depth) if self.is_word("in") => {
                self.step();
                return Ok(Part::Truth(self.listed(&point)?, self.deeper(depth, 2)?));
            }
            Part::Point(point, depth) => return self.said_of(point, depth),
            Part::Number(e, _, depth) if self.is_word("occurs") => {
                self.step();
                return Ok(Part::Truth(self.occurs(e)?, self.deeper(depth, 1)?));
            }
            Part::Number(e, _, depth) if self.says() => return self.said_of(vec![e], depth),
            Part::Number(e, _, depth) => (e, depth),
            truth => return Ok(truth),
        };
        let mut all = Vec::new();
        loop {
            if self.is_word("in") {
                self.step();
                let (c, d) = self.member(left.clone())?;
                all.push(c);
                depth = depth.max(d);
                break;
            }
            let Kind::Sign(sign @ ("=" | "!=" | "<" | "<=" | ">" | ">=")) = *self.next() else {
                break;
            };
            self.step();
            let (right, d) = match sign == "=" && self.depth == 0 {
                true => self.cases_or_number()?,
                false => self.number()?,
            };
            depth = depth.max(d);
            let (a, b) = (left, right.clone());
            all.push(match sign {
                "=" => equal(a, b),
                "!=" => opposite(&equal(a, b)),
                "<" => Condition::less(a, b),
                "<=" => Condition::at_most(a, b),
                ">" => Condition::less(b, a),
                _ => Condition::at_most(b, a),
            });
            left = right;
        }
        if all.is_empty() {
            return Ok(Part::Number(left, Bond::Bits, depth));
        }
        Ok(joined(all, Condition::All, self.deeper(depth, 1)?))
    }

    /// Whether it is said what a position is.
    pub(super) fn says(&self) -> bool {
        let letter = |kind: &Kind| matches!(kind, Kind::Word(w) if w == "P" || w == "N");
        self.is_word("is") && letter(self.after(1))
    }

    /// `(x, y) is P`
    pub(super) fn said_of(&mut self, point: Vec<Expression>, depth: usize) -> Parsed<Part> {
        if !self.take_word("is") {
            return Err(self.expected(
                "`is P` or `is N` behind a position",
                "局面之后应有 `is P` 或 `is N`",
            ));
        }
        let column = self.column();
        let Some(lost) = self.letter() else {
            return Err(self.expected("P or N", " P 或 N"));
        };
        let term = self.term(Said::Outcome, point, column)?;
        let label = Expression::Number(i64::from(!lost));
        Ok(Part::Truth(
            Condition::equal(term, label),
            self.deeper(depth, 0)?,
        ))
    }

    /// `(x, y) in {(0, 1), (1, 0)}`
    pub(super) fn listed(&mut self, point: &[Expression]) -> Parsed<Condition> {
        self.need("{")?;
        let mut any = Vec::new();
        loop {
            let column = self.column();
            self.need("(")?;
            let mut member = vec![self.literal()?];
            while self.take(",") {
                member.push(self.literal()?);
            }
            self.need(")")?;
            if member.len() != point.len() {
                let (have, need) = (member.len(), point.len());
                return Err(self.fault(
                    column,
                    &format!("expected {need} numbers in brackets, found {have}"),
                    &format!("括号中应有 {need} 个数，而此处有 {have} 个"),
                ));
            }
            let each = point.iter().zip(member);
            let each = each.map(|(e, n)| equal(e.clone(), Expression::Number(n)));
            any.push(Condition::All(each.collect()));
            if !self.take(",") {
                break;
            }
        }
        self.need("}")?;
        Ok(Condition::Any(any))
    }

    /// `max(x, y, z) occurs exactly twice`, behind `occurs`.
    pub(super) fn occurs(&mut self, of: Expression) -> Parsed<Condition> {
        let Expression::Call(function @ (Function::Min | Function::Max), _) = of else {
            return Err(self.expected(
                "`occurs` behind `min(…)` or `max(…)`",
                " `occurs` 之前有 `min(…)` 或 `max(…)`",
            ));
        };
        // The greatest of a number and the greatest of others is the greatest of all.
        let (mut numbers, mut left) = (Vec::new(), vec![of]);
        while let Some(e) = left.pop() {
            match e {
                Expression::Call(same, more) if same == function => {
                    left.extend(more.into_iter().rev());
                }
                e => numbers.push(e),
            }
        }
        let exactly = self.take_word("exactly");
        if !exactly && !self.take_words(&["at", "least"]) {
            return Err(self.expected("`exactly` or `at least`", " `exactly` 或 `at least`"));
        }
        let most = numbers.len() as u32;
        let mut times = Vec::new();
        if self.take_word("once") {
            times.push(1);
        } else if self.take_word("twice") {
            times.push(2);
        } else {
            loop {
                let count = self.literal()?;
                times.extend(u32::try_from(count));
                let another = matches!(self.after(1), Kind::Number(_));
                if !(another && self.take_word("or")) {
                    break;
                }
            }
            if !self.take_word("times") {
                return Err(self.expected("`times`", " `times`"));
            }
        }
        if let (false, Some(&least)) = (exactly, times.first()) {
            times = (least..=most).collect();
        }
        Ok(Condition::Occurs(function, numbers, times))
    }

    /// `in {0, 3}`
    pub(super) fn member(&mut self, of: Expression) -> Parsed<(Condition, usize)> {
        self.need("{")?;
        let mut rests = Vec::new();
        loop {
            rests.push(self.literal()?);
            if !self.take(",") {
                break;
            }
        }
        self.need("}")?;
        if let Expression::Binary(Operation::Modulo, a, m) = &of
            && let Expression::Number(m) = **m
            && let Some(m) = u32::try_from(m).ok().filter(|m| *m > 0)
            && let Some(rests) = remainders(&rests, m)
        {
            return Ok((Condition::Remainder((**a).clone(), m, rests), 2));
        }
        let each = rests
            .iter()
            .map(|r| Condition::equal(of.clone(), Expression::Number(*r)));
        Ok((Condition::Any(each.collect()), 2))
    }

    /// Sets of P-positions that have a sentence of their own, behind `is P exactly if`.
    pub(super) fn set(&mut self, lost: bool) -> Parsed<Option<Statement>> {
        let token = &self.tokens[self.at];
        let rest = &self.source[token.byte..];
        match sets::read(rest, &self.names[..self.dimension], token.column)? {
            Some(_) if !lost => Err(self.expected("a condition behind `N`", "`N` 之后应为条件")),
            found => {
                if found.is_some() {
                    self.terms.clear();
                }
                Ok(found)
            }
        }
    }
}

/// One condition, or several together.
fn joined(mut all: Vec<Condition>, join: fn(Vec<Condition>) -> Condition, depth: usize) -> Part {
    match (all.pop(), all.is_empty()) {
        (Some(one), true) => Part::Truth(one, depth),
        (last, _) => {
            all.extend(last);
            Part::Truth(join(all), depth)
        }
    }
}

/// The numbers as remainders modulo m, if they are.
fn remainders(numbers: &[i64], m: u32) -> Option<Vec<u32>> {
    let each = numbers
        .iter()
        .map(|n| u32::try_from(*n).ok().filter(|n| *n < m));
    each.collect()
}

/// a = b; a remainder by a fixed number is a condition of its own.
fn equal(a: Expression, b: Expression) -> Condition {
    if let (Expression::Binary(Operation::Modulo, of, m), Expression::Number(rest)) = (&a, &b)
        && let Expression::Number(m) = **m
        && let Some(m) = u32::try_from(m).ok().filter(|m| *m > 0)
        && let Some(rests) = remainders(&[*rest], m)
    {
        return Condition::Remainder((**of).clone(), m, rests);
    }
    Condition::equal(a, b)
}
