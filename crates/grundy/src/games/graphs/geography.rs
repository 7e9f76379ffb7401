//! Undirected vertex geography: walk along edges, never to a vertex where
//! the token has been.
//!
//! **Theorem** (Fraenkel, Scheinerman and Ullman 1993). The player to move
//! wins exactly when every maximum matching covers the token's vertex; see
//! [`crate::solve::geography`] for the proof, for every start at once, and for
//! a strategy that does not think during play. A winning move leads to a
//! vertex that some maximum matching of what is left leaves exposed. When the
//! token is not on the board yet, the first player puts it somewhere, and
//! loses exactly when there is a perfect matching.
//!
//! A position is the graph that is left and the token: a list of edges, or a
//! board on which squares that share a side are neighbours. On a board of two
//! colours only squares of different colours are neighbours, and a token that
//! stands on no colour yet stands on black: so the hole moves in the game of
//! the rabbit and the egg (NOI 2011), where the first player pushes white
//! pieces into it.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::geography::Geography};
//! let board = Geography.read(".##/.../#.#").unwrap();
//! let answer = ask(&Geography, &board, &Question::default()).unwrap();
//! let starts: Vec<_> = answer.winning_moves.iter().map(|m| Geography.write_move(&m.mv)).collect();
//! assert_eq!(starts, ["2,3", "3,2"]);
//! ```
//!
//! Loops are dropped, for a walk cannot stay where it is; parallel edges are
//! one. Limits: fewer than 2^31 vertices and edges. In misère play and in
//! sums there is only search.

use super::links::{self, Links};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Panel, Part, Scene, Show, Stage, graphs, grids};
use crate::solve::geography::Play;
use crate::solve::matching::{Kind, Undirected, decompose};
use crate::text::Text;
use crate::theorem::{Guide, Theorem};

/// The game. A component is a graph or a board with a token.
pub struct Geography;

/// What is left of the graph, and the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    place: Place,
    /// The token's vertex; the number of a square on a board.
    at: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Graph {
        /// In the order of their numbers.
        vertices: Vec<u32>,
        /// The smaller end first, in order, each once.
        edges: Vec<(u32, u32)>,
    },
    Board {
        columns: u32,
        squares: Vec<Square>,
    },
}

/// A square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Square {
    /// Never entered, or entered before.
    Wall,
    Free,
    Black,
    White,
}

impl Square {
    /// Whether the token may go from a square to the one beside it.
    fn leads_to(self, other: Square) -> bool {
        match (self, other) {
            (Square::Wall, _) | (_, Square::Wall) => false,
            (Square::Free, _) | (_, Square::Free) => true,
            (from, to) => from != to,
        }
    }
}

/// Where the token goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// To a vertex.
    Vertex(u32),
    /// To a square of a board, counted from 1.
    Square {
        /// From the top.
        row: u32,
        /// From the left.
        column: u32,
    },
}

impl Walk {
    /// A graph with these edges and a token on `at`, or none yet. Vertices
    /// are the ends of edges, the token's, and `more`.
    pub fn on_graph(edges: Vec<(u32, u32)>, more: Vec<u32>, at: Option<u32>) -> Self {
        let links = Links {
            single: more,
            edges,
            marked: at.map(|v| vec![v]),
        };
        let vertices = links.vertices();
        let mut edges = links.edges;
        edges.retain(|(a, b)| a != b);
        for (a, b) in &mut edges {
            (*a, *b) = (*a.min(b), *a.max(b));
        }
        edges.sort_unstable();
        edges.dedup();
        Walk {
            place: Place::Graph { vertices, edges },
            at,
        }
    }

    /// A board of free squares and walls, row by row from the top, with a
    /// token on a free square, counted from 0, or none yet. `None` if the
    /// rows are not of one length, the token is on no free square, or there
    /// are 2^31 - 2 squares or more.
    pub fn on_board(rows: &[Vec<bool>], at: Option<(u32, u32)>) -> Option<Self> {
        let square = |free: &bool| match free {
            true => Square::Free,
            false => Square::Wall,
        };
        let rows: Vec<Vec<Square>> = rows
            .iter()
            .map(|row| row.iter().map(square).collect())
            .collect();
        Walk::on_squares(&rows, at)
    }

