//! Every game of the catalogue can be seen, and what is seen can be clicked: one test
//! for each. `cargo test -p grundy --test scenes -- cram` looks at one game.

use grundy::catalogue::{self, Entry};
use grundy::conformance;
use libtest_mimic::{Arguments, Trial};

fn is_seen(entry: &Entry) -> Result<(), String> {
    for (settings, game) in entry.tested() {
        let game = game.map_err(|error| format!("{settings:?}: {error}"))?;
        let pictures = conformance::check_pictures(&game);
        match pictures.map_err(|failure| format!("{settings:?}: {failure}"))? {
            0 => return Err(format!("{settings:?}: cards only")),
            pictures => println!("{} {settings:?}: {pictures} pictures", entry.about.id),
        }
    }
    Ok(())
}

fn main() {
    let trial = |entry: &'static Entry| {
        Trial::test(entry.about.id, move || Ok(is_seen(entry)?)).with_kind("picture")
    };
    let trials = catalogue::ALL.iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
