//! A few coins at once: at most t coins, or exactly t, anywhere in the row.
//!
//! One coin; Turning Turtles (at most two); Mock Turtles (three); Moebius
//! (five), Mogul (seven) and Moidores (nine). Exactly two are Twins, exactly
//! three Triplets.
//!
//! **Theorem** (Lenstra; Berlekamp, Conway and Guy). With at most t coins and
//! places numbered from 1, a head on n has the value 1 for t = 1, n for
//! t = 2, and the n-th odious number (with an odd number of binary ones) for
//! t = 3. In general the P-positions are the words of the lexicode of
//! distance t + 1; from t = 4 on the values are computed: g(n) is the least
//! number that is no nim sum of t − 1 or fewer earlier values.
//!
//! With exactly t coins and places numbered from 0, the first t − 1 places
//! have value 0 and serve to make up the number, and place n has the value
//! that n − t + 2 has with at most t coins.
//!
//! Sets of a wanted worth: for t ≤ 3 by arithmetic; above by a table that says
//! for every nim sum and every j after how many places it is made by j coins, so
//! that every branch of the search for the coins ends in a set.
//!
//! Limits: for t ≥ 4 values below 2^18 (t = 4, 5: 266 and 204 places) or 2^20
//! (Mogul: 68 places, Moidores: 34); the theorem is silent beyond.

use std::sync::OnceLock;

use crate::catalogue::{About, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::games::coins::Page;
use crate::games::coins::row;
use crate::games::coins::row::Row;
use crate::natural::{self, Natural};
use crate::solve::coins::VisitSet;
use crate::text::Text;

/// The most coins that can be chosen.
const MOST: u64 = 9;

/// The rules: at most so many coins, or `EXACT`ly so many.
pub struct Few<const EXACT: bool> {
    most: u64,
    /// From four coins on.
    table: Option<&'static Table>,
}

/// What is known from four coins on.
struct Table {
    /// Values of the places 1, 2, ….
    values: Vec<u32>,
    /// `made[j][x]`: after how many places x is the nim sum of at most j values.
    made: Vec<Vec<u16>>,
}

const NEVER: u16 = u16::MAX;

impl Table {
    fn of(most: usize) -> &'static Table {
        static TABLES: [OnceLock<Table>; MOST as usize + 1] =
            [const { OnceLock::new() }; MOST as usize + 1];
        TABLES[most].get_or_init(|| Table::compute(most, if most <= 5 { 18 } else { 20 }))
    }

    /// All values below 2^bits.
    fn compute(most: usize, bits: u32) -> Table {
        let size = 1usize << bits;
        // The fewest values whose nim sum is x; `most` stands for too many.
        let mut fewest = vec![most as u8; size];
        let mut made = vec![vec![NEVER; size]; most];
        let mut values = Vec::new();
        fewest[0] = 0;
        made.iter_mut().for_each(|table| table[0] = 0);
        let mut least = 0;
        while let Some(more) = fewest[least..].iter().position(|n| *n == most as u8) {
            least += more;
            let value = least;
            values.push(value as u32);
            let places = values.len() as u16;
            for x in 0..size {
                let y = x ^ value;
                if x > y {
                    continue;
                }
                let (a, b) = (fewest[x], fewest[y]);
                for (at, was, now) in [(x, a, b + 1), (y, b, a + 1)] {
                    if now < was {
                        fewest[at] = now;
                        for coins in now..was {
                            made[coins as usize][at] = places;
                        }
                    }
                }
            }
        }
        Table { values, made }
    }

    /// Names the sets of at most `coins` of the first `places` places whose
    /// values have nim sum `wanted`, each descending, after `chosen`. There
    /// must be one. No set but the empty one has nim sum 0: fewer than
    /// `most` + 1 values never have.
    fn sets(
        &self,
        wanted: usize,
        places: usize,
        coins: usize,
        chosen: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> Flow,
    ) -> Flow {
        if wanted == 0 {
            return visit(chosen);
        }
        let Some(left) = coins.checked_sub(1) else {
            return CONTINUE;
        };
        for place in (1..=places).rev() {
            let rest = wanted ^ self.values[place - 1] as usize;
            if usize::from(self.made[left][rest]) < place {
                chosen.push(place as u64);
                let flow = self.sets(rest, place - 1, left, chosen, visit);
                chosen.pop();
                flow?;
            }
        }
        CONTINUE
    }
}

/// The n-th odious number, from n = 0: 1, 2, 4, 7, 8, 11, ….
fn odious(n: &Natural) -> Natural {
    let odd = n.count_ones() % 2 == 1;
    (n << 1) + u8::from(!odd)
}

