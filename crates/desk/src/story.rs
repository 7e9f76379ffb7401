//! Progress in words: how far a computation is.
//!
//! A share is told only while the goal is really one, and an estimate only when a tenth is
//! done: before that it would be a guess.

use grundy::budget::Progress;
use grundy::error::{engine_name, grouped};
use grundy::text::Lang;
use serde_json::{Map, Value, json};

/// One line about a running computation.
pub fn told(progress: &Progress, lang: Lang) -> String {
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
        parts.push(match lang {
            Lang::En => format!("rare values {rares}"),
            Lang::Zh => format!("稀有值 {rares}"),
        });
    }
    if let Some(largest) = progress.largest {
        parts.push(match lang {
            Lang::En => format!("largest {largest}"),
            Lang::Zh => format!("最大值 {largest}"),
        });
    }
    if let Some(left) = progress.remaining().filter(|_| share(progress) >= Some(10)) {
        parts.push(match lang {
            Lang::En => format!("about {} s to go", left.as_secs()),
            Lang::Zh => format!("约剩 {} 秒", left.as_secs()),
        });
    }
    format!(
        "{}: {}",
        engine_name(progress.what).get(lang),
        parts.join(", ")
    )
}

/// How many of a hundred parts are done, where that is known: a computation
/// that looks at more than its goal has none.
pub(crate) fn share(progress: &Progress) -> Option<u64> {
    let goal = progress
        .goal
        .filter(|goal| *goal >= progress.states.max(1))?;
    Some((u128::from(progress.states) * 100 / u128::from(goal)) as u64)
}

/// The same as JSON, for windows: `what` is at work, `text` is the line, `states` and `seconds`
/// so far, and the `share` of one that is done, where that is known.
///
/// ```
/// use grundy::{budget::Progress, text::Lang};
/// use std::time::Duration;
/// let progress = Progress {
///     what: "search", states: 30, bytes: 0, goal: Some(120),
///     elapsed: Duration::from_millis(1500), rares: None, largest: None,
/// };
/// let told = grundy_desk::progress_json(&progress, Lang::En);
/// assert!(told.starts_with(r#"{"what":"search","text":"search: 30 states, 25 %"#));
/// assert!(told.ends_with(r#","states":30,"share":0.25,"seconds":1.5}"#));
/// ```
pub fn progress_json(progress: &Progress, lang: Lang) -> String {
    let mut object = Map::new();
    object.insert("what".into(), json!(progress.what));
    object.insert("text".into(), json!(told(progress, lang)));
    object.insert("states".into(), json!(progress.states));
    if let Some(share) = share(progress) {
        object.insert("share".into(), json!(share as f64 / 100.0));
    }
    let seconds = progress.elapsed.as_millis() as f64 / 1000.0;
    object.insert("seconds".into(), json!(seconds));
    Value::Object(object).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
        let half = told(&progress(500_000, Some(1_000_000)), Lang::En);
        assert_eq!(
            half,
            "search: 500,000 states, 50 %, 3 MB, 2.0 s, 0.2 M/s, about 2 s to go"
        );
        // Too early for an estimate.
        let early = told(&progress(1000, Some(1_000_000)), Lang::En);
        assert!(
            early.contains(" 0 %") && !early.contains("to go"),
            "{early}"
        );
        // More than the goal: it was no goal.
        let over = told(&progress(9_000_000, Some(1000)), Lang::En);
        assert!(!over.contains('%') && !over.contains("to go"), "{over}");
        let none = told(&progress(0, None), Lang::Zh);
        assert!(!none.contains("状态"), "{none}");
    }
}
