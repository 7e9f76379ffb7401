//! The rules of a text as linear moves, by the checker's own reading.
//!
//! Only the parser of the rule language and its checked form ([`grundy_lang::ir`]) are shared
//! with anything else. Numbers are unbounded integers (the engines stop with an error beyond
//! 64 bits). Coordinates and chosen numbers become variables; `let` is replaced; a choice from a
//! list, and one that indexes an array, becomes one move for each value. What has no exact
//! linear form is refused by name, never approximated:
//!
//! - minimum and maximum on the right side of a comparison, quotients by fixed numbers,
//!   remainders by fixed numbers, `popcount(x) = 1`, `lowbit(x) = x`, equations between xors (of
//!   negative numbers too, as two's complement), `2**k` for k from 0 to 62;
//! - where an expression has no value (`popcount` of a negative number), the place is noted as
//!   *trouble*: the checker proves that no position of the domain gets there, or refuses;
//! - a part outside the domain makes the move illegal; of coins, two equal ones as well, and
//!   one that is not below the top is trouble.

use std::collections::BTreeMap;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step, Unary};

use super::certificate::Source;
use super::form::{Form, Guard, Reason};

/// A kind of move.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub name: String,
    /// How many numbers are chosen; their variables come after the coordinates.
    pub binders: usize,
    pub guard: Guard,
    /// The sum that it leads to.
    pub target: Vec<Vec<Form>>,
}

/// A place that no position may reach: a move, how many numbers are chosen there, when it is
/// reached, and what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    pub name: String,
    pub binders: usize,
    pub guard: Guard,
    pub reason: Reason,
}

/// Rules with linear moves.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub dimension: usize,
    pub domain: Guard,
    pub moves: Vec<Move>,
    pub troubles: Vec<Trouble>,
    pub misere: bool,
    /// How many options the player who has just moved may forbid.
    pub blocked: u32,
}

/// More moves than this are not unfolded.
const MOST_MOVES: usize = 4096;
/// Ranges of at most this many values are listed value by value.
const MOST_VALUES: i128 = 64;
/// How deep expressions may be nested.
const DEEPEST: usize = 64;
/// The largest modulus.
const MOST_MODULUS: i128 = 1 << 20;

const NOT_LINEAR: Reason = ("a number that is not linear", "非线性的数");

fn because(name: &str, reason: Reason) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("cannot be checked because of {name}: {}", reason.0),
            format!("因{name}而无法复核：{}", reason.1),
        ),
    }
}

/// The linear rules of a text with what was chosen beside it.
pub(super) fn lower(source: &Source) -> Result<Rules, Error> {
    let wrong = |found: Vec<Diagnostic>| {
        let shown = |lang| {
            render(&found, &source.text, "rules", lang)
                .trim_end()
                .to_string()
        };
        Error::BadRules {
            report: Text::new(shown(Lang::En), shown(Lang::Zh)),
        }
    };
    let file = grundy_lang::parse(&source.text).map_err(wrong)?;
    let named = source.game.as_deref();
    let program = grundy_lang::check::check_named(&file, named, &source.parameters);
    let program = program.map_err(wrong)?;
    let game = program.game();
    if let Some(name) = named.filter(|name| game.name != *name) {
        return Err(Error::UnknownGame {
            name: name.to_string(),
            nearest: Some(game.name.clone()),
        });
    }
    let misere = source.misere || game.convention == Convention::Misere;
    let refused: &[(bool, Reason)] = &[
        (
            game.kind != Kind::Disjunctive || game.end != End::Long,
            (
                "sums are not played one component at a time to the end",
                "和并非逐个分量走到底",
            ),
        ),
        (
            misere && (game.blocked > 0 || game.coins),
            (
                "misère play with forbidden options or coins",
                "带禁止选项或硬币的 misère 走法",
            ),
        ),
        (
            !game.ends.is_empty(),
            (
                "declared ends have no theory of values",
                "声明的终局没有 SG 值理论",
            ),
        ),
        (
            game.within.is_some(),
            (
                "the coordinates fulfil a condition together",
                "诸坐标须共同满足某条件",
            ),
        ),
        (
            game.domain.iter().any(|(least, _)| *least < 0),
            ("coordinates may be negative", "坐标可能为负"),
        ),
    ];
    if let Some((_, reason)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(because("the conventions or the domain", *reason));
    }
    let mut rules = Rules {
        dimension: game.width,
        domain: Guard::All(Vec::new()),
        moves: Vec::new(),
        troubles: Vec::new(),
        misere,
        blocked: game.blocked,
    };
    let coordinates: Vec<Form> = (0..game.width).map(Form::variable).collect();
    let domain = inside(game, &coordinates);
    rules.domain = domain.map_err(|reason| because("the domain", reason))?;
    for mv in &game.moves {
        let (moves, troubles) = (rules.moves.len(), rules.troubles.len());
        let mut unfold = |listing: bool| {
            rules.moves.truncate(moves);
            rules.troubles.truncate(troubles);
            Unfolder {
                program: &program,
                mv,
                listing,
                rules: &mut rules,
            }
            .unfold()
        };
        // What is not linear may be so for each of a few known numbers.
        let done = unfold(false);
        let done = done.or_else(|reason| unfold(true).map_err(|_| reason));
        done.map_err(|reason| because(&format!("the move `{}`", mv.name), reason))?;
    }
    Ok(rules)
}

