//! Text to tokens.
//!
//! A statement ends with its line or with `;`, unless a bracket is open or the
//! line ends with something that must go on (`->`, `,`, an operator). Comments
//! run from `#` to the end of the line. The punctuation of a Chinese keyboard
//! is welcome: `，（）；：` mean `,();:`.

use grundy::text::Text;

use crate::diagnostic::{Diagnostic, Span};
use crate::explain::{self as code};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a word of the language.
    Word(String),
    /// A whole number.
    Number(i64),
    /// A sign such as `->` or `(`.
    Sign(&'static str),
    /// The rest of a line that has its own notation (after `octal`, and a conjecture after
    /// `expect`).
    Raw(String),
    /// The end of a statement.
    End,
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// Every sign, longer ones before those they begin with.
const SIGNS: [&str; 34] = [
    "->", "..", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "**", "=", "<", ">", "+",
    "-", "*", "/", "%", "&", "|", "~", "!", "(", ")", "[", "]", "{", "}", ",", ":", "?", ".",
];

/// Other ways to write a sign.
const ALSO: [(&str, &str); 12] = [
    ("→", "->"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("，", ","),
    ("（", "("),
    ("）", ")"),
    ("：", ":"),
    ("－", "-"),
    ("−", "-"),
    ("×", "*"),
    ("…", ".."),
];

/// Signs after which a statement cannot end.
const GOES_ON: [&str; 26] = [
    "->", "..", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "**", "=", "<", ">", "+",
    "-", "*", "/", "%", "&", "|", "(", "[", "{", ",",
];

/// The tokens of a text, and what could not be read.
pub fn lex(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        source,
        at: 0,
        tokens: Vec::new(),
        wrong: Vec::new(),
        open: 0,
    };
    lexer.run();
    (lexer.tokens, lexer.wrong)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    tokens: Vec<Token>,
    wrong: Vec<Diagnostic>,
    /// How many brackets are open.
    open: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let span = Span {
            start: self.at,
            end: self.at + length,
        };
        self.at += length;
        self.tokens.push(Token { kind, span });
    }

    fn run(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            match next {
                '\n' | ';' | '；' => self.end_of_statement(next),
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                c if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                c if c.is_ascii_digit() => self.number(),
                c if c.is_alphabetic() || c == '_' => self.word(),
                _ => self.sign(next),
            }
        }
        self.open = 0;
        self.end_of_statement('\n');
    }

    fn end_of_statement(&mut self, mark: char) {
        let length = mark.len_utf8().min(self.rest().len());
        let goes_on = self.open > 0
            || matches!(self.tokens.last(), Some(Token { kind: Kind::Sign(sign), .. })
                if GOES_ON.contains(sign));
        let fresh = matches!(
            self.tokens.last(),
            None | Some(Token {
                kind: Kind::End,
                ..
            })
        );
        // `;` always ends; a line that begins like a statement ends what was open.
        if mark != '\n' {
            self.open = 0;
        } else if goes_on && length > 0 && !self.statement_follows() {
            self.at += length;
            return;
        }
        self.open = 0;
        if fresh {
            self.at += length;
        } else {
            self.push(Kind::End, length);
        }
    }

    /// Whether the next line begins with a word that only begins statements:
    /// then a bracket was left open, and reading recovers there.
    fn statement_follows(&self) -> bool {
        let next = self.rest().trim_start();
        let word: String = next.chars().take_while(|c| c.is_alphabetic()).collect();
        matches!(
            word.as_str(),
            "game" | "state" | "move" | "expect" | "coins"
        )
    }

    fn number(&mut self) {
        let length = self
            .rest()
            .bytes()
            .take_while(|b| b.is_ascii_digit() || *b == b'_')
            .count();
        let digits = self.rest()[..length].replace('_', "");
        match digits.parse() {
            Ok(number) => self.push(Kind::Number(number), length),
            Err(_) => {
                let span = Span {
                    start: self.at,
                    end: self.at + length,
                };
                self.wrong.push(Diagnostic::new(
                    code::NUMBER_TOO_LARGE,
                    span,
                    Text::fixed("this number is beyond 2^63 - 1", "此数超过 2^63 - 1"),
                ));
                self.push(Kind::Number(i64::MAX), length);
            }
        }
    }

    fn word(&mut self) {
        let length = self
            .rest()
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .map(char::len_utf8)
            .sum();
        let word = self.rest()[..length].to_string();
        let first = matches!(
            self.tokens.last(),
            None | Some(Token {
                kind: Kind::End,
                ..
            })
        );
        let raw = first && word == "octal";
        let conjecture = first && word == "expect";
        self.push(Kind::Word(word), length);
        if conjecture && let Some(length) = conjectured(self.rest()) {
            self.at += self.rest().len() - self.rest().trim_start().len();
            let text = self.rest()[..length].to_string();
            self.push(Kind::Raw(text), length);
        }
        if raw {
            self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            let line = self.rest().find(['\n', ';', '#']);
            let line = &self.rest()[..line.unwrap_or(self.rest().len())];
            let code = line.trim_end().to_string();
            let length = code.len();
            self.push(Kind::Raw(code), length);
        }
    }

    fn sign(&mut self, next: char) {
        let plain = SIGNS.iter().find(|sign| self.rest().starts_with(**sign));
        let also = ALSO
            .iter()
            .find(|(other, _)| self.rest().starts_with(other));
        let (sign, length) = match (plain, also) {
            (Some(sign), _) => (*sign, sign.len()),
            (None, Some((other, sign))) => (*sign, other.len()),
            (None, None) => return self.unknown(next),
        };
        match sign {
            "(" | "[" | "{" => self.open += 1,
            ")" | "]" | "}" => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        self.push(Kind::Sign(sign), length);
    }

    fn unknown(&mut self, next: char) {
        let span = Span {
            start: self.at,
            end: self.at + next.len_utf8(),
        };
        let message = Text::new(
            format!("`{next}` means nothing in the rule language"),
            format!("规则语言中没有 `{next}`"),
        );
        let wrong = Diagnostic::new(code::UNKNOWN_SIGN, span, message);
        self.wrong.push(match next {
            '^' | '⊕' => wrong.with_help(Text::fixed(
                "write `xor` for the nim sum, `**` for a power",
                "异或写作 `xor`，幂写作 `**`",
            )),
            _ => wrong,
        });
        // Some operator was meant: reading goes on as if it stood there.
        match next {
            '^' | '⊕' => self.push(Kind::Sign("+"), next.len_utf8()),
            _ => self.at += next.len_utf8(),
        }
    }
}

/// How long the conjecture is that begins a text, without blanks before it; `None` if there is none.
/// It says that it is one by `for all`, and ends with the line or with the `;` behind that.
fn conjectured(rest: &str) -> Option<usize> {
    const FOR_ALL: [&str; 3] = ["for all", "对所有", "对一切"];
    let line = rest.find(['\n', '#']).unwrap_or(rest.len());
    let line = rest[..line].trim_start();
    let said = FOR_ALL.iter().filter_map(|words| line.find(words)).min()?;
    // That of the next statement is not meant: cases have a `;` in them too.
    let next = line[..said].split([';', '；']).skip(1);
    let mut words = next.filter_map(|part| part.split_whitespace().next());
    if words.any(|word| crate::parse::STATEMENTS.contains(&word)) {
        return None;
    }
    let end = line[said..]
        .find([';', '；'])
        .map_or(line.len(), |end| said + end);
    Some(line[..end].trim_end().len())
}
