//! Rules of the rule language in linear form, where they have one.
//!
//! What a construct means is written down once, in [`grundy_lang::ir`]; here
//! it is said again in linear forms, and nothing is approximated: what has no
//! exact linear form is refused, with the move and the reason.
//!
//! - Coordinates and chosen numbers become natural variables. A choice whose
//!   lower end may be negative is counted from that end. What `let` names is
//!   replaced. The condition after `where` becomes part of the domain.
//! - A choice from a list, and one that indexes an array, becomes one move
//!   for each value. An exponent of two with fixed ends from 0 to 62 that is
//!   used as nothing else becomes the power itself; beyond that the language
//!   has no power, and the rule fails.
//! - Minimum, maximum, absolute value, `? :`, quotient and remainder, bits,
//!   shifts, `lowbit`, `gcd` and `popcount` are linear in cases, with new numbers
//!   that a condition determines (`number`). Where a factor, a divisor, an
//!   exponent or an index varies it must be bounded by small numbers.
//! - `any` and `all` over a range that varies become "there is a natural"
//!   (`condition`); `count` counts a few conditions.
//! - `popcount` fails of a negative number: it is understood only where what
//!   comes before it shows that there is none.
//! - A coin that is named twice is not turned: the two places are different
//!   in every move. That all of them lie below the first one must follow
//!   from the rules, since anything else is a fault.
//! - A position at which play is over by `win when` or `lose when` has no moves, and
//!   is lost or won as is said; there are outcomes then, and no values.
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
//! number on the way to a move leaves 64 bits and the engine goes through all
//! choices.

mod condition;
mod frame;
mod number;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step};
use grundy_lang::terminate::{self, Termination};

use crate::automata::{MOST_COEFFICIENT, MOST_CONSTANT};
use crate::rules::{Chosen, Form, Guard, Move, Rules, Source};
use condition::{compare, guard, truth};
use frame::{Frame, POWER};
use number::{VARYING_ELEMENT, cases, form, known, power_of_two, ranges, single};

/// Why something has no linear form, in English and Chinese.
type Reason = (&'static str, &'static str);

const DOMAIN: (&str, &str) = ("the domain", "取值范围");

