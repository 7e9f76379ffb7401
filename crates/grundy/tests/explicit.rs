//! Games given as graphs: moves with their worth, whole games, pictures.

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::explicit::{Rules, Solved};
use grundy::notation::graph::{NamedGraph, read};
use grundy::outcome::{Convention, Outcome};
use grundy::picture::drawing::Shape;
use grundy::picture::sketch::Role;
use grundy::picture::svg::{self, Theme};
use grundy::picture::{dot, graph as picture};
use grundy::random::Random;
use grundy::solve::graph::Graph;

fn random_graph(random: &mut Random, vertices: u64, edges: u64) -> NamedGraph {
    let mut vertex = || random.below(vertices) as u32;
    let list: Vec<_> = (0..edges).map(|_| (vertex(), vertex())).collect();
    NamedGraph::unnamed(Graph::from_edges(vertices as usize, &list))
}

fn random_rules(random: &mut Random, vertices: u64) -> Rules {
    Rules {
        convention: match random.below(2) {
            0 => Convention::Normal,
            _ => Convention::Misere,
        },
        targets: (0..random.below(3))
            .map(|_| random.below(vertices) as u32)
            .collect(),
    }
}

/// The best move is the first of the list, and roles say what they mean.
#[test]
fn moves_are_listed_best_first() {
    let mut random = Random::new(1);
    for _ in 0..3_000 {
        let n = 2 + random.below(8);
        let edges = random.below(3 * n);
        let named = random_graph(&mut random, n, edges);
        let rules = random_rules(&mut random, n);
        let solved = Solved::new(&named, &rules, 1, &Budget::default()).unwrap();
        let labels = solved.labels();
        for v in 0..n as u32 {
            let moves = solved.moves(v);
            let over = rules.targets.contains(&v) || named.graph.successors(v).is_empty();
            assert_eq!(moves.is_empty(), over);
            let Some(first) = moves.first() else {
                assert_eq!(solved.best(&[v]), None);
                assert_eq!(labels.remoteness(v), Some(0));
                continue;
            };
            let (_, best) = solved.best(&[v]).unwrap();
            assert_eq!(labels.outcome(best), first.outcome);
            assert_eq!(labels.remoteness(best), first.remoteness);
            let wanted = match labels.outcome(v) {
                Outcome::N => Role::Winning,
                Outcome::Draw => Role::Drawing,
                Outcome::P => Role::Delaying,
            };
            assert_eq!(first.role, wanted);
            assert_eq!(solved.role(v, best), wanted);
            for reached in moves {
                let gives_away = match (labels.outcome(v), reached.outcome) {
                    (Outcome::N, after) => after != Outcome::P,
                    (Outcome::Draw, after) => after != Outcome::Draw,
                    (Outcome::P, _) => reached.role != Role::Delaying,
                };
                assert_eq!(reached.role == Role::Poor, gives_away);
            }
        }
    }
}

/// The engine wins what is won and holds what is drawn, against anybody.
#[test]
fn games_are_played_out() {
    let mut random = Random::new(2);
    let mut ended = 0;
    for _ in 0..1_500 {
        let n = 2 + random.below(12);
        let edges = n + random.below(n);
        let named = random_graph(&mut random, n, edges);
        let rules = random_rules(&mut random, n);
        let solved = Solved::new(&named, &rules, 1, &Budget::default()).unwrap();
        let start = random.below(n) as u32;
        let outcome = solved.labels().outcome(start);
        let mut game = solved.begin(&[start]).unwrap();
        let mut mine = true;
        let mut moves = 0;
        while game.over().is_none() && moves < 100 {
            if mine {
                let hint = game.hint().unwrap();
                assert_eq!(game.reply().unwrap(), hint);
            } else {
                let (list, more) = game.moves(usize::MAX);
                assert!(!more);
                let mv = &list[random.below(list.len() as u64) as usize];
                game.play(&mv.mv).unwrap();
                assert_eq!(game.position(), mv.to);
            }
            mine = !mine;
            moves += 1;
        }
        // The player to move at the end, and whether that player has won.
        let i_won = game.over().map(|end| (end == Outcome::N) == mine);
        match outcome {
            Outcome::N => assert_eq!(i_won, Some(true)),
            Outcome::Draw => assert_ne!(i_won, Some(false)),
            Outcome::P => {}
        }
        ended += u32::from(i_won.is_some());
        for _ in 0..moves {
            assert!(game.undo().unwrap());
        }
        assert!(!game.undo().unwrap());
        assert_eq!(game.position(), start.to_string());
    }
    assert!(ended > 500, "{ended}");
}

