//! Staircase Nim: move stones from a step to the next lower one; those on the
//! ground are out of play.
//!
//! Stones that come down from an even step are sent on at once, so only the
//! odd steps count, and they are Nim.

use crate::prelude::*;
use grundy::games::heaps::staircase::Staircase;

/// AcWing 892.
pub const PROBLEM: Problem = Problem {
    id: "AcWing892",
    judge: "AcWing 892",
    title: ("Staircase Nim", "台阶-Nim 游戏"),
    technique: Technique::Stairs,
    idea: ("xor the odd steps", "奇数级台阶异或"),
    theorem: ("Sprague's staircase", "阶梯尼姆定理"),
    games: &["staircase"],
    statement: Statement {
        rules: (
            "Stones lie on steps 1 to n. A move brings one or more stones from a step to the one below; those on the ground are out of play. Whoever cannot move loses.",
            "第 1 到 n 级台阶上有石子。每次把某级上至少一枚石子移到下一级，落到地面的不再使用。无法操作者负。",
        ),
        input: (
            "n; then the stones on steps 1 to n.",
            "n；随后第 1 到 n 级的石子数。",
        ),
        output: (
            "Yes if the first player wins, No if not.",
            "先手必胜输出 Yes，否则输出 No。",
        ),
        limits: ("n ≤ 10^5, stones up to 10^9", "n ≤ 10^5，石子数至多 10^9"),
        sample: ("3\n2 1 3\n", "Yes\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let stairs = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&Staircase, &[stairs], Normal)?, "Yes", "No"));
    Ok(())
}
