//! A proven law answers like plain search: outcome, value, the exact set of winning moves on all
//! small positions, and whole games; and far beyond search every move it names keeps the win.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy::answer::Status;
use grundy::ask::{Question, ask, by_search};
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::compound::expression::Expression;
use grundy::game::Game;
use grundy::outcome::{Convention, Outcome};
use grundy::solve::dense::point;
use grundy::theorem;
use grundy::workbench::AnyGame;
use grundy_lang::bench::compile;
use grundy_lang::knowledge::{Knowledge, Teacher};
use grundy_lang::paired::paired;
use grundy_lang::rules::Rules;
use grundy_laws::known::{Student, taught};
use grundy_laws::rules::Source;

/// Rules of every kind of law: values and outcomes, splits, sets, powers, domains, misère play,
/// several coordinates, numerations, declared ends, choices that count from below zero.
const RULES: &[&str] = &[
    "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]",
    "state n; move take(k in {1, 3, 4}) -> [n-k]",
    "state n; move take(k in 0..8) -> [n-2**k]",
    "state n; move take(k in 1..n/2) -> [n-k]",
    "state n; move half if n > 0 -> [n/2]; move one -> [n-1]",
    "state n; play misere; move take(k in 1..3) -> [n-k]",
    "state x, y; move left(k in 1..x) -> [x-k, y]; move right(k in 1..y) -> [x, y-k]",
    "state x, y; move left(k in 1..x) -> [x-k, y]; move right(k in 1..y) -> [x, y-k]; \
     move both(k in 1..min(x, y)) -> [x-k, y-k]",
    "state x, y; play misere; move left(k in 1..x) -> [x-k, y]; move right(k in 1..y) -> [x, y-k]",
    "state x, y where x <= y; move left(k in 1..x) -> [x-k, y]; \
     move right(k in 1..y) if y-k >= x -> [x, y-k]",
    "state n; lose when n = 5; move take(k in 1..2) -> [n-k]",
    "state n; move down(k in -3..2) if k < 0 -> [n+k]",
];

fn known(text: &str, convention: Convention) -> Option<Arc<dyn Knowledge>> {
    let student = Student::of(Source::new(text));
    student.learn(convention, &Budget::default()).unwrap()
}

fn convention_of(text: &str) -> Convention {
    match text.contains("misere") {
        true => Convention::Misere,
        false => Convention::Normal,
    }
}

#[test]
fn laws_answer_like_search() {
    let mut constructed = 0;
    for text in RULES {
        let convention = convention_of(text);
        let law = known(text, convention).unwrap_or_else(|| panic!("no law of {text}"));
        let compiled = compile(text, None, &[]).unwrap().without_shape();
        let width = compiled.program().game().width;
        let compiled = Arc::new(compiled);
        let plain = Rules::<2>::new(compiled.clone()).unwrap();
        let learned = Rules::<2>::new(compiled).unwrap().knowing(law.clone());
        let side = [0, 70, 14][width];
        let question = Question {
            convention,
            moves: 1000,
            ..Question::default()
        };
        for cell in 0..u64::pow(side, width as u32) {
            let at: Vec<String> = point(cell, &vec![side; width])
                .iter()
                .map(u64::to_string)
                .collect();
            let Ok(sum) = plain.read(&at.join(",")) else {
                continue; // Outside the domain.
            };
            if sum.len() != 1 {
                continue;
            }
            let searched = by_search(&plain, &sum, &question).unwrap();
            let told = ask(&learned, &sum, &question).unwrap();
            let place = format!("{text} at {at:?}");
            assert_eq!(told.outcome, searched.outcome, "{place}");
            if let Some(value) = &told.value {
                assert_eq!(Some(value), searched.value.as_ref(), "{place}");
            }
            assert_eq!(told.status, Status::Proven, "{place}");
            let named = |moves: &[grundy::answer::SumMove<grundy_lang::rules::Move>]| {
                let moves = moves.iter().map(|mv| plain.write_move(&mv.mv));
                moves.collect::<BTreeSet<String>>()
            };
            assert_eq!(
                named(&told.winning_moves),
                named(&searched.winning_moves),
                "{place}"
            );
            assert!(!told.truncated, "{place}");
            constructed += told.winning_moves.len();
        }
        assert!(learned.fault().is_none(), "{text}");
    }
    assert!(constructed > 1000, "{constructed}");
}

