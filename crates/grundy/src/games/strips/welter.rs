//! Welter's game: a coin goes to any lower free square.
//!
//! **Theorem** (Welter 1954; Berlekamp, Conway and Guy). Write x ≡ₖ y if x and y
//! agree in their lowest k bits. The Grundy value of coins on the squares
//! a₁, …, aₙ is the Welter function: bit k of it is bit k of a₁ ⊕ … ⊕ aₙ, plus
//! the number of pairs with aᵢ ≡ₖ aⱼ, modulo 2. (The same as mating: pair off
//! the squares that agree in most low bits; each pair gives (a ⊕ b) − 1, a
//! square left over gives itself; take the nim sum.)
//!
//! Moves are constructed. Let the value change by `d` when coin a goes to x.
//! As x is placed bit by bit, bit k of the value depends only on bit k of x
//! and on how many other coins agree with x below it. So for every coin and
//! every wanted value there is exactly one x, found by one walk from the
//! lowest bit up: as long as x follows a, the bits of d are those of x ⊕ a;
//! afterwards bit k is also changed by the parities of the coins that agree
//! with a, and with x, in the bits below k.
//!
//! ```
//! use grundy::{game::Game, games::strips::welter::Welter, theorem::Theorem};
//! let strip = Welter.read("2,3,5,7").unwrap();
//! assert_eq!(Welter.value(&strip[0]), Some(5u8.into())); // [3|7] ⊕ [2|5] = 3 ⊕ 6
//! ```

use std::cmp::Ordering;

use super::{Slide, Strip};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{no_table, small_sums, strips};
use crate::natural::{self, Natural};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Number, Numbers, PANELS, Scene, Show, Stage, why};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a strip; its squares are numbered from 0.
pub struct Welter;

impl Game for Welter {
    type Position = Strip;
    type Move = Slide;

    fn options(&self, strip: &Strip, visit: &mut impl FnMut(Slide, &[Strip]) -> Flow) -> Flow {
        let mut after = [strip.clone()];
        for (at, from) in strip.iter().enumerate() {
            // Free squares from 0 up; the coin's place in the list moves along.
            after[0].clone_from(strip);
            after[0].remove(at);
            let mut place = 0;
            let mut to = Natural::ZERO;
            while to < *from {
                if strip.get(place) == Some(&to) {
                    place += 1;
                } else {
                    let mv = Slide {
                        from: from.clone(),
                        to: to.clone(),
                    };
                    after[0].insert(place, to.clone());
                    visit(mv, &after)?;
                    after[0].remove(place);
                }
                to += 1u8;
            }
        }
        CONTINUE
    }

    fn play(&self, strip: &Strip, mv: &Slide) -> Option<Vec<Strip>> {
        if mv.to >= mv.from {
            return None;
        }
        strips::slide(strip, mv).map(|after| vec![after])
    }

    strips::notation!(0);
}

/// The lowest bit in which two distinct numbers differ.
fn first_difference(a: &Natural, b: &Natural) -> Option<usize> {
    match (natural::small(a), natural::small(b)) {
        (Some(a), Some(b)) => (a != b).then(|| (a ^ b).trailing_zeros() as usize),
        _ => (a ^ b).trailing_zeros(),
    }
}

/// The coins in the order of their bits read from the lowest up, so that
/// those that agree in some low bits stand together: a trie, flattened.
fn by_low_bits(strip: &Strip) -> Vec<Natural> {
    let mut coins = strip.clone();
    coins.sort_unstable_by(|a, b| match first_difference(a, b) {
        None => Ordering::Equal,
        Some(at) => natural::bit(a, at).cmp(&natural::bit(b, at)),
    });
    coins
}

/// Those of a run of coins (which agree below bit `at`) whose bit `at` is
/// `set`.
fn branch(run: &[Natural], at: usize, set: bool) -> &[Natural] {
    let middle = run.partition_point(|coin| !natural::bit(coin, at));
    if set { &run[middle..] } else { &run[..middle] }
}

/// The Welter function of coins in the order of [`by_low_bits`].
fn welter_function(coins: &[Natural]) -> Natural {
    let mut value = natural::nim_sum(coins);
    // Runs of coins that agree below bit `from`.
    let mut runs = vec![(coins, 0)];
    while let Some((run, from)) = runs.pop() {
        let [first, .., last] = run else { continue };
        let Some(split) = first_difference(first, last) else {
            continue;
        };
        // All pairs of the run agree below every bit up to the one that splits it.
        if matches!(run.len() % 4, 2 | 3) {
            value ^= (Natural::ONE << (split + 1)) - (Natural::ONE << from);
        }
        runs.push((branch(run, split, false), split + 1));
        runs.push((branch(run, split, true), split + 1));
    }
    value
}

