//! Options that the verbs share.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches};
use grundy::budget::{Budget, Progress};
use grundy::catalogue::{self, Found};
use grundy::notation::file::{self, Given};
use grundy::outcome::Convention;
use grundy::text::Lang;
use grundy::workbench::AnyGame;

use crate::output::{Failed, say, shorten};
use crate::written;

/// The language: `--lang` if it is given anywhere, else the locale's.
pub fn lang_from(arguments: &[OsString]) -> Lang {
    let mut given = None;
    for (at, argument) in arguments.iter().enumerate() {
        if argument == "--lang" {
            given = arguments.get(at + 1).and_then(|a| a.to_str());
        } else if let Some(value) = argument.to_str().and_then(|a| a.strip_prefix("--lang=")) {
            given = Some(value);
        }
    }
    let locale = || {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    };
    let name = given
        .map(str::to_string)
        .or_else(locale)
        .unwrap_or_default();
    if name.starts_with("zh") {
        Lang::Zh
    } else {
        Lang::En
    }
}

/// `--lang en|zh`
pub fn lang(lang: Lang) -> Arg {
    Arg::new("lang")
        .long("lang")
        .global(true)
        .value_name("LANG")
        .value_parser(["en", "zh"])
        .help(say(
            lang,
            "Language of all messages (default: from the locale)",
            "所有消息的语言（默认取自系统区域设置）",
        ))
}

/// `GAME`
pub fn game(lang: Lang) -> Arg {
    Arg::new("game").required(true).value_name("GAME").help(say(
        lang,
        "A game of the catalogue (its id, or id:value to set its first parameter), a file of rules (my.game), or rules as text",
        "目录中的游戏（其 id，或用 id:值 设置第一个参数）、规则文件（my.game），或规则文本",
    ))
}

/// `POSITION`
pub fn position(lang: Lang) -> Arg {
    Arg::new("position")
        .required(true)
        .value_name("POSITION")
        .allow_hyphen_values(true)
        .help(say(
            lang,
            "A position in the game's notation; @FILE, or the name of a file with an extension, reads it from the file, `-` from standard input",
            "用该游戏的记号书写的局面；@文件 或带扩展名的文件名表示从文件读取，`-` 表示从标准输入读取",
        ))
}

/// `--misere`
pub fn misere(lang: Lang) -> Arg {
    Arg::new("misere")
        .long("misere")
        .action(ArgAction::SetTrue)
        .help(say(
            lang,
            "Misère play: whoever cannot move wins",
            "反常规则：无法走棋者获胜",
        ))
}

/// `--param name=value`
pub fn parameters(lang: Lang) -> Arg {
    Arg::new("param")
        .long("param")
        .value_name("NAME=VALUE")
        .action(ArgAction::Append)
        .help(say(
            lang,
            "Set a parameter of the game; may be given several times",
            "设置游戏参数；可多次使用",
        ))
}

/// `--format …`
pub fn format(lang: Lang, formats: &'static [&'static str]) -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .value_parser(clap::builder::PossibleValuesParser::new(formats))
        .default_value(formats[0])
        .help(say(lang, "Output format", "输出格式"))
}

/// `--output FILE`
pub fn output(lang: Lang) -> Arg {
    Arg::new("output")
        .long("output")
        .short('o')
        .value_name("FILE")
        .help(say(
            lang,
            "Write to a file instead of standard output",
            "写入文件而非标准输出",
        ))
}

/// `--limit-states`, `--limit-memory`, `--limit-time`
pub fn limits(lang: Lang) -> [Arg; 3] {
    [
        Arg::new("limit-states")
            .long("limit-states")
            .value_name("N")
            .value_parser(amount)
            .help(say(
                lang,
                "Visit at most N positions (default 50M)",
                "最多访问 N 个局面（默认 50M）",
            )),
        Arg::new("limit-memory")
            .long("limit-memory")
            .value_name("BYTES")
            .value_parser(amount)
            .help(say(
                lang,
                "Use at most this much memory for tables, as 512M or 4G (default 4G)",
                "表最多使用的内存，例如 512M 或 4G（默认 4G）",
            )),
        Arg::new("limit-time")
            .long("limit-time")
            .value_name("TIME")
            .value_parser(duration)
            .help(say(
                lang,
                "Stop after this much time, as 10s, 500ms or 2m (default: none)",
                "超过此时间即停止，例如 10s、500ms 或 2m（默认不限）",
            )),
    ]
}

fn amount(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" | "kb" => 1u64 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        _ => return Err("a number, with K, M or G behind it if you like".to_string()),
    };
    let number: u64 = digits.parse().map_err(|_| "not a number".to_string())?;
    number.checked_mul(unit).ok_or("too large".to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| "not a number".to_string())?;
    let milliseconds = match &text[digits.len()..] {
        "ms" => Some(number),
        "" | "s" => number.checked_mul(1000),
        "m" => number.checked_mul(60_000),
        "h" => number.checked_mul(3_600_000),
        _ => return Err("a number with ms, s, m or h behind it".to_string()),
    };
    milliseconds
        .map(Duration::from_millis)
        .ok_or("too large".to_string())
}

/// The budget that the limits describe, with progress on a terminal.
pub fn budget(matches: &ArgMatches) -> Budget {
    let mut budget = Budget::default();
    if let Some(states) = matches.get_one::<u64>("limit-states") {
        budget = budget.with_states(*states);
    }
    if let Some(bytes) = matches.get_one::<u64>("limit-memory") {
        budget = budget.with_bytes(*bytes);
    }
    if let Some(time) = matches.get_one::<Duration>("limit-time") {
        budget = budget.with_time(*time);
    }
    if std::io::stderr().is_terminal() {
        budget = budget.with_listener(show);
    }
    budget
}

