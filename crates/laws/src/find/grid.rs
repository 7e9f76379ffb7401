//! Tables that repeat along both axes, with exceptional borders.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Condition, Expression as E, Operation};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks for two periods.
pub struct Grid;

/// From `border` on, lines repeat with a period.
fn repeat(count: usize, same: &dyn Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for period in 1..=count / 3 {
        let broken = (0..count - period).rev().find(|&at| !same(at, at + period));
        let border = broken.map_or(0, |at| at + 1);
        if count - border >= 3 * period
            && count - border >= count / 2
            && best.is_none_or(|(b, p)| border + period < b + p)
        {
            best = Some((border, period));
        }
    }
    best
}

/// The line that a line is like.
pub(super) fn folded(variable: usize, border: usize, period: usize) -> E {
    let x = E::Variable(variable);
    let modulus = E::Number(period as i64);
    if border == 0 {
        return E::binary(Operation::Modulo, x, modulus);
    }
    let border = border as i64;
    let inside = E::plus(x.clone(), E::Number(-border));
    E::Cases(
        vec![(Condition::less(x.clone(), E::Number(border)), x)],
        Box::new(E::plus(
            E::binary(Operation::Modulo, inside, modulus),
            E::Number(border),
        )),
    )
}

impl Finder for Grid {
    fn name(&self) -> Words {
        ("periods along both axes", "沿两轴的周期")
    }

    fn guess(&self, lower: &Sample, _: &Budget) -> Result<Vec<Statement>, Error> {
        let [rows, columns] = lower.size[..] else {
            return Ok(Vec::new());
        };
        let (rows, columns) = (rows as usize, columns as usize);
        let cell = |x: usize, y: usize| lower.cells[x * columns + y];
        let same_rows = |a: usize, b: usize| (0..columns).all(|y| cell(a, y) == cell(b, y));
        let same_columns = |a: usize, b: usize| (0..rows).all(|x| cell(x, a) == cell(x, b));
        let (Some((top, down)), Some((left, across))) =
            (repeat(rows, &same_rows), repeat(columns, &same_columns))
        else {
            return Ok(Vec::new());
        };
        let (height, width) = (top + down, left + across);
        let mut list = Vec::new();
        for x in 0..height {
            for y in 0..width {
                // The list begins anew at each border, and modulo at 0.
                list.push(match cell(x, y) {
                    NOTHING => return Ok(Vec::new()),
                    label => i64::from(label),
                });
            }
        }
        let index = E::plus(
            E::times(width as i64, folded(0, top, down)),
            folded(1, left, across),
        );
        let label = E::Pick(list, Box::new(index));
        Ok(vec![super::constant::labelled(lower, label)])
    }
}
