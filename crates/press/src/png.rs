//! A drawing as pixels.
//!
//! Three pixels for each of CSS, which is 288 to the inch; fewer for a drawing
//! so large that it would have more than [`MOST_PIXELS`].

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use grundy::error::Error;
use grundy::picture::drawing::{Drawing, Raster, Step};
use grundy::picture::png::chunk;
use grundy::text::Text;
use tiny_skia::{
    Color, FillRule, FilterQuality, Path, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8,
    Stroke, StrokeDash, Transform,
};

use crate::fonts::Fonts;
use crate::walk::{Paint, Pen, Surface, walk};

/// More make no file that programs open gladly.
pub const MOST_PIXELS: f64 = 100e6;
/// Pixels for one of CSS.
const FINE: f64 = 3.0;
/// Coarser than this, letters cannot be read.
const COARSEST: f64 = 0.9;

/// The file.
pub fn write(drawing: &Drawing, fonts: &Fonts, dark: bool) -> Result<Vec<u8>, Error> {
    let area = drawing.width * drawing.height;
    let scale = FINE.min((MOST_PIXELS / area.max(1.0)).sqrt());
    let refused = || Error::Unsupported {
        because: Text::new(
            format!(
                "a figure of {:.0} × {:.0} is too large for PNG; write PDF or SVG",
                drawing.width, drawing.height
            ),
            format!(
                "{:.0} × {:.0} 的图对 PNG 而言过大；请改写 PDF 或 SVG",
                drawing.width, drawing.height
            ),
        ),
    };
    let pixels = |long: f64| (long * scale).ceil().clamp(1.0, 1e6) as u32;
    if scale.is_nan() || scale < COARSEST {
        return Err(refused());
    }
    let pixmap = Pixmap::new(pixels(drawing.width), pixels(drawing.height));
    let mut sheet = Sheet {
        pixmap: pixmap.ok_or_else(refused)?,
        scale: scale as f32,
        dark,
    };
    sheet.pixmap.fill(Color::WHITE);
    walk(drawing, fonts, dark, &mut sheet)?;
    encode(&sheet.pixmap, scale).ok_or_else(refused)
}

struct Sheet {
    pixmap: Pixmap,
    scale: f32,
    dark: bool,
}

impl Sheet {
    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let point = |[x, y]: [f64; 2]| (x as f32, y as f32);
    for step in steps {
        match *step {
            Step::Move(x, y) => path.move_to(x as f32, y as f32),
            Step::Line(x, y) => path.line_to(x as f32, y as f32),
            Step::Quadratic(towards, end) => {
                let ((a, b), (x, y)) = (point(towards), point(end));
                path.quad_to(a, b, x, y);
            }
            Step::Cubic(first, second, end) => {
                let ((a, b), (c, d), (x, y)) = (point(first), point(second), point(end));
                path.cubic_to(a, b, c, d, x, y);
            }
            Step::Close => path.close(),
        }
    }
    path.finish()
}

fn colour(paint: Paint) -> tiny_skia::Paint<'static> {
    let [red, green, blue] = paint.colour;
    let mut colour = tiny_skia::Paint::default();
    let opacity = (paint.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    colour.set_color_rgba8(red, green, blue, opacity);
    colour.anti_alias = true;
    colour
}

impl Surface for Sheet {
    fn fill(&mut self, steps: &[Step], paint: Paint) {
        if let Some(path) = path(steps) {
            let transform = self.transform();
            let paint = colour(paint);
            self.pixmap
                .fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
    }

    fn stroke(&mut self, steps: &[Step], paint: Paint, pen: Pen) {
        if let Some(path) = path(steps) {
            let stroke = Stroke {
                width: pen.width as f32,
                line_join: tiny_skia::LineJoin::Round,
                dash: pen
                    .dashes
                    .and_then(|d| StrokeDash::new(d.map(|long| long as f32).to_vec(), 0.0)),
                ..Stroke::default()
            };
            let transform = self.transform();
            self.pixmap
                .stroke_path(&path, &colour(paint), &stroke, transform, None);
        }
    }

    fn raster(&mut self, raster: &Raster) {
        let size = |n: usize| u32::try_from(n).unwrap_or(0);
        let (columns, rows) = (raster.columns, raster.rows());
        let Some(mut cells) = Pixmap::new(size(columns), size(rows)) else {
            return;
        };
        for (number, pixel) in cells.pixels_mut().iter_mut().enumerate() {
            if let Some(ink) = raster.ink(number) {
                let [red, green, blue] = ink.colour(self.dark);
                if let Some(colour) = PremultipliedColorU8::from_rgba(red, green, blue, 255) {
                    *pixel = colour;
                }
            }
        }
        let place = Transform::from_row(
            (raster.width / columns as f64) as f32,
            0.0,
            0.0,
            (raster.height / rows as f64) as f32,
            raster.x as f32,
            raster.y as f32,
        );
        let sharp = PixmapPaint {
            quality: FilterQuality::Nearest,
            ..PixmapPaint::default()
        };
        let place = place.post_concat(self.transform());
        self.pixmap
            .draw_pixmap(0, 0, cells.as_ref(), &sharp, place, None);
    }
}

/// Pixels as a file: each row as its difference from the one above, which is
/// nothing most of the time.
fn encode(pixmap: &Pixmap, scale: f64) -> Option<Vec<u8>> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(pixmap.width().to_be_bytes());
    head.extend(pixmap.height().to_be_bytes());
    // Eight bits for each of three colours.
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &head);
    // Pixels for a metre, so that it is printed in its size.
    let fine = (scale * 96.0 / 0.0254).round() as u32;
    let mut size = Vec::new();
    size.extend(fine.to_be_bytes());
    size.extend(fine.to_be_bytes());
    size.push(1);
    chunk(&mut out, b"pHYs", &size);
    let wide = pixmap.width() as usize;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut above = vec![0u8; wide * 3];
    for row in pixmap.pixels().chunks_exact(wide.max(1)) {
        let colours = row.iter().flat_map(|p| [p.red(), p.green(), p.blue()]);
        let now: Vec<u8> = colours.collect();
        let difference = now.iter().zip(&above).map(|(a, b)| a.wrapping_sub(*b));
        let line: Vec<u8> = std::iter::once(2).chain(difference).collect();
        packed.write_all(&line).ok()?;
        above = now;
    }
    chunk(&mut out, b"IDAT", &packed.finish().ok()?);
    chunk(&mut out, b"IEND", &[]);
    Some(out)
}
