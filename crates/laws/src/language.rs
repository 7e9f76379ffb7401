//! Rules of the rule language in linear form, where they have one.
//!
//! What a construct means is written down once, in [`grundy_lang::ir`]; here
//! it is said again in linear forms, and nothing is approximated: what has no
//! exact linear form is refused, with the move and the reason.
//!
//! - Coordinates and chosen numbers become natural variables. A choice whose
//!   lower end may be negative is counted from that end. What `let` names is
//!   replaced.
//! - A choice from a list, and one that indexes an array, becomes one move
//!   for each value. An exponent of two with fixed ends from 0 to 62 that is
//!   used as nothing else becomes the power itself; beyond that the language
//!   has no power, and the rule fails.
//! - Minimum, maximum, `? :`, quotient and remainder by fixed numbers are
//!   understood in comparisons.
//! - An equation between xors of linear numbers is exact for negative numbers
//!   too: with ~x = -1-x, which is natural where x is negative, x ⊕ y =
//!   ~(~x ⊕ y), so the xor of all sides is 0 exactly if an even number of
//!   them is negative and the xor of the x or ~x that are natural is 0.
//! - `popcount` fails of a negative number: it is understood only where what
//!   comes before it shows that there is none.
//! - A coin that is named twice is not turned: the two places are different
//!   in every move. That all of them lie below the first one must follow
//!   from the rules, since anything else is a fault.
//! - A measure that is watched while playing is a fault that depends on
//!   play: such rules are refused.
//! - Factors and constants that no automaton takes are refused; so no number
//!   here ever saturates.
//!
//! [`Rules::of`] does not believe this file: before rules are handed out,
//! they are compared with the bytecode, position by position
//! ([`crate::rules::agree`]).
//!
//! ```
//! use grundy_laws::rules::Rules;
//! let half = Rules::read("game half; state n; move take(k in 1..n/2) -> [n-k]").unwrap();
//! assert_eq!(half.moves.len(), 1);
//! // 2**70 has no value, so the rule has no meaning at any position.
//! assert!(Rules::read("state n; move m(k in 70..75) -> [n-2**k]").is_err());
//! ```
//!
//! Limits: what is said of positions is said of numbers below 2^63, where no
//! number on the way to a move leaves 64 bits.

use std::collections::BTreeMap;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step, Unary};
use grundy_lang::linear::{Linear, System};
use grundy_lang::terminate::{self, Termination};

use crate::automata::{MOST_COEFFICIENT, MOST_CONSTANT};
use crate::rules::{Form, Guard, Move, Rules, Source};

/// Why something has no linear form, in English and Chinese.
type Reason = (&'static str, &'static str);

fn because(name: &str, reason: Reason) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("not translated because of {name}: {}", reason.0),
            format!("因{name}而未翻译：{}", reason.1),
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
    /// beside it, after they were compared with the bytecode.
    pub fn of(source: &Source) -> Result<Rules, Error> {
        let rules = Rules::translated(source)?;
        rules.agree()?;
        Ok(rules)
    }

    /// As [`Rules::of`] without the comparison: for those who compare
    /// themselves.
    pub fn translated(source: &Source) -> Result<Rules, Error> {
        rules(&program(source)?, source)
    }
}

/// The checked form of a text, with what was chosen beside it.
pub(crate) fn program(source: &Source) -> Result<ir::Program, Error> {
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
    Ok(program)
}

