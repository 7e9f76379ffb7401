//! Ctrl-C and SIGTERM end every verb soon, with exit code 130.

#![cfg(unix)]

mod running;

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use running::{Ended, Folder, said, wait};

/// On an idle machine it is 0.2 s; this one may be busy.
const SOON: Duration = Duration::from_millis(1500);

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

/// Runs for a moment, then is interrupted.
fn interrupted(arguments: &[&str], name: &str) -> Ended {
    let mut child = start(arguments);
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(600));
    assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended");
    signal(&child, name);
    let ended = wait(child, Duration::from_secs(30));
    drop(stdin);
    ended
}

#[test]
fn every_verb_ends_when_interrupted() {
    let folder = Folder::new("signals");
    let picture = folder.file("picture.svg");
    for arguments in [
        &["solve", "cram", "7x7"][..],
        &["solve", "cram", "7x7", "--outcome-only"],
        &[
            "solve",
            "nim:1000,999,998 + kayles:700",
            "--compound",
            "conjunctive",
        ],
        &["table", "corner-walk", "--to", "3000"],
        &["table", "cram", "--to", "40"],
        &["period", "0.007"],
        &["sequence", "0.007", "--to", "1e8"],
        &["survey", "--digits", "4"],
        &["misere", "0.07", "--heaps", "200"],
        &[
            "draw",
            "cram",
            "7x7",
            "--limit-states",
            "none",
            "-o",
            &picture,
        ],
        &["play", "nim", "3,5,7"],
        &["batch"],
        &["judge", "P2197"],
        &["nim"],
    ] {
        let ended = interrupted(arguments, "INT");
        let said = said(&ended.output);
        assert_eq!(ended.code, Some(130), "{arguments:?}: {said}");
        assert!(ended.took < SOON, "{arguments:?}: {:?}", ended.took);
    }
    assert!(!std::path::Path::new(&picture).exists());
}

#[test]
fn termination_is_an_interruption_too() {
    let ended = interrupted(&["period", "0.007"], "TERM");
    let said = said(&ended.output);
    assert_eq!(ended.code, Some(130), "{said}");
    // What is known so far is told.
    assert!(said.contains("period     not found"), "{said}");
    assert!(said.contains("values     "), "{said}");
    assert!(said.contains("interrupted after"), "{said}");
}

/// Rows of a survey are told as they are found: what is known is not lost.
#[test]
fn a_survey_keeps_its_rows() {
    let ended = interrupted(&["survey", "--digits", "3", "--format", "csv"], "INT");
    let rows = String::from_utf8(ended.output.stdout).unwrap();
    assert!(rows.starts_with("code,status,"), "{rows}");
    assert!(rows.lines().count() > 3, "{rows}");
    assert!(rows.ends_with('\n'), "{rows}");
}
