//! A large matching to start from (Karp and Sipser 1981).
//!
//! A vertex with one neighbour left is matched to it: some maximum matching
//! does the same. When there is no such vertex, the next one in order is
//! matched to its neighbour of least degree; only these choices can be
//! wrong.

use super::graph::{NONE, Undirected};

/// Mates of a matching that is maximal, and usually close to maximum.
pub(super) fn karp_sipser(graph: &Undirected) -> Vec<u32> {
    let mut mate = vec![NONE; graph.len()];
    let mut degree: Vec<u32> = graph
        .vertices()
        .map(|v| graph.neighbours(v).len() as u32)
        .collect();
    let mut single: Vec<u32> = graph
        .vertices()
        .filter(|v| degree[*v as usize] == 1)
        .collect();
    for cursor in graph.vertices() {
        while let Some(v) = single.pop() {
            if mate[v as usize] == NONE
                && let Some(w) = free_neighbour(graph, &mate, v)
            {
                join(graph, &mut mate, &mut degree, &mut single, v, w);
            }
        }
        if mate[cursor as usize] != NONE {
            continue;
        }
        let free = graph.neighbours(cursor).iter().copied();
        let free = free.filter(|w| mate[*w as usize] == NONE);
        if let Some(w) = free.min_by_key(|w| degree[*w as usize]) {
            join(graph, &mut mate, &mut degree, &mut single, cursor, w);
        }
    }
    mate
}

fn free_neighbour(graph: &Undirected, mate: &[u32], v: u32) -> Option<u32> {
    let free = |w: &u32| mate[*w as usize] == NONE;
    graph.neighbours(v).iter().copied().find(free)
}

/// Matches `v` with `w` and finds who has one neighbour left because of it.
fn join(
    graph: &Undirected,
    mate: &mut [u32],
    degree: &mut [u32],
    single: &mut Vec<u32>,
    v: u32,
    w: u32,
) {
    mate[v as usize] = w;
    mate[w as usize] = v;
    for end in [v, w] {
        for &u in graph.neighbours(end) {
            let left = &mut degree[u as usize];
            *left -= 1;
            if *left == 1 && mate[u as usize] == NONE {
                single.push(u);
            }
        }
    }
}
