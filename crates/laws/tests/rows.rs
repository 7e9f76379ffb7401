//! Laws of any number of heaps: what is proven is true by plain search, and no
//! forged certificate that the checker accepts is false.

use std::collections::HashMap;

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy::text::Lang;
use grundy_laws::conjecture::Verdict;
use grundy_laws::rows::{decide, study};
use grundy_laws::rules::Source;
use grundy_verify::law::heaps::{Certificate, check};

/// Options of a row, by definition.
type Options = fn(&[i64]) -> Vec<Vec<i64>>;

fn changed(row: &[i64], at: usize, by: i64, other: Option<usize>) -> Vec<i64> {
    let mut next = row.to_vec();
    next[at] -= by;
    if let Some(other) = other {
        next[other] += by;
    }
    next
}

fn taken(row: &[i64], most: i64) -> Vec<Vec<i64>> {
    let each = (0..row.len()).flat_map(|i| (1..=row[i].min(most)).map(move |k| (i, k)));
    each.map(|(i, k)| changed(row, i, k, None)).collect()
}

fn stairs(row: &[i64]) -> Vec<Vec<i64>> {
    let each = (0..row.len()).flat_map(|i| (1..=row[i]).map(move |k| (i, k)));
    each.map(|(i, k)| changed(row, i, k, i.checked_sub(1)))
        .collect()
}

/// One stone at most goes down, any number leaves the board.
fn slow_stairs(row: &[i64]) -> Vec<Vec<i64>> {
    let mut found: Vec<Vec<i64>> = (1..=row[0]).map(|k| changed(row, 0, k, None)).collect();
    let movable = (1..row.len()).filter(|i| row[*i] > 0);
    found.extend(movable.map(|i| changed(row, i, 1, Some(i - 1))));
    found
}

const NIM: &str = "move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]";
const BOUNDED: &str = "move take(i in 0..d-1, k in 1..3) if k <= h[i] -> [h[i := h[i]-k]]";
const STAIRS: &str = "move off(k in 1..h[0]) -> [h[0 := h[0]-k]]\n\
    move down(i in 1..d-1, k in 1..h[i]) -> [h[i := h[i]-k, i-1 := h[i-1]+k]]";
const SLOW: &str = "move off(k in 1..h[0]) -> [h[0 := h[0]-k]]\n\
    move down(i in 1..d-1) if h[i] > 0 -> [h[i := h[i]-1, i-1 := h[i-1]+1]]";

const ROWS: [(&str, Options, Option<&str>); 4] = [
    (
        NIM,
        |row| taken(row, i64::MAX),
        Some("g(h) = the xor of all h[i]"),
    ),
    (
        BOUNDED,
        |row| taken(row, 3),
        Some("g(h) = the xor of all (h[i] mod 4)"),
    ),
    (
        STAIRS,
        stairs,
        Some("g(h) = the xor of the h[i] with i mod 2 = 0"),
    ),
    (SLOW, slow_stairs, None),
];

fn text(moves: &str) -> String {
    format!("game rows(d = 3)\nstate h[d]\n{moves}")
}

fn value(row: &[i64], options: Options, known: &mut HashMap<Vec<i64>, i64>) -> i64 {
    if let Some(value) = known.get(row) {
        return *value;
    }
    let values: Vec<i64> = options(row)
        .iter()
        .map(|next| value(next, options, known))
        .collect();
    let found = (0..).find(|v| !values.contains(v)).unwrap();
    known.insert(row.to_vec(), found);
    found
}

fn is_true(law: &Certificate, options: Options) -> bool {
    (law.least..=4).all(|d| {
        let side: i64 = [0, 30, 9, 6, 4][d as usize];
        let mut known = HashMap::new();
        (0..side.pow(d as u32)).all(|cell| {
            let row: Vec<i64> = (0..d).map(|at| cell / side.pow(at as u32) % side).collect();
            law.value(&row) == value(&row, options, &mut known)
        })
    })
}

#[test]
fn laws_of_any_number_of_heaps_are_proven_and_true() {
    for (moves, options, said) in ROWS {
        let found = study(&Source::new(&text(moves)), "d", &Budget::default()).unwrap();
        let law = found
            .theorem
            .as_ref()
            .map(|t| t.certificate.law().to_string());
        assert_eq!(law.as_deref(), said, "{moves}: {:?}", found.reason);
        if let Some(theorem) = found.theorem {
            assert!(is_true(&theorem.certificate, options), "{moves}");
            assert_eq!(theorem.certificate.least, 1);
        }
    }
}

