//! Every game of the catalogue is what it claims to be.

use grundy::catalogue;

#[test]
fn every_game_of_the_catalogue_conforms() {
    let mut failures = Vec::new();
    for entry in catalogue::ALL {
        for settings in entry.about.tested_with {
            let set: Vec<_> = settings
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect();
            let game = entry
                .build(&set)
                .unwrap_or_else(|e| panic!("{entry:?} {settings:?}: {e}"));
            match game.conformance() {
                Ok(report) => println!("{entry:?} {settings:?}: {report:?}"),
                Err(failure) => failures.push(format!("{settings:?}: {failure}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
