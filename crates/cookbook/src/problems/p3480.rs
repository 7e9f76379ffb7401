//! Pebbles: take stones from a heap so that the row stays non-decreasing.
//!
//! A stone taken from a heap lowers its excess over the heap before and raises
//! that of the next: staircase Nim on the differences, seen from the right.

use crate::prelude::*;
use grundy::games::heaps::pebbles::Pebbles;

/// Luogu P3480.
pub const PROBLEM: Problem = Problem {
    id: "P3480",
    judge: "Luogu P3480, POI 2009",
    title: ("KAM – Pebbles", "KAM-Pebbles"),
    technique: Technique::Stairs,
    idea: ("the differences are a staircase", "差分是一道阶梯"),
    theorem: ("Sprague's staircase", "阶梯尼姆定理"),
    games: &["pebbles"],
    statement: Statement {
        rules: (
            "Heaps in non-decreasing order. A move takes stones from one heap so that the order stays. Whoever cannot move loses.",
            "各堆按不降次序排列。每次从一堆取走若干枚，须保持不降。无法操作者负。",
        ),
        input: (
            "The number of cases; for each n and the n heaps in ascending order.",
            "组数；每组为 n 与按升序给出的 n 堆。",
        ),
        output: (
            "For each case TAK if the first player wins, NIE if not.",
            "每组一行：先手必胜为 TAK，否则为 NIE。",
        ),
        limits: (
            "at most 10 cases, n ≤ 1000, heaps up to 10,000",
            "至多 10 组，n ≤ 1000，每堆至多 10000",
        ),
        sample: ("2\n2\n2 2\n3\n1 2 4\n", "NIE\nTAK\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=MANY)?;
        let heaps = input.heaps(n, u64::MAX)?;
        if !heaps.is_sorted() {
            return Err(input.fail(
                "",
                Text::fixed("heaps in ascending order", "按升序给出的各堆"),
            ));
        }
        output.line(yes(wins(&Pebbles, &[heaps], Normal)?, "TAK", "NIE"));
    }
    Ok(())
}
