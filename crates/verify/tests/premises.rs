//! Every premise of the theorems about heap sequences, at the number where it begins to fail; and the
//! checker's values against the definition.

use std::collections::BTreeSet;

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::solve::heap::certificate::{Certificate, Ground};
use grundy::solve::heap::code::Rules;
use grundy_verify::heap::check;

/// The values of exactly `parts` heaps made of `rest` tokens, by listing them: parts ascending, each
/// at least `least` and, where they must differ, greater than the one before.
fn splits(rules: &Rules, values: &[u32], rest: u64, parts: u32, least: u64) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    if parts == 1 {
        if rest >= least {
            found.insert(values[rest as usize]);
        }
        return found;
    }
    for first in least..rest {
        let next = first + u64::from(rules.unequal());
        for others in splits(rules, values, rest - first, parts - 1, next) {
            found.insert(values[first as usize] ^ others);
        }
    }
    found
}

/// The values of the heaps below `count`, from the definition.
fn values(rules: &Rules, count: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let mut options = BTreeSet::new();
        for take in 0..=n {
            let (digit, rest) = (rules.digit(take), n - take);
            if digit & 1 == 1 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 == 2 && rest > 0 {
                options.insert(values[rest as usize]);
            }
            for parts in (2..16).filter(|k| digit >> k & 1 == 1) {
                options.extend(splits(rules, &values, rest, parts, rules.min_part()));
            }
        }
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    values
}

/// The least period with its saltus and least start that the last third of a table shows, three
/// times over.
fn shown(values: &[u32]) -> Option<(u64, u64, u64)> {
    let count = values.len();
    for period in 1..=count / 3 {
        let last = count - 1;
        let Some(saltus) = values[last].checked_sub(values[last - period]) else {
            continue;
        };
        let agrees = |n: &usize| values[*n] + saltus == values[n + period];
        let start = (0..count - period).rev().take_while(agrees).last();
        let seen = |start: &usize| start + 3 * period <= count && 3 * start <= 2 * count;
        if let Some(start) = start.filter(seen) {
            return Some((start as u64, period as u64, u64::from(saltus)));
        }
    }
    None
}

fn why(claim: &Certificate) -> String {
    match check(&claim.to_string(), &Budget::default()) {
        Err(Error::BadCertificate { because }) => because.to_string(),
        other => panic!("{claim}: {other:?}"),
    }
}

fn accepted(claim: &Certificate) -> bool {
    check(&claim.to_string(), &Budget::default()).is_ok()
}

fn claim(code: &str, (start, period, saltus): (u64, u64, u64), ground: Ground) -> Certificate {
    Certificate {
        rules: code.parse().unwrap(),
        start,
        period,
        saltus,
        mask: None,
        ground,
    }
}

/// Whether a finite code that leaves two heaps at most splits after taking an odd and an even number.
fn splits_of_both_parities(rules: &Rules) -> bool {
    let splits =
        |parity: u64| (0..=rules.last()).any(|t| rules.digit(t) & 4 != 0 && t % 2 == parity);
    rules.is_finite() && rules.max_parts() == 2 && splits(0) && splits(1)
}

/// What the definition shows in a table is accepted as observed with every mask, and
/// nothing beside it: so the checker's values are those of the definition.
#[test]
fn observed_claims_are_those_of_the_definition() {
    for (code, count) in [
        ("0.77", 230),
        ("0.15", 150),
        ("0.07", 240),
        ("0.4", 240),
        ("0.137", 240),
        ("4.12", 50),
        ("0.3F", 60),
        ("0.8", 40),
        ("0.(31)", 40),
        ("{1,4,10}", 60),
        ("allbut{1,3,4}", 60),
        ("0.[3]", 30),
        ("4.[3]", 40),
        ("0.1[2]", 30),
    ] {
        let table = values(&code.parse().unwrap(), count);
        let Some(law) = shown(&table) else {
            panic!("{code} shows nothing below {count}: {table:?}");
        };
        let right = claim(code, law, Ground::Observed(count));
        let masks = [None, Some((1, false)), Some((15, false)), Some((6, false))];
        let odd = [Some((15, true)), Some((2, true))];
        for mask in masks.into_iter().chain(odd) {
            let right = Certificate {
                mask,
                ..right.clone()
            };
            let checked = check(&right.to_string(), &Budget::default());
            if mask.is_some_and(|mask| mask.1) && splits_of_both_parities(&right.rules) {
                // No mask can alternate there.
                let told = why(&right);
                assert!(told.contains("one parity"), "{right}: {told}");
                continue;
            }
            let checked = checked.unwrap();
            assert!(!checked.proven);
            assert_eq!(checked.values, count, "{code}");
        }
        let (start, period, saltus) = law;
        for wrong in [
            (start + 1, period, saltus),
            (start, period + 1, saltus),
            (start, period, saltus + 1),
        ] {
            assert!(
                !accepted(&claim(code, wrong, Ground::Observed(count))),
                "{code}"
            );
        }
        // A whole period must be seen twice.
        let needed = start + 2 * period;
        let short = claim(code, law, Ground::Observed(needed - 1));
        assert!(why(&short).contains(&format!("at least {needed} are needed")));
    }
}

