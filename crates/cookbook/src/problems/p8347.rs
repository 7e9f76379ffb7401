//! Moon on the other side: delete a vertex of a tree and keep one of the
//! parts; whoever leaves a single vertex loses.
//!
//! If all degrees are odd, every move makes one even; if not, some move makes
//! all of them odd.

use crate::prelude::*;
use grundy::games::trees::keep::KeepOne;

/// Luogu P8347.
pub const PROBLEM: Problem = Problem {
    id: "P8347",
    judge: "Luogu P8347, Wdoi-6",
    title: ("The moon on the other side", "另一侧的月"),
    technique: Technique::Trees,
    idea: ("look at the parities of degrees", "看各点度数的奇偶"),
    theorem: ("P iff every degree is odd", "各点度数均为奇数时为 P 态"),
    games: &["keep-one"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(2..=MANY)?;
        let tree = input.tree(n, 1)?;
        output.line(yes(wins(&KeepOne, &[tree], Normal)?, "Hifuu", "Luna"));
    }
    Ok(())
}
