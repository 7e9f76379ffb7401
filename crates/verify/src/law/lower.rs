//! The rules of a text as linear moves, by the checker's own reading.
//!
//! Only the parser of the rule language and its checked form ([`grundy_lang::ir`], whose
//! documentation says what every construct means) are shared with anything else. Numbers are
//! unbounded integers (the engines stop with an error beyond 64 bits).
//!
//! **Variables** are naturals: first the coordinates, then what is *chosen*. What a rule chooses
//! from a range becomes one, counted from the lower end where that may be negative; a choice from
//! a list, and one that indexes an array, becomes one move for each value.
//!
//! **Numbers** become *cases*: a list of conditions, of which exactly one holds, each with a
//! linear form. `abs`, `min`, `max`, `?:`, `count`, elements of arrays, remainders and gcd by
//! small fixed numbers are nothing but cases. Other operations get a variable more, which is
//! *defined*: a condition that for all numbers before it exactly one natural fulfils. So it does
//! not matter where the definition stands, and it stands in front of the move, never under `not`.
//! Each holds of unbounded integers; ~x = -1-x is natural exactly if x is negative:
//!
//! - ⌊x/m⌋ for m > 0 is q with m·q ≤ x < m·q + m if x ≥ 0, and -1-⌊~x/m⌋ if x < 0; for a divisor
//!   -m it is -⌊x/m⌋, and x % m is x - m·⌊x/m⌋ for both, as 0 ≤ x % m < m. `x >> b` is ⌊x/2^b⌋;
//! - `x & y` of naturals is z whose binary digits are ones where both have ones. With z = X & Y
//!   for X = x or ~x, Y = y or ~y, whichever is natural, it is z, x - z, y - z or 1 + x + y + z if
//!   none, the second, the first or both are negative (for ~X & ~Y = ~(X + Y - z)). Then
//!   `x | y` = x + y - (x & y) and `x xor y` = x + y - 2·(x & y);
//! - `lowbit(x)` is that of |x|, whose last one it is.
//!
//! **Conditions** are read for each case. Finite quantifiers are listed; `any` over a range that
//! varies is one more chosen number, as long as it does not stand under `not` (and `all` if it does).
//!
//! **Trouble.** Where an expression has no value (a divisor 0, a shift by 64, `popcount` of a
//! negative number, an index outside its array), the place is noted with the conditions under
//! which it is looked at: the checker proves that no position of the domain gets there, or
//! refuses. There the form is 0, and that nobody gets there is what makes this right.
//!
//! **Targets.** A part outside the domain makes the move illegal; of coins, two equal ones as
//! well, and one that is not below the top is trouble. Where play is declared to be over there are
//! no moves.
//!
//! Limits: what is not said here (products, `popcount` as a number, divisors that vary) is refused
//! by name, never approximated; so are more than 64 cases and factors beyond 2^62.

use std::collections::BTreeMap;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::{Convention, Winner};
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step, Unary};

use super::certificate::Source;
use super::form::{Bits, Form, Guard, Reason};

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

/// A condition on a position, with the numbers that it chooses.
#[derive(Clone, Debug)]
pub(super) struct Where {
    pub binders: usize,
    pub guard: Guard,
}

/// A place that no position may reach: what it belongs to, how many numbers are chosen there,
/// when it is reached, and what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    pub name: Text,
    /// Whether only positions of the domain count, or all tuples of naturals.
    pub inside: bool,
    pub at: Where,
    pub reason: Reason,
}

/// Rules with linear moves.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub dimension: usize,
    pub domain: Where,
    /// Where play is declared to be over, and whether whoever is to move has then won; of
    /// several the first counts.
    pub ends: Vec<(bool, Where)>,
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
/// More cases of one number are not told apart.
const MOST_CASES: usize = 64;
/// How deep expressions may be nested.
const DEEPEST: usize = 64;
/// The largest modulus.
const MOST_MODULUS: i128 = 1 << 20;
/// Remainders up to this modulus are told apart one by one; beyond, by their quotient.
const FEW_REMAINDERS: i128 = 8;

const NOT_LINEAR: Reason = ("a number that is not linear", "非线性的数");
const NO_VALUE: Reason = ("an expression without a value", "无值的表达式");
const TOO_DEEP: Reason = ("too deep an expression", "嵌套过深的表达式");
const MANY_CASES: Reason = ("too many cases of a number", "一个数的情形过多");

fn because(name: &Text, reason: Reason) -> Error {
    let (en, zh) = (name.get(Lang::En), name.get(Lang::Zh));
    Error::Unsupported {
        because: Text::new(
            format!("cannot be checked because of {en}: {}", reason.0),
            format!("因{zh}而无法复核：{}", reason.1),
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
            game.domain.iter().any(|(least, _)| *least < 0),
            ("coordinates may be negative", "坐标可能为负"),
        ),
    ];
    if let Some((_, reason)) = refused.iter().find(|(refused, _)| *refused) {
        let name = Text::fixed("the conventions or the domain", "约定或定义域");
        return Err(because(&name, *reason));
    }
    let mut rules = Rules {
        dimension: game.width,
        domain: Where {
            binders: 0,
            guard: Guard::All(Vec::new()),
        },
        ends: Vec::new(),
        moves: Vec::new(),
        troubles: Vec::new(),
        misere,
        blocked: game.blocked,
    };
    let name = Text::fixed("the domain", "定义域");
    let domain = domain(game, &mut rules, &name);
    domain.map_err(|reason| because(&name, reason))?;
    let name = Text::fixed("the declared end of play", "声明的终局");
    let frame = ends(game, &mut rules, &name).map_err(|reason| because(&name, reason))?;
    for mv in &game.moves {
        let (moves, troubles) = (rules.moves.len(), rules.troubles.len());
        let name = Text::new(
            format!("the move `{}`", mv.name),
            format!("着法 `{}`", mv.name),
        );
        let mut unfold = |listing: bool| {
            rules.moves.truncate(moves);
            rules.troubles.truncate(troubles);
            Unfolder {
                program: &program,
                mv,
                name: name.clone(),
                listing,
                rules: &mut rules,
            }
            .unfold(frame.clone())
        };
        // What is not linear may be so for each of a few known numbers.
        let done = unfold(false);
        let done = done.or_else(|reason| unfold(true).map_err(|_| reason));
        done.map_err(|reason| because(&name, reason))?;
    }
    Ok(rules)
}