/// The linear rules of a checked form.
pub(crate) fn rules(program: &ir::Program, source: &Source) -> Result<Rules, Error> {
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
    if terminate::prove(program) == Termination::Watched {
        return Err(because(
            "the measure",
            (
                "it is watched while playing, and a move that does not lower it is a fault",
                "对局中逐步检验度量，不使其下降的着法即为故障",
            ),
        ));
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
                domain: &domain,
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

/// What is known when a step of a move is reached.
#[derive(Clone)]
struct Frame {
    /// The next step of the move.
    step: usize,
    /// What stands in the slots; with [`POWER`], two to the number in the
    /// slot.
    known: BTreeMap<Slot, Form>,
    binders: Vec<String>,
    guard: Vec<Guard>,
}

/// Slots are far fewer than this.
const POWER: Slot = 1 << 15;

impl Frame {
    /// The same with one more condition that holds.
    fn with(&self, guard: Guard) -> Frame {
        let mut frame = self.clone();
        frame.guard.push(guard);
        frame
    }

    /// What is known, as linear inequalities between naturals.
    fn system(&self) -> System {
        let mut system = System::default();
        let mut variables: Vec<usize> = Vec::new();
        let mut know = |system: &mut System, form: Option<Linear>| {
            if let Some(form) = form {
                variables.extend(form.terms.keys().map(|slot| usize::from(*slot)));
                system.at_least_zero(form);
            }
        };
        let opposite = |f: &Form, less: i64| {
            let one = Linear::constant(less);
            linear(f)
                .and_then(|f| f.times(-1))
                .and_then(|f| f.minus(&one))
        };
        for guard in self.guard.iter().flat_map(Guard::conjuncts) {
            match guard {
                Guard::AtMostZero(f) => know(&mut system, opposite(f, 0)),
                Guard::Zero(f) => {
                    know(&mut system, opposite(f, 0));
                    know(&mut system, linear(f));
                }
                Guard::PowerOfTwo(f) => {
                    let above = linear(f).and_then(|f| f.minus(&Linear::constant(1)));
                    know(&mut system, above);
                }
                Guard::Not(inner) => {
                    if let Guard::AtMostZero(f) = &**inner {
                        let above = linear(f).and_then(|f| f.minus(&Linear::constant(1)));
                        know(&mut system, above);
                    }
                }
                _ => {}
            }
        }
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            system.at_least_zero(Linear::slot(variable as Slot));
        }
        system
    }

    /// Whether a form is certainly natural.
    fn is_natural(&self, form: &Form) -> bool {
        let plainly = form.constant >= 0 && form.terms.iter().all(|t| t.1 >= 0);
        plainly || {
            let mut system = self.system();
            for (variable, _) in &form.terms {
                system.at_least_zero(Linear::slot(*variable as Slot));
            }
            linear(form).is_some_and(|form| system.implies_natural(&form))
        }
    }
}

/// The form as the language's own linear forms are written.
fn linear(form: &Form) -> Option<Linear> {
    let mut sum = Linear::constant(form.constant);
    for &(variable, factor) in &form.terms {
        let slot = Slot::try_from(variable).ok()?;
        sum = sum.plus(&Linear::slot(slot).times(factor)?)?;
    }
    Some(sum)
}

struct Unfolder<'p> {
    program: &'p ir::Program,
    mv: &'p ir::Move,
    width: usize,
    /// Where the position is.
    domain: &'p Guard,
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
                    let form = form(value, &frame, 0)?;
                    frame.known.insert(*slot, form);
                    open.push(frame);
                }
                Step::If(cond) => {
                    let guard = guard(cond, &frame.with(self.domain.clone()), 0)?;
                    match truth(&guard) {
                        // What comes after is never looked at.
                        Some(false) => continue,
                        Some(true) => {}
                        None => frame.guard.push(guard),
                    }
                    open.push(frame);
                }
                Step::Choose(binder) => match &binder.domain {
                    Domain::Set(tuples) => {
                        let mut frames = Vec::new();
                        for tuple in tuples {
                            let mut one = frame.clone();
                            for (slot, value) in (binder.first..).zip(tuple) {
                                one.known.insert(slot, form(value, &frame, 0)?);
                            }
                            frames.push(one);
                        }
                        open.extend(frames.into_iter().rev());
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
        let fixed = |e: &Expr| {
            let form = form(e, &frame, 0).ok().filter(|f| f.terms.is_empty());
            form.map(|f| f.constant)
        };
        let ends = fixed(least).zip(fixed(most));
        if ends.is_some_and(|(a, b)| a > b) {
            return Ok(()); // No choice, so no move.
        }
        // What indexes an array must be known number by number.
        if let Some((a, b)) = ends
            && (self.listing || self.indexes())
            && b.saturating_sub(a) < MOST_VALUES
        {
            for value in (a..=b).rev() {
                let mut one = frame.clone();
                one.known.insert(slot, Form::constant(value));
                open.push(one);
            }
            return Ok(());
        }
        let it = Form::variable(self.width + frame.binders.len());
        frame.binders.push(self.name_of(slot));
        if let Some((a, b)) = ends
            && self.raises_two_to(slot)
        {
            // 2**62 is the largest power of two that the language has; no
            // coordinate is larger than twice that.
            const LARGEST: i64 = 62;
            if a < 0 || b > LARGEST {
                return Err((
                    "two to the power of a number that is not from 0 to 62, which is a fault",
                    "二的幂，其指数不在 0 至 62 之间，这是故障",
                ));
            }
            frame.guard.push(Guard::PowerOfTwo(it.clone()));
            if a > 0 {
                let least = fit(Form::constant(1 << a))?;
                frame.guard.push(Guard::at_most(&least, &it));
            }
            if b < LARGEST {
                let most = fit(Form::constant(1 << b))?;
                frame.guard.push(Guard::at_most(&it, &most));
            }
            frame.known.insert(slot | POWER, it);
            open.push(frame);
            return Ok(());
        }
        let chosen = Expr::Slot(slot);
        if is_natural(least, &frame) {
            frame.known.insert(slot, it);
            let low = compare(Compare::AtMost, least, &chosen, &frame, 0)?;
            frame.guard.push(low);
        } else {
            // Counted from the lower end, a choice is never negative.
            let counted = add(&form(least, &frame, 0)?, 1, &it)?;
            frame.known.insert(slot, counted);
        }
        let high = compare(Compare::AtMost, &chosen, most, &frame, 0)?;
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
                at.push(form(e, &frame, 0)?);
            }
            for update in &part.updates {
                let index = form(&update.index, &frame, 0)?;
                let inside = (0..i64::from(update.length)).contains(&index.constant);
                if !index.terms.is_empty() {
                    return Err(("an element of an array that varies", "可变的数组元素"));
                }
                if !inside {
                    return Err(("an index outside its array", "下标超出数组"));
                }
                at[usize::from(update.first) + index.constant as usize] =
                    form(&update.value, &frame, 0)?;
            }
            target.push(at);
        }
        let mut guard = frame.guard.clone();
        let binders = frame.binders.clone();
        if self.program.game().coins {
            guard.extend(self.coins(&target, frame)?);
        }
        self.moves.push(Move {
            name: self.mv.name.clone(),
            binders,
            guard: Guard::All(guard),
            target,
        });
        Ok(())
    }

    /// What makes coins different from heaps: places are different, and all of
    /// them lie below the first one.
    fn coins(&self, target: &[Vec<Form>], frame: Frame) -> Result<Vec<Guard>, Reason> {
        let mut different = Vec::new();
        for (at, one) in target.iter().enumerate() {
            for other in &target[..at] {
                let mut equal = Vec::new();
                for (a, b) in one.iter().zip(other) {
                    equal.push(Guard::Zero(add(a, -1, b)?));
                }
                different.push(Guard::Not(Box::new(Guard::All(equal))));
            }
        }
        // A coin outside the domain is no fault: the move is not legal.
        let mut legal = frame.with(self.domain.clone());
        for part in target {
            for form in part {
                legal.guard.push(Guard::at_most(&Form::constant(0), form));
            }
        }
        for part in target {
            let mut same = legal.clone();
            let mut below = false;
            for (at, there) in part.iter().enumerate() {
                // Nothing lies above here, and what is equal goes on.
                let down = add(&Form::variable(at), -1, there)?;
                if !same.is_natural(&down) {
                    break;
                }
                if same.is_natural(&add(&down, -1, &Form::constant(1))?) {
                    below = true;
                    break;
                }
                same.guard.push(Guard::Zero(down));
            }
            if !below {
                return Err((
                    "a coin of which it is not seen that it lies below the first one",
                    "无法确认某枚硬币位于首枚之下",
                ));
            }
        }
        Ok(different)
    }
}

