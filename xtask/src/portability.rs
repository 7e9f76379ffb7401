//! The workspace elsewhere: other processors, addresses of 32 bits, no operating system.
//!
//! [`check`] compiles the crates for such targets, a minute or two; plain
//! `cargo xtask test` does that. [`run`] also *runs* the tests there, for 64-bit ARM
//! under `qemu-aarch64` and for `wasm32-wasip1` under node's WASI: what compiles may
//! still cut off a number. Overflow is an error in these runs.
//!
//! Where no compiler for a target can be had ([`crate::compiler`]), that is said, with what to do,
//! and nothing fails.

use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::compiler::{BROWSER, Compiler, compiler_for, install};
use crate::run::{root, run as execute};

/// The crates that run anywhere.
const LIBRARY: [&str; 7] = [
    "grundy-nimber",
    "grundy",
    "grundy-lang",
    "grundy-verify",
    "grundy-laws",
    "grundy-press",
    "grundy-cookbook",
];
/// Those whose tests are run elsewhere.
const TESTED: [&str; 4] = ["grundy-nimber", "grundy", "grundy-lang", "grundy-laws"];

const ARM: &str = "aarch64-unknown-linux-gnu";
const WASI: &str = "wasm32-wasip1";

/// Where Debian's packages put things.
const DEBIAN_WASI: &str = "/usr/lib/wasm32-wasi";
const DEBIAN_ARM: &str = "/usr/aarch64-linux-gnu";

/// What is compiled but not run: the crates with the command where a system is
/// below it, the module of the page in a browser.
const CHECKED: [&str; 2] = [ARM, BROWSER];
/// Compiled by the long run besides.
const CHECKED_LONG: [&str; 3] = [
    "i686-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
];

/// A target whose tests are run.
struct Place {
    target: &'static str,
    /// What a test is run under: the program and a package that has it.
    runner: (&'static str, &'static str),
    /// Debian packages besides the compiler, each with a file that it brings.
    packages: &'static [(&'static str, &'static str)],
    /// Tests that are left out, and why.
    left_out: &'static [(&'static str, &'static str)],
}

const PLACES: [Place; 2] = [
    Place {
        target: ARM,
        runner: ("qemu-aarch64", "qemu-user"),
        packages: &[
            ("gcc-aarch64-linux-gnu", "/usr/bin/aarch64-linux-gnu-gcc"),
            ("libc6-dev-arm64-cross", "/usr/aarch64-linux-gnu/lib/crt1.o"),
        ],
        left_out: &[
            (
                "a_killed_run_continues_to_the_same_checksum",
                "starts itself, and the kernel runs no program of another processor",
            ),
            (
                "a_run_in_the_window_form_continues_from_its_checkpoint",
                "starts itself too",
            ),
            ("no_room_is_reported_and_loses_nothing", "starts itself too"),
        ],
    },
    Place {
        target: WASI,
        runner: ("node", "nodejs"),
        packages: &[
            ("lld-19", "/usr/bin/wasm-ld-19"),
            ("wasi-libc", "/usr/lib/wasm32-wasi/libc.a"),
        ],
        left_out: &[],
    },
];

/// Compiles the crates for targets unlike this machine. Passes, and says so, where no
/// compiler for them can be had.
pub fn check() -> Result<(), String> {
    seam()?;
    check_targets(&CHECKED)
}

/// Compiles for more targets, and runs the tests where they can be run.
pub fn run() -> Result<(), String> {
    seam()?;
    let targets: Vec<&'static str> = CHECKED.into_iter().chain(CHECKED_LONG).collect();
    check_targets(&targets)?;
    let mut summary = Vec::new();
    for place in &PLACES {
        let started = Instant::now();
        let told = match place.prepare() {
            Err(missing) => not_done(place.target, "its tests were NOT run", &missing),
            Ok(compiler) => {
                let counts = place.test(compiler)?;
                let seconds = started.elapsed().as_secs();
                format!("{}: {counts}, {seconds} s", place.target)
            }
        };
        summary.push(told);
        for (test, reason) in place.left_out {
            summary.push(format!("{}: left out {test}: {reason}", place.target));
        }
    }
    summary.push("left out everywhere: doc tests, and tests marked as long".to_string());
    println!("portability:\n  {}", summary.join("\n  "));
    Ok(())
}

