//! A scene as a figure.
//!
//! Panels stand side by side, in rows if they are many; each element is a group whose id
//! is its [`Id`], so that a page can tell what was clicked.
//!
//! ```
//! use grundy::game::Game;
//! use grundy::games::boards::cram::Cram;
//! use grundy::picture::scene::{Show, Stage, draw};
//! use grundy::picture::svg::{self, Theme};
//! let scene = Cram.scene(&Stage::new(Cram.read("2x3").unwrap()));
//! let figure = draw::scene(&scene, "Cram", &[]);
//! assert!(svg::write(&figure, Theme::Light).contains("id=\"b1-c0-2\""));
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Element, Id, Layout, Look, Panel, Part, Scene};
use crate::picture::drawing::{
    Anchor, Drawing, Shape, circle, group, line, path, polygon, rect, text,
};
use crate::picture::look::{
    CELL, CORNER, GAP, Ink, LABEL, MARGIN, MEDIUM, SMALL, THICK, THIN, measure, shortened,
};

/// The radius of a stone or a coin.
const STONE: f64 = 10.0;
/// The distance from one stone of a heap to the next.
const LEVEL: f64 = 2.0 * STONE + 2.0;
/// So many stones of a heap lie apart from each other.
const HIGH: f64 = 12.0;
/// The radius of a vertex.
const VERTEX: f64 = 13.0;
/// The name of a vertex is at most so wide.
const LONGEST: f64 = 90.0;
/// How many pixels a unit of the plane is.
const UNIT: f64 = 46.0;
/// A row of panels is at most so wide.
const WIDE: f64 = 900.0;

/// Draws a scene; the elements in `marked` stand out.
pub fn scene(scene: &Scene, title: &str, marked: &[Id]) -> Drawing {
    let panels: Vec<Drawing> = scene.panels.iter().map(|p| panel(p, marked)).collect();
    // Heaps stand on one line.
    let heaps = scene
        .panels
        .iter()
        .all(|panel| panel.layout == Layout::Heaps);
    let mut all = Drawing::new(0.0, 0.0, title);
    let (mut x, mut y, mut high) = (MARGIN, MARGIN, 0.0f64);
    let mut widest = 0.0f64;
    let mut row: Vec<(f64, Drawing)> = Vec::new();
    let lay = |all: &mut Drawing, row: &mut Vec<(f64, Drawing)>, y: f64, high: f64| {
        for (x, drawn) in row.drain(..) {
            let down = if heaps { high - drawn.height } else { 0.0 };
            all.place(drawn, x, y + down, 1.0);
        }
    };
    for drawn in panels {
        if x > MARGIN && x + drawn.width > WIDE {
            lay(&mut all, &mut row, y, high);
            (x, y, high) = (MARGIN, y + high + 2.0 * GAP, 0.0);
        }
        widest = widest.max(x + drawn.width);
        high = high.max(drawn.height);
        let next = x + drawn.width + 3.0 * GAP;
        row.push((x, drawn));
        x = next;
    }
    lay(&mut all, &mut row, y, high);
    if scene.left_out > 0 {
        let more = format!("… + {}", scene.left_out);
        let width = measure(&more, LABEL);
        if x + width > WIDE {
            (x, y) = (MARGIN, y + high + 2.0 * GAP);
            high = LABEL;
        }
        high = high.max(LABEL);
        all.add(text(x, y + LABEL, more.clone()).size(LABEL).ink(Ink::Dim));
        widest = widest.max(x + width);
    }
    all.width = widest + MARGIN;
    all.height = y + high + MARGIN;
    all
}

/// The scene without names beside rows and columns, half as large, for the inside of a
/// node.
pub fn small(whole: &Scene) -> Drawing {
    let mut plain = whole.clone();
    for panel in &mut plain.panels {
        panel.title.clear();
        if panel.layout == Layout::Grid {
            panel.columns.clear();
            panel.rows.clear();
        }
    }
    let full = scene(&plain, "", &[]);
    const SCALE: f64 = 0.5;
    let rim = MARGIN - 2.0;
    let (width, height) = (full.width - 2.0 * rim, full.height - 2.0 * rim);
    let mut drawn = Drawing::new(width * SCALE, height * SCALE, "");
    drawn.place(full, -rim * SCALE, -rim * SCALE, SCALE);
    drawn
}

