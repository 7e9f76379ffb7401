//! Conjectures are proven, refuted with a counterexample, or said to be open.

use grundy::budget::Budget;
use grundy::text::Lang;
use grundy_laws::conjecture::{Asked, Decided, Verdict, decide, decide_game};
use grundy_laws::prove::Claim;
use grundy_laws::read::read;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};
use grundy_laws::walnut;

const BACHET: &str = "state n; move take(k in 1..3) -> [n-k]";
const NIM: &str =
    "state x, y; move first(k in 1..x) -> [x-k, y]; move second(k in 1..y) -> [x, y-k]";
const WYTHOFF: &str = "state x, y; move first(k in 1..x) -> [x-k, y]; \
    move second(k in 1..y) -> [x, y-k]; move both(k in 1..min(x, y)) -> [x-k, y-k]";
const KAYLES: &str = "state n; move one(k in 0..n-1) -> [k] + [n-1-k]; \
    move two(k in 0..n-2) -> [k] + [n-2-k]";

fn said(rules: &str, text: &str) -> Decided {
    let rules = Rules::read(rules).unwrap();
    let conjecture = read(text, &rules.state).unwrap();
    decide(&rules, &conjecture, &Options::default()).unwrap()
}

fn proven(rules: &str, text: &str) -> String {
    let decided = said(rules, text);
    let Verdict::Proven {
        why,
        from,
        certificate,
    } = &decided.verdict
    else {
        panic!("{text}: {}", decided.verdict.text());
    };
    let certificate = certificate.as_ref().unwrap();
    grundy_verify::check(certificate, &Budget::default()).unwrap();
    let from = from.as_ref().map_or("", |(law, _)| law.get(Lang::En));
    format!("{} {from}", why.get(Lang::En))
}

fn refuted(rules: &str, text: &str) -> (Vec<u64>, String, String) {
    let decided = said(rules, text);
    let Verdict::Refuted(wrong) = &decided.verdict else {
        panic!("{text}: {}", decided.verdict.text());
    };
    let at = wrong.numbers.iter().map(|n| n.1).collect();
    let shown = wrong.shown.iter().map(|t| t.get(Lang::En).to_string());
    (at, wrong.text().get(Lang::En).to_string(), shown.collect())
}

fn open(rules: &str, text: &str) -> String {
    let decided = said(rules, text);
    let Verdict::Open { reason, to } = &decided.verdict else {
        panic!("{text}: {}", decided.verdict.text());
    };
    assert!(!to.is_empty());
    reason.get(Lang::En).to_string()
}

#[test]
fn laws_are_proven_with_a_certificate() {
    assert!(proven(BACHET, "g(n) = n mod 4").contains("checked independently"));
    assert!(proven(BACHET, "P iff n mod 4 = 0").contains("P-positions"));
    proven(BACHET, "N iff n mod 4 > 0");
    proven(BACHET, "g(n) = [0, 1, 2, 3][n mod 4]");
    proven(NIM, "g(x, y) = x ⊕ y");
    proven(NIM, "P iff x = y");
    let pairs = "(x, y) is P exactly if it is (A(n), A(n)+n) or its mirror image";
    assert!(proven(WYTHOFF, pairs).contains("Fibonacci"));
}

