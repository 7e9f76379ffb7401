//! Node Kayles: take a vertex of a graph, and all its neighbours go with it.
//!
//! Vertices of different components do not matter to each other, so a
//! position is a sum of connected graphs; isomorphic ones are the same. To
//! decide who wins is PSPACE-complete on general graphs (Schaefer 1978), so
//! here positions are searched. On paths this is Dawson's Kayles in the
//! form 0.137.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::node_kayles::NodeKayles};
//! let path = NodeKayles.read("1-2-3-4-5").unwrap();
//! let answer = ask(&NodeKayles, &path, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(3u8.into()));
//! ```
//!
//! Limits: 64 vertices to a graph, and the budget of the search.

use super::packed::{self, Vertices};
use super::relation::{self, Relation};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{no_table, small_sums};
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage, graphs};
use crate::solve::boards::{Boards, Piece};
use crate::theorem::Theorem;

/// The game. A component is a connected graph; a move is the number of a
/// vertex.
pub struct NodeKayles;

impl Game for NodeKayles {
    type Position = Relation;
    type Move = u32;

    fn options(&self, graph: &Relation, visit: &mut impl FnMut(u32, &[Relation]) -> Flow) -> Flow {
        for v in 0..graph.len() {
            visit(graph.name(v), &graph.without(1 << v | graph.to(v)))?;
        }
        CONTINUE
    }

    fn play(&self, graph: &Relation, name: &u32) -> Option<Vec<Relation>> {
        let v = graph.place(*name)?;
        Some(graph.without(1 << v | graph.to(v)))
    }

    fn canonical(&self, graph: Relation) -> Relation {
        graph.canonical()
    }

    fn boards(&self, convention: Convention) -> Option<Boards> {
        (convention == Convention::Normal).then(packed::boards::<Vertices>)
    }

    fn pack(&self, boards: &mut Boards, graph: &Relation, pieces: &mut Vec<Piece>) -> bool {
        packed::pack::<Vertices>(boards, graph, pieces)
    }

    fn urgency(&self, graph: &Relation) -> i32 {
        -(graph.len() as i32)
    }

    fn read(&self, text: &str) -> Result<Vec<Relation>, Error> {
        let graphs = notation::read_sum(text, relation::read_graph)?;
        Ok(graphs.iter().flat_map(|graph| graph.without(0)).collect())
    }

    fn write(&self, sum: &[Relation]) -> String {
        relation::write_sum(sum, relation::write_graph)
    }

    fn write_move(&self, name: &u32) -> String {
        format!("take {name}")
    }
}

impl Theorem for NodeKayles {}

no_table!(NodeKayles);

impl Show for NodeKayles {
    fn scene(&self, stage: &Stage<Relation>) -> Scene {
        relation::graph_scene(stage)
    }

    fn touches(&self, stage: &Stage<Relation>, mv: &SumMove<u32>) -> Vec<Id> {
        vec![graphs::vertex(stage.board(mv.component), mv.mv)]
    }

    fn places(&self, _: &Relation, _: &u32, parts: &[Relation]) -> Option<Vec<(i32, i32)>> {
        relation::stay(parts)
    }
}

impl Named for NodeKayles {
    const ABOUT: About = About {
        id: "node-kayles",
        aliases: &[("node-kayles", &["snort without colours", "点凯尔斯"])],
        name: ("Node Kayles", "点 Kayles 游戏"),
        summary: (
            "take a vertex of a graph together with all its neighbours",
            "取走图的一个顶点及其所有相邻顶点",
        ),
        rules: (
            "There is a graph. A move takes one vertex and all vertices joined to it. Whoever takes the \
             last vertex wins. In other words, the players build an independent set, vertex by vertex.",
            "给出一个无向图。每次取走一个顶点及与它相邻的所有顶点。取走最后一个顶点者获胜。等价地，双方轮流选点，构造一个独立集。",
        ),
        position: (
            "edges, and vertices without edges: 1-2,2-3,5; chains may be written 1-2-3",
            "各条边以及孤立顶点：1-2,2-3,5；链可写作 1-2-3",
        ),
        moves: ("take 2", "take 2"),
        examples: &[
            "1-2-3-4-5",
            "1-2-3-4-5-6-1",
            "1-2-3-4-1,5",
            "1-2-3-4-5-1,1-6,2-7,3-8,4-9,5-10,6-8-10-7-9-6",
        ],
        links: Some("-"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(NodeKayles)
    }

    fn small(&self) -> Vec<Vec<Relation>> {
        let split = |graph: Relation| graph.without(0);
        let tiny = relation::small_graphs(3).filter(|graph| graph.without(0).len() == 1);
        let all = relation::small_graphs(4).map(split);
        all.chain(small_sums(tiny, 2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::games::graphs::relation::bits;
    use crate::solve::memo::Memo;
    use crate::solve::mex;

    #[test]
    fn paths_are_dawsons_kayles() {
        // By the recurrence of a row: an end vertex goes with its neighbour, an inner one with both.
        let mut row: Vec<u32> = vec![0];
        let mut memo = Memo::new(&NodeKayles);
        let mut meter = Budget::default().meter("search");
        for n in 1..=24usize {
            let left = |gone: usize, at: usize| row[at] ^ row[n - gone - at];
            let mut options: Vec<u32> = (0..=n.saturating_sub(3))
                .filter(|_| n > 2)
                .map(|at| left(3, at))
                .collect();
            options.push(row[n.saturating_sub(2)]);
            row.push(mex(&options, &mut Vec::new()));
            let chain: Vec<String> = (1..=n).map(|v| v.to_string()).collect();
            let path = NodeKayles.read(&chain.join("-")).unwrap();
            assert_eq!(memo.sum_value(&path, &mut meter).unwrap(), row[n], "{n}");
        }
        assert_eq!(row[..11], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
    }

    /// Who wins, from sets of vertices alone.
    fn wins(edges: &[(u32, u32)], left: u64) -> bool {
        bits(left).any(|v| {
            let taken = edges.iter().fold(1 << v, |taken, (a, b)| match v as u32 {
                v if v == *a => taken | 1 << b,
                v if v == *b => taken | 1 << a,
                _ => taken,
            });
            !wins(edges, left & !taken)
        })
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut random = crate::random::Random::new(6);
        let mut memo = Memo::new(&NodeKayles);
        let mut meter = Budget::default().meter("search");
        for _ in 0..60 {
            let n = 2 + random.below(7) as u32;
            let edges: Vec<(u32, u32)> = (0..n)
                .flat_map(|b| (0..b).map(move |a| (a, b)))
                .filter(|_| random.below(3) == 0)
                .collect();
            let both: Vec<_> = edges
                .iter()
                .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
                .collect();
            let graph = Relation::new(&(0..n).collect::<Vec<_>>(), &both).unwrap();
            let value = memo.sum_value(&graph.without(0), &mut meter).unwrap();
            assert_eq!(value != 0, wins(&edges, (1 << n) - 1), "{edges:?}");
        }
    }
}
