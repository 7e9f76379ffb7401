//! Green Hackenbush: cut an edge of a graph that stands on the ground; what
//! is no longer connected with the ground falls off.
//!
//! **Theorem** (fusion and colon principles). Cycles may be fused to single
//! vertices, and bridges add one: see [`crate::solve::hackenbush`], which
//! finds the value in linear time and all winning edges in O(E log E). On
//! trees it is [tree edge deletion](crate::games::trees::edges).
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::hackenbush::Hackenbush};
//! // A house: two walls, a floor above the ground, a roof, and a chimney.
//! let house = Hackenbush.read("1-3,2-4,3-4,3-5,4-5,4-6 @1,2").unwrap();
//! let answer = ask(&Hackenbush, &house, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(0u8.into()));
//! ```
//!
//! Vertex 0 is the ground unless vertices are named after `@`: then those are,
//! and 0 is one only if it is among them. Loops and parallel edges are edges
//! like others. In misère play there is only search.

use super::links::{self, Links};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::natural::Natural;
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Look, Part, Scene, Show, Stage, graphs};
use crate::solve::hackenbush::Picture;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a graph on the ground; a move is the edge that is
/// cut, its smaller end first.
pub struct Hackenbush;

/// What stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing {
    /// The smaller end first, in order; parallel edges each.
    edges: Vec<(u32, u32)>,
    /// In order, each once.
    ground: Vec<u32>,
    /// The Grundy value, which the search for what stands finds on its way.
    value: u32,
}

impl Drawing {
    /// A graph with these edges; what is not connected with the ground
    /// falls off at once.
    pub fn new(mut edges: Vec<(u32, u32)>, mut ground: Vec<u32>) -> Result<Self, Error> {
        for (a, b) in &mut edges {
            (*a, *b) = (*a.min(b), *a.max(b));
        }
        edges.sort_unstable();
        ground.sort_unstable();
        ground.dedup();
        let mut drawing = Drawing {
            edges,
            ground,
            value: 0,
        };
        let picture = drawing.picture()?;
        drawing.fall(&picture);
        Ok(drawing)
    }

    fn picture(&self) -> Result<Picture, Error> {
        let links = Links {
            single: Vec::new(),
            edges: self.edges.clone(),
            marked: Some(self.ground.clone()),
        };
        let names = links.vertices();
        let place = |v: &u32| names.partition_point(|name| name < v) as u32;
        let ground: Vec<u32> = self.ground.iter().map(place).collect();
        Picture::new(names.len(), &links::numbered(&names, &links.edges), &ground)
    }

    /// Takes away what does not stand, and notes the value.
    fn fall(&mut self, picture: &Picture) {
        let mut standing = picture.standing().iter();
        self.edges.retain(|_| standing.next() == Some(&true));
        self.value = picture.value();
    }

    /// The position after one of the edges at a place in the list is cut.
    fn without(&self, at: usize) -> Option<Drawing> {
        let mut after = self.clone();
        after.edges.remove(at);
        let picture = after.picture().ok()?;
        after.fall(&picture);
        Some(after)
    }
}

impl Game for Hackenbush {
    type Position = Drawing;
    type Move = (u32, u32);

    fn options(
        &self,
        drawing: &Drawing,
        visit: &mut impl FnMut((u32, u32), &[Drawing]) -> Flow,
    ) -> Flow {
        for (at, edge) in drawing.edges.iter().enumerate() {
            let parallel = at > 0 && drawing.edges[at - 1] == *edge;
            if let Some(after) = (!parallel).then(|| drawing.without(at)).flatten() {
                visit(*edge, &[after])?;
            }
        }
        CONTINUE
    }

    fn play(&self, drawing: &Drawing, edge: &(u32, u32)) -> Option<Vec<Drawing>> {
        let at = drawing.edges.binary_search(edge).ok()?;
        Some(vec![drawing.without(at)?])
    }

    fn read(&self, text: &str) -> Result<Vec<Drawing>, Error> {
        notation::read_sum(text, |reader| {
            let links = links::read(reader, "-")?;
            let ground = links.marked.unwrap_or_else(|| vec![0]);
            Drawing::new(links.edges, ground)
        })
    }

    fn write(&self, sum: &[Drawing]) -> String {
        notation::write_sum(sum, |drawing| {
            let marked = match &drawing.ground[..] {
                [0] => &[],
                ground => ground,
            };
            links::write([], &drawing.edges, "-", marked)
        })
    }

    fn read_move(&self, _: &Drawing, text: &str) -> Result<(u32, u32), Error> {
        let mut reader = Reader::new(text);
        reader.eat("cut");
        let links = links::read(&mut reader, "-");
        let read = links.and_then(|links| reader.end().map(|()| links));
        match read
            .as_ref()
            .map(|links| (&links.edges[..], &links.single[..], &links.marked))
        {
            Ok((&[(a, b)], [], None)) => Ok((a.min(b), a.max(b))),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`cut A-B`, an edge", " `cut A-B`，一条边"),
            }),
        }
    }

    fn write_move(&self, (a, b): &(u32, u32)) -> String {
        format!("cut {a}-{b}")
    }
}

