//! Rules of the rule language in linear form mean what the language says.

use std::path::Path;
use std::sync::Arc;

use grundy::budget::Budget;
use grundy_laws::language::rules;
use grundy_laws::sample::Sample;
use grundy_laws::study::{Options, study};

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn tables_agree_with_the_executor_of_the_language() {
    let budget = Budget::default();
    let mut compared = Vec::new();
    for (name, text) in examples() {
        let compiled = grundy_lang::bench::compile(&text, None, &[]).unwrap();
        let Ok(linear) = rules(compiled.program()) else {
            continue;
        };
        let convention = compiled.program().game().convention;
        let side = match linear.dimension() {
            1 => 40,
            2 => 9,
            _ => 4,
        };
        let size = vec![side; linear.dimension()];
        let game = grundy_lang::bench::on_workbench(Arc::new(compiled));
        // Coins have tables of whole boards.
        let Ok(table) = game.table(&size, convention, &budget) else {
            continue;
        };
        let expected = Sample::of(&table).unwrap();
        let cells = linear.table(&size, &budget).unwrap();
        if expected.cells.len() == cells.len() {
            assert_eq!(cells, expected.cells, "{name}\n{linear}");
            compared.push(name);
        }
    }
    assert!(compared.len() >= 12, "{compared:?}");
}

#[test]
fn example_files_are_studied_and_proven() {
    let wanted = [
        ("bachet", "g(n) = n mod 4"),
        (
            "fibonacci",
            "(n, q) is P exactly if n = 0 or q < smallest Fibonacci part of n",
        ),
        ("knight", "g(x, y) = v exactly if an automaton"),
        (
            "lasker",
            "g(n) = 0 if n = 0; n+1 if n mod 4 = 3; n-1 if n mod 4 = 0; n otherwise",
        ),
        ("mock_turtles", "g(p) = 2·p+1-parity(p)"),
        (
            "wythoff",
            "(a, b) is P exactly if it is (A(n), A(n)+n) or its mirror image",
        ),
    ];
    let examples = examples();
    for (name, law) in wanted {
        let (_, text) = examples.iter().find(|e| e.0 == name).unwrap();
        let compiled = grundy_lang::bench::compile(text, None, &[]).unwrap();
        let linear = rules(compiled.program()).unwrap();
        let options = Options {
            time: std::time::Duration::from_secs(60),
            ..Options::default()
        };
        let studied = study(&linear, &options).unwrap();
        let best = &studied.findings[0];
        let written = best
            .law
            .written(grundy_laws::print::Style::Text, &studied.sample.names);
        assert!(written.to_string().starts_with(law), "{name}: {written}");
        assert_eq!(best.status.word(), "proven", "{name}");
    }
}

#[test]
fn what_is_not_linear_names_the_move() {
    let text = "game euclid; state a, b; move left(k in 1..a) if divides(b, k) -> [a-k, b]";
    let compiled = grundy_lang::bench::compile(text, None, &[]).unwrap();
    let error = rules(compiled.program()).unwrap_err().to_string();
    assert!(
        error.contains("`left`") && error.contains("divisor"),
        "{error}"
    );
}
