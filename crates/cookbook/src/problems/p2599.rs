//! Stones from the ends: heaps in a row; take from the first or the last one.
//!
//! End-Nim. Every row is completed to a lost one by exactly one heap before it, and
//! by exactly one behind it: an interval recurrence.

use crate::prelude::*;
use grundy::games::heaps::end_nim::EndNim;

/// Luogu P2599.
pub const PROBLEM: Problem = Problem {
    id: "P2599",
    judge: "Luogu P2599, ZJOI 2009",
    title: ("Taking stones from the ends", "取石子游戏"),
    technique: Technique::Symmetry,
    idea: (
        "the one heap that completes a row to a lost one",
        "使整排成为必败态的唯一一堆",
    ),
    theorem: ("Albert and Nowakowski: End-Nim", "端点尼姆定理"),
    games: &["end-nim"],
    statement: Statement {
        rules: (
            "Heaps in a row. A move takes one or more stones from the first or the last heap that is left. Whoever takes the last stone wins.",
            "石子堆排成一行。每次从尚存的最左或最右一堆取走至少一枚。取走最后一枚者胜。",
        ),
        input: (
            "T; for each case n and the n heaps.",
            "T；每组为 n 与 n 堆的大小。",
        ),
        output: (
            "For each case 1 if the first player wins, 0 if not.",
            "每组一行：先手必胜为 1，否则为 0。",
        ),
        limits: (
            "T ≤ 10, n ≤ 1000, heaps up to 10^9",
            "T ≤ 10，n ≤ 1000，每堆至多 10^9",
        ),
        sample: ("1\n4\n3 1 9 4\n", "0\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=4096)?;
        let mut row = input.heaps(n, u64::MAX)?;
        row.retain(|heap| !heap.is_zero());
        output.line(yes(wins(&EndNim, &[row], Normal)?, 1, 0));
    }
    Ok(())
}