impl Theorem for Hackenbush {
    fn value(&self, drawing: &Drawing) -> Option<Natural> {
        Some(drawing.value.into())
    }

    fn moves_to(
        &self,
        drawing: &Drawing,
        target: &Natural,
        visit: &mut impl FnMut((u32, u32)) -> Flow,
    ) -> Option<Flow> {
        let Ok(target) = u32::try_from(target) else {
            return Some(CONTINUE);
        };
        let cuts = drawing.picture().ok()?.cuts_to(target);
        let mut edges: Vec<(u32, u32)> =
            cuts.iter().map(|at| drawing.edges[*at as usize]).collect();
        edges.dedup();
        Some(edges.into_iter().try_for_each(visit))
    }

    fn reason(&self, sum: &[Drawing], convention: Convention) -> Text {
        let name = (
            "fusion and colon principles",
            "融合原理与克朗原理（colon principle）",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(Hackenbush);

impl Drawing {
    /// The vertices that stand or lie on the ground, if they can be shown.
    fn vertices(&self) -> Option<Vec<u32>> {
        graphs::vertices(&self.edges, &self.ground)
    }
}

/// The ground lies below.
impl Show for Hackenbush {
    fn scene(&self, stage: &Stage<Drawing>) -> Scene {
        let write = |drawing: &Drawing| self.write(std::slice::from_ref(drawing));
        Scene::by_board(stage, write, |board, first, drawings| {
            let [(_, drawing)] = drawings else {
                return None;
            };
            let places = graphs::standing(&first.vertices()?, &first.edges, &first.ground);
            let left = drawing.vertices()?;
            let look = |v: u32| {
                let look = match drawing.ground.binary_search(&v) {
                    Ok(_) => Look::Ground,
                    Err(_) => Look::Vertex,
                };
                left.binary_search(&v)
                    .is_ok()
                    .then(|| (look, String::new()))
            };
            Some(graphs::panel(board, &places, look, &drawing.edges, false))
        })
    }

    fn touches(&self, stage: &Stage<Drawing>, mv: &SumMove<(u32, u32)>) -> Vec<Id> {
        let board = stage.board(mv.component);
        vec![match stage.first(mv.component).vertices() {
            Some(_) => graphs::edge(board, mv.mv.0, mv.mv.1, 0, false),
            None => Id {
                board,
                part: Part::Whole,
            },
        }]
    }
}

impl Named for Hackenbush {
    const ABOUT: About = About {
        id: "hackenbush",
        aliases: &[("hackenbush", &["green-hackenbush", "无向图删边", "删边"])],
        name: ("green Hackenbush", "绿色 Hackenbush（无向图删边游戏）"),
        summary: (
            "cut an edge of a graph on the ground; what hangs loose falls off",
            "删去一条边，与地面不再相连的部分随之移走",
        ),
        rules: (
            "A graph stands on the ground. A move cuts one edge; everything that is then no longer connected with the \
             ground is taken away. Whoever cannot cut loses.",
            "一个图立在地面上。每次删去一条边，并移走不再与地面相连的部分。无边可删者负。",
        ),
        theorem: (
            "The vertices of a cycle may be fused, its edges becoming loops, each worth one edge; what hangs on a \
             bridge is worth one more with it. Branches add as nim sums.",
            "环上的顶点可以融合为一点，环上的边变为自环，各值一条边；桥下所挂部分连同桥的值加一；各分支取异或和。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 7 (1982)",
        position: (
            "edges, 0 being the ground: 0-1,1-2,2-0; ground vertices after @ take the place of 0: 1-3,2-3 @1,2",
            "各边，0 为地面：0-1,1-2,2-0；若在 @ 之后写出地面顶点，则由它们代替 0：1-3,2-3 @1,2",
        ),
        moves: ("cut 1-2: an edge by its ends", "cut 1-2：以两端表示的边"),
        examples: &[
            "0-1,1-2,2-0,2-3,3-4",
            "1-3,2-4,3-4,3-5,4-5,4-6 @1,2",
            "0-1,1-1,1-2 + 0-1",
            "0-1,0-1",
        ],
        links: Some("-"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Hackenbush)
    }

    fn small(&self) -> Vec<Vec<Drawing>> {
        const LINKS: [(u32, u32); 8] = [
            (0, 1),
            (1, 2),
            (0, 2),
            (2, 3),
            (1, 3),
            (3, 4),
            (3, 3),
            (0, 1),
        ];
        let drawing = |chosen, ground: &[u32]| {
            Drawing::new(links::subset(&LINKS, chosen), ground.to_vec()).ok()
        };
        let one = (0..256).filter_map(|chosen| drawing(chosen, &[0]));
        let two = (0..256)
            .step_by(3)
            .filter_map(|chosen| drawing(chosen, &[0, 4]));
        let sums = (0..16).map(|low| {
            let both = [drawing(low, &[0]), drawing(low * 5 + 1, &[0])];
            both.into_iter().flatten().collect()
        });
        one.chain(two)
            .map(|drawing| vec![drawing])
            .chain(sums)
            .collect()
    }
}
