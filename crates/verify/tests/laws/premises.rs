//! The premises: rules, orders and claims that the theorems do not speak of are refused, and why.

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::notation::sealed;
use grundy_verify::law::check;

use crate::boards::*;
use crate::{constant, told};

/// A coordinate that comes later in the order may grow.
#[test]
fn orders_are_those_that_are_named() {
    for (order, rules) in [
        (
            "lexicographic 0 1",
            "game g; state x in 0..3, y in 0..4; move a(k in 0..4) -> [x-1, k]; move b -> [x, y-2]",
        ),
        (
            "lexicographic 1 0",
            "game g; state x in 0..4, y in 0..3; move a(k in 1..2) -> [x+k, y-1]; move b -> [x-1, y]",
        ),
    ] {
        is_read_right(rules, Form { order, ..PLAIN });
        for wrong in [
            "sum",
            if order.ends_with('0') {
                "lexicographic 0 1"
            } else {
                "lexicographic 1 0"
            },
        ] {
            let form = Form {
                order: wrong,
                ..PLAIN
            };
            let mut truth = Truth::new(rules);
            let most: Vec<u64> = truth
                .program
                .game()
                .domain
                .iter()
                .map(|d| d.1 as u64)
                .collect();
            let law = Automaton::new(&most, 2, &mut |at| {
                let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
                truth.value(&at) == 0
            });
            let told = check(&certificate(rules, form, &law, 2), &Budget::default());
            let told = told
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default();
            assert!(told.contains("downwards"), "{rules}: {told}");
        }
    }
}

/// What has no exact translation is refused by name, never approximated.
#[test]
fn what_cannot_be_checked_is_named() {
    let line = "game g; state n in 0..9; ";
    let take = "move m(k in 1..2) -> [n-k]";
    let sums = "one component at a time";
    for (rules, because) in [
        (format!("{line}{take}; sum every"), sums),
        (format!("{line}{take}; sum some"), sums),
        (format!("{line}{take}; short"), sums),
        (
            format!("game g; state n in -1..9; {take}"),
            "may be negative",
        ),
        (
            "game g; state n; move m(k in 1..n) if n*k < 9 -> [n-k]".to_string(),
            "product of numbers",
        ),
        (
            format!("{line}move m(k in 1..n) if divides(k, n) -> [n-k]"),
            "a divisor that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if count(i in 1..n: i = 2*k) = 1 -> [n-k]"),
            "range that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if n / k = 2 -> [n-k]"),
            "a divisor that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if n % 2000000 = k -> [n-k]"),
            "or is large",
        ),
        (
            format!("{line}move m(k in 1..n) if popcount(k) = popcount(2*k) -> [n-k]"),
            "not linear",
        ),
        (
            format!("{line}move m(k in 1..n) if ctz(k) = 1 -> [n-k]"),
            "not linear",
        ),
        (
            format!("{line}move m(k in 1..n) if k = (n % 5)*8 + (k % 5)*(n % 7) -> [n-k]"),
            "too many cases",
        ),
        (format!("{line}move m -> nim[n]"), "another game"),
        (
            format!("{line}move m(k in 0..64) if n > 70 -> [n-2**k]"),
            "beyond 64 bits",
        ),
    ] {
        let told = told(&constant(&rules, "lost", "base 2", 1, true));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Ranges of at most 64 values are listed, and not of 65.
    let listed = |most: u32| {
        let rules = format!("{line}move m(k in 1..{most}) if isqrt(k) = 3 and n > 70 -> [n-k]");
        told(&constant(&rules, "lost", "base 2", 1, true))
    };
    assert_eq!(listed(64), "");
    assert!(listed(65).contains("not linear"), "{}", listed(65));
    let any = |most: u32| {
        let rules = format!("{line}move m if any(i in 1..{most}: n = 70 + i) -> [n-1]");
        told(&constant(&rules, "lost", "base 2", 1, true))
    };
    assert_eq!(any(64), "");
    assert_eq!(any(65), "");
}

