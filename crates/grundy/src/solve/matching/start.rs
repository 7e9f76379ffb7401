//! A large matching to start from (Karp and Sipser 1981).
//!
//! A vertex with one neighbour left is matched to it: some maximum matching
//! does the same. When there is no such vertex, the next one in order is
//! matched to its neighbour of least degree; only these choices can be
//! wrong.

use super::graph::{NONE, Undirected};

/// Added to the degree of a vertex when it is matched, so that one look at
/// its degree tells everything about it.
const MATCHED: u32 = 1 << 31;

/// Mates of a matching that is maximal, and usually close to maximum.
pub(super) fn karp_sipser(graph: &Undirected) -> Vec<u32> {
    let mut start = Start {
        graph,
        mate: vec![NONE; graph.len()],
        degree: graph
            .vertices()
            .map(|v| graph.neighbours(v).len() as u32)
            .collect(),
        single: Vec::new(),
    };
    for v in graph.vertices() {
        if start.degree[v as usize] == 1 {
            start.single.push(v);
            start.match_singles();
        }
    }
    for v in graph.vertices() {
        if start.degree[v as usize] < MATCHED {
            let neighbours = graph.neighbours(v).iter().copied();
            if let Some(w) = neighbours.min_by_key(|w| start.degree[*w as usize]) {
                start.join(v, w);
                start.match_singles();
            }
        }
    }
    start.mate
}

struct Start<'g> {
    graph: &'g Undirected,
    mate: Vec<u32>,
    /// How many edges lead to unmatched vertices; [`MATCHED`] or more for
    /// matched ones.
    degree: Vec<u32>,
    /// Vertices that had one such edge when they were put here.
    single: Vec<u32>,
}

impl Start<'_> {
    fn match_singles(&mut self) {
        let graph = self.graph;
        while let Some(v) = self.single.pop() {
            if self.degree[v as usize] >= MATCHED {
                continue;
            }
            let mut neighbours = graph.neighbours(v).iter().copied();
            if let Some(w) = neighbours.find(|w| self.degree[*w as usize] < MATCHED) {
                self.join(v, w);
            }
        }
    }

    /// Matches `v` with `w`, if that is free, and finds who has one neighbour
    /// left because of it.
    fn join(&mut self, v: u32, w: u32) {
        if self.degree[w as usize] >= MATCHED {
            return;
        }
        self.mate[v as usize] = w;
        self.mate[w as usize] = v;
        self.degree[v as usize] += MATCHED;
        self.degree[w as usize] += MATCHED;
        for end in [v, w] {
            for &u in self.graph.neighbours(end) {
                let left = &mut self.degree[u as usize];
                *left -= 1;
                if *left == 1 {
                    self.single.push(u);
                }
            }
        }
    }
}
