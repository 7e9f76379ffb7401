//! A game that is given as a graph: vertices are positions, edges are moves.
//!
//! [`Solved`] labels every vertex of a graph, with cycles or without: who
//! wins, in how many moves, and by which. Where play goes on for ever it is a
//! draw; reaching a *target* wins at once. In normal play without targets
//! vertices also have values, natural numbers or ∞(A), and several tokens on
//! one graph are a sum. The mathematics is in [`crate::solve::retrograde`] and
//! [`crate::solve::loopy`], the files are in [`crate::notation::graph`].
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::explicit::{Rules, Solved};
//! use grundy::notation::graph;
//! use grundy::outcome::Outcome;
//! let budget = Budget::default();
//! let file = "digraph { a -> b -> a; b -> c -> d }";
//! let graph = graph::read(file.as_bytes(), None, &budget).unwrap();
//! let solved = Solved::new(&graph, &Rules::default(), 1, &budget).unwrap();
//! let a = graph.vertex("a").unwrap();
//! assert_eq!(solved.labels().outcome(a), Outcome::Draw);
//! let mut play = solved.begin(&[a]).unwrap();
//! play.play("b").unwrap();
//! assert_eq!(play.reply().unwrap().as_deref(), Some("to a")); // c would lose
//! ```
//!
//! Limits: those of the graph; sums and values only in normal play without
//! targets.

use crate::answer::{Answer, Status};
use crate::budget::Budget;
use crate::error::Error;
use crate::notation::graph::NamedGraph;
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture;
use crate::picture::scene::{Scene, Stage};
use crate::picture::sketch::{Arrow, Node, Role, Sketch};
use crate::solve::graph::{Direction, Graph};
use crate::solve::loopy::{Value, Values};
use crate::solve::retrograde::{self, Labels, Play};
use crate::text::Text;
use crate::workbench::{Match, Seen, WrittenMove};

/// When play is over, and who has won then.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What a player who cannot move has done.
    pub convention: Convention,
    /// Reaching one of these vertices wins at once.
    pub targets: Vec<u32>,
}

impl Rules {
    /// Whether vertices have values under these rules.
    pub fn valued(&self) -> Result<(), Error> {
        if self.convention == Convention::Normal && self.targets.is_empty() {
            return Ok(());
        }
        Err(Error::NoValue {
            because: Text::fixed(
                "values, and sums of several tokens, belong to normal play without targets",
                "只有正常规则且没有目标顶点时才有 SG 值与多枚棋子之和",
            ),
        })
    }

    fn play(&self) -> Play {
        let targets = self.targets.iter();
        targets.fold(Play::new(self.convention), |play, v| {
            play.with_declared(*v, Winner::Previous)
        })
    }
}

/// A graph whose vertices are all labelled.
pub struct Solved<'g> {
    named: &'g NamedGraph,
    rules: Rules,
    direction: Option<Direction>,
    labels: Labels,
    values: Option<Values<'g>>,
    budget: Budget,
}

/// A move from a vertex and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Where it leads.
    pub vertex: u32,
    /// Who wins there.
    pub outcome: Outcome,
    /// In how many moves, unless it is a draw.
    pub remoteness: Option<u32>,
    /// What it is good for.
    pub role: Role,
}

/// A move of one token of a sum, and what the whole sum is after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// Which token moves.
    pub component: usize,
    /// Where to.
    pub vertex: u32,
    /// Who wins the sum then.
    pub outcome: Outcome,
    /// In how many moves, if the sum is a single token and no draw.
    pub remoteness: Option<u32>,
    /// The value of the sum then, if values were asked for.
    pub value: Option<Value>,
}

impl<'g> Solved<'g> {
    /// Labels every vertex, on up to `threads` threads. What the graph itself
    /// takes counts towards the budget.
    pub fn new(
        named: &'g NamedGraph,
        rules: &Rules,
        threads: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let graph = &named.graph;
        let held = Graph::bytes_for(graph.len() as u64, graph.edges() as u64);
        let budget = less(budget, held)?;
        let mut rules = rules.clone();
        rules.targets.sort_unstable();
        rules.targets.dedup();
        let labels = retrograde::solve(graph, &rules.play(), threads, &budget)?;
        Ok(Solved {
            direction: graph.direction(),
            // The labels stay.
            budget: less(&budget, 4 * graph.len() as u64)?,
            named,
            rules,
            labels,
            values: None,
        })
    }

