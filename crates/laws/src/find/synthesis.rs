//! Expressions enumerated from the smallest up.
//!
//! Expressions are built from the coordinates, small numbers and numbers
//! mined from the table, by arithmetic and bit operations. Two expressions
//! with the same values at the sample points count as one (observational
//! equivalence). At the root the pool is searched from both sides: for every
//! e it is looked up whether t-e, t+e, e-t, t⊕e is in the pool, t being the
//! table; so formulas twice as long as the pool's are reached.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::Finder;
use crate::expression::{Condition, Expression as E, Function, Operation, call, call_two, operate};
use crate::law::Statement;
use crate::sample::Sample;

/// Enumerates expressions.
pub struct Synthesis;

/// Points at which expressions are told apart.
const POINTS: usize = 40;
const MOST_IN_POOL: usize = 60_000;
const LARGEST: i64 = 1 << 40;

struct Pool {
    list: Vec<(E, Vec<i64>)>,
    known: FxHashMap<Vec<i64>, usize>,
    /// Where the expressions of each size begin.
    sizes: Vec<usize>,
}

impl Pool {
    /// Takes up an expression whose values are new and not too large.
    fn add(&mut self, expression: E, values: Vec<i64>) {
        let next = self.list.len();
        let fits = next < MOST_IN_POOL && values.iter().all(|v| v.abs() <= LARGEST);
        if fits && !self.known.contains_key(&values) {
            let number = |e: &E| matches!(e, E::Number(_));
            let expression = match (&expression, values.first()) {
                (E::Binary(_, a, b), Some(value)) if number(a) && number(b) => E::Number(*value),
                (E::Call(_, all), Some(value)) if all.iter().all(number) => E::Number(*value),
                _ => expression,
            };
            self.known.insert(values.clone(), next);
            self.list.push((expression, values));
        }
    }
}

const OPERATIONS: [Operation; 8] = [
    Operation::Add,
    Operation::Subtract,
    Operation::Xor,
    Operation::And,
    Operation::Or,
    Operation::Multiply,
    Operation::Divide,
    Operation::Modulo,
];
const ONE: [Function; 6] = [
    Function::LowBit,
    Function::Ones,
    Function::ThueMorse,
    Function::SquareRoot,
    Function::SmallestFibonacci,
    Function::TrailingZeros,
];
const TWO: [Function; 2] = [Function::Min, Function::Max];

fn map_two(a: &[i64], b: &[i64], f: impl Fn(i64, i64) -> Option<i64>) -> Option<Vec<i64>> {
    a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
}

/// Points spread over the table, near the origin and far from it.
fn points(lower: &Sample) -> Vec<(Vec<u64>, i64)> {
    let all: Vec<(Vec<u64>, u32)> = lower.labels().positions().collect();
    let half = POINTS / 2;
    let mut chosen: Vec<usize> = (0..all.len().min(half)).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    while chosen.len() < POINTS.min(all.len()) {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = (state >> 33) as usize % all.len();
        if !chosen.contains(&at) {
            chosen.push(at);
        }
    }
    chosen
        .iter()
        .map(|&at| (all[at].0.clone(), all[at].1.into()))
        .collect()
}

