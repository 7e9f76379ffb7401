//! Heap sequences: each engine against the definition, and the long runs.
//!
//! `cargo bench --bench heap` prints a table; `cargo bench --bench heap -- long`
//! adds a sustained run of 0.106 over 10^10 values.

use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::solve::heap::auto::Auto;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::solve::{Options, solve};
use grundy::solve::heap::{Engine, Sequence};

/// A clock of processor time where the system has one, since machines are
/// shared; else of the wall.
struct Clock {
    cpu: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn cpu() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok()
    }

    fn start() -> Clock {
        Clock {
            cpu: Clock::cpu(),
            wall: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.cpu, Clock::cpu()) {
            (Some(start), Some(now)) => Duration::from_nanos(now - start),
            _ => self.wall.elapsed(),
        }
    }
}

fn budget() -> Budget {
    Budget::default().with_states(u64::MAX)
}

fn rules(code: &str) -> Rules {
    code.parse().expect("a code")
}

/// The least time of a few runs to `count` values.
fn time(engine: Engine, code: &str, count: u64, repeats: u32) -> Duration {
    (0..repeats)
        .map(|_| {
            let start = Clock::start();
            let mut sequence = engine.open(&rules(code), &budget()).expect("an engine");
            sequence.advance(count).expect("within the budget");
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    let count = 100_000;
    println!("to n = 10^5, processor seconds (least of several runs)");
    println!(
        "{:<8} {:<8} {:>9} {:>9} {:>8}",
        "code", "engine", "engine s", "brute s", "ratio"
    );
    for (code, engine) in [
        ("0.16", Engine::Auto),
        ("0.104", Engine::Auto),
        ("0.106", Engine::Auto),
        ("0.07", Engine::Vector),
        ("0.007", Engine::Vector),
    ] {
        let brute = time(Engine::Brute, code, count, 2);
        let fast = time(engine, code, count, 5);
        println!(
            "{code:<8} {:<8} {:>9.4} {:>9.3} {:>7.0}x",
            engine.name(),
            fast.as_secs_f64(),
            brute.as_secs_f64(),
            brute.as_secs_f64() / fast.as_secs_f64()
        );
    }

    println!("\nlong runs, all values kept, one core");
    println!(
        "{:<8} {:>12} {:>9} {:>14}",
        "code", "values", "s", "million/s"
    );
    for (code, from, to) in [
        ("0.16", 0, 10_000_000),
        ("0.106", 0, 100_000_000),
        ("grundy", 7_250_049, 9_250_049),
    ] {
        let mut sequence = Auto::new(&rules(code), &budget());
        sequence.advance(from).expect("within the budget");
        let start = Clock::start();
        sequence.advance(to).expect("within the budget");
        let seconds = start.elapsed().as_secs_f64();
        let rate = (to - from) as f64 / seconds / 1e6;
        println!("{code:<8} {:>12} {seconds:>9.2} {rate:>14.1}", to - from);
    }

    println!("\nsolved with proof");
    println!(
        "{:<8} {:>12} {:>12} {:>12} {:>9}",
        "code", "n0", "period", "values", "s"
    );
    for code in ["0.16", "0.56", "0.376", "0.354", "0.104", "0.454"] {
        let start = Clock::start();
        let options = Options {
            budget: budget(),
            ..Options::default()
        };
        let report = solve(&rules(code), &options).expect("within the budget");
        let law = report.law.expect("a law");
        println!(
            "{code:<8} {:>12} {:>12} {:>12} {:>9.2}",
            law.start,
            law.period,
            report.known,
            start.elapsed().as_secs_f64()
        );
    }

    if std::env::args().any(|a| a == "long") {
        let values = 10_000_000_000u64;
        let start = Clock::start();
        let options = Options {
            budget: Budget::default().with_states(values),
            ..Options::default()
        };
        let report = solve(&rules("0.106"), &options).expect("a report");
        let rate = report.known as f64 / start.elapsed().as_secs_f64();
        // n0 + p from the literature.
        let whole = (465_384_263_797u64 + 328_226_140_474) as f64 / rate / 3600.0;
        println!(
            "\n0.106 in the window form: {} values, {:.1} million/s; the whole would take {whole:.1} hours",
            report.known,
            rate / 1e6
        );
    }
}
