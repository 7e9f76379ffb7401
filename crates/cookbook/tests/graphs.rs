//! Graph and board problems against plain search by their statements.

mod common;

use common::*;
use grundy_cookbook::find;

#[test]
fn stones_on_a_tree() {
    compare(
        "AGC010F",
        1000,
        |r| {
            let n = within(r, 2, 5);
            format!("{n}\n{}{}", line(some(r, n, 0, 3)), tree(r, n))
        },
        |input| {
            let n = input[0] as usize;
            let (stones, edges) = input[1..].split_at(n);
            let next = neighbours(n, edges);
            let mut search = Search::new();
            let mut wins = |at: usize| {
                search.wins(&(stones.to_vec(), at), false, &|(stones, at)| {
                    let mut left = stones.clone();
                    if left[*at] == 0 {
                        return Vec::new();
                    }
                    left[*at] -= 1;
                    next[*at].iter().map(|to| (left.clone(), *to)).collect()
                })
            };
            let won: Vec<String> = (0..n)
                .filter(|at| wins(*at))
                .map(|at| (at + 1).to_string())
                .collect();
            won.join(" ")
        },
    );
}

/// Numbers on the vertices, each below this: a set that is closed under xor,
/// so that larger numbers would not help.
const NUMBERS: u64 = 4;

/// All lists that differ from `numbers` in the places of `free` only.
fn settings(numbers: &[u64], free: &[usize]) -> Vec<Vec<u64>> {
    free.iter().fold(vec![numbers.to_vec()], |lists, at| {
        let set = |list: &Vec<u64>| {
            let list = list.clone();
            (0..NUMBERS).map(move |number| {
                let mut list = list.clone();
                list[*at] = number;
                list
            })
        };
        lists.iter().flat_map(set).collect()
    })
}

#[test]
fn election_promises() {
    let problem = find("CF1149E").unwrap();
    let mut random = Random::new(1149);
    for _ in 0..1500 {
        let n = within(&mut random, 1, 4) as usize;
        let mut names: Vec<u64> = (1..=n as u64).collect();
        shuffle(&mut random, &mut names);
        let mut edges = Vec::new();
        for a in 0..n {
            for b in a + 1..n {
                if random.below(2) == 0 {
                    edges.push((names[a], names[b]));
                }
            }
        }
        shuffle(&mut random, &mut edges);
        let taxes = some(&mut random, n as u64, 0, NUMBERS - 1);
        let mut input = format!("{n} {}\n{}", edges.len(), line(taxes.clone()));
        for (a, b) in &edges {
            input += &line([*a, *b]);
        }
        let options = |taxes: &Vec<u64>| {
            let mut after = Vec::new();
            for v in 0..n {
                let behind = edges.iter().filter(|(a, _)| *a as usize == v + 1);
                let behind: Vec<usize> = behind.map(|(_, b)| *b as usize - 1).collect();
                for lower in 0..taxes[v] {
                    let mut next = taxes.clone();
                    next[v] = lower;
                    after.extend(settings(&next, &behind));
                }
            }
            after
        };
        let mut search = Search::new();
        let answer = problem.judge(&input).unwrap();
        assert!(problem.accepts(&input, &answer).unwrap());
        let wins = search.wins(&taxes, false, &options);
        let after: Vec<u64> = answer
            .split_whitespace()
            .skip(1)
            .map(|w| w.parse().unwrap())
            .collect();
        match wins {
            true => {
                assert!(answer.starts_with("WIN"), "{input}{answer}");
                assert!(options(&taxes).contains(&after), "{input}{answer}");
                assert!(!search.wins(&after, false, &options), "{input}{answer}");
            }
            false => assert_eq!(answer, "LOSE\n", "{input}"),
        }
        // The checker accepts exactly the moves to lost positions.
        for other in options(&taxes) {
            let right = !search.wins(&other, false, &options);
            let claim = format!("WIN\n{}", line(other));
            assert_eq!(
                problem.accepts(&input, &claim).unwrap(),
                right,
                "{input}{claim}"
            );
        }
        assert!(
            !problem
                .accepts(&input, if wins { "LOSE" } else { "WIN" })
                .unwrap()
        );
        let nonsense = format!("WIN\n{}", line(taxes.iter().map(|tax| tax + 1)));
        assert!(!problem.accepts(&input, &nonsense).unwrap());
        assert!(!problem.accepts(&input, "").unwrap());
    }
}