impl<const EXACT: bool> Few<EXACT> {
    /// From 1 to 9 coins.
    pub fn new(most: u64) -> Option<Self> {
        if !(1..=MOST).contains(&most) {
            return None;
        }
        let table = (most > 3).then(|| Table::of(most as usize));
        Some(Few { most, table })
    }

    /// The last of the examples is beyond the table.
    fn fitting(&self, examples: &'static [&'static str]) -> &'static [&'static str] {
        &examples[..examples.len() - usize::from(self.table.is_some())]
    }

    /// How many places have value 0 because there are too few below them.
    fn idle(&self) -> u64 {
        if EXACT { self.most - 1 } else { 0 }
    }

    /// The number of a place among those that are not idle, from 1.
    fn rank(&self, place: &Natural) -> Option<Natural> {
        if !EXACT {
            return (!place.is_zero()).then(|| place.clone());
        }
        let idle = Natural::from(self.idle());
        (*place >= idle).then(|| place - idle + 1u8)
    }

    fn place(&self, rank: Natural) -> Natural {
        if EXACT {
            rank + self.idle() - 1u8
        } else {
            rank
        }
    }

    fn value_of_rank(&self, rank: &Natural) -> Option<Natural> {
        Some(match self.most {
            1 => Natural::ONE,
            2 => rank.clone(),
            3 => odious(&(rank - 1u8)),
            _ => {
                let index = usize::try_from(rank).ok()?.checked_sub(1)?;
                Natural::from(*self.table?.values.get(index)?)
            }
        })
    }

    /// Names the sets of ranks below `rank`, ascending, of at most `most` − 1
    /// elements, whose values have nim sum `wanted`.
    fn ranks(
        &self,
        rank: &Natural,
        wanted: &Natural,
        visit: &mut dyn FnMut(&[Natural]) -> Flow,
    ) -> Flow {
        if wanted.is_zero() {
            return visit(&[]);
        }
        match self.most {
            1 => CONTINUE,
            2 => {
                if wanted < rank {
                    visit(std::slice::from_ref(wanted))
                } else {
                    CONTINUE
                }
            }
            3 => {
                let half = wanted >> 1;
                if odious(&half) == *wanted {
                    // One coin: the value of a place.
                    let other = half + 1u8;
                    return if other < *rank {
                        visit(&[other])
                    } else {
                        CONTINUE
                    };
                }
                // Two coins on x < y, counted from 0, with x ⊕ y = half: y has the
                // highest bit of half, x has not.
                let Some(bit) = natural::highest_bit(&half) else {
                    return CONTINUE;
                };
                let step = Natural::ONE << bit;
                let end = rank - 1u8;
                let mut y = step.clone();
                while y < end {
                    let x = &y ^ &half;
                    visit(&[x + 1u8, &y + 1u8])?;
                    y += 1u8;
                    if !natural::bit(&y, bit) {
                        y += &step;
                    }
                }
                CONTINUE
            }
            most => {
                let Some(table) = self.table else {
                    return CONTINUE;
                };
                let (Ok(wanted), Ok(rank)) = (usize::try_from(wanted), usize::try_from(rank))
                else {
                    return CONTINUE;
                };
                let coins = most as usize - 1;
                let made = table.made[coins].get(wanted);
                if rank > table.values.len() || made.is_none_or(|m| usize::from(*m) >= rank) {
                    return CONTINUE;
                }
                table.sets(wanted, rank - 1, coins, &mut Vec::new(), &mut |chosen| {
                    let ranks: Vec<Natural> =
                        chosen.iter().rev().map(|r| Natural::from(*r)).collect();
                    visit(&ranks)
                })
            }
        }
    }
}

/// Names the ascending sets of `from..end` that extend `chosen` by at most
/// `more` elements, or by exactly so many.
fn choose(
    from: &Natural,
    end: &Natural,
    more: u64,
    exact: bool,
    chosen: &mut Vec<Natural>,
    visit: VisitSet<'_, Natural>,
) -> Flow {
    if !exact || more == 0 {
        visit(chosen)?;
    }
    if more == 0 {
        return CONTINUE;
    }
    let mut next = from.clone();
    while &next + (if exact { more } else { 1 }) <= *end {
        let after = &next + 1u8;
        chosen.push(next);
        // As deep as there are coins, at most nine.
        let flow = choose(&after, end, more - 1, exact, chosen, visit);
        chosen.pop();
        flow?;
        next = after;
    }
    CONTINUE
}

