//! Retrograde analysis against the plain form: a reversed graph by counting
//! sort, counters and a queue. Both give outcome and remoteness of every
//! state, and both start from the graph alone: turning it round counts. Times
//! are minima over a few runs, compared within one run of this program: on the
//! clock, and in processor time, which a busy machine disturbs less. Two
//! threads with a core each take half of their processor time at best.
//!
//! `cargo bench --bench retrograde` measures 10^7 states. With arguments:
//! `-- STATES` for another size, `-- STATES huge` adds 2·10^8 edges and prints
//! the greatest memory the process held.

use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::notation::graph::{binary, edges};
use grundy::random::Random;
use grundy::solve::graph::Graph;
use grundy::solve::retrograde::plain::Plain;
use grundy::solve::retrograde::{Play, fast};

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

/// Processor time of all threads so far, where the system tells it (in
/// hundredths of a second).
fn processor() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15, counted after the name, which may hold blanks.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (user + system)))
}

/// What a run took.
#[derive(Clone, Copy)]
struct Took {
    clock: Duration,
    processor: Duration,
}

/// The least times of a few runs, and the result of the last.
fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> (Took, T) {
    let mut least: Option<Took> = None;
    for number in 1.. {
        let (start, spent) = (Instant::now(), processor());
        let result = run();
        let clock = start.elapsed();
        let processor = match (processor(), spent) {
            (Some(now), Some(before)) => now - before,
            _ => clock,
        };
        let took = match least {
            None => Took { clock, processor },
            Some(least) => Took {
                clock: least.clock.min(clock),
                processor: least.processor.min(processor),
            },
        };
        if number >= runs {
            return (took, result);
        }
        least = Some(took);
    }
    unreachable!("the last run returns")
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
    let ratio = |ours: Duration, plain: Duration| plain.as_secs_f64() / ours.as_secs_f64();
    println!(
        "| {what} | {} | {:.0} % | {:.1} | {:.1} | {:.1} | {:.1}× | {:.1}× | {:.1} | {:.1} | {:.1} | {:.1}× | {:.1}× |",
        graph.edges(),
        100.0 * drawn,
        edge(plain.clock),
        edge(one.clock),
        edge(two.clock),
        ratio(one.clock, plain.clock),
        ratio(two.clock, plain.clock),
        edge(plain.processor),
        edge(one.processor),
        edge(two.processor),
        ratio(one.processor, plain.processor),
        ratio(two.processor / 2, plain.processor),
    );
}

/// What one writes at first: lines, words, numbers.
fn by_lines(text: &str) -> Graph {
    let edges: Vec<(u32, u32)> = text
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
        })
        .collect();
    let vertices = edges.iter().map(|(from, to)| from.max(to) + 1).max();
    Graph::from_edges(vertices.unwrap_or(0) as usize, &edges)
}

/// Reading a list of edges, from text to graph.
fn reading() {
    let graph = uniform(2_000_000, 10);
    let text = edges::write(&graph);
    let bytes = binary::write(&graph);
    let budget = Budget::default();
    let (ours, read) = time(3, || {
        edges::read(text.as_bytes(), &mut budget.meter("bench")).expect("a graph")
    });
    assert!(read == graph);
    let (theirs, _) = time(2, || {
        by_lines(text.split_once('\n').map_or("", |(_, rest)| rest))
    });
    let (compact, read) = time(3, || {
        binary::read(&bytes[..], &mut budget.meter("bench")).expect("a graph")
    });
    assert!(read == graph);
    let speed = |took: Took| text.len() as f64 / 1e6 / took.processor.as_secs_f64();
    println!(
        "\n| reading {} edges | bytes | MB/s of text, processor time | ratio |",
        graph.edges()
    );
    println!("|---|---|---|---|");
    let row = |what: &str, size: usize, took: Took| {
        let ratio = theirs.processor.as_secs_f64() / took.processor.as_secs_f64();
        println!("| {what} | {size} | {:.0} | {ratio:.1}× |", speed(took));
    };
    row(
        "lines, words, numbers by the standard library",
        text.len(),
        theirs,
    );
    row("the text form", text.len(), ours);
    row("the binary form", bytes.len(), compact);
}

/// The greatest memory the process held so far, where the system tells.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.map_or("unknown".to_string(), |line| line[6..].trim().to_string())
}

/// One run, and the greatest memory held so far.
fn huge(what: &str, graph: Graph) {
    let (play, budget) = (Play::default(), Budget::default().with_bytes(8 << 30));
    let start = Instant::now();
    fast::solve(&graph, &play, 2, &budget).expect("within budget");
    println!(
        "{what}, {} states, {} edges on two threads: {:.1} s, at most {} of memory in this process",
        graph.len(),
        graph.edges(),
        start.elapsed().as_secs_f64(),
        peak()
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let vertices = arguments
        .iter()
        .find_map(|a| a.parse().ok())
        .unwrap_or(10_000_000);
    println!(
        "{vertices} states; ns per edge: plain, ours on one and on two threads; on the clock, \
         then in processor time (two: of both together; its ratio: with a core each)\n"
    );
    println!(
        "| graph | edges | drawn | plain | one | two | ratio, one | ratio, two | plain, p.t. | one, p.t. | two, p.t. | ratio, one | ratio, two |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    row("0 to 8 options", &uniform(vertices, 8), 3);
    row("0 to 16 options", &uniform(vertices, 16), 3);
    row("4 options on average, random pairs", &pairs(vertices, 4), 3);
    row("8 options on average, random pairs", &pairs(vertices, 8), 3);
    reading();
    if arguments.iter().any(|a| a == "huge") {
        println!();
        huge("0 to 16 options", uniform(25_000_000, 16));
        huge("4 options on average, random pairs", pairs(50_000_000, 4));
    }
}
