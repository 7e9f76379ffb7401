//! Notation: how numbers, heaps and games are written.
//!
//! [`Reader`] is the one cursor with which positions and moves are read: it
//! knows the column for messages and the forms of a number. [`sets`] reads
//! the field's own notation for games, `{}` and `*3`.
//!
//! ```
//! use grundy::notation;
//! let heaps = notation::read_heaps("3, 1e18, 10^3").unwrap();
//! assert_eq!(notation::write_heaps(&heaps), "3,1000000000000000000,1000");
//! let error = notation::read_heaps("3,x").unwrap_err();
//! assert!(error.to_string().contains("column 3"));
//! ```

pub mod columns;
pub mod file;
pub mod graph;
pub mod sealed;
pub mod sets;

use std::fmt::Write;

use crate::error::Error;
use crate::natural::{self, Natural};
use crate::text::Text;

/// The longest number that is read or made by `a^b`, in bits (about twenty
/// thousand decimal digits): beyond it some theorems take minutes, or memory
/// that grows with the square of the digits.
pub const MAX_BITS: usize = 1 << 16;

/// A cursor over the text of a position or move.
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// Begins at the first character.
    pub fn new(text: &'t str) -> Self {
        Reader { text, at: 0 }
    }

    /// The text not read yet.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks.
    pub fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The next character after blanks, without reading it.
    pub fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.rest().chars().next()
    }

    /// Reads the next character after blanks if `wanted` accepts it.
    pub fn eat_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.peek().filter(|c| wanted(*c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads `token` after blanks, if it stands there.
    pub fn eat(&mut self, token: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Reads `token`, or fails.
    pub fn expect(&mut self, token: &str) -> Result<(), Error> {
        if self.eat(token) {
            return Ok(());
        }
        Err(self.fail(Text::new(format!("`{token}`"), format!(" `{token}`"))))
    }

    /// Whether everything has been read.
    pub fn done(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Fails unless everything has been read.
    pub fn end(&mut self) -> Result<(), Error> {
        if self.done() {
            return Ok(());
        }
        Err(self.fail(Text::fixed("the end of the text", "文本结束")))
    }

    /// An error at the current column.
    pub fn fail(&self, expected: Text) -> Error {
        Error::BadPosition {
            text: self.text.to_string(),
            column: self.text[..self.at].chars().count() + 1,
            expected,
        }
    }

    /// Reads a number: `12`, `1e18` or `10^1000`.
    pub fn natural(&mut self) -> Result<Natural, Error> {
        self.blanks();
        let start = self.at;
        let base = self.digits()?;
        let power = self.rest().as_bytes().first().copied();
        let written = match power {
            Some(b'^') => {
                self.at += 1;
                let exponent = self.digits()?;
                power_within_limit(&base, &exponent)
            }
            Some(b'e' | b'E') => {
                self.at += 1;
                let exponent = self.digits()?;
                power_within_limit(&Natural::from(10u8), &exponent)
                    .map(|power| base * power)
                    .filter(|n| natural::highest_bit(n).is_none_or(|top| top < MAX_BITS))
            }
            _ => Some(base),
        };
        written.ok_or_else(|| {
            self.at = start;
            self.fail(Text::new(
                format!("a number of at most {MAX_BITS} bits"),
                format!("不超过 {MAX_BITS} 位（二进制）的数"),
            ))
        })
    }

    /// Reads a number that fits a machine word.
    pub fn small(&mut self) -> Result<u64, Error> {
        self.blanks();
        let start = self.at;
        let n = self.natural()?;
        natural::small(&n).ok_or_else(|| {
            self.at = start;
            self.fail(Text::fixed("a number below 2^64", "小于 2^64 的数"))
        })
    }

    /// Reads a number from `least` to `most`.
    pub fn within(&mut self, least: u64, most: u64) -> Result<u64, Error> {
        self.blanks();
        let start = self.at;
        match self.small() {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => {
                self.at = start;
                Err(self.fail(Text::new(
                    format!("a number from {least} to {most}"),
                    format!("{least} 至 {most} 之间的数"),
                )))
            }
        }
    }

    fn digits(&mut self) -> Result<Natural, Error> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.fail(Text::fixed("a number", "一个数")));
        }
        // A number of that many bits has fewer digits.
        if length > MAX_BITS / 3 {
            return Err(self.fail(Text::new(
                format!("a number of at most {} digits", MAX_BITS / 3),
                format!("不超过 {} 位的数", MAX_BITS / 3),
            )));
        }
        let digits = &rest[..length];
        let parsed = match digits.parse::<u64>() {
            Ok(word) => Natural::from(word),
            Err(_) => digits
                .parse()
                .map_err(|_| self.fail(Text::fixed("a number", "一个数")))?,
        };
        self.at += length;
        Ok(parsed)
    }

    /// Reads one or more items, each by `one`, separated by commas or blanks,
    /// as long as a digit follows.
    pub fn items<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        loop {
            items.push(one(self)?);
            let comma = self.eat_if(|c| matches!(c, ',' | '，' | ';')).is_some();
            if !comma && !self.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(items);
            }
        }
    }

    /// Reads numbers up to the end, separated by commas or blanks.
    pub fn naturals(&mut self) -> Result<Vec<Natural>, Error> {
        if self.done() {
            return Ok(Vec::new());
        }
        let numbers = self.list()?;
        if !self.done() {
            return Err(self.fail(Text::fixed("a comma or the end", "逗号或结束")));
        }
        Ok(numbers)
    }

    /// Reads one or more numbers, separated by commas or blanks, as far as
    /// they go.
    pub fn list(&mut self) -> Result<Vec<Natural>, Error> {
        self.items(Reader::natural)
    }
}

