//! Arc Kayles: take an edge of a graph with both its ends.
//!
//! All other edges at the two ends go too. Components do not matter to each
//! other, so a position is a sum of connected graphs; isomorphic ones
//! are the same. No formula is known (Schaefer 1978 left the complexity open), so
//! positions are searched. On paths this is Dawson's Kayles, 0.07.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::arc_kayles::ArcKayles};
//! let path = ArcKayles.read("1-2-3-4").unwrap();
//! let answer = ask(&ArcKayles, &path, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(2u8.into()));
//! ```
//!
//! Limits: 64 vertices to a graph, and the budget of the search.

use super::packed::{self, Edges};
use super::relation::{self, Relation, bits};
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

/// The game. A component is a connected graph; a move is an edge, its smaller
/// number first.
pub struct ArcKayles;

/// What is left without two vertices; single vertices have no moves.
fn without_ends(graph: &Relation, a: usize, b: usize) -> Vec<Relation> {
    let mut left = graph.without(1 << a | 1 << b);
    left.retain(|part| part.len() > 1);
    left
}

impl Game for ArcKayles {
    type Position = Relation;
    type Move = (u32, u32);

    fn options(
        &self,
        graph: &Relation,
        visit: &mut impl FnMut((u32, u32), &[Relation]) -> Flow,
    ) -> Flow {
        for a in 0..graph.len() {
            for b in bits(graph.to(a)).filter(|b| a < *b) {
                let edge = (graph.name(a), graph.name(b));
                visit(edge, &without_ends(graph, a, b))?;
            }
        }
        CONTINUE
    }

    fn canonical(&self, graph: Relation) -> Relation {
        graph.canonical()
    }

    fn boards(&self, convention: Convention) -> Option<Boards> {
        (convention == Convention::Normal).then(packed::boards::<Edges>)
    }

    fn pack(&self, boards: &mut Boards, graph: &Relation, pieces: &mut Vec<Piece>) -> bool {
        packed::pack::<Edges>(boards, graph, pieces)
    }

    fn urgency(&self, graph: &Relation) -> i32 {
        -(graph.len() as i32)
    }

    fn read(&self, text: &str) -> Result<Vec<Relation>, Error> {
        let graphs = notation::read_sum(text, relation::read_graph)?;
        let mut parts: Vec<_> = graphs.iter().flat_map(|graph| graph.without(0)).collect();
        parts.retain(|part| part.len() > 1);
        Ok(parts)
    }

    fn write(&self, sum: &[Relation]) -> String {
        relation::write_sum(sum, relation::write_graph)
    }

    fn write_move(&self, (a, b): &(u32, u32)) -> String {
        format!("take {a}-{b}")
    }
}

impl Theorem for ArcKayles {}

no_table!(ArcKayles);

impl Show for ArcKayles {
    fn scene(&self, stage: &Stage<Relation>) -> Scene {
        relation::graph_scene(stage)
    }

    fn touches(&self, stage: &Stage<Relation>, mv: &SumMove<(u32, u32)>) -> Vec<Id> {
        let (a, b) = mv.mv;
        vec![graphs::edge(stage.board(mv.component), a, b, 0, false)]
    }

    fn places(&self, _: &Relation, _: &(u32, u32), parts: &[Relation]) -> Option<Vec<(i32, i32)>> {
        relation::stay(parts)
    }
}

impl Named for ArcKayles {
    const ABOUT: About = About {
        id: "arc-kayles",
        aliases: &[("arc-kayles", &["edge kayles", "边凯尔斯"])],
        name: ("Arc Kayles", "边 Kayles 游戏"),
        summary: (
            "take an edge of a graph together with both its ends",
            "取走图的一条边及其两个端点",
        ),
        rules: (
            "There is a graph. A move takes two vertices that are joined by an edge, with all edges at them. \
             Whoever takes the last edge wins. In other words, the players build a matching, edge by edge.",
            "给出一个无向图。每次取走由一条边相连的两个顶点以及它们的所有边。取走最后一条边者获胜。等价地，双方轮流选边，构造一个匹配。",
        ),
        position: (
            "edges: 1-2,2-3; chains may be written 1-2-3",
            "各条边：1-2,2-3；链可写作 1-2-3",
        ),
        moves: ("take 1-2", "take 1-2"),
        examples: &[
            "1-2-3-4",
            "1-2-3-4-5",
            "1-2-3-4-5-6-1",
            "1-2-3,1-4,4-5-6,2-5,3-6 + 1-2",
        ],
        links: Some("-"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(ArcKayles)
    }

    fn small(&self) -> Vec<Vec<Relation>> {
        let split = |graph: Relation| {
            let mut parts = graph.without(0);
            parts.retain(|part| part.len() > 1);
            parts
        };
        let tiny = relation::small_graphs(3)
            .map(split)
            .filter(|sum| sum.len() == 1);
        let tiny = tiny.map(|mut sum| sum.swap_remove(0));
        let all = relation::small_graphs(4).map(split);
        all.filter(|sum| !sum.is_empty())
            .chain(small_sums(tiny, 2))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solve::memo::Memo;
    use crate::solve::mex;

    #[test]
    fn paths_are_dawsons_kayles() {
        let mut row: Vec<u32> = vec![0, 0];
        let mut memo = Memo::new(&ArcKayles);
        let mut meter = Budget::default().meter("search");
        for n in 2..=24usize {
            let options: Vec<u32> = (0..=n - 2).map(|at| row[at] ^ row[n - 2 - at]).collect();
            row.push(mex(&options, &mut Vec::new()));
            let chain: Vec<String> = (1..=n).map(|v| v.to_string()).collect();
            let path = ArcKayles.read(&chain.join("-")).unwrap();
            assert_eq!(memo.sum_value(&path, &mut meter).unwrap(), row[n], "{n}");
        }
        assert_eq!(row[..11], [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
    }
}
