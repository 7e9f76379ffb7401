//! `nim`: the calculator of nimbers. `nim-table`: sums and products in a square.

use grundy::text::Lang;
use grundy_nimber::calc::{self, CalcError, Calculator};
use serde::{Deserialize, Serialize};

use super::Question;
use crate::Refused;
use crate::sitting::Sitting;

/// Lines of one calculation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nim {
    /// The lines; a name that one of them sets is known to those after it.
    pub expressions: Vec<String>,
}

/// What each line gives.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Results {
    /// One for each line.
    pub results: Vec<Calculated>,
    /// What can be written.
    pub help: String,
}

/// A value, or what is wrong with a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Calculated {
    /// The value.
    Value(String),
    /// What is wrong.
    Error(Wrong),
}

/// What is wrong with a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wrong {
    /// A sentence.
    pub message: String,
    /// The column, in characters from 1.
    pub column: usize,
}

/// More lines are no calculation by hand.
const LINES: usize = 1000;

/// What can be written, in a language.
pub fn nim_help(lang: Lang) -> &'static str {
    match lang {
        Lang::En => calc::HELP,
        Lang::Zh => calc::HELP_ZH,
    }
}

/// What is wrong with a line, in a language.
pub fn nim_message(error: &CalcError, lang: Lang) -> String {
    match lang {
        Lang::En => error.to_string(),
        Lang::Zh => error.chinese(),
    }
}

impl Question for Nim {
    const ASK: &'static str = "nim";
    type Answer = Results;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Results, Refused> {
        if self.expressions.len() > LINES {
            return Err(Refused::bad(format!("at most {LINES} lines")));
        }
        let mut calculator = Calculator::default();
        let each = self
            .expressions
            .iter()
            .map(|line| match calculator.run(line) {
                Ok(value) => Calculated::Value(value.to_string()),
                Err(error) => Calculated::Error(Wrong {
                    message: nim_message(&error, sitting.lang),
                    column: error.column,
                }),
            });
        Ok(Results {
            results: each.collect(),
            help: nim_help(sitting.lang).to_string(),
        })
    }
}

/// Sums or products of the first nimbers.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NimTable {
    /// Which.
    pub operation: Operation,
    /// The first so many.
    pub size: u16,
}

/// What is tabulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Nim sums.
    Sum,
    /// Nim products.
    Product,
}

/// A square of nimbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Square {
    /// The length of a side.
    pub size: u16,
    /// The values, row by row.
    pub values: Vec<u16>,
}

/// The largest side.
const SIDE: u16 = 256;

impl Question for NimTable {
    const ASK: &'static str = "nim-table";
    type Answer = Square;

    fn answer(self, _: &Sitting<'_>) -> Result<Square, Refused> {
        if self.size > SIDE {
            return Err(Refused::bad(format!("`size` must be at most {SIDE}")));
        }
        let all = 0..self.size;
        let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        let values = pairs.map(|(a, b)| match self.operation {
            Operation::Sum => a ^ b,
            Operation::Product => (grundy_nimber::Nim16(a) * grundy_nimber::Nim16(b)).0,
        });
        Ok(Square {
            size: self.size,
            values: values.collect(),
        })
    }
}
