//! Misère quotients of heap games, computed and checked exactly.
//!
//! Two sums of heaps are equivalent if no third sum of heaps tells them apart in
//! misère play. The classes form a commutative monoid, the *misère quotient*,
//! with the set of P classes as its P-portion and the *pretending function* Φ
//! from heaps to classes (Plambeck 2005; Plambeck and Siegel 2008). If it is
//! finite, the outcome of any sum is one product.
//!
//! **Finding it.** Heaps are added one by one. Two ways are tried in turn, with ever more
//! effort: candidates that are refined where they fail (`refine`), which need no search, and
//! learning from true outcomes (`learn`), which finds small quotients behind tangled
//! rules.
//!
//! **Checking it** ([`Quotient::verify`]) uses nothing of how it was found.
//! A sum X has the class x = Φ(X) and the set E of its options' classes; adding a
//! heap h makes them x·Φ(h) and E·Φ(h) ∪ x·Φ(options of h). If x ∈ P ⇔ E ∩ P = ∅ for
//! all pairs so reached from sums with a move, and 1 ∉ P, then by induction P is
//! right for *every* sum of these heaps. That no P class has an option in P is
//! checked of single heaps: for all y, y·Φ(h) ∈ P ⇒ y·Φ(o) ∉ P. For the rest, let
//! D(X) be the classes z such that z·x is not P and no move in X leads from there to P. Then
//! D(X+Y) = {z : z·y ∈ D(X) and z·x ∈ D(Y)}, and P is wrong at X exactly if 1 ∈ D(X). So sums with
//! empty D need not be looked at any more, nor, of two with the same class, the one with the
//! smaller D. Sums are taken by cost, so that the first failure is a cheapest one.

use rustc_hash::FxHashMap;

use super::learn::learn;
use super::refine::{VOID, refine};
use crate::budget::Meter;
use crate::error::{Error, Resource};
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
    product: Vec<u16>,
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

/// Which way of finding quotients did well with the heaps before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Habit {
    learns: bool,
}

/// The most candidates that are tried for one heap before another way is taken.
const CANDIDATES: usize = 4096;

