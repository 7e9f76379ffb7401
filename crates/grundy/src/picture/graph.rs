//! A solved graph as SVG.

use std::fmt::Write;

use super::layout::layout;
use super::sketch::{Arrow, Role, Sketch};
use super::{colours, escape, ink, shorten, too_large};
use crate::error::Error;
use crate::outcome::Outcome;

/// The largest graph that makes a readable picture.
pub const MOST_VERTICES: usize = 600;
/// As [`MOST_VERTICES`], for the arrows.
pub const MOST_EDGES: usize = 5_000;

const LAYER: f64 = 84.0;
const HEIGHT: f64 = 36.0;
const MARGIN: f64 = 24.0;
const LEGEND: f64 = 44.0;
/// The longest label, in characters.
const LETTERS: usize = 24;

/// The sketch as SVG: boxes are P, ellipses are N, hexagons are draws, bold
/// arrows are the best moves. A graph too large to read is refused with its
/// numbers.
pub fn svg(sketch: &Sketch, title: &str) -> Result<String, Error> {
    let (vertices, edges) = (sketch.nodes.len(), sketch.arrows.len());
    if vertices > MOST_VERTICES || edges > MOST_EDGES {
        return Err(too_large(vertices, edges, MOST_VERTICES, MOST_EDGES));
    }
    let page = Page::new(sketch)?;
    let (width, height) = (page.width, page.height);
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<defs>",
        escape(title)
    );
    for role in ROLES {
        let _ = write!(
            out,
            "<marker id=\"{role:?}\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0.5L8 4L0 7.5z\" fill=\"{}\"/></marker>",
            ink(role)
        );
    }
    out.push_str("</defs>\n");
    // What matters most last, so that it lies on top.
    for role in ROLES {
        for (number, arrow) in sketch.arrows.iter().enumerate() {
            if arrow.role == role {
                page.arrow(&mut out, number, *arrow);
            }
        }
    }
    for number in 0..vertices {
        page.node(&mut out, number);
    }
    page.legend(&mut out);
    out.push_str("</svg>\n");
    Ok(out)
}

const ROLES: [Role; 5] = [
    Role::Poor,
    Role::Delaying,
    Role::Drawing,
    Role::Slow,
    Role::Winning,
];

fn stroke(role: Role) -> String {
    let (wide, dashes) = match role {
        Role::Poor | Role::Slow => (1.0, ""),
        Role::Delaying => (1.3, " stroke-dasharray=\"5 3\""),
        Role::Drawing => (1.8, ""),
        Role::Winning => (2.6, ""),
    };
    format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"{wide}\"{dashes} marker-end=\"url(#{role:?})\"",
        ink(role)
    )
}

/// Where everything goes, in pixels.
struct Page<'s> {
    sketch: &'s Sketch,
    labels: Vec<String>,
    /// Middle and width of each node.
    nodes: Vec<(f64, f64, f64)>,
    /// The waypoints of each arrow.
    paths: Vec<Vec<(f64, f64)>>,
    width: f64,
    height: f64,
}

impl<'s> Page<'s> {
    fn new(sketch: &'s Sketch) -> Result<Self, Error> {
        let labels: Vec<String> = sketch
            .nodes
            .iter()
            .map(|node| shorten(&node.label, LETTERS))
            .collect();
        let wide: Vec<f64> = sketch
            .nodes
            .iter()
            .zip(&labels)
            .map(|(node, label)| {
                let note = length(&shorten(&node.note, LETTERS)) * 0.85;
                // Round and pointed shapes have less room for letters.
                let round = if node.outcome == Outcome::P {
                    18.0
                } else {
                    30.0
                };
                (length(label).max(note) + round).max(44.0)
            })
            .collect();
        let edges: Vec<(u32, u32)> = sketch.arrows.iter().map(|a| (a.from, a.to)).collect();
        let mut taken = wide.clone();
        for (from, to) in &edges {
            if from == to {
                // A loop stands beside its node.
                taken[*from as usize] = wide[*from as usize] + 44.0;
            }
        }
        let placed = layout(&taken, &edges)?;
        let width = placed.width.max(legend_width(sketch)) + 2.0 * MARGIN;
        let height = placed.depth as f64 * LAYER + 2.0 * MARGIN + LEGEND;
        let left = (width - placed.width) / 2.0;
        let down = |layer: usize| MARGIN + (layer as f64 + 0.5) * LAYER;
        let nodes = (0..wide.len()).map(|v| {
            let (x, y) = (left + placed.across[v], down(placed.layers[v]));
            (x, y, wide[v])
        });
        let paths = placed.paths.iter().map(|path| {
            let points = path.iter().map(|(layer, x)| (left + x, down(*layer)));
            points.collect()
        });
        Ok(Page {
            sketch,
            labels,
            nodes: nodes.collect(),
            paths: paths.collect(),
            width,
            height,
        })
    }

    /// Where an arrow meets a node, `aside` from its middle, above or below.
    fn border(&self, node: u32, aside: f64, below: bool) -> (f64, f64) {
        let (x, y, wide) = self.nodes[node as usize];
        let part = (2.0 * aside / wide).abs().min(1.0);
        let up = match self.sketch.nodes[node as usize].outcome {
            Outcome::N => HEIGHT / 2.0 * (1.0 - part * part).sqrt(),
            _ => HEIGHT / 2.0,
        };
        (x + aside, if below { y + up } else { y - up })
    }

