//! The games whose laws are found and proven from their rules alone.

use std::time::Instant;

use grundy::budget::Budget;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::guess::{self, Labels};
use grundy_laws::prove::{Claim, Coding, Verdict, prove};
use grundy_laws::rules::Rules;

const GAMES: [(&str, &str); 14] = [
    ("bachet", "state n\nmove take(k) if 1 <= k <= 3 -> [n-k]"),
    ("one_three_four", "state n\nmove a -> [n-1]\nmove b -> [n-3]\nmove c -> [n-4]"),
    ("powers", "state n\nmove take(k) if power2(k) -> [n-k]"),
    ("nim2", "state x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]"),
    ("nim3", "state x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]"),
    ("e_and_d", "state x, y\ndomain x >= 1 and y >= 1\nmove a(k) if 1 <= k <= x-1 -> [k, x-k]\nmove b(k) if 1 <= k <= y-1 -> [k, y-k]"),
    ("mock_turtles", "state p\nmove one -> []\nmove two(q) if q < p -> [q]\nmove three(q, r) if r < q < p -> [q] + [r]"),
    ("lasker", "state n\nmove take(k) if 1 <= k <= n -> [n-k]\nmove split(k) if 1 <= k <= n-1 -> [k] + [n-k]"),
    ("moore", "state x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]\nmove ab(j, k) if j >= 1 and k >= 1 -> [x-j, y-k, z]\nmove ac(j, k) if j >= 1 and k >= 1 -> [x-j, y, z-k]\nmove bc(j, k) if j >= 1 and k >= 1 -> [x, y-j, z-k]"),
    ("misere_nim3", "play misere\nstate x, y, z\nmove a(k) if k >= 1 -> [x-k, y, z]\nmove b(k) if k >= 1 -> [x, y-k, z]\nmove c(k) if k >= 1 -> [x, y, z-k]"),
    ("wythoff", "state x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]\nmove c(k) if k >= 1 -> [x-k, y-k]"),
    ("fibonacci_nim", "state n, q\nmove take(r) if 1 <= r <= q and r <= n -> [n-r, 2*r]"),
    ("knight", "state x, y\nmove a -> [x-2, y+1]\nmove b -> [x-2, y-1]\nmove c -> [x+1, y-2]\nmove d -> [x-1, y-2]"),
    ("blocking_wythoff", "play blocking 1\nstate x, y\nmove a(k) if k >= 1 -> [x-k, y]\nmove b(k) if k >= 1 -> [x, y-k]\nmove c(k) if k >= 1 -> [x-k, y-k]"),
];

#[test]
fn laws_are_found_and_proven() {
    for (name, text) in GAMES {
        let rules = Rules::read(&format!("game {name}\n{text}")).unwrap();
        let start = Instant::now();
        let budget = Budget::default();
        let mut done = false;
        'size: for size in guess::sizes(&rules) {
            let cells = rules.table(&size, &budget).unwrap();
            eprintln!("{name}: table {size:?} {:?}", start.elapsed());
            let labels = Labels { size: &size, cells: &cells };
            for numeration in [Numeration::BINARY, Numeration::FIBONACCI] {
                let mut claims: Vec<Option<Claim>> = Vec::new();
                if rules.has_values() {
                    claims.push(guess::values(labels, numeration, Coding::Plain, &budget).unwrap());
                    claims.push(guess::values(labels, numeration, Coding::Power, &budget).unwrap());
                }
                if rules.split().is_none() {
                claims.push(guess::lost(labels, numeration, &budget).unwrap());
                }
                eprintln!("{name}: learnt {numeration} {:?}", start.elapsed());
                for claim in claims.into_iter().flatten() {
                    let kind = match &claim { Claim::Lost(_) => "P", Claim::Values(_, c) => if *c == Coding::Plain {"g"} else {"2^g"} };
                    let verdict = prove(&rules, &claim, &budget);
                    eprintln!("{name}: {kind} {numeration} {} states {verdict:?} {:?}", claim.relation().dfa().states(), start.elapsed());
                    if let Ok(Verdict::Proven(proof)) = verdict { let t = Instant::now(); let c = grundy_laws::certificate::Certificate::of(&rules, &claim, &proof).write(); eprintln!("{name}: check {:?} {:?}", grundy_laws::check::check(&c, &budget).map(|t| t.nodes()), t.elapsed()); done = true; if kind != "P" || name == "moore" || name == "wythoff" || name == "fibonacci_nim" || !rules.has_values() || size[0] > 100 {break 'size;} }
                }
            }
        }
        eprintln!("{name}: {done} {:?}\n", start.elapsed());
    }
}
