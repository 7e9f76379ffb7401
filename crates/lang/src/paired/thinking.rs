//! A game of the catalogue in play, where a law of its rules as text answers what is beyond its
//! theorem and cheap search.
//!
//! The board, its moves and their names are those of the built-in game. Whenever a thought is
//! needed — a reply, a hint, who wins and why, what each move is worth — the position on the board
//! is asked in the order of [`crate::stages`]. Once the rules were enough they are asked alone: what
//! follows lies below. So what is said of a position never depends on other games.

use std::cell::{Cell, RefCell};

use grundy::answer::Answer;
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::choice::Trace;
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::workbench::{Match, RatedMove, Seen, WrittenMove};

use super::Paired;
use crate::stages::{self, Stage};

/// A game in play that thinks by laws too.
pub(super) fn begin<'p>(
    paired: &'p Paired,
    inner: Box<dyn Match + 'p>,
    convention: Convention,
    budget: &Budget,
) -> Box<dyn Match + 'p> {
    Box::new(Thinking {
        paired,
        inner: RefCell::new(inner),
        convention,
        budget: budget.clone(),
        near: Cell::new(false),
    })
}

/// A thought by the law about a position: within a budget for the look, and one for the answer.
type ByLaw<'a, T> = dyn Fn(&str, &Budget, &Budget) -> Result<Option<T>, Error> + 'a;

struct Thinking<'p> {
    paired: &'p Paired,
    /// Nobody holds it while somebody else asks.
    inner: RefCell<Box<dyn Match + 'p>>,
    convention: Convention,
    budget: Budget,
    /// Whether the rules were enough already.
    near: Cell<bool>,
}

impl Thinking<'_> {
    /// Asks the rules, or the law, about the position on the board.
    fn think<T>(
        &self,
        by_rules: &dyn Fn(&mut dyn Match) -> Result<T, Error>,
        by_law: &ByLaw<'_, T>,
    ) -> Result<T, Error> {
        let budget = &self.budget.clone().starting_now();
        let position = self.inner.borrow().position();
        let stages = match self.near.get() || self.inner.borrow().over().is_some() {
            true => vec![Stage::Rules(None)],
            false => self.paired.stages(budget),
        };
        let rules = |limit: Option<u64>| {
            self.paired
                .near(&position, self.convention, limit, budget)?;
            self.near.set(self.near.get() || limit.is_some());
            by_rules(&mut **self.inner.borrow_mut())
        };
        let law = |looking: &Budget| by_law(&position, looking, budget);
        let below = || self.paired.below(&position, self.convention);
        stages::run(&stages, budget, &Trace::default(), &below, &rules, &law)
    }

    /// Who wins by the law, with a move by the name that it has on the board.
    fn judged(
        &self,
        position: &str,
        looking: &Budget,
        budget: &Budget,
    ) -> Result<Option<Answer<WrittenMove>>, Error> {
        let question = Question {
            convention: self.convention,
            moves: 1,
            budget: budget.clone(),
            ..Question::default()
        };
        let Some(solved) = self.paired.by_law(position, &question, looking)? else {
            return Ok(None);
        };
        let mut answer = solved.answer;
        let inner = self.inner.borrow();
        let called = |mv: WrittenMove| {
            let called = inner.called(&mv)?;
            Some(WrittenMove { mv: called, ..mv })
        };
        let moves = std::mem::take(&mut answer.winning_moves);
        answer.winning_moves = moves.into_iter().filter_map(called).collect();
        Ok(Some(answer))
    }

    /// A move by the law: one that wins, or any where all lose. Silent where the law says that one
    /// wins and it was not found again.
    fn chosen(
        &self,
        position: &str,
        looking: &Budget,
        budget: &Budget,
    ) -> Result<Option<Option<String>>, Error> {
        let Some(answer) = self.judged(position, looking, budget)? else {
            return Ok(None);
        };
        let first = |moves: Vec<WrittenMove>| moves.into_iter().next().map(|mv| mv.mv);
        Ok(match answer.outcome {
            Outcome::P => Some(first(self.inner.borrow().moves(1).0)),
            _ => first(answer.winning_moves).map(Some),
        })
    }
}

impl Match for Thinking<'_> {
    fn position(&self) -> String {
        self.inner.borrow().position()
    }

    fn over(&self) -> Option<Outcome> {
        self.inner.borrow().over()
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        self.inner.borrow().moves(limit)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        self.inner.get_mut().play(text)
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        self.think(&|inner| inner.hint(), &|position, looking, budget| {
            self.chosen(position, looking, budget)
        })
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        self.think(&|inner| inner.reply(), &|position, looking, budget| {
            let Some(chosen) = self.chosen(position, looking, budget)? else {
                return Ok(None);
            };
            if let Some(mv) = &chosen {
                self.inner.borrow_mut().play(mv)?;
            }
            Ok(Some(chosen))
        })
    }

    fn undo(&mut self) -> Result<bool, Error> {
        // What was near may lie below what comes back.
        self.near.set(false);
        self.inner.get_mut().undo()
    }

    fn seen(&self, clicks: usize) -> Seen {
        self.inner.borrow().seen(clicks)
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        self.think(&|inner| inner.judge(), &|position, looking, budget| {
            self.judged(position, looking, budget)
        })
    }

    fn rated(&mut self, limit: usize) -> Result<Vec<RatedMove>, Error> {
        self.think(&|inner| inner.rated(limit), &|_, looking, budget| {
            let (moves, more) = self.inner.borrow().moves(limit);
            if more {
                return Ok(None);
            }
            let mut rated = Vec::with_capacity(moves.len());
            for written in moves {
                let convention = self.convention;
                let there = &written.to;
                let judged = self.paired.judged(there, 0, convention, looking, budget)?;
                let Some(answer) = judged else {
                    return Ok(None);
                };
                let after = answer.outcome;
                rated.push(RatedMove { written, after });
            }
            Ok(Some(rated))
        })
    }

    fn called(&self, mv: &WrittenMove) -> Option<String> {
        self.inner.borrow().called(mv)
    }

    fn record(&self) -> Vec<String> {
        self.inner.borrow().record()
    }

    fn defence(&mut self) -> Option<(String, u32)> {
        self.inner.get_mut().defence()
    }
}
