//! The rules of a take-and-break game, and the codes in which they are written.
//!
//! A game is given by digits: bit `k` of the digit `d_t` says that a player who
//! removes `t` tokens from a heap may leave what remains as exactly `k`
//! non-empty heaps (Guy and Smith, *The G-values of various games*, 1956).
//! Octal digits allow up to two heaps, hexadecimal digits three, and a number
//! in parentheses any number up to 15. `d_0` stands before the point and may
//! only split. [`Rules`] is what every engine reads.
//!
//! | text | meaning |
//! |---|---|
//! | `0.137`, `.137`, `4.7` | digits; one beyond 7 makes the code hexadecimal |
//! | `octal:0.137`, `hex:0.3F` | the same with the base said: a digit that the base does not have is refused |
//! | `0.(31)` | a digit in decimal, here bits 0 to 4: up to four heaps |
//! | `0.[3]`, `4.1[37]` | what stands in brackets repeats for ever |
//! | `{1,3,4}` | subtraction set: the digit 3 at 1, 3 and 4 |
//! | `allbut{1,3}` | every number may be taken except 1 and 3 |
//! | `4/unequal`, `4/min=3` | parts of a split all different; each at least 3 |
//! | `kayles`, `grundy`, … | a name of [`ALIASES`] |
//!
//! A digit means the same in every base, so the base only decides which digits
//! are refused: without a prefix `0`–`9`, `A`–`F` are read, and the code is
//! called octal when none is beyond 7.
//!
//! ```
//! use grundy::solve::heap::code::Rules;
//! let kayles: Rules = "kayles".parse().unwrap();
//! assert_eq!(kayles.to_string(), "0.77");
//! let refused = "octal:0.19".parse::<Rules>().unwrap_err();
//! assert!(refused.to_string().contains("column 10"));
//! ```
//!
//! Limits: digits up to t = 65,536, at most 15 heaps left by one move.

use std::fmt;
use std::str::FromStr;

use dashu_int::UBig;

use crate::error::Error;
use crate::text::Text;

/// The largest number of tokens that a finite code may remove at once.
pub const MAX_TAKE: usize = 1 << 20;
/// The largest number of heaps that one move may leave.
pub const MAX_PARTS: u32 = 15;

/// Names that stand for a code, with the code.
pub const ALIASES: &[(&str, &str)] = &[
    ("nim", "0.[3]"),
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("guiles", "0.15"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("lasker", "4.[3]"),
    ("grundy", "4/unequal"),
];

/// The moves of one heap: for each number removed, how many heaps may remain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// `digits[t]`, no trailing zeros unless a tail follows.
    digits: Vec<u16>,
    /// Repeats for ever after `digits`; empty for a finite code.
    tail: Vec<u16>,
    unequal: bool,
    min_part: u64,
}

impl Rules {
    /// Rules from digits `d_0, d_1, …` and the digits that repeat after them.
    pub fn new(digits: Vec<u16>, tail: Vec<u16>) -> Result<Rules, Error> {
        let (mut digits, mut tail) = (digits, tail);
        if digits.is_empty() {
            digits.push(tail.first().copied().unwrap_or(0));
            let turn = tail.len().min(1);
            tail.rotate_left(turn);
        }
        let mut rules = Rules {
            digits,
            tail,
            unequal: false,
            min_part: 1,
        };
        rules.normalise();
        let shown = rules.to_string();
        if rules.digits.len().max(rules.tail.len()) > MAX_TAKE + 1 {
            return Err(too_long(&shown, MAX_TAKE + 1));
        }
        if rules.digit(0) & 3 != 0 {
            return Err(bad(
                &shown,
                1,
                "a digit before the point that only splits (0, 4, 8, C, …)",
                "小数点前只允许分拆的数字（0、4、8、C……）",
            ));
        }
        Ok(rules)
    }

