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
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let stairs = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&Staircase, &[stairs], Normal)?, "Yes", "No"));
    Ok(())
}
