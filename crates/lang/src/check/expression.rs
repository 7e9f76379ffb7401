//! Expressions: names to slots, operators to operations, numbers and
//! conditions kept apart.

use grundy::text::Text;

use super::named_twice;
use crate::ast::{self, Kind, Name};
use crate::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use crate::explain as code;
use crate::functions;
use crate::ir::{self, Binary, Compare, Cond, Expr, Slot, Unary};

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// A number in a slot.
    Number(Slot),
    /// A fixed number.
    Const(i64),
    /// An array from a slot on.
    Array(Slot, u16),
}

/// What an expression turned out to be.
pub enum Typed {
    /// A number.
    Number(Expr),
    /// A condition.
    Condition(Cond),
    /// A whole array, with some elements replaced.
    Array {
        /// Its first slot.
        first: Slot,
        /// How many elements it has.
        length: u16,
        /// The elements replaced.
        updates: Vec<(Expr, Expr)>,
    },
}

/// The names that are known at some place.
pub struct Scope {
    names: Vec<(String, Meaning)>,
    next: usize,
    /// How many slots were in use at most.
    pub most: usize,
    /// How much was written more than once.
    grown: usize,
}

/// The most that may be written more than once in one statement.
const MOST_COPIED: usize = 10_000;

const FUNCTIONS: [&str; functions::ALL.len()] = {
    let mut names = [""; functions::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = functions::ALL[at].name;
        at += 1;
    }
    names
};

type Checked<T> = Result<T, Diagnostic>;

impl Scope {
    /// Parameters only.
    pub fn of_constants(parameters: &[(String, i64)]) -> Scope {
        let names = parameters
            .iter()
            .map(|(name, value)| (name.clone(), Meaning::Const(*value)));
        Scope {
            names: names.collect(),
            next: 0,
            most: 0,
            grown: 0,
        }
    }

    /// Parameters and the coordinates of the state.
    pub fn of_game(game: &ir::Game) -> Scope {
        let mut scope = Scope::of_constants(&game.parameters);
        for c in &game.coordinates {
            let meaning = match c.length {
                None => Meaning::Number(c.first),
                Some(length) => Meaning::Array(c.first, length),
            };
            scope.names.push((c.name.clone(), meaning));
        }
        scope.next = game.width;
        scope.most = game.width;
        scope
    }

    /// Adds a name with a meaning.
    pub fn add(&mut self, name: &Name, meaning: Meaning) -> Checked<()> {
        if self.names.iter().any(|(known, _)| *known == name.text) {
            return Err(named_twice(name));
        }
        self.names.push((name.text.clone(), meaning));
        let end = match meaning {
            Meaning::Number(slot) => usize::from(slot) + 1,
            Meaning::Array(first, length) => usize::from(first) + usize::from(length),
            Meaning::Const(_) => 0,
        };
        self.next = self.next.max(end);
        self.most = self.most.max(self.next);
        Ok(())
    }

    /// Adds a name for the next free slot.
    pub fn add_fresh(&mut self, name: &Name) -> Checked<Slot> {
        let slot = Slot::try_from(self.next).unwrap_or(Slot::MAX);
        self.add(name, Meaning::Number(slot))?;
        Ok(slot)
    }

    /// A binder; its names are known from here on.
    pub fn binder(&mut self, binder: &ast::Binder) -> Checked<ir::Binder> {
        let span = binder.names.first().map_or(Span::default(), |n| n.span);
        let domain = match &binder.domain {
            ast::Domain::Range(least, most) => {
                if binder.names.len() != 1 {
                    return Err(wrong_count(span, "a range", "范围", 1, binder.names.len()));
                }
                ir::Domain::Range(self.number(least)?, self.number(most)?)
            }
            ast::Domain::Set(tuples) => {
                let mut set = Vec::new();
                for tuple in tuples {
                    if tuple.len() != binder.names.len() {
                        let span = tuple.first().map_or(span, |e| e.span);
                        let expected = binder.names.len();
                        return Err(wrong_count(span, "a tuple", "元组", expected, tuple.len()));
                    }
                    let numbers: Checked<Vec<Expr>> =
                        tuple.iter().map(|e| self.number(e)).collect();
                    set.push(numbers?);
                }
                if !crate::compile::fits(&set) {
                    return Err(super::too_large(span, "numbers", "个数", set.len(), 100));
                }
                ir::Domain::Set(set)
            }
        };
        let first = Slot::try_from(self.next).unwrap_or(Slot::MAX);
        for name in &binder.names {
            self.add_fresh(name)?;
        }
        Ok(ir::Binder { first, domain })
    }

