//! `study`: the law of a game, and its proof. `law`: laws of numbers from anywhere.
//! `prove`: a conjecture decided. `verify`: a certificate checked again.

use std::time::Duration;

use grundy::catalogue::words;
use grundy::error::Error;
use grundy::text::Text;
use grundy_laws::conjecture::{Asked as Conjectured, Verdict, decide_game};
use grundy_laws::family;
use grundy_laws::game::study_game;
use grundy_laws::law::Statement;
use grundy_laws::print::Style;
use grundy_laws::rules::{self, NOTHING};
use grundy_laws::study::{self, Finding, Options};
use grundy_laws::{numbers, picture as automata, report};
use serde::{Deserialize, Serialize};

use super::{Question, of_game};
use crate::sitting::{Asked, Sitting};
use crate::verified;
use crate::{OfGame, Refused};

/// Looking for laws ends after so long unless less is asked for.
const LOOKING: Duration = Duration::from_secs(30);

of_game! {
    /// The law of a game, and its proof.
    StudyGame {
        /// A parameter of the game: a law for all its values is looked for instead, and is answered
        /// in `family`.
        for_all: Option<String>,
    }
}

/// What was learned about a game or a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Study {
    /// What it is called.
    pub game: String,
    /// The rules that were studied, where the study is from rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// The size of the table that was looked at.
    pub size: Vec<u64>,
    /// Whether its cells are outcomes: 0 for P, 1 for N.
    pub outcomes: bool,
    /// The first cells of a line; -1 where there is no position.
    pub first: Vec<i64>,
    /// The first lost positions.
    pub lost: Vec<String>,
    /// The laws, proven ones first.
    pub laws: Vec<Law>,
    /// The law for all values of a parameter, where that was asked for and is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<FamilyLaw>,
    /// What could not be done, and why.
    pub notes: Vec<String>,
}

/// A law for all values of a parameter: it is proven, or there is none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyLaw {
    /// The parameter.
    pub parameter: String,
    /// As text.
    pub law: String,
    /// Of which values it is proven, and how.
    pub reason: String,
    /// The certificate of the proof.
    pub certificate: String,
}

/// A law with what is known about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Law {
    /// As text.
    pub law: String,
    /// For LaTeX.
    pub latex: String,
    /// As a C++ function.
    pub cpp: String,
    /// As a Python function.
    pub python: String,
    /// Who found it.
    pub finder: String,
    /// How many symbols it takes.
    pub symbols: u64,
    /// How many entries it explains.
    pub explains: u64,
    /// `proven`, `decided` (its independent check is not finished), `verified` or `observed`.
    pub status: String,
    /// The same in words.
    pub reason: String,
    /// Why there is no proof, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproven: Option<String>,
    /// The numeration of the automaton by which it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// The states of that automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// That automaton as a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automaton: Option<String>,
    /// The certificate of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

impl Law {
    fn of(finding: &Finding, names: &[String], sitting: &Sitting<'_>) -> Law {
        let lang = sitting.lang;
        let written = |style| finding.law.written(style, names).get(lang).to_string();
        let claim = match &finding.law.statement {
            Statement::Automaton(claim) => Some(claim),
            _ => finding.proof.as_ref().map(|(claim, _)| claim),
        };
        // An automaton that is too large to be looked at has no picture.
        let drawn = claim.and_then(|claim| automata::draw(claim, "", names, lang).ok());
        Law {
            law: written(Style::Text),
            latex: written(Style::Latex),
            cpp: written(Style::Cpp),
            python: written(Style::Python),
            finder: words(finding.law.finder, lang).to_string(),
            symbols: finding.law.symbols as u64,
            explains: finding.law.explains as u64,
            status: finding.status.word().to_string(),
            reason: finding.status.text().get(lang).to_string(),
            unproven: finding
                .unproven
                .as_ref()
                .map(|why| why.get(lang).to_string()),
            numeration: finding
                .proof
                .as_ref()
                .map(|p| p.1.numeration.text().get(lang).to_string()),
            states: finding.proof.as_ref().map(|p| p.1.states as u64),
            automaton: drawn.as_ref().map(|drawn| sitting.picture(drawn)),
            certificate: finding.certificate_text(),
        }
    }
}

