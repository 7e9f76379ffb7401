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
//! Limits: a game is named by the catalogue or given as text; files are read only by
//! windows that hand over a reader ([`Desk::reading`]). `schema.json` beside the source
//! describes all questions and answers. Built without the feature `laws`, the desk refuses
//! what needs them with the code [`NEEDS_LAWS`], and answers everything else to the letter
//! as with it.

mod sitting;
mod source;
mod story;
pub mod verbs;
#[cfg(feature = "laws")]
pub mod verified;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::budget::{Budget, Progress};
use grundy::error::{Error, Resource};
use grundy::picture::svg::Theme;
use grundy::text::Lang;
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub use sitting::{OfGame, Sitting, Written, read_rules};
pub use source::{Chosen, Read, Source, named};
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

/// The fields of every question.
#[derive(Default)]
struct Envelope {
    ask: Option<String>,
    id: Option<Value>,
    lang: Option<Lang>,
    limits: Limits,
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

impl Envelope {
    /// Takes the common fields out of a question.
    fn take(fields: &mut Map<String, Value>) -> Result<Envelope, Refused> {
        let lang = match fields.remove("lang") {
            None => None,
            Some(Value::String(name)) if name == "en" => Some(Lang::En),
            Some(Value::String(name)) if name == "zh" => Some(Lang::Zh),
            Some(_) => return Err(Refused::bad("`lang` must be \"en\" or \"zh\"")),
        };
        let ask = match fields.remove("ask") {
            None => None,
            Some(Value::String(ask)) => Some(ask),
            Some(_) => return Err(Refused::bad("`ask` must be a text")),
        };
        let limits = match fields.remove("limits") {
            None => Limits::default(),
            Some(limits) => serde_json::from_value(limits)
                .map_err(|error| Refused::bad(format!("`limits`: {error}")))?,
        };
        Ok(Envelope {
            ask,
            id: None,
            lang,
            limits,
        })
    }
}

/// More cells are no table to be sent.
const CELLS: u64 = 4_000_000;

/// The desk: answers questions, many at a time if need be.
pub struct Desk {
    budget: Budget,
    lang: Lang,
    files: Option<Read>,
    theme: Theme,
    cells: u64,
    games: Mutex<sitting::Games>,
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
        }
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
        let mut envelope = Envelope::default();
        let result = self.answer(question, &mut envelope, watch);
        let mut object = Map::new();
        if let Some(id) = envelope.id {
            object.insert("id".into(), id);
        }
        let kind = match result {
            Ok(answer) => {
                object.extend(answer);
                Kind::Answered
            }
            Err(refused) => {
                object.entry("id").or_insert(Value::Null);
                let mut error = Map::new();
                error.insert("code".into(), json!(refused.code));
                error.insert("message".into(), json!(refused.message));
                error.extend(refused.numbers);
                object.insert("error".into(), Value::Object(error));
                refused.kind
            }
        };
        Reply {
            text: Value::Object(object).to_string(),
            kind,
        }
    }

    fn answer(
        &self,
        question: &[u8],
        envelope: &mut Envelope,
        watch: &Watch,
    ) -> Result<Map<String, Value>, Refused> {
        let mut fields = match serde_json::from_slice(question) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err(Refused::bad("a question must be a JSON object")),
            Err(error) => {
                return Err(Refused {
                    code: "bad_json",
                    ..Refused::bad(error.to_string())
                });
            }
        };
        let id = fields.remove("id");
        envelope.id = id;
        let read = Envelope::take(&mut fields)?;
        let lang = read.lang.unwrap_or(self.lang);
        let sitting = self.sitting(lang, read.limits, watch);
        let ask = read.ask.as_deref().unwrap_or("solve");
        verbs::answer(ask, fields, &sitting)
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