/// A cost that every move lowers: one that takes t ≥ 0 and leaves s heaps changes Σ(2h - 1) by
/// -2t - s + 1 < 0 unless t = 0 and s = 1, which is no move.
pub(super) fn cost(h: usize) -> u64 {
    2 * h as u64 - 1
}

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
        // Classes are fewer than 2¹⁶.
        let mut product = vec![0u16; order * order];
        for x in 0..order {
            let row = &mut product[x * order..][..order];
            row[0] = x as u16;
            for &y in &reached[1..] {
                let (g, before) = last[y as usize];
                row[y as usize] = times[g][usize::from(row[before as usize])] as u16;
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
        u32::from(self.product[x as usize * self.order() + y as usize])
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

    /// The quotient with one more heap, checked. Which way it takes to find it depends on the
    /// habit, what it finds does not.
    pub fn extend(
        &self,
        options: &HeapOptions,
        habit: &mut Habit,
        meter: &mut Meter,
    ) -> Result<Quotient, Error> {
        if let Some(same) = self.with_idle_heap(options) {
            return Ok(same);
        }
        if let Some(found) = refine(self, options, 1, MAX_ORDER, meter)? {
            return Ok(found);
        }
        // Each way in turn, with four times the effort of the last time.
        let mut classes = 4 * self.order() + 256;
        let mut states = 1 << 18;
        loop {
            let most = classes.min(MAX_ORDER);
            let found = match habit.learns {
                true => {
                    let all = most == MAX_ORDER;
                    learn(self, options, if all { u64::MAX } else { states }, meter)?
                }
                false => refine(self, options, CANDIDATES, most, meter)?,
            };
            if let Some(found) = found {
                return Ok(found);
            }
            habit.learns = !habit.learns;
            classes *= 2;
            states *= 2;
        }
    }

    /// As [`Quotient::extend`], learnt from true outcomes alone: slower on the whole, and the
    /// definition that the other way is compared with.
    pub fn extend_by_learning(
        &self,
        options: &HeapOptions,
        meter: &mut Meter,
    ) -> Result<Quotient, Error> {
        if let Some(same) = self.with_idle_heap(options) {
            return Ok(same);
        }
        match learn(self, options, u64::MAX, meter)? {
            Some(found) => Ok(found),
            None => Err(too_large(MAX_ORDER + 1, meter)),
        }
    }

    /// The same quotient, if the next heap has no moves.
    fn with_idle_heap(&self, options: &HeapOptions) -> Option<Quotient> {
        options[self.pretend.len()].is_empty().then(|| {
            let mut same = self.clone();
            same.pretend.push(0);
            same
        })
    }

    /// The part that is generated by the heaps up to `heaps`.
    pub(super) fn generated(&self, heaps: usize) -> Result<Quotient, Error> {
        let act = |h: usize| {
            let class = self.pretend[h];
            (0..self.order() as u32).map(move |x| self.product(x, class))
        };
        let numbered = Numbered::new(self.order(), 0, (1..=heaps).map(|h| (h, act(h).collect())));
        let lost = numbered.reached.iter().map(|&x| self.is_lost(x)).collect();
        let pretend = self.pretend[..=heaps].iter();
        let pretend = pretend.map(|&x| numbered.number[x as usize]).collect();
        let (generators, times) = numbered.tables();
        Quotient::assemble(generators, times, lost, pretend)
    }

    /// The quotient of the heaps up to `heaps` alone: what they generate, divided by what they do
    /// not tell apart.
    pub fn of_heaps(&self, heaps: usize, meter: &mut Meter) -> Result<Quotient, Error> {
        let part = self.generated(heaps)?;
        if part.generators.is_empty() {
            return Ok(part);
        }
        let colours: Vec<u32> = part.lost.iter().map(|&lost| u32::from(lost)).collect();
        let divided = divide(
            &part.generators,
            &part.times,
            &colours,
            &part.pretend,
            MAX_ORDER,
            meter,
        )?;
        Ok(divided.map_or(part, |divided| divided.quotient))
    }

    /// For each class the least cost of its sums (`u64::MAX` if it has none), and the last heap of such a sum with the class
    /// before it. Every move lowers the cost.
    fn cheapest(&self) -> (Vec<u64>, Vec<(usize, u32)>) {
        let order = self.order();
        let mut heaps: Vec<(u32, usize)> = (1..self.pretend.len())
            .map(|h| (self.pretend[h], h))
            .filter(|&(class, _)| class != 0)
            .collect();
        // The smallest heap of its class is enough.
        heaps.sort_unstable();
        heaps.dedup_by_key(|&mut (class, _)| class);
        let mut best = vec![u64::MAX; order];
        let mut from: Vec<(usize, u32)> = vec![(0, 0); order];
        let mut closed = vec![false; order];
        let mut open = std::collections::BinaryHeap::new();
        best[0] = 0;
        open.push(std::cmp::Reverse((0u64, 0u32)));
        while let Some(std::cmp::Reverse((so_far, x))) = open.pop() {
            if std::mem::replace(&mut closed[x as usize], true) {
                continue;
            }
            for &(class, h) in &heaps {
                let to = self.product(x, class);
                let total = so_far + cost(h);
                if total < best[to as usize] {
                    best[to as usize] = total;
                    from[to as usize] = (h, x);
                    open.push(std::cmp::Reverse((total, to)));
                }
            }
        }
        (best, from)
    }

    /// For each class a sum of least cost.
    pub(super) fn cheapest_sums(&self) -> Vec<Vec<usize>> {
        let (_, from) = self.cheapest();
        let sum = |x: u32| {
            let mut sum = Vec::new();
            let mut left = x;
            while left != 0 {
                let (h, before) = from[left as usize];
                sum.push(h);
                left = before;
            }
            sum.sort_unstable();
            sum
        };
        (0..self.order() as u32).map(sum).collect()
    }

    /// Checks that P is right for every sum of the heaps it speaks of. Answers
    /// a cheapest sum at which it is not: there, P contradicts itself between the sum and
    /// its options. (A heap without moves whose class is not that of the empty sum is answered too.)
    pub fn verify(
        &self,
        options: &HeapOptions,
        meter: &mut Meter,
    ) -> Result<Option<Vec<usize>>, Error> {
        self.verify_but(options, None, meter)
    }

    /// As [`Quotient::verify`], of sums whose class is not `void`, a class that no product leaves.
    pub(super) fn verify_but(
        &self,
        options: &HeapOptions,
        void: Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<usize>>, Error> {
        if self.lost[0] {
            return Ok(Some(Vec::new()));
        }
        let moves: usize = options[..self.pretend.len()].iter().map(Vec::len).sum();
        meter.options(moves as u64)?;
        let mut rows = Rows::new(self);
        let mut kinds: Vec<Kind> = Vec::new();
        // The cheapest sum that is P and has an option in P: its cost, the class of all heaps but
        // the last, the last heap.
        let mut both: Option<(u64, usize, usize)> = None;
        let mut cheapest: Option<Vec<u64>> = None;
        for heap in 1..self.pretend.len() {
            let class = self.pretend[heap];
            if options[heap].is_empty() {
                if class != 0 {
                    return Ok(Some(vec![heap]));
                }
                continue;
            }
            meter.poll_sometimes()?;
            let mut won = vec![0u64; rows.words];
            for e in self.option_classes(options, heap) {
                rows.add(e, &mut won);
            }
            let mut lost = vec![0u64; rows.words];
            rows.add(class, &mut lost);
            for y in ones(lost.iter().zip(&won).map(|(a, b)| a & b)) {
                let costs = cheapest.get_or_insert_with(|| self.cheapest().0);
                // A class that no sum has is never met.
                if let Some(total) = costs[y].checked_add(cost(heap)) {
                    let found = (total, y, heap);
                    both = Some(both.map_or(found, |least| least.min(found)));
                }
            }
            let mut set: Vec<u64> = { lost.iter().zip(&won) }.map(|(a, b)| !(a | b)).collect();
            for z in 0..rows.words * 64 {
                if z >= self.order() || Some(self.product(z as u32, class)) == void {
                    set[z / 64] &= !(1 << (z % 64));
                }
            }
            // A smaller heap of this class that is as often without a move to P does for both.
            let useless = |kind: &Kind| kind.class == class && below(&set, &kind.set);
            if set.iter().any(|&word| word != 0) && !kinds.iter().any(useless) {
                kinds.push(Kind { class, heap, set });
            }
        }
        let limit = both.map_or(u64::MAX, |(total, ..)| total);
        let failure = self.unanswered(&kinds, limit, meter)?;
        Ok(failure.or_else(|| {
            let (_, y, heap) = both?;
            let mut sum = self.cheapest_sums().swap_remove(y);
            sum.push(heap);
            Some(sum)
        }))
    }

    /// The cheapest sum below the limit that is not P and has no option in P.
    fn unanswered(
        &self,
        kinds: &[Kind],
        limit: u64,
        meter: &mut Meter,
    ) -> Result<Option<Vec<usize>>, Error> {
        let order = self.order();
        let words = order.div_ceil(64);
        let before: Vec<Preimages> = { kinds.iter() }
            .map(|kind| Preimages::new(order, |z| self.product(z, kind.class)))
            .collect();
        meter.bytes((kinds.len() * order * 8) as u64)?;
        let mut all: Vec<Pair> = Vec::new();
        let mut open = std::collections::BinaryHeap::new();
        for (kind, Kind { class, heap, set }) in kinds.iter().enumerate() {
            open.push(std::cmp::Reverse((cost(*heap), all.len())));
            all.push(Pair {
                x: *class,
                set: set.clone(),
                before: usize::MAX,
                kind,
            });
        }
        // Those looked at with the largest sets, for each class.
        let mut largest: Vec<Vec<usize>> = vec![Vec::new(); order];
        while let Some(std::cmp::Reverse((so_far, at))) = open.pop() {
            if so_far >= limit {
                break;
            }
            let x = all[at].x;
            let set = std::mem::take(&mut all[at].set);
            let known = &mut largest[x as usize];
            if known.iter().any(|&old| below(&set, &all[old].set)) {
                continue;
            }
            meter.state()?;
            if set[0] & 1 == 1 {
                let mut sum = Vec::new();
                let mut left = at;
                while let Some(pair) = all.get(left) {
                    sum.push(kinds[pair.kind].heap);
                    left = pair.before;
                }
                return Ok(Some(sum));
            }
            known.retain(|&old| !below(&all[old].set, &set));
            known.push(at);
            let held = all.len() * (words * 8 + size_of::<Pair>());
            meter.bytes(held as u64)?;
            let members: Vec<usize> = ones(set.iter().copied()).collect();
            all[at].set = set;
            for (kind, Kind { class, heap, set }) in kinds.iter().enumerate() {
                meter.options(1 + members.len() as u64 / 64)?;
                // z with z·Φ(h) among the members and z·x in D(h).
                let mut grown = vec![0u64; words];
                let mut is_empty = true;
                for &member in &members {
                    for &z in before[kind].of(member) {
                        let to = self.product(x, z) as usize;
                        if set[to / 64] >> (to % 64) & 1 == 1 {
                            grown[z as usize / 64] |= 1 << (z % 64);
                            is_empty = false;
                        }
                    }
                }
                let y = self.product(x, *class);
                let known = &largest[y as usize];
                if is_empty || known.iter().any(|&old| below(&grown, &all[old].set)) {
                    continue;
                }
                open.push(std::cmp::Reverse((so_far + cost(*heap), all.len())));
                all.push(Pair {
                    x: y,
                    set: grown,
                    before: at,
                    kind,
                });
            }
        }
        Ok(None)
    }
}

/// Whether one set is part of another.
fn below(a: &[u64], b: &[u64]) -> bool {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The members of a set.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at * 64 + bit)
        })
    })
}

