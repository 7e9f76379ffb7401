//! Laws as a person writes them, for Coq: linear forms and nim sums, chosen by
//! comparisons and remainders. Other laws are left to their automata.

use crate::expression::{Condition, Expression, Operation};
use crate::formula::linear;
use crate::rules::Form;

/// Longer lists are easier to read as an automaton.
const MOST_CASES: usize = 64;

/// A law in the words of `Automata.v`.
#[derive(Clone)]
enum Closed {
    Linear(Form),
    Nimsum(Vec<usize>),
    Residue(Form, Vec<Closed>),
    Case(String, Box<Closed>, Box<Closed>),
}

/// The law as a `closed_form`, if it has one. Expressions are only as deep as
/// the finders make them.
pub(super) fn closed_form(e: &Expression) -> Option<String> {
    Some(closed(e)?.written())
}

/// `a mod m` for a linear form a and a number m.
fn remainder(e: &Expression) -> Option<(Form, usize)> {
    let Expression::Binary(Operation::Modulo, a, m) = e else {
        return None;
    };
    let (a, m) = (linear(a)?, linear(m)?);
    let m = usize::try_from(m.constant)
        .ok()
        .filter(|_| m.terms.is_empty())?;
    (1..=MOST_CASES).contains(&m).then_some((a, m))
}

fn closed(e: &Expression) -> Option<Closed> {
    if let Some(form) = linear(e) {
        return Some(Closed::Linear(form));
    }
    let constants = |numbers: Vec<i64>| -> Vec<Closed> {
        let numbers = numbers.into_iter();
        numbers.map(|n| Closed::Linear(Form::constant(n))).collect()
    };
    if let Some((form, m)) = remainder(e) {
        return Some(Closed::Residue(form, constants((0..m as i64).collect())));
    }
    match e {
        Expression::Pick(list, index) => {
            let (form, _) = remainder(index).filter(|(_, m)| *m == list.len())?;
            Some(Closed::Residue(form, constants(list.clone())))
        }
        Expression::Binary(Operation::Xor, ..) => nimsum(e).map(Closed::Nimsum),
        Expression::Binary(Operation::Add, a, b) => match (linear(a), linear(b)) {
            (Some(a), _) => closed(b)?.plus(&a),
            (_, Some(b)) => closed(a)?.plus(&b),
            _ => None,
        },
        Expression::Binary(Operation::Subtract, a, b) => {
            closed(a)?.plus(&Form::default().plus(-1, &linear(b)?))
        }
        Expression::Cases(cases, last) => {
            let mut law = closed(last)?;
            for (condition, value) in cases.iter().rev() {
                law = Closed::Case(test(condition)?, Box::new(closed(value)?), Box::new(law));
            }
            Some(law)
        }
        _ => None,
    }
}

/// The coordinates of which an expression is the nim sum.
fn nimsum(e: &Expression) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        match e {
            Expression::Variable(v) => found.push(*v),
            Expression::Binary(Operation::Xor, a, b) => stack.extend([&**b, &**a]),
            _ => return None,
        }
    }
    Some(found)
}

fn less(a: &Expression, b: &Expression) -> Option<String> {
    let less = linear(a)?.plus(-1, &linear(b)?);
    let at_most = less.plus(1, &Form::constant(1));
    Some(format!("(IsAtMostZero {})", written(&at_most)))
}

fn test(condition: &Condition) -> Option<String> {
    let each = |all: &[Condition]| -> Option<Vec<String>> { all.iter().map(test).collect() };
    Some(match condition {
        Condition::Equal(a, b) => match (remainder(a), linear(b)) {
            (Some((form, m)), Some(rest)) if rest.terms.is_empty() => {
                residue(&form, m as u32, rest.constant)
            }
            _ => format!("(IsZero {})", written(&linear(a)?.plus(-1, &linear(b)?))),
        },
        Condition::Unequal(a, b) => {
            let either = [less(a, b)?, less(b, a)?];
            super::law::joined("Either", "(IsZero (Form [] 1))", either)
        }
        Condition::Less(a, b) => less(a, b)?,
        Condition::Remainder(a, m, rests) => {
            let a = linear(a)?;
            let rests = rests.iter().map(|&rest| residue(&a, *m, rest.into()));
            super::law::joined("Either", "(IsZero (Form [] 1))", rests)
        }
        Condition::Occurs(..) => test(&condition.spelled()?)?,
        Condition::All(all) => super::law::joined("Both", "(IsZero (Form [] 0))", each(all)?),
        Condition::Any(any) => super::law::joined("Either", "(IsZero (Form [] 1))", each(any)?),
    })
}

fn residue(form: &Form, modulus: u32, rest: i64) -> String {
    let rest = super::law::integer(rest.into());
    format!("(IsResidue {} {modulus} {rest})", written(form))
}

fn written(form: &Form) -> String {
    format!("(Form {})", super::law::terms(form))
}

impl Closed {
    /// The law with a form added everywhere.
    fn plus(self, more: &Form) -> Option<Closed> {
        Some(match self {
            Closed::Linear(form) => Closed::Linear(form.plus(1, more)),
            Closed::Nimsum(_) => return None,
            Closed::Residue(form, each) => {
                let each = each.into_iter().map(|law| law.plus(more));
                Closed::Residue(form, each.collect::<Option<_>>()?)
            }
            Closed::Case(test, yes, no) => {
                let (yes, no) = (yes.plus(more)?, no.plus(more)?);
                Closed::Case(test, Box::new(yes), Box::new(no))
            }
        })
    }

    fn written(&self) -> String {
        match self {
            Closed::Linear(form) => format!("(Linear {})", written(form)),
            Closed::Nimsum(coordinates) => {
                let names: Vec<String> = coordinates.iter().map(usize::to_string).collect();
                format!("(Nimsum [{}])", names.join("; "))
            }
            Closed::Residue(form, each) => {
                let each: Vec<String> = each.iter().map(Closed::written).collect();
                format!("(Residue {} [{}])", written(form), each.join("; "))
            }
            Closed::Case(test, yes, no) => {
                format!("(Case {test}\n    {}\n    {})", yes.written(), no.written())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expression as E;

    #[test]
    fn laws_are_written_where_they_have_a_closed_form() {
        let n = || E::Variable(0);
        let by = |o, a, b| E::Binary(o, Box::new(a), Box::new(b));
        let rest = by(Operation::Modulo, n(), E::Number(2));
        assert_eq!(
            closed_form(&by(Operation::Add, rest.clone(), n())).unwrap(),
            "(Residue (Form [times 1 0] 0) [(Linear (Form [times 1 0] 0)); (Linear (Form [times 1 0] 1))])"
        );
        let xor = by(
            Operation::Xor,
            n(),
            by(Operation::Xor, E::Variable(2), E::Variable(1)),
        );
        assert_eq!(closed_form(&xor).unwrap(), "(Nimsum [0; 2; 1])");
        let cases = E::Cases(
            vec![(Condition::remainder(n(), 4, 3), E::plus(n(), E::Number(1)))],
            Box::new(E::Pick(vec![5, 7], Box::new(rest))),
        );
        assert_eq!(
            closed_form(&cases).unwrap(),
            "(Case (IsResidue (Form [times 1 0] 0) 4 3)
    (Linear (Form [times 1 0] 1))
    (Residue (Form [times 1 0] 0) [(Linear (Form [] 5)); (Linear (Form [] 7))]))"
        );
        assert!(closed_form(&by(Operation::Multiply, n(), n())).is_none());
        assert!(closed_form(&by(Operation::Divide, n(), E::Number(2))).is_none());
    }
}
