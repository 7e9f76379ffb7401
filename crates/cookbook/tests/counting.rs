//! Counting problems against enumeration and plain search by their statements.

mod common;

use common::*;

fn nim_wins(heaps: &[u64], search: &mut Search<Vec<u64>>) -> bool {
    search.wins(&heaps.to_vec(), false, &|heaps: &Vec<u64>| {
        let mut after = Vec::new();
        for at in 0..heaps.len() {
            for left in 0..heaps[at] {
                let mut next = heaps.clone();
                next[at] = left;
                after.push(next);
            }
        }
        after
    })
}

fn chosen(heaps: &[u64], set: u32) -> Vec<u64> {
    (0..heaps.len())
        .filter(|i| set >> i & 1 == 1)
        .map(|i| heaps[i])
        .collect()
}

#[test]
fn forced_first_heap() {
    let mut search = Search::new();
    compare(
        "P5675",
        1500,
        |r| {
            let n = within(r, 1, 5);
            list(&some(r, n, 1, 5))
        },
        |input| {
            let heaps = &input[1..];
            let mut lost = 0;
            for set in 1u32..1 << heaps.len() {
                let position = chosen(heaps, set);
                for at in 0..position.len() {
                    let mut wins = |left: &u64| {
                        let mut next = position.clone();
                        next[at] = *left;
                        !nim_wins(&next, &mut search)
                    };
                    lost += u32::from(!(0..position[at]).any(|left| wins(&left)));
                }
            }
            lost.to_string()
        },
    );
}

#[test]
fn nim_with_a_handicap() {
    let mut search = Search::new();
    compare(
        "P5970",
        2000,
        |r| {
            let (n, d) = (within(r, 1, 6), within(r, 1, 4));
            format!("{n} {d}\n{}", line(some(r, n, 1, 5)))
        },
        |input| {
            let (n, d) = (input[0] as u32, input[1] as u32);
            let heaps = &input[2..];
            let all = (1u32 << n) - 1;
            let discards = (0..all).filter(|set| set.count_ones() % d == 0);
            let lost = discards.filter(|set| !nim_wins(&chosen(heaps, all & !set), &mut search));
            lost.count().to_string()
        },
    );
}

#[test]
fn moving_coins() {
    let mut search = Search::new();
    for n in 1..=11u64 {
        for m in 1..=n {
            let won = (0u32..1 << n)
                .filter(|coins| u64::from(coins.count_ones()) == m)
                .filter(|coins| {
                    search.wins(coins, false, &|coins: &u32| {
                        let mut after = Vec::new();
                        for from in (0..n).filter(|at| coins >> at & 1 == 1) {
                            for to in (0..from).rev().take_while(|to| coins >> to & 1 == 0) {
                                after.push(coins & !(1 << from) | 1 << to);
                            }
                        }
                        after
                    })
                });
            same("P5363", &format!("{n} {m}\n"), &won.count().to_string());
        }
    }
}

#[test]
fn black_and_white_pieces() {
    for n in 1..=10u64 {
        for k in (2..=n.min(6)).step_by(2) {
            for d in 1..=3 {
                let mut search = Search::new();
                // The cells of the pieces from the left: white, black, white, …
                let placements = (0u32..1 << n).filter(|set| u64::from(set.count_ones()) == k);
                let placements =
                    placements.map(|set| (0..n).filter(|at| set >> at & 1 == 1).collect());
                let won = placements.filter(|pieces: &Vec<u64>| {
                    search.wins(&(pieces.clone(), true), false, &|(pieces, white): &(
                        Vec<u64>,
                        bool,
                    )| {
                        // Every own piece stays or slides; then those with 1 to d slid.
                        let mut lists = vec![(pieces.clone(), 0)];
                        for own in (usize::from(!white)..pieces.len()).step_by(2) {
                            let mut longer = Vec::new();
                            for (list, slid) in &lists {
                                longer.push((list.clone(), *slid));
                                let free = if *white {
                                    list[own] + 1..list[own + 1]
                                } else {
                                    list[own - 1] + 1..list[own]
                                };
                                for to in free {
                                    let mut list = list.clone();
                                    list[own] = to;
                                    longer.push((list, slid + 1));
                                }
                            }
                            lists = longer;
                        }
                        let moves = lists.into_iter().filter(|(_, slid)| (1..=d).contains(slid));
                        moves.map(|(list, _)| (list, !white)).collect()
                    })
                });
                same("P2490", &format!("{n} {k} {d}\n"), &won.count().to_string());
            }
        }
    }
}
