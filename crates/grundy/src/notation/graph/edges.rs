//! A graph as text, one edge a line.
//!
//! ```text
//! # a comment; % and // begin one too
//! vertices 5      (optional: there are the vertices 0 to 4, no others)
//! 0 1             an edge from 0 to 1; a tab, a comma or -> separate as well
//! 1 -> 2
//! 3               a vertex, if it has no edges
//! ```
//!
//! Without the line `vertices` there are as many vertices as the highest
//! number demands. Errors name the line.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::graph::edges;
//! let mut meter = Budget::default().meter("reading");
//! let graph = edges::read("0 1\n1,2\n\n5".as_bytes(), &mut meter).unwrap();
//! assert_eq!((graph.len(), graph.edges()), (6, 2));
//! assert_eq!(edges::write(&graph), "vertices 6\n0 1\n1 2\n");
//! ```

use std::io::{self, Read, Write};

use super::{Pieces, too_large, unreadable};
use crate::budget::Meter;
use crate::error::Error;
use crate::solve::graph::{Graph, MAX_VERTICES};
use crate::text::Text;

/// The buffer; a longer line is an error.
const BUFFER: usize = 1 << 20;

/// Reads a list of edges.
pub fn read(mut source: impl Read, meter: &mut Meter) -> Result<Graph, Error> {
    let mut lines = Lines::default();
    let mut buffer = vec![0u8; BUFFER];
    let (mut held, mut offset) = (0, 0u64);
    loop {
        let got = match source.read(&mut buffer[held..]) {
            Ok(got) => got,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unreadable(offset, &error)),
        };
        offset += got as u64;
        let filled = held + got;
        if got == 0 {
            lines.take(&buffer[..filled], meter)?;
            break;
        }
        // Whole lines are read, the rest waits at the beginning.
        let fresh = &buffer[held..filled];
        let end = fresh.iter().rposition(|byte| *byte == b'\n');
        let end = end.map_or(0, |at| held + at + 1);
        lines.take(&buffer[..end], meter)?;
        buffer.copy_within(end..filled, 0);
        held = filled - end;
        if held == BUFFER {
            return Err(lines.fail(
                &buffer[..64],
                Text::new(
                    format!("a line of less than {BUFFER} bytes"),
                    format!("短于 {BUFFER} 字节的行"),
                ),
            ));
        }
    }
    lines.pieces.finish(lines.named, meter)
}

/// Writes a list of edges that [`read`] reads back.
pub fn write(graph: &Graph) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and digits are UTF-8.
    let _ = write_to(graph, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// As [`write()`], to a file or elsewhere.
pub fn write_to(graph: &Graph, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "vertices {}", graph.len())?;
    for v in 0..graph.len() as u32 {
        for to in graph.successors(v) {
            writeln!(out, "{v} {to}")?;
        }
    }
    Ok(())
}

/// What has been read so far.
#[derive(Default)]
struct Lines {
    pieces: Pieces,
    /// Lines before the current one.
    before: u64,
    /// Vertices that exist although no edge needs them.
    named: u64,
    /// How many vertices the file says there are.
    stated: Option<u64>,
}

impl Lines {
    /// Reads whole lines; only the last may lack its end.
    fn take(&mut self, block: &[u8], meter: &mut Meter) -> Result<(), Error> {
        let mut rest = block;
        while !rest.is_empty() {
            rest = match self.plain_edge(rest, meter)? {
                Some(rest) => rest,
                None => {
                    let end = rest.iter().position(|byte| *byte == b'\n');
                    let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
                    self.line(line, meter)?;
                    after.get(1..).unwrap_or(&[])
                }
            };
            self.before += 1;
        }
        Ok(())
    }

