//! Pictures, as text in a standard format.
//!
//! A figure is a [`drawing`]: shapes whose colours are roles of one [`look`].
//! [`svg`] and [`tikz`] write it. A position is a [`scene`].
//!
//! [`sketch`] is a solved graph with all that is to be seen of it; [`dot`]
//! writes it for Graphviz, [`graph`] draws it with a layered layout of
//! our own ([`layout`]). [`heat`] draws a table, [`crate::solve::heap::plot`] a
//! sequence. Outcomes are told apart
//! by colour *and* by shape, so that a picture also works in print and for
//! the colour-blind.

pub mod axis;
pub mod dot;
pub mod drawing;
pub mod graph;
pub mod heat;
pub mod layout;
pub mod look;
pub mod png;
pub mod scene;
pub mod sketch;
pub mod svg;
pub mod tikz;

use crate::error::Error;
use crate::outcome::Outcome;
use crate::text::Text;
use look::Ink;
use sketch::Role;

/// Fill, outline and letters of an outcome.
fn colours(outcome: Outcome) -> [Ink; 3] {
    let (fill, outline) = match outcome {
        Outcome::P => (Ink::Lose, Ink::LoseLine),
        Outcome::N => (Ink::Win, Ink::WinLine),
        Outcome::Draw => (Ink::Draw, Ink::DrawLine),
    };
    [fill, outline, fill.on()]
}

/// The colour of a move.
fn ink(role: Role) -> Ink {
    match role {
        Role::Winning | Role::Slow => Ink::WinLine,
        Role::Drawing => Ink::DrawLine,
        Role::Delaying => Ink::LoseLine,
        Role::Poor => Ink::Faint,
    }
}

/// The refusal of a graph that would be no picture any more.
pub(crate) fn too_large(
    vertices: usize,
    edges: usize,
    most_vertices: usize,
    most_edges: usize,
) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!(
                "a graph of {vertices} positions and {edges} moves is too large for a picture \
                 (at most {most_vertices} and {most_edges})"
            ),
            format!(
                "{vertices} 个局面、{edges} 步着法的图过大，无法绘制（上限 {most_vertices} 与 {most_edges}）"
            ),
        ),
    }
}
