//! How work grows: processor time at four sizes, each twice the one before, and the
//! exponent that fits them (the slope of the line of least squares through the
//! logarithms).
//!
//! `cargo bench -p grundy --bench growth`. A run is repeated until it has taken
//! a few ticks of the clock, and the least of a few rounds counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy::game::{Flow, Game};
use grundy::random::Random;
use grundy::solve::dense::{self, Lattice};
use grundy::solve::graph::Graph;
use grundy::solve::heap::Engine;
use grundy::solve::heap::code::Rules;
use grundy::solve::loopy::Values;
use grundy::solve::matching::{Undirected, decompose};
use grundy::solve::memo::Memo;
use grundy::solve::retrograde::{Play, fast};

/// Processor time so far, where the system tells it; otherwise the time of day.
fn now(began: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    spent.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

/// The least time of a few rounds, in milliseconds.
fn time<T>(mut run: impl FnMut() -> T) -> f64 {
    const ENOUGH: Duration = Duration::from_millis(60);
    let began = Instant::now();
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let (start, mut repeats) = (now(began), 0);
        let took = loop {
            black_box(run());
            repeats += 1;
            let took = now(began).saturating_sub(start);
            if took >= ENOUGH {
                break took;
            }
        };
        least = least.min(took.as_secs_f64() * 1e3 / f64::from(repeats));
    }
    least
}

/// A line of the table: times at `sizes`, and their exponent.
fn row(what: &str, size: &str, sizes: [u64; 4], mut run: impl FnMut(u64) -> f64) {
    let times = sizes.map(&mut run);
    let points: Vec<(f64, f64)> = (sizes.iter().zip(times))
        .map(|(&n, t)| ((n as f64).ln(), t.ln()))
        .collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / 4.0;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let both: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let square: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    let cells: Vec<String> = (sizes.iter().zip(times))
        .map(|(n, t)| format!("{n}: {t:.3}"))
        .collect();
    println!(
        "| {what} | {size} | {} | {:.2} |",
        cells.join(", "),
        both / square
    );
}

fn budget() -> Budget {
    Budget::default().with_states(u64::MAX)
}

fn sequence(engine: Engine, code: &str) -> impl FnMut(u64) -> f64 {
    let rules: Rules = code.parse().expect("a code");
    move |heaps| {
        time(|| {
            let mut sequence = engine.open(&rules, &budget()).expect("an engine");
            sequence.advance(heaps).expect("within the budget");
        })
    }
}

/// Moves along the axes of a box, and along its diagonal.
struct Queen<const D: usize>;

impl<const D: usize> Game for Queen<D> {
    type Position = [u32; D];
    type Move = u32;

    fn options(
        &self,
        position: &[u32; D],
        visit: &mut impl FnMut(u32, &[[u32; D]]) -> Flow,
    ) -> Flow {
        for axis in 0..D {
            for less in 0..position[axis] {
                let mut to = *position;
                to[axis] = less;
                visit(less, &[to])?;
            }
        }
        let least = position.iter().copied().min().unwrap_or(0);
        (1..=least).try_for_each(|k| visit(k, &[position.map(|x| x - k)]))
    }
}

impl<const D: usize> Lattice for Queen<D> {
    fn at(&self, point: &[u64]) -> Option<[u32; D]> {
        Some(std::array::from_fn(|axis| point[axis] as u32))
    }

    fn coordinates(&self, position: &[u32; D], point: &mut [u64]) -> bool {
        (point.iter_mut().zip(position)).for_each(|(to, from)| *to = u64::from(*from));
        true
    }
}

/// Each vertex has up to eight options: anywhere, or only smaller ones.
fn random_graph(vertices: u64, cyclic: bool) -> Graph {
    let mut random = Random::new(vertices);
    let (mut first, mut targets) = (vec![0u32], Vec::new());
    for vertex in 0..vertices {
        let below = if cyclic { vertices } else { vertex };
        for _ in 0..random.below(9) {
            if below > 0 {
                targets.push(random.below(below) as u32);
            }
        }
        first.push(targets.len() as u32);
    }
    Graph::from_parts(first, targets).expect("a graph")
}

