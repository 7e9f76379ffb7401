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
