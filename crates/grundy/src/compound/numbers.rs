//! What each compound needs to know about a component.
//!
//! All numbers are 0 at a position without moves (Smith 1966; Conway 1976,
//! chapter 14). They say how long a player can or must make a game last when
//! whoever wins there hurries (remoteness) or tarries (suspense):
//!
//! - remoteness R: 1 + the least even option, else 1 + the largest option;
//!   misère R⁻: the same with "odd" for "even";
//! - suspense S: 1 + the largest even option, else 1 + the least option;
//!   misère S⁻: the same with "odd" for "even". S is the `step` of every-SG;
//! - foreclosed value F: mex over the options from which play cannot be ended
//!   at once; misère F⁻: mex over the options that are no ends;
//! - Grundy value G, and misère Grundy value: 1 at an end, else mex.
//!
//! Two properties are hereditary, that is, checked of every position that can
//! be reached: *tame* (the pair of Grundy value and misère Grundy value is
//! (0,1), (1,0) or (n,n)), and *falling* (no option has a larger Grundy value,
//! the premise of [`super::moore`]).
//!
//! ```
//! use grundy::compound::numbers::Explored;
//! use grundy::solve::graph::Graph;
//! let path = Graph::from_edges(4, &[(3, 2), (2, 1), (1, 0)]);
//! let explored = Explored::new(path).unwrap();
//! assert_eq!(explored.numbers(3).suspense, 3);
//! assert_eq!(explored.numbers(3).value, 1);
//! ```
//!
//! Cost: O(V+E) for all of them together. Limits: those of [`Graph`].

use crate::budget::Budget;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::solve::graph::{Graph, Order};
use crate::solve::{loopy, mex};

/// The numbers of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The Grundy value G.
    pub value: u32,
    /// The misère Grundy value.
    pub misere_value: u32,
    /// Remoteness R.
    pub remoteness: u32,
    /// Misère remoteness R⁻.
    pub misere_remoteness: u32,
    /// Suspense S.
    pub suspense: u32,
    /// Misère suspense S⁻.
    pub misere_suspense: u32,
    /// Foreclosed value F.
    pub foreclosed: u32,
    /// Misère foreclosed value F⁻.
    pub misere_foreclosed: u32,
    /// Whether there is no move.
    pub ended: bool,
    /// Whether some move leads to an end.
    pub can_end: bool,
    /// Whether this and all that can be reached is tame.
    pub tame: bool,
    /// Whether no option, here or at what can be reached, has a larger value.
    pub falling: bool,
    /// Whether this is a Nim heap: its options are the Nim heaps 0, …, value - 1.
    pub nim: bool,
}

impl Numbers {
    /// Whether the next player wins the component alone in normal play.
    pub fn wins(&self) -> bool {
        self.value != 0
    }

    /// Whether the next player wins the component alone in misère play.
    pub fn wins_misere(&self) -> bool {
        self.misere_value != 0
    }

    /// The outcomes in normal and in misère play.
    pub fn outcomes(&self) -> [Outcome; 2] {
        [self.wins(), self.wins_misere()].map(Outcome::mover_wins)
    }
}

/// A graph of positions, with the numbers of each.
#[derive(Clone, Debug)]
pub struct Explored {
    graph: Graph,
    numbers: Vec<Numbers>,
    order: Order,
    /// Whether there is a cycle; then the numbers say only where play ends.
    cyclic: bool,
}

impl Explored {
    /// Computes the numbers of every vertex; a cycle is refused.
    pub fn new(graph: Graph) -> Result<Self, Error> {
        let order = graph.order()?;
        let blank = number(&[], &[], &mut Scratch::default());
        let mut numbers = vec![blank; graph.len()];
        let mut scratch = Scratch::default();
        for v in order.iter() {
            numbers[v as usize] = number(graph.successors(v), &numbers, &mut scratch);
        }
        Ok(Explored {
            graph,
            numbers,
            order,
            cyclic: false,
        })
    }