    /// The subtraction game on `set`.
    pub fn subtraction(set: &[u64]) -> Result<Rules, Error> {
        let mut digits = vec![0u16; largest(set)? + 1];
        for &take in set {
            digits[take as usize] = 3;
        }
        Rules::new(digits, Vec::new())
    }

    /// The game in which every number may be taken except those in `set`.
    pub fn all_but(set: &[u64]) -> Result<Rules, Error> {
        let mut digits = vec![3u16; largest(set)? + 1];
        digits[0] = 0;
        for &take in set {
            digits[take as usize] = 0;
        }
        Rules::new(digits, vec![3])
    }

    /// The same moves, with the parts of a split pairwise different.
    pub fn with_unequal(mut self) -> Rules {
        self.unequal = true;
        self.normalise();
        self
    }

    /// The same moves, with every part of a split at least `min`.
    pub fn with_min_part(mut self, min: u64) -> Rules {
        self.min_part = min.max(1);
        self.normalise();
        self
    }

    /// The digit for removing `take` tokens.
    #[inline]
    pub fn digit(&self, take: u64) -> u16 {
        let known = self.digits.len() as u64;
        if take < known {
            self.digits[take as usize]
        } else if self.tail.is_empty() {
            0
        } else {
            self.tail[((take - known) % self.tail.len() as u64) as usize]
        }
    }

    /// The digit for a number of any size.
    pub fn digit_big(&self, take: &UBig) -> u16 {
        if let Ok(take) = u64::try_from(take) {
            return self.digit(take);
        }
        let beyond = take - UBig::from(self.digits.len());
        let at = match self.tail.len() {
            0 => return 0,
            length => beyond % UBig::from(length),
        };
        usize::try_from(at).map_or(0, |at| self.tail[at])
    }

    /// The digits before the repeating tail.
    pub fn digits(&self) -> &[u16] {
        &self.digits
    }

    /// The digits that repeat for ever; empty for a finite code.
    pub fn tail(&self) -> &[u16] {
        &self.tail
    }

    /// Whether the parts of a split must be pairwise different.
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// The least part of a split.
    pub fn min_part(&self) -> u64 {
        self.min_part
    }

    /// Whether only finitely many numbers may be removed.
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// The largest number that may be removed, for a finite code.
    pub fn last(&self) -> u64 {
        (self.digits.len() as u64).saturating_sub(1)
    }

    /// The largest number of heaps that a move may leave.
    pub fn max_parts(&self) -> u32 {
        let all = self.digits.iter().chain(&self.tail).fold(0, |a, d| a | d);
        16 - all.leading_zeros().min(15) - 1
    }

    /// Whether the periodicity lemma for finite codes applies: finitely many
    /// digits, and splits restricted by nothing but a least part.
    pub fn is_plain(&self) -> bool {
        self.is_finite() && !self.unequal
    }

    /// Whether every bit of the code is one of the base with digits below `base`.
    pub fn fits_base(&self, base: u16) -> bool {
        self.digits.iter().chain(&self.tail).all(|&d| d < base)
    }

    fn normalise(&mut self) {
        if self.tail.iter().all(|&d| d == 0) {
            self.tail.clear();
            while self.digits.len() > 1 && self.digits.last() == Some(&0) {
                self.digits.pop();
            }
        } else {
            // The shortest way to write an eventually repeating code.
            let len = self.tail.len();
            if let Some(period) = (1..len).find(|&p| {
                len.is_multiple_of(p) && (p..len).all(|i| self.tail[i] == self.tail[i - p])
            }) {
                self.tail.truncate(period);
            }
            while self.digits.len() > 1 && self.digits.last() == self.tail.last() {
                self.digits.pop();
                self.tail.rotate_right(1);
            }
        }
        if self.max_parts() < 2 {
            self.unequal = false;
            self.min_part = 1;
        }
    }

