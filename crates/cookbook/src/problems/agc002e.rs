//! Candy Piles: eat the largest pile, or one candy of every pile; who eats the
//! last candy loses.
//!
//! A walk out of a Young diagram, right or up. Outcomes are constant along
//! diagonals, so only the two arms at the end of the diagonal decide.

use crate::prelude::*;
use grundy::games::heaps::candy::Candy;

/// AtCoder AGC 002 E.
pub const PROBLEM: Problem = Problem {
    id: "AGC002E",
    judge: "AtCoder AGC 002 E",
    title: ("Candy Piles", "糖果堆"),
    technique: Technique::Misere,
    idea: (
        "walk in a Young diagram; follow the diagonal",
        "在杨图中行走，沿对角线看",
    ),
    theorem: ("diagonals are constant", "同一对角线上胜负相同"),
    games: &["candy-piles"],
    statement: Statement {
        rules: (
            "There are N piles of candies. A move eats the whole largest pile, or one candy of every pile. Whoever eats the last candy loses.",
            "有 N 堆糖果。每次吃掉最大的一堆，或从每堆各吃一颗。吃掉最后一颗者负。",
        ),
        input: ("N; then the N piles.", "N；随后 N 堆的大小。"),
        output: ("First or Second: who wins.", "First 或 Second：谁胜。"),
        limits: ("N ≤ 10^5, piles from 1 to 10^9", "N ≤ 10^5，每堆 1 到 10^9"),
        sample: ("2\n1 3\n", "First\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let mut piles = input.heaps(n, u64::MAX)?;
    piles.retain(|pile| !pile.is_zero());
    piles.sort_unstable_by(|a, b| b.cmp(a));
    output.line(yes(wins(&Candy, &[piles], Misere)?, "First", "Second"));
    Ok(())
}
