//! Misère quotients of heap games, computed and checked exactly.
//!
//! Two sums of heaps are equivalent if no third sum of heaps tells them apart in
//! misère play. The classes form a commutative monoid, the *misère quotient*,
//! with the set of P classes as its P-portion and the *pretending function* Φ
//! from heaps to classes (Plambeck 2005; Plambeck and Siegel 2008). If it is
//! finite, the outcome of any sum is one product.
//!
//! **Finding it.** Heaps are added one by one. Over the quotient Q of the heaps
//! below n, suppose that n tells nothing apart that was equal before. Then the
//! outcome of q·nᵏ follows from that of its options, by the cheapest sum in the
//! class q, and the column of outcomes for k depends only on that for k-1: it
//! repeats. Dividing Q × {nᵏ} by what no product tells apart gives a
//! candidate. If it fails the check, the supposition was wrong, and the
//! quotient is learnt from true outcomes instead (`learn`): every
//! failed check yields a sum that tells apart what the candidate had merged.
//!
//! **Checking it** ([`Quotient::verify`]) uses nothing of how it was found.
//! A sum X has the class x = Φ(X) and the set E of its options' classes; adding a
//! heap h makes them x·Φ(h) and E·Φ(h) ∪ x·Φ(options of h). If x ∈ P ⇔ E ∩ P = ∅ for
//! all pairs so reached from sums with a move, and 1 ∉ P, then by induction P is
//! right for *every* sum of these heaps. That no P class has an option in P is
//! checked of single heaps: for all y, y·Φ(h) ∈ P ⇒ y·Φ(o) ∉ P. For the rest, E
//! matters only through W = {y : E·y meets P}, and of two pairs with the same
//! x only the one with the smaller W.

use rustc_hash::FxHashMap;

use super::learn::{learn, too_large};
use crate::budget::Meter;
use crate::error::Error;
use crate::text::Text;

/// A finite commutative monoid, element 0 the identity, with heaps as
/// generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// The heaps that generate the monoid.
    generators: Vec<usize>,
    /// `times[g][x]`: the product of x and the g-th generator.
    times: Vec<Vec<u32>>,
    /// Whether an element is P.
    lost: Vec<bool>,
    /// The pretending function, from heap 0 on.
    pretend: Vec<u32>,
    /// `product[x * order + y]`.
    product: Vec<u32>,
    /// The last generator of a word for each element, and the element before it.
    last: Vec<(usize, u32)>,
}

/// For each heap from 0 on, its options: the heaps that each move leaves.
pub type HeapOptions = Vec<Vec<Vec<usize>>>;

impl Default for Quotient {
    /// The quotient of the empty heap alone.
    fn default() -> Self {
        Quotient {
            generators: Vec::new(),
            times: Vec::new(),
            lost: vec![false],
            pretend: vec![0],
            product: vec![0],
            last: vec![(0, 0)],
        }
    }
}

/// The largest order that is tried.
pub const MAX_ORDER: usize = 4096;

impl Quotient {
    /// Assembles a monoid from the action of its generators on itself;
    /// `generators[g]` is a heap. Fails unless the actions commute and reach
    /// every element from 0.
    pub fn assemble(
        generators: Vec<usize>,
        times: Vec<Vec<u32>>,
        lost: Vec<bool>,
        pretend: Vec<u32>,
    ) -> Result<Self, Error> {
        let order = lost.len();
        let bad = |en: &'static str, zh: &'static str| {
            Err(Error::Unsupported {
                because: Text::fixed(en, zh),
            })
        };
        let inside = |x: &u32| (*x as usize) < order;
        if order == 0
            || order > MAX_ORDER
            || times.len() != generators.len()
            || times
                .iter()
                .any(|row| row.len() != order || !row.iter().all(inside))
            || pretend.first() != Some(&0)
            || !pretend.iter().all(inside)
        {
            return bad("the tables of the monoid do not fit", "幺半群的表不吻合");
        }
        let mut last = vec![(usize::MAX, 0); order];
        last[0] = (0, 0);
        let mut reached = vec![0u32];
        let mut next = 0;
        while let Some(&x) = reached.get(next) {
            next += 1;
            for (g, row) in times.iter().enumerate() {
                let to = row[x as usize];
                if to != 0 && last[to as usize].0 == usize::MAX {
                    last[to as usize] = (g, x);
                    reached.push(to);
                }
            }
        }
        if reached.len() != order {
            return bad("the heaps do not generate the monoid", "各堆不生成该幺半群");
        }
        for (a, one) in times.iter().enumerate() {
            for other in &times[..a] {
                let commute = (0..order).all(|x| other[one[x] as usize] == one[other[x] as usize]);
                if !commute {
                    return bad("the generators do not commute", "生成元不可交换");
                }
            }
        }
        let mut product = vec![0; order * order];
        for x in 0..order {
            product[x * order] = x as u32;
            for &y in &reached[1..] {
                let (g, before) = last[y as usize];
                let so_far = product[x * order + before as usize];
                product[x * order + y as usize] = times[g][so_far as usize];
            }
        }
        Ok(Quotient {
            generators,
            times,
            lost,
            pretend,
            product,
            last,
        })
    }

