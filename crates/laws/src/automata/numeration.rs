//! How numbers are written as digits.
//!
//! *Base k*: places 1, k, k², …, digits 0..k.
//!
//! *Fraenkel's numeration a*: places f(0) = 1, f(1) = a + 1,
//! f(i+1) = a·f(i) + f(i-1), digits 0..=a, and a digit a is followed by 0
//! (Fraenkel, *How to beat your Wythoff games' opponent on three fronts*,
//! 1982). With a = 1 this is the Fibonacci numeration of Zeckendorf.
//!
//! In both every number has one expansion, up to zeros in front; the largest
//! number of i digits is f(i) - 1; and of two expansions of equal length the
//! greater number is the greater word.
//!
//! ```
//! use grundy_laws::automata::numeration::Numeration;
//! assert_eq!(Numeration::FIBONACCI.digits(11), [1, 0, 1, 0, 0]); // 8 + 3
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 0, 1, 0, 0]), Some(11));
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 1]), None);
//! ```

use std::fmt;

use grundy::text::Text;

/// A way to write numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// Base k, from 2 to 16.
    Base(u8),
    /// Fraenkel's numeration of parameter a, from 1 to 8.
    Fraenkel(u8),
}

impl Numeration {
    /// Base two.
    pub const BINARY: Numeration = Numeration::Base(2);
    /// Zeckendorf's numeration.
    pub const FIBONACCI: Numeration = Numeration::Fraenkel(1);

    /// How many digits there are.
    pub fn digit_count(self) -> usize {
        match self {
            Numeration::Base(k) => k.max(2).into(),
            Numeration::Fraenkel(a) => usize::from(a.max(1)) + 1,
        }
    }

    /// The factor in front of the last place in the recurrence of the places.
    pub(crate) fn factor(self) -> i64 {
        match self {
            Numeration::Base(k) => k.max(2).into(),
            Numeration::Fraenkel(a) => a.max(1).into(),
        }
    }

    /// Whether a digit may follow another.
    pub fn may_follow(self, before: u8, digit: u8) -> bool {
        match self {
            Numeration::Base(_) => true,
            Numeration::Fraenkel(a) => before < a || digit == 0,
        }
    }

    /// The place values that fit 64 bits, least first.
    pub fn places(self) -> Vec<u64> {
        self.places_to(u64::MAX)
    }

    /// The place values up to a number, and always the first.
    fn places_to(self, most: u64) -> Vec<u64> {
        let mut places = vec![1u64];
        let mut before = match self {
            Numeration::Base(_) => 0,
            Numeration::Fraenkel(_) => 1,
        };
        loop {
            let last = places[places.len() - 1];
            let next = last
                .checked_mul(self.factor() as u64)
                .and_then(|n| n.checked_add(before));
            match next {
                Some(next) if next <= most => places.push(next),
                _ => return places,
            }
            if let Numeration::Fraenkel(_) = self {
                before = last;
            }
        }
    }

    /// The digits of `number`, most significant first; 0 has none.
    pub fn digits(self, number: u64) -> Vec<u8> {
        let mut rest = number;
        let mut digits = Vec::new();
        for place in self.places_to(number).into_iter().rev() {
            let digit = (rest / place) as u8;
            rest %= place;
            if digit > 0 || !digits.is_empty() {
                digits.push(digit);
            }
        }
        digits
    }

    /// The number that digits spell, unless they break the rules of the
    /// numeration or exceed 64 bits.
    pub fn value(self, digits: &[u8]) -> Option<u64> {
        let lead = digits.iter().take_while(|d| **d == 0).count();
        let digits = &digits[lead..];
        // Of so many digits no number fits 64 bits.
        if digits.len() > 64 + 30 {
            return None;
        }
        let places = self.places();
        if digits.len() > places.len() {
            return None;
        }
        let mut value = 0u64;
        let mut before = 0;
        for (digit, place) in digits.iter().zip(places[..digits.len()].iter().rev()) {
            if usize::from(*digit) >= self.digit_count() || !self.may_follow(before, *digit) {
                return None;
            }
            value = value.checked_add(place.checked_mul((*digit).into())?)?;
            before = *digit;
        }
        Some(value)
    }

    /// The number of numbers with at most `length` digits, if it fits.
    pub fn numbers_of_length(self, length: usize) -> Option<u64> {
        self.places().get(length).copied()
    }

    /// The name for people.
    pub fn text(self) -> Text {
        let zh = match self {
            Numeration::Base(k) => format!("{k} 进制"),
            Numeration::Fraenkel(1) => "斐波那契记数法".to_string(),
            Numeration::Fraenkel(a) => format!("参数为 {a} 的 Fraenkel 记数法"),
        };
        Text::new(self.to_string(), zh)
    }

    /// The name used in files.
    pub fn code(self) -> String {
        match self {
            Numeration::Base(k) => format!("base {k}"),
            Numeration::Fraenkel(a) => format!("fraenkel {a}"),
        }
    }

    /// Reads the name used in files.
    pub fn from_code(text: &str) -> Option<Numeration> {
        let (kind, number) = text.trim().split_once(' ')?;
        let number: u8 = number.trim().parse().ok()?;
        match kind {
            "base" if (2..=16).contains(&number) => Some(Numeration::Base(number)),
            "fraenkel" if (1..=8).contains(&number) => Some(Numeration::Fraenkel(number)),
            _ => None,
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeration::Base(k) => write!(f, "base {k}"),
            Numeration::Fraenkel(1) => f.write_str("Fibonacci numeration"),
            Numeration::Fraenkel(a) => write!(f, "Fraenkel's numeration {a}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_expansion_and_order_is_that_of_words() {
        for numeration in [
            Numeration::Base(2),
            Numeration::Base(3),
            Numeration::Fraenkel(1),
            Numeration::Fraenkel(2),
            Numeration::Fraenkel(3),
        ] {
            let words: Vec<Vec<u8>> = (0..500).map(|n| numeration.digits(n)).collect();
            for (n, word) in words.iter().enumerate() {
                assert_eq!(numeration.value(word), Some(n as u64), "{numeration}");
            }
            let order = |word: &Vec<u8>| (word.len(), word.clone());
            assert!(words.windows(2).all(|w| order(&w[0]) < order(&w[1])));
            // The legal words of four digits are exactly the numbers below f(4).
            let count = numeration.numbers_of_length(4).unwrap();
            let digits = numeration.digit_count();
            let mut seen = Vec::new();
            for code in 0..digits.pow(4) {
                let word: Vec<u8> = (0..4)
                    .map(|i| (code / digits.pow(i) % digits) as u8)
                    .collect();
                seen.extend(numeration.value(&word));
            }
            seen.sort_unstable();
            assert_eq!(seen, (0..count).collect::<Vec<_>>(), "{numeration}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for numeration in [Numeration::BINARY, Numeration::Fraenkel(2)] {
            assert_eq!(Numeration::from_code(&numeration.code()), Some(numeration));
        }
        assert_eq!(Numeration::from_code("base 1"), None);
    }

    #[test]
    fn the_largest_numbers_survive_a_round_trip() {
        for numeration in [
            Numeration::BINARY,
            Numeration::FIBONACCI,
            Numeration::Fraenkel(8),
        ] {
            for number in [u64::MAX, u64::MAX - 1, 1 << 63] {
                let digits = numeration.digits(number);
                assert_eq!(numeration.value(&digits), Some(number));
            }
        }
    }
}
