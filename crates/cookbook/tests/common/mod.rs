//! What the brute forces share: plain search by the rules of a statement, and
//! random inputs. Nothing here knows a theorem.
#![allow(dead_code)] // Each test file uses a part.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;

pub use grundy::random::Random;
use grundy_cookbook::find;

/// Search with a memory.
pub struct Search<S>(HashMap<S, bool>);

impl<S: Clone + Eq + Hash> Search<S> {
    pub fn new() -> Self {
        Search(HashMap::new())
    }

    /// Whether the player to move wins, where `options` names where he can go
    /// and a player who cannot move has `stuck_wins`.
    pub fn wins(&mut self, state: &S, stuck_wins: bool, options: &dyn Fn(&S) -> Vec<S>) -> bool {
        if let Some(known) = self.0.get(state) {
            return *known;
        }
        let after = options(state);
        let wins = if after.is_empty() {
            stuck_wins
        } else {
            after
                .iter()
                .any(|next| !self.wins(next, stuck_wins, options))
        };
        self.0.insert(state.clone(), wins);
        wins
    }
}

/// Compares the cookbook with a brute force on many random inputs.
pub fn compare(
    id: &str,
    times: u64,
    generate: impl FnMut(&mut Random) -> String,
    brute: impl FnMut(&[u64]) -> String,
) {
    compare_with(id, |answer| answer, times, generate, brute);
}

/// As [`compare`], for a part of the answer.
pub fn compare_with(
    id: &str,
    part: impl Fn(String) -> String,
    times: u64,
    mut generate: impl FnMut(&mut Random) -> String,
    mut brute: impl FnMut(&[u64]) -> String,
) {
    let mut random = Random::new(
        id.bytes()
            .fold(7u64, |seed, b| seed.wrapping_mul(31).wrapping_add(b.into())),
    );
    for _ in 0..times {
        let input = generate(&mut random);
        let numbers: Vec<u64> = input
            .split_whitespace()
            .filter_map(|w| w.parse().ok())
            .collect();
        let (ours, theirs) = (part(answer(id, &input)), brute(&numbers));
        assert_same(id, &input, &ours, &theirs);
    }
}

fn answer(id: &str, input: &str) -> String {
    let answer = find(id).unwrap().judge(input);
    answer.unwrap_or_else(|error| panic!("{id}: {error}\n{input}"))
}

/// The cookbook's answer must be this one, blanks aside.
pub fn same(id: &str, input: &str, expected: &str) {
    assert_same(id, input, &answer(id, input), expected);
}

fn assert_same(id: &str, input: &str, answer: &str, expected: &str) {
    let (ours, theirs) = (answer.split_whitespace(), expected.split_whitespace());
    assert!(
        ours.eq(theirs),
        "{id}\ninput:\n{input}\nours:\n{answer}\nbrute force:\n{expected}"
    );
}

/// A line of numbers.
pub fn line(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut text = String::new();
    for number in numbers {
        let _ = write!(text, "{number} ");
    }
    text + "\n"
}

/// So many numbers from `least` to `most`.
pub fn some(random: &mut Random, count: u64, least: u64, most: u64) -> Vec<u64> {
    (0..count).map(|_| within(random, least, most)).collect()
}

pub fn within(random: &mut Random, least: u64, most: u64) -> u64 {
    least + random.below(most - least + 1)
}

/// `count` and then so many numbers.
pub fn list(numbers: &[u64]) -> String {
    format!("{}\n{}", numbers.len(), line(numbers.iter().copied()))
}

/// The edges of a random tree on 1 to n, in random order and direction.
pub fn tree(random: &mut Random, n: u64) -> String {
    let mut names: Vec<u64> = (1..=n).collect();
    shuffle(random, &mut names);
    let mut edges = Vec::new();
    for v in 1..n {
        let back = within(random, 1, v.min(3));
        let (a, b) = (names[v as usize], names[(v - back) as usize]);
        edges.push(if random.below(2) == 0 { (a, b) } else { (b, a) });
    }
    shuffle(random, &mut edges);
    edges.iter().map(|(a, b)| format!("{a} {b}\n")).collect()
}

pub fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// The neighbours of each of n vertices, from 0, in a list of edges from 1.
pub fn neighbours(n: usize, edges: &[u64]) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); n];
    for edge in edges.chunks_exact(2) {
        let (a, b) = (edge[0] as usize - 1, edge[1] as usize - 1);
        next[a].push(b);
        next[b].push(a);
    }
    next
}