/// A form that automata take.
fn fit(form: Form) -> Result<Form, Reason> {
    let within = |n: i64, most: i64| (-most..=most).contains(&n);
    let fits = within(form.constant, MOST_CONSTANT)
        && form.terms.iter().all(|t| within(t.1, MOST_COEFFICIENT));
    match fits {
        true => Ok(form),
        false => Err((
            "a number beyond 2^32 or a multiple beyond 2^16",
            "超过 2^32 的数或超过 2^16 的倍数",
        )),
    }
}

/// a + factor·b. What saturates does not fit.
fn add(a: &Form, factor: i64, b: &Form) -> Result<Form, Reason> {
    fit(a.plus(factor, b))
}

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
fn is_natural(e: &Expr, frame: &Frame) -> bool {
    match e {
        Expr::Binary(Binary::Max, a, b) => is_natural(a, frame) || is_natural(b, frame),
        Expr::Binary(Binary::Min, a, b) => is_natural(a, frame) && is_natural(b, frame),
        e => form(e, frame, 0).is_ok_and(|form| frame.is_natural(&form)),
    }
}

const NOT_LINEAR: Reason = ("a number that is not linear", "非线性的数");

/// The linear form of a number.
fn form(e: &Expr, frame: &Frame, depth: usize) -> Result<Form, Reason> {
    if depth > DEEPEST {
        return Err(("too deep an expression", "嵌套过深的表达式"));
    }
    let sub = |e: &Expr| form(e, frame, depth + 1);
    match e {
        Expr::Const(value) => fit(Form::constant(*value)),
        Expr::Slot(slot) => frame.known.get(slot).cloned().ok_or(NOT_LINEAR),
        Expr::Unary(Unary::Negate, a) => add(&Form::default(), -1, &sub(a)?),
        Expr::Unary(Unary::Complement, a) => add(&Form::constant(-1), -1, &sub(a)?),
        Expr::Binary(Binary::Add, a, b) => add(&sub(a)?, 1, &sub(b)?),
        Expr::Binary(Binary::Subtract, a, b) => add(&sub(a)?, -1, &sub(b)?),
        Expr::Binary(Binary::Multiply, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            match (a.terms.is_empty(), b.terms.is_empty()) {
                (true, _) => add(&Form::default(), a.constant, &b),
                (_, true) => add(&Form::default(), b.constant, &a),
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
            frame.known.get(&slot).cloned().ok_or(NOT_LINEAR)
        }
        e if power_of_two(e).is_some_and(|slot| frame.known.contains_key(&(slot | POWER))) => {
            let slot = power_of_two(e).unwrap_or(0);
            frame.known.get(&(slot | POWER)).cloned().ok_or(NOT_LINEAR)
        }
        // Of numbers that are known there is nothing to be linear in.
        Expr::Binary(operation, a, b) => {
            let (a, b) = (sub(a)?, sub(b)?);
            if !a.terms.is_empty() || !b.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold(*operation, a.constant, b.constant);
            fit(value.map(Form::constant).ok_or(NO_VALUE)?)
        }
        Expr::Unary(operation, a) => {
            let a = sub(a)?;
            if !a.terms.is_empty() {
                return Err(NOT_LINEAR);
            }
            let value = ir::fold_one(*operation, a.constant);
            fit(value.map(Form::constant).ok_or(NO_VALUE)?)
        }
        // Only the branch that is taken is looked at.
        Expr::Choice(cond, yes, no) => match truth(&guard(cond, frame, depth + 1)?) {
            Some(true) => sub(yes),
            Some(false) => sub(no),
            None => Err(("a conditional number", "条件数")),
        },
        Expr::Count(q) => {
            let mut count = 0;
            for one in each(q, frame, depth + 1)? {
                let holds = truth(&one).ok_or(("a count that varies", "可变的计数"))?;
                count += i64::from(holds);
            }
            Ok(Form::constant(count))
        }
    }
}

const NO_VALUE: Reason = (
    "an operation that has no value, which is a fault",
    "没有值的运算，这是故障",
);

fn guard(cond: &Cond, frame: &Frame, depth: usize) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    match cond {
        Cond::Truth(truth) => Ok(fixed(*truth)),
        Cond::Compare(sign, a, b) => compare(*sign, a, b, frame, depth),
        Cond::Divides(a, b) => {
            let (a, b) = (form(a, frame, depth)?, form(b, frame, depth)?);
            let modulus = u32::try_from(a.constant.unsigned_abs()).ok();
            match (a.terms.is_empty(), modulus) {
                // 0 divides only 0.
                (true, Some(0)) => Ok(Guard::Zero(b)),
                (true, Some(m @ 1..=LARGEST_MODULUS)) => Ok(Guard::Remainder(b, m, 0)),
                _ => Err(("a divisor that varies or is large", "可变或过大的除数")),
            }
        }
        Cond::Not(a) => Ok(not(guard(a, frame, depth + 1)?)),
        // What decides alone leaves the other unlooked at, and what is looked
        // at next may rely on it.
        Cond::And(a, b) => {
            let a = guard(a, frame, depth + 1)?;
            if truth(&a) == Some(false) {
                return Ok(a);
            }
            let b = guard(b, &frame.with(a.clone()), depth + 1)?;
            Ok(a.and(b))
        }
        Cond::Or(a, b) => {
            let a = guard(a, frame, depth + 1)?;
            if truth(&a) == Some(true) {
                return Ok(a);
            }
            let b = guard(b, &frame.with(not(a.clone())), depth + 1)?;
            Ok(Guard::Any(vec![a, b]))
        }
        Cond::Any(q) => Ok(Guard::Any(each(q, frame, depth)?)),
        Cond::All(q) => Ok(Guard::All(each(q, frame, depth)?)),
    }
}

