//! Grundy values of subtraction games, with proven periods.
//!
//! **Finite sets S.** The value of a heap depends on the last m = max S values
//! only. So if the window of m values before `a + p` equals the one before `a`,
//! everything after them is equal too: the values have period `p` for ever.
//! There are finitely many windows, hence every finite set is periodic.
//!
//! **All but a finite set F.** From a heap of `n` every smaller heap can be
//! reached except `n-s` for s ∈ F; let f = max F. Split the smaller heaps into
//! the near ones, `n-f … n-1`, and the far ones.
//!
//! *The far values are exactly 0, 1, …, M-1 for some M.* Let M be the least
//! value that is not far, and `j` its first occurrence: `j` is not far. A heap
//! before `j` has no option of value M, so its value is below M; all far heaps
//! come before `j`. ∎
//!
//! So G(n) is the least value from M on that no near option has, and after
//! that M grows by one if the heap that just became far has value M. The next
//! state — M, and the near values relative to it — depends only on the last:
//! when the relative window recurs after `p` heaps, M having grown by `σ`, then
//! G(n+p) = G(n) + σ for ever. It must recur: first occurrences of values come
//! in increasing order, and equal values lie at most f apart, so near values
//! differ from M by at most 2f. Every such game is arithmetic-periodic with
//! saltus σ.
//!
//! The recurrence is found in constant memory by Brent's method (1980): the
//! window is compared with one saved at doubling distances. Only then are the
//! values of the pre-period and one period stored.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::subtraction::{periodic, Subtraction};
//! let mut meter = Budget::default().meter("period");
//! let values = periodic(&Subtraction::only([1, 4, 10]), &mut meter).unwrap();
//! assert_eq!((values.preperiod(), values.period()), (16, 11));
//! let values = periodic(&Subtraction::all_but([2, 5]), &mut meter).unwrap();
//! assert_ne!(values.saltus(), 0);
//! ```
//!
//! Limits: periods can be as long as exponential in max S; the meter stops
//! the search with a typed error. It is charged for each option looked at.

use crate::budget::Meter;
use crate::error::Error;
use crate::solve::periodic::Periodic;

/// Which numbers of stones may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subtraction {
    /// These, in increasing order.
    Only(Vec<u32>),
    /// Every positive number but these, in increasing order.
    AllBut(Vec<u32>),
}

impl Subtraction {
    /// Exactly these numbers may be taken; 0 does not count.
    pub fn only(set: impl IntoIterator<Item = u32>) -> Self {
        Subtraction::Only(ordered(set))
    }

    /// Every positive number may be taken but these.
    pub fn all_but(set: impl IntoIterator<Item = u32>) -> Self {
        Subtraction::AllBut(ordered(set))
    }

    /// The set that is written down: what may be taken, or what may not.
    pub fn set(&self) -> &[u32] {
        match self {
            Subtraction::Only(set) | Subtraction::AllBut(set) => set,
        }
    }

    /// Whether `taken` stones may be taken.
    pub fn allows(&self, taken: u64) -> bool {
        let listed = u32::try_from(taken).is_ok_and(|t| self.set().binary_search(&t).is_ok());
        match self {
            Subtraction::Only(_) => listed,
            Subtraction::AllBut(_) => taken > 0 && !listed,
        }
    }

    /// How many heaps back the next value looks, one by one.
    fn reach(&self) -> usize {
        self.set().last().map_or(0, |s| *s as usize)
    }
}

