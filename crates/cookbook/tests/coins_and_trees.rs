//! Coin and tree problems against plain search by their statements.

mod common;

use common::*;
use std::collections::HashMap;

/// Whether the cells of `set` hang together by sides on a board so wide.
fn is_connected(set: u32, columns: u32) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let mut next = reached;
        for at in (0..16).filter(|at| reached >> at & 1 == 1) {
            if at % columns > 0 {
                next |= 1 << (at - 1);
            }
            if at % columns + 1 < columns {
                next |= 1 << (at + 1);
            }
            next |= 1 << (at + columns);
            next |= 1u32.checked_shl(at.wrapping_sub(columns)).unwrap_or(0);
        }
        next &= set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

#[test]
fn connected_regions() {
    let mut known: HashMap<(u32, u32), Search<u32>> = HashMap::new();
    let mut random = Random::new(2594);
    for _ in 0..2000 {
        let (n, m) = [
            (1, 1),
            (1, 5),
            (5, 1),
            (2, 2),
            (2, 3),
            (3, 2),
            (2, 4),
            (3, 3),
        ][random.below(8) as usize];
        let board = random.below(1 << (n * m)) as u32;
        let search = known.entry((n, m)).or_insert_with(Search::new);
        let wins = search.wins(&board, false, &|board: &u32| {
            let mut after = Vec::new();
            for corner in (0..n * m).filter(|at| board >> at & 1 == 1) {
                let below = |at: u32| at / m <= corner / m && at % m <= corner % m;
                let places: Vec<u32> = (0..n * m)
                    .filter(|at| *at != corner && below(*at))
                    .collect();
                for chosen in 0u32..1 << places.len() {
                    let others = (0..places.len()).filter(|i| chosen >> i & 1 == 1);
                    let set = others.fold(1 << corner, |set, i| set | 1 << places[i]);
                    if is_connected(set, m) {
                        after.push(board ^ set);
                    }
                }
            }
            after
        });
        let row = |r: u32| {
            (0..m)
                .map(|c| {
                    if board >> (r * m + c) & 1 == 1 {
                        'T'
                    } else {
                        'H'
                    }
                })
                .collect::<String>()
        };
        let rows: Vec<String> = (0..n).map(row).collect();
        let expected = if wins { "-_-" } else { "=_=" };
        same(
            "P2594",
            &format!("1\n{n} {m}\n{}\n", rows.join("\n")),
            expected,
        );
    }
}

#[test]
fn multiples() {
    let mut known: HashMap<u64, Search<u32>> = HashMap::new();
    compare(
        "P3179",
        3000,
        |r| {
            let n = within(r, 1, 12);
            let w = within(r, 1, n);
            let mut cells: Vec<u64> = (1..=n).collect();
            shuffle(r, &mut cells);
            format!("{n}\n1\n{}", list(&cells[..w as usize]))
        },
        |input| {
            let n = input[0];
            let white = input[3..].iter().fold(0u32, |set, cell| set | 1 << cell);
            let wins =
                known
                    .entry(n)
                    .or_insert_with(Search::new)
                    .wins(&white, false, &|white: &u32| {
                        let mut after = Vec::new();
                        for x in (1..=n).filter(|x| white >> x & 1 == 1) {
                            let mut left = *white;
                            for k in 1..=n / x {
                                left ^= 1 << (k * x);
                                after.push(left);
                            }
                        }
                        after
                    });
            if wins { "Yes" } else { "No" }.to_string()
        },
    );
}

#[test]
fn sharti() {
    let mut known: HashMap<(u64, u64), Search<u32>> = HashMap::new();
    compare(
        "CF494E",
        3000,
        |r| {
            let n = if r.below(20) == 0 { 4 } else { within(r, 1, 3) };
            let (m, k) = (within(r, 1, 3), within(r, 1, n));
            let mut text = format!("{n} {m} {k}\n");
            for _ in 0..m {
                let mut side = || {
                    let (a, b) = (within(r, 1, n), within(r, 1, n));
                    (a.min(b), a.max(b))
                };
                let (rows, columns) = (side(), side());
                text += &line([rows.0, columns.0, rows.1, columns.1]);
            }
            text
        },
        |input| {
            let (n, k) = (input[0], input[2]);
            let mut white = 0u32;
            for rectangle in input[3..].chunks(4) {
                for x in rectangle[0]..=rectangle[2] {
                    for y in rectangle[1]..=rectangle[3] {
                        white |= 1 << ((x - 1) * n + y - 1);
                    }
                }
            }
            let wins = known.entry((n, k)).or_insert_with(Search::new).wins(
                &white,
                false,
                &|white: &u32| {
                    let mut after = Vec::new();
                    for (x, y) in (0..n).flat_map(|x| (0..n).map(move |y| (x, y))) {
                        if white >> (x * n + y) & 1 == 0 {
                            continue;
                        }
                        for side in 1..=k.min(x + 1).min(y + 1) {
                            let mut left = *white;
                            for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
                                left ^= 1 << ((x - i) * n + y - j);
                            }
                            after.push(left);
                        }
                    }
                    after
                },
            );
            if wins { "Hamed" } else { "Malek" }.to_string()
        },
    );
}

