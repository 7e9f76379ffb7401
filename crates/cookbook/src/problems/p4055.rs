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
    statement: Statement {
        rules: (
            "The first player puts a token on a free cell of a maze. Then the second and the first move it in turn to a free neighbour where it has not been. Whoever cannot move loses.",
            "先手把棋子放在迷宫的一个空格上，随后从后手起双方轮流将其移到相邻且未到过的空格。无法移动者负。",
        ),
        input: (
            "n m; n rows of m characters, `.` free and `#` wall.",
            "n m；n 行、每行 m 个字符，`.` 为空地，`#` 为墙。",
        ),
        output: (
            "WIN and then all cells on which the first player may put the token and win, row and column from 1, one per line; or LOSE.",
            "若先手必胜，输出 WIN，随后每行一个必胜的放置格（行与列，从 1 编号）；否则输出 LOSE。",
        ),
        limits: ("n, m ≤ 100", "n, m ≤ 100"),
        sample: ("3 3\n.##\n...\n#.#\n", "WIN\n2 3\n3 2\n"),
    },
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
