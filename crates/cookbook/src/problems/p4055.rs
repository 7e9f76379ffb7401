//! Game in a maze: the first player puts a token on a free cell; then it is
//! moved to free cells where it has not been, the second player first.
//!
//! The first player wants a start from which the mover loses: a cell that some
//! maximum matching leaves out. There is none exactly when a perfect matching exists.

use crate::prelude::*;
use grundy::game::CONTINUE;
use grundy::games::graphs::geography::{Geography, Spot, Walk};
use grundy::theorem::Theorem;

/// Luogu P4055.
pub const PROBLEM: Problem = Problem {
    id: "P4055",
    judge: "Luogu P4055, JSOI 2009",
    title: ("Game in a maze", "游戏"),
    technique: Technique::Matching,
    idea: (
        "start where some maximum matching does not reach",
        "从某个最大匹配未覆盖的格子出发",
    ),
    theorem: ("vertex geography", "点地理定理"),
    games: &["geography"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (rows, columns) = (input.number(1..=10_000)?, input.number(1..=10_000)?);
    let maze = input.grid(rows, columns, ".#")?;
    let free: Vec<Vec<bool>> = maze
        .iter()
        .map(|row| row.iter().map(|c| *c == b'.').collect())
        .collect();
    let Some(board) = Walk::on_board(&free, None) else {
        return Err(input.fail("", Text::fixed("a smaller maze", "更小的迷宫")));
    };
    let mut starts = Vec::new();
    let _ = Geography.winning_moves(&[board], Normal, &mut |start| {
        starts.push(start.mv);
        CONTINUE
    });
    output.line(yes(!starts.is_empty(), "WIN", "LOSE"));
    for start in starts {
        if let Spot::Square { row, column } = start {
            output.words([row, column]);
        }
    }
    Ok(())
}
