//! A study uses everything there is, keeps to its limits, and says nothing that is empty.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::text::Lang;
use grundy_laws::find::{Options as Looking, find};
use grundy_laws::law::Statement;
use grundy_laws::print::Style;
use grundy_laws::rules::Rules;
use grundy_laws::sample::Sample;
use grundy_laws::study::{Options, study, study_table};

/// Codes with long periods: what `grundy period` proves a study proves too.
#[test]
fn long_periods_of_codes_are_proven() {
    for (code, period, start) in [
        ("0.045", 32, 189),
        ("0.055", 148, 259),
        ("0.156", 349, 3479),
    ] {
        let rules = Rules::of_code(code).unwrap();
        let studied = study(&rules, &Options::default()).unwrap();
        let best = &studied.findings[0];
        let law = best.law.written(Style::Text, &studied.sample.names);
        assert_eq!(
            law.to_string(),
            format!("g(n+{period}) = g(n) for all n ≥ {start}")
        );
        assert_eq!(best.status.word(), "proven", "{code}");
        assert!(
            best.status
                .text()
                .to_string()
                .contains("checked independently")
        );
        assert_eq!(studied.findings.len(), 1, "{code}");
        // The formula behind it, against the rules.
        let table = rules.table(&[700], &Budget::default()).unwrap();
        for (n, value) in (0..).zip(table) {
            assert_eq!(best.law.predict(&[n]), Some(value.into()), "{code} at {n}");
        }
        let last = best.law.predict(&[start + 1000 * period]);
        assert_eq!(last, best.law.predict(&[start]), "{code}");
        // Programs have all the values.
        let python = best.law.written(Style::Python, &studied.sample.names);
        assert!(python.to_string().contains("if n < "), "{code}");
    }
}

/// Numbers of which only the first few are 0 have no law of P-positions: they are no outcomes.
#[test]
fn that_zeros_end_is_no_law_of_numbers() {
    let squares: Vec<u32> = (0..120u32).map(|n| n * n * n % 1009 + n).collect();
    let mut irregular = squares.clone();
    irregular[0] = 0;
    for table in [squares, irregular] {
        let found = find(&Sample::sequence(&table), &Looking::default()).unwrap();
        for law in &found.laws {
            assert!(
                !matches!(law.statement, Statement::Lost(_) | Statement::Automaton(_)),
                "{law:?}"
            );
        }
    }
}

/// Of laws that say the same one is told.
#[test]
fn laws_that_say_the_same_are_told_once() {
    let mut outcomes = Sample::sequence(&(0..200u32).map(|n| n.min(1)).collect::<Vec<_>>());
    outcomes.outcomes = true;
    let found = find(&outcomes, &Looking::default()).unwrap();
    let told: Vec<String> = found
        .laws
        .iter()
        .map(|law| law.written(Style::Text, &outcomes.names).to_string())
        .collect();
    assert_eq!(told[0], "n is P exactly if n = 0");
    let mut once = told.clone();
    once.dedup();
    assert_eq!(told, once);
    for law in &found.laws {
        assert_eq!(law.statement.clone().simplified(), law.statement);
    }
}

const WITHOUT_LAW: &str = "
    state x, y
    move a(k in 1..x) -> [x-k, y]
    move b(k in 1..y) -> [x, y-k]
    move c(k in 1..min(x, y)) if k != 1 -> [x-k, y-k]";

/// Without time nothing is begun after the first table; with little work allowed in all, all steps
/// together keep to it.
#[test]
fn limits_are_for_all_steps_together() {
    let rules = Rules::read(WITHOUT_LAW).unwrap();
    let no_time = Options {
        time: Duration::ZERO,
        ..Options::default()
    };
    match study(&rules, &no_time) {
        Ok(studied) => assert!(
            studied.sample.size <= vec![64, 64],
            "{:?}",
            studied.sample.size
        ),
        Err(error) => assert!(error.is_budget(), "{error}"),
    }
    // A study that is not limited looks at larger tables.
    let mut sizes = Vec::new();
    for allowed in [400_000, 50_000_000] {
        let budget = Budget::default().with_states(allowed).as_one();
        let options = Options {
            time: Duration::from_secs(60),
            budget: budget.clone(),
        };
        let studied = study(&rules, &options).unwrap();
        assert!(studied.findings.iter().all(|f| f.proof.is_none()));
        sizes.push(studied.sample.size[0]);
        let spent = allowed - budget.states_left();
        assert!(spent > 0);
        if allowed < 1_000_000 {
            // It was the account that ended it, not chance: hardly anything is left.
            assert!(
                budget.states_left() < allowed / 2,
                "{}",
                budget.states_left()
            );
        }
    }
    assert!(sizes[0] < sizes[1], "{sizes:?}");
}

