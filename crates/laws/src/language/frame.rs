//! What is known at a place in a move.
//!
//! Variables are numbered as they come: the coordinates first, then what is
//! chosen or defined. Whoever closes a frame ([`Frame::close`]) puts what was
//! defined since behind "there are naturals".

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use grundy_lang::ir::Slot;
use grundy_lang::linear::{Linear, System};

use super::{Reason, add, at_most};
use crate::rules::{Form, Function, Guard};

/// Slots are far fewer than this.
pub(super) const POWER: Slot = 1 << 15;

/// More variables of one move than this are not told apart.
const MOST_NUMBERS: usize = 1 << 14;

/// More pieces of rules than this are not looked at for one move.
const MOST_WORK: u32 = 200_000;

/// A number that was defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Defined {
    /// The quotient of a natural by a positive number, rounded down.
    Quotient(Form, i64),
    /// The remainder of a number by a positive one, from 0 on.
    Remainder(Form, u32),
    /// A function of binary digits.
    Function(Function),
}

/// What is known when a step of a move is reached.
#[derive(Clone)]
pub(super) struct Frame {
    /// The next step of the move.
    pub step: usize,
    /// What stands in the slots; with [`POWER`], two to the number in the
    /// slot.
    pub known: BTreeMap<Slot, Form>,
    /// The variables that were chosen or defined, and what they are called.
    pub binders: Vec<(usize, String)>,
    /// What holds.
    pub guard: Vec<Guard>,
    /// Where the position is.
    domain: Rc<Guard>,
    /// The next variable.
    next: usize,
    /// What was defined, and by which form it is known.
    defined: Vec<(Defined, Form)>,
    /// How many pieces were looked at.
    work: Rc<Cell<u32>>,
}

impl Frame {
    /// At the beginning of a move, or of a condition on positions: only the
    /// coordinates are known.
    pub fn new(width: usize, domain: &Guard) -> Frame {
        let known = (0..width).map(|at| (at as Slot, Form::variable(at)));
        Frame {
            step: 0,
            known: known.collect(),
            binders: Vec::new(),
            guard: Vec::new(),
            domain: Rc::new(domain.clone()),
            next: width,
            defined: Vec::new(),
            work: Rc::default(),
        }
    }

    /// Notes one more piece of work.
    pub fn work(&self) -> Result<(), Reason> {
        self.work.set(self.work.get() + 1);
        match self.work.get() > MOST_WORK {
            true => Err(("rules too large to unfold", "规则过大，无法展开")),
            false => Ok(()),
        }
    }

    /// One more condition holds.
    pub fn know(&mut self, guard: Guard) {
        // What the guard looks for has numbers that are not given away again.
        self.next = self.next.max(guard.width());
        self.guard.push(guard);
    }

    /// The same with one more condition that holds.
    pub fn with(&self, guard: Guard) -> Frame {
        let mut frame = self.clone();
        frame.know(guard);
        frame
    }

    /// One more natural variable.
    pub fn fresh(&mut self, name: String) -> Result<Form, Reason> {
        let new = self.next;
        if new >= MOST_NUMBERS {
            return Err(("too many choices to list", "可列举的选择过多"));
        }
        self.next += 1;
        self.binders.push((new, name));
        Ok(Form::variable(new))
    }

    /// The variable that is this, defined now if it was not before.
    pub fn define(&mut self, what: Defined) -> Result<Form, Reason> {
        if let Some((_, form)) = self.defined.iter().find(|(known, _)| *known == what) {
            return Ok(form.clone());
        }
        let name = format!("d{}", self.next);
        let it = self.fresh(name)?;
        match &what {
            // m·it ≤ x ≤ m·it + m - 1
            Defined::Quotient(x, m) => {
                let low = add(&Form::default(), *m, &it)?;
                self.know(at_most(&low, x)?);
                self.know(at_most(x, &add(&low, 1, &Form::constant(m - 1))?)?);
            }
            Defined::Remainder(x, m) => {
                let most = Form::constant(i64::from(*m) - 1);
                self.know(at_most(&it, &most)?);
                self.know(Guard::Remainder(add(x, -1, &it)?, *m, 0));
            }
            Defined::Function(function) => self.know(Guard::Is(it.clone(), function.clone())),
        }
        self.defined.push((what, it.clone()));
        Ok(it)
    }

