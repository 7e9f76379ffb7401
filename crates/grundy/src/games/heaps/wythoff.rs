//! Wythoff's game: take from one heap, or the same number from both.
//!
//! **Theorem** (Wythoff 1907). The P-positions are the pairs
//! (⌊dφ⌋, ⌊dφ⌋ + d), d = 0, 1, 2, …, with the golden ratio φ = (1+√5)/2: each
//! difference d and each number occurs exactly once. Exact integers decide:
//! ⌊dφ⌋ = ⌊(d + ⌊√(5d²)⌋) / 2⌋. In misère play only (0,0) and (1,2) change, to
//! (0,1) and (2,2) (Fraenkel 1984).
//!
//! The Grundy values of the other positions have no known formula; tables
//! compute them.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::wythoff::Wythoff};
//! let position = Wythoff.read("8,4").unwrap();
//! let answer = ask(&Wythoff, &position, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| Wythoff.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["first 1"]);
//! ```

use dashu_int::ops::SquareRoot;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::small_sums;
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::solve::lines::{self, Directions};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a pair of heaps.
pub struct Wythoff;

/// From where stones are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The first heap.
    First,
    /// The second heap.
    Second,
    /// Both heaps, the same number.
    Both,
}

const PLACES: [(From, &str); 3] = [
    (From::First, "first"),
    (From::Second, "second"),
    (From::Both, "both"),
];

impl Game for Wythoff {
    type Position = (Natural, Natural);
    type Move = (From, Natural);

    fn options(
        &self,
        (a, b): &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        for k in natural::from_to(1, a) {
            let left = a - &k;
            visit((From::First, k), &[(left, b.clone())])?;
        }
        for k in natural::from_to(1, b) {
            let left = b - &k;
            visit((From::Second, k), &[(a.clone(), left)])?;
        }
        for k in natural::from_to(1, a.min(b)) {
            let left = (a - &k, b - &k);
            visit((From::Both, k), &[left])?;
        }
        CONTINUE
    }

    fn play(&self, (a, b): &Self::Position, (from, k): &Self::Move) -> Option<Vec<Self::Position>> {
        let fits = |heap: &Natural| !k.is_zero() && k <= heap;
        match from {
            From::First => fits(a).then(|| vec![(a - k, b.clone())]),
            From::Second => fits(b).then(|| vec![(a.clone(), b - k)]),
            From::Both => (fits(a) && fits(b)).then(|| vec![(a - k, b - k)]),
        }
    }

    fn canonical(&self, (a, b): Self::Position) -> Self::Position {
        if a <= b { (a, b) } else { (b, a) }
    }

    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        notation::read_sum(text, |reader| {
            let a = reader.natural()?;
            reader.expect(",")?;
            Ok((a, reader.natural()?))
        })
    }

    fn write(&self, sum: &[Self::Position]) -> String {
        if sum.is_empty() {
            return "0,0".to_string();
        }
        notation::write_sum(sum, |(a, b)| format!("{a},{b}"))
    }

    fn read_move(&self, _: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        let mut reader = Reader::new(text);
        let place = PLACES.into_iter().find(|(_, name)| reader.eat(name));
        let number = reader.natural().and_then(|n| reader.end().map(|()| n));
        match (place, number) {
            (Some((from, _)), Ok(k)) => Ok((from, k)),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed(
                    "`first N`, `second N` or `both N`",
                    " `first N`、`second N` 或 `both N`",
                ),
            }),
        }
    }

    fn write_move(&self, (from, k): &Self::Move) -> String {
        let name = PLACES.iter().find(|(f, _)| f == from).map_or("", |p| p.1);
        format!("{name} {k}")
    }
}

/// ⌊dφ⌋.
fn floor_phi(d: &Natural) -> Natural {
    (d + (d * d * Natural::from(5u8)).sqrt()) >> 1
}

/// The smaller heap of the P-position with difference `d`.
fn smaller_with_difference(d: &Natural, convention: Convention) -> Natural {
    match (natural::small(d), convention) {
        (Some(0), Convention::Misere) => Natural::from(2u8),
        (Some(1), Convention::Misere) => Natural::ZERO,
        _ => floor_phi(d),
    }
}

/// The heap that makes a P-position with `x`.
fn partner(x: &Natural, convention: Convention) -> Natural {
    if convention == Convention::Misere
        && let Some(small @ 0..=2) = natural::small(x)
    {
        return Natural::from([1u8, 0, 2][small as usize]);
    }
    // x is ⌊dφ⌋ or ⌊dφ⌋ + d for exactly one d, which is x/φ or x/φ² up to rounding.
    let over_phi = ((x * x * Natural::from(5u8)).sqrt() - x) >> 1;
    for d in [over_phi.clone(), &over_phi + 1u8] {
        if floor_phi(&d) == *x {
            return x + d;
        }
    }
    over_phi
}

/// Values are computed for heaps below this.
const VALUED: usize = 1 << 10;

/// The values as far as they were asked for, of all questions together.
static VALUES: lines::Known = lines::Known::new(
    Directions {
        rows: true,
        columns: true,
        diagonals: true,
    },
    VALUED,
);

