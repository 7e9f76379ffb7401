//! Programs made at random: the bytecode does what the oracle says, formatting
//! changes nothing but blanks, and proofs of termination are true.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::catalogue::Named;
use grundy::game::{CONTINUE, Game, STOP};
use grundy::games::heaps::code::TakeAndBreak;
use grundy::solve::heap::code::Rules as Code;
use grundy::solve::memo::Memo;
use grundy_lang::agree::{self, Agreed};
use grundy_lang::bench::compile;
use grundy_lang::oracle;
use grundy_lang::random;
use grundy_lang::rules::Rules;
use proptest::prelude::*;

/// Small positions of a game.
fn positions(domain: &[(i64, i64)]) -> Vec<Vec<i64>> {
    agree::positions(domain, 7, 343)
}

/// Compares the machine with the oracle on every small position; answers how
/// many moves were compared and how many positions failed in both.
fn compare(text: &str) -> (usize, usize) {
    let Ok(compiled) = compile(text, None, &[]) else {
        return (0, 0);
    };
    let rules = Rules::<4>::new(Arc::new(compiled)).unwrap();
    let (mut moves, mut faults) = (0, 0);
    let start = Instant::now();
    for at in positions(&rules.compiled().program().game().domain) {
        // Millions of choices at every position add nothing new.
        if start.elapsed() > Duration::from_millis(100) {
            break;
        }
        match agree::compare(&rules, &at) {
            Ok(Agreed::Moves(count)) => moves += count,
            Ok(Agreed::Fault) => faults += 1,
            Ok(Agreed::Outside) => {}
            Err(difference) => panic!("{text}\n{difference}"),
        }
    }
    (moves, faults)
}

#[test]
fn random_programs_reach_every_corner() {
    let (mut moves, mut faults, mut compiled) = (0, 0, 0);
    for seed in 0..600 {
        let text = random::any(seed);
        compiled += usize::from(compile(&text, None, &[]).is_ok());
        let (more, failed) = compare(&text);
        moves += more;
        faults += failed;
    }
    // The generator is worth nothing if hardly anything it makes is legal.
    assert!(compiled > 500, "only {compiled} programs compiled");
    assert!(moves > 10_000, "only {moves} moves were compared");
    assert!(faults > 200, "only {faults} positions failed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_machine_does_what_the_oracle_says(seed in any::<u64>()) {
        compare(&random::any(seed));
    }

    #[test]
    fn formatting_keeps_the_meaning_and_is_done_once(seed in any::<u64>()) {
        let text = random::any(seed);
        if let Ok(formatted) = grundy_lang::format::format(&text) {
            prop_assert_eq!(
                grundy_lang::format::format(&formatted).unwrap(), formatted.clone(), "{}", text
            );
            let program = |text: &str| {
                grundy_lang::parse(text).and_then(|file| grundy_lang::check(&file, &[])).ok().map(|p| {
                    let game = &p.games[0];
                    let moves: Vec<_> = game.moves.iter()
                        .map(|m| (m.name.clone(), m.steps.clone(), m.parts.clone())).collect();
                    (game.domain.clone(), game.within.as_ref().map(|w| w.holds.clone()), moves)
                })
            };
            prop_assert_eq!(program(&text), program(&formatted), "{}", text);
        }
    }
}

/// Whether the moves between the positions of a box have a cycle, parts of
/// the main game alone being followed; `None` where the rules fail.
fn has_cycle(rules: &Rules<4>, side: i64) -> Option<bool> {
    let main = rules.compiled().program().main;
    let domain = rules.compiled().program().game().domain.clone();
    let mut all = agree::positions(&domain, side, 400);
    all.retain(|at| oracle::inside(rules.compiled().program(), main, at) == Ok(true));
    let mut left: HashMap<Vec<i64>, Vec<Vec<i64>>> = HashMap::new();
    for at in &all {
        let mut to = Vec::new();
        let _ = rules.options(&rules.position(at), &mut |_, parts| {
            let own = parts.iter().filter(|part| rules.game_of(part) == main);
            to.extend(own.map(|part| rules.coordinates_of(part).to_vec()));
            if to.len() > 10_000 { STOP } else { CONTINUE }
        });
        if rules.fault().is_some() {
            return None;
        }
        to.retain(|part| all.contains(part));
        left.insert(at.clone(), to);
    }
    // What leads nowhere that is left goes, until nothing does.
    loop {
        let before = left.len();
        let ends: Vec<Vec<i64>> = left
            .iter()
            .filter(|(_, to)| !to.iter().any(|part| left.contains_key(part)))
            .map(|(at, _)| at.clone())
            .collect();
        for at in ends {
            left.remove(&at);
        }
        if left.len() == before {
            return Some(!left.is_empty());
        }
    }
}

/// Where it is said that play ends, no position of a box comes back.
fn ends_as_said(seed: u64) -> bool {
    let text = match seed % 2 {
        0 => random::any(seed),
        _ => random::tame(seed),
    };
    let Ok(compiled) = compile(&text, None, &[]) else {
        return false;
    };
    use grundy_lang::terminate::Termination::{Unproven, Watched};
    if matches!(compiled.termination(), Unproven | Watched) {
        return false;
    }
    let rules = Rules::<4>::new(Arc::new(compiled)).unwrap();
    let cycle = has_cycle(&rules, 9);
    assert_ne!(cycle, Some(true), "{text}");
    cycle.is_some()
}

#[test]
fn proven_termination_is_true() {
    let proven = (0..800).filter(|seed| ends_as_said(*seed)).count();
    assert!(proven > 100, "only {proven} texts have a proof");
}

