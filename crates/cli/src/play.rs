//! `grundy play GAME POSITION`: a game against an opponent who never errs, or errs as
//! often as is asked for, or between two people.
//!
//! Works at a terminal, with a line that can be edited and a history, and through a
//! pipe: one move or word a line.

use std::io::{self, IsTerminal, Write};

use clap::{Arg, ArgMatches, Command};
use grundy::outcome::Outcome;
use grundy::random::Random;
use grundy::text::Lang;
use grundy::workbench::Match;
use grundy_desk::verbs::reply_at;
use rustyline::error::ReadlineError;

use crate::compound;
use crate::options::{self, Asked};
use crate::output::{Failed, say};
use crate::seen;

pub fn command(lang: Lang) -> Command {
    Command::new("play")
        .about(say(
            lang,
            "Play against an opponent who never errs",
            "与从不犯错的对手对弈",
        ))
        .args(compound::question(lang))
        .args(manners(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Without POSITION the first example of the game's page is played.\nAt the prompt: a move, or `moves`, `hint`, `why`, `undo`, `record`, `save FILE`, `help`, `quit`.",
            "若不给出局面，则从该游戏说明中的第一个示例开始。\n提示符下可输入着法，或 `moves`（着法）、`hint`（提示）、`why`（为什么）、`undo`（悔棋）、`record`（棋谱）、`save 文件`（保存棋谱）、`help`（帮助）、`quit`（退出）。",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let budget = options::budget(matches);
    // A game alone begins where its page does.
    if let Some((asked, example)) = options::first_example(matches)? {
        let game = asked.game.begin(example, asked.convention, &budget)?;
        return talk(game, &Manner::of(matches), lang);
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
    talk(game, &Manner::of(matches), lang)
}

/// `--first me|engine`, `--level 0..5`, `--two`, `--seed N`: how a game is played.
pub fn manners(lang: Lang) -> [Arg; 4] {
    [
        Arg::new("first")
            .long("first")
            .value_name("WHO")
            .value_parser(["me", "engine"])
            .default_value("me")
            .help(say(lang, "Who moves first", "谁先走")),
        Arg::new("level")
            .long("level")
            .value_name("N")
            .value_parser(clap::value_parser!(u64).range(0..=5))
            .default_value("5")
            .help(say(
                lang,
                "How well the engine plays: 5 never errs, 4 moves at random every fifth time, 0 always",
                "对手水平：5 从不犯错，4 每五步随机走一步，0 总是随机",
            )),
        Arg::new("two")
            .long("two")
            .action(clap::ArgAction::SetTrue)
            .conflicts_with_all(["first", "level"])
            .help(say(
                lang,
                "Two people play; the engine only watches",
                "两人对弈，引擎只旁观",
            )),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .value_parser(clap::value_parser!(u64))
            .help(say(
                lang,
                "Make the random moves of a lower level the same every time",
                "使较低水平的随机着法每次相同",
            )),
    ]
}

/// How a game is played.
pub struct Manner {
    engine_first: bool,
    /// Of five moves so many are good.
    level: u64,
    two: bool,
    random: Random,
}

impl Manner {
    /// As the command line says.
    pub fn of(matches: &ArgMatches) -> Manner {
        let first = matches.get_one::<String>("first");
        let clock = || {
            let now = std::time::SystemTime::now();
            let since = now.duration_since(std::time::UNIX_EPOCH);
            since.map_or(0, |since| since.as_nanos() as u64)
        };
        let seed = matches.get_one::<u64>("seed").copied();
        Manner {
            engine_first: first.is_some_and(|first| first == "engine"),
            level: matches.get_one::<u64>("level").copied().unwrap_or(5),
            two: matches.get_flag("two"),
            random: Random::new(seed.unwrap_or_else(clock)),
        }
    }
}

/// Plays a game against whoever types.
pub fn talk(game: Box<dyn Match + '_>, manner: &Manner, lang: Lang) -> Result<(), Failed> {
    let mut table = TableTalk {
        game,
        lang,
        out: io::stdout().lock(),
        level: manner.level,
        two: manner.two,
        random: manner.random.clone(),
    };
    table.play(manner.engine_first)
}

/// A longer line is no move.
const LONGEST_LINE: u64 = 1 << 20;

/// Where the lines come from.
enum Typed {
    Terminal(Box<rustyline::DefaultEditor>),
    Pipe(io::StdinLock<'static>),
}

impl Typed {
    fn open() -> Typed {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match rustyline::DefaultEditor::new() {
            Ok(editor) if terminal => Typed::Terminal(Box::new(editor)),
            _ => Typed::Pipe(io::stdin().lock()),
        }
    }

    /// The next line; `None` at the end, an error that the person can mend as text.
    fn line(&mut self, prompt: &str, lang: Lang) -> Result<Option<Result<String, String>>, Failed> {
        match self {
            Typed::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        // A history that is full forgets the oldest line.
                        let _ = editor.add_history_entry(line.trim());
                    }
                    Ok(Some(Ok(line)))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(Failed::Usage(error.to_string())),
            },
            Typed::Pipe(input) => options::read_line(input, LONGEST_LINE, lang),
        }
    }
}

/// The conversation over the board.
struct TableTalk<'g> {
    game: Box<dyn Match + 'g>,
    lang: Lang,
    out: io::StdoutLock<'static>,
    level: u64,
    two: bool,
    random: Random,
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
        let mut typed = Typed::open();
        loop {
            self.out.flush()?;
            let prompt = match (self.two, self.game.record().len() % 2) {
                (false, _) => "> ",
                (true, 0) => "1> ",
                (true, _) => "2> ",
            };
            let line = match typed.line(prompt, self.lang)? {
                None => return Ok(()),
                Some(Ok(line)) => line,
                Some(Err(wrong)) => {
                    writeln!(self.out, "{wrong}")?;
                    continue;
                }
            };
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, rest.trim()) {
                ("", _) => {}
                ("quit" | "exit" | "q" | "退出", "") => return Ok(()),
                ("help" | "?" | "帮助", "") => self.tell(
                    "a move in the game's notation, or: moves, hint, why, undo, record, save FILE, quit",
                    "输入该游戏记号的着法，或：moves（列出着法）、hint（提示）、why（为什么）、undo（悔棋）、record（棋谱）、save 文件（保存）、quit（退出）",
                )?,
                ("moves" | "着法", "") => self.list_moves()?,
                ("hint" | "提示", "") => self.hint()?,
                ("why" | "为什么", "") => self.why()?,
                ("undo" | "悔棋", "") => self.undo()?,
                ("record" | "棋谱", "") => {
                    let record = self.game.record().join("; ");
                    writeln!(self.out, "{record}")?;
                }
                ("save" | "保存", file) if !file.is_empty() => self.save(file)?,
                _ => {
                    if self.person_moves(line)? {
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
        if self.two {
            return self.finished(false);
        }
        Ok(self.finished(false)? || !self.engine_moves()? || self.finished(true)?)
    }

    fn engine_moves(&mut self) -> Result<bool, Failed> {
        let mv = reply_at(&mut *self.game, self.level, &mut self.random)?;
        let Some(mv) = mv else {
            self.finished(false)?;
            return Ok(false);
        };
        self.tell_with("I play", "我走", &mv)?;
        self.show()?;
        Ok(true)
    }

    /// A winning move; in a lost position the longest defence.
    fn hint(&mut self) -> Result<(), Failed> {
        let lost = self.game.judge()?.outcome == Outcome::P;
        if lost && let Some((mv, left)) = self.game.defence() {
            let text = match self.lang {
                Lang::En => format!("lost; the longest defence is {mv} ({left} more moves)"),
                Lang::Zh => format!("已败；坚持最久的着法是 {mv}（此后还有 {left} 步）"),
            };
            return Ok(writeln!(self.out, "{text}")?);
        }
        match (self.game.hint()?, lost) {
            (Some(mv), false) => self.tell_with("try", "建议", &mv),
            (Some(mv), true) => self.tell_with("lost; try", "已败；可走", &mv),
            (None, _) => self.tell("no move is left", "没有着法"),
        }
    }

    /// Who wins from here, by which numbers and which theorem.
    fn why(&mut self) -> Result<(), Failed> {
        let answer = self.game.judge()?;
        let seen = self.game.seen(0);
        for line in seen::lines(&seen, 2, self.lang) {
            writeln!(self.out, "{line}")?;
        }
        let outcome = answer.outcome.text();
        writeln!(self.out, "{} — {}", answer.outcome, outcome.get(self.lang))?;
        if let Some(mv) = answer.winning_moves.first() {
            let (en, zh) = match answer.outcome {
                Outcome::Draw => ("a drawing move is", "保持平局的着法："),
                _ => ("a winning move is", "必胜着法："),
            };
            self.tell_with(en, zh, &mv.mv)?;
        }
        let (reason, status) = (answer.reason.get(self.lang), answer.status.text());
        Ok(writeln!(self.out, "{reason} ({})", status.get(self.lang))?)
    }

    /// Writes the moves so far, one to a line, as `annotate` reads them.
    fn save(&mut self, file: &str) -> Result<(), Failed> {
        let record = self.game.record();
        let written = options::write_file(file, (record.join("\n") + "\n").as_bytes());
        match written {
            Ok(()) => match self.lang {
                Lang::En => Ok(writeln!(self.out, "{} moves in {file}", record.len())?),
                Lang::Zh => Ok(writeln!(self.out, "{file} 中有 {} 步", record.len())?),
            },
            // The game goes on.
            Err(Failed::Usage(message)) => Ok(writeln!(self.out, "{message}")?),
            Err(Failed::Io(error)) => Ok(writeln!(self.out, "{file}: {error}")?),
            Err(error) => Err(error),
        }
    }

    /// Takes back the last move; against the engine, its move and the person's.
    fn undo(&mut self) -> Result<(), Failed> {
        let engine = self.game.undo()?;
        if self.two && engine {
            return self.show();
        }
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
        for line in seen::board(&self.game.seen(0), 2, self.lang) {
            writeln!(self.out, "{line}")?;
        }
        let position = self.game.position();
        self.tell_with("position", "局面", &position)
    }

    /// Announces the winner, if play is over; `persons_turn` says who would
    /// be next.
    fn finished(&mut self, persons_turn: bool) -> Result<bool, Failed> {
        let Some(outcome) = self.game.over() else {
            return Ok(false);
        };
        if self.two {
            // Whoever would be next is the person whose turn it is by the count.
            let next = 1 + self.game.record().len() % 2;
            let winner = if outcome == Outcome::N {
                next
            } else {
                3 - next
            };
            match self.lang {
                Lang::En => writeln!(self.out, "player {winner} wins")?,
                Lang::Zh => writeln!(self.out, "{winner} 号玩家获胜")?,
            }
        } else if (outcome == Outcome::N) == persons_turn {
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
