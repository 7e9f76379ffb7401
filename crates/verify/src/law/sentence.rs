//! Certificates of sentences: what follows from a law about several positions at once.
//!
//! A certificate holds the sentence as *the numbers for which it fails*, in the rule language, says
//! which of these numbers are values or outcomes of which positions, and holds the certificate of
//! a law of the game:
//!
//! ```text
//! grundy sentence certificate 1
//! said g(n+12) = g(n) for n >= 71         (for people; nothing follows from it)
//! sentence 2 lines
//! state n, p1, v1, v2
//! move fails if p1 = n+12 and n >= 71 and not v1 = v2 -> []
//! value v1 at p1                          (or: outcome v1 at p1, which is 0 for P and 1 for N)
//! value v2 at n
//! law 14 lines
//! grundy law certificate 2
//! …
//! sum 8f2a…
//! ```
//!
//! **Theorem.** *Premises:*
//!
//! 1. The law is proven: [`super::check`] accepts its certificate.
//! 2. The condition of every `move` has an exact meaning for all naturals.
//! 3. There are no naturals for which a condition holds, every named position is one of the game,
//!    and every value and outcome is that which the law gives the position.
//!
//! *Then* there are no numbers for which the condition holds where the values and outcomes are the
//! true ones, since by 1 these are those of the law: the sentence never fails.
//!
//! Limits: those of the law's checker; at most 16 binary numbers at once.

use std::fmt::{self, Write};

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::notation::sealed;
use grundy_lang::ast::Statement;

use super::atom::{Atom, Formula, Sign};
use super::certificate::{self as law, Claim};
use super::form::Reason;
use super::question::{Builder, exact, read_rules};
use super::text::{Lines, Source, open, unreadable, write_block};
use super::{Checker, Theorem};
use crate::refused;

/// The first line.
pub const TITLE: &str = "grundy sentence certificate 1";
/// More positions are not named by one sentence.
const MOST_TERMS: usize = 16;

/// What a number is of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Its value.
    Value,
    /// 0 if it is lost, else 1.
    Outcome,
}

/// A number that is the value or the outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Which of the two.
    pub said: Said,
    /// The name of the number.
    pub name: String,
    /// The names of the coordinates.
    pub at: Vec<String>,
}

/// A claim that a sentence about a game never fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The sentence, for people.
    pub said: String,
    /// When it fails, in the rule language.
    pub fails: String,
    /// Which numbers are values or outcomes.
    pub terms: Vec<Term>,
    /// The text of the certificate of the law.
    pub law: String,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{TITLE}\nsaid {}\n", self.said.replace('\n', " "));
        write_block(&mut text, "sentence", &self.fails)?;
        for term in &self.terms {
            let said = match term.said {
                Said::Value => "value",
                Said::Outcome => "outcome",
            };
            writeln!(text, "{said} {} at {}", term.name, term.at.join(" "))?;
        }
        write_block(&mut text, "law", &self.law)?;
        f.write_str(&sealed::seal(&text))
    }
}

impl Certificate {
    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let body = open(text, TITLE)?;
        let mut lines = Lines(body.lines());
        let said = lines.field("said")?.to_string();
        let head = lines.line();
        let fails = lines.block(head, "sentence")?;
        let mut terms = Vec::new();
        let head = loop {
            let line = lines.line();
            let words: Vec<&str> = line.split(' ').collect();
            let (said, name, at) = match &words[..] {
                ["value", name, "at", at @ ..] => (Said::Value, name, at),
                ["outcome", name, "at", at @ ..] => (Said::Outcome, name, at),
                _ => break line,
            };
            if terms.len() >= MOST_TERMS {
                return Err(unreadable(line));
            }
            terms.push(Term {
                said,
                name: name.to_string(),
                at: at.iter().map(|n| n.to_string()).collect(),
            });
        };
        let law = lines.block(head, "law")?;
        lines.end()?;
        Ok(Certificate {
            said,
            fails,
            terms,
            law,
        })
    }
}

/// A certificate whose claim was verified. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Sentence {
    certificate: Certificate,
    law: Theorem,
    nodes: u64,
}

impl Sentence {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The law that it follows from.
    pub fn law(&self) -> &Theorem {
        &self.law
    }

