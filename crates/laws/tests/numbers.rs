//! Tables of plain numbers, computed by their definitions, and what is found
//! in them.

mod back;

use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use grundy_laws::find::Options;
use grundy_laws::law::Law;
use grundy_laws::numbers::{Integer, Numbers, find};
use grundy_laws::print::Style;

type Member = Box<dyn Fn(i64) -> Integer + Send + Sync>;

/// A table: what it is, the number of its first entry, how long it is, its
/// entries, and what the law that is found must contain (`None`: no law).
struct Fixture {
    name: &'static str,
    first: i64,
    count: i64,
    member: Member,
    law: Option<&'static str>,
}

fn fixture<T: Into<Integer>>(
    name: &'static str,
    (first, count): (i64, i64),
    member: impl Fn(i64) -> T + Send + Sync + 'static,
    law: Option<&'static str>,
) -> Fixture {
    Fixture {
        name,
        first,
        count,
        member: Box::new(move |n| member(n).into()),
        law,
    }
}

/// Members of h(i) = Σ factor·h(i-1-j), counted from 0.
fn recurrence(seed: &[i64], factors: &[i64], n: i64) -> Integer {
    let mut h: Vec<Integer> = seed.iter().map(|&s| s.into()).collect();
    while h.len() <= n as usize {
        let back = h.iter().rev();
        let next = factors
            .iter()
            .zip(back)
            .map(|(&f, v)| Integer::from(f) * v)
            .sum();
        h.push(next);
    }
    h[n as usize].clone()
}

/// The number of partitions of n into the given parts.
fn partitions(n: i64, parts: &[i64]) -> i64 {
    let mut ways = vec![0i64; n as usize + 1];
    ways[0] = 1;
    for &part in parts {
        for at in part..=n {
            ways[at as usize] += ways[(at - part) as usize];
        }
    }
    ways[n as usize]
}

/// Letter n of the fixed point of a substitution.
fn letter(images: &[&[usize]], n: i64) -> i64 {
    let mut word = vec![0usize];
    while word.len() <= n as usize {
        word = word
            .iter()
            .flat_map(|&l| images[l].iter().copied())
            .collect();
    }
    word[n as usize] as i64
}

