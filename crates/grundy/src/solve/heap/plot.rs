//! A sequence as a plot: values over heaps.
//!
//! A short sequence is a point for each heap. From [`POINTS`] heaps on the plot is
//! divided into small squares whose shade tells how many heaps fall into
//! them, on a logarithmic scale, so that its size is bounded whatever the length
//! of the sequence. Rare heaps lie on top in a colour of their own. Where a
//! period is known, the heaps before it stand on a shaded ground and the
//! beginnings of the periods are dashed lines.
//!
//! ```
//! use grundy::answer::Status;
//! use grundy::solve::heap::plot::{Plot, Repeats};
//! use grundy::picture::svg::{self, Theme};
//! let values: Vec<u32> = (0..60).map(|n| n % 4).collect();
//! let plot = Plot {
//!     repeats: Some(Repeats { start: 0, period: 4, saltus: 0, status: Status::Proven }),
//!     ..Plot::new("{1,2,3}", &values)
//! };
//! assert!(svg::write(&plot.draw(), Theme::Light).contains("period 4"));
//! ```

use crate::answer::Status;
use crate::picture::axis::{short, ticks};
use crate::picture::drawing::{Anchor, Drawing, Raster, circle, line, path, rect, text};
use crate::picture::look::{GAP, HAIR, Ink, LABEL, MARGIN, SMALL, THIN, TITLE, measure, shortened};
use crate::text::{Lang, Text};

/// So many heaps are drawn as points.
pub const POINTS: usize = 1_500;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
/// The side of a square in which heaps are counted.
const SQUARE: f64 = 2.0;

/// A sequence, and what is known of it.
pub struct Plot<'p> {
    /// What stands above.
    pub title: String,
    /// The values of heaps 0, 1, …
    pub values: &'p [u32],
    /// Tells which heaps are rare.
    pub rare: Option<&'p dyn Fn(u64) -> bool>,
    /// From where on it repeats itself.
    pub repeats: Option<Repeats>,
    /// The language of the words.
    pub lang: Lang,
}

/// G(n + period) = G(n) + saltus for all n ≥ start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The first heap of the first period.
    pub start: u64,
    /// The length of a period.
    pub period: u64,
    /// What is added in each.
    pub saltus: u64,
    /// Proven, or observed so far: the plot says which.
    pub status: Status,
}

