//! Every way to ask a question leads to the same answer.
//!
//! Each game of the catalogue and each example is asked who wins, what the value is and which moves
//! win: as a game of the library, at the desk by its name, by its rules as text, as an expression,
//! as a code where it is one, in play and as a played game, and by a law of its rules, found and then
//! read where it was kept. Where one way comes to its limit the others are compared; that some do is counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::game::Game;
use grundy::outcome::{Convention, Outcome};
use grundy::text::{Lang, Text};
use grundy::workbench::{AnyGame, Solved};
use grundy_desk::{Desk, Watch};
use grundy_lang::bench::{compile, on_workbench};
use grundy_lang::knowledge::{Keeper, Kept, Knowledge, Teacher};
use grundy_laws::known::Student;
use grundy_laws::rules::Source;
use serde_json::{Value, json};

/// Positions asked about for each setting of a game.
const POSITIONS: usize = 10;
const STATES: u64 = 100_000;

fn budget() -> Budget {
    Budget::default().with_states(STATES)
}

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    outcome: String,
    value: Option<String>,
    /// The winning moves by their names, and by where they lead; nothing if some may be missing.
    moves: Option<BTreeSet<String>>,
    to: Option<BTreeSet<Vec<String>>>,
}

impl Said {
    /// The same with other names of positions.
    fn led(self, to: impl Fn(&str) -> Option<String>) -> Said {
        let turned = self.to.as_ref().and_then(|all| {
            let one = |sum: &Vec<String>| Some(parts(&to(&sum.join(","))?));
            all.iter().map(one).collect()
        });
        Said { to: turned, ..self }
    }
}

/// The components of a sum that can move, in one order.
fn parts(position: &str) -> Vec<String> {
    let mut parts: Vec<String> = position
        .split(['+', ','])
        .map(|part| part.split_whitespace().collect::<String>())
        .filter(|part| !matches!(part.as_str(), "0" | "[]" | ""))
        .collect();
    parts.sort();
    parts
}

