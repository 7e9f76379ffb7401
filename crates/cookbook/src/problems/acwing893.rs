//! Set Nim: from a heap take a number of stones that lies in a given set.
//!
//! Heaps are components. The values of all heaps up to the largest are
//! computed once, each from the values one subtraction below it.

use crate::prelude::*;
use grundy::budget::Budget;
use grundy::solve::heap::{Engine, code::Rules};

/// AcWing 893.
pub const PROBLEM: Problem = Problem {
    id: "AcWing893",
    judge: "AcWing 893",
    title: ("Set Nim", "集合-Nim 游戏"),
    technique: Technique::Sums,
    idea: (
        "tabulate the values of heaps, then xor",
        "递推各堆大小的 SG 值，再异或",
    ),
    theorem: ("Sprague–Grundy", "SG 定理"),
    games: &["subtraction"],
    statement: Statement {
        rules: (
            "A move takes from one heap a number of stones that lies in a given set; whoever cannot move loses.",
            "每次从一堆中取走的石子数须属于给定集合，无法取者负。",
        ),
        input: (
            "k; the k numbers of the set; n; the n heaps.",
            "k；集合中的 k 个数；n；n 堆的大小。",
        ),
        output: (
            "Yes if the first player wins, No if not.",
            "先手必胜输出 Yes，否则输出 No。",
        ),
        limits: (
            "k, n ≤ 100; numbers and heaps up to 10,000",
            "k, n ≤ 100；各数与各堆至多 10000",
        ),
        sample: ("2\n2 5\n3\n2 4 7\n", "Yes\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let k = input.number(0..=MANY)?;
    let set = input.numbers(k, 1..=100_000)?;
    let n = input.number(0..=MANY)?;
    let heaps = input.numbers(n, 0..=100_000)?;
    let largest = heaps.iter().max().map_or(0, |heap| *heap as usize);
    let values = Engine::Auto.open(&Rules::subtraction(&set)?, &Budget::current())?;
    let values: Vec<u32> = values.take(largest + 1).collect::<Result<_, _>>()?;
    let total = heaps
        .iter()
        .fold(0, |sum, heap| sum ^ values[*heap as usize]);
    output.line(yes(total != 0, "Yes", "No"));
    Ok(())
}
