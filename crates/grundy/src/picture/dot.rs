//! A solved graph in the DOT language of Graphviz.

use std::fmt::Write;

use super::sketch::{Role, Sketch};
use super::svg::hex;
use super::{colours, ink, too_large};
use crate::error::Error;
use crate::outcome::Outcome;

/// The largest graph that is written: no layout program draws more.
pub const MOST_VERTICES: usize = 100_000;
/// As [`MOST_VERTICES`], for the arrows.
pub const MOST_EDGES: usize = 1_000_000;

/// The sketch as DOT: boxes are P, ellipses are N, hexagons are draws, bold
/// arrows are the best moves. A graph too large for any layout program is
/// refused with its numbers.
pub fn dot(sketch: &Sketch, title: &str) -> Result<String, Error> {
    let (vertices, edges) = (sketch.nodes.len(), sketch.arrows.len());
    if vertices > MOST_VERTICES || edges > MOST_EDGES {
        return Err(too_large(vertices, edges, MOST_VERTICES, MOST_EDGES));
    }
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "digraph {} {{", quote(title));
    let _ = writeln!(text, "  node [style=filled fontname=\"sans-serif\"];");
    for (number, node) in sketch.nodes.iter().enumerate() {
        let shape = match node.outcome {
            Outcome::P => "box",
            Outcome::N => "ellipse",
            Outcome::Draw => "hexagon",
        };
        let mut label = node.label.clone();
        if !node.note.is_empty() {
            label = format!("{label}\n{}", node.note);
        }
        let [fill, line, ink] = colours(node.outcome).map(|ink| hex(ink.colour(false)));
        let stands_out = match sketch.start == Some(number as u32) {
            true => " penwidth=3",
            false => "",
        };
        let _ = writeln!(
            text,
            "  {number} [label={} shape={shape} fillcolor=\"{fill}\" color=\"{line}\" fontcolor=\"{ink}\"{stands_out}];",
            quote(&label)
        );
    }
    for arrow in &sketch.arrows {
        let colour = hex(ink(arrow.role).colour(false));
        let style = match arrow.role {
            Role::Winning => " style=bold",
            Role::Drawing => " penwidth=1.6",
            Role::Delaying => " style=dashed",
            Role::Slow | Role::Poor => "",
        };
        let (from, to) = (arrow.from, arrow.to);
        let _ = writeln!(text, "  {from} -> {to} [color=\"{colour}\"{style}];");
    }
    text.push_str("}\n");
    Ok(text)
}

fn quote(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
