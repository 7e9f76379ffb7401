//! Retrograde analysis and loopy values against their definitions.

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::game::{Flow, Game};
use grundy::outcome::{Convention, Outcome, Winner};
use grundy::random::Random;
use grundy::solve::graph::{Direction, Graph};
use grundy::solve::loopy::{Value, Values};
use grundy::solve::retrograde::plain::Plain;
use grundy::solve::retrograde::{Labels, Play, explore, fast, forward, solve};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Who has won where play is over, for every vertex.
type Over = Vec<Option<Outcome>>;

fn over(graph: &Graph, convention: Convention, declared: &[(u32, Winner)]) -> Over {
    let mut over: Over = (0..graph.len() as u32)
        .map(|v| graph.successors(v).is_empty().then(|| convention.at_end()))
        .collect();
    for &(v, winner) in declared {
        over[v as usize] = Some(winner.outcome());
    }
    over
}

/// The definition: who can force a win within k moves, for k = 0, 1, 2, …
/// What nobody can force within as many moves as there are positions is a
/// draw.
fn by_definition(graph: &Graph, over: &Over) -> Vec<(Outcome, Option<u32>)> {
    let mut labels: Vec<_> = over
        .iter()
        .map(|end| match end {
            Some(outcome) => (*outcome, Some(0)),
            None => (Outcome::Draw, None),
        })
        .collect();
    for moves in 1..=graph.len() as u32 {
        let within: Vec<Outcome> = labels.iter().map(|label| label.0).collect();
        for (v, label) in labels.iter_mut().enumerate() {
            if label.1.is_some() {
                continue;
            }
            let mut after = graph
                .successors(v as u32)
                .iter()
                .map(|to| within[*to as usize]);
            if after.clone().any(|outcome| outcome == Outcome::P) {
                *label = (Outcome::N, Some(moves));
            } else if after.all(|outcome| outcome == Outcome::N) {
                *label = (Outcome::P, Some(moves));
            }
        }
    }
    labels
}

fn play_of(convention: Convention, declared: &[(u32, Winner)]) -> Play {
    let plain = Play::new(convention);
    declared
        .iter()
        .fold(plain, |play, (v, winner)| play.with_declared(*v, *winner))
}

fn plainly(graph: &Graph, play: &Play) -> Labels {
    let budget = Budget::default();
    let plain = Plain::new(graph, &budget).unwrap();
    let labels = plain.solve(play, &budget).unwrap();
    // One question alone has the same answer; on large graphs a few will do.
    for v in (0..graph.len() as u32).step_by(1 + graph.len() / 20) {
        let alone = plain.outcome(play, v, &budget).unwrap();
        assert_eq!(alone, labels.outcome(v));
    }
    labels
}

/// Compares every form with the definition, and every best move with what it
/// has to be.
fn check(graph: &Graph, convention: Convention, declared: &[(u32, Winner)]) {
    let budget = Budget::default();
    let over = over(graph, convention, declared);
    let expected = by_definition(graph, &over);
    let play = play_of(convention, declared);
    let labels = plainly(graph, &play);
    for (v, label) in expected.iter().enumerate() {
        let v = v as u32;
        let found = (labels.outcome(v), labels.remoteness(v));
        assert_eq!(
            found, *label,
            "{graph:?} {convention:?} {declared:?} at {v}"
        );
    }
    assert_eq!(fast::solve(graph, &play, 1, &budget).unwrap(), labels);
    assert_eq!(solve(graph, &play, 1, &budget).unwrap(), labels);
    if let Some(direction) = graph.direction() {
        assert_eq!(
            forward::solve(graph, direction, &play, &budget).unwrap(),
            labels
        );
    }
    let moves = labels.best_moves(graph);
    for (v, &to) in moves.iter().enumerate() {
        let (outcome, remoteness) = expected[v];
        if over[v].is_some() {
            assert_eq!(to, u32::MAX);
            continue;
        }
        assert!(graph.successors(v as u32).contains(&to));
        let (after, later) = expected[to as usize];
        let wanted = match outcome {
            Outcome::N => Outcome::P,
            Outcome::P => Outcome::N,
            Outcome::Draw => Outcome::Draw,
        };
        assert_eq!(after, wanted);
        assert_eq!(later, remoteness.map(|r| r - 1));
    }
    let counts = labels.counts();
    let drawn = expected.iter().filter(|label| label.1.is_none()).count();
    assert_eq!(counts.drawn, drawn as u64);
    assert_eq!(counts.n + counts.p + counts.drawn, graph.len() as u64);
}

