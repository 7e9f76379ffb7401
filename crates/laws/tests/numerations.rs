//! Numerations whose places repeat, sets that are decided in them, and games whose law needs them.

use grundy::budget::Budget;
use grundy_laws::automata::Engine;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::check::check;
use grundy_laws::find::decide;
use grundy_laws::find::numerations::{of_field, suggested};
use grundy_laws::find::schwenk::Takeaway;
use grundy_laws::find::slope::Root;
use grundy_laws::find::sparse::Sparse;
use grundy_laws::law::{Law, Statement};
use grundy_laws::print::Style;
use grundy_laws::program;
use grundy_laws::prove::Claim;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Finding, Options, Study, study};

fn codes() -> Vec<Numeration> {
    let codes = [
        "base 5",
        "base 7",
        "base 10",
        "base 18",
        "base 64",
        "recurrence 5 1",
        "recurrence 6 1",
        "recurrence 12 1",
        "recurrence 4 3",
        "recurrence 1 0 0 1",
        "recurrence 2 1 1 1",
        "bases 2 5",
        "bases 5 2",
        "bases 2 2 3",
        "bases 2 3 3",
        "bases 7 2",
        "ostrowski 1 2",
        "ostrowski 2 1",
        "ostrowski 1 3",
        "ostrowski 2 3",
        "ostrowski 1 1 2",
        "ostrowski 1 1 1 4",
        "ostrowski 4 1 1 1",
        "ostrowski 2 4",
        "ostrowski 1 6",
        "ostrowski 2 1 3 1 2 8",
    ];
    let read = codes.iter().map(|code| Numeration::from_code(code));
    read.collect::<Option<_>>().unwrap()
}

/// Sums, order, remainders and "there is", each against direct evaluation.
#[test]
fn arithmetic_is_what_it_is_in_every_numeration() {
    const TO: u64 = 45;
    for numeration in codes() {
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        let less = engine.at_most(&[(0, 1), (1, -1)], -1).unwrap();
        let line = engine.equal(&[(0, 2), (1, -1)], -1).unwrap();
        let far = engine.equal(&[(0, 1), (1, -1)], 200).unwrap();
        let rest = engine.congruent(&[(0, 1), (1, 2)], 5, &[1, 3]).unwrap();
        let two = engine.finite(&[0, 1], &[vec![3, 40], vec![17, 0]]).unwrap();
        for (x, y) in (0..TO).flat_map(|x| (0..TO).map(move |y| (x, y))) {
            let at = [x, y];
            assert_eq!(less.contains(&at), x < y, "{numeration}: {x} {y}");
            assert_eq!(line.contains(&at), 2 * x + 1 == y, "{numeration}: {x} {y}");
            assert_eq!(rest.contains(&at), [1, 3].contains(&((x + 2 * y) % 5)));
            assert_eq!(two.contains(&at), (x, y) == (3, 40) || (x, y) == (17, 0));
            assert!(far.contains(&[x + 200, x]) && !far.contains(&[x + 201, x]));
        }
        // There is y with 2y + 1 = x exactly for odd x; there are two y < x from 2 on.
        let odd = engine.equal(&[(1, 2), (0, -1)], -1).unwrap();
        let odd = engine.exists(&odd, &[1]).unwrap();
        let two = engine.at_least(&less, &[0], 2).unwrap();
        let seven = engine.constant(0, 7).unwrap();
        for x in (0..200).chain([1 << 40, (1 << 40) + 1]) {
            assert_eq!(odd.contains(&[x]), x % 2 == 1, "{numeration}: {x}");
            assert_eq!(two.contains(&[x]), x >= 2, "{numeration}: {x}");
            assert_eq!(seven.contains(&[x]), x == 7, "{numeration}: {x}");
        }
        let either = engine.not(&odd).unwrap();
        let all = engine.or(&either, &odd).unwrap();
        assert_eq!(all, engine.all(&[0]).unwrap(), "{numeration}");
        // Three numbers of 64 digits are many letters.
        if numeration.digit_count() > 13 {
            continue;
        }
        let sum = engine.equal(&[(0, 1), (1, 1), (2, -1)], 0).unwrap();
        for (x, y) in (0..TO).flat_map(|x| (0..TO).map(move |y| (x, y))) {
            for z in (x + y).saturating_sub(2)..x + y + 3 {
                let at = [x, y, z];
                assert_eq!(sum.contains(&at), x + y == z, "{numeration}: {at:?}");
            }
        }
        // There is y with x + y = z exactly if x <= z.
        let some = engine.exists(&sum, &[1]).unwrap();
        let at_least = engine.at_most(&[(0, 1), (2, -1)], 0).unwrap();
        assert_eq!(some, at_least, "{numeration}");
    }
}

