//! Writing results, and failing with the right exit code.

use std::io::{self, Write};

use grundy::error::{Error, Resource};
use grundy::text::Lang;
pub use grundy_lang::diagnostic::width;

use crate::{interrupt, progress};

/// Why a verb did not succeed.
#[derive(Debug)]
pub enum Failed {
    /// The library said so.
    Library(Error),
    /// A check found the claim untrue.
    Refuted(String),
    /// The command line or the input makes no sense.
    Usage(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Library(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Io(error)
    }
}

impl Failed {
    /// Tells standard error, and gives the exit code.
    pub fn report(&self, lang: Lang) -> u8 {
        progress::clear();
        let (message, code) = match self {
            Failed::Library(error @ Error::Cancelled { .. }) => {
                (error.message(lang), interrupt::INTERRUPTED)
            }
            Failed::Library(error) => (advised(error, lang), if error.is_budget() { 3 } else { 2 }),
            Failed::Refuted(message) => (message.clone(), 1),
            Failed::Usage(message) => (message.clone(), 2),
            // Whoever reads our output has seen enough: that is no failure.
            Failed::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failed::Io(error) => (error.to_string(), 2),
        };
        let word = say(lang, "error", "错误");
        // If even standard error is closed, the exit code must do.
        let _ = writeln!(io::stderr(), "{word}: {message}");
        code
    }
}

/// The sentence of an error, and which option would help.
pub fn advised(error: &Error, lang: Lang) -> String {
    let message = error.message(lang);
    let Error::OverBudget { resource, .. } = error else {
        return message;
    };
    let option = match resource {
        Resource::States => "--limit-states",
        Resource::Bytes => "--limit-memory",
        Resource::Milliseconds => "--limit-time",
    };
    match lang {
        Lang::En => format!("{message}; raise {option}"),
        Lang::Zh => format!("{message}；可调大 {option}"),
    }
}

/// Chooses a fixed sentence.
pub fn say(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// A text filled with blanks to a width in columns.
pub fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// A line that fits a screen; the full text is in the JSON.
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 160;
    let count = text.chars().count();
    if count <= SHOWN {
        return text.to_string();
    }
    let head: String = text.chars().take(SHOWN - 40).collect();
    let tail: String = text.chars().skip(count - 20).collect();
    format!("{head}…{tail} ({count})")
}