/// One panel, its upper left corner at the origin.
fn panel(panel: &Panel, marked: &[Id]) -> Drawing {
    let mut drawn = match panel.layout {
        Layout::Heaps => heaps(panel, marked),
        Layout::Grid => grid(panel, marked),
        Layout::Graph => plane(panel, marked, UNIT),
        Layout::Tree => plane(panel, marked, UNIT * 0.9),
    };
    if !panel.title.is_empty() {
        let mut titled = Drawing::new(
            drawn.width.max(measure(&panel.title, LABEL)),
            drawn.height + LABEL + GAP,
            "",
        );
        titled.add(
            text(0.0, LABEL, panel.title.clone())
                .size(LABEL)
                .ink(Ink::Dim),
        );
        titled.place(drawn, 0.0, LABEL + GAP, 1.0);
        drawn = titled;
    }
    drawn
}

/// An element with its name.
fn named(element: &Element, class: &str, shapes: Vec<Shape>) -> Shape {
    let id = element.id.to_string();
    group(id).class(class).with(shapes).into()
}

/// The ring around what stands out.
fn ring(element: &Element, marked: &[Id], shape: impl FnOnce() -> Shape) -> Option<Shape> {
    marked.contains(&element.id).then(shape)
}

fn card(element: &Element, x: f64, y: f64, marked: &[Id]) -> (Shape, f64) {
    let width = card_width(element);
    let stroke = match marked.contains(&element.id) {
        true => (Ink::Touched, THICK),
        false => (Ink::Line, THIN),
    };
    let high = CELL - 4.0;
    let frame = rect(x - width / 2.0, y - high / 2.0, width, high);
    let frame = frame.rounded(CORNER).fill(Ink::CellLight);
    let shapes = vec![
        frame.stroke(stroke.0, stroke.1).into(),
        text(x, y, element.label.clone())
            .size(LABEL)
            .centred()
            .into(),
    ];
    (named(element, "card", shapes), width)
}

fn card_width(element: &Element) -> f64 {
    (measure(&element.label, LABEL) + 2.0 * GAP).max(CELL)
}

/// Heaps as columns of stones on a line.
fn heaps(panel: &Panel, marked: &[Id]) -> Drawing {
    let count = panel.rows.len();
    // Each column is as wide as what stands in it.
    let mut wide: Vec<f64> = (0..count)
        .map(|heap| {
            let note = panel.columns.get(heap).map_or(0.0, |n| measure(n, LABEL));
            let name = measure(&panel.rows[heap], SMALL);
            (2.0 * STONE).max(note).max(name)
        })
        .collect();
    let mut levels = 1.0f64;
    for element in &panel.elements {
        let heap = element.at.0 as usize;
        levels = levels.max(element.at.1 + 1.0);
        if element.look == Look::Card
            && let Some(wide) = wide.get_mut(heap)
        {
            *wide = wide.max(card_width(element));
        }
    }
    let mut middle = Vec::with_capacity(count);
    let mut x = 0.0;
    for width in &wide {
        middle.push(x + width / 2.0);
        x += width + 1.5 * GAP;
    }
    let width = (x - 1.5 * GAP).max(2.0 * STONE);
    // High heaps are stacked closely.
    let step = LEVEL.min(HIGH * LEVEL / levels);
    let ground = (levels - 1.0) * step + LEVEL + 2.0;
    let is_named = panel.rows.iter().any(|name| !name.is_empty());
    let below = LABEL + GAP + if is_named { SMALL + 4.0 } else { 0.0 };
    let mut drawn = Drawing::new(width, ground + below, "");
    drawn.add(line(-4.0, ground, width + 4.0, ground).stroke(Ink::Line, THIN));
    for element in &panel.elements {
        let Some(x) = middle.get(element.at.0 as usize).copied() else {
            continue;
        };
        if element.look == Look::Card {
            drawn.add(card(element, x, ground - CELL / 2.0 - 2.0, marked).0);
            continue;
        }
        if element.look == Look::Ground {
            let ink = match marked.contains(&element.id) {
                true => Ink::Touched,
                false => Ink::Line,
            };
            let plate = line(x - STONE, ground + 1.0, x + STONE, ground + 1.0).stroke(ink, THICK);
            drawn.add(named(element, "ground", vec![plate.into()]));
            continue;
        }
        let y = ground - 1.0 - STONE - element.at.1 * step;
        let fill = match element.look {
            Look::Free => Ink::CellLight,
            _ => Ink::Stone,
        };
        drawn.add(disc(element, x, y, fill, marked));
    }
    for (heap, x) in middle.iter().enumerate() {
        if let Some(note) = panel.columns.get(heap) {
            let y = ground + LABEL + 4.0;
            drawn.add(text(*x, y, note.clone()).size(LABEL).anchor(Anchor::Middle));
        }
        let name = &panel.rows[heap];
        if !name.is_empty() {
            let y = ground + LABEL + SMALL + 8.0;
            drawn.add(
                text(*x, y, name.clone())
                    .size(SMALL)
                    .ink(Ink::Dim)
                    .anchor(Anchor::Middle),
            );
        }
    }
    drawn
}

