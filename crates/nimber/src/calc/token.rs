//! From characters to numbers, ordinals, names and symbols, each with its column.

use super::{CalcError, MAX_INTEGER_BITS};
use crate::error::{Error, Words};
use crate::nat::Nat;
use crate::ordinal::{Ordinal, Reader};
use std::format;
use std::string::String;
use std::vec::Vec;

/// A piece of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A natural number, decimal or after `0x`.
    Number(Nat),
    /// `w` with what belongs to its exponent.
    Omega(Ordinal),
    /// A function or variable.
    Name(String),
    /// One of `+ * / ^ ( ) , = -`.
    Symbol(char),
}

/// The ways to write each operation.
fn symbol(c: char) -> Option<char> {
    Some(match c {
        '+' | '⊕' => '+',
        '-' | '⊖' | '−' => '-',
        '*' | '⊗' | '·' | '×' => '*',
        '/' | '⊘' | '÷' => '/',
        '^' | '(' | ')' | ',' | '=' => c,
        _ => return None,
    })
}

/// Cuts a line into tokens; the number is the column of the first character.
pub(super) fn tokenise(line: &str) -> Result<Vec<(Token, usize)>, CalcError> {
    let chars: Vec<char> = line.chars().collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(&c) = chars.get(at) {
        let start = at;
        let word = |from: usize, keep: fn(&char) -> bool| -> String {
            chars[from..].iter().take_while(|c| keep(c)).collect()
        };
        if c.is_whitespace() {
            at += 1;
            continue;
        }
        let token =
            if c == '0' && matches!(chars.get(at + 1), Some('x' | 'X')) {
                let digits = word(at + 2, |c| c.is_ascii_hexdigit() || *c == '_');
                at += 2 + digits.len();
                Token::Number(hexadecimal(&digits).ok_or_else(|| {
                    fault(
                        at,
                        Words::fixed("a hexadecimal digit is expected", "此处应为十六进制数字"),
                    )
                })?)
            } else if c.is_ascii_digit() {
                let digits = word(at, |c| c.is_ascii_digit() || *c == '_');
                at += digits.len();
                let plain = digits.replace('_', "");
                if plain.len() > MAX_INTEGER_BITS / 3 {
                    let (size, limit) = (plain.len() as u64, MAX_INTEGER_BITS as u64 / 3);
                    let error = Error::TooLarge {
                        what: Words::fixed("a number in digits", "数的十进制位数"),
                        size,
                        limit,
                    };
                    return Err(CalcError {
                        column: start + 1,
                        error,
                    });
                }
                Token::Number(Nat::from_decimal(&plain).ok_or_else(|| {
                    fault(at, Words::fixed("a digit is expected", "此处应为数字"))
                })?)
            } else if c == 'ω'
                || c == 'w'
                    && !chars
                        .get(at + 1)
                        .is_some_and(|c| c.is_alphanumeric() || *c == '_')
            {
                let mut reader = Reader::new(&chars, at + 1);
                let value = reader.power_of_omega().map_err(|error| CalcError {
                    column: if let Error::Parse { column, .. } = error {
                        column
                    } else {
                        start + 1
                    },
                    error,
                })?;
                at = reader.at;
                Token::Omega(value)
            } else if c.is_alphabetic() {
                let name = word(at, |c| c.is_alphanumeric() || *c == '_');
                at += name.chars().count();
                Token::Name(name)
            } else if let Some(s) = symbol(c) {
                at += 1;
                Token::Symbol(s)
            } else {
                return Err(fault(
                    at,
                    Words::new(
                        format!("unexpected character {c:?}"),
                        format!("意外的字符 {c:?}"),
                    ),
                ));
            };
        tokens.push((token, start + 1));
    }
    Ok(tokens)
}

fn hexadecimal(digits: &str) -> Option<Nat> {
    let plain: Vec<u64> = digits
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(u64::from)
        .collect();
    let limbs = plain
        .rchunks(16)
        .map(|c| c.iter().fold(0, |n, d| n << 4 | d))
        .collect();
    (!plain.is_empty()).then(|| Nat::from_limbs(limbs))
}

/// A syntax error after `at` characters.
pub(super) fn fault(at: usize, message: Words) -> CalcError {
    CalcError {
        column: at + 1,
        error: Error::Parse {
            column: at + 1,
            message,
        },
    }
}
