//! Rules whose state is a set of bits, for the search through boards that fall apart.
//!
//! Many boards are written as one number: `state b in bits 20`, and moves that look at some bits of it and change some.
//! For each choice of its numbers such a move is a [`Change`]: *if these bits are so, then those become so*. [`read`] finds all
//! of them in the checked form. A number that depends on the state is followed bit by bit: each is 0, 1, a bit of the state or its complement. Where that
//! is not enough (as in `bit(b, i) + bit(b, j) = 2`) the two values of a bit are looked at one after the other, so that what is read is
//! exact, or nothing is read.
//!
//! **Falling apart.** A change is *possible* if each bit that it looks at is right, or can still be made so by another possible one. A bit
//! matters if some possible change looks at it and some possible one alters it; changes that share such a bit belong
//! together, and groups of them that share none are a sum. A piece is the bits that the changes of one group look at, with what they are now.
//!
//! If every bit is looked for in one state only, and altered only away from it, then a change that is not legal will never be: what is possible is what
//! is legal, all bits of a piece are as they are looked for, and the piece is a set of bits (dominoes, Node Kayles). Else a piece is such a
//! set and the bits themselves, which is one word up to 32 bits.
//!
//! **Symmetries.** The bits may be squares of a rectangle. For each rectangle of as many squares its flips and turns are tried, and those that map the
//! changes onto themselves are used: pieces that are images of each other are one.
//!
//! The rules as they are (`Memo::plain`) are the definition; tests compare them on all positions of small boards.
//!
//! Limits: one coordinate of 2 to 62 bits without `where`, ends, or a measure to be watched; moves with one
//! target; 8,192 cases and 1,024 changes in all. Play must be proven to end, by the rules, or because bits are only set or only cleared,
//! or the highest of those that are altered is.

use std::cell::Cell;

use grundy::game::Flow;
use grundy::solve::boards::{Boards, Piece, Rules, Search};

use crate::ir::{Binary, Binder, Compare, Cond, Domain, Expr, Game, Program, Step, Unary};
use crate::terminate::Termination;

/// If the bits `looks` are those of `wants`, then the bits `sets` become those of `to`, and the bits `flips` change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    looks: u64,
    wants: u64,
    sets: u64,
    to: u64,
    flips: u64,
}

/// All changes that the moves of a game are.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    bits: u32,
    all: Vec<Change>,
    /// Every bit is looked for in one state only and altered away from it.
    fading: bool,
    symmetries: Vec<Symmetry>,
}

/// Where each bit goes, eight of them at a time.
#[derive(Clone, Debug, PartialEq)]
struct Symmetry(Vec<[u64; 256]>);

/// At most so many cases are looked at.
const CASES: u32 = 1 << 13;
/// At most so many changes are searched with.
const CHANGES: usize = 1 << 10;
/// A piece that is no plain set has room for so many bits.
const NARROW: u32 = 32;
/// The shape of all pieces.
const SHAPE: u16 = 1;

/// A bit of a number: what it is if the state is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bit {
    Fixed(bool),
    /// A bit of the state, or its complement.
    Of(u32, bool),
}

use Bit::{Fixed, Of};

impl Bit {
    fn not(self) -> Bit {
        match self {
            Fixed(bit) => Fixed(!bit),
            Of(at, complement) => Of(at, !complement),
        }
    }
}

/// A number in two's complement, bit by bit.
#[derive(Clone, Copy, Debug)]
struct Number([Bit; 64]);

/// Why a number has no such form.
enum Stuck {
    /// It has one as soon as this bit of the state is known.
    At(u32),
    /// It has none, or a fault.
    Refused,
}

/// What is known of the state.
#[derive(Clone, Copy, Debug)]
struct Known {
    mask: u64,
    bits: u64,
}

impl Known {
    fn with(self, at: u32, bit: bool) -> Known {
        Known {
            mask: self.mask | 1 << at,
            bits: self.bits | u64::from(bit) << at,
        }
    }

