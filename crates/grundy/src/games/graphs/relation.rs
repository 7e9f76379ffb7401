//! Relations on a few numbered elements: the positions of games on graphs
//! (a symmetric relation) and on partial orders.
//!
//! Elements keep their numbers through a game, so that moves can be named;
//! what is no longer connected becomes a component of its own. For search,
//! [`Relation::canonical`] gives isomorphic relations the same form.
//!
//! ```
//! use grundy::games::graphs::relation::Relation;
//! let path = Relation::new(&[1, 2, 3], &[(1, 2), (2, 1), (2, 3), (3, 2)]).unwrap();
//! assert_eq!(path.without(0b010).len(), 2); // two single vertices
//! ```
//!
//! Limits: 64 elements. The canonical form is found by refining colours (as
//! McKay's nauty does) with a bounded number of guesses: beyond the bound, which
//! only highly symmetric relations reach, two isomorphic relations may keep
//! different forms, which costs a search time and nothing else.

use crate::error::Error;
use crate::notation::Reader;
use crate::picture::scene::graphs::{self, Places};
use crate::picture::scene::{Look, Scene, Stage};
use crate::text::Text;

/// The most elements a relation may have.
pub const MOST: usize = 64;

/// How many orders of the elements are compared for the canonical form.
const GUESSES: usize = 64;

/// A relation on numbered elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    /// The numbers of the elements, increasing.
    names: Vec<u32>,
    /// For each element, the places of those to which it is related.
    to: Vec<u64>,
}

impl Relation {
    /// The relation with these elements and pairs; `None` if there are more
    /// than [`MOST`] elements, or a pair is of other elements.
    pub fn new(elements: &[u32], pairs: &[(u32, u32)]) -> Option<Relation> {
        let mut names = elements.to_vec();
        names.sort_unstable();
        names.dedup();
        if names.len() > MOST {
            return None;
        }
        let mut to = vec![0; names.len()];
        for (from, other) in pairs {
            let from = names.binary_search(from).ok()?;
            to[from] |= 1 << names.binary_search(other).ok()?;
        }
        Some(Relation { names, to })
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of the element at a place.
    pub fn name(&self, place: usize) -> u32 {
        self.names[place]
    }

    /// The place of an element.
    pub fn place(&self, name: u32) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }

    /// The places of those to which the element at `place` is related, as bits.
    pub fn to(&self, place: usize) -> u64 {
        self.to[place]
    }

