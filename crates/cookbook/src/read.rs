//! The judges' formats: words and numbers between blanks.
//!
//! Reading is one pass over the bytes. What is missing, malformed or out of
//! range is an error that names the line; nothing is allocated for numbers
//! that an input only announces.
//!
//! ```
//! use grundy_cookbook::read::Input;
//! let mut input = Input::new("3\n1 2 x\n");
//! let n = input.number(1..=10).unwrap();
//! let error = input.numbers(n, 0..=9).unwrap_err();
//! assert!(error.to_string().starts_with("line 2: cannot read `x`"));
//! ```

use std::fmt::{Display, Write};
use std::ops::RangeInclusive;

use grundy::error::Error;
use grundy::games::trees::forest::Forest;
use grundy::natural::Natural;
use grundy::text::Text;

/// A judge's input, read from the front.
pub struct Input<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Input<'t> {
    /// Begins at the first byte.
    pub fn new(text: &'t str) -> Self {
        Input { text, at: 0 }
    }

    /// The next word; an empty one at the end.
    fn next(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let from = self.at;
        while bytes.get(self.at).is_some_and(|b| !b.is_ascii_whitespace()) {
            self.at += 1;
        }
        &self.text[from..self.at]
    }

    /// The error for `word`, which was read last.
    pub fn fail(&self, word: &str, expected: Text) -> Error {
        let read = &self.text.as_bytes()[..self.at];
        Error::BadLine {
            line: 1 + read.iter().filter(|byte| **byte == b'\n').count() as u64,
            text: word.to_string(),
            expected,
        }
    }

    /// The next word.
    pub fn word(&mut self) -> Result<&'t str, Error> {
        match self.next() {
            "" => Err(self.fail(
                "",
                Text::fixed("a word, but the input ends", "一个词，但输入已结束"),
            )),
            word => Ok(word),
        }
    }

    /// The next word, of `length` characters all of which are in `letters`.
    pub fn letters(&mut self, length: usize, letters: &str) -> Result<&'t [u8], Error> {
        let word = self.word()?;
        if word.len() == length && word.chars().all(|c| letters.contains(c)) {
            return Ok(word.as_bytes());
        }
        let expected = Text::new(
            format!("{length} characters out of `{letters}`"),
            format!("由 `{letters}` 中的字符组成、长为 {length} 的词"),
        );
        Err(self.fail(word, expected))
    }

    /// `rows` words of `columns` letters each.
    pub fn grid(&mut self, rows: u64, columns: u64, letters: &str) -> Result<Vec<&'t [u8]>, Error> {
        (0..rows)
            .map(|_| self.letters(columns as usize, letters))
            .collect()
    }

    /// The next number, within `range`.
    pub fn number(&mut self, range: RangeInclusive<u64>) -> Result<u64, Error> {
        let word = self.next();
        // A sign is no digit, though `parse` would take it.
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        let number = match word.len() {
            _ if !digits => None,
            // So many digits always fit: this is the way that must be fast.
            1..20 => Some(word.bytes().fold(0, |n, b| 10 * n + u64::from(b & 15))),
            _ => word.parse().ok(),
        };
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Ok(number);
        }
        let (least, most) = range.into_inner();
        let expected = Text::new(
            format!("a whole number from {least} to {most}"),
            format!("{least} 到 {most} 之间的整数"),
        );
        Err(self.fail(word, expected))
    }

    /// The next number, which must be even and at most `most`.
    pub fn even(&mut self, most: u64) -> Result<u64, Error> {
        let number = self.number(0..=most)?;
        match number % 2 {
            0 => Ok(number),
            _ => Err(self.fail(&number.to_string(), Text::fixed("an even number", "偶数"))),
        }
    }

    /// The next `count` numbers.
    pub fn numbers(&mut self, count: u64, range: RangeInclusive<u64>) -> Result<Vec<u64>, Error> {
        (0..count).map(|_| self.number(range.clone())).collect()
    }

    /// The next `count` heaps.
    pub fn heaps(&mut self, count: u64, most: u64) -> Result<Vec<Natural>, Error> {
        (0..count)
            .map(|_| self.number(0..=most).map(Natural::from))
            .collect()
    }

    /// The next `count` edges between vertices 1 to `vertices`.
    pub fn edges(&mut self, count: u64, vertices: u64) -> Result<Vec<(u32, u32)>, Error> {
        let mut vertex = || self.number(1..=vertices).map(|v| v as u32);
        (0..count).map(|_| Ok((vertex()?, vertex()?))).collect()
    }

    /// Row and column from 1, as the number of the cell row by row from 0.
    pub fn cell(&mut self, rows: u64, columns: u64) -> Result<u32, Error> {
        let (row, column) = (self.number(1..=rows)?, self.number(1..=columns)?);
        Ok(((row - 1) * columns + column - 1) as u32)
    }

    /// The edges of a tree on vertices 1 to `vertices`, hung from `root`.
    pub fn tree(&mut self, vertices: u64, root: u32) -> Result<Forest, Error> {
        let edges = self.edges(vertices.saturating_sub(1), vertices)?;
        let tree = Forest::from_edges(vertices as u32, &edges, root);
        tree.ok_or_else(|| self.fail("", Text::fixed("the edges of a tree", "一棵树的各条边")))
    }

    /// An error unless everything was read.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.next() {
            "" => Ok(()),
            word => Err(self.fail(word, Text::fixed("the end of the input", "输入到此结束"))),
        }
    }
}

/// The answer as the judge wants it: lines of text.
#[derive(Default)]
pub struct Output {
    text: String,
}

impl Output {
    /// Adds a line.
    pub fn line(&mut self, line: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Adds a line of words with blanks between them.
    pub fn words<T: Display>(&mut self, words: impl IntoIterator<Item = T>) {
        for (number, word) in words.into_iter().enumerate() {
            let _ = write!(self.text, "{}{word}", if number > 0 { " " } else { "" });
        }
        self.text.push('\n');
    }

    /// Everything so far.
    pub fn into_text(self) -> String {
        self.text
    }
}
