//! Stone game: choose some of the heaps for Nim, and one of them in which the
//! first player must begin. For how many choices does he lose?
//!
//! He must leave there the nim sum of the others, so he loses exactly when
//! that is not smaller than the heap. Nim sums of subsets are a linear space.

use crate::prelude::*;
use grundy::count::lost_with_forced_heap;

/// Luogu P5675.
pub const PROBLEM: Problem = Problem {
    id: "P5675",
    judge: "Luogu P5675, GZOI 2017",
    title: ("The stone game", "取石子游戏"),
    technique: Technique::Counting,
    idea: (
        "count subsets of the others with xor at least the heap",
        "统计其余堆中异或不小于该堆的子集",
    ),
    theorem: (
        "Bouton's theorem; linear algebra over GF(2)",
        "布顿定理；线性基",
    ),
    games: &["nim"],
    statement: Statement {
        rules: (
            "Some of the heaps are chosen for Nim, and one of them in which the first player must make the first move.",
            "从各堆中选出若干堆玩尼姆游戏，并指定其中一堆，先手的第一步必须从该堆取。",
        ),
        input: ("n; then the n heaps.", "n；随后 n 堆的大小。"),
        output: (
            "For how many choices the first player does not win, modulo 10^9 + 7.",
            "先手不能获胜的选法数，对 10^9 + 7 取模。",
        ),
        limits: ("n ≤ 200, heaps up to 200", "n ≤ 200，每堆至多 200"),
        sample: ("3\n2 4 5\n", "5\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.numbers(n, 0..=u64::MAX)?;
    output.line(lost_with_forced_heap(&modulo(1_000_000_007)?, &heaps));
    Ok(())
}
