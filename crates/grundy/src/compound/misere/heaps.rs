//! Misère play of octal games: quotient, period, outcome and winning move.
//!
//! [`HeapQuotient::compute`] finds the misère quotient of the heaps up to a
//! bound ([`super::quotient`]) and looks for a period of the pretending
//! function Φ.
//!
//! **Theorem** (Plambeck 2005, in the form proven here). Let moves take at most
//! k and leave at most two heaps, n₀ ≥ 1, and let the quotient be right for
//! all heaps below M = 2(n₀+p)+k with Φ(n+p) = Φ(n) for n₀ ≤ n < M-p. Then the
//! quotient is right for *all* heaps, with Φ continued by the period. *Proof.*
//! Let n ≥ M and Φ be continued up to n-1. An option of n has a heap of at
//! least (n-k)/2 ≥ n₀+p; p less there is an option of n-p of the same class.
//! An option of n-p has a heap of at least (n-p-k)/2 ≥ n₀; p more there is an
//! option of n of the same class. So heap n has the class and the options'
//! classes of heap n-p, and adds nothing to the check. ∎
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::misere::heaps::HeapQuotient;
//! use grundy::outcome::Outcome;
//! let kayles = HeapQuotient::compute(&"0.77".parse().unwrap(), 170, &Budget::default()).unwrap();
//! assert_eq!(kayles.quotient().order(), 40);
//! assert_eq!(kayles.period(), Some((71, 12)));
//! assert_eq!(kayles.outcome(&[10_000_000_019, 5, 1]).unwrap(), Outcome::N);
//! ```

use super::certificate::Certificate;
use super::quotient::{HeapOptions, Quotient};
use crate::budget::Budget;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::outcome::Outcome;
use crate::solve::heap::code::Rules;
use crate::solve::heap::moves::{HeapMove, visit_moves};
use crate::text::Text;

/// What is proven about the misère play of an octal game.
#[derive(Clone, Debug)]
pub struct HeapQuotient {
    rules: Rules,
    options: HeapOptions,
    quotient: Quotient,
    /// From which heap on, and how long.
    period: Option<(usize, usize)>,
    /// The heaps at which the order changed, with the order.
    growth: Vec<(usize, usize)>,
}

/// The options of the heaps up to `heaps`, for an octal code.
pub fn octal_options(rules: &Rules, heaps: usize, budget: &Budget) -> Result<HeapOptions, Error> {
    if !rules.is_plain() || rules.min_part() > 1 || rules.max_parts() > 2 {
        return Err(Error::Unsupported {
            because: Text::new(
                format!("misère quotients are computed of finite octal codes, and {rules} is none"),
                format!("反常商只对有限八进制编码计算，而 {rules} 不是"),
            ),
        });
    }
    let mut options: HeapOptions = vec![Vec::new()];
    let mut meter = budget.meter("moves");
    let mut held = 0;
    for n in 1..=heaps {
        let mut moves: Vec<Vec<usize>> = Vec::new();
        let same = |_| Ok(0);
        visit_moves(rules, n as u64, 0, same, budget, |mv| {
            moves.push(mv.parts.iter().map(|&part| part as usize).collect());
            true
        })?;
        // A move is a list of at most two heaps.
        held += moves.len() * (size_of::<Vec<usize>>() + 2 * size_of::<usize>());
        meter.bytes(held as u64)?;
        options.push(moves);
    }
    Ok(options)
}

impl HeapQuotient {
    /// The quotient of all heaps up to `heaps`.
    pub fn compute(rules: &Rules, heaps: usize, budget: &Budget) -> Result<Self, Error> {
        let options = octal_options(rules, heaps, budget)?;
        let mut meter = budget.meter("misère quotient");
        meter.set_goal(heaps as u64);
        let mut quotient = Quotient::default();
        let mut growth = Vec::new();
        for n in 1..=heaps {
            let next = quotient.extend(&options, &mut meter)?;
            if next.order() != quotient.order() {
                growth.push((n, next.order()));
            }
            quotient = next;
        }
        let period = find_period(quotient.pretend(), rules.last() as usize);
        Ok(HeapQuotient {
            rules: rules.clone(),
            options,
            quotient,
            period,
            growth,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The quotient.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The proven period of the pretending function, as the heap from which on
    /// it holds and its length.
    pub fn period(&self) -> Option<(usize, usize)> {
        self.period
    }

    /// The heaps at which the order changed, with the new order.
    pub fn growth(&self) -> &[(usize, usize)] {
        &self.growth
    }

    /// The heap of the table that has the same class and the same classes of
    /// options.
    fn twin(&self, heap: u64) -> Result<usize, Error> {
        let most = self.quotient.heaps() as u64;
        if heap <= most {
            return Ok(heap as usize);
        }
        let Some((_, period)) = self.period else {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("the quotient is proven for heaps up to {most}, not for {heap}"),
                    format!("该商已对不超过 {most} 的堆证明，未含 {heap}"),
                ),
            });
        };
        let period = period as u64;
        Ok((most - (period - 1) + (heap - most - 1) % period) as usize)
    }

    /// Who wins the misère sum of heaps.
    pub fn outcome(&self, heaps: &[u64]) -> Result<Outcome, Error> {
        let twins: Result<Vec<usize>, Error> = heaps.iter().map(|&h| self.twin(h)).collect();
        let class = self.quotient.class(&twins?);
        Ok(Outcome::mover_wins(!self.quotient.is_lost(class)))
    }

