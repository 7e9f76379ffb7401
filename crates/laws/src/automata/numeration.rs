//! How numbers are written as digits.
//!
//! A numeration is given by places f(0) = 1 < f(1) < f(2) < …; the expansion of a number is the
//! greedy one. In all of them every number has one expansion, up to zeros in front; the
//! largest number of i digits is f(i) - 1; and of two expansions of equal length the greater
//! number is the greater word. There are three kinds.
//!
//! **Recurrences** f(i) = c₁·f(i-1) + … + c_d·f(i-d), where before d places are there
//! f(i) = c₁·f(i-1) + … + c_i·f(0) + 1. If no shift of c₁…c_d is greater than c₁…c_d itself, the
//! expansions are exactly the words in which no factor of length d reaches c₁…c_d (Parry 1960;
//! Bertrand 1989). With d = 1 this is base c₁; with (a, 1) it is Fraenkel's numeration (*How to
//! beat your Wythoff games' opponent on three fronts*, 1982), of which (1, 1) is Zeckendorf's;
//! (1, 1, 1) is that of the Tribonacci numbers. Addition is automatic if the greatest root β of
//! x^d = c₁·x^(d-1) + … + c_d is a Pisot number (Frougny and Solomyak 1996). For d ≤ 3 it is: the
//! other roots have product c₃/β < 1 since c₃ ≤ c₁ < β, and lie in the unit disc. For d = 4 it is
//! where c₁ ≥ c₂ ≥ c₃ ≥ c₄ ≥ 1 (Brauer 1951) and for (1, 0, 0, 1), the second smallest Pisot number
//! (Siegel 1944); any other recurrence is refused.
//!
//! **Mixed bases**: f(i+1) = b(i)·f(i), where the bases b repeat. The digit at place i is below
//! b(i), and nothing else is asked. Blocks of one period are the digits of the base that is the
//! product: so 2 and 5 in turn are base 10 with an alphabet of 5 digits rather than 10.
//!
//! **Ostrowski's numerations**: f(i+1) = a(i)·f(i) + f(i-1) with f(-1) = 1, where the partial
//! quotients a(i) ≥ 1 repeat: the denominators of the convergents of
//! [0; a(0)+1, a(1), a(2), …]. Expansions are the words whose digit at place i is at most a(i), and
//! if it is a(i) the next one is 0 (Ostrowski 1922). Proof: the words of i digits number
//! N(i+1) = a(i)·N(i) + N(i-1), as many as f(i+1); the largest is worth
//! a(i)·f(i) + a(i-2)·f(i-2) + … = f(i+1) - 1, the sum telescopes; so the order of words is that of
//! numbers. A period takes what digits are worth through the product of the matrices
//! (a 1; 1 0), whose determinant is ±1 and whose greater eigenvalue exceeds 1: the other one is
//! below 1, so that a linear form of digits stays near a line and, where it has not become large
//! for good, takes finitely many values. So addition is automatic (Hieronymi and Terry 2018;
//! Baranwal, Schaeffer and Shallit 2021), and the construction ends.
//! A continued fraction that repeats only later needs no kind of its own: what is automatic in
//! a numeration depends on the unit that the period multiplies by, not on how places begin
//! (Bruyère and Hansel 1997; [`crate::find::slope`] tells how its floors follow).
//!
//! Where places repeat with period p, words have a length that is a multiple of p: zeros in front
//! come by the period. How much of it was read is part of how an expansion may go on
//! ([`Numeration::follow`]).
//!
//! ```
//! use grundy_laws::automata::numeration::Numeration;
//! assert_eq!(Numeration::FIBONACCI.digits(11), [1, 0, 1, 0, 0]); // 8 + 3
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 0, 1, 0, 0]), Some(11));
//! assert_eq!(Numeration::FIBONACCI.value(&[1, 1]), None);
//! let tribonacci = Numeration::recurrence(&[1, 1, 1]).unwrap();
//! assert_eq!(tribonacci.digits(12), [1, 1, 0, 1]); // 7 + 4 + 1
//! assert_eq!(Numeration::recurrence(&[1, 2]), None);
//! // The square root of 3 is [1; 1, 2, 1, 2, …].
//! let root = Numeration::ostrowski(&[1, 2]).unwrap();
//! assert_eq!(root.places()[..6], [1, 2, 5, 7, 19, 26]);
//! assert_eq!(root.digits(11), [1, 0, 2, 0]); // 7 + 2·2
//! let ten = Numeration::mixed(&[2, 5]).unwrap();
//! assert_eq!(ten.digits(37), [1, 1, 3, 1]); // 20 + 10 + 3·2 + 1
//! ```
//!
//! Limits: recurrences of at most [`MOST_ORDER`] places, periods of at most [`MOST_PERIOD`], bases to
//! [`MOST_BASE`], other factors to [`MOST_FACTOR`].