    /// As [`Explored::new`], for components whose positions may come back. If
    /// they do, most numbers do not exist: `ended` and `can_end` are right,
    /// `value` is 0 where the loopy value is 0 and only there, and no theorem
    /// may be applied.
    pub fn with_cycles(graph: Graph, budget: &Budget) -> Result<Self, Error> {
        if graph.order().is_ok() {
            return Explored::new(graph);
        }
        let ended = |v: u32| graph.successors(v).is_empty();
        let values = loopy::Values::new(&graph, budget)?;
        let blank = number(&[], &[], &mut Scratch::default());
        let numbers = (0..graph.len() as u32).map(|v| Numbers {
            value: values.finite(v).unwrap_or(u32::MAX),
            ended: ended(v),
            can_end: graph.successors(v).iter().any(|to| ended(*to)),
            tame: false,
            falling: false,
            nim: false,
            ..blank
        });
        Ok(Explored {
            numbers: numbers.collect(),
            order: Graph::from_edges(0, &[]).order()?,
            graph,
            cyclic: true,
        })
    }

    /// Whether positions come back.
    pub fn is_cyclic(&self) -> bool {
        self.cyclic
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The vertices, options first.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The numbers of a position.
    #[inline]
    pub fn numbers(&self, node: u32) -> &Numbers {
        &self.numbers[node as usize]
    }

    /// The options of a position.
    pub fn options(&self, node: u32) -> &[u32] {
        self.graph.successors(node)
    }
}

#[derive(Default)]
struct Scratch {
    found: Vec<u32>,
    seen: Vec<bool>,
}

fn number(options: &[u32], all: &[Numbers], scratch: &mut Scratch) -> Numbers {
    let of = |option: &u32| &all[*option as usize];
    let mut least = |pick: &dyn Fn(&Numbers) -> Option<u32>| {
        scratch.found.clear();
        scratch
            .found
            .extend(options.iter().filter_map(|o| pick(of(o))));
        mex(&scratch.found, &mut scratch.seen)
    };
    let value = least(&|n| Some(n.value));
    let misere_value = if options.is_empty() {
        1
    } else {
        least(&|n| Some(n.misere_value))
    };
    let foreclosed = least(&|n| (!n.can_end).then_some(n.foreclosed));
    let misere_foreclosed = least(&|n| (!n.ended).then_some(n.misere_foreclosed));
    let quickly = |parity: u32, pick: fn(&Numbers) -> u32| {
        let good = options.iter().map(|o| pick(of(o)));
        let best = good.clone().filter(|n| n % 2 == parity).min();
        best.or(good.max()).map_or(0, |n| n + 1)
    };
    let slowly = |parity: u32, pick: fn(&Numbers) -> u32| {
        let good = options.iter().map(|o| pick(of(o)));
        let best = good.clone().filter(|n| n % 2 == parity).max();
        best.or(good.min()).map_or(0, |n| n + 1)
    };
    let tame = match (value, misere_value) {
        (0, 1) | (1, 0) => true,
        (normal, misere) => normal == misere,
    };
    let every = |property: fn(&Numbers) -> bool| options.iter().all(|o| property(of(o)));
    let smaller = options.iter().all(|o| of(o).value < value);
    Numbers {
        value,
        misere_value,
        remoteness: quickly(0, |n| n.remoteness),
        misere_remoteness: quickly(1, |n| n.misere_remoteness),
        suspense: slowly(0, |n| n.suspense),
        misere_suspense: slowly(1, |n| n.misere_suspense),
        foreclosed,
        misere_foreclosed,
        ended: options.is_empty(),
        can_end: options.iter().any(|o| of(o).ended),
        tame: tame && every(|n| n.tame),
        falling: smaller && every(|n| n.falling),
        // Options that are Nim heaps below `value` are all of them, by the mex.
        nim: smaller && every(|n| n.nim),
    }
}
