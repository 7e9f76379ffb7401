//! The progress line: on a terminal, after a second, gone before any result.
//!
//! One line on standard error, rewritten at most ten times a second. Whoever
//! writes a result or a message calls [`clear`] first. A share is shown only
//! while the goal is really one, and an estimate only when a tenth is done:
//! before that it would be a guess.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use grundy::budget::Progress;
use grundy::text::Lang;

use crate::output::say;

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
        line(&text(progress, lang));
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

fn text(progress: &Progress, lang: Lang) -> String {
    let mut parts = Vec::new();
    // What only reads knows no states.
    if progress.states > 0 {
        let states = grouped(progress.states);
        parts.push(match lang {
            Lang::En => format!("{states} states"),
            Lang::Zh => format!("{states} 个状态"),
        });
    }
    if let Some(share) = share(progress) {
        parts.push(format!("{share} %"));
    }
    if progress.bytes >> 20 > 0 {
        parts.push(format!("{} MB", progress.bytes >> 20));
    }
    parts.push(format!("{:.1} s", progress.elapsed.as_secs_f64()));
    if progress.states > 0 {
        parts.push(format!("{:.1} M/s", progress.rate() as f64 / 1e6));
    }
    if let Some(rares) = progress.rares {
        parts.push(format!("{} {rares}", say(lang, "rare values", "稀有值")));
    }
    if let Some(largest) = progress.largest {
        parts.push(format!("{} {largest}", say(lang, "largest", "最大值")));
    }
    if let Some(left) = progress.remaining().filter(|_| share(progress) >= Some(10)) {
        parts.push(match lang {
            Lang::En => format!("about {} s to go", left.as_secs()),
            Lang::Zh => format!("约剩 {} 秒", left.as_secs()),
        });
    }
    let what = grundy::error::engine_name(progress.what);
    format!("{}: {}", what.get(lang), parts.join(", "))
}

/// How many of a hundred parts are done, where that is known: a computation
/// that looks at more than its goal has none.
fn share(progress: &Progress) -> Option<u64> {
    let goal = progress
        .goal
        .filter(|goal| *goal >= progress.states.max(1))?;
    Some((u128::from(progress.states) * 100 / u128::from(goal)) as u64)
}

/// A number with its digits in threes.
pub fn grouped(number: u64) -> String {
    grundy::error::grouped(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(states: u64, goal: Option<u64>) -> Progress {
        Progress {
            what: "search",
            states,
            bytes: 3 << 20,
            goal,
            elapsed: Duration::from_secs(2),
            rares: None,
            largest: None,
        }
    }

    #[test]
    fn shares_and_estimates_are_honest() {
        let half = text(&progress(500_000, Some(1_000_000)), Lang::En);
        assert_eq!(
            half,
            "search: 500,000 states, 50 %, 3 MB, 2.0 s, 0.2 M/s, about 2 s to go"
        );
        // Too early for an estimate.
        let early = text(&progress(1000, Some(1_000_000)), Lang::En);
        assert!(
            early.contains(" 0 %") && !early.contains("to go"),
            "{early}"
        );
        // More than the goal: it was no goal.
        let over = text(&progress(9_000_000, Some(1000)), Lang::En);
        assert!(!over.contains('%') && !over.contains("to go"), "{over}");
        let none = text(&progress(0, None), Lang::Zh);
        assert!(!none.contains("状态"), "{none}");
    }
}
