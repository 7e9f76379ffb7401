//! Games on boards that fall apart: the packed search against the plain one, on all small boards.

use grundy::answer::SumMove;
use grundy::ask::{Question, by_search};
use grundy::budget::{Budget, Meter};
use grundy::game::{CONTINUE, Game, each_option, replace};
use grundy::games::boards::chomp::Chomp;
use grundy::games::boards::cram::Cram;
use grundy::games::boards::notakto::Notakto;
use grundy::games::graphs::arc_kayles::ArcKayles;
use grundy::games::graphs::node_kayles::NodeKayles;
use grundy::games::graphs::relation::small_graphs;
use grundy::outcome::{Convention, Outcome};
use grundy::random::Random;
use grundy::solve::memo::Memo;
use grundy::solve::outcomes::{Order, Outcomes};
use grundy::solve::sum::Flat;
use grundy::strategy::Strategy;
use grundy::theorem::Theorem;

fn meter() -> Meter {
    Budget::default().meter("search")
}

/// Compares outcome, value and all winning moves of a sum with those of the plain search.
fn compare<G: Theorem>(game: &G, plain: &mut Memo<&G>, sum: &[G::Position]) {
    let text = game.write(sum);
    let value = plain.sum_value(sum, &mut meter()).unwrap();
    assert_eq!(
        Memo::new(game).sum_value(sum, &mut meter()).unwrap(),
        value,
        "{text}"
    );
    for asked in 0..=value + 2 {
        let is = Memo::new(game).sum_is(sum, asked, &mut meter()).unwrap();
        assert_eq!(is, asked == value, "{text} is {asked}");
    }
    let mut winning = Vec::new();
    let mut after = sum.to_vec();
    for component in 0..sum.len() {
        let _ = each_option(game, &sum[component], &mut |mv, to| {
            after.clear();
            after.extend_from_slice(sum);
            replace(&mut after, component, to);
            if plain.sum_value(&after, &mut meter()).unwrap() == 0 {
                winning.push(SumMove { component, mv });
            }
            CONTINUE
        });
    }
    for outcome_only in [false, true] {
        let question = Question {
            outcome_only,
            moves: usize::MAX,
            ..Question::default()
        };
        let answer = by_search(game, sum, &question).unwrap();
        assert_eq!(answer.outcome, Outcome::mover_wins(value != 0), "{text}");
        assert_eq!(answer.winning_moves, winning, "{text}");
        if !outcome_only {
            assert_eq!(answer.value, Some(value.into()), "{text}");
        }
    }
}

/// Both sides play as the strategy says: the winner makes the last move.
fn play<G: Theorem>(game: &G, plain: &mut Memo<&G>, sum: &[G::Position]) {
    let wins = plain.sum_value(sum, &mut meter()).unwrap() != 0;
    let mut strategy =
        Strategy::new(game, sum.to_vec(), Convention::Normal, Budget::default()).unwrap();
    let mut moves = 0;
    while strategy.reply().unwrap().is_some() {
        moves += 1;
        let left = plain.sum_value(strategy.position(), &mut meter()).unwrap();
        // Whoever is winning leaves 0, the other cannot.
        assert_eq!(left == 0, wins == (moves % 2 == 1), "{}", game.write(sum));
    }
    assert_eq!(moves % 2 == 1, wins, "{}", game.write(sum));
}

