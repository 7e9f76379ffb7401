//! A drawing as a TikZ picture, for papers.
//!
//! The text is one `tikzpicture` with its colours defined before it; a document
//! that has `\usepackage{tikz}` shows it with `\input`. One pixel is 0.75 bp and y runs downwards, so that the
//! numbers are those of the SVG.
//!
//! ```
//! use grundy::picture::drawing::{Drawing, text};
//! use grundy::picture::tikz;
//! let mut drawing = Drawing::new(40.0, 20.0, "x");
//! drawing.add(text(20.0, 10.0, "5 % → ∞").centred());
//! assert!(tikz::write(&drawing).contains(r"{5 \% $\to$ $\infty$}"));
//! ```
//!
//! Limits: Chinese needs a document class for it (`ctex` with XeLaTeX or
//! LuaLaTeX). A raster becomes rectangles, one for each run of cells of one
//! colour in a row; [`rectangles`] says how many, and TeX takes about a minute
//! for [`MOST_RECTANGLES`].

use std::collections::BTreeSet;
use std::fmt::Write;

use super::drawing::{Anchor, Drawing, Face, Figure, Form, Label, Raster, Shape, Step};
use super::look::{self, Ink};
use super::svg::{flat, number};

/// More make no picture that TeX sets in reasonable time.
pub const MOST_RECTANGLES: usize = 20_000;

/// The drawing as a TikZ picture, in the colours of light paper.
pub fn write(drawing: &Drawing) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    for line in drawing.title.lines() {
        let _ = writeln!(out, "% {line}");
    }
    // Without the percent sign each end of a line would be a blank before the picture.
    for ink in inks(drawing) {
        let [red, green, blue] = ink.colour(false);
        let _ = writeln!(
            out,
            "\\definecolor{{grundy-{}}}{{HTML}}{{{red:02X}{green:02X}{blue:02X}}}%",
            ink.name()
        );
    }
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[x=0.75bp,y=-0.75bp,inner sep=0pt,outer sep=0pt]"
    );
    let _ = writeln!(
        out,
        "\\path[use as bounding box] (0,0) rectangle ({},{});",
        number(drawing.width),
        number(drawing.height)
    );
    // Groups that are open: what is left of each, its origin, its scale.
    let mut open = vec![(drawing.shapes.iter(), Place::default())];
    while let Some((rest, place)) = open.last_mut() {
        let place = *place;
        match rest.next() {
            None => {
                open.pop();
            }
            Some(Shape::Figure(figure)) => place.figure(&mut out, figure),
            Some(Shape::Label(label)) => place.label(&mut out, label),
            Some(Shape::Raster(raster)) => place.raster(&mut out, raster),
            Some(Shape::Group(group)) => {
                let (x, y) = place.at(group.shift.0, group.shift.1);
                let scale = place.scale * group.scale;
                open.push((group.shapes.iter(), Place { x, y, scale }));
            }
        }
    }
    out.push_str("\\end{tikzpicture}%\n");
    out
}

/// How many rectangles the rasters of a drawing become.
pub fn rectangles(drawing: &Drawing) -> usize {
    let rasters = flat(&drawing.shapes).filter_map(|shape| match shape {
        Shape::Raster(raster) => Some(runs(raster).count()),
        _ => None,
    });
    rasters.sum()
}

/// The colours that occur.
fn inks(drawing: &Drawing) -> BTreeSet<Ink> {
    let mut used = BTreeSet::new();
    for shape in flat(&drawing.shapes) {
        match shape {
            Shape::Figure(figure) => {
                used.extend(figure.fill);
                used.extend(figure.stroke.map(|stroke| stroke.ink));
            }
            Shape::Label(label) => {
                used.insert(label.ink);
            }
            Shape::Raster(raster) => used.extend(runs(raster).map(|run| run.3)),
            Shape::Group(_) => {}
        }
    }
    used
}

/// Runs of one colour: row, first column, how many, which colour.
fn runs(raster: &Raster) -> impl Iterator<Item = (usize, usize, usize, Ink)> {
    let columns = raster.columns.max(1);
    let mut at = 0;
    let end = raster.rows() * raster.columns;
    std::iter::from_fn(move || {
        while at < end {
            let (start, row) = (at, at / columns);
            let ink = raster.ink(at);
            while at < end && at / columns == row && raster.ink(at) == ink {
                at += 1;
            }
            if let Some(ink) = ink {
                return Some((row, start % columns, at - start, ink));
            }
        }
        None
    })
}

/// Where a group lies.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    scale: f64,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            x: 0.0,
            y: 0.0,
            scale: 1.0,
        }
    }
}

