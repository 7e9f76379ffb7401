//! What is linear about rules: forms, conditions, and a prover for them.
//!
//! [`Linear`] is a constant and a multiple of each slot. [`Linear::of`] finds
//! it for a number that is linear; [`Condition::of`] shows a condition as
//! comparisons of such forms with 0, joined by *and*, *or*, *not*. What is not
//! linear is [`Condition::Opaque`], with the reason. That is what proofs of
//! laws start from ([`linear_move`]).
//!
//! [`System`] decides whether linear inequalities imply another one, by
//! eliminating the variables one after another (Fourier 1826, Motzkin 1936).
//! Over the rationals that is complete; of integers it uses only that a
//! positive one is at least 1. So *yes* is a proof, *no* is not.
//!
//! ```
//! use grundy_lang::linear::{Linear, System};
//! // 1 <= k and k <= n imply n - k < n.
//! let (n, k) = (Linear::slot(0), Linear::slot(1));
//! let mut system = System::default();
//! system.at_least_zero(k.minus(&Linear::constant(1)).unwrap());
//! system.at_least_zero(n.minus(&k).unwrap());
//! assert!(system.implies_positive(&n.minus(&n.minus(&k).unwrap()).unwrap()));
//! assert!(!system.implies_positive(&n.minus(&k).unwrap()));
//! ```

use std::collections::BTreeMap;

use crate::ir::{self, Binary, Compare, Cond, Domain, Expr, Slot, Step, Unary};

/// A constant and a multiple of each slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    /// The constant.
    pub constant: i64,
    /// The multiples, none of them 0.
    pub terms: BTreeMap<Slot, i64>,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            terms: BTreeMap::new(),
        }
    }

    /// What stands in a slot.
    pub fn slot(slot: Slot) -> Linear {
        Linear {
            constant: 0,
            terms: BTreeMap::from([(slot, 1)]),
        }
    }

    /// The linear form of a number; `None` if it has none (or one beyond 64
    /// bits).
    pub fn of(expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Const(value) => Some(Linear::constant(*value)),
            Expr::Slot(slot) => Some(Linear::slot(*slot)),
            Expr::Unary(Unary::Negate, a) => Linear::of(a)?.times(-1),
            Expr::Binary(Binary::Add, a, b) => Linear::of(a)?.plus(&Linear::of(b)?),
            Expr::Binary(Binary::Subtract, a, b) => Linear::of(a)?.minus(&Linear::of(b)?),
            Expr::Binary(Binary::Multiply, a, b) => {
                let (a, b) = (Linear::of(a)?, Linear::of(b)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => b.times(a.constant),
                    (_, true) => a.times(b.constant),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (slot, by) in &other.terms {
            let term = sum.terms.entry(*slot).or_insert(0);
            *term = term.checked_add(*by)?;
        }
        sum.terms.retain(|_, by| *by != 0);
        Some(sum)
    }

    /// The difference.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(-1)?)
    }

    /// A multiple.
    pub fn times(&self, by: i64) -> Option<Linear> {
        let mut product = Linear::constant(self.constant.checked_mul(by)?);
        for (slot, term) in &self.terms {
            product.terms.insert(*slot, term.checked_mul(by)?);
        }
        product.terms.retain(|_, by| *by != 0);
        Some(product)
    }
}

/// A condition on linear forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always or never.
    Truth(bool),
    /// The form is at least 0.
    AtLeastZero(Linear),
    /// The form is 0.
    Zero(Linear),
    /// The form is a multiple of the number, which is positive.
    Multiple(Linear, i64),
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Not linear, for the reason given in a word.
    Opaque(&'static str),
}

impl Condition {
    /// The linear form of a condition.
    pub fn of(cond: &Cond) -> Condition {
        match cond {
            Cond::Truth(truth) => Condition::Truth(*truth),
            Cond::Compare(compare, a, b) => Condition::compare(*compare, a, b),
            Cond::Divides(a, b) => match (a, Linear::of(b)) {
                (Expr::Const(a), Some(b)) if *a > 0 => Condition::Multiple(b, *a),
                _ => Condition::Opaque("divides"),
            },
            Cond::Not(a) => Condition::Not(Box::new(Condition::of(a))),
            Cond::And(a, b) => Condition::And(vec![Condition::of(a), Condition::of(b)]),
            Cond::Or(a, b) => Condition::Or(vec![Condition::of(a), Condition::of(b)]),
            Cond::Any(_) => Condition::Opaque("any"),
            Cond::All(_) => Condition::Opaque("all"),
        }
    }

