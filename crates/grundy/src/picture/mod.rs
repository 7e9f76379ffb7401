//! Pictures, as text in a standard format.
//!
//! [`dot`] writes a game graph for Graphviz, [`graph`] draws it as SVG with
//! a layered layout of our own ([`layout`]), [`heat`] draws a table as SVG.
//! P and N are told apart by colour *and* by shape, so that a picture also
//! works in print and for the colour-blind.

pub mod dot;
pub mod graph;
pub mod heat;
pub mod layout;

use crate::outcome::Outcome;

/// Fill, outline and text colour of an outcome.
fn colours(outcome: Outcome) -> [&'static str; 3] {
    match outcome {
        Outcome::P => ["#b5361c", "#7d2111", "#ffffff"],
        Outcome::N => ["#e3eefb", "#2f6bb0", "#12304f"],
        Outcome::Draw => ["#f0ead6", "#8a7a3c", "#4a3f14"],
    }
}

/// A text made safe for XML.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A text shortened for a label.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    head + "…"
}
