//! Proofs for Coq: what is written, and what its kernel says.

mod running;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use running::{grundy_in, text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn written(arguments: &[&str]) -> String {
    text(&grundy_in(&root(), arguments, b""))
}

fn refused(arguments: &[&str]) -> String {
    let output = grundy_in(&root(), arguments, b"");
    assert!(!output.status.success() && output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn proofs_are_written_and_always_the_same() {
    for arguments in [
        &["period", "kayles", "--format", "coq"][..],
        &["period", "{1,3,4}", "--format", "coq"],
        &["study", "examples/lasker.game", "--format", "coq"],
        // Only the lost positions are known.
        &["study", "examples/moore_three.game", "--format", "coq"],
    ] {
        let proof = written(arguments);
        assert_eq!(proof, written(arguments), "{arguments:?}");
        assert!(proof.contains("Theorem winning"), "{arguments:?}");
        assert!(proof.ends_with("Print Assumptions winning.\n"));
    }
    let kayles = written(&["period", "0.77", "--format", "coq"]);
    assert!(kayles.contains("Definition digits : code := [0; 7; 7]%N."));
    assert!(kayles.contains("71 <= n"));
    assert!(kayles.contains("(n + 12)"));
}

#[test]
fn proofs_go_to_files() {
    let folder = std::env::temp_dir().join(format!("grundy-coq-file-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let arguments = ["period", "0.07", "--format", "coq", "-o", "dawson.v"];
    assert_eq!(text(&grundy_in(&folder, &arguments, b"")), "");
    let file = fs::read_to_string(folder.join("dawson.v")).unwrap();
    assert_eq!(file, written(&["period", "0.07", "--format", "coq"]));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_has_no_proof_is_refused_with_the_reason() {
    let unequal = refused(&[
        "period",
        "4/unequal",
        "--format",
        "coq",
        "--limit-states",
        "2000",
    ]);
    assert!(unequal.contains("error"), "{unequal}");
    let long = refused(&["period", "0.56", "--format", "coq"]);
    assert!(long.contains("653570 values"), "{long}");
    let misere = refused(&["study", "examples/nim_three_misere.game", "--format", "coq"]);
    assert!(misere.contains("normal play"), "{misere}");
    let wythoff = refused(&["study", "examples/wythoff.game", "--format", "coq"]);
    assert!(wythoff.contains("base 2"), "{wythoff}");
    let euclid = refused(&["study", "examples/euclid.game", "--format", "coq"]);
    assert!(euclid.contains("no Coq proof"), "{euclid}");
}

/// What `coqc` says of a text: whether it accepts it, and its answer.
fn coqc(name: &str, proof: &str) -> (bool, String) {
    let folder = std::env::temp_dir().join(format!("grundy-coq-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("proof.v"), proof).unwrap();
    let output = Command::new("coqc")
        .arg("proof.v")
        .current_dir(&folder)
        .output()
        .expect("coqc (Debian package `coq`)");
    fs::remove_dir_all(&folder).unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// The part of a proof that is about the game, not the theory.
fn changed(proof: &str, from: &str, to: &str) -> String {
    let at = proof.find("(** * The game").unwrap();
    let (theory, game) = proof.split_at(at);
    assert!(game.contains(from), "{from} not in {game}");
    format!("{theory}{}", game.replacen(from, to, 1))
}

fn accepted(name: &str, arguments: &[&str]) -> String {
    let proof = written(arguments);
    let (accepts, said) = coqc(name, &proof);
    assert!(accepts, "{name}: {said}");
    assert_eq!(
        said.matches("Closed under the global context").count(),
        proof.matches("Print Assumptions").count(),
        "{name}: {said}"
    );
    assert!(!said.contains("Axioms"), "{name}: {said}");
    proof
}

fn rejected(name: &str, proof: &str, from: &str, to: &str) {
    let (accepts, said) = coqc(name, &changed(proof, from, to));
    assert!(!accepts, "{name}: {from} -> {to} was accepted");
    assert!(said.contains("Error"), "{name}: {said}");
}

#[test]
#[ignore = "needs coqc; run by cargo xtask test --long"]
fn the_kernel_accepts_periods_and_nothing_else() {
    let kayles = accepted("kayles", &["period", "0.77", "--format", "coq"]);
    // Another period, another start, a wrong value, another game.
    rejected("period", &kayles, "(n + 12)", "(n + 11)");
    rejected("start", &kayles, "71 <= n", "70 <= n");
    rejected("value", &kayles, "[0; 1; 2; 3; 1;", "[0; 1; 2; 3; 2;");
    rejected("digits", &kayles, "[0; 7; 7]%N", "[0; 7; 3]%N");
    accepted("dawson", &["period", "0.137", "--format", "coq"]);
    accepted("dawson-kayles", &["period", "0.07", "--format", "coq"]);
    accepted("subtraction", &["period", "{1,3,4}", "--format", "coq"]);
}

#[test]
#[ignore = "needs coqc; run by cargo xtask test --long"]
fn the_kernel_accepts_laws_and_nothing_else() {
    let study = |game| ["study", game, "--format", "coq"];
    let lasker = accepted("lasker", &study("examples/lasker.game"));
    // A wrong transition, and rules that the law is not about.
    rejected("transition", &lasker, "(Goto 1)", "(Goto 2)");
    rejected("rules", &lasker, "Move 1", "Move 0");
    rejected("target", &lasker, "times (-1) 1] 0]", "times (-1) 1] (-1)]");
    rejected("formula", &lasker, "0) 4 3)", "0) 4 2)");
    accepted("two-heaps", &study("examples/two_heaps.game"));
    accepted("three-heaps", &study("examples/nim_three.game"));
    accepted("bachet", &study("examples/bachet.game"));
    accepted("powers", &study("examples/powers.game"));
    let moore = accepted("moore", &study("examples/moore_three.game"));
    rejected("lost", &moore, "[true]", "[false]");
}
