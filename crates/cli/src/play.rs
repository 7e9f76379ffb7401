//! `grundy play GAME POSITION`: a game against an opponent who never errs.
//!
//! Works at a terminal and through a pipe: one move or word a line.

use std::io::{self, IsTerminal, Write};

use clap::{Arg, ArgMatches, Command};
use grundy::outcome::Outcome;
use grundy::text::Lang;
use grundy::workbench::Match;

use crate::compound;
use crate::options::{self, Asked};
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("play")
        .about(say(
            lang,
            "Play against an opponent who never errs",
            "与从不犯错的对手对弈",
        ))
        .arg(options::game(lang))
        .arg(options::position(lang).required(false))
        .arg(options::more(lang))
        .args(compound::arguments(lang))
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(first(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Without POSITION the first example of the game's page is played.\nAt the prompt: a move, or `moves`, `hint`, `undo`, `help`, `quit`.",
            "若不给出局面，则从该游戏说明中的第一个示例开始。\n提示符下可输入着法，或 `moves`（着法）、`hint`（提示）、`undo`（悔棋）、`help`（帮助）、`quit`（退出）。",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let budget = options::budget(matches);
    // A game alone begins where its page does.
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    if matches.get_one::<String>("position").is_none()
        && !name.contains('+')
        && let Ok(asked) = Asked::from(matches)
        && asked.is_listed()
        && compound::is_plain(&asked.game.rules())
        && let Some(example) = asked.game.about().examples.first()
    {
        let game = asked.game.begin(example, asked.convention, &budget)?;
        return talk(game, engine_first(matches), lang);
    }
    let compound = compound::asked(matches, lang)?;
    let asked = match compound {
        Some(_) => None,
        None => Some(Asked::from(matches)?),
    };
    let game = match (&compound, &asked) {
        (Some((expression, rules)), _) => expression.begin(*rules, &budget)?,
        (None, Some(asked)) => {
            let position = options::given_position(matches, asked, lang)?;
            let game = asked.game.begin(&position, asked.convention, &budget);
            game.map_err(|error| asked.explained(error, lang))?
        }
        (None, None) => unreachable!("what is no compound is one game"),
    };
    talk(game, engine_first(matches), lang)
}

/// `--first me|engine`
pub fn first(lang: Lang) -> Arg {
    Arg::new("first")
        .long("first")
        .value_name("WHO")
        .value_parser(["me", "engine"])
        .default_value("me")
        .help(say(lang, "Who moves first", "谁先走"))
}

/// Whether `--first engine` was given.
pub fn engine_first(matches: &ArgMatches) -> bool {
    let first = matches.get_one::<String>("first");
    first.is_some_and(|first| first == "engine")
}

/// Plays a game against whoever types.
pub fn talk(game: Box<dyn Match + '_>, engine_first: bool, lang: Lang) -> Result<(), Failed> {
    let mut table = TableTalk {
        game,
        lang,
        out: io::stdout().lock(),
        prompt: io::stdin().is_terminal(),
    };
    table.play(engine_first)
}

/// A longer line is no move.
const LONGEST_LINE: u64 = 1 << 20;

/// The conversation over the board.
struct TableTalk<'g> {
    game: Box<dyn Match + 'g>,
    lang: Lang,
    out: io::StdoutLock<'static>,
    prompt: bool,
}

impl TableTalk<'_> {
    fn play(&mut self, engine_first: bool) -> Result<(), Failed> {
        self.show()?;
        if engine_first && !self.engine_moves()? {
            return Ok(());
        }
        if self.finished(true)? {
            return Ok(());
        }
        let mut input = io::stdin().lock();
        loop {
            if self.prompt {
                write!(io::stderr(), "> ")?;
                io::stderr().flush()?;
            }
            let line = match options::read_line(&mut input, LONGEST_LINE, self.lang)? {
                None => return Ok(()),
                Some(Ok(line)) => line,
                Some(Err(wrong)) => {
                    writeln!(self.out, "{wrong}")?;
                    continue;
                }
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" | "退出" => return Ok(()),
                "help" | "?" | "帮助" => self.tell(
                    "a move in the game's notation, or: moves, hint, undo, quit",
                    "输入该游戏记号的着法，或：moves（列出着法）、hint（提示）、undo（悔棋）、quit（退出）",
                )?,
                "moves" | "着法" => self.list_moves()?,
                "hint" | "提示" => match self.game.hint()? {
                    Some(mv) => self.tell_with("try", "建议", &mv)?,
                    None => self.tell("no move is left", "没有着法")?,
                },
                "undo" | "悔棋" => self.undo()?,
                text => {
                    if self.person_moves(text)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Plays the person's move and the reply; `true` when the game is over.
    fn person_moves(&mut self, text: &str) -> Result<bool, Failed> {
        if let Err(error) = self.game.play(text) {
            if error.is_budget() {
                return Err(error.into());
            }
            writeln!(self.out, "{}", error.message(self.lang))?;
            return Ok(false);
        }
        self.show()?;
        Ok(self.finished(false)? || !self.engine_moves()? || self.finished(true)?)
    }

    fn engine_moves(&mut self) -> Result<bool, Failed> {
        let Some(mv) = self.game.reply()? else {
            self.finished(false)?;
            return Ok(false);
        };
        self.tell_with("I play", "我走", &mv)?;
        self.show()?;
        Ok(true)
    }

    /// Takes back the engine's move and the person's.
    fn undo(&mut self) -> Result<(), Failed> {
        let engine = self.game.undo()?;
        let person = engine && self.game.undo()?;
        if engine && !person {
            // The engine's opening move cannot be taken back by the person.
            self.game.reply()?;
        }
        if person {
            self.show()
        } else {
            self.tell("there is nothing to take back", "没有可悔的棋")
        }
    }

    fn list_moves(&mut self) -> Result<(), Failed> {
        const SHOWN: usize = 40;
        let (moves, more) = self.game.moves(SHOWN);
        for mv in &moves {
            if mv.to.is_empty() {
                writeln!(self.out, "  {}", mv.mv)?;
            } else {
                writeln!(self.out, "  {}  →  {}", mv.mv, mv.to)?;
            }
        }
        if more {
            self.tell("  … and more", "  ……还有更多")?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failed> {
        let position = self.game.position();
        self.tell_with("position", "局面", &position)
    }

    /// Announces the winner, if play is over; `persons_turn` says who would
    /// be next.
    fn finished(&mut self, persons_turn: bool) -> Result<bool, Failed> {
        let Some(outcome) = self.game.over() else {
            return Ok(false);
        };
        if (outcome == Outcome::N) == persons_turn {
            self.tell("you win", "你赢了")?;
        } else {
            self.tell("I win", "我赢了")?;
        }
        Ok(true)
    }

    fn tell(&mut self, en: &'static str, zh: &'static str) -> Result<(), Failed> {
        Ok(writeln!(self.out, "{}", say(self.lang, en, zh))?)
    }

    fn tell_with(&mut self, en: &'static str, zh: &'static str, what: &str) -> Result<(), Failed> {
        writeln!(self.out, "{} {what}", say(self.lang, en, zh))?;
        Ok(self.out.flush()?)
    }
}
