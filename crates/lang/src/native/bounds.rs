//! How much there is to do at one position at most: who needs no count of steps, and whose values are bits
//! of one word.

use crate::ir::{self, Cond, Domain, Expr, Step};
use crate::machine::MOST_STEPS;
use crate::span::{self, Span};

/// How much there is at one position at most.
pub(super) struct Bounds {
    pub(super) steps: u128,
    pub(super) options: u128,
}

impl Bounds {
    /// `None` if steps would have to be counted.
    pub(super) fn of(game: &ir::Game, size: &[u64]) -> Option<Bounds> {
        let mut bounds = Bounds {
            steps: 0,
            options: 0,
        };
        let mut inside = vec![Span::ALL; game.slots.max(game.width)];
        for (slot, side) in inside.iter_mut().zip(size) {
            *slot = Span::new(0, *side as i64 - 1);
        }
        if let Some(within) = &game.within {
            bounds.cond(&within.holds, &inside, 1);
        }
        for mv in &game.moves {
            let mut slots = inside.clone();
            let mut reach = 1u128;
            for step in &mv.steps {
                match step {
                    Step::Let(slot, value) => {
                        bounds.expr(value, &slots, reach);
                        slots[usize::from(*slot)] = span::of(value, &slots).0;
                    }
                    Step::If(cond) => bounds.cond(cond, &slots, reach),
                    Step::Choose(binder) => {
                        (slots, reach) = bounds.choice(binder, &slots, reach);
                    }
                }
            }
            for part in &mv.parts {
                for expr in &part.at {
                    bounds.expr(expr, &slots, reach);
                }
                for update in &part.updates {
                    bounds.expr(&update.index, &slots, reach);
                    bounds.expr(&update.value, &slots, reach);
                }
                if let Some(within) = &game.within {
                    // Of targets outside the box it is not asked.
                    bounds.cond(&within.holds, &inside, reach);
                }
            }
            bounds.options = bounds.options.saturating_add(reach);
        }
        (bounds.steps <= u128::from(MOST_STEPS)).then_some(bounds)
    }

    fn choice(&mut self, binder: &ir::Binder, slots: &[Span], reach: u128) -> (Vec<Span>, u128) {
        match &binder.domain {
            Domain::Range(a, b) => {
                self.expr(a, slots, reach);
                self.expr(b, slots, reach);
            }
            Domain::Set(tuples) => {
                for expr in tuples.iter().flatten() {
                    self.expr(expr, slots, reach);
                }
            }
        }
        let (inner, trips, _) = span::chosen(binder, slots);
        let reach = reach.saturating_mul(trips);
        self.steps = self.steps.saturating_add(reach);
        (inner, reach)
    }

    fn expr(&mut self, expr: &Expr, slots: &[Span], reach: u128) {
        match expr {
            Expr::Const(_) | Expr::Slot(_) => {}
            Expr::Unary(_, a) => self.expr(a, slots, reach),
            Expr::Binary(_, a, b) => {
                self.expr(a, slots, reach);
                self.expr(b, slots, reach);
            }
            Expr::Element { index, .. } => self.expr(index, slots, reach),
            Expr::Choice(cond, a, b) => {
                self.cond(cond, slots, reach);
                self.expr(a, slots, reach);
                self.expr(b, slots, reach);
            }
            Expr::Count(q) => self.quantified(q, slots, reach),
        }
    }

    fn cond(&mut self, cond: &Cond, slots: &[Span], reach: u128) {
        match cond {
            Cond::Truth(_) => {}
            Cond::Compare(_, a, b) | Cond::Divides(a, b) => {
                self.expr(a, slots, reach);
                self.expr(b, slots, reach);
            }
            Cond::Not(a) => self.cond(a, slots, reach),
            Cond::And(a, b) | Cond::Or(a, b) => {
                self.cond(a, slots, reach);
                self.cond(b, slots, reach);
            }
            Cond::Any(q) | Cond::All(q) => self.quantified(q, slots, reach),
        }
    }

    fn quantified(&mut self, q: &ir::Quantified, slots: &[Span], reach: u128) {
        let (slots, reach) = self.choice(&q.binder, slots, reach);
        self.cond(&q.body, &slots, reach);
    }
}
