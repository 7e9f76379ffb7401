//! Why play ends: a proof from the rules, where one is found.
//!
//! Play ends if with every move some natural number decreases, for each part
//! of the sum that the move leads to (the multiset order of Dershowitz and
//! Manna 1979: a component is replaced by finitely many lesser ones). Tried
//! are the declared `measure`, the sum of the coordinates, and the
//! lexicographic order of the coordinates, from any of them on. A part of
//! another game is no danger if that game never leads back; games that lead
//! to each other need one measure for all.
//!
//! The proof is by linear arithmetic ([`System`]): what is not linear becomes
//! an unknown number about which a few facts are kept (`min(a,b) <= a`,
//! `0 <= x % 3 <= 2`, …). That a number has a value says something of its
//! parts (`popcount(x)`: x is natural), but only where it is looked at: in a
//! branch of `? :`, which may not be the one taken, nothing is concluded from it.
//! A declared measure that cannot be proven is watched
//! while playing: a move that does not lower it is a fault.

use grundy::text::Text;

use crate::ir::{Binary, Compare, Cond, Domain, Expr, Game, Move, Program, Slot, Step, Unary};
use crate::linear::{Linear, System};

/// Why play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The declared measure decreases: proven.
    Measure,
    /// The sum of the coordinates decreases: proven.
    Sum,
    /// The coordinates decrease in the lexicographic order that begins with
    /// this one: proven.
    Lexicographic(String),
    /// The declared measure is looked at with every move.
    Watched,
    /// Not proven: play may come back.
    Unproven,
}

impl Termination {
    /// Whether play certainly ends, or fails.
    pub fn is_certain(&self) -> bool {
        *self != Termination::Unproven
    }

    /// A sentence for people.
    pub fn text(&self) -> Text {
        match self {
            Termination::Measure => Text::fixed(
                "play ends: the declared measure decreases (proven)",
                "对局必终：所声明的度量递减（已证明）",
            ),
            Termination::Sum => Text::fixed(
                "play ends: the sum of the coordinates decreases (proven)",
                "对局必终：坐标之和递减（已证明）",
            ),
            Termination::Lexicographic(first) => Text::new(
                format!(
                    "play ends: the coordinates decrease in lexicographic order from {first} on (proven)"
                ),
                format!("对局必终：自 {first} 起坐标按字典序递减（已证明）"),
            ),
            Termination::Watched => Text::fixed(
                "the declared measure is checked with every move",
                "每步检验所声明的度量",
            ),
            Termination::Unproven => Text::fixed(
                "not proven that play ends: positions may repeat, and draws are possible",
                "未能证明对局必终：局面可能重复，可能和局",
            ),
        }
    }
}

/// Finds a proof that play of the main game ends.
pub fn prove(program: &Program) -> Termination {
    let reached = reached(program);
    let all = |order: &Order| {
        reached.iter().all(|&game| {
            let moves = &program.games[game].moves;
            moves.iter().all(|mv| decreases(program, game, mv, order))
        })
    };
    let declared = reached.iter().all(|&g| program.games[g].measure.is_some());
    if program.game().measure.is_some() {
        return match declared && all(&Order::Measure) {
            true => Termination::Measure,
            false if declared => Termination::Watched,
            false => Termination::Unproven,
        };
    }
    if all(&Order::Sum) {
        return Termination::Sum;
    }
    for first in 0..program.game().width {
        if all(&Order::Lexicographic(first)) {
            let mut coordinates = program.game().coordinates.iter().rev();
            let name = coordinates.find(|c| usize::from(c.first) <= first);
            let name = name.map_or(String::new(), |c| c.name.clone());
            return Termination::Lexicographic(name);
        }
    }
    Termination::Unproven
}

/// The games that can be reached from the main one.
fn reached(program: &Program) -> Vec<usize> {
    let mut found = vec![program.main];
    let mut next = 0;
    while next < found.len() {
        let parts = program.games[found[next]]
            .moves
            .iter()
            .flat_map(|m| &m.parts);
        for part in parts {
            if !found.contains(&part.game) {
                found.push(part.game);
            }
        }
        next += 1;
    }
    found
}

