//! Options that the verbs share.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use grundy::platform::Moment;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use grundy::budget::Budget;
use grundy::catalogue::{self, Found};
use grundy::error::Error;
use grundy::natural;
use grundy::notation::Reader;
use grundy::notation::file::{self, Given};
use grundy::outcome::Convention;
use grundy::text::Lang;
use grundy::workbench::AnyGame;

use crate::cache;
use crate::output::{Failed, say, shorten};
use crate::written;
use crate::{interrupt, progress};

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

/// `--color auto|always|never`
pub fn color(lang: Lang) -> Arg {
    Arg::new("color")
        .long("color")
        .visible_alias("colour")
        .global(true)
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .help(say(
            lang,
            "Colours: auto (on a terminal, unless NO_COLOR is set or TERM is dumb), always, never",
            "颜色：auto（在终端上，除非设置了 NO_COLOR 或 TERM 为 dumb）、always、never",
        ))
}

/// What `--color` says, wherever it stands.
pub fn color_from(arguments: &[OsString]) -> clap::ColorChoice {
    let mut given = None;
    for (at, argument) in arguments.iter().enumerate() {
        let Some(text) = argument.to_str() else {
            continue;
        };
        match text.split_once('=') {
            Some(("--color" | "--colour", value)) => given = Some(value),
            _ if matches!(text, "--color" | "--colour") => {
                given = arguments.get(at + 1).and_then(|a| a.to_str());
            }
            _ => {}
        }
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match given {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ if set("NO_COLOR").is_some() => clap::ColorChoice::Never,
        _ if set("TERM").is_some_and(|term| term == "dumb") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// Whether standard output is coloured.
pub fn is_coloured() -> bool {
    match color_from(&std::env::args_os().collect::<Vec<_>>()) {
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
        clap::ColorChoice::Auto => io::stdout().is_terminal(),
    }
}

/// `GAME`
pub fn game(lang: Lang) -> Arg {
    Arg::new("game").required(true).value_name("GAME").help(say(
        lang,
        "A game of the catalogue (its id, or id:value to set its first parameter), a rule file (my.game), or rules as text",
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

/// More of `POSITION`, so that `solve nim 3 5 7` is `solve nim 3,5,7`.
pub fn more(lang: Lang) -> Arg {
    Arg::new("more").num_args(0..).hide(true).help(say(
        lang,
        "More of the position",
        "局面的其余部分",
    ))
}

/// The words of `POSITION` as one text.
fn position_words(matches: &ArgMatches) -> Option<String> {
    let first: String = given(matches, "position")?;
    let Ok(Some(more)) = matches.try_get_many::<String>("more") else {
        return Some(first);
    };
    let words: Vec<&str> = std::iter::once(first.as_str())
        .chain(more.map(String::as_str))
        .collect();
    // Numbers are heaps; words of any other kind were torn apart by the shell.
    let number = |word: &&str| {
        let word = word.trim_end_matches(',');
        let mut reader = Reader::new(word);
        reader.natural().is_ok() && reader.done()
    };
    Some(match words.iter().all(number) {
        true => words.join(",").replace(",,", ","),
        false => words.join(" "),
    })
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

/// The format that was asked for, or the usual one of the verb.
pub fn asked_for(matches: &ArgMatches) -> &str {
    matches
        .get_one::<String>("format")
        .map_or("", String::as_str)
}

/// The format of a verb that writes files: `--format`, or what the extension
/// of `--output` stands for. `formats` are those of the verb, the usual one
/// first.
pub fn format_of(
    matches: &ArgMatches,
    formats: &[&'static str],
    lang: Lang,
) -> Result<&'static str, Failed> {
    let asked = asked_for(matches);
    let asked = formats.iter().copied().find(|format| *format == asked);
    let explicit = matches.value_source("format") == Some(ValueSource::CommandLine);
    let usual = asked.unwrap_or(formats[0]);
    let Some(path) = given::<String>(matches, "output").filter(|path| path != "-") else {
        return Ok(usual);
    };
    let name = Path::new(&path);
    let Some(extension) = name.extension().and_then(|e| e.to_str()) else {
        return Ok(usual);
    };
    let extension = extension.to_ascii_lowercase();
    // An extension may stand for several formats of a verb; then --format chooses.
    let fits = |(known, formats): &(&str, &[&str])| *known == extension && formats.contains(&usual);
    if explicit && EXTENSIONS.iter().any(fits) {
        return Ok(usual);
    }
    let named = by_extension(name, &extension, formats);
    match named {
        Some(named) if explicit && named != usual => Err(Failed::Usage(match lang {
            Lang::En => format!("-o {path} means {named}, but --format says {usual}"),
            Lang::Zh => format!("-o {path} 表示 {named}，而 --format 为 {usual}"),
        })),
        Some(named) => Ok(named),
        // What is asked for by name may be called anything that is no format.
        None if explicit && !EXTENSIONS.iter().any(|(known, _)| *known == extension) => Ok(usual),
        None => {
            let known: Vec<String> = EXTENSIONS
                .iter()
                .filter(|(known, _)| by_extension(name, known, formats).is_some())
                .map(|(known, _)| format!(".{known}"))
                .collect();
            let known = known.join(", ");
            Err(Failed::Usage(match lang {
                Lang::En => format!("-o {path}: this command writes {known}, not .{extension}"),
                Lang::Zh => format!("-o {path}：此命令可写 {known}，不能写 .{extension}"),
            }))
        }
    }
}

/// Extensions and the formats that they stand for, in the order in which a
/// verb is asked whether it has them.
const EXTENSIONS: [(&str, &[&str]); 18] = [
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("pdf", &["pdf"]),
    ("tex", &["latex", "tikz"]),
    ("tikz", &["tikz"]),
    ("dot", &["dot"]),
    ("gv", &["dot"]),
    ("csv", &["csv"]),
    ("json", &["json"]),
    ("html", &["html"]),
    ("v", &["coq"]),
    ("npy", &["npy"]),
    ("py", &["python"]),
    ("cpp", &["cpp"]),
    ("cc", &["cpp"]),
    ("b", &["bfile"]),
    ("txt", &["text", "bfile", "summary"]),
    ("md", &["markdown"]),
];

fn by_extension(name: &Path, extension: &str, formats: &[&'static str]) -> Option<&'static str> {
    let (_, stand_for) = EXTENSIONS.iter().find(|(known, _)| *known == extension)?;
    let has = |wanted: &str| formats.iter().copied().find(|format| *format == wanted);
    // A file b012345.txt is a b-file by its name.
    let stem = name.file_stem().and_then(|s| s.to_str()).unwrap_or("");
    let numbered = stem
        .strip_prefix('b')
        .is_some_and(|n| n.len() >= 6 && n.chars().all(|c| c.is_ascii_digit()));
    if extension == "txt"
        && numbered
        && let Some(bfile) = has("bfile")
    {
        return Some(bfile);
    }
    stand_for.iter().find_map(|format| has(format))
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

/// What a verb allows unless something else is said. The texts are read like
/// those of the options, so that help and behaviour cannot differ.
#[derive(Clone, Copy)]
pub struct Defaults {
    /// States.
    pub states: &'static str,
    /// Bytes of tables.
    pub memory: &'static str,
    /// Time.
    pub time: &'static str,
}

/// What nearly all verbs allow.
pub const USUAL: Defaults = Defaults {
    states: "50M",
    memory: "4G",
    time: "none",
};

/// For verbs in which a state is a value of a sequence, whose number the
/// question says.
pub const SEQUENCE: Defaults = Defaults {
    states: "none",
    ..USUAL
};

/// For questions that come from a page, where somebody waits in front of each.
pub const PAGE: Defaults = Defaults {
    states: "20M",
    memory: "1G",
    time: "30s",
};

/// `--limit-states`, `--limit-memory`, `--limit-time`
pub fn limits(lang: Lang) -> [Arg; 3] {
    limits_with(lang, USUAL)
}

/// The same, with defaults of the verb's own.
pub fn limits_with(lang: Lang, defaults: Defaults) -> [Arg; 3] {
    let option = |name: &'static str, value: &'static str, default: &'static str, help: String| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .default_value(default)
            .hide_default_value(true)
            .help(help)
    };
    let Defaults {
        states,
        memory,
        time,
    } = defaults;
    let [en, zh] = [
        format!("Visit at most N positions or values, e.g. 1e6 or 50M (default {states})"),
        format!(
            "最多访问 N 个局面或值，例如 1e6 或 50M（默认 {}）",
            none(states)
        ),
    ];
    let states_help = if lang == Lang::En { en } else { zh };
    let [en, zh] = [
        format!("Use at most this much memory for tables, e.g. 512M or 4G (default {memory})"),
        format!("表最多使用的内存，例如 512M 或 4G（默认 {}）", none(memory)),
    ];
    let memory_help = if lang == Lang::En { en } else { zh };
    let [en, zh] = [
        format!("Stop after this much time, e.g. 10s, 500ms or 2m (default {time})"),
        format!(
            "超过此时间即停止，例如 10s、500ms 或 2m（默认 {}）",
            none(time)
        ),
    ];
    let time_help = if lang == Lang::En { en } else { zh };
    [
        option("limit-states", "N", states, states_help)
            .value_parser(move |text: &str| amount(text, 1000, lang)),
        option("limit-memory", "BYTES", memory, memory_help)
            .value_parser(move |text: &str| amount(text, 1024, lang)),
        option("limit-time", "TIME", time, time_help)
            .value_parser(move |text: &str| duration(text, lang)),
    ]
}

fn none(default: &str) -> &str {
    match default {
        "none" => "不限",
        other => other,
    }
}

/// A number such as 50000, 1e5, 10^6, 50M; `kilo` is what K stands for.
pub fn amount(text: &str, kilo: u64, lang: Lang) -> Result<u64, String> {
    if text == "none" {
        return Ok(u64::MAX);
    }
    let lower = text.to_ascii_lowercase();
    let lower = lower.strip_suffix('b').unwrap_or(&lower);
    let units = [
        ('k', kilo),
        ('m', kilo.pow(2)),
        ('g', kilo.pow(3)),
        ('t', kilo.pow(4)),
    ];
    let unit = units.iter().find(|(letter, _)| lower.ends_with(*letter));
    let (digits, unit) = match unit {
        Some((_, unit)) => (&lower[..lower.len() - 1], *unit),
        None => (lower, 1),
    };
    let mut reader = Reader::new(digits);
    let number = reader.natural().ok().filter(|_| reader.done());
    let number = number.ok_or_else(|| {
        say(
            lang,
            "a number such as 50000, 1e5 or 50M, or none",
            "应为数字，如 50000、1e5 或 50M，或 none",
        )
    })?;
    let number = natural::small(&number).and_then(|number| number.checked_mul(unit));
    number.ok_or_else(|| {
        say(
            lang,
            "more than 2^64 - 1; write none",
            "超过 2^64 - 1；请写 none",
        )
        .to_string()
    })
}

/// A time; `None` is no limit.
fn duration(text: &str, lang: Lang) -> Result<Limit, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => Some(1),
        "" | "s" => Some(1000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    // Tenths of a second are written with a point.
    let number = digits
        .parse::<f64>()
        .ok()
        .filter(|n| *n >= 0.0 && n.is_finite());
    let time = unit.zip(number).and_then(|(unit, number)| {
        let milliseconds = number * f64::from(unit);
        (milliseconds < 1e15).then_some(Duration::from_millis(milliseconds as u64))
    });
    time.map(|time| Limit(Some(time))).ok_or_else(|| {
        say(
            lang,
            "a time such as 10s, 500ms, 2m or 1h, or none",
            "应为时间，如 10s、500ms、2m 或 1h，或 none",
        )
        .to_string()
    })
}

/// A limit of time, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub Option<Duration>);

/// When the command began, and whether its limit of time is for each question
/// anew.
static CLOCK: OnceLock<(Moment, bool)> = OnceLock::new();

/// Starts the clock of the command. `each` says that the limit of time is for
/// each question anew: where the next one comes when it comes.
pub fn start_clock(each: bool) {
    // It is started once.
    let _ = CLOCK.set((Moment::now(), each));
}

/// An option that not every verb has.
fn given<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one::<T>(name).ok().flatten().cloned()
}

/// The limit of time that was given, or the verb's own.
pub fn time_limit(matches: &ArgMatches) -> Option<Duration> {
    given::<Limit>(matches, "limit-time").and_then(|limit| limit.0)
}

/// The limits of the command and nothing else: what each question may cost where several are
/// answered at a time.
pub fn allowance(matches: &ArgMatches) -> Budget {
    let mut budget = Budget::default();
    if let Some(states) = given(matches, "limit-states") {
        budget = budget.with_states(states);
    }
    if let Some(bytes) = given(matches, "limit-memory") {
        budget = budget.with_bytes(bytes);
    }
    match time_limit(matches) {
        Some(time) => budget.with_time(time),
        None => budget,
    }
}

/// The budget of the command: its limits, one clock for all it does, an end
/// when it is interrupted, and progress on a terminal.
pub fn budget(matches: &ArgMatches) -> Budget {
    let mut budget = allowance(matches)
        .with_cancel(interrupt::flag())
        .watching_memory();
    let (start, each) = *CLOCK.get_or_init(|| (Moment::now(), false));
    if !each {
        budget = budget.starting_at(start);
    }
    if progress::is_watched() {
        let lang = current_lang();
        budget = budget.with_listener(move |now| progress::show(now, lang));
    }
    budget
}

/// The language of this run.
pub fn current_lang() -> Lang {
    static LANG: OnceLock<Lang> = OnceLock::new();
    *LANG.get_or_init(|| lang_from(&std::env::args_os().collect::<Vec<_>>()))
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
                let game = grundy_desk::named(&found, &set, cache::keeping())?;
                let implied = found.convention();
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

    /// Whether it is of the catalogue.
    pub fn is_listed(&self) -> bool {
        self.found.is_some()
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

impl Asked {
    /// An error about a position, with how positions are written; any other
    /// as it is.
    pub fn explained(&self, error: Error, lang: Lang) -> Failed {
        let Error::BadPosition { .. } = &error else {
            return error.into();
        };
        let about = self.game.about();
        let notation = catalogue::words(about.position, lang);
        if notation.is_empty() {
            return error.into();
        }
        let message = error.message(lang);
        let shown = about.examples.iter().take(3).map(|e| quote(e));
        let shown = shown.collect::<Vec<_>>();
        Failed::Usage(match lang {
            Lang::En => format!(
                "{message}\npositions of {}: {notation}\nexamples: {}",
                self.name(lang),
                shown.join("  ")
            ),
            Lang::Zh => format!(
                "{message}\n{}的局面：{notation}\n示例：{}",
                self.name(lang),
                shown.join("  ")
            ),
        })
    }
}

/// A position as it must be typed in a shell.
pub fn quote(position: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ",.:/-_".contains(c);
    if position.chars().all(plain) {
        position.to_string()
    } else {
        format!("'{position}'")
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

/// If only a game of the catalogue was named: the game, and the first example of its
/// page.
pub fn first_example(matches: &ArgMatches) -> Result<Option<(Asked, &'static str)>, Failed> {
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    if matches.get_one::<String>("position").is_some() || name.contains('+') {
        return Ok(None);
    }
    let asked = match Asked::from(matches) {
        Ok(asked) => asked,
        // A compound may stand behind a colon; what has none can only be a game.
        Err(_) if name.contains(':') => return Ok(None),
        Err(error) => return Err(error),
    };
    let example = asked.game.about().examples.first().copied();
    let alone = asked.is_listed() && crate::compound::is_plain(&asked.game.rules());
    Ok(example.filter(|_| alone).map(|example| (asked, example)))
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
    let given = position_words(matches).unwrap_or_default();
    let links = asked.game.about().links;
    text_from(&given, links, &budget(matches))
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

/// A text from a file or, called `-`, from standard input, of at most `most`
/// bytes; `what` says what it should have been.
pub fn read_text(path: &str, most: u64, what: (&str, &str), lang: Lang) -> Result<String, Failed> {
    let mut bytes = Vec::new();
    // A pipe has no length: what is too long is noticed while reading.
    let read = match path {
        "-" => io::stdin().lock().take(most + 1).read_to_end(&mut bytes),
        path => open(path)?.take(most + 1).read_to_end(&mut bytes),
    };
    let named = if path == "-" {
        say(lang, "standard input", "标准输入")
    } else {
        path
    };
    read.map_err(|error| Failed::Usage(format!("{named}: {error}")))?;
    if bytes.len() as u64 > most {
        let most = progress::grouped(most);
        return Err(Failed::Usage(match lang {
            Lang::En => format!("{named}: this is not {}: more than {most} bytes", what.0),
            Lang::Zh => format!("{named}：这不是{}：超过 {most} 字节", what.1),
        }));
    }
    // A mark of the byte order says nothing in UTF-8.
    let bytes = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&bytes)
        .to_vec();
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failed::Usage(match lang {
            Lang::En => format!(
                "{named}: this is not {}: no text (no UTF-8 after {at} bytes)",
                what.0
            ),
            Lang::Zh => format!(
                "{named}：这不是{}：不是文本（{at} 字节之后不是 UTF-8）",
                what.1
            ),
        })
    })
}

/// A line of standard input without its end, of at most `most` bytes; `None`
/// at the end of the input. Of a longer line the rest is skipped, and it is
/// an error.
pub fn read_line(
    input: &mut impl io::BufRead,
    most: u64,
    lang: Lang,
) -> Result<Option<Result<String, String>>, Failed> {
    let mut line = Vec::new();
    let read = input.by_ref().take(most + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 > most {
        input.skip_until(b'\n')?;
        let most = progress::grouped(most);
        return Ok(Some(Err(match lang {
            Lang::En => format!("a line of more than {most} bytes"),
            Lang::Zh => format!("一行超过 {most} 字节"),
        })));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).into_owned())))
}

/// Writes a file, or standard output if it is called `-`.
pub fn write_file(path: &str, bytes: &[u8]) -> Result<(), Failed> {
    match path {
        "-" => write_stdout(bytes),
        path => {
            progress::clear();
            let _writing = interrupt::Writing::begin();
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
    progress::clear();
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}