    /// A fixed number.
    pub fn constant(&self, expr: &ast::Expr) -> Checked<i64> {
        let mut scope = Scope {
            names: self.names.clone(),
            next: 0,
            most: 0,
            grown: 0,
        };
        match scope.number(expr)? {
            Expr::Const(value) => Ok(value),
            _ => Err(Diagnostic::new(
                code::NOT_CONSTANT,
                expr.span,
                Text::fixed("this must be a fixed number", "此处须为常数"),
            )),
        }
    }

    /// A number.
    pub fn number(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        match self.typed(expr)? {
            Typed::Number(number) => Ok(number),
            Typed::Condition(_) => Err(not_a_number(expr.span)),
            Typed::Array { .. } => Err(Diagnostic::new(
                code::ARRAY_MISUSED,
                expr.span,
                Text::fixed(
                    "this is a whole array, not a number",
                    "这是整个数组，不是数",
                ),
            )
            .with_help(Text::fixed(
                "an element is `h[i]`, counted from 0",
                "元素写作 `h[i]`，从 0 数起",
            ))),
        }
    }

    /// A condition.
    pub fn condition(&mut self, expr: &ast::Expr) -> Checked<Cond> {
        match self.typed(expr)? {
            Typed::Condition(condition) => Ok(condition),
            _ => Err(Diagnostic::new(
                code::NOT_A_CONDITION,
                expr.span,
                Text::fixed("this is no condition", "这不是条件"),
            )
            .with_help(Text::fixed(
                "compare it with something: `n > 0`",
                "请与某数比较：`n > 0`",
            ))),
        }
    }

    fn meaning(&self, name: &str, span: Span) -> Checked<Meaning> {
        let found = self.names.iter().rev().find(|(known, _)| known == name);
        if let Some((_, meaning)) = found {
            return Ok(*meaning);
        }
        let wrong = Diagnostic::new(
            code::UNKNOWN_NAME,
            span,
            Text::new(
                format!("there is no name `{name}` here"),
                format!("此处没有名称 `{name}`"),
            ),
        );
        if crate::parse::is_prime(name) {
            return Err(wrong.with_help(crate::parse::primes_by_hand("k")));
        }
        let known: Vec<&str> = self.names.iter().map(|(n, _)| n.as_str()).collect();
        Err(match nearest(name, known.iter().copied()) {
            Some(near) => wrong.with_help(did_you_mean(near)),
            None if known.is_empty() => wrong,
            None => {
                let all = known.join(", ");
                wrong.with_help(Text::new(
                    format!("known here: {all}"),
                    format!("此处已知：{all}"),
                ))
            }
        })
    }

