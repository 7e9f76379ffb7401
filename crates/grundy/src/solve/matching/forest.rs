//! Edmonds' alternating forest, grown from all exposed vertices at once.
//!
//! Each tree is rooted at an exposed vertex. Going down, edges outside and
//! inside the matching take turns; a vertex at even distance is *even*. An
//! edge between even vertices of two trees ends an augmenting path: the
//! matching grows by one along it, and both trees are done with. An edge
//! between even vertices of one tree closes an odd cycle, a *blossom*, all
//! of whose vertices become even (union-find keeps each blossom under its
//! base). When no edge is left to look at, the trees that were used up
//! are taken apart and their vertices hung into the trees that stand, which
//! are never grown again from the start: a tree that has failed (a
//! *Hungarian* tree) stays as it is, untouched by later phases. What stands
//! in the end is the alternating forest of a maximum matching.
//!
//! Paths are rematched with the labels of Gabow, An efficient implementation
//! of Edmonds' algorithm for maximum matching on graphs, J. ACM 23 (1976):
//! an even vertex knows the even vertex above it, or the edge that closed
//! its first blossom.

use super::graph::{NONE, Undirected};

/// In no tree. An odd number: a tag with the last bit set is even or free.
const FREE: u32 = u32::MAX;
/// Taken out of the graph. Looks like the tag of an odd vertex, to which no
/// tree ever grows.
const GONE: u32 = u32::MAX - 1;

/// A matching and the alternating forest that improves it.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    pub mate: Vec<u32>,
    /// `FREE`, `GONE`, or the root of the vertex's tree times two, plus one
    /// for even vertices.
    tag: Vec<u32>,
    /// Union-find over the vertices of a blossom; its base stands at the top.
    base: Vec<u32>,
    /// For even vertices: the even vertex above and `NONE`, or an edge.
    label: Vec<(u32, u32)>,
    /// A list of the vertices that were even when their tree grew to them,
    /// beginning at the root.
    next: Vec<u32>,
    /// Where the two walks of the latest blossom have been.
    mark: Vec<u32>,
    walks: u32,
    /// Roots whose trees are used up.
    used: Vec<bool>,
    queue: Vec<u32>,
    released: Vec<u32>,
    rematching: Vec<(u32, u32)>,
}

impl Forest {
    pub fn new(graph: &Undirected, mate: Vec<u32>) -> Self {
        let n = graph.len();
        Forest {
            mate,
            tag: vec![FREE; n],
            base: graph.vertices().collect(),
            label: vec![(NONE, NONE); n],
            next: vec![NONE; n],
            mark: vec![0; n],
            walks: 0,
            used: vec![false; n],
            queue: Vec::new(),
            released: Vec::new(),
            rematching: Vec::new(),
        }
    }

    /// Makes the matching maximum and leaves its whole forest standing, or
    /// gives up after so many phases that found augmenting paths.
    pub fn grow_all(&mut self, graph: &Undirected, phases: usize) -> bool {
        for v in graph.vertices() {
            if self.mate[v as usize] == NONE && self.tag[v as usize] == FREE {
                self.plant(v);
            }
        }
        for _ in 0..phases {
            self.grow(graph);
            if self.released.is_empty() {
                return true;
            }
            self.graft(graph);
        }
        false
    }

    /// Looks for one augmenting path from the exposed vertex `root`, uses it
    /// if there is one, and leaves no tree behind.
    pub fn augment(&mut self, graph: &Undirected, root: u32) -> bool {
        self.plant(root);
        self.grow(graph);
        let found = !self.released.is_empty();
        if !found {
            self.use_up(root);
        }
        while let Some(v) = self.released.pop() {
            self.free(v);
        }
        found
    }

    pub fn is_gone(&self, v: u32) -> bool {
        self.tag[v as usize] == GONE
    }

    /// Takes `v` out of the graph and the matching; no tree may hold it. Its
    /// mate is left exposed.
    pub fn remove(&mut self, v: u32) {
        let mate = std::mem::replace(&mut self.mate[v as usize], NONE);
        if mate != NONE {
            self.mate[mate as usize] = NONE;
        }
        self.tag[v as usize] = GONE;
    }

    /// Puts a vertex back that was taken out.
    pub fn restore(&mut self, v: u32) {
        self.tag[v as usize] = FREE;
    }

    /// Whether `v` is even in the standing forest.
    pub fn is_even(&self, v: u32) -> bool {
        self.tag[v as usize] & 1 == 1 && self.tag[v as usize] != FREE
    }

    /// Whether `v` is odd in the standing forest.
    pub fn is_odd(&self, v: u32) -> bool {
        self.tag[v as usize] & 1 == 0 && self.tag[v as usize] != GONE
    }

    fn plant(&mut self, root: u32) {
        self.tag[root as usize] = root << 1 | 1;
        self.label[root as usize] = (NONE, NONE);
        self.next[root as usize] = NONE;
        self.used[root as usize] = false;
        self.queue.push(root);
    }

