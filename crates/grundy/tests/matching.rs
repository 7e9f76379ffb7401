//! Maximum matchings against their definition on all small graphs, against
//! the textbook algorithms on random ones, and by the Tutte–Berge formula on
//! large and awkward ones.

mod small_graphs;

use grundy::random::Random;
use grundy::solve::matching::{
    Decomposition, Kind, Shrinking, Undirected, decompose, decompose_bipartite, maximum, plain,
    tutte_berge,
};
use small_graphs::random_edges;

/// The size of a maximum matching of every set of vertices.
fn by_definition(n: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut most = vec![0u32; 1 << n];
    for set in 1usize..1 << n {
        for &(a, b) in edges {
            let pair = 1 << a | 1 << b;
            if a != b && set & pair == pair {
                most[set] = most[set].max(most[set & !pair] + 1);
            }
        }
    }
    most
}

/// A maximum matching, proven so by the formula.
fn proven(graph: &Undirected) -> Decomposition {
    let found = decompose(graph);
    assert!(found.matching.fits(graph));
    let exposed = found.matching.exposed().count();
    assert_eq!(exposed, found.forced(graph));
    let alone = maximum(graph);
    assert!(alone.fits(graph));
    assert_eq!(alone.pairs(), found.matching.pairs());
    if graph.len() < 500_000
        && let Some(other) = decompose_bipartite(graph)
    {
        assert!(other.matching.fits(graph));
        assert_eq!(other.matching.pairs(), found.matching.pairs());
        assert_eq!(other.kinds, found.kinds);
    }
    found
}

fn compare(n: usize, edges: &[(u32, u32)]) {
    let most = by_definition(n, edges);
    let full = (1usize << n) - 1;
    let graph = Undirected::from_edges(n, edges).unwrap();
    let found = proven(&graph);
    assert_eq!(found.matching.pairs() as u32, most[full], "{n} {edges:?}");
    for v in 0..n {
        let inessential = most[full & !(1 << v)] == most[full];
        let expected = if inessential {
            Kind::Inessential
        } else {
            let neighbour = graph
                .neighbours(v as u32)
                .iter()
                .any(|w| most[full & !(1 << w)] == most[full]);
            Kind::Essential { neighbour }
        };
        assert_eq!(found.kinds[v], expected, "{v} of {n} {edges:?}");
    }
    let plain = plain::edmonds(n, edges);
    let pairs = plain.iter().flatten().count() / 2;
    assert_eq!(pairs as u32, most[full], "plain: {n} {edges:?}");
}

#[test]
fn all_graphs_up_to_six_vertices() {
    for n in 0..=6 {
        for edges in small_graphs::all(n) {
            compare(n as usize, &edges);
        }
    }
}

#[test]
fn random_small_graphs_with_loops_and_parallel_edges() {
    let mut random = Random::new(1);
    for _ in 0..6_000 {
        let n = 1 + random.below(11);
        let count = random.below(2 * n + 2);
        let edges = random_edges(n, count, &mut random);
        compare(n as usize, &edges);
    }
}

#[test]
fn random_graphs_against_the_textbook_forms() {
    let mut random = Random::new(2);
    for round in 0..1_500 {
        let n = 2 + random.below(80);
        let count = random.below(3 * n);
        let edges = random_edges(n, count, &mut random);
        let graph = Undirected::from_edges(n as usize, &edges).unwrap();
        let pairs = proven(&graph).matching.pairs();
        let plain = plain::edmonds(n as usize, &edges);
        assert_eq!(pairs, plain.iter().flatten().count() / 2, "{round}");

        let left = 1 + random.below(n);
        let across: Vec<_> = edges
            .iter()
            .map(|(a, b)| ((u64::from(*a) % left) as u32, *b))
            .collect();
        let both: Vec<_> = across.iter().map(|(a, b)| (*a, b + left as u32)).collect();
        let graph = Undirected::from_edges((left + n) as usize, &both).unwrap();
        let pairs = proven(&graph).matching.pairs();
        let plain = plain::hopcroft_karp(left as usize, n as usize, &across);
        assert_eq!(pairs, plain.iter().flatten().count(), "{round}");
    }
}

