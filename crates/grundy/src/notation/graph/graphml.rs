//! A graph in GraphML, an XML language.
//!
//! Read are `graph` with its `edgedefault`, `node` with its `id`, and `edge`
//! with `source`, `target` and `directed`; other elements and all text are
//! skipped. An undirected edge is a move either way. Every end of an edge must
//! be declared as a node, before or after. The names are the ids.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::graph::graphml;
//! let text = r#"<graphml><graph edgedefault="directed">
//!     <node id="a"/><node id="b"/><edge source="a" target="b"/>
//! </graph></graphml>"#;
//! let mut meter = Budget::default().meter("reading");
//! let named = graphml::read(text, &mut meter).unwrap();
//! assert_eq!(named.graph.successors(0), [1]);
//! let error = graphml::read(&text.replace("target=\"b\"", "target=\"c\""), &mut meter);
//! assert!(error.unwrap_err().to_string().starts_with("line 2:"));
//! ```
//!
//! Limits: no hyperedges, no entities beyond those of XML itself. Names with
//! characters that XML 1.0 cannot hold, not even as entities, are not written.

use std::io::{self, Write};

use super::{NamedGraph, Names, Pieces, escaped};
use crate::budget::Meter;
use crate::error::Error;
use crate::text::Text;

/// Whether XML 1.0 can hold all names: its characters (production 2 of the
/// standard) are those of Unicode but most control characters, U+FFFE and
/// U+FFFF.
pub fn writable(named: &NamedGraph) -> Result<(), Error> {
    let strange = |c: char| matches!(c, '\0'..'\t' | '\u{b}' | '\u{c}' | '\u{e}'..' ' | '\u{fffe}'..='\u{ffff}');
    let mut names = named.names.iter().flat_map(|names| &names.list);
    match names.find(|name| name.contains(strange)) {
        None => Ok(()),
        Some(name) => Err(Error::BadParameter {
            name: "vertex".to_string(),
            value: escaped(name),
            expected: Text::fixed(
                "a name without control characters, which XML 1.0 cannot hold",
                "不含控制字符的名称（XML 1.0 无法表示）",
            ),
        }),
    }
}

/// Writes a graph that [`read`] reads back, vertices in order; nothing if the
/// names are not [`writable`].
pub fn write_to(named: &NamedGraph, out: &mut impl Write) -> io::Result<()> {
    writable(named).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n<graph edgedefault=\"directed\">"
    )?;
    for v in 0..named.graph.len() as u32 {
        writeln!(out, "<node id=\"{}\"/>", encoded(&named.name(v)))?;
    }
    for v in 0..named.graph.len() as u32 {
        let from = encoded(&named.name(v));
        for to in named.graph.successors(v) {
            let to = encoded(&named.name(*to));
            writeln!(out, "<edge source=\"{from}\" target=\"{to}\"/>")?;
        }
    }
    writeln!(out, "</graph>\n</graphml>")
}

/// A value with the characters replaced that XML keeps for itself.
fn encoded(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            c if c.is_control() => text.push_str(&format!("&#{};", c as u32)),
            c => text.push(c),
        }
    }
    text
}

/// Reads a graph.
pub fn read(text: &str, meter: &mut Meter) -> Result<NamedGraph, Error> {
    let mut xml = Xml {
        text,
        at: 0,
        line: 1,
        tag: 0,
    };
    let mut names = Names::default();
    let mut pieces = Pieces::default();
    // For every name, whether it is declared, and where it was first used.
    let mut declared: Vec<bool> = Vec::new();
    let mut used: Vec<(u64, usize)> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut directed: Vec<bool> = Vec::new();
    let mut graphs = 0;
    while let Some(tag) = xml.next()? {
        meter.state()?;
        if tag.closes {
            if open.pop().as_deref() != Some(&tag.name) {
                return Err(xml.fail("the end of the element that is open", "当前元素的结束标签"));
            }
            if tag.name == "graph" {
                directed.pop();
            }
            continue;
        }
        let mut number = |name: &str, is_declared: bool| {
            let number = names.number(name) as usize;
            if number == declared.len() {
                declared.push(false);
                used.push((xml.line, xml.tag));
            }
            declared[number] |= is_declared;
            number as u32
        };
        match tag.name.as_str() {
            "graph" => {
                graphs += 1;
                directed.push(match tag.get("edgedefault") {
                    Some("directed") => true,
                    Some("undirected") => false,
                    _ => {
                        return Err(xml.fail(
                            "edgedefault=\"directed\" or \"undirected\"",
                            " edgedefault=\"directed\" 或 \"undirected\"",
                        ));
                    }
                });
            }
            "node" => match tag.get("id") {
                Some(id) => {
                    number(id, true);
                }
                None => return Err(xml.fail("a node with an id", "带 id 的节点")),
            },
            "edge" => {
                let (Some(source), Some(target)) = (tag.get("source"), tag.get("target")) else {
                    return Err(
                        xml.fail("an edge with source and target", "带 source 和 target 的边")
                    );
                };
                let one_way = match (tag.get("directed"), directed.last()) {
                    (Some("true"), Some(_)) => true,
                    (Some("false"), Some(_)) => false,
                    (None, Some(default)) => *default,
                    (_, None) => return Err(xml.fail("an edge inside a graph", "图元素之内的边")),
                    _ => {
                        return Err(xml.fail(
                            "directed=\"true\" or \"false\"",
                            " directed=\"true\" 或 \"false\"",
                        ));
                    }
                };
                let (from, to) = (number(source, false), number(target, false));
                pieces.push(from, to, meter)?;
                if !one_way && from != to {
                    pieces.push(to, from, meter)?;
                }
            }
            "hyperedge" => return Err(xml.fail("no hyperedge", "不含超边")),
            _ => {}
        }
        if !tag.alone {
            open.push(tag.name);
        } else if tag.name == "graph" {
            directed.pop();
        }
    }
    if let Some(name) = open.pop() {
        return Err(Error::BadFile {
            offset: text.len() as u64,
            found: Text::new(
                format!("it is cut short: `{name}` is still open"),
                format!("文件不完整：`{name}` 尚未结束"),
            ),
        });
    }
    if graphs == 0 {
        return Err(xml.fail("a graph", "图"));
    }
    if let Some(unknown) = declared.iter().position(|declared| !declared) {
        let (line, tag) = used[unknown];
        return Err(Error::BadLine {
            line,
            text: text[tag..].lines().next().unwrap_or("").to_string(),
            expected: Text::new(
                format!("a node that is declared, not `{}`", names.list[unknown]),
                format!("已声明的节点，而非 `{}`", names.list[unknown]),
            ),
        });
    }
    let count = names.list.len() as u64;
    Ok(NamedGraph {
        graph: pieces.finish(count, meter)?,
        names: Some(names),
    })
}

