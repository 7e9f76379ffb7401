//! `grundy misere CODE`: the misère quotient of an octal game.

use clap::{Arg, ArgMatches, Command};
use grundy::budget::Budget;
use grundy::compound::misere::certificate::Certificate;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy::error::Error;
use grundy::solve::heap::code::Rules;
use grundy::text::Lang;
use grundy_desk::verbs::{genera_of_heaps, letter, monomial, quotient_status};
use serde_json::json;

use crate::options;
use crate::output::{Failed, pad, say};

pub fn command(lang: Lang) -> Command {
    Command::new("misere")
        .about(say(
            lang,
            "The misère quotient of an octal game, proven, with a certificate",
            "八进制游戏的反常商：经证明并附证书",
        ))
        .arg(Arg::new("code").value_name("CODE").required(true).help(say(
            lang,
            "An octal code such as 0.123, or a name such as kayles",
            "八进制编码如 0.123，或名称如 kayles",
        )))
        .arg(
            Arg::new("heaps")
                .long("heaps")
                .value_name("N")
                .value_parser(clap::value_parser!(u64).range(1..=10_000))
                .default_value("30")
                .help(say(lang, "Heaps up to N", "堆的大小至多 N")),
        )
        .arg(Arg::new("sum").long("sum").value_name("HEAPS").help(say(
            lang,
            "Also say who wins this misère sum of heaps, and how, e.g. 5,9,12",
            "并回答此反常和的胜者与必胜着法，例如 5,9,12",
        )))
        .arg(
            Arg::new("certificate")
                .long("certificate")
                .value_name("FILE")
                .help(say(
                    lang,
                    "Write a certificate to a file; `-` is standard output",
                    "将证书写入文件；`-` 为标准输出",
                )),
        )
        .arg(Arg::new("from").long("from").value_name("FILE").help(say(
            lang,
            "Go on from a certificate of this code, which is checked first",
            "从该编码的证书继续，并先行核查",
        )))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy misere 0.123 --heaps 30",
            "示例：grundy misere 0.123 --heaps 30",
        ))
}

/// The longest certificate that is read: the tables of the largest quotients that are found take less.
const LARGEST: u64 = 16 << 20;

/// The formats of answers.
const FORMATS: [&str; 2] = ["text", "json"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let budget = options::budget(matches);
    let code = matches.get_one::<String>("code").map_or("", String::as_str);
    let rules: Rules = code.parse()?;
    let heaps = matches.get_one::<u64>("heaps").map_or(30, |n| *n as usize);
    let mut found = match matches.get_one::<String>("from") {
        None => HeapQuotient::new(&rules)?,
        Some(path) => go_on(path, &rules, &budget, lang)?,
    };
    // What was reached before a limit is proven, and told before the limit is.
    let stopped = found.grow(heaps, &budget).err();
    if let Some(error) = stopped.as_ref().filter(|error| is_lost(error, &found)) {
        return Err(error.clone().into());
    }
    let told = tell(matches, lang, &found, heaps, stopped.as_ref());
    match stopped {
        None => told,
        Some(error) => told.and(Err(error.into())),
    }
}

/// Whether an error leaves nothing that could be told.
fn is_lost(error: &Error, found: &HeapQuotient) -> bool {
    !error.is_budget() || found.quotient().heaps() == 0
}

/// The quotient of a certificate, checked.
fn go_on(path: &str, rules: &Rules, budget: &Budget, lang: Lang) -> Result<HeapQuotient, Failed> {
    let text = options::read_text(path, LARGEST, ("a certificate", "证书"), lang)?;
    let certificate: Certificate = text.parse()?;
    let of: Rules = certificate.code.parse()?;
    if of.to_string() != rules.to_string() {
        return Err(Failed::Usage(match lang {
            Lang::En => format!("--from {path}: a certificate of {of}, not of {rules}"),
            Lang::Zh => format!("--from {path}：证书属于 {of}，而非 {rules}"),
        }));
    }
    Ok(HeapQuotient::resume(&certificate, budget)?)
}

/// Writes what was found.
fn tell(
    matches: &ArgMatches,
    lang: Lang,
    found: &HeapQuotient,
    heaps: usize,
    stopped: Option<&Error>,
) -> Result<(), Failed> {
    if let Some(path) = matches.get_one::<String>("certificate") {
        let text = found.certificate();
        if path == "-" {
            return options::write_output(matches, text.as_bytes());
        }
        options::write_file(path, text.as_bytes())?;
    }
    let sum = match matches.get_one::<String>("sum") {
        None => None,
        Some(text) => Some(read_heaps(text)?),
    };
    let json = options::format_of(matches, &FORMATS, lang)? == "json";
    let text = if json {
        as_json(found, sum.as_deref(), heaps, stopped.is_some())? + "\n"
    } else {
        let mut text = as_text(found, sum.as_deref(), lang)?;
        if stopped.is_some() {
            let next = found.quotient().heaps() + 1;
            text += &match lang {
                Lang::En => format!(
                    "stopped    before heap {next} of {heaps}; --certificate FILE keeps this, --from FILE goes on\n"
                ),
                Lang::Zh => format!(
                    "中止       在第 {next} 堆之前（共 {heaps}）；--certificate FILE 保存，--from FILE 继续\n"
                ),
            };
        }
        text
    };
    options::write_output(matches, text.as_bytes())
}

