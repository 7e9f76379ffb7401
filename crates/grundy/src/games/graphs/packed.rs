//! Graphs that lose vertices, as sets of vertices of the graph that play began with.
//!
//! What is left of a graph is a set of its vertices, a word of bits: no graph is copied
//! for a move, and none is brought into a canonical form. In exchange isomorphic parts
//! at different places are different pieces. So a graph is packed where its vertices are of
//! many [kinds](Relation::kinds), as in random graphs, or where all its sets are
//! few; a graph of many equal branches is searched by isomorphism as before.
//!
//! A graph that is a rectangle of squares is played on a board: there parts that are the same by shifts, flips and
//! turns are one piece, and Arc Kayles is [Cram](crate::games::boards::cram).
//!
//! Limits: 64 vertices, as of relations.

use std::marker::PhantomData;

use super::relation::{Relation, bits};
use crate::game::{CONTINUE, Flow};
use crate::games::boards::cram;
use crate::solve::boards::grid::{Grid, low};
use crate::solve::boards::lanes::{self, with_lanes};
use crate::solve::boards::{Boards, Piece, Rules, Search};

/// What a move takes.
pub(super) trait Taking: Send + Sync + 'static {
    /// Whether a vertex without edges can be taken.
    const ALONE: bool;

    /// Names the vertices that each move among those of `set` takes, and perhaps others.
    fn each(graph: &Relation, set: u64, visit: &mut impl FnMut(u64) -> Flow) -> Flow;

    /// Adds the pieces of a connected set of squares.
    fn lay(grid: Grid, pieces: &mut Vec<Piece>);

    /// Names what the moves on a piece of a board leave.
    fn on_board(piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow;

    /// How much there is to search in a piece of a board.
    fn effort(piece: Piece) -> u32 {
        piece.squares.count_ones()
    }
}

/// The graphs that play began with. The shape of a piece is the number of its graph, from
/// [`BOARDS`] + 1 on, or that of a piece of a board.
struct Graphs<T> {
    graphs: Vec<(Relation, Option<Board>)>,
    taking: PhantomData<T>,
}

/// Shapes of pieces of boards are not above this.
const BOARDS: u16 = 64;

/// A vertex without edges, whatever graph it was part of.
const LONE: Piece = Piece {
    squares: 1,
    shape: 8,
};

/// Where the vertices of a graph lie, if it is a rectangle of squares.
struct Board {
    rows: u8,
    columns: u8,
    /// The square of each vertex.
    squares: Vec<u32>,
}

impl Board {
    /// The board of a connected graph.
    ///
    /// The distances of a square from two corners of one side say where it lies. So two vertices are taken for such
    /// corners, and then it is looked whether every square is there, with its neighbours and no others.
    fn new(graph: &Relation) -> Option<Board> {
        let degree = |v: usize| graph.to(v).count_ones();
        let corner = (0..graph.len()).min_by_key(|v| degree(*v))?;
        if degree(corner) > 2 {
            return None;
        }
        let from_corner = distances(graph, corner);
        let mut others = (0..graph.len()).filter(|v| degree(*v) <= 2);
        others.find_map(|other| {
            let columns = from_corner[other] + 1;
            let squares = from_corner.iter().zip(distances(graph, other));
            let squares = squares.map(|(near, far)| {
                let row = (near + far).checked_sub(columns - 1)?;
                let column = (near + columns - 1).checked_sub(far)?;
                let whole = row % 2 == 0 && column % 2 == 0 && column / 2 < columns;
                whole.then_some(row / 2 * columns + column / 2)
            });
            let squares: Vec<u32> = squares.collect::<Option<_>>()?;
            let rows = (graph.len() as u32).checked_div(columns)?;
            let all = squares.iter().fold(0, |all, square| {
                all | 1u64.checked_shl(*square).unwrap_or(0)
            });
            if rows * columns != graph.len() as u32 || all != low(rows * columns) {
                return None;
            }
            let beside = |a: usize, b: usize| {
                let place = |v: usize| (squares[v] / columns, squares[v] % columns);
                let ((row, column), (other, another)) = (place(a), place(b));
                row.abs_diff(other) + column.abs_diff(another) == 1
            };
            let fits = (0..graph.len())
                .all(|a| (0..graph.len()).all(|b| beside(a, b) == (graph.to(a) >> b & 1 == 1)));
            fits.then_some(Board {
                rows: rows as u8,
                columns: columns as u8,
                squares,
            })
        })
    }

    /// The squares of some vertices, at least one.
    fn grid(&self, vertices: u64) -> Option<Grid> {
        let squares = bits(vertices).fold(0, |all, v| all | 1 << self.squares[v]);
        Grid::new(self.rows, self.columns, squares)
    }
}

/// How far each vertex of a connected graph is from one.
fn distances(graph: &Relation, from: usize) -> Vec<u32> {
    let mut distances = vec![0; graph.len()];
    let (mut seen, mut last, mut steps) = (1 << from, 1u64 << from, 0);
    while last != 0 {
        let next = bits(last).fold(0, |next, v| next | graph.to(v)) & !seen;
        steps += 1;
        bits(next).for_each(|v| distances[v] = steps);
        seen |= next;
        last = next;
    }
    distances
}