/// A heap, for the check: its class, and the set D of classes beside which it is not lost and
/// has no move to P.
struct Kind {
    class: u32,
    heap: usize,
    set: Vec<u64>,
}

/// A class x with the set D of a sum that has it, and how it was reached.
struct Pair {
    x: u32,
    set: Vec<u64>,
    /// The pair before the last heap was added; `usize::MAX` if there was none.
    before: usize,
    /// The kind of that heap.
    kind: usize,
}

/// For each class e the classes y for which e·y is P, found when they are asked for.
struct Rows<'q> {
    quotient: &'q Quotient,
    words: usize,
    known: Vec<Option<Box<[u64]>>>,
}

impl<'q> Rows<'q> {
    fn new(quotient: &'q Quotient) -> Self {
        Rows {
            quotient,
            words: quotient.order().div_ceil(64),
            known: vec![None; quotient.order()],
        }
    }

    /// Adds the row of a class to a set.
    fn add(&mut self, e: u32, set: &mut [u64]) {
        let (quotient, words) = (self.quotient, self.words);
        let row = self.known[e as usize].get_or_insert_with(|| {
            let mut row = vec![0u64; words];
            let products = &quotient.product[e as usize * quotient.order()..][..quotient.order()];
            for (y, &to) in products.iter().enumerate() {
                row[y / 64] |= u64::from(quotient.lost[usize::from(to)]) << (y % 64);
            }
            row.into()
        });
        set.iter_mut().zip(row.iter()).for_each(|(a, b)| *a |= b);
    }
}

