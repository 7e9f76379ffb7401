//! The whole function: for every cell the position, its moves, the mex; then on to the next cell.

use grundy::solve::dense::{CELL, Order};
use grundy_native::{self as native, Block, Emitter, Unary as One, Value, Variable};

use super::{
    BITS, DONE, GROW, MOST_WRITTEN, STUCK, WORD_CELL, WORD_DONE, WORD_MOST, WORD_OPTIONS,
    WORD_STAMP, WORD_WORK,
};
use crate::ir::{self, Step};
use crate::span::Span;

/// A number of the code, and between which numbers it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Num {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// Writes the code of one game.
pub(super) struct Writer<'p> {
    pub(super) game: &'p ir::Game,
    pub(super) order: Order,
    pub(super) sides: Vec<i64>,
    pub(super) strides: Vec<i64>,
    /// What stands in the slots.
    pub(super) frame: Vec<Num>,
    pub(super) here: Vec<Variable>,
    pub(super) cell: Variable,
    /// Options of the cell at hand.
    pub(super) options: Variable,
    pub(super) stamp: Variable,
    /// The values seen, where they are bits of one word, and all bits that any of them has.
    pub(super) low: Option<(Variable, Variable)>,
    /// Where the cell is left to the bytecode.
    pub(super) stuck: Block,
    /// The position once more, where its elements are read by index.
    pub(super) array: Option<native::Array>,
    /// Those of a target, while it is asked whether it is a position.
    pub(super) other: Option<native::Array>,
    /// Whether the frame is that of a target.
    pub(super) aside: bool,
    /// How many copies are being written.
    pub(super) copies: u128,
    pub(super) moves: usize,
    /// How many numbers and conditions were written.
    written: usize,
}

impl<'p> Writer<'p> {
    pub(super) fn new(
        game: &'p ir::Game,
        size: &[u64],
        order: Order,
        bits: bool,
        e: &mut Emitter<'_>,
    ) -> Option<Self> {
        let sides: Vec<i64> = size.iter().map(|side| *side as i64).collect();
        let mut strides = vec![1; sides.len()];
        for at in (1..sides.len()).rev() {
            strides[at - 1] = strides[at] * sides[at];
        }
        let zero = e.number(0);
        let here = (0..game.width).map(|at| e.word(at)).collect::<Vec<_>>();
        let cell = e.word(game.width + WORD_CELL);
        let stamp = e.word(game.width + WORD_STAMP);
        let indexed = game.coordinates.iter().any(|c| c.length.is_some());
        let nothing = Num {
            value: zero,
            span: Span::one(0),
        };
        Some(Writer {
            game,
            order,
            sides,
            strides,
            frame: vec![nothing; game.slots.max(game.width)],
            here: here.into_iter().map(|value| e.variable(value)).collect(),
            cell: e.variable(cell),
            options: e.variable(zero),
            stamp: e.variable(stamp),
            low: bits.then(|| (e.variable(zero), e.variable(zero))),
            stuck: e.cold_block(),
            array: indexed.then(|| e.array(game.width)),
            other: (indexed && game.within.is_some()).then(|| e.array(game.width)),
            aside: false,
            copies: 1,
            moves: 0,
            written: 0,
        })
    }

    /// Counts what is written; `None` where it becomes too much.
    pub(super) fn count(&mut self, more: usize) -> Option<()> {
        self.written += more;
        (self.written <= MOST_WRITTEN).then_some(())
    }

    /// The whole function.
    pub(super) fn write(mut self, e: &mut Emitter<'_>) -> Option<()> {
        let width = self.game.width;
        let zero = e.number(0);
        let (done, total) = (e.variable(zero), e.variable(zero));
        let most = e.word(width + WORD_MOST);
        let work = e.word(width + WORD_WORK);
        let (top, nothing, next, grow) = (e.block(), e.block(), e.block(), e.cold_block());
        let (finish, over) = (e.block(), e.block());
        let code = e.variable(zero);
        e.jump(top);
        e.start(top);
        e.set(self.options, zero);
        if let Some((low, any)) = self.low {
            e.set(low, zero);
            e.set(any, zero);
        }
        // The position, where there is one.
        for at in 0..width {
            let value = e.get(self.here[at]);
            let span = Span::new(0, self.sides[at] - 1);
            let number = self.inside(e, Num { value, span }, self.domain(at), nothing);
            self.frame[at] = number;
            if let Some(array) = self.array {
                e.set_element(array, at, value);
            }
        }
        if let Some(within) = &self.game.within {
            let holds = e.block();
            self.test(e, &within.holds, holds, nothing)?;
            e.start(holds);
        }
        let game = self.game;
        for mv in &game.moves {
            self.steps(e, &mv.steps, &mv.parts)?;
        }
        // The least value that was not seen.
        let mex = match self.low {
            Some((low, any)) => {
                // One that is unknown has bits that no other has.
                let any = e.get(any);
                let bits = e.number(BITS);
                let known = e.compare(native::Compare::Below, any, bits);
                let on = e.block();
                e.branch(known, on, self.stuck);
                e.start(on);
                let low = e.get(low);
                let missing = e.unary(One::Complement, low);
                e.unary(One::Ctz, missing)
            }
            None => {
                let stamp = e.get(self.stamp);
                e.first_unmarked(stamp, grow)
            }
        };
        let cell = e.get(self.cell);
        e.store(cell, mex, self.stuck);
        e.jump(next);
        e.start(nothing);
        e.jump(next);
        // On to the next cell.
        e.start(next);
        let (count, options) = (e.get(done), e.get(total));
        let more = e.get(self.options);
        let (count, options) = (e.add_fixed(count, 1), e.add(options, more));
        e.set(done, count);
        e.set(total, options);
        let stamp = e.get(self.stamp);
        let stamp = e.add_fixed(stamp, 1);
        e.set(self.stamp, stamp);
        self.advance(e);
        let left = e.compare(native::Compare::Less, count, most);
        let on = e.block();
        e.branch(left, on, finish);
        e.start(on);
        let spent = e.times_fixed(count, CELL as i64);
        let spent = e.add(spent, options);
        let left = e.compare(native::Compare::Less, spent, work);
        e.branch(left, top, finish);
        for (block, with) in [(self.stuck, STUCK), (grow, GROW), (finish, DONE)] {
            e.start(block);
            let with = e.number(with);
            e.set(code, with);
            e.jump(over);
        }
        e.start(over);
        let words = [
            (self.cell, WORD_CELL),
            (self.stamp, WORD_STAMP),
            (done, WORD_DONE),
            (total, WORD_OPTIONS),
        ];
        for (variable, word) in words {
            let value = e.get(variable);
            e.set_word(width + word, value);
        }
        for at in 0..width {
            let value = e.get(self.here[at]);
            e.set_word(at, value);
        }
        let code = e.get(code);
        e.leave(code);
        Some(())
    }

