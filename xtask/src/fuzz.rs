//! `cargo xtask fuzz [TARGET…] [--minutes N] [--jobs J] [--keep]`: libFuzzer on every target of `crates/fuzz`.
//!
//! The binary `guided` of that crate is built with coverage counted, which the stable compiler does
//! when LLVM's pass is named to it, for the platform of this machine by name, so that build
//! scripts are spared. Each target gets its share of the minutes, `J` at a time, and starts from the
//! examples in the project and from what earlier runs left in the target folder. An input
//! that fails ends a process: it is made short, shown, kept, and another process goes on.
//!
//! At the end there is a table; with `--keep` the fewest inputs that reach all that was
//! reached are written to `crates/fuzz/corpus`.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::run::{output, root, run as succeed};
use crate::workspace::Workspace;

const USAGE: &str = "usage: cargo xtask fuzz [TARGET…] [--minutes N] [--jobs J] [--keep]";

/// What lets the compiler count coverage and show libFuzzer what is compared.
const COVERAGE: &str = "-Cpasses=sancov-module \
     -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
     -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares";

/// An input may take as many seconds on the clock; the binary itself looks at processor time.
const HANG: u64 = 300;
/// Seconds after which a process that should have ended is ended.
const GRACE: u64 = HANG + 60;
/// A process may use as many megabytes.
const MEMORY: u64 = 2048;
/// Inputs are at most so long, as in `crates/fuzz/src/corpus.rs`.
const LONGEST: u64 = 4096;
/// How the binary begins to tell of a hang.
const SLOW: &str = "an input took";
/// After so many findings a target is left alone.
const FINDINGS: usize = 8;
/// Seconds to make a finding short.
const SHORTEN: u64 = 20;
/// Seconds to find the fewest inputs.
const MERGE: u64 = 1800;

/// What was asked for.
struct Wanted {
    targets: Vec<String>,
    minutes: f64,
    jobs: usize,
    keep: bool,
}

impl Wanted {
    fn read(arguments: &[&str]) -> Option<Wanted> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut wanted = Wanted {
            targets: Vec::new(),
            minutes: 10.0,
            jobs: cores,
            keep: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match *word {
                "--minutes" => wanted.minutes = words.next()?.parse().ok()?,
                "--jobs" => wanted.jobs = words.next()?.parse().ok()?,
                "--keep" => wanted.keep = true,
                option if option.starts_with('-') => return None,
                target => wanted.targets.push(target.to_string()),
            }
        }
        let sensible = wanted.minutes > 0.0 && wanted.minutes < 1e6 && wanted.jobs > 0;
        sensible.then_some(wanted)
    }
}

/// The binary and where its files are.
struct Fuzzer {
    binary: PathBuf,
    folder: PathBuf,
}

/// What came of a target.
#[derive(Default)]
struct Row {
    seconds: f64,
    executions: u64,
    /// Edges of the program that the examples reach, and that were reached at the end.
    edges: Option<(u64, u64)>,
    findings: Vec<Finding>,
}

struct Finding {
    /// Where it failed and how, or that it took too long.
    what: String,
    input: PathBuf,
}

