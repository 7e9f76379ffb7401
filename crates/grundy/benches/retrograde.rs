//! Retrograde analysis against the plain form: a reversed graph by counting
//! sort, counters and a queue. Both give outcome and remoteness of every
//! state, and both start from the graph alone: turning it round counts. Times
//! are minima over a few runs, compared within one run of this program.
//!
//! `cargo bench --bench retrograde` measures 10^7 states. With arguments:
//! `-- STATES` for another size, `-- STATES huge` adds 2·10^8 edges and prints
//! the greatest memory the process held.

use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::random::Random;
use grundy::solve::graph::Graph;
use grundy::solve::retrograde::plain::Plain;
use grundy::solve::retrograde::{Labels, Play, fast};

/// Every vertex has a random number of options up to `most`.
fn uniform(vertices: usize, most: u64) -> Graph {
    let mut random = Random::new(most);
    let mut first = vec![0u32];
    let mut targets = Vec::with_capacity(vertices * most as usize / 2 + vertices);
    for _ in 0..vertices {
        for _ in 0..random.below(most + 1) {
            targets.push(random.below(vertices as u64) as u32);
        }
        first.push(targets.len() as u32);
    }
    Graph::from_parts(first, targets).expect("a graph")
}

/// Both ends of every edge are random: few ends, and nearly all is drawn.
fn pairs(vertices: usize, mean: usize) -> Graph {
    let mut random = Random::new(7);
    let mut degree = vec![0u32; vertices];
    for _ in 0..vertices * mean {
        degree[random.below(vertices as u64) as usize] += 1;
    }
    let mut first = vec![0u32];
    first.extend(degree.iter().scan(0, |sum, d| {
        *sum += d;
        Some(*sum)
    }));
    let targets = (0..vertices * mean)
        .map(|_| random.below(vertices as u64) as u32)
        .collect();
    Graph::from_parts(first, targets).expect("a graph")
}

fn time(runs: usize, mut run: impl FnMut() -> Labels) -> (Duration, Labels) {
    let mut best: Option<(Duration, Labels)> = None;
    for _ in 0..runs {
        let start = Instant::now();
        let labels = run();
        let took = start.elapsed();
        if best.as_ref().is_none_or(|(least, _)| took < *least) {
            best = Some((took, labels));
        }
    }
    best.expect("at least one run")
}

fn row(what: &str, graph: &Graph, runs: usize) {
    let (play, budget) = (Play::default(), Budget::default().with_bytes(8 << 30));
    let run = |threads| {
        time(runs, || {
            fast::solve(graph, &play, threads, &budget).expect("within budget")
        })
    };
    let (one, by_one) = run(1);
    let (two, by_two) = run(2);
    let (plain, expected) = time(runs.min(2), || {
        let plain = Plain::new(graph, &budget).expect("within budget");
        plain.solve(&play, &budget).expect("within budget")
    });
    assert!(by_one == expected && by_two == expected);
    let drawn = expected.counts().drawn as f64 / graph.len() as f64;
    let edge = |took: Duration| took.as_secs_f64() * 1e9 / graph.edges() as f64;
    println!(
        "| {what} | {} | {:.0} % | {:.1} | {:.1} | {:.1} | {:.1}× | {:.1}× |",
        graph.edges(),
        100.0 * drawn,
        edge(plain),
        edge(one),
        edge(two),
        plain.as_secs_f64() / one.as_secs_f64(),
        plain.as_secs_f64() / two.as_secs_f64(),
    );
}

/// The greatest memory the process held so far, where the system tells.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.map_or("unknown".to_string(), |line| line[6..].trim().to_string())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let vertices = arguments
        .iter()
        .find_map(|a| a.parse().ok())
        .unwrap_or(10_000_000);
    println!("{vertices} states; ns per edge: plain, ours on one and on two threads\n");
    println!("| graph | edges | drawn | plain | one | two | ratio, one | ratio, two |");
    println!("|---|---|---|---|---|---|---|---|");
    row("0 to 8 options", &uniform(vertices, 8), 3);
    row("0 to 16 options", &uniform(vertices, 16), 3);
    row("4 options on average, random pairs", &pairs(vertices, 4), 3);
    row("8 options on average, random pairs", &pairs(vertices, 8), 3);
    if arguments.iter().any(|a| a == "huge") {
        let graph = uniform(25_000_000, 16);
        let (play, budget) = (Play::default(), Budget::default().with_bytes(8 << 30));
        let start = Instant::now();
        fast::solve(&graph, &play, 2, &budget).expect("within budget");
        println!(
            "\n{} states, {} edges on two threads: {:.1} s, at most {} of memory in this process",
            graph.len(),
            graph.edges(),
            start.elapsed().as_secs_f64(),
            peak()
        );
    }
}
