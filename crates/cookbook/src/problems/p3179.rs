//! Array game: pick a white cell x and turn x, 2x, …, kx over.
//!
//! Coin turning, where the value of x depends on ⌊n/x⌋ only: there are few
//! classes even for n = 10^9.

use crate::prelude::*;
use grundy::games::strips::multiples::Multiples;

/// Luogu P3179.
pub const PROBLEM: Problem = Problem {
    id: "P3179",
    judge: "Luogu P3179, HAOI 2015",
    title: ("The array game", "数组游戏"),
    technique: Technique::Coins,
    idea: (
        "value cells by classes of equal ⌊n/x⌋",
        "按 ⌊n/x⌋ 分块求 SG 值",
    ),
    theorem: ("coin turning", "翻硬币定理"),
    games: &["multiples"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=1_000_000_000)?;
    let game = Multiples::new(n as u32);
    for _ in 0..input.number(0..=MANY)? {
        let white = input.number(0..=MANY)?;
        let mut board: Vec<u32> = input
            .numbers(white, 1..=n)?
            .into_iter()
            .map(|cell| cell as u32)
            .collect();
        board.sort_unstable();
        board.dedup();
        output.line(yes(wins(&game, &[board], Normal)?, "Yes", "No"));
    }
    Ok(())
}
