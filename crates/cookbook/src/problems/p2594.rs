//! Colouring game: turn a connected region of coins that has a corner with
//! the greatest row and column; the corner goes from T to H.
//!
//! Coin turning: xor over the coins that show T. A coin in the inside has a
//! power of two of its own anti-diagonal, up to 2^198, so the nim sum is a
//! number of any size.

use crate::prelude::*;
use grundy::games::coins::regions::Regions;
use grundy::solve::coins::{Board, Coins};

/// Luogu P2594.
pub const PROBLEM: Problem = Problem {
    id: "P2594",
    judge: "Luogu P2594, ZJOI 2009",
    title: ("The colouring game", "染色游戏"),
    technique: Technique::Coins,
    idea: (
        "xor the values of single coins, as big numbers",
        "单枚硬币的值异或，须用大整数",
    ),
    theorem: (
        "coin turning; g(i,j) = 2^(i+j-2) inside",
        "翻硬币定理；内部 g(i,j) = 2^(i+j-2)",
    ),
    games: &["coin-regions"],
    statement: Statement {
        rules: (
            "Coins lie on an n × m board. A move turns over a connected region with a coin in it that shows T and has the greatest row and the greatest column of the region. Whoever cannot move loses.",
            "n × m 的硬币阵。每次翻转一个四连通区域，其中须有一枚 T 面朝上的硬币，其行号与列号在区域中均为最大。无法操作者负。",
        ),
        input: (
            "T; for each case n m and n rows of m letters H and T.",
            "T；每组为 n m 与 n 行、每行 m 个字母 H 或 T。",
        ),
        output: (
            "For each case -_- if the first player wins, =_= if not.",
            "每组一行：先手必胜为 -_-，否则为 =_=。",
        ),
        limits: ("n, m ≤ 100, T ≤ 50", "n, m ≤ 100，T ≤ 50"),
        sample: ("2\n2 3\nHHH\nTTH\n2 1\nT\nH\n", "-_-\n-_-\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let (rows, columns) = (input.number(0..=10_000)?, input.number(0..=10_000)?);
        let mut heads = Vec::new();
        for (row, coins) in (1..).zip(input.grid(rows, columns, "HT")?) {
            let turned = (1..).zip(coins).filter(|(_, coin)| **coin == b'T');
            heads.extend(turned.map(|(column, _)| (row, column)));
        }
        let board = Board::new((), heads);
        output.line(yes(wins(&Coins(Regions), &[board], Normal)?, "-_-", "=_="));
    }
    Ok(())
}
