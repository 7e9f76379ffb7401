//! One meaning of a rule: texts made at random over the whole grammar, read in every way there is.
//!
//! Of each text: the bytecode against the oracle, the translation of the prover against the
//! bytecode, the reading of the checker against the oracle, at every position of a box; and every law
//! that is called proven against brute force over a box five times as long on each side, its
//! certificate once more against the checker. A reading may refuse a text, for a reason; it may
//! not differ.
//!
//! `cargo xtask texts --count N [--seed S] [--milliseconds M]` runs it at length: texts S, S+1, …, so
//! that a run can be continued, or shared between machines, by its seeds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::random::Random;
use grundy_lang::agree;
use grundy_lang::rules as played;
use grundy_laws::alike;
use grundy_laws::brute::{Effort, confirm};
use grundy_laws::rules::agree::Difference;
use grundy_laws::rules::{Rules, Source};
use grundy_laws::study::Options;

/// What came of many texts.
#[derive(Clone, Debug, Default)]
struct Count {
    texts: u64,
    /// Those that are rules.
    compiled: u64,
    /// Those that the prover's translation reads, and of these those that fail somewhere.
    translated: u64,
    faulty: u64,
    /// Those that the checker reads, positions at which its options were compared, at which both
    /// say that the rules fail, and at which only the checker does.
    read: u64,
    positions: u64,
    failing: u64,
    careful: u64,
    /// Those with a law, with one that automata decide, with a proven one, one whose certificate was accepted again, one that
    /// was compared to five times its table.
    laws: u64,
    decided: u64,
    proven: u64,
    checked: u64,
    confirmed: u64,
    wrong: Vec<(u64, String)>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.texts += other.texts;
        self.compiled += other.compiled;
        self.translated += other.translated;
        self.faulty += other.faulty;
        self.read += other.read;
        self.positions += other.positions;
        self.failing += other.failing;
        self.careful += other.careful;
        self.laws += other.laws;
        self.decided += other.decided;
        self.proven += other.proven;
        self.checked += other.checked;
        self.confirmed += other.confirmed;
        self.wrong.extend(other.wrong);
    }

    fn line(&self) -> String {
        let Count {
            texts,
            compiled,
            translated,
            faulty,
            read,
            positions,
            failing,
            careful,
            laws,
            decided,
            proven,
            checked,
            confirmed,
            wrong,
        } = self;
        format!(
            "{texts} texts, {compiled} are rules; the prover reads {translated} (and {faulty} that fail somewhere), the checker {read}, compared at {positions} positions (the rules fail at {failing}; {careful} more refused for care); {laws} with a law, {decided} decided, {proven} proven, {checked} checked again, {confirmed} compared to five times the table; {} disagreements",
            wrong.len()
        )
    }
}

/// How long a text may take.
#[derive(Clone, Copy)]
struct Pace {
    /// For each comparison of readings, and for the search for laws.
    time: Duration,
    study: bool,
}

/// The text of a seed: every other one as people write them.
fn text_of_seed(seed: u64) -> String {
    match seed % 2 {
        0 => grundy_lang::random::any(seed),
        _ => grundy_lang::random::tame(seed),
    }
}

/// Everything about one text.
fn compare(seed: u64, pace: Pace) -> Count {
    let text = text_of_seed(seed);
    let mut count = Count {
        texts: 1,
        ..Count::default()
    };
    let done = catch_unwind(AssertUnwindSafe(|| all_readings(&text, pace, &mut count)));
    let wrong = match done {
        Ok(Ok(())) => return count,
        Ok(Err(wrong)) => wrong,
        Err(_) => "panicked".to_string(),
    };
    count.wrong.push((seed, format!("{text}\n{wrong}")));
    count
}

fn all_readings(text: &str, pace: Pace, count: &mut Count) -> Result<(), String> {
    let Ok(compiled) = grundy_lang::bench::compile(text, None, &[]) else {
        return Ok(());
    };
    count.compiled = 1;
    let Some(played) = played::Rules::<8>::new(Arc::new(compiled)) else {
        return Ok(());
    };
    let end = Instant::now() + pace.time;
    for at in box_of(&played) {
        if Instant::now() > end {
            break;
        }
        agree::compare(&played, &at)?;
    }
    checker(text, &played, pace, count)?;
    prover(text, pace, count)
}

/// Small positions.
fn box_of(played: &played::Rules<8>) -> Vec<Vec<i64>> {
    let domain = &played.compiled().program().game().domain;
    let side = [40, 9, 5, 3][domain.len().clamp(1, 4) - 1];
    agree::positions(domain, side, 128)
}

/// The reading of the checker against the oracle.
fn checker(
    text: &str,
    played: &played::Rules<8>,
    pace: Pace,
    count: &mut Count,
) -> Result<(), String> {
    let budget = Budget::default().with_time(pace.time);
    let mut meter = budget.meter("check");
    if let Some(read) = alike::compare(text, played, box_of(played), &mut meter)? {
        count.read = 1;
        count.positions += read.positions;
        count.failing += read.faulty;
        count.careful += read.careful;
    }
    Ok(())
}

