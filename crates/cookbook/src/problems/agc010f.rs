//! Tree Game: a token stands on a vertex of a tree with stones on its
//! vertices. A move takes a stone from the token's vertex and then moves the
//! token to a neighbour; whoever finds no stone loses.
//!
//! Going to a neighbour with at least as many stones is answered by coming
//! back, again and again, until the stones here run out first. So only steps to fewer
//! stones count, and these make an acyclic graph.

use std::cmp::Ordering;

use crate::prelude::*;
use grundy::outcome::Outcome;
use grundy::solve::graph::Graph;

/// AtCoder AGC 010 F.
pub const PROBLEM: Problem = Problem {
    id: "AGC010F",
    judge: "AtCoder AGC 010 F",
    title: ("Tree Game", "树上取石子"),
    technique: Technique::Graphs,
    idea: (
        "step only to neighbours with fewer stones",
        "只走向石子更少的邻点",
    ),
    theorem: ("outcomes of an acyclic graph", "有向无环图的胜负"),
    statement: Statement {
        rules: (
            "A token stands on a vertex of a tree with stones on its vertices. A move takes a stone from the token's vertex and then moves the token to a neighbour. Whoever finds no stone there loses.",
            "树的各点上有石子，棋子位于某点。每次从棋子所在点取走一枚石子，再将棋子移到相邻点。所在点无石子可取者负。",
        ),
        input: (
            "N; then the stones of the N vertices; then N-1 lines with the ends of an edge, vertices from 1.",
            "N；随后 N 个点的石子数；再 N-1 行，每行一条边的两端，点从 1 编号。",
        ),
        output: (
            "All vertices from which the first player wins, ascending, on one line (empty if there are none).",
            "先手必胜的所有起点，升序，写在一行（没有则为空行）。",
        ),
        limits: ("N ≤ 3000, stones up to 10^9", "N ≤ 3000，石子数至多 10^9"),
        sample: ("3\n1 2 3\n1 2\n2 3\n", "2\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let stones = input.numbers(n, 0..=u64::MAX)?;
    let tree = input.tree(n, 1)?;
    let mut edges = Vec::new();
    for (v, parent) in (2..=n as u32).filter_map(|v| Some((v - 1, tree.parent(v)? - 1))) {
        match stones[v as usize].cmp(&stones[parent as usize]) {
            Ordering::Less => edges.push((parent, v)),
            Ordering::Greater => edges.push((v, parent)),
            Ordering::Equal => {}
        }
    }
    let graph = Graph::from_edges(n as usize, &edges);
    let outcomes = graph.outcomes(&graph.order()?, Normal);
    let won = (1..)
        .zip(outcomes)
        .filter(|(_, outcome)| *outcome == Outcome::N);
    output.words(won.map(|(v, _): (u64, _)| v));
    Ok(())
}