    /// How many classes there are.
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    /// The largest heap it speaks of.
    pub fn heaps(&self) -> usize {
        self.pretend.len() - 1
    }

    /// The heaps that generate it.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The product of an element and a generator, for each generator.
    pub fn times(&self) -> &[Vec<u32>] {
        &self.times
    }

    /// The product of two elements.
    #[inline]
    pub fn product(&self, x: u32, y: u32) -> u32 {
        self.product[x as usize * self.order() + y as usize]
    }

    /// Whether a class is P.
    pub fn is_lost(&self, x: u32) -> bool {
        self.lost[x as usize]
    }

    /// The P-portion.
    pub fn lost(&self) -> Vec<u32> {
        (0..self.order() as u32)
            .filter(|&x| self.is_lost(x))
            .collect()
    }

    /// The class of each heap, from 0 on.
    pub fn pretend(&self) -> &[u32] {
        &self.pretend
    }

    /// The class of a sum of heaps.
    pub fn class(&self, heaps: &[usize]) -> u32 {
        let one = |x, h: &usize| self.product(x, self.pretend[*h]);
        heaps.iter().fold(0, one)
    }

    /// An element as the exponents of the generators, in a shortest word.
    pub fn word(&self, x: u32) -> Vec<u32> {
        let mut exponents = vec![0; self.generators.len()];
        let mut left = x;
        while left != 0 {
            let (g, before) = self.last[left as usize];
            exponents[g] += 1;
            left = before;
        }
        exponents
    }

