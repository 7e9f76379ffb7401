//! `grundy survey --digits N`: all octal codes of a length, classified.

use clap::{Arg, ArgMatches, Command, value_parser};
use grundy::solve::heap::survey::{codes, survey, to_csv, to_table};
use grundy::text::Lang;

use crate::options;
use crate::output::{Failed, say};

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
        .arg(options::format(lang, &["text", "csv"]))
        .arg(options::output(lang))
        .args(options::limits(lang))
}

pub fn run(matches: &ArgMatches) -> Result<(), Failed> {
    let digits = matches.get_one::<u32>("digits").copied().unwrap_or(2);
    let mut budget = options::budget(matches);
    if matches.get_one::<u64>("limit-states").is_none() {
        // Values for each code; most periods are proven far sooner.
        budget = budget.with_states(100_000);
    }
    let threads = grundy::platform::parallelism();
    let rows = survey(&codes(digits), &budget, threads)?;
    let csv = matches
        .get_one::<String>("format")
        .is_some_and(|f| f == "csv");
    let text = if csv { to_csv(&rows) } else { to_table(&rows) };
    options::write_output(matches, text.as_bytes())
}
