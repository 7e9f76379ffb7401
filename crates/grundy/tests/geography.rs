//! Geography against its definition: outcomes, winning moves, whole games,
//! and played games with their mistakes.

mod small_graphs;

use std::collections::HashMap;

use grundy::ask::{Question, ask};
use grundy::game::Game;
use grundy::games::graphs::geography::{Geography, Walk};
use grundy::outcome::Outcome;
use grundy::random::Random;
use grundy::solve::geography::{Play, annotate, mistakes, starts};
use grundy::solve::kernel::winning_neighbours;
use grundy::solve::matching::Undirected;
use small_graphs::random_edges;

/// Whether the player to move from `at` wins, `left` being the vertices where
/// the token has not been.
fn wins(near: &[u32], at: usize, left: u32, known: &mut HashMap<(usize, u32), bool>) -> bool {
    if let Some(&known) = known.get(&(at, left)) {
        return known;
    }
    let to = (0..near.len()).filter(|w| near[at] & left & 1 << w != 0);
    let won = to
        .collect::<Vec<_>>()
        .into_iter()
        .any(|w| !wins(near, w, left & !(1 << w), known));
    known.insert((at, left), won);
    won
}

fn near(n: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut near = vec![0u32; n];
    for &(a, b) in edges {
        if a != b {
            near[a as usize] |= 1 << b;
            near[b as usize] |= 1 << a;
        }
    }
    near
}

#[test]
fn every_start_of_all_graphs_up_to_six_vertices() {
    for n in 1..=6u32 {
        for edges in small_graphs::all(n) {
            let graph = Undirected::from_edges(n as usize, &edges).unwrap();
            let near = near(n as usize, &edges);
            let full = (1u32 << n) - 1;
            let mut known = HashMap::new();
            for (v, outcome) in starts(&graph).into_iter().enumerate() {
                let won = wins(&near, v, full & !(1 << v), &mut known);
                assert_eq!(outcome, Outcome::mover_wins(won), "{v} of {edges:?}");
            }
        }
    }
}

/// Games in which both sides play at random, well, or as the play says; it
/// must know at every point who is winning, and win what is won.
#[test]
fn whole_games() {
    let mut random = Random::new(1);
    for round in 0..6_000 {
        let n = 1 + random.below(10);
        let count = random.below(3 * n);
        let edges = random_edges(n, count, &mut random);
        let graph = Undirected::from_edges(n as usize, &edges).unwrap();
        let near = near(n as usize, &edges);
        let start = random.below(n) as usize;
        let mut known = HashMap::new();
        let mut left = ((1u32 << n) - 1) & !(1 << start);
        let mut play = Play::new(&graph, start as u32).unwrap();
        let mut asks = random.below(2) == 0;
        let mut moves = Vec::new();
        let mut outcomes = Vec::new();
        loop {
            let at = play.at() as usize;
            let won = wins(&near, at, left, &mut known);
            outcomes.push(Outcome::mover_wins(won));
            // Not to ask must not matter.
            if random.below(2) == 0 {
                assert_eq!(play.outcome(), Outcome::mover_wins(won), "{round}");
            }
            let to: Vec<u32> = (0..n as u32)
                .filter(|w| near[at] & left & 1 << w != 0)
                .collect();
            if to.is_empty() {
                assert_eq!(play.reply(), None);
                break;
            }
            let chosen = if asks {
                let reply = play.clone().reply().unwrap();
                let lost = !wins(&near, reply as usize, left & !(1 << reply), &mut known);
                assert_eq!(lost, won, "{round}: {reply} from {at} of {edges:?}");
                reply
            } else {
                to[random.below(to.len() as u64) as usize]
            };
            let illegal = (0..n as u32 + 2).rfind(|v| !to.contains(v)).unwrap();
            assert!(play.go(illegal).is_err());
            play.go(chosen).unwrap();
            moves.push(chosen);
            left &= !(1 << chosen);
            asks = !asks;
        }
        assert_eq!(annotate(&graph, start as u32, &moves).unwrap(), outcomes);
        let given_away: Vec<usize> = (0..moves.len())
            .filter(|i| outcomes[*i] == Outcome::N && outcomes[i + 1] == Outcome::N)
            .collect();
        assert_eq!(mistakes(&graph, start as u32, &moves).unwrap(), given_away);
    }
}

/// The winner follows the matching: no search after the first.
#[test]
fn a_long_game_costs_one_search() {
    let (rows, columns) = (400u32, 401);
    let mut edges = Vec::new();
    for v in 0..rows * columns {
        if (v + 1) % columns != 0 {
            edges.push((v, v + 1));
        }
        if v + columns < rows * columns {
            edges.push((v, v + columns));
        }
    }
    let graph = Undirected::from_edges((rows * columns) as usize, &edges).unwrap();
    let mut random = Random::new(2);
    let mut play = Play::new(&graph, 0).unwrap();
    assert_eq!(play.outcome(), Outcome::N);
    let mut moves = 0;
    while play.reply().is_some() {
        moves += 1;
        let to: Vec<u32> = play.moves().collect();
        let Some(&to) = to.get(random.below(to.len().max(1) as u64) as usize) else {
            break;
        };
        play.go(to).unwrap();
        moves += 1;
    }
    assert_eq!(moves % 2, 1);
    assert_eq!(play.searches(), 1);
}

