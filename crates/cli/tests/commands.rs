//! The command as a user meets it: output, exit codes, bad input.

mod running;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use running::text;

fn grundy(arguments: &[&str], input: &[u8]) -> Output {
    running::grundy_in(Path::new("."), arguments, input)
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&text(output)).unwrap()
}

#[test]
fn solve_prints_the_promised_object() {
    let answer = json(&grundy(&["solve", "nim", "3,5,7", "--format", "json"], b""));
    let keys: Vec<_> = answer.as_object().unwrap().keys().cloned().collect();
    let promised = [
        "game",
        "position",
        "convention",
        "outcome",
        "value",
        "winning_moves",
        "winning_moves_truncated",
        "reason",
        "status",
    ];
    assert_eq!(keys, promised);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["value"], "1");
    assert_eq!(answer["winning_moves"][2]["move"], "3: take 1");
    assert_eq!(answer["winning_moves"][2]["to"], "3,5,6");
    assert_eq!(answer["status"], "proven");
    let misere = json(&grundy(
        &["solve", "nim", "1,1", "--misere", "--format", "json"],
        b"",
    ));
    assert_eq!(misere["convention"], "misere");
    assert!(misere.get("value").is_none());
}

#[test]
fn draws_and_remoteness_are_shown() {
    let ring = "1>2,2>1,2>3,3>4 @";
    let drawn = text(&grundy(&["solve", "tokens", &format!("{ring}1")], b""));
    assert!(drawn.contains("D — a draw"), "{drawn}");
    assert!(drawn.contains("drawing   to 2"), "{drawn}");
    let place = format!("{ring}3");
    let won = ["solve", "tokens", &place, "--misere", "--format", "json"];
    let won = json(&grundy(&won, b""));
    assert_eq!(
        (&won["outcome"], &won["remoteness"]),
        (&"P".into(), &1.into())
    );
    // The engine leaves the ring as soon as that wins, and goes round until then.
    let moves = b"to 1\nto 1\nquit\n";
    let played = text(&grundy(&["play", "tokens", &format!("{ring}2")], moves));
    assert!(played.contains("I play to 2"), "{played}");
    let sum = ["solve", "tokens:1>2,2>1,2>3,3>4 @2 + nim:1"];
    let sum = text(&grundy(&sum, b""));
    assert!(sum.contains("1: to 3"), "{sum}");
}

#[test]
fn exit_codes_tell_bad_input_from_budgets() {
    for (code, arguments) in [
        (0, &["solve", "nim", "1,2,3"][..]),
        (2, &["solve", "nim", "1,x"]),
        (2, &["solve", "nmi", "1"]),
        (2, &["solve"]),
        (2, &["solve", "nim", "1", "--param", "k=3"]),
        (2, &["solve", "nim", "1", "--param", "k"]),
        (2, &["table", "nim", "--to", "-3"]),
        (2, &["table", "wythoff", "--to", "5", "--dims", "3"]),
        (2, &["frobnicate"]),
        (3, &["solve", "cram", "5x5", "--limit-states", "100"]),
        (3, &["solve", "cram", "7x7", "--limit-time", "50ms"]),
        (3, &["solve", "cram", "5x5", "--limit-memory", "1K"]),
        (3, &["table", "nim", "--to", "1e18"]),
        (3, &["draw", "nim", "99,99,99", "--limit-states", "50"]),
        (2, &["draw", "nim", "15,15,15"]),
    ] {
        let output = grundy(arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(output.stderr.is_empty(), code == 0, "{arguments:?}");
        assert_eq!(output.stdout.is_empty(), code != 0, "{arguments:?}");
    }
}

#[test]
fn batch_goes_on_after_a_bad_line() {
    let questions = concat!(
        r#"{"game":"nim","position":"3,5,7","id":"a"}"#,
        "\n{nonsense\n[1,2]\n",
        r#"{"game":"nim","id":3}"#,
        "\n",
        r#"{"game":"nim","position":"1,1","convention":"misere","id":4}"#,
        "\n",
        r#"{"game":"nim","position":"1,1","convention":"odd"}"#,
        "\n",
        r#"{"game":"nim","position":"1,1","colour":"red"}"#,
        "\n",
        r#"{"game":"cram","position":[1,2]}"#,
        "\n\u{7f}\n",
        r#"{"game":"wythoff","position":[3,5],"id":{"x":[1]}}"#,
        "\n",
    );
    let output = text(&grundy(&["batch"], questions.as_bytes()));
    let answers: Vec<serde_json::Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 10);
    assert_eq!(answers[0]["id"], "a");
    assert_eq!(answers[0]["outcome"], "N");
    let codes: Vec<_> = answers
        .iter()
        .map(|a| a["error"]["code"].as_str())
        .collect();
    let expected = [
        None,
        Some("bad_json"),
        Some("bad_request"),
        Some("bad_request"),
        None,
        Some("bad_request"),
        Some("bad_request"),
        Some("bad_position"),
        Some("bad_json"),
        None,
    ];
    assert_eq!(codes, expected);
    assert_eq!(answers[3]["id"], 3);
    assert_eq!(answers[4]["outcome"], "N");
    assert_eq!(answers[9]["id"]["x"][0], 1);
}