/// Reads which tuples are positions. Where the condition after `where` has no value, no tuple
/// of the box may be.
fn domain(game: &ir::Game, rules: &mut Rules, name: &Text) -> Result<(), Reason> {
    let mut frame = Frame::new(game.width);
    let coordinates: Vec<Form> = (0..game.width).map(Form::variable).collect();
    frame.guard.push(in_box(game, &coordinates)?);
    if let Some(within) = &game.within {
        let guard = frame.read(rules, name, false, |r| r.guard(&within.holds, 0, None))?;
        frame.guard.push(guard);
    }
    rules.domain = frame.at(&[]);
    Ok(())
}

/// Reads where play is over; the frame in which moves are looked at, which is elsewhere.
fn ends(game: &ir::Game, rules: &mut Rules, name: &Text) -> Result<Frame, Reason> {
    let mut frame = Frame::new(game.width);
    for (winner, cond) in &game.ends {
        let guard = frame.read(rules, name, true, |r| r.guard(cond, 0, None))?;
        let end = frame.at(std::slice::from_ref(&guard));
        rules.ends.push((*winner == Winner::Next, end));
        frame.guard.push(guard.not());
    }
    Ok(frame)
}

/// Whether every number lies in the domain of its coordinate; that none is negative is said
/// elsewhere.
fn in_box(game: &ir::Game, at: &[Form]) -> Result<Guard, Reason> {
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

/// What a variable that is not chosen by the rules stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// x, or ~x if x is negative.
    Natural,
    /// |x|
    Absolute,
    /// ⌊x/m⌋, or ⌊~x/m⌋ if x is negative.
    Quotient(i128),
    And,
    Lowbit,
}

/// A move as far as it was read.
#[derive(Clone)]
struct Frame {
    dimension: usize,
    /// The next step.
    step: usize,
    known: Known,
    binders: usize,
    guard: Vec<Guard>,
    /// Variables that are defined in the guard, by their meaning and what they are of.
    defined: Vec<(Meaning, Vec<Form>, Form)>,
}

impl Frame {
    /// Of a position.
    fn new(dimension: usize) -> Frame {
        let known = (0..dimension).map(|at| (at as Slot, Form::variable(at)));
        Frame {
            dimension,
            step: 0,
            known: known.collect(),
            binders: 0,
            guard: Vec::new(),
            defined: Vec::new(),
        }
    }

    /// One more chosen number.
    fn fresh(&mut self) -> Form {
        self.binders += 1;
        Form::variable(self.dimension + self.binders - 1)
    }

    /// What the frame stands for, and more.
    fn at(&self, more: &[Guard]) -> Where {
        Where {
            binders: self.binders,
            guard: Guard::all([&self.guard[..], more].concat()),
        }
    }

    /// Reads something where the frame stands; its definitions go into the frame, and what is
    /// trouble there is noted.
    fn read<T>(
        &mut self,
        rules: &mut Rules,
        name: &Text,
        inside: bool,
        read: impl FnOnce(&mut Reader) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut reader = Reader {
            frame: self.clone(),
            under: Vec::new(),
            loose: 0,
            troubles: Vec::new(),
        };
        let found = read(&mut reader)?;
        *self = reader.frame;
        for (guard, reason) in reader.troubles {
            rules.troubles.push(Trouble {
                name: name.clone(),
                inside,
                at: self.at(&[guard]),
                reason,
            });
        }
        Ok(found)
    }
}

struct Unfolder<'p> {
    program: &'p ir::Program,
    mv: &'p ir::Move,
    name: Text,
    /// Whether short ranges are listed value by value.
    listing: bool,
    rules: &'p mut Rules,
}

