//! The Ultimate Battle: slide your own token along its row or column, never
//! into or across the row or column of the opponent's.
//!
//! Partizan and loopy: retreats are legal. But they are reversible, since the opponent
//! follows, and what is left is Nim on the two distances.

use crate::prelude::*;
use grundy::game::Game;
use grundy::games::races::battle::Battle;

/// USACO Open 2008.
pub const PROBLEM: Problem = Problem {
    id: "USACO08BATTLE",
    judge: "USACO Open 2008",
    title: ("The Ultimate Battle", "终极之战"),
    technique: Technique::Partizan,
    idea: (
        "retreats are reversible: Nim on |dx|-1 and |dy|-1",
        "后退可逆：|dx|-1 与 |dy|-1 上的尼姆游戏",
    ),
    theorem: ("lost iff |dx| = |dy|", "|dx| = |dy| 时先手必败"),
    games: &["ultimate-battle"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let [w, h, x1, y1, x2, y2] = [(); 6].map(|()| input.number(1..=MOST));
    let field = format!("{}x{} {},{} {},{}", w?, h?, x1?, y1?, x2?, y2?);
    output.line(yes(wins(&Battle, &Battle.read(&field)?, Normal)?, 1, 2));
    Ok(())
}