/// The library asks for clocks, threads and files in one module only.
fn seam() -> Result<(), String> {
    const DOOR: &str = "crates/grundy/src/platform.rs";
    const WORDS: [&str; 8] = [
        "Instant::now",
        "SystemTime",
        "thread::scope",
        "thread::spawn",
        "available_parallelism",
        "std::fs",
        "fs::File",
        "process::id",
    ];
    let mut folders: Vec<PathBuf> = ["nimber", "grundy", "lang", "verify", "laws", "cookbook"]
        .iter()
        .map(|name| root().join("crates").join(name).join("src"))
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.ends_with(DOOR) || path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            // Tests at the end of a file run where there is a system.
            let code = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for (number, line) in (1..).zip(code.lines()) {
                let word = WORDS.iter().find(|word| line.contains(*word));
                if let Some(word) = word.filter(|_| !line.trim_start().starts_with("//")) {
                    found.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "only {DOOR} may ask the system:\n{}",
            found.join("\n")
        )),
    }
}

fn check_targets(targets: &[&'static str]) -> Result<(), String> {
    let started = Instant::now();
    let (mut done, mut warnings) = (Vec::new(), Vec::new());
    // One call for all targets of a compiler shares the work.
    let mut calls: Vec<(Compiler, bool, Vec<&str>)> = Vec::new();
    for target in targets {
        match compiler_for(target) {
            Err(missing) => warnings.push(not_done(target, "it was NOT compiled for", &missing)),
            Ok(compiler) => {
                done.push(*target);
                let hosted = *target != BROWSER;
                let call = calls.iter_mut().find(|c| (c.0, c.1) == (compiler, hosted));
                match call {
                    Some((_, _, targets)) => targets.push(target),
                    None => calls.push((compiler, hosted, vec![target])),
                }
            }
        }
    }
    for (compiler, hosted, targets) in calls {
        let mut cargo = compiler.cargo("check", "std,panic_abort")?;
        packages(&mut cargo, LIBRARY);
        packages(
            &mut cargo,
            [if hosted { "grundy-cli" } else { "grundy-wasm" }],
        );
        execute(on(&mut cargo, &targets))?;
        // Without `std` the nimbers still are there, and without laws the desk.
        if !hosted {
            for smaller in ["grundy-nimber", "grundy-wasm"] {
                let mut cargo = compiler.cargo("check", "std,panic_abort")?;
                cargo.arg("--no-default-features");
                packages(&mut cargo, [smaller]);
                execute(on(&mut cargo, &targets))?;
            }
        }
    }
    let done = match done.is_empty() {
        true => "no other target".to_string(),
        false => done.join(", "),
    };
    println!("compiled for {done} in {} s", started.elapsed().as_secs());
    warnings.iter().for_each(|warning| println!("{warning}"));
    Ok(())
}

fn packages(cargo: &mut Command, names: impl IntoIterator<Item = &'static str>) {
    for name in names {
        cargo.args(["--package", name]);
    }
}

fn on<'c>(cargo: &'c mut Command, targets: &[&str]) -> &'c mut Command {
    for target in targets {
        cargo.args(["--target", target]);
    }
    cargo
}

/// A sentence that cannot be overlooked.
fn not_done(target: &str, what: &str, missing: &str) -> String {
    format!("WARNING: {target}: {what}: {missing}")
}

impl Place {
    /// Sees to it that tests can be compiled, linked and run; else what is missing.
    fn prepare(&self) -> Result<Compiler, String> {
        let compiler = compiler_for(self.target)?;
        // rustup's target for WASI brings what it is linked with.
        if self.target == ARM || compiler == Compiler::Debian {
            install(self.packages)?;
        }
        let (runner, package) = self.runner;
        let there = || {
            let run = Command::new(runner).arg("--version").output();
            run.is_ok_and(|output| output.status.success())
        };
        if !there() {
            // A file that is never there: what counts is whether it runs.
            let _ = install(&[(package, "")]);
        }
        match there() {
            true => Ok(compiler),
            false => Err(format!("no `{runner}`; on Debian it is in `{package}`")),
        }
    }

