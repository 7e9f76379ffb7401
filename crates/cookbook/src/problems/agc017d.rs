//! Game on Tree: cut an edge of a rooted tree; the part without the root is
//! gone.
//!
//! Green Hackenbush on a tree. By the colon principle a branch on a stalk is
//! worth one more than the branch.

use crate::prelude::*;
use grundy::games::trees::edges::TreeEdges;

/// AtCoder AGC 017 D.
pub const PROBLEM: Problem = Problem {
    id: "AGC017D",
    judge: "AtCoder AGC 017 D",
    title: ("Game on Tree", "树上删边"),
    technique: Technique::Trees,
    idea: ("g(v) = ⊕ (g(child) + 1)", "g(v) = ⊕ (g(子) + 1)"),
    theorem: ("the colon principle", "冒号原理"),
    games: &["tree-edges", "hackenbush"],
    statement: Statement {
        rules: (
            "A move cuts an edge of a tree; the part without vertex 1 is gone. Whoever cannot move loses; Alice begins.",
            "每次删去树的一条边，不含点 1 的部分消失。无法操作者负；Alice 先手。",
        ),
        input: (
            "N; then N-1 lines with the ends of an edge.",
            "N；随后 N-1 行，每行一条边的两端。",
        ),
        output: ("Alice or Bob: who wins.", "Alice 或 Bob：谁胜。"),
        limits: ("N ≤ 10^5", "N ≤ 10^5"),
        sample: ("5\n1 2\n2 3\n2 4\n4 5\n", "Alice\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let tree = input.tree(n, 1)?;
    output.line(yes(wins(&TreeEdges, &[tree], Normal)?, "Alice", "Bob"));
    Ok(())
}
