//! Green Hackenbush on any graph: cut an edge, and what is no longer
//! connected with the ground falls off.
//!
//! **Values** (Berlekamp, Conway and Guy, Winning Ways, chapter 7). By the
//! fusion principle the vertices of a cycle may be made one, its edges
//! becoming loops, and a loop is worth a single edge; by the colon principle
//! a graph that hangs on a bridge is worth one more than without the bridge.
//! So with all ground vertices made one, a depth-first search from it that
//! finds the bridges gives
//! g(v) = ⊕ (g(w)+1) over bridges down to w ⊕ (g(w)⊕1) over other tree edges
//! ⊕ 1 for each back edge that ends below and each loop: O(V+E).
//!
//! **Moves to a value.** A part without bridges, fused, must become worth t
//! when everything else stays: then what hangs on a bridge down from it must
//! become worth t ⊕ (the rest); 0 asks for the bridge itself to be cut, and
//! otherwise one less is asked of the part below. Cutting an edge e inside
//! such a part makes bridges of the edges that are *in series* with e, those
//! that disconnect it together with e. Edges in series lie on a common cycle
//! c1, …, cm, with pieces of worth q1, …, q(m-1) between them and one,
//! of worth p, that leads to the ground. Without cj the part is worth
//! p ⊕ (q1 ⊕ (q2 ⊕ (… q(j-1)) + 1) + 1) ⊕ the same from the other side.
//! All these nested worths are computed at once, from the inside out, on a binary
//! tree of values, lowest digit first, which adds 1 to all its values or a
//! number to all by ⊕ in O(log E). So *all* winning edges take O(E log E),
//! and O(E) on trees and forests.
//!
//! Edges in series are found without chance: paint the path of each back edge,
//! deepest upper ends first; tree edges painted by one back edge and covered
//! by equally many are covered by the same ones, which is to be in series.
//!
//! ```
//! use grundy::solve::hackenbush::Picture;
//! // A triangle on the ground 0, with a stalk of two edges on top.
//! let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)];
//! let picture = Picture::new(5, &edges, &[0]).unwrap();
//! assert_eq!(picture.value(), 1 ^ 2);
//! assert_eq!(picture.cuts_to(0), [4]); // the edge 3-4: 1 and 1 are left
//! assert_eq!(picture.cuts_to(2), [1]); // the edge 1-2: stalks of 1 and 3 are left
//! ```
//!
//! Limits: fewer than 2^31 vertices and edges; about 60 bytes per vertex and
//! edge. No recursion: a path of a million edges is as good as a star.

use crate::error::Error;
use crate::text::Text;

const NONE: u32 = u32::MAX;

/// A graph on the ground, searched once. Vertices below are known by their
/// place in the order of the search, the ground being 0.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Whether each edge is connected with the ground.
    standing: Vec<bool>,
    /// The vertex above which each vertex hangs, and by which edge.
    up: Vec<(u32, u32)>,
    /// How many back edges pass over the edge to `up`: 0 for bridges.
    cover: Vec<u32>,
    /// What hangs from each vertex, with all that is fused with it from
    /// below.
    value: Vec<u32>,
    /// Edges that are not in the tree: lower end, upper end, number. Loops
    /// have two equal ends.
    back: Vec<(u32, u32, u32)>,
}

