//! A drawing as SVG.
//!
//! Every shape has plain presentation attributes with the colours of light
//! paper, which every program understands. [`Theme::Auto`] adds classes and one
//! style sheet for readers whose screen is dark (`prefers-color-scheme`); only
//! roles that occur and whose colour changes are named there. [`Theme::Classes`] has
//! the classes alone, for a page that brings its own style sheet ([`sheet`]). Heads of arrows
//! are triangles, not markers, so that they look alike everywhere.
//!
//! ```
//! use grundy::picture::drawing::{Drawing, circle};
//! use grundy::picture::look::Ink;
//! use grundy::picture::svg::{self, Theme};
//! let mut drawing = Drawing::new(20.0, 20.0, "a stone");
//! drawing.add(circle(10.0, 10.0, 8.0).fill(Ink::Stone));
//! let text = svg::write(&drawing, Theme::Light);
//! assert!(text.contains("<circle cx=\"10\" cy=\"10\" r=\"8\" fill=\"#3f6184\"/>"));
//! ```
//!
//! Pixels have no classes: in a [`Theme::Auto`] drawing a [`Raster`] whose colours
//! depend on the paper is written twice, and the style sheet shows one of them.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::drawing::{Anchor, Drawing, Face, Figure, Form, Group, Label, Raster, Shape, Step};
use super::look::{self, Ink};
use super::png;

/// For which paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// White paper.
    Light,
    /// A dark screen.
    Dark,
    /// What the reader prefers, if the program that shows it knows.
    #[default]
    Auto,
    /// Part of a page whose style sheet is [`sheet`]: classes and no style of its own, and
    /// the groups' names as `data-id`, since a page may show several drawings.
    Classes,
}

/// The drawing as SVG; the same text for the same drawing.
pub fn write(drawing: &Drawing, theme: Theme) -> String {
    let mut pen = Pen {
        out: String::new(),
        theme,
    };
    let (width, height) = (number(drawing.width), number(drawing.height));
    // Writing to a String cannot fail.
    let _ = write!(
        pen.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"{}\">\n<title>{}</title>\n",
        look::SANS,
        escape(&drawing.title)
    );
    if theme == Theme::Auto {
        pen.sheet(drawing);
    }
    pen.out.push_str("<rect width=\"100%\" height=\"100%\"");
    pen.paint("fill", Some(Ink::Paper));
    pen.class(&[(Some(Ink::Paper), "f")]);
    pen.out.push_str("/>\n");
    // Groups that are open, each with what is left of it.
    let mut open = vec![drawing.shapes.iter()];
    while let Some(rest) = open.last_mut() {
        match rest.next() {
            None => {
                open.pop();
                if !open.is_empty() {
                    pen.out.push_str("</g>\n");
                }
            }
            Some(Shape::Figure(figure)) => pen.figure(figure),
            Some(Shape::Label(label)) => pen.label(label),
            Some(Shape::Raster(raster)) => pen.raster(raster),
            Some(Shape::Group(group)) => {
                pen.group(group);
                open.push(group.shapes.iter());
            }
        }
    }
    pen.out.push_str("</svg>\n");
    pen.out
}

/// The style sheet of a page that shows drawings of [`Theme::Classes`]: the colours of all
/// roles as variables (`--ink-text`), for light and for dark paper as the reader prefers
/// or as `data-theme` on the root element says, and the classes that use them.
pub fn sheet() -> String {
    let roles = || Ink::PLAIN.into_iter();
    let colours = |dark: bool| -> String {
        let one = |ink: Ink| format!("--ink-{}:{};", ink.name(), hex(ink.colour(dark)));
        roles().map(one).collect()
    };
    let dark = colours(true);
    let mut sheet = format!(
        ":root{{{}}}\n@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         :root[data-theme=dark]{{{dark}}}\n",
        colours(false)
    );
    for ink in roles().filter(|ink| ink.follows_paper()) {
        let name = ink.name();
        let _ = writeln!(
            sheet,
            ".f-{name}{{fill:var(--ink-{name})}}.s-{name}{{stroke:var(--ink-{name})}}"
        );
    }
    let shown = |light: &str, dark: &str| {
        format!("{light}.r-light{{display:none}}{dark}.r-dark{{display:inline}}")
    };
    let preferred = ":root:not([data-theme=light]) ";
    let chosen = ":root[data-theme=dark] ";
    let _ = writeln!(
        sheet,
        "svg image{{image-rendering:pixelated}}\n@media (prefers-color-scheme:dark){{{}}}\n{}",
        shown(preferred, preferred),
        shown(chosen, chosen)
    );
    sheet
}

