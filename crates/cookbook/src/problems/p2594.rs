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