/// The translation of the prover against the bytecode, and its laws against brute force.
fn prover(text: &str, pace: Pace, count: &mut Count) -> Result<(), String> {
    let source = Source::new(text);
    let small = Budget::default().with_time(5 * pace.time);
    let scope = small.scope();
    let Ok(rules) = Rules::translated(&source) else {
        return Ok(());
    };
    match rules.agree() {
        Ok(_) => count.translated = 1,
        Err(Difference::Options(difference)) => return Err(difference.to_string()),
        Err(Difference::Spent(_)) => return Ok(()),
        // No law is ever told of rules that fail.
        Err(_) => {
            count.faulty = 1;
            return match Rules::of(&source) {
                Ok(_) => Err("rules that fail are studied".to_string()),
                Err(_) => Ok(()),
            };
        }
    }
    drop(scope);
    if !pace.study {
        return Ok(());
    }
    let effort = Effort {
        study: Options {
            time: pace.time,
            budget: Budget::default()
                .with_states(60_000)
                .with_bytes(256 << 20)
                .with_time(4 * pace.time),
        },
        times: 5,
        table: Budget::default().with_time(8 * pace.time),
    };
    let found = confirm(text, &rules, &effort)?;
    count.laws = u64::from(found.laws > 0);
    count.decided = u64::from(found.decided > 0);
    count.proven = u64::from(found.proven > 0);
    count.checked = u64::from(found.proven > 0 && found.checked == found.proven);
    count.confirmed = u64::from(found.times == 5);
    Ok(())
}

