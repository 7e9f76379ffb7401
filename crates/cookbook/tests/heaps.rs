//! Heap problems against plain search by their statements.

mod common;

use common::*;

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    heaps
}

/// All ways to take an allowed number from one heap.
fn take(heaps: &[u64], allowed: impl Fn(u64) -> bool) -> Vec<Vec<u64>> {
    let mut after = Vec::new();
    for (at, heap) in heaps.iter().enumerate() {
        for taken in (1..=*heap).filter(|taken| allowed(*taken)) {
            let mut left = heaps.to_vec();
            left[at] -= taken;
            after.push(sorted(left));
        }
    }
    after
}

#[test]
fn nim() {
    let mut search = Search::new();
    let mut wins =
        |heaps: &[u64]| search.wins(&sorted(heaps.to_vec()), false, &|h| take(h, |_| true));
    compare(
        "AcWing891",
        2000,
        |r| {
            let n = within(r, 1, 4);
            list(&some(r, n, 0, 6))
        },
        |input| if wins(&input[1..]) { "Yes" } else { "No" }.to_string(),
    );
    compare(
        "P2197",
        2000,
        |r| {
            let (n, m) = (within(r, 1, 4), within(r, 1, 4));
            format!("2\n{}{}", list(&some(r, n, 0, 6)), list(&some(r, m, 0, 6)))
        },
        |input| {
            let (first, rest) = input[2..].split_at(input[1] as usize);
            [first, &rest[1..]]
                .map(|heaps| if wins(heaps) { "Yes" } else { "No" })
                .join("\n")
        },
    );
}

#[test]
fn misere_nim() {
    let mut search = Search::new();
    compare(
        "P4279",
        3000,
        |r| {
            let (n, most) = (within(r, 1, 5), within(r, 1, 5));
            format!("1\n{}", list(&some(r, n, 1, most)))
        },
        |input| {
            let heaps = sorted(input[2..].to_vec());
            let john = search.wins(&heaps, true, &|h| take(h, |_| true));
            if john { "John" } else { "Brother" }.to_string()
        },
    );
}

#[test]
fn set_nim() {
    compare(
        "AcWing893",
        2000,
        |r| {
            let (k, n) = (within(r, 1, 4), within(r, 1, 3));
            list(&some(r, k, 1, 8)) + &list(&some(r, n, 0, 10))
        },
        |input| {
            let (set, heaps) = input[1..].split_at(input[0] as usize);
            let heaps = sorted(heaps[1..].to_vec());
            let wins =
                Search::new().wins(&heaps, false, &|h| take(h, |taken| set.contains(&taken)));
            if wins { "Yes" } else { "No" }.to_string()
        },
    );
}

#[test]
fn largest_limit() {
    compare(
        "ARC168B",
        2000,
        |r| {
            let n = within(r, 1, 5);
            list(&some(r, n, 1, 5))
        },
        |input| {
            let heaps = sorted(input[1..].to_vec());
            let wins = |k: u64| Search::new().wins(&heaps, false, &|h| take(h, |taken| taken <= k));
            // From the largest heap on nothing changes any more.
            let beyond = heaps.iter().max().unwrap() + 1;
            match (1..=beyond).rev().find(|k| wins(*k)) {
                Some(k) if k == beyond => "-1".to_string(),
                Some(k) => k.to_string(),
                None => "0".to_string(),
            }
        },
    );
}

