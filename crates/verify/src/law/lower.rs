//! The rules of a text as linear moves, by the checker's own reading.
//!
//! Only the parser of the rule language and its checked form ([`grundy_lang::ir`], whose
//! documentation says what every construct means) are shared with anything else. Numbers are
//! unbounded integers (the engines stop with an error beyond 64 bits).
//!
//! **Variables** are naturals: first the coordinates, then what is *chosen*. What a rule chooses
//! from a range becomes one, counted from the lower end where that may be negative; a choice from
//! a list, and one that indexes an array, becomes one move for each value. Numbers become linear
//! forms, more than one where it depends (`numbers`); each of these is a move of its own. A
//! condition becomes a guard (`conditions`).
//!
//! **Trouble.** Where an expression has no value (a divisor 0, a shift by 64, `popcount` of a
//! negative number, an index outside its array), the place is noted with the conditions under
//! which it is looked at: the checker proves that no position of the domain gets there, or
//! refuses. There the form is 0, and that nobody gets there is what makes this right.
//!
//! **Measure.** A declared `measure` that is watched is looked at with every move: where it has no value, or does
//! not fall to one that is not negative, the rules fail, which is trouble. Whoever plays does not watch one that the
//! language proves to fall, or beside a game without one. It is asked of legal moves only: where all parts are
//! positions, as far as the condition after `where` can be read of them.
//!
//! **Targets.** A part outside the domain makes the move illegal; of coins, two equal ones as
//! well, and one that is not below the top is trouble. Where play is declared to be over there are
//! no moves.
//!
//! Limits: what has no exact linear form is refused by name, never approximated; so are more than
//! 4096 moves.

use std::collections::BTreeMap;

use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::outcome::{Convention, Winner};
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::ir::{self, Cond, Domain, Expr, Slot, Step};
use grundy_lang::terminate::{self, Termination};

use super::certificate::Source;
use super::form::{Bits, Form, Guard, Reason};
use super::numbers::{Meaning, Reader, power_of_two};

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

impl Rules {
    /// Whether every tuple of naturals is a position, at which play goes on as the moves say.
    pub(super) fn are_unbounded(&self) -> bool {
        self.domain.guard == Guard::All(Vec::new()) && self.ends.is_empty()
    }

    /// All of its conditions.
    pub fn guards(&mut self) -> impl Iterator<Item = &mut Guard> {
        let moves = self.moves.iter_mut().map(|mv| &mut mv.guard);
        let ends = self.ends.iter_mut().map(|(_, end)| &mut end.guard);
        let troubles = self
            .troubles
            .iter_mut()
            .map(|trouble| &mut trouble.at.guard);
        let all = moves.chain(ends).chain(troubles);
        all.chain([&mut self.domain.guard])
    }
}

/// More moves than this are not unfolded.
const MOST_MOVES: usize = 4096;
/// Ranges of at most this many values are listed value by value.
pub(super) const MOST_VALUES: i128 = 64;
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
            Reason(
                "sums are not played one component at a time to the end",
                "和并非逐个分量走到底",
            ),
        ),
        (
            misere && (game.blocked > 0 || game.coins),
            Reason(
                "misère play with forbidden options or coins",
                "带禁止选项或硬币的 misère 走法",
            ),
        ),
        (
            game.domain.iter().any(|(least, _)| *least < 0),
            Reason("coordinates may be negative", "坐标可能为负"),
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
        let guard = frame.read(rules, name, false, |r| r.guard(&within.holds, 0))?;
        frame.guard.push(guard);
    }
    rules.domain = frame.at(&[]);
    Ok(())
}

