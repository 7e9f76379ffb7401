//! Flat and nested sums: both by definition, on small games.

use std::collections::HashMap;

use grundy::ask::Question;
use grundy::outcome::{Convention, Outcome};

/// Options of a heap: lists of heaps.
type Heap = fn(u64) -> Vec<Vec<u64>>;

const GAMES: [(&str, Heap); 4] = [
    (
        "move take -> [n-1]; move split(k in 1..n-1) -> [k] + [n-k]",
        |n| {
            let take = (n > 0).then(|| vec![n - 1]).into_iter();
            take.chain((1..n).map(|k| vec![k, n - k])).collect()
        },
    ),
    (
        "move take if n = 1 -> []; move split(k in 1..n-1) -> [k] + [n-k]",
        |n| {
            let take = (n == 1).then(Vec::new).into_iter();
            take.chain((1..n).map(|k| vec![k, n - k])).collect()
        },
    ),
    (
        "move one(a in 0..n-1) -> [a] + [n-1-a]; move two(a in 0..n-2) -> [a] + [n-2-a]",
        |n| {
            let mut all = Vec::new();
            for taken in 1..=2u64 {
                for a in 0..(n + 1).saturating_sub(taken) {
                    all.push(vec![a, n - taken - a]);
                }
            }
            all
        },
    ),
    (
        "move take(k in 1..2) -> [n-k]; move halve if n >= 4 -> [n/2] + [n/2]",
        |n| {
            let take = (1..=2).filter(|k| *k <= n).map(|k| vec![n - k]);
            take.chain((n >= 4).then(|| vec![n / 2, n / 2])).collect()
        },
    ),
];

/// How many components a player may move in, of so many live ones.
fn turns(kind: &str, live: usize) -> std::ops::RangeInclusive<usize> {
    match kind {
        "any" => 1..=1,
        "every" => live..=live,
        "upto 2" => 1..=2,
        _ => 1..=live,
    }
}

/// A sum: its components, each a list of heaps; in a flat one each list is
/// one heap, or none where nothing is left.
type Sum = Vec<Vec<u64>>;

/// What one move in a component leaves.
fn moved(component: &[u64], heap: Heap, flat: bool) -> Vec<Sum> {
    let mut found = Vec::new();
    for (at, n) in component.iter().enumerate() {
        for parts in heap(*n) {
            found.push(match flat {
                true if parts.is_empty() => vec![Vec::new()],
                true => parts.into_iter().map(|part| vec![part]).collect(),
                false => {
                    let mut one = component.to_vec();
                    one.splice(at..=at, parts);
                    vec![one]
                }
            });
        }
    }
    found
}

struct Definition {
    heap: Heap,
    kind: &'static str,
    short: bool,
    flat: bool,
    misere: bool,
    known: HashMap<Sum, bool>,
}

impl Definition {
    /// Whether the player to move wins.
    fn wins(&mut self, sum: &Sum) -> bool {
        let mut key = sum.clone();
        key.sort();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let options: Vec<Vec<Sum>> = sum.iter().map(|c| moved(c, self.heap, self.flat)).collect();
        let live: Vec<usize> = (0..sum.len()).filter(|i| !options[*i].is_empty()).collect();
        let over = match self.short {
            true => live.len() < sum.len() || sum.is_empty(),
            false => live.is_empty(),
        };
        let wins = match over {
            true => self.misere,
            false => {
                let mut wins = false;
                for chosen in 1u32..1 << live.len() {
                    let count = chosen.count_ones() as usize;
                    if wins || !turns(self.kind, live.len()).contains(&count) {
                        continue;
                    }
                    // All ways to move in the chosen components.
                    let mut after: Vec<Sum> = vec![Vec::new()];
                    for at in 0..sum.len() {
                        let place = live.iter().position(|i| *i == at);
                        let moves = place.is_some_and(|place| chosen >> place & 1 == 1);
                        let ways = match moves {
                            true => options[at].clone(),
                            false => vec![vec![sum[at].clone()]],
                        };
                        after = after
                            .iter()
                            .flat_map(|before| ways.iter().map(|way| [&before[..], way].concat()))
                            .collect();
                    }
                    wins = after.iter().any(|after| !self.wins(after));
                }
                wins
            }
        };
        self.known.insert(key, wins);
        wins
    }
}

