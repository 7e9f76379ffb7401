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