/// Whether `to` can lead back to `from`.
fn leads_back(program: &Program, from: usize, to: usize) -> bool {
    let mut found = vec![to];
    let mut next = 0;
    while next < found.len() {
        if found[next] == from {
            return true;
        }
        let parts = program.games[found[next]]
            .moves
            .iter()
            .flat_map(|m| &m.parts);
        for part in parts {
            if !found.contains(&part.game) {
                found.push(part.game);
            }
        }
        next += 1;
    }
    false
}

enum Order {
    Measure,
    Sum,
    Lexicographic(usize),
}

/// Whether a move certainly lowers every part.
fn decreases(program: &Program, from: usize, mv: &Move, order: &Order) -> bool {
    let game = &program.games[from];
    let known = Facts::of(program, game, mv);
    if known.system.is_empty() {
        return true; // The move is never legal.
    }
    mv.parts.iter().all(|part| {
        let mut facts = known.clone();
        if part.game != from && !leads_back(program, from, part.game) {
            return true;
        }
        if !part.updates.is_empty() {
            // Only the sum can be spoken of when it is not known which element changes.
            return matches!(order, Order::Sum)
                && part.game == from
                && facts.updated_sum_decreases(part);
        }
        let target = &program.games[part.game];
        let before: Vec<Expr> = (0..game.width).map(|s| Expr::Slot(s as Slot)).collect();
        match order {
            Order::Measure => {
                let (Some(here), Some(there)) = (&game.measure, &target.measure) else {
                    return false;
                };
                let there: Vec<Expr> = there.iter().map(|e| inserted(e, &part.at)).collect();
                facts.lexicographic(here, &there, true)
            }
            Order::Sum => {
                // The sum is bounded below as every coordinate is.
                match (sum(&before), sum(&part.at)) {
                    (Some(here), Some(there)) => facts.lexicographic(&[here], &[there], false),
                    _ => true,
                }
            }
            Order::Lexicographic(first) => {
                // A game of fewer coordinates has none of these to compare.
                if part.game != from || *first >= game.width {
                    return false;
                }
                // A game with fewer coordinates has none to begin with.
                let (Some(here), Some(there)) = (before.get(*first..), part.at.get(*first..))
                else {
                    return false;
                };
                !here.is_empty() && facts.lexicographic(here, there, false)
            }
        }
    })
}

fn sum(numbers: &[Expr]) -> Option<Expr> {
    let numbers = numbers.iter().cloned();
    numbers.reduce(|a, b| Expr::Binary(Binary::Add, Box::new(a), Box::new(b)))
}

/// An expression of a position, with the coordinates of a target inserted.
fn inserted(expr: &Expr, at: &[Expr]) -> Expr {
    match expr {
        Expr::Const(_) => expr.clone(),
        Expr::Slot(slot) => at.get(usize::from(*slot)).cloned().unwrap_or(expr.clone()),
        Expr::Unary(op, a) => Expr::Unary(*op, Box::new(inserted(a, at))),
        Expr::Binary(op, a, b) => {
            Expr::Binary(*op, Box::new(inserted(a, at)), Box::new(inserted(b, at)))
        }
        // Not linear in any case; a fresh unknown will stand for it.
        other => Expr::Unary(Unary::Complement, Box::new(other.clone())),
    }
}

/// A condition on a position, with the coordinates of a target inserted. What is more
/// than comparisons and arithmetic is left out, so that what is answered follows from the
/// condition; below a negation, where leaving out would say more, nothing is.
fn condition_inserted(cond: &Cond, at: &[Expr]) -> Option<Cond> {
    fn plain(expr: &Expr) -> bool {
        match expr {
            Expr::Const(_) | Expr::Slot(_) => true,
            Expr::Unary(_, a) => plain(a),
            Expr::Binary(_, a, b) => plain(a) && plain(b),
            _ => false,
        }
    }
    match cond {
        Cond::Compare(compare, a, b) if plain(a) && plain(b) => {
            Some(Cond::Compare(*compare, inserted(a, at), inserted(b, at)))
        }
        Cond::Not(inner) if matches!(**inner, Cond::Compare(..)) => {
            Some(Cond::Not(Box::new(condition_inserted(inner, at)?)))
        }
        Cond::And(a, b) => match (condition_inserted(a, at), condition_inserted(b, at)) {
            (Some(a), Some(b)) => Some(Cond::And(Box::new(a), Box::new(b))),
            (one, other) => one.or(other),
        },
        _ => None,
    }
}

