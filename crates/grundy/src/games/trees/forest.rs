//! Rooted forests as parent lists: the positions of the games on trees.
//!
//! Vertices are numbered from 1. The list names the parent of each vertex in
//! turn: `0` for a root, `-` for a vertex that is gone, so that vertices keep
//! their numbers through a game. `0,1,1,2` is a root with two children, the
//! first of which has a child of its own. Parents may come after their
//! children.
//!
//! ```
//! use grundy::games::trees::forest::Forest;
//! let tree = Forest::new(vec![0, 1, 1, 2]).unwrap();
//! assert_eq!(tree.family().children(1), [2, 3]);
//! assert!(Forest::new(vec![2, 1]).is_none()); // a cycle
//! ```
//!
//! Everything here takes linear time and no call stack: a path of a million
//! vertices is as good as a star. Limits: fewer than 2^32 - 1 vertices.

use std::fmt::Write;

use crate::error::Error;
use crate::games::small_sums;
use crate::notation::Reader;
use crate::picture::scene::{
    Id, Layout, Look, Number, Numbers, PANELS, Part, Scene, Stage, graphs,
};
use crate::solve::graph::Graph;
use crate::text::Text;

/// In place of a parent: this vertex is no longer there.
const GONE: u32 = u32::MAX;

/// A rooted forest on numbered vertices, some of which may be gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forest {
    /// The parent of vertex `v` at `v - 1`; 0 for roots.
    parents: Vec<u32>,
}

/// Who the children of each vertex are, and an order in which parents come
/// before their children. Vertex 0 stands for the ground: its children are
/// the roots.
#[derive(Clone, Debug)]
pub struct Family {
    first: Vec<u32>,
    children: Vec<u32>,
    order: Vec<u32>,
}

