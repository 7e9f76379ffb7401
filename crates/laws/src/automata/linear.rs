//! The relations that arithmetic gives: linear equations and inequalities,
//! congruences, bitwise relations, constants.
//!
//! Reading the digits of all numbers at once, the automaton for
//! Σ c·x ⋈ d keeps what the digits so far are worth, a small vector
//! ([`Numeration::read`]). The digits to come are
//! worth from 0 to f(i) - 1 on each track; once that cannot make good what
//! is missing, whatever i is, the answer is known and the automaton stops.
//! So only finitely many worths occur: see [`super::numeration`].
//!
//! Where places repeat with a period, a state also tells how much of a period was read. Whether
//! an answer is known is asked for every number of digits to come, also for those after
//! which no word ends: that is more than needed, and costs a few states at most.

use grundy::error::Error;
use grundy::text::Text;
use rustc_hash::FxHashMap;

use super::Engine;
use super::dfa::{DEAD, Dfa};
use super::numeration::{MOST_ORDER, Numeration, Weights};
use super::relation::{Relation, Variable, digits_of, letter_of, letters};

/// The largest coefficient.
pub const MOST_COEFFICIENT: i64 = 1 << 16;
/// Constants up to here leave few states without a closer look.
const SMALL: i64 = 64;
/// The largest constant.
pub const MOST_CONSTANT: i64 = 1 << 32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Equal,
    AtMost,
}

enum Fate {
    /// Whatever follows, the sum exceeds the constant.
    Above,
    /// Whatever follows, the sum is less than or equal to the constant, and
    /// less if `strict`.
    Below {
        strict: bool,
    },
    Open,
}

/// How many digits of a period were read, and what all digits are worth.
type Worth = (usize, Weights<i64>);

struct Linear {
    numeration: Numeration,
    constant: i64,
    /// The sum of the positive coefficients.
    up: i64,
    /// The sum of the negative ones, without its sign.
    down: i64,
}

impl Linear {
    fn total<T: Copy + std::iter::Sum>(weight: Weights<T>) -> T {
        weight.into_iter().sum()
    }

    fn fate(&self, (phase, weight): Worth) -> Fate {
        let (up, down) = (i128::from(self.up), i128::from(self.down));
        let constant = i128::from(self.constant);
        // With i digits to come a one is worth f(i), so the least total is
        // that of `low`, plus down, and the greatest that of `high`, minus up.
        let weight = weight.map(i128::from);
        let (mut low, mut high) = (weight, weight);
        low[0] -= down;
        high[0] += up;
        if self.always_greater(phase, low, constant - down) {
            return Fate::Above;
        }
        let negated = high.map(|w| -w);
        if self.always_greater(phase, negated, -up - constant) {
            return Fate::Below { strict: true };
        }
        if self.always_greater(phase, negated, -up - constant - 1) {
            return Fate::Below { strict: false };
        }
        Fate::Open
    }

    /// Whether the sum can still equal the constant: for some number i of
    /// digits to come, what is missing lies within their reach. Beyond places
    /// of 2^62 the constant, which is small, plays no part any more.
    fn reachable(&self, (mut phase, weight): Worth) -> bool {
        let mut weight = weight.map(i128::from);
        let mut one = [0i128; MOST_ORDER];
        one[0] = 1;
        while Self::total(one) < 1 << 62 {
            let missing = i128::from(self.constant) - Self::total(weight);
            let reach = Self::total(one) - 1;
            if -i128::from(self.down) * reach <= missing && missing <= i128::from(self.up) * reach {
                return true;
            }
            weight = self.numeration.read(phase, weight, 0);
            one = self.numeration.read(phase, one, 0);
            phase = (phase + 1) % self.numeration.period();
        }
        false
    }

