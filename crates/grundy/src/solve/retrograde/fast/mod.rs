//! Retrograde analysis for large graphs.
//!
//! The plain form spends its time waiting for memory: turning the graph round
//! and counting down touch a random place per edge. Here every random access
//! stays within a piece that fits a cache, in three steps:
//!
//! 1. *Pull* ([`pull`]). While a round still decides much, every undecided
//!    vertex looks at its own options. All that is asked of an option is one
//!    bit, and a set of 10^7 bits fits a cache. On many graphs a few rounds
//!    decide most vertices, and the edges at decided vertices are gone.
//! 2. *Turn round* ([`turn`]) what is left, a radix sort by bins of 2^16
//!    vertices: edges are first thrown into the bin of their target, then
//!    each bin is sorted on its own.
//! 3. *Push* ([`push`]). Newly decided vertices send a message of two bytes
//!    to the bin of each predecessor; then each bin delivers its messages to
//!    counters of one byte (four, if some vertex has more than 255 options).
//!
//! Rounds are kept apart, so remoteness is the same as that of
//! [`super::plain`]. Threads share out bins; no two ever write to the same
//! one, and the labels do not depend on how many threads there are.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::random::Random;
//! use grundy::solve::graph::Graph;
//! use grundy::solve::retrograde::{fast, plain::Plain, Play};
//! let mut random = Random::new(1);
//! let edges: Vec<_> = (0..2000).map(|_| (random.below(1000) as u32, random.below(1000) as u32)).collect();
//! let graph = Graph::from_edges(1000, &edges);
//! let (play, budget) = (Play::default(), Budget::default());
//! let plain = Plain::new(&graph, &budget).unwrap().solve(&play, &budget).unwrap();
//! assert_eq!(fast::solve(&graph, &play, 2, &budget).unwrap(), plain);
//! ```
//!
//! Limits: beside the graph itself, at most 12 bytes an edge and 17 bytes a
//! vertex; less, as a rule, since the edges that pulling removes cost nothing.

pub mod pull;
pub mod push;
pub mod turn;

use std::sync::Mutex;

use super::{DRAW, Labels, Play};
use crate::budget::Budget;
use crate::error::Error;
use crate::platform::in_parallel;
use crate::solve::graph::Graph;

/// A bin is this many vertices: their numbers within it are two bytes.
const BIN: usize = 1 << 16;
/// The words of a bin's bit set.
const WORDS: usize = BIN / 64;
/// No more threads than this are started.
const MOST_THREADS: usize = 64;

/// Labels every vertex, on up to `threads` threads.
pub fn solve(graph: &Graph, play: &Play, threads: usize, budget: &Budget) -> Result<Labels, Error> {
    let threads = threads.clamp(1, MOST_THREADS);
    let (vertices, edges) = (graph.len() as u64, graph.edges() as u64);
    let mut meter = budget.meter("retrograde analysis");
    meter.set_goal(vertices);
    meter.advance(vertices)?;
    // Labels and four bit sets.
    let held = 4 * vertices + vertices / 2;
    meter.bytes(held)?;
    let mut codes = vec![0; graph.len()];
    let mut pull = pull::Pull::new(graph, play, &mut codes, threads)?;
    while pull.worthwhile() {
        meter.poll()?;
        pull.round();
    }
    if pull.settled() {
        return Ok(Labels { codes });
    }
    // Counters, row starts and a place among the newly decided for every
    // vertex; for every edge that may be left its place in the turned graph
    // and its record (later a message), in arrays that may be half empty.
    let left = edges - pull.dropped();
    let narrow = pull.widest() <= u8::MAX.into();
    let counters = if narrow { vertices } else { 4 * vertices };
    meter.bytes(held + counters + 8 * vertices + 12 * left)?;
    meter.poll()?;
    match narrow {
        true => finish::<u8>(pull, threads, &mut meter)?,
        false => finish::<u32>(pull, threads, &mut meter)?,
    }
    Ok(Labels { codes })
}

/// Steps two and three.
fn finish<C: push::Counter>(
    pull: pull::Pull<'_>,
    threads: usize,
    meter: &mut crate::budget::Meter,
) -> Result<(), Error> {
    let (turned, push) = turn::turn::<C>(pull, threads);
    meter.poll()?;
    let result = push.run(&turned, threads, meter);
    // To give memory back takes time too.
    share(turned.into_iter(), &mut vec![(); threads], |(), bin| {
        drop(bin)
    });
    result
}

/// Does `work` on every item, on as many threads as there are states; each
/// thread takes the next item when it is done with the last.
fn share<T: Send, S: Send>(
    items: impl Iterator<Item = T> + Send,
    states: &mut [S],
    work: impl Fn(&mut S, T) + Sync,
) {
    if let [only] = states {
        return items.for_each(|item| work(only, item));
    }
    let items = Mutex::new(items);
    // A thread that panicked is re-raised when the scope ends.
    let next = || items.lock().ok()?.next();
    in_parallel(states, |state| {
        while let Some(item) = next() {
            work(state, item);
        }
    });
}
