//! `cargo xtask faults [--kills N] [--seed S]`: long runs disturbed in every way.
//!
//! Runs the campaign of `crates/grundy/tests/faults.rs`, optimised, one fault after the
//! other, and shows a line for each: kills at random moments, two processes in one folder,
//! no room, folders that may only be read. A result that differs from
//! that of an undisturbed run fails the command.

use std::process::Command;

use crate::run::run as execute;

/// Runs the campaign with the arguments after `faults`.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = || "usage: cargo xtask faults [--kills N] [--seed S]".to_string();
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--package", "grundy", "--profile", "long"]);
    command.args(["--test", "faults", "--", "--include-ignored"]);
    command.args(["--nocapture", "--test-threads", "1"]);
    for pair in arguments.chunks(2) {
        let variable = match pair {
            ["--kills", _] => "FAULTS_KILLS",
            ["--seed", _] => "FAULTS_SEED",
            _ => return Err(usage()),
        };
        let number: u64 = pair[1].parse().map_err(|_| usage())?;
        command.env(variable, number.to_string());
    }
    execute(&mut command)
}
