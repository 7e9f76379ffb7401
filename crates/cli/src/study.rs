//! `grundy study GAME`: tabulate, find the law, prove it, report.

use std::fmt::Write;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use grundy::catalogue::words;
use grundy::picture::drawing::Drawing;
use grundy::picture::scene::draw;
use grundy::text::Lang;
use grundy_laws::coq;
use grundy_laws::family;
use grundy_laws::game::{self, study_game};
use grundy_laws::print::Style;
use grundy_laws::report;
use grundy_laws::rules::{self, NOTHING};
use grundy_laws::study::{Finding, Options};
use grundy_laws::walnut;
use serde_json::{Value, json};

use crate::options::{self, Asked};
use crate::output::{Failed, pad, say};
use crate::period;
use crate::written;

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
        .arg(
            Arg::new("for-all")
                .long("for-all")
                .value_name("NAME")
                .help(say(
                    lang,
                    "Look for a law for all values of a parameter of a rule file, and prove it",
                    "寻找对规则文件某参数的一切取值都成立的规律，并加以证明",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .arg(period::certificate(lang))
        .args(options::limits_with(lang, LOOKING))
        .after_help(say(
            lang,
            "Example: grundy study examples/lasker.game",
            "示例：grundy study examples/lasker.game",
        ))
}

/// Looking for laws goes on until the time is over, so there is an end to it
/// unless another is asked for.
pub const LOOKING: options::Defaults = options::Defaults {
    time: "30s",
    ..options::USUAL
};

/// The formats of a study.
const FORMATS: [&str; 5] = ["text", "json", "html", "coq", "walnut"];

/// A game that was studied.
pub struct Studied {
    /// What it is called.
    pub name: String,
    /// The study, and the rules it is from.
    pub found: game::Studied,
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let format = options::format_of(matches, &FORMATS, lang)?;
    let options = limits(matches);
    if let Some(parameter) = matches.get_one::<String>("for-all") {
        return run_for_all(matches, parameter, format, &options, lang);
    }
    let studied = studied(matches, &options, lang)?;
    let text = match format {
        "json" => as_json(&studied, lang).to_string() + "\n",
        "html" => report::html(
            &studied.found.study,
            &studied.name,
            studied.found.rules.as_deref(),
            some_position(matches, lang).as_ref(),
            lang,
        ),
        "coq" => as_coq(&studied, &options, lang)?,
        "walnut" => as_walnut(&studied, lang)?,
        _ => as_text(&studied, lang),
    };
    options::write_output(matches, text.as_bytes())?;
    if let Some(path) = matches.get_one::<String>("certificate") {
        let proven = studied
            .found
            .study
            .findings
            .iter()
            .find_map(Finding::certificate_text);
        let Some(proven) = proven else {
            return Err(Failed::Usage(
                say(lang, "there is no proof to certify", "没有可出具证书的证明").to_string(),
            ));
        };
        options::write_file(path, proven.as_bytes())?;
    }
    Ok(())
}

/// `--for-all NAME`: a law for all values of a parameter.
fn run_for_all(
    matches: &ArgMatches,
    parameter: &str,
    format: &str,
    options: &Options,
    lang: Lang,
) -> Result<(), Failed> {
    let asked = Asked::from(matches)?;
    let title = asked.name(lang).to_string();
    let source = needed_source(matches, &*asked.game, lang)?;
    let budget = options.budget.clone().with_time(options.time);
    let found = family::for_all(&source, parameter, &budget)?;
    let text = match format {
        "text" => {
            let mut text = String::new();
            let mut line = |en, zh, value: &str| {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 8));
            };
            line("game", "游戏", &title);
            match &found {
                Ok(found) => {
                    line("law", "规律", found.law.get(lang));
                    line("status", "状态", found.status.get(lang));
                }
                Err(reason) => {
                    line("law", "规律", say(lang, "no law found", "未找到规律"));
                    line("note", "说明", reason.get(lang));
                }
            }
            text
        }
        "json" => {
            let shown = match &found {
                Ok(found) => json!({
                    "game": title,
                    "parameter": parameter,
                    "law": found.law.get(lang),
                    "status": "proven",
                    "reason": found.status.get(lang),
                }),
                Err(reason) => json!({
                    "game": title,
                    "parameter": parameter,
                    "law": null,
                    "reason": reason.get(lang),
                }),
            };
            shown.to_string() + "\n"
        }
        other => {
            return Err(Failed::Usage(match lang {
                Lang::En => format!("--for-all is written as text or json, not as {other}"),
                Lang::Zh => format!("--for-all 只能写成 text 或 json，不能写成 {other}"),
            }));
        }
    };
    options::write_output(matches, text.as_bytes())?;
    match (matches.get_one::<String>("certificate"), found) {
        (None, _) => Ok(()),
        (Some(path), Ok(found)) => options::write_file(path, found.certificate.as_bytes()),
        (Some(_), Err(_)) => Err(Failed::Usage(
            say(lang, "there is no proof to certify", "没有可出具证书的证明").to_string(),
        )),
    }
}