/// Two tokens: a won sum is won within a number of moves that no cycle could
/// keep, against random opponents.
#[test]
fn sums_are_played_out() {
    let mut random = Random::new(3);
    let mut won = 0;
    for _ in 0..800 {
        let n = 3 + random.below(8);
        let edges = n + random.below(n);
        let named = random_graph(&mut random, n, edges);
        let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
        let solved = solved.with_values().unwrap();
        let sum = [random.below(n) as u32, random.below(n) as u32];
        if solved.sum(&sum).unwrap().outcome() != Outcome::N {
            continue;
        }
        let mut game = solved.begin(&sum).unwrap();
        let mut mine = true;
        let mut moves = 0;
        while game.over().is_none() {
            if mine {
                game.reply().unwrap().unwrap();
            } else {
                let (list, _) = game.moves(usize::MAX);
                let mv = list[random.below(list.len() as u64) as usize].mv.clone();
                game.play(&mv).unwrap();
            }
            mine = !mine;
            moves += 1;
            // Each of the engine's positions once at most.
            assert!(moves <= 2 * n * n, "{named:?} {sum:?}");
        }
        assert!(!mine, "the opponent has no move");
        won += 1;
    }
    assert!(won > 200, "{won}");
}

/// What a move of a sum is said to lead to is what asking there says; and the
/// sum of two tokens is the token on the product graph.
#[test]
fn moves_of_a_sum_tell_of_the_sum() {
    let text = "0 1\n1 0\n1 2\n2 3\n4 5\n5 4\n";
    let named = read(text.as_bytes(), None, &Budget::default()).unwrap();
    let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
    assert_eq!(solved.sum_moves(&[1, 2]), None);
    let solved = solved.with_values().unwrap();
    let moves = solved.sum_moves(&[1, 2]).unwrap();
    let told: Vec<_> = moves
        .iter()
        .map(|m| {
            (
                m.component,
                m.vertex,
                m.outcome,
                m.value.clone().unwrap().to_string(),
            )
        })
        .collect();
    let is =
        |component, vertex, outcome, value: &str| (component, vertex, outcome, value.to_string());
    assert_eq!(
        told,
        [
            is(0, 2, Outcome::P, "0"),
            is(0, 0, Outcome::Draw, "∞()"),
            is(1, 3, Outcome::Draw, "∞(1)"),
        ]
    );
    let mut random = Random::new(9);
    for _ in 0..300 {
        let n = 2 + random.below(5);
        let edges = random.below(2 * n + 1);
        let named = random_graph(&mut random, n, edges);
        let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
        let solved = solved.with_values().unwrap();
        let graph = &named.graph;
        // Two tokens on one graph, as one token on pairs of vertices.
        let n = n as u32;
        let mut pairs = Vec::new();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let first = graph.successors(a).iter().map(|to| (a * n + b, to * n + b));
            let second = graph.successors(b).iter().map(|to| (a * n + b, a * n + to));
            pairs.extend(first.chain(second));
        }
        let product = NamedGraph::unnamed(Graph::from_edges((n * n) as usize, &pairs));
        let slow = Solved::new(&product, &Rules::default(), 1, &Budget::default()).unwrap();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let moves = solved.sum_moves(&[a, b]).unwrap();
            assert_eq!(
                moves.len(),
                slow.moves(a * n + b).len() + doubled(graph, a, b)
            );
            for m in &moves {
                let after = match m.component {
                    0 => [m.vertex, b],
                    _ => [a, m.vertex],
                };
                let there = after[0] * n + after[1];
                assert_eq!(m.outcome, slow.labels().outcome(there), "{named:?} {a} {b}");
                assert_eq!(m.value, solved.sum(&after));
            }
            // Three tokens, against the sum itself.
            let three = [a, b, a];
            for m in solved.sum_moves(&three).unwrap() {
                let mut after = three;
                after[m.component] = m.vertex;
                assert_eq!(m.value, solved.sum(&after));
            }
            let single = solved.sum_moves(&[a]).unwrap();
            let reached: Vec<_> = single.iter().map(|m| (m.vertex, m.remoteness)).collect();
            let moves = solved.moves(a).into_iter();
            assert_eq!(
                reached,
                moves.map(|m| (m.vertex, m.remoteness)).collect::<Vec<_>>()
            );
        }
    }
}

