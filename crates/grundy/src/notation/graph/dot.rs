//! A graph in the DOT language of Graphviz.
//!
//! Read are nodes, edges (`a -> b -> c`, `a -> {b c}`), subgraphs to any
//! depth, quoted and HTML names, strings joined with `+`, ports, comments;
//! attributes are skipped. `strict` removes parallel edges. An undirected edge
//! `a -- b` is a move either way; it belongs in a `graph`, `->` in a `digraph`.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::graph::dot;
//! let mut meter = Budget::default().meter("reading");
//! let text = r#"digraph "of a game" { node [shape=box]; start -> {left right} -> end; }"#;
//! let named = dot::read(text, &mut meter).unwrap();
//! assert_eq!((named.graph.len(), named.graph.edges()), (4, 4));
//! assert_eq!(named.graph.successors(named.vertex("start").unwrap()).len(), 2);
//! ```
//!
//! Limits: one graph a file. The language has no way to write a backslash at the
//! end of a name or before a quote: [`write_to`] doubles it there.

use std::io::{self, Write};

use super::{NamedGraph, Names, Pieces};
use crate::budget::Meter;
use crate::error::Error;
use crate::solve::graph::MAX_EDGES;
use crate::text::Text;

/// A piece of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name; whether it was quoted, so that it cannot be a keyword.
    Name(String, bool),
    /// `->` (true) or `--`.
    Edge(bool),
    /// One of `{ } [ ] ; , = :`.
    Mark(char),
}

/// A graph or subgraph that is being read.
#[derive(Default)]
struct Frame {
    /// The vertices mentioned in it.
    members: Vec<u32>,
    /// What an edge is to lead from.
    from: Option<Vec<u32>>,
    /// The last vertex or subgraph.
    last: Option<Vec<u32>>,
}

/// Reads a graph.
pub fn read(text: &str, meter: &mut Meter) -> Result<NamedGraph, Error> {
    let mut tokens = Tokens {
        text,
        at: 0,
        line: 1,
        waiting: None,
    };
    let strict = tokens.keyword("strict")?;
    let directed = tokens.keyword("digraph")?;
    if !directed && !tokens.keyword("graph")? {
        return Err(tokens.fail("`digraph` or `graph`", " `digraph` 或 `graph`"));
    }
    if let Some(Token::Name(..)) = tokens.peek()? {
        tokens.next()?;
    }
    if tokens.next()? != Some(Token::Mark('{')) {
        return Err(tokens.fail("`{`", " `{`"));
    }
    let mut reader = Reader {
        directed,
        names: Names::default(),
        pieces: Pieces::default(),
    };
    let mut open = vec![Frame::default()];
    while let Some(frame) = open.last_mut() {
        let Some(token) = tokens.next()? else {
            return Err(tokens.fail("`}`", " `}`"));
        };
        match token {
            Token::Mark('{') => open.push(Frame::default()),
            Token::Mark('}') => {
                frame.end(&tokens)?;
                let mut members = std::mem::take(&mut frame.members);
                open.pop();
                if let Some(outer) = open.last_mut() {
                    // Deep nesting hands the same vertices on again and again.
                    meter.advance(members.len() as u64)?;
                    members.sort_unstable();
                    members.dedup();
                    reader.operand(outer, members, meter)?;
                }
            }
            Token::Mark(';' | ',') => frame.end(&tokens)?,
            Token::Mark('[') => tokens.skip_attributes()?,
            Token::Edge(one_way) if one_way != directed => {
                return Err(tokens.wrong_edge(directed));
            }
            Token::Edge(_) => match frame.last.take() {
                Some(from) => frame.from = Some(from),
                None => {
                    return Err(tokens.fail("a vertex before the edge", "边之前应有顶点"));
                }
            },
            Token::Name(name, quoted) => {
                let is = |word: &str| !quoted && name.eq_ignore_ascii_case(word);
                let next = tokens.peek()?.cloned();
                if is("subgraph") {
                    if let Some(Token::Name(..)) = next {
                        tokens.next()?;
                    }
                    if tokens.peek()? != Some(&Token::Mark('{')) {
                        return Err(tokens.fail("`{`", " `{`"));
                    }
                } else if next == Some(Token::Mark('=')) {
                    tokens.next()?;
                    if !matches!(tokens.next()?, Some(Token::Name(..))) {
                        return Err(tokens.fail("a value after `=`", "`=` 之后的值"));
                    }
                } else if is("node") || is("edge") || is("graph") {
                    if next != Some(Token::Mark('[')) {
                        return Err(tokens.fail("`[`", " `[`"));
                    }
                } else {
                    let vertex = reader.names.number(&name);
                    while tokens.peek()? == Some(&Token::Mark(':')) {
                        tokens.next()?;
                        if !matches!(tokens.next()?, Some(Token::Name(..))) {
                            return Err(tokens.fail("a port after `:`", "`:` 之后的端口"));
                        }
                    }
                    meter.state()?;
                    reader.operand(frame, vec![vertex], meter)?;
                }
            }
            Token::Mark(_) => {
                return Err(tokens.fail("a statement", "语句"));
            }
        }
    }
    if tokens.next()?.is_some() {
        return Err(tokens.fail("the end of the file", "文件结束"));
    }
    let count = reader.names.list.len() as u64;
    let mut pieces = reader.pieces;
    if strict {
        let last = std::mem::take(&mut pieces.last);
        let mut edges: Vec<_> = pieces.pieces.drain(..).flatten().chain(last).collect();
        edges.sort_unstable();
        edges.dedup();
        pieces.pieces.push(edges);
    }
    Ok(NamedGraph {
        graph: pieces.finish(count, meter)?,
        names: Some(reader.names),
    })
}

