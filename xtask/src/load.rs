//! `cargo xtask load [--clients N] [--seconds S]`: many clients at once.
//!
//! Runs `crates/cli/tests/load.rs`, optimised: the real server, and so many clients on loopback
//! that ask small questions while one study runs. Any error fails the command, and so does memory that
//! grows; the latencies are printed.

use std::process::Command;

use crate::run::run as execute;

/// Runs it with the arguments after `load`.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = || "usage: cargo xtask load [--clients N] [--seconds S]".to_string();
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--package", "grundy-cli", "--profile", "long"]);
    command.args(["--test", "load", "--", "--nocapture"]);
    command.env("LOAD_CLIENTS", "500").env("LOAD_SECONDS", "60");
    for pair in arguments.chunks(2) {
        let variable = match pair {
            ["--clients", _] => "LOAD_CLIENTS",
            ["--seconds", _] => "LOAD_SECONDS",
            _ => return Err(usage()),
        };
        let number: u64 = pair[1].parse().map_err(|_| usage())?;
        command.env(variable, number.max(1).to_string());
    }
    execute(&mut command)
}
