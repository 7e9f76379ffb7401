//! Stones from the ends: heaps in a row; take from the first or the last one.
//!
//! End-Nim. Every row is completed to a lost one by exactly one heap before it, and
//! by exactly one behind it: an interval recurrence.

use crate::prelude::*;
use grundy::games::heaps::end_nim::EndNim;

/// Luogu P2599.
pub const PROBLEM: Problem = Problem {
    id: "P2599",
    judge: "Luogu P2599, ZJOI 2009",
    title: ("Taking stones from the ends", "取石子游戏"),
    technique: Technique::Symmetry,
    idea: (
        "the one heap that completes a row to a lost one",
        "使整排成为必败态的唯一一堆",
    ),
    theorem: ("Albert and Nowakowski: End-Nim", "端点尼姆定理"),
    games: &["end-nim"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=4096)?;
        let mut row = input.heaps(n, u64::MAX)?;
        row.retain(|heap| !heap.is_zero());
        output.line(yes(wins(&EndNim, &[row], Normal)?, 1, 0));
    }
    Ok(())
}
