//! Choices: a loop, or a copy for each where they are few and fixed.

use grundy_native::{self as native, Emitter};

use super::COPIES;
use super::writer::{Num, Writer};
use crate::ir::{self, Domain, Expr};
use crate::span::Span;

impl Writer<'_> {
    /// Writes what is done for every choice.
    pub(super) fn choose(
        &mut self,
        e: &mut Emitter<'_>,
        binder: &ir::Binder,
        body: &mut dyn FnMut(&mut Self, &mut Emitter<'_>) -> Option<()>,
    ) -> Option<()> {
        let first = usize::from(binder.first);
        let kept = self.frame.clone();
        match &binder.domain {
            Domain::Range(a, b) => {
                let (a, b) = (self.number(e, a)?, self.number(e, b)?);
                let trips = a.span.trips(b.span);
                let fixed = a.span.single().zip(b.span.single());
                match fixed {
                    _ if trips == 0 => {}
                    Some((least, most)) if self.may_copy(trips) => {
                        self.copies *= trips;
                        for number in least..=most {
                            self.frame[first] = self.fixed(e, number);
                            body(self, e)?;
                        }
                        self.copies /= trips;
                    }
                    _ => {
                        let span = Span::new(a.span.least, b.span.most);
                        let (top, over) = (e.block(), e.block());
                        let chosen = e.variable(a.value);
                        let some = e.compare(native::Compare::AtMost, a.value, b.value);
                        e.branch(some, top, over);
                        e.start(top);
                        let value = e.get(chosen);
                        self.frame[first] = Num { value, span };
                        body(self, e)?;
                        // The last one has no successor.
                        let after = e.add_fixed(value, 1);
                        e.set(chosen, after);
                        let more = e.compare(native::Compare::Less, value, b.value);
                        e.branch(more, top, over);
                        e.start(over);
                    }
                }
            }
            Domain::Set(tuples) => self.choose_of_set(e, tuples, first, body)?,
        }
        self.frame = kept;
        Some(())
    }

    fn choose_of_set(
        &mut self,
        e: &mut Emitter<'_>,
        tuples: &[Vec<Expr>],
        first: usize,
        body: &mut dyn FnMut(&mut Self, &mut Emitter<'_>) -> Option<()>,
    ) -> Option<()> {
        // A set is evaluated as a whole before the first choice is tried.
        let mut rows: Vec<Vec<Num>> = Vec::new();
        for tuple in tuples {
            let mut row = Vec::new();
            for expr in tuple {
                row.push(self.number(e, expr)?);
            }
            rows.push(row);
        }
        let count = rows.len() as u128;
        let fixed: Option<Vec<i64>> = rows.iter().flatten().map(|n| n.span.single()).collect();
        match fixed {
            Some(numbers) if count > 1 && !self.may_copy(count) => {
                let width = rows[0].len();
                let table = e.constants(&numbers);
                let (top, over) = (e.block(), e.block());
                let zero = e.number(0);
                let at = e.variable(zero);
                e.jump(top);
                e.start(top);
                let from = e.get(at);
                for column in 0..width {
                    let place = e.add_fixed(from, column as i64);
                    let value = e.constant(table, place, self.stuck);
                    let spans = rows.iter().map(|row| row[column].span);
                    let span = spans.reduce(Span::joined).unwrap_or(Span::ALL);
                    self.frame[first + column] = Num { value, span };
                }
                body(self, e)?;
                let next = e.add_fixed(from, width as i64);
                e.set(at, next);
                let end = e.number(numbers.len() as i64);
                let more = e.compare(native::Compare::Less, next, end);
                e.branch(more, top, over);
                e.start(over);
            }
            _ => {
                self.copies *= count.max(1);
                for row in rows {
                    self.frame[first..first + row.len()].copy_from_slice(&row);
                    body(self, e)?;
                }
                self.copies /= count.max(1);
            }
        }
        Some(())
    }

    /// Whether so many copies of what follows may be written.
    fn may_copy(&self, count: u128) -> bool {
        self.moves as u128 + self.copies * count <= COPIES
    }
}
