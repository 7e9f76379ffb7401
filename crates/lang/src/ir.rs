//! The checked form of a file: names are resolved, types are right,
//! parameters are numbers.
//!
//! A [`Game`] has coordinates, flattened to numbers in *slots*; a [`Move`]
//! has steps (choose, name, test) in the order in which they are done, and
//! parts, the positions of the sum it leads to. The bytecode
//! ([`crate::machine`]), the oracle ([`crate::oracle`]), the proof of
//! termination and the recognition of shapes all start from here, and so can
//! whoever wants to prove laws: [`crate::linear`] shows which targets and
//! conditions are linear.
//!
//! # What the constructs mean
//!
//! This is the one place where it is said; the bytecode, the oracle and the
//! translation of the prover follow it, and are compared with each other on
//! texts made at random ([`crate::random`]).
//!
//! **Numbers** are whole numbers from -2^63 to 2^63 - 1. An operation whose
//! result is none of them is a *fault* (E101), never a number that wraps
//! around.
//!
//! - `a / b` and `a % b`: a = b·(a/b) + a%b with 0 ≤ a%b < |b|. So for b > 0
//!   the quotient is rounded down (towards minus infinity): -7/2 = -4 and
//!   -7%2 = 1; and -7/(-2) = 4. A divisor 0 is a fault (E102).
//! - `a ** b`: b from 0 to 63, else a fault (E106); 0**0 = 1. `2**k` is a power
//!   of two with 0 ≤ k ≤ 62; 2**63 is beyond 64 bits (E101).
//! - `a & b`, `a | b`, `a xor b`, `~a`: on two's complement with infinitely many
//!   digits, so a negative number has ones from some digit on: ~a = -1-a, and
//!   `a xor b` is negative exactly if one of the two is. Never a fault.
//! - `a << b` = a·2^b and `a >> b` = ⌊a/2^b⌋: b from 0 to 63, else a fault (E106).
//! - `popcount` and `isqrt` need a number that is not negative, `ctz` a positive
//!   one, else a fault (E106). `lowbit(a)` is the largest power of two that
//!   divides a, 0 for 0. `gcd` is never negative, gcd(0, 0) = 0. `divides(a, b)`:
//!   b is a multiple of a; 0 divides only 0; never a fault.
//! - `c ? a : b` looks at the branch taken only; `and`, `or` look at the right
//!   side only if the left one does not decide; `any` and `all` stop at the
//!   first choice that decides, `count` looks at all. What is not looked at
//!   cannot fail.
//! - `h[i]` with an index outside the array is a fault (E103).
//!
//! **Choices.** `k in a..b` stands for a, a+1, …, b; for nothing if b < a, which
//! is no fault. A set is evaluated as a whole before the first choice is tried,
//! and a number in it twice is a choice twice. Steps are done in order: a choice,
//! a name or a condition is looked at only where all before it held.
//!
//! **Positions.** A tuple is a position if every number lies in the
//! [domain](Game::domain) of its coordinate and the condition after `where`
//! ([`Game::within`]) holds of all of them together; it is looked at only where
//! the numbers lie in their domains. Any other tuple is no position: whoever
//! asks about it is told so.
//!
//! **Targets.** All coordinates of all parts are evaluated. If then one of
//! them lies outside the domain of its coordinate the move is
//! not legal; that is no fault. Else the condition after `where` is looked at,
//! part by part in their order, up to the first of which it does not hold; if
//! there is one the move is not legal. A replaced element counts as replaced, the later
//! one if an index comes twice. Two moves to the same sum are two moves, and one option.
//!
//! **Coins.** A move whose other coins are not all different is dropped: a
//! coin that is turned twice is not turned. A legal move with a coin that does
//! not come before the first one, compared from the first coordinate on, is a
//! fault (E107). A coin outside the domain makes the move illegal.
//!
//! **Faults.** A position at which any rule fails, for any choice that is
//! looked at, has no meaning: whoever asks about it, or about a position from
//! which it is looked at, gets the error. A declared measure that is not proven
//! is looked at with every move; that it does not fall (E105) or has no value is a
//! fault too. More than 2^22 choices at one position, beyond 2^10 for each move, are a fault
//! (E104): this is the only limit that is not about numbers.
//!
//! **Sums.** With `sum every`, `sum some`, `sum upto` and `short` the parts of
//! a split component are components of their own (*flat*), unless the text
//! says `nested` ([`Game::nested`]).

use grundy::compound::{End, Kind};
use grundy::outcome::{Convention, Winner};

use crate::diagnostic::Span;

