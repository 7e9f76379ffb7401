//! Nim, several cases. See [`super::acwing891`].

use crate::prelude::*;
use grundy::games::heaps::nim::Nim;

/// Luogu P2197.
pub const PROBLEM: Problem = Problem {
    id: "P2197",
    judge: "Luogu P2197",
    title: ("Template: Nim", "【模板】Nim 游戏"),
    technique: Technique::Sums,
    idea: ("xor all heaps", "各堆异或"),
    theorem: ("Bouton's theorem", "布顿定理"),
    games: &["nim"],
    statement: Statement {
        rules: (
            "Nim: a move takes one or more stones from one heap; whoever cannot move loses.",
            "尼姆游戏：每次从一堆中取走至少一枚石子，无法取者负。",
        ),
        input: (
            "T; for each case n and the n heaps.",
            "T；每组为 n 与 n 堆的大小。",
        ),
        output: (
            "For each case Yes if the first player wins, No if not.",
            "每组一行：先手必胜为 Yes，否则为 No。",
        ),
        limits: ("T ≤ 10, n ≤ 10^4", "T ≤ 10，n ≤ 10^4"),
        sample: ("2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=MANY)?;
        let heaps = input.heaps(n, u64::MAX)?;
        output.line(yes(wins(&Nim, &heaps, Normal)?, "Yes", "No"));
    }
    Ok(())
}