/// The graph whose adjacency matrix is `bits`, self-loops included.
fn graph_of(vertices: u32, bits: u32) -> Graph {
    let pairs = (0..vertices * vertices).filter(|bit| bits >> bit & 1 == 1);
    let edges: Vec<_> = pairs.map(|bit| (bit / vertices, bit % vertices)).collect();
    Graph::from_edges(vertices as usize, &edges)
}

/// Any edges, some of them parallel, some self-loops.
fn random_graph(random: &mut Random, vertices: u64, most: u64) -> Graph {
    let count = random.below(most + 1);
    let mut vertex = || random.below(vertices) as u32;
    let edges: Vec<_> = (0..count).map(|_| (vertex(), vertex())).collect();
    Graph::from_edges(vertices as usize, &edges)
}

fn random_declared(random: &mut Random, vertices: u64) -> Vec<(u32, Winner)> {
    (0..random.below(3))
        .map(|_| {
            let winner = match random.below(2) {
                0 => Winner::Previous,
                _ => Winner::Next,
            };
            (random.below(vertices) as u32, winner)
        })
        .collect()
}

#[test]
fn all_graphs_up_to_three_vertices_with_every_declaration() {
    for vertices in 0..=3u32 {
        for bits in 0..1u32 << (vertices * vertices) {
            let graph = graph_of(vertices, bits);
            for convention in CONVENTIONS {
                for declaration in 0..3u32.pow(vertices) {
                    let declared: Vec<_> = (0..vertices)
                        .filter_map(|v| match declaration / 3u32.pow(v) % 3 {
                            0 => None,
                            1 => Some((v, Winner::Previous)),
                            _ => Some((v, Winner::Next)),
                        })
                        .collect();
                    check(&graph, convention, &declared);
                }
            }
        }
    }
}

#[test]
fn all_graphs_on_four_vertices() {
    for bits in 0..1u32 << 16 {
        let graph = graph_of(4, bits);
        for convention in CONVENTIONS {
            check(&graph, convention, &[]);
        }
    }
}

#[test]
fn random_graphs_up_to_eight_vertices() {
    let mut random = Random::new(5);
    for _ in 0..20_000 {
        let vertices = 5 + random.below(4);
        let graph = random_graph(&mut random, vertices, 3 * vertices);
        let declared = random_declared(&mut random, vertices);
        let convention = CONVENTIONS[random.below(2) as usize];
        check(&graph, convention, &declared);
    }
}

#[test]
fn random_acyclic_graphs_need_one_pass() {
    let mut random = Random::new(6);
    for _ in 0..5_000 {
        let vertices = 2 + random.below(7);
        let pairs = random_graph(&mut random, vertices, 3 * vertices);
        let down = random.below(2) == 0;
        let edges: Vec<_> = (0..vertices as u32)
            .flat_map(|v| pairs.successors(v).iter().map(move |to| (v, *to)))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| {
                if down {
                    (a.max(b), a.min(b))
                } else {
                    (a.min(b), a.max(b))
                }
            })
            .collect();
        let graph = Graph::from_edges(vertices as usize, &edges);
        let way = if down { Direction::Down } else { Direction::Up };
        assert!(edges.is_empty() || graph.direction() == Some(way));
        let declared = random_declared(&mut random, vertices);
        check(&graph, CONVENTIONS[random.below(2) as usize], &declared);
        // Without cycles the values are Grundy values.
        let values = graph.values(&graph.order().unwrap());
        let loopy = Values::new(&graph, &Budget::default()).unwrap();
        for v in 0..vertices as u32 {
            assert_eq!(loopy.value(v), Value::Finite(values[v as usize]));
        }
    }
}