fn ordered(set: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut set: Vec<u32> = set.into_iter().filter(|s| *s > 0).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// The values of heaps 0, 1, 2, … in turn, in memory that does not grow.
pub struct Values {
    /// How far back the near options lie.
    near: Vec<u32>,
    /// Whether the far heaps are options too.
    far: bool,
    /// The last `reach` values, as a ring: heap `n` stands at `n % reach`.
    ring: Vec<u32>,
    heap: u64,
    /// The far values are those below.
    far_mex: u32,
    /// A fingerprint of the ring, so that unequal windows are told apart at once.
    hash: u64,
    /// `HASH_BASE` to the power `reach`, to take the oldest value out.
    oldest: u64,
    seen_for: Vec<u64>,
}

const HASH_BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Values {
    /// Begins at the empty heap.
    pub fn new(game: &Subtraction) -> Self {
        let reach = game.reach();
        let near = match game {
            Subtraction::Only(set) => set.clone(),
            Subtraction::AllBut(_) => (1..=reach as u32)
                .filter(|t| game.allows(u64::from(*t)))
                .collect(),
        };
        Values {
            seen_for: vec![0; near.len() + 1],
            near,
            far: matches!(game, Subtraction::AllBut(_)),
            ring: vec![0; reach],
            heap: 0,
            far_mex: 0,
            hash: 0,
            oldest: HASH_BASE.wrapping_pow(reach as u32),
        }
    }

    /// The value `back` heaps ago.
    fn recent(&self, back: u32) -> u32 {
        self.ring[((self.heap - u64::from(back)) % self.ring.len() as u64) as usize]
    }

    /// The window, oldest value first, relative to the far mex.
    fn window(&self) -> impl Iterator<Item = i64> + '_ {
        let near = 1..=self.ring.len() as u32;
        near.rev()
            .map(|back| i64::from(self.recent(back)) - i64::from(self.far_mex))
    }

    /// Computes one value.
    fn step(&mut self) -> u32 {
        let stamp = self.heap + 1;
        for &back in &self.near {
            if u64::from(back) > self.heap {
                break;
            }
            let place = self.recent(back).checked_sub(self.far_mex);
            let seen = place.and_then(|place| self.seen_for.get_mut(place as usize));
            if let Some(seen) = seen {
                *seen = stamp;
            }
        }
        // There is one place more than there are near options: one stays unseen.
        let unseen = self.seen_for.iter().position(|seen| *seen != stamp);
        let value = self.far_mex + unseen.unwrap_or(0) as u32;
        self.push(value);
        value
    }

    fn push(&mut self, value: u32) {
        let reach = self.ring.len() as u64;
        let becomes_far = match reach {
            0 => Some(value),
            _ => {
                let slot = &mut self.ring[(self.heap % reach) as usize];
                let old = std::mem::replace(slot, value);
                self.hash = self
                    .hash
                    .wrapping_mul(HASH_BASE)
                    .wrapping_add(u64::from(value) + 1);
                (self.heap >= reach).then(|| {
                    let gone = (u64::from(old) + 1).wrapping_mul(self.oldest);
                    self.hash = self.hash.wrapping_sub(gone);
                    old
                })
            }
        };
        if self.far && becomes_far == Some(self.far_mex) {
            self.far_mex += 1;
        }
        self.heap += 1;
    }

    /// What one value costs.
    fn cost(&self) -> u64 {
        1 + self.near.len() as u64
    }
}

impl Iterator for Values {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        Some(self.step())
    }
}

/// A window that was seen before came again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The heap before which the window stands.
    pub heap: u64,
    /// How many heaps later it comes again; the least such number.
    pub period: u64,
    /// By how much the values have grown.
    pub saltus: u64,
}

/// Finds a recurrence, which is a proof of the period, in constant memory.
pub fn recurrence(game: &Subtraction, meter: &mut Meter) -> Result<Recurrence, Error> {
    meter.bytes(16 * game.reach() as u64)?;
    let mut values = Values::new(game);
    // A window is a state only once it is full.
    for _ in 0..game.reach() {
        meter.advance(values.cost())?;
        values.step();
    }
    let mut distance = 1u64;
    loop {
        let saved: Vec<i64> = values.window().collect();
        let (heap, hash, far_mex) = (values.heap, values.hash, values.far_mex);
        for period in 1..=distance {
            meter.advance(values.cost())?;
            values.step();
            // With far options the window is relative, and its hash says nothing.
            let possible = values.far || values.hash == hash;
            if possible && values.window().eq(saved.iter().copied()) {
                return Ok(Recurrence {
                    heap,
                    period,
                    saltus: u64::from(values.far_mex - far_mex),
                });
            }
        }
        distance *= 2;
    }
}

