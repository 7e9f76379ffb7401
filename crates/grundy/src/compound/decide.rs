//! Who wins a compound, by theorem: one pass over the components' numbers.
//!
//! [`decide`] answers only where the premise of a theorem holds for the very
//! components at hand, and is silent otherwise:
//!
//! - the table of [`super`] for disjunctive, conjunctive and selective
//!   compounds;
//! - long disjunctive misère play where every component is *tame*, see below;
//! - the SJ theorem, only under the end rule [`End::AllZero`]: N iff some value
//!   exceeds 1 and the nim sum is not 0, or none does and it is 0;
//! - Moore's rule where no component can rise ([`super::moore`]).
//!
//! Components whose positions come back are left to [`super::player`].
//!
//! **Tame sums are played like misère Nim.** Call a component fickle if its
//! pair of normal and misère Grundy values is (0,1) or (1,0), firm if it is
//! (n,n). Then a sum is P iff it has a firm component and nim sum 0, or none
//! and nim sum 1. *Proof*, by induction over the sum. An option never has its
//! parent's normal value nor its misère value. From firm with nim sum 0, a move
//! changes the nim sum; if it leaves no firm component, it went from the last
//! one (n,n) with n = 0 or 1 to (n⊕1, n), whose misère value is n: impossible.
//! From fickle with nim sum 1, a move to nim sum 0 that makes a component firm
//! went from (0,1) to (1,1) or from (1,0) to (0,0): impossible. So P leads to
//! N only. From fickle with nim sum 0 that has moves: a (1,0), if there is one,
//! has an option of normal value 0, and not all of these are (0,0) as 0 is its
//! misère value, so one is (0,1), leaving nim sum 1; otherwise a (0,1) with moves
//! has an option of misère value 0 and normal value not 0, which is (1,0). From
//! firm with nim sum not 0: if two are firm, or the Nim move is made elsewhere,
//! the Nim move leaves firm and nim sum 0. If the only firm one is (n,n) and
//! the others have nim sum b < n, then b is the misère value of an option,
//! which is firm (b,b) or fickle (b⊕1,b): both are P. If b > n then n = 0,
//! b = 1, and some fickle (1,0) moves to normal value 0. ∎

use std::fmt::Display;

use super::numbers::{Explored, Numbers};
use super::search::is_over;
use super::{End, Kind, Rules, moore};
use crate::catalogue::Words;
use crate::outcome::{Convention, Outcome};
use crate::text::Text;

/// A decision and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who wins.
    pub outcome: Outcome,
    /// By what.
    pub because: Because,
}

/// What a decision rests on, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// Play is over already.
    Over,
    /// Sprague and Grundy: the nim sum of Grundy values.
    NimSum(u32),
    /// All components are tame: whether one is firm, and the nim sum.
    Tame(bool, u32),
    /// SJ, under its end rule: whether a value exceeds 1, and the nim sum.
    Sj(bool, u32),
    /// A component can be ended at once.
    CanEnd,
    /// The nim sum of foreclosed values.
    Foreclosed(u32),
    /// The nim sum of misère foreclosed values.
    MisereForeclosed(u32),
    /// The largest suspense.
    Suspense(u32),
    /// The largest misère suspense.
    MisereSuspense(u32),
    /// The least remoteness.
    Remoteness(u32),
    /// The least misère remoteness.
    MisereRemoteness(u32),
    /// How many components the next player wins in normal play.
    Winning(usize),
    /// How many components the next player wins in misère play.
    MisereWinning(usize),
    /// Only one component is live: its misère outcome.
    OneLive,
    /// Moore's rule: whether each binary digit occurs a multiple of so many
    /// times.
    Moore(usize, bool),
}