/// Too many letters are an error, not a large table.
#[test]
fn large_alphabets_are_refused() {
    let mut meter = Budget::default().meter("test");
    let base = Numeration::recurrence(&[64]).unwrap();
    let mut engine = Engine::new(base, &mut meter);
    let error = engine.equal(&[(0, 1), (1, 1), (2, -1)], 0).unwrap_err();
    assert!(error.to_string().contains("3 numbers"), "{error}");
}

#[test]
fn fields_have_the_numeration_with_the_fewest_digits() {
    for (field, code) in [
        (2, "recurrence 2 1"),
        (3, "ostrowski 1 2"),
        (5, "recurrence 1 1"),
        (7, "ostrowski 1 1 1 4"),
        (13, "recurrence 3 1"),
        (15, "ostrowski 2 3"),
        (21, "ostrowski 1 3"),
    ] {
        let found = of_field(field).map(|n| n.code());
        assert_eq!(found.as_deref(), Some(code), "{field}");
    }
    for square in [1, 4, 9, 12] {
        assert_eq!(of_field(square), None, "{square}");
    }
}

#[test]
fn rules_suggest_numerations() {
    let suggestions = |text: &str| -> Vec<String> {
        let rules = Rules::read(text).unwrap();
        suggested(&rules).iter().map(|n| n.code()).collect()
    };
    let found = suggestions("state n; move m(k in 1..n) if n % 18 = 3 -> [n-k]");
    assert_eq!(found, ["bases 2 3 3"]);
    let found = suggestions("state n; move m(k in 1..n) if 7*k <= n -> [n-k]");
    assert_eq!(found, ["base 7"]);
    let found = suggestions("state n, q; move m(r in 1..min(n, q)) -> [n-r, 3*r]");
    assert_eq!(found[0], "recurrence 1 0 0 1");
    let found = suggestions(
        "state x, y; move m(k in 1..x, l in 1..y) if k-l < 1 and l-k < 2 -> [x-k, y-l]",
    );
    assert!(found.contains(&"ostrowski 1 2".to_string()), "{found:?}");
}

/// Least numbers not used, by definition.
fn sides(above: u64, below: u64, to: u64) -> Vec<(u64, u64)> {
    let (mut firsts, mut seconds, mut pairs) = (vec![0], vec![0], vec![(0, 0)]);
    let mex = |used: &[u64]| (0..).find(|n| !used.contains(n)).unwrap();
    for n in 1..to {
        let (u, v) = (mex(&firsts), mex(&seconds));
        firsts.extend([u, v + below * n]);
        seconds.extend([v, u + above * n]);
        pairs.extend([(u, u + above * n), (v + below * n, v)]);
    }
    pairs
}

#[test]
fn sides_are_least_numbers_not_used() {
    for (above, below) in [(1, 1), (2, 1), (1, 2), (3, 1), (3, 2), (7, 2), (5, 11)] {
        let set = Sparse::Sides { above, below };
        let pairs = sides(above.into(), below.into(), 60);
        for (x, y) in (0..50u64).flat_map(|x| (0..50u64).map(move |y| (x, y))) {
            let expected = pairs.contains(&(x, y));
            assert_eq!(set.contains(&[x, y]), expected, "{above} {below}: {x} {y}");
        }
        assert!(set.some_members().iter().all(|at| set.contains(at)));
        // The same pairs where both sides are alike.
        let mirrored = Sparse::Pairs { s: 1, t: above };
        if above == below {
            for (x, y) in (0..50).flat_map(|x| (0..50).map(move |y| (x, y))) {
                assert_eq!(set.contains(&[x, y]), mirrored.contains(&[x, y]));
            }
        }
    }
}

