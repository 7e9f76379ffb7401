//! Moving coins: m coins on a strip of n cells slide to the left without
//! jumping. How many placements does the first player win?
//!
//! Staircase Nim on the gaps: every other gap from the right decides, the rest is
//! free. Count the lost ones digit by digit, and subtract from all.

use crate::prelude::*;
use grundy::budget::Budget;
use grundy::count::Sums;

/// Luogu P5363.
pub const PROBLEM: Problem = Problem {
    id: "P5363",
    judge: "Luogu P5363, SDOI 2019",
    title: ("Moving coins", "移动金币"),
    technique: Technique::Counting,
    idea: (
        "gaps with xor 0 and a fixed total: digit dynamic programming",
        "间隔异或为 0、总和固定：按位动态规划",
    ),
    theorem: ("Sprague's staircase", "阶梯尼姆定理"),
    games: &["silver-dollar"],
    statement: Statement {
        rules: (
            "m coins lie on a strip of n cells. A move slides a coin to the left, never onto or across another. Whoever cannot move loses.",
            "1 × n 的纸带上有 m 枚硬币。每次将一枚左移，不得越过或落在其他硬币上。无法移动者负。",
        ),
        input: ("n m.", "n m。"),
        output: (
            "In how many placements the first player wins, modulo 10^9 + 9.",
            "先手必胜的初始摆法数，对 10^9 + 9 取模。",
        ),
        limits: ("n ≤ 150,000, m ≤ 50", "n ≤ 150000，m ≤ 50"),
        sample: ("10 3\n", "100\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=1_000_000)?;
    let coins = input.number(1..=n.min(1000))?;
    let ring = modulo(1_000_000_009)?;
    let (gaps, deciding, total) = (coins + 1, coins.div_ceil(2), n - coins);
    let budget = Budget::current().with_states(MANY * 1000);
    let lost = Sums::nim(&ring, deciding, total, &budget)?.with_free(gaps - deciding, &budget)?;
    output.line(lost.others(gaps, total, &budget)?);
    Ok(())
}