struct Pen {
    out: String,
    theme: Theme,
}

impl Pen {
    /// The colours of dark paper, for readers who prefer it.
    fn sheet(&mut self, drawing: &Drawing) {
        let mut used = BTreeSet::from([(Ink::Paper, 'f')]);
        let mut twice = false;
        for shape in flat(&drawing.shapes) {
            match shape {
                Shape::Figure(figure) => {
                    used.extend(figure.fill.map(|ink| (ink, 'f')));
                    if let Some(stroke) = figure.stroke {
                        used.insert((stroke.ink, 's'));
                        if figure.arrow {
                            used.insert((stroke.ink, 'f'));
                        }
                    }
                }
                Shape::Label(label) => {
                    used.insert((label.ink, 'f'));
                }
                Shape::Raster(raster) => {
                    let mut inks = raster.inks.iter().flatten();
                    twice |= inks.any(|ink| ink.follows_paper());
                }
                Shape::Group(_) => {}
            }
        }
        self.out
            .push_str("<style>@media (prefers-color-scheme:dark){");
        for (ink, kind) in used.into_iter().filter(|(ink, _)| ink.follows_paper()) {
            let property = if kind == 'f' { "fill" } else { "stroke" };
            let _ = write!(
                self.out,
                ".{kind}-{}{{{property}:{}}}",
                ink.name(),
                hex(ink.colour(true))
            );
        }
        if twice {
            self.out
                .push_str(".r-light{display:none}.r-dark{display:inline}");
        }
        self.out.push_str("}</style>\n");
    }

    fn colour(&self, ink: Ink) -> String {
        hex(ink.colour(self.theme == Theme::Dark))
    }

    fn paint(&mut self, property: &str, ink: Option<Ink>) {
        let colour = ink.map_or("none".to_string(), |ink| self.colour(ink));
        let _ = write!(self.out, " {property}=\"{colour}\"");
    }

    /// The classes by which the style sheet finds a shape.
    fn class(&mut self, inks: &[(Option<Ink>, &str)]) {
        if !matches!(self.theme, Theme::Auto | Theme::Classes) {
            return;
        }
        let named = inks.iter().filter_map(|(ink, kind)| {
            let ink = ink.filter(|ink| ink.follows_paper())?;
            Some(format!("{kind}-{}", ink.name()))
        });
        let named = named.collect::<Vec<_>>().join(" ");
        if !named.is_empty() {
            let _ = write!(self.out, " class=\"{named}\"");
        }
    }

