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