/// Games that show no period: each step of the table is a claim of its own, true exactly if the
/// step before it was another.
#[test]
fn every_step_of_a_table_is_that_of_the_definition() {
    for (code, count) in [
        ("4/unequal", 50),
        ("8.3/min=2", 40),
        ("0.77/min=3", 40),
        ("4.3/min=2", 40),
        ("0.37/unequal", 50),
        ("4.07/unequal", 40),
        ("0.77/unequal/min=2", 40),
        ("0.6", 50),
        ("4.4/min=2", 40),
        ("0.0(28)", 24),
        ("0.(20)3/min=2", 24),
        ("4.7[5]", 24),
    ] {
        let table = values(&code.parse().unwrap(), count);
        let (mut right, mut wrong) = (0, 0);
        for n in 2..count as usize {
            let Some(saltus) = table[n].checked_sub(table[n - 1]) else {
                continue;
            };
            let law = (n as u64 - 1, 1, u64::from(saltus));
            for mask in [None, Some((15, false)), Some((5, true))] {
                let ground = Ground::Observed(n as u64 + 1);
                let told = Certificate {
                    mask,
                    ..claim(code, law, ground)
                };
                let least = table[n - 2] + saltus != table[n - 1];
                let alternates = mask.is_some_and(|mask| mask.1);
                if alternates && splits_of_both_parities(&told.rules) {
                    continue;
                }
                assert_eq!(accepted(&told), least, "{told}");
                right += usize::from(least);
                wrong += usize::from(!least);
                // One more or less is not the step.
                let lie = Certificate {
                    saltus: told.saltus + 1,
                    ..told
                };
                assert!(!accepted(&lie), "{lie}");
            }
        }
        assert!(right > 0 && wrong > 0, "{code}");
    }
}

/// Values beyond 64 and beyond 512, of codes that take much and split.
#[test]
fn large_values_are_those_of_the_definition() {
    for (code, count, beyond) in [
        (format!("0.{}", "7".repeat(70)), 130, 64),
        (format!("0.7{}", "3".repeat(530)), 528, 512),
    ] {
        let table = values(&code.parse().unwrap(), count);
        assert!(table.iter().any(|value| *value > beyond), "{table:?}");
        let Some((start, period, saltus)) = shown(&table) else {
            panic!("{code}: {table:?}");
        };
        for mask in [
            None,
            Some((7, false)),
            Some((255, false)),
            Some((64, false)),
        ] {
            let right = Certificate {
                mask,
                ..claim(&code, (start, period, saltus), Ground::Observed(count))
            };
            assert!(accepted(&right), "{mask:?} {table:?}");
            let wrong = Certificate {
                saltus: saltus + 1,
                ..right
            };
            assert!(!accepted(&wrong), "{mask:?}");
        }
    }
}

/// Values near the claimed period differ at one heap only, wherever that is.
#[test]
fn one_difference_is_enough() {
    // Kayles: the last exception is 70.
    for (start, told) in [
        (70, "heaps 70 and 82 have values 6 and 2"),
        (58, "heaps 58 and 70 have values 2 and 6"),
        (40, "heaps 45 and 57 have values 8 and 4"),
    ] {
        let claim = claim("0.77", (start, 12, 0), Ground::Lemma(168));
        assert!(why(&claim).contains(told), "{start}: {}", why(&claim));
    }
    // 24 is a period, and 12 a smaller one; 71 is the least start.
    let told = why(&claim("0.77", (71, 24, 0), Ground::Lemma(192)));
    assert!(told.contains("a smaller period"), "{told}");
    let told = why(&claim("0.77", (72, 12, 0), Ground::Lemma(170)));
    assert!(told.contains("a smaller start"), "{told}");
}

