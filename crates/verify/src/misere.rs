//! Certificates of misère quotients.
//!
//! A certificate gives a finite commutative monoid by the action of its generators,
//! which are heaps; the class Φ(h) of every heap up to n; and the set P of lost
//! classes. It shares no code with what finds quotients: moves are listed from the
//! digits of the code here.
//!
//! **Theorem** (Plambeck 2005; Plambeck and Siegel 2008). *Premises:* (1) the actions of
//! the generators commute, every class is reached from class 0 by them, and each is
//! the action of its heap; then products do not depend on the words chosen. (2) Φ(0) = 0.
//! (3) Close the pair (0, ∅) under (x, E) → (x·Φ(h), E·Φ(h) ∪ x·Φ(options of h)) for every heap h:
//! at every pair so reached x is in P exactly if E is not empty and does not meet P.
//! *Then* a sum of heaps up to n is lost for the player to move, in misère play, exactly if
//! its class is in P: by induction, a sum with class x has the options' classes E, and
//! without options its player has won. (4) No two classes behave alike (there is always a
//! product that takes one into P and the other not): *then* the monoid is the quotient
//! itself, and its order is right.
//!
//! **With `period FROM p`.** *Premises:* FROM ≥ 1, p ≥ 1, Φ(h + p) = Φ(h) for FROM ≤ h ≤ n - p, and
//! n + 1 ≥ 2·(FROM + p) + T, where T is the largest number taken. *Then* Φ extended by the
//! period is right of all heaps: the options of a heap beyond n have the classes of those
//! of the heap p smaller, because one part of each is at least FROM (+ p); so (3) meets no
//! new pairs.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::misere::heaps::HeapQuotient;
//! use grundy_verify::misere::check;
//! let found = HeapQuotient::compute(&"0.75".parse().unwrap(), 20, &Budget::default()).unwrap();
//! let checked = check(&found.certificate(), &Budget::default()).unwrap();
//! assert_eq!((checked.certificate.order, checked.certificate.heaps), (8, 20));
//! let forged = found.certificate().replacen("lost", "lost 0", 1);
//! assert!(check(&forged, &Budget::default()).is_err());
//! ```
//!
//! Limits: octal codes. Every table is asked of the meter before it is made.

use grundy::budget::{Budget, Meter};
use grundy::compound::misere::certificate::Certificate;
use grundy::error::Error;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::refuse;

/// What a certificate was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The quotient.
    pub certificate: Certificate,
    /// How many pairs were looked at.
    pub pairs: usize,
}

/// The monoid of a certificate.
struct Monoid<'c> {
    times: &'c [(usize, Vec<usize>)],
    /// For each class the last generator of a word for it, and the class before.
    last: Vec<Option<(usize, usize)>>,
}

impl Monoid<'_> {
    /// The product: the letters of a word for `y`, in any order.
    fn product(&self, x: usize, mut y: usize) -> usize {
        let mut product = x;
        while let Some((generator, before)) = self.last[y] {
            product = self.times[generator].1[product];
            y = before;
        }
        product
    }
}

/// Verifies a certificate from its text alone.
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let certificate: Certificate = text.parse()?;
    let mut meter = budget.meter("check");
    let digits = fits(&certificate)?;
    let monoid = monoid(&certificate, &mut meter)?;
    let mut lost = vec![false; certificate.order];
    certificate.lost.iter().for_each(|&x| lost[x] = true);
    distinguished(&certificate, &lost, &mut meter)?;
    let pairs = closed(&certificate, &monoid, &digits, &lost, &mut meter)?;
    if let Some((from, period)) = certificate.period {
        let (heaps, taken) = (certificate.heaps, digits.len() - 1);
        let repeats = |n: usize| certificate.pretend[n] == certificate.pretend[n + period];
        let needed = from.saturating_add(period).saturating_mul(2);
        let enough = from >= 1 && period >= 1 && heaps + 1 >= needed.saturating_add(taken);
        if !enough || !(from..=heaps - period).all(repeats) {
            return refuse("its period is not proven", "周期未得证明");
        }
    }
    Ok(Checked { certificate, pairs })
}

/// Whether all numbers are of the right size; the digits of the code.
fn fits(certificate: &Certificate) -> Result<Vec<u32>, Error> {
    let order = certificate.order;
    let inside = |list: &[usize]| list.iter().all(|&x| x < order);
    let rows = { certificate.times.iter() }.all(|(_, row)| row.len() == order && inside(row));
    if order == 0
        || !rows
        || !inside(&certificate.lost)
        || !inside(&certificate.pretend)
        || (certificate.times.is_empty() && order > 1)
        || Some(certificate.pretend.len()) != certificate.heaps.checked_add(1)
        || certificate.pretend.first() != Some(&0)
    {
        return refuse("its tables do not fit together", "各表互不相容");
    }
    // A generator is the class of its heap.
    let is_heap = |(heap, row): &(usize, Vec<usize>)| {
        certificate.pretend.get(*heap) == row.first() && *heap > 0
    };
    if !certificate.times.iter().all(is_heap) {
        return refuse(
            "a generator is not the class of its heap",
            "生成元与其堆不符",
        );
    }
    let (before, after) = { certificate.code.split_once('.') }.unwrap_or((&certificate.code, ""));
    let digits = before.chars().chain(after.chars()).map(|c| c.to_digit(8));
    let digits: Option<Vec<u32>> = digits.collect();
    match digits.filter(|d| before.len() == 1 && d[0] & 3 == 0) {
        Some(digits) => Ok(digits),
        None => {
            let code: String = certificate.code.chars().take(60).collect();
            refuse(
                format!("{code} is no octal code"),
                format!("{code} 不是八进制编码"),
            )
        }
    }
}

