//! `grundy survey --digits N`, `grundy survey CODE…`: octal codes, classified.
//!
//! Rows appear as they are found; on a terminal a line says where the survey
//! is. With `--resume` they are added to a file at once, and what the file knows
//! already is not computed again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::platform::files;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::survey::{
    CSV_HEADER, Depth, Row, codes, csv_row, from_csv, standard, survey_with, table_header,
    table_row, to_csv,
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
            "Classify octal codes: period proven, observed or open",
            "对八进制编码分类：周期已证明、已观察或未解决",
        ))
        .arg(Arg::new("codes").num_args(0..).value_name("CODE").help(say(
            lang,
            "The codes (default: all with --digits digits)",
            "编码（默认为小数点后 --digits 位的所有编码）",
        )))
        .arg(
            Arg::new("digits")
                .long("digits")
                .value_name("N")
                .value_parser(value_parser!(u32).range(1..=4))
                .default_value("2")
                .conflicts_with("codes")
                .help(say(lang, "Digits after the point", "小数点后的位数")),
        )
        .arg(
            Arg::new("standard")
                .long("standard")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Leave out codes for which another stands by rule",
                    "略去按规则等同于其他编码者",
                )),
        )
        .arg(
            Arg::new("sparse-states")
                .long("sparse-states")
                .value_name("N")
                .value_parser(move |text: &str| options::amount(text, 1000, lang))
                .default_value("0")
                .hide_default_value(true)
                .help(say(
                    lang,
                    "Values for each code with a sparse space, if more than --limit-states",
                    "具有稀疏空间的每个编码所算的值的个数（若大于 --limit-states）",
                )),
        )
        .arg(
            Arg::new("resume")
                .long("resume")
                .action(ArgAction::SetTrue)
                .requires("output")
                .help(say(
                    lang,
                    "Go on with the file of an earlier survey: -o FILE.csv is read, and rows are added at once",
                    "继续先前普查的文件：读取 -o 文件.csv，并随时追加所得的行",
                )),
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

/// Reads a code. Where digits are wrong, it is told which an octal code has.
fn octal(text: &str) -> Result<Rules, Error> {
    const SAID: &str = "octal:";
    let refused = |error: Error| {
        let digits = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        match format!("{SAID}{text}").parse::<Rules>() {
            Err(Error::BadCode {
                column, expected, ..
            }) if digits && column > SAID.len() => Error::BadCode {
                text: text.to_string(),
                column: column - SAID.len(),
                expected,
            },
            _ => error,
        }
    };
    text.parse().map_err(refused)
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let digits = matches.get_one::<u32>("digits").copied().unwrap_or(2);
    let mut codes = match matches.get_many::<String>("codes") {
        Some(texts) => texts
            .map(|text| octal(text))
            .collect::<Result<Vec<_>, _>>()?,
        None => codes(digits),
    };
    if matches.get_flag("standard") {
        let budget = Budget::default();
        codes.retain(|code| standard(code, &budget).is_ok_and(|(solved, _)| solved == *code));
    }
    let depth = Depth {
        budget: options::budget(matches),
        sparse: matches.get_one("sparse-states").copied().unwrap_or(0),
    };
    let csv = options::format_of(matches, &FORMATS, lang)? == "csv";
    let output = matches
        .get_one::<String>("output")
        .filter(|path| *path != "-");
    let mut sink = match output {
        Some(path) if matches.get_flag("resume") => {
            if !csv {
                return Err(Failed::Usage(match lang {
                    Lang::En => format!("--resume needs the format csv: -o {path}.csv"),
                    Lang::Zh => format!("--resume 需要 csv 格式：-o {path}.csv"),
                }));
            }
            Sink::resume(path, lang)?
        }
        output => Sink::fresh(output, csv, lang)?,
    };
    let (all, mut told) = (codes.len(), 0);
    let threads = grundy::platform::parallelism();
    let earlier = sink.earlier.clone();
    let done = survey_with(&codes, &earlier, &depth, threads, |at, row| {
        progress::clear();
        let code = row.code.clone();
        sink.take(at, row)?;
        told += 1;
        if progress::is_watched() {
            progress::line(&match lang {
                Lang::En => format!("{told} of {all} codes, last {code}"),
                Lang::Zh => format!("{all} 个编码中的第 {told} 个，刚完成 {code}"),
            });
        }
        Ok::<(), Failed>(())
    });
    sink.close()?;
    done
}

/// Where rows go: in the order of the codes, or into a file that is gone on with.
struct Sink {
    out: Box<dyn Write + Send>,
    line: fn(&Row, Lang) -> String,
    lang: Lang,
    /// Rows that wait for others before them.
    waiting: BTreeMap<usize, Row>,
    next: usize,
    /// The file that is gone on with, and what it said.
    file: Option<String>,
    earlier: Vec<Row>,
}

impl Sink {
    fn fresh(output: Option<&String>, csv: bool, lang: Lang) -> Result<Sink, Failed> {
        let mut out: Box<dyn Write + Send> = match output {
            Some(path) => {
                let file = File::create(path).map_err(|error| failed(path, &error))?;
                Box::new(BufWriter::new(file))
            }
            None => Box::new(io::stdout()),
        };
        let (header, line): (_, fn(&Row, Lang) -> String) = match csv {
            true => (CSV_HEADER.to_string(), |row, _| csv_row(row)),
            false => (table_header(lang), table_row),
        };
        out.write_all(header.as_bytes())?;
        Ok(Sink {
            out,
            line,
            lang,
            waiting: BTreeMap::new(),
            next: 0,
            file: None,
            earlier: Vec::new(),
        })
    }

    fn resume(path: &str, lang: Lang) -> Result<Sink, Failed> {
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(path, &error)),
        };
        let earlier = from_csv(&text);
        // Another file is not written over.
        if !text.is_empty() && !text.starts_with(CSV_HEADER) {
            return Err(Failed::Usage(match lang {
                Lang::En => format!("{path} is not the file of a survey"),
                Lang::Zh => format!("{path} 不是普查文件"),
            }));
        }
        // A line that was cut off goes.
        write_whole(path, &earlier)?;
        let out = OpenOptions::new().append(true).open(path);
        Ok(Sink {
            out: Box::new(out.map_err(|error| failed(path, &error))?),
            line: |row, _| csv_row(row),
            lang,
            waiting: BTreeMap::new(),
            next: 0,
            file: Some(path.to_string()),
            earlier,
        })
    }

    fn take(&mut self, at: usize, row: Row) -> Result<(), Failed> {
        if self.file.is_some() {
            if !self.earlier.contains(&row) {
                self.out
                    .write_all((self.line)(&row, self.lang).as_bytes())?;
            }
            return Ok(());
        }
        self.waiting.insert(at, row);
        while let Some(row) = self.waiting.remove(&self.next) {
            self.out
                .write_all((self.line)(&row, self.lang).as_bytes())?;
            self.next += 1;
        }
        Ok(self.out.flush()?)
    }

    /// Writes what still waits; of a file that was gone on with, one row a code.
    fn close(mut self) -> Result<(), Failed> {
        for row in std::mem::take(&mut self.waiting).into_values() {
            self.out
                .write_all((self.line)(&row, self.lang).as_bytes())?;
        }
        self.out.flush()?;
        match &self.file {
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|error| failed(path, &error))?;
                write_whole(path, &from_csv(&text))
            }
            None => Ok(()),
        }
    }
}