/// Large enough for bins, messages and threads.
fn large(vertices: u64, degree: impl Fn(&mut Random, u64) -> u64) -> Graph {
    let mut random = Random::new(vertices);
    let mut first = vec![0u32];
    let mut targets = Vec::new();
    for v in 0..vertices {
        for _ in 0..degree(&mut random, v) {
            targets.push(random.below(vertices) as u32);
        }
        first.push(targets.len() as u32);
    }
    Graph::from_parts(first, targets).unwrap()
}

#[test]
fn large_graphs_agree_with_the_plain_form_on_any_number_of_threads() {
    let few_ends = |random: &mut Random, v: u64| match v % 50 {
        0 => 0,
        _ => 1 + random.below(3),
    };
    let hubs = |random: &mut Random, v: u64| match v % 10_000 {
        17 => 300 + random.below(500),
        18 => 60 + random.below(10),
        _ => random.below(6),
    };
    let graphs = [
        large(200_000, |random, _| random.below(9)),
        large(196_608, few_ends),
        large(150_001, hubs),
        large(131_072, |random, _| 1 + random.below(4)),
    ];
    let budget = Budget::default();
    let mut random = Random::new(9);
    for graph in &graphs {
        let mixed: Vec<_> = (0..graph.len() / 20)
            .map(|_| (random.below(graph.len() as u64) as u32, Winner::Next))
            .collect();
        let targets: Vec<_> = mixed.iter().map(|(v, _)| (*v, Winner::Previous)).collect();
        for convention in CONVENTIONS {
            for declared in [&[][..], &mixed, &targets] {
                let play = play_of(convention, declared);
                let expected = plainly(graph, &play);
                for threads in [1, 2, 3] {
                    let found = fast::solve(graph, &play, threads, &budget).unwrap();
                    assert!(found == expected, "{convention:?} on {threads} threads");
                }
                assert!(solve(graph, &play, 2, &budget).unwrap() == expected);
            }
        }
    }
}

#[test]
fn paths_a_million_deep() {
    let vertices = 1_000_000u32;
    // In the order of the numbers, and with the numbers shuffled.
    let straight: Vec<u32> = (0..vertices).collect();
    let mut shuffled = straight.clone();
    let mut random = Random::new(3);
    for last in (1..shuffled.len()).rev() {
        shuffled.swap(last, random.below(last as u64 + 1) as usize);
    }
    let budget = Budget::default();
    for order in [&straight, &shuffled] {
        // Looped: near the far end one may also go back to the start.
        let mut edges: Vec<_> = order.windows(2).map(|pair| (pair[0], pair[1])).collect();
        for looped in [false, true] {
            if looped {
                edges.push((order[order.len() - 3], order[0]));
            }
            let graph = Graph::from_edges(vertices as usize, &edges);
            for convention in CONVENTIONS {
                let play = Play::new(convention);
                let labels = plainly(&graph, &play);
                let far = labels.remoteness(order[0]);
                if !looped {
                    assert_eq!(far, Some(vertices - 1));
                }
                assert!(fast::solve(&graph, &play, 2, &budget).unwrap() == labels);
                assert!(solve(&graph, &play, 1, &budget).unwrap() == labels);
            }
        }
    }
    let edges: Vec<_> = shuffled.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let graph = Graph::from_edges(vertices as usize, &edges);
    let values = Values::new(&graph, &budget).unwrap();
    assert_eq!(values.value(shuffled[0]), Value::Finite((vertices - 1) % 2));
}