    fn apply(self, bit: Bit) -> Bit {
        match bit {
            Of(at, complement) if self.mask >> at & 1 == 1 => {
                Fixed((self.bits >> at & 1 == 1) != complement)
            }
            bit => bit,
        }
    }
}

impl Number {
    fn constant(number: i64) -> Number {
        Number(std::array::from_fn(|at| Fixed(number >> at & 1 == 1)))
    }

    fn fixed(&self) -> Result<i64, Stuck> {
        let mut number = 0;
        for (at, bit) in self.0.iter().enumerate() {
            match bit {
                Fixed(bit) => number |= i64::from(*bit) << at,
                Of(bit, _) => return Err(Stuck::At(*bit)),
            }
        }
        Ok(number)
    }

    /// The bits of two numbers together, or the first that is in the way.
    fn zip(
        &self,
        other: &Number,
        operation: impl Fn(Bit, Bit) -> Result<Bit, Stuck>,
    ) -> Result<Number, Stuck> {
        let mut result = *self;
        for (bit, other) in result.0.iter_mut().zip(other.0) {
            *bit = operation(*bit, other)?;
        }
        Ok(result)
    }

    fn and(&self, other: &Number) -> Result<Number, Stuck> {
        self.zip(other, |a, b| match (a, b) {
            (Fixed(false), _) | (_, Fixed(false)) => Ok(Fixed(false)),
            (Fixed(true), bit) | (bit, Fixed(true)) => Ok(bit),
            (Of(a, x), Of(b, y)) if a == b => Ok(if x == y { Of(a, x) } else { Fixed(false) }),
            (Of(a, _), _) => Err(Stuck::At(a)),
        })
    }

    fn not(&self) -> Number {
        Number(self.0.map(Bit::not))
    }

    fn or(&self, other: &Number) -> Result<Number, Stuck> {
        Ok(self.not().and(&other.not())?.not())
    }

    fn xor(&self, other: &Number) -> Result<Number, Stuck> {
        self.zip(other, |a, b| match (a, b) {
            (Fixed(fixed), bit) | (bit, Fixed(fixed)) => Ok(if fixed { bit.not() } else { bit }),
            (Of(a, x), Of(b, y)) if a == b => Ok(Fixed(x != y)),
            (Of(a, _), _) => Err(Stuck::At(a)),
        })
    }

    /// The sum with another number and a carry, which must be known at every bit.
    fn add(&self, other: &Number, mut carry: bool) -> Result<Number, Stuck> {
        let mut sum = *self;
        for (a, b) in sum.0.iter_mut().zip(other.0) {
            (*a, carry) = match (*a, b) {
                (Fixed(a), Fixed(b)) => (
                    Fixed(a ^ b ^ carry),
                    u8::from(a) + u8::from(b) + u8::from(carry) > 1,
                ),
                // A bit of the other number that equals the carry passes it on.
                (bit, Fixed(fixed)) | (Fixed(fixed), bit) if fixed == carry => (bit, carry),
                (Of(at, _), _) | (_, Of(at, _)) => return Err(Stuck::At(at)),
            };
        }
        let sign = |number: &Number| match number.0[63] {
            Fixed(bit) => Ok(bit),
            Of(at, _) => Err(Stuck::At(at)),
        };
        match sign(self)? == sign(other)? && sign(&sum)? != sign(self)? {
            true => Err(Stuck::Refused),
            false => Ok(sum),
        }
    }

    fn subtract(&self, other: &Number) -> Result<Number, Stuck> {
        // -2^63 has no negative.
        match other.fixed() {
            Ok(i64::MIN) => Err(Stuck::Refused),
            _ => self.add(&other.not(), true),
        }
    }

