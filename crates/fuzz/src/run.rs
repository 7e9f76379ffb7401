//! One input after another, with every panic caught and every hang noticed.
//!
//! A panic or a disagreement ends one input, not the run. A hang cannot be
//! ended from outside, and a stack that overflows ends the process: so each
//! target runs in a process of its own, which writes down the number of the
//! input it is about to read; whoever started it makes that input again when
//! the process has died.

use std::cell::RefCell;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use grundy::random::Random;

use crate::mutate::mutated;
use crate::shorten::shorten;
use crate::targets::Target;

/// More processor time than this, or fifteen times as long on the clock, and an
/// input counts as a hang.
pub const HANG: Duration = Duration::from_secs(20);
/// Slower than this is worth a line.
const SLOW: Duration = Duration::from_secs(2);
/// The exit code of a run that met a hang.
pub const HANGS: i32 = 3;

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lets panics of this thread be told by [`once`] instead of printed.
pub fn keep_panics() {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        PANIC.with(|kept| *kept.borrow_mut() = text);
    }));
}

/// Reads one input; `Err` says what went wrong.
pub fn once(target: &Target, input: &[u8]) -> Result<(), String> {
    match panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        Ok(done) => done,
        Err(_) => Err(PANIC.with(|kept| format!("panic: {}", kept.take()))),
    }
}

/// What makes two failures the same: where they happened, or how they began.
fn kind(failure: &str) -> String {
    let first = failure.lines().next().unwrap_or("");
    first.chars().take(60).collect()
}

/// What became of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Inputs that were read.
    pub executions: u64,
    /// Failures, one of each kind: the message and the file with the input.
    pub findings: Vec<(String, PathBuf)>,
    /// The slowest input, in milliseconds.
    pub slowest: u128,
}

/// How a run is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// From which all inputs follow.
    pub seed: u64,
    /// The number of the first input.
    pub from: u64,
    /// How long to go on.
    pub time: Duration,
    /// Where findings are written.
    pub folder: PathBuf,
}

/// Input `number` of a run: first the examples themselves, then changed ones.
pub fn input(corpus: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    match corpus.get(number as usize) {
        Some(example) => example.clone(),
        None => {
            let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mutated(corpus, &mut Random::new(seed ^ spread))
        }
    }
}

/// The file that holds the number of the input being read.
pub fn current(folder: &Path, target: &Target) -> PathBuf {
    folder.join(format!("{}.current", target.name))
}

/// Processor time of this process, where the system tells it (in hundredths of
/// a second): on a busy machine a short computation may take long.
fn worked() -> Duration {
    let read = || {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // Fields 14 and 15, counted after the name, which may hold blanks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(Duration::from_millis(10 * (user + system)))
    };
    read().unwrap_or_default()
}

/// Runs one target in this process. Answers the report, or writes down a hang
/// and ends the process.
pub fn run(target: &Target, plan: &Plan) -> std::io::Result<Report> {
    fs::create_dir_all(&plan.folder)?;
    let corpus = (target.corpus)();
    let current = current(&plan.folder, target);
    let mut written = fs::File::create(&current)?;
    let started: Mutex<Option<Instant>> = Mutex::new(None);
    let over = std::sync::atomic::AtomicBool::new(false);
    let mut report = Report::default();
    std::thread::scope(|scope| {
        let watchdog = scope.spawn(|| {
            let mut seen = None;
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(50));
                let since = started.lock().ok().and_then(|started| *started);
                let now = worked();
                match (since, seen) {
                    (Some(since), Some((same, before))) if since == same => {
                        if now.saturating_sub(before) > HANG || since.elapsed() > 15 * HANG {
                            std::process::exit(HANGS);
                        }
                    }
                    _ => seen = since.map(|since| (since, now)),
                }
            }
        });
        keep_panics();
        let end = Instant::now() + plan.time;
        let mut kinds: Vec<String> = Vec::new();
        let mut number = plan.from;
        while Instant::now() < end {
            let input = input(&corpus, plan.seed, number);
            let _ = written.seek(SeekFrom::Start(0));
            let _ = write!(written, "{number:>20}");
            let begun = Instant::now();
            if let Ok(mut started) = started.lock() {
                *started = Some(begun);
            }
            let done = once(target, &input);
            if let Ok(mut started) = started.lock() {
                *started = None;
            }
            report.executions += 1;
            number += 1;
            let took = begun.elapsed();
            report.slowest = report.slowest.max(took.as_millis());
            if took > SLOW {
                let file = plan.folder.join(format!("{}-slow-{number}", target.name));
                let _ = fs::write(&file, &input);
                println!(
                    "{}: {} ms: {}",
                    target.name,
                    took.as_millis(),
                    file.display()
                );
            }
            let Err(failure) = done else { continue };
            let what = kind(&failure);
            if kinds.contains(&what) {
                continue;
            }
            let short = shorten(&input, Duration::from_secs(5), |tried| {
                once(target, tried).is_err_and(|failure| kind(&failure) == what)
            });
            let file = plan.folder.join(format!("{}-{}", target.name, kinds.len()));
            let _ = fs::write(&file, short);
            println!(
                "{}: input {number} of seed {}: {failure}",
                target.name, plan.seed
            );
            println!("  written to {}", file.display());
            kinds.push(what);
            report.findings.push((failure, file));
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        let _ = watchdog.join();
    });
    let _ = panic::take_hook();
    let _ = fs::remove_file(current);
    Ok(report)
}
