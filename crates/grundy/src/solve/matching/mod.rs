//! Maximum matchings, and which vertices every maximum matching needs.
//!
//! A matching is a set of edges no two of which share a vertex. Call a vertex
//! *inessential* if some maximum matching leaves it exposed. **Gallai and
//! Edmonds** (1963–65): let D be the inessential vertices, A the other
//! neighbours of D, C the rest. Then every maximum matching matches C within
//! itself and A into different components of D; and D is exactly the set
//! of vertices at even distance from an exposed vertex along an alternating
//! path of any one maximum matching. So one matching and the forest of
//! alternating paths from all its exposed vertices classify every vertex.
//! ([`Outcome`](crate::outcome::Outcome) of undirected vertex geography: the
//! mover at v wins exactly when v is not in D.)
//!
//! By the Tutte–Berge formula no matching leaves fewer than
//! odd(G - S) - |S| vertices exposed, whatever the set S (odd counts
//! components with an odd number of vertices), and S = A attains it:
//! [`tutte_berge`] checks any answer here without trusting how it was found.
//!
//! ```
//! use grundy::solve::matching::{Kind, Undirected, decompose};
//! // A triangle with a tail: 0-1-2-0, 2-3, 3-4.
//! let graph = Undirected::from_edges(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]).unwrap();
//! let all = decompose(&graph);
//! assert_eq!(all.matching.pairs(), 2);
//! assert_eq!(all.kinds[3], Kind::Essential { neighbour: true });
//! assert_eq!(all.inessential().collect::<Vec<_>>(), [0, 1, 2, 4]);
//! ```
//!
//! How: the start of Karp and Sipser, then Edmonds' forest from all exposed
//! vertices in phases, each of which works only on what the one before used
//! up. That is a few passes over the edges in practice, O(V E α) at worst;
//! a bipartite graph that takes many phases is therefore finished by Hopcroft and
//! Karp with lookahead, O(E √V). The forest stands when the matching is
//! maximum, so that the kinds of all vertices cost nothing more. [`plain`]
//! keeps the textbook forms.
//!
//! Limits: fewer than 2^31 - 2 vertices and 2^31 edges; 33 bytes per vertex
//! beside the graph.

mod bipartite;
mod forest;
mod graph;
pub mod plain;
mod repair;
mod stable;
mod start;

pub use graph::{NONE, Undirected};
pub use repair::Shrinking;
pub use stable::stable;

use forest::Forest;

/// Who is matched with whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    mate: Vec<u32>,
}

impl Matching {
    /// The vertex that `v` is matched with.
    pub fn mate(&self, v: u32) -> Option<u32> {
        Some(self.mate[v as usize]).filter(|mate| *mate != NONE)
    }

    /// How many edges it has.
    pub fn pairs(&self) -> usize {
        self.mate.iter().filter(|mate| **mate != NONE).count() / 2
    }

    /// The vertices that it leaves exposed.
    pub fn exposed(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..)
            .zip(&self.mate)
            .filter(|(_, mate)| **mate == NONE)
            .map(|(v, _)| v)
    }

    /// Whether no vertex is exposed.
    pub fn is_perfect(&self) -> bool {
        self.exposed().next().is_none()
    }

    /// Whether this is a matching of `graph`: mates are neighbours and each
    /// other's.
    pub fn fits(&self, graph: &Undirected) -> bool {
        self.mate.len() == graph.len()
            && graph.vertices().all(|v| {
                self.mate(v).is_none_or(|mate| {
                    graph.neighbours(v).contains(&mate) && self.mate[mate as usize] == v
                })
            })
    }
}

/// What every maximum matching does with a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Some maximum matching leaves it exposed (the set D).
    Inessential,
    /// Every maximum matching covers it.
    Essential {
        /// Whether an inessential vertex is a neighbour (the set A).
        neighbour: bool,
    },
}

/// A maximum matching and what it tells about each vertex.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// A maximum matching.
    pub matching: Matching,
    /// The kind of each vertex.
    pub kinds: Vec<Kind>,
}

impl Decomposition {
    /// The vertices that some maximum matching leaves exposed.
    pub fn inessential(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..)
            .zip(&self.kinds)
            .filter(|(_, kind)| **kind == Kind::Inessential)
            .map(|(v, _)| v)
    }

    /// The exposed vertices that the set A forces upon every matching: equal
    /// to the number that the matching leaves, or the answer is wrong.
    pub fn forced(&self, graph: &Undirected) -> usize {
        let neighbour = Kind::Essential { neighbour: true };
        tutte_berge(graph, |v| self.kinds[v as usize] == neighbour)
    }
}

/// After so many phases of the forest a bipartite graph goes to Hopcroft and
/// Karp, whose worst case is better.
const PATIENCE: usize = 24;

/// A maximum matching.
pub fn maximum(graph: &Undirected) -> Matching {
    let mate = forest(graph, PATIENCE).mate;
    Matching { mate }
}

/// A maximum matching and the kind of every vertex.
pub fn decompose(graph: &Undirected) -> Decomposition {
    decomposition(graph, forest(graph, PATIENCE))
}

/// As [`decompose`], all by Hopcroft and Karp but for the kinds; `None` if
/// the graph is not bipartite.
pub fn decompose_bipartite(graph: &Undirected) -> Option<Decomposition> {
    graph.two_colouring()?;
    Some(decomposition(graph, forest(graph, 0)))
}

/// The alternating forest of a maximum matching.
fn forest(graph: &Undirected, patience: usize) -> Forest {
    let mut forest = Forest::new(graph, start::karp_sipser(graph));
    if !forest.grow_all(graph, patience) {
        if let Some(right) = graph.two_colouring() {
            let mut mate = forest.mate;
            bipartite::hopcroft_karp(graph, &right, &mut mate);
            forest = Forest::new(graph, mate);
        }
        forest.grow_all(graph, usize::MAX);
    }
    forest
}

fn decomposition(graph: &Undirected, forest: Forest) -> Decomposition {
    let kind = |v| match forest.is_even(v) {
        true => Kind::Inessential,
        false => Kind::Essential {
            neighbour: forest.is_odd(v),
        },
    };
    Decomposition {
        kinds: graph.vertices().map(kind).collect(),
        matching: Matching { mate: forest.mate },
    }
}

/// How many vertices every matching must leave exposed because of the set S:
/// the number of odd components of the graph without S, less the size of S.
pub fn tutte_berge(graph: &Undirected, in_set: impl Fn(u32) -> bool) -> usize {
    let mut seen: Vec<bool> = graph.vertices().map(&in_set).collect();
    let removed = seen.iter().filter(|s| **s).count();
    let mut odd = 0;
    let mut open = Vec::new();
    for root in graph.vertices() {
        if seen[root as usize] {
            continue;
        }
        seen[root as usize] = true;
        open.push(root);
        let mut size = 0;
        while let Some(v) = open.pop() {
            size += 1;
            for &w in graph.neighbours(v) {
                if !seen[w as usize] {
                    seen[w as usize] = true;
                    open.push(w);
                }
            }
        }
        odd += size & 1;
    }
    usize::saturating_sub(odd, removed)
}