/// Laws that are printed of tables and of other games are decided of rules too.
#[test]
fn printed_laws_of_numbers_and_sets_are_decided() {
    // Polynomials, one for each residue, and with exceptions.
    let half = "state n; move take(k in 1..n) if 2*k <= n+1 -> [n-k]";
    proven(
        BACHET,
        "g(n) = n mod 4; fits all but 1 of 100 entries: g(3) = 3",
    );
    let laskers = "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]";
    proven(
        laskers,
        "g(n) = n-1 if n mod 4 = 0; n+1 if n mod 4 = 3; n otherwise for n >= 1; g(0) = 0",
    );
    let even = "state n; move take(k in 1..n) if k % 2 = 0 -> [n-k]";
    proven(even, "g(n) = n/2 if n mod 2 = 0; (n-1)/2 otherwise");
    let (at, ..) = refuted(even, "g(n) = n/2 if n mod 2 = 0; (n+1)/2 otherwise");
    assert_eq!(at, [1]);
    let (at, ..) = refuted(half, "g(n) = n·(n+1)/2");
    assert_eq!(at, [2]);
    // A recurrence follows from a proven law, or does not.
    assert!(
        proven(
            BACHET,
            "g(n) = g(n-4), g(0) = 0, g(1) = 1, g(2) = 2, g(3) = 3"
        )
        .contains("n mod 4")
    );
    proven(
        "state n; move take(k in 1..n) -> [n-k]",
        "g(n) = 2·g(n-1)-g(n-2), g(0) = 0, g(1) = 1",
    );
    let (at, text, _) = refuted(BACHET, "g(n) = 2·g(n-1)-g(n-2), g(0) = 0, g(1) = 1");
    assert_eq!(at, [4], "{text}");
    // Not automatic, and true as far as anybody looked: at no table is it seen.
    let one = "state n; move take -> [n-1]";
    assert!(refuted(one, "g(n) = letter n of the fixed point of 0 → 01, 1 → 0").0 == [3]);
    assert!(refuted(one, "g(n) = ⌊√2·n⌋").0 == [2]);
    assert!(refuted(one, "g(n) = 2^n").0 == [0]);
    let word = open(one, "g(n) = letter n of the fixed point of 0 → 01, 1 → 01");
    assert!(!word.is_empty());
    // Sets with a sentence of their own.
    let taken = "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]";
    proven(
        taken,
        "(n, q) is P exactly if n = 0 or q < the least part of n, f(r) = 2·r",
    );
    let (at, ..) = refuted(
        taken,
        "(n, q) is P exactly if n = 0 or q < the least part of n, f(r) = 3·r",
    );
    assert_eq!(at, [4, 1]);
    let wide = "state x, y; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]; \
        move c(k in 1..x, l in 1..y) if k-l < 1 and l-k < 2 -> [x-k, y-l]";
    proven(
        wide,
        "(x, y) is P exactly if it is (U(n), U(n)+2·n) or (V(n)+n, V(n))",
    );
    let (at, ..) = refuted(
        wide,
        "(x, y) is P exactly if it is (U(n), U(n)+n) or (V(n)+2·n, V(n))",
    );
    assert_eq!(at, [1, 2]);
}

#[test]
fn false_laws_are_refuted_by_the_moves() {
    let (at, text, shown) = refuted(BACHET, "g(n) = n mod 5");
    assert_eq!(
        (at, text.as_str()),
        (vec![4], "false at n = 4: claimed 4, true 0")
    );
    assert_eq!(shown, "no option has the value 0 (3 moves looked at)");
    let (at, _, shown) = refuted(BACHET, "g(n) = n mod 3");
    assert_eq!(
        (at, shown.as_str()),
        (vec![3], "take -> [0], which has the value 0 already")
    );
    let (at, text, shown) = refuted(BACHET, "P iff n mod 3 = 0");
    assert_eq!(
        (at, text.as_str()),
        (vec![3], "false at n = 3: claimed P, true N")
    );
    assert_eq!(shown, "take -> [0], which is P");
    let (at, _, shown) = refuted(BACHET, "P iff n mod 8 = 0");
    assert_eq!(
        (at, shown.as_str()),
        (vec![4], "no option is P (3 moves looked at)")
    );
    let (at, text, _) = refuted(NIM, "g(x, y) = x + y");
    assert_eq!(
        (at, text.as_str()),
        (vec![1, 1], "false at x = 1, y = 1: claimed 2, true 0")
    );
    let (at, text, _) = refuted(BACHET, "g(n) = n ⊕ (n-1)");
    assert_eq!(at, [0]);
    assert!(text.contains("no value there"), "{text}");
    let misere = "game m; play misere; state n; move take(k in 1..3) -> [n-k]";
    proven(misere, "P iff n mod 4 = 1");
    let (at, _, shown) = refuted(misere, "P iff n mod 4 = 1 or n = 0");
    assert_eq!(
        (at, shown.as_str()),
        (vec![0], "there is no move, and whoever cannot move wins")
    );
}

#[test]
fn declared_ends_are_told() {
    let ends = "state n; win when n < 2; move take(k in 1..3) -> [n-k]";
    let (at, _, shown) = refuted(ends, "P iff n mod 5 = 0");
    assert_eq!(at, [1]);
    assert!(shown.starts_with("play is over there"), "{shown}");
    let error = read("g(n) = n mod 4", &["n".to_string()]).map(|c| {
        let rules = Rules::read(ends).unwrap();
        decide(&rules, &c, &Options::default()).unwrap_err()
    });
    assert!(error.unwrap().to_string().contains("outcomes only"));
}

