//! A table of one or two dimensions as a heat map.
//!
//! Lost positions (value 0) stand out in their own colour, with a dot where a
//! cell has room for one; other values run from light to dark, evenly between 1
//! and the largest. Small tables show their numbers; large ones are a grid of
//! pixels. The first coordinate runs downwards, as in a matrix.
//!
//! ```
//! use grundy::natural::Natural;
//! use grundy::picture::heat::{self, Look};
//! use grundy::table::{Cell, Table};
//! let cells = (0..4u32).map(|n| Cell::Value(Natural::from((n % 2) ^ (n / 2)))).collect();
//! let table = Table { size: vec![2, 2], cells, status: grundy::answer::Status::Computed, reason: Default::default() };
//! let drawing = heat::draw(&table, &Look::titled("nim")).unwrap();
//! assert!(drawing.width > 0.0);
//! ```
//!
//! Limits: [`MOST_CELLS`].

use super::axis::{short, ticks};
use super::colours;
use super::drawing::{Anchor, Drawing, Raster, circle, line, rect, text};
use super::look::{HAIR, Ink, LABEL, MARGIN, SMALL, THIN, TINY, TITLE, measure};
use crate::error::Error;
use crate::natural;
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use crate::text::Text;

/// The largest table that makes a picture.
pub const MOST_CELLS: usize = 1_050_000;
/// As many cells have a shape each; more are pixels.
const SHAPES: usize = 3_600;

/// How a table is to look.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// What stands above it.
    pub title: String,
    /// The names of the coordinates; `x₁`, `x₂` (`n` for one) if there are none.
    pub axes: Vec<String>,
    /// Whether it is for a printer without colours.
    pub grey: bool,
}

impl Look {
    /// With a title, and everything else as usual.
    pub fn titled(title: impl Into<String>) -> Look {
        Look {
            title: title.into(),
            ..Look::default()
        }
    }

    fn axis(&self, number: usize, of: usize) -> String {
        match (self.axes.get(number), of) {
            (Some(name), _) => name.clone(),
            (None, 1) => "n".to_string(),
            (None, _) => ["x₁", "x₂"].get(number).copied().unwrap_or("").to_string(),
        }
    }
}

/// The colour of a value, and a text colour that can be read on it.
pub fn shade(value: u64, largest: u64) -> ([u8; 3], [u8; 3]) {
    let ink = Ink::heat(value, largest);
    (ink.colour(false), ink.on().colour(false))
}

/// The largest value of a table that fits a machine word.
pub fn largest(table: &Table) -> u64 {
    let small = |cell: &Cell| match cell {
        Cell::Value(value) => natural::small(value),
        _ => None,
    };
    table.cells.iter().filter_map(small).max().unwrap_or(0)
}

/// What is seen of a cell.
struct Shown {
    fill: Ink,
    lost: bool,
}

fn shown(cell: &Cell, largest: u64, grey: bool) -> Option<Shown> {
    let outcome = match cell {
        Cell::Nothing => return None,
        Cell::Value(value) if !value.is_zero() => {
            // From 1 on, so that the scale is used from end to end.
            let value = natural::small(value).unwrap_or(u64::MAX);
            let (value, largest) = (value - 1, largest.saturating_sub(1));
            let fill = match grey {
                true => Ink::grey(value, largest),
                false => Ink::heat(value, largest),
            };
            return Some(Shown { fill, lost: false });
        }
        Cell::Value(_) => Outcome::P,
        Cell::Outcome(outcome) => *outcome,
    };
    let fill = match (grey, outcome) {
        (false, outcome) => colours(outcome)[0],
        (true, Outcome::P) => Ink::Black,
        (true, Outcome::N) => Ink::Grey(0),
        (true, Outcome::Draw) => Ink::Grey(160),
    };
    Some(Shown {
        fill,
        lost: outcome == Outcome::P,
    })
}

