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
//! What is proven is kept, where somebody keeps it ([`Keeper`]): the next run verifies the certificate
//! instead of looking again. A law in words that came with it is used only if it is decided
//! to say what the certificate claims.
//!
//! Only what is proven, and checked independently, is used. Limits: coordinates below 2^63;
//! where nothing can be proven in time, search goes on as before.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow};
use grundy::natural::Natural;
use grundy::notation::sealed::checksum;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::bench;
use grundy_lang::knowledge::{Goal, Keeper, Kept, Knowledge, Teacher};
use grundy_verify::law::certificate as text;

use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Variable};
use crate::check;
use crate::find;
use crate::law::{Law, Statement};
use crate::print::Style;
use crate::prove::{Claim, Coding, choices, positions};
use crate::read::{self, Sentence};
use crate::rules::{Rules, Source};
use crate::sentence;
use crate::study::{Finding, Options, study, verified};

/// A law that is proven of rules.
#[derive(Clone, Debug)]
pub struct Known {
    rules: Rules,
    /// The law as its automaton, which is what was proven.
    law: Law,
    text: Text,
    kept: Kept,
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
        let proven = |finding: Finding| {
            finding.proof.as_ref().filter(|_| finding.is_proven())?;
            let certificate = finding.certificate.as_ref()?.write();
            let said = finding.law.written(Style::Text, &rules.state);
            Some(Kept {
                game: rules.name.clone(),
                law: said.get(Lang::En).to_string(),
                certificate,
            })
        };
        let Some(kept) = found.findings.into_iter().find_map(proven) else {
            return Ok(None);
        };
        let certificate = text::Certificate::read(&kept.certificate)?;
        Known::of(rules, &certificate, kept, budget).map(Some)
    }

    /// A law that was kept. Its certificate is verified, and it must be one of rules that mean the
    /// same; an error says why it is not believed.
    pub fn kept(rules: Rules, kept: Kept, budget: &Budget) -> Result<Known, Error> {
        let theorem = check::check(&kept.certificate, budget)?;
        let certificate = theorem.certificate();
        let theirs = Source {
            name: String::new(),
            text: certificate.source.text.clone(),
            game: certificate.source.game.clone(),
            parameters: certificate.source.parameters.clone(),
            misere: certificate.source.misere,
            facts: certificate.source.facts.clone(),
        };
        if meaning(&theirs)? != meaning(&rules.source)? {
            return Err(Error::BadCertificate {
                because: Text::fixed("it is about other rules", "其规则并非所问的规则"),
            });
        }
        Known::of(rules, certificate, kept, budget)
    }

    /// The law of a certificate that was verified. Found or kept, it is read from the
    /// certificate, so that both say the same.
    fn of(
        rules: Rules,
        certificate: &text::Certificate,
        kept: Kept,
        budget: &Budget,
    ) -> Result<Known, Error> {
        let claim = claim_of(certificate, budget)?;
        let automaton = Law {
            symbols: 1,
            statement: Statement::Automaton(claim.clone()),
            finder: find::AUTOMATON,
            explains: 0,
        };
        let words = understood(&rules, &claim, &kept.law, budget);
        let said = words.as_ref().unwrap_or(&automaton);
        let said = said.written(Style::Text, &rules.state);
        let status = verified(&claim).text();
        let text = Text::new(
            format!("{}: {}", said.get(Lang::En), status.get(Lang::En)),
            format!("{}：{}", said.get(Lang::Zh), status.get(Lang::Zh)),
        );
        Ok(Known {
            rules,
            law: automaton,
            text,
            kept,
        })
    }

    fn claim(&self) -> Option<&Claim> {
        match &self.law.statement {
            Statement::Automaton(claim) => Some(claim),
            _ => None,
        }
    }

    /// What the law says of a position: a value, or 0 and 1 for lost and won.
    fn said(&self, at: &[i64]) -> Option<u64> {
        let at: Option<Vec<u64>> = at.iter().map(|n| u64::try_from(*n).ok()).collect();
        self.law.predict(&at?)
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
        match self.claim()? {
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
            self.claim()?,
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

/// The claim of a certificate.
fn claim_of(certificate: &text::Certificate, budget: &Budget) -> Result<Claim, Error> {
    let unreadable = |what: &str| Error::BadCertificate {
        because: Text::new(
            format!("its {what} cannot be used"),
            format!("其 {what} 无法使用"),
        ),
    };
    let code = certificate.numeration.code();
    let numeration = Numeration::from_code(&code).ok_or_else(|| unreadable("numeration"))?;
    let theirs = &certificate.automaton;
    let letters = numeration
        .digit_count()
        .checked_pow(certificate.tracks as u32);
    let letters = letters.ok_or_else(|| unreadable("automaton"))?;
    let mut dfa = Dfa::new(letters, theirs.states() > 0 && theirs.accepting(0));
    for state in 1..theirs.states() as u32 {
        dfa.add(theirs.accepting(state));
    }
    for state in 0..theirs.states() as u32 {
        for letter in 0..letters {
            dfa.set(state, letter, theirs.next(state, letter));
        }
    }
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(numeration, &mut meter);
    let variables: Vec<Variable> = (0..certificate.tracks as Variable).collect();
    let relation = engine.given(&dfa, &variables)?;
    match certificate.claim {
        text::Claim::Lost => Ok(Claim::Lost(relation)),
        text::Claim::Values => Ok(Claim::Values(relation, Coding::Plain)),
        text::Claim::Powers => Ok(Claim::Values(relation, Coding::Power)),
        text::Claim::Takeaway => Err(unreadable("claim")),
    }
}

/// What was said of a law in words, if it is decided to be what the automaton claims.
fn understood(rules: &Rules, claim: &Claim, said: &str, budget: &Budget) -> Option<Law> {
    let Sentence::Law(law) = read::read(said, &rules.state).ok()?.sentence else {
        return None;
    };
    let domain = positions(rules, claim.relation().numeration(), budget).ok()?;
    let automaton = Statement::Automaton(claim.clone());
    let dimension = rules.dimension();
    let same = sentence::same(&automaton, &law.statement, dimension, Some(&domain), budget);
    matches!(same, Ok(Some(true))).then_some(law)
}

/// What rules mean, with their convention.
fn meaning(source: &Source) -> Result<String, Error> {
    let program = crate::language::program(source)?;
    let misere = source.misere || program.game().convention == Convention::Misere;
    let facts = &source.facts;
    Ok(format!(
        "misere {misere} facts {facts:?} {}",
        program.meaning()
    ))
}

/// The key under which laws of rules are kept: a hash of what they mean. Two that share it are
/// told apart when they are read.
fn key(meaning: &str) -> String {
    let [a, b] = ["a", "b"].map(|salt| checksum(format!("{salt}{meaning}").as_bytes()));
    format!("{a:016x}{b:016x}")
}

/// Whoever looks for laws of one game, and remembers how long it was tried in vain.
#[derive(Debug)]
pub struct Student {
    source: Source,
    in_vain: [Mutex<Duration>; 2],
    keeper: Option<Arc<dyn Keeper>>,
}

impl Student {
    /// For the game of a text.
    pub fn of(source: Source) -> Student {
        Student {
            source,
            in_vain: Default::default(),
            keeper: None,
        }
    }

    /// The same, who keeps what is proven and looks first at what was kept.
    pub fn keeping(self, keeper: Option<Arc<dyn Keeper>>) -> Student {
        Student { keeper, ..self }
    }

    /// A law of rules: one that was kept and still holds, or one that is found.
    fn known(&self, rules: Rules, budget: &Budget) -> Result<Option<Known>, Error> {
        let Some(keeper) = &self.keeper else {
            return Known::find(rules, budget);
        };
        let key = key(&meaning(&rules.source)?);
        if let Some(kept) = keeper.kept(&key) {
            match Known::kept(rules.clone(), kept, budget) {
                Ok(known) => return Ok(Some(known)),
                Err(error @ Error::Cancelled { .. }) => return Err(error),
                // It may hold; there was no time to find out.
                Err(error) if error.is_budget() => {}
                Err(error) => keeper.refused(&key, &error.text()),
            }
        }
        let found = Known::find(rules, budget)?;
        if let Some(known) = &found {
            keeper.keep(&key, &known.kept);
        }
        Ok(found)
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
                true => self.known(rules, budget),
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
