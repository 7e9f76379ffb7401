//! `grundy law TABLE`: laws of a table from anywhere.

use std::fmt::Write;
use std::path::Path;

use clap::{Arg, ArgMatches, Command};
use grundy::text::Lang;
use grundy_laws::law::Statement;
use grundy_laws::numbers;
use grundy_laws::picture;
use grundy_laws::print::Style;
use grundy_laws::prove::Claim;
use grundy_laws::study::Study;
use serde_json::{Value, json};

use crate::figure;
use crate::options;
use crate::output::{Failed, pad, say};
use crate::study::{LOOKING, finding_json, limits, studied};

pub fn command(lang: Lang) -> Command {
    Command::new("law")
        .about(say(
            lang,
            "Find laws of a table: of a game, or from a file",
            "寻找表的规律：表可来自游戏或文件",
        ))
        .arg(Arg::new("game").required(true).value_name("GAME|FILE").help(say(
            lang,
            "A game, or a file of numbers (`-` is standard input): CSV of coordinates and value, matrix, list or b-file",
            "游戏，或数字文件（`-` 表示标准输入）：坐标与值的 CSV、矩阵、列表或 b-file",
        )))
        .arg(Arg::new("from").long("from").value_name("N").default_value("0").help(say(
            lang,
            "The number of the first entry of a list, or of the first row and column of a matrix; a b-file says it itself",
            "列表首项的编号，或矩阵首行首列的编号；b-file 自身已写明",
        )))
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(options::output(lang))
        .args(options::limits_with(lang, LOOKING))
        .after_help(say(
            lang,
            "Example: grundy law bachet:4 · grundy law table.csv",
            "示例：grundy law bachet:4 · grundy law table.csv",
        ))
}

/// The formats of laws.
const FORMATS: [&str; 10] = [
    "text", "json", "latex", "cpp", "python", "dot", "svg", "png", "pdf", "tikz",
];

/// The number of the first entry of a list.
fn from(matches: &ArgMatches, lang: Lang) -> Result<u64, Failed> {
    let given = matches
        .get_one::<String>("from")
        .map_or("0", String::as_str);
    given.parse().map_err(|_| {
        Failed::Usage(match lang {
            Lang::En => format!("--from {given}: expected a natural number"),
            Lang::Zh => format!("--from {given}：应为自然数"),
        })
    })
}

/// A study of the game or the table asked for.
fn given(matches: &ArgMatches, lang: Lang) -> Result<Study, Failed> {
    /// Larger files are no tables to be looked at as a whole.
    const LARGEST: u64 = 256 << 20;
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let is_rules = name.ends_with(".game") || name.contains(".game:");
    let options = limits(matches);
    let is_table = name == "-" || (!is_rules && Path::new(name).is_file());
    match is_table {
        true => {
            let text = options::read_text(name, LARGEST, ("a table", "表"), lang)?;
            Ok(numbers::study(&text, from(matches, lang)?, &options)?)
        }
        false => Ok(studied(matches, &options, lang)?.found.study),
    }
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let format = options::format_of(matches, &FORMATS, lang)?;
    let study = given(matches, lang)?;
    let only_laws = matches!(format, "latex" | "cpp" | "python");
    if only_laws && study.findings.is_empty() {
        return Err(Failed::Usage(
            say(lang, "no law found", "未找到规律").to_string(),
        ));
    }
    let text = match format {
        "json" => as_json(&study, lang).to_string() + "\n",
        "latex" => in_style(&study, Style::Latex, lang),
        "cpp" => in_style(&study, Style::Cpp, lang),
        "python" => in_style(&study, Style::Python, lang),
        "dot" => picture::dot(automaton(&study, lang)?, "law"),
        format if figure::is(format) => {
            let claim = automaton(&study, lang)?;
            let drawing = picture::draw(claim, "law", &study.sample.names, lang)?;
            let bytes = figure::written(&drawing, format, matches, lang)?;
            return options::write_output(matches, &bytes);
        }
        _ => as_text(&study, lang),
    };
    options::write_output(matches, text.as_bytes())
}

fn as_text(study: &Study, lang: Lang) -> String {
    let mut text = String::new();
    let mut line = |en, zh, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 8));
    };
    if study.findings.is_empty() {
        line("law", "规律", say(lang, "no law found", "未找到规律"));
    }
    for finding in &study.findings {
        let law = finding.law.written(Style::Text, &study.sample.names);
        line("law", "规律", law.get(lang));
        let (symbols, entries) = (finding.law.symbols, finding.law.explains);
        let worth = match lang {
            Lang::En => format!("{symbols} symbols for {entries} entries"),
            Lang::Zh => format!("用 {symbols} 个符号描述 {entries} 个值"),
        };
        line("size", "长度", &worth);
        line("status", "状态", finding.status.text().get(lang));
    }
    for note in &study.notes {
        line("note", "说明", note.get(lang));
    }
    text
}

fn in_style(study: &Study, style: Style, lang: Lang) -> String {
    let each = study.findings.iter().map(|finding| {
        let text = finding.law.written(style, &study.sample.names);
        format!("{}\n", text.get(lang))
    });
    each.collect()
}

/// The automaton that is the law, or by which it was proven.
fn automaton(study: &Study, lang: Lang) -> Result<&Claim, Failed> {
    let found = study.findings.iter();
    let laws = found.clone().find_map(|f| match &f.law.statement {
        Statement::Automaton(claim) => Some(claim),
        _ => None,
    });
    let proofs = || found.clone().find_map(|f| Some(&f.proof.as_ref()?.0));
    laws.or_else(proofs).ok_or_else(|| {
        Failed::Usage(say(lang, "no automaton was found", "未找到自动机").to_string())
    })
}

fn as_json(study: &Study, lang: Lang) -> Value {
    let findings = study.findings.iter();
    let notes = study.notes.iter().map(|n| n.get(lang));
    json!({
        "table": study.sample.size,
        "laws": findings.map(|f| finding_json(f, &study.sample.names, lang)).collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
    })
}
