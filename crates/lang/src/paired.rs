//! A game of the catalogue beside its own rules as text: whichever knows more answers.
//!
//! Most games of the catalogue are written in the rule language too
//! ([`AnyGame::rule_text`]); that both are the same game is tested move by move. The text is
//! recognised by tuned engines, compiled, studied, and its laws are proven; the built-in game
//! has theorems, numbers of any size and its own notation. So:
//!
//! a large **table** that the built-in game would have to search is filled by the text, once both
//! agree on a corner of it.
//!
//! ```
//! use grundy::catalogue;
//! use grundy_lang::knowledge::Nobody;
//! use grundy_lang::paired::paired;
//! let wythoff = catalogue::find("wythoff").unwrap().build(&[]).unwrap();
//! let wythoff = paired(wythoff, |_| std::sync::Arc::new(Nobody));
//! let table = wythoff.table(&[200, 200], Default::default(), &Default::default()).unwrap();
//! assert!(table.reason.to_string().contains("rows"));
//! ```

use std::sync::{Arc, OnceLock};

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue::{About, Words};
use grundy::compound::Rules;
use grundy::compound::parts::Parts;
use grundy::diagram::Diagram;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::table::Table;
use grundy::text::Lang;
use grundy::workbench::{Annotated, AnyGame, EveryMove, Match, Seen, Solved, WrittenMove};

use crate::bench::{compile, taught};
use crate::knowledge::Teacher;

/// Who is asked for laws of a text.
pub type Teachers = fn(&str) -> Arc<dyn Teacher>;

/// The game together with its rules as text, where it has some.
pub fn paired(game: Box<dyn AnyGame>, teachers: Teachers) -> Box<dyn AnyGame> {
    match game.rule_text() {
        Ok(_) => Box::new(Paired {
            game,
            teachers,
            text: OnceLock::new(),
        }),
        Err(_) => game,
    }
}

struct Paired {
    game: Box<dyn AnyGame>,
    teachers: Teachers,
    /// The same from its text, when it was needed.
    text: OnceLock<Option<Box<dyn AnyGame>>>,
}

/// Smaller tables are filled as they are.
const SMALL_TABLE: u64 = 1 << 10;
/// The side of the corner in which both must agree.
const CORNER: u64 = 16;

impl Paired {
    fn text(&self) -> Option<&dyn AnyGame> {
        let make = || {
            let text = self.game.rule_text().ok()?;
            let compiled = Arc::new(compile(&text, None, &[]).ok()?);
            Some(taught(compiled, Some((self.teachers)(&text))))
        };
        self.text.get_or_init(make).as_deref()
    }

    /// The table by the text, where that is the same game and the built-in one would search.
    fn by_text(
        &self,
        size: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Table>, Error> {
        let cells = size
            .iter()
            .try_fold(1u64, |all, side| all.checked_mul(*side));
        if cells.is_some_and(|cells| cells <= SMALL_TABLE) {
            return Ok(None);
        }
        let corner: Vec<u64> = size.iter().map(|side| (*side).min(CORNER)).collect();
        let ours = self.game.table(&corner, convention, budget)?;
        if ours.status == grundy::answer::Status::Proven {
            return Ok(None);
        }
        let Some(text) = self.text().filter(|text| text.dimension() == size.len()) else {
            return Ok(None);
        };
        match text.table(&corner, convention, budget) {
            Ok(theirs) if theirs.cells == ours.cells => {}
            _ => return Ok(None),
        }
        match text.table(size, convention, budget) {
            Ok(table) => Ok(Some(table)),
            Err(error @ Error::Cancelled { .. }) => Err(error),
            // What the text cannot do in the budget the game may.
            Err(_) => Ok(None),
        }
    }
}

impl AnyGame for Paired {
    fn about(&self) -> &'static About {
        self.game.about()
    }

    fn id(&self) -> &str {
        self.game.id()
    }

    fn name(&self, lang: Lang) -> &str {
        self.game.name(lang)
    }

    fn dimension(&self) -> usize {
        self.game.dimension()
    }

    fn rules(&self) -> Rules {
        self.game.rules()
    }

    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error> {
        self.game.solve(position, question)
    }

    fn moves(&self, position: &str, limit: usize) -> Result<(Vec<WrittenMove>, bool), Error> {
        self.game.moves(position, limit)
    }

    fn begin(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Box<dyn Match + '_>, Error> {
        self.game.begin(position, convention, budget)
    }

    fn table(&self, size: &[u64], convention: Convention, budget: &Budget) -> Result<Table, Error> {
        let budget = &budget.clone().starting_now();
        match self.by_text(size, convention, budget)? {
            Some(table) => Ok(table),
            None => self.game.table(size, convention, budget),
        }
    }

    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error> {
        self.game.diagram(position, convention, budget)
    }

    fn every_move(&self, position: &str, question: &Question) -> Result<EveryMove, Error> {
        self.game.every_move(position, question)
    }

    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Annotated>, Error> {
        self.game.annotate(position, moves, convention, budget)
    }

    fn seen(&self, position: &str, convention: Convention, clicks: usize) -> Result<Seen, Error> {
        self.game.seen(position, convention, clicks)
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        self.game.parts(position)
    }

    fn rule_text(&self) -> Result<String, Words> {
        self.game.rule_text()
    }

    fn rule_position(&self, position: &str) -> Result<Option<String>, Error> {
        self.game.rule_position(position)
    }
}
