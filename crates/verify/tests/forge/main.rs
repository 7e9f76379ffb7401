//! A forger at work: genuine certificates of every kind are changed at random (numbers, lines,
//! transitions, rules) and sealed again. Whatever the checker accepts must be true by brute
//! force, which is written here from the definitions and shares nothing with checker or prover:
//! values by mex over all options. Of the project it uses the readers of rules (the oracle of
//! the rule language) and nothing else.
//!
//! `cargo xtask forge --seconds N` runs it for longer and prints the table.

mod composed;
mod forger;
mod genuine;
mod truth;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy_verify::check;

use forger::{Random, every_number, forge};
use truth::codes::Values;
use truth::{Wrong, is_true};

#[derive(Default)]
struct Tally {
    mutants: u64,
    refused: u64,
    over_budget: u64,
    truths: u64,
    unknown: u64,
    lies: u64,
}

/// Certificates are handed to the checker, and what it believes is judged.
struct Trial {
    budget: Budget,
    known: Values,
    tallies: BTreeMap<&'static str, Tally>,
    lies: Vec<String>,
}

impl Trial {
    fn new() -> Trial {
        Trial {
            budget: Budget::default()
                .with_states(60_000)
                .with_bytes(256 << 20)
                .with_time(Duration::from_secs(5)),
            known: Values::default(),
            tallies: BTreeMap::new(),
            lies: Vec::new(),
        }
    }

    fn judge(&mut self, kind: &'static str, forged: &str) {
        let tally = self.tallies.entry(kind).or_default();
        tally.mutants += 1;
        match check(forged, &self.budget) {
            Err(error) if error.is_budget() => tally.over_budget += 1,
            Err(_) => tally.refused += 1,
            Ok(_) => match is_true(forged, &mut self.known) {
                Ok(()) => tally.truths += 1,
                Err(Wrong::Unknown) => tally.unknown += 1,
                Err(Wrong::Lie(why)) => {
                    tally.lies += 1;
                    self.lies.push(format!("{kind}: {why}\n{forged}"));
                }
            },
        }
    }

    /// Prints the table; panics if a lie was believed.
    fn end(self) {
        println!(
            "| kind | mutants | refused | over budget | accepted and true | accepted, not judged | accepted and false |"
        );
        println!("|---|---|---|---|---|---|---|");
        let mut all = Tally::default();
        for (kind, t) in &self.tallies {
            println!("| {kind} | {t}");
            all.mutants += t.mutants;
            all.refused += t.refused;
            all.over_budget += t.over_budget;
            all.truths += t.truths;
            all.unknown += t.unknown;
            all.lies += t.lies;
        }
        println!("| all | {all}");
        let lies = &self.lies;
        assert!(
            lies.is_empty(),
            "{} lies were believed:\n{}",
            lies.len(),
            lies.join("\n")
        );
        // Without certificates that hold in spite of a change the trial would say little.
        assert!(all.truths > 0 && all.refused > 0);
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} | {} | {} | {} | {} | {} |",
            self.mutants, self.refused, self.over_budget, self.truths, self.unknown, self.lies
        )
    }
}

/// Forges until told to stop.
fn trial(seed: u64, kinds: &str, mut go_on: impl FnMut(u64) -> bool) {
    let mut genuine = genuine::all();
    let asked: Vec<&str> = kinds.split(',').filter(|kind| !kind.is_empty()).collect();
    if !asked.is_empty() {
        genuine.retain(|(kind, _)| asked.iter().any(|begin| kind.starts_with(begin)));
    }
    println!("{} genuine certificates", genuine.len());
    let mut trial = Trial::new();
    for (kind, text) in &genuine {
        check(text, &Budget::default()).unwrap_or_else(|e| panic!("{kind}: {e}\n{text}"));
        is_true(text, &mut trial.known).unwrap_or_else(|e| panic!("{kind}: {e:?}\n{text}"));
    }
    let mut random = Random(seed | 1);
    let mut count = 0;
    while go_on(count) {
        let (kind, text) = &genuine[count as usize % genuine.len()];
        count += 1;
        let forged = forge(text, &mut random);
        if forged != *text {
            trial.judge(kind, &forged);
        }
    }
    trial.end();
}

/// Every number of every certificate that has not too many of them, changed alone.
#[test]
fn no_number_is_believed_that_is_false() {
    let mut trial = Trial::new();
    trial.budget = trial.budget.with_states(10_000);
    for (kind, text) in genuine::all() {
        let forged = every_number(&text);
        if forged.len() <= 300 {
            forged.iter().for_each(|forged| trial.judge(kind, forged));
        }
    }
    trial.end();
}

/// Claims about rules that are made of pieces, until told to stop.
fn compose(seed: u64, kind: &'static str, make: Make, mut go_on: impl FnMut(u64) -> bool) {
    let mut trial = Trial::new();
    let mut random = Random(seed | 1);
    let mut count = 0;
    while go_on(count) {
        count += 1;
        if let Some(text) = make(&mut random) {
            trial.judge(kind, &text);
        }
    }
    trial.end();
}

#[test]
fn no_row_made_of_pieces_is_believed_that_is_false() {
    compose(5, "heaps, composed", composed::row, |count| count < 2_000);
}

#[test]
fn no_law_made_of_pieces_is_believed_that_is_false() {
    compose(5, "law, composed", composed::law, |count| count < 200);
}

#[test]
fn no_board_made_of_pieces_is_believed_that_is_false() {
    compose(5, "board, composed", composed::board, |count| count < 1_000);
}

#[test]
fn no_family_made_of_pieces_is_believed_that_is_false() {
    compose(5, "family, composed", composed::family, |count| count < 120);
}

#[test]
fn no_forgery_is_believed() {
    trial(7, "", |count| count < 6_000);
}

/// Makes claims about rules; nothing if the rules that came about suggest none.
type Make = fn(&mut Random) -> Option<String>;

/// At least 10^5 forgeries, or as long as `FORGE_SECONDS` says; `FORGE_SEED` begins elsewhere, and `FORGE_KINDS`
/// leaves the kinds that begin with one of its names, or what is made of pieces alone (`composed`).
#[test]
#[ignore = "a hundred thousand forgeries; run by cargo xtask forge and cargo xtask test --long"]
fn no_forgery_of_a_hundred_thousand_is_believed() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let seconds = number("FORGE_SECONDS");
    let seed = number("FORGE_SEED").unwrap_or(11);
    let kinds = std::env::var("FORGE_KINDS").unwrap_or_default();
    let alone = kinds == "composed";
    if !alone {
        let started = Instant::now();
        trial(seed, &kinds, |count| match seconds {
            Some(seconds) => started.elapsed() < Duration::from_secs(seconds),
            None => count < 100_000,
        });
    }
    let composed: [(&str, &'static str, Make, u64); 4] = [
        ("heaps", "heaps, composed", composed::row, 20_000),
        ("lost", "law, composed", composed::law, 2_000),
        ("lost", "board, composed", composed::board, 20_000),
        ("family", "family, composed", composed::family, 2_000),
    ];
    for (kind, called, make, most) in composed {
        if alone || kinds.is_empty() || kinds.contains(kind) {
            let started = Instant::now();
            let share = if alone { 4 } else { 8 };
            compose(seed, called, make, |count| match seconds {
                Some(seconds) => started.elapsed() < Duration::from_secs(seconds / share),
                None => count < most,
            });
        }
    }
}
