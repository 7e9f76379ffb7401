//! The engine on games that are drawn at random, against the definition.

use rustc_hash::FxHashMap;

use super::*;
use crate::budget::Budget;
use crate::error::Resource;
use crate::game::CONTINUE;
use crate::random::Random;
use crate::solve::mex;

/// A game whose pieces have numbers: each has some options, which are sums of smaller ones.
#[derive(Clone)]
struct Drawn(Vec<Vec<Vec<u64>>>);

fn piece(number: u64) -> Piece {
    // Numbers from 1, some of which share their squares with another of another shape.
    Piece {
        squares: number / 2 + 1,
        shape: (number % 2) as u16 + 1,
    }
}

fn number(piece: Piece) -> u64 {
    (piece.squares - 1) * 2 + u64::from(piece.shape) - 1
}

impl Rules for Drawn {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        for option in &self.0[number(piece) as usize] {
            let parts: Vec<Piece> = option
                .iter()
                .map(|number| super::tests::piece(*number))
                .collect();
            visit(&parts)?;
        }
        CONTINUE
    }

    fn effort(&self, piece: Piece) -> u32 {
        number(piece) as u32
    }
}

impl Drawn {
    fn new(pieces: u64, options: u64, parts: u64, seed: u64) -> Drawn {
        let mut random = Random::new(seed);
        let mut draw = |below: u64| random.below(below.max(1));
        let all = (0..pieces).map(|number| {
            let options = if number == 0 { 0 } else { draw(options + 1) };
            let options = (0..options).map(|_| {
                let parts = draw(parts + 1);
                (0..parts).map(|_| draw(number)).collect()
            });
            options.collect()
        });
        Drawn(all.collect())
    }

    /// All numbers, each with all smaller ones as options: the value is the number itself.
    fn heap(pieces: u64) -> Drawn {
        Drawn(
            (0..pieces)
                .map(|n| (0..n).map(|m| vec![m]).collect())
                .collect(),
        )
    }

    fn values(&self) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for options in &self.0 {
            let found: Vec<u32> = options
                .iter()
                .map(|parts| {
                    parts
                        .iter()
                        .fold(0, |sum, part| sum ^ values[*part as usize])
                })
                .collect();
            values.push(mex(&found, &mut Vec::new()));
        }
        values
    }
}

fn meter() -> Meter {
    Budget::default().meter("search")
}

#[test]
fn values_are_those_of_the_definition() {
    for seed in 0..60 {
        let (options, parts) = (1 + seed % 12, 1 + seed % 4);
        let game = Drawn::new(150, options, parts, seed);
        let values = game.values();
        let mut random = Random::new(seed);
        let mut search = Search::with_threads(game.clone(), 1);
        for _ in 0..60 {
            // Sums in any order, asked for any value, with what is known already.
            let sum: Vec<u64> = (0..random.below(4)).map(|_| random.below(150)).collect();
            let pieces: Vec<Piece> = sum.iter().map(|n| piece(*n)).collect();
            let value = sum.iter().fold(0, |total, n| total ^ values[*n as usize]);
            for asked in [value, random.below(8) as u32, value + 1, 40] {
                let is = search.is(&pieces, asked, &mut meter()).unwrap();
                assert_eq!(is, asked == value, "seed {seed}: {sum:?} is {asked}");
            }
            if random.below(3) == 0 {
                assert_eq!(
                    search.value(&pieces, &mut meter()).unwrap(),
                    value,
                    "{sum:?}"
                );
            }
        }
    }
}

#[test]
fn large_values_are_found_too() {
    // Beyond what can be excluded (31) and what a word of values holds (64).
    let game = Drawn::heap(200);
    let mut search = Search::with_threads(game, 1);
    for n in [199, 5, 30, 31, 32, 63, 64, 65, 130] {
        assert_eq!(search.value(&[piece(n)], &mut meter()).unwrap(), n as u32);
        for asked in [0, 31, 64, 198, n as u32] {
            let is = search.is(&[piece(n)], asked, &mut meter()).unwrap();
            assert_eq!(is, asked == n as u32, "{n} is {asked}");
        }
    }
    assert_eq!(
        search
            .value(&[piece(130), piece(67)], &mut meter())
            .unwrap(),
        130 ^ 67
    );
}

