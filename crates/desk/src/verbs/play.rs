//! `play`: the table after some moves, with all that can be done there. `exercise`: a
//! position to practise on.
//!
//! The desk remembers no game in play: a question brings the moves so far along, so that
//! undoing is asking with fewer of them, and a game can be sent as a link.

use grundy::catalogue;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::picture::scene::{draw, why};
use grundy::random::Random;
use grundy::text::Lang;
use grundy::workbench::{Match, is_mistake};
use serde::{Deserialize, Serialize};

use super::{Ending, Outcome, Question, Turn, of_game, status};
use crate::Refused;
use crate::Written;
use crate::sitting::{Board, Sitting};

/// So many moves are told.
const CHOICES: usize = 2_000;

/// More moves are no game in play any more.
const LONGEST: usize = 10_000;

of_game! {
    /// The table after some moves.
    Play {
        /// Where it began; the first example if absent.
        position: Option<Written>,
        /// The moves so far, as the answers called them.
        moves: Option<Vec<String>>,
        /// Let the engine move after them.
        reply: Option<Level>,
        /// Tell who wins after each move.
        rate: Option<bool>,
        /// Tell who wins, and why.
        why: Option<bool>,
        /// Tell the positions so far, and the mistakes.
        history: Option<bool>,
    }
}

/// How well the engine plays.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Of five moves so many are good; 5, the default, never errs.
    pub level: Option<u64>,
    /// Makes random moves the same every time.
    pub seed: Option<u64>,
}

/// The table after some moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// What is played.
    pub title: String,
    /// Where it began.
    pub start: String,
    /// Where it is now.
    pub position: String,
    /// Who wins at the end.
    pub convention: Ending,
    /// How components are played, if not one at a time to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compound: Option<String>,
    /// All moves so far, a reply included.
    pub played: Vec<String>,
    /// The move of the engine, if it made one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replied: Option<String>,
    /// The same moves as `annotate` reads them.
    pub record: Vec<String>,
    /// Who has won, when play is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// The position as a picture; its elements have `data-id`.
    pub svg: String,
    /// The legal moves.
    pub choices: Vec<Choice>,
    /// Whether there are more.
    pub more: bool,
    /// The numbers that decide, where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Numbers>,
    /// Who wins, and why, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// Why something that was asked for could not be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<String>,
    /// The positions so far, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Turn>>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// Who has won.
    pub winner: Winner,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Who made the first move.
    First,
    /// The other.
    Second,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// What it is called.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it, where that is short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The elements that a person points at.
    pub touches: Vec<String>,
    /// Who wins after it, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Outcome>,
}

/// The numbers that decide who wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Numbers {
    /// Their binary digits are added without carry, modulo this.
    pub modulo: u32,
    /// Whether all columns add up to 0: then whoever is to move loses.
    pub balanced: bool,
    /// The numbers.
    pub each: Vec<Number>,
}

/// A number of some part of the position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Number {
    /// Of what.
    pub of: String,
    /// The number.
    pub value: String,
    /// Whether it counts.
    pub counts: bool,
}

/// Who wins, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// Who wins.
    pub outcome: Outcome,
    /// The same in words.
    pub text: String,
    /// The Grundy value, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How many moves are left under best play, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// The reason.
    pub reason: String,
    /// `proven`, `computed` or `observed to N`.
    pub status: String,
    /// A move that wins, or keeps a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// In a lost position: the move after which play lasts longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence: Option<Defence>,
}

/// The longest defence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Defence {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves are left after it.
    pub left: u32,
}

impl Question for Play {
    const ASK: &'static str = "play";
    type Answer = Table;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Table, Refused> {
        let of = self.of();
        let refused = |error: Error| sitting.refused(error);
        let position = self.position.as_ref().map(|position| position.0.as_str());
        match sitting.board(&of, position, true)? {
            Board::One(asked, position) => {
                let convention = asked.rules.convention;
                let game = asked.game.begin(&position, convention, &sitting.budget);
                let title = asked.name(sitting.lang);
                self.table(game.map_err(refused)?, title, convention, sitting)
            }
            Board::Several(expression, rules) => {
                let game = expression.begin(rules, &sitting.budget).map_err(refused)?;
                let compound = rules.text().get(sitting.lang).to_string();
                let title = of.game.to_string();
                let table = self.table(game, title, rules.convention, sitting)?;
                Ok(Table {
                    compound: Some(compound),
                    ..table
                })
            }
        }
    }
}