    fn shifted_left(&self, by: usize) -> Result<Number, Stuck> {
        // What is lost must be what the sign becomes.
        let sign = self.0[63 - by];
        for bit in &self.0[63 - by..] {
            match (*bit, sign) {
                (Fixed(a), Fixed(b)) if a == b => {}
                (Of(at, _), _) | (_, Of(at, _)) => return Err(Stuck::At(at)),
                _ => return Err(Stuck::Refused),
            }
        }
        Ok(Number(std::array::from_fn(|at| match at < by {
            true => Fixed(false),
            false => self.0[at - by],
        })))
    }

    fn shifted_right(&self, by: usize) -> Number {
        Number(std::array::from_fn(|at| self.0[(at + by).min(63)]))
    }
}

/// Looks at all cases of the moves of a game.
struct Reader<'g> {
    game: &'g Game,
    bits: u32,
    left: u32,
    frame: Vec<Number>,
    found: Vec<Change>,
}

/// The changes that the moves of a program are, if it is of that kind.
pub fn read(program: &Program, termination: &Termination) -> Option<Changes> {
    use grundy::compound::{End, Kind};
    let [game] = &program.games[..] else {
        return None;
    };
    let [(0, most)] = game.domain[..] else {
        return None;
    };
    let bits = (most as u64).count_ones();
    let plain = game.width == 1
        && game.within.is_none()
        && game.ends.is_empty()
        && game.blocked == 0
        && !game.coins
        && game.kind == Kind::Disjunctive
        && game.end == End::Long
        && *termination != Termination::Watched;
    if !plain || !(2..=62).contains(&bits) || most != (1 << bits) - 1 {
        return None;
    }
    let mut reader = Reader {
        game,
        bits,
        left: CASES,
        frame: vec![Number::constant(0); game.slots.max(1)],
        found: Vec::new(),
    };
    reader.frame[0] = Number(std::array::from_fn(|at| match (at as u32) < bits {
        true => Of(at as u32, false),
        false => Fixed(false),
    }));
    for at in 0..game.moves.len() {
        reader.step(at, 0, Known { mask: 0, bits: 0 }).ok()?;
    }
    let mut all = reader.found;
    all.sort_unstable();
    all.dedup();
    Changes::new(bits, all, *termination != Termination::Unproven)
}