#[test]
fn nullify_the_matrix() {
    let mut known = std::collections::HashMap::new();
    compare(
        "CF1451F",
        1500,
        |r| {
            let (n, m) = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 2), (2, 3)][r.below(6) as usize];
            let most = within(r, 1, NUMBERS - 1);
            format!("1\n{n} {m}\n{}", line(some(r, n * m, 0, most)))
        },
        |input| {
            let (n, m) = (input[1] as usize, input[2] as usize);
            // All paths right and down from each cell, as lists of cells.
            let mut paths: Vec<Vec<Vec<usize>>> = vec![Vec::new(); n * m];
            for at in (0..n * m).rev() {
                let mut from = vec![Vec::new()];
                let right = (at % m + 1 < m).then_some(at + 1);
                for next in [right, (at + m < n * m).then_some(at + m)]
                    .into_iter()
                    .flatten()
                {
                    for path in &paths[next] {
                        from.push([&[next], &path[..]].concat());
                    }
                }
                paths[at] = from;
            }
            let search = known.entry((n, m)).or_insert_with(Search::new);
            let wins = search.wins(&input[3..].to_vec(), false, &|numbers: &Vec<u64>| {
                let mut after = Vec::new();
                for at in 0..n * m {
                    for lower in 0..numbers[at] {
                        let mut next = numbers.clone();
                        next[at] = lower;
                        for path in &paths[at] {
                            after.extend(settings(&next, path));
                        }
                    }
                }
                after
            });
            if wins { "Ashish" } else { "Jeel" }.to_string()
        },
    );
}

#[test]
fn passing_of_time() {
    compare(
        "P6560",
        3000,
        |r| {
            let n = within(r, 2, 6);
            let (m, q) = (within(r, 0, 10), 3);
            let mut text = format!("{n} {m} {q}\n");
            for _ in 0..m {
                text += &line(some(r, 2, 1, n));
            }
            for _ in 0..q {
                let x = within(r, 1, n);
                text += &line([x, (x + within(r, 1, n - 1) - 1) % n + 1]);
            }
            text
        },
        |input| {
            let (n, m) = (input[0] as usize, input[1] as usize);
            let (edges, questions) = input[3..].split_at(2 * m);
            let answers = questions.chunks(2).map(|question| {
                let (start, target) = (question[0] as usize, question[1] as usize);
                // What is known after so many moves, for as long as it changes.
                let mut known = vec![0i32; n + 1];
                for _ in 0..2 * n + 2 {
                    let now = known.clone();
                    for (v, known) in known.iter_mut().enumerate().skip(1) {
                        let to: Vec<usize> = edges
                            .chunks(2)
                            .filter(|edge| edge[0] as usize == v)
                            .map(|edge| edge[1] as usize)
                            .collect();
                        let wins = to.iter().any(|u| *u == target || now[*u] == -1);
                        let loses = to.iter().all(|u| *u != target && now[*u] == 1);
                        *known = if wins { 1 } else { -i32::from(loses) };
                    }
                }
                known[start].to_string()
            });
            answers.collect::<Vec<_>>().join("\n")
        },
    );
}

/// Whether the mover wins who walks to places where the token has not been.
fn walk(next: &[Vec<usize>], at: usize, search: &mut Search<(u64, usize)>, seen: u64) -> bool {
    search.wins(&(seen | 1 << at, at), false, &|(seen, at)| {
        let new = next[*at].iter().filter(|to| seen >> **to & 1 == 0);
        new.map(|to| (seen | 1 << to, *to)).collect()
    })
}

#[test]
fn planinarenje() {
    compare(
        "P4617",
        1500,
        |r| {
            let n = within(r, 1, 5);
            let m = within(r, 0, 2 * n);
            (0..m).fold(format!("{n} {m}\n"), |text, _| {
                text + &line(some(r, 2, 1, n))
            })
        },
        |input| {
            let n = input[0] as usize;
            let mut next = vec![Vec::new(); 2 * n];
            for trail in input[2..].chunks(2) {
                let (peak, valley) = (trail[0] as usize - 1, trail[1] as usize - 1 + n);
                next[peak].push(valley);
                next[valley].push(peak);
            }
            let winner = |peak| {
                if walk(&next, peak, &mut Search::new(), 0) {
                    "Slavko"
                } else {
                    "Mirko"
                }
            };
            (0..n).map(winner).collect::<Vec<_>>().join("\n")
        },
    );
}

