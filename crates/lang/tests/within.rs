//! `state x, y where x <= y`: what the coordinates fulfil together.

use std::sync::Arc;

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::table::Cell;
use grundy::text::Lang;
use grundy_lang::agree::{self, Agreed};
use grundy_lang::bench::compile;
use grundy_lang::rules::Rules;

/// How many positions of a box there are, how many tuples are none, and how
/// many fail, where bytecode and oracle agree.
fn compared(text: &str, side: i64) -> (usize, usize, usize) {
    let compiled = compile(text, None, &[]).unwrap();
    let rules = Rules::<4>::new(Arc::new(compiled)).unwrap();
    let domain = rules.compiled().program().game().domain.clone();
    let mut counts = (0, 0, 0);
    for at in agree::positions(&domain, side, 4000) {
        match agree::compare(&rules, &at) {
            Ok(Agreed::Moves(_)) => counts.0 += 1,
            Ok(Agreed::Outside) => counts.1 += 1,
            Ok(Agreed::Fault) => counts.2 += 1,
            Err(difference) => panic!("{text}\n{difference}"),
        }
    }
    counts
}

/// Wythoff's game on ordered pairs is Wythoff's game.
const ORDERED: &str = "state x, y where x <= y
    move less(k in 1..x) -> [x-k, y]
    move more(k in 1..y) if k <= y-x -> [x, y-k]
    move past(k in 1..y) if y-k < x -> [y-k, x]
    move both(k in 1..x) -> [x-k, y-k]";

#[test]
fn tuples_outside_are_no_positions() {
    assert_eq!(compared(ORDERED, 10), (55, 45, 0));
    let game = grundy_lang::load(ORDERED, None, &[]).unwrap();
    let table = game
        .table(&[9, 9], Convention::Normal, &Budget::default())
        .unwrap();
    let plain = grundy_lang::load("state x, y; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]; move c(k in 1..min(x,y)) -> [x-k, y-k]", None, &[]).unwrap();
    let whole = plain
        .table(&[9, 9], Convention::Normal, &Budget::default())
        .unwrap();
    for (at, (cell, known)) in table.cells.iter().zip(&whole.cells).enumerate() {
        match at / 9 <= at % 9 {
            true => assert_eq!(cell, known, "{at}"),
            false => assert_eq!(*cell, Cell::Nothing, "{at}"),
        }
    }
    match game.solve("5,3", &Question::default()) {
        Err(error @ Error::BadPosition { .. }) => {
            let said = error.to_string();
            assert!(said.contains("where x <= y, not 5,3"), "{said}");
            let said = error.text().get(Lang::Zh).to_string();
            assert!(said.contains("满足 x <= y"), "{said}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_condition_is_any_condition() {
    for (text, expected) in [
        // With domains of single coordinates, in one file with arrays and bits.
        (
            "state x in 1..5, y in 0.. where x + y <= 7 and (x - y) % 2 = 0; move m(k in 1..y) -> [x, y-k]",
            (11, 29, 0),
        ),
        (
            "state h[2] where all(i in 0..1: h[i] != 3); move m(i in 0..1, k in 1..h[i]) -> [h[i := h[i]-k]]",
            (49, 15, 0),
        ),
        (
            "state b in bits 3 where popcount(b) != 2; move m(i in 0..2) if bit(b,i) = 1 -> [b - (1 << i)]",
            (5, 3, 0),
        ),
        // A sum is legal only if all its parts are positions.
        (
            "state n where n != 2; move s(k in 0..n-1) -> [k] + [n-1-k]",
            (7, 1, 0),
        ),
        (
            "coins p where p != 3; move t(q in 0..p-1) turns p, q",
            (7, 1, 0),
        ),
        // Play that ends only because of the condition.
        (
            "state x, y where x <= y; move up -> [x+1, y]; measure y - x",
            (36, 28, 0),
        ),
        // What has no value is a fault, unless nobody looks.
        (
            "state n where 6 / n >= 1; move m(k in 1..n) -> [n-k]",
            (0, 1, 7),
        ),
        (
            "state n where n = 0 or 6 / n >= 1; move m(k in 1..n) -> [n-k]",
            (7, 1, 0),
        ),
        (
            "game half; state n where n % 2 = 0; move m -> [n-2]; game g; state x, y; move m(k in 0..x) -> half[k] + [x-1, y]",
            (64, 0, 0),
        ),
    ] {
        assert_eq!(compared(text, 8), expected, "{text}");
    }
    let compiled = compile(
        "state x, y where x <= y; move up -> [x+1, y]; measure y - x",
        None,
        &[],
    );
    assert_eq!(
        *compiled.unwrap().termination(),
        grundy_lang::terminate::Termination::Measure
    );
}

#[test]
fn starts_and_shapes_know_the_condition() {
    let text = "state n, q where q <= n; start n -> [n, 2*n-4]; move take(k in 1..q) -> [n-k, min(n-k, 2*k)]";
    let game = grundy_lang::load(text, None, &[]).unwrap();
    assert!(game.solve("3", &Question::default()).is_ok());
    assert!(game.solve("5", &Question::default()).is_err());
    // Without the condition this is a heap game that is recognised.
    let nim = compile(
        "state n where n != 1; move m(k in 1..n) -> [n-k]",
        None,
        &[],
    )
    .unwrap();
    assert!(nim.shape().is_none());
    let rows =
        "state x, y where x != y; move m(k in 1..x) -> [x-k, y]; move o(k in 1..y) -> [x, y-k]";
    assert!(compile(rows, None, &[]).unwrap().shape().is_none());
}

#[test]
fn what_is_wrong_is_shown_at_its_place() {
    for (text, column, code) in [
        ("state x, y where x + y; move m -> [x, y-1]", 18, "E031"),
        ("state x, y where x <= z; move m -> [x, y-1]", 23, "E020"),
        ("state x, y where; move m -> [x, y-1]", 17, "E010"),
        ("state where; move m -> [0]", 7, "E010"),
    ] {
        let wrong = compile(text, None, &[]).unwrap_err();
        assert_eq!(
            (wrong[0].span.start + 1, wrong[0].code.to_string().as_str()),
            (column, code),
            "{text}"
        );
    }
    let written = "state x,y   where(x<=y);move m->[x,y-1]";
    let formatted = grundy_lang::format::format(written).unwrap();
    assert_eq!(formatted, "state x, y where (x <= y)\nmove m -> [x, y-1]\n");
}
