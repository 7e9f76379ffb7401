//! `cargo xtask budgets [--seconds N]`: do limits hold?
//!
//! Every verb that answers about a game is asked about every game of the
//! catalogue, at its examples and at positions chosen to be too large for
//! something, with small limits, in a small address space. Printed are the
//! worst ratios of time and of memory to their limits; a process that is
//! killed, panics or does not end is a failure.
//!
//! Memory is what a process holds at most (`VmHWM`), less what it holds to
//! answer a small question; it is measured on Linux only.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_millis(400);
const MEGABYTES: u64 = 64;
/// For the program itself and its threads beside the tables.
const ADDRESSES: u64 = 1024;
const PATIENCE: Duration = Duration::from_secs(20);

/// Positions that are too large for something, whatever the game.
const HOSTILE: [&str; 14] = [
    "1000000",
    "10^12,5",
    "10^18",
    "2^280,7",
    "10^1000,10^999",
    "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    "(10^9,10^9)",
    "(2^40,3) + (5,2^70)",
    "60x60",
    "1000x1000",
    "4294967296x3 1,1 3,3",
    "1-2,2-3,3-4,4-5,5-6,6-1,1-4,2-5,3-6",
    "1>2,2>3,3>1,1>4,4>5 @1",
    "XO.OXOXOXOXO",
];

/// What is asked of each position.
const VERBS: [&[&str]; 8] = [
    &["solve"],
    &["solve", "--all"],
    &["solve", "--misere"],
    &["solve", "--outcome-only"],
    &["solve", "--moves", "9223372036854775807"],
    &["solve", "--compound", "conjunctive"],
    &["draw"],
    &["play", "--first", "engine"],
];

/// One run, and what it took of its limits.
struct Run {
    arguments: Vec<String>,
    time: f64,
    memory: f64,
    wrong: Option<String>,
}

/// Sweeps for at most so many seconds, all games round and round.
pub fn budgets(seconds: u64) -> Result<(), String> {
    let bench = Bench::new()?;
    let games = bench.games()?;
    let mut questions = Vec::new();
    for (id, examples) in &games {
        let positions = examples.iter().map(String::as_str).chain(HOSTILE);
        for position in positions {
            for verb in VERBS {
                let rest = verb[1..].iter().copied();
                let all = [verb[0], id, position].into_iter().chain(rest);
                questions.push(all.map(str::to_string).collect::<Vec<_>>());
            }
        }
        for to in ["100000", "400,400", "40,40,40"] {
            questions.push(["table", id, "--to", to].map(str::to_string).to_vec());
        }
        for verb in ["study", "law"] {
            questions.push([verb, id].map(str::to_string).to_vec());
        }
    }
    // A stride without common factors visits all games early.
    let (count, started) = (questions.len(), Instant::now());
    let mut runs = Vec::new();
    for step in 0..count {
        if started.elapsed().as_secs() >= seconds {
            break;
        }
        let at = step * 7919 % count;
        runs.push(bench.run(&questions[at]));
    }
    report(&runs, count)
}

struct Bench {
    grundy: PathBuf,
    /// What the program holds to answer a small question, in kilobytes.
    base: u64,
}

impl Bench {
    fn new() -> Result<Bench, String> {
        crate::run::cargo(&["build", "--package", "grundy-cli"])?;
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let grundy = here.with_file_name("grundy");
        let mut bench = Bench { grundy, base: 0 };
        let small = bench.measured(&["solve", "nim", "1,2"].map(str::to_string));
        bench.base = small.1;
        Ok(bench)
    }

    /// The games of the catalogue and the examples on their pages.
    fn games(&self) -> Result<BTreeMap<String, Vec<String>>, String> {
        let output = Command::new(&self.grundy)
            .args(["games", "--format", "json"])
            .output()
            .map_err(|error| error.to_string())?;
        let list: serde_json::Value =
            serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_string();
        let all = list.as_array().into_iter().flatten();
        Ok(all
            .map(|game| {
                let examples = game["examples"].as_array().into_iter().flatten();
                (text(&game["id"]), examples.map(text).collect())
            })
            .collect())
    }

    fn run(&self, question: &[String]) -> Run {
        let mut arguments = question.to_vec();
        let (time, memory) = (TIME.as_millis(), MEGABYTES);
        for limit in [
            "--limit-time",
            &format!("{time}ms"),
            "--limit-memory",
            &format!("{memory}M"),
            "--limit-states",
            "1000000",
        ] {
            arguments.push(limit.to_string());
        }
        let (took, held, code) = self.measured(&arguments);
        let wrong = match code {
            Some(0..=3) => None,
            Some(code) => Some(format!("exit code {code}")),
            None if took >= PATIENCE => Some("did not end".to_string()),
            None => Some("was killed".to_string()),
        };
        Run {
            time: took.as_secs_f64() / TIME.as_secs_f64(),
            memory: held.saturating_sub(self.base) as f64 / (MEGABYTES << 10) as f64,
            arguments,
            wrong,
        }
    }

    /// How long a run takes, how many kilobytes it holds at most, and its exit
    /// code, if it ends by itself.
    fn measured(&self, arguments: &[String]) -> (Duration, u64, Option<i32>) {
        let limit = format!("ulimit -v {} && exec \"$0\" \"$@\"", ADDRESSES << 10);
        let started = Instant::now();
        let child = Command::new("sh")
            .args(["-c", &limit])
            .arg(&self.grundy)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else {
            return (Duration::ZERO, 0, None);
        };
        if let Some(mut stdin) = child.stdin.take() {
            // Who plays asks for help; others do not read.
            let _ = stdin.write_all(b"hint\nmoves\nquit\n");
        }
        let status = PathBuf::from(format!("/proc/{}/status", child.id()));
        let mut held = 0;
        loop {
            held = held.max(high_water(&status));
            match child.try_wait() {
                Ok(Some(ended)) => return (started.elapsed(), held, ended.code()),
                Ok(None) if started.elapsed() < PATIENCE => {}
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return (started.elapsed(), held, None);
                }
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The most that a process has held, in kilobytes; 0 where nobody tells.
fn high_water(status: &Path) -> u64 {
    let text = fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn report(runs: &[Run], count: usize) -> Result<(), String> {
    const SHOWN: usize = 12;
    println!("{} of {count} questions asked", runs.len());
    let shown = |name: &str, ratio: fn(&Run) -> f64| {
        let mut worst: Vec<&Run> = runs.iter().collect();
        worst.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
        println!("\n{name} over its limit, worst first:");
        for run in worst.iter().take(SHOWN) {
            println!("{:8.2}  grundy {}", ratio(run), run.arguments.join(" "));
        }
    };
    shown("time", |run| run.time);
    shown("memory", |run| run.memory);
    let wrong: Vec<String> = runs
        .iter()
        .filter_map(|run| {
            let wrong = run.wrong.as_ref()?;
            Some(format!("{wrong}: grundy {}", run.arguments.join(" ")))
        })
        .collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{} runs failed:\n{}",
            wrong.len(),
            wrong.join("\n")
        )),
    }
}
