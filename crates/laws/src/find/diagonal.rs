//! Tables that repeat along the diagonal: a band around it, and what lies on
//! either side, each with a period, a saltus and exceptional borders.
//!
//! With m = min(x, y), the table less saltus·⌊m/p⌋ is a function of x and y
//! modulo p, each with a border, and of the difference y - x where that is
//! small: a knight's values are of this kind.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use super::grid::folded;
use crate::expression::{Condition, Expression as E, Function, Operation};
use crate::law::Statement;
use crate::rules::NOTHING;
use crate::sample::Sample;

/// Looks along the diagonal.
pub struct Diagonal;

const MOST_PERIOD: i64 = 12;
const MOST_BORDER: i64 = 4;
const WIDEST: i64 = 4;

/// What a law of this kind is made of.
#[derive(Clone, Copy)]
struct Shape {
    period: i64,
    border: i64,
    /// The largest difference in the band.
    band: i64,
    saltus: i64,
}

impl Shape {
    /// How many classes of a coordinate there are.
    fn classes(self) -> i64 {
        self.border + self.period
    }

    fn class(self, x: i64) -> i64 {
        match x < self.border {
            true => x,
            false => (x - self.border) % self.period + self.border,
        }
    }

    /// The differences in the band, then both sides.
    fn places(self) -> i64 {
        (2 * self.band + 1) * self.classes() + 2 * self.classes() * self.classes()
    }

    /// Where the number for a cell is found: in a line of the band, or on one
    /// of the sides.
    fn place(self, x: i64, y: i64) -> usize {
        let (u, v, w) = (self.class(x), self.class(y), self.classes());
        let lines = (2 * self.band + 1) * w;
        let place = match y - x {
            d if d.abs() <= self.band => (d + self.band) * w + u,
            d if d > 0 => lines + u * w + v,
            _ => lines + w * w + u * w + v,
        };
        place as usize
    }

    fn less(self, x: i64, y: i64, value: i64) -> i64 {
        value - self.saltus * (x.min(y) / self.period)
    }

    /// The numbers at all places, if the table is of this shape.
    fn fit(self, cell: &dyn Fn(i64, i64) -> i64, side: i64) -> Option<Vec<i64>> {
        let mut found: Vec<Option<i64>> = vec![None; self.places() as usize];
        for x in 0..side {
            for y in 0..side {
                let value = self.less(x, y, cell(x, y));
                match &mut found[self.place(x, y)] {
                    Some(other) if *other != value => return None,
                    place => *place = Some(value),
                }
            }
        }
        // Places that no cell has, such as far cells of both borders.
        Some(found.into_iter().map(|v| v.unwrap_or(0)).collect())
    }

    fn expression(self, numbers: &[i64]) -> E {
        let (x, y) = (E::Variable(0), E::Variable(1));
        let w = self.classes() as usize;
        let (u, v) = (
            folded(0, self.border as usize, self.period as usize),
            folded(1, self.border as usize, self.period as usize),
        );
        let pick = |list: &[i64], index: E| match list.iter().all(|n| *n == list[0]) {
            true => E::Number(list[0]),
            false => E::Pick(list.to_vec(), Box::new(index)),
        };
        let mut cases = Vec::new();
        for difference in -self.band..=self.band {
            let first = (difference + self.band) as usize * w;
            let here = Condition::equal(y.clone(), E::plus(x.clone(), E::Number(difference)));
            cases.push((here, pick(&numbers[first..first + w], u.clone())));
        }
        let lines = (2 * self.band + 1) as usize * w;
        let side = |at: usize| {
            let index = E::plus(E::times(w as i64, u.clone()), v.clone());
            pick(
                &numbers[lines + at * w * w..lines + (at + 1) * w * w],
                index,
            )
        };
        let (above, below) = (side(0), side(1));
        if above != below {
            cases.push((Condition::less(x.clone(), y.clone()), above));
        }
        let body = E::cases(cases, below);
        if self.saltus == 0 {
            return body;
        }
        let least = E::Call(Function::Min, vec![x, y]);
        let turns = match self.period {
            1 => least,
            p => E::binary(Operation::Divide, least, E::Number(p)),
        };
        E::plus(E::times(self.saltus, turns), body)
    }
}

impl Finder for Diagonal {
    fn name(&self) -> Words {
        ("periods along the diagonal", "沿对角线的周期")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let mut meter = budget.meter("diagonals");
        let [rows, columns] = lower.size[..] else {
            return Ok(Vec::new());
        };
        let side = rows.min(columns) as i64;
        if lower.cells.contains(&NOTHING) || side < 12 {
            return Ok(Vec::new());
        }
        let cell = |x: i64, y: i64| i64::from(lower.cells[(x * columns as i64 + y) as usize]);
        let mut shapes = Vec::new();
        for period in 1..=MOST_PERIOD.min(side / 4) {
            let last = side - 1;
            let saltus = cell(last, last) - cell(last - period, last - period);
            for border in 0..=MOST_BORDER {
                shapes.extend((0..=WIDEST).map(|band| Shape {
                    period,
                    border,
                    band,
                    saltus,
                }));
            }
        }
        // What needs few numbers first; as many as a tenth say nothing.
        shapes.retain(|shape| shape.places() * 10 <= side * side);
        shapes.sort_by_key(|shape| shape.places());
        for shape in shapes {
            meter.state()?;
            if let Some(numbers) = shape.fit(&cell, side) {
                let label = shape.expression(&numbers);
                return Ok(vec![super::constant::labelled(lower, label)]);
            }
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(value: &dyn Fn(u64, u64) -> u64) -> Option<E> {
        let sample = Sample {
            size: vec![40, 40],
            cells: (0..1600).map(|at| value(at / 40, at % 40) as u32).collect(),
            outcomes: false,
            names: crate::sample::names(2),
        };
        let found = Diagonal.guess(&sample, &Budget::default()).unwrap();
        match found.into_iter().next() {
            Some(Statement::Value(e)) => Some(e),
            _ => None,
        }
    }

    #[test]
    fn bands_saltus_and_borders() {
        let tables: [&dyn Fn(u64, u64) -> u64; 4] = [
            &|x, y| if x == y { 7 } else { (x % 3) + (y % 2) },
            &|x, y| x.min(y) + u64::from(x == y + 1),
            &|x, y| x.min(y) / 3 * 2 + (x + 2 * y) % 3,
            &|x, y| match (x, y) {
                (0, _) | (_, 0) => 9,
                (x, y) if x.abs_diff(y) < 2 => x % 4,
                (x, y) if x < y => 5,
                _ => 6,
            },
        ];
        for value in tables {
            let law = law(value).unwrap();
            for (x, y) in [
                (0, 0),
                (0, 99),
                (99, 0),
                (98, 99),
                (99, 98),
                (99, 99),
                (57, 90),
            ] {
                assert_eq!(
                    law.value(&[x, y]),
                    Some(value(x, y) as i64),
                    "{x} {y} {law:?}"
                );
            }
        }
        assert!(law(&|x, y| x ^ y).is_none());
        assert!(law(&|x, y| x * y % 17).is_none());
    }
}
