//! How numbers are written as digits.
//!
//! A numeration is given by a recurrence of its places,
//! f(i) = c₁·f(i-1) + … + c_d·f(i-d), begun by f(0) = 1 and, before d places
//! are there, f(i) = c₁·f(i-1) + … + c_i·f(0) + 1. The expansion of a number
//! is the greedy one. If no shift of c₁…c_d is greater than c₁…c_d itself, the
//! expansions are exactly the words in which no factor of length d reaches
//! c₁…c_d (Parry 1960; Bertrand 1989). With d = 1 this is base c₁; with (a, 1)
//! it is Fraenkel's numeration (*How to beat your Wythoff games' opponent on
//! three fronts*, 1982), of which (1, 1) is Zeckendorf's; (1, 1, 1) is that of
//! the Tribonacci numbers.
//!
//! Every number has one expansion, up to zeros in front; the largest number of
//! i digits is f(i) - 1; and of two expansions of equal length the greater
//! number is the greater word. For d ≤ 3 the greatest root of the recurrence
//! is a Pisot number: the other roots have product c₃/β < 1 since
//! c₃ ≤ c₁ < β, and lie in the unit disc. So addition is automatic (Frougny
//! and Solomyak 1996); a recurrence that is not of this form is refused.
//!
//! ```
//! use grundy_laws::automata::numeration::Numeration;
//! assert_eq!(Numeration::FIBONACCI.digits(11), [1, 0, 1, 0, 0]); // 8 + 3
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 0, 1, 0, 0]), Some(11));
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 1]), None);
//! let tribonacci = Numeration::recurrence(&[1, 1, 1]).unwrap();
//! assert_eq!(tribonacci.digits(12), [1, 1, 0, 1]); // 7 + 4 + 1
//! assert_eq!(Numeration::recurrence(&[1, 2]), None);
//! ```

use std::fmt;

use grundy::text::Text;

/// The longest recurrence.
pub const MOST_ORDER: usize = 3;
/// The largest factor of a recurrence of two places or more.
const MOST_FACTOR: u8 = 8;

/// The weights of the next places, and how expansions go on, both as small vectors: see
/// [`Numeration::read`].
pub type Weights<T> = [T; MOST_ORDER];

/// A way to write numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numeration {
    /// The factors of the recurrence, then zeros.
    factors: [u8; MOST_ORDER],
    order: u8,
}

impl Numeration {
    /// Base two.
    pub const BINARY: Numeration = Numeration {
        factors: [2, 0, 0],
        order: 1,
    };
    /// Base three.
    pub const TERNARY: Numeration = Numeration {
        factors: [3, 0, 0],
        order: 1,
    };
    /// Zeckendorf's numeration.
    pub const FIBONACCI: Numeration = Numeration {
        factors: [1, 1, 0],
        order: 2,
    };
    /// Fraenkel's numeration of parameter 2, whose places are sums of Pell
    /// numbers.
    pub const PELL: Numeration = Numeration {
        factors: [2, 1, 0],
        order: 2,
    };

    /// The numeration of a recurrence, if it is one of those described above.
    pub fn recurrence(factors: &[u8]) -> Option<Numeration> {
        let (first, last) = (*factors.first()?, *factors.last()?);
        let fits = match factors.len() {
            1 => (2..=16).contains(&first),
            2..=MOST_ORDER => {
                // No shift is greater; an equal one would make it shorter.
                let shifts = (1..factors.len()).map(|by| &factors[by..]);
                (1..=MOST_FACTOR).contains(&first) && last > 0 && { shifts }
                    .all(|shift| shift <= &factors[..shift.len()])
            }
            _ => false,
        };
        let mut all = [0; MOST_ORDER];
        all.iter_mut()
            .zip(factors)
            .for_each(|(to, from)| *to = *from);
        fits.then_some(Numeration {
            factors: all,
            order: factors.len() as u8,
        })
    }

    /// The factors of the recurrence.
    pub fn factors(&self) -> &[u8] {
        &self.factors[..self.order()]
    }

    /// How many places before make up a place.
    pub fn order(self) -> usize {
        usize::from(self.order)
    }

    /// How many digits there are.
    pub fn digit_count(self) -> usize {
        usize::from(self.factors[0]) + usize::from(self.order > 1)
    }