    /// What was learned since `from`, and the guard: that there are the numbers
    /// that were defined, such that all of it holds. Each of them is determined
    /// by what was known before, so this may be negated, too.
    pub fn close(&self, from: &Frame, guard: Guard) -> Guard {
        let mut all: Vec<Guard> = self.guard[from.guard.len()..].to_vec();
        let new: Vec<usize> = self.binders[from.binders.len()..]
            .iter()
            .map(|(variable, _)| *variable)
            .collect();
        if all.is_empty() {
            return guard;
        }
        all.push(guard);
        match new.is_empty() {
            true => Guard::All(all),
            false => Guard::Some(new, Box::new(Guard::All(all))),
        }
    }

    /// What is known, as linear inequalities between naturals.
    fn system(&self) -> System {
        let mut system = System::default();
        let mut variables: Vec<Slot> = Vec::new();
        let mut know = |system: &mut System, form: Option<Linear>| {
            if let Some(form) = form {
                variables.extend(form.terms.keys());
                system.at_least_zero(form);
            }
        };
        let opposite = |f: &Form, less: i64| {
            let one = Linear::constant(less);
            linear(f)
                .and_then(|f| f.times(-1))
                .and_then(|f| f.minus(&one))
        };
        let above = |f: &Form| linear(f).and_then(|f| f.minus(&Linear::constant(1)));
        let domain = self.domain.conjuncts().into_iter();
        for guard in domain.chain(self.guard.iter().flat_map(Guard::conjuncts)) {
            match guard {
                Guard::AtMostZero(f) => know(&mut system, opposite(f, 0)),
                Guard::Zero(f) => {
                    know(&mut system, opposite(f, 0));
                    know(&mut system, linear(f));
                }
                Guard::PowerOfTwo(f) => know(&mut system, above(f)),
                Guard::Not(inner) => {
                    if let Guard::AtMostZero(f) = &**inner {
                        know(&mut system, above(f));
                    }
                }
                // No more ones than in the number itself.
                Guard::Is(f, function) => {
                    let below: &[&Form] = match function {
                        Function::Digits(0b1000, a, b) => &[a, b],
                        Function::Digits(0b0010, a, _) => &[a],
                        Function::Digits(0b0100, _, b) => &[b],
                        Function::LowestBit(a) | Function::Ones(a, _) => &[a],
                        _ => &[],
                    };
                    for operand in below {
                        let less = linear(operand).zip(linear(f));
                        know(&mut system, less.and_then(|(a, f)| a.minus(&f)));
                    }
                }
                _ => {}
            }
        }
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            system.at_least_zero(Linear::slot(variable));
        }
        system
    }

    /// Whether a form is certainly natural.
    pub fn is_natural(&self, form: &Form) -> bool {
        let plainly = form.constant >= 0 && form.terms.iter().all(|t| t.1 >= 0);
        let never = form.constant < 0 && form.terms.iter().all(|t| t.1 <= 0);
        plainly || !never && self.implies(&self.system(), form)
    }

    fn implies(&self, system: &System, form: &Form) -> bool {
        let Some(linear) = linear(form) else {
            return false;
        };
        let mut system = system.clone();
        for variable in linear.terms.keys() {
            system.at_least_zero(Linear::slot(*variable));
        }
        system.implies_natural(&linear)
    }

    /// Between which small numbers a form certainly lies.
    pub fn bounds(&self, form: &Form, most: i64) -> Option<(i64, i64)> {
        let system = self.system();
        // The largest c up to `most` with c ≤ form, if -most is one.
        let least = |form: &Form| {
            let below = |c: i64| {
                let rest = form.plus(-1, &Form::constant(c));
                self.implies(&system, &rest)
            };
            if !below(-most) {
                return None;
            }
            let (mut yes, mut no) = (-most, most + 1);
            while yes + 1 < no {
                let middle = (yes + no).div_euclid(2);
                match below(middle) {
                    true => yes = middle,
                    false => no = middle,
                }
            }
            Some(yes)
        };
        let low = least(form)?;
        let high = -least(&Form::default().plus(-1, form))?;
        Some((low, high))
    }

    /// The frame where the form is natural, and the one where it is negative,
    /// without those that cannot be.
    pub fn signs(&self, form: &Form) -> Result<Vec<(Frame, bool)>, Reason> {
        let below = add(&Form::constant(-1), -1, form)?;
        if self.is_natural(form) {
            return Ok(vec![(self.clone(), false)]);
        }
        if self.is_natural(&below) {
            return Ok(vec![(self.clone(), true)]);
        }
        let zero = Form::constant(0);
        Ok(vec![
            (self.with(at_most(&zero, form)?), false),
            (self.with(at_most(&zero, &below)?), true),
        ])
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
