//! How numbers are written as digits, as far as the checker needs it.
//!
//! Places f(0) = 1, f(1), … grow in one of three ways; in each the words that may be read are
//! exactly the greedy expansions, every number has one, up to zeros in front, and the largest
//! number of i digits is f(i) - 1.
//!
//! - `base b` and `recurrence c₁ … c_d`: f(i) = c₁·f(i-1) + … + c_d·f(i-d), begun by f(0) = 1 and,
//!   before d places are there, f(i) = c₁·f(i-1) + … + c_i·f(0) + 1. *Premises:* c_d > 0, and no
//!   shift of c₁…c_d is greater than c₁…c_d itself. *Then* the expansions are the words in which
//!   no factor of length d reaches c₁…c_d (Parry 1960; Bertrand 1989). With (1, 1) this is
//!   Zeckendorf's.
//! - `bases b(0) b(1) …`, repeated: f(i+1) = b(i)·f(i), digits at place i below b(i). *Premise:*
//!   every base is at least 2.
//! - `ostrowski a(0) a(1) …`, repeated: f(i+1) = a(i)·f(i) + f(i-1) with f(-1) = 1; the digit at
//!   place i is at most a(i), and after a(i) comes 0. *Premise:* every quotient is at least 1.
//!   *Then* the words of i digits number f(i), by the same recurrence, and the largest is worth
//!   f(i) - 1, by telescoping; so they are the numbers below f(i) in their order.
//!
//! Where places repeat with a period, words have a length that is a multiple of it. That
//! addition is automatic is not needed here: it decides whether a check ends, not what it says.
//!
//! ```
//! use grundy_verify::law::numeration::Numeration;
//! let fibonacci = Numeration::from_code("recurrence 1 1").unwrap();
//! assert_eq!(fibonacci.value(&[1, 0, 1, 0, 0]), Some(11)); // 8 + 3
//! assert_eq!(fibonacci.value(&[1, 1]), None);
//! assert_eq!(Numeration::from_code("recurrence 1 2"), None);
//! let root = Numeration::from_code("ostrowski 1 2").unwrap(); // 1, 2, 5, 7, 19, …
//! assert_eq!(root.value(&[1, 0, 2, 0]), Some(11)); // 7 + 2·2
//! assert_eq!(root.value(&[1, 2, 0]), None); // half a period is missing
//! ```

/// The longest recurrence.
pub const MOST_ORDER: usize = 4;
/// The longest period.
pub const MOST_PERIOD: usize = 12;

/// What digits so far are worth: see [`Numeration::read`].
pub type Weights = [i128; MOST_ORDER];

/// A way to write numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numeration {
    /// The first factor at each place of a period, in the order in which digits are read.
    head: [u8; MOST_PERIOD],
    /// The factors after the first, then zeros.
    tail: [u8; MOST_ORDER - 1],
    order: u8,
    period: u8,
}

impl Numeration {
    /// Base two.
    pub const BINARY: Numeration = Numeration {
        head: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        tail: [0; MOST_ORDER - 1],
        order: 1,
        period: 1,
    };