    fn on_squares(rows: &[Vec<Square>], at: Option<(u32, u32)>) -> Option<Self> {
        let columns = rows.first()?.len();
        let count = columns.checked_mul(rows.len())?;
        if columns == 0 || count >= (1 << 31) - 2 || rows.iter().any(|r| r.len() != columns) {
            return None;
        }
        let squares = rows.concat();
        let at = match at {
            Some((row, column)) if (column as usize) < columns => {
                let square = row as usize * columns + column as usize;
                Some(*squares.get(square)?).filter(|square| *square != Square::Wall)?;
                Some(square as u32)
            }
            Some(_) => return None,
            None => None,
        };
        let columns = columns as u32;
        Some(Walk {
            place: Place::Board { columns, squares },
            at,
        })
    }

    /// The vertices, in order.
    fn vertices(&self) -> Vec<u32> {
        match &self.place {
            Place::Graph { vertices, .. } => vertices.clone(),
            Place::Board { squares, .. } => (0u32..)
                .zip(squares)
                .filter(|(_, square)| **square != Square::Wall)
                .map(|(v, _)| v)
                .collect(),
        }
    }

    /// The neighbours of `v`, in order.
    fn neighbours(&self, v: u32) -> Vec<u32> {
        match &self.place {
            Place::Graph { edges, .. } => {
                let other = |(a, b): &(u32, u32)| match v {
                    v if v == *a => Some(*b),
                    v if v == *b => Some(*a),
                    _ => None,
                };
                let mut found: Vec<u32> = edges.iter().filter_map(other).collect();
                found.sort_unstable();
                found
            }
            Place::Board { columns, squares } => {
                let column = v % columns;
                let near = [
                    v.checked_sub(*columns),
                    v.checked_sub(1).filter(|_| column > 0),
                    Some(v + 1).filter(|_| column + 1 < *columns),
                    Some(v + columns),
                ];
                let here = squares[v as usize];
                let is_near = |w: &u32| {
                    let there = squares.get(*w as usize);
                    there.is_some_and(|there| here.leads_to(*there))
                };
                near.into_iter().flatten().filter(is_near).collect()
            }
        }
    }

    /// The graph with vertices numbered by their places in the list, and the
    /// list. Sizes were checked when the position was made.
    fn graph(&self) -> Option<(Undirected, Vec<u32>)> {
        let names = self.vertices();
        let edges = match &self.place {
            Place::Graph { edges, .. } => links::numbered(&names, edges),
            Place::Board { columns, squares } => {
                let mut number = vec![0u32; squares.len()];
                for (place, name) in (0u32..).zip(&names) {
                    number[*name as usize] = place;
                }
                let mut edges = Vec::with_capacity(2 * names.len());
                for &v in &names {
                    let right = Some(v + 1).filter(|w| w % columns != 0);
                    for w in [right, Some(v + columns)].into_iter().flatten() {
                        let there = squares.get(w as usize);
                        if there.is_some_and(|there| squares[v as usize].leads_to(*there)) {
                            edges.push((number[v as usize], number[w as usize]));
                        }
                    }
                }
                edges
            }
        };
        let graph = Undirected::from_edges(names.len(), &edges).ok()?;
        Some((graph, names))
    }

    /// The graph without `v` and the token.
    fn without(&self, v: u32) -> Walk {
        let mut after = self.clone();
        after.at = None;
        match &mut after.place {
            Place::Graph { vertices, edges } => {
                vertices.retain(|w| *w != v);
                edges.retain(|(a, b)| *a != v && *b != v);
            }
            Place::Board { squares, .. } => squares[v as usize] = Square::Wall,
        }
        after
    }