fn of_library(solved: Result<Solved, Error>) -> Option<Said> {
    let answer = match solved {
        Ok(solved) => solved.answer,
        Err(Error::OverBudget { .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let whole = !answer.truncated && answer.outcome != Outcome::Draw;
    let moves = answer.winning_moves.iter();
    Some(Said {
        outcome: answer.outcome.to_string(),
        value: answer.value.map(|value| value.to_string()),
        moves: whole.then(|| moves.clone().map(|mv| mv.mv.clone()).collect()),
        to: whole.then(|| moves.map(|mv| parts(&mv.to)).collect()),
    })
}

fn of_desk(desk: &Desk, question: &Value) -> Option<Said> {
    let reply = desk.reply(question.to_string().as_bytes(), &Watch::default());
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    // What a way does not know it refuses; that is no other answer.
    let code = answer["error"]["code"].as_str();
    if matches!(code, Some("over_budget" | "no_value" | "unsupported")) {
        return None;
    }
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    let whole = answer["winning_moves_truncated"] == false && answer["outcome"] != "D";
    let moves = answer["winning_moves"].as_array().cloned();
    let moves = moves.unwrap_or_default();
    let text = |mv: &Value, field: &str| mv[field].as_str().unwrap_or_default().to_string();
    Some(Said {
        outcome: answer["outcome"].as_str().unwrap().to_string(),
        value: answer["value"].as_str().map(str::to_string),
        moves: whole.then(|| moves.iter().map(|mv| text(mv, "move")).collect()),
        to: whole.then(|| moves.iter().map(|mv| parts(&text(mv, "to"))).collect()),
    })
}

/// Who wins the first position of a question about a game in play or a played one.
fn of_game(desk: &Desk, question: &Value, told: fn(&Value) -> &Value) -> Option<Said> {
    let reply = desk.reply(question.to_string().as_bytes(), &Watch::default());
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    let code = answer["error"]["code"].as_str();
    if matches!(code, Some("over_budget" | "unsupported")) {
        return None;
    }
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    let told = told(&answer);
    Some(Said {
        outcome: told["outcome"].as_str()?.to_string(),
        value: told["value"].as_str().map(str::to_string),
        moves: None,
        to: None,
    })
}

fn of_play(desk: &Desk, question: &Value) -> Option<Said> {
    of_game(desk, question, |answer| &answer["why"])
}

fn of_annotated(desk: &Desk, question: &Value) -> Option<Said> {
    of_game(desk, question, |answer| &answer["positions"][0])
}

/// How many answers of each kind of path were compared, and how many were out of reach.
#[derive(Default)]
struct Counted(BTreeMap<&'static str, [usize; 2]>);

impl Counted {
    /// Holds an answer against the first one: all that both know. `named` says that moves
    /// have the same names, `led` that targets are written alike.
    fn hold(
        &mut self,
        path: &'static str,
        first: Option<&Said>,
        other: Option<&Said>,
        (named, led): (bool, bool),
        place: &str,
    ) {
        let counts = self.0.entry(path).or_default();
        let (Some(first), Some(other)) = (first, other) else {
            counts[1] += 1;
            return;
        };
        counts[0] += 1;
        assert_eq!(first.outcome, other.outcome, "{path}: {place}");
        if let (Some(one), Some(two)) = (&first.value, &other.value) {
            assert_eq!(one, two, "{path}: {place}");
        }
        if let (true, Some(one), Some(two)) = (named, &first.moves, &other.moves) {
            assert_eq!(one, two, "{path}: {place}");
        }
        if let (true, Some(one), Some(two)) = (led, &first.to, &other.to) {
            assert_eq!(one, two, "{path}: {place}");
        }
    }
}

fn word(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    }
}

/// A keeper in memory.
#[derive(Debug, Default)]
struct Memory {
    kept: Mutex<BTreeMap<String, Kept>>,
    read: Mutex<usize>,
}

impl Keeper for Memory {
    fn kept(&self, key: &str) -> Option<Kept> {
        let kept = self.kept.lock().unwrap().get(key).cloned()?;
        *self.read.lock().unwrap() += 1;
        Some(kept)
    }
    fn keep(&self, key: &str, law: &Kept) {
        self.kept.lock().unwrap().insert(key.into(), law.clone());
    }
    fn refused(&self, key: &str, because: &Text) {
        panic!("{key}: {because}");
    }
}

/// The law of a text, found and read back; nothing where there is none within a small budget.
fn laws(source: &Source, convention: Convention) -> Option<[Arc<dyn Knowledge>; 2]> {
    let memory = Arc::new(Memory::default());
    let budget = Budget::default()
        .with_states(200_000)
        .with_time(std::time::Duration::from_secs(2));
    let learn = || {
        let student = Student::of(source.clone()).keeping(Some(memory.clone()));
        student.learn(convention, &budget).unwrap()
    };
    let cold = learn()?;
    assert_eq!(*memory.read.lock().unwrap(), 0);
    let warm = learn()?;
    assert_eq!(*memory.read.lock().unwrap(), 1, "{}", source.text);
    assert_eq!(cold.text(), warm.text(), "{}", source.text);
    Some([cold, warm])
}

/// What a law says of one component.
fn by_law(law: &Arc<dyn Knowledge>, position: &str, width: usize, first: &Said) -> Option<Said> {
    let at: Option<Vec<i64>> = position
        .trim_matches(['(', ')', '[', ']'])
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect();
    // Fewer numbers than a position has stand for something else.
    let at = at.filter(|at| at.len() == width)?;
    let lost = law.lost(&at)?;
    Some(Said {
        outcome: if lost { "P" } else { "N" }.to_string(),
        value: law.value(&at).map(|value| value.to_string()),
        ..first.clone()
    })
}

#[test]
fn games_of_the_catalogue() {
    let desk = Desk::new(budget(), Lang::En);
    let mut counted = Counted::default();
    let only = std::env::var("GAME").ok();
    for entry in catalogue::ALL {
        let id = entry.about.id;
        if only.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        for (set, game) in entry.tested() {
            let game = game.unwrap();
            let params: BTreeMap<String, String> = set.iter().cloned().collect();
            let text = game.rule_text().ok();
            let compiled = text.as_ref().map(|text| compile(text, None, &[]).unwrap());
            let declared = compiled.as_ref().map(|compiled| compiled.program().game());
            let plain = declared.is_some_and(|game| {
                game.kind == Kind::Disjunctive && game.end == End::Long && game.blocked == 0
            });
            let says_misere = declared.is_some_and(|game| game.convention == Convention::Misere);
            let code = compiled
                .as_ref()
                .and_then(|compiled| compiled.shape()?.code())
                .map(ToString::to_string);
            let small = game.listed().small();
            let step = small.len().div_ceil(POSITIONS);
            for convention in [Convention::Normal, Convention::Misere] {
                let laws = match (&text, plain, says_misere) {
                    (Some(text), true, false) => laws(&Source::new(text), convention),
                    _ => None,
                };
                for sum in small.iter().step_by(step) {
                    let position = game.game().write(sum);
                    let place = format!("{id} {set:?} {position} {convention:?}");
                    let question = Question {
                        convention,
                        moves: 1000,
                        budget: budget(),
                        ..Question::default()
                    };
                    let first = of_library(game.solve(&position, &question));
                    let ask = json!({
                        "game": id, "params": params, "position": position,
                        "convention": word(convention), "moves": 1000,
                    });
                    let told = of_desk(&desk, &ask);
                    counted.hold("desk", first.as_ref(), told.as_ref(), (true, true), &place);
                    if set.is_empty() && !position.contains(':') {
                        let ask = json!({
                            "game": format!("{id}:{position}"),
                            "convention": word(convention), "moves": 1000,
                        });
                        let told = of_desk(&desk, &ask);
                        // Parts of a component that fell apart are numbered inside of it.
                        let named = sum.len() == 1;
                        counted.hold(
                            "expression",
                            first.as_ref(),
                            told.as_ref(),
                            (named, false),
                            &place,
                        );
                    }
                    // A game in play, and a played game of no moves.
                    let ask = json!({
                        "ask": "play", "game": id, "params": params, "position": position,
                        "convention": word(convention), "why": true,
                    });
                    let told = of_play(&desk, &ask);
                    counted.hold(
                        "play",
                        first.as_ref(),
                        told.as_ref(),
                        (false, false),
                        &place,
                    );
                    let ask = json!({
                        "ask": "annotate", "game": id, "params": params, "position": position,
                        "convention": word(convention), "moves": [],
                    });
                    let told = of_annotated(&desk, &ask);
                    counted.hold(
                        "annotate",
                        first.as_ref(),
                        told.as_ref(),
                        (false, false),
                        &place,
                    );
                    let Some(there) = game.listed().rule_position(sum) else {
                        continue;
                    };
                    let Some(text) = text.as_ref().filter(|_| !says_misere) else {
                        continue;
                    };
                    let ask = json!({
                        "game": text, "position": there,
                        "convention": word(convention), "moves": 1000,
                    });
                    let told = of_desk(&desk, &ask);
                    // Heaps are written alike, and only these are compared by where moves lead.
                    let heaps = plain && there == position && !text.contains("\ncoins");
                    let mapped = first
                        .clone()
                        .map(|first| first.led(|to| game.rule_position(to).ok().flatten()));
                    let dimension = declared.map_or(0, |game| game.width);
                    counted.hold(
                        "text",
                        mapped.as_ref(),
                        told.as_ref(),
                        (false, heaps && dimension == 1),
                        &place,
                    );
                    if let Some(code) = code.as_ref().filter(|_| plain) {
                        let ask = json!({
                            "game": "take-and-break", "params": {"code": code},
                            "position": there, "convention": word(convention), "moves": 1000,
                        });
                        let told = of_desk(&desk, &ask);
                        counted.hold(
                            "code",
                            mapped.as_ref(),
                            told.as_ref(),
                            (false, heaps),
                            &place,
                        );
                    }
                    if let (Some(laws), Some(first), 1) = (&laws, &first, sum.len()) {
                        for (path, law) in ["law", "kept law"].into_iter().zip(laws) {
                            let told = by_law(law, &there, dimension, first);
                            counted.hold(path, Some(first), told.as_ref(), (false, false), &place);
                        }
                    }
                }
            }
        }
    }
    println!("answers compared, and out of reach: {:?}", counted.0);
    if only.is_none() {
        for path in [
            "desk",
            "expression",
            "play",
            "annotate",
            "text",
            "code",
            "law",
            "kept law",
        ] {
            assert!(counted.0[path][0] > 100, "{path}: {:?}", counted.0);
        }
    }
}

fn read(path: &str) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| Error::BadRules {
        report: Text::new(error.to_string(), error.to_string()),
    })
}

#[test]
fn examples() {
    let desk = Desk::new(budget(), Lang::En).reading(read);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .collect();
    files.sort();
    let mut counted = Counted::default();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let path = path.display().to_string();
        let compiled = compile(&text, None, &[]).unwrap();
        let game = compiled.program().game();
        let (width, coins) = (game.width, game.coins);
        let plain = game.kind == Kind::Disjunctive && game.end == End::Long && game.blocked == 0;
        let declared = game.convention;
        // The rules without what is recognised of them.
        let game: Box<dyn AnyGame> = on_workbench(Arc::new(compiled.without_shape()));
        let side: i64 = [0, 14, 4, 3][width.min(3)];
        let mut positions: Vec<String> = Vec::new();
        for cell in 0..side.pow(width.min(3) as u32) {
            let mut numbers = vec![0; width];
            let mut rest = cell;
            for number in numbers.iter_mut().take(3) {
                *number = rest % side;
                rest /= side;
            }
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            positions.push(numbers.join(","));
        }
        if width == 1 && !coins {
            positions.extend(["3,5".to_string(), "2,4,7".to_string(), "1,1,6".to_string()]);
        }
        let step = positions.len().div_ceil(24);
        let conventions: &[Convention] = match declared {
            Convention::Misere => &[Convention::Misere],
            Convention::Normal if plain => &[Convention::Normal, Convention::Misere],
            Convention::Normal => &[Convention::Normal],
        };
        for &convention in conventions {
            let laws = match plain && !coins {
                true => laws(&Source::new(&text), convention),
                false => None,
            };
            for position in positions.iter().step_by(step) {
                let place = format!("{path} {position} {convention:?}");
                let question = Question {
                    convention,
                    moves: 1000,
                    budget: budget(),
                    ..Question::default()
                };
                let first = match game.solve(position, &question) {
                    // Not every tuple is a position.
                    Err(Error::BadPosition { .. } | Error::Faulty { .. }) => continue,
                    solved => of_library(solved),
                };
                let ask = |game: &str| {
                    json!({
                        "game": game, "position": position,
                        "convention": word(convention), "moves": 1000,
                    })
                };
                for (way, name) in [("file", &path), ("text", &text)] {
                    let told = of_desk(&desk, &ask(name));
                    counted.hold(way, first.as_ref(), told.as_ref(), (true, plain), &place);
                }
                if plain {
                    let sum = position.contains(',') && width == 1;
                    let ask = json!({
                        "game": format!("{path}:{position}"),
                        "convention": word(convention), "moves": 1000,
                    });
                    let told = of_desk(&desk, &ask);
                    counted.hold(
                        "expression",
                        first.as_ref(),
                        told.as_ref(),
                        (!sum, false),
                        &place,
                    );
                }
                if let (Some(laws), Some(first)) = (&laws, &first) {
                    for (way, law) in ["law", "kept law"].into_iter().zip(laws) {
                        let told = match width == 1 && position.contains(',') {
                            true => None,
                            false => by_law(law, position, width, first),
                        };
                        counted.hold(way, Some(first), told.as_ref(), (false, false), &place);
                    }
                }
            }
        }
    }
    println!("answers compared, and out of reach: {:?}", counted.0);
    for path in ["file", "text", "expression", "law", "kept law"] {
        assert!(counted.0[path][0] > 100, "{path}: {:?}", counted.0);
    }
}
