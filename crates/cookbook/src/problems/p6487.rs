//! HRPA: of N stones take any number; then at most twice what was taken before.
//! What is the least first take that wins?
//!
//! Fibonacci Nim: the least part of N in Zeckendorf's sum.

use crate::prelude::*;
use grundy::games::heaps::fibonacci::Twice;
use grundy::solve::dynamic::Sequence;

/// Luogu P6487.
pub const PROBLEM: Problem = Problem {
    id: "P6487",
    judge: "Luogu P6487, COCI 2010/11 #4",
    title: ("HRPA", "HRPA 斐波那契博弈"),
    technique: Technique::Numeration,
    idea: ("take the least Zeckendorf part", "取齐肯多夫表示的最小项"),
    theorem: ("Whinihan: Fibonacci Nim", "斐波那契博弈定理"),
    games: &["fibonacci-nim"],
    statement: Statement {
        rules: (
            "One heap of N stones. The first player takes any number; from then on a move takes at most twice what the last one took. Whoever takes the last stone wins.",
            "一堆 N 枚石子。先手首次任取；此后每次至多取上一次的两倍。取走最后一枚者胜。",
        ),
        input: ("N.", "N。"),
        output: (
            "The least number of stones with which the first player can begin and win.",
            "先手首次取而能获胜的最少枚数。",
        ),
        limits: ("2 ≤ N ≤ 10^15", "2 ≤ N ≤ 10^15"),
        sample: ("7\n", "2\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = Natural::from(input.number(1..=u64::MAX)?);
    output.line(Sequence::new(Twice).smallest(&n).unwrap_or_default());
    Ok(())
}