impl Finder for Synthesis {
    fn name(&self) -> Words {
        ("expression", "表达式")
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let mut meter = budget.meter("synthesis");
        let points = points(lower);
        let target: Vec<i64> = points.iter().map(|p| p.1).collect();
        let mut pool = Pool {
            list: Vec::new(),
            known: FxHashMap::default(),
            sizes: vec![0, 0],
        };
        for v in 0..lower.size.len() {
            let values = points.iter().map(|p| p.0[v] as i64).collect();
            pool.add(E::Variable(v), values);
        }
        // Small numbers, and numbers that the table itself suggests.
        let largest = lower.labels().positions().map(|p| p.1).max().unwrap_or(0);
        for number in [1, 2, 3, 4, i64::from(largest), i64::from(largest) + 1] {
            pool.add(E::Number(number), vec![number; points.len()]);
        }
        pool.sizes.push(pool.list.len());
        let mut best = self.root(&pool, lower, &target);
        // Sizes 2, 3, …: one function, or an operation on two smaller ones.
        let mut size = 2;
        'grow: while best.is_none() && pool.list.len() < MOST_IN_POOL && size < 9 {
            let begin = pool.list.len();
            for at in pool.sizes[size - 1]..pool.sizes[size] {
                meter.state()?;
                let (e, values) = pool.list[at].clone();
                for function in ONE {
                    let mapped: Option<Vec<i64>> =
                        values.iter().map(|v| call(function, *v)).collect();
                    if let Some(mapped) = mapped {
                        pool.add(E::Call(function, vec![e.clone()]), mapped);
                    }
                }
            }
            for left in 1..size - 1 {
                let right = size - 1 - left;
                for a in pool.sizes[left]..pool.sizes[left + 1] {
                    for b in pool.sizes[right]..pool.sizes[right + 1] {
                        meter.state()?;
                        if pool.list.len() >= MOST_IN_POOL {
                            break 'grow;
                        }
                        let (x, xs) = pool.list[a].clone();
                        let (y, ys) = pool.list[b].clone();
                        for operation in OPERATIONS {
                            let values = map_two(&xs, &ys, |a, b| operate(operation, a, b));
                            if let Some(values) = values {
                                pool.add(E::binary(operation, x.clone(), y.clone()), values);
                            }
                        }
                        for function in TWO {
                            let values = map_two(&xs, &ys, |a, b| call_two(function, a, b));
                            if let Some(values) = values {
                                pool.add(E::Call(function, vec![x.clone(), y.clone()]), values);
                            }
                        }
                    }
                }
            }
            size += 1;
            pool.sizes.push(pool.list.len());
            if pool.list.len() == begin {
                break;
            }
            best = self.root(&pool, lower, &target);
        }
        if best.is_none() {
            best = self.root(&pool, lower, &target);
        }
        Ok(best.into_iter().collect())
    }
}

impl Synthesis {
    /// The shortest formula for the table from expressions of the pool.
    fn root(&self, pool: &Pool, lower: &Sample, target: &[i64]) -> Option<Statement> {
        let fits = |e: &E| {
            lower
                .labels()
                .positions()
                .all(|(at, label)| e.value(&at) == Some(label.into()))
        };
        if lower.outcomes {
            return self.zero_set(pool, lower, target);
        }
        if let Some(&at) = pool.known.get(target)
            && fits(&pool.list[at].0)
        {
            return Some(Statement::Value(pool.list[at].0.clone()));
        }
        for (e, values) in &pool.list {
            type Half = (Operation, fn(i64, i64) -> Option<i64>);
            // t = rest ∘ e, or e - rest.
            let halves: [Half; 3] = [
                (Operation::Add, |t, e| t.checked_sub(e)),
                (Operation::Subtract, |t, e| t.checked_add(e)),
                (Operation::Xor, |t, e| (t >= 0 && e >= 0).then_some(t ^ e)),
            ];
            for (operation, rest_of) in halves {
                if let Some(rest) = map_two(target, values, rest_of)
                    && let Some(&at) = pool.known.get(&rest)
                {
                    let whole = E::binary(operation, pool.list[at].0.clone(), e.clone());
                    if fits(&whole) {
                        return Some(Statement::Value(whole));
                    }
                }
            }
        }
        None
    }

    /// An expression that is zero exactly at the lost positions.
    fn zero_set(&self, pool: &Pool, lower: &Sample, target: &[i64]) -> Option<Statement> {
        let fits = |e: &E| {
            lower
                .labels()
                .positions()
                .all(|(at, label)| e.value(&at).is_some_and(|v| (v == 0) == (label == 0)))
        };
        let found = pool.list.iter().find(|(e, values)| {
            values
                .iter()
                .zip(target)
                .all(|(v, t)| (*v == 0) == (*t == 0))
                && fits(e)
        });
        let (e, _) = found?;
        Some(Statement::Lost(Condition::equal(e.clone(), E::Number(0))))
    }
}
