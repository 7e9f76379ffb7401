//! `judge` and `count` as a user meets them.

mod running;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn grundy(arguments: &[&str], input: &str) -> Output {
    running::grundy_in(&std::env::temp_dir(), arguments, input.as_bytes())
}

/// Exit code and standard output.
fn said(arguments: &[&str], input: &str) -> (i32, String) {
    let output = grundy(arguments, input);
    match output.status.code() {
        Some(0) => (0, running::text(&output)),
        code => (code.unwrap(), String::from_utf8(output.stdout).unwrap()),
    }
}

#[test]
fn problems_are_judged() {
    assert_eq!(
        said(&["judge", "P2148"], "2\n4\n1 2 3 1\n6\n1 1 1 1 1 1\n"),
        (0, "YES\nNO\n".into())
    );
    assert_eq!(
        said(&["judge", "abc278g"], "6 1 2\n"),
        (0, "First\n".into())
    );
    for (code, arguments, input) in [
        (2, &["judge", "P2148"][..], "2\n4\n1 2 3\n"),
        (2, &["judge", "P2148"], "1\n2\n1 x\n"),
        (2, &["judge", "P2148"], "0\nmore\n"),
        (2, &["judge", "P0"], ""),
        (2, &["judge"], ""),
        (2, &["judge", "P2148", "--interactive"], "0\n"),
        (2, &["judge", "P2148", "--check", "no such file"], "0\n"),
    ] {
        let output = grundy(arguments, input);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    let error = grundy(&["judge", "P2148", "--lang", "zh"], "1\n2\n1 x\n").stderr;
    assert!(String::from_utf8(error).unwrap().contains("第 3 行"));
}

#[test]
fn problems_are_listed() {
    let (code, text) = said(&["judge", "--list"], "");
    assert_eq!((code, text.lines().count()), (0, 41));
    let (_, json) = said(&["judge", "--list", "--format", "json", "--lang", "zh"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 41);
}

#[test]
fn answers_are_checked() {
    let file = std::env::temp_dir().join(format!("grundy-answer-{}", std::process::id()));
    let input = "4 2\n2 1 1 5\n1 2\n3 4\n";
    for (code, answer) in [
        (0, "WIN\n1 5 1 5\n"),
        (1, "WIN\n2 1 1 5\n"),
        (1, "LOSE\n"),
        (1, ""),
    ] {
        std::fs::write(&file, answer).unwrap();
        let (found, _) = said(
            &["judge", "CF1149E", "--check", file.to_str().unwrap()],
            input,
        );
        assert_eq!(found, code, "{answer}");
    }
    std::fs::remove_file(&file).unwrap();
}

/// A peer process that takes the first block it can.
#[test]
fn an_interactive_game_is_won() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
        .args(["judge", "ABC278G", "--interactive"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut say = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut cards = [true; 31];
    say.write_all(b"30 2 2\n").unwrap();
    let mut ours = lines.next().unwrap().unwrap() == "First";
    loop {
        if ours {
            let line = lines.next().unwrap().unwrap();
            let numbers: Vec<usize> = line.split(' ').map(|w| w.parse().unwrap()).collect();
            assert!(
                numbers[1] == 2 && cards[numbers[0]] && cards[numbers[0] + 1],
                "{line}"
            );
            cards[numbers[0]..numbers[0] + 2].fill(false);
        } else if let Some(at) = (1..30).find(|at| cards[*at] && cards[at + 1]) {
            cards[at..at + 2].fill(false);
            say.write_all(format!("{at} 2\n").as_bytes()).unwrap();
        } else {
            say.write_all(b"0 0\n").unwrap();
            break;
        }
        ours = !ours;
    }
    assert!(child.wait().unwrap().success());
}

#[test]
fn counts() {
    for (arguments, count) in [
        (&["count", "subsets", "nim", "1,2,3,4"][..], "2"),
        (&["count", "subsets", "nim", "1,2,3,4", "--won"], "14"),
        (&["count", "subsets", "nim", "1,2,3,4", "--size", "3"], "1"),
        (
            &["count", "subsets", "nim", "1,2,3,4", "--at-least", "6"],
            "4",
        ),
        (
            &[
                "count",
                "subsets",
                "nim",
                "1,3,4,1,2",
                "--multiple",
                "2",
                "--xor",
                "5",
            ],
            "2",
        ),
        (&["count", "tuples", "nim", "1,2,3", "--size", "3"], "6"),
        (
            &["count", "subsets", "nim", "1,2,3,4", "--xor", "3,7,99"],
            "4",
        ),
        (
            &[
                "count",
                "tuples",
                "wythoff",
                "1,2 + 3,5 + 0,0",
                "--size",
                "20",
                "--modulo",
                "1000000007",
            ],
            "486784380",
        ),
        (&["count", "multisets", "nim", "1,2,3", "--size", "2"], "3"),
        (
            &[
                "count",
                "arrangements",
                "nim",
                "1,2,3",
                "--size",
                "3",
                "--modulo",
                "2^64",
            ],
            "6",
        ),
        (&["count", "forced", "2,4,5"], "5"),
        (
            &[
                "count",
                "gaps",
                "--total",
                "7",
                "--deciding",
                "2",
                "--free",
                "2",
                "--won",
            ],
            "100",
        ),
        (
            &[
                "count",
                "gaps",
                "--total",
                "6",
                "--deciding",
                "2",
                "--free",
                "3",
                "--moore",
                "2",
                "--won",
            ],
            "182",
        ),
        (
            &["count", "takes", "--to", "10", "--limit", "1", "--misere"],
            "4",
        ),
        (&["count", "limit", "9,2,9"], "unbounded"),
        (&["count", "limit", "1,2,3"], "2"),
        (&["count", "limit", "1,1"], "none"),
    ] {
        assert_eq!(
            said(arguments, ""),
            (0, format!("{count}\n")),
            "{arguments:?}"
        );
    }
    for (code, arguments) in [
        (2, &["count"][..]),
        (2, &["count", "tuples", "nim", "1,2"]),
        (2, &["count", "subsets", "nim", "1,x"]),
        (2, &["count", "subsets", "nim", "1,2", "--misere"]),
        (2, &["count", "subsets", "misere-nim", "1,2"]),
        (2, &["count", "subsets", "nim", "10^30"]),
        (2, &["count", "subsets", "nim", "1,2", "--multiple", "0"]),
        (2, &["count", "forced", "2,4", "--modulo", "x"]),
        (3, &["count", "tuples", "nim", "1e18", "--size", "2"]),
        (
            3,
            &[
                "count",
                "gaps",
                "--total",
                "1000000000000",
                "--deciding",
                "2",
            ],
        ),
    ] {
        assert_eq!(said(arguments, "").0, code, "{arguments:?}");
    }
}
