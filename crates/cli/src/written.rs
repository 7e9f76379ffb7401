//! Games given as text: a `.game` file, or rules in the command itself.
//!
//! Wherever a game of the catalogue can be named, these can be too:
//! `my.game`, `my.game:NAME` (a game of that file, or a value for its first
//! parameter), or the rules themselves, `'state n; move take(k in 1..3) -> [n-k]'`.

use std::io::Read;

use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::diagnostic::{Diagnostic, render};
use grundy_lang::parse::STATEMENTS;
use grundy_lang::rules::Compiled;

use crate::options;
use crate::output::Failed;

/// A text of rules, and what it is called in messages.
pub struct Source {
    /// The file, or `rules` for a text in the command itself.
    pub name: String,
    /// The text.
    pub text: String,
    /// What stood behind the name: a game, or a value of a parameter.
    suffix: Option<String>,
}

/// A game of a text, if one was named, and values of parameters.
pub type Chosen<'s> = (Option<&'s str>, Vec<(String, i64)>);

/// Files larger than this hold no rules.
const LARGEST: u64 = 1 << 20;

impl Source {
    /// The rules that `name` names or is; `None` if it is a name of the
    /// catalogue.
    pub fn find(name: &str) -> Result<Option<Source>, Error> {
        let text = name.trim();
        let first = text.split(|c: char| c.is_whitespace() || c == ';').next();
        let first = first.unwrap_or("");
        // One word alone is a name, but for the shortest rules of all.
        let stated = STATEMENTS.contains(&first) && (text != first || first == "heaps");
        if stated || text.contains('\n') || text.contains("->") {
            return Ok(Some(Source {
                name: "rules".to_string(),
                text: name.to_string(),
                suffix: None,
            }));
        }
        let (path, suffix) = match name.split_once(".game:") {
            Some((stem, suffix)) => (format!("{stem}.game"), Some(suffix.trim().to_string())),
            None if name.ends_with(".game") => (name.to_string(), None),
            None => return Ok(None),
        };
        Ok(Some(Source {
            text: read(&path)?,
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
        grundy_lang::bench::compile(&self.text, game, &parameters)
            .map_err(|wrong| self.report(&wrong))
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

/// The text of a rule file.
pub fn read(path: &str) -> Result<String, Error> {
    // What a pipe holds is known only when it is read.
    let bounded = |file: std::fs::File| {
        let mut text = String::new();
        file.take(LARGEST + 1).read_to_string(&mut text)?;
        match text.len() as u64 > LARGEST {
            true => Err(std::io::Error::other(format!(
                "more than {LARGEST} bytes are no rules"
            ))),
            false => Ok(text),
        }
    };
    let read = std::fs::File::open(path).and_then(bounded);
    read.map_err(|error| Error::BadRules {
        report: Text::new(format!("{path}: {error}"), format!("{path}：{error}")),
    })
}

/// The game that `name` names or is; `None` if it is a name of the catalogue.
pub fn load(name: &str, set: &[(String, String)]) -> Result<Option<Box<dyn AnyGame>>, Error> {
    let Some(source) = Source::find(name)? else {
        return Ok(None);
    };
    let compiled = std::sync::Arc::new(source.compile(set)?);
    Ok(Some(grundy_lang::bench::on_workbench(compiled)))
}

/// A game of any kind by its name, with the convention that it implies.
pub fn find(name: &str) -> Result<(Box<dyn AnyGame>, Convention), Error> {
    if let Some(game) = load(name, &[])? {
        let convention = game.rules().convention;
        return Ok((game, convention));
    }
    let found = grundy::catalogue::find(name)?;
    Ok((found.build(&[])?, found.convention()))
}

/// The text of the argument `FILE`, from standard input if it is `-`.
pub fn given(path: &str, lang: Lang) -> Result<String, Failed> {
    match path {
        "-" => options::read_text(path, LARGEST, ("a file of rules", "规则文件"), lang),
        path => Ok(read(path)?),
    }
}