use std::fmt;

use grundy::text::Text;

/// The longest recurrence.
pub const MOST_ORDER: usize = 4;
/// The longest period of mixed bases and partial quotients.
pub const MOST_PERIOD: usize = 12;
/// The largest base.
pub const MOST_BASE: u8 = 64;
/// The largest factor of a recurrence of two places or more, and partial quotient.
pub const MOST_FACTOR: u8 = 32;

/// The weights of the next places, and how expansions go on, both as small vectors: see
/// [`Numeration::read`].
pub type Weights<T> = [T; MOST_ORDER];

/// How the word before the first digit may go on: see [`Numeration::follow`].
pub const START: u8 = 0;

/// A way to write numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numeration {
    /// The first factor of the recurrence, for each place of a period, the least place
    /// first; then zeros.
    first: [u8; MOST_PERIOD],
    /// The other factors, then zeros.
    other: [u8; MOST_ORDER - 1],
    order: u8,
    period: u8,
}

impl Numeration {
    /// Base two.
    pub const BINARY: Numeration = Numeration::simple(2, 0);
    /// Base three.
    pub const TERNARY: Numeration = Numeration::simple(3, 0);
    /// Zeckendorf's numeration.
    pub const FIBONACCI: Numeration = Numeration::simple(1, 1);
    /// Fraenkel's numeration of parameter 2, whose places are sums of Pell
    /// numbers.
    pub const PELL: Numeration = Numeration::simple(2, 1);

    /// A base, or a recurrence of two factors, unseen.
    const fn simple(first: u8, second: u8) -> Numeration {
        let (mut firsts, mut other) = ([0; MOST_PERIOD], [0; MOST_ORDER - 1]);
        firsts[0] = first;
        other[0] = second;
        Numeration {
            first: firsts,
            other,
            order: if second > 0 { 2 } else { 1 },
            period: 1,
        }
    }

    /// The numeration of a recurrence, if it is one of those described above.
    pub fn recurrence(factors: &[u8]) -> Option<Numeration> {
        let (&first, rest) = factors.split_first()?;
        let last = *factors.last()?;
        let fits = match factors.len() {
            1 => (2..=MOST_BASE).contains(&first),
            2..=MOST_ORDER => {
                // No shift is greater; an equal one would make it shorter.
                let shifts = (1..factors.len()).map(|by| &factors[by..]);
                (1..=MOST_FACTOR).contains(&first)
                    && last > 0
                    && { shifts }.all(|shift| shift <= &factors[..shift.len()])
                    && (factors.len() < 4 || descends(factors) || factors == [1, 0, 0, 1])
            }
            _ => false,
        };
        let mut found = Numeration::simple(first, 0);
        found.order = factors.len() as u8;
        { found.other.iter_mut() }
            .zip(rest)
            .for_each(|(to, from)| *to = *from);
        fits.then_some(found)
    }

    /// Mixed bases that repeat, the least place first.
    pub fn mixed(bases: &[u8]) -> Option<Numeration> {
        if let [_] = bases {
            return Numeration::recurrence(bases);
        }
        let fits = bases.iter().all(|b| (2..=MOST_BASE).contains(b));
        Numeration::periodic(bases, 0).filter(|_| fits)
    }

    /// Ostrowski's numeration whose partial quotients repeat, the least place first.
    pub fn ostrowski(quotients: &[u8]) -> Option<Numeration> {
        if let [a] = quotients {
            return Numeration::recurrence(&[*a, 1]);
        }
        let fits = quotients.iter().all(|a| (1..=MOST_FACTOR).contains(a));
        Numeration::periodic(quotients, 1).filter(|_| fits)
    }