#[test]
fn what_is_false_far_out_is_refuted_there() {
    let (at, text, shown) = refuted(BACHET, "g(n) = n mod 4 if n < 100000; 7 otherwise");
    assert_eq!(
        (at, text.as_str()),
        (vec![100000], "false at n = 100000: claimed 7, true 0")
    );
    assert!(shown.contains("no option has the value 0"), "{shown}");
    let (at, _, shown) = refuted(BACHET, "P iff n mod 4 = 0 or n = 100001");
    assert_eq!(
        (at, shown.as_str()),
        (vec![100001], "take -> [100000], which is P")
    );
    // Where a part of a condition has no value nothing is said.
    let partial = "P iff n mod 4 = 0 or (n >= 5000 and n ⊕ (4000-n) = 1)";
    let (at, text, _) = refuted(BACHET, partial);
    assert!(at[0] >= 5001 && at[0] % 4 != 0, "{text}");
    assert!(text.contains("no value there"), "{text}");
}

#[test]
fn sentences_about_several_positions() {
    let why = proven(BACHET, "g(n+4) = g(n)");
    assert!(
        why.contains("checked independently g(n) = n mod 4"),
        "{why}"
    );
    proven(BACHET, "P if n mod 8 = 4");
    proven(BACHET, "P only if n mod 2 = 0");
    proven(BACHET, "g(n) != g(n+k) for k > 0 and k < 4");
    assert_eq!(refuted(BACHET, "P if n mod 2 = 0").0, [2]);
    assert_eq!(refuted(BACHET, "P only if n mod 8 = 0").0, [4]);
    for text in [
        "g(x, y) = g(y, x)",
        "g(x, y) <= x+y",
        "g(x, y) = 0 iff x = y",
        "g(x, x+k) >= k",
        "P(x, y) iff g(x, y) = 0",
    ] {
        let why = proven(NIM, text);
        assert!(why.contains("checked independently"), "{text}: {why}");
    }
    // The checker compares no two remainders.
    proven(NIM, "g(x, y) mod 2 = (x+y) mod 2");
    let why = proven(WYTHOFF, "P(x, y) implies P(y, x)");
    assert!(why.contains("checked independently"), "{why}");
    let (at, text, _) = refuted(NIM, "g(x, y) >= g(x, 0)");
    assert_eq!(at, [1, 1]);
    assert!(text.contains("g(1, 1) = 0 and g(1, 0) = 1"), "{text}");
    // From a law of P-positions.
    proven(WYTHOFF, "P(x, y) implies P(y, x)");
    assert!(open(WYTHOFF, "g(x, y) = g(y, x)").contains("no law of the values"));
    assert_eq!(refuted(WYTHOFF, "P(x, y) implies x < 400").0.len(), 2);
}

#[test]
fn kayles_has_its_period_from_where_it_has_it() {
    proven(KAYLES, "g(n+12) = g(n) for n >= 71");
    let (at, _, _) = refuted(KAYLES, "g(n+12) = g(n) for n >= 70");
    assert_eq!(at, [70]);
    // P-positions alone say nothing of sums, but the values do.
    proven(KAYLES, "P iff n = 0");
}

#[test]
fn what_is_not_automatic_is_open() {
    let reason = open(BACHET, "g(n) = n mod 4 if n*n >= n; 9 otherwise");
    assert!(reason.contains("product"), "{reason}");
}

#[test]
fn verdicts_agree_with_brute_force() {
    for set in 1u32..32 {
        let takes: Vec<u64> = (1..=5).filter(|k| set >> (k - 1) & 1 == 1).collect();
        let listed: Vec<String> = takes.iter().map(u64::to_string).collect();
        let text = format!(
            "state n; move take(k in {{{}}}) -> [n-k]",
            listed.join(", ")
        );
        let rules = Rules::read(&text).unwrap();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..600u64 {
            let options: Vec<u64> = takes
                .iter()
                .filter(|k| **k <= n)
                .map(|k| values[(n - k) as usize])
                .collect();
            values.push((0..).find(|v| !options.contains(v)).unwrap());
        }
        for m in 2..7u64 {
            let conjecture = read(&format!("g(n) = n mod {m}"), &rules.state).unwrap();
            let verdict = decide(&rules, &conjecture, &Options::default())
                .unwrap()
                .verdict;
            let wrong = (0..600).find(|n| values[*n as usize] != n % m);
            match (verdict, wrong) {
                (Verdict::Proven { .. }, None) => {}
                (Verdict::Refuted(found), Some(n)) => {
                    assert_eq!(found.numbers[0].1, n, "{text} {m}")
                }
                (verdict, _) => panic!("{text} {m}: {}", verdict.text()),
            }
        }
    }
}