    /// Hangs the free vertex `v` under the even vertex `above` and its mate
    /// under itself.
    #[inline]
    fn hang(&mut self, above: u32, v: u32, mate: u32) {
        let root = self.tag[above as usize] >> 1;
        self.tag[v as usize] = root << 1;
        self.tag[mate as usize] = root << 1 | 1;
        self.label[mate as usize] = (above, NONE);
        self.next[mate as usize] = self.next[root as usize];
        self.next[root as usize] = mate;
        self.queue.push(mate);
    }

    /// Looks at the edges of all even vertices in the queue.
    fn grow(&mut self, graph: &Undirected) {
        let mut at = 0;
        while let Some(&v) = self.queue.get(at) {
            at += 1;
            // A tree may have been used up, and a vertex is queued again when it is grafted.
            let tag = self.tag[v as usize];
            if tag & 1 == 0 || tag == FREE || self.used[(tag >> 1) as usize] {
                continue;
            }
            for &w in graph.neighbours(v) {
                let other = self.tag[w as usize];
                if other & 1 == 0 {
                    continue;
                }
                if other == tag {
                    self.close(v, w);
                } else if other == FREE {
                    let mate = self.mate[w as usize];
                    if mate == NONE {
                        // Only when not all exposed vertices are roots.
                        self.use_up(tag >> 1);
                        self.mate[w as usize] = v;
                        self.rematch(v, w);
                        break;
                    }
                    self.hang(v, w, mate);
                } else if !self.used[(other >> 1) as usize] {
                    self.use_up(tag >> 1);
                    self.use_up(other >> 1);
                    self.rematch(v, w);
                    self.rematch(w, v);
                    break;
                }
            }
        }
        self.queue.clear();
    }

    /// Lists the vertices of a tree for release, while its mates still say
    /// who they are.
    fn use_up(&mut self, root: u32) {
        self.used[root as usize] = true;
        self.released.push(root);
        let mut v = self.next[root as usize];
        while v != NONE {
            self.released.push(v);
            self.released.push(self.mate[v as usize]);
            v = self.next[v as usize];
        }
    }

    fn free(&mut self, v: u32) {
        self.tag[v as usize] = FREE;
        self.base[v as usize] = v;
    }

    /// Takes the used trees apart and hangs each of their vertices under an
    /// even neighbour in a standing tree, if it has one.
    fn graft(&mut self, graph: &Undirected) {
        let mut released = std::mem::take(&mut self.released);
        for &v in &released {
            self.free(v);
        }
        for &v in &released {
            if self.tag[v as usize] != FREE {
                continue;
            }
            let mut neighbours = graph.neighbours(v).iter().copied();
            if let Some(above) = neighbours.find(|w| self.is_even(*w)) {
                self.hang(above, v, self.mate[v as usize]);
            }
        }
        released.clear();
        self.released = released;
    }

    /// The base of the blossom that holds `v`.
    #[inline]
    fn find(&mut self, mut v: u32) -> u32 {
        loop {
            let up = self.base[v as usize];
            if up == v {
                return v;
            }
            let further = self.base[up as usize];
            self.base[v as usize] = further;
            v = further;
        }
    }

    /// The base above a base, `NONE` above the root.
    fn above(&mut self, base: u32) -> u32 {
        match self.label[base as usize].0 {
            NONE => NONE,
            above => self.find(above),
        }
    }

    /// The edge from `v` to `w`, both even in one tree, closes a blossom
    /// unless they are in one already.
    fn close(&mut self, v: u32, w: u32) {
        let (from_v, from_w) = (self.find(v), self.find(w));
        if from_v == from_w {
            return;
        }
        // Two walks upwards in turns: neither goes further beyond their meeting than
        // the other has to go to it.
        if self.walks == u32::MAX {
            self.mark.fill(0);
            self.walks = 0;
        }
        self.walks += 1;
        let (mut one, mut other) = (from_v, from_w);
        let meeting = loop {
            if one != NONE {
                if self.mark[one as usize] == self.walks {
                    break one;
                }
                self.mark[one as usize] = self.walks;
                one = self.above(one);
            }
            std::mem::swap(&mut one, &mut other);
        };
        for mut base in [from_v, from_w] {
            while base != meeting {
                let odd = self.mate[base as usize];
                self.label[odd as usize] = (v, w);
                self.tag[odd as usize] |= 1;
                self.queue.push(odd);
                let above = self.above(base);
                self.base[base as usize] = meeting;
                self.base[odd as usize] = meeting;
                base = above;
            }
        }
    }

    /// Matches the even vertex `v` to `w`, and what was matched along its path
    /// to the root the other way.
    fn rematch(&mut self, v: u32, w: u32) {
        self.rematching.push((v, w));
        while let Some((v, w)) = self.rematching.pop() {
            let old = std::mem::replace(&mut self.mate[v as usize], w);
            if old == NONE || self.mate[old as usize] != v {
                continue;
            }
            match self.label[v as usize] {
                (above, NONE) => {
                    self.mate[old as usize] = above;
                    self.rematching.push((above, old));
                }
                (x, y) => {
                    self.rematching.push((y, x));
                    self.rematching.push((x, y));
                }
            }
        }
    }
}
