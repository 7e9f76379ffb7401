//! The quotient with one more heap, by candidates that are refined where they fail.
//!
//! Let Q be the quotient of the heaps below n. A *base* M is a monoid between the
//! sums of these heaps and Q; suppose that it knows enough, that is, that the outcome of a
//! sum X with k heaps n depends on the class of X in M and on k alone. Then this outcome
//! follows from those of the options, by the cheapest sum in the class, and the column of
//! outcomes for k depends on that for k-1 alone: columns repeat. Dividing M × {nᵏ} by what no
//! product tells apart gives a candidate, which is checked exactly ([`Quotient::verify`]).
//! The first base is Q itself, and mostly it is enough.
//!
//! **Where a candidate fails.** The check answers a sum X of least cost at which P contradicts
//! itself. Below that cost every outcome is right, by induction along the options; so the
//! outcome of X itself is wrong, and it is that of the cheapest sum R of its class, which is
//! right of R. Hence M took for equal what is not. Building X up from its heaps, some step
//! replaced a sum by a cheaper one of another composition; the next base also counts the copies of
//! a heap in which the two differ, up to a threshold and then modulo 2. Outcomes are computed
//! anew, dividing by what no product tells apart removes what was counted in vain, and what is
//! left of the older heaps is the next base. Sums below the cost of X keep their right
//! outcomes, so failures move upwards. Nothing is searched, and nothing has to be believed: what
//! is answered has passed the check, and is the quotient because it is divided.
//!
//! **Powers one by one.** A base that is wrong makes outcomes of many heaps n chaotic and candidates
//! huge. So after the first failure the base is made right for sums with one heap n, then
//! with two, and so on, where one more of them leads to a class of which nothing is
//! said (`void`); when columns repeat, the whole candidate is checked.
//!
//! This is iterative refinement of candidates as in the programs of Plambeck and
//! Siegel (*Misère quotients for impartial games*, 2008, appendix on algorithms); how bases are
//! refined is our own.
//!
//! Limits: what would count many heaps for a small gain ends in large candidates; then
//! [`refine`] gives up, and the quotient is learnt (`learn`).

use rustc_hash::FxHashMap;

use super::quotient::{Divided, HeapOptions, Quotient, cost, divide};
use crate::budget::Meter;
use crate::error::Error;

/// The most columns of outcomes that are tried before they repeat.
const HIGHEST_POWER: usize = 64;

/// The quotient of the heaps of `known` and the next one, checked; or `None` if that takes more
/// `candidates`, one would have more than `most` classes, or bases are not refined any further.
pub(super) fn refine(
    known: &Quotient,
    options: &HeapOptions,
    candidates: usize,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Quotient>, Error> {
    let n = known.heaps() + 1;
    let mut base = known.clone();
    let mut counted = None;
    let mut power = HIGHEST_POWER;
    // The last failure, the order of the base after it, and which of the heaps to count was tried.
    let mut last: (Vec<usize>, usize, usize) = (Vec::new(), 0, 0);
    for _ in 0..candidates {
        let cover = Cover::new(&base, counted);
        let Some(candidate) = cover.candidate(options, n, power, most, meter)? else {
            return Ok(None);
        };
        let (quotient, void) = (&candidate.quotient, candidate.void);
        let failure = quotient.verify_but(options, void, meter)?;
        match failure {
            None if void.is_none() => return Ok(Some(candidate.quotient)),
            // Right so far.
            None => {
                if power >= HIGHEST_POWER {
                    return Ok(None);
                }
                base = quotient.generated(n - 1)?;
                (counted, power) = (None, power + 1);
            }
            // The base does not know enough: begin with one heap n.
            Some(_) if power == HIGHEST_POWER => power = 1,
            Some(mut sum) => {
                base = quotient.generated(n - 1)?;
                sum.sort_unstable();
                let again = last.0 == sum && last.1 == base.order();
                let tried = if again { last.2 + 1 } else { 0 };
                counted = differing(&base, &sum[..], n).get(tried).copied();
                if counted.is_none() {
                    return Ok(None);
                }
                last = (sum, base.order(), tried);
            }
        }
    }
    Ok(None)
}

/// A heap whose copies are counted: exactly below the threshold, modulo 2 from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    heap: usize,
    threshold: usize,
}

/// How copies beyond the threshold are counted.
const MODULO: u32 = 2;

