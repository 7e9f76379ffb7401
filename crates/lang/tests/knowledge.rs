//! When a teacher is asked for a law, and what that may cost.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::workbench::AnyGame;
use grundy_lang::bench::{compile, taught};
use grundy_lang::knowledge::{Knowledge, Teacher};
use grundy_lang::paired::{Teach, paired};

/// Knows no law, and remembers what each look might have cost.
#[derive(Default)]
struct Watching(Mutex<Vec<u64>>);

impl Teacher for Watching {
    fn learn(&self, _: Convention, budget: &Budget) -> Result<Option<Arc<dyn Knowledge>>, Error> {
        self.0.lock().unwrap().push(budget.states());
        Ok(None)
    }
}

/// Sends every question to somebody else.
struct Elsewhere;

impl Teacher for Elsewhere {
    fn learn(&self, _: Convention, _: &Budget) -> Result<Option<Arc<dyn Knowledge>>, Error> {
        Err(Error::NeedsLaws)
    }
}

const RULES: &str = "state x, y; move a(k in 1..x) if k*k % 7 < 3 -> [x-k, y]; \
                     move b(k in 1..y) if k*x % 5 < 2 -> [x, y-k]";

#[test]
fn looks_for_laws_cost_less_than_a_tenth() {
    let compiled = Arc::new(compile(RULES, None, &[]).unwrap());
    let teacher = Arc::new(Watching::default());
    let game = taught(compiled, Some(teacher.clone()));
    let question = |states: u64| Question {
        budget: Budget::default().with_states(states),
        ..Question::default()
    };
    // A small question is searched, and nobody is asked.
    game.solve("9,9", &question(1_000_000)).unwrap();
    assert!(teacher.0.lock().unwrap().is_empty());
    let error = game.solve("100000,100000", &question(100_000)).unwrap_err();
    let Error::OverBudget { limit, .. } = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        limit, 100_000,
        "the limit that is told is the question's own"
    );
    let looks = teacher.0.lock().unwrap().clone();
    let spent: u64 = looks.iter().sum::<u64>() + 100_000 / 32;
    assert_eq!(looks.len(), 2, "{looks:?}");
    assert!(spent <= 10_000, "{looks:?}");
}

#[test]
fn whoever_sends_on_is_heard() {
    let compiled = Arc::new(compile(RULES, None, &[]).unwrap());
    let game = taught(compiled, Some(Arc::new(Elsewhere)));
    let question = Question {
        budget: Budget::default().with_states(100_000),
        ..Question::default()
    };
    assert!(game.solve("9,9", &question).is_ok());
    let far = game.solve("100000,100000", &question).unwrap_err();
    assert_eq!(far, Error::NeedsLaws);
    let begun = game.begin("100000,100000", Convention::Normal, &question.budget);
    assert!(matches!(begun.err(), Some(Error::NeedsLaws)));
}

/// Asks in some way who wins.
type Tell = fn(&dyn AnyGame, &str, &Question) -> Result<String, Error>;

/// The ways to ask: a question, a game in play, a played game.
const WAYS: [(&str, Tell); 3] = [
    ("solve", |game, position, question| {
        let told = game.solve(position, question)?.answer;
        let (outcome, value) = (told.outcome, told.value);
        Ok(format!("{outcome} {value:?} {:?}", told.winning_moves))
    }),
    ("play", |game, position, question| {
        let Question {
            convention, budget, ..
        } = question;
        let mut game = game.begin(position, *convention, budget)?;
        // Whether a move was found hangs on what was remembered, where there is room for little.
        Ok(format!("{}", game.judge()?.outcome))
    }),
    ("annotate", |game, position, question| {
        let Question {
            convention, budget, ..
        } = question;
        let played = game.annotate(position, &[], *convention, budget)?;
        Ok(format!("{played:?}"))
    }),
];

/// Where both answer they say the same. Games remember values, so that one that was asked more
/// may answer where another comes to its limit.
fn same(one: &Result<String, Error>, other: &Result<String, Error>, place: &str) {
    match (one, other) {
        (Ok(one), Ok(other)) => assert_eq!(one, other, "{place}"),
        (one, other) => {
            let over =
                |told: &Result<String, Error>| matches!(told, Err(error) if error.is_budget());
            assert!(
                over(one) || over(other) || one == other,
                "{place}: {one:?} {other:?}"
            );
        }
    }
}

