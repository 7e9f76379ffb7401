//! Pebbles: take stones from a heap so that the row stays non-decreasing.
//!
//! A stone taken from a heap lowers its excess over the heap before and raises
//! that of the next: staircase Nim on the differences, seen from the right.

use crate::prelude::*;
use grundy::games::heaps::pebbles::Pebbles;

/// Luogu P3480.
pub const PROBLEM: Problem = Problem {
    id: "P3480",
    judge: "Luogu P3480, POI 2009",
    title: ("KAM – Pebbles", "KAM-Pebbles"),
    technique: Technique::Stairs,
    idea: ("the differences are a staircase", "差分是一道阶梯"),
    theorem: ("Sprague's staircase", "阶梯尼姆定理"),
    games: &["pebbles"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=MANY)?;
        let heaps = input.heaps(n, u64::MAX)?;
        if !heaps.is_sorted() {
            return Err(input.fail(
                "",
                Text::fixed("heaps in ascending order", "按升序给出的各堆"),
            ));
        }
        output.line(yes(wins(&Pebbles, &[heaps], Normal)?, "TAK", "NIE"));
    }
    Ok(())
}
