//! The values of a heap game as far as a question needs them: by a proven law
//! where one is found soon, else from a table.
//!
//! A law is looked for among a number of values that grows with the heap asked
//! for, so that a question about a heap of seven does not wait for the proof of
//! a period of millions; the proof that is found serves all later questions. Beyond
//! [`CHEAP`] values a look never needs more of them than the table up to the heap: there is no
//! size of heaps at which an answer suddenly costs more than the values below it.
//! All values of a line are found together ([`Known::line`]).
//! Everything is computed within the budget of the question
//! ([`Budget::current`]); what its end cut short is tried again for the next
//! one that allows more.
//!
//! ```
//! use grundy::solve::heap::known::Known;
//! let kayles = Known::new("0.77".parse().unwrap());
//! assert_eq!(kayles.value(&10u32.pow(9).into()), Some(1u8.into()));
//! assert_eq!(kayles.law(&7u8.into()).unwrap().law.period, 12);
//! // No period of Grundy's game is known: values come from the table.
//! let grundy = Known::new("4/unequal".parse().unwrap());
//! assert_eq!(grundy.value(&18u8.into()), Some(4u8.into()));
//! assert!(grundy.law(&18u8.into()).is_none());
//! ```
//!
//! Limits: tables hold [`TABLE`] heaps.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use super::code::Rules;
use super::filled::filled;
use super::period::{Law, Status};
use super::periodic::Periodic;
use super::solve::{Options, solve};
use super::table::Table;
use crate::answer;
use crate::budget::Budget;
use crate::error::Error;
use crate::natural::{self, Natural};
use crate::solve::dense::Line;

/// Values are kept for this many heaps where no period is proven.
pub const TABLE: u64 = 1 << 24;
/// So many values cost next to nothing where a move leaves at most two heaps.
pub const CHEAP: u64 = 1 << 14;
/// What a law may hold in memory.
const LAW_BYTES: u64 = 1 << 28;
/// As long as values cost next to nothing, so many times as many are looked at as the heap
/// asked for has stones.
const NEAR: u64 = 4;
/// When more values are wanted, so many times as many are looked at.
const STEP: u64 = 4;

/// How many values are looked at for a law: at first, at most, and at most
/// where a sparse space makes values cheap.
struct Depths {
    first: u64,
    most: u64,
    sparse: u64,
}

impl Depths {
    fn of(rules: &Rules) -> Depths {
        let [first, most, sparse] = match rules.max_parts() {
            // A value costs as much as there are numbers in the set.
            0 | 1 => [1 << 12, 1 << 30, 1 << 30],
            2 => [1 << 12, 1 << 16, 1 << 20],
            // Values are costly where a move may leave three heaps or more.
            _ => [1 << 7, 1 << 12, 1 << 12],
        };
        Depths {
            first,
            most,
            sparse,
        }
    }

    /// How many values are worth a look for a question about `heap`.
    fn wanted(&self, heap: Option<u64>) -> u64 {
        let Some(heap) = heap.filter(|heap| *heap < TABLE) else {
            return self.sparse;
        };
        let mut depth = self.first;
        loop {
            let next = depth.saturating_mul(STEP);
            let near = next <= CHEAP && depth < heap.saturating_mul(NEAR);
            // The table up to the heap would need as many.
            if next > self.sparse || !(near || next <= heap) {
                return depth;
            }
            depth = next;
        }
    }
}

/// A law that is proven.
pub struct Proven {
    /// The law.
    pub law: Law,
    periodic: OnceLock<Option<Periodic>>,
}

impl Proven {
    /// The values as a sequence, where they fit a table.
    pub fn periodic(&self) -> Option<&Periodic> {
        self.periodic.get_or_init(|| self.law.periodic()).as_ref()
    }
}

/// What is known about the values of one heap game.
pub struct Known {
    rules: Rules,
    state: Mutex<Looked>,
    table: Table,
}

#[derive(Default)]
struct Looked {
    law: Option<Arc<Proven>>,
    /// No law shows among so many values.
    to: u64,
    /// Whether a sparse space was in use there.
    sparse: bool,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values of {}", self.rules)
    }
}

