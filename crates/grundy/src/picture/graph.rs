//! A solved graph as a drawing.
//!
//! Positions stand in layers ([`super::layout`]); boxes are P, ellipses are N,
//! hexagons are draws. A position with a picture of its own is a box around it,
//! whose frame tells the outcome: double for P, plain for N, dashed for a
//! draw. Bold arrows are the best moves.
//!
//! ```
//! use grundy::outcome::Outcome;
//! use grundy::picture::graph;
//! use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
//! use grundy::picture::svg::{self, Theme};
//! let sketch = Sketch {
//!     nodes: vec![Node::new("1", "*1", Outcome::N), Node::new("0", "*0", Outcome::P)],
//!     arrows: vec![Arrow { from: 0, to: 1, role: Role::Winning }],
//!     start: Some(0),
//!     caption: String::new(),
//! };
//! let drawing = graph::draw(&sketch, "a stone").unwrap();
//! assert!(svg::write(&drawing, Theme::Light).contains("<ellipse"));
//! ```
//!
//! Limits: [`MOST_VERTICES`] and [`MOST_EDGES`].

use super::drawing::{
    Drawing, Figure, Path, Shape, anonymous, ellipse, group, line, path, polygon, rect, text,
};
use super::layout::layout;
use super::look::{CORNER, HAIR, Ink, LABEL, MEDIUM, SMALL, THICK, THIN, measure, shortened};
use super::sketch::{Arrow, Node, Role, Sketch};
use super::{colours, ink, too_large};
use crate::error::Error;
use crate::outcome::Outcome;

/// The largest graph that makes a readable picture.
pub const MOST_VERTICES: usize = 600;
/// As [`MOST_VERTICES`], for the arrows.
pub const MOST_EDGES: usize = 5_000;

/// The room between two layers.
const BETWEEN: f64 = 48.0;
const HEIGHT: f64 = 36.0;
const MARGIN: f64 = 20.0;
const LEGEND: f64 = 44.0;
/// The widest label.
const WIDEST: f64 = 190.0;
/// How far a loop stands out beside its node.
const LOOP: f64 = 28.0;
/// Round a picture inside of a node.
const FRAME: f64 = 8.0;

/// The sketch as a drawing. A graph too large to read is refused with its
/// numbers.
pub fn draw(sketch: &Sketch, title: &str) -> Result<Drawing, Error> {
    let (vertices, edges) = (sketch.nodes.len(), sketch.arrows.len());
    if vertices > MOST_VERTICES || edges > MOST_EDGES {
        return Err(too_large(vertices, edges, MOST_VERTICES, MOST_EDGES));
    }
    let page = Page::new(sketch)?;
    let mut drawing = Drawing::new(page.width, page.height, title);
    // What matters most last, so that it lies on top.
    for role in ROLES {
        for (number, arrow) in sketch.arrows.iter().enumerate() {
            if arrow.role == role {
                drawing.add(page.arrow(number, *arrow));
            }
        }
    }
    for number in 0..vertices {
        page.node(&mut drawing, number);
    }
    page.legend(&mut drawing);
    Ok(drawing)
}

const ROLES: [Role; 5] = [
    Role::Poor,
    Role::Delaying,
    Role::Drawing,
    Role::Slow,
    Role::Winning,
];

/// A path drawn as a move of a kind.
fn stroke(path: Path, role: Role) -> Figure {
    let wide = match role {
        Role::Poor | Role::Slow => THIN,
        Role::Delaying => MEDIUM,
        Role::Drawing => 1.8,
        Role::Winning => THICK,
    };
    let drawn = path.stroke(ink(role), wide).arrow();
    match role {
        Role::Delaying => drawn.dashed(),
        _ => drawn,
    }
}

/// A node on the page.
#[derive(Clone, Copy)]
struct Spot {
    x: f64,
    y: f64,
    wide: f64,
    high: f64,
    /// Where its layer begins and ends.
    layer: (f64, f64),
}

/// Where everything goes, in pixels.
struct Page<'s> {
    sketch: &'s Sketch,
    spots: Vec<Spot>,
    /// The waypoints of each arrow: across, and where their layers begin and end.
    paths: Vec<Vec<(f64, (f64, f64))>>,
    width: f64,
    height: f64,
}

/// How wide and high a node is.
fn size(node: &Node) -> (f64, f64) {
    let note = measure(&shortened(&node.note, SMALL, WIDEST), SMALL);
    if let Some(picture) = &node.picture {
        let below = if node.note.is_empty() {
            0.0
        } else {
            SMALL + 4.0
        };
        return (
            picture.width.max(note) + 2.0 * FRAME,
            picture.height + 2.0 * FRAME + below,
        );
    }
    let label = measure(&shortened(&node.label, LABEL, WIDEST), LABEL);
    // Round and pointed shapes have less room for letters.
    let round = if node.outcome == Outcome::P {
        16.0
    } else {
        26.0
    };
    ((label.max(note) + round).max(44.0), HEIGHT)
}