impl Unfolder<'_> {
    fn unfold(&mut self, first: Frame) -> Result<(), Reason> {
        let mut open = vec![first];
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
                    let cases = self.read(&mut frame, |r| r.cases(value, 0))?;
                    for case in cases {
                        let mut one = frame.clone();
                        one.guard.extend(case.when);
                        one.known.insert(*slot, case.form);
                        open.push(one);
                    }
                }
                Step::If(cond) => {
                    let guard = self.read(&mut frame, |r| r.guard(cond, 0, Some(true)))?;
                    if guard.truth() != Some(false) {
                        frame.guard.push(guard);
                        open.push(frame);
                    }
                }
                Step::Choose(binder) => match &binder.domain {
                    Domain::Set(tuples) => {
                        // All of the set is looked at before the first choice.
                        let mut chosen = Vec::new();
                        for tuple in tuples {
                            let numbers = tuple.iter();
                            let cases = self.read(&mut frame, |r| r.tuples(numbers, 0))?;
                            chosen.extend(cases);
                        }
                        for (when, forms) in chosen.into_iter().rev() {
                            let mut one = frame.clone();
                            one.guard.extend(when);
                            one.known.extend((binder.first..).zip(forms));
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

    fn read<T>(
        &mut self,
        frame: &mut Frame,
        read: impl FnOnce(&mut Reader) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        frame.read(self.rules, &self.name, true, read)
    }

    fn range(
        &mut self,
        slot: Slot,
        least: &Expr,
        most: &Expr,
        mut frame: Frame,
        open: &mut Vec<Frame>,
    ) -> Result<(), Reason> {
        let ends = self.read(&mut frame, |r| r.ends_of_range(least, most, 0))?;
        if let [(when, ends)] = &ends[..]
            && let Some((a, b)) = ends[0].as_constant().zip(ends[1].as_constant())
        {
            frame.guard.extend(when.iter().cloned());
            // What indexes an array must be known number by number.
            if (self.listing || self.indexes()) && b - a < MOST_VALUES {
                for value in (a..=b).rev() {
                    let mut one = frame.clone();
                    one.known.insert(slot, Form::constant(value));
                    open.push(one);
                }
                return Ok(());
            }
            if self.raises_two_to(slot) {
                if a <= b && !(0 <= a && b <= 62) {
                    return Err(("a power of two beyond 64 bits", "超过 64 位的二的幂"));
                }
                let it = frame.fresh();
                if a <= b {
                    let power = Guard::Bits(Bits::Power, vec![it.clone()]);
                    let least = Guard::at_most(&Form::constant(1i128 << a), &it)?;
                    let most = Guard::at_most(&it, &Form::constant(1i128 << b))?;
                    frame.guard.extend([power, least, most]);
                    frame.known.insert(slot | POWER, it);
                    open.push(frame);
                }
                return Ok(());
            }
        }
        for (guards, chosen) in self.read(&mut frame, |r| r.choose(least, most, ends))? {
            let mut one = frame.clone();
            one.guard.extend(guards);
            one.known.insert(slot, chosen);
            open.push(one);
        }
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

    fn finish(&mut self, mut frame: Frame) -> Result<(), Reason> {
        let (program, mv) = (self.program, self.mv);
        if mv.parts.iter().any(|part| part.game != program.main) {
            return Err(("it leads to another game", "它导向另一个游戏"));
        }
        // The numbers of all parts one after the other; an element that is replaced as its
        // index and by what.
        let numbers = mv.parts.iter().flat_map(|part| {
            let replaced = part.updates.iter().flat_map(|u| [&u.index, &u.value]);
            part.at.iter().chain(replaced)
        });
        for (when, forms) in self.read(&mut frame, |r| r.tuples(numbers, 0))? {
            let mut one = frame.clone();
            one.guard.extend(when);
            let mut forms = forms.into_iter();
            let mut targets = vec![(one, Vec::new())];
            for part in &mv.parts {
                let at: Vec<Form> = forms.by_ref().take(part.at.len()).collect();
                targets.iter_mut().for_each(|(_, sum)| sum.push(at.clone()));
                for update in &part.updates {
                    let (index, value) = (forms.next().unwrap_or_default(), forms.next());
                    let value = value.unwrap_or_default();
                    let mut next = Vec::new();
                    for (mut frame, sum) in targets {
                        let element = |r: &mut Reader| r.index(&index, update.length);
                        for case in self.read(&mut frame, element)? {
                            let (mut one, mut sum) = (frame.clone(), sum.clone());
                            one.guard.extend(case.0);
                            if let (Some(place), Some(at)) = (case.1, sum.last_mut()) {
                                at[usize::from(update.first) + place] = value.clone();
                                next.push((one, sum));
                            }
                        }
                    }
                    targets = next;
                }
            }
            for (mut frame, target) in targets {
                if program.game().coins {
                    self.coins(&target, &mut frame)?;
                }
                let Where { binders, guard } = frame.at(&[]);
                self.rules.moves.push(Move {
                    name: mv.name.clone(),
                    binders,
                    guard,
                    target,
                });
            }
        }
        Ok(())
    }

    /// Requires that no coin is turned twice; notes as trouble that one is not below the top.
    fn coins(&mut self, target: &[Vec<Form>], frame: &mut Frame) -> Result<(), Reason> {
        let difference = |a: &[Form], b: &[Form]| -> Result<Vec<Form>, Reason> {
            a.iter().zip(b).map(|(a, b)| a.plus(-1, b)).collect()
        };
        for (at, coin) in target.iter().enumerate() {
            for other in &target[..at] {
                let equal = difference(coin, other)?.into_iter().map(Guard::Zero);
                frame.guard.push(Guard::all(equal).not());
            }
        }
        let top: Vec<Form> = (0..self.rules.dimension).map(Form::variable).collect();
        for coin in target {
            // Equal up to some place and greater there, or equal throughout.
            let mut cases = Vec::new();
            let mut equal: Vec<Guard> = Vec::new();
            for less in difference(&top, coin)? {
                let mut case = equal.clone();
                case.push(Guard::negative(&less)?);
                cases.push(Guard::all(case));
                equal.push(Guard::Zero(less));
            }
            cases.push(Guard::all(equal));
            let mut all = vec![Guard::any(cases)];
            for coin in target {
                all.push(in_box(self.program.game(), coin)?);
                for x in coin {
                    all.push(Guard::negative(x)?.not());
                }
            }
            self.rules.troubles.push(Trouble {
                name: self.name.clone(),
                inside: true,
                at: frame.at(&all),
                reason: ("a coin that is not below the top", "硬币不在最上面一枚之下"),
            });
        }
        Ok(())
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

/// A number where some conditions hold.
#[derive(Clone, Debug)]
struct Case {
    when: Vec<Guard>,
    form: Form,
}

/// A number without conditions.
fn always(form: Form) -> Vec<Case> {
    let when = Vec::new();
    vec![Case { when, form }]
}

/// Several numbers where some conditions hold.
type Tuple = (Vec<Guard>, Vec<Form>);

/// Both lists of conditions, unless they cannot hold together.
fn joined(a: &[Guard], b: &[Guard]) -> Option<Vec<Guard>> {
    let mut all = a.to_vec();
    for guard in b {
        match guard.truth() {
            Some(true) => continue,
            Some(false) => return None,
            None => {}
        }
        if all.contains(&guard.clone().not()) {
            return None;
        }
        if !all.contains(guard) {
            all.push(guard.clone());
        }
    }
    Some(all)
}

/// Reads numbers and conditions. What is looked at only sometimes is read under the conditions
/// for that.
struct Reader {
    frame: Frame,
    /// What holds where the reader is, beside the guard of the frame.
    under: Vec<Guard>,
    /// How many choices there are that are not determined by what is before them; a
    /// condition with one cannot be turned into its opposite.
    loose: usize,
    troubles: Vec<(Guard, Reason)>,
}

impl Reader {
    /// Notes that there is no value here if these conditions hold.
    fn trouble(&mut self, when: impl IntoIterator<Item = Guard>, reason: Reason) {
        let guard = Guard::all(self.under.iter().cloned().chain(when));
        let found = (guard, reason);
        if found.0.truth() != Some(false) && !self.troubles.contains(&found) {
            self.troubles.push(found);
        }
    }

    /// Reads something that is looked at only where these conditions hold.
    fn under<T>(&mut self, when: &[Guard], read: impl FnOnce(&mut Reader) -> T) -> T {
        let before = self.under.len();
        self.under.extend_from_slice(when);
        let found = read(self);
        self.under.truncate(before);
        found
    }

    // ------------------------------------------------------------------ numbers

    /// The cases of a number.
    fn cases(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, Reason> {
        if depth > DEEPEST {
            return Err(TOO_DEEP);
        }
        match e {
            Expr::Const(value) => Form::default().plus(1, &Form::constant(*value)).map(always),
            Expr::Slot(slot) => {
                let form = self.frame.known.get(slot).cloned();
                form.map(always).ok_or(NOT_LINEAR)
            }
            Expr::Unary(operation, a) => {
                let a = self.cases(a, depth + 1)?;
                self.each(a, |this, x| this.unary(*operation, x))
            }
            Expr::Binary(operation, a, b) => {
                let power = power_of_two(e).and_then(|slot| self.frame.known.get(&(slot | POWER)));
                if let Some(power) = power {
                    return Ok(always(power.clone()));
                }
                if let (Binary::Remainder, Expr::Unary(Unary::Popcount, x)) = (operation, &**a)
                    && let Some(modulus @ 1..=64) = self.fixed(b)
                {
                    return self.ones(x, modulus as u32, depth);
                }
                let mut found = Vec::new();
                for (when, numbers) in self.tuples([&**a, &**b].into_iter(), depth)? {
                    let of = |this: &mut Reader| this.binary(*operation, &numbers[0], &numbers[1]);
                    let cases = self.under(&when, of)?;
                    extend(&mut found, &when, cases)?;
                }
                Ok(found)
            }
            Expr::Element {
                first,
                length,
                index,
            } => {
                let index = self.cases(index, depth + 1)?;
                self.each(index, |this, index| {
                    let mut found = Vec::new();
                    for (when, place) in this.index(index, *length)? {
                        let slot = place.map(|place| first + place as Slot);
                        let form = slot.map(|slot| this.frame.known.get(&slot).cloned());
                        let form = form.unwrap_or(Some(Form::default())).ok_or(NOT_LINEAR)?;
                        found.push(Case { when, form });
                    }
                    Ok(found)
                })
            }
            Expr::Choice(cond, a, b) => {
                let cond = self.guard(cond, depth + 1, None)?;
                let mut found = Vec::new();
                for (when, number) in [(cond.clone(), a), (cond.not(), b)] {
                    let when = match when.truth() {
                        Some(false) => continue,
                        Some(true) => Vec::new(),
                        None => vec![when],
                    };
                    let cases = self.under(&when, |this| this.cases(number, depth + 1))?;
                    extend(&mut found, &when, cases)?;
                }
                Ok(found)
            }
            Expr::Count(q) => {
                let mut found = always(Form::default());
                for known in self.choices(q, depth)?.ok_or(VARYING)? {
                    let outside = std::mem::replace(&mut self.frame.known, known);
                    let guard = self.guard(&q.body, depth + 1, None);
                    self.frame.known = outside;
                    let guard = guard?;
                    let mut next = Vec::new();
                    for case in found {
                        let more = Case {
                            when: vec![guard.clone()],
                            form: case.form.plus(1, &Form::constant(1))?,
                        };
                        let same = Case {
                            when: vec![guard.clone().not()],
                            form: case.form,
                        };
                        extend(&mut next, &case.when, vec![more, same])?;
                    }
                    found = next;
                }
                Ok(found)
            }
        }
    }

    /// Turns each case of a number into cases of another.
    fn each(
        &mut self,
        cases: Vec<Case>,
        mut turn: impl FnMut(&mut Reader, &Form) -> Result<Vec<Case>, Reason>,
    ) -> Result<Vec<Case>, Reason> {
        let mut found = Vec::new();
        for Case { when, form } in cases {
            let cases = self.under(&when, |this| turn(this, &form))?;
            extend(&mut found, &when, cases)?;
        }
        Ok(found)
    }

    /// The cases of several numbers together.
    fn tuples<'e>(
        &mut self,
        numbers: impl Iterator<Item = &'e Expr>,
        depth: usize,
    ) -> Result<Vec<Tuple>, Reason> {
        let mut found: Vec<Tuple> = vec![(Vec::new(), Vec::new())];
        for e in numbers {
            let cases = self.cases(e, depth + 1)?;
            let mut next = Vec::new();
            for (when, forms) in &found {
                for case in &cases {
                    if let Some(when) = joined(when, &case.when) {
                        let mut forms = forms.clone();
                        forms.push(case.form.clone());
                        next.push((when, forms));
                    }
                }
            }
            if next.len() > MOST_CASES {
                return Err(MANY_CASES);
            }
            found = next;
        }
        Ok(found)
    }

    /// The number, if it is a known one as it stands.
    fn fixed(&self, e: &Expr) -> Option<i128> {
        match e {
            Expr::Const(value) => Some(i128::from(*value)),
            Expr::Slot(slot) => self.frame.known.get(slot)?.as_constant(),
            _ => None,
        }
    }

    /// A fixed divisor.
    fn divisor(&self, e: &Expr) -> Option<i128> {
        self.fixed(e).filter(|m| (1..=MOST_MODULUS).contains(m))
    }

    fn unary(&mut self, operation: Unary, x: &Form) -> Result<Vec<Case>, Reason> {
        let fixed = x.as_constant().and_then(|x| i64::try_from(x).ok());
        match (operation, fixed) {
            (_, Some(x)) => {
                let value = ir::fold_one(operation, x);
                Ok(always(self.value(value)?))
            }
            (Unary::Negate, _) => x.times(-1).map(always),
            (Unary::Complement, _) => complement(x).map(always),
            (Unary::Abs, _) => {
                let cases = by_sign(x, Meaning::Absolute)?.into_iter();
                Ok(cases.map(|(when, form, _)| Case { when, form }).collect())
            }
            (Unary::Lowbit, _) => {
                let x = self.name(Meaning::Absolute, x)?;
                let bits = |x: &[Form], it: &Form| {
                    Ok(Guard::Bits(Bits::Lowbit, vec![x[0].clone(), it.clone()]))
                };
                self.define(Meaning::Lowbit, vec![x], bits).map(always)
            }
            (Unary::Popcount | Unary::Ctz | Unary::Isqrt, _) => Err(NOT_LINEAR),
        }
    }

    /// A number that was calculated; where it has no value, that is trouble.
    fn value(&mut self, value: Option<i64>) -> Result<Form, Reason> {
        if value.is_none() {
            self.trouble([], NO_VALUE);
        }
        Form::default().plus(1, &Form::constant(value.unwrap_or(0)))
    }

    fn binary(&mut self, operation: Binary, x: &Form, y: &Form) -> Result<Vec<Case>, Reason> {
        let fixed = |x: &Form| x.as_constant().and_then(|x| i64::try_from(x).ok());
        if let Some((x, y)) = fixed(x).zip(fixed(y)) {
            let value = ir::fold(operation, x, y);
            return Ok(always(self.value(value)?));
        }
        match (operation, x.as_constant(), y.as_constant()) {
            (Binary::Add, ..) => x.plus(1, y).map(always),
            (Binary::Subtract, ..) => x.plus(-1, y).map(always),
            (Binary::Multiply, Some(x), _) => y.times(x).map(always),
            (Binary::Multiply, _, Some(y)) => x.times(y).map(always),
            (Binary::Multiply, ..) => Err(("a product of numbers that vary", "可变数之积")),
            (Binary::Min | Binary::Max, ..) => {
                let at_most = Guard::at_most(x, y)?;
                let (less, more) = match operation {
                    Binary::Min => (x, y),
                    _ => (y, x),
                };
                let mut found = Vec::new();
                for (when, form) in [(at_most.clone(), less), (at_most.not(), more)] {
                    let form = form.clone();
                    let when = vec![when];
                    extend(&mut found, &[], vec![Case { when, form }])?;
                }
                Ok(found)
            }
            (Binary::Divide | Binary::Remainder, _, Some(0)) => Ok(always(self.value(None)?)),
            (Binary::Divide | Binary::Remainder, _, Some(m)) if m.abs() <= MOST_MODULUS => {
                match operation {
                    Binary::Divide => self.quotient(x, m.abs(), m.signum()),
                    _ => self.remainder(x, m.abs()),
                }
            }
            (Binary::Divide | Binary::Remainder, ..) => {
                Err(("a divisor that varies, or is large", "可变或过大的除数"))
            }
            (Binary::ShiftLeft, _, Some(by)) if !(0..64).contains(&by) => {
                Ok(always(self.value(None)?))
            }
            (Binary::ShiftRight, _, Some(by)) if !(0..64).contains(&by) => {
                Ok(always(self.value(None)?))
            }
            (Binary::ShiftLeft, _, Some(by)) => x.times(1 << by).map(always),
            (Binary::ShiftRight, _, Some(by)) if 1 << by <= MOST_MODULUS => {
                self.quotient(x, 1 << by, 1)
            }
            (Binary::Gcd, Some(m), _) => self.gcd(y, m),
            (Binary::Gcd, _, Some(m)) => self.gcd(x, m),
            (Binary::And | Binary::Or | Binary::Xor, ..) => self.bitwise(operation, x, y),
            (Binary::ShiftLeft | Binary::ShiftRight | Binary::Gcd | Binary::Power, ..) => {
                Err(NOT_LINEAR)
            }
        }
    }

    /// ⌊x/m⌋ times 1 or -1.
    fn quotient(&mut self, x: &Form, m: i128, sign: i128) -> Result<Vec<Case>, Reason> {
        let mut found = Vec::new();
        for (when, natural, negative) in by_sign(x, Meaning::Natural)? {
            let q = match m {
                1 => natural,
                _ => self.define(Meaning::Quotient(m), vec![x.clone()], |x, q| {
                    let cases = by_sign(&x[0], Meaning::Natural)?.into_iter();
                    let each = cases.map(|(when, natural, _)| {
                        let rest = natural.plus(-m, q)?;
                        let low = Guard::negative(&rest)?.not();
                        let high = Guard::at_most(&rest, &Form::constant(m - 1))?;
                        Ok(Guard::all(when.into_iter().chain([low, high])))
                    });
                    Ok(Guard::any(each.collect::<Result<Vec<_>, Reason>>()?))
                })?,
            };
            let q = if negative { complement(&q)? } else { q };
            let form = q.times(sign)?;
            found.push(Case { when, form });
        }
        Ok(found)
    }

    /// x % m
    fn remainder(&mut self, x: &Form, m: i128) -> Result<Vec<Case>, Reason> {
        if m <= FEW_REMAINDERS {
            return Ok(residues(x, m, |r| r));
        }
        let quotients = self.quotient(x, m, 1)?;
        self.each(quotients, |_, q| x.plus(-m, q).map(always))
    }

    /// The greatest common divisor with a fixed number.
    fn gcd(&mut self, x: &Form, m: i128) -> Result<Vec<Case>, Reason> {
        match m.abs() {
            0 => self.unary(Unary::Abs, x),
            m if m <= MOST_CASES as i128 => Ok(residues(x, m, |r| {
                let (mut a, mut b) = (m, r);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            })),
            _ => Err(MANY_CASES),
        }
    }

    /// `x & y`, `x | y`, `x xor y`
    fn bitwise(&mut self, operation: Binary, x: &Form, y: &Form) -> Result<Vec<Case>, Reason> {
        let both = vec![
            self.name(Meaning::Natural, x)?,
            self.name(Meaning::Natural, y)?,
        ];
        let z = self.define(Meaning::And, both, |xy, z| {
            let all = vec![xy[0].clone(), xy[1].clone(), z.clone()];
            Ok(Guard::Bits(Bits::And, all))
        })?;
        let mut found = Vec::new();
        for (when, _, x_negative) in by_sign(x, Meaning::Natural)? {
            for (more, _, y_negative) in by_sign(y, Meaning::Natural)? {
                let and = match (x_negative, y_negative) {
                    (false, false) => z.clone(),
                    (false, true) => x.plus(-1, &z)?,
                    (true, false) => y.plus(-1, &z)?,
                    (true, true) => x.plus(1, y)?.plus(1, &z)?.plus(1, &Form::constant(1))?,
                };
                let form = match operation {
                    Binary::And => and,
                    Binary::Or => x.plus(1, y)?.plus(-1, &and)?,
                    _ => x.plus(1, y)?.plus(-2, &and)?,
                };
                extend(&mut found, &when, vec![Case { when: more, form }])?;
            }
        }
        Ok(found)
    }

    /// `popcount(x) % m`
    fn ones(&mut self, x: &Expr, m: u32, depth: usize) -> Result<Vec<Case>, Reason> {
        let x = self.naturals(x, depth)?;
        self.each(x, |this, x| {
            let x = this.name(Meaning::Natural, x)?;
            let case = |rest: u32| Case {
                when: vec![Guard::Bits(Bits::Ones(m, rest), vec![x.clone()])],
                form: Form::constant(rest),
            };
            Ok((0..m).map(case).collect())
        })
    }

    /// A variable that is defined here, unless it was before.
    fn define(
        &mut self,
        meaning: Meaning,
        of: Vec<Form>,
        definition: impl FnOnce(&[Form], &Form) -> Result<Guard, Reason>,
    ) -> Result<Form, Reason> {
        let same = |d: &&(Meaning, Vec<Form>, Form)| d.0 == meaning && d.1 == of;
        if let Some((_, _, known)) = self.frame.defined.iter().find(same) {
            return Ok(known.clone());
        }
        let it = self.frame.fresh();
        let guard = definition(&of, &it)?;
        self.frame.guard.push(guard);
        self.frame.defined.push((meaning, of, it.clone()));
        Ok(it)
    }

    /// A variable for the natural number that `meaning` makes of x.
    fn name(&mut self, meaning: Meaning, x: &Form) -> Result<Form, Reason> {
        if x.as_variable().is_some() {
            return Ok(x.clone());
        }
        self.define(meaning, vec![x.clone()], |x, it| {
            let mut any = Vec::new();
            for (when, natural, _) in by_sign(&x[0], meaning)? {
                let equal = Guard::Zero(natural.plus(-1, it)?);
                any.push(Guard::all(when.into_iter().chain([equal])));
            }
            Ok(Guard::any(any))
        })
    }

    /// The cases of a number whose binary digits are counted, with a note of trouble where it is
    /// negative.
    fn naturals(&mut self, e: &Expr, depth: usize) -> Result<Vec<Case>, Reason> {
        let cases = self.cases(e, depth + 1)?;
        for Case { when, form } in &cases {
            if !form.is_natural() {
                let negative = Guard::negative(form)?;
                let reason = ("popcount of a negative number", "负数的 popcount");
                self.trouble(when.iter().cloned().chain([negative]), reason);
            }
        }
        Ok(cases)
    }

    /// The places that an index may mean, and where it means none, which is trouble.
    #[allow(clippy::type_complexity)]
    fn index(
        &mut self,
        index: &Form,
        length: u16,
    ) -> Result<Vec<(Vec<Guard>, Option<usize>)>, Reason> {
        let mut found = Vec::new();
        for place in 0..length {
            let here = Guard::Zero(index.plus(-1, &Form::constant(place))?);
            match here.truth() {
                Some(true) => return Ok(vec![(Vec::new(), Some(usize::from(place)))]),
                Some(false) => {}
                None => found.push((vec![here], Some(usize::from(place)))),
            }
        }
        let below = Guard::negative(index)?;
        let above = Guard::at_most(&Form::constant(length), index)?;
        let outside = Guard::any([below, above]);
        if outside.truth() != Some(false) {
            let reason = ("an index outside its array", "下标超出数组");
            self.trouble([outside.clone()], reason);
            found.push((vec![outside], None));
        }
        Ok(found)
    }

    // ------------------------------------------------------------------ ranges

    /// Both ends of a range.
    fn ends_of_range(
        &mut self,
        least: &Expr,
        most: &Expr,
        depth: usize,
    ) -> Result<Vec<Tuple>, Reason> {
        self.tuples([least, most].into_iter(), depth)
    }

    /// One more number that is chosen from a range: what must hold of it, and what it is.
    /// Where the lower end may be negative it is counted from there.
    fn choose(
        &mut self,
        least: &Expr,
        most: &Expr,
        ends: Vec<Tuple>,
    ) -> Result<Vec<(Vec<Guard>, Form)>, Reason> {
        let it = self.frame.fresh();
        if self.is_natural(least, 0) {
            let hidden = Expr::Slot(CHOSEN);
            self.frame.known.insert(CHOSEN, it.clone());
            let low = self.at_most(least, &hidden, 0, 0)?;
            let high = self.at_most(&hidden, most, 0, 0)?;
            self.frame.known.remove(&CHOSEN);
            return Ok(vec![(vec![low, high], it)]);
        }
        let mut found = Vec::new();
        for (mut when, ends) in ends {
            let chosen = ends[0].plus(1, &it)?;
            when.push(Guard::at_most(&chosen, &ends[1])?);
            found.push((when, chosen));
        }
        Ok(found)
    }

    /// Whether a number is never negative, as far as its cases show.
    fn is_natural(&mut self, e: &Expr, depth: usize) -> bool {
        match e {
            _ if depth > DEEPEST => false,
            Expr::Binary(Binary::Max, a, b) => {
                self.is_natural(a, depth + 1) || self.is_natural(b, depth + 1)
            }
            Expr::Binary(Binary::Min, a, b) => {
                self.is_natural(a, depth + 1) && self.is_natural(b, depth + 1)
            }
            // Looked at beside the frame: nothing is defined, and no trouble noted, twice.
            e => {
                let (frame, troubles) = (self.frame.clone(), self.troubles.len());
                let cases = self.cases(e, depth);
                self.frame = frame;
                self.troubles.truncate(troubles);
                cases.is_ok_and(|cases| cases.iter().all(|case| case.form.is_natural()))
            }
        }
    }

    // ------------------------------------------------------------------ conditions

    /// A condition. `wanted` says whether what follows from it counts only where it holds, only
    /// where it does not, or (`None`) in both.
    fn guard(&mut self, cond: &Cond, depth: usize, wanted: Option<bool>) -> Result<Guard, Reason> {
        if depth > DEEPEST {
            return Err(("too deep a condition", "嵌套过深的条件"));
        }
        match cond {
            Cond::Truth(true) => Ok(Guard::All(Vec::new())),
            Cond::Truth(false) => Ok(Guard::Any(Vec::new())),
            Cond::Compare(sign, a, b) => self.compare(*sign, a, b, depth),
            Cond::Divides(a, b) => {
                self.relate(a, b, depth, &|a, b| match a.as_constant().map(i128::abs) {
                    Some(0) => Ok(Guard::Zero(b.clone())),
                    Some(m) if m <= MOST_MODULUS => Ok(Guard::Remainder(b.clone(), m as i64, 0)),
                    _ => Err(("a divisor that varies", "可变的除数")),
                })
            }
            Cond::Not(a) => {
                let wanted = wanted.map(|wanted| !wanted);
                Ok(self.guard(a, depth + 1, wanted)?.not())
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                let and = matches!(cond, Cond::And(..));
                let both = [(&**a, None), (&**b, None)];
                self.sequence(and, &mut both.into_iter(), depth, wanted)
            }
            Cond::Any(q) | Cond::All(q) => {
                let all = matches!(cond, Cond::All(_));
                match self.choices(q, depth)? {
                    Some(choices) => {
                        let mut each = choices.into_iter().map(|known| (&q.body, Some(known)));
                        self.sequence(all, &mut each, depth, wanted)
                    }
                    // What does not hold for all fails for one.
                    None if wanted == Some(!all) => self.exists(q, !all, depth),
                    None => Err(VARYING),
                }
            }
        }
    }

    /// Reads the conditions one after the other until one decides: for `and` that is the
    /// first that fails, for `or` the first that holds.
    fn sequence(
        &mut self,
        and: bool,
        conditions: &mut dyn Iterator<Item = (&Cond, Option<Known>)>,
        depth: usize,
        wanted: Option<bool>,
    ) -> Result<Guard, Reason> {
        let before = self.under.len();
        let outside = self.frame.known.clone();
        let mut each = Vec::new();
        for (cond, known) in conditions {
            self.frame.known = known.unwrap_or_else(|| outside.clone());
            let loose = self.loose;
            let guard = self.guard(cond, depth + 1, wanted)?;
            let decides = guard.truth() == Some(!and);
            // What is left out of `under` only makes more places trouble.
            if self.loose == loose {
                self.under.push(if and {
                    guard.clone()
                } else {
                    guard.clone().not()
                });
            }
            each.push(guard);
            if decides {
                break;
            }
        }
        self.frame.known = outside;
        self.under.truncate(before);
        Ok(match and {
            true => Guard::all(each),
            false => Guard::any(each),
        })
    }

    /// What is known for each of finitely many choices; `None` if the range varies.
    fn choices(&mut self, q: &ir::Quantified, depth: usize) -> Result<Option<Vec<Known>>, Reason> {
        let mut choices: Vec<Vec<Form>> = Vec::new();
        match &q.binder.domain {
            Domain::Range(a, b) => {
                let ends = self.ends_of_range(a, b, depth)?;
                let [(_, ends)] = &ends[..] else {
                    return Ok(None);
                };
                match ends[0].as_constant().zip(ends[1].as_constant()) {
                    Some((a, b)) if b - a < MOST_VALUES => {
                        choices.extend((a..=b).map(|v| vec![Form::constant(v)]));
                    }
                    _ => return Ok(None),
                }
            }
            Domain::Set(tuples) => {
                for tuple in tuples {
                    let mut cases = self.tuples(tuple.iter(), depth)?;
                    match (cases.pop(), &cases[..]) {
                        (Some((when, forms)), []) if when.is_empty() => choices.push(forms),
                        _ => return Err(("a set of conditional numbers", "含条件数的集合")),
                    }
                }
            }
        }
        let with = |choice: Vec<Form>| {
            let mut known = self.frame.known.clone();
            known.extend((q.binder.first..).zip(choice));
            known
        };
        Ok(Some(choices.into_iter().map(with).collect()))
    }

    /// Whether the body holds (or fails, if not `holds`) for a number of a range that varies,
    /// turned around if it fails.
    fn exists(&mut self, q: &ir::Quantified, holds: bool, depth: usize) -> Result<Guard, Reason> {
        let Domain::Range(least, most) = &q.binder.domain else {
            return Err(VARYING);
        };
        let ends = self.ends_of_range(least, most, depth)?;
        let mut any = Vec::new();
        for (when, chosen) in self.choose(least, most, ends)? {
            self.loose += 1;
            let outside = self.frame.known.insert(q.binder.first, chosen);
            let body = |this: &mut Reader| this.guard(&q.body, depth + 1, Some(holds));
            let body = self.under(&when, body)?;
            self.frame.known.remove(&q.binder.first);
            self.frame
                .known
                .extend(outside.map(|form| (q.binder.first, form)));
            let body = if holds { body } else { body.not() };
            any.push(Guard::all(when.into_iter().chain([body])));
        }
        let found = Guard::any(any);
        Ok(if holds { found } else { found.not() })
    }

    /// A relation between two numbers, for each of their cases.
    fn relate(
        &mut self,
        a: &Expr,
        b: &Expr,
        depth: usize,
        relation: &dyn Fn(&Form, &Form) -> Result<Guard, Reason>,
    ) -> Result<Guard, Reason> {
        let mut any = Vec::new();
        for (when, numbers) in self.tuples([a, b].into_iter(), depth)? {
            let holds = relation(&numbers[0], &numbers[1])?;
            any.push(Guard::all(when.into_iter().chain([holds])));
        }
        Ok(Guard::any(any))
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
                // These say it without more variables or cases.
                let bounded = |e: &Expr| {
                    use Binary::{Divide, Max, Min};
                    matches!(e, Expr::Binary(Min | Max | Divide, ..))
                };
                match bounded(a) || bounded(b) {
                    false => self.relate(a, b, depth, &|a, b| Ok(Guard::Zero(a.plus(-1, b)?))),
                    true => Ok(Guard::all([
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
            return Err(TOO_DEEP);
        }
        let two = |this: &mut Self, pairs: [(&Expr, &Expr); 2]| -> Result<Vec<Guard>, Reason> {
            { pairs.into_iter() }
                .map(|(a, b)| this.at_most(a, b, more, depth + 1))
                .collect()
        };
        let more_form = Form::constant(more);
        match (a, b) {
            (_, Expr::Binary(Binary::Min, x, y)) => Ok(Guard::all(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Max, x, y), _) => Ok(Guard::all(two(self, [(x, b), (y, b)])?)),
            (_, Expr::Binary(Binary::Max, x, y)) => Ok(Guard::any(two(self, [(a, x), (a, y)])?)),
            (Expr::Binary(Binary::Min, x, y), _) => Ok(Guard::any(two(self, [(x, b), (y, b)])?)),
            // a ≤ ⌊x/m⌋ is m·a ≤ x, and ⌊x/m⌋ ≤ b is x ≤ m·b + m - 1.
            (_, Expr::Binary(Binary::Divide, x, m)) if self.divisor(m).is_some() => {
                let m = self.divisor(m).unwrap_or(1);
                self.relate(a, x, depth, &|a, x| {
                    Guard::at_most(&a.plus(1, &more_form)?.times(m)?, x)
                })
            }
            (Expr::Binary(Binary::Divide, x, m), _) if self.divisor(m).is_some() => {
                let m = self.divisor(m).unwrap_or(1);
                self.relate(x, b, depth, &|x, b| {
                    let b = b.plus(-1, &more_form)?.times(m)?;
                    Guard::at_most(x, &b.plus(1, &Form::constant(m - 1))?)
                })
            }
            _ => self.relate(a, b, depth, &|a, b| {
                Guard::at_most(&a.plus(1, &more_form)?, b)
            }),
        }
    }

    /// Equalities that need fewer variables or cases than their sides, if this is one.
    fn equal(&mut self, a: &Expr, b: &Expr, depth: usize) -> Result<Option<Guard>, Reason> {
        let is_xor = |e: &Expr| matches!(e, Expr::Binary(Binary::Xor, ..));
        if (is_xor(a) || is_xor(b))
            && let Some(found) = self.xor_zero(a, b, depth)?
        {
            return Ok(Some(found));
        }
        for (a, b) in [(a, b), (b, a)] {
            match (a, b) {
                (Expr::Binary(Binary::Remainder, x, m), Expr::Const(r))
                    if self.divisor(m).is_some()
                        && !matches!(**x, Expr::Unary(Unary::Popcount, _)) =>
                {
                    let m = self.divisor(m).unwrap_or(1) as i64;
                    let leaves = |x: &Form| match (0..m).contains(r) {
                        true => Guard::Remainder(x.clone(), m, *r),
                        false => Guard::Any(Vec::new()),
                    };
                    let cases = self.cases(x, depth + 1)?;
                    return Ok(Some(in_cases(cases, leaves)));
                }
                (Expr::Unary(Unary::Popcount, x), Expr::Const(1)) => {
                    let mut cases = self.naturals(x, depth)?;
                    for case in &mut cases {
                        // Of a negative number there is no value, and 0 is no power.
                        case.form = self.name(Meaning::Natural, &case.form)?;
                    }
                    let power = |x: &Form| Guard::Bits(Bits::Power, vec![x.clone()]);
                    return Ok(Some(in_cases(cases, power)));
                }
                (Expr::Unary(Unary::Lowbit, x), y) if **x == *y => {
                    // A number is its lowest bit if it is a power of two, or 0.
                    let mut any = Vec::new();
                    for Case { when, form } in self.cases(x, depth + 1)? {
                        let it = self.name(Meaning::Natural, &form)?;
                        let power = Guard::Bits(Bits::Power, vec![it]);
                        let positive = Guard::negative(&form)?.not();
                        let power = Guard::all([positive, power]);
                        let either = Guard::any([Guard::Zero(form), power]);
                        any.push(Guard::all(when.into_iter().chain([either])));
                    }
                    return Ok(Some(Guard::any(any)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// `a = b` where either is an xor of linear sides: the xor of all sides is 0.
    ///
    /// Numbers are two's complement, so x xor y = ~(~x xor y) with ~x = -1-x, which is natural
    /// exactly if x is negative. The xor of all sides is 0 exactly if an even number of them is
    /// negative and the xor of the sides, those with ~ in place of the negative ones, is 0.
    fn xor_zero(&mut self, a: &Expr, b: &Expr, depth: usize) -> Result<Option<Guard>, Reason> {
        /// Sides of which the sign is not known; every pattern of signs is one case.
        const MOST_UNSIGNED: usize = 4;
        let (mut open, mut sides) = (vec![a, b], Vec::<Form>::new());
        // Whether an odd number of negative sides was replaced, and the xor of what is fixed.
        let (mut odd, mut fixed) = (false, 0i128);
        while let Some(e) = open.pop() {
            if let Expr::Binary(Binary::Xor, x, y) = e {
                open.extend([&**x, &**y]);
                continue;
            }
            let mut cases = self.cases(e, depth + 1)?;
            let (
                Some(Case {
                    when,
                    form: mut side,
                }),
                true,
            ) = (cases.pop(), cases.is_empty())
            else {
                return Ok(None);
            };
            if !when.is_empty() {
                return Ok(None);
            }
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
            let mut all = Vec::new();
            for (bit, &at) in unsigned.iter().enumerate() {
                let below = Guard::negative(&sides[at])?;
                all.push(match negative >> bit & 1 == 1 {
                    true => {
                        forms[at] = complement(&sides[at])?;
                        below
                    }
                    false => below.not(),
                });
            }
            if fixed != Form::default() {
                forms.push(fixed.clone());
            }
            // The xor of two is 0 if they are equal, of one if it is 0.
            all.push(match &forms[..] {
                [] => Guard::All(Vec::new()),
                [x] => Guard::Zero(x.clone()),
                [x, y] => Guard::Zero(x.plus(-1, y)?),
                _ => {
                    let mut named = Vec::new();
                    for side in sides.iter().chain(&forms[sides.len()..]) {
                        named.push(self.name(Meaning::Natural, side)?);
                    }
                    Guard::Bits(Bits::XorZero, named)
                }
            });
            cases.push(Guard::all(all));
        }
        Ok(Some(Guard::any(cases)))
    }
}

/// The slot of a number that is being chosen.
const CHOSEN: Slot = POWER - 1;

const VARYING: Reason = ("a quantifier over a range that varies", "范围可变的量词");

/// ~x
fn complement(x: &Form) -> Result<Form, Reason> {
    Form::constant(-1).plus(-1, x)
}

/// The natural number that `meaning` makes of x, where x is negative and where it is not: when
/// that is so, the natural number, whether x is negative.
#[allow(clippy::type_complexity)]
fn by_sign(x: &Form, meaning: Meaning) -> Result<Vec<(Vec<Guard>, Form, bool)>, Reason> {
    let negative = Guard::negative(x)?;
    let turned = match meaning {
        Meaning::Absolute => x.times(-1)?,
        _ => complement(x)?,
    };
    Ok(match negative.truth() {
        Some(false) => vec![(Vec::new(), x.clone(), false)],
        Some(true) => vec![(Vec::new(), turned, true)],
        None => vec![
            (vec![negative.clone().not()], x.clone(), false),
            (vec![negative], turned, true),
        ],
    })
}

/// The number that follows from the remainder of x, one case for each.
fn residues(x: &Form, m: i128, of: impl Fn(i128) -> i128) -> Vec<Case> {
    let case = |r: i128| Case {
        when: vec![Guard::Remainder(x.clone(), m as i64, r as i64)],
        form: Form::constant(of(r)),
    };
    match m {
        1 => always(Form::constant(of(0))),
        _ => (0..m).map(case).collect(),
    }
}

/// Adds cases that are looked at under some conditions.
fn extend(found: &mut Vec<Case>, when: &[Guard], cases: Vec<Case>) -> Result<(), Reason> {
    for case in cases {
        if let Some(when) = joined(when, &case.when) {
            let form = case.form;
            found.push(Case { when, form });
        }
    }
    match found.len() > MOST_CASES {
        true => Err(MANY_CASES),
        false => Ok(()),
    }
}

/// What holds of a number, in each of its cases.
fn in_cases(cases: Vec<Case>, holds: impl Fn(&Form) -> Guard) -> Guard {
    let each = cases.into_iter();
    Guard::any(each.map(|case| {
        let holds = holds(&case.form);
        Guard::all(case.when.into_iter().chain([holds]))
    }))
}
