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
    statement: Statement {
        rules: (
            "One heap. The first player takes 1 to k stones; from then on a move takes at most twice what the last one took. Whoever takes the last stone loses.",
            "一堆石子。先手首次取 1 到 k 枚；此后每次至多取上一次的两倍。取走最后一枚者负。",
        ),
        input: ("T; for each case k N.", "T；每组一行 k N。"),
        output: (
            "For each case how many of the heaps 1 to N the first player wins.",
            "每组一行：堆的大小为 1 到 N 时，先手必胜的有多少个。",
        ),
        limits: ("T ≤ 10^5; k, N ≤ 10^18", "T ≤ 10^5；k, N ≤ 10^18"),
        sample: ("3\n1 5\n2 5\n1 10\n", "2\n3\n4\n"),
    },
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
