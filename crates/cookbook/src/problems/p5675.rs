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
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.numbers(n, 0..=u64::MAX)?;
    output.line(lost_with_forced_heap(&modulo(1_000_000_007)?, &heaps));
    Ok(())
}
