//! Set-up, tests, benches and documents as commands:
//!
//! ```text
//! cargo xtask test          everything that continuous integration runs
//! cargo xtask test --long   the tests that take minutes, optimised
//! cargo xtask bench         all benches, as tables
//! cargo xtask fuzz [TARGET] [--seconds N] [--seed S]
//!                           change examples at random and read them
//! cargo xtask forge [--seconds N] [--seed S]
//!                           forge certificates and see that none is believed
//! cargo xtask docs          write real output into the documents' commands
//! ```

mod forge;

use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["test", "--long"] => set_up().and_then(|()| long()),
        ["bench"] => cargo(&["bench", "--workspace", "--benches"]),
        ["docs"] => docs(),
        ["fuzz", ref rest @ ..] => fuzz(rest),
        ["forge", ref rest @ ..] => forge::run(rest),
        _ => Err("usage: cargo xtask test [--long] | bench | fuzz | forge | docs".to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Format, lints, all tests with doc tests and the documents' commands.
fn test() -> Result<(), String> {
    let started = Instant::now();
    set_up()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    tests()?;
    fuzz(&["--seconds", "5"])?;
    println!("all tests passed in {} s", started.elapsed().as_secs());
    Ok(())
}

/// All tests but the long ones. Property tests draw the same cases in every run, so
/// that the same commit gets the same verdict; `PROPTEST_RNG_SEED` asks for others,
/// plain `cargo test` draws new ones each time.
fn tests() -> Result<(), String> {
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".to_string());
    run(Command::new(env!("CARGO"))
        .args(["test", "--workspace"])
        .env("PROPTEST_RNG_SEED", seed))
}

/// The tests that are left out otherwise. The fuzzer has none of them, and takes
/// minutes to build optimised.
fn long() -> Result<(), String> {
    cargo(&[
        "test",
        "--workspace",
        "--exclude",
        "grundy-fuzz",
        "--profile",
        "long",
        "--",
        "--ignored",
    ])
}

/// Changes examples of every text at random and reads them.
fn fuzz(arguments: &[&str]) -> Result<(), String> {
    let mut all = vec!["run", "--quiet", "--package", "grundy-fuzz", "--"];
    all.extend_from_slice(arguments);
    cargo(&all)
}

/// Installs the parts of the toolchain that a minimal installation lacks.
fn set_up() -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let present = Command::new(env!("CARGO"))
            .args([tool, "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
        if !present {
            run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// Runs the documents' test in the mode in which it rewrites the documents.
fn docs() -> Result<(), String> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "--package", "grundy-cli", "--test", "documents"])
        .env("GRUNDY_WRITE_DOCS", "1");
    run(&mut command)
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new(env!("CARGO")).args(arguments))
}

fn run(command: &mut Command) -> Result<(), String> {
    println!("$ {command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
