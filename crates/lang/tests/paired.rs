//! A game of the catalogue answers the same with its rules as text beside it and without.

use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy_lang::paired::paired;

/// Tables of every game that has one and is written in the rule language, larger than those that
/// are left to the game alone.
#[test]
fn tables_are_the_same() {
    let (mut compared, mut by_text) = (0, Vec::new());
    for entry in catalogue::ALL {
        let id = entry.about.id;
        let build = || catalogue::find(id).unwrap().build(&[]).unwrap();
        let alone = build();
        let side = match alone.dimension() {
            1 => 1100,
            2 => 34,
            3 => 11,
            _ => continue,
        };
        let size = vec![side; alone.dimension()];
        // Where the game alone would look at very many moves nothing is compared.
        let budget = Budget::default().with_states(2_000_000);
        let Ok(expected) = alone.table(&size, Convention::Normal, &budget) else {
            continue;
        };
        let found = paired(build(), None).table(&size, Convention::Normal, &budget);
        let found = found.unwrap();
        assert!(found.cells == expected.cells, "{id}");
        compared += 1;
        if found.reason != expected.reason {
            by_text.push(id);
        }
    }
    println!("{compared} compared, by text with another reason: {by_text:?}");
    assert!(compared > 20, "{compared}");
    assert!(by_text.contains(&"wythoff"), "{by_text:?}");
}
