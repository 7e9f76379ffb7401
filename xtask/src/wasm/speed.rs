//! How the module compares with the native desk, in one run.

use std::fmt::Write;

use serde_json::{Value, json};

use super::talk::Desk;
use super::{build, native, node};

/// A question is asked so often of each; the best time counts.
const REPEATS: usize = 4;
/// What the module may take, in times of the native desk.
const ALLOWED: f64 = 2.5;

/// What is timed: a name, the question, and whether it counts: vectors of 512 bits and all
/// processors have no equal in a browser, so what lives on them is told and not judged.
fn workloads() -> Vec<(&'static str, Value, bool)> {
    const BOTH: &str = "state a, b; move left(k in 1..a) -> [a-k, b]; move right(k in 1..b) -> [a, b-k]; move both(k in 1..min(a, b)) -> [a-k, b-k]";
    // A graph with cycles, of half a million edges.
    let vertex = |i: u64, by: u64| i.wrapping_mul(by) % 6_007;
    let edges: String = (0..19_000).fold(String::new(), |mut text, i: u64| {
        let (from, to) = (vertex(i, 7919), vertex(i * i + 13, 104_729));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{from} {to}");
        text
    });
    vec![
        (
            "table: Wythoff, 200 × 200",
            json!({"ask": "table", "game": "wythoff", "to": [200]}),
            true,
        ),
        (
            "table: the same as a rule text, 500 × 500",
            json!({"ask": "table", "game": BOTH, "to": [500]}),
            true,
        ),
        (
            "table: Euclid, 300 × 300",
            json!({"ask": "table", "game": "euclid", "to": [300], "convention": "misere"}),
            true,
        ),
        (
            "solve: Chomp 9 × 11",
            json!({"game": "chomp", "position": "9x11"}),
            true,
        ),
        (
            "solve: Cram 4 × 5, every move",
            json!({"game": "cram", "position": "4x5", "all": true}),
            true,
        ),
        (
            "study: Wythoff's game",
            json!({"ask": "study", "game": "wythoff"}),
            true,
        ),
        (
            "study: Kayles",
            json!({"ask": "study", "game": "kayles"}),
            true,
        ),
        (
            "study: a rule text of two heaps",
            json!({"ask": "study", "game": BOTH}),
            true,
        ),
        (
            "retrograde and loopy values: a graph with cycles",
            json!({"ask": "graph", "graph": edges, "values": true}),
            true,
        ),
        (
            "misère quotient of 0.77",
            json!({"ask": "misere", "code": "0.77", "heaps": 40}),
            false,
        ),
        (
            "period of 0.16 (sparse space)",
            json!({"ask": "period", "code": "0.16"}),
            false,
        ),
        (
            "0.007 to 30,000 (vectors)",
            json!({"ask": "sequence", "code": "0.007", "to": 30_000}),
            false,
        ),
    ]
}

/// Asks both and prints a table. An error if the module is too slow where that counts.
pub fn speed() -> Result<(), String> {
    node()?;
    let (modules, program) = (build()?, native("release")?);
    let (mut native, mut module) = (Desk::native(&program)?, Desk::modules(&modules)?);
    println!("| question | native | module, first | module | ratio |\n|---|---|---|---|---|");
    let mut slow = Vec::new();
    for (name, question, counts) in workloads() {
        let question = question.to_string().into_bytes();
        let (mut best, mut other, mut first) = (u64::MAX, u64::MAX, None);
        for _ in 0..REPEATS {
            let (a, b) = (native.ask(&question)?, module.ask(&question)?);
            if a.json()?.get("error").is_some() {
                return Err(format!("{name}: {}", a.text));
            }
            if a.text != b.text {
                return Err(format!("{name}: the answers differ"));
            }
            first.get_or_insert(b.took);
            (best, other) = (best.min(a.took), other.min(b.took));
        }
        let ms = |micros: u64| format!("{} ms", micros.div_ceil(1000));
        let ratio = other as f64 / best.max(1) as f64;
        let judged = if counts { "" } else { " (not judged)" };
        println!(
            "| {name} | {} | {} | {} | {ratio:.1}×{judged} |",
            ms(best),
            ms(first.unwrap_or(0)),
            ms(other)
        );
        if counts && ratio > ALLOWED {
            slow.push(name);
        }
    }
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "more than {ALLOWED} times the native time: {}",
            slow.join("; ")
        )),
    }
}