/// What to count so that a base tells apart what it took for equal on the way to `sum`, the
/// most promising first: where a sum was replaced by the cheapest of its class, heaps of which
/// the two have not equally many.
fn differing(base: &Quotient, sum: &[usize], n: usize) -> Vec<Counted> {
    let cheapest = base.cheapest_sums();
    let copies = |sum: &[usize], heap: usize| sum.iter().filter(|&&h| h == heap).count();
    let mut found = Vec::new();
    let mut class = 0;
    for &h in sum.iter().filter(|&&h| h < n) {
        let mut longer = cheapest[class as usize].clone();
        longer.push(h);
        longer.sort_unstable();
        class = base.product(class, base.pretend()[h]);
        let least = &cheapest[class as usize];
        let heaps = std::iter::once(&h).chain(longer.iter().rev());
        for &heap in heaps.chain(least.iter().rev()) {
            let (more, less) = (copies(&longer, heap), copies(least, heap));
            let entry = Counted {
                heap,
                // Two heaps alike are the commonest case: that they are not none, and three
                // not one, is found at once.
                threshold: (more.min(less) + 1).max(2),
            };
            if more != less && !found.contains(&entry) {
                found.push(entry);
            }
        }
    }
    found
}

/// The product of a base and the count of one heap, as far as sums reach it: elements are
/// numbered by the cost of their cheapest sum.
struct Cover<'q> {
    base: &'q Quotient,
    counted: Option<Counted>,
    /// How many values the count has.
    counts: u32,
    /// The code (class · counts + count) of each element.
    codes: Vec<u32>,
    /// The element of each code.
    element: Vec<u32>,
    /// For each element but the first the last heap of its cheapest sum, and the element before.
    last: Vec<(usize, u32)>,
}

impl<'q> Cover<'q> {
    fn new(base: &'q Quotient, counted: Option<Counted>) -> Self {
        let counts = counted.map_or(1, |counted| counted.threshold as u32 + MODULO);
        let size = base.order() * counts as usize;
        let mut cover = Cover {
            base,
            counted,
            counts,
            codes: Vec::new(),
            element: vec![u32::MAX; size],
            last: Vec::new(),
        };
        let mut heaps: Vec<(usize, u32)> = (1..=base.heaps()).map(|h| (h, cover.heap(h))).collect();
        // The cheapest of its class is enough.
        heaps.sort_by_key(|&(h, code)| (code, h));
        heaps.dedup_by_key(|&mut (_, code)| code);
        heaps.retain(|&(_, code)| code != 0);
        let mut best = vec![u64::MAX; size];
        let mut from = vec![(0usize, 0u32); size];
        let mut open = std::collections::BinaryHeap::new();
        best[0] = 0;
        open.push(std::cmp::Reverse((0u64, 0u32)));
        while let Some(std::cmp::Reverse((so_far, code))) = open.pop() {
            if cover.element[code as usize] != u32::MAX {
                continue;
            }
            cover.element[code as usize] = cover.codes.len() as u32;
            cover.codes.push(code);
            let (heap, before) = from[code as usize];
            cover.last.push((heap, cover.element[before as usize]));
            for &(h, by) in &heaps {
                let to = cover.product(code, by) as usize;
                let total = so_far + cost(h);
                if total < best[to] {
                    best[to] = total;
                    from[to] = (h, code);
                    open.push(std::cmp::Reverse((total, to as u32)));
                }
            }
        }
        cover
    }

    /// The product of two codes.
    #[inline]
    fn product(&self, x: u32, y: u32) -> u32 {
        let counts = self.counts;
        if counts == 1 {
            return self.base.product(x, y);
        }
        let mut count = x % counts + y % counts;
        if count >= counts {
            let threshold = counts - MODULO;
            count = threshold + (count - threshold) % MODULO;
        }
        self.base.product(x / counts, y / counts) * counts + count
    }

    /// The code of a heap.
    fn heap(&self, h: usize) -> u32 {
        let one = self.counted.is_some_and(|counted| counted.heap == h);
        self.base.pretend()[h] * self.counts + u32::from(one)
    }

