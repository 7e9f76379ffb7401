//! Games that say how their sums are played: `sum every`, `sum some`,
//! `sum upto 2`, `short`.
//!
//! One position of such a game is a compound of the library with one term.
//! [`table`] asks it cell by cell. [`Replayed`] plays it: the library's
//! compounds in play borrow the expression they belong to, so the moves are kept
//! and played again for each question. Games are short.

use grundy::answer::{Answer, Status};
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::compound::Rules as Compound;
use grundy::compound::expression::Expression;
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::solve::dense;
use grundy::table::{Cell, Table};
use grundy::text::Text;
use grundy::workbench::{AnyGame, Match, RatedMove, Seen, WrittenMove};

/// A compound in play.
pub struct Replayed {
    expression: Expression,
    rules: Compound,
    budget: Budget,
    moves: Vec<String>,
}

impl Replayed {
    /// Play that begins here.
    pub fn new(expression: Expression, rules: Compound, budget: &Budget) -> Result<Self, Error> {
        let replayed = Replayed {
            expression,
            rules,
            budget: budget.clone(),
            moves: Vec::new(),
        };
        replayed.now()?;
        Ok(replayed)
    }

    /// The compound as it stands.
    fn now(&self) -> Result<Box<dyn Match + '_>, Error> {
        let mut play = self.expression.begin(self.rules, &self.budget)?;
        for mv in &self.moves {
            play.play(mv)?;
        }
        Ok(play)
    }
}

impl Match for Replayed {
    fn position(&self) -> String {
        self.now()
            .map_or_else(|error| error.to_string(), |play| play.position())
    }

    fn over(&self) -> Option<Outcome> {
        self.now().ok()?.over()
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        self.now()
            .map_or((Vec::new(), true), |play| play.moves(limit))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        self.now()?.play(text)?;
        self.moves.push(text.to_string());
        Ok(())
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        self.now()?.hint()
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let mv = self.now()?.reply()?;
        self.moves.extend(mv.clone());
        Ok(mv)
    }

    fn undo(&mut self) -> Result<bool, Error> {
        Ok(self.moves.pop().is_some())
    }

    fn seen(&self, clicks: usize) -> Seen {
        self.now()
            .map_or_else(|_| Seen::default(), |play| play.seen(clicks))
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        self.now()?.judge()
    }

    fn rated(&mut self, limit: usize) -> Result<Vec<RatedMove>, Error> {
        self.now()?.rated(limit)
    }

    fn record(&self) -> Vec<String> {
        self.moves.clone()
    }
}

/// The outcomes in the box `0..size[0] × …`: of single positions, or, where a
/// position is one number, of sums of as many as there are coordinates.
pub fn table(
    game: &dyn AnyGame,
    size: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Table, Error> {
    let dimension = game.dimension();
    if size.len() != dimension && dimension != 1 {
        return Err(Error::Unsupported {
            because: Text::new(
                format!("{} has tables of dimension {dimension}", game.id()),
                format!("{} 的表为 {dimension} 维", game.id()),
            ),
        });
    }
    let count = size
        .iter()
        .try_fold(1u64, |all, side| all.checked_mul(*side));
    let count = count.unwrap_or(u64::MAX);
    let mut meter = budget.meter("table");
    meter.bytes(count.saturating_mul(size_of::<Cell>() as u64))?;
    meter.set_goal(count);
    let question = Question {
        convention,
        moves: 0,
        outcome_only: true,
        budget: budget.clone(),
        ..Question::default()
    };
    let mut cells = Vec::new();
    for cell in 0..count {
        meter.state()?;
        let numbers: Vec<String> = dense::point(cell, size)
            .iter()
            .map(u64::to_string)
            .collect();
        cells.push(match game.solve(&numbers.join(","), &question) {
            Ok(solved) => Cell::Outcome(solved.answer.outcome),
            // Outside the domain of the state.
            Err(Error::BadPosition { .. }) => Cell::Nothing,
            Err(error) => return Err(error),
        });
    }
    Ok(Table {
        size: size.to_vec(),
        reason: Text::new(
            format!(
                "the compound of the rules, cell by cell ({} cells)",
                cells.len()
            ),
            format!("按规则的复合逐格求得（{} 格）", cells.len()),
        ),
        cells,
        status: Status::Computed,
    })
}