impl<const EXACT: bool> Few<EXACT> {
    fn families(&self) -> Result<Vec<row::Written>, Words> {
        self.families_at("p", "q", Row::first(self))
    }

    /// The sets in the rule language, for a coin at `top`.
    pub(super) fn families_at(
        &self,
        top: &str,
        name: &str,
        first: u64,
    ) -> Result<Vec<row::Written>, Words> {
        let least = if EXACT { self.most } else { 1 };
        let counts = least..=self.most;
        counts
            .map(|count| row::Written::any(count, first, top, name))
            .collect()
    }
}

impl<const EXACT: bool> Row for Few<EXACT> {
    fn first(&self) -> u64 {
        u64::from(!EXACT)
    }

    fn sets(&self, top: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        let first = Natural::from(self.first());
        choose(&first, top, self.most - 1, EXACT, &mut Vec::new(), visit)
    }

    fn allows(&self, _: &Natural, others: &[Natural]) -> bool {
        let most = self.most as usize - 1;
        others.len() == most || (!EXACT && others.len() < most)
    }

    fn value(&self, top: &Natural) -> Option<Natural> {
        match self.rank(top) {
            Some(rank) => self.value_of_rank(&rank),
            None => Some(Natural::ZERO),
        }
    }

    fn sets_worth(&self, top: &Natural, worth: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        let Some(rank) = self.rank(top) else {
            return CONTINUE;
        };
        let Some(value) = self.value_of_rank(&rank) else {
            return CONTINUE;
        };
        self.ranks(&rank, &(worth ^ value), &mut |ranks| {
            let others: Vec<Natural> = ranks.iter().map(|r| self.place(r.clone())).collect();
            if !EXACT {
                return visit(&others);
            }
            // Idle places make up the number, in every way.
            let missing = self.most - 1 - others.len() as u64;
            let idle = Natural::from(self.idle());
            choose(
                &Natural::ZERO,
                &idle,
                missing,
                true,
                &mut Vec::new(),
                &mut |idle| {
                    let mut all = idle.to_vec();
                    all.extend_from_slice(&others);
                    visit(&all)
                },
            )
        })
    }

    fn worths(&self, top: &Natural, visit: &mut dyn FnMut(&Natural) -> Flow) -> Flow {
        let Some(rank) = self.rank(top) else {
            return CONTINUE;
        };
        let Some(value) = self.value_of_rank(&rank) else {
            return CONTINUE;
        };
        visit(&value)?;
        match self.most {
            1 => CONTINUE,
            2 => natural::from_to(1, &(&rank - 1u8)).try_for_each(|other| visit(&(&value ^ other))),
            3 => {
                let end = &rank - 1u8;
                if end.is_zero() {
                    return CONTINUE;
                }
                natural::from_to(0, &(&end - 1u8))
                    .try_for_each(|other| visit(&(&value ^ odious(&other))))?;
                // Pairs x ⊕ y = z, for every z with no more bits than the last place.
                let Some(top_bit) = natural::highest_bit(&(&end - 1u8)) else {
                    return CONTINUE;
                };
                let last = (Natural::ONE << (top_bit + 1)) - 1u8;
                natural::from_to(1, &last)
                    .try_for_each(|z| visit(&(&value ^ odious(&z) ^ Natural::ONE)))
            }
            most => {
                let (Some(table), Ok(rank)) = (self.table, usize::try_from(&rank)) else {
                    return CONTINUE;
                };
                let made = &table.made[most as usize - 1];
                (1..made.len())
                    .filter(|x| usize::from(made[*x]) < rank)
                    .try_for_each(|x| visit(&(&value ^ Natural::from(x))))
            }
        }
    }

    fn worths_at_most(&self, top: &Natural) -> Natural {
        match self.most {
            1 => Natural::ONE,
            2 => top + 1u8,
            3 => top * 4u8 + 4u8,
            _ => Natural::from(1u32 << 20),
        }
    }

    fn law(&self) -> Text {
        match (self.most, EXACT) {
            (1, _) => Text::fixed("every head has the value 1", "每枚正面硬币的值为 1"),
            (2, false) => Text::fixed(
                "Turning Turtles: place n has the value n",
                "翻乌龟：位置 n 的值为 n",
            ),
            (2, true) => Text::fixed("Twins: place n has the value n", "双翻：位置 n 的值为 n"),
            (3, false) => Text::fixed(
                "Mock Turtles: place n has the n-th odious number",
                "假海龟：位置 n 的值为第 n 个“恶”数（二进制中 1 的个数为奇数）",
            ),
            (3, true) => Text::fixed(
                "Triplets: place n has the (n-1)-th odious number, places 0 and 1 have 0",
                "三翻：位置 n 的值为第 n-1 个“恶”数，位置 0、1 的值为 0",
            ),
            (most, _) => Text::new(
                format!("lexicode of distance {}", most + 1),
                format!("距离为 {} 的字典序码", most + 1),
            ),
        }
    }
}