impl Family {
    /// The children of `v`, in the order of their numbers; the roots for 0.
    pub fn children(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.children[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// All vertices, parents first. Those of one depth stand together.
    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

impl Forest {
    /// How many vertices were there, those that are gone included.
    pub fn size(&self) -> usize {
        self.parents.len()
    }

    /// The forest with these parents, if it is one: parents exist and nobody
    /// is their own ancestor. `u32::MAX` marks a vertex that is gone.
    pub fn new(parents: Vec<u32>) -> Option<Forest> {
        let exists = |p: &u32| {
            matches!(*p, 0 | GONE)
                || parents
                    .get(*p as usize - 1)
                    .is_some_and(|grand| *grand != GONE)
        };
        if parents.len() >= GONE as usize || !parents.iter().all(exists) {
            return None;
        }
        let forest = Forest { parents };
        let reached = forest.family().order.len();
        (reached == forest.vertices().count()).then_some(forest)
    }

    /// The tree on vertices 1 to `vertices` with these edges, hung from `root`;
    /// `None` if that is not a tree.
    ///
    /// ```
    /// use grundy::games::trees::forest::Forest;
    /// let tree = Forest::from_edges(4, &[(1, 2), (3, 2), (4, 3)], 2).unwrap();
    /// assert_eq!(tree.write(), "2,0,2,3");
    /// ```
    pub fn from_edges(vertices: u32, edges: &[(u32, u32)], root: u32) -> Option<Forest> {
        let exists = |v: &u32| (1..=vertices).contains(v);
        let fits = edges.iter().all(|(a, b)| exists(a) && exists(b));
        if vertices == GONE || edges.len() + 1 != vertices as usize || !fits || !exists(&root) {
            return None;
        }
        let (ends, turned) = (edges.iter().copied(), edges.iter().map(|(a, b)| (*b, *a)));
        let both: Vec<(u32, u32)> = ends.chain(turned).collect();
        let graph = Graph::from_edges(vertices as usize + 1, &both);
        let mut parents = vec![GONE; vertices as usize];
        parents[root as usize - 1] = 0;
        let mut open = vec![root];
        while let Some(v) = open.pop() {
            for &next in graph.successors(v) {
                let parent = &mut parents[next as usize - 1];
                if *parent == GONE {
                    *parent = v;
                    open.push(next);
                }
            }
        }
        // As many edges as a tree has: it is one if all were reached.
        (!parents.contains(&GONE)).then_some(Forest { parents })
    }

    /// The vertices that are left, in the order of their numbers.
    pub fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (1u32..)
            .zip(&self.parents)
            .filter(|(_, p)| **p != GONE)
            .map(|(v, _)| v)
    }

    /// The largest number that a vertex may have.
    pub fn numbers(&self) -> usize {
        self.parents.len()
    }

    /// The parent of `v`, 0 for a root; `None` if there is no such vertex.
    pub fn parent(&self, v: u32) -> Option<u32> {
        let parent = *self.parents.get(v.checked_sub(1)? as usize)?;
        (parent != GONE).then_some(parent)
    }

    /// Children of all vertices and an order of them.
    pub fn family(&self) -> Family {
        let n = self.parents.len();
        let mut first = vec![0u32; n + 2];
        for parent in self.parents.iter().filter(|p| **p != GONE) {
            first[*parent as usize + 1] += 1;
        }
        for v in 0..=n {
            first[v + 1] += first[v];
        }
        let mut place = first.clone();
        let mut children = vec![0; first[n + 1] as usize];
        for (v, parent) in (1u32..).zip(&self.parents) {
            if *parent != GONE {
                let at = &mut place[*parent as usize];
                children[*at as usize] = v;
                *at += 1;
            }
        }
        let mut family = Family {
            first,
            children,
            order: Vec::new(),
        };
        let mut order = family.children(0).to_vec();
        let mut next = 0;
        while let Some(v) = order.get(next) {
            order.extend_from_slice(family.children(*v));
            next += 1;
        }
        family.order = order;
        family
    }

    /// Takes `v` away; its children become roots.
    pub fn remove(&mut self, v: u32, family: &Family) {
        self.parents[v as usize - 1] = GONE;
        for child in family.children(v) {
            let parent = &mut self.parents[*child as usize - 1];
            if *parent == v {
                *parent = 0;
            }
        }
    }

    /// Takes `v` away with everything below it.
    pub fn remove_subtree(&mut self, v: u32, family: &Family) {
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            self.parents[v as usize - 1] = GONE;
            open.extend_from_slice(family.children(v));
        }
    }

    /// Takes the marked vertices away; their children go to the nearest
    /// ancestor that stays.
    pub fn contract(&mut self, marked: impl Fn(u32) -> bool) {
        let family = self.family();
        for &v in family.order() {
            // The parent comes first, so it is final here unless it is marked.
            for &child in family.children(v) {
                if marked(v) {
                    self.parents[child as usize - 1] = self.parents[v as usize - 1];
                }
            }
            // A marked vertex still holds its parent until its children have it.
            if marked(v) {
                self.parents[v as usize - 1] = GONE;
            }
        }
    }

    /// The same forest with vertices renumbered so that isomorphic forests
    /// become equal (Aho, Hopcroft and Ullman 1974): level by level from the
    /// deepest, vertices are ranked by the ranks of their children.
    pub fn canonical(&self) -> Forest {
        let family = self.family();
        let mut rank = vec![0u32; self.parents.len() + 1];
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.parents.len() + 1];
        for level in self.levels(&family).into_iter().rev() {
            let mut ranked: Vec<(Vec<u32>, u32)> = Vec::with_capacity(level.len());
            for &v in level {
                let mut children = family.children(v).to_vec();
                children.sort_unstable_by_key(|c| rank[*c as usize]);
                ranked.push((children.iter().map(|c| rank[*c as usize]).collect(), v));
                below[v as usize] = children;
            }
            ranked.sort_unstable();
            let mut current = 0;
            for at in 0..ranked.len() {
                if at > 0 && ranked[at].0 != ranked[at - 1].0 {
                    current += 1;
                }
                rank[ranked[at].1 as usize] = current;
            }
        }
        let mut roots = family.children(0).to_vec();
        roots.sort_unstable_by_key(|r| rank[*r as usize]);
        let mut parents = Vec::with_capacity(family.order.len());
        let mut open: Vec<(u32, u32)> = roots.into_iter().map(|root| (root, 0)).collect();
        while let Some((v, parent)) = open.pop() {
            parents.push(parent);
            let number = parents.len() as u32;
            open.extend(below[v as usize].iter().map(|child| (*child, number)));
        }
        Forest { parents }
    }

