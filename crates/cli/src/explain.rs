//! `grundy explain [CODE]`: what a code of the rule language means.

use std::fmt::Write;

use clap::{Arg, ArgMatches, Command};
use grundy::text::Lang;
use grundy_lang::explain::{PAGES, find};

use crate::options;
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("explain")
        .about(say(
            lang,
            "Explain an error code of the rule language",
            "解释规则语言的错误代码",
        ))
        .arg(Arg::new("code").value_name("CODE").help(say(
            lang,
            "A code such as E020; without one, all are listed",
            "代码，如 E020；不给出则列出全部",
        )))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let mut text = String::new();
    // Writing to a String cannot fail.
    match matches.get_one::<String>("code") {
        None => {
            for page in PAGES {
                let _ = writeln!(text, "{}  {}", page.code, page.title.get(lang));
            }
        }
        Some(code) => {
            let page = find(code).ok_or_else(|| {
                let (first, last) = (PAGES[0].code, PAGES[PAGES.len() - 1].code);
                Failed::Usage(match lang {
                    Lang::En => format!("there is no code `{code}`: they are {first} to {last}"),
                    Lang::Zh => format!("没有代码 `{code}`：代码为 {first} 至 {last}"),
                })
            })?;
            let _ = writeln!(text, "{}: {}\n", page.code, page.title.get(lang));
            let _ = writeln!(text, "{}", page.text.get(lang));
            for (title, example) in [
                (say(lang, "wrong", "错误"), page.wrong),
                (say(lang, "right", "正确"), page.right),
            ] {
                if !example.is_empty() {
                    let indented = example.replace('\n', "\n  ");
                    let _ = writeln!(text, "\n{title}:\n  {indented}");
                }
            }
        }
    }
    options::write_stdout(text.as_bytes())
}
