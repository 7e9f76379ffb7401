//! What every figure is made of, before it is written in any format.
//!
//! A [`Drawing`] is a list of shapes: rectangles, ellipses, paths, letters,
//! grids of colours, and groups of them with ids. Colours are roles of
//! [`super::look`]. [`super::svg`] and [`super::tikz`] write it; nothing else in
//! the project writes pictures.
//!
//! ```
//! use grundy::picture::drawing::{Drawing, circle, group, line, rect, text};
//! use grundy::picture::look::{CORNER, Ink, LABEL, MEDIUM, THIN};
//! use grundy::picture::svg::{self, Theme};
//! let mut drawing = Drawing::new(80.0, 40.0, "a heap");
//! drawing.add(rect(4.0, 4.0, 32.0, 32.0).rounded(CORNER).fill(Ink::CellLight));
//! drawing.add(line(36.0, 20.0, 60.0, 20.0).stroke(Ink::Line, MEDIUM).arrow());
//! drawing.add(group("s1").class("stone").with([
//!     circle(20.0, 20.0, 10.0).fill(Ink::Stone).stroke(Ink::StoneDark, THIN).into(),
//!     text(20.0, 20.0, "3").size(LABEL).ink(Ink::Stone.on()).centred().into(),
//! ]));
//! assert!(svg::write(&drawing, Theme::Auto).contains("<g id=\"s1\" class=\"stone\""));
//! ```
//!
//! Lengths are pixels of CSS (1/96 inch), x to the right, y downwards.
//!
//! Limits: no clipping, no rotation but of texts by a quarter turn, no gradients.

use super::look::{self, CAPITALS, Ink};

/// A figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// From the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// An empty figure.
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Drawing {
        Drawing {
            width,
            height,
            title: title.into(),
            shapes: Vec::new(),
        }
    }

    /// Puts a shape on top.
    pub fn add(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }

    /// Puts all of another figure on top, its upper left corner at a place.
    pub fn place(&mut self, other: Drawing, x: f64, y: f64, scale: f64) {
        let mut inner = group("");
        inner.shift = (x, y);
        inner.scale = scale;
        inner.shapes = other.shapes;
        self.add(inner);
    }
}

/// The same shapes without ids, hints and classes, for a picture inside of
/// another: there may be several of it.
pub fn anonymous(shapes: &[Shape]) -> Vec<Shape> {
    let mut copy = shapes.to_vec();
    let mut left: Vec<&mut Shape> = copy.iter_mut().collect();
    while let Some(shape) = left.pop() {
        if let Shape::Group(group) = shape {
            group.id.clear();
            group.class.clear();
            group.hint.clear();
            left.extend(&mut group.shapes);
        }
    }
    copy
}

/// One thing on the paper.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An area or a line.
    Figure(Figure),
    /// Letters.
    Label(Label),
    /// A grid of colours.
    Raster(Raster),
    /// Several shapes.
    Group(Group),
}

/// An area, a line or both.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Where it runs.
    pub form: Form,
    /// What it is filled with.
    pub fill: Option<Ink>,
    /// Its outline.
    pub stroke: Option<Stroke>,
    /// Whether a head points to the end of the path.
    pub arrow: bool,
    /// From 0, not to be seen, to 1.
    pub opacity: f64,
}

/// Where an area or a line runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle: left, top, width, height, and the radius of its corners.
    Rectangle {
        /// Its left side.
        x: f64,
        /// Its upper side.
        y: f64,
        /// How wide it is.
        width: f64,
        /// How high it is.
        height: f64,
        /// The radius of its corners.
        radius: f64,
    },
    /// An ellipse.
    Ellipse {
        /// Its middle.
        x: f64,
        /// Its middle.
        y: f64,
        /// Half its width.
        rx: f64,
        /// Half its height.
        ry: f64,
    },
    /// Lines and curves.
    Path(Vec<Step>),
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begins anew elsewhere.
    Move(f64, f64),
    /// A straight line.
    Line(f64, f64),
    /// A curve of the second degree: control point, end.
    Quadratic([f64; 2], [f64; 2]),
    /// A curve of the third degree: control points, end.
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    /// Back to where it began.
    Close,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// How wide it is.
    pub width: f64,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// Which letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Face {
    /// Those of labels.
    #[default]
    Sans,
    /// Those of mathematics.
    Serif,
    /// All of one width.
    Mono,
}

/// A line of letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where it stands.
    pub x: f64,
    /// Its baseline, or its middle.
    pub y: f64,
    /// What it says.
    pub text: String,
    /// The size of its letters.
    pub size: f64,
    /// Their colour.
    pub ink: Ink,
    /// Which point `x` is.
    pub anchor: Anchor,
    /// Whether `y` is the middle of the letters.
    pub middle: bool,
    /// Which letters.
    pub face: Face,
    /// Whether they are heavy.
    pub bold: bool,
    /// Whether they are slanted.
    pub italic: bool,
    /// Whether it is to be read from below.
    pub upwards: bool,
}