    /// The vertices of each depth, as slices of the family's order.
    fn levels<'f>(&self, family: &'f Family) -> Vec<&'f [u32]> {
        let mut levels = Vec::new();
        let mut rest = family.order();
        let mut size = family.children(0).len();
        while size > 0 {
            let (level, deeper) = rest.split_at(size);
            size = level.iter().map(|v| family.children(*v).len()).sum();
            levels.push(level);
            rest = deeper;
        }
        levels
    }

    /// Writes the parent list.
    pub fn write(&self) -> String {
        let mut text = String::with_capacity(2 * self.parents.len());
        for parent in &self.parents {
            if !text.is_empty() {
                text.push(',');
            }
            // Writing to a String cannot fail.
            let _ = match *parent {
                GONE => write!(text, "-"),
                parent => write!(text, "{parent}"),
            };
        }
        text
    }

    /// Reads a parent list.
    pub fn read(reader: &mut Reader<'_>) -> Result<Forest, Error> {
        let forest = Self::read_marked(reader, |_| false)?.0;
        Ok(forest)
    }

    /// Reads a parent list in which `mark` reads what may follow an entry;
    /// also says which vertices were marked.
    pub fn read_marked(
        reader: &mut Reader<'_>,
        mark: impl Fn(&mut Reader<'_>) -> bool,
    ) -> Result<(Forest, Vec<bool>), Error> {
        let mut parents = Vec::new();
        let mut marked = Vec::new();
        loop {
            let parent = if reader.eat("-") {
                GONE
            } else {
                let parent = reader.small()?;
                // Numbers that no vertex can have are all equally wrong.
                u32::try_from(parent).unwrap_or(GONE - 1).min(GONE - 1)
            };
            parents.push(parent);
            marked.push(parent != GONE && mark(reader));
            let comma = reader.eat_if(|c| matches!(c, ',' | '，' | ';')).is_some();
            if !comma
                && !reader
                    .peek()
                    .is_some_and(|c| c.is_ascii_digit() || c == '-')
            {
                break;
            }
        }
        let n = parents.len();
        match Forest::new(parents) {
            Some(forest) => Ok((forest, marked)),
            None => Err(reader.fail(Text::new(
                format!(
                    "the parents of vertices 1 to {n}, 0 for a root and - for a missing vertex, \
                     each parent a vertex that is there, no vertex its own ancestor"
                ),
                format!(
                    "顶点 1 至 {n} 的父结点：根为 0，缺失的顶点为 -，父结点须存在，且没有顶点是自己的祖先"
                ),
            ))),
        }
    }
}

/// Writes a sum of forests; the empty one is written as a missing vertex.
pub fn write_sum(sum: &[Forest]) -> String {
    if sum.is_empty() {
        return "-".to_string();
    }
    crate::notation::write_sum(sum, Forest::write)
}

/// Reads `VERB VERTEX`, the verb being optional.
pub fn read_vertex(text: &str, verb: &str) -> Result<u32, Error> {
    let vertex = crate::notation::read_verb(text, verb)?;
    // A vertex beyond the word does not exist, like vertex 0.
    Ok(u32::try_from(&vertex).unwrap_or(0))
}

/// Whether a forest can be shown.
fn is_shown(forest: &Forest) -> bool {
    forest.size() <= graphs::MANY
}