/// Vertices of `edges` under other names, so that no order is a help.
fn shuffled(n: usize, edges: &[(u32, u32)], random: &mut Random) -> Vec<(u32, u32)> {
    let mut names: Vec<u32> = (0..n as u32).collect();
    for last in (1..n).rev() {
        names.swap(last, random.below(last as u64 + 1) as usize);
    }
    let mut edges: Vec<_> = edges
        .iter()
        .map(|(a, b)| (names[*a as usize], names[*b as usize]))
        .collect();
    for last in (1..edges.len()).rev() {
        edges.swap(last, random.below(last as u64 + 1) as usize);
    }
    edges
}

/// Odd cycles in a chain, each joined to the next by an edge; the more
/// vertices, the deeper the blossoms nest.
fn blossom_chain(links: u32, cycle: u32) -> (usize, Vec<(u32, u32)>) {
    let mut edges = Vec::new();
    for link in 0..links {
        let first = link * cycle;
        edges.extend((0..cycle).map(|i| (first + i, first + (i + 1) % cycle)));
        if link > 0 {
            edges.push((first - cycle + cycle / 2, first));
        }
    }
    ((links * cycle) as usize, edges)
}

/// A path with an edge across every second vertex: blossoms inside blossoms.
fn nested_blossoms(n: u32) -> (usize, Vec<(u32, u32)>) {
    let path = (1..n).map(|v| (v - 1, v));
    let across = (2..n).step_by(2).map(|v| (v - 2, v));
    (n as usize, path.chain(across).collect())
}

#[test]
fn awkward_graphs() {
    let mut random = Random::new(3);
    let deep = 1_000_000u32;
    let path = |n: u32| (n as usize, (1..n).map(|v| (v - 1, v)).collect::<Vec<_>>());
    let cycle = |n: u32| {
        let edges = (0..n).map(|v| (v, (v + 1) % n)).collect::<Vec<_>>();
        (n as usize, edges)
    };
    let star = (deep as usize, (1..deep).map(|v| (0, v)).collect());
    let cases = [
        path(deep),
        path(deep + 1),
        cycle(deep),
        cycle(deep + 1),
        star,
        blossom_chain(100_000, 3),
        blossom_chain(20_001, 5),
        blossom_chain(1_000, 101),
        nested_blossoms(200_000),
        nested_blossoms(200_001),
    ];
    for (n, edges) in cases {
        for edges in [edges.clone(), shuffled(n, &edges, &mut random)] {
            let graph = Undirected::from_edges(n, &edges).unwrap();
            proven(&graph);
        }
    }
}

#[test]
fn random_large_graphs() {
    let mut random = Random::new(4);
    for (n, count) in [(100_000, 50_000), (100_000, 150_000), (50_000, 400_000)] {
        let edges = random_edges(n, count, &mut random);
        proven(&Undirected::from_edges(n as usize, &edges).unwrap());
    }
}

#[test]
fn a_shrinking_graph_keeps_a_maximum_matching() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let n = 1 + random.below(10);
        let edges = random_edges(n, 2 * n, &mut random);
        let most = by_definition(n as usize, &edges);
        let graph = Undirected::from_edges(n as usize, &edges).unwrap();
        let mut left = Shrinking::new(&graph);
        let mut set = (1usize << n) - 1;
        while set != 0 {
            let v = random.below(n) as u32;
            if !left.holds(v) {
                continue;
            }
            let essential = most[set & !(1 << v)] < most[set];
            match random.below(3) {
                0 => assert_eq!(left.expose(v), !essential),
                1 if essential => {
                    left.remove_essential(v);
                    set &= !(1 << v);
                }
                _ => {
                    left.remove(v);
                    set &= !(1 << v);
                }
            }
            let mut covered = 0;
            for v in (0..n as u32).filter(|v| set >> v & 1 == 1) {
                if let Some(mate) = left.mate(v) {
                    assert!(set >> mate & 1 == 1 && left.mate(mate) == Some(v));
                    assert!(graph.neighbours(v).contains(&mate));
                    covered += 1;
                }
            }
            assert_eq!(covered / 2, most[set]);
        }
    }
}

#[test]
fn impossible_graphs_are_refused() {
    let error = Undirected::from_edges(3, &[(0, 1), (1, 3)]).unwrap_err();
    assert!(error.to_string().contains("1-3"), "{error}");
    let error = Undirected::from_edges(usize::MAX, &[]).unwrap_err();
    assert!(error.to_string().contains("exceeds"), "{error}");
    // A set that forces nothing proves nothing.
    let graph = Undirected::from_edges(2, &[(0, 1)]).unwrap();
    assert_eq!(tutte_berge(&graph, |v| v == 0), 0);
}
