//! Which engine answers a question, and what it is expected to cost: told as it is decided.
//!
//! Whoever decides ([`mod@crate::ask`] for a game, the workbench of written rules for laws) writes into
//! the [`Trace`] of the question what it passes over and what it begins, before it begins; then how
//! that ended. So what is told is the decision itself, not a second opinion about it. A
//! question whose trace is off pays nothing.
//!
//! ```
//! use grundy::ask::{Question, ask};
//! use grundy::choice::{Ended, Engine, Trace};
//! use grundy::games::heaps::nim::Nim;
//! let question = Question { trace: Trace::on(), ..Question::default() };
//! ask(&Nim, &[3u8, 5, 7].map(Into::into), &question).unwrap();
//! let told = question.trace.told();
//! assert_eq!(told.tried[0].engine, Engine::Theorem);
//! assert_eq!(told.tried[0].ended, Ended::Answered);
//! ```
//!
//! Limits: how many positions a search will visit is known beforehand only where positions are
//! tuples of numbers, and there as the box below the position: more are not visited where moves
//! make no number larger, and often fewer are.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::text::Text;

/// What may answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The theorem of the game, or of the shape that its rules have.
    Theorem,
    /// A law that is proven of the rules.
    Law,
    /// Grundy values of everything that each component can reach.
    Values,
    /// Who wins, searched from the position on.
    Outcomes,
    /// Every component explored by itself, then put together.
    Components,
    /// Retrograde analysis: positions may come back.
    Cycles,
    /// Search with options that may be forbidden.
    Blocking,
    /// Several games at once: theorems about compounds, or their search.
    Compound,
}

impl Engine {
    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Theorem => "theorem",
            Engine::Law => "law",
            Engine::Values => "values",
            Engine::Outcomes => "outcomes",
            Engine::Components => "components",
            Engine::Cycles => "cycles",
            Engine::Blocking => "blocking",
            Engine::Compound => "compound",
        }
    }

    /// The name for people.
    pub fn text(self) -> Text {
        match self {
            Engine::Theorem => Text::fixed("theorem", "定理"),
            Engine::Law => Text::fixed("proven law of the rules", "规则的已证明规律"),
            Engine::Values => Text::fixed("search for Grundy values", "搜索 SG 值"),
            Engine::Outcomes => Text::fixed("search for the outcome", "搜索胜负"),
            Engine::Components => Text::fixed("each component by itself", "逐个分量探索"),
            Engine::Cycles => Text::fixed("retrograde analysis", "倒推分析"),
            Engine::Blocking => Text::fixed("search with forbidden options", "含禁止选项的搜索"),
            Engine::Compound => Text::fixed("compound of games", "复合游戏"),
        }
    }
}

/// What an engine is expected to cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// About so many positions, where that is known beforehand.
    pub positions: Option<u64>,
    /// It may visit at most so many, if that is a limit.
    pub most: Option<u64>,
    /// It may take so long, if that is a limit.
    pub time: Option<Duration>,
}

impl Expected {
    /// Nothing is searched.
    pub const NOTHING: Expected = Expected {
        positions: Some(0),
        most: None,
        time: None,
    };

    /// In words.
    pub fn text(&self) -> Text {
        let mut en = Vec::new();
        let mut zh = Vec::new();
        match self.positions {
            Some(0) => {
                en.push("no positions searched".to_string());
                zh.push("不搜索局面".to_string());
            }
            Some(u64::MAX) => {
                en.push("more than 10^19 positions".to_string());
                zh.push("超过 10^19 个局面".to_string());
            }
            Some(positions) => {
                en.push(format!("about {positions} positions"));
                zh.push(format!("约 {positions} 个局面"));
            }
            None => {}
        }
        if let Some(most) = self.most.filter(|most| *most != u64::MAX) {
            en.push(format!("at most {most} states"));
            zh.push(format!("至多 {most} 个状态"));
        }
        if let Some(time) = self.time {
            // Tenths of a second, rounded up: what is left changes while it is told.
            let tenths = time.as_millis().div_ceil(100);
            let (seconds, tenth) = (tenths / 10, tenths % 10);
            en.push(format!("at most {seconds}.{tenth} s"));
            zh.push(format!("至多 {seconds}.{tenth} 秒"));
        }
        if en.is_empty() {
            return Text::fixed("not known beforehand", "事先未知");
        }
        Text::new(en.join(", "), zh.join("，"))
    }
}

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It gave the answer.
    Answered,
    /// It came to the limit that was set for it.
    Limit,
    /// It has nothing to say.
    Silent,
    /// It failed, and so did the question.
    Failed,
}