/// The place of a number in the frame of a move: first the coordinates of the
/// position, then the chosen numbers, then what `let` and quantifiers name.
pub type Slot = u16;

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// `abs(x)`
    Abs,
    /// How many bits are set.
    Popcount,
    /// How many zeros end the binary form.
    Ctz,
    /// The lowest bit that is set; 0 for 0.
    Lowbit,
    /// The integer square root.
    Isqrt,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`, rounded so that the remainder is not negative
    Divide,
    /// `a % b`, from 0 to |b| - 1
    Remainder,
    /// `a ** b`
    Power,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a xor b`
    Xor,
    /// `a << b`
    ShiftLeft,
    /// `a >> b`
    ShiftRight,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `a = b`
    Equal,
    /// `a != b`
    Unequal,
    /// `a < b`
    Less,
    /// `a <= b`
    AtMost,
}

impl Compare {
    /// Whether it holds of two numbers.
    #[inline]
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::Unequal => a != b,
            Compare::Less => a < b,
            Compare::AtMost => a <= b,
        }
    }
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A fixed one.
    Const(i64),
    /// What stands in a slot.
    Slot(Slot),
    /// An operation on one.
    Unary(Unary, Box<Expr>),
    /// An operation on two.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// An element of an array that occupies the slots from `first` on.
    Element {
        /// The slot of element 0.
        first: Slot,
        /// How many elements there are.
        length: u16,
        /// Which one.
        index: Box<Expr>,
    },
    /// One or the other.
    Choice(Box<Cond>, Box<Expr>, Box<Expr>),
    /// For how many choices a condition holds.
    Count(Box<Quantified>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// Always or never.
    Truth(bool),
    /// A comparison.
    Compare(Compare, Expr, Expr),
    /// The first number divides the second (0 divides only 0).
    Divides(Expr, Expr),
    /// It does not hold.
    Not(Box<Cond>),
    /// Both hold; the second is looked at only if the first holds.
    And(Box<Cond>, Box<Cond>),
    /// One holds; the second is looked at only if the first does not.
    Or(Box<Cond>, Box<Cond>),
    /// It holds for some choice.
    Any(Box<Quantified>),
    /// It holds for every choice.
    All(Box<Quantified>),
}

/// Numbers that are chosen together, in neighbouring slots.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The first slot.
    pub first: Slot,
    /// Where the numbers come from.
    pub domain: Domain,
}

/// Where chosen numbers come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// One number, from the first to the second, both included.
    Range(Expr, Expr),
    /// Tuples.
    Set(Vec<Vec<Expr>>),
}

/// A condition on a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// The choice.
    pub binder: Binder,
    /// The condition.
    pub body: Cond,
}

/// What is done to find the moves of one rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Try every choice.
    Choose(Binder),
    /// Name a number.
    Let(Slot, Expr),
    /// Go on only if this holds.
    If(Cond),
}

/// An element of an array that is replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The coordinate of element 0.
    pub first: Slot,
    /// How many elements there are.
    pub length: u16,
    /// Which one.
    pub index: Expr,
    /// By what.
    pub value: Expr,
}

/// A position of the sum to which a move leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The game, as an index of [`Program::games`].
    pub game: usize,
    /// The coordinates.
    pub at: Vec<Expr>,
    /// Elements that are replaced after that, in order.
    pub updates: Vec<Update>,
}

/// A rule that names moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// The names of the chosen numbers; they begin at slot [`Game::width`].
    pub arguments: Vec<String>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Where it leads: a sum.
    pub parts: Vec<Part>,
    /// Where it stands.
    pub span: Span,
}

/// A coordinate of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// Its name.
    pub name: String,
    /// Its first slot.
    pub first: Slot,
    /// How many numbers it is, if it is an array.
    pub length: Option<u16>,
    /// The least value.
    pub least: i64,
    /// The greatest value, if there is one.
    pub most: Option<i64>,
    /// The number of bits, if it is a set of bits.
    pub bits: Option<u32>,
}

/// What the coordinates must fulfil together: `state x, y where x <= y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Within {
    /// The condition; the coordinates are in the first slots.
    pub holds: Cond,
    /// How it was written, for messages.
    pub text: String,
}

/// What fewer numbers than the state has mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// How many numbers there are; they are in the first slots.
    pub names: usize,
    /// The sum they mean.
    pub parts: Vec<Part>,
}

/// A test inside a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The positions, each a list of numbers.
    pub positions: Vec<Vec<i64>>,
    /// What is expected of them.
    pub results: Results,
    /// Where it stands.
    pub span: Span,
}

