//! Moves of a heap to a wanted value, and winning moves of a sum of heaps.
//!
//! With a law (n0, p) a split of a huge heap into a and b ≥ a need only be
//! looked for with a < n0 + p: a larger part has the same value p lower, and the
//! partner p higher. If the wanted value is common and the rares are known, one
//! part must be rare, so only those are tried. Where every large number may be
//! taken, a heap of the wanted value is found by solving
//! base + saltus·k = value for each residue.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::moves::winning_move;
//! use grundy::solve::heap::solve::{Options, solve};
//! let law = solve(&"0.77".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! let heaps = [5, 9, 1_000_000_000_000_000_000];
//! let (heap, found) = winning_move(&law, &heaps, &Budget::default()).unwrap().unwrap();
//! let left = found.parts.iter().map(|&part| law.value(part).unwrap());
//! let others = (0..3).filter(|&i| i != heap).map(|i| law.value(heaps[i]).unwrap());
//! assert_eq!(left.chain(others).fold(0, |a, b| a ^ b), 0);
//! ```

use super::code::Rules;
use super::period::Law;
use crate::budget::{Budget, Meter};
use crate::error::Error;

/// A move in one heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapMove {
    /// How many tokens are removed.
    pub take: u64,
    /// The heaps that remain, in ascending order.
    pub parts: Vec<u64>,
}