impl Theorem for Wythoff {
    fn computed_value(&self, (a, b): &Self::Position) -> Option<Natural> {
        let value = VALUES.value(natural::index(a)?, natural::index(b)?)?;
        Some(value.into())
    }

    fn seeks_value(&self, _: &[Self::Position]) -> bool {
        // Beyond the values that are computed a short search finds none: moves lead everywhere.
        false
    }

    fn outcome(&self, sum: &[Self::Position], convention: Convention) -> Option<Outcome> {
        let [(a, b)] = sum else { return None };
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let lost = *small == smaller_with_difference(&(large - small), convention);
        Some(Outcome::mover_wins(!lost))
    }

    fn winning_moves(
        &self,
        sum: &[Self::Position],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Self::Move>) -> Flow,
    ) -> Option<Flow> {
        let [(a, b)] = sum else { return None };
        let mut leave = |from, heap: &Natural, left: &Natural| {
            if left >= heap {
                return CONTINUE;
            }
            let mv = (from, heap - left);
            visit(SumMove { component: 0, mv })
        };
        let mut all = || {
            leave(From::First, a, &partner(b, convention))?;
            leave(From::Second, b, &partner(a, convention))?;
            let (small, large) = if a <= b { (a, b) } else { (b, a) };
            let left = smaller_with_difference(&(large - small), convention);
            leave(From::Both, small, &left)
        };
        Some(all())
    }

    fn reason(&self, sum: &[Self::Position], convention: Convention) -> Text {
        let [(a, b)] = sum else {
            return Text::default();
        };
        let d = if a <= b { b - a } else { a - b };
        let lost = smaller_with_difference(&d, convention);
        let large = &lost + &d;
        Text::new(
            format!("Wythoff's theorem: the lost position with difference {d} is {lost},{large}"),
            format!("威佐夫定理：差为 {d} 的必败态是 {lost},{large}"),
        )
    }
}

impl Lattice for Wythoff {
    fn at(&self, point: &[u64]) -> Option<Self::Position> {
        match point {
            [a, b] => Some(((*a).into(), (*b).into())),
            _ => None,
        }
    }

    fn coordinates(&self, (a, b): &Self::Position, point: &mut [u64]) -> bool {
        let (Some(a), Some(b), [x, y]) = (natural::small(a), natural::small(b), point) else {
            return false;
        };
        (*x, *y) = (a, b);
        true
    }
}

impl Show for Wythoff {
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        heaps::scene(stage, |(a, b)| vec![a.clone(), b.clone()])
    }

    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Self::Move>) -> Vec<Id> {
        let ((a, b), (from, k)) = (&stage.sum()[mv.component], &mv.mv);
        let none = &Natural::ZERO;
        let taken = match from {
            From::First => [k, none],
            From::Second => [none, k],
            From::Both => [k, k],
        };
        heaps::take_each(stage, mv.component, [a, b].into_iter().zip(taken))
    }
}

impl Named for Wythoff {
    const ABOUT: About = About {
        id: "wythoff",
        aliases: &[(
            "wythoff",
            &[
                "wythoff-nim",
                "wythoff nim",
                "威佐夫",
                "威佐夫尼姆",
                "两堆取石子",
            ],
        )],
        name: ("Wythoff's game", "威佐夫博弈"),
        summary: (
            "two heaps: take from one, or the same number from both",
            "两堆石子：从一堆取任意多枚，或从两堆取同样多枚",
        ),
        rules: (
            "There are two heaps. A move takes any positive number of stones from one heap, or the \
             same positive number from both. Whoever takes the last stone wins.",
            "有两堆石子。每次从一堆取走任意正数枚，或从两堆同时取走同样正数枚。取走最后一枚者获胜。",
        ),
        theorem: (
            "P exactly when the heaps are ⌊dφ⌋ and ⌊dφ⌋+d, where d is their difference and φ the golden \
             ratio. Misère: (0,0) and (1,2) are replaced by (0,1) and (2,2).",
            "设两堆之差为 d，φ 为黄金分割比，当且仅当两堆为 ⌊dφ⌋ 与 ⌊dφ⌋+d 时为 P 态。反常规则：(0,0)、(1,2) 换为 (0,1)、(2,2)。",
        ),
        source: "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907); \
                 misère: A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, \
                 Theoretical Computer Science 29 (1984)",
        position: ("the two heaps: 3,5", "两堆石子数：3,5"),
        moves: (
            "first 2, second 2 or both 2",
            "first 2（第一堆）、second 2（第二堆）或 both 2（两堆）",
        ),
        examples: &["8,4", "3,5", "1,2", "10^1000,10^1000", "3,5 + 2,2"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game wythoff\n\
             state a, b\n\
             move first(k in 1..a) -> [a-k, b]\n\
             move second(k in 1..b) -> [a, b-k]\n\
             move both(k in 1..min(a, b)) -> [a-k, b-k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Wythoff)
    }

    fn small(&self) -> Vec<Vec<Self::Position>> {
        let pair = |a: u64, b: u64| (Natural::from(a), Natural::from(b));
        let singles = (0..=15).flat_map(|a| (0..=15).map(move |b| vec![pair(a, b)]));
        let tiny = (0..=2).flat_map(|a| (a..=3).map(move |b| pair(a, b)));
        singles.chain(small_sums(tiny, 2)).collect()
    }
}
