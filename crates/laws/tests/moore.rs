//! Moore's theorem: its premises are asked of the rules, and what is accepted is
//! true by plain search.

use std::collections::HashMap;

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy::text::Lang;
use grundy_laws::family::for_all;
use grundy_laws::moore::{decide, study};
use grundy_laws::rules::Source;
use grundy_verify::law::moore::check;

fn text(moves: &str, sum: &str) -> String {
    format!("game moore(k = 2)\nstate n\n{moves}\n{sum}\n")
}

const NIM: &str = "move take(j in 1..n) -> [n-j]";

/// Whether sorted heaps are lost where from 1 to k of them become smaller.
fn lost(heaps: &[u64], k: usize, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(lost) = known.get(heaps) {
        return *lost;
    }
    let mut reached = false;
    let mut open: Vec<(usize, Vec<u64>, usize)> = vec![(0, heaps.to_vec(), 0)];
    while let Some((at, row, moved)) = open.pop() {
        if at == heaps.len() {
            let mut next = row;
            next.sort_unstable();
            reached |= moved > 0 && lost(&next, k, known);
            continue;
        }
        for smaller in 0..row[at] {
            if moved < k {
                let mut next = row.clone();
                next[at] = smaller;
                open.push((at + 1, next, moved + 1));
            }
        }
        open.push((at + 1, row, moved));
    }
    known.insert(heaps.to_vec(), !reached);
    !reached
}

#[test]
fn moore_s_theorem_is_proven_for_all_k_and_true() {
    for moves in [NIM, "move one -> [n-1]\nmove more(j in 2..n) -> [n-j]"] {
        let source = Source::new(&text(moves, "sum upto k"));
        let found = for_all(&source, "k", &Budget::default()).unwrap().unwrap();
        let theorem = check(&found.certificate, &Budget::default()).unwrap();
        for k in 1..=4 {
            let mut known = HashMap::new();
            for cell in 0..4u64.pow(5) {
                let heaps: Vec<u64> = (0..5).map(|at| cell / 4u64.pow(at) % 4).collect();
                if heaps.is_sorted() {
                    let truth = lost(&heaps, k, &mut known);
                    assert_eq!(
                        theorem.certificate().is_lost(k as u64, &heaps),
                        truth,
                        "{heaps:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn other_rules_are_refused() {
    let claim = |most: &str, text: &str| {
        let lines = text.lines().count();
        sealed::seal(&format!(
            "grundy moore certificate 1\nupto {most}\ngame moore\nrules {lines} lines\n{text}"
        ))
    };
    let accepted = |most: &str, text: &str| check(&claim(most, text), &Budget::default()).is_ok();
    assert!(accepted("k", &text(NIM, "sum upto k")));
    assert!(accepted("2", &text(NIM, "sum upto 2")));
    for (most, moves, sum) in [
        // Another number, or none.
        ("2", NIM, "sum upto k"),
        ("k", NIM, "sum upto 2"),
        ("3", NIM, "sum upto 2"),
        ("k", NIM, "sum upto k+1"),
        ("k", NIM, "sum every"),
        ("k", NIM, ""),
        ("k", NIM, "sum upto k\nplay misere"),
        ("k", NIM, "sum upto k\nshort"),
        // Other heaps.
        ("k", "move take(j in 1..3) -> [n-j]", "sum upto k"),
        ("k", "move take(j in 1..k) -> [n-j]", "sum upto k"),
        ("k", "move take(j in 2..n) -> [n-j]", "sum upto k"),
        ("k", "move take(j in 0..n) -> [n-j]", "sum upto k"),
        ("k", "move take(j in 1..n) -> [n-j] + [0]", "sum upto k"),
        ("k", "move take(j in 1..n) if j != 5 -> [n-j]", "sum upto k"),
    ] {
        let text = text(moves, sum);
        assert!(!accepted(most, &text), "{most}: {text}");
    }
    let wrong = Source::new(&text("move take(j in 1..3) -> [n-j]", "sum upto k"));
    assert!(for_all(&wrong, "k", &Budget::default()).unwrap().is_err());
}

#[test]
fn the_law_is_read_as_it_is_printed() {
    let source =
        Source::new("game moore(k = 2)\nstate n\nmove take(j in 1..n) -> [n-j]\nsum upto k");
    let theorem = study(&source, "k", &Budget::default()).unwrap().unwrap();
    let law = theorem.certificate.law();
    for text in [
        law.get(Lang::En).to_string(),
        law.get(Lang::Zh).to_string(),
        format!("for all k ≥ 1: {}", law.get(Lang::En)),
    ] {
        let decided = decide(&source, "k", &text, &Budget::default()).unwrap();
        assert_eq!(decided.verdict.word(), "proven", "{text}");
        assert_eq!(decided.said, law);
    }
    let error = decide(&source, "k", "g(n) = n", &Budget::default()).unwrap_err();
    assert!(error.to_string().contains("divisible by k+1"), "{error}");
}