#[test]
fn the_text_of_the_catalogue_is_proven_for_every_length() {
    let staircase = grundy::catalogue::find("staircase")
        .unwrap()
        .build(&[])
        .unwrap();
    let source = Source::new(&staircase.rule_text().unwrap());
    let found = study(&source, "steps", &Budget::default()).unwrap();
    assert_eq!(
        found.theorem.unwrap().certificate.law().to_string(),
        "g(s) = the xor of the s[i] with i mod 2 = 0"
    );
}

fn greedy(row: &[i64]) -> Vec<Vec<i64>> {
    let most = *row.iter().max().unwrap();
    let greatest = (0..row.len()).filter(|i| row[*i] == most);
    let each = greatest.flat_map(|i| (1..=most).map(move |k| (i, k)));
    each.map(|(i, k)| changed(row, i, k, None)).collect()
}

#[test]
fn greedy_nim_is_proven_for_any_number_of_heaps() {
    let conditions = [
        "if all(j in 0..d-1: h[j] <= h[i])",
        "if k >= 1 and all(j in 0..d-1: h[i] >= h[j])",
    ];
    for condition in conditions {
        let moves = format!("move take(i in 0..d-1, k in 1..h[i]) {condition} -> [h[i := h[i]-k]]");
        let found = study(&Source::new(&text(&moves)), "d", &Budget::default()).unwrap();
        let law = found
            .theorem
            .unwrap_or_else(|| panic!("{condition}: {:?}", found.reason));
        let law = law.certificate;
        assert!(law.greatest);
        for d in 1..=5 {
            let side: i64 = [0, 30, 9, 6, 4, 3][d as usize];
            let mut known = HashMap::new();
            for cell in 0..side.pow(d as u32) {
                let row: Vec<i64> = (0..d).map(|at| cell / side.pow(at as u32) % side).collect();
                let lost = value(&row, greedy, &mut known) == 0;
                assert_eq!(law.is_lost(&row), lost, "{row:?}");
            }
        }
    }
    let claim = "heap 0 of 1 counts itself\nonly the greatest";
    let moves = "move take(i in 0..d-1, k in 1..h[i]) if h[i] = max(h) -> [h[i := h[i]-k]]";
    check(&certificate(moves, "down", claim), &Budget::default()).unwrap();
    for moves in [
        NIM,
        "move take(i in 0..d-1, k in 1..3) if h[i] = max(h) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if h[i] != max(h) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if all(j in 1..d-1: h[j] <= h[i]) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if all(j in 0..d-1: h[j] < h[i]) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if all(j in 0..d-1: h[i] <= h[j]) -> [h[i := h[i]-k]]",
        "move take(i in 1..d-1, k in 1..h[i]) if h[i] = max(h) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if h[i] = max(h) -> [h[i := h[i]-k]]\nmove any(i in 0..d-1) -> [h[i := h[i]-1]]",
        "move take(i in 0..d-1, k in 1..h[i]) if h[i] = max(h) or k = 1 -> [h[i := h[i]-k]]",
    ] {
        let forged = certificate(moves, "down", claim);
        assert!(check(&forged, &Budget::default()).is_err(), "{forged}");
    }
}

fn certificate(moves: &str, order: &str, heaps: &str) -> String {
    let text = text(moves);
    let lines = text.lines().count();
    sealed::seal(&format!(
        "grundy heaps certificate 1\nfor d from 1\ngame rows\nrules {lines} lines\n{text}\norder {order}\n{heaps}\n"
    ))
}

/// Every claim of every list about every rule: accepted exactly where it is true.
#[test]
fn claims_are_accepted_exactly_where_they_are_true() {
    let kinds = ["nothing", "itself", "modulo 2", "modulo 4", "modulo 5"];
    let mut claims: Vec<String> = Vec::new();
    for a in kinds {
        claims.push(format!("heap 0 of 1 counts {a}"));
        for b in kinds {
            claims.push(format!("heap 0 of 2 counts {a}\nheap 1 of 2 counts {b}"));
        }
    }
    let mut accepted = 0;
    for (moves, options, _) in ROWS {
        for claim in &claims {
            for order in ["down", "up"] {
                let forged = certificate(moves, order, claim);
                let law = Certificate::read(&forged).unwrap();
                match check(&forged, &Budget::default()) {
                    Ok(_) => {
                        accepted += 1;
                        assert!(is_true(&law, options), "{forged}");
                    }
                    // Staircases fall downwards only, so that order matters.
                    Err(_) => assert!(!is_true(&law, options) || order == "up", "{forged}"),
                }
            }
        }
    }
    // Nim and bounded Nim in both orders and in one or two classes, stairs.
    assert_eq!(accepted, 9);
}

