//! Tables that are one thing where every coordinate is positive and another where one is 0.
//!
//! Play that ends when a heap is gone, or when one heap only is left, has laws such as
//! (x-1) ⊕ (y-1) ⊕ (z-1) = 0 inside (Gale's Nim), and others on the border. The inside,
//! counted from 1, and each face, on which one coordinate is 0, are tables of their own.
//!
//! ```
//! use grundy_laws::find::{Options, find};
//! use grundy_laws::print::Style;
//! use grundy_laws::sample::Sample;
//! let cell = |at: u32| match (at / 32, at % 32) {
//!     (0, y) => y % 3,
//!     (x, 0) => x % 2,
//!     (x, y) => (x - 1) ^ (y - 1),
//! };
//! let table = Sample {
//!     size: vec![32, 32],
//!     cells: (0..32 * 32).map(cell).collect(),
//!     outcomes: false,
//!     names: vec!["x".into(), "y".into()],
//! };
//! let found = find(&table, &Options::default()).unwrap();
//! let law = found.laws[0].written(Style::Text, &table.names).to_string();
//! assert_eq!(law, "g(x, y) = y mod 3 if x = 0; x mod 2 if y = 0; (x-1) ⊕ (y-1) otherwise");
//! ```
//!
//! Limits: the inside and all faces must have laws that are formulas.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::layers::layer;
use super::{Finder, Options};
use crate::expression::{Condition, Expression as E, Function};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks at the inside and at the border.
pub struct Border;

/// The part in which no coordinate is 0, counted from 0.
fn inside(sample: &Sample) -> Option<Sample> {
    let size = sample.size.iter().map(|side| side.checked_sub(1));
    let size: Vec<u64> = size.collect::<Option<_>>()?;
    let labels = sample.labels();
    let cells = (0..size.iter().product()).map(|at| {
        let point = grundy::solve::dense::point(at, &size);
        let point: Vec<u64> = point.iter().map(|x| x + 1).collect();
        labels.get(&point).unwrap_or(NOTHING)
    });
    Some(Sample {
        cells: cells.collect(),
        outcomes: sample.outcomes,
        names: sample.names.clone(),
        size,
    })
}

/// The best formula of a table.
fn formula(
    sample: &Sample,
    finders: &[&dyn Finder],
    time: Duration,
) -> Result<Option<Statement>, Error> {
    let options = Options { time, first: true };
    let found = match sample.outcomes {
        true => super::find_by(finders, sample, &options)?,
        false => super::values_by(finders, sample, &options)?,
    };
    let found = found.laws.into_iter().map(|law| law.statement);
    let mut found = found.filter(|s| matches!(s, Statement::Value(_) | Statement::Lost(_)));
    Ok(found.next())
}

impl Finder for Border {
    fn name(&self) -> Words {
        ("inside and border", "内部与边界")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let dimension = lower.size.len();
        let Some(inside) = inside(lower).filter(|_| (2..=4).contains(&dimension)) else {
            return Ok(Vec::new());
        };
        let left = budget.time_left().unwrap_or(Duration::from_secs(8));
        let time = left / (2 * (dimension as u32 + 1));
        // The inside of the inside is another law's business.
        let others: Vec<&dyn Finder> = { super::plain().into_iter() }
            .filter(|finder| finder.name() != self.name())
            .collect();
        let Some(within) = formula(&inside, &others, time)? else {
            return Ok(Vec::new());
        };
        let x = |v: usize| E::Variable(v);
        let mut faces = Vec::new();
        for coordinate in 0..dimension {
            let face = layer(lower, coordinate, 0);
            let finders = super::plain();
            if face.positions() == 0 {
                continue;
            }
            let Some(law) = formula(&face, &finders, time)? else {
                return Ok(Vec::new());
            };
            let place: Vec<E> = (0..dimension).filter(|v| *v != coordinate).map(x).collect();
            faces.push((Condition::equal(x(coordinate), E::Number(0)), law, place));
        }
        let least = (0..dimension).map(x);
        let least = least.reduce(|a, b| E::Call(Function::Min, vec![a, b]));
        let least = least.unwrap_or(E::Number(0));
        // Where one number stands on the whole border it is said once.
        let constant = |law: &Statement| match law {
            Statement::Value(e) => matches!(e, E::Number(_)),
            Statement::Lost(c) => {
                *c == Condition::All(Vec::new()) || *c == Condition::Any(Vec::new())
            }
            _ => false,
        };
        if faces.len() == dimension
            && faces
                .iter()
                .all(|(_, law, _)| *law == faces[0].1 && constant(law))
        {
            let zero = Condition::equal(least.clone(), E::Number(0));
            faces = faces
                .into_iter()
                .take(1)
                .map(|(_, law, place)| (zero.clone(), law, place))
                .collect();
        }
        let less: Vec<E> = (0..dimension)
            .map(|v| E::plus(x(v), E::Number(-1)))
            .collect();
        match within {
            Statement::Value(e) => {
                let mut cases = Vec::new();
                for (here, law, place) in faces {
                    let Statement::Value(law) = law else {
                        return Ok(Vec::new());
                    };
                    cases.push((here, law.with(&place)));
                }
                Ok(vec![Statement::Value(E::cases(cases, e.with(&less)))])
            }
            Statement::Lost(c) => {
                let mut any = Vec::new();
                for (here, law, place) in faces {
                    let Statement::Lost(law) = law else {
                        return Ok(Vec::new());
                    };
                    any.push(Condition::All(vec![here, law.with(&place)]));
                }
                let positive = Condition::less(E::Number(0), least);
                any.push(Condition::All(vec![positive, c.with(&less)]));
                Ok(vec![Statement::Lost(Condition::Any(any))])
            }
            _ => Ok(Vec::new()),
        }
    }
}
