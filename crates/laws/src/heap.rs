//! Arithmetic periods of heap games, decided by automata.
//!
//! A hexadecimal game may leave three heaps, and its values may grow: G(n+p) =
//! G(n) + s from n₀ on. The periodicity lemma says nothing of such a law, but
//! the law is an automatic relation in base 2, the moves are linear and xor is
//! automatic, so that it is decided: every value is the least that no option
//! has, or there is a heap of which that is false.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::solve::{Options, solve};
//! use grundy_laws::heap::decide;
//! let report = solve(&"hex:0.3F".parse().unwrap(), &Options::default()).unwrap();
//! let law = report.law.unwrap();
//! assert_eq!((law.period, law.saltus), (6, 3));
//! assert!(decide(&law, &Budget::default()).unwrap().is_ok());
//! ```
//!
//! Where there is no arithmetic period, [`by_classes`] looks for a law on each
//! residue class, as 0.2048 has one, and decides that. What [`find`] decided is called proven
//! where the independent checker accepts its certificate ([`Decision`]).
//!
//! Limits: codes as in [`Rules::of_code`]; the table of the law is part of the
//! automaton, so it must be short ([`LONGEST_TABLE`]).

use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::solve::heap::code;
use grundy::solve::heap::period::{Law, Status};
use grundy::solve::heap::solve::{Options, Report, solve};
use grundy::text::Text;

use crate::automata::Engine;
use crate::automata::numeration::Numeration;
use crate::certificate::Certificate;
use crate::check;
use crate::expression::{Condition, Expression, Operation};
use crate::find::{self as finders, residues::Residues};
use crate::formula;
use crate::law;
use crate::prove::{Claim, Coding, Counterexample, Verdict, prove};
use crate::rules::{NOTHING, Rules};
use crate::sample::Sample;

/// What is known about the values of a code.
pub enum Found {
    /// A law for each residue class, where there is no period, and how it was decided.
    Classes(law::Law, Decision),
    /// What the engines found, and how a law was decided by automata that they
    /// could only observe.
    Period(Box<Report>, Option<Decision>),
}

/// A law that automata decided, and whether the independent checker followed.
pub struct Decision {
    /// The certificate.
    pub certificate: Certificate,
    /// Proven, or decided only.
    pub status: law::Status,
}

impl Decision {
    /// Asks the checker; `None` where it refuses the certificate, which then proves nothing.
    fn of(certificate: Certificate, budget: &Budget) -> Option<Decision> {
        let unchecked = match check::check(&certificate.write(), budget) {
            Ok(_) => None,
            Err(error) if error.is_budget() => Some(error.text()),
            Err(_) => return None,
        };
        let states = certificate.automaton.states();
        let plural = if states == 1 { "" } else { "s" };
        let status = match unchecked {
            None => law::Status::Proven(Text::new(
                format!("decided by automata, {states} state{plural}, checked independently"),
                format!("由自动机判定，{states} 个状态，经独立复核"),
            )),
            Some(unchecked) => law::Status::Decided {
                how: Text::new(
                    format!("automata, {states} state{plural}"),
                    format!("自动机，{states} 个状态"),
                ),
                unchecked,
            },
        };
        Some(Decision {
            certificate,
            status,
        })
    }

    /// Whether it is a theorem.
    pub fn is_proven(&self) -> bool {
        matches!(self.status, law::Status::Proven(_))
    }
}

/// Deciding must not take much longer than looking.
const DECIDING: Duration = Duration::from_secs(20);

/// So many values show a short law.
pub(crate) const FEW: u64 = 600;

/// Looks for the law of a code, and proves it if that can be done. The states
/// of the budget are heaps; automata have an allowance of their own.
pub fn find(rules: &code::Rules, options: &Options) -> Result<Found, Error> {
    let automata = options.budget.clone();
    let automata = automata.with_states(Budget::default().states());
    let deciding = automata.clone().within(DECIDING);
    // The checker may use all that is left: whether a law is called proven hangs on it.
    let checking = automata;
    if let Ok(Some((law, certificate))) = by_classes(rules, &deciding)
        && let Some(decision) = Decision::of(certificate, &checking)
    {
        return Ok(Found::Classes(law, decision));
    }
    // Where a move may leave three heaps values are costly and no theorem of the engines
    // speaks: a law that shows among few values is decided at once.
    if rules.max_parts() > 2 {
        let few = Options {
            budget: options.budget.clone().at_most(FEW),
            ..options.clone()
        };
        if let Ok(report) = solve(rules, &few)
            && let Some(law) = &report.law
            && !matches!(law.status, Status::Proven(_))
            && let Ok(Ok(certificate)) = decide(law, &deciding)
            && let Some(decision) = Decision::of(certificate, &checking)
        {
            return Ok(Found::Period(Box::new(report), Some(decision)));
        }
    }
    let report = solve(rules, options)?;
    let observed = report
        .law
        .as_ref()
        .filter(|law| !matches!(law.status, Status::Proven(_)));
    let decided = observed.and_then(|law| decide(law, &deciding).ok()?.ok());
    let decided = decided.and_then(|certificate| Decision::of(certificate, &checking));
    Ok(Found::Period(Box::new(report), decided))
}

