//! What lies on the table, shown on the screen.

use grundy::picture::scene::text::Page;
use grundy::picture::scene::{Look, why};
use grundy::text::Lang;
use grundy::workbench::Seen;

use crate::options;

/// A screen that says nothing of itself is so wide.
const WIDTH: u16 = 80;
/// A picture in the midst of an answer is at most so high.
const HEIGHT: usize = 24;

/// The page that standard output is.
pub fn page() -> Page {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    let (width, height) = match size {
        Some((width, height)) => (width.0, usize::from(height.0).max(HEIGHT)),
        None => (WIDTH, HEIGHT),
    };
    Page {
        width: usize::from(width.clamp(20, 200)),
        height,
        colour: options::is_coloured(),
        marked: Vec::new(),
    }
}

/// The picture alone, as lines that begin with `indent` blanks.
pub fn board(seen: &Seen, indent: usize, lang: Lang) -> Vec<String> {
    let plain = Seen {
        scene: seen.scene.clone(),
        ..Seen::default()
    };
    lines(&plain, indent, lang)
}

/// The picture and the numbers that decide, as lines that begin with `indent` blanks; no
/// lines where the notation says as much.
pub fn lines(seen: &Seen, indent: usize, lang: Lang) -> Vec<String> {
    let mut page = page();
    page.width = page.width.saturating_sub(indent).max(20);
    let cards = seen.scene.elements().all(|e| e.look == Look::Card);
    if cards && seen.numbers.as_ref().is_none_or(|n| n.each.len() < 2) {
        return Vec::new();
    }
    let lines = why::beside(&seen.scene, seen.numbers.as_ref(), &page, lang);
    let indented = |line: String| match line.is_empty() {
        true => line,
        false => " ".repeat(indent) + &line,
    };
    lines.into_iter().map(indented).collect()
}
