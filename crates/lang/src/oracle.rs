//! The meaning of rules, as plainly as it can be said: the measure of the
//! bytecode.
//!
//! The checked form is walked as a tree, every list is built, nothing is
//! clever. Depth is bounded by the parser.

use std::cell::Cell;

use crate::ir::{self, Cond, Domain, Expr, Program, Step};
use crate::machine::{Fault, MOST_STEPS};

/// A move as the oracle names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Which rule.
    pub rule: u32,
    /// The chosen numbers.
    pub arguments: Vec<i64>,
    /// Where it leads.
    pub parts: Sum,
}

/// The game and the coordinates of each position of a sum.
pub type Sum = Vec<(usize, Vec<i64>)>;

/// Every move of a position, in order.
pub fn moves(program: &Program, game: usize, position: &[i64]) -> Result<Vec<Named>, Fault> {
    let rules = &program.games[game];
    let walker = Walker::default();
    let mut found = Vec::new();
    for (rule, mv) in rules.moves.iter().enumerate() {
        let mut frame = framed(rules, position);
        walker.steps(&mv.steps, &mut frame, &mut |frame| {
            let parts = walker.lead(program, &mv.parts, frame)?;
            if let Some(parts) = turned(rules, position, parts)? {
                found.push(Named {
                    rule: rule as u32,
                    arguments: frame[rules.width..rules.width + mv.arguments.len()].to_vec(),
                    parts,
                });
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// Where one move leads, found without looking at the others; `None` if it
/// is not legal.
pub fn play(
    program: &Program,
    game: usize,
    position: &[i64],
    rule: usize,
    arguments: &[i64],
) -> Result<Option<Sum>, Fault> {
    let rules = &program.games[game];
    let Some(mv) = rules.moves.get(rule) else {
        return Ok(None);
    };
    if arguments.len() != mv.arguments.len() {
        return Ok(None);
    }
    let walker = Walker::default();
    let mut frame = framed(rules, position);
    frame[rules.width..rules.width + arguments.len()].copy_from_slice(arguments);
    for step in &mv.steps {
        let goes_on = match step {
            Step::Let(slot, value) => {
                frame[usize::from(*slot)] = walker.number(value, &frame)?;
                true
            }
            Step::If(cond) => walker.holds(cond, &frame)?,
            Step::Choose(binder) => walker.offers(binder, &frame)?,
        };
        if !goes_on {
            return Ok(None);
        }
    }
    turned(rules, position, walker.lead(program, &mv.parts, &frame)?)
}

/// Whether a tuple is a position: every number in the domain of its coordinate,
/// and the condition after `where` holds.
pub fn inside(program: &Program, game: usize, at: &[i64]) -> Result<bool, Fault> {
    Walker::default().inside(&program.games[game], at)
}

/// What is special about coins: a move that turns one twice is none, and the
/// others lie below the first.
fn turned(rules: &ir::Game, position: &[i64], parts: Option<Sum>) -> Result<Option<Sum>, Fault> {
    if !rules.coins {
        return Ok(parts);
    }
    let Some(parts) = parts else {
        return Ok(None);
    };
    if (1..parts.len()).any(|at| parts[..at].contains(&parts[at])) {
        return Ok(None);
    }
    match parts.iter().any(|(_, at)| at.as_slice() >= position) {
        true => Err(Fault::NotBelow),
        false => Ok(Some(parts)),
    }
}

/// The position, and room for what the rules name.
pub fn framed(rules: &ir::Game, position: &[i64]) -> Vec<i64> {
    let mut frame = vec![0; rules.slots.max(position.len())];
    frame[..position.len()].copy_from_slice(position);
    frame
}

/// One evaluation, with a count of its steps.
#[derive(Default)]
pub struct Walker {
    steps: Cell<u64>,
}

type Then<'t> = dyn FnMut(&mut Vec<i64>) -> Result<(), Fault> + 't;

impl Walker {
    fn steps(
        &self,
        steps: &[Step],
        frame: &mut Vec<i64>,
        then: &mut Then<'_>,
    ) -> Result<(), Fault> {
        let Some((step, rest)) = steps.split_first() else {
            return then(frame);
        };
        match step {
            Step::Let(slot, value) => {
                frame[usize::from(*slot)] = self.number(value, frame)?;
                self.steps(rest, frame, then)
            }
            Step::If(cond) => match self.holds(cond, frame)? {
                true => self.steps(rest, frame, then),
                false => Ok(()),
            },
            Step::Choose(binder) => {
                for tuple in self.choices(binder, frame)? {
                    self.count()?;
                    let first = usize::from(binder.first);
                    frame[first..first + tuple.len()].copy_from_slice(&tuple);
                    self.steps(rest, frame, then)?;
                }
                Ok(())
            }
        }
    }

    fn count(&self) -> Result<(), Fault> {
        self.steps.set(self.steps.get() + 1);
        match self.steps.get() > MOST_STEPS {
            true => Err(Fault::Steps),
            false => Ok(()),
        }
    }

    /// Where a move leads from a complete frame; `None` outside the domain.
    fn lead(
        &self,
        program: &Program,
        parts: &[ir::Part],
        frame: &[i64],
    ) -> Result<Option<Sum>, Fault> {
        let mut sum = Vec::new();
        for part in parts {
            let mut at = Vec::new();
            for expr in &part.at {
                at.push(self.number(expr, frame)?);
            }
            for update in &part.updates {
                let index = self.number(&update.index, frame)?;
                let value = self.number(&update.value, frame)?;
                let place = element(index, update.length)?;
                at[usize::from(update.first) + place] = value;
            }
            sum.push((part.game, at));
        }
        // What one part must fulfil is looked at only if no number is outside.
        let mut inside = sum
            .iter()
            .all(|(game, at)| in_box(&program.games[*game], at));
        for (game, at) in &sum {
            inside = inside && self.inside(&program.games[*game], at)?;
        }
        Ok(inside.then_some(sum))
    }

    fn inside(&self, game: &ir::Game, at: &[i64]) -> Result<bool, Fault> {
        match &game.within {
            _ if !in_box(game, at) => Ok(false),
            None => Ok(true),
            Some(within) => self.holds(&within.holds, &framed(game, at)),
        }
    }

    fn choices(
        &self,
        binder: &ir::Binder,
        frame: &[i64],
    ) -> Result<Box<dyn Iterator<Item = Vec<i64>>>, Fault> {
        match &binder.domain {
            Domain::Range(least, most) => {
                let (least, most) = (self.number(least, frame)?, self.number(most, frame)?);
                Ok(Box::new((least..=most).map(|value| vec![value])))
            }
            Domain::Set(tuples) => {
                let mut set = Vec::new();
                for tuple in tuples {
                    let numbers: Result<Vec<i64>, Fault> =
                        tuple.iter().map(|e| self.number(e, frame)).collect();
                    set.push(numbers?);
                }
                Ok(Box::new(set.into_iter()))
            }
        }
    }

    /// Whether what stands in the slots of a binder is one of its choices.
    fn offers(&self, binder: &ir::Binder, frame: &[i64]) -> Result<bool, Fault> {
        let first = usize::from(binder.first);
        match &binder.domain {
            Domain::Range(least, most) => {
                let (least, most) = (self.number(least, frame)?, self.number(most, frame)?);
                Ok((least..=most).contains(&frame[first]))
            }
            Domain::Set(_) => {
                let mut choices = self.choices(binder, frame)?;
                Ok(choices.any(|tuple| frame[first..first + tuple.len()] == tuple))
            }
        }
    }

    /// The value of an expression.
    pub fn number(&self, expr: &Expr, frame: &[i64]) -> Result<i64, Fault> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Slot(slot) => frame[usize::from(*slot)],
            Expr::Unary(op, a) => {
                let a = self.number(a, frame)?;
                ir::fold_one(*op, a).ok_or_else(|| Fault::of_unary(*op))?
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.number(a, frame)?, self.number(b, frame)?);
                ir::fold(*op, a, b).ok_or_else(|| Fault::of_binary(*op, b))?
            }
            Expr::Element {
                first,
                length,
                index,
            } => {
                let place = element(self.number(index, frame)?, *length)?;
                frame[usize::from(*first) + place]
            }
            Expr::Choice(cond, yes, no) => match self.holds(cond, frame)? {
                true => self.number(yes, frame)?,
                false => self.number(no, frame)?,
            },
            Expr::Count(q) => {
                let mut count = 0;
                self.quantified(q, frame, &mut |held| {
                    count += i64::from(held);
                    true
                })?;
                count
            }
        })
    }

    /// Whether a condition holds.
    pub fn holds(&self, cond: &Cond, frame: &[i64]) -> Result<bool, Fault> {
        Ok(match cond {
            Cond::Truth(truth) => *truth,
            Cond::Compare(compare, a, b) => {
                compare.holds(self.number(a, frame)?, self.number(b, frame)?)
            }
            Cond::Divides(a, b) => ir::divides(self.number(a, frame)?, self.number(b, frame)?),
            Cond::Not(a) => !self.holds(a, frame)?,
            Cond::And(a, b) => self.holds(a, frame)? && self.holds(b, frame)?,
            Cond::Or(a, b) => self.holds(a, frame)? || self.holds(b, frame)?,
            Cond::Any(q) => {
                let mut any = false;
                self.quantified(q, frame, &mut |held| {
                    any |= held;
                    !held
                })?;
                any
            }
            Cond::All(q) => {
                let mut all = true;
                self.quantified(q, frame, &mut |held| {
                    all &= held;
                    held
                })?;
                all
            }
        })
    }

    /// Tells for each choice, in order, whether the condition holds, until
    /// the answer is to stop.
    fn quantified(
        &self,
        q: &ir::Quantified,
        frame: &[i64],
        tell: &mut dyn FnMut(bool) -> bool,
    ) -> Result<(), Fault> {
        let mut frame = frame.to_vec();
        for tuple in self.choices(&q.binder, &frame)? {
            self.count()?;
            let first = usize::from(q.binder.first);
            frame[first..first + tuple.len()].copy_from_slice(&tuple);
            if !tell(self.holds(&q.body, &frame)?) {
                break;
            }
        }
        Ok(())
    }
}

/// Whether every number lies in the domain of its coordinate.
fn in_box(game: &ir::Game, at: &[i64]) -> bool {
    at.iter()
        .zip(&game.domain)
        .all(|(x, (a, b))| a <= x && x <= b)
}

/// The place of an index in an array.
fn element(at: i64, length: u16) -> Result<usize, Fault> {
    let place = usize::try_from(at).ok();
    let place = place.filter(|i| *i < usize::from(length));
    place.ok_or(Fault::Index { at, length })
}