impl Reader<'_> {
    /// Does a step of a move and all that come after it.
    fn step(&mut self, of: usize, at: usize, known: Known) -> Result<(), Stuck> {
        self.left = self.left.checked_sub(1).ok_or(Stuck::Refused)?;
        let rule = &self.game.moves[of];
        let Some(step) = rule.steps.get(at) else {
            return match self.change(of, known) {
                Err(Stuck::At(bit)) => self.both(of, at, known, bit),
                done => done,
            };
        };
        match step {
            Step::Choose(binder) => match self.choices(binder, known) {
                Err(Stuck::At(bit)) => self.both(of, at, known, bit),
                Err(refused) => Err(refused),
                Ok(choices) => choices.into_iter().try_for_each(|choice| {
                    self.put(binder, &choice)?;
                    self.step(of, at + 1, known)
                }),
            },
            Step::Let(slot, expr) => match self.number(expr, known) {
                Err(Stuck::At(bit)) => self.both(of, at, known, bit),
                Err(refused) => Err(refused),
                Ok(number) => {
                    *self.slot(*slot)? = number;
                    self.step(of, at + 1, known)
                }
            },
            Step::If(cond) => {
                let mut cases = Vec::new();
                self.assume(cond, true, known, &mut cases)?;
                cases
                    .into_iter()
                    .try_for_each(|known| self.step(of, at + 1, known))
            }
        }
    }

    /// The same step for both values of a bit.
    fn both(&mut self, of: usize, at: usize, known: Known, bit: u32) -> Result<(), Stuck> {
        self.step(of, at, known.with(bit, false))?;
        self.step(of, at, known.with(bit, true))
    }

    fn slot(&mut self, slot: u16) -> Result<&mut Number, Stuck> {
        self.frame.get_mut(usize::from(slot)).ok_or(Stuck::Refused)
    }

    fn put(&mut self, binder: &Binder, choice: &[i64]) -> Result<(), Stuck> {
        for (slot, number) in (binder.first..).zip(choice) {
            *self.slot(slot)? = Number::constant(*number);
        }
        Ok(())
    }

    /// What may be chosen.
    fn choices(&mut self, binder: &Binder, known: Known) -> Result<Vec<Vec<i64>>, Stuck> {
        match &binder.domain {
            Domain::Range(first, last) => {
                let first = self.number(first, known)?.fixed()?;
                let last = self.number(last, known)?.fixed()?;
                let count = last.saturating_sub(first);
                if count > i64::from(CASES) {
                    return Err(Stuck::Refused);
                }
                Ok((first..=last).map(|number| vec![number]).collect())
            }
            Domain::Set(tuples) => tuples
                .iter()
                .map(|tuple| {
                    tuple
                        .iter()
                        .map(|expr| self.number(expr, known)?.fixed())
                        .collect()
                })
                .collect(),
        }
    }

    /// What a move does, once all its steps are done.
    fn change(&mut self, of: usize, known: Known) -> Result<(), Stuck> {
        let [part] = &self.game.moves[of].parts[..] else {
            return Err(Stuck::Refused);
        };
        let [at] = &part.at[..] else {
            return Err(Stuck::Refused);
        };
        if !part.updates.is_empty() {
            return Err(Stuck::Refused);
        }
        let to = self.number(at, known)?;
        let mut change = Change {
            looks: known.mask,
            wants: known.bits,
            sets: 0,
            to: 0,
            flips: 0,
        };
        for (at, bit) in (0..).zip(to.0) {
            let inside = at < self.bits;
            match bit {
                // Outside of the domain: no move.
                Fixed(true) if !inside => return Ok(()),
                Fixed(false) if !inside => {}
                Of(other, _) if !inside || other != at => return Err(Stuck::At(other)),
                Of(_, false) => {}
                Of(_, true) => change.flips |= 1 << at,
                Fixed(bit) => {
                    let same = known.mask >> at & 1 == 1 && (known.bits >> at & 1 == 1) == bit;
                    if !same {
                        change.sets |= 1 << at;
                        change.to |= u64::from(bit) << at;
                    }
                }
            }
        }
        if change.sets | change.flips == 0 || self.found.len() >= CHANGES {
            return Err(Stuck::Refused);
        }
        self.found.push(change);
        Ok(())
    }

    /// Adds all cases in which a condition holds, or does not.
    fn assume(
        &mut self,
        cond: &Cond,
        holds: bool,
        known: Known,
        cases: &mut Vec<Known>,
    ) -> Result<(), Stuck> {
        self.left = self.left.checked_sub(1).ok_or(Stuck::Refused)?;
        match cond {
            Cond::Not(cond) => return self.assume(cond, !holds, known, cases),
            // Both must be so; or the first is not, or it is and the second is not.
            Cond::And(a, b) | Cond::Or(a, b) => {
                let both = matches!(cond, Cond::And(..));
                if holds != both {
                    self.assume(a, holds, known, cases)?;
                }
                let mut first = Vec::new();
                self.assume(a, both, known, &mut first)?;
                return first
                    .into_iter()
                    .try_for_each(|known| self.assume(b, holds, known, cases));
            }
            Cond::Compare(Compare::Equal, a, b) if holds => {
                let numbers = self
                    .number(a, known)
                    .and_then(|a| Ok((a, self.number(b, known)?)));
                if let Ok((a, b)) = numbers {
                    match equal(&a, &b, known) {
                        Ok(case) => {
                            cases.extend(case);
                            return Ok(());
                        }
                        Err(Stuck::Refused) => return Err(Stuck::Refused),
                        Err(Stuck::At(_)) => {}
                    }
                }
            }
            _ => {}
        }
        match self.holds(cond, known) {
            Ok(found) if found == holds => {
                cases.push(known);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(Stuck::At(bit)) => {
                self.assume(cond, holds, known.with(bit, false), cases)?;
                self.assume(cond, holds, known.with(bit, true), cases)
            }
            Err(refused) => Err(refused),
        }
    }

    /// Whether a condition holds, where what is known decides it.
    fn holds(&mut self, cond: &Cond, known: Known) -> Result<bool, Stuck> {
        Ok(match cond {
            Cond::Truth(truth) => *truth,
            Cond::Compare(compare, a, b) => {
                let (a, b) = (self.number(a, known)?, self.number(b, known)?);
                let differ =
                    a.0.iter()
                        .zip(&b.0)
                        .any(|(a, b)| matches!((a, b), (Fixed(a), Fixed(b)) if a != b));
                match compare {
                    Compare::Equal if differ => false,
                    Compare::Unequal if differ => true,
                    _ => compare.holds(a.fixed()?, b.fixed()?),
                }
            }
            Cond::Divides(a, b) => {
                let a = self.number(a, known)?.fixed()?;
                let b = self.number(b, known)?.fixed()?;
                match a {
                    0 => b == 0,
                    a => b.checked_rem(a).is_none_or(|rest| rest == 0),
                }
            }
            Cond::Not(cond) => !self.holds(cond, known)?,
            Cond::And(a, b) => self.holds(a, known)? && self.holds(b, known)?,
            Cond::Or(a, b) => self.holds(a, known)? || self.holds(b, known)?,
            Cond::Any(all) | Cond::All(all) => {
                let decides = matches!(cond, Cond::Any(_));
                for choice in self.choices(&all.binder, known)? {
                    self.left = self.left.checked_sub(1).ok_or(Stuck::Refused)?;
                    self.put(&all.binder, &choice)?;
                    if self.holds(&all.body, known)? == decides {
                        return Ok(decides);
                    }
                }
                !decides
            }
        })
    }

    /// A number, as far as it is known.
    fn number(&mut self, expr: &Expr, known: Known) -> Result<Number, Stuck> {
        match expr {
            Expr::Const(number) => Ok(Number::constant(*number)),
            Expr::Slot(slot) => Ok(Number(self.slot(*slot)?.0.map(|bit| known.apply(bit)))),
            Expr::Unary(operation, a) => {
                let a = self.number(a, known)?;
                match operation {
                    Unary::Complement => Ok(a.not()),
                    Unary::Negate => Number::constant(0).subtract(&a),
                    _ => unary(*operation, a.fixed()?).map(Number::constant),
                }
            }
            Expr::Binary(operation, a, b) => {
                let (a, b) = (self.number(a, known)?, self.number(b, known)?);
                binary(*operation, &a, &b)
            }
            Expr::Choice(cond, a, b) => match self.holds(cond, known)? {
                true => self.number(a, known),
                false => self.number(b, known),
            },
            Expr::Count(all) => {
                let mut count = 0;
                for choice in self.choices(&all.binder, known)? {
                    self.left = self.left.checked_sub(1).ok_or(Stuck::Refused)?;
                    self.put(&all.binder, &choice)?;
                    count += i64::from(self.holds(&all.body, known)?);
                }
                Ok(Number::constant(count))
            }
            Expr::Element { .. } => Err(Stuck::Refused),
        }
    }
}

