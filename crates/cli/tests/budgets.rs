//! Limits hold: in time, in memory, for every verb, game and parameter.
//!
//! Processes run in a small address space, so that an allocation made before
//! its limit was asked kills them. Machines may be slow and busy, so no time is
//! asserted: what forgets its limit runs until it is killed, and the sweep of
//! `cargo xtask budgets` prints the real ratios.

#![cfg(target_os = "linux")]

mod running;

use std::io::Write;
use std::time::Duration;

use running::{Ended, confined, said, wait};

/// Room for the program, its threads and 256 MB of tables.
const MEGABYTES: u64 = 1024;
const PATIENCE: Duration = Duration::from_secs(120);

fn run(arguments: &[&str], input: &[u8]) -> Ended {
    let mut child = confined(arguments, MEGABYTES).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeding = std::thread::spawn(move || {
        // A program that has read enough closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let ended = wait(child, PATIENCE);
    feeding.join().unwrap();
    ended
}

/// Ends by itself, with an answer or with an error that names the limit.
fn assert_bounded(question: &[&str], limits: &[&str], named: &str) {
    let arguments: Vec<&str> = question.iter().chain(limits).copied().collect();
    let ended = run(&arguments, b"");
    let said = said(&ended.output);
    let short: String = said.chars().take(300).collect();
    match ended.code {
        Some(0 | 2) => {}
        Some(3) => assert!(
            said.contains(named) || said.contains("--limit-memory"),
            "{arguments:?}: {short}"
        ),
        _ => panic!("{arguments:?}: {:?}: {short}", ended.output.status),
    }
}

/// Questions that ran for half a minute, or took all memory, when limits did
/// not reach everywhere.
#[test]
fn limits_reach_every_engine() {
    for question in [
        &[
            "solve",
            "pins",
            "10^18,71,5",
            "--moves",
            "9223372036854775808",
        ][..],
        &["solve", "pins", "10^12", "--all"],
        &["solve", "smaller-pair", "10^12,5", "--all"],
        &["solve", "paired-heaps", "10^12,5", "--all"],
        &["draw", "ruler", "12128,12"],
        &["draw", "coin-regions", "(60,100),(50,60)"],
        &["draw", "treblecross", "1000000"],
        &["draw", "coin-product", "(2,2) + (2^280,1)"],
        &["solve", "4.65535", "7"],
        &["solve", "officers", "7"],
        &["solve", "nim:1000 + kayles:7", "--misere"],
        &["survey", "--digits", "3"],
        &["study", "kayles", "--misere"],
        &["table", "0.104", "--to", "5000000", "--format", "bfile"],
        &[
            "solve",
            "subtraction",
            "10^18",
            "--param",
            "set=1,4,9,16,25,36,49,64,81,100,121,169,196,225,256,289",
        ],
        &["count", "subsets", "nim", "1,2,3,10^18", "--size", "2"],
    ] {
        for (limit, most) in [("--limit-time", "1s"), ("--limit-states", "10000")] {
            // A survey may spend so many states for each of its codes.
            if (question[0], limit) == ("survey", "--limit-states") {
                continue;
            }
            let limits = [limit, most, "--limit-memory", "256M"];
            assert_bounded(question, &limits, limit);
        }
    }
}

/// A small heap does not wait for a deep search.
#[test]
fn small_questions_are_answered_within_small_limits() {
    for (arguments, value) in [
        (&["solve", "officers", "7", "--limit-time", "5s"][..], "3"),
        (&["solve", "4.65535", "7", "--limit-time", "20s"], ""),
        (
            &[
                "solve",
                "subtraction",
                "5",
                "--param",
                "set=1,4,9,16,25,36,49,64,81,100",
                "--limit-time",
                "5s",
            ],
            "0",
        ),
    ] {
        let ended = run(arguments, b"");
        let said = said(&ended.output);
        assert_eq!(ended.code, Some(0), "{arguments:?}: {said}");
        let wanted = format!("value     {value}");
        assert!(said.contains(&wanted), "{arguments:?}: {said}");
    }
}

/// Every numeric parameter of every game, at its ends and far beyond: an error
/// or an answer, never an allocation that kills the process.
#[test]
fn every_parameter_is_checked_before_anything_is_allocated() {
    let list = run(&["games", "--format", "json"], b"");
    let games: serde_json::Value = serde_json::from_slice(&list.output.stdout).unwrap();
    let mut asked = 0;
    for game in games.as_array().unwrap() {
        let mut lines = String::new();
        let mut count = 0;
        let example = &game["examples"][0];
        for parameter in game["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            for value in [
                "0",
                "1",
                "2147483648",
                "4294967295",
                "9223372036854775808",
                "-1",
            ] {
                let question = serde_json::json!({
                    "game": game["id"], "position": example, "params": {name: value},
                });
                lines += &format!("{question}\n");
                count += 1;
            }
        }
        if count == 0 {
            continue;
        }
        asked += count;
        let limits = [
            "batch",
            "--limit-states",
            "20000",
            "--limit-time",
            "500ms",
            "--limit-memory",
            "64M",
        ];
        let ended = run(&limits, lines.as_bytes());
        let answers = String::from_utf8_lossy(&ended.output.stdout)
            .lines()
            .count();
        assert_eq!(
            (ended.code, answers),
            (Some(0), count),
            "{}: {}",
            game["id"],
            said(&ended.output)
        );
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn one_bad_line_does_not_end_a_batch() {
    let lines = concat!(
        r#"{"game":"coin-game-1","position":"(2,3)","params":{"dimension":4294967295}}"#,
        "\n",
        r#"{"game":"nim","position":"1,2"}"#,
        "\n"
    );
    let ended = run(&["batch"], lines.as_bytes());
    let said = said(&ended.output);
    assert_eq!(ended.code, Some(0), "{said}");
    assert!(
        said.lines().next().unwrap().contains("bad_parameter"),
        "{said}"
    );
    assert!(
        said.lines().nth(1).unwrap().contains(r#""outcome":"N""#),
        "{said}"
    );
}

/// A line, or a file, without end is refused while it is read.
#[test]
fn readers_of_pipes_are_bounded() {
    let endless = vec![b'x'; 300 << 20];
    for arguments in [
        &["play", "nim", "3"][..],
        &["check", "-"],
        &["test", "-"],
        &["fmt", "-"],
        &["law", "-"],
        &["judge", "P2197"],
        &["nim"],
        &["solve", "nim", "-"],
        &["batch"],
    ] {
        let ended = run(arguments, &endless);
        assert!(
            matches!(ended.code, Some(0 | 2 | 3)),
            "{arguments:?}: {:?}",
            ended.output.status
        );
    }
}

/// What help says is what happens.
#[test]
fn defaults_are_those_of_the_help() {
    for verb in [
        "solve", "table", "draw", "batch", "period", "sequence", "survey", "study", "law", "prove",
        "check", "misere", "test", "graph", "annotate", "play",
    ] {
        let help = said(&run(&[verb, "--help"], b"").output);
        let default = |option: &str| {
            let at = help
                .find(option)
                .unwrap_or_else(|| panic!("{verb} lacks {option}"));
            let rest = &help[at..];
            let from = rest.find("(default ").unwrap() + 9;
            rest[from..].split(')').next().unwrap().to_string()
        };
        let states = match verb {
            "draw" | "survey" => "100000",
            "period" | "sequence" | "check" | "graph" => "none",
            _ => "50M",
        };
        assert_eq!(default("--limit-states"), states, "{verb}");
        assert_eq!(default("--limit-memory"), "4G", "{verb}");
        let time = if matches!(verb, "study" | "law" | "prove") {
            "30s"
        } else {
            "none"
        };
        assert_eq!(default("--limit-time"), time, "{verb}");
    }
}

#[test]
fn limits_are_read_as_people_write_them() {
    for states in ["100", "1e2", "10^2", "0.1K"] {
        let ended = run(&["solve", "cram", "5x5", "--limit-states", states], b"");
        let expected = if states == "0.1K" { 2 } else { 3 };
        let said = said(&ended.output);
        assert_eq!(ended.code, Some(expected), "{states}: {said}");
        if expected == 3 {
            assert!(
                said.contains("the limit of 100 states; raise --limit-states"),
                "{said}"
            );
        }
    }
    let ended = run(
        &["solve", "cram", "5x5", "--limit-states", "1e999999999"],
        b"",
    );
    assert_eq!(ended.code, Some(2), "{}", said(&ended.output));
}
