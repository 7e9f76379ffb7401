//! Whether the modules answer as the native desk does, to the letter but for what a limit cuts
//! off, and stay in bounds; and whether the first asks for the second where that is needed, and
//! nowhere else.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::talk::{Answer, Desk};
use super::{Line, build, native, node};
use crate::run::both;

/// So many questions follow when every kind has been asked: memory must not grow with them.
const MORE: usize = 2000;
/// What these may add to the memory, in bytes.
const GROWTH: u64 = 32 << 20;

/// Questions about games may cost so much: some states take a thousand times as long as others.
const STATES: u64 = 10_000;
/// And so long, in milliseconds: what one of the two alone can do within is not compared.
const TIME: u64 = 2_000;

/// Builds the modules, asks them and the native desk the same questions, and compares. Passes,
/// and says so, where there is no compiler for them or no node.
pub fn test() -> Result<(), String> {
    let (mut modules, mut program) = (Err(String::new()), Err(String::new()));
    both(
        || {
            modules = node().and_then(|()| build());
            Ok(())
        },
        || {
            program = native("dev");
            Ok(())
        },
    )?;
    let modules = match modules {
        Ok(modules) => modules,
        Err(missing) => {
            println!("WARNING: the modules of WebAssembly were NOT tested: {missing}");
            return Ok(());
        }
    };
    let started = Instant::now();
    let (mut native, mut module) = (Desk::native(&program?)?, Desk::modules(&modules)?);
    let mut whole = Desk::module(&modules.whole)?;
    let cards = native.ask(br#"{"ask":"games"}"#)?.json()?;
    let questions = questions(&cards);
    let (mut seen, mut modest) = (BTreeSet::new(), Vec::new());
    let (mut wrong, mut held, mut slow) = (Vec::new(), 0, 0);
    let (mut second, mut again) = (0, 0);
    for question in &questions {
        let expected = native.ask(question)?;
        let begun = Instant::now();
        let answer = module.ask(question)?;
        let quick = begun.elapsed() < Duration::from_millis(100);
        held = answer.held;
        // One was nearer to its limit than the other.
        if is_over(&expected) != is_over(&answer) {
            slow += 1;
            continue;
        }
        seen.insert(kind(question, &expected));
        // How much memory a search takes that time may end depends on the machine.
        if quick && question.len() < 2000 && !is_over(&answer) {
            modest.push(question);
        }
        if told(&expected) != told(&answer) {
            wrong.push(difference(question, &expected, &answer));
        }
        match answer.by {
            2 if !LAWS.contains(&asked(question).as_deref().unwrap_or("solve")) => {
                wrong.push(format!("{}: needs laws", shown(question)));
            }
            2 => second += 1,
            // A page that has loaded the second may ask it anything.
            _ if quick => {
                again += 1;
                let answer = whole.ask(question)?;
                if is_over(&expected) == is_over(&answer) && told(&expected) != told(&answer) {
                    wrong.push(difference(question, &expected, &answer));
                }
            }
            _ => {}
        }
    }
    for (question, by) in divided() {
        let answer = module.ask(&question)?;
        held = answer.held;
        if answer.by != by {
            let (question, text) = (shown(&question), &answer.text);
            let is = answer.by;
            wrong.push(format!("{question}: answered by {is}, not {by}: {text}"));
        }
    }
    if slow * 10 > questions.len() {
        let all = questions.len();
        return Err(format!(
            "{slow} of {all} questions were answered by one alone within their limits"
        ));
    }
    if !wrong.is_empty() {
        let shown = wrong[..wrong.len().min(10)].join("\n");
        return Err(format!(
            "{} of {} answers differ from the native ones:\n{shown}",
            wrong.len(),
            questions.len()
        ));
    }
    for wanted in WANTED {
        if !seen.contains(*wanted) {
            return Err(format!("no question was answered by `{wanted}`"));
        }
    }
    for question in modest.into_iter().cycle().take(MORE) {
        let now = module.ask(question)?.held;
        if now > held + GROWTH {
            let question = String::from_utf8_lossy(question);
            return Err(format!("{now} bytes are held, after {held}, at {question}"));
        }
    }
    println!(
        "the modules of WebAssembly gave {} answers equal to the native ones ({second} by the one with laws, which gave {again} of the others too; {slow} by one side alone within its limits), and {MORE} more within {} MB, in {} s",
        questions.len() - slow,
        (held + GROWTH) >> 20,
        started.elapsed().as_secs()
    );
    Ok(())
}

/// The answer without what depends on how far a search came within its limits: which of them
/// was reached first, and the longest defence, which is looked for as long as
/// there is time. Tables lie in another order where addresses are shorter.
fn told(answer: &Answer) -> String {
    match answer.json() {
        Ok(json) if json["error"]["resource"].is_string() => json["error"]["code"].to_string(),
        Ok(mut json) if json["why"]["defence"].is_object() => {
            json["why"]
                .as_object_mut()
                .and_then(|why| why.remove("defence"));
            json.to_string()
        }
        _ => answer.text.clone(),
    }
}

/// Whether a limit ended it.
fn is_over(answer: &Answer) -> bool {
    let answer = answer.json().unwrap_or_default();
    answer["error"]["resource"].is_string()
}

/// What must have come up: every question answered, every refusal that a text can cause.
const WANTED: &[&str] = &[
    "games",
    "game",
    "solve",
    "play",
    "annotate",
    "exercise",
    "table",
    "study",
    "prove",
    "law",
    "verify",
    "period",
    "sequence",
    "misere",
    "graph",
    "nim",
    "nim-table",
    "check",
    "words",
    "test",
    "explain",
    "draw",
    "count",
    "look",
    "bad_json",
    "bad_request",
    "unknown_question",
    "unknown_game",
    "bad_position",
    "bad_move",
    "bad_parameter",
    "bad_rules",
    "bad_code",
    "bad_law",
    "bad_certificate",
    "unsupported",
    "over_budget",
];

/// The questions for which a page may have to load the second module. A position that is beyond
/// cheap search may be answered by a law, in play and in a played game too.
const LAWS: &[&str] = &[
    "solve", "play", "annotate", "study", "prove", "law", "verify", "period", "test",
];

/// Which module must answer what laws may have a part in.
fn divided() -> Vec<(Line, u64)> {
    const RULES: &str = "state n; move take(k in 1..3) -> [n-k]; expect outcome(4) = P";
    let all = [
        (json!({"ask": "period", "code": "0.77"}), 1),
        (json!({"ask": "period", "code": "{1,3,4}"}), 1),
        // Not known to have a period within so little.
        (
            json!({"ask": "period", "code": "0.106", "limits": {"states": 10_000}}),
            1,
        ),
        (json!({"ask": "period", "code": "hex:0.3F"}), 2),
        (json!({"ask": "test", "text": RULES}), 1),
        (
            json!({"ask": "test", "text": format!("{RULES}\nexpect g(n) = n mod 4 for all n")}),
            2,
        ),
        (json!({"ask": "test", "text": "state n; move"}), 1),
        (json!({"ask": "verify", "certificate": ""}), 2),
        (json!({"ask": "study", "unheard": 1}), 2),
        (json!({"ask": "check", "text": RULES}), 1),
        // A theorem, cheap search, and what only a law answers.
        (json!({"game": "nim", "position": "10^30,5"}), 1),
        (
            json!({"game": "cram", "position": "3x3", "convention": "misere"}),
            1,
        ),
        (json!({"game": RULES, "position": "12,9"}), 1),
        (
            json!({"ask": "play", "game": "take-and-break:8.[3]", "position": "9", "why": true}),
            1,
        ),
        (
            json!({"ask": "play", "game": "take-and-break:8.[3]", "position": "10^9", "why": true}),
            2,
        ),
        (
            json!({"game": "state n; move take(k in 1..n/2) -> [n-k]", "position": "10^15"}),
            2,
        ),
    ];
    let all = all.into_iter();
    all.map(|(question, by)| (question.to_string().into_bytes(), by))
        .collect()
}

/// What `ask` says, where there is one.
fn asked(question: &[u8]) -> Option<String> {
    let question: Value = serde_json::from_slice(question).ok()?;
    Some(question["ask"].as_str()?.to_string())
}

/// The beginning of a question.
fn shown(question: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(&question[..question.len().min(200)])
}

/// The question, if it was answered, else the code of the refusal.
fn kind(question: &[u8], answer: &Answer) -> String {
    let answer = answer.json().unwrap_or_default();
    if let Some(code) = answer["error"]["code"].as_str() {
        return code.to_string();
    }
    asked(question).unwrap_or_else(|| "solve".to_string())
}

/// Where two answers part.
fn difference(question: &[u8], expected: &Answer, answer: &Answer) -> String {
    let (a, b) = (expected.text.as_bytes(), answer.text.as_bytes());
    let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let around = |bytes: &[u8]| {
        let part = &bytes[at.saturating_sub(60).min(bytes.len())..bytes.len().min(at + 100)];
        String::from_utf8_lossy(part).into_owned()
    };
    let question = shown(question);
    format!(
        "{question}\n  native: …{}\n  module: …{}",
        around(a),
        around(b)
    )
}

/// Every question that is compared.
fn questions(cards: &Value) -> Vec<Line> {
    let mut all = Vec::new();
    let limits = json!({"states": STATES, "milliseconds": TIME});
    for pictures in [true, false] {
        all.push(json!({"ask": "games", "pictures": pictures}));
    }
    for card in cards["games"].as_array().into_iter().flatten() {
        let id = &card["id"];
        for lang in ["en", "zh"] {
            all.push(json!({"ask": "game", "game": id, "lang": lang}));
        }
        for variant in card["variants"].as_array().into_iter().flatten() {
            all.push(json!({"ask": "play", "game": variant["id"], "reply": {}, "limits": limits}));
        }
        for position in card["examples"].as_array().into_iter().flatten() {
            all.push(json!({"game": id, "position": position, "limits": limits}));
            all.push(json!({"game": id, "position": position, "convention": "misere", "limits": limits, "lang": "zh"}));
        }
        let first = &card["examples"][0];
        all.push(json!({
            "ask": "play", "game": id, "rate": true, "why": true, "history": true,
            "reply": {"level": 5, "seed": 7}, "limits": {"states": 1_000_000, "milliseconds": TIME},
        }));
        let few = json!({"states": 2000, "milliseconds": TIME});
        all.push(json!({"ask": "draw", "game": id, "position": first, "depth": 1, "limits": few}));
        if let Some(axes @ 1..) = card["dimension"].as_u64() {
            let to = if axes == 1 { 40 } else { 6 };
            all.push(json!({"ask": "table", "game": id, "to": [to], "limits": limits}));
        }
    }
    const TAKE: &str = "state n\nmove take(k in 1..3) -> [n-k]\nexpect outcome(4) = P";
    const WYTHOFF: &str = "state a, b; move left(k in 1..a) -> [a-k, b]; move right(k in 1..b) -> [a, b-k]; move both(k in 1..min(a, b)) -> [a-k, b-k]";
    for game in [TAKE, WYTHOFF, "kayles", "lasker"] {
        all.push(json!({"ask": "study", "game": game, "limits": {"states": 300_000}}));
        all.push(json!({"ask": "prove", "game": game, "conjecture": "g(n) = n mod 4", "limits": {"states": 300_000}}));
        all.push(json!({"ask": "check", "text": game}));
        all.push(json!({"ask": "play", "game": game, "why": true}));
    }
    for seed in 0..20 {
        all.push(json!({"ask": "exercise", "seed": seed}));
    }
    for code in ["0.77", "0.137", "4.7", "0.106", "0.3f", "s1,3,4", "0.x", ""] {
        let limits = json!({"states": 40_000});
        all.push(json!({"ask": "period", "code": code, "heaps": 300, "limits": limits}));
        all.push(json!({"ask": "sequence", "code": code, "to": 500}));
        all.push(
            json!({"ask": "misere", "code": code, "heaps": 8, "sum": [3, 4], "limits": limits}),
        );
    }
    let numbers: Vec<String> = (0..200).map(|n| (n % 7).to_string()).collect();
    let edges: Vec<[u64; 2]> = (0..300u64).map(|i| [i * 7 % 101, i * i % 97]).collect();
    all.extend([
        json!({"ask": "law", "values": numbers.join(",")}),
        json!({"ask": "graph", "graph": edges, "values": true, "start": ["0", "7"]}),
        json!({"ask": "graph", "graph": "a -> b\nb -> c\nc -> a\nb -> d", "convention": "misere"}),
        json!({"ask": "nim", "expressions": ["x = 5", "x ⊗ 9", "_^-1", "w^2 * 3", "1 +", "2^1000"]}),
        json!({"ask": "nim-table", "operation": "product", "size": 64}),
        json!({"ask": "words"}),
        json!({"ask": "look"}),
        json!({"ask": "test", "text": TAKE}),
        json!({"ask": "test", "text": format!("{TAKE}\nexpect g(n) = n mod 4 for all n\nexpect g(n) = n mod 5 for all n")}),
        json!({"ask": "explain", "code": "E020"}),
        json!({"ask": "count", "game": "nim", "position": "3,5,7,9,12", "form": "subsets"}),
        json!({"ask": "annotate", "game": "nim", "position": "3,5,7", "moves": ["1: take 1", "2: take 1"]}),
        json!({"game": "nim:3,5 + kayles:7"}),
        json!({"game": "nim:3,5 + kayles:7", "compound": "conjunctive short"}),
        // Over its budget.
        json!({"game": "cram", "position": "5x6", "limits": {"states": 100}}),
        json!({"ask": "table", "game": WYTHOFF, "to": [2000], "limits": {"states": 1000}}),
        json!({"ask": "study", "game": WYTHOFF, "limits": {"states": 10}}),
        // No questions, or none that make sense.
        json!({"ask": "what"}),
        json!({"ask": "games", "unheard": 1}),
        json!({"game": "nimm", "position": "1"}),
        json!({"game": "nim", "position": "3,,5"}),
        json!({"game": "nim", "position": "1e40000"}),
        json!({"ask": "play", "game": "nim", "position": "3", "moves": ["1: take 9"]}),
        json!({"game": "bachet", "params": {"max": "many"}, "position": "9"}),
        json!({"game": "bachet:0", "position": "9"}),
        json!({"game": "state n; move take(k in 1..q) -> [n-k]", "position": "1"}),
        json!({"game": "state n; move stay -> [n]", "position": "3"}),
        json!({"ask": "verify", "certificate": "grundy heap certificate 1\ncode 0.77\n"}),
        json!({"ask": "verify", "certificate": ""}),
        json!({"ask": "table", "game": "hackenbush", "to": [5]}),
    ]);
    // Texts that want to do harm.
    for hostile in [
        "(".repeat(100_000),
        format!(
            "state n; move a -> [n - {}1{}]",
            "(".repeat(20_000),
            ")".repeat(20_000)
        ),
        "state ".repeat(50_000),
        "state n; move take(k in 1..n) -> [n-k]\n".repeat(3000),
        "\u{0}\u{202e}🂡\u{fffd}".repeat(300),
        "9".repeat(200_000),
    ] {
        all.push(json!({"ask": "check", "text": hostile}));
        all.push(json!({"game": hostile, "position": "5"}));
        all.push(json!({"game": "nim", "position": hostile}));
        all.push(json!({"ask": "nim", "expressions": [hostile]}));
        all.push(json!({"ask": "graph", "graph": hostile}));
        all.push(json!({"ask": "verify", "certificate": hostile}));
    }
    let mut lines: Vec<Line> = all.iter().map(|q| q.to_string().into_bytes()).collect();
    lines.extend([
        b"".to_vec(),
        b"[]".to_vec(),
        b"{\"game\":\xff}".to_vec(),
        b"{\"game\":\"nim\"".to_vec(),
        [b"[".repeat(100_000), b"]".repeat(100_000)].concat(),
        b"{\"a\":".repeat(100_000),
    ]);
    // What is proven can be verified.
    lines.push(
        json!({"ask": "verify", "certificate": PROVEN})
            .to_string()
            .into_bytes(),
    );
    lines
}

/// The period of Kayles, as `grundy period 0.77 --certificate` writes it.
const PROVEN: &str = "grundy heap certificate 1\ncode 0.77\nstart 71\nperiod 12\nsaltus 0\nlemma 192\nsum dd54ce9d4a691f63\n";
