//! Ordinals as text: `w^(w^2*4)+w*3+5`, also with `ω` and `·`.
//!
//! This is the ordinary notation of the Cantor normal form: `^`, `*` and `+` here are those of the ordinals. On normal forms
//! they agree with the nim operations except `^`: ω^3 is a new ordinal, while ω⊗ω⊗ω = 2.

use super::{Exponent, Ordinal};
use crate::big::BigNim;
use crate::error::{Error, Words};
use std::fmt;
use std::str::FromStr;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

/// The largest power of ω in an exponent: primes are numbered up to it.
const MAX_INNER: u64 = 999;
/// The most decimal digits of a coefficient.
const MAX_DIGITS: usize = 20_000;

impl fmt::Display for Ordinal {
    /// `w^(w^2*4)+w*3+5`; with `{:#}`: `ω^(ω^2·4)+ω·3+5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (w, dot) = if f.alternate() {
            ("ω", "·")
        } else {
            ("w", "*")
        };
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (i, (e, c)) in self.terms.iter().rev().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            if e.0.is_empty() {
                write!(f, "{c}")?;
                continue;
            }
            f.write_str(&power(w, &exponent(e, w, dot)))?;
            if !c.is_one() {
                write!(f, "{dot}{c}")?;
            }
        }
        Ok(())
    }
}

fn power(w: &str, exponent: &str) -> String {
    if exponent == "1" {
        w.to_string()
    } else if exponent == w || exponent.bytes().all(|b| b.is_ascii_digit()) {
        std::format!("{w}^{exponent}")
    } else {
        std::format!("{w}^({exponent})")
    }
}

fn exponent(e: &Exponent, w: &str, dot: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (k, &n) in e.0.iter().enumerate().rev().filter(|(_, n)| **n != 0) {
        parts.push(if k == 0 {
            n.to_string()
        } else {
            let base = power(w, &k.to_string());
            if n == 1 {
                base
            } else {
                std::format!("{base}{dot}{n}")
            }
        });
    }
    parts.join("+")
}