/// What looks further than near one place, may look outside, or has another end.
#[test]
fn other_rules_are_refused() {
    let nim = "heap 0 of 1 counts itself";
    for moves in [
        // A heap that is not there is looked at before the condition.
        "move take(i in 0..d-1, k in 1..h[i-1]) if i > 0 -> [h[i-1 := h[i-1]-k]]\nmove last(k in 1..h[0]) -> [h[0 := h[0]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if i = 0 or h[i]-k >= h[i-1] -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if all(j in 0..d-1: h[j] <= h[i]) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) if h[i] = max(h) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, j in 0..d-1, k in 1..h[i]) if i != j -> [h[i := h[i]-k, j := h[j]+1]]",
        "move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]\nplay misere",
        "move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]\nsum upto 2",
        "move take(i in 0..d-2, k in 1..h[i]) -> [h[i := h[i]-k]]",
        "move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]\nmove more(i in 0..d-1) -> [h[i := h[i]+1]]",
        "move take(i in 0..d, k in 1..h[i]) -> [h[i := h[i]-k]]",
    ] {
        for order in ["down", "up"] {
            let forged = certificate(moves, order, nim);
            assert!(check(&forged, &Budget::default()).is_err(), "{forged}");
        }
    }
    let good = certificate(NIM, "down", nim);
    check(&good, &Budget::default()).unwrap();
    for (from, to) in [
        ("for d from 1", "for d from 0"),
        ("for d from 1", "for e from 1"),
        ("heap 0 of 1", "heap 1 of 1"),
        ("heap 0 of 1", "heap 0 of 2"),
        ("order down", "order round"),
        ("counts itself", "counts modulo 0"),
    ] {
        let body = sealed::open(&good).unwrap().replace(from, to);
        assert!(
            check(&sealed::seal(&body), &Budget::default()).is_err(),
            "{to}"
        );
    }
}

/// What is printed of rows is read, in both languages, and proven; what is false has a row.
#[test]
fn laws_of_rows_are_read_as_they_are_printed() {
    let mut read = 0;
    for (moves, ..) in ROWS {
        let text = format!("game row(d = 3)\nstate h[d]\n{moves}");
        let source = Source::new(&text);
        let Some(theorem) = study(&source, "d", &Budget::default()).unwrap().theorem else {
            continue;
        };
        let law = theorem.certificate.law();
        for lang in [Lang::En, Lang::Zh] {
            let said = law.get(lang);
            for said in [
                said.to_string(),
                format!("{said} for all d >= 2"),
                format!("for all d ≥ 2: {said}"),
                format!("对所有 d ≥ 2：{said}"),
            ] {
                let decided = decide(&source, "d", &said, &Budget::default()).unwrap();
                assert_eq!(decided.said, law);
                let Verdict::Proven { certificate, .. } = decided.verdict else {
                    panic!("{said}: {}", decided.verdict.text());
                };
                check(&certificate.unwrap(), &Budget::default()).unwrap();
            }
        }
        read += 1;
    }
    assert!(read >= 3, "{read}");
    let nim = Source::new(&format!("game row(d = 3)\nstate h[d]\n{NIM}"));
    let said = |law: &str| decide(&nim, "d", law, &Budget::default());
    for (law, numbers) in [
        ("g(h) = 0", &[("d", 1), ("h0", 1)][..]),
        ("g(h) = the xor of all (h[i] mod 3)", &[("d", 1), ("h0", 3)]),
        (
            "g(h) = the xor of the h[i] with i mod 2 = 0 for all d >= 2",
            &[("d", 2), ("h0", 0), ("h1", 1)],
        ),
    ] {
        let Verdict::Refuted(wrong) = said(law).unwrap().verdict else {
            panic!("{law}");
        };
        let numbers: Vec<(String, u64)> = { numbers.iter() }
            .map(|(name, n)| (name.to_string(), *n))
            .collect();
        assert_eq!(wrong.numbers, numbers, "{law}");
    }
    for law in [
        "",
        "g(h) = n",
        "g(h) = the xor of",
        "g(x) = the xor of all x[i]",
        "g(h) = the xor of all (h[i] mod 0)",
    ] {
        let error = said(law).unwrap_err().to_string();
        assert!(
            error.contains("column 1") && error.contains("the xor of all h[i]"),
            "{error}"
        );
    }
}