fn stern(n: i64) -> i64 {
    match n {
        0 | 1 => n,
        n if n % 2 == 0 => stern(n / 2),
        n => stern(n / 2) + stern(n / 2 + 1),
    }
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

fn josephus(n: i64) -> i64 {
    (2..=n).fold(0, |last, size| (last + 2) % size) + 1
}

fn catalan(n: i64) -> Integer {
    (0..n).fold(Integer::ONE, |c, k| {
        c * Integer::from(4 * k + 2) / Integer::from(k + 2)
    })
}

fn fixtures() -> Vec<Fixture> {
    let root = |square: i64| move |n: i64| (square * n * n).isqrt();
    vec![
        fixture(
            "Fibonacci",
            (0, 60),
            |n| recurrence(&[0, 1], &[1, 1], n),
            Some("g(n-1)+g(n-2), g(0) = 0, g(1) = 1"),
        ),
        fixture(
            "Fibonacci from 1",
            (1, 60),
            |n| recurrence(&[0, 1], &[1, 1], n),
            Some("g(n-1)+g(n-2), g(1) = 1, g(2) = 1"),
        ),
        fixture(
            "Lucas",
            (0, 40),
            |n| recurrence(&[2, 1], &[1, 1], n),
            Some("g(n-1)+g(n-2), g(0) = 2, g(1) = 1"),
        ),
        fixture(
            "Pell, 300 terms",
            (0, 300),
            |n| recurrence(&[0, 1], &[2, 1], n),
            Some("2·g(n-1)+g(n-2)"),
        ),
        fixture(
            "tribonacci",
            (0, 40),
            |n| recurrence(&[0, 0, 1], &[1, 1, 1], n),
            Some("g(n-1)+g(n-2)+g(n-3)"),
        ),
        fixture(
            "Padovan",
            (0, 60),
            |n| recurrence(&[1, 1, 1], &[0, 1, 1], n),
            Some("g(n-2)+g(n-3)"),
        ),
        fixture(
            "Perrin",
            (0, 60),
            |n| recurrence(&[3, 0, 2], &[0, 1, 1], n),
            Some("g(n-2)+g(n-3)"),
        ),
        fixture(
            "Jacobsthal",
            (0, 40),
            |n| recurrence(&[0, 1], &[1, 2], n),
            Some("(2^n-(-1)^n)/3"),
        ),
        fixture(
            "powers of 2",
            (0, 40),
            |n| Integer::from(2).pow(n as usize),
            Some("g(n) = 2^n"),
        ),
        fixture(
            "powers of 2, beyond 64 bits",
            (0, 200),
            |n| Integer::from(2).pow(n as usize),
            Some("g(n) = 2^n"),
        ),
        fixture(
            "2^n - 1",
            (0, 100),
            |n| Integer::from(2).pow(n as usize) - Integer::ONE,
            Some("g(n) = 2^n-1"),
        ),
        fixture(
            "(3^n - 1)/2",
            (0, 50),
            |n| (Integer::from(3).pow(n as usize) - Integer::ONE) / Integer::from(2),
            Some("g(n) = (3^n-1)/2"),
        ),
        fixture(
            "n 2^n",
            (0, 50),
            |n| Integer::from(n) * Integer::from(2).pow(n as usize),
            Some("g(n) = n·2^n"),
        ),
        fixture(
            "2^n + n",
            (0, 50),
            |n| Integer::from(2).pow(n as usize) + Integer::from(n),
            Some("g(n) = 2^n+n"),
        ),
        fixture(
            "Fibonacci at even places",
            (0, 40),
            |n| recurrence(&[0, 1], &[3, -1], n),
            Some("3·g(n-1)-g(n-2)"),
        ),
        fixture(
            "sums of Fibonacci",
            (0, 40),
            |n| recurrence(&[0, 1, 2], &[2, 0, -1], n),
            Some("2·g(n-1)-g(n-3)"),
        ),
        fixture(
            "triangular",
            (0, 60),
            |n| n * (n + 1) / 2,
            Some("g(n) = n·(n+1)/2"),
        ),
        fixture(
            "triangular from 1",
            (1, 60),
            |n| n * (n + 1) / 2,
            Some("g(n) = n·(n+1)/2"),
        ),
        fixture("squares", (0, 60), |n| n * n, Some("g(n) = n^2")),
        fixture(
            "cubes, large",
            (0, 60),
            |n| Integer::from(10).pow(20) * Integer::from(n * n * n),
            Some("g(n) = 100000000000000000000·n^3"),
        ),
        fixture(
            "pyramidal",
            (0, 60),
            |n| n * (n + 1) * (2 * n + 1) / 6,
            Some("g(n) = n·(n+1)·(2·n+1)/6"),
        ),
        fixture(
            "tetrahedral",
            (0, 60),
            |n| n * (n + 1) * (n + 2) / 6,
            Some("g(n) = n·(n+1)·(n+2)/6"),
        ),
        fixture(
            "pentagonal",
            (0, 60),
            |n| n * (3 * n - 1) / 2,
            Some("g(n) = n·(3·n-1)/2"),
        ),
        fixture(
            "central polygonal",
            (0, 60),
            |n| (n * n + n + 2) / 2,
            Some("g(n) = (n^2+n+2)/2"),
        ),
        fixture("negative", (0, 60), |n| 5 - 3 * n, Some("g(n) = -3·n+5")),
        fixture(
            "quarter squares",
            (0, 60),
            |n| n * n / 4,
            Some("g(n) = ⌊n^2/4⌋"),
        ),
        fixture("⌊n²/3⌋", (0, 60), |n| n * n / 3, Some("g(n) = ⌊n^2/3⌋")),
        fixture(
            "partitions into 1, 2",
            (0, 60),
            |n| partitions(n, &[1, 2]),
            Some("⌊n/2⌋+1"),
        ),
        fixture(
            "partitions into 1, 2, 3",
            (0, 80),
            |n| partitions(n, &[1, 2, 3]),
            Some("⌊(n^2+6·n+12)/12⌋"),
        ),
        fixture(
            "partitions into 1, 2, 3, 4",
            (0, 200),
            |n| partitions(n, &[1, 2, 3, 4]),
            Some("n^3"),
        ),
        fixture(
            "partitions into 1, 5, 10",
            (0, 200),
            |n| partitions(n, &[1, 5, 10]),
            Some("g(n-1)+g(n-5)"),
        ),
        fixture(
            "by residue",
            (0, 90),
            |n| if n % 3 == 0 { n * n } else { 2 * n + 1 },
            Some("n^2 if n mod 3 = 0; 2·n+1 otherwise"),
        ),
        fixture("⌊n√2⌋", (0, 100), root(2), Some("g(n) = ⌊√2·n⌋")),
        fixture("⌊n√3⌋ from 1", (1, 100), root(3), Some("g(n) = ⌊√3·n⌋")),
        fixture("⌊n√7⌋", (0, 200), root(7), Some("g(n) = ⌊√7·n⌋")),
        fixture(
            "⌊nφ⌋",
            (0, 100),
            |n| (n + (5 * n * n).isqrt()) / 2,
            Some("φ"),
        ),
        fixture(
            "⌊nφ²⌋",
            (0, 100),
            |n| n + (n + (5 * n * n).isqrt()) / 2,
            Some("g(n) = ⌊((3+√5)/2)·n⌋"),
        ),
        fixture(
            "⌊n√2 + 1/2⌋",
            (0, 200),
            |n| (n * n * 8).isqrt().midpoint(1),
            Some("g(n) = ⌊√2·n+1/2⌋"),
        ),
        fixture(
            "⌊(n+1)(2+√2)⌋",
            (0, 200),
            |n| 2 * (n + 1) + (2 * (n + 1) * (n + 1)).isqrt(),
            Some("⌊(2+√2)·(n+1)⌋"),
        ),
        fixture(
            "⌊n(2+2√5)+1/2⌋",
            (0, 400),
            |n| 2 * n + (80 * n * n).isqrt().midpoint(1),
            Some("g(n) = ⌊(2+2·√5)·n+1/2⌋"),
        ),
        fixture(
            "⌊nπ⌋",
            (0, 300),
            |n| n * 314_159_265_358_979 / 100_000_000_000_000,
            Some("α ≈ 3.14"),
        ),
        fixture(
            "⌊(5n+2)/7⌋",
            (0, 100),
            |n| (5 * n + 2) / 7,
            Some("g(n) = ⌊(5·n+2)/7⌋"),
        ),
        fixture(
            "members of ⌊k√2⌋",
            (0, 300),
            |n| i64::from((1..=n).any(|k| (2 * k * k).isqrt() == n)),
            Some("√2"),
        ),
        fixture(
            "squares as a set",
            (0, 400),
            |n| i64::from(n.isqrt().pow(2) == n),
            Some("1 if n is one of h(0), h(1), …; 0 otherwise; h(i) = i^2"),
        ),
        fixture(
            "all but the triangular numbers",
            (1, 400),
            |n| i64::from((8 * n + 1).isqrt().pow(2) != 8 * n + 1),
            Some("0 if n is one of h(1), h(2), …; 1 otherwise; h(i) = i·(i+1)/2"),
        ),
        fixture(
            "powers of 2 as a set",
            (0, 2000),
            |n| i64::from(n.count_ones() == 1),
            Some("h(i) = 2^i"),
        ),
        fixture(
            "Fibonacci word",
            (0, 300),
            |n| letter(&[&[0, 1], &[0]], n),
            Some("0 → 01, 1 → 0"),
        ),
        fixture(
            "tribonacci word",
            (0, 300),
            |n| letter(&[&[0, 1], &[0, 2], &[0]], n),
            Some("0 → 01, 1 → 02, 2 → 0"),
        ),
        fixture(
            "base 5 word",
            (0, 300),
            |n| letter(&[&[0, 1, 0, 1, 1], &[1, 0, 0, 1, 0]], n),
            Some("0 → 01011, 1 → 10010"),
        ),
        fixture(
            "Chacon's word",
            (0, 300),
            |n| letter(&[&[0, 0, 1, 0], &[1]], n),
            Some("0 → 0010, 1 → 1"),
        ),
        fixture(
            "period doubling",
            (0, 300),
            |n| letter(&[&[0, 1], &[0, 0]], n),
            Some(""),
        ),
        fixture(
            "Thue–Morse",
            (0, 256),
            |n| i64::from(n.count_ones() % 2),
            Some(""),
        ),
        fixture(
            "ruler",
            (1, 256),
            |n| i64::from(n.trailing_zeros()),
            Some("ctz(n)"),
        ),
        fixture(
            "paperfolding",
            (1, 400),
            |n| i64::from((n >> n.trailing_zeros()) & 2 == 0),
            Some(""),
        ),
        fixture(
            "Rudin–Shapiro",
            (0, 400),
            |n| i64::from((n & n >> 1).count_ones() % 2),
            Some(""),
        ),
        fixture(
            "binary ones",
            (0, 256),
            |n| i64::from(n.count_ones()),
            Some("popcount(n)"),
        ),
        fixture("Stern's diatomic", (0, 400), stern, Some("2-regular")),
        fixture(
            "Stern's diatomic from 1",
            (1, 400),
            stern,
            Some("2-regular"),
        ),
        fixture("Josephus", (1, 300), josephus, Some("")),
        fixture(
            "bits reversed",
            (0, 256),
            |n| {
                (0..8)
                    .filter(|b| n >> b & 1 == 1)
                    .map(|b| 1 << (7 - b))
                    .sum::<i64>()
            },
            None,
        ),
        fixture("Gray code", (0, 256), |n| n ^ n >> 1, Some("n ⊕ ⌊n/2⌋")),
        fixture(
            "Moser–de Bruijn",
            (0, 256),
            |n| (0..9).map(|b| (n >> b & 1) << (2 * b)).sum::<i64>(),
            Some(""),
        ),
        fixture(
            "period 7 after 150",
            (0, 400),
            |n| {
                if n < 150 {
                    n * n * 37 % 101
                } else {
                    [0, 3, 1, 4, 1, 5, 9][n as usize % 7]
                }
            },
            Some("for n >= 150"),
        ),
        fixture(
            "saltus 3 with 5 after 120",
            (0, 400),
            |n| {
                if n < 120 {
                    n * n * 37 % 101
                } else {
                    n / 5 * 3 + [0, 2, 1, 1, 0][n as usize % 5]
                }
            },
            Some("for n >= 1"),
        ),
        fixture(
            "squares after 3",
            (0, 60),
            |n| if n < 3 { 7 } else { n * n },
            Some("g(n) = n^2 for n >= 3; g(0) = 7, g(1) = 7, g(2) = 7"),
        ),
        fixture(
            "period with noise",
            (0, 400),
            |n| {
                if [57, 131, 300].contains(&n) {
                    8
                } else {
                    n * n % 5
                }
            },
            Some("fits all but 3 of 400 entries: g(57) = 8, g(131) = 8, g(300) = 8"),
        ),
        fixture(
            "squares with noise",
            (0, 300),
            |n| if [40, 200].contains(&n) { 0 } else { n * n },
            Some("g(n) = n^2; fits all but 2 of 300 entries: g(40) = 0, g(200) = 0"),
        ),
        fixture(
            "Fibonacci with noise",
            (0, 120),
            |n| {
                if n == 77 {
                    Integer::ZERO
                } else {
                    recurrence(&[0, 1], &[1, 1], n)
                }
            },
            Some("fits all but 1 of 120 entries: g(77) = 0"),
        ),
        fixture(
            "⌊n√2⌋ with noise",
            (0, 400),
            |n| (2 * n * n).isqrt() + i64::from(n == 311),
            Some("√2·n⌋; fits all but 1 of 400 entries"),
        ),
        fixture("Catalan", (0, 60), catalan, None),
        fixture(
            "factorials",
            (0, 40),
            |n| (1..=n).map(Integer::from).product::<Integer>(),
            None,
        ),
        fixture(
            "primes",
            (1, 120),
            |n| {
                (2..)
                    .filter(|p| is_prime(*p))
                    .nth(n as usize - 1)
                    .unwrap_or(0)
            },
            None,
        ),
        fixture(
            "primes as a set",
            (0, 300),
            |n| i64::from(is_prime(n)),
            None,
        ),
        fixture(
            "number of divisors",
            (1, 300),
            |n| (1..=n).filter(|d| n % d == 0).count() as i64,
            None,
        ),
        fixture(
            "partitions",
            (0, 100),
            |n| partitions(n, &(1..=n.max(1)).collect::<Vec<_>>()),
            None,
        ),
        fixture(
            "digits of a random number",
            (0, 300),
            |n| (n * 791 + 13).pow(3) % 1_009 % 10,
            None,
        ),
    ]
}

fn numbers(fixture: &Fixture, count: i64) -> Numbers {
    let members = (fixture.first..fixture.first + count).map(&fixture.member);
    Numbers::sequence(fixture.first as usize, &members.collect::<Vec<_>>())
}

fn best(table: &Numbers) -> Option<Law> {
    let options = Options {
        time: Duration::from_secs(300),
        first: false,
    };
    find(table, &options).unwrap().laws.into_iter().next()
}

fn text(law: &Law) -> String {
    law.written(Style::Text, &["n".to_string()]).to_string()
}

#[test]
fn every_table_has_the_law_that_it_has() {
    let laws = all_laws();
    assert!(laws.len() >= 60);
    let mut wrong = Vec::new();
    for (fixture, law) in laws {
        let law = law.as_ref().map(text);
        println!("{:30} {}", fixture.name, law.as_deref().unwrap_or("-"));
        let right = match (fixture.law, &law) {
            (None, None) => true,
            (Some(expected), Some(law)) => law.contains(expected),
            _ => false,
        };
        if !right {
            wrong.push((fixture.name, fixture.law, law));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn laws_are_read_as_they_are_printed() {
    let one = ["n".to_string()];
    let (mut read_back, mut wrong) = (0, Vec::new());
    for (fixture, law) in all_laws() {
        let Some(law) = law else { continue };
        let to = (fixture.first + 2 * fixture.count).min(600);
        let places: Vec<Vec<u64>> = (0..to as u64).map(|n| vec![n]).collect();
        match back::comes_back(law, &one, &places) {
            Ok(told) => read_back += usize::from(told),
            Err(error) => wrong.push((fixture.name, error)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(read_back >= 55, "{read_back}");
}

/// A larger table never has a worse law: what was found in a table and is true
/// of one twice as long is found there too, or something as short.
#[test]
fn a_larger_table_never_has_a_worse_law() {
    let worse = Mutex::new(Vec::new());
    grundy::platform::in_parallel(all_laws(), |(fixture, law)| {
        let Some(law) = law else { return };
        let large = numbers(fixture, 2 * fixture.count);
        let holds = large
            .places()
            .all(|(at, value)| law.number(&at).as_ref() == Some(value));
        let again = best(&large);
        let as_good = again
            .as_ref()
            .is_some_and(|again| again.symbols <= law.symbols || text(again) == text(law));
        if holds && !as_good {
            let again = again.as_ref().map(text);
            worse.lock().unwrap().push((fixture.name, text(law), again));
        }
    });
    let worse = worse.into_inner().unwrap();
    assert!(worse.is_empty(), "{worse:#?}");
}

/// Numbers of two coordinates, from any corner on.
#[test]
fn tables_of_two_coordinates() {
    let written = |first: u64, value: &dyn Fn(i64, i64) -> i64| {
        let row = |x: u64| {
            let entries = (first..first + 14).map(|y| value(x as i64, y as i64).to_string());
            entries.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = (first..first + 14).map(row).collect();
        let table = Numbers::read(&rows.join("\n"), first).unwrap();
        let law = best(&table)?;
        Some(law.written(Style::Text, &table.names).to_string())
    };
    let found = |value: &dyn Fn(i64, i64) -> i64| written(0, value).unwrap_or_default();
    assert_eq!(found(&|x, y| x * y), "g(x, y) = x·y");
    assert_eq!(found(&|x, y| x * x - y), "g(x, y) = x^2-y");
    assert_eq!(
        found(&|x, y| (x + y) * (x + y + 1) / 2 + y),
        "g(x, y) = (x^2+2·x·y+y^2+x+3·y)/2"
    );
    assert_eq!(found(&|x, y| x ^ y), "g(x, y) = x ⊕ y");
    let shifted = written(1, &|x, y| x * x + 3 * x * y);
    assert_eq!(shifted.as_deref(), Some("g(x, y) = x^2+3·x·y"));
    let noisy = found(&|x, y| if (x, y) == (9, 4) { 0 } else { x * y + 1 });
    assert_eq!(
        noisy,
        "g(x, y) = x·y+1; fits all but 1 of 196 entries: g(9, 4) = 0"
    );
}

/// Of plain numbers nothing is said but their values: that 0 comes at 0 only
/// is no law.
#[test]
fn where_the_zeros_are_is_no_law_of_numbers() {
    let primes = fixtures().into_iter().find(|f| f.name == "primes as a set");
    let divisors = |n: i64| (1..=n).filter(|d| n % d == 0).sum::<i64>();
    let sums: Vec<Integer> = (0..200).map(|n| divisors(n).into()).collect();
    assert!(best(&Numbers::sequence(0, &sums)).is_none());
    assert!(primes.is_some_and(|f| best(&numbers(&f, 400)).is_none()));
}

/// What a program prints, where there is a `python3` to run it.
fn printed_by(program: &str) -> Option<String> {
    let mut python = std::process::Command::new("python3");
    let Ok(output) = python.args(["-c", program]).output() else {
        println!("no python3: programs are not run");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.success(), "{errors}\n{program}");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The laws of all tables, found once for all tests.
fn all_laws() -> &'static [(Fixture, Option<Law>)] {
    static LAWS: OnceLock<Vec<(Fixture, Option<Law>)>> = OnceLock::new();
    LAWS.get_or_init(|| {
        let fixtures = fixtures();
        let laws: Mutex<Vec<Option<Law>>> = Mutex::new(vec![None; fixtures.len()]);
        grundy::platform::in_parallel(0..fixtures.len(), |at| {
            let law = best(&numbers(&fixtures[at], fixtures[at].count));
            laws.lock().unwrap()[at] = law;
        });
        fixtures
            .into_iter()
            .zip(laws.into_inner().unwrap())
            .collect()
    })
}

/// What the law says of some numbers, in order.
fn said(fixture: &Fixture, law: &Law, to: i64) -> Vec<String> {
    let value = |n: i64| law.number(&[n as u64]).unwrap().to_string();
    (fixture.first..to).map(value).collect()
}

#[test]
fn programs_compute_what_the_laws_say() {
    let laws = all_laws().iter();
    let laws: Vec<(&Fixture, &Law)> = laws
        .filter_map(|(f, law)| Some((f, law.as_ref()?)))
        .collect();
    assert!(laws.len() >= 55);
    // In Python numbers have any size.
    let mut whole = String::new();
    for (fixture, law) in &laws {
        let program = law.written(Style::Python, &["n".to_string()]).to_string();
        let (first, to) = (fixture.first, fixture.count + 40);
        whole += &format!("{program}\nprint(' '.join(str(g(n)) for n in range({first}, {to})))\n");
    }
    if let Some(printed) = printed_by(&whole) {
        assert_eq!(printed.lines().count(), laws.len());
        for (line, (fixture, law)) in printed.lines().zip(&laws) {
            let expected = said(fixture, law, fixture.count + 40).join(" ");
            let program = law.written(Style::Python, &["n".to_string()]);
            assert_eq!(line, expected, "{}: {program}", fixture.name);
        }
    }
    // In C++ as long as they fit.
    let mut parts = Vec::new();
    let mut main = String::new();
    let mut expected = Vec::new();
    for (at, (fixture, law)) in laws.iter().enumerate() {
        let program = law.written(Style::Cpp, &["n".to_string()]).to_string();
        if !program.contains("long long g(") {
            assert!(
                program.starts_with("// g(n) needs numbers of more than 63 bits"),
                "{program}"
            );
            continue;
        }
        let values = said(fixture, law, fixture.count + 40);
        let fit: Vec<String> = values
            .into_iter()
            .take_while(|v| v.parse::<i64>().is_ok())
            .collect();
        let (first, to) = (fixture.first, fixture.first + fit.len() as i64);
        main += &format!(
            "for (long long n = {first}; n < {to}; n++) std::cout << law{at}::g(n) << (n + 1 < {to} ? ' ' : '\\n');\n"
        );
        expected.push((fixture.name, fit.join(" "), program.clone()));
        let (headers, body): (Vec<&str>, Vec<&str>) = program
            .lines()
            .partition(|line| line.starts_with("#include"));
        parts.push((
            headers.join("\n"),
            format!("namespace law{at} {{\n{}\n}}\n", body.join("\n")),
        ));
    }
    let headers: String = parts.iter().map(|p| p.0.clone() + "\n").collect();
    let bodies: String = parts.iter().map(|p| p.1.clone()).collect();
    let source = format!("#include <iostream>\n{headers}{bodies}int main() {{\n{main}}}\n");
    if let Some(printed) = compiled_prints(&source) {
        assert_eq!(printed.lines().count(), expected.len());
        for (line, (name, values, program)) in printed.lines().zip(&expected) {
            assert_eq!(line, values, "{name}: {program}");
        }
    }
}

/// What a program in C++ prints, where there is a compiler.
fn compiled_prints(text: &str) -> Option<String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("numbers");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join("laws.cpp"), folder.join("laws"));
    std::fs::write(&source, text).unwrap();
    let mut compiler = std::process::Command::new("g++");
    compiler.args(["-std=c++17", "-O0", "-o"]);
    let Ok(compiled) = compiler.args([&program, &source]).output() else {
        println!("no g++: programs are not compiled");
        return None;
    };
    let errors = String::from_utf8_lossy(&compiled.stderr).to_string();
    assert!(compiled.status.success(), "{errors}");
    let output = std::process::Command::new(&program).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// One program of each kind, far out: lines of Python that are run are counted,
/// and are at most a few for each number up to there. Values of recurrences
/// have as many digits as their number, so these are asked less far out.
#[test]
fn programs_take_linear_time() {
    const COUNTED: &str = "
import sys
lines = 0
def count(frame, event, argument):
    global lines
    if event in ('line', 'call'): lines += 1
    return count
def steps(n):
    global lines
    lines = 0
    sys.settrace(count)
    g(n)
    sys.settrace(None)
    return lines
print(steps(FAR) < 8 * FAR, steps(NEAR), steps(2 * NEAR))
";
    let kinds = [
        ("Fibonacci", 20_000),
        ("powers of 2, beyond 64 bits", 20_000),
        ("pyramidal", 1_000_000),
        ("partitions into 1, 2, 3", 1_000_000),
        ("by residue", 1_000_000),
        ("⌊n√2⌋", 1_000_000),
        ("members of ⌊k√2⌋", 1_000_000),
        ("tribonacci word", 1_000_000),
        ("Thue–Morse", 1_000_000),
        ("Rudin–Shapiro", 1_000_000),
        ("Stern's diatomic", 1_000_000),
        ("Josephus", 1_000_000),
        ("period 7 after 150", 1_000_000),
        ("squares as a set", 1_000_000),
        ("squares with noise", 1_000_000),
    ];
    for (fixture, law) in all_laws() {
        let Some((_, far)) = kinds.iter().find(|k| k.0 == fixture.name) else {
            continue;
        };
        let law = law.as_ref().unwrap();
        let program = law.written(Style::Python, &["n".to_string()]).to_string();
        let counted = COUNTED
            .replace("FAR", &far.to_string())
            .replace("NEAR", &(far / 20).to_string());
        let Some(printed) = printed_by(&format!("{program}{counted}")) else {
            return;
        };
        let words: Vec<&str> = printed.split(' ').collect();
        assert_eq!(words[0], "True", "{}: {printed}\n{program}", fixture.name);
        // Twice as far is at most twice the work, and a little.
        let steps: Vec<u64> = words[1..].iter().map(|w| w.parse().unwrap()).collect();
        assert!(
            steps[1] * 10 <= 21 * steps[0] + 1000,
            "{}: {printed}",
            fixture.name
        );
    }
}

/// What is read.
#[test]
fn numbers_of_any_size_from_any_number_on() {
    let large = "123456789012345678901234567890";
    let read = Numbers::read(&format!("# a b-file\n1 {large}\n2 -5\n3 0\n"), 0).unwrap();
    assert_eq!(read.size, [4]);
    assert_eq!(read.cells[0], None);
    assert_eq!(read.cells[1], Some(large.parse().unwrap()));
    assert_eq!(read.cells[2], Some(Integer::from(-5)));
    let list = Numbers::read("7, 8, 9,\n", 2).unwrap();
    assert_eq!(list, Numbers::sequence(2, &[7, 8, 9].map(Integer::from)));
    let matrix = Numbers::read("5 6\n5 7\n5 8\n", 1).unwrap();
    assert_eq!(matrix.size, [4, 3]);
    for bad in [
        "",
        "1.5\n",
        "--3\n",
        "+3\n",
        "1 2\nx y\n",
        "-1 5\n0 6\n1 7\n",
        "1_000\n",
    ] {
        assert!(Numbers::read(bad, 0).is_err(), "{bad}");
    }
    let far = Numbers::read("1\n2\n3\n", u64::MAX).unwrap_err();
    assert!(far.to_string().contains("line 1"), "{far}");
}

/// Laws that nobody chose: they are found, and go on as the sequence does.
#[test]
fn laws_that_were_made_up_at_random_are_found_again() {
    use grundy::random::Random;
    let missed = Mutex::new(Vec::new());
    grundy::platform::in_parallel(0..80u64, |number| {
        let mut random = Random::new(number);
        let mut any =
            |least: i64, most: i64| least + random.below((most - least + 1) as u64) as i64;
        let first = any(0, 3);
        let member: Member = match number % 5 {
            0 => {
                // A polynomial of binomials: whole numbers everywhere.
                let c = [any(-9, 9), any(-9, 9), any(1, 9), any(-2, 2)];
                Box::new(move |n| {
                    let sum = c[0] + c[1] * n + c[2] * n * (n - 1) / 2;
                    (sum + c[3] * n * (n - 1) * (n - 2) / 6).into()
                })
            }
            1 => {
                let (seed, factors) = (
                    [any(0, 9), any(1, 9), any(0, 9)],
                    [any(1, 4), any(-2, 3), any(-1, 1)],
                );
                Box::new(move |n| recurrence(&seed, &factors, n))
            }
            2 => {
                let (a, b, c, r) = (any(0, 5), any(1, 2), any(1, 2), any(0, 2));
                let d = [2, 3, 5, 7, 13][any(0, 4) as usize];
                // ⌊n(a+b√d)/c + r/2⌋
                Box::new(move |n| {
                    let root = (4 * b * b * d * n * n).isqrt();
                    ((2 * n * a + root + r * c).div_euclid(2 * c)).into()
                })
            }
            3 => {
                let (period, saltus, start) = (any(2, 17), any(0, 6), any(0, 3));
                let list: Vec<i64> = (0..period).map(|_| any(-9, 9)).collect();
                Box::new(move |n| match n < start {
                    true => 100.into(),
                    false => (n / period * saltus + list[(n % period) as usize]).into(),
                })
            }
            _ => {
                let images = [[0, 1], [any(0, 1) as usize, any(0, 1) as usize]];
                let longer = any(0, 1) == 1;
                Box::new(move |n| match longer {
                    true => letter(&[&[0, 1, 1], &images[1]], n - first).into(),
                    false => letter(&[&images[0], &images[1][..1]], n - first).into(),
                })
            }
        };
        let fixture = Fixture {
            name: "made up",
            first,
            // A slope must be known well before it can be recognised.
            count: if number % 5 == 2 { 400 } else { 160 },
            member,
            law: None,
        };
        let law = best(&numbers(&fixture, fixture.count));
        let goes_on = law.as_ref().is_some_and(|law| {
            let far = numbers(&fixture, 2 * fixture.count);
            far.places()
                .all(|(at, value)| law.number(&at).as_ref() == Some(value))
        });
        if !goes_on {
            missed
                .lock()
                .unwrap()
                .push((number, law.as_ref().map(text)));
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{missed:#?}");
}
