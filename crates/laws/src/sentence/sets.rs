//! Sets as a few atoms joined by *and* and *or*.
//!
//! In order: one atom; two that hold of the whole set and whose meet it is; two within the
//! set whose join it is; several of these, chosen greedily; an atom that holds of the whole set with
//! what is left of it said in the same ways; an atom but for a few points near the
//! origin; cases that compare coordinates with each other and with 0; conditions each of which holds
//! unless a coordinate has a certain value.

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::terms::Atom;
use crate::expression::{Condition, Expression as E};

/// Atoms that are combined, the shortest.
const MOST_COMBINED: usize = 360;
/// Formulas of each kind.
const MOST_FOUND: usize = 4;
/// Atoms in a join or a meet.
const MOST_JOINED: usize = 4;
/// Points that may be named one by one, and how far from the origin.
const MOST_NAMED: usize = 6;
const FARTHEST_NAMED: u64 = 12;

/// A part of a set: a condition that implies membership.
#[derive(Clone)]
struct Part {
    conditions: Vec<Condition>,
    symbols: usize,
    bits: Bits,
}

/// Conditions of at most `most` symbols that hold at exactly these points.
pub fn search(
    atoms: &[Atom],
    points: &[Vec<u64>],
    inside: &[bool],
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Condition>, Error> {
    let target = Bits::from_fn(inside.len(), |at| inside[at]);
    let care = Bits::all(inside.len());
    if target.is_empty() {
        return Ok(vec![Condition::Any(Vec::new())]);
    }
    if care.within(&target) {
        return Ok(vec![super::always()]);
    }
    let mut found = plain(atoms, &target, &care, most, meter)?;
    // Of a set that is symmetric one speaks so, even if that takes a little longer.
    let shortest = found.iter().map(Condition::symbols).min();
    let three = points.first().is_some_and(|point| point.len() > 2);
    if three && shortest.is_none_or(|shortest| shortest > 8) && symmetric(points, inside) {
        let alike: Vec<Atom> = atoms.iter().filter(|a| a.symmetric).cloned().collect();
        let mut fair = plain(&alike, &target, &care, most, meter)?;
        let little = |c: &Condition| shortest.is_none_or(|s| c.symbols() <= s + 6);
        fair.retain(little);
        if !fair.is_empty() {
            found = fair;
        }
    }
    if let Some(named) = few(points, &target) {
        found.push(named);
    }
    if found.is_empty() {
        found = within_one(atoms, &target, &care, most, meter)?;
    }
    if found.is_empty() {
        found = but_for_few(atoms, points, &target, meter)?;
    }
    if found.is_empty() {
        found.extend(comparisons(atoms, &target, most, meter)?);
    }
    if found.is_empty() {
        found.extend(clauses(atoms, points.len(), &target, most, meter)?);
    }
    found.sort_by_key(Condition::symbols);
    Ok(found)
}

/// Whether a point is inside exactly if it is with its coordinates in another order, as far as
/// the points tell.
fn symmetric(points: &[Vec<u64>], inside: &[bool]) -> bool {
    let mut known: FxHashMap<Vec<u64>, bool> = FxHashMap::default();
    points.iter().zip(inside).all(|(point, inside)| {
        let mut sorted = point.clone();
        sorted.sort_unstable();
        known.entry(sorted).or_insert(*inside) == inside
    })
}

/// As [`search`] on the points of `care` only, without named points.
pub(super) fn plain(
    atoms: &[Atom],
    target: &Bits,
    care: &Bits,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Condition>, Error> {
    let target = &target.and(care);
    let cost = 1 + care.count() as u64 / 640;
    let mut found: Vec<Condition> = Vec::new();
    let (mut over, mut under) = (Vec::new(), Vec::new());
    for atom in atoms.iter().take_while(|atom| atom.symbols <= most) {
        meter.advance(cost)?;
        let here = atom.bits.and(care);
        let (holds_of_all, only_inside) = (target.within(&here), here.within(target));
        if holds_of_all && only_inside {
            found.push(atom.condition.clone());
            if found.len() >= MOST_FOUND {
                return Ok(found);
            }
        } else if holds_of_all && care.minus(&here).count() > 0 {
            over.push((atom, here));
        } else if only_inside && !here.is_empty() {
            under.push((atom, here));
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    over.truncate(MOST_COMBINED);
    let mut pairs: Vec<(usize, Condition)> = Vec::new();
    for (at, (a, bits)) in over.iter().enumerate() {
        for (b, other) in &over[at + 1..] {
            meter.advance(cost)?;
            let symbols = a.symbols + b.symbols + 2;
            if symbols <= most && bits.both_within(other, target) {
                let both = vec![a.condition.clone(), b.condition.clone()];
                pairs.push((symbols, Condition::All(both)));
            }
        }
    }
    // Of atoms within the set those that cover most for their length come first.
    under.sort_by_key(|(a, bits)| {
        (
            a.symbols * 64 / (1 + bits.count().ilog2() as usize),
            a.symbols,
        )
    });
    let mut parts: Vec<Part> = Vec::new();
    for (a, bits) in under.iter().take(MOST_COMBINED) {
        parts.push(Part {
            conditions: vec![a.condition.clone()],
            symbols: a.symbols + 1,
            bits: bits.clone(),
        });
    }
    for (at, a) in parts.iter().enumerate() {
        for b in &parts[at + 1..] {
            meter.advance(cost)?;
            let symbols = a.symbols + b.symbols;
            if symbols <= most && target.within(&a.bits.or(&b.bits)) {
                let both = vec![a.conditions[0].clone(), b.conditions[0].clone()];
                pairs.push((symbols, Condition::Any(both)));
            }
        }
    }
    pairs.sort_by_key(|pair| pair.0);
    found.extend(pairs.into_iter().map(|pair| pair.1).take(MOST_FOUND));
    if !found.is_empty() {
        return Ok(found);
    }
    // More than two: meets of atoms that hold of the whole set, chosen greedily.
    if let Some(meet) = cover(
        &over
            .iter()
            .map(|(a, bits)| Part {
                conditions: vec![a.condition.clone()],
                symbols: a.symbols + 1,
                bits: care.minus(bits),
            })
            .collect::<Vec<_>>(),
        &care.minus(target),
        most,
        meter,
    )? {
        found.push(Condition::All(meet.into_iter().flatten().collect()));
    }
    // Joins of atoms, or of two at once, within the set.
    let mut meets = parts;
    let numbered = meets.iter().enumerate();
    let mut known: FxHashMap<Bits, usize> = numbered.map(|(at, p)| (p.bits.clone(), at)).collect();
    let meeting: Vec<(&Atom, Bits)> = atoms
        .iter()
        .filter(|atom| atom.bits.meets(target) && !atom.bits.and(care).within(target))
        .take(MOST_COMBINED)
        .map(|atom| (atom, atom.bits.and(care)))
        .collect();
    for (at, (a, bits)) in meeting.iter().enumerate() {
        for (b, other) in &meeting[at + 1..] {
            meter.advance(cost)?;
            if !bits.both_within(other, target) {
                continue;
            }
            let both = bits.and(other);
            let symbols = a.symbols + b.symbols + 3;
            let before = known.get(&both).copied();
            if both.is_empty() || before.is_some_and(|at| meets[at].symbols <= symbols) {
                continue;
            }
            let part = Part {
                conditions: vec![a.condition.clone(), b.condition.clone()],
                symbols,
                bits: both.clone(),
            };
            match before {
                Some(at) => meets[at] = part,
                None => {
                    known.insert(both, meets.len());
                    meets.push(part);
                }
            }
        }
    }
    meets.sort_by_key(|part| part.symbols);
    if let Some(join) = cover(&meets, target, most, meter)? {
        let each = join.into_iter().map(|mut all| match all.len() {
            1 => all.remove(0),
            _ => Condition::All(all),
        });
        let each: Vec<Condition> = each.collect();
        found.push(match each.len() {
            1 => each[0].clone(),
            _ => Condition::Any(each),
        });
    }
    Ok(found)
}

/// A few parts that cover the target, as short as a greedy choice makes them.
fn cover(
    parts: &[Part],
    target: &Bits,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Vec<Vec<Condition>>>, Error> {
    if parts.is_empty() {
        return Ok(None);
    }
    // The first choice decides a lot: several are tried.
    let value = |part: &Part, left: &Bits| {
        let new = part.bits.and(left).count();
        new * 1000 / (4 + part.symbols)
    };
    let mut first: Vec<usize> = (0..parts.len()).collect();
    first.sort_by_key(|&at| std::cmp::Reverse(value(&parts[at], target)));
    first.truncate(24);
    let mut best: Option<(usize, Vec<usize>)> = None;
    let length = |chosen: &[usize]| chosen.iter().map(|&p| parts[p].symbols).sum::<usize>();
    for start in first {
        let mut chosen = vec![start];
        let mut left = target.minus(&parts[start].bits);
        while !left.is_empty() && chosen.len() < MOST_JOINED {
            meter.advance(1 + parts.len() as u64 / 8)?;
            // One that covers all that is left may be longer than the next and yet shorter
            // than all that follow.
            if let Some(last) = parts.iter().position(|part| left.within(&part.bits)) {
                let ended = [&chosen[..], &[last]].concat();
                let symbols = length(&ended);
                if symbols <= most && best.as_ref().is_none_or(|(known, _)| symbols < *known) {
                    best = Some((symbols, ended));
                }
            }
            let next =
                (0..parts.len()).max_by_key(|&at| (value(&parts[at], &left), usize::MAX - at));
            let Some(next) = next.filter(|&at| parts[at].bits.meets(&left)) else {
                break;
            };
            left = left.minus(&parts[next].bits);
            chosen.push(next);
        }
        if !left.is_empty() {
            continue;
        }
        // What the others cover as well goes.
        let mut at = 0;
        while at < chosen.len() && chosen.len() > 1 {
            let others = chosen.iter().enumerate().filter(|(i, _)| *i != at);
            let covered = others.fold(target.clone(), |left, (_, &p)| left.minus(&parts[p].bits));
            match covered.is_empty() {
                true => {
                    chosen.remove(at);
                }
                false => at += 1,
            }
        }
        let symbols = length(&chosen);
        if symbols <= most && best.as_ref().is_none_or(|(known, _)| symbols < *known) {
            best = Some((symbols, chosen));
        }
    }
    let conditions = |chosen: Vec<usize>| {
        let mut chosen = chosen;
        chosen.sort_unstable();
        let each = chosen.into_iter().map(|p| parts[p].conditions.clone());
        each.collect()
    };
    Ok(best.map(|(_, chosen)| conditions(chosen)))
}

/// An atom that holds of the whole set, and what is left said of the points at which it holds.
fn within_one(
    atoms: &[Atom],
    target: &Bits,
    care: &Bits,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Condition>, Error> {
    const TRIED: usize = 6;
    let mut over: Vec<&Atom> = atoms
        .iter()
        .take_while(|atom| atom.symbols + 4 <= most)
        .filter(|atom| target.within(&atom.bits))
        .collect();
    over.sort_by_key(|atom| (atom.bits.count(), atom.symbols));
    let mut found = Vec::new();
    for atom in over.into_iter().take(TRIED) {
        let here = care.and(&atom.bits);
        let left = most - atom.symbols - 2;
        for rest in plain(atoms, target, &here, left, meter)? {
            found.push(Condition::All(vec![atom.condition.clone(), rest]));
        }
    }
    // An atom that is all of the set on one side.
    Ok(found)
}

/// A set of few points, all of them near the origin.
fn few(points: &[Vec<u64>], target: &Bits) -> Option<Condition> {
    let members: Vec<usize> = target.members().collect();
    let near = |&at: &usize| points[at].iter().all(|x| *x <= FARTHEST_NAMED);
    let named = members.len() <= MOST_NAMED && members.iter().all(near);
    named.then(|| {
        let each = members.iter().map(|&at| is(&points[at]));
        one_of(each.collect())
    })
}

fn one_of(mut each: Vec<Condition>) -> Condition {
    match each.len() {
        1 => each.remove(0),
        _ => Condition::Any(each),
    }
}

/// The point is this one.
fn is(point: &[u64]) -> Condition {
    let each = point.iter().enumerate();
    let equal = |(v, &x): (usize, &u64)| Condition::equal(E::Variable(v), E::Number(x as i64));
    let mut each: Vec<Condition> = each.map(equal).collect();
    match each.len() {
        1 => each.remove(0),
        _ => Condition::All(each),
    }
}

/// The point is another one.
fn is_not(point: &[u64]) -> Condition {
    let each = point.iter().enumerate();
    let unequal = |(v, &x): (usize, &u64)| Condition::unequal(E::Variable(v), E::Number(x as i64));
    one_of(each.map(unequal).collect())
}

/// Whether an atom compares a coordinate with another one or with a number up to this.
fn compares(atom: &Atom, most: i64) -> bool {
    let simple = |e: &E| match e {
        E::Variable(_) => true,
        E::Number(n) => (0..=most).contains(n),
        _ => false,
    };
    match &atom.condition {
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
            simple(a) && simple(b)
        }
        _ => false,
    }
}

/// Comparisons of coordinates that are tried together.
const MOST_COMPARED: usize = 48;

/// Cases of at most three comparisons each, between coordinates or with 0.
fn comparisons(
    atoms: &[Atom],
    target: &Bits,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Condition>, Error> {
    let plain: Vec<&Atom> = { atoms.iter() }
        .filter(|atom| compares(atom, 0) && atom.bits.meets(target))
        .take(MOST_COMPARED)
        .collect();
    let mut parts: FxHashMap<Bits, Part> = FxHashMap::default();
    let mut consider = |chosen: &[&Atom], bits: &Bits| {
        let within = bits.within(target) && !bits.is_empty();
        let join = if chosen.len() == 1 {
            1
        } else {
            1 + chosen.len()
        };
        let symbols = chosen.iter().map(|atom| atom.symbols).sum::<usize>() + join;
        let known = parts.get(bits);
        if within && known.is_none_or(|part| symbols < part.symbols) {
            let part = Part {
                conditions: chosen.iter().map(|atom| atom.condition.clone()).collect(),
                symbols,
                bits: bits.clone(),
            };
            parts.insert(bits.clone(), part);
        }
        within
    };
    for (i, a) in plain.iter().enumerate() {
        if consider(&[a], &a.bits) {
            continue;
        }
        for (j, b) in plain.iter().enumerate().skip(i + 1) {
            let both = a.bits.and(&b.bits);
            if !both.meets(target) || consider(&[a, b], &both) {
                continue;
            }
            for c in &plain[j + 1..] {
                meter.advance(1)?;
                consider(&[a, b, c], &both.and(&c.bits));
            }
        }
    }
    let mut parts: Vec<Part> = parts.into_values().collect();
    // In an order that no hash decides.
    parts.sort_by_cached_key(|part| (part.symbols, format!("{:?}", part.conditions)));
    let join = cover(&parts, target, most, meter)?;
    Ok(join.map(|join| {
        let each = join.into_iter().map(|mut all| match all.len() {
            1 => all.remove(0),
            _ => Condition::All(all),
        });
        one_of(each.collect())
    }))
}

/// Several conditions, each of which holds unless a coordinate has a certain value or place among
/// the others: `(last = 0 or a ≤ b ⊕ c) and …`.
fn clauses(
    atoms: &[Atom],
    points: usize,
    target: &Bits,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Condition>, Error> {
    /// Coordinates with few values have them below.
    const VALUES: i64 = 3;
    /// Conditions beside one comparison.
    const BESIDE: usize = 64;
    let equal = |atom: &&Atom| matches!(atom.condition, Condition::Equal(..));
    let unless: Vec<&Atom> = { atoms.iter() }
        .filter(|atom| compares(atom, VALUES) && equal(atom))
        .filter(|atom| atom.bits.meets(target) && !target.within(&atom.bits))
        .take(MOST_COMPARED)
        .collect();
    let mut parts = Vec::new();
    for a in unless {
        let rest = target.minus(&a.bits);
        let mut beside = Vec::new();
        for b in atoms.iter().take_while(|b| b.symbols + a.symbols < most) {
            meter.advance(1)?;
            if rest.within(&b.bits) {
                let bits = b.bits.or(&a.bits);
                let left = Bits::all(points).minus(&bits);
                let symbols = a.symbols + b.symbols + 3;
                let value = left.count() * 1000 / (4 + symbols);
                beside.push((value, symbols, b, left));
            }
        }
        beside.retain(|(value, ..)| *value > 0);
        beside.sort_by_key(|(value, symbols, ..)| (std::cmp::Reverse(*value), *symbols));
        for (_, symbols, b, left) in beside.into_iter().take(BESIDE) {
            let any = vec![a.condition.clone(), b.condition.clone()];
            parts.push(Part {
                conditions: vec![Condition::Any(any)],
                symbols,
                bits: left,
            });
        }
    }
    let outside = Bits::all(points).minus(target);
    let meet = cover(&parts, &outside, most, meter)?;
    Ok(meet.map(|meet| Condition::All(meet.into_iter().flatten().collect())))
}

/// An atom that is wrong at a few points near the origin only, with these named.
fn but_for_few(
    atoms: &[Atom],
    points: &[Vec<u64>],
    target: &Bits,
    meter: &mut Meter,
) -> Result<Vec<Condition>, Error> {
    let mut found = Vec::new();
    for atom in atoms {
        meter.advance(1 + points.len() as u64 / 640)?;
        let wrong = atom.bits.differ(target);
        if wrong.count() > MOST_NAMED {
            continue;
        }
        let wrong: Vec<usize> = wrong.members().collect();
        if wrong
            .iter()
            .any(|&at| points[at].iter().any(|x| *x > FARTHEST_NAMED))
        {
            continue;
        }
        let missing = |&&at: &&usize| target.members().any(|member| member == at);
        let (add, leave): (Vec<&usize>, Vec<&usize>) = wrong.iter().partition(missing);
        let mut all = vec![atom.condition.clone()];
        all.extend(leave.iter().map(|&&at| is_not(&points[at])));
        let mut any = vec![match all.len() {
            1 => all.remove(0),
            _ => Condition::All(all),
        }];
        any.extend(add.iter().map(|&&at| is(&points[at])));
        found.push(one_of(any));
    }
    found.sort_by_key(Condition::symbols);
    found.truncate(MOST_FOUND);
    Ok(found)
}
