//! Finders find what is there, and nothing where there is nothing.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::random::Random;
use grundy_laws::find::{Options, find};
use grundy_laws::print::Style;
use grundy_laws::rules::Rules;
use grundy_laws::sample::{Sample, names};

fn laws(sample: &Sample) -> Vec<String> {
    let options = Options {
        time: Duration::from_secs(5),
        first: false,
    };
    let found = find(sample, &options).unwrap();
    let written = found
        .laws
        .iter()
        .map(|l| l.written(Style::Text, &sample.names).to_string());
    written.collect()
}

fn table(size: &[u64], value: impl Fn(&[u64]) -> u64) -> Sample {
    let cells: u64 = size.iter().product();
    let point = |at| grundy::solve::dense::point(at, size);
    Sample {
        size: size.to_vec(),
        cells: (0..cells).map(|at| value(&point(at)) as u32).collect(),
        outcomes: false,
        names: names(size.len()),
    }
}

fn best(size: &[u64], value: impl Fn(&[u64]) -> u64) -> String {
    let found = laws(&table(size, value));
    found.first().cloned().unwrap_or_default()
}

#[test]
fn what_is_there_is_found() {
    assert_eq!(best(&[60], |_| 3), "g(n) = 3");
    assert_eq!(best(&[100], |x| x[0] % 5), "g(n) = n mod 5");
    assert_eq!(best(&[100], |x| x[0] / 3), "g(n) = ⌊n/3⌋");
    assert_eq!(
        best(&[128], |x| u64::from((x[0] + 1).trailing_zeros())),
        "g(n) = ctz(n+1)"
    );
    assert_eq!(best(&[32, 32], |x| x[0] ^ x[1]), "g(x, y) = x ⊕ y");
    assert_eq!(
        best(&[32, 32], |x| (x[0] + x[1]) % 3),
        "g(x, y) = (x+y) mod 3"
    );
    assert_eq!(
        best(&[30, 30], |x| (x[0] % 3) ^ (x[1] % 4)),
        "g(x, y) = (x mod 3) ⊕ (y mod 4)"
    );
    assert_eq!(best(&[32, 32], |x| x[0].abs_diff(x[1])), "g(x, y) = |x-y|");
    let product = |x: &[u64]| (grundy_nimber::Nim64(x[0]) * grundy_nimber::Nim64(x[1])).0;
    assert_eq!(best(&[20, 20], product), "g(x, y) = x ⊗ y");
    let ones = |x: &[u64]| u64::from(x[0].count_ones());
    assert_eq!(best(&[512], ones), "g(n) = popcount(n)");
    let distance = |x: &[u64]| u64::from((x[0] ^ x[1]).count_ones());
    assert_eq!(best(&[64, 64], distance), "g(x, y) = popcount(x ⊕ y)");
    assert_eq!(best(&[200], |x| x[0].isqrt()), "g(n) = ⌊√n⌋");
    // Digits that are added up are 2-regular; a formula is preferred.
    let pairs = best(&[512], |x| u64::from((x[0] & (x[0] >> 1)).count_ones()));
    assert!(pairs.starts_with("g(n) = popcount("), "{pairs}");
    let carries = best(&[64, 64], |x| u64::from((x[0] & x[1]).count_ones()));
    assert_eq!(carries, "g(x, y) = popcount(x & y)");
    // Where there is no formula, they are shown as such.
    fn stern(n: u64) -> u64 {
        match n {
            0 | 1 => n,
            n if n % 2 == 0 => stern(n / 2),
            n => stern(n / 2) + stern(n / 2 + 1),
        }
    }
    let sums = best(&[512], |x| stern(x[0]));
    assert!(sums.contains("2-regular of rank 3"), "{sums}");
    // A formula that only the enumeration reaches.
    let odd = best(&[40, 40], |x| (x[0] & (x[1] + 2)) + 3);
    assert!(odd.starts_with("g(x, y) = "), "{odd}");
}

