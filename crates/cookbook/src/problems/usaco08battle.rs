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
    statement: Statement {
        rules: (
            "Two tokens stand on a W × H field in different rows and columns. A move slides one's own token along its row or column, never into or across the row or column of the other's. Whoever cannot move loses.",
            "W × H 的场地上有两枚棋子，不同行也不同列。每次沿行或列移动自己的棋子，不得进入或越过对方所在的行或列。无法移动者负。",
        ),
        input: (
            "W H x1 y1 x2 y2: the field and the two tokens, the first player's first. Coordinates from 1 to W and 1 to H; with 0 as the least, from 0 to W-1 and 0 to H-1.",
            "W H x1 y1 x2 y2：场地大小与两枚棋子，先手的在前。坐标为 1 到 W 与 1 到 H；若出现 0，则为 0 到 W-1 与 0 到 H-1。",
        ),
        output: (
            "1 if the first player wins, 2 if not.",
            "先手必胜输出 1，否则输出 2。",
        ),
        limits: ("W, H ≤ 10^9", "W, H ≤ 10^9"),
        sample: ("8 8 1 1 3 4\n", "1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (w, h) = (input.number(1..=MOST)?, input.number(1..=MOST)?);
    let mut square = || Ok::<_, Error>((input.number(0..=w)?, input.number(0..=h)?));
    let (a, b) = (square()?, square()?);
    // The coordinates may begin with 0 or with 1.
    let from_zero = [a.0, a.1, b.0, b.1].contains(&0);
    let shift = u64::from(from_zero);
    let [x1, y1, x2, y2] = [a.0, a.1, b.0, b.1].map(|at| at + shift);
    let field = format!("{w}x{h} {x1},{y1} {x2},{y2}");
    output.line(yes(wins(&Battle, &Battle.read(&field)?, Normal)?, 1, 2));
    Ok(())
}
