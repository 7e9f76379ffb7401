//! Rules of the rule language in linear form mean what the language says.

use std::path::Path;
use std::sync::Arc;

use grundy::budget::Budget;
use grundy_laws::rules::Rules;
use grundy_laws::sample::Sample;

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
        let Ok(linear) = Rules::read(&text) else {
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
        // Where play can go round there are draws, of which no law speaks.
        let expected = match Sample::of(&table) {
            Ok(expected) => expected,
            Err(error) => {
                assert!(error.to_string().contains("drawn"), "{name}: {error}");
                let few = Budget::default().with_states(100_000);
                assert!(linear.table(&size, &few).is_err(), "{name}");
                continue;
            }
        };
        let cells = linear.table(&size, &budget).unwrap();
        if expected.cells.len() == cells.len() {
            assert_eq!(cells, expected.cells, "{name}\n{linear:?}");
            compared.push(name);
        }
    }
    assert!(compared.len() >= 12, "{compared:?}");
}

#[test]
fn what_is_not_linear_names_the_move() {
    let text = "game euclid; state a, b; move left(k in 1..a) if divides(b, k) -> [a-k, b]";
    let error = Rules::read(text).unwrap_err().to_string();
    assert!(
        error.contains("`left`") && error.contains("divisor"),
        "{error}"
    );
}