/// An order of three coordinates was once asked of a game that has one.
#[test]
fn orders_are_asked_of_games_with_fewer_coordinates() {
    let text =
        "state x, y, z in 0..2; move a if z > 0 -> [6, y+1, 0]; move b(i in -1..y) -> dawson[z]";
    let compiled = compile(text, None, &[]).unwrap();
    let rules = Rules::<4>::new(Arc::new(compiled)).unwrap();
    assert_eq!(
        agree::compare(&rules, &[1, 2, 2]),
        Ok(agree::Agreed::Moves(5))
    );
}

#[test]
fn a_branch_that_is_not_taken_proves_nothing() {
    // Once "proven" to end, since popcount(n-6) would need n to be at least 6.
    for text in [
        "state n in 0..3; move rot let q = (n > 5 ? popcount(n-6) : 0) -> [(n+1) % 4 + q]",
        "state n in 0..3; move rot let q = (n > 5 ? isqrt(n-6) : 0) -> [(n+1) % 4 + q]",
        "state n in 0..3; move rot if (n > 5 ? ctz(n-6) : 0) = 0 -> [(n+1) % 4]",
    ] {
        let compiled = compile(text, None, &[]).unwrap();
        assert!(!compiled.termination().is_certain(), "{text}");
        let rules = Rules::<4>::new(Arc::new(compiled)).unwrap();
        assert_eq!(has_cycle(&rules, 9), Some(true), "{text}");
    }
    // Where it is taken, it does.
    let text = "state n; move down let q = popcount(n-6) if q > 0 -> [n-q]";
    assert!(compile(text, None, &[]).unwrap().termination().is_certain());
}

/// Codes whose moves leave three heaps or more are read off their own text, and what only looks
/// like one is not.
#[test]
fn splits_into_many_are_recognised_exactly() {
    for code in [
        "8.[3]",
        "0.8",
        "0.3F",
        "C.0",
        "0.(16)",
        "8/unequal",
        "0.205200C",
    ] {
        let game = TakeAndBreak::new(code.parse().unwrap());
        let compiled = compile(&game.rule_text().unwrap(), None, &[]).unwrap();
        let found = compiled
            .shape()
            .and_then(|shape| shape.code())
            .map(ToString::to_string);
        let expected = code.parse::<Code>().unwrap().to_string();
        assert_eq!(found, Some(expected), "{code}");
    }
    for choice in [
        // In any order, with a largest part, without the last bound, by twos.
        "a in 1..n/3, b in 1..(n-a)/2",
        "a in 1..n/3, b in a..min(7, (n-a)/2)",
        "a in 1..n/3, b in a..n-a",
        "a in 1..n/3, b in a+2..(n-a)/2",
    ] {
        let text = format!("state n; move s({choice}) -> [a] + [b] + [n-a-b]");
        assert!(
            compile(&text, None, &[]).unwrap().shape().is_none(),
            "{text}"
        );
    }
    // A set of large numbers is told as a set.
    let text = "state n; move take(k in {7, 100000}) -> [n-k]";
    let compiled = compile(text, None, &[]).unwrap();
    let told = compiled.shape().map(|shape| shape.text().to_string());
    let expected = "recognised as the heap game {7,100000}";
    assert_eq!(told.as_deref(), Some(expected));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn recognised_shapes_have_the_values_of_the_rules(
        takes in proptest::collection::vec((1i64..7, 0u8..6), 1..4), split in 0u8..10
    ) {
        let mut text = "state n".to_string();
        for (take, kind) in &takes {
            text += &match kind {
                0 => format!("\nmove t -> [n-{take}]"),
                1 => format!("\nmove t if n > {take} -> [n-{take}]"),
                2 => format!("\nmove t(k in 1..{take}) -> [n-k]"),
                3 => format!("\nmove t(k in {take}..n) -> [n-k]"),
                4 => format!("\nmove t(k in 0..n-{take}) -> [k]"),
                _ => format!("\nmove t if n = {take} -> []"),
            };
        }
        text += match split {
            0 => "\nmove s(k in 1..n-1) -> [k] + [n-k]",
            1 => "\nmove s(k in 1..n/2) -> [k] + [n-k]",
            2 => "\nmove s(k in 0..n-2) -> [k] + [n-2-k]",
            3 => "\nmove s(k in 1..(n-1)/2) -> [k] + [n-k]",
            4 => "\nmove s(k in 2..(n-3)/2) -> [n-3-k] + [k]",
            5 => "\nmove s(k in {2, 3}, a in 1..(n-k)/2) -> [a] + [n-k-a]",
            6 => "\nmove s(a in 1..n/3, b in a..(n-a)/2) -> [a] + [b] + [n-a-b]",
            7 => "\nmove s(a in 1..(n-3)/3, b in a+1..(n-a-1)/2) -> [a] + [b] + [n-a-b]",
            8 => "\nmove s(a in 2..(n-1)/3, b in a..(n-1-a)/2) -> [b] + [n-1-a-b] + [a]",
            _ => "",
        };
        let compiled = compile(&text, None, &[]).unwrap();
        let Some(shape) = compiled.shape() else {
            return Err(TestCaseError::fail(format!("not recognised:\n{text}")));
        };
        let plain = Arc::new(compile(&text, None, &[]).unwrap().without_shape());
        let rules = Rules::<1>::new(plain).unwrap();
        let mut memo = Memo::new(&rules);
        let mut meter = Budget::default().meter("search");
        for heap in 0..40 {
            let value = memo.value(&rules.position(&[heap]), &mut meter).unwrap();
            prop_assert_eq!(shape.value(&[heap]), Some(value.into()), "{} at {}", text, heap);
        }
    }
}
