//! Games of the catalogue are proven from their text in the rule language.

use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy_laws::print::Style;
use grundy_laws::rules::Rules;
use grundy_laws::sample::Sample;
use grundy_laws::study::{Options, Study, study_written};

/// A game's text, and a small table of the built-in game.
fn built_in(name: &str, side: u64) -> (String, Sample) {
    let found = catalogue::find(name).unwrap();
    let game = found.build(&[]).unwrap();
    let size = vec![side; game.dimension()];
    let table = game.table(&size, Convention::Normal, &Budget::default());
    (
        game.rule_text().unwrap(),
        Sample::of(&table.unwrap()).unwrap(),
    )
}

fn studied(text: &str, sample: &Sample) -> Result<Study, grundy::error::Error> {
    study_written(&Rules::read(text)?, sample, &Options::default())
}

#[test]
fn catalogue_games_are_proven_as_written() {
    for (name, side, law) in [
        ("nim", 50, "g(n) = n"),
        ("lasker", 50, "g(n) = 0 if n = 0; n+1 if n mod 4 = 3"),
        ("wythoff", 16, "(a, b) is P exactly if it is (A(n), A(n)+n)"),
        (
            "t-wythoff",
            16,
            "(a, b) is P exactly if it is (A(n), A(n)+2·n)",
        ),
        ("near-pair", 50, "g(p) = p mod 4"),
        ("numbers", 50, "g(n) = n mod 3"),
        ("paired-heaps", 12, "g(a, b) = ctz(((a-1) | (b-1))+1)"),
    ] {
        let (text, sample) = built_in(name, side);
        let study = studied(&text, &sample).unwrap();
        let best = &study.findings[0];
        let written = best.law.written(Style::Text, &study.sample.names);
        assert!(written.to_string().starts_with(law), "{name}: {written}");
        assert_eq!(best.status.word(), "proven", "{name}");
        let status = best.status.text().to_string();
        assert!(
            status.contains("which agree with the built-in game on all"),
            "{status}"
        );
    }
}

#[test]
fn a_text_that_means_another_game_is_noticed() {
    let (text, sample) = built_in("lasker", 50);
    let wrong = text.replace("k in 1..n/2", "k in 2..n/2");
    assert_ne!(wrong, text);
    let error = studied(&wrong, &sample).unwrap_err().to_string();
    assert!(
        error.contains("differ from the built-in game at ("),
        "{error}"
    );
    let (_, other) = built_in("wythoff", 8);
    let error = studied(&text, &other).unwrap_err().to_string();
    assert!(error.contains("cannot be compared"), "{error}");
}
