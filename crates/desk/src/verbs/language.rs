//! The rule language: `check` a text as it is typed, `test` its expectations, `explain` a
//! fault, and the `words` that can be written.

use grundy::catalogue;
use grundy::text::Lang;
use grundy_lang::diagnostic::{Diagnostic, place};
use grundy_lang::parse::{RESERVED, STATEMENTS};
use grundy_lang::{bench, explain, format};
use serde::{Deserialize, Serialize};

use super::{Both, Question, laws};
use crate::Refused;
use crate::sitting::Sitting;
use crate::source::Source;

/// Looks at a rule text without solving anything.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The rules.
    pub text: String,
}

/// What is known of a rule text.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// What is wrong with it; nothing if it can be played.
    pub diagnostics: Vec<Fault>,
    /// The games that it defines; the last is the one that is played.
    pub games: Vec<Defined>,
    /// The text as it is usually written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted: Option<String>,
    /// Whether play ends, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<String>,
    /// How it is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// How many coordinates its table has; 0 if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// The names of the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// A small position that play can begin from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// Something that is wrong with a text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// Its stable code, which `explain` explains.
    pub code: String,
    /// A sentence.
    pub message: String,
    /// How to mend it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where it begins, in UTF-16 units of the text.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column there, in characters from 1.
    pub column: usize,
}

/// A game of a text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Defined {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

impl Fault {
    fn of(text: &str, fault: &Diagnostic, lang: Lang) -> Fault {
        let (line, column) = place(text, fault.span.start);
        Fault {
            code: fault.code.to_string(),
            message: fault.message.get(lang).to_string(),
            help: fault.help.as_ref().map(|help| help.get(lang).to_string()),
            from: units(text, fault.span.start),
            to: units(text, fault.span.end),
            line,
            column,
        }
    }
}

/// How many UTF-16 units stand before a byte.
fn units(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, c)| c.len_utf16()).sum()
}

impl Question for Check {
    const ASK: &'static str = "check";
    type Answer = Checked;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Checked, Refused> {
        let (text, lang) = (&self.text, sitting.lang);
        let faults = |wrong: Vec<Diagnostic>| -> Vec<Fault> {
            wrong.iter().map(|one| Fault::of(text, one, lang)).collect()
        };
        let mut checked = Checked::default();
        match grundy_lang::parse(text) {
            Err(wrong) => {
                checked.diagnostics = faults(wrong);
                return Ok(checked);
            }
            Ok(file) => {
                let games = grundy_lang::games_of(&file).into_iter();
                let games = games.map(|(name, parameters)| Defined { name, parameters });
                checked.games = games.collect();
            }
        }
        checked.formatted = format::format(text).ok();
        match bench::compile(text, None, &[]) {
            Err(wrong) => checked.diagnostics = faults(wrong),
            Ok(compiled) => {
                let program = compiled.program().game();
                let names = program.coordinates.iter().map(|c| c.name.clone());
                checked.names = Some(names.collect());
                checked.termination = Some(compiled.termination().text().get(lang).to_string());
                checked.engine = Some(super::list::engine_of(&compiled).get(lang).to_string());
                let asked = sitting.game(&super::named(text));
                if let Ok(asked) = asked
                    && asked.found.is_none()
                {
                    checked.dimension = Some(asked.game.dimension());
                    checked.example = super::small_position(&asked);
                }
            }
        }
        Ok(checked)
    }
}

/// Looks at the expectations of a rule text.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The rules.
    pub text: String,
}

/// What became of the expectations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tested {
    /// For each game of the text.
    pub games: Vec<TestedGame>,
}

/// What became of the expectations of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestedGame {
    /// The game.
    pub game: String,
    /// How many positions were looked at.
    pub positions: usize,
    /// What was not as expected.
    pub failures: Vec<Unmet>,
}

/// An expectation that was not met.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unmet {
    /// Its line, from 1.
    pub line: usize,
    /// The position.
    pub position: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// All of it as a sentence.
    pub text: String,
}

impl Question for Test {
    const ASK: &'static str = "test";
    type Answer = Tested;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Tested, Refused> {
        let lang = sitting.lang;
        let tested = laws::test(&self.text, sitting)?.map_err(|wrong| {
            let source = Source::named("rules", self.text.clone());
            sitting.refused(source.report(&wrong))
        })?;
        let games = tested.into_iter().map(|tested| TestedGame {
            game: tested.game,
            positions: tested.positions,
            failures: tested
                .failures
                .into_iter()
                .map(|unmet| Unmet {
                    line: place(&self.text, unmet.span.start).0,
                    text: unmet.text().get(lang).to_string(),
                    found: unmet.found.get(lang).to_string(),
                    position: unmet.position,
                    expected: unmet.expected,
                })
                .collect(),
        });
        Ok(Tested {
            games: games.collect(),
        })
    }
}

/// What a code of the rule language means.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The code, such as E020.
    pub code: String,
}

/// The page about a code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explained {
    /// The code.
    pub code: String,
    /// What it is about.
    pub title: String,
    /// What it means.
    pub text: String,
    /// A text with this fault; empty if there is none to show.
    pub wrong: String,
    /// The same without it.
    pub right: String,
}

impl Question for Explain {
    const ASK: &'static str = "explain";
    type Answer = Explained;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Explained, Refused> {
        let lang = sitting.lang;
        let page = explain::find(&self.code).ok_or_else(|| {
            Refused::bad(match lang {
                Lang::En => format!("there is no code `{}`", self.code),
                Lang::Zh => format!("没有代码 `{}`", self.code),
            })
        })?;
        Ok(Explained {
            code: page.code.to_string(),
            title: page.title.get(lang).to_string(),
            text: page.text.get(lang).to_string(),
            wrong: page.wrong.to_string(),
            right: page.right.to_string(),
        })
    }
}

/// The words of the rule language, and examples.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Words {}

/// The words of the rule language, and examples.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vocabulary {
    /// Words with which a line begins.
    pub statements: Vec<String>,
    /// Words that cannot be names.
    pub keywords: Vec<String>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Texts to begin with.
    pub examples: Vec<Example>,
}

/// A function of the rule language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How it is called.
    pub signature: String,
    /// What it gives.
    pub meaning: Both,
}

/// A text to begin with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Example {
    /// What it is called.
    pub name: Both,
    /// The rules.
    pub text: String,
}

impl Question for Words {
    const ASK: &'static str = "words";
    type Answer = Vocabulary;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Vocabulary, Refused> {
        let texts = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let functions = grundy_lang::functions::ALL.iter().map(|function| Function {
            name: function.name.to_string(),
            signature: function.signature.to_string(),
            meaning: function.meaning.into(),
        });
        // The games of the catalogue, where they can be written in the language.
        let mut examples = Vec::new();
        for entry in catalogue::ALL {
            let game = entry.build(&[]).map_err(|error| sitting.refused(error))?;
            if let Ok(text) = game.rule_text() {
                examples.push(Example {
                    name: entry.about.name.into(),
                    text: format::format(&text).unwrap_or(text),
                });
            }
        }
        Ok(Vocabulary {
            statements: texts(&STATEMENTS),
            keywords: texts(&RESERVED),
            functions: functions.collect(),
            examples,
        })
    }
}