/// Writes a graph that [`read`] reads back, vertices in order.
pub fn write_to(named: &NamedGraph, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "digraph {{")?;
    for v in 0..named.graph.len() as u32 {
        writeln!(out, "  {};", quoted(&named.name(v)))?;
    }
    for v in 0..named.graph.len() as u32 {
        let from = quoted(&named.name(v));
        for to in named.graph.successors(v) {
            writeln!(out, "  {from} -> {};", quoted(&named.name(*to)))?;
        }
    }
    writeln!(out, "}}")
}

/// A name as it is written: in quotes unless it is a number.
fn quoted(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return name.to_string();
    }
    let mut text = String::from('"');
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' if matches!(chars.peek(), None | Some('"' | '\n')) => text.push_str("\\\\"),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

impl Frame {
    /// Ends a statement.
    fn end(&mut self, tokens: &Tokens<'_>) -> Result<(), Error> {
        self.last = None;
        match self.from.take() {
            None => Ok(()),
            Some(_) => Err(tokens.fail("a vertex after the edge", "边之后应有顶点")),
        }
    }
}

/// What has been read.
struct Reader {
    /// Whether edges lead one way.
    directed: bool,
    names: Names,
    pieces: Pieces,
}

impl Reader {
    /// A vertex, or the vertices of a subgraph, where an edge may end or begin.
    fn operand(
        &mut self,
        frame: &mut Frame,
        vertices: Vec<u32>,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        if let Some(from) = frame.from.take() {
            // A few lines of text can mean very many edges.
            let count = 2 * from.len() as u64 * vertices.len() as u64;
            meter.bytes(8 * count.min(MAX_EDGES))?;
            for &a in &from {
                for &b in &vertices {
                    self.pieces.push(a, b, meter)?;
                    if !self.directed && a != b {
                        self.pieces.push(b, a, meter)?;
                    }
                }
            }
        }
        frame.members.extend_from_slice(&vertices);
        frame.last = Some(vertices);
        Ok(())
    }
}

/// The text, token by token.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    waiting: Option<Token>,
}

