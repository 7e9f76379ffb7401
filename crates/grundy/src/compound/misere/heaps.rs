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
//!
//! Nothing is lost at a limit: [`HeapQuotient::grow`] keeps the last complete quotient, and goes on
//! there when it is called again; [`HeapQuotient::resume`] goes on from a certificate.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::misere::heaps::HeapQuotient;
//! let mut found = HeapQuotient::new(&"0.07".parse().unwrap()).unwrap();
//! assert!(found.grow(30, &Budget::default().with_states(20_000)).is_err());
//! assert_eq!(found.quotient().heaps(), 24); // proven for heaps up to 24
//! found.grow(27, &Budget::default()).unwrap();
//! assert_eq!(found.growth().last(), Some(&(27, 176)));
//! ```

use super::certificate::Certificate;
use super::quotient::{Habit, HeapOptions, Quotient};
use crate::budget::{Budget, Meter};
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
    habit: Habit,
}

/// The options of the heaps up to `heaps`, for an octal code.
pub fn octal_options(rules: &Rules, heaps: usize, budget: &Budget) -> Result<HeapOptions, Error> {
    is_octal(rules)?;
    let mut options: HeapOptions = vec![Vec::new()];
    let mut meter = budget.meter("moves");
    let mut held = 0;
    for _ in 1..=heaps {
        held += push_options(rules, &mut options, budget)?;
        meter.bytes(held)?;
    }
    Ok(options)
}

fn is_octal(rules: &Rules) -> Result<(), Error> {
    if rules.is_plain() && rules.min_part() <= 1 && rules.max_parts() <= 2 {
        return Ok(());
    }
    Err(Error::Unsupported {
        because: Text::new(
            format!("misère quotients are computed of finite octal codes, and {rules} is none"),
            format!("反常商只对有限八进制编码计算，而 {rules} 不是"),
        ),
    })
}

/// Adds the options of the next heap, and answers the bytes they take.
fn push_options(rules: &Rules, options: &mut HeapOptions, budget: &Budget) -> Result<u64, Error> {
    let mut moves: Vec<Vec<usize>> = Vec::new();
    let same = |_| Ok(0);
    visit_moves(rules, options.len() as u64, 0, same, budget, |mv| {
        moves.push(mv.parts.iter().map(|&part| part as usize).collect());
        true
    })?;
    // A move is a list of at most two heaps.
    let bytes = moves.len() * (size_of::<Vec<usize>>() + 2 * size_of::<usize>());
    options.push(moves);
    Ok(bytes as u64)
}

impl HeapQuotient {
    /// The quotient of the empty heap alone, from which others are grown.
    pub fn new(rules: &Rules) -> Result<Self, Error> {
        is_octal(rules)?;
        Ok(HeapQuotient {
            rules: rules.clone(),
            options: vec![Vec::new()],
            quotient: Quotient::default(),
            period: None,
            growth: Vec::new(),
            habit: Habit::default(),
        })
    }

    /// The quotient of all heaps up to `heaps`.
    pub fn compute(rules: &Rules, heaps: usize, budget: &Budget) -> Result<Self, Error> {
        let mut found = HeapQuotient::new(rules)?;
        found.grow(heaps, budget)?;
        Ok(found)
    }

    /// Makes it the quotient of all heaps up to `heaps`, if it is of fewer. Where that fails, it is
    /// the one of as many heaps as were done, and can be grown on.
    pub fn grow(&mut self, heaps: usize, budget: &Budget) -> Result<(), Error> {
        let mut meter = budget.meter("misère quotient");
        let mut held = 0;
        let mut ended = Ok(());
        while ended.is_ok() && self.quotient.heaps() < heaps {
            ended = self.grow_by_one(&mut held, &mut meter);
        }
        self.period = find_period(self.quotient.pretend(), self.rules.last() as usize);
        ended
    }

    fn grow_by_one(&mut self, held: &mut u64, meter: &mut Meter) -> Result<(), Error> {
        let n = self.quotient.heaps() + 1;
        if self.options.len() == n {
            let budget = meter.budget().clone();
            *held += push_options(&self.rules, &mut self.options, &budget)?;
            meter.bytes(*held)?;
        }
        let next = self
            .quotient
            .extend(&self.options, &mut self.habit, meter)?;
        if next.order() != self.quotient.order() {
            self.growth.push((n, next.order()));
        }
        self.quotient = next;
        Ok(())
    }

    /// What a certificate claims, checked anew, so that it can be grown on.
    pub fn resume(certificate: &Certificate, budget: &Budget) -> Result<Self, Error> {
        let refuse = |en: &'static str, zh: &'static str| Error::BadCertificate {
            because: Text::fixed(en, zh),
        };
        let rules: Rules = certificate.code.parse()?;
        let mut found = HeapQuotient::new(&rules)?;
        let mut meter = budget.meter("misère quotient");
        meter.bytes(8 * (certificate.order as u64).saturating_pow(2))?;
        let fits = || refuse("its tables do not fit together", "各表互不相容");
        let short = |list: &[usize]| -> Result<Vec<u32>, Error> {
            let short = list.iter().map(|&x| u32::try_from(x).ok());
            short.collect::<Option<Vec<u32>>>().ok_or_else(fits)
        };
        let mut lost = vec![false; certificate.order];
        for &x in &certificate.lost {
            *lost.get_mut(x).ok_or_else(fits)? = true;
        }
        let (mut generators, mut times) = (Vec::new(), Vec::new());
        for (heap, row) in &certificate.times {
            if *heap == 0 || certificate.pretend.get(*heap) != row.first() {
                return Err(fits());
            }
            generators.push(*heap);
            times.push(short(row)?);
        }
        if Some(certificate.pretend.len()) != certificate.heaps.checked_add(1) {
            return Err(fits());
        }
        let pretend = short(&certificate.pretend)?;
        let claimed = Quotient::assemble(generators, times, lost, pretend)?;
        found.options = octal_options(&rules, certificate.heaps, budget)?;
        if claimed.verify(&found.options, &mut meter)?.is_some() {
            return Err(refuse("a class has the wrong outcome", "有类的结果有误"));
        }
        let mut order = 1;
        for heap in 1..=certificate.heaps {
            // What smaller heaps tell apart is their quotient.
            let part = claimed.of_heaps(heap, &mut meter)?;
            if part.order() != order {
                order = part.order();
                found.growth.push((heap, order));
            }
            found.quotient = part;
        }
        if found.quotient.order() != claimed.order() {
            return Err(refuse("two classes behave alike", "有两个类无法区分"));
        }
        found.period = find_period(found.quotient.pretend(), rules.last() as usize);
        Ok(found)
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