    /// An expression of any type.
    pub fn typed(&mut self, expr: &ast::Expr) -> Checked<Typed> {
        Ok(match &expr.kind {
            Kind::Number(number) => Typed::Number(Expr::Const(*number)),
            Kind::Truth(truth) => Typed::Condition(Cond::Truth(*truth)),
            Kind::Name(name) => match self.meaning(name, expr.span)? {
                Meaning::Number(slot) => Typed::Number(Expr::Slot(slot)),
                Meaning::Const(value) => Typed::Number(Expr::Const(value)),
                Meaning::Array(first, length) => Typed::Array {
                    first,
                    length,
                    updates: Vec::new(),
                },
            },
            Kind::Unary("not", inner) => {
                Typed::Condition(Cond::Not(Box::new(self.condition(inner)?)))
            }
            Kind::Unary(sign, inner) => {
                let op = match *sign {
                    "-" => Unary::Negate,
                    _ => Unary::Complement,
                };
                Typed::Number(unary(op, self.number(inner)?))
            }
            Kind::Binary(sign @ ("and" | "or"), a, b) => {
                let (a, b) = (Box::new(self.condition(a)?), Box::new(self.condition(b)?));
                Typed::Condition(match *sign {
                    "and" => Cond::And(a, b),
                    _ => Cond::Or(a, b),
                })
            }
            Kind::Binary(sign, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Typed::Number(binary(operation(sign), a, b))
            }
            Kind::Chain(terms, signs) => {
                let mut numbers = Vec::new();
                for term in terms {
                    numbers.push(self.number(term)?);
                }
                // The terms in the middle are written twice.
                let size: usize = numbers.iter().map(size).sum();
                self.grow(size, expr.span)?;
                let mut all: Option<Cond> = None;
                for (at, sign) in signs.iter().enumerate() {
                    let (a, b) = (numbers[at].clone(), numbers[at + 1].clone());
                    let one = match *sign {
                        "=" => Cond::Compare(Compare::Equal, a, b),
                        "!=" => Cond::Compare(Compare::Unequal, a, b),
                        "<" => Cond::Compare(Compare::Less, a, b),
                        "<=" => Cond::Compare(Compare::AtMost, a, b),
                        ">" => Cond::Compare(Compare::Less, b, a),
                        _ => Cond::Compare(Compare::AtMost, b, a),
                    };
                    all = Some(and(all, one));
                }
                Typed::Condition(all.unwrap_or(Cond::Truth(true)))
            }
            Kind::InRange(item, least, most) => {
                let item = self.number(item)?;
                self.grow(size(&item), expr.span)?;
                let (least, most) = (self.number(least)?, self.number(most)?);
                let from = Cond::Compare(Compare::AtMost, least, item.clone());
                let to = Cond::Compare(Compare::AtMost, item, most);
                Typed::Condition(and(Some(from), to))
            }
            Kind::InSet(item, set) => {
                let item = self.number(item)?;
                self.grow(size(&item) * set.len(), expr.span)?;
                let mut any: Option<Cond> = None;
                for one in set {
                    let one = Cond::Compare(Compare::Equal, item.clone(), self.number(one)?);
                    any = Some(match any {
                        None => one,
                        Some(before) => Cond::Or(Box::new(before), Box::new(one)),
                    });
                }
                Typed::Condition(any.unwrap_or(Cond::Truth(false)))
            }
            Kind::Call(name, arguments) => self.call(name, arguments, expr.span)?,
            Kind::Index(name, index) => {
                let (first, length) = self.array(name)?;
                let at = self.number(index)?;
                Typed::Number(match at {
                    Expr::Const(at) => Expr::Slot(first + inside(at, length, index.span)?),
                    at => Expr::Element {
                        first,
                        length,
                        index: Box::new(at),
                    },
                })
            }
            Kind::Update(name, changes) => {
                let (first, length) = self.array(name)?;
                let mut updates = Vec::new();
                for (index, value) in changes {
                    let at = self.number(index)?;
                    if let Expr::Const(at) = at {
                        inside(at, length, index.span)?;
                    }
                    updates.push((at, self.number(value)?));
                }
                Typed::Array {
                    first,
                    length,
                    updates,
                }
            }
            Kind::Quantified(word, binders, body) => self.quantified(word, binders, body)?,
            Kind::Choice(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.number(yes)?, self.number(no)?);
                Typed::Number(Expr::Choice(
                    Box::new(condition),
                    Box::new(yes),
                    Box::new(no),
                ))
            }
        })
    }

    /// Accounts for a piece that is written more than once: nested pieces
    /// would double again and again.
    fn grow(&mut self, by: usize, span: Span) -> Checked<()> {
        self.grown += by;
        if self.grown > MOST_COPIED {
            return Err(Diagnostic::new(
                code::TOO_DEEP,
                span,
                Text::fixed("this is nested too deeply", "嵌套过深"),
            ));
        }
        Ok(())
    }

    fn array(&self, name: &Name) -> Checked<(Slot, u16)> {
        match self.meaning(&name.text, name.span)? {
            Meaning::Array(first, length) => Ok((first, length)),
            _ => Err(Diagnostic::new(
                code::ARRAY_MISUSED,
                name.span,
                Text::new(
                    format!("`{}` is no array", name.text),
                    format!("`{}` 不是数组", name.text),
                ),
            )),
        }
    }

    fn quantified(
        &mut self,
        word: &Name,
        binders: &[ast::Binder],
        body: &ast::Expr,
    ) -> Checked<Typed> {
        let (names, next) = (self.names.len(), self.next);
        let result = self.quantified_inside(word, binders, body);
        // The names are known inside only, and their slots are free again.
        self.names.truncate(names);
        self.next = next;
        result
    }

    fn quantified_inside(
        &mut self,
        word: &Name,
        binders: &[ast::Binder],
        body: &ast::Expr,
    ) -> Checked<Typed> {
        let mut bound = Vec::new();
        for binder in binders {
            bound.push(self.binder(binder)?);
        }
        let body = self.condition(body)?;
        let Some(last) = bound.pop() else {
            return Ok(Typed::Condition(body));
        };
        let quantify = |binder, body| Box::new(ir::Quantified { binder, body });
        if word.text == "count" {
            if !bound.is_empty() {
                return Err(wrong_count(
                    word.span,
                    "count",
                    "count ",
                    1,
                    bound.len() + 1,
                ));
            }
            return Ok(Typed::Number(Expr::Count(quantify(last, body))));
        }
        let wrap = |inner| match word.text.as_str() {
            "any" => Cond::Any(inner),
            _ => Cond::All(inner),
        };
        let mut condition = wrap(quantify(last, body));
        for binder in bound.into_iter().rev() {
            condition = wrap(quantify(binder, condition));
        }
        Ok(Typed::Condition(condition))
    }

    fn call(&mut self, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Typed> {
        let count = |expected: usize| {
            if arguments.len() == expected {
                return Ok(());
            }
            Err(wrong_count(
                span,
                &format!("`{}`", name.text),
                &format!(" `{}` ", name.text),
                expected,
                arguments.len(),
            ))
        };
        let one = |op| Some((op, 1));
        let simple = match name.text.as_str() {
            "abs" => one(Unary::Abs),
            "popcount" => one(Unary::Popcount),
            "ctz" => one(Unary::Ctz),
            "lowbit" => one(Unary::Lowbit),
            "isqrt" => one(Unary::Isqrt),
            _ => None,
        };
        if let Some((op, expected)) = simple {
            count(expected)?;
            return Ok(Typed::Number(unary(op, self.number(&arguments[0])?)));
        }
        match name.text.as_str() {
            "min" | "max" | "sum" => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    match self.typed(argument)? {
                        Typed::Array {
                            first,
                            length,
                            updates,
                        } if updates.is_empty() => {
                            numbers.extend((0..length).map(|i| Expr::Slot(first + i)));
                        }
                        _ => numbers.push(self.number(argument)?),
                    }
                }
                let op = match name.text.as_str() {
                    "min" => Binary::Min,
                    "max" => Binary::Max,
                    _ => Binary::Add,
                };
                let all = numbers.into_iter().reduce(|a, b| binary(op, a, b));
                all.map(Typed::Number)
                    .ok_or_else(|| wrong_count(span, "this function", "此函数", 1, 0))
            }
            "gcd" => {
                count(2)?;
                let (a, b) = (self.number(&arguments[0])?, self.number(&arguments[1])?);
                Ok(Typed::Number(binary(Binary::Gcd, a, b)))
            }
            "divides" => {
                count(2)?;
                let (a, b) = (self.number(&arguments[0])?, self.number(&arguments[1])?);
                Ok(Typed::Condition(Cond::Divides(a, b)))
            }
            "bit" => {
                count(2)?;
                let (set, at) = (self.number(&arguments[0])?, self.number(&arguments[1])?);
                let shifted = binary(Binary::ShiftRight, set, at);
                let bit = binary(Binary::And, shifted, Expr::Const(1));
                Ok(Typed::Number(bit))
            }
            unknown => {
                let wrong = Diagnostic::new(
                    code::UNKNOWN_FUNCTION,
                    name.span,
                    Text::new(
                        format!("there is no function `{unknown}`"),
                        format!("没有函数 `{unknown}`"),
                    ),
                );
                if crate::parse::is_prime(unknown) {
                    return Err(wrong.with_help(crate::parse::primes_by_hand("k")));
                }
                if matches!(unknown, "mod" | "rem" | "pow" | "floor") {
                    return Err(wrong.with_help(Text::fixed(
                        "a remainder is written `a % b`, a power `a ** b`; a quotient `a / b` is rounded down",
                        "余数写作 `a % b`，幂写作 `a ** b`；商 `a / b` 向下取整",
                    )));
                }
                Err(match nearest(unknown, FUNCTIONS) {
                    Some(near) => wrong.with_help(did_you_mean(near)),
                    None => wrong.with_help(Text::new(
                        format!("there are {}", FUNCTIONS.join(", ")),
                        format!("可用：{}", FUNCTIONS.join(", ")),
                    )),
                })
            }
        }
    }
}

