//! Compounds of catalogue games as text.

use grundy::answer::Status;
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::compound::expression::Expression;
use grundy::compound::{End, Kind, Rules};
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::random::Random;
use grundy::workbench::{Solved, WrittenMove};

fn solve(text: &str, rules: Rules) -> Solved {
    let question = Question {
        moves: 10_000,
        ..Question::default()
    };
    let expression = Expression::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    expression
        .solve(rules, &question)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for kind in [
        Kind::Disjunctive,
        Kind::Conjunctive,
        Kind::Selective,
        Kind::UpTo(2),
    ] {
        for end in [End::Long, End::Short, End::AllZero] {
            for convention in [Convention::Normal, Convention::Misere] {
                all.push(Rules {
                    kind,
                    end,
                    convention,
                });
            }
        }
    }
    all
}

const SMALL: [&str; 6] = [
    "nim:1,2 + kayles:3",
    "kayles:4 + wythoff:1,2",
    "nim:2 + cram:2x2",
    "wythoff:1,2 + 0,1 + nim:1",
    "(kayles:2,1) + nim:1",
    "nim:0,1 + kayles:2",
];

/// Every listed winning move leads to a lost compound, every other move does
/// not, and what is written reads back.
#[test]
fn answers_are_consistent_with_the_answers_after_each_move() {
    for text in SMALL {
        for rules in all_rules() {
            let solved = solve(text, rules);
            let place = || format!("{text} under {rules:?}");
            let again = solve(&solved.position, rules);
            assert_eq!(again.position, solved.position, "{}", place());
            assert_eq!(again.answer.outcome, solved.answer.outcome, "{}", place());
            assert!(!solved.answer.truncated);
            let expression = Expression::read(text).unwrap();
            let mut play = expression.begin(rules, &Budget::default()).unwrap();
            let (moves, more) = play.moves(100_000);
            assert!(!more);
            if play.over().is_some() {
                assert!(moves.is_empty(), "{}", place());
                assert_eq!(
                    solved.answer.outcome,
                    rules.convention.at_end(),
                    "{}",
                    place()
                );
                continue;
            }
            let mut winning = Vec::new();
            for WrittenMove { mv, .. } in moves {
                play.play(&mv)
                    .unwrap_or_else(|e| panic!("{}: {mv}: {e}", place()));
                let to = play.position();
                if solve(&to, rules).answer.outcome == Outcome::P {
                    winning.push((mv, to));
                }
                assert!(play.undo().unwrap());
            }
            let mut listed: Vec<(String, String)> = solved
                .answer
                .winning_moves
                .into_iter()
                .map(|mv| (mv.mv, mv.to))
                .collect();
            listed.sort();
            winning.sort();
            assert_eq!(listed, winning, "{}", place());
            assert_eq!(
                solved.answer.outcome,
                Outcome::mover_wins(!listed.is_empty()),
                "{}",
                place()
            );
        }
    }
}

#[test]
fn the_engine_wins_every_won_compound() {
    let mut random = Random::new(4);
    for text in SMALL {
        for rules in all_rules() {
            let expression = Expression::read(text).unwrap();
            let mut play = expression.begin(rules, &Budget::default()).unwrap();
            if solve(text, rules).answer.outcome == Outcome::P || play.over().is_some() {
                continue;
            }
            let mut engines_turn = true;
            let outcome = loop {
                if let Some(outcome) = play.over() {
                    break outcome;
                }
                if engines_turn {
                    play.reply().unwrap().unwrap();
                } else {
                    let (moves, _) = play.moves(1000);
                    let chosen = &moves[random.below(moves.len() as u64) as usize].mv;
                    play.play(chosen).unwrap();
                }
                engines_turn = !engines_turn;
            };
            assert_eq!(
                outcome == Outcome::N,
                engines_turn,
                "{text} under {rules:?}"
            );
        }
    }
}

#[test]
fn heaps_may_be_huge_where_values_are_enough() {
    let sum = solve("nim:10^40,10^40 + kayles:10^18", Rules::default());
    assert_eq!(sum.answer.outcome, Outcome::N);
    let selective = Rules {
        kind: Kind::Selective,
        ..Rules::default()
    };
    let solved = solve("nim:10^40,7", selective);
    assert_eq!(solved.answer.winning_moves.len(), 1);
    assert_eq!(solved.answer.winning_moves[0].to, "nim:0,0");
}

#[test]
fn all_but_one_of_nim_heaps_has_a_value() {
    let rules = Rules {
        kind: Kind::UpTo(2),
        ..Rules::default()
    };
    assert_eq!(solve("nim:1,2,3", rules).answer.value, Some(6u8.into()));
    assert_eq!(solve("nim:2,2,2", rules).answer.outcome, Outcome::P);
    // The theorem is about long normal play of Nim heaps, all but one of them.
    for (text, rules) in [
        (
            "nim:1,2,3",
            Rules {
                convention: Convention::Misere,
                ..rules
            },
        ),
        (
            "nim:1,2,3",
            Rules {
                end: End::Short,
                ..rules
            },
        ),
        ("nim:1,2,3,4", rules),
        ("nim:1,2 + kayles:3", rules),
    ] {
        assert_eq!(solve(text, rules).answer.value, None, "{text} {rules:?}");
    }
}

/// A compound is proven if the values of all of its components are.
#[test]
fn a_compound_is_as_sure_as_its_parts() {
    for (text, status) in [
        ("nim:3 + kayles:5", Status::Proven),
        ("nim:3 + officers:20", Status::Computed),
        ("officers:20 + nim:3", Status::Computed),
    ] {
        for kind in [Kind::Disjunctive, Kind::Selective] {
            let rules = Rules {
                kind,
                ..Rules::default()
            };
            assert_eq!(solve(text, rules).answer.status, status, "{text} {kind:?}");
        }
    }
}

#[test]
fn malformed_expressions_are_refused() {
    for text in [
        "",
        "3,5",
        "nim",
        "nim:3 +",
        "nim:3 + (kayles:2,3",
        "(nim:3) + 5",
        "chess:e4",
    ] {
        let refused = Expression::read(text)
            .and_then(|e| e.solve(Rules::default(), &Question::default()).map(|_| ()));
        assert!(refused.is_err(), "{text}");
    }
    let deep = "(".repeat(100_000);
    assert!(Expression::read(&deep).is_err());
    let expression = Expression::read("nim:3,5").unwrap();
    let rules = Rules {
        kind: Kind::Conjunctive,
        ..Rules::default()
    };
    let mut play = expression.begin(rules, &Budget::default()).unwrap();
    for mv in [
        "",
        "1: take 1",
        "1: take 1 & 1: take 1",
        "3: take 1 & 1: take 1",
        "1: take 9 & 2: take 1",
    ] {
        assert!(matches!(play.play(mv), Err(Error::BadMove { .. })), "{mv}");
        assert_eq!(play.position(), "nim:3,5");
    }
    play.play("1: take 1 & 2: take 5").unwrap();
    assert_eq!(play.position(), "nim:2,0");
}

#[test]
fn too_much_is_over_budget() {
    let expression = Expression::read("kayles:200").unwrap();
    let rules = Rules {
        kind: Kind::Conjunctive,
        ..Rules::default()
    };
    let question = Question {
        budget: Budget::default().with_states(10_000),
        ..Question::default()
    };
    let error = expression.solve(rules, &question).unwrap_err();
    assert!(error.is_budget(), "{error}");
}
