//! A game behind text: what every front end talks to.
//!
//! [`AnyGame`] is a catalogue game with its types forgotten. Positions and
//! moves are text in the game's own notation, so a front end needs no code
//! for any particular game. [`Workbench`] makes one of any [`Named`] game.

use crate::answer::{Answer, SumMove};
use crate::ask::{Question, ask};
use crate::budget::Budget;
use crate::catalogue::{About, Named, words};
use crate::compound::Rules;
use crate::compound::parts::{Parts, Typed};
use crate::conformance::{self, Failure, Report};
use crate::diagram::{Diagram, diagram};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, each_option, replace};
use crate::outcome::{Convention, Outcome};
use crate::solve::sum::{Flat, read_sum_move, write_sum_move};
use crate::strategy::Strategy;
use crate::table::{Table, tabulate};
use crate::text::Lang;
use crate::theorem::Theorem;

/// A move and where it leads, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub to: String,
}

/// A position and the answer for it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The position as the game writes it.
    pub position: String,
    /// The answer.
    pub answer: Answer<WrittenMove>,
}

/// A catalogue game whose positions and moves are text.
pub trait AnyGame: Send + Sync {
    /// The page about the game; for a game that is not of the catalogue, the
    /// page about games of its kind.
    fn about(&self) -> &'static About;

    /// The name used in commands.
    fn id(&self) -> &str {
        self.about().id
    }

    /// The name used by people.
    fn name(&self, lang: Lang) -> &str {
        words(self.about().name, lang)
    }

    /// How many coordinates its table has by default; 0 if it has none.
    fn dimension(&self) -> usize {
        self.about().dimension
    }

    /// How several components are played if nothing else is asked for.
    fn rules(&self) -> Rules {
        Rules::default()
    }

    /// Who wins, and by which moves.
    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error>;

    /// Up to `limit` legal moves, and whether there are more.
    fn moves(&self, position: &str, limit: usize) -> Result<(Vec<WrittenMove>, bool), Error>;

    /// A game in play.
    fn begin(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Box<dyn Match + '_>, Error>;

    /// The table over `0..size[0] × …`.
    fn table(&self, size: &[u64], convention: Convention, budget: &Budget) -> Result<Table, Error>;

    /// The graph of all positions that can be reached.
    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error>;

    /// The position as components of a compound, one for each part of the sum.
    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error>;

    /// Compares the theorem, the moves and the strategy with plain search.
    fn conformance(&self) -> Result<Report, Failure>;
}

/// A game in play between a person and the engine.
pub trait Match {
    /// The position as the game writes it.
    fn position(&self) -> String;

    /// Who has won, as seen by the player to move; `None` while play goes on.
    fn over(&self) -> Option<Outcome>;

    /// Up to `limit` legal moves, and whether there are more.
    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool);

    /// Plays a move given as text; an illegal one changes nothing.
    fn play(&mut self, text: &str) -> Result<(), Error>;

    /// The move that the engine would play.
    fn hint(&mut self) -> Result<Option<String>, Error>;

    /// Lets the engine play.
    fn reply(&mut self) -> Result<Option<String>, Error>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> Result<bool, Error>;
}

/// Makes an [`AnyGame`] of a named game.
pub struct Workbench<G> {
    game: G,
}

impl<G: Named> Workbench<G> {
    /// Puts `game` on the workbench.
    pub fn new(game: G) -> Self {
        Workbench { game }
    }
}

/// Written positions after moves stop at this many bytes in all: a sum of a
/// million heaps may have a million winning moves.
const WRITTEN_BYTES: usize = 1 << 20;

impl<G: Named> AnyGame for Workbench<G> {
    fn about(&self) -> &'static About {
        &G::ABOUT
    }

    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error> {
        let sum = self.game.read(position)?;
        Ok(written(&self.game, &sum, ask(&self.game, &sum, question)?))
    }

    fn moves(&self, position: &str, limit: usize) -> Result<(Vec<WrittenMove>, bool), Error> {
        let sum = self.game.read(position)?;
        Ok(list_moves(&self.game, &sum, limit))
    }

    fn begin(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Box<dyn Match + '_>, Error> {
        begin(&self.game, self.game.read(position)?, convention, budget)
    }

    fn table(&self, size: &[u64], convention: Convention, budget: &Budget) -> Result<Table, Error> {
        tabulate(&self.game, size, convention, budget)
    }

    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error> {
        diagram(&self.game, &self.game.read(position)?, convention, budget)
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        Ok(Box::new(Typed::new(&self.game, self.game.read(position)?)))
    }

    fn conformance(&self) -> Result<Report, Failure> {
        conformance::check(&self.game)
    }
}