/// A grid of colours, for what has too many cells for a shape each.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// How many cells a row has.
    pub columns: usize,
    /// The colours: at most 256. Nothing lets the paper through.
    pub inks: Vec<Option<Ink>>,
    /// For each cell, row by row: the number of its colour.
    pub cells: Vec<u8>,
}

impl Raster {
    /// How many rows are full.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The colour of a cell.
    pub fn ink(&self, cell: usize) -> Option<Ink> {
        let number = usize::from(*self.cells.get(cell)?);
        self.inks.get(number).copied().flatten()
    }
}

/// Several shapes that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name by which it is found again; may be empty.
    pub id: String,
    /// What it is; may be empty.
    pub class: String,
    /// What it says when pointed at; may be empty.
    pub hint: String,
    /// Where its origin lies.
    pub shift: (f64, f64),
    /// How many times larger it is.
    pub scale: f64,
    /// From the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

impl From<Figure> for Shape {
    fn from(figure: Figure) -> Shape {
        Shape::Figure(figure)
    }
}

impl From<Path> for Shape {
    fn from(path: Path) -> Shape {
        Shape::Figure(path.figure())
    }
}

impl From<Label> for Shape {
    fn from(label: Label) -> Shape {
        Shape::Label(label)
    }
}

impl From<Raster> for Shape {
    fn from(raster: Raster) -> Shape {
        Shape::Raster(raster)
    }
}

impl From<Group> for Shape {
    fn from(group: Group) -> Shape {
        Shape::Group(group)
    }
}

fn figure(form: Form) -> Figure {
    Figure {
        form,
        fill: None,
        stroke: None,
        arrow: false,
        opacity: 1.0,
    }
}

/// A rectangle by its upper left corner.
pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Figure {
    figure(Form::Rectangle {
        x,
        y,
        width,
        height,
        radius: 0.0,
    })
}

/// A circle by its middle.
pub fn circle(x: f64, y: f64, radius: f64) -> Figure {
    ellipse(x, y, radius, radius)
}

/// An ellipse by its middle and half its width and height.
pub fn ellipse(x: f64, y: f64, rx: f64, ry: f64) -> Figure {
    figure(Form::Ellipse { x, y, rx, ry })
}

/// A straight line from the first point to the second.
pub fn line(x: f64, y: f64, u: f64, v: f64) -> Figure {
    path(x, y).to(u, v).figure()
}

/// Straight lines from each point to the next.
pub fn polyline(points: impl IntoIterator<Item = (f64, f64)>) -> Figure {
    let mut points = points.into_iter();
    let mut steps = Vec::new();
    if let Some((x, y)) = points.next() {
        steps.push(Step::Move(x, y));
    }
    steps.extend(points.map(|(x, y)| Step::Line(x, y)));
    figure(Form::Path(steps))
}

/// The same, back to the first point.
pub fn polygon(points: impl IntoIterator<Item = (f64, f64)>) -> Figure {
    let mut drawn = polyline(points);
    if let Form::Path(steps) = &mut drawn.form {
        steps.push(Step::Close);
    }
    drawn
}

/// A path that begins at a point.
pub fn path(x: f64, y: f64) -> Path {
    Path(vec![Step::Move(x, y)])
}

/// Letters that begin at a point of the baseline.
pub fn text(x: f64, y: f64, text: impl Into<String>) -> Label {
    Label {
        x,
        y,
        text: text.into(),
        size: look::LABEL,
        ink: Ink::Text,
        anchor: Anchor::Start,
        middle: false,
        face: Face::Sans,
        bold: false,
        italic: false,
        upwards: false,
    }
}

/// An empty group with an id; no id if it is empty.
pub fn group(id: impl Into<String>) -> Group {
    Group {
        id: id.into(),
        class: String::new(),
        hint: String::new(),
        shift: (0.0, 0.0),
        scale: 1.0,
        shapes: Vec::new(),
    }
}

/// A path in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct Path(Vec<Step>);

impl Path {
    /// On to a point without a line.
    pub fn jump(mut self, x: f64, y: f64) -> Path {
        self.0.push(Step::Move(x, y));
        self
    }

    /// A straight line to a point.
    pub fn to(mut self, x: f64, y: f64) -> Path {
        self.0.push(Step::Line(x, y));
        self
    }

    /// A curve to a point, drawn towards another.
    pub fn quadratic(mut self, towards: [f64; 2], end: [f64; 2]) -> Path {
        self.0.push(Step::Quadratic(towards, end));
        self
    }