#[test]
fn edge_geography_on_bipartite_multigraphs() {
    let mut random = Random::new(3);
    let mut decided = 0;
    for _ in 0..8_000 {
        let n = 2 + random.below(6);
        let count = random.below(9);
        let edges = random_edges(n, count, &mut random);
        let start = random.below(n) as u32;
        let Some(found) = winning_neighbours(n as usize, &edges, start) else {
            continue;
        };
        decided += 1;
        let mut known = HashMap::new();
        let set = (1u32 << edges.len()) - 1;
        let mut expected: Vec<u32> = trails(&edges, start, set)
            .filter(|(to, left)| !trail_wins(&edges, *to, *left, &mut known))
            .map(|(to, _)| to)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(found, expected, "{edges:?} from {start}");
    }
    assert!(decided > 2_000, "{decided}");
}

fn trails(edges: &[(u32, u32)], at: u32, set: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    edges.iter().enumerate().filter_map(move |(e, &(a, b))| {
        let here = set >> e & 1 == 1 && (a == at || b == at);
        here.then_some((if a == at { b } else { a }, set & !(1 << e)))
    })
}

fn trail_wins(
    edges: &[(u32, u32)],
    at: u32,
    set: u32,
    known: &mut HashMap<(u32, u32), bool>,
) -> bool {
    if let Some(&known) = known.get(&(at, set)) {
        return known;
    }
    let next: Vec<_> = trails(edges, at, set).collect();
    let won = next
        .into_iter()
        .any(|(to, left)| !trail_wins(edges, to, left, known));
    known.insert((at, set), won);
    won
}

/// NOI 2011, "Rabbit and Egg": the hole wanders over squares whose colours
/// take turns, and never comes back. Rules, input and answers of the three
/// samples as published with the problem (Luogu P1971).
#[test]
fn the_mistakes_of_the_rabbit() {
    type Sample = (
        &'static [&'static str],
        &'static [(usize, usize)],
        &'static [usize],
    );
    const SAMPLES: [Sample; 3] = [
        (&["XO.OXO"], &[(1, 2), (1, 1)], &[1]),
        (
            &["XOX", "O.O", "XOX"],
            &[
                (2, 3),
                (1, 3),
                (1, 2),
                (1, 1),
                (2, 1),
                (3, 1),
                (3, 2),
                (3, 3),
            ],
            &[],
        ),
        (
            &["OOXX", "OXXO", "OO.O", "XXXO"],
            &[(3, 2), (2, 2), (1, 2), (1, 3)],
            &[1, 2],
        ),
    ];
    for (rows, moves, expected) in SAMPLES {
        let columns = rows[0].len();
        let squares: Vec<u8> = rows.concat().into_bytes();
        // The rabbit moves white pieces, O, so the hole begins as if it were black.
        let white = |v: usize| squares[v] == b'O';
        let mut edges = Vec::new();
        for v in 0..squares.len() {
            let right = Some(v + 1).filter(|w| w % columns != 0);
            let below = Some(v + columns).filter(|w| *w < squares.len());
            for w in [right, below].into_iter().flatten() {
                if white(v) != white(w) {
                    edges.push((v as u32, w as u32));
                }
            }
        }
        let graph = Undirected::from_edges(squares.len(), &edges).unwrap();
        let hole = squares.iter().position(|s| *s == b'.').unwrap() as u32;
        let square = |(row, column): &(usize, usize)| ((row - 1) * columns + column - 1) as u32;
        let moves: Vec<u32> = moves.iter().map(square).collect();
        let rabbit: Vec<usize> = mistakes(&graph, hole, &moves)
            .unwrap()
            .into_iter()
            .filter(|number| number % 2 == 0)
            .map(|number| number / 2 + 1)
            .collect();
        assert_eq!(rabbit, expected);
    }
}

#[test]
fn boards_and_graphs_of_some_size() {
    let rows = vec![vec![true; 301]; 300];
    let board = Walk::on_board(&rows, None).unwrap();
    let answer = ask(&Geography, &[board], &Question::default()).unwrap();
    assert_eq!(answer.outcome, Outcome::P); // dominoes cover the board
    let n = 200_000u32;
    let path = (1..n).map(|v| (v - 1, v)).collect();
    let walk = Walk::on_graph(path, Vec::new(), Some(1));
    let text = Geography.write(std::slice::from_ref(&walk));
    let sum = Geography.read(&text).unwrap();
    assert_eq!(sum, [walk]);
    let question = Question {
        outcome_only: true,
        ..Question::default()
    };
    let answer = ask(&Geography, &sum, &question).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    assert_eq!(answer.winning_moves.len(), 1);
}

#[test]
fn malformed_graphs_are_refused_with_their_place() {
    for (text, place) in [
        ("1-2,3-", "column 7"),
        ("1-2 @1,2", "token"),
        ("1-99999999999", "below 2^32"),
        ("..*/*..", "one token"),
        (".../..", "one length"),
    ] {
        let error = Geography.read(text).unwrap_err().to_string();
        assert!(error.contains(place), "{text}: {error}");
    }
    let graph = Undirected::from_edges(2, &[(0, 1)]).unwrap();
    assert!(Play::new(&graph, 2).is_err());
    assert!(annotate(&graph, 0, &[1, 0]).is_err());
}