impl Play {
    fn table(
        &self,
        mut game: Box<dyn Match + '_>,
        title: String,
        convention: Convention,
        sitting: &Sitting<'_>,
    ) -> Result<Table, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let lang = sitting.lang;
        let moves = self.moves.as_deref().unwrap_or_default();
        if moves.len() > LONGEST {
            return Err(Refused::bad(format!(
                "at most {LONGEST} moves: there are {}",
                moves.len()
            )));
        }
        let start = game.position();
        // What could not be found out is told beside the board; a question that somebody else must
        // be asked is handed on as a whole.
        let untold = |error: Error| match error {
            Error::NeedsLaws => Err(sitting.refused(error)),
            error => Ok(error.message(lang)),
        };
        let mut unrated = None;
        let mut history = self.history.unwrap_or(false).then(Vec::new);
        let follow = |game: &mut Box<dyn Match + '_>,
                      mv: Option<&str>,
                      history: &mut Option<Vec<Turn>>,
                      best: &mut Option<String>,
                      unrated: &mut Option<String>|
         -> Result<(), Refused> {
            let Some(turns) = history else {
                return Ok(());
            };
            match turn(&mut **game, mv, turns.last(), best.take()) {
                Ok((turn, next)) => {
                    turns.push(turn);
                    *best = next;
                }
                Err(error) => {
                    *unrated = Some(untold(error)?);
                    *history = None;
                }
            }
            Ok(())
        };
        let mut best = None;
        follow(&mut game, None, &mut history, &mut best, &mut unrated)?;
        for mv in moves {
            game.play(mv).map_err(refused)?;
            follow(&mut game, Some(mv), &mut history, &mut best, &mut unrated)?;
        }
        let mut played = moves.to_vec();
        let mut replied = None;
        if let Some(Level { level, seed }) = self.reply
            && game.over().is_none()
        {
            let level = level.unwrap_or(5);
            if level > 5 {
                return Err(Refused::bad("`level` must be a number from 0 to 5"));
            }
            // Another move is another chance, and the same question has the same answer.
            let mut random = Random::new(seed.unwrap_or(0).wrapping_add(moves.len() as u64 * 7919));
            let mv = reply_at(&mut *game, level, &mut random).map_err(refused)?;
            if let Some(mv) = mv {
                follow(&mut game, Some(&mv), &mut history, &mut best, &mut unrated)?;
                played.push(mv.clone());
                replied = Some(mv);
            }
        }
        let over = game.over();
        let seen = game.seen(CHOICES);
        let (written, more) = game.moves(CHOICES);
        let mut touched: std::collections::HashMap<String, Vec<String>> = seen
            .clicks
            .iter()
            .map(|click| {
                let touches = click.touches.iter().map(ToString::to_string);
                (click.mv.clone(), touches.collect())
            })
            .collect();
        let mut choices: Vec<Choice> = written
            .into_iter()
            .map(|written| Choice {
                touches: touched.remove(&written.mv).unwrap_or_default(),
                mv: written.mv,
                to: Some(written.to).filter(|to| !to.is_empty()),
                after: None,
            })
            .collect();
        if self.rate == Some(true) && over.is_none() {
            match game.rated(CHOICES) {
                Ok(rated) => {
                    for (choice, rated) in choices.iter_mut().zip(rated) {
                        choice.after = Some(rated.after.into());
                    }
                }
                Err(error) => unrated = Some(untold(error)?),
            }
        }
        let mut reasons = None;
        if self.why == Some(true) {
            match because(&mut *game, lang) {
                Ok(why) => reasons = Some(why),
                Err(error) => unrated = Some(untold(error)?),
            }
        }
        let position = game.position();
        let drawing = draw::scene(&seen.scene, &format!("{title} {position}"), &[]);
        // Whoever would be next goes by the count of moves.
        let to_move = played.len() % 2;
        Ok(Table {
            title,
            start,
            convention: convention.into(),
            compound: None,
            record: game.record(),
            over: over.map(|outcome| {
                let mover_wins = outcome == grundy::outcome::Outcome::N;
                let winner = match (to_move == 0) == mover_wins {
                    true => Winner::First,
                    false => Winner::Second,
                };
                Over { winner }
            }),
            svg: sitting.picture(&drawing),
            choices,
            more,
            numbers: seen.numbers.as_ref().map(|numbers| Numbers {
                modulo: numbers.modulo,
                balanced: why::is_balanced(numbers),
                each: numbers
                    .each
                    .iter()
                    .map(|number| Number {
                        of: number.of.get(lang).to_string(),
                        value: number.value.to_string(),
                        counts: number.counts,
                    })
                    .collect(),
            }),
            why: reasons,
            unrated,
            history,
            position,
            played,
            replied,
        })
    }
}

