//! `cargo xtask literature [--seconds N] [--only NAME] [--jobs J]`: the report on the games of the literature.
//!
//! Studies each game of `crates/laws/tests/literature`, optimised, J of them at once (1), with N
//! seconds for each (30), and writes the table of `docs/literature.md` and
//! `docs/literature.zh.md`: the game, its source, the law, its status, and about how long it took.
//! With `--only` those games are studied in whose names NAME occurs; their rows are printed and
//! nothing is written. A table that was written is held to the truth by a test of `crates/laws`.

use std::process::Command;

/// Studies the games with the arguments after `literature`.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let usage =
        || "usage: cargo xtask literature [--seconds N] [--only NAME] [--jobs J]".to_string();
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "-p", "grundy-laws", "--profile", "long"])
        .args(["--test", "literature", "--", "--ignored", "--nocapture"])
        .arg("the_table_is_written");
    for pair in arguments.chunks(2) {
        match pair {
            ["--seconds", seconds] => {
                let seconds: u64 = seconds.parse().map_err(|_| usage())?;
                command.env("LITERATURE_SECONDS", seconds.to_string());
            }
            ["--jobs", jobs] => {
                let jobs: u64 = jobs.parse().map_err(|_| usage())?;
                command.env("LITERATURE_JOBS", jobs.to_string());
            }
            ["--only", name] => {
                command.env("LITERATURE_ONLY", name);
            }
            _ => return Err(usage()),
        }
    }
    let status = command.status().map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err("a game could not be studied".to_string()),
    }
}
