//! Generalized Subtraction Game: from cards 1 to N take between L and R cards
//! with consecutive numbers.
//!
//! Rows of cards are components. With a table of the last sum that gave each
//! value, the values of all rows take O(N²) for any L and R, and the online strategy plays. (For
//! L < R it comes down to taking the middle and mirroring.)

use crate::prelude::*;
use grundy::answer::SumMove;
use grundy::budget::Budget;
use grundy::games::strips::blocks::{Blocks, Row};
use grundy::strategy::Strategy;

/// AtCoder ABC 278 G.
pub const PROBLEM: Problem = Problem {
    id: "ABC278G",
    judge: "AtCoder ABC 278 G",
    title: ("Generalized Subtraction Game", "广义取牌游戏"),
    technique: Technique::Symmetry,
    idea: (
        "take the middle and mirror; or value all rows",
        "取正中再对称；或求出各段的值",
    ),
    theorem: (
        "Sprague–Grundy; Tweedledum and Tweedledee",
        "SG 定理；对称策略",
    ),
    games: &["blocks"],
    statement: Statement {
        rules: (
            "Cards 1 to N lie in a row. A move takes between L and R cards with consecutive numbers that are all still there. Whoever cannot move loses.",
            "编号 1 到 N 的牌排成一行。每次取走编号连续且仍在场的 L 到 R 张牌。无法取牌者负。",
        ),
        input: (
            "N L R. With --interactive: the same line, then the peer's moves, each as the first card and how many; `0 0` or a negative number ends the game.",
            "N L R。使用 --interactive 时：先读同一行，再逐步读对方着法（首张牌的编号与张数）；`0 0` 或负数表示结束。",
        ),
        output: (
            "First or Second: who wins. With --interactive our moves follow, in the same form.",
            "First 或 Second：谁胜。使用 --interactive 时随后逐步输出我方着法，格式相同。",
        ),
        limits: ("1 ≤ L ≤ R ≤ N ≤ 2000", "1 ≤ L ≤ R ≤ N ≤ 2000"),
        sample: ("6 1 2\n", "First\n"),
    },
    solve,
    play: Some(play),
    ..Problem::BLANK
};

/// More cards than a judge gives; the strategy values all rows, O(N²).
const CARDS: u64 = 4000;

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let cards = input.number(1..=1 << 14)?;
    let least = input.number(1..=cards)?;
    let game = Blocks::new(least as u32, input.number(least..=cards)? as u32);
    let row = Row::of(cards as u32);
    let won = game.map_or(Ok(false), |game| wins(&game, &[row], Normal))?;
    output.line(yes(won, "First", "Second"));
    Ok(())
}

/// Takes are said as the first card and how many. `0 0`: the peer cannot move.
fn play(peer: &mut Peer) -> Result<(), Error> {
    let cards = peer.number(1..=CARDS)?;
    let least = peer.number(1..=cards)?;
    let (cards, most) = (cards as u32, peer.number(least..=cards)? as u32);
    let game = Blocks::new(least as u32, most)
        .ok_or_else(|| peer.fail("", Text::fixed("1 ≤ L ≤ R", "1 ≤ L ≤ R")))?;
    let first = wins(&game, &[Row::of(cards)], Normal)?;
    peer.say(yes(first, "First", "Second"))?;
    let mut strategy = Strategy::new(&game, vec![Row::of(cards)], Normal, Budget::current())?;
    for turn in 0.. {
        if (turn % 2 == 0) == first {
            let reply = strategy.reply()?;
            let Some(SumMove { mv, .. }) = reply else {
                break;
            };
            peer.say(format_args!("{} {}", mv.first, mv.cards))?;
        } else {
            let mv = match [peer.read::<i64>()?, peer.read()?].map(u32::try_from) {
                [Ok(first @ 1..), Ok(cards)] => Row { first, cards },
                _ => break,
            };
            let row = strategy.position().iter().position(|row| row.has(mv.first));
            let component = row.ok_or_else(|| {
                let expected = Text::fixed("a card that is still there", "仍在场的牌");
                peer.fail(&mv.first.to_string(), expected)
            })?;
            strategy.opponent(&SumMove { component, mv })?;
        }
    }
    Ok(())
}
