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
    statement: Statement {
        rules: (
            "Of the cells 1 to n some are white. A move picks a white cell x and turns x, 2x, …, kx over, kx ≤ n. Whoever finds no white cell loses.",
            "编号 1 到 n 的格子中有些是白的。每次选一个白格 x，翻转 x, 2x, …, kx（kx ≤ n）。没有白格者负。",
        ),
        input: (
            "n; the number of questions; for each the number of white cells and the cells.",
            "n；询问数；每个询问为白格数与各白格编号。",
        ),
        output: (
            "For each question Yes if the first player wins, No if not.",
            "每个询问一行：先手必胜为 Yes，否则为 No。",
        ),
        limits: (
            "n ≤ 10^9, at most 100 questions of at most 100 cells",
            "n ≤ 10^9，至多 100 个询问，每个至多 100 个白格",
        ),
        sample: ("3\n2\n2\n1 2\n2\n2 3\n", "Yes\nNo\n"),
    },
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