/// One tag.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    /// `</name>`
    closes: bool,
    /// `<name/>`
    alone: bool,
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The text, tag by tag.
struct Xml<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    /// Where the current tag begins.
    tag: usize,
}

impl Xml<'_> {
    /// The next tag; comments, declarations and text are skipped.
    fn next(&mut self) -> Result<Option<Tag>, Error> {
        loop {
            let rest = &self.text[self.at..];
            let Some(start) = rest.find('<') else {
                self.advance(rest.len());
                return Ok(None);
            };
            self.advance(start);
            self.tag = self.at;
            let rest = &self.text[self.at..];
            let skipped = [
                ("<!--", "-->"),
                ("<![CDATA[", "]]>"),
                ("<?", "?>"),
                ("<!", ">"),
            ];
            let Some((_, end)) = skipped.iter().find(|(start, _)| rest.starts_with(start)) else {
                return self.read_tag().map(Some);
            };
            match rest.find(end) {
                Some(at) => self.advance(at + end.len()),
                None => {
                    return Err(self.fail("the end of what begins here", "此处开始的内容的结尾"));
                }
            }
        }
    }

    fn read_tag(&mut self) -> Result<Tag, Error> {
        self.advance(1);
        let closes = self.eat("/");
        let name = self.name()?;
        let mut attributes = Vec::new();
        loop {
            self.blanks();
            let alone = self.eat("/");
            if self.eat(">") {
                // Prefixes of namespaces say nothing here.
                let name = name.rsplit(':').next().unwrap_or(&name).to_string();
                return Ok(Tag {
                    name,
                    attributes,
                    closes,
                    alone: alone && !closes,
                });
            }
            if alone {
                return Err(self.fail("`>`", " `>`"));
            }
            let key = self.name()?;
            self.blanks();
            if !self.eat("=") {
                return Err(self.fail("`=`", " `=`"));
            }
            self.blanks();
            attributes.push((key, self.value()?));
        }
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text.as_bytes()[self.at..self.at + length];
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at += length;
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.advance(rest.len() - rest.trim_start().len());
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.advance(token.len());
        }
        found
    }

    fn name(&mut self) -> Result<String, Error> {
        let rest = &self.text[self.at..];
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.fail("a name", "名称"));
        }
        self.advance(length);
        Ok(rest[..length].to_string())
    }

    /// A value in quotes of either kind.
    fn value(&mut self) -> Result<String, Error> {
        let rest = &self.text[self.at..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = quote.and_then(|quote| rest[1..].find(quote));
        let Some(end) = end else {
            return Err(self.fail("a value in quotes", "引号内的值"));
        };
        let value = self.decoded(&rest[1..=end])?;
        self.advance(end + 2);
        Ok(value)
    }

    /// A value with its entities replaced.
    fn decoded(&self, raw: &str) -> Result<String, Error> {
        let mut parts = raw.split('&');
        let mut value = parts.next().unwrap_or("").to_string();
        for part in parts {
            let decoded = part.split_once(';').and_then(|(entity, rest)| {
                let c = match entity {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    "quot" => '"',
                    "apos" => '\'',
                    _ => {
                        let number = entity.strip_prefix('#')?;
                        let code = match number.strip_prefix('x') {
                            Some(hex) => u32::from_str_radix(hex, 16),
                            None => number.parse(),
                        };
                        char::from_u32(code.ok()?)?
                    }
                };
                Some((c, rest))
            });
            let Some((c, rest)) = decoded else {
                return Err(self.fail("an entity that XML knows", " XML 预定义的实体"));
            };
            value.push(c);
            value.push_str(rest);
        }
        Ok(value)
    }

    /// An error at the current tag.
    fn fail(&self, en: &'static str, zh: &'static str) -> Error {
        Error::BadLine {
            line: self.line,
            text: self.text[self.tag..]
                .lines()
                .next()
                .unwrap_or("")
                .to_string(),
            expected: Text::fixed(en, zh),
        }
    }
}
