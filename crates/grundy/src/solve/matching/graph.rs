//! Undirected graphs as one array of neighbours.

use crate::error::Error;
use crate::text::Text;

/// No vertex.
pub const NONE: u32 = u32::MAX;

/// An undirected graph. Loops are dropped when it is made, since they can be
/// in no matching; parallel edges are kept and do no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undirected {
    /// Neighbours of `v` are `targets[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Undirected {
    /// The graph on the vertices `0..vertices` with these edges. An edge to a
    /// vertex that does not exist is an error, and so are 2^31 - 2 vertices
    /// or 2^31 edges and more.
    pub fn from_edges(vertices: usize, edges: &[(u32, u32)]) -> Result<Self, Error> {
        const MOST: usize = (1 << 31) - 2;
        if vertices >= MOST || edges.len() > MOST {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "a graph of {vertices} vertices and {} edges exceeds the limit of {MOST} each",
                        edges.len()
                    ),
                    format!(
                        "{vertices} 个顶点、{} 条边的图超过上限（各 {MOST}）",
                        edges.len()
                    ),
                ),
            });
        }
        let mut first = vec![0u32; vertices + 1];
        for &(a, b) in edges {
            if a.max(b) as usize >= vertices {
                return Err(Error::BadParameter {
                    name: "edge".to_string(),
                    value: format!("{a}-{b}"),
                    expected: Text::new(
                        format!("two vertices below {vertices}"),
                        format!("两个小于 {vertices} 的顶点编号"),
                    ),
                });
            }
            if a != b {
                first[a as usize] += 1;
                first[b as usize] += 1;
            }
        }
        let mut total = 0;
        for start in &mut first {
            total += *start;
            *start = total;
        }
        // Filling from the back leaves in `first` where each vertex begins.
        let mut targets = vec![0u32; total as usize];
        for &(a, b) in edges.iter().rev().filter(|(a, b)| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                let at = &mut first[from as usize];
                *at -= 1;
                targets[*at as usize] = to;
            }
        }
        Ok(Undirected { first, targets })
    }

    /// A board on which squares that share a side are joined if both are
    /// `free`. Squares are numbered row by row from 0; those that are not free
    /// are vertices without edges.
    ///
    /// ```
    /// use grundy::solve::matching::Undirected;
    /// let board = Undirected::board(2, 3, |square| square != 1).unwrap();
    /// assert_eq!((board.neighbours(3), board.neighbours(1)), (&[0, 4][..], &[][..]));
    /// ```
    pub fn board(rows: usize, columns: usize, free: impl Fn(usize) -> bool) -> Result<Self, Error> {
        let squares = rows.saturating_mul(columns);
        let mut edges = Vec::new();
        for at in (0..squares).filter(|at| free(*at)) {
            let right = Some(at + 1).filter(|next| next % columns != 0);
            let below = Some(at + columns).filter(|next| *next < squares);
            for next in [right, below]
                .into_iter()
                .flatten()
                .filter(|next| free(*next))
            {
                // Numbers beyond the word are refused with the vertices below.
                edges.push((at as u32, next as u32));
            }
        }
        Undirected::from_edges(squares, &edges)
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many edges there are, loops not counted.
    pub fn edges(&self) -> usize {
        self.targets.len() / 2
    }

    /// The neighbours of `v`, in the order of the edges.
    #[inline]
    pub fn neighbours(&self, v: u32) -> &[u32] {
        &self.targets[self.first[v as usize] as usize..self.first[v as usize + 1] as usize]
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// A colour for each vertex so that neighbours differ, or `None` if there
    /// is an odd cycle.
    pub fn two_colouring(&self) -> Option<Vec<bool>> {
        const NEW: u8 = 2;
        let mut colour = vec![NEW; self.len()];
        let mut queue = Vec::new();
        for root in self.vertices() {
            if colour[root as usize] != NEW {
                continue;
            }
            colour[root as usize] = 0;
            queue.clear();
            queue.push(root);
            while let Some(v) = queue.pop() {
                let other = 1 - colour[v as usize];
                for &w in self.neighbours(v) {
                    match &mut colour[w as usize] {
                        found if *found == NEW => {
                            *found = other;
                            queue.push(w);
                        }
                        found if *found != other => return None,
                        _ => {}
                    }
                }
            }
        }
        Some(colour.into_iter().map(|c| c == 1).collect())
    }
}
