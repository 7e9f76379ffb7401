//! The same label everywhere.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Condition, Expression, Operation};
use crate::law::Statement;
use crate::sample::Sample;

/// Looks whether all labels are equal.
pub struct Constant;

impl Finder for Constant {
    fn name(&self) -> Words {
        ("constant", "常数")
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        let mut labels = lower.labels().positions().map(|p| p.1).collect::<Vec<_>>();
        labels.dedup();
        Ok(match labels[..] {
            [label] => vec![labelled(lower, Expression::Number(label.into()))],
            _ => Vec::new(),
        })
    }
}

/// The statement that the label is this expression.
pub(super) fn labelled(sample: &Sample, label: Expression) -> Statement {
    if !sample.outcomes {
        return Statement::Value(label);
    }
    Statement::Lost(match label {
        Expression::Number(0) => Condition::All(Vec::new()),
        Expression::Number(_) => Condition::Any(Vec::new()),
        // x - c = 0 is better said as x = c.
        Expression::Binary(Operation::Add, x, c) => match *c {
            Expression::Number(c @ ..0) => Condition::equal(*x, Expression::Number(-c)),
            c => Condition::equal(Expression::plus(*x, c), Expression::Number(0)),
        },
        label => Condition::equal(label, Expression::Number(0)),
    })
}
