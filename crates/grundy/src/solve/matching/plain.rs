//! Textbook forms of both algorithms, to check and to measure against.
//!
//! Nothing here is tuned: lists of neighbours, no start matching for
//! Hopcroft–Karp, one search per exposed vertex for Edmonds. They share no
//! code with the fast forms.

use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// Hopcroft and Karp on the edges between `left` and `right` vertices, each
/// numbered from 0: the right mate of every left vertex, if it has one.
pub fn hopcroft_karp(left: usize, right: usize, edges: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut neighbours = vec![Vec::new(); left];
    for &(a, b) in edges {
        neighbours[a as usize].push(b);
    }
    let mut mate_left = vec![NONE; left];
    let mut mate_right = vec![NONE; right];
    loop {
        let mut level = vec![u32::MAX; left];
        let mut queue = VecDeque::new();
        for v in 0..left {
            if mate_left[v] == NONE {
                level[v] = 0;
                queue.push_back(v);
            }
        }
        let mut found = false;
        while let Some(v) = queue.pop_front() {
            for &w in &neighbours[v] {
                let u = mate_right[w as usize];
                if u == NONE {
                    found = true;
                } else if level[u as usize] == u32::MAX {
                    level[u as usize] = level[v] + 1;
                    queue.push_back(u as usize);
                }
            }
        }
        if !found {
            break;
        }
        let mut next = vec![0; left];
        for root in 0..left {
            if mate_left[root] != NONE {
                continue;
            }
            let mut path = vec![(root, NONE)];
            while let Some(&(v, _)) = path.last() {
                let Some(&w) = neighbours[v].get(next[v]) else {
                    // A dead end is not entered again.
                    level[v] = u32::MAX;
                    path.pop();
                    continue;
                };
                next[v] += 1;
                let u = mate_right[w as usize];
                if u == NONE {
                    path.push((NONE as usize, w));
                    for pair in path.windows(2) {
                        mate_left[pair[0].0] = pair[1].1;
                        mate_right[pair[1].1 as usize] = pair[0].0 as u32;
                    }
                    break;
                }
                if level[u as usize] == level[v].wrapping_add(1) {
                    path.push((u as usize, w));
                }
            }
        }
    }
    mate_left
        .into_iter()
        .map(|w| (w != NONE).then_some(w))
        .collect()
}

/// Edmonds' algorithm with a greedy start and one breadth-first search per
/// exposed vertex: the mate of every vertex, if it has one. Only what a
/// search has touched is reset after it.
pub fn edmonds(vertices: usize, edges: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        if a != b {
            neighbours[a as usize].push(b as usize);
            neighbours[b as usize].push(a as usize);
        }
    }
    let nobody = vertices;
    let mut search = Edmonds {
        mate: vec![nobody; vertices],
        parent: vec![nobody; vertices],
        base: (0..vertices).collect(),
        even: vec![false; vertices],
        seen: vec![0; vertices],
        walks: 0,
        touched: Vec::new(),
        queue: VecDeque::new(),
    };
    for (v, near) in neighbours.iter().enumerate() {
        let free = |w: &&usize| search.mate[**w] == nobody;
        if search.mate[v] == nobody
            && let Some(&w) = near.iter().find(free)
        {
            search.mate[v] = w;
            search.mate[w] = v;
        }
    }
    for root in 0..vertices {
        if search.mate[root] == nobody {
            search.augment(&neighbours, root);
        }
    }
    search
        .mate
        .into_iter()
        .map(|w| (w != nobody).then_some(w as u32))
        .collect()
}

struct Edmonds {
    mate: Vec<usize>,
    parent: Vec<usize>,
    base: Vec<usize>,
    even: Vec<bool>,
    seen: Vec<u32>,
    walks: u32,
    touched: Vec<usize>,
    queue: VecDeque<usize>,
}

impl Edmonds {
    fn augment(&mut self, neighbours: &[Vec<usize>], root: usize) {
        let nobody = self.mate.len();
        self.touched.push(root);
        self.even[root] = true;
        self.queue.push_back(root);
        'search: while let Some(v) = self.queue.pop_front() {
            for &w in &neighbours[v] {
                if self.even[w] {
                    if self.find(v) != self.find(w) {
                        let meeting = self.meeting(v, w);
                        self.shrink(v, w, meeting);
                        self.shrink(w, v, meeting);
                    }
                } else if self.parent[w] == nobody {
                    self.touched.push(w);
                    self.parent[w] = v;
                    let mate = self.mate[w];
                    if mate == nobody {
                        self.flip(w);
                        break 'search;
                    }
                    self.touched.push(mate);
                    self.even[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        self.queue.clear();
        for v in self.touched.drain(..) {
            self.parent[v] = nobody;
            self.base[v] = v;
            self.even[v] = false;
        }
    }

    fn find(&mut self, mut v: usize) -> usize {
        while self.base[v] != v {
            self.base[v] = self.base[self.base[v]];
            v = self.base[v];
        }
        v
    }

    /// Where the paths from `v` and `w` to the root meet.
    fn meeting(&mut self, mut v: usize, mut w: usize) -> usize {
        let nobody = self.mate.len();
        self.walks += 1;
        loop {
            if v != nobody {
                v = self.find(v);
                if self.seen[v] == self.walks {
                    return v;
                }
                self.seen[v] = self.walks;
                let mate = self.mate[v];
                v = if mate == nobody {
                    nobody
                } else {
                    self.parent[mate]
                };
            }
            std::mem::swap(&mut v, &mut w);
        }
    }

    fn shrink(&mut self, mut v: usize, mut w: usize, meeting: usize) {
        while self.find(v) != meeting {
            self.parent[v] = w;
            w = self.mate[v];
            if !self.even[w] {
                self.even[w] = true;
                self.queue.push_back(w);
            }
            for u in [v, w] {
                if self.base[u] == u {
                    self.base[u] = meeting;
                }
            }
            v = self.parent[w];
        }
    }

    fn flip(&mut self, mut w: usize) {
        while w != self.mate.len() {
            let v = self.parent[w];
            let further = self.mate[v];
            self.mate[w] = v;
            self.mate[v] = w;
            w = further;
        }
    }
}
