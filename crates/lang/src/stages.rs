//! In which order a question is tried where no theorem speaks: the one decision that search
//! and laws share.
//!
//! Cheap search first ([`CHEAP`]), so that small questions are answered by the rules alone; then a law,
//! if one is soon found; then the rules with all that may be spent; then a law with what is
//! left. What is chosen is told to the trace of the question as it is chosen.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::choice::{Ended, Engine, Expected, Trace};
use grundy::error::Error;
use grundy::text::Text;

use crate::knowledge::CHEAP;

/// A first look for a law takes no longer than this: where there is none, search goes on.
const FIRST_LOOK: Duration = Duration::from_secs(2);
/// Nor than this, where more positions lie below than search may visit.
const LONG_LOOK: Duration = Duration::from_secs(10);
/// A look for a law, and cheap search before it, may spend one in so many of the states of a
/// question: all together less than a tenth beyond what search may spend.
const SHARE: u64 = 32;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The rules, with at most so many states if that is less than the question allows.
    Rules(Option<u64>),
    /// A law of the rules, looked for no longer than a first look, or as long as there is time.
    Law {
        /// Whether search comes after it.
        first: bool,
    },
}

/// What is tried, in order. Without a teacher there is nothing but the rules, and where a theorem
/// speaks nothing else is needed.
pub(crate) fn stages(taught: bool, silent: bool, budget: &Budget) -> Vec<Stage> {
    match taught && silent {
        false => vec![Stage::Rules(None)],
        true => vec![
            Stage::Rules(Some(CHEAP.min(share(budget)))),
            Stage::Law { first: true },
            Stage::Rules(None),
            Stage::Law { first: false },
        ],
    }
}

/// What one look for a law may spend.
pub(crate) fn share(budget: &Budget) -> u64 {
    budget.states() / SHARE
}

/// What a look for a law may cost, where about so many positions lie below.
pub(crate) fn looking(first: bool, below: Option<u64>, budget: &Budget) -> Budget {
    let hopeless = below.is_some_and(|below| below > budget.states());
    let looking = match (first, hopeless) {
        (true, false) => budget.clone().within(FIRST_LOOK),
        (true, true) => budget.clone().within(LONG_LOOK),
        (false, _) => budget.clone(),
    };
    // What a search held before and gave back is there again.
    looking.at_most(share(budget)).starting_now()
}

/// Tries the stages in order: `rules` with a limit of its own, `law` within a budget for the
/// look; about how many positions lie `below` is asked where it matters. The first answer is the
/// answer; that the rules ran out is the error, if no law speaks.
pub(crate) fn run<T>(
    stages: &[Stage],
    budget: &Budget,
    trace: &Trace,
    below: &dyn Fn() -> Option<u64>,
    rules: &dyn Fn(Option<u64>) -> Result<T, Error>,
    law: &dyn Fn(&Budget) -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    let mut over = None;
    let mut looked = false;
    for stage in stages {
        match *stage {
            Stage::Rules(limit) => match rules(limit) {
                Err(error @ Error::OverBudget { .. }) => over = Some(error),
                done if looked => return done,
                done => {
                    trace.pass_over(Engine::Law, || match stages.len() {
                        1 => Text::fixed(
                            "a theorem speaks, or the rules are such that laws say nothing of them",
                            "已有定理，或规律不适用于此类规则",
                        ),
                        _ => Text::fixed("search was enough", "搜索已足够"),
                    });
                    return done;
                }
            },
            Stage::Law { first } => {
                looked = true;
                let below = below();
                let looking = looking(first, below, budget);
                let begun = trace.begin(Engine::Law, || {
                    let why = Text::fixed(
                        "the position is beyond cheap search: a law is looked for and proven, or read where it was kept",
                        "局面超出便宜搜索的范围：寻找并证明规律，或读取已保存的规律",
                    );
                    let expected = Expected {
                        positions: None,
                        most: Some(looking.states()),
                        time: looking.time_left(),
                    };
                    (why, expected)
                });
                if let Some(answer) = law(&looking)? {
                    trace.end(begun, Ended::Answered);
                    return Ok(answer);
                }
                trace.end(begun, Ended::Silent);
            }
        }
    }
    Err(over.unwrap_or_else(|| Error::Unsupported {
        because: Text::fixed("nothing was tried", "未作尝试"),
    }))
}
