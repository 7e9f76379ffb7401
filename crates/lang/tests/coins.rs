//! Games of coins that are recognised have the values of their rules, and
//! games that only look similar are not recognised.

use std::sync::Arc;

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::games::coins::product::Product;
use grundy::outcome::{Convention, Outcome};
use grundy::workbench::AnyGame;
use grundy_lang::bench::{compile, load, on_workbench};
use proptest::prelude::*;

fn value(game: &dyn AnyGame, position: &str) -> String {
    let solved = game.solve(position, &Question::default()).unwrap();
    solved.answer.value.unwrap().to_string()
}

/// Small places of a game with that many coordinates.
fn places(width: usize, first: u64) -> Vec<String> {
    let side: u64 = match width {
        1 => 14,
        2 => 5,
        _ => 3,
    };
    (0..side.pow(width as u32))
        .map(|mut number| {
            let mut at = Vec::new();
            for _ in 0..width {
                at.push((first + number % side).to_string());
                number /= side;
            }
            match width {
                1 => at.remove(0),
                _ => format!("({})", at.join(",")),
            }
        })
        .collect()
}

/// Checks a text that must be recognised as `name`.
fn check(text: &str, name: &str, first: u64) {
    let compiled = compile(text, None, &[]).unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"));
    let shape = compiled.shape().map(|shape| shape.text().to_string());
    let expected = format!("recognised as the coin game {name}");
    assert_eq!(shape.as_deref(), Some(expected.as_str()), "{text}");
    let width = compiled.program().game().width;
    let tuned = on_workbench(Arc::new(compiled));
    let plain = compile(text, None, &[]).unwrap().without_shape();
    let plain = on_workbench(Arc::new(plain));
    for place in places(width, first) {
        let (tuned, plain) = (value(tuned.as_ref(), &place), value(plain.as_ref(), &place));
        assert_eq!(tuned, plain, "{text}\nat {place}");
    }
}

#[test]
fn known_families() {
    for (text, name, first) in [
        ("coins p; move one turns p", "single", 0),
        (
            "coins p; move one turns p; move two(q in 0..p-1) turns p, q",
            "few:2",
            0,
        ),
        ("coins p; move two(q in 0..p-1) turns p, q", "exactly:2", 0),
        (
            "coins p; move a(q in 0..p-1, r in 0..q-1) turns p, q, r",
            "exactly:3",
            0,
        ),
        ("coins p; move run turns p, p-1, p-2", "run:3", 0),
        ("coins p; move a turns p, p-1; move b turns p", "runs:2", 0),
        (
            "coins p in 3..; move a turns p; move b turns p, p-1; move c turns p, p-2, p-1",
            "runs:3",
            3,
        ),
        (
            "coins p in 1..; move a if p <= 3 turns p; move b(q in max(1, p-3)..p-1) turns p, q",
            "near:3",
            1,
        ),
        (
            "coins x, y; move c(u in 0..x-1, v in 0..y-1) turns (x,y), (u,y), (x,v), (u,v)",
            "exactly:2*exactly:2",
            0,
        ),
        (
            "coins x, y; move a turns (x,y); move b turns (x,y), (x,y-1)",
            "single*runs:2",
            0,
        ),
        (
            "coins x, y, z; move a turns (x,y,z)",
            "single*single*single",
            0,
        ),
    ] {
        check(text, name, first);
    }
}

#[test]
fn similar_games_are_not_recognised() {
    for text in [
        "coins p; move two(q in 1..p-1) turns p, q",
        "coins p; move a turns p; move b turns p, p-2",
        "coins p; move a turns p; move c(q in 0..p-1, r in 0..q-1) turns p, q, r",
        "coins p; move one if p > 2 turns p",
        "coins p in 0..20; move one turns p",
        "coins x, y; move a turns (x,y); move b(u in 0..x-1) turns (x,y), (u,y); move c(v in 0..y-1) turns (x,y), (x,v)",
        "coins p; move two(q in 0..p-1) turns p, q; play misere",
    ] {
        let compiled = compile(text, None, &[]).unwrap();
        let misere = text.contains("misere");
        assert_eq!(compiled.shape().is_some(), misere, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn products_are_recognised_by_their_own_text(
        rows in proptest::collection::vec(0usize..9, 1..3), first in proptest::collection::vec(0u64..3, 3)
    ) {
        let names = ["single", "few:2", "few:3", "exactly:2", "exactly:3", "run:2", "runs:2", "runs:3", "run:3"];
        let rows: Vec<&str> = rows.iter().map(|row| names[*row]).collect();
        let product = Product::of(&rows).unwrap();
        let first = &first[..rows.len()];
        let Ok(text) = product.rule_text_from(first) else {
            return Ok(());
        };
        check(&text, &rows.join("*"), *first.iter().max().unwrap());
    }
}

/// A coin that is turned twice is not turned: such a move is none, in values as
/// in play.
#[test]
fn a_move_names_a_coin_once() {
    let budget = Budget::default();
    for text in [
        "coins p; move a(q in 0..p-1, r in 0..p-1) turns p, q, r",
        "coins p; move a turns p, p-1, p-1; move b if p > 3 turns p, 0",
    ] {
        let game = load(text, None, &[]).unwrap();
        for heads in 1..128u32 {
            let places = (0..7).filter(|at| heads >> at & 1 == 1);
            let position = places.map(|at| at.to_string()).collect::<Vec<_>>();
            let position = position.join(",");
            let solved = game.solve(&position, &Question::default()).unwrap();
            let won = solved.answer.outcome == Outcome::N;
            assert_eq!(
                won,
                !solved.answer.winning_moves.is_empty(),
                "{text} {position}"
            );
            let mut play = game.begin(&position, Convention::Normal, &budget).unwrap();
            assert!(!won || play.reply().unwrap().is_some(), "{text} {position}");
        }
    }
}

/// Coins that lie above the first one are found out at once.
#[test]
fn coins_are_turned_below_the_first() {
    for text in [
        "coins p; move a turns p, p+1",
        "coins p; move a(q in 0..9) turns p, q",
    ] {
        let game = load(text, None, &[]).unwrap();
        let error = game.solve("5", &Question::default()).unwrap_err();
        assert!(error.to_string().contains("below the first"), "{error}");
    }
}