/// What must be known for two numbers to be equal, if they can be.
fn equal(a: &Number, b: &Number, known: Known) -> Result<Option<Known>, Stuck> {
    let mut known = known;
    for (a, b) in a.0.iter().zip(&b.0) {
        match (known.apply(*a), known.apply(*b)) {
            (Fixed(a), Fixed(b)) if a != b => return Ok(None),
            (Fixed(_), Fixed(_)) => {}
            (Of(at, complement), Fixed(bit)) | (Fixed(bit), Of(at, complement)) => {
                known = known.with(at, bit != complement);
            }
            (Of(a, x), Of(b, y)) if a == b => {
                if x != y {
                    return Ok(None);
                }
            }
            (Of(at, _), Of(..)) => return Err(Stuck::At(at)),
        }
    }
    Ok(Some(known))
}

/// An operation on a number that is known. What is a fault is refused.
fn unary(operation: Unary, a: i64) -> Result<i64, Stuck> {
    let natural = u64::try_from(a).map_err(|_| Stuck::Refused);
    match operation {
        Unary::Negate => a.checked_neg().ok_or(Stuck::Refused),
        Unary::Complement => Ok(!a),
        Unary::Abs => a.checked_abs().ok_or(Stuck::Refused),
        Unary::Popcount => Ok(i64::from(natural?.count_ones())),
        Unary::Ctz if a > 0 => Ok(i64::from(a.trailing_zeros())),
        Unary::Ctz => Err(Stuck::Refused),
        // The largest power of two of -2^63 is no number here.
        Unary::Lowbit => a.checked_neg().map(|b| a & b).ok_or(Stuck::Refused),
        Unary::Isqrt => Ok(natural?.isqrt() as i64),
    }
}

