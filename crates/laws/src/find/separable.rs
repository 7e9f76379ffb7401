//! Tables that are made of one sequence for each axis, by xor or by plus, or of one for one axis
//! and a table for the others: sums of games whose parts stand side by side in a position.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Expression as E, Operation};
use crate::law::Statement;
use crate::sample::Sample;

/// Looks whether the axes determine the table.
pub struct Separable;

/// One coordinate apart from the others, whose table has a law of its own: a(x) ⊕ h(y, z).
fn one_apart(
    lower: &Sample,
    axes: &[Option<Vec<u32>>],
    budget: &Budget,
) -> Result<Vec<Statement>, Error> {
    let dimension = lower.size.len();
    if dimension < 3 {
        return Ok(Vec::new());
    }
    let labels = lower.labels();
    let axes = axes.iter().enumerate();
    for (apart, axis) in axes.filter_map(|(at, axis)| Some((at, axis.as_ref()?))) {
        let rest = super::layers::layer(lower, apart, 0);
        let others = |point: &[u64]| {
            let mut others = point.to_vec();
            others.remove(apart);
            others
        };
        // The value at the origin is counted on both sides.
        let fits = labels.positions().all(|(point, label)| {
            let other = rest.labels().get(&others(&point));
            let here = axis.get(point[apart] as usize);
            let joined = other.zip(here).map(|(a, b)| a ^ b ^ axis[0]);
            joined == Some(label)
        });
        if !fits {
            continue;
        }
        let own: Vec<u32> = axis.iter().map(|v| v ^ axis[0]).collect();
        let Some(own) = super::sequence(&own, budget)? else {
            continue;
        };
        let own = own.with(&[E::Variable(apart)]);
        let place: Vec<E> = (0..dimension)
            .filter(|v| *v != apart)
            .map(E::Variable)
            .collect();
        let mut finders = super::plain();
        finders.push(&super::synthesis::Synthesis);
        let options = super::Options {
            time: budget.time_left().unwrap_or(Duration::from_secs(8)) / 2,
            first: true,
        };
        for law in super::values_by(&finders, &rest, &options)?.laws {
            if let Statement::Value(e) = law.statement {
                let whole = E::binary(Operation::Xor, own.clone(), e.with(&place));
                return Ok(vec![Statement::Value(whole)]);
            }
        }
    }
    Ok(Vec::new())
}

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
        let axes: Vec<Option<Vec<u32>>> = (0..dimension).map(axis).collect();
        let all: Option<Vec<Vec<u32>>> = axes.iter().cloned().collect();
        let Some(all) = all else {
            return one_apart(lower, &axes, budget);
        };
        for operation in [Operation::Xor, Operation::Add] {
            let part = |v: u32| match operation {
                Operation::Xor => Some(v ^ corner),
                _ => v.checked_sub(corner),
            };
            let fits = labels.positions().all(|(point, label)| {
                let mut sum = Some(corner);
                for (x, axis) in point.iter().zip(&all) {
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
                if operation == Operation::Xor {
                    found.extend(one_apart(lower, &axes, budget)?);
                }
                continue;
            }
            let mut whole = None;
            for (at, axis) in all.iter().enumerate() {
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
