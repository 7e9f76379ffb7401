//! `grundy survey --digits N`: all octal codes of a length, classified.
//!
//! Rows appear as they are found; on a terminal a line says where the survey
//! is.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use clap::{Arg, ArgMatches, Command, value_parser};
use grundy::solve::heap::survey::{
    CSV_HEADER, codes, csv_row, survey_with, table_header, table_row,
};
use grundy::text::Lang;

use crate::options;
use crate::output::{Failed, say};
use crate::progress;

/// The formats of surveys.
const FORMATS: [&str; 2] = ["text", "csv"];

/// Values for each code; most periods are proven far sooner.
const EACH: options::Defaults = options::Defaults {
    states: "100000",
    ..options::USUAL
};

pub fn command(lang: Lang) -> Command {
    Command::new("survey")
        .about(say(
            lang,
            "Classify all octal codes of a length: period proven, observed or unknown",
            "对给定长度的所有八进制编码分类：周期已证明、已观察或未知",
        ))
        .arg(
            Arg::new("digits")
                .long("digits")
                .value_name("N")
                .value_parser(value_parser!(u32).range(1..=4))
                .default_value("2")
                .help(say(lang, "Digits after the point", "小数点后的位数")),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits_with(lang, EACH))
        .after_help(say(
            lang,
            "--limit-states and --limit-memory are for each code, --limit-time is for the whole survey.",
            "--limit-states 与 --limit-memory 针对每个编码，--limit-time 针对整个普查。",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let digits = matches.get_one::<u32>("digits").copied().unwrap_or(2);
    let csv = options::format_of(matches, &FORMATS, lang)? == "csv";
    let budget = options::budget(matches);
    let threads = grundy::platform::parallelism();
    let mut out: Box<dyn Write + Send> = match matches.get_one::<String>("output") {
        Some(path) if path != "-" => {
            let file = File::create(path);
            let file = file.map_err(|error| Failed::Usage(format!("{path}: {error}")))?;
            Box::new(BufWriter::new(file))
        }
        _ => Box::new(io::stdout()),
    };
    let header = match csv {
        true => CSV_HEADER.to_string(),
        false => table_header(lang),
    };
    out.write_all(header.as_bytes())?;
    let codes = codes(digits);
    let mut told = 0;
    survey_with(&codes, &budget, threads, |row| {
        let line = match csv {
            true => csv_row(&row),
            false => table_row(&row, lang),
        };
        progress::clear();
        out.write_all(line.as_bytes())?;
        out.flush()?;
        told += 1;
        if progress::is_watched() {
            let (all, code) = (codes.len(), &row.code);
            progress::line(&match lang {
                Lang::En => format!("{told} of {all} codes, last {code}"),
                Lang::Zh => format!("{all} 个编码中的第 {told} 个，刚完成 {code}"),
            });
        }
        Ok::<(), Failed>(())
    })
}
