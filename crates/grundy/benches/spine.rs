//! The spine against what one would write by hand. Times are minima over
//! several runs, compared within one run of this program.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy::answer::SumMove;
use grundy::ask::{Question, ask};
use grundy::budget::Budget;
use grundy::game::{CONTINUE, Flow, Game};
use grundy::games::heaps::nim::Nim;
use grundy::natural::{self, Natural};
use grundy::outcome::Convention;
use grundy::random::Random;
use grundy::solve::dense::{self, Lattice};
use grundy::solve::dynamic::{Linear, Sequence, Wall};
use grundy::solve::memo::Memo;
use grundy::strategy::Strategy;

/// The least time of a few runs, and the result of the last.
fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..runs {
        let start = Instant::now();
        let result = black_box(run());
        let took = start.elapsed();
        best = match best {
            Some((least, _)) if least < took => Some((least, result)),
            _ => Some((took, result)),
        };
    }
    best.expect("at least one run")
}

fn row(what: &str, ours: Duration, theirs: Duration) {
    println!(
        "| {what} | {:.2} µs | {:.2} µs | {:.1}× |",
        ours.as_secs_f64() * 1e6,
        theirs.as_secs_f64() * 1e6,
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}

/// Wythoff's game on machine words.
struct Queen;

impl Game for Queen {
    type Position = (u32, u32);
    type Move = (u32, u32);

    fn options(
        &self,
        &(x, y): &(u32, u32),
        visit: &mut impl FnMut((u32, u32), &[(u32, u32)]) -> Flow,
    ) -> Flow {
        (1..=x).try_for_each(|k| visit((k, 0), &[(x - k, y)]))?;
        (1..=y).try_for_each(|k| visit((0, k), &[(x, y - k)]))?;
        (1..=x.min(y)).try_for_each(|k| visit((k, k), &[(x - k, y - k)]))
    }
}

impl Lattice for Queen {
    fn at(&self, point: &[u64]) -> Option<(u32, u32)> {
        Some((point[0] as u32, point[1] as u32))
    }

    fn coordinates(&self, &(x, y): &(u32, u32), point: &mut [u64]) -> bool {
        point.copy_from_slice(&[x.into(), y.into()]);
        true
    }
}

/// Twenty lamps in a row; put out one, or two neighbours.
struct Lamps;

impl Game for Lamps {
    type Position = u32;
    type Move = u32;

    fn options(&self, &lit: &u32, visit: &mut impl FnMut(u32, &[u32]) -> Flow) -> Flow {
        for at in 0..20 {
            for lamps in [1u32 << at, 3 << at] {
                if lit & lamps == lamps {
                    visit(lamps, &[lit & !lamps])?;
                }
            }
        }
        CONTINUE
    }
}

/// What one writes in a contest: a map and a recursive function.
fn lamps_by_hand(lit: u32, memo: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&value) = memo.get(&lit) {
        return value;
    }
    let mut seen = Vec::new();
    for at in 0..20 {
        for lamps in [1u32 << at, 3 << at] {
            if lit & lamps == lamps {
                seen.push(lamps_by_hand(lit & !lamps, memo));
            }
        }
    }
    let value = (0..).find(|v| !seen.contains(v)).expect("a missing value");
    memo.insert(lit, value);
    value
}

fn memo_against_recursion() {
    let start = (1 << 18) - 1;
    let (ours, value) = time(5, || {
        let mut meter = Budget::default().meter("bench");
        Memo::new(&Lamps)
            .value(&start, &mut meter)
            .expect("within budget")
    });
    let (theirs, by_hand) = time(5, || lamps_by_hand(start, &mut HashMap::new()));
    assert_eq!(value, by_hand);
    row(
        "memoised search, 2^18 positions, against a HashMap and recursion",
        ours,
        theirs,
    );
}

fn dense_against_memo() {
    let side = 300;
    let (ours, table) = time(5, || {
        let mut meter = Budget::default().meter("bench");
        dense::fill(&Queen, &[side, side], &mut meter).expect("well-founded")
    });
    let (theirs, value) = time(3, || {
        let mut meter = Budget::default().meter("bench");
        let mut memo = Memo::new(&Queen);
        let corner = side as u32 - 1;
        memo.value(&(corner, corner), &mut meter)
            .expect("within budget")
    });
    assert_eq!(table.last().copied().flatten(), Some(value));
    row(
        "dense table 300 × 300 (Wythoff), against memoised search",
        ours,
        theirs,
    );
}