    /// All places, as bits.
    pub fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.len() as u32).unwrap_or(0)
    }

    /// Makes the relation transitive: adds a to c wherever a is related to b
    /// and b to c.
    pub fn close(&mut self) {
        for middle in 0..self.len() {
            for from in 0..self.len() {
                if self.to[from] >> middle & 1 == 1 {
                    self.to[from] |= self.to[middle];
                }
            }
        }
    }

    /// The connected components that are left without the elements at the
    /// places in `gone`.
    pub fn without(&self, gone: u64) -> Vec<Relation> {
        let mut around = self.to.clone();
        for from in 0..self.len() {
            for to in bits(self.to[from]) {
                around[to] |= 1 << from;
            }
        }
        let mut left = self.all() & !gone;
        let mut components = Vec::new();
        while left != 0 {
            let mut part = 1 << left.trailing_zeros();
            loop {
                let grown = bits(part).fold(part, |grown, v| grown | around[v] & left);
                if grown == part {
                    break;
                }
                part = grown;
            }
            components.push(self.within(part));
            left &= !part;
        }
        components
    }

    /// The places at which `part` lies in this relation: as the part with the same numbers, or
    /// as the whole with others.
    pub fn holds(&self, part: &Relation) -> Option<u64> {
        if self.to == part.to {
            return Some(self.all());
        }
        let places: Option<Vec<usize>> = part.names.iter().map(|name| self.place(*name)).collect();
        let places = places?;
        let set = places.iter().fold(0u64, |set, place| set | 1 << place);
        // Names increase on both sides, so the places of the part come in the same order.
        (self.in_order(&places) == part.to).then_some(set)
    }

    /// The relation on the elements at these places only.
    fn within(&self, part: u64) -> Relation {
        let places: Vec<usize> = bits(part).collect();
        Relation {
            names: places.iter().map(|p| self.names[*p]).collect(),
            to: self.in_order(&places),
        }
    }

    /// The rows of the relation when these places come in this order.
    fn in_order(&self, places: &[usize]) -> Vec<u64> {
        let row = |from: &usize| {
            let related = |to: &usize| self.to[*from] >> to & 1;
            (0..).zip(places).map(|(at, to)| related(to) << at).sum()
        };
        places.iter().map(row).collect()
    }

    /// A form that isomorphic relations share, with elements 1, 2, 3, ….
    pub fn canonical(&self) -> Relation {
        let mut least: Option<Vec<u64>> = None;
        let mut open = vec![self.refined(vec![0; self.len()])];
        let mut guesses = 0;
        while let Some(colours) = open.pop() {
            let mut places: Vec<usize> = (0..self.len()).collect();
            places.sort_by_key(|p| colours[*p]);
            let tied = places
                .windows(2)
                .find(|pair| colours[pair[0]] == colours[pair[1]])
                .map(|pair| colours[pair[0]]);
            let Some(colour) = tied else {
                let rows = self.in_order(&places);
                if least.as_ref().is_none_or(|least| rows < *least) {
                    least = Some(rows);
                }
                guesses += 1;
                if guesses == GUESSES {
                    break;
                }
                continue;
            };
            // Guess which of the tied elements comes first.
            for first in (0..self.len()).filter(|p| colours[*p] == colour) {
                let mut split: Vec<usize> = colours.iter().map(|c| 2 * c + 1).collect();
                split[first] -= 1;
                open.push(self.refined(split));
            }
        }
        Relation {
            names: (1..=self.len() as u32).collect(),
            to: least.unwrap_or_default(),
        }
    }

    /// How many kinds of elements there are that those around them tell apart: a hint how
    /// much there is to gain from [`Relation::canonical`].
    pub fn kinds(&self) -> usize {
        let mut colours = self.refined(vec![0; self.len()]);
        colours.sort_unstable();
        colours.dedup();
        colours.len()
    }

    /// Colours that tell elements apart by the colours of those around them,
    /// as long as that tells more.
    fn refined(&self, mut colours: Vec<usize>) -> Vec<usize> {
        let mut count = 0;
        loop {
            let key = |place: usize| {
                let mut after: Vec<usize> = bits(self.to[place]).map(|p| colours[p]).collect();
                let mut before: Vec<usize> = (0..self.len())
                    .filter(|from| self.to[*from] >> place & 1 == 1)
                    .map(|from| colours[from])
                    .collect();
                after.sort_unstable();
                before.sort_unstable();
                (colours[place], after, before)
            };
            let keys: Vec<_> = (0..self.len()).map(key).collect();
            let mut distinct = keys.clone();
            distinct.sort();
            distinct.dedup();
            colours = keys
                .iter()
                .map(|key| distinct.binary_search(key).unwrap_or(0))
                .collect();
            if distinct.len() == count {
                return colours;
            }
            count = distinct.len();
        }
    }

    /// Reads elements and pairs joined by `sign`, separated by commas, as in
    /// `1-2,2-3,5`; chains as in `1<2<3` are welcome. `-` alone is nothing.
    pub fn read(reader: &mut Reader<'_>, sign: &str) -> Result<Relation, Error> {
        let mut elements = Vec::new();
        let mut pairs = Vec::new();
        if reader.peek() == Some('-') {
            reader.expect("-")?;
        } else {
            loop {
                let mut from = read_element(reader)?;
                elements.push(from);
                while reader.eat(sign) {
                    let to = read_element(reader)?;
                    elements.push(to);
                    pairs.push((from, to));
                    from = to;
                }
                if !reader.eat(",") {
                    break;
                }
            }
        }
        Relation::new(&elements, &pairs).ok_or_else(|| {
            reader.fail(Text::new(
                format!("at most {MOST} elements"),
                format!("不超过 {MOST} 个元素"),
            ))
        })
    }

    /// Writes what [`Relation::read`] reads: the pairs that `shown` accepts, and
    /// elements that are in none of them.
    pub fn write(&self, sign: &str, shown: impl Fn(usize, usize) -> bool) -> String {
        let mut parts = Vec::new();
        let mut named = 0u64;
        for from in 0..self.len() {
            for to in bits(self.to[from]).filter(|to| shown(from, *to)) {
                parts.push(format!("{}{sign}{}", self.names[from], self.names[to]));
                named |= 1 << from | 1 << to;
            }
        }
        parts.extend(bits(self.all() & !named).map(|alone| self.names[alone].to_string()));
        if parts.is_empty() {
            return "-".to_string();
        }
        parts.join(",")
    }
}

/// The places that are set in `set`.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

fn read_element(reader: &mut Reader<'_>) -> Result<u32, Error> {
    let number = reader.small()?;
    u32::try_from(number)
        .map_err(|_| reader.fail(Text::fixed("a number below 2^32", "小于 2^32 的数")))
}

