//! Artificial intelligence: merge two piles if the result has at most m
//! stones; at the start there are n piles of one stone.
//!
//! The player whom parity favours can force exactly n - ⌈n/m⌉ merges by
//! always feeding one pile. (It is not always parity in mid-game.)

use crate::prelude::*;
use grundy::games::heaps::merging::Merging;

/// Luogu P4101.
pub const PROBLEM: Problem = Problem {
    id: "P4101",
    judge: "Luogu P4101, HEOI 2014",
    title: ("Merging piles under a cap", "人人尽说江南好"),
    technique: Technique::Symmetry,
    idea: ("force the number of merges", "控制合并的总次数"),
    theorem: (
        "n - ⌈n/m⌉ merges, by keeping one pile growing",
        "始终喂大一堆，恰好合并 n - ⌈n/m⌉ 次",
    ),
    games: &["merging"],
    statement: Statement {
        rules: (
            "At the start there are n piles of one stone. A move merges two piles if the result has at most m stones. Whoever cannot move loses.",
            "开始时有 n 堆，每堆一枚。每次合并两堆，结果不得超过 m 枚。无法操作者负。",
        ),
        input: ("T; for each case n m.", "T；每组一行 n m。"),
        output: (
            "For each case 0 if the first player wins, 1 if not.",
            "每组一行：先手必胜为 0，否则为 1。",
        ),
        limits: ("T ≤ 100; n, m ≤ 10^9", "T ≤ 100；n, m ≤ 10^9"),
        sample: ("2\n5 3\n7 3\n", "0\n1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let (n, m) = (input.number(1..=u64::MAX)?, input.number(1..=u64::MAX)?);
        let piles = vec![(Natural::ONE, Natural::from(n))];
        output.line(yes(wins(&Merging::new(m.into()), &[piles], Normal)?, 0, 1));
    }
    Ok(())
}
