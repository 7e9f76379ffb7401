//! The definition, computed literally: the oracle of every other engine.
//!
//! The value of a heap is the least number that is not the value of an option;
//! the value of several heaps is the xor of theirs (Sprague 1935, Grundy 1939).
//! Every option is visited, so the n-th value costs about n steps for codes
//! that leave two heaps and n² for three.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::brute::Brute;
//! let kayles = Brute::new(&"0.77".parse().unwrap(), &Budget::default());
//! let values: Vec<u32> = kayles.take(10).collect::<Result<_, _>>().unwrap();
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
//! ```

use super::Sequence;
use super::code::Rules;
use crate::budget::{Budget, Meter};
use crate::error::Error;

/// Computes a sequence by its definition.
#[derive(Debug)]
pub struct Brute {
    rules: Rules,
    values: Vec<u32>,
    seen: Seen,
    meter: Meter,
    cursor: u64,
}

impl Brute {
    /// The sequence of `rules`, from heap 0.
    pub fn new(rules: &Rules, budget: &Budget) -> Brute {
        Brute {
            rules: rules.clone(),
            values: Vec::new(),
            seen: Seen::default(),
            meter: budget.meter("brute force"),
            cursor: 0,
        }
    }

    /// The values known so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    fn step(&mut self) -> Result<u32, Error> {
        self.meter.state()?;
        let n = self.values.len() as u64;
        self.seen.clear();
        let last = if self.rules.is_finite() {
            self.rules.last().min(n)
        } else {
            n
        };
        for take in 0..=last {
            let digit = self.rules.digit(take);
            let rest = n - take;
            if digit & 1 != 0 && rest == 0 {
                self.seen.mark(0);
            }
            if digit & 2 != 0 && rest > 0 {
                self.seen.mark(self.values[rest as usize]);
            }
            for parts in 2..=15 {
                if digit >> parts & 1 != 0 {
                    self.splits(rest, parts)?;
                }
            }
        }
        let value = self.seen.mex();
        self.values.push(value);
        self.meter.bytes(self.values.len() as u64 * 4)?;
        Ok(value)
    }

    /// Marks every way to write `rest` as `parts` heaps in ascending order.
    fn splits(&mut self, rest: u64, parts: usize) -> Result<(), Error> {
        let gap = u64::from(self.rules.unequal());
        let min = self.rules.min_part();
        // chosen[i] are the smaller parts; the last part is what remains.
        let mut chosen = vec![min];
        let mut value = 0u32;
        let mut used = 0u64;
        while let Some(&part) = chosen.last() {
            let left = (parts - chosen.len()) as u64;
            // The least sum that this part and the later, larger ones can have.
            let later = left * part + gap * left * (left + 1) / 2;
            if used + part + later > rest {
                chosen.pop();
                if let Some(previous) = chosen.last_mut() {
                    used -= *previous;
                    value ^= self.values[*previous as usize];
                    *previous += 1;
                }
                continue;
            }
            let with = value ^ self.values[part as usize];
            if left == 1 {
                let largest = rest - used - part;
                self.seen.mark(with ^ self.values[largest as usize]);
                *chosen.last_mut().expect("not empty") += 1;
            } else {
                used += part;
                value = with;
                chosen.push(part + gap);
                self.meter.poll_sometimes()?;
            }
        }
        Ok(())
    }
}

impl Sequence for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn known(&self) -> u64 {
        self.values.len() as u64
    }

    fn value(&self, heap: u64) -> Option<u32> {
        self.values.get(usize::try_from(heap).ok()?).copied()
    }

    fn advance(&mut self, to: u64) -> Result<(), Error> {
        while self.known() < to {
            self.step()?;
        }
        Ok(())
    }
}

super::iterate!(Brute);

/// A set of values that is emptied in constant time.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    stamp: u32,
    stamps: Vec<u32>,
}

impl Seen {
    pub(super) fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    #[inline]
    pub(super) fn mark(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.stamps.len() {
            self.stamps.resize((at + 1).next_power_of_two(), 0);
        }
        self.stamps[at] = self.stamp;
    }

    #[inline]
    pub(super) fn has(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.stamp)
    }

    pub(super) fn mex(&self) -> u32 {
        self.mex_from(0)
    }

    /// The least value from `start` on that is not in the set.
    pub(super) fn mex_from(&self, start: u32) -> u32 {
        let mut value = start;
        while self.has(value) {
            value += 1;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(code: &str, count: usize) -> Vec<u32> {
        let rules = code.parse().unwrap();
        Brute::new(&rules, &Budget::default())
            .take(count)
            .collect::<Result<_, _>>()
            .unwrap()
    }

    #[test]
    fn small_tables_from_the_literature() {
        // Winning Ways ch. 4; OEIS A002186 (Kayles), A002187, A002188 (Grundy's game).
        assert_eq!(values("0.07", 12), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
        assert_eq!(
            values("grundy", 21),
            [
                0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0
            ]
        );
        assert_eq!(values("lasker", 9), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
        assert_eq!(values("{1,3,4}", 9), [0, 1, 0, 1, 2, 3, 2, 0, 1]);
        assert_eq!(values("0.[3]", 6), [0, 1, 2, 3, 4, 5]);
        // Hexadecimal: 0.8 has period 3 and saltus 1.
        assert_eq!(values("0.8", 10), [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn three_parts_agree_with_three_loops() {
        let g = values("0.0E", 60);
        for n in 0..60usize {
            let mut options = std::collections::BTreeSet::new();
            if n > 2 {
                options.insert(g[n - 2]);
                for a in 1..n - 2 {
                    for b in 1..n - 2 {
                        if a + b == n - 2 {
                            options.insert(g[a] ^ g[b]);
                        } else if a + b < n - 2 {
                            options.insert(g[a] ^ g[b] ^ g[n - 2 - a - b]);
                        }
                    }
                }
            }
            let mex = (0..).find(|v| !options.contains(v)).unwrap();
            assert_eq!(g[n], mex, "heap {n}");
        }
    }

    #[test]
    fn a_budget_stops_it() {
        let rules = "0.7".parse().unwrap();
        let budget = Budget::default().with_states(5);
        let results: Vec<_> = Brute::new(&rules, &budget).take(6).collect();
        assert!(results[..5].iter().all(Result::is_ok));
        assert!(matches!(
            results[5],
            Err(Error::OverBudget { limit: 5, .. })
        ));
    }
}
