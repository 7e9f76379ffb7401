//! Graphs that lose vertices, as sets of vertices of the graph that play began with.
//!
//! What is left of a graph is a set of its vertices, a word of bits: no graph is copied
//! for a move, and none is brought into a canonical form. In exchange isomorphic parts
//! at different places are different pieces. So a graph is packed where its vertices are of
//! many [kinds](Relation::kinds), as in grids and random graphs, or where all its sets are
//! few; a graph of many equal branches is searched by isomorphism as before.
//!
//! Limits: 64 vertices, as of relations.

use std::marker::PhantomData;

use super::relation::{Relation, bits};
use crate::game::{CONTINUE, Flow};
use crate::solve::boards::{Boards, Piece, Rules, Search};

/// What a move takes.
pub(super) trait Taking: Send + Sync + 'static {
    /// Whether a vertex without edges can be taken.
    const ALONE: bool;

    /// Names the vertices that each move among those of `set` takes, and perhaps others.
    fn each(graph: &Relation, set: u64, visit: &mut impl FnMut(u64) -> Flow) -> Flow;
}

/// The graphs that play began with: the shape of a piece is the number of its graph, from 1.
struct Graphs<T> {
    graphs: Vec<Relation>,
    taking: PhantomData<T>,
}

/// A vertex without edges, whatever graph it was part of.
const LONE: Piece = Piece {
    squares: 1,
    shape: u16::MAX,
};

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
    let known = (1..).zip(&rules.graphs);
    let found = { known }.find_map(|(shape, first)| {
        let squares = first.holds(graph)?;
        Some(Piece { squares, shape })
    });
    let piece = found.or_else(|| {
        let worth = graph.len() <= FEW || graph.kinds() * ALIKE >= graph.len();
        let shape = u16::try_from(rules.graphs.len() + 1).ok();
        let shape = shape.filter(|shape| worth && *shape < LONE.shape)?;
        rules.graphs.push(graph.clone());
        Some(Piece {
            squares: graph.all(),
            shape,
        })
    });
    pieces.extend(piece);
    piece.is_some()
}

impl<T: Taking> Rules for Graphs<T> {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        if piece == LONE {
            return visit(&[]);
        }
        let graph = &self.graphs[usize::from(piece.shape) - 1];
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
}

/// Take a vertex and its neighbours.
pub(super) struct Vertices;

impl Taking for Vertices {
    const ALONE: bool = true;

    fn each(graph: &Relation, set: u64, visit: &mut impl FnMut(u64) -> Flow) -> Flow {
        bits(set).try_for_each(|v| visit(1 << v | graph.to(v)))?;
        CONTINUE
    }
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
}
