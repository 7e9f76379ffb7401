//! Subtraction games: the number of stones taken must lie in a given set.
//!
//! The set is finite (`1,3,4`) or leaves out finitely many numbers
//! (`!2,5`: everything but 2 and 5).
//!
//! **Theorem.** The Grundy values are periodic for a finite set, and
//! arithmetic-periodic (each period adds a fixed *saltus*) for all but a finite
//! set. Pre-period, period and saltus are not typed in: they are found, and
//! proven, in [`crate::solve::heap`].
//!
//! **Misère** (Ferguson 1974). Let s be the least number that may be taken.
//! *G(n) = 1 exactly when n ≥ s and G(n-s) = 0.* Take the least n for which this
//! fails. If G(n) = 1 but G(n-s) ≠ 0, then n-s has an option n-s-t of value 0,
//! so n-t has value 1 and is an option of n: no. If G(n-s) = 0 but G(n) ≠ 1, then
//! n has an option n-t of value 1, so n-t-s has value 0 and is an option of n-s:
//! no. ∎ Hence a heap of value 0 that has moves has one to value 1: n-s is no
//! 0, so it has an option n-s-t of value 0, and n-t has value 1. So sums are
//! played like misère Nim on the values. The argument does not need the set to
//! be finite.
//!
//! ```
//! use grundy::{catalogue, ask::Question};
//! let game = catalogue::find("subtraction:1,3,4").unwrap().build(&[]).unwrap();
//! let solved = game.solve("10^18", &Question::default()).unwrap();
//! assert_eq!(solved.answer.value, Some(1u8.into())); // 10^18 = 1 modulo 7
//! ```
//!
//! Limits: the numbers in the set are at most 2^20. Where no period is found
//! within the budget, values are computed as far as asked.

use std::sync::Arc;

use crate::answer::Status;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::outcome::Convention;
use crate::solve::heap::code::Rules;
use crate::solve::heap::known::{Known, Proven};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a heap; a move is the number of stones taken.
pub struct Subtraction {
    set: Set,
    values: Known,
}

/// Which numbers of stones may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// These, in increasing order.
    Only(Vec<u64>),
    /// Every positive number but these, in increasing order.
    AllBut(Vec<u64>),
}

impl Set {
    /// Whether `taken` stones may be taken.
    pub fn allows(&self, taken: &Natural) -> bool {
        let listed =
            |set: &[u64]| natural::small(taken).is_some_and(|t| set.binary_search(&t).is_ok());
        match self {
            Set::Only(set) => listed(set),
            Set::AllBut(set) => !taken.is_zero() && !listed(set),
        }
    }
}

/// The largest number that a set may name.
const LARGEST: u64 = 1 << 20;

impl Subtraction {
    /// The game of this set.
    pub fn new(set: Set) -> Result<Self, Error> {
        let rules = match &set {
            Set::Only(set) => Rules::subtraction(set),
            Set::AllBut(set) => Rules::all_but(set),
        }?;
        Ok(Subtraction {
            set,
            values: Known::new(rules),
        })
    }

    /// The law that an answer for `heaps` may rest on.
    fn law_for(&self, heaps: &[Natural]) -> Option<Arc<Proven>> {
        self.values
            .law(heaps.iter().max().unwrap_or(&Natural::ZERO))
    }

    /// The values, with their period where it is proven.
    pub fn values(&self) -> &Known {
        &self.values
    }
}

/// Reads `1,3,4` or `{1,3,4}`; with `!` or `all but` before it, the set of all
/// other numbers.
fn read_set(text: &str) -> Option<Set> {
    let others = ["!", "all but"]
        .into_iter()
        .find_map(|not| text.strip_prefix(not));
    let listed = others.unwrap_or(text).trim();
    let inner = listed.strip_prefix('{').and_then(|l| l.strip_suffix('}'));
    let numbers = crate::notation::read_heaps(inner.unwrap_or(listed)).ok()?;
    let mut numbers: Vec<u64> = numbers
        .iter()
        .map(|n| natural::small(n).filter(|n| (1..=LARGEST).contains(n)))
        .collect::<Option<_>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    match others {
        Some(_) => Some(Set::AllBut(numbers)),
        None if numbers.is_empty() => None,
        None => Some(Set::Only(numbers)),
    }
}

impl Game for Subtraction {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        match &self.set {
            Set::Only(set) => set
                .iter()
                .map(|taken| Natural::from(*taken))
                .take_while(|taken| taken <= heap)
                .try_for_each(|taken| {
                    let left = heap - &taken;
                    visit(taken, &[left])
                }),
            Set::AllBut(_) => take::up_to(heap, heap, &mut |taken, left| {
                if self.set.allows(&taken) {
                    visit(taken, &[left])
                } else {
                    CONTINUE
                }
            }),
        }
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        take::play(heap, taken).filter(|_| self.set.allows(taken))
    }

    take::notation!();
}