/// `base^exponent`, unless that has more than [`MAX_BITS`] bits.
fn power_within_limit(base: &Natural, exponent: &Natural) -> Option<Natural> {
    let Some(top) = natural::highest_bit(base).filter(|top| *top > 0) else {
        // 0^0 = 1; otherwise 0 and 1 are their own powers.
        return Some(if exponent.is_zero() {
            Natural::ONE
        } else {
            base.clone()
        });
    };
    let exponent = usize::try_from(exponent).ok()?;
    let bits = top.checked_add(1)?.checked_mul(exponent)?;
    (bits <= MAX_BITS).then(|| base.pow(exponent))
}

/// Reads a list of heaps: `3,5,7` or `3 5 7`; nothing is the empty list.
pub fn read_heaps(text: &str) -> Result<Vec<Natural>, Error> {
    Reader::new(text).naturals()
}

/// Writes a list of heaps, `0` for the empty one.
pub fn write_heaps<'a>(heaps: impl IntoIterator<Item = &'a Natural>) -> String {
    let mut text = String::new();
    for heap in heaps {
        if !text.is_empty() {
            text.push(',');
        }
        // Writing to a String cannot fail.
        let _ = match natural::small(heap) {
            Some(word) => write!(text, "{word}"),
            None => write!(text, "{heap}"),
        };
    }
    if text.is_empty() {
        text.push('0');
    }
    text
}

/// Reads a sum of positions joined by `+`, each by `one`.
pub fn read_sum<P>(
    text: &str,
    one: impl Fn(&mut Reader<'_>) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    let mut reader = Reader::new(text);
    let mut sum = Vec::new();
    loop {
        sum.push(one(&mut reader)?);
        if !reader.eat("+") {
            reader.end()?;
            return Ok(sum);
        }
    }
}

/// Writes a sum of positions joined by ` + `, each by `one`; `0` if there are
/// none.
pub fn write_sum<P>(sum: &[P], one: impl Fn(&P) -> String) -> String {
    if sum.is_empty() {
        return "0".to_string();
    }
    sum.iter().map(one).collect::<Vec<_>>().join(" + ")
}

/// Reads `NUMBER from PLACE`, the places counted from 1.
pub fn read_from(reader: &mut Reader<'_>) -> Result<(Natural, usize), Error> {
    let number = reader.natural()?;
    reader.expect("from")?;
    let place = usize::try_from(reader.small()?).unwrap_or(usize::MAX);
    Ok((number, place))
}

/// Reads `VERB NUMBER`, the verb being optional: `take 3` or `3`.
pub fn read_verb(text: &str, verb: &str) -> Result<Natural, Error> {
    let mut reader = Reader::new(text);
    reader.eat(verb);
    let read = reader.natural().and_then(|n| reader.end().map(|()| n));
    read.map_err(|_| Error::BadMove {
        text: text.to_string(),
        expected: Text::new(format!("`{verb} N`"), format!(" `{verb} N`")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_limit_are_refused() {
        for text in [
            "10^10000000",
            "9^99999999999999999999",
            "1e9999999",
            "2^65537",
            "999e19727",
        ] {
            assert!(read_heaps(text).is_err(), "{text}");
        }
        assert_eq!(read_heaps("0^0,1^99999999999,0^5").unwrap().len(), 3);
        // What is written is read again.
        let largest = read_heaps("9223372036854775807^1040").unwrap();
        assert_eq!(read_heaps(&write_heaps(&largest)).unwrap(), largest);
    }

    #[test]
    fn columns_count_characters() {
        let error = read_heaps("3，4，x").unwrap_err();
        assert!(
            matches!(error, Error::BadPosition { column: 5, .. }),
            "{error:?}"
        );
    }
}