/// Whether a position is in the domain; that no coordinate is negative is said elsewhere.
fn inside(game: &ir::Game, at: &[Form]) -> Result<Guard, Reason> {
    let mut all = Vec::new();
    for (x, &(least, most)) in at.iter().zip(&game.domain) {
        if least > 0 {
            all.push(Guard::at_most(&Form::constant(least), x)?);
        }
        if most < i64::MAX {
            all.push(Guard::at_most(x, &Form::constant(most))?);
        }
    }
    Ok(Guard::All(all))
}

/// What is known of slots; with [`POWER`], of two to the number in the slot.
type Known = BTreeMap<Slot, Form>;

/// Slots are far fewer than this.
const POWER: Slot = 1 << 15;

/// A move as far as it was read.
#[derive(Clone)]
struct Frame {
    /// The next step.
    step: usize,
    known: Known,
    binders: usize,
    guard: Vec<Guard>,
}

struct Unfolder<'p> {
    program: &'p ir::Program,
    mv: &'p ir::Move,
    /// Whether short ranges are listed value by value.
    listing: bool,
    rules: &'p mut Rules,
}

impl Unfolder<'_> {
    fn unfold(&mut self) -> Result<(), Reason> {
        let width = self.rules.dimension;
        let known = (0..width).map(|at| (at as Slot, Form::variable(at)));
        let mut open = vec![Frame {
            step: 0,
            known: known.collect(),
            binders: 0,
            guard: Vec::new(),
        }];
        while let Some(mut frame) = open.pop() {
            if open.len() + self.rules.moves.len() > MOST_MOVES {
                return Err(("too many choices to list", "可列举的选择过多"));
            }
            let Some(step) = self.mv.steps.get(frame.step) else {
                self.finish(frame)?;
                continue;
            };
            frame.step += 1;
            match step {
                Step::Let(slot, value) => {
                    let form = form(value, &frame.known, 0)?;
                    frame.known.insert(*slot, form);
                    open.push(frame);
                }
                Step::If(cond) => {
                    let guard = self.read(&frame, |reader| reader.guard(cond, 0))?;
                    frame.guard.push(guard);
                    open.push(frame);
                }
                Step::Choose(binder) => match &binder.domain {
                    Domain::Set(tuples) => {
                        for tuple in tuples.iter().rev() {
                            let mut one = frame.clone();
                            for (slot, value) in (binder.first..).zip(tuple) {
                                one.known.insert(slot, form(value, &frame.known, 0)?);
                            }
                            open.push(one);
                        }
                    }
                    Domain::Range(least, most) => {
                        self.range(binder.first, least, most, frame, &mut open)?;
                    }
                },
            }
        }
        Ok(())
    }

    /// Reads conditions where the frame stands, and notes what is trouble there.
    fn read<T>(
        &mut self,
        frame: &Frame,
        read: impl FnOnce(&mut Reader) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut reader = Reader {
            known: frame.known.clone(),
            under: frame.guard.clone(),
            troubles: Vec::new(),
        };
        let found = read(&mut reader)?;
        for (guard, reason) in reader.troubles {
            self.trouble(frame.binders, guard, reason);
        }
        Ok(found)
    }

    fn trouble(&mut self, binders: usize, guard: Guard, reason: Reason) {
        self.rules.troubles.push(Trouble {
            name: self.mv.name.clone(),
            binders,
            guard,
            reason,
        });
    }

    fn range(
        &mut self,
        slot: Slot,
        least: &Expr,
        most: &Expr,
        mut frame: Frame,
        open: &mut Vec<Frame>,
    ) -> Result<(), Reason> {
        let fixed = |e: &Expr| form(e, &frame.known, 0).ok()?.as_constant();
        let fixed = fixed(least).zip(fixed(most));
        // What indexes an array must be known number by number.
        if let Some((a, b)) = fixed
            && (self.listing || self.indexes())
            && b - a < MOST_VALUES
        {
            for value in (a..=b).rev() {
                let mut one = frame.clone();
                one.known.insert(slot, Form::constant(value));
                open.push(one);
            }
            return Ok(());
        }
        let it = Form::variable(self.rules.dimension + frame.binders);
        frame.binders += 1;
        if let Some((a, b)) = fixed
            && self.raises_two_to(slot)
        {
            if a <= b && !(0 <= a && b <= 62) {
                return Err(("a power of two beyond 64 bits", "超过 64 位的二的幂"));
            }
            if a > b {
                frame.guard.push(Guard::Any(Vec::new()));
            } else {
                frame.guard.push(Guard::PowerOfTwo(it.clone()));
                let least = Form::constant(1i128 << a);
                frame.guard.push(Guard::at_most(&least, &it)?);
                let most = Form::constant(1i128 << b);
                frame.guard.push(Guard::at_most(&it, &most)?);
            }
            frame.known.insert(slot | POWER, it);
            open.push(frame);
            return Ok(());
        }
        let chosen = Expr::Slot(slot);
        if is_natural(least, &frame.known) {
            frame.known.insert(slot, it);
            let low = self.read(&frame, |r| r.at_most(least, &chosen, 0, 0))?;
            frame.guard.push(low);
        } else {
            // Counted from the lower end, a choice is never negative.
            let counted = form(least, &frame.known, 0)?.plus(1, &it)?;
            frame.known.insert(slot, counted);
        }
        let high = self.read(&frame, |r| r.at_most(&chosen, most, 0, 0))?;
        frame.guard.push(high);
        open.push(frame);
        Ok(())
    }

    /// Whether some expression of the move has a part of which this is true.
    fn mentions(&self, of: &dyn Fn(&Expr) -> bool) -> bool {
        fn inside(e: &Expr, of: &dyn Fn(&Expr) -> bool) -> bool {
            of(e)
                || match e {
                    Expr::Unary(_, a) => inside(a, of),
                    Expr::Binary(_, a, b) => inside(a, of) || inside(b, of),
                    _ => false,
                }
        }
        let in_steps = self.mv.steps.iter().any(|step| match step {
            Step::Choose(b) => match &b.domain {
                Domain::Range(a, b) => inside(a, of) || inside(b, of),
                Domain::Set(_) => false,
            },
            Step::Let(_, e) => inside(e, of),
            Step::If(Cond::Compare(_, a, b)) => inside(a, of) || inside(b, of),
            Step::If(_) => false,
        });
        let mut targets = self.mv.parts.iter().flat_map(|part| &part.at);
        in_steps || targets.any(|e| inside(e, of))
    }

    /// Whether the move raises two to the number in a slot.
    fn raises_two_to(&self, slot: Slot) -> bool {
        self.mentions(&|e| power_of_two(e) == Some(slot))
    }

    /// Whether the move looks up or replaces elements of arrays.
    fn indexes(&self) -> bool {
        self.mv.parts.iter().any(|part| !part.updates.is_empty())
            || self.mentions(&|e| matches!(e, Expr::Element { .. }))
    }

    fn finish(&mut self, frame: Frame) -> Result<(), Reason> {
        let game = self.program.game();
        let mut target = Vec::new();
        for part in &self.mv.parts {
            if part.game != self.program.main {
                return Err(("it leads to another game", "它导向另一个游戏"));
            }
            let at = part.at.iter().map(|e| form(e, &frame.known, 0));
            let mut at: Vec<Form> = at.collect::<Result<_, _>>()?;
            for update in &part.updates {
                let index = form(&update.index, &frame.known, 0)?;
                let index = element(&index, update.first, update.length)?;
                at[usize::from(index)] = form(&update.value, &frame.known, 0)?;
            }
            target.push(at);
        }
        let mut guard = frame.guard;
        if game.coins {
            guard.push(self.coins(&target, frame.binders, &guard)?);
        }
        self.rules.moves.push(Move {
            name: self.mv.name.clone(),
            binders: frame.binders,
            guard: Guard::All(guard),
            target,
        });
        Ok(())
    }

    /// No coin is turned twice; and notes as trouble that one is not below the top.
    fn coins(
        &mut self,
        target: &[Vec<Form>],
        binders: usize,
        guard: &[Guard],
    ) -> Result<Guard, Reason> {
        let difference = |a: &[Form], b: &[Form]| -> Result<Vec<Form>, Reason> {
            a.iter().zip(b).map(|(a, b)| a.plus(-1, b)).collect()
        };
        let mut differ = Vec::new();
        for (at, coin) in target.iter().enumerate() {
            for other in &target[..at] {
                let equal = difference(coin, other)?.into_iter().map(Guard::Zero);
                differ.push(Guard::All(equal.collect()).not());
            }
        }
        let top: Vec<Form> = (0..self.rules.dimension).map(Form::variable).collect();
        for coin in target {
            // Equal up to some place and greater there, or equal throughout.
            let mut cases = Vec::new();
            let mut equal: Vec<Guard> = Vec::new();
            for less in difference(&top, coin)? {
                let mut case = equal.clone();
                case.push(Guard::AtMostZero(less.plus(1, &Form::constant(1))?));
                cases.push(Guard::All(case));
                equal.push(Guard::Zero(less));
            }
            cases.push(Guard::All(equal));
            let mut all = [guard, &differ[..]].concat();
            all.push(Guard::Any(cases));
            for coin in target {
                all.push(inside(self.program.game(), coin)?);
                for x in coin {
                    all.push(Guard::AtMostZero(x.times(-1)?));
                }
            }
            let reason = ("a coin that is not below the top", "硬币不在最上面一枚之下");
            self.trouble(binders, Guard::All(all), reason);
        }
        Ok(Guard::All(differ))
    }
}

