//! Take stones, misère: the first take is at most k, each later one at most
//! twice the one before; who takes the last stone loses. How many n ≤ N are won?
//!
//! The last stone is the one that nobody wants: it is Fibonacci Nim with n-1
//! stones, won exactly when k is at least the smallest Zeckendorf part.

use crate::prelude::*;
use grundy::games::heaps::fibonacci::Twice;
use grundy::solve::dynamic::Sequence;

/// Luogu P6791.
pub const PROBLEM: Problem = Problem {
    id: "P6791",
    judge: "Luogu P6791, SNOI 2020",
    title: ("Take stones", "取石子"),
    technique: Technique::Numeration,
    idea: (
        "count numbers by their smallest Zeckendorf part",
        "按齐肯多夫表示的最小项计数",
    ),
    theorem: (
        "Fibonacci Nim; misère is one stone less",
        "斐波那契博弈；反常规则相当于少一枚石子",
    ),
    games: &["fibonacci-nim"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let mut fibonacci = Sequence::new(Twice);
    for _ in 0..input.number(0..=MANY)? {
        let (k, n) = (input.number(1..=u64::MAX)?, input.number(1..=u64::MAX)?);
        let won = fibonacci.wins_up_to(&Natural::from(n - 1), &Natural::from(k));
        output.line(won.unwrap_or_default());
    }
    Ok(())
}