/// Reads where play is over; the frame in which moves are looked at, which is elsewhere.
fn ends(game: &ir::Game, rules: &mut Rules, name: &Text) -> Result<Frame, Reason> {
    let mut frame = Frame::new(game.width);
    frame.inside.push(rules.domain.guard.clone());
    for (winner, cond) in &game.ends {
        let guard = frame.read(rules, name, true, |r| r.guard(cond, 0))?;
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
pub(super) type Known = BTreeMap<Slot, Form>;

/// Slots are far fewer than this.
pub(super) const POWER: Slot = 1 << 15;

/// A move as far as it was read.
#[derive(Clone)]
pub(super) struct Frame {
    pub dimension: usize,
    /// The next step.
    step: usize,
    pub known: Known,
    pub binders: usize,
    /// What holds of every position, which is said elsewhere; only its coordinates are those of
    /// the frame.
    pub inside: Vec<Guard>,
    pub guard: Vec<Guard>,
    /// Variables that are defined in the guard, by their meaning and what they are of.
    pub defined: Vec<(Meaning, Vec<Form>, Form)>,
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
            inside: Vec::new(),
            guard: Vec::new(),
            defined: Vec::new(),
        }
    }

    /// One more chosen number.
    pub fn fresh(&mut self) -> Form {
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
                return Err(Reason("too many choices to list", "可列举的选择过多"));
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
                    let guard = self.read(&mut frame, |r| r.guard(cond, 0))?;
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
                    return Err(Reason(
                        "a power of two beyond 64 bits",
                        "超过 64 位的二的幂",
                    ));
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
            return Err(Reason("it leads to another game", "它导向另一个游戏"));
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
                self.measure(&target, &frame)?;
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

    /// That all numbers of all parts are where they may be.
    fn legal(&self, target: &[Vec<Form>]) -> Result<Vec<Guard>, Reason> {
        let mut all = Vec::new();
        for part in target {
            all.push(in_box(self.program.game(), part)?);
            for x in part {
                all.push(Guard::negative(x)?.not());
            }
        }
        Ok(all)
    }

    /// Notes as trouble that the declared measure does not fall, or becomes negative.
    fn measure(&mut self, target: &[Vec<Form>], frame: &Frame) -> Result<(), Reason> {
        let measure = self.program.game().measure.as_ref();
        let watched = |_: &_| terminate::prove(self.program) == Termination::Watched;
        let Some(measure) = measure.filter(watched) else {
            return Ok(());
        };
        let of = |at: &[Form]| (0..).zip(at.iter().cloned()).collect();
        // Conditions and measures are those of positions: beside the coordinates nothing has a name, and what they
        // define is no part of the move.
        let (mut legal, mut aside) = (self.legal(target)?, frame.clone());
        for part in target {
            let Some(within) = &self.program.game().within else {
                break;
            };
            aside.known = of(part);
            let holds = self.read(&mut aside, |r| {
                r.under(&legal, |r| r.guard(&within.holds, 0))
            });
            // What cannot be read leaves more to be asked, never less.
            legal.extend(holds.ok());
        }
        for part in target {
            let mut beside = aside.clone();
            let mut read = |at: &[Form]| {
                beside.known = of(at);
                self.read(&mut beside, |r| {
                    r.under(&legal, |r| r.tuples(measure.iter(), 0))
                })
            };
            let here: Vec<Form> = (0..frame.dimension).map(Form::variable).collect();
            let (before, after) = (read(&here)?, read(part)?);
            for (when, before) in &before {
                for (also, after) in &after {
                    // Equal up to some place and greater there, or equal throughout, or negative.
                    let mut cases = Vec::new();
                    let mut equal: Vec<Guard> = Vec::new();
                    for (before, after) in before.iter().zip(after) {
                        let mut case = equal.clone();
                        case.push(Guard::less(before, after)?);
                        cases.push(Guard::all(case));
                        cases.push(Guard::negative(after)?);
                        equal.push(Guard::equal(before, after)?);
                    }
                    cases.push(Guard::all(equal));
                    let all = [&legal[..], when, also, &[Guard::any(cases)]].concat();
                    self.rules.troubles.push(Trouble {
                        name: self.name.clone(),
                        inside: true,
                        at: beside.at(&all),
                        reason: Reason("the measure does not fall", "度量没有下降"),
                    });
                }
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
            let mut all = self.legal(target)?;
            all.push(Guard::any(cases));
            self.rules.troubles.push(Trouble {
                name: self.name.clone(),
                inside: true,
                at: frame.at(&all),
                reason: Reason("a coin that is not below the top", "硬币不在最上面一枚之下"),
            });
        }
        Ok(())
    }
}