    /// The game whose heap `n` plays like a heap of `n + 1` here, or `None`
    /// when a heap of one can be moved in.
    ///
    /// A part of `a` tokens here is one of `a - 1` there, perhaps empty. A move
    /// that removes `t` and leaves `k` heaps thus removes `t + k - 1` and
    /// leaves any number up to `k`: 0.07 becomes 0.137.
    ///
    /// ```
    /// use grundy::solve::heap::code::Rules;
    /// let next = |code: &str| code.parse::<Rules>().unwrap().first_cousin().map(|c| c.to_string());
    /// assert_eq!(next("0.4").as_deref(), Some("0.07"));
    /// assert_eq!(next("0.07").as_deref(), Some("0.137"));
    /// assert_eq!(next("0.137"), None);
    /// ```
    pub fn first_cousin(&self) -> Option<Rules> {
        if !self.is_plain() || self.min_part > 1 || self.digit(1) & 1 != 0 {
            return None;
        }
        let mut digits = vec![0u16; self.digits.len() + MAX_PARTS as usize];
        for (take, &digit) in self.digits.iter().enumerate() {
            for parts in (0..=MAX_PARTS as usize).filter(|&k| digit >> k & 1 == 1) {
                if let Some(target) = (take + parts).checked_sub(1) {
                    digits[target] |= ((2u32 << parts) - 1) as u16;
                }
            }
        }
        Rules::new(digits, Vec::new()).ok()
    }

    /// The game whose heap `n + 1` plays like a heap of `n` here, if there is one.
    pub fn last_cousin(&self) -> Option<Rules> {
        if !self.is_plain() || self.min_part > 1 {
            return None;
        }
        // The highest bit of each digit can only come from one move there.
        let mut left = self.digits.clone();
        let mut digits = vec![0u16; left.len() + 2];
        for take in 0..left.len() {
            for parts in (1..=self.max_parts() as usize).rev() {
                let needed = ((2u32 << parts) - 1) as u16;
                if take + 1 >= parts && left[take] & needed == needed {
                    digits[take + 1 - parts] |= 1 << parts;
                    left[take] &= !needed;
                }
            }
            if left[take] == 1 {
                digits[take + 1] |= 1;
            } else if left[take] != 0 {
                return None;
            }
        }
        let found = Rules::new(digits, Vec::new()).ok()?;
        (found.first_cousin().as_ref() == Some(self)).then_some(found)
    }
}

/// The largest number of a set, if a code can be that long.
fn largest(set: &[u64]) -> Result<usize, Error> {
    let largest = set.iter().copied().max().unwrap_or(0);
    match usize::try_from(largest) {
        Ok(largest) if largest <= MAX_TAKE => Ok(largest),
        _ => Err(too_long(&largest.to_string(), 1)),
    }
}

fn too_long(text: &str, column: usize) -> Error {
    Error::BadCode {
        text: text.to_string(),
        column,
        expected: up_to(MAX_TAKE as u64),
    }
}

fn up_to(limit: u64) -> Text {
    Text::new(
        format!("numbers up to {limit}"),
        format!("不超过 {limit} 的数"),
    )
}

