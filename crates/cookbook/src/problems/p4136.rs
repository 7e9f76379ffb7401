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
