//! Sequences that are known for ever because they are periodic.
//!
//! A [`Periodic`] holds the values up to the end of the first period; a
//! [law](super::period::Law) whose values are kept in a table gives one. It
//! answers for heaps of any size: the value, the heaps that have a value, and
//! the splits of a heap into two whose values have a given nim sum.
//!
//! ```
//! use grundy::solve::heap::solve::{Options, solve};
//! let report = solve(&"kayles".parse().unwrap(), &Options::default()).unwrap();
//! let kayles = report.law.unwrap().periodic().unwrap();
//! assert_eq!((kayles.preperiod(), kayles.period()), (71, 12));
//! assert_eq!(kayles.value(&10u32.pow(9).into()), 1u8.into());
//! ```

use crate::game::{CONTINUE, Flow};
use crate::natural::{self, Natural};

/// A sequence with a proven period.
#[derive(Clone, Debug)]
pub struct Periodic {
    /// The values before the period, and one period.
    values: Vec<u32>,
    preperiod: usize,
    period: usize,
    /// What is added with each period.
    saltus: u64,
}

impl Periodic {
    /// A sequence whose first `preperiod` values come before the repetition
    /// of the rest of `values`, each time increased by `saltus`.
    pub fn new(values: Vec<u32>, preperiod: usize, saltus: u64) -> Self {
        let period = values.len() - preperiod;
        Periodic {
            values,
            preperiod,
            period,
            saltus,
        }
    }

    /// Where the repetition begins.
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// Its length.
    pub fn period(&self) -> usize {
        self.period
    }

    /// What is added with each period.
    pub fn saltus(&self) -> u64 {
        self.saltus
    }

    /// Every place at which the value is `target`, in increasing order, for a
    /// sequence that grows: there are finitely many. Costs one look at the
    /// stored values, however far away the places are. Nothing is found in
    /// the repetition of a sequence that does not grow.
    pub fn places(&self, target: &Natural) -> Vec<Natural> {
        let (head, period) = self.values.split_at(self.preperiod);
        let mut places: Vec<Natural> = (0u64..)
            .zip(head)
            .filter(|(_, value)| *target == Natural::from(**value))
            .map(|(n, _)| Natural::from(n))
            .collect();
        let start = places.len();
        if self.saltus == 0 {
            return places;
        }
        let (rounds, rest) = (
            target / Natural::from(self.saltus),
            natural::modulo(target, self.saltus),
        );
        for (within, value) in period.iter().enumerate() {
            let lower = Natural::from(u64::from(*value) / self.saltus);
            if u64::from(*value) % self.saltus == rest && lower <= rounds {
                let round = &rounds - lower;
                places.push(round * Natural::from(self.period) + (self.preperiod + within));
            }
        }
        places[start..].sort_unstable();
        places
    }

    /// The value at `n`.
    pub fn value(&self, n: &Natural) -> Natural {
        if let Some(known) = natural::index(n).and_then(|n| self.values.get(n)) {
            return Natural::from(*known);
        }
        let past = n - Natural::from(self.preperiod);
        let rounds = &past / Natural::from(self.period);
        let within = natural::modulo(&past, self.period as u64) as usize;
        rounds * Natural::from(self.saltus) + Natural::from(self.values[self.preperiod + within])
    }

    /// Names every `left` for which `left` and `total - left` have values with
    /// nim sum `target`, in ascending order, until told to stop.
    ///
    /// Where both parts lie in the periodic range, whole periods can be moved
    /// from one to the other: one look at each residue decides for all of
    /// them, and residues that do not fit are skipped, so the work is bounded
    /// by the preperiod, the period and the number of splits named. Only for
    /// sequences without saltus.
    pub fn splits(
        &self,
        total: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Flow {
        let fits = |left: &Natural| self.value(left) ^ self.value(&(total - left)) == *target;
        let edge = Natural::from(self.values.len());
        let period = Natural::from(self.period);
        let mut left = Natural::ZERO;
        let middle_end = if *total > &edge * 2u8 {
            total - &edge
        } else {
            Natural::ZERO
        };
        while left <= *total {
            if left == edge && left < middle_end {
                let residues: Vec<Natural> = (0..self.period)
                    .map(|r| &edge + Natural::from(r))
                    .filter(|start| *start < middle_end && fits(start))
                    .collect();
                let mut round = Natural::ZERO;
                while !residues.is_empty() && &edge + &round < middle_end {
                    for start in &residues {
                        let left = start + &round;
                        if left < middle_end {
                            visit(left)?;
                        }
                    }
                    round += &period;
                }
                left = middle_end.clone();
            }
            if fits(&left) {
                visit(left.clone())?;
            }
            left += 1u8;
        }
        CONTINUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beyond_all_addresses_is_no_place_of_the_table() {
        // Of 32 bits 2^32 keeps the index 0, which has a value of its own.
        let sequence = Periodic::new(vec![7, 0, 1], 1, 0);
        for (power, value) in [(32, 1u8), (33, 1), (64, 1)] {
            let place = Natural::ONE << power;
            assert_eq!(sequence.value(&place), value.into(), "2^{power}");
            assert_eq!(sequence.value(&(place + 1u8)), Natural::ZERO, "2^{power}");
        }
    }

    #[test]
    fn splits_of_a_huge_total_are_those_of_the_definition() {
        // Preperiod 3 with values that occur nowhere else, period 2.
        let sequence = Periodic::new(vec![5, 6, 7, 1, 2], 3, 0);
        for total in 0..60u32 {
            for target in 0..8u32 {
                let value = |n: u32| sequence.value(&n.into());
                let expected: Vec<Natural> = (0..=total)
                    .filter(|left| value(*left) ^ value(total - left) == target.into())
                    .map(Natural::from)
                    .collect();
                let mut found = Vec::new();
                let _ = sequence.splits(&total.into(), &target.into(), &mut |left| {
                    found.push(left);
                    CONTINUE
                });
                assert_eq!(found, expected, "{total} {target}");
            }
        }
        // Nothing fits in the middle, and that is noticed at once.
        let mut found = 0;
        let huge = Natural::from(10u8).pow(30);
        let _ = sequence.splits(&huge, &Natural::from(7u8), &mut |_| {
            found += 1;
            CONTINUE
        });
        assert!(found < 10);
    }
}
