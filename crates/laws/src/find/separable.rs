//! Tables that are made of one sequence for each axis, by xor or by plus.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Expression as E, Operation};
use crate::law::Statement;
use crate::sample::Sample;

/// Looks whether the axes determine the table.
pub struct Separable;

impl Finder for Separable {
    fn name(&self) -> Words {
        ("separable", "可分离")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let dimension = lower.size.len();
        let labels = lower.labels();
        let mut found = Vec::new();
        if dimension < 2 || lower.outcomes {
            return Ok(found);
        }
        let Some(corner) = labels.get(&vec![0; dimension]) else {
            return Ok(found);
        };
        let axis = |at: usize| -> Option<Vec<u32>> {
            (0..lower.size[at])
                .map(|x| {
                    let mut point = vec![0; dimension];
                    point[at] = x;
                    labels.get(&point)
                })
                .collect()
        };
        let Some(axes) = (0..dimension).map(axis).collect::<Option<Vec<_>>>() else {
            return Ok(found);
        };
        for operation in [Operation::Xor, Operation::Add] {
            let part = |v: u32| match operation {
                Operation::Xor => Some(v ^ corner),
                _ => v.checked_sub(corner),
            };
            let fits = labels.positions().all(|(point, label)| {
                let mut sum = Some(corner);
                for (x, axis) in point.iter().zip(&axes) {
                    sum = sum
                        .zip(part(axis[*x as usize]))
                        .map(|(a, b)| match operation {
                            Operation::Xor => a ^ b,
                            _ => a.saturating_add(b),
                        });
                }
                sum == Some(label)
            });
            if !fits {
                continue;
            }
            let mut whole = None;
            for (at, axis) in axes.iter().enumerate() {
                let own: Option<Vec<u32>> = axis.iter().map(|&v| part(v)).collect();
                let law = match own {
                    Some(own) => super::sequence(&own, budget)?,
                    None => None,
                };
                let Some(law) = law else {
                    return Ok(found);
                };
                let law = law.with(&[E::Variable(at)]);
                whole = Some(match (whole, law) {
                    // What is 0 throughout need not be said.
                    (whole, E::Number(0)) => whole.unwrap_or(E::Number(0)),
                    (None | Some(E::Number(0)), law) => law,
                    (Some(before), law) => E::binary(operation, before, law),
                });
            }
            let Some(whole) = whole else {
                continue;
            };
            let whole = match corner {
                0 => whole,
                corner => E::binary(operation, whole, E::Number(corner.into())),
            };
            found.push(Statement::Value(whole));
        }
        Ok(found)
    }
}