/// The neighbours of the cells of a board among those that are free.
fn board(rows: usize, columns: usize, free: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let cells = 0..rows * columns;
    let near = |a: usize, b: usize| {
        let (rows, columns) = (
            (a / columns).abs_diff(b / columns),
            (a % columns).abs_diff(b % columns),
        );
        rows + columns == 1
    };
    cells
        .clone()
        .map(|a| {
            cells
                .clone()
                .filter(|b| near(a, *b) && free(a) && free(*b))
                .collect()
        })
        .collect()
}

#[test]
fn game_in_a_maze() {
    let mut random = Random::new(4055);
    for _ in 0..1500 {
        let (n, m) = (
            within(&mut random, 1, 4) as usize,
            within(&mut random, 1, 4) as usize,
        );
        let free: Vec<bool> = (0..n * m).map(|_| random.below(4) > 0).collect();
        let next = board(n, m, |at| free[at]);
        let starts = (0..n * m).filter(|at| free[*at] && !walk(&next, *at, &mut Search::new(), 0));
        let starts: Vec<String> = starts
            .map(|at| format!("{} {}", at / m + 1, at % m + 1))
            .collect();
        let rows = free.chunks(m).map(|row| {
            row.iter()
                .map(|f| if *f { '.' } else { '#' })
                .collect::<String>()
        });
        let input = format!("{n} {m}\n{}\n", rows.collect::<Vec<_>>().join("\n"));
        let word = if starts.is_empty() { "LOSE" } else { "WIN" };
        same("P4055", &input, &format!("{word}\n{}", starts.join("\n")));
    }
}

#[test]
fn walk_from_the_corner() {
    for n in 1..=5usize {
        let next = board(n, n, |_| true);
        let alice = walk(&next, 0, &mut Search::new(), 0);
        same(
            "P4136",
            &format!("{n}\n0\n"),
            if alice { "Alice" } else { "Bob" },
        );
    }
    same("P4136", "10000 9999 0", "Alice Bob");
}

#[test]
fn rabbit_and_egg() {
    let mut random = Random::new(1971);
    let mut games = 0;
    while games < 2000 {
        let (n, m) = (
            within(&mut random, 1, 3) as usize,
            within(&mut random, 1, 4) as usize,
        );
        let mut cells: Vec<u8> = (0..n * m)
            .map(|_| if random.below(2) == 0 { b'X' } else { b'O' })
            .collect();
        cells[random.below((n * m) as u64) as usize] = b'.';
        let next = board(n, m, |_| true);
        let moves = |cells: &[u8], rabbit: bool| -> Vec<usize> {
            let Some(hole) = cells.iter().position(|c| *c == b'.') else {
                return Vec::new();
            };
            let own = if rabbit { b'O' } else { b'X' };
            next[hole]
                .iter()
                .copied()
                .filter(|at| cells[*at] == own)
                .collect()
        };
        let slide = |cells: &[u8], from: usize| {
            let mut after = cells.to_vec();
            let hole = cells.iter().position(|c| *c == b'.').unwrap();
            after.swap(hole, from);
            after
        };
        let options = |(cells, rabbit): &(Vec<u8>, bool)| {
            let to = moves(cells, *rabbit).into_iter();
            to.map(|from| (slide(cells, from), !rabbit)).collect()
        };
        // A random play that Egg wins.
        let (start, mut rabbit, mut played) = (cells.clone(), true, Vec::new());
        loop {
            let legal = moves(&cells, rabbit);
            let Some(&from) = legal.get(random.below(legal.len().max(1) as u64) as usize) else {
                break;
            };
            played.push((cells.clone(), from));
            cells = slide(&cells, from);
            rabbit = !rabbit;
        }
        if !rabbit || played.is_empty() {
            continue;
        }
        games += 1;
        let mut search = Search::new();
        let mut mistakes = Vec::new();
        for (number, (before, from)) in played.iter().enumerate().step_by(2) {
            let after = (slide(before, *from), false);
            if search.wins(&(before.clone(), true), false, &options)
                && search.wins(&after, false, &options)
            {
                mistakes.push((number / 2 + 1).to_string());
            }
        }
        let rows: Vec<&str> = start
            .chunks(m)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let mut input = format!("{n} {m}\n{}\n{}\n", rows.join("\n"), played.len() / 2);
        for (_, from) in &played {
            input += &line([(from / m) as u64 + 1, (from % m) as u64 + 1]);
        }
        same(
            "P1971",
            &input,
            &format!("{}\n{}", mistakes.len(), mistakes.join("\n")),
        );
    }
}

