//! A game behind text: what every front end talks to.
//!
//! [`AnyGame`] is a catalogue game with its types forgotten. Positions and
//! moves are text in the game's own notation, so a front end needs no code
//! for any particular game. [`Workbench`] makes one of any [`Named`] game.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::answer::{Answer, SumMove};
use crate::ask::{Question, ask};
use crate::budget::Budget;
use crate::catalogue::{About, Listed, Named, UNWRITTEN, Words, words};
use crate::choice;
use crate::compound::Rules;
use crate::compound::parts::{Components, Parts};
use crate::diagram::{Diagram, diagram};
use crate::erased::{Erased, Move, Position};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, each_option, replace, squeeze};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Numbers, Panel, Scene, Show, Stage};
use crate::solve::blocking;
use crate::solve::dense::Lattice;
use crate::solve::memo::Memo;
use crate::solve::reach::Reach;
use crate::solve::retrograde;
use crate::solve::room_of_list;
use crate::solve::sum::{Flat, read_sum_move, write_sum_move};
use crate::strategy::Strategy;
use crate::table::{Caption, Table, tabulate};
use crate::text::{Lang, Text};
use crate::theorem::{self, Theorem};

/// A move and where it leads, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move.
    pub mv: String,
    /// The position after it; empty where that would be very long.
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

/// A position and what each of its moves is worth.
#[derive(Clone, Debug)]
pub struct EveryMove {
    /// The position as the game writes it, and the answer; its list of winning
    /// moves is empty.
    pub solved: Solved,
    /// The moves in the order of the rules.
    pub moves: Vec<RatedMove>,
}

/// A move and who wins after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move, and the position after it where that is not very long.
    pub written: WrittenMove,
    /// Who wins after it.
    pub after: Outcome,
}

/// A position of a played game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    /// The position; empty where that would be very long.
    pub position: String,
    /// Who wins from here.
    pub outcome: Outcome,
    /// If the move that led here gave something away: one that did not.
    pub better: Option<String>,
}

/// A position as it is seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What lies on the table.
    pub scene: Scene,
    /// The numbers that decide who wins, where there are some.
    pub numbers: Option<Numbers>,
    /// Its moves, and what a person points at to make them; as many as were asked for.
    pub clicks: Vec<Click>,
}

/// A move as text, and the elements that it touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    /// The move.
    pub mv: String,
    /// What it touches.
    pub touches: Vec<Id>,
}

/// Whether a move from `before` to `after` gave something away: what was won
/// before it is not lost for the opponent after it, or what was drawn is won.
pub fn is_mistake(before: Outcome, after: Outcome) -> bool {
    match before {
        Outcome::N => after != Outcome::P,
        Outcome::Draw => after == Outcome::N,
        Outcome::P => false,
    }
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

    /// Whether the values of a line are found all at once by an engine of the game
    /// ([`Lattice::line`]).
    fn has_line(&self) -> bool {
        false
    }

    /// The graph of all positions that can be reached.
    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error>;

    /// Every legal move, with who wins after it.
    fn every_move(&self, position: &str, question: &Question) -> Result<EveryMove, Error>;

    /// The first position of a played game and the one after each of its
    /// moves: who was winning, and the better move after a mistake.
    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Annotated>, Error>;

    /// The positions of a played game, the first one and the one after each of its moves, as
    /// [`AnyGame::annotate`] follows them; nothing is judged.
    fn follow(&self, _position: &str, _moves: &[&str]) -> Result<Vec<String>, Error> {
        Err(Error::Unsupported {
            because: Text::fixed("its games are not followed", "不跟随其对局"),
        })
    }

    /// The position as it is seen, with up to `clicks` of its moves; the numbers are
    /// those that decide under a convention.
    fn seen(&self, position: &str, convention: Convention, clicks: usize) -> Result<Seen, Error>;

    /// The position as components of a compound, one for each part of the sum.
    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error>;

    /// The move between two positions, where the game tells it without looking at all of
    /// its moves; see [`Named::move_to`].
    fn move_to(&self, _from: &str, _to: &str) -> Result<Option<WrittenMove>, Error> {
        Ok(None)
    }

    /// The game in the rule language, or why it is not written in it; see
    /// [`Named::rule_text`].
    fn rule_text(&self) -> Result<String, Words> {
        Err(UNWRITTEN)
    }

    /// A position as those rules write it, if they have room for it.
    fn rule_position(&self, _position: &str) -> Result<Option<String>, Error> {
        Ok(None)
    }
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

    /// The position as it is seen, with up to `clicks` of its moves: boards that
    /// fell apart as they were, components under the names they had.
    fn seen(&self, clicks: usize) -> Seen;

    /// Who wins from here, and why.
    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error>;

    /// Every legal move as [`Match::moves`] calls it, with who wins after it; an error if
    /// there are more than `limit`.
    fn rated(&mut self, limit: usize) -> Result<Vec<RatedMove>, Error> {
        let (moves, more) = self.moves(limit);
        if more {
            return Err(too_many_moves(limit));
        }
        let mut rated = Vec::with_capacity(moves.len());
        for written in moves {
            self.play(&written.mv)?;
            let after = match self.over() {
                Some(outcome) => Ok(outcome),
                None => self.judge().map(|answer| answer.outcome),
            };
            self.undo()?;
            let after = after?;
            rated.push(RatedMove { written, after });
        }
        Ok(rated)
    }

    /// What a move that a solver of the position names is called here, if it is that move: the one
    /// that leads to the position `to`.
    fn called(&self, _mv: &WrittenMove) -> Option<String> {
        None
    }

    /// The moves so far, as [`AnyGame::annotate`] reads them.
    fn record(&self) -> Vec<String>;

    /// In a lost position: the move after which play lasts longest against a winner who
    /// hurries, and how many moves are left then; `None` where that is not known.
    fn defence(&mut self) -> Option<(String, u32)> {
        None
    }
}

