//! `grundy study GAME`: tabulate, find the law, prove it, report.

use std::fmt::Write;
use std::time::Duration;

use clap::{ArgMatches, Command};
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_laws::print::Style;
use grundy_laws::report;
use grundy_laws::rules::{self, NOTHING, Rules};
use grundy_laws::sample::{Sample, names};
use grundy_laws::study::{Finding, Options, Study, study, study_table, study_written};
use serde_json::{Value, json};

use crate::options::{self, Asked};
use crate::output::{Failed, pad, say};
use crate::period;
use crate::written::Source;

pub fn command(lang: Lang) -> Command {
    Command::new("study")
        .about(say(
            lang,
            "Tabulate a game, find the law of its values and prove it",
            "列表、寻找规律并加以证明",
        ))
        .arg(options::game(lang))
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &["text", "json", "html"]))
        .arg(options::output(lang))
        .arg(period::certificate(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy study examples/lasker.game",
            "示例：grundy study examples/lasker.game",
        ))
}

/// A game that was studied.
pub struct Studied {
    /// What it is called.
    pub name: String,
    /// Its rules, where the study is from these.
    pub rules: Option<String>,
    /// The study.
    pub study: Study,
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let options = limits(matches);
    let studied = studied(matches, &options, lang)?;
    if let Some(path) = matches.get_one::<String>("certificate") {
        let proven = studied
            .study
            .findings
            .iter()
            .find_map(|f| f.certificate.as_ref());
        let Some(proven) = proven else {
            return Err(Failed::Usage(
                say(lang, "there is no proof to certify", "没有可出具证书的证明").to_string(),
            ));
        };
        std::fs::write(path, proven.write())
            .map_err(|error| Failed::Usage(format!("{path}: {error}")))?;
    }
    let format = matches.get_one::<String>("format").map(String::as_str);
    let text = match format {
        Some("json") => as_json(&studied, lang).to_string() + "\n",
        Some("html") => report::html(
            &studied.study,
            &studied.name,
            studied.rules.as_deref(),
            lang,
        ),
        _ => as_text(&studied, lang),
    };
    options::write_output(matches, text.as_bytes())
}

/// What the limits on the command line allow a study.
pub fn limits(matches: &ArgMatches) -> Options {
    Options {
        time: matches
            .get_one::<Duration>("limit-time")
            .copied()
            .unwrap_or(Options::default().time),
        budget: options::budget(matches),
    }
}

/// The study of the game that is asked for: from its rules where these have a
/// linear form, else of its table.
pub fn studied(matches: &ArgMatches, options: &Options, lang: Lang) -> Result<Studied, Failed> {
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let asked = Asked::from(matches)?;
    let (game, convention) = (&*asked.game, asked.convention);
    let title = asked.name(lang);
    let studied = match Source::find(name)? {
        Some(source) => {
            let set = options::given_parameters(matches)?;
            let (chosen, parameters) = source.chosen(&set)?;
            let source = rules::Source {
                game: chosen.map(str::to_string),
                parameters,
                misere: matches.get_flag("misere"),
                ..rules::Source::new(&source.text)
            };
            Rules::of(&source).and_then(|rules| Ok((study(&rules, options)?, rules)))
        }
        None => by_text(game, convention, title, options),
    };
    match studied {
        Ok((study, rules)) => Ok(Studied {
            study,
            name: title.to_string(),
            rules: Some(rules.source.text),
        }),
        Err(error) if !error.is_budget() => by_table(game, convention, title, error, options),
        Err(error) => Err(error.into()),
    }
}

/// A study of a catalogue game from its text in the rule language.
fn by_text(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    options: &Options,
) -> Result<(Study, Rules), Error> {
    let text = game.rule_text().map_err(|(en, zh)| Error::Unsupported {
        because: Text::new(
            format!("nothing can be proven without a text in the rule language: {en}"),
            format!("没有规则语言的文本便无法证明：{zh}"),
        ),
    })?;
    let written = rules::Source::new(&text);
    let said = Rules::of(&written)?.misere;
    let source = rules::Source {
        name: name.to_string(),
        text: format!("# The built-in game, as written in the rule language.\n{text}\n"),
        // A text that says misère means the one convention of the game.
        misere: convention == Convention::Misere && !said,
        ..written
    };
    let rules = Rules::of(&source)?;
    let budget = options.budget.clone().with_time(options.time / 4);
    let dimension = rules.dimension();
    let built_in = match game.dimension() == dimension {
        true => {
            let side = [200, 32, 8, 4][(dimension - 1).min(3)];
            Sample::of(&game.table(&vec![side; dimension], convention, &budget)?)?
        }
        false => solved(game, convention, dimension, &budget)?,
    };
    let study = study_written(&rules, &built_in, options)?;
    Ok((study, rules))
}

