//! libFuzzer around the targets: what `cargo xtask fuzz` builds and drives.
//!
//! libFuzzer has the command line, so what is wanted beyond that comes by environment:
//!
//! | variable | |
//! |---|---|
//! | `GRUNDY_FUZZ_TARGET` | the target; without it their names are printed |
//! | `GRUNDY_FUZZ_EXPAND` | a folder: the examples of the target are written there, each a file, and nothing else is done |
//! | `GRUNDY_FUZZ_WORDS` | a file: words that mean something to some reader are written there, as a dictionary of libFuzzer |
//! | `GRUNDY_FUZZ_KEEP` | a folder: its files become what is kept of the target |

#![no_main]

use std::env::var_os;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use grundy::random::Random;
use grundy_fuzz::targets::{self, ALL, Target};
use grundy_fuzz::{corpus, mutate};

static TARGET: OnceLock<&'static Target> = OnceLock::new();
static EXAMPLES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();

/// How many inputs were begun and how many are done.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);

/// More processor time than this for one input is a hang.
const HANG: Duration = Duration::from_secs(20);

libfuzzer_sys::fuzz_target!(init: begin(), |input: &[u8]| {
    BEGUN.fetch_add(1, Relaxed);
    if let Some(target) = TARGET.get()
        && let Err(wrong) = (target.run)(input)
    {
        panic!("{wrong}");
    }
    DONE.fetch_add(1, Relaxed);
});

// Half of the changes of texts are ours, the others libFuzzer's own.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(seed.into());
    let ours = TARGET.get().is_some_and(|target| target.text);
    if !ours || random.below(2) == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    let examples = EXAMPLES.get().map_or(&[][..], Vec::as_slice);
    mutate::mutate(&mut text, examples, &mut random);
    let length = text.len().min(max_size);
    if length == 0 {
        // An empty input is none to libFuzzer.
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    data[..length].copy_from_slice(&text[..length]);
    length
});

/// Ends the process when an input takes too long. libFuzzer's own alarm is a signal, which waits
/// for ever if it interrupts an allocation, and goes by the clock, which says little on a busy machine.
fn watch() {
    let mut seen = (0, Duration::ZERO);
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let (begun, now) = (BEGUN.load(Relaxed), worked());
        if begun != seen.0 || DONE.load(Relaxed) == begun {
            seen = (begun, now);
        } else if now.saturating_sub(seen.1) > HANG {
            eprintln!("guided: an input took more than {} s", HANG.as_secs());
            std::process::abort();
        }
    }
}

/// Processor time of this process, where the system tells it (in hundredths of a second); time
/// on the clock elsewhere.
fn worked() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let read = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // Fields 14 and 15, counted after the name, which may hold blanks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(Duration::from_millis(10 * (user + system)))
    };
    read().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
}

fn begin() {
    match prepare() {
        Ok(true) => drop(std::thread::spawn(watch)),
        Ok(false) => std::process::exit(0),
        Err(message) => {
            eprintln!("guided: {message}");
            std::process::exit(2);
        }
    }
}

/// Does what the environment asks for; whether libFuzzer is to go on.
fn prepare() -> Result<bool, String> {
    let told = |error: std::io::Error| error.to_string();
    let Some(name) = var_os("GRUNDY_FUZZ_TARGET") else {
        ALL.iter().for_each(|target| println!("{}", target.name));
        return Ok(false);
    };
    let name = name.to_string_lossy();
    let target = targets::find(&name).ok_or_else(|| format!("no target `{name}`"))?;
    let (expand, words) = (var_os("GRUNDY_FUZZ_EXPAND"), var_os("GRUNDY_FUZZ_WORDS"));
    let keep = var_os("GRUNDY_FUZZ_KEEP");
    if let Some(folder) = &expand {
        corpus::expand(target, Path::new(folder))?;
    }
    if let Some(file) = &words {
        std::fs::write(file, mutate::dictionary()).map_err(told)?;
    }
    if let Some(folder) = &keep {
        let mut inputs = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(told)? {
            inputs.push(std::fs::read(entry.map_err(told)?.path()).map_err(told)?);
        }
        let kept = corpus::keep(target.name, &inputs).map_err(told)?;
        println!("{}: {kept} inputs are kept", target.name);
    }
    let _ = TARGET.set(target);
    let _ = EXAMPLES.set(corpus::examples(target)?);
    Ok(expand.is_none() && words.is_none() && keep.is_none())
}