fn and(before: Option<Cond>, one: Cond) -> Cond {
    match before {
        None => one,
        Some(before) => Cond::And(Box::new(before), Box::new(one)),
    }
}

fn operation(sign: &str) -> Binary {
    match sign {
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "%" => Binary::Remainder,
        "**" => Binary::Power,
        "&" => Binary::And,
        "|" => Binary::Or,
        "xor" => Binary::Xor,
        "<<" => Binary::ShiftLeft,
        _ => Binary::ShiftRight,
    }
}

/// An operation, done at once if both numbers are fixed.
fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    if let (Expr::Const(a), Expr::Const(b)) = (&a, &b)
        && let Some(value) = ir::fold(op, *a, *b)
    {
        return Expr::Const(value);
    }
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn unary(op: Unary, a: Expr) -> Expr {
    if let Expr::Const(a) = a
        && let Some(value) = ir::fold_one(op, a)
    {
        return Expr::Const(value);
    }
    Expr::Unary(op, Box::new(a))
}

/// The fault of a condition where a number belongs.
pub fn not_a_number(span: Span) -> Diagnostic {
    Diagnostic::new(
        code::NOT_A_NUMBER,
        span,
        Text::fixed("this is a condition, not a number", "这是条件，不是数"),
    )
}

fn inside(at: i64, length: u16, span: Span) -> Checked<u16> {
    let found = u16::try_from(at).ok().filter(|at| *at < length);
    found.ok_or_else(|| {
        Diagnostic::new(
            code::BAD_INDEX,
            span,
            Text::new(
                format!("there is no element {at}: they are 0 to {}", length - 1),
                format!("没有元素 {at}：下标为 0 至 {}", length - 1),
            ),
        )
    })
}

