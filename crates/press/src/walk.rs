//! From shapes to paths: what every surface has in common.

use grundy::error::Error;
use grundy::picture::drawing::{Anchor, Drawing, Figure, Form, Label, Raster, Shape, Step};
use grundy::picture::look::{DASHES, Ink};

use crate::fonts::Fonts;

/// How an area or a line is painted.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// From 0, not to be seen, to 1.
    pub opacity: f64,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// How wide it is.
    pub width: f64,
    /// Dashes and gaps, if there are any.
    pub dashes: Option<[f64; 2]>,
}

/// What takes paths.
pub trait Surface {
    /// Fills an area.
    fn fill(&mut self, path: &[Step], paint: Paint);
    /// Draws a line.
    fn stroke(&mut self, path: &[Step], paint: Paint, pen: Pen);
    /// Shows a grid of colours.
    fn raster(&mut self, raster: &Raster);
    /// The outlines that follow are these words, until [`Surface::said`].
    fn say(&mut self, _words: &str) {}
    /// The words are over.
    fn said(&mut self) {}
}

/// A place on the page and a scale.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    scale: f64,
}

impl Place {
    fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x + self.scale * x, self.y + self.scale * y]
    }

    fn path(&self, steps: &[Step]) -> Vec<Step> {
        moved(steps, |point| self.point(point))
    }
}

/// A path with all its points moved.
fn moved(steps: &[Step], to: impl Fn([f64; 2]) -> [f64; 2]) -> Vec<Step> {
    let each = steps.iter().map(|step| match *step {
        Step::Move(x, y) => {
            let [x, y] = to([x, y]);
            Step::Move(x, y)
        }
        Step::Line(x, y) => {
            let [x, y] = to([x, y]);
            Step::Line(x, y)
        }
        Step::Quadratic(towards, end) => Step::Quadratic(to(towards), to(end)),
        Step::Cubic(first, second, end) => Step::Cubic(to(first), to(second), to(end)),
        Step::Close => Step::Close,
    });
    each.collect()
}

/// Gives all of a drawing to a surface, the paper first.
pub fn walk(
    drawing: &Drawing,
    fonts: &Fonts,
    dark: bool,
    surface: &mut dyn Surface,
) -> Result<(), Error> {
    let paper = outline(&Form::Rectangle {
        x: 0.0,
        y: 0.0,
        width: drawing.width,
        height: drawing.height,
        radius: 0.0,
    });
    let solid = |ink: Ink| Paint {
        colour: ink.colour(dark),
        opacity: 1.0,
    };
    surface.fill(&paper, solid(Ink::Paper));
    let all = Place {
        x: 0.0,
        y: 0.0,
        scale: 1.0,
    };
    let mut open = vec![(drawing.shapes.iter(), all)];
    while let Some((rest, place)) = open.last_mut() {
        let place = *place;
        match rest.next() {
            None => {
                open.pop();
            }
            Some(Shape::Figure(figure)) => draw(figure, place, dark, surface),
            Some(Shape::Label(label)) => write(label, place, fonts, solid(label.ink), surface)?,
            Some(Shape::Raster(raster)) => {
                let [x, y] = place.point([raster.x, raster.y]);
                surface.raster(&Raster {
                    x,
                    y,
                    width: raster.width * place.scale,
                    height: raster.height * place.scale,
                    ..raster.clone()
                });
            }
            Some(Shape::Group(group)) => {
                let [x, y] = place.point([group.shift.0, group.shift.1]);
                let scale = place.scale * group.scale;
                open.push((group.shapes.iter(), Place { x, y, scale }));
            }
        }
    }
    Ok(())
}

fn draw(figure: &Figure, place: Place, dark: bool, surface: &mut dyn Surface) {
    let (form, head) = figure.with_head();
    let path = place.path(&outline(&form));
    let paint = |ink: Ink| Paint {
        colour: ink.colour(dark),
        opacity: figure.opacity,
    };
    if let Some(fill) = figure.fill {
        surface.fill(&path, paint(fill));
    }
    let Some(stroke) = figure.stroke else { return };
    let pen = Pen {
        width: stroke.width * place.scale,
        dashes: stroke.dashed.then(|| DASHES.map(|long| long * place.scale)),
    };
    surface.stroke(&path, paint(stroke.ink), pen);
    if let Some([a, b, c]) = head {
        let head = [
            Step::Move(a[0], a[1]),
            Step::Line(b[0], b[1]),
            Step::Line(c[0], c[1]),
            Step::Close,
        ];
        surface.fill(&place.path(&head), paint(stroke.ink));
    }
}

fn write(
    label: &Label,
    place: Place,
    fonts: &Fonts,
    paint: Paint,
    surface: &mut dyn Surface,
) -> Result<(), Error> {
    let glyphs = fonts.glyphs(label)?;
    let wide: f64 = glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * label.size;
    let back = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => wide / 2.0,
        Anchor::End => wide,
    };
    let drop = label.drop();
    let mut at = -back;
    surface.say(&label.text);
    for glyph in glyphs {
        let path = moved(&glyph.outline, |[x, y]| {
            let (along, down) = (at + x * label.size, y * label.size + drop);
            place.point(match label.upwards {
                false => [label.x + along, label.y + down],
                true => [label.x + down, label.y - along],
            })
        });
        if !path.is_empty() {
            surface.fill(&path, paint);
        }
        at += glyph.advance * label.size;
    }
    surface.said();
    Ok(())
}

/// A form as a path. Quarters of ellipses are cubics whose control points lie
/// 0.5523 of the way to the corner; the radius is off by 1/3700 at most.
fn outline(form: &Form) -> Vec<Step> {
    const ROUND: f64 = 0.552_284_75;
    match *form {
        Form::Path(ref steps) => steps.clone(),
        Form::Rectangle {
            x,
            y,
            width,
            height,
            radius,
        } => {
            let r = radius.min(width / 2.0).min(height / 2.0).max(0.0);
            let (right, bottom, k) = (x + width, y + height, r * (1.0 - ROUND));
            if r == 0.0 {
                return vec![
                    Step::Move(x, y),
                    Step::Line(right, y),
                    Step::Line(right, bottom),
                    Step::Line(x, bottom),
                    Step::Close,
                ];
            }
            vec![
                Step::Move(x + r, y),
                Step::Line(right - r, y),
                Step::Cubic([right - k, y], [right, y + k], [right, y + r]),
                Step::Line(right, bottom - r),
                Step::Cubic(
                    [right, bottom - k],
                    [right - k, bottom],
                    [right - r, bottom],
                ),
                Step::Line(x + r, bottom),
                Step::Cubic([x + k, bottom], [x, bottom - k], [x, bottom - r]),
                Step::Line(x, y + r),
                Step::Cubic([x, y + k], [x + k, y], [x + r, y]),
                Step::Close,
            ]
        }
        Form::Ellipse { x, y, rx, ry } => {
            let (a, b) = (rx * ROUND, ry * ROUND);
            vec![
                Step::Move(x + rx, y),
                Step::Cubic([x + rx, y + b], [x + a, y + ry], [x, y + ry]),
                Step::Cubic([x - a, y + ry], [x - rx, y + b], [x - rx, y]),
                Step::Cubic([x - rx, y - b], [x - a, y - ry], [x, y - ry]),
                Step::Cubic([x + a, y - ry], [x + rx, y - b], [x + rx, y]),
                Step::Close,
            ]
        }
    }
}
