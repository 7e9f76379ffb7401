//! One desk: every question that a window may ask, and its answer, as JSON.
//!
//! The command `grundy batch`, the page in the browser and the Python package are windows
//! of this desk. A question is one JSON object. `ask` names what is asked (without it:
//! `solve`), `id` comes back with the answer, `lang` is the language of its sentences,
//! `limits` is what it may cost; the other fields belong to the question and are the
//! fields of a type in [`verbs`]. An answer is one JSON object, or an object with the
//! field `error`: a stable `code`, a sentence, and the numbers there are.
//!
//! ```
//! use grundy::{budget::Budget, text::Lang};
//! use grundy_desk::{Desk, Watch};
//! let desk = Desk::new(Budget::default(), Lang::En);
//! let reply = desk.reply(br#"{"game":"nim","position":"3,5,7","id":4}"#, &Watch::default());
//! assert!(reply.text.starts_with(r#"{"id":4,"#) && reply.text.contains(r#""outcome":"N""#));
//! let reply = desk.reply(br#"{"ask":"nim","expressions":["2 * 2"]}"#, &Watch::default());
//! assert!(reply.text.contains(r#""value":"3""#));
//! ```
//!
//! The desk holds no mathematics and remembers nothing but games that were built before, so
//! that the same question has the same answer. The budget of the desk bounds every question;
//! a question may ask for less. Long work tells its progress and ends soon when the flag of
//! its [`Watch`] is set.
//!
//! What is proven of written rules for one question can be kept for the next run ([`Desk::keeping`],
//! [`Cache`]): certificates, verified whenever they are read. By itself the desk keeps none.
//!
//! Limits: a game is named by the catalogue or given as text; files are read only by
//! windows that hand over a reader ([`Desk::reading`]). `schema.json` beside the source
//! describes all questions and answers. Built without the feature `laws`, the desk refuses
//! what needs them with the code [`NEEDS_LAWS`], and answers everything else to the letter
//! as with it.

mod cache;
mod line;
mod sitting;
mod source;
mod story;
pub mod stream;
pub mod verbs;
#[cfg(feature = "laws")]
pub mod verified;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::budget::{Budget, Progress};
use grundy::error::{Error, Resource};
use grundy::picture::svg::Theme;
use grundy::text::Lang;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use cache::{Cache, Entry as CacheEntry};
pub use grundy_lang::knowledge::Keeper;
use line::Head;
pub use line::Written;
pub use sitting::{OfGame, Sitting, read_rules};
pub use source::{Chosen, Keeping, Read, Source, named};
pub use story::{progress_json, told};

/// The code of a refusal by a desk that was built without laws: one that has them would
/// answer.
pub const NEEDS_LAWS: &str = "needs_laws";

/// Who is told how far an answer is.
pub type Listener = dyn Fn(&Progress) + Send + Sync;

/// What becomes of a question while it is answered.
#[derive(Clone, Default)]
pub struct Watch {
    /// Set to end the work soon.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Told now and then how far it is.
    pub progress: Option<Arc<Listener>>,
}

impl Watch {
    /// Whether the work is to end.
    pub fn is_stopped(&self) -> bool {
        self.cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// An answer, and of what kind it is.
#[derive(Clone, Debug)]
pub struct Reply {
    /// A JSON object on one line.
    pub text: String,
    /// Whether it is one that was asked for.
    pub kind: Kind,
}

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It was answered.
    Answered,
    /// It is no question: not JSON, fields missing or unknown.
    BadRequest,
    /// It makes no sense: an unknown game, a position that cannot be read, no such law.
    Refused,
    /// It needs more than it may cost.
    OverBudget,
    /// Its watch said stop.
    Cancelled,
}

/// A question that has no answer.
#[derive(Clone, Debug)]
pub struct Refused {
    kind: Kind,
    code: &'static str,
    message: String,
    numbers: Map<String, Value>,
}

impl Refused {
    /// A question that is none.
    pub fn bad(message: impl Into<String>) -> Refused {
        Refused {
            kind: Kind::BadRequest,
            code: "bad_request",
            message: message.into(),
            numbers: Map::new(),
        }
    }

    /// Of what kind it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// A word for programs, which stays the same.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// A sentence for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The numbers there are, by name: a limit and what was used, a column.
    pub fn numbers(&self) -> &Map<String, Value> {
        &self.numbers
    }