fn wrong_count(span: Span, en: &str, zh: &str, expected: usize, found: usize) -> Diagnostic {
    Diagnostic::new(
        code::WRONG_COUNT,
        span,
        Text::new(
            format!("{en} has {expected} here, not {found}"),
            format!("{zh}此处应有 {expected} 个，而非 {found} 个"),
        ),
    )
}

/// How many pieces a number is made of.
fn size(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Const(_) | Expr::Slot(_) => 0,
        Expr::Unary(_, a) => size(a),
        Expr::Binary(_, a, b) => size(a) + size(b),
        Expr::Element { index, .. } => size(index),
        Expr::Choice(condition, a, b) => cond_size(condition) + size(a) + size(b),
        Expr::Count(q) => quantified_size(q),
    }
}

fn quantified_size(q: &ir::Quantified) -> usize {
    let domain = match &q.binder.domain {
        ir::Domain::Range(least, most) => size(least) + size(most),
        ir::Domain::Set(tuples) => tuples.iter().flatten().map(size).sum(),
    };
    domain + cond_size(&q.body)
}

fn cond_size(cond: &Cond) -> usize {
    1 + match cond {
        Cond::Truth(_) => 0,
        Cond::Compare(_, a, b) | Cond::Divides(a, b) => size(a) + size(b),
        Cond::Not(a) => cond_size(a),
        Cond::And(a, b) | Cond::Or(a, b) => cond_size(a) + cond_size(b),
        Cond::Any(q) | Cond::All(q) => quantified_size(q),
    }
}