#[test]
fn strategies_hold_against_anybody() {
    let mut random = Random::new(11);
    for _ in 0..2_000 {
        let vertices = 4 + random.below(20);
        let graph = random_graph(&mut random, vertices, 2 * vertices);
        let convention = CONVENTIONS[random.below(2) as usize];
        let play = Play::new(convention);
        let labels = plainly(&graph, &play);
        for start in 0..vertices as u32 {
            let outcome = labels.outcome(start);
            if outcome == Outcome::P {
                continue;
            }
            // The mover plays by the labels, the other at random.
            let mut at = start;
            let mut mine = true;
            let mut moves = 0;
            while let Some(best) = labels.best(&graph, at).filter(|_| moves < 200) {
                let after = graph.successors(at);
                at = match mine {
                    true => best,
                    false => after[random.below(after.len() as u64) as usize],
                };
                mine = !mine;
                moves += 1;
            }
            if moves == 200 {
                assert_eq!(outcome, Outcome::Draw);
                continue;
            }
            let mover_at_end_wins = convention == Convention::Misere;
            assert_eq!(mine, mover_at_end_wins, "the strategy wins when play ends");
            // Against the slowest loser it takes as long as the remoteness.
            let (mut at, mut moves) = (start, 0);
            while let Some(best) = labels.best(&graph, at).filter(|_| moves < 200) {
                (at, moves) = (best, moves + 1);
            }
            match labels.remoteness(start) {
                Some(remoteness) => assert_eq!(moves, remoteness),
                None => assert_eq!(moves, 200),
            }
        }
    }
}

/// The first to move the token onto the target wins; a player who cannot move
/// loses. (Luogu P6560.)
#[test]
fn targets_as_in_a_contest() {
    let mut random = Random::new(12);
    let budget = Budget::default();
    for _ in 0..300 {
        let vertices = 2 + random.below(7);
        let graph = random_graph(&mut random, vertices, 3 * vertices);
        let plain = Plain::new(&graph, &budget).unwrap();
        for target in 0..vertices as u32 {
            let play = Play::default().with_target(target);
            let labels = plain.solve(&play, &budget).unwrap();
            let over = over(&graph, Convention::Normal, &[(target, Winner::Previous)]);
            for (v, label) in by_definition(&graph, &over).iter().enumerate() {
                assert_eq!(labels.outcome(v as u32), label.0);
            }
        }
    }
    let graph = Graph::from_edges(2, &[(0, 1)]);
    let play = Play::default().with_target(2);
    let unknown = solve(&graph, &play, 1, &budget);
    assert!(matches!(unknown, Err(Error::BadParameter { .. })));
    let plain = Plain::new(&graph, &budget).unwrap();
    let unknown = plain.outcome(&Play::default(), 2, &budget);
    assert!(matches!(unknown, Err(Error::BadParameter { .. })));
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let graph = large(200_000, |random, _| random.below(9));
    let play = Play::default();
    let needs = |budget: &Budget| {
        [
            fast::solve(&graph, &play, 1, budget).err(),
            Plain::new(&graph, budget).err(),
            Values::new(&graph, budget).err(),
            solve(&graph, &play, 1, budget).err(),
        ]
    };
    for error in needs(&Budget::default().with_bytes(1_000_000)) {
        assert!(matches!(
            error,
            Some(Error::OverBudget {
                resource: Resource::Bytes,
                limit: 1_000_000,
                ..
            })
        ));
    }
    assert_eq!(needs(&Budget::default()), [None, None, None, None]);
    let states = Budget::default().with_states(100_000);
    let error = fast::solve(&graph, &play, 1, &states).err();
    assert!(matches!(
        error,
        Some(Error::OverBudget {
            resource: Resource::States,
            ..
        })
    ));
}

/// The product of a graph with itself: a move is a move in one part.
fn product(graph: &Graph) -> Graph {
    let n = graph.len() as u32;
    let mut edges = Vec::new();
    for v in 0..n {
        for w in 0..n {
            edges.extend(graph.successors(v).iter().map(|to| (v * n + w, to * n + w)));
            edges.extend(graph.successors(w).iter().map(|to| (v * n + w, v * n + to)));
        }
    }
    Graph::from_edges((n * n) as usize, &edges)
}