/// Claims that the theorem is not about.
#[test]
fn claims_that_do_not_suit_the_rules_are_refused() {
    let split = "game g; state n; move s(k in 1..n-1) -> [k] + [n-k]";
    let take = "game g; state n; move m(k in 1..2) -> [n-k]";
    let power = "game g; state n; move m(k in 1..n) if popcount(k) = 1 -> [n-k]";
    let misere = format!("{take}; play misere");
    let blocked = format!("{take}; play blocking 1");
    let ended = format!("{take}; win when n = 3");
    for (rules, claim, numeration, tracks, because) in [
        (split, "lost", "base 2", 1, "leads to a sum"),
        (split, "values plain", "base 3", 2, "xor needs base 2"),
        (take, "values power", "base 3", 2, "xor needs base 2"),
        (split, "values power", "base 2", 2, "written as powers"),
        (&misere, "values plain", "base 2", 2, "there are no values"),
        (&blocked, "values plain", "base 2", 2, "there are no values"),
        (&ended, "values plain", "base 2", 2, "there are no values"),
        (
            take,
            "lost",
            "base 2",
            2,
            "positions of 2 numbers, those of the rules have 1",
        ),
        (
            take,
            "values plain",
            "base 2",
            3,
            "positions of 2 numbers, those of the rules have 1",
        ),
        (power, "lost", "base 3", 1, "binary digits are asked for"),
    ] {
        let told = told(&constant(rules, claim, numeration, tracks, true));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Misère play may also be chosen beside the rules.
    let coins = "coins p; move one turns p";
    for (rules, because) in [
        (take, "there are no values"),
        (&blocked, "misère play with forbidden options"),
        (coins, "misère play with forbidden options or coins"),
    ] {
        let text = constant(rules, "values plain", "base 2", 2, true);
        let text = text.rsplit_once("sum ").unwrap().0;
        let told = told(&sealed::seal(&text.replace("rules", "play misere\nrules")));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Zeros in front must not matter, unless nothing is accepted at all.
    let body = |lines: &str| {
        let body = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{take}\n{lines}"
        );
        told(&sealed::seal(&body))
    };
    let zeros = "indifferent to zeros";
    assert!(body("automaton 2 states 1 tracks\naccepting 0\n0: 1 1\n1: 1 1\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting 0\n0: - -\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting\n0: - 0\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting\n0: - -\n").contains("it says N of (0)"));
}

/// A place where the rules have no value must not be reached from the domain.
#[test]
fn trouble_is_found_where_it_can_be_reached() {
    for (rules, at) in [
        (
            "game g; state n in 0..9; move m if popcount(n-1) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(n-3) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 2..9; move m if popcount(n-3) = 1 -> [n-1]",
            "(2)",
        ),
        (
            "game g; state n in 0..9; move m if n > 6 or popcount(n-3) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if n > 1 and popcount(n-3) = 1 -> [n-1]",
            "(2)",
        ),
        (
            "game g; state n in 0..9; move m(k in 1..2) if popcount(n-k) = 1 -> [n-k]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m if 1 = 2 or popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m if divides(3, 6) and popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in 0..3) if n % k = 0 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if n / (n > 5 ? 0 : 2) = 1 -> [n-1]",
            "(6)",
        ),
        (
            "game g; state n in 0..9; move m(k in -1..3) if n > 4 -> [n-2**k]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m(k in 0..63) if n > 4 -> [n-2**k]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m if n << (n > 5 ? 64 : 2) = 8 -> [n-1]",
            "(6)",
        ),
        (
            "game g; state n in 0..9; move m if n >> (n % 3 - 1) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m let t = n / (n = 4 ? 0 : 1) -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in {1, n / (n > 7 ? 0 : 1)}) -> [n-1]",
            "(8)",
        ),
        (
            "game g; state n in 0..9; move m if any(i in 0..n: 7 % (i > 4 ? 0 : 2) = n) -> [n-1]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m if not all(i in 0..n: popcount(i/2-n/4) % 2 = 1) -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in 1..popcount(n-3) % 2) -> [n-k]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(n-3) % 2 = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m -> [n-1]; lose when n = 4; win when 7 % (n = 9 ? 0 : 3) = 5",
            "(9)",
        ),
        ("coins p in 0..5; move m(q in 2..3) turns p, q", "(0)"),
        ("coins p in 0..5; move m(q in 0..p) turns p, q", "(0)"),
    ] {
        let tracks = if rules.starts_with("coins") { 2 } else { 1 };
        let claim = if tracks == 2 { "values plain" } else { "lost" };
        let told = told(&constant(rules, claim, "base 2", tracks, true));
        let named = told.contains("no exact meaning") && told.contains(&format!("at {at}"));
        assert!(named, "{rules}: {told}");
    }
    for (least, condition) in [
        (1, "popcount(n-1) = 1"),
        (3, "popcount(n-3) = 1"),
        (0, "n > 2 and popcount(n-3) = 1"),
        (0, "n <= 2 or popcount(n-3) = 1"),
        (0, "n in {4, 5} and popcount(n-4) = 1"),
        // What is not looked at cannot fail.
        (0, "1 = 1 or popcount(n-3) = 1"),
        (0, "1 = 2 and popcount(n-3) = 1"),
        (0, "divides(3, 6) or popcount(n-3) = 1"),
        (0, "divides(3, 7) and popcount(n-3) = 1"),
        (0, "1 < 2 or popcount(n-3) = 1"),
        (0, "1 <= 1 or popcount(n-3) = 1"),
        (0, "not (1 < 2) and popcount(n-3) = 1"),
        (0, "(n < 3 ? 1 : popcount(n-3) % 2) = 1"),
        (0, "(n >= 3 ? popcount(n-3) % 2 : 1) = 1"),
        (0, "n / (n > 9 ? 0 : 2) = 1"),
        (0, "n > 4 and n % (n > 4 ? 3 : 0) = 1"),
    ] {
        let rules = format!("game g; state n in {least}..9; move m if {condition} -> [n-1]");
        is_read_right(&rules, PLAIN);
    }
}

/// Larger boards, for constants beyond the few that are always looked at.
#[test]
fn large_constants_are_read_right() {
    for condition in ["n = 70 + k", "n + k = 78", "2*n = 150 + k", "n - k > 66"] {
        let rules = format!("game g; state n in 0..80; move m(k in 1..n) if {condition} -> [n-k]");
        is_read_right(&rules, PLAIN);
    }
}

/// Whether each move leads downwards in an order: one place smaller, and all before it equal.
#[test]
fn moves_that_do_not_lead_downwards_are_named() {
    for (target, sum, first, second) in [
        ("[x-1, y]", true, true, true),
        ("[x, y-1]", true, true, true),
        ("[x, y]", false, false, false),
        ("[x, y+1]", false, false, false),
        ("[x+1, y]", false, false, false),
        ("[x-1, y+1]", false, true, false),
        ("[x-2, y+1]", true, true, false),
        ("[x+1, y-1]", false, false, true),
        ("[x+1, y-2]", true, false, true),
        ("[x-1, y] + [x, y]", false, false, false),
        ("[x, y-1] + [x-1, y+1]", false, true, false),
    ] {
        let rules = format!("game g; state x, y; move m if x > 5 -> {target}");
        let orders = [
            ("sum", sum),
            ("lexicographic 0 1", first),
            ("lexicographic 1 0", second),
        ];
        for (order, downwards) in orders {
            let text = constant(&rules, "values plain", "base 2", 3, true);
            let text = text.rsplit_once("sum ").unwrap().0;
            let text = text.replace("order sum", &format!("order {order}"));
            let told = told(&sealed::seal(&text));
            assert_eq!(
                !told.contains("downwards"),
                downwards,
                "{target} {order}: {told}"
            );
        }
    }
}

/// One game of a file is chosen by its name, with parameters.
#[test]
fn what_is_chosen_beside_the_rules_counts() {
    let rules =
        "game a(m = 2); state n; move t(k in 1..m) -> [n-k]\ngame b; state n; move t -> [n-1]";
    let law = |beside: &str, modulus: usize| {
        let states: Vec<String> = (0..modulus)
            .map(|r| format!("{r}: {} {}\n", 2 * r % modulus, (2 * r + 1) % modulus))
            .collect();
        let text = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\n{beside}rules 2 lines\n{rules}\n\
             automaton {modulus} states 1 tracks\naccepting 0\n{}",
            states.concat()
        );
        told(&sealed::seal(&text))
    };
    assert_eq!(law("", 2), "");
    assert_eq!(law("choose b\n", 2), "");
    assert_eq!(law("choose a\n", 3), "");
    assert_eq!(law("choose a\nset m = 4\n", 5), "");
    assert!(law("choose a\n", 2).contains("it says"));
    assert!(law("choose a\nset m = 4\n", 3).contains("it says"));
    assert!(law("", 3).contains("it says"));
    assert!(!law("choose c\n", 2).is_empty());
}