fn bad(text: &str, column: usize, en: &'static str, zh: &'static str) -> Error {
    Error::BadCode {
        text: text.to_string(),
        column,
        expected: Text::fixed(en, zh),
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |f: &mut fmt::Formatter<'_>, d: u16| match d {
            0..16 => write!(f, "{d:X}"),
            _ => write!(f, "({d})"),
        };
        digit(f, self.digit(0))?;
        if self.digits.len() > 1 || !self.tail.is_empty() {
            f.write_str(".")?;
        }
        for &d in self.digits.iter().skip(1) {
            digit(f, d)?;
        }
        if !self.tail.is_empty() {
            f.write_str("[")?;
            for &d in &self.tail {
                digit(f, d)?;
            }
            f.write_str("]")?;
        }
        if self.unequal {
            f.write_str("/unequal")?;
        }
        if self.min_part > 1 {
            write!(f, "/min={}", self.min_part)?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Rules, Error> {
        let chars: Vec<char> = text.chars().collect();
        Reader {
            text,
            chars,
            at: 0,
            base: 16,
        }
        .rules()
    }
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
    base: u16,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = word.chars().enumerate().all(|(i, c)| {
            self.chars
                .get(self.at + i)
                .is_some_and(|&x| x.eq_ignore_ascii_case(&c))
        });
        if found {
            self.at += word.chars().count();
        }
        found
    }

    fn refuse<T>(&self, en: &'static str, zh: &'static str) -> Result<T, Error> {
        Err(bad(self.text, self.at + 1, en, zh))
    }

    fn rules(mut self) -> Result<Rules, Error> {
        let plain = self.text.trim().to_lowercase().replace([' ', '_'], "-");
        let plain = plain.replace(['\'', '’'], "");
        if let Some((_, code)) = ALIASES.iter().find(|(name, _)| *name == plain) {
            return code.parse();
        }
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        let rules = if self.eat("allbut") {
            Rules::all_but(&self.set()?)?
        } else if self.peek() == Some('{') {
            let set = self.set()?;
            Rules::subtraction(&set)?
        } else {
            if self.eat("octal:") {
                self.base = 8;
            } else {
                self.eat("hex:");
            }
            self.code()?
        };
        self.constraints(rules)
    }

    fn number(&mut self, limit: u64) -> Result<u64, Error> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value * 10 + u64::from(d);
            if value > limit {
                return Err(Error::BadCode {
                    text: self.text.to_string(),
                    column: start + 1,
                    expected: up_to(limit),
                });
            }
            self.at += 1;
        }
        if self.at == start {
            return self.refuse("a number", "一个数");
        }
        Ok(value)
    }

    fn set(&mut self) -> Result<Vec<u64>, Error> {
        if !self.eat("{") {
            return self.refuse("`{`", "`{`");
        }
        let mut set = Vec::new();
        if self.eat("}") {
            return Ok(set);
        }
        loop {
            while self.peek() == Some(' ') {
                self.at += 1;
            }
            let take = self.number(MAX_TAKE as u64)?;
            if take == 0 {
                self.at -= 1;
                return self.refuse("a number of at least 1", "至少为 1 的数");
            }
            set.push(take);
            while self.peek() == Some(' ') {
                self.at += 1;
            }
            if self.eat("}") {
                return Ok(set);
            }
            if !self.eat(",") {
                return self.refuse("`,` or `}`", "`,` 或 `}`");
            }
        }
    }

    fn digit(&mut self) -> Result<Option<u16>, Error> {
        if self.eat("(") {
            let value = self.number((2 << MAX_PARTS) - 1)?;
            if !self.eat(")") {
                return self.refuse("`)`", "`)`");
            }
            return Ok(Some(value as u16));
        }
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        let Some(value) = c.to_digit(36) else {
            return Ok(None);
        };
        if value as u16 >= self.base {
            return match self.base {
                8 => self.refuse("an octal digit, 0 to 7", "八进制数字 0 到 7"),
                _ => self.refuse(
                    "a digit 0 to 9 or A to F, or a number in parentheses",
                    "0 到 9、A 到 F 的数字，或括号中的数",
                ),
            };
        }
        self.at += 1;
        Ok(Some(value as u16))
    }

    fn code(&mut self) -> Result<Rules, Error> {
        let mut digits = Vec::new();
        let mut tail = Vec::new();
        let first = self.at;
        match self.digit()? {
            Some(d) if d & 3 == 0 => digits.push(d),
            Some(_) => {
                self.at = first;
                return self.refuse(
                    "a digit before the point that only splits (0, 4, 8, C, …)",
                    "小数点前只允许分拆的数字（0、4、8、C……）",
                );
            }
            None if self.peek() == Some('.') => digits.push(0),
            None => return self.refuse("a code such as 0.137", "如 0.137 的编码"),
        }
        if self.eat(".") {
            while digits.len() <= MAX_TAKE + 1 {
                if self.eat("[") {
                    while let Some(d) = self.digit()? {
                        tail.push(d);
                        if tail.len() > MAX_TAKE {
                            return self.refuse("a shorter code", "更短的编码");
                        }
                    }
                    if tail.is_empty() {
                        return self.refuse("a digit to repeat", "一个循环的数字");
                    }
                    if !self.eat("]") {
                        return self.refuse("a digit or `]`", "数字或 `]`");
                    }
                    break;
                }
                match self.digit()? {
                    Some(d) => digits.push(d),
                    None => break,
                }
            }
            if digits.len() > MAX_TAKE + 1 {
                return self.refuse("a shorter code", "更短的编码");
            }
        }
        Rules::new(digits, tail)
    }

    fn constraints(&mut self, mut rules: Rules) -> Result<Rules, Error> {
        while self.eat("/") {
            if self.eat("unequal") {
                rules = rules.with_unequal();
            } else if self.eat("min=") {
                let min = self.number(u64::from(u32::MAX))?;
                rules = rules.with_min_part(min);
            } else {
                return self.refuse("`unequal` or `min=`", "`unequal` 或 `min=`");
            }
        }
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        if self.at < self.chars.len() {
            return self.refuse(
                "a digit of the base, `[` or the end",
                "该进制的数字、`[` 或结尾",
            );
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn codes_print_in_one_way() {
        for (text, printed) in [
            (".77", "0.77"),
            ("0.770", "0.77"),
            ("4.", "4"),
            ("4.0", "4"),
            ("hex:0.3f", "0.3F"),
            ("0.(31)1", "0.(31)1"),
            ("0.[33]", "0.[3]"),
            ("0.3[3]", "0.[3]"),
            ("0.13[73]", "0.1[37]"),
            ("{1,3,4}", "0.3033"),
            ("{ 2 }", "0.03"),
            ("{}", "0"),
            ("allbut{1,3}", "0.030[3]"),
            ("allbut{}", "0.[3]"),
            ("Dawson's Kayles", "0.07"),
            ("grundy", "4/unequal"),
            ("4/min=3/unequal", "4/unequal/min=3"),
            ("0.33/unequal", "0.33"),
        ] {
            assert_eq!(rules(text).to_string(), printed, "{text}");
            assert_eq!(rules(printed), rules(text));
        }
    }

    #[test]
    fn what_does_not_exist_is_refused_at_its_column() {
        for (text, column) in [
            ("octal:0.128", 11),
            ("0.1g", 4),
            ("hex:0.3G", 8),
            ("1.7", 1),
            ("0.7x", 4),
            ("0.[", 4),
            ("0.[3", 5),
            ("{1,0}", 4),
            ("{1;2}", 3),
            ("{99999999999999999999}", 2),
            ("4/odd", 3),
            ("", 1),
            ("0.(99999)", 4),
            ("0.3 7", 5),
        ] {
            match text.parse::<Rules>() {
                Err(Error::BadCode { column: c, .. }) => assert_eq!(c, column, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn cousins_go_both_ways() {
        for (here, there) in [
            ("0.4", "0.07"),
            ("0.07", "0.137"),
            ("4", "0.7"),
            ("0.45", "0.177"),
        ] {
            // 0.45 has a move from a heap of one only if d_1 has bit 0.
            let next = rules(here).first_cousin().map(|c| c.to_string());
            assert_eq!(next.as_deref(), Some(there), "{here}");
            let back = rules(there).last_cousin().map(|c| c.to_string());
            assert_eq!(back.as_deref(), Some(here), "{there}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,30}") {
            let _ = text.parse::<Rules>();
        }

        #[test]
        fn printing_and_reading_agree(
            digits in prop::collection::vec(0u16..64, 1..6),
            tail in prop::collection::vec(0u16..20, 0..3),
            unequal: bool, min in 1u64..4,
        ) {
            let mut digits = digits;
            digits[0] &= !3;
            let mut r = Rules::new(digits, tail).unwrap().with_min_part(min);
            if unequal { r = r.with_unequal(); }
            prop_assert_eq!(r.to_string().parse::<Rules>().unwrap(), r);
        }
    }
}
