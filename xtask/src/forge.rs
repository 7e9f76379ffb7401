//! `cargo xtask forge [--seconds N] [--seed S] [--kinds heaps,family]`: forged certificates for as long as one likes.
//!
//! Runs the long form of the forger's test of `crates/verify`, optimised, and lets it print its
//! table: for every kind of certificate how many forgeries were made, refused, accepted and true,
//! accepted and false. The last must be 0, or the command fails.

use std::process::Command;

/// Runs the forger with the arguments after `forge`.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = || "usage: cargo xtask forge [--seconds N] [--seed S] [--kinds NAME,…]".to_string();
    let mut command = Command::new(env!("CARGO"));
    let test = "no_forgery_of_a_hundred_thousand_is_believed";
    command
        .args([
            "test",
            "-p",
            "grundy-verify",
            "--profile",
            "long",
            "--test",
            "forge",
        ])
        .args(["--", "--ignored", "--nocapture", test]);
    for pair in arguments.chunks(2) {
        let variable = match pair {
            ["--seconds", _] => "FORGE_SECONDS",
            ["--seed", _] => "FORGE_SEED",
            // Kinds by the first letters of their names in the table.
            ["--kinds", names] => {
                command.env("FORGE_KINDS", names);
                continue;
            }
            _ => return Err(usage()),
        };
        let number: u64 = pair[1].parse().map_err(|_| usage())?;
        command.env(variable, number.to_string());
    }
    let status = command.status().map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err("a forgery was believed, or the forger could not run".to_string()),
    }
}
