//! Who answers questions: the desk, or in tests somebody slow.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::budget::Progress;
use grundy::text::Lang;

/// Somebody who answers questions, several at a time.
pub trait Answers: Send + Sync + 'static {
    /// The answer to a question; both are the text of a JSON object.
    fn reply(&self, question: &[u8], watch: &Watch) -> Reply;
}

/// How a question is watched while it is answered.
#[derive(Clone, Default)]
pub struct Watch {
    /// Set when nobody wants the answer any more.
    pub cancel: Arc<AtomicBool>,
    /// Who hears how far it is.
    pub progress: Option<Arc<dyn Fn(&Progress) + Send + Sync>>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// A JSON object.
    pub text: String,
    /// What kind of answer it is.
    pub kind: Kind,
}

/// What kind of answer it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An answer.
    Answered,
    /// The question is none.
    BadRequest,
    /// It cannot be answered.
    Refused,
    /// It costs more than it may.
    OverBudget,
    /// Nobody wanted it any more.
    Cancelled,
}

/// How far a computation is, as JSON.
pub fn progress_json(progress: &Progress, _lang: Lang) -> String {
    serde_json::json!({"what": progress.what, "text": progress.what, "states": progress.states,
        "seconds": progress.elapsed.as_secs_f64()})
    .to_string()
}