#[test]
fn games_of_the_catalogue_and_games_without_rules() {
    let options = Options::default();
    let asked = |id: &str, text: &str| {
        let game = grundy::catalogue::find(id).unwrap().build(&[]).unwrap();
        let convention = grundy::outcome::Convention::Normal;
        decide_game(
            &*game,
            convention,
            id,
            None,
            Asked::Sentence(text),
            &options,
        )
        .unwrap()
    };
    let decided = asked("bachet:4", "g(n) = n mod 5");
    let text = decided.verdict.text().get(Lang::En).to_string();
    assert!(text.contains("agree with the built-in game"), "{text}");
    let decided = asked("euclid", "P iff a = b");
    assert_eq!(decided.verdict.word(), "refuted");
    let decided = asked("euclid", "P(a, b) implies P(b, a)");
    assert_eq!(decided.verdict.word(), "open", "{}", decided.verdict.text());
    // Its coordinates have the names of its text, and others are no coordinates.
    let game = grundy::catalogue::find("euclid")
        .unwrap()
        .build(&[])
        .unwrap();
    let normal = grundy::outcome::Convention::Normal;
    let asked = Asked::Sentence("P iff x = y");
    let error = decide_game(&*game, normal, "euclid", None, asked, &options).unwrap_err();
    assert!(
        error.to_string().contains("coordinates `a`, `b`"),
        "{error}"
    );
}

