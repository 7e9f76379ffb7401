//! Lines of `grundy batch`, at the desk that answers them.
//!
//! Every line gets one line of JSON, and the same line the same answer: from games that were
//! built before, and from a new desk.

use grundy::catalogue;
use grundy::text::Lang;
use grundy_desk::{Desk, Watch};
use serde_json::{Value, json};

/// More lines than this are not asked: each may cost as much as an input should.
const LINES: usize = 4;

/// The examples of the catalogue, and every field there is.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in catalogue::ALL.iter().filter(|e| e.about.named_by.is_none()) {
        if let Some(example) = entry.about.examples.first() {
            let mut line = json!({"game": entry.about.id, "position": example});
            if let Some(setting) = entry.about.tested_with.first() {
                for (name, value) in *setting {
                    line["params"][*name] = json!(value);
                }
            }
            all.push(line.to_string().into_bytes());
        }
    }
    for line in [
        r#"{"game":"nim","position":[3,5,7],"convention":"misere","moves":2,"id":"a"}"#,
        r#"{"game":"nim:3,5 + kayles:7"}"#,
        r#"{"game":"nim:3,5 + kayles:7","compound":"conjunctive short"}"#,
        r#"{"game":"kayles","position":"7","compound":"upto 2","convention":"misere"}"#,
        r#"{"game":"state n; move take(k in 1..m) -> [n-k]","position":9,"params":{}}"#,
        r#"{"game":"game g(m = 3); state n; move t(k in 1..m) -> [n-k]","position":9,"params":{"m":2}}"#,
        "{\"game\":\"nim\",\"position\":\"1,2\"}\n{\"game\":\"nim\",\"position\":\"1,2,3\"}",
        "[]\n{}\n{\"game\":1}",
        r#"{"ask":"games","search":"尼姆","lang":"zh"}"#,
        r#"{"ask":"game","game":"bachet:4"}"#,
        r#"{"ask":"play","game":"nim","position":"3,2","moves":["1: take 1"],"reply":{"level":2,"seed":1},"rate":true,"why":true,"history":true}"#,
        r#"{"ask":"play","game":"nim:3 + kayles:4","compound":"selective","rate":true}"#,
        r#"{"ask":"annotate","game":"nim","position":"3,2","moves":["1: take 1"]}"#,
        r#"{"ask":"exercise","seed":9,"families":["boards"]}"#,
        r#"{"ask":"table","game":"wythoff","to":[4,5],"limits":{"states":100}}"#,
        r#"{"ask":"study","game":"state n; move t(k in 1..3) -> [n-k]","limits":{"milliseconds":50}}"#,
        r#"{"ask":"law","values":"0 1 2 0 1 2 0 1 2"}"#,
        r#"{"ask":"verify","certificate":"grundy"}"#,
        r#"{"ask":"period","code":"0.77","heaps":20}"#,
        r#"{"ask":"sequence","code":"{1,3,4}","to":20}"#,
        r#"{"ask":"misere","code":"0.123","heaps":9,"sum":[3,4]}"#,
        r#"{"ask":"graph","graph":[["a","b"],["b","a"]],"values":true,"start":["a","b"]}"#,
        r#"{"ask":"nim","expressions":["x = 5","x * 9"]}"#,
        r#"{"ask":"nim-table","operation":"product","size":4}"#,
        r#"{"ask":"check","text":"state n; move t(k in 1..m) -> [n-k]"}"#,
        r#"{"ask":"test","text":"state n; move t(k in 1..3) -> [n-k]; expect outcome(4) = P"}"#,
        r#"{"ask":"explain","code":"E020"}"#,
        r#"{"ask":"draw","game":"nim","position":"2,1","depth":1}"#,
        r#"{"ask":"count","game":"nim","position":"1,2,3","form":"subsets","size":2,"modulo":7}"#,
    ] {
        all.push(line.as_bytes().to_vec());
    }
    all
}

pub(super) fn run(input: &[u8]) -> Result<(), String> {
    let desk = Desk::new(super::small(), Lang::En);
    let zh = Desk::new(super::small(), Lang::Zh);
    for line in input.split(|byte| *byte == b'\n').take(LINES) {
        let first = answered(&desk, line)?;
        let again = answered(&desk, line)?;
        let other = answered(&zh, line)?;
        let three = [&first, &again, &other];
        let over = three.map(is_over_budget).contains(&true)
            || three
                .map(is_cut_short)
                .iter()
                .any(|cut| *cut != is_cut_short(&first));
        if !over && first != again {
            return Err(format!("{first}, and asked again {again}"));
        }
        // The languages differ in sentences alone.
        let what =
            |answer: &Value| [&answer["outcome"], &answer["error"]["code"]].map(Clone::clone);
        if !over && what(&first) != what(&other) {
            return Err(format!("{first}, in Chinese {other}"));
        }
    }
    Ok(())
}

fn answered(desk: &Desk, line: &[u8]) -> Result<Value, String> {
    let answer = desk.reply(line, &Watch::default()).text;
    match serde_json::from_str(&answer) {
        Ok(value @ Value::Object(_)) if !answer.contains(['\n', '\r']) => Ok(value),
        _ => Err(format!("the answer is not an object on a line: {answer}")),
    }
}

/// Whether limits were reached: the limit of time need not be reached again.
fn is_over_budget(answer: &Value) -> bool {
    answer["error"]["code"] == "over_budget"
}

/// Whether the list of moves ends early: because of time it may do so once and not again.
fn is_cut_short(answer: &Value) -> bool {
    answer["winning_moves_truncated"] == true
}
