//! What the checker takes the rules to be, position by position: the slow definition.
//!
//! [`check`](super::check) asks about all positions at once, by digits. Here the same conditions
//! and forms are looked at for one position, by trying numbers: what the rules mean there can
//! be compared with what is played. Tests and the fuzzer do that with texts made at random; no proof
//! depends on it.
//!
//! Every number that a move chooses or defines is tried from 0 on. A linear form f·v + r has
//! one sign for all v > |r|, so beyond the greatest of these, and of what binary digits allow, nothing
//! changes but remainders: numbers are tried up to there and for one period more. If one of
//! the last is still possible the number is not bounded by what is known before it, and another
//! is tried first; where none is bounded, and all that is said of a number is about known ones, those
//! that were tried stand for all.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::certificate::Source;
//! use grundy_verify::law::reading::{Meaning, Reading};
//! let text = "state n; move halve if n > 1 -> [n/2]; move odd if n % 2 = 1 -> [n-1]".to_string();
//! let reading = Reading::of(&Source { text, ..Source::default() }).unwrap();
//! let meaning = reading.at(&[7], &mut Budget::default().meter("check")).unwrap();
//! assert_eq!(meaning, Meaning::Options([vec![vec![3]], vec![vec![6]]].into()));
//! ```
//!
//! Limits: small positions; numbers beyond 2^14 are not tried, which is an error.

use std::collections::BTreeSet;

use grundy::budget::Meter;
use grundy::error::Error;

use super::certificate::Source;
use super::form::{Bits, Form, Guard, Reason};
use super::lower::{Rules, Where, lower};

/// Sums of positions, each in order.
pub type Options = BTreeSet<Vec<Vec<u64>>>;

/// What the rules say of a tuple of naturals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It is no position.
    Outside,
    /// Something that is looked at there may have no value.
    Trouble,
    /// Play is over, and whether whoever would be next has won.
    Over(bool),
    /// Where the moves lead.
    Options(Options),
}

/// The rules of a text as the checker reads them.
pub struct Reading {
    rules: Rules,
}

/// No number beyond this is tried.
const MOST_TRIED: i128 = 1 << 14;

impl Reading {
    /// Reads the rules; the error tells what cannot be checked of them.
    pub fn of(source: &Source) -> Result<Reading, Error> {
        let rules = lower(source)?;
        Ok(Reading { rules })
    }

    /// What they say of a tuple.
    pub fn at(&self, at: &[u64], meter: &mut Meter) -> Result<Meaning, Error> {
        let at: Vec<i128> = at.iter().map(|x| i128::from(*x)).collect();
        let rules = &self.rules;
        if self.has_no_domain(&at, meter)? {
            return Ok(Meaning::Trouble);
        }
        if !exists(&rules.domain, &at, meter)? {
            return Ok(Meaning::Outside);
        }
        for trouble in rules.troubles.iter().filter(|t| t.inside) {
            if exists(&trouble.at, &at, meter)? {
                return Ok(Meaning::Trouble);
            }
        }
        for (won, end) in &rules.ends {
            if exists(end, &at, meter)? {
                return Ok(Meaning::Over(*won));
            }
        }
        let mut options = Options::new();
        for mv in &rules.moves {
            let mut targets = BTreeSet::new();
            each(&mv.guard, mv.binders, &at, meter, &mut |numbers| {
                let part = |part: &Vec<Form>| -> Vec<i128> {
                    part.iter().map(|form| value(form, numbers)).collect()
                };
                targets.insert(mv.target.iter().map(part).collect::<Vec<_>>());
                true
            })?;
            for parts in targets {
                let mut sum = Vec::new();
                for part in &parts {
                    if part.iter().any(|x| *x < 0) {
                        continue;
                    }
                    if self.has_no_domain(part, meter)? {
                        return Ok(Meaning::Trouble);
                    }
                    if exists(&rules.domain, part, meter)? {
                        sum.push(part.iter().map(|x| *x as u64).collect());
                    }
                }
                if sum.len() == parts.len() {
                    sum.sort();
                    options.insert(sum);
                }
            }
        }
        Ok(Meaning::Options(options))
    }