fn binary(operation: Binary, a: &Number, b: &Number) -> Result<Number, Stuck> {
    let power = |number: &Number| {
        let number = number.fixed().ok()?;
        (number > 0 && number & (number - 1) == 0).then(|| number.trailing_zeros() as usize)
    };
    let places = |number: &Number| match number.fixed()? {
        places @ 0..=63 => Ok(places as usize),
        _ => Err(Stuck::Refused),
    };
    match operation {
        Binary::Add => a.add(b, false),
        Binary::Subtract => a.subtract(b),
        Binary::And => a.and(b),
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::ShiftLeft => a.shifted_left(places(b)?),
        Binary::ShiftRight => Ok(a.shifted_right(places(b)?)),
        Binary::Multiply if power(b).is_some() => a.shifted_left(power(b).unwrap_or(0)),
        Binary::Multiply if power(a).is_some() => b.shifted_left(power(a).unwrap_or(0)),
        Binary::Divide if power(b).is_some() => Ok(a.shifted_right(power(b).unwrap_or(0))),
        Binary::Remainder if power(b).is_some() => {
            let low = (1i64 << power(b).unwrap_or(0)) - 1;
            a.and(&Number::constant(low))
        }
        _ => known_binary(operation, a.fixed()?, b.fixed()?).map(Number::constant),
    }
}

/// The other operations, on numbers that are known.
fn known_binary(operation: Binary, a: i64, b: i64) -> Result<i64, Stuck> {
    let result = match operation {
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide => a.checked_div_euclid(b),
        // Of -2^63 and -1 the quotient has no room, but the remainder is 0.
        Binary::Remainder if b == -1 => Some(0),
        Binary::Remainder => a.checked_rem_euclid(b),
        Binary::Power => u32::try_from(b)
            .ok()
            .filter(|b| *b <= 63)
            .and_then(|b| a.checked_pow(b)),
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        _ => None,
    };
    result.ok_or(Stuck::Refused)
}

impl Change {
    /// What it alters for sure or perhaps, given that it is made.
    fn alters(&self) -> u64 {
        self.sets | self.flips
    }

    fn is_legal(&self, state: u64) -> bool {
        state & self.looks == self.wants
    }

    fn made(&self, state: u64) -> u64 {
        (state & !self.sets | self.to) ^ self.flips
    }

    fn mapped(&self, map: &Symmetry) -> Change {
        Change {
            looks: map.of(self.looks),
            wants: map.of(self.wants),
            sets: map.of(self.sets),
            to: map.of(self.to),
            flips: map.of(self.flips),
        }
    }
}

