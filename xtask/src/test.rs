//! Tests, benches and documents.

use std::process::Command;
use std::time::Instant;

use crate::run::{both, cargo, run};
use crate::{packages, page, portability, python, site, wasm};

/// Format, lints, all tests with doc tests and the documents' commands, the packages, the
/// wheel of Python with its tests, the page in a browser with both engines.
pub fn all() -> Result<(), String> {
    let started = Instant::now();
    set_up()?;
    cargo(&["fmt", "--all", "--check"])?;
    both(portability::check, || {
        page::check()?;
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])
    })?;
    tests(&["--no-run"])?;
    // The module of WebAssembly is one long compilation on one core.
    both(
        || {
            packages::run(packages::Depth::Look)?;
            site::run_to(None)?;
            wasm::test()
        },
        || {
            tests(&[])?;
            python::test()
        },
    )?;
    page::test()?;
    println!("all tests passed in {} s", started.elapsed().as_secs());
    Ok(())
}

/// All tests but the long ones. Property tests draw the same cases in every run, so
/// that the same commit gets the same verdict; `PROPTEST_RNG_SEED` asks for others,
/// plain `cargo test` draws new ones each time.
fn tests(arguments: &[&str]) -> Result<(), String> {
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".to_string());
    run(Command::new(env!("CARGO"))
        .args(["test", "--workspace"])
        .args(arguments)
        .env("PROPTEST_RNG_SEED", seed))
}

/// The tests that are left out otherwise, and the packages built from what was
/// packed. The fuzzer has no such tests.
pub fn long() -> Result<(), String> {
    set_up()?;
    proof_assistant();
    typesetter();
    cargo(&[
        "test",
        "--workspace",
        "--exclude",
        "grundy-fuzz",
        "--profile",
        "long",
        "--",
        "--ignored",
    ])?;
    packages::run(packages::Depth::Build)?;
    portability::run()
}

/// All benches, as tables.
pub fn bench() -> Result<(), String> {
    cargo(&["bench", "--workspace", "--benches"])
}

/// Runs the documents' test in the mode in which it rewrites the documents.
pub fn docs() -> Result<(), String> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "--package", "grundy-cli", "--test", "documents"])
        .env("GRUNDY_WRITE_DOCS", "1");
    run(&mut command)
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

/// Installs LaTeX with TikZ, which the test of formulas and figures asks, where Debian's
/// package manager lets us. Without it that test says what it lacks.
fn typesetter() {
    let packages = [
        "texlive-latex-base",
        "texlive-latex-recommended",
        "texlive-pictures",
    ];
    let present = Command::new("kpsewhich")
        .arg("tikz.sty")
        .output()
        .is_ok_and(|output| output.status.success());
    let mut install = Command::new("apt-get");
    install
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages);
    if !present && let Err(error) = run(&mut install) {
        println!("LaTeX could not be installed: {error}");
    }
}

/// Installs Coq, which the tests of written proofs ask, where Debian's package manager
/// lets us. Without it these tests say what they lack.
fn proof_assistant() {
    let present = Command::new("coqc").arg("--version").output().is_ok();
    if !present && let Err(error) = run(Command::new("apt-get").args(["install", "-y", "coq"])) {
        println!("Coq could not be installed: {error}");
    }
}