/// Makes an [`AnyGame`] of a named game.
pub struct Workbench {
    listed: Arc<dyn Listed>,
    game: Erased<'static>,
}

impl Workbench {
    /// Puts `game` on the workbench.
    pub fn new(game: impl Named) -> Self {
        Workbench::shared(Arc::new(game))
    }

    /// Puts a game whose type is forgotten on the workbench.
    pub fn shared(listed: Arc<dyn Listed>) -> Self {
        let game = Erased::tabled(listed.clone());
        Workbench { listed, game }
    }

    /// The rules and the theorem.
    pub fn game(&self) -> &Erased<'static> {
        &self.game
    }

    /// What the catalogue knows of it.
    pub fn listed(&self) -> &dyn Listed {
        &*self.listed
    }
}

/// Written moves and the positions after them stop at this many bytes in all: a
/// sum of a million heaps may have a million winning moves.
pub(crate) const WRITTEN_BYTES: usize = 1 << 20;

/// More winning moves than this are never written, so they are not looked for.
const MOST_WRITTEN: usize = WRITTEN_BYTES / 4;

/// A list of all moves has at most so many; longer ones serve nobody.
const MOST_MOVES: usize = 1 << 20;

/// Where a position takes more bytes than this, the ones after its moves are
/// not written.
const LONG_POSITION: usize = 1 << 18;

impl AnyGame for Workbench {
    fn about(&self) -> &'static About {
        self.listed.about()
    }

    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error> {
        let sum = self.game.read(position)?;
        Ok(written(
            &self.game,
            &sum,
            solve(&self.game, &sum, question)?,
        ))
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
        let caption = Caption::of(self.about());
        tabulate(&self.game, &caption, size, convention, budget)
    }

    fn has_line(&self) -> bool {
        self.game.line(0, &Budget::current()).is_some()
    }

    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error> {
        diagram(&self.game, &self.game.read(position)?, convention, budget)
    }

    fn every_move(&self, position: &str, question: &Question) -> Result<EveryMove, Error> {
        every_move(&self.game, &self.game.read(position)?, question)
    }

    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Annotated>, Error> {
        annotate(
            &self.game,
            self.game.read(position)?,
            moves,
            convention,
            budget,
        )
    }

    fn follow(&self, position: &str, moves: &[&str]) -> Result<Vec<String>, Error> {
        let mut sum = self.game.read(position)?;
        let mut positions = vec![self.game.write(&sum)];
        for text in moves {
            let mv = read_sum_move(&self.game, &sum, text)?;
            if let Some(parts) = self.game.play(&sum[mv.component], &mv.mv) {
                replace(&mut sum, mv.component, &parts);
            }
            positions.push(self.game.write(&sum));
        }
        Ok(positions)
    }

    fn move_to(&self, from: &str, to: &str) -> Result<Option<WrittenMove>, Error> {
        let (from, to) = (self.game.read(from)?, self.game.read(to)?);
        // One component moves; what it leaves stands in its place.
        for component in 0..from.len() {
            let after = from.len() - component - 1;
            let Some(end) = to.len().checked_sub(after).filter(|end| *end > component) else {
                continue;
            };
            if from[..component] != to[..component] || from[component + 1..] != to[end..] {
                continue;
            }
            let Some(mv) = self.listed.move_to(&from[component], &to[component..end]) else {
                continue;
            };
            if self.game.play(&from[component], &mv).is_some() {
                let mv = SumMove { component, mv };
                return Ok(Some(write_with_target(&self.game, &from, &mv)));
            }
        }
        Ok(None)
    }

    fn rule_text(&self) -> Result<String, Words> {
        self.listed.rule_text()
    }

    fn rule_position(&self, position: &str) -> Result<Option<String>, Error> {
        Ok(self.listed.rule_position(&self.game.read(position)?))
    }

    fn seen(&self, position: &str, convention: Convention, clicks: usize) -> Result<Seen, Error> {
        let sum = self.game.read(position)?;
        Ok(seen(&self.game, sum, convention, clicks))
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        Ok(Box::new(Components::new(
            &self.game,
            self.game.read(position)?,
        )))
    }
}

