//! Sharti: turn a square of side at most k whose lower right cell is white;
//! the white cells are a union of rectangles on a board with 10^18 cells.
//!
//! Coin turning: a cell has the value min(lowbit x, lowbit y, highbit k). The
//! parities of how many cells have at least each power of two are the bits of one
//! word, and a sweep line adds them up.

use crate::prelude::*;
use grundy::solve::rectangles::{Rectangle, squares_value};

/// Codeforces 494 E.
pub const PROBLEM: Problem = Problem {
    id: "CF494E",
    judge: "Codeforces 494 E",
    title: ("Sharti", "Sharti"),
    technique: Technique::Coins,
    idea: (
        "all parities at once: an interval (u,v] measures u ⊕ v",
        "同时处理所有奇偶：区间 (u,v] 的测度为 u ⊕ v",
    ),
    theorem: (
        "coin turning; g = min(lowbit x, lowbit y, highbit k)",
        "翻硬币定理；g = min(lowbit x, lowbit y, highbit k)",
    ),
    games: &["square-flips"],
    statement: Statement {
        rules: (
            "The white cells of an n × n board are the union of m rectangles. A move turns over a square of side 1 to k whose lower right cell is white. Whoever cannot move loses; Hamed begins.",
            "n × n 棋盘的白格是 m 个矩形的并。每次翻转一个边长 1 到 k、右下角为白格的正方形。无法操作者负；Hamed 先手。",
        ),
        input: (
            "n m k; then m lines a b c d: rows a to c, columns b to d, a ≤ c and b ≤ d.",
            "n m k；随后 m 行 a b c d：第 a 到 c 行、第 b 到 d 列，a ≤ c，b ≤ d。",
        ),
        output: ("Hamed or Malek: who wins.", "Hamed 或 Malek：谁胜。"),
        limits: ("n, k ≤ 10^9, m ≤ 5·10^4", "n, k ≤ 10^9，m ≤ 5·10^4"),
        sample: ("5 2 1\n1 1 3 3\n2 2 4 4\n", "Malek\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MOST)?;
    let m = input.number(0..=MANY)?;
    let k = input.number(1..=MOST)?;
    let mut white = Vec::new();
    for _ in 0..m {
        let (a, b) = (input.number(1..=n)?, input.number(1..=n)?);
        let (c, d) = (input.number(a..=n)?, input.number(b..=n)?);
        white.push(Rectangle::new(a..=c, b..=d));
    }
    output.line(yes(squares_value(&white, k) != 0, "Hamed", "Malek"));
    Ok(())
}
