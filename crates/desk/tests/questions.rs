//! Questions of every kind, asked of every game where they can be: answers agree with the
//! library and with each other, refusals say why, and nothing is ever left without an answer.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy::random::Random;
use grundy::text::Lang;
use grundy_desk::verbs::ASKS;
use grundy_desk::{Desk, Kind, Watch};
use serde_json::{Value, json};

fn desk() -> Desk {
    let budget = Budget::default().with_states(2_000_000);
    Desk::new(budget, Lang::En)
}

fn ask(desk: &Desk, question: &Value) -> (Value, Kind) {
    let reply = desk.reply(question.to_string().as_bytes(), &Watch::default());
    let answer = serde_json::from_str(&reply.text).unwrap();
    (answer, reply.kind)
}

fn answered(desk: &Desk, question: &Value) -> Value {
    let (answer, kind) = ask(desk, question);
    assert_eq!(kind, Kind::Answered, "{question}: {answer}");
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer
}

fn refused(desk: &Desk, question: &Value, code: &str, kind: Kind) -> Value {
    let (answer, how) = ask(desk, question);
    assert_eq!(answer["error"]["code"], code, "{question}: {answer}");
    assert_eq!(how, kind, "{question}");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|m| !m.is_empty()),
        "{answer}"
    );
    answer
}