/// For each element those that a map takes to it.
struct Preimages {
    from: Vec<u32>,
    list: Vec<u32>,
}

impl Preimages {
    fn new(order: usize, map: impl Fn(u32) -> u32) -> Self {
        let mut from = vec![0u32; order + 1];
        for z in 0..order as u32 {
            from[map(z) as usize + 1] += 1;
        }
        for x in 0..order {
            from[x + 1] += from[x];
        }
        let mut next = from.clone();
        let mut list = vec![0; order];
        for z in 0..order as u32 {
            let at = &mut next[map(z) as usize];
            list[*at as usize] = z;
            *at += 1;
        }
        Preimages { from, list }
    }

    fn of(&self, x: usize) -> &[u32] {
        &self.list[self.from[x] as usize..self.from[x + 1] as usize]
    }
}

/// The elements that generators reach from an identity, in the order in which they do.
struct Numbered {
    reached: Vec<u32>,
    /// The number of each element, `u32::MAX` if it is not reached.
    number: Vec<u32>,
    /// The generators that are needed, and what they do.
    kept: Vec<(usize, Vec<u32>)>,
}

impl Numbered {
    fn new(
        size: usize,
        identity: u32,
        generators: impl Iterator<Item = (usize, Vec<u32>)>,
    ) -> Self {
        let mut numbered = Numbered {
            reached: vec![identity],
            number: vec![u32::MAX; size],
            kept: Vec::new(),
        };
        numbered.number[identity as usize] = 0;
        for (heap, act) in generators {
            if numbered.number[act[identity as usize] as usize] != u32::MAX {
                continue;
            }
            numbered.kept.push((heap, act));
            let mut next = 0;
            while let Some(&x) = numbered.reached.get(next) {
                next += 1;
                for (_, act) in &numbered.kept {
                    let to = act[x as usize];
                    if numbered.number[to as usize] == u32::MAX {
                        numbered.number[to as usize] = numbered.reached.len() as u32;
                        numbered.reached.push(to);
                    }
                }
            }
        }
        numbered
    }

