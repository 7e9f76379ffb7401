//! A position as a picture, before it is drawn.
//!
//! A [`Scene`] says what lies on the table: stones, coins, squares, tokens,
//! vertices and edges, or cards with a number where there is nothing to see.
//! Every [`Element`] has an [`Id`], a place and a [`Look`]. A game that can be
//! shown implements [`Show`]: its scene, and for each move the elements that it
//! *touches*, which is what a person points at to make the move. Whatever shows
//! a position draws from the same scene: [`text`] for the terminal, [`draw`] for
//! SVG and the formats made of it, a page for clicking.
//!
//! What lies on the table is a [`Stage`]: the sum, and where its components came
//! from. When a board falls apart its parts stay on the board, and a heap keeps its
//! number when another one vanishes, so that a person can follow the play.
//!
//! Each family has one helper, and a game spends a few lines on it: [`heaps`],
//! [`grids`] (strips and boards), [`graphs`] (trees, too).
//!
//! ```
//! use grundy::game::Game;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::picture::scene::{Show, Stage, text};
//! let stage = Stage::new(Nim.read("1,3").unwrap());
//! let lines = text::lines(&Nim.scene(&stage), &text::Page::default());
//! assert_eq!(lines, ["1  ●      1", "2  ● ● ●  3"]);
//! ```
//!
//! Limits: a scene has at most [`MOST`] elements. What is larger is shown by cards
//! that hold the notation, and components beyond [`PANELS`] are only counted.

pub mod draw;
pub mod graphs;
pub mod grids;
pub mod heaps;
pub mod text;
pub mod why;

use std::fmt;

use crate::answer::SumMove;
use crate::natural::Natural;
use crate::text::Text;
use crate::theorem::Theorem;

/// A scene has at most so many elements.
pub const MOST: usize = 4000;
/// So many panels are shown.
pub const PANELS: usize = 24;
/// Longer notations are cut on a card.
const CARD: usize = 60;

/// Which element of which component: what a picture calls it and what a click names.
///
/// Components are counted from 0 by the board on which they lie
/// ([`Frame::board`]), which they keep through a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    /// The board.
    pub board: u32,
    /// What of it.
    pub part: Part,
}

impl Id {
    /// The card of a board.
    pub fn whole(board: u32) -> Id {
        let part = Part::Whole;
        Id { board, part }
    }
}

/// What of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// All of it: a card.
    Whole,
    /// A stone, counted from the bottom of its heap.
    Stone {
        /// The heap, where a component has several.
        heap: u32,
        /// 0 is the lowest.
        level: u32,
    },
    /// A heap that is too high to show its stones, or the place of an empty one.
    Heap(u32),
    /// A square or a coin on a grid, counted from the upper left corner.
    Cell {
        /// From the top.
        row: i32,
        /// From the left.
        column: i32,
    },
    /// A piece that stands on squares or vertices.
    Token(u32),
    /// A vertex, by its number.
    Vertex(u32),
    /// An edge between two vertices, by their numbers, and which of several.
    Edge(u32, u32, u32),
}

impl fmt::Display for Id {
    /// A name that is good in SVG and in an address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board + 1;
        match self.part {
            Part::Whole => write!(f, "b{board}"),
            Part::Stone { heap, level } => write!(f, "b{board}-s{heap}-{level}"),
            Part::Heap(heap) => write!(f, "b{board}-h{heap}"),
            Part::Cell { row, column } => write!(f, "b{board}-c{row}-{column}"),
            Part::Token(token) => write!(f, "b{board}-t{token}"),
            Part::Vertex(vertex) => write!(f, "b{board}-v{vertex}"),
            Part::Edge(from, to, 0) => write!(f, "b{board}-e{from}-{to}"),
            Part::Edge(from, to, which) => write!(f, "b{board}-e{from}-{to}-{which}"),
        }
    }
}

