//! `grundy judge ID`: a contest problem, from the judge's input to the judge's
//! answer.

use std::io::BufReader;

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::catalogue::words;
use grundy::text::Lang;
use grundy_cookbook::{ALL, Problem, find, index};
use serde_json::{Value, json};

use crate::options;
use crate::output::{Failed, pad, say, width};

pub fn command(lang: Lang) -> Command {
    let flag = |name: &'static str, help| {
        let flag = Arg::new(name).long(name).action(ArgAction::SetTrue);
        flag.help(help)
    };
    Command::new("judge")
        .about(say(
            lang,
            "Solve a contest problem: read the judge's input, print the judge's answer",
            "解竞赛题：读入评测输入，输出答案",
        ))
        .arg(
            Arg::new("problem")
                .value_name("ID")
                .required_unless_present("list")
                .help(say(lang, "The problem, as named by --list", "题号，见 --list")),
        )
        .arg(flag(
            "statement",
            say(
                lang,
                "Show the rules, the input, the output, the limits and a sample",
                "显示规则、输入、输出、数据范围与样例",
            ),
        ))
        .arg(flag("list", say(lang, "Name all problems", "列出所有题目")))
        .arg(
            flag(
                "interactive",
                say(
                    lang,
                    "Play the interactive form against the process behind standard input and output",
                    "以交互形式与标准输入输出另一端的程序对弈",
                ),
            )
            .conflicts_with("check"),
        )
        .arg(Arg::new("check").long("check").value_name("ANSWER").help(say(
            lang,
            "Decide whether this file holds a right answer to the input; exit code 1 if not",
            "判断该文件是否为输入的正确答案；不正确时退出码为 1",
        )))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
}

/// No judge gives more.
const LARGEST: u64 = 256 << 20;

/// The formats of answers.
const FORMATS: [&str; 3] = ["text", "json", "markdown"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    if matches.get_flag("list") {
        let text = match options::format_of(matches, &FORMATS, lang)? {
            "json" => {
                Value::Array(ALL.iter().map(|p| as_json(p, lang)).collect()).to_string() + "\n"
            }
            "markdown" => index::markdown(lang),
            _ => list(lang),
        };
        return options::write_output(matches, text.as_bytes());
    }
    let id = matches.get_one::<String>("problem");
    let problem = find(id.map_or("", String::as_str))?;
    if matches.get_flag("statement") {
        let text = match options::format_of(matches, &FORMATS, lang)? {
            "json" => as_json(problem, lang).to_string() + "\n",
            _ => statement(problem, lang),
        };
        return options::write_output(matches, text.as_bytes());
    }
    if matches.get_flag("interactive") {
        let mut input = BufReader::new(std::io::stdin());
        return Ok(problem.converse(&mut input, &mut std::io::stdout())?);
    }
    let input = options::read_text("-", LARGEST, ("contest input", "竞赛输入"), lang)?;
    if let Some(path) = matches.get_one::<String>("check") {
        let answer = options::read_text(path, LARGEST, ("an answer", "答案"), lang)?;
        return match problem.accepts(&input, &answer)? {
            true => options::write_output(matches, say(lang, "right\n", "正确\n").as_bytes()),
            false => Err(Failed::Refuted(
                say(lang, "wrong answer", "答案错误").to_string(),
            )),
        };
    }
    options::write_output(matches, problem.judge(&input)?.as_bytes())
}

/// What a problem asks, for people.
fn statement(problem: &Problem, lang: Lang) -> String {
    let asked = &problem.statement;
    let (title, judge) = (words(problem.title, lang), problem.judge);
    let mut text = format!("{} — {title} ({judge})\n", problem.id);
    for (en, zh, body) in [
        ("Rules", "规则", asked.rules),
        ("Input", "输入", asked.input),
        ("Output", "输出", asked.output),
        ("Limits", "数据范围", asked.limits),
    ] {
        text += &format!("\n{}\n  {}\n", say(lang, en, zh), words(body, lang));
    }
    let (input, output) = asked.sample;
    for (en, zh, sample) in [
        ("Sample input", "样例输入", input),
        ("Sample output", "样例输出", output),
    ] {
        text += &format!("\n{}\n", say(lang, en, zh));
        for line in sample.lines() {
            text += &format!("  {line}\n");
        }
    }
    text
}

fn list(lang: Lang) -> String {
    let row = |p: &Problem| {
        [
            p.id.to_string(),
            words(p.title, lang).to_string(),
            words(p.technique.name(), lang).to_string(),
            words(p.theorem, lang).to_string(),
        ]
    };
    let rows: Vec<[String; 4]> = ALL.iter().map(row).collect();
    let widest = |column: usize| {
        rows.iter()
            .map(|row| width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let (first, second, third) = (widest(0), widest(1), widest(2));
    let lines = rows.iter().map(|[id, title, technique, theorem]| {
        let (id, title) = (pad(id, first), pad(title, second));
        format!("{id}  {title}  {}  {theorem}\n", pad(technique, third))
    });
    lines.collect()
}

fn as_json(problem: &Problem, lang: Lang) -> Value {
    json!({
        "id": problem.id,
        "judge": problem.judge,
        "title": words(problem.title, lang),
        "technique": words(problem.technique.name(), lang),
        "idea": words(problem.idea, lang),
        "theorem": words(problem.theorem, lang),
        "games": problem.games,
        "statement": {
            "rules": words(problem.statement.rules, lang),
            "input": words(problem.statement.input, lang),
            "output": words(problem.statement.output, lang),
            "limits": words(problem.statement.limits, lang),
            "sample": {"input": problem.statement.sample.0, "output": problem.statement.sample.1},
        },
        "interactive": problem.play.is_some(),
        "checker": problem.check.is_some(),
    })
}