    /// Reads `base 2`, `recurrence 1 1`, `bases 2 5` or `ostrowski 1 2`.
    pub fn from_code(text: &str) -> Option<Numeration> {
        let (kind, numbers) = text.trim().split_once(' ')?;
        let numbers = numbers.split_whitespace().map(|n| n.parse().ok());
        let given: Vec<u8> = numbers.collect::<Option<_>>()?;
        let (first, count) = (*given.first()?, given.len());
        let within = |range: std::ops::RangeInclusive<u8>| given.iter().all(|n| range.contains(n));
        // What repeats is named by its shortest period.
        let shorter = |by: usize| count % by == 0 && given[by..] == given[..count - by];
        let repeats = (2..=MOST_PERIOD).contains(&count) && !(1..count).any(shorter);
        let (fits, order, period) = match kind {
            "base" => (count == 1 && within(2..=64), 1, 1),
            // No shift is greater, the last place counts, and digits stay few.
            "recurrence" => {
                let mut shifts = (1..count).map(|by| &given[by..]);
                let fits = (2..=MOST_ORDER).contains(&count)
                    && (1..=32).contains(&first)
                    && given.last() != Some(&0)
                    && shifts.all(|shift| shift <= &given[..shift.len()]);
                (fits, count, 1)
            }
            "bases" => (repeats && within(2..=64), 1, count),
            "ostrowski" => (repeats && within(1..=32), 2, count),
            _ => return None,
        };
        if !fits {
            return None;
        }
        let (mut head, mut tail) = ([0; MOST_PERIOD], [0; MOST_ORDER - 1]);
        match period {
            1 => {
                head[0] = first;
                tail[..order - 1].copy_from_slice(&given[1..]);
            }
            _ => {
                head[..count].copy_from_slice(&given);
                head[..count].reverse();
                tail[0] = u8::from(order == 2);
            }
        }
        Some(Numeration {
            head,
            tail,
            order: order as u8,
            period: period as u8,
        })
    }

    /// As [`Numeration::from_code`] reads it.
    pub fn code(self) -> String {
        let listed = |numbers: &[u8]| {
            let each: Vec<String> = numbers.iter().map(u8::to_string).collect();
            each.join(" ")
        };
        let mut places = self.head[..self.period()].to_vec();
        places.reverse();
        match (self.order, self.period) {
            (1, 1) => format!("base {}", self.head[0]),
            (1, _) => format!("bases {}", listed(&places)),
            (_, 1) => {
                let others = &self.tail[..self.order() - 1];
                format!("recurrence {} {}", self.head[0], listed(others))
            }
            _ => format!("ostrowski {}", listed(&places)),
        }
    }

    /// How many places before make up a place.
    pub fn order(self) -> usize {
        usize::from(self.order)
    }

    /// After how many places it repeats: lengths of words are multiples of it.
    pub fn period(self) -> usize {
        usize::from(self.period)
    }

    /// The phase after one more digit: how many digits of a period were read.
    pub fn after(self, phase: usize) -> usize {
        (phase + 1) % self.period()
    }

    /// How many digits there are, at whatever place.
    pub fn digit_count(self) -> usize {
        let most = self.head.iter().copied().max().unwrap_or(0);
        usize::from(most) + usize::from(self.order > 1)
    }