/// Moves of two tokens that lead to the same pair: both stay where they are.
fn doubled(graph: &Graph, a: u32, b: u32) -> usize {
    let stays = |v: u32| graph.successors(v).contains(&v);
    usize::from(stays(a) && stays(b))
}

#[test]
fn moves_are_read_in_several_ways() {
    let text = "digraph { a -> b; a -> \"to b\"; b -> a; \"2: x\" -> a }";
    let named = read(text.as_bytes(), None, &Budget::default()).unwrap();
    let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
    let vertex = |name| named.vertex(name).unwrap();
    for (move_text, to) in [
        ("b", "b"),
        ("to b", "to b"),
        ("to to b", "to b"),
        ("1: b", "b"),
    ] {
        let mut game = solved.begin(&[vertex("a")]).unwrap();
        game.play(move_text).unwrap();
        assert_eq!(game.position(), to, "{move_text}");
    }
    let mut game = solved.begin(&[vertex("a")]).unwrap();
    for illegal in ["c", "a", "2: b", "0: b", "", "to"] {
        let error = game.play(illegal).unwrap_err();
        assert!(matches!(error, Error::BadMove { .. }), "{illegal}");
        assert!(error.to_string().contains("to b"), "{error}");
    }
    drop(game);
    let solved = solved.with_values().unwrap();
    let mut sum = solved.begin(&[vertex("a"), vertex("b")]).unwrap();
    sum.play("2: to a").unwrap();
    assert_eq!(sum.position(), "a + a");
    // Both could go there, so the number is needed.
    assert!(sum.play("b").is_err());
    sum.play("1: b").unwrap();
    assert_eq!(sum.position(), "b + a");
}

#[test]
fn what_has_no_value_is_refused() {
    let named = NamedGraph::unnamed(Graph::from_edges(2, &[(0, 1)]));
    for rules in [
        Rules {
            convention: Convention::Misere,
            ..Rules::default()
        },
        Rules {
            targets: vec![1],
            ..Rules::default()
        },
    ] {
        let solved = Solved::new(&named, &rules, 1, &Budget::default()).unwrap();
        assert!(matches!(solved.begin(&[0, 0]), Err(Error::NoValue { .. })));
        assert!(matches!(solved.with_values(), Err(Error::NoValue { .. })));
    }
    let rules = Rules {
        targets: vec![7],
        ..Rules::default()
    };
    let unknown = Solved::new(&named, &rules, 1, &Budget::default());
    assert!(matches!(unknown.err(), Some(Error::BadParameter { .. })));
}

#[test]
fn the_graph_itself_counts_towards_the_budget() {
    let edges: Vec<_> = (1..100_000u32).map(|v| (v, v - 1)).collect();
    let named = NamedGraph::unnamed(Graph::from_edges(100_000, &edges));
    // The graph takes 800,000 bytes, its labels 400,000.
    for (bytes, fits) in [(700_000, false), (1_100_000, false), (1_300_000, true)] {
        let budget = Budget::default().with_bytes(bytes);
        let solved = Solved::new(&named, &Rules::default(), 1, &budget);
        match solved.err() {
            None => assert!(fits, "{bytes}"),
            Some(Error::OverBudget { resource, .. }) => {
                assert!(!fits, "{bytes}");
                assert_eq!(resource, Resource::Bytes);
            }
            Some(other) => panic!("{other}"),
        }
    }
}