/// Sums of several components, in normal play.
#[test]
fn sums_follow_from_values() {
    for text in RULES
        .iter()
        .filter(|t| !t.contains("misere") && !t.contains("when"))
    {
        let law = known(text, Convention::Normal).unwrap();
        let compiled = Arc::new(compile(text, None, &[]).unwrap().without_shape());
        let plain = Rules::<2>::new(compiled.clone()).unwrap();
        let learned = Rules::<2>::new(compiled.clone())
            .unwrap()
            .knowing(law.clone());
        let question = Question {
            moves: 1000,
            ..Question::default()
        };
        let width = compiled.program().game().width;
        for seed in 0..60u64 {
            let number = |salt: u64| (seed * 2_654_435_761 + salt * 40_503) >> 7 & 15;
            let sums = (0..3 * width as u64).map(|at| number(at + 1) as i64);
            let numbers: Vec<i64> = sums.collect();
            let sum: Vec<_> = numbers.chunks(width).map(|at| plain.position(at)).collect();
            let inside = |at: &[i64]| !text.contains("where") || at[0] <= at[1];
            if !numbers.chunks(width).all(inside) {
                continue;
            }
            // A law of outcomes alone says nothing of sums.
            if theorem::component_values(&learned, &sum).is_none() {
                continue;
            }
            let searched = by_search(&plain, &sum, &question).unwrap();
            let told = ask(&learned, &sum, &question).unwrap();
            assert_eq!(told.outcome, searched.outcome, "{text} {numbers:?}");
            assert_eq!(told.value, searched.value, "{text} {numbers:?}");
            let named = |moves: &[grundy::answer::SumMove<grundy_lang::rules::Move>]| {
                let moves = moves.iter();
                let moves = moves.map(|mv| (mv.component, plain.write_move(&mv.mv)));
                moves.collect::<BTreeSet<_>>()
            };
            assert_eq!(
                named(&told.winning_moves),
                named(&searched.winning_moves),
                "{text} {numbers:?}"
            );
        }
    }
}

/// Heaps that no search reaches: whoever follows the law wins the whole game.
#[test]
fn games_are_won_far_beyond_search() {
    let games = [
        (RULES[0], "1000000000000000000,999999999999999999"),
        (RULES[3], "1000000000000000000"),
        (RULES[6], "999999999999999999,1000000000000000000"),
        (RULES[7], "600000000000000000,1000000000000000000"),
    ];
    for (text, start) in games {
        let game = taught(text).unwrap();
        let question = Question::default();
        let first = game.solve(start, &question).unwrap();
        assert_eq!(first.answer.status, Status::Proven, "{text}");
        let mut play = game
            .begin(start, Convention::Normal, &Budget::default())
            .unwrap();
        let mut winning = first.answer.outcome == grundy::outcome::Outcome::N;
        let mut rounds = 0;
        while play.over().is_none() && rounds < 12 {
            if winning {
                // The winner replies by the law, and it stays won.
                assert!(
                    play.reply().unwrap().is_some(),
                    "{text} {}",
                    play.position()
                );
                let left = game.solve(&play.position(), &question).unwrap();
                assert_eq!(left.answer.outcome, grundy::outcome::Outcome::P, "{text}");
            } else {
                // The loser takes about a third of what there is, by any legal move.
                let (moves, _) = play.moves(40);
                let mv = &moves[rounds % moves.len()];
                let text = mv.mv.clone();
                play.play(&text).unwrap();
            }
            winning = !winning;
            rounds += 1;
        }
        assert!(rounds > 1, "{text}");
    }
}

/// A small question is answered by search, whatever was learned before: the same question has
/// the same answer.
#[test]
fn small_questions_are_searched() {
    let game = taught(RULES[7]).unwrap();
    let question = Question::default();
    let before = game.solve("30,20", &question).unwrap().answer;
    game.solve("600000000000000000,1000000000000000000", &question)
        .unwrap();
    let after = game.solve("30,20", &question).unwrap().answer;
    assert_eq!(
        (before.status, before.reason.clone()),
        (after.status, after.reason.clone())
    );
}