impl<'p> Plot<'p> {
    /// The values alone.
    pub fn new(title: impl Into<String>, values: &'p [u32]) -> Plot<'p> {
        Plot {
            title: title.into(),
            values,
            rare: None,
            repeats: None,
            lang: Lang::En,
        }
    }

    /// The plot.
    pub fn draw(&self) -> Drawing {
        let word = |text: Text| text.get(self.lang).to_string();
        let last = self.values.len().max(2) as u64 - 1;
        let highest = u64::from(self.values.iter().copied().max().unwrap_or(0).max(1));
        let marks = ticks(highest, 8);
        let wide = |at: &u64| measure(&short(*at), SMALL);
        let numbers = marks.iter().map(wide).fold(0.0, f64::max);
        let (left, top) = (
            MARGIN + LABEL + 8.0 + numbers + 8.0,
            MARGIN + TITLE + 16.0 + SMALL + 8.0,
        );
        let (right, bottom) = (left + WIDTH, top + HEIGHT);
        let height = bottom + 8.0 + SMALL + 10.0 + LABEL + MARGIN;
        let mut drawing = Drawing::new(right + MARGIN + 8.0, height, self.title.clone());
        let page = Page {
            left,
            top,
            bottom,
            last: last as f64,
            highest: highest as f64,
        };
        if let Some(repeats) = self.repeats {
            page.periods(&mut drawing, repeats, self.lang);
        }
        for at in &marks {
            let y = page.y(*at as f64);
            drawing.add(line(left, y, right, y).stroke(Ink::Faint, HAIR));
            let label = text(left - 7.0, y, short(*at)).size(SMALL).ink(Ink::Dim);
            drawing.add(label.anchor(Anchor::End).middle());
        }
        for at in ticks(last, 11) {
            let x = page.x(at as f64);
            drawing.add(line(x, bottom, x, bottom + 5.0).stroke(Ink::Line, THIN));
            let label = text(x, bottom + 8.0 + SMALL * 0.8, short(at));
            drawing.add(label.size(SMALL).ink(Ink::Dim).anchor(Anchor::Middle));
        }
        let frame = path(left, top).to(left, bottom).to(right, bottom);
        drawing.add(frame.stroke(Ink::Line, THIN));
        let is_rare = |heap: usize| self.rare.is_some_and(|rare| rare(heap as u64));
        let common = (0..self.values.len()).filter(|heap| !is_rare(*heap));
        let rares: Vec<usize> = (0..self.values.len())
            .filter(|heap| is_rare(*heap))
            .collect();
        page.points(
            &mut drawing,
            self.values,
            common.collect(),
            Ink::Category(0),
        );
        let any_rare = !rares.is_empty();
        // In the key the colour of the common ones, or the middle of their shades.
        let usual = match self.values.len() - rares.len() <= POINTS {
            true => Ink::Category(0),
            false => Ink::Density(128),
        };
        page.points(&mut drawing, self.values, rares, Ink::Category(5));
        let base = MARGIN + TITLE * 0.8;
        let room = WIDTH * 0.6;
        let title = shortened(&self.title, TITLE * 1.08, room);
        drawing.add(text(MARGIN, base, title).size(TITLE).bold());
        let across = word(Text::fixed("heap n", "堆 n"));
        let name = text(left + WIDTH / 2.0, height - MARGIN - 2.0, across);
        drawing.add(name.anchor(Anchor::Middle));
        let up = word(Text::fixed("value G(n)", "值 G(n)"));
        let name = text(MARGIN + LABEL * 0.5, top + HEIGHT / 2.0, up);
        drawing.add(name.centred().upwards());
        if any_rare {
            let mut x = right;
            for (ink, words) in [
                (Ink::Category(5), Text::fixed("rare", "稀有")),
                (usual, Text::fixed("common", "常见")),
            ] {
                let words = word(words);
                x -= measure(&words, SMALL);
                drawing.add(text(x, base, words).size(SMALL).ink(Ink::Dim));
                drawing.add(circle(x - 8.0, base - 4.0, 3.0).fill(ink));
                x -= 28.0;
            }
        }
        drawing
    }
}

/// Where heaps and values lie.
struct Page {
    left: f64,
    top: f64,
    bottom: f64,
    last: f64,
    highest: f64,
}

impl Page {
    fn x(&self, heap: f64) -> f64 {
        self.left + WIDTH * heap / self.last
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - HEIGHT * value / self.highest
    }

    /// The ground of the heaps before the period, and where periods begin.
    fn periods(&self, drawing: &mut Drawing, repeats: Repeats, lang: Lang) {
        let Repeats {
            start,
            period,
            saltus,
            ..
        } = repeats;
        let (start, long) = (start as f64, period as f64);
        let right = self.left + WIDTH;
        let begin = self.x(start).min(right);
        if start > 0.0 {
            let ground = rect(self.left, self.top, begin - self.left, HEIGHT);
            drawing.add(ground.fill(Ink::Removed));
        }
        // Beginnings of periods, as long as they can be told apart.
        let apart = WIDTH * long / self.last;
        let mut x = begin;
        while x <= right + 0.01 && start <= self.last {
            drawing.add(
                line(x, self.top, x, self.bottom)
                    .stroke(Ink::DrawLine, THIN)
                    .dashed(),
            );
            if apart < 12.0 {
                break;
            }
            x += apart;
        }
        let y = self.top - 8.0;
        let before = match (lang, repeats.start) {
            (_, 0) => String::new(),
            (Lang::En, start) => format!("preperiod {start}"),
            (Lang::Zh, start) => format!("前周期 {start}"),
        };
        let after = match (lang, saltus) {
            (Lang::En, 0) => format!("period {period}"),
            (Lang::Zh, 0) => format!("周期 {period}"),
            (Lang::En, _) => format!("period {period}, saltus {saltus}"),
            (Lang::Zh, _) => format!("周期 {period}，增量 {saltus}"),
        };
        let after = match repeats.status {
            Status::Proven => after,
            other => match lang {
                Lang::En => format!("{after} ({})", other.text().get(lang)),
                Lang::Zh => format!("{after}（{}）", other.text().get(lang)),
            },
        };
        let wide = [&before, &after].map(|words| measure(words, SMALL));
        let label = |x: f64, words: String, ink: Ink| text(x, y, words).size(SMALL).ink(ink);
        if start > self.last {
            drawing.add(label(self.left, before, Ink::Dim));
            return;
        }
        // Each over its own part if it fits, otherwise one behind the other.
        let mut at = begin + 4.0;
        if !before.is_empty() {
            let fits = wide[0] + GAP <= begin - self.left;
            drawing.add(label(self.left, before, Ink::Dim));
            if !fits {
                at = self.left + wide[0] + 2.0 * GAP;
            }
        }
        let at = at.min(right - wide[1]);
        drawing.add(label(at, after, Ink::DrawLine));
    }