impl Place {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x + self.scale * x, self.y + self.scale * y)
    }

    fn point(&self, x: f64, y: f64) -> String {
        let (x, y) = self.at(x, y);
        format!("({},{})", number(x), number(y))
    }

    fn figure(&self, out: &mut String, figure: &Figure) {
        let mut options = Vec::new();
        if let Some(ink) = figure.fill {
            options.push(format!("fill=grundy-{}", ink.name()));
        }
        if let Some(stroke) = figure.stroke {
            options.push(format!("draw=grundy-{}", stroke.ink.name()));
            let wide = stroke.width * self.scale * 0.75;
            options.push(format!("line width={}bp", number(wide)));
            options.push("line join=round".to_string());
            if stroke.dashed {
                let [dash, gap] = look::DASHES.map(|long| number(long * self.scale * 0.75));
                options.push(format!("dash pattern=on {dash}bp off {gap}bp"));
            }
        }
        if figure.opacity < 1.0 {
            options.push(format!("opacity={}", number(figure.opacity)));
        }
        if options.is_empty() {
            return;
        }
        let (form, head) = figure.with_head();
        let traced = match &form {
            Form::Rectangle {
                x,
                y,
                width,
                height,
                radius,
            } => {
                if *radius > 0.0 {
                    let radius = radius * self.scale * 0.75;
                    options.push(format!("rounded corners={}bp", number(radius)));
                }
                let (from, to) = (self.point(*x, *y), self.point(x + width, y + height));
                format!("{from} rectangle {to}")
            }
            Form::Ellipse { x, y, rx, ry } => format!(
                "{} ellipse[x radius={},y radius={}]",
                self.point(*x, *y),
                number(rx * self.scale),
                number(ry * self.scale)
            ),
            Form::Path(steps) => self.trace(steps),
        };
        if !traced.is_empty() {
            let _ = writeln!(out, "\\path[{}] {traced};", options.join(","));
        }
        if let (Some([a, b, c]), Some(stroke)) = (head, figure.stroke) {
            let [a, b, c] = [a, b, c].map(|p| self.point(p[0], p[1]));
            let ink = stroke.ink.name();
            let _ = writeln!(out, "\\fill[grundy-{ink}] {a} -- {b} -- {c} -- cycle;");
        }
    }

    fn trace(&self, steps: &[Step]) -> String {
        let mut out = String::new();
        let mut last = [0.0; 2];
        let point = |p: [f64; 2]| self.point(p[0], p[1]);
        for step in steps {
            let _ = match *step {
                Step::Move(x, y) => write!(out, " {}", self.point(x, y)),
                Step::Line(x, y) => write!(out, " -- {}", self.point(x, y)),
                Step::Quadratic(towards, end) => {
                    // The same curve as one of the third degree.
                    let mix = |p: [f64; 2]| {
                        [
                            p[0] + (towards[0] - p[0]) * 2.0 / 3.0,
                            p[1] + (towards[1] - p[1]) * 2.0 / 3.0,
                        ]
                    };
                    let (first, second) = (point(mix(last)), point(mix(end)));
                    write!(out, " .. controls {first} and {second} .. {}", point(end))
                }
                Step::Cubic(first, second, end) => write!(
                    out,
                    " .. controls {} and {} .. {}",
                    point(first),
                    point(second),
                    point(end)
                ),
                Step::Close => write!(out, " -- cycle"),
            };
            last = match *step {
                Step::Move(x, y) | Step::Line(x, y) => [x, y],
                Step::Quadratic(_, end) | Step::Cubic(_, _, end) => end,
                Step::Close => last,
            };
        }
        out.trim_start().to_string()
    }

    fn label(&self, out: &mut String, label: &Label) {
        let (x, y) = match label.upwards {
            true => (label.x + label.drop(), label.y),
            false => (label.x, label.y + label.drop()),
        };
        let anchor = match label.anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let size = label.size * self.scale * 0.75;
        let mut font = format!("\\fontsize{{{}}}{{{}}}", number(size), number(size * 1.2));
        font += match label.face {
            Face::Sans => "\\sffamily",
            Face::Serif => "\\rmfamily",
            Face::Mono => "\\ttfamily",
        };
        if label.bold {
            font += "\\bfseries";
        }
        if label.italic {
            font += "\\itshape";
        }
        font += "\\selectfont";
        let turned = if label.upwards { ",rotate=90" } else { "" };
        let _ = writeln!(
            out,
            "\\node[anchor={anchor},text=grundy-{}{turned},font={{{font}}}] at {} {{{}}};",
            label.ink.name(),
            self.point(x, y),
            escape(&label.text)
        );
    }

    fn raster(&self, out: &mut String, raster: &Raster) {
        let (rows, columns) = (raster.rows().max(1), raster.columns.max(1));
        let (wide, high) = (raster.width / columns as f64, raster.height / rows as f64);
        for (row, first, count, ink) in runs(raster) {
            let (x, y) = (raster.x + first as f64 * wide, raster.y + row as f64 * high);
            let _ = writeln!(
                out,
                "\\fill[grundy-{}] {} rectangle {};",
                ink.name(),
                self.point(x, y),
                self.point(x + count as f64 * wide, y + high)
            );
        }
    }
}

