//! Does the checker read the rules as they are played?
//!
//! A certificate holds the text of the rules, and the checker reads it by code that neither the
//! engines nor the prover share. What it takes the rules to be at a position
//! ([`grundy_verify::law::reading`]) is compared here with the oracle of the rule language: whether the
//! tuple is a position, whether play is over there, where its moves lead, and whether all that is
//! looked at has a value.
//!
//! ```
//! use std::sync::Arc;
//! use grundy::budget::Budget;
//! use grundy_lang::{agree, bench::compile, rules::Rules};
//! let text = "state n; move take(k in n/3..n) if (n xor k) % 3 = 1 -> [n-k]";
//! let rules = Rules::<4>::new(Arc::new(compile(text, None, &[]).unwrap())).unwrap();
//! let positions = agree::positions(&rules.compiled().program().game().domain, 20, 100);
//! let mut meter = Budget::default().meter("check");
//! let alike = grundy_laws::alike::compare(text, &rules, positions, &mut meter).unwrap();
//! assert_eq!(alike.unwrap().positions, 20);
//! ```
//!
//! Limits: numbers of the checker are unbounded, so where only the machine fails (beyond 64 bits,
//! with too many choices, by a measure) nothing is compared. The checker may see trouble where
//! there is none: that only means that less is proven.

use std::collections::BTreeSet;

use grundy::budget::Meter;
use grundy::game::Game;
use grundy::outcome::Winner;
use grundy_lang::machine::Fault;
use grundy_lang::oracle;
use grundy_lang::rules::Rules;
use grundy_verify::law::certificate::Source;
use grundy_verify::law::reading::{Meaning, Reading};

/// At how many positions both agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// The positions.
    pub positions: u64,
    /// At how many of these something has no value.
    pub faulty: u64,
    /// Where the checker sees trouble that is none.
    pub careful: u64,
}

/// Compares the reading of the checker with the oracle at these positions, until the meter
/// says that it is enough; `None` if the checker does not read the text. The error says how
/// the two differ.
pub fn compare<const N: usize>(
    text: &str,
    played: &Rules<N>,
    positions: Vec<Vec<i64>>,
    meter: &mut Meter,
) -> Result<Option<Alike>, String> {
    let source = Source {
        text: text.to_string(),
        ..Source::default()
    };
    let Ok(reading) = Reading::of(&source) else {
        return Ok(None);
    };
    let mut alike = Alike::default();
    for at in positions {
        let numbers = at.iter().map(|x| u64::try_from(*x).ok());
        let Some(position) = numbers.collect::<Option<Vec<u64>>>() else {
            return Err(format!("{at:?} is read, and is not natural"));
        };
        let read = match reading.at(&position, meter) {
            Ok(read) => read,
            Err(error) if error.is_budget() => break,
            // Numbers that are too large to be tried.
            Err(_) => continue,
        };
        match (said(played, &at), read) {
            (None, _) => {}
            (Some(said), read) if said == read => {
                alike.positions += 1;
                alike.faulty += u64::from(read == Meaning::Trouble);
            }
            (Some(_), Meaning::Trouble) => alike.careful += 1,
            (Some(said), read) => {
                return Err(format!(
                    "at {at:?} the checker reads {read:?}, the oracle says {said:?}"
                ));
            }
        }
    }
    Ok(Some(alike))
}

/// What a tuple means by the oracle; `None` where only the machine has no answer.
fn said<const N: usize>(played: &Rules<N>, at: &[i64]) -> Option<Meaning> {
    let program = played.compiled().program();
    let trouble = |fault: Fault| match fault {
        Fault::Overflow | Fault::Steps | Fault::Measure { .. } => None,
        _ => Some(Meaning::Trouble),
    };
    match oracle::inside(program, program.main, at) {
        Err(fault) => return trouble(fault),
        Ok(false) => return Some(Meaning::Outside),
        Ok(true) => {}
    }
    let over = played.over(&played.position(at));
    if played.fault().is_some() {
        return None;
    }
    if let Some(winner) = over {
        return Some(Meaning::Over(winner == Winner::Next));
    }
    let moves = match oracle::moves(program, program.main, at) {
        Err(fault) => return trouble(fault),
        Ok(moves) => moves,
    };
    let mut options = BTreeSet::new();
    for mv in moves {
        let part = |(_, at): (usize, Vec<i64>)| at.into_iter().map(|x| x as u64).collect();
        let mut sum: Vec<Vec<u64>> = mv.parts.into_iter().map(part).collect();
        sum.sort();
        options.insert(sum);
    }
    Some(Meaning::Options(options))
}