/// What stands in the way, in English and Chinese, and why.
fn because(what: (&str, &str), reason: Reason) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("not translated because of {}: {}", what.0, reason.0),
            format!("因{}而未翻译：{}", what.1, reason.1),
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
    let convention = |reason: Reason| because(("the conventions", "约定"), reason);
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
    // Play of a sum is over as a whole where it is over in one component.
    if !game.ends.is_empty() && game.moves.iter().any(|mv| mv.parts.len() > 1) {
        return Err(convention((
            "ends are declared, and a move leads to a sum, which has no theory of values then",
            "声明了终局，且有着法通向和，此时没有 SG 值理论",
        )));
    }
    if terminate::prove(program) == Termination::Watched {
        return Err(because(
            ("the measure", "度量"),
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
                DOMAIN,
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
    if let Some(within) = &game.within {
        let frame = Frame::new(game.width, &domain);
        let together = guard(&within.holds, &frame, 0);
        domain = domain.and(together.map_err(|reason| because(DOMAIN, reason))?);
    }
    let mut ends = Vec::new();
    for (winner, cond) in &game.ends {
        let frame = Frame::new(game.width, &domain);
        let end = guard(cond, &frame, 0);
        ends.push((
            *winner,
            end.map_err(|reason| because(("`when`", " `when` "), reason))?,
        ));
    }
    let mut moves = Vec::new();
    for (rule, mv) in game.moves.iter().enumerate() {
        let before = moves.len();
        let mut unfold = |listing: bool| {
            moves.truncate(before);
            let mut unfolder = Unfolder {
                program,
                rule,
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
        linear.map_err(|reason| {
            let (en, zh) = (
                format!("the move `{}`", mv.name),
                format!("着法 `{}` ", mv.name),
            );
            because((&en, &zh), reason)
        })?;
    }
    Ok(Rules {
        name: source.name.clone(),
        state,
        domain,
        moves,
        misere,
        blocked: game.blocked,
        ends,
        source,
    })
}

struct Unfolder<'p> {
    program: &'p ir::Program,
    /// The number of the move.
    rule: usize,
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
        let mut open = vec![Frame::new(self.width, self.domain)];
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
                    for (mut there, form) in cases(value, &frame, 0)?.into_iter().rev() {
                        there.known.insert(*slot, form);
                        open.push(there);
                    }
                }
                Step::If(cond) => {
                    let guard = guard(cond, &frame, 0)?;
                    match truth(&guard) {
                        // What comes after is never looked at.
                        Some(false) => continue,
                        Some(true) => {}
                        None => frame.know(guard),
                    }
                    open.push(frame);
                }
                Step::Choose(binder) => match &binder.domain {
                    Domain::Set(tuples) => {
                        let mut frames = Vec::new();
                        for tuple in tuples {
                            let values: Vec<Wanted> = tuple.iter().map(Wanted::Form).collect();
                            for (mut one, forms) in together(&values, &frame)? {
                                one.known.extend((binder.first..).zip(forms));
                                frames.push(one);
                            }
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
            let form = single(e, &frame).filter(|f| f.terms.is_empty());
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
            let it = frame.fresh(self.name_of(slot))?;
            frame.know(Guard::PowerOfTwo(it.clone()));
            if a > 0 {
                let least = fit(Form::constant(1 << a))?;
                frame.know(Guard::at_most(&least, &it));
            }
            if b < LARGEST {
                let most = fit(Form::constant(1 << b))?;
                frame.know(Guard::at_most(&it, &most));
            }
            frame.known.insert(slot | POWER, it);
            open.push(frame);
            return Ok(());
        }
        if let Some(plain) = self.plain_range(slot, least, most, &frame) {
            open.push(plain);
            return Ok(());
        }
        let name = self.name_of(slot);
        for (mut there, chosen) in ranges(&name, least, most, &frame, 0)?.into_iter().rev() {
            there.known.insert(slot, chosen);
            open.push(there);
        }
        Ok(())
    }

    /// The frame after a choice whose ends are linear, or minima, maxima and
    /// quotients that make linear conditions of it.
    fn plain_range(&self, slot: Slot, least: &Expr, most: &Expr, frame: &Frame) -> Option<Frame> {
        let mut there = frame.clone();
        let it = there.fresh(self.name_of(slot)).ok()?;
        let chosen = Expr::Slot(slot);
        if is_natural(least, &there) {
            there.known.insert(slot, it);
            let low = compare(Compare::AtMost, least, &chosen, &there, 0).ok()?;
            there.know(Some(low).filter(is_linear)?);
        } else {
            // Counted from the lower end, a choice is never negative.
            let counted = add(&form(least, &there, 0).ok()?, 1, &it).ok()?;
            there.known.insert(slot, counted);
        }
        let high = compare(Compare::AtMost, &chosen, most, &there, 0).ok()?;
        there.know(Some(high).filter(is_linear)?);
        Some(there)
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
        let mut values: Vec<Wanted> = Vec::new();
        for part in &self.mv.parts {
            if part.game != self.program.main {
                return Err(("it leads to another game", "它导向另一个游戏"));
            }
            values.extend(part.at.iter().map(Wanted::Form));
            for update in &part.updates {
                values.extend([Wanted::Known(&update.index), Wanted::Form(&update.value)]);
            }
        }
        for (frame, forms) in together(&values, &frame)? {
            self.finish_one(frame, forms)?;
        }
        Ok(())
    }

    /// The move, of which the numbers of all parts are known in their order.
    fn finish_one(&mut self, frame: Frame, forms: Vec<Form>) -> Result<(), Reason> {
        let mut forms = forms.into_iter();
        let mut target = Vec::new();
        for part in &self.mv.parts {
            let mut at: Vec<Form> = forms.by_ref().take(part.at.len()).collect();
            for update in &part.updates {
                let (Some(index), Some(value)) = (forms.next(), forms.next()) else {
                    return Err(VARYING_ELEMENT);
                };
                if !(0..i64::from(update.length)).contains(&index.constant) {
                    return Err(("an index outside its array", "下标超出数组"));
                }
                at[usize::from(update.first) + index.constant as usize] = value;
            }
            target.push(at);
        }
        let mut guard = frame.guard.clone();
        let binders = frame.binders.clone();
        let mut chosen = Vec::new();
        for slot in (self.width as Slot..).take(self.mv.arguments.len()) {
            let number = frame.known.get(&slot).cloned().map(Chosen::Number);
            let power = || frame.known.get(&(slot | POWER)).cloned();
            let number = number.or_else(|| power().map(Chosen::Exponent));
            // What names nothing that was chosen names no move.
            chosen.push(number.unwrap_or(Chosen::Exponent(Form::default())));
        }
        if self.program.game().coins {
            guard.extend(self.coins(&target, frame)?);
        }
        // The coordinates, then what is chosen, then what guards look for.
        let guard = Guard::All(guard);
        let mut order: Vec<usize> = binders.iter().map(|(binder, _)| *binder).collect();
        order.extend(guard.looked_for());
        let turn = |variable: usize| {
            let at = order.iter().position(|other| *other == variable);
            at.map_or(variable, |at| self.width + at)
        };
        let placed = |form: &Form| {
            let mut terms: Vec<(usize, i64)> =
                form.terms.iter().map(|t| (turn(t.0), t.1)).collect();
            terms.sort_unstable();
            Form {
                terms,
                constant: form.constant,
            }
        };
        self.moves.push(Move {
            name: self.mv.name.clone(),
            guard: guard.renumber(&turn),
            target: target
                .iter()
                .map(|part| part.iter().map(placed).collect())
                .collect(),
            binders: binders.iter().map(|(_, name)| name.clone()).collect(),
            rule: self.rule,
            chosen: chosen
                .iter()
                .map(|number| match number {
                    Chosen::Number(form) => Chosen::Number(placed(form)),
                    Chosen::Exponent(form) => Chosen::Exponent(placed(form)),
                })
                .collect(),
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
        let mut legal = frame;
        for part in target {
            for form in part {
                legal.know(Guard::at_most(&Form::constant(0), form));
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
                same.know(Guard::Zero(down));
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

/// What is wanted of a number.
enum Wanted<'e> {
    /// Its form.
    Form(&'e Expr),
    /// That it is known, one number in each case.
    Known(&'e Expr),
}

/// Several numbers in all their cases.
fn together(values: &[Wanted], frame: &Frame) -> Result<Vec<(Frame, Vec<Form>)>, Reason> {
    let mut found = vec![(frame.clone(), Vec::new())];
    for value in values {
        let mut next = Vec::new();
        for (there, forms) in found {
            let here = match value {
                Wanted::Form(e) => cases(e, &there, 0)?,
                Wanted::Known(e) => {
                    let known = known(e, &there, 0, VARYING_ELEMENT)?.into_iter();
                    known.map(|(there, n)| (there, Form::constant(n))).collect()
                }
            };
            for (there, form) in here {
                let mut forms: Vec<Form> = forms.clone();
                forms.push(form);
                next.push((there, forms));
            }
        }
        if next.len() > MOST_MOVES {
            return Err(("too many choices to list", "可列举的选择过多"));
        }
        found = next;
    }
    Ok(found)
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

fn at_most(a: &Form, b: &Form) -> Result<Guard, Reason> {
    Ok(Guard::AtMostZero(add(a, -1, b)?))
}

/// Whether a number is never negative, as far as its form shows.
fn is_natural(e: &Expr, frame: &Frame) -> bool {
    match e {
        Expr::Binary(Binary::Max, a, b) => is_natural(a, frame) || is_natural(b, frame),
        Expr::Binary(Binary::Min, a, b) => is_natural(a, frame) && is_natural(b, frame),
        e => form(e, frame, 0).is_ok_and(|form| frame.is_natural(&form)),
    }
}

/// Whether a guard is nothing but linear comparisons that all hold.
fn is_linear(guard: &Guard) -> bool {
    let plain = |guard: &&Guard| matches!(guard, Guard::AtMostZero(_) | Guard::Zero(_));
    guard.conjuncts().iter().all(plain)
}