impl Tokens<'_> {
    fn peek(&mut self) -> Result<Option<&Token>, Error> {
        if self.waiting.is_none() {
            self.waiting = self.scan()?;
        }
        Ok(self.waiting.as_ref())
    }

    fn next(&mut self) -> Result<Option<Token>, Error> {
        match self.waiting.take() {
            Some(token) => Ok(Some(token)),
            None => self.scan(),
        }
    }

    /// Reads `word`, if it stands here unquoted.
    fn keyword(&mut self, word: &str) -> Result<bool, Error> {
        let found = matches!(self.peek()?, Some(Token::Name(name, false)) if name.eq_ignore_ascii_case(word));
        if found {
            self.waiting = None;
        }
        Ok(found)
    }

    /// Skips a list of attributes whose `[` has been read.
    fn skip_attributes(&mut self) -> Result<(), Error> {
        loop {
            match self.next()? {
                Some(Token::Mark(']')) => return Ok(()),
                Some(Token::Name(..) | Token::Mark('=' | ',' | ';' | ':')) => {}
                _ => return Err(self.fail("`]`", " `]`")),
            }
        }
    }

    fn scan(&mut self) -> Result<Option<Token>, Error> {
        self.skip_blanks()?;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => {
                self.at += 1;
                Token::Mark(first)
            }
            '-' if rest.starts_with("->") || rest.starts_with("--") => {
                self.at += 2;
                Token::Edge(rest.starts_with("->"))
            }
            '"' => Token::Name(self.joined()?, true),
            '<' => Token::Name(self.html()?, true),
            '-' | '.' | '0'..='9' => {
                let number = |c: char| c.is_ascii_digit() || c == '.';
                let length = 1 + rest[1..].find(|c| !number(c)).unwrap_or(rest.len() - 1);
                if !rest[..length].contains(|c: char| c.is_ascii_digit()) {
                    return Err(self.fail("a name or a number", "名称或数字"));
                }
                self.at += length;
                Token::Name(rest[..length].to_string(), false)
            }
            c if c.is_alphanumeric() || c == '_' || !c.is_ascii() => {
                let name = |c: char| c.is_alphanumeric() || c == '_' || !c.is_ascii();
                let length = rest.find(|c| !name(c)).unwrap_or(rest.len());
                self.at += length;
                Token::Name(rest[..length].to_string(), false)
            }
            _ => return Err(self.fail("a name, a number or a mark", "名称、数字或符号")),
        };
        Ok(Some(token))
    }

    /// Skips blanks, comments, and lines that begin with `#`.
    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            let rest = &self.text[self.at..];
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            let length = if rest.starts_with("//") || (begins_line && rest.starts_with('#')) {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return Err(self.fail("`*/`", " `*/`")),
                }
            } else {
                let c = rest.chars().next();
                let blank = |c: &char| c.is_whitespace() || *c == '\u{feff}';
                match c.filter(blank) {
                    Some(c) => c.len_utf8(),
                    None => return Ok(()),
                }
            };
            self.advance(length);
        }
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text.as_bytes()[self.at..self.at + length];
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at += length;
    }

    /// Strings in double quotes with `+` between them, which are one string.
    fn joined(&mut self) -> Result<String, Error> {
        let mut name = self.quoted()?;
        loop {
            let (at, line) = (self.at, self.line);
            self.skip_blanks()?;
            if !self.text[self.at..].starts_with('+') {
                (self.at, self.line) = (at, line);
                return Ok(name);
            }
            self.at += 1;
            self.skip_blanks()?;
            if !self.text[self.at..].starts_with('"') {
                return Err(self.fail("a string in quotes after `+`", "`+` 之后应有引号内的字符串"));
            }
            name.push_str(&self.quoted()?);
        }
    }

    /// A string in double quotes; a backslash keeps the quote after it, and
    /// at the end of a line joins it with the next.
    fn quoted(&mut self) -> Result<String, Error> {
        let rest = &self.text[self.at + 1..];
        let mut name = String::new();
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.advance(at + 2);
                    return Ok(name);
                }
                '\\' => match chars.next() {
                    Some((_, '"')) => name.push('"'),
                    Some((_, '\n')) => {}
                    Some((_, other)) => name.extend(['\\', other]),
                    None => break,
                },
                c => name.push(c),
            }
        }
        Err(self.fail("`\"` at the end of the name", "名称结尾的 `\"`"))
    }

    /// A string in angle brackets, which may be nested.
    fn html(&mut self) -> Result<String, Error> {
        let rest = &self.text[self.at..];
        let mut depth = 0u64;
        for (at, c) in rest.char_indices() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.advance(at + 1);
                return Ok(rest[..=at].to_string());
            }
        }
        Err(self.fail("`>` at the end of the name", "名称结尾的 `>`"))
    }

    /// The error of the other kind of edge, which has just been read.
    fn wrong_edge(&self, directed: bool) -> Error {
        let column = self.text[self.line_start()..self.at].chars().count() - 1;
        let (edge, graph) = match directed {
            true => ("->", "digraph"),
            false => ("--", "graph"),
        };
        self.expected(Text::new(
            format!("`{edge}` in column {column}: this is a `{graph}`"),
            format!("第 {column} 列处的 `{edge}`（这是 `{graph}`）"),
        ))
    }

    /// An error on the current line.
    fn fail(&self, en: &'static str, zh: &'static str) -> Error {
        self.expected(Text::fixed(en, zh))
    }

    fn expected(&self, expected: Text) -> Error {
        let line = &self.text[self.line_start()..];
        Error::BadLine {
            line: self.line,
            text: line.lines().next().unwrap_or("").to_string(),
            expected,
        }
    }

    /// Where the current line begins.
    fn line_start(&self) -> usize {
        self.text[..self.at].rfind('\n').map_or(0, |at| at + 1)
    }
}