    fn spot(&self, v: u32) -> Spot {
        match &self.place {
            Place::Graph { .. } => Spot::Vertex(v),
            Place::Board { columns, .. } => Spot::Square {
                row: v / columns + 1,
                column: v % columns + 1,
            },
        }
    }

    fn vertex(&self, spot: Spot) -> Option<u32> {
        match (&self.place, spot) {
            (Place::Graph { vertices, .. }, Spot::Vertex(v)) => {
                vertices.binary_search(&v).is_ok().then_some(v)
            }
            (Place::Board { columns, squares }, Spot::Square { row, column }) => {
                let column = column.checked_sub(1).filter(|c| c < columns)?;
                let square = row.checked_sub(1)?.checked_mul(*columns)?;
                let square = square.checked_add(column)?;
                (*squares.get(square as usize)? != Square::Wall).then_some(square)
            }
            _ => None,
        }
    }

    /// The vertices to which a move wins, in order.
    fn winning(&self) -> Option<Vec<u32>> {
        let Some(at) = self.at else {
            let (graph, names) = self.graph()?;
            let exposed = decompose(&graph);
            return Some(exposed.inessential().map(|v| names[v as usize]).collect());
        };
        let (graph, names) = self.without(at).graph()?;
        let kinds = decompose(&graph).kinds;
        let mut near = self.neighbours(at);
        near.retain(|v| {
            let place = names.partition_point(|name| name < v);
            kinds[place] == Kind::Inessential
        });
        Some(near)
    }
}

/// One matching for the whole game, repaired where a player leaves it.
struct Guided {
    /// The position at first: it knows how moves are called.
    walk: Walk,
    names: Vec<u32>,
    play: Play<Undirected>,
}

impl Guided {
    fn illegal(&self, spot: &Spot) -> Error {
        const SHOWN: usize = 8;
        let legal = self.play.moves().take(SHOWN);
        let legal: Vec<String> = legal
            .map(|v| Geography.write_move(&self.walk.spot(self.names[v as usize])))
            .collect();
        let list = legal.join("; ");
        Error::BadMove {
            text: Geography.write_move(spot),
            expected: match list.is_empty() {
                true => Text::fixed("no move: there is none", "无：此处没有着法"),
                false => Text::new(format!("one of {list}"), format!("以下之一：{list}")),
            },
        }
    }
}

impl Guide<Spot> for Guided {
    fn outcome(&mut self) -> Outcome {
        self.play.outcome()
    }

    fn winning_move(&mut self) -> Option<Spot> {
        let to = self.play.winning_move()?;
        Some(self.walk.spot(self.names[to as usize]))
    }

    fn go(&mut self, spot: &Spot) -> Result<(), Error> {
        let place = |v| self.names.binary_search(&v).ok();
        let to = self.walk.vertex(*spot).and_then(place).map(|v| v as u32);
        match to.filter(|to| self.play.moves().any(|v| v == *to)) {
            Some(to) => self.play.go(to),
            None => Err(self.illegal(spot)),
        }
    }
}

impl Game for Geography {
    type Position = Walk;
    type Move = Spot;

    fn options(&self, walk: &Walk, visit: &mut impl FnMut(Spot, &[Walk]) -> Flow) -> Flow {
        let (mut after, to) = match walk.at {
            None => (walk.clone(), walk.vertices()),
            Some(at) => (walk.without(at), walk.neighbours(at)),
        };
        for v in to {
            after.at = Some(v);
            visit(walk.spot(v), std::slice::from_ref(&after))?;
        }
        CONTINUE
    }

    fn play(&self, walk: &Walk, spot: &Spot) -> Option<Vec<Walk>> {
        let v = walk.vertex(*spot)?;
        let mut after = match walk.at {
            None => walk.clone(),
            Some(at) if walk.neighbours(at).contains(&v) => walk.without(at),
            Some(_) => return None,
        };
        after.at = Some(v);
        Some(vec![after])
    }