#[test]
fn colouring_game() {
    let mut search = Search::new();
    let mut random = Random::new(1704);
    for _ in 0..3000 {
        let n = within(&mut random, 3, 10) as usize;
        let mut cells: Vec<u8> = (0..n)
            .map(|_| if random.below(2) == 0 { b'R' } else { b'B' })
            .collect();
        if random.below(2) == 0 {
            // As many of one colour as of the other.
            cells = (0..n / 2 * 2)
                .map(|at| if at % 2 == 0 { b'R' } else { b'B' })
                .collect();
            shuffle(&mut random, &mut cells);
            if cells.len() < 3 {
                continue;
            }
        }
        let alice = search.wins(&(cells.clone(), b'R'), false, &|(cells, own): &(
            Vec<u8>,
            u8,
        )| {
            let pairs = (1..cells.len()).filter(|at| cells[at - 1] == *own || cells[*at] == *own);
            let whiten = |at: usize| {
                let mut after = cells.clone();
                after[at - 1..=at].fill(b' ');
                (after, if *own == b'R' { b'B' } else { b'R' })
            };
            pairs.map(whiten).collect()
        });
        let input = format!(
            "1\n{}\n{}\n",
            cells.len(),
            String::from_utf8(cells).unwrap()
        );
        same("CF1704F", &input, if alice { "Alice" } else { "Bob" });
    }
}

/// The vertices visited, the token, the last weight, and whether it is Bob's turn.
type Zigzag = (u64, usize, Option<u64>, bool);

#[test]
fn zigzag() {
    compare(
        "CF1147F",
        300,
        |r| {
            let n = within(r, 1, 3);
            let mut weights: Vec<u64> = (1..=n * n).collect();
            shuffle(r, &mut weights);
            format!("{n}\n{}", line(weights))
        },
        |input| {
            let n = input[0] as usize;
            let weight = |a: usize, b: usize| input[1 + a.min(b) * n + a.max(b) - n];
            let alice_wins = [true, false].into_iter().any(|alice_up| {
                let options = |&(seen, at, last, bob): &Zigzag| {
                    let mut after = Vec::new();
                    for to in (0..2 * n).filter(|to| (*to < n) != (at < n) && seen >> to & 1 == 0) {
                        let new = weight(at, to);
                        // Alice's direction, or the other one for Bob.
                        let fits = last.is_none_or(|last| (new > last) == (alice_up != bob));
                        if fits {
                            after.push((seen | 1 << to, to, Some(new), !bob));
                        }
                    }
                    after
                };
                let mut search = Search::new();
                (0..2 * n)
                    .any(|start| !search.wins(&(1 << start, start, None, true), false, &options))
            });
            if alice_wins { "Alice" } else { "Bob" }.to_string()
        },
    );
}

/// Where both racers are, and who is to move.
type Racers = ([usize; 2], usize);