impl Theorem for Subtraction {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        self.values.value(heap)
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        match &self.set {
            // As many options as the set has numbers: these are looked at.
            Set::Only(_) => {
                let mut silent = false;
                let flow =
                    self.options(heap, &mut |taken, left| match self.values.value(&left[0]) {
                        Some(value) if value == *target => visit(taken),
                        Some(_) => CONTINUE,
                        None => {
                            silent = true;
                            STOP
                        }
                    });
                (!silent).then_some(flow)
            }
            // A value occurs at few places, which the period tells.
            Set::AllBut(_) => {
                let proven = self.values.law(heap)?;
                for left in proven.periodic()?.places(target) {
                    if left < *heap
                        && self.set.allows(&(heap - &left))
                        && visit(heap - left).is_break()
                    {
                        return Some(STOP);
                    }
                }
                Some(CONTINUE)
            }
        }
    }

    fn misere_like_nim(&self) -> bool {
        true
    }

    fn status(&self, heaps: &[Natural], _: Convention) -> Status {
        match self.law_for(heaps) {
            Some(_) => Status::Proven,
            None => Status::Computed,
        }
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let Some(proven) = self.law_for(heaps) else {
            let name = (
                "values computed by the heap engines",
                "由堆序列引擎计算的值",
            );
            return theorem::nim_sum_reason(name, self, heaps, convention);
        };
        let (begin, period) = (proven.law.start, proven.law.period);
        let name = match proven.law.saltus {
            0 => (
                format!("values have period {period} from {begin} on, proven"),
                format!("值自 {begin} 起以 {period} 为周期（已证明）"),
            ),
            saltus => (
                format!(
                    "values grow by {saltus} with every {period} stones from {begin} on, proven"
                ),
                format!("值自 {begin} 起每 {period} 枚增加 {saltus}（已证明）"),
            ),
        };
        theorem::nim_sum_reason((&name.0, &name.1), self, heaps, convention)
    }
}

take::table!(Subtraction, values);

take::show!(Subtraction);

