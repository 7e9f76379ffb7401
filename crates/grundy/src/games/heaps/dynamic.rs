//! Dynamic subtraction: take at most k times what was taken before.
//!
//! A position (m, q) is a heap of `m` stones from which at most `q` may be taken.
//! After a take of r stones the next player may take up to b(r) = ⌊k·r⌋ + c.
//! Whoever cannot move loses. The game begins with q = m-1: not everything at
//! once.
//!
//! **Theorem** (Schwenk 1970). Let H₁ = 1 and H_{i+1} = H_i + H_j with the least j
//! such that b(H_j) ≥ H_i. Every m is a unique greedy sum of H's; (m, q) is N
//! exactly when q is at least the smallest part. The proof, for every bound
//! that never decreases, and the engine are in [`crate::solve::dynamic`]. For
//! k = 2 the H's are Fibonacci's numbers: see [`super::fibonacci`].
//!
//! **Misère.** If every take leaves the next player a move, (m, q) with q ≥ 1 is
//! played like (m-1, q) in normal play: the last stone is the one nobody wants.
//!
//! ```
//! use grundy::{catalogue, ask::Question};
//! let game = catalogue::find("dynamic:3/2").unwrap().build(&[]).unwrap();
//! let solved = game.solve("20", &Question::default()).unwrap();
//! assert_eq!(solved.position, "20,19");
//! assert_eq!(solved.answer.winning_moves[0].mv, "take 4"); // 20 = 16 + 4
//! ```
//!
//! Limits: where k is so large that the sequence has too many terms for a heap,
//! the position is searched.

use std::sync::{Mutex, PoisonError};

use crate::answer::SumMove;
use crate::budget::Budget;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::dense::Lattice;
use crate::solve::dynamic::{Bound, Linear, Sequence, Values};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game with a bound. A component is a heap with its limit; a move is the
/// number of stones taken.
pub struct Dynamic<B> {
    bound: B,
    /// Terms are made when they are first needed.
    sequence: Mutex<Sequence<B>>,
    /// Values of small heaps too.
    values: Mutex<Values>,
}

/// A search for a value that would visit more positions is not begun.
const SEARCHED: u64 = 30_000;

/// A heap, and how much the next player may take of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limited {
    /// The stones.
    pub stones: Natural,
    /// How many of them may be taken at most.
    pub limit: Natural,
}

impl Limited {
    fn new(stones: impl Into<Natural>, limit: impl Into<Natural>) -> Self {
        let (stones, limit) = (stones.into(), limit.into());
        Limited { stones, limit }
    }

    /// All of these with at most so many stones, for the suite.
    pub(super) fn small(most: u64) -> Vec<Vec<Limited>> {
        let all = |most| (0..=most).flat_map(|m| (0..=m).map(move |q| Limited::new(m, q)));
        let singles = all(most).map(|position| vec![position]);
        singles.chain(small_sums(all(3), 2)).collect()
    }
}

impl<B: Bound + Clone> Dynamic<B> {
    /// The game with this bound, which must never decrease.
    pub fn new(bound: B) -> Self {
        Dynamic {
            sequence: Mutex::new(Sequence::new(bound.clone())),
            values: Mutex::default(),
            bound,
        }
    }

    /// Whether every take leaves a move while stones are left.
    fn never_stuck(&self) -> bool {
        !self.bound.most(&Natural::ONE).is_zero()
    }

    fn with_sequence<T>(&self, ask: impl FnOnce(&mut Sequence<B>) -> T) -> T {
        // A panic elsewhere leaves the terms as they were: they are only added to.
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        ask(&mut sequence)
    }

    /// The position of normal play that is won by the same takes, unless the
    /// game is decided (`Err`) or not understood (`None`).
    fn in_normal_play(
        &self,
        position: &Limited,
        convention: Convention,
    ) -> Option<Result<Limited, Outcome>> {
        if position.stones.is_zero() || position.limit.is_zero() {
            return Some(Err(convention.at_end()));
        }
        match convention {
            Convention::Normal => Some(Ok(position.clone())),
            Convention::Misere => self.never_stuck().then(|| {
                Ok(Limited {
                    stones: &position.stones - 1u8,
                    limit: position.limit.clone(),
                })
            }),
        }
    }
}

impl<B: Bound + Clone> Game for Dynamic<B> {
    type Position = Limited;
    type Move = Natural;

    fn options(
        &self,
        position: &Limited,
        visit: &mut impl FnMut(Natural, &[Limited]) -> Flow,
    ) -> Flow {
        take::up_to(&position.stones, &position.limit, &mut |taken, stones| {
            let limit = self.bound.most(&taken);
            visit(taken, &[Limited { stones, limit }])
        })
    }

    fn play(&self, position: &Limited, taken: &Natural) -> Option<Vec<Limited>> {
        let left = take::play(&position.stones, taken).filter(|_| *taken <= position.limit)?;
        let limit = self.bound.most(taken);
        let limited = |stones| Limited {
            stones,
            limit: limit.clone(),
        };
        Some(left.into_iter().map(limited).collect())
    }

