//! A game of the catalogue beside its own rules as text.
//!
//! Most games of the catalogue are written in the rule language too ([`AnyGame::rule_text`]);
//! that both are the same game is tested move by move. The text is recognised by tuned engines,
//! compiled for numbers of 64 bits, and its laws can be proven; the built-in game has theorems,
//! numbers of any size and its own notation. So
//!
//! - a large table that the built-in game would have to search is filled by the text, once both
//!   agree on a corner of it;
//! - a question of which no theorem speaks and that is beyond cheap search is answered by a *law*
//!   of the text, if there is a teacher who proves one: never by a search of the text. The order
//!   is that of written rules. The moves that win are found again among those of the
//!   built-in game. So it is with games in play and with played games (`paired/thinking.rs`), and
//!   where the game is a part of a sum (`lawful.rs`).
//!
//! Everything else is answered by the built-in game.
//!
//! ```
//! use grundy::catalogue;
//! use grundy_lang::paired::paired;
//! let wythoff = paired(catalogue::find("wythoff").unwrap().build(&[]).unwrap(), None);
//! let table = wythoff.table(&[200, 200], Default::default(), &Default::default()).unwrap();
//! assert!(table.reason.to_string().contains("rows"));
//! ```

mod thinking;

use std::sync::{Arc, OnceLock};

use grundy::answer::{Answer, Status};
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue::{About, Words};
use grundy::choice::Trace;
use grundy::compound::Rules;
use grundy::compound::parts::Parts;
use grundy::diagram::Diagram;
use grundy::erased::Position;
use grundy::error::Error;
use grundy::game::Game;
use grundy::natural::Natural;
use grundy::outcome::Convention;
use grundy::table::Table;
use grundy::text::{Lang, Text};
use grundy::workbench::{
    Annotated, AnyGame, EveryMove, Match, RatedMove, Seen, Solved, WrittenMove, is_mistake, solve,
    written,
};

use crate::bench::{Asked, Bench, bench, compile};
use crate::knowledge::Teacher;
use crate::lawful::{self, Lawful};
use crate::stages::{self, Stage, stages};

/// Who is asked for laws of a text.
pub type Teach = Arc<dyn Fn(&str) -> Arc<dyn Teacher> + Send + Sync>;

/// The game together with its rules as text, where it has some.
pub fn paired(game: Box<dyn AnyGame>, teach: Option<Teach>) -> Box<dyn AnyGame> {
    match game.rule_text() {
        Ok(_) => Box::new(Paired {
            game,
            teach,
            text: OnceLock::new(),
        }),
        Err(_) => game,
    }
}

/// A question to the text with a law, about a sum and within a budget.
type Ask<'a, T> = dyn Fn(&Asked, &[Position], &Budget) -> Result<T, Error> + 'a;

struct Paired {
    game: Box<dyn AnyGame>,
    teach: Option<Teach>,
    /// The same from its text, when it was needed.
    text: OnceLock<Option<Bench>>,
}

/// Smaller tables are filled as they are.
const SMALL_TABLE: u64 = 1 << 10;
/// The side of the corner in which both must agree.
const CORNER: u64 = 16;
/// So many moves of the built-in game are looked at to find those of the text again.
const LOOKED_AT: usize = 1 << 14;

impl Paired {
    fn text(&self) -> Option<&Bench> {
        let make = || {
            let text = self.game.rule_text().ok()?;
            let compiled = Arc::new(compile(&text, None, &[]).ok()?);
            let teacher = self.teach.as_ref().map(|teach| teach(&text));
            Some(bench(compiled, teacher))
        };
        self.text.get_or_init(make).as_ref()
    }

    /// What is tried, in order. Whether a theorem speaks the game finds out itself: only its search
    /// is limited.
    fn stages(&self, budget: &Budget) -> Vec<Stage> {
        stages(self.teach.is_some(), true, budget)
    }

    /// About how many positions a search from here would have to visit.
    fn below(&self, position: &str, convention: Convention) -> Option<u64> {
        let there = self.game.rule_position(position).ok()??;
        self.text()?.below(&there, convention)
    }