impl Named for Subtraction {
    const ABOUT: About = About {
        id: "subtraction",
        aliases: &[(
            "subtraction",
            &["subtraction set", "取石子集合", "减法集合"],
        )],
        name: ("subtraction game", "减法游戏"),
        summary: (
            "take a number of stones that lies in a given set",
            "取走的石子数须属于给定的集合",
        ),
        rules: (
            "There are one or more heaps of stones and a set of numbers. A move takes from one heap a \
             number of stones that belongs to the set. Whoever makes the last move wins.",
            "有一堆或若干堆石子，并给定一个数的集合。每次从其中一堆取走若干枚石子，其数目须属于该集合。走最后一步者获胜。",
        ),
        theorem: (
            "For a finite set the Grundy values are periodic; for all but a finite set they are \
             arithmetic-periodic. The period is found and proven for each set. Misère: like misère Nim \
             on the values.",
            "集合有限时，SG 值是周期的；集合的补集有限时，SG 值是算术周期的。每个集合的周期均由程序求出并证明。反常规则：如同以这些值玩反常尼姆游戏。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays (1982), chapter 4; \
                 misère: T. S. Ferguson, On sums of graph games with last player losing, \
                 International Journal of Game Theory 3 (1974)",
        position: ("heaps: 10, or 5,9", "各堆石子数：10，或 5,9"),
        moves: ("take 3, or just 3", "take 3，或直接写 3"),
        examples: &["10", "7", "5,9,14", "10^18", "10^1000,9"],
        parameters: &[Parameter {
            name: "set",
            default: "1,3,4",
            meaning: (
                "what may be taken: 1,3,4 or {1,3,4}; !2,5 or `all but 2,5` for all other numbers",
                "可取的数目：1,3,4 或 {1,3,4}；!2,5 或 `all but 2,5` 表示除此之外的所有正整数",
            ),
        }],
        tested_with: &[
            &[],
            &[("set", "{2,3}")],
            &[("set", "3")],
            &[("set", "2,4,7")],
            &[("set", "1,4,10")],
            &[("set", "!")],
            &[("set", "!1")],
            &[("set", "!2,5")],
            &[("set", "all but {1, 2, 4}")],
            &[("set", "!3,4,6,7")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let list = |set: &[u64]| {
            let numbers: Vec<String> = set.iter().map(u64::to_string).collect();
            numbers.join(", ")
        };
        Ok(match &self.set {
            Set::Only(set) => format!("game subtraction\nsubtract {{{}}}", list(set)),
            Set::AllBut(set) if set.is_empty() => "game subtraction\nheaps".to_string(),
            Set::AllBut(set) => format!(
                "game subtraction\nstate n\nmove take(k in 1..n) if not k in {{{}}} -> [n-k]",
                list(set)
            ),
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = (
            "numbers from 1 to 2^20 such as 1,3,4; or !2,5 for all but these",
            "1 到 2^20 之间的数，如 1,3,4；或 !2,5，表示除此之外的数",
        );
        let set = parameters.get("set", expected, read_set)?;
        Subtraction::new(set)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let singles = (0u64..=40).map(|n| vec![Natural::from(n)]);
        let sums = small_sums([1u64, 2, 3, 4, 5, 7, 8, 10].map(Natural::from), 3);
        singles.chain(sums).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(set: &str) -> Subtraction {
        Subtraction::new(read_set(set).unwrap()).unwrap()
    }

    fn law(game: &Subtraction) -> (u64, u64) {
        let proven = game.values.law(&Natural::from(10u8).pow(30)).unwrap();
        (proven.law.start, proven.law.period)
    }

    #[test]
    fn sets_are_read_in_every_form() {
        for text in ["1,3,4", "{1,3,4}", "4 3 1", "{ 1, 3, 4 }"] {
            assert_eq!(read_set(text), Some(Set::Only(vec![1, 3, 4])), "{text}");
        }
        for text in ["!2,5", "!{2,5}", "all but 5, 2", "all but {2,5}"] {
            assert_eq!(read_set(text), Some(Set::AllBut(vec![2, 5])), "{text}");
        }
        assert_eq!(read_set("!"), Some(Set::AllBut(vec![])));
        for text in ["", "{}", "0", "1,x", "10^9", "{1", "-1"] {
            assert_eq!(read_set(text), None, "{text}");
        }
    }

    /// Published and recomputed pre-periods and periods.
    #[test]
    fn known_periods() {
        let known: [(&str, u64, u64); 9] = [
            ("1,2,3", 0, 4),
            ("2,3,7", 0, 5),
            ("1,4,10", 16, 11),
            ("2,5,7", 0, 22),
            ("3,5,8", 0, 11),
            ("4,7,11", 0, 15),
            ("2,4,7", 8, 3),
            ("1,3,4", 0, 7),
            ("5", 0, 10),
        ];
        for (set, preperiod, period) in known {
            assert_eq!(law(&game(set)), (preperiod, period), "{set}");
        }
    }

    /// Every set within 1..=7, and every set of all other numbers.
    #[test]
    fn every_small_set_agrees_with_the_definition() {
        for bits in 1u32..1 << 7 {
            let set: Vec<u64> = (1..=7).filter(|s| bits >> (s - 1) & 1 == 1).collect();
            for set in [Set::Only(set.clone()), Set::AllBut(set)] {
                let game = Subtraction::new(set).unwrap();
                let mut values: Vec<u32> = Vec::new();
                for n in 0..300usize {
                    let options: Vec<u32> = (1..=n)
                        .filter(|t| game.set.allows(&(*t).into()))
                        .map(|t| values[n - t])
                        .collect();
                    let value = crate::solve::mex(&options, &mut Vec::new());
                    assert_eq!(
                        game.values.value(&n.into()),
                        Some(value.into()),
                        "{:?} {n}",
                        game.set
                    );
                    values.push(value);
                }
            }
        }
    }

    /// Two neighbours t - 1 and t have period 2t - 1, in runs of equal values.
    #[test]
    fn large_numbers_are_solved() {
        let game = game("131071,131072");
        assert_eq!(law(&game), (0, (1 << 18) - 1));
        assert!(read_set("1048576").is_some());
        assert!(read_set("1048577").is_none());
    }

    #[test]
    fn a_period_beyond_the_budget_is_an_error_with_numbers() {
        use crate::ask::{Question, ask};
        use crate::budget::Budget;
        let game = game("2,5,7");
        let question = Question {
            budget: Budget::default().with_states(20),
            ..Question::default()
        };
        let error = ask(&game, &[10u64.pow(18).into()], &question).err();
        assert!(
            matches!(error, Some(Error::OverBudget { limit: 20, .. })),
            "{error:?}"
        );
        // The next question may spend more.
        let answer = ask(&game, &[10u64.pow(18).into()], &Question::default());
        assert_eq!(answer.unwrap().status, Status::Proven);
    }

    /// Many numbers have a period that is not found soon; small heaps do not
    /// wait for it.
    #[test]
    fn a_large_set_answers_for_small_heaps() {
        let squares: Vec<String> = (1..=100u64).map(|n| (n * n).to_string()).collect();
        let game = game(&squares.join(","));
        let few = crate::budget::Budget::default()
            .with_states(20_000)
            .as_one();
        let _scope = few.scope();
        assert_eq!(game.value(&5u8.into()), Some(0u8.into()));
        assert!(!few.is_spent());
    }

    /// Moves at astronomical heaps are those that looking at the options near
    /// the target finds.
    #[test]
    fn moves_at_huge_heaps_are_complete() {
        for set in ["!2,5", "!1", "!1,2,4", "!3,4,6,7", "1,3,4", "1,4,10"] {
            let game = game(set);
            let heap = Natural::from(10u8).pow(30) + 17u8;
            let value = game.value(&heap).unwrap();
            for below in 0u32..12 {
                let target = Natural::from(below);
                let target = if value > target {
                    &value - target
                } else {
                    continue;
                };
                let mut found = Vec::new();
                let _ = game.moves_to(&heap, &target, &mut |taken| {
                    found.push(taken);
                    CONTINUE
                });
                let looked: Vec<_> = natural::from_to(1, &Natural::from(400u32))
                    .filter(|t| game.play(&heap, t).is_some())
                    .filter(|t| game.value(&(&heap - t)).as_ref() == Some(&target))
                    .collect();
                found.sort();
                assert_eq!(found, looked, "{set}: {target}");
            }
        }
    }
}