/// Laws whose pre-period and period together are longer are not tried.
pub const LONGEST_TABLE: u64 = 2_000;

/// The certificate of a law that is true of all heaps, or a heap of which it is
/// false.
pub fn decide(law: &Law, budget: &Budget) -> Result<Result<Certificate, Counterexample>, Error> {
    let length = law.start.saturating_add(law.period);
    if length > LONGEST_TABLE {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "a law with a table of {length} values; at most {LONGEST_TABLE} are decided"
                ),
                format!("规律的表长为 {length}；至多判定 {LONGEST_TABLE}"),
            ),
        });
    }
    let values = (0..length).map(|n| Ok(law.value(n)? as i64));
    let values = values.collect::<Result<Vec<i64>, Error>>()?;
    let (head, period) = values.split_at(law.start as usize);
    let rules = Rules::of_code(&law.rules.to_string())?;
    let expression = expression(head, period, law.saltus as i64);
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let graph = formula::graph(&mut engine, &expression, rules.dimension())?;
    let claim = Claim::Values(graph, Coding::Plain);
    Ok(match prove(&rules, &claim, budget)? {
        Verdict::Proven(proof) => {
            played_so(&rules, &|n| law.value(n).ok(), budget)?;
            Ok(Certificate::of(&rules, &claim, &proof))
        }
        Verdict::Refuted(counter) => Err(counter),
    })
}

/// Fails where a law that was decided is not true of what the engine plays.
fn played_so(
    rules: &Rules,
    law: &dyn Fn(u64) -> Option<u64>,
    budget: &Budget,
) -> Result<(), Error> {
    let (_, values) = rules.engine_table(budget)?;
    for (n, &found) in (0..).zip(&values).filter(|(_, found)| **found != NOTHING) {
        let said = law(n);
        if said != Some(found.into()) {
            let said = said.map_or("-".to_string(), |v| v.to_string());
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "internal disagreement: a law that was decided says {said} at {n}, where the engine finds {found}; nothing is proven"
                    ),
                    format!(
                        "内部不一致：被判定的规律在 {n} 处给出 {said}，而引擎得 {found}；不作证明"
                    ),
                ),
            });
        }
    }
    Ok(())
}

/// A law on residue classes that is true of all heaps, with its certificate;
/// `None` if none is found or it cannot be proven. Only codes that leave three
/// heaps or more are looked at: others have plain periods or none.
pub fn by_classes(
    code: &code::Rules,
    budget: &Budget,
) -> Result<Option<(law::Law, Certificate)>, Error> {
    /// Heaps that are looked at.
    const KNOWN: u64 = 1_000;
    if code.max_parts() < 3 || !code.is_finite() {
        return Ok(None);
    }
    let rules = Rules::of_code(&code.to_string())?;
    let sample = Sample::sequence(&rules.table(&[KNOWN], budget)?);
    let found = finders::find_by(&[&Residues], &sample, &finders::Options::default())?;
    for law in found.laws {
        let claim = law.claim(Numeration::BINARY, rules.dimension(), budget)?;
        if let Some(claim) = claim
            && let Verdict::Proven(proof) = prove(&rules, &claim, budget)?
        {
            played_so(&rules, &|n| law.predict(&[n]), budget)?;
            let certificate = Certificate::of(&rules, &claim, &proof);
            return Ok(Some((law, certificate)));
        }
    }
    Ok(None)
}

/// A law as a formula; `None` where its values do not fit one.
pub(crate) fn written(law: &Law) -> Result<Option<Expression>, Error> {
    let length = law.start.saturating_add(law.period);
    let values = (0..length).map(|n| law.value(n).map(i64::try_from));
    let Ok(values) = values
        .collect::<Result<Vec<_>, Error>>()?
        .into_iter()
        .collect::<Result<Vec<i64>, _>>()
    else {
        return Ok(None);
    };
    let (head, period) = values.split_at(usize::try_from(law.start).unwrap_or(values.len()));
    Ok(i64::try_from(law.saltus)
        .ok()
        .map(|saltus| expression(head, period, saltus)))
}

