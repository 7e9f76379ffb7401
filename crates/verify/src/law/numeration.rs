//! How numbers are written as digits, as far as the checker needs it.
//!
//! A numeration is given by a recurrence of its places,
//! f(i) = c₁·f(i-1) + … + c_d·f(i-d), begun by f(0) = 1 and, before d places are there,
//! f(i) = c₁·f(i-1) + … + c_i·f(0) + 1. If no shift of c₁…c_d is greater than c₁…c_d itself, the
//! words in which no factor of length d reaches c₁…c_d are exactly the greedy expansions
//! (Parry 1960; Bertrand 1989): every number has one, up to zeros in front, and the
//! largest number of i digits is f(i) - 1. With d = 1 this is base c₁, with (1, 1) Zeckendorf's.
//!
//! ```
//! use grundy_verify::law::numeration::Numeration;
//! let fibonacci = Numeration::from_code("recurrence 1 1").unwrap();
//! assert_eq!(fibonacci.value(&[1, 0, 1, 0, 0]), Some(11)); // 8 + 3
//! assert_eq!(fibonacci.value(&[1, 1]), None);
//! assert_eq!(Numeration::from_code("recurrence 1 2"), None);
//! ```

/// The longest recurrence.
pub const MOST_ORDER: usize = 3;

/// What digits so far are worth: see [`Numeration::read`].
pub type Weights = [i128; MOST_ORDER];

/// A way to write numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Reads `base 2` or `recurrence 1 1`.
    pub fn from_code(text: &str) -> Option<Numeration> {
        let (kind, numbers) = text.trim().split_once(' ')?;
        let numbers = numbers.split_whitespace().map(|n| n.parse().ok());
        let given: Vec<u8> = numbers.collect::<Option<_>>()?;
        let first = *given.first()?;
        let fits = match (kind, given.len()) {
            ("base", 1) => (2..=16).contains(&first),
            // No shift is greater, the last place counts, and digits stay few.
            ("recurrence", 2..=MOST_ORDER) => {
                let mut shifts = (1..given.len()).map(|by| &given[by..]);
                (1..=8).contains(&first)
                    && given.last() != Some(&0)
                    && shifts.all(|shift| shift <= &given[..shift.len()])
            }
            _ => false,
        };
        let mut factors = [0; MOST_ORDER];
        { factors.iter_mut() }
            .zip(&given)
            .for_each(|(to, from)| *to = *from);
        fits.then_some(Numeration {
            factors,
            order: given.len() as u8,
        })
    }

    /// As [`Numeration::from_code`] reads it.
    pub fn code(self) -> String {
        let factors: Vec<String> = { self.factors[..self.order()].iter() }
            .map(u8::to_string)
            .collect();
        match self.order {
            1 => format!("base {}", factors[0]),
            _ => format!("recurrence {}", factors.join(" ")),
        }
    }

    /// How many places before make up a place.
    pub fn order(self) -> usize {
        usize::from(self.order)
    }

    /// How many digits there are.
    pub fn digit_count(self) -> usize {
        usize::from(self.factors[0]) + usize::from(self.order > 1)
    }

    /// Whether a digit may come next, and how expansions then go on. A number tells how
    /// much of the factors the last digits repeat; 0 at the start.
    pub fn follow(self, repeated: u8, digit: u8) -> Option<u8> {
        let most = self.factors[usize::from(repeated)];
        match digit.cmp(&most) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if repeated + 1 < self.order => Some(repeated + 1),
            _ => None,
        }
    }

    /// What digits are worth after one more, which is `digit` or a sum of digits with
    /// factors. Without digits to come (w₀, w₁, …) is worth w₀ + w₁ + …; a digit more makes w₀
    /// into c₁·w₀ + c₂·w₁ + … + digit, and shifts the others. Exact for numbers below 2^120.
    pub fn read(self, weight: Weights, digit: i128) -> Weights {
        let [c1, c2, c3] = self.factors.map(i128::from);
        let [a, b, c] = weight;
        match self.order {
            1 => [c1 * a + digit, 0, 0],
            2 => [c1 * a + c2 * b + digit, a, 0],
            _ => [c1 * a + c2 * b + c3 * c + digit, a, b],
        }
    }

    /// The number that digits spell, unless they are no expansion or exceed 64 bits.
    pub fn value(self, digits: &[u8]) -> Option<u64> {
        let (mut weight, mut repeated) = ([0; MOST_ORDER], 0);
        for &digit in digits {
            repeated = self.follow(repeated, digit)?;
            weight = self.read(weight, digit.into());
            // Places only grow.
            u64::try_from(weight[0]).ok()?;
        }
        u64::try_from(weight.iter().sum::<i128>()).ok()
    }

    /// The digits of a number, most significant first; 0 has none.
    pub fn digits(self, number: u64) -> Vec<u8> {
        let mut places = Vec::new();
        let mut one = self.read([0; MOST_ORDER], 1);
        while one.iter().sum::<i128>() <= i128::from(number) {
            places.push(one.iter().sum::<i128>());
            one = self.read(one, 0);
        }
        let mut rest = i128::from(number);
        let digits = places.into_iter().rev().map(|place| {
            let digit = rest / place;
            rest %= place;
            digit as u8
        });
        digits.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_expansion_and_order_is_that_of_words() {
        for code in [
            "base 2",
            "base 3",
            "base 16",
            "recurrence 1 1",
            "recurrence 2 1",
            "recurrence 3 2",
            "recurrence 1 1 1",
            "recurrence 1 0 1",
            "recurrence 2 0 1",
            "recurrence 2 1 2",
        ] {
            let numeration = Numeration::from_code(code).unwrap();
            assert_eq!(numeration.code(), code);
            let words: Vec<Vec<u8>> = (0..500).map(|n| numeration.digits(n)).collect();
            for (n, word) in words.iter().enumerate() {
                assert_eq!(numeration.value(word), Some(n as u64), "{code}");
            }
            let order = |word: &Vec<u8>| (word.len(), word.clone());
            assert!(
                words.windows(2).all(|w| order(&w[0]) < order(&w[1])),
                "{code}"
            );
            // The words of three digits are exactly the numbers below f(3).
            let base = numeration.digit_count();
            let mut seen: Vec<u64> = (0..base.pow(3))
                .filter_map(|code| {
                    let word = [code % base, code / base % base, code / base / base];
                    numeration.value(&word.map(|d| d as u8))
                })
                .collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..seen.len() as u64), "{code}");
            for number in [u64::MAX, 1 << 63] {
                assert_eq!(
                    numeration.value(&numeration.digits(number)),
                    Some(number),
                    "{code}"
                );
            }
        }
        for bad in [
            "base 1",
            "base 17",
            "base 2 2",
            "recurrence 3",
            "recurrence 1 2",
            "recurrence 2 1 3",
            "recurrence 1 0",
            "recurrence 1 1 1 1",
            "recurrence 9 1",
            "base",
            "",
        ] {
            assert_eq!(Numeration::from_code(bad), None, "{bad}");
        }
    }
}