#[test]
fn the_engine_wins_through_a_pipe() {
    // From a P-position the engine answers every move; taking one stone at a
    // time from the first heap that has any is a long way to lose.
    let moves = "1: take 1\nhint\n9: take 1\nnonsense\nmoves\nundo\n1: take 1\n2: take 1\n1: take 1\n2: take 1\n3: take 1\n";
    let talk = text(&grundy(&["play", "nim", "1,2,3"], moves.as_bytes()));
    assert!(talk.ends_with("I win\n"), "{talk}");
    assert!(talk.contains("a component that has moves: 2, 3"), "{talk}");
    let talk = text(&grundy(
        &["play", "nim", "3,5,7", "--first", "engine"],
        b"quit\n",
    ));
    let shown = talk.lines().filter(|line| line.starts_with("position"));
    assert_eq!(shown.count(), 2, "{talk}");
    let misere = grundy(&["play", "misere-nim", "1,1"], b"1: take 1\n");
    assert!(text(&misere).ends_with("you win\n"));
}

#[test]
fn a_person_can_win_with_hints() {
    let mut moves = String::new();
    loop {
        let talk = text(&grundy(
            &["play", "pins", "7"],
            format!("{moves}hint\n").as_bytes(),
        ));
        if talk.ends_with("you win\n") {
            return;
        }
        let hint = talk.lines().last().unwrap();
        moves.push_str(hint.strip_prefix("try ").unwrap());
        moves.push('\n');
    }
}

#[test]
fn table_formats_agree() {
    let csv = text(&grundy(
        &["table", "pins", "--to", "8", "--format", "csv"],
        b"",
    ));
    let bfile = text(&grundy(
        &["table", "pins", "--to", "8", "--format", "bfile"],
        b"",
    ));
    let json = json(&grundy(
        &["table", "pins", "--to", "8", "--format", "json"],
        b"",
    ));
    let npy = grundy(&["table", "pins", "--to", "8", "--format", "npy"], b"").stdout;
    let expected = [0u64, 1, 2, 3, 1, 4, 3, 2, 1];
    for (n, value) in expected.iter().enumerate() {
        assert_eq!(csv.lines().nth(n + 1).unwrap(), format!("{n},{value}"));
        assert_eq!(bfile.lines().nth(n).unwrap(), format!("{n} {value}"));
        assert_eq!(json["cells"][n], value.to_string());
        assert_eq!(npy[128 + 8 * n..][..8], value.to_le_bytes());
    }
    let svg = text(&grundy(
        &["table", "pins", "--to", "8", "--format", "svg"],
        b"",
    ));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
}

#[test]
fn pictures_tell_p_and_n_apart() {
    let dot = text(&grundy(&["draw", "nim", "1,1", "--format", "dot"], b""));
    assert_eq!(dot.matches("shape=box").count(), 2); // 1,1 and 0
    assert_eq!(dot.matches("shape=ellipse").count(), 1);
    assert_eq!(dot.matches("style=bold").count(), 1);
    let svg = text(&grundy(&["draw", "nim", "1,1"], b""));
    // Two positions and one in the legend, and the background.
    assert_eq!(svg.matches("<rect").count(), 4);
    assert_eq!(svg.matches("<ellipse").count(), 2);
}