/// An answer for `sum` with its moves written as text.
pub fn written(game: &Erased<'_>, sum: &[Position], answer: Answer<SumMove<Move>>) -> Solved {
    let position = game.write(sum);
    let mut written = Vec::new();
    let mut bytes = 0;
    for mv in &answer.winning_moves {
        if bytes > WRITTEN_BYTES {
            break;
        }
        let mv = match position.len() > LONG_POSITION {
            true => WrittenMove {
                mv: write_sum_move(game, sum, mv),
                to: String::new(),
            },
            false => write_with_target(game, sum, mv),
        };
        bytes += mv.mv.len() + mv.to.len();
        written.push(mv);
    }
    Solved {
        position,
        answer: Answer {
            truncated: answer.truncated || written.len() < answer.winning_moves.len(),
            winning_moves: written,
            outcome: answer.outcome,
            value: answer.value,
            remoteness: answer.remoteness,
            reason: answer.reason,
            status: answer.status,
        },
    }
}

/// As [`ask`], for any game, compiled once.
pub fn solve(
    game: &Erased<'_>,
    sum: &[Position],
    question: &Question,
) -> Result<Answer<SumMove<Move>>, Error> {
    let question = Question {
        moves: question.moves.min(MOST_WRITTEN),
        ..question.clone()
    };
    question.trace.boxes(|| boxes(game, sum));
    ask(game, sum, &question)
}

/// About how many positions a search of `sum` would have to visit, where positions are tuples: those
/// below each component, or below all of them together.
pub fn positions_below(game: &Erased<'_>, sum: &[Position], together: bool) -> Option<u64> {
    choice::positions(&boxes(game, sum), together)
}

/// How many positions lie in the box below each component, where positions are tuples.
fn boxes(game: &Erased<'_>, sum: &[Position]) -> Vec<Option<u64>> {
    /// No game of the catalogue has more coordinates in its table.
    const MOST: usize = 16;
    let below = |part: &Position| {
        let mut point = [0u64; MOST];
        let fits = |length: &usize| game.coordinates(part, &mut point[..*length]);
        let length = (1..=MOST).find(fits)?;
        let sides = point[..length].iter().map(|at| at.saturating_add(1));
        Some(sides.fold(1, u64::saturating_mul))
    };
    sum.iter().map(below).collect()
}

/// As [`blocking::ask`], for any game, compiled once.
pub fn solve_blocking(
    game: &Erased<'_>,
    sum: &[Position],
    forbidden: usize,
    question: &Question,
) -> Result<Answer<SumMove<Move>>, Error> {
    let question = Question {
        moves: question.moves.min(MOST_WRITTEN),
        ..question.as_one()
    };
    let _scope = question.budget.scope();
    blocking::ask(game, sum, forbidden, &question)
}

/// The Grundy value of a sum by search alone.
pub fn searched_value(game: &Erased<'_>, sum: &[Position], budget: &Budget) -> Result<u32, Error> {
    Memo::new(game).sum_value(sum, &mut budget.meter("search"))
}

/// A sum of more components is not shown, and its components go by their places.
const SEEN: usize = 1000;

/// Nor is one of more bytes.
const SEEN_BYTES: u64 = 1 << 18;

