//! The Ruler game and its relatives: turn coins that lie side by side.
//!
//! **Theorem** (Berlekamp, Conway and Guy). With runs of any length, a head
//! on n (from 1) has the value of the largest power of 2 that divides n, like
//! the marks of a ruler. With runs of at most k coins it is the smaller of
//! that and the largest power of 2 that is at most k. With runs of exactly k
//! coins it is 1 on the multiples of k and 0 elsewhere.
//!
//! The nim sum of the first n ruler values is the Gray code n ⊕ ⌊n/2⌋, so the
//! run with a wanted worth is found by one inversion. With runs of at most k
//! the same holds for n modulo 2h, where h is the largest power of 2 ≤ k.
//!
//! Limits: places up to 2^22, because the moves list every coin.

use crate::catalogue::{About, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::games::coins::Page;
use crate::games::coins::row;
use crate::games::coins::row::Row;
use crate::games::written;
use crate::natural::{self, Natural};
use crate::solve::coins::VisitSet;
use crate::solve::coins::{Board, Family};
use crate::text::Text;

/// The last place of a row.
const LAST: u64 = 1 << 22;

/// The rules: which lengths a run may have.
pub struct Runs {
    lengths: Lengths,
}

#[derive(Clone, Copy)]
enum Lengths {
    Any,
    UpTo(u64),
    Exactly(u64),
}

impl Runs {
    /// Runs of any length.
    pub fn any() -> Self {
        Runs {
            lengths: Lengths::Any,
        }
    }

    /// Runs of at most `length` coins.
    pub fn up_to(length: u64) -> Option<Self> {
        (length > 0).then_some(Runs {
            lengths: Lengths::UpTo(length),
        })
    }

    /// Runs of exactly `length` coins.
    pub fn exactly(length: u64) -> Option<Self> {
        (length > 0).then_some(Runs {
            lengths: Lengths::Exactly(length),
        })
    }

    /// The lengths of runs that end on `top`.
    fn lengths(&self, top: u64) -> std::ops::RangeInclusive<u64> {
        match self.lengths {
            Lengths::Any => 1..=top,
            Lengths::UpTo(most) => 1..=top.min(most),
            Lengths::Exactly(k) if k <= top => k..=k,
            #[allow(clippy::reversed_empty_ranges)]
            Lengths::Exactly(_) => 1..=0,
        }
    }

    /// The nim sum of the values of places 1 to n.
    fn prefix(&self, n: u64) -> u64 {
        match self.lengths {
            Lengths::Any => gray(n),
            Lengths::UpTo(most) => gray(n % (2 * ruler_bound(most))),
            Lengths::Exactly(k) => (n / k) & 1,
        }
    }
}

fn ruler_bound(most: u64) -> u64 {
    // No place has more factors 2 than the last one.
    1 << most.min(LAST).ilog2()
}

/// The Gray code: the nim sum of the largest powers of 2 dividing 1, …, n.
pub(crate) fn gray(n: u64) -> u64 {
    n ^ (n >> 1)
}

/// The number with this Gray code.
pub(crate) fn gray_inverse(code: u64) -> u64 {
    (0..6).fold(code, |n, step| n ^ (n >> (1 << step)))
}

fn place(n: &Natural) -> Option<u64> {
    natural::small(n).filter(|n| (1..=LAST).contains(n))
}

impl Runs {
    fn families(&self) -> Result<Vec<row::Written>, Words> {
        self.families_at("p")
    }

    /// The sets in the rule language, for a coin at `top`.
    pub(super) fn families_at(&self, top: &str) -> Result<Vec<row::Written>, Words> {
        let lengths = match self.lengths {
            Lengths::Any => return Err(written::TOO_LARGE),
            Lengths::UpTo(most) => 1..=most.min(10),
            Lengths::Exactly(length) => length..=length,
        };
        lengths
            .map(|length| row::Written::run(length, top))
            .collect()
    }
}

impl Row for Runs {
    fn first(&self) -> u64 {
        1
    }

    fn last(&self) -> Option<u64> {
        Some(LAST)
    }

    fn sets(&self, top: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        let Some(top) = place(top) else {
            return CONTINUE;
        };
        let lengths = self.lengths(top);
        // All runs are ends of the longest one.
        let longest: Vec<Natural> = (top - lengths.end().saturating_sub(1)..top)
            .map(Natural::from)
            .collect();
        lengths.into_iter().try_for_each(|length| {
            let skipped = longest.len() + 1 - length as usize;
            visit(&longest[skipped..])
        })
    }

    fn allows(&self, top: &Natural, others: &[Natural]) -> bool {
        let Some(top) = place(top) else { return false };
        let length = others.len() as u64 + 1;
        self.lengths(top).contains(&length)
            && others
                .iter()
                .zip(top + 1 - length..)
                .all(|(other, at)| *other == Natural::from(at))
    }

    fn value(&self, top: &Natural) -> Option<Natural> {
        let n = place(top)?;
        Some(Natural::from(self.prefix(n) ^ self.prefix(n - 1)))
    }

    fn sets_worth(&self, top: &Natural, worth: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        let (Some(top), Some(worth)) = (place(top), natural::small(worth)) else {
            return CONTINUE;
        };
        // The places before the run.
        let wanted = self.prefix(top) ^ worth;
        let before = match self.lengths {
            Lengths::Any => gray_inverse(wanted),
            Lengths::UpTo(most) => {
                let modulus = 2 * ruler_bound(most);
                if wanted >= modulus {
                    return CONTINUE;
                }
                let back = (top % modulus + modulus - gray_inverse(wanted)) % modulus;
                top.wrapping_sub(back)
            }
            Lengths::Exactly(k) => top.wrapping_sub(k),
        };
        let fits = before < top
            && self.lengths(top).contains(&(top - before))
            && self.prefix(before) == wanted;
        if !fits {
            return CONTINUE;
        }
        let others: Vec<Natural> = (before + 1..top).map(Natural::from).collect();
        visit(&others)
    }

    fn worths(&self, top: &Natural, visit: &mut dyn FnMut(&Natural) -> Flow) -> Flow {
        let Some(top) = place(top) else {
            return CONTINUE;
        };
        let whole = self.prefix(top);
        self.lengths(top)
            .try_for_each(|length| visit(&Natural::from(whole ^ self.prefix(top - length))))
    }

    fn worths_at_most(&self, top: &Natural) -> Natural {
        place(top).map_or(Natural::ZERO, |top| self.lengths(top).count().into())
    }

    fn law(&self) -> Text {
        match self.lengths {
            Lengths::Any => Text::fixed(
                "Ruler: place n has the largest power of 2 dividing n",
                "标尺游戏：位置 n 的值为整除 n 的最大的 2 的幂",
            ),
            Lengths::UpTo(most) => {
                let bound = ruler_bound(most);
                Text::new(
                    format!("place n has the largest power of 2 dividing n, at most {bound}"),
                    format!("位置 n 的值为整除 n 的最大的 2 的幂，至多 {bound}"),
                )
            }
            Lengths::Exactly(k) => Text::new(
                format!("multiples of {k} have value 1, other places 0"),
                format!("{k} 的倍数处值为 1，其余为 0"),
            ),
        }
    }
}

impl Page for Runs {
    const ABOUT: About = About {
        id: "ruler",
        aliases: &[("ruler", &["ruler game", "标尺"])],
        name: ("Ruler", "标尺游戏"),
        summary: ("turn coins that lie side by side", "翻转一段连续的硬币"),
        rules: (
            "Coins lie in a row, numbered from 1. A move turns a run of coins that lie side by side — of \
             any length, or of the lengths set — of which the last (rightmost) must turn from heads to \
             tails. Whoever cannot move loses.",
            "硬币排成一行，从 1 编号。每次翻转一段连续的硬币（长度任意，或按设定），其中最右一枚必须由正面翻为反面。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads. A head on n has the largest power of 2 \
             that divides n; with at most k coins, the smaller of that and the largest power of 2 up to k; \
             with exactly k coins, 1 if k divides n and 0 otherwise.",
            "局面的值为各正面硬币值的异或和。位置 n 的值为整除 n 的最大的 2 的幂；至多 k 枚时，再与不超过 k 的最大的 2 的幂取较小者；恰好 k 枚时，k 整除 n 则为 1，否则为 0。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays (1982), \
                 chapter 14",
        position: (
            "places of the heads: 2,3,6, or the row THHTTH; - if there are none",
            "正面硬币的位置：2,3,6，或整行 THHTTH；没有正面时写 -",
        ),
        moves: ("turn 4,5,6", "turn 4,5,6"),
        examples: &["2,3,6", "THHTTH", "1,2,3", "8,12", "3 + 5"],
        parameters: &[Parameter {
            name: "length",
            default: "any",
            meaning: (
                "any; or 3 for runs of exactly 3 coins; or 1-3 for runs of at most 3",
                "any 任意；3 表示恰好 3 枚；1-3 表示至多 3 枚",
            ),
        }],
        variants: &[Variant::of(
            "three-in-a-row",
            ("three coins in a row", "连翻三枚"),
            &[("length", "3")],
        )],
        tested_with: &[
            &[],
            &[("length", "3")],
            &[("length", "1-3")],
            &[("length", "1-4")],
            &[("length", "1")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        if let Ok(families) = self.families() {
            return row::rule_text("ruler", "coins p in 1..", &families);
        }
        // Long runs are no lists of coins, but differences of powers of two.
        let least = match self.lengths {
            Lengths::Any => "0".to_string(),
            Lengths::UpTo(most) => format!("max(0, i-{})", most - 1),
            Lengths::Exactly(_) => return Err(written::TOO_LARGE),
        };
        Ok(format!(
            "game ruler(places = 20)\nstate c in bits places\n\
             move turn(i in 0..places-1, j in {least}..i) if bit(c, i) = 1 \
             -> [c xor ((1 << (i+1)) - (1 << j))]\nmeasure c"
        ))
    }

    fn rule_board(&self, board: &Board<(), Natural>) -> Option<String> {
        if self.families().is_ok() {
            return Some(Family::write(self, &(), board.heads()));
        }
        let heads = board.heads().iter();
        let heads = heads.map(|head| natural::small(head)?.checked_sub(1));
        let heads: Option<Vec<u64>> = heads.collect();
        written::bits(heads?, 20)
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = (
            "any, a number from 1, or 1-NUMBER",
            "any、不小于 1 的数，或 1-数",
        );
        parameters.get("length", expected, |text| {
            if text == "any" {
                return Some(Runs::any());
            }
            match text.split_once('-') {
                Some(("1", most)) => Runs::up_to(most.parse().ok()?),
                Some(_) => None,
                None => Runs::exactly(text.parse().ok()?),
            }
        })
    }

    fn spot(&self, place: &Natural) -> Option<Vec<u64>> {
        natural::small(place).map(|at| vec![at])
    }

    fn small_boards(&self) -> Vec<((), Vec<Natural>)> {
        vec![((), (1u64..=8).map(Natural::from).collect())]
    }

    fn at(&self, point: &[u64]) -> Option<((), Natural)> {
        match point {
            [n] => place(&(*n).into()).map(|n| ((), n.into())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::coins::row::assert_as_defined;

    #[test]
    fn runs_are_as_defined() {
        assert_as_defined(&Runs::any(), 70);
        for length in 1..=9 {
            assert_as_defined(&Runs::up_to(length).unwrap(), 70);
            assert_as_defined(&Runs::exactly(length).unwrap(), 40);
        }
        assert_as_defined(&Runs::up_to(u64::MAX).unwrap(), 40);
        assert_as_defined(&Runs::exactly(u64::MAX).unwrap(), 10);
    }
}