    /// Whether the condition of the domain has no value for a tuple.
    fn has_no_domain(&self, at: &[i128], meter: &mut Meter) -> Result<bool, Error> {
        for trouble in self.rules.troubles.iter().filter(|t| !t.inside) {
            if exists(&trouble.at, at, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn value(form: &Form, numbers: &[i128]) -> i128 {
    let terms = form.terms.iter().map(|&(v, f)| f * numbers[v]);
    terms.sum::<i128>() + form.constant
}

fn holds(guard: &Guard, numbers: &[i128], meter: &mut Meter) -> Result<bool, Error> {
    Ok(match guard {
        Guard::AtMostZero(f) => value(f, numbers) <= 0,
        Guard::Zero(f) => value(f, numbers) == 0,
        Guard::Remainder(f, m, r) => value(f, numbers).rem_euclid(i128::from(*m)) == i128::from(*r),
        Guard::Bits(bits, forms) => {
            let of: Vec<i128> = forms.iter().map(|f| value(f, numbers)).collect();
            match (bits, &of[..]) {
                (Bits::Power, [x]) => *x > 0 && x & (x - 1) == 0,
                (Bits::XorZero, all) => all.iter().fold(0, |sum, x| sum ^ x) == 0,
                (Bits::And, [x, y, z]) => x & y == *z,
                (Bits::Lowbit, [x, l]) => x & -x == *l,
                (Bits::Ones(m, r), [x]) => x.count_ones() % m == *r,
                (Bits::Count(m, r), [x]) => x.count_ones().min(*m) == *r,
                _ => false,
            }
        }
        // Made by the checker, of what is looked at here.
        Guard::Accepted(..) => false,
        Guard::All(all) => {
            for guard in all {
                if !holds(guard, numbers, meter)? {
                    return Ok(false);
                }
            }
            true
        }
        Guard::Any(any) => {
            for guard in any {
                if holds(guard, numbers, meter)? {
                    return Ok(true);
                }
            }
            false
        }
        Guard::Not(inner) => !holds(inner, numbers, meter)?,
        Guard::Exists(bound, inner) => {
            let mut numbers: Vec<Option<i128>> = numbers.iter().map(|n| Some(*n)).collect();
            bound.iter().for_each(|v| numbers[*v] = None);
            let mut found = false;
            Trial::new(inner, numbers).begin(meter, &mut |_| {
                found = true;
                false
            })?;
            found
        }
    })
}

/// Shows every form of a guard, with what it is asked about it.
fn forms<'g>(guard: &'g Guard, show: &mut dyn FnMut(&'g Guard, &'g Form)) {
    match guard {
        Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) => show(guard, f),
        Guard::Bits(_, all) | Guard::Accepted(_, all) => all.iter().for_each(|f| show(guard, f)),
        Guard::All(each) | Guard::Any(each) => each.iter().for_each(|g| forms(g, show)),
        Guard::Not(inner) | Guard::Exists(_, inner) => forms(inner, show),
    }
}

/// Whether a condition holds of a tuple.
fn exists(condition: &Where, at: &[i128], meter: &mut Meter) -> Result<bool, Error> {
    let mut found = false;
    each(&condition.guard, condition.binders, at, meter, &mut |_| {
        found = true;
        false
    })?;
    Ok(found)
}

/// Conditions that must all hold, each with the variables that it mentions.
struct Trial<'g> {
    conditions: Vec<(&'g Guard, BTreeSet<usize>)>,
    numbers: Vec<Option<i128>>,
}

/// Shows all numbers that fulfil a guard, the first ones given, until `show` says that it
/// has seen enough.
fn each(
    guard: &Guard,
    binders: usize,
    at: &[i128],
    meter: &mut Meter,
    show: &mut dyn FnMut(&[i128]) -> bool,
) -> Result<(), Error> {
    let given = at.iter().map(|x| Some(*x));
    let numbers = given.chain(vec![None; binders]).collect();
    Trial::new(guard, numbers).begin(meter, show)
}

impl<'g> Trial<'g> {
    fn new(guard: &'g Guard, mut numbers: Vec<Option<i128>>) -> Trial<'g> {
        let mut conditions = Vec::new();
        let mut open = vec![guard];
        while let Some(guard) = open.pop() {
            match guard {
                Guard::All(all) => open.extend(all),
                guard => conditions.push((guard, guard.variables())),
            }
        }
        // Of what nothing is said any number will do.
        for (v, number) in numbers.iter_mut().enumerate() {
            if !conditions.iter().any(|c| c.1.contains(&v)) {
                number.get_or_insert(0);
            }
        }
        Trial {
            conditions,
            numbers,
        }
    }

    fn begin(
        &mut self,
        meter: &mut Meter,
        show: &mut dyn FnMut(&[i128]) -> bool,
    ) -> Result<(), Error> {
        if self.hold(None, meter)? {
            self.go_on(meter, show)?;
        }
        Ok(())
    }

    /// Whether the conditions hold that are about known numbers only, and about `of`.
    fn hold(&self, of: Option<usize>, meter: &mut Meter) -> Result<bool, Error> {
        let known: Vec<i128> = self.numbers.iter().map(|n| n.unwrap_or(0)).collect();
        let asked = |variables: &BTreeSet<usize>| {
            variables.iter().all(|v| self.numbers[*v].is_some())
                && of.is_none_or(|of| variables.contains(&of))
        };
        for (guard, _) in self.conditions.iter().filter(|c| asked(&c.1)) {
            if !holds(guard, &known, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The numbers that a variable may be, if those that are known bound it; or, if `any` will
    /// do and nothing else depends on it, numbers that stand for all.
    fn candidates(
        &mut self,
        v: usize,
        any: bool,
        meter: &mut Meter,
    ) -> Result<Option<Vec<i128>>, Error> {
        let known: Vec<i128> = self.numbers.iter().map(|n| n.unwrap_or(0)).collect();
        let about = |variables: &BTreeSet<usize>| {
            let others = variables.iter().filter(|other| **other != v);
            variables.contains(&v) && { others }.all(|other| self.numbers[*other].is_some())
        };
        let mut mentions = self.conditions.iter().filter(|c| c.1.contains(&v));
        let any = any && mentions.all(|c| about(&c.1));
        let (mut most, mut period, mut power, mut equal) = (0i128, 1i128, false, None);
        for (guard, _) in self.conditions.iter().filter(|c| about(&c.1)) {
            forms(guard, &mut |asked, f| {
                // The variable itself is 0 here.
                most = most.max(value(f, &known).abs());
                match asked {
                    Guard::Remainder(_, m, _) => period = period.saturating_mul(i128::from(*m)),
                    Guard::Bits(Bits::XorZero, all) => {
                        most = most.max(all.iter().map(|f| value(f, &known)).sum())
                    }
                    _ => {}
                }
            });
            match guard {
                Guard::Bits(Bits::Power, _) => power = true,
                Guard::Zero(f) => {
                    let (factor, rest) = (f.factor(v), value(f, &known));
                    equal = Some((rest % factor == 0).then_some(-rest / factor));
                }
                _ => {}
            }
        }
        // Of the xor of some numbers no bit is beyond those of their sum.
        let most = 2 * most + 1;
        let tried: Vec<i128> = match equal {
            Some(only) => only.into_iter().filter(|x| *x >= 0).collect(),
            None if power => (0..63).map(|k| 1 << k).collect(),
            None if most > MOST_TRIED => return Ok(None),
            None => (0..=most + period.min(MOST_TRIED)).collect(),
        };
        let mut found = Vec::new();
        for x in tried {
            meter.advance(1)?;
            self.numbers[v] = Some(x);
            if self.hold(Some(v), meter)? {
                found.push(x);
            }
            self.numbers[v] = None;
        }
        let unbounded = equal.is_none() && !power && found.last().is_some_and(|x| *x > most);
        Ok((any || !unbounded).then_some(found))
    }

    /// Tries all numbers of a variable that is bounded, and so on; `false` if enough was seen.
    /// The recursion is as deep as there are variables in a move.
    fn go_on(
        &mut self,
        meter: &mut Meter,
        show: &mut dyn FnMut(&[i128]) -> bool,
    ) -> Result<bool, Error> {
        let unknown: Vec<usize> = { 0..self.numbers.len() }
            .filter(|v| self.numbers[*v].is_none())
            .collect();
        if unknown.is_empty() {
            let numbers: Vec<i128> = self.numbers.iter().flatten().copied().collect();
            return Ok(show(&numbers));
        }
        let bounded_first = [false, true].into_iter();
        for (any, v) in bounded_first.flat_map(|any| unknown.iter().map(move |v| (any, *v))) {
            let Some(candidates) = self.candidates(v, any, meter)? else {
                continue;
            };
            for x in candidates {
                self.numbers[v] = Some(x);
                let more = self.go_on(meter, show)?;
                self.numbers[v] = None;
                if !more {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let reason = Reason(
            "numbers that are too large to be tried",
            "数过大，无法逐一尝试",
        );
        Err(reason.into())
    }
}
