//! One pass over a graph whose edges all lead the same way.
//!
//! Where every edge leads from a higher to a lower number, the options of a
//! vertex are labelled before it in the order of the numbers; where all lead
//! up, in the opposite order. No reversed graph is needed, and there are no
//! draws.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::graph::{Direction, Graph};
//! use grundy::solve::retrograde::{forward, Play};
//! // Take one or two stones.
//! let edges: Vec<_> = (1..9).flat_map(|n| [(n, n - 1), (n, n.max(2) - 2)]).collect();
//! let graph = Graph::from_edges(9, &edges);
//! let labels = forward::solve(&graph, Direction::Down, &Play::default(), &Budget::default());
//! assert_eq!(labels.unwrap().remoteness(8), Some(5)); // 8 → 6 → 4 or 5 → 3 → … → 0
//! ```

use super::{DRAW, Labels, Play};
use crate::budget::Budget;
use crate::error::Error;
use crate::solve::graph::{Direction, Graph};

/// Labels every vertex. `direction` is the caller's promise, which
/// [`Graph::direction`] checks; an edge that breaks it is treated as one to a
/// draw.
pub fn solve(
    graph: &Graph,
    direction: Direction,
    play: &Play,
    budget: &Budget,
) -> Result<Labels, Error> {
    let mut meter = budget.meter("retrograde analysis");
    meter.set_goal(graph.len() as u64);
    meter.bytes(4 * graph.len() as u64)?;
    let mut labels = play.start(graph)?;
    let codes = &mut labels.codes;
    let last = (graph.len() as u32).wrapping_sub(1);
    for step in 0..graph.len() as u32 {
        meter.state()?;
        let v = match direction {
            Direction::Down => step,
            Direction::Up => last - step,
        };
        if codes[v as usize] != DRAW {
            continue;
        }
        // P options have even labels: the least of them is the fastest win.
        let (mut fastest, mut slowest) = (DRAW, 0);
        for &to in graph.successors(v) {
            let code = codes[to as usize];
            match code % 2 {
                0 => fastest = fastest.min(code),
                _ => slowest = slowest.max(code),
            }
        }
        codes[v as usize] = match (fastest, slowest) {
            (DRAW, DRAW) => DRAW,
            (DRAW, slowest) => slowest + 1,
            (fastest, _) => fastest + 3,
        };
    }
    Ok(labels)
}
