//! A game graph in the DOT language of Graphviz.

use std::fmt::Write;

use super::colours;
use crate::diagram::Diagram;
use crate::outcome::Outcome;

/// The diagram as DOT: boxes are P, ellipses are N, bold arrows are winning
/// moves.
pub fn dot(diagram: &Diagram, title: &str) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "digraph {} {{", quote(title));
    let _ = writeln!(text, "  node [style=filled fontname=\"sans-serif\"];");
    for (number, vertex) in diagram.vertices.iter().enumerate() {
        let shape = match vertex.outcome {
            Outcome::P => "box",
            Outcome::N => "ellipse",
            Outcome::Draw => "diamond",
        };
        let mut label = vertex.position.clone();
        if let Some(value) = vertex.value {
            let _ = write!(label, "\n*{value}");
        }
        let [fill, line, ink] = colours(vertex.outcome);
        let _ = writeln!(
            text,
            "  {number} [label={} shape={shape} fillcolor=\"{fill}\" color=\"{line}\" fontcolor=\"{ink}\"];",
            quote(&label)
        );
    }
    for &(from, to) in &diagram.edges {
        let style = if diagram.is_winning(from, to) {
            " [style=bold]"
        } else {
            " [color=\"#9aa4ad\"]"
        };
        let _ = writeln!(text, "  {from} -> {to}{style};");
    }
    text.push_str("}\n");
    text
}

fn quote(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
