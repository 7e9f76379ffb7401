//! The rule language, read in every way there is: bytecode, machine code, oracle, translation of the prover,
//! reading of the checker, recognised shapes, brute force.
//!
//! The input is not a text but the choices of which
//! [`grundy_lang::random::chosen`] makes one: so nearly every input compiles, and what a
//! mutation changes is a construct of the language, not a letter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::random::Random;
use grundy_lang::agree;
use grundy_lang::rules::Rules;
use grundy_laws::alike;
use grundy_laws::brute::{Effort, confirm};
use grundy_laws::rules::agree::Difference;
use grundy_laws::rules::{Rules as Linear, Source};
use grundy_laws::study::Options;

/// Choices at random.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut random = Random::new(16);
    let mut bytes = |length: u64| (0..length).map(|_| random.below(256) as u8).collect();
    (0..120).map(|seed| bytes(10 + seed)).collect()
}

pub(super) fn run(input: &[u8]) -> Result<(), String> {
    let text = grundy_lang::random::chosen(input);
    all_readings_agree(&text).map_err(|wrong| format!("{text}\n{wrong}"))
}

fn all_readings_agree(text: &str) -> Result<(), String> {
    let Ok(compiled) = grundy_lang::bench::compile(text, None, &[]) else {
        return Ok(());
    };
    let compiled = Arc::new(compiled);
    let formatted = grundy_lang::format::format(text).map_err(|_| "it is not formatted")?;
    if grundy_lang::bench::compile(&formatted, None, &[]).is_err() {
        return Err(format!("it does not compile as\n{formatted}"));
    }
    let domain = compiled.program().game().domain.clone();
    if let Some(rules) = Rules::<4>::new(compiled.clone()) {
        // Millions of choices at every position add nothing new.
        let end = Instant::now() + Duration::from_millis(10);
        for at in agree::positions(&domain, 9, 60) {
            agree::compare(&rules, &at)?;
            if Instant::now() > end {
                break;
            }
        }
        let few = Budget::default().with_states(10_000);
        let sides = vec![6; domain.len()];
        if domain.len() <= 3 && Instant::now() < end {
            agree::tables(&rules, &sides, &few)?;
        }
        let some = Budget::default().with_time(Duration::from_millis(10));
        let positions = agree::positions(&domain, 9, 60);
        alike::compare(text, &rules, positions, &mut some.meter("check"))?;
    }
    super::same_without_shape(&compiled, text)?;
    let Ok(rules) = Linear::translated(&Source::new(text)) else {
        return Ok(());
    };
    match rules.agree() {
        Ok(_) => {}
        Err(Difference::Options(difference)) => return Err(difference.to_string()),
        // No law is ever told of rules that fail.
        Err(_) => {
            return match Linear::of(&Source::new(text)) {
                Ok(_) => Err("rules that fail are studied".to_string()),
                Err(_) => Ok(()),
            };
        }
    }
    let effort = Effort {
        study: Options {
            time: Duration::from_millis(15),
            budget: Budget::default()
                .with_states(10_000)
                .with_bytes(64 << 20)
                .with_time(Duration::from_millis(30)),
        },
        times: 2,
        table: Budget::default().with_time(Duration::from_millis(30)),
    };
    confirm(text, &rules, &effort).map(|_| ())
}
