//! Questions about numbers, put together from the conditions of rules.
//!
//! Every premise of every theorem about rules is the question whether there are numbers that break it. A
//! [`Builder`] collects what is said of them; [`ask`] and [`exists`] let them be searched for (`search`). The
//! rules themselves are made ready here too ([`read_rules`]), and that they have an exact meaning is asked the
//! same way by all ([`exact`]).

use std::rc::Rc;

use grundy::budget::Meter;
use grundy::error::Error;
use grundy::text::Lang;

use super::atom::{Atom, Formula, Sign};
use super::certificate::{Automaton, Source};
use super::form::{Form, Guard, Reason};
use super::lower::{Rules, Where, lower};
use super::numeration::Numeration;
use super::search::{Block, Question, find, project};
use crate::refused;

/// The largest number of digit tuples at one place.
const MOST_LETTERS: usize = 1 << 16;

/// The rules of a text in a form that can be asked about digit by digit, with automata for what
/// stands under `not`.
pub(super) fn read_rules(
    source: &Source,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Rules, Error> {
    let mut rules = lower(source)?;
    for guard in rules.guards() {
        if numeration != Numeration::BINARY && guard.is_bitwise() {
            let reason = Reason(
                "binary digits are asked for, and other digits are read",
                "规则涉及二进制位，而所读的是其他记数法的数字",
            );
            return Err(reason.into());
        }
        *guard = resolve(guard, true, numeration, meter)?;
    }
    Ok(rules)
}

/// The guard with an automaton for each "there is" that stands under `not`: of an automaton the
/// opposite can be said.
fn resolve(
    guard: &Guard,
    positive: bool,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Guard, Error> {
    let each = |all: &[Guard], meter: &mut Meter| -> Result<Vec<Guard>, Error> {
        let turned = all.iter();
        turned
            .map(|g| resolve(g, positive, numeration, meter))
            .collect()
    };
    Ok(match guard {
        Guard::All(all) => Guard::All(each(all, meter)?),
        Guard::Any(any) => Guard::Any(each(any, meter)?),
        Guard::Not(inner) => resolve(inner, !positive, numeration, meter)?.not(),
        Guard::Exists(bound, inner) => {
            let inner = resolve(inner, true, numeration, meter)?;
            let exists = Guard::Exists(bound.clone(), Box::new(inner));
            if positive {
                return Ok(exists);
            }
            let free: Vec<usize> = exists.variables().into_iter().collect();
            let mut builder = Builder::new(free.len());
            let place = |v: usize| free.iter().position(|f| *f == v).unwrap_or(usize::MAX);
            let formula = builder.guard(&exists, &place)?;
            builder.all.push(formula);
            let automaton = projection(numeration, vec![builder], free.len(), meter)?;
            let forms = free.into_iter().map(Form::variable).collect();
            Guard::Accepted(Rc::new(automaton), forms)
        }
        other => other.clone(),
    })
}

fn few_letters(numeration: Numeration, asked: &[Builder]) -> Result<(), Error> {
    let widest = asked.iter().map(|b| b.variables).max().unwrap_or(0);
    match numeration.digit_count().checked_pow(widest as u32) {
        Some(letters) if letters <= MOST_LETTERS => Ok(()),
        _ => {
            let reason = Reason(
                "too many numbers at once to be checked",
                "同时出现的数过多，无法复核",
            );
            Err(reason.into())
        }
    }
}

/// The numbers with the fewest digits of which something bad is true: of what is open, and of the number of
/// ways in which each branch can be completed, counted up to a cap.
pub(super) fn ask(
    numeration: Numeration,
    open: Builder,
    branches: Vec<Builder>,
    cap: u32,
    bad: &dyn Fn(bool, &[u32]) -> bool,
    meter: &mut Meter,
) -> Result<Option<Vec<u64>>, Error> {
    few_letters(numeration, std::slice::from_ref(&open))?;
    few_letters(numeration, &branches)?;
    let question = Question {
        numeration,
        open: open.block(),
        branches: branches.into_iter().map(Builder::block).collect(),
        cap,
        bad,
    };
    find(&question, meter)
}

/// The numbers with the fewest digits of which everything is true.
pub(super) fn exists(
    numeration: Numeration,
    open: Builder,
    meter: &mut Meter,
) -> Result<Option<Vec<u64>>, Error> {
    ask(numeration, open, Vec::new(), 1, &|ok, _| ok, meter)
}

/// The automaton that accepts the first `open` numbers of which one of these can be true.
pub(super) fn projection(
    numeration: Numeration,
    any: Vec<Builder>,
    open: usize,
    meter: &mut Meter,
) -> Result<Automaton, Error> {
    few_letters(numeration, &any)?;
    let blocks: Vec<Block> = any.into_iter().map(Builder::block).collect();
    project(&blocks, numeration, open, meter)
}

/// Refuses rules that have no exact meaning at a position of which `more` is true.
pub(super) fn exact(
    rules: &Rules,
    numeration: Numeration,
    more: &[Guard],
    shown: &dyn Fn(&[u64]) -> String,
    meter: &mut Meter,
) -> Result<(), Error> {
    let numbers: Vec<usize> = (0..rules.dimension).collect();
    for trouble in &rules.troubles {
        let mut open = Builder::new(rules.dimension);
        if trouble.inside {
            open.require_where(&rules.domain, &numbers)?;
        }
        more.iter().try_for_each(|guard| open.need(guard))?;
        // What is chosen there is hidden, so that the least position is named.
        let mut there = Builder::new(open.variables);
        there.require_where(&trouble.at, &numbers)?;
        let bad = |ok: bool, ways: &[u32]| ok && ways[0] > 0;
        if let Some(at) = ask(numeration, open, vec![there], 1, &bad, meter)? {
            let (at, name, Reason(en, zh)) = (shown(&at), &trouble.name, trouble.reason);
            let (name, its_name) = (name.get(Lang::En), name.get(Lang::Zh));
            return Err(refused(
                format!("{name} has no exact meaning at {at}: {en}"),
                format!("{its_name}在 {at} 处没有确切含义：{zh}"),
            ));
        }
    }
    Ok(())
}

/// Collects the atoms of a block.
pub(super) struct Builder {
    pub variables: usize,
    atoms: Vec<Atom>,
    /// What is required.
    pub all: Vec<Formula>,
}

impl Builder {
    pub fn new(variables: usize) -> Builder {
        Builder {
            variables,
            atoms: Vec::new(),
            all: Vec::new(),
        }
    }

    pub fn fresh(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    /// The atom, which is followed once however often it is said.
    pub fn atom(&mut self, atom: Atom) -> Formula {
        let known = self.atoms.iter().position(|known| *known == atom);
        Formula::Atom(known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        }))
    }

    pub fn require(&mut self, atom: Atom) {
        let formula = self.atom(atom);
        self.all.push(formula);
    }

    /// Requires Σ factor·variable + constant to be zero, or at most zero.
    pub fn linear(&mut self, terms: &[(usize, i128)], constant: i128, sign: Sign) {
        self.require(Atom::Linear(terms.to_vec(), constant, sign));
    }

    /// A guard whose variables are renamed by `place`.
    pub fn guard(
        &mut self,
        guard: &Guard,
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Formula, Error> {
        let terms = |form: &Form| placed(form, place);
        Ok(match guard {
            Guard::AtMostZero(f) => self.atom(Atom::Linear(terms(f), f.constant, Sign::AtMostZero)),
            Guard::Zero(f) => self.atom(Atom::Linear(terms(f), f.constant, Sign::Zero)),
            Guard::Remainder(f, m, r) => self.atom(Atom::Remainder(terms(f), f.constant, *m, *r)),
            Guard::Bits(bits, forms) => {
                let variables = self.of_variables(forms, place)?;
                self.atom(Atom::Bits(*bits, variables))
            }
            Guard::Accepted(automaton, forms) => {
                let variables = self.of_variables(forms, place)?;
                self.atom(Atom::Law(automaton.clone(), variables))
            }
            // Never under `not`, see `resolve`: to ask for these, too, is the same.
            Guard::Exists(bound, inner) => {
                let first = self.variables;
                self.variables += bound.len();
                let own = |v: usize| bound.iter().position(|b| *b == v).map(|at| first + at);
                self.guard(inner, &|v| own(v).unwrap_or_else(|| place(v)))?
            }
            Guard::All(all) => Formula::All(self.guards(all, place)?),
            Guard::Any(any) => Formula::Any(self.guards(any, place)?),
            Guard::Not(inner) => Formula::Not(Box::new(self.guard(inner, place)?)),
        })
    }

    /// The variables that these forms are.
    fn of_variables(
        &self,
        forms: &[Form],
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Vec<usize>, Error> {
        let variables = forms.iter().map(|f| f.as_variable().map(place));
        variables.collect::<Option<Vec<usize>>>().ok_or_else(|| {
            let reason = Reason(
                "digits of a form that has none of its own",
                "涉及没有独立数字的线性式的数字",
            );
            reason.into()
        })
    }

    fn guards(
        &mut self,
        guards: &[Guard],
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Vec<Formula>, Error> {
        guards
            .iter()
            .map(|guard| self.guard(guard, place))
            .collect()
    }

    /// Requires a condition of variables as they are.
    pub fn need(&mut self, guard: &Guard) -> Result<(), Error> {
        let formula = self.guard(guard, &|v| v)?;
        self.all.push(formula);
        Ok(())
    }

    /// Requires a condition of the rules, whose variables have these places.
    pub fn need_at(&mut self, guard: &Guard, places: &[usize]) -> Result<(), Error> {
        let formula = self.guard(guard, &|v| places[v])?;
        self.all.push(formula);
        Ok(())
    }

    /// Requires a condition of these coordinates, with fresh variables for what it chooses.
    pub fn require_where(&mut self, condition: &Where, at: &[usize]) -> Result<(), Error> {
        let mut places = at.to_vec();
        let used = condition.guard.variables();
        for chosen in 0..condition.binders {
            // What occurs nowhere needs no digits.
            places.push(match used.contains(&(at.len() + chosen)) {
                true => self.fresh(),
                false => usize::MAX,
            });
        }
        self.need_at(&condition.guard, &places)
    }

    /// A variable that equals a form; a new one, which is required to, if the form is none.
    pub fn named(&mut self, form: &Form, place: &dyn Fn(usize) -> usize) -> usize {
        if let Some(variable) = form.as_variable() {
            return place(variable);
        }
        let new = self.fresh();
        let mut terms = placed(form, place);
        terms.push((new, -1));
        self.linear(&terms, form.constant, Sign::Zero);
        new
    }

    fn block(self) -> Block {
        Block {
            variables: self.variables,
            atoms: self.atoms,
            formula: Formula::All(self.all),
        }
    }
}

/// The terms of a form with its variables renamed.
fn placed(form: &Form, place: &dyn Fn(usize) -> usize) -> Vec<(usize, i128)> {
    form.terms.iter().map(|&(v, f)| (place(v), f)).collect()
}