/// How an element looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// A stone of a heap.
    Stone,
    /// A coin that shows heads.
    Heads,
    /// A coin that shows tails.
    Tails,
    /// A square that may be used.
    Free,
    /// A square that is gone: covered, eaten, a wall.
    Gone,
    /// A square with a cross on it.
    Cross,
    /// The square that nobody wants.
    Poison,
    /// A piece of the player to move, or of nobody.
    White,
    /// A piece of the other player.
    Black,
    /// A vertex.
    Vertex,
    /// A vertex on the ground, or a root.
    Ground,
    /// A vertex or square where a piece has been.
    Visited,
    /// An edge between two vertices of the same board.
    Edge {
        /// The number of the vertex where it starts.
        from: u32,
        /// The number of the vertex where it ends.
        to: u32,
        /// Whether it leads one way only.
        arrow: bool,
    },
    /// A card with its label on it.
    Card,
}

/// Something that lies on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name.
    pub id: Id,
    /// How it looks.
    pub look: Look,
    /// Where it lies, in units of the grid: to the right, and down (for heaps: up).
    pub at: (f64, f64),
    /// What is written on it; may be empty.
    pub label: String,
}

/// How the elements of a panel are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Heaps stand side by side: `at` is the heap and the level.
    Heaps,
    /// Elements lie on a grid, pieces on squares: `at` is column and row.
    Grid,
    /// Vertices and edges: `at` is a place in the plane.
    Graph,
    /// The same, where every edge leads from a vertex to one below it.
    Tree,
}

/// Elements that are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The name of the component, if it needs one.
    pub title: String,
    /// How they are arranged.
    pub layout: Layout,
    /// The elements; what stands on others comes after them.
    pub elements: Vec<Element>,
    /// What is written under each column, or beside each heap; may be empty.
    pub columns: Vec<String>,
    /// What is written beside each row; may be empty.
    pub rows: Vec<String>,
}

impl Panel {
    /// An empty panel.
    pub fn new(layout: Layout) -> Panel {
        Panel {
            title: String::new(),
            layout,
            elements: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// A card that holds a notation or a number.
    pub fn card(board: u32, label: &str) -> Panel {
        let mut panel = Panel::new(Layout::Grid);
        panel.put(board, Part::Whole, Look::Card, (0.0, 0.0), shortened(label));
        panel
    }

    /// Lays down an element.
    pub fn put(
        &mut self,
        board: u32,
        part: Part,
        look: Look,
        at: (f64, f64),
        label: impl Into<String>,
    ) {
        let id = Id { board, part };
        let label = label.into();
        self.elements.push(Element {
            id,
            look,
            at,
            label,
        });
    }
}

/// A text cut to what fits on a card.
fn shortened(text: &str) -> String {
    cut(text, CARD)
}

/// A text of at most so many letters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    head + "…"
}

/// What lies on the table, as a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What is shown, from left to right.
    pub panels: Vec<Panel>,
    /// How many components are not shown.
    pub left_out: usize,
}

impl Scene {
    /// Lays several scenes beside each other, each under a name. Boards are numbered
    /// through, and panels that had a number keep it after the name. Tells also by how much
    /// the numbers of each scene's boards have grown.
    pub fn together(scenes: Vec<(String, Scene)>) -> (Scene, Vec<u32>) {
        let mut all = Scene::default();
        let mut boards = 0;
        let mut grown = Vec::with_capacity(scenes.len());
        for (name, scene) in scenes {
            grown.push(boards);
            let mut next = boards;
            for mut panel in scene.panels {
                panel.title = match panel.title.is_empty() {
                    true => name.clone(),
                    false => format!("{name} {}", panel.title),
                };
                for element in &mut panel.elements {
                    element.id.board += boards;
                    next = next.max(element.id.board + 1);
                }
                all.panels.push(panel);
            }
            all.left_out += scene.left_out;
            boards = next.max(boards + 1);
        }
        if all.panels.len() > PANELS {
            all.left_out += all.panels.len() - PANELS;
            all.panels.truncate(PANELS);
        }
        (all, grown)
    }