/// What is expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Results {
    /// Grundy values.
    Values(Vec<i64>),
    /// `N`, `P` or `D`.
    Outcomes(Vec<String>),
    /// All winning moves of the one position, as they are written.
    Winning(Vec<String>),
}

/// The rules of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Its parameters and their values.
    pub parameters: Vec<(String, i64)>,
    /// Its coordinates.
    pub coordinates: Vec<Coordinate>,
    /// How many numbers a position is.
    pub width: usize,
    /// The least and the greatest value of each of them.
    pub domain: Vec<(i64, i64)>,
    /// What else must hold of a tuple, so that it is a position.
    pub within: Option<Within>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What fewer numbers mean.
    pub start: Option<Start>,
    /// Where play is over, and who has then won.
    pub ends: Vec<(Winner, Cond)>,
    /// The declared measure, compared from left to right.
    pub measure: Option<Vec<Expr>>,
    /// Whether the last move wins.
    pub convention: Convention,
    /// How many options the opponent may forbid before each move.
    pub blocked: u32,
    /// In which components a player moves.
    pub kind: Kind,
    /// When play of a sum is over.
    pub end: End,
    /// Whether the parts of a split component stay one component; if the text
    /// does not say so, they do not.
    pub nested: Option<bool>,
    /// Whether positions are places of coins.
    pub coins: bool,
    /// How positions are shown, and how many squares a row has, if the text says so.
    pub show: Option<(Shown, Option<u32>)>,
    /// Tests.
    pub expects: Vec<Expect>,
    /// Laws that are expected to be true of all positions, in the language of laws, and where
    /// they stand.
    pub conjectures: Vec<(String, Span)>,
    /// How many slots its moves need.
    pub slots: usize,
}

/// How positions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Each number is a heap of stones.
    Heaps,
    /// One or two numbers are the place of a token on a strip or a board.
    Board,
    /// Each bit is a square, there or not.
    Cells,
    /// Each bit is a coin, heads or tails.
    Coins,
    /// The notation on a card.
    Cards,
}

impl Shown {
    /// All of them.
    pub const ALL: [Shown; 5] = [
        Shown::Heaps,
        Shown::Board,
        Shown::Cells,
        Shown::Coins,
        Shown::Cards,
    ];

    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        match self {
            Shown::Heaps => "heaps",
            Shown::Board => "board",
            Shown::Cells => "cells",
            Shown::Coins => "coins",
            Shown::Cards => "cards",
        }
    }
}

/// The games of a file, each of which may use the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The games.
    pub games: Vec<Game>,
    /// The one that is played.
    pub main: usize,
}

impl Program {
    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.games[self.main]
    }

    /// What the rules mean, as a text: equal for two texts that differ in blanks, comments, the
    /// names of games, moves and choices, in tests, in how positions are shown, or in numbers that
    /// are parameters in one of them. Coordinates keep their names, since laws speak of them. The
    /// convention is not part of it.
    ///
    /// ```
    /// use grundy_lang::{check, parse};
    /// let meaning = |text: &str, most| {
    ///     check(&parse(text).unwrap(), &[("m".into(), most)]).unwrap().meaning()
    /// };
    /// let one = "game a(m = 3) # to three\nstate n; move take(k in 1..m) -> [n-k]";
    /// let other = "game b(m = 9); state n; move remove(i in 1..m) -> [n - i]; expect g(1) = 1";
    /// assert_eq!(meaning(one, 3), meaning(other, 3));
    /// assert_ne!(meaning(one, 3), meaning(other, 4));
    /// ```
    pub fn meaning(&self) -> String {
        let mut program = self.clone();
        for game in &mut program.games {
            game.name.clear();
            game.parameters.clear();
            game.convention = Convention::default();
            game.show = None;
            game.expects.clear();
            game.conjectures.clear();
            if let Some(within) = &mut game.within {
                within.text.clear();
            }
            for mv in &mut game.moves {
                mv.name.clear();
                mv.arguments.iter_mut().for_each(String::clear);
                mv.span = Span::default();
            }
        }
        format!("{program:?}")
    }
}

/// A number operation with both numbers known; `None` where it has no value.
pub fn fold(op: Binary, a: i64, b: i64) -> Option<i64> {
    let amount = || u32::try_from(b).ok().filter(|b| *b < 64);
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide => a.checked_div_euclid(b),
        Binary::Remainder => a.checked_rem_euclid(b),
        Binary::Power => a.checked_pow(amount()?),
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Gcd => gcd(a, b),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::ShiftLeft => i64::try_from(i128::from(a) << amount()?).ok(),
        Binary::ShiftRight => Some(a >> amount()?),
    }
}