    /// Whether the total is greater than the bound however many zeros follow.
    /// The totals obey the recurrence of the places, whose factors are not
    /// negative and begin with a positive one: once as many successive totals
    /// as it is long are not negative they do not fall any more, once all are
    /// not positive they do not rise.
    fn always_greater(&self, phase: usize, weight: Weights<i128>, bound: i128) -> bool {
        let order = self.numeration.order();
        let (mut phase, mut weight, mut above, mut below) = (phase, weight, 0, 0);
        for _ in 0..64 {
            let now = Self::total(weight);
            if now <= bound {
                return false;
            }
            above = if now >= 0 { above + 1 } else { 0 };
            below = if now <= 0 { below + 1 } else { 0 };
            if above >= order {
                return true;
            }
            if below >= order {
                return false;
            }
            weight = self.numeration.read(phase, weight, 0);
            phase = (phase + 1) % self.numeration.period();
        }
        false
    }
}

fn merged(terms: &[(Variable, i64)]) -> Vec<(Variable, i64)> {
    let mut terms = terms.to_vec();
    terms.sort_unstable();
    let mut merged: Vec<(Variable, i64)> = Vec::new();
    for (variable, factor) in terms {
        match merged.last_mut() {
            Some(last) if last.0 == variable => last.1 = last.1.saturating_add(factor),
            _ => merged.push((variable, factor)),
        }
    }
    merged.retain(|term| term.1 != 0);
    merged
}

fn too_large(number: i64) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("the number {number} in a linear relation is too large for an automaton"),
            format!("线性关系中的数 {number} 对自动机而言过大"),
        ),
    }
}

