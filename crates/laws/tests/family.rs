//! Theorems with a parameter: what is proven of all games of a family is true
//! of small ones by plain search, and no forged certificate that the checker
//! accepts is false.

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy::text::Lang;
use grundy_laws::conjecture::Verdict;
use grundy_laws::family::{Options, decide, study};
use grundy_laws::read::family as written;
use grundy_laws::rules::Source;
use grundy_verify::law::family::{Certificate, check};

/// What may be taken, by definition.
type Taken = fn(i64) -> Vec<i64>;

/// The moves of a family, what may be taken, the law, the least parameter.
const FAMILIES: [(&str, Taken, &str, i64); 8] = [
    (
        "move take(j in 1..k) -> [n-j]",
        |k| (1..=k).collect(),
        "g(n) = n mod (k+1)",
        0,
    ),
    (
        "move one -> [n-1]; move more -> [n-k]",
        |k| vec![1, k],
        "k mod 2 = 0: g(n) = r mod 2 (r < k), 2 (r = k), where r = n mod (k+1); k mod 2 = 1: g(n) = n mod 2",
        1,
    ),
    (
        "move few(j in 1..2) -> [n-j]; move more -> [n-k]",
        |k| vec![1, 2, k],
        "",
        1,
    ),
    (
        "move take(j in k..2*k) -> [n-j]",
        |k| (k..=2 * k).collect(),
        "",
        1,
    ),
    (
        "move less -> [n-k]; move more -> [n-k-1]",
        |k| vec![k, k + 1],
        "",
        1,
    ),
    (
        "move take(j in 1..2*k+1) if j % 2 = 1 -> [n-j]",
        |k| (1..=2 * k + 1).filter(|j| j % 2 == 1).collect(),
        "",
        0,
    ),
    (
        "move take(j in 1..k+2) if j != 2 -> [n-j]",
        |k| (1..=k + 2).filter(|j| *j != 2).collect(),
        "",
        0,
    ),
    (
        "move take(j in 2..k) -> [n-j]",
        |k| (2..=k).collect(),
        "",
        2,
    ),
];

fn text(moves: &str) -> String {
    format!("game family(k = 7)\nstate n\n{moves}")
}

/// Values by definition.
fn values(taken: &[i64], to: i64) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for n in 0..to {
        let options: Vec<i64> = taken
            .iter()
            .filter(|&&j| j >= 1 && j <= n)
            .map(|j| values[(n - j) as usize])
            .collect();
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    values
}

fn is_true(law: &Certificate, taken: Taken) -> bool {
    (law.least..law.least + 14).all(|k| {
        let values = values(&taken(k), 90);
        (0..).zip(&values).all(|(n, v)| law.value(k, n) == Some(*v))
    })
}

#[test]
fn laws_of_all_games_are_proven_and_true() {
    let mut proven = Vec::new();
    for (moves, taken, said, least) in FAMILIES {
        let source = Source::new(&text(moves));
        let found = study(&source, "k", &Options::default());
        let found = found.unwrap_or_else(|e| panic!("{moves}: {e:?}"));
        let Some(theorem) = found.theorem else {
            println!("{moves}: {:?}", found.reason);
            continue;
        };
        let law = &theorem.certificate;
        println!("{moves}: {} from {}", law.law(), law.least);
        assert!(is_true(law, taken), "{moves}: {}", law.law());
        if !said.is_empty() {
            assert_eq!(
                (law.law().to_string().as_str(), law.least),
                (said, least),
                "{moves}"
            );
        }
        check(&law.to_string(), &Budget::default()).unwrap();
        proven.push(moves);
    }
    assert!(proven.len() == FAMILIES.len(), "{proven:?}");
}

