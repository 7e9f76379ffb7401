//! A table of values that grows when it is asked for more, within the budget
//! of the question that asks ([`Budget::current`]).
//!
//! ```
//! use grundy::solve::heap::table::Table;
//! let table = Table::new("0.007".parse().unwrap(), 1 << 17);
//! assert_eq!(table.below(8).unwrap()[..8], [0, 0, 0, 1, 1, 1, 2, 2]);
//! assert!(table.below(1 << 18).is_none());
//! ```

use std::fmt;
use std::sync::{Arc, Mutex};

use super::code::Rules;
use super::{Engine, Sequence};
use crate::budget::Budget;

/// At most so many values are computed beyond those that were asked for.
const MORE: u64 = 1 << 10;

/// The values of a heap game up to a limit, computed when they are needed.
pub struct Table {
    rules: Rules,
    limit: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    sequence: Option<Box<dyn Sequence + Send>>,
    values: Arc<Vec<u32>>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values of {} below {}", self.rules, self.limit)
    }
}

impl Table {
    /// An empty table of the values below heap `limit`.
    pub fn new(rules: Rules, limit: u64) -> Self {
        Table {
            rules,
            limit,
            state: Mutex::default(),
        }
    }

    /// The values of at least all heaps below `heap`; `None` beyond the limit,
    /// and where the budget ends before.
    pub fn below(&self, heap: u64) -> Option<Arc<Vec<u32>>> {
        if heap > self.limit {
            return None;
        }
        let mut state = self.state.lock().ok()?;
        if (state.values.len() as u64) < heap {
            let budget = Budget::current();
            let mut sequence = match state.sequence.take() {
                Some(mut sequence) => {
                    sequence.renew(&budget);
                    sequence
                }
                None => Engine::Auto.open(&self.rules, &budget).ok()?,
            };
            // The next question is often a little larger; but the time for
            // all values may grow with the square of their number.
            let end = (heap + (heap / 8).min(MORE) + 64).min(self.limit);
            if sequence.advance(end).is_err() {
                // Another question may allow more.
                state.sequence = Some(sequence);
                return None;
            }
            // Whoever holds the shorter table keeps it.
            let values = Arc::make_mut(&mut state.values);
            sequence.copy_values(values.len() as u64, end, values);
            state.sequence = Some(sequence);
        }
        Some(state.values.clone())
    }

    /// The value of a heap; `None` beyond the limit.
    pub fn value(&self, heap: u64) -> Option<u32> {
        self.below(heap.checked_add(1)?)?
            .get(usize::try_from(heap).ok()?)
            .copied()
    }
}