    fn figure(&mut self, figure: &Figure) {
        let (form, head) = figure.with_head();
        let round = match &form {
            Form::Rectangle {
                x,
                y,
                width,
                height,
                radius,
            } => {
                let [x, y, width, height] = [*x, *y, *width, *height].map(number);
                let _ = write!(
                    self.out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                );
                if *radius > 0.0 {
                    let _ = write!(self.out, " rx=\"{}\"", number(*radius));
                }
                false
            }
            Form::Ellipse { x, y, rx, ry } => {
                let [x, y, a, b] = [*x, *y, *rx, *ry].map(number);
                let _ = match rx == ry {
                    true => write!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{a}\""),
                    false => write!(
                        self.out,
                        "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{a}\" ry=\"{b}\""
                    ),
                };
                false
            }
            Form::Path(steps) => {
                let _ = write!(self.out, "<path d=\"{}\"", trace(steps));
                true
            }
        };
        self.paint("fill", figure.fill);
        let ink = figure.stroke.map(|stroke| stroke.ink);
        if let Some(stroke) = figure.stroke {
            self.paint("stroke", ink);
            let _ = write!(self.out, " stroke-width=\"{}\"", number(stroke.width));
            if stroke.dashed {
                let [dash, gap] = look::DASHES.map(number);
                let _ = write!(self.out, " stroke-dasharray=\"{dash} {gap}\"");
            }
            if round {
                self.out.push_str(" stroke-linejoin=\"round\"");
            }
        }
        let see_through = match figure.opacity < 1.0 {
            true => format!(" opacity=\"{}\"", number(figure.opacity)),
            false => String::new(),
        };
        self.out.push_str(&see_through);
        self.class(&[(figure.fill, "f"), (ink, "s")]);
        self.out.push_str("/>\n");
        if let Some([a, b, c]) = head {
            let corners = [
                Step::Move(a[0], a[1]),
                Step::Line(b[0], b[1]),
                Step::Line(c[0], c[1]),
                Step::Close,
            ];
            let _ = write!(self.out, "<path d=\"{}\"", trace(&corners));
            self.paint("fill", ink);
            self.out.push_str(&see_through);
            self.class(&[(ink, "f")]);
            self.out.push_str("/>\n");
        }
    }

    fn label(&mut self, label: &Label) {
        // A turned text drops to the right.
        let (x, y) = match label.upwards {
            true => (number(label.x + label.drop()), number(label.y)),
            false => (number(label.x), number(label.y + label.drop())),
        };
        let _ = write!(self.out, "<text x=\"{x}\" y=\"{y}\"");
        if label.upwards {
            let _ = write!(self.out, " transform=\"rotate(-90 {x} {y})\"");
        }
        let _ = write!(self.out, " font-size=\"{}\"", number(label.size));
        match label.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.out.push_str(" text-anchor=\"middle\""),
            Anchor::End => self.out.push_str(" text-anchor=\"end\""),
        }
        match label.face {
            Face::Sans => {}
            Face::Serif => {
                let _ = write!(self.out, " font-family=\"{}\"", look::SERIF);
            }
            Face::Mono => {
                let _ = write!(self.out, " font-family=\"{}\"", look::MONO);
            }
        }
        if label.bold {
            self.out.push_str(" font-weight=\"bold\"");
        }
        if label.italic {
            self.out.push_str(" font-style=\"italic\"");
        }
        if label.text.starts_with(' ') || label.text.contains("  ") {
            self.out.push_str(" xml:space=\"preserve\"");
        }
        self.paint("fill", Some(label.ink));
        self.class(&[(Some(label.ink), "f")]);
        let _ = writeln!(self.out, ">{}</text>", escape(&label.text));
    }

    fn raster(&mut self, raster: &Raster) {
        let follows = raster.inks.iter().flatten().any(|ink| ink.follows_paper());
        match self.theme {
            Theme::Auto | Theme::Classes if follows => {
                self.image(raster, false, " class=\"r-light\"");
                self.image(raster, true, " class=\"r-dark\" display=\"none\"");
            }
            theme => self.image(raster, theme == Theme::Dark, ""),
        }
    }

    fn image(&mut self, raster: &Raster, dark: bool, about: &str) {
        let Some(bytes) = png::encode(raster, dark) else {
            return;
        };
        let [x, y, width, height] = [raster.x, raster.y, raster.width, raster.height].map(number);
        let _ = write!(
            self.out,
            "<image{about} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             image-rendering=\"optimizeSpeed\""
        );
        // A page with a strict policy lets no element have a style of its own.
        if self.theme != Theme::Classes {
            self.out.push_str(" style=\"image-rendering:pixelated\"");
        }
        self.out.push_str(" href=\"data:image/png;base64,");
        base64(&bytes, &mut self.out);
        self.out.push_str("\"/>\n");
    }

    fn group(&mut self, group: &Group) {
        self.out.push_str("<g");
        if !group.id.is_empty() {
            let name = match self.theme {
                Theme::Classes => "data-id",
                _ => "id",
            };
            let _ = write!(self.out, " {name}=\"{}\"", escape(&group.id));
        }
        if !group.class.is_empty() {
            let _ = write!(self.out, " class=\"{}\"", escape(&group.class));
        }
        let (x, y) = group.shift;
        let mut turned = Vec::new();
        if (x, y) != (0.0, 0.0) {
            turned.push(format!("translate({} {})", number(x), number(y)));
        }
        if group.scale != 1.0 {
            turned.push(format!("scale({})", number(group.scale)));
        }
        if !turned.is_empty() {
            let _ = write!(self.out, " transform=\"{}\"", turned.join(" "));
        }
        self.out.push_str(">\n");
        if !group.hint.is_empty() {
            let _ = writeln!(self.out, "<title>{}</title>", escape(&group.hint));
        }
    }
}