    /// The classes of the options of heap `h`, each once.
    fn option_classes(&self, options: &HeapOptions, h: usize) -> Vec<u32> {
        let mut classes: Vec<u32> = options[h].iter().map(|parts| self.class(parts)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// The quotient with one more heap, checked.
    pub fn extend(&self, options: &HeapOptions, meter: &mut Meter) -> Result<Quotient, Error> {
        let n = self.pretend.len();
        let classes = self.option_classes(options, n);
        if classes.is_empty() {
            let mut same = self.clone();
            same.pretend.push(0);
            return Ok(same);
        }
        if let Some(candidate) = self.candidate(options, n, &classes, meter)?
            && candidate.verify(options, meter)?.is_none()
        {
            return Ok(candidate);
        }
        learn(self, options, meter)
    }

    /// The candidate that arises if heap `n` tells nothing apart that was
    /// equal before.
    fn candidate(
        &self,
        options: &HeapOptions,
        n: usize,
        classes: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<Quotient>, Error> {
        let (sums, by_cost) = self.cheapest_sums();
        let after: Vec<Vec<u32>> = sums
            .iter()
            .map(|sum| self.options_of_sum(options, sum))
            .collect();
        let order = self.order();
        // Outcomes (P or not) of q·nᵏ, one column for each k.
        let mut columns: Vec<Vec<bool>> = Vec::new();
        let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        const HIGHEST_POWER: usize = 64;
        let start = loop {
            let k = columns.len();
            if k > HIGHEST_POWER {
                return Ok(None);
            }
            meter.advance(order as u64)?;
            let mut column = vec![false; order];
            for &q in &by_cost {
                let stays = &after[q as usize];
                let terminal = k == 0 && sums[q as usize].is_empty();
                let by_heap = k > 0
                    && classes
                        .iter()
                        .any(|&e| columns[k - 1][self.product(q, e) as usize]);
                column[q as usize] =
                    !terminal && !by_heap && !stays.iter().any(|&to| column[to as usize]);
            }
            if let Some(&start) = seen.get(&column) {
                break start;
            }
            seen.insert(column.clone(), k);
            columns.push(column);
        };
        let powers = columns.len();
        let size = order * powers;
        let number = |q: u32, k: usize| (k * order + q as usize) as u32;
        let up = |k: usize| if k + 1 == powers { start } else { k + 1 };
        let mut actions: Vec<Vec<u32>> = self
            .times
            .iter()
            .map(|row| {
                let act = |at: usize| number(row[at % order], at / order);
                (0..size).map(act).collect()
            })
            .collect();
        let act = |at: usize| number((at % order) as u32, up(at / order));
        actions.push((0..size).map(act).collect());
        let lost: Vec<bool> = columns.concat();
        let mut pretend = self.pretend.clone();
        pretend.push(number(0, up(0)));
        let mut generators = self.generators.clone();
        generators.push(n);
        reduce(&generators, &actions, &lost, &pretend, meter).map(Some)
    }

    /// For each class a sum of least cost, and the classes by that cost. Every
    /// move lowers the cost, so options come before what they are options of.
    pub(super) fn cheapest_sums(&self) -> (Vec<Vec<usize>>, Vec<u32>) {
        // A move that takes t ≥ 0 and leaves s heaps changes Σ(2h - 1) by -2t - s + 1 < 0
        // unless t = 0 and s = 1, which is no move.
        let cost = |h: usize| 2 * h as u64 - 1;
        let order = self.order();
        let mut best = vec![u64::MAX; order];
        let mut from: Vec<(usize, u32)> = vec![(0, 0); order];
        let mut open = std::collections::BinaryHeap::new();
        best[0] = 0;
        open.push(std::cmp::Reverse((0u64, 0u32)));
        let mut by_cost = Vec::new();
        let mut closed = vec![false; order];
        while let Some(std::cmp::Reverse((so_far, x))) = open.pop() {
            if std::mem::replace(&mut closed[x as usize], true) {
                continue;
            }
            by_cost.push(x);
            for h in 1..self.pretend.len() {
                let to = self.product(x, self.pretend[h]);
                let total = so_far + cost(h);
                if total < best[to as usize] {
                    best[to as usize] = total;
                    from[to as usize] = (h, x);
                    open.push(std::cmp::Reverse((total, to)));
                }
            }
        }
        let sums = (0..order as u32)
            .map(|x| {
                let mut sum = Vec::new();
                let mut left = x;
                while left != 0 {
                    let (h, before) = from[left as usize];
                    sum.push(h);
                    left = before;
                }
                sum.sort_unstable();
                sum
            })
            .collect();
        (sums, by_cost)
    }

    /// The classes of the options of a sum of heaps, each once.
    fn options_of_sum(&self, options: &HeapOptions, sum: &[usize]) -> Vec<u32> {
        let mut classes = Vec::new();
        for (at, &h) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == h {
                continue;
            }
            let others = sum.iter().enumerate().filter(|(i, _)| *i != at);
            let rest = others.fold(0, |x, (_, &h)| self.product(x, self.pretend[h]));
            let mine = self.option_classes(options, h);
            classes.extend(mine.iter().map(|&e| self.product(rest, e)));
        }
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Checks that P is right for every sum of the heaps it speaks of. Answers
    /// a sum at which it is not: there, P contradicts itself between the sum and
    /// its options.
    pub fn verify(
        &self,
        options: &HeapOptions,
        meter: &mut Meter,
    ) -> Result<Option<Vec<usize>>, Error> {
        let order = self.order();
        let words = order.div_ceil(64);
        if self.lost[0] {
            return Ok(Some(Vec::new()));
        }
        // Heaps that do the same are looked at once.
        let moves: usize = options[..self.pretend.len()].iter().map(Vec::len).sum();
        meter.options(moves as u64)?;
        let mut kinds: Vec<(u32, Vec<u32>, usize)> = (1..self.pretend.len())
            .map(|h| (self.pretend[h], self.option_classes(options, h), h))
            .collect();
        kinds.sort_unstable();
        kinds.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
        for (class, after, h) in &kinds {
            if after.is_empty() && *class != 0 {
                return Ok(Some(vec![*h]));
            }
        }
        kinds.retain(|(_, after, _)| !after.is_empty());
        for (class, after, h) in &kinds {
            for y in 0..order as u32 {
                let wrong = self.is_lost(self.product(y, *class))
                    && after.iter().any(|&e| self.is_lost(self.product(y, e)));
                if wrong {
                    let (sums, _) = self.cheapest_sums();
                    let mut sum = sums[y as usize].clone();
                    sum.push(*h);
                    return Ok(Some(sum));
                }
            }
        }
        // winners[e]: the y for which e·y is P.
        let mut winners = vec![0u64; order * words];
        for e in 0..order {
            for y in 0..order {
                if self.lost[self.product[e * order + y] as usize] {
                    winners[e * words + y / 64] |= 1 << (y % 64);
                }
            }
        }
        let row = |e: u32| &winners[e as usize * words..(e as usize + 1) * words];
        let mut pairs = Pairs {
            minimal: vec![Vec::new(); order],
            all: Vec::new(),
        };
        for (kind, (class, after, _)) in kinds.iter().enumerate() {
            let mut set = vec![0u64; words];
            for &e in after {
                set.iter_mut().zip(row(e)).for_each(|(a, b)| *a |= b);
            }
            pairs.add(*class, set, usize::MAX, kind);
        }
        let mut next = 0;
        while next < pairs.all.len() {
            let at = next;
            next += 1;
            meter.state()?;
            let pair = &pairs.all[at];
            let (x, set) = (pair.x, pair.set.clone());
            if !self.is_lost(x) && set[0] & 1 == 0 {
                return Ok(Some(pairs.sum(at, &kinds)));
            }
            if !pairs.minimal[x as usize].contains(&at) {
                // A smaller set has come since.
                continue;
            }
            let held = pairs.all.len() * (words * 8 + size_of::<Pair>());
            meter.bytes(held as u64)?;
            for (kind, (class, after, _)) in kinds.iter().enumerate() {
                meter.options(1)?;
                let mut grown = vec![0u64; words];
                for y in 0..order {
                    let to = self.product[y * order + *class as usize] as usize;
                    grown[y / 64] |= (set[to / 64] >> (to % 64) & 1) << (y % 64);
                }
                for &e in after {
                    let row = row(self.product(x, e));
                    grown.iter_mut().zip(row).for_each(|(a, b)| *a |= b);
                }
                pairs.add(self.product(x, *class), grown, at, kind);
            }
        }
        Ok(None)
    }
}

/// A class x with the set W of its options, and how it was reached.
struct Pair {
    x: u32,
    set: Vec<u64>,
    /// The pair before the last heap was added; `usize::MAX` if there was none.
    before: usize,
    /// The kind of that heap.
    kind: usize,
}

/// The pairs met so far, those with least sets for each class.
struct Pairs {
    minimal: Vec<Vec<usize>>,
    all: Vec<Pair>,
}

impl Pairs {
    fn add(&mut self, x: u32, set: Vec<u64>, before: usize, kind: usize) {
        let below = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & !b == 0);
        let (known, all) = (&mut self.minimal[x as usize], &mut self.all);
        if known.iter().any(|&old| below(&all[old].set, &set)) {
            return;
        }
        known.retain(|&old| !below(&set, &all[old].set));
        known.push(all.len());
        all.push(Pair {
            x,
            set,
            before,
            kind,
        });
    }

    /// A sum of heaps that has this pair.
    fn sum(&self, at: usize, kinds: &[(u32, Vec<u32>, usize)]) -> Vec<usize> {
        let mut sum = Vec::new();
        let mut left = at;
        while let Some(pair) = self.all.get(left) {
            sum.push(kinds[pair.kind].2);
            left = pair.before;
        }
        sum
    }
}

/// Divides a finite commutative monoid, given by the actions of generators,
/// by what no product tells apart, and finds generators among the heaps.
fn reduce(
    generators: &[usize],
    actions: &[Vec<u32>],
    lost: &[bool],
    pretend: &[u32],
    meter: &Meter,
) -> Result<Quotient, Error> {
    let size = lost.len();
    let mut class: Vec<u32> = lost.iter().map(|&l| u32::from(l)).collect();
    let mut count = 0;
    loop {
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut finer = vec![0u32; size];
        for x in 0..size {
            let mut signature = vec![class[x]];
            signature.extend(actions.iter().map(|act| class[act[x] as usize]));
            let next = numbers.len() as u32;
            finer[x] = *numbers.entry(signature).or_insert(next);
        }
        class = finer;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    if count > MAX_ORDER {
        return Err(too_large(count, meter));
    }
    // The action of every heap on classes: by a word for it in the generators.
    let mut representative = vec![0u32; count];
    for x in (0..size as u32).rev() {
        representative[class[x as usize] as usize] = x;
    }
    let act_by = |act: &Vec<u32>| -> Vec<u32> {
        let to = |&x: &u32| class[act[x as usize] as usize];
        representative.iter().map(to).collect()
    };
    let rows: Vec<Vec<u32>> = actions.iter().map(act_by).collect();
    let pretend: Vec<u32> = pretend.iter().map(|&x| class[x as usize]).collect();
    // Renumber by first reach from the identity, and keep the generators that are needed.
    let mut kept: Vec<usize> = Vec::new();
    let mut reached = vec![class[0]];
    let mut number = vec![u32::MAX; count];
    number[class[0] as usize] = 0;
    for (g, row) in rows.iter().enumerate() {
        if number[row[class[0] as usize] as usize] != u32::MAX {
            continue;
        }
        kept.push(g);
        let mut next = 0;
        while let Some(&x) = reached.get(next) {
            next += 1;
            for &g in &kept {
                let to = rows[g][x as usize];
                if number[to as usize] == u32::MAX {
                    number[to as usize] = reached.len() as u32;
                    reached.push(to);
                }
            }
        }
    }
    let renumber = |x: u32| number[x as usize];
    let times = kept
        .iter()
        .map(|&g| {
            reached
                .iter()
                .map(|&x| renumber(rows[g][x as usize]))
                .collect()
        })
        .collect();
    let lost_of = |&x: &u32| lost[representative[x as usize] as usize];
    let lost = reached.iter().map(lost_of).collect();
    Quotient::assemble(
        kept.iter().map(|&g| generators[g]).collect(),
        times,
        lost,
        pretend.into_iter().map(renumber).collect(),
    )
}