/// `lemma N`: s·(n0 + p) + T ≤ N, and the theorem is about finite codes without unequal parts and
/// without a saltus.
#[test]
fn the_periodicity_theorem_needs_its_values() {
    for (code, start, period, needed) in [
        ("0.77", 71, 12, 168),
        ("0.7", 0, 2, 7),
        ("0.3", 0, 2, 3),
        ("0.33", 0, 3, 5),
        ("0.13", 0, 4, 7),
    ] {
        let at = |n| claim(code, (start, period, 0), Ground::Lemma(n));
        let checked = check(&at(needed).to_string(), &Budget::default()).unwrap();
        assert!(checked.proven);
        assert_eq!(checked.values, needed, "{code}");
        let told = why(&at(needed - 1));
        assert!(
            told.contains(&format!("below {needed}, not {}", needed - 1)),
            "{told}"
        );
    }
    for (code, law) in [
        ("0.[3]", (0, 1, 1)),
        ("0.[1]", (1, 1, 0)),
        ("0.37/unequal", (0, 2, 0)),
        ("0.77", (71, 12, 1)),
    ] {
        let told = why(&claim(code, law, Ground::Lemma(1000)));
        assert!(told.contains("is not about"), "{told}");
    }
    assert!(why(&claim("0.77", (71, 0, 0), Ground::Lemma(168))).contains("period is 0"));
}

/// `window THEN NOW W A SETTLED` for Kayles: T = 2, and with all bits in the mask the largest rare
/// heap is 70, the last exception. Each number is moved over the edge of its premise alone.
#[test]
fn the_window_theorem_needs_its_numbers() {
    let kayles = |numbers: [u64; 5], law| {
        let [then, now, window, reach, settled] = numbers;
        let ground = Ground::Window {
            then,
            now,
            window,
            reach,
            settled,
        };
        Certificate {
            mask: Some((15, false)),
            ..claim("0.77", law, ground)
        }
    };
    let law = (71, 12, 0);
    let right = [
        [200, 212, 102, 100, 150],
        [200, 236, 102, 100, 150],
        // Everything as small as it may be: A = ρ, W = T + A, SETTLED = 2ρ + T + 1, THEN = start + W.
        [143, 155, 72, 70, 143],
        [173, 185, 102, 100, 143],
        // SETTLED = THEN, A = SETTLED - 1.
        [300, 312, 229, 199, 300],
        [300, 312, 152, 150, 151],
        // So far that what lies before the window is forgotten, twice.
        [70_000, 70_012, 102, 100, 150],
        [140_000, 140_024, 102, 100, 150],
    ];
    for numbers in right {
        let claim = kayles(numbers, law);
        let checked = check(&claim.to_string(), &Budget::default());
        let checked = checked.unwrap_or_else(|error| panic!("{claim}: {error}"));
        assert!(checked.proven);
        assert_eq!(checked.values, numbers[1]);
    }
    let fit = "do not fit together";
    for (numbers, because) in [
        ([142, 154, 72, 70, 142], fit),
        ([172, 184, 102, 100, 150], fit),
        ([200, 200, 102, 100, 150], fit),
        ([200, 188, 102, 100, 150], fit),
        ([200, 213, 102, 100, 150], fit),
        ([200, 212, 101, 100, 150], fit),
        ([200, 212, 102, 100, 100], fit),
        ([200, 212, 102, 100, 201], fit),
        ([200, 212, 71, 69, 150], "do not hold at 150"),
        ([200, 212, 72, 70, 142], "do not hold at 142"),
        ([70_000, 70_013, 102, 100, 150], fit),
    ] {
        let told = why(&kayles(numbers, law));
        assert!(told.contains(because), "{numbers:?}: {told}");
    }
    let told = |law| why(&kayles([300, 324, 102, 100, 150], law));
    assert!(told((71, 12, 1)).contains(fit));
    assert!(told((71, 24, 0)).contains("a smaller period"));
    assert!(told((72, 12, 0)).contains("a smaller start"));
    assert!(told((70, 12, 0)).contains("a smaller start"));
    assert!(told((58, 12, 0)).contains("heaps 58 and 70 differ"));
    assert!(told((71, 8, 0)).contains("differ"));
    // From SETTLED on every rare value must have a witness within the reach.
    for (code, [settled, window, reach]) in [("0.004", [12, 8, 4]), ("0.007", [8, 6, 2])] {
        let ground = Ground::Window {
            then: settled,
            now: settled + 30,
            window,
            reach,
            settled,
        };
        let claim = Certificate {
            mask: Some((1, false)),
            ..claim(code, (1, 30, 0), ground)
        };
        let told = why(&claim);
        assert!(
            told.contains(&format!("heap {settled} has no witness within")),
            "{told}"
        );
    }
    // Only with a mask, and of finite codes that leave two heaps.
    let ground = kayles(right[0], law).ground;
    for (code, mask) in [
        ("0.77", None),
        ("0.33", Some((15, false))),
        ("0.3F", Some((15, false))),
    ] {
        let claim = Certificate {
            mask,
            ..claim(code, law, ground)
        };
        assert!(why(&claim).contains("a claim by window needs"), "{claim}");
    }
    // An alternating mask asks for splits of one parity, and for an even period.
    let dawson = |code: &str, period| {
        let ground = Ground::Window {
            then: 400,
            now: 400 + period,
            window: 202,
            reach: 200,
            settled: 300,
        };
        why(&Certificate {
            mask: Some((15, true)),
            ..claim(code, (53, period, 0), ground)
        })
    };
    assert!(dawson("0.77", 34).contains("one parity"));
    assert!(dawson("0.07", 17).contains(fit));
    assert!(!dawson("0.07", 18).contains(fit));
}

