//! Who wins, which moves win, and a player who keeps winning.
//!
//! [`Engine`] asks the theorems first ([`super::decide`]). Where they are
//! silent it searches the compound as one game ([`super::search`]), and says
//! so; long disjunctive misère sums are searched over canonical misère forms.
//! What was searched is kept, so that a whole game costs little more than its
//! first move.
//!
//! Where positions of components come back, long disjunctive sums in normal
//! play are decided by loopy values ([`crate::solve::loopy`]); all other compounds
//! are labelled as one game by retrograde analysis. Both tell draws from wins,
//! and their moves make progress.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::{Kind, Rules, numbers::Explored, player::Engine};
//! use grundy::outcome::Outcome;
//! use grundy::solve::graph::Graph;
//! let explored = Explored::new(Graph::from_edges(3, &[(1, 0), (2, 1)])).unwrap();
//! let rules = Rules { kind: Kind::Conjunctive, ..Rules::default() };
//! let mut engine = Engine::new(explored.into(), rules);
//! let mut meter = Budget::default().meter("search");
//! assert_eq!(engine.outcome(&[2, 1], &mut meter).unwrap(), Outcome::P);
//! ```

use std::sync::Arc;

use super::decide::decide;
use super::misere::canonical::Forms;
use super::moves::{construct, leaving};
use super::numbers::Explored;
use super::search::{Compound, Step, is_over};
use super::{End, Kind, Rules};
use crate::answer::Status;
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::outcome::{Convention, Outcome};
use crate::solve::loopy::Values;
use crate::solve::outcomes::{Order, Outcomes};
use crate::solve::retrograde::Labelled;
use crate::text::Text;

/// Answers for compounds of one graph under fixed rules.
pub struct Engine {
    compound: Compound,
    explored: Arc<Explored>,
    rules: Rules,
    /// Canonical misère forms, where sums may be searched over them.
    forms: Option<Forms>,
    search: Option<Box<Outcomes<Compound>>>,
    cycles: Option<Cycles>,
}

/// What is known about compounds whose components come back.
enum Cycles {
    Values(Values<'static>),
    Labels(Box<Labelled<Compound>>),
}

impl Cycles {
    fn outcome(&self, nodes: &[u32]) -> Option<Outcome> {
        match self {
            Cycles::Values(values) => Some(values.sum(nodes).outcome()),
            Cycles::Labels(labelled) => labelled.outcome(&nodes.to_vec()),
        }
    }

    fn best(&self, nodes: &[u32]) -> Option<Vec<Step>> {
        match self {
            Cycles::Values(values) => {
                let (component, to) = values.best(nodes)?;
                Some(vec![Step { component, to }])
            }
            Cycles::Labels(labelled) => labelled.best(&nodes.to_vec()),
        }
    }
}

impl Engine {
    /// An engine for compounds of nodes of `explored`.
    pub fn new(explored: Arc<Explored>, rules: Rules) -> Self {
        Engine {
            compound: Compound::new(&explored, rules),
            explored,
            rules,
            forms: None,
            search: None,
            cycles: None,
        }
    }

    /// The graph.
    pub fn explored(&self) -> &Explored {
        &self.explored
    }

    /// Whether play is over.
    pub fn is_over(&self, nodes: &[u32]) -> bool {
        is_over(&self.explored, nodes, self.rules.end)
    }

    /// Who wins.
    pub fn outcome(&mut self, nodes: &[u32], meter: &mut Meter) -> Result<Outcome, Error> {
        match decide(&self.explored, nodes, &self.rules) {
            Some(decision) => Ok(decision.outcome),
            None if self.explored.is_cyclic() => self.round_cycles(nodes, meter),
            None => self.searched(nodes, meter),
        }
    }

    fn round_cycles(&mut self, nodes: &[u32], meter: &mut Meter) -> Result<Outcome, Error> {
        let known = self.cycles.as_ref().and_then(|known| known.outcome(nodes));
        if let Some(outcome) = known {
            return Ok(outcome);
        }
        let budget = meter.budget();
        let valued = self.rules.kind == Kind::Disjunctive
            && self.rules.end == End::Long
            && self.rules.convention == Convention::Normal;
        let cycles = if valued {
            let graph = self.explored.graph().clone();
            Cycles::Values(Values::owning(graph, budget)?)
        } else {
            let (compound, convention) = (self.compound.clone(), self.rules.convention);
            let roots = [nodes.to_vec()];
            let labelled = Labelled::explore(compound, roots, convention, budget)?;
            Cycles::Labels(Box::new(labelled))
        };
        let outcome = cycles.outcome(nodes);
        self.cycles = Some(cycles);
        match outcome {
            Some(outcome) => Ok(outcome),
            None => unreachable!("the start is always reached"),
        }
    }

