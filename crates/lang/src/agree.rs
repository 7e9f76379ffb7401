//! Does the bytecode do what the oracle says, and machine code what the bytecode does? The questions of
//! all tests that make programs at random.
//!
//! ```
//! use std::sync::Arc;
//! use grundy_lang::{agree, bench::compile, rules::Rules};
//! let compiled = compile("state n; move take(k in 1..3) -> [n-k]", None, &[]).unwrap();
//! let rules = Rules::<16>::new(Arc::new(compiled)).unwrap();
//! assert_eq!(agree::compare(&rules, &[7]), Ok(agree::Agreed::Moves(3)));
//! ```

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::{CONTINUE, Game, STOP};
use grundy::solve::dense;
use grundy::text::Lang;

use crate::explain;
use crate::machine::{Fault, MOST_STEPS};
use crate::oracle;
use crate::position::Position;
use crate::rules::{Pace, Rules};
use crate::terminate::Termination;

/// What both found at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed {
    /// So many moves.
    Moves(usize),
    /// That the rules fail there.
    Fault,
    /// That it is no position.
    Outside,
}

/// Small positions of a game: a few values of each number, from the least on;
/// at most `most` of them, spread evenly.
pub fn positions(domain: &[(i64, i64)], side: i64, most: usize) -> Vec<Vec<i64>> {
    let sides: Vec<i64> = domain
        .iter()
        .map(|(least, last)| last.saturating_sub(*least).min(side - 1) + 1)
        .collect();
    let all = sides
        .iter()
        .try_fold(1usize, |all, side| all.checked_mul(*side as usize));
    let all = all.unwrap_or(usize::MAX);
    let step = all.div_ceil(most.max(1)).max(1);
    let point = |mut number: usize| {
        let mut at: Vec<i64> = Vec::new();
        for (side, (least, _)) in sides.iter().zip(domain).rev() {
            at.push(least + (number % *side as usize) as i64);
            number /= *side as usize;
        }
        at.reverse();
        at
    };
    (0..all).step_by(step).take(most).map(point).collect()
}

/// Compares the moves of one position of the main game, and what its first
/// moves do when they are written, read and played. `Err` says how the two
/// differ.
pub fn compare<const N: usize>(rules: &Rules<N>, at: &[i64]) -> Result<Agreed, String> {
    let program = rules.compiled().program();
    match oracle::inside(program, program.main, at) {
        Ok(true) => {}
        asked => {
            let read = rules.read(&rules.write(&[rules.position(at)]));
            return match (asked, &read) {
                (Ok(_), Err(Error::BadPosition { .. })) => Ok(Agreed::Outside),
                (Err(_), Err(Error::Faulty { .. })) => Ok(Agreed::Fault),
                (asked, _) => Err(format!("{at:?} is inside: {asked:?}, and read {read:?}")),
            };
        }
    }
    let expected = oracle::moves(program, program.main, at);
    if expected == Err(Fault::Steps) {
        // There are more choices than the oracle goes through.
        return Ok(Agreed::Fault);
    }
    let position = rules.position(at);
    let flat = |part: &Position<N>| (rules.game_of(part), rules.coordinates_of(part).to_vec());
    let mut found = Vec::new();
    // One move too many is enough to tell; where the rules fail, the moves
    // before that do not matter.
    let most = expected.as_ref().map_or(0, Vec::len);
    let mut named = 0;
    let _ = rules.options(&position, &mut |mv, parts| {
        named += 1;
        if expected.is_err() {
            return if named > MOST_STEPS { STOP } else { CONTINUE };
        }
        let count = program.game().moves[usize::from(mv.rule)].arguments.len();
        let named = oracle::Named {
            rule: u32::from(mv.rule),
            arguments: mv.arguments[..count].to_vec(),
            parts: parts.iter().map(flat).collect(),
        };
        found.push((named, mv));
        if found.len() > most { STOP } else { CONTINUE }
    });
    let agreed = match (&expected, rules.fault()) {
        (Err(_), Some(Error::Faulty { .. })) => Agreed::Fault,
        // The measure is watched by whoever plays: what it has no value for is
        // a fault as well.
        (Ok(_), Some(Error::Faulty { .. }))
            if *rules.compiled().termination() == Termination::Watched =>
        {
            Agreed::Fault
        }
        // The two count their steps in different ways.
        (Ok(_), Some(Error::Faulty { because, .. }))
            if because
                .get(Lang::En)
                .contains(&explain::TOO_MANY_STEPS.to_string()) =>
        {
            Agreed::Fault
        }
        (Ok(expected), None) if expected.iter().eq(found.iter().map(|(named, _)| named)) => {
            Agreed::Moves(found.len())
        }
        (expected, fault) => {
            return Err(format!(
                "at {at:?} the oracle finds {expected:?}, the bytecode {found:?} and {fault:?}"
            ));
        }
    };
    if agreed != Agreed::Fault {
        for (named, mv) in found.iter().take(5) {
            let played = rules.play(&position, mv);
            let played = played.map(|sum| sum.iter().map(flat).collect::<Vec<_>>());
            let written = rules.write_move(mv);
            let read = rules.read_move(&position, &written);
            let legal = read.is_ok_and(|read| rules.play(&position, &read).is_some());
            if played.as_ref() != Some(&named.parts) || !legal {
                return Err(format!("at {at:?} {written} leads to {played:?}"));
            }
        }
    }
    let written = rules.write(&[position]);
    match rules.read(&written) {
        Ok(read) if read == [position] => Ok(agreed),
        read => Err(format!("{at:?} is written {written} and read {read:?}")),
    }
}

/// The values of a box, filled in one way; or the error, of the rules first of all.
pub fn table<const N: usize>(
    rules: &Rules<N>,
    size: &[u64],
    pace: Pace,
    budget: &Budget,
) -> Result<Vec<Option<u32>>, Error> {
    let rules = rules.again().paced(pace);
    let filled = dense::fill(&rules, size, &mut budget.meter("table"));
    match rules.fault() {
        // Values are of no account where something went wrong.
        Some(fault) => Err(fault),
        None => filled,
    }
}

/// Compares a box filled by the bytecode and by machine code: values, faults, what is not
/// well-founded, where a limit of states ends it. `Err` says how the two differ.
pub fn tables<const N: usize>(
    rules: &Rules<N>,
    size: &[u64],
    budget: &Budget,
) -> Result<(), String> {
    let byte = table(rules, size, Pace::Bytecode, budget);
    let native = table(rules, size, Pace::Native, budget);
    match byte == native {
        true => Ok(()),
        false => Err(format!(
            "a table of {size:?} by the bytecode: {byte:?}, and by machine code: {native:?}"
        )),
    }
}