    /// The generators, and their actions by the new numbers.
    fn tables(&self) -> (Vec<usize>, Vec<Vec<u32>>) {
        let table = |(heap, act): &(usize, Vec<u32>)| {
            let to = |&x: &u32| self.number[act[x as usize] as usize];
            (*heap, self.reached.iter().map(to).collect())
        };
        self.kept.iter().map(table).unzip()
    }
}

/// A monoid that was divided, and the class of what is not spoken of.
pub(super) struct Divided {
    pub(super) quotient: Quotient,
    pub(super) void: Option<u32>,
}

/// Divides a finite commutative monoid, given by the actions of generators, by what no product
/// tells apart by its colour (1 is P, 0 is N, 2 is not spoken of), and finds generators among the heaps;
/// or `None` if there are more than `most` classes.
pub(super) fn divide(
    generators: &[usize],
    actions: &[Vec<u32>],
    colours: &[u32],
    pretend: &[u32],
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Divided>, Error> {
    let size = colours.len();
    let mut class = colours.to_vec();
    let mut count = 0;
    // How many actions in turn have split nothing.
    let mut quiet = 0;
    for act in actions.iter().cycle() {
        if quiet == actions.len() {
            break;
        }
        meter.poll_sometimes()?;
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut finer = Vec::with_capacity(size);
        for x in 0..size {
            let pair = u64::from(class[x]) << 32 | u64::from(class[act[x] as usize]);
            let next = numbers.len() as u32;
            finer.push(*numbers.entry(pair).or_insert(next));
        }
        quiet = if numbers.len() == count { quiet + 1 } else { 0 };
        count = numbers.len();
        class = finer;
        if count > most {
            return Ok(None);
        }
    }
    let mut representative = vec![0u32; count];
    for x in (0..size as u32).rev() {
        representative[class[x as usize] as usize] = x;
    }
    let act_by = |act: &Vec<u32>| -> Vec<u32> {
        let to = |&x: &u32| class[act[x as usize] as usize];
        representative.iter().map(to).collect()
    };
    let rows = generators.iter().zip(actions);
    let rows = rows.map(|(&heap, act)| (heap, act_by(act)));
    let numbered = Numbered::new(count, class[0], rows);
    let colour = |&x: &u32| colours[representative[x as usize] as usize];
    let void = numbered.reached.iter().position(|x| colour(x) == VOID);
    let lost = numbered.reached.iter().map(|x| colour(x) == 1).collect();
    let pretend = pretend.iter().map(|&x| class[x as usize]);
    let pretend = pretend.map(|x| numbered.number[x as usize]).collect();
    // Half of it is held while the next is made.
    meter.bytes(4 * (count * count) as u64)?;
    let (generators, times) = numbered.tables();
    let quotient = Quotient::assemble(generators, times, lost, pretend)?;
    let void = void.map(|x| x as u32);
    Ok(Some(Divided { quotient, void }))
}

/// The error for a quotient with more classes than are tried.
pub(super) fn too_large(order: usize, meter: &Meter) -> Error {
    Error::OverBudget {
        what: "misère quotient",
        resource: Resource::States,
        used: order as u64,
        limit: MAX_ORDER as u64,
        states: meter.states(),
    }
}