impl Symmetry {
    fn new(bits: u32, to: impl Fn(u32) -> u32) -> Symmetry {
        let bytes = (0..bits.div_ceil(8)).map(|byte| {
            std::array::from_fn(|number| {
                (0..8)
                    .filter(|at| number >> at & 1 == 1 && byte * 8 + at < bits)
                    .fold(0, |all, at| all | 1 << to(byte * 8 + at))
            })
        });
        Symmetry(bytes.collect())
    }

    fn of(&self, set: u64) -> u64 {
        let bytes = self.0.iter().zip(set.to_le_bytes());
        bytes.fold(0, |all, (table, byte)| all | table[usize::from(byte)])
    }
}

impl Changes {
    fn new(bits: u32, all: Vec<Change>, ends: bool) -> Option<Changes> {
        let [up, down] = [true, false].map(|to| {
            let alters = |change: &Change| {
                let other = if to { !change.to } else { change.to };
                change.flips | change.sets & other == 0
            };
            all.iter().all(alters)
        });
        // One that alters nothing that it looks at could be made again.
        let falls = |change: &Change| change.alters() & (change.looks | change.flips) != 0;
        // Where the highest bit that is altered is always cleared the number falls, where it is always set it rises.
        let highest = |change: &Change| 1 << (63 - (change.alters() | 1).leading_zeros());
        let [lower, higher] = [true, false].map(|one| {
            let known = |change: &Change| {
                let bit: u64 = highest(change);
                change.looks & bit != 0 && (change.wants & bit != 0) == one
            };
            all.iter().all(known)
        });
        let ends = ends || lower || higher || (up || down) && all.iter().all(falls);
        if !ends || all.iter().any(|change| change.looks == 0) {
            return None;
        }
        let (mut ones, mut zeros) = (0, 0);
        for change in &all {
            ones |= change.wants;
            zeros |= change.looks & !change.wants;
        }
        let looked = ones | zeros;
        // Bits that nobody looks at may do what they like.
        let fading = ones & zeros == 0
            && all.iter().all(|change| {
                let back = change.sets & looked & !(change.to ^ ones);
                back | change.flips & looked & !change.looks == 0
            });
        if !fading && bits > NARROW {
            return None;
        }
        let mut changes = Changes {
            bits,
            all,
            fading,
            symmetries: Vec::new(),
        };
        changes.symmetries = changes.symmetries();
        Some(changes)
    }

    /// The flips and turns of rectangles that map the changes onto themselves.
    fn symmetries(&self) -> Vec<Symmetry> {
        let mut found: Vec<Symmetry> = Vec::new();
        for rows in (1..=self.bits).filter(|rows| self.bits.is_multiple_of(*rows)) {
            let columns = self.bits / rows;
            for image in 1..8 {
                if image >= 4 && rows != columns {
                    break;
                }
                let map = Symmetry::new(self.bits, |at| {
                    let (mut row, mut column) = (at / columns, at % columns);
                    if image & 1 != 0 {
                        row = rows - 1 - row;
                    }
                    if image & 2 != 0 {
                        column = columns - 1 - column;
                    }
                    if image & 4 != 0 {
                        (row, column) = (column, row);
                    }
                    row * columns + column
                });
                let mut images: Vec<Change> = self.all.iter().map(|c| c.mapped(&map)).collect();
                images.sort_unstable();
                let moves = (0..self.bits).any(|at| map.of(1 << at) != 1 << at);
                if moves && images == self.all && !found.contains(&map) {
                    found.push(map);
                }
            }
        }
        found
    }

    /// How many changes there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The least of all images of a group's bits.
    fn piece(&self, looked: u64, state: u64) -> Piece {
        let word = |map: Option<&Symmetry>| {
            let of = |set: u64| map.map_or(set, |map| map.of(set));
            match self.fading {
                true => of(looked),
                false => of(looked) | of(state & looked) << NARROW,
            }
        };
        let images = self.symmetries.iter().map(|map| word(Some(map)));
        Piece {
            squares: images.fold(word(None), u64::min),
            shape: SHAPE,
        }
    }