    /// The form that nearly all lines have: two short numbers, one separator,
    /// the end of the line. Anything else is left to [`Lines::line`].
    #[inline]
    fn plain_edge<'t>(
        &mut self,
        text: &'t [u8],
        meter: &mut Meter,
    ) -> Result<Option<&'t [u8]>, Error> {
        let Some((from, text)) = short(text) else {
            return Ok(None);
        };
        let [b' ' | b'\t' | b',', text @ ..] = text else {
            return Ok(None);
        };
        let Some((to, text)) = short(text) else {
            return Ok(None);
        };
        let ([b'\n', text @ ..] | [b'\r', b'\n', text @ ..]) = text else {
            return Ok(None);
        };
        let far = u64::from(from.max(to));
        if far >= self.stated.unwrap_or(MAX_VERTICES) {
            return Ok(None);
        }
        self.pieces.push(from, to, meter)?;
        Ok(Some(text))
    }

    /// Any line, without its end.
    #[cold]
    fn line(&mut self, line: &[u8], meter: &mut Meter) -> Result<(), Error> {
        let text = match line {
            [0xef, 0xbb, 0xbf, rest @ ..] if self.before == 0 => rest,
            line => line,
        };
        let comment = text.iter().enumerate().position(|(at, byte)| {
            matches!(byte, b'#' | b'%') || (*byte == b'/' && text.get(at + 1) == Some(&b'/'))
        });
        let text = text[..comment.unwrap_or(text.len())].trim_ascii();
        if text.is_empty() {
            return Ok(());
        }
        let text = std::str::from_utf8(text)
            .map_err(|_| self.fail(line, Text::fixed("UTF-8 text", "UTF-8 文本")))?;
        if let Some(count) = text
            .strip_prefix("vertices")
            .filter(|c| c.starts_with([' ', '\t']))
        {
            return self.state_vertices(count.trim(), line);
        }
        let arrow = text.replacen("->", " ", 1);
        let mut words = arrow
            .split([' ', '\t', ','])
            .filter(|word| !word.is_empty());
        let (from, to, more) = (words.next(), words.next(), words.next());
        if more.is_some() {
            return Err(self.fail(line, edge_expected()));
        }
        match (from, to) {
            (Some(from), Some(to)) => {
                let (from, to) = (self.vertex(from, line)?, self.vertex(to, line)?);
                self.pieces.push(from, to, meter)
            }
            (Some(alone), None) => {
                let alone = self.vertex(alone, line)?;
                self.named = self.named.max(u64::from(alone) + 1);
                Ok(())
            }
            _ => Err(self.fail(line, edge_expected())),
        }
    }

    fn state_vertices(&mut self, count: &str, line: &[u8]) -> Result<(), Error> {
        let count = count.parse().ok().filter(|count| *count <= MAX_VERTICES);
        let Some(count) = count else {
            return Err(self.fail(
                line,
                Text::new(
                    format!("`vertices N` with N at most {MAX_VERTICES}"),
                    format!("`vertices N`，N 不超过 {MAX_VERTICES}"),
                ),
            ));
        };
        let needed = self.pieces.vertices.max(self.named);
        if count < needed {
            return Err(self.fail(
                line,
                Text::new(
                    format!("at least {needed} vertices, as the lines before name them"),
                    format!("至少 {needed} 个顶点（前面的行已用到）"),
                ),
            ));
        }
        self.stated = Some(count);
        self.named = count;
        Ok(())
    }

    fn vertex(&self, word: &str, line: &[u8]) -> Result<u32, Error> {
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fail(line, edge_expected()));
        }
        // Digits that do not fit a word are a number that is too large.
        let number = word.parse().unwrap_or(u64::MAX);
        if let Some(stated) = self.stated.filter(|stated| number >= *stated) {
            return Err(self.fail(
                line,
                Text::new(
                    format!("a vertex below {stated}, as there are {stated} vertices"),
                    format!("小于 {stated} 的顶点（共有 {stated} 个顶点）"),
                ),
            ));
        }
        if number >= MAX_VERTICES {
            return Err(self.fail(line, too_large()));
        }
        Ok(number as u32)
    }

    fn fail(&self, line: &[u8], expected: Text) -> Error {
        Error::BadLine {
            line: self.before + 1,
            text: String::from_utf8_lossy(line).trim().to_string(),
            expected,
        }
    }
}

fn edge_expected() -> Text {
    Text::fixed(
        "an edge `FROM TO` of two vertex numbers",
        "由两个顶点编号组成的边 `FROM TO`",
    )
}

/// A number of one to nine digits, and what follows it.
#[inline]
fn short(text: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = 0u32;
    let mut digits = 0;
    while let Some(digit) = text
        .get(digits)
        .map(|byte| byte.wrapping_sub(b'0'))
        .filter(|d| *d < 10)
    {
        if digits == 9 {
            return None;
        }
        number = 10 * number + u32::from(digit);
        digits += 1;
    }
    (digits > 0).then(|| (number, &text[digits..]))
}
