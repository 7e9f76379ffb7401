//! `grundy sequence CODE --to N`: many values of a heap game, by a chosen
//! engine, to a file, a store on disk or a picture.

use std::io::Write;
use std::path::Path;

use clap::{Arg, ArgMatches, Command};
use grundy::answer::Status;
use grundy::error::engine_name;
use grundy::natural;
use grundy::notation::Reader;
use grundy::notation::columns::numbered;
use grundy::solve::heap::Engine;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::filled::{Filled, filled};
use grundy::solve::heap::mask::Mask;
use grundy::solve::heap::period::Status as Known;
use grundy::solve::heap::plot::{Plot, Repeats};
use grundy::solve::heap::solve::{Options, solve};
use grundy::solve::heap::store::{CHUNK, Store, running_sum};
use grundy::text::Lang;

use crate::figure;
use crate::interrupt::Writing;
use crate::options;
use crate::output::{Failed, pad, say};
use crate::period::{code, given_code};

pub fn command(lang: Lang) -> Command {
    Command::new("sequence")
        .about(say(
            lang,
            "Compute the values of a heap game by the fast engines",
            "用快速引擎计算堆游戏的 SG 值序列",
        ))
        .arg(code(lang))
        .arg(
            Arg::new("to")
                .long("to")
                .required(true)
                .value_name("N")
                .help(say(
                    lang,
                    "The largest heap, e.g. 1000 or 1e7",
                    "最大的堆，例如 1000 或 1e7",
                )),
        )
        .arg(
            Arg::new("engine")
                .long("engine")
                .value_name("ENGINE")
                .value_parser(Engine::ALL.map(Engine::name))
                .default_value("auto")
                .help(say(lang, "Which engine computes", "使用哪个引擎")),
        )
        .arg(
            Arg::new("store")
                .long("store")
                .value_name("FOLDER")
                .help(say(
                    lang,
                    "Keep the values on disk in checksummed chunks; run again to continue",
                    "将值分块（带校验和）存于磁盘；再次运行即可继续",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(options::output(lang))
        .args(options::limits_with(lang, options::SEQUENCE))
        .after_help(say(
            lang,
            "Example: grundy sequence 0.16 --to 1e6",
            "示例：grundy sequence 0.16 --to 1e6",
        ))
}

/// The formats of sequences.
const FORMATS: [&str; 7] = ["summary", "bfile", "csv", "svg", "png", "pdf", "tikz"];

/// Heaps to a chunk of a store that begins with so many: a short sequence does
/// not compute millions of values to fill one.
fn chunk(heaps: u64) -> u64 {
    const LEAST: u64 = 1 << 16;
    heaps.clamp(LEAST, CHUNK).next_power_of_two()
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let rules = given_code(matches)?;
    let budget = options::budget(matches);
    let heaps = heaps(matches)?;
    let format = options::format_of(matches, &FORMATS, lang)?;
    if let Some(folder) = matches.get_one::<String>("store") {
        let store = Store::open(Path::new(folder), &rules, chunk(heaps))?;
        let writing = Writing::begin();
        let done = store.run(heaps, &budget)?;
        drop(writing);
        if format != "summary" {
            let values = store.read(0, heaps)?;
            let bytes = formatted(format, &rules, &values, None, matches, lang)?;
            return options::write_output(matches, &bytes);
        }
        let mut text = String::new();
        let mut row = |en, zh, value: String| {
            text += &format!("{} {value}\n", pad(say(lang, en, zh), 10));
        };
        row("code", "编码", rules.to_string());
        row("values", "已算堆数", done.known.to_string());
        row(
            "largest",
            "最大值",
            format!("{} ({})", done.largest.0, done.largest.1),
        );
        row("reused", "沿用块数", done.reused.to_string());
        row("repaired", "修复块数", done.repaired.len().to_string());
        row("checksum", "校验和", format!("{:016x}", done.checksum));
        return options::write_output(matches, text.as_bytes());
    }
    let engine: Engine = matches
        .get_one::<String>("engine")
        .map_or("auto", String::as_str)
        .parse()?;
    let filled = match engine {
        Engine::Auto => filled(&rules, heaps, &budget)?,
        engine => {
            let mut sequence = engine.open(&rules, &budget)?;
            sequence.advance(heaps)?;
            let mut values = Vec::new();
            sequence.copy_values(0, heaps, &mut values);
            Filled {
                values,
                engine: sequence.name(),
                law: None,
                sparseness: sequence.sparseness(),
            }
        }
    };
    let bytes = match format {
        "summary" => {
            let mut bytes = Vec::new();
            summary(&mut bytes, &rules.to_string(), &filled, lang)?;
            bytes
        }
        format => {
            let rare = filled.sparseness.map(|s| s.mask);
            formatted(format, &rules, &filled.values, rare, matches, lang)?
        }
    };
    options::write_output(matches, &bytes)
}

/// The values as a picture, a b-file or CSV; `rare` tells rare values from
/// common ones.
fn formatted(
    format: &str,
    rules: &Rules,
    values: &[u32],
    rare: Option<Mask>,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    match format {
        format if figure::is(format) => {
            let parity = (0..=rules.last())
                .find(|t| rules.digit(*t) & 4 != 0)
                .unwrap_or(0);
            let is_rare = |heap: u64| {
                let odd = (heap ^ parity) & 1 == 1;
                rare.is_some_and(|mask| mask.is_rare(values[heap as usize], odd))
            };
            let plot = Plot {
                rare: Some(&is_rare),
                repeats: repeats(rules, values, matches),
                lang,
                ..Plot::new(rules.to_string(), values)
            };
            bytes = figure::written(&plot.draw(), format, matches, lang)?;
        }
        _ => {
            let mark = if format == "csv" { b',' } else { b' ' };
            if format == "csv" {
                writeln!(bytes, "n,value")?;
            }
            numbered(values, 0, mark, &mut bytes);
        }
    }
    Ok(bytes)
}

/// The law that all of the values keep, if one is found in as many states.
fn repeats(rules: &Rules, values: &[u32], matches: &ArgMatches) -> Option<Repeats> {
    /// Longer sequences are looked at up to here.
    const MOST: usize = 2_000_000;
    let options = Options {
        budget: options::budget(matches).with_states(values.len().min(MOST) as u64),
        window: false,
        ..Options::default()
    };
    let law = solve(rules, &options).ok()?.law?;
    let (start, period) = (
        usize::try_from(law.start).ok()?,
        usize::try_from(law.period).ok()?,
    );
    let pairs = values.iter().zip(values.get(period..)?).skip(start);
    let kept = pairs
        .clone()
        .all(|(now, then)| u64::from(*now) + law.saltus == u64::from(*then));
    // A law of which nothing is seen is not marked.
    (kept && pairs.len() > 0).then_some(Repeats {
        start: law.start,
        period: law.period,
        saltus: law.saltus,
        status: match law.status {
            Known::Proven(_) => Status::Proven,
            Known::Observed { to } => Status::Observed { to },
        },
    })
}

fn summary(out: &mut impl Write, code: &str, filled: &Filled, lang: Lang) -> Result<(), Failed> {
    let values = &filled.values;
    let mut row = |en, zh, value: String| writeln!(out, "{} {value}", pad(say(lang, en, zh), 10));
    row("code", "编码", code.to_string())?;
    let engine = engine_name(filled.engine);
    row("engine", "引擎", engine.get(lang).to_string())?;
    if let Some((start, period)) = filled.law {
        let copied = match lang {
            Lang::En => format!("{period} from heap {start} on, proven: the rest is copied"),
            Lang::Zh => format!("自堆 {start} 起为 {period}，已证明：其余由复制得出"),
        };
        row("period", "周期", copied)?;
    }
    row("values", "已算堆数", values.len().to_string())?;
    let last: Vec<String> = values
        .iter()
        .rev()
        .take(12)
        .rev()
        .map(u32::to_string)
        .collect();
    row("last", "末尾", last.join(" "))?;
    let largest = values.iter().max().copied().unwrap_or(0);
    let first = values.iter().position(|v| *v == largest).unwrap_or(0);
    row("largest", "最大值", format!("{largest} ({first})"))?;
    if let Some(sparse) = filled.sparseness {
        row(
            "rares",
            "稀有堆",
            format!("{} (last {})", sparse.rares, sparse.last_rare),
        )?;
    }
    let checksum = running_sum(0xcbf2_9ce4_8422_2325, values);
    Ok(row("checksum", "校验和", format!("{checksum:016x}"))?)
}

fn heaps(matches: &ArgMatches) -> Result<u64, Failed> {
    let text = matches.get_one::<String>("to").map_or("", String::as_str);
    let mut reader = Reader::new(text);
    let largest = reader.natural().ok().filter(|_| reader.done());
    largest
        .and_then(|n| natural::small(&n)?.checked_add(1))
        .ok_or_else(|| Failed::Usage(format!("--to {text}: a number such as 1000 or 1e7")))
}
