//! `grundy graph FILE`: a game given as a graph, solved, played, drawn,
//! converted.

use std::io::{self, BufWriter, Write};

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::answer::Status;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::explicit::{Rules, Solved};
use grundy::notation::graph::{self as files, Format, NamedGraph};
use grundy::outcome::{Convention, Outcome};
use grundy::picture::{dot, graph as picture};
use grundy::text::{Lang, Text};
use grundy_desk::verbs::{Tokens, token_moves};
use serde_json::{Map, Value, json};

use crate::figure;
use crate::options;
use crate::output::{Failed, say};
use crate::play;
use crate::solve::{as_line, line};

pub fn command(lang: Lang) -> Command {
    let flag = |name: &'static str, en: &'static str, zh: &'static str| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(say(lang, en, zh))
    };
    let names = |name: &'static str, en: &'static str, zh: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("VERTEX")
            .action(ArgAction::Append)
            .help(say(lang, en, zh))
    };
    let path = |name: &'static str, en: &'static str, zh: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("OUT")
            .help(say(lang, en, zh))
    };
    Command::new("graph")
        .about(say(
            lang,
            "Solve a game given as a graph: win, lose or draw, best moves, values",
            "求解以图给出的游戏：胜、负、平，最佳着法与 SG 值",
        ))
        .arg(Arg::new("file").required(true).value_name("FILE").help(say(
            lang,
            "An edge list, DOT, GraphML or the binary form, also gzipped; `-` is standard input",
            "边表、DOT、GraphML 或二进制形式，可用 gzip 压缩；`-` 表示标准输入",
        )))
        .arg(names(
            "start",
            "Where the token stands; several vertices, a,b or given repeatedly, are a sum",
            "棋子所在顶点；给出多个（a,b 或多次给出）即为若干棋子之和",
        ))
        .arg(options::misere(lang))
        .arg(names(
            "targets",
            "Reaching one of these vertices wins at once: a,b or @FILE",
            "到达这些顶点之一立即获胜：a,b 或 @文件",
        ))
        .arg(flag(
            "values",
            "Grundy values, on graphs with cycles loopy values ∞(A)",
            "SG 值；有环时为带环的值 ∞(A)",
        ))
        .arg(flag(
            "moves",
            "List every move from the start with who wins after it",
            "列出起点的每一步着法及走后谁胜",
        ))
        .arg(flag("all", "A line for every vertex", "每个顶点输出一行"))
        .arg(
            flag("play", "Play from the start", "从起点开始对弈")
                .conflicts_with_all(["moves", "all"]),
        )
        .args(play::manners(lang))
        .arg(path(
            "svg",
            "Draw what can be reached from the start, or everything",
            "把从起点可达的部分（或全图）绘制为 SVG",
        ))
        .arg(path("dot", "The same for Graphviz", "同上，输出 DOT"))
        .arg(path(
            "write",
            "Convert: .txt, .bin, .dot or .graphml, with .gz behind it if you like",
            "转换格式：.txt、.bin、.dot 或 .graphml，后面可再加 .gz",
        ))
        .arg(
            Arg::new("input")
                .long("input")
                .value_name("FORM")
                .value_parser(["edges", "binary", "dot", "graphml"])
                .help(say(
                    lang,
                    "The form of FILE (default: seen from its first bytes)",
                    "输入文件的形式（默认由开头的字节判断）",
                )),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .value_parser(clap::value_parser!(u64).range(1..=64))
                .help(say(
                    lang,
                    "Threads for large graphs (default: all cores)",
                    "大图所用线程数（默认全部核心）",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .arg(figure::theme(lang))
        .args(options::limits_with(lang, options::SEQUENCE))
        .after_help(say(
            lang,
            "Examples: grundy graph edges.txt --start 7\n          \
             grundy graph edges.txt --start 7 --values --svg picture.svg\n          \
             grundy graph edges.txt --all --format csv\n          \
             grundy graph edges.txt.gz --write graph.bin",
            "示例：grundy graph edges.txt --start 7\n      \
             grundy graph edges.txt --start 7 --values --svg picture.svg\n      \
             grundy graph edges.txt --all --format csv\n      \
             grundy graph edges.txt.gz --write graph.bin",
        ))
}

/// The formats of answers, and those of pictures.
const FORMATS: [&str; 8] = ["text", "json", "csv", "svg", "png", "pdf", "tikz", "dot"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let format = options::format_of(matches, &FORMATS, lang)?;
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let file = text("file").unwrap_or("-");
    let usage = |en, zh| Err(Failed::Usage(say(lang, en, zh).to_string()));
    if file == "-" && matches.get_flag("play") {
        return usage(
            "--play reads moves from standard input, so FILE must be a file",
            "--play 从标准输入读取着法，故图须来自文件",
        );
    }
    // A graph that is at hand is looked at as a whole; bytes are the limit.
    // The limit of time is one for reading, solving and values together.
    let budget = options::budget(matches);
    let named = read(file, text("input").and_then(Format::named), &budget)?;
    if let Some(path) = text("write") {
        convert(&named, path, lang)?;
    }
    let asked = Asked {
        start: vertices(matches, "start", &named, &budget)?,
        moves: matches.get_flag("moves"),
        form: format,
        lang,
    };
    let (all, playing) = (matches.get_flag("all"), matches.get_flag("play"));
    if asked.start.is_empty() && (asked.moves || playing) {
        return usage(
            "--moves and --play need --start",
            "--moves 与 --play 需要 --start",
        );
    }
    let output = text("output").unwrap_or("-");
    let mut pictures: Vec<(&str, &str)> = Vec::new();
    pictures.extend(text("svg").map(|path| (path, figure::by_name(path))));
    pictures.extend(text("dot").map(|path| (path, "dot")));
    let only_picture = figure::is(format) || format == "dot";
    if only_picture {
        pictures.push((output, format));
    }
    let drawn = !pictures.is_empty();
    // A conversion alone needs no solution.
    if text("write").is_some() && asked.start.is_empty() && !all && !drawn {
        return Ok(());
    }
    let rules = Rules {
        convention: match matches.get_flag("misere") {
            true => Convention::Misere,
            false => Convention::Normal,
        },
        targets: vertices(matches, "targets", &named, &budget)?,
    };
    let threads = matches
        .get_one::<u64>("threads")
        .map_or_else(grundy::platform::parallelism, |n| *n as usize);
    let valued = matches.get_flag("values") || asked.start.len() > 1;
    if valued {
        rules.valued()?;
    }
    let mut solved = Solved::new(&named, &rules, threads, &budget)?;
    if valued {
        solved = solved.with_values()?;
    }
    if playing {
        let game = solved.begin(&asked.start)?;
        return play::talk(game, &play::Manner::of(matches), lang);
    }
    for (path, format) in &pictures {
        let bytes = draw(&solved, &asked, format, file, matches)?;
        options::write_file(path, &bytes)?;
    }
    // A picture on standard output stands alone.
    let is_output = |path: &str| path == "-" && output == "-";
    let taken = pictures.iter().any(|(path, _)| is_output(path));
    if only_picture || taken || text("write").is_some_and(is_output) {
        return Ok(());
    }
    let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(match output {
        "-" => Box::new(io::stdout().lock()),
        path => {
            let file = std::fs::File::create(path);
            Box::new(file.map_err(|error| Failed::Usage(format!("{path}: {error}")))?)
        }
    });
    match (all, asked.start.is_empty()) {
        (true, _) => every_vertex(&solved, &asked, &mut out)?,
        (false, true) => summary(&solved, &rules, &asked, file, &mut out)?,
        (false, false) => answer(&solved, &rules, &asked, &mut out)?,
    }
    Ok(out.flush()?)
}

/// What is to be told.
struct Asked<'a> {
    start: Vec<u32>,
    moves: bool,
    form: &'a str,
    lang: Lang,
}

fn read(path: &str, format: Option<Format>, budget: &Budget) -> Result<NamedGraph, Failed> {
    Ok(match path {
        "-" => files::read(io::stdin().lock(), format, budget)?,
        path => files::read(options::open(path)?, format, budget)?,
    })
}

fn convert(named: &NamedGraph, path: &str, lang: Lang) -> Result<(), Failed> {
    if path == "-" {
        return Ok(files::write(
            named,
            Format::Edges,
            false,
            io::stdout().lock(),
        )?);
    }
    let Some((format, zipped)) = Format::of_path(path) else {
        let message = say(
            lang,
            "expected a name that ends in .txt, .bin, .dot or .graphml, with .gz behind it if you like",
            "文件名应以 .txt、.bin、.dot 或 .graphml 结尾，后面可再加 .gz",
        );
        return Err(Failed::Usage(format!("{path}: {message}")));
    };
    // Before a file that is there already is lost.
    files::writable(named, format)?;
    let failed = |error: io::Error| Failed::Usage(format!("{path}: {error}"));
    let file = std::fs::File::create(path).map_err(failed)?;
    files::write(named, format, zipped, BufWriter::new(file)).map_err(failed)
}

/// The vertices that an option names: each value is a name, or names with
/// commas between them, or from a file with names on lines of their own.
fn vertices(
    matches: &ArgMatches,
    option: &str,
    named: &NamedGraph,
    budget: &Budget,
) -> Result<Vec<u32>, Failed> {
    let mut found = Vec::new();
    for given in matches.get_many::<String>(option).unwrap_or_default() {
        if let Ok(vertex) = named.vertex(given) {
            found.push(vertex);
            continue;
        }
        let text = match given.starts_with('@') {
            true => options::text_from(given, None, budget)?.text,
            false => given.clone(),
        };
        let names = text.split([',', '\n']).map(str::trim);
        let mut names = names.filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            return Err(Failed::Library(Error::BadParameter {
                name: option.to_string(),
                value: given.clone(),
                expected: Text::fixed("at least one vertex", "至少一个顶点"),
            }));
        }
        for name in names {
            let vertex = named.vertex(name);
            found.push(vertex.map_err(|error| of_option(option, error))?);
        }
    }
    Ok(found)
}

