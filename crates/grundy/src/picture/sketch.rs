//! What a picture of a solved graph shows, before it is drawn.
//!
//! A [`Sketch`] is made of a [`Diagram`] (all positions of a game of the
//! catalogue) or of a graph from a file ([`crate::explicit`]); [`super::dot`]
//! and [`super::graph`] draw it.
//!
//! ```
//! use grundy::outcome::Outcome;
//! use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
//! let sketch = Sketch {
//!     nodes: vec![Node::new("a", "", Outcome::N), Node::new("b", "", Outcome::P)],
//!     arrows: vec![Arrow { from: 0, to: 1, role: Role::Winning }],
//!     ..Sketch::default()
//! };
//! assert!(grundy::picture::graph::draw(&sketch, "two").unwrap().width > 0.0);
//! ```

use super::drawing::Drawing;
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
    /// How it looks: then it stands in the node instead of the name.
    pub picture: Option<Drawing>,
    /// Whether moves lead from it that are not shown.
    pub more: bool,
}

impl Node {
    /// A position without a picture, all of whose moves are shown.
    pub fn new(label: impl Into<String>, note: impl Into<String>, outcome: Outcome) -> Node {
        Node {
            label: label.into(),
            note: note.into(),
            outcome,
            picture: None,
            more: false,
        }
    }
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

impl Sketch {
    /// The first `depth` moves from the start, and the positions they lead to;
    /// everything if no position is the start. Outcomes and values stay those of
    /// the whole graph, and [`Node::more`] tells where it goes on.
    pub fn within(&self, depth: usize) -> Sketch {
        let Some(start) = self.start.filter(|v| (*v as usize) < self.nodes.len()) else {
            return self.clone();
        };
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for arrow in &self.arrows {
            after[arrow.from as usize].push(arrow.to);
        }
        // Which number a position has in the new sketch; the nearest come first.
        let mut place: Vec<Option<u32>> = vec![None; self.nodes.len()];
        place[start as usize] = Some(0);
        let mut kept = vec![start];
        let mut ring = 0..1;
        let mut moved = 0;
        for _ in 0..depth {
            moved = ring.end;
            for at in ring.clone() {
                for &to in &after[kept[at] as usize] {
                    if place[to as usize].is_none() {
                        place[to as usize] = Some(kept.len() as u32);
                        kept.push(to);
                    }
                }
            }
            ring = ring.end..kept.len();
            if ring.is_empty() {
                break;
            }
        }
        let nodes = kept.iter().enumerate().map(|(number, &v)| {
            let mut node = self.nodes[v as usize].clone();
            node.more |= number >= moved && !after[v as usize].is_empty();
            node
        });
        let arrows = self.arrows.iter().filter_map(|arrow| {
            let from = place[arrow.from as usize].filter(|from| (*from as usize) < moved)?;
            Some(Arrow {
                from,
                to: place[arrow.to as usize]?,
                role: arrow.role,
            })
        });
        Sketch {
            nodes: nodes.collect(),
            arrows: arrows.collect(),
            start: Some(0),
            caption: self.caption.clone(),
        }
    }
}

impl From<&Diagram> for Sketch {
    /// All winning moves stand out, the start does, and Grundy values are the notes.
    fn from(diagram: &Diagram) -> Sketch {
        let nodes = diagram.vertices.iter().map(|vertex| {
            let value = vertex.value.map(|value| format!("*{value}"));
            Node::new(
                vertex.position.clone(),
                value.unwrap_or_default(),
                vertex.outcome,
            )
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
