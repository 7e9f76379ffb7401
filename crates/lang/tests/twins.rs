//! Every game of the catalogue that has a text in the rule language agrees
//! with it: on outcomes in both conventions, on values, and on the moves,
//! position by position.
//!
//! The games with a text, and why the others have none, are printed:
//! `cargo test -p grundy-lang --test twins -- --nocapture`.

use std::collections::BTreeSet;

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue::{self, UNWRITTEN};
use grundy::compound::{End, Kind};
use grundy::game::Game;
use grundy::outcome::Convention;
use grundy::workbench::AnyGame;

/// Positions compared for each setting of a game.
const POSITIONS: usize = 100;

/// A game of the catalogue under one setting, with small positions in both
/// notations.
struct Twin {
    name: String,
    set: Vec<(String, String)>,
    text: String,
    positions: Vec<(String, String)>,
}

/// What the catalogue says about texts.
#[derive(Default)]
struct Collect {
    twins: Vec<Twin>,
    /// Games, settings and why there is no text.
    without: Vec<(String, &'static str)>,
    only: Option<String>,
}

fn collect() -> Collect {
    let only = std::env::var("GAME").ok();
    let mut collected = Collect {
        only: only.clone(),
        ..Collect::default()
    };
    let asked = |id: &str| only.as_ref().is_none_or(|only| only == id);
    for entry in catalogue::ALL.iter().filter(|e| asked(e.about.id)) {
        for (set, game) in entry.tested() {
            let mut name = entry.about.id.to_string();
            for (parameter, value) in &set {
                name += &format!(" {parameter}={value}");
            }
            let game = game.unwrap();
            let text = match game.rule_text() {
                Ok(text) => text,
                Err((reason, _)) => {
                    collected.without.push((name, reason));
                    continue;
                }
            };
            let listed = game.listed();
            let written: Vec<(String, String)> = listed
                .small()
                .iter()
                .filter_map(|sum| Some((game.game().write(sum), listed.rule_position(sum)?)))
                .collect();
            assert!(!written.is_empty(), "{name}: no position fits");
            let step = written.len().div_ceil(POSITIONS);
            let positions = written.into_iter().step_by(step).collect();
            collected.twins.push(Twin {
                name,
                set,
                text,
                positions,
            });
        }
    }
    collected
}

fn budget() -> Budget {
    Budget::default().with_states(300_000)
}

/// The outcome and the value, or why there is none.
fn answer(
    game: &dyn AnyGame,
    position: &str,
    convention: Convention,
) -> Result<(String, Option<String>), String> {
    let question = Question {
        convention,
        moves: 0,
        budget: budget(),
        ..Question::default()
    };
    let solved = game.solve(position, &question);
    let answer = solved.map_err(|error| error.to_string())?.answer;
    let value = answer.value.map(|value| value.to_string());
    Ok((answer.outcome.to_string(), value))
}

/// A sum as a set of parts that can move, in one order.
fn parts(position: &str, heaps: bool) -> Vec<String> {
    let sign = if heaps { "," } else { "+" };
    let mut parts: Vec<String> = position
        .split(sign)
        .map(|part| part.split_whitespace().collect::<String>())
        .filter(|part| !matches!(part.as_str(), "0" | "[]" | ""))
        .collect();
    parts.sort();
    parts
}

#[derive(Default)]
struct Compared {
    answers: usize,
    unanswered: usize,
    /// Positions whose options are the same, one by one.
    exactly: usize,
    /// Positions whose options have the same outcomes and values.
    alike: usize,
}

fn compare(twin: &Twin, compared: &mut Compared) {
    let Twin { name, text, .. } = twin;
    let id = name.split(' ').next().unwrap();
    let built_in = catalogue::find(id).unwrap().build(&twin.set).unwrap();
    let written = grundy_lang::bench::load(text, None, &[])
        .unwrap_or_else(|wrong| panic!("{name}: {wrong:?}\n{text}"));
    let rules = written.rules();
    let compound = rules.kind != Kind::Disjunctive || rules.end != End::Long;
    // A text that says misère means it for the one convention of the game.
    let conventions = match rules.convention {
        Convention::Misere => vec![(Convention::Normal, Convention::Misere)],
        Convention::Normal => vec![
            (Convention::Normal, Convention::Normal),
            (Convention::Misere, Convention::Misere),
        ],
    };
    for (theirs, ours) in &twin.positions {
        for (their_convention, our_convention) in &conventions {
            let expected = answer(built_in.as_ref(), theirs, *their_convention);
            let found = answer(written.as_ref(), ours, *our_convention);
            match (&expected, &found) {
                (Ok(expected), Ok(found)) => {
                    compared.answers += 1;
                    let place = format!("{name} {theirs} = {ours} {their_convention:?}\n{text}");
                    assert_eq!(expected.0, found.0, "{place}");
                    if let (Some(expected), Some(found)) = (&expected.1, &found.1) {
                        assert_eq!(expected, found, "{place}");
                    }
                }
                (Err(expected), Err(_)) => {
                    assert!(expected.contains("states"), "{name} {theirs}: {expected}");
                    compared.unanswered += 1;
                }
                (_, Err(found)) => panic!("{name} {theirs} = {ours}: {found}\n{text}"),
                (Err(_), Ok(_)) => compared.unanswered += 1,
            }
        }
        if compound {
            continue;
        }
        let (their_moves, _) = built_in.moves(theirs, 500).unwrap();
        let (our_moves, _) = written.moves(ours, 500).unwrap();
        let heaps = written.dimension() == 1 && !text.contains("\ncoins");
        let mapped: Option<BTreeSet<Vec<String>>> = their_moves
            .iter()
            .map(|mv| Some(parts(&built_in.rule_position(&mv.to).unwrap()?, heaps)))
            .collect();
        let listed: BTreeSet<Vec<String>> =
            our_moves.iter().map(|mv| parts(&mv.to, heaps)).collect();
        if mapped.as_ref() == Some(&listed) {
            compared.exactly += 1;
            continue;
        }
        // Games that keep heaps in order or drop what cannot move write their
        // options in another way: then what they are worth must agree.
        let worth = |game: &dyn AnyGame, to: Vec<String>, convention| -> BTreeSet<_> {
            to.iter().map(|to| answer(game, to, convention)).collect()
        };
        let (first, second) = conventions[0];
        let to = their_moves.into_iter().map(|mv| mv.to).collect();
        let expected = worth(built_in.as_ref(), to, first);
        let to = our_moves.into_iter().map(|mv| mv.to).collect();
        let found = worth(written.as_ref(), to, second);
        let outcomes = |set: &BTreeSet<Result<(String, Option<String>), String>>| {
            let known = set.iter().flatten();
            known.map(|(o, _)| o.clone()).collect::<BTreeSet<String>>()
        };
        let all = |set: &BTreeSet<Result<(String, Option<String>), String>>| {
            set.iter().all(|a| matches!(a, Ok((_, Some(_)))))
        };
        match all(&expected) && all(&found) {
            true => assert_eq!(
                expected, found,
                "options of {name} {theirs} = {ours}\n{text}"
            ),
            false => assert_eq!(
                outcomes(&expected),
                outcomes(&found),
                "options of {name} {theirs} = {ours}\n{text}"
            ),
        }
        compared.alike += 1;
    }
}

#[test]
fn twins_agree() {
    let collected = collect();
    println!("not written in the rule language:");
    for (name, reason) in &collected.without {
        println!("  {name}: {reason}");
        assert_ne!(
            *reason, UNWRITTEN.0,
            "{name} says neither rules nor a reason"
        );
    }
    println!("compared:");
    let mut failed = Vec::new();
    for twin in &collected.twins {
        let mut compared = Compared::default();
        let started = std::time::Instant::now();
        let compare = std::panic::AssertUnwindSafe(|| compare(twin, &mut compared));
        if std::panic::catch_unwind(compare).is_err() {
            failed.push(&twin.name);
            continue;
        }
        println!(
            "  {}: {} answers ({} out of reach), options the same at {} positions, alike at {} ({} ms)",
            twin.name,
            compared.answers,
            compared.unanswered,
            compared.exactly,
            compared.alike,
            started.elapsed().as_millis()
        );
        assert!(compared.answers > 0, "{}", twin.name);
    }
    assert!(failed.is_empty(), "{failed:?}");
    if collected.only.is_none() {
        let games: BTreeSet<&str> = collected
            .twins
            .iter()
            .map(|twin| twin.name.split(' ').next().unwrap_or(""))
            .collect();
        println!(
            "{} games of {} have a text",
            games.len(),
            catalogue::ALL.len()
        );
        assert!(games.len() >= 45, "{games:?}");
    }
}