impl<'s> Page<'s> {
    fn new(sketch: &'s Sketch) -> Result<Self, Error> {
        let sizes: Vec<(f64, f64)> = sketch.nodes.iter().map(size).collect();
        let edges: Vec<(u32, u32)> = sketch.arrows.iter().map(|a| (a.from, a.to)).collect();
        let mut taken: Vec<f64> = sizes.iter().map(|size| size.0).collect();
        for (from, to) in &edges {
            if from == to {
                // A loop stands beside its node, and room on the other side keeps the middle.
                taken[*from as usize] = sizes[*from as usize].0 + 2.0 * LOOP;
            }
        }
        let placed = layout(&taken, &edges)?;
        // Every layer is as high as its highest node.
        let mut high = vec![0.0f64; placed.depth];
        for (node, size) in sizes.iter().enumerate() {
            let high = &mut high[placed.layers[node]];
            *high = high.max(size.1);
        }
        let mut down = MARGIN;
        let mut layers = Vec::with_capacity(high.len());
        for high in high {
            layers.push((down, down + high));
            down += high + BETWEEN;
        }
        let more = if sketch.nodes.iter().any(|node| node.more) {
            18.0
        } else {
            0.0
        };
        let bottom = layers.last().map_or(MARGIN, |layer| layer.1) + more;
        let width = placed.width.max(legend_width(sketch)) + 2.0 * MARGIN;
        let left = (width - placed.width) / 2.0;
        let spots = sizes.iter().enumerate().map(|(v, size)| {
            let layer = layers[placed.layers[v]];
            Spot {
                x: left + placed.across[v],
                y: (layer.0 + layer.1) / 2.0,
                wide: size.0,
                high: size.1,
                layer,
            }
        });
        let paths = placed.paths.iter().map(|path| {
            let points = path.iter().map(|(layer, x)| (left + x, layers[*layer]));
            points.collect()
        });
        Ok(Page {
            sketch,
            spots: spots.collect(),
            paths: paths.collect(),
            width,
            height: bottom + LEGEND + MARGIN,
        })
    }

    /// Where an arrow meets a node, `aside` from its middle, above or below.
    fn border(&self, node: u32, aside: f64, below: bool) -> (f64, f64) {
        let spot = self.spots[node as usize];
        let shown = &self.sketch.nodes[node as usize];
        let part = (2.0 * aside / spot.wide).abs().min(1.0);
        let up = match (shown.outcome, &shown.picture) {
            (Outcome::N, None) => spot.high / 2.0 * (1.0 - part * part).sqrt(),
            _ => spot.high / 2.0,
        };
        (
            spot.x + aside,
            if below { spot.y + up } else { spot.y - up },
        )
    }

    fn arrow(&self, number: usize, arrow: Arrow) -> Figure {
        let from = self.spots[arrow.from as usize];
        if arrow.from == arrow.to {
            let (right, y) = (from.x + from.wide / 2.0, from.y);
            let far = right + LOOP * 1.3;
            // An ellipse is narrower where the loop meets it.
            let near = match self.sketch.nodes[arrow.from as usize].outcome {
                Outcome::N => right - from.wide * 0.05,
                _ => right,
            };
            let curve =
                path(near, y - 8.0).cubic([far, y - 20.0], [far, y + 20.0], [near, y + 8.0]);
            return stroke(curve, arrow.role);
        }
        let to = self.spots[arrow.to as usize];
        let down = from.y < to.y;
        // What leads up keeps to the right, so that there and back are two lines.
        let aside = |spot: Spot| if down { 0.0 } else { spot.wide / 4.0 };
        let start = self.border(arrow.from, aside(from), down);
        let end = self.border(arrow.to, aside(to), !down);
        // Through the layers straight, between them curved: nothing is touched.
        let sides = |(top, bottom): (f64, f64)| if down { (top, bottom) } else { (bottom, top) };
        let mut at = (start.0, sides(from.layer).1);
        let mut drawn = path(start.0, start.1);
        if (at.1 - start.1).abs() > 0.5 {
            drawn = drawn.to(at.0, at.1);
        } else {
            at = start;
        }
        let waypoints = self.paths[number].iter().map(|(x, layer)| {
            let (near, far) = sides(*layer);
            ((*x, near), (*x, far))
        });
        let near = sides(to.layer).0;
        let short = (near - end.1).abs() < 0.5;
        let last = ((end.0, if short { end.1 } else { near }), end);
        for (next, then) in waypoints.chain([last]) {
            let middle = (at.1 + next.1) / 2.0;
            drawn = drawn.cubic([at.0, middle], [next.0, middle], [next.0, next.1]);
            if (then.1 - next.1).abs() > 0.5 {
                drawn = drawn.to(then.0, then.1);
            }
            at = then;
        }
        stroke(drawn, arrow.role)
    }

