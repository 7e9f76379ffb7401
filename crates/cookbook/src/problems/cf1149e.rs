//! Election Promises: lower the tax of a city, and set those of its direct
//! successors in an acyclic graph to anything.
//!
//! Layer the cities by their Grundy values in the plain graph. The position is
//! lost exactly when every layer has nim sum 0; a city of the highest wrong
//! layer has a successor in every lower one, with which to mend it.

use crate::prelude::*;
use grundy::solve::graph::Graph;
use grundy::solve::layers::Layers;

/// Codeforces 1149 E.
pub const PROBLEM: Problem = Problem {
    id: "CF1149E",
    judge: "Codeforces 1149 E",
    title: ("Election Promises", "选举承诺"),
    technique: Technique::Graphs,
    idea: (
        "Nim in every layer of equal Grundy value",
        "SG 值相同的各层各是一个尼姆游戏",
    ),
    theorem: (
        "P iff every layer has nim sum 0",
        "每层异或和均为 0 时为 P 态",
    ),
    solve,
    check: Some(check),
    ..Problem::BLANK
};

fn read(input: &mut Input) -> Result<(Graph, Vec<u64>), Error> {
    let (n, m) = (input.number(1..=MANY)?, input.number(0..=MANY)?);
    let taxes = input.numbers(n, 0..=MOST)?;
    let edges = input.edges(m, n)?.into_iter().map(|(a, b)| (a - 1, b - 1));
    Ok((
        Graph::from_edges(n as usize, &edges.collect::<Vec<_>>()),
        taxes,
    ))
}

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (graph, taxes) = read(input)?;
    match Layers::of(&graph)?.winning(&graph, &taxes) {
        Some(after) => {
            output.line("WIN");
            output.words(after);
        }
        None => output.line("LOSE"),
    }
    Ok(())
}

/// `LOSE` where there is no winning move, or the taxes after one.
fn check(input: &mut Input, answer: &mut Input) -> Result<(), Error> {
    let (graph, before) = read(input)?;
    let layers = Layers::of(&graph)?;
    let right = match answer.word()? {
        "LOSE" => layers.is_lost(&before),
        _ => {
            let after = answer.numbers(before.len() as u64, 0..=MOST)?;
            layers.is_winning(&graph, &before, &after)
        }
    };
    let wrong = || answer.fail("", Text::fixed("a winning move", "一步必胜着法"));
    right.then_some(()).ok_or_else(wrong)
}