    /// A limit beyond the heap is no limit.
    fn canonical(&self, Limited { stones, limit }: Limited) -> Limited {
        Limited {
            limit: limit.min(stones.clone()),
            stones,
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Limited>, Error> {
        notation::read_sum(text, |reader| {
            let stones = reader.natural()?;
            let limit = match reader.eat(",") {
                true => reader.natural()?,
                false if stones.is_zero() => Natural::ZERO,
                false => &stones - 1u8,
            };
            Ok(Limited { stones, limit })
        })
    }

    fn write(&self, sum: &[Limited]) -> String {
        notation::write_sum(sum, |Limited { stones, limit }| format!("{stones},{limit}"))
    }

    fn read_move(&self, _: &Limited, text: &str) -> Result<Natural, Error> {
        notation::read_verb(text, "take")
    }

    fn write_move(&self, taken: &Natural) -> String {
        format!("take {taken}")
    }
}

impl<B: Bound + Clone> Theorem for Dynamic<B> {
    fn computed_value(&self, position: &Limited) -> Option<Natural> {
        let stones = natural::small(&position.stones)?;
        // Known or not, it costs what it would cost alone: the same question has the same answer.
        if stones >= Values::LIMIT || Values::cost(stones) > Budget::current().states_left() {
            return None;
        }
        let most = natural::small(&position.limit).unwrap_or(u64::MAX);
        // A panic elsewhere leaves the values as they were: they are only added to.
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let value = values.value(stones, most, &self.bound)?;
        Some(value.into())
    }

    /// From a large heap with a limit that grows all limits are reached.
    fn seeks_value(&self, sum: &[Limited]) -> bool {
        sum.iter().all(|position| {
            let Some(stones) = natural::small(&position.stones) else {
                return false;
            };
            let mut limit = position.limit.clone().min(position.stones.clone());
            for _ in 0..64 {
                let next = self.bound.most(&limit).min(position.stones.clone());
                if next <= limit {
                    break;
                }
                limit = next;
            }
            let limits = natural::small(&limit).unwrap_or(u64::MAX).saturating_add(1);
            stones < Values::LIMIT || stones.saturating_mul(limits) <= SEARCHED
        })
    }

    fn outcome(&self, sum: &[Limited], convention: Convention) -> Option<Outcome> {
        let [position] = sum else { return None };
        let Limited { stones, limit } = match self.in_normal_play(position, convention)? {
            Ok(position) => position,
            Err(outcome) => return Some(outcome),
        };
        if stones.is_zero() {
            return Some(Outcome::P);
        }
        let least = self.with_sequence(|sequence| sequence.smallest(&stones))?;
        Some(Outcome::mover_wins(limit >= least))
    }

    fn winning_moves(
        &self,
        sum: &[Limited],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Natural>) -> Flow,
    ) -> Option<Flow> {
        let [position] = sum else { return None };
        let Ok(position) = self.in_normal_play(position, convention)? else {
            return Some(CONTINUE);
        };
        let mut visit = |mv| visit(SumMove { component: 0, mv });
        self.with_sequence(|sequence| {
            sequence.winning_takes(&position.stones, &position.limit, &mut visit)
        })
    }

    fn reason(&self, sum: &[Limited], convention: Convention) -> Text {
        let position = match sum {
            [position] => self.in_normal_play(position, convention),
            _ => None,
        };
        let Some(Ok(Limited { stones, limit })) = position else {
            return Text::fixed("there is no move", "没有着法");
        };
        let Some(least) = self.with_sequence(|sequence| sequence.smallest(&stones)) else {
            return Text::fixed("only the last stone is left", "只剩最后一枚石子");
        };
        Text::new(
            format!(
                "Schwenk's theorem: the smallest part of {stones} in the sequence is {least}, and at most \
                 {limit} may be taken"
            ),
            format!("Schwenk 定理：{stones} 在该数列下的最小项为 {least}，而最多可取 {limit}"),
        )
    }
}

/// The table has the stones along one side, the limit along the other.
impl<B: Bound + Clone> Lattice for Dynamic<B> {
    fn at(&self, point: &[u64]) -> Option<Limited> {
        match point {
            [stones, limit] if limit <= stones => Some(Limited::new(*stones, *limit)),
            _ => None,
        }
    }

    fn coordinates(&self, position: &Limited, point: &mut [u64]) -> bool {
        let position = self.canonical(position.clone());
        let (stones, limit) = (
            natural::small(&position.stones),
            natural::small(&position.limit),
        );
        let (Some(stones), Some(limit), [x, y]) = (stones, limit, point) else {
            return false;
        };
        (*x, *y) = (stones, limit);
        true
    }
}

/// Reads a positive fraction: `2` or `3/2`.
fn read_fraction(text: &str) -> Option<(Natural, Natural)> {
    let mut reader = Reader::new(text);
    let numerator = reader.natural().ok()?;
    let denominator = match reader.eat("/") {
        true => reader.natural().ok()?,
        false => Natural::ONE,
    };
    reader.end().ok()?;
    (!numerator.is_zero() && !denominator.is_zero()).then_some((numerator, denominator))
}

impl<B: Bound + Clone> Show for Dynamic<B> {
    fn scene(&self, stage: &Stage<Limited>) -> Scene {
        heaps::named(stage, |position| {
            let Limited { stones, limit } = self.canonical(position.clone());
            vec![heaps::Heap::limited(stones, &limit)]
        })
    }

