//! Every game of the catalogue is what it claims to be.

use grundy::catalogue::{self, Named, Parameters, Visitor};
use grundy::conformance;

/// Checks every second game, so that two tests share the work.
struct Half {
    seen: usize,
    odd: bool,
    failures: Vec<String>,
}

impl Visitor for Half {
    fn game<G: Named>(&mut self) {
        self.seen += 1;
        if (self.seen % 2 == 1) != self.odd {
            return;
        }
        let id = G::ABOUT.id;
        // `GAME=nim cargo test --test conformance` checks one game.
        if std::env::var("GAME").is_ok_and(|only| only != id) {
            return;
        }
        for settings in G::ABOUT.tested_with {
            let set: Vec<_> = settings
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect();
            let game = Parameters::new(&G::ABOUT, &set)
                .and_then(|parameters| G::build(&parameters))
                .unwrap_or_else(|e| panic!("{id} {settings:?}: {e}"));
            match conformance::check(&game) {
                Ok(report) => println!("{id} {settings:?}: {report:?}"),
                Err(failure) => self.failures.push(format!("{settings:?}: {failure}")),
            }
        }
    }
}

fn conforms(odd: bool) {
    let mut half = Half {
        seen: 0,
        odd,
        failures: Vec::new(),
    };
    catalogue::visit(&mut half);
    assert_eq!(half.seen, catalogue::ALL.len());
    assert!(half.failures.is_empty(), "{}", half.failures.join("\n"));
}

#[test]
fn every_game_of_the_catalogue_conforms_odd() {
    conforms(true);
}

#[test]
fn every_game_of_the_catalogue_conforms_even() {
    conforms(false);
}
