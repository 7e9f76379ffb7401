//! Theorems with a parameter: what is proven of all games of a family is true
//! of small ones by plain search, and no forged certificate that the checker
//! accepts is false.

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy_laws::family::{Options, study};
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
