//! Knights: each turn, every knight that can move must move towards the
//! corner; who can move none loses.
//!
//! The conjunctive compound: win slowly, lose fast, and who wins with the
//! knight that stays in play longest wins. The steps repeat every four squares, so N = 10^6
//! needs no table of 10^12.

use crate::prelude::*;
use grundy::games::boards::knights::Knights;

/// CEOI 2008.
pub const PROBLEM: Problem = Problem {
    id: "CEOI2008KNIGHTS",
    judge: "CEOI 2008, BZOJ 1393",
    title: ("Knights", "骑士"),
    technique: Technique::Misere,
    idea: (
        "the knight that moves longest decides",
        "走得最久的马决定胜负",
    ),
    theorem: (
        "suspense numbers of the conjunctive compound (every-SG)",
        "合取复合的步数（Every-SG）",
    ),
    games: &["knights"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (k, n) = (input.number(0..=MANY)?, input.number(1..=MOST)?);
    let game = Knights::new(n)?;
    let mut square = || Ok((input.number(1..=n)?, input.number(1..=n)?));
    let knights = (0..k)
        .map(|_| square())
        .collect::<Result<Vec<_>, Error>>()?;
    output.line(yes(wins(&game, &[knights], Normal)?, "YES", "NO"));
    Ok(())
}