/// The values of `data-id` in a picture.
fn elements(svg: &str) -> BTreeSet<&str> {
    svg.split("data-id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn every_game_is_played_to_its_end_by_pointing() {
    let desk = desk();
    for entry in catalogue::ALL {
        let id = entry.about.id;
        let mut random = Random::new(7);
        let mut moves: Vec<Value> = Vec::new();
        let mut before = None;
        // A game of the catalogue that may go round is left after a while.
        for _ in 0..60 {
            let question = json!({"ask": "play", "game": id, "moves": moves, "reply": {}});
            let table = answered(&desk, &question);
            let svg = table["svg"].as_str().unwrap();
            assert!(!svg.contains("<style") && !svg.contains("style="), "{id}");
            let shown = elements(svg);
            let choices = table["choices"].as_array().unwrap();
            assert_eq!(
                choices.is_empty(),
                table.get("over").is_some(),
                "{id}: {table}"
            );
            for choice in choices {
                let touches = choice["touches"].as_array().unwrap();
                assert!(!touches.is_empty(), "{id}: nothing is touched by {choice}");
                for touched in touches {
                    assert!(shown.contains(touched.as_str().unwrap()), "{id}: {choice}");
                }
            }
            moves = table["played"].as_array().unwrap().clone();
            if choices.is_empty() {
                break;
            }
            assert_ne!(Some(&table), before.as_ref(), "{id}: nothing happened");
            let chosen = &choices[random.below(choices.len() as u64) as usize]["move"];
            moves.push(chosen.clone());
            before = Some(table);
        }
    }
}

#[test]
fn ratings_and_reasons_are_those_of_the_library() {
    let desk = desk();
    for entry in catalogue::ALL {
        let id = entry.about.id;
        let bench = entry.workbench(&[]).unwrap();
        use grundy::workbench::AnyGame as _;
        let example = entry.about.examples[0];
        let question = Question {
            moves: usize::MAX,
            budget: Budget::default().with_states(300_000),
            ..Question::default()
        };
        let Ok(solved) = bench.solve(example, &question) else {
            continue;
        };
        let question = json!({
            "ask": "play", "game": id, "position": example, "rate": true, "why": true,
            "history": true, "limits": {"states": 1_000_000},
        });
        let table = answered(&desk, &question);
        let letter = solved.answer.outcome.letter();
        if let Some(why) = table.get("why") {
            assert_eq!(why["outcome"], letter, "{id}");
        }
        if let Some(history) = table["history"].as_array() {
            assert_eq!(history[0]["outcome"], letter, "{id}");
        }
        let choices = table["choices"].as_array().unwrap();
        let rated: Vec<&Value> = choices
            .iter()
            .filter(|c| c.get("after").is_some())
            .collect();
        if rated.is_empty() || table["more"] == true {
            assert!(
                table.get("unrated").is_some() || choices.is_empty(),
                "{id}: {table}"
            );
            continue;
        }
        let winning = rated.iter().filter(|c| c["after"] == "P").count();
        if letter == "N" && !solved.answer.truncated {
            assert_eq!(winning, solved.answer.winning_moves.len(), "{id} {example}");
        }
        assert_eq!(letter == "N", winning > 0, "{id} {example}");
    }
}

#[test]
fn who_wins_alone_is_what_the_whole_answer_says() {
    let desk = desk();
    let mut asked = 0;
    for entry in catalogue::ALL {
        for example in entry.about.examples.iter().take(3) {
            for convention in ["normal", "misere"] {
                let question = json!({
                    "game": entry.about.id, "position": example, "convention": convention,
                    "limits": {"states": 200_000},
                });
                let (whole, kind) = ask(&desk, &question);
                if kind != Kind::Answered {
                    continue;
                }
                let mut question = question;
                question["only"] = json!("outcome");
                let bare = answered(&desk, &question);
                for field in ["game", "position", "convention", "outcome"] {
                    assert_eq!(bare[field], whole[field], "{question}");
                }
                let fields: Vec<&str> = bare.as_object().unwrap().keys().map(|k| &**k).collect();
                let known = [
                    "game",
                    "position",
                    "convention",
                    "outcome",
                    "reason",
                    "status",
                ];
                assert_eq!(fields, known, "{question}");
                asked += 1;
            }
        }
    }
    assert!(asked > 150, "{asked}");
    let compound = json!({"game": "nim:3,5 + kayles:7", "only": "outcome"});
    assert_eq!(answered(&desk, &compound)["outcome"], "N");
    for (field, value) in [
        ("all", json!(true)),
        ("moves", json!(3)),
        ("only", json!("value")),
    ] {
        let mut question = json!({"game": "nim", "position": "1,2", "only": "outcome"});
        question[field] = value;
        refused(&desk, &question, "bad_request", Kind::BadRequest);
    }
}

/// A question is read without a tree; whatever cannot be read so is read with one.
#[test]
fn questions_are_read_alike_with_and_without_a_tree() {
    let desk = desk();
    let text = |line: &str| desk.reply(line.as_bytes(), &Watch::default()).text;
    let plain = text(r#"{"id":7,"game":"nim","position":"3,5,7","moves":1}"#);
    assert!(
        plain.starts_with(r#"{"id":7,"game":"nim","position":"3,5,7","#),
        "{plain}"
    );
    for same in [
        r#" { "moves" : 1 , "position" : [3, 5, 7], "game" : "n\u0069m", "id" : 7 } "#,
        // Of a field that stands twice the last counts.
        r#"{"id":6,"id":7,"game":"kayles","moves":1,"game":"nim","position":"3,5,7"}"#,
        r#"{"id":7,"limits":{},"lang":"zh","lang":"en","game":"nim","position":"3,5,7","moves":1}"#,
    ] {
        assert_eq!(text(same), plain, "{same}");
    }
    assert!(text(r#"{"id":null,"game":"nim","position":"0"}"#).starts_with(r#"{"id":null,"game""#));
    assert!(text(r#"{"game":"nim","position":"0"}"#).starts_with(r#"{"game":"nim""#));
    for (line, wanted) in [
        (
            r#"{"id":2,"game":"nim","position":"1","colour":3}"#,
            r#"{"id":2,"error":{"code":"bad_request","message":"unknown field `colour`, expected one of `game`, "#,
        ),
        (
            r#"{"id":2,"game":"nim","position":true}"#,
            r#"{"id":2,"error":{"code":"bad_request","message":"must be a text, a number or a list of them"}}"#,
        ),
        (
            r#"{"id":2,"game":"nim","position":"1","moves":-1}"#,
            r#"{"id":2,"error":{"code":"bad_request","message":"invalid value: integer `-1`, expected u64"}}"#,
        ),
        (
            r#"{"lang":null,"id":2}"#,
            r#"{"id":2,"error":{"code":"bad_request","message":"`lang` must be \"en\" or \"zh\""}}"#,
        ),
        (
            r#"{"ask":5}"#,
            r#"{"id":null,"error":{"code":"bad_request","message":"`ask` must be a text"}}"#,
        ),
        (
            r#"{"limits":{"states":"x"},"id":2}"#,
            r#"{"id":2,"error":{"code":"bad_request","message":"`limits`: invalid type: string \"x\", expected u64"}}"#,
        ),
        (
            r#"[1]"#,
            r#"{"id":null,"error":{"code":"bad_request","message":"a question must be a JSON object"}}"#,
        ),
        (
            r#"{"game":"nim"} x"#,
            r#"{"id":null,"error":{"code":"bad_json","message":"trailing characters at line 1 column 16"}}"#,
        ),
    ] {
        let said = text(line);
        assert!(said.starts_with(wanted), "{line}: {said}");
    }
}

#[test]
fn a_move_touches_what_it_takes() {
    let desk = desk();
    let table = answered(
        &desk,
        &json!({"ask": "play", "game": "nim", "position": "1,2"}),
    );
    let touched: Vec<(&str, &Value)> = table["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| (choice["move"].as_str().unwrap(), &choice["touches"]))
        .collect();
    // The lowest stone that goes: all above it go with it.
    let known = [
        ("1: take 1", json!(["b1-s0-0"])),
        ("2: take 1", json!(["b2-s0-1"])),
        ("2: take 2", json!(["b2-s0-0"])),
    ];
    let known: Vec<(&str, &Value)> = known.iter().map(|(mv, ids)| (*mv, ids)).collect();
    assert_eq!(touched, known);
    // In every game what the library says of each move.
    use grundy::workbench::AnyGame as _;
    for entry in catalogue::ALL {
        let (id, example) = (entry.about.id, entry.about.examples[0]);
        let bench = entry.workbench(&[]).unwrap();
        let seen = bench.seen(example, Convention::Normal, 5000).unwrap();
        let table = answered(
            &desk,
            &json!({"ask": "play", "game": id, "position": example}),
        );
        let mut compared = 0;
        for choice in table["choices"].as_array().unwrap() {
            let Some(click) = seen.clicks.iter().find(|click| choice["move"] == click.mv) else {
                continue;
            };
            let ids: Vec<String> = click.touches.iter().map(ToString::to_string).collect();
            assert_eq!(choice["touches"], json!(ids), "{id}: {choice}");
            compared += 1;
        }
        assert!(compared > 0, "{id} {example}");
    }
}

#[test]
fn the_history_marks_what_gave_something_away() {
    let desk = desk();
    let question = json!({
        "ask": "play", "game": "nim", "position": "3,5,7", "history": true,
        // Lost, mended, nothing left to lose, won.
        "moves": ["1: take 3", "3: take 2", "2: take 1", "3: take 1"],
    });
    let table = answered(&desk, &question);
    let turns = table["history"].as_array().unwrap();
    let of = |field: &str| -> Vec<Value> { turns.iter().map(|turn| turn[field].clone()).collect() };
    assert_eq!(of("outcome"), ["N", "N", "P", "N", "P"]);
    assert_eq!(of("mistake"), [false, true, false, false, false]);
    let better: Vec<bool> = turns
        .iter()
        .map(|turn| turn.get("better").is_some())
        .collect();
    assert_eq!(better, [false, true, false, false, false]);
    // What would have been better is a move that wins.
    let better = turns[1]["better"].clone();
    let after = answered(
        &desk,
        &json!({
            "ask": "play", "game": "nim", "position": "3,5,7", "history": true, "moves": [better],
        }),
    );
    assert_eq!(after["history"][1]["outcome"], "P");
}

#[test]
fn compounds_are_played_by_pointing_too() {
    let desk = desk();
    for compound in ["", "conjunctive", "selective short", "upto:2"] {
        let mut moves: Vec<Value> = Vec::new();
        let mut over = false;
        for _ in 0..40 {
            let question = json!({
                "ask": "play", "game": "nim:3,2 + kayles:4", "compound": compound,
                "moves": moves, "rate": true,
            });
            let table = answered(&desk, &question);
            let shown = elements(table["svg"].as_str().unwrap());
            let choices = table["choices"].as_array().unwrap();
            if choices.is_empty() {
                over = table.get("over").is_some();
                break;
            }
            for choice in choices {
                let touches = choice["touches"].as_array().unwrap();
                assert!(!touches.is_empty(), "{compound}: {choice}");
                for touched in touches {
                    assert!(
                        shown.contains(touched.as_str().unwrap()),
                        "{compound}: {choice}"
                    );
                }
                assert!(choice.get("after").is_some(), "{compound}: {choice}");
            }
            // A step of a compound touches what its components' moves touch.
            if compound == "conjunctive" && moves.is_empty() {
                assert!(
                    choices
                        .iter()
                        .all(|c| c["touches"].as_array().unwrap().len() >= 3)
                );
            }
            let best = choices
                .iter()
                .find(|c| c["after"] == "P")
                .unwrap_or(&choices[0]);
            moves.push(best["move"].clone());
        }
        assert!(over, "{compound}: {moves:?}");
    }
}

#[test]
fn several_games_at_once_have_a_page_too() {
    let desk = desk();
    let sum = |compound: &str| json!({"ask": "game", "game": "misere-nim:3,5 + (bachet:4:7)", "compound": compound});
    let page = answered(&desk, &sum("selective short"));
    assert_eq!(
        page["convention"], "misere",
        "as the name of one of them says"
    );
    assert_eq!(
        page["rules"],
        "A move is made in one component or in several at once. Play is over as soon as some \
         component has no move. Then the player to move has won."
    );
    let components = page["components"].as_array().unwrap();
    let of = |field: &str| -> Vec<&str> {
        components
            .iter()
            .map(|c| c[field].as_str().unwrap())
            .collect()
    };
    assert_eq!(of("game"), ["misere-nim", "bachet:4"]);
    assert_eq!(of("position"), ["3,5", "7"]);
    // Each is described as on its own page.
    for component in components {
        let alone = answered(&desk, &json!({"ask": "game", "game": component["game"]}));
        for field in ["name", "rules", "moves"] {
            assert_eq!(component[field], alone[field], "{field} of {component}");
        }
        assert!(alone.get("components").is_none());
    }
    // Every way of playing is told by another sentence.
    let told: BTreeSet<String> = [
        "",
        "conjunctive",
        "selective",
        "upto:2",
        "short",
        "over-when-zero",
    ]
    .iter()
    .map(|compound| answered(&desk, &sum(compound))["rules"].to_string())
    .collect();
    assert_eq!(told.len(), 6, "{told:?}");
    // What is no sum is refused as before.
    for wrong in [
        "nim:3,5 + no-such-game:2",
        "no-such-game",
        "nim:3,5 + ",
        "nim:3,x + nim:2",
    ] {
        let reply = desk.reply(
            json!({"ask": "game", "game": wrong}).to_string().as_bytes(),
            &Watch::default(),
        );
        assert_eq!(reply.kind, Kind::Refused, "{wrong}: {}", reply.text);
    }
}

/// Selective Nim with two heaps of 1 is won by taking both; as an ordinary sum it is lost.
#[test]
fn no_question_passes_over_how_components_are_played() {
    let desk = desk();
    let selective = json!({"game": "nim", "position": "1,1", "compound": "selective"});
    assert_eq!(answered(&desk, &selective)["outcome"], "N");
    for more in [
        json!({"ask": "table", "to": [3, 3]}),
        json!({"ask": "study"}),
        json!({"ask": "draw", "position": "1,1"}),
        json!({"ask": "annotate", "position": "1,1", "moves": ["1: take 1"]}),
        json!({"ask": "count", "position": "1,1"}),
    ] {
        let mut question = json!({"game": "nim", "compound": "selective"});
        let fields = question.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        refused(&desk, &question, "unsupported", Kind::Refused);
        // What the game is anyway may be said.
        question["compound"] = json!("disjunctive long");
        answered(&desk, &question);
    }
    // Rules that say so themselves: what knows it answers, what does not says so.
    let text = "state n\nmove take(k in 1..n) -> [n-k]\nsum some\n";
    let at = |more: Value| {
        let mut question = json!({"game": text});
        let fields = question.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        question
    };
    let solved = answered(&desk, &at(json!({"position": "1,1"})));
    assert_eq!(solved["outcome"], "N");
    for question in [
        json!({"ask": "draw", "position": "1,1"}),
        json!({"ask": "annotate", "position": "1,1", "moves": ["1: take(1)"]}),
        json!({"ask": "count", "position": "1,1"}),
    ] {
        refused(&desk, &at(question), "unsupported", Kind::Refused);
    }
}

#[test]
fn every_question_answers_in_both_languages() {
    let desk = desk();
    let certificate = answered(&desk, &json!({"ask": "period", "code": "kayles"}));
    let certificate = certificate["certificate"].clone();
    let rules = "state n; move take(k in 1..3) -> [n-k]; expect outcome(4) = P";
    let family = FAMILY;
    let questions = [
        json!({"ask": "games", "search": "尼姆"}),
        json!({"ask": "games", "pictures": true}),
        json!({"ask": "game", "game": "bachet:4"}),
        json!({"ask": "game", "game": rules}),
        json!({"ask": "game", "game": "nim:3,5 + bachet:4:7", "compound": "selective"}),
        json!({"ask": "solve", "game": "nim", "position": [3, 5, 7], "all": true}),
        json!({"ask": "solve", "graph": [["a", "b"], ["b", "c"]], "position": "a", "moves": 5}),
        json!({"ask": "solve", "game": "nim:3,5 + kayles:7", "compound": "conjunctive short"}),
        json!({"ask": "play", "game": rules}),
        json!({"ask": "annotate", "game": "nim", "position": "3,5,7", "moves": ["1: take 3", "2: take 1"]}),
        json!({"ask": "exercise", "seed": 3, "families": ["boards"]}),
        json!({"ask": "table", "game": "wythoff", "to": [6, 8]}),
        json!({"ask": "study", "game": rules, "limits": {"milliseconds": 20_000}}),
        json!({"ask": "study", "game": family, "for_all": "most"}),
        json!({"ask": "prove", "game": family, "conjecture": "g(n) = n mod (most+1)", "for_all": "most"}),
        json!({"ask": "prove", "game": rules, "conjecture": "g(n) = n mod 4"}),
        json!({"ask": "prove", "game": rules, "conjecture": "P iff n mod 5 = 0"}),
        json!({"ask": "law", "values": "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2"}),
        json!({"ask": "verify", "certificate": certificate}),
        json!({"ask": "period", "code": "0.77", "heaps": 50}),
        json!({"ask": "sequence", "code": "{1,3,4}", "to": 30}),
        json!({"ask": "misere", "code": "0.123", "heaps": 15, "sum": [3, 4]}),
        json!({"ask": "graph", "graph": "0 1\n1 2\n2 0\n2 3", "values": true, "start": ["0", "2"]}),
        json!({"ask": "nim", "expressions": ["x = 8", "x * x", "x +"]}),
        json!({"ask": "nim-table", "operation": "product", "size": 16}),
        json!({"ask": "check", "text": "state n; move take(k in 1..m) -> [n-k]"}),
        json!({"ask": "words"}),
        json!({"ask": "test", "text": rules}),
        json!({"ask": "explain", "code": "E020"}),
        json!({"ask": "draw", "game": "nim", "position": "2,1", "depth": 1}),
        json!({"ask": "count", "game": "nim", "position": "1,2,3", "modulo": 7}),
        json!({"ask": "look"}),
    ];
    let asked: BTreeSet<&str> = questions
        .iter()
        .map(|q| q["ask"].as_str().unwrap())
        .collect();
    assert_eq!(asked, ASKS.iter().copied().collect(), "each at least once");
    for mut question in questions {
        question["id"] = json!({"any": ["thing"]});
        let en = answered(&desk, &question);
        assert_eq!(en["id"], question["id"]);
        assert_eq!(answered(&desk, &question), en, "the same again");
        question["lang"] = json!("zh");
        let zh = answered(&desk, &question);
        assert_eq!(
            shape(&en),
            shape(&zh),
            "{question}: the languages differ in sentences alone"
        );
    }
}

/// Games with a parameter.
const FAMILY: &str = "game bachet(most = 3); state n; move take(k in 1..most) -> [n-k]";

/// A law for all values of a parameter is found, decided, and refused where there is no such.
#[test]
fn laws_for_all_values_of_a_parameter() {
    let desk = desk();
    let study = json!({"ask": "study", "game": FAMILY, "for_all": "most"});
    let found = answered(&desk, &study);
    let family = &found["family"];
    assert_eq!(family["law"], "g(n) = n mod (most+1)");
    assert_eq!(family["parameter"], "most");
    assert!(
        family["reason"].as_str().unwrap().contains("most ≥ 0"),
        "{family}"
    );
    let checked = json!({"ask": "verify", "certificate": family["certificate"]});
    answered(&desk, &checked);
    // Games of the catalogue, by their rules as text; and where there is no law, why.
    let stairs = json!({"ask": "study", "game": "staircase", "for_all": "steps"});
    let stairs = answered(&desk, &stairs);
    assert_eq!(
        stairs["family"]["law"],
        "g(s) = the xor of the s[i] with i mod 2 = 0"
    );
    let none = "game g(k = 2); state n; move m(j in 1..n) if j != k -> [n-j]";
    let none = answered(
        &desk,
        &json!({"ask": "study", "game": none, "for_all": "k"}),
    );
    assert_eq!(none.get("family"), None);
    assert_eq!(none["notes"].as_array().unwrap().len(), 1);
    for (law, verdict) in [
        ("g(n) = n mod (most+1)", "proven"),
        ("g(n) = n mod (most+2) for all most >= 1", "refuted"),
    ] {
        let mut question =
            json!({"ask": "prove", "game": FAMILY, "conjecture": law, "for_all": "most"});
        assert_eq!(answered(&desk, &question)["verdict"], verdict);
        // `for all` in the law says the same.
        if law.contains("for all") {
            question.as_object_mut().unwrap().remove("for_all");
            assert_eq!(answered(&desk, &question)["verdict"], verdict);
        }
    }
    for (more, code, kind) in [
        (
            json!({"ask": "study", "for_all": "m"}),
            "unsupported",
            Kind::Refused,
        ),
        (
            json!({"ask": "study", "for_all": ""}),
            "unsupported",
            Kind::Refused,
        ),
        (
            json!({"ask": "study", "for_all": 3}),
            "bad_request",
            Kind::BadRequest,
        ),
        (
            json!({"ask": "prove", "for_all": "most", "conjecture": "g(n) = m"}),
            "bad_law",
            Kind::Refused,
        ),
        (
            json!({"ask": "prove", "for_all": "most", "automaton": "msd_2"}),
            "bad_request",
            Kind::BadRequest,
        ),
    ] {
        let mut question = json!({"game": FAMILY});
        let fields = question.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        refused(&desk, &question, code, kind);
    }
}

/// The fields of a value, and the values that are not texts.
fn shape(value: &Value) -> Value {
    match value {
        Value::String(_) => json!("text"),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::Object(fields) => fields.iter().map(|(k, v)| (k.clone(), shape(v))).collect(),
        other => other.clone(),
    }
}

#[test]
fn every_text_of_the_catalogue_can_be_played_from_somewhere() {
    let desk = desk();
    let words = answered(&desk, &json!({"ask": "words"}));
    let examples = words["examples"].as_array().unwrap();
    assert!(examples.len() > 30);
    for example in examples {
        let (name, text) = (&example["name"]["en"], &example["text"]);
        let checked = answered(&desk, &json!({"ask": "check", "text": text}));
        assert_eq!(checked["diagnostics"], json!([]), "{name}");
        assert!(checked.get("example").is_some(), "{name}: no position");
        let limits = json!({"states": 200_000});
        let question = json!({"ask": "play", "game": text, "limits": limits, "reply": {}});
        let table = answered(&desk, &question);
        assert_eq!(
            table["played"].as_array().unwrap().len(),
            1,
            "{name}: {table}"
        );
    }
}

#[test]
fn refusals_say_why() {
    let desk = desk();
    use Kind::{BadRequest, OverBudget, Refused};
    for (question, code, kind) in [
        (json!([1]), "bad_request", BadRequest),
        (json!({"ask": "what"}), "unknown_question", BadRequest),
        (json!({"ask": 5}), "bad_request", BadRequest),
        (
            json!({"ask": "games", "lang": "fr"}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"ask": "games", "colour": 1}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"ask": "games", "limits": {"stones": 1}}),
            "bad_request",
            BadRequest,
        ),
        (json!({"game": "nim"}), "bad_request", BadRequest),
        (
            json!({"game": "nim", "position": {}}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"game": "nim", "position": "3,x"}),
            "bad_position",
            Refused,
        ),
        (
            json!({"game": "nimm", "position": "3"}),
            "unknown_game",
            Refused,
        ),
        (
            json!({"game": "state n; move", "position": "3"}),
            "bad_rules",
            Refused,
        ),
        (
            json!({"game": "bachet", "position": "3", "params": {"k": "x"}}),
            "bad_parameter",
            Refused,
        ),
        (
            json!({"game": "anti-nim", "position": "3", "convention": "normal"}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"ask": "play", "game": "nim", "moves": ["take 99"]}),
            "bad_move",
            Refused,
        ),
        (
            json!({"ask": "play", "game": "nim", "reply": {"level": 6}}),
            "bad_request",
            BadRequest,
        ),
        (json!({"ask": "period", "code": "0.x"}), "bad_code", Refused),
        (
            json!({"ask": "prove", "game": "bachet", "conjecture": "g(n) = n mood 4"}),
            "bad_law",
            Refused,
        ),
        (
            json!({"ask": "prove", "game": "bachet"}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"ask": "verify", "certificate": "no"}),
            "bad_certificate",
            Refused,
        ),
        (
            json!({"ask": "table", "game": "wythoff", "to": [99999]}),
            "unsupported",
            Refused,
        ),
        (
            json!({"ask": "exercise", "seed": 1, "families": ["none"]}),
            "bad_request",
            BadRequest,
        ),
        (
            json!({"ask": "table", "game": "wythoff", "to": [900], "limits": {"states": 1000}}),
            "over_budget",
            OverBudget,
        ),
        // Files are for windows that read them.
        (
            json!({"game": "lasker.game", "position": "3"}),
            "unknown_game",
            Refused,
        ),
    ] {
        let en = refused(&desk, &question, code, kind);
        if kind == OverBudget {
            let error = &en["error"];
            assert_eq!(error["resource"], "states");
            assert_eq!(error["limit"], 1000);
        }
    }
    let reply = desk.reply(b"{", &Watch::default());
    assert!(reply.text.contains("bad_json") && reply.kind == BadRequest);
    let column = refused(
        &desk,
        &json!({"game": "nim", "position": "3,x"}),
        "bad_position",
        Refused,
    );
    assert_eq!(column["error"]["column"], 3);
}

#[test]
fn long_work_tells_its_progress_and_can_be_stopped() {
    let desk = Desk::new(Budget::default(), Lang::En);
    let told = Arc::new(AtomicU64::new(0));
    let cancel = Arc::new(AtomicBool::new(false));
    let watch = Watch {
        cancel: Some(cancel.clone()),
        progress: Some(Arc::new({
            let (told, cancel) = (told.clone(), cancel.clone());
            move |_: &grundy::budget::Progress| {
                if told.fetch_add(1, Ordering::Relaxed) == 2 {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
        })),
    };
    let question = br#"{"ask": "period", "code": "0.007"}"#;
    let reply = desk.reply(question, &watch);
    assert_eq!(
        reply.kind,
        Kind::Cancelled,
        "{}",
        &reply.text[..reply.text.len().min(300)]
    );
    assert!(told.load(Ordering::Relaxed) >= 3);
    // A limit of time is one for each question.
    let limited = Desk::new(
        Budget::default().with_time(Duration::from_millis(1)),
        Lang::En,
    );
    for _ in 0..2 {
        let (answer, kind) = ask(&limited, &json!({"ask": "period", "code": "0.007"}));
        assert!(
            kind == Kind::OverBudget || answer["status"] == "unknown",
            "{kind:?}"
        );
    }
    assert_eq!(ask(&limited, &json!({"ask": "look"})).1, Kind::Answered);
}

/// Two English words in a row; names, notation and texts of rules are no sentence.
fn english(text: &str) -> bool {
    let word = |word: &&str| {
        word.len() > 1
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '-' || c == ',')
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|pair| pair.iter().all(word))
}

#[test]
fn the_calculator_says_what_is_wrong_in_chinese() {
    // One line for each thing that can be wrong with what is typed, and for limits.
    let long = "1".repeat(20_000);
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    let digits = "9".repeat(9_000);
    let lines = [
        "",
        "2 *",
        "2 * (3 + ",
        "2 ⊗ ⊗ 3",
        "(1",
        "1 2",
        "nothing",
        "sqrt",
        "sqrt()",
        "sqrt(1, 2)",
        "root(2)",
        "root(2, x)",
        "root(2, -1)",
        "root(0, 0)",
        "order(0)",
        "order(w)",
        "log(0)",
        "log(2, 0)",
        "log(3, 1)",
        "log(bit(200))",
        "1 / 0",
        "inv(0)",
        "solve(1, 2)",
        "solve(0, 0, 0)",
        "solve(0, 0, 1)",
        "solve(1, 0, w)",
        "trace(2, 3)",
        "trace(w)",
        "norm(2, 99999999999999999999999)",
        "alpha(4)",
        "alpha(2)",
        "kappa(6)",
        "kappa(0)",
        "bit(99999)",
        "conj(w)",
        "conj(bit(1000))",
        "minpoly(w)",
        "minpoly(bit(4000))",
        "degree(1) + 1",
        "2 + degree(3)",
        "ans",
        "ans = 3",
        "sqrt = 3",
        "x = degree(3)",
        "help(1)",
        "help",
        "2^2^2^2^100",
        "2^(3^-1)",
        "2^x",
        "2^(1/2)",
        "2^order(w)",
        "2^solve(1)",
        "w^w^w",
        "w^(w^w)",
        "w^(1+w)",
        "w^(w",
        "w^",
        "w^3^2",
        "w^(w^99)",
        "0x",
        "0xg",
        "$",
        "1 $",
        "w^99999999999999999999999",
        &long,
        &deep,
        &digits,
        "(w^(w^2))^9999999",
        "root(w, 1000003)",
        "root(2, 99991)",
        "(w+1)^(2^9000)",
    ];
    let desk = desk();
    let question = |lang: &str| json!({"ask": "nim", "expressions": lines.to_vec(), "lang": lang});
    let (en, zh) = (
        answered(&desk, &question("en")),
        answered(&desk, &question("zh")),
    );
    let mut wrong = 0;
    for (line, (en, zh)) in lines.iter().zip(
        en["results"]
            .as_array()
            .unwrap()
            .iter()
            .zip(zh["results"].as_array().unwrap()),
    ) {
        let line: String = line.chars().take(40).collect();
        let Some(error) = zh.get("error") else {
            assert_eq!(en, zh, "{line}");
            continue;
        };
        wrong += 1;
        assert_eq!(en["error"]["column"], error["column"], "{line}");
        let message = error["message"].as_str().unwrap();
        let rest = message.split_once("列：").map_or("", |(_, rest)| rest);
        let chinese = rest.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(chinese && !english(rest), "{line}: {message}");
    }
    assert!(wrong > 50, "{wrong} of {}", lines.len());
}

#[test]
fn a_study_in_chinese_has_no_english_in_it() {
    let desk = desk();
    let texts = [
        // Proven in base 2, in Fibonacci's numeration and in one of Fraenkel's.
        "state n; move take(k in 1..3) -> [n-k]",
        "state a, b; move one(k in 1..a) -> [a-k, b]; move two(k in 1..b) -> [a, b-k]; move both(k in 1..min(a, b)) -> [a-k, b-k]",
        "state a, b; move one(k in 1..a) -> [a-k, b]; move two(k in 1..b) -> [a, b-k]; \
         move both(k in 1..a, l in 1..b) if k-l < 2 and l-k < 2 -> [a-k, b-l]",
        // Nothing is found, or nothing is proven.
        "state n; move take(k in 1..n) if k*k = n or k = 1 -> [n-k]",
        "state n; move split(k in 1..n-1) if k != n-k -> [k] + [n-k]",
    ];
    for text in texts {
        let question = |lang: &str, states: u64| json!({"ask": "study", "game": text, "lang": lang, "limits": {"states": states, "milliseconds": 5_000}});
        for states in [2_000_000, 20_000] {
            let (answer, kind) = ask(&desk, &question("zh", states));
            if kind != Kind::Answered {
                let message = answer["error"]["message"].as_str().unwrap();
                assert!(!english(message), "{text}: {message}");
                continue;
            }
            for law in answer["laws"].as_array().unwrap() {
                for field in ["finder", "reason", "unproven", "numeration"] {
                    let Some(said) = law.get(field).and_then(Value::as_str) else {
                        continue;
                    };
                    let chinese = said.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
                    assert!(chinese && !english(said), "{text}: {field} {said}");
                }
            }
            for note in answer["notes"].as_array().unwrap() {
                assert!(!english(note.as_str().unwrap()), "{text}: {note}");
            }
        }
    }
}

#[test]
fn the_engine_of_a_sequence_has_a_chinese_name() {
    let desk = desk();
    // By vectors, by a sparse space, by the relative state of an all-but set.
    for code in ["0.77", "kayles", "{1,3,4}", "allbut{1,3}"] {
        let question =
            |lang: &str| json!({"ask": "period", "code": code, "heaps": 300, "lang": lang});
        let (en, zh) = (
            answered(&desk, &question("en")),
            answered(&desk, &question("zh")),
        );
        let (en, zh) = (
            en["engine"].as_str().unwrap(),
            zh["engine"].as_str().unwrap(),
        );
        let chinese = zh.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(
            en.is_empty() && zh.is_empty() || chinese,
            "{code}: {en}, {zh}"
        );
    }
}

/// A line is read in two ways, quickly and as a tree: what one of them refuses the other refuses too.
#[test]
fn odd_lines_are_read_as_their_trees_are() {
    let desk = desk();
    let told = |line: &[u8]| -> (Value, Value) {
        let reply = desk.reply(line, &Watch::default());
        let answer: Value = serde_json::from_str(&reply.text).unwrap();
        let word = match &answer["error"]["code"] {
            Value::Null => answer["outcome"].clone(),
            code => code.clone(),
        };
        (word, answer["id"].clone())
    };
    let nim = br#""game":"nim","position":"1""#;
    let line = |before: &[u8], after: &[u8]| [before, &nim[..], after].concat();
    let escaped = "a\"\\\n\u{0}\u{1f}é😀";
    let echoed = format!("{{\"id\":{},", json!(escaped));
    for (line, word, id) in [
        (line(b"{", b"}"), "N", json!(null)),
        (line(b" \t{", b"}\r"), "N", json!(null)),
        (line(echoed.as_bytes(), b"}"), "N", json!(escaped)),
        (line(br#"{"\u0069d":[3],"#, b"}"), "N", json!([3])),
        (line(br#"{"lang":"\u007ah","#, b"}"), "N", json!(null)),
        // Of a field that stands twice the last counts, common or not.
        (line(br#"{"id":1,"id":2,"game":7,"#, b"}"), "N", json!(2)),
        (line(br#"{"lang":5,"lang":"en","#, b"}"), "N", json!(null)),
        // Fields in a row, languages in a map.
        (br#"["solve",7]"#.to_vec(), "bad_request", json!(null)),
        (
            line(br#"{"lang":{"en":null},"id":4,"#, b"}"),
            "bad_request",
            json!(4),
        ),
        (line(br#"{"lang":null,"#, b"}"), "bad_request", json!(null)),
        (
            line(br#"{"limits":null,"#, b"}"),
            "bad_request",
            json!(null),
        ),
        (line(b"{", br#","none":1}"#), "bad_request", json!(null)),
        // No text, or more than one.
        (line(b"{", b",\"none\":\"\xff\"}"), "bad_json", json!(null)),
        (line(b"{\"id\":\"\xff\",", b"}"), "bad_json", json!(null)),
        (line(b"{\"id\":\"\\ud800\",", b"}"), "bad_json", json!(null)),
        (line(b"{", b"}{}"), "bad_json", json!(null)),
        (line(b"{", b",}"), "bad_json", json!(null)),
        (vec![b'['; 1 << 16], "bad_json", json!(null)),
        (
            line(&[b"{\"id\":", &[b'['; 999][..], b","].concat(), b"}"),
            "bad_json",
            json!(null),
        ),
    ] {
        let said: String = String::from_utf8_lossy(&line).chars().take(99).collect();
        assert_eq!(told(&line), (json!(word), id), "{said}");
    }
}