    /// Every element.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.panels.iter().flat_map(|panel| &panel.elements)
    }

    /// The element of this name.
    pub fn element(&self, id: Id) -> Option<&Element> {
        self.elements().find(|element| element.id == id)
    }

    /// One panel for each board of the stage, made by `panel`; a board that would
    /// have too many elements becomes a card.
    ///
    /// `panel` is given the first position of the board and the components that
    /// lie on it now, with their places.
    pub fn by_board<P>(
        stage: &Stage<P>,
        write: impl Fn(&P) -> String,
        panel: impl Fn(u32, &P, &[(Frame, &P)]) -> Option<Panel>,
    ) -> Scene {
        let on = |places: &[usize]| -> Vec<(Frame, &P)> {
            let place = |at: &usize| (stage.frames[*at], &stage.sum[*at]);
            places.iter().map(place).collect()
        };
        Scene::laid(
            &groups(&stage.frames),
            &|board, places| panel(board, &stage.first[board as usize], &on(places)),
            &|at| write(&stage.sum[at]),
        )
    }

    /// The same, compiled once for all games: `panel` is given the number of a board and
    /// the places of its components in the sum.
    fn laid(
        boards: &[(u32, Vec<usize>)],
        panel: &dyn Fn(u32, &[usize]) -> Option<Panel>,
        write: &dyn Fn(usize) -> String,
    ) -> Scene {
        let mut scene = Scene::default();
        let mut room = MOST;
        for (board, places) in boards {
            if scene.panels.len() == PANELS {
                scene.left_out += places.len();
                continue;
            }
            let made = panel(*board, places).filter(|panel| panel.elements.len() <= room);
            let mut made = made.unwrap_or_else(|| {
                let texts: Vec<String> = places.iter().map(|at| write(*at)).collect();
                Panel::card(*board, &texts.join(" + "))
            });
            if boards.len() > 1 && made.title.is_empty() {
                made.title = (board + 1).to_string();
            }
            room = room.saturating_sub(made.elements.len());
            scene.panels.push(made);
        }
        scene
    }

    /// A card for each component.
    pub fn cards<P>(stage: &Stage<P>, write: impl Fn(&P) -> String) -> Scene {
        Scene::by_board(stage, write, |_, _, _| None)
    }
}

/// Where a component lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The board, counted from 0.
    pub board: u32,
    /// How far its first row lies below that of the board.
    pub row: i32,
    /// How far its first column lies to the right of that of the board.
    pub column: i32,
}

/// What lies on the table: a sum, and where its components came from.
#[derive(Clone, Debug)]
pub struct Stage<P> {
    sum: Vec<P>,
    frames: Vec<Frame>,
    /// The position with which each board began.
    first: Vec<P>,
}

impl<P: Clone> Stage<P> {
    /// The stage on which play begins: each component on a board of its own.
    pub fn new(sum: Vec<P>) -> Self {
        let frame = |board| Frame {
            board,
            row: 0,
            column: 0,
        };
        Stage {
            frames: (0..).take(sum.len()).map(frame).collect(),
            first: sum.clone(),
            sum,
        }
    }

    /// Plays a move; `None` if it is not legal.
    pub fn play<G: Show<Position = P>>(&mut self, game: &G, mv: &SumMove<G::Move>) -> Option<()> {
        let at = mv.component;
        let position = self.sum.get(at)?.clone();
        let parts = game.play(&position, &mv.mv)?;
        let frame = self.frames[at];
        let places = game.places(&position, &mv.mv, &parts);
        let mut frames = Vec::with_capacity(parts.len());
        for (number, part) in parts.iter().enumerate() {
            let place = places.as_ref().and_then(|places| places.get(number));
            frames.push(match (place, number) {
                (Some((row, column)), _) => Frame {
                    row: frame.row + row,
                    column: frame.column + column,
                    ..frame
                },
                (None, 0) => frame,
                (None, _) => {
                    self.first.push(part.clone());
                    Frame {
                        board: self.first.len() as u32 - 1,
                        row: 0,
                        column: 0,
                    }
                }
            });
        }
        crate::game::replace(&mut self.sum, at, &parts);
        crate::game::replace(&mut self.frames, at, &frames);
        Some(())
    }
}

impl<P> Stage<P> {
    /// The sum.
    pub fn sum(&self) -> &[P] {
        &self.sum
    }

    /// Where a component lies.
    pub fn frame(&self, component: usize) -> Frame {
        self.frames[component]
    }

    /// The position with which the board of a component began.
    pub fn first(&self, component: usize) -> &P {
        &self.first[self.frames[component].board as usize]
    }

    /// Whether there is, or was, more than one board: then each goes by its number.
    pub fn has_names(&self) -> bool {
        self.first.len() > 1
    }

    /// The components with their places.
    pub fn components(&self) -> impl Iterator<Item = (Frame, &P)> {
        self.frames.iter().copied().zip(&self.sum)
    }