/// A graph beside Nim heaps 0 to `most`: vertex v with heap h is h·n + v.
fn beside_nim(graph: &Graph, most: u32) -> Graph {
    let n = graph.len() as u32;
    let mut edges = Vec::new();
    for heap in 0..=most {
        for v in 0..n {
            edges.extend(
                graph
                    .successors(v)
                    .iter()
                    .map(|to| (heap * n + v, heap * n + to)),
            );
            edges.extend((0..heap).map(|less| (heap * n + v, less * n + v)));
        }
    }
    Graph::from_edges((n * (most + 1)) as usize, &edges)
}

/// What a value means: beside a heap of its own size a finite position is P,
/// beside any other it is N; an infinite one is N beside the heaps in A and a
/// draw beside all others.
fn check_values(graph: &Graph) {
    let values = Values::new(graph, &Budget::default()).unwrap();
    let n = graph.len() as u32;
    let most = 1 + (0..n).map(|v| graph.successors(v).len()).max().unwrap_or(0) as u32;
    let labels = plainly(&beside_nim(graph, most), &Play::default());
    for v in 0..n {
        for heap in 0..=most {
            let expected = match values.value(v) {
                Value::Finite(x) => Outcome::mover_wins(x != heap),
                Value::Infinite(set) if set.contains(&heap) => Outcome::N,
                Value::Infinite(_) => Outcome::Draw,
            };
            assert_eq!(
                labels.outcome(heap * n + v),
                expected,
                "{graph:?} {v} + *{heap}"
            );
        }
    }
}

#[test]
fn values_of_all_graphs_up_to_three_vertices_and_many_larger_ones() {
    for vertices in 0..=3u32 {
        for bits in 0..1u32 << (vertices * vertices) {
            check_values(&graph_of(vertices, bits));
        }
    }
    let mut random = Random::new(21);
    for _ in 0..6_000 {
        let vertices = 4 + random.below(5);
        check_values(&random_graph(&mut random, vertices, 3 * vertices));
    }
}

#[test]
#[ignore = "65,536 graphs beside Nim heaps; run by cargo xtask test --long"]
fn values_of_all_graphs_on_four_vertices() {
    (0..1u32 << 16).for_each(|bits| check_values(&graph_of(4, bits)));
}

#[test]
fn sums_agree_with_the_product_and_are_won_without_cycling() {
    let mut random = Random::new(22);
    let mut sums = 0;
    let mut infinite = 0;
    for _ in 0..1_000 {
        let vertices = 3 + random.below(5);
        let graph = random_graph(&mut random, vertices, 2 * vertices + 2);
        let values = Values::new(&graph, &Budget::default()).unwrap();
        let labels = plainly(&product(&graph), &Play::default());
        let n = vertices as u32;
        // The positions that a winner leaves behind, and the answers.
        let mut answers = vec![Vec::new(); (n * n) as usize];
        for v in 0..n {
            for w in 0..n {
                let (at, sum) = (v * n + w, [v, w]);
                let outcome = labels.outcome(at);
                assert_eq!(values.sum(&sum).outcome(), outcome, "{graph:?} {sum:?}");
                sums += 1;
                infinite += u32::from(outcome == Outcome::Draw);
                let after = |(component, to): (usize, u32), mut sum: [u32; 2]| {
                    sum[component] = to;
                    sum[0] * n + sum[1]
                };
                let best = values.best(&sum);
                match outcome {
                    Outcome::N => assert_eq!(labels.outcome(after(best.unwrap(), sum)), Outcome::P),
                    Outcome::Draw => {
                        assert_eq!(labels.outcome(after(best.unwrap(), sum)), Outcome::Draw);
                    }
                    Outcome::P => {
                        // Whatever the loser does, then the winner's answer.
                        let moves = graph.successors(v).iter().map(|to| (0, *to));
                        let moves = moves.chain(graph.successors(w).iter().map(|to| (1, *to)));
                        assert_eq!(best.is_none(), moves.clone().next().is_none());
                        for (component, to) in moves {
                            let mut moved = sum;
                            moved[component] = to;
                            let reply = values.best(&moved).unwrap();
                            answers[at as usize].push(after(reply, moved));
                        }
                    }
                }
            }
        }
        // No play of the strategy against anybody comes back: that graph has
        // no cycle.
        let edges: Vec<_> = (0..n * n)
            .flat_map(|at| answers[at as usize].iter().map(move |to| (at, *to)))
            .collect();
        assert!(Graph::from_edges((n * n) as usize, &edges).order().is_ok());
    }
    assert!(sums > 20_000 && infinite > 1_000, "{sums} {infinite}");
}

