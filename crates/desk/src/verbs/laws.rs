//! The part that laws have in questions that are not about them: `period` and `test`.
//!
//! Where the desk is built without the feature `laws`, `without_laws.rs` stands in the place of
//! this file and of `study.rs`; no other file knows of the difference.

use std::sync::Arc;

use grundy::error::Error;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::solve::Options;
use grundy_lang::diagnostic::Diagnostic;
use grundy_lang::expect::Tested;
use grundy_lang::knowledge::Teacher;
use grundy_laws::conjecture;
use grundy_laws::heap::{self, Decision, find};
use grundy_laws::known::Student;
use grundy_laws::print::Style;
use grundy_laws::rules;
use grundy_laws::sample::names;

use super::code::{Found, Proof};
use super::study::options;
use crate::sitting::Sitting;
use crate::{Keeping, Refused, Source};

/// Who is asked for laws of a text.
pub(crate) fn teacher(
    source: &Source,
    set: &[(String, String)],
    keeping: &Keeping,
) -> Result<Arc<dyn Teacher>, Error> {
    let student = Student::of(rules_of(source, set)?);
    Ok(Arc::new(student.keeping(keeping.clone())))
}

/// Who is asked for laws of the rules of a game of the catalogue.
pub(crate) fn teacher_of_text(text: &str, keeping: &Keeping) -> Arc<dyn Teacher> {
    let student = Student::of(rules::Source::new(text));
    Arc::new(student.keeping(keeping.clone()))
}

/// A text with what was chosen beside it, as finders of laws read it.
pub fn rules_of(source: &Source, set: &[(String, String)]) -> Result<rules::Source, Error> {
    let (game, parameters) = source.chosen(set)?;
    Ok(rules::Source {
        game: game.map(str::to_string),
        parameters,
        ..rules::Source::new(&source.text)
    })
}

/// What is known of a code, decided by automata where engines only observe.
pub(super) fn of_heaps(
    rules: &Rules,
    options: &Options,
    sitting: &Sitting<'_>,
) -> Result<Found, Refused> {
    let lang = sitting.lang;
    let proof = |decision: Decision| Proof {
        proven: decision.is_proven(),
        status: decision.status.word().to_string(),
        reason: decision.status.text().get(lang).to_string(),
        certificate: decision.certificate.write(),
    };
    let found = find(rules, options).map_err(|error| sitting.refused(error))?;
    Ok(match found {
        heap::Found::Classes(law, decision) => Found::Classes {
            law: law.written(Style::Text, &names(1)).get(lang).to_string(),
            explains: law.explains as u64,
            proof: proof(decision),
        },
        heap::Found::Period(report, decided) => Found::Period(report, decided.map(proof)),
    })
}

/// What became of the expectations of a rule text, those about all positions among them; or
/// what is wrong with it.
pub(super) fn test(
    text: &str,
    sitting: &Sitting<'_>,
) -> Result<Result<Vec<Tested>, Vec<Diagnostic>>, Refused> {
    Ok(conjecture::test(text, &[], &options(sitting)))
}
