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
    statement: Statement {
        rules: (
            "Nim: a move takes one or more stones from one heap; whoever cannot move loses.",
            "尼姆游戏：每次从一堆中取走至少一枚石子，无法取者负。",
        ),
        input: ("n; then the n heaps.", "n；随后 n 堆的大小。"),
        output: (
            "Yes if the first player wins, No if not.",
            "先手必胜输出 Yes，否则输出 No。",
        ),
        limits: ("n ≤ 10^5, heaps up to 10^9", "n ≤ 10^5，每堆至多 10^9"),
        sample: ("2\n2 3\n", "Yes\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    let heaps = input.heaps(n, u64::MAX)?;
    output.line(yes(wins(&Nim, &heaps, Normal)?, "Yes", "No"));
    Ok(())
}
