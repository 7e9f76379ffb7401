//! Set-up, tests, benches, documents, packages and archives as commands:
//!
//! ```text
//! cargo xtask test          everything that continuous integration runs
//! cargo xtask test --long   the tests that take minutes, optimised
//! cargo xtask portability [--check]
//!                           build for other machines, run the tests on emulated ones
//! cargo xtask bench         all benches, as tables
//! cargo xtask fuzz [TARGET…] [--minutes N] [--jobs J] [--keep]
//!                           look for inputs that reach new code, and for failures
//! cargo xtask budgets [--seconds N]
//!                           do limits hold, for every verb and game?
//! cargo xtask forge [--seconds N] [--seed S]
//!                           forge certificates and see that none is believed
//! cargo xtask texts [--count N] [--seed S] [--milliseconds M]
//!                           rules made at random: do all who read them agree, is what is proven true?
//! cargo xtask literature [--seconds N] [--only NAME] [--jobs J]
//!                           study the games of the literature and write the report on them
//! cargo xtask faults [--kills N] [--seed S]
//!                           disturb long runs in every way and compare their ends
//! cargo xtask load [--clients N] [--seconds S]
//!                           many clients of the page at once: no error, bounded memory?
//! cargo xtask mutants [PLACE…] [--minutes N] [--seconds S] [--jobs J] [--list]
//!                           change the sources in many small ways: would a test notice?
//! cargo xtask page [--check | --browser]
//!                           build the bundle of the page; or is the committed one what its sources
//!                           make; or let a browser use it
//! cargo xtask docs          write real output into the documents' commands
//! cargo xtask packages      pack every published crate and look into the packages
//! cargo xtask packages --long
//!                           and build each from what was packed
//! cargo xtask dist [--target TRIPLE] [--tag NAME]
//!                           an archive for people to download, unpacked and tried
//! cargo xtask site [--to DIR]
//!                           the page as static files, with the modules of WebAssembly
//! cargo xtask book [--check]
//!                           the books as static files in `target/site/book`; or are they complete?
//! cargo xtask wasm          do those modules answer as the native desk does?
//! cargo xtask wasm --speed  how long does each take?
//! cargo xtask python        the wheel as users get it: built, tested, also from its source archive
//! cargo xtask python --bench
//!                           its benches, as tables
//! cargo xtask dist --sums   the checksums of all archives in `dist/`
//! ```
//!
//! This file only finds the task that the words name.

mod archive;
mod book;
mod budgets;
mod compiler;
mod dist;
mod faults;
mod forge;
mod fuzz;
mod literature;
mod load;
mod mutants;
mod packages;
mod page;
mod portability;
mod python;
#[cfg(test)]
mod reliability;
mod run;
mod site;
mod test;
mod texts;
mod wasm;
#[cfg(test)]
mod workflows;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test [--long] | page [--check | --browser] | site [--to DIR] | book [--check] | wasm [--speed] | python [--bench] | load | bench | fuzz | budgets [--seconds N] | forge | texts | literature | faults | mutants | docs | packages [--long] | dist | portability [--check]";

/// What the words ask for, ready to run.
type Task<'a> = Box<dyn Fn() -> Result<(), String> + 'a>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match task(&words) {
        Some(task) => task(),
        None => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn task<'a>(words: &'a [&'a str]) -> Option<Task<'a>> {
    Some(match words {
        ["test"] => Box::new(test::all),
        ["test", "--long"] => Box::new(test::long),
        ["bench"] => Box::new(test::bench),
        ["fuzz", rest @ ..] => Box::new(|| fuzz::run(rest)),
        ["page"] => Box::new(page::build),
        ["page", "--check"] => Box::new(page::check),
        ["page", "--browser"] => Box::new(page::test),
        ["docs"] => Box::new(test::docs),
        ["budgets"] => Box::new(|| budgets::budgets(u64::MAX)),
        ["budgets", "--seconds", n] => {
            let seconds = n.parse().ok()?;
            Box::new(move || budgets::budgets(seconds))
        }
        ["forge", rest @ ..] => Box::new(|| forge::run(rest)),
        ["texts", rest @ ..] => Box::new(|| texts::run(rest)),
        ["literature", rest @ ..] => Box::new(|| literature::run(rest)),
        ["faults", rest @ ..] => Box::new(|| faults::run(rest)),
        ["load", rest @ ..] => Box::new(|| load::run(rest)),
        ["mutants", rest @ ..] => Box::new(|| mutants::run(rest)),
        ["portability"] => Box::new(portability::run),
        ["portability", "--check"] => Box::new(portability::check),
        ["python"] => Box::new(python::release),
        ["python", "--bench"] => Box::new(python::bench),
        ["site"] => Box::new(|| site::run_to(None)),
        ["site", "--to", folder] => Box::new(|| site::run_to(Some(folder))),
        ["book"] => Box::new(|| book::build(book::Chapters::Written)),
        ["book", "--check"] => Box::new(|| book::build(book::Chapters::All)),
        ["wasm"] => Box::new(wasm::test),
        ["wasm", "--speed"] => Box::new(wasm::speed),
        ["packages"] => Box::new(|| packages::run(packages::Depth::Look)),
        ["packages", "--long"] => Box::new(|| packages::run(packages::Depth::Build)),
        ["dist", "--sums"] => Box::new(dist::sums),
        ["dist", rest @ ..] => {
            let wanted = dist::Wanted::read(rest)?;
            Box::new(move || dist::run(&wanted))
        }
        _ => return None,
    })
}