    fn node(&self, drawing: &mut Drawing, number: usize) {
        let node = &self.sketch.nodes[number];
        let spot = self.spots[number];
        let (x, y) = (spot.x, spot.y);
        let letters = colours(node.outcome)[2];
        let thick = match self.sketch.start == Some(number as u32) {
            true => THICK,
            false => THIN,
        };
        let mut all = group(format!("v{number}"))
            .class(format!("position {}", node.outcome))
            .hint(node.label.clone());
        let top = y - spot.high / 2.0;
        match &node.picture {
            Some(picture) => {
                for part in frame(node.outcome, (x, y), (spot.wide, spot.high), thick) {
                    all.add(part);
                }
                let mut inside = group("");
                inside.shift = (x - picture.width / 2.0, top + FRAME);
                inside.shapes = anonymous(&picture.shapes);
                all.add(inside);
                if !node.note.is_empty() {
                    let note = shortened(&node.note, SMALL, WIDEST);
                    let base = top + spot.high - FRAME;
                    all.add(text(x, base - SMALL * 0.36, note).size(SMALL).centred());
                }
            }
            None => {
                all.add(shape(node.outcome, (x, y), (spot.wide, spot.high), thick));
                let label = shortened(&node.label, LABEL, WIDEST);
                let label = |y| text(x, y, label).ink(letters).centred();
                if node.note.is_empty() {
                    all.add(label(y));
                } else {
                    all.add(label(y - 6.5));
                    let note = shortened(&node.note, SMALL, WIDEST);
                    all.add(text(x, y + 8.0, note).size(SMALL).ink(letters).centred());
                }
            }
        }
        drawing.add(all);
        if node.more {
            // Three dots: here it goes on.
            let bottom = y + spot.high / 2.0;
            let dot = |n: f64| Shape::from(ellipse(x, bottom + n, 1.2, 1.2).fill(Ink::Dim));
            drawing.shapes.extend([5.0, 10.0, 15.0].map(dot));
        }
    }

    /// Which shape is which outcome, which arrow is which move.
    fn legend(&self, drawing: &mut Drawing) {
        let y = self.height - MARGIN - 8.0;
        let top = y - 22.0;
        drawing.add(line(MARGIN, top, self.width - MARGIN, top).stroke(Ink::Faint, HAIR));
        let mut x = MARGIN + 18.0;
        let framed = self.sketch.nodes.iter().any(|node| node.picture.is_some());
        for outcome in outcomes_of(self.sketch) {
            let letters = match framed {
                true => {
                    for part in frame(outcome, (x, y), (36.0, 24.0), THIN) {
                        drawing.add(part);
                    }
                    Ink::Text
                }
                false => {
                    drawing.add(shape(outcome, (x, y), (36.0, 22.0), THIN));
                    colours(outcome)[2]
                }
            };
            drawing.add(text(x, y, outcome.to_string()).ink(letters).centred());
            x += SIGN;
        }
        x -= 10.0;
        for (role, words) in roles_of(self.sketch) {
            drawing.add(stroke(path(x, y).to(x + 32.0, y), role));
            drawing.add(text(x + 40.0, y, words).size(SMALL).ink(Ink::Dim).middle());
            x += ARROW;
        }
        if !self.sketch.caption.is_empty() {
            let caption = text(x, y, self.sketch.caption.clone());
            drawing.add(caption.size(SMALL).ink(Ink::Dim).middle());
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
        + measure(&sketch.caption, SMALL)
        + 8.0
}

/// The frame round a picture, which tells the outcome: double, plain or dashed.
fn frame(outcome: Outcome, at: (f64, f64), size: (f64, f64), thick: f64) -> Vec<Figure> {
    let ((x, y), (wide, high)) = (at, size);
    let (left, top) = (x - wide / 2.0, y - high / 2.0);
    let outline = colours(outcome)[1];
    let outer = rect(left, top, wide, high).rounded(CORNER);
    let outer = outer.fill(Ink::Paper).stroke(outline, thick.max(MEDIUM));
    match outcome {
        Outcome::N => vec![outer],
        Outcome::Draw => vec![outer.dashed()],
        Outcome::P => {
            let inner = rect(left + 3.0, top + 3.0, wide - 6.0, high - 6.0);
            let inner = inner.rounded(CORNER - 1.0).stroke(outline, THIN);
            vec![outer, inner]
        }
    }
}

fn shape(outcome: Outcome, at: (f64, f64), size: (f64, f64), thick: f64) -> Figure {
    let [fill, outline, _] = colours(outcome);
    let ((x, y), (wide, high)) = (at, size);
    let (a, b) = (wide / 2.0, high / 2.0);
    let form = match outcome {
        Outcome::P => rect(x - a, y - b, wide, high),
        Outcome::N => ellipse(x, y, a, b),
        Outcome::Draw => polygon([
            (x - a, y),
            (x - a + 10.0, y - b),
            (x + a - 10.0, y - b),
            (x + a, y),
            (x + a - 10.0, y + b),
            (x - a + 10.0, y + b),
        ]),
    };
    form.fill(fill).stroke(outline, thick)
}