    fn points(&self, drawing: &mut Drawing, values: &[u32], heaps: Vec<usize>, ink: Ink) {
        let place = |heap: usize| (self.x(heap as f64), self.y(f64::from(values[heap])));
        if heaps.len() <= POINTS {
            let radius = match heaps.len() {
                ..=150 => 3.0,
                151..=500 => 2.2,
                _ => 1.7,
            };
            for heap in heaps {
                let (x, y) = place(heap);
                drawing.add(circle(x, y, radius).fill(ink));
            }
            return;
        }
        let columns = (WIDTH / SQUARE) as usize + 1;
        let rows = (HEIGHT / SQUARE) as usize + 1;
        let mut counts = vec![0u64; columns * rows];
        for heap in heaps {
            let (x, y) = place(heap);
            let column = ((x - self.left) / SQUARE).round() as usize;
            let row = ((y - self.top) / SQUARE).round() as usize;
            counts[row.min(rows - 1) * columns + column.min(columns - 1)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(1).max(2) as f64;
        let mut inks = vec![None];
        let plain = ink != Ink::Category(0);
        const SHADES: u64 = 32;
        inks.extend((0..SHADES).map(|n| {
            // At most 255.
            let at = 255 * n / (SHADES - 1);
            Some(if plain { ink } else { Ink::Density(at as u8) })
        }));
        let cells = counts.iter().map(|&count| match count {
            0 => 0,
            // Between 1 and the number of shades.
            count => 1 + ((count as f64).ln() / most.ln() * (SHADES - 1) as f64) as u8,
        });
        drawing.add(Raster {
            x: self.left - SQUARE / 2.0,
            y: self.top - SQUARE / 2.0,
            width: columns as f64 * SQUARE,
            height: rows as f64 * SQUARE,
            columns,
            inks,
            cells: cells.collect(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::svg::{Theme, write};

    #[test]
    fn pictures_are_bounded_and_escaped() {
        let values: Vec<u32> = (0..300_000u32).map(|n| n % 97).collect();
        let rare = |heap: u64| heap < 10;
        let plot = Plot {
            rare: Some(&rare),
            lang: Lang::Zh,
            repeats: Some(Repeats {
                start: 9,
                period: 97,
                saltus: 0,
                status: Status::Observed { to: 300_000 },
            }),
            ..Plot::new("a<b", &values)
        };
        let svg = write(&plot.draw(), Theme::Auto);
        assert!(svg.contains("a&lt;b") && svg.contains("稀有") && svg.contains("前周期 9"));
        assert!(svg.contains("周期 97（观察至 300000）") && svg.contains("<image"));
        assert!(svg.len() < 200_000, "{}", svg.len());
        for empty in [&[][..], &[0][..]] {
            let svg = write(&Plot::new("x", empty).draw(), Theme::Auto);
            assert!(svg.contains("</svg>") && !svg.contains("NaN"));
        }
    }

    #[test]
    fn every_heap_has_its_point_and_every_period_its_line() {
        let values: Vec<u32> = (0..100).map(|n| n % 7).collect();
        let repeats = Repeats {
            start: 10,
            period: 30,
            saltus: 0,
            status: Status::Proven,
        };
        let plot = Plot {
            repeats: Some(repeats),
            ..Plot::new("x", &values)
        };
        let svg = write(&plot.draw(), Theme::Light);
        assert_eq!(svg.matches("<circle").count(), 100);
        // They begin at 10, 40 and 70; 100 is beyond.
        assert_eq!(svg.matches("stroke-dasharray").count(), 3);
        // A period that begins beyond the plot is not drawn.
        let late = Plot {
            repeats: Some(Repeats {
                start: 1000,
                ..repeats
            }),
            ..Plot::new("x", &values)
        };
        assert!(!write(&late.draw(), Theme::Light).contains("stroke-dasharray"));
    }
}