    /// Only what is connected with the token matters.
    fn canonical(&self, mut walk: Walk) -> Walk {
        let Some(at) = walk.at else { return walk };
        let Some((graph, names)) = walk.graph() else {
            return walk;
        };
        let mut connected = vec![false; names.len()];
        let mut open = vec![names.partition_point(|name| *name < at) as u32];
        while let Some(v) = open.pop() {
            if !std::mem::replace(&mut connected[v as usize], true) {
                open.extend_from_slice(graph.neighbours(v));
            }
        }
        let keeps = |v: &u32| connected[names.partition_point(|name| name < v)];
        match &mut walk.place {
            Place::Graph { vertices, edges } => {
                vertices.retain(keeps);
                edges.retain(|(a, _)| keeps(a));
            }
            Place::Board { squares, .. } => {
                for (v, connected) in names.iter().zip(&connected) {
                    if !connected {
                        squares[*v as usize] = Square::Wall;
                    }
                }
            }
        }
        walk
    }

    fn read(&self, text: &str) -> Result<Vec<Walk>, Error> {
        notation::read_sum(text, read_walk)
    }

    fn write(&self, sum: &[Walk]) -> String {
        if sum.is_empty() {
            return "0 @0".to_string();
        }
        notation::write_sum(sum, write_walk)
    }

    fn read_move(&self, _: &Walk, text: &str) -> Result<Spot, Error> {
        let mut reader = Reader::new(text);
        reader.eat("to");
        let read = (|| {
            let first = u32::try_from(reader.small().ok()?).ok()?;
            let second = match reader.eat(",") {
                true => Some(u32::try_from(reader.small().ok()?).ok()?),
                false => None,
            };
            reader.end().ok()?;
            Some(match second {
                Some(column) => Spot::Square { row: first, column },
                None => Spot::Vertex(first),
            })
        })();
        read.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "a vertex, or `ROW,COLUMN` of a square",
                "顶点编号，或方格的“行,列”",
            ),
        })
    }

    fn write_move(&self, spot: &Spot) -> String {
        match spot {
            Spot::Vertex(v) => v.to_string(),
            Spot::Square { row, column } => format!("{row},{column}"),
        }
    }
}

fn read_walk(reader: &mut Reader<'_>) -> Result<Walk, Error> {
    let on_board = |c| matches!(c, '.' | '#' | '*' | 'X' | 'O' | 'x' | 'o');
    if !reader.peek().is_some_and(on_board) {
        let links = links::read(reader, "-")?;
        let at = links::token(&links, reader)?;
        return Ok(Walk::on_graph(links.edges, links.single, at));
    }
    let mut rows: Vec<Vec<Square>> = Vec::new();
    let mut at = None;
    let mut coloured = false;
    // A row ends with its line, or with a stroke.
    let in_line = |reader: &Reader<'_>| {
        let rest = reader.rest().trim_start_matches([' ', '\t', '\r']);
        rest.chars().next()
    };
    loop {
        let mut row = Vec::new();
        while in_line(reader).is_some_and(on_board) {
            // The error of a second token stands where that token does.
            let token = |c| matches!(c, '*' | 'x' | 'o');
            if at.is_some() && reader.peek().is_some_and(token) {
                return Err(reader.fail(Text::fixed("only one token", "只有一枚棋子")));
            }
            let Some(c) = reader.eat_if(on_board) else {
                break;
            };
            if token(c) {
                at = Some((rows.len() as u32, row.len() as u32));
            }
            row.push(match c {
                '#' => Square::Wall,
                'X' | 'x' => Square::Black,
                'O' | 'o' => Square::White,
                _ => Square::Free,
            });
            coloured |= matches!(c, 'X' | 'O' | 'x' | 'o');
        }
        rows.push(row);
        let next_line = in_line(reader) == Some('\n') && reader.peek().is_some_and(on_board);
        if !next_line && !reader.eat("/") {
            break;
        }
        // A row may end with both; more rows must follow a stroke.
        reader.blanks();
    }
    if let Some((row, column)) = at.filter(|_| coloured) {
        let square = &mut rows[row as usize][column as usize];
        if *square == Square::Free {
            *square = Square::Black;
        }
    }
    Walk::on_squares(&rows, at).ok_or_else(|| {
        reader.fail(Text::fixed(
            "rows of `.`, `#`, `X`, `O` and one `*` of one length, separated by `/` or on lines of their own, \
             of fewer than 2^31 - 2 squares",
            "以 `/` 或换行分隔、长度相同、由 `.`、`#`、`X`、`O` 与一个 `*` 组成的各行，方格少于 2^31 - 2 个",
        ))
    })
}

