//! E&D: heaps in pairs; drop one heap of a pair and split the other into two
//! non-empty ones.
//!
//! Pairs are components. The table of values shows the pattern: the value of
//! (a,b) is the number of trailing ones of (a-1) | (b-1).

use crate::prelude::*;
use grundy::games::heaps::paired_heaps::PairedHeaps;

/// Luogu P2148.
pub const PROBLEM: Problem = Problem {
    id: "P2148",
    judge: "Luogu P2148, SDOI 2009",
    title: ("E&D", "E&D"),
    technique: Technique::Sums,
    idea: ("read the law off the table of pairs", "打表看出数对的规律"),
    theorem: (
        "g(a,b) = trailing ones of (a-1)|(b-1)",
        "g(a,b) 为 (a-1)|(b-1) 末尾连续 1 的个数",
    ),
    games: &["paired-heaps"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let piles = input.even(MANY)?;
        let mut heap = || input.number(1..=u64::MAX).map(Natural::from);
        let pairs: Result<Vec<_>, Error> = (0..piles / 2).map(|_| Ok((heap()?, heap()?))).collect();
        output.line(yes(wins(&PairedHeaps, &pairs?, Normal)?, "YES", "NO"));
    }
    Ok(())
}