/// A stone, a coin or a piece.
fn disc(element: &Element, x: f64, y: f64, fill: Ink, marked: &[Id]) -> Shape {
    let stroke = match marked.contains(&element.id) {
        true => (Ink::Touched, THICK),
        false => (Ink::StoneDark, THIN),
    };
    let mut shapes: Vec<Shape> = vec![
        circle(x, y, STONE)
            .fill(fill)
            .stroke(stroke.0, stroke.1)
            .into(),
    ];
    if !element.label.is_empty() {
        let size = if element.label.chars().count() > 2 {
            SMALL - 2.0
        } else {
            SMALL
        };
        shapes.push(
            text(x, y, element.label.clone())
                .size(size)
                .ink(fill.on())
                .centred()
                .into(),
        );
    }
    named(element, "piece", shapes)
}

/// Squares in rows and columns, with what lies on them.
fn grid(panel: &Panel, marked: &[Id]) -> Drawing {
    let place = |element: &Element| (element.at.0 as i64, element.at.1 as i64);
    let columns = panel
        .elements
        .iter()
        .map(|e| place(e).0 + 1)
        .max()
        .unwrap_or(0);
    let rows = panel
        .elements
        .iter()
        .map(|e| place(e).1 + 1)
        .max()
        .unwrap_or(0);
    let mut wide = vec![CELL; columns.max(0) as usize];
    for element in panel.elements.iter().filter(|e| e.look == Look::Card) {
        let width = &mut wide[place(element).0 as usize];
        *width = width.max(card_width(element) + 2.0);
    }
    let names = panel
        .rows
        .iter()
        .map(|name| measure(name, SMALL))
        .fold(0.0, f64::max);
    let left = if names > 0.0 { names + GAP } else { 0.0 };
    let mut starts = vec![left];
    for width in &wide {
        starts.push(starts[starts.len() - 1] + width);
    }
    let right = starts[starts.len() - 1];
    let bottom = rows as f64 * CELL;
    let below = if panel.columns.is_empty() {
        0.0
    } else {
        SMALL + GAP
    };
    let mut drawn = Drawing::new(right.max(CELL), (bottom + below).max(CELL), "");
    for element in &panel.elements {
        let (column, row) = place(element);
        let x = (starts[column as usize] + starts[column as usize + 1]) / 2.0;
        let y = row as f64 * CELL + CELL / 2.0;
        drawn.add(on_grid(element, x, y, marked));
    }
    for (row, name) in panel.rows.iter().enumerate().take(rows.max(0) as usize) {
        let y = row as f64 * CELL + CELL / 2.0;
        drawn.add(
            text(names, y, name.clone())
                .size(SMALL)
                .ink(Ink::Dim)
                .centred()
                .anchor(Anchor::End),
        );
    }
    for (column, name) in panel.columns.iter().enumerate().take(wide.len()) {
        let x = (starts[column] + starts[column + 1]) / 2.0;
        let y = bottom + SMALL + 4.0;
        drawn.add(
            text(x, y, name.clone())
                .size(SMALL)
                .ink(Ink::Dim)
                .anchor(Anchor::Middle),
        );
    }
    drawn
}

