//! Sparse sets as automata.
//!
//! Which automaton accepts a set is guessed: it is learned, not from a table but from the
//! description itself, which answers for numbers of any size. Then it is *decided* that the
//! automaton accepts the set and nothing else, from properties that only the set has:
//!
//! - h(i) = Σ factor·h(i-j) + constant: the members up to the last given one are these, every
//!   member has a next one, and members that follow each other obey the recurrence;
//! - the pairs (u(n), u(n) + t·n) and (v(n) + r·n, v(n)) of [`Sparse::Sides`]: every number is
//!   the first number of one pair and the second number of one pair; above the diagonal the
//!   differences are the multiples of t, each once, and greater ones belong to greater pairs; below
//!   it the same with r. By induction u(n) is then the least number that is no
//!   u(i) and no v(i) + r·i with i < n, and v(n) likewise.
//!
//! - the pairs (a(n), a(n) + t·n + r) of [`Sparse::Offset`]: the set is its own mirror image, no
//!   pair is of equal numbers, every number is in one pair, and the differences are t·n + r, each once, greater ones in greater
//!   pairs. A number less than a(n) is then in no later pair, so that a(n) is the least number
//!   that is in no earlier one;
//! - the pairs (⌊n·α⌋, ⌊n·α⌋ + n) of [`Sparse::Line`]: see [`super::slope`]; those of [`Sparse::Cone`] follow;
//! - [`Sparse::Changed`]: the set, and the positions at which it is not meant; [`Sparse::Joined`]:
//!   the set, and a ray.
//!
//! Positions of [`Takeaway`](super::schwenk::Takeaway) games need no such proof: what they
//! are follows from Schwenk's theorem, and that the automaton accepts the lost ones is proven
//! from the rules.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{Engine, numeration::Numeration};
//! use grundy_laws::find::{decide, sparse::Sparse};
//! // 0, 1, 4, 13, 40, …: all digits are 1 in base 3.
//! let set = Sparse::Recurrence { seed: vec![0], factors: vec![3], constant: 1 };
//! let mut meter = Budget::default().meter("example");
//! let mut engine = Engine::new(Numeration::TERNARY, &mut meter);
//! let relation = decide::relation(&set, &mut engine, &Budget::default()).unwrap().unwrap();
//! assert!(relation.contains(&[(3u64.pow(30) - 1) / 2]) && !relation.contains(&[14]));
//! ```
//!
//! Limits: an automaton of at most some hundred states is learned.

use grundy::budget::Budget;
use grundy::error::Error;

use super::numerations::{of_cycle, of_recurrence};
use super::sides;
use super::slope;
use super::sparse::{Sparse, of_pairs, pairs};
use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation, Variable};
use crate::learn::{accepts, learn};

/// Numbers up to here are asked about.
const FARTHEST: u64 = 1 << 40;
/// All numbers below are compared before anything is decided: of one coordinate, of two.
const NEAR: [u64; 2] = [2_000, 80];

/// The numerations in which a set may be automatic, the best first.
pub fn numerations(set: &Sparse) -> Vec<Numeration> {
    match set {
        Sparse::Pairs { s, t } => of_pairs(*s, *t).into_iter().collect(),
        Sparse::Offset { t, .. } => of_pairs(1, *t).into_iter().collect(),
        Sparse::Changed { of, .. } | Sparse::Joined { of, .. } => numerations(of),
        // The shorter digits last: words then differ sooner.
        Sparse::Sides { above, below } => {
            let cycle = [*above.min(below), *above.max(below)];
            of_cycle(&cycle).into_iter().collect()
        }
        Sparse::Line { root, .. } | Sparse::Cone(root) => root.numeration().into_iter().collect(),
        Sparse::Takeaway(takeaway) => takeaway.numeration().into_iter().collect(),
        Sparse::Recurrence { factors, .. } => match factors[..] {
            [base] => {
                let base = u64::try_from(base).ok();
                base.and_then(Numeration::of_base).into_iter().collect()
            }
            _ => of_recurrence(factors).into_iter().collect(),
        },
        Sparse::Powers { .. } => Vec::new(),
    }
}