#[test]
fn staircase() {
    let mut search = Search::new();
    compare(
        "AcWing892",
        2000,
        |r| {
            let n = within(r, 1, 5);
            list(&some(r, n, 0, 3))
        },
        |input| {
            let wins = search.wins(&input[1..].to_vec(), false, &|steps: &Vec<u64>| {
                let mut after = Vec::new();
                for step in 0..steps.len() {
                    for moved in 1..=steps[step] {
                        let mut left = steps.clone();
                        left[step] -= moved;
                        if step > 0 {
                            left[step - 1] += moved;
                        }
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
fn split_nim() {
    let mut search = Search::new();
    compare(
        "AcWing894",
        1500,
        |r| {
            let n = within(r, 1, 3);
            list(&some(r, n, 0, 4))
        },
        |input| {
            let wins = search.wins(&sorted(input[1..].to_vec()), false, &|heaps: &Vec<u64>| {
                let mut after = Vec::new();
                for at in 0..heaps.len() {
                    for a in 0..heaps[at] {
                        for b in 0..=a {
                            let mut left = heaps.clone();
                            left[at] = a;
                            left.push(b);
                            after.push(sorted(left));
                        }
                    }
                }
                after
            });
            if wins { "Yes" } else { "No" }.to_string()
        },
    );
}

#[test]
fn paired_heaps() {
    let mut search = Search::new();
    compare(
        "P2148",
        2000,
        |r| {
            let pairs = within(r, 1, 3);
            format!("1\n{}", list(&some(r, 2 * pairs, 1, 6)))
        },
        |input| {
            let wins = search.wins(&input[2..].to_vec(), false, &|heaps: &Vec<u64>| {
                let mut after = Vec::new();
                for at in 0..heaps.len() {
                    for part in 1..heaps[at] {
                        let mut left = heaps.clone();
                        left[at] = part;
                        left[at ^ 1] = heaps[at] - part;
                        after.push(left);
                    }
                }
                after
            });
            if wins { "YES" } else { "NO" }.to_string()
        },
    );
}

#[test]
fn bottles() {
    let mut search = Search::new();
    type Splits = Vec<([usize; 3], Vec<u64>)>;
    fn splits(bottles: &[u64]) -> Splits {
        let mut after = Vec::new();
        for i in 0..bottles.len() {
            for j in i + 1..bottles.len() {
                for k in j..bottles.len() {
                    if bottles[i] > 0 {
                        let mut left = bottles.to_vec();
                        left[i] -= 1;
                        left[j] += 1;
                        left[k] += 1;
                        after.push(([i, j, k], left));
                    }
                }
            }
        }
        after
    }
    compare(
        "P3185",
        1500,
        |r| {
            let n = within(r, 2, 4);
            let mut bottles = some(r, n, 0, 2);
            bottles[0] = bottles[0].min(1);
            format!("1\n{}", list(&bottles))
        },
        |input| {
            let options =
                |bottles: &Vec<u64>| splits(bottles).into_iter().map(|(_, to)| to).collect();
            let winning: Vec<[usize; 3]> = splits(&input[2..])
                .into_iter()
                .filter(|(_, to)| !search.wins(to, false, &options))
                .map(|(mv, _)| mv)
                .collect();
            let first = winning.iter().min();
            let first = first.map_or("-1 -1 -1".to_string(), |[i, j, k]| format!("{i} {j} {k}"));
            format!("{first}\n{}", winning.len())
        },
    );
}

#[test]
fn pebbles() {
    let mut search = Search::new();
    compare(
        "P3480",
        2000,
        |r| {
            let n = within(r, 1, 5);
            let mut heaps = some(r, n, 0, 5);
            heaps.sort_unstable();
            format!("1\n{}", list(&heaps))
        },
        |input| {
            let wins = search.wins(&input[2..].to_vec(), false, &|heaps: &Vec<u64>| {
                let mut after = Vec::new();
                for at in 0..heaps.len() {
                    for taken in 1..=heaps[at] {
                        let mut left = heaps.clone();
                        left[at] -= taken;
                        if left.is_sorted() {
                            after.push(left);
                        }
                    }
                }
                after
            });
            if wins { "TAK" } else { "NIE" }.to_string()
        },
    );
}

#[test]
fn wythoff() {
    let mut search = Search::new();
    compare(
        "P2252",
        3000,
        |r| line(some(r, 2, 0, 25)),
        |input| {
            let wins = search.wins(&(input[0], input[1]), false, &|&(a, b)| {
                let first = (0..a).map(|left| (left, b));
                let second = (0..b).map(|left| (a, left));
                first
                    .chain(second)
                    .chain((1..=a.min(b)).map(|k| (a - k, b - k)))
                    .collect()
            });
            u8::from(wins).to_string()
        },
    );
}

/// Stones and limit, the next limit being twice what was taken.
fn doubling(&(stones, limit): &(u64, u64)) -> Vec<(u64, u64)> {
    (1..=limit.min(stones))
        .map(|taken| (stones - taken, 2 * taken))
        .collect()
}

#[test]
fn fibonacci_nim() {
    let mut search = Search::new();
    compare(
        "P6487",
        1000,
        |r| line(some(r, 1, 2, 120)),
        |input| {
            let n = input[0];
            let least =
                (1..=n).find(|taken| !search.wins(&(n - taken, 2 * taken), false, &doubling));
            least.unwrap().to_string()
        },
    );
    let mut search = Search::new();
    compare(
        "P6791",
        1500,
        |r| format!("2\n{}{}", line(some(r, 2, 1, 60)), line(some(r, 2, 1, 12))),
        |input| {
            let mut won = |k: u64, n: u64| {
                (1..=n)
                    .filter(|n| search.wins(&(*n, k), true, &doubling))
                    .count()
            };
            format!("{}\n{}", won(input[1], input[2]), won(input[3], input[4]))
        },
    );
}

#[test]
fn candy_piles() {
    let mut search = Search::new();
    compare(
        "AGC002E",
        3000,
        |r| {
            let n = within(r, 1, 6);
            list(&some(r, n, 1, 7))
        },
        |input| {
            // The player to move when nothing is left did not eat the last one.
            let wins = search.wins(&sorted(input[1..].to_vec()), true, &|piles: &Vec<u64>| {
                if piles.is_empty() {
                    return Vec::new();
                }
                let largest = piles[..piles.len() - 1].to_vec();
                vec![largest, sorted(piles.iter().map(|pile| pile - 1).collect())]
            });
            if wins { "First" } else { "Second" }.to_string()
        },
    );
}

#[test]
fn merging_piles() {
    compare(
        "P4101",
        600,
        |r| format!("1\n{}", line([within(r, 1, 11), within(r, 1, 7)])),
        |input| {
            let (n, m) = (input[1], input[2]);
            let wins = Search::new().wins(&vec![1; n as usize], false, &|piles: &Vec<u64>| {
                let mut after = Vec::new();
                for a in 0..piles.len() {
                    for b in 0..a {
                        if piles[a] + piles[b] <= m {
                            let mut left = piles.clone();
                            left[b] += left.swap_remove(a);
                            after.push(sorted(left));
                        }
                    }
                }
                after
            });
            u8::from(!wins).to_string()
        },
    );
}

#[test]
fn stones_from_the_ends() {
    let mut search = Search::new();
    compare(
        "P2599",
        3000,
        |r| {
            let n = within(r, 1, 5);
            format!("1\n{}", list(&some(r, n, 1, 6)))
        },
        |input| {
            let wins = search.wins(&input[2..].to_vec(), false, &|row: &Vec<u64>| {
                let mut after = Vec::new();
                if let Some(last) = row.len().checked_sub(1) {
                    for at in [0, last] {
                        for left in 0..row[at] {
                            let mut next = row.clone();
                            next[at] = left;
                            next.retain(|heap| *heap > 0);
                            after.push(next);
                        }
                    }
                }
                after
            });
            u8::from(wins).to_string()
        },
    );
}

#[test]
fn blocks_of_cards() {
    compare(
        "ABC278G",
        1500,
        |r| {
            let n = within(r, 1, 10);
            let l = within(r, 1, n.min(4));
            line([n, l, within(r, l, n.min(l + 2))])
        },
        |input| {
            let [n, l, r] = [input[0], input[1], input[2]];
            let wins = Search::new().wins(&((1u32 << n) - 1), false, &|cards: &u32| {
                let mut after = Vec::new();
                for x in l..=r {
                    for at in 0..=n - x {
                        let block = ((1 << x) - 1) << at;
                        if cards & block == block {
                            after.push(cards & !block);
                        }
                    }
                }
                after
            });
            if wins { "First" } else { "Second" }.to_string()
        },
    );
}

/// The moves that are printed win: what they leave is lost, as the brute force
/// above knows it; and the checker accepts them, and no others that lose.
#[test]
fn knights_go_where_they_win() {
    let problem = grundy_cookbook::find("CEOI2008KNIGHTS").unwrap();
    let mut random = Random::new(5);
    let mut won = 0;
    for _ in 0..500 {
        let (k, n) = (within(&mut random, 1, 4), within(&mut random, 3, 9));
        let squares = some(&mut random, 2 * k, 1, n);
        let input = format!("{k} {n}\n{}", line(squares.iter().copied()));
        let answer = problem.judge(&input).unwrap();
        assert!(problem.accepts(&input, &answer).unwrap(), "{input}{answer}");
        let Some(moves) = answer.strip_prefix("YES\n") else {
            assert_eq!(answer, "NO\n");
            assert!(!problem.accepts(&input, "YES\n").unwrap());
            continue;
        };
        won += 1;
        let after = problem.judge(&format!("{k} {n}\n{moves}")).unwrap();
        assert_eq!(after, "NO\n", "{input}{answer}");
        assert!(!problem.accepts(&input, "NO\n").unwrap());
        let staying = format!("YES\n{}", line(squares));
        assert!(!problem.accepts(&input, &staying).unwrap(), "{input}");
    }
    assert!(won > 100, "{won}");
}

#[test]
fn knights() {
    compare_with(
        "CEOI2008KNIGHTS",
        // Who wins; the moves are another test's.
        |answer: String| answer.lines().next().unwrap_or("").to_string(),
        1500,
        |r| {
            let (k, n) = (within(r, 1, 3), within(r, 2, 7));
            format!("{k} {n}\n{}", line(some(r, 2 * k, 1, n)))
        },
        |input| {
            let n = input[1] as i64;
            let knights: Vec<(i64, i64)> = input[2..]
                .chunks(2)
                .map(|p| (p[0] as i64, p[1] as i64))
                .collect();
            let wins = Search::new().wins(&knights, false, &|knights: &Vec<(i64, i64)>| {
                let to = |&(x, y): &(i64, i64)| -> Vec<(i64, i64)> {
                    let all = [
                        (x - 2, y + 1),
                        (x - 2, y - 1),
                        (x + 1, y - 2),
                        (x - 1, y - 2),
                    ];
                    let on = |v: i64| (1..=n).contains(&v);
                    all.into_iter().filter(|(x, y)| on(*x) && on(*y)).collect()
                };
                let choices: Vec<_> = knights.iter().map(to).collect();
                if choices.iter().all(Vec::is_empty) {
                    return Vec::new();
                }
                choices
                    .iter()
                    .zip(knights)
                    .fold(vec![vec![]], |lists, (to, stay)| {
                        let to = if to.is_empty() {
                            vec![*stay]
                        } else {
                            to.clone()
                        };
                        let longer = |list: &Vec<(i64, i64)>| {
                            let list = list.clone();
                            to.clone()
                                .into_iter()
                                .map(move |next| [&list[..], &[next]].concat())
                        };
                        lists.iter().flat_map(longer).collect()
                    })
            });
            if wins { "YES" } else { "NO" }.to_string()
        },
    );
}