/// A text made safe for LaTeX: what TeX reserves, and signs that text fonts
/// do not have.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        let written = match c {
            '\\' => "\\textbackslash{}",
            '{' => "\\{",
            '}' => "\\}",
            '$' => "\\$",
            '&' => "\\&",
            '#' => "\\#",
            '%' => "\\%",
            '_' => "\\_",
            '^' => "\\textasciicircum{}",
            '~' => "\\textasciitilde{}",
            '<' => "$<$",
            '>' => "$>$",
            '|' => "$|$",
            '"' => "\\textquotedbl{}",
            '→' => "$\\to$",
            '←' => "$\\gets$",
            '↑' => "$\\uparrow$",
            '↓' => "$\\downarrow$",
            '↦' => "$\\mapsto$",
            '⊕' => "$\\oplus$",
            '⊗' => "$\\otimes$",
            '∞' => "$\\infty$",
            '≤' => "$\\le$",
            '≥' => "$\\ge$",
            '≠' => "$\\ne$",
            '≡' => "$\\equiv$",
            '×' => "$\\times$",
            '·' => "$\\cdot$",
            '±' => "$\\pm$",
            '−' => "$-$",
            '●' => "$\\bullet$",
            '○' => "$\\circ$",
            '★' => "$\\star$",
            '▸' => "$\\triangleright$",
            // Chess pieces by the letters that stand for them.
            '♔' => "K",
            '♕' => "Q",
            '♖' => "R",
            '♗' => "B",
            '♘' => "N",
            '∈' => "$\\in$",
            '∧' => "$\\wedge$",
            '∨' => "$\\vee$",
            '⌊' => "$\\lfloor$",
            '⌋' => "$\\rfloor$",
            '…' => "\\ldots{}",
            '–' => "--",
            '—' => "---",
            '’' => "'",
            'ω' => "$\\omega$",
            'ν' => "$\\nu$",
            'φ' => "$\\varphi$",
            'α' => "$\\alpha$",
            '√' => "$\\surd$",
            '∅' => "$\\emptyset$",
            '⋮' => "$\\vdots$",
            '₀'..='₉' => {
                // Ten neighbours.
                let _ = write!(safe, "$_{}$", c as u32 - '₀' as u32);
                continue;
            }
            '²' => "$^2$",
            '³' => "$^3$",
            c if c.is_control() => " ",
            c => {
                safe.push(c);
                continue;
            }
        };
        safe.push_str(written);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{circle, group, line, path, rect, text};
    use super::*;

    #[test]
    fn every_colour_is_defined_and_every_brace_closed() {
        let mut drawing = Drawing::new(100.0, 50.0, "a\nb");
        drawing.add(rect(0.0, 0.0, 9.0, 9.0).rounded(3.0).fill(Ink::Win));
        drawing.add(circle(3.0, 3.0, 2.0).stroke(Ink::Faint, 1.0).dashed());
        drawing.add(
            path(0.0, 0.0)
                .quadratic([3.0, 0.0], [3.0, 3.0])
                .stroke(Ink::Line, 1.0),
        );
        drawing.add(line(0.0, 0.0, 40.0, 0.0).stroke(Ink::WinLine, 2.0).arrow());
        let mut inner = group("g");
        inner.shift = (10.0, 20.0);
        inner.scale = 2.0;
        inner.add(text(1.0, 1.0, "{x}_1 & 50%").bold().upwards());
        drawing.add(inner);
        let written = write(&drawing);
        assert!(written.starts_with("% a\n% b\n\\definecolor"));
        for part in written.split("grundy-").skip(1) {
            let name: String = part
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            assert!(written.contains(&format!("\\definecolor{{grundy-{name}}}")));
        }
        assert!(
            written.contains("(12,22) {\\{x\\}\\_1 \\& 50\\%};"),
            "{written}"
        );
        assert!(written.contains("(0,0) .. controls (2,0) and (3,1) .. (3,3);"));
        let bare = written.replace("\\{", "").replace("\\}", "");
        assert_eq!(bare.matches('{').count(), bare.matches('}').count());
    }

    #[test]
    fn a_raster_is_written_by_runs() {
        let raster = Raster {
            x: 0.0,
            y: 0.0,
            width: 8.0,
            height: 4.0,
            columns: 4,
            inks: vec![None, Some(Ink::White), Some(Ink::Black)],
            cells: vec![1, 1, 2, 0, 2, 2, 2, 2],
        };
        let mut drawing = Drawing::new(8.0, 4.0, "");
        drawing.add(raster);
        assert_eq!(rectangles(&drawing), 3);
        let written = write(&drawing);
        assert!(written.contains("\\fill[grundy-white] (0,0) rectangle (4,2);"));
        assert!(written.contains("\\fill[grundy-black] (0,2) rectangle (8,4);"));
        assert_eq!(written.matches("\\fill").count(), 3);
    }
}
