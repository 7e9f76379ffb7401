//! `play blocking k`: the answers are those of the definition, in which the
//! opponent really tries every set of options.

use std::collections::{BTreeMap, BTreeSet};

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::table::Cell;
use grundy_lang::bench::{compile, load};
use grundy_lang::explain;
use grundy_lang::ir::Program;
use grundy_lang::oracle;
use proptest::prelude::*;

/// Every set of at most `count` of the `options`.
fn sets(options: &[Vec<i64>], count: usize) -> Vec<BTreeSet<Vec<i64>>> {
    let mut all = vec![BTreeSet::new()];
    for option in options {
        for at in 0..all.len() {
            if all[at].len() < count {
                let mut more: BTreeSet<Vec<i64>> = all[at].clone();
                more.insert(option.clone());
                all.push(more);
            }
        }
    }
    all
}

/// Whether the player to move loses, by the words of the rule.
fn loses(
    program: &Program,
    at: &[i64],
    count: usize,
    known: &mut BTreeMap<Vec<i64>, bool>,
) -> bool {
    if let Some(lost) = known.get(at) {
        return *lost;
    }
    let moves = oracle::moves(program, program.main, at).unwrap();
    let options: BTreeSet<Vec<i64>> = moves.into_iter().map(|m| m.parts[0].1.clone()).collect();
    let options: Vec<Vec<i64>> = options.into_iter().collect();
    let lost = sets(&options, count).iter().any(|forbidden| {
        let mut open = options.iter().filter(|option| !forbidden.contains(*option));
        !open.any(|option| loses(program, option, count, known))
    });
    known.insert(at.to_vec(), lost);
    lost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn answers_are_those_of_the_definition(
        steps in proptest::collection::btree_set((0i64..3, 0i64..4), 1..5),
        count in 0usize..4,
        twice in any::<bool>(),
    ) {
        let steps: Vec<_> = steps.into_iter().filter(|step| *step != (0, 0)).collect();
        prop_assume!(!steps.is_empty());
        let set: Vec<String> = steps.iter().map(|(a, b)| format!("({a}, {b})")).collect();
        let set = set.join(", ");
        let mut text = format!("state x, y\nmove m((a, b) in {{{set}}}) -> [x-a, y-b]");
        if twice {
            // Two ways to one position are one option.
            text += "\nmove again if x > 0 -> [x-1, y]\nmove more if x > 0 -> [x-1, y]";
        }
        text += &format!("\nplay blocking {count}");
        let compiled = compile(&text, None, &[]).unwrap();
        let game = load(&text, None, &[]).unwrap();
        let table = game.table(&[6, 6], Convention::Normal, &Budget::default());
        let table = table.unwrap();
        let mut known = BTreeMap::new();
        for x in 0..6i64 {
            for y in 0..6i64 {
                let lost = loses(compiled.program(), &[x, y], count, &mut known);
                let expected = Outcome::mover_wins(!lost);
                let cell = &table.cells[(6 * x + y) as usize];
                let solved = game.solve(&format!("{x},{y}"), &Question::default()).unwrap();
                prop_assert_eq!(solved.answer.outcome, expected, "{} at {},{}", &text, x, y);
                if count == 0 {
                    let zero = matches!(cell, Cell::Value(value) if value.is_zero());
                    prop_assert_eq!(zero, lost);
                    continue;
                }
                prop_assert_eq!(cell, &Cell::Outcome(expected));
                prop_assert_eq!(solved.answer.value, None);
                // Winning moves lead to lost positions, more of them than can be forbidden.
                let to: BTreeSet<String> =
                    solved.answer.winning_moves.iter().map(|m| m.to.clone()).collect();
                prop_assert_eq!(to.len() > count, !lost);
                for option in to {
                    let at: Vec<i64> = option.split(',').map(|n| n.parse().unwrap()).collect();
                    prop_assert!(known[&at]);
                }
            }
        }
    }
}

#[test]
fn declared_ends_are_respected() {
    // Whoever leaves 1 has lost, and leaving 0 is not possible.
    let text = "state n in 1..\nmove take(k in 1..3) -> [n-k]\nlose when n = 1\nplay blocking 1";
    let game = load(text, None, &[]).unwrap();
    let outcome = |n: u32| {
        game.solve(&n.to_string(), &Question::default())
            .unwrap()
            .answer
            .outcome
    };
    let found: String = (1..10).map(|n| outcome(n).letter()).collect();
    assert_eq!(found, "NPPNNPPNN");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for text in [
        "state n\nmove s(k in 1..n-1) -> [k] + [n-k]\nplay blocking 1",
        "state n\nmove s -> []\nplay blocking 1",
        "state n\nmove s if n > 1 -> lasker[n-1]\nplay blocking 1",
        "coins p\nmove one turns p\nplay blocking 1",
        "heaps\nsum every\nplay blocking 1",
        "heaps\nshort\nplay blocking 1",
        "heaps\nplay blocking 1 misere",
        "heaps\nplay misere blocking 1",
        "heaps\nplay blocking 0-1",
        "heaps\nplay blocking 1001",
        "state a, b\nstart n -> [n, 1] + [n, 2]\nmove m(k in 1..a) -> [a-k, b]\nplay blocking 1",
    ] {
        let wrong = compile(text, None, &[]).err().unwrap_or_default();
        assert_eq!(wrong.len(), 1, "{text}: {wrong:?}");
        assert_eq!(wrong[0].code, explain::BAD_BLOCKING, "{text}");
    }
    let wrong = compile("heaps\nplay blocking 1\nexpect g(0) = 0", None, &[]).unwrap_err();
    assert_eq!(wrong[0].code, explain::BAD_EXPECT);
    let wrong = compile("heaps\nplay blocking 1\nplay misere", None, &[]).unwrap_err();
    assert_eq!(wrong[0].code, explain::SAID_TWICE);

    let game = load("heaps\nplay blocking 1", None, &[]).unwrap();
    let refused = |error: Option<Error>| assert!(matches!(error, Some(Error::Unsupported { .. })));
    let budget = Budget::default();
    let misere = Question {
        convention: Convention::Misere,
        ..Question::default()
    };
    refused(game.solve("3,4", &Question::default()).err());
    refused(game.solve("3", &misere).err());
    refused(game.begin("3", Convention::Normal, &budget).err());
    refused(game.table(&[3], Convention::Misere, &budget).err());
    refused(game.diagram("3", Convention::Normal, &budget).err());
    refused(game.every_move("3", &Question::default()).err());
    refused(game.annotate("3", &[], Convention::Normal, &budget).err());
    refused(game.parts("3").err());
}
