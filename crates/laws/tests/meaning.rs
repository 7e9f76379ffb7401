//! What is proven is true of what is played: texts that once gave false
//! theorems, and texts made at random.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy_lang::agree;
use grundy_lang::rules as played;
use grundy_laws::brute::{Effort, confirm};
use grundy_laws::game::study_game;
use grundy_laws::law::Status;
use grundy_laws::print::Style;
use grundy_laws::rules::agree::Difference;
use grundy_laws::rules::{Rules, Source};
use grundy_laws::study::{Options, study};

/// What is said of a text: the law, its status in a word, and all notes; or
/// the error.
fn said(text: &str) -> Result<(String, String, String), String> {
    let game = grundy_lang::load(text, None, &[]).unwrap();
    let source = Source::new(text);
    let convention = game.rules().convention;
    let found = study_game(&*game, convention, "g", Some(&source), &Options::default());
    let study = found.map_err(|error| error.to_string())?.study;
    let names = study.sample.names.clone();
    let law = study.findings.first();
    let notes: Vec<String> = study.notes.iter().map(ToString::to_string).collect();
    Ok((
        law.map_or(String::new(), |f| {
            f.law.written(Style::Text, &names).to_string()
        }),
        law.map_or(String::new(), |f| f.status.word().to_string()),
        notes.join("; "),
    ))
}

/// The law is true of every position of a table from the bytecode that is
/// larger than any that was looked at.
fn is_true(text: &str, size: &[u64]) {
    let compiled = grundy_lang::bench::compile(text, None, &[]).unwrap();
    let compiled = std::sync::Arc::new(compiled.without_shape());
    let game = grundy_lang::bench::on_workbench(compiled);
    let source = Source::new(text);
    let found = study_game(
        &*game,
        Convention::Normal,
        "g",
        Some(&source),
        &Options::default(),
    );
    let study = found.unwrap().study;
    let table = game
        .table(size, Convention::Normal, &Default::default())
        .unwrap();
    let table = grundy_laws::sample::Sample::of(&table).unwrap();
    for finding in &study.findings {
        if matches!(finding.status, Status::Proven(_)) {
            let wrong = grundy_laws::find::exception(&finding.law, &table).unwrap();
            assert_eq!(wrong, None, "{text}: {:?}", finding.law);
        }
    }
}

#[test]
fn xor_of_negative_numbers_is_two_s_complement() {
    let (law, status, _) =
        said("state n; move m(k in 1..n) if (k xor (0-1)) = 0-1-k -> [n-k]").unwrap();
    assert_eq!((law.as_str(), status.as_str()), ("g(n) = n", "proven"));
    let (law, status, _) =
        said("state n; move m(k in 1..n) if ((2-k) xor 0) = 2-k -> [n-k]").unwrap();
    assert_eq!((law.as_str(), status.as_str()), ("g(n) = n", "proven"));
    let (law, status, _) =
        said("state n; move m(k in 1..n) if ((k-3) xor (k-3)) != 0 -> [n-k]").unwrap();
    assert_eq!((law.as_str(), status.as_str()), ("g(n) = 0", "proven"));
    // The xor of one negative number and others is negative.
    for text in [
        "state n; move m(k in 1..n) if ((k-4) xor n) = k -> [n-k]",
        "state n; move m(k in 1..n) if ((k-4) xor (2-k)) = n-9 -> [n-k]",
        "state n; move m(k in 1..n) if ((k-2) xor n xor (5-n)) != k-3 -> [n-k]",
        "state n; move m(k in 1..n) if (~k xor n) = ~(k+1) -> [n-k]",
    ] {
        is_true(text, &[1300]);
        let rules = Rules::translated(&Source::new(text)).unwrap();
        assert!(rules.agree().is_ok(), "{text}");
    }
}

#[test]
fn two_heaps_whose_xor_may_be_negative() {
    let text = "state a, b\n\
         move x(k in 1..a) if (a-k-1) xor (b-1) = 0 -> [a-k, b]\n\
         move y(k in 1..b) if (b-k-1) xor (a-1) = 0 -> [a, b-k]";
    is_true(text, &[200, 200]);
}