    fn compare(compare: Compare, a: &Expr, b: &Expr) -> Condition {
        // a mod m = r, the usual way to speak of a remainder.
        if let (Compare::Equal | Compare::Unequal, Expr::Binary(Binary::Remainder, x, m)) =
            (compare, a)
            && let (Some(x), Expr::Const(m), Expr::Const(r)) = (Linear::of(x), m.as_ref(), b)
            && *m > 0
        {
            let equal = match (0..*m).contains(r) {
                true => match x.minus(&Linear::constant(*r)) {
                    Some(form) => Condition::Multiple(form, *m),
                    None => return Condition::Opaque("overflow"),
                },
                false => Condition::Truth(false),
            };
            return match compare {
                Compare::Equal => equal,
                _ => Condition::Not(Box::new(equal)),
            };
        }
        // A minimum that must be at least something, and the like.
        if let (Compare::AtMost | Compare::Less, Expr::Binary(Binary::Min, x, y)) = (compare, b) {
            return Condition::And(vec![
                Condition::compare(compare, a, x),
                Condition::compare(compare, a, y),
            ]);
        }
        if let (Compare::AtMost | Compare::Less, Expr::Binary(Binary::Max, x, y)) = (compare, a) {
            return Condition::And(vec![
                Condition::compare(compare, x, b),
                Condition::compare(compare, y, b),
            ]);
        }
        // k <= n/2 is 2k <= n, for a fixed positive divisor.
        if let (Compare::AtMost, Expr::Binary(Binary::Divide, x, m)) = (compare, b)
            && let (Some(a), Some(x), Expr::Const(m)) = (Linear::of(a), Linear::of(x), m.as_ref())
            && *m > 0
        {
            let form = a.times(*m).and_then(|a| x.minus(&a));
            return form.map_or(Condition::Opaque("overflow"), Condition::AtLeastZero);
        }
        let (Some(a), Some(b)) = (Linear::of(a), Linear::of(b)) else {
            return Condition::Opaque("not linear");
        };
        let Some(form) = b.minus(&a) else {
            return Condition::Opaque("overflow");
        };
        match compare {
            Compare::Equal => Condition::Zero(form),
            Compare::Unequal => Condition::Not(Box::new(Condition::Zero(form))),
            Compare::AtMost => Condition::AtLeastZero(form),
            Compare::Less => match form.minus(&Linear::constant(1)) {
                Some(form) => Condition::AtLeastZero(form),
                None => Condition::Opaque("overflow"),
            },
        }
    }

    /// Why the condition is not linear, if it is not.
    pub fn opaque(&self) -> Option<&'static str> {
        match self {
            Condition::Opaque(reason) => Some(reason),
            Condition::And(all) | Condition::Or(all) => all.iter().find_map(Condition::opaque),
            Condition::Not(inner) => inner.opaque(),
            _ => None,
        }
    }
}

/// A move whose choices, conditions and targets are linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearMove {
    /// Its name.
    pub name: String,
    /// The slots of the chosen numbers.
    pub chosen: Vec<Slot>,
    /// What must hold of the position and the choice, domains of the targets
    /// included.
    pub condition: Condition,
    /// The coordinates of each part of the target, and its game.
    pub parts: Vec<(usize, Vec<Linear>)>,
}

/// The linear form of a move, or why it has none.
pub fn linear_move(program: &ir::Program, mv: &ir::Move) -> Result<LinearMove, &'static str> {
    let mut all = Vec::new();
    let mut chosen = Vec::new();
    // What `let` names is replaced by what it stands for.
    let mut named: BTreeMap<Slot, Linear> = BTreeMap::new();
    for step in &mv.steps {
        match step {
            Step::Choose(binder) => match &binder.domain {
                Domain::Range(least, most) => {
                    chosen.push(binder.first);
                    let it = Expr::Slot(binder.first);
                    all.push(Condition::compare(Compare::AtMost, least, &it));
                    all.push(Condition::compare(Compare::AtMost, &it, most));
                }
                Domain::Set(tuples) => {
                    let width = tuples.first().map_or(0, Vec::len) as Slot;
                    chosen.extend((0..width).map(|i| binder.first + i));
                    let any = tuples.iter().map(|tuple| {
                        let each = tuple.iter().zip(binder.first..);
                        let each = each.map(|(value, slot)| {
                            Condition::compare(Compare::Equal, &Expr::Slot(slot), value)
                        });
                        Condition::And(each.collect())
                    });
                    all.push(Condition::Or(any.collect()));
                }
            },
            Step::Let(slot, value) => {
                let form = Linear::of(value).ok_or("let")?;
                named.insert(*slot, replace(&form, &named).ok_or("overflow")?);
            }
            Step::If(cond) => all.push(Condition::of(cond)),
        }
    }
    let mut parts = Vec::new();
    for part in &mv.parts {
        if program.games[part.game].within.is_some() {
            return Err("a condition on the coordinates together");
        }
        if !part.updates.is_empty() {
            return Err("an element of an array chosen by the move");
        }
        let mut at = Vec::new();
        for (expr, (least, most)) in part.at.iter().zip(&program.games[part.game].domain) {
            let form = Linear::of(expr).ok_or("target")?;
            let form = replace(&form, &named).ok_or("overflow")?;
            let above = form.minus(&Linear::constant(*least)).ok_or("overflow")?;
            all.push(Condition::AtLeastZero(above));
            if *most != i64::MAX {
                let below = Linear::constant(*most).minus(&form).ok_or("overflow")?;
                all.push(Condition::AtLeastZero(below));
            }
            at.push(form);
        }
        parts.push((part.game, at));
    }
    let condition = substitute(&Condition::And(all), &named).ok_or("overflow")?;
    match condition.opaque() {
        Some(reason) => Err(reason),
        None => Ok(LinearMove {
            name: mv.name.clone(),
            chosen,
            condition,
            parts,
        }),
    }
}