/// Trees that hang from their roots, each vertex where it was when play began. Roots
/// that are fixed stand out.
pub fn scene(stage: &Stage<Forest>, rooted: bool) -> Scene {
    Scene::by_board(stage, Forest::write, |board, first, forests| {
        let [(_, forest)] = forests else { return None };
        if !is_shown(first) {
            return None;
        }
        let above = |v: u32| forest_parent(first, v);
        let places = graphs::tree(&first.vertices().map(|v| (v, above(v))).collect::<Vec<_>>());
        let edges = forest
            .vertices()
            .filter_map(|v| Some((forest_parent(forest, v)?, v)));
        let look = |v: u32| {
            let look = match forest.parent(v)? {
                0 if rooted => Look::Ground,
                _ => Look::Vertex,
            };
            Some((look, String::new()))
        };
        let edges: Vec<(u32, u32)> = edges.collect();
        let mut panel = graphs::panel(board, &places, look, &edges, false);
        panel.layout = Layout::Tree;
        Some(panel)
    })
}

/// The parent of a vertex that is no root.
fn forest_parent(forest: &Forest, v: u32) -> Option<u32> {
    forest.parent(v).filter(|parent| *parent != 0)
}

/// These vertices and edges of a component, or its card.
pub fn touched(
    stage: &Stage<Forest>,
    component: usize,
    parts: impl IntoIterator<Item = Part>,
) -> Vec<Id> {
    let board = stage.board(component);
    if !is_shown(stage.first(component)) {
        let part = Part::Whole;
        return vec![Id { board, part }];
    }
    let parts = parts.into_iter();
    parts.map(|part| Id { board, part }).collect()
}

/// Numbers of vertices that decide, by the vertex's name. Silent if there are too many
/// to be read.
pub fn numbers(
    stage: &Stage<Forest>,
    of: impl Fn(&Forest) -> Vec<(String, u32)>,
) -> Option<Numbers> {
    let mut each = Vec::new();
    for (frame, forest) in stage.components() {
        for (name, value) in of(forest) {
            if each.len() == PANELS {
                return None;
            }
            let name = match stage.sum().len() {
                1 => name,
                _ => format!("{}: {name}", frame.board + 1),
            };
            each.push(Number {
                of: Text::new(name.clone(), name),
                value: value.into(),
                counts: true,
            });
        }
    }
    (!each.is_empty()).then_some(Numbers { each, modulo: 2 })
}

/// Every forest on 1 to `most` vertices whose parents come before their
/// children, for the suite.
pub fn small_forests(most: u32) -> Vec<Forest> {
    let mut all = Vec::new();
    let mut lists = vec![Vec::new()];
    for n in 1..=most {
        let longer = |list: &Vec<u32>| {
            let list = list.clone();
            (0..n).map(move |parent| {
                let mut list = list.clone();
                list.push(parent);
                list
            })
        };
        lists = lists.iter().flat_map(longer).collect();
        all.extend(lists.iter().map(|parents| Forest {
            parents: parents.clone(),
        }));
    }
    all
}

/// These forests one by one, and the smallest in pairs.
pub fn small_positions(most: u32) -> Vec<Vec<Forest>> {
    let all = small_forests(most).into_iter().map(|forest| vec![forest]);
    all.chain(small_sums(small_forests(3), 2)).collect()
}

