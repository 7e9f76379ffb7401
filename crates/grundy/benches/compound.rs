//! Compounds from precomputed tables, and misère quotients.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::compound::decide::decide;
use grundy::compound::explore::explore;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy::compound::moves::construct;
use grundy::compound::{End, Kind, Rules};
use grundy::games::heaps::nim::Nim;
use grundy::outcome::Convention;
use grundy::random::Random;

fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    const COMPONENTS: usize = 100_000;
    let mut meter = Budget::default().meter("explore");
    let heaps: Vec<_> = (0..2000u32).map(|n| vec![n.into()]).collect();
    let (explored, nodes) = explore(&Nim, &heaps, &mut meter).expect("small");
    let explored = Arc::new(explored);
    let mut random = Random::new(1);
    let components: Vec<u32> = (0..COMPONENTS)
        .map(|_| nodes[1 + random.below(nodes.len() as u64 - 1) as usize])
        .collect();
    println!(
        "| compound of {COMPONENTS} components | outcome, µs | million components/s | one winning move, µs |"
    );
    println!("|---|---|---|---|");
    for kind in [
        Kind::Disjunctive,
        Kind::Conjunctive,
        Kind::Selective,
        Kind::UpTo(5),
    ] {
        for end in [End::Long, End::Short] {
            for convention in [Convention::Normal, Convention::Misere] {
                let rules = Rules {
                    kind,
                    end,
                    convention,
                };
                if decide(&explored, &components, &rules).is_none() {
                    continue;
                }
                let took = time(20, || decide(&explored, &components, &rules));
                let made = time(3, || construct(&explored, &components, &rules));
                println!(
                    "| {} | {:.0} | {:.0} | {:.0} |",
                    rules.text(),
                    took.as_secs_f64() * 1e6,
                    COMPONENTS as f64 / took.as_secs_f64() / 1e6,
                    made.as_secs_f64() * 1e6,
                );
            }
        }
    }
    println!();
    println!("| misère quotient | heaps | order | P | period | ms |");
    println!("|---|---|---|---|---|---|");
    let cases = [
        ("0.75", 20),
        ("0.312", 14),
        ("0.123", 30),
        ("0.77", 27),
        ("0.77", 170),
        ("0.07", 24),
        ("0.07", 30),
        ("0.07", 33),
        ("0.142", 30),
        ("0.26", 40),
        ("4.7", 24),
    ];
    for (code, heaps) in cases {
        let rules = code.parse().expect("a code");
        let compute = || HeapQuotient::compute(&rules, heaps, &Budget::default()).expect("finite");
        let found = compute();
        let took = time(3, compute);
        println!(
            "| {code} | {heaps} | {} | {} | {:?} | {:.2} |",
            found.quotient().order(),
            found.quotient().lost().len(),
            found.period(),
            took.as_secs_f64() * 1e3,
        );
    }
}
