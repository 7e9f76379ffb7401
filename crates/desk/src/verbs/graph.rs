//! `graph`: a game given as a graph, every vertex decided.

use grundy::error::Error;
use grundy::explicit::{self, Rules};
use grundy::notation::graph::{self as files, NamedGraph};
use grundy::outcome::Convention;
use grundy::text::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Ending, Outcome, Question, Tokens};
use crate::Refused;
use crate::sitting::Sitting;

/// Every vertex of a graph decided.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveGraph {
    /// An edge list, DOT or GraphML as text, or a list of pairs of vertices.
    pub graph: Value,
    /// Who wins at the end.
    pub convention: Option<Ending>,
    /// Reaching one of these vertices wins at once.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Tell Grundy values, loopy ones on graphs with cycles.
    #[serde(default)]
    pub values: bool,
    /// Where tokens stand, if several are played at once.
    #[serde(default)]
    pub start: Vec<String>,
}

/// A graph with every vertex decided.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graph {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The moves, as numbers of vertices.
    pub edges: Vec<(u32, u32)>,
    /// How many vertices there are of each outcome.
    pub counts: Counts,
    /// The longest way to the end under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// How it was decided.
    pub reason: String,
    /// `computed`.
    pub status: String,
    /// Who wins with all the tokens, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<SumOfTokens>,
}

/// A vertex and what is known of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// Who wins from it.
    pub outcome: Outcome,
    /// How many moves are left under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Its value, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Where a best move leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// How many vertices there are of each outcome.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(non_snake_case)]
pub struct Counts {
    /// Won by the player to move.
    pub N: u64,
    /// Won by the other.
    pub P: u64,
    /// Drawn.
    pub D: u64,
}

/// Several tokens at once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumOfTokens {
    /// Who wins.
    pub outcome: Outcome,
    /// The value.
    pub value: String,
    /// A best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// A move of a token.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenMove {
    /// Which token, from 1, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<usize>,
    /// Where it goes.
    pub to: String,
    /// Who wins then.
    pub outcome: Outcome,
    /// How many moves are left then.
    pub remoteness: Option<u32>,
    /// The value then, of several tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// The text of a graph: as it is, or from pairs.
fn text_of(graph: &Value) -> Result<String, Refused> {
    let bad = || Refused::bad("`graph` must be a text or a list of pairs");
    let name = |end: &Value| match end {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let quoted = |name: String| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let edges = match graph {
        Value::String(text) => return Ok(text.clone()),
        Value::Array(edges) => edges,
        _ => return Err(bad()),
    };
    let mut text = String::from("digraph {");
    for edge in edges {
        let ends = edge.as_array().map(Vec::as_slice);
        let Some([from, to]) = ends else {
            return Err(bad());
        };
        let (Some(from), Some(to)) = (name(from), name(to)) else {
            return Err(bad());
        };
        text += &format!(" {} -> {};", quoted(from), quoted(to));
    }
    text.push_str(" }");
    Ok(text)
}

/// The vertex of a name, or which field named one that is not there.
fn vertex(named: &NamedGraph, name: &str, field: &str) -> Result<u32, Error> {
    named.vertex(name).map_err(|error| match error {
        Error::BadParameter {
            value, expected, ..
        } => Error::BadParameter {
            name: field.to_string(),
            value,
            expected,
        },
        other => other,
    })
}

/// More vertices or edges are not told one by one.
const MOST: usize = 20_000;

impl Question for SolveGraph {
    const ASK: &'static str = "graph";
    type Answer = Graph;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Graph, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let text = text_of(&self.graph)?;
        let budget = &sitting.budget;
        let named = files::read(text.as_bytes(), None, budget).map_err(refused)?;
        if named.graph.len() > MOST || named.graph.edges() > MOST {
            return Err(refused(Error::Unsupported {
                because: Text::new(
                    format!("at most {MOST} vertices and {MOST} edges are told one by one"),
                    format!("逐个给出时至多 {MOST} 个顶点与 {MOST} 条边"),
                ),
            }));
        }
        let of = |names: &[String], field| -> Result<Vec<u32>, Error> {
            names
                .iter()
                .map(|name| vertex(&named, name, field))
                .collect()
        };
        let start = of(&self.start, "start").map_err(refused)?;
        let rules = Rules {
            convention: self.convention.map_or_else(Convention::default, Into::into),
            targets: of(&self.targets, "targets").map_err(refused)?,
        };
        let valued = self.values || start.len() > 1;
        if valued {
            rules.valued().map_err(refused)?;
        }
        let threads = grundy::platform::parallelism();
        let mut solved = explicit::Solved::new(&named, &rules, threads, budget).map_err(refused)?;
        if valued {
            solved = solved.with_values().map_err(refused)?;
        }
        let labels = solved.labels();
        let all = 0..named.graph.len() as u32;
        let counts = labels.counts();
        let vertices = all.clone().map(|v| Vertex {
            name: named.name(v),
            outcome: labels.outcome(v).into(),
            remoteness: labels.remoteness(v),
            value: solved.value(v).map(|value| value.to_string()),
            best: labels.best(&named.graph, v).map(|to| named.name(to)),
        });
        let sum = solved.sum(&start).filter(|_| start.len() > 1);
        Ok(Graph {
            vertices: vertices.collect(),
            edges: named.graph.pairs().collect(),
            counts: Counts {
                N: counts.n as u64,
                P: counts.p as u64,
                D: counts.drawn as u64,
            },
            longest: all.filter_map(|v| labels.remoteness(v)).max(),
            reason: solved.reason().get(sitting.lang).to_string(),
            status: "computed".to_string(),
            sum: sum.map(|value| SumOfTokens {
                outcome: value.outcome().into(),
                best: solved
                    .best(&start)
                    .map(|(token, to)| format!("{}: {}", token + 1, named.name(to))),
                value: value.to_string(),
            }),
        })
    }
}