/// A game of Nim with a million heaps: one side by the strategy, the other at
/// random, against a player who scans all heaps for every move, and against
/// one who puts the whole question anew.
fn online_nim() {
    const HEAPS: usize = 1_000_000;
    let mut random = Random::new(1);
    let heaps: Vec<u64> = (0..HEAPS).map(|_| 1 + random.below(1 << 20)).collect();
    let sum: Vec<Natural> = heaps.iter().map(|h| Natural::from(*h)).collect();
    let budget = Budget::default();
    let start = Instant::now();
    let mut strategy =
        Strategy::new(&Nim, sum, Convention::Normal, budget).expect("Nim has values");
    let start_up = start.elapsed();

    let moves = 20_000;
    let mut played = 0;
    let start = Instant::now();
    for _ in 0..moves {
        played += u32::from(strategy.reply().expect("a reply").is_some());
        let component = random.below(HEAPS as u64) as usize;
        if let Some(most) = natural::small(&strategy.position()[component]).filter(|h| *h > 0) {
            let mv = Natural::from(1 + random.below(most));
            let opponent = SumMove { component, mv };
            strategy.opponent(&opponent).expect("a legal move");
        }
    }
    let ours = start.elapsed() / moves;
    assert_eq!(played, moves);

    let moves = 200;
    let mut rescanned = heaps.clone();
    let start = Instant::now();
    for _ in 0..moves {
        let total = rescanned.iter().fold(0, |x, h| x ^ h);
        if let Some(at) = black_box(rescanned.iter().position(|h| h ^ total < *h)) {
            rescanned[at] ^= total;
        }
        let at = random.below(HEAPS as u64) as usize;
        rescanned[at] = random.below(rescanned[at].max(1));
    }
    let scanning = start.elapsed() / moves;

    let components: Vec<Natural> = heaps.iter().map(|h| Natural::from(*h)).collect();
    let (summing, _) = time(20, || {
        let total = natural::nim_sum(&components);
        components.iter().position(|h| h ^ &total < *h)
    });

    let moves = 5;
    let sum: Vec<Natural> = heaps.iter().map(|h| Natural::from(*h)).collect();
    let question = Question {
        moves: 1,
        ..Question::default()
    };
    let (asking, _) = time(moves, || {
        ask(&Nim, &sum, &question).expect("Nim has values")
    });
    println!(
        "(a million heaps are taken up in {:.0} ms)",
        start_up.as_secs_f64() * 1e3
    );
    row(
        "a reply in online Nim, 10^6 heaps, against scanning an array of words",
        ours,
        scanning,
    );
    row("the same against scanning the components", ours, summing);
    row("the same against asking anew", ours, asking);
}

/// Fibonacci Nim: all least winning takes up to 10^8 stones by the table, one
/// at 10^1000 stones by the sequence; by definition the table takes O(S²).
fn dynamic_subtraction() {
    const MOST: u64 = 100_000_000;
    let small = 20_000;
    let (by_definition, slow) = time(2, || by_definition(small));
    let (same_by_table, fast) = time(5, || wall(small));
    assert_eq!(slow, fast);
    row(
        "dynamic subtraction, k = 2, table to 2·10^4, against the definition",
        same_by_table,
        by_definition,
    );
    let (table, last) = time(2, || wall(MOST));
    let huge = Natural::from(10u8).pow(1000);
    let mut sequence = Sequence::new(Linear::times(2u8, 1u8));
    assert_eq!(sequence.smallest(&MOST.into()), Some(last.into()));
    let (by_sequence, _) = time(5, || {
        Sequence::new(Linear::times(2u8, 1u8)).smallest(black_box(&huge))
    });
    println!(
        "(dynamic subtraction: table to 10^8 in {:.0} ms, {:.1} ns a heap; 10^1000 by the sequence in {:.2} ms)",
        table.as_secs_f64() * 1e3,
        table.as_secs_f64() * 1e9 / MOST as f64,
        by_sequence.as_secs_f64() * 1e3
    );
}

fn wall(most: u64) -> u64 {
    Wall::new(|r: u64| 2 * r)
        .take(most as usize)
        .last()
        .unwrap_or(0)
}

/// f(m) = min { r : f(m - r) > 2r }, as it stands.
fn by_definition(most: u64) -> u64 {
    let mut least = vec![u64::MAX];
    for m in 1..=most {
        let found = (1..=m).find(|r| least[(m - r) as usize] > 2 * r);
        least.push(found.unwrap_or(m));
    }
    least[most as usize]
}

fn main() {
    println!("| what | ours | other | ratio |\n|---|---|---|---|");
    memo_against_recursion();
    dense_against_memo();
    online_nim();
    dynamic_subtraction();
}
