//! Little John: Nim in which whoever takes the last stone loses.
//!
//! As in Nim while some heap has more than one stone; when none has, the
//! other way round.

use crate::prelude::*;
use grundy::games::heaps::nim::Nim;

/// Luogu P4279.
pub const PROBLEM: Problem = Problem {
    id: "P4279",
    judge: "Luogu P4279, SHOI 2008",
    title: ("Little John", "小约翰的游戏"),
    technique: Technique::Misere,
    idea: (
        "play Nim, and mind the ones at the end",
        "照常玩尼姆，最后留意只剩 1 的堆",
    ),
    theorem: ("Bouton's theorem for misère Nim", "反常尼姆定理"),
    games: &["misere-nim"],
    statement: Statement {
        rules: (
            "Misère Nim: a move takes one or more stones from one heap; whoever takes the last stone loses. John begins.",
            "反常尼姆：每次从一堆取走至少一枚，取走最后一枚者负。John 先手。",
        ),
        input: (
            "T; for each case n and the n heaps.",
            "T；每组为 n 与 n 堆的大小。",
        ),
        output: (
            "For each case John or Brother: who wins.",
            "每组一行：John 或 Brother，即胜者。",
        ),
        limits: (
            "T ≤ 500, n ≤ 50, heaps up to 5000",
            "T ≤ 500，n ≤ 50，每堆至多 5000",
        ),
        sample: ("2\n3\n3 5 1\n1\n1\n", "John\nBrother\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=MANY)?;
        let heaps = input.heaps(n, u64::MAX)?;
        output.line(yes(wins(&Nim, &heaps, Misere)?, "John", "Brother"));
    }
    Ok(())
}