/// A law that fits a small table and is false further on is not told.
#[test]
fn refuted_laws_are_not_told() {
    let rules = Rules::read(
        "state x, y
         move a(k in 1..x) if 2*k >= x -> [x-k, y]
         move b(k in 1..y) if 2*k >= y -> [x, y-k]",
    )
    .unwrap();
    let studied = study(&rules, &Options::default()).unwrap();
    assert!(!studied.refuted.is_empty());
    for refuted in &studied.refuted {
        for finding in &studied.findings {
            let said = finding.law.predict(&refuted.position);
            let alike = grundy_laws::find::only_lost(&finding.law.statement) == refuted.only_lost;
            assert!(!alike || said != Some(refuted.label), "{refuted:?}");
        }
    }
}

/// *Proven* is said where the certificate was checked, and nowhere else. The work is counted, so
/// that the prover can be given just enough of it and the checker too little.
#[test]
fn what_was_not_checked_is_decided_and_not_proven() {
    let rules = Rules::read(
        "state n
         move take(k in 1..5) -> [n-k]
         move split(k in 1..n-1) if n % 2 = 0 -> [k] + [n-k]",
    )
    .unwrap();
    let mut decided = None;
    let mut words = Vec::new();
    for allowed in (10..26).map(|power| 1u64 << power) {
        let options = Options {
            time: Duration::from_secs(600),
            budget: Budget::default().with_states(allowed).as_one(),
        };
        let Ok(studied) = study(&rules, &options) else {
            continue;
        };
        for finding in studied.findings {
            let status = finding.status.text();
            let checked = status.to_string().contains("checked independently");
            assert_eq!(finding.is_proven(), checked, "{status}");
            words.push(finding.status.word());
            if finding.status.word() == "decided" {
                decided = Some(finding);
            }
        }
    }
    let decided = decided.unwrap_or_else(|| panic!("{words:?}"));
    assert!(
        !decided.is_proven() && words.contains(&"proven"),
        "{words:?}"
    );
    let status = decided.status.text();
    for (lang, said) in [
        (Lang::En, "independent check not finished: "),
        (Lang::Zh, "独立复核未完成："),
    ] {
        let status = status.get(lang);
        assert!(
            status.contains(said) && !status.contains("checked"),
            "{status}"
        );
        assert!(status.chars().any(|c| c.is_ascii_digit()), "{status}");
    }
    // With more time the certificate is found to be right.
    let certificate = decided.certificate_text().unwrap();
    grundy_laws::check::check(&certificate, &Budget::default()).unwrap();
}

/// Values of which the finders for games know nothing are looked at as plain numbers, and what is
/// found is no more than compared with the table.
#[test]
fn values_may_have_a_law_of_plain_numbers() {
    let mut fibonacci = vec![0u32, 1];
    while fibonacci.len() < 46 {
        let next = fibonacci.iter().rev().take(2).sum();
        fibonacci.push(next);
    }
    let sample = Sample::sequence(&fibonacci);
    let studied = study_table(sample, true, &Options::default()).unwrap();
    let best = &studied.findings[0];
    let law = best.law.written(Style::Text, &studied.sample.names);
    assert_eq!(law.to_string(), "g(n) = g(n-1)+g(n-2), g(0) = 0, g(1) = 1");
    assert_eq!(best.status.word(), "verified");
    // Of numbers without a law nothing is said.
    let irregular: Vec<u32> = (0..400u32).map(|n| n * n * n % 1009).collect();
    let sample = Sample::sequence(&irregular);
    let studied = study_table(sample, true, &Options::default()).unwrap();
    assert!(studied.findings.is_empty(), "{:?}", studied.findings);
}

/// Where the first table is too large a smaller one is looked at, and no error is given.
#[test]
fn a_first_table_that_is_too_large_is_made_smaller() {
    let rules = Rules::read(
        "coins p
         move four(q in 0..p-1, r in 0..q-1, s in 0..r-1) turns p, q, r, s",
    )
    .unwrap();
    let first = &grundy_laws::guess::sizes(&rules)[0];
    let options = Options {
        time: Duration::from_secs(600),
        budget: Budget::default().with_states(100_000),
    };
    let studied = study(&rules, &options).unwrap();
    assert!(studied.sample.size < *first, "{:?}", studied.sample.size);
    assert!(!studied.notes.is_empty() || !studied.findings.is_empty());
}

/// A coordinate that the rules bound is tabulated whole, and the others further.
#[test]
fn tables_follow_the_domain() {
    let rules = Rules::read(
        "state n, last in 0..6
         move take(k in 1..6) if k != last -> [n-k, k]",
    )
    .unwrap();
    assert_eq!(rules.bounds(), [None, Some(6)]);
    for size in grundy_laws::guess::sizes(&rules) {
        assert!(size[0] >= 256 && size[1] == 8, "{size:?}");
    }
    let studied = study(&rules, &Options::default()).unwrap();
    let best = &studied.findings[0];
    assert_eq!(best.status.word(), "proven");
    // Known of this game: with nothing taken yet the multiples of 7 are lost.
    for n in 0..200 {
        assert_eq!(best.law.predict(&[n, 0]) == Some(0), n % 7 == 0, "{n}");
    }
}
