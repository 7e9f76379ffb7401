//! Matchings against the textbook algorithms. Times are minima over several
//! runs, compared within one run of this program.

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy::random::Random;
use grundy::solve::matching::{Undirected, decompose, maximum, plain};

/// The least time of a few runs, and the result of the last.
fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut least = Duration::MAX;
    loop {
        for number in 1.. {
            let start = Instant::now();
            let result = black_box(run());
            least = least.min(start.elapsed());
            if number >= runs {
                return (least, result);
            }
        }
    }
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
    compare(&name, n as usize, &both, runs, || {
        plain::hopcroft_karp(half as usize, half as usize, &across)
            .iter()
            .flatten()
            .count()
    });
}

fn general(n: u64, count: usize, runs: usize) {
    let edges = random_edges(n, n, count, 2);
    let name = format!("general, {n} vertices, {count} edges");
    compare(&name, n as usize, &edges, runs, || {
        plain::edmonds(n as usize, &edges).iter().flatten().count() / 2
    });
}

fn compare(name: &str, n: usize, edges: &[(u32, u32)], runs: usize, plain: impl FnMut() -> usize) {
    let (build, graph) = time(runs, || Undirected::from_edges(n, edges).expect("a graph"));
    let (ours, matching) = time(runs, || maximum(&graph));
    let (all, decomposed) = time(runs, || decompose(&graph));
    let (theirs, pairs) = time(1, plain);
    assert_eq!(matching.pairs(), pairs);
    assert_eq!(
        decomposed.matching.exposed().count(),
        decomposed.forced(&graph)
    );
    row(
        &format!("{name}: matching, against the textbook form"),
        ours,
        Some(theirs),
    );
    row(
        "the same with the graph built from a list",
        build + ours,
        Some(theirs),
    );
    row("matching and all starts, against matching", all, Some(ours));
}

fn main() {
    println!("| what | ours | other | ratio |\n|---|---|---|---|");
    bipartite(200_000, 500_000, 7);
    bipartite(500_000, 1_000_000, 5);
    general(20_000, 40_000, 7);
    general(250_000, 500_000, 5);
    general(500_000, 1_000_000, 5);
}
