//! A proven law as a theorem that answers questions.
//!
//! Rules that were written a minute ago have no theorem of their own; but what [`mod@crate::study`]
//! proves of them is one. A [`Known`] law tells the value of any position, or who wins
//! it, by reading its digits, and names the winning moves by reading them off an automaton
//! ([`crate::prove::choices`]). [`Student`] is asked by the workbench of the rule language where a
//! question is beyond cheap search.
//!
//! ```
//! use grundy::ask::Question;
//! use grundy::outcome::Outcome;
//! use grundy_laws::known;
//! let text = "state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n-1) -> [k] + [n-k]";
//! let lasker = known::taught(text).unwrap();
//! let solved = lasker.solve("1000000000000000000", &Question::default()).unwrap();
//! assert_eq!(solved.answer.outcome, Outcome::N);
//! // Take all, or split into halves.
//! assert_eq!(solved.answer.winning_moves.len(), 2);
//! ```
//!
//! Only what is proven, and checked independently, is used. Limits: coordinates below 2^63;
//! where nothing can be proven in time, search goes on as before.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow};
use grundy::natural::Natural;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::bench;
use grundy_lang::knowledge::{Goal, Knowledge, Teacher};

use crate::law::Law;
use crate::print::Style;
use crate::prove::{Claim, choices};
use crate::rules::{Rules, Source};
use crate::study::{Options, study};

/// A law that is proven of rules.
#[derive(Clone, Debug)]
pub struct Known {
    rules: Rules,
    law: Law,
    claim: Claim,
    text: Text,
}

impl Known {
    /// Looks for a law of the rules and proves it; `None` if none is proven.
    pub fn find(rules: Rules, budget: &Budget) -> Result<Option<Known>, Error> {
        let time = budget.time_left().unwrap_or(Options::default().time);
        let options = Options {
            time: time.min(Options::default().time),
            budget: budget.clone(),
        };
        let found = study(&rules, &options)?;
        let proven = |finding: crate::study::Finding| {
            let (claim, _) = finding.proof.as_ref().filter(|_| finding.is_proven())?;
            finding.certificate.as_ref()?;
            let claim = claim.clone();
            let said = finding.law.written(Style::Text, &rules.state);
            let status = finding.status.text();
            let text = Text::new(
                format!("{}: {}", said.get(Lang::En), status.get(Lang::En)),
                format!("{}：{}", said.get(Lang::Zh), status.get(Lang::Zh)),
            );
            Some((finding.law, claim, text))
        };
        let best = found.findings.into_iter().find_map(proven);
        Ok(best.map(|(law, claim, text)| Known {
            rules,
            law,
            claim,
            text,
        }))
    }

    /// What the law says of a position: a value, or 0 and 1 for lost and won.
    fn said(&self, at: &[i64]) -> Option<u64> {
        let at: Option<Vec<u64>> = at.iter().map(|n| u64::try_from(*n).ok()).collect();
        let automaton = Law {
            statement: crate::law::Statement::Automaton(self.claim.clone()),
            ..self.law.clone()
        };
        automaton.predict(&at?)
    }
}

impl Knowledge for Known {
    fn convention(&self) -> Convention {
        match self.rules.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        }
    }

    fn value(&self, at: &[i64]) -> Option<Natural> {
        match self.claim {
            Claim::Values(..) => self.said(at).map(Natural::from),
            Claim::Lost(_) => None,
        }
    }

    fn lost(&self, at: &[i64]) -> Option<bool> {
        self.said(at).map(|label| label == 0)
    }

    fn moves(
        &self,
        at: &[i64],
        goal: Goal,
        visit: &mut dyn FnMut(usize, &[i64]) -> Flow,
    ) -> Option<Flow> {
        let position: Option<Vec<u64>> = at.iter().map(|n| u64::try_from(*n).ok()).collect();
        let wanted = match goal {
            Goal::Value(value) => choices::Wanted::Value(value),
            Goal::Lost => choices::Wanted::Lost,
        };
        // One choice may be several cases of a rule.
        let mut named: Vec<(usize, Vec<i64>)> = Vec::new();
        let mut unnamed = false;
        let budget = Budget::current();
        let done = choices::choices(
            &self.rules,
            &self.claim,
            &position?,
            wanted,
            &budget,
            &mut |mv, values| {
                let chosen: Option<Vec<i64>> = mv.chosen.iter().map(|c| c.value(values)).collect();
                let Some(chosen) = chosen else {
                    unnamed = true;
                    return CONTINUE;
                };
                let one = (mv.rule, chosen);
                if named.contains(&one) {
                    return CONTINUE;
                }
                let flow = visit(one.0, &one.1);
                named.push(one);
                flow
            },
        );
        // What was not named is looked for among all moves.
        done.ok().filter(|_| !unnamed)
    }

    fn text(&self) -> Text {
        self.text.clone()
    }
}

/// Whoever looks for laws of one game, and remembers how long it was tried in vain.
#[derive(Debug)]
pub struct Student {
    source: Source,
    in_vain: [Mutex<Duration>; 2],
}

impl Student {
    /// For the game of a text.
    pub fn of(source: Source) -> Student {
        Student {
            source,
            in_vain: Default::default(),
        }
    }
}

impl Teacher for Student {
    fn learn(
        &self,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Arc<dyn Knowledge>>, Error> {
        let time = budget.time_left().unwrap_or(Duration::MAX);
        let in_vain = &self.in_vain[usize::from(convention == Convention::Misere)];
        let tried = in_vain.lock().map_or(Duration::MAX, |tried| *tried);
        // Again only with much more time than before.
        if !tried.is_zero() && time < tried.saturating_mul(4) {
            return Ok(None);
        }
        let _scope = budget.scope();
        let source = Source {
            misere: convention == Convention::Misere,
            ..self.source.clone()
        };
        // Rules that are misère by themselves have no normal play.
        let rules = Rules::of(&source).and_then(|rules| {
            let apt = rules.misere == source.misere && rules.blocked == 0;
            match apt {
                true => Known::find(rules, budget),
                false => Ok(None),
            }
        });
        match rules {
            Ok(Some(known)) => Ok(Some(Arc::new(known))),
            Err(error @ Error::Cancelled { .. }) => Err(error),
            Ok(None) | Err(_) => {
                if let Ok(mut tried) = in_vain.lock() {
                    *tried = (*tried).max(time).max(Duration::from_millis(1));
                }
                Ok(None)
            }
        }
    }
}

/// The game of a text on the workbench, with laws where questions need them.
pub fn taught(text: &str) -> Result<Box<dyn AnyGame>, Error> {
    let source = Source::new(text);
    let compiled = grundy_lang::rules::Compiled::new(crate::language::program(&source)?);
    let compiled = compiled.ok_or_else(|| Error::Unsupported {
        because: Text::fixed("rules that need too many registers", "规则需要的寄存器过多"),
    })?;
    Ok(bench::taught(
        Arc::new(compiled),
        Some(Arc::new(Student::of(source))),
    ))
}