impl Known {
    /// Nothing is computed yet.
    pub fn new(rules: Rules) -> Known {
        Known {
            table: Table::new(rules.clone(), TABLE),
            state: Mutex::default(),
            rules,
        }
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The value of a heap, if it is found within the budget.
    pub fn value(&self, heap: &Natural) -> Option<Natural> {
        match self.law(heap) {
            Some(proven) => proven.law.value_big(heap).ok(),
            None => self.table.value(natural::small(heap)?).map(Natural::from),
        }
    }

    /// The values of at least all heaps below `heap`, if they are found within the budget.
    pub fn below(&self, heap: u64) -> Option<Arc<Vec<u32>>> {
        self.table.below(heap)
    }

    /// The values of the heaps below `heaps`, all at once (`filled.rs`).
    pub fn line(&self, heaps: u64, budget: &Budget) -> Result<Line, Error> {
        if heaps == 0 {
            let (values, status) = (Vec::new(), answer::Status::Computed);
            return Ok(Line { values, status });
        }
        let _scope = budget.scope();
        // What shows at the first look costs nothing more.
        let shown = self.law(&Natural::ZERO);
        let mut meter = budget.meter("heap sequence");
        meter.bytes(heaps.saturating_mul(4))?;
        if let Some(proven) = &shown {
            meter.set_goal(heaps);
            let mut values = Vec::with_capacity(heaps as usize);
            for heap in 0..heaps {
                let Ok(value) = u32::try_from(proven.law.value(heap)?) else {
                    break;
                };
                meter.state()?;
                values.push(value);
            }
            if values.len() as u64 == heaps {
                let status = answer::Status::Proven;
                return Ok(Line { values, status });
            }
        }
        let filled = filled(&self.rules, heaps, budget)?;
        let status = match shown.is_some() || filled.law.is_some() {
            true => answer::Status::Proven,
            false => answer::Status::Computed,
        };
        Ok(Line {
            values: filled.values,
            status,
        })
    }

    /// A law that was found already.
    pub fn law_so_far(&self) -> Option<Arc<Proven>> {
        self.state.lock().ok()?.law.clone()
    }

    /// The proven law of the values, if one shows among as many values as a
    /// question about `heap` is worth.
    pub fn law(&self, heap: &Natural) -> Option<Arc<Proven>> {
        let depths = Depths::of(&self.rules);
        let mut state = self.state.lock().ok()?;
        let wanted = depths.wanted(natural::small(heap));
        loop {
            if state.law.is_some() {
                return state.law.clone();
            }
            let most = match state.sparse {
                true => depths.sparse,
                false => depths.most,
            };
            let question = Budget::current();
            // Without a law the table must still be computed: half is kept for it.
            let states = wanted.min(most).min(question.states_left() / 2);
            if state.to >= states || question.is_spent() {
                return None;
            }
            self.look(states, question, &mut state);
        }
    }

    /// Looks for a law with so many states, and half of the time.
    fn look(&self, states: u64, question: Budget, state: &mut Looked) {
        let mut budget = question.clone().at_most(states).at_most_bytes(LAW_BYTES);
        if let Some(left) = question.time_left() {
            budget = budget.within(left / 2);
        }
        let options = Options {
            budget,
            ..Options::default()
        };
        let report = solve(&self.rules, &options);
        if let Ok(report) = report {
            state.sparse |= report.sparseness.is_some();
            let proven = |law: &Law| matches!(law.status, Status::Proven(_));
            state.law = report.law.filter(proven).map(|law| {
                Arc::new(Proven {
                    law,
                    periodic: OnceLock::new(),
                })
            });
        }
        // Where the question ended the search, the next one may allow more.
        if !question.is_spent() {
            state.to = states;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A question about a small heap does not wait for a deep search, and one
    /// that ran out of time leaves nothing behind that is false later.
    #[test]
    fn small_heaps_are_answered_soon_and_ends_are_not_remembered() {
        let officers = Known::new("0.6".parse().unwrap());
        {
            let over = Budget::default().with_time(Duration::ZERO).starting_now();
            let _scope = over.scope();
            assert_eq!(officers.value(&1000u32.into()), None);
        }
        // A deep search is not allowed here, and not needed.
        let few = Budget::default().with_states(20_000).as_one();
        let _scope = few.scope();
        let values: Vec<_> = (0u8..8).map(|n| officers.value(&n.into())).collect();
        let expected = [0u8, 0, 1, 2, 0, 1, 2, 3].map(|v| Some(v.into()));
        assert_eq!(values, expected);
        assert!(officers.law(&7u8.into()).is_none());
        assert!(!few.is_spent());
    }

    #[test]
    fn a_larger_heap_is_worth_a_deeper_look() {
        // The period 1,148 of 0.16 starts at 105,350: it is not looked for at once.
        let depths = Depths::of(&"0.16".parse().unwrap());
        assert_eq!(depths.wanted(Some(7)), 1 << 12);
        assert_eq!(depths.wanted(Some(1000)), 1 << 12);
        assert_eq!(depths.wanted(Some(4000)), 1 << 14);
        assert_eq!(depths.wanted(Some(20_000)), 1 << 14);
        assert_eq!(depths.wanted(Some(1 << 23)), 1 << 20);
        assert_eq!(depths.wanted(None), 1 << 20);
        // What is not cheap is never more than the table needs.
        for code in ["0.16", "{1,3,4}", "hex:0.2048"] {
            let depths = Depths::of(&code.parse().unwrap());
            for heap in (0..23).map(|bits| 1u64 << bits) {
                let wanted = depths.wanted(Some(heap));
                assert!(wanted <= heap.max(CHEAP), "{code}: {heap} {wanted}");
            }
        }
    }

    /// A heap costs about as many states as there are values below it: no size is a cliff.
    #[test]
    fn no_heap_costs_much_more_than_the_values_below_it() {
        for code in ["0.104", "0.6", "4/unequal"] {
            let rules: Rules = code.parse().unwrap();
            for heap in [20_000u64, 60_000] {
                let question = Budget::default().with_states(1 << 20).as_one();
                let _scope = question.scope();
                let known = Known::new(rules.clone());
                let value = known.value(&heap.into());
                let spent = (1 << 20) - question.states_left();
                assert!(spent < 2 * heap + 2 * CHEAP, "{code} {heap}: {spent}");
                let line = known.line(heap + 1, &Budget::default()).unwrap();
                assert_eq!(value, line.values.last().map(|v| Natural::from(*v)));
            }
        }
    }

    #[test]
    fn a_line_has_the_values_of_its_heaps() {
        for code in [
            "0.77",
            "0.6",
            "{1,3,4}",
            "allbut{2,5}",
            "8.[3]",
            "4/unequal",
            "0.16",
        ] {
            let known = Known::new(code.parse().unwrap());
            let line = known.line(300, &Budget::default()).unwrap();
            assert_eq!(line.values.len(), 300, "{code}");
            let shown = known.law(&Natural::ZERO).is_some();
            assert_eq!(line.status == answer::Status::Proven, shown, "{code}");
            for (heap, value) in (0u64..).zip(&line.values) {
                assert_eq!(
                    known.value(&heap.into()),
                    Some((*value).into()),
                    "{code} {heap}"
                );
            }
        }
    }

    #[test]
    fn a_sequence_goes_on_in_the_next_question() {
        let known = Known::new("4/unequal".parse().unwrap());
        for heap in [100u64, 500, 1500] {
            let _scope = Budget::default().with_states(4_000_000).as_one().scope();
            let all: Vec<_> = crate::solve::heap::Engine::Brute
                .open(known.rules(), &Budget::default())
                .unwrap()
                .take(heap as usize + 1)
                .map(Result::unwrap)
                .collect();
            let found = known.value(&heap.into());
            assert_eq!(found, all.last().map(|v| Natural::from(*v)), "{heap}");
        }
    }
}