    /// Runs the tests; how many ran.
    fn test(&self, compiler: Compiler) -> Result<Counts, String> {
        let mut cargo = compiler.cargo("test", "std,panic_abort,panic_unwind,test")?;
        packages(&mut cargo, TESTED);
        cargo.args(["--target", self.target, "--tests", "--profile", "elsewhere"]);
        let key = self.target.to_uppercase().replace('-', "_");
        let key = |what: &str| format!("CARGO_TARGET_{key}_{what}");
        match self.target {
            ARM => {
                cargo.env(key("LINKER"), "aarch64-linux-gnu-gcc");
                cargo.env(key("RUNNER"), format!("qemu-aarch64 -L {DEBIAN_ARM}"));
            }
            _ => {
                let built = cargo
                    .get_envs()
                    .find(|(name, _)| *name == "CARGO_TARGET_DIR");
                let built = built.and_then(|(_, folder)| folder).unwrap_or_default();
                // Both are lists with spaces between, so paths must be without.
                let (here, built) = (root(), built.to_string_lossy());
                let here = here.display();
                let node = "node --no-warnings --no-flush-bytecode";
                let runner = format!("{node} {here}/xtask/src/wasi.mjs {here}:{built}");
                cargo.env(key("RUNNER"), runner);
                if compiler == Compiler::Debian {
                    let flags = format!(
                        "-C linker=wasm-ld-19 -C linker-flavor=wasm-ld -C link-self-contained=no \
                         -L native={DEBIAN_WASI} -C link-arg={DEBIAN_WASI}/crt1-command.o \
                         -C link-arg=--allow-undefined"
                    );
                    cargo.env(key("RUSTFLAGS"), flags);
                }
            }
        }
        for (name, value) in [("PROPTEST_CASES", "16"), ("PROPTEST_RNG_SEED", "1")] {
            if std::env::var_os(name).is_none() {
                cargo.env(name, value);
            }
        }
        // The rest of the programs is run after one that fails.
        cargo.args(["--no-fail-fast", "--"]);
        for (test, _) in self.left_out {
            cargo.args(["--skip", test]);
        }
        counted(&mut cargo)
    }
}

/// What the test programs said at their ends, added up.
#[derive(Default)]
struct Counts {
    programs: u32,
    passed: u64,
    ignored: u64,
    skipped: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            programs,
            passed,
            ignored,
            skipped,
        } = self;
        write!(
            f,
            "{passed} tests of {programs} programs passed, {ignored} are long ones, {skipped} left out"
        )
    }
}

impl Counts {
    /// Takes note of a line such as `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
    fn hear(&mut self, line: &str) {
        let Some(said) = line.strip_prefix("test result: ") else {
            return;
        };
        self.programs += 1;
        let words: Vec<&str> = said
            .split([' ', ';', '.'])
            .filter(|w| !w.is_empty())
            .collect();
        for pair in words.windows(2) {
            let number: u64 = pair[0].parse().unwrap_or(0);
            match pair[1] {
                "passed" => self.passed += number,
                "ignored" => self.ignored += number,
                "filtered" => self.skipped += number,
                _ => {}
            }
        }
    }
}

/// Runs tests, shows what they print, and counts them.
fn counted(command: &mut Command) -> Result<Counts, String> {
    println!("$ {command:?}");
    let mut counts = Counts::default();
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("{command:?}: {error}"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| error.to_string())?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            counts.hear(&line);
        }
    }
    match child.wait().map_err(|error| error.to_string())? {
        status if !status.success() => Err(format!("{command:?} failed: {status}")),
        _ if counts.passed == 0 => Err(format!("{command:?} ran no test")),
        _ => Ok(counts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_test_programs_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "running 7 tests",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 1 filtered out; finished in 5.09s",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        ] {
            counts.hear(line);
        }
        let Counts {
            programs,
            passed,
            ignored,
            skipped,
        } = counts;
        assert_eq!((programs, passed, ignored, skipped), (2, 7, 1, 1));
    }

    #[test]
    fn the_library_asks_the_system_in_one_module() {
        seam().unwrap();
    }
}
