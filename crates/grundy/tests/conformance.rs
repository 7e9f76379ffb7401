//! Every game of the catalogue is what it claims to be: one test for each, by
//! the name that commands use. `cargo test -p grundy -- wythoff` asks the suite about one game.

use grundy::catalogue::{self, Entry};
use grundy::conformance;
use libtest_mimic::{Arguments, Trial};

fn conforms(entry: &Entry) -> Result<(), String> {
    for (settings, game) in entry.tested() {
        let game = game.map_err(|error| format!("{settings:?}: {error}"))?;
        let report = conformance::check(&game);
        let report = report.map_err(|failure| format!("{settings:?}: {failure}"))?;
        println!("{} {settings:?}: {report:?}", entry.about.id);
    }
    Ok(())
}

fn main() {
    let trial = |entry: &'static Entry| {
        Trial::test(entry.about.id, move || Ok(conforms(entry)?)).with_kind("game")
    };
    let trials = catalogue::ALL.iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
