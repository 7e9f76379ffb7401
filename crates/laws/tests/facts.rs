//! Laws of moves that no automaton decides, by facts about primes, squares and
//! divisors: proven ones are true by plain search, and no forged certificate
//! that the checker accepts is false.

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy::outcome::Convention;
use grundy_laws::check::certificate::{Certificate, Claim};
use grundy_laws::game::study_game;
use grundy_laws::print::Style;
use grundy_laws::rules::Source;

const PRIME: &str = "all(d in 2..isqrt(k): not divides(d, k))";
const SQUAREFREE: &str = "all(d in 2..isqrt(k): k % (d*d) != 0)";

fn one(condition: &str) -> String {
    format!("state n; move take(k in 1..n) if {condition} -> [n-k]")
}

fn prime(k: usize) -> bool {
    k > 1 && (2..k).all(|d| !k.is_multiple_of(d))
}

fn squarefree(k: usize) -> bool {
    (2..=k).all(|d| !k.is_multiple_of(d * d))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

type Allowed = fn(usize, usize) -> bool;

/// Values by definition, of heaps from `least` on.
fn values(allowed: Allowed, least: usize, to: usize) -> Vec<Option<usize>> {
    let mut values: Vec<Option<usize>> = Vec::new();
    for n in 0..to {
        let options: Vec<usize> = (1..=n)
            .filter(|&k| n - k >= least && allowed(k, n))
            .filter_map(|k| values[n - k])
            .collect();
        let value = (0..).find(|v| !options.contains(v));
        values.push(value.filter(|_| n >= least));
    }
    values
}

/// Who loses, by definition; under misère play whoever cannot move has won.
fn lost(allowed: Allowed, misere: bool, to: usize) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..to {
        let options: Vec<usize> = (1..=n).filter(|&k| allowed(k, n)).collect();
        let none = options.iter().all(|&k| !lost[n - k]);
        lost.push(none && !(misere && options.is_empty()));
    }
    lost
}

/// The rules, what is allowed by definition, the least heap, the law if one is known.
fn games() -> Vec<(String, Allowed, usize, Option<&'static str>)> {
    let and = |more: &str, of: &str| one(&format!("{more} {of}"));
    vec![
        (
            one(PRIME),
            |k, _| k == 1 || prime(k),
            0,
            Some("g(n) = n mod 4"),
        ),
        (
            and("k = 1 or k >= 2 and", PRIME),
            |k, _| k == 1 || prime(k),
            0,
            Some("g(n) = n mod 4"),
        ),
        (
            one(SQUAREFREE),
            |k, _| squarefree(k),
            0,
            Some("g(n) = n mod 4"),
        ),
        // Odd squarefree numbers, and odd primes with 1.
        (
            and("k % 2 = 1 and", SQUAREFREE),
            |k, _| k % 2 == 1 && squarefree(k),
            0,
            Some("g(n) = n mod 2"),
        ),
        (
            and("k != 2 and", PRIME),
            |k, _| k == 1 || prime(k) && k > 2,
            0,
            Some("g(n) = n mod 2"),
        ),
        (
            "game divisors; state n in 1..; move subtract(d in 1..n-1) if divides(d, n) -> [n-d]"
                .into(),
            |d, n| n.is_multiple_of(d),
            1,
            None,
        ),
        // Even heaps are lost; the values are no matter for automata.
        (one("gcd(k, n) = 1"), |k, n| gcd(k, n) == 1, 0, None),
        (
            one("isqrt(k)*isqrt(k) = k and k % 2 = 1"),
            |k, _| k % 2 == 1 && k.isqrt().pow(2) == k,
            0,
            Some("g(n) = n mod 2"),
        ),
        (
            one("isqrt(k)*isqrt(k) = k or k = 2 or k = 3"),
            |k, _| k == 2 || k == 3 || k.isqrt().pow(2) == k,
            0,
            None,
        ),
    ]
}

fn study(text: &str) -> grundy_laws::game::Studied {
    study_played(text, Convention::Normal)
}