/// The table as a drawing; a sequence is wrapped into rows.
pub fn draw(table: &Table, look: &Look) -> Result<Drawing, Error> {
    let cells = table.cells.len();
    let refused = |because| Err(Error::Unsupported { because });
    if !(1..=2).contains(&table.size.len()) {
        return refused(Text::new(
            format!("a heat map has 1 or 2 dimensions, not {}", table.size.len()),
            format!("热图为 1 维或 2 维，而非 {} 维", table.size.len()),
        ));
    }
    if cells > MOST_CELLS {
        return refused(Text::new(
            format!("{cells} cells are too many for a picture (at most {MOST_CELLS})"),
            format!("{cells} 格过多，无法绘制（上限 {MOST_CELLS}）"),
        ));
    }
    let flat = table.size.len() == 1;
    let columns = match flat {
        true => cells.min(match cells {
            ..=400 => 20,
            401..=2_500 => 50,
            2_501..=20_000 => 100,
            20_001..=250_000 => 500,
            _ => 1000,
        }),
        // At most as many as there are cells.
        false => table.size[1].min(cells as u64) as usize,
    }
    .max(1);
    let rows = cells.div_ceil(columns);
    let longest = rows.max(columns).max(1);
    let side = match longest {
        ..=26 => 24.0,
        27..=60 => 600.0 / longest as f64,
        // Pixels keep their shape only at whole sizes.
        _ => (600 / longest).max(1) as f64,
    };
    let map = Map {
        table,
        look,
        flat,
        columns,
        rows,
        side,
        largest: largest(table),
        left: 0.0,
        top: 0.0,
    };
    Ok(map.drawn())
}

struct Map<'t> {
    table: &'t Table,
    look: &'t Look,
    flat: bool,
    columns: usize,
    rows: usize,
    side: f64,
    largest: u64,
    left: f64,
    top: f64,
}

