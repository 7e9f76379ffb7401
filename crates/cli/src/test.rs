//! `grundy test FILE…`: look at every `expect` line of rule files.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::text::Lang;
use grundy_lang::diagnostic::{Diagnostic, place};
use grundy_lang::expect::Tested;
use grundy_laws::conjecture::test;
use grundy_laws::study::Options;
use serde_json::{Value, json};

use crate::options;
use crate::output::{Failed, say};
use crate::written::{self, Source};

pub fn command(lang: Lang) -> Command {
    Command::new("test")
        .about(say(
            lang,
            "Check the `expect` lines of rule files and prove those `for all …`; exit code 1 if one does not hold",
            "检验规则文件中的 `expect` 行，并证明 `for all …` 的断言；若有不符则退出码为 1",
        ))
        .arg(files(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy test examples/lasker.game",
            "示例：grundy test examples/lasker.game",
        ))
}

/// `FILE…`
pub fn files(lang: Lang) -> Arg {
    Arg::new("file")
        .required(true)
        .action(ArgAction::Append)
        .num_args(1..)
        .value_name("FILE")
        .help(say(
            lang,
            "Rule files; `-` reads standard input",
            "规则文件；`-` 表示从标准输入读取",
        ))
}

/// How long a law is looked for that proves an expectation, unless a limit is given.
const LOOKING: Duration = Duration::from_secs(30);

/// The formats of answers.
const FORMATS: [&str; 2] = ["text", "json"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let limits = Options {
        // Looking for a law from which another one follows has an end.
        time: options::time_limit(matches).unwrap_or(LOOKING),
        budget: options::budget(matches),
    };
    let json = options::format_of(matches, &FORMATS, lang)? == "json";
    let mut set = Vec::new();
    for (name, value) in options::given_parameters(matches)? {
        let value = value
            .parse()
            .map_err(|_| Failed::Usage(format!("--param {name}={value}: a whole number")))?;
        set.push((name, value));
    }
    let mut objects = Vec::new();
    let mut text = String::new();
    let mut failed = 0;
    let mut faults = 0;
    for path in matches.get_many::<String>("file").unwrap_or_default() {
        let source = Source::named(path, written::given(path, lang)?);
        match test(&source.text, &set, &limits) {
            Ok(games) => {
                for tested in &games {
                    failed += tested.failures.len();
                    text += &as_text(&source, tested, lang);
                    objects.push(as_json(&source, tested, lang));
                }
            }
            Err(wrong) if json => {
                faults += wrong.len();
                let wrong = wrong.iter().map(|d| diagnostic(&source, d, lang));
                objects.push(json!({"file": source.name, "errors": wrong.collect::<Vec<_>>()}));
            }
            Err(wrong) => return Err(source.report(&wrong).into()),
        }
    }
    let written = match json {
        true => Value::Array(objects).to_string() + "\n",
        false => text,
    };
    options::write_output(matches, written.as_bytes())?;
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    if faults > 0 {
        return Err(Failed::Usage(match lang {
            Lang::En => format!("{faults} fault{} in the rules", plural(faults)),
            Lang::Zh => format!("规则中有 {faults} 处错误"),
        }));
    }
    Err(Failed::Refuted(match (failed, lang) {
        (0, _) => return Ok(()),
        (1, Lang::En) => "1 expectation does not hold".to_string(),
        (_, Lang::En) => format!("{failed} expectations do not hold"),
        (_, Lang::Zh) => format!("{failed} 项预期不成立"),
    }))
}

fn as_text(source: &Source, tested: &Tested, lang: Lang) -> String {
    let (game, count) = (&tested.game, tested.positions);
    let held = count - tested.failures.len();
    let mut text = match lang {
        Lang::En => format!("{}: {game}: {held} of {count} as expected\n", source.name),
        Lang::Zh => format!("{}：{game}：{count} 项中 {held} 项符合预期\n", source.name),
    };
    for failure in &tested.failures {
        let (line, _) = place(&source.text, failure.span.start);
        text += &format!("  {}:{line}: {}\n", source.name, failure.text().get(lang));
    }
    text
}

fn as_json(source: &Source, tested: &Tested, lang: Lang) -> Value {
    let failures = tested.failures.iter().map(|failure| {
        let (line, column) = place(&source.text, failure.span.start);
        json!({
            "line": line, "column": column, "position": failure.position,
            "expected": failure.expected, "found": failure.found.get(lang),
        })
    });
    json!({
        "file": source.name, "game": tested.game, "positions": tested.positions,
        "failures": failures.collect::<Vec<_>>(),
    })
}

/// A diagnostic with the place it speaks of, in bytes and in characters.
pub fn diagnostic(source: &Source, d: &Diagnostic, lang: Lang) -> Value {
    let (line, column) = place(&source.text, d.span.start);
    let (end_line, end_column) = place(&source.text, d.span.end);
    json!({
        "code": d.code.to_string(),
        "message": d.message.get(lang),
        "help": d.help.as_ref().map(|help| help.get(lang)),
        "start": {"byte": d.span.start, "line": line, "column": column},
        "end": {"byte": d.span.end, "line": end_line, "column": end_column},
    })
}