    /// How many moves are left, where that was found on the way to the
    /// outcome.
    pub fn remoteness(&self, nodes: &[u32]) -> Option<u32> {
        match self.cycles.as_ref()? {
            Cycles::Labels(labelled) => labelled.remoteness(&nodes.to_vec()),
            Cycles::Values(_) => None,
        }
    }

    fn searched(&mut self, nodes: &[u32], meter: &mut Meter) -> Result<Outcome, Error> {
        let by_forms = self.rules.kind == Kind::Disjunctive
            && self.rules.end == End::Long
            && self.rules.convention == Convention::Misere;
        if self.search.is_none() {
            let mut compound = self.compound.clone();
            if by_forms {
                let forms = Forms::new(&self.explored, meter)?;
                compound = Compound::new(forms.explored(), self.rules);
                self.forms = Some(forms);
            }
            let search = Outcomes::new(compound, self.rules.convention, Order::Hint);
            self.search = Some(Box::new(search));
        }
        let nodes = match &self.forms {
            Some(forms) => nodes.iter().map(|&node| forms.of(node)).collect(),
            None => nodes.to_vec(),
        };
        match &mut self.search {
            Some(search) => search.outcome(&nodes, meter),
            None => unreachable!("it was just made"),
        }
    }

    /// Why [`Engine::outcome`] is what it is, and how far it can be trusted.
    /// To be asked after the outcome.
    pub fn reason(&self, nodes: &[u32]) -> (Text, Status) {
        if let Some(decision) = decide(&self.explored, nodes, &self.rules) {
            return (decision.text(), Status::Proven);
        }
        if let Some(cycles) = &self.cycles {
            let text = match cycles {
                Cycles::Values(values) => {
                    let (value, count) = (values.sum(nodes), values.graph().len());
                    Text::new(
                        format!("loopy values of {count} positions: the sum is {value}"),
                        format!("由 {count} 个局面的循环 SG 值得出：和为 {value}"),
                    )
                }
                Cycles::Labels(labelled) => {
                    let count = labelled.len();
                    Text::new(
                        format!("positions come back: retrograde analysis of {count} compounds"),
                        format!("局面可能重复：对 {count} 个复合局面作逆向分析"),
                    )
                }
            };
            return (text, Status::Computed);
        }
        let positions = self.search.as_ref().map_or(0, |search| search.len());
        let text = match &self.forms {
            Some(forms) => {
                let count = forms.explored().graph().len();
                Text::new(
                    format!(
                        "not tame: searched {positions} sums of {count} canonical misère forms"
                    ),
                    format!("不驯顺：在 {count} 个反常标准形上搜索了 {positions} 个和"),
                )
            }
            None => Text::new(
                format!("no theorem applies: searched {positions} compounds"),
                format!("没有定理适用：搜索了 {positions} 个复合局面"),
            ),
        };
        (text, Status::Computed)
    }

    /// One winning move, the best one where positions come back, or one that
    /// keeps a draw; `None` if there is none.
    pub fn winning_move(
        &mut self,
        nodes: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<Vec<Step>>, Error> {
        if decide(&self.explored, nodes, &self.rules).is_some() {
            return Ok(construct(&self.explored, nodes, &self.rules));
        }
        let outcome = self.outcome(nodes, meter)?;
        if outcome == Outcome::P {
            return Ok(None);
        }
        if let Some(cycles) = &self.cycles {
            return Ok(cycles.best(nodes));
        }
        let mut found = None;
        let _ = self.winning_moves(nodes, meter, &mut |steps| {
            found = Some(steps);
            STOP
        })?;
        Ok(found)
    }

    /// Names every winning move, or every move that keeps a draw, by looking
    /// at every move.
    pub fn winning_moves(
        &mut self,
        nodes: &[u32],
        meter: &mut Meter,
        visit: &mut impl FnMut(Vec<Step>) -> Flow,
    ) -> Result<Flow, Error> {
        let Some(wanted) = self.outcome(nodes, meter)?.to_leave() else {
            return Ok(CONTINUE);
        };
        let compound = self.compound.clone();
        let outcome = |after: &[u32], meter: &mut Meter| self.outcome(after, meter);
        leaving(&compound, nodes, wanted, meter, outcome, visit)
    }

    /// The move to play: a winning one wherever one exists, else one that
    /// holds the draw, else the slowest loss that is known, or the first.
    /// `None`: play is over.
    pub fn choose(&mut self, nodes: &[u32], meter: &mut Meter) -> Result<Option<Vec<Step>>, Error> {
        if let Some(steps) = self.winning_move(nodes, meter)? {
            return Ok(Some(steps));
        }
        if let Some(steps) = self.cycles.as_ref().and_then(|known| known.best(nodes)) {
            return Ok(Some(steps));
        }
        let mut first = None;
        let _ = self.compound.options(&nodes.to_vec(), &mut |steps, _| {
            first = Some(steps);
            STOP
        });
        Ok(first)
    }
}
