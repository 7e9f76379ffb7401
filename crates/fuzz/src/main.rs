//! `cargo xtask fuzz [TARGET] [--seconds N] [--seed S]`: see the library.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use grundy_fuzz::run::{self, HANGS, Plan};
use grundy_fuzz::targets::{self, ALL, Target};

const USAGE: &str = "usage: fuzz [TARGET] [--seconds N] [--seed S] [--folder DIR]";

/// What was asked for.
struct Asked {
    target: Option<&'static Target>,
    seconds: f64,
    seed: u64,
    folder: PathBuf,
    /// The number of the first input: only for processes that this one starts.
    from: Option<u64>,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| match asked.from {
        Some(from) => alone(&asked, from),
        None => all(&asked),
    }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("fuzz: {message}");
            ExitCode::FAILURE
        }
    }
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        target: None,
        seconds: 5.0,
        seed: 1,
        folder: std::env::temp_dir().join("grundy-fuzz"),
        from: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(USAGE.to_string());
        match word.as_str() {
            "--seconds" => asked.seconds = value()?.parse().map_err(|_| USAGE)?,
            "--seed" => asked.seed = value()?.parse().map_err(|_| USAGE)?,
            "--folder" => asked.folder = PathBuf::from(value()?),
            "--from" => asked.from = Some(value()?.parse().map_err(|_| USAGE)?),
            name => {
                let names: Vec<&str> = ALL.iter().map(|target| target.name).collect();
                let unknown = || format!("no target `{name}`; there are {}", names.join(", "));
                asked.target = Some(targets::find(name).ok_or_else(unknown)?);
            }
        }
    }
    Ok(asked)
}

/// Every target in a process of its own.
fn all(asked: &Asked) -> Result<bool, String> {
    let chosen: Vec<&Target> = match asked.target {
        Some(target) => vec![target],
        None => ALL.iter().collect(),
    };
    let share = asked.seconds / chosen.len() as f64;
    let mut clean = true;
    for target in chosen {
        let end = Instant::now() + Duration::from_secs_f64(share);
        let mut from = 0u64;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if from > 0 && left.is_zero() {
                break;
            }
            let me = std::env::current_exe().map_err(|error| error.to_string())?;
            let mut command = Command::new(me);
            command.arg(target.name).arg("--from").arg(from.to_string());
            command.arg("--seed").arg(asked.seed.to_string());
            command.arg("--seconds").arg(left.as_secs_f64().to_string());
            command.arg("--folder").arg(&asked.folder);
            let status = command.status().map_err(|error| error.to_string())?;
            clean &= status.success();
            if matches!(status.code(), Some(0 | 1)) {
                break;
            }
            // It died or hung: what it was reading is a finding.
            let current = run::current(&asked.folder, target);
            let number = std::fs::read_to_string(&current).map_err(|error| error.to_string())?;
            let number: u64 = number.trim().parse().map_err(|_| USAGE)?;
            let kept = asked.folder.join(format!("{}-died-{number}", target.name));
            let input = run::input(&(target.corpus)(), asked.seed, number);
            std::fs::write(&kept, input).map_err(|error| error.to_string())?;
            let how = match status.code() {
                Some(HANGS) => "a hang".to_string(),
                _ => format!("{status}"),
            };
            println!("{}: {how}: {}", target.name, kept.display());
            from = number + 1;
        }
    }
    Ok(clean)
}

/// One target in this process.
fn alone(asked: &Asked, from: u64) -> Result<bool, String> {
    let target = asked.target.ok_or(USAGE)?;
    let plan = Plan {
        seed: asked.seed,
        from,
        time: Duration::from_secs_f64(asked.seconds),
        folder: asked.folder.clone(),
    };
    let report = run::run(target, &plan).map_err(|error| error.to_string())?;
    println!(
        "{:<12} {:>9} inputs, {} findings, the slowest took {} ms",
        target.name,
        report.executions,
        report.findings.len(),
        report.slowest
    );
    Ok(report.findings.is_empty())
}