    /// An error if the position is not solved with so many states of search, where that is a limit:
    /// all that is asked beside who wins may cost what the question may.
    fn near(
        &self,
        position: &str,
        convention: Convention,
        limit: Option<u64>,
        budget: &Budget,
    ) -> Result<(), Error> {
        let question = Question {
            convention,
            moves: 1,
            budget: budget.clone(),
            searching: limit,
            ..Question::default()
        };
        match limit {
            Some(_) => self.game.solve(position, &question).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Asks the text with a law, if one is found within a budget for the look and says who wins.
    fn with_law<T>(
        &self,
        position: &str,
        convention: Convention,
        looking: &Budget,
        budget: &Budget,
        ask: &Ask<'_, T>,
    ) -> Result<Option<T>, Error> {
        // A text that declares misère play means it for the one convention of the game.
        let plain = |text: &&Bench| text.rules().convention == Convention::Normal;
        let Some(text) = self.text().filter(plain).filter(|text| text.is_taught()) else {
            return Ok(None);
        };
        let Some(there) = self.game.rule_position(position)? else {
            return Ok(None);
        };
        let ask = |asked: &Asked, budget: &Budget| {
            let sum = asked.game.read(&there)?;
            ask(asked, &sum, budget)
        };
        text.by_law(&there, convention, looking, budget, &ask)
    }

    /// The answer by a law of the text, if one is found within a budget for the look.
    fn by_law(
        &self,
        position: &str,
        question: &Question,
        looking: &Budget,
    ) -> Result<Option<Solved>, Error> {
        let Question {
            convention, budget, ..
        } = question;
        let ask = |asked: &Asked, sum: &[Position], budget: &Budget| {
            let question = Question {
                budget: budget.clone(),
                trace: Trace::default(),
                ..question.clone()
            };
            let answer = solve(&asked.game, sum, &question)?;
            Ok(written(&asked.game, sum, answer))
        };
        let Some(solved) = self.with_law(position, *convention, looking, budget, &ask)? else {
            return Ok(None);
        };
        let parts = self.game.parts(position)?;
        let position = parts.write(0..parts.len());
        let mut answer = solved.answer;
        let wanted = answer.winning_moves.len();
        answer.winning_moves = self.found_again(&position, &answer.winning_moves);
        answer.truncated |= answer.winning_moves.len() < wanted;
        let (en, zh) = (answer.reason.get(Lang::En), answer.reason.get(Lang::Zh));
        answer.reason = Text::new(
            format!("a law of its rules as text: {en}"),
            format!("其规则文本的规律：{zh}"),
        );
        Ok(Some(Solved { position, answer }))
    }

    /// Who wins by a law of the text, and a move that does.
    fn judged(
        &self,
        position: &str,
        moves: usize,
        convention: Convention,
        looking: &Budget,
        budget: &Budget,
    ) -> Result<Option<Answer<WrittenMove>>, Error> {
        let question = Question {
            convention,
            moves,
            outcome_only: true,
            budget: budget.clone(),
            ..Question::default()
        };
        let solved = self.by_law(position, &question, looking)?;
        Ok(solved.map(|solved| solved.answer))
    }

    /// A played game by a law of the text, if it speaks of all its positions.
    fn annotated_by_law(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        looking: &Budget,
        budget: &Budget,
    ) -> Result<Option<Vec<Annotated>>, Error> {
        let mut found: Vec<Annotated> = Vec::new();
        let judged =
            |position: &str, moves| self.judged(position, moves, convention, looking, budget);
        for position in self.game.follow(position, moves)? {
            let Some(answer) = judged(&position, 0)? else {
                return Ok(None);
            };
            let mut better = None;
            if let Some(before) = found.last()
                && is_mistake(before.outcome, answer.outcome)
            {
                let then = judged(&before.position, 1)?;
                better = then.and_then(|then| then.winning_moves.into_iter().next());
            }
            found.push(Annotated {
                position,
                outcome: answer.outcome,
                better: better.map(|mv| mv.mv),
            });
        }
        Ok(Some(found))
    }

    /// Every move by a law of the text, if it speaks of all positions after them.
    fn every_move_by_law(
        &self,
        position: &str,
        question: &Question,
        looking: &Budget,
    ) -> Result<Option<EveryMove>, Error> {
        let Question {
            convention, budget, ..
        } = question;
        let plain = Question {
            moves: 0,
            ..question.clone()
        };
        let Some(mut solved) = self.by_law(position, &plain, looking)? else {
            return Ok(None);
        };
        let (all, false) = self.game.moves(position, LOOKED_AT)? else {
            return Ok(None);
        };
        let mut moves = Vec::with_capacity(all.len());
        for written in all {
            let Some(answer) = self.judged(&written.to, 0, *convention, looking, budget)? else {
                return Ok(None);
            };
            let after = answer.outcome;
            moves.push(RatedMove { written, after });
        }
        solved.answer.winning_moves.clear();
        solved.answer.truncated = false;
        Ok(Some(EveryMove { solved, moves }))
    }

    /// The moves of the built-in game that lead where those of the text do.
    fn found_again(&self, position: &str, moves: &[WrittenMove]) -> Vec<WrittenMove> {
        if moves.is_empty() {
            return Vec::new();
        }
        // A sum has no order, but the numbers of one position have: where it has one, a comma
        // parts heaps.
        let one = self.text().is_some_and(|text| text.dimension() == 1);
        let components = |text: &str| {
            let parts = text.split(|c| c == '+' || one && c == ',');
            let mut all: Vec<&str> = parts.map(str::trim).collect();
            all.sort_unstable();
            all.join("+")
        };
        // Where the game tells a move by where it leads, none has to be looked for.
        let told = |mv: &WrittenMove| {
            let back = self.game.move_to(position, &mv.to).ok().flatten()?;
            let there = self.game.rule_position(&back.to).ok().flatten()?;
            (components(&there) == components(&mv.to)).then_some(back)
        };
        let told: Option<Vec<WrittenMove>> = moves.iter().map(told).collect();
        if let Some(told) = told {
            return told;
        }
        let Ok((all, _)) = self.game.moves(position, LOOKED_AT) else {
            return Vec::new();
        };
        let wanted: Vec<String> = moves.iter().map(|mv| components(&mv.to)).collect();
        let same = |mv: &WrittenMove| {
            let there = self.game.rule_position(&mv.to).ok().flatten();
            there.is_some_and(|there| wanted.contains(&components(&there)))
        };
        all.into_iter().filter(same).collect()
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
        // An engine for heaps fills the line of the game itself.
        if convention == Convention::Normal && self.game.has_line() {
            return Ok(None);
        }
        let corner: Vec<u64> = size.iter().map(|side| (*side).min(CORNER)).collect();
        let ours = self.game.table(&corner, convention, budget)?;
        // No theorem and no engine of the game gave the cells.
        let searched = ours.reason.get(Lang::En).starts_with("from the rules");
        if ours.status == Status::Proven {
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
            // The game would look at the same cells and moves, and find the same out later.
            Err(error) if error.is_budget() && searched => Err(error),
            // What the text cannot do the game may.
            Err(_) => Ok(None),
        }
    }
}

impl Lawful for Paired {
    fn stages(&self, budget: &Budget) -> Vec<Stage> {
        Paired::stages(self, budget)
    }

    fn below(&self, position: &str) -> Option<u64> {
        Paired::below(self, position, Convention::Normal)
    }

    fn value(&self, position: &str, looking: &Budget) -> Result<Option<Natural>, Error> {
        let ask = |asked: &Asked, sum: &[Position], _: &Budget| Ok(lawful::value(asked, sum));
        let (convention, budget) = (Convention::Normal, Budget::current());
        let found = self.with_law(position, convention, looking, &budget, &ask)?;
        Ok(found.flatten())
    }

    fn moves_to(
        &self,
        position: &str,
        target: &Natural,
        looking: &Budget,
    ) -> Result<Option<(Vec<String>, bool)>, Error> {
        let ask = |asked: &Asked, sum: &[Position], budget: &Budget| {
            lawful::moves_to(asked, sum, target, budget)
        };
        let (convention, budget) = (Convention::Normal, Budget::current());
        let found = self.with_law(position, convention, looking, &budget, &ask)?;
        Ok(found.map(|(moves, all)| {
            let again = self.found_again(position, &moves);
            let all = all && again.len() >= moves.len();
            (again.into_iter().map(|mv| mv.mv).collect(), all)
        }))
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
        // One clock for all of it.
        let question = &Question {
            budget: question.budget.clone().starting_now(),
            ..question.clone()
        };
        let rules = |limit: Option<u64>| {
            let limited = Question {
                searching: limit.or(question.searching),
                ..question.clone()
            };
            self.game.solve(position, &limited)
        };
        let by_law = |looking: &Budget| self.by_law(position, question, looking);
        let below = || self.below(position, question.convention);
        let Question { budget, trace, .. } = question;
        let stages = self.stages(budget);
        stages::run(&stages, budget, trace, &below, &rules, &by_law)
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
        let inner = self.game.begin(position, convention, budget)?;
        Ok(match self.teach {
            Some(_) => thinking::begin(self, inner, convention, budget),
            None => inner,
        })
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
        let question = &Question {
            budget: question.budget.clone().starting_now(),
            ..question.clone()
        };
        let rules = |limit: Option<u64>| {
            self.near(position, question.convention, limit, &question.budget)?;
            self.game.every_move(position, question)
        };
        let by_law = |looking: &Budget| self.every_move_by_law(position, question, looking);
        let below = || self.below(position, question.convention);
        let Question { budget, trace, .. } = question;
        stages::run(&self.stages(budget), budget, trace, &below, &rules, &by_law)
    }

    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Annotated>, Error> {
        let budget = &budget.clone().starting_now();
        let rules = |limit: Option<u64>| {
            self.near(position, convention, limit, budget)?;
            self.game.annotate(position, moves, convention, budget)
        };
        let by_law =
            |looking: &Budget| self.annotated_by_law(position, moves, convention, looking, budget);
        let below = || self.below(position, convention);
        let (stages, trace) = (self.stages(budget), Trace::default());
        stages::run(&stages, budget, &trace, &below, &rules, &by_law)
    }

    fn has_line(&self) -> bool {
        self.game.has_line()
    }

    fn follow(&self, position: &str, moves: &[&str]) -> Result<Vec<String>, Error> {
        self.game.follow(position, moves)
    }

    fn seen(&self, position: &str, convention: Convention, clicks: usize) -> Result<Seen, Error> {
        self.game.seen(position, convention, clicks)
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        let inner = self.game.parts(position)?;
        Ok(match self.teach {
            Some(_) => lawful::parts(self, inner),
            None => inner,
        })
    }

    fn move_to(&self, from: &str, to: &str) -> Result<Option<WrittenMove>, Error> {
        self.game.move_to(from, to)
    }

    fn rule_text(&self) -> Result<String, Words> {
        self.game.rule_text()
    }

    fn rule_position(&self, position: &str) -> Result<Option<String>, Error> {
        self.game.rule_position(position)
    }
}