    /// A numeration in which exactly the sets are automatic that are so in a base, with as
    /// few digits as may be: that of the root for a power, prime factors in turn for a product.
    ///
    /// ```
    /// use grundy_laws::automata::numeration::Numeration;
    /// assert_eq!(Numeration::of_base(8), Some(Numeration::BINARY));
    /// assert_eq!(Numeration::of_base(18), Numeration::mixed(&[2, 3, 3]));
    /// assert_eq!(Numeration::of_base(36), Numeration::mixed(&[2, 3]));
    /// assert_eq!(Numeration::of_base(7), Numeration::recurrence(&[7]));
    /// ```
    pub fn of_base(base: u64) -> Option<Numeration> {
        let (mut rest, mut primes) = (base, Vec::<(u8, usize)>::new());
        for prime in 2..=MOST_BASE {
            let mut times = 0;
            while rest > 1 && rest % u64::from(prime) == 0 {
                rest /= u64::from(prime);
                times += 1;
            }
            primes.extend((times > 0).then_some((prime, times)));
        }
        if rest != 1 {
            return None;
        }
        // A power has the sets of its root.
        let common = { primes.iter() }.fold(0, |common, (_, times)| gcd(common, *times));
        let each = { primes.iter() }
            .flat_map(|&(prime, times)| std::iter::repeat_n(prime, times / common.max(1)));
        Numeration::mixed(&each.collect::<Vec<u8>>())
    }

    fn periodic(firsts: &[u8], second: u8) -> Option<Numeration> {
        let period = firsts.len();
        if !(2..=MOST_PERIOD).contains(&period) {
            return None;
        }
        // A shorter period would be another name of the same numeration.
        let repeats = |by: usize| {
            period.is_multiple_of(by) && (by..period).all(|i| firsts[i] == firsts[i - by])
        };
        if (1..period).any(repeats) {
            return None;
        }
        let mut found = Numeration::simple(0, second);
        { found.first.iter_mut() }
            .zip(firsts)
            .for_each(|(to, from)| *to = *from);
        found.period = period as u8;
        Some(found)
    }

    /// The factors of the recurrence; with a period, those of the least place.
    pub fn factors(&self) -> Vec<u8> {
        let others = &self.other[..self.order() - 1];
        [&self.first[..1], others].concat()
    }

    /// The first factors of a period, the least place first.
    pub fn firsts(&self) -> &[u8] {
        &self.first[..self.period()]
    }

    /// How many places before make up a place.
    pub fn order(self) -> usize {
        usize::from(self.order)
    }

    /// After how many places factors repeat. Lengths of words are multiples of it.
    pub fn period(self) -> usize {
        usize::from(self.period)
    }

    /// How many digits there are, at whatever place.
    pub fn digit_count(self) -> usize {
        let most = self.firsts().iter().copied().max().unwrap_or(0);
        usize::from(most) + usize::from(self.order > 1)
    }

    /// The first factor at the place of a digit, after so many digits of a period.
    fn factor(self, phase: usize) -> u8 {
        self.first[self.period() - 1 - phase]
    }

    /// How many digits of a period were read where expansions go on so.
    #[inline]
    pub fn phase(self, at: u8) -> usize {
        usize::from(at / self.order)
    }

    /// Whether a digit may come next, and how expansions then go on. A number tells how
    /// many digits of a period were read and how much of the factors the last digits repeat;
    /// [`START`] before the first. A word may end where the phase is 0.
    #[inline]
    pub fn follow(self, at: u8, digit: u8) -> Option<u8> {
        let (phase, repeated) = (self.phase(at), at % self.order);
        let most = match repeated {
            0 => self.factor(phase),
            repeated => self.other[usize::from(repeated) - 1],
        };
        let next = (phase + 1) % self.period();
        let next = next as u8 * self.order;
        match digit.cmp(&most) {
            std::cmp::Ordering::Less => Some(next),
            std::cmp::Ordering::Equal if repeated + 1 < self.order => Some(next + repeated + 1),
            _ => None,
        }
    }