impl Picture {
    /// The graph on the vertices `0..vertices` with these edges, of which
    /// the vertices in `ground` stand on the ground. Loops and parallel edges
    /// are edges like others; what is not connected with the ground is
    /// not there.
    pub fn new(vertices: usize, edges: &[(u32, u32)], ground: &[u32]) -> Result<Self, Error> {
        const MOST: usize = (1 << 31) - 2;
        if vertices > MOST || edges.len() > MOST {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "a picture of {vertices} vertices and {} edges exceeds the limit of {MOST} each",
                        edges.len()
                    ),
                    format!(
                        "{vertices} 个顶点、{} 条边的图超过上限（各 {MOST}）",
                        edges.len()
                    ),
                ),
            });
        }
        let ends = edges.iter().flat_map(|(a, b)| [*a, *b]);
        if let Some(v) = ends
            .chain(ground.iter().copied())
            .find(|v| *v as usize >= vertices)
        {
            return Err(Error::BadParameter {
                name: "vertex".to_string(),
                value: v.to_string(),
                expected: Text::new(
                    format!("a vertex below {vertices}"),
                    format!("小于 {vertices} 的顶点编号"),
                ),
            });
        }
        let mut grounded = vec![false; vertices];
        for &v in ground {
            grounded[v as usize] = true;
        }
        // All ground vertices are vertex 0, vertex v is v + 1.
        let name = |v: u32| if grounded[v as usize] { 0 } else { v + 1 };
        let (first, links) = adjacency(vertices + 1, edges, name);
        let mut picture = Picture {
            standing: vec![false; edges.len()],
            up: Vec::new(),
            cover: Vec::new(),
            value: Vec::new(),
            back: Vec::new(),
        };
        picture.search(&first, &links);
        picture.evaluate();
        Ok(picture)
    }

    /// Depth-first search from the ground.
    fn search(&mut self, first: &[u32], links: &[(u32, u32)]) {
        let mut place = vec![NONE; first.len() - 1];
        let mut next = first.to_vec();
        place[0] = 0;
        self.up.push((NONE, NONE));
        let mut path = vec![0u32];
        while let Some(&v) = path.last() {
            let here = place[v as usize];
            let at = &mut next[v as usize];
            if *at == first[v as usize + 1] {
                path.pop();
                continue;
            }
            let (w, edge) = links[*at as usize];
            *at += 1;
            // The other end of an edge has seen it already.
            if std::mem::replace(&mut self.standing[edge as usize], true) {
                continue;
            }
            let there = place[w as usize];
            if there == NONE {
                place[w as usize] = self.up.len() as u32;
                self.up.push((here, edge));
                path.push(w);
            } else {
                self.back.push((here, there, edge));
            }
        }
    }

    fn evaluate(&mut self) {
        self.cover = vec![0; self.up.len()];
        self.value = vec![0; self.up.len()];
        for &(lower, upper, _) in &self.back {
            self.value[lower as usize] ^= 1;
            // Loops come and go at once; the sums below are differences, modulo 2^32.
            let cover = &mut self.cover;
            cover[lower as usize] = cover[lower as usize].wrapping_add(1);
            cover[upper as usize] = cover[upper as usize].wrapping_sub(1);
        }
        for v in (1..self.up.len()).rev() {
            let above = self.up[v].0 as usize;
            let (cover, value) = (self.cover[v], self.value[v]);
            self.cover[above] = self.cover[above].wrapping_add(cover);
            self.value[above] ^= if cover == 0 { value + 1 } else { value ^ 1 };
        }
    }

    /// The Grundy value.
    pub fn value(&self) -> u32 {
        self.value[0]
    }

    /// Which edges are connected with the ground.
    pub fn standing(&self) -> &[bool] {
        &self.standing
    }

    /// The numbers of all edges whose cut leaves the value `target`, in
    /// order. To win a single picture, cut to 0; in a sum, to the nim sum of
    /// the others.
    pub fn cuts_to(&self, target: u32) -> Vec<u32> {
        let mut cuts = Vec::new();
        // For each vertex, the top of its bridgeless part; for tops, what the part must
        // become worth.
        let mut top = vec![0u32; self.up.len()];
        let mut wanted = vec![0u32; self.up.len()];
        wanted[0] = target;
        for v in 1..self.up.len() {
            let (above, edge) = self.up[v];
            let part = top[above as usize];
            if self.cover[v] > 0 {
                top[v] = part;
                continue;
            }
            top[v] = v as u32;
            let part = part as usize;
            wanted[v] = match wanted[part] ^ self.value[part] ^ (self.value[v] + 1) {
                0 => {
                    cuts.push(edge);
                    // Nothing below the cut will do: no cut leaves the value as it is.
                    self.value[v]
                }
                grown => grown - 1,
            };
        }
        if !self.back.is_empty() {
            self.cuts_within(&top, &wanted, &mut cuts);
        }
        cuts.sort_unstable();
        cuts
    }

    /// Adds the edges within bridgeless parts whose cut gives their part the
    /// wanted worth.
    fn cuts_within(&self, top: &[u32], wanted: &[u32], cuts: &mut Vec<u32>) {
        let mut series = Series::new(self.standing.len());
        for (lower, painted, edge) in self.painted() {
            // Covered by more and more going up; those covered by one back edge alone are
            // in series with it.
            let alone = painted.partition_point(|v| self.cover[*v as usize] == 1);
            let runs = painted[alone..]
                .chunk_by(|v, w| self.cover[*v as usize] == self.cover[*w as usize]);
            let with_back = std::iter::once((&painted[..alone], Some(edge)));
            for (run, back) in with_back.chain(runs.map(|run| (run, None))) {
                let part = top[lower as usize] as usize;
                let worth = self.value[part];
                // Nothing falls off, and each edge changes the parity of the value.
                if (worth ^ wanted[part]) & 1 == 1 {
                    series.cuts(self, run, back, worth, wanted[part], cuts);
                }
            }
        }
    }

    /// For each back edge, deepest upper ends first, the vertices below tree
    /// edges on its path that no earlier one has passed, from below; and its
    /// lower end and number.
    fn painted(&self) -> impl Iterator<Item = (u32, Vec<u32>, u32)> + '_ {
        let mut order = self.back.clone();
        order.sort_unstable_by_key(|(_, upper, _)| std::cmp::Reverse(*upper));
        let mut unpainted: Vec<u32> = (0..self.up.len() as u32).collect();
        order.into_iter().map(move |(lower, upper, edge)| {
            let mut painted = Vec::new();
            let mut v = find(&mut unpainted, lower);
            // Vertices above the upper end come earlier in the order.
            while v > upper {
                painted.push(v);
                let above = self.up[v as usize].0;
                unpainted[v as usize] = above;
                v = find(&mut unpainted, above);
            }
            (lower, painted, edge)
        })
    }
}