impl Engine<'_> {
    /// Σ factor·variable = constant.
    pub fn equal(&mut self, terms: &[(Variable, i64)], constant: i64) -> Result<Relation, Error> {
        self.linear(terms, constant, Sign::Equal)
    }

    /// Σ factor·variable ≤ constant.
    pub fn at_most(&mut self, terms: &[(Variable, i64)], constant: i64) -> Result<Relation, Error> {
        self.linear(terms, constant, Sign::AtMost)
    }

    fn linear(
        &mut self,
        terms: &[(Variable, i64)],
        constant: i64,
        sign: Sign,
    ) -> Result<Relation, Error> {
        let terms = merged(terms);
        for &(_, factor) in &terms {
            if factor.abs() > MOST_COEFFICIENT {
                return Err(too_large(factor));
            }
        }
        if constant.abs() > MOST_CONSTANT {
            return Err(too_large(constant));
        }
        if let ([(variable, 1)], Sign::Equal, 0..) = (&terms[..], sign, constant) {
            return self.constant(*variable, constant as u64);
        }
        let linear = Linear {
            numeration: self.numeration,
            constant,
            up: terms.iter().map(|t| t.1.max(0)).sum(),
            down: terms.iter().map(|t| (-t.1).max(0)).sum(),
        };
        let variables: Vec<Variable> = terms.iter().map(|t| t.0).collect();
        let count = letters(self.numeration, terms.len())?;
        let base = self.numeration.digit_count();
        let sums: Vec<i64> = (0..count)
            .map(|letter| {
                let digits = digits_of(letter, base, terms.len());
                let weight = digits.iter().zip(&terms).map(|(d, t)| i64::from(*d) * t.1);
                weight.sum()
            })
            .collect();
        // Many letters have one sum: where it leads is found once for all of them.
        let mut distinct = sums.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let which: Vec<usize> = { sums.iter() }
            .map(|sum| distinct.partition_point(|d| d < sum))
            .collect();
        let mut leads = vec![DEAD; distinct.len()];
        // Where a word may not end does not matter: those words are taken out below.
        let accepted = |(_, weight): Worth| match sign {
            Sign::Equal => Linear::total(weight) == constant,
            Sign::AtMost => Linear::total(weight) <= constant,
        };
        let period = self.numeration.period();
        let start = (0, [0; MOST_ORDER]);
        // `None` stands for the state in which all that follows is accepted.
        let mut dfa = Dfa::new(count, accepted(start));
        let mut number: FxHashMap<Option<Worth>, u32> = FxHashMap::default();
        number.insert(Some(start), 0);
        let mut weights = vec![Some(start)];
        let mut at = 0;
        while at < weights.len() {
            self.state(count, at)?;
            for (lead, &sum) in leads.iter_mut().zip(&distinct) {
                *lead = DEAD;
                let to = match weights[at] {
                    None => None,
                    Some((phase, weight)) => {
                        let next = linear.numeration.read(phase, weight, sum);
                        let next = ((phase + 1) % period, next);
                        match (linear.fate(next), sign) {
                            (Fate::Above, _) | (Fate::Below { strict: true }, Sign::Equal) => {
                                continue;
                            }
                            (Fate::Below { .. }, Sign::AtMost) => None,
                            (_, Sign::Equal)
                                if constant.abs() > SMALL && !linear.reachable(next) =>
                            {
                                continue;
                            }
                            _ => Some(next),
                        }
                    }
                };
                *lead = *number.entry(to).or_insert_with(|| {
                    weights.push(to);
                    dfa.add(to.is_none_or(accepted))
                });
            }
            for (letter, &sum) in which.iter().enumerate() {
                dfa.set(at as u32, letter, leads[sum]);
            }
            at += 1;
        }
        let relation = self.finish(variables.clone(), dfa)?;
        let all = self.all(&variables)?;
        self.and(&relation, &all)
    }

    /// Σ factor·variable leaves one of these remainders modulo `modulus`.
    pub fn congruent(
        &mut self,
        terms: &[(Variable, i64)],
        modulus: u32,
        remainders: &[u32],
    ) -> Result<Relation, Error> {
        let terms = merged(terms);
        let modulus = i64::from(modulus.max(1));
        let variables: Vec<Variable> = terms.iter().map(|t| t.0).collect();
        let count = letters(self.numeration, terms.len())?;
        let base = self.numeration.digit_count();
        let numeration = self.numeration;
        let accepted = |(_, weight): Worth| {
            let total = Linear::total(weight).rem_euclid(modulus);
            remainders.contains(&(total as u32))
        };
        let reduce = |weight: Weights<i64>| weight.map(|w| w.rem_euclid(modulus));
        let start = (0, [0; MOST_ORDER]);
        let mut dfa = Dfa::new(count, accepted(start));
        let mut number: FxHashMap<Worth, u32> = FxHashMap::default();
        number.insert(start, 0);
        let mut weights = vec![start];
        let mut at = 0;
        while at < weights.len() {
            self.state(count, at)?;
            for letter in 0..count {
                let digits = digits_of(letter, base, terms.len());
                let weight = digits.iter().zip(&terms);
                let sum = weight
                    .map(|(d, t)| i64::from(*d) * t.1.rem_euclid(modulus))
                    .sum();
                let (phase, weight) = weights[at];
                let next = reduce(numeration.read(phase, weight, sum));
                let next = ((phase + 1) % numeration.period(), next);
                let to = *number.entry(next).or_insert_with(|| {
                    weights.push(next);
                    dfa.add(accepted(next))
                });
                dfa.set(at as u32, letter, to);
            }
            at += 1;
        }
        let relation = self.finish(variables.clone(), dfa)?;
        let all = self.all(&variables)?;
        self.and(&relation, &all)
    }

    /// The variable has this value.
    pub fn constant(&mut self, variable: Variable, value: u64) -> Result<Relation, Error> {
        let count = letters(self.numeration, 1)?;
        let mut dfa = self.zeros(count);
        dfa.set_accepting(0, value == 0);
        let digits = self.numeration.digits(value);
        let lead = digits.iter().take_while(|d| **d == 0).count();
        let mut at = lead as u32;
        for (place, &digit) in digits.iter().enumerate().skip(lead) {
            let to = dfa.add(place + 1 == digits.len());
            dfa.set(at, digit.into(), to);
            at = to;
        }
        self.finish(vec![variable], dfa)
    }

    /// An automaton that accepts nothing and in which any number of zeros lead to the state
    /// of how much of a period they are.
    fn zeros(&mut self, letters: usize) -> Dfa {
        let mut dfa = Dfa::new(letters, false);
        let period = self.numeration.period() as u32;
        for _ in 1..period {
            dfa.add(false);
        }
        for state in 0..period {
            dfa.set(state, 0, (state + 1) % period);
        }
        dfa
    }

    /// The digits at every place are such that `allowed` holds of them, in
    /// the order given. `allowed` must hold of zeros. In base 2 this gives
    /// xor, and, or.
    pub fn digitwise(
        &mut self,
        variables: &[Variable],
        allowed: impl Fn(&[u8]) -> bool,
    ) -> Result<Relation, Error> {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let count = letters(self.numeration, sorted.len())?;
        let base = self.numeration.digit_count();
        let mut dfa = Dfa::new(count, true);
        for letter in 0..count {
            let digits = digits_of(letter, base, sorted.len());
            let in_order: Vec<u8> = variables
                .iter()
                .map(|v| digits[sorted.binary_search(v).unwrap_or(0)])
                .collect();
            if letter == 0 || allowed(&in_order) {
                dfa.set(0, letter, 0);
            }
        }
        let relation = self.finish(sorted.clone(), dfa)?;
        let all = self.all(&sorted)?;
        self.and(&relation, &all)
    }

    /// The xor of all these variables is 0; only in base 2.
    pub fn xor_zero(&mut self, variables: &[Variable]) -> Result<Relation, Error> {
        self.only_binary("xor", "按位异或")?;
        self.digitwise(variables, |digits| digits.iter().sum::<u8>() % 2 == 0)
    }

    /// The variable is a power of two; only in base 2.
    pub fn power_of_two(&mut self, variable: Variable) -> Result<Relation, Error> {
        self.only_binary("a power of two", "二的幂")?;
        let mut dfa = Dfa::new(2, false);
        let one = dfa.add(true);
        dfa.set(0, 0, 0);
        dfa.set(0, 1, one);
        dfa.set(one, 0, one);
        self.finish(vec![variable], dfa)
    }

    pub(super) fn only_binary(&self, en: &str, zh: &str) -> Result<(), Error> {
        if self.numeration == Numeration::BINARY {
            return Ok(());
        }
        Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "{en} is recognisable in base 2 only, not in {}",
                    self.numeration
                ),
                format!("{zh}只能在二进制中识别，不能在 {} 中识别", self.numeration),
            ),
        })
    }

    /// One of finitely many tuples of numbers.
    pub fn finite(
        &mut self,
        variables: &[Variable],
        tuples: &[Vec<u64>],
    ) -> Result<Relation, Error> {
        let count = letters(self.numeration, variables.len())?;
        let base = self.numeration.digit_count();
        let length = tuples
            .iter()
            .flatten()
            .map(|&n| self.numeration.digits(n).len())
            .max()
            .unwrap_or(0);
        // A tree over words of equal length, zeros in front included.
        let mut dfa = self.zeros(count);
        let period = self.numeration.period();
        for tuple in tuples {
            let words: Vec<Vec<u8>> = tuple
                .iter()
                .map(|&n| {
                    let digits = self.numeration.digits(n);
                    [vec![0; length - digits.len()], digits].concat()
                })
                .collect();
            let mut at = 0;
            let mut read = false;
            for place in 0..length {
                let digits: Vec<u8> = words.iter().map(|w| w[place]).collect();
                let letter = letter_of(&digits, base);
                // Zeros in front stay at the start, or go round a period.
                if letter == 0 && !read {
                    at = ((place + 1) % period) as u32;
                    continue;
                }
                read = true;
                let mut to = dfa.next(at, letter);
                if to == DEAD {
                    self.state(count, dfa.states())?;
                    to = dfa.add(false);
                    dfa.set(at, letter, to);
                }
                at = to;
            }
            dfa.set_accepting(at, true);
        }
        // The tree knows words of one length only below the start: a word
        // without zeros in front is as long as its longest number.
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        if sorted == variables {
            return self.finish(sorted, dfa);
        }
        self.given(&dfa, variables)
    }
}