/// Whether a sum is small enough to be shown.
fn can_be_seen(game: &Erased<'_>, sum: &[Position]) -> bool {
    let bytes = || sum.iter().map(|part| game.bytes(part)).sum::<u64>();
    sum.len() <= SEEN && bytes() <= SEEN_BYTES
}

/// A position as it is seen, with up to `clicks` of its moves.
pub fn seen(game: &Erased<'_>, sum: Vec<Position>, convention: Convention, clicks: usize) -> Seen {
    if !can_be_seen(game, &sum) {
        // A card with the beginning of the notation.
        return Seen {
            scene: Scene {
                panels: vec![Panel::card(0, &game.write(&sum))],
                left_out: 0,
            },
            ..Seen::default()
        };
    }
    on_stage(game, &Stage::new(sum), convention, clicks)
}

/// What lies on a stage.
fn on_stage(
    game: &Erased<'_>,
    stage: &Stage<Position>,
    convention: Convention,
    clicks: usize,
) -> Seen {
    let scene = game.scene(stage);
    let shown: FxHashSet<Id> = scene.elements().map(|element| element.id).collect();
    let mut found = Vec::new();
    staged::each(game, stage, clicks, &mut |mv| {
        let mut touches = game.touches(stage, mv);
        // What there was no room for cannot be pointed at: its moves are typed.
        touches.retain(|id| shown.contains(id));
        touches.sort_unstable();
        touches.dedup();
        let mv = staged::write(game, stage, mv);
        found.push(Click { mv, touches });
    });
    // In misère play sums are not decided by values, unless that is proven.
    let decided = convention == Convention::Normal || game.misere_like_nim();
    Seen {
        numbers: decided.then(|| game.numbers(stage)).flatten(),
        clicks: found,
        scene,
    }
}

/// Moves on a stage: a component goes by the number of its board, a move by the
/// places of the board.
mod staged {
    use super::*;

    /// So many moves of a part of a board are compared with what was written.
    const LOOKED_AT: usize = 1 << 16;

    fn on_board(game: &Erased<'_>, stage: &Stage<Position>, component: usize, mv: &Move) -> String {
        let frame = stage.frame(component);
        game.write_move(&game.on_board(mv, frame.row, frame.column))
    }

    /// Tells of the first moves, component by component, in the order of the rules.
    pub fn each(
        game: &Erased<'_>,
        stage: &Stage<Position>,
        most: usize,
        tell: &mut dyn FnMut(&SumMove<Move>),
    ) {
        let mut told = 0;
        for (component, position) in stage.sum().iter().enumerate() {
            let flow = game.moves(position, &mut |mv| {
                if told == most {
                    return STOP;
                }
                told += 1;
                tell(&SumMove { component, mv });
                CONTINUE
            });
            if flow.is_break() {
                return;
            }
        }
    }

    /// A move as a person calls it.
    pub fn write(game: &Erased<'_>, stage: &Stage<Position>, mv: &SumMove<Move>) -> String {
        let written = on_board(game, stage, mv.component, &mv.mv);
        match stage.has_names() {
            true => format!("{}: {written}", stage.board(mv.component) + 1),
            false => written,
        }
    }

