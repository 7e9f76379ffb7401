//! What people typed and expected to work.

mod running;

use running::{grundy, said, text};

#[test]
fn numbers_may_stand_apart() {
    let together = text(&grundy(&["solve", "nim", "3,5,7"], b""));
    for apart in [
        &["solve", "nim", "3", "5", "7"][..],
        &["solve", "nim", "3,", "5,", "7"],
        &["solve", "尼姆", "3", "5", "7"],
    ] {
        assert_eq!(text(&grundy(apart, b"")), together, "{apart:?}");
    }
    let flagged = text(&grundy(
        &["solve", "nim", "1", "1", "--misere", "--json"],
        b"",
    ));
    assert!(flagged.contains("\"convention\":\"misere\""), "{flagged}");
    let table = text(&grundy(&["table", "wythoff", "--to", "5,5"], b""));
    for asked in [
        &["table", "wythoff", "5"][..],
        &["table", "wythoff", "5", "5"],
        &["table", "wythoff", "--to", "5x5"],
        &["table", "威佐夫", "5x5"],
    ] {
        assert_eq!(text(&grundy(asked, b"")), table, "{asked:?}");
    }
    for wrong in [
        &["table", "wythoff", "--to", "5y5"][..],
        &["table", "nim", "--to", "abc"],
    ] {
        assert_eq!(grundy(wrong, b"").status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn json_is_a_flag_of_every_verb_that_has_it() {
    for arguments in [
        &["solve", "nim", "3", "--json"][..],
        &["table", "nim", "3", "--json"],
        &["games", "--json"],
        &["period", "0.137", "--json"],
        &["judge", "--list", "--json"],
    ] {
        let answer = text(&grundy(arguments, b""));
        serde_json::from_str::<serde_json::Value>(&answer).unwrap();
    }
}

#[test]
fn a_table_may_come_from_a_pipe() {
    let table = "0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3";
    let law = text(&grundy(&["law", "-"], table.as_bytes()));
    assert!(law.contains("mod 4"), "{law}");
}

#[test]
fn the_calculator_points_to_the_game() {
    let output = grundy(&["nim", "3,5,7"], b"");
    assert_eq!(output.status.code(), Some(2));
    let said = said(&output);
    assert!(said.contains("grundy solve nim 3,5,7"), "{said}");
}

#[test]
fn play_begins_with_an_example() {
    let talk = text(&grundy(&["play", "nim"], b"quit\n"));
    assert!(talk.contains("\nposition 3,5,7\n"), "{talk}");
    let output = grundy(&["solve", "nim"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("nim 3,5,7"), "{}", said(&output));
}

#[test]
fn games_are_searched_and_sorted_by_family() {
    let all = text(&grundy(&["games"], b""));
    for family in ["HEAPS", "COINS", "GRAPHS"] {
        assert!(all.lines().any(|line| line == family), "{family}");
    }
    let coins = text(&grundy(&["games", "coin"], b""));
    assert!(
        coins.contains("coin-regions") && !coins.contains("wythoff"),
        "{coins}"
    );
    let page = text(&grundy(&["games", "威佐夫"], b""));
    assert!(page.contains("Wythoff's game"), "{page}");
    assert_eq!(
        grundy(&["games", "no such thing"], b"").status.code(),
        Some(2)
    );
}

#[test]
fn compounds_have_contest_names() {
    let every = text(&grundy(
        &["solve", "nim", "3,5", "--compound", "every-sg"],
        b"",
    ));
    let conjunctive = text(&grundy(
        &["solve", "nim", "3,5", "--compound", "conjunctive"],
        b"",
    ));
    assert_eq!(every, conjunctive);
}

#[test]
fn moves_are_listed_with_what_they_leave() {
    let all = text(&grundy(&["solve", "nim", "1,2", "--all"], b""));
    assert!(all.contains("P\t2: take 1\t1,1\n"), "{all}");
    let first = all.lines().find(|line| line.contains('\t')).unwrap();
    assert!(first.starts_with("P\t"), "{all}");
    let annotated = text(&grundy(
        &["annotate", "nim", "1,2", "1: take 1; 2: take 2"],
        b"",
    ));
    assert!(annotated.starts_with("N\t0\t\t1,2\n"), "{annotated}");
    assert!(
        annotated.contains("N\t1\t1: take 1\t0,2\tmistake; better: 2: take 1\n"),
        "{annotated}"
    );
}

#[test]
fn a_bad_position_shows_the_notation() {
    let output = grundy(&["solve", "wythoff", "3;5"], b"");
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("positions of Wythoff's game:"), "{said}");
    assert!(said.contains("examples: "), "{said}");
}

#[test]
fn completions_know_the_names() {
    let script = text(&grundy(&["completions", "bash"], b""));
    for name in ["wythoff", "CF1149E", "every-sg"] {
        assert!(script.contains(name), "{name}");
    }
    // Names are offered, not prescribed.
    text(&grundy(
        &["solve", "state n; move take(k in 1..3) -> [n-k]", "7"],
        b"",
    ));
}

#[test]
fn judge_states_its_problems() {
    let stated = text(&grundy(&["judge", "P2197", "--statement"], b""));
    for part in [
        "Rules",
        "Input",
        "Output",
        "Limits",
        "Sample input",
        "Sample output",
    ] {
        assert!(stated.contains(part), "{stated}");
    }
    let chinese = text(&grundy(
        &["judge", "P2197", "--statement", "--lang", "zh"],
        b"",
    ));
    assert!(chinese.contains("样例输入"), "{chinese}");
}

#[test]
fn the_parser_speaks_chinese() {
    for (arguments, part) in [
        (&["frobnicate"][..], "没有命令 “frobnicate”"),
        (&["solve", "nim", "1", "--frob"], "无法识别的参数 “--frob”"),
        (&["solve"], "缺少必需的参数"),
        (
            &["table", "nim", "--to", "3", "--format", "doc"],
            "可选：text、json",
        ),
        (&["solve", "nim", "1", "--limit-states", "x"], "应为数字"),
        (&["table", "nim", "--to", "abc"], "应为数字"),
        (&["solve", "nim", "1", "--seed"], "--seed"),
    ] {
        let all: Vec<&str> = arguments.iter().copied().chain(["--lang", "zh"]).collect();
        let output = grundy(&all, b"");
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{all:?}");
        assert!(said.contains(part), "{all:?}: {said}");
        assert!(
            !said.contains("Usage") && !said.contains("error:"),
            "{said}"
        );
    }
    for verb in ["solve", "table", "games", "period", "judge"] {
        let help = text(&grundy(&[verb, "--help", "--lang", "zh"], b""));
        assert!(help.contains("用法：") && help.contains("选项"), "{help}");
        for english in [
            "Usage",
            "Options",
            "Arguments",
            "possible values",
            "default",
        ] {
            assert!(!help.contains(english), "{verb}: {english}: {help}");
        }
    }
}

#[test]
fn a_name_and_a_convention_that_contradict_are_refused() {
    let line = r#"{"game":"misere-nim","position":"1,1","convention":"normal"}"#;
    let answer = text(&grundy(&["batch"], line.as_bytes()));
    assert!(answer.contains("bad_request"), "{answer}");
}