/// All texts of some seeds, on as many threads as there are processors.
fn compare_all(seeds: std::ops::Range<u64>, pace: Pace) -> Count {
    let next = AtomicU64::new(seeds.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Count::default();
    std::thread::scope(|scope| {
        let work = || {
            let mut count = Count::default();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= seeds.end {
                    return count;
                }
                count.add(compare(seed, pace));
            }
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in running {
            all.add(thread.join().expect("panics are caught"));
        }
    });
    all
}

fn none_is_wrong(count: &Count) {
    for (seed, wrong) in &count.wrong {
        println!("seed {seed}:\n{wrong}\n");
    }
    assert!(count.wrong.is_empty(), "{}", count.line());
}

#[test]
fn texts_made_at_random_are_read_alike() {
    let pace = Pace {
        time: Duration::from_millis(30),
        study: false,
    };
    let count = compare_all(0..400, pace);
    none_is_wrong(&count);
    // The generator is worth nothing if hardly anything it makes is legal, and a reading is
    // none if it refuses hardly less.
    assert!(count.compiled > 300 && count.read > 150, "{}", count.line());
    assert!(count.positions > 4000, "{}", count.line());
    assert!(count.failing > 100, "{}", count.line());
}

/// Texts of which two readings once differed.
#[test]
fn texts_that_were_read_differently_are_read_alike() {
    let texts = [
        // The condition of the domain has a number of its own, 5 & y, which is at most 5; the
        // number that a move chooses is another one.
        "state x, y where (5 xor y) = x; move m(j in 4..y) if (y / j) < 2 -> []",
        "state x, y, z in 0..2 where ((5 xor y) = x ? 1 : 0) = z; move m(j in 4..(1 > z ? z : y)) if (y / j) < 2 -> []",
        // A move to a sum that nobody can make: a law of lost positions is proven beside it.
        "state n; move m(i in 0..-3) -> [2] + [n-2]; move one -> [n-5]",
        // Parts that `where` forbids have no measure to be asked about.
        "state a, b in 0..7 where 2*a <= b; move m(i in 1..a-1, j in 1..b/2) -> [j, j] + [a - i, b]; measure (2 & -2)",
        // Where play is over, nothing is a move that could fail.
        "state x in 1..9, y; move m(j in 0..62) -> [x - 2**j, y + 2 * 2**j]; lose when y >= 0",
        // Play that doubles a number leaves the numbers of the machine, not those of the law.
        "state a, b; move m(i in 1..b) -> [a + a, b - i]",
    ];
    let pace = Pace {
        time: Duration::from_secs(10),
        study: true,
    };
    for text in texts {
        let mut count = Count::default();
        all_readings(text, pace, &mut count).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(count.compiled, 1, "{text}");
    }
}

/// A number of n and k, often negative, with every operation that the checker reads.
fn number(random: &mut Random, depth: u64) -> String {
    if depth == 0 || random.below(5) == 0 {
        return match random.below(6) {
            0..=1 => "n".to_string(),
            2..=3 => "k".to_string(),
            4 => format!("{}", random.below(7)),
            _ => format!("(n - {})", random.below(9)),
        };
    }
    let (a, b) = (number(random, depth - 1), number(random, depth - 1));
    let fixed = [2, 3, 4, 9, 13, -2, -3, -11][random.below(8) as usize];
    match random.below(15) {
        0 => format!("({a} + {b})"),
        1..=2 => format!("({a} - {b})"),
        3 => format!("({a} * {fixed})"),
        4 => format!("({a} / {fixed})"),
        5 => format!("({a} % {fixed})"),
        6 => format!("({a} & {b})"),
        7 => format!("({a} | {b})"),
        8 => format!("({a} xor {b})"),
        9 => format!("({a} << {})", random.below(3)),
        10 => format!("({a} >> {})", random.below(3)),
        11 => format!("{}({a}, {b})", ["min", "max"][random.below(2) as usize]),
        12 => format!("{}({a})", ["abs", "lowbit", "~"][random.below(3) as usize]),
        13 => format!("gcd({a}, {})", random.below(7)),
        _ => format!("({} ? {a} : {b})", condition(random, depth - 1)),
    }
}

fn condition(random: &mut Random, depth: u64) -> String {
    let (a, b) = (number(random, depth), number(random, depth));
    let sign = ["<", "<=", "=", "!=", ">"][random.below(5) as usize];
    match random.below(9) {
        0 => format!("divides({}, {a})", random.below(6)),
        1 => format!("popcount(abs({a})) % 3 {sign} 1"),
        2 => format!("({a} {sign} {b} or k = 1)"),
        3 => format!("not ({a} {sign} {b} and n > 3)"),
        4 => format!("any(i in n-4..n/2: i + {a} {sign} {b})"),
        _ => format!("{a} {sign} {b}"),
    }
}

/// Numbers as the checker is most likely to get them wrong: negative, nested, in every place.
#[test]
fn numbers_made_at_random_are_read_alike() {
    let mut random = Random::new(20);
    let (mut read, mut positions) = (0, 0);
    for _ in 0..700 {
        let (condition, end) = (condition(&mut random, 2), number(&mut random, 2));
        let text = match random.below(3) {
            0 => format!("state n; move m(k in -2..4) if {condition} -> [n-k]"),
            1 => format!("state n; move m(k in 0..2) let t = {end} if t > k -> [n-1] + [t]"),
            _ => format!("state n; move m(k in -1..2, j in {end}..n) if {condition} -> [n-j]"),
        };
        let compiled = grundy_lang::bench::compile(&text, None, &[]);
        let compiled = compiled.unwrap_or_else(|_| panic!("{text}"));
        let played = played::Rules::<8>::new(Arc::new(compiled)).unwrap();
        let some = agree::positions(&played.compiled().program().game().domain, 14, 14);
        let budget = Budget::default().with_time(Duration::from_millis(60));
        let found = alike::compare(&text, &played, some, &mut budget.meter("check"));
        let found = found.unwrap_or_else(|wrong| panic!("{text}\n{wrong}"));
        read += u64::from(found.is_some());
        positions += found.map_or(0, |found| found.positions);
    }
    // What is refused has too many cases.
    assert!(read > 550 && positions > 4000, "{read} {positions}");
}

/// What the prover can say exactly the checker can read, and as it is played.
#[test]
fn every_construct_of_the_prover_is_read_by_the_checker() {
    let lines = include_str!("constructs.txt").lines();
    let mut refused = Vec::new();
    for text in lines.filter(|line| !line.starts_with('#')) {
        let compiled = grundy_lang::bench::compile(text, None, &[]);
        let compiled = compiled.unwrap_or_else(|_| panic!("{text}"));
        let played = played::Rules::<8>::new(Arc::new(compiled)).unwrap();
        let budget = Budget::default().with_time(Duration::from_secs(2));
        let mut meter = budget.meter("check");
        match alike::compare(text, &played, box_of(&played), &mut meter) {
            Ok(Some(read)) => assert!(read.positions > 5, "{text}: {read:?}"),
            Ok(None) => refused.push(text),
            Err(wrong) => panic!("{text}\n{wrong}"),
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn laws_of_texts_made_at_random_are_true() {
    let pace = Pace {
        time: Duration::from_millis(100),
        study: true,
    };
    let count = compare_all(500_000..500_080, pace);
    none_is_wrong(&count);
    assert!(count.proven > 3, "{}", count.line());
}

/// The same at length, run by `cargo xtask texts`: `TEXTS_COUNT` texts from `TEXTS_SEED` on, with
/// `TEXTS_MILLISECONDS` for each step.
#[test]
#[ignore = "hours; run by cargo xtask texts and cargo xtask test --long"]
fn a_hundred_thousand_texts_are_read_alike() {
    let number = |name: &str, usual: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (first, texts) = (number("TEXTS_SEED", 1 << 32), number("TEXTS_COUNT", 2000));
    let pace = Pace {
        time: Duration::from_millis(number("TEXTS_MILLISECONDS", 60)),
        study: true,
    };
    let mut count = Count::default();
    let (begun, end) = (Instant::now(), first.saturating_add(texts));
    let mut seed = first;
    while seed < end {
        let to = end.min(seed.saturating_add(500));
        let more = compare_all(seed..to, pace);
        for (seed, wrong) in &more.wrong {
            println!("seed {seed}:\n{wrong}\n");
        }
        count.add(more);
        seed = to;
        let seconds = begun.elapsed().as_secs();
        println!("{} ({seconds} s; next seed {seed})", count.line());
    }
    assert!(count.wrong.is_empty(), "{}", count.line());
}