/// The error of an unknown vertex, with the option that named it.
fn of_option(option: &str, error: Error) -> Error {
    match error {
        Error::BadParameter {
            value, expected, ..
        } => Error::BadParameter {
            name: option.to_string(),
            value,
            expected,
        },
        other => other,
    }
}

/// A picture in a format.
fn draw(
    solved: &Solved<'_>,
    asked: &Asked<'_>,
    format: &str,
    title: &str,
    matches: &ArgMatches,
) -> Result<Vec<u8>, Failed> {
    let start = match asked.start[..] {
        [only] => Some(only),
        _ => None,
    };
    let sketch = |most| {
        let mut sketch = solved.sketch(start, most)?;
        sketch.caption = match solved.has_values() {
            true => say(asked.lang, "below: value", "下方：SG 值"),
            false => say(asked.lang, "below: moves to the end", "下方：距终局步数"),
        }
        .to_string();
        Ok::<_, Error>(sketch)
    };
    if format == "dot" {
        let sketch = sketch((dot::MOST_VERTICES, dot::MOST_EDGES))?;
        return Ok(dot::dot(&sketch, title)?.into_bytes());
    }
    let sketch = sketch((picture::MOST_VERTICES, picture::MOST_EDGES))?;
    let drawing = picture::draw(&sketch, title)?;
    figure::written(&drawing, format, matches, asked.lang)
}