/// What is told of the position that a move led to, and a best move from there.
fn turn(
    game: &mut dyn Match,
    mv: Option<&str>,
    before: Option<&Turn>,
    better: Option<String>,
) -> Result<(Turn, Option<String>), Error> {
    let (outcome, best) = match game.over() {
        Some(outcome) => (outcome, None),
        None => {
            let answer = game.judge()?;
            let best = answer.winning_moves.into_iter().next();
            (answer.outcome, best.map(|best| best.mv))
        }
    };
    let mistake = before.is_some_and(|before| is_mistake(before.outcome.into(), outcome));
    let turn = Turn {
        mv: mv.map(str::to_string),
        position: game.position(),
        outcome: outcome.into(),
        mistake,
        better: better.filter(|_| mistake),
    };
    Ok((turn, best))
}

/// Who wins from here, and why.
fn because(game: &mut dyn Match, lang: Lang) -> Result<Why, Error> {
    let answer = game.judge()?;
    let lost = answer.outcome == grundy::outcome::Outcome::P;
    let defence = match lost && game.over().is_none() {
        true => game.defence().map(|(mv, left)| Defence { mv, left }),
        false => None,
    };
    Ok(Why {
        outcome: answer.outcome.into(),
        text: answer.outcome.text().get(lang).to_string(),
        value: answer.value.as_ref().map(ToString::to_string),
        remoteness: answer.remoteness.map(u64::from),
        reason: answer.reason.get(lang).to_string(),
        status: status(answer.status),
        best: answer.winning_moves.first().map(|best| best.mv.clone()),
        defence,
    })
}

/// Lets the engine move: well so many times of five, else at random; `None` if there is
/// no move.
pub fn reply_at(
    game: &mut dyn Match,
    level: u64,
    random: &mut Random,
) -> Result<Option<String>, Error> {
    /// Among so many moves a random one is chosen.
    const LOOKED_AT: usize = 1000;
    if random.below(5) < level {
        return game.reply();
    }
    let (moves, _) = game.moves(LOOKED_AT);
    let count = moves.len() as u64;
    if count == 0 {
        return Ok(None);
    }
    let chosen = moves[random.below(count) as usize].mv.clone();
    game.play(&chosen)?;
    Ok(Some(chosen))
}

/// A small position to practise on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// Of one of these games; of any if there are none.
    #[serde(default)]
    pub games: Vec<String>,
    /// Of games of one of these families; of any if there are none.
    #[serde(default)]
    pub families: Vec<String>,
    /// Another number is another position.
    pub seed: u64,
}

/// A position to practise on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Task {
    /// The game.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// The position.
    pub position: String,
    /// Who wins at the end.
    pub convention: Ending,
}

impl Question for Exercise {
    const ASK: &'static str = "exercise";
    type Answer = Task;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Task, Refused> {
        let wanted = |entry: &&catalogue::Entry| {
            let of =
                |given: &[String], name: &str| given.is_empty() || given.iter().any(|g| g == name);
            of(&self.games, entry.about.id) && of(&self.families, &super::family(entry.family))
        };
        let entries: Vec<&catalogue::Entry> = catalogue::ALL.iter().filter(wanted).collect();
        if entries.is_empty() {
            return Err(Refused::bad(sitting.say(
                "no game is of these names and families",
                "没有属于这些名称与类别的游戏",
            )));
        }
        let mut random = Random::new(self.seed);
        for _ in 0..100 {
            let entry = entries[random.below(entries.len() as u64) as usize];
            let bench = entry
                .workbench(&[])
                .map_err(|error| sitting.refused(error))?;
            let mut small = bench.listed().small();
            if small.is_empty() {
                continue;
            }
            let position = small.swap_remove(random.below(small.len() as u64) as usize);
            use grundy::game::Game as _;
            let position = bench.game().write(&position);
            use grundy::workbench::AnyGame as _;
            // With one move there is nothing to find out.
            let enough = bench
                .moves(&position, 2)
                .is_ok_and(|(moves, _)| moves.len() == 2);
            if enough {
                return Ok(Task {
                    game: entry.about.id.to_string(),
                    name: catalogue::words(entry.about.name, sitting.lang).to_string(),
                    position,
                    convention: Ending::Normal,
                });
            }
        }
        Err(Refused::bad(sitting.say(
            "these games have no small positions to practise on",
            "这些游戏没有可供练习的小局面",
        )))
    }
}
