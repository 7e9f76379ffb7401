//! A table of one or two dimensions as an SVG heat map.
//!
//! Lost positions (value 0) stand out in their own colour with a dot; other
//! values run from light to dark.

use std::fmt::Write;

use super::{colours, escape};
use crate::error::Error;
use crate::natural;
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use crate::text::Text;

/// The largest table that makes a readable picture.
pub const MOST_CELLS: usize = 40_000;

/// From light to dark: a value's place between 0 and the largest.
const SHADES: [[u8; 3]; 6] = [
    [232, 244, 248],
    [186, 221, 226],
    [122, 190, 201],
    [61, 147, 178],
    [40, 96, 147],
    [33, 45, 96],
];

/// The colour of a value, and a text colour that can be read on it.
pub fn shade(value: u64, largest: u64) -> ([u8; 3], [u8; 3]) {
    let steps = SHADES.len() as u64 - 1;
    let largest = largest.max(1);
    // Position in 1/256 of a step: integers keep the picture the same everywhere.
    let at =
        (u128::from(value.min(largest)) * u128::from(steps) * 256 / u128::from(largest)) as u64;
    let (low, part) = ((at / 256).min(steps - 1) as usize, (at % 256) as i32);
    let part = if at == steps * 256 { 256 } else { part };
    let mix = |channel: usize| {
        let (a, b) = (
            i32::from(SHADES[low][channel]),
            i32::from(SHADES[low + 1][channel]),
        );
        (a + (b - a) * part / 256) as u8
    };
    let ink = if at < steps * 256 * 3 / 5 {
        [18, 48, 79]
    } else {
        [255, 255, 255]
    };
    ([mix(0), mix(1), mix(2)], ink)
}

/// The largest value of a table that fits a machine word.
pub fn largest(table: &Table) -> u64 {
    let small = |cell: &Cell| match cell {
        Cell::Value(value) => natural::small(value),
        _ => None,
    };
    table.cells.iter().filter_map(small).max().unwrap_or(0)
}

/// The table as SVG; one row if it has one dimension.
pub fn svg(table: &Table, title: &str) -> Result<String, Error> {
    let (rows, columns) = match table.size[..] {
        [n] => (1, n as usize),
        [rows, columns] => (rows as usize, columns as usize),
        _ => {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("a heat map has 1 or 2 dimensions, not {}", table.size.len()),
                    format!("热图为 1 维或 2 维，而非 {} 维", table.size.len()),
                ),
            });
        }
    };
    if rows * columns > MOST_CELLS {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "{} cells are too many for a picture (at most {MOST_CELLS})",
                    rows * columns
                ),
                format!("{} 格过多，无法绘制（上限 {MOST_CELLS}）", rows * columns),
            ),
        });
    }
    let largest = largest(table);
    // Sequences are wrapped into rows.
    let (wrap, lines) = match table.size.len() {
        1 => {
            let wrap = columns.min(if columns <= 800 { 20 } else { 50 });
            (wrap, columns.div_ceil(wrap.max(1)))
        }
        _ => (columns, rows),
    };
    let side: usize = match lines.max(wrap) {
        0..=40 => 24,
        41..=100 => 12,
        _ => 6,
    };
    let lettered = side >= 24;
    let margin = 34;
    let (width, height) = (margin + wrap * side + 10, margin + lines * side + 10);
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        escape(title)
    );
    let every = if lettered { 1 } else { 10 };
    for column in (0..wrap).step_by(every) {
        let x = margin + column * side + side / 2;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" fill=\"#68737d\">{column}</text>",
            margin - 8
        );
    }
    for line in (0..lines).step_by(every) {
        let y = margin + line * side + side / 2 + 4;
        let first = if table.size.len() == 1 {
            line * wrap
        } else {
            line
        };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{y}\" fill=\"#68737d\">{first}</text>",
            margin / 2
        );
    }
    for (number, cell) in table.cells.iter().enumerate() {
        let (x, y) = (margin + number % wrap * side, margin + number / wrap * side);
        let hex = |c: [u8; 3]| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
        let (fill, ink, label, lost) = match cell {
            Cell::Nothing => continue,
            Cell::Value(value) if !value.is_zero() => {
                let (fill, ink) = shade(natural::small(value).unwrap_or(u64::MAX), largest);
                (hex(fill), hex(ink), value.to_string(), false)
            }
            other => {
                let outcome = match other {
                    Cell::Outcome(outcome) => *outcome,
                    _ => Outcome::P,
                };
                let [fill, _, ink] = colours(outcome);
                let label = match other {
                    Cell::Outcome(outcome) => outcome.to_string(),
                    _ => "0".to_string(),
                };
                (
                    fill.to_string(),
                    ink.to_string(),
                    label,
                    outcome == Outcome::P,
                )
            }
        };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"#ffffff\" stroke-width=\"0.5\"/>"
        );
        let (cx, cy) = (x + side / 2, y + side / 2);
        if lettered && label.len() <= 3 {
            let _ = writeln!(
                out,
                "<text x=\"{cx}\" y=\"{}\" fill=\"{ink}\">{label}</text>",
                cy + 4
            );
        } else if lost {
            let _ = writeln!(
                out,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" fill=\"{ink}\"/>",
                side / 5 + 1
            );
        }
    }
    out.push_str("</svg>\n");
    Ok(out)
}
