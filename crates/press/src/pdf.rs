//! A drawing as a PDF of one page.
//!
//! PDF 1.4 (Adobe 2001): paths, an image with a palette for each raster, its
//! holes as a mask, the letters as outlines inside of marked content with
//! `ActualText`, by which readers search and copy. There is no date in the file:
//! the same drawing gives the same bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use grundy::error::Error;
use grundy::picture::drawing::{Drawing, Raster, Step};

use crate::fonts::Fonts;
use crate::walk::{Paint, Pen, Surface, walk};

/// The file.
pub fn write(drawing: &Drawing, fonts: &Fonts, dark: bool) -> Result<Vec<u8>, Error> {
    let mut page = Page {
        content: String::new(),
        images: Vec::new(),
        opacities: Vec::new(),
        dark,
        opacity: None,
        area: None,
        line: None,
    };
    let (width, height) = (drawing.width * 0.75, drawing.height * 0.75);
    // Writing to a String cannot fail.
    let _ = writeln!(page.content, "0.75 0 0 -0.75 0 {} cm 1 j", number(height));
    walk(drawing, fonts, dark, &mut page)?;
    Ok(page.file(width, height, &drawing.title))
}

struct Page {
    content: String,
    /// Each raster, on its own: the file needs them as objects.
    images: Vec<Raster>,
    /// Opacities in use, in percent.
    opacities: Vec<u32>,
    dark: bool,
    /// The opacity that is set.
    opacity: Option<u32>,
    /// The colour of areas that is set.
    area: Option<[u8; 3]>,
    /// The colour of lines that is set.
    line: Option<[u8; 3]>,
}

impl Page {
    /// Sets the colour of areas (`rg`) or of lines (`RG`), unless it is set.
    fn colour(&mut self, paint: Paint, operator: &str) {
        let percent = (paint.opacity.clamp(0.0, 1.0) * 100.0).round() as u32;
        if self.opacity != Some(percent) {
            let known = self.opacities.iter().position(|p| *p == percent);
            let state = known.unwrap_or_else(|| {
                self.opacities.push(percent);
                self.opacities.len() - 1
            });
            let _ = writeln!(self.content, "/G{state} gs");
            self.opacity = Some(percent);
        }
        let set = match operator {
            "rg" => &mut self.area,
            _ => &mut self.line,
        };
        if set.replace(paint.colour) != Some(paint.colour) {
            let [red, green, blue] = paint.colour.map(|part| number(f64::from(part) / 255.0));
            let _ = writeln!(self.content, "{red} {green} {blue} {operator}");
        }
    }

    fn path(&mut self, steps: &[Step]) {
        let mut last = [0.0; 2];
        let point = |p: [f64; 2]| format!("{} {}", number(p[0]), number(p[1]));
        for step in steps {
            let _ = match *step {
                Step::Move(x, y) => writeln!(self.content, "{} m", point([x, y])),
                Step::Line(x, y) => writeln!(self.content, "{} l", point([x, y])),
                Step::Quadratic(towards, end) => {
                    let mix = |p: [f64; 2]| {
                        [
                            p[0] + (towards[0] - p[0]) * 2.0 / 3.0,
                            p[1] + (towards[1] - p[1]) * 2.0 / 3.0,
                        ]
                    };
                    let (first, second) = (point(mix(last)), point(mix(end)));
                    writeln!(self.content, "{first} {second} {} c", point(end))
                }
                Step::Cubic(first, second, end) => {
                    let [first, second, end] = [first, second, end].map(point);
                    writeln!(self.content, "{first} {second} {end} c")
                }
                Step::Close => writeln!(self.content, "h"),
            };
            last = match *step {
                Step::Move(x, y) | Step::Line(x, y) => [x, y],
                Step::Quadratic(_, end) | Step::Cubic(_, _, end) => end,
                Step::Close => last,
            };
        }
    }

