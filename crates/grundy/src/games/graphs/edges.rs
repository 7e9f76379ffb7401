//! Undirected edge geography: walk along edges, never along one twice.
//!
//! **Theorem** (Fraenkel, Scheinerman and Ullman 1993). On bipartite graphs
//! the player to move loses exactly when the token stands on a vertex of an
//! even kernel, which linear algebra decides: see [`crate::solve::kernel`].
//! On other graphs the game is PSPACE-complete; there it is searched.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::edges::EdgeGeography};
//! let square = EdgeGeography.read("1-2,2-3,3-4,4-1,4-5 @5").unwrap();
//! let answer = ask(&EdgeGeography, &square, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| EdgeGeography.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["to 4"]);
//! ```
//!
//! Parallel edges can each be used once, and so can loops, which leave the
//! token where it is. Limits: the theorem speaks where at most
//! [`MOST_VERTICES`](crate::solve::kernel::MOST_VERTICES) vertices are
//! connected with the token.

use super::links::{self, Links};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage};
use crate::solve::kernel;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a graph with a token.
pub struct EdgeGeography;

/// The edges that are left, and the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trail {
    /// The smaller end first, in order; parallel edges each.
    edges: Vec<(u32, u32)>,
    at: u32,
}

impl Trail {
    fn told(&self) -> (&[(u32, u32)], u32) {
        (&self.edges, self.at)
    }

    /// A graph with these edges and a token on `at`.
    pub fn new(mut edges: Vec<(u32, u32)>, at: u32) -> Self {
        for (a, b) in &mut edges {
            (*a, *b) = (*a.min(b), *a.max(b));
        }
        edges.sort_unstable();
        Trail { edges, at }
    }

    /// The other ends of the token's edges, in order, each once.
    fn targets(&self) -> Vec<u32> {
        let other = |(a, b): &(u32, u32)| match self.at {
            at if at == *a => Some(*b),
            at if at == *b => Some(*a),
            _ => None,
        };
        let mut to: Vec<u32> = self.edges.iter().filter_map(other).collect();
        to.sort_unstable();
        to.dedup();
        to
    }

    /// The position after a move to `to`, if there is an edge.
    fn after(&self, to: u32) -> Option<Trail> {
        let edge = (self.at.min(to), self.at.max(to));
        let used = self.edges.binary_search(&edge).ok()?;
        let mut edges = self.edges.clone();
        edges.remove(used);
        Some(Trail { edges, at: to })
    }

    fn winning(&self) -> Option<Vec<u32>> {
        let links = Links {
            single: Vec::new(),
            edges: self.edges.clone(),
            marked: Some(vec![self.at]),
        };
        let names = links.vertices();
        let edges = links::numbered(&names, &self.edges);
        let at = names.partition_point(|name| *name < self.at) as u32;
        let winning = kernel::winning_neighbours(names.len(), &edges, at)?;
        Some(winning.into_iter().map(|v| names[v as usize]).collect())
    }
}

impl Game for EdgeGeography {
    type Position = Trail;
    type Move = u32;

    fn options(&self, trail: &Trail, visit: &mut impl FnMut(u32, &[Trail]) -> Flow) -> Flow {
        for to in trail.targets() {
            if let Some(after) = trail.after(to) {
                visit(to, &[after])?;
            }
        }
        CONTINUE
    }

    fn play(&self, trail: &Trail, to: &u32) -> Option<Vec<Trail>> {
        Some(vec![trail.after(*to)?])
    }

    fn read(&self, text: &str) -> Result<Vec<Trail>, Error> {
        links::read_with_tokens(text, "-", Trail::new)
    }

    fn write(&self, sum: &[Trail]) -> String {
        links::write_with_tokens(sum.iter().map(|trail| (&trail.edges[..], trail.at)), "-")
    }

    fn read_move(&self, _: &Trail, text: &str) -> Result<u32, Error> {
        links::read_target(text)
    }

