//! Moves: where one leads, and its value among those that were seen.

use grundy_native::{self as native, Emitter, Value};

use super::writer::{Num, Writer};
use super::{MOST_MOVES, TOP};
use crate::ir::{self, Binary, Expr, Slot};
use crate::span::{self, Span};

impl Writer<'_> {
    /// The coordinates of a target, before it is known where it lies.
    fn target(&mut self, e: &mut Emitter<'_>, part: &ir::Part) -> Option<Vec<Num>> {
        let stuck = self.stuck;
        let mut at = Vec::new();
        for expr in &part.at {
            at.push(self.number(e, expr)?);
        }
        for update in &part.updates {
            let index = self.number(e, &update.index)?;
            let value = self.number(e, &update.value)?;
            let (first, length) = (usize::from(update.first), usize::from(update.length));
            let whole = Span::new(0, length as i64 - 1);
            match index.span.single().filter(|index| whole.contains(*index)) {
                Some(index) => at[first + index as usize] = value,
                None => {
                    let index = self.inside(e, index, whole, stuck);
                    for place in 0..length {
                        let number = e.number(place as i64);
                        let here = e.compare(native::Compare::Equal, index.value, number);
                        let before = at[first + place];
                        at[first + place] = Num {
                            value: e.select(here, value.value, before.value),
                            span: before.span.joined(value.span),
                        };
                    }
                }
            }
        }
        Some(at)
    }

    /// Looks at one move.
    pub(super) fn emit(&mut self, e: &mut Emitter<'_>, parts: &[ir::Part]) -> Option<()> {
        self.moves += 1;
        if self.moves > MOST_MOVES {
            return None;
        }
        let over = e.block();
        let mut targets = Vec::new();
        for part in parts {
            targets.push(self.target(e, part)?);
        }
        for number in targets.iter_mut().flat_map(|at| at.iter_mut().enumerate()) {
            let (at, number) = number;
            *number = self.inside(e, *number, self.domain(at), over);
        }
        for number in targets.iter_mut().flat_map(|at| at.iter_mut().enumerate()) {
            let (at, number) = number;
            let side = Span::new(0, self.sides[at] - 1);
            *number = self.inside(e, *number, side, self.stuck);
        }
        if let Some(within) = &self.game.within {
            for at in &targets {
                let kept = self.frame.clone();
                self.frame[..at.len()].copy_from_slice(at);
                self.aside = true;
                let holds = e.block();
                self.test(e, &within.holds, holds, over)?;
                e.start(holds);
                self.aside = false;
                self.frame = kept;
            }
        }
        let mut values = Vec::new();
        for (at, part) in targets.iter().zip(parts) {
            let index = self.place(e, at, part);
            values.push(e.look_up(index, self.stuck));
        }
        self.see(e, &values);
        let options = e.get(self.options);
        let options = e.add_fixed(options, 1);
        e.set(self.options, options);
        e.jump(over);
        e.start(over);
        Some(())
    }

    /// The cell of a target in the box.
    fn place(&mut self, e: &mut Emitter<'_>, at: &[Num], part: &ir::Part) -> Value {
        // From the cell at hand, because most coordinates stay where they are.
        let mut place = e.get(self.cell);
        for (slot, number) in at.iter().enumerate() {
            let stays = part.updates.is_empty() && part.at[slot] == Expr::Slot(slot as Slot);
            if stays {
                continue;
            }
            // A fixed way needs no arithmetic but this.
            let fixed = part
                .updates
                .is_empty()
                .then(|| self.way(&part.at[slot], slot));
            if let Some(way) = fixed
                .flatten()
                .and_then(|way| way.checked_mul(self.strides[slot]))
            {
                place = e.add_fixed(place, way);
                continue;
            }
            let way = e.subtract(number.value, self.frame[slot].value);
            let way = e.times_fixed(way, self.strides[slot]);
            place = e.add(place, way);
        }
        place
    }

    /// By how much an expression differs from a coordinate, where that is one number.
    fn way(&self, expr: &Expr, slot: usize) -> Option<i64> {
        let Expr::Binary(op @ (Binary::Add | Binary::Subtract), a, b) = expr else {
            return None;
        };
        let here = Expr::Slot(slot as Slot);
        let by = match (op, **a == here, **b == here) {
            (_, true, _) => b,
            (Binary::Add, _, true) => a,
            _ => return None,
        };
        let by = span::of(by, &self.spans()).0.single()?;
        match op {
            Binary::Add => Some(by),
            _ => by.checked_neg(),
        }
    }

    /// Marks the value of a sum whose parts have these.
    pub(super) fn see(&mut self, e: &mut Emitter<'_>, values: &[Value]) {
        let zero = e.number(0);
        let (mut sum, mut any) = match values.first() {
            Some(first) => (*first, *first),
            None => (zero, zero),
        };
        for value in values.iter().skip(1) {
            sum = e.binary(native::Binary::Xor, sum, *value);
            any = e.binary(native::Binary::Or, any, *value);
        }
        match self.low {
            Some((low, all)) => {
                let one = e.number(1);
                let bit = e.binary(native::Binary::ShiftLeft, one, sum);
                for (variable, more) in [(low, bit), (all, any)] {
                    let before = e.get(variable);
                    let after = e.binary(native::Binary::Or, before, more);
                    e.set(variable, after);
                }
            }
            None => {
                if values.len() > 1 {
                    // If one of them is unknown, the sum is too.
                    let top = e.number(TOP);
                    let unknown = e.binary(native::Binary::And, any, top);
                    sum = e.binary(native::Binary::Or, sum, unknown);
                }
                let stamp = e.get(self.stamp);
                e.mark(sum, stamp, self.stuck);
            }
        }
    }
}