/// The rules of which something is said for all values of a parameter.
pub fn needed_source(
    matches: &ArgMatches,
    game: &dyn grundy::workbench::AnyGame,
    lang: Lang,
) -> Result<rules::Source, Failed> {
    source(matches, game)?.ok_or_else(|| {
        Failed::Usage(
            say(
                lang,
                "--for-all: this game has no text in the rule language",
                "--for-all：该游戏没有规则语言的文本",
            )
            .to_string(),
        )
    })
}

/// The text of the rules with what was chosen beside it: of a rule file, or of a game of
/// the catalogue that has one.
fn source(
    matches: &ArgMatches,
    game: &dyn grundy::workbench::AnyGame,
) -> Result<Option<rules::Source>, Failed> {
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let Some(source) = written::find_source(name)? else {
        return Ok(game.rule_text().ok().map(|text| rules::Source::new(&text)));
    };
    Ok(Some(with_choices(&source, matches)?))
}

/// The text of a file with what was chosen on the command line.
fn with_choices(
    source: &grundy_desk::Source,
    matches: &ArgMatches,
) -> Result<rules::Source, Failed> {
    Ok(rules::Source {
        misere: matches.get_flag("misere"),
        ..grundy_desk::verbs::rules_of(source, &options::given_parameters(matches)?)?
    })
}

/// What the limits on the command line allow a study.
pub fn limits(matches: &ArgMatches) -> Options {
    Options {
        // Without a limit looking ends when all finders have spoken.
        time: options::time_limit(matches).unwrap_or(Duration::from_secs(1 << 32)),
        budget: options::budget(matches),
    }
}

/// The study of the game that is asked for.
pub fn studied(matches: &ArgMatches, options: &Options, lang: Lang) -> Result<Studied, Failed> {
    let (asked, source) = asked(matches)?;
    let (game, convention) = (&*asked.game, asked.convention);
    let title = asked.name(lang);
    let found = study_game(game, convention, title, source.as_ref(), options)?;
    Ok(Studied {
        name: title.to_string(),
        found,
    })
}

/// The game that is asked for, and its rules if they were written as text.
pub fn asked(matches: &ArgMatches) -> Result<(Asked, Option<rules::Source>), Failed> {
    let name = matches.get_one::<String>("game").map_or("", String::as_str);
    let asked = Asked::from(matches)?;
    let source = match written::find_source(name)? {
        Some(source) => Some(with_choices(&source, matches)?),
        None => None,
    };
    Ok((asked, source))
}

/// A proof for Coq of the first law that has a certificate.
fn as_coq(studied: &Studied, options: &Options, lang: Lang) -> Result<String, Failed> {
    let findings = &studied.found.study.findings;
    if let Some(period) = findings.iter().find_map(|f| f.period.as_ref()) {
        return Ok(coq::period(period)?);
    }
    let proven = findings
        .iter()
        .find_map(|f| Some((f, f.certificate.as_ref()?)));
    let Some((finding, certificate)) = proven else {
        let none = say(
            lang,
            "no Coq proof: no law of this game is proven by automata or by a period",
            "无法写出 Coq 证明：该游戏没有由自动机或周期证明的规律",
        );
        // Where a proof failed, the reason is known.
        let why = findings.iter().find_map(|f| f.unproven.as_ref());
        let notes = studied.found.study.notes.first();
        return Err(Failed::Usage(match why.or(notes) {
            Some(why) => format!("{none} ({})", why.get(lang)),
            None => none.to_string(),
        }));
    };
    let statement = Some(&finding.law.statement);
    let mut meter = options.budget.meter("automata");
    Ok(coq::law(certificate, statement, &mut meter)?)
}

/// The automaton of the first law that is proven by one, in the format of Walnut.
fn as_walnut(studied: &Studied, lang: Lang) -> Result<String, Failed> {
    let findings = &studied.found.study.findings;
    let claim = findings.iter().find_map(|f| f.proof.as_ref());
    let Some((claim, _)) = claim else {
        return Err(Failed::Usage(
            say(
                lang,
                "no automaton: no law of this game is proven by one",
                "没有自动机：该游戏没有由自动机证明的规律",
            )
            .to_string(),
        ));
    };
    Ok(walnut::write(claim)?)
}

fn as_text(studied: &Studied, lang: Lang) -> String {
    let mut text = String::new();
    let study = &studied.found.study;
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
        "finder": words(finding.law.finder, lang),
        "symbols": finding.law.symbols,
        "explains": finding.law.explains,
        "status": finding.status.word(),
        "reason": finding.status.text().get(lang),
        "numeration": finding
                .proof
                .as_ref()
                .map(|p| p.1.numeration.text().get(lang).to_string()),
        "states": finding.proof.as_ref().map(|p| p.1.states),
    })
}

fn as_json(studied: &Studied, lang: Lang) -> Value {
    let study = &studied.found.study;
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

/// A picture of a position of the game: the first example of its page, or, of a rule
/// file, a small one.
fn some_position(matches: &ArgMatches, lang: Lang) -> Option<Drawing> {
    let asked = Asked::from(matches).ok()?;
    let position = match asked.is_listed() {
        true => asked.game.about().examples.first()?.to_string(),
        false => vec!["5"; asked.game.dimension().max(1)].join(","),
    };
    let seen = asked.game.seen(&position, asked.convention, 0).ok()?;
    let title = format!("{} {position}", asked.name(lang));
    Some(draw::scene(&seen.scene, &title, &[]))
}