/// The vertices that hang together with `start` within `left`.
fn component(next: &[Vec<usize>], left: u32, start: usize) -> u32 {
    let (mut reached, mut open) = (1u32 << start, vec![start]);
    while let Some(v) = open.pop() {
        for &u in &next[v] {
            if left >> u & 1 == 1 && reached >> u & 1 == 0 {
                reached |= 1 << u;
                open.push(u);
            }
        }
    }
    reached
}

/// The parent of each vertex of a tree hung from 0.
fn parents(next: &[Vec<usize>]) -> Vec<usize> {
    let mut parents = vec![usize::MAX; next.len()];
    let mut open = vec![0];
    parents[0] = 0;
    while let Some(v) = open.pop() {
        for &u in &next[v] {
            if parents[u] == usize::MAX {
                parents[u] = v;
                open.push(u);
            }
        }
    }
    parents
}

fn random_tree(random: &mut Random, least: u64, most: u64) -> String {
    let n = within(random, least, most);
    format!("{n}\n{}", tree(random, n))
}

#[test]
fn tree_edges() {
    compare(
        "AGC017D",
        1500,
        |r| random_tree(r, 2, 8),
        |input| {
            let n = input[0] as usize;
            let next = neighbours(n, &input[1..]);
            let parents = parents(&next);
            let wins = Search::new().wins(&((1u32 << n) - 1), false, &|left: &u32| {
                let cut = |v: usize| {
                    // Without the edge above v, only what hangs from the root stays.
                    let below = component(&next, left & !(1 << parents[v]), v);
                    left & !below
                };
                (1..n).filter(|v| left >> v & 1 == 1).map(cut).collect()
            });
            if wins { "Alice" } else { "Bob" }.to_string()
        },
    );
}

#[test]
fn root_paths() {
    compare(
        "COT3",
        1500,
        |r| {
            let n = within(r, 1, 8);
            format!("{n}\n{}{}", line(some(r, n, 0, 1)), tree(r, n))
        },
        |input| {
            let n = input[0] as usize;
            let parents = parents(&neighbours(n, &input[1 + n..]));
            let white = (0..n).fold(0u32, |set, v| set | ((1 - input[1 + v] as u32) << v));
            let take = |white: u32, mut v: usize| {
                let mut left = white & !(1 << v);
                while v != 0 {
                    v = parents[v];
                    left &= !(1 << v);
                }
                left
            };
            let choices = |white: u32| (0..n).filter(move |v| white >> v & 1 == 1);
            let options = |white: &u32| choices(*white).map(|v| take(*white, v)).collect();
            let mut search = Search::new();
            let winning: Vec<String> = choices(white)
                .filter(|v| !search.wins(&take(white, *v), false, &options))
                .map(|v| (v + 1).to_string())
                .collect();
            if winning.is_empty() {
                "-1".to_string()
            } else {
                winning.join("\n")
            }
        },
    );
}

#[test]
fn picking_leaves() {
    compare(
        "P7864",
        2000,
        |r| {
            let n = within(r, 1, 9);
            let parents = (2..=n).map(|v| within(r, v.saturating_sub(4).max(1), v - 1));
            format!("1\n{n}\n{}", line(parents.collect::<Vec<_>>()))
        },
        |input| {
            let n = input[1] as usize;
            let parents: Vec<usize> = input[2..].iter().map(|p| *p as usize - 1).collect();
            let wins = Search::new().wins(&((1u32 << n) - 1), false, &|left: &u32| {
                let has_child =
                    |v: usize| (1..n).any(|u| left >> u & 1 == 1 && parents[u - 1] == v);
                let leaves = (0..n).filter(|v| left >> v & 1 == 1 && !has_child(*v));
                let leaves = leaves.fold(0u32, |set, v| set | 1 << v);
                let mut after = Vec::new();
                let mut set = leaves;
                while set != 0 {
                    after.push(left & !set);
                    set = (set - 1) & leaves;
                }
                after
            });
            u8::from(wins).to_string()
        },
    );
}

#[test]
fn keep_one_part() {
    compare(
        "P8347",
        2000,
        |r| format!("1\n{}", random_tree(r, 2, 9)),
        |input| {
            let n = input[1] as usize;
            let next = neighbours(n, &input[2..]);
            // Who faces a single vertex has won; nobody is ever stuck with more.
            let wins = Search::new().wins(&((1u32 << n) - 1), true, &|left: &u32| {
                if left.count_ones() == 1 {
                    return Vec::new();
                }
                let mut after = Vec::new();
                for v in (0..n).filter(|v| left >> v & 1 == 1) {
                    let rest = left & !(1 << v);
                    after.extend(
                        (0..n)
                            .filter(|u| rest >> u & 1 == 1)
                            .map(|u| component(&next, rest, u)),
                    );
                }
                after
            });
            if wins { "Hifuu" } else { "Luna" }.to_string()
        },
    );
}