#[test]
fn chinese_is_spoken_throughout() {
    let solved = text(&grundy(&["solve", "nim", "3,5,7", "--lang", "zh"], b""));
    assert!(
        solved.contains("先手") && solved.contains("已证明"),
        "{solved}"
    );
    let failed = grundy(&["solve", "nim", "x", "--lang", "zh"], b"");
    assert!(String::from_utf8_lossy(&failed.stderr).contains("第 1 列"));
    let help = text(&grundy(&["--help", "--lang", "zh"], b""));
    assert!(help.contains("公平组合游戏"), "{help}");
    let named = text(&grundy(&["solve", "威佐夫博弈", "1,2"], b""));
    assert!(named.contains("Wythoff"));
}

#[test]
fn every_page_and_every_example_works() {
    let list = json(&grundy(&["games", "--format", "json"], b""));
    for game in list.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        for lang in ["en", "zh"] {
            let page = text(&grundy(&["games", id, "--lang", lang], b""));
            assert!(page.contains(game["name"][lang].as_str().unwrap()));
        }
        for example in game["examples"].as_array().unwrap() {
            let example = example.as_str().unwrap();
            text(&grundy(&["solve", id, example], b""));
        }
    }
}

#[test]
fn the_nimber_calculator_works_from_arguments_and_from_a_pipe() {
    let one = grundy(&["nim", "(24 ⊗ 17) ⊕ 8^-1"], b"");
    assert_eq!(text(&one), "138\n");
    let lines = grundy(&["nim"], b"x = 5*7\nx / 7\n1/(3+3)\n\nsqrt(2)\n");
    assert_eq!(lines.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&lines.stdout), "13\n5\n3\n");
    let complaint = String::from_utf8_lossy(&lines.stderr).into_owned();
    assert!(
        complaint.starts_with("line 3: column 2: division of 1 by zero"),
        "{complaint}"
    );
    let chinese = grundy(&["nim", "1/0", "--lang", "zh"], b"");
    assert!(String::from_utf8_lossy(&chinese.stderr).contains("除以零"));
    // A line without end is refused, and the next one is answered.
    let mut long = vec![b'1'; 200_000];
    long.extend_from_slice(b"\n1+2\n");
    let output = grundy(&["nim"], &long);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&grundy(&["completions", shell], b"")).contains("solve"));
    }
    assert!(text(&grundy(&["man"], b"")).contains("limit\\-states"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
        .args(["table", "nim", "--to", "300000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn compounds_are_solved_played_and_refused() {
    let answer = json(&grundy(
        &[
            "solve",
            "nim:1,2 + kayles:3",
            "--compound",
            "conjunctive",
            "--misere",
            "--format",
            "json",
        ],
        b"",
    ));
    assert_eq!(answer["position"], "nim:1,2 + kayles:3");
    assert_eq!(
        answer["compound"],
        "conjunctive, long (every-SG), misère play"
    );
    assert_eq!(answer["status"], "proven");
    // The engine is first and wins from a won position, whatever is answered.
    let played = grundy(
        &[
            "play",
            "nim:2,1",
            "--compound",
            "selective",
            "--first",
            "engine",
        ],
        b"",
    );
    assert!(text(&played).ends_with("I win\n"));
    for arguments in [
        &["solve", "nim"][..],
        &["solve", "nim:3 +"],
        &["solve", "nim", "3", "--compound", "upto:0"],
        &["solve", "nim:3", "--short", "--over-when-zero"],
        &["solve", "nim:3", "--param", "a=1"],
        &["misere", "0.9"],
        &["misere", "4/unequal"],
        &["check", "no such file"],
    ] {
        let output = grundy(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn misere_prints_the_promised_object() {
    let answer = json(&grundy(
        &[
            "misere", "0.123", "--heaps", "30", "--sum", "8,9", "--format", "json",
        ],
        b"",
    ));
    assert_eq!(answer["order"], 20);
    assert_eq!(answer["lost"].as_array().unwrap().len(), 5);
    assert_eq!(answer["period"], serde_json::json!([5, 5]));
    assert!(answer["outcome"] == "N" || answer["winning_move"].is_null());
}

/// Grundy's game has no proven law: its values are computed, alone and in a compound.
#[test]
fn a_compound_is_as_sure_as_its_parts() {
    for (game, status) in [
        ("grundy:20 + nim:3", "computed"),
        ("nim:5 + nim:3", "proven"),
    ] {
        let answer = json(&grundy(&["solve", game, "--format", "json"], b""));
        assert_eq!(answer["status"], status, "{game}");
    }
}
