//! What is wrong with a text, shown so that it teaches.
//!
//! A [`Diagnostic`] has a stable code, the piece of the text at fault, a
//! sentence in both languages and, where there is one, a hint. It is shown
//! with the line and a caret; columns are those of a terminal, in which a
//! Chinese character takes two.
//!
//! ```
//! use grundy::text::Lang;
//! let wrong = grundy_lang::parse("state n\nmove take(k in 1..m) -> [n-k]").and_then(
//!     |file| grundy_lang::check(&file, &[])).unwrap_err();
//! let shown = grundy_lang::diagnostic::render(&wrong, "state n\nmove take(k in 1..m) -> [n-k]", "my.game", Lang::En);
//! assert!(shown.starts_with("E020: there is no name `m` here"), "{shown}");
//! ```

use std::fmt::Write;

use grundy::catalogue::edit_distance;
use grundy::text::{Lang, Text};

use crate::explain::Code;

/// A piece of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Span {
    /// The piece from the beginning of one span to the end of another.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.start),
        }
    }
}

/// Something that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// What.
    pub message: Text,
    /// How to mend it, where that is known.
    pub help: Option<Text>,
}

impl Diagnostic {
    /// A diagnostic without a hint.
    pub fn new(code: Code, span: Span, message: Text) -> Diagnostic {
        Diagnostic {
            code,
            span,
            message,
            help: None,
        }
    }

    /// The same with a hint.
    pub fn with_help(mut self, help: Text) -> Diagnostic {
        self.help = Some(help);
        self
    }
}

/// Line and column of a byte, both counted from 1, the column in characters.
pub fn place(source: &str, at: usize) -> (usize, usize) {
    let at = floor(source, at);
    let before = &source[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    (line, source[start..at].chars().count() + 1)
}

/// The last character boundary at or before a byte.
fn floor(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

pub use grundy::picture::scene::text::width;

/// All diagnostics with the lines they speak of.
pub fn render(diagnostics: &[Diagnostic], source: &str, name: &str, lang: Lang) -> String {
    let mut text = String::new();
    for (number, diagnostic) in diagnostics.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        render_one(diagnostic, source, name, lang, &mut text);
    }
    text
}

fn render_one(d: &Diagnostic, source: &str, name: &str, lang: Lang, text: &mut String) {
    let (line, column) = place(source, d.span.start);
    let start = floor(source, d.span.start);
    let first = source[..start].rfind('\n').map_or(0, |n| n + 1);
    let last = source[start..]
        .find('\n')
        .map_or(source.len(), |n| start + n);
    let end = floor(source, d.span.end).clamp(start, last);
    // Tabs would move the caret: show them as blanks.
    let shown = |piece: &str| piece.replace('\t', " ").replace('\r', "");
    let margin = line.to_string().len();
    let before = width(&shown(&source[first..start]));
    let under = width(&shown(&source[start..end])).max(1);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}: {}", d.code, d.message.get(lang));
    let _ = writeln!(text, "{:margin$}--> {name}:{line}:{column}", "");
    let _ = writeln!(text, "{:margin$} |", "");
    let _ = writeln!(text, "{line} | {}", shown(&source[first..last]));
    let _ = writeln!(text, "{:margin$} | {:before$}{}", "", "", "^".repeat(under));
    if let Some(help) = &d.help {
        let _ = writeln!(text, "{:margin$} = {}", "", help.get(lang));
    }
}

/// The candidate nearest to a misspelt name, if one is near at all.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    candidates
        .into_iter()
        .map(|known| (edit_distance(&known.to_lowercase(), &wanted), known))
        .filter(|(distance, known)| {
            let longer = known.chars().count().max(length);
            distance.saturating_mul(3) <= longer + 1
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// A hint that names what was probably meant.
pub fn did_you_mean(name: &str) -> Text {
    Text::new(
        format!("did you mean `{name}`?"),
        format!("是否指 `{name}`？"),
    )
}