/// A check that may not cost anything is an error with its numbers, not a verdict.
#[test]
fn checks_keep_to_their_budget() {
    let rules = "game g; state x, y; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]";
    let law = "automaton 1 states 3 tracks\naccepting 0\n0: 0 - - 0 - 0 0 -\n";
    let text = sealed::seal(&format!(
        "grundy law certificate 2\nclaim values plain\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{rules}\n{law}"
    ));
    let nodes = check(&text, &Budget::default()).unwrap().nodes();
    assert!(nodes > 30, "{nodes}");
    let over = |budget: Budget| match check(&text, &budget) {
        Err(Error::OverBudget { resource, .. }) => Some(resource),
        Ok(_) => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(over(Budget::default().with_states(nodes)), None);
    assert_eq!(
        over(Budget::default().with_states(nodes - 1)),
        Some(Resource::States)
    );
    assert_eq!(
        over(Budget::default().with_bytes(600)),
        Some(Resource::Bytes)
    );
    assert_eq!(over(Budget::default().with_bytes(1 << 20)), None);
}

/// Schwenk's theorem is believed where its premises hold and nowhere else.
#[test]
fn takeaway_games_are_checked() {
    let certificate = |rules: &str| constant(rules, "takeaway", "base 2", 2, false);
    let told = |rules: &str| told(&certificate(rules));
    for rules in [
        "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]",
        "state n, q; move take(r in 1..q) -> [n-r, 3*r]",
        "state n, q; move take(r in 1..n) if r <= q -> [n-r, r]",
        "state n, q; move take(r in 1..min(n, q)) -> [n-r, 7*r-6]",
        "state n, q; move take(r in 1..min(n, q)) if r > 0 -> [n-r, r+100]",
    ] {
        assert_eq!(told(rules), "", "{rules}");
    }
    for (rules, because) in [
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, r-1]",
            "falls",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r-2]",
            "falls",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, 5]",
            "falls",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, q]",
            "one move",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-2*r, r]",
            "one move",
        ),
        (
            "state n, q; move take(r in 2..min(n, q)) -> [n-r, 2*r]",
            "legal",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) if r != 70 -> [n-r, 2*r]",
            "legal",
        ),
        (
            "state n, q; move take(r in 1..min(n, q+1)) -> [n-r, 2*r]",
            "legal",
        ),
        (
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]; move one -> [n-1, q]",
            "one move",
        ),
        (
            "state n in 0..9, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]",
            "every pair",
        ),
        (
            "misere; state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]",
            "",
        ),
    ] {
        let told = told(rules);
        assert!(
            !told.is_empty() && told.contains(because),
            "{rules}: {told}"
        );
    }
}