    pub(super) fn domain(&self, at: usize) -> Span {
        let (least, most) = self.game.domain[at];
        Span::new(least, most)
    }

    /// Goes to the next cell of the order.
    fn advance(&mut self, e: &mut Emitter<'_>) {
        let last = self.here.len() - 1;
        let cell = e.get(self.cell);
        if self.order == Order::Sums {
            let (x, y) = (e.get(self.here[last - 1]), e.get(self.here[last]));
            let (x, y) = (e.add_fixed(x, 1), e.add_fixed(y, -1));
            e.set(self.here[last - 1], x);
            e.set(self.here[last], y);
            let cell = e.add_fixed(cell, self.strides[last - 1] - 1);
            return e.set(self.cell, cell);
        }
        let cell = e.add_fixed(cell, 1);
        e.set(self.cell, cell);
        // As an odometer goes.
        let over = e.block();
        for at in (0..=last).rev() {
            let (wrapped, kept) = (e.block(), e.block());
            let value = e.get(self.here[at]);
            let value = e.add_fixed(value, 1);
            let side = e.number(self.sides[at]);
            let inside = e.compare(native::Compare::Less, value, side);
            e.branch(inside, kept, wrapped);
            e.start(kept);
            e.set(self.here[at], value);
            e.jump(over);
            e.start(wrapped);
            let zero = e.number(0);
            e.set(self.here[at], zero);
        }
        e.jump(over);
        e.start(over);
    }

    /// Goes to `out` unless a number lies in a span; in which it then lies.
    pub(super) fn inside(
        &mut self,
        e: &mut Emitter<'_>,
        number: Num,
        span: Span,
        out: Block,
    ) -> Num {
        let Num { value, span: own } = number;
        if !own.within(span) {
            let width = i128::from(span.most) - i128::from(span.least) + 1;
            let on = e.block();
            if own.least >= span.least {
                let most = e.number(span.most);
                let holds = e.compare(native::Compare::AtMost, value, most);
                e.branch(holds, on, out);
            } else if own.most <= span.most {
                let least = e.number(span.least);
                let holds = e.compare(native::Compare::AtMost, least, value);
                e.branch(holds, on, out);
            } else {
                // Both ends in one comparison: what lies below wraps around.
                let from = e.add_fixed(value, span.least.wrapping_neg());
                let width = e.number(width as i64);
                let holds = e.compare(native::Compare::Below, from, width);
                e.branch(holds, on, out);
            }
            e.start(on);
        }
        Num {
            value,
            span: own.clipped(span),
        }
    }

    pub(super) fn steps(
        &mut self,
        e: &mut Emitter<'_>,
        steps: &[Step],
        parts: &[ir::Part],
    ) -> Option<()> {
        let Some((step, rest)) = steps.split_first() else {
            return self.emit(e, parts);
        };
        match step {
            Step::Let(slot, value) => {
                let value = self.number(e, value)?;
                let before = std::mem::replace(&mut self.frame[usize::from(*slot)], value);
                self.steps(e, rest, parts)?;
                self.frame[usize::from(*slot)] = before;
            }
            Step::If(cond) => {
                let (holds, over) = (e.block(), e.block());
                self.test(e, cond, holds, over)?;
                e.start(holds);
                self.steps(e, rest, parts)?;
                e.jump(over);
                e.start(over);
            }
            Step::Choose(binder) => {
                if let Some(line) = self.line_of(binder, rest, parts) {
                    return self.line(e, &line, rest);
                }
                self.choose(e, binder, &mut |writer, e| writer.steps(e, rest, parts))?;
            }
        }
        Some(())
    }

    pub(super) fn fixed(&mut self, e: &mut Emitter<'_>, number: i64) -> Num {
        Num {
            value: e.number(number),
            span: Span::one(number),
        }
    }

    pub(super) fn spans(&self) -> Vec<Span> {
        self.frame.iter().map(|number| number.span).collect()
    }
}
