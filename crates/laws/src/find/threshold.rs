//! P-positions up to a bound: (x, y) is lost exactly if y < f(x).

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::Finder;
use crate::expression::{Condition, Expression as E};
use crate::law::Statement;
use crate::sample::Sample;

/// Looks for a bound on the second coordinate.
pub struct Threshold;

impl Finder for Threshold {
    fn name(&self) -> Words {
        ("bound", "界限")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let [rows, columns] = lower.size[..] else {
            return Ok(Vec::new());
        };
        let labels = lower.labels();
        let mut bounds = Vec::new();
        let mut all_lost = false;
        for x in 0..rows {
            let lost = |y: &u64| labels.get(&[x, *y]) == Some(0);
            let bound = (0..columns).take_while(lost).count() as u64;
            if (bound..columns).any(|y| lost(&y)) {
                return Ok(Vec::new());
            }
            // Where all is lost the bound lies beyond the table.
            if x == 0 && bound == columns {
                all_lost = true;
                bounds.push(0);
            } else if bound == columns {
                // Not known: only the rows before can be compared.
                break;
            } else {
                bounds.push(bound as u32);
            }
        }
        if bounds.len() < 16 {
            return Ok(Vec::new());
        }
        let Some(bound) = super::sequence(&bounds, budget)? else {
            return Ok(Vec::new());
        };
        let below = Condition::less(E::Variable(1), bound);
        let condition = match all_lost {
            false => below,
            true => Condition::Any(vec![Condition::equal(E::Variable(0), E::Number(0)), below]),
        };
        Ok(vec![Statement::Lost(condition)])
    }
}