/// Rows of free and taken squares.
fn board(rows: u32, columns: u32, free: u64) -> String {
    let row = |row: u32| {
        let square = |column| match free >> (row * columns + column) & 1 {
            1 => '.',
            _ => '#',
        };
        (0..columns).map(square).collect::<String>()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn cram_on_all_small_boards() {
    let mut plain = Memo::plain(&Cram);
    for (rows, columns) in [(1, 7), (2, 4), (3, 3), (2, 5)] {
        for free in 0..1u64 << (rows * columns) {
            let sum = Cram.read(&board(rows, columns, free)).unwrap();
            compare(&Cram, &mut plain, &sum);
            if free % 7 == 0 {
                play(&Cram, &mut plain, &sum);
            }
        }
    }
    // Squares that no domino needs, and long rows in lanes of every width.
    let mut random = Random::new(8);
    for (rows, columns) in [
        (3, 4),
        (2, 11),
        (1, 40),
        (1, 64),
        (3, 17),
        (2, 20),
        (5, 9),
        (5, 12),
    ] {
        for _ in 0..40 {
            let word = |random: &mut Random| random.bits() & random.bits();
            let (a, b) = (word(&mut random), random.bits());
            let free = if rows * columns < 24 { a | b } else { a };
            let sum = Cram.read(&board(rows, columns, free)).unwrap();
            compare(&Cram, &mut plain, &sum);
        }
    }
    for text in [
        "4x4",
        "3x5",
        "3x6",
        "2x9",
        "1x20",
        "4x5",
        "3x3 + 3x3",
        "3x4 + 2x5 + 1x6",
    ] {
        let sum = Cram.read(text).unwrap();
        compare(&Cram, &mut plain, &sum);
        play(&Cram, &mut plain, &sum);
    }
}

#[test]
fn cram_falls_into_many_regions() {
    // More regions than a domino can leave.
    let text = "..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#..#.";
    assert_eq!(Cram.read(text).unwrap().len(), 21);
    let mut memo = Memo::new(&Cram);
    let sum = Cram.read(text).unwrap();
    assert_eq!(memo.sum_value(&sum, &mut meter()).unwrap(), 1);
}

#[test]
fn cram_has_the_values_of_the_literature() {
    // 3 × n, n = 1, 2, …: M. P. D. Schneider, Das Spiel Juvavum (2009); 5 × 5.
    let mut memo = Memo::new(&Cram);
    let mut value = |text: &str| {
        let sum = Cram.read(text).unwrap();
        memo.sum_value(&sum, &mut meter()).unwrap()
    };
    let threes: Vec<u32> = (1..=10).map(|n| value(&format!("3x{n}"))).collect();
    assert_eq!(threes, [1, 1, 0, 1, 1, 4, 1, 3, 1, 2]);
    assert_eq!(value("5x5"), 0);
}

#[test]
fn misere_cram_is_searched_as_before() {
    for text in ["2x3", "3x3", "2x5", "1x9", "2x3 + 1x4"] {
        let sum = Cram.read(text).unwrap();
        let mut plain = Outcomes::plain(Flat::new(&Cram), Convention::Misere, Order::Hint);
        let mut usual = Outcomes::new(Flat::new(&Cram), Convention::Misere, Order::Hint);
        let outcomes =
            [&mut plain, &mut usual].map(|table| table.outcome(&sum, &mut meter()).unwrap());
        assert_eq!(outcomes[0], outcomes[1], "{text}");
    }
}

/// Every list of rows that do not grow, of so many squares in a row and so many rows at most.
fn bars(rows: usize, longest: u64) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = (1..=longest).map(|length| vec![length]).collect();
    let mut at = 0;
    while let Some(bar) = all.get(at).cloned() {
        at += 1;
        if bar.len() < rows {
            all.extend((1..=bar[bar.len() - 1]).map(|length| [&bar[..], &[length]].concat()));
        }
    }
    all
}

#[test]
fn chomp_on_all_small_bars() {
    let mut plain = Memo::plain(&Chomp);
    for (at, bar) in bars(4, 6).into_iter().enumerate() {
        let sum = [bar];
        compare(&Chomp, &mut plain, &sum);
        if at % 5 == 0 {
            play(&Chomp, &mut plain, &sum);
        }
    }
    let sum = Chomp.read("4x5 + 3,2,2 + 6,1").unwrap();
    compare(&Chomp, &mut plain, &sum);
    // Asked after each other: what was valued in order for one is not all that the next leads to.
    let mut memo = Memo::new(&Chomp);
    for bar in [
        [5, 5, 5, 5, 5],
        [5, 4, 3, 2, 1],
        [7, 3, 3, 1, 1],
        [6, 6, 6, 6, 1],
    ] {
        let value = memo.value(&bar.to_vec(), &mut meter()).unwrap();
        assert_eq!(
            value,
            plain.value(&bar.to_vec(), &mut meter()).unwrap(),
            "{bar:?}"
        );
        let is = memo.sum_is(&[bar.to_vec()], value, &mut meter()).unwrap();
        assert!(is, "{bar:?} is {value}");
    }
    // One that is too long to be packed, beside one that is not.
    let sum = Chomp.read("70,1 + 3,2,2").unwrap();
    compare(&Chomp, &mut plain, &sum);
}

#[test]
fn notakto_on_boards_of_every_kind() {
    let mut random = Random::new(5);
    for side in 1..=4u8 {
        let game = Notakto::new(side).unwrap();
        let squares = u32::from(side) * u32::from(side);
        let boards: Vec<u64> = match squares {
            0..=9 => (0..1 << squares).collect(),
            _ => (0..40)
                .map(|_| random.below(1 << 16) & random.below(1 << 16))
                .collect(),
        };
        for convention in [Convention::Normal, Convention::Misere] {
            let mut plain = Outcomes::plain(&game, convention, Order::Hint);
            for board in &boards {
                // A dead board beside it, and now and then a live one.
                for position in [vec![*board], vec![(1 << squares) - 1, *board]] {
                    let outcome = plain.outcome(&position, &mut meter()).unwrap();
                    let text = game.write(std::slice::from_ref(&position));
                    let question = Question {
                        convention,
                        moves: usize::MAX,
                        ..Question::default()
                    };
                    let sum = [position];
                    let answer = by_search(&game, &sum, &question).unwrap();
                    assert_eq!(answer.outcome, outcome, "{text}");
                    let mut winning = Vec::new();
                    if game.over(&sum[0]).is_none() {
                        let _ = each_option(&game, &sum[0], &mut |mv, to| {
                            if plain.outcome(&to[0], &mut meter()).unwrap() == Outcome::P {
                                winning.push(SumMove { component: 0, mv });
                            }
                            CONTINUE
                        });
                    }
                    assert_eq!(answer.winning_moves, winning, "{text}");
                }
            }
        }
    }
    let game = Notakto::new(3).unwrap();
    for text in [
        "empty + empty",
        "x../.x./... + empty",
        "x../.../... + .../.../..x",
    ] {
        let position = &game.read(text).unwrap()[0];
        let outcomes = [true, false].map(|plain| {
            let mut table = match plain {
                true => Outcomes::plain(&game, Convention::Normal, Order::Hint),
                false => Outcomes::new(&game, Convention::Normal, Order::Hint),
            };
            table.outcome(position, &mut meter()).unwrap()
        });
        assert_eq!(outcomes[0], outcomes[1], "{text}");
    }
}

/// The edges of a grid, as a graph is written.
fn grid(rows: u32, columns: u32) -> String {
    let name = |row: u32, column: u32| row * columns + column + 1;
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                edges.push(format!("{}-{}", name(row, column), name(row, column + 1)));
            }
            if row + 1 < rows {
                edges.push(format!("{}-{}", name(row, column), name(row + 1, column)));
            }
        }
    }
    edges.join(",")
}