    /// The move that a person means.
    pub fn read(
        game: &Erased<'_>,
        stage: &Stage<Position>,
        text: &str,
    ) -> Result<SumMove<Move>, Error> {
        let named = text.split_once([':', '：']).and_then(|(number, rest)| {
            let number: u32 = number.trim().parse().ok()?;
            Some((number, rest.trim()))
        });
        let live = |component: &usize| !game.is_terminal(&stage.sum()[*component]);
        let mut candidates: Vec<usize> = (0..stage.sum().len()).filter(live).collect();
        let written = match named {
            Some((number, rest)) => {
                candidates.retain(|component| stage.board(*component) + 1 == number);
                rest
            }
            None => text.trim(),
        };
        let bad = |expected| Error::BadMove {
            text: text.to_string(),
            expected,
        };
        let boards: Vec<u32> = candidates.iter().map(|c| stage.board(*c)).collect();
        let numbers: Vec<String> = boards.iter().map(|board| (board + 1).to_string()).collect();
        match (candidates.first(), named) {
            (None, None) => {
                return Err(bad(Text::fixed(
                    "no move: there is none",
                    "无：此处没有着法",
                )));
            }
            (None, Some(_)) => {
                let live = (0..stage.sum().len()).filter(live);
                let mut live: Vec<u32> = live.map(|c| stage.board(c) + 1).collect();
                live.sort_unstable();
                live.dedup();
                let live: Vec<String> = live.iter().take(12).map(u32::to_string).collect();
                let live = live.join(", ");
                return Err(bad(Text::new(
                    format!("a component that has moves: {live}"),
                    format!("有着法的分量：{live}"),
                )));
            }
            (Some(first), None) if boards.iter().any(|board| *board != stage.board(*first)) => {
                let number = &numbers[0];
                return Err(bad(Text::new(
                    format!("`COMPONENT: MOVE`, for example `{number}: …`, as there are several"),
                    format!("“分量编号: 着法”，例如 `{number}: …`，因为有多个分量"),
                )));
            }
            _ => {}
        }
        let mut failed = None;
        for component in &candidates {
            match in_component(game, stage, *component, written) {
                Ok(mv) => return Ok(mv),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or_else(|| bad(Text::fixed("a legal move", "合法着法"))))
    }

    fn in_component(
        game: &Erased<'_>,
        stage: &Stage<Position>,
        component: usize,
        text: &str,
    ) -> Result<SumMove<Move>, Error> {
        let position = &stage.sum()[component];
        let frame = stage.frame(component);
        // A component at the corner of its board has the same moves as the board.
        if (frame.row, frame.column) == (0, 0) {
            let mv = game.read_move(position, text)?;
            if game.play(position, &mv).is_some() {
                return Ok(SumMove { component, mv });
            }
        }
        let wanted = squeeze(text);
        let mut found = None;
        let mut shown = Vec::new();
        let mut seen = 0;
        let _ = game.moves(position, &mut |mv| {
            let written = on_board(game, stage, component, &mv);
            seen += 1;
            if squeeze(&written) == wanted {
                found = Some(mv);
            }
            if shown.len() < 8 {
                shown.push(written);
            }
            match found.is_some() || seen == LOOKED_AT {
                true => STOP,
                false => CONTINUE,
            }
        });
        let list = shown.join(", ") + if seen > shown.len() { ", …" } else { "" };
        found
            .map(|mv| SumMove { component, mv })
            .ok_or_else(|| Error::BadMove {
                text: text.to_string(),
                expected: Text::new(format!("one of {list}"), format!("以下之一：{list}")),
            })
    }
}

/// A game in play that begins with `sum`.
pub fn begin<'g>(
    game: &'g Erased<'static>,
    sum: Vec<Position>,
    convention: Convention,
    budget: &Budget,
) -> Result<Box<dyn Match + 'g>, Error> {
    let _scope = budget.scope();
    let stage = can_be_seen(game, &sum).then(|| Stage::new(sum.clone()));
    Ok(Box::new(Played {
        game,
        strategy: Strategy::waiting(game, sum, convention, budget.clone()),
        convention,
        budget: budget.clone(),
        stage,
        history: Vec::new(),
    }))
}

/// What each move of `sum` is worth.
pub fn every_move(
    game: &Erased<'_>,
    sum: &[Position],
    question: &Question,
) -> Result<EveryMove, Error> {
    let question = &question.as_one();
    let _scope = question.budget.scope();
    few_moves(game, sum, &question.budget)?;
    let all = Question {
        moves: usize::MAX,
        ..question.clone()
    };
    let mut answer = ask(game, sum, &all)?;
    let moves = rated(game, sum, &answer, question)?;
    answer.winning_moves.clear();
    answer.truncated = false;
    Ok(EveryMove {
        solved: written(game, sum, answer),
        moves,
    })
}

/// An error if `sum` has more moves than a list may have.
fn few_moves(game: &Erased<'_>, sum: &[Position], budget: &Budget) -> Result<(), Error> {
    let mut meter = budget.meter("list of moves");
    let (mut count, mut failed) = (0, None);
    for part in sum {
        let _ = game.moves(part, &mut |_| {
            count += 1;
            failed = meter.options(1).err();
            match failed.is_some() || count > MOST_MOVES {
                true => STOP,
                false => CONTINUE,
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if count > MOST_MOVES {
            return Err(too_many_moves(MOST_MOVES));
        }
    }
    Ok(())
}

fn too_many_moves(limit: usize) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!(
                "there are more than {limit} moves, too many for a list; \
                 the winning ones are named without it"
            ),
            format!("着法多于 {limit} 个，无法全部列出；不列全部时仍会给出必胜着法"),
        ),
    }
}

