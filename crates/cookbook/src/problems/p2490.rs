//! Black and white pieces: pairs of pieces on a strip approach each other; a
//! move slides up to d of one's own. How many placements does A win?
//!
//! Partizan in form, but either player can lower any gap within a pair: Moore's Nim.
//! Lost are the gaps in which each binary digit is 1 a multiple of d+1 times.

use crate::prelude::*;
use grundy::budget::Budget;
use grundy::count::Sums;

/// Luogu P2490.
pub const PROBLEM: Problem = Problem {
    id: "P2490",
    judge: "Luogu P2490, SDOI 2011",
    title: ("Black and white pieces", "黑白棋"),
    technique: Technique::Counting,
    idea: (
        "the gaps of pairs are Moore's Nim; count digit by digit",
        "每对的间隔是 Nim-K；按位计数",
    ),
    theorem: ("Moore's Nim", "摩尔 Nim-K 定理"),
    games: &["moore"],
    statement: Statement {
        rules: (
            "On a strip of n cells lie k pieces, white and black in turn, the leftmost white. A slides 1 to d white pieces to the right, B black ones to the left, never onto or across another. Whoever cannot move loses; A begins.",
            "1 × n 的纸带上有 k 枚棋子，黑白相间，最左为白。A 每次将 1 到 d 枚白子右移，B 将黑子左移，不得越过或落在其他棋子上。无法移动者负；A 先手。",
        ),
        input: ("n k d, k even.", "n k d，k 为偶数。"),
        output: (
            "In how many placements A wins, modulo 10^9 + 7.",
            "A 必胜的初始摆法数，对 10^9 + 7 取模。",
        ),
        limits: ("n ≤ 10,000; k, d ≤ 100", "n ≤ 10000；k, d ≤ 100"),
        sample: ("10 4 2\n", "182\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=1_000_000)?;
    let pieces = input.even(n.min(1000))?;
    let d = input.number(1..=MOST)?;
    let ring = modulo(1_000_000_007)?;
    let (gaps, pairs, total) = (pieces + 1, pieces / 2, n - pieces);
    let budget = Budget::current().with_states(MANY * 1000);
    let lost = Sums::moore(&ring, pairs, total, d, &budget)?.with_free(gaps - pairs, &budget)?;
    output.line(lost.others(gaps, total, &budget)?);
    Ok(())
}