/// What is found in a table is found in a larger one, or something as short.
#[test]
fn a_larger_table_has_no_worse_law() {
    type Value = fn(&[u64]) -> u64;
    let sequences: [Value; 6] = [
        |x| x[0] % 5,
        |x| x[0] / 3 * 2 + [0, 1, 1][x[0] as usize % 3],
        |x| u64::from((x[0] + 1).trailing_zeros()),
        |x| x[0].isqrt(),
        |x| u64::from((x[0] & (x[0] >> 1)).count_ones()),
        |x| if x[0] < 20 { x[0] * x[0] % 7 } else { x[0] % 3 },
    ];
    let tables: [Value; 5] = [
        |x| x[0] ^ x[1],
        |x| (x[0] + x[1]) % 3,
        |x| (x[0] % 3) ^ (x[1] % 4),
        |x| x[0].abs_diff(x[1]),
        |x| u64::from((x[0] & x[1]).count_ones()),
    ];
    let found = |sample: &Sample| {
        let options = Options {
            time: Duration::from_secs(5),
            first: false,
        };
        find(sample, &options).unwrap().laws.into_iter().next()
    };
    let sequences = sequences.map(|value| (table(&[100], value), table(&[200], value)));
    let tables = tables.map(|value| (table(&[24, 24], value), table(&[48, 48], value)));
    for (small, large) in sequences.iter().chain(&tables) {
        let Some(law) = found(small) else { continue };
        if grundy_laws::find::holds(&law, large).unwrap() {
            let again = found(large).expect("a law in the larger table");
            assert!(again.symbols <= law.symbols, "{law:?}\n{again:?}");
        }
    }
}

#[test]
fn sparse_sets_are_found() {
    let lost = |members: &dyn Fn(u64) -> bool| {
        let mut sample = table(&[400], |x| u64::from(!members(x[0])));
        sample.outcomes = true;
        laws(&sample)
    };
    let fibonacci = lost(&|n| [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377].contains(&n));
    assert!(
        fibonacci.iter().any(|l| l.contains("h(i) = h(i-1)+h(i-2)")),
        "{fibonacci:?}"
    );
    let squares = lost(&|n| n.isqrt().pow(2) == n);
    assert!(squares.iter().any(|l| l.contains("i^2")), "{squares:?}");
    let multiples = lost(&|n| n % 7 == 0);
    assert_eq!(multiples[0], "n is P exactly if n mod 7 = 0");
}

/// Each search takes all its time, so they are shared out.
#[test]
fn random_tables_have_no_law() {
    grundy::platform::in_parallel(0..4, |share| {
        let mut random = Random::new(share as u64);
        (share..100)
            .step_by(4)
            .for_each(|number| no_law(number, &mut random));
    });
}

fn no_law(number: usize, random: &mut Random) {
    let options = Options {
        time: Duration::from_millis(200),
        first: false,
    };
    let size: &[u64] = match number / 4 % 4 {
        0 => &[300],
        1 => &[24, 24],
        2 => &[8, 8, 8],
        _ => &[1000],
    };
    // With more values a short table may have no P position at all, which is a law.
    let largest = [2, 3, 10, 30][number / 16 % 4];
    let mut sample = table(size, |_| 0);
    sample.outcomes = largest == 2 && number.is_multiple_of(3);
    for cell in &mut sample.cells {
        *cell = random.below(largest) as u32;
    }
    let found = find(&sample, &options).unwrap();
    let laws = found.laws.iter();
    let written: Vec<String> = laws
        .map(|l| l.written(Style::Text, &sample.names).to_string())
        .collect();
    assert!(written.is_empty(), "table {number}: {written:?}");
}

#[test]
fn irregular_games_have_no_law() {
    let budget = Budget::default();
    // Grundy's game: split a heap into two unequal ones.
    let grundy = Rules::read("state n; move split(k in 1..n) if 2*k < n -> [k] + [n-k]").unwrap();
    // 0.007: three at a time, leaving up to two heaps.
    let code = Rules::of_code("0.007").unwrap();
    // Chomp with three rows of a, b and c squares, a >= b >= c: the state is
    // c, b - c and a - b. A move cuts some rows to k squares, never to none
    // the first.
    let chomp = Rules::read(
        "state c, d, e
        move a(k in c+d..c+d+e-1) if k >= 1 -> [c, d, k-c-d]
        move ab(k in c..c+d-1) if k >= 1 -> [c, k-c, 0]
        move abc(k in 1..c-1) -> [k, 0, 0]
        move b(k in c..c+d-1) -> [c, k-c, c+d+e-k]
        move bc(k in 0..c-1) -> [k, 0, c+d+e-k]
        move c(k in 0..c-1) -> [k, c+d-k, e]",
    )
    .unwrap();
    for (rules, size) in [
        (grundy, vec![1000]),
        (code, vec![1000]),
        (chomp, vec![20, 20, 20]),
    ] {
        let cells = rules.table(&size, &budget).unwrap();
        let sample = Sample {
            names: names(size.len()),
            size,
            cells,
            outcomes: false,
        };
        let found = laws(&sample);
        assert!(found.is_empty(), "{}: {found:?}", rules.name);
    }
}
