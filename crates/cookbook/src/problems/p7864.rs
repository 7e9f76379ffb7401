//! Picking leaves: take any set of leaves of a rooted tree; whoever takes the
//! root wins.
//!
//! If every chain from a leaf up to the next branching has even length, each
//! move can be answered; otherwise one move makes all chains even.

use crate::prelude::*;
use grundy::games::trees::forest::Forest;
use grundy::games::trees::leaves::LeafPicking;

/// Luogu P7864.
pub const PROBLEM: Problem = Problem {
    id: "P7864",
    judge: "Luogu P7864, EVOI-RD1",
    title: ("Picking leaves", "摘叶子"),
    technique: Technique::Trees,
    idea: ("look at the parities of leaf chains", "看叶链长度的奇偶"),
    theorem: (
        "P iff every leaf chain is even",
        "每条叶链长度均为偶数时为 P 态",
    ),
    games: &["leaf-picking"],
    statement: Statement {
        rules: (
            "A move removes any non-empty set of leaves of a tree with root 1; the root is a leaf when it is alone. Whoever removes the root wins.",
            "以 1 为根的树，每次删去任意非空的叶子集合；只剩根时根也是叶子。删去根者胜。",
        ),
        input: (
            "T; for each case n and the parents of the vertices 2 to n.",
            "T；每组为 n 与点 2 到 n 的父结点。",
        ),
        output: (
            "For each case 1 if the first player wins, 0 if not.",
            "每组一行：先手必胜为 1，否则为 0。",
        ),
        limits: ("n ≤ 10^6", "n ≤ 10^6"),
        sample: ("2\n3\n1 1\n4\n1 2 3\n", "1\n0\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(1..=MANY)?;
        let mut parents = vec![0];
        parents.extend(input.numbers(n - 1, 1..=n)?.into_iter().map(|p| p as u32));
        let tree = Forest::new(parents);
        let tree = tree.ok_or_else(|| input.fail("", Text::fixed("a tree", "一棵树")))?;
        output.line(yes(wins(&LeafPicking, &[tree], Normal)?, 1, 0));
    }
    Ok(())
}