    /// What digits are worth after one more, which is `digit` or a sum of
    /// digits with factors, after `phase` digits of a period. With i digits to come (w₀, w₁, …) is worth
    /// w₀·f(i) + Σ of what the places before f(i) still owe to w₁, w₂, …,
    /// which are the values of w₀ before: reading makes w₀ into
    /// c₁·w₀ + c₂·w₁ + … + digit. Without digits to come it is worth
    /// w₀ + w₁ + ….
    #[inline]
    pub fn read<T>(self, phase: usize, weight: Weights<T>, digit: T) -> Weights<T>
    where
        T: Copy + From<u8> + std::ops::Add<Output = T> + std::ops::Mul<Output = T>,
    {
        let c1 = T::from(self.factor(phase));
        let [c2, c3, c4] = self.other.map(T::from);
        let [a, b, c, d] = weight;
        let zero = T::from(0);
        match self.order {
            1 => [c1 * a + digit, zero, zero, zero],
            2 => [c1 * a + c2 * b + digit, a, zero, zero],
            3 => [c1 * a + c2 * b + c3 * c + digit, a, b, zero],
            _ => [c1 * a + c2 * b + c3 * c + c4 * d + digit, a, b, c],
        }
    }

    /// The place values that fit 64 bits, least first.
    pub fn places(self) -> Vec<u64> {
        self.places_to(u64::MAX)
    }

    /// The place values up to a number, and always the first.
    fn places_to(self, most: u64) -> Vec<u64> {
        let mut places = vec![1u64];
        loop {
            let count = places.len();
            let first = self.first[(count - 1) % self.period()];
            // u128 holds what a few places of 64 bits make up.
            let mut next = u128::from(first) * u128::from(places[count - 1]);
            for (back, &factor) in self.other.iter().enumerate() {
                let before = count.checked_sub(back + 2).map_or(0, |at| places[at]);
                next += u128::from(factor) * u128::from(before);
            }
            next += u128::from(count < self.order());
            match u64::try_from(next) {
                Ok(next) if next <= most => places.push(next),
                _ => return places,
            }
        }
    }

    /// The digits of `number`, most significant first; 0 has none. With a period zeros
    /// in front complete the first one.
    pub fn digits(self, number: u64) -> Vec<u8> {
        if number == 0 {
            return Vec::new();
        }
        let places = self.places_to(number);
        let mut rest = number;
        let mut digits = vec![0; places.len().next_multiple_of(self.period()) - places.len()];
        for place in places.into_iter().rev() {
            digits.push((rest / place) as u8);
            rest %= place;
        }
        digits
    }

    /// The number that digits spell, unless they break the rules of the
    /// numeration or exceed 64 bits.
    pub fn value(self, digits: &[u8]) -> Option<u64> {
        let places = self.places();
        let (mut value, mut at) = (0u64, START);
        for (left, &digit) in (0..digits.len()).rev().zip(digits) {
            at = self.follow(at, digit)?;
            if digit > 0 {
                let worth = places.get(left)?.checked_mul(digit.into())?;
                value = value.checked_add(worth)?;
            }
        }
        (self.phase(at) == 0).then_some(value)
    }

    /// The number of numbers with at most `length` digits, if it fits.
    pub fn numbers_of_length(self, length: usize) -> Option<u64> {
        self.places().get(length).copied()
    }

    /// The recurrence as people write it.
    fn rule(self) -> String {
        let mut rule = String::new();
        for (back, &factor) in (1..).zip(&self.factors()).filter(|(_, f)| **f > 0) {
            let plus = if rule.is_empty() { "" } else { "+" };
            let times = match factor {
                1 => String::new(),
                factor => format!("{factor}·"),
            };
            rule.push_str(&format!("{plus}{times}f(i-{back})"));
        }
        rule
    }

    /// What repeats, as people write it, the least place first.
    fn cycle(self, between: &str) -> String {
        let each: Vec<String> = self.firsts().iter().map(u8::to_string).collect();
        each.join(between)
    }

    /// The base that mixed bases make up, if it is not huge.
    fn product(self) -> Option<u64> {
        { self.firsts().iter() }.try_fold(1u64, |all, &b| all.checked_mul(b.into()))
    }