const SOURCE: &str = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays (1982), \
                      chapter 14; J. H. Conway and N. J. A. Sloane, Lexicographic codes: error-correcting codes from \
                      game theory, IEEE Transactions on Information Theory 32 (1986)";
const POSITION: Words = (
    "places of the heads: 2,3,6, or the row THHTTH; - if there are none",
    "正面硬币的位置：2,3,6，或整行 THHTTH；没有正面时写 -",
);
const COINS: Parameter = Parameter {
    name: "coins",
    default: "2",
    meaning: ("how many coins, from 1 to 9", "枚数，1 至 9"),
};

fn build<const EXACT: bool>(parameters: &Parameters) -> Result<Few<EXACT>, Error> {
    let expected = ("a whole number from 1 to 9", "1 至 9 之间的整数");
    parameters.get("coins", expected, |text| Few::new(text.parse().ok()?))
}

impl Page for Few<false> {
    const ABOUT: About = About {
        id: "few-coins",
        aliases: &[("few-coins", &["coin turning", "turning coins", "翻硬币"])],
        name: ("few coins", "翻少数硬币"),
        summary: (
            "turn at most so many coins anywhere in the row",
            "在一行中任意翻转至多若干枚硬币",
        ),
        rules: (
            "Coins lie in a row, numbered from 1. A move turns at least one coin and at most as many as \
             set, anywhere in the row; the rightmost of them must turn from heads to tails. Whoever \
             cannot move loses.",
            "硬币排成一行，从 1 编号。每次任意翻转至少一枚、至多设定枚数的硬币，其中最右一枚必须由正面翻为反面。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads. A head on n has the value 1 with one \
             coin, n with at most two, the n-th odious number with at most three; with more, the least \
             number that is no nim sum of fewer earlier values than there are coins (a lexicode).",
            "局面的值为各正面硬币值的异或和。每次一枚时位置 n 的值为 1，至多两枚时为 n，至多三枚时为第 n 个“恶”数；更多时为不能由更少个先前的值异或得到的最小数（字典序码）。",
        ),
        source: SOURCE,
        position: POSITION,
        moves: ("turn 2,3,6", "turn 2,3,6"),
        examples: &["2,3,6", "THHTTH", "1,2,3", "3 + 5", "10^30,5"],
        parameters: &[COINS],
        variants: &[
            Variant::of("one-coin", ("one coin", "翻一枚"), &[("coins", "1")]),
            Variant::of(
                "turning-turtles",
                ("Turning Turtles", "翻乌龟"),
                &[("coins", "2")],
            ),
            Variant::of(
                "mock-turtles",
                ("Mock Turtles", "假海龟"),
                &[("coins", "3")],
            ),
            Variant::of("moebius", ("Moebius", "莫比乌斯"), &[("coins", "5")]),
            Variant::of("mogul", ("Mogul", "莫卧儿"), &[("coins", "7")]),
            Variant::of("moidores", ("Moidores", "莫艾多"), &[("coins", "9")]),
        ],
        tested_with: &[
            &[("coins", "1")],
            &[],
            &[("coins", "3")],
            &[("coins", "4")],
            &[("coins", "5")],
            &[("coins", "7")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        row::rule_text("few_coins", "coins p in 1..", &self.families()?)
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        build(parameters)
    }

    fn spot(&self, place: &Natural) -> Option<Vec<u64>> {
        natural::small(place).map(|at| vec![at])
    }

    fn small_boards(&self) -> Vec<((), Vec<Natural>)> {
        vec![((), (1u64..=8).map(Natural::from).collect())]
    }

    fn examples(&self) -> &'static [&'static str] {
        self.fitting(Self::ABOUT.examples)
    }

    fn at(&self, point: &[u64]) -> Option<((), Natural)> {
        match point {
            [n] if *n > 0 => Some(((), Natural::from(*n))),
            _ => None,
        }
    }
}

impl Page for Few<true> {
    const ABOUT: About = About {
        id: "exactly-coins",
        name: ("exactly so many coins", "恰好若干枚"),
        summary: (
            "turn exactly so many coins anywhere in the row",
            "在一行中任意翻转恰好若干枚硬币",
        ),
        rules: (
            "Coins lie in a row, numbered from 0. A move turns exactly as many coins as set, anywhere in \
             the row; the rightmost of them must turn from heads to tails. Whoever cannot move loses.",
            "硬币排成一行，从 0 编号。每次任意翻转恰好设定枚数的硬币，其中最右一枚必须由正面翻为反面。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads. With exactly t coins, the first t-1 \
             places have value 0 and the others the values of the game with at most t coins: place n has \
             n with two coins (Twins), the (n-1)-th odious number with three (Triplets).",
            "局面的值为各正面硬币值的异或和。恰好 t 枚时，前 t-1 个位置的值为 0，其余依次为“至多 t 枚”游戏的值：两枚（双翻）时位置 n 的值为 n，三枚（三翻）时为第 n-1 个“恶”数。",
        ),
        source: SOURCE,
        position: POSITION,
        moves: ("turn 2,6", "turn 2,6"),
        examples: &["2,3,6", "THHTTH", "0,1,2,3", "3 + 5", "10^30,5"],
        parameters: &[COINS],
        variants: &[
            Variant::of("twins", ("Twins", "双翻"), &[("coins", "2")]),
            Variant::of("triplets", ("Triplets", "三翻"), &[("coins", "3")]),
        ],
        tested_with: &[&[], &[("coins", "1")], &[("coins", "3")], &[("coins", "4")]],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        row::rule_text("exactly_coins", "coins p", &self.families()?)
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        build(parameters)
    }