    /// A curve to a point, drawn towards two others.
    pub fn cubic(mut self, first: [f64; 2], second: [f64; 2], end: [f64; 2]) -> Path {
        self.0.push(Step::Cubic(first, second, end));
        self
    }

    /// Back to where it began.
    pub fn close(mut self) -> Path {
        self.0.push(Step::Close);
        self
    }

    /// The path as a figure.
    pub fn figure(self) -> Figure {
        figure(Form::Path(self.0))
    }

    /// As [`Figure::fill`].
    pub fn fill(self, ink: Ink) -> Figure {
        self.figure().fill(ink)
    }

    /// As [`Figure::stroke`].
    pub fn stroke(self, ink: Ink, width: f64) -> Figure {
        self.figure().stroke(ink, width)
    }
}

impl Figure {
    /// Fills it.
    pub fn fill(mut self, ink: Ink) -> Figure {
        self.fill = Some(ink);
        self
    }

    /// Draws its line.
    pub fn stroke(mut self, ink: Ink, width: f64) -> Figure {
        self.stroke = Some(Stroke {
            ink,
            width,
            dashed: false,
        });
        self
    }

    /// Dashes its line.
    pub fn dashed(mut self) -> Figure {
        if let Some(stroke) = &mut self.stroke {
            stroke.dashed = true;
        }
        self
    }

    /// Puts a head to the end of a path that has a line.
    pub fn arrow(mut self) -> Figure {
        self.arrow = true;
        self
    }

    /// Rounds the corners of a rectangle.
    pub fn rounded(mut self, by: f64) -> Figure {
        if let Form::Rectangle { radius, .. } = &mut self.form {
            *radius = by;
        }
        self
    }

    /// Lets what lies below shine through.
    pub fn opacity(mut self, opacity: f64) -> Figure {
        self.opacity = opacity;
        self
    }

    /// The line without the room for the head, and the three corners of the head.
    pub fn with_head(&self) -> (Form, Option<[[f64; 2]; 3]>) {
        let (Form::Path(steps), Some(stroke), true) = (&self.form, self.stroke, self.arrow) else {
            return (self.form.clone(), None);
        };
        let Some((end, before)) = last_direction(steps) else {
            return (self.form.clone(), None);
        };
        let (dx, dy) = (end[0] - before[0], end[1] - before[1]);
        let far = dx.hypot(dy);
        let (dx, dy) = (dx / far, dy / far);
        // Wide lines have larger heads.
        let long = look::HEAD * (0.7 + 0.3 * stroke.width);
        let half = long * 0.4;
        let base = [end[0] - dx * long, end[1] - dy * long];
        let head = [
            end,
            [base[0] - dy * half, base[1] + dx * half],
            [base[0] + dy * half, base[1] - dx * half],
        ];
        // The line ends inside of the head.
        let back = (long * 0.8).min(far * 0.95);
        let short = |p: [f64; 2]| [p[0] - dx * back, p[1] - dy * back];
        let mut steps = steps.clone();
        if let Some(last) = steps.last_mut() {
            *last = match *last {
                Step::Line(x, y) => {
                    let [x, y] = short([x, y]);
                    Step::Line(x, y)
                }
                Step::Quadratic(towards, end) => Step::Quadratic(towards, short(end)),
                Step::Cubic(first, second, end) => {
                    // The curve keeps its direction where it ends.
                    let left = (end[0] - second[0]).hypot(end[1] - second[1]);
                    let second = match left > back + 0.5 {
                        true => second,
                        false => short(second),
                    };
                    Step::Cubic(first, second, short(end))
                }
                other => other,
            };
        }
        (Form::Path(steps), Some(head))
    }
}

/// Where a path ends, and a point before from which it comes.
fn last_direction(steps: &[Step]) -> Option<([f64; 2], [f64; 2])> {
    let end_of = |step: &Step| match *step {
        Step::Move(x, y) | Step::Line(x, y) => Some([x, y]),
        Step::Quadratic(_, end) | Step::Cubic(_, _, end) => Some(end),
        Step::Close => None,
    };
    let (last, rest) = steps.split_last()?;
    let end = end_of(last)?;
    let start = end_of(rest.last()?)?;
    let candidates = match *last {
        Step::Line(..) => [start, start, start],
        Step::Quadratic(towards, _) => [towards, start, start],
        Step::Cubic(first, second, _) => [second, first, start],
        _ => return None,
    };
    let apart = |p: &[f64; 2]| (p[0] - end[0]).hypot(p[1] - end[1]) > 1e-6;
    Some((end, candidates.into_iter().find(apart)?))
}

impl Label {
    /// The size of its letters.
    pub fn size(mut self, size: f64) -> Label {
        self.size = size;
        self
    }

    /// Their colour.
    pub fn ink(mut self, ink: Ink) -> Label {
        self.ink = ink;
        self
    }

