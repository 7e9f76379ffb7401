//! The `grundy` command: one file per verb, no mathematics.
//!
//! Data goes to standard output, everything else to standard error. Exit
//! codes: 0 fine, 1 a check failed, 2 usage or bad input, 3 budget exceeded.

mod annotate;
mod batch;
mod check;
mod compound;
mod count;
mod draw;
mod explain;
mod fmt;
mod games;
mod graph;
mod judge;
mod law;
mod misere;
mod nim;
mod nim_zh;
mod options;
mod output;
mod period;
mod play;
mod sequence;
mod shell;
mod solve;
mod study;
mod survey;
mod table;
mod test;
mod written;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use grundy::text::Lang;

use crate::options::lang_from;
use crate::output::{Failed, say};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let lang = lang_from(&arguments);
    let matches = match command(lang).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // Help asked for is no error; printing can only fail if nobody reads.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match run(&matches, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => ExitCode::from(failed.report(lang)),
    }
}

/// The whole command line, with help in the given language.
fn command(lang: Lang) -> Command {
    let text = |en: &'static str, zh: &'static str| say(lang, en, zh);
    Command::new("grundy")
        .version(env!("CARGO_PKG_VERSION"))
        .about(text(
            "The workbench for impartial combinatorial games",
            "公平组合游戏的工作台",
        ))
        .after_help(text(
            "Try: grundy solve nim 3,5,7 · grundy play pins 7 · grundy table wythoff --to 10 · grundy games",
            "试试：grundy solve nim 3,5,7 · grundy play pins 7 · grundy table wythoff --to 10 · grundy games",
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(options::lang(lang))
        .subcommand(games::command(lang))
        .subcommand(solve::command(lang))
        .subcommand(play::command(lang))
        .subcommand(table::command(lang))
        .subcommand(draw::command(lang))
        .subcommand(graph::command(lang))
        .subcommand(annotate::command(lang))
        .subcommand(batch::command(lang))
        .subcommand(period::command(lang))
        .subcommand(sequence::command(lang))
        .subcommand(survey::command(lang))
        .subcommand(law::command(lang))
        .subcommand(study::command(lang))
        .subcommand(check::command(lang))
        .subcommand(nim::command(lang))
        .subcommand(misere::command(lang))
        .subcommand(count::command(lang))
        .subcommand(judge::command(lang))
        .subcommand(test::command(lang))
        .subcommand(fmt::command(lang))
        .subcommand(explain::command(lang))
        .subcommand(shell::completions(lang))
        .subcommand(shell::man(lang))
}

fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    match matches.subcommand() {
        Some(("games", m)) => games::run(m, lang),
        Some(("solve", m)) => solve::run(m, lang),
        Some(("play", m)) => play::run(m, lang),
        Some(("table", m)) => table::run(m, lang),
        Some(("draw", m)) => draw::run(m, lang),
        Some(("graph", m)) => graph::run(m, lang),
        Some(("annotate", m)) => annotate::run(m, lang),
        Some(("batch", m)) => batch::run(m, lang),
        Some(("period", m)) => period::run(m, lang),
        Some(("sequence", m)) => sequence::run(m, lang),
        Some(("survey", m)) => survey::run(m),
        Some(("law", m)) => law::run(m, lang),
        Some(("study", m)) => study::run(m, lang),
        Some(("check", m)) => check::run(m, lang),
        Some(("nim", m)) => nim::run(m, lang),
        Some(("misere", m)) => misere::run(m, lang),
        Some(("count", m)) => count::run(m, lang),
        Some(("judge", m)) => judge::run(m, lang),
        Some(("test", m)) => test::run(m, lang),
        Some(("fmt", m)) => fmt::run(m, lang),
        Some(("explain", m)) => explain::run(m, lang),
        Some(("completions", m)) => shell::run_completions(m, command(lang)),
        Some(("man", _)) => shell::run_man(command(lang)),
        _ => Ok(()),
    }
}