#[test]
fn sums_of_three_parts() {
    let mut random = Random::new(23);
    for _ in 0..60 {
        let vertices = 3 + random.below(3);
        let graph = random_graph(&mut random, vertices, 2 * vertices + 2);
        let values = Values::new(&graph, &Budget::default()).unwrap();
        let n = vertices as u32;
        let explored = |sum: [u32; 3]| {
            let game = Tokens(&graph);
            let solved = explore(&game, &sum, Convention::Normal, &Budget::default()).unwrap();
            solved.outcome(&sum).unwrap()
        };
        for start in 0..n * n * n {
            let sum = [start % n, start / n % n, start / n / n];
            assert_eq!(
                values.sum(&sum).outcome(),
                explored(sum),
                "{graph:?} {sum:?}"
            );
        }
    }
}

/// Tokens on one graph as a game by its rules.
struct Tokens<'g>(&'g Graph);

impl Game for Tokens<'_> {
    type Position = u32;
    type Move = u32;
    fn options(&self, at: &u32, visit: &mut impl FnMut(u32, &[u32]) -> Flow) -> Flow {
        self.0
            .successors(*at)
            .iter()
            .try_for_each(|to| visit(*to, &[*to]))
    }
}

#[test]
fn exploring_agrees_with_the_explicit_graph() {
    let mut random = Random::new(24);
    for _ in 0..500 {
        let vertices = 2 + random.below(7);
        let graph = random_graph(&mut random, vertices, 3 * vertices);
        for convention in CONVENTIONS {
            let labels = plainly(&graph, &Play::new(convention));
            for start in 0..vertices as u32 {
                let game = Tokens(&graph);
                let solved = explore(&game, &[start], convention, &Budget::default()).unwrap();
                assert_eq!(solved.outcome(&[start]), Some(labels.outcome(start)));
                assert_eq!(solved.remoteness(&[start]), labels.remoteness(start));
                let best = solved.best(&[start]).map(|best| best.mv);
                assert_eq!(best.is_some(), !graph.successors(start).is_empty());
                let rank =
                    |to: Option<u32>| to.map(|to| (labels.outcome(to), labels.remoteness(to)));
                assert_eq!(rank(best), rank(labels.best(&graph, start)));
            }
        }
    }
}

/// Every loopless digraph on five vertices, one of each shape: the adjacency
/// matrix, read as a number, is the least of its 120 renumberings.
fn shapes_on_five_vertices() -> Vec<u32> {
    const N: usize = 5;
    let mut renumberings: Vec<[usize; N]> = Vec::new();
    for code in 0..N.pow(N as u32) {
        let places: [usize; N] = std::array::from_fn(|i| code / N.pow(i as u32) % N);
        if (0..N).all(|v| places.contains(&v)) {
            renumberings.push(places);
        }
    }
    // The twenty pairs of different vertices, and where each goes.
    let pairs: Vec<(usize, usize)> = (0..N * N)
        .map(|at| (at / N, at % N))
        .filter(|(a, b)| a != b)
        .collect();
    let moved: Vec<Vec<usize>> = renumberings
        .iter()
        .map(|to| {
            let place = |&(a, b): &(usize, usize)| {
                let image = (to[a], to[b]);
                pairs.iter().position(|pair| *pair == image).unwrap()
            };
            pairs.iter().map(place).collect()
        })
        .collect();
    (0..1u32 << pairs.len())
        .filter(|bits| {
            moved.iter().all(|moved| {
                let mut left = *bits;
                let mut image = 0;
                while left != 0 {
                    image |= 1u32 << moved[left.trailing_zeros() as usize];
                    left &= left - 1;
                }
                image >= *bits
            })
        })
        .collect()
}

