//! A maximum matching of a graph that loses vertices.

use std::borrow::Borrow;

use super::forest::Forest;
use super::graph::{NONE, Undirected};

/// A graph from which vertices are taken away one by one, and a maximum
/// matching of what is left. Each removal costs at most one search for an
/// augmenting path from one vertex, and none where the matching shows that
/// it would be in vain.
///
/// ```
/// use grundy::solve::matching::{Shrinking, Undirected};
/// let path = Undirected::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
/// let mut graph = Shrinking::new(&path);
/// assert_eq!(graph.mate(0), Some(1));
/// assert!(!graph.expose(1)); // every maximum matching needs it
/// graph.remove(0);
/// assert!(graph.expose(1));
/// assert_eq!(graph.mate(2), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct Shrinking<G> {
    graph: G,
    forest: Forest,
    /// Searches made so far.
    searches: u64,
}

impl<G: Borrow<Undirected>> Shrinking<G> {
    /// All of `graph`, with a maximum matching.
    pub fn new(graph: G) -> Self {
        let mate = super::maximum(graph.borrow()).mate;
        Shrinking {
            forest: Forest::new(graph.borrow(), mate),
            graph,
            searches: 0,
        }
    }

    /// The graph as it was at first.
    pub fn graph(&self) -> &Undirected {
        self.graph.borrow()
    }

    /// Whether `v` is still there.
    pub fn holds(&self, v: u32) -> bool {
        !self.forest.is_gone(v)
    }

    /// Whom the maximum matching joins with `v`.
    pub fn mate(&self, v: u32) -> Option<u32> {
        Some(self.forest.mate[v as usize]).filter(|mate| *mate != NONE)
    }

    /// Changes the maximum matching to one that leaves `v` exposed, if there
    /// is one; one search.
    pub fn expose(&mut self, v: u32) -> bool {
        let Some(mate) = self.mate(v) else {
            return true;
        };
        self.forest.remove(v);
        self.searches += 1;
        let found = self.forest.augment(self.graph.borrow(), mate);
        self.forest.restore(v);
        if !found {
            self.forest.mate[v as usize] = mate;
            self.forest.mate[mate as usize] = v;
        }
        found
    }

    /// Takes `v` away; one search unless it is exposed.
    pub fn remove(&mut self, v: u32) {
        if let Some(mate) = self.mate(v) {
            self.forest.remove(v);
            self.searches += 1;
            self.forest.augment(self.graph.borrow(), mate);
        } else {
            self.forest.remove(v);
        }
    }

    /// Takes away `v`, which every maximum matching needs: its mate stays
    /// exposed, and no search is made.
    pub fn remove_essential(&mut self, v: u32) {
        self.forest.remove(v);
    }

    /// How many searches have been made.
    pub fn searches(&self) -> u64 {
        self.searches
    }
}