fn on_graphs<G: Theorem>(game: &G) {
    let mut plain = Memo::plain(game);
    let mut texts: Vec<String> = small_graphs(5)
        .step_by(3)
        .map(|graph| graph.write("-", |a, b| a < b))
        .collect();
    texts.extend([(2, 5), (3, 4), (4, 4)].map(|(rows, columns)| grid(rows, columns)));
    let mut random = Random::new(9);
    for n in 6..=11u64 {
        for _ in 0..8 {
            let pair = |_| (1 + random.below(n), 1 + random.below(n));
            let pairs: Vec<(u64, u64)> = (0..3 * n / 2).map(pair).filter(|(a, b)| a != b).collect();
            let edges: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            texts.push(edges.join(","));
        }
    }
    // Graphs with the same numbers and different edges, and with other numbers and the same edges.
    texts.push("1-2-3-4-5 + 1-2-3-4-5-1 + 1-3-5".to_string());
    texts.push("1-2-3-4-5 + 11-12-13-14-15".to_string());
    for (at, text) in texts.iter().enumerate() {
        let sum = game.read(text).unwrap();
        compare(game, &mut plain, &sum);
        if at % 4 == 0 || at + 30 > texts.len() {
            play(game, &mut plain, &sum);
        }
    }
}

#[test]
fn node_kayles_on_small_graphs() {
    on_graphs(&NodeKayles);
}

