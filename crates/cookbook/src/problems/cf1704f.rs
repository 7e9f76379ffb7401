//! Colouring Game: Alice whitens two neighbouring cells of which at least one
//! is red, Bob two of which at least one is blue.
//!
//! Partizan: with more red than blue cells Alice wins, and the other way
//! round. If they are equal, each must take a red and a blue one while there are
//! any: Dawson's Kayles on the alternating runs.

use crate::prelude::*;
use grundy::games::heaps::code::TakeAndBreak;

/// Codeforces 1704 F.
pub const PROBLEM: Problem = Problem {
    id: "CF1704F",
    judge: "Codeforces 1704 F",
    title: ("Colouring Game", "染色游戏"),
    technique: Technique::Partizan,
    idea: (
        "count colours; on a tie, Dawson's Kayles on alternating runs",
        "比较颜色数；相等时为交错段上的道森凯尔斯",
    ),
    theorem: (
        "Guy and Smith: 0.07 has period 34",
        "盖伊与史密斯：0.07 的周期为 34",
    ),
    games: &["take-and-break"],
    statement: Statement {
        rules: (
            "Cells in a row are red or blue. Alice whitens two neighbours of which one at least is red, Bob two of which one at least is blue. Whoever cannot move loses; Alice begins.",
            "一行格子为红或蓝。Alice 每次把相邻两格涂白，其中至少一格为红；Bob 则要求至少一格为蓝。无法操作者负；Alice 先手。",
        ),
        input: (
            "t; for each case n and a word of n letters R and B.",
            "t；每组为 n 与长为 n、由 R 和 B 组成的字符串。",
        ),
        output: (
            "For each case Alice or Bob: who wins.",
            "每组一行：Alice 或 Bob，即胜者。",
        ),
        limits: (
            "3 ≤ n, all n together at most 5·10^5",
            "n ≥ 3，n 的总和至多 5·10^5",
        ),
        sample: ("2\n3\nBRB\n6\nRBRBRB\n", "Bob\nAlice\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let pairs = TakeAndBreak::new("0.07".parse()?);
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(3..=MANY)?;
        let cells = input.letters(n as usize, "RB")?;
        let red = 2 * cells.iter().filter(|cell| **cell == b'R').count();
        let runs: Vec<Natural> = cells
            .chunk_by(|a, b| a != b)
            .map(|run| run.len().into())
            .collect();
        let tie = || wins(&pairs, &runs, Normal);
        let alice = red > cells.len() || (red == cells.len() && tie()?);
        output.line(yes(alice, "Alice", "Bob"));
    }
    Ok(())
}
