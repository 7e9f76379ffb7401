//! Split Nim: replace a heap by two strictly smaller heaps, of any sizes.
//!
//! A move leads to a sum of two heaps. The value of a heap of n is the n-th
//! odious number (one with an odd number of binary ones).

use crate::prelude::*;
use grundy::games::heaps::smaller_pair::SmallerPair;

/// AcWing 894.
pub const PROBLEM: Problem = Problem {
    id: "AcWing894",
    judge: "AcWing 894",
    title: ("Split Nim", "拆分-Nim 游戏"),
    technique: Technique::Sums,
    idea: (
        "an option is a sum of two heaps: xor inside the mex",
        "后继是两堆之和：在 mex 中取异或",
    ),
    theorem: ("values are the odious numbers", "SG 值为“恶数”序列"),
    games: &["smaller-pair"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&SmallerPair, &heaps, Normal)?, "Yes", "No"));
    Ok(())
}