    /// Whether a digit may come next in a phase, and how expansions then go on. A number tells how
    /// much of the factors the last digits repeat; 0 at the start.
    pub fn follow(self, phase: usize, repeated: u8, digit: u8) -> Option<u8> {
        let most = match repeated {
            0 => self.head[phase],
            repeated => self.tail[usize::from(repeated) - 1],
        };
        match digit.cmp(&most) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if repeated + 1 < self.order => Some(repeated + 1),
            _ => None,
        }
    }

    /// What digits are worth after one more in a phase, which is `digit` or a sum of digits with
    /// factors. Without digits to come (w₀, w₁, …) is worth w₀ + w₁ + …; a digit more makes w₀
    /// into c₁·w₀ + c₂·w₁ + … + digit, and shifts the others. Exact for numbers below 2^112.
    pub fn read(self, phase: usize, weight: Weights, digit: i128) -> Weights {
        let first = i128::from(self.head[phase]) * weight[0] + digit;
        let others = { self.tail.iter().zip(&weight[1..]) }.map(|(c, w)| i128::from(*c) * w);
        let mut next = [first + others.sum::<i128>(), 0, 0, 0];
        next[1..self.order()].copy_from_slice(&weight[..self.order() - 1]);
        next
    }

    /// The number that digits spell, unless they are no expansion or exceed 64 bits.
    pub fn value(self, digits: &[u8]) -> Option<u64> {
        let (mut weight, mut repeated, mut phase) = ([0; MOST_ORDER], 0, 0);
        for &digit in digits {
            repeated = self.follow(phase, repeated, digit)?;
            weight = self.read(phase, weight, digit.into());
            phase = self.after(phase);
            // Places only grow.
            u64::try_from(weight[0]).ok()?;
        }
        let value = u64::try_from(weight.iter().sum::<i128>()).ok();
        value.filter(|_| phase == 0)
    }

    /// The digits of a number, most significant first; 0 has none. Zeros in front make the
    /// length a multiple of the period.
    pub fn digits(self, number: u64) -> Vec<u8> {
        // Places by their recurrence: place i is followed by one whose factor is read last but i.
        let mut places: Vec<i128> = Vec::new();
        let mut next = 1;
        while next <= i128::from(number) {
            places.push(next);
            let first = self.head[self.period() - 1 - (places.len() - 1) % self.period()];
            let begun = places.len() < self.order();
            let before = places.iter().rev().skip(1).zip(&self.tail);
            next = i128::from(first) * next
                + before.map(|(f, c)| f * i128::from(*c)).sum::<i128>()
                + i128::from(begun);
        }
        let missing = places.len().next_multiple_of(self.period()) - places.len();
        let mut digits = vec![0; missing];
        let mut rest = i128::from(number);
        for place in places.into_iter().rev() {
            digits.push((rest / place) as u8);
            rest %= place;
        }
        digits
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
            "base 64",
            "recurrence 1 1",
            "recurrence 2 1",
            "recurrence 3 2",
            "recurrence 32 1",
            "recurrence 1 1 1",
            "recurrence 1 0 1",
            "recurrence 2 0 1",
            "recurrence 2 1 2",
            "recurrence 1 0 0 1",
            "recurrence 2 2 1 1",
            "bases 2 5",
            "bases 5 2",
            "bases 2 3 3",
            "bases 2 2 2 2 2 3",
            "ostrowski 1 2",
            "ostrowski 2 1",
            "ostrowski 1 1 1 4",
            "ostrowski 2 1 3 1 2 8",
            "ostrowski 32 1",
        ] {
            let numeration = Numeration::from_code(code).unwrap();
            assert_eq!(numeration.code(), code);
            let words: Vec<Vec<u8>> = (0..500).map(|n| numeration.digits(n)).collect();
            for (n, word) in words.iter().enumerate() {
                assert_eq!(numeration.value(word), Some(n as u64), "{code}");
                assert_eq!(word.len() % numeration.period(), 0, "{code}");
            }
            let order = |word: &Vec<u8>| (word.len(), word.clone());
            assert!(
                words.windows(2).all(|w| order(&w[0]) < order(&w[1])),
                "{code}"
            );
            // The words that may be read, of some periods, are the numbers in their order.
            let length = 3usize.next_multiple_of(numeration.period());
            let mut seen: Vec<(u8, Weights)> = vec![(0, [0; MOST_ORDER])];
            for phase in (0..length).map(|at| at % numeration.period()) {
                let longer = seen.iter().flat_map(|&(repeated, weight)| {
                    (0..numeration.digit_count() as u8).filter_map(move |digit| {
                        let next = numeration.follow(phase, repeated, digit)?;
                        Some((next, numeration.read(phase, weight, digit.into())))
                    })
                });
                seen = longer.collect();
            }
            let seen = seen.iter().map(|(_, weight)| weight.iter().sum::<i128>());
            assert!(seen.zip(0..).all(|(found, n)| found == n), "{code}");
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
            "base 65",
            "base 2 2",
            "recurrence 3",
            "recurrence 1 2",
            "recurrence 2 1 3",
            "recurrence 1 0",
            "recurrence 1 1 1 1 1",
            "recurrence 33 1",
            "bases 2",
            "bases 1 2",
            "bases 2 65",
            "bases 2 3 2 3",
            "ostrowski 2",
            "ostrowski 0 1",
            "ostrowski 1 33",
            "ostrowski 3 3",
            "ostrowski 1 1 1 1 1 1 1 1 1 1 1 1 2",
            "base",
            "",
        ] {
            assert_eq!(Numeration::from_code(bad), None, "{bad}");
        }
    }
}