/// Builds, runs, prints the table; findings are an error.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let wanted = Wanted::read(arguments).ok_or(USAGE)?;
    let fuzzer = Fuzzer::build()?;
    let all = String::from_utf8_lossy(&output(&mut fuzzer.command(None))?).into_owned();
    let all: Vec<&str> = all.lines().collect();
    let mut targets = all.clone();
    if !wanted.targets.is_empty() {
        targets = wanted.targets.iter().map(String::as_str).collect();
    }
    if let Some(unknown) = targets.iter().find(|name| !all.contains(name)) {
        let names = all.join(", ");
        return Err(format!("no target `{unknown}`; there are {names}"));
    }
    let jobs = wanted.jobs.min(targets.len());
    let share = wanted.minutes * 60.0 * jobs as f64 / targets.len() as f64;
    println!(
        "{} targets, {share:.0} s each, {jobs} at a time",
        targets.len()
    );
    let before = processor_seconds();
    let rows = in_turn(&targets, jobs, |name| {
        let row = fuzzer.fuzz(name, Duration::from_secs_f64(share));
        if let Ok(row) = &row {
            println!("{}", row.line(name));
        }
        row
    })?;
    println!("\n{HEAD}");
    for (name, row) in targets.iter().zip(&rows) {
        println!("{}", row.line(name));
    }
    if let (Some(before), Some(after)) = (before, processor_seconds()) {
        println!("\n{:.2} processor hours", (after - before) / 3600.0);
    }
    let mut found = 0;
    for (name, row) in targets.iter().zip(&rows) {
        for finding in &row.findings {
            found += 1;
            println!("\n{name}: {}", finding.what);
            if let Ok(input) = fs::read(&finding.input) {
                println!("  {}", input.escape_ascii());
            }
            println!("  {}", finding.input.display());
        }
    }
    if wanted.keep {
        in_turn(&targets, jobs, |name| fuzzer.keep(name))?;
    }
    match found {
        0 => Ok(()),
        _ => Err(format!("{found} findings")),
    }
}