/// A table of positions that the built-in game and its text write alike, for
/// games without a table of the same kind.
fn solved(
    game: &dyn AnyGame,
    convention: Convention,
    dimension: usize,
    budget: &Budget,
) -> Result<Sample, Error> {
    let side: u64 = [60, 12, 5, 4, 3][(dimension - 1).min(4)];
    let size = vec![side; dimension];
    let cells = side.checked_pow(dimension as u32).filter(|c| *c <= 1 << 12);
    let mut sample = Sample {
        cells: vec![NOTHING; cells.unwrap_or(0) as usize],
        outcomes: convention == Convention::Misere,
        names: names(dimension),
        size,
    };
    let question = Question {
        convention,
        moves: 0,
        budget: budget.clone().with_states(300_000),
        ..Question::default()
    };
    for at in 0..sample.cells.len() {
        let point = grundy::solve::dense::point(at as u64, &sample.size);
        let text: Vec<String> = point.iter().map(u64::to_string).collect();
        let text = text.join(",");
        let written = game.rule_position(&text).ok().flatten();
        if written.map(|w| w.replace(' ', "")) != Some(text.clone()) {
            continue;
        }
        let Ok(solved) = game.solve(&text, &question) else {
            continue;
        };
        let value = match (sample.outcomes, solved.answer.value) {
            (true, _) => Some(u32::from(solved.answer.outcome != Outcome::P)),
            (false, value) => value
                .and_then(|v| grundy::natural::small(&v))
                .and_then(|v| u32::try_from(v).ok()),
        };
        sample.cells[at] = value.unwrap_or(NOTHING);
    }
    Ok(sample)
}

/// A study of what the engines compute.
fn by_table(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    reason: Error,
    options: &Options,
) -> Result<Studied, Failed> {
    if game.dimension() == 0 {
        let reason = reason.text();
        return Err(Failed::Library(Error::Unsupported {
            because: Text::new(
                format!(
                    "{}; and its positions are not tuples of numbers, so that there is no table to look at",
                    reason.get(Lang::En)
                ),
                format!(
                    "{}；且其局面不是数组，没有可供观察的表",
                    reason.get(Lang::Zh)
                ),
            ),
        }));
    }
    let budget = options.budget.clone().with_time(options.time / 4);
    let sample = table(game, convention, &budget)?;
    let mut study = study_table(sample, true, options)?;
    study.notes.insert(0, reason.text());
    Ok(Studied {
        study,
        name: name.to_string(),
        rules: None,
    })
}

/// A table of a size that finders can work with.
fn table(game: &dyn AnyGame, convention: Convention, budget: &Budget) -> Result<Sample, Failed> {
    let dimension = game.dimension();
    // Where a table takes too long a smaller one may do.
    let sides: &[u64] = match dimension {
        1 => &[500, 120, 40],
        2 => &[64, 24, 12, 6],
        _ => &[16, 8, 5],
    };
    let mut last = None;
    for &side in sides {
        match game.table(&vec![side; dimension], convention, budget) {
            Ok(table) => return Ok(Sample::of(&table)?),
            Err(error) if error.is_budget() => last = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    Err(last.map_or_else(|| Failed::Usage(String::new()), Failed::Library))
}

fn as_text(studied: &Studied, lang: Lang) -> String {
    let mut text = String::new();
    let study = &studied.study;
    let mut line = |en, zh, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 8));
    };
    line("game", "游戏", &studied.name);
    let first: Vec<String> = study
        .sample
        .cells
        .iter()
        .take(24)
        .map(|&label| match (label, study.sample.outcomes) {
            (NOTHING, _) => "·".to_string(),
            (0, true) => "P".to_string(),
            (_, true) => "N".to_string(),
            (value, _) => value.to_string(),
        })
        .collect();
    if study.sample.size.len() == 1 {
        line("values", "值", &format!("{} …", first.join(" ")));
    }
    let lost = report::lost(&study.sample, 12);
    let lost = match lost.is_empty() {
        true => say(lang, "none", "无").to_string(),
        false => format!("{} …", lost.join(" ")),
    };
    line("lost", "P 态", &lost);
    if study.findings.is_empty() {
        line("law", "规律", say(lang, "no law found", "未找到规律"));
    }
    for finding in &study.findings {
        let law = finding.law.written(Style::Text, &study.sample.names);
        line("law", "规律", law.get(lang));
        line("status", "状态", finding.status.text().get(lang));
    }
    for note in &study.notes {
        line("note", "说明", note.get(lang));
    }
    text
}

/// A finding for programs.
pub fn finding_json(finding: &Finding, names: &[String], lang: Lang) -> Value {
    let written = |style| finding.law.written(style, names).get(lang).to_string();
    json!({
        "law": written(Style::Text),
        "latex": written(Style::Latex),
        "cpp": written(Style::Cpp),
        "python": written(Style::Python),
        "finder": finding.law.finder,
        "symbols": finding.law.symbols,
        "explains": finding.law.explains,
        "status": finding.status.word(),
        "reason": finding.status.text().get(lang),
        "numeration": finding.proof.as_ref().map(|p| p.1.numeration.to_string()),
        "states": finding.proof.as_ref().map(|p| p.1.states),
    })
}

fn as_json(studied: &Studied, lang: Lang) -> Value {
    let study = &studied.study;
    let findings = study.findings.iter();
    let notes = study.notes.iter().map(|n| n.get(lang));
    json!({
        "game": studied.name,
        "table": study.sample.size,
        "lost": report::lost(&study.sample, 100),
        "laws": findings.map(|f| finding_json(f, &study.sample.names, lang)).collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
    })
}
