//! The order along which a proof by induction runs.
//!
//! Either the sum of the coordinates falls with every move, or the
//! coordinates fall in lexicographic order for some order of importance, or
//! the sum rises with every move and no position has a sum beyond a bound, so that
//! what is left to the bound falls.
//! All are well-founded on tuples of naturals; that every part of every
//! target is smaller is decided by automata.

use std::fmt;

use grundy::error::Error;
use grundy::text::Text;

use super::compile::Compiled;
use crate::automata::{Engine, Relation, Variable};
use crate::rules::{Guard, Rules};

/// A well-founded order of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the sum of the coordinates.
    Sum,
    /// By these coordinates, the most important first.
    Lexicographic(Vec<usize>),
    /// By what is left of a bound on the sum of the coordinates.
    Rising(u64),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Sum => f.write_str("sum"),
            Order::Lexicographic(by) => {
                f.write_str("lexicographic")?;
                by.iter().try_for_each(|at| write!(f, " {at}"))
            }
            Order::Rising(most) => write!(f, "rising {most}"),
        }
    }
}

/// All orders that are tried.
fn candidates(dimension: usize) -> Vec<Order> {
    let mut found = vec![Order::Sum];
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    // All orders of up to four coordinates; of more, the two plain ones.
    if dimension > 4 {
        orders = vec![(0..dimension).collect(), (0..dimension).rev().collect()];
    } else {
        for _ in 0..dimension {
            orders = orders
                .into_iter()
                .flat_map(|by| {
                    (0..dimension)
                        .filter(|at| !by.contains(at))
                        .map(|at| [&by[..], &[at]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
    }
    found.extend(orders.into_iter().map(Order::Lexicographic));
    found
}

/// A part that is not smaller than the position: a union of relations.
fn not_smaller(
    engine: &mut Engine,
    order: &Order,
    part: &[Variable],
) -> Result<Vec<Vec<Relation>>, Error> {
    match order {
        Order::Sum => {
            let mut terms: Vec<(Variable, i64)> =
                (0..part.len() as Variable).map(|v| (v, 1)).collect();
            terms.extend(part.iter().map(|&v| (v, -1)));
            Ok(vec![vec![engine.at_most(&terms, 0)?]])
        }
        Order::Rising(_) => {
            let mut terms: Vec<(Variable, i64)> =
                (0..part.len() as Variable).map(|v| (v, -1)).collect();
            terms.extend(part.iter().map(|&v| (v, 1)));
            Ok(vec![vec![engine.at_most(&terms, 0)?]])
        }
        Order::Lexicographic(by) => {
            // Equal up to some place and greater there, or equal throughout.
            let mut cases = Vec::new();
            let mut equal = Vec::new();
            for &at in by {
                let mut case = equal.clone();
                let terms = [(at as Variable, 1), (part[at], -1)];
                case.push(engine.at_most(&terms, -1)?);
                cases.push(case);
                equal.push(engine.equal(&terms, 0)?);
            }
            cases.push(equal);
            Ok(cases)
        }
    }
}

/// A bound on the sums of positions that the domain says: on all coordinates together, or on
/// each of them.
fn bound(rules: &Rules) -> Option<u64> {
    /// Automata count up to the bound: greater boards are not looked at.
    const HIGHEST: i64 = 1 << 16;
    let dimension = rules.dimension();
    let mut each: Vec<Option<i64>> = vec![None; dimension];
    let mut all: Option<i64> = None;
    for guard in rules.domain.conjuncts() {
        let Guard::AtMostZero(form) = guard else {
            continue;
        };
        let most = form.constant.checked_neg()?;
        let lower = |known: Option<i64>| Some(known.map_or(most, |known| known.min(most)));
        // Σ x ≤ Σ factor·x ≤ most
        if (0..dimension).all(|v| form.factor(v) >= 1) {
            all = lower(all);
        }
        if let [(v, 1..)] = form.terms[..]
            && let Some(bound) = each.get_mut(v)
        {
            *bound = lower(*bound);
        }
    }
    let together = each.into_iter().sum::<Option<i64>>();
    let most = all.into_iter().chain(together).min()?;
    (0..=HIGHEST).contains(&most).then_some(most as u64)
}

/// The first order in which every option is smaller, or the move that is in
/// the way.
pub(super) fn find(engine: &mut Engine, rules: &Rules, moves: &[Compiled]) -> Result<Order, Error> {
    let mut culprit = None;
    let mut left = candidates(rules.dimension()).into_iter();
    let mut last = false;
    'orders: loop {
        // Where the coordinates are bounded play may rise to the bound.
        let order = match left.next() {
            Some(order) => order,
            None if !last => {
                last = true;
                match bound(rules) {
                    Some(most) => Order::Rising(most),
                    None => break,
                }
            }
            None => break,
        };
        for (number, mv) in moves.iter().enumerate() {
            for part in &mv.parts {
                for case in not_smaller(engine, &order, part)? {
                    let all = [&mv.relations[..], &case[..]].concat();
                    if !engine.join(all, &[])?.is_empty() {
                        culprit = Some(number);
                        continue 'orders;
                    }
                }
            }
        }
        return Ok(order);
    }
    let name = culprit.map_or("", |number| &rules.moves[number].name);
    Err(Error::Unsupported {
        because: Text::new(
            format!(
                "no order of the coordinates, and not their sum, falls with every move, nor does the sum rise to a bound (`{name}` is in the way): play might not end"
            ),
            format!(
                "坐标之和以及任何字典序都不随每步着法下降，和也不上升至某界（`{name}` 为障碍）：对局可能不会结束"
            ),
        ),
    })
}

/// The least position of a set that is not empty.
pub(super) fn least(
    engine: &mut Engine,
    set: &Relation,
    order: &Order,
    dimension: usize,
) -> Result<Vec<u64>, Error> {
    let mut set = set.clone();
    let fix = |set: &mut Relation, variable: Variable, engine: &mut Engine| {
        let line = engine.join(vec![set.clone()], &[variable])?;
        let Some(least) = line.shortest() else {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "a counterexample exists, but its numbers exceed 64 bits",
                    "存在反例，但其数超过 64 位",
                ),
            });
        };
        let fixed = engine.constant(variable, least[0])?;
        *set = engine.and(set, &fixed)?;
        Ok(least[0])
    };
    let mut position = vec![0; dimension];
    let by: Vec<usize> = match order {
        Order::Lexicographic(by) => by.clone(),
        Order::Rising(most) => {
            // The least is what has least left to the bound.
            let left = dimension as Variable;
            let mut terms: Vec<(Variable, i64)> =
                (0..dimension as Variable).map(|v| (v, 1)).collect();
            terms.push((left, 1));
            let most = i64::try_from(*most).unwrap_or(i64::MAX);
            let with_rest = engine.equal(&terms, most)?;
            set = engine.and(&set, &with_rest)?;
            fix(&mut set, left, engine)?;
            (0..dimension).collect()
        }
        Order::Sum => {
            let sum = dimension as Variable;
            let mut terms: Vec<(Variable, i64)> =
                (0..dimension as Variable).map(|v| (v, 1)).collect();
            terms.push((sum, -1));
            let with_sum = engine.equal(&terms, 0)?;
            set = engine.and(&set, &with_sum)?;
            fix(&mut set, sum, engine)?;
            (0..dimension).collect()
        }
    };
    for at in by {
        position[at] = fix(&mut set, at as Variable, engine)?;
    }
    Ok(position)
}
