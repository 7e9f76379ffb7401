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
    statement: Statement {
        rules: (
            "A move lowers the tax of a city and sets the taxes of the cities to which roads lead from it to anything. Roads form no cycle. Whoever cannot move loses.",
            "每次降低一座城市的税，并可将其道路所通往的各城市的税任意设定。道路无环。无法操作者负。",
        ),
        input: (
            "n m; the n taxes; then m lines u v: a road from u to v. Cities are numbered from 1.",
            "n m；n 座城市的税；随后 m 行 u v，表示从 u 到 v 的道路。城市从 1 编号。",
        ),
        output: (
            "WIN and the taxes after a winning first move, or LOSE. The move is not unique: --check decides about others.",
            "若先手必胜，输出 WIN 与走后各城市的税；否则输出 LOSE。着法不唯一：可用 --check 判定。",
        ),
        limits: (
            "n, m ≤ 2·10^5, taxes up to 10^9",
            "n, m ≤ 2·10^5，税至多 10^9",
        ),
        sample: ("4 2\n2 1 1 5\n1 2\n3 4\n", "WIN\n1 5 1 5\n"),
    },
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

/// The layers; cities on a cycle are named as the input names them.
fn layers(graph: &Graph) -> Result<Layers, Error> {
    Layers::of(graph).map_err(|error| match error {
        Error::Cycle { cycle } => Error::Cycle {
            cycle: cycle.iter().map(|city| from_one(city)).collect(),
        },
        other => other,
    })
}

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (graph, taxes) = read(input)?;
    match layers(&graph)?.winning(&graph, &taxes) {
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
    let layers = layers(&graph)?;
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