    /// Gives every vertex its value too, which sums need.
    pub fn with_values(mut self) -> Result<Self, Error> {
        self.rules.valued()?;
        // The time may be over already.
        self.budget.meter("loopy values").poll()?;
        self.values = Some(Values::new(&self.named.graph, &self.budget)?);
        Ok(self)
    }

    /// The graph.
    pub fn graph(&self) -> &'g NamedGraph {
        self.named
    }

    /// Outcome and remoteness of every vertex.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Whether values were asked for.
    pub fn has_values(&self) -> bool {
        self.values.is_some()
    }

    /// The value of a vertex, if values were asked for.
    pub fn value(&self, vertex: u32) -> Option<Value> {
        Some(self.values.as_ref()?.value(vertex))
    }

    /// The value of a sum, if values were asked for.
    pub fn sum(&self, sum: &[u32]) -> Option<Value> {
        Some(self.values.as_ref()?.sum(sum))
    }

    /// A best move of a sum of vertices: the component and where to move it.
    pub fn best(&self, sum: &[u32]) -> Option<(usize, u32)> {
        match (sum, &self.values) {
            ([only], _) => Some((0, self.labels.best(&self.named.graph, *only)?)),
            (sum, Some(values)) => values.best(sum),
            _ => None,
        }
    }

    /// How the labels were found.
    pub fn reason(&self) -> Text {
        let (vertices, edges) = (self.named.graph.len(), self.named.graph.edges());
        match self.direction {
            Some(_) => Text::new(
                format!(
                    "one pass over {vertices} vertices and {edges} edges that all lead one way"
                ),
                format!("对 {vertices} 个顶点、{edges} 条同向的边扫描一遍"),
            ),
            None => Text::new(
                format!("retrograde analysis of {vertices} vertices and {edges} edges"),
                format!("对 {vertices} 个顶点、{edges} 条边作倒推分析"),
            ),
        }
    }

    /// The moves from a vertex, none where play is over.
    pub fn successors(&self, vertex: u32) -> &'g [u32] {
        match self.rules.targets.binary_search(&vertex) {
            Ok(_) => &[],
            Err(_) => self.named.graph.successors(vertex),
        }
    }

    /// Every move from a vertex, parallel ones once, the best first.
    pub fn moves(&self, vertex: u32) -> Vec<Reached> {
        let mut to = self.successors(vertex).to_vec();
        to.sort_unstable();
        to.dedup();
        let mut moves: Vec<Reached> = to
            .into_iter()
            .map(|to| Reached {
                vertex: to,
                outcome: self.labels.outcome(to),
                remoteness: self.labels.remoteness(to),
                role: self.role(vertex, to),
            })
            .collect();
        let rank = |reached: &Reached| match reached.outcome {
            Outcome::P => (0, reached.remoteness.unwrap_or(0)),
            Outcome::Draw => (1, 0),
            Outcome::N => (2, u32::MAX - reached.remoteness.unwrap_or(0)),
        };
        moves.sort_by_key(rank);
        moves
    }

    /// Every move of a sum with what the sum is after it, winning moves first;
    /// `None` if there are several tokens and values were not asked for.
    pub fn sum_moves(&self, sum: &[u32]) -> Option<Vec<SumMove>> {
        if let [only] = sum {
            let moves = self.moves(*only).into_iter().map(|reached| SumMove {
                component: 0,
                vertex: reached.vertex,
                outcome: reached.outcome,
                remoteness: reached.remoteness,
                value: self.value(reached.vertex),
            });
            return Some(moves.collect());
        }
        let values = self.values.as_ref()?;
        // What stands behind each token, so that every move costs one addition.
        let mut behind = vec![Value::Finite(0)];
        for v in sum.iter().rev() {
            let more = values.value(*v);
            behind.extend(behind.last().map(|all| all.plus(&more)));
        }
        behind.pop();
        let mut before = Value::Finite(0);
        let mut moves = Vec::new();
        for (component, v) in sum.iter().enumerate() {
            let others = before.plus(&behind.pop().unwrap_or(Value::Finite(0)));
            for reached in self.moves(*v) {
                let value = others.plus(&values.value(reached.vertex));
                moves.push(SumMove {
                    component,
                    vertex: reached.vertex,
                    outcome: value.outcome(),
                    remoteness: None,
                    value: Some(value),
                });
            }
            before = before.plus(&values.value(*v));
        }
        moves.sort_by_key(|mv| match mv.outcome {
            Outcome::P => 0,
            Outcome::Draw => 1,
            Outcome::N => 2,
        });
        Some(moves)
    }

    /// What the move from one vertex to another is good for.
    pub fn role(&self, from: u32, to: u32) -> Role {
        let remoteness = |v| self.labels.remoteness(v);
        let quick = remoteness(to).map(|r| r + 1) == remoteness(from);
        match (self.labels.outcome(from), self.labels.outcome(to), quick) {
            (Outcome::N, Outcome::P, true) => Role::Winning,
            (Outcome::N, Outcome::P, false) => Role::Slow,
            (Outcome::Draw, Outcome::Draw, _) => Role::Drawing,
            (Outcome::P, Outcome::N, true) => Role::Delaying,
            _ => Role::Poor,
        }
    }

    /// A sum of tokens in play.
    pub fn begin(&self, sum: &[u32]) -> Result<Box<dyn Match + '_>, Error> {
        if sum.len() != 1 && self.values.is_none() {
            self.rules.valued()?;
        }
        Ok(Box::new(Tokens {
            solved: self,
            at: sum.to_vec(),
            history: Vec::new(),
        }))
    }

    /// A picture of all that can be reached from `start`, or of everything;
    /// notes are values if there are any, otherwise remoteness. More than
    /// `most` vertices or edges are refused with their numbers.
    pub fn sketch(&self, start: Option<u32>, most: (usize, usize)) -> Result<Sketch, Error> {
        let shown = match start {
            Some(start) => self.reached(start),
            None => (0..self.labels.len() as u32).collect(),
        };
        let edges: usize = shown.iter().map(|v| self.successors(*v).len()).sum();
        if shown.len() > most.0 || edges > most.1 {
            return Err(picture::too_large(shown.len(), edges, most.0, most.1));
        }
        let mut place = vec![u32::MAX; self.labels.len()];
        for (number, v) in shown.iter().enumerate() {
            place[*v as usize] = number as u32;
        }
        let nodes = shown.iter().map(|&v| {
            let note = match (self.value(v), self.labels.remoteness(v)) {
                (Some(Value::Finite(value)), _) => format!("*{value}"),
                (Some(infinite), _) => infinite.to_string(),
                (None, Some(remoteness)) => remoteness.to_string(),
                (None, None) => String::new(),
            };
            Node::new(self.named.name(v), note, self.labels.outcome(v))
        });
        let arrows = shown.iter().flat_map(|&v| {
            self.moves(v).into_iter().map({
                let place = &place;
                move |reached| Arrow {
                    from: place[v as usize],
                    to: place[reached.vertex as usize],
                    role: reached.role,
                }
            })
        });
        Ok(Sketch {
            arrows: arrows.collect(),
            nodes: nodes.collect(),
            start: start.map(|_| 0),
            caption: String::new(),
        })
    }

    /// The vertices that can be reached, nearest first.
    fn reached(&self, start: u32) -> Vec<u32> {
        let mut seen = vec![false; self.labels.len()];
        seen[start as usize] = true;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            for &to in self.successors(v) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to);
                }
            }
        }
        found
    }
}