fn study_played(text: &str, convention: Convention) -> grundy_laws::game::Studied {
    let game = grundy_lang::load(text, None, &[]).unwrap();
    let source = Source::new(text);
    let found = study_game(
        &*game,
        convention,
        "game",
        Some(&source),
        &Default::default(),
    );
    found.unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

#[test]
fn laws_between_two_sets_of_moves_are_proven_and_true() {
    let mut proven = 0;
    for (text, allowed, least, known) in games() {
        let found = study(&text).study;
        let Some(best) = found.findings.iter().find(|f| f.proof.is_some()) else {
            assert_eq!(known, None, "{text}: {:?}", found.notes);
            continue;
        };
        proven += 1;
        let law = best
            .law
            .written(Style::Text, &found.sample.names)
            .to_string();
        if let Some(known) = known {
            assert_eq!(law, known, "{text}");
        }
        let values = values(allowed, least, 400);
        let only_lost = grundy_laws::find::only_lost(&best.law.statement);
        for (n, value) in values.iter().enumerate().skip(least) {
            let said = best.law.predict(&[n as u64]).unwrap();
            let truth = value.unwrap() as u64;
            let truth = if only_lost { truth.min(1) } else { truth };
            assert_eq!(said, truth, "{text}: {law} at {n}");
        }
        let certificate = best.certificate.as_ref().unwrap().write();
        grundy_laws::check::check(&certificate, &Budget::default()).unwrap();
        assert!(certificate.contains("\nfact "), "{certificate}");
    }
    assert_eq!(proven, 8);
}

#[test]
fn misere_play_between_two_sets() {
    // Take 1 or a prime: under misère play a remainder of 1 is lost.
    let text = format!("{}\nplay misere", one(PRIME));
    let found = study_played(&text, Convention::Misere).study;
    let best = found.findings.iter().find(|f| f.proof.is_some()).unwrap();
    let truth = lost(|k, _| k == 1 || prime(k), true, 300);
    for (n, lost) in truth.iter().enumerate() {
        assert_eq!(best.law.predict(&[n as u64]), Some(u64::from(!lost)), "{n}");
    }
}

#[test]
fn games_of_the_catalogue_are_proven_from_their_text() {
    let prime = grundy::catalogue::find("subtract-prime")
        .unwrap()
        .build(&[])
        .unwrap();
    let found = study_game(
        &*prime,
        Convention::Normal,
        "subtract-prime",
        None,
        &Default::default(),
    );
    let study = found.unwrap().study;
    // Without 1 no law is known: nothing may be called proven.
    assert!(study.findings.iter().all(|f| f.proof.is_none()));
    for (name, law) in [
        ("subtract-prime-power", Some("g(n) = n mod 6")),
        // ctz(0) has no value, so that the law with an empty heap is another.
        ("subtract-divisor", None),
    ] {
        let game = grundy::catalogue::find(name).unwrap().build(&[]).unwrap();
        let found = study_game(&*game, Convention::Normal, name, None, &Default::default());
        let study = found.unwrap().study;
        let best = study.findings.iter().find(|f| f.proof.is_some());
        let best = best.unwrap_or_else(|| panic!("{name}: {study:?}"));
        let written = best
            .law
            .written(Style::Text, &study.sample.names)
            .to_string();
        assert!(law.is_none_or(|law| law == written), "{name}: {written}");
        for n in 0..500u64 {
            let truth = match law {
                Some(_) => n % 6,
                None if n == 0 => 0,
                None => u64::from(n.trailing_zeros()),
            };
            assert_eq!(best.law.predict(&[n]), Some(truth), "{name} at {n}");
        }
        assert!(
            best.status
                .text()
                .to_string()
                .contains("for the rules as written")
        );
    }
}

/// Every change of a fact, a rule or the automaton is refused, or true.
#[test]
fn no_forged_certificate_is_accepted_and_false() {
    let mut seed = 7u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below.max(1) as u64) as usize
    };
    let rules: Vec<(String, Allowed, usize)> =
        games().into_iter().map(|g| (g.0, g.1, g.2)).collect();
    let (mut refused, mut accepted) = (0, 0);
    for (text, ..) in [&rules[0], &rules[2], &rules[5], &rules[6]] {
        let found = study(text).study;
        let Some(certificate) = found.findings.iter().find_map(|f| f.certificate.as_ref()) else {
            continue;
        };
        let body = sealed::open(&certificate.write()).unwrap().to_string();
        // Divisors need long searches.
        let mutants = if text.contains("divides(d, n)") {
            6
        } else {
            24
        };
        for _ in 0..mutants {
            let mut lines: Vec<String> = body.lines().map(str::to_string).collect();
            match random(4) {
                // Other facts.
                0 => {
                    let set = ["prime", "squarefree", "square", "divisor", "coprime"][random(5)];
                    let fact = format!(
                        "fact {set} modulo {} below {}",
                        1 + random(12),
                        1 + random(12)
                    );
                    let at = lines.iter().position(|l| l.starts_with("fact ")).unwrap();
                    lines[at] = fact;
                }
                // Other rules, of the list.
                1 => {
                    let at = lines.iter().position(|l| l.starts_with("rules ")).unwrap() + 1;
                    lines[at] = rules[random(rules.len())].0.clone();
                }
                // Another automaton.
                2 => {
                    let at = lines
                        .iter()
                        .position(|l| l.starts_with("accepting"))
                        .unwrap();
                    let row = at + 1 + random(lines.len() - at - 1);
                    let words: Vec<String> = lines[row].split(' ').map(str::to_string).collect();
                    let change = 1 + random(words.len() - 1);
                    let mut words = words;
                    words[change] = random(lines.len() - at - 1).to_string();
                    lines[row] = words.join(" ");
                }
                _ => {
                    let at = lines
                        .iter()
                        .position(|l| l.starts_with("accepting"))
                        .unwrap();
                    lines[at] = format!("accepting {}", random(lines.len() - at - 1));
                }
            }
            let forged = sealed::seal(&(lines.join("\n") + "\n"));
            if grundy_laws::check::check(&forged, &Budget::default().with_states(30_000)).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let read = Certificate::read(&forged).unwrap();
            let (_, allowed, least) = rules
                .iter()
                .find(|r| read.source.text.trim() == r.0)
                .unwrap();
            let truth = values(*allowed, *least, 64);
            for (n, value) in truth.iter().enumerate().skip(*least) {
                let value = value.unwrap() as u64;
                let accepts = |at: &[u64]| read.automaton.accepts(read.numeration, at);
                match read.claim {
                    Claim::Lost => assert_eq!(accepts(&[n as u64]), value == 0, "{forged}"),
                    Claim::Values => assert!(accepts(&[n as u64, value]), "{forged}"),
                    Claim::Powers => assert!(accepts(&[n as u64, 1 << value]), "{forged}"),
                    Claim::Takeaway => panic!("no limit is left behind here: {forged}"),
                }
            }
        }
    }
    assert!(refused > 40 && accepted > 4, "{refused} {accepted}");
}