fn find(union: &mut [u32], mut v: u32) -> u32 {
    while union[v as usize] != v {
        let up = union[v as usize];
        union[v as usize] = union[up as usize];
        v = union[v as usize];
    }
    v
}

/// Neighbours and edge numbers of renamed vertices; loops once.
fn adjacency(
    vertices: usize,
    edges: &[(u32, u32)],
    name: impl Fn(u32) -> u32,
) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut first = vec![0u32; vertices + 1];
    let sides = |a: u32, b: u32| {
        let (a, b) = (name(a), name(b));
        [Some((a, b)), Some((b, a)).filter(|_| a != b)]
    };
    for &(a, b) in edges {
        for (from, _) in sides(a, b).into_iter().flatten() {
            first[from as usize] += 1;
        }
    }
    let mut total = 0;
    for start in &mut first {
        total += *start;
        *start = total;
    }
    let mut links = vec![(0, 0); total as usize];
    for (edge, &(a, b)) in edges.iter().enumerate().rev() {
        for (from, to) in sides(a, b).into_iter().flatten() {
            first[from as usize] -= 1;
            links[first[from as usize] as usize] = (to, edge as u32);
        }
    }
    (first, links)
}

/// What cutting one of several edges in series gives.
struct Series {
    values: ValueTree,
    edges: Vec<u32>,
    pieces: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Series {
    fn new(edges: usize) -> Self {
        Series {
            values: ValueTree::new(edges),
            edges: Vec::new(),
            pieces: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
        }
    }

    /// Adds those of the tree edges of `run`, given from below, and the
    /// back edge, if it is in series with them, whose cut makes their part
    /// worth `wanted`; now it is worth `worth`.
    fn cuts(
        &mut self,
        picture: &Picture,
        run: &[u32],
        back: Option<u32>,
        worth: u32,
        wanted: u32,
        cuts: &mut Vec<u32>,
    ) {
        self.edges.clear();
        self.pieces.clear();
        // From the back edge upwards: the piece between two cuts is what hangs from the
        // upper one without what hangs from the lower one.
        self.edges.extend(back);
        let mut below = back.map(|_| 0);
        for &v in run {
            let value = picture.value[v as usize];
            self.pieces.extend(below.map(|below| value ^ below ^ 1));
            self.edges.push(picture.up[v as usize].1);
            below = Some(value);
        }
        let count = self.edges.len();
        let rest = self.pieces.iter().fold(worth, |rest, piece| rest ^ piece) ^ (count as u32 & 1);
        self.values.nested(&self.pieces, &mut self.left);
        self.pieces.reverse();
        self.values.nested(&self.pieces, &mut self.right);
        for (j, &edge) in self.edges.iter().enumerate() {
            let left = if j == 0 { 0 } else { self.left[j - 1] + 1 };
            let right = match count - 1 - j {
                0 => 0,
                pieces => self.right[pieces - 1] + 1,
            };
            if rest ^ left ^ right == wanted {
                cuts.push(edge);
            }
        }
    }
}

/// Numbers in a binary tree, lowest digit first, that can all be increased
/// by 1 or changed by ⊕ at once.
struct ValueTree {
    digits: u32,
    nodes: Vec<Node>,
    /// For each number put in, the one put in before it that has become
    /// equal.
    next: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    /// 0 for none.
    children: [u32; 2],
    /// Still to be ⊕-ed to all numbers below; the latest number, at leaves.
    pending: u32,
}

const ROOT: u32 = 1;
const EMPTY: Node = Node {
    children: [0; 2],
    pending: 0,
};

impl ValueTree {
    /// For numbers up to `most`.
    fn new(most: usize) -> Self {
        ValueTree {
            digits: usize::BITS - most.leading_zeros(),
            nodes: Vec::new(),
            next: Vec::new(),
        }
    }