/// The set as a relation in the numeration of the engine, if it is known to be that.
pub fn relation(
    set: &Sparse,
    engine: &mut Engine,
    budget: &Budget,
) -> Result<Option<Relation>, Error> {
    if !numerations(set).contains(&engine.numeration()) {
        return Ok(None);
    }
    let tracks = match set {
        // By Fraenkel's theorem, without a guess.
        Sparse::Pairs { .. } => return pairs(engine).map(Some),
        Sparse::Changed { of, at } => {
            let Some(usual) = relation(of, engine, budget)? else {
                return Ok(None);
            };
            let at: Vec<Vec<u64>> = at.iter().map(|at| at.to_vec()).collect();
            let changed = engine.finite(&[0, 1], &at)?;
            return engine.differ(&usual, &changed).map(Some);
        }
        Sparse::Recurrence { .. } | Sparse::Powers { .. } => 1,
        Sparse::Joined { of, times, plus } => {
            let Some(others) = relation(of, engine, budget)? else {
                return Ok(None);
            };
            let ray = engine.equal(&[(1, 1), (0, -i64::from(*times))], (*plus).into())?;
            let mirrored = engine.rename(&ray, &[1, 0])?;
            let rays = engine.or(&ray, &mirrored)?;
            return engine.or(&others, &rays).map(Some);
        }
        // What follows from the pairs along a line.
        Sparse::Cone(root) => {
            let line = relation(&line(*root), engine, budget)?;
            return line.map(|line| slope::cone(engine, &line)).transpose();
        }
        Sparse::Line { root, times, plus } if (*times, *plus) != (1, 0) => {
            let line = relation(&line(*root), engine, budget)?;
            return { line }
                .map(|line| slope::moved(engine, &line, *times, *plus))
                .transpose();
        }
        Sparse::Offset { .. }
        | Sparse::Sides { .. }
        | Sparse::Line { .. }
        | Sparse::Takeaway(_) => 2,
    };
    let Some(dfa) = learned(set, engine.numeration(), tracks, budget)? else {
        return Ok(None);
    };
    let variables: Vec<Variable> = (0..tracks as Variable).collect();
    let found = engine.given(&dfa, &variables)?;
    let same = match set {
        Sparse::Recurrence {
            seed,
            factors,
            constant,
        } => obeys(engine, &found, seed, factors, *constant)?,
        Sparse::Sides { above, below } => {
            let turned = engine.rename(&found, &[1, 0])?;
            every_number_once(engine, &found)?
                && every_number_once(engine, &turned)?
                && steps(engine, &found, *above, 0)?
                && steps(engine, &turned, *below, 0)?
        }
        Sparse::Line { root, .. } => {
            let turned = engine.rename(&found, &[1, 0])?;
            found == turned && slope::decide(engine, &found, root)?
        }
        Sparse::Offset { t, r } => {
            let turned = engine.rename(&found, &[1, 0])?;
            let equal = engine.equal(&[(0, 1), (1, -1)], 0)?;
            found == turned
                && engine.and(&found, &equal)?.is_empty()
                && every_number_once(engine, &found)?
                && steps(engine, &found, *t, *r)?
        }
        _ => true,
    };
    Ok(same.then_some(found))
}

/// The pairs along a line as they are.
fn line(root: slope::Root) -> Sparse {
    Sparse::Line {
        root,
        times: 1,
        plus: 0,
    }
}

/// An automaton that is right about small numbers.
fn learned(
    set: &Sparse,
    numeration: Numeration,
    tracks: usize,
    budget: &Budget,
) -> Result<Option<Dfa>, Error> {
    let places = numeration.places();
    let length = (0..places.len())
        .step_by(numeration.period())
        .take_while(|&l| places[l] <= FARTHEST)
        .last()
        .unwrap_or(0);
    let near = NEAR[tracks - 1];
    // A guess from too few continuations shows itself far out, or beside a member.
    let members = set.some_members();
    let right = |dfa: &Dfa| {
        let there = |at: &Vec<u64>| {
            let mut beside = at.clone();
            beside[tracks - 1] += 1;
            accepts(dfa, numeration, at)
                && accepts(dfa, numeration, &beside) == set.contains(&beside)
        };
        members.iter().all(there)
            && (0..near.pow(tracks as u32)).all(|code| {
                let at = [code % near, code / near];
                accepts(dfa, numeration, &at[..tracks]) == set.contains(&at[..tracks])
            })
    };
    if let Sparse::Sides { above, below } = set {
        return sides::learn(*above, *below, numeration, &right, budget);
    }
    let ask = |at: &[u64]| set.contains(at);
    learn(numeration, tracks, length, &ask, &right, budget)
}