/// A shape on five vertices with one vertex more, whose edges are `more`: five
/// bits to it, five from it, and one for a loop.
fn with_a_sixth(shape: u32, more: u32) -> Graph {
    let mut edges = Vec::new();
    let mut bit = 0;
    for a in 0..5u32 {
        for b in (0..5u32).filter(|b| *b != a) {
            if shape >> bit & 1 == 1 {
                edges.push((a, b));
            }
            bit += 1;
        }
        edges.extend((more >> a & 1 == 1).then_some((a, 5)));
        edges.extend((more >> (5 + a) & 1 == 1).then_some((5, a)));
    }
    edges.extend((more >> 10 & 1 == 1).then_some((5, 5)));
    Graph::from_edges(6, &edges)
}

/// Outcome and remoteness alone, against the definition.
fn check_labels(graph: &Graph, convention: Convention) {
    let expected = by_definition(graph, &over(graph, convention, &[]));
    let labels = plainly(graph, &Play::new(convention));
    for (v, label) in expected.iter().enumerate() {
        let found = (labels.outcome(v as u32), labels.remoteness(v as u32));
        assert_eq!(found, *label, "{graph:?} {convention:?} at {v}");
    }
}

/// Every digraph on six vertices contains one of the shapes on five: so these
/// are samples of all of them. Values of all digraphs on five vertices that
/// have no loops.
#[test]
fn digraphs_on_five_and_six_vertices() {
    let shapes = shapes_on_five_vertices();
    assert_eq!(shapes.len(), 9608); // R. C. Read and R. J. Wilson, An Atlas of Graphs
    let mut random = Random::new(31);
    for (number, &shape) in shapes.iter().enumerate() {
        check_values(&with_a_sixth(shape, 0));
        for _ in 0..3 {
            let graph = with_a_sixth(shape, random.below(1 << 11) as u32);
            CONVENTIONS
                .iter()
                .for_each(|convention| check_labels(&graph, *convention));
            if number % 5 == 0 {
                check_values(&graph);
            }
        }
    }
}

#[test]
#[ignore = "all 9.8 million; run by cargo xtask test --long"]
fn all_digraphs_on_six_vertices() {
    for shape in shapes_on_five_vertices() {
        for more in 0..1 << 10 {
            let graph = with_a_sixth(shape, more);
            CONVENTIONS
                .iter()
                .for_each(|convention| check_labels(&graph, *convention));
            if more % 32 == 0 {
                check_values(&graph);
            }
        }
    }
}

/// Every acyclic graph on six vertices can be numbered so that edges lead
/// down: all forms, outcomes, remoteness and values.
#[test]
fn all_acyclic_graphs_on_six_vertices() {
    let pairs: Vec<(u32, u32)> = (0..6).flat_map(|b| (0..b).map(move |a| (b, a))).collect();
    for set in 0..1u32 << pairs.len() {
        let chosen = |bit: &usize| set >> bit & 1 == 1;
        let edges: Vec<_> = (0..pairs.len()).filter(chosen).map(|e| pairs[e]).collect();
        let graph = Graph::from_edges(6, &edges);
        let convention = CONVENTIONS[(set % 2) as usize];
        check_labels(&graph, convention);
        let play = Play::new(convention);
        let budget = Budget::default();
        let passed = forward::solve(&graph, Direction::Down, &play, &budget).unwrap();
        assert_eq!(passed, plainly(&graph, &play));
        let loopy = Values::new(&graph, &budget).unwrap();
        // The definition: the least number that no option has.
        let mut values: Vec<u32> = Vec::new();
        for v in 0..6u32 {
            let taken = |value: &u32| {
                let mut after = graph.successors(v).iter();
                after.any(|to| values[*to as usize] == *value)
            };
            let value = (0..).find(|value| !taken(value)).unwrap();
            assert_eq!(loopy.value(v), Value::Finite(value));
            values.push(value);
        }
        assert_eq!(graph.values(&graph.order().unwrap()), values);
    }
}