#[test]
fn threads_agree() {
    // Large enough that all are called to help, and that the table grows meanwhile.
    let game = Drawn::new(60_000, 9, 2, 7);
    let values = game.values();
    for threads in [1, 2, 5] {
        let mut search = Search::with_threads(game.clone(), threads);
        search.alone = 300;
        for n in (0..60).map(|back| 59_999 - 17 * back) {
            let is = search.is(&[piece(n)], values[n as usize], &mut meter());
            assert!(is.unwrap(), "{n} on {threads} threads");
        }
        let all: Vec<Piece> = (59_000..59_050).map(piece).collect();
        let sum = (59_000..59_050).fold(0, |sum, n| sum ^ values[n]);
        assert_eq!(search.value(&all, &mut meter()).unwrap(), sum);
        assert_eq!(search.was_shared(), threads > 1, "{} pieces", search.len());
        // All that was written down is true, whoever wrote it.
        for n in 0..60_000u64 {
            let known = search.table.get(piece(n));
            let value = values[n as usize];
            assert!(
                known.exactly().is_none_or(|exactly| exactly == value),
                "{n}"
            );
            assert!(
                value >= EXCLUDABLE || !known.excludes(value),
                "{n} is {value}"
            );
            assert!(!known.is_busy(), "{n}: everybody has gone home");
        }
    }
}

#[test]
fn limits_are_kept_and_what_is_known_stays() {
    let game = Drawn::new(60_000, 9, 2, 7);
    let values = game.values();
    for threads in [1, 2] {
        let mut search = Search::with_threads(game.clone(), threads);
        for states in [100, 30_000] {
            let mut meter = Budget::default().with_states(states).meter("search");
            match search.value(&[piece(59_999)], &mut meter) {
                Err(Error::OverBudget {
                    resource: Resource::States,
                    limit,
                    ..
                }) => assert_eq!(limit, states),
                // What was found under the first limit may be enough under the second.
                other => assert_eq!(other.unwrap(), values[59_999]),
            }
        }
        let mut small = Budget::default().with_bytes(100_000).meter("search");
        let mut fresh = Search::with_threads(game.clone(), threads);
        (search.alone, fresh.alone) = (50, 50);
        match fresh.value(&[piece(59_999)], &mut small) {
            Err(Error::OverBudget {
                resource: Resource::Bytes,
                ..
            }) => {}
            other => panic!("{other:?}"),
        }
        assert!(fresh.table.bytes() <= 100_000);
        let flag = std::sync::Arc::new(AtomicBool::new(true));
        let mut cancelled = Budget::default().with_cancel(flag).meter("search");
        let stopped = search.value(&[piece(59_998)], &mut cancelled);
        assert!(matches!(stopped, Err(Error::Cancelled { .. })) || search.len() > 50_000);
        let value = search.value(&[piece(59_999)], &mut meter());
        assert_eq!(value.unwrap(), values[59_999]);
    }
}

#[test]
fn a_table_grows_and_forgets_nothing() {
    let mut table = Table::new(1);
    let mut facts: FxHashMap<Piece, u32> = FxHashMap::default();
    let mut random = Random::new(3);
    for n in 0..5000u32 {
        while is_crowded(facts.len() as u64, 1, &table) {
            table = table.grown();
        }
        let shape = 1 + random.below(3) as u16;
        let piece = Piece {
            squares: 1 + random.below(700),
            shape,
        };
        let value = *facts.entry(piece).or_insert(n % 1000);
        let new = table.add(piece, Known::not(1 << (value % 31)));
        assert_eq!(
            new,
            value == n % 1000 && table.get(piece).exactly().is_none()
        );
        table.add(piece, Known::value(value).unwrap());
    }
    for (piece, value) in &facts {
        let known = table.get(*piece);
        assert_eq!(known.exactly(), Some(*value));
        assert!(known.excludes(value % 31) && !known.excludes((value + 1) % 31));
    }
    assert_eq!(
        table.get(Piece {
            squares: 701,
            shape: 1
        }),
        Known::NOTHING
    );
    assert_eq!(table.bytes(), 16 * table.places() as u64);
    assert!(Known::value(table::LARGEST).is_none());
}

#[test]
fn many_short_questions_find_room() {
    // Each enters a few pieces and is answered before anybody looks at limits.
    let game = Drawn::heap(3);
    let many = Drawn((0..9000).map(|n| game.0[n % 3].clone()).collect());
    let mut search = Search::with_threads(many, 1);
    for n in 0..9000 {
        assert_eq!(
            search.value(&[piece(n)], &mut meter()).unwrap(),
            n as u32 % 3
        );
    }
    assert!(4 * search.len() <= 3 * search.table.places());
}