/// Where the repetition that `found` proves begins, in constant memory.
pub fn preperiod(game: &Subtraction, found: Recurrence, meter: &mut Meter) -> Result<u64, Error> {
    let earlier = Values::new(game);
    let later = Values::new(game).skip(found.period as usize);
    meter.advance(found.period)?;
    let cost = 2 * earlier.cost();
    let mut begin = 0;
    for (heap, (a, b)) in (0..found.heap).zip(earlier.zip(later)) {
        meter.advance(cost)?;
        if u64::from(a) + found.saltus != u64::from(b) {
            begin = heap + 1;
        }
    }
    Ok(begin)
}

/// The values for ever: pre-period and one period.
pub fn periodic(game: &Subtraction, meter: &mut Meter) -> Result<Periodic, Error> {
    let found = recurrence(game, meter)?;
    let begin = preperiod(game, found, meter)?;
    let length = begin + found.period;
    meter.bytes(4 * length)?;
    let values = Values::new(game).take(length as usize).collect();
    Ok(Periodic::new(values, begin as usize, found.saltus))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::natural::Natural;
    use crate::solve::mex;
    use proptest::prelude::*;

    /// The values by the definition.
    fn by_definition(game: &Subtraction, length: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..length {
            let options: Vec<u32> = (1..=n)
                .filter(|t| game.allows(*t as u64))
                .map(|t| values[n - t])
                .collect();
            values.push(mex(&options, &mut Vec::new()));
        }
        values
    }

    fn proven(game: &Subtraction) -> Periodic {
        periodic(game, &mut Budget::default().meter("period")).unwrap()
    }

    fn agrees(game: &Subtraction) {
        let length = 400;
        let known = by_definition(game, length);
        let values = proven(game);
        for (n, value) in known.iter().enumerate() {
            assert_eq!(values.value(&n.into()), (*value).into(), "{game:?} at {n}");
        }
    }

    /// Published and recomputed pre-periods and periods.
    #[test]
    fn known_periods() {
        let known: [(&[u32], usize, usize); 9] = [
            (&[1, 2, 3], 0, 4),
            (&[2, 3, 7], 0, 5),
            (&[1, 4, 10], 16, 11),
            (&[2, 5, 7], 0, 22),
            (&[3, 5, 8], 0, 11),
            (&[4, 7, 11], 0, 15),
            (&[2, 4, 7], 8, 3),
            (&[1, 3, 4], 0, 7),
            (&[5], 0, 10),
        ];
        for (set, preperiod, period) in known {
            let values = proven(&Subtraction::only(set.iter().copied()));
            let found = (values.preperiod(), values.period(), values.saltus());
            assert_eq!(found, (preperiod, period, 0), "{set:?}");
        }
    }

    #[test]
    fn nim_is_all_but_nothing() {
        let values = proven(&Subtraction::all_but([]));
        assert_eq!((values.period(), values.saltus()), (1, 1));
        let heap = Natural::from(10u8).pow(100);
        assert_eq!(values.value(&heap), heap);
    }

    #[test]
    fn every_small_set_agrees_with_the_definition() {
        for bits in 1u32..1 << 7 {
            let set = (1..=7).filter(|s| bits >> (s - 1) & 1 == 1);
            agrees(&Subtraction::only(set.clone()));
            agrees(&Subtraction::all_but(set));
        }
    }

    #[test]
    fn a_period_beyond_the_budget_is_an_error_with_numbers() {
        let game = Subtraction::only([23, 57, 91, 134]);
        let mut meter = Budget::default().with_states(500).meter("period");
        let error = periodic(&game, &mut meter).unwrap_err();
        assert!(matches!(error, Error::OverBudget { limit: 500, .. }));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn random_sets_agree_with_the_definition(
            set in proptest::collection::vec(1u32..18, 1..5),
            far in any::<bool>(),
        ) {
            agrees(&if far { Subtraction::all_but(set) } else { Subtraction::only(set) });
        }
    }
}