impl Map<'_> {
    fn drawn(mut self) -> Drawing {
        let last = self.first_of(self.rows.saturating_sub(1));
        let numbers = measure(&last.to_string(), SMALL);
        let names = [0, 1].map(|n| self.look.axis(n, self.table.size.len()));
        let named = measure(&names[0], LABEL).max(10.0);
        self.left = MARGIN + named + 6.0 + numbers + 8.0;
        let title = if self.look.title.is_empty() {
            0.0
        } else {
            TITLE + 14.0
        };
        self.top = MARGIN + title + if self.flat { 0.0 } else { LABEL + 6.0 } + SMALL + 8.0;
        let (wide, high) = (
            self.columns as f64 * self.side,
            self.rows as f64 * self.side,
        );
        let key = self.key();
        let width = self.left + wide + 24.0 + key.width + MARGIN;
        let titled = MARGIN * 2.0 + measure(&self.look.title, TITLE) * 1.08;
        let height = self.top + high.max(key.height) + MARGIN;
        let mut drawing = Drawing::new(width.max(titled), height, self.look.title.clone());
        if title > 0.0 {
            let base = MARGIN + TITLE * 0.8;
            drawing.add(
                text(MARGIN, base, self.look.title.clone())
                    .size(TITLE)
                    .bold(),
            );
        }
        self.axes(&mut drawing, &names);
        match self.table.cells.len() <= SHAPES {
            true => self.shapes(&mut drawing),
            false => self.pixels(&mut drawing),
        }
        drawing.place(key, self.left + wide + 24.0, self.top, 1.0);
        drawing
    }

    /// The number at the beginning of a row.
    fn first_of(&self, row: usize) -> usize {
        if self.flat { row * self.columns } else { row }
    }

    fn axes(&self, drawing: &mut Drawing, names: &[String; 2]) {
        let (left, top, side) = (self.left, self.top, self.side);
        let (wide, high) = (self.columns as f64 * side, self.rows as f64 * side);
        // Numbers across must have room for the widest.
        let room = measure(&self.columns.to_string(), SMALL) + 10.0;
        let most = |long: f64, each: f64| ((long / each) as usize + 1).min(24);
        if self.rows == 0 {
            return;
        }
        for at in ticks(self.columns.saturating_sub(1) as u64, most(wide, room)) {
            let x = left + (at as f64 + 0.5) * side;
            drawing.add(line(x, top - 4.0, x, top).stroke(Ink::Line, HAIR));
            let number = if self.flat {
                format!("+{at}")
            } else {
                at.to_string()
            };
            let label = text(x, top - 7.0, number).size(SMALL).ink(Ink::Dim);
            drawing.add(label.anchor(Anchor::Middle));
        }
        for at in ticks(self.rows.saturating_sub(1) as u64, most(high, 18.0)) {
            let y = top + (at as f64 + 0.5) * side;
            drawing.add(line(left - 4.0, y, left, y).stroke(Ink::Line, HAIR));
            let number = self.first_of(at as usize).to_string();
            let label = text(left - 7.0, y, number).size(SMALL).ink(Ink::Dim);
            drawing.add(label.anchor(Anchor::End).middle());
        }
        let down = text(MARGIN, top + high / 2.0, names[0].clone());
        drawing.add(down.mathematics().middle());
        if !self.flat {
            let across = text(left + wide / 2.0, top - SMALL - 12.0, names[1].clone());
            drawing.add(across.mathematics().anchor(Anchor::Middle));
        }
    }

    fn shapes(&self, drawing: &mut Drawing) {
        let side = self.side;
        for (number, cell) in self.table.cells.iter().enumerate() {
            let Some(Shown { fill, lost }) = shown(cell, self.largest, self.look.grey) else {
                continue;
            };
            let (x, y) = (
                self.left + (number % self.columns) as f64 * side,
                self.top + (number / self.columns) as f64 * side,
            );
            drawing.add(rect(x, y, side, side).fill(fill).stroke(Ink::Paper, HAIR));
            let label = match cell {
                Cell::Value(value) => value.to_string(),
                Cell::Outcome(outcome) => outcome.to_string(),
                Cell::Nothing => String::new(),
            };
            let (x, y) = (x + side / 2.0, y + side / 2.0);
            let size = [SMALL, TINY, 7.0]
                .into_iter()
                .find(|size| measure(&label, *size) <= side - 3.0 && *size <= side * 0.6);
            if let Some(size) = size {
                drawing.add(text(x, y, label).size(size).ink(fill.on()).centred());
            } else if lost {
                drawing.add(circle(x, y, side / 5.0).fill(fill.on()));
            }
        }
    }

    fn pixels(&self, drawing: &mut Drawing) {
        let grey = self.look.grey;
        // One number for each colour that may occur: the scale, and three outcomes.
        let mut inks: Vec<Option<Ink>> = (0..=u8::MAX)
            .filter(|at| at % 2 == 0)
            .map(|at| Some(if grey { Ink::Grey(at) } else { Ink::Heat(at) }))
            .collect();
        let scale = inks.len();
        inks.push(None);
        let cell = |cell: &Cell| -> u8 {
            // All numbers are below 256.
            match shown(cell, self.largest, grey).map(|shown| shown.fill) {
                None => scale as u8,
                Some(Ink::Heat(at) | Ink::Grey(at)) if matches!(cell, Cell::Value(_)) => at / 2,
                Some(_) => match cell {
                    Cell::Outcome(Outcome::N) => scale as u8 + 2,
                    Cell::Outcome(Outcome::Draw) => scale as u8 + 3,
                    _ => scale as u8 + 1,
                },
            }
        };
        let cells: Vec<u8> = self.table.cells.iter().map(cell).collect();
        for outcome in [Outcome::P, Outcome::N, Outcome::Draw] {
            let fill = shown(&Cell::Outcome(outcome), 1, grey).map(|shown| shown.fill);
            inks.push(fill);
        }
        let (wide, high) = (
            self.columns as f64 * self.side,
            self.rows as f64 * self.side,
        );
        let mut cells = cells;
        cells.resize(self.rows * self.columns, scale as u8);
        drawing.add(Raster {
            x: self.left,
            y: self.top,
            width: wide,
            height: high,
            columns: self.columns,
            inks,
            cells,
        });
        let frame = rect(self.left, self.top, wide, high);
        drawing.add(frame.stroke(Ink::Line, HAIR));
    }

    /// Which colour is which value.
    fn key(&self) -> Drawing {
        const BOX: f64 = 16.0;
        let grey = self.look.grey;
        let mut entries: Vec<(Cell, String)> = Vec::new();
        for outcome in [Outcome::P, Outcome::N, Outcome::Draw] {
            let here = |cell: &Cell| *cell == Cell::Outcome(outcome);
            if self.table.cells.iter().any(here) {
                entries.push((Cell::Outcome(outcome), outcome.to_string()));
            }
        }
        let value = |n: u64| Cell::Value(natural::Natural::from(n));
        let any_value = |cell: &Cell| matches!(cell, Cell::Value(_));
        let values = self.table.cells.iter().any(any_value);
        let few = self.largest <= 12;
        if values {
            let zero = |cell: &Cell| matches!(cell, Cell::Value(value) if value.is_zero());
            if self.table.cells.iter().any(zero) {
                entries.push((value(0), "0 (P)".to_string()));
            }
            if few {
                entries.extend((1..=self.largest).map(|n| (value(n), n.to_string())));
            }
        }
        let mut key = Drawing::new(0.0, 0.0, "");
        let mut y = 0.0;
        for (cell, name) in &entries {
            let Some(Shown { fill, lost }) = shown(cell, self.largest, grey) else {
                continue;
            };
            key.add(rect(0.0, y, BOX, BOX).fill(fill).stroke(Ink::Line, HAIR));
            if lost {
                key.add(circle(BOX / 2.0, y + BOX / 2.0, BOX / 5.0).fill(fill.on()));
            }
            let label = text(BOX + 6.0, y + BOX / 2.0, name.clone());
            key.add(label.size(SMALL).ink(Ink::Dim).middle());
            key.width = key.width.max(BOX + 6.0 + measure(name, SMALL));
            y += BOX + 2.0;
        }
        if values && !few {
            y += 6.0;
            let high = (self.rows as f64 * self.side - y).clamp(90.0, 260.0);
            let all = (0..=u8::MAX).rev();
            key.add(Raster {
                x: 0.0,
                y,
                width: BOX,
                height: high,
                columns: 1,
                inks: (0..=u8::MAX)
                    .map(|at| Some(if grey { Ink::Grey(at) } else { Ink::Heat(at) }))
                    .collect(),
                cells: all.collect(),
            });
            key.add(rect(0.0, y, BOX, high).stroke(Ink::Line, HAIR));
            // The scale runs from 1 to the largest value.
            let whole = (self.largest - 1) as f64;
            let most = (high / 26.0) as usize;
            let mut marks = ticks(self.largest, most);
            marks.retain(|at| *at > 0);
            // The ends are marked too, where no other number is in the way.
            let near = |a: u64, b: u64| (a.abs_diff(b) as f64) < whole * 14.0 / high;
            for end in [1, self.largest] {
                marks.retain(|at| !near(*at, end));
                marks.push(end);
            }
            let huge =
                |cell: &Cell| matches!(cell, Cell::Value(value) if natural::small(value).is_none());
            let beyond = self.table.cells.iter().any(huge);
            for at in marks {
                let here = y + high * (1.0 - (at - 1) as f64 / whole);
                key.add(line(BOX, here, BOX + 4.0, here).stroke(Ink::Line, THIN));
                let mut name = short(at);
                if beyond && at == self.largest {
                    name = format!("≥ {name}");
                }
                key.width = key.width.max(BOX + 8.0 + measure(&name, SMALL));
                let label = text(BOX + 8.0, here, name).size(SMALL).ink(Ink::Dim);
                key.add(label.middle());
            }
            y += high;
        }
        key.height = y;
        key
    }
}