/// What is printed of a family is read, in both languages, and proven with the same certificate.
#[test]
fn laws_of_all_games_are_read_as_they_are_printed() {
    let mut wrong = Vec::new();
    let conventions = ["", "\nplay misere"];
    for (moves, ..) in FAMILIES {
        for convention in conventions {
            let source = Source::new(&format!("{}{convention}", text(moves)));
            let Some(theorem) = study(&source, "k", &Options::default()).unwrap().theorem else {
                continue;
            };
            let (law, least) = (theorem.certificate.law(), theorem.certificate.least);
            for lang in [Lang::En, Lang::Zh] {
                let said = law.get(lang);
                let range = [
                    format!("{said} for all k >= {least}"),
                    format!("for all k ≥ {least} and all n: {said}"),
                    format!("对所有 k ≥ {least} 与所有 n：{said}"),
                    said.to_string(),
                ];
                for said in range {
                    let read = written::read(&said, "k", "n");
                    let read = read.unwrap_or_else(|error| panic!("{error}"));
                    for (k, n) in (least..30).flat_map(|k| (0..120).map(move |n| (k, n))) {
                        let value = theorem.certificate.value(k, n);
                        assert_eq!(
                            read.value(k, n).map(|v| v.min(1 << 40)),
                            value,
                            "{said}: {k}, {n}"
                        );
                    }
                }
                let decided = decide(&source, "k", said, &Default::default()).unwrap();
                match decided.verdict {
                    Verdict::Proven {
                        certificate: Some(certificate),
                        ..
                    } => {
                        let again = check(&certificate, &Budget::default()).unwrap();
                        let again = again.certificate();
                        if again.law() != law || again.least != least {
                            wrong.push(format!("{said}: {} from {}", again.law(), again.least));
                        }
                    }
                    other => wrong.push(format!("{moves}{convention}: {said}: {}", other.text())),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn conjectures_for_all_parameters_are_decided() {
    let bachet = Source::new(&text(FAMILIES[0].0));
    let said = |law: &str| decide(&bachet, "k", law, &Default::default()).unwrap();
    for law in [
        "g(n) = n mod (k+1)",
        "g(n) = n mod (k+1) for all k >= 3",
        "for all k: g(n) = n mod (1+k)",
        "g(n) = 0 if n mod (k+1) = 0; n mod (k+1) otherwise",
        "g(n) = r (r < k+1), where r = n mod (2k+2), r-(k+1) (r >= k+1)",
        "n is P exactly if n mod (k+1) = 0",
        "P iff n mod (k+1) = 0",
        "N iff n mod (k+1) > 0 for all k >= 1",
        "g(n) = r if r <= k; r-k-1 otherwise, where r = n mod (2k+2) for all k >= 1",
        "k mod 2 = 1: g(n) = n mod (k+1); k mod 2 = 0: g(n) = r, where r = n mod (k+1)",
    ] {
        if law.contains("2k+2), r-") {
            // What a remainder is is said behind all pieces.
            assert!(written::read(law, "k", "n").is_err());
            continue;
        }
        let decided = said(law);
        let Verdict::Proven {
            certificate, why, ..
        } = decided.verdict
        else {
            panic!("{law}: {}", decided.verdict.text());
        };
        check(&certificate.unwrap(), &Budget::default()).unwrap();
        assert!(why.to_string().starts_with("for all k ≥ "), "{why}");
    }
    for (law, k, n, claimed, found) in [
        ("g(n) = n mod (k+2) for all k >= 1", 1, 2, "2", "0"),
        ("P iff n mod (k+1) = 1 for all k >= 2", 2, 0, "N", "P"),
        ("g(n) = 0", 5, 1, "0", "1"),
        (
            "g(n) = r (r < k), where r = n mod (k+1) for all k >= 0",
            0,
            0,
            "nothing: the formula has no value there",
            "0",
        ),
        // Only the twentieth game shows it.
        (
            "g(n) = n mod (k+1) if k != 20; 3 otherwise",
            20,
            0,
            "3",
            "0",
        ),
    ] {
        let decided = said(law);
        let Verdict::Refuted(wrong) = decided.verdict else {
            panic!("{law}: {}", decided.verdict.text());
        };
        let numbers = [("k".to_string(), k), ("n".to_string(), n)];
        assert_eq!(wrong.numbers, numbers, "{law}");
        assert_eq!(wrong.claimed.unwrap().to_string(), claimed, "{law}");
        assert_eq!(wrong.found.to_string(), found, "{law}");
    }
    // True of all that was looked at, and false farther out: nothing is said.
    for law in [
        "g(n) = n mod (k+1) if k != 200; 3 otherwise",
        "g(n) = r if r < 1000; 0 otherwise, where r = n mod (k+1)",
    ] {
        let decided = said(law);
        assert!(matches!(decided.verdict, Verdict::Open { .. }), "{law}");
    }
}

#[test]
fn what_is_no_law_for_all_parameters_is_told_with_its_column() {
    for (text, column, word) in [
        ("", 1, "`g(n) = …`"),
        ("g(n) = ", 8, "a number"),
        ("g(m) = 1", 3, "`g(n) = …`"),
        ("g(n) = n", 1, "one remainder only"),
        ("g(n) = m", 8, "expected `k`, `n` or `r`"),
        ("g(n) = n mod (k+m)", 17, "expected `k`, `n` or `r`"),
        (
            "g(n) = r (s < k), where r = n mod k",
            11,
            "expected `k`, `n` or `r`",
        ),
        ("P iff n mod (k+1) = j", 21, "expected `k`, `n` or `r`"),
        ("g(n) = r", 1, "one remainder only"),
        ("g(n) = (n mod k)+(n mod (k+1))", 1, "one remainder only"),
        ("g(n) = n mod (k*k)", 1, "linear in k"),
        ("g(n) = r, where r = n mod (k*k)", 27, "linear in k"),
        ("g(n) = r, where s = n mod k", 17, "where r = n mod"),
        ("k mod 2 = 0: g(n) = n mod 2", 1, "k mod 2 = 1"),
        ("k mod 2 = 2: g(n) = n mod 2", 1, "a remainder modulo"),
        (
            "k mod 2 = 0: g(n) = 0; k mod 2 = 1: P iff n mod 2 = 0",
            37,
            "all cases to be about values",
        ),
        ("g(n) = n mod (k+1) for all j", 28, "the parameter `k`"),
        ("g(n) = n mod (k+1) whatever", 20, "for all k"),
        ("n is Q", 6, "is P exactly if"),
    ] {
        let error = written::read(text, "k", "n").unwrap_err().to_string();
        assert!(
            error.contains(&format!("column {column}:")),
            "{text}: {error}"
        );
        assert!(error.contains(word), "{text}: {error}");
    }
    // One name for two things says nothing.
    for (parameter, heap) in [("r", "n"), ("k", "r")] {
        let text = format!("g({heap}) = r, where r = {heap} mod ({parameter}+1)");
        let error = written::read(&text, parameter, heap)
            .unwrap_err()
            .to_string();
        assert!(error.contains("each time"), "{error}");
        let text = format!("g({heap}) = {heap} mod ({parameter}+1)");
        assert_eq!(
            written::read(&text, parameter, heap).unwrap().value(3, 6),
            Some(2)
        );
    }
    let moves = "game b(n = 3)\nstate h\nmove take(j in 1..n) -> [h-j]";
    let said = |law: &str| decide(&Source::new(moves), "n", law, &Default::default());
    assert!(said("g(n) = n mod (n+1)").is_err());
    assert_eq!(said("g(h) = h mod (n+1)").unwrap().verdict.word(), "proven");
    for text in [
        "(".repeat(60_000),
        "k mod 2 = 0: ".repeat(4000),
        "g(n) = 1 (r = 1), ".repeat(3000),
    ] {
        assert!(written::read(&text, "k", "n").is_err());
    }
}

#[test]
fn what_is_no_family_is_refused_by_name() {
    for (text, parameter) in [
        ("game g(k = 2); state n; move m(j in 1..k) -> [n-j]", "m"),
        ("state n; move m(j in 1..3) -> [n-j]", "k"),
        ("game g(k = 2); state n in 0..k; move m -> [n-1]", "k"),
        (
            "game g(k = 2); state h[k]; move m(i in 0..k-1) -> [h[i := h[i]-1]]",
            "k",
        ),
        ("game g(k = 2); state n; move m(j in 1..k) -> [n-j*k]", "k"),
    ] {
        let found = study(&Source::new(text), parameter, &Options::default());
        assert!(found.is_err(), "{text}");
    }
    // Without a period that is linear in the parameter nothing is said.
    let text = "game g(k = 2); state n; move m(j in 1..n) if j != k -> [n-j]";
    let found = study(&Source::new(text), "k", &Options::default()).unwrap();
    assert!(found.theorem.is_none() && found.reason.is_some());
}

/// What a file expects, also of all positions, is no part of the rules.
#[test]
fn expectations_stand_in_no_way() {
    let expected = [
        "expect g(n) = n mod (k+1) for all k",
        "expect g(n) = n mod 8 for all n",
        "expect g(0..3) = 0 1 2 3",
        "expect g(n) = n mod (k+2) for all k >= 1",
    ];
    let source = format!("{}\n{}", text(FAMILIES[0].0), expected.join("\n"));
    let theorem = study(&Source::new(&source), "k", &Options::default())
        .unwrap()
        .theorem;
    assert_eq!(
        theorem.unwrap().certificate.law().to_string(),
        "g(n) = n mod (k+1)"
    );
    let tested = grundy_laws::conjecture::test(&source, &[], &Default::default()).unwrap();
    let failures: Vec<&str> = tested[0]
        .failures
        .iter()
        .map(|f| f.position.as_str())
        .collect();
    assert_eq!(failures, ["k = 1, n = 2"]);
}

/// Who loses under misère play, by definition: whoever cannot move has won.
fn lost(taken: &[i64], to: i64) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..to {
        let options: Vec<bool> = { taken.iter().filter(|&&j| j >= 1 && j <= n) }
            .map(|j| lost[(n - j) as usize])
            .collect();
        lost.push(!options.is_empty() && !options.contains(&true));
    }
    lost
}

#[test]
fn who_loses_under_misere_play_is_proven_for_all_games() {
    let mut proven = 0;
    for (moves, taken, ..) in FAMILIES {
        let source = Source::new(&format!("{}\nplay misere", text(moves)));
        let found = study(&source, "k", &Options::default()).unwrap();
        let Some(theorem) = found.theorem else {
            println!("{moves}: {:?}", found.reason);
            continue;
        };
        proven += 1;
        let law = theorem.certificate;
        println!("{moves}: {} from {}", law.law(), law.least);
        assert!(law.lost);
        for k in law.least..law.least + 14 {
            for (n, lost) in (0..).zip(lost(&taken(k), 90)) {
                assert_eq!(law.value(k, n) == Some(0), lost, "{moves} {k} {n}");
            }
        }
        // The same law of normal play, and values of misère play, are refused.
        let body = sealed::open(&law.to_string()).unwrap().to_string();
        for (from, to) in [("play misere", "play normal"), ("claim lost\n", "")] {
            let forged = sealed::seal(&body.replace(from, to));
            assert!(check(&forged, &Budget::default()).is_err(), "{forged}");
        }
    }
    assert!(proven >= 5, "{proven}");
}

/// Every number of a certificate is changed in turn; what is accepted is true.
#[test]
fn no_forged_certificate_is_accepted_and_false() {
    let (mut refused, mut accepted) = (0, 0);
    for (moves, taken, ..) in [FAMILIES[0], FAMILIES[1], FAMILIES[4]] {
        let source = Source::new(&text(moves));
        let theorem = study(&source, "k", &Options::default())
            .unwrap()
            .theorem
            .unwrap();
        let body = sealed::open(&theorem.certificate.to_string())
            .unwrap()
            .to_string();
        let lines: Vec<&str> = body.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            let claims = ["for", "case", "piece"].contains(&words[0]);
            for (place, word) in words.iter().enumerate().filter(|_| claims) {
                let Ok(number) = word.parse::<i64>() else {
                    continue;
                };
                for changed in [number - 1, number + 1, 0] {
                    if changed == number {
                        continue;
                    }
                    let mut words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
                    words[place] = changed.to_string();
                    let mut lines: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
                    lines[at] = words.join(" ");
                    let forged = sealed::seal(&(lines.join("\n") + "\n"));
                    match check(&forged, &Budget::default()) {
                        Err(_) => refused += 1,
                        Ok(theorem) => {
                            accepted += 1;
                            assert!(is_true(theorem.certificate(), taken), "{forged}");
                        }
                    }
                }
            }
        }
        // The law of another family.
        for (other, ..) in FAMILIES.iter().filter(|f| f.0 != moves) {
            let forged = sealed::seal(&body.replace(moves, other));
            assert!(check(&forged, &Budget::default()).is_err(), "{forged}");
        }
    }
    // A greater least parameter or reach, and a start of an empty stretch, are true too.
    assert!(refused > 50 && accepted > 3, "{refused} {accepted}");
}
