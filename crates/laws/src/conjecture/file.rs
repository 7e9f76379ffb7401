//! Laws that rule files expect.

use std::sync::Arc;

use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::bench::{compile, on_workbench};
use grundy_lang::diagnostic::{Diagnostic, Span};
use grundy_lang::expect::{self, Failure, Tested};
use grundy_lang::explain;

use super::{Asked, Decided, Verdict, decide_game};
use crate::rules::Source;
use crate::study::Options;

/// Tests every game of a text as [`expect::test`] does, and proves the laws that are expected of
/// all positions. What is not proven is not as expected: it fails at its counterexample, or with
/// the reason why it is not decided.
///
/// ```
/// use grundy_laws::conjecture::test;
/// let text = "state n; move take(k in 1..3) -> [n-k]; expect g(n) = n % 4 for all n";
/// let tested = test(text, &[], &Default::default()).unwrap();
/// assert!((tested[0].positions, tested[0].failures.len()) == (1, 0));
/// ```
pub fn test(
    text: &str,
    set: &[(String, i64)],
    options: &Options,
) -> Result<Vec<Tested>, Vec<Diagnostic>> {
    let mut tested = expect::test(text, set, &options.budget)?;
    let last = tested.len().saturating_sub(1);
    for (number, game) in tested.iter_mut().enumerate() {
        for conjecture in std::mem::take(&mut game.conjectures) {
            game.positions += 1;
            // Parameters are those of the last game.
            let source = Source {
                name: game.game.clone(),
                game: Some(game.game.clone()),
                parameters: if number == last {
                    set.to_vec()
                } else {
                    Vec::new()
                },
                ..Source::new(text)
            };
            let failed = |position: String, expected: &str, found: Text| Failure {
                span: conjecture.span,
                position,
                expected: expected.to_string(),
                found,
            };
            match decide_text(&source, &conjecture.text, options) {
                Ok(decided) => match decided.verdict {
                    Verdict::Proven { .. } => {}
                    Verdict::Refuted(wrong) => {
                        let at = wrong.numbers.iter().map(|(n, v)| format!("{n} = {v}"));
                        let at: Vec<String> = at.collect();
                        // What a sentence says is the sentence.
                        let claimed = wrong.claimed.as_ref().map(|c| c.get(Lang::En));
                        let claimed = claimed.unwrap_or(&conjecture.text);
                        game.failures
                            .push(failed(at.join(", "), claimed, wrong.found));
                    }
                    open => {
                        let text = conjecture.text.clone();
                        game.failures.push(failed(text, "a proof", open.text()));
                    }
                },
                Err(Error::BadLaw {
                    column, expected, ..
                }) => {
                    return Err(vec![unreadable(&conjecture, column, expected)]);
                }
                Err(error) => {
                    let text = conjecture.text.clone();
                    game.failures.push(failed(text, "a proof", error.text()));
                }
            }
        }
    }
    Ok(tested)
}

/// What is wrong with a conjecture in a text, at its place.
fn unreadable(conjecture: &expect::Conjectured, column: usize, because: Text) -> Diagnostic {
    let skipped = conjecture.text.chars().take(column.saturating_sub(1));
    let before: usize = skipped.map(char::len_utf8).sum();
    let start = conjecture.span.start + before;
    let next = conjecture.text[before..].chars().next();
    let end = start + next.map_or(0, char::len_utf8);
    Diagnostic::new(explain::UNEXPECTED, Span { start, end }, because)
}

/// Decides a conjecture about a game that is written as text.
pub fn decide_text(source: &Source, text: &str, options: &Options) -> Result<Decided, Error> {
    let compiled = compile(&source.text, source.game.as_deref(), &source.parameters);
    let compiled = compiled.map_err(|wrong| {
        let shown = |lang| grundy_lang::diagnostic::render(&wrong, &source.text, "rules", lang);
        Error::BadRules {
            report: Text::new(shown(Lang::En), shown(Lang::Zh)),
        }
    })?;
    let convention = match source.misere {
        true => Convention::Misere,
        false => compiled.program().game().convention,
    };
    let game = on_workbench(Arc::new(compiled));
    let asked = Asked::Sentence(text);
    decide_game(
        &*game,
        convention,
        &source.name,
        Some(source),
        asked,
        options,
    )
}
