//! Laws that are kept as files: the same answers with them, without them, and with files that were
//! damaged; in a folder that cannot be written, and by several processes at once.

mod running;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use running::{Folder, text};

const RULES: &str =
    "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]";
/// Beyond any search.
const FAR: &str = "1000000000000000000,7";

fn command(cache: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(arguments)
        .env("GRUNDY_CACHE", cache)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn grundy(cache: &str, arguments: &[&str]) -> Output {
    command(cache, arguments).output().unwrap()
}

fn laws(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.0.join("kept"));
    let entries = entries.into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "law"))
        .collect()
}

#[test]
fn answers_are_the_same_with_and_without() {
    let folder = Folder::new("cache-same");
    let kept = folder.file("kept");
    let ask = ["solve", RULES, FAR, "--format", "json"];
    let without = text(&grundy("", &ask));
    assert!(without.contains("\"status\":\"proven\""), "{without}");
    // Nothing is kept where that is off.
    assert_eq!(
        text(&grundy(&kept, &[&ask[..], &["--no-cache"]].concat())),
        without
    );
    assert!(laws(&folder).is_empty());
    let cold = grundy(&kept, &ask);
    assert_eq!(text(&cold), without);
    let files = laws(&folder);
    assert_eq!(files.len(), 1);
    let good = fs::read_to_string(&files[0]).unwrap();
    let warm = grundy(&kept, &ask);
    assert_eq!(text(&warm), without);
    assert!(warm.stderr.is_empty());
    // Damaged and forged files are told of and replaced.
    let forged = good.replacen("claim values plain", "claim values power", 1);
    assert_ne!(forged, good);
    for bad in [
        "",
        "anything",
        &good[..good.len() / 2],
        forged.as_str(),
        &good.replace("split", "smash"),
    ] {
        fs::write(&files[0], bad).unwrap();
        let answer = grundy(&kept, &ask);
        assert_eq!(text(&answer), without, "{bad}");
        let said = String::from_utf8_lossy(&answer.stderr).into_owned();
        assert!(said.contains("not believed"), "{said}");
        assert_eq!(fs::read_to_string(&files[0]).unwrap(), good);
    }
    // The questions of `batch` use the same.
    fs::write(&files[0], "anything").unwrap();
    let line = format!(r#"{{"game":"{RULES}","position":"{FAR}"}}"#);
    let mut batch = command(&kept, &["batch"]);
    let mut batch = batch.stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut batch.stdin.take().unwrap(), line.as_bytes()).unwrap();
    let answer = batch.wait_with_output().unwrap();
    let value = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        (
            json["outcome"].clone(),
            json["value"].clone(),
            json["reason"].clone(),
        )
    };
    assert_eq!(value(&text(&answer)), value(&without));
    assert_eq!(fs::read_to_string(&files[0]).unwrap(), good);
}

#[test]
fn what_is_kept_is_listed_and_cleared() {
    let folder = Folder::new("cache-list");
    let kept = folder.file("kept");
    assert!(text(&grundy(&kept, &["cache"])).starts_with("0 laws, 0 bytes"));
    text(&grundy(&kept, &["solve", RULES, FAR]));
    let listed = text(&grundy(&kept, &["cache"]));
    assert!(listed.starts_with("1 law, "), "{listed}");
    assert!(listed.contains("g(n) = 0 if n = 0"), "{listed}");
    let json = text(&grundy(&kept, &["cache", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["laws"][0]["game"], "game", "{json}");
    assert!(text(&grundy(&kept, &["cache", "--lang", "zh"])).starts_with("1 条规律"));
    // Other files stay.
    fs::write(folder.0.join("kept/other.txt"), "mine").unwrap();
    assert_eq!(text(&grundy(&kept, &["cache", "--clear"])), "1 cleared\n");
    assert!(laws(&folder).is_empty());
    assert!(folder.0.join("kept/other.txt").exists());
    let off = grundy("", &["cache"]);
    assert_eq!(off.status.code(), Some(2));
}

#[test]
fn a_folder_that_is_none_is_no_failure() {
    let folder = Folder::new("cache-none");
    let file = folder.file("file");
    fs::write(&file, "a file in the place of a folder").unwrap();
    let answer = grundy(&file, &["solve", RULES, FAR, "--format", "json"]);
    assert!(text(&answer).contains("\"status\":\"proven\""));
    assert!(answer.stderr.is_empty());
}

#[test]
fn several_processes_use_one_folder() {
    let folder = Folder::new("cache-many");
    let kept = folder.file("kept");
    let ask = ["solve", RULES, FAR, "--format", "json"];
    let many: Vec<_> = (0..4)
        .map(|_| command(&kept, &ask).spawn().unwrap())
        .collect();
    let mut answers = Vec::new();
    for one in many {
        let output = one.wait_with_output().unwrap();
        assert!(output.stderr.is_empty());
        answers.push(text(&output));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(laws(&folder).len(), 1);
    let left = fs::read_dir(&kept).unwrap().count();
    assert_eq!(left, 1, "nothing is left aside");
}

/// The decision that is told is the one that was made.
#[test]
fn explain_tells_which_engine_answers() {
    let engines = |arguments: &[&str]| {
        let all = [&["solve"], arguments, &["--explain", "--format", "json"]].concat();
        let answer = text(&grundy("", &all));
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let tried = answer["choice"]["tried"].as_array().unwrap().clone();
        let word =
            |tried: &serde_json::Value, field: &str| tried[field].as_str().unwrap().to_string();
        tried
            .iter()
            .map(|tried| (word(tried, "engine"), word(tried, "ended")))
            .collect::<Vec<_>>()
    };
    let expected = |all: &[(&str, &str)]| {
        let all = all.iter();
        all.map(|(a, b)| (a.to_string(), b.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        engines(&["nim", "3,5,7"]),
        expected(&[("theorem", "answered")])
    );
    assert_eq!(
        engines(&["cram", "3x3"]),
        expected(&[("values", "answered")])
    );
    assert_eq!(
        engines(&["cram", "3x3", "--outcome-only"]),
        expected(&[("outcomes", "answered")])
    );
    assert_eq!(
        engines(&["nim:3,5 + kayles:7"]),
        expected(&[("compound", "answered")])
    );
    // A row of any length taken from a row, misère: each component is tame.
    let runs = "state n; move take(k in 1..n, a in 0..n-k) -> [a] + [n-k-a]";
    assert_eq!(
        engines(&[runs, "20,21,22", "--misere"]),
        expected(&[("components", "answered")])
    );
    assert_eq!(
        engines(&[
            "state n; move take(k in 1..n/2) -> [n-k]",
            "1000000000000000000"
        ])[1..],
        expected(&[("law", "answered"), ("theorem", "answered")])
    );
    let shown = text(&grundy("", &["solve", "cram", "3x3", "--explain"]));
    assert!(
        shown.contains("engine    search for Grundy values"),
        "{shown}"
    );
    assert!(
        shown.contains("not       theorem: no theorem speaks"),
        "{shown}"
    );
    let zh = text(&grundy(
        "",
        &["solve", "cram", "3x3", "--explain", "--lang", "zh"],
    ));
    assert!(zh.contains("引擎"), "{zh}");
}
