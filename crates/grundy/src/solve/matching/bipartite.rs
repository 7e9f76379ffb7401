//! Hopcroft and Karp (1973), with lookahead.
//!
//! Each phase measures how far every left vertex is from the exposed ones
//! along alternating paths, breadth first, up to the first exposed right
//! vertex, and then augments along a maximal set of disjoint shortest paths,
//! depth first. Lookahead (Duff 1981): before going deeper, a vertex looks for
//! an exposed neighbour; since matched vertices stay matched, each adjacency
//! list is looked through for that only once in the whole run. At most
//! O(√V) phases of O(E).

use super::graph::{NONE, Undirected};

const UNREACHED: u32 = u32::MAX;

/// Makes a matching of a bipartite graph maximum; `right` is its colouring.
pub(super) fn hopcroft_karp(graph: &Undirected, right: &[bool], mate: &mut [u32]) {
    let mut exposed: Vec<u32> = graph
        .vertices()
        .filter(|v| !right[*v as usize] && mate[*v as usize] == NONE)
        .collect();
    let mut level = vec![UNREACHED; graph.len()];
    let mut looked = vec![0u32; graph.len()];
    let mut next = vec![0u32; graph.len()];
    let mut queue = Vec::new();
    let mut path = Vec::new();
    while measure(graph, mate, &exposed, &mut level, &mut next, &mut queue) {
        exposed.retain(|root| {
            let found = dive(
                graph,
                *root,
                mate,
                &level,
                &mut looked,
                &mut next,
                &mut path,
            );
            !found
        });
        for v in queue.drain(..) {
            level[v as usize] = UNREACHED;
        }
    }
}

/// Levels of left vertices up to the first exposed right vertex; whether
/// there is one. `queue` keeps all that have a level.
fn measure(
    graph: &Undirected,
    mate: &[u32],
    exposed: &[u32],
    level: &mut [u32],
    next: &mut [u32],
    queue: &mut Vec<u32>,
) -> bool {
    queue.clear();
    queue.extend_from_slice(exposed);
    for &v in exposed {
        level[v as usize] = 0;
        next[v as usize] = 0;
    }
    let mut deepest = UNREACHED;
    let mut at = 0;
    while let Some(&v) = queue.get(at) {
        at += 1;
        let deeper = level[v as usize] + 1;
        if deeper > deepest {
            break;
        }
        for &w in graph.neighbours(v) {
            let u = mate[w as usize];
            if u == NONE {
                deepest = deeper;
                break;
            }
            if level[u as usize] == UNREACHED {
                level[u as usize] = deeper;
                next[u as usize] = 0;
                queue.push(u);
            }
        }
    }
    deepest != UNREACHED
}

/// Follows levels from `root` to an exposed right vertex and augments.
fn dive(
    graph: &Undirected,
    root: u32,
    mate: &mut [u32],
    level: &[u32],
    looked: &mut [u32],
    next: &mut [u32],
    path: &mut Vec<u32>,
) -> bool {
    path.clear();
    path.push(root);
    while let Some(&v) = path.last() {
        let neighbours = graph.neighbours(v);
        let ahead = &mut looked[v as usize];
        while let Some(&w) = neighbours.get(*ahead as usize) {
            *ahead += 1;
            if mate[w as usize] == NONE {
                rewind(mate, path, w);
                return true;
            }
        }
        let at = &mut next[v as usize];
        let wanted = level[v as usize] + 1;
        let mut deeper = NONE;
        while let Some(&w) = neighbours.get(*at as usize) {
            *at += 1;
            let u = mate[w as usize];
            if level[u as usize] == wanted {
                deeper = u;
                break;
            }
        }
        if deeper == NONE {
            path.pop();
        } else {
            path.push(deeper);
        }
    }
    false
}

/// Matches the last vertex of the path to `w`, and each before it to the old
/// mate of the one after.
fn rewind(mate: &mut [u32], path: &[u32], mut w: u32) {
    for &v in path.iter().rev() {
        let old = std::mem::replace(&mut mate[v as usize], w);
        mate[w as usize] = v;
        w = old;
    }
}
