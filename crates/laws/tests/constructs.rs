//! Every construct of the rule language that has an exact form: the translated
//! rules have the options that are played, and the values.

use grundy::budget::Budget;
use grundy_laws::brute::{Effort, confirm};
use grundy_laws::rules::{Rules, Source};

/// One text a line.
fn texts() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("constructs.txt").lines();
    lines.filter(|line| !line.starts_with('#'))
}

#[test]
fn every_construct_means_what_is_played() {
    for text in texts() {
        let rules = match Rules::translated(&Source::new(text)) {
            Ok(rules) => rules,
            Err(error) => panic!("{text}: {error}"),
        };
        match rules.agree() {
            Ok(positions) => assert!(positions > 10, "{text}: {positions}"),
            Err(difference) => panic!("{text}: {difference:?}"),
        }
        // A table is walked another way than options are.
        let Ok((size, played)) = rules.engine_table(&Budget::default()) else {
            continue;
        };
        if let Ok(table) = rules.table(&size, &Budget::default()) {
            assert_eq!(table, played, "{text}");
        }
    }
}

#[test]
fn what_cannot_be_said_exactly_is_refused_with_the_reason() {
    for (text, reason) in [
        (
            "state n; move m(k in 1..n) if gcd(k, n) = 1 -> [n-k]",
            "common divisor",
        ),
        ("state n; move m(k in 1..n) -> [n - k*k]", "product"),
        ("state n; move m(k in 1..n) -> [n - n/k]", "divisor"),
        ("state n; move m(k in 1..n) -> [n % k]", "divisor"),
        ("state n; move m(k in 0..4) -> [n / k]", "fault"),
        (
            "state n; move m(k in 1..n) -> [n - popcount(k)]",
            "number of ones",
        ),
        (
            "state n; move m(k in 1..n) if popcount(k-2) = 2 -> [n-k]",
            "`popcount`",
        ),
        (
            "state n; move m(k in 1..n) -> [n - ctz(k)]",
            "trailing zeros",
        ),
        ("state n; move m(k in 1..n) -> [n - isqrt(k)]", "root"),
        ("state n; move m(k in 1..n) -> [n - (k << n)]", "shift"),
        ("state n; move m(k in 1..n) -> [n - (k >> 40)]", "shift"),
        ("state n; move m(k in 0..70) -> [n - (1 << k)]", "62"),
        ("state n; move m(k in 1..n) -> [n - k**2]", "power"),
        (
            "state n; move m(k in 1..n) -> [n - count(j in 1..k: j*2 = n)]",
            "quantifier",
        ),
        ("state h[3]; move m(k in 0..3) if h[k] > 0 -> [h]", "index"),
        (
            "state n; move m(k in 1..n) if any(j in 1..n: j*k = n) -> [n-k]",
            "product",
        ),
    ] {
        let refused = Rules::translated(&Source::new(text));
        let error = refused.map(|rules| rules.moves).unwrap_err().to_string();
        assert!(
            error.contains("`m`") && error.contains(reason),
            "{text}: {error}"
        );
    }
}

/// What the prover decides of these rules is true of larger tables that come
/// from the bytecode.
#[test]
fn what_is_decided_of_every_construct_is_true() {
    let effort = Effort {
        times: 3,
        ..Effort::default()
    };
    let mut decided = 0;
    for text in texts() {
        let rules = Rules::translated(&Source::new(text)).unwrap();
        match confirm(text, &rules, &effort) {
            Ok(laws) => decided += u64::from(laws.decided > 0),
            Err(wrong) => panic!("{wrong}"),
        }
    }
    assert!(decided > 30, "{decided}");
}