/// Premise (1).
fn monoid<'c>(certificate: &'c Certificate, meter: &mut Meter) -> Result<Monoid<'c>, Error> {
    let (times, order) = (&certificate.times, certificate.order);
    for (_, one) in times {
        for (_, other) in times {
            meter.options(order as u64)?;
            if (0..order).any(|x| one[other[x]] != other[one[x]]) {
                return refuse("generators do not commute", "生成元不可交换");
            }
        }
    }
    meter.bytes(32 * order as u64)?;
    let mut last: Vec<Option<(usize, usize)>> = vec![None; order];
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&x) = reached.get(next) {
        next += 1;
        for (generator, (_, row)) in times.iter().enumerate() {
            let to = row[x];
            if to != 0 && last[to].is_none() {
                last[to] = Some((generator, x));
                reached.push(to);
            }
        }
    }
    match reached.len() == order {
        true => Ok(Monoid { times, last }),
        false => refuse(
            "a class is not a product of generators",
            "有类不是生成元之积",
        ),
    }
}

/// Premise (4): classes are told apart by P, then by where generators lead.
fn distinguished(certificate: &Certificate, lost: &[bool], meter: &mut Meter) -> Result<(), Error> {
    let (times, order) = (&certificate.times, certificate.order);
    let signature = 24 + 8 * (1 + times.len() as u64);
    meter.bytes((signature + 48) * order as u64)?;
    let mut kind: Vec<usize> = lost.iter().map(|&l| usize::from(l)).collect();
    let mut count = 0;
    loop {
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let mut finer = Vec::with_capacity(order);
        for x in 0..order {
            meter.options(1 + times.len() as u64)?;
            let mut signature = vec![kind[x]];
            signature.extend(times.iter().map(|(_, row)| kind[row[x]]));
            let new = known.len();
            finer.push(*known.entry(signature).or_insert(new));
        }
        let now = known.len();
        if now == order {
            return Ok(());
        }
        if now == count {
            return refuse("two classes behave alike", "有两个类无法区分");
        }
        (kind, count) = (finer, now);
    }
}

/// The classes of the options of a heap, ascending.
fn options(
    heap: usize,
    certificate: &Certificate,
    monoid: &Monoid,
    digits: &[u32],
    meter: &mut Meter,
) -> Result<Vec<usize>, Error> {
    let class = |part: usize| certificate.pretend[part];
    let mut after: FxHashSet<usize> = FxHashSet::default();
    for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
        let left = heap - taken;
        if digit & 1 == 1 && left == 0 {
            after.insert(0);
        }
        if digit & 2 == 2 && left > 0 {
            after.insert(class(left));
        }
        if digit & 4 == 4 {
            if after.len() == certificate.order {
                // Every class is there: nothing can be added.
                break;
            }
            meter.options(left as u64 / 2)?;
            after.extend((1..=left / 2).map(|a| monoid.product(class(a), class(left - a))));
        }
    }
    let mut after: Vec<usize> = after.into_iter().collect();
    after.sort_unstable();
    Ok(after)
}

/// Premise (3): how many pairs there are.
fn closed(
    certificate: &Certificate,
    monoid: &Monoid,
    digits: &[u32],
    lost: &[bool],
    meter: &mut Meter,
) -> Result<usize, Error> {
    /// What a pair costs beside its set.
    const PAIR: u64 = 96;
    let room = |set: &[usize]| PAIR + 8 * set.len() as u64;
    let mut held = 0;
    // Heaps that do the same are looked at once.
    let mut kinds: FxHashSet<(usize, Vec<usize>)> = FxHashSet::default();
    for heap in 1..=certificate.heaps {
        meter.state()?;
        let after = options(heap, certificate, monoid, digits, meter)?;
        let bytes = room(&after);
        if kinds.insert((certificate.pretend[heap], after)) {
            held += bytes;
            meter.bytes(held)?;
        }
    }
    let mut seen: FxHashSet<(usize, Vec<usize>)> = FxHashSet::default();
    let mut open = vec![(0usize, Vec::<usize>::new())];
    seen.insert((0, Vec::new()));
    while let Some((x, after)) = open.pop() {
        meter.state()?;
        // A sum without moves is won by the player to move.
        let is_lost = !after.is_empty() && !after.iter().any(|&e| lost[e]);
        if is_lost != lost[x] {
            return refuse(
                format!("class {x} has the wrong outcome"),
                format!("类 {x} 的结果有误"),
            );
        }
        for (h, options) in &kinds {
            meter.options(1 + (after.len() + options.len()) as u64)?;
            let mut next: Vec<usize> = after.iter().map(|&e| monoid.product(e, *h)).collect();
            next.extend(options.iter().map(|&e| monoid.product(x, e)));
            next.sort_unstable();
            next.dedup();
            let pair = (monoid.product(x, *h), next);
            if !seen.contains(&pair) {
                // Once among those seen, once among those to look at.
                held += 2 * room(&pair.1);
                meter.bytes(held)?;
                seen.insert(pair.clone());
                open.push(pair);
            }
        }
    }
    Ok(seen.len())
}