/// One thing on a grid, around its middle.
fn on_grid(element: &Element, x: f64, y: f64, marked: &[Id]) -> Shape {
    let half = CELL / 2.0;
    let square = |fill: Ink| -> Shape {
        rect(x - half, y - half, CELL, CELL)
            .fill(fill)
            .stroke(Ink::Line, THIN)
            .into()
    };
    let inner = || -> Shape {
        rect(x - half + 2.0, y - half + 2.0, CELL - 4.0, CELL - 4.0)
            .stroke(Ink::Touched, THICK)
            .into()
    };
    let label = |ink: Ink| -> Option<Shape> {
        let label = &element.label;
        (!label.is_empty()).then(|| {
            text(x, y, label.clone())
                .size(SMALL)
                .ink(ink)
                .centred()
                .into()
        })
    };
    let cell = |mut shapes: Vec<Shape>, ink: Ink| {
        shapes.extend(label(ink));
        shapes.extend(ring(element, marked, inner));
        named(element, "cell", shapes)
    };
    match element.look {
        Look::Card => card(element, x, y, marked).0,
        Look::Free | Look::Vertex | Look::Ground | Look::Edge { .. } => {
            cell(vec![square(Ink::CellLight)], Ink::Text)
        }
        Look::Gone => cell(vec![square(Ink::Dim)], Ink::Dim.on()),
        Look::Visited => cell(vec![square(Ink::CellDark)], Ink::CellDark.on()),
        Look::Cross => {
            let arm = half - 7.0;
            let cross = path(x - arm, y - arm).to(x + arm, y + arm);
            let cross = cross.jump(x + arm, y - arm).to(x - arm, y + arm);
            let cross = cross.stroke(Ink::Text, THICK);
            cell(vec![square(Ink::CellLight), cross.into()], Ink::Text)
        }
        Look::Poison => {
            let arm = half - 6.0;
            let corners = [(x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y)];
            let diamond = polygon(corners).fill(Ink::Lose).stroke(Ink::LoseLine, THIN);
            cell(vec![square(Ink::CellLight), diamond.into()], Ink::Lose.on())
        }
        Look::Stone => disc(element, x, y, Ink::Stone, marked),
        Look::Heads => disc(element, x, y, Ink::Head, marked),
        Look::Tails => disc(element, x, y, Ink::Tail, marked),
        Look::White => disc(element, x, y, Ink::White, marked),
        Look::Black => disc(element, x, y, Ink::Black, marked),
    }
}