    fn spot(&self, place: &Natural) -> Option<Vec<u64>> {
        natural::small(place).map(|at| vec![at])
    }

    fn first_spot(&self) -> Vec<u64> {
        vec![0]
    }

    fn small_boards(&self) -> Vec<((), Vec<Natural>)> {
        vec![((), (0u64..8).map(Natural::from).collect())]
    }

    fn examples(&self) -> &'static [&'static str] {
        self.fitting(Self::ABOUT.examples)
    }

    fn at(&self, point: &[u64]) -> Option<((), Natural)> {
        match point {
            [n] => Some(((), Natural::from(*n))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::coins::row::assert_as_defined;

    #[test]
    fn few_coins_are_as_defined() {
        for (most, places) in [
            (1, 20),
            (2, 40),
            (3, 26),
            (4, 16),
            (5, 13),
            (7, 11),
            (9, 12),
        ] {
            assert_as_defined(&Few::<false>::new(most).unwrap(), places);
            assert_as_defined(&Few::<true>::new(most).unwrap(), places);
        }
    }

    /// The first values as printed in Winning Ways, chapter 14.
    #[test]
    fn published_values() {
        let values = |most, count: u64| -> Vec<u64> {
            let game = Few::<false>::new(most).unwrap();
            let value = |n: u64| Row::value(&game, &n.into()).unwrap();
            (1..=count)
                .map(|n| natural::small(&value(n)).unwrap())
                .collect()
        };
        assert_eq!(values(3, 8), [1, 2, 4, 7, 8, 11, 13, 14]);
        let moebius = [
            1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494,
        ];
        assert_eq!(values(5, 18), moebius);
        let mogul = [
            1, 2, 4, 8, 16, 32, 64, 127, 128, 256, 512, 911, 1024, 1459, 1749, 1897, 2048, 2518,
            2787, 2874, 3320, 3357, 3662, 4004,
        ];
        assert_eq!(values(7, 24), mogul);
        // The 24 coins of Mogul carry the Golay code: 12 binary digits and no more.
        assert_eq!(values(7, 25)[24], 4096);
    }

    #[test]
    fn a_million_coins_and_a_place_beyond_counting() {
        use crate::ask::{Question, ask};
        use crate::game::Game;
        use crate::solve::coins::Coins;
        for most in [2, 3] {
            let game = Coins(Few::<false>::new(most).unwrap());
            let mut text: String = (1..=1_000_000).map(|n| format!("{n},")).collect();
            text.push_str("10^1000");
            let board = game.read(&text).unwrap();
            let question = Question {
                moves: 2,
                ..Question::default()
            };
            let answer = ask(&game, &board, &question).unwrap();
            let after = game.play(&board[0], &answer.winning_moves[0].mv).unwrap();
            let after = ask(&game, &after, &question).unwrap();
            assert_eq!(after.outcome, crate::outcome::Outcome::P);
        }
    }
}
