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
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let tree = input.tree(n, 1)?;
    output.line(yes(wins(&TreeEdges, &[tree], Normal)?, "Alice", "Bob"));
    Ok(())
}
