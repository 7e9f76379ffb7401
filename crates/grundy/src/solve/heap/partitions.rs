//! All ways to write a number as a sum of so many parts, in ascending order.

use super::code::Rules;

/// The ways to leave `rest` tokens as `parts` heaps under the rules, without recursion.
pub(super) struct Partitions {
    rest: u64,
    parts: usize,
    /// How much larger each part must be than the one before.
    gap: u64,
    chosen: Vec<u64>,
    used: u64,
}

impl Partitions {
    /// Parts as `rules` allow them; `parts` is at least 2.
    pub(super) fn new(rules: &Rules, rest: u64, parts: usize) -> Partitions {
        Partitions {
            rest,
            parts,
            gap: u64::from(rules.unequal()),
            chosen: vec![rules.min_part()],
            used: 0,
        }
    }
}

impl Iterator for Partitions {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        loop {
            let part = *self.chosen.last()?;
            let left = (self.parts - self.chosen.len()) as u64;
            // The least sum that the later, larger parts can have.
            let later = left * part + self.gap * left * (left + 1) / 2;
            if self.used + part + later > self.rest {
                self.chosen.pop();
                if let Some(previous) = self.chosen.last_mut() {
                    self.used -= *previous;
                    *previous += 1;
                }
            } else if left == 1 {
                let mut all = self.chosen.clone();
                all.push(self.rest - self.used - part);
                *self.chosen.last_mut()? += 1;
                return Some(all);
            } else {
                self.used += part;
                self.chosen.push(part + self.gap);
            }
        }
    }
}
