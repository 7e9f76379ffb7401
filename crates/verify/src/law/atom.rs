//! The atoms of a question, each followed digit by digit.
//!
//! Arithmetic is exact: what digits are worth is computed in 128 bits from numbers that fit
//! 64, and what does not fit 64 bits again is refused.

use grundy::error::Error;

use super::certificate::{Automaton, DEAD};
use super::form::Bits;
use super::numeration::{MOST_ORDER, Numeration, Weights};
use crate::refused;

/// How a linear atom compares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    AtMostZero,
}

/// A statement about some variables.
#[derive(PartialEq)]
pub(super) enum Atom {
    /// The automaton of the certificate accepts them, in this order.
    Law(std::rc::Rc<Automaton>, Vec<usize>),
    /// Σ factor·variable + constant is zero, or at most zero.
    Linear(Vec<(usize, i128)>, i128, Sign),
    /// Σ factor·variable + constant leaves a remainder.
    Remainder(Vec<(usize, i128)>, i128, i64, i64),
    /// Something about their binary digits.
    Bits(Bits, Vec<usize>),
}

/// What the digits so far mean for an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AtomState {
    State(u32),
    /// What the digits so far are worth.
    Weights([i64; MOST_ORDER]),
    /// The sum will be greater than zero whatever follows.
    Above,
    /// The sum will be less than zero whatever follows, or at most zero
    /// where that is asked.
    Below,
    Never,
}

impl AtomState {
    /// Of two states of one inequality: whether this one's total is never the
    /// greater, whatever follows.
    pub(super) fn is_at_most(&self, other: &AtomState, numeration: Numeration) -> bool {
        match (self, other) {
            (a, b) if a == b => true,
            (AtomState::Below, _) | (_, AtomState::Above) => true,
            (AtomState::Weights(a), AtomState::Weights(b)) => {
                let (a, b) = (wide(*a), wide(*b));
                least([b[0] - a[0], b[1] - a[1], b[2] - a[2]], numeration).is_some()
            }
            _ => false,
        }
    }
}

fn wide(weight: [i64; MOST_ORDER]) -> Weights {
    weight.map(i128::from)
}

/// The state of a worth that fits 64 bits.
fn narrow(weight: Weights) -> Result<AtomState, Error> {
    let [Ok(a), Ok(b), Ok(c)] = weight.map(i64::try_from) else {
        return Err(refused(
            "a number in it is too large to be checked",
            "其中的数过大，无法复核",
        ));
    };
    Ok(AtomState::Weights([a, b, c]))
}

fn digit_sum(terms: &[(usize, i128)], digits: &[u8]) -> i128 {
    let each = terms.iter().map(|&(v, f)| f * i128::from(digits[v]));
    each.sum()
}

fn total(weight: Weights) -> i128 {
    weight.iter().sum()
}

/// The least total that any number of zeros can still make of a worth; `None`
/// if it may become negative. Totals obey the recurrence of the places: if as
/// many of them as it is long are not negative, none is, and none later is
/// less than the last of these.
fn least(mut weight: Weights, numeration: Numeration) -> Option<i128> {
    let mut found = i128::MAX;
    for _ in 0..numeration.order() {
        let total = total(weight);
        if total < 0 {
            return None;
        }
        found = found.min(total);
        weight = numeration.read(weight, 0);
    }
    Some(found)
}

/// Constants up to here are not worth a closer look.
const SMALL: i128 = 64;

/// Whether some number of digits to come can make w·b^i + constant zero, in base b. With i digits
/// to come the variables add from -down·(b^i - 1) to up·(b^i - 1): zero is possible if
/// b^i·(w - down) ≤ -constant - down and -constant + up ≤ b^i·(w + up). Once b^i exceeds all of the
/// numbers, only the signs of w - down and w + up count, and nothing changes any more.
fn may_vanish(w: i128, (up, down): (i128, i128), constant: i128, base: i128) -> bool {
    let most = constant.abs() + up + down;
    let mut place: i128 = 1;
    loop {
        let (low, high) = (place.saturating_mul(w - down), place.saturating_mul(w + up));
        if low <= -constant - down && up - constant <= high {
            return true;
        }
        if place > most {
            return false;
        }
        place *= base;
    }
}

impl Atom {
    /// Whether it says that a sum is at most something.
    pub(super) fn is_inequality(&self) -> bool {
        matches!(self, Atom::Linear(_, _, Sign::AtMostZero))
    }