/// Larger moduli make automata too large.
const LARGEST_MODULUS: u32 = 1 << 20;

fn fixed(truth: bool) -> Guard {
    match truth {
        true => Guard::always(),
        false => Guard::Any(Vec::new()),
    }
}

fn not(guard: Guard) -> Guard {
    match guard {
        Guard::Not(inner) => *inner,
        other => Guard::Not(Box::new(other)),
    }
}

/// Whether a guard holds, where that does not depend on anything.
fn truth(guard: &Guard) -> Option<bool> {
    let fixed = match guard {
        Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) | Guard::PowerOfTwo(f) => {
            f.terms.is_empty()
        }
        Guard::XorZero(forms) => forms.iter().all(|f| f.terms.is_empty()),
        Guard::Not(inner) => return truth(inner).map(|truth| !truth),
        Guard::All(all) => {
            let each: Vec<Option<bool>> = all.iter().map(truth).collect();
            return match each.contains(&Some(false)) {
                true => Some(false),
                false => each.iter().all(|t| *t == Some(true)).then_some(true),
            };
        }
        Guard::Any(any) => {
            let each: Vec<Option<bool>> = any.iter().map(truth).collect();
            return match each.contains(&Some(true)) {
                true => Some(true),
                false => each.iter().all(|t| *t == Some(false)).then_some(false),
            };
        }
    };
    fixed.then(|| guard.holds(&[]))
}

