//! `grundy period CODE`: compute a heap game until its period is proven.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command};
use grundy::budget::Meter;
use grundy::solve::heap::certificate::Certificate;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::period::Status;
use grundy::solve::heap::solve::{Options, Report};
use grundy::text::{Lang, Text};
use grundy_desk::verbs::period_status;
use grundy_laws::coq;
use grundy_laws::heap::{Decision, Found, find};
use grundy_laws::law::Law;
use grundy_laws::print::Style;
use grundy_laws::sample::names;
use serde_json::{Value, json};

use crate::interrupt::Writing;
use crate::options;
use crate::output::{Failed, pad, say};
use crate::written;

pub fn command(lang: Lang) -> Command {
    Command::new("period")
        .about(say(
            lang,
            "Find and prove the period of a heap game's values",
            "求堆游戏 SG 值的周期并加以证明",
        ))
        .arg(code(lang))
        .arg(certificate(lang))
        .arg(
            Arg::new("checkpoint")
                .long("checkpoint")
                .value_name("FILE")
                .help(say(
                    lang,
                    "Store the state of a long run here, and continue from it",
                    "将长时间运行的状态存于此处，并可由此继续",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits_with(lang, options::SEQUENCE))
        .after_help(say(
            lang,
            "Examples: grundy period 0.137, grundy period 0.77 --format coq -o kayles.v",
            "示例：grundy period 0.137、grundy period 0.77 --format coq -o kayles.v",
        ))
}

/// The formats of proofs.
const FORMATS: [&str; 3] = ["text", "json", "coq"];

/// `--certificate FILE`
pub fn certificate(lang: Lang) -> Arg {
    Arg::new("certificate")
        .long("certificate")
        .value_name("FILE")
        .help(say(
            lang,
            "Write the certificate of the proof, for `grundy check`",
            "写出证明的证书，供 `grundy check` 复核",
        ))
}

/// `CODE`
pub fn code(lang: Lang) -> Arg {
    Arg::new("code").required(true).value_name("CODE").help(say(
        lang,
        "0.137, 4.7, hex:0.3F, 0.[3], {1,3,4}, allbut{2}, 4/unequal, or a name such as kayles",
        "0.137、4.7、hex:0.3F、0.[3]、{1,3,4}、allbut{2}、4/unequal，或 kayles 等名称",
    ))
}

/// Reads `CODE`.
pub fn given_code(matches: &ArgMatches) -> Result<Rules, Failed> {
    let text = matches.get_one::<String>("code").map_or("", String::as_str);
    let Some(source) = written::find_source(text)? else {
        return Ok(text.parse()?);
    };
    let compiled = source.compile(&[])?;
    let code = compiled.shape().and_then(|shape| shape.code().cloned());
    code.ok_or_else(|| {
        Failed::Library(grundy::error::Error::Unsupported {
            because: Text::new(
                format!("{}: not recognised as a heap game with a code", source.name),
                format!("{}：未识别为有编码的堆游戏", source.name),
            ),
        })
    })
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let rules = given_code(matches)?;
    let options = Options {
        budget: options::budget(matches),
        checkpoint: matches.get_one::<String>("checkpoint").map(PathBuf::from),
        ..Options::default()
    };
    let format = options::format_of(matches, &FORMATS, lang)?;
    let (json, coq) = (format == "json", format == "coq");
    // A checkpoint is written when the run is interrupted: it is waited for.
    let writing = options.checkpoint.is_some().then(Writing::begin);
    let found = find(&rules, &options)?;
    drop(writing);
    let (report, decided) = match found {
        Found::Period(report, decided) => (report, decided),
        Found::Classes(law, decision) => {
            let certificate = &decision.certificate;
            if let Some(path) = matches.get_one::<String>("certificate") {
                save(path, &certificate.write())?;
            }
            let text = match (json, coq) {
                (true, _) => classes_json(&rules, &law, &decision).to_string() + "\n",
                (_, true) => coq::law(certificate, Some(&law.statement), &mut automata(matches))?,
                _ => classes_text(&rules, &law, &decision, lang),
            };
            return options::write_output(matches, text.as_bytes());
        }
    };
    let text = match (json, coq) {
        (true, _) => as_json(&report, decided.as_ref()).to_string() + "\n",
        (_, true) => as_coq(&report, decided.as_ref(), matches, lang)?,
        _ => as_text(&report, decided.as_ref(), lang),
    };
    options::write_output(matches, text.as_bytes())?;
    // Without a law the budget was the reason, and the exit code says so.
    if report.law.is_none()
        && let Some(error) = report.stopped
    {
        return Err(error.into());
    }
    if let Some(path) = matches.get_one::<String>("certificate") {
        let Some(law) = &report.law else {
            return Err(Failed::Usage(
                say(lang, "there is no law to certify", "没有可出具证书的规律").to_string(),
            ));
        };
        let text = match &decided {
            Some(decision) => decision.certificate.write(),
            None => Certificate::of(law).to_string(),
        };
        save(path, &text)?;
    }
    Ok(())
}

/// Automata have an allowance of their own.
fn automata(matches: &ArgMatches) -> Meter {
    options::budget(matches).meter("automata")
}

/// A proof for Coq of what was proven here.
fn as_coq(
    report: &Report,
    decided: Option<&Decision>,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<String, Failed> {
    if let Some(decision) = decided {
        let certificate = &decision.certificate;
        return Ok(coq::law(certificate, None, &mut automata(matches))?);
    }
    match &report.law {
        Some(law) if matches!(law.status, Status::Proven(_)) => Ok(coq::period(law)?),
        _ => Err(match &report.stopped {
            Some(error) => error.clone().into(),
            None => Failed::Usage(
                say(
                    lang,
                    "no Coq proof: nothing is proven of this code",
                    "无法写出 Coq 证明：该编码尚无任何证明",
                )
                .to_string(),
            ),
        }),
    }
}

fn save(path: &str, text: &str) -> Result<(), Failed> {
    options::write_file(path, text.as_bytes())
}

fn classes_text(rules: &Rules, law: &Law, decision: &Decision, lang: Lang) -> String {
    let mut text = String::new();
    let mut line = |en, zh, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 10));
    };
    line("code", "编码", &rules.to_string());
    let none = say(
        lang,
        "none: a law for each residue",
        "无：每个剩余类各有规律",
    );
    line("period", "周期", none);
    let written = law.written(Style::Text, &names(1));
    line("law", "规律", written.get(lang));
    line("values", "已算堆数", &law.explains.to_string());
    line("status", "状态", decision.status.text().get(lang));
    text
}