/// What is known when a move is made.
#[derive(Clone)]
struct Facts {
    system: System,
    /// The next unknown number.
    next: Slot,
    /// Whether it is unknown that what is looked at has a value.
    untaken: bool,
}

impl Facts {
    fn of(program: &Program, game: &Game, mv: &Move) -> Facts {
        let mut facts = Facts {
            system: System::default(),
            next: 1000,
            untaken: false,
        };
        for (slot, (least, most)) in game.domain.iter().enumerate() {
            facts.between(&Linear::slot(slot as Slot), *least, *most);
        }
        if let Some(within) = &game.within {
            facts.holds(&within.holds);
        }
        for step in &mv.steps {
            match step {
                Step::Choose(binder) => match &binder.domain {
                    Domain::Range(least, most) => {
                        let it = Expr::Slot(binder.first);
                        facts.compare(Compare::AtMost, least, &it);
                        facts.compare(Compare::AtMost, &it, most);
                    }
                    Domain::Set(tuples) => facts.tuple(binder.first, tuples),
                },
                Step::Let(slot, value) => {
                    facts.compare(Compare::Equal, &Expr::Slot(*slot), value);
                }
                Step::If(cond) => facts.holds(cond),
            }
        }
        // The target lies in its domain, or the move is not legal.
        for part in &mv.parts {
            let domain = &program.games[part.game].domain;
            for (slot, (expr, (least, most))) in part.at.iter().zip(domain).enumerate() {
                let replaced = part
                    .updates
                    .iter()
                    .any(|u| (u.first..u.first + u.length).contains(&(slot as Slot)));
                if !replaced && let Some(form) = facts.form(expr) {
                    facts.between(&form, *least, *most);
                }
            }
            if let Some(within) = &program.games[part.game].within
                && part.updates.is_empty()
                && let Some(there) = condition_inserted(&within.holds, &part.at)
            {
                facts.holds(&there);
            }
        }
        facts
    }

    fn unknown(&mut self) -> Linear {
        self.next += 1;
        Linear::slot(self.next)
    }

    fn know(&mut self, form: Option<Linear>) {
        if let Some(form) = form {
            self.system.at_least_zero(form);
        }
    }

    fn between(&mut self, form: &Linear, least: i64, most: i64) {
        self.know(form.minus(&Linear::constant(least)));
        if most != i64::MAX {
            self.know(Linear::constant(most).minus(form));
        }
    }

    /// Tuples of a set: what holds of all of them about each number and about
    /// the sum and difference of two.
    fn tuple(&mut self, first: Slot, tuples: &[Vec<Expr>]) {
        let fixed: Option<Vec<Vec<i64>>> = tuples
            .iter()
            .map(|tuple| {
                let numbers = tuple.iter().map(|e| match e {
                    Expr::Const(value) => Some(*value),
                    _ => None,
                });
                numbers.collect()
            })
            .collect();
        let Some(fixed) = fixed else {
            return;
        };
        let width = fixed.first().map_or(0, Vec::len);
        let mut weights: Vec<Vec<i64>> = Vec::new();
        for a in 0..width {
            let unit = |b: usize, by: i64| {
                let mut weight = vec![0; width];
                weight[a] = 1;
                weight[b] = if a == b { 1 } else { by };
                weight
            };
            weights.push(unit(a, 1));
            for b in a + 1..width {
                weights.push(unit(b, 1));
                weights.push(unit(b, -1));
            }
        }
        weights.push(vec![1; width]);
        for weight in weights {
            let value = |tuple: &Vec<i64>| -> i128 {
                let terms = tuple.iter().zip(&weight);
                terms.map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
            };
            let (Some(least), Some(most)) =
                (fixed.iter().map(value).min(), fixed.iter().map(value).max())
            else {
                return;
            };
            let mut form = Some(Linear::constant(0));
            for (slot, by) in (first..).zip(&weight) {
                let term = Linear::slot(slot).times(*by);
                form = form.zip(term).and_then(|(form, term)| form.plus(&term));
            }
            if let (Some(form), Ok(least), Ok(most)) =
                (form, i64::try_from(least), i64::try_from(most))
            {
                self.between(&form, least, most);
            }
        }
    }

