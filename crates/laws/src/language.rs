//! Rules of the rule language in linear form, where they have one.
//!
//! Coordinates and chosen numbers become variables; what `let` names is
//! replaced; a choice from a list, and one that indexes an array, becomes one
//! move for each value; an exponent of two that is used as nothing else becomes
//! the power itself. Minimum, maximum, quotient and remainder by fixed
//! numbers, `popcount(x) = 1` and xor are understood in comparisons. What
//! has no linear form is an error that names the move and the reason.
//!
//! ```
//! use grundy_laws::rules::Rules;
//! let half = Rules::read("game half; state n; move take(k in 1..n/2) -> [n-k]").unwrap();
//! assert_eq!(half.moves.len(), 1);
//! ```

use std::collections::BTreeMap;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step, Unary};

use crate::rules::{Form, Guard, Move, Rules, Source};

/// Why something has no linear form, in English and Chinese.
type Reason = (&'static str, &'static str);

fn because(name: &str, reason: Reason) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("not expressible because of {name}: {}", reason.0),
            format!("因{name}而无法表达：{}", reason.1),
        ),
    }
}

/// More moves than this are not unfolded.
const MOST_MOVES: usize = 4096;
/// Ranges of at most this many values are listed value by value.
const MOST_VALUES: i64 = 64;
/// How deep expressions may be nested.
const DEEPEST: usize = 64;

impl Rules {
    /// Reads rules in the rule language.
    pub fn read(text: &str) -> Result<Rules, Error> {
        Rules::of(&Source::new(text))
    }

    /// The linear rules of a text in the rule language, with what was chosen
    /// beside it.
    pub fn of(source: &Source) -> Result<Rules, Error> {
        let wrong = |found: Vec<Diagnostic>| {
            let shown = |lang| {
                let report = render(&found, &source.text, "rules", lang);
                report.trim_end().to_string()
            };
            Error::BadRules {
                report: Text::new(shown(Lang::En), shown(Lang::Zh)),
            }
        };
        let file = grundy_lang::parse(&source.text).map_err(wrong)?;
        let named = source.game.as_deref();
        let program = grundy_lang::check::check_named(&file, named, &source.parameters);
        let program = program.map_err(wrong)?;
        if let Some(name) = named.filter(|name| program.game().name != *name) {
            return Err(Error::UnknownGame {
                name: name.to_string(),
                nearest: Some(program.game().name.clone()),
            });
        }
        rules(&program, source)
    }
}

fn rules(program: &ir::Program, source: &Source) -> Result<Rules, Error> {
    let game = program.game();
    let mut source = source.clone();
    if source.name.is_empty() {
        source.name = game.name.clone();
    }
    let misere = source.misere || game.convention == Convention::Misere;
    let convention = |reason: Reason| because("the conventions", reason);
    if game.kind != Kind::Disjunctive || game.end != End::Long {
        return Err(convention((
            "sums are not played one component at a time to the end",
            "和并非逐个分量走到底",
        )));
    }
    if misere && game.blocked > 0 {
        return Err(convention((
            "options may be forbidden, and whoever cannot move wins",
            "可禁止选项，且无法走棋者胜",
        )));
    }
    if !game.ends.is_empty() {
        return Err(convention((
            "declared ends have no theory of values",
            "声明的终局没有 SG 值理论",
        )));
    }
    let mut state = Vec::new();
    for coordinate in &game.coordinates {
        match coordinate.length {
            None => state.push(coordinate.name.clone()),
            Some(length) => {
                state.extend((0..length).map(|at| format!("{}{at}", coordinate.name)));
            }
        }
    }
    let mut domain = Guard::always();
    for (at, &(least, most)) in game.domain.iter().enumerate() {
        if least < 0 {
            return Err(because(
                "the domain",
                ("coordinates may be negative", "坐标可能为负"),
            ));
        }
        let x = Form::variable(at);
        if least > 0 {
            domain = domain.and(Guard::at_most(&Form::constant(least), &x));
        }
        if most < i64::MAX {
            domain = domain.and(Guard::at_most(&x, &Form::constant(most)));
        }
    }
    let mut moves = Vec::new();
    for mv in &game.moves {
        let before = moves.len();
        let mut unfold = |listing: bool| {
            moves.truncate(before);
            let mut unfolder = Unfolder {
                program,
                mv,
                width: game.width,
                listing,
                moves: &mut moves,
            };
            unfolder.unfold()
        };
        // What is not linear may be so for each of a few known numbers.
        let linear = unfold(false);
        let linear = linear.or_else(|reason| unfold(true).map_err(|_| reason));
        linear.map_err(|reason| because(&format!("the move `{}`", mv.name), reason))?;
    }
    Ok(Rules {
        name: source.name.clone(),
        state,
        domain,
        moves,
        misere,
        blocked: game.blocked,
        source,
    })
}