#[test]
fn a_coin_that_is_named_twice_is_not_turned() {
    let text = "coins p; move three(q in 0..p-1, r in 0..p-1) turns p, q, r";
    let rules = Rules::read(text).unwrap();
    // With q = r allowed the values would be other ones: 0 1 1 ….
    let table = rules.table(&[8], &Default::default()).unwrap();
    assert_eq!(
        table,
        rules.engine_table(&Default::default()).unwrap().1[..8]
    );
    assert_eq!(table[..3], [0, 0, 1]);
    // Heaps may be equal.
    let heaps = Rules::read("state p; move three(q in 0..p-1, r in 0..p-1) -> [q] + [r]").unwrap();
    assert_eq!(heaps.table(&[3], &Default::default()).unwrap(), [0, 1, 2]);
}

#[test]
fn powers_of_two_have_the_ends_that_are_written() {
    // Nothing can be taken from a heap of fewer than 2^62.
    let (law, status, _) = said("state n; move m(k in 62..62) -> [n-2**k]").unwrap();
    assert_eq!((law.as_str(), status.as_str()), ("g(n) = 0", "verified"));
    // An empty choice leaves no move.
    let (law, status, _) = said("game g(m = -62); state n; move t(k in 0..m) -> [n-2**k]").unwrap();
    assert_eq!((law.as_str(), status.as_str()), ("g(n) = 0", "proven"));
    let (law, status, _) = said("state n; move m(k in 0..62) -> [n-2**k]").unwrap();
    assert_eq!(
        (law.as_str(), status.as_str()),
        ("g(n) = n mod 3", "proven")
    );
    // Of 1 and 2 there are both, of 4 there is none.
    let (law, status, _) = said("state n; move m(k in 1..2) -> [n-2**k]").unwrap();
    assert_eq!(status, "proven", "{law}");
    is_true("state n; move m(k in 1..2) -> [n-2**k]", &[1300]);
    is_true("state n; move m(k in 3..40) -> [n-2**k]", &[1300]);
}

#[test]
fn rules_that_fail_are_named_and_nothing_is_proven() {
    for (text, at, code) in [
        ("state n; move m(k in 70..75) -> [n-2**k]", "at 0", "E106"),
        ("state n; move m(k in 0..63) -> [n-2**k]", "at 0", "E101"),
        (
            "state n; move m(k in 1..n) if popcount(n-k-7) = 1 -> [n-k]",
            "at 1",
            "E106",
        ),
        (
            "state n; move m(k in 1..n) if n < 30 or n % (n-30) = 0 -> [n-k]",
            "at 30",
            "E102",
        ),
        // A measure that is watched and rises.
        (
            "state n in 0..99; move m(k in 1..n) -> [(n*n) % 7]; measure n",
            "at 1",
            "E105",
        ),
    ] {
        let error = said(text).unwrap_err();
        assert!(
            error.contains(at) && error.contains(code),
            "{text}: {error}"
        );
    }
}

