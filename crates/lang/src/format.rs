//! `grundy fmt`: one way to write a file.
//!
//! Tokens keep their order and comments their lines; only blanks change:
//! one statement a line, lines that continue one are indented, no blanks
//! inside brackets around `+` and `-`, none around `*` and `..`, one around
//! comparisons and arrows. Formatting a formatted file changes nothing.

use crate::diagnostic::Diagnostic;
use crate::lex::{Kind, Token, lex};

/// The file as it should be written, if it can be read.
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    crate::parse(source)?;
    let (tokens, _) = lex(source);
    let mut formatter = Formatter {
        text: String::new(),
        open: Vec::new(),
        before: None,
        fresh: true,
    };
    let mut next = tokens.iter().peekable();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let end = at + line.len();
        let comment = line.find('#').map(|from| line[from..].trim_end());
        let mut any = false;
        let mut ended = None;
        while let Some(token) = next.next_if(|token| token.span.start < end) {
            any = true;
            // The comment of a line stands before the end of the line.
            if token.kind == Kind::End && token.span.end == end {
                ended = Some(token);
            } else {
                formatter.token(token);
            }
        }
        formatter.end_of_line(comment, any);
        if let Some(token) = ended {
            formatter.token(token);
        }
        at = end;
    }
    let formatted = formatter.finish();
    // If a blank ever mattered, the text as it was is better than another one.
    let kinds = |tokens: Vec<Token>| -> Vec<Kind> { tokens.into_iter().map(|t| t.kind).collect() };
    let same = kinds(lex(&formatted).0) == kinds(tokens);
    Ok(if same { formatted } else { source.to_string() })
}

struct Formatter {
    text: String,
    /// Open brackets, and whether a `?` waits for its `:` in each.
    open: Vec<bool>,
    before: Option<Kind>,
    /// Whether the next token begins a statement.
    fresh: bool,
}

/// Words after which a bracket is no call.
const WORDS: [&str; 10] = [
    "in", "if", "let", "and", "or", "not", "xor", "turns", "when", "where",
];

impl Formatter {
    fn token(&mut self, token: &Token) {
        if token.kind == Kind::End {
            self.fresh = true;
            self.before = None;
            self.open.clear();
            self.break_line();
            return;
        }
        let game = matches!(&token.kind, Kind::Word(word) if word == "game");
        if self.fresh && game && !self.text.is_empty() && !self.comment_above() {
            self.blank_line();
        }
        let line_begins = self.text.is_empty() || self.text.ends_with('\n');
        if line_begins {
            if !self.fresh {
                self.text.push_str("    ");
            }
        } else if self.spaced(&token.kind) {
            self.text.push(' ');
        }
        match &token.kind {
            Kind::Word(word) => self.text.push_str(word),
            Kind::Number(number) => self.text.push_str(&number.to_string()),
            Kind::Sign(sign) => self.text.push_str(sign),
            Kind::Raw(raw) => self.text.push_str(raw),
            Kind::End => {}
        }
        match token.kind {
            Kind::Sign("(" | "[" | "{") => self.open.push(false),
            Kind::Sign(")" | "]" | "}") => {
                self.open.pop();
            }
            Kind::Sign("?") => {
                if let Some(waits) = self.open.last_mut() {
                    *waits = true;
                }
            }
            _ => {}
        }
        // A sign after an operator or an opening bracket is that of a number.
        let prefix = matches!(token.kind, Kind::Sign("-" | "~" | "!")) && self.operand_expected();
        self.before = Some(match prefix {
            true => Kind::Sign("prefix"),
            false => token.kind.clone(),
        });
        self.fresh = false;
    }

    /// Whether a number would begin at this place.
    fn operand_expected(&self) -> bool {
        match &self.before {
            None => true,
            Some(Kind::Word(word)) => WORDS.contains(&word.as_str()),
            Some(Kind::Sign(sign)) => !matches!(*sign, ")" | "]" | "}"),
            _ => false,
        }
    }

    fn spaced(&self, next: &Kind) -> bool {
        let tight = |kind: &Kind| match kind {
            Kind::Sign("*" | "/" | "**" | ".." | ".") => true,
            Kind::Sign("+" | "-" | "%") => !self.open.is_empty(),
            _ => false,
        };
        let Some(before) = &self.before else {
            return false;
        };
        match (before, next) {
            (Kind::Sign("(" | "[" | "{" | "prefix"), _) => false,
            (_, Kind::Sign(")" | "]" | "}" | ",")) => false,
            // A position of a game with parameters.
            (Kind::Sign(")"), Kind::Sign("[")) => false,
            (Kind::Word(word), Kind::Sign("(" | "[")) => {
                let statement = matches!(word.as_str(), "move" | "game" | "state" | "coins");
                WORDS.contains(&word.as_str()) || statement
            }
            (_, Kind::Sign(":")) => self.open.last().copied().unwrap_or(true),
            (before, next) if tight(next) && !matches!(before, Kind::Sign("," | "->" | "=")) => {
                self.operand_expected() && matches!(before, Kind::Word(_))
            }
            (before, _) if tight(before) => false,
            _ => true,
        }
    }

    /// Whether a comment stands in the line above: it belongs to what follows.
    fn comment_above(&self) -> bool {
        let last = self.text.trim_end_matches('\n').rsplit('\n').next();
        self.text.ends_with('\n') && last.is_some_and(|line| line.starts_with('#'))
    }

    fn blank_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn break_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn end_of_line(&mut self, comment: Option<&str>, any: bool) {
        match comment {
            Some(comment) => {
                if !self.text.is_empty() && !self.text.ends_with('\n') {
                    self.text.push_str("  ");
                }
                self.text.push_str(comment);
                self.text.push('\n');
            }
            None if any => self.break_line(),
            None => self.blank_line(),
        }
    }

    fn finish(mut self) -> String {
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}
