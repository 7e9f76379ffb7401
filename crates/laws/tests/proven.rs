//! The games whose laws are found and proven from their rules alone.

use std::time::Instant;

use grundy::budget::Budget;
use grundy_laws::check::check;
use grundy_laws::print::Style;
use grundy_laws::prove::Claim;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};

/// Games with the beginning of the law that must be proven of them.
const GAMES: [(&str, &str, &str); 16] = [
    (
        "bachet",
        "state n\nmove take(k) if 1 <= k <= 3 -> [n-k]",
        "g(n) = n mod 4",
    ),
    (
        "one_three_four",
        "state n\nmove a -> [n-1]\nmove b -> [n-3]\nmove c -> [n-4]",
        "g(n) = ",
    ),
    (
        "powers",
        "state n\nmove take(k) if power2(k) -> [n-k]",
        "g(n) = n mod 3",
    ),
    (
        "nim2",
        "state x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]",
        "g(x, y) = x ⊕ y",
    ),
    (
        "nim3",
        "state x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]",
        "g(x, y, z) = x ⊕ y ⊕ z",
    ),
    (
        "e_and_d",
        "state x, y\ndomain x >= 1 and y >= 1\nmove a(k) if 1 <= k <= x-1 -> [k, x-k]\nmove b(k) if 1 <= k <= y-1 -> [k, y-k]",
        "g(x, y) = ",
    ),
    (
        "mock_turtles",
        "state p\nmove one -> []\nmove two(q) if q < p -> [q]\nmove three(q, r) if r < q < p -> [q] + [r]",
        "g(p) = 2·p+1-parity(p)",
    ),
    (
        "lasker",
        "state n\nmove take(k) if 1 <= k <= n -> [n-k]\nmove split(k) if 1 <= k <= n-1 -> [k] + [n-k]",
        "g(n) = 0 if n = 0; n+1 if n mod 4 = 3; n-1 if n mod 4 = 0; n otherwise",
    ),
    (
        "moore",
        "state x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]\nmove ab(j, k) if j >= 1 and k >= 1 -> [x-j, y-k, z]\nmove ac(j, k) if j >= 1 and k >= 1 -> [x-j, y, z-k]\nmove bc(j, k) if j >= 1 and k >= 1 -> [x, y-j, z-k]",
        "(x, y, z) is P exactly if ",
    ),
    (
        "misere_nim3",
        "play misere\nstate x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]",
        "(x, y, z) is P exactly if ",
    ),
    (
        "wythoff",
        "state x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]\nmove c(k) if k >= 1 -> [x-k, y-k]",
        "(x, y) is P exactly if ",
    ),
    (
        "fibonacci_nim",
        "state n, q\nmove take(r) if 1 <= r <= q and r <= n -> [n-r, 2*r]",
        "(n, q) is P exactly if ",
    ),
    (
        "knight",
        "state x, y\nmove a -> [x-2, y+1]\nmove b -> [x-2, y-1]\nmove c -> [x+1, y-2]\nmove d -> [x-1, y-2]",
        "g(x, y) = ",
    ),
    (
        "kayles",
        "state n\nmove one(k) if k <= n-1 -> [k] + [n-1-k]\nmove two(k) if k <= n-2 -> [k] + [n-2-k]",
        "g(n) = ",
    ),
    (
        "dawson",
        "state n\nmove whole if n = 2 -> []\nmove end if n >= 3 -> [n-2]\nmove split(k) if 1 <= k <= n-3 -> [k] + [n-2-k]",
        "g(n) = ",
    ),
    (
        "blocking_wythoff",
        "play blocking 1\nstate x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]\nmove c(k) if k >= 1 -> [x-k, y-k]",
        "(x, y) is P exactly if ",
    ),
];

#[test]
fn laws_are_found_and_proven() {
    for (name, text, expected) in GAMES {
        let rules = Rules::read(&format!("game {name}\n{text}")).unwrap();
        let start = Instant::now();
        let studied = study(&rules, &Options::default()).unwrap();
        let time = start.elapsed();
        let Some(best) = studied.findings.first() else {
            panic!("{name}: nothing found, {:?}", studied.notes);
        };
        let law = best
            .law
            .written(Style::Text, &studied.sample.names)
            .to_string();
        println!("{name}: {time:?} {law}\n    {}", best.status.text());
        for note in &studied.notes {
            println!("    note: {note}");
        }
        assert_eq!(best.status.word(), "proven", "{name}: {law}");
        assert!(law.starts_with(expected), "{name}: {law}");
        // Values are proven where the expectation speaks of them.
        let (claim, _) = best.proof.as_ref().unwrap();
        assert_eq!(
            matches!(claim, Claim::Values(..)),
            expected.starts_with('g'),
            "{name}"
        );
        if name != "blocking_wythoff" {
            let text = best.certificate.as_ref().unwrap().write();
            check(&text, &Budget::default()).unwrap();
        }
    }
}