fn show(progress: &Progress) {
    if progress.elapsed < Duration::from_secs(1) {
        return;
    }
    let share = match progress.goal {
        Some(goal) if goal > 0 => format!(" {:.0}%", progress.states as f64 * 100.0 / goal as f64),
        _ => String::new(),
    };
    // What only reads knows no states.
    let (states, rate) = match progress.states {
        0 => Default::default(),
        states => (
            format!("{states} states{share}, "),
            format!(", {:.1} M/s", progress.rate() as f64 / 1e6),
        ),
    };
    // A progress line that cannot be shown is no loss.
    let _ = write!(
        std::io::stderr(),
        "\r{}: {states}{} MB, {:.1} s{rate}{}{}{}\x1b[K\r",
        progress.what,
        progress.bytes >> 20,
        progress.elapsed.as_secs_f64(),
        progress
            .rares
            .map_or(String::new(), |n| format!(", {n} rares")),
        progress
            .largest
            .map_or(String::new(), |n| format!(", largest {n}")),
        progress
            .remaining()
            .map_or(String::new(), |t| format!(", {} s to go", t.as_secs())),
    );
}

/// A game as asked for on the command line.
pub struct Asked {
    /// How it was found, if it is of the catalogue.
    found: Option<Found>,
    /// The game itself.
    pub game: Box<dyn AnyGame>,
    /// The convention, from `--misere` or from the game's name or rules.
    pub convention: Convention,
}

impl Asked {
    /// Reads `GAME`, `--param` and `--misere`.
    pub fn from(matches: &ArgMatches) -> Result<Self, Failed> {
        let name = matches.get_one::<String>("game").map_or("", String::as_str);
        let set = given_parameters(matches)?;
        let (found, game, implied) = match written::load(name, &set)? {
            Some(game) => {
                let implied = game.rules().convention;
                (None, game, implied)
            }
            None => {
                let found = catalogue::find(name)?;
                let (game, implied) = (found.build(&set)?, found.convention());
                (Some(found), game, implied)
            }
        };
        let convention = if matches.get_flag("misere") {
            Convention::Misere
        } else {
            implied
        };
        Ok(Asked {
            found,
            game,
            convention,
        })
    }

    /// The id under which it was found.
    pub fn id(&self) -> &str {
        match &self.found {
            Some(found) => found.id(),
            None => self.game.id(),
        }
    }

    /// The name of the game as it was found.
    pub fn name(&self, lang: Lang) -> &str {
        match &self.found {
            Some(found) => found.name(lang),
            None => self.game.name(lang),
        }
    }
}

/// `--param` as names and values.
pub fn given_parameters(matches: &ArgMatches) -> Result<Vec<(String, String)>, Failed> {
    let given = matches.get_many::<String>("param").unwrap_or_default();
    given
        .map(|text| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_string(), value.trim().to_string())),
            None => Err(Failed::Usage(format!("--param {text}: NAME=VALUE"))),
        })
        .collect()
}

/// The text of `POSITION`, wherever it is. Where numbers in it stand for names
/// of a file, standard error says which.
pub fn given_position(matches: &ArgMatches, asked: &Asked, lang: Lang) -> Result<String, Failed> {
    let given = named_position(matches, asked)?;
    if let Some(note) = given.note() {
        let word = say(lang, "vertices are numbered", "顶点编号");
        // A note that cannot be shown is no failure.
        let _ = writeln!(std::io::stderr(), "{word}: {}", shorten(&note));
    }
    Ok(given.text)
}

/// `POSITION` with the names for which it has numbers.
pub fn named_position(matches: &ArgMatches, asked: &Asked) -> Result<Given, Failed> {
    let given = matches
        .get_one::<String>("position")
        .map_or("", String::as_str);
    let links = asked.game.about().links;
    text_from(given, links, &budget(matches))
}

/// The one rule for what may come from elsewhere: `-` is standard input,
/// `@FILE` is a file, and so is the name of an existing file whose extension
/// begins with a letter; anything else is the text itself. `links` is how the
/// game writes edges, if its positions are graphs.
pub fn text_from(given: &str, links: Option<&str>, budget: &Budget) -> Result<Given, Failed> {
    if given == "-" {
        return Ok(file::read_named(io::stdin().lock(), links, budget)?);
    }
    let named = given.strip_prefix('@').or_else(|| {
        let extension = Path::new(given).extension()?.to_str()?;
        let letters = extension.starts_with(|c: char| c.is_ascii_alphabetic());
        (letters && Path::new(given).is_file()).then_some(given)
    });
    match named {
        Some(path) => Ok(file::read_named(open(path)?, links, budget)?),
        None => Ok(given.to_string().into()),
    }
}

/// Opens a file, or says which one could not be opened.
pub fn open(path: &str) -> Result<File, Failed> {
    File::open(path).map_err(|error| Failed::Usage(format!("{path}: {error}")))
}

/// Writes a file, or standard output if it is called `-`.
pub fn write_file(path: &str, bytes: &[u8]) -> Result<(), Failed> {
    match path {
        "-" => write_stdout(bytes),
        path => {
            std::fs::write(path, bytes).map_err(|error| Failed::Usage(format!("{path}: {error}")))
        }
    }
}

/// Writes to `--output`, or to standard output.
pub fn write_output(matches: &ArgMatches, bytes: &[u8]) -> Result<(), Failed> {
    match matches.get_one::<String>("output") {
        Some(path) => write_file(path, bytes),
        None => write_stdout(bytes),
    }
}

/// Writes to standard output.
pub fn write_stdout(bytes: &[u8]) -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}