/// A position as text, unless it is very long.
fn write_short(game: &Erased<'_>, sum: &[Position]) -> String {
    match is_long(game, sum) {
        true => String::new(),
        false => game.write(sum),
    }
}

fn is_long(game: &Erased<'_>, sum: &[Position]) -> bool {
    const LONG: u64 = 1 << 12;
    let bytes: u64 = sum.iter().map(|part| 1 + game.bytes(part)).sum();
    bytes > LONG
}

/// The position before and after each of the `moves` played from `sum` on.
pub fn annotate(
    game: &Erased<'_>,
    mut sum: Vec<Position>,
    moves: &[&str],
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Annotated>, Error> {
    let budget = &budget.clone().as_one();
    let _scope = budget.scope();
    let question = outcome_question(convention, budget);
    let mut found: Vec<Annotated> = Vec::new();
    let mut guide = theorem::guide(game, &sum, convention);
    let mut moves = moves.iter();
    // The position before the last move, and what would have been better there.
    let mut before: Option<(Vec<Position>, Option<Move>)> = None;
    // A guide spares playing a huge position move by move.
    let mut follow = guide.is_none() || !write_short(game, &sum).is_empty();
    loop {
        let outcome = match &mut guide {
            Some(guide) => guide.outcome(),
            None => ask(game, &sum, &question)?.outcome,
        };
        let mistaken = found
            .last()
            .is_some_and(|last| is_mistake(last.outcome, outcome));
        let better = match before.take() {
            Some((then, Some(mv))) if mistaken => {
                Some(write_sum_move(game, &then, &SumMove { component: 0, mv }))
            }
            Some((then, None)) if mistaken && guide.is_none() => {
                let question = Question {
                    moves: 1,
                    ..question.clone()
                };
                let answer = ask(game, &then, &question)?;
                let first = answer.winning_moves.first();
                first.map(|mv| write_sum_move(game, &then, mv))
            }
            _ => None,
        };
        found.push(Annotated {
            position: match follow {
                true => write_short(game, &sum),
                false => String::new(),
            },
            outcome,
            better,
        });
        let Some(text) = moves.next() else {
            return Ok(found);
        };
        match &mut guide {
            Some(guide) => {
                let mv = game.read_move(&sum[0], text)?;
                let better = guide.winning_move();
                guide.go(&mv)?;
                before = Some((sum.clone(), better));
                if follow {
                    match game.play(&sum[0], &mv) {
                        Some(parts) => replace(&mut sum, 0, &parts),
                        None => follow = false,
                    }
                }
            }
            None => {
                let mv = read_sum_move(game, &sum, text)?;
                before = Some((sum.clone(), None));
                if let Some(parts) = game.play(&sum[mv.component], &mv.mv) {
                    replace(&mut sum, mv.component, &parts);
                }
            }
        }
    }
}

/// Who wins, and nothing else.
fn outcome_question(convention: Convention, budget: &Budget) -> Question {
    Question {
        convention,
        moves: 0,
        outcome_only: true,
        budget: budget.clone(),
        ..Question::default()
    }
}

/// Every move of a sum as text, with who wins after it; `answer` is the answer
/// for the sum, with all its winning moves if it knows them.
fn rated(
    game: &Erased<'_>,
    sum: &[Position],
    answer: &Answer<SumMove<Move>>,
    question: &Question,
) -> Result<Vec<RatedMove>, Error> {
    // Where nothing is drawn and all winning moves are named, the others lose.
    let known = !answer.truncated && !game.may_cycle();
    let written = |mv: &SumMove<Move>| write_sum_move(game, sum, mv);
    let winning: FxHashSet<String> = answer.winning_moves.iter().map(written).collect();
    let mut meter = question.budget.meter("listing moves");
    let after = outcome_question(question.convention, &question.budget);
    let mut moves: Vec<RatedMove> = Vec::new();
    let mut failed = None;
    let (mut bytes, mut shown) = (0u64, 0);
    if sum.iter().any(|part| game.over(part).is_some()) {
        return Ok(moves);
    }
    for (component, part) in sum.iter().enumerate() {
        // What is not written is not looked at: long positions have long targets.
        if known && is_long(game, sum) {
            let flow = game.moves(part, &mut |mv| {
                let written = WrittenMove {
                    mv: write_sum_move(game, sum, &SumMove { component, mv }),
                    to: String::new(),
                };
                bytes += written.mv.len() as u64;
                let after = Outcome::mover_wins(!winning.contains(&written.mv));
                moves.push(RatedMove { written, after });
                let room = bytes + room_of_list(&moves);
                failed = meter.state().and_then(|()| meter.bytes(room)).err();
                if failed.is_some() { STOP } else { CONTINUE }
            });
            if flow.is_break() {
                break;
            }
            continue;
        }
        let flow = each_option(game, part, &mut |mv, to| {
            let mv = write_sum_move(game, sum, &SumMove { component, mv });
            let mut there = sum.to_vec();
            replace(&mut there, component, to);
            let written = WrittenMove {
                to: match shown > WRITTEN_BYTES {
                    true => String::new(),
                    false => write_short(game, &there),
                },
                mv,
            };
            shown += written.to.len();
            bytes += (written.mv.len() + written.to.len()) as u64;
            let room = bytes + room_of_list(&moves);
            let outcome =
                meter
                    .state()
                    .and_then(|()| meter.bytes(room))
                    .and_then(|()| match known {
                        true => Ok(Outcome::mover_wins(!winning.contains(&written.mv))),
                        false => Ok(ask(game, &there, &after)?.outcome),
                    });
            match outcome {
                Ok(after) => {
                    moves.push(RatedMove { written, after });
                    CONTINUE
                }
                Err(error) => {
                    failed = Some(error);
                    STOP
                }
            }
        });
        if flow.is_break() {
            break;
        }
    }
    failed.map_or(Ok(moves), Err)
}

fn write_with_target(game: &Erased<'_>, sum: &[Position], mv: &SumMove<Move>) -> WrittenMove {
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
pub fn list_moves(game: &Erased<'_>, sum: &[Position], limit: usize) -> (Vec<WrittenMove>, bool) {
    let mut moves = Vec::new();
    if sum.iter().any(|part| game.over(part).is_some()) {
        return (moves, false);
    }
    let mut bytes = 0;
    let flow = each_option(&Flat::new(game), &sum.to_vec(), &mut |mv, to| {
        if moves.len() == limit || bytes > WRITTEN_BYTES {
            return STOP;
        }
        let written = WrittenMove {
            mv: write_sum_move(game, sum, &mv),
            to: game.write(&to[0]),
        };
        bytes += written.mv.len() + written.to.len();
        moves.push(written);
        CONTINUE
    });
    (moves, flow.is_break())
}

struct Played<'g> {
    game: &'g Erased<'static>,
    strategy: Strategy<'g, Erased<'static>>,
    convention: Convention,
    budget: Budget,
    /// Where everything lies; `None` where there is too much of it.
    stage: Option<Stage<Position>>,
    /// What was played.
    history: Vec<Turn>,
}

/// A move, and what was there before it.
struct Turn {
    before: Vec<Position>,
    stage: Option<Stage<Position>>,
    mv: SumMove<Move>,
}

impl Played<'_> {
    fn write(&self, mv: &SumMove<Move>) -> String {
        match &self.stage {
            Some(stage) => staged::write(self.game, stage, mv),
            None => write_sum_move(self.game, self.strategy.position(), mv),
        }
    }

    /// Keeps what was there before a move and follows it on the stage.
    fn follow(&mut self, before: Vec<Position>, mv: SumMove<Move>) {
        let stage = self.stage.clone();
        if let Some(stage) = &mut self.stage
            && stage.play(self.game, &mv).is_none()
        {
            self.stage = None;
        }
        self.history.push(Turn { before, stage, mv });
    }
}