/// A condition for each of finitely many known choices.
fn each(q: &ir::Quantified, frame: &Frame, depth: usize) -> Result<Vec<Guard>, Reason> {
    let mut choices: Vec<Vec<Form>> = Vec::new();
    match &q.binder.domain {
        Domain::Range(a, b) => {
            let (a, b) = (form(a, frame, depth)?, form(b, frame, depth)?);
            let fixed = a.terms.is_empty() && b.terms.is_empty();
            if !fixed || b.constant.saturating_sub(a.constant) >= MOST_VALUES {
                return Err(("a quantifier over a range that varies", "范围可变的量词"));
            }
            choices.extend((a.constant..=b.constant).map(|v| vec![Form::constant(v)]));
        }
        Domain::Set(tuples) => {
            for tuple in tuples {
                let tuple = tuple.iter().map(|e| form(e, frame, depth));
                choices.push(tuple.collect::<Result<_, _>>()?);
            }
        }
    }
    let mut found = Vec::new();
    for choice in choices {
        let mut inner = frame.clone();
        inner.known.extend((q.binder.first..).zip(choice));
        found.push(guard(&q.body, &inner, depth + 1)?);
    }
    Ok(found)
}

fn compare(
    sign: Compare,
    a: &Expr,
    b: &Expr,
    frame: &Frame,
    depth: usize,
) -> Result<Guard, Reason> {
    if depth > DEEPEST {
        return Err(("too deep a condition", "嵌套过深的条件"));
    }
    let sub = |sign, a: &Expr, b: &Expr| compare(sign, a, b, frame, depth + 1);
    // Only the branch that is taken is looked at.
    let choice = |cond: &Cond,
                  yes: &dyn Fn(&Frame) -> Result<Guard, Reason>,
                  no: &dyn Fn(&Frame) -> Result<Guard, Reason>| {
        let cond = guard(cond, frame, depth + 1)?;
        let other = not(cond.clone());
        Ok(match truth(&cond) {
            Some(true) => yes(frame)?,
            Some(false) => no(frame)?,
            None => Guard::Any(vec![
                cond.clone().and(yes(&frame.with(cond))?),
                other.clone().and(no(&frame.with(other))?),
            ]),
        })
    };
    match (a, b) {
        (Expr::Choice(cond, yes, no), _) => {
            return choice(
                cond,
                &|frame| compare(sign, yes, b, frame, depth + 1),
                &|frame| compare(sign, no, b, frame, depth + 1),
            );
        }
        (_, Expr::Choice(cond, yes, no)) => {
            return choice(
                cond,
                &|frame| compare(sign, a, yes, frame, depth + 1),
                &|frame| compare(sign, a, no, frame, depth + 1),
            );
        }
        _ => {}
    }
    match sign {
        Compare::Unequal => return Ok(not(sub(Compare::Equal, a, b)?)),
        Compare::Equal => {
            if let Some(found) = equal(a, b, frame, depth)? {
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
            // With a positive divisor a quotient is rounded down: a ≤ ⌊x/m⌋ is
            // m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            if let (Expr::Binary(Binary::Divide, x, m), true) = (b, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
                && let Ok(a) = form(a, frame, depth)
            {
                let a = add(&Form::default(), m, &a)?;
                return at_most(&a, &form(x, frame, depth)?);
            }
            if let (Expr::Binary(Binary::Divide, x, m), true) = (a, sign == Compare::AtMost)
                && let Expr::Const(m @ 1..=65536) = **m
            {
                let b = add(&Form::constant(m - 1), m, &form(b, frame, depth)?)?;
                return at_most(&form(x, frame, depth)?, &b);
            }
        }
    }
    let (a, b) = (form(a, frame, depth)?, form(b, frame, depth)?);
    match sign {
        Compare::Equal => Ok(Guard::Zero(add(&a, -1, &b)?)),
        Compare::Less => at_most(&add(&a, 1, &Form::constant(1))?, &b),
        _ => at_most(&a, &b),
    }
}

fn at_most(a: &Form, b: &Form) -> Result<Guard, Reason> {
    Ok(Guard::AtMostZero(add(a, -1, b)?))
}

/// Equalities that are more than linear, if this is one.
fn equal(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Option<Guard>, Reason> {
    let is_xor = |e: &Expr| matches!(e, Expr::Binary(Binary::Xor, ..));
    if is_xor(a) || is_xor(b) {
        return xor(a, b, frame, depth).map(Some);
    }
    for (a, b) in [(a, b), (b, a)] {
        match (a, b) {
            (Expr::Binary(Binary::Remainder, x, m), b) => {
                let modulus = match **m {
                    Expr::Const(m) => u32::try_from(m.unsigned_abs()).ok(),
                    _ => None,
                };
                let Some(m @ 1..=LARGEST_MODULUS) = modulus else {
                    return Err(("a modulus that varies or is large", "可变或过大的模"));
                };
                let (x, r) = (form(x, frame, depth)?, form(b, frame, depth)?);
                if !r.terms.is_empty() {
                    return Err(("a remainder that varies", "可变的余数"));
                }
                let r = u32::try_from(r.constant).ok().filter(|r| *r < m);
                return Ok(Some(r.map_or(fixed(false), |r| Guard::Remainder(x, m, r))));
            }
            (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                let x = form(x, frame, depth)?;
                if !frame.is_natural(&x) {
                    return Err((
                        "`popcount` of a number that may be negative, which is a fault",
                        "可能为负的数的 `popcount`，这是故障",
                    ));
                }
                return Ok(Some(Guard::PowerOfTwo(x)));
            }
            (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                // A number is its lowest bit if it is a power of two, or 0.
                let x = form(x, frame, depth)?;
                return Ok(Some(Guard::Any(vec![
                    Guard::Zero(x.clone()),
                    Guard::PowerOfTwo(x),
                ])));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// An equation between xors: that of all sides is 0.
fn xor(a: &Expr, b: &Expr, frame: &Frame, depth: usize) -> Result<Guard, Reason> {
    /// More signs than this are not distinguished.
    const MOST_OPEN: usize = 4;
    let mut sides = Vec::new();
    let mut open = vec![a, b];
    while let Some(e) = open.pop() {
        match e {
            Expr::Binary(Binary::Xor, x, y) => open.extend([&**x, &**y]),
            e => sides.push(form(e, frame, depth + 1)?),
        }
    }
    // What is there twice cancels, whatever its sign.
    let mut left: Vec<Form> = Vec::new();
    for side in sides {
        match left.iter().position(|other| *other == side) {
            Some(at) => drop(left.swap_remove(at)),
            None if side == Form::default() => {}
            None => left.push(side),
        }
    }
    match &left[..] {
        [] => return Ok(fixed(true)),
        [one] => return Ok(Guard::Zero(one.clone())),
        [one, other] => return Ok(Guard::Zero(add(one, -1, other)?)),
        _ => {}
    }
    // The sides of each sign that is possible, with what says so.
    let mut cases: Vec<(bool, Vec<Guard>, Vec<Form>)> = vec![(false, Vec::new(), Vec::new())];
    let mut unsure = 0;
    for side in left {
        let below = add(&Form::constant(-1), -1, &side)?;
        let natural = frame.is_natural(&side);
        let negative = !natural && frame.is_natural(&below);
        if !natural && !negative {
            unsure += 1;
        }
        if unsure > MOST_OPEN {
            return Err((
                "an xor of many numbers that may be negative",
                "多个可能为负的数的异或",
            ));
        }
        let mut next = Vec::new();
        for (odd, signs, forms) in cases {
            if !negative {
                let (mut signs, mut forms) = (signs.clone(), forms.clone());
                if !natural {
                    signs.push(at_most(&Form::constant(0), &side)?);
                }
                forms.push(side.clone());
                next.push((odd, signs, forms));
            }
            if !natural {
                let (mut signs, mut forms) = (signs, forms);
                if !negative {
                    signs.push(at_most(&Form::constant(0), &below)?);
                }
                forms.push(below.clone());
                next.push((!odd, signs, forms));
            }
        }
        cases = next;
    }
    let cases = cases.into_iter().filter(|(odd, ..)| !odd);
    let mut cases: Vec<Guard> = cases
        .map(|(_, mut all, forms)| {
            all.push(Guard::XorZero(forms));
            match all.len() {
                1 => all.remove(0),
                _ => Guard::All(all),
            }
        })
        .collect();
    Ok(match cases.len() {
        1 => cases.remove(0),
        _ => Guard::Any(cases),
    })
}