#[test]
fn what_has_no_exact_form_is_refused() {
    for (text, reason) in [
        ("state n; move m(k in 1..n) if k*n > 5 -> [n-k]", "product"),
        (
            "state n; move m(k in 1..n) if gcd(k, n) = 1 -> [n-k]",
            "common divisor",
        ),
        ("state n; move m(k in 1..n) if k <= 2**40 -> [n-k]", "2^32"),
        (
            "state n; move m(k in 1..n) if popcount(n-k-7) = 1 -> [n-k]",
            "popcount",
        ),
        (
            "state n; move m(k in 1..n) if k % n = 0 -> [n-k]",
            "divisor",
        ),
        ("coins p; move two(q in 0..9) turns p, q", "below"),
        (
            "state n; move m(k in 1..n) -> [n-k]; measure n*n",
            "watched",
        ),
        (
            "state n; move m(k in 1..n) -> [n-k]; sum every",
            "one component",
        ),
    ] {
        let error = Rules::translated(&Source::new(text))
            .unwrap_err()
            .to_string();
        assert!(error.contains("not translated"), "{text}: {error}");
        assert!(error.contains(reason), "{text}: {error}");
    }
    // What is not looked at does not matter.
    for text in [
        "state n; move m(k in 1..n) if false and k*n > 5 -> [n-k]",
        "state n; move m(k in 1..n) let t = (1 > 3 ? k*n : 2) -> [n-k-t]",
        "state n; move m(k in 1..n) let t = (k > 3 ? 1 : 2) -> [n-k-t]",
        "state n; move m(k in 1..n) if (n > 7 ? k : 3) < 3 -> [n-k]",
        "state n; move m(k in 1..n) if (k > 3 ? n-k : k+1) <= 7 -> [n-k]",
        "state n; move m(k in 1..n) if n >= 7 and popcount(n-7) = 1 -> [n-k]",
    ] {
        match Rules::translated(&Source::new(text)) {
            Ok(rules) => assert!(rules.agree().is_ok(), "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
        is_true(text, &[1300]);
    }
}

#[test]
fn play_that_rises_without_end_is_given_up_in_time() {
    let text = "state n; move m(j in -1..n) -> [n-j]";
    let rules = Rules::translated(&Source::new(text)).unwrap();
    let options = Options {
        time: Duration::from_millis(50),
        budget: Budget::default().with_time(Duration::from_millis(200)),
    };
    let begun = Instant::now();
    let error = study(&rules, &options).unwrap_err();
    assert!(error.is_budget(), "{error}");
    // Much more than the limit, much less than the minute that it once took.
    assert!(
        begun.elapsed() < Duration::from_secs(8),
        "{:?}",
        begun.elapsed()
    );
}

/// What came of a number of texts.
#[derive(Debug, Default)]
struct Count {
    texts: u64,
    compiled: u64,
    translated: u64,
    positions: u64,
    faulty: u64,
    proven: u64,
}

/// Compares all readings of texts made at random: bytecode with oracle, and
/// translated rules with bytecode; what is proven with brute force, to five
/// times the table that was looked at. Panics where two differ.
fn compare(seeds: std::ops::Range<u64>, study: bool) -> Count {
    let mut count = Count::default();
    let begun = Instant::now();
    let verbose = std::env::var("VERBOSE").is_ok();
    for seed in seeds {
        let text = match seed % 2 {
            0 => grundy_lang::random::any(seed),
            _ => grundy_lang::random::tame(seed),
        };
        count.texts += 1;
        if verbose {
            println!("{seed} after {:?}", begun.elapsed());
        }
        let Ok(compiled) = grundy_lang::bench::compile(&text, None, &[]) else {
            continue;
        };
        count.compiled += 1;
        let played = played::Rules::<4>::new(Arc::new(compiled)).unwrap();
        let domain = played.compiled().program().game().domain.clone();
        let start = Instant::now();
        for at in agree::positions(&domain, 12, 200) {
            // Millions of choices at every position add nothing new.
            if start.elapsed() > Duration::from_millis(60) {
                break;
            }
            if let Err(difference) = agree::compare(&played, &at) {
                panic!("{text}\n{difference}");
            }
            count.positions += 1;
        }
        let Ok(rules) = Rules::translated(&Source::new(&text)) else {
            continue;
        };
        match rules.agree() {
            Ok(_) => count.translated += 1,
            Err(Difference::Options(difference)) => panic!("{text}\n{difference}"),
            // No law is ever told of rules that fail.
            Err(_) => {
                assert!(Rules::of(&Source::new(&text)).is_err());
                count.faulty += 1;
                continue;
            }
        }
        if study {
            let laws = confirm(&text, &rules, &Effort::default());
            let laws = laws.unwrap_or_else(|wrong| panic!("{wrong}"));
            count.proven += u64::from(laws.proven > 0);
        }
    }
    count
}

#[test]
fn texts_made_at_random_have_one_meaning() {
    let count = compare(0..600, false);
    // The generator is worth nothing if hardly anything it makes is legal.
    assert!(count.compiled > 450 && count.translated > 120, "{count:?}");
}

#[test]
fn what_is_proven_of_texts_made_at_random_is_true() {
    let count = compare(1_000_000..1_000_120, true);
    assert!(count.proven > 10, "{count:?}");
}

/// The same at length: `TEXTS` texts from `SEED` on.
#[test]
#[ignore = "an hour"]
fn many_texts_made_at_random_have_one_meaning() {
    let number = |name: &str, usual: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (first, texts) = (number("SEED", 1 << 32), number("TEXTS", 100_000));
    let study = std::env::var("STUDY").as_deref() != Ok("no");
    println!("{:?}", compare(first..first + texts, study));
}

/// The comparison of rules with what is played goes through millions of options of a text with
/// many moves. Whoever asked may stop it, and is told so by the work that was done until then.
#[test]
fn a_comparison_looks_at_the_question_that_it_is_for() {
    let moves: Vec<String> = (0..150)
        .map(|k| {
            format!(
                "move m{k}(x in 0..a, y in 0..b, z in 0..c, w in 0..d) if x+y+z+w > {k} -> [a-x, b-y, c-z, d-w]"
            )
        })
        .collect();
    let text = format!("state a, b, c, d\n{}", moves.join("\n"));
    let source = Source::new(&text);
    let stop = Budget::default().with_cancel(Arc::new(AtomicBool::new(true)));
    let scope = stop.scope();
    let rules = Rules::translated(&source).unwrap();
    match rules.agree() {
        Err(Difference::Spent(Error::Cancelled { states, .. })) => {
            assert!(states < 100, "{states}")
        }
        other => panic!("{other:?}"),
    }
    drop(scope);
    // A study has its budget in its options.
    let game = grundy_lang::load(&text, None, &[]).unwrap();
    let options = Options {
        budget: stop,
        ..Options::default()
    };
    match study_game(&*game, Convention::Normal, "flood", Some(&source), &options) {
        Err(Error::Cancelled { what, states }) => {
            assert_eq!(what, "comparison");
            assert!(states < 100, "{states}");
        }
        other => panic!("{:?}", other.map(|studied| studied.study.findings)),
    }
}

/// What the coordinates fulfil together is part of the meaning.
#[test]
fn conditions_on_the_coordinates_together_are_translated() {
    let ordered = "state x, y where x <= y
        move less(k in 1..x) -> [x-k, y]
        move more(k in 1..y) if k <= y-x -> [x, y-k]
        move past(k in 1..y) if y-k < x -> [y-k, x]";
    let rules = Rules::read(ordered).unwrap();
    let table = rules.table(&[6, 6], &Default::default()).unwrap();
    for (at, found) in table.iter().enumerate() {
        let (x, y) = (at as u32 / 6, at as u32 % 6);
        let nim = if x <= y {
            x ^ y
        } else {
            grundy_laws::rules::NOTHING
        };
        assert_eq!(*found, nim, "{x} {y}");
    }
    is_true(ordered, &[150, 150]);
    for text in [
        "state n where n % 3 != 1; move m(k in 1..n) -> [n-k]",
        "state a, b where 2*a <= b or a = 3; move m(k in 1..a) -> [a-k, b]; move l(k in 1..b) -> [a, b-k]",
        "state n where n != 4; move s(k in 1..n-1) -> [k] + [n-1-k]",
        "coins p where p % 2 = 0; move t(q in 0..p-1) turns p, q",
    ] {
        let rules = Rules::translated(&Source::new(text)).unwrap();
        assert!(rules.agree().is_ok(), "{text}");
        is_true(
            text,
            if rules.dimension() == 1 {
                &[900]
            } else {
                &[120, 120]
            },
        );
    }
}