/// A random forest on `n` vertices in shuffled order, for tests: each vertex
/// hangs from one of the `reach` before it, or is a root.
#[cfg(test)]
pub(crate) fn random_forest(n: u32, reach: u32, random: &mut crate::random::Random) -> Forest {
    let mut names: Vec<u32> = (1..=n).collect();
    for last in (1..names.len()).rev() {
        names.swap(last, random.below(last as u64 + 1) as usize);
    }
    let mut parents = vec![0; n as usize];
    for v in 1..n as usize {
        let back = 1 + random.below(u64::from(reach).min(v as u64) + 1) as usize;
        parents[names[v] as usize - 1] = v.checked_sub(back).map_or(0, |p| names[p]);
    }
    Forest { parents }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn isomorphic_forests_are_one() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let n = 1 + random.below(12) as u32;
            let forest = random_forest(n, 4, &mut random);
            // The same forest under other numbers, with a hole.
            let mut names: Vec<u32> = (1..=n + 1).collect();
            for last in (1..names.len()).rev() {
                names.swap(last, random.below(last as u64 + 1) as usize);
            }
            let mut parents = vec![GONE; n as usize + 1];
            for v in forest.vertices() {
                let parent = forest.parent(v).unwrap();
                let parent = if parent == 0 {
                    0
                } else {
                    names[parent as usize - 1]
                };
                parents[names[v as usize - 1] as usize - 1] = parent;
            }
            let other = Forest::new(parents).unwrap();
            assert_eq!(forest.canonical(), other.canonical());
            assert_eq!(forest.canonical().canonical(), forest.canonical());
        }
    }

    #[test]
    fn different_forests_stay_different() {
        // Forests on n unlabelled vertices: 1, 2, 4, 9, 20, 48 (OEIS A000081, shifted).
        for (n, count) in [(1, 1), (2, 2), (3, 4), (4, 9), (5, 20), (6, 48)] {
            let mut all: Vec<Forest> = small_forests(n)
                .into_iter()
                .filter(|f| f.numbers() == n as usize)
                .map(|f| f.canonical())
                .collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{n} vertices");
        }
    }

    #[test]
    fn contraction_keeps_ancestry() {
        let mut forest = Forest::new(vec![0, 1, 2, 3, 2]).unwrap();
        forest.contract(|v| v == 2 || v == 3);
        assert_eq!(forest.write(), "0,-,-,1,1");
        let mut forest = Forest::new(vec![0, 1, 1]).unwrap();
        forest.contract(|v| v == 1);
        assert_eq!(forest.write(), "-,0,0");
    }

    #[test]
    fn edges_in_any_order_make_the_tree() {
        let mut random = Random::new(8);
        for _ in 0..300 {
            let n = 1 + random.below(12) as u32;
            let mut forest = random_forest(n, 4, &mut random);
            // One tree: all other roots hang from the first.
            let roots: Vec<u32> = forest.family().children(0).to_vec();
            for other in &roots[1..] {
                forest.parents[*other as usize - 1] = roots[0];
            }
            let mut edges = Vec::new();
            for v in forest.vertices().filter(|v| *v != roots[0]) {
                let edge = (v, forest.parent(v).unwrap());
                let edge = if random.below(2) == 0 {
                    edge
                } else {
                    (edge.1, edge.0)
                };
                edges.insert(random.below(edges.len() as u64 + 1) as usize, edge);
            }
            assert_eq!(Forest::from_edges(n, &edges, roots[0]), Some(forest));
        }
        type Refused = (u32, &'static [(u32, u32)], u32);
        let refused: [Refused; 7] = [
            (3, &[(1, 2)], 1),
            (3, &[(1, 2), (2, 1)], 1),
            (3, &[(1, 2), (3, 3)], 1),
            (2, &[(1, 3)], 1),
            (2, &[(0, 1)], 1),
            (2, &[(1, 2)], 3),
            (0, &[], 0),
        ];
        for (n, edges, root) in refused {
            assert_eq!(Forest::from_edges(n, edges, root), None, "{edges:?}");
        }
    }

    #[test]
    fn impossible_parents_are_refused() {
        for text in [
            "1",
            "2,1",
            "0,3,2",
            "0,5",
            "-,1",
            "0,18446744073709551615",
            "",
            "0,,1",
        ] {
            let read = crate::notation::read_sum(text, Forest::read);
            assert!(read.is_err(), "{text}");
        }
    }
}