    /// A winning move, and the heap it is made in; `None` if there is none.
    pub fn winning_move(&self, heaps: &[u64]) -> Result<Option<(usize, HeapMove)>, Error> {
        let mut found = None;
        let _ = self.winning_moves(heaps, &mut |at, mv| {
            found = Some((at, mv));
            STOP
        })?;
        Ok(found)
    }

    /// Names winning moves, each with the heap it is made in, until told to
    /// stop: all of them in heaps of the table, and in larger ones those that
    /// differ from a move in the twin by a longer largest part, after which
    /// the answer is [`STOP`] too.
    pub fn winning_moves(
        &self,
        heaps: &[u64],
        visit: &mut impl FnMut(usize, HeapMove) -> Flow,
    ) -> Result<Flow, Error> {
        let twins: Result<Vec<usize>, Error> = heaps.iter().map(|&h| self.twin(h)).collect();
        let twins = twins?;
        // Products of all heaps before and after each one.
        let quotient = &self.quotient;
        let classes: Vec<u32> = twins.iter().map(|&h| quotient.pretend()[h]).collect();
        let mut after = vec![0; classes.len() + 1];
        for at in (0..classes.len()).rev() {
            after[at] = quotient.product(after[at + 1], classes[at]);
        }
        let mut before = 0;
        let mut complete = CONTINUE;
        for (at, &twin) in twins.iter().enumerate() {
            let rest = quotient.product(before, after[at + 1]);
            let longer = heaps[at] - twin as u64;
            for parts in &self.options[twin] {
                let class = quotient.product(rest, quotient.class(parts));
                if !quotient.is_lost(class) {
                    continue;
                }
                let mut parts: Vec<u64> = parts.iter().map(|&part| part as u64).collect();
                let left: u64 = parts.iter().sum();
                // By the theorem's proof the largest part takes the difference.
                if let Some(largest) = parts.iter_mut().max() {
                    *largest += longer;
                }
                parts.sort_unstable();
                let take = twin as u64 - left;
                if visit(at, HeapMove { take, parts }).is_break() {
                    return Ok(STOP);
                }
            }
            if longer > 0 {
                complete = STOP;
            }
            before = quotient.product(before, classes[at]);
        }
        Ok(complete)
    }

    /// The relations of a presentation: pairs of exponents of the generators,
    /// the first larger in the degree order. Together they say all.
    pub fn relations(&self) -> Vec<(Vec<u32>, Vec<u32>)> {
        let quotient = &self.quotient;
        let count = quotient.generators().len();
        let mut normal: Vec<Option<Vec<u32>>> = vec![None; quotient.order()];
        normal[0] = Some(vec![0; count]);
        let mut level: Vec<(Vec<u32>, u32)> = vec![(vec![0; count], 0)];
        let mut relations: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        while !level.is_empty() {
            let mut next: Vec<(Vec<u32>, u32)> = Vec::new();
            for (word, x) in &level {
                for g in 0..count {
                    let mut longer = word.clone();
                    longer[g] += 1;
                    next.push((longer, quotient.times()[g][*x as usize]));
                }
            }
            // Earlier generators count for less; the least word of a class is its normal form.
            next.sort_by(|a, b| a.0.iter().rev().cmp(b.0.iter().rev()));
            next.dedup();
            level.clear();
            for (word, x) in next {
                match &normal[x as usize] {
                    None => {
                        normal[x as usize] = Some(word.clone());
                        level.push((word, x));
                    }
                    Some(least) => {
                        let divides =
                            |smaller: &[u32]| smaller.iter().zip(&word).all(|(a, b)| a <= b);
                        if !relations.iter().any(|(longer, _)| divides(longer)) {
                            relations.push((word, least.clone()));
                        }
                    }
                }
            }
        }
        relations
    }

    /// The text of a certificate, which a checker of its own verifies.
    pub fn certificate(&self) -> String {
        let quotient = &self.quotient;
        let numbers = |list: &[u32]| list.iter().map(|&x| x as usize).collect();
        let times = quotient.generators().iter().zip(quotient.times());
        let certificate = Certificate {
            code: self.rules.to_string(),
            heaps: quotient.heaps(),
            order: quotient.order(),
            times: times.map(|(&heap, row)| (heap, numbers(row))).collect(),
            lost: numbers(&quotient.lost()),
            pretend: numbers(quotient.pretend()),
            period: self.period,
        };
        certificate.to_string()
    }
}

/// The least period that the theorem proves, if there is one.
fn find_period(pretend: &[u32], most_taken: usize) -> Option<(usize, usize)> {
    let known = pretend.len();
    (1..known / 2).find_map(|period| {
        let differs = (1..known - period)
            .rev()
            .find(|&n| pretend[n] != pretend[n + period]);
        let from = differs.map_or(1, |n| n + 1);
        (known >= 2 * (from + period) + most_taken).then_some((from, period))
    })
}

/// The heap game as a [`Game`], for search.
pub struct HeapGame<'o>(pub &'o HeapOptions);

impl Game for HeapGame<'_> {
    type Position = usize;
    type Move = usize;

    fn options(&self, heap: &usize, visit: &mut impl FnMut(usize, &[usize]) -> Flow) -> Flow {
        let options = self.0.get(*heap).map_or(&[][..], Vec::as_slice);
        let mut options = options.iter().enumerate();
        options.try_for_each(|(number, parts)| visit(number, parts))
    }
}
