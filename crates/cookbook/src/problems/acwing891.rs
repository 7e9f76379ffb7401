//! Nim: take any number of stones from one heap.
//!
//! Bouton (1901): the player to move loses exactly when the nim sum of the
//! heaps is 0.

use crate::prelude::*;
use grundy::games::heaps::nim::Nim;

/// AcWing 891.
pub const PROBLEM: Problem = Problem {
    id: "AcWing891",
    judge: "AcWing 891",
    title: ("Nim", "Nim 游戏"),
    technique: Technique::Sums,
    idea: ("xor all heaps", "各堆异或"),
    theorem: ("Bouton's theorem", "布顿定理"),
    games: &["nim"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&Nim, &heaps, Normal)?, "Yes", "No"));
    Ok(())
}
