//! `grundy check FILE`: verify a certificate from the rules alone.
//!
//! The verdict names what was verified: the rules as they stand in the certificate, the claim, and
//! the theorem whose premises were checked.

use std::fmt::Write;

use clap::{Arg, ArgMatches, Command};
use grundy::error::Error;
use grundy::text::Lang;
use grundy_desk::verified;
use grundy_verify::{Kind, check};

use crate::options;
use crate::output::{Failed, pad, say};

pub fn command(lang: Lang) -> Command {
    Command::new("check")
        .about(say(
            lang,
            "Verify a certificate from the rules alone; exit code 1 if its claim is not true",
            "仅凭规则复核证书；若其论断不成立则退出码为 1",
        ))
        .arg(Arg::new("file").required(true).value_name("FILE").help(say(
            lang,
            "A certificate, as `grundy period`, `grundy misere` and `grundy study` write it with --certificate",
            "证书文件，由 `grundy period`、`grundy misere` 或 `grundy study` 的 --certificate 写出",
        )))
        .args(options::limits_with(lang, options::SEQUENCE))
}

/// Certificates are small; anything larger is something else.
const LARGEST: u64 = 64 << 20;

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let path = matches.get_one::<String>("file").map_or("", String::as_str);
    let text = options::read_text(path, LARGEST, ("a certificate", "证书"), lang)?;
    if Kind::of(&text).is_none() {
        let why = say(lang, "this is not a certificate", "这不是证书");
        return Err(Failed::Usage(format!("{path}: {why}")));
    }
    let budget = options::budget(matches);
    let checked = check(&text, &budget).map_err(|error| refuted(error, lang))?;
    let lines = verified::lines(&checked, lang);
    let mut shown = String::new();
    for (name, content) in lines {
        for (at, line) in content.lines().enumerate() {
            let name = if at == 0 { &*name } else { "" };
            // Writing to a String cannot fail.
            let _ = writeln!(shown, "{} {line}", pad(name, 8));
        }
    }
    options::write_stdout(shown.as_bytes())
}

/// What is wrong with a certificate is a check that failed; a budget that ran
/// out is not.
fn refuted(error: Error, lang: Lang) -> Failed {
    if error.is_budget() {
        return error.into();
    }
    Failed::Refuted(error.message(lang))
}
