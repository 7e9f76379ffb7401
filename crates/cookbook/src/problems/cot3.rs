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
