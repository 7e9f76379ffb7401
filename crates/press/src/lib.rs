//! Figures as PNG and PDF.
//!
//! A [`Drawing`] is walked once ([`walk`]): every shape, every letter becomes a
//! path in pixels, every raster stays one. Two surfaces take them: pixels
//! ([`png()`], by tiny-skia) and the operators of a page ([`pdf()`]). Letters come from
//! fonts that are compiled in, or from those of the system ([`fonts`]).
//!
//! ```
//! use grundy::picture::drawing::{Drawing, circle};
//! use grundy::picture::look::Ink;
//! use grundy_press::{Fonts, png};
//! let mut drawing = Drawing::new(20.0, 20.0, "a stone");
//! drawing.add(circle(10.0, 10.0, 8.0).fill(Ink::Stone));
//! assert!(png(&drawing, &Fonts::default(), false).unwrap().starts_with(b"\x89PNG"));
//! ```
//!
//! Why not the SVG through a renderer of SVG: reading it again, with style
//! sheets, text shaping and font subsetting, would take sixty crates and a
//! longer build than the whole command; the drawing is known before it is SVG.
//!
//! Limits: see [`fonts`] and [`png::MOST_PIXELS`].

pub mod fonts;
pub mod pdf;
pub mod png;
pub mod walk;

pub use fonts::Fonts;

use grundy::error::Error;
use grundy::picture::drawing::Drawing;

/// The drawing as a PNG file, on light paper or on dark.
pub fn png(drawing: &Drawing, fonts: &Fonts, dark: bool) -> Result<Vec<u8>, Error> {
    png::write(drawing, fonts, dark)
}

/// The drawing as a PDF file of one page of its size.
pub fn pdf(drawing: &Drawing, fonts: &Fonts, dark: bool) -> Result<Vec<u8>, Error> {
    pdf::write(drawing, fonts, dark)
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