impl Ended {
    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Answered => "answered",
            Ended::Limit => "limit",
            Ended::Silent => "silent",
            Ended::Failed => "failed",
        }
    }

    /// In words.
    pub fn text(self) -> Text {
        match self {
            Ended::Answered => Text::fixed("gave the answer", "给出了答案"),
            Ended::Limit => Text::fixed("came to its limit", "达到限制"),
            Ended::Silent => Text::fixed("found nothing", "无所得"),
            Ended::Failed => Text::fixed("failed", "失败"),
        }
    }
}

/// An engine that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Which.
    pub engine: Engine,
    /// Why it was chosen.
    pub because: Text,
    /// What it was expected to cost, before it began.
    pub expected: Expected,
    /// How it ended.
    pub ended: Ended,
}

/// What was decided about a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What was begun, in order.
    pub tried: Vec<Tried>,
    /// What was passed over, and why.
    pub passed_over: Vec<(Engine, Text)>,
    /// For each component, how many positions lie in the box below it.
    boxes: Vec<Option<u64>>,
}

/// About how many positions lie below components: each by itself, or all together.
pub(crate) fn positions(boxes: &[Option<u64>], together: bool) -> Option<u64> {
    let first = if together { 1u64 } else { 0 };
    let all = boxes.iter().try_fold(first, |all, one| {
        Some(match together {
            true => all.saturating_mul((*one)?),
            false => all.saturating_add((*one)?),
        })
    });
    all.filter(|_| !boxes.is_empty())
}

/// Where decisions about a question are told; off unless somebody listens.
#[derive(Clone, Debug, Default)]
pub struct Trace(Option<Arc<Mutex<Told>>>);

impl Trace {
    /// One that listens.
    pub fn on() -> Trace {
        Trace(Some(Arc::default()))
    }

    /// Whether somebody listens.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// What was told so far.
    pub fn told(&self) -> Told {
        self.with(|told| told.clone()).unwrap_or_default()
    }

    fn with<T>(&self, then: impl FnOnce(&mut Told) -> T) -> Option<T> {
        let told = self.0.as_ref()?;
        // Nobody panics while holding it.
        Some(then(
            &mut told.lock().unwrap_or_else(PoisonError::into_inner),
        ))
    }

    /// How many positions lie in the box below each component, where that is known.
    pub fn boxes(&self, boxes: impl FnOnce() -> Vec<Option<u64>>) {
        self.with(|told| told.boxes = boxes());
    }

    /// About how many positions are visited where each component is searched by itself, or
    /// where all are searched together.
    pub fn positions(&self, together: bool) -> Option<u64> {
        positions(&self.with(|told| told.boxes.clone())?, together)
    }

    /// An engine is passed over.
    pub fn pass_over(&self, engine: Engine, because: impl FnOnce() -> Text) {
        self.with(|told| {
            let known = told.passed_over.iter().any(|(other, _)| *other == engine);
            if !known {
                told.passed_over.push((engine, because()));
            }
        });
    }

    /// An engine begins; the number is for [`Trace::end`].
    pub fn begin(&self, engine: Engine, tried: impl FnOnce() -> (Text, Expected)) -> usize {
        if !self.is_on() {
            return 0;
        }
        // It may ask for numbers of the trace.
        let (because, expected) = tried();
        let number = self.with(|told| {
            told.tried.push(Tried {
                engine,
                because,
                expected,
                ended: Ended::Failed,
            });
            told.tried.len() - 1
        });
        number.unwrap_or_default()
    }

    /// An engine that began has ended so.
    pub fn end(&self, begun: usize, ended: Ended) {
        self.with(|told| {
            if let Some(tried) = told.tried.get_mut(begun) {
                tried.ended = ended;
            }
        });
    }
}
