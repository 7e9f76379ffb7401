//! Green Hackenbush against its definition: values, and the exact set of
//! edges that lead to each value.

use grundy::ask::{Question, ask};
use grundy::game::{CONTINUE, Game};
use grundy::games::trees::edges::TreeEdges;
use grundy::games::trees::forest::Forest;
use grundy::random::Random;
use grundy::solve::hackenbush::Picture;
use grundy::theorem::Theorem;

/// The edges of a set that are connected with the ground.
fn standing(edges: &[(u32, u32)], ground: &[u32], set: usize) -> usize {
    let mut reached: u64 = ground.iter().fold(0, |bits, v| bits | 1 << v);
    loop {
        let before = reached;
        let mut held = 0;
        for (e, (a, b)) in edges.iter().enumerate() {
            if set >> e & 1 == 1 && reached & (1 << a | 1 << b) != 0 {
                reached |= 1 << a | 1 << b;
                held |= 1 << e;
            }
        }
        if reached == before {
            return held;
        }
    }
}

/// The value of every set of edges, by the mex of what a cut leaves.
fn by_definition(edges: &[(u32, u32)], ground: &[u32]) -> Vec<u32> {
    let mut values = vec![0u32; 1 << edges.len()];
    for set in 1usize..1 << edges.len() {
        let held = standing(edges, ground, set);
        if held != set {
            values[set] = values[held];
            continue;
        }
        let options = cuts(edges, set).map(|e| values[set & !(1 << e)]);
        let found = options.fold(0u64, |bits, value| bits | 1 << value);
        values[set] = found.trailing_ones();
    }
    values
}

fn cuts(edges: &[(u32, u32)], set: usize) -> impl Iterator<Item = usize> {
    (0..edges.len()).filter(move |e| set >> e & 1 == 1)
}

/// Compares the picture of a set of edges with the definition.
fn compare(vertices: usize, edges: &[(u32, u32)], ground: &[u32], set: usize, values: &[u32]) {
    let numbers: Vec<usize> = cuts(edges, set).collect();
    let chosen: Vec<(u32, u32)> = numbers.iter().map(|e| edges[*e]).collect();
    let picture = Picture::new(vertices, &chosen, ground).unwrap();
    assert_eq!(picture.value(), values[set], "{chosen:?} on {ground:?}");
    let held = standing(edges, ground, set);
    for target in 0..numbers.len() as u32 + 2 {
        let leads = |e: usize| held >> e & 1 == 1 && values[held & !(1 << e)] == target;
        let expected: Vec<u32> = (0u32..)
            .zip(&numbers)
            .filter(|(_, e)| leads(**e))
            .map(|(place, _)| place)
            .collect();
        let found = picture.cuts_to(target);
        assert_eq!(found, expected, "{chosen:?} on {ground:?} to {target}");
    }
}

#[test]
fn all_graphs_up_to_six_vertices() {
    let edges: Vec<(u32, u32)> = (0..6).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    for ground in [&[0][..], &[0, 5], &[1, 3, 4]] {
        let values = by_definition(&edges, ground);
        for set in 0..1 << edges.len() {
            compare(6, &edges, ground, set, &values);
        }
    }
}

#[test]
fn random_multigraphs() {
    let mut random = Random::new(1);
    for _ in 0..1_500 {
        let n = 1 + random.below(7);
        let mut end = || random.below(n) as u32;
        let edges: Vec<(u32, u32)> = (0..8).map(|_| (end(), end())).collect();
        let ground: Vec<u32> = (0..=end() % 3).map(|_| end()).collect();
        let values = by_definition(&edges, &ground);
        for set in [255, 254, 127, 85, 219] {
            compare(n as usize, &edges, &ground, set, &values);
        }
    }
}

/// The value of `edges` without one of them.
fn after(vertices: usize, edges: &[(u32, u32)], ground: &[u32], cut: usize) -> u32 {
    let mut left = edges.to_vec();
    left.remove(cut);
    Picture::new(vertices, &left, ground).unwrap().value()
}

/// Longer series than the definition can reach: every cut of larger graphs is
/// evaluated anew.
#[test]
fn all_cuts_of_larger_graphs() {
    let mut random = Random::new(2);
    for round in 0..150 {
        // A long cycle, or several, with things hanging from it.
        let n = 30 + random.below(60) as u32;
        let rings = 1 + random.below(3) as u32;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for ring in 0..rings {
            let (from, to) = (n * ring / rings, n * (ring + 1) / rings);
            edges.extend((from + 1..to).map(|v| (v - 1, v)));
            edges.push((to - 1, random.below(u64::from(from.max(1))) as u32));
            edges.push((from, random.below(u64::from(from.max(1))) as u32));
        }
        let extra = n + random.below(40) as u32;
        edges.extend((n..extra).map(|v| (v, random.below(u64::from(v)) as u32)));
        for _ in 0..random.below(4) {
            edges.push((
                random.below(u64::from(extra)) as u32,
                random.below(u64::from(extra)) as u32,
            ));
        }
        let vertices = extra as usize;
        let picture = Picture::new(vertices, &edges, &[0]).unwrap();
        assert!(picture.standing().iter().all(|s| *s));
        let mut leads: Vec<Vec<u32>> = vec![Vec::new(); edges.len() + 2];
        for cut in 0..edges.len() {
            leads[after(vertices, &edges, &[0], cut) as usize].push(cut as u32);
        }
        for (target, expected) in leads.iter().enumerate() {
            assert_eq!(
                picture.cuts_to(target as u32),
                *expected,
                "{round} to {target}"
            );
        }
    }
}