/// What was learned, as an answer.
fn told(game: String, rules: Option<String>, study: &study::Study, sitting: &Sitting<'_>) -> Study {
    const FIRST: usize = 64;
    const LOST: usize = 100;
    let sample = &study.sample;
    let first = match sample.size.len() {
        1 => &sample.cells[..sample.cells.len().min(FIRST)],
        _ => &[],
    };
    let shown = |cell: &u32| match *cell {
        NOTHING => -1,
        value => i64::from(value),
    };
    Study {
        game,
        rules,
        names: sample.names.clone(),
        size: sample.size.clone(),
        outcomes: sample.outcomes,
        first: first.iter().map(shown).collect(),
        lost: report::lost(sample, LOST),
        laws: study
            .findings
            .iter()
            .map(|finding| Law::of(finding, &sample.names, sitting))
            .collect(),
        family: None,
        notes: study
            .notes
            .iter()
            .map(|note| note.get(sitting.lang).to_string())
            .collect(),
    }
}

/// What looking may cost.
pub(super) fn options(sitting: &Sitting<'_>) -> Options {
    let left = sitting.budget.time_left().unwrap_or(LOOKING);
    Options {
        time: left.min(LOOKING),
        budget: sitting.budget.clone(),
    }
}

/// The rules of a game that were written as text.
fn written(
    of: &OfGame<'_>,
    asked: &Asked,
    sitting: &Sitting<'_>,
) -> Result<Option<rules::Source>, Refused> {
    let Some(source) = sitting.source(of.game)? else {
        return Ok(None);
    };
    let rules = super::rules_of(&source, &asked.set);
    Ok(Some(rules::Source {
        misere: of.convention == Some(grundy::outcome::Convention::Misere),
        ..rules.map_err(|error| sitting.refused(error))?
    }))
}

/// The rules of a game as text: as they were written, or as its file in the catalogue has them.
fn in_text(source: Option<rules::Source>, asked: &Asked) -> Result<rules::Source, Error> {
    match source {
        Some(source) => Ok(source),
        None => match asked.game.rule_text() {
            Ok(text) => Ok(rules::Source::new(&text)),
            Err((en, zh)) => Err(Error::Unsupported {
                because: Text::fixed(en, zh),
            }),
        },
    }
}

/// A law for all values of a parameter.
fn for_all(
    game: String,
    source: Option<rules::Source>,
    parameter: &str,
    asked: &Asked,
    sitting: &Sitting<'_>,
) -> Result<Study, Refused> {
    let refused = |error: Error| sitting.refused(error);
    let source = in_text(source, asked).map_err(refused)?;
    let limits = options(sitting);
    let budget = limits.budget.clone().within(limits.time);
    let found = family::for_all(&source, parameter, &budget).map_err(refused)?;
    let told = |text: &Text| text.get(sitting.lang).to_string();
    let (family, notes) = match found {
        Ok(found) => {
            let law = FamilyLaw {
                parameter: parameter.to_string(),
                law: told(&found.law),
                reason: told(&found.status),
                certificate: found.certificate,
            };
            (Some(law), Vec::new())
        }
        Err(reason) => (None, vec![told(&reason)]),
    };
    // No one table was looked at.
    Ok(Study {
        game,
        rules: Some(source.text),
        names: Vec::new(),
        size: Vec::new(),
        outcomes: false,
        first: Vec::new(),
        lost: Vec::new(),
        laws: Vec::new(),
        family,
        notes,
    })
}

impl Question for StudyGame {
    const ASK: &'static str = "study";
    type Answer = Study;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Study, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let of = self.of();
        let asked = sitting.own_game(&of, Self::ASK)?;
        let title = asked.name(sitting.lang);
        let source = written(&of, &asked, sitting)?;
        if let Some(parameter) = &self.for_all {
            return for_all(title, source, parameter, &asked, sitting);
        }
        let found = study_game(
            &*asked.game,
            asked.rules.convention,
            &title,
            source.as_ref(),
            &options(sitting),
        )
        .map_err(refused)?;
        Ok(told(title, found.rules, &found.study, sitting))
    }
}

of_game! {
    /// Whether a law of one's own is true of all positions of a game.
    ProveGame {
        /// What is conjectured, as laws are printed: `g(n) = n mod 4`, `P iff x = y`,
        /// `g(x, y) >= g(x, 0)`.
        conjecture: Option<String>,
        /// An automaton in Walnut's format instead: of P-positions, or of positions with values.
        automaton: Option<String>,
        /// A parameter of the game: the conjecture is about all its values, as laws of `family` in
        /// `study` are printed. `for all k` in the conjecture says the same.
        for_all: Option<String>,
    }
}

