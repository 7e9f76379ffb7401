//! Game: two racers on a grid with walls, one step in turn; who steps onto the
//! other jumps on. Whoever first enters the other's start wins.
//!
//! Partizan and loopy. Both walk shortest ways, so the positions form layers,
//! and only whether the second can jump over the first decides; it is enough
//! to keep intervals of a ring of squares.

use crate::prelude::*;
use grundy::solve::race::Arena;

/// Baltic Olympiad 2008.
pub const PROBLEM: Problem = Problem {
    id: "BOI2008GAME",
    judge: "BOI 2008",
    title: ("Game", "Game 赛跑"),
    technique: Technique::Partizan,
    idea: (
        "both walk shortest ways; follow where a jump can be forced",
        "双方都走最短路；看能否迫使跳跃发生",
    ),
    theorem: ("the tempo lemma of the race", "赛跑的步数引理"),
    games: &["leapfrog-race"],
    statement: Statement {
        rules: (
            "A and B step in turn on a grid with walls, A first. Who steps onto the other at once makes one more step. Whoever first enters the other's start wins.",
            "A 与 B 在有墙的方格中轮流走一步，A 先走。走到对方所在格者须立即再走一步。先进入对方起点者胜。",
        ),
        input: (
            "The number of cases; for each n and n rows of n characters: `.` free, `#` wall, one A and one B.",
            "组数；每组为 n 与 n 行、每行 n 个字符：`.` 空地，`#` 墙，A 与 B 各一个。",
        ),
        output: (
            "For each case A or B: who wins.",
            "每组一行：A 或 B，即胜者。",
        ),
        limits: ("n ≤ 300", "n ≤ 300"),
        sample: ("1\n3\nA..\n...\n..B\n", "B\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(1..=3000)?;
        let rows = input.grid(n, n, ".#AB")?;
        let rows: Vec<&str> = rows
            .iter()
            .filter_map(|row| std::str::from_utf8(row).ok())
            .collect();
        let arena = Arena::new(&rows).filter(|arena| arena.width() == arena.height());
        let first = arena.and_then(|arena| arena.mover_wins(&arena.start()));
        let expected = Text::fixed(
            "a square grid of . and # with one A and one B, connected",
            "由 . 与 # 组成、含连通的 A 与 B 的方阵",
        );
        let first = first.ok_or_else(|| input.fail("", expected))?;
        output.line(yes(first, "A", "B"));
    }
    Ok(())
}
