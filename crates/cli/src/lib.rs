//! The `grundy` command: one file per verb, no mathematics.
//!
//! Data goes to standard output, everything else to standard error. Exit
//! codes: 0 fine, 1 a check failed, 2 usage or bad input, 3 budget exceeded,
//! 130 interrupted.
//!
//! The program is [`main`]; what else is public is there for programs that put the
//! command to the test.

mod annotate;
pub mod batch;
mod cache;
mod check;
mod compound;
mod count;
mod draw;
mod explain;
mod figure;
mod fmt;
mod games;
mod graph;
mod interrupt;
mod judge;
mod law;
mod misere;
mod nim;
mod options;
mod output;
mod period;
mod play;
mod progress;
mod prove;
mod seen;
mod sequence;
mod shell;
mod show;
mod solve;
mod study;
mod survey;
mod table;
mod test;
mod usage;
mod web;
mod written;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use grundy::text::Lang;

use crate::options::{color_from, lang_from};
use crate::output::{Failed, say};

/// The program: reads the command line, does what it says, answers the exit code.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().map(json_flag).collect();
    let lang = lang_from(&arguments);
    let command = usage::localised(command(lang), lang).color(color_from(&arguments));
    let matches = match command.try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return refused(&error, lang),
    };
    interrupt::watch(lang);
    // Questions come when they come: each has the time for itself.
    let each = matches!(matches.subcommand_name(), Some("batch" | "play"));
    options::start_clock(each);
    cache::open(innermost(&matches));
    let budget = options::budget(innermost(&matches));
    let _scope = budget.scope();
    let done = run(&matches, lang);
    progress::clear();
    match done {
        Ok(()) if interrupt::is_set() => ExitCode::from(interrupt::INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            let code = failed.report(lang);
            ExitCode::from(match interrupt::is_set() {
                true => interrupt::INTERRUPTED,
                false => code,
            })
        }
    }
}

/// `--json` is `--format=json`.
fn json_flag(argument: OsString) -> OsString {
    match argument == "--json" {
        true => "--format=json".into(),
        false => argument,
    }
}

/// What stands behind the last verb.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    let mut inner = matches;
    while let Some((_, next)) = inner.subcommand() {
        inner = next;
    }
    inner
}

/// Help that was asked for, or what is wrong with the command line.
fn refused(error: &clap::Error, lang: Lang) -> ExitCode {
    if lang == Lang::Zh
        && let Some(message) = usage::message(error)
    {
        // If even standard error is closed, the exit code must do.
        let _ = io::stderr().write_all(message.as_bytes());
        return ExitCode::from(2);
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(failed) if !error.use_stderr() => ExitCode::from(Failed::Io(failed).report(lang)),
        _ => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
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
        .arg(options::color(lang))
        .arg(cache::option(lang))
        .subcommand(games::command(lang))
        .subcommand(solve::command(lang))
        .subcommand(play::command(lang))
        .subcommand(show::command(lang))
        .subcommand(table::command(lang))
        .subcommand(draw::command(lang))
        .subcommand(graph::command(lang))
        .subcommand(annotate::command(lang))
        .subcommand(batch::command(lang))
        .subcommand(web::command(lang))
        .subcommand(period::command(lang))
        .subcommand(sequence::command(lang))
        .subcommand(survey::command(lang))
        .subcommand(law::command(lang))
        .subcommand(study::command(lang))
        .subcommand(prove::command(lang))
        .subcommand(check::command(lang))
        .subcommand(cache::command(lang))
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
        Some(("show", m)) => show::run(m, lang),
        Some(("table", m)) => table::run(m, lang),
        Some(("draw", m)) => draw::run(m, lang),
        Some(("graph", m)) => graph::run(m, lang),
        Some(("annotate", m)) => annotate::run(m, lang),
        Some(("batch", m)) => batch::run(m, lang),
        Some(("web", m)) => web::run(m, lang),
        Some(("period", m)) => period::run(m, lang),
        Some(("sequence", m)) => sequence::run(m, lang),
        Some(("survey", m)) => survey::run(m, lang),
        Some(("law", m)) => law::run(m, lang),
        Some(("study", m)) => study::run(m, lang),
        Some(("prove", m)) => prove::run(m, lang),
        Some(("check", m)) => check::run(m, lang),
        Some(("cache", m)) => cache::run(m, lang),
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