    /// For each t: q0 ⊕ (q1 ⊕ (… ⊕ qt) + 1) + 1, nested like that.
    fn nested(&mut self, pieces: &[u32], out: &mut Vec<u32>) {
        const FEW: usize = 16;
        out.clear();
        if pieces.len() <= FEW {
            let chain = |t: usize| (0..t).rev().fold(pieces[t], |x, i| pieces[i] ^ (x + 1));
            out.extend((0..pieces.len()).map(chain));
            return;
        }
        self.nodes.clear();
        self.nodes.resize(ROOT as usize + 1, EMPTY);
        self.next.clear();
        self.next.resize(pieces.len(), NONE);
        for (t, piece) in pieces.iter().enumerate().rev() {
            self.increase();
            self.nodes[ROOT as usize].pending ^= piece;
            self.insert(*piece, t as u32);
        }
        out.resize(pieces.len(), 0);
        let mut open = vec![(ROOT, 0, 0)];
        while let Some((node, digit, value)) = open.pop() {
            if digit == self.digits {
                let mut t = self.nodes[node as usize].pending;
                while t != NONE {
                    out[t as usize] = value;
                    t = self.next[t as usize];
                }
                continue;
            }
            self.settle(node, digit);
            let [zero, one] = self.nodes[node as usize].children;
            if zero != 0 {
                open.push((zero, digit + 1, value));
            }
            if one != 0 {
                open.push((one, digit + 1, value | 1 << digit));
            }
        }
    }

    /// Hands what is pending at an inner node down to its children.
    fn settle(&mut self, node: u32, digit: u32) {
        let pending = std::mem::take(&mut self.nodes[node as usize].pending);
        if pending & 1 == 1 {
            self.nodes[node as usize].children.swap(0, 1);
        }
        // At leaves nothing is pending: numbers have no further digits.
        if pending > 1 && digit + 1 < self.digits {
            for child in self.nodes[node as usize].children {
                if child != 0 {
                    self.nodes[child as usize].pending ^= pending >> 1;
                }
            }
        }
    }

    /// Adds 1 to all numbers.
    fn increase(&mut self) {
        let mut node = ROOT;
        for digit in 0..self.digits {
            self.settle(node, digit);
            let children = &mut self.nodes[node as usize].children;
            children.swap(0, 1);
            // What ended in 1 ends in 0 now, and carries.
            node = children[0];
            if node == 0 {
                return;
            }
        }
    }

    fn insert(&mut self, value: u32, t: u32) {
        let mut node = ROOT;
        for digit in 0..self.digits {
            self.settle(node, digit);
            let branch = (value >> digit & 1) as usize;
            let mut child = self.nodes[node as usize].children[branch];
            if child == 0 {
                child = self.nodes.len() as u32;
                let leaf = digit + 1 == self.digits;
                self.nodes.push(Node {
                    pending: if leaf { NONE } else { 0 },
                    ..EMPTY
                });
                self.nodes[node as usize].children[branch] = child;
            }
            node = child;
        }
        self.next[t as usize] = std::mem::replace(&mut self.nodes[node as usize].pending, t);
    }
}
