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
    statement: Statement {
        rules: (
            "Heaps lie in pairs. A move drops one heap of a pair and splits the other into two non-empty heaps. Whoever cannot move loses.",
            "石子堆两两成组。每次扔掉一组中的一堆，把另一堆分成两个非空堆。无法操作者负。",
        ),
        input: (
            "T; for each case the number of heaps, which is even, and the heaps, pair by pair.",
            "T；每组为堆数（偶数）与各堆大小，相邻两堆为一组。",
        ),
        output: (
            "For each case YES if the first player wins, NO if not.",
            "每组一行：先手必胜为 YES，否则为 NO。",
        ),
        limits: (
            "T ≤ 20, at most 20,000 heaps up to 2·10^9",
            "T ≤ 20，至多 20000 堆，每堆至多 2·10^9",
        ),
        sample: ("2\n4\n1 2 3 1\n6\n1 1 1 1 1 1\n", "YES\nNO\n"),
    },
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
