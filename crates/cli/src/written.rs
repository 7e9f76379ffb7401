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
pub use grundy_desk::Source;

use crate::cache;
use crate::options;
use crate::output::Failed;

/// Files larger than this hold no rules.
const LARGEST: u64 = 1 << 20;

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

/// The rules that `name` names or is; `None` if it is a name of the catalogue.
pub fn find_source(name: &str) -> Result<Option<Source>, Error> {
    Source::find(name, Some(read))
}

/// The game that `name` names or is; `None` if it is a name of the catalogue.
pub fn load(name: &str, set: &[(String, String)]) -> Result<Option<Box<dyn AnyGame>>, Error> {
    let Some(source) = find_source(name)? else {
        return Ok(None);
    };
    Ok(Some(source.game(set, cache::keeping())?))
}

/// A game of any kind by its name, with the convention that it implies.
pub fn find(name: &str) -> Result<(Box<dyn AnyGame>, Convention), Error> {
    if let Some(game) = load(name, &[])? {
        let convention = game.rules().convention;
        return Ok((game, convention));
    }
    let found = grundy::catalogue::find(name)?;
    let game = grundy_desk::named(&found, &[], cache::keeping())?;
    Ok((game, found.convention()))
}

/// The text of the argument `FILE`, from standard input if it is `-`.
pub fn given(path: &str, lang: Lang) -> Result<String, Failed> {
    match path {
        "-" => options::read_text(path, LARGEST, ("a file of rules", "规则文件"), lang),
        path => Ok(read(path)?),
    }
}