/// A clock that has run out stops even the smallest graph.
#[test]
fn a_clock_that_runs_covers_every_phase() {
    let time = std::time::Duration::from_millis(1);
    let (each, all) = (
        Budget::default().with_time(60_000 * time),
        Budget::default().with_time(time).starting_now(),
    );
    std::thread::sleep(10 * time);
    let named = NamedGraph::unnamed(Graph::from_edges(2, &[(0, 1)]));
    let stopped = Solved::new(&named, &Rules::default(), 1, &all).err();
    let over = |error: &Option<Error>| match error {
        Some(Error::OverBudget { resource, .. }) => *resource == Resource::Milliseconds,
        _ => false,
    };
    assert!(over(&stopped), "{stopped:?}");
    let solved = Solved::new(&named, &Rules::default(), 1, &each).unwrap();
    assert!(solved.with_values().is_ok());
}

#[test]
fn pictures_show_every_vertex_and_move() {
    let mut random = Random::new(4);
    for round in 0..200 {
        let n = 1 + random.below(14);
        let edges = random.below(2 * n + 1);
        let named = random_graph(&mut random, n, edges);
        let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
        let solved = match round % 2 {
            0 => solved,
            _ => solved.with_values().unwrap(),
        };
        let start = match round % 3 {
            0 => None,
            _ => Some(random.below(n) as u32),
        };
        let sketch = solved.sketch(start, (600, 5_000)).unwrap();
        assert!(start.is_some() || sketch.nodes.len() == n as usize);
        let drawing = picture::draw(&sketch, "<&>").unwrap();
        let svg = svg::write(&drawing, Theme::Auto);
        let dot = dot::dot(&sketch, "a \"title\"").unwrap();
        assert!(svg.contains("<title>&lt;&amp;&gt;</title>") && svg.ends_with("</svg>\n"));
        assert!(dot.starts_with("digraph \"a \\\"title\\\"\" {"));
        let written = |outcome| sketch.nodes.iter().filter(|n| n.outcome == outcome).count();
        assert_eq!(dot.matches("shape=box").count(), written(Outcome::P));
        assert_eq!(dot.matches("shape=ellipse").count(), written(Outcome::N));
        assert_eq!(dot.matches("shape=hexagon").count(), written(Outcome::Draw));
        assert_eq!(dot.matches(" -> ").count(), sketch.arrows.len());
        // What we write in DOT we read again.
        let again = read(dot.as_bytes(), None, &Budget::default()).unwrap();
        assert_eq!(again.graph.len(), sketch.nodes.len());
        assert_eq!(again.graph.edges(), sketch.arrows.len());
        let tips = sketch.arrows.iter().map(|a| a.role).collect::<Vec<_>>();
        let legend = [Role::Winning, Role::Drawing, Role::Delaying]
            .iter()
            .filter(|role| tips.contains(role))
            .count();
        let headed = |shape: &&Shape| matches!(shape, Shape::Figure(figure) if figure.arrow);
        let heads = drawing.shapes.iter().filter(headed).count();
        assert_eq!(heads, tips.len() + legend);
        let numbers = |c: char| c.is_ascii_digit() || c == '.';
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains(numbers));
    }
}

#[test]
fn a_graph_too_large_to_draw_is_refused_before_it_is_laid_out() {
    let edges: Vec<_> = (1..5_000u32).map(|v| (v, v - 1)).collect();
    let named = NamedGraph::unnamed(Graph::from_edges(5_000, &edges));
    let solved = Solved::new(&named, &Rules::default(), 1, &Budget::default()).unwrap();
    let most = (picture::MOST_VERTICES, picture::MOST_EDGES);
    let error = solved.sketch(None, most).unwrap_err().to_string();
    assert!(error.contains("5000") && error.contains("600"), "{error}");
    assert_eq!(solved.sketch(Some(20), most).unwrap().nodes.len(), 21);
    let large = solved.sketch(None, (dot::MOST_VERTICES, dot::MOST_EDGES));
    assert!(dot::dot(&large.unwrap(), "path").is_ok());
}