/// A description becomes an automaton only if it is decided to be the set.
#[test]
fn descriptions_are_decided() {
    let decided = |set: &Sparse, numeration: Numeration| {
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        decide::relation(set, &mut engine, &Budget::default()).unwrap()
    };
    for (seed, factors, constant) in [
        (vec![0], vec![3], 1),
        (vec![1, 2], vec![1, 1], 0),
        (vec![0, 1], vec![10], 1),
        (vec![1, 4], vec![2, 1], 0),
        (vec![0, 2, 3], vec![2], 0),
    ] {
        let set = Sparse::Recurrence {
            seed,
            factors,
            constant,
        };
        let numeration = decide::numerations(&set)[0];
        let relation = decided(&set, numeration).unwrap_or_else(|| panic!("{set:?}"));
        for n in 0..5_000 {
            assert_eq!(relation.contains(&[n]), set.contains(&[n]), "{set:?}: {n}");
        }
        assert!(set.some_members().iter().all(|at| relation.contains(at)));
        // In another numeration nothing is said.
        assert!(decided(&set, Numeration::recurrence(&[7]).unwrap()).is_none());
    }
    for (above, below) in [(2, 1), (1, 3), (3, 2), (2, 4), (7, 2)] {
        let set = Sparse::Sides { above, below };
        let relation = decided(&set, decide::numerations(&set)[0]).unwrap();
        for (x, y) in (0..120).flat_map(|x| (0..120).map(move |y| (x, y))) {
            assert_eq!(relation.contains(&[x, y]), set.contains(&[x, y]));
        }
    }
}

/// Lines of slopes whose continued fractions repeat at once, later, or in another field: each is
/// decided in the numeration of its field.
#[test]
fn lines_of_every_quadratic_slope_are_decided() {
    for (a, b, d, c, code) in [
        // [0; 1, 2, 2, …], [1; 2, 2, …], [0; 1, 1, 2, 2, …]
        (0, 1, 2, 2, "recurrence 2 1"),
        (0, 1, 2, 1, "recurrence 2 1"),
        (2, -1, 2, 1, "recurrence 2 1"),
        // [0; 2, 1, 1, 1, …], [2; 1, 1, …]
        (3, -1, 5, 2, "recurrence 1 1"),
        (3, 1, 5, 2, "recurrence 1 1"),
        // [1; 1, 2, 1, 2, …]
        (0, 1, 3, 1, "ostrowski 1 2"),
    ] {
        let root = Root::new(a, b, d, c).unwrap();
        let set = Sparse::Line {
            root,
            times: 1,
            plus: 0,
        };
        let numeration = decide::numerations(&set)[0];
        assert_eq!(numeration.code(), code, "{root}");
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        let relation = decide::relation(&set, &mut engine, &Budget::default()).unwrap();
        let relation = relation.unwrap_or_else(|| panic!("{root}"));
        for (x, y) in (0..90).flat_map(|x| (0..90).map(move |y| (x, y))) {
            assert_eq!(relation.contains(&[x, y]), set.contains(&[x, y]), "{root}");
        }
        // Far out it is still the floor.
        for n in [1u64 << 30, (1 << 40) + 12_345] {
            let m = root.floor(n);
            assert!(relation.contains(&[m, m + n]), "{root}");
            assert!(!relation.contains(&[m + 1, m + 1 + n]), "{root}");
        }
        // Times two and three more, and all between the line and the diagonal.
        let moved = Sparse::Line {
            root,
            times: 2,
            plus: 3,
        };
        let cone = root.covers(1, 1).then_some(Sparse::Cone(root));
        for set in [Some(moved), cone].into_iter().flatten() {
            let found = decide::relation(&set, &mut engine, &Budget::default()).unwrap();
            let found = found.unwrap_or_else(|| panic!("{set:?}"));
            for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
                assert_eq!(found.contains(&[x, y]), set.contains(&[x, y]), "{set:?}");
            }
        }
    }
}