    /// The name for people.
    pub fn text(self) -> Text {
        let zh = match (&self.factors()[..], self.period) {
            ([_], 2..) => match self.product() {
                Some(base) => format!("{base} 进制（逐位依次以 {} 为基）", self.cycle("、")),
                None => format!("逐位依次以 {} 为基的混合进制", self.cycle("、")),
            },
            (_, 2..) => format!("部分商循环为 {} 的 Ostrowski 记数法", self.cycle("、")),
            ([k], _) => format!("{k} 进制"),
            ([1, 1], _) => "斐波那契记数法".to_string(),
            ([1, 1, 1], _) => "三阶斐波那契记数法".to_string(),
            ([a, 1], _) => format!("参数为 {a} 的 Fraenkel 记数法"),
            _ => format!("位权满足 f(i) = {} 的记数法", self.rule()),
        };
        Text::new(self.to_string(), zh)
    }

    /// The name used in files.
    pub fn code(self) -> String {
        let factors: Vec<String> = self.factors().iter().map(u8::to_string).collect();
        match (&factors[..], self.period) {
            ([_], 2..) => format!("bases {}", self.cycle(" ")),
            (_, 2..) => format!("ostrowski {}", self.cycle(" ")),
            ([k], _) => format!("base {k}"),
            (factors, _) => format!("recurrence {}", factors.join(" ")),
        }
    }

    /// Reads the name used in files.
    pub fn from_code(text: &str) -> Option<Numeration> {
        let (kind, numbers) = text.trim().split_once(' ')?;
        let numbers = numbers.split_whitespace().map(|n| n.parse().ok());
        let numbers: Vec<u8> = numbers.collect::<Option<_>>()?;
        match (kind, numbers.len()) {
            ("base", 1) | ("recurrence", 2..) => Numeration::recurrence(&numbers),
            ("bases", 2..) => Numeration::mixed(&numbers),
            ("ostrowski", 2..) => Numeration::ostrowski(&numbers),
            _ => None,
        }
    }
}

/// Whether factors never rise and end with a positive one.
fn descends(factors: &[u8]) -> bool {
    factors.is_sorted_by(|a, b| a >= b) && factors.last().is_some_and(|last| *last > 0)
}

