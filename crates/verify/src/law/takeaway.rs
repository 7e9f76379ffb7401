//! Heaps where what was taken limits what may be taken next.
//!
//! A position is (n, q): at least one and at most q of n stones may be taken; whoever takes r
//! leaves (n - r, f(r)).
//!
//! **Theorem** (A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8, 1970). *Premises:*
//!
//! 1. Normal play, no option may be forbidden, every pair of naturals is a position.
//! 2. There is one kind of move; it chooses r, leads to (n - r, a·r + b), and is legal exactly
//!    if 1 ≤ r ≤ n and r ≤ q. That is decided digit by digit for all n, q and r.
//! 3. f(r) = a·r + b does not fall and is at least r: a ≥ 1 and a + b ≥ 1.
//!
//! *Then* (n, q) is lost exactly if n = 0 or q is less than the least part of n, where n is greedily a
//! sum of the parts H(1) = 1, H(k+1) = H(k) + H(m), m least with f(H(m)) ≥ H(k).
//!
//! *Proof.* Call a sum of parts *good* if f(p) < p' for each part p that follows a part p'. A good sum
//! that begins with H(k) is less than H(k+1): its rest begins with some H(i), i < m, and is less
//! than H(i+1) ≤ H(m) by induction. So a good sum is the greedy one, and greed finds good ones: the rest
//! is below H(m). Every number n > 0 has exactly one. If q ≥ h, the least part, taking h leaves
//! nothing or a good sum with a least part above f(h): lost. If q < h, let r ≤ q be taken. The
//! parts of h - r and then those of r, were f(r) less than the least part of h - r, would be a good
//! sum for h beside h itself. So f(r) is not less; and since f(p) ≤ f(h) for the parts p of h - r, these
//! end the good sum of n - r. So what is left is won. ∎

use grundy::budget::Meter;
use grundy::error::Error;

use super::atom::{Formula, Sign};
use super::certificate::Certificate;
use super::form::{Form, Guard};
use super::{Builder, Checker, lower};
use crate::refused;

/// What may be taken after r: factor·r + constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How often r is counted.
    pub factor: u64,
    /// What is added.
    pub constant: i64,
}

impl Limit {
    /// The limit that the rules of a certificate state, if they are of this kind. Nothing is
    /// claimed by that.
    pub fn of(certificate: &Certificate) -> Option<Limit> {
        let rules = lower::lower(&certificate.source).ok()?;
        stated(&rules)
    }

    fn after(&self, taken: u64) -> i128 {
        i128::from(self.factor) * i128::from(taken) + i128::from(self.constant)
    }

    /// What the theorem says of a position: whether whoever is to move loses.
    ///
    /// ```
    /// use grundy_verify::law::takeaway::Limit;
    /// let double = Limit { factor: 2, constant: 0 };
    /// assert!(double.is_lost(11, 2) && !double.is_lost(11, 3)); // 8 + 3
    /// ```
    pub fn is_lost(&self, heap: u64, most: u64) -> bool {
        let mut rest = heap;
        while rest > 0 {
            // The greatest part that is not above the rest, from the least part on.
            let mut parts = vec![1u64];
            let mut at = 0;
            let greatest = loop {
                let last = parts[parts.len() - 1];
                // Where the premises do not hold no part may be large enough.
                while at + 1 < parts.len() && self.after(parts[at]) < i128::from(last) {
                    at += 1;
                }
                match last.checked_add(parts[at]) {
                    Some(next) if next <= rest => parts.push(next),
                    _ => break last,
                }
            };
            if rest == greatest {
                return most < greatest;
            }
            rest -= greatest;
        }
        true
    }
}

/// The limit of the one move, if its target is of the form.
fn stated(rules: &lower::Rules) -> Option<Limit> {
    let [mv] = &rules.moves[..] else {
        return None;
    };
    let [target] = &mv.target[..] else {
        return None;
    };
    let [heap, limit] = &target[..] else {
        return None;
    };
    let left = Form::variable(0).plus(-1, &Form::variable(2)).ok()?;
    let factor = u64::try_from(limit.factor(2)).ok()?;
    let fits = rules.dimension == 2 && mv.binders == 1 && *heap == left;
    let only = limit.terms.iter().all(|t| t.0 == 2);
    let constant = i64::try_from(limit.constant).ok()?;
    (fits && only).then_some(Limit { factor, constant })
}

impl Checker<'_> {
    /// The premises of the theorem, in its order.
    pub(super) fn takeaway(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = self.rules;
        let not_this = |what: &str, zh: &str| {
            Err(refused(
                format!("Schwenk's theorem does not apply: {what}"),
                format!("Schwenk 定理不适用：{zh}"),
            ))
        };
        let exact = std::ptr::eq(rules, self.must);
        if rules.misere || rules.blocked > 0 || !rules.are_unbounded() || !exact {
            return not_this(
                "it is about normal play at every pair of numbers",
                "它只涉及任意数对上的正常规则",
            );
        }
        let (Some(limit), [mv]) = (stated(rules), &rules.moves[..]) else {
            return not_this(
                "there is not one move that takes r and leaves a limit a·r + b",
                "没有唯一的、取 r 后留下上限 a·r + b 的着法",
            );
        };
        // Is there a choice that is legal and should not be, or the other way round?
        let mut builder = Builder::new(3);
        let (n, q, r) = (Form::variable(0), Form::variable(1), Form::variable(2));
        let should = Guard::All(vec![
            Guard::at_most(&Form::constant(1), &r)?,
            Guard::at_most(&r, &n)?,
            Guard::at_most(&r, &q)?,
        ]);
        // A negative heap or limit makes the move illegal.
        let mut is = vec![mv.guard.clone()];
        for form in mv.target.iter().flatten() {
            is.push(Guard::AtMostZero(form.times(-1)?));
        }
        let is = Guard::All(is);
        let mut differ = Vec::new();
        for (first, second) in [(&is, &should), (&should, &is)] {
            let first = builder.guard(first, &|v| v)?;
            let second = builder.guard(&second.clone().not(), &|v| v)?;
            differ.push(Formula::All(vec![first, second]));
        }
        builder.all.push(Formula::Any(differ));
        // Numbers are not negative: a bound that is always true keeps all three in the question.
        builder.linear(&[(0, -1), (1, -1), (2, -1)], 0, Sign::AtMostZero);
        if let Some(at) = self.exists(builder, meter)? {
            let (at, taken) = (self.position(&at), at[2]);
            return not_this(
                &format!("taking {taken} from {at} is legal or not otherwise than by 1 ≤ r ≤ n, q"),
                &format!("在 {at} 处取 {taken} 是否合法与 1 ≤ r ≤ n, q 不一致"),
            );
        }
        if limit.factor < 1 || limit.after(1) < 1 {
            return not_this(
                "the limit falls, or is less than what was taken",
                "上限会下降，或小于所取之数",
            );
        }
        Ok(())
    }
}
