//! Combat on a tree: choose a white vertex and blacken the path from it to
//! the root. Print all winning first choices.
//!
//! Black vertices keep nothing apart, so they are contracted. The option
//! values of a subtree are sets that are shifted by xor and merged: tries.

use crate::prelude::*;
use grundy::game::CONTINUE;
use grundy::games::trees::paths::RootPaths;
use grundy::theorem::Theorem;

/// SPOJ COT3.
pub const PROBLEM: Problem = Problem {
    id: "COT3",
    judge: "SPOJ COT3",
    title: ("Combat on a tree", "树上染黑"),
    technique: Technique::Trees,
    idea: (
        "merge tries of option values with lazy xor",
        "合并带懒异或标记的字典树",
    ),
    theorem: ("Sprague–Grundy", "SG 定理"),
    games: &["root-paths"],
    statement: Statement {
        rules: (
            "Vertices of a tree with root 1 are white or black. A move chooses a white vertex and blackens the path from it to the root. Whoever finds no white vertex loses.",
            "以 1 为根的树，各点为白或黑。每次选一个白点，把它到根的路径全部染黑。没有白点可选者负。",
        ),
        input: (
            "n; the n colours (0 white, 1 black); then n-1 lines with the ends of an edge.",
            "n；n 个点的颜色（0 白，1 黑）；随后 n-1 行，每行一条边的两端。",
        ),
        output: (
            "All vertices that win as a first choice, ascending, one per line; -1 if there are none.",
            "所有必胜的首选点，升序，每行一个；没有则输出 -1。",
        ),
        limits: ("n ≤ 10^5", "n ≤ 10^5"),
        sample: ("3\n0 0 0\n1 2\n1 3\n", "1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let black = input.numbers(n, 0..=1)?;
    let mut tree = input.tree(n, 1)?;
    tree.contract(|v| black[v as usize - 1] == 1);
    if !wins(&RootPaths, std::slice::from_ref(&tree), Normal)? {
        output.line(-1);
        return Ok(());
    }
    let _ = RootPaths.moves_to(&tree, &Natural::ZERO, &mut |v| {
        output.line(v);
        CONTINUE
    });
    Ok(())
}
