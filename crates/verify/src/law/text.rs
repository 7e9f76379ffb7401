//! What the texts of all certificates about rules have in common: a title, the rules with what was chosen beside
//! them, a checksum at the end against damage in transit.
//!
//! ```text
//! game bachet
//! choose bachet                  (which game of the text, where it is not the last)
//! set most = 3                   (for each parameter that was given)
//! play misere                    (where that was asked for beside the text)
//! fact prime modulo 4 below 8    (for each set of numbers that is not automatic)
//! rules 3 lines                  (the text in the rule language)
//! game bachet(most = 5)
//! …
//! ```

use std::fmt::Write;

use grundy::error::Error;
use grundy::notation::sealed;
use grundy_lang::ast::{File, Line, Statement};
use grundy_lang::diagnostic::Span;

use crate::{refuse, refused};

/// A text in the rule language, and what was chosen beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the game is called.
    pub name: String,
    /// The text.
    pub text: String,
    /// Which game of the text is meant; the last one if none is named.
    pub game: Option<String>,
    /// Values of parameters.
    pub parameters: Vec<(String, i64)>,
    /// Whether misère play was asked for, whatever the text says.
    pub misere: bool,
    /// Facts about sets that are not automatic (the table of the module `facts`).
    pub facts: Vec<String>,
}

impl Source {
    /// The text of one game, parsed; an error if it is no rules with the numbers that are set. Who looks at
    /// statements must not take those of another game for these: what stands before `game` is one.
    pub(crate) fn parsed(&self) -> Result<File, Error> {
        let unreadable = || refused("its rules cannot be read", "无法读取其规则");
        let file = grundy_lang::parse(&self.text).map_err(|_| unreadable())?;
        let begins = |line: &Line| matches!(line.statement, Statement::Game(..));
        if file.lines.iter().skip(1).any(begins) {
            return refuse(
                "its rules are not those of one game",
                "其规则不是单个游戏的规则",
            );
        }
        let named = self.game.as_deref();
        let program = grundy_lang::check::check_named(&file, named, &self.parameters);
        let program = program.map_err(|_| unreadable())?;
        match named.is_none_or(|name| program.game().name == name) {
            true => Ok(file),
            false => Err(unreadable()),
        }
    }

    /// The same with other words in some places, which do not overlap.
    pub(crate) fn rewritten(&self, mut edits: Vec<(Span, String)>) -> Source {
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let whole = Span {
            start: 0,
            end: self.text.len(),
        };
        Source {
            text: rewritten(&self.text, whole, &edits),
            ..self.clone()
        }
    }

    /// The lines of a certificate that hold it.
    pub(super) fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "game {}", self.name.replace('\n', " "))?;
        if let Some(game) = &self.game {
            writeln!(text, "choose {game}")?;
        }
        for (name, value) in &self.parameters {
            writeln!(text, "set {name} = {value}")?;
        }
        if self.misere {
            text.push_str("play misere\n");
        }
        for fact in &self.facts {
            writeln!(text, "fact {fact}")?;
        }
        write_block(text, "rules", &self.text)
    }
}

/// A part of a text with other words in some places, in their order.
pub(super) fn rewritten(text: &str, part: Span, edits: &[(Span, String)]) -> String {
    let (mut written, mut at) = (String::new(), part.start);
    for (span, by) in edits {
        written.push_str(text.get(at..span.start).unwrap_or(""));
        written.push_str(by);
        at = span.end;
    }
    written.push_str(text.get(at..part.end).unwrap_or(""));
    written
}

/// Lines with a head that counts them.
pub(super) fn write_block(text: &mut String, name: &str, lines: &str) -> std::fmt::Result {
    writeln!(text, "{name} {} lines", lines.lines().count())?;
    { lines.lines() }.try_for_each(|line| writeln!(text, "{line}"))
}

/// Says where a certificate cannot be read.
pub(super) fn unreadable(line: &str) -> Error {
    let shown: String = line.chars().take(60).collect();
    refused(
        format!("it cannot be read at `{shown}`"),
        format!("无法读取，位于 `{shown}`"),
    )
}

/// The lines of a certificate behind its title, without the checksum, which must fit.
pub(super) fn open(text: &str, title: &str) -> Result<String, Error> {
    let Some(body) = sealed::open(text) else {
        return refuse(
            "its checksum does not fit: it was cut short or damaged",
            "校验和不符：证书被截断或损坏",
        );
    };
    match body.split_once('\n') {
        Some((first, rest)) if first == title => Ok(rest.to_string()),
        _ => refuse(
            format!("it does not begin with `{title}`"),
            format!("开头不是 `{title}`"),
        ),
    }
}

/// The lines of a certificate, read one after the other.
pub(super) struct Lines<'t>(pub std::str::Lines<'t>);

impl<'t> Lines<'t> {
    /// The next line; an empty one at the end.
    pub fn line(&mut self) -> &'t str {
        self.0.next().unwrap_or("")
    }

    /// What stands behind a name in the next line.
    pub fn field(&mut self, name: &str) -> Result<&'t str, Error> {
        let line = self.line();
        let rest = line.strip_prefix(name).and_then(|r| r.strip_prefix(' '));
        rest.map(str::trim).ok_or_else(|| unreadable(line))
    }

    /// The next lines, as many as their head says after its name.
    pub fn block(&mut self, head: &str, name: &str) -> Result<String, Error> {
        let count = head.strip_prefix(name).and_then(|h| h.strip_prefix(' '));
        let count = count.and_then(|h| h.strip_suffix(" lines"));
        let count: Option<usize> = count.and_then(|n| n.parse().ok());
        let mut text = String::new();
        for _ in 0..count.ok_or_else(|| unreadable(head))? {
            text.push_str(self.0.next().ok_or_else(|| unreadable(head))?);
            text.push('\n');
        }
        Ok(text)
    }

    /// `for k from K`: a parameter and its least value.
    pub fn parameter(
        &mut self,
        least: std::ops::RangeInclusive<i64>,
    ) -> Result<(String, i64), Error> {
        let line = self.line();
        let words: Vec<&str> = line.split(' ').collect();
        let found = match words[..] {
            ["for", name, "from", number] => number.parse().ok().map(|n| (name.to_string(), n)),
            _ => None,
        };
        let found = found.filter(|(_, number)| least.contains(number));
        found.ok_or_else(|| unreadable(line))
    }

    /// The rules, with what was chosen beside them.
    pub fn source(&mut self) -> Result<Source, Error> {
        let mut source = Source::default();
        loop {
            let line = self.line();
            let wrong = || unreadable(line);
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            match head {
                "game" => source.name = rest.to_string(),
                "choose" => source.game = Some(rest.to_string()),
                "set" => {
                    let (name, value) = rest.split_once(" = ").ok_or_else(wrong)?;
                    let value = value.parse().map_err(|_| wrong())?;
                    source.parameters.push((name.to_string(), value));
                }
                "play" if rest == "misere" => source.misere = true,
                "fact" => source.facts.push(rest.to_string()),
                "rules" => {
                    source.text = self.block(line, head)?;
                    return Ok(source);
                }
                _ => return Err(wrong()),
            }
        }
    }

    /// Nothing more.
    pub fn end(mut self) -> Result<(), Error> {
        self.0.next().map_or(Ok(()), |line| Err(unreadable(line)))
    }
}
