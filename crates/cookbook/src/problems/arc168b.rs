//! Arbitrary Nim: a move takes 1 to K stones from a heap. What is the largest
//! K for which the first player wins?
//!
//! For large K it is Nim. If that is lost, equal heaps cancel in pairs, and K one below the largest
//! heap left turns just that heap into nothing.

use crate::prelude::*;
use grundy::games::heaps::bachet::{Limits, largest_limit};

/// AtCoder ARC 168 B.
pub const PROBLEM: Problem = Problem {
    id: "ARC168B",
    judge: "AtCoder ARC 168 B",
    title: ("Arbitrary Nim", "任意尼姆"),
    technique: Technique::Counting,
    idea: (
        "ask for the parameter: cancel pairs, one below the largest",
        "反问参数：消去成对的堆，取最大堆减一",
    ),
    theorem: ("Bachet: g = A mod (K+1)", "巴什：g = A mod (K+1)"),
    games: &["bachet"],
    statement: Statement {
        rules: (
            "A move takes 1 to K stones from one heap; whoever cannot move loses. For which K does the first player win?",
            "每次从一堆中取 1 到 K 枚石子，无法取者负。K 为多少时先手必胜？",
        ),
        input: ("N; then the N heaps.", "N；随后 N 堆的大小。"),
        output: (
            "The largest K for which the first player wins; 0 if there is none, -1 if there is no largest.",
            "使先手必胜的最大 K；没有则为 0，可任意大则为 -1。",
        ),
        limits: ("N ≤ 2·10^5, heaps up to 10^9", "N ≤ 2·10^5，每堆至多 10^9"),
        sample: ("3\n9 2 9\n", "-1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(0..=MANY)?;
    match largest_limit(&input.heaps(n, u64::MAX)?) {
        Limits::Unbounded => output.line(-1),
        Limits::UpTo(limit) => output.line(limit),
        Limits::None => output.line(0),
    }
    Ok(())
}