/// Reads a graph: edges `1-2`, and vertices without edges.
pub fn read_graph(reader: &mut Reader<'_>) -> Result<Relation, Error> {
    let mut graph = Relation::read(reader, "-")?;
    for v in 0..graph.len() {
        if graph.to[v] >> v & 1 == 1 {
            return Err(reader.fail(Text::fixed(
                "edges between different vertices",
                "两个不同顶点之间的边",
            )));
        }
        for to in bits(graph.to[v]) {
            graph.to[to] |= 1 << v;
        }
    }
    Ok(graph)
}

/// Writes a graph.
pub fn write_graph(graph: &Relation) -> String {
    graph.write("-", |from, to| from < to)
}

/// Writes a sum of relations; the empty one is `-`.
pub fn write_sum(sum: &[Relation], one: impl Fn(&Relation) -> String) -> String {
    if sum.is_empty() {
        return "-".to_string();
    }
    crate::notation::write_sum(sum, one)
}

/// Elements with the pairs that `shown` accepts between them. What is left of a board
/// stays where it was when play began.
pub fn scene(
    stage: &Stage<Relation>,
    write: impl Fn(&Relation) -> String,
    shown: impl Fn(&Relation, usize, usize) -> bool,
    layout: impl Fn(&[u32], &[(u32, u32)]) -> Places,
    arrows: bool,
) -> Scene {
    let pairs = |relation: &Relation| -> Vec<(u32, u32)> {
        let from = |from: usize| {
            let to = bits(relation.to[from]).filter(|to| shown(relation, from, *to));
            to.map(|to| (relation.names[from], relation.names[to]))
                .collect::<Vec<_>>()
        };
        (0..relation.len()).flat_map(from).collect()
    };
    Scene::by_board(stage, write, |board, first, parts| {
        let places = layout(&first.names, &pairs(first));
        let standing = |v| parts.iter().any(|(_, part)| part.place(v).is_some());
        let look = |v| standing(v).then(|| (Look::Vertex, String::new()));
        let edges: Vec<(u32, u32)> = parts.iter().flat_map(|(_, part)| pairs(part)).collect();
        Some(graphs::panel(board, &places, look, &edges, arrows))
    })
}

/// A graph.
pub fn graph_scene(stage: &Stage<Relation>) -> Scene {
    scene(
        stage,
        write_graph,
        |_, from, to| from < to,
        graphs::plane,
        false,
    )
}

/// What is left of a board stays on it, so that its elements keep their places.
pub fn stay(parts: &[Relation]) -> Option<Vec<(i32, i32)>> {
    Some(vec![(0, 0); parts.len()])
}

/// Every graph on 1 to `most` vertices, for the suite.
pub fn small_graphs(most: u32) -> impl Iterator<Item = Relation> {
    (1..=most).flat_map(|n| {
        let edges: Vec<(u32, u32)> = (1..=n).flat_map(|b| (1..b).map(move |a| (a, b))).collect();
        (0..1u64 << edges.len()).filter_map(move |chosen| {
            let pairs: Vec<(u32, u32)> = bits(chosen)
                .flat_map(|e| [edges[e], (edges[e].1, edges[e].0)])
                .collect();
            Relation::new(&(1..=n).collect::<Vec<_>>(), &pairs)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn isomorphic_relations_are_one() {
        let mut random = Random::new(4);
        for _ in 0..200 {
            let n = 1 + random.below(9) as usize;
            let rows: Vec<u64> = (0..n)
                .map(|_| random.below(1 << n) & random.below(1 << n))
                .collect();
            let relation = Relation {
                names: (1..=n as u32).collect(),
                to: rows,
            };
            let mut places: Vec<usize> = (0..n).collect();
            for last in (1..n).rev() {
                places.swap(last, random.below(last as u64 + 1) as usize);
            }
            let other = Relation {
                names: relation.names.clone(),
                to: relation.in_order(&places),
            };
            assert_eq!(relation.canonical(), other.canonical());
        }
    }

    #[test]
    fn different_graphs_stay_different() {
        // Graphs on n unlabelled vertices: 1, 2, 4, 11, 34 (OEIS A000088).
        for (n, count) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
            let mut all: Vec<Relation> = small_graphs(n)
                .filter(|graph| graph.len() == n as usize)
                .map(|graph| graph.canonical())
                .collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{n} vertices");
        }
    }

    #[test]
    fn sixty_four_elements_and_no_more() {
        let chain = |n: u32| (1..=n).map(|v| v.to_string()).collect::<Vec<_>>().join("-");
        let read = |n| read_graph(&mut Reader::new(&chain(n)));
        let longest = read(64).unwrap();
        assert_eq!(longest.canonical().len(), 64);
        assert_eq!(longest.without(1 << 30).len(), 2);
        assert!(read(65).is_err());
    }
}
