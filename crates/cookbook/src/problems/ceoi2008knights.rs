//! Knights: each turn, every knight that can move must move towards the
//! corner; who can move none loses.
//!
//! The conjunctive compound: win slowly, lose fast, and who wins with the
//! knight that stays in play longest wins. The steps repeat every four squares, so N = 10^6
//! needs no table of 10^12.

use crate::prelude::*;
use grundy::game::{Game, STOP};
use grundy::games::boards::knights::Knights;
use grundy::theorem::Theorem;

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
    statement: Statement {
        rules: (
            "On an N × N board stand K knights, several on a square if need be. A knight goes from (x,y) to (x-2,y±1) or (x±1,y-2). Each turn every knight that can move must; whoever can move none loses.",
            "N × N 棋盘上有 K 个马，可同格。马从 (x,y) 走到 (x-2,y±1) 或 (x±1,y-2)。每回合所有能走的马都必须走；一个也不能走者负。",
        ),
        input: (
            "K N; then K lines x y, from 1 to N.",
            "K N；随后 K 行 x y，范围 1 到 N。",
        ),
        output: (
            "YES, and then for each knight in the order of the input the square to which it goes (its own if it cannot move), so that the first player wins; or NO. The moves are not unique: --check decides about others.",
            "若先手必胜，输出 YES，随后按输入顺序逐行输出每个马走到的格子（不能走则为原格），走后必胜；否则输出 NO。着法不唯一：可用 --check 判定。",
        ),
        limits: ("N ≤ 10^6, K ≤ 2·10^5", "N ≤ 10^6，K ≤ 2·10^5"),
        sample: ("2 5\n3 3\n1 1\n", "YES\n1 2\n1 1\n"),
    },
    solve,
    check: Some(check),
    ..Problem::BLANK
};

fn read(input: &mut Input) -> Result<(Knights, Vec<(u64, u64)>), Error> {
    let (k, n) = (input.number(0..=MANY)?, input.number(1..=MOST)?);
    let game = Knights::new(n)?;
    let mut square = || Ok((input.number(1..=n)?, input.number(1..=n)?));
    let knights = (0..k)
        .map(|_| square())
        .collect::<Result<Vec<_>, Error>>()?;
    Ok((game, knights))
}

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (game, knights) = read(input)?;
    let won = wins(&game, std::slice::from_ref(&knights), Normal)?;
    output.line(yes(won, "YES", "NO"));
    let mut first = None;
    if won {
        let _ = game.winning_moves(&[knights], Normal, &mut |mv| {
            first = Some(mv.mv);
            STOP
        });
    }
    for (x, y) in first.unwrap_or_default() {
        output.words([x, y]);
    }
    Ok(())
}

/// `NO` where there is no winning move, or where every knight goes in one.
fn check(input: &mut Input, answer: &mut Input) -> Result<(), Error> {
    let (game, knights) = read(input)?;
    let won = wins(&game, std::slice::from_ref(&knights), Normal)?;
    let right = match answer.word()? {
        "NO" => !won,
        "YES" => {
            let n = game.size();
            let to = (0..knights.len())
                .map(|_| Ok((answer.number(1..=n)?, answer.number(1..=n)?)))
                .collect::<Result<Vec<_>, Error>>()?;
            match game.play(&knights, &to) {
                Some(after) => !wins(&game, &after, Normal)?,
                None => false,
            }
        }
        _ => false,
    };
    let wrong = || answer.fail("", Text::fixed("a winning move", "一步必胜着法"));
    right.then_some(()).ok_or_else(wrong)
}