/// Who wins with tokens on the vertices that `start` names.
pub(crate) fn tokens(
    graph: &Value,
    start: &str,
    convention: Convention,
    moves: Option<u64>,
    sitting: &Sitting<'_>,
) -> Result<Tokens, Refused> {
    let refused = |error: Error| sitting.refused(error);
    let text = text_of(graph)?;
    let named = files::read(text.as_bytes(), None, &sitting.budget).map_err(refused)?;
    let mut vertices = Vec::new();
    match named.vertex(start) {
        Ok(vertex) => vertices.push(vertex),
        Err(_) => {
            for name in start.split(['+', ',']) {
                vertices.push(vertex(&named, name.trim(), "position").map_err(refused)?);
            }
        }
    }
    let rules = Rules {
        convention,
        targets: Vec::new(),
    };
    let several = vertices.len() > 1;
    if several {
        rules.valued().map_err(refused)?;
    }
    let mut solved = explicit::Solved::new(&named, &rules, 1, &sitting.budget).map_err(refused)?;
    if several {
        solved = solved.with_values().map_err(refused)?;
    }
    let name = |v: u32| named.name(v);
    let mut told = Tokens::of(&solved, convention, &vertices, name, sitting.lang);
    if let Some(most) = moves {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let list = solved.sum_moves(&vertices).unwrap_or_default();
        told.moves = Some(token_moves(&solved, &list[..most.min(list.len())], several));
    }
    Ok(told)
}

/// Moves of tokens as answers.
pub fn token_moves(
    solved: &explicit::Solved<'_>,
    moves: &[explicit::SumMove],
    several: bool,
) -> Vec<TokenMove> {
    let one = |mv: &explicit::SumMove| TokenMove {
        token: several.then_some(mv.component + 1),
        to: solved.graph().name(mv.vertex),
        outcome: mv.outcome.into(),
        remoteness: mv.remoteness,
        value: mv.value.as_ref().map(ToString::to_string),
    };
    moves.iter().map(one).collect()
}

impl Tokens {
    /// What is known of a vertex or a sum of vertices, which are called by `name`; a sum must
    /// have been given values.
    pub fn of(
        solved: &explicit::Solved<'_>,
        convention: Convention,
        start: &[u32],
        name: impl Fn(u32) -> String,
        lang: grundy::text::Lang,
    ) -> Tokens {
        let single = match start {
            [only] => Some(*only),
            _ => None,
        };
        let value = solved.sum(start);
        let outcome = match (single, &value) {
            (Some(only), _) => solved.labels().outcome(only),
            (None, Some(value)) => value.outcome(),
            (None, None) => unreachable!("a sum is given values"),
        };
        let best = solved.best(start).map(|(component, to)| match single {
            Some(_) => format!("to {}", name(to)),
            None => format!("{}: to {}", component + 1, name(to)),
        });
        let position: Vec<String> = start.iter().map(|v| name(*v)).collect();
        Tokens {
            position: position.join(" + "),
            convention: convention.into(),
            outcome: outcome.into(),
            remoteness: single.and_then(|v| solved.labels().remoteness(v)),
            value: value.map(|value| value.to_string()),
            best,
            moves: None,
            reason: solved.reason().get(lang).to_string(),
            status: "computed".to_string(),
        }
    }
}