fn summary(
    solved: &Solved<'_>,
    rules: &Rules,
    asked: &Asked<'_>,
    file: &str,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let (graph, lang) = (&solved.graph().graph, asked.lang);
    let counts = solved.labels().counts();
    let all = 0..graph.len() as u32;
    let longest = all.filter_map(|v| solved.labels().remoteness(v)).max();
    match asked.form {
        "json" => {
            let object = json!({
                "vertices": graph.len(),
                "edges": graph.edges(),
                "convention": rules.convention.name(),
                "N": counts.n,
                "P": counts.p,
                "D": counts.drawn,
                "longest": longest,
                "reason": solved.reason().get(lang),
                "status": "computed",
            });
            writeln!(out, "{object}")?;
        }
        "csv" => {
            writeln!(out, "vertices,edges,N,P,D,longest")?;
            let (vertices, edges) = (graph.len(), graph.edges());
            let longest = longest.map_or(String::new(), |n| n.to_string());
            writeln!(
                out,
                "{vertices},{edges},{},{},{},{longest}",
                counts.n, counts.p, counts.drawn
            )?;
        }
        _ => {
            let size = match lang {
                Lang::En => format!("{file}: {} vertices, {} edges", graph.len(), graph.edges()),
                Lang::Zh => format!("{file}：{} 个顶点，{} 条边", graph.len(), graph.edges()),
            };
            let mut text = line(say(lang, "graph", "图"), &size);
            text += &rules_line(rules, lang);
            for (outcome, count) in [
                (Outcome::N, counts.n),
                (Outcome::P, counts.p),
                (Outcome::Draw, counts.drawn),
            ] {
                let words = outcome.text();
                text += &line(outcome.letter(), &format!("{count} — {}", words.get(lang)));
            }
            if let Some(longest) = longest {
                text += &line(say(lang, "longest", "最长"), &to_the_end(longest, lang));
            }
            text += &reason_lines(solved, lang);
            out.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

fn reason_lines(solved: &Solved<'_>, lang: Lang) -> String {
    let status = Status::Computed.text();
    line(say(lang, "reason", "理由"), solved.reason().get(lang))
        + &line(say(lang, "status", "状态"), status.get(lang))
}

fn to_the_end(moves: u32, lang: Lang) -> String {
    match (moves, lang) {
        (1, Lang::En) => "1 move to the end".to_string(),
        (_, Lang::En) => format!("{moves} moves to the end"),
        (_, Lang::Zh) => format!("距终局 {moves} 步"),
    }
}

fn rules_line(rules: &Rules, lang: Lang) -> String {
    let mut words = Vec::new();
    if rules.convention == Convention::Misere {
        words.push(say(lang, "misère", "反常").to_string());
    }
    match (rules.targets.len(), lang) {
        (0, _) => {}
        (1, Lang::En) => words.push("reaching the target wins".to_string()),
        (n, Lang::En) => words.push(format!("reaching one of {n} targets wins")),
        (n, Lang::Zh) => words.push(format!("{n} 个目标顶点，到达即胜")),
    }
    match words.is_empty() {
        true => String::new(),
        false => line(say(lang, "play", "规则"), &words.join(", ")),
    }
}

/// A name as the form asks for it: text has one line for a name.
fn shown(name: String, form: &str) -> String {
    match form {
        "text" => files::escaped(&name),
        _ => name,
    }
}

/// The answer for one vertex or a sum.
fn answer(
    solved: &Solved<'_>,
    rules: &Rules,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let named = solved.graph();
    let lang = asked.lang;
    let start = &asked.start[..];
    let name = |v: u32| shown(named.name(v), asked.form);
    let told = Tokens::of(solved, rules.convention, start, name, lang);
    let several = start.len() > 1;
    let moves = match asked.moves {
        true => solved.sum_moves(start),
        false => None,
    };
    if asked.form == "json" {
        let told = Tokens {
            moves: moves.map(|moves| token_moves(solved, &moves, several)),
            ..told
        };
        return Ok(write!(out, "{}", as_line(&told))?);
    }
    let Tokens {
        position,
        value,
        remoteness,
        best,
        ..
    } = told;
    let outcome = Outcome::from(told.outcome);
    if asked.form == "csv" {
        let valued = solved.has_values();
        return match &moves {
            None => {
                head(&["position"], &["best"], valued, ',', out)?;
                let fields = [position, outcome.letter().into(), number(remoteness)];
                let fields = fields.into_iter().chain([best.unwrap_or_default()]);
                row(fields.chain(value), ',', out)
            }
            Some(moves) => {
                head(&["token", "to"], &[], valued, ',', out)?;
                moves.iter().try_for_each(|mv| {
                    let token = (mv.component + 1).to_string();
                    let letter = mv.outcome.letter().to_string();
                    let fields = [token, name(mv.vertex), letter, number(mv.remoteness)];
                    let value = mv.value.iter().map(|value| value.to_string());
                    row(fields.into_iter().chain(value), ',', out)
                })
            }
        };
    }
    let mut text = line(say(lang, "position", "局面"), &position);
    text += &rules_line(rules, lang);
    let words = outcome.text();
    text += &line(
        say(lang, "outcome", "结果"),
        &format!("{outcome} — {}", words.get(lang)),
    );
    if let Some(moves) = remoteness {
        text += &line(say(lang, "length", "步数"), &to_the_end(moves, lang));
    }
    if let Some(value) = &value {
        text += &line(say(lang, "value", "SG 值"), value);
    }
    if let Some(best) = &best {
        text += &line(say(lang, "best", "最佳"), best);
    }
    for mv in moves.iter().flatten() {
        let far = mv.remoteness.map_or(String::new(), |n| format!(" {n}"));
        let value = mv.value.as_ref();
        let value = match (several, value) {
            (_, None) => String::new(),
            (false, Some(value)) => format!(" {value}"),
            // No number of moves stands before it.
            (true, Some(value)) => format!("  {} {value}", say(lang, "value", "SG 值")),
        };
        let token = match several {
            false => String::new(),
            true => format!("{}: ", mv.component + 1),
        };
        text += &line(
            say(lang, "move", "着法"),
            &format!("{token}→ {}  {}{far}{value}", name(mv.vertex), mv.outcome),
        );
    }
    text += &reason_lines(solved, lang);
    Ok(out.write_all(text.as_bytes())?)
}

fn number(remoteness: Option<u32>) -> String {
    remoteness.map_or(String::new(), |n| n.to_string())
}

/// The names of the columns: outcome and remoteness between what is given,
/// and the value last.
fn head(
    before: &[&str],
    after: &[&str],
    valued: bool,
    mark: char,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let columns = [before, &["outcome", "remoteness"], after].concat();
    let columns = columns.into_iter().chain(valued.then_some("value"));
    row(columns.map(str::to_string), mark, out)
}

/// One line of fields: with commas between them as CSV, with tabs as they are.
fn row(
    fields: impl Iterator<Item = String>,
    mark: char,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let fields = fields.map(
        |text| match mark == ',' && text.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        },
    );
    let fields: Vec<String> = fields.collect();
    Ok(writeln!(
        out,
        "{}",
        fields.join(mark.encode_utf8(&mut [0; 4]))
    )?)
}

/// A line for every vertex: name, outcome, remoteness, best move, value.
fn every_vertex(
    solved: &Solved<'_>,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let named = solved.graph();
    let labels = solved.labels();
    let mark = if asked.form == "csv" { ',' } else { '\t' };
    let name = |v: u32| shown(named.name(v), asked.form);
    if asked.form != "json" {
        head(&["vertex"], &["best"], solved.has_values(), mark, out)?;
    }
    for v in 0..labels.len() as u32 {
        let best = labels.best(&named.graph, v).map(name);
        let value = solved.value(v).map(|value| value.to_string());
        let (outcome, remoteness) = (labels.outcome(v).letter(), labels.remoteness(v));
        if asked.form == "json" {
            let mut object = Map::new();
            object.insert("vertex".into(), json!(name(v)));
            object.insert("outcome".into(), json!(outcome));
            object.insert("remoteness".into(), json!(remoteness));
            object.insert("best".into(), json!(best));
            if let Some(value) = value {
                object.insert("value".into(), json!(value));
            }
            writeln!(out, "{}", Value::Object(object))?;
            continue;
        }
        let fields = [name(v), outcome.to_string(), number(remoteness)];
        let fields = fields.into_iter().chain([best.unwrap_or_default()]);
        row(fields.chain(value), mark, out)?;
    }
    Ok(())
}
