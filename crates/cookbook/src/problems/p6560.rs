//! Passing of time: a token walks along the edges of a directed graph; who
//! moves it onto the target wins, who cannot move loses, and play may go on
//! for ever.
//!
//! Retrograde analysis from the ends and the target, once for every question.

use crate::prelude::*;
use grundy::budget::Budget;
use grundy::outcome::Outcome;
use grundy::solve::graph::Graph;
use grundy::solve::retrograde::{Play, plain::Plain};

/// Luogu P6560.
pub const PROBLEM: Problem = Problem {
    id: "P6560",
    judge: "Luogu P6560, SBCOI 2020",
    title: ("The passing of time", "时光的流逝"),
    technique: Technique::Graphs,
    idea: (
        "label backwards from the ends; what is left is drawn",
        "从终局倒推，推不出的为平局",
    ),
    theorem: ("retrograde analysis", "倒推分析"),
    statement: Statement {
        rules: (
            "A token is moved in turn along the edges of a directed graph. Whoever moves it onto the target wins, whoever cannot move loses, and endless play is a draw.",
            "双方轮流沿有向图的边移动棋子。移到目标点者胜，无法移动者负，无限进行为平局。",
        ),
        input: (
            "n m q; then m lines u v: an edge from u to v; then q lines start target. Vertices are numbered from 1.",
            "n m q；随后 m 行 u v，为从 u 到 v 的边；再 q 行“起点 目标”。点从 1 编号。",
        ),
        output: (
            "For each question 1 if the first player wins, -1 if the second does, 0 for a draw.",
            "每个询问一行：先手胜为 1，后手胜为 -1，平局为 0。",
        ),
        limits: (
            "n ≤ 10^5, m ≤ 5·10^5, q ≤ 500",
            "n ≤ 10^5，m ≤ 5·10^5，q ≤ 500",
        ),
        sample: ("3 3 2\n1 2\n2 1\n2 3\n1 3\n2 3\n", "-1\n1\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let n = input.number(1..=MANY)?;
    let (m, questions) = (input.number(0..=MANY)?, input.number(0..=MANY)?);
    let edges = input.edges(m, n)?.into_iter().map(|(a, b)| (a - 1, b - 1));
    let graph = Graph::from_edges(n as usize, &edges.collect::<Vec<_>>());
    let plain = Plain::new(&graph, &Budget::current())?;
    for (start, target) in input.edges(questions, n)? {
        let play = Play::default().with_target(target - 1);
        output.line(match plain.outcome(&play, start - 1, &Budget::current())? {
            Outcome::N => 1,
            Outcome::P => -1,
            Outcome::Draw => 0,
        });
    }
    Ok(())
}