/// The file is the old one or the new one, whatever happens.
fn write_whole(path: &str, rows: &[Row]) -> Result<(), Failed> {
    let written = files::replace(Path::new(path), &[to_csv(rows).as_bytes()]);
    written.map_err(|error| failed(path, &error))
}

fn failed(path: &str, error: &io::Error) -> Failed {
    Failed::Usage(format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_digit_is_told_as_one_of_an_octal_code() {
        for (text, column) in [("0.G7", 3), (".1z", 3), ("0.77x", 5)] {
            let told = octal(text).unwrap_err();
            assert!(told.message(Lang::En).contains("0 to 7"), "{told}");
            assert!(told.message(Lang::Zh).contains("0 到 7"), "{told}");
            let Error::BadCode {
                text: of,
                column: c,
                ..
            } = told
            else {
                panic!("{told}")
            };
            assert_eq!((of.as_str(), c), (text, column));
        }
        // What is no octal code is read as before.
        assert_eq!(octal("hex:0.3F").unwrap().to_string(), "0.3F");
        assert!(
            octal("hex:0.3G")
                .unwrap_err()
                .message(Lang::En)
                .contains("A to F")
        );
        assert!(octal("{1,").is_err() && octal("kayles").is_ok() && octal("0.8").is_ok());
    }
}
