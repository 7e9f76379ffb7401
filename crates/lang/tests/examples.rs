//! Every file in `examples/` holds what it expects, is written in the one
//! way, and together they show all of the language.

use std::path::{Path, PathBuf};

use grundy::budget::Budget;
use grundy_lang::expect::test;

fn examples() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found: Vec<(PathBuf, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    found.sort();
    found
}

#[test]
fn examples_are_as_expected() {
    let examples = examples();
    assert!(examples.len() >= 40, "only {} examples", examples.len());
    for (path, text) in &examples {
        let games = test(text, &[], &Budget::default().with_states(1_000_000));
        let games = games.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", path.display()));
        let failures: Vec<_> = games.iter().flat_map(|tested| &tested.failures).collect();
        assert!(failures.is_empty(), "{}: {failures:?}", path.display());
        let positions: usize = games.iter().map(|tested| tested.positions).sum();
        assert!(positions > 0, "{} expects nothing", path.display());
    }
}

#[test]
fn examples_are_formatted() {
    for (path, text) in examples() {
        let formatted = grundy_lang::format::format(&text).unwrap();
        assert_eq!(formatted, text, "{}", path.display());
    }
}

#[test]
fn examples_show_the_whole_language() {
    let all: String = examples().into_iter().map(|(_, text)| text).collect();
    for word in [
        "\nheaps\n",
        "\nsubtract {",
        "\noctal ",
        "\ncoins p",
        "\ncoins x, y",
        "\nstart ",
        " turns ",
        "\nplay misere",
        "\nsum every",
        "\nsum upto 2",
        "\nshort\n",
        "\nwin when ",
        "\nlose when ",
        "\nmeasure ",
        "bits ",
        "h[3]",
        ":= ",
        "any(",
        "all(",
        "divides(",
        "gcd(",
        "isqrt(",
        "popcount(",
        "expect g(",
        "expect outcome(",
        "expect winning(",
        "(size = 8)",
    ] {
        assert!(all.contains(word), "no example shows {word:?}");
    }
}
