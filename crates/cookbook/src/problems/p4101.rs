//! Artificial intelligence: merge two piles if the result has at most m
//! stones; at the start there are n piles of one stone.
//!
//! The player whom parity favours can force exactly n - ⌈n/m⌉ merges by
//! always feeding one pile. (It is not always parity in mid-game.)

use crate::prelude::*;
use grundy::games::heaps::merging::Merging;

/// Luogu P4101.
pub const PROBLEM: Problem = Problem {
    id: "P4101",
    judge: "Luogu P4101, HEOI 2014",
    title: ("Merging piles under a cap", "人人尽说江南好"),
    technique: Technique::Symmetry,
    idea: ("force the number of merges", "控制合并的总次数"),
    theorem: (
        "n - ⌈n/m⌉ merges, by keeping one pile growing",
        "始终喂大一堆，恰好合并 n - ⌈n/m⌉ 次",
    ),
    games: &["merging"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let (n, m) = (input.number(1..=u64::MAX)?, input.number(1..=u64::MAX)?);
        let piles = vec![(Natural::ONE, Natural::from(n))];
        output.line(yes(wins(&Merging::new(m.into()), &[piles], Normal)?, 0, 1));
    }
    Ok(())
}
