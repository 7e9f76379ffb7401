//! Sequences that are known for ever because they are periodic.
//!
//! A [`Periodic`] holds the values up to the end of the first period. For
//! heap games whose moves take at most `k` stones and leave at most two
//! heaps, the octal periodicity theorem (Guy and Smith 1956) turns a finite
//! check into a proof: if G(n+p) = G(n) for all n with n₀ ≤ n < 2n₀ + p + k and
//! n₀ ≥ 1, then for all n ≥ n₀.
//!
//! ```
//! use grundy::solve::periodic::Periodic;
//! let kayles = Periodic::of_octal("kayles", 2, |n, value| {
//!     let mut found = Vec::new();
//!     for taken in 1..=n.min(2) {
//!         for left in 0..=(n - taken) / 2 {
//!             found.push(value(left) ^ value(n - taken - left));
//!         }
//!     }
//!     found
//! }, 1000).unwrap();
//! assert_eq!((kayles.preperiod(), kayles.period()), (71, 12));
//! assert_eq!(kayles.value(&10u32.pow(9).into()), 1u8.into());
//! ```

use crate::error::{Error, Resource};
use crate::natural::{self, Natural};
use crate::solve::mex;

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

    /// The Grundy sequence of a heap game whose moves take at most `taken`
    /// stones and leave at most two heaps. `options` lists the values of the
    /// options of a heap. Fails if the theorem does not apply within `limit`
    /// values.
    pub fn of_octal(
        what: &'static str,
        taken: usize,
        options: impl Fn(usize, &dyn Fn(usize) -> u32) -> Vec<u32>,
        limit: usize,
    ) -> Result<Self, Error> {
        let mut values: Vec<u32> = Vec::new();
        let mut scratch = Vec::new();
        let mut tried = 64;
        while values.len() < limit {
            let found = options(values.len(), &|n| values[n]);
            values.push(mex(&found, &mut scratch));
            if values.len() < tried {
                continue;
            }
            tried *= 2;
            if let Some((preperiod, period)) = proven_period(&values, taken) {
                values.truncate(preperiod + period);
                return Ok(Periodic::new(values, preperiod, 0));
            }
        }
        Err(Error::OverBudget {
            what,
            resource: Resource::States,
            used: limit as u64 + 1,
            limit: limit as u64,
            states: limit as u64,
        })
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
        if let Some(known) = natural::small(n).and_then(|n| self.values.get(n as usize)) {
            return Natural::from(*known);
        }
        let past = n - Natural::from(self.preperiod);
        let rounds = &past / Natural::from(self.period);
        let within = natural::modulo(&past, self.period as u64) as usize;
        rounds * Natural::from(self.saltus) + Natural::from(self.values[self.preperiod + within])
    }
}

/// The least period, and its beginning (from 1 on), that the theorem proves
/// from these values.
fn proven_period(values: &[u32], taken: usize) -> Option<(usize, usize)> {
    (1..values.len() / 2).find_map(|period| {
        // The values agree with those one period later from `start` on.
        let differs = |n: &usize| values[*n] != values[*n + period];
        let last = (0..values.len() - period).rev().find(differs);
        let start = last.map_or(1, |n| (n + 1).max(1));
        (values.len() >= 2 * start + 2 * period + taken).then_some((start, period))
    })
}