/// The values before the period, then what comes again, higher each time.
fn expression(head: &[i64], period: &[i64], saltus: i64) -> Expression {
    let binary = |op, a, b| Expression::Binary(op, Box::new(a), Box::new(b));
    let number = Expression::Number;
    let n = || Expression::Variable(0);
    let (start, length) = (head.len() as i64, period.len() as i64);
    let past = || binary(Operation::Subtract, n(), number(start));
    let rounds = binary(Operation::Divide, past(), number(length));
    let within = binary(Operation::Modulo, past(), number(length));
    let again = binary(
        Operation::Add,
        binary(Operation::Multiply, number(saltus), rounds),
        Expression::Pick(period.to_vec(), Box::new(within)),
    );
    if head.is_empty() {
        return again;
    }
    let before = Condition::less(n(), number(start));
    let first = Expression::Pick(head.to_vec(), Box::new(n()));
    Expression::Cases(vec![(before, first)], Box::new(again))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(code: &str) -> Law {
        let options = Options {
            budget: Budget::default().with_states(4_000),
            observe: 500,
            ..Options::default()
        };
        solve(&code.parse().unwrap(), &options)
            .unwrap()
            .law
            .unwrap()
    }

    /// Periods and saltus as in Winning Ways, ch. 4.
    #[test]
    fn hexadecimal_laws_are_theorems() {
        for (code, period, saltus) in [("hex:0.8", 3, 1), ("hex:0.C", 2, 1), ("hex:0.3F", 6, 3)] {
            let law = law(code);
            assert_eq!((law.period, law.saltus), (period, saltus), "{code}");
            let certificate = decide(&law, &Budget::default()).unwrap().unwrap();
            let text = certificate.write();
            let checked = crate::check::check(&text, &Budget::default());
            assert!(checked.is_ok(), "{code}");
        }
    }

    /// Lasker's Nim and other codes that repeat for ever.
    #[test]
    fn laws_of_endless_codes_are_theorems() {
        for (code, period, saltus) in [("4.[3]", 4, 4), ("0.[7]", 1, 1), ("allbut{2}", 4, 2)] {
            let law = law(code);
            assert_eq!((law.period, law.saltus), (period, saltus), "{code}");
            assert!(decide(&law, &Budget::default()).unwrap().is_ok(), "{code}");
        }
    }

    /// 0.205200C is partly periodic, partly arithmetic-periodic.
    #[test]
    fn classes_of_their_own_are_theorems() {
        let code = "hex:0.205200C".parse().unwrap();
        let (law, certificate) = by_classes(&code, &Budget::default()).unwrap().unwrap();
        let values = [
            (19, 6),
            (59, 6),
            (39, 14),
            (40_039, 14),
            (1, 0),
            (40_001, 16_000),
        ];
        for (heap, value) in values {
            assert_eq!(law.predict(&[heap]), Some(value), "{heap}");
        }
        assert_eq!(certificate.rules.name, "0.205200C");
        // A plain arithmetic period is no matter of classes.
        let plain = by_classes(&"hex:0.3F".parse().unwrap(), &Budget::default());
        assert!(plain.unwrap().is_none());
    }

    /// Ruler regularity (Grossman and Nowakowski 2015).
    #[test]
    #[ignore = "long without optimisation; run by cargo xtask test --long"]
    fn ruler_regularity_is_a_theorem() {
        let code = "hex:0.2048".parse().unwrap();
        let (law, _) = by_classes(&code, &Budget::default()).unwrap().unwrap();
        for (m, value) in [(12, 38), (13, 18), (17, 69), (25, 34), (33, 133)] {
            assert_eq!(law.predict(&[13 * m + 2]), Some(value), "{m}");
        }
    }

    /// What the checker cannot follow to its end is decided, not proven; what it refuses is
    /// neither.
    #[test]
    fn a_law_is_proven_only_where_the_checker_followed() {
        let certificate = || {
            decide(&law("hex:0.C"), &Budget::default())
                .unwrap()
                .unwrap()
        };
        let whole = Decision::of(certificate(), &Budget::default()).unwrap();
        assert!(whole.is_proven());
        assert_eq!(whole.status.word(), "proven");
        for little in [
            Budget::default().with_states(10),
            Budget::default().with_bytes(1 << 10),
        ] {
            let cut = Decision::of(certificate(), &little).unwrap();
            assert!(!cut.is_proven());
            assert_eq!(cut.status.word(), "decided");
            let text = cut.status.text().to_string();
            assert!(text.contains("independent check not finished"), "{text}");
        }
        let mut wrong = certificate();
        let accepted = wrong.automaton.accepting(0);
        wrong.automaton.set_accepting(0, !accepted);
        assert!(Decision::of(wrong, &Budget::default()).is_none());
    }

    /// Octal laws are proven both ways.
    #[test]
    fn plain_periods_agree_with_the_lemma() {
        for code in ["0.77", "0.07", "0.15", "{1,3,4}"] {
            assert!(
                decide(&law(code), &Budget::default()).unwrap().is_ok(),
                "{code}"
            );
        }
    }

    #[test]
    fn a_wrong_law_is_refuted_where_it_first_fails() {
        let mut wrong = law("hex:0.3F");
        wrong.saltus = 4;
        let counter = decide(&wrong, &Budget::default()).unwrap().unwrap_err();
        assert_eq!(counter.position, [6]);
    }
}