/// What is left of a budget when so many bytes are taken.
fn less(budget: &Budget, bytes: u64) -> Result<Budget, Error> {
    let mut meter = budget.meter("graph");
    meter.bytes(bytes)?;
    meter.poll()?;
    Ok(budget.clone().with_bytes(budget.bytes() - bytes))
}

/// Tokens in play.
struct Tokens<'s, 'g> {
    solved: &'s Solved<'g>,
    at: Vec<u32>,
    /// What was there before each move, and the move.
    history: Vec<(Vec<u32>, String)>,
}

impl Tokens<'_, '_> {
    fn write(&self, component: usize, to: u32) -> String {
        let name = self.solved.named.name(to);
        match self.at.len() {
            1 => format!("to {name}"),
            _ => format!("{}: to {name}", component + 1),
        }
    }

    fn position_of(&self, at: &[u32]) -> String {
        let names = at.iter().map(|v| self.solved.named.name(*v));
        names.collect::<Vec<_>>().join(" + ")
    }

    fn all_moves(&self) -> impl Iterator<Item = (usize, u32)> {
        self.at.iter().enumerate().flat_map(|(component, v)| {
            let to = self.solved.successors(*v).iter();
            to.map(move |to| (component, *to))
        })
    }

    /// Reads `V`, `to V` or `2: to V`; with several tokens the number may be
    /// left out where only one of them can go there.
    fn read(&self, text: &str) -> Option<(usize, u32)> {
        let named = |text: &str| {
            let vertex = |name: &str| self.solved.named.vertex(name).ok();
            vertex(text).or_else(|| vertex(text.strip_prefix("to ")?.trim()))
        };
        let legal = |mv: &(usize, u32)| self.all_moves().any(|legal| legal == *mv);
        if let Some(to) = named(text) {
            let mut fitting = (0..self.at.len()).map(|c| (c, to)).filter(legal);
            return match (fitting.next(), fitting.next()) {
                (Some(only), None) => Some(only),
                _ => None,
            };
        }
        let (number, rest) = text.split_once([':', '：'])?;
        let component = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let to = named(rest.trim())?;
        Some((component, to)).filter(legal)
    }