/// Connell's games (1959): multiples of 2, or of 3, from one heap, any number from both.
#[test]
fn connells_pairs_lie_along_a_line() {
    let text = |k: u8| {
        format!(
            "game connell
             state x, y
             move first(k in 1..x) if k % {k} = 0 -> [x-k, y]
             move second(k in 1..y) if k % {k} = 0 -> [x, y-k]
             move both(k in 1..min(x, y)) -> [x-k, y-k]"
        )
    };
    let three =
        "(x, y) is P exactly if it is (⌊n·α⌋, ⌊n·α⌋+n) or its mirror image, n ≥ 0, α = (-1+√13)/6";
    let (_, found) = proven(&text(3), three, 120);
    let numeration = found.proof.unwrap().1.numeration;
    assert_eq!(Some(numeration), Numeration::recurrence(&[3, 1]));
    let said = "(x, y) is P exactly if it is (⌊n·α⌋, ⌊n·α⌋+n) or its mirror image, n ≥ 0, α = √2/2";
    let (_, found) = proven(&text(2), said, 120);
    let names = ["x".to_string(), "y".to_string()];
    let set = Sparse::Line {
        root: Root::new(0, 1, 2, 2).unwrap(),
        times: 1,
        plus: 0,
    };
    let python = found.law.written(Style::Python, &names).to_string();
    let python =
        format!("{python}\nprint(''.join('01'[lost(x, y)] for x in range(60) for y in range(60)))");
    let output = std::process::Command::new("python3")
        .args(["-c", &python])
        .output();
    if let Ok(output) = output {
        let each = (0..60).flat_map(|x| (0..60).map(move |y| [x, y]));
        let expected: String = { each.map(|at| set.contains(&at)) }
            .map(|lost| if lost { '1' } else { '0' })
            .collect();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected);
    }
}

/// Whether a law is true of all positions of a table of the rules.
fn true_of_table(rules: &Rules, law: &Law, side: u64) {
    let size = vec![side; rules.dimension()];
    let cells = rules.table(&size, &Budget::default()).unwrap();
    for (at, &label) in cells.iter().enumerate() {
        let at = grundy::solve::dense::point(at as u64, &size);
        assert_eq!(
            law.predict(&at).map(|p| p == 0),
            Some(label == 0),
            "{} at {at:?}",
            rules.name
        );
    }
}

fn studied(text: &str) -> (Rules, Study) {
    let rules = Rules::read(text).unwrap();
    // The time is a limit against running away, not a claim about speed.
    let options = Options {
        time: std::time::Duration::from_secs(300),
        ..Options::default()
    };
    let study = study(&rules, &options).unwrap();
    (rules, study)
}