fn write_walk(walk: &Walk) -> String {
    match &walk.place {
        Place::Graph { vertices, edges } => {
            let mut covered: Vec<u32> = edges.iter().flat_map(|(a, b)| [*a, *b]).collect();
            covered.sort_unstable();
            let alone = |v: &u32| covered.binary_search(v).is_err();
            let single = vertices.iter().copied().filter(alone);
            links::write(single, edges, "-", walk.at.as_slice())
        }
        Place::Board { columns, squares } => {
            let square = |v: usize| match (squares[v], walk.at == Some(v as u32)) {
                (Square::Wall, _) => '#',
                (Square::Free, false) => '.',
                (Square::Free, true) => '*',
                (Square::Black, false) => 'X',
                (Square::Black, true) => 'x',
                (Square::White, false) => 'O',
                (Square::White, true) => 'o',
            };
            let width = *columns as usize;
            let row = |row| (row * width..(row + 1) * width).map(square);
            let rows = (0..squares.len() / width).map(|r| row(r).collect::<String>());
            rows.collect::<Vec<_>>().join("/")
        }
    }
}

impl Theorem for Geography {
    /// A value is a courtesy that a large graph cannot afford.
    fn seeks_value(&self, sum: &[Walk]) -> bool {
        const MOST: usize = 200;
        let count: usize = sum.iter().map(|walk| walk.vertices().len()).sum();
        count <= MOST
    }

    fn outcome(&self, sum: &[Walk], convention: Convention) -> Option<Outcome> {
        let ([walk], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let (graph, names) = walk.graph()?;
        let all = decompose(&graph);
        Some(Outcome::mover_wins(match walk.at {
            None => !all.matching.is_perfect(),
            Some(at) => {
                let place = names.partition_point(|name| *name < at);
                all.kinds[place] != Kind::Inessential
            }
        }))
    }

    fn winning_moves(
        &self,
        sum: &[Walk],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Spot>) -> Flow,
    ) -> Option<Flow> {
        let ([walk], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let winning = walk.winning()?;
        Some(winning.into_iter().try_for_each(|v| {
            visit(SumMove {
                component: 0,
                mv: walk.spot(v),
            })
        }))
    }

    fn guide(&self, walk: &Walk) -> Option<Box<dyn Guide<Spot>>> {
        let (graph, names) = walk.graph()?;
        let place = names.binary_search(&walk.at?).ok()?;
        let play = Play::new(graph, place as u32).ok()?;
        Some(Box::new(Guided {
            walk: walk.clone(),
            names,
            play,
        }))
    }

    fn reason(&self, sum: &[Walk], _: Convention) -> Text {
        let [walk] = sum else { return Text::default() };
        let Some((graph, names)) = walk.graph() else {
            return Text::default();
        };
        let pairs = decompose(&graph).matching.pairs();
        let covered = names.len();
        match walk.at {
            None => Text::new(
                format!(
                    "a maximum matching covers {} of {covered} vertices",
                    2 * pairs
                ),
                format!("最大匹配覆盖 {covered} 个顶点中的 {} 个", 2 * pairs),
            ),
            Some(_) => Text::new(
                format!(
                    "N exactly when every maximum matching (here of {pairs} edges) covers the token's vertex"
                ),
                format!("当且仅当每个最大匹配（此处有 {pairs} 条边）都覆盖棋子所在顶点时为 N 态"),
            ),
        }
    }
}

no_table!(Geography);

impl Walk {
    /// The size of a board, rows first, if this is one.
    fn size(&self) -> Option<(u64, u64)> {
        match &self.place {
            Place::Board { columns, squares } => {
                let columns = u64::from(*columns);
                Some((squares.len() as u64 / columns, columns))
            }
            Place::Graph { .. } => None,
        }
    }

