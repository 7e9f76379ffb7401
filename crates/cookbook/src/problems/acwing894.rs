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
    statement: Statement {
        rules: (
            "A move replaces a heap by two strictly smaller heaps of any sizes, 0 allowed. Whoever cannot move loses.",
            "每次把一堆换成两堆，每堆都严格小于原堆（可为 0）。无法操作者负。",
        ),
        input: ("n; then the n heaps.", "n；随后 n 堆的大小。"),
        output: (
            "Yes if the first player wins, No if not.",
            "先手必胜输出 Yes，否则输出 No。",
        ),
        limits: ("n ≤ 100, heaps up to 100", "n ≤ 100，每堆至多 100"),
        sample: ("2\n2 3\n", "Yes\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&SmallerPair, &heaps, Normal)?, "Yes", "No"));
    Ok(())
}