/// Vertices and edges in the plane.
fn plane(panel: &Panel, marked: &[Id], unit: f64) -> Drawing {
    let mut places: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
    let (mut right, mut bottom) = (0.0f64, 0.0f64);
    // A long name needs room, and so the whole plane is wider.
    let name = |element: &Element| shortened(&element.label, SMALL, LONGEST);
    let half = |element: &Element| VERTEX.max(measure(&name(element), SMALL) / 2.0 + 5.0);
    let is_vertex = |element: &&Element| matches!(element.id.part, Part::Vertex(_));
    let vertices = || panel.elements.iter().filter(is_vertex);
    let widest = vertices().map(half).fold(VERTEX, f64::max);
    let wide = unit.max(2.0 * widest + GAP);
    let at = |element: &Element| {
        let (x, y) = element.at;
        (x * wide + widest + 2.0, y * unit + VERTEX + 2.0)
    };
    for element in &panel.elements {
        let (x, y) = at(element);
        (right, bottom) = (right.max(x), bottom.max(y));
        if let Part::Vertex(number) = element.id.part {
            places.insert(number, (x, y));
        }
    }
    let mut drawn = Drawing::new(right + widest + 2.0, bottom + VERTEX + 2.0, "");
    let arrows = panel
        .elements
        .iter()
        .filter_map(|element| match element.look {
            Look::Edge { from, to, arrow } if arrow => Some((from, to)),
            _ => None,
        });
    let arrows: FxHashSet<(u32, u32)> = arrows.collect();
    for element in &panel.elements {
        let Look::Edge { from, to, arrow } = element.look else {
            continue;
        };
        let (Some(a), Some(b)) = (places.get(&from), places.get(&to)) else {
            continue;
        };
        let which = match element.id.part {
            Part::Edge(_, _, which) => which,
            _ => 0,
        };
        // Two arrows that lead there and back keep apart.
        let apart = arrow && arrows.contains(&(to, from));
        drawn.add(edge(element, [*a, *b], arrow, apart, which, marked));
    }
    for element in &panel.elements {
        let (x, y) = at(element);
        let stroke = match marked.contains(&element.id) {
            true => (Ink::Touched, THICK),
            false => (Ink::Line, MEDIUM),
        };
        let vertex = |fill: Ink| {
            let half = half(element);
            let frame = rect(x - half, y - VERTEX, 2.0 * half, 2.0 * VERTEX);
            let frame = frame.rounded(VERTEX).fill(fill);
            let label = text(x, y, name(element)).size(SMALL);
            let shapes = vec![
                frame.stroke(stroke.0, stroke.1).into(),
                label.ink(fill.on()).centred().into(),
            ];
            named(element, "vertex", shapes)
        };
        match (element.id.part, element.look) {
            (_, Look::Edge { .. }) => {}
            (_, Look::Ground) => drawn.add(vertex(Ink::CellDark)),
            (_, Look::Visited) => drawn.add(vertex(Ink::Removed)),
            (_, Look::Vertex | Look::Free) => drawn.add(vertex(Ink::CellLight)),
            (_, Look::Heads) => drawn.add(vertex(Ink::Head)),
            (_, Look::Tails) => drawn.add(vertex(Ink::Tail)),
            (Part::Token(number), look) => {
                // Beside the number of the vertex on which it stands.
                let fill = if look == Look::Black {
                    Ink::Black
                } else {
                    Ink::Stone
                };
                let shift = 9.0 * f64::from(number % 3);
                let piece = circle(x + VERTEX - 2.0 - shift, y - VERTEX + 2.0, 6.0).fill(fill);
                let piece = piece.stroke(Ink::StoneDark, THIN);
                drawn.add(named(element, "piece", vec![piece.into()]));
            }
            _ => drawn.add(on_grid(element, x, y, marked)),
        }
    }
    drawn
}

/// A line from vertex to vertex; parallel ones are bent, one that comes back is a loop.
fn edge(
    element: &Element,
    [a, b]: [(f64, f64); 2],
    arrow: bool,
    apart: bool,
    which: u32,
    marked: &[Id],
) -> Shape {
    let stroke = match marked.contains(&element.id) {
        true => (Ink::Touched, THICK),
        false => (Ink::Line, MEDIUM),
    };
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = (dx * dx + dy * dy).sqrt();
    let drawn = if length < 1.0 {
        let out = VERTEX * (2.2 + f64::from(which));
        path(a.0 - VERTEX * 0.5, a.1 - VERTEX * 0.8)
            .cubic(
                [a.0 - out, a.1 - out * 1.2],
                [a.0 + out, a.1 - out * 1.2],
                [a.0 + VERTEX * 0.5, a.1 - VERTEX * 0.8],
            )
            .stroke(stroke.0, stroke.1)
    } else {
        let (ux, uy) = (dx / length, dy / length);
        // The second and later ones go round on alternate sides.
        let side = if which.is_multiple_of(2) { 1.0 } else { -1.0 };
        let bend = match (which, apart) {
            (0, false) => 0.0,
            (0, true) => 7.0,
            _ => side * 14.0 * f64::from(which.div_ceil(2)),
        };
        let middle = [
            (a.0 + b.0) / 2.0 - uy * 2.0 * bend,
            (a.1 + b.1) / 2.0 + ux * 2.0 * bend,
        ];
        let rim = |from: (f64, f64), gap: f64| {
            let (x, y) = (middle[0] - from.0, middle[1] - from.1);
            let far = (x * x + y * y).sqrt().max(1.0);
            [from.0 + x / far * gap, from.1 + y / far * gap]
        };
        let start = rim(a, VERTEX);
        let end = rim(b, if arrow { VERTEX + 1.0 } else { VERTEX });
        path(start[0], start[1])
            .quadratic(middle, end)
            .stroke(stroke.0, stroke.1)
    };
    let drawn = if arrow { drawn.arrow() } else { drawn };
    named(element, "edge", vec![drawn.into()])
}