    /// Whether a picture shows its squares or vertices.
    fn is_shown(&self) -> bool {
        match &self.place {
            Place::Board { .. } => self
                .size()
                .is_some_and(|(rows, columns)| rows <= grids::LONG && columns <= grids::LONG),
            Place::Graph { vertices, edges } => graphs::vertices(edges, vertices).is_some(),
        }
    }

    /// The panel of a walk that began as `first`.
    fn panel(&self, board: u32, first: &Walk) -> Option<Panel> {
        match (&self.place, &first.place) {
            (
                Place::Board { columns, squares },
                Place::Board {
                    squares: before, ..
                },
            ) => {
                let (rows, wide) = self.size()?;
                let at = |row: i32, column: i32| row as usize * wide as usize + column as usize;
                let mut panel = grids::board(board, rows, wide, |row, column| {
                    let at = at(row, column);
                    Some(match (squares[at], before[at]) {
                        (Square::Wall, Square::Wall) => Look::Gone,
                        (Square::Wall, _) => Look::Visited,
                        _ => Look::Free,
                    })
                })?;
                let colour = |at: usize| match squares[at] {
                    Square::Black => "X",
                    Square::White => "O",
                    Square::Wall | Square::Free => "",
                };
                for (at, element) in panel.elements.iter_mut().enumerate() {
                    element.label = colour(at).to_string();
                }
                if let Some(token) = self.at {
                    let (row, column) = ((token / columns) as i32, (token % columns) as i32);
                    let label = colour(token as usize);
                    grids::token(&mut panel, board, 0, Look::White, row, column, label);
                }
                Some(grids::numbered(panel, rows, wide, 1))
            }
            (Place::Graph { vertices, edges }, Place::Graph { edges: before, .. }) => {
                let all = first.vertices();
                let places = graphs::plane(&all, before);
                let look = |v: u32| {
                    let look = match vertices.binary_search(&v) {
                        Ok(_) => Look::Vertex,
                        Err(_) => Look::Visited,
                    };
                    Some((look, String::new()))
                };
                let mut panel = graphs::panel(board, &places, look, edges, false);
                if let Some(token) = self.at {
                    graphs::token(&mut panel, grids::piece(board, 0), Look::White, token, "");
                }
                Some(panel)
            }
            _ => None,
        }
    }
}

/// Where the token has been stays to be seen.
impl Show for Geography {
    fn scene(&self, stage: &Stage<Walk>) -> Scene {
        Scene::by_board(stage, write_walk, |board, first, walks| {
            let [(_, walk)] = walks else { return None };
            first.is_shown().then(|| walk.panel(board, first))?
        })
    }