/// An answer for `sum` with its moves written as text.
pub fn written<G: Game>(game: &G, sum: &[G::Position], answer: Answer<SumMove<G::Move>>) -> Solved {
    let mut written = Vec::with_capacity(answer.winning_moves.len());
    let mut bytes = 0;
    for mv in &answer.winning_moves {
        if bytes > WRITTEN_BYTES {
            break;
        }
        let mv = write_with_target(game, sum, mv);
        bytes += mv.to.len();
        written.push(mv);
    }
    Solved {
        position: game.write(sum),
        answer: Answer {
            truncated: answer.truncated || written.len() < answer.winning_moves.len(),
            winning_moves: written,
            outcome: answer.outcome,
            value: answer.value,
            reason: answer.reason,
            status: answer.status,
        },
    }
}

/// A game in play that begins with `sum`.
pub fn begin<'g, G: Theorem>(
    game: &'g G,
    sum: Vec<G::Position>,
    convention: Convention,
    budget: &Budget,
) -> Result<Box<dyn Match + 'g>, Error> {
    Ok(Box::new(Played {
        game,
        strategy: Strategy::new(game, sum, convention, budget.clone())?,
        convention,
        budget: budget.clone(),
        history: Vec::new(),
    }))
}

fn write_with_target<G: Game>(game: &G, sum: &[G::Position], mv: &SumMove<G::Move>) -> WrittenMove {
    let mut after = sum.to_vec();
    if let Some(parts) = game.play(&sum[mv.component], &mv.mv) {
        replace(&mut after, mv.component, &parts);
    }
    WrittenMove {
        mv: write_sum_move(game, sum, mv),
        to: game.write(&after),
    }
}

/// Up to `limit` legal moves of `sum` as text, and whether there are more.
pub fn list_moves<G: Game>(
    game: &G,
    sum: &[G::Position],
    limit: usize,
) -> (Vec<WrittenMove>, bool) {
    let mut moves = Vec::new();
    let mut bytes = 0;
    let flow = each_option(&Flat::new(game), &sum.to_vec(), &mut |mv, to| {
        if moves.len() == limit || bytes > WRITTEN_BYTES {
            return STOP;
        }
        let written = WrittenMove {
            mv: write_sum_move(game, sum, &mv),
            to: game.write(&to[0]),
        };
        bytes += written.to.len();
        moves.push(written);
        CONTINUE
    });
    (moves, flow.is_break())
}

struct Played<'g, G: Theorem> {
    game: &'g G,
    strategy: Strategy<'g, G>,
    convention: Convention,
    budget: Budget,
    history: Vec<Vec<G::Position>>,
}

impl<G: Theorem> Match for Played<'_, G> {
    fn position(&self) -> String {
        self.game.write(self.strategy.position())
    }

    fn over(&self) -> Option<Outcome> {
        let sum = self.strategy.position();
        if let Some(winner) = sum.iter().find_map(|part| self.game.over(part)) {
            return Some(winner.outcome());
        }
        let ended = sum
            .iter()
            .all(|part| crate::game::is_terminal(self.game, part));
        ended.then(|| self.convention.at_end())
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        if self.over().is_some() {
            return (Vec::new(), false);
        }
        list_moves(self.game, self.strategy.position(), limit)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let before = self.strategy.position().to_vec();
        let mv = read_sum_move(self.game, &before, text)?;
        self.strategy.opponent(&mv)?;
        self.history.push(before);
        Ok(())
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        let mv = self.strategy.choose()?;
        Ok(mv.map(|mv| write_sum_move(self.game, self.strategy.position(), &mv)))
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let before = self.strategy.position().to_vec();
        let Some(mv) = self.strategy.reply()? else {
            return Ok(None);
        };
        let written = write_sum_move(self.game, &before, &mv);
        self.history.push(before);
        Ok(Some(written))
    }

    fn undo(&mut self) -> Result<bool, Error> {
        let Some(before) = self.history.pop() else {
            return Ok(false);
        };
        let budget = self.budget.clone();
        self.strategy = Strategy::new(self.game, before, self.convention, budget)?;
        Ok(true)
    }
}
