//! The other side of an interactive problem: a process that writes lines to us
//! and reads ours.

use std::io::{BufRead, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use grundy::error::Error;
use grundy::text::Text;

/// A peer behind a pair of streams.
pub struct Peer<'p> {
    input: &'p mut dyn BufRead,
    output: &'p mut dyn Write,
    /// Words of the last line that are not used yet, the next one last.
    words: Vec<String>,
    line: u64,
}

impl<'p> Peer<'p> {
    /// Talks over these streams.
    pub fn new(input: &'p mut dyn BufRead, output: &'p mut dyn Write) -> Self {
        Peer {
            input,
            output,
            words: Vec::new(),
            line: 0,
        }
    }

    /// The next word that the peer writes.
    pub fn word(&mut self) -> Result<String, Error> {
        /// No peer of ours writes longer lines.
        const LONGEST: u64 = 1 << 20;
        loop {
            if let Some(word) = self.words.pop() {
                return Ok(word);
            }
            let mut line = String::new();
            self.line += 1;
            let read = std::io::Read::take(&mut *self.input, LONGEST).read_line(&mut line);
            if !matches!(read, Ok(1..)) {
                return Err(self.fail(
                    "",
                    Text::fixed("a word, but the peer is gone", "一个词，但对方已断开"),
                ));
            }
            self.words = line.split_whitespace().rev().map(str::to_string).collect();
        }
    }

    /// The next word, read as what is wanted.
    pub fn read<T: FromStr>(&mut self) -> Result<T, Error> {
        let word = self.word()?;
        word.parse()
            .map_err(|_| self.fail(&word, Text::fixed("a number", "一个数")))
    }

    /// The next number, within `range`.
    pub fn number(&mut self, range: RangeInclusive<u64>) -> Result<u64, Error> {
        let word = self.word()?;
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = range.into_inner();
            let expected = Text::new(
                format!("a whole number from {least} to {most}"),
                format!("{least} 到 {most} 之间的整数"),
            );
            self.fail(&word, expected)
        })
    }

    /// Writes a line and sends it off.
    pub fn say(&mut self, line: impl std::fmt::Display) -> Result<(), Error> {
        let said = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        said.map_err(|error| {
            self.fail(
                &error.to_string(),
                Text::fixed("a peer that listens", "仍在读取的对方"),
            )
        })
    }

    /// The error for what the peer wrote last.
    pub fn fail(&self, word: &str, expected: Text) -> Error {
        Error::BadLine {
            line: self.line,
            text: word.to_string(),
            expected,
        }
    }
}