    /// An error of the library in a language, with its numbers.
    pub fn of(error: &Error, lang: Lang) -> Refused {
        let mut numbers = Map::new();
        let kind = match error {
            Error::OverBudget {
                resource,
                used,
                limit,
                ..
            } => {
                let resource = match resource {
                    Resource::States => "states",
                    Resource::Bytes => "bytes",
                    Resource::Milliseconds => "milliseconds",
                };
                numbers.insert("resource".into(), json!(resource));
                numbers.insert("used".into(), json!(used));
                numbers.insert("limit".into(), json!(limit));
                Kind::OverBudget
            }
            Error::Cancelled { .. } => Kind::Cancelled,
            Error::BadPosition { column, .. }
            | Error::BadCode { column, .. }
            | Error::BadLaw { column, .. } => {
                numbers.insert("column".into(), json!(column));
                Kind::Refused
            }
            _ => Kind::Refused,
        };
        Refused {
            kind,
            code: error.code(),
            message: error.message(lang),
            numbers,
        }
    }
}

/// What a question may cost at most; the desk's own limits hold as well.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Positions visited or values computed.
    pub states: Option<u64>,
    /// Bytes held in tables.
    pub bytes: Option<u64>,
    /// Milliseconds on the clock.
    pub milliseconds: Option<u64>,
}

impl Limits {
    fn on(self, mut budget: Budget) -> Budget {
        if let Some(states) = self.states {
            budget = budget.at_most(states);
        }
        if let Some(bytes) = self.bytes {
            budget = budget.at_most_bytes(bytes);
        }
        match self.milliseconds {
            Some(time) => budget.within(Duration::from_millis(time)),
            None => budget,
        }
    }
}

/// More cells are no table to be sent.
const CELLS: u64 = 4_000_000;

/// Writes JSON behind what stands in `to` already.
pub(crate) fn write_json(value: &impl Serialize, to: &mut Vec<u8>) {
    if let Err(error) = serde_json::to_writer(to, value) {
        // There is room in memory, and keys are texts.
        unreachable!("answers can be written: {error}")
    }
}

/// The desk: answers questions, many at a time if need be.
pub struct Desk {
    budget: Budget,
    lang: Lang,
    files: Option<Read>,
    theme: Theme,
    cells: u64,
    games: Mutex<sitting::Games>,
    keeper: Option<Arc<dyn Keeper>>,
}

impl Desk {
    /// A desk at which each question may cost `budget`, and speaks `lang` unless the
    /// question says otherwise.
    pub fn new(budget: Budget, lang: Lang) -> Desk {
        Desk {
            budget,
            lang,
            files: None,
            theme: Theme::Classes,
            cells: CELLS,
            games: Mutex::new(sitting::Games::default()),
            keeper: None,
        }
    }

    /// Laws that are proven for a question are kept, and those that were kept are used.
    pub fn keeping(mut self, keeper: Option<Arc<dyn Keeper>>) -> Desk {
        self.keeper = keeper;
        self
    }

    /// A game may also be the name of a rule file, which is read so.
    pub fn reading(mut self, files: Read) -> Desk {
        self.files = Some(files);
        self
    }

    /// Tables may have so many cells, where they need not be sent anywhere.
    pub fn tabulating(mut self, cells: u64) -> Desk {
        self.cells = cells;
        self
    }

    /// Pictures have these colours; without it they are for a page with a style sheet
    /// ([`Theme::Classes`]).
    pub fn drawing(mut self, theme: Theme) -> Desk {
        self.theme = theme;
        self
    }

    /// The answer to a question.
    pub fn reply(&self, question: &[u8], watch: &Watch) -> Reply {
        let mut text = Vec::new();
        let kind = self.write_reply(question, watch, &mut text);
        match String::from_utf8(text) {
            Ok(text) => Reply { text, kind },
            Err(error) => unreachable!("JSON is written as text: {error}"),
        }
    }

    /// As [`Desk::reply`], written behind what stands in `to` already.
    pub fn write_reply(&self, question: &[u8], watch: &Watch, to: &mut Vec<u8>) -> Kind {
        let start = to.len();
        let mut head = Head::default();
        let refused = match self.answer(question, &mut head, watch, to) {
            Ok(()) => return Kind::Answered,
            Err(refused) => refused,
        };
        to.truncate(start);
        let mut error = Map::new();
        error.insert("code".into(), json!(refused.code));
        error.insert("message".into(), json!(refused.message));
        error.extend(refused.numbers);
        let mut object = Map::new();
        object.insert("id".into(), head.id.take().unwrap_or(Value::Null));
        object.insert("error".into(), Value::Object(error));
        write_json(&object, to);
        refused.kind
    }