#[test]
fn trees_agree_with_tree_edge_deletion() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let n = 1 + random.below(40) as u32;
        let parents: Vec<u32> = (0..n)
            .map(|v| random.below(u64::from(v) + 1) as u32)
            .collect();
        // Roots, of which there may be several, stand on the ground.
        let ground: Vec<u32> = (1..=n).filter(|v| parents[*v as usize - 1] == 0).collect();
        let below: Vec<u32> = (1..=n).filter(|v| parents[*v as usize - 1] != 0).collect();
        let edges: Vec<(u32, u32)> = below
            .iter()
            .map(|v| (*v, parents[*v as usize - 1]))
            .collect();
        let picture = Picture::new(n as usize + 1, &edges, &ground).unwrap();
        let forest = Forest::new(parents).unwrap();
        assert_eq!(TreeEdges.value(&forest), Some(picture.value().into()));
        for target in 0..picture.value() + 2 {
            let mut expected = Vec::new();
            let _ = TreeEdges.moves_to(&forest, &target.into(), &mut |v| {
                expected.push(v);
                CONTINUE
            });
            let found = picture.cuts_to(target);
            let found: Vec<u32> = found.iter().map(|e| below[*e as usize]).collect();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_million_edges() {
    let n = 1_000_000u32;
    let mut random = Random::new(4);
    let path: Vec<(u32, u32)> = (0..n).map(|v| (v, v + 1)).collect();
    let mut cycle = path.clone();
    cycle.push((n, 0));
    let mut lollipop = path.clone();
    lollipop.push((n, n / 2));
    let tree: Vec<(u32, u32)> = (1..=n)
        .map(|v| (v, random.below(u64::from(v)) as u32))
        .collect();
    let anything: Vec<(u32, u32)> = (0..n)
        .map(|_| (random.below(900_000) as u32, random.below(900_000) as u32))
        .collect();
    let chain: Vec<(u32, u32)> = (0..n / 3)
        .flat_map(|t| {
            [
                (2 * t, 2 * t + 1),
                (2 * t + 1, 2 * t + 2),
                (2 * t, 2 * t + 2),
            ]
        })
        .collect();
    for edges in [path, cycle, lollipop, tree, anything, chain] {
        let vertices = n as usize + 1;
        let picture = Picture::new(vertices, &edges, &[0]).unwrap();
        let cuts = picture.cuts_to(0);
        assert_eq!(cuts.is_empty(), picture.value() == 0);
        for &cut in cuts.iter().step_by(cuts.len() / 2 + 1) {
            assert_eq!(after(vertices, &edges, &[0], cut as usize), 0);
        }
    }
}

#[test]
fn the_catalogue_game_takes_a_large_drawing() {
    use grundy::games::graphs::hackenbush::{Drawing, Hackenbush};
    let n = 100_000u32;
    let mut edges: Vec<(u32, u32)> = (0..n).map(|v| (v, v + 1)).collect();
    edges.push((n, 0));
    edges.push((7, n + 1));
    let drawing = Drawing::new(edges, vec![0]).unwrap();
    let text = Hackenbush.write(std::slice::from_ref(&drawing));
    let sum = Hackenbush.read(&text).unwrap();
    assert_eq!(sum, [drawing]);
    let answer = ask(&Hackenbush, &sum, &Question::default()).unwrap();
    // n + 1 edges of the cycle and one that hangs from it.
    assert_eq!(answer.value, Some(0u8.into()));
}

/// Vertices after `@` are the ground instead of 0, as the notation says.
#[test]
fn named_ground_takes_the_place_of_zero() {
    use grundy::catalogue::Named;
    use grundy::games::graphs::hackenbush::Hackenbush;
    for (text, value) in [
        ("0-2,2-2 @3", 0u8),
        ("0-2,2-2 @0,3", 2),
        ("0-2,2-2", 2),
        ("0-1,1-2,2-3 @3", 3),
        ("0-1,1-2,2-3 @0,3", 1),
    ] {
        let sum = Hackenbush.read(text).unwrap();
        let answer = ask(&Hackenbush, &sum, &Question::default()).unwrap();
        assert_eq!(answer.value, Some(value.into()), "{text}");
    }
    let (en, zh) = Hackenbush::ABOUT.position;
    assert!(en.contains("take the place of 0"), "{en}");
    assert!(zh.contains("代替 0"), "{zh}");
}

#[test]
fn impossible_pictures_are_refused() {
    for (edges, ground) in [(&[(0, 9)], 0), (&[(0, 1)], 9)] {
        let error = Picture::new(3, edges, &[ground]).unwrap_err();
        assert!(error.to_string().contains('9'), "{error}");
    }
    let nothing = Picture::new(0, &[], &[]).unwrap();
    assert_eq!((nothing.value(), nothing.cuts_to(0)), (0, vec![]));
}