    /// Whether a digit may come next, and how expansions then go on. A number
    /// tells how much of the factors the last digits repeat; 0 at the start.
    #[inline]
    pub fn follow(self, repeated: u8, digit: u8) -> Option<u8> {
        let most = self.factors[usize::from(repeated)];
        match digit.cmp(&most) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if repeated + 1 < self.order => Some(repeated + 1),
            _ => None,
        }
    }

    /// What digits are worth after one more, which is `digit` or a sum of
    /// digits with factors. With i digits to come (w₀, w₁, …) is worth
    /// w₀·f(i) + Σ of what the places before f(i) still owe to w₁, w₂, …,
    /// which are the values of w₀ before: reading makes w₀ into
    /// c₁·w₀ + c₂·w₁ + … + digit. Without digits to come it is worth
    /// w₀ + w₁ + ….
    #[inline]
    pub fn read<T>(self, weight: Weights<T>, digit: T) -> Weights<T>
    where
        T: Copy + From<u8> + std::ops::Add<Output = T> + std::ops::Mul<Output = T>,
    {
        let [c1, c2, c3] = self.factors.map(T::from);
        let [a, b, c] = weight;
        let zero = T::from(0);
        match self.order {
            1 => [c1 * a + digit, zero, zero],
            2 => [c1 * a + c2 * b + digit, a, zero],
            _ => [c1 * a + c2 * b + c3 * c + digit, a, b],
        }
    }

    /// The place values that fit 64 bits, least first.
    pub fn places(self) -> Vec<u64> {
        self.places_to(u64::MAX)
    }

    /// The place values up to a number, and always the first.
    fn places_to(self, most: u64) -> Vec<u64> {
        // A one and then zeros; u128 holds one place more than 64 bits do.
        let mut weight: Weights<u128> = self.read([0; MOST_ORDER], 1);
        let mut places = Vec::new();
        loop {
            match u64::try_from(weight.iter().sum::<u128>()) {
                Ok(place) if place <= most || places.is_empty() => places.push(place),
                _ => return places,
            }
            weight = self.read(weight, 0);
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
        let places = self.places();
        if digits.len() > places.len() {
            return None;
        }
        let mut value = 0u64;
        let mut repeated = 0;
        for (digit, place) in digits.iter().zip(places[..digits.len()].iter().rev()) {
            repeated = self.follow(repeated, *digit)?;
            value = value.checked_add(place.checked_mul((*digit).into())?)?;
        }
        Some(value)
    }

    /// The number of numbers with at most `length` digits, if it fits.
    pub fn numbers_of_length(self, length: usize) -> Option<u64> {
        self.places().get(length).copied()
    }

    /// The recurrence as people write it.
    fn rule(self) -> String {
        let mut rule = String::new();
        for (back, &factor) in (1..).zip(self.factors()).filter(|(_, f)| **f > 0) {
            let plus = if rule.is_empty() { "" } else { "+" };
            let times = match factor {
                1 => String::new(),
                factor => format!("{factor}·"),
            };
            rule.push_str(&format!("{plus}{times}f(i-{back})"));
        }
        rule
    }

    /// The name for people.
    pub fn text(self) -> Text {
        let zh = match self.factors() {
            [k] => format!("{k} 进制"),
            [1, 1] => "斐波那契记数法".to_string(),
            [1, 1, 1] => "三阶斐波那契记数法".to_string(),
            [a, 1] => format!("参数为 {a} 的 Fraenkel 记数法"),
            _ => format!("位权满足 f(i) = {} 的记数法", self.rule()),
        };
        Text::new(self.to_string(), zh)
    }

    /// The name used in files.
    pub fn code(self) -> String {
        let factors: Vec<String> = self.factors().iter().map(u8::to_string).collect();
        match &factors[..] {
            [k] => format!("base {k}"),
            factors => format!("recurrence {}", factors.join(" ")),
        }
    }

    /// Reads the name used in files.
    pub fn from_code(text: &str) -> Option<Numeration> {
        let (kind, numbers) = text.trim().split_once(' ')?;
        let numbers = numbers.split_whitespace().map(|n| n.parse().ok());
        let numbers: Vec<u8> = numbers.collect::<Option<_>>()?;
        match (kind, numbers.len()) {
            ("base", 1) | ("recurrence", 2..) => Numeration::recurrence(&numbers),
            _ => None,
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.factors() {
            [k] => write!(f, "base {k}"),
            [1, 1] => f.write_str("Fibonacci numeration"),
            [1, 1, 1] => f.write_str("Tribonacci numeration"),
            [a, 1] => write!(f, "Fraenkel's numeration {a}"),
            _ => write!(f, "the numeration with places f(i) = {}", self.rule()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_expansion_and_order_is_that_of_words() {
        for factors in [
            &[2][..],
            &[3],
            &[1, 1],
            &[2, 1],
            &[3, 1],
            &[2, 2],
            &[3, 2],
            &[1, 1, 1],
            &[1, 0, 1],
            &[2, 0, 1],
            &[2, 1, 2],
        ] {
            let numeration = Numeration::recurrence(factors).unwrap();
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
        for factors in [&[2][..], &[2, 1], &[1, 0, 1]] {
            let numeration = Numeration::recurrence(factors).unwrap();
            assert_eq!(Numeration::from_code(&numeration.code()), Some(numeration));
        }
        for bad in [
            "base 1",
            "base 2 2",
            "recurrence 3",
            "recurrence 1 2",
            "recurrence 2 1 3",
            "recurrence 1 0",
            "recurrence 1 1 1 1",
        ] {
            assert_eq!(Numeration::from_code(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_largest_numbers_survive_a_round_trip() {
        for numeration in [
            Numeration::BINARY,
            Numeration::FIBONACCI,
            Numeration::recurrence(&[8, 1]).unwrap(),
            Numeration::recurrence(&[1, 0, 1]).unwrap(),
        ] {
            for number in [u64::MAX, u64::MAX - 1, 1 << 63] {
                let digits = numeration.digits(number);
                assert_eq!(numeration.value(&digits), Some(number));
            }
        }
    }
}
