//! Even kernels: undirected edge geography on bipartite graphs.
//!
//! A token stands on a vertex; a move takes it along an edge, which is
//! then deleted; who cannot move loses. On general graphs this is
//! PSPACE-complete. **Theorem** (Fraenkel, Scheinerman and Ullman, Undirected
//! edge geography, Theoretical Computer Science 112, 1993). On a bipartite
//! graph the player to move from v loses exactly when there is an *even
//! kernel* with v in it: a set S of vertices on the side of v such that
//! every vertex has an even number of edges to S.
//!
//! *Why.* If S is one, a move from v in S leads to a vertex with an odd number
//! of edges to S left, so the reply goes back to S, and S is an even kernel
//! of what is left. If there is none, linear algebra over the field of two
//! elements gives a set T on the other side to which v has an odd number of
//! edges and every other vertex an even one. Moving to a member of T makes T
//! an even kernel for the opponent. So the winning moves are to those
//! neighbours of v that are in one such T, and all T together are one
//! solution plus the left null space. The cost is that of elimination.
//!
//! ```
//! use grundy::solve::kernel::winning_neighbours;
//! // A path 0-1-2: from the middle either end wins, from an end none does.
//! assert_eq!(winning_neighbours(3, &[(0, 1), (1, 2)], 1), Some(vec![0, 2]));
//! assert_eq!(winning_neighbours(3, &[(0, 1), (1, 2)], 0), Some(vec![]));
//! ```

/// The largest connected part for which the elimination is made.
pub const MOST_VERTICES: usize = 2048;

/// The neighbours of `v` to which a move along an edge wins, in the order of
/// their numbers; none if `v` is lost. `None` if the part of the graph that
/// is connected with `v` is not bipartite or has more than
/// [`MOST_VERTICES`] vertices. Parallel edges count each; ends of edges must
/// be below `vertices`.
pub fn winning_neighbours(vertices: usize, edges: &[(u32, u32)], v: u32) -> Option<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    // Number the two sides of what is connected with `v`, `v` itself as 0.
    const NEW: u32 = u32::MAX;
    let mut place = vec![NEW; vertices];
    let mut right = vec![false; vertices];
    let mut sides = [vec![v], Vec::new()];
    let mut open = vec![v];
    place[v as usize] = 0;
    while let Some(u) = open.pop() {
        for &w in &neighbours[u as usize] {
            let side = !right[u as usize];
            if place[w as usize] == NEW {
                let members = &mut sides[usize::from(side)];
                place[w as usize] = members.len() as u32;
                right[w as usize] = side;
                members.push(w);
                open.push(w);
                if sides[0].len() + sides[1].len() > MOST_VERTICES {
                    return None;
                }
            } else if right[w as usize] != side {
                return None;
            }
        }
    }
    let [same, other] = sides;
    // A row for each vertex of the other side: its edges to the side of `v`, then who
    // was added up to make the row.
    let width = same.len().div_ceil(64) + other.len().div_ceil(64);
    let added = same.len().div_ceil(64) * 64;
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(other.len());
    for (number, w) in other.iter().enumerate() {
        let mut row = vec![0u64; width];
        for u in &neighbours[*w as usize] {
            flip(&mut row, place[*u as usize] as usize);
        }
        flip(&mut row, added + number);
        rows.push(row);
    }
    // Eliminate all columns but that of `v`.
    let mut done = 0;
    for column in 1..same.len() {
        let Some(pivot) = (done..rows.len()).find(|r| bit(&rows[*r], column)) else {
            continue;
        };
        rows.swap(done, pivot);
        let (above, below) = rows.split_at_mut(done + 1);
        for row in below.iter_mut().filter(|row| bit(row, column)) {
            for (word, pivot) in row.iter_mut().zip(&above[done]) {
                *word ^= pivot;
            }
        }
        done += 1;
    }
    // What is left is zero but perhaps in the column of `v`. Rows that are 0 there span
    // the null space; adding one that is 1 there to another gives one of them.
    let rest = &rows[done..];
    let Some(solution) = rest.iter().find(|row| bit(row, 0)) else {
        return Some(Vec::new());
    };
    let mut within = solution.clone();
    for row in rest {
        let one_more = bit(row, 0);
        for ((word, row), first) in within.iter_mut().zip(row).zip(solution) {
            *word |= if one_more { row ^ first } else { *row };
        }
    }
    let mut winning: Vec<u32> = neighbours[v as usize]
        .iter()
        .copied()
        .filter(|w| bit(&within, added + place[*w as usize] as usize))
        .collect();
    winning.sort_unstable();
    winning.dedup();
    Some(winning)
}

fn bit(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

fn flip(row: &mut [u64], at: usize) {
    row[at / 64] ^= 1 << (at % 64);
}