/// The processor time of all processes that were started and have ended, where the
/// system tells: on Linux, in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold blanks; it ends with the last bracket.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// Does the same for each target, `jobs` at a time; results are in the order of the targets.
fn in_turn<T: Send>(
    targets: &[&str],
    jobs: usize,
    work: impl Fn(&str) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let left: Mutex<VecDeque<usize>> = Mutex::new((0..targets.len()).collect());
    let done: Mutex<Vec<(usize, Result<T, String>)>> = Mutex::new(Vec::new());
    let next = || left.lock().ok().and_then(|mut left| left.pop_front());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(at) = next() {
                    let result = work(targets[at]);
                    if let Ok(mut done) = done.lock() {
                        done.push((at, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|error| error.to_string())?;
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

const HEAD: &str =
    "target        seconds  executions  per second  edges at start  at end  findings";

impl Row {
    fn line(&self, name: &str) -> String {
        let (start, end) = self.edges.unwrap_or_default();
        let rate = self.executions as f64 / self.seconds.max(0.001);
        format!(
            "{name:<12} {:>8.0} {:>11} {rate:>11.0} {start:>15} {end:>7} {:>9}",
            self.seconds,
            self.executions,
            self.findings.len()
        )
    }

    /// Adds what libFuzzer told.
    fn add(&mut self, log: &str) {
        let after = |line: &str, word: &str| -> Option<u64> {
            let rest = &line[line.find(word)? + word.len()..];
            rest.split_whitespace().next()?.parse().ok()
        };
        let executed = |line| after(line, "stat::number_of_executed_units:");
        self.executions += log.lines().filter_map(executed).sum::<u64>();
        for line in log.lines().filter(|line| line.starts_with('#')) {
            // Before that line the examples are still being read.
            if self.edges.is_none() && !line.contains("\tINITED") {
                continue;
            }
            if let Some(now) = after(line, "cov:") {
                let (start, end) = self.edges.unwrap_or((now, now));
                self.edges = Some((start, end.max(now)));
            }
        }
    }
}

impl Fuzzer {
    /// Builds the binary in a folder of its own, as everything is compiled anew for it.
    fn build() -> Result<Fuzzer, String> {
        let folder = Workspace::read()?.target.join("guided");
        let told = output(Command::new("rustc").arg("-vV"))?;
        let told = String::from_utf8_lossy(&told);
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.ok_or("rustc does not say which platform this is")?;
        let mut command = Command::new(env!("CARGO"));
        command
            .args(["build", "--package", "grundy-fuzz", "--bin", "guided"])
            .args([
                "--features",
                "guided",
                "--profile",
                "guided",
                "--target",
                host,
            ])
            .env("CARGO_TARGET_DIR", &folder)
            .env("RUSTFLAGS", COVERAGE)
            .current_dir(root());
        succeed(&mut command)?;
        let name = format!("guided{}", std::env::consts::EXE_SUFFIX);
        Ok(Fuzzer {
            binary: folder.join(host).join("guided").join(name),
            folder,
        })
    }

    fn command(&self, target: Option<&str>) -> Command {
        let mut command = Command::new(&self.binary);
        command.stdin(Stdio::null());
        if let Some(target) = target {
            command.env("GRUNDY_FUZZ_TARGET", target);
        }
        // Stores are written and flushed for every input: to memory, where there is such a folder.
        if Path::new("/dev/shm").is_dir() {
            command.env("TMPDIR", "/dev/shm");
        }
        command
    }

    /// A folder of a target.
    fn made(&self, target: &str, what: &str) -> Result<PathBuf, String> {
        let path = self.folder.join(what).join(target);
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// Runs libFuzzer for so many seconds; answers whether it ended well, and what it told.
    fn told(
        &self,
        mut command: Command,
        target: &str,
        time: u64,
    ) -> Result<(bool, String), String> {
        let path = self.folder.join(format!("{target}.log"));
        let failed = |error: std::io::Error| format!("{target}: {error}");
        let log = fs::File::create(&path).map_err(failed)?;
        command.stdout(Stdio::null()).stderr(log);
        let end = Instant::now() + Duration::from_secs(time + GRACE);
        let mut child = command.spawn().map_err(failed)?;
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break status;
            }
            if Instant::now() > end {
                child.kill().map_err(failed)?;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let text = fs::read(&path).map_err(failed)?;
        Ok((
            status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        ))
    }

    fn fuzz(&self, target: &str, time: Duration) -> Result<Row, String> {
        let (inputs, found) = (self.made(target, "inputs")?, self.made(target, "findings")?);
        let words = self.folder.join(format!("{target}.dict"));
        let mut first = self.command(Some(target));
        first.env("GRUNDY_FUZZ_EXPAND", &inputs);
        output(first.env("GRUNDY_FUZZ_WORDS", &words))?;
        let begun = Instant::now();
        let mut row = Row::default();
        for round in 0.. {
            // A whole second at least: 0 would be without end.
            let left = time.saturating_sub(begun.elapsed()).as_secs();
            if left == 0 && round > 0 || row.findings.len() >= FINDINGS {
                break;
            }
            let mut command = self.command(Some(target));
            command.arg(&inputs).args([
                format!("-max_total_time={}", left.max(1)),
                format!("-timeout={HANG}"),
                format!("-report_slow_units={HANG}"),
                format!("-rss_limit_mb={MEMORY}"),
                format!("-max_len={LONGEST}"),
                format!("-dict={}", words.display()),
                format!("-artifact_prefix={}/", found.display()),
                "-print_final_stats=1".to_string(),
            ]);
            let (well, log) = self.told(command, target, left)?;
            row.add(&log);
            if well {
                break;
            }
            let written = log
                .lines()
                .find_map(|line| line.split_once("Test unit written to "));
            let Some((_, input)) = written else {
                let last: Vec<&str> = log.lines().rev().take(20).collect();
                let last: Vec<&str> = last.into_iter().rev().collect();
                return Err(format!(
                    "{target}: no finding, and yet:\n{}",
                    last.join("\n")
                ));
            };
            let input = PathBuf::from(input.trim());
            let what = failure(&log);
            if row.findings.iter().all(|finding| finding.what != what) {
                // What takes long would take as long at every attempt.
                let input = match what.starts_with(SLOW) {
                    true => input,
                    false => self.shortened(target, &input)?,
                };
                row.findings.push(Finding { what, input });
            }
        }
        row.seconds = begun.elapsed().as_secs_f64();
        Ok(row)
    }

    /// A shorter input that fails, in a file beside it; the input itself if there is none.
    fn shortened(&self, target: &str, input: &Path) -> Result<PathBuf, String> {
        let mut short = input.as_os_str().to_owned();
        short.push("-short");
        let short = PathBuf::from(short);
        let mut command = self.command(Some(target));
        command.arg(input).args([
            "-minimize_crash=1".to_string(),
            format!("-max_total_time={SHORTEN}"),
            format!("-timeout={HANG}"),
            format!("-rss_limit_mb={MEMORY}"),
            format!("-exact_artifact_path={}", short.display()),
        ]);
        self.told(command, target, SHORTEN)?;
        Ok(match short.exists() {
            true => short,
            false => input.to_path_buf(),
        })
    }

    /// Writes the fewest inputs that reach everything to the project.
    fn keep(&self, target: &str) -> Result<(), String> {
        let (inputs, fewest) = (self.made(target, "inputs")?, self.made(target, "fewest")?);
        let remade = fs::remove_dir_all(&fewest).and_then(|()| fs::create_dir_all(&fewest));
        remade.map_err(|error| format!("{}: {error}", fewest.display()))?;
        let mut command = self.command(Some(target));
        command.arg(&fewest).arg(&inputs).args([
            "-set_cover_merge=1".to_string(),
            // What is reached counts, not how often.
            "-use_counters=0".to_string(),
            format!("-timeout={HANG}"),
            format!("-rss_limit_mb={MEMORY}"),
            format!("-max_len={LONGEST}"),
        ]);
        let (well, log) = self.told(command, target, MERGE)?;
        if !well {
            return Err(format!("{target}: the inputs could not be merged:\n{log}"));
        }
        succeed(self.command(Some(target)).env("GRUNDY_FUZZ_KEEP", &fewest))
    }
}

/// What failed, in a line or two: where the panic was and its first words, or libFuzzer's own words.
fn failure(log: &str) -> String {
    let mut lines = log.lines();
    let panic = lines.find(|line| line.contains("panicked at "));
    let told = log.lines().find(|line| line.contains("ERROR: libFuzzer"));
    let text = match panic {
        Some(line) => {
            let place = line
                .split_once("panicked at ")
                .map_or(line, |(_, place)| place);
            let first = lines.next().unwrap_or("");
            format!("{place} {}", first.chars().take(100).collect::<String>())
        }
        None => {
            let told = told.and_then(|line| line.split_once("ERROR: "));
            let own = log.lines().find_map(|line| line.strip_prefix("guided: "));
            let told = told.map_or("it ended", |(_, what)| what);
            own.unwrap_or(told).to_string()
        }
    };
    text.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood() {
        let wanted = Wanted::read(&["rules", "--minutes", "0.5", "--jobs", "3", "graphs"]).unwrap();
        assert_eq!(wanted.targets, ["rules", "graphs"]);
        assert_eq!((wanted.minutes, wanted.jobs, wanted.keep), (0.5, 3, false));
        for wrong in [
            &["--minutes"][..],
            &["--minutes", "-1"],
            &["--jobs", "0"],
            &["--seed"],
        ] {
            assert!(Wanted::read(wrong).is_none(), "{wrong:?}");
        }
    }

    #[test]
    fn what_libfuzzer_tells_becomes_a_row() {
        let mut row = Row::default();
        row.add(
            "#2\tpulse  cov: 9 ft: 2\n#14\tINITED cov: 1442 ft: 2720 corp: 13/684b\n\
             #90\tNEW    cov: 1450 ft: 1\nstat::number_of_executed_units: 100\n",
        );
        row.add("#3\tINITED cov: 1449 ft: 1\nstat::number_of_executed_units: 11\n");
        assert_eq!((row.executions, row.edges), (111, Some((1442, 1450))));
    }

    #[test]
    fn the_place_of_a_failure_is_its_name() {
        let log =
            "INFO: x\n\nthread '<unnamed>' (7) panicked at crates/a.rs:1:2:\nindex out\nnote\n";
        assert_eq!(failure(log), "crates/a.rs:1:2: index out");
        let log = "==5== ERROR: libFuzzer: out-of-memory\n";
        assert_eq!(failure(log), "libFuzzer: out-of-memory");
        let log = format!("guided: {SLOW} more than 20 s\n==5== ERROR: libFuzzer: deadly signal\n");
        assert!(failure(&log).starts_with(SLOW));
    }
}
