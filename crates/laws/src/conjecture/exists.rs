//! Where formulas have values: bit operations have none below 0, lists none outside of them.

use crate::expression::{Condition, Expression, Function, Operation};
use crate::print::is_natural;
use crate::read::opposite;

pub(super) fn always() -> Condition {
    Condition::All(Vec::new())
}

/// All of these, without those that always hold.
pub(super) fn all(each: Vec<Condition>) -> Condition {
    let mut kept: Vec<Condition> = each.into_iter().filter(|c| *c != always()).collect();
    match (kept.pop(), kept.is_empty()) {
        (Some(one), true) => one,
        (last, _) => {
            kept.extend(last);
            Condition::All(kept)
        }
    }
}

/// That `then` holds wherever all of `supposed` do.
fn implies(supposed: &[Condition], then: Condition) -> Condition {
    if then == always() || supposed.is_empty() {
        return then;
    }
    let mut any: Vec<Condition> = supposed.iter().map(opposite).collect();
    any.push(then);
    Condition::Any(any)
}

fn not_negative(e: &Expression) -> Condition {
    match is_natural(e) {
        true => always(),
        false => Condition::less(Expression::Number(-1), e.clone()),
    }
}

/// Where a formula has a value, as [`Expression::value`] says.
pub(super) fn number_exists(e: &Expression) -> Condition {
    match e {
        Expression::Number(_) | Expression::Variable(_) => always(),
        Expression::Binary(operation, a, b) => {
            let mut each = vec![number_exists(a), number_exists(b)];
            match operation {
                Operation::Xor | Operation::And | Operation::Or => {
                    each.extend([not_negative(a), not_negative(b)]);
                }
                Operation::Divide | Operation::Modulo
                    if !matches!(**b, Expression::Number(1..)) =>
                {
                    each.push(Condition::less(Expression::Number(0), (**b).clone()));
                }
                _ => {}
            }
            all(each)
        }
        Expression::Call(function, arguments) => {
            let mut each: Vec<Condition> = arguments.iter().map(number_exists).collect();
            match function {
                Function::Min | Function::Max | Function::Abs => {}
                Function::TrailingZeros => each.extend(
                    arguments
                        .iter()
                        .map(|a| Condition::less(Expression::Number(0), a.clone())),
                ),
                _ => each.extend(arguments.iter().map(not_negative)),
            }
            all(each)
        }
        Expression::Pick(list, index) => {
            let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
            let inside = match &**index {
                Expression::Binary(Operation::Modulo, _, m) if matches!(**m, Expression::Number(m) if (1..=length).contains(&m)) => {
                    always()
                }
                index => all(vec![
                    not_negative(index),
                    Condition::less(index.clone(), Expression::Number(length)),
                ]),
            };
            all(vec![number_exists(index), inside])
        }
        Expression::Cases(cases, otherwise) => {
            let mut each = Vec::new();
            let mut before: Vec<Condition> = Vec::new();
            for (c, e) in cases {
                each.push(implies(&before, condition_exists(c)));
                before.push(c.clone());
                each.push(implies(&before, number_exists(e)));
                before.pop();
                before.push(opposite(c));
            }
            each.push(implies(&before, number_exists(otherwise)));
            all(each)
        }
    }
}

/// Where the numbers of a condition that are looked at have values, as [`Condition::holds`] says.
pub(super) fn condition_exists(c: &Condition) -> Condition {
    match c {
        Condition::Occurs(_, of, _) => all(of.iter().map(number_exists).collect()),
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
            all(vec![number_exists(a), number_exists(b)])
        }
        Condition::Remainder(a, _, _) => number_exists(a),
        Condition::All(each) | Condition::Any(each) => {
            let mut found = Vec::new();
            let mut before = Vec::new();
            for one in each {
                found.push(implies(&before, condition_exists(one)));
                // Behind the first that decides, nothing is looked at.
                before.push(match c {
                    Condition::All(_) => one.clone(),
                    _ => opposite(one),
                });
            }
            all(found)
        }
    }
}
