//! What is proven, compared with brute force: the last judge of the prover.
//!
//! A theorem about all positions is true of the positions of any table. So a
//! text of rules is studied, and each law that is called proven is compared
//! with a table that is larger than the one it was found in and that comes from
//! the bytecode, without recognised shapes, automata or anything else that the
//! prover uses. What the study calls refuted is looked at too: the position it
//! names must have another value than the law said.
//!
//! ```
//! use grundy_laws::brute::{Effort, confirm};
//! use grundy_laws::rules::{Rules, Source};
//! let text = "state n; move take(k in 1..min(n, 3)) -> [n-k]";
//! let rules = Rules::translated(&Source::new(text)).unwrap();
//! assert!(confirm(text, &rules, &Effort::default()).unwrap() > 0);
//! ```
//!
//! Limits: a law that fails only beyond the table passes. The tests of this crate
//! and the fuzzer ask this of texts made at random.

use std::sync::Arc;
use std::time::Duration;

use grundy::budget::Budget;

use crate::find::{exception, only_lost};
use crate::law::Status;
use crate::print::Style;
use crate::rules::Rules;
use crate::sample::Sample;
use crate::study::{Finding, Options, Study, study};

/// How much is spent on a text.
#[derive(Clone, Debug)]
pub struct Effort {
    /// What the study may cost.
    pub study: Options,
    /// The table of the comparison: how many times as long on each side as the table
    /// that was studied.
    pub times: u64,
    /// What that table may cost; if that is not enough, nothing is compared.
    pub table: Budget,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            study: Options {
                time: Duration::from_millis(700),
                budget: Budget::default().with_states(300_000),
            },
            times: 5,
            table: Budget::default().with_time(Duration::from_secs(20)),
        }
    }
}

/// How many laws of the rules in `text` are proven, `rules` being their translation; an
/// error tells what is proven, or refuted, and yet false.
pub fn confirm(text: &str, rules: &Rules, effort: &Effort) -> Result<u64, String> {
    let Ok(found) = study(rules, &effort.study) else {
        return Ok(0);
    };
    refuted_is_false(text, rules, &found)?;
    // What automata decided must be true even where nobody checked it again.
    let proven = |f: &&Finding| matches!(f.status, Status::Proven(_)) || f.proof.is_some();
    let laws: Vec<&Finding> = found.findings.iter().filter(proven).collect();
    if laws.is_empty() {
        return Ok(0);
    }
    // As far as that can be had soon.
    let most = [1300, 150, 40, 16][rules.dimension().clamp(1, 4) - 1];
    let sides = found.sample.size.iter();
    let size: Vec<u64> = sides
        .map(|side| side.saturating_mul(effort.times).min(most))
        .collect();
    let compiled = grundy_lang::bench::compile(text, None, &[])
        .map_err(|_| format!("{text}\nwas translated and does not compile"))?;
    let game = grundy_lang::bench::on_workbench(Arc::new(compiled.without_shape()));
    let convention = game.rules().convention;
    let table = match game.table(&size, convention, &effort.table) {
        Ok(table) => table,
        Err(error) if error.is_budget() => return Ok(laws.len() as u64),
        Err(error) => return Err(format!("{text}\n{error}")),
    };
    let table = Sample::of(&table).map_err(|error| format!("{text}\n{error}"))?;
    for finding in &laws {
        if let Some((at, value)) = exception(&finding.law, &table) {
            let law = finding.law.written(Style::Text, &found.sample.names);
            return Err(format!(
                "{text}\n{law} is proven, and at {at:?} the value is {value}"
            ));
        }
    }
    Ok(laws.len() as u64)
}

/// What was refuted is false, and is not shown again.
fn refuted_is_false(text: &str, rules: &Rules, found: &Study) -> Result<(), String> {
    for refuted in &found.refuted {
        let few = Budget::default().with_states(100_000);
        if let Ok(value) = rules.value(&refuted.position, &few) {
            let value = match refuted.only_lost {
                true => value.min(1),
                false => value,
            };
            if u64::from(value) == refuted.label {
                return Err(format!("{text}\nis true and refuted: {refuted:?}"));
            }
        }
        for finding in &found.findings {
            if only_lost(&finding.law.statement) == refuted.only_lost
                && finding.law.predict(&refuted.position) == Some(refuted.label)
            {
                return Err(format!("{text}\nis shown although refuted: {refuted:?}"));
            }
        }
    }
    Ok(())
}