    /// How many nodes were searched, for the law and for the sentence.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Verifies a certificate of a sentence.
pub fn check(text: &str, budget: &Budget) -> Result<Sentence, Error> {
    let certificate = Certificate::read(text)?;
    let law = super::check(&certificate.law, budget)?;
    let mut meter = budget.meter("check");
    follows(&certificate, law.certificate(), &mut meter)?;
    let nodes = law.nodes() + meter.states();
    Ok(Sentence {
        certificate,
        law,
        nodes,
    })
}

/// Premises 2 and 3.
fn follows(
    certificate: &Certificate,
    law: &law::Certificate,
    meter: &mut Meter,
) -> Result<(), Error> {
    let source = Source {
        text: certificate.fails.clone(),
        ..Source::default()
    };
    let fails = read_rules(&source, law.numeration, meter)?;
    let names = names(&source)?;
    if names.len() != fails.dimension || !fails.ends.is_empty() {
        return Err(unreadable("state"));
    }
    let numbers: Vec<usize> = (0..fails.dimension).collect();
    let place = |name: &String| {
        let place = names.iter().position(|n| n == name);
        place.ok_or_else(|| {
            refused(
                format!("`{name}` is no number of the sentence"),
                format!("`{name}` 不是断言中的数"),
            )
        })
    };
    // Of the rules the domain is needed, which facts do not change.
    let rules = match law.source.facts[..] {
        [] => read_rules(&law.source, law.numeration, meter)?,
        _ => read_rules(
            &crate::facts::between(&law.source)?.0,
            law.numeration,
            meter,
        )?,
    };
    let checker = Checker::new(law, &rules)?;
    let shown = |at: &[u64]| {
        let each = names.iter().zip(at).map(|(n, v)| format!("{n} = {v}"));
        each.collect::<Vec<_>>().join(", ")
    };
    exact(&fails, law.numeration, &[], &shown, meter)?;
    let told = |builder: &mut Builder| -> Result<(), Error> {
        for term in &certificate.terms {
            let at: Vec<usize> = term.at.iter().map(place).collect::<Result<_, _>>()?;
            if at.len() != law.dimension() {
                return Err(refused(
                    format!(
                        "a position of {} numbers, not {}",
                        at.len(),
                        law.dimension()
                    ),
                    format!("局面有 {} 个数，应为 {} 个", at.len(), law.dimension()),
                ));
            }
            checker.require_domain(builder, &at)?;
            require(&checker, builder, term.said, &at, place(&term.name)?)?;
        }
        Ok(())
    };
    // What is told must make sense where no condition can ever hold, too.
    told(&mut Builder::new(fails.dimension))?;
    for mv in &fails.moves {
        let mut builder = Builder::new(fails.dimension + mv.binders);
        builder.require_where(&fails.domain, &numbers)?;
        builder.need(&mv.guard)?;
        told(&mut builder)?;
        if let Some(at) = checker.exists(builder, meter)? {
            let at = shown(&at);
            return Err(refused(
                format!("the sentence fails at {at}"),
                format!("断言在 {at} 处不成立"),
            ));
        }
    }
    Ok(())
}

/// The names of the numbers, in the order of their places.
fn names(source: &Source) -> Result<Vec<String>, Error> {
    for line in source.parsed()?.lines {
        if let Statement::State(coordinates, _) = line.statement {
            return Ok(coordinates.into_iter().map(|c| c.name.text).collect());
        }
    }
    Err(unreadable("state"))
}

/// Requires a number to be what the law says of a position.
fn require(
    checker: &Checker<'_>,
    builder: &mut Builder,
    said: Said,
    at: &[usize],
    number: usize,
) -> Result<(), Error> {
    let lost = match (checker.certificate.claim, said) {
        (Claim::Values, Said::Value) => {
            let places = [at, &[number]].concat();
            builder.require(checker.law_of(&places));
            return Ok(());
        }
        (Claim::Lost, Said::Outcome) => builder.atom(checker.law_of(at)),
        (Claim::Values | Claim::Powers, Said::Outcome) => {
            // Lost is what has the value 0, which as a power of two is 1.
            let zero = builder.fresh();
            let code = i128::from(checker.certificate.claim == Claim::Powers);
            builder.linear(&[(zero, 1)], -code, Sign::Zero);
            let places = [at, &[zero]].concat();
            builder.atom(checker.law_of(&places))
        }
        (Claim::Takeaway, _) | (Claim::Lost | Claim::Powers, Said::Value) => {
            let reason = Reason(
                "the law does not tell values as they are",
                "该规律没有直接给出值",
            );
            return Err(reason.into());
        }
    };
    let is = |builder: &mut Builder, value: i128| {
        builder.atom(Atom::Linear(vec![(number, 1)], -value, Sign::Zero))
    };
    let (zero, one) = (is(builder, 0), is(builder, 1));
    let again = match &lost {
        Formula::Atom(at) => Formula::Atom(*at),
        _ => return Err(unreadable("outcome")),
    };
    builder.all.push(Formula::Any(vec![
        Formula::All(vec![lost, zero]),
        Formula::All(vec![Formula::Not(Box::new(again)), one]),
    ]));
    Ok(())
}