#[test]
fn rectangles_are_found_whatever_their_vertices_are_called() {
    // 3 × n, n = 1, 2, …, of squares: A316632 of the On-Line Encyclopedia of Integer Sequences.
    let known = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3];
    let mut memo = Memo::new(&NodeKayles);
    let mut random = Random::new(10);
    for (columns, value) in (1..).zip(known) {
        let squares = 3 * columns;
        let mut names: Vec<u64> = (0..=squares).collect();
        for at in (1..=squares).rev() {
            names.swap(at as usize, 1 + random.below(at) as usize);
        }
        let text = grid(3, columns as u32);
        let edges = text.split(',').map(|edge| {
            let ends = edge
                .split('-')
                .map(|name| names[name.parse::<usize>().unwrap()].to_string());
            ends.collect::<Vec<_>>().join("-")
        });
        let text = edges.collect::<Vec<_>>().join(",");
        let graph = NodeKayles.read(&text).unwrap();
        let found = memo.sum_value(&graph, &mut meter()).unwrap();
        assert_eq!(found, value, "3×{columns}: {text}");
    }
    assert!(memo.len() < 100_000, "{} pieces", memo.len());
    // Nearly rectangles: an edge too few, too many, a corner missing.
    for text in [
        "1-2-3,4-5-6,1-4,3-6",
        "1-2-3,4-5-6,1-4,2-5,3-6,1-6",
        "1-2-3,4-5-6,7-8,1-4-7,2-5-8,3-6",
        "1-2-3-4-5-6-7-8-1",
    ] {
        let sum = NodeKayles.read(text).unwrap();
        compare(&NodeKayles, &mut Memo::plain(&NodeKayles), &sum);
        let sum = ArcKayles.read(text).unwrap();
        compare(&ArcKayles, &mut Memo::plain(&ArcKayles), &sum);
    }
}

#[test]
fn arc_kayles_on_small_graphs() {
    on_graphs(&ArcKayles);
    // On a grid it is Cram.
    for (rows, columns) in [(3, 5), (4, 5), (3, 7)] {
        let graph = ArcKayles.read(&grid(rows, columns)).unwrap();
        let board = Cram.read(&format!("{rows}x{columns}")).unwrap();
        let value = Memo::new(&ArcKayles)
            .sum_value(&graph, &mut meter())
            .unwrap();
        assert_eq!(
            value,
            Memo::new(&Cram).sum_value(&board, &mut meter()).unwrap()
        );
    }
}

#[test]
fn equal_branches_are_searched_by_isomorphism() {
    // Twenty legs of two edges: a million sets of legs, but few graphs.
    let legs: Vec<String> = (0..20)
        .map(|leg| format!("1-{}-{}", 2 * leg + 2, 2 * leg + 3))
        .collect();
    let spider = NodeKayles.read(&legs.join(",")).unwrap();
    let mut memo = Memo::new(&NodeKayles);
    let value = memo.sum_value(&spider, &mut meter()).unwrap();
    let mut plain = Memo::plain(&NodeKayles);
    assert_eq!(value, plain.sum_value(&spider, &mut meter()).unwrap());
    assert!(memo.len() < 1000, "{} positions", memo.len());
}

#[test]
fn the_values_that_are_kept_are_found_again() {
    let (mut node_kayles, mut cram) = (Memo::new(&NodeKayles), Memo::new(&Cram));
    let mut again = 0;
    let kept = include_str!("data/boards.tsv");
    for line in kept.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, rows, columns, value, pieces, _] = fields[..] else {
            panic!("{line}");
        };
        let number = |text: &str| text.parse::<u32>().unwrap();
        if number(pieces) > 10_000 {
            continue;
        }
        let found = match game {
            "cram" => {
                let board = Cram.read(&format!("{rows}x{columns}")).unwrap();
                cram.sum_value(&board, &mut meter())
            }
            _ => {
                let graph = NodeKayles
                    .read(&grid(number(rows), number(columns)))
                    .unwrap();
                node_kayles.sum_value(&graph, &mut meter())
            }
        };
        assert_eq!(found.unwrap(), number(value), "{line}");
        again += 1;
    }
    assert!(again >= 40, "{again} boards");
}