/// What was decided of a conjecture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision {
    /// What the game is called.
    pub game: String,
    /// The rules of which it was decided, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The conjecture, as laws are printed.
    pub law: String,
    /// `proven`, `refuted` or `open`.
    pub verdict: String,
    /// The same in words.
    pub reason: String,
    /// The law that it follows from, where it is none itself, and what is known of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// Where it is false: numbers by name.
    pub numbers: Vec<NamedNumber>,
    /// What it says there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// What is true there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The moves that show it.
    pub shown: Vec<String>,
    /// The sides of the table of which an open conjecture is true.
    pub table: Vec<u64>,
    /// The certificate of the proof, or of the law that it follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// What else is to be known.
    pub notes: Vec<String>,
}

/// A law that another one follows from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// As text.
    pub law: String,
    /// What is known of it, in words.
    pub reason: String,
}

/// A number and its name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedNumber {
    /// The name.
    pub name: String,
    /// The number.
    pub number: u64,
}

impl Question for ProveGame {
    const ASK: &'static str = "prove";
    type Answer = Decision;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Decision, Refused> {
        let of = self.of();
        let said = match (&self.conjecture, &self.automaton) {
            (Some(text), None) => Conjectured::Sentence(text),
            (None, Some(text)) => Conjectured::Automaton(text),
            _ => {
                return Err(Refused::bad(
                    "either `conjecture` or `automaton` must be there",
                ));
            }
        };
        let asked = sitting.own_game(&of, Self::ASK)?;
        let title = asked.name(sitting.lang);
        let source = written(&of, &asked, sitting)?;
        let decided = match (&self.for_all, said) {
            (None, said) => decide_game(
                &*asked.game,
                asked.rules.convention,
                &title,
                source.as_ref(),
                said,
                &options(sitting),
            ),
            (Some(parameter), Conjectured::Sentence(text)) => in_text(source, &asked)
                .and_then(|source| family::decide(&source, parameter, text, &options(sitting))),
            (Some(_), Conjectured::Automaton(_)) => {
                return Err(Refused::bad(
                    "`for_all` needs a `conjecture`: an automaton is about one game",
                ));
            }
        };
        let decided = decided.map_err(|error| sitting.refused(error))?;
        let told = |text: &Text| text.get(sitting.lang).to_string();
        let mut decision = Decision {
            game: title,
            law: told(&decided.said),
            verdict: decided.verdict.word().to_string(),
            reason: told(&decided.verdict.text()),
            rules: decided.rules,
            ground: None,
            numbers: Vec::new(),
            claimed: None,
            found: None,
            shown: Vec::new(),
            table: Vec::new(),
            certificate: None,
            notes: decided.notes.iter().map(told).collect(),
        };
        match decided.verdict {
            Verdict::Proven {
                certificate, from, ..
            } => {
                decision.ground = from.map(|(law, status)| Ground {
                    law: told(&law),
                    reason: told(&status),
                });
                decision.certificate = certificate;
            }
            Verdict::Refuted(wrong) => {
                let numbers = wrong.numbers.into_iter();
                decision.numbers = numbers
                    .map(|(name, number)| NamedNumber { name, number })
                    .collect();
                decision.claimed = wrong.claimed.as_ref().map(told);
                decision.found = Some(told(&wrong.found));
                decision.shown = wrong.shown.iter().map(told).collect();
            }
            Verdict::Open { to, .. } => decision.table = to,
        }
        Ok(decision)
    }
}

/// Laws of numbers from anywhere: a list, a matrix, coordinates with values, a b-file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindLaw {
    /// The numbers.
    pub values: String,
}

impl Question for FindLaw {
    const ASK: &'static str = "law";
    type Answer = Study;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Study, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let study = numbers::study(&self.values, 0, &options(sitting)).map_err(refused)?;
        Ok(told(sitting.say("table", "表"), None, &study, sitting))
    }
}

/// A certificate to be checked from the rules alone.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// Its text.
    pub certificate: String,
}

/// What was verified.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The rules, the claim, the theorem, the status.
    pub lines: Vec<Line>,
}

/// A line of a verdict.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// What it is about.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Question for Verify {
    const ASK: &'static str = "verify";
    type Answer = Verified;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Verified, Refused> {
        if grundy_verify::Kind::of(&self.certificate).is_none() {
            let because = Text::fixed("this is not a certificate", "这不是证书");
            return Err(sitting.refused(Error::BadCertificate { because }));
        }
        let checked = grundy_verify::check(&self.certificate, &sitting.budget);
        let checked = checked.map_err(|error| sitting.refused(error))?;
        let lines = verified::lines(&checked, sitting.lang).into_iter();
        Ok(Verified {
            lines: lines.map(|(name, text)| Line { name, text }).collect(),
        })
    }
}