/// Where there is no law the error of the search stands, with its numbers.
#[test]
fn without_a_law_the_limit_is_told() {
    let text = "state x, y; move a(k in 1..x) if (k*k) % 7 < 3 -> [x-k, y]; \
                move b(k in 1..y) if (k*x) % 5 < 2 -> [x, y-k]";
    let game = taught(text).unwrap();
    let question = Question {
        budget: Budget::default()
            .with_states(300_000)
            .with_time(std::time::Duration::from_secs(20)),
        ..Question::default()
    };
    let error = game.solve("100000000,100000000", &question).unwrap_err();
    assert!(error.is_budget(), "{error:?}");
}

/// A game of the catalogue with the prover beside its rules as text.
fn beside(name: &str, set: &[(&str, &str)]) -> Box<dyn AnyGame> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(n, v)| (n.to_string(), v.to_string()))
        .collect();
    let game = catalogue::find(name).unwrap().build(&set).unwrap();
    paired(
        game,
        Some(Arc::new(|text: &str| -> Arc<dyn Teacher> {
            Arc::new(Student::of(Source::new(text)))
        })),
    )
}

/// Far beyond search a game of the catalogue is solved, played, gone through and added to others by
/// the law of its text, and all say the same.
#[test]
fn a_game_of_the_catalogue_is_known_by_the_law_of_its_text() {
    let code = [("code", "4.[3]")];
    let game = beside("take-and-break", &code);
    let small = catalogue::find("take-and-break:4.[3]")
        .unwrap()
        .build(&[])
        .unwrap();
    let question = Question::default();
    let budget = Budget::default();
    let value =
        |game: &dyn AnyGame, heap: &str| game.solve(heap, &question).unwrap().answer.value.unwrap();
    // What the law says of small heaps is what is computed.
    let law = known(&small.rule_text().unwrap(), Convention::Normal).unwrap();
    for heap in 0..60 {
        let told = law.value(&[heap]).unwrap();
        assert_eq!(told, value(small.as_ref(), &heap.to_string()), "{heap}");
    }
    for heap in ["1000000000", "1000000001", "1000000007"] {
        let solved = game.solve(heap, &question).unwrap().answer;
        let at = heap.parse().unwrap();
        assert_eq!(solved.value, law.value(&[at]), "{heap}");
        assert_eq!(solved.status, Status::Proven, "{heap}");
        let mut play = game.begin(heap, Convention::Normal, &budget).unwrap();
        assert_eq!(play.judge().unwrap().outcome, solved.outcome, "{heap}");
        // The reply wins: whoever is to move then has lost.
        let reply = play.reply().unwrap().unwrap();
        let after = play.judge().unwrap().outcome;
        assert_eq!(
            after,
            Outcome::mover_wins(solved.outcome == Outcome::P),
            "{heap} {reply}"
        );
        let played = game
            .annotate(heap, &[&reply], Convention::Normal, &budget)
            .unwrap();
        let outcomes: Vec<Outcome> = played.iter().map(|turn| turn.outcome).collect();
        assert_eq!(outcomes, [solved.outcome, after], "{heap}");
        // Against a nim heap of its own value it is lost; beside another the first player wins.
        let value = solved.value.unwrap();
        let find = |name: &str| -> Result<(Box<dyn AnyGame>, Convention), grundy::error::Error> {
            Ok((
                match name {
                    "nim" => beside("nim", &[]),
                    _ => beside("take-and-break", &code),
                },
                Convention::Normal,
            ))
        };
        for (nim, outcome) in [(value.clone(), Outcome::P), (value + 1u8, Outcome::N)] {
            let text = format!("it:{heap} + nim:{nim}");
            let sum = Expression::read_with(&text, &find).unwrap();
            let solved = sum.solve(Default::default(), &question).unwrap().answer;
            assert_eq!(solved.outcome, outcome, "{text}");
            assert_eq!(
                solved.winning_moves.is_empty(),
                outcome == Outcome::P,
                "{text}"
            );
        }
    }
}