    fn go(&mut self, (component, to): (usize, u32)) {
        let written = self.write(component, to);
        self.history.push((self.at.clone(), written));
        self.at[component] = to;
    }
}

impl Match for Tokens<'_, '_> {
    fn position(&self) -> String {
        self.position_of(&self.at)
    }

    fn over(&self) -> Option<Outcome> {
        match self.at[..] {
            [only] if self.solved.successors(only).is_empty() => {
                Some(self.solved.labels.outcome(only))
            }
            [_] => None,
            _ => match self.all_moves().next() {
                None => Some(self.solved.rules.convention.at_end()),
                Some(_) => None,
            },
        }
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        let mut moves = self.all_moves();
        let written = moves.by_ref().take(limit).map(|(component, to)| {
            let mut after = self.at.clone();
            after[component] = to;
            WrittenMove {
                mv: self.write(component, to),
                to: self.position_of(&after),
            }
        });
        let written: Vec<_> = written.collect();
        (written, moves.next().is_some())
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let Some(mv) = self.read(text.trim()) else {
            const SHOWN: usize = 8;
            let (moves, _) = self.moves(SHOWN);
            let list: Vec<String> = moves.into_iter().map(|m| m.mv).collect();
            let list = list.join("; ");
            return Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::new(format!("one of {list}"), format!("以下之一：{list}")),
            });
        };
        self.go(mv);
        Ok(())
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        let best = self.solved.best(&self.at);
        Ok(best.map(|(component, to)| self.write(component, to)))
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let Some(best) = self.solved.best(&self.at) else {
            return Ok(None);
        };
        let written = self.write(best.0, best.1);
        self.go(best);
        Ok(Some(written))
    }

    fn undo(&mut self) -> Result<bool, Error> {
        let Some((before, _)) = self.history.pop() else {
            return Ok(false);
        };
        self.at = before;
        Ok(true)
    }

    fn seen(&self, _: usize) -> Seen {
        // A graph from a file may be of any size: the names of the vertices are shown.
        let stage = Stage::new(self.at.clone());
        Seen {
            scene: Scene::cards(&stage, |v| self.solved.named.name(*v).to_string()),
            ..Seen::default()
        }
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        let outcome = match (&self.at[..], self.solved.sum(&self.at)) {
            ([only], _) => self.solved.labels.outcome(*only),
            (_, Some(value)) => value.outcome(),
            (_, None) => {
                self.solved.rules.valued()?;
                return Err(Error::Unsupported {
                    because: Text::fixed("values were not asked for", "未要求计算值"),
                });
            }
        };
        let best = self.solved.best(&self.at);
        let best = best.filter(|_| outcome != Outcome::P);
        let winning = best.map(|(component, to)| WrittenMove {
            mv: self.write(component, to),
            to: String::new(),
        });
        Ok(Answer {
            outcome,
            value: None,
            remoteness: match self.at[..] {
                [only] => self.solved.labels.remoteness(only),
                _ => None,
            },
            truncated: winning.is_some(),
            winning_moves: winning.into_iter().collect(),
            reason: self.solved.reason(),
            status: Status::Computed,
        })
    }

    fn record(&self) -> Vec<String> {
        self.history.iter().map(|(_, mv)| mv.clone()).collect()
    }
}