/// Decides the compound of `nodes`, if a theorem does.
pub fn decide(explored: &Explored, nodes: &[u32], rules: &Rules) -> Option<Decision> {
    if is_over(explored, nodes, rules.end) {
        return Some(Decision {
            outcome: rules.convention.at_end(),
            because: Because::Over,
        });
    }
    if explored.is_cyclic() {
        return None;
    }
    let all = || nodes.iter().map(|&node| explored.numbers(node));
    let live = all().filter(|n| !n.ended).count();
    let kind = rules.kind.among(live);
    let end = effective_end(explored, nodes, rules.end);
    let xor = |pick: fn(&Numbers) -> u32| all().fold(0, |total, n| total ^ pick(n));
    let misere = rules.convention == Convention::Misere;
    let (wins, because) = match (kind, end, misere) {
        (Kind::Disjunctive, End::Long | End::AllZero, false) => {
            let total = xor(|n| n.value);
            (total != 0, Because::NimSum(total))
        }
        (Kind::Disjunctive, End::Long, true) => {
            if !all().all(|n| n.tame) {
                return None;
            }
            let firm = all().any(|n| n.value == n.misere_value);
            let total = xor(|n| n.value);
            ((total == 0) != firm, Because::Tame(firm, total))
        }
        (Kind::Disjunctive, End::AllZero, true) => {
            let big = all().any(|n| n.value > 1);
            let total = xor(|n| n.value);
            ((total == 0) != big, Because::Sj(big, total))
        }
        (Kind::Disjunctive, End::Short, false) => {
            if all().any(|n| n.can_end) {
                (true, Because::CanEnd)
            } else {
                let total = xor(|n| n.foreclosed);
                (total != 0, Because::Foreclosed(total))
            }
        }
        (Kind::Disjunctive, End::Short, true) => {
            let total = xor(|n| n.misere_foreclosed);
            (total != 0, Because::MisereForeclosed(total))
        }
        (Kind::Conjunctive, End::Long, false) => {
            let most = all().map(|n| n.suspense).max()?;
            (most % 2 == 1, Because::Suspense(most))
        }
        (Kind::Conjunctive, End::Long, true) => {
            let most = all().map(|n| n.misere_suspense).max()?;
            (most % 2 == 0, Because::MisereSuspense(most))
        }
        (Kind::Conjunctive, End::Short, false) => {
            let least = all().map(|n| n.remoteness).min()?;
            (least % 2 == 1, Because::Remoteness(least))
        }
        (Kind::Conjunctive, End::Short, true) => {
            let least = all().map(|n| n.misere_remoteness).min()?;
            (least % 2 == 0, Because::MisereRemoteness(least))
        }
        (Kind::Selective, End::Long, true) if live == 1 => {
            let only = all().find(|n| !n.ended)?;
            (only.wins_misere(), Because::OneLive)
        }
        (Kind::Selective, End::Long, _) | (Kind::Selective, End::Short, false) => {
            let winning = all().filter(|n| n.wins()).count();
            (winning > 0, Because::Winning(winning))
        }
        (Kind::Selective, End::Short, true) => {
            let winning = all().filter(|n| n.wins_misere()).count();
            (winning > 0, Because::MisereWinning(winning))
        }
        (Kind::UpTo(most), End::Long, false) => {
            if !all().all(|n| n.falling) {
                return None;
            }
            let balanced = moore::is_balanced(all().map(|n| n.value), most);
            (!balanced, Because::Moore(most + 1, balanced))
        }
        (Kind::UpTo(_) | Kind::Conjunctive | Kind::Selective, ..) => return None,
    };
    Some(Decision {
        outcome: Outcome::mover_wins(wins),
        because,
    })
}

/// Where nothing can rise, value 0 means that no move is left, so that the end
/// "every value is 0" is the long one.
pub(super) fn effective_end(explored: &Explored, nodes: &[u32], end: End) -> End {
    let falling = || nodes.iter().all(|&node| explored.numbers(node).falling);
    match end {
        End::AllZero if falling() => End::Long,
        end => end,
    }
}

