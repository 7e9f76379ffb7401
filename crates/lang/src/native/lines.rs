//! Lines: an innermost choice along which every target moves by a fixed way.

use grundy_native::{self as native, Block, Emitter, Unary as One, Value};

use super::MOST_MOVES;
use super::writer::{Num, Writer};
use crate::compile::{mentions, slope};
use crate::ir::{self, Binary, Domain, Expr, Slot, Step};
use crate::span::{self, Span};

impl Writer<'_> {
    /// The innermost choice as a line, if it is one.
    pub(super) fn line_of(
        &self,
        binder: &ir::Binder,
        rest: &[Step],
        parts: &[ir::Part],
    ) -> Option<Along> {
        let Domain::Range(a, b) = &binder.domain else {
            return None;
        };
        if parts.is_empty() || self.game.within.is_some() {
            return None;
        }
        let outer = self.spans();
        let ((a, _), (b, _)) = (span::of(a, &outer), span::of(b, &outer));
        let trips = a.trips(b);
        // Few fixed choices are better written out.
        if trips < 2 || (a.single().is_some() && b.single().is_some() && trips < 8) {
            return None;
        }
        if !span::binary(Binary::Subtract, b, a).1 {
            return None;
        }
        // What comes after the choice must not fail, nor choose.
        let mut spans = outer;
        spans[usize::from(binder.first)] = Span::new(a.least, b.most);
        for step in rest {
            match step {
                Step::Let(slot, value) => {
                    let (span, total) = span::of(value, &spans);
                    spans[usize::from(*slot)] = span;
                    if !total || named(parts, *slot) {
                        return None;
                    }
                }
                Step::If(cond) if span::total(cond, &spans) => {}
                _ => return None,
            }
        }
        let mut lines = Vec::new();
        for part in parts {
            let mut exprs = part.at.clone();
            for update in &part.updates {
                let (index, _) = span::of(&update.index, &spans);
                let index = usize::try_from(index.single()?).ok()?;
                if index >= usize::from(update.length) {
                    return None;
                }
                exprs[usize::from(update.first) + index] = update.value.clone();
            }
            let mut runs = Vec::new();
            let mut step = 0i64;
            for (at, expr) in exprs.into_iter().enumerate() {
                let slope = slope(&expr, binder.first)?;
                // Slopes that take each other back may be of any size.
                if slope.unsigned_abs() >= 1 << 31 {
                    return None;
                }
                let (span, total) = span::of(&expr, &spans);
                // Differences from the ends of the domain must be numbers.
                let near = Span::new(-(1 << 62), 1 << 62);
                let domain = self.domain(at);
                let meets = domain.most >= near.least && domain.least <= near.most;
                if !total || !meets || !span.within(near) {
                    return None;
                }
                step = step.checked_add(slope.checked_mul(self.strides[at])?)?;
                runs.push(Run { expr, slope, span });
            }
            if step.unsigned_abs() >= 1 << 31 {
                return None;
            }
            lines.push((runs, step));
        }
        Some(Along {
            binder: binder.clone(),
            lines,
        })
    }

    /// Writes a line.
    pub(super) fn line(&mut self, e: &mut Emitter<'_>, along: &Along, rest: &[Step]) -> Option<()> {
        self.moves += 1;
        if self.moves > MOST_MOVES {
            return None;
        }
        let Domain::Range(least, most) = &along.binder.domain else {
            return None;
        };
        let slot = usize::from(along.binder.first);
        let (a, b) = (self.number(e, least)?, self.number(e, most)?);
        let over = e.block();
        // Before an empty range nothing is looked at.
        let some = e.compare(native::Compare::AtMost, a.value, b.value);
        let on = e.block();
        e.branch(some, on, over);
        e.start(on);
        let kept = self.frame.clone();
        self.frame[slot] = a;
        // Steps from the first choice.
        let mut from = e.number(0);
        let mut to = e.subtract(b.value, a.value);
        let mut starts: Vec<Vec<Num>> = Vec::new();
        for (runs, _) in &along.lines {
            let mut row = Vec::new();
            for (at, run) in runs.iter().enumerate() {
                let start = self.number(e, &run.expr)?;
                let domain = self.domain(at);
                if run.slope == 0 {
                    row.push(self.inside(e, start, domain, over));
                    continue;
                }
                row.push(start);
                let by = run.slope.abs();
                let steps = |e: &mut Emitter<'_>, way: Value| match by {
                    1 => way,
                    _ => e.divide_by(way, by, false).0,
                };
                if run.span.least < domain.least {
                    let way = e.add_fixed(start.value, -domain.least);
                    let way = steps(e, way);
                    match run.slope > 0 {
                        // At least domain.least: so many steps are missing.
                        true => {
                            let missing = e.unary(One::Negate, way);
                            from = e.binary(native::Binary::Max, from, missing);
                        }
                        false => to = e.binary(native::Binary::Min, to, way),
                    }
                }
                if run.span.most > domain.most {
                    let end = e.number(domain.most);
                    let way = e.subtract(end, start.value);
                    let way = steps(e, way);
                    match run.slope > 0 {
                        true => to = e.binary(native::Binary::Min, to, way),
                        false => {
                            let missing = e.unary(One::Negate, way);
                            from = e.binary(native::Binary::Max, from, missing);
                        }
                    }
                }
            }
            starts.push(row);
        }
        let some = e.compare(native::Compare::AtMost, from, to);
        let on = e.block();
        e.branch(some, on, over);
        e.start(on);
        let mut lines = Vec::new();
        for ((runs, step), row) in along.lines.iter().zip(&starts) {
            let mut place = e.get(self.cell);
            for (at, (run, start)) in runs.iter().zip(row).enumerate() {
                let side = Span::new(0, self.sides[at] - 1);
                let mut first = start.value;
                if run.slope != 0 {
                    let way = e.times_fixed(from, run.slope);
                    first = e.add(first, way);
                }
                let span = run.span.clipped(self.domain(at));
                if !span.within(side) {
                    self.inside(e, Num { value: first, span }, side, self.stuck);
                    if run.slope != 0 {
                        let way = e.times_fixed(to, run.slope);
                        let last = e.add(start.value, way);
                        self.inside(e, Num { value: last, span }, side, self.stuck);
                    }
                }
                if run.expr != Expr::Slot(at as Slot) {
                    let way = e.subtract(first, self.frame[at].value);
                    let way = e.times_fixed(way, self.strides[at]);
                    place = e.add(place, way);
                }
            }
            lines.push((place, *step));
        }
        let count = e.subtract(to, from);
        let count = e.add_fixed(count, 1);
        let first = e.add(a.value, from);
        let chosen = (!rest.is_empty()).then(|| e.variable(first));
        if chosen.is_none() {
            let options = e.get(self.options);
            let options = e.add(options, count);
            e.set(self.options, options);
        }
        let span = Span::new(a.span.least, b.span.most);
        let stuck = self.stuck;
        let mut written = Some(());
        e.line(&lines, count, stuck, &mut |e, line| {
            let Some(chosen) = chosen else {
                let values: Vec<Value> = (0..lines.len()).map(|at| line.look_up(e, at)).collect();
                return self.see(e, &values);
            };
            let value = e.get(chosen);
            self.frame[slot] = Num { value, span };
            let next = e.block();
            written = self.tested(e, rest, next);
            let values: Vec<Value> = (0..lines.len()).map(|at| line.look_up(e, at)).collect();
            self.see(e, &values);
            let options = e.get(self.options);
            let options = e.add_fixed(options, 1);
            e.set(self.options, options);
            e.jump(next);
            e.start(next);
            let value = e.add_fixed(value, 1);
            e.set(chosen, value);
        });
        written?;
        e.jump(over);
        e.start(over);
        self.frame = kept;
        Some(())
    }

    /// The conditions and names after a choice; goes to `no` where one does not hold.
    fn tested(&mut self, e: &mut Emitter<'_>, steps: &[Step], no: Block) -> Option<()> {
        for step in steps {
            match step {
                Step::Let(slot, value) => {
                    self.frame[usize::from(*slot)] = self.number(e, value)?;
                }
                Step::If(cond) => {
                    let holds = e.block();
                    self.test(e, cond, holds, no)?;
                    e.start(holds);
                }
                Step::Choose(_) => return None,
            }
        }
        Some(())
    }
}

/// A choice along which every target goes straight on.
pub(super) struct Along {
    binder: ir::Binder,
    /// The coordinates of each part, and the way through the table.
    lines: Vec<(Vec<Run>, i64)>,
}

/// A coordinate along a line.
struct Run {
    expr: Expr,
    slope: i64,
    /// Where it lies for all choices.
    span: Span,
}

/// Whether a target reads a slot.
fn named(parts: &[ir::Part], slot: Slot) -> bool {
    let mut updates = parts.iter().flat_map(|part| &part.updates);
    parts
        .iter()
        .flat_map(|part| &part.at)
        .any(|expr| mentions(expr, slot))
        || updates.any(|u| mentions(&u.index, slot) || mentions(&u.value, slot))
}