/// Reads characters of a text, with the position for errors.
pub(crate) struct Reader<'a> {
    chars: &'a [char],
    /// Where the next character is.
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the given place.
    pub(crate) fn new(chars: &'a [char], at: usize) -> Self {
        Self { chars, at }
    }

    fn skip_spaces(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.chars.get(self.at).copied()
    }

    fn accept(&mut self, allowed: &[char]) -> bool {
        let found = self.peek().is_some_and(|c| allowed.contains(&c));
        self.at += usize::from(found);
        found
    }

    fn error<T>(&self, message: Words) -> Result<T, Error> {
        Err(Error::Parse {
            column: self.at + 1,
            message,
        })
    }

    /// Decimal digits as a nimber.
    pub(crate) fn number(&mut self) -> Result<BigNim, Error> {
        self.skip_spaces();
        let start = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        if self.at - start > MAX_DIGITS {
            return Err(Error::TooLarge {
                what: Words::fixed("a number in digits", "数的十进制位数"),
                size: (self.at - start) as u64,
                limit: MAX_DIGITS as u64,
            });
        }
        let text: String = self.chars[start..self.at].iter().collect();
        if text.is_empty() {
            return self.error(Words::fixed("a number is expected", "此处应为数"));
        }
        text.parse()
    }

    fn small(&mut self, what: Words, limit: u64) -> Result<u64, Error> {
        let number = self.number()?;
        let Some(n) = number.to_u128().and_then(|n| u64::try_from(n).ok()) else {
            let size = number.bits() as u64;
            return Err(Error::TooLarge {
                what: Words::fixed("an exponent in bits", "指数的位数"),
                size,
                limit: 64,
            });
        };
        if n > limit {
            return Err(Error::TooLarge {
                what,
                size: n,
                limit,
            });
        }
        Ok(n)
    }

    fn omega(&mut self) -> bool {
        self.accept(&['w', 'ω'])
    }

    /// Adds ω^k·n to an exponent.
    fn exponent_term(&mut self, sum: &mut Vec<u64>) -> Result<(), Error> {
        let (k, n) = if self.omega() {
            let k = if self.accept(&['^']) {
                let closing = self.accept(&['(']);
                if self.peek().is_some_and(|c| c == 'w' || c == 'ω') {
                    return self.error(Words::fixed("only ordinals below ω^ω^ω are supported: a finite exponent is expected here", "只支持小于 ω^ω^ω 的序数：此处应为有限指数"));
                }
                let k = self.small(
                    Words::fixed("a power of ω in an exponent", "指数中 ω 的幂次"),
                    MAX_INNER,
                )?;
                if closing && !self.accept(&[')']) {
                    return self.error(Words::fixed(
                        "a closing parenthesis is expected",
                        "此处应为右括号",
                    ));
                }
                k
            } else {
                1
            };
            let n = if self.accept(&['*', '·']) {
                self.small(Words::fixed("an exponent", "指数"), u64::MAX)?
            } else {
                1
            };
            (k as usize, n)
        } else {
            (
                0,
                self.small(Words::fixed("an exponent", "指数"), u64::MAX)?,
            )
        };
        if sum.len() <= k {
            sum.resize(k + 1, 0);
        }
        if sum[k] != 0 || sum[..k].iter().any(|&below| below != 0) {
            return self.error(Words::fixed(
                "the terms of a normal form must descend",
                "标准形的各项必须递减",
            ));
        }
        sum[k] = n;
        Ok(())
    }

    /// What follows a `w`: nothing, `^n`, `^w` or `^( … )`.
    pub(crate) fn power_of_omega(&mut self) -> Result<Ordinal, Error> {
        let mut e = vec![0, 0];
        if !self.accept(&['^']) {
            return Ok(Ordinal::omega());
        }
        if self.accept(&['(']) {
            self.exponent_term(&mut e)?;
            while self.accept(&['+']) {
                self.exponent_term(&mut e)?;
            }
            if !self.accept(&[')']) {
                return self.error(Words::fixed(
                    "a closing parenthesis is expected",
                    "此处应为右括号",
                ));
            }
        } else if self.omega() {
            if self.peek() == Some('^') {
                return self.error(Words::fixed(
                    "write w^(w^k): towers of ω need parentheses",
                    "请写作 w^(w^k)：ω 的幂塔需要括号",
                ));
            }
            e[1] = 1;
        } else {
            e[0] = self.small(Words::fixed("an exponent", "指数"), u64::MAX)?;
        }
        Ok(Ordinal::term(Exponent::new(e), BigNim::from(1)))
    }

    fn term(&mut self) -> Result<Ordinal, Error> {
        if !self.omega() {
            return Ok(Ordinal::from(self.number()?));
        }
        let mut x = self.power_of_omega()?;
        if self.accept(&['*', '·']) {
            let n = self.number()?;
            for c in x.terms.values_mut() {
                *c = n.clone();
            }
            x.terms.retain(|_, c| !c.is_zero());
        }
        Ok(x)
    }
}

impl FromStr for Ordinal {
    type Err = Error;

    /// Reads a Cantor normal form: terms must descend.
    fn from_str(text: &str) -> Result<Self, Error> {
        let chars: Vec<char> = text.chars().collect();
        let mut reader = Reader::new(&chars, 0);
        let mut sum = reader.term()?;
        while reader.accept(&['+']) {
            let start = reader.at;
            let term = reader.term()?;
            if let (Some((e, _)), Some((least, _))) =
                (term.terms.last_key_value(), sum.terms.first_key_value())
                && e >= least
            {
                reader.at = start;
                return reader.error(Words::fixed(
                    "the terms of a normal form must descend",
                    "标准形的各项必须递减",
                ));
            }
            sum.add(&term);
        }
        if reader.peek().is_some() {
            return reader.error(Words::fixed("the end is expected", "此处应结束"));
        }
        Ok(sum)
    }
}