/// Whether the members are those of the recurrence: see above.
fn obeys(
    engine: &mut Engine,
    set: &Relation,
    seed: &[u64],
    factors: &[i64],
    constant: i64,
) -> Result<bool, Error> {
    let Some(&last) = seed.last() else {
        return Ok(false);
    };
    let Ok(least) = i64::try_from(last) else {
        return Ok(false);
    };
    if factors.is_empty() || seed.len() < factors.len() || last > NEAR[0] {
        return Ok(false);
    }
    if (0..=last).any(|n| set.contains(&[n]) != seed.contains(&n)) {
        return Ok(false);
    }
    // y is the next member after x: no z is between.
    let other = engine.rename(set, &[1])?;
    let less = engine.at_most(&[(0, 1), (1, -1)], -1)?;
    let ordered = engine.and_all(&[set.clone(), other, less])?;
    let between = {
        let z = engine.rename(set, &[2])?;
        let above = engine.at_most(&[(0, 1), (2, -1)], -1)?;
        let below = engine.at_most(&[(2, 1), (1, -1)], -1)?;
        engine.join(vec![z, above, below], &[0, 1])?
    };
    let next = engine.minus(&ordered, &between)?;
    let has_next = engine.exists(&next, &[1])?;
    if !engine.minus(set, &has_next)?.is_empty() {
        return Ok(false);
    }
    // Members 0, 1, …, d that follow each other, the last but one not below the last given.
    let order = factors.len() as Variable;
    let mut chain = vec![engine.at_most(&[(order - 1, -1)], -least)?];
    for at in 0..order {
        chain.push(engine.rename(&next, &[at, at + 1])?);
    }
    let mut terms = vec![(order, 1)];
    let before = (0..order).rev().zip(factors);
    terms.extend(before.map(|(variable, factor)| (variable, -factor)));
    let rule = engine.equal(&terms, constant)?;
    let broken = engine.not(&rule)?;
    chain.push(broken);
    Ok(engine.join(chain, &[])?.is_empty())
}

/// Whether every number is the first one of exactly one pair.
fn every_number_once(engine: &mut Engine, pairs: &Relation) -> Result<bool, Error> {
    let some = engine.exists(pairs, &[1])?;
    let two = engine.at_least(pairs, &[1], 2)?;
    let all = engine.all(&[0])?;
    Ok(some == all && two.is_empty())
}

/// Whether the differences y - x > 0 are the numbers `step`·n + `first`, each once, and greater ones
/// belong to greater x.
fn steps(engine: &mut Engine, pairs: &Relation, step: u8, first: u8) -> Result<bool, Error> {
    let (x, y, difference) = (0, 1, 2);
    let above = engine.at_most(&[(x, 1), (y, -1)], -1)?;
    let told = engine.equal(&[(difference, 1), (x, 1), (y, -1)], 0)?;
    let graph = engine.join(vec![pairs.clone(), above, told], &[x, difference])?;
    let differences = engine.exists(&graph, &[x])?;
    let rest = u32::from(first) % u32::from(step.max(1));
    let multiples = engine.congruent(&[(difference, 1)], step.into(), &[rest])?;
    let positive = engine.at_most(&[(difference, -1)], -i64::from(first.max(1)))?;
    let multiples = engine.and(&multiples, &positive)?;
    let twice = engine.at_least(&graph, &[x], 2)?;
    if differences != multiples || !twice.is_empty() {
        return Ok(false);
    }
    // The pair of the next difference has a greater x.
    let (other, next) = (3, 4);
    let second = engine.rename(&graph, &[other, next])?;
    let follows = engine.equal(&[(next, 1), (difference, -1)], step.into())?;
    let successive = engine.join(vec![graph, second, follows], &[x, other])?;
    let falls = engine.at_most(&[(other, 1), (x, -1)], 0)?;
    let broken = engine.and(&successive, &falls)?;
    Ok(broken.is_empty())
}
