//! Tables with a coordinate that has few values, such as what was taken last, or whether a pass is
//! left: a law for each of its values.
//!
//! The table falls into layers, one for each value of that coordinate, and each layer is a
//! smaller table that may have a law of its own, as every row of the 37 puzzle (*Winning
//! Ways*, ch. 15) has a period. Layers with the same law are told together.
//!
//! ```
//! use grundy_laws::find::{Options, find};
//! use grundy_laws::print::Style;
//! use grundy_laws::rules::NOTHING;
//! use grundy_laws::sample::Sample;
//! // The second coordinate is 0 or 1: n mod 3, or n mod 2 + 1.
//! let cell = |at: u32| match (at / 3, at % 3) {
//!     (n, 0) => n % 3,
//!     (n, 1) => n % 2 + 1,
//!     _ => NOTHING,
//! };
//! let table = Sample {
//!     size: vec![100, 3],
//!     cells: (0..300).map(cell).collect(),
//!     outcomes: false,
//!     names: vec!["n".into(), "last".into()],
//! };
//! let found = find(&table, &Options::default()).unwrap();
//! let law = found.laws[0].written(Style::Text, &table.names).to_string();
//! assert_eq!(law, "g(n, last) = n mod 3 if last = 0; (n mod 2)+1 otherwise");
//! ```
//!
//! Limits: at most [`MOST_LAYERS`] layers, all of which must have a law.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::{Finder, Options};
use crate::expression::{Condition, Expression as E};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// A coordinate with more values is no label of layers.
pub const MOST_LAYERS: u64 = 12;

/// Looks for a law in each layer.
pub struct Layers;

/// The table at one value of a coordinate.
pub(super) fn layer(sample: &Sample, coordinate: usize, value: u64) -> Sample {
    let without = |list: &[u64]| -> Vec<u64> {
        let kept = list.iter().enumerate().filter(|(at, _)| *at != coordinate);
        kept.map(|(_, entry)| *entry).collect()
    };
    let size = without(&sample.size);
    let labels = sample.labels();
    let cells = (0..size.iter().product()).map(|at| {
        let mut point = grundy::solve::dense::point(at, &size);
        point.insert(coordinate, value);
        labels.get(&point).unwrap_or(NOTHING)
    });
    Sample {
        cells: cells.collect(),
        outcomes: sample.outcomes,
        names: crate::sample::names(size.len()),
        size,
    }
}

/// The law of a layer with the coordinates of the whole table: what is its label, or where it is 0.
fn law_of(
    sample: &Sample,
    coordinate: usize,
    value: u64,
    time: Duration,
) -> Result<Option<Statement>, Error> {
    let layer = layer(sample, coordinate, value);
    let options = Options { time, first: true };
    let finders = super::plain();
    let found = match layer.outcomes {
        true => super::find_by(&finders, &layer, &options)?,
        false => super::values_by(&finders, &layer, &options)?,
    };
    let place: Vec<E> = (0..sample.size.len())
        .filter(|v| *v != coordinate)
        .map(E::Variable)
        .collect();
    let found = found.laws.into_iter().next().map(|law| law.statement);
    Ok(found.and_then(|statement| match statement {
        Statement::Value(e) => Some(Statement::Value(e.with(&place))),
        Statement::Lost(c) => Some(Statement::Lost(c.with(&place))),
        _ => None,
    }))
}

impl Finder for Layers {
    fn name(&self) -> Words {
        ("layers", "分层")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        if lower.size.len() < 2 {
            return Ok(Vec::new());
        }
        // The coordinate with the fewest values.
        let bounded = lower.bounded().into_iter().enumerate();
        let few = bounded.filter_map(|(at, bounded)| {
            let values = bounded.then(|| lower.size[at] - 1)?;
            (2..=MOST_LAYERS).contains(&values).then_some((values, at))
        });
        let Some((values, coordinate)) = few.min() else {
            return Ok(Vec::new());
        };
        let time = budget.time_left().unwrap_or(Duration::from_secs(4)) / (values as u32 + 1);
        // Each law with the layers of which it is true.
        let mut laws: Vec<(Statement, Vec<u64>)> = Vec::new();
        for value in 0..values {
            if layer(lower, coordinate, value).positions() == 0 {
                continue;
            }
            let Some(law) = law_of(lower, coordinate, value, time)? else {
                return Ok(Vec::new());
            };
            match laws.iter_mut().find(|(known, _)| *known == law) {
                Some((_, of)) => of.push(value),
                None => laws.push((law, vec![value])),
            }
        }
        if laws.len() < 2 {
            return Ok(Vec::new());
        }
        let is = |of: &[u64]| {
            let equal = |v: &u64| Condition::equal(E::Variable(coordinate), E::Number(*v as i64));
            match of {
                [value] => equal(value),
                _ => Condition::Any(of.iter().map(equal).collect()),
            }
        };
        // What is true of most layers stands last.
        laws.sort_by_key(|(_, of)| (of.len(), of[0]));
        let (mut cases, mut sets) = (Vec::new(), Vec::new());
        for (law, of) in laws {
            match law {
                Statement::Value(e) => cases.push((is(&of), e)),
                Statement::Lost(c) => sets.push(Condition::All(vec![is(&of), c])),
                _ => return Ok(Vec::new()),
            }
        }
        Ok(vec![match (cases.pop(), sets.is_empty()) {
            (Some((_, last)), true) => Statement::Value(E::cases(cases, last)),
            (None, false) => Statement::Lost(Condition::Any(sets)),
            _ => return Ok(Vec::new()),
        }])
    }
}
