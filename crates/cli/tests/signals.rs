//! Ctrl-C and SIGTERM end every verb, with exit code 130.
//!
//! How soon is not asked here, where the machine may be busy: whatever does not
//! hear the signal is found by its exit code, or by the guard against waiting for ever.

#![cfg(unix)]

mod running;

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use running::{Ended, Folder, said, wait};

/// Whoever has not ended by then never will.
const NEVER: Duration = Duration::from_secs(120);

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
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

/// Waits until the process hears signals: one that comes sooner ends it as any
/// other program. Where nobody tells, some time must do.
fn wait_for_handler(child: &mut Child) {
    let status = format!("/proc/{}/status", child.id());
    let begun = Instant::now();
    while begun.elapsed() < NEVER {
        let Ok(text) = std::fs::read_to_string(&status) else {
            return std::thread::sleep(Duration::from_secs(2));
        };
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // SIGINT is 2, SIGTERM 15.
        if caught.is_some_and(|mask| mask >> 1 & 1 == 1 && mask >> 14 & 1 == 1) {
            return;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended unasked");
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nobody listens to signals");
}

/// Runs for a moment, then is interrupted.
fn interrupted(arguments: &[&str], name: &str) -> Ended {
    let mut child = start(arguments);
    let stdin = child.stdin.take();
    wait_for_handler(&mut child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended");
    signal(&child, name);
    let ended = wait(child, NEVER);
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
        &["web", "--port", "0"],
        &["judge", "P2197"],
        &["nim"],
    ] {
        let ended = interrupted(arguments, "INT");
        let said = said(&ended.output);
        assert_eq!(ended.code, Some(130), "{arguments:?}: {said}");
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
    let mut child = start(&["survey", "--digits", "3", "--format", "csv"]);
    let mut pipe = child.stdout.take().unwrap();
    // As many rows as a reader sees while the survey runs.
    let (mut rows, mut chunk) = (Vec::new(), [0; 256]);
    while rows.iter().filter(|byte| **byte == b'\n').count() <= 3 {
        let count = pipe.read(&mut chunk).unwrap();
        assert!(count > 0, "it ended unasked");
        rows.extend_from_slice(&chunk[..count]);
    }
    assert!(child.try_wait().unwrap().is_none(), "it ended unasked");
    signal(&child, "INT");
    pipe.read_to_end(&mut rows).unwrap();
    let ended = wait(child, NEVER);
    assert_eq!(ended.code, Some(130), "{}", said(&ended.output));
    let rows = String::from_utf8(rows).unwrap();
    assert!(rows.starts_with("code,status,"), "{rows}");
    assert!(rows.ends_with('\n'), "{rows}");
}