    fn write_move(&self, to: &u32) -> String {
        format!("to {to}")
    }
}

impl Theorem for EdgeGeography {
    fn outcome(&self, sum: &[Trail], convention: Convention) -> Option<Outcome> {
        let ([trail], Convention::Normal) = (sum, convention) else {
            return None;
        };
        Some(Outcome::mover_wins(!trail.winning()?.is_empty()))
    }

    fn winning_moves(
        &self,
        sum: &[Trail],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<u32>) -> Flow,
    ) -> Option<Flow> {
        let ([trail], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let winning = trail.winning()?.into_iter();
        let mut winning = winning.map(|mv| SumMove { component: 0, mv });
        Some(winning.try_for_each(visit))
    }

    fn reason(&self, sum: &[Trail], _: Convention) -> Text {
        let winning = sum.first().and_then(Trail::winning).unwrap_or_default();
        match winning.is_empty() {
            true => Text::fixed(
                "the graph is bipartite and the token's vertex is in an even kernel",
                "图是二分图，且棋子所在顶点属于某个偶核",
            ),
            false => Text::fixed(
                "the graph is bipartite and the token's vertex is in no even kernel",
                "图是二分图，且棋子所在顶点不属于任何偶核",
            ),
        }
    }
}

no_table!(EdgeGeography);

impl Show for EdgeGeography {
    fn scene(&self, stage: &Stage<Trail>) -> Scene {
        let write = |position: &Trail| self.write(std::slice::from_ref(position));
        links::scene_with_tokens(stage, write, Trail::told, false)
    }

    fn touches(&self, stage: &Stage<Trail>, mv: &SumMove<u32>) -> Vec<Id> {
        links::target(stage, mv.component, Trail::told, mv.mv)
    }
}

impl Named for EdgeGeography {
    const ABOUT: About = About {
        id: "edge-geography",
        aliases: &[("edge-geography", &["边地理", "无向图边地理"])],
        name: ("undirected edge geography", "无向图上的边地理游戏"),
        summary: (
            "move a token along edges, never along an edge twice",
            "沿边移动棋子，每条边只能走一次",
        ),
        rules: (
            "A token stands on a vertex of a graph. A move takes it along an edge, which is then deleted. Whoever \
             cannot move loses.",
            "棋子放在图的一个顶点上。每次沿一条边移动它，随后删去该边。不能移动者负。",
        ),
        theorem: (
            "On a bipartite graph the player to move loses exactly when the token's vertex is in an even kernel: a set \
             of vertices on one side to which every vertex has an even number of edges.",
            "在二分图上，当且仅当棋子所在顶点属于某个偶核（同侧的一个顶点集，每个顶点到它的边数均为偶数）时，先手必败。",
        ),
        source: "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, \
                 Theoretical Computer Science 112 (1993)",
        position: (
            "edges and the token's vertex: 1-2,2-3 @2",
            "各边与棋子所在顶点：1-2,2-3 @2",
        ),
        moves: ("to 3: along an edge to vertex 3", "to 3：沿边走到顶点 3"),
        examples: &[
            "1-2,2-3,3-4,4-1,4-5 @5",
            "1-2,2-3 @2",
            "1-2,1-2,2-3,3-1 @1",
            "1-2 @3",
        ],
        links: Some("-"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(EdgeGeography)
    }

    fn small(&self) -> Vec<Vec<Trail>> {
        // Parallel edges and a loop among them.
        const LINKS: [(u32, u32); 8] = [
            (1, 2),
            (2, 3),
            (1, 4),
            (3, 4),
            (1, 2),
            (1, 3),
            (4, 5),
            (2, 2),
        ];
        (0..256)
            .flat_map(|chosen| {
                let edges = links::subset(&LINKS, chosen);
                [1, 2].map(|at| vec![Trail::new(edges.clone(), at)])
            })
            .collect()
    }
}