fn classes_json(rules: &Rules, law: &Law, decision: &Decision) -> Value {
    json!({
        "code": rules.to_string(),
        "period": null,
        "law": law.written(Style::Text, &names(1)).get(Lang::En),
        "values": law.explains,
        "status": decision.status.word(),
    })
}

fn as_text(report: &Report, decided: Option<&Decision>, lang: Lang) -> String {
    let mut text = String::new();
    let mut line = |en, zh, value: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 10));
    };
    line("code", "编码", report.rules.to_string());
    if let Some(cousin) = report.rules.first_cousin() {
        line("cousin", "表亲", cousin.to_string());
    }
    match &report.law {
        Some(law) => {
            line("period", "周期", law.period.to_string());
            line("from", "起点", law.start.to_string());
            // Values that grow have no largest.
            if law.saltus > 0 {
                line("saltus", "跃度", law.saltus.to_string());
            } else {
                let largest = law.largest;
                let largest = format!("{} ({})", largest.value, largest.heap);
                line("largest", "最大值", largest);
            }
        }
        None => line(
            "period",
            "周期",
            say(lang, "not found", "未找到").to_string(),
        ),
    }
    if let Some(sparse) = report.sparseness {
        let kind = format!(
            "{} (mask {:#b}, last {})",
            sparse.rares, sparse.mask.bits, sparse.last_rare
        );
        line("rares", "稀有堆", kind);
    }
    line("values", "已算堆数", report.known.to_string());
    let status = match decided {
        None => period_status(report, lang),
        Some(decision) => decision.status.text().get(lang).to_string(),
    };
    line("status", "状态", status);
    text
}

fn as_json(report: &Report, decided: Option<&Decision>) -> Value {
    let law = report.law.as_ref();
    json!({
        "code": report.rules.to_string(),
        "period": law.map(|l| l.period),
        "preperiod": law.map(|l| l.start),
        "saltus": law.map(|l| l.saltus),
        "largest": law.filter(|l| l.saltus == 0).map(|l| l.largest.value),
        "rares": report.sparseness.map(|s| s.rares),
        "values": report.known,
        "engine": report.engine,
        "status": match (decided, law.map(|l| l.status)) {
            (Some(decision), _) => decision.status.word().to_string(),
            (_, Some(Status::Proven(_))) => "proven".to_string(),
            (_, Some(Status::Observed { to })) => format!("observed to {to}"),
            (_, None) => "unknown".to_string(),
        },
    })
}