/// `state THEN NOW`: by the definition of the relative state, at every pair of heaps.
#[test]
fn relative_states_are_those_of_the_definition() {
    let mut proven = 0;
    for code in [
        "allbut{1}",
        "allbut{1,3}",
        "allbut{2,3}",
        "allbut{1,3,4,9}",
        "0.1[2]",
        "0.23[1]",
    ] {
        let rules: Rules = code.parse().unwrap();
        let (known, tail) = (rules.digits().len() as u64, rules.tail()[0]);
        let table = values(&rules, 260);
        let Some(law) = shown(&table[..160]) else {
            panic!("{code}: {table:?}");
        };
        let (start, period, saltus) = law;
        // The values that moves which take `known` or more reach, and the least that they miss.
        let state = |n: u64| {
            let whole = |m: &u64| tail & if *m == 0 { 1 } else { 2 } != 0;
            let reached: BTreeSet<u32> = { 0..=n - known }
                .filter(whole)
                .map(|m| table[m as usize])
                .collect();
            let mex = (0..).find(|v| !reached.contains(v)).unwrap();
            let last = &table[(n - known) as usize..n as usize];
            let last: Vec<Option<u32>> = last.iter().map(|v| v.checked_sub(mex)).collect();
            let above: Vec<u32> = reached
                .into_iter()
                .filter(|v| *v > mex)
                .map(|v| v - mex)
                .collect();
            (mex, last, above)
        };
        for then in 0..40 {
            for times in 0..3 {
                let now = then + times * period;
                let mut holds = then > known && now > then && start <= then;
                if holds {
                    let ((m1, w1, a1), (m2, w2, a2)) = (state(then), state(now));
                    let grown = u64::from(m2) == u64::from(m1) + times * saltus;
                    holds = grown && w1 == w2 && a1 == a2;
                }
                let claim = claim(code, law, Ground::State { then, now });
                assert_eq!(accepted(&claim), holds, "{claim}");
                proven += usize::from(holds);
                if period > 1 && holds {
                    let shifted = Ground::State { then, now: now + 1 };
                    let claim = Certificate {
                        ground: shifted,
                        ..claim
                    };
                    assert!(why(&claim).contains("do not fit"), "{claim}");
                }
            }
        }
    }
    assert!(proven > 50, "{proven}");
    for code in ["0.77", "4.[3]", "0.[31]"] {
        let claim = claim(code, (0, 1, 1), Ground::State { then: 20, now: 21 });
        assert!(why(&claim).contains("is not about"), "{claim}");
    }
}

/// A state for each value that is computed, and some bytes for each that is kept.
#[test]
fn checks_keep_to_their_budget() {
    let window = Ground::Window {
        then: 200,
        now: 212,
        window: 102,
        reach: 100,
        settled: 150,
    };
    let mask = Some((15, false));
    let lemma = claim("0.77", (71, 12, 0), Ground::Lemma(168));
    for (claim, values, bytes) in [
        (lemma.clone(), 168, 168 * 64..168 * 4096),
        (Certificate { mask, ..lemma }, 168, 5 * 168..6 * 168),
        (
            Certificate {
                mask,
                ..claim("0.77", (71, 12, 0), window)
            },
            212,
            5 * 212..12 * 212,
        ),
        (
            claim("0.3F", (1, 2, 0), Ground::Observed(40)),
            40,
            40 * 64..40 * 4096,
        ),
    ] {
        let text = claim.to_string();
        let over = |budget: Budget| match check(&text, &budget) {
            Err(Error::OverBudget { resource, .. }) => Some(resource),
            _ => None,
        };
        let states = |n| over(Budget::default().with_states(n));
        assert_eq!(states(values), None, "{claim}");
        assert_eq!(states(values - 1), Some(Resource::States), "{claim}");
        let (mut fewest, mut most) = (0, 1 << 30);
        while fewest < most {
            let middle = (fewest + most) / 2;
            match over(Budget::default().with_bytes(middle)) {
                None => most = middle,
                Some(_) => fewest = middle + 1,
            }
        }
        assert!(bytes.contains(&fewest), "{claim}: {fewest} bytes");
    }
}

