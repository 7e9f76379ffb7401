//! Games given as text: rules in the question itself, or a `.game` file where the window
//! reads files.
//!
//! Wherever a game of the catalogue can be named, these can be too:
//! `my.game`, `my.game:NAME` (a game of that file, or a value for its first
//! parameter), or the rules themselves, `'state n; move take(k in 1..3) -> [n-k]'`.
//!
//! ```
//! use grundy_desk::Source;
//! let rules = Source::find("state n; move take(k in 1..3) -> [n-k]", None).unwrap();
//! assert_eq!(rules.unwrap().name, "rules");
//! assert!(Source::find("nim", None).unwrap().is_none());
//! ```

use std::sync::Arc;

use grundy::catalogue::Found;
use grundy::error::Error;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::bench;
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::knowledge::Keeper;
use grundy_lang::paired::{Teach, paired};
use grundy_lang::parse::STATEMENTS;
use grundy_lang::rules::Compiled;

use crate::verbs;

/// Who keeps laws that were proven, if somebody does.
pub type Keeping = Option<Arc<dyn Keeper>>;

/// A game of the catalogue, whose large tables its rules as text fill, and of which a law of these
/// answers what is beyond its theorem and cheap search.
pub fn named(
    found: &Found,
    set: &[(String, String)],
    keeping: &Keeping,
) -> Result<Box<dyn AnyGame>, Error> {
    let keeping = keeping.clone();
    let teach: Teach = Arc::new(move |text| verbs::teacher_of_text(text, &keeping));
    Ok(paired(found.build(set)?, Some(teach)))
}

/// Reads the text of a rule file.
pub type Read = fn(&str) -> Result<String, Error>;

/// A text of rules, and what it is called in messages.
pub struct Source {
    /// The file, or `rules` for a text in the question itself.
    pub name: String,
    /// The text.
    pub text: String,
    /// What stood behind the name: a game, or a value of a parameter.
    suffix: Option<String>,
}

/// A game of a text, if one was named, and values of parameters.
pub type Chosen<'s> = (Option<&'s str>, Vec<(String, i64)>);

impl Source {
    /// The rules that `name` names or is; `None` if it is a name of the
    /// catalogue. Files are read by `files`, if they may be.
    pub fn find(name: &str, files: Option<Read>) -> Result<Option<Source>, Error> {
        let text = name.trim();
        let first = text.split(|c: char| c.is_whitespace() || c == ';').next();
        let first = first.unwrap_or("");
        // One word alone is a name, but for the shortest rules of all.
        let stated = STATEMENTS.contains(&first) && (text != first || first == "heaps");
        if stated || text.contains('\n') || text.contains("->") {
            return Ok(Some(Source::named("rules", name.to_string())));
        }
        let Some(files) = files else {
            return Ok(None);
        };
        let (path, suffix) = match name.split_once(".game:") {
            Some((stem, suffix)) => (format!("{stem}.game"), Some(suffix.trim().to_string())),
            None if name.ends_with(".game") => (name.to_string(), None),
            None => return Ok(None),
        };
        Ok(Some(Source {
            text: files(&path)?,
            name: path,
            suffix,
        }))
    }

    /// A text that was read already.
    pub fn named(name: &str, text: String) -> Source {
        Source {
            name: name.to_string(),
            text,
            suffix: None,
        }
    }

    /// The rules compiled, with parameters set.
    pub fn compile(&self, set: &[(String, String)]) -> Result<Compiled, Error> {
        let (game, parameters) = self.chosen(set)?;
        bench::compile(&self.text, game, &parameters).map_err(|wrong| self.report(&wrong))
    }

    /// The rules as a game. A question beyond cheap search is answered by a law of
    /// the rules, where one is found and proven, or was kept.
    pub fn game(
        &self,
        set: &[(String, String)],
        keeping: &Keeping,
    ) -> Result<Box<dyn AnyGame>, Error> {
        self.taught(Arc::new(self.compile(set)?), set, keeping)
    }

    /// As [`Source::game`], of rules that were compiled already.
    pub fn taught(
        &self,
        compiled: Arc<Compiled>,
        set: &[(String, String)],
        keeping: &Keeping,
    ) -> Result<Box<dyn AnyGame>, Error> {
        let teacher = verbs::teacher(self, set, keeping)?;
        Ok(bench::taught(compiled, Some(teacher)))
    }

    /// The game that was named and the values of parameters, by option and
    /// behind the name.
    pub fn chosen(&self, set: &[(String, String)]) -> Result<Chosen<'_>, Error> {
        let bad = |wrong: Vec<Diagnostic>| self.report(&wrong);
        let file = grundy_lang::parse(&self.text).map_err(bad)?;
        let mut parameters = Vec::new();
        for (name, value) in set {
            parameters.push((name.clone(), number(name, value)?));
        }
        let names = grundy_lang::games_of(&file);
        let mut game = None;
        if let Some(suffix) = &self.suffix {
            if names.iter().any(|(name, _)| name == suffix) {
                game = Some(suffix.as_str());
            } else {
                let first = names.last().and_then(|(_, parameters)| parameters.first());
                let Some(first) = first else {
                    return Err(Error::UnknownGame {
                        name: format!("{}:{suffix}", self.name),
                        nearest: names
                            .last()
                            .map(|(name, _)| format!("{}:{name}", self.name)),
                    });
                };
                parameters.insert(0, (first.clone(), number(first, suffix)?));
            }
        }
        Ok((game, parameters))
    }

    /// What is wrong with the text, as an error of the library.
    pub fn report(&self, wrong: &[Diagnostic]) -> Error {
        let shown = |lang| {
            render(wrong, &self.text, &self.name, lang)
                .trim_end()
                .to_string()
        };
        Error::BadRules {
            report: Text::new(shown(Lang::En), shown(Lang::Zh)),
        }
    }
}

fn number(name: &str, value: &str) -> Result<i64, Error> {
    value.trim().parse().map_err(|_| Error::BadParameter {
        name: name.to_string(),
        value: value.to_string(),
        expected: Text::fixed("a whole number", "整数"),
    })
}
