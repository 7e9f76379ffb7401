//! Who can win: a token walks from the corner of an n × n board to squares
//! where it has not been.
//!
//! Dominoes cover the board, or the board without the corner: that is the
//! matching of the theorem on vertex geography, and no search is needed.

use crate::prelude::*;
use grundy::outcome::Outcome;
use grundy::solve::geography::from_corner;

/// Luogu P4136.
pub const PROBLEM: Problem = Problem {
    id: "P4136",
    judge: "Luogu P4136",
    title: ("Who can win", "谁能赢呢？"),
    technique: Technique::Matching,
    idea: ("cover the board with dominoes", "用骨牌覆盖棋盘"),
    theorem: ("vertex geography", "点地理定理"),
    games: &["geography"],
    statement: Statement {
        rules: (
            "A token stands in a corner of an n × n board and is moved in turn to a neighbouring square where it has not been. Whoever cannot move loses; Alice begins.",
            "棋子位于 n × n 棋盘的一角，双方轮流将其移到相邻且未到过的格子。无法移动者负；Alice 先手。",
        ),
        input: ("Numbers n, the last of them 0.", "若干个 n，以 0 结束。"),
        output: (
            "For each n but the last Alice or Bob: who wins.",
            "对每个 n（0 除外）输出 Alice 或 Bob，即胜者。",
        ),
        limits: ("n ≤ 10,000", "n ≤ 10000"),
        sample: ("2\n3\n0\n", "Alice\nBob\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    loop {
        let n = input.number(0..=u64::MAX)?;
        if n == 0 {
            return Ok(());
        }
        output.line(yes(from_corner(n, n) == Outcome::N, "Alice", "Bob"));
    }
}
