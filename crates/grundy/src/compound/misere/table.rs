//! The misère quotient of a heap game, computed as far as it is asked for.
//!
//! A game of heaps keeps one of these to answer misère sums. The quotient is
//! computed within a small part of the question's budget ([`STATES`]), so that
//! it never waits long; heaps beyond what was reached in it are not answered here, and
//! are searched instead.
//!
//! ```
//! use grundy::compound::misere::table::Quotients;
//! use grundy::outcome::Outcome;
//! let kayles = Quotients::new("0.77".parse().unwrap());
//! let quotient = kayles.of(&[10_u64.pow(18), 5, 1]).unwrap(); // by its period
//! assert_eq!(quotient.outcome(&[10_u64.pow(18), 5, 1]).unwrap(), Outcome::N);
//! ```

use std::fmt;
use std::sync::{Arc, Mutex};

use super::heaps::HeapQuotient;
use crate::budget::Budget;
use crate::solve::heap::code::Rules;

/// What a quotient may cost.
pub const STATES: u64 = 200_000;
/// Heaps up to the first are asked for together; if there is a period, the
/// second is often enough to prove it.
const STEPS: [u64; 2] = [12, 192];

/// The misère quotients of one heap game.
pub struct Quotients {
    rules: Rules,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    best: Option<Arc<HeapQuotient>>,
    /// The least bound that was too much for the budget.
    failed: Option<u64>,
}

impl fmt::Debug for Quotients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "misère quotients of {}", self.rules)
    }
}

impl Quotients {
    /// Nothing is computed yet.
    pub fn new(rules: Rules) -> Self {
        Quotients {
            rules,
            state: Mutex::default(),
        }
    }

    /// A quotient that is proven for these heaps, if one is found.
    pub fn of(&self, heaps: &[u64]) -> Option<Arc<HeapQuotient>> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let mut state = self.state.lock().ok()?;
        let covers = |quotient: &Arc<HeapQuotient>| {
            quotient.period().is_some() || quotient.quotient().heaps() as u64 >= largest
        };
        for bound in [largest.max(STEPS[0]), STEPS[1]] {
            if let Some(best) = state.best.as_ref().filter(|best| covers(best)) {
                return Some(best.clone());
            }
            if bound > STEPS[1] || state.failed.is_some_and(|failed| failed <= bound) {
                continue;
            }
            let question = Budget::current();
            let budget = question.clone().at_most(STATES);
            let whole = budget.states() == STATES;
            // What was reached before is grown on, and kept even if this is too much.
            let mut found = match state.best.take() {
                Some(best) => Arc::unwrap_or_clone(best),
                None => HeapQuotient::new(&self.rules).ok()?,
            };
            let ended = found.grow(bound as usize, &budget);
            state.best = Some(Arc::new(found));
            match ended {
                Ok(()) => {}
                // Where it was the question that ended, the next one may allow more.
                Err(_) if question.is_spent() || !whole => break,
                Err(_) => state.failed = Some(bound),
            }
        }
        state.best.as_ref().filter(|best| covers(best)).cloned()
    }
}