/// Visits every move of a heap of `n` to the value `target`, by trying all.
/// `value` gives the value of a heap; `visit` returns whether to go on.
pub fn visit_moves(
    rules: &Rules,
    n: u64,
    target: u64,
    value: impl Fn(u64) -> Result<u64, Error>,
    budget: &Budget,
    mut visit: impl FnMut(HeapMove) -> bool,
) -> Result<(), Error> {
    let mut meter = budget.meter("move search");
    let last = if rules.is_finite() {
        rules.last().min(n)
    } else {
        n
    };
    for take in 0..=last {
        meter.state()?;
        let digit = rules.digit(take);
        let rest = n - take;
        for parts in 0..=rules.max_parts() as usize {
            if digit >> parts & 1 == 0 {
                continue;
            }
            if !visit_parts(
                rules,
                rest,
                parts,
                target,
                &value,
                &mut meter,
                &mut |parts| visit(HeapMove { take, parts }),
            )? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Visits the ways to leave `rest` as so many heaps of total value `target`.
fn visit_parts(
    rules: &Rules,
    rest: u64,
    parts: usize,
    target: u64,
    value: &impl Fn(u64) -> Result<u64, Error>,
    meter: &mut Meter,
    visit: &mut dyn FnMut(Vec<u64>) -> bool,
) -> Result<bool, Error> {
    match parts {
        0 => return Ok(rest != 0 || target != 0 || visit(Vec::new())),
        1 => return Ok(rest == 0 || value(rest)? != target || visit(vec![rest])),
        _ => {}
    }
    let gap = u64::from(rules.unequal());
    let mut chosen = vec![rules.min_part()];
    let mut used = 0u64;
    while let Some(&part) = chosen.last() {
        meter.state()?;
        let left = (parts - chosen.len()) as u64;
        let later = left * part + gap * left * (left + 1) / 2;
        if used + part + later > rest {
            chosen.pop();
            if let Some(previous) = chosen.last_mut() {
                used -= *previous;
                *previous += 1;
            }
            continue;
        }
        if left == 1 {
            let largest = rest - used - part;
            let mut total = value(largest)?;
            for &part in &chosen {
                total ^= value(part)?;
            }
            if total == target {
                let mut all = chosen.clone();
                all.push(largest);
                if !visit(all) {
                    return Ok(false);
                }
            }
            *chosen.last_mut().expect("not empty") += 1;
        } else {
            used += part;
            chosen.push(part + gap);
        }
    }
    Ok(true)
}

/// One move of a heap of `n` to the value `target`, if there is one. For codes
/// that leave at most two heaps the work is bounded by the law, not by n.
pub fn find_move(
    law: &Law,
    n: u64,
    target: u64,
    budget: &Budget,
) -> Result<Option<HeapMove>, Error> {
    let rules = &law.rules;
    let mut meter = budget.meter("move search");
    let bound = law.start + law.period;
    if rules.max_parts() > 2 || (!rules.is_finite() && rules.tail().iter().any(|d| d & 4 != 0)) {
        let mut found = None;
        visit_moves(
            rules,
            n,
            target,
            |heap| law.value(heap),
            budget,
            |m| {
                found = Some(m);
                false
            },
        )?;
        return Ok(found);
    }
    let known = rules.digits().len() as u64;
    for take in 0..known.min(n + 1) {
        meter.state()?;
        let (digit, rest) = (rules.digit(take), n - take);
        if digit & 1 != 0 && rest == 0 && target == 0 {
            return Ok(Some(HeapMove {
                take,
                parts: vec![],
            }));
        }
        if digit & 2 != 0 && rest > 0 && law.value(rest)? == target {
            return Ok(Some(HeapMove {
                take,
                parts: vec![rest],
            }));
        }
    }
    let splits: Vec<u64> = (0..known.min(n))
        .filter(|&t| rules.digit(t) & 4 != 0)
        .collect();
    let attempt = |take: u64, part: u64| -> Result<Option<HeapMove>, Error> {
        let rest = n - take;
        let Some(other) = rest.checked_sub(part) else {
            return Ok(None);
        };
        let smaller = part.min(other);
        if smaller < rules.min_part() || (rules.unequal() && part == other) {
            return Ok(None);
        }
        let total = law.value(part)? ^ law.value(other)?;
        Ok((total == target).then(|| HeapMove {
            take,
            parts: vec![smaller, part.max(other)],
        }))
    };
    // A common value needs a rare part.
    if law.saltus == 0
        && let (Some(sparseness), Some(rares), Ok(value)) =
            (law.sparseness, law.rares(), u32::try_from(target))
        && let Some(parity) = splits.first().map(|t| t & 1)
        && !sparseness.mask.is_rare(value, (n ^ parity) & 1 == 1)
    {
        for &take in &splits {
            for &part in &rares {
                meter.state()?;
                if let Some(found) = attempt(take, part)? {
                    return Ok(Some(found));
                }
            }
        }
        return Ok(None);
    }
    for &take in &splits {
        // With a saltus both parts grow with the heap and every split counts.
        let half = (n - take) / 2;
        let last = if law.saltus == 0 {
            half.min(bound)
        } else {
            half
        };
        for part in rules.min_part()..=last {
            meter.state()?;
            if let Some(found) = attempt(take, part)? {
                return Ok(Some(found));
            }
        }
    }
    if !rules.is_finite() && n >= known {
        return find_taken(law, n - known, target, &mut meter, n);
    }
    Ok(None)
}

/// A heap of at most `most` with the value `target` that the repeating digits allow.
fn find_taken(
    law: &Law,
    most: u64,
    target: u64,
    meter: &mut Meter,
    n: u64,
) -> Result<Option<HeapMove>, Error> {
    let rules = &law.rules;
    let allowed = |rest: u64| {
        let digit = rules.digit(n - rest);
        if rest == 0 {
            digit & 1 != 0
        } else {
            digit & 2 != 0
        }
    };
    let found = |rest: u64| {
        Some(HeapMove {
            take: n - rest,
            parts: if rest == 0 { vec![] } else { vec![rest] },
        })
    };
    for heap in 0..(law.start + law.period).min(most.saturating_add(1)) {
        meter.state()?;
        let base = law.value(heap)?;
        if base == target && allowed(heap) {
            return Ok(found(heap));
        }
        if heap < law.start {
            continue;
        }
        let tail = rules.tail().len() as u64;
        let candidates: Vec<u64> = if law.saltus == 0 {
            // Any period will do, if the digits at that distance allow it.
            (base == target)
                .then(|| (1..=tail).map(|k| heap + k * law.period).collect())
                .unwrap_or_default()
        } else {
            target
                .checked_sub(base)
                .filter(|d| d.is_multiple_of(law.saltus))
                .and_then(|d| (d / law.saltus).checked_mul(law.period)?.checked_add(heap))
                .into_iter()
                .collect()
        };
        if let Some(rest) = candidates.into_iter().find(|&r| r <= most && allowed(r)) {
            return Ok(found(rest));
        }
    }
    Ok(None)
}

/// A winning move of a sum of heaps: which heap, and what to do with it.
/// `None` when the sum is lost, or when no move reaches the value needed.
pub fn winning_move(
    law: &Law,
    heaps: &[u64],
    budget: &Budget,
) -> Result<Option<(usize, HeapMove)>, Error> {
    let values = heaps
        .iter()
        .map(|&heap| law.value(heap))
        .collect::<Result<Vec<u64>, _>>()?;
    let total = values.iter().fold(0, |a, b| a ^ b);
    if total == 0 {
        return Ok(None);
    }
    for (i, (&heap, &value)) in heaps.iter().zip(&values).enumerate() {
        // A smaller value is an option for certain.
        if value ^ total < value
            && let Some(found) = find_move(law, heap, value ^ total, budget)?
        {
            return Ok(Some((i, found)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::Engine;
    use super::super::solve::{Options, solve};
    use super::*;

    #[test]
    fn a_move_is_found_exactly_when_there_is_one() {
        for code in [
            "0.77",
            "0.156",
            "0.26",
            "{1,4,10}",
            "allbut{2,5}",
            "0.3[2]",
            "4.12",
            "0.15/min=2",
        ] {
            let rules: Rules = code.parse().unwrap();
            let law = solve(&rules, &Options::default()).unwrap().law.expect(code);
            let budget = Budget::default();
            for n in [0, 1, 2, 3, 7, 20, 61, 150, 433] {
                for target in 0..12 {
                    let mut all = Vec::new();
                    visit_moves(
                        &rules,
                        n,
                        target,
                        |h| law.value(h),
                        &budget,
                        |m| {
                            all.push(m);
                            true
                        },
                    )
                    .unwrap();
                    let found = find_move(&law, n, target, &budget).unwrap();
                    assert_eq!(found.is_some(), !all.is_empty(), "{code}, {n} to {target}");
                    assert!(
                        found.is_none_or(|m| all.contains(&m)),
                        "{code}, {n} to {target}"
                    );
                    for m in &all {
                        assert_eq!(m.take + m.parts.iter().sum::<u64>(), n);
                    }
                }
            }
        }
    }

    #[test]
    fn all_moves_together_give_the_value() {
        for code in ["0.8F", "4/unequal", "0.0E"] {
            let rules: Rules = code.parse().unwrap();
            let mut sequence = Engine::Brute.open(&rules, &Budget::default()).unwrap();
            sequence.advance(40).unwrap();
            let value = |heap| Ok(u64::from(sequence.value(heap).unwrap()));
            for n in 0..40 {
                let reachable = |target| {
                    let mut any = false;
                    visit_moves(&rules, n, target, value, &Budget::default(), |_| {
                        any = true;
                        false
                    })
                    .unwrap();
                    any
                };
                let own = value(n).unwrap();
                assert!(!reachable(own), "{code}, {n}");
                assert!((0..own).all(reachable), "{code}, {n}");
            }
        }
    }

    #[test]
    fn sums_of_huge_heaps_are_won() {
        for code in ["0.77", "0.16", "{1,2,3}", "allbut{1,3}"] {
            let law = solve(&code.parse().unwrap(), &Options::default())
                .unwrap()
                .law
                .unwrap();
            let huge = 1_000_000_000_000_000_000;
            for k in 0..20u64 {
                let heaps = [huge + k, huge / 3 + 7 * k, 40 + k];
                let total = heaps.iter().fold(0, |a, &h| a ^ law.value(h).unwrap());
                let found = winning_move(&law, &heaps, &Budget::default()).unwrap();
                assert_eq!(found.is_some(), total != 0, "{code}, {heaps:?}");
                if let Some((i, m)) = found {
                    let after = m.parts.iter().fold(0, |a, &p| a ^ law.value(p).unwrap());
                    assert_eq!(after ^ law.value(heaps[i]).unwrap() ^ total, 0);
                    assert_eq!(m.take + m.parts.iter().sum::<u64>(), heaps[i]);
                }
            }
        }
    }
}