    /// The codes of the options of a heap, each once.
    fn after(&self, options: &HeapOptions, h: usize) -> Vec<u32> {
        let sum = |parts: &Vec<usize>| {
            let more = |x, &part: &usize| self.product(x, self.heap(part));
            parts.iter().fold(0, more)
        };
        let mut codes: Vec<u32> = options[h].iter().map(sum).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// The heaps of the cheapest sum of an element, the largest number of copies together.
    fn heaps(&self, element: usize) -> Vec<usize> {
        let mut heaps = Vec::new();
        let mut left = element;
        while left != 0 {
            let (heap, before) = self.last[left];
            heaps.push(heap);
            left = before as usize;
        }
        heaps.sort_unstable();
        heaps
    }

    /// The elements that the options of the cheapest sum of an element have.
    fn options_of(&self, element: usize, after: &[Vec<u32>]) -> Vec<u32> {
        let sum = self.heaps(element);
        let mut found = Vec::new();
        for (at, &h) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == h {
                continue;
            }
            let others = sum.iter().enumerate().filter(|(i, _)| *i != at);
            let rest = others.fold(0, |x, (_, &h)| self.product(x, self.heap(h)));
            let to = |&e: &u32| self.element[self.product(rest, e) as usize];
            found.extend(after[h].iter().map(to));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The candidate that arises if the base knows enough, and heap `n` at most `power` times.
    fn candidate(
        &self,
        options: &HeapOptions,
        n: usize,
        power: usize,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Divided>, Error> {
        let size = self.codes.len();
        // Of most heaps nothing is asked: they are in no cheapest sum.
        let mut after = vec![Vec::new(); n + 1];
        let heaps = self.last[1..].iter().map(|&(heap, _)| heap);
        let mut heaps: Vec<usize> = heaps.chain([n]).collect();
        heaps.sort_unstable();
        heaps.dedup();
        for h in heaps {
            meter.poll_sometimes()?;
            after[h] = self.after(options, h);
        }
        let mut stays = Vec::with_capacity(size);
        for element in 0..size {
            let found = self.options_of(element, &after);
            meter.options(found.len() as u64)?;
            stays.push(found);
        }
        let element = |code: u32| self.element[code as usize];
        // Outcomes (P or not) of q·nᵏ, one column for each k.
        let mut columns: Vec<Vec<bool>> = Vec::new();
        let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let start = loop {
            let k = columns.len();
            if k > power {
                break k;
            }
            meter.advance(size as u64)?;
            let mut column = vec![false; size];
            for q in 0..size {
                let to = |&e: &u32| element(self.product(self.codes[q], e)) as usize;
                let won = (k == 0 && q == 0)
                    || (k > 0 && after[n].iter().any(|e| columns[k - 1][to(e)]))
                    || stays[q].iter().any(|&to| column[to as usize]);
                column[q] = !won;
            }
            if let Some(&start) = seen.get(&column) {
                break start;
            }
            seen.insert(column.clone(), k);
            columns.push(column);
        };
        let powers = columns.len();
        let all = size * powers;
        // q·nᵏ for each k in turn, then what is not spoken of.
        let void = (start == powers).then_some(all as u32);
        let (mut generators, actions) = self.actions(n);
        let mut actions: Vec<Vec<u32>> = actions
            .iter()
            .map(|row| {
                let act = |at: usize| (at / size * size) as u32 + row[at % size];
                (0..all).map(act).chain(void).collect()
            })
            .collect();
        let up = |k: usize| if k + 1 == powers { start } else { k + 1 };
        let act = |at: usize| ((up(at / size) * size + at % size) as u32).min(all as u32);
        actions.push((0..all).map(act).chain(void).collect());
        generators.push(n);
        let colours = columns.concat().into_iter().map(u32::from);
        let colours: Vec<u32> = colours.chain(void.map(|_| VOID)).collect();
        let older = (0..n).map(|h| element(self.heap(h)));
        let pretend: Vec<u32> = older.chain([act(0)]).collect();
        divide(&generators, &actions, &colours, &pretend, most, meter)
    }

    /// Heaps below `n` that generate all elements, and their actions.
    fn actions(&self, n: usize) -> (Vec<usize>, Vec<Vec<u32>>) {
        let mut generators = Vec::new();
        let mut actions: Vec<Vec<u32>> = Vec::new();
        let mut is_reached = vec![false; self.codes.len()];
        is_reached[0] = true;
        let mut reached = vec![0u32];
        for h in 1..n {
            let by = self.heap(h);
            if is_reached[self.element[by as usize] as usize] {
                continue;
            }
            let act = |&code: &u32| self.element[self.product(code, by) as usize];
            generators.push(h);
            actions.push(self.codes.iter().map(act).collect());
            let mut next = 0;
            while let Some(&x) = reached.get(next) {
                next += 1;
                for act in &actions {
                    let to = act[x as usize];
                    if !std::mem::replace(&mut is_reached[to as usize], true) {
                        reached.push(to);
                    }
                }
            }
        }
        (generators, actions)
    }
}

/// The colour of what is not spoken of; 1 is P, 0 is N.
pub(super) const VOID: u32 = 2;
