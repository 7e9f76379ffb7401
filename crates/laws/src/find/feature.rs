//! Tables that depend on one number only: the sum, the difference, the
//! minimum, the maximum of the coordinates. Diagonals are periodic this way.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Expression as E, Function, Operation};
use crate::law::Statement;
use crate::sample::Sample;

/// Looks for a number that decides.
pub struct Feature;

fn features(dimension: usize) -> Vec<E> {
    let all: Vec<E> = (0..dimension).map(E::Variable).collect();
    let fold = |join: &dyn Fn(E, E) -> E| all.iter().cloned().reduce(join);
    let mut found: Vec<E> = [
        fold(&E::plus),
        fold(&|a, b| E::Call(Function::Min, vec![a, b])),
        fold(&|a, b| E::Call(Function::Max, vec![a, b])),
        fold(&|a, b| E::binary(Operation::Xor, a, b)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let [x, y] = &all[..] {
        let difference = E::binary(Operation::Subtract, x.clone(), y.clone());
        found.push(E::Call(Function::Abs, vec![difference]));
    }
    // One coordinate alone.
    found.extend(all);
    found
}

impl Finder for Feature {
    fn name(&self) -> Words {
        ("one number decides", "由一个数决定")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let mut found = Vec::new();
        if lower.size.len() < 2 {
            return Ok(found);
        }
        'features: for feature in features(lower.size.len()) {
            let mut labels: Vec<Option<u32>> = Vec::new();
            for (point, label) in lower.labels().positions() {
                let Some(at) = feature.value(&point).and_then(|v| usize::try_from(v).ok()) else {
                    continue 'features;
                };
                if at >= labels.len() {
                    labels.resize(at + 1, None);
                }
                match labels[at] {
                    Some(other) if other != label => continue 'features,
                    _ => labels[at] = Some(label),
                }
            }
            let known: Option<Vec<u32>> = labels.into_iter().collect();
            if let Some(values) = known
                && let Some(law) = super::sequence(&values, budget)?
            {
                let label = law.with(&[feature]);
                found.push(super::constant::labelled(lower, label));
            }
        }
        Ok(found)
    }
}