/// All shapes, with those inside of groups.
pub(super) fn flat(shapes: &[Shape]) -> impl Iterator<Item = &Shape> {
    let mut open = vec![shapes.iter()];
    std::iter::from_fn(move || {
        loop {
            match open.last_mut()?.next() {
                None => {
                    open.pop();
                }
                Some(shape) => {
                    if let Shape::Group(group) = shape {
                        open.push(group.shapes.iter());
                    }
                    return Some(shape);
                }
            }
        }
    })
}

/// A path in the language of SVG.
fn trace(steps: &[Step]) -> String {
    let mut out = String::new();
    let point = |p: [f64; 2]| format!("{} {}", number(p[0]), number(p[1]));
    for step in steps {
        let _ = match *step {
            Step::Move(x, y) => write!(out, "M{}", point([x, y])),
            Step::Line(x, y) => write!(out, "L{}", point([x, y])),
            Step::Quadratic(towards, end) => write!(out, "Q{} {}", point(towards), point(end)),
            Step::Cubic(first, second, end) => {
                write!(out, "C{} {} {}", point(first), point(second), point(end))
            }
            Step::Close => write!(out, "Z"),
        };
    }
    out
}

/// A number with two digits behind the point at most; nothing that is no number.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_string();
    }
    let mut text = format!("{value:.2}");
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    match &text[..] {
        "-0" | "" => "0".to_string(),
        _ => text,
    }
}

pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text made safe for XML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no sign for these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Bytes as letters: six bits each.
fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for three in bytes.chunks(3) {
        let mut bits = 0u32;
        for place in 0..3 {
            bits = bits << 8 | u32::from(three.get(place).copied().unwrap_or(0));
        }
        for place in 0..4 {
            out.push(match place <= three.len() {
                true => char::from(LETTERS[(bits >> (18 - 6 * place) & 63) as usize]),
                false => '=',
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{circle, group, line, path, polygon, rect, text};
    use super::*;

    /// One of everything, with signs that XML reserves.
    pub fn everything() -> Drawing {
        let mut drawing = Drawing::new(100.0, 50.5, "a < b & \"c\"");
        drawing.add(rect(1.0, 2.0, 3.456, 4.0).rounded(2.0).fill(Ink::CellLight));
        drawing.add(circle(1.0, 2.0, 3.0).fill(Ink::Stone).opacity(0.5));
        drawing.add(
            line(0.0, 0.0, 30.0, 0.0)
                .stroke(Ink::WinLine, 1.5)
                .dashed()
                .arrow(),
        );
        drawing.add(path(0.0, 0.0).quadratic([1.0, 1.0], [2.0, 0.0]).close());
        drawing.add(polygon([(0.0, 0.0), (5.0, 0.0), (0.0, f64::NAN)]).fill(Ink::Heat(7)));
        let mut inner = group("e\"1").class("stone").hint("<take>");
        inner.add(text(5.0, 5.0, "x<&>y\u{1}").bold().italic().centred());
        inner.add(group("deep").with([text(1.0, 1.0, "堆").mono().upwards().into()]));
        drawing.add(inner);
        drawing.add(Raster {
            x: 0.0,
            y: 0.0,
            width: 10.0,
            height: 10.0,
            columns: 2,
            inks: vec![None, Some(Ink::Lose)],
            cells: vec![0, 1, 1, 0],
        });
        drawing.place(Drawing::new(1.0, 1.0, ""), 3.0, 4.0, 0.5);
        drawing
    }

    #[test]
    fn what_is_written_is_xml() {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            let text = write(&everything(), theme);
            let read = roxmltree::Document::parse(&text).unwrap();
            let root = read.root_element();
            assert_eq!(root.tag_name().name(), "svg");
            let find = |name: &str| read.descendants().filter(|n| n.has_tag_name(name)).count();
            assert_eq!((find("text"), find("g"), find("image")), (2, 3, 1));
            assert_eq!(find("style"), usize::from(theme == Theme::Auto));
            let title = root.first_element_child().unwrap();
            assert_eq!(title.text(), Some("a < b & \"c\""));
            let mut ids: Vec<_> = read
                .descendants()
                .filter_map(|n| n.attribute("id"))
                .collect();
            ids.sort_unstable();
            assert_eq!(ids, ["deep", "e\"1"]);
            assert!(!text.contains("NaN") && text.contains("xy") == text.contains("x&y"));
        }
    }

    #[test]
    fn dark_readers_get_dark_paper() {
        let [light, dark, auto] =
            [Theme::Light, Theme::Dark, Theme::Auto].map(|theme| write(&everything(), theme));
        assert!(light.contains("fill=\"#ffffff\"") && !light.contains("prefers"));
        assert!(dark.contains("fill=\"#14181d\"") && !dark.contains("fill=\"#ffffff\""));
        // Each class of a shape is in the sheet, and the attributes are those of light paper.
        assert!(auto.contains(".f-paper{fill:#14181d}") && auto.contains(".s-winline{stroke:"));
        let shapes = auto.split("</style>").nth(1).unwrap();
        let read = roxmltree::Document::parse(&auto).unwrap();
        for node in read.descendants().filter(|n| !n.has_tag_name("g")) {
            for class in node.attribute("class").unwrap_or("").split_whitespace() {
                assert!(auto.contains(&format!(".{class}{{")), "{class}");
            }
        }
        assert!(!shapes.contains("14181d"));
        let without = |text: &str| {
            let mut text = text.to_string();
            while let Some(at) = text.find(" class=\"f-").or(text.find(" class=\"s-")) {
                let end = text[at + 8..].find('"').unwrap() + at + 9;
                text.replace_range(at..end, "");
            }
            text
        };
        assert!(without(&light).ends_with(&without(shapes)[1..]));
    }

    #[test]
    fn pixels_that_depend_on_the_paper_are_there_twice() {
        let raster = |ink| Raster {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 1.0,
            columns: 1,
            inks: vec![Some(ink)],
            cells: vec![0],
        };
        for (ink, images) in [(Ink::Density(9), 2), (Ink::Heat(9), 1)] {
            let mut drawing = Drawing::new(1.0, 1.0, "");
            drawing.add(raster(ink));
            let auto = write(&drawing, Theme::Auto);
            assert_eq!(auto.matches("<image").count(), images);
            assert_eq!(auto.contains("display=\"none\""), images == 2);
            assert_eq!(auto.contains(".r-light{display:none}"), images == 2);
            assert_eq!(write(&drawing, Theme::Dark).matches("<image").count(), 1);
        }
    }

    #[test]
    fn few_digits() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.0, "1"),
            (2.50001, "2.5"),
            (-7.12345, "-7.12"),
            (100.0, "100"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn base64_as_in_rfc_4648() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            let mut out = String::new();
            base64(plain.as_bytes(), &mut out);
            assert_eq!(out, coded);
        }
    }
}
