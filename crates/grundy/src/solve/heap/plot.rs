//! Pictures of a sequence: values over heaps, rare and common apart.
//!
//! ```
//! use grundy::solve::heap::plot::scatter;
//! use grundy::text::Lang;
//! let svg = scatter("0.77", &[0, 1, 2, 3, 1, 4, 3, 2], |_| false, Lang::En);
//! assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
//! ```
//!
//! Heaps that fall on the same point of the picture are drawn once, so its size
//! is bounded whatever the length of the sequence.

use crate::text::{Lang, Text};

const WIDTH: usize = 1000;
const HEIGHT: usize = 400;
const MARGIN: usize = 50;

/// A scatter plot of `values` of heaps 0, 1, … as SVG. `rare` tells which heaps
/// are drawn as rare.
pub fn scatter(title: &str, values: &[u32], rare: impl Fn(u64) -> bool, lang: Lang) -> String {
    let heaps = values.len().max(2) - 1;
    let largest = values.iter().copied().max().unwrap_or(0).max(1) as usize;
    // One bit for common, one for rare, for each point of the picture.
    let mut points = vec![0u8; (WIDTH + 1) * (HEIGHT + 1)];
    for (heap, &value) in values.iter().enumerate() {
        let x = heap * WIDTH / heaps;
        let y = HEIGHT - value as usize * HEIGHT / largest;
        points[y * (WIDTH + 1) + x] |= if rare(heap as u64) { 2 } else { 1 };
    }
    let mut paths = [String::new(), String::new()];
    for (at, &bits) in points.iter().enumerate() {
        let (x, y) = (at % (WIDTH + 1) + MARGIN, at / (WIDTH + 1) + MARGIN);
        for (kind, path) in paths.iter_mut().enumerate() {
            if bits >> kind & 1 == 1 {
                *path += &format!("M{x} {y}h1");
            }
        }
    }
    let [common, rares] = paths;
    let words = [
        Text::fixed("heap", "堆"),
        Text::fixed("value", "值"),
        Text::fixed("common", "常见"),
        Text::fixed("rare", "稀有"),
    ];
    let [heap, value, common_word, rare_word] = words.each_ref().map(|w| w.get(lang));
    let legend = if rares.is_empty() {
        String::new()
    } else {
        format!(
            "<text x=\"{}\" y=\"30\" text-anchor=\"end\"><tspan fill=\"#27c\">{common_word}</tspan> \
             <tspan fill=\"#c30\">{rare_word}</tspan></text>\n",
            MARGIN + WIDTH
        )
    };
    let (right, bottom) = (MARGIN + WIDTH, MARGIN + HEIGHT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" \
         font-size=\"14\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\">{title}</text>\n{legend}\
         <path d=\"M{MARGIN} {MARGIN}V{bottom}H{right}\" stroke=\"#888\" fill=\"none\"/>\n\
         <text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{heap} {heaps}</text>\n\
         <text x=\"{MARGIN}\" y=\"{below}\">0</text>\n\
         <text x=\"{beside}\" y=\"{MARGIN}\" text-anchor=\"end\">{largest}</text>\n\
         <text x=\"{beside}\" y=\"{bottom}\" text-anchor=\"end\">0 {value}</text>\n\
         <path d=\"{common}\" stroke=\"#27c\" stroke-width=\"1.2\"/>\n\
         <path d=\"{rares}\" stroke=\"#c30\" stroke-width=\"3\"/>\n</svg>\n",
        w = WIDTH + 2 * MARGIN,
        h = HEIGHT + 2 * MARGIN,
        below = bottom + 20,
        beside = MARGIN - 4,
        title = escape(title),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_bounded_and_escaped() {
        let values: Vec<u32> = (0..300_000u32).map(|n| n % 97).collect();
        let svg = scatter("a<b", &values, |h| h < 10, Lang::Zh);
        assert!(svg.contains("a&lt;b") && svg.contains("稀有"));
        assert!(svg.len() < (WIDTH + 1) * 98 * 12);
        for empty in [&[][..], &[0][..]] {
            assert!(scatter("x", empty, |_| false, Lang::En).contains("</svg>"));
        }
    }
}