#[test]
fn race_with_jumps() {
    let mut random = Random::new(2008);
    let mut games = 0;
    while games < 1500 {
        let n = within(&mut random, 2, 4) as usize;
        let mut cells: Vec<u8> = (0..n * n)
            .map(|_| if random.below(5) == 0 { b'#' } else { b'.' })
            .collect();
        let starts = [
            random.below((n * n) as u64) as usize,
            random.below((n * n) as u64) as usize,
        ];
        cells[starts[0]] = b'A';
        cells[starts[1]] = b'B';
        let next = board(n, n, |at| cells[at] != b'#');
        let mut reached = vec![starts[0]];
        for at in 0.. {
            let Some(&here) = reached.get(at) else { break };
            for to in &next[here] {
                if !reached.contains(to) {
                    reached.push(*to);
                }
            }
        }
        if starts[0] == starts[1] || !reached.contains(&starts[1]) {
            continue;
        }
        games += 1;
        let back = random.below(2) == 0;
        let options = |&(at, turn): &Racers| -> Vec<Racers> {
            let (own, other) = (at[turn], at[1 - turn]);
            // Who steps onto the other goes on in any direction, unless that was the
            // goal. Whether he may come back to where he was, the statement leaves open.
            let to =
                next[own]
                    .iter()
                    .flat_map(|to| match *to == other && *to != starts[1 - turn] {
                        true => next[other]
                            .iter()
                            .copied()
                            .filter(|to| back || *to != own)
                            .collect(),
                        false => vec![*to],
                    });
            let moved = |to: usize| {
                let mut at = at;
                at[turn] = to;
                (at, 1 - turn)
            };
            to.map(moved).collect()
        };
        // Label backwards, by definition, as long as anything changes.
        let free: Vec<usize> = (0..n * n).filter(|at| cells[*at] != b'#').collect();
        let mut states: Vec<Racers> = Vec::new();
        for &a in &free {
            states.extend(free.iter().flat_map(|b| [([a, *b], 0), ([a, *b], 1)]));
        }
        let won = |at: [usize; 2]| {
            if at[0] == starts[1] {
                Some(0)
            } else if at[1] == starts[0] {
                Some(1)
            } else {
                None
            }
        };
        let mut winner: std::collections::HashMap<Racers, usize> = Default::default();
        loop {
            let before = winner.len();
            for state @ &(at, turn) in &states {
                let label = |to: &Racers| won(to.0).or_else(|| winner.get(to).copied());
                let after = options(state);
                let found = if winner.contains_key(state) || won(at).is_some() {
                    None
                } else if after.is_empty() || after.iter().all(|to| label(to) == Some(1 - turn)) {
                    Some(1 - turn)
                } else {
                    after
                        .iter()
                        .any(|to| label(to) == Some(turn))
                        .then_some(turn)
                };
                winner.extend(found.map(|winner| (*state, winner)));
            }
            if winner.len() == before {
                break;
            }
        }
        let rows: Vec<&str> = cells
            .chunks(n)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let input = format!("1\n{n}\n{}\n", rows.join("\n"));
        let expected = ["A", "B"][winner[&(starts, 0)]];
        same("BOI2008GAME", &input, expected);
    }
}

#[test]
fn ultimate_battle() {
    for (w, h) in [(2i64, 2i64), (2, 5), (3, 3), (4, 3), (4, 4), (5, 4)] {
        type Pieces = ([(i64, i64); 2], usize);
        let cells: Vec<(i64, i64)> = (1..=w).flat_map(|x| (1..=h).map(move |y| (x, y))).collect();
        let apart = |a: (i64, i64), b: (i64, i64)| a.0 != b.0 && a.1 != b.1;
        let mut states: Vec<Pieces> = Vec::new();
        for &a in &cells {
            for &b in cells.iter().filter(|b| apart(a, **b)) {
                states.extend([([a, b], 0), ([a, b], 1)]);
            }
        }
        let options = |&(at, turn): &Pieces| -> Vec<Pieces> {
            let (own, other) = (at[turn], at[1 - turn]);
            let same_side = |to: &&(i64, i64)| {
                let straight = (to.0 == own.0) != (to.1 == own.1);
                let side = |from: i64, to: i64, other: i64| (from < other) == (to < other);
                straight
                    && apart(**to, other)
                    && side(own.0, to.0, other.0)
                    && side(own.1, to.1, other.1)
            };
            let moved = |to: &(i64, i64)| {
                let mut at = at;
                at[turn] = *to;
                (at, 1 - turn)
            };
            cells.iter().filter(same_side).map(moved).collect()
        };
        let mut wins: std::collections::HashMap<Pieces, bool> = Default::default();
        loop {
            let before = wins.len();
            for state in &states {
                let after = options(state);
                if after.iter().any(|to| wins.get(to) == Some(&false)) {
                    wins.insert(*state, true);
                } else if after.iter().all(|to| wins.get(to) == Some(&true)) {
                    wins.insert(*state, false);
                }
            }
            if wins.len() == before {
                break;
            }
        }
        for ([a, b], _) in states.iter().filter(|(_, turn)| *turn == 0) {
            let input = format!("{w} {h} {} {} {} {}\n", a.0, a.1, b.0, b.1);
            let expected = if wins[&([*a, *b], 0)] { "1" } else { "2" };
            same("USACO08BATTLE", &input, expected);
        }
    }
}