/// What stands in the slots so far.
#[derive(Clone)]
struct Frame {
    /// The next step of the move.
    step: usize,
    known: BTreeMap<Slot, Form>,
    binders: Vec<String>,
    guard: Vec<Guard>,
}

struct Unfolder<'p> {
    program: &'p ir::Program,
    mv: &'p ir::Move,
    width: usize,
    /// Whether short ranges are listed value by value.
    listing: bool,
    moves: &'p mut Vec<Move>,
}

impl Unfolder<'_> {
    fn unfold(&mut self) -> Result<(), Reason> {
        let known = (0..self.width).map(|at| (at as Slot, Form::variable(at)));
        let mut open = vec![Frame {
            step: 0,
            known: known.collect(),
            binders: Vec::new(),
            guard: Vec::new(),
        }];
        while let Some(mut frame) = open.pop() {
            if open.len() + self.moves.len() > MOST_MOVES {
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
                    let guard = guard(cond, &frame.known, 0)?;
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

    fn range(
        &self,
        slot: Slot,
        least: &Expr,
        most: &Expr,
        mut frame: Frame,
        open: &mut Vec<Frame>,
    ) -> Result<(), Reason> {
        // What indexes an array must be known number by number.
        let fixed = |e: &Expr| form(e, &frame.known, 0).ok().filter(|f| f.terms.is_empty());
        if (self.listing || self.indexes())
            && let (Some(a), Some(b)) = (fixed(least), fixed(most))
        {
            let (a, b) = (a.constant, b.constant);
            if b.saturating_sub(a) < MOST_VALUES {
                for value in (a..=b).rev() {
                    let mut one = frame.clone();
                    one.known.insert(slot, Form::constant(value));
                    open.push(one);
                }
                return Ok(());
            }
        }
        let it = Form::variable(self.width + frame.binders.len());
        frame.binders.push(self.name_of(slot));
        if let (Some(a), Some(b)) = (fixed(least), fixed(most))
            && (0..=a.constant.max(b.constant)).contains(&a.constant)
            && self.raises_two_to(slot)
        {
            // Beyond this no number of the language has 2**b for a part.
            const LARGEST: i64 = 62;
            frame.guard.push(Guard::PowerOfTwo(it.clone()));
            if let lowest @ 1..LARGEST = a.constant {
                let least = Form::constant(1 << lowest);
                frame.guard.push(Guard::at_most(&least, &it));
            }
            if let highest @ ..LARGEST = b.constant {
                let most = Form::constant(1 << highest);
                frame.guard.push(Guard::at_most(&it, &most));
            }
            frame.known.insert(slot | POWER, it);
            open.push(frame);
            return Ok(());
        }
        let chosen = Expr::Slot(slot);
        if is_natural(least, &frame.known) {
            frame.known.insert(slot, it);
            let low = compare(Compare::AtMost, least, &chosen, &frame.known, 0)?;
            frame.guard.push(low);
        } else {
            // Counted from the lower end, a choice is never negative.
            let counted = form(least, &frame.known, 0)?.plus(1, &it);
            frame.known.insert(slot, counted);
        }
        let high = compare(Compare::AtMost, &chosen, most, &frame.known, 0)?;
        frame.guard.push(high);
        open.push(frame);
        Ok(())
    }

    /// Whether the move raises two to the number in a slot.
    fn raises_two_to(&self, slot: Slot) -> bool {
        fn in_expr(e: &Expr, slot: Slot) -> bool {
            power_of_two(e) == Some(slot)
                || match e {
                    Expr::Unary(_, a) => in_expr(a, slot),
                    Expr::Binary(_, a, b) => in_expr(a, slot) || in_expr(b, slot),
                    _ => false,
                }
        }
        let mut targets = self.mv.parts.iter().flat_map(|part| &part.at);
        let in_steps = self.mv.steps.iter().any(|step| match step {
            Step::Let(_, e) => in_expr(e, slot),
            Step::If(Cond::Compare(_, a, b)) => in_expr(a, slot) || in_expr(b, slot),
            _ => false,
        });
        in_steps || targets.any(|e| in_expr(e, slot))
    }

    fn name_of(&self, slot: Slot) -> String {
        let at = usize::from(slot).checked_sub(self.width);
        let name = at.and_then(|at| self.mv.arguments.get(at));
        name.cloned().unwrap_or_else(|| format!("s{slot}"))
    }

    /// Whether the move looks up or replaces elements of arrays.
    fn indexes(&self) -> bool {
        fn in_expr(e: &Expr) -> bool {
            match e {
                Expr::Element { .. } => true,
                Expr::Unary(_, a) => in_expr(a),
                Expr::Binary(_, a, b) => in_expr(a) || in_expr(b),
                _ => false,
            }
        }
        let mut targets = self.mv.parts.iter();
        let in_steps = self.mv.steps.iter().any(|step| match step {
            Step::Choose(b) => match &b.domain {
                Domain::Range(a, b) => in_expr(a) || in_expr(b),
                Domain::Set(_) => false,
            },
            Step::Let(_, e) => in_expr(e),
            Step::If(Cond::Compare(_, a, b)) => in_expr(a) || in_expr(b),
            Step::If(_) => false,
        });
        in_steps || targets.any(|p| !p.updates.is_empty() || p.at.iter().any(in_expr))
    }

    fn finish(&mut self, frame: Frame) -> Result<(), Reason> {
        let mut target = Vec::new();
        for part in &self.mv.parts {
            if part.game != self.program.main {
                return Err(("it leads to another game", "它导向另一个游戏"));
            }
            let mut at = Vec::new();
            for e in &part.at {
                at.push(form(e, &frame.known, 0)?);
            }
            for update in &part.updates {
                let index = form(&update.index, &frame.known, 0)?;
                let inside = (0..i64::from(update.length)).contains(&index.constant);
                if !index.terms.is_empty() {
                    return Err(("an element of an array that varies", "可变的数组元素"));
                }
                if !inside {
                    return Err(("an index outside its array", "下标超出数组"));
                }
                at[usize::from(update.first) + index.constant as usize] =
                    form(&update.value, &frame.known, 0)?;
            }
            target.push(at);
        }
        self.moves.push(Move {
            name: self.mv.name.clone(),
            binders: frame.binders,
            guard: Guard::All(frame.guard),
            target,
        });
        Ok(())
    }
}

/// What is known of slots; with [`POWER`], of two to the number in the slot.
type Known = BTreeMap<Slot, Form>;

/// Slots are far fewer than this.
const POWER: Slot = 1 << 15;

/// The slot whose number is the exponent, if this is a power of two.
fn power_of_two(e: &Expr) -> Option<Slot> {
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

/// Whether a number is never negative, as far as its form shows.
fn is_natural(e: &Expr, known: &Known) -> bool {
    match e {
        Expr::Binary(Binary::Max, a, b) => is_natural(a, known) || is_natural(b, known),
        Expr::Binary(Binary::Min, a, b) => is_natural(a, known) && is_natural(b, known),
        e => form(e, known, 0).is_ok_and(|f| f.constant >= 0 && f.terms.iter().all(|t| t.1 >= 0)),
    }
}

const NOT_LINEAR: Reason = ("a number that is not linear", "非线性的数");

/// The linear form of a number.
fn form(e: &Expr, known: &Known, depth: usize) -> Result<Form, Reason> {
    if depth > DEEPEST {
        return Err(("too deep an expression", "嵌套过深的表达式"));
    }
    let sub = |e: &Expr| form(e, known, depth + 1);
    match e {
        Expr::Const(value) => Ok(Form::constant(*value)),
        Expr::Slot(slot) => known.get(slot).cloned().ok_or(NOT_LINEAR),
        Expr::Unary(Unary::Negate, a) => Ok(Form::default().plus(-1, &sub(a)?)),
        Expr::Binary(Binary::Add, a, b) => Ok(sub(a)?.plus(1, &sub(b)?)),
        Expr::Binary(Binary::Subtract, a, b) => Ok(sub(a)?.plus(-1, &sub(b)?)),
        Expr::Binary(Binary::Multiply, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            match (a.terms.is_empty(), b.terms.is_empty()) {
                (true, _) => Ok(Form::default().plus(a.constant, &b)),
                (_, true) => Ok(Form::default().plus(b.constant, &a)),
                _ => Err(("a product of numbers that vary", "可变数之积")),
            }
        }
        Expr::Element {
            first,
            length,
            index,
        } => {
            let index = sub(index)?;
            let inside = (0..i64::from(*length)).contains(&index.constant);
            if !index.terms.is_empty() || !inside {
                return Err(("an element of an array that varies", "可变的数组元素"));
            }
            let slot = first + index.constant as Slot;
            known.get(&slot).cloned().ok_or(NOT_LINEAR)
        }
        e if power_of_two(e).is_some_and(|slot| known.contains_key(&(slot | POWER))) => {
            let slot = power_of_two(e).unwrap_or(0);
            known.get(&(slot | POWER)).cloned().ok_or(NOT_LINEAR)
        }
        // Of numbers that are known there is nothing to be linear in.
        Expr::Binary(operation, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            if !a.terms.is_empty() || !b.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold(*operation, a.constant, b.constant);
            value.map(Form::constant).ok_or(NOT_LINEAR)
        }
        Expr::Unary(operation, a) => {
            let a = sub(a)?;
            if !a.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold_one(*operation, a.constant);
            value.map(Form::constant).ok_or(NOT_LINEAR)
        }
        Expr::Choice(..) | Expr::Count(_) => Err(("a conditional number", "条件数")),
    }
}

fn guard(cond: &Cond, known: &Known, depth: usize) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    let sub = |c: &Cond| guard(c, known, depth + 1);
    match cond {
        Cond::Truth(true) => Ok(Guard::always()),
        Cond::Truth(false) => Ok(Guard::Any(Vec::new())),
        Cond::Compare(sign, a, b) => compare(*sign, a, b, known, depth),
        Cond::Divides(a, b) => {
            let (a, b) = (form(a, known, depth)?, form(b, known, depth)?);
            let modulus = u32::try_from(a.constant)
                .ok()
                .filter(|m| (1..=1 << 20).contains(m));
            match (a.terms.is_empty(), modulus) {
                (true, Some(m)) => Ok(Guard::Remainder(b, m, 0)),
                _ => Err(("a divisor that varies", "可变的除数")),
            }
        }
        Cond::Not(a) => Ok(Guard::Not(Box::new(sub(a)?))),
        // What decides alone leaves the other unlooked at, as in the language.
        Cond::And(a, b) => match sub(a)? {
            a if truth(&a) == Some(false) => Ok(a),
            a => Ok(a.and(sub(b)?)),
        },
        Cond::Or(a, b) => match sub(a)? {
            a if truth(&a) == Some(true) => Ok(a),
            a => Ok(Guard::Any(vec![a, sub(b)?])),
        },
        Cond::Any(q) => Ok(Guard::Any(each(q, known, depth)?)),
        Cond::All(q) => Ok(Guard::All(each(q, known, depth)?)),
    }
}

/// Whether a guard holds, where that does not depend on anything.
fn truth(guard: &Guard) -> Option<bool> {
    let fixed = match guard {
        Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) => f.terms.is_empty(),
        Guard::Not(inner) => return truth(inner).map(|truth| !truth),
        Guard::All(all) => all.is_empty(),
        Guard::Any(any) => any.is_empty(),
        Guard::PowerOfTwo(_) | Guard::XorZero(_) => false,
    };
    fixed.then(|| guard.holds(&[]))
}

/// A condition for each of finitely many known choices.
fn each(q: &ir::Quantified, known: &Known, depth: usize) -> Result<Vec<Guard>, Reason> {
    let mut choices: Vec<Vec<Form>> = Vec::new();
    match &q.binder.domain {
        Domain::Range(a, b) => {
            let (a, b) = (form(a, known, depth)?, form(b, known, depth)?);
            let fixed = a.terms.is_empty() && b.terms.is_empty();
            if !fixed || b.constant.saturating_sub(a.constant) >= MOST_VALUES {
                return Err(("a quantifier over a range that varies", "范围可变的量词"));
            }
            choices.extend((a.constant..=b.constant).map(|v| vec![Form::constant(v)]));
        }
        Domain::Set(tuples) => {
            for tuple in tuples {
                let tuple = tuple.iter().map(|e| form(e, known, depth));
                choices.push(tuple.collect::<Result<_, _>>()?);
            }
        }
    }
    let mut found = Vec::new();
    for choice in choices {
        let mut inner = known.clone();
        inner.extend((q.binder.first..).zip(choice));
        found.push(guard(&q.body, &inner, depth + 1)?);
    }
    Ok(found)
}

fn compare(
    sign: Compare,
    a: &Expr,
    b: &Expr,
    known: &Known,
    depth: usize,
) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    let sub = |sign, a: &Expr, b: &Expr| compare(sign, a, b, known, depth + 1);
    match sign {
        Compare::Unequal => return Ok(Guard::Not(Box::new(sub(Compare::Equal, a, b)?))),
        Compare::Equal => {
            if let Some(found) = equal(a, b, known, depth)? {
                return Ok(found);
            }
        }
        Compare::AtMost | Compare::Less => {
            let both = |x, y| Ok(Guard::All(vec![x, y]));
            let either = |x, y| Ok(Guard::Any(vec![x, y]));
            match (a, b) {
                (_, Expr::Binary(Binary::Min, x, y)) => {
                    return both(sub(sign, a, x)?, sub(sign, a, y)?);
                }
                (Expr::Binary(Binary::Max, x, y), _) => {
                    return both(sub(sign, x, b)?, sub(sign, y, b)?);
                }
                (_, Expr::Binary(Binary::Max, x, y)) => {
                    return either(sub(sign, a, x)?, sub(sign, a, y)?);
                }
                (Expr::Binary(Binary::Min, x, y), _) => {
                    return either(sub(sign, x, b)?, sub(sign, y, b)?);
                }
                _ => {}
            }
            // a ≤ ⌊x/m⌋ is m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            if let (Expr::Binary(Binary::Divide, x, m), true) = (b, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
            {
                let a = Form::default().plus(m, &form(a, known, depth)?);
                return Ok(Guard::at_most(&a, &form(x, known, depth)?));
            }
            if let (Expr::Binary(Binary::Divide, x, m), true) = (a, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
            {
                let b = Form::constant(m - 1).plus(m, &form(b, known, depth)?);
                return Ok(Guard::at_most(&form(x, known, depth)?, &b));
            }
        }
    }
    let (a, b) = (form(a, known, depth)?, form(b, known, depth)?);
    Ok(match sign {
        Compare::Equal => Guard::equal(&a, &b),
        Compare::Less => Guard::less(&a, &b),
        _ => Guard::at_most(&a, &b),
    })
}

/// Equalities that are more than linear, if this is one.
fn equal(a: &Expr, b: &Expr, known: &Known, depth: usize) -> Result<Option<Guard>, Reason> {
    for (a, b) in [(a, b), (b, a)] {
        match (a, b) {
            (Expr::Binary(Binary::Remainder, x, m), Expr::Const(r)) => {
                let Expr::Const(m @ 1..=1_048_576) = **m else {
                    return Err(("a modulus that varies", "可变的模"));
                };
                let x = form(x, known, depth)?;
                return Ok(Some(match (0..m).contains(r) {
                    true => Guard::Remainder(x, m as u32, *r as u32),
                    false => Guard::Any(Vec::new()),
                }));
            }
            (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                return Ok(Some(Guard::PowerOfTwo(form(x, known, depth)?)));
            }
            (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                // A number is its lowest bit if it is a power of two, or 0.
                let x = form(x, known, depth)?;
                return Ok(Some(Guard::Any(vec![
                    Guard::Zero(x.clone()),
                    Guard::PowerOfTwo(x),
                ])));
            }
            (Expr::Binary(Binary::Xor, x, y), z) => {
                let forms = [&**x, &**y, z].map(|e| form(e, known, depth));
                let forms: Result<Vec<Form>, Reason> = forms.into_iter().collect();
                return Ok(Some(Guard::XorZero(forms?)));
            }
            _ => {}
        }
    }
    Ok(None)
}