/// Studies rules; the law must be proven, its certificate accepted, and a larger table agree.
fn proven(text: &str, begins: &str, side: u64) -> (Rules, Finding) {
    let (rules, study) = studied(text);
    let name = rules.name.clone();
    let Some(best) = study.findings.first() else {
        panic!("{name}: nothing found, {:?}", study.notes);
    };
    let written = best.law.written(Style::Text, &study.sample.names);
    let written = written.to_string();
    assert_eq!(best.status.word(), "proven", "{name}: {written}");
    assert!(written.starts_with(begins), "{name}: {written}");
    true_of_table(&rules, &best.law, side);
    let certificate = best.certificate.as_ref().unwrap().write();
    check(&certificate, &Budget::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    (rules, best.clone())
}

fn wide(name: &str, below: u64, above: u64) -> String {
    format!(
        "game {name}
         state x, y
         move left(k in 1..x) -> [x-k, y]
         move right(k in 1..y) -> [x, y-k]
         move both(k in 1..x, l in 1..y) if k-l < {below} and l-k < {above} -> [x-k, y-l]"
    )
}

/// Fraenkel's games of parameter 5, 6 and 7.
#[test]
fn fraenkels_games_are_proven() {
    for t in 5..=7 {
        let begins = format!(
            "(x, y) is P exactly if it is (A(n), A(n)+{t}·n) or its mirror image, A(n) = least number not used before = ⌊n·α⌋"
        );
        let (_, found) = proven(&wide("fraenkel", t, t), &begins, 90);
        let numeration = found.proof.unwrap().1.numeration;
        assert_eq!(Some(numeration), Numeration::recurrence(&[t as u8, 1]));
    }
}

/// Where the heaps may differ more in one direction than in the other, slopes lie in the field
/// of √3 or √21.
#[test]
fn games_with_two_slopes_are_proven() {
    for (below, above) in [(1, 2), (2, 1), (1, 3)] {
        let begins = "(x, y) is P exactly if it is (U(n), U(n)+";
        let (_, found) = proven(&wide("sides", below, above), begins, 200);
        let (claim, proof) = found.proof.as_ref().unwrap();
        assert_eq!(proof.numeration.period(), 2);
        // The automaton as a program, where there is something to run it.
        let names = ["x".to_string(), "y".to_string()];
        for text in [
            program::of(claim, Style::Python, &names),
            found.law.written(Style::Python, &names).to_string(),
        ] {
            let pairs = sides(above, below, 80);
            let expected = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
            let expected: Vec<String> = expected
                .filter(|at| pairs.contains(at))
                .map(|(x, y)| format!("{x},{y}"))
                .collect();
            let text = format!(
                "{text}\nprint(' '.join(f'{{x}},{{y}}' for x in range(40) for y in range(40) if lost(x, y)))"
            );
            let mut python = std::process::Command::new("python3");
            if let Ok(output) = python.args(["-c", &text]).output() {
                let printed = String::from_utf8_lossy(&output.stdout);
                assert_eq!(printed.trim(), expected.join(" "), "{text}");
            }
        }
    }
}

/// A heap may shrink to a sixth at most: 1, 7, 43, … are lost, ones in base 6.
#[test]
fn bases_come_from_the_rules() {
    for (base, begins) in [
        (5, "n is P exactly if its digits are of the form 1*, base 5"),
        (6, "n is P exactly if its digits are of the form 1*, base 6"),
        (7, "n is P exactly if its digits are of the form 1*, base 7"),
    ] {
        let text = format!(
            "game shrink; state n; move to(m in 1..n-1) if {base}*m >= n -> [m]; expect outcome(1) = P"
        );
        let (_, found) = proven(&text, begins, 2_000);
        assert!(matches!(found.proof, Some((Claim::Lost(_), _))));
    }
}

/// Take-away games: the theorem against the definition, and laws with their certificates.
#[test]
fn takeaway_games_are_proven() {
    let text = |limit: &str| {
        format!("game takeaway; state n, q; move take(r in 1..min(n, q)) -> [n-r, {limit}]")
    };
    for limit in [
        "r", "r+1", "r+4", "2*r", "2*r-1", "2*r+3", "3*r", "3*r-2", "4*r", "7*r+2",
    ] {
        let rules = Rules::read(&text(limit)).unwrap();
        let takeaway = Takeaway::of(&rules).unwrap_or_else(|| panic!("{limit}"));
        let statement = Statement::Sparse(Sparse::Takeaway(takeaway));
        let law = Law {
            statement,
            finder: ("", ""),
            symbols: 1,
            explains: 1,
        };
        true_of_table(&rules, &law, 120);
        let names = ["n".to_string(), "q".to_string()];
        let program = law.written(Style::Python, &names).to_string();
        let program = format!(
            "{program}\nprint(''.join('01'[lost(n, q)] for n in range(60) for q in range(30)))"
        );
        let mut python = std::process::Command::new("python3");
        if let Ok(output) = python.args(["-c", &program]).output() {
            let expected = (0..60).flat_map(|n| (0..30).map(move |q| (n, q)));
            let expected: String = expected
                .map(|(n, q)| if takeaway.is_lost(n, q) { '1' } else { '0' })
                .collect();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed.trim(), expected, "{limit}");
        }
    }
    for limit in ["r+1", "3*r", "4*r", "5*r+1"] {
        let begins = "(n, q) is P exactly if n = 0 or q < the least part of n";
        let (_, found) = proven(&text(limit), begins, 200);
        assert_eq!(found.proof.is_some(), limit == "r+1");
    }
    // A limit that may be less than what was taken, another move, another bound: not this theorem.
    for other in [
        "state n, q; move take(r in 1..min(n, q)) -> [n-r, r-1]",
        "state n, q; move take(r in 1..min(n, q)) -> [n-r, q]",
        "state n, q; move take(r in 2..min(n, q)) -> [n-r, 2*r]",
        "state n, q; move take(r in 1..min(n, q)) if r != 5 -> [n-r, 2*r]",
        "misere; state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]",
        "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]; move pass -> [n-1, q]",
    ] {
        if let Ok(rules) = Rules::read(other) {
            assert_eq!(Takeaway::of(&rules), None, "{other}");
        }
    }
}

