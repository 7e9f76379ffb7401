//! The progress line: on a terminal, after a second, gone before any result.
//!
//! One line on standard error, rewritten at most ten times a second. Whoever
//! writes a result or a message calls [`clear`] first.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use grundy::budget::Progress;
use grundy::text::Lang;
use grundy_desk::told;

/// Nothing is shown of computations shorter than this.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// Whether a line is on the screen.
static SHOWN: Mutex<bool> = Mutex::new(false);

/// Whether there is anybody to look at a progress line.
pub fn is_watched() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Shows how far a computation is.
pub fn show(progress: &Progress, lang: Lang) {
    if progress.elapsed >= SHOWN_AFTER {
        line(&told(progress, lang));
    }
}

/// Shows a line of one's own.
pub fn line(text: &str) {
    let Ok(mut shown) = SHOWN.lock() else { return };
    *shown = true;
    // A progress line that cannot be shown is no loss.
    let _ = write!(io::stderr(), "\r{text}\x1b[K");
    let _ = io::stderr().flush();
}

/// Takes the line away, if there is one.
pub fn clear() {
    let Ok(mut shown) = SHOWN.lock() else { return };
    if std::mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
        let _ = io::stderr().flush();
    }
}

/// A number with its digits in threes.
pub fn grouped(number: u64) -> String {
    grundy::error::grouped(number)
}
