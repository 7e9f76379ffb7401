//! Matchings against the textbook algorithms. Times are minima over several
//! runs, compared within one run of this program.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use grundy::random::Random;
use grundy::solve::matching::{Undirected, decompose, decompose_bipartite, plain};

/// Time that this process has been running, where the system tells it, so
/// that a busy machine disturbs less; otherwise the time of day.
fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    match spent {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => START.get_or_init(Instant::now).elapsed(),
    }
}

/// The least time of a few runs, and the result of the last. Short runs are
/// repeated, for the clock is coarse.
fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    const ENOUGH: Duration = Duration::from_millis(40);
    let mut least = Duration::MAX;
    for number in 1.. {
        let start = now();
        let mut repeats = 0;
        let result = loop {
            let result = black_box(run());
            repeats += 1;
            if runs == 1 || now() - start >= ENOUGH {
                break result;
            }
        };
        least = least.min((now() - start) / repeats);
        if number >= runs {
            return (least, result);
        }
    }
    unreachable!("the last run returns")
}

fn row(what: &str, ours: Duration, other: Option<Duration>) {
    let ours = ours.as_secs_f64();
    match other.map(|d| d.as_secs_f64()) {
        Some(other) => println!(
            "| {what} | {:.1} ms | {:.1} ms | {:.1}× |",
            ours * 1e3,
            other * 1e3,
            other / ours
        ),
        None => println!("| {what} | {:.1} ms | | |", ours * 1e3),
    }
}

fn random_edges(left: u64, right: u64, count: usize, seed: u64) -> Vec<(u32, u32)> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| (random.below(left) as u32, random.below(right) as u32))
        .collect()
}

fn bipartite(n: u64, count: usize, runs: usize) {
    let half = n / 2;
    let across = random_edges(half, half, count, 1);
    let both: Vec<_> = across.iter().map(|(a, b)| (*a, b + half as u32)).collect();
    let name = format!("bipartite, {n} vertices, {count} edges");
    let plain = || {
        let mates = plain::hopcroft_karp(half as usize, half as usize, &across);
        mates.iter().flatten().count()
    };
    compare(&name, n as usize, &both, runs, Some(plain));
}

fn general(n: u64, count: usize, runs: usize, textbook: bool) {
    let edges = random_edges(n, n, count, 2);
    let name = format!("general, {n} vertices, {count} edges");
    let plain = || plain::edmonds(n as usize, &edges).iter().flatten().count() / 2;
    compare(&name, n as usize, &edges, runs, textbook.then_some(plain));
}

fn compare(
    name: &str,
    n: usize,
    edges: &[(u32, u32)],
    runs: usize,
    plain: Option<impl FnMut() -> usize>,
) {
    let (build, graph) = time(runs, || Undirected::from_edges(n, edges).expect("a graph"));
    let (ours, found) = time(runs, || decompose(&graph));
    assert_eq!(found.matching.exposed().count(), found.forced(&graph));
    let theirs = plain.map(|plain| {
        let (theirs, pairs) = time(1, plain);
        assert_eq!(found.matching.pairs(), pairs);
        theirs
    });
    row(
        &format!("{name}: matching and all starts, against a textbook matching"),
        ours,
        theirs,
    );
    row("the same from a list of edges", build + ours, theirs);
    if graph.two_colouring().is_some() {
        let (other, _) = time(runs, || decompose_bipartite(&graph));
        row(
            "the same, against Hopcroft–Karp with lookahead and the same start",
            ours,
            Some(other),
        );
    }
}

fn main() {
    println!("| what | ours | other | ratio |\n|---|---|---|---|");
    bipartite(200_000, 500_000, 7);
    bipartite(500_000, 1_000_000, 5);
    general(20_000, 40_000, 7, true);
    general(60_000, 120_000, 7, true);
    // The textbook form takes minutes here and hours below: it grows with the square.
    general(250_000, 500_000, 7, std::env::args().any(|a| a == "--long"));
    general(500_000, 1_000_000, 5, false);
}
