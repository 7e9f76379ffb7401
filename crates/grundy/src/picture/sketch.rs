//! What a picture of a solved graph shows, before it is drawn.
//!
//! A [`Sketch`] is made of a [`Diagram`] (all positions of a game of the
//! catalogue) or of a graph from a file ([`crate::explicit`]); [`super::dot`]
//! and [`super::graph`] draw it.
//!
//! ```
//! use grundy::outcome::Outcome;
//! use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
//! let node = |label: &str, outcome| Node { label: label.into(), note: String::new(), outcome };
//! let sketch = Sketch {
//!     nodes: vec![node("a", Outcome::N), node("b", Outcome::P)],
//!     arrows: vec![Arrow { from: 0, to: 1, role: Role::Winning }],
//!     ..Sketch::default()
//! };
//! assert!(grundy::picture::graph::svg(&sketch, "two").unwrap().contains("<ellipse"));
//! ```

use crate::diagram::Diagram;
use crate::outcome::Outcome;

/// A graph with everything that is to be seen of it.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The positions.
    pub nodes: Vec<Node>,
    /// The moves.
    pub arrows: Vec<Arrow>,
    /// The position that stands out, if one does.
    pub start: Option<u32>,
    /// What the notes mean, for the legend; may be empty.
    pub caption: String,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name.
    pub label: String,
    /// A value or a remoteness, in smaller letters; may be empty.
    pub note: String,
    /// Who wins.
    pub outcome: Outcome,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: u32,
    /// Where it leads.
    pub to: u32,
    /// What it is good for.
    pub role: Role,
}

/// What a move is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// For nothing: it gives something away.
    Poor,
    /// In a lost position: it puts off the end.
    Delaying,
    /// It keeps a draw.
    Drawing,
    /// It wins, but another move wins sooner.
    Slow,
    /// It wins as soon as can be.
    Winning,
}

impl Role {
    /// The role of a move by the outcomes of its two ends alone.
    pub fn between(from: Outcome, to: Outcome) -> Role {
        match (from, to) {
            (Outcome::N, Outcome::P) => Role::Winning,
            (Outcome::Draw, Outcome::Draw) => Role::Drawing,
            _ => Role::Poor,
        }
    }
}

impl From<&Diagram> for Sketch {
    /// All winning moves stand out, the start does, and Grundy values are the notes.
    fn from(diagram: &Diagram) -> Sketch {
        let nodes = diagram.vertices.iter().map(|vertex| Node {
            label: vertex.position.clone(),
            note: vertex
                .value
                .map_or(String::new(), |value| format!("*{value}")),
            outcome: vertex.outcome,
        });
        let outcome = |v: u32| diagram.vertices[v as usize].outcome;
        let arrows = diagram.edges.iter().map(|&(from, to)| Arrow {
            from,
            to,
            role: Role::between(outcome(from), outcome(to)),
        });
        Sketch {
            nodes: nodes.collect(),
            arrows: arrows.collect(),
            start: (!diagram.vertices.is_empty()).then_some(0),
            caption: String::new(),
        }
    }
}
