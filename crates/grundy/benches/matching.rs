//! Matchings against the textbook algorithms, walks against asking anew,
//! Hackenbush against evaluating every cut. Times are minima over several
//! runs, compared within one run of this program.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use grundy::random::Random;
use grundy::solve::geography::{Play, starts};
use grundy::solve::hackenbush::Picture;
use grundy::solve::matching::{Undirected, decompose, decompose_bipartite, maximum, plain};

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

fn row(what: &str, ours: Duration, other: Duration) {
    let (ours, other) = (ours.as_secs_f64() * 1e3, other.as_secs_f64() * 1e3);
    let ratio = other / ours;
    println!("| {what} | {ours:.1} ms | {other:.1} ms | {ratio:.1}× |");
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
    compare(&name, n as usize, &both, runs, plain);
}

fn general(n: u64, count: usize, runs: usize) {
    let edges = random_edges(n, n, count, 2);
    let name = format!("general, {n} vertices, {count} edges");
    let plain = || plain::edmonds(n as usize, &edges).iter().flatten().count() / 2;
    compare(&name, n as usize, &edges, runs, plain);
}

fn compare(name: &str, n: usize, edges: &[(u32, u32)], runs: usize, plain: impl FnMut() -> usize) {
    let (build, graph) = time(runs, || Undirected::from_edges(n, edges).expect("a graph"));
    let (ours, found) = time(runs, || decompose(&graph));
    assert_eq!(found.matching.exposed().count(), found.forced(&graph));
    let (theirs, pairs) = time(1, plain);
    assert_eq!(found.matching.pairs(), pairs);
    row(
        &format!("{name}: matching and all starts, against a textbook matching"),
        ours,
        theirs,
    );
    row("the same from a list of edges", build + ours, theirs);
    let (alone, _) = time(runs, || maximum(&graph));
    row(
        "the labels of all starts alone, against the matching alone",
        ours.saturating_sub(alone).max(Duration::from_micros(1)),
        alone,
    );
    if graph.two_colouring().is_some() {
        let (other, _) = time(runs, || decompose_bipartite(&graph));
        row(
            "the same, against Hopcroft–Karp with lookahead and the same start",
            ours,
            other,
        );
    }
}

/// A walk on a board in which the loser moves at random: per reply, against
/// labelling what is left anew.
fn walk() {
    let side = 400u32;
    let mut edges = Vec::new();
    for v in 0..side * side {
        if (v + 1) % side != 0 {
            edges.push((v, v + 1));
        }
        if v + side < side * side {
            edges.push((v, v + side));
        }
    }
    let graph = Undirected::from_edges((side * side) as usize, &edges).expect("a graph");
    let (anew, _) = time(3, || starts(&graph));
    let mut random = Random::new(3);
    let mut replies = 0;
    let mut spent = Duration::ZERO;
    // A walk soon runs into itself: begin again and again.
    for _ in 0..100 {
        let mut walk = Play::new(&graph, 0).expect("a vertex");
        walk.outcome();
        let start = Instant::now();
        while walk.reply().is_some() {
            replies += 1;
            let count = walk.moves().count().max(1) as u64;
            let Some(to) = walk.moves().nth(random.below(count) as usize) else {
                break;
            };
            walk.go(to).expect("a legal move");
        }
        spent += start.elapsed();
    }
    let ours = spent / replies;
    println!(
        "| a reply in a walk on a {side} × {side} board, against labelling anew | {:.3} µs | {:.1} µs | {:.0}× |",
        ours.as_secs_f64() * 1e6,
        anew.as_secs_f64() * 1e6,
        anew.as_secs_f64() / ours.as_secs_f64()
    );
}

/// A graph of `n` vertices with `n` / 8 edges more than a tree.
fn branches_and_cycles(n: u64) -> Vec<(u32, u32)> {
    let mut random = Random::new(4);
    let mut edges: Vec<(u32, u32)> = (1..n)
        .map(|v| (v as u32, (v - 1 - random.below(v.min(20))) as u32))
        .collect();
    edges.extend((0..n / 8).map(|_| (random.below(n) as u32, random.below(n) as u32)));
    edges
}

fn hackenbush() {
    let n = 1_000_000;
    let edges = branches_and_cycles(n);
    let (value, picture) = time(3, || {
        Picture::new(n as usize, &edges, &[0]).expect("a picture")
    });
    let (all, cuts) = time(3, || picture.cuts_to(0));
    row(
        &format!(
            "Hackenbush, {} edges: all {} winning edges, against the value alone",
            edges.len(),
            cuts.len()
        ),
        all,
        value,
    );

    let n = 2_000;
    let edges = branches_and_cycles(n);
    let (ours, cuts) = time(5, || {
        Picture::new(n as usize, &edges, &[0])
            .expect("a picture")
            .cuts_to(0)
    });
    let (theirs, looked) = time(1, || {
        let wins = |cut: &u32| {
            let mut left = edges.clone();
            left.remove(*cut as usize);
            Picture::new(n as usize, &left, &[0])
                .expect("a picture")
                .value()
                == 0
        };
        (0..edges.len() as u32).filter(wins).collect::<Vec<_>>()
    });
    assert_eq!(cuts, looked);
    row(
        &format!(
            "Hackenbush, {} edges: value and all winning edges, against trying each",
            edges.len()
        ),
        ours,
        theirs,
    );
}

fn main() {
    println!("| what | ours | other | ratio |\n|---|---|---|---|");
    bipartite(200_000, 500_000, 7);
    bipartite(500_000, 1_000_000, 5);
    general(20_000, 40_000, 7);
    general(250_000, 500_000, 7);
    general(500_000, 1_000_000, 5);
    walk();
    hackenbush();
}