/// Sets of so few vertices are all searched soon enough.
const FEW: usize = 16;
/// A graph with more vertices of each kind, on average, is searched by isomorphism.
const ALIKE: usize = 8;

/// The search for what is left of graphs.
pub(super) fn boards<T: Taking>() -> Boards {
    Box::new(Search::new(Graphs::<T> {
        graphs: Vec::new(),
        taking: PhantomData,
    }))
}

/// Adds the piece of a connected graph: of one that is known, or of a new one.
pub(super) fn pack<T: Taking>(
    boards: &mut Boards,
    graph: &Relation,
    pieces: &mut Vec<Piece>,
) -> bool {
    let Some(rules) = boards.rules().downcast_mut::<Graphs<T>>() else {
        return false;
    };
    if graph.len() <= 1 {
        if T::ALONE && graph.len() == 1 {
            pieces.push(LONE);
        }
        return true;
    }
    let mut known = rules.graphs.iter().enumerate();
    let found = known.find_map(|(at, (first, _))| Some((at, first.holds(graph)?)));
    let found = found.or_else(|| {
        let board = Board::new(graph);
        let worth = board.is_some() || graph.len() <= FEW || graph.kinds() * ALIKE >= graph.len();
        let at = rules.graphs.len();
        if !worth || at >= usize::from(u16::MAX - BOARDS) {
            return None;
        }
        rules.graphs.push((graph.clone(), board));
        Some((at, graph.all()))
    });
    let Some((at, vertices)) = found else {
        return false;
    };
    let board = rules.graphs[at].1.as_ref();
    match board.and_then(|board| board.grid(vertices)) {
        Some(grid) => T::lay(grid, pieces),
        None => pieces.push(Piece {
            squares: vertices,
            shape: BOARDS + 1 + at as u16,
        }),
    }
    true
}

impl<T: Taking> Rules for Graphs<T> {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        let Some(at) = piece.shape.checked_sub(BOARDS + 1) else {
            return T::on_board(piece, visit);
        };
        let graph = &self.graphs[usize::from(at)].0;
        let mut parts = [piece; 64];
        T::each(graph, piece.squares, &mut |taken| {
            let left = piece.squares & !taken;
            let (mut rest, mut count, mut alone) = (left, 0, false);
            while rest != 0 {
                let mut part = rest & rest.wrapping_neg();
                let mut new = part;
                while new != 0 {
                    let vertex = new.trailing_zeros() as usize;
                    new &= new - 1;
                    let reached = graph.to(vertex) & left & !part;
                    part |= reached;
                    new |= reached;
                }
                rest &= !part;
                if part.is_power_of_two() {
                    // Two of them cancel.
                    alone ^= true;
                } else {
                    parts[count].squares = part;
                    parts[count].shape = piece.shape;
                    count += 1;
                }
            }
            if alone && T::ALONE {
                parts[count] = LONE;
                count += 1;
            }
            visit(&parts[..count])
        })
    }

    fn effort(&self, piece: Piece) -> u32 {
        match piece.shape > BOARDS {
            true => piece.squares.count_ones(),
            false => T::effort(piece),
        }
    }
}

/// Take a vertex and its neighbours.
pub(super) struct Vertices;

impl Taking for Vertices {
    const ALONE: bool = true;

    fn each(graph: &Relation, set: u64, visit: &mut impl FnMut(u64) -> Flow) -> Flow {
        bits(set).try_for_each(|v| visit(1 << v | graph.to(v)))?;
        CONTINUE
    }

    fn lay(grid: Grid, pieces: &mut Vec<Piece>) {
        pieces.push(lanes::piece(grid));
    }

    fn on_board(piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        with_lanes!(piece.shape, squares_taken(piece.squares, visit))
    }
}

/// Takes a square and those beside it.
fn squares_taken<const W: u32>(squares: u64, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
    // At most eight squares touch those that are gone.
    let mut pieces = [LONE; 9];
    bits(squares).try_for_each(|square| {
        let gone = (1 << square | lanes::beside::<W>(1 << square)) & squares;
        let (mut count, mut alone) = (0, false);
        lanes::parts::<W>(squares & !gone, gone, |part| {
            if part.is_power_of_two() {
                // Two of them cancel.
                alone ^= true;
            } else {
                pieces[count] = lanes::settled::<W>(part);
                count += 1;
            }
        });
        if alone {
            pieces[count] = LONE;
            count += 1;
        }
        visit(&pieces[..count])
    })
}

/// Take two neighbours.
pub(super) struct Edges;

impl Taking for Edges {
    const ALONE: bool = false;

    fn each(graph: &Relation, set: u64, visit: &mut impl FnMut(u64) -> Flow) -> Flow {
        for a in bits(set) {
            // Each edge from its first end.
            let later = graph.to(a) & set & (u64::MAX << a);
            bits(later).try_for_each(|b| visit(1 << a | 1 << b))?;
        }
        CONTINUE
    }

    fn lay(grid: Grid, pieces: &mut Vec<Piece>) {
        cram::lay(grid, pieces);
    }

    fn on_board(piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        cram::dominoes(piece, visit)
    }

    fn effort(piece: Piece) -> u32 {
        cram::effort(piece)
    }
}