/// Judges a claim: whether it was accepted, in which case it must hold as far as the table goes.
fn judged(claim: &Certificate, table: &[u32]) -> usize {
    if !accepted(claim) {
        return 0;
    }
    let (start, period) = (claim.start as usize, claim.period as usize);
    for n in start..table.len() - period {
        let (now, later) = (u64::from(table[n]), u64::from(table[n + period]));
        assert_eq!(now + claim.saltus, later, "{claim}{n}: {table:?}");
    }
    1
}

/// Every claim of small numbers about every short code, with the least numbers that its theorem admits: what is
/// accepted is true of ten times as many heaps.
#[test]
fn every_small_claim_that_is_accepted_is_true() {
    let digits = |d0: &str, all: &str, options: [&str; 4]| -> Vec<String> {
        let two = all.chars().flat_map(|a| all.chars().map(move |b| [a, b]));
        let codes = two.map(|[a, b]| format!("{d0}.{a}{b}"));
        codes
            .flat_map(|code| options.map(|option| format!("{code}{option}")))
            .collect()
    };
    let table_of = |rules: &Rules| values(rules, if rules.max_parts() > 2 { 36 } else { 80 });
    let mut seen = BTreeSet::new();
    let (mut lemmas, mut windows, mut states) = (0, 0, 0);
    for (d0, all) in [
        ("0", "01234567"),
        ("4", "012347"),
        ("0", "089A"),
        ("8", "0138"),
    ] {
        for code in digits(d0, all, ["", "/unequal", "/min=2", "/unequal/min=3"]) {
            let rules: Rules = code.parse().unwrap();
            if !seen.insert(rules.to_string()) {
                continue;
            }
            let (table, taken) = (table_of(&rules), rules.last());
            let heaps = u64::from(rules.max_parts().max(1));
            for (start, period) in (0..5).flat_map(|start| [1, 2, 3, 4, 6].map(|p| (start, p))) {
                let law = (start, period, 0);
                // What the theorem needs, and what it would need if parts had no least size.
                for from in [start, start.max(rules.min_part())] {
                    let needed = heaps * (from + period) + taken;
                    let right = claim(&code, law, Ground::Lemma(needed));
                    lemmas += judged(&right, &table);
                }
                if heaps != 2 {
                    continue;
                }
                for (reach, mask) in [1u64, 3, 8].into_iter().flat_map(|reach| {
                    let masks = [(1, false), (6, false), (15, false), (1, true), (3, true)];
                    masks.map(|mask| (reach, Some(mask)))
                }) {
                    for settled in [reach + 1, 2 * reach + taken + 1] {
                        let window = taken + reach;
                        let then = settled.max(start + window);
                        let ground = Ground::Window {
                            then,
                            now: then + period,
                            window,
                            reach,
                            settled,
                        };
                        let right = claim(&code, law, ground);
                        windows += judged(&Certificate { mask, ..right }, &table);
                    }
                }
            }
        }
    }
    let tails = "0123"
        .chars()
        .flat_map(|a| "0123".chars().map(move |b| [a, b]));
    for code in tails.flat_map(|[a, b]| ["1", "2", "3"].map(|tail| format!("0.{a}{b}[{tail}]"))) {
        let rules: Rules = code.parse().unwrap();
        if rules.tail().len() != 1 || !seen.insert(rules.to_string()) {
            continue;
        }
        let table = values(&rules, 90);
        for (start, period) in (0..5).flat_map(|start| (1..7).map(move |p| (start, p))) {
            for (then, saltus) in (1..9).flat_map(|then| (0..4).map(move |s| (then, s))) {
                let now = then + period;
                let right = claim(&code, (start, period, saltus), Ground::State { then, now });
                states += judged(&right, &table);
            }
        }
    }
    assert!(
        lemmas > 100 && windows > 100 && states > 100,
        "{lemmas} {windows} {states}"
    );
}