/// The coins in pairs, those that agree in most low bits first; the last one may
/// have no mate. Takes time that grows with the third power of their number.
fn mates(strip: &Strip) -> Vec<(Natural, Option<Natural>)> {
    let mut single = strip.clone();
    let mut mates = Vec::new();
    loop {
        let pairs = (0..single.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let nearest = pairs.max_by_key(|(i, j)| first_difference(&single[*i], &single[*j]));
        let Some((i, j)) = nearest else { break };
        let (b, a) = (single.remove(j), single.remove(i));
        mates.push((a, Some(b)));
    }
    mates.extend(single.pop().map(|left| (left, None)));
    mates
}

/// Where the coin on `from` must go (up or down) so that the value changes by
/// `change`, which is not 0.
fn destination(coins: &[Natural], from: &Natural, change: &Natural) -> Natural {
    let Some(parting) = change.trailing_zeros() else {
        return from.clone();
    };
    let plain = from ^ change;
    let mut with_from = coins;
    for at in 0..parting {
        if with_from.len() == 1 {
            break;
        }
        with_from = branch(with_from, at, natural::bit(from, at));
    }
    let mut with_to = branch(with_from, parting, !natural::bit(from, parting));
    with_from = branch(with_from, parting, natural::bit(from, parting));
    let mut flips: Vec<u8> = Vec::new();
    let mut at = parting + 1;
    while with_from.len() > 1 || !with_to.is_empty() {
        let flip = (with_from.len() - 1 + with_to.len()) % 2 == 1;
        if flip {
            flips.resize((at / 8 + 1).max(flips.len()), 0);
            flips[at / 8] |= 1 << (at % 8);
        }
        with_from = branch(with_from, at, natural::bit(from, at));
        with_to = branch(with_to, at, natural::bit(&plain, at) != flip);
        at += 1;
    }
    plain ^ Natural::from_le_bytes(&flips)
}

impl Theorem for Welter {
    fn value(&self, strip: &Strip) -> Option<Natural> {
        Some(welter_function(&by_low_bits(strip)))
    }

    fn moves_to(
        &self,
        strip: &Strip,
        target: &Natural,
        visit: &mut impl FnMut(Slide) -> Flow,
    ) -> Option<Flow> {
        let coins = by_low_bits(strip);
        let change = welter_function(&coins) ^ target;
        if change.is_zero() {
            return Some(CONTINUE);
        }
        let flow = strip.iter().try_for_each(|from| {
            let to = destination(&coins, from, &change);
            if to < *from {
                visit(Slide {
                    from: from.clone(),
                    to,
                })
            } else {
                CONTINUE
            }
        });
        Some(flow)
    }

    fn reason(&self, sum: &[Strip], convention: Convention) -> Text {
        let name = (
            "Welter's theorem, by the Welter function",
            "Welter 定理（Welter 函数）",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(Welter);

impl Show for Welter {
    fn scene(&self, stage: &Stage<Strip>) -> Scene {
        strips::scene(stage, 0)
    }

    fn touches(&self, stage: &Stage<Strip>, mv: &SumMove<Slide>) -> Vec<Id> {
        strips::touches(stage, mv, 0)
    }

    /// The pairs of mates, and the coin that is left over.
    fn numbers(&self, stage: &Stage<Strip>) -> Option<Numbers> {
        why::of_parts(stage, 2, |strip| {
            let number = |(a, mate): (Natural, Option<Natural>)| match mate {
                Some(b) => Number::of(format!("[{a}|{b}]"), (&a ^ &b) - 1u8),
                None => Number::of(&a, a.clone()),
            };
            (strip.len() <= PANELS).then(|| mates(strip).into_iter().map(number).collect())
        })
    }
}

impl Named for Welter {
    const ABOUT: About = About {
        id: "welter",
        aliases: &[("welter", &["welter game", "韦尔特"])],
        name: ("Welter's game", "Welter 游戏"),
        summary: (
            "move a coin to any lower free square, past others if you like",
            "将一枚硬币移到任意编号更小的空格，可以越过其他硬币",
        ),
        rules: (
            "Coins lie on distinct squares of a strip, numbered from 0. A move takes one coin to a free \
             square of lower number; it may pass other coins. Whoever makes the last move wins.",
            "硬币放在一条纸带的不同格子上，格子从 0 开始编号。每次将一枚硬币移到编号更小的空格，可以越过其他硬币。\
             走最后一步者获胜。",
        ),
        theorem: (
            "The Grundy value is the Welter function: mate the squares that agree in most low bits, a \
             pair giving (a ⊕ b) - 1 and a single square itself, and take the nim sum. For every coin and \
             every value there is exactly one square that gives it.",
            "SG 值为 Welter 函数：将低位相同最多的格子两两配对，每对贡献 (a ⊕ b) - 1，落单者贡献其自身，再取异或和。\
             对每枚硬币和每个目标值，恰有一个格子使其成立。",
        ),
        source: "C. P. Welter, The theory of a class of games on a sequence of squares, in terms of the advancing \
                 operation in a special group, Indagationes Mathematicae 16 (1954); E. R. Berlekamp, J. H. Conway \
                 and R. K. Guy, Winning Ways, ch. 15",
        position: (
            "the coins' squares: 2,3,7; strips are joined by +, - is an empty strip",
            "硬币所在的格子：2,3,7；多条纸带用 + 连接，- 表示空纸带",
        ),
        moves: ("7 to 4", "7 to 4（从第 7 格移到第 4 格）"),
        examples: &["2,3,5,7", "0,1,2", "1,10^30,10^100,10^101", "2,5 + 4,9,11"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game welter(squares = 20)\n\
             state c in bits squares\n\
             move slide(i in 1..squares-1, j in 0..i-1) if bit(c, i) = 1 if bit(c, j) = 0 -> [c - (1 << i) + (1 << j)]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Strip]) -> Option<String> {
        strips::as_bits(sum, 0, 20)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Welter)
    }

    fn small(&self) -> Vec<Vec<Strip>> {
        let one = strips::small_strips(0, 9, 5)
            .into_iter()
            .map(|strip| vec![strip]);
        one.chain(small_sums(strips::small_strips(0, 4, 2), 2))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;
    use crate::random::Random;

    /// The Welter function by mating, from its definition.
    fn by_mating(strip: &Strip) -> Natural {
        let numbers = mates(strip).into_iter().map(|(a, mate)| match mate {
            Some(b) => (a ^ b) - 1u8,
            None => a,
        });
        natural::nim_sum(&numbers.collect::<Vec<_>>())
    }

    fn random_strip(random: &mut Random, coins: usize, bits: u32) -> Strip {
        let mut strip: Strip = (0..coins)
            .map(|_| Natural::from(random.below(1 << bits)) << random.below(3) as usize)
            .collect();
        strip.sort();
        strip.dedup();
        strip
    }

    #[test]
    fn mating_gives_the_same_value() {
        let mut random = Random::new(5);
        for round in 0..2000 {
            let strip = random_strip(&mut random, round % 12, 3 + round as u32 % 40);
            assert_eq!(Welter.value(&strip), Some(by_mating(&strip)), "{strip:?}");
        }
    }

    #[test]
    fn every_coin_has_one_square_for_every_value() {
        let mut random = Random::new(6);
        for round in 0..500 {
            let strip = random_strip(&mut random, 2 + round % 30, 2 + round as u32 % 60);
            let coins = by_low_bits(&strip);
            let value = welter_function(&coins);
            let target = Natural::from(random.below(1 << 20));
            if value == target {
                continue;
            }
            for from in &strip {
                let to = destination(&coins, from, &(&value ^ &target));
                let mv = Slide {
                    from: from.clone(),
                    to,
                };
                let after = strips::slide(&strip, &mv).expect("a free square");
                assert_eq!(Welter.value(&after), Some(target.clone()));
            }
        }
    }

    #[test]
    fn a_million_coins_and_huge_squares() {
        let mut random = Random::new(7);
        let squares: Vec<String> = (0..1_000_000u64)
            .map(|i| (i * 1_000_003 + random.below(1_000_000)).to_string())
            .collect();
        let strip = Welter.read(&squares.join(",")).unwrap();
        let question = Question {
            moves: 1,
            ..Question::default()
        };
        let answer = ask(&Welter, &strip, &question).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        let after = Welter.play(&strip[0], &answer.winning_moves[0].mv).unwrap();
        assert_eq!(Welter.value(&after[0]), Some(Natural::ZERO));
        let huge = Welter.read("10^1000,10^1001,7,10^999,2^4000").unwrap();
        let answer = ask(&Welter, &huge, &Question::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        for mv in answer.winning_moves {
            let after = Welter.play(&huge[0], &mv.mv).unwrap();
            assert_eq!(Welter.value(&after[0]), Some(Natural::ZERO));
        }
    }
}