/// A desk without laws hands a question on exactly where one that has them looks for a law, and
/// gives every other answer as it does: for every game of the catalogue, in both
/// conventions, and within limits of any size.
#[test]
fn questions_are_handed_on_where_a_law_is_looked_for() {
    let (mut handed, mut answered) = (BTreeMap::new(), BTreeMap::new());
    for entry in catalogue::ALL {
        for (set, listed) in entry.tested() {
            let listed = listed.unwrap();
            if AnyGame::rule_text(&listed).is_err() {
                continue;
            }
            let watching = Arc::new(Watching::default());
            let teach: [Teach; 2] = [
                Arc::new({
                    let watching = watching.clone();
                    move |_| watching.clone()
                }),
                Arc::new(|_| Arc::new(Elsewhere)),
            ];
            for position in entry.about.examples {
                for convention in [Convention::Normal, Convention::Misere] {
                    for states in [40, 2_000] {
                        let question = Question {
                            convention,
                            moves: 5,
                            budget: Budget::default().with_states(states),
                            ..Question::default()
                        };
                        for (way, tell) in WAYS {
                            let told = |game: &dyn AnyGame| tell(game, position, &question);
                            // A game remembers values: each question has its own.
                            let [with, without] = teach
                                .clone()
                                .map(|teach| paired(entry.build(&set).unwrap(), Some(teach)));
                            let alone = entry.build(&set).unwrap();
                            let id = entry.about.id;
                            let place = format!("{way} {id} {set:?} {position} {convention:?}");
                            let before = watching.0.lock().unwrap().len();
                            let expected = told(with.as_ref());
                            let asked = watching.0.lock().unwrap().len() > before;
                            let found = told(without.as_ref());
                            match asked {
                                true => {
                                    *handed.entry(way).or_insert(0) += 1;
                                    assert_eq!(found, Err(Error::NeedsLaws), "{place}");
                                }
                                false => {
                                    *answered.entry(way).or_insert(0) += 1;
                                    same(&found, &expected, &place);
                                }
                            }
                            // No law was found: the answer is that of the game alone.
                            same(&expected, &told(alone.as_ref()), &place);
                        }
                    }
                }
            }
        }
    }
    for (way, _) in WAYS {
        let counts = (handed.get(way), answered.get(way));
        assert!(
            counts.0 > Some(&10) && counts.1 > Some(&500),
            "{way}: {counts:?}"
        );
    }
}

/// Laws are kept under what rules mean: whatever changes a game changes that, and nothing else does but the
/// names of coordinates.
#[test]
fn two_games_never_mean_the_same() {
    let meaning = |text: &str, set: &[(String, i64)]| {
        let compiled = compile(text, None, set);
        compiled
            .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
            .program()
            .meaning()
    };
    let one = "state n; move take(k in 1..3) -> [n-k]";
    let different = [
        one,
        "state m; move take(k in 1..3) -> [m-k]",
        "state n; move take(k in 1..4) -> [n-k]",
        "state n; move take(k in {1, 2, 3}) -> [n-k]",
        "state n; move take(k in 1..3) -> [n-k-1]",
        "state n; move take(k in 1..3) if k < n -> [n-k]",
        "state n; move take(k in 1..3) if k <= n -> [n-k]",
        "state n; move take(k in 1..3) -> [n-k] + [0]",
        "state n; move take(k in 1..3) -> [n-k]; move pass if n = 9 -> [1]",
        "state n in 1..; move take(k in 1..3) -> [n-k]",
        "state n in 0..99; move take(k in 1..3) -> [n-k]",
        "state n where n != 5; move take(k in 1..3) -> [n-k]",
        "state n where n != 6; move take(k in 1..3) -> [n-k]",
        "state n, m; move take(k in 1..3) -> [n-k, m]",
        "state n[2]; move take(k in 1..3) -> [n[0 := n[0]-k]]",
        "state n; move take(k in 1..3) -> [n-k]; win when n = 5",
        "state n; move take(k in 1..3) -> [n-k]; lose when n = 5",
        "state n; move take(k in 1..3) -> [n-k]; play blocking 1",
        "state n; move take(k in 1..3) -> [n-k]; play blocking 2",
        "state n; move take(k in 1..3) -> [n-k]; sum every",
        "state n; move take(k in 1..3) -> [n-k]; sum some",
        "state n; move take(k in 1..3) -> [n-k]; sum every; short",
        "game a; state n; move take(k in 1..3) -> [n-k]; game b; state n; move take(k in 1..3) -> [n-k]; move turn -> a[n]",
        "game a; state n; move take(k in 1..2) -> [n-k]; game b; state n; move take(k in 1..3) -> [n-k]; move turn -> a[n]",
    ];
    for (at, text) in different.iter().enumerate() {
        for other in &different[..at] {
            assert_ne!(meaning(text, &[]), meaning(other, &[]), "{text}\n{other}");
        }
    }
    for same in [
        "game other # a word\nstate n\nmove remove(j in 1..3) -> [n - j]\nexpect g(1) = 1",
        "game g(m = 3); state n; move take(k in 1..m) -> [n-k]",
        // The convention stands beside the meaning.
        "state n; move take(k in 1..3) -> [n-k]; play misere",
    ] {
        assert_eq!(meaning(same, &[]), meaning(one, &[]), "{same}");
    }
    let set = |most| [("m".to_string(), most)];
    let text = "game g(m = 3); state n; move take(k in 1..m) -> [n-k]";
    assert_eq!(meaning(text, &set(4)), meaning(different[2], &[]));
    assert_ne!(meaning(text, &set(5)), meaning(text, &set(4)));
}