    fn answer(
        &self,
        question: &[u8],
        head: &mut Head,
        watch: &Watch,
        to: &mut Vec<u8>,
    ) -> Result<(), Refused> {
        if let Some(read) = Head::read(question) {
            *head = read;
            if self.answer_read(question, head, watch, to)?.is_ok() {
                return Ok(());
            }
        }
        let fields = line::as_tree(question, head)?;
        self.answer_read(&fields, head, watch, to)?
    }

    /// The answer to a question whose common fields are read. If the others cannot be, that is
    /// the inner error.
    fn answer_read(
        &self,
        question: &[u8],
        head: &Head,
        watch: &Watch,
        to: &mut Vec<u8>,
    ) -> Result<Result<(), Refused>, Refused> {
        let lang = head.lang().unwrap_or(self.lang);
        let sitting = self.sitting(lang, head.limits(), watch);
        let ask = head.ask.as_deref().unwrap_or("solve");
        let start = to.len();
        if let Some(id) = &head.id {
            to.extend_from_slice(b"{\"id\":");
            write_json(id, to);
        }
        let body = to.len();
        if let Err(unread) = verbs::answer(ask, question, &sitting, to)? {
            to.truncate(start);
            return Ok(Err(unread));
        }
        if body > start {
            // The object goes on after the id.
            to[body] = b',';
        }
        Ok(Ok(()))
    }

    /// The answer to a question of a type that is known, without JSON between the two.
    ///
    /// ```
    /// use grundy::{budget::Budget, text::Lang};
    /// use grundy_desk::verbs::FindSequence;
    /// use grundy_desk::{Desk, Limits, Watch};
    /// let desk = Desk::new(Budget::default(), Lang::En);
    /// let kayles = FindSequence { code: "0.77".into(), to: 7 };
    /// let answer = desk.ask(kayles, Lang::En, Limits::default(), &Watch::default()).unwrap();
    /// assert_eq!(answer.values, [0, 1, 2, 3, 1, 4, 3, 2]);
    /// ```
    pub fn ask<Q: verbs::Question>(
        &self,
        question: Q,
        lang: Lang,
        limits: Limits,
        watch: &Watch,
    ) -> Result<Q::Answer, Refused> {
        question.answer(&self.sitting(lang, limits, watch))
    }

    /// Begins a question: budget, watch and limits are one, its clock runs for all that is done
    /// for it, and its budget is the current one of this thread while it is answered.
    fn sitting(&self, lang: Lang, limits: Limits, watch: &Watch) -> Sitting<'_> {
        let mut budget = self.budget.clone();
        if let Some(cancel) = &watch.cancel {
            budget = budget.with_cancel(cancel.clone());
        }
        if let Some(progress) = &watch.progress {
            let progress = progress.clone();
            budget = budget.with_listener(move |now| progress(now));
        }
        let budget = limits.on(budget).starting_now();
        Sitting {
            desk: self,
            lang,
            _scope: budget.scope(),
            budget,
        }
    }

    fn games(&self) -> std::sync::MutexGuard<'_, sitting::Games> {
        // Whoever panicked while holding it left a game out at worst.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_a_question_are_for_all_that_is_done_for_it() {
        let desk = Desk::new(Budget::default(), Lang::En);
        let limits = Limits {
            states: Some(77),
            milliseconds: Some(1),
            ..Limits::default()
        };
        let sitting = desk.sitting(Lang::En, limits, &Watch::default());
        std::thread::sleep(Duration::from_millis(2));
        // Whatever begins now begins too late, whether it was handed the budget or asks for it.
        for budget in [sitting.budget.clone(), Budget::current()] {
            assert!(budget.meter("a second phase").poll().is_err());
            assert_eq!(budget.states(), 77);
        }
        drop(sitting);
        assert!(Budget::current().meter("another question").poll().is_ok());
    }

    #[test]
    fn the_limits_of_the_desk_hold_as_well() {
        let hour = Duration::from_secs(3600);
        let desk = Desk::new(Budget::default().with_time(hour), Lang::En);
        for (asked, granted) in [(7_200_000, hour), (60_000, Duration::from_secs(60))] {
            let limits = Limits {
                milliseconds: Some(asked),
                ..Limits::default()
            };
            let sitting = desk.sitting(Lang::En, limits, &Watch::default());
            assert!(
                sitting
                    .budget
                    .time_left()
                    .is_some_and(|left| left <= granted)
            );
        }
    }
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