/// All slots that a step reads.
pub fn slots_of(step: &ir::Step) -> Vec<Slot> {
    let mut slots = Vec::new();
    match step {
        ir::Step::Choose(binder) => domain_slots(&binder.domain, &mut slots),
        ir::Step::Let(_, value) => expr_slots(value, &mut slots),
        ir::Step::If(condition) => cond_slots(condition, &mut slots),
    }
    slots
}

fn domain_slots(domain: &ir::Domain, slots: &mut Vec<Slot>) {
    match domain {
        ir::Domain::Range(least, most) => {
            expr_slots(least, slots);
            expr_slots(most, slots);
        }
        ir::Domain::Set(tuples) => tuples.iter().flatten().for_each(|e| expr_slots(e, slots)),
    }
}

/// Adds all slots that a number is made of.
pub fn expr_slots(expr: &Expr, slots: &mut Vec<Slot>) {
    match expr {
        Expr::Const(_) => {}
        Expr::Slot(slot) => slots.push(*slot),
        Expr::Unary(_, a) => expr_slots(a, slots),
        Expr::Binary(_, a, b) => {
            expr_slots(a, slots);
            expr_slots(b, slots);
        }
        Expr::Element {
            first,
            length,
            index,
        } => {
            slots.extend(*first..first + length);
            expr_slots(index, slots);
        }
        Expr::Choice(condition, a, b) => {
            cond_slots(condition, slots);
            expr_slots(a, slots);
            expr_slots(b, slots);
        }
        Expr::Count(q) => quantified_slots(q, slots),
    }
}

fn quantified_slots(q: &ir::Quantified, slots: &mut Vec<Slot>) {
    domain_slots(&q.binder.domain, slots);
    let mut inside = Vec::new();
    cond_slots(&q.body, &mut inside);
    // What is chosen inside is not read from outside.
    let own = match &q.binder.domain {
        ir::Domain::Range(..) => 1,
        ir::Domain::Set(tuples) => tuples.first().map_or(1, Vec::len) as Slot,
    };
    let own = q.binder.first..q.binder.first + own;
    slots.extend(inside.into_iter().filter(|slot| !own.contains(slot)));
}

/// Adds all slots that a condition looks at.
pub fn cond_slots(cond: &Cond, slots: &mut Vec<Slot>) {
    match cond {
        Cond::Truth(_) => {}
        Cond::Compare(_, a, b) | Cond::Divides(a, b) => {
            expr_slots(a, slots);
            expr_slots(b, slots);
        }
        Cond::Not(a) => cond_slots(a, slots),
        Cond::And(a, b) | Cond::Or(a, b) => {
            cond_slots(a, slots);
            cond_slots(b, slots);
        }
        Cond::Any(q) | Cond::All(q) => quantified_slots(q, slots),
    }
}