    /// Its middle lies at the point, across and down.
    pub fn centred(mut self) -> Label {
        self.anchor = Anchor::Middle;
        self.middle = true;
        self
    }

    /// Which point `x` is.
    pub fn anchor(mut self, anchor: Anchor) -> Label {
        self.anchor = anchor;
        self
    }

    /// `y` is the middle of the letters.
    pub fn middle(mut self) -> Label {
        self.middle = true;
        self
    }

    /// Heavy letters.
    pub fn bold(mut self) -> Label {
        self.bold = true;
        self
    }

    /// Slanted letters.
    pub fn italic(mut self) -> Label {
        self.italic = true;
        self
    }

    /// Letters of mathematics: with serifs and slanted.
    pub fn mathematics(mut self) -> Label {
        self.face = Face::Serif;
        self.italic = true;
        self
    }

    /// Letters of one width.
    pub fn mono(mut self) -> Label {
        self.face = Face::Mono;
        self
    }

    /// Turned by a quarter, to be read from below.
    pub fn upwards(mut self) -> Label {
        self.upwards = true;
        self
    }

    /// How far the baseline lies below `y`.
    pub fn drop(&self) -> f64 {
        match self.middle {
            true => self.size * CAPITALS / 2.0,
            false => 0.0,
        }
    }

    /// How wide it is, about.
    pub fn width(&self) -> f64 {
        let wide = match self.face {
            Face::Mono => self
                .text
                .chars()
                .map(|c| if c < '\u{1100}' { 0.61 } else { 1.0 }),
            _ => return look::measure(&self.text, self.size) * if self.bold { 1.08 } else { 1.0 },
        };
        wide.sum::<f64>() * self.size
    }

    /// The room it takes: left, top, right, bottom.
    pub fn room(&self) -> [f64; 4] {
        let wide = self.width();
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide / 2.0,
            Anchor::End => wide,
        };
        let (above, below) = (
            self.size * CAPITALS - self.drop(),
            self.drop() + self.size * 0.22,
        );
        match self.upwards {
            false => [
                self.x - back,
                self.y - above,
                self.x - back + wide,
                self.y + below,
            ],
            true => [
                self.x - above,
                self.y + back - wide,
                self.x + below,
                self.y + back,
            ],
        }
    }
}

impl Group {
    /// What it is, for style sheets and programs.
    pub fn class(mut self, class: impl Into<String>) -> Group {
        self.class = class.into();
        self
    }

    /// What it says when pointed at.
    pub fn hint(mut self, hint: impl Into<String>) -> Group {
        self.hint = hint.into();
        self
    }

    /// Puts shapes on top.
    pub fn with(mut self, shapes: impl IntoIterator<Item = Shape>) -> Group {
        self.shapes.extend(shapes);
        self
    }

    /// Puts a shape on top.
    pub fn add(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_points_where_the_path_goes() {
        let drawn = line(0.0, 0.0, 20.0, 0.0).stroke(Ink::Line, 1.0).arrow();
        let (form, head) = drawn.with_head();
        let [tip, left, right] = head.unwrap();
        assert_eq!(tip, [20.0, 0.0]);
        assert_eq!([left[0], right[0]], [12.0; 2]);
        assert_eq!(left[1], -right[1]);
        assert_eq!(
            form,
            Form::Path(vec![Step::Move(0.0, 0.0), Step::Line(13.6, 0.0)])
        );
        // Where nothing has a direction there is no head.
        for odd in [
            line(1.0, 1.0, 1.0, 1.0).stroke(Ink::Line, 1.0).arrow(),
            line(0.0, 0.0, 9.0, 0.0).arrow(),
            polyline([]).stroke(Ink::Line, 1.0).arrow(),
            polygon([(0.0, 0.0), (1.0, 0.0)])
                .stroke(Ink::Line, 1.0)
                .arrow(),
            circle(0.0, 0.0, 3.0).stroke(Ink::Line, 1.0).arrow(),
        ] {
            assert_eq!(odd.with_head(), (odd.form.clone(), None));
        }
        // A curve whose last control point is its end comes from the one before.
        let curve = path(0.0, 0.0).cubic([9.0, 0.0], [9.0, 9.0], [9.0, 9.0]);
        let (_, head) = curve.stroke(Ink::Line, 1.0).arrow().with_head();
        assert!(head.unwrap()[1][1] < 9.0);
    }

    #[test]
    fn the_room_of_a_label() {
        let label = text(50.0, 50.0, "00").size(10.0).centred();
        let [left, top, right, bottom] = label.room();
        assert_eq!(left + right, 100.0);
        assert!((right - left - 12.8).abs() < 1e-9);
        assert!(top < 47.0 && bottom > 53.0);
        let turned = label.upwards().room();
        assert!((turned[3] - turned[1] - 12.8).abs() < 1e-9);
    }
}