    fn arrow(&self, out: &mut String, number: usize, arrow: Arrow) {
        let (x, y, wide) = self.nodes[arrow.from as usize];
        let _ = write!(out, "<path d=\"");
        if arrow.from == arrow.to {
            let right = x + wide / 2.0 - 6.0;
            let far = right + 34.0;
            let _ = write!(
                out,
                "M{right:.1} {:.1}C{far:.1} {:.1} {far:.1} {:.1} {right:.1} {:.1}",
                y - 9.0,
                y - 24.0,
                y + 24.0,
                y + 9.0
            );
        } else {
            let down = y < self.nodes[arrow.to as usize].1;
            // What leads up keeps to the right, so that there and back are two lines.
            let aside = |node: u32| match down {
                true => 0.0,
                false => self.nodes[node as usize].2 / 4.0,
            };
            let mut at = self.border(arrow.from, aside(arrow.from), down);
            let end = self.border(arrow.to, aside(arrow.to), !down);
            let _ = write!(out, "M{:.1} {:.1}", at.0, at.1);
            for next in self.paths[number].iter().copied().chain([end]) {
                let middle = (at.1 + next.1) / 2.0;
                let _ = write!(
                    out,
                    "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
                    at.0, next.0, next.0, next.1
                );
                at = next;
            }
        }
        let _ = writeln!(out, "\" {}/>", stroke(arrow.role));
    }

    fn node(&self, out: &mut String, number: usize) {
        let node = &self.sketch.nodes[number];
        let (x, y, wide) = self.nodes[number];
        let thick = match self.sketch.start == Some(number as u32) {
            true => 3.0,
            false => 1.0,
        };
        shape(out, node.outcome, (x, y), (wide, HEIGHT), thick);
        let ink = colours(node.outcome)[2];
        let label = escape(&self.labels[number]);
        let base = if node.note.is_empty() {
            y + 4.5
        } else {
            y - 1.5
        };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{base:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{label}"
        );
        if !node.note.is_empty() {
            let _ = write!(
                out,
                "<tspan x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\">{}</tspan>",
                y + 12.0,
                escape(&shorten(&node.note, LETTERS))
            );
        }
        out.push_str("</text>\n");
    }

    /// Which shape is which outcome, which arrow is which move.
    fn legend(&self, out: &mut String) {
        let y = self.height - MARGIN;
        let mut x = MARGIN + 18.0;
        for outcome in outcomes_of(self.sketch) {
            shape(out, outcome, (x, y), (36.0, 22.0), 1.0);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{outcome}</text>",
                y + 4.5,
                colours(outcome)[2]
            );
            x += SIGN;
        }
        for (role, words) in roles_of(self.sketch) {
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {y:.1}h32\" {}/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"#44505a\">{words}</text>",
                stroke(role),
                x + 40.0,
                y + 4.5
            );
            x += ARROW;
        }
        if !self.sketch.caption.is_empty() {
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#44505a\">{}</text>",
                y + 4.5,
                escape(&self.sketch.caption)
            );
        }
    }
}

/// The room of a shape in the legend, and of an arrow with its words.
const SIGN: f64 = 48.0;
const ARROW: f64 = 92.0;

/// The outcomes that the legend explains.
fn outcomes_of(sketch: &Sketch) -> impl Iterator<Item = Outcome> {
    let all = [Outcome::P, Outcome::N, Outcome::Draw].into_iter();
    all.filter(|outcome| sketch.nodes.iter().any(|node| node.outcome == *outcome))
}

/// The moves that the legend explains.
fn roles_of(sketch: &Sketch) -> impl Iterator<Item = (Role, &'static str)> {
    let all = [
        (Role::Winning, "N → P"),
        (Role::Drawing, "D → D"),
        (Role::Delaying, "P → N"),
    ];
    let shown = |(role, _): &(Role, _)| sketch.arrows.iter().any(|a| a.role == *role);
    all.into_iter().filter(shown)
}

fn legend_width(sketch: &Sketch) -> f64 {
    outcomes_of(sketch).count() as f64 * SIGN
        + roles_of(sketch).count() as f64 * ARROW
        + length(&sketch.caption)
}

/// About how many pixels a text takes; Chinese characters take twice as many.
fn length(text: &str) -> f64 {
    let pixels = |c: char| if c < '\u{1100}' { 7.4 } else { 13.5 };
    text.chars().map(pixels).sum()
}

fn shape(out: &mut String, outcome: Outcome, at: (f64, f64), size: (f64, f64), thick: f64) {
    let [fill, line, _] = colours(outcome);
    let ((x, y), (wide, high)) = (at, size);
    let (left, top) = (x - wide / 2.0, y - high / 2.0);
    let paint = format!("fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{thick}\"");
    let _ = match outcome {
        Outcome::P => writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" {paint}/>"
        ),
        Outcome::N => writeln!(
            out,
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" {paint}/>",
            wide / 2.0,
            high / 2.0
        ),
        Outcome::Draw => writeln!(
            out,
            "<path d=\"M{left:.1} {y:.1}l10 -{half:.1}h{flat:.1}l10 {half:.1}l-10 {half:.1}h-{flat:.1}z\" {paint}/>",
            half = high / 2.0,
            flat = wide - 20.0
        ),
    };
}
