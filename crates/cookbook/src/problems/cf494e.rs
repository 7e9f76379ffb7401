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
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MOST)?;
    let m = input.number(0..=MANY)?;
    let k = input.number(1..=MOST)?;
    let mut white = Vec::new();
    for _ in 0..m {
        let [a, b, c, d] = [(); 4].map(|()| input.number(1..=n));
        white.push(Rectangle::new(a?..=c?, b?..=d?));
    }
    output.line(yes(squares_value(&white, k) != 0, "Hamed", "Malek"));
    Ok(())
}
