//! Nullify the Matrix: lower a cell, and set the other cells of a path from it
//! to the right and down to anything.
//!
//! A path meets every later anti-diagonal once, so the anti-diagonals are the
//! layers of [`super::cf1149e`].

use crate::prelude::*;
use grundy::solve::layers::Layers;

/// Codeforces 1451 F.
pub const PROBLEM: Problem = Problem {
    id: "CF1451F",
    judge: "Codeforces 1451 F",
    title: ("Nullify The Matrix", "矩阵清零"),
    technique: Technique::Graphs,
    idea: ("Nim on every anti-diagonal", "每条反对角线是一个尼姆游戏"),
    theorem: (
        "P iff every layer has nim sum 0",
        "每层异或和均为 0 时为 P 态",
    ),
    statement: Statement {
        rules: (
            "A move lowers a positive cell of a matrix and sets the other cells of a path from it, right and down, to anything. Whoever finds only zeros loses; Ashish begins.",
            "每次减小矩阵中一个正数格，并可将从该格向右、向下的一条路径上的其余格任意设定。面对全零者负；Ashish 先手。",
        ),
        input: (
            "t; for each case n m and the matrix.",
            "t；每组为 n m 与矩阵。",
        ),
        output: (
            "For each case Ashish or Jeel: who wins.",
            "每组一行：Ashish 或 Jeel，即胜者。",
        ),
        limits: (
            "t ≤ 10; n, m ≤ 100; cells up to 10^6",
            "t ≤ 10；n, m ≤ 100；各格至多 10^6",
        ),
        sample: ("2\n1 1\n0\n1 3\n0 0 5\n", "Jeel\nAshish\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let (rows, columns) = (input.number(1..=MANY)?, input.number(1..=MANY)?);
        let numbers = input.numbers(rows.saturating_mul(columns), 0..=MOST)?;
        let last = rows + columns - 2;
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (last - r - c) as u32));
        let lost = Layers::new(cells.collect()).is_lost(&numbers);
        output.line(yes(lost, "Jeel", "Ashish"));
    }
    Ok(())
}
