//! Wrong laws and wrong certificates are refused with a counterexample.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy_laws::automata::dfa::Dfa;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::certificate::Certificate;
use grundy_laws::check::check;
use grundy_laws::prove::{Claim, Verdict, prove};
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};
use proptest::prelude::*;

fn lasker() -> Rules {
    Rules::read(
        "game lasker\nstate n\nmove take(k in 1..n) -> [n-k]\nmove split(k in 1..n-1) -> [k] + [n-k]",
    )
    .unwrap()
}

fn wythoff() -> Rules {
    Rules::read(
        "game wythoff\nstate x, y\nmove a(k in 1..x) -> [x-k, y]\nmove b(k in 1..y) -> [x, y-k]\nmove c(k in 1..min(x, y)) -> [x-k, y-k]",
    )
    .unwrap()
}

/// The certificate of the best law.
fn certified(rules: &Rules) -> Certificate {
    let studied = study(rules, &Options::default()).unwrap();
    studied.findings[0].certificate.clone().unwrap()
}

#[test]
fn a_wrong_law_is_refuted_at_its_least_counterexample() {
    let budget = Budget::default();
    // Nim's law is not that of Wythoff's game: (1, 1) is won.
    let nim = Claim::lost(Numeration::BINARY, &wythoff(), |e| e.xor_zero(&[0, 1])).unwrap();
    match prove(&wythoff(), &nim, &budget).unwrap() {
        Verdict::Refuted(counter) => {
            assert_eq!(counter.position, [1, 1]);
            assert_eq!(counter.claimed.to_string(), "P");
            assert_eq!(counter.found.to_string(), "N");
        }
        other => panic!("{other:?}"),
    }
    // g(n) = n is wrong for Lasker's Nim first at 3.
    let mut meter = budget.meter("test");
    let mut engine = grundy_laws::automata::Engine::new(Numeration::BINARY, &mut meter);
    let plain = engine.equal(&[(0, 1), (1, -1)], 0).unwrap();
    let claim = Claim::Values(plain, grundy_laws::prove::Coding::Plain);
    match prove(&lasker(), &claim, &budget).unwrap() {
        Verdict::Refuted(counter) => {
            assert_eq!(counter.position, [3]);
            assert_eq!(
                (counter.claimed.to_string(), counter.found.to_string()),
                ("3".into(), "4".into())
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_expressed_names_the_move() {
    // A move that may go on for ever.
    let up = Rules::read("game up\nstate n\nmove down -> [n-1]\nmove grow -> [n+1]").unwrap();
    let claim = Claim::lost(Numeration::BINARY, &up, |e| e.all(&[0])).unwrap();
    match prove(&up, &claim, &Budget::default()) {
        Err(Error::Unsupported { because }) => assert!(because.to_string().contains("`grow`")),
        other => panic!("{other:?}"),
    }
    let claim = Claim::lost(Numeration::BINARY, &lasker(), |e| e.none(&[0])).unwrap();
    match prove(&lasker(), &claim, &Budget::default()) {
        Err(Error::Unsupported { because }) => assert!(because.to_string().contains("`split`")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_damage_to_a_certificate_is_noticed() {
    for rules in [lasker(), wythoff()] {
        let right = certified(&rules);
        assert!(check(&right.write(), &Budget::default()).is_ok());
        // A checksum that does not fit.
        let text = right.write().replace("accepting 0", "accepting 1");
        assert!(matches!(
            check(&text, &Budget::default()),
            Err(Error::BadCertificate { .. })
        ));
        // One state more or less accepted, with a checksum that fits.
        for state in 0..right.automaton.states() as u32 {
            let mut wrong = right.clone();
            let accepted = wrong.automaton.accepting(state);
            wrong.automaton.set_accepting(state, !accepted);
            match check(&wrong.write(), &Budget::default()) {
                Err(Error::BadCertificate { because }) => {
                    assert!(because.to_string().contains('('), "{because}");
                }
                other => panic!("state {state}: {other:?}"),
            }
        }
    }
}

/// A law that is right below 2^39 and wrong above.
#[test]
fn a_law_that_fails_far_out_is_refused() {
    const DIGITS: u32 = 40;
    let rules = Rules::read("game thirds\nstate n\nmove take(k in 1..min(n, 2)) -> [n-k]").unwrap();
    let mut law = Dfa::new(2, true);
    // A state for each number of digits, as far as they are counted, and rest.
    let state = |digits: u32, rest: u32| match digits {
        0 => 0,
        _ => 1 + 3 * (digits - 1) + rest,
    };
    for digits in 1..=DIGITS {
        for rest in 0..3 {
            law.add((rest == 0) == (digits < DIGITS));
        }
    }
    law.set(0, 0, 0);
    law.set(0, 1, state(1, 1));
    for digits in 1..=DIGITS {
        for (rest, digit) in (0..3).flat_map(|rest| [(rest, 0), (rest, 1)]) {
            let to = state((digits + 1).min(DIGITS), (2 * rest + digit) % 3);
            law.set(state(digits, rest), digit as usize, to);
        }
    }
    let budget = Budget::default();
    let mut meter = budget.meter("test");
    let mut engine = grundy_laws::automata::Engine::new(Numeration::BINARY, &mut meter);
    let claim = Claim::Lost(engine.given(&law, &[0]).unwrap());
    match prove(&rules, &claim, &budget).unwrap() {
        Verdict::Refuted(counter) => assert_eq!(counter.position, [1 << (DIGITS - 1)]),
        other => panic!("{other:?}"),
    }
    let certificate = Certificate {
        rules,
        kind: grundy_laws::certificate::Kind::Lost,
        order: grundy_laws::prove::Order::Sum,
        numeration: Numeration::BINARY,
        automaton: law,
    };
    match check(&certificate.write(), &budget) {
        Err(Error::BadCertificate { because }) => {
            let told = because.to_string();
            let at = told
                .split(['(', ')'])
                .nth(1)
                .map(|n| n.parse::<u64>().unwrap());
            assert!(at.is_some_and(|n| n.ilog2() == DIGITS - 1), "{told}");
        }
        other => panic!("{other:?}"),
    }
}

/// Every position but 0 can move to 0, so that the law fits all moves; but with
/// one that stays, nothing is proven by induction.
#[test]
fn a_move_that_stays_is_in_no_order() {
    use grundy_laws::prove::Order;
    let moves = "move take(k in 1..n) -> [n-k]";
    for (stays, order) in [
        ("", Order::Sum),
        ("", Order::Lexicographic(vec![0])),
        ("move stay if n > 2 -> [n]", Order::Sum),
        ("move stay if n > 2 -> [n]", Order::Lexicographic(vec![0])),
    ] {
        let rules = Rules::read(&format!("game stay\nstate n\n{moves}\n{stays}")).unwrap();
        let mut automaton = Dfa::new(2, true);
        automaton.set(0, 0, 0);
        let certificate = Certificate {
            rules,
            kind: grundy_laws::certificate::Kind::Lost,
            order,
            numeration: Numeration::BINARY,
            automaton,
        };
        match check(&certificate.write(), &Budget::default()) {
            Ok(_) => assert!(stays.is_empty()),
            Err(error) => {
                assert!(error.to_string().contains("`stay` from (3)"), "{error}");
            }
        }
    }
}

/// Play that rises to a bound is in an order; without the bound, or where a move falls, it is not.
#[test]
fn play_that_rises_needs_its_bound() {
    use grundy_laws::prove::Order;
    let text = |domain: &str, more: &str| {
        format!("game race\nstate said{domain}\nmove say(k in 1..3) -> [said+k]\n{more}")
    };
    let claimed = |rules: Rules, order: Order, lost: &dyn Fn(u64) -> bool| {
        // One state for each number of five digits, and one for greater ones.
        let mut automaton = Dfa::new(2, lost(0));
        for n in 1..32u64 {
            automaton.add(lost(n));
        }
        for n in 0..16usize {
            automaton.set(n as u32, 0, 2 * n as u32);
            automaton.set(n as u32, 1, 2 * n as u32 + 1);
        }
        Certificate {
            rules,
            kind: grundy_laws::certificate::Kind::Lost,
            order,
            numeration: Numeration::BINARY,
            automaton,
        }
        .write()
    };
    let race = || Rules::read(&text(" in 0..21", "")).unwrap();
    let right = |n: u64| n % 4 == 1 && n <= 21;
    for (order, word) in [
        (Order::Rising(21), ""),
        (Order::Rising(1000), ""),
        (
            Order::Rising(20),
            "the sum of the position (21) is greater than 20",
        ),
        (Order::Rising(0), "is greater than 0"),
        (Order::Rising(u64::MAX), "cannot be read at `rising"),
        (Order::Sum, "does not lead downwards"),
        (Order::Lexicographic(vec![0]), "does not lead downwards"),
    ] {
        match (
            check(&claimed(race(), order.clone(), &right), &Budget::default()),
            word,
        ) {
            (Ok(_), "") => {}
            (Err(error), word) if !word.is_empty() => {
                assert!(error.to_string().contains(word), "{order}: {error}");
            }
            (other, _) => panic!("{order}: {other:?}"),
        }
    }
    let false_law = claimed(race(), Order::Rising(21), &|n| n % 4 == 0);
    assert!(check(&false_law, &Budget::default()).is_err());
    // A move back, a move that stays, and a race without an end.
    for (domain, more, word) in [
        (
            " in 0..21",
            "move back if said > 5 -> [said-1]",
            "`back` from (6)",
        ),
        (
            " in 0..21",
            "move stay if said > 5 -> [said]",
            "`stay` from (6)",
        ),
        ("", "", "is greater than 21"),
    ] {
        let source = grundy_laws::rules::Source::new(&text(domain, more));
        let mut forged = claimed(race(), Order::Rising(21), &right);
        let body = grundy::notation::sealed::open(&forged).unwrap().to_string();
        let body = body.replace(text(" in 0..21", "").trim_end(), source.text.trim_end());
        let lines = source.text.lines().count();
        let count = text(" in 0..21", "").lines().count();
        let body = body.replace(
            &format!("rules {count} lines"),
            &format!("rules {lines} lines"),
        );
        forged = grundy::notation::sealed::seal(&body);
        let error = check(&forged, &Budget::default()).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}

/// What is proven of races is so by plain search.
#[test]
fn races_are_proven_and_true() {
    for (to, most) in [(10u64, 2u64), (21, 3), (30, 4), (17, 1)] {
        let text = format!("game race\nstate a in 0..{to}\nmove say(k in 1..{most}) -> [a+k]");
        let rules = Rules::read(&text).unwrap();
        let modulus = most + 1;
        let law = format!("g(a) = ({to}-a) mod {modulus}");
        let said = grundy_laws::read::read(&law, &rules.state).unwrap();
        let decided = grundy_laws::conjecture::decide(&rules, &said, &Default::default()).unwrap();
        assert_eq!(
            decided.verdict.word(),
            "proven",
            "{law}: {}",
            decided.verdict.text()
        );
        let mut values: Vec<u64> = Vec::new();
        for left in 0..=to {
            let options: Vec<u64> = (1..=most.min(left))
                .map(|k| values[(left - k) as usize])
                .collect();
            values.push((0..).find(|v| !options.contains(v)).unwrap());
            assert_eq!(values[left as usize], left % modulus);
        }
        // One cell of a grid goes up, or right.
        let text = format!(
            "game grid\nstate x in 0..{most}, y in 0..3\nmove up -> [x+1, y]\nmove right -> [x, y+1]"
        );
        let rules = Rules::read(&text).unwrap();
        let law = format!("g(x, y) = (x+y+{}) mod 2", most + 3);
        let said = grundy_laws::read::read(&law, &rules.state).unwrap();
        let decided = grundy_laws::conjecture::decide(&rules, &said, &Default::default()).unwrap();
        assert_eq!(
            decided.verdict.word(),
            "proven",
            "{law}: {}",
            decided.verdict.text()
        );
    }
}

#[test]
fn rules_that_were_changed_are_noticed() {
    let right = certified(&lasker());
    let mut wrong = right.clone();
    let taking_only = wrong.rules.source.text.lines().take(3);
    wrong.rules.source.text = taking_only.map(|line| format!("{line}\n")).collect();
    match check(&wrong.write(), &Budget::default()) {
        Err(Error::BadCertificate { because }) => {
            assert!(because.to_string().contains("(3)"), "{because}")
        }
        other => panic!("{other:?}"),
    }
    let mut wrong = certified(&wythoff());
    wrong.order = grundy_laws::prove::Order::Lexicographic(vec![0, 1]);
    assert!(
        check(&wrong.write(), &Budget::default()).is_ok(),
        "another order will do as well"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Prover and checker, which share no decision code, agree on random laws
    /// of random subtraction games.
    #[test]
    fn prover_and_checker_agree(set in 1u32..32, modulus in 1u32..9, rests in any::<u16>()) {
        let moves: String = (1..=5).filter(|k| set >> (k - 1) & 1 == 1)
            .map(|k| format!("move m{k} -> [n-{k}]\n")).collect();
        let rules = Rules::read(&format!("game random\nstate n\n{moves}")).unwrap();
        let rests: Vec<u32> = (0..modulus).filter(|r| rests >> r & 1 == 1).collect();
        let claim = Claim::lost(Numeration::BINARY, &rules, |e| e.congruent(&[(0, 1)], modulus, &rests)).unwrap();
        let budget = Budget::default();
        let cells = rules.table(&[64], &budget).unwrap();
        let truth = (0..64u32).all(|n| (cells[n as usize] == 0) == rests.contains(&(n % modulus)));
        let verdict = prove(&rules, &claim, &budget).unwrap();
        prop_assert_eq!(matches!(verdict, Verdict::Proven(_)), truth);
        let certificate = Certificate {
            rules: rules.clone(),
            kind: grundy_laws::certificate::Kind::Lost,
            order: grundy_laws::prove::Order::Sum,
            numeration: Numeration::BINARY,
            automaton: claim.relation().dfa().clone(),
        };
        prop_assert_eq!(check(&certificate.write(), &budget).is_ok(), truth);
    }

    /// The same for values, with chosen numbers, conditions and sums; the law
    /// repeats the first few values, which is sometimes right.
    #[test]
    fn prover_and_checker_agree_on_values(
        (least, more) in (1u64..4, 0u64..3),
        split in 0usize..4,
        modulus in 1u64..7,
        base in prop::sample::select(vec![Numeration::BINARY, Numeration::FIBONACCI]),
    ) {
        let split = [
            "",
            "move split(k in 1..n/2) -> [k] + [n-k]",
            "move middle(k in 1..n) if n % 2 = 0 and k < 3 -> [n-k]",
            "move three(i in 1..n/3, j in i..(n-i)/2) -> [i] + [j] + [n-i-j]",
        ][split];
        let text = format!("state n; move take(k in {least}..{}) -> [n-k]; {split}", least + more);
        let rules = Rules::read(&text).unwrap();
        let budget = Budget::default();
        let cells = rules.table(&[60], &budget).unwrap();
        let list = cells[..modulus as usize].iter().map(|&v| v.into()).collect();
        use grundy_laws::expression::{Expression as E, Operation};
        let rest = E::binary(Operation::Modulo, E::Variable(0), E::Number(modulus as i64));
        let law = E::Pick(list, Box::new(rest));
        let mut meter = budget.meter("test");
        let mut engine = grundy_laws::automata::Engine::new(base, &mut meter);
        let graph = grundy_laws::formula::graph(&mut engine, &law, 1).unwrap();
        let claim = Claim::Values(graph, grundy_laws::prove::Coding::Plain);
        let truth = (0..60).all(|n| cells[n] == cells[n % modulus as usize]);
        // Sums need the bits of values.
        let expressible = base == Numeration::BINARY || rules.split().is_none();
        let verdict = prove(&rules, &claim, &budget);
        prop_assert_eq!(verdict.is_ok(), expressible);
        if expressible {
            prop_assert_eq!(matches!(verdict, Ok(Verdict::Proven(_))), truth, "{}", text);
            let certificate = Certificate {
                rules: rules.clone(),
                kind: grundy_laws::certificate::Kind::Values(grundy_laws::prove::Coding::Plain),
                order: grundy_laws::prove::Order::Sum,
                numeration: base,
                automaton: claim.relation().dfa().clone(),
            };
            let checked = check(&certificate.write(), &budget);
            prop_assert_eq!(checked.is_ok(), truth, "{}: {:?}", text, checked.err());
        }
    }

    /// Any text is refused without a panic.
    #[test]
    fn no_text_makes_the_checker_panic(cut in 0usize..600, other in any::<char>()) {
        let text = certified_once();
        let mut damaged: Vec<char> = text.chars().collect();
        let at = cut % damaged.len();
        damaged[at] = other;
        let damaged: String = damaged.into_iter().collect();
        prop_assert!(check(&damaged, &Budget::default()).is_err() || damaged == text);
        // Without the checksum the reader itself is tried.
        if let Some((body, _)) = damaged.trim_end().rsplit_once('\n') {
            let text = grundy::notation::sealed::seal(&format!("{body}\n"));
            let _ = check(&text, &Budget::default().with_states(100_000));
        }
    }
}

fn certified_once() -> String {
    use std::sync::OnceLock;
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| certified(&lasker()).write()).clone()
}

/// A law that fits five hundred heaps by chance is not told: it is looked at in
/// a larger table too.
#[test]
fn a_law_that_fails_beyond_the_table_goes() {
    use grundy::outcome::Convention;
    use grundy_laws::game::study_game;
    let text = "state n; move a(k in 1..6) if (n-k) % 2 != 1 -> [n-k]; move b(k in 1..n) if popcount(k) = 1 -> [n-k]; win when n = 5";
    let game = grundy_lang::load(text, None, &[]).unwrap();
    let normal = Convention::Normal;
    let studied = study_game(&*game, normal, "chance", None, &Options::default()).unwrap();
    assert!(studied.study.findings.is_empty());
    let notes: Vec<String> = studied.study.notes.iter().map(|n| n.to_string()).collect();
    assert!(
        notes.join("\n").contains("false at (542): N instead of P"),
        "{notes:?}"
    );
}