/// The slot of an element whose index is known.
fn element(index: &Form, first: Slot, length: u16) -> Result<Slot, Reason> {
    match index.as_constant() {
        Some(at) if (0..i128::from(length)).contains(&at) => Ok(first + at as Slot),
        Some(_) => Err(("an index outside its array", "下标超出数组")),
        None => Err(("an element of an array that varies", "可变的数组元素")),
    }
}

/// The slot whose number is the exponent, if this is a power of two.
fn power_of_two(e: &Expr) -> Option<Slot> {
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

/// Whether a number is never negative, as far as its form shows.
fn is_natural(e: &Expr, known: &Known) -> bool {
    match e {
        Expr::Binary(Binary::Max, a, b) => is_natural(a, known) || is_natural(b, known),
        Expr::Binary(Binary::Min, a, b) => is_natural(a, known) && is_natural(b, known),
        e => form(e, known, 0).is_ok_and(|f| f.is_natural()),
    }
}

/// The linear form of a number.
fn form(e: &Expr, known: &Known, depth: usize) -> Result<Form, Reason> {
    if depth > DEEPEST {
        return Err(("too deep an expression", "嵌套过深的表达式"));
    }
    let sub = |e: &Expr| form(e, known, depth + 1);
    // Of numbers that are known there is nothing to be linear in.
    let fixed = |form: Form| {
        let constant = form.as_constant().and_then(|c| i64::try_from(c).ok());
        constant.ok_or(NOT_LINEAR)
    };
    match e {
        Expr::Const(value) => Form::default().plus(1, &Form::constant(*value)),
        Expr::Slot(slot) => known.get(slot).cloned().ok_or(NOT_LINEAR),
        Expr::Unary(Unary::Negate, a) => sub(a)?.times(-1),
        Expr::Binary(Binary::Add, a, b) => sub(a)?.plus(1, &sub(b)?),
        Expr::Binary(Binary::Subtract, a, b) => sub(a)?.plus(-1, &sub(b)?),
        Expr::Binary(Binary::Multiply, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            match (a.as_constant(), b.as_constant()) {
                (Some(a), _) => b.times(a),
                (_, Some(b)) => a.times(b),
                _ => Err(("a product of numbers that vary", "可变数之积")),
            }
        }
        Expr::Element {
            first,
            length,
            index,
        } => {
            let slot = element(&sub(index)?, *first, *length)?;
            known.get(&slot).cloned().ok_or(NOT_LINEAR)
        }
        Expr::Binary(operation, a, b) => {
            let power = power_of_two(e).and_then(|slot| known.get(&(slot | POWER)));
            if let Some(power) = power {
                return Ok(power.clone());
            }
            let value = ir::fold(*operation, fixed(sub(a)?)?, fixed(sub(b)?)?);
            value.map(Form::constant).ok_or(NOT_LINEAR)
        }
        Expr::Unary(operation, a) => {
            let value = ir::fold_one(*operation, fixed(sub(a)?)?);
            value.map(Form::constant).ok_or(NOT_LINEAR)
        }
        Expr::Choice(..) | Expr::Count(_) => Err(("a conditional number", "条件数")),
    }
}

/// Reads conditions. What comes second in `and`, `or` is read under what was first.
struct Reader {
    known: Known,
    /// What holds where the condition is looked at.
    under: Vec<Guard>,
    troubles: Vec<(Guard, Reason)>,
}

impl Reader {
    fn form(&self, e: &Expr, depth: usize) -> Result<Form, Reason> {
        form(e, &self.known, depth)
    }

    /// The form, with a note of trouble where it is negative.
    fn natural(&mut self, e: &Expr, depth: usize, reason: Reason) -> Result<Form, Reason> {
        let form = self.form(e, depth)?;
        if !form.is_natural() {
            let negative = Guard::AtMostZero(form.plus(1, &Form::constant(1))?);
            let all = [&self.under[..], &[negative]].concat();
            self.troubles.push((Guard::All(all), reason));
        }
        Ok(form)
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
        let outside = self.known.clone();
        let mut each = Vec::new();
        for (cond, known) in conditions {
            self.known = known.unwrap_or_else(|| outside.clone());
            let guard = self.guard(cond, depth + 1)?;
            let decides = guard.truth() == Some(!and);
            // What is dropped from `under` only makes more places trouble.
            match and {
                true => self.under.push(guard.clone()),
                false if !guard.is_bitwise() => self.under.push(guard.clone().not()),
                false => {}
            }
            each.push(guard);
            if decides {
                break;
            }
        }
        self.known = outside;
        self.under.truncate(before);
        Ok(match and {
            true => Guard::All(each),
            false => Guard::Any(each),
        })
    }

    fn guard(&mut self, cond: &Cond, depth: usize) -> Result<Guard, Reason> {
        if depth > DEEPEST {
            return Err(("too deep a condition", "嵌套过深的条件"));
        }
        match cond {
            Cond::Truth(true) => Ok(Guard::All(Vec::new())),
            Cond::Truth(false) => Ok(Guard::Any(Vec::new())),
            Cond::Compare(sign, a, b) => self.compare(*sign, a, b, depth),
            Cond::Divides(a, b) => {
                let (a, b) = (self.form(a, depth)?, self.form(b, depth)?);
                match a.as_constant().map(i128::abs) {
                    Some(0) => Ok(Guard::Zero(b)),
                    Some(m) if m <= MOST_MODULUS => Ok(Guard::Remainder(b, m as i64, 0)),
                    _ => Err(("a divisor that varies", "可变的除数")),
                }
            }
            Cond::Not(a) => Ok(self.guard(a, depth + 1)?.not()),
            Cond::And(a, b) | Cond::Or(a, b) => {
                let and = matches!(cond, Cond::And(..));
                let both = [(&**a, None), (&**b, None)];
                self.sequence(and, &mut both.into_iter(), depth)
            }
            Cond::Any(q) | Cond::All(q) => {
                let all = matches!(cond, Cond::All(_));
                let choices = self.choices(q, depth)?;
                let mut each = choices.into_iter().map(|known| (&q.body, Some(known)));
                self.sequence(all, &mut each, depth)
            }
        }
    }

    /// What is known for each of finitely many known choices.
    fn choices(&self, q: &ir::Quantified, depth: usize) -> Result<Vec<Known>, Reason> {
        let mut choices: Vec<Vec<Form>> = Vec::new();
        match &q.binder.domain {
            Domain::Range(a, b) => {
                let (a, b) = (self.form(a, depth)?, self.form(b, depth)?);
                match a.as_constant().zip(b.as_constant()) {
                    Some((a, b)) if b - a < MOST_VALUES => {
                        choices.extend((a..=b).map(|v| vec![Form::constant(v)]));
                    }
                    _ => return Err(("a quantifier over a range that varies", "范围可变的量词")),
                }
            }
            Domain::Set(tuples) => {
                for tuple in tuples {
                    let tuple = tuple.iter().map(|e| self.form(e, depth));
                    choices.push(tuple.collect::<Result<_, _>>()?);
                }
            }
        }
        let with = |choice: Vec<Form>| {
            let mut known = self.known.clone();
            known.extend((q.binder.first..).zip(choice));
            known
        };
        Ok(choices.into_iter().map(with).collect())
    }

    fn compare(
        &mut self,
        sign: Compare,
        a: &Expr,
        b: &Expr,
        depth: usize,
    ) -> Result<Guard, Reason> {
        match sign {
            Compare::Unequal => Ok(self.compare(Compare::Equal, a, b, depth)?.not()),
            Compare::AtMost => self.at_most(a, b, 0, depth),
            Compare::Less => self.at_most(a, b, 1, depth),
            Compare::Equal => {
                if let Some(found) = self.equal(a, b, depth)? {
                    return Ok(found);
                }
                match (self.form(a, depth), self.form(b, depth)) {
                    (Ok(a), Ok(b)) => Ok(Guard::Zero(a.plus(-1, &b)?)),
                    _ => Ok(Guard::All(vec![
                        self.at_most(a, b, 0, depth + 1)?,
                        self.at_most(b, a, 0, depth + 1)?,
                    ])),
                }
            }
        }
    }

    /// `a + more ≤ b`
    fn at_most(&mut self, a: &Expr, b: &Expr, more: i64, depth: usize) -> Result<Guard, Reason> {
        if depth > DEEPEST {
            return Err(("too deep a condition", "嵌套过深的条件"));
        }
        let two = |this: &mut Self, pairs: [(&Expr, &Expr); 2]| -> Result<Vec<Guard>, Reason> {
            { pairs.into_iter() }
                .map(|(a, b)| this.at_most(a, b, more, depth + 1))
                .collect()
        };
        let more_form = Form::constant(more);
        match (a, b) {
            (_, Expr::Binary(Binary::Min, x, y)) => Ok(Guard::All(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Max, x, y), _) => Ok(Guard::All(two(self, [(x, b), (y, b)])?)),
            (_, Expr::Binary(Binary::Max, x, y)) => Ok(Guard::Any(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Min, x, y), _) => Ok(Guard::Any(two(self, [(x, b), (y, b)])?)),
            // a ≤ ⌊x/m⌋ is m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            (_, Expr::Binary(Binary::Divide, x, m)) if divisor(m).is_some() => {
                let m = divisor(m).unwrap_or(1);
                let a = self.form(a, depth)?.plus(1, &more_form)?.times(m)?;
                Guard::at_most(&a, &self.form(x, depth)?)
            }
            (Expr::Binary(Binary::Divide, x, m), _) if divisor(m).is_some() => {
                let m = divisor(m).unwrap_or(1);
                let b = self.form(b, depth)?.plus(-1, &more_form)?.times(m)?;
                Guard::at_most(&self.form(x, depth)?, &b.plus(1, &Form::constant(m - 1))?)
            }
            _ => Guard::at_most(
                &self.form(a, depth)?.plus(1, &more_form)?,
                &self.form(b, depth)?,
            ),
        }
    }

    /// Equalities that are more than linear, if this is one.
    fn equal(&mut self, a: &Expr, b: &Expr, depth: usize) -> Result<Option<Guard>, Reason> {
        let is_xor = |e: &Expr| matches!(e, Expr::Binary(Binary::Xor, ..));
        if is_xor(a) || is_xor(b) {
            return self.xor_zero(a, b, depth).map(Some);
        }
        for (a, b) in [(a, b), (b, a)] {
            match (a, b) {
                (Expr::Binary(Binary::Remainder, x, m), Expr::Const(r)) if divisor(m).is_some() => {
                    let m = divisor(m).unwrap_or(1) as i64;
                    let x = self.form(x, depth)?;
                    return Ok(Some(match (0..m).contains(r) {
                        true => Guard::Remainder(x, m, *r),
                        false => Guard::Any(Vec::new()),
                    }));
                }
                (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                    let reason = ("popcount of a negative number", "负数的 popcount");
                    let x = self.natural(x, depth, reason)?;
                    return Ok(Some(Guard::PowerOfTwo(x)));
                }
                (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                    // A number is its lowest bit if it is a power of two, or 0.
                    let x = self.form(x, depth)?;
                    let either = vec![Guard::Zero(x.clone()), Guard::PowerOfTwo(x)];
                    return Ok(Some(Guard::Any(either)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// `a = b` where either is an xor: the xor of all sides is 0.
    ///
    /// Numbers are two's complement, so x xor y = ~(~x xor y) with ~x = -1-x, which is natural
    /// exactly if x is negative. The xor of all sides is 0 exactly if an even number of them is
    /// negative and the xor of the sides, those with ~ in place of the negative ones, is 0.
    fn xor_zero(&self, a: &Expr, b: &Expr, depth: usize) -> Result<Guard, Reason> {
        /// Sides of which the sign is not known; every pattern of signs is one case.
        const MOST_UNSIGNED: usize = 4;
        let complement = |f: &Form| Form::constant(-1).plus(-1, f);
        let (mut open, mut sides) = (vec![a, b], Vec::<Form>::new());
        // Whether an odd number of negative sides was replaced, and the xor of what is fixed.
        let (mut odd, mut fixed) = (false, 0i128);
        while let Some(e) = open.pop() {
            if let Expr::Binary(Binary::Xor, x, y) = e {
                open.extend([&**x, &**y]);
                continue;
            }
            let mut side = self.form(e, depth)?;
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
            return Err((
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
            for (bit, at) in unsigned.iter().enumerate() {
                if negative >> bit & 1 == 1 {
                    forms[*at] = complement(&forms[*at])?;
                }
            }
            if fixed != Form::default() {
                forms.push(fixed.clone());
            }
            // The xor of two is 0 if they are equal, of one if it is 0.
            cases.push(match &forms[..] {
                [] => Guard::All(Vec::new()),
                [x] => Guard::Zero(x.clone()),
                [x, y] => Guard::All(vec![
                    Guard::Zero(x.plus(-1, y)?),
                    Guard::AtMostZero(x.times(-1)?),
                ]),
                _ => Guard::XorZero(forms),
            });
        }
        Ok(match <[Guard; 1]>::try_from(cases) {
            Ok([only]) => only,
            Err(cases) => Guard::Any(cases),
        })
    }
}

/// A fixed divisor.
fn divisor(m: &Expr) -> Option<i128> {
    match m {
        Expr::Const(m) => Some(i128::from(*m)).filter(|m| (1..=MOST_MODULUS).contains(m)),
        _ => None,
    }
}
