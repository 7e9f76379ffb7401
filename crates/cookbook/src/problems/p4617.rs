//! Planinarenje: from a peak Slavko walks to a new valley, from a valley Mirko
//! to a new peak; who cannot, loses. For every peak as a start, who wins?
//!
//! Undirected vertex geography: the mover wins exactly when every maximum
//! matching covers the start. One matching answers for all starts.

use crate::prelude::*;
use grundy::outcome::Outcome;
use grundy::solve::geography::starts;
use grundy::solve::matching::Undirected;

/// Luogu P4617.
pub const PROBLEM: Problem = Problem {
    id: "P4617",
    judge: "Luogu P4617, COCI 2017/18 #5",
    title: ("Planinarenje", "Planinarenje 登山"),
    technique: Technique::Matching,
    idea: ("one matching decides every start", "一个匹配判定所有起点"),
    theorem: (
        "vertex geography: N iff covered by every maximum matching",
        "点地理：被所有最大匹配覆盖时为 N 态",
    ),
    games: &["geography"],
    statement: Statement {
        rules: (
            "There are n peaks and n valleys, joined by m trails. From a peak Slavko walks to a valley where they have not been, from a valley Mirko to such a peak. Whoever cannot go on loses.",
            "有 n 座山峰与 n 个山谷，由 m 条小路相连。在山峰时由 Slavko 走到未到过的山谷，在山谷时由 Mirko 走到未到过的山峰。无法前进者负。",
        ),
        input: (
            "n m; then m lines peak valley, each numbered from 1.",
            "n m；随后 m 行“山峰 山谷”，各从 1 编号。",
        ),
        output: (
            "For each peak as a start Slavko or Mirko: who wins.",
            "对每个山峰作起点，输出 Slavko 或 Mirko，即胜者。",
        ),
        limits: ("n, m ≤ 5000", "n, m ≤ 5000"),
        sample: ("2 2\n1 1\n2 2\n", "Slavko\nSlavko\n"),
    },
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (n, m) = (input.number(1..=MANY)?, input.number(0..=MANY)?);
    let trails = input.edges(m, n)?.into_iter();
    let edges: Vec<_> = trails
        .map(|(peak, valley)| (peak - 1, valley - 1 + n as u32))
        .collect();
    let graph = Undirected::from_edges(2 * n as usize, &edges)?;
    for outcome in &starts(&graph)[..n as usize] {
        output.line(yes(*outcome == Outcome::N, "Slavko", "Mirko"));
    }
    Ok(())
}