/// Pairs that begin with (0, r): the closed form against the definition by the least unused number.
#[test]
fn pairs_with_an_offset_are_those_of_the_least_unused_number() {
    for (t, r) in [(1u8, 1u8), (2, 1), (3, 1), (2, 2), (4, 3), (5, 1)] {
        let set = Sparse::Offset { t, r };
        let mut used = std::collections::BTreeSet::new();
        let mut expected = std::collections::BTreeSet::new();
        let mut least = 0u64;
        for n in 0..60 {
            let other = least + u64::from(t) * n + u64::from(r);
            expected.extend([[least, other], [other, least]]);
            used.extend([least, other]);
            while used.contains(&least) {
                least += 1;
            }
        }
        for (x, y) in (0..90u64).flat_map(|x| (0..90u64).map(move |y| (x, y))) {
            if x.min(y) < least {
                assert_eq!(
                    set.contains(&[x, y]),
                    expected.contains(&[x, y]),
                    "{t} {r}: {x} {y}"
                );
            }
        }
        for at in set.some_members() {
            assert!(set.contains(&at), "{t} {r}: {at:?}");
        }
    }
}

/// Misère play of Wythoff's game and its generalisations (Fraenkel 1982), said as people say it.
#[test]
fn misere_pairs_are_proven_and_said() {
    let rules = |near: u64| {
        let both = match near {
            1 => "move c(k in 1..min(x, y)) -> [x-k, y-k]".to_string(),
            t => {
                format!("move c(k in 1..x, l in 1..y) if k - l < {t} and l - k < {t} -> [x-k, y-l]")
            }
        };
        format!(
            "state x, y; play misere; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]; {both}"
        )
    };
    for (near, law) in [
        (
            1,
            "(x, y) is P exactly if it is (A(n), A(n)+n) or its mirror image, A(n) = least number not used before = ⌊n·α⌋, 1/α + 1/(α+1) = 1, but for (0, 0), (1, 2), (2, 1), which are N, and (0, 1), (1, 0), (2, 2), which are P",
        ),
        (
            2,
            "(x, y) is P exactly if it is (A(n), A(n)+2·n+1) or its mirror image, n ≥ 0, A(n) = least number not used before",
        ),
    ] {
        let rules = Rules::read(&rules(near)).unwrap();
        let options = Options {
            time: std::time::Duration::from_secs(300),
            ..Options::default()
        };
        let studied = study(&rules, &options).unwrap();
        let best = &studied.findings[0];
        let written = best.law.written(Style::Text, &studied.sample.names);
        assert_eq!(written.to_string(), law);
        assert_eq!(best.status.word(), "proven");
        let zh = written.get(grundy::text::Lang::Zh);
        assert!(
            zh.contains("此前未用的最小数") && !zh.contains("but"),
            "{zh}"
        );
        // In other styles the same.
        let latex = best
            .law
            .written(Style::Latex, &studied.sample.names)
            .to_string();
        assert!(latex.contains(r"\mathcal{P}"), "{latex}");
        let python = best
            .law
            .written(Style::Python, &studied.sample.names)
            .to_string();
        assert!(python.contains("def lost(x, y)"), "{python}");
    }
}