impl Decision {
    /// The reason as a sentence.
    pub fn text(&self) -> Text {
        let parity = |n: u32| {
            if n.is_multiple_of(2) {
                ("even", "偶数")
            } else {
                ("odd", "奇数")
            }
        };
        let with = |en: &str, zh: &str, n: u32| {
            let (even, even_zh) = parity(n);
            Text::new(
                format!("{en} is {n}, {even}"),
                format!("{zh}为 {n}，{even_zh}"),
            )
        };
        match self.because {
            Because::Over => Text::fixed("play is over", "对局已结束"),
            Because::NimSum(total) => nim_sum_text(&total),
            Because::Tame(true, total) => Text::new(
                format!(
                    "every component is tame, so as in misère Nim: one is firm and the nim sum is {total}"
                ),
                format!("各分量皆驯顺，故同反常 Nim：有稳定分量，异或和为 {total}"),
            ),
            Because::Tame(false, total) => Text::new(
                format!(
                    "every component is tame, so as in misère Nim: none is firm and the nim sum is {total}"
                ),
                format!("各分量皆驯顺，故同反常 Nim：没有稳定分量，异或和为 {total}"),
            ),
            Because::Sj(big, total) => misere_nim_text(SJ, big, &total),
            Because::CanEnd => Text::fixed(
                "short rule: a component can be ended at once",
                "短规则：可立即结束某个分量",
            ),
            Because::Foreclosed(total) => Text::new(
                format!("the nim sum of the foreclosed values is {total}"),
                format!("封闭值 F 的异或和为 {total}"),
            ),
            Because::MisereForeclosed(total) => Text::new(
                format!("the nim sum of the misère foreclosed values is {total}"),
                format!("反常封闭值 F⁻ 的异或和为 {total}"),
            ),
            Because::Suspense(n) => with(
                "every-SG: the largest suspense (step)",
                "Every-SG：最大悬念值（step）",
                n,
            ),
            Because::MisereSuspense(n) => with(
                "every-SG, misère: the largest misère suspense",
                "Every-SG（反常）：最大反常悬念值",
                n,
            ),
            Because::Remoteness(n) => with("the least remoteness", "最小遥远度", n),
            Because::MisereRemoteness(n) => {
                with("the least misère remoteness", "最小反常遥远度", n)
            }
            Because::Winning(count) => Text::new(
                format!("the next player wins {count} of the components alone"),
                format!("先手单独可胜的分量有 {count} 个"),
            ),
            Because::MisereWinning(count) => Text::new(
                format!("the next player wins {count} of the components alone in misère play"),
                format!("反常规则下先手单独可胜的分量有 {count} 个"),
            ),
            Because::OneLive => Text::fixed(
                "one component is live: its misère outcome",
                "仅一个分量可走：取其反常结果",
            ),
            Because::Moore(of, balanced) => Text::new(
                format!(
                    "Moore: no move raises a value, and {} binary digit of the values occurs a multiple of {of} times",
                    if balanced { "every" } else { "not every" }
                ),
                format!(
                    "Moore 定理：没有着法使值增大，且{}二进制位出现次数皆为 {of} 的倍数",
                    if balanced { "每个" } else { "并非每个" }
                ),
            ),
        }
    }
}

/// The name of the theorem that presumes [`End::AllZero`].
pub(super) const SJ: Words = (
    "SJ theorem, whose end rule is played",
    "SJ 定理（采用其终局规则）",
);

/// The sentence for a sum in normal play.
pub(super) fn nim_sum_text(total: &dyn Display) -> Text {
    Text::new(
        format!("Sprague–Grundy: the nim sum of the values is {total}"),
        format!("Sprague–Grundy 定理：各值的异或和为 {total}"),
    )
}

/// The sentence for a sum that is played like misère Nim, by the named
/// theorem; `big` says whether a value exceeds 1.
pub(super) fn misere_nim_text((en, zh): Words, big: bool, total: &dyn Display) -> Text {
    let (some, some_zh) = if big { ("a", "有") } else { ("no", "没有") };
    Text::new(
        format!("{en}: {some} value exceeds 1 and the nim sum is {total}"),
        format!("{zh}：{some_zh}值大于 1，异或和为 {total}"),
    )
}
