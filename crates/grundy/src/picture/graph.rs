//! A game graph as SVG.

use std::fmt::Write;

use super::layout::{Place, layout};
use super::{colours, escape, shorten};
use crate::diagram::Diagram;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::text::Text;

/// The largest graph that makes a readable picture.
pub const MOST_VERTICES: usize = 600;
/// As [`MOST_VERTICES`], for the arrows.
pub const MOST_EDGES: usize = 5_000;

const LAYER: f64 = 78.0;
const HEIGHT: f64 = 34.0;
const MARGIN: f64 = 24.0;
const LEGEND: f64 = 40.0;

/// The diagram as SVG: boxes are P, ellipses are N, bold arrows are winning
/// moves. A graph too large to read is refused with its numbers.
pub fn svg(diagram: &Diagram, title: &str) -> Result<String, Error> {
    let (vertices, edges) = (diagram.vertices.len(), diagram.edges.len());
    if vertices > MOST_VERTICES || edges > MOST_EDGES {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "a graph of {vertices} positions and {edges} moves is too large for a picture \
                     (at most {MOST_VERTICES} and {MOST_EDGES}); DOT has no such limit"
                ),
                format!(
                    "{vertices} 个局面、{edges} 步着法的图过大，无法绘制（上限 {MOST_VERTICES} 与 {MOST_EDGES}）；DOT 没有此限制"
                ),
            ),
        });
    }
    let layout = layout(vertices, &diagram.edges)?;
    let labels: Vec<String> = diagram
        .vertices
        .iter()
        .map(|v| shorten(&v.position, 24))
        .collect();
    let longest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(1);
    let wide = longest as f64 * 7.5 + 22.0;
    let column = wide + 18.0;
    let most = layout.widths.iter().copied().max().unwrap_or(1);
    let width = (most as f64 * column).max(320.0) + 2.0 * MARGIN;
    let height = layout.widths.len() as f64 * LAYER + 2.0 * MARGIN + LEGEND;
    let centre = |place: Place| {
        let in_layer = layout.widths[place.layer] as f64;
        let x = width / 2.0 + (place.column as f64 + 0.5 - in_layer / 2.0) * column;
        (x, MARGIN + (place.layer as f64 + 0.5) * LAYER)
    };

    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#44505a\"/></marker></defs>\n",
        escape(title)
    );
    // Winning moves last, so that they lie on top.
    for winning in [false, true] {
        for (&(from, to), waypoints) in diagram.edges.iter().zip(&layout.waypoints) {
            if diagram.is_winning(from, to) != winning {
                continue;
            }
            let (x, y) = centre(layout.places[from as usize]);
            let mut at = (x, y + HEIGHT / 2.0);
            let _ = write!(out, "<path d=\"M{:.1} {:.1}", at.0, at.1);
            let (x, y) = centre(layout.places[to as usize]);
            let end = (x, y - HEIGHT / 2.0);
            for next in waypoints.iter().map(|p| centre(*p)).chain([end]) {
                let middle = (at.1 + next.1) / 2.0;
                let _ = write!(
                    out,
                    "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
                    at.0, next.0, next.0, next.1
                );
                at = next;
            }
            let style = if winning {
                "stroke=\"#44505a\" stroke-width=\"2.4\""
            } else {
                "stroke=\"#c3cbd2\" stroke-width=\"1\""
            };
            let _ = writeln!(out, "\" fill=\"none\" {style} marker-end=\"url(#tip)\"/>");
        }
    }
    for (number, vertex) in diagram.vertices.iter().enumerate() {
        let (x, y) = centre(layout.places[number]);
        shape(&mut out, vertex.outcome, x, y, wide, HEIGHT);
        let ink = colours(vertex.outcome)[2];
        let label = escape(&labels[number]);
        let middle = "text-anchor=\"middle\"";
        match vertex.value {
            Some(value) => {
                let (above, below) = (y - 1.0, y + 12.0);
                let _ = writeln!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{above:.1}\" {middle} fill=\"{ink}\">{label}\
                     <tspan x=\"{x:.1}\" y=\"{below:.1}\" font-size=\"11\">*{value}</tspan></text>"
                );
            }
            None => {
                let base = y + 5.0;
                let _ = writeln!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{base:.1}\" {middle} fill=\"{ink}\">{label}</text>"
                );
            }
        }
    }
    let y = height - LEGEND / 2.0 - 6.0;
    for (x, outcome) in [(MARGIN + 20.0, Outcome::P), (MARGIN + 100.0, Outcome::N)] {
        shape(&mut out, outcome, x, y, 40.0, 22.0);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{outcome}</text>",
            y + 5.0,
            colours(outcome)[2]
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{:.1} {y:.1}h40\" stroke=\"#44505a\" stroke-width=\"2.4\" marker-end=\"url(#tip)\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#44505a\">N → P</text>\n</svg>",
        MARGIN + 150.0,
        MARGIN + 198.0,
        y + 5.0
    );
    Ok(out)
}

fn shape(out: &mut String, outcome: Outcome, x: f64, y: f64, wide: f64, high: f64) {
    let [fill, line, _] = colours(outcome);
    let (left, top) = (x - wide / 2.0, y - high / 2.0);
    let _ = match outcome {
        Outcome::P => writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{fill}\" stroke=\"{line}\"/>"
        ),
        Outcome::N => writeln!(
            out,
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" fill=\"{fill}\" stroke=\"{line}\"/>",
            wide / 2.0,
            high / 2.0
        ),
        Outcome::Draw => writeln!(
            out,
            "<path d=\"M{left:.1} {y:.1}L{x:.1} {top:.1}L{:.1} {y:.1}L{x:.1} {:.1}z\" fill=\"{fill}\" stroke=\"{line}\"/>",
            x + wide / 2.0,
            y + high / 2.0
        ),
    };
}