fn gcd(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.factors()[..], self.period) {
            ([_], 2..) => match self.product() {
                Some(base) => write!(f, "base {base} (read in bases {})", self.cycle(", ")),
                None => write!(f, "mixed bases {}", self.cycle(", ")),
            },
            (_, 2..) => {
                let quotients = self.cycle(", ");
                write!(
                    f,
                    "Ostrowski's numeration with partial quotients {quotients}, …"
                )
            }
            ([k], _) => write!(f, "base {k}"),
            ([1, 1], _) => f.write_str("Fibonacci numeration"),
            ([1, 1, 1], _) => f.write_str("Tribonacci numeration"),
            ([a, 1], _) => write!(f, "Fraenkel's numeration {a}"),
            _ => write!(f, "the numeration with places f(i) = {}", self.rule()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of every kind and more, for tests.
    fn some() -> Vec<Numeration> {
        let recurrences: [&[u8]; 20] = [
            &[2],
            &[3],
            &[10],
            &[64],
            &[1, 1],
            &[2, 1],
            &[3, 1],
            &[32, 1],
            &[2, 2],
            &[3, 2],
            &[1, 1, 1],
            &[1, 0, 1],
            &[2, 0, 1],
            &[2, 1, 2],
            &[1, 0, 0, 1],
            &[1, 1, 1, 1],
            &[2, 1, 1, 1],
            &[3, 2, 2, 1],
            &[5, 5],
            &[8, 3],
        ];
        let mixed: [&[u8]; 5] = [&[2, 5], &[5, 2], &[2, 2, 3], &[2, 3, 3], &[64, 2]];
        let quotients: [&[u8]; 9] = [
            &[1, 2],
            &[2, 1],
            &[1, 1, 1, 4],
            &[4, 1, 1, 1],
            &[2, 4],
            &[1, 1, 2],
            &[3, 1, 32],
            &[2, 1, 3, 1, 2, 8],
            &[1, 1, 1, 1, 6],
        ];
        let recurrences = recurrences.into_iter().map(Numeration::recurrence);
        let mixed = mixed.into_iter().map(Numeration::mixed);
        let quotients = quotients.into_iter().map(Numeration::ostrowski);
        let all = recurrences.chain(mixed).chain(quotients);
        all.collect::<Option<_>>().unwrap()
    }

    #[test]
    fn every_number_has_one_expansion_and_order_is_that_of_words() {
        for numeration in some() {
            let places = numeration.places();
            assert!(places.is_sorted_by(|a, b| a < b), "{numeration}");
            let words: Vec<Vec<u8>> = (0..500).map(|n| numeration.digits(n)).collect();
            for (n, word) in words.iter().enumerate() {
                assert_eq!(numeration.value(word), Some(n as u64), "{numeration}");
                // By the places, not by the rules of reading.
                let worth = word.iter().rev().zip(&places);
                let worth: u64 = worth.map(|(d, p)| u64::from(*d) * p).sum();
                assert_eq!(worth, n as u64, "{numeration}");
                assert_eq!(word.len() % numeration.period(), 0);
                // Zeros in front come by the period.
                let longer = [vec![0; numeration.period()], word.clone()].concat();
                assert_eq!(numeration.value(&longer), Some(n as u64), "{numeration}");
            }
            let order = |word: &Vec<u8>| (word.len(), word.clone());
            assert!(words.windows(2).all(|w| order(&w[0]) < order(&w[1])));
            // The words of some periods that may be read are exactly the numbers below the
            // next place, and reading gives their worth.
            let length = 4usize.next_multiple_of(numeration.period());
            let mut seen = vec![(START, 0usize, [0u64; MOST_ORDER])];
            for _ in 0..length {
                let longer = seen.iter().flat_map(|&(at, phase, weight)| {
                    (0..numeration.digit_count() as u8).filter_map(move |digit| {
                        let next = numeration.follow(at, digit)?;
                        let weight = numeration.read(phase, weight, digit.into());
                        Some((next, (phase + 1) % numeration.period(), weight))
                    })
                });
                seen = longer.collect();
                if seen.len() > 1 << 18 {
                    break;
                }
            }
            if seen.len() <= 1 << 18 {
                let count = numeration.numbers_of_length(length).unwrap();
                let seen = seen.iter().map(|(_, _, weight)| weight.iter().sum::<u64>());
                assert!(seen.eq(0..count), "{numeration}");
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for numeration in some() {
            assert_eq!(Numeration::from_code(&numeration.code()), Some(numeration));
        }
        for bad in [
            "base 1",
            "base 65",
            "base 2 2",
            "recurrence 3",
            "recurrence 1 2",
            "recurrence 2 1 3",
            "recurrence 1 0",
            "recurrence 2 0 0 1",
            "recurrence 1 1 1 1 1",
            "recurrence 33 1",
            "bases 2",
            "bases 2 1",
            "bases 2 65",
            "bases 3 3",
            "bases 2 3 2 3",
            "ostrowski 1",
            "ostrowski 1 0",
            "ostrowski 1 33",
            "ostrowski 1 2 1 2",
            "ostrowski 1 2 3 4 5 6 7 8 9 10 11 12 13",
            "ostrowski",
        ] {
            assert_eq!(Numeration::from_code(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_largest_numbers_survive_a_round_trip() {
        for numeration in some() {
            for number in [u64::MAX, u64::MAX - 1, 1 << 63] {
                let digits = numeration.digits(number);
                assert_eq!(numeration.value(&digits), Some(number), "{numeration}");
            }
        }
    }

    #[test]
    fn bases_have_the_digits_of_their_factors() {
        for base in 2..=256u64 {
            let Some(numeration) = Numeration::of_base(base) else {
                continue;
            };
            // Some power of the base and some power of the numeration's are the same.
            let own = numeration.product().unwrap();
            let mut power = own;
            while power < base {
                power *= own;
            }
            assert_eq!(power, base);
        }
        assert_eq!(Numeration::of_base(67), None);
        assert_eq!(Numeration::of_base(1), None);
        assert_eq!(Numeration::of_base(0), None);
    }
}
