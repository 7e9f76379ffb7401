//! Nim, several cases. See [`super::acwing891`].

use crate::prelude::*;
use grundy::games::heaps::nim::Nim;

/// Luogu P2197.
pub const PROBLEM: Problem = Problem {
    id: "P2197",
    judge: "Luogu P2197",
    title: ("Template: Nim", "【模板】Nim 游戏"),
    technique: Technique::Sums,
    idea: ("xor all heaps", "各堆异或"),
    theorem: ("Bouton's theorem", "布顿定理"),
    games: &["nim"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=MANY)?;
        let heaps = input.heaps(n, u64::MAX)?;
        output.line(yes(wins(&Nim, &heaps, Normal)?, "Yes", "No"));
    }
    Ok(())
}
