//! `cargo xtask texts [--count N] [--seed S] [--milliseconds M]`: one meaning of a rule, at length.
//!
//! Runs the long form of a test of `crates/laws`, optimised: N texts of rules made at random over the
//! whole grammar, beginning with the seed S, are read by bytecode, oracle, prover and checker, which
//! must agree at every position of a box; and what is called proven must hold by brute force to five
//! times its table. After every 500 texts it prints what was found and the seed to go on with, so
//! that a run that was stopped can be continued by `--seed`, or shared between machines. A
//! disagreement is printed with its seed and its text, and the command fails.
//!
//! M is the time for each step of a text (60 ms): more of it finds more laws.

use std::process::Command;

/// Runs the comparison with the arguments after `texts`.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = || "usage: cargo xtask texts [--count N] [--seed S] [--milliseconds M]".to_string();
    let mut command = Command::new(env!("CARGO"));
    let test = "a_hundred_thousand_texts_are_read_alike";
    command
        .args(["test", "-p", "grundy-laws", "--profile", "long"])
        .args(["--test", "texts", "--", "--ignored", "--nocapture", test])
        .env("TEXTS_COUNT", "100000");
    for pair in arguments.chunks(2) {
        let variable = match pair {
            ["--count", _] => "TEXTS_COUNT",
            ["--seed", _] => "TEXTS_SEED",
            ["--milliseconds", _] => "TEXTS_MILLISECONDS",
            _ => return Err(usage()),
        };
        let number: u64 = pair[1].parse().map_err(|_| usage())?;
        command.env(variable, number.to_string());
    }
    let status = command.status().map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err("two readings of a text differ, or the comparison could not run".to_string()),
    }
}
