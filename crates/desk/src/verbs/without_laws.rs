//! A desk without laws, in the place of `laws.rs` and `study.rs`: a question that needs them is refused with
//! [`NEEDS_LAWS`](crate::NEEDS_LAWS), and the window asks a desk that has them.
//!
//! What needs them is seen before any work, where that can be seen. A question that does not
//! need them is answered here to the letter as by the whole desk: `period`, where the engines
//! prove what they find, and `test`, where no line says `for all`.

use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::period::Status;
use grundy::solve::heap::solve::{Options, solve};
use grundy_lang::ast::Statement;
use grundy_lang::diagnostic::Diagnostic;
use grundy_lang::expect::{self, Tested};
use grundy_lang::knowledge::{Knowledge, Teacher};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Question;
use super::code::Found;
use crate::sitting::Sitting;
use crate::{Keeping, Refused, Source};

/// The refusal of a question that needs laws.
fn needs(sitting: &Sitting<'_>) -> Refused {
    sitting.refused(Error::NeedsLaws)
}

/// Whoever is asked for a law where there is none to be had: the question goes to a desk
/// that has them.
struct Elsewhere;

impl Teacher for Elsewhere {
    fn learn(&self, _: Convention, _: &Budget) -> Result<Option<Arc<dyn Knowledge>>, Error> {
        Err(Error::NeedsLaws)
    }
}

/// Who is asked for laws of a text.
pub(crate) fn teacher(
    _: &Source,
    _: &[(String, String)],
    _: &Keeping,
) -> Result<Arc<dyn Teacher>, Error> {
    Ok(Arc::new(Elsewhere))
}

/// Who is asked for laws of the rules of a game of the catalogue.
pub(crate) fn teacher_of_text(_: &str, _: &Keeping) -> Arc<dyn Teacher> {
    Arc::new(Elsewhere)
}

/// Questions of which nothing can be answered here; their fields are for whoever answers.
macro_rules! refused {
    ($($(#[$doc:meta])* $question:ident = $ask:literal),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        pub struct $question {}

        impl Question for $question {
            const ASK: &'static str = $ask;
            type Answer = Map<String, Value>;

            fn answer(self, sitting: &Sitting<'_>) -> Result<Self::Answer, Refused> {
                Err(needs(sitting))
            }
        }
    )*};
}

refused! {
    /// The law of a game, and its proof.
    StudyGame = "study",
    /// Whether a law of one's own is true of all positions of a game.
    ProveGame = "prove",
    /// Laws of numbers from anywhere.
    FindLaw = "law",
    /// A certificate to be checked from the rules alone.
    Verify = "verify",
}

/// What the engines know of a code. Where moves leave three heaps, there may be a law that
/// only automata decide, and so it is with a law that the engines observe.
pub(super) fn of_heaps(
    rules: &Rules,
    options: &Options,
    sitting: &Sitting<'_>,
) -> Result<Found, Refused> {
    if rules.max_parts() >= 3 {
        return Err(needs(sitting));
    }
    let report = solve(rules, options).map_err(|error: Error| sitting.refused(error))?;
    match &report.law {
        Some(law) if !matches!(law.status, Status::Proven(_)) => Err(needs(sitting)),
        _ => Ok(Found::Period(Box::new(report), None)),
    }
}

/// What became of the expectations of a rule text, or what is wrong with it.
pub(super) fn test(
    text: &str,
    sitting: &Sitting<'_>,
) -> Result<Result<Vec<Tested>, Vec<Diagnostic>>, Refused> {
    let conjectures = grundy_lang::parse(text).is_ok_and(|file| {
        let mut lines = file.lines.iter();
        lines.any(|line| matches!(line.statement, Statement::Conjecture(_)))
    });
    match conjectures {
        true => Err(needs(sitting)),
        false => Ok(expect::test(text, &[], &sitting.budget)),
    }
}