    fn touches(&self, stage: &Stage<Limited>, mv: &SumMove<Natural>) -> Vec<Id> {
        let stones = &stage.sum()[mv.component].stones;
        vec![heaps::take(stage, mv.component, 0, stones, &mv.mv)]
    }
}

impl Named for Dynamic<Linear> {
    const ABOUT: About = About {
        id: "dynamic",
        aliases: &[("dynamic", &["dynamic-nim", "动态尼姆"])],
        name: ("dynamic subtraction", "动态减法游戏"),
        summary: (
            "one heap: take at most k times what was taken before",
            "一堆石子：每次至多取走上一次的 k 倍",
        ),
        rules: (
            "There is one heap of m stones, of which at most q may be taken. A move takes r stones, at \
             least one and at most q; after it the next player may take up to k·r + c, rounded down. The \
             first player may take all stones but one. Whoever cannot move loses.",
            "有一堆 m 枚石子，最多可取 q 枚。每次取走 r 枚，至少 1 枚、至多 q 枚；其后对手最多可取 k·r + c 枚（向下取整）。先手第一步最多可取到只剩一枚。无法行动者负。",
        ),
        theorem: (
            "With H₁ = 1 and H_{i+1} = H_i + H_j, j least such that b(H_j) ≥ H_i, every m is a greedy sum of \
             H's, and (m,q) is N exactly when q is at least the smallest part. If every take leaves a move, \
             misère play of (m,q) is normal play of (m-1,q).",
            "令 H₁ = 1，H_{i+1} = H_i + H_j，其中 j 是使 b(H_j) ≥ H_i 的最小下标；每个 m 可贪心地表为若干 H 之和，当且仅当 q 不小于其中最小项时 (m,q) 为 N 态。若每次取后对手总有着法，则反常规则下的 (m,q) 等同于正常规则下的 (m-1,q)。",
        ),
        source: "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970); A. Holshouser, H. Reiter and \
                 J. Rudzinski, Dynamic one-pile nim, Fibonacci Quarterly 41 (2003)",
        position: (
            "stones and limit: 20,5; just 20 means 20,19",
            "石子数与上限：20,5；只写 20 即 20,19",
        ),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["20", "20,3", "15,1", "10^1000", "7,3 + 4,2"],
        parameters: &[
            Parameter {
                name: "k",
                default: "2",
                meaning: (
                    "the factor, any positive fraction: 2 or 3/2",
                    "倍数，任意正分数：2 或 3/2",
                ),
            },
            Parameter {
                name: "c",
                default: "0",
                meaning: (
                    "what is added to k times the last take, possibly negative",
                    "在 k 倍之外再加上的数，可为负",
                ),
            },
        ],
        tested_with: &[
            &[],
            &[("k", "1")],
            &[("k", "3/2")],
            &[("k", "10/7")],
            &[("k", "3")],
            &[("k", "1/2")],
            &[("k", "1"), ("c", "1")],
            &[("k", "2"), ("c", "-1")],
            &[("k", "1/3"), ("c", "2")],
        ],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let (numerator, denominator, plus) = self.bound.terms();
        let small = |n: &Natural| natural::small(n).filter(|n| *n < 1 << 31);
        let numerator = small(numerator).ok_or(written::TOO_LARGE)?;
        let denominator = small(denominator).ok_or(written::TOO_LARGE)?;
        let limit = match (denominator, plus) {
            (1, 0) => format!("{numerator}*r"),
            (_, 0) => format!("{numerator}*r / {denominator}"),
            _ => format!("max({numerator}*r / {denominator} + {plus}, 0)"),
        };
        Ok(format!(
            "game dynamic\nstate n, q\nstart n -> [n, n-1]\n\
             move take(r in 1..min(n, q)) -> [n-r, {limit}]"
        ))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = (
            "a positive fraction such as 2 or 3/2",
            "正分数，如 2 或 3/2",
        );
        let (numerator, denominator) = parameters.get("k", expected, read_fraction)?;
        let whole = ("a whole number of at most 18 digits", "不超过 18 位的整数");
        let plus = parameters.get("c", whole, |text| {
            let small = |c: &i64| c.unsigned_abs() < 10u64.pow(18);
            text.parse().ok().filter(small)
        })?;
        Ok(Dynamic::new(
            Linear::times(numerator, denominator).plus(plus),
        ))
    }

    fn small(&self) -> Vec<Vec<Limited>> {
        Limited::small(22)
    }
}
