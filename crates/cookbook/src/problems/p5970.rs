//! Nim with a handicap: before play B discards a number of heaps that is a
//! multiple of d, but not all. In how many ways does B, who moves second, win?
//!
//! Count the subsets with the nim sum of all heaps by size modulo d: the
//! smallest heaps first, in place, so that time and memory fit.

use crate::prelude::*;
use grundy::budget::Budget;
use grundy::count::{Residues, Ring};

/// Luogu P5970.
pub const PROBLEM: Problem = Problem {
    id: "P5970",
    judge: "Luogu P5970, POI 2016",
    title: ("Nim with a handicap", "Nim z utrudnieniem"),
    technique: Technique::Counting,
    idea: (
        "xor dynamic programming in ascending order, size modulo d",
        "从小到大做异或背包，记录个数模 d",
    ),
    theorem: ("Bouton's theorem", "布顿定理"),
    games: &["nim"],
    statement: Statement {
        rules: (
            "Before a game of Nim in which A begins, B discards heaps: a multiple of d, 0 allowed, but not all.",
            "A 先手玩尼姆游戏之前，B 扔掉若干堆：堆数须为 d 的倍数（可为 0），但不能全扔。",
        ),
        input: ("n d; then the n heaps.", "n d；随后 n 堆的大小。"),
        output: (
            "In how many ways B can discard so that B wins, modulo 10^9 + 7.",
            "使 B 获胜的扔法数，对 10^9 + 7 取模。",
        ),
        limits: (
            "n ≤ 5·10^5, d ≤ 10, heaps up to 10^6, at most 10^7 stones in all",
            "n ≤ 5·10^5，d ≤ 10，每堆至多 10^6，总数至多 10^7",
        ),
        sample: ("5 2\n1 3 4 1 2\n", "2\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (n, d) = (input.number(1..=MANY)?, input.number(1..=1000)?);
    let heaps = input.numbers(n, 0..=1 << 24)?;
    let ring = modulo(1_000_000_007)?;
    let discards = Residues::of(&ring, &heaps, d as usize, &Budget::current())?;
    let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let all = ring.number(u128::from(n % d == 0));
    output.line(ring.subtract(discards.get(total, 0), &all));
    Ok(())
}
