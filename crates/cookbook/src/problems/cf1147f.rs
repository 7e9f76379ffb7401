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
    statement: Statement {
        rules: (
            "A token walks on the complete bipartite graph of n and n vertices with different weights, never to a vertex twice. Alice chooses whether she must use ever heavier or ever lighter edges than the one before, and the start; then Bob moves first, under the opposite rule. Whoever cannot move loses.",
            "棋子在两侧各 n 个点的带权完全二部图上移动，不得重复经过点，边权互不相同。Alice 选择自己每步须走比上一条更重还是更轻的边，并选起点；随后 Bob 先走，规则相反。无法走者负。",
        ),
        input: (
            "n; then n rows of n weights. With --interactive: the number of cases; for each n, the weights, then I (increasing) or D (decreasing) and the start of Alice, then her moves, -1 when she has none.",
            "n；随后 n 行、每行 n 个边权。使用 --interactive 时：组数；每组为 n、边权，再读 Alice 的 I（递增）或 D（递减）与起点，随后是其各步，-1 表示无法走。",
        ),
        output: (
            "Bob. With --interactive `B` and then our moves.",
            "Bob。使用 --interactive 时先输出 `B`，再输出我方各步。",
        ),
        limits: ("n ≤ 50, weights up to 10^9", "n ≤ 50，边权至多 10^9"),
        sample: ("1\n1\n", "Bob\n"),
    },
    solve,
    play: Some(play),
    ..Problem::BLANK
};

/// More vertices on a side than a judge gives.
const SIDE: u64 = 2000;

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
    for _ in 0..peer.number(0..=MANY)? {
        let n = peer.number(1..=SIDE)? as usize;
        let mut row = || (0..n).map(|_| peer.number(1..=MOST)).collect();
        let weights = (0..n)
            .map(|_| row())
            .collect::<Result<Vec<Vec<u64>>, Error>>()?;
        peer.say("B")?;
        let word = peer.word()?;
        let up = match word.as_str() {
            "I" => true,
            "D" => false,
            _ => return Err(peer.fail(&word, Text::fixed("I or D", " I 或 D"))),
        };
        let start = peer.number(1..=2 * n as u64)? as usize - 1;
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