fn replace(form: &Linear, named: &BTreeMap<Slot, Linear>) -> Option<Linear> {
    let mut result = Linear::constant(form.constant);
    for (slot, by) in &form.terms {
        let term = match named.get(slot) {
            Some(meaning) => meaning.times(*by)?,
            None => Linear::slot(*slot).times(*by)?,
        };
        result = result.plus(&term)?;
    }
    Some(result)
}

fn substitute(condition: &Condition, named: &BTreeMap<Slot, Linear>) -> Option<Condition> {
    let each = |all: &[Condition]| -> Option<Vec<Condition>> {
        all.iter().map(|one| substitute(one, named)).collect()
    };
    Some(match condition {
        Condition::AtLeastZero(form) => Condition::AtLeastZero(replace(form, named)?),
        Condition::Zero(form) => Condition::Zero(replace(form, named)?),
        Condition::Multiple(form, of) => Condition::Multiple(replace(form, named)?, *of),
        Condition::And(all) => Condition::And(each(all)?),
        Condition::Or(all) => Condition::Or(each(all)?),
        Condition::Not(inner) => Condition::Not(Box::new(substitute(inner, named)?)),
        other => other.clone(),
    })
}

/// Linear inequalities that are known to hold.
#[derive(Clone, Debug, Default)]
pub struct System {
    rows: Vec<Linear>,
}

/// More inequalities than this are not looked at: the answer is then *no*.
const MOST_ROWS: usize = 400;

impl System {
    /// Adds that a form is at least 0.
    pub fn at_least_zero(&mut self, form: Linear) {
        self.rows.push(form);
    }

    /// Whether a form is certainly at least 1.
    pub fn implies_positive(&self, form: &Linear) -> bool {
        // If not, -form is at least 0: then there must be a contradiction.
        form.times(-1)
            .is_some_and(|opposite| self.contradicts(opposite))
    }

    /// Whether a form is certainly at least 0.
    pub fn implies_natural(&self, form: &Linear) -> bool {
        let opposite = form.times(-1).and_then(|f| f.plus(&Linear::constant(-1)));
        opposite.is_some_and(|opposite| self.contradicts(opposite))
    }

    /// Whether no numbers satisfy all inequalities.
    pub fn is_empty(&self) -> bool {
        self.contradicts(Linear::constant(0))
    }

    fn contradicts(&self, opposite: Linear) -> bool {
        let mut rows = self.rows.clone();
        rows.push(opposite);
        rows.sort();
        rows.dedup();
        loop {
            if rows
                .iter()
                .any(|row| row.terms.is_empty() && row.constant < 0)
            {
                return true;
            }
            rows.retain(|row| !row.terms.is_empty());
            // The variable that makes the fewest new inequalities goes first.
            let mut best: Option<(usize, Slot)> = None;
            let mut slots: Vec<Slot> = rows.iter().flat_map(|r| r.terms.keys().copied()).collect();
            slots.sort_unstable();
            slots.dedup();
            for slot in slots {
                let count = |sign: i64| {
                    let with = rows.iter().filter_map(|row| row.terms.get(&slot));
                    with.filter(|by| by.signum() == sign).count()
                };
                let cost = count(1) * count(-1);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, slot));
                }
            }
            let Some((_, slot)) = best else {
                return false;
            };
            let Some(next) = eliminate(&rows, slot) else {
                return false;
            };
            rows = next;
        }
    }
}

/// The inequalities without a variable that follow from those with it.
fn eliminate(rows: &[Linear], slot: Slot) -> Option<Vec<Linear>> {
    let mut next = Vec::new();
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for row in rows {
        match row.terms.get(&slot).copied().unwrap_or(0) {
            0 => next.push(row.clone()),
            1.. => above.push(row),
            _ => below.push(row),
        }
    }
    for a in &above {
        for b in &below {
            let (x, y) = (a.terms.get(&slot)?, b.terms.get(&slot)?.checked_neg()?);
            let sum = a.times(y)?.plus(&b.times(*x)?)?;
            next.push(divided(sum));
            if next.len() > MOST_ROWS {
                return None;
            }
        }
    }
    next.sort();
    next.dedup();
    Some(next)
}

/// The same inequality in smaller numbers: of integers, the constant may be
/// rounded down.
fn divided(mut form: Linear) -> Linear {
    let divisor = form.terms.values().fold(0u64, |d, by| {
        let (mut a, mut b) = (d, by.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if let Ok(divisor @ 2..) = i64::try_from(divisor) {
        form.constant = form.constant.div_euclid(divisor);
        for by in form.terms.values_mut() {
            *by /= divisor;
        }
    }
    form
}
