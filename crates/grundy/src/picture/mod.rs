//! Pictures, as text in a standard format.
//!
//! A figure is a [`drawing`]: shapes whose colours are roles of one [`look`].
//! [`svg`] and [`tikz`] write it. A position is a [`scene`].
//!
//! [`sketch`] is a solved graph with all that is to be seen of it; [`dot`]
//! writes it for Graphviz, [`graph`] draws it as SVG with a layered layout of
//! our own ([`layout`]). [`heat`] draws a table as SVG. Outcomes are told apart
//! by colour *and* by shape, so that a picture also works in print and for
//! the colour-blind.

pub mod dot;
pub mod drawing;
pub mod graph;
pub mod heat;
pub mod layout;
pub mod look;
mod png;
pub mod scene;
pub mod sketch;
pub mod svg;
pub mod tikz;

use crate::error::Error;
use crate::outcome::Outcome;
use crate::text::Text;
use sketch::Role;

/// Fill, outline and text colour of an outcome.
fn colours(outcome: Outcome) -> [&'static str; 3] {
    match outcome {
        Outcome::P => ["#b5361c", "#7d2111", "#ffffff"],
        Outcome::N => ["#e3eefb", "#2f6bb0", "#12304f"],
        Outcome::Draw => ["#f0ead6", "#8a7a3c", "#4a3f14"],
    }
}

/// The colour of a move.
fn ink(role: Role) -> &'static str {
    match role {
        Role::Winning | Role::Slow => "#1d4f8f",
        Role::Drawing => "#8a7a3c",
        Role::Delaying => "#b5361c",
        Role::Poor => "#b4bdc5",
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

/// A text made safe for XML.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A text shortened for a label.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    head + "…"
}
