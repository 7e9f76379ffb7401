//! How long it takes from rules to a theorem, and to check it again.
//!
//! For every game of `tests/proven.txt`: the time to find and prove the law,
//! the time of the proof alone, of the check, and of the table by
//! definition, each the least
//! of a few runs, in time spent computing. Then all finders on tables of
//! ten thousand entries, one with a law and one without.

use std::path::Path;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy_laws::check::check;
use grundy_laws::find::{self, find};
use grundy_laws::prove::prove;
use grundy_laws::rules::Rules;
use grundy_laws::sample::Sample;
use grundy_laws::study::{Options, study};

/// Time that this thread has spent computing, where the system tells; on a
/// machine that is shared the clock on the wall says little.
fn spent(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The time of one run: the least mean of a few batches, each long enough
/// for a coarse clock.
fn least(mut run: impl FnMut()) -> Duration {
    const BATCH: Duration = Duration::from_millis(60);
    let begin = Instant::now();
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let (start, mut runs) = (spent(begin), 0);
        while runs == 0 || spent(begin) - start < BATCH {
            run();
            runs += 1;
        }
        best = best.min((spent(begin) - start) / runs);
        if begin.elapsed() > Duration::from_secs(3) {
            break;
        }
    }
    best
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}

fn main() {
    let budget = Budget::default();
    println!("| game | found and proven, ms | proof, ms | check, ms | table, ms | states |");
    println!("|---|---|---|---|---|---|");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let only = std::env::args()
        .nth(1)
        .filter(|name| !name.starts_with('-'));
    for line in include_str!("../tests/proven.txt").lines() {
        let Some((name, _)) = line.split_once(": ").filter(|l| !l.0.starts_with('#')) else {
            continue;
        };
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(format!("{name}.game")));
        let Ok(rules) = Rules::read(&text.unwrap_or_default()) else {
            println!("| {name} | no linear rules |");
            continue;
        };
        let options = Options {
            time: Duration::from_secs(60),
            budget: budget.clone(),
        };
        let mut studied = None;
        let whole = least(|| studied = study(&rules, &options).ok());
        let Some(studied) = studied else {
            continue;
        };
        let Some(best) = studied.findings.first() else {
            println!("| {} | no law |", rules.name);
            continue;
        };
        let (Some((claim, proof)), Some(certificate)) = (&best.proof, &best.certificate) else {
            println!("| {} | not proven |", rules.name);
            continue;
        };
        let proving = least(|| drop(prove(&rules, claim, &budget)));
        let text = certificate.write();
        let limited = budget.clone().with_states(5_000_000);
        let checked = check(&text, &limited).is_ok();
        let checking = match checked {
            true => milliseconds(least(|| drop(check(&text, &limited)))),
            false => "over five million nodes".to_string(),
        };
        let tabulating = least(|| drop(rules.table(&studied.sample.size, &budget)));
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            rules.name,
            milliseconds(whole),
            milliseconds(proving),
            checking,
            milliseconds(tabulating),
            proof.states
        );
    }
    println!("\n| table of 10^4 entries | all finders, ms | laws |\n|---|---|---|");
    let mut state = 1u64;
    let mut random = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % 10) as u32
    };
    let tables = [
        (
            "n mod 7, sequence",
            Sample::sequence(&(0..10_000).map(|n| n % 7).collect::<Vec<_>>()),
        ),
        (
            "random, sequence",
            Sample::sequence(&(0..10_000).map(&mut random).collect::<Vec<_>>()),
        ),
        (
            "x xor y, 100 by 100",
            Sample {
                size: vec![100, 100],
                cells: (0..10_000).map(|i| (i / 100) ^ (i % 100)).collect(),
                outcomes: false,
                names: grundy_laws::sample::names(2),
            },
        ),
        (
            "random, 100 by 100",
            Sample {
                size: vec![100, 100],
                cells: (0..10_000).map(&mut random).collect(),
                outcomes: false,
                names: grundy_laws::sample::names(2),
            },
        ),
    ];
    for (name, sample) in tables {
        let mut laws = 0;
        let time = least(|| {
            laws = find(&sample, &find::Options::default()).map_or(0, |f| f.laws.len());
        });
        println!("| {name} | {} | {laws} |", milliseconds(time));
    }
}