    fn compare(&mut self, compare: Compare, a: &Expr, b: &Expr) {
        let (Some(a), Some(b)) = (self.form(a), self.form(b)) else {
            return;
        };
        let below = b.minus(&a);
        match compare {
            Compare::AtMost => self.know(below),
            Compare::Less => self.know(below.and_then(|f| f.minus(&Linear::constant(1)))),
            Compare::Equal => {
                self.know(below);
                self.know(a.minus(&b));
            }
            Compare::Unequal => {}
        }
    }

    fn holds(&mut self, cond: &Cond) {
        match cond {
            Cond::Compare(compare, a, b) => self.compare(*compare, a, b),
            Cond::And(a, b) => {
                self.holds(a);
                self.holds(b);
            }
            Cond::Not(inner) => match inner.as_ref() {
                Cond::Compare(Compare::Less, a, b) => self.compare(Compare::AtMost, b, a),
                Cond::Compare(Compare::AtMost, a, b) => self.compare(Compare::Less, b, a),
                Cond::Compare(Compare::Unequal, a, b) => self.compare(Compare::Equal, a, b),
                _ => {}
            },
            _ => {}
        }
    }

    /// The linear form of a number, with unknowns for what is not linear.
    fn form(&mut self, expr: &Expr) -> Option<Linear> {
        if let Some(form) = Linear::of(expr) {
            return Some(form);
        }
        match expr {
            Expr::Unary(Unary::Negate, a) => self.form(a)?.times(-1),
            Expr::Binary(Binary::Add, a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                a.plus(&b)
            }
            Expr::Binary(Binary::Subtract, a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                a.minus(&b)
            }
            Expr::Binary(Binary::Multiply, a, b) => match (a.as_ref(), b.as_ref()) {
                (Expr::Const(by), a) | (a, Expr::Const(by)) => self.form(a)?.times(*by),
                _ => Some(self.unknown()),
            },
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                let it = self.unknown();
                self.facts_of(*op, &it, &a, &b);
                Some(it)
            }
            Expr::Unary(op, a) => {
                let a = self.form(a)?;
                let it = self.unknown();
                match op {
                    Unary::Abs => {
                        self.know(it.minus(&a));
                        self.know(it.plus(&a));
                    }
                    Unary::Popcount | Unary::Ctz | Unary::Isqrt | Unary::Lowbit => {
                        // All but the last are defined for natural numbers only,
                        // so what has a value shows that there is one.
                        let has_value = *op != Unary::Lowbit && !self.untaken;
                        if has_value || self.system.implies_natural(&a) {
                            self.know(Some(it.clone()));
                            self.know(a.minus(&it));
                        }
                        if *op != Unary::Ctz && self.system.implies_positive(&a) {
                            self.know(it.minus(&Linear::constant(1)));
                        }
                    }
                    _ => {}
                }
                Some(it)
            }
            Expr::Choice(_, a, b) => {
                let untaken = std::mem::replace(&mut self.untaken, true);
                let (a, b) = (self.form(a), self.form(b));
                self.untaken = untaken;
                let (a, b) = (a?, b?);
                let it = self.unknown();
                // It is one of the two.
                for bound in [&a, &b] {
                    if self.same_side(bound, &a) && self.same_side(bound, &b) {
                        self.know(it.minus(bound));
                    }
                }
                Some(it)
            }
            _ => Some(self.unknown()),
        }
    }

    /// Whether `bound` is certainly at most `form`.
    fn same_side(&self, bound: &Linear, form: &Linear) -> bool {
        let difference = form.minus(bound);
        difference.is_some_and(|difference| self.system.implies_natural(&difference))
    }

    fn facts_of(&mut self, op: Binary, it: &Linear, a: &Linear, b: &Linear) {
        let fixed = b.terms.is_empty().then_some(b.constant);
        let natural = |facts: &Facts, form: &Linear| facts.system.implies_natural(form);
        match op {
            Binary::Min => {
                self.know(a.minus(it));
                self.know(b.minus(it));
                // It is one of the two, so at least what both are at least.
                for bound in [
                    a.clone(),
                    b.clone(),
                    Linear::constant(0),
                    Linear::constant(1),
                ] {
                    if self.same_side(&bound, a) && self.same_side(&bound, b) {
                        self.know(it.minus(&bound));
                    }
                }
            }
            Binary::Max => {
                self.know(it.minus(a));
                self.know(it.minus(b));
                for bound in [a.clone(), b.clone()] {
                    if self.same_side(a, &bound) && self.same_side(b, &bound) {
                        self.know(bound.minus(it));
                    }
                }
            }
            Binary::Divide => {
                if let Some(by @ 1..) = fixed {
                    // by·it <= a <= by·it + by - 1
                    let times = it.times(by);
                    self.know(times.as_ref().and_then(|t| a.minus(t)));
                    let above = times.and_then(|t| t.plus(&Linear::constant(by - 1)));
                    self.know(above.and_then(|t| t.minus(a)));
                }
            }
            Binary::Remainder => {
                if let Some(by @ 1..) = fixed {
                    self.between(it, 0, by - 1);
                    if natural(self, a) {
                        self.know(a.minus(it));
                    }
                } else {
                    self.know(Some(it.clone()));
                    let positive = self.system.implies_positive(b);
                    if positive {
                        self.know(b.minus(it).and_then(|f| f.minus(&Linear::constant(1))));
                    }
                    if natural(self, a) {
                        self.know(a.minus(it));
                    }
                }
            }
            Binary::And => {
                for side in [a, b] {
                    if natural(self, side) {
                        self.know(side.minus(it));
                        self.know(Some(it.clone()));
                    }
                }
            }
            Binary::Or | Binary::Xor if natural(self, a) && natural(self, b) => {
                self.know(Some(it.clone()));
                self.know(a.plus(b).and_then(|sum| sum.minus(it)));
            }
            Binary::ShiftRight if natural(self, a) => {
                self.know(Some(it.clone()));
                self.know(a.minus(it));
            }
            Binary::Gcd => {
                self.know(Some(it.clone()));
                for side in [a, b] {
                    if self.system.implies_positive(side) {
                        self.know(side.minus(it));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the second list is certainly less, compared from left to right;
    /// `natural`: its numbers must also be seen to be natural.
    fn lexicographic(&mut self, before: &[Expr], after: &[Expr], natural: bool) -> bool {
        let forms: Vec<Option<(Linear, Linear)>> = before
            .iter()
            .zip(after)
            .map(|(a, b)| self.form(a).zip(self.form(b)))
            .collect();
        if natural {
            let all = forms.iter().flatten();
            for (_, after) in all {
                if !self.system.implies_natural(after) {
                    return false;
                }
            }
        }
        for form in forms {
            let Some(difference) = form.and_then(|(before, after)| before.minus(&after)) else {
                return false;
            };
            if self.system.implies_positive(&difference) {
                return true;
            }
            if !self.system.implies_natural(&difference) {
                return false;
            }
            // From here on only where this one stays the same.
            self.know(difference.times(-1));
        }
        false
    }

    /// Whether the sum decreases when one element is replaced and nothing
    /// else grows.
    fn updated_sum_decreases(&mut self, part: &crate::ir::Part) -> bool {
        let [update] = part.updates.as_slice() else {
            return false;
        };
        // The element that is replaced, as an expression of the position.
        let old = Expr::Element {
            first: update.first,
            length: update.length,
            index: Box::new(update.index.clone()),
        };
        let others = part.at.iter().enumerate().all(|(slot, expr)| {
            let same = *expr == Expr::Slot(slot as Slot);
            same || {
                let here = self.form(&Expr::Slot(slot as Slot));
                let there = self.form(expr);
                let inside = (update.first..update.first + update.length).contains(&(slot as Slot));
                !inside
                    && here
                        .zip(there)
                        .is_some_and(|(here, there)| self.same_side(&there, &here))
            }
        });
        // The same unknown must stand for the element wherever it occurs.
        let it = self.unknown();
        let value = self.form(&renamed(&update.value, &old, &it));
        let difference = value.and_then(|value| it.minus(&value));
        others && difference.is_some_and(|difference| self.system.implies_positive(&difference))
    }
}

/// An expression in which another one is replaced by an unknown.
fn renamed(expr: &Expr, old: &Expr, it: &Linear) -> Expr {
    let slot = it.terms.keys().next().copied().unwrap_or(0);
    if expr == old {
        return Expr::Slot(slot);
    }
    match expr {
        Expr::Unary(op, a) => Expr::Unary(*op, Box::new(renamed(a, old, it))),
        Expr::Binary(op, a, b) => Expr::Binary(
            *op,
            Box::new(renamed(a, old, it)),
            Box::new(renamed(b, old, it)),
        ),
        other => other.clone(),
    }
}
