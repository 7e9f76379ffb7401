//! Take stones: any number from one of two heaps, or the same from both.
//!
//! Wythoff's game. The lost pairs are (⌊tφ⌋, ⌊tφ⌋ + t); the library takes the
//! golden ratio as an integer square root, without rounding.

use crate::prelude::*;
use grundy::games::heaps::wythoff::Wythoff;

/// Luogu P2252.
pub const PROBLEM: Problem = Problem {
    id: "P2252",
    judge: "Luogu P2252, SHOI 2002",
    title: ("Take stones (Wythoff)", "取石子游戏（威佐夫博弈）"),
    technique: Technique::Numeration,
    idea: ("the lost pairs are a Beatty pair", "必败态是一对贝蒂数列"),
    theorem: ("Wythoff's theorem", "威佐夫定理"),
    games: &["wythoff"],
    statement: Statement {
        rules: (
            "Two heaps. A move takes any number from one heap, or the same number from both. Whoever takes the last stone wins.",
            "两堆石子。每次从一堆取任意多枚，或从两堆取同样多枚。取走最后一枚者胜。",
        ),
        input: ("The two heaps.", "两堆的大小。"),
        output: (
            "1 if the first player wins, 0 if not.",
            "先手必胜输出 1，否则输出 0。",
        ),
        limits: ("heaps up to 10^9", "每堆至多 10^9"),
        sample: ("8 4\n", "1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let mut heap = || input.number(0..=u64::MAX).map(Natural::from);
    let pair = (heap()?, heap()?);
    output.line(yes(wins(&Wythoff, &[pair], Normal)?, 1, 0));
    Ok(())
}
