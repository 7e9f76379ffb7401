//! Moon on the other side: delete a vertex of a tree and keep one of the
//! parts; whoever leaves a single vertex loses.
//!
//! If all degrees are odd, every move makes one even; if not, some move makes
//! all of them odd.

use crate::prelude::*;
use grundy::games::trees::keep::KeepOne;

/// Luogu P8347.
pub const PROBLEM: Problem = Problem {
    id: "P8347",
    judge: "Luogu P8347, Wdoi-6",
    title: ("The moon on the other side", "另一侧的月"),
    technique: Technique::Trees,
    idea: ("look at the parities of degrees", "看各点度数的奇偶"),
    theorem: ("P iff every degree is odd", "各点度数均为奇数时为 P 态"),
    games: &["keep-one"],
    statement: Statement {
        rules: (
            "A move deletes a vertex of a tree and keeps one of the parts. Whoever leaves a single vertex loses; Hifuu begins.",
            "每次删去树的一个点，并只保留所得的一个连通块。使树只剩一个点者负；Hifuu 先手。",
        ),
        input: (
            "T; for each case n and n-1 lines with the ends of an edge.",
            "T；每组为 n 与 n-1 行，每行一条边的两端。",
        ),
        output: (
            "For each case Hifuu or Luna: who wins.",
            "每组一行：Hifuu 或 Luna，即胜者。",
        ),
        limits: ("2 ≤ n ≤ 10^5", "2 ≤ n ≤ 10^5"),
        sample: ("2\n2\n1 2\n3\n1 2\n2 3\n", "Luna\nHifuu\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(2..=MANY)?;
        let tree = input.tree(n, 1)?;
        output.line(yes(wins(&KeepOne, &[tree], Normal)?, "Hifuu", "Luna"));
    }
    Ok(())
}