    /// The variables that it is about, each once.
    pub(super) fn variables(&self) -> Vec<usize> {
        let mut found: Vec<usize> = match self {
            Atom::Law(_, variables) | Atom::Bits(_, variables) => variables.clone(),
            Atom::Linear(terms, ..) | Atom::Remainder(terms, ..) => {
                terms.iter().map(|t| t.0).collect()
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn start(&self) -> AtomState {
        match self {
            Atom::Law(..) | Atom::Bits(..) => AtomState::State(0),
            Atom::Linear(..) | Atom::Remainder(..) => AtomState::Weights([0; MOST_ORDER]),
        }
    }

    pub(super) fn read(
        &self,
        state: &AtomState,
        digits: &[u8],
        numeration: Numeration,
    ) -> Result<AtomState, Error> {
        Ok(match (self, state) {
            (Atom::Law(dfa, variables), AtomState::State(state)) => {
                let base = numeration.digit_count();
                let letter = variables
                    .iter()
                    .rev()
                    .fold(0, |letter, &v| letter * base + usize::from(digits[v]));
                match dfa.next(*state, letter) {
                    DEAD => AtomState::Never,
                    to => AtomState::State(to),
                }
            }
            (Atom::Linear(terms, constant, sign), AtomState::Weights(weight)) => {
                let weight = numeration.read(wide(*weight), digit_sum(terms, digits));
                // With i digits to come each variable adds from 0 to f(i) - 1
                // times its factor, and a one is worth f(i).
                let up: i128 = terms.iter().map(|t| t.1.max(0)).sum();
                let down: i128 = terms.iter().map(|t| (-t.1).max(0)).sum();
                let low = [weight[0] - down, weight[1], weight[2]];
                let high = [weight[0] + up, weight[1], weight[2]].map(|w| -w);
                // The most that a total may be and count as below.
                let below = -i128::from(*sign == Sign::Zero);
                if least(low, numeration).is_some_and(|least| least + down + constant > 0) {
                    AtomState::Above
                } else if least(high, numeration)
                    .is_some_and(|least| -least - up + constant <= below)
                {
                    AtomState::Below
                } else if *sign == Sign::Zero
                    // Small constants leave few states as it is.
                    && constant.abs() > SMALL
                    && numeration.order() == 1
                    && !may_vanish(weight[0], (up, down), *constant, numeration.digit_count() as i128)
                {
                    AtomState::Never
                } else {
                    narrow(weight)?
                }
            }
            (Atom::Remainder(terms, _, modulus, _), AtomState::Weights(weight)) => {
                let weight = numeration.read(wide(*weight), digit_sum(terms, digits));
                narrow(weight.map(|w| w.rem_euclid(i128::from(*modulus))))?
            }
            (Atom::Bits(bits, variables), AtomState::State(state)) => {
                let next = read_bits(*bits, *state, variables.iter().map(|&v| digits[v]));
                next.map_or(AtomState::Never, AtomState::State)
            }
            (_, state) => *state,
        })
    }

    /// Whether the atom holds if the digits end here.
    pub(super) fn holds(&self, state: &AtomState) -> bool {
        match (self, state) {
            (Atom::Law(dfa, _), AtomState::State(state)) => dfa.accepting(*state),
            (Atom::Linear(_, constant, sign), AtomState::Weights(weight)) => {
                let total = total(wide(*weight)) + constant;
                total == 0 || (*sign == Sign::AtMostZero && total < 0)
            }
            (Atom::Linear(_, _, sign), AtomState::Below) => *sign == Sign::AtMostZero,
            (Atom::Remainder(_, constant, modulus, rest), AtomState::Weights(weight)) => {
                let total = total(wide(*weight)) + constant;
                total.rem_euclid(i128::from(*modulus)) == i128::from(*rest)
            }
            (Atom::Bits(bits, _), AtomState::State(state)) => match bits {
                Bits::Power => *state == 1,
                Bits::XorZero | Bits::And => true,
                Bits::Lowbit => *state != WAITING,
                Bits::Ones(_, rest) | Bits::Count(_, rest) => state == rest,
            },
            _ => false,
        }
    }

    /// Whether the atom will hold whatever follows.
    pub(super) fn is_won(&self, state: &AtomState) -> bool {
        self.is_inequality() && *state == AtomState::Below
    }

    /// Whether the atom cannot hold any more.
    pub(super) fn is_lost(&self, state: &AtomState) -> bool {
        match state {
            AtomState::Never | AtomState::Above => true,
            AtomState::Below => matches!(self, Atom::Linear(_, _, Sign::Zero)),
            _ => false,
        }
    }
}

/// Of [`Bits::Lowbit`]: x has ones so far, and the last of them is still to come. Before that
/// the state is 0, and 2 when it has come.
const WAITING: u32 = 1;

/// The state after one more digit of each number; `None` if it cannot hold any more.
fn read_bits(bits: Bits, state: u32, digits: impl Iterator<Item = u8>) -> Option<u32> {
    let digits: Vec<u8> = digits.collect();
    match (bits, &digits[..]) {
        (Bits::Power, [x]) => Some(state + u32::from(*x)).filter(|ones| *ones < 2),
        (Bits::XorZero, all) => (all.iter().sum::<u8>() % 2 == 0).then_some(0),
        (Bits::And, [x, y, z]) => (x & y == *z).then_some(0),
        (Bits::Lowbit, [x, l]) => match (state, x, l) {
            (2, 0, 0) => Some(2),
            (0 | WAITING, 1, 1) => Some(2),
            (0 | WAITING, 1, 0) => Some(WAITING),
            (0 | WAITING, 0, 0) => Some(state),
            _ => None,
        },
        (Bits::Ones(modulus, _), [x]) => Some((state + u32::from(*x)) % modulus),
        (Bits::Count(most, _), [x]) => Some((state + u32::from(*x)).min(most)),
        _ => None,
    }
}

/// How atoms are combined.
pub(super) enum Formula {
    Atom(usize),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    pub(super) fn truth(&self, atom: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Formula::Atom(at) => atom(*at),
            Formula::All(all) => all.iter().all(|f| f.truth(atom)),
            Formula::Any(any) => any.iter().any(|f| f.truth(atom)),
            Formula::Not(f) => !f.truth(atom),
        }
    }

    /// Marks the atoms without which it cannot be true.
    pub(super) fn mark_required(&self, required: &mut [bool]) {
        match self {
            Formula::Atom(at) => required[*at] = true,
            Formula::All(all) => all.iter().for_each(|f| f.mark_required(required)),
            Formula::Any(_) | Formula::Not(_) => {}
        }
    }

    /// Whether it is known to be false (or, if `truth`, true) whatever follows, given what is
    /// known of the atoms.
    pub(super) fn is_settled(&self, truth: bool, atom: &dyn Fn(usize) -> Option<bool>) -> bool {
        match self {
            Formula::Atom(at) => atom(*at) == Some(truth),
            Formula::All(all) if truth => all.iter().all(|f| f.is_settled(truth, atom)),
            Formula::All(all) => all.iter().any(|f| f.is_settled(truth, atom)),
            Formula::Any(any) if truth => any.iter().any(|f| f.is_settled(truth, atom)),
            Formula::Any(any) => any.iter().all(|f| f.is_settled(truth, atom)),
            Formula::Not(f) => f.is_settled(!truth, atom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What digits say is what arithmetic says, of all small numbers.
    #[test]
    fn binary_digits_are_those_of_the_numbers() {
        let followed = |bits: Bits, numbers: &[u32]| {
            let atom = Atom::Bits(bits, (0..numbers.len()).collect());
            let mut state = atom.start();
            for place in (0..6).rev() {
                let digits: Vec<u8> = numbers.iter().map(|n| (n >> place & 1) as u8).collect();
                state = atom.read(&state, &digits, Numeration::BINARY).unwrap();
            }
            let lost = atom.is_lost(&state);
            assert!(!(lost && atom.holds(&state)), "{bits:?} {numbers:?}");
            atom.holds(&state)
        };
        for x in 0..33u32 {
            assert_eq!(followed(Bits::Power, &[x]), x.is_power_of_two(), "{x}");
            for (modulus, rest) in [(1, 0), (2, 0), (2, 1), (3, 2)] {
                let ones = x.count_ones() % modulus == rest;
                assert_eq!(followed(Bits::Ones(modulus, rest), &[x]), ones, "{x}");
            }
            for (most, count) in [(0, 0), (2, 0), (2, 1), (2, 2), (3, 2)] {
                let ones = x.count_ones().min(most) == count;
                assert_eq!(followed(Bits::Count(most, count), &[x]), ones, "{x}");
            }
            for y in 0..33u32 {
                let lowest = y == x & x.wrapping_neg();
                assert_eq!(followed(Bits::Lowbit, &[x, y]), lowest, "{x} {y}");
                for z in 0..33u32 {
                    assert_eq!(followed(Bits::And, &[x, y, z]), x & y == z, "{x} {y} {z}");
                    let zero = x ^ y ^ z == 0;
                    assert_eq!(followed(Bits::XorZero, &[x, y, z]), zero, "{x} {y} {z}");
                }
            }
        }
    }

    /// A formula is settled only if every way to go on gives it that truth.
    #[test]
    fn what_is_settled_stays_so() {
        let formula = Formula::All(vec![
            Formula::Any(vec![Formula::Atom(0), Formula::Atom(1)]),
            Formula::Not(Box::new(Formula::Atom(2))),
        ]);
        let all = [None, Some(false), Some(true)];
        for known in (0..27).map(|n| [all[n % 3], all[n / 3 % 3], all[n / 9]]) {
            let mut truths = (0..8).filter_map(|bits: usize| {
                let truth = |at: usize| bits >> at & 1 == 1;
                let fits = (0..3).all(|at| known[at].is_none_or(|known| known == truth(at)));
                fits.then(|| formula.truth(&truth))
            });
            let first = truths.next().unwrap();
            let settled = truths.all(|truth| truth == first).then_some(first);
            for truth in [false, true] {
                let found = formula.is_settled(truth, &|at| known[at]);
                assert_eq!(found, settled == Some(truth), "{known:?}");
            }
        }
    }
}
