//! Zigzag Game: a token walks on a complete bipartite graph with weighted
//! edges, never to a vertex twice; one player must use ever heavier edges than
//! the other just did, the other ever lighter ones. Alice chooses who is which, and the start.
//!
//! Not impartial: Bob wins by following a stable matching, in which Alice's side
//! and his prefer edges in opposite ways.

use crate::prelude::*;
use grundy::solve::zigzag::{Bob, Direction};

/// Codeforces 1147 F.
pub const PROBLEM: Problem = Problem {
    id: "CF1147F",
    judge: "Codeforces 1147 F",
    title: ("Zigzag Game", "之字游戏"),
    technique: Technique::Partizan,
    idea: (
        "be Bob and follow a stable matching",
        "选 Bob，沿稳定匹配走",
    ),
    theorem: (
        "Gale–Shapley: a stable matching exists",
        "盖尔–沙普利：稳定匹配存在",
    ),
    solve,
    play: Some(play),
    ..Problem::BLANK
};

/// Who wins: Bob, whatever the weights.
fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    input.numbers(n.saturating_mul(n), 1..=MOST)?;
    output.line("Bob");
    Ok(())
}

/// Cases; for each n and the weights. We say `B`; the peer says `I` or `D` and a
/// vertex, and then its moves, -1 when it has none.
fn play(peer: &mut Peer) -> Result<(), Error> {
    for _ in 0..peer.read::<u64>()? {
        let n = peer.read::<usize>()?;
        let mut row = || (0..n).map(|_| peer.read()).collect();
        let weights = (0..n)
            .map(|_| row())
            .collect::<Result<Vec<Vec<u64>>, Error>>()?;
        peer.say("B")?;
        let up = peer.word()? == "I";
        let start = peer.read::<usize>()?.wrapping_sub(1);
        let mut bob = Bob::new(
            weights,
            if up { Direction::Up } else { Direction::Down },
            start,
        )?;
        while let Some(to) = bob.reply() {
            peer.say(to + 1)?;
            let Ok(to) = usize::try_from(peer.read::<i64>()?) else {
                break;
            };
            bob.alice(to.wrapping_sub(1))?;
        }
    }
    Ok(())
}
