//! Graphs as text: `1-2, 2-3, 5 @3`.
//!
//! Edges and single vertices, separated by commas or blanks, then the marked
//! vertices after `@`: where a token stands, or what stands on the ground.
//! Vertices are numbers below 2^32. Edges of directed graphs are written
//! `1>2`.

use std::fmt::Write;

use crate::error::Error;
use crate::notation::{self, Reader};
use crate::picture::scene::{Id, Look, Part, Scene, Stage, graphs, grids};
use crate::text::Text;

/// A graph as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Vertices that were written without an edge.
    pub single: Vec<u32>,
    /// Edges, in the order in which they were written.
    pub edges: Vec<(u32, u32)>,
    /// Marked vertices; `None` if there was no mark.
    pub marked: Option<Vec<u32>>,
}

impl Links {
    /// All vertices in the order of their numbers, each once.
    pub fn vertices(&self) -> Vec<u32> {
        let ends = self.edges.iter().flat_map(|(a, b)| [*a, *b]);
        let marked = self.marked.iter().flatten().copied();
        let all = self.single.iter().copied().chain(ends).chain(marked);
        let mut all: Vec<u32> = all.collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Reads a graph whose edges are written with `joint`.
pub fn read(reader: &mut Reader<'_>, joint: &str) -> Result<Links, Error> {
    let mut links = Links::default();
    loop {
        let from = vertex(reader)?;
        if reader.eat(joint) {
            links.edges.push((from, vertex(reader)?));
        } else {
            links.single.push(from);
        }
        if !another(reader) {
            break;
        }
    }
    if reader.eat("@") {
        let marked = links.marked.insert(Vec::new());
        loop {
            marked.push(vertex(reader)?);
            if !another(reader) {
                break;
            }
        }
    }
    Ok(links)
}

fn vertex(reader: &mut Reader<'_>) -> Result<u32, Error> {
    let number = reader.small()?;
    u32::try_from(number).map_err(|_| {
        reader.fail(Text::fixed(
            "a vertex: a number below 2^32",
            "顶点：小于 2^32 的数",
        ))
    })
}

/// Whether one more item of a list follows.
fn another(reader: &mut Reader<'_>) -> bool {
    let comma = reader.eat_if(|c| matches!(c, ',' | '，' | ';')).is_some();
    comma || reader.peek().is_some_and(|c| c.is_ascii_digit())
}

/// Writes a graph as [`read`] reads it; one without vertices as `0`.
pub fn write(
    single: impl IntoIterator<Item = u32>,
    edges: &[(u32, u32)],
    joint: &str,
    marked: &[u32],
) -> String {
    let mut text = String::with_capacity(8 * edges.len());
    let comma = |text: &mut String| {
        if !text.is_empty() {
            text.push(',');
        }
    };
    // Writing to a String cannot fail.
    for (a, b) in edges {
        comma(&mut text);
        let _ = write!(text, "{a}{joint}{b}");
    }
    for v in single {
        comma(&mut text);
        let _ = write!(text, "{v}");
    }
    if text.is_empty() {
        text.push('0');
    }
    for (number, v) in marked.iter().enumerate() {
        text.push_str(if number == 0 { " @" } else { "," });
        let _ = write!(text, "{v}");
    }
    text
}

/// The one marked vertex, if exactly one is marked.
pub fn token(links: &Links, reader: &Reader<'_>) -> Result<Option<u32>, Error> {
    match links.marked.as_deref() {
        None => Ok(None),
        Some([v]) => Ok(Some(*v)),
        Some(_) => Err(reader.fail(Text::fixed(
            "one vertex after @: where the token stands",
            "@ 后只应有一个顶点：棋子所在之处",
        ))),
    }
}

/// Reads a sum of graphs, each with a token, and makes positions of edges and
/// token.
pub fn read_with_tokens<P>(
    text: &str,
    joint: &str,
    make: impl Fn(Vec<(u32, u32)>, u32) -> P,
) -> Result<Vec<P>, Error> {
    notation::read_sum(text, |reader| {
        let links = read(reader, joint)?;
        match token(&links, reader)? {
            Some(at) => Ok(make(links.edges, at)),
            None => Err(reader.fail(Text::fixed(
                "`@` and the vertex on which the token stands",
                " `@` 与棋子所在的顶点",
            ))),
        }
    })
}

/// Writes a sum of graphs with tokens; the empty sum as a token alone.
pub fn write_with_tokens<'p>(
    sum: impl IntoIterator<Item = (&'p [(u32, u32)], u32)>,
    joint: &str,
) -> String {
    let written: Vec<String> = sum
        .into_iter()
        .map(|(edges, at)| write([], edges, joint, &[at]))
        .collect();
    match written.is_empty() {
        true => "0 @0".to_string(),
        false => written.join(" + "),
    }
}

/// Graphs with a token each: of a position the edges and the token's vertex are told.
/// Vertices stand where they stood when play began, as long as they have edges.
pub fn scene_with_tokens<P>(
    stage: &Stage<P>,
    write: impl Fn(&P) -> String,
    told: impl Fn(&P) -> (&[(u32, u32)], u32),
    arrows: bool,
) -> Scene {
    Scene::by_board(stage, write, |board, first, walks| {
        let [(_, walk)] = walks else { return None };
        let (edges, at) = told(first);
        let places = graphs::plane(&graphs::vertices(edges, &[at])?, edges);
        let (edges, at) = told(walk);
        let left = graphs::vertices(edges, &[at])?;
        let look = |v: u32| {
            let stands = left.binary_search(&v).is_ok();
            stands.then(|| (Look::Vertex, String::new()))
        };
        let mut panel = graphs::panel(board, &places, look, edges, arrows);
        graphs::token(&mut panel, grids::piece(board, 0), Look::White, at, "");
        Some(panel)
    })
}

/// What is touched to move the token of a component: the vertex to which it goes, or
/// the card of a graph that is too large.
pub fn target<P>(
    stage: &Stage<P>,
    component: usize,
    told: impl Fn(&P) -> (&[(u32, u32)], u32),
    to: u32,
) -> Vec<Id> {
    let board = stage.board(component);
    let (edges, at) = told(stage.first(component));
    let part = match graphs::vertices(edges, &[at]) {
        Some(_) => Part::Vertex(to),
        None => Part::Whole,
    };
    vec![Id { board, part }]
}

/// Reads `to V`, or just `V`.
pub fn read_target(text: &str) -> Result<u32, Error> {
    let to = notation::read_verb(text, "to")?;
    u32::try_from(&to).map_err(|_| Error::BadMove {
        text: text.to_string(),
        expected: Text::fixed("a vertex below 2^32", "小于 2^32 的顶点编号"),
    })
}

/// Edges with vertices numbered by their places in the sorted list `names`,
/// which must hold all their ends.
pub fn numbered(names: &[u32], edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    // In most graphs the vertices are 0, 1, 2, …: nothing to look up.
    if names
        .last()
        .is_none_or(|last| *last as usize + 1 == names.len())
    {
        return edges.to_vec();
    }
    let place = |v: u32| names.partition_point(|name| *name < v) as u32;
    edges.iter().map(|(a, b)| (place(*a), place(*b))).collect()
}

/// The edges whose bits are set.
pub fn subset(edges: &[(u32, u32)], chosen: u32) -> Vec<(u32, u32)> {
    let taken = |number: &usize| chosen >> number & 1 == 1;
    (0..edges.len()).filter(taken).map(|n| edges[n]).collect()
}