fn read_heaps(text: &str) -> Result<Vec<u64>, Failed> {
    let heaps = text.split(',').map(|heap| heap.trim().parse().ok());
    heaps
        .collect::<Option<Vec<u64>>>()
        .ok_or_else(|| Failed::Usage(format!("--sum {text}: heaps such as 5,9,12")))
}

fn as_text(found: &HeapQuotient, sum: Option<&[u64]>, lang: Lang) -> Result<String, Failed> {
    let quotient = found.quotient();
    let line = |en: &'static str, zh: &'static str, value: &str| {
        let line = format!("{} {value}", pad(say(lang, en, zh), 10));
        line.trim_end().to_string() + "\n"
    };
    let mut text = line("game", "游戏", &found.rules().to_string());
    text += &line("heaps", "堆", &format!("0…{}", quotient.heaps()));
    text += &line("order", "阶", &quotient.order().to_string());
    let letters: Vec<String> = (0..quotient.generators().len())
        .map(|g| format!("{} = Φ({})", letter(g), quotient.generators()[g]))
        .collect();
    text += &line("generators", "生成元", &letters.join(", "));
    let relations: Vec<String> = found
        .relations()
        .iter()
        .map(|(longer, shorter)| format!("{} = {}", monomial(longer), monomial(shorter)))
        .collect();
    text += &line("relations", "关系", &relations.join(", "));
    let lost: Vec<String> = quotient
        .lost()
        .iter()
        .map(|&x| monomial(&quotient.word(x)))
        .collect();
    text += &line("P-portion", "P 部分", &lost.join(", "));
    let growth: Vec<String> = found
        .growth()
        .iter()
        .map(|(heap, order)| format!("{order} @ {heap}"))
        .collect();
    text += &line("growth", "增长", &growth.join(", "));
    let genus = genera_of_heaps(found, &Budget::current())?;
    text += &line("table", "表", "");
    for (heap, &class) in quotient.pretend().iter().enumerate() {
        let genus = genus.get(heap).map_or("", String::as_str);
        text += format!(
            "{heap:>6}  {} {genus}",
            pad(&monomial(&quotient.word(class)), 14)
        )
        .trim_end();
        text += "\n";
    }
    if let Some(heaps) = sum {
        text += &line("outcome", "结果", &found.outcome(heaps)?.to_string());
        if let Some((at, mv)) = found.winning_move(heaps)? {
            let left: Vec<String> = mv.parts.iter().map(u64::to_string).collect();
            let left = if left.is_empty() {
                "0".to_string()
            } else {
                left.join(",")
            };
            text += &line(
                "winning",
                "必胜着法",
                &format!("{}: {} → {left}", at + 1, heaps[at]),
            );
        }
    }
    Ok(text + &line("status", "状态", &quotient_status(found, lang)))
}

fn as_json(
    found: &HeapQuotient,
    sum: Option<&[u64]>,
    heaps: usize,
    stopped: bool,
) -> Result<String, Failed> {
    let quotient = found.quotient();
    let word = |x: u32| monomial(&quotient.word(x));
    let mut object = json!({
        "code": found.rules().to_string(),
        "heaps": quotient.heaps(),
        "order": quotient.order(),
        "generators": quotient.generators(),
        "relations": found.relations().iter()
            .map(|(a, b)| format!("{} = {}", monomial(a), monomial(b))).collect::<Vec<_>>(),
        "lost": quotient.lost().into_iter().map(word).collect::<Vec<_>>(),
        "pretend": quotient.pretend().iter().map(|&x| word(x)).collect::<Vec<_>>(),
        "growth": found.growth(),
        "period": found.period(),
        "status": "proven",
    });
    if stopped {
        object["stopped"] = json!({"before": quotient.heaps() + 1, "of": heaps});
    }
    if let Some(heaps) = sum {
        object["outcome"] = json!(found.outcome(heaps)?.letter());
        object["winning_move"] =
            json!(found.winning_move(heaps)?.map(|(at, mv)| {
                json!({"component": at + 1, "take": mv.take, "leaves": mv.parts})
            }));
    }
    Ok(object.to_string())
}
