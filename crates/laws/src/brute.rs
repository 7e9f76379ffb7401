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
//! assert!(confirm(text, &rules, &Effort::default()).unwrap().proven > 0);
//! ```
//!
//! Limits: a law that fails only beyond the table passes. The tests of this crate
//! and the fuzzer ask this of texts made at random.

use std::sync::Arc;
use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::{Lang, Text};

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
    /// What that table may cost (if that is not enough, a smaller one is made), and checking a
    /// certificate once more.
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

/// What came of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// How many laws were found.
    pub laws: u64,
    /// How many of them automata decided.
    pub decided: u64,
    /// How many of these are proven.
    pub proven: u64,
    /// Of how many of these the certificate was accepted once more.
    pub checked: u64,
    /// How many times as long as the table that was studied the one of the comparison is on
    /// each side (or as long as such tables may be); 0 if there is none.
    pub times: u64,
    /// With how many positions they were compared.
    pub positions: u64,
}

/// Whether something was too much, be it for the budget, for one position or for the machine: too many
/// choices there (E104), or play that leads to numbers beyond 64 bits (E101, where laws speak of all
/// naturals), say nothing about a law.
fn is_limit(error: &Error) -> bool {
    let too_much = |because: &Text| {
        let told = because.get(Lang::En);
        told.contains("(E101)") || told.contains("(E104)")
    };
    error.is_budget() || matches!(error, Error::Faulty { because, .. } if too_much(because))
}

/// The laws of the rules in `text`, `rules` being their translation; an error tells what is
/// proven, or refuted, and yet false, or of what the checker says that it does not follow.
pub fn confirm(text: &str, rules: &Rules, effort: &Effort) -> Result<Confirmed, String> {
    let Ok(found) = study(rules, &effort.study) else {
        return Ok(Confirmed::default());
    };
    refuted_is_false(text, rules, &found)?;
    // What the prover decides the checker may not know, but never deny.
    let denied = Error::BadCertificate {
        because: Text::fixed("", ""),
    };
    let denied = denied.to_string();
    for note in &found.notes {
        let note = note.get(Lang::En);
        let denied = note.starts_with(denied.trim_end()) && !note.contains("too large");
        if denied || note.contains("disagreement") {
            return Err(format!("{text}\n{note}"));
        }
    }
    let proven = |f: &Finding| matches!(f.status, Status::Proven(_));
    // What automata decided must be true even where nobody checked it again.
    let decided = |f: &&Finding| proven(f) || f.proof.is_some();
    let laws: Vec<&Finding> = found.findings.iter().filter(decided).collect();
    let mut confirmed = Confirmed {
        laws: found.findings.len() as u64,
        decided: laws.len() as u64,
        ..Confirmed::default()
    };
    for finding in laws.iter().filter(|finding| proven(finding)) {
        confirmed.proven += 1;
        let Some(certificate) = finding.certificate_text() else {
            return Err(format!("{text}\na law is proven without a certificate"));
        };
        // A period of a code has a certificate of another kind.
        let checked = match finding.period {
            Some(_) => grundy_verify::heap::check(&certificate, &effort.table).map(|_| ()),
            None => crate::check::check(&certificate, &effort.table).map(|_| ()),
        };
        match checked {
            Ok(_) => confirmed.checked += 1,
            Err(error @ Error::BadCertificate { .. }) => return Err(format!("{text}\n{error}")),
            Err(_) => {}
        }
    }
    if laws.is_empty() {
        return Ok(confirmed);
    }
    // As far as that can be had soon.
    let most = [1300, 150, 40, 16][rules.dimension().clamp(1, 4) - 1];
    let size = |times: u64| -> Vec<u64> {
        let sides = found.sample.size.iter();
        let longer = |side: &u64| side.saturating_mul(times).min(most);
        sides.map(longer).collect()
    };
    let compiled = grundy_lang::bench::compile(text, None, &[])
        .map_err(|_| format!("{text}\nwas translated and does not compile"))?;
    let game = grundy_lang::bench::on_workbench(Arc::new(compiled.without_shape()));
    let convention = game.rules().convention;
    let mut times = effort.times;
    let table = loop {
        match game.table(&size(times), convention, &effort.table) {
            Ok(table) => break table,
            // Half of it, and at least what was studied.
            Err(error) if is_limit(&error) && times > 1 => times /= 2,
            Err(error) if is_limit(&error) => return Ok(confirmed),
            Err(error) => return Err(format!("{text}\n{error}")),
        }
    };
    let table = Sample::of(&table).map_err(|error| format!("{text}\n{error}"))?;
    for finding in &laws {
        let wrong = exception(&finding.law, &table).map_err(|error| error.to_string())?;
        if let Some((at, value)) = wrong {
            let law = finding.law.written(Style::Text, &found.sample.names);
            return Err(format!(
                "{text}\n{law} is proven, and at {at:?} the value is {value}"
            ));
        }
    }
    confirmed.times = times;
    confirmed.positions = table.cells.len() as u64;
    Ok(confirmed)
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