#[test]
fn both_readings_are_what_they_say() {
    let mut different = 0;
    for (moves, heap) in GAMES {
        for kind in ["any", "every", "some", "upto 2"] {
            for (short, misere) in [(false, false), (false, true), (true, false), (true, true)] {
                if kind == "any" && !short {
                    continue; // One component at a time to the end: nothing to read in two ways.
                }
                let mut outcomes = Vec::new();
                for flat in [true, false] {
                    let word = if flat { "flat" } else { "nested" };
                    let length = if short { "short" } else { "long" };
                    let text = format!("state n; {moves}; sum {kind} {word}; {length}");
                    let game = grundy_lang::load(&text, None, &[]).unwrap();
                    let question = Question {
                        convention: match misere {
                            true => Convention::Misere,
                            false => Convention::Normal,
                        },
                        ..Question::default()
                    };
                    let mut definition = Definition {
                        heap,
                        kind,
                        short,
                        flat,
                        misere,
                        known: HashMap::new(),
                    };
                    for heaps in [
                        &[0][..],
                        &[1],
                        &[2],
                        &[3],
                        &[4],
                        &[5],
                        &[1, 2],
                        &[2, 3],
                        &[1, 1, 2],
                        &[0, 3],
                    ] {
                        let written: Vec<String> = heaps.iter().map(u64::to_string).collect();
                        let solved = game.solve(&written.join(","), &question).unwrap();
                        let sum: Sum = heaps.iter().map(|n| vec![*n]).collect();
                        let wins = definition.wins(&sum);
                        assert_eq!(
                            solved.answer.outcome,
                            Outcome::mover_wins(wins),
                            "{text}, misère {misere}, at {heaps:?}"
                        );
                        outcomes.push((flat, heaps.to_vec(), wins));
                    }
                }
                let (flat, nested) = outcomes.split_at(outcomes.len() / 2);
                different += flat.iter().zip(nested).filter(|(a, b)| a.2 != b.2).count();
            }
        }
    }
    // A trap that does not exist needs no name.
    assert!(different > 10, "{different}");
}

/// The table in the reference of the language.
#[test]
fn the_reference_shows_both_readings() {
    let rules = "state n; move take -> [n-1]; move split(k in 1..n-1) -> [k] + [n-k]; sum every";
    for (word, expected) in [("flat", "PNPNNPNN"), ("nested", "PNNPNPNP")] {
        let game = grundy_lang::load(&format!("{rules} {word}"), None, &[]).unwrap();
        let outcome = |heap: u64| {
            let solved = game.solve(&heap.to_string(), &Question::default());
            solved.unwrap().answer.outcome.to_string()
        };
        assert_eq!((0..8).map(outcome).collect::<String>(), expected, "{word}");
    }
}

#[test]
fn flat_is_what_is_meant_where_nothing_is_said() {
    let moves = "state n; move take -> [n-1]; move split(k in 1..n-1) -> [k] + [n-k]";
    let answer = |text: &str, at: &str| {
        let game = grundy_lang::load(text, None, &[]).unwrap();
        game.solve(at, &Question::default()).unwrap().answer
    };
    for (rules, word) in [("sum every", "flat"), ("sum some; short", "flat")] {
        for heap in ["2", "3", "4", "5", "3,4"] {
            let (said, unsaid) = (
                answer(&format!("{moves}; {} {word}", rules), heap),
                answer(&format!("{moves}; {rules}"), heap),
            );
            assert_eq!(said.outcome, unsaid.outcome);
            assert_eq!(said.value, None);
        }
    }
    // Moves in a flat sum are written, read and played.
    let game = grundy_lang::load(&format!("{moves}; sum every"), None, &[]).unwrap();
    let mut play = game
        .begin("3,2", Convention::Normal, &Default::default())
        .unwrap();
    play.play("1.split(1) & 2.take").unwrap();
    assert_eq!(play.position(), "1,2,1");
    assert!(play.play("1.take").is_err());
    play.play("1.take & 2.split(1) & 3.take").unwrap();
    assert!(play.over().is_none());
    assert!(play.reply().unwrap().is_some());
    assert!(play.over().is_some());
    let said = grundy_lang::load(&format!("{moves}; sum every flat; short nested"), None, &[]);
    assert!(said.is_err());
}