/// An operation on one number; `None` where it has no value.
pub fn fold_one(op: Unary, a: i64) -> Option<i64> {
    match op {
        Unary::Negate => a.checked_neg(),
        Unary::Complement => Some(!a),
        Unary::Abs => a.checked_abs(),
        Unary::Popcount => (a >= 0).then(|| i64::from(a.count_ones())),
        Unary::Ctz => (a > 0).then(|| i64::from(a.trailing_zeros())),
        Unary::Lowbit => (a != i64::MIN).then(|| a & a.wrapping_neg()),
        Unary::Isqrt => a.checked_isqrt(),
    }
}

/// The greatest common divisor, never negative; 0 of 0 and 0.
fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).ok()
}

/// Whether the first number divides the second.
pub fn divides(a: i64, b: i64) -> bool {
    match a {
        0 => b == 0,
        _ => b.checked_rem(a).unwrap_or(0) == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machine and oracle share these, so that they are compared with what the
    /// reference says of them.
    #[test]
    fn operations_are_what_the_reference_says() {
        for (a, b) in (-40..40i64).flat_map(|a| (-9..70i64).map(move |b| (a, b))) {
            let of = |op| fold(op, a, b);
            match (of(Binary::Divide), of(Binary::Remainder)) {
                (Some(q), Some(r)) => assert!(a == b * q + r && 0 <= r && r < b.abs()),
                none => assert!(b == 0 && none == (None, None)),
            }
            let common = (1..=a.abs().max(b.abs())).rev();
            let common = common.filter(|d| a % d == 0 && b % d == 0).max();
            assert_eq!(of(Binary::Gcd), Some(common.unwrap_or(0)));
            assert_eq!(divides(a, b), (-70..=70).any(|k| a * k == b));
            // Two's complement: a shift is a product or quotient by a power of two.
            let power = |b: i64| (0..64).contains(&b).then(|| 1i128 << b);
            let left = power(b).and_then(|p| i64::try_from(i128::from(a) * p).ok());
            assert_eq!(of(Binary::ShiftLeft), left);
            let right = power(b).map(|p| i128::from(a).div_euclid(p) as i64);
            assert_eq!(of(Binary::ShiftRight), right);
            let product = (0..b).try_fold(1i64, |product, _| product.checked_mul(a));
            assert_eq!(of(Binary::Power), product.filter(|_| (0..64).contains(&b)));
            for bit in 0..64 {
                let has = |n: Option<i64>| n.map(|n| n >> bit & 1 == 1);
                let (x, y) = (has(Some(a)).unwrap(), has(Some(b)).unwrap());
                assert_eq!(has(of(Binary::And)), Some(x && y));
                assert_eq!(has(of(Binary::Or)), Some(x || y));
                assert_eq!(has(of(Binary::Xor)), Some(x != y));
                assert_eq!(has(fold_one(Unary::Complement, a)), Some(!x));
            }
            assert_eq!(of(Binary::Min), Some(if a < b { a } else { b }));
            assert_eq!(of(Binary::Max), Some(if a < b { b } else { a }));
        }
        for a in -300..300i64 {
            let of = |op| fold_one(op, a);
            assert_eq!(of(Unary::Negate), Some(-a));
            assert_eq!(of(Unary::Abs), Some(if a < 0 { -a } else { a }));
            let bits: Vec<i64> = (0..63).filter(|b| a >= 0 && a >> b & 1 == 1).collect();
            assert_eq!(of(Unary::Popcount), (a >= 0).then_some(bits.len() as i64));
            assert_eq!(of(Unary::Ctz), bits.first().copied());
            let low = (0..60).map(|b| 1i64 << b).find(|p| a % (2 * p) != 0);
            assert_eq!(of(Unary::Lowbit), Some(low.filter(|_| a != 0).unwrap_or(0)));
            let root = (0..=a).take_while(|r| r * r <= a).last();
            assert_eq!(of(Unary::Isqrt), root);
        }
        for op in [Binary::Add, Binary::Subtract, Binary::Multiply] {
            assert_eq!(fold(op, i64::MIN, i64::MAX).is_some(), op == Binary::Add);
        }
        assert_eq!(fold(Binary::Divide, i64::MIN, -1), None);
        assert_eq!(fold_one(Unary::Negate, i64::MIN), None);
        assert_eq!(fold_one(Unary::Abs, i64::MIN), None);
    }
}