    fn file(self, width: f64, height: f64, title: &str) -> Vec<u8> {
        let mut file = File {
            bytes: b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec(),
            offsets: Vec::new(),
        };
        // Objects 1 to 5 are fixed; images follow, two for each.
        let states = self.opacities.iter().enumerate().map(|(at, percent)| {
            let part = number(f64::from(*percent) / 100.0);
            format!("/G{at} << /ca {part} /CA {part} >>")
        });
        let states = states.collect::<Vec<_>>().join(" ");
        let images = (0..self.images.len()).map(|at| format!("/I{at} {} 0 R", 6 + 2 * at));
        let images = images.collect::<Vec<_>>().join(" ");
        file.object("<< /Type /Catalog /Pages 2 0 R >>");
        file.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
        file.object(&format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Contents 4 0 R \
             /Resources << /ExtGState << {states} >> /XObject << {images} >> >> >>",
            number(width),
            number(height)
        ));
        file.stream("", self.content.as_bytes());
        file.object(&format!(
            "<< /Title {} /Producer (grundy) >>",
            unicode(title)
        ));
        for raster in &self.images {
            let inks = &raster.inks[..raster.inks.len().min(256)];
            let palette: String = inks
                .iter()
                .map(|ink| {
                    let [r, g, b] = ink.map_or([255; 3], |ink| ink.colour(self.dark));
                    format!("{r:02x}{g:02x}{b:02x}")
                })
                .collect();
            let (columns, rows) = (raster.columns, raster.rows());
            let size = format!("/Type /XObject /Subtype /Image /Width {columns} /Height {rows}");
            let mask = file.offsets.len() + 2;
            let last = inks.len().saturating_sub(1);
            let cells = &raster.cells[..rows * columns];
            let cells: Vec<u8> = cells.iter().map(|c| (*c).min(last as u8)).collect();
            file.stream(
                &format!(
                    "{size} /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB {last} <{palette}>] /SMask {mask} 0 R "
                ),
                &cells,
            );
            let opaque: Vec<u8> = (0..cells.len())
                .map(|cell| if raster.ink(cell).is_some() { 255 } else { 0 })
                .collect();
            file.stream(
                &format!("{size} /BitsPerComponent 8 /ColorSpace /DeviceGray "),
                &opaque,
            );
        }
        file.end()
    }
}

impl Surface for Page {
    fn fill(&mut self, steps: &[Step], paint: Paint) {
        self.colour(paint, "rg");
        self.path(steps);
        self.content.push_str("f\n");
    }

    fn stroke(&mut self, steps: &[Step], paint: Paint, pen: Pen) {
        self.colour(paint, "RG");
        let dashes = match pen.dashes {
            Some([dash, gap]) => format!("[{} {}] 0 d", number(dash), number(gap)),
            None => "[] 0 d".to_string(),
        };
        let _ = writeln!(self.content, "{} w {dashes}", number(pen.width));
        self.path(steps);
        self.content.push_str("S\n");
    }

    fn raster(&mut self, raster: &Raster) {
        if raster.rows() == 0 || raster.inks.is_empty() {
            return;
        }
        let [x, bottom, wide, high] = [
            raster.x,
            raster.y + raster.height,
            raster.width,
            -raster.height,
        ]
        .map(number);
        let number = self.images.len();
        let _ = writeln!(
            self.content,
            "q {wide} 0 0 {high} {x} {bottom} cm /I{number} Do Q"
        );
        self.images.push(raster.clone());
    }

    fn say(&mut self, words: &str) {
        let _ = writeln!(
            self.content,
            "/Span << /ActualText {} >> BDC",
            unicode(words)
        );
    }

    fn said(&mut self) {
        self.content.push_str("EMC\n");
    }
}

/// A file in the making.
struct File {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl File {
    fn begin(&mut self) {
        self.offsets.push(self.bytes.len());
        let head = format!("{} 0 obj\n", self.offsets.len());
        self.bytes.extend(head.as_bytes());
    }

    fn object(&mut self, text: &str) {
        self.begin();
        self.bytes.extend(text.as_bytes());
        self.bytes.extend(b"\nendobj\n");
    }

    fn stream(&mut self, about: &str, data: &[u8]) {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let _ = packed.write_all(data);
        let data = packed.finish().unwrap_or_default();
        self.begin();
        let head = format!(
            "<< {about}/Length {} /Filter /FlateDecode >>\nstream\n",
            data.len()
        );
        self.bytes.extend(head.as_bytes());
        self.bytes.extend(data);
        self.bytes.extend(b"\nendstream\nendobj\n");
    }

    fn end(mut self) -> Vec<u8> {
        let table = self.bytes.len();
        let count = self.offsets.len() + 1;
        let mut tail = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for offset in &self.offsets {
            let _ = writeln!(tail, "{offset:010} 00000 n ");
        }
        let _ = write!(
            tail,
            "trailer\n<< /Size {count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{table}\n%%EOF\n"
        );
        self.bytes.extend(tail.as_bytes());
        self.bytes
    }
}

/// A text as PDF has it: 16-bit units behind a mark.
fn unicode(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("{unit:04X}"));
    format!("<FEFF{}>", units.collect::<String>())
}

/// A number with three digits behind the point at most.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_string();
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_string(),
        text => text.to_string(),
    }
}
