//! Which variables a formula speaks of, and by what numbers.

use crate::expression::{Condition, Expression};

/// Whether a formula speaks of a variable outside of its conditions.
pub(super) fn speaks_of(e: &Expression, variable: usize) -> bool {
    match e {
        Expression::Number(_) => false,
        Expression::Variable(v) => *v == variable,
        Expression::Binary(_, a, b) => speaks_of(a, variable) || speaks_of(b, variable),
        Expression::Call(_, all) => all.iter().any(|e| speaks_of(e, variable)),
        Expression::Pick(_, index) => speaks_of(index, variable),
        Expression::Cases(cases, otherwise) => {
            cases.iter().any(|(_, e)| speaks_of(e, variable)) || speaks_of(otherwise, variable)
        }
    }
}

pub(super) fn largest_variable(e: &Expression) -> Option<usize> {
    match e {
        Expression::Number(_) => None,
        Expression::Variable(v) => Some(*v),
        Expression::Binary(_, a, b) => largest_variable(a).max(largest_variable(b)),
        Expression::Call(_, all) => all.iter().filter_map(largest_variable).max(),
        Expression::Pick(_, index) => largest_variable(index),
        Expression::Cases(cases, otherwise) => {
            let each = cases
                .iter()
                .map(|(c, e)| largest_in(c).max(largest_variable(e)));
            each.max().flatten().max(largest_variable(otherwise))
        }
    }
}

pub(super) fn largest_in(c: &Condition) -> Option<usize> {
    match c {
        Condition::Occurs(_, of, _) => of.iter().filter_map(largest_variable).max(),
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
            largest_variable(a).max(largest_variable(b))
        }
        Condition::Remainder(a, _, _) => largest_variable(a),
        Condition::All(all) | Condition::Any(all) => all.iter().filter_map(largest_in).max(),
    }
}

/// The condition with variables from `from` on called by numbers from `to` on.
pub(super) fn renumbered(c: &Condition, from: usize, to: usize) -> Condition {
    let each = |all: &[Condition]| all.iter().map(|c| renumbered(c, from, to)).collect();
    let turn = |e: &Expression| renumbered_number(e, from, to);
    match c {
        Condition::Equal(a, b) => Condition::Equal(turn(a), turn(b)),
        Condition::Unequal(a, b) => Condition::Unequal(turn(a), turn(b)),
        Condition::Occurs(function, of, times) => {
            Condition::Occurs(*function, of.iter().map(turn).collect(), times.clone())
        }
        Condition::Less(a, b) => Condition::Less(turn(a), turn(b)),
        Condition::Remainder(a, m, rests) => Condition::Remainder(turn(a), *m, rests.clone()),
        Condition::All(all) => Condition::All(each(all)),
        Condition::Any(any) => Condition::Any(each(any)),
    }
}

fn renumbered_number(e: &Expression, from: usize, to: usize) -> Expression {
    let turn = |e: &Expression| renumbered_number(e, from, to);
    match e {
        Expression::Variable(v) if *v >= from => Expression::Variable(v - from + to),
        Expression::Number(_) | Expression::Variable(_) => e.clone(),
        Expression::Binary(op, a, b) => Expression::binary(*op, turn(a), turn(b)),
        Expression::Call(f, all) => Expression::Call(*f, all.iter().map(turn).collect()),
        Expression::Pick(list, index) => Expression::Pick(list.clone(), Box::new(turn(index))),
        Expression::Cases(cases, otherwise) => Expression::Cases(
            cases
                .iter()
                .map(|(c, e)| (renumbered(c, from, to), turn(e)))
                .collect(),
            Box::new(turn(otherwise)),
        ),
    }
}