    /// The number of the board of a component, for ids.
    pub fn board(&self, component: usize) -> u32 {
        self.frames[component].board
    }

    /// The same for other positions, component by component.
    pub fn map<Q>(&self, with: impl Fn(&P) -> Q) -> Stage<Q> {
        Stage {
            sum: self.sum.iter().map(&with).collect(),
            frames: self.frames.clone(),
            first: self.first.iter().map(&with).collect(),
        }
    }

    /// The boards on which something lies: their number, their first position,
    /// and the components on them; in the order of their numbers.
    #[allow(clippy::type_complexity)]
    pub fn boards(&self) -> impl Iterator<Item = (u32, &P, Vec<(Frame, &P)>)> {
        groups(&self.frames).into_iter().map(|(board, places)| {
            let place = |at: &usize| (self.frames[*at], &self.sum[*at]);
            let on_it = places.iter().map(place).collect();
            (board, &self.first[board as usize], on_it)
        })
    }
}

/// The boards in the order of their numbers, each with the places of its components.
fn groups(frames: &[Frame]) -> Vec<(u32, Vec<usize>)> {
    let mut order: Vec<usize> = (0..frames.len()).collect();
    order.sort_by_key(|at| frames[*at].board);
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for at in order {
        match groups.last_mut() {
            Some((board, places)) if *board == frames[at].board => places.push(at),
            _ => groups.push((frames[at].board, vec![at])),
        }
    }
    groups
}

/// A number that decides who wins, and what it is the number of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it belongs to: a heap, a step, a coin.
    pub of: Text,
    /// The number.
    pub value: Natural,
    /// Whether it counts: in staircase Nim the even steps do not.
    pub counts: bool,
}

impl Number {
    /// A number that counts, of something that has the same name in every language.
    pub fn of(name: impl fmt::Display, value: impl Into<Natural>) -> Number {
        let name = name.to_string();
        Number {
            of: Text::new(name.clone(), name),
            value: value.into(),
            counts: true,
        }
    }
}

/// The numbers that decide who wins, and how they are put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The numbers.
    pub each: Vec<Number>,
    /// Binary digits are added without carry, modulo this: 2 for the nim sum,
    /// k + 1 for Moore's Nim.
    pub modulo: u32,
}

/// A game whose positions can be shown; `impl Show for … {}` shows cards.
pub trait Show: Theorem {
    /// What lies on the table.
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        Scene::cards(stage, |position| self.write(std::slice::from_ref(position)))
    }

    /// The elements that a person points at to make a move. Several moves may touch
    /// the same: then the person is asked which.
    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Self::Move>) -> Vec<Id> {
        vec![Id {
            board: stage.board(mv.component),
            part: Part::Whole,
        }]
    }

    /// Where the parts that a move leaves lie: rows and columns below and to the
    /// right of the component. `None`: the first part takes its place, others are
    /// laid beside it.
    fn places(
        &self,
        _position: &Self::Position,
        _mv: &Self::Move,
        _parts: &[Self::Position],
    ) -> Option<Vec<(i32, i32)>> {
        None
    }

    /// The move in a component that lies so many rows and columns from its board's
    /// corner, as it is called on that board. For games that give
    /// [`Show::places`].
    fn on_board(&self, mv: &Self::Move, _row: i32, _column: i32) -> Self::Move {
        mv.clone()
    }

    /// The numbers that decide, for the table of why a position is won: the Grundy
    /// values of the components, if the theorem knows them.
    fn numbers(&self, stage: &Stage<Self::Position>) -> Option<Numbers> {
        why::of_components(self, stage)
    }
}

/// A reference to a game shows what the game shows.
impl<G: Show> Show for &G {
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        G::scene(self, stage)
    }
    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Self::Move>) -> Vec<Id> {
        G::touches(self, stage, mv)
    }
    fn places(
        &self,
        position: &Self::Position,
        mv: &Self::Move,
        parts: &[Self::Position],
    ) -> Option<Vec<(i32, i32)>> {
        G::places(self, position, mv, parts)
    }
    fn on_board(&self, mv: &Self::Move, row: i32, column: i32) -> Self::Move {
        G::on_board(self, mv, row, column)
    }
    fn numbers(&self, stage: &Stage<Self::Position>) -> Option<Numbers> {
        G::numbers(self, stage)
    }
}