    fn touches(&self, stage: &Stage<Walk>, mv: &SumMove<Spot>) -> Vec<Id> {
        let board = stage.board(mv.component);
        if !stage.first(mv.component).is_shown() {
            return vec![Id {
                board,
                part: Part::Whole,
            }];
        }
        vec![match mv.mv {
            Spot::Vertex(v) => graphs::vertex(board, v),
            Spot::Square { row, column } => grids::cell(board, row as i32 - 1, column as i32 - 1),
        }]
    }
}

impl Named for Geography {
    const ABOUT: About = About {
        id: "geography",
        aliases: &[("geography", &["vertex geography", "点地理", "无向图点地理"])],
        name: ("undirected vertex geography", "无向图上的点地理游戏"),
        summary: (
            "move a token along edges, never to a vertex where it has been",
            "沿边移动棋子，不得走到已经走过的顶点",
        ),
        rules: (
            "A token stands on a vertex of a graph, or on a square of a board. A move takes it along an edge, or \
             across a side, to a vertex where it has not been. Whoever cannot move loses. If the token is not on the \
             board yet, the first move puts it anywhere.",
            "棋子放在图的一个顶点（或棋盘的一格）上。每次沿一条边（或越过一条公共边）把它移到未曾到过的顶点。不能移动者负。\
             若棋子尚未放上，则第一步可把它放在任意处。",
        ),
        theorem: (
            "The player to move wins exactly when every maximum matching covers the token's vertex; to win, go to its \
             mate. Who may choose the start loses exactly when there is a perfect matching.",
            "当且仅当每个最大匹配都覆盖棋子所在的顶点时，先手必胜；制胜着法是走到其匹配点。若先手可选择起点，则当且仅当存在完美匹配时先手必败。",
        ),
        source: "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, \
                 Theoretical Computer Science 112 (1993)",
        position: (
            "edges, single vertices and the token's vertex: 1-2,2-3,5 @2; or rows of a board from the top, with \
             . free, # wall, * token: .*#/... (without a token: it is put down first). Squares X and O are neighbours \
             of squares of the other colour only; x and o carry the token, and * among them stands on X",
            "各边、孤立顶点与棋子所在顶点：1-2,2-3,5 @2；或自上而下的各行，. 为空格，# 为墙，* 为棋子：.*#/...（没有棋子则先放棋子）。\
             X 与 O 两种颜色的方格只与异色方格相邻；x 与 o 表示其上有棋子，* 处视为 X",
        ),
        moves: (
            "the vertex to go to: 3; on a board its row and column: 2,1",
            "要走到的顶点：3；棋盘上为行,列：2,1",
        ),
        examples: &[
            "1-2,2-3,3-4,4-5,5-1,5-6 @5",
            "*../.#./...",
            "..../.#../...#",
            "1-2,2-3,1-3,3-4 @4",
            "XO*OXO",
        ],
        links: Some("-"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Geography)
    }

    fn small(&self) -> Vec<Vec<Walk>> {
        const PAIRS: [(u32, u32); 10] = [
            (1, 2),
            (1, 3),
            (2, 3),
            (1, 4),
            (2, 4),
            (3, 4),
            (1, 5),
            (2, 5),
            (3, 5),
            (4, 5),
        ];
        // Every graph on four vertices and some on five, the token on the first, the last
        // or nowhere.
        let graphs = (0..64).chain((64..1024).step_by(7)).flat_map(|chosen| {
            let edges = links::subset(&PAIRS, chosen);
            let all = if chosen < 64 { 4 } else { 5 };
            let starts = [None, Some(1), Some(all)].into_iter();
            starts.map(move |at| Walk::on_graph(edges.clone(), (1..=all).collect(), at))
        });
        let boards = (0..64u32).flat_map(|walls| {
            let free = |square: u32| walls >> square & 1 == 0;
            let rows: Vec<Vec<bool>> = (0..2)
                .map(|row| (0..3).map(|column| free(3 * row + column)).collect())
                .collect();
            let starts = [None, Some((0, 0)), Some((1, 1))].into_iter();
            starts.filter_map(move |at| Walk::on_board(&rows, at))
        });
        let colours = (0..64u32).filter_map(|white| {
            let colour = |square: u32| match white >> square & 1 {
                1 => Square::White,
                _ => Square::Black,
            };
            let rows: Vec<Vec<Square>> = (0..2)
                .map(|row| (0..3).map(|column| colour(3 * row + column)).collect())
                .collect();
            Walk::on_squares(&rows, Some((0, white % 3)))
        });
        let all = graphs.chain(boards).chain(colours);
        all.map(|walk| vec![walk]).collect()
    }
}
