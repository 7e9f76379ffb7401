//! Two coins near each other: turn a coin and one of the nearest to its left.
//!
//! With each coin on a place n > d, one of the d nearest coins to its left
//! must be turned too; a coin on a place n ≤ d may be turned alone or with any
//! one to its left. A lone head is therefore a heap of n stones from which 1
//! to d are taken, and has the value n mod (d+1): 1, 2, 3, 0, … for d = 3.

use crate::catalogue::{About, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::games::coins::Page;
use crate::games::coins::row;
use crate::games::coins::row::Row;
use crate::natural::{self, Natural};
use crate::solve::coins::VisitSet;
use crate::text::Text;

/// The rules.
pub struct Near {
    distance: u64,
}

impl Near {
    /// At most `distance` places apart, from 1 to 2^32.
    pub fn new(distance: u64) -> Option<Self> {
        (1..=1 << 32)
            .contains(&distance)
            .then_some(Near { distance })
    }

    fn residue(&self, n: &Natural) -> u64 {
        natural::modulo(n, self.distance + 1)
    }

    /// Whether a coin on `top` may be turned alone.
    fn alone(&self, top: &Natural) -> bool {
        *top <= Natural::from(self.distance)
    }

    /// How far left the other coin may be.
    fn reach(&self, top: &Natural) -> u64 {
        match natural::small(top) {
            Some(top) => self.distance.min(top.saturating_sub(1)),
            None => self.distance,
        }
    }
}

impl Near {
    fn families(&self) -> Result<Vec<row::Written>, Words> {
        self.families_at("p", "q", 1)
    }

    /// The sets in the rule language, for a coin at `top`.
    pub(super) fn families_at(
        &self,
        top: &str,
        name: &str,
        first: u64,
    ) -> Result<Vec<row::Written>, Words> {
        let distance = self.distance;
        let alone = row::Written {
            guard: Some(format!("{top} <= {}", first + distance - 1)),
            ..row::Written::run(1, top)?
        };
        let two = row::Written {
            binders: vec![format!("{name} in max({first}, {top}-{distance})..{top}-1")],
            guard: None,
            places: vec![top.to_string(), name.to_string()],
        };
        Ok(vec![alone, two])
    }
}

impl Row for Near {
    fn first(&self) -> u64 {
        1
    }

    fn sets(&self, top: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        if self.alone(top) {
            visit(&[])?;
        }
        (1..=self.reach(top)).try_for_each(|back| visit(&[top - back]))
    }

    fn allows(&self, top: &Natural, others: &[Natural]) -> bool {
        match others {
            [] => self.alone(top),
            [other] => other < top && top - other <= Natural::from(self.distance),
            _ => false,
        }
    }

    fn value(&self, top: &Natural) -> Option<Natural> {
        Some(Natural::from(self.residue(top)))
    }

    fn sets_worth(&self, top: &Natural, worth: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        let value = self.residue(top);
        let Some(wanted) = natural::small(worth).map(|worth| worth ^ value) else {
            return CONTINUE;
        };
        if wanted > self.distance || wanted == value {
            return CONTINUE;
        }
        // The places within reach have every residue but that of the top itself.
        let modulus = self.distance + 1;
        let back = (value + modulus - wanted) % modulus;
        if self.alone(top) && *top == Natural::from(back) {
            return visit(&[]);
        }
        if back > self.reach(top) {
            return CONTINUE;
        }
        visit(&[top - back])
    }

    fn worths(&self, top: &Natural, visit: &mut dyn FnMut(&Natural) -> Flow) -> Flow {
        let value = self.residue(top);
        if self.alone(top) {
            visit(&Natural::from(value))?;
        }
        (1..=self.reach(top))
            .try_for_each(|back| visit(&Natural::from(value ^ self.residue(&(top - back)))))
    }

    fn worths_at_most(&self, _: &Natural) -> Natural {
        Natural::from(self.distance + 1)
    }

    fn law(&self) -> Text {
        let modulus = self.distance + 1;
        Text::new(
            format!("place n has the value n mod {modulus}"),
            format!("位置 n 的值为 n mod {modulus}"),
        )
    }
}

impl Page for Near {
    const ABOUT: About = About {
        id: "near-pair",
        name: ("near pair", "邻近两枚"),
        summary: (
            "turn a coin and one of the nearest to its left",
            "翻转一枚硬币及其左侧最近的若干枚之一",
        ),
        rules: (
            "Coins lie in a row, numbered from 1. A move turns a coin from heads to tails, and with it one \
             of the d coins nearest to its left. A coin on one of the first d places may also be turned \
             alone. Whoever cannot move loses.",
            "硬币排成一行，从 1 编号。每次将一枚硬币由正面翻为反面，并翻转其左侧最近 d 枚中的一枚；前 d 个位置上的硬币也可以单独翻转。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads; a head on n has the value n mod (d+1).",
            "局面的值为各正面硬币值的异或和；位置 n 的值为 n mod (d+1)。",
        ),
        source: "Bachet's game on every coin: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your \
                 Mathematical Plays (1982), chapters 4 and 14",
        position: (
            "places of the heads: 2,3,6, or the row THHTTH; - if there are none",
            "正面硬币的位置：2,3,6，或整行 THHTTH；没有正面时写 -",
        ),
        moves: ("turn 4,6, or turn 2", "turn 4,6，或 turn 2"),
        examples: &["2,3,6", "THHTTH", "4,8", "10^100,7", "3 + 5"],
        parameters: &[Parameter {
            name: "distance",
            default: "3",
            meaning: ("how many coins to the left are near", "左侧多少枚算邻近"),
        }],
        tested_with: &[&[], &[("distance", "1")], &[("distance", "4")]],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        row::rule_text("near_pair", "coins p in 1..", &self.families()?)
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let distance = parameters.number("distance", 1, 1 << 32)?;
        Ok(Near { distance })
    }

    fn spot(&self, place: &Natural) -> Option<Vec<u64>> {
        natural::small(place).map(|at| vec![at])
    }

    fn small_boards(&self) -> Vec<((), Vec<Natural>)> {
        vec![((), (1u64..=8).map(Natural::from).collect())]
    }

    fn at(&self, point: &[u64]) -> Option<((), Natural)> {
        match point {
            [n] if *n > 0 => Some(((), Natural::from(*n))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::coins::row::assert_as_defined;

    #[test]
    fn near_pairs_are_as_defined() {
        for distance in 1..=6 {
            assert_as_defined(&Near::new(distance).unwrap(), 30);
        }
    }

    #[test]
    fn three_nearest_have_the_cycle_1_2_3_0() {
        let near = Near::new(3).unwrap();
        let values: Vec<u64> = (1..=8u64).map(|n| near.residue(&n.into())).collect();
        assert_eq!(values, [1, 2, 3, 0, 1, 2, 3, 0]);
    }
}
