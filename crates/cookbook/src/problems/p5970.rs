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
