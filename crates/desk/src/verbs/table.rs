//! `table`: values over a line, a rectangle or a box.

use grundy::natural;
use grundy::table::Cell;
use grundy::text::Text;
use serde::Serialize;

use super::{Question, of_game, status};
use crate::Refused;
use crate::sitting::Sitting;

of_game! {
    /// Values over a line, a rectangle or a box.
    Tabulate {
        /// The largest coordinate of each axis; one alone is for all axes of the game.
        to: Vec<u64>,
    }
}

/// A table of values, or of outcomes where there are no values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Values {
    /// How many cells there are along each axis.
    pub size: Vec<u64>,
    /// The values, the last coordinate running fastest; -1 where there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i64>>,
    /// One letter for each cell: P, N, D, or `.` where there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<String>,
    /// The largest value.
    pub largest: u64,
    /// Why they are right.
    pub reason: String,
    /// `proven`, `computed` or `observed to N`.
    pub status: String,
}

impl Question for Tabulate {
    const ASK: &'static str = "table";
    type Answer = Values;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Values, Refused> {
        let of = self.of();
        let asked = sitting.own_game(&of, Self::ASK)?;
        let dimension = asked.game.dimension();
        let axes: Vec<u64> = match self.to[..] {
            [] => return Err(Refused::bad("`to` must have a number for each axis")),
            [one] => vec![one; dimension.max(1)],
            _ => self.to.clone(),
        };
        let size: Vec<u64> = axes.iter().map(|to| to.saturating_add(1)).collect();
        let cells = size
            .iter()
            .try_fold(1u64, |all, side| all.checked_mul(*side));
        let most = sitting.desk.cells;
        if cells.is_none_or(|cells| cells > most) {
            let because = Text::new(
                format!("a table may have {most} cells"),
                format!("表至多有 {most} 格"),
            );
            return Err(sitting.refused(grundy::error::Error::Unsupported { because }));
        }
        let table = asked
            .game
            .table(&size, asked.rules.convention, &sitting.budget);
        let table = table.map_err(|error| sitting.refused(error))?;
        let mut largest = 0;
        let mut values = Vec::with_capacity(table.cells.len());
        let mut outcomes = String::new();
        for cell in &table.cells {
            match cell {
                Cell::Nothing => {
                    values.push(-1);
                    outcomes.push('.');
                }
                Cell::Value(value) => {
                    let value = natural::small(value).unwrap_or(u64::MAX);
                    largest = largest.max(value);
                    values.push(i64::try_from(value).unwrap_or(i64::MAX));
                    outcomes.push(if value == 0 { 'P' } else { 'N' });
                }
                Cell::Outcome(outcome) => outcomes.push_str(outcome.letter()),
            }
        }
        let valued = values.len() == table.cells.len();
        Ok(Values {
            size: table.size,
            outcomes: (!valued).then_some(outcomes),
            values: valued.then_some(values),
            largest,
            reason: table.reason.get(sitting.lang).to_string(),
            status: status(table.status),
        })
    }
}