#[test]
fn automata_are_written_and_read() {
    let budget = Budget::default();
    for text in [BACHET, NIM, WYTHOFF] {
        let rules = Rules::read(text).unwrap();
        let studied = study(&rules, &Options::default()).unwrap();
        let (claim, _) = studied.findings[0].proof.as_ref().unwrap();
        let written = walnut::write(claim).unwrap();
        let back = walnut::read(&written, rules.dimension(), &budget).unwrap();
        assert_eq!(*claim, back, "{written}");
        assert_eq!(walnut::write(&back).unwrap(), written);
    }
    // Outputs that are values.
    let by_output = "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 2\n1 -> 3\n2 2\n0 -> 0\n1 -> 1\n3 3\n0 -> 2\n1 -> 3\n";
    let claim = walnut::read(by_output, 1, &budget).unwrap();
    assert!(matches!(claim, Claim::Values(..)));
    for n in 0..32 {
        assert!(claim.relation().contains(&[n, n % 4]), "{n}");
    }
    for (text, line, word) in [
        ("", 1, "numeration"),
        ("lsd_2\n0 1\n", 1, "numeration"),
        ("msd_2 msd_fib\n0 1\n", 1, "same for all"),
        (
            "msd_2 msd_2 msd_2\n0 1\n",
            1,
            "1 numerations for P-positions",
        ),
        ("msd_2\n", 1, "at least one state"),
        ("msd_2\n0 -> 0\n", 2, "STATE OUTPUT"),
        ("msd_2\n0 1\n2 -> 0\n", 3, "below 2"),
        ("msd_2\n0 1\n1 -> 5\n", 3, "a state that is in the file"),
        ("msd_2\n0 1\n1 -> 0\n0 1\n", 4, "a new state"),
        ("msd_2\n0 1\n1 -> 0\n1 -> 1\n1 0\n", 4, "deterministic"),
    ] {
        let error = walnut::read(text, 1, &budget).unwrap_err().to_string();
        assert!(error.contains(&format!("line {line}")), "{text}: {error}");
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn rule_files_expect_laws() {
    let rules = "game bachet\nstate n\nmove take(k in 1..3) -> [n-k]\n";
    let tested = |lines: &str| {
        let text = format!("{rules}{lines}");
        grundy_laws::conjecture::test(&text, &[], &Options::default())
    };
    let all = tested(
        "expect g(0..5) = 0 1 2 3 0 1\nexpect g(n) = n % 4 for all n # a comment\n\
         expect P iff n mod 4 = 0 for all n; expect g(n) = 0 if n = 0; n % 4 otherwise for all n\n\
         expect g(n+4) = g(n) for all n >= 2\n",
    );
    let all = all.unwrap();
    assert_eq!(
        (all[0].positions, all[0].failures.len()),
        (10, 0),
        "{all:?}"
    );
    let wrong = tested(
        "expect g(n) = n % 5 for all n\nexpect g(n) = n % 4 if n*n >= n; 9 otherwise for all n\nexpect g(n+3) = g(n) for all n",
    );
    let wrong = wrong.unwrap();
    let said: Vec<String> = { wrong[0].failures.iter() }
        .map(|f| f.text().to_string())
        .collect();
    assert_eq!(said[0], "n = 4: expected 4, found 0");
    assert!(
        said[1].contains("expected a proof, found not decided: the law has a product"),
        "{}",
        said[1]
    );
    assert_eq!(
        said[2],
        "n = 0: expected g(n+3) = g(n) for all n, found g(3) = 3 and g(0) = 0"
    );
    let fault = tested("expect g(n) = n mood 4 for all n").unwrap_err();
    assert_eq!(fault[0].span.start, rules.len() + "expect g(n) = n ".len());
    assert!(fault[0].message.to_string().contains("did you mean `mod`"));
    // The other game of a file, and parameters of the last one.
    let two = "game a\nstate n\nmove t(k in 1..2) -> [n-k]\nexpect g(n) = n % 3 for all n\n\
        game b(m = 3)\nstate n\nmove t(k in 1..m) -> [n-k]\nexpect g(n) = n % 5 for all n\n";
    let five = grundy_laws::conjecture::test(two, &[("m".to_string(), 4)], &Options::default());
    let five = five.unwrap();
    assert_eq!(
        five.iter().map(|t| t.failures.len()).collect::<Vec<_>>(),
        [0, 0]
    );
}

/// A sentence that does not follow, or is not what the law is about, is refused.
#[test]
fn forged_sentences_are_refused() {
    let decided = said(BACHET, "g(n+4) = g(n) for n >= 3");
    let Verdict::Proven { certificate, .. } = decided.verdict else {
        panic!();
    };
    let text = certificate.unwrap();
    let checked = |text: &str| grundy_verify::check(text, &Budget::default());
    assert!(matches!(
        checked(&text),
        Ok(grundy_verify::Checked::Sentence(_))
    ));
    let body = grundy::notation::sealed::open(&text).unwrap();
    assert!(
        body.contains("move fails if p1 = (n+4) and 3 < (n+1) and not (v1 = v2) -> []"),
        "{body}"
    );
    for (from, to, word) in [
        ("p1 = (n+4)", "p1 = (n+3)", "fails at n = 3"),
        ("not (v1 = v2)", "not (v1 < v2)", "fails at"),
        ("value v2 at n\n", "", "fails at"),
        ("value v1 at p1", "value v9 at p1", "`v9` is no number"),
        (
            "value v1 at p1",
            "value v1 at p1 n",
            "a position of 2 numbers, not 1",
        ),
        ("value v1 at p1", "worth v1 at p1", "cannot be read"),
        ("sentence 2 lines", "sentence 20000 lines", "cannot be read"),
        ("state n", "state m", "no name `n`"),
        ("3 < (n+1)", "(1/0) < n", ""),
        ("3 < (n+1)", "n*n < 3", ""),
    ] {
        assert!(body.contains(from), "{from}");
        let forged = grundy::notation::sealed::seal(&body.replacen(from, to, 1));
        let error = checked(&forged).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(word), "{from} -> {to}: {error}");
    }
    // The law inside of it is checked too.
    let law = body.find("grundy law certificate").unwrap();
    let (head, law) = body.split_at(law);
    let law = grundy::notation::sealed::open(law).unwrap();
    let wrong = law.replacen("1..3", "1..4", 1);
    assert_ne!(law, wrong);
    let wrong = grundy::notation::sealed::seal(
        &(head.to_string() + &grundy::notation::sealed::seal(&wrong)),
    );
    assert!(checked(&wrong).is_err());
    // Cut short, it is called damaged.
    assert!(checked(&text[..text.len() - 30]).is_err());
}

/// The laws that are printed of these rules are read, and decided to be true.
#[test]
fn printed_sentences_are_proven_again() {
    let lines = include_str!("sentences.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for (rules, law) in lines.filter_map(|line| line.split_once(" => ")) {
        proven(rules, law);
        count += 1;
    }
    assert!(count > 20, "{count}");
}