impl Match for Played<'_> {
    fn position(&self) -> String {
        self.game.write(self.strategy.position())
    }

    fn over(&self) -> Option<Outcome> {
        let sum = self.strategy.position();
        if let Some(winner) = sum.iter().find_map(|part| self.game.over(part)) {
            return Some(winner.outcome());
        }
        let ended = sum.iter().all(|part| self.game.is_terminal(part));
        ended.then(|| self.convention.at_end())
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        if self.over().is_some() {
            return (Vec::new(), false);
        }
        let (mut moves, more) = list_moves(self.game, self.strategy.position(), limit);
        if let Some(stage) = &self.stage {
            // The same moves in the same order, as they are called on the table.
            let mut called = Vec::with_capacity(moves.len());
            staged::each(self.game, stage, moves.len(), &mut |mv| {
                called.push(staged::write(self.game, stage, mv));
            });
            for (written, called) in moves.iter_mut().zip(called) {
                written.mv = called;
            }
        }
        (moves, more)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let _scope = self.budget.scope();
        let before = self.strategy.position().to_vec();
        let mv = match &self.stage {
            Some(stage) => staged::read(self.game, stage, text)?,
            None => read_sum_move(self.game, &before, text)?,
        };
        self.strategy.opponent(&mv)?;
        self.follow(before, mv);
        Ok(())
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        let _scope = self.budget.scope();
        let mv = self.strategy.choose()?;
        Ok(mv.map(|mv| self.write(&mv)))
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let _scope = self.budget.scope();
        let before = self.strategy.position().to_vec();
        let Some(mv) = self.strategy.choose()? else {
            return Ok(None);
        };
        let written = self.write(&mv);
        self.strategy.opponent(&mv)?;
        self.follow(before, mv);
        Ok(Some(written))
    }

    fn undo(&mut self) -> Result<bool, Error> {
        let Some(Turn { before, stage, .. }) = self.history.pop() else {
            return Ok(false);
        };
        let _scope = self.budget.scope();
        let budget = self.budget.clone();
        self.strategy = Strategy::waiting(self.game, before, self.convention, budget);
        self.stage = stage;
        Ok(true)
    }

    fn seen(&self, clicks: usize) -> Seen {
        match &self.stage {
            Some(stage) => on_stage(self.game, stage, self.convention, clicks),
            None => {
                let sum = self.strategy.position().to_vec();
                seen(self.game, sum, self.convention, clicks)
            }
        }
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        let question = Question {
            convention: self.convention,
            moves: 1,
            budget: self.budget.clone(),
            ..Question::default()
        };
        let sum = self.strategy.position().to_vec();
        let answer = solve(self.game, &sum, &question)?;
        let moves: Vec<String> = answer
            .winning_moves
            .iter()
            .map(|mv| self.write(mv))
            .collect();
        let mut solved = written(self.game, &sum, answer);
        for (mv, called) in solved.answer.winning_moves.iter_mut().zip(moves) {
            mv.mv = called;
        }
        Ok(solved.answer)
    }

    fn rated(&mut self, limit: usize) -> Result<Vec<RatedMove>, Error> {
        let (moves, more) = self.moves(limit);
        if more {
            return Err(too_many_moves(limit));
        }
        let question = Question {
            convention: self.convention,
            outcome_only: true,
            budget: self.budget.clone(),
            ..Question::default()
        };
        // The same moves in the same order; those here go by their names on the table.
        let every = every_move(self.game, self.strategy.position(), &question)?.moves;
        let called = moves.into_iter().zip(every);
        Ok(called
            .map(|(written, rated)| RatedMove { written, ..rated })
            .collect())
    }

    fn called(&self, written: &WrittenMove) -> Option<String> {
        let sum = self.strategy.position();
        let mv = read_sum_move(self.game, sum, &written.mv).ok()?;
        let same = write_with_target(self.game, sum, &mv).to == written.to;
        same.then(|| self.write(&mv))
    }

    fn defence(&mut self) -> Option<(String, u32)> {
        /// Play that can go more ways is not looked through.
        const STATES: u64 = 50_000;
        let budget = self.budget.clone().at_most(STATES);
        let sum = self.strategy.position().to_vec();
        let flat = Flat::new(self.game);
        let mut meter = budget.meter("longest defence");
        let reach = Reach::explore(Flat::new(self.game), [sum.clone()], &mut meter).ok()?;
        let play = reach.play(self.convention);
        let labels = retrograde::solve(reach.graph(), &play, 1, &budget).ok()?;
        let mut best: Option<(SumMove<Move>, u32)> = None;
        let _ = each_option(&flat, &sum, &mut |mv, to| {
            let place = reach.places().number(&flat.canonical(to[0].clone()));
            let left = place.and_then(|place| labels.remoteness(place));
            if let Some(left) = left
                && best.as_ref().is_none_or(|(_, most)| left > *most)
            {
                best = Some((mv, left));
            }
            CONTINUE
        });
        best.map(|(mv, left)| (self.write(&mv), left))
    }

    fn record(&self) -> Vec<String> {
        let written = |turn: &Turn| write_sum_move(self.game, &turn.before, &turn.mv);
        self.history.iter().map(written).collect()
    }
}