    /// The bits of a piece: which ones it has, and what they are.
    fn state(&self, piece: Piece) -> (u64, u64) {
        match self.fading {
            true => {
                let wants = self.all.iter().fold(0, |all, change| all | change.wants);
                (piece.squares, piece.squares & wants)
            }
            false => (piece.squares & ((1 << NARROW) - 1), piece.squares >> NARROW),
        }
    }

    /// The pieces of a state of which the bits of `mask` are there.
    fn fall_apart(
        &self,
        mask: u64,
        state: u64,
        possible: &mut Vec<Change>,
        pieces: &mut Vec<Piece>,
    ) {
        possible.clear();
        let there = |change: &&Change| change.looks & !mask == 0;
        if self.fading {
            let legal = |change: &&Change| change.is_legal(state);
            possible.extend(self.all.iter().filter(there).filter(legal));
        } else {
            // What each bit can be.
            let (mut ones, mut zeros) = (state, !state);
            let mut before = usize::MAX;
            while before != possible.len() {
                before = possible.len();
                possible.clear();
                let reached = |change: &&Change| {
                    change.wants & !ones == 0 && change.looks & !change.wants & !zeros == 0
                };
                possible.extend(self.all.iter().filter(there).filter(reached));
                for change in possible.iter() {
                    ones |= change.to | change.flips;
                    zeros |= change.sets & !change.to | change.flips;
                }
            }
        }
        let (mut looked, mut altered) = (0, 0);
        for change in possible.iter() {
            looked |= change.looks;
            altered |= change.alters();
        }
        let matters = looked & altered;
        while let Some(first) = possible.pop() {
            let (mut group, mut looks) = (first.looks | first.alters(), first.looks);
            loop {
                let before = possible.len();
                possible.retain(|change| {
                    let apart = (change.looks | change.alters()) & group & matters == 0;
                    if !apart {
                        group |= change.looks | change.alters();
                        looks |= change.looks;
                    }
                    apart
                });
                if possible.len() == before {
                    break;
                }
            }
            pieces.push(self.piece(looks, state));
        }
    }
}

thread_local! {
    /// Room that is used again for each piece.
    static SCRATCH: Cell<(Vec<Change>, Vec<Piece>)> = const { Cell::new((Vec::new(), Vec::new())) };
}

/// The rules of pieces.
struct Groups(Changes);

impl Rules for Groups {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        let (mask, state) = self.0.state(piece);
        let (mut possible, mut pieces) = SCRATCH.take();
        let mut legal = self
            .0
            .all
            .iter()
            .filter(|change| change.looks & !mask == 0 && change.is_legal(state));
        let flow = legal.try_for_each(|change| {
            let to = change.made(state) & mask;
            pieces.clear();
            self.0.fall_apart(mask, to, &mut possible, &mut pieces);
            visit(&pieces)
        });
        SCRATCH.set((possible, pieces));
        flow
    }

    fn effort(&self, piece: Piece) -> u32 {
        self.0.state(piece).0.count_ones()
    }
}

/// The search through what the changes lead to.
pub(crate) fn boards(changes: &Changes) -> Boards {
    Box::new(Search::new(Groups(changes.clone())))
}

/// Adds the pieces of a state.
pub(crate) fn pack(boards: &mut Boards, state: i64, pieces: &mut Vec<Piece>) -> bool {
    let Some(Groups(changes)) = boards.rules().downcast_mut::<Groups>() else {
        return false;
    };
    let Some(state) = u64::try_from(state).ok().filter(|s| s >> changes.bits == 0) else {
        return false;
    };
    changes.fall_apart(u64::MAX, state, &mut Vec::new(), pieces);
    true
}