fn matching(vertices: u64, bipartite: bool) -> f64 {
    let mut random = Random::new(vertices);
    let half = vertices / 2;
    let edges: Vec<(u32, u32)> = (0..2 * vertices)
        .map(|_| match bipartite {
            true => (
                random.below(half) as u32,
                (half + random.below(half)) as u32,
            ),
            false => (random.below(vertices) as u32, random.below(vertices) as u32),
        })
        .collect();
    let graph = Undirected::from_edges(vertices as usize, &edges).expect("a graph");
    time(|| decompose(&graph))
}

fn main() {
    println!("| work | size | milliseconds at sizes | exponent |");
    println!("|---|---|---|---|");
    let heaps = "heaps";
    row(
        "brute force, 0.007",
        heaps,
        [2_000, 4_000, 8_000, 16_000],
        sequence(Engine::Brute, "0.007"),
    );
    row(
        "vectorised, 0.007",
        heaps,
        [5_000, 10_000, 20_000, 40_000],
        sequence(Engine::Vector, "0.007"),
    );
    row(
        "chosen by cost, 0.64",
        heaps,
        [50_000, 100_000, 200_000, 400_000],
        sequence(Engine::Auto, "0.64"),
    );
    row(
        "sparse space, 0.106",
        heaps,
        [1_000_000, 2_000_000, 4_000_000, 8_000_000],
        sequence(Engine::Auto, "0.106"),
    );
    row(
        "sets, three parts (hex 0.8)",
        heaps,
        [250, 500, 1_000, 2_000],
        sequence(Engine::Sets, "hex:0.8"),
    );
    row(
        "dense table, two numbers (Wythoff)",
        "side",
        [50, 100, 200, 400],
        |n| {
            time(|| dense::fill(&Queen::<2>, &[n, n], &mut budget().meter("bench")).expect("a box"))
        },
    );
    row("dense table, three numbers", "side", [8, 16, 32, 64], |n| {
        let size = [n, n, n];
        time(|| dense::fill(&Queen::<3>, &size, &mut budget().meter("bench")).expect("a box"))
    });
    row(
        "memoised search, two numbers (Wythoff)",
        "side",
        [25, 50, 100, 200],
        |n| {
            let corner = [n as u32 - 1; 2];
            time(|| {
                let mut memo = Memo::new(&Queen::<2>);
                let value = memo.value(&corner, &mut budget().meter("bench"));
                value.expect("within the budget")
            })
        },
    );
    row(
        "retrograde analysis, 0 to 8 options",
        "vertices",
        [100_000, 200_000, 400_000, 800_000],
        |n| {
            let graph = random_graph(n, true);
            let play = Play::default();
            time(|| fast::solve(&graph, &play, 1, &budget()).expect("within the budget"))
        },
    );
    row(
        "loopy values, 0 to 8 options",
        "vertices",
        [10_000, 20_000, 40_000, 80_000],
        |n| {
            let graph = random_graph(n, true);
            time(|| {
                let values = Values::new(&graph, &budget()).expect("within the budget");
                values.finite(0)
            })
        },
    );
    row(
        "order and mex of a graph without cycles",
        "vertices",
        [50_000, 100_000, 200_000, 400_000],
        |n| {
            let graph = random_graph(n, false);
            time(|| grundy::compound::numbers::Explored::new(graph.clone()).expect("no cycle"))
        },
    );
    let vertices = "vertices, twice as many edges";
    let sizes = [25_000, 50_000, 100_000, 200_000];
    row("matching, bipartite", vertices, sizes, |n| {
        matching(n, true)
    });
    row("matching, general", vertices, sizes, |n| matching(n, false));
    let quotient = |code: &str| {
        let rules: Rules = code.parse().expect("a code");
        move |heaps: u64| {
            time(|| HeapQuotient::compute(&rules, heaps as usize, &budget()).expect("finite"))
        }
    };
    row(
        "misère quotient, order 40 (0.77)",
        heaps,
        [40, 80, 160, 320],
        quotient("0.77"),
    );
    row(
        "misère quotient, order about heaps²/3 (4.7)",
        heaps,
        [5, 10, 20, 28],
        quotient("4.7"),
    );
}
