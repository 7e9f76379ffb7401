//! Directed vertex geography: follow arrows, never to a vertex where the
//! token has been.
//!
//! This is the game with the names of towns. It is PSPACE-complete
//! (T. J. Schaefer 1978) and remains so on planar bipartite graphs
//! (D. Lichtenstein and M. Sipser 1980), so in general it is searched.
//!
//! **Theorem.** Where no cycle can be reached from the token, the rule never
//! to come back forbids nothing, and Grundy values are those of the graph:
//! each vertex the mex of its successors, in O(V+E).
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::directed::DirectedGeography};
//! let towns = DirectedGeography.read("1>2,2>3,3>1,2>4,4>3 @2").unwrap();
//! let answer = ask(&DirectedGeography, &towns, &Question::default()).unwrap();
//! assert_eq!(answer.outcome.letter(), "N");
//! ```
//!
//! Loops are dropped; parallel arrows are one.

use super::links;
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::natural::Natural;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Scene, Show, Stage};
use crate::solve::graph::Graph;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a directed graph with a token.
pub struct DirectedGeography;

/// The arrows that are left, and the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route {
    /// In order, each once.
    arrows: Vec<(u32, u32)>,
    at: u32,
}

impl Route {
    fn told(&self) -> (&[(u32, u32)], u32) {
        (&self.arrows, self.at)
    }

    /// A graph with these arrows and a token on `at`.
    pub fn new(mut arrows: Vec<(u32, u32)>, at: u32) -> Self {
        arrows.retain(|(a, b)| a != b);
        arrows.sort_unstable();
        arrows.dedup();
        Route { arrows, at }
    }

    /// The arrows from `v`, which stand together.
    fn arrows_from(&self, v: u32) -> &[(u32, u32)] {
        let first = self.arrows.partition_point(|(a, _)| *a < v);
        let rest = &self.arrows[first..];
        &rest[..rest.partition_point(|(a, _)| *a == v)]
    }

    /// What is left when the token leaves its vertex.
    fn left(&self) -> Vec<(u32, u32)> {
        let stays = |(a, b): &&(u32, u32)| *a != self.at && *b != self.at;
        self.arrows.iter().filter(stays).copied().collect()
    }

    /// The arrows that can be reached from the token.
    fn reached(&self) -> Route {
        let mut arrows = Vec::new();
        let mut seen = rustc_hash::FxHashSet::from_iter([self.at]);
        let mut open = vec![self.at];
        while let Some(v) = open.pop() {
            for &(a, b) in self.arrows_from(v) {
                arrows.push((a, b));
                if seen.insert(b) {
                    open.push(b);
                }
            }
        }
        Route::new(arrows, self.at)
    }
}

impl Game for DirectedGeography {
    type Position = Route;
    type Move = u32;

    fn options(&self, route: &Route, visit: &mut impl FnMut(u32, &[Route]) -> Flow) -> Flow {
        let mut after = Route {
            arrows: route.left(),
            at: route.at,
        };
        for &(_, to) in route.arrows_from(route.at) {
            after.at = to;
            visit(to, std::slice::from_ref(&after))?;
        }
        CONTINUE
    }

    fn play(&self, route: &Route, to: &u32) -> Option<Vec<Route>> {
        let arrow = route.arrows.binary_search(&(route.at, *to));
        arrow.is_ok().then(|| {
            vec![Route {
                arrows: route.left(),
                at: *to,
            }]
        })
    }

    /// Only what can be reached matters.
    fn canonical(&self, route: Route) -> Route {
        route.reached()
    }

    fn read(&self, text: &str) -> Result<Vec<Route>, Error> {
        links::read_with_tokens(text, ">", Route::new)
    }

    fn write(&self, sum: &[Route]) -> String {
        links::write_with_tokens(sum.iter().map(|route| (&route.arrows[..], route.at)), ">")
    }

    fn read_move(&self, _: &Route, text: &str) -> Result<u32, Error> {
        links::read_target(text)
    }

    fn write_move(&self, to: &u32) -> String {
        format!("to {to}")
    }
}

impl Theorem for DirectedGeography {
    fn value(&self, route: &Route) -> Option<Natural> {
        let route = route.reached();
        let links = links::Links {
            edges: route.arrows,
            marked: Some(vec![route.at]),
            ..Default::default()
        };
        let names = links.vertices();
        let graph = Graph::from_edges(names.len(), &links::numbered(&names, &links.edges));
        let values = graph.values(&graph.order().ok()?);
        Some(values[names.partition_point(|name| *name < route.at)].into())
    }

    fn reason(&self, sum: &[Route], convention: Convention) -> Text {
        let name = (
            "no cycle can be reached, so values are those of the graph",
            "到达不了任何环，故取图上的 SG 值",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(DirectedGeography);

impl Show for DirectedGeography {
    fn scene(&self, stage: &Stage<Route>) -> Scene {
        let write = |position: &Route| self.write(std::slice::from_ref(position));
        links::scene_with_tokens(stage, write, Route::told, true)
    }

    fn touches(&self, stage: &Stage<Route>, mv: &SumMove<u32>) -> Vec<Id> {
        links::target(stage, mv.component, Route::told, mv.mv)
    }
}

impl Named for DirectedGeography {
    const ABOUT: About = About {
        id: "directed-geography",
        aliases: &[(
            "directed-geography",
            &["generalized geography", "有向图点地理", "广义地理"],
        )],
        name: ("directed vertex geography", "有向图上的点地理游戏"),
        summary: (
            "follow arrows, never to a vertex where the token has been",
            "沿有向边移动棋子，不得走到已经走过的顶点",
        ),
        rules: (
            "A token stands on a vertex of a directed graph. A move takes it along an arrow to a vertex where it has \
             not been. Whoever cannot move loses.",
            "棋子放在有向图的一个顶点上。每次沿一条有向边把它移到未曾到过的顶点。不能移动者负。",
        ),
        theorem: (
            "Where no cycle can be reached, the Grundy value of a vertex is the mex of its successors; in general the \
             game is PSPACE-complete and is searched.",
            "到达不了环时，顶点的 SG 值为其后继的 mex；一般情形是 PSPACE 完全的，由搜索求解。",
        ),
        source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, \
                 Journal of Computer and System Sciences 16 (1978)",
        position: (
            "arrows and the token's vertex: 1>2,2>3 @1",
            "各有向边与棋子所在顶点：1>2,2>3 @1",
        ),
        moves: (
            "to 3: along an arrow to vertex 3",
            "to 3：沿有向边走到顶点 3",
        ),
        examples: &[
            "1>2,2>3,3>1,2>4,4>3 @1",
            "1>2,2>3,1>3 @1",
            "1>2,2>1 @1",
            "1>2 @2",
        ],
        links: Some(">"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(DirectedGeography)
    }

    fn small(&self) -> Vec<Vec<Route>> {
        const ARROWS: [(u32, u32); 9] = [
            (1, 2),
            (2, 3),
            (3, 1),
            (1, 4),
            (4, 2),
            (3, 4),
            (2, 1),
            (4, 5),
            (5, 3),
        ];
        (0..512)
            .map(|chosen| vec![Route::new(links::subset(&ARROWS, chosen), 1)])
            .collect()
    }
}
